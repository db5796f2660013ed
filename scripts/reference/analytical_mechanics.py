"""Reference values of analytical_mechanics; sources are named in the records."""
from mpmath import acos, atanh, cos, findroot, hypot, pi, quad, sin, sinh, sqrt

from common import G, c, g_n, main


def radial_action(k_f, m, W, l_z):
    """Twice the integral of the radial momentum between the turning points, by r = centre + half cos."""
    # -W = l^2/(2 m r^2) - k/r: W r^2 - k r + l^2/(2 m) = 0
    mid = k_f / (2 * W)
    half = sqrt(mid**2 - l_z**2 / (2 * m * W))
    # p_r = sqrt(2 m W) sqrt((r - r1)(r2 - r))/r
    return 2 * sqrt(2 * m * W) * quad(lambda u: (half * sin(u))**2 / (mid + half * cos(u)), [0, pi / 2, pi])


FUNCTIONS = {
    "LH1": lambda m, v, q, phi, A: m * v * v / 2 + q * (v * A - phi),
    "LH6": lambda l_z, m, r, M: m * ((l_z / (m * r))**2 / 2 - G * M / r),
    "LH8": radial_action,
    "LH11": lambda omega, r_h, g=g_n: acos(g / r_h / omega**2),
    "LH15": lambda l_p, a_0d, g=g_n: sqrt(2 * g * l_p / a_0d**2),
    "LH18": lambda n, V_avg: V_avg * n / 2,
    "LH19": lambda n: pi / sqrt(n + 3),
    "LH21": lambda m, H, g=g_n: quad(lambda z: m * g, [0, H]),
    "LH22": lambda m, v: m * c * sinh(atanh(v / c)),
    "LH23": lambda p, m: c * hypot(p, m * c),
    "LH24": lambda m_1, m_2, g=g_n: g * (2 * max(m_1, m_2) / (m_1 + m_2) - 1),
    "LH25": lambda m, v_1, v_2: m * quad(lambda v: v, [v_1, v_2]),
    "LH26": lambda m, theta, g=g_n: m * g * cos(pi / 2 - theta),
    "LH30": lambda m, theta, g=g_n: sqrt((m * g)**2 - (m * g * sin(theta))**2),
    "LH27": lambda mu_f, m: mu_f * (m * g_n),
    "LH28": lambda m_1, m_2, v_1: 2 * (m_1 * v_1 / (m_1 + m_2)),
    "LH29": lambda F_1, d_1, d_2: F_1 / (d_2 / d_1),
    # Momentum of the whole stays zero; friction is the centripetal force of each kilogram.
    "LH31": lambda m_1, v_1, m_2: m_1 / (m_2 / v_1),
    "LH32": lambda mu_s, r, g=g_n: findroot(lambda v: v**2 / r - mu_s * g, 10),
}

if __name__ == "__main__":
    main("analytical_mechanics", FUNCTIONS)
