"""Reference values of rigid_body_dynamics; sources are named in the records."""
from mpmath import cos, diag, fdot, matrix, norm, pi, quad, sin, sqrt

from common import g_n, main


def hollow_cylinder(m, r_1, r_2):
    """Second radial moment over the area between the radii."""
    weight = quad(lambda s: 2 * pi * s, [r_1, r_2])
    return m * quad(lambda s: 2 * pi * s**3, [r_1, r_2]) / weight


def mass_points(**p):
    """Scalar product of the column of first moments with the column of distances."""
    indices = [name[2:] for name in p if name.startswith("m_")]
    return fdot((p[f"m_{i}"] * p[f"r_{i}"], p[f"r_{i}"]) for i in indices)


FUNCTIONS = {
    "RBD1": lambda I_cm, m, d: I_cm + m * d * d,
    "RBD2": lambda I_x, I_y: I_x + I_y,
    # Work of spinning up: integral of L = I omega over omega.
    "RBD3": lambda I_a, omega: quad(lambda w: I_a * w, [0, omega]),
    "RBD4": hollow_cylinder,
    # Elements of the rod at the distance s sin(theta) from the axis.
    "RBD6": lambda m, L, theta: quad(lambda s: (m / L) * (s * sin(theta))**2, [-L / 2, 0, L / 2]),
    "RBD7": lambda m, a, b: m * (quad(lambda x: x**2, [-a / 2, a / 2]) / a
                                 + quad(lambda y: y**2, [-b / 2, b / 2]) / b),
    "RBD12": mass_points,
    "RBD15": lambda I_1, omega_1, I_2, omega_2, I_3, omega_3: norm(
        diag([I_1, I_2, I_3]) * matrix([omega_1, omega_2, omega_3])),
    "RBD17": lambda m, l, I_s, omega_s, g: m * g * l / (I_s * omega_s),
    "RBD22": lambda I_cm, m, d, g: 2 * pi / sqrt(m * g * d / (I_cm + m * d**2)),
    # Moment about the contact line: m g r sin(theta) = m (r^2 + k^2) a/r.
    "RBD24": lambda theta, k, r, g: r**2 * g * sin(theta) / (r**2 + k**2),
    "RBD29": lambda m, v, r: m * r * (v / r)**2,
    "RBD30": lambda F, t: quad(lambda s: F, [0, t]),
    "RBD31": lambda mu_f, F_N: mu_f * F_N,
    "RBD32": lambda m, g=g_n: m * g,
    "RBD33": lambda theta, mu_f=0, g=g_n: g * sin(theta) - mu_f * (g * cos(theta)),
    "RBD34": lambda I_a, alpha: alpha * I_a,
    "RBD35": lambda I_a, omega: omega * I_a,
    "RBD36": lambda W, t: W / t,
    "RBD37": lambda F, v: F * v,
    "RBD38": lambda m_1, m_2, v_1, v_2=0: 2 * (m_1 * v_1 + m_2 * v_2) / (m_1 + m_2) - v_1,
    "RBD39": lambda m, r: quad(lambda z: m * 3 / (4 * r**3) * (r**2 - z**2)**2 / 2, [-r, r]),
    "RBD40": lambda m, r: quad(lambda s: 2 * m / r**2 * s**3, [0, r]),
    "RBD41": lambda m, L: quad(lambda s: m / L * s**2, [0, L]),
    "RBD42": lambda tau, omega: tau * (2 * pi) / (2 * pi / omega),
    "RBD43": lambda I_1, omega_1, I_2: omega_1 / (I_2 / I_1),
    "RBD44": lambda m, a_z, g=g_n: m * g + m * a_z,
    "RBD45": lambda m, v_1, v_2, t: abs(m * v_2 - m * v_1) / t,
}

if __name__ == "__main__":
    main("rigid_body_dynamics", FUNCTIONS)
