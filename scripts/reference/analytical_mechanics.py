"""Reference values of analytical_mechanics; sources are named in the records."""
from mpmath import acos, atanh, cos, eigsy, hypot, matrix, pi, quad, sin, sinh, sqrt

from common import G, c, g_n, main


def radial_action(k_f, m, W, l_z):
    """Twice the integral of the radial momentum between the turning points, by r = centre + half cos."""
    # -W = l^2/(2 m r^2) - k/r: W r^2 - k r + l^2/(2 m) = 0
    mid = k_f / (2 * W)
    half = sqrt(mid**2 - l_z**2 / (2 * m * W))
    # p_r = sqrt(2 m W) sqrt((r - r1)(r2 - r))/r
    return 2 * sqrt(2 * m * W) * quad(lambda u: (half * sin(u))**2 / (mid + half * cos(u)), [0, pi / 2, pi])


def oscillator_action(m, omega, x_a, x_b, T):
    """Integral of the Lagrangian along the classical path."""
    def x(t):
        return (x_a * sin(omega * (T - t)) + x_b * sin(omega * t)) / sin(omega * T)

    def v(t):
        return omega * (x_b * cos(omega * t) - x_a * cos(omega * (T - t))) / sin(omega * T)
    return quad(lambda t: m * v(t)**2 / 2 - m * omega**2 * x(t)**2 / 2, [0, T])


def double_pendulum(m_1, m_2, l_1, l_2, g=g_n):
    """Lowest eigenvalue of M^-1/2 K M^-1/2 with M and K of the small oscillations."""
    # M = [[(m1+m2) l1^2, m2 l1 l2], [m2 l1 l2, m2 l2^2]]; K = diag((m1+m2) g l1, m2 g l2).
    k_1, k_2 = (m_1 + m_2) * g * l_1, m_2 * g * l_2
    # eigenvalues of K^-1/2 M K^-1/2 are 1/omega^2: the largest belongs to the slow mode.
    S = matrix([[(m_1 + m_2) * l_1**2 / k_1, m_2 * l_1 * l_2 / sqrt(k_1 * k_2)],
                [m_2 * l_1 * l_2 / sqrt(k_1 * k_2), m_2 * l_2**2 / k_2]])
    values = eigsy(S, eigvals_only=True)
    return 1 / sqrt(max(values[0], values[1]))


def lrl(m, k_f, E_tot, l_z):
    """m k_f times the eccentricity, at the pericentre: |p L - m k| there."""
    # E = l^2/(2 m r^2) - k/r in u = 1/r: larger root is the pericentre.
    u = (k_f + sqrt(k_f**2 + 2 * E_tot * l_z**2 / m)) * m / l_z**2
    p = l_z * u
    return p * l_z - m * k_f


FUNCTIONS = {
    "LH1": lambda m, v, q, phi, A: m * v * v / 2 + q * (v * A - phi),
    "LH2": lambda m, v, q, A: q * A + m * v,
    # -m c^2 d(tau)/dt with d(tau)/dt from the interval.
    "LH3": lambda m, v: -m * c * sqrt((c - v) * (c + v)),
    "LH5": lambda p, q, A, m, phi: m * ((p - q * A) / m)**2 / 2 + q * phi,
    "LH6": lambda l_z, m, r, M: m * ((l_z / (m * r))**2 / 2 - G * M / r),
    # Area of the ellipse with half axes sqrt(2 m E) and sqrt(2 E/m)/omega, for m = 1.
    "LH7": lambda E_osc, omega: pi * sqrt(2 * E_osc) * (sqrt(2 * E_osc) / omega),
    "LH8": radial_action,
    "LH10": oscillator_action,
    "LH11": lambda omega, r_h, g=g_n: acos(g / r_h / omega**2),
    # Energy: ds/dt with ds = 2 r sin(u/2) du and v = 2 sqrt(g r) sin(u/2).
    "LH12": lambda theta, r_c, g=g_n: quad(
        lambda u: 2 * r_c * sin(u / 2) / sqrt(2 * g * r_c * (2 * sin(u / 2)**2)), [0, theta]),
    # m omega^2 A^2/2 over omega stays constant.
    "LH14": lambda A_1, omega_1, omega_2: sqrt(omega_1 * A_1**2 / omega_2),
    "LH15": lambda l_p, a_0d, g=g_n: sqrt(2 * g * l_p / a_0d**2),
    "LH16": lrl,
    "LH17": double_pendulum,
    "LH18": lambda n, V_avg: V_avg * n / 2,
    "LH19": lambda n: pi / sqrt(n + 3),
    "LH21": lambda m, H, g=g_n: quad(lambda z: m * g, [0, H]),
    "LH22": lambda m, v: m * c * sinh(atanh(v / c)),
    "LH23": lambda p, m: c * hypot(p, m * c),
}

if __name__ == "__main__":
    main("analytical_mechanics", FUNCTIONS)
