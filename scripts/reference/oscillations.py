"""Reference values of oscillations; sources are named in the records."""
from mpmath import arg, asin, cos, diff, eig, exp, findroot, log, lu_solve, matrix, mpc, mpf, pi, quad, sin, sqrt, tan

from common import g_n, main

J = mpc(0, 1)


def period(omega):
    return 2 * pi / omega


def pendulum_time(L, g, theta_0):
    """Four times the quarter swing; sin(theta/2) = sin(theta_0/2) sin(u) removes the end point."""
    k = sin(theta_0 / 2)
    return 4 * sqrt(L / g) * quad(lambda u: 1 / sqrt(1 - (k * sin(u))**2), [0, pi / 4, pi / 2])


def free_motion(omega_0, zeta_d, x_0, v_0, t):
    """Two exponentials with the roots of s^2 + 2 zeta w s + w^2."""
    root = omega_0 * sqrt(mpc(zeta_d**2 - 1))
    s_1, s_2 = -zeta_d * omega_0 + root, -zeta_d * omega_0 - root
    a, b = lu_solve(matrix([[1, 1], [s_1, s_2]]), matrix([x_0, v_0]))
    return (a * exp(s_1 * t) + b * exp(s_2 * t)).real


def critical(x_0, v_0, omega_0, t):
    """Taylor series of the motion from its recurrence."""
    c = [x_0, v_0]
    for n in range(120):
        c.append(-(2 * omega_0 * (n + 1) * c[n + 1] + omega_0**2 * c[n]) / ((n + 1) * (n + 2)))
    return sum(a * t**n for n, a in enumerate(c))


def response(omega_0, omega, zeta_d):
    """Displacement per force and mass as a complex amplitude."""
    return 1 / (omega_0**2 - omega**2 + 2 * J * zeta_d * omega_0 * omega)


def resonance(omega_0, zeta_d):
    return findroot(lambda w: diff(lambda u: abs(1 / response(omega_0, u, zeta_d))**2, w),
                    omega_0 * mpf("0.95"))


def transmissibility(r_f, zeta_d):
    spring_and_damper = 1 + 2 * J * zeta_d * r_f
    return abs(spring_and_damper / (spring_and_damper - r_f**2))


FUNCTIONS = {
    "OSC1": lambda k, m: sqrt(k / m),
    "OSC2": lambda L, g: period(sqrt(g / L)),
    "OSC3": lambda L, theta_0, g: pendulum_time(L, g, theta_0),
    "OSC5": lambda I, kappa: period(sqrt(kappa / I)),
    "OSC6": lambda L, g: period(sqrt(2 * g / L)),
    "OSC7": lambda rho, A, m, g: sqrt(rho * g * A / m),
    # Where A sin(u) = x, the speed is the derivative.
    "OSC8": lambda omega, A, x: omega * A * cos(asin(x / A)),
    "OSC9": lambda m, omega, A: m * (omega * A)**2 / 2,
    "OSC10": lambda b, k, m: (b / m) / (2 * sqrt(k / m)),
    "OSC11": lambda omega_0, zeta_d: abs((omega_0 * (-zeta_d + sqrt(mpc(zeta_d**2 - 1)))).imag),
    "OSC12": free_motion,
    "OSC13": critical,
    "OSC15": lambda x_1, x_2, n_c: (log(x_1) - log(x_2)) / n_c,
    "OSC16": lambda delta_l: 1 / sqrt(1 + (2 * pi / delta_l)**2),
    "OSC17": lambda E_s, E_l: 2 * pi * E_s / E_l,
    "OSC18": lambda F_0, m, omega_0, omega, zeta_d: abs(F_0 / m * response(omega_0, omega, zeta_d)),
    "OSC19": lambda omega_0, omega, zeta_d: -arg(response(omega_0, omega, zeta_d)),
    "OSC20": resonance,
    "OSC21": transmissibility,
    "OSC29": lambda k, x: k * x,
    "OSC30": lambda k, x: quad(lambda s: k * s, [0, x]),
    "OSC31": lambda m, k: 2 * pi / sqrt(k / m),
    "OSC32": lambda T: 1 / T,
    "OSC33": lambda f: 2 * pi / (1 / f),
    "OSC34": lambda k_1, k_2: 1 / (1 / k_1 + 1 / k_2),
    "OSC35": lambda k_1, k_2: k_2 * (1 + k_1 / k_2),
    "OSC36": lambda L, theta, g=g_n: 2 * pi * L * sin(theta) / sqrt(g * tan(theta) * L * sin(theta)),
    # The work of the spring is the kinetic energy.
    "OSC37": lambda x, k, m: sqrt(2 * quad(lambda s: k * s, [0, x]) / m),
}

if __name__ == "__main__":
    main("oscillations", FUNCTIONS)
