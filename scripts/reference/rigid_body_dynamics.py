"""Reference values of rigid_body_dynamics; sources are named in the records."""
from mpmath import fdot, cos, diag, eigsy, findroot, matrix, norm, pi, quad, sin, sqrt, tan

from common import main


def hollow_cylinder(m, r_1, r_2):
    """Second radial moment over the area between the radii."""
    weight = quad(lambda s: 2 * pi * s, [r_1, r_2])
    return m * quad(lambda s: 2 * pi * s**3, [r_1, r_2]) / weight


def hollow_sphere(m, r_i, r_o):
    """Mean of (2/3) s^2 over the shells between the radii."""
    weight = quad(lambda s: 4 * pi * s**2, [r_i, r_o])
    return m * quad(lambda s: 4 * pi * s**2 * (2 * s**2 / 3), [r_i, r_o]) / weight


def cone(m, r, H):
    """Stack of discs: each has m (a^2/4 + z^2) about the apex, a = r z/H."""
    weight = quad(lambda z: (r * z / H)**2, [0, H])
    return m * quad(lambda z: (r * z / H)**2 * ((r * z / H)**2 / 4 + z**2), [0, H]) / weight


def torus(m, r_t, a):
    """Rings over the circular section, at the radius r_t + s cos(phi)."""
    weight = quad(lambda s: s * quad(lambda p: r_t + s * cos(p), [0, pi, 2 * pi]), [0, a])
    second = quad(lambda s: s * quad(lambda p: (r_t + s * cos(p))**3, [0, pi, 2 * pi]), [0, a])
    return m * second / weight


def oblique(I_1, alpha_1, I_2, alpha_2, I_3, alpha_3):
    n = matrix([cos(alpha_1), cos(alpha_2), cos(alpha_3)])
    n = n / norm(n)
    return (n.T * diag([I_1, I_2, I_3]) * n)[0]


def largest_principal(I_x, I_y, I_xy):
    return max(eigsy(matrix([[I_x, -I_xy], [-I_xy, I_y]]), eigvals_only=True))


def euler_torque(I_1, omega_dot_1, I_2, I_3, omega_2, omega_3):
    """Rate of the angular momentum in body axes plus omega x L, first component."""
    return I_1 * omega_dot_1 + (omega_2 * (I_3 * omega_3) - omega_3 * (I_2 * omega_2))


def slow_precession(I_3, omega_3, I_1, m, g, l, theta):
    # The roots multiply to m g l/(I_1 cos(theta)); the larger one has the sum in it.
    spin = I_3 * omega_3
    large = (spin + sqrt(spin**2 - 4 * I_1 * cos(theta) * m * g * l)) / (2 * I_1 * cos(theta))
    return m * g * l / (I_1 * cos(theta)) / large


def intermediate_growth(omega, I_2, I_1, I_3):
    """Product of the two coupling rates of the linearised Euler equations."""
    up = (I_2 - I_3) * omega / I_1
    down = (I_1 - I_2) * omega / I_3
    return sqrt(up * down)


def rotor_loss(I_1, I_2, omega_1, omega_2):
    common = (I_1 * omega_1 + I_2 * omega_2) / (I_1 + I_2)
    return I_1 * omega_1**2 / 2 + I_2 * omega_2**2 / 2 - (I_1 + I_2) * common**2 / 2


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
    "RBD5": hollow_sphere,
    # Elements of the rod at the distance s sin(theta) from the axis.
    "RBD6": lambda m, L, theta: quad(lambda s: (m / L) * (s * sin(theta))**2, [-L / 2, 0, L / 2]),
    "RBD7": lambda m, a, b: m * (quad(lambda x: x**2, [-a / 2, a / 2]) / a
                                 + quad(lambda y: y**2, [-b / 2, b / 2]) / b),
    "RBD8": cone,
    "RBD9": torus,
    "RBD10": oblique,
    "RBD11": largest_principal,
    "RBD12": mass_points,
    "RBD13": lambda tau, tau_f, I_a: (tau - tau_f) / I_a,
    "RBD14": euler_torque,
    "RBD15": lambda I_1, omega_1, I_2, omega_2, I_3, omega_3: norm(
        diag([I_1, I_2, I_3]) * matrix([omega_1, omega_2, omega_3])),
    "RBD16": lambda m, v, I_1, omega_1, I_2, omega_2, I_3, omega_3: (
        m * v**2 + I_1 * omega_1**2 + I_2 * omega_2**2 + I_3 * omega_3**2) / 2,
    "RBD17": lambda m, l, I_s, omega_s, g: m * g * l / (I_s * omega_s),
    "RBD18": slow_precession,
    # Discriminant of the precession at theta = 0 vanishes: (I_3 w)^2 = 4 I_1 m g l.
    "RBD19": lambda m, l, I_1, I_3, g: findroot(
        lambda w: (I_3 * w)**2 / (4 * I_1 * m * g * l) - 1, sqrt(m * g * l * I_1) / I_3),
    "RBD20": lambda I_3, I_1, omega_3: I_3 * omega_3 / I_1 - omega_3,
    "RBD21": intermediate_growth,
    "RBD22": lambda I_cm, m, d, g: 2 * pi / sqrt(m * g * d / (I_cm + m * d**2)),
    "RBD23": lambda d, k: (d**2 + k**2) / d,
    # Moment about the contact line: m g r sin(theta) = m (r^2 + k^2) a/r.
    "RBD24": lambda theta, k, r, g: r**2 * g * sin(theta) / (r**2 + k**2),
    "RBD25": lambda theta, r, k: tan(theta) * k**2 / (k**2 + r**2),
    "RBD26": lambda m_1, m_2, I_w, r, g: g * (m_1 - m_2) * r**2 / ((m_1 + m_2) * r**2 + I_w),
    "RBD27": rotor_loss,
    # Fall of the centre by L/2 (1 - cos) against I = m L^2/3: w^2 = 3 g (2 sin^2(theta/2))/L.
    "RBD28": lambda theta, L, g: sqrt(6 * g / L) * sin(theta / 2),
}

if __name__ == "__main__":
    main("rigid_body_dynamics", FUNCTIONS)
