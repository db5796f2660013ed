"""Reference values of kinematics; sources are named in the records."""
from mpmath import asin, atan, cos, diff, expj, findroot, hypot, mpc, polyroots, quad, sin, sqrt, tan

from common import main


def travelled(v_0, a, t):
    """Displacement as the integral of the velocity."""
    return quad(lambda u: v_0 + a * u, [0, t])


def flight_time(v_0, theta, g, drop):
    """Later root of v_0 sin(theta) t - g t^2/2 + drop = 0."""
    return max(root.real for root in polyroots([-g / 2, v_0 * sin(theta), drop], maxsteps=200, extraprec=200))


def incline_range(v_0, theta, phi, g):
    # In axes along and normal to the plane: the normal motion gives the time.
    t = 2 * v_0 * sin(theta - phi) / (g * cos(phi))
    return v_0 * cos(theta - phi) * t - g * sin(phi) * t**2 / 2


def safety_height(v_0, g, x):
    """Path height as a quadratic in tan(theta), at its vertex."""
    k = g * x**2 / (2 * v_0**2)
    best = x / (2 * k)
    return x * best - k * (1 + best**2)


def curvature_radius(v_x, v_y, a_y, a_x):
    """Speed squared over the part of the acceleration normal to the velocity."""
    turned = mpc(a_x, a_y) * mpc(v_x, -v_y) / hypot(v_x, v_y)
    return (v_x**2 + v_y**2) / abs(turned.imag)


FUNCTIONS = {
    "KIN1": lambda v_0, a, t: v_0 + a * t,
    "KIN2": travelled,
    "KIN3": lambda v_0, a, d: sqrt(2 * (v_0**2 / 2 + a * d)),
    "KIN4": lambda v_1, v_2, t: quad(lambda u: v_1 + (v_2 - v_1) * u / t, [0, t]),
    "KIN5": lambda v_0, tau, a, n: travelled(v_0, a, n * tau) - travelled(v_0, a, (n - 1) * tau),
    "KIN6": lambda v_0, a_s, k_j, t: quad(lambda u: v_0 + a_s * u + k_j * u**2 / 2, [0, t]),
    "KIN7": lambda H, g: findroot(lambda t: g * t**2 / 2 - H, sqrt(H / g)),
    "KIN8": lambda v_0, theta, g: v_0 * cos(theta) * (2 * v_0 * sin(theta) / g),
    "KIN9": lambda v_0, theta, g: quad(lambda t: v_0 * sin(theta) - g * t, [0, v_0 * sin(theta) / g]),
    "KIN10": lambda v_0, theta, g: flight_time(v_0, theta, g, 0),
    "KIN11": lambda x, theta, g, v_0: v_0 * sin(theta) * (x / (v_0 * cos(theta)))
        - g * (x / (v_0 * cos(theta)))**2 / 2,
    "KIN12": lambda v_0, theta, H, g: v_0 * cos(theta) * flight_time(v_0, theta, g, H),
    "KIN13": incline_range,
    "KIN14": safety_height,
    # r (1 + (v_q/v_p) cos(psi)) falls at the constant rate v_p - v_q^2/v_p; cos(psi) starts at 0.
    "KIN15": lambda d, v_p, v_q: d / (v_p - v_q**2 / v_p),
    "KIN16": lambda v, r: (v / r)**2 * r,
    "KIN17": lambda omega, r: r * omega,
    "KIN18": lambda a_t, v, rho: hypot(a_t, v**2 / rho),
    "KIN19": curvature_radius,
    "KIN20": lambda omega_0, t, alpha: travelled(omega_0, alpha, t),
    "KIN21": lambda r_2, r, omega: r_2 - omega**2 * r,
    # Rate of the areal quantity r^2 omega, over r.
    "KIN22": lambda r, alpha, v_r, omega: (2 * r * v_r * omega + r**2 * alpha) / r,
    "KIN23": lambda v_1, v_2, theta: abs(v_1 - v_2 * expj(theta)),
    "KIN24": lambda v, t_r, a_b: v * t_r + quad(lambda t: v - a_b * t, [0, v / a_b]),
    # Projections of crank and rod on the line of stroke.
    "KIN25": lambda r, theta, l: r * cos(theta) + l * cos(asin(r * sin(theta) / l)),
    # tan(theta_2) = tan(theta)/cos(beta), differentiated.
    "KIN26": lambda omega_1, beta, theta: omega_1 * diff(lambda u: atan(tan(u) / cos(beta)), theta),
}

if __name__ == "__main__":
    main("kinematics", FUNCTIONS)
