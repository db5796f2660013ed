"""Reference values of kinematics; sources are named in the records."""
from mpmath import atan, atanh, cos, cosh, diff, expj, findroot, pi, polyroots, quad, sin, sqrt, tan, tanh

from common import c, g_n, main


def travelled(v_0, a, t):
    """Displacement as the integral of the velocity."""
    return quad(lambda u: v_0 + a * u, [0, t])


def flight_time(v_0, theta, g, drop):
    """Later root of v_0 sin(theta) t - g t^2/2 + drop = 0."""
    return max(root.real for root in polyroots([-g / 2, v_0 * sin(theta), drop], maxsteps=200, extraprec=200))


FUNCTIONS = {
    "KIN1": lambda v_0, a, t: v_0 + a * t,
    "KIN2": travelled,
    "KIN3": lambda v_0, a, d: sqrt(2 * (v_0**2 / 2 + a * d)),
    "KIN4": lambda v_1, v_2, t: quad(lambda u: v_1 + (v_2 - v_1) * u / t, [0, t]),
    "KIN7": lambda H, g: findroot(lambda t: g * t**2 / 2 - H, sqrt(H / g)),
    "KIN8": lambda v_0, theta, g: v_0 * cos(theta) * (2 * v_0 * sin(theta) / g),
    "KIN9": lambda v_0, theta, g: quad(lambda t: v_0 * sin(theta) - g * t, [0, v_0 * sin(theta) / g]),
    "KIN10": lambda v_0, theta, g: flight_time(v_0, theta, g, 0),
    "KIN11": lambda x, theta, g, v_0: v_0 * sin(theta) * (x / (v_0 * cos(theta)))
        - g * (x / (v_0 * cos(theta)))**2 / 2,
    "KIN12": lambda v_0, theta, H, g: v_0 * cos(theta) * flight_time(v_0, theta, g, H),
    "KIN16": lambda v, r: (v / r)**2 * r,
    "KIN17": lambda omega, r: r * omega,
    "KIN20": lambda omega_0, t, alpha: travelled(omega_0, alpha, t),
    "KIN23": lambda v_1, v_2, theta: abs(v_1 - v_2 * expj(theta)),
    "KIN24": lambda v, t_r, a_b: v * t_r + quad(lambda t: v - a_b * t, [0, v / a_b]),
    # tan(theta_2) = tan(theta)/cos(beta), differentiated.
    "KIN26": lambda omega_1, beta, theta: omega_1 * diff(lambda u: atan(tan(u) / cos(beta)), theta),
    "KIN27": lambda tau, v: tau * c / sqrt((c - v) * (c + v)),
    "KIN28": lambda L_0, v: L_0 * sqrt((c - v) * (c + v)) / c,
    "KIN29": lambda u, v: c * tanh(atanh(u / c) + atanh(v / c)),
    "KIN30": lambda v: cosh(atanh(v / c)),
    "KIN31": lambda d, t: d / t,
    "KIN32": lambda H, g=g_n: sqrt(2 * (g * H)),
    "KIN33": lambda omega_0, alpha, t: omega_0 + quad(lambda u: alpha, [0, t]),
    "KIN34": lambda r, T: abs(diff(lambda t: r * expj(2 * pi * t / T), 0)),
    "KIN35": lambda omega, r: -diff(lambda t: r * cos(omega * t), 0, 2),
    "KIN36": lambda v, mu_f, g=g_n: quad(lambda t: v - mu_f * g * t, [0, v / (mu_f * g)]),
}

if __name__ == "__main__":
    main("kinematics", FUNCTIONS)
