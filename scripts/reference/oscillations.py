"""Reference values of oscillations; sources are named in the records."""
from mpmath import (arg, asin, cos, diff, eig, exp, findroot, log, lu_solve, matrix, mpc, mpf, pi, quad, sin,
                    sqrt)

from common import main

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


def unbalance(m_0, e_u, r_f, M, zeta_d):
    """Force m_0 e w^2 on the mass M, with w_0 = 1."""
    return abs(m_0 * e_u * r_f**2 / M * response(mpf(1), r_f, zeta_d))


def coupled(k, k_c, m):
    values, _ = eig(matrix([[(k + k_c) / m, -k_c / m], [-k_c / m, (k + k_c) / m]]))
    return sqrt(max(v.real for v in values))


def friction_loss(mu_k, m, k, g):
    """Half swing from A to B: k (A^2 - B^2)/2 = mu m g (A + B); twice in a cycle."""
    return 2 * (2 * mu_k * m * g / k)


def duffing(omega_0, beta, A):
    """Harmonic balance: first cosine coefficient of omega_0^2 x + beta x^3 at x = A cos(u)."""
    restoring = lambda u: omega_0**2 * A * cos(u) + beta * (A * cos(u))**3
    first = quad(lambda u: restoring(u) * cos(u), [0, pi / 2, pi, 2 * pi]) / pi
    return sqrt(first / A)


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
    "OSC14": lambda x_0, zeta_d, omega_0, t: free_motion(omega_0, zeta_d, x_0, mpf(0), t),
    "OSC15": lambda x_1, x_2, n_c: (log(x_1) - log(x_2)) / n_c,
    "OSC16": lambda delta_l: 1 / sqrt(1 + (2 * pi / delta_l)**2),
    "OSC17": lambda E_s, E_l: 2 * pi * E_s / E_l,
    "OSC18": lambda F_0, m, omega_0, omega, zeta_d: abs(F_0 / m * response(omega_0, omega, zeta_d)),
    "OSC19": lambda omega_0, omega, zeta_d: -arg(response(omega_0, omega, zeta_d)),
    "OSC20": resonance,
    "OSC21": transmissibility,
    "OSC22": unbalance,
    "OSC24": coupled,
    "OSC25": friction_loss,
    "OSC27": duffing,
    "OSC29": lambda k, x: k * x,
    "OSC30": lambda k, x: quad(lambda s: k * s, [0, x]),
    "OSC31": lambda m, k: 2 * pi / sqrt(k / m),
    "OSC32": lambda T: 1 / T,
}

if __name__ == "__main__":
    main("oscillations", FUNCTIONS)
