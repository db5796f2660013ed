"""Reference values of orbital_mechanics; sources are named in the records."""
from mpmath import acos, asin, atan2, cbrt, cos, findroot, mpc, mpf, pi, sin, sqrt

from common import G, main


def circular(mu, r):
    return sqrt(mu / r)


def visviva(mu, r, other):
    """Speed at the apse r of an ellipse with the other apse at `other`: energy and angular momentum."""
    h = sqrt(2 * mu * r * other / (r + other))
    return h / r


def hohmann(mu_g, r_1, r_2):
    return (visviva(mu_g, r_1, r_2) - circular(mu_g, r_1)) + (circular(mu_g, r_2) - visviva(mu_g, r_2, r_1))


def bielliptic(mu_g, r_b, r_1, r_2):
    first = visviva(mu_g, r_1, r_b) - circular(mu_g, r_1)
    second = visviva(mu_g, r_b, r_2) - visviva(mu_g, r_b, r_1)
    third = visviva(mu_g, r_2, r_b) - circular(mu_g, r_2)
    return abs(first) + abs(second) + abs(third)


def true_anomaly(E_k, ecc):
    """From the coordinates (cos E - e, sqrt(1 - e^2) sin E)."""
    return atan2(sqrt(1 - ecc**2) * sin(E_k), cos(E_k) - ecc)


def conic(a, ecc, nu_t):
    """Distance by the eccentric anomaly."""
    E = 2 * atan2(sqrt(1 - ecc) * sin(nu_t / 2), sqrt(1 + ecc) * cos(nu_t / 2))
    return a * (1 - ecc * cos(E))


def node_rate(J_2, mu_g, a, R_e, ecc, inc):
    """Lagrange's equation with the mean disturbing function R = J2 mu Re^2 (3 cos(i)^2 - 1)/(4 a^3 (1-e^2)^(3/2))."""
    n = sqrt(mu_g / a**3)
    slope = J_2 * mu_g * R_e**2 / (4 * a**3 * (1 - ecc**2)**mpf(1.5)) * (-6 * cos(inc) * sin(inc))
    return slope / (n * a**2 * sqrt(1 - ecc**2) * sin(inc))


def apse_rate(J_2, mu_g, a, R_e, ecc, inc):
    """Lagrange: sqrt(1-e^2)/(n a^2 e) dR/de - cos(i) node rate."""
    n = sqrt(mu_g / a**3)
    slope = J_2 * mu_g * R_e**2 * (3 * cos(inc)**2 - 1) / (4 * a**3) * 3 * ecc * (1 - ecc**2)**mpf(-2.5)
    return sqrt(1 - ecc**2) / (n * a**2 * ecc) * slope - cos(inc) * node_rate(J_2, mu_g, a, R_e, ecc, inc)


def jacobi(x, y, mu_m, v_r):
    d_1, d_2 = abs(mpc(x + mu_m, y)), abs(mpc(x - 1 + mu_m, y))
    return (x**2 + y**2) + 2 * ((1 - mu_m) / d_1 + mu_m / d_2) - v_r**2


def drag_decay(C_D, A, rho, a, m):
    """Work of the drag over a circle against the change of energy -mu m/(2 a): mu cancels (taken as 1)."""
    work = -(rho * (1 / a) * C_D * A / 2) * (2 * pi * a)
    return work / (m / (2 * a**2))


def eclipse(a, mu_g, R_e):
    half = asin(R_e / a)
    return (2 * half) / (2 * pi) * (2 * pi * sqrt(a**3 / mu_g))


def parabola(r_1, r_2, d_c, mu_g):
    """Barker's equation between the true anomalies: tan(f/2) = u, r = q (1 + u^2)."""
    theta = acos((r_1**2 + r_2**2 - d_c**2) / (2 * r_1 * r_2))
    # r cos(f/2)^2 = q at both ends.
    f = findroot(lambda f: r_1 * cos(f / 2)**2 - r_2 * cos((f + theta) / 2)**2, -theta / 4)
    q = r_1 * cos(f / 2)**2
    s = lambda u: u + u**3 / 3
    u_1, u_2 = (sin(g / 2) / cos(g / 2) for g in (f, f + theta))
    return sqrt(2 * q**3 / mu_g) * (s(u_2) - s(u_1))


def coverage(R_e, eps_e, h_o):
    """Triangle centre, observer, satellite: nadir angle by the sine rule."""
    nadir = asin(R_e * cos(eps_e) / (R_e + h_o))
    return pi / 2 - eps_e - nadir


def gravity_torque(mu_g, I_z, I_y, theta, r):
    """3 mu/r^3 times n x I n with n the vertical at theta from z."""
    n_y, n_z = sin(theta), cos(theta)
    return 3 * mu_g / r**3 * (n_y * I_z * n_z - n_z * I_y * n_y)


FUNCTIONS = {
    "ORB1": lambda mu_g, r, a: sqrt(2 * (mu_g / r - mu_g / (2 * a))),
    "ORB2": lambda a, mu_g: 2 * pi / sqrt(mu_g / a**3),
    "ORB3": lambda mu_g, r: sqrt(2) * circular(mu_g, r),
    "ORB4": conic,
    "ORB5": lambda M_k, ecc: findroot(lambda E: E - ecc * sin(E) - M_k, M_k + ecc * sin(M_k)),
    "ORB6": true_anomaly,
    # From p = h^2/mu and a = -mu/(2 eps).
    "ORB8": lambda eps_s, h_s, mu_g: sqrt(1 - (h_s**2 / mu_g) / (-mu_g / (2 * eps_s))),
    "ORB9": lambda ecc, nu_t: atan2(ecc * sin(nu_t), 1 + ecc * cos(nu_t)),
    "ORB10": hohmann,
    "ORB11": lambda r_1, r_2, mu_g: pi / sqrt(mu_g / ((r_1 + r_2) / 2)**3),
    "ORB12": lambda v, delta_i: sqrt(2 * v**2 * (1 - cos(delta_i))),
    "ORB13": bielliptic,
    "ORB14": lambda v_inf, mu_g, r_p: sqrt(v_inf**2 + (sqrt(2) * circular(mu_g, r_p))**2) - circular(mu_g, r_p),
    "ORB15": lambda r_p, v_inf, mu_g: pi - 2 * acos(1 / (1 + r_p * v_inf**2 / mu_g)),
    "ORB16": lambda a, m_b, M_c: a * (m_b / M_c)**(mpf(2) / 5),
    "ORB17": lambda a, ecc, m_b, M_c: a * (1 - ecc) * cbrt(m_b / M_c / 3),
    "ORB18": node_rate,
    "ORB19": apse_rate,
    "ORB20": lambda T_1, T_2: T_1 * T_2 / abs(T_2 - T_1),
    "ORB21": jacobi,
    "ORB22": lambda a_P, a, inc, ecc: 1 / (a / a_P) + 2 * sqrt(a / a_P) * sqrt(1 - ecc**2) * cos(inc),
    "ORB23": drag_decay,
    "ORB24": eclipse,
    "ORB26": parabola,
    "ORB27": coverage,
    "ORB28": gravity_torque,
    "ORB29": lambda inc, phi_s: pi / 2 - acos(cos(inc) / cos(phi_s)),
    "ORB31": lambda M, r: sqrt(G * M / r**2 * r),
    "ORB32": lambda M, r: G * M / r**2,
    "ORB33": lambda r, M: 2 * pi * r / sqrt(G * M / r),
}

if __name__ == "__main__":
    main("orbital_mechanics", FUNCTIONS)
