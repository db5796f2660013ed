"""Reference values of geotechnical; sources are named in the records."""
from mpmath import erfc, atan2, cos, exp, log, mpf, pi, quad, sin, sqrt, tan

from common import g_n, main

g = g_n


def boussinesq(Q_p, z, r):
    """3 Q cos(theta)^5/(2 pi z^2) with the angle theta from the vertical."""
    theta = atan2(r, z)
    return 3 * Q_p / (2 * pi * z**2) * cos(theta)**5


def circle(q_c, r_c, z):
    """Point loads over the area."""
    return quad(lambda r: boussinesq(q_c * 2 * pi * r, z, r), [0, r_c])


def rankine(gamma_t, z, c_s, phi_s):
    """Mohr circle that touches the strength line with the larger principal stress gamma z."""
    s_1 = gamma_t * z
    return (s_1 * (1 - sin(phi_s)) - 2 * c_s * cos(phi_s)) / (1 + sin(phi_s))


def coulomb(phi_s, delta_w, beta_s):
    root = sqrt(sin(phi_s + delta_w) * sin(phi_s - beta_s) / (cos(delta_w) * cos(beta_s)))
    return (cos(phi_s) / (1 + root))**2 / cos(delta_w)


def bearing(c_s, q_s, gamma_t, B_f, phi_s):
    passive = (1 + sin(phi_s)) / (1 - sin(phi_s))
    N_q = passive * exp(pi * tan(phi_s))
    return q_s * N_q + c_s * (N_q - 1) / tan(phi_s) + gamma_t * B_f * (N_q + 1) * tan(phi_s)


def slope(c_s, gamma_t, z, beta_s, u_w, phi_s):
    """Weight of a column of unit plan width on the plane, length 1/cos(beta)."""
    length = 1 / cos(beta_s)
    W = gamma_t * z
    normal = W * cos(beta_s) / length
    shear = W * sin(beta_s) / length
    return (c_s + (normal - u_w) * tan(phi_s)) / shear


def unit_weight(G_s, S_r, e_v, gamma_w):
    """Per unit volume of solids."""
    solids, water = G_s * gamma_w, S_r * e_v * gamma_w
    return (solids + water) / (1 + e_v)


def consolidation(c_vc, t, H_d):
    """The other series, by images, of complementary error functions."""
    T = c_vc * t / H_d**2
    image = lambda x: exp(-x**2) / sqrt(pi) - x * erfc(x)
    return 2 * sqrt(T) * (1 / sqrt(pi) + 2 * sum((-1)**n * image(n / sqrt(T)) for n in range(1, 12)))


FUNCTIONS = {
    # Water volume over pore volume, per unit volume of solids.
    "GEO1": lambda w_c, G_s, e_v: (w_c * G_s) / e_v,
    "GEO2": unit_weight,
    "GEO3": lambda s_t, u_a, chi_b, u_w: s_t - chi_b * u_w - (1 - chi_b) * u_a,
    # a dH = -K A H/L dt integrated over the head.
    "GEO4": lambda a_p, L_s, H_1, H_2, A_s, t: quad(lambda H: a_p * L_s / (A_s * H), [H_2, H_1]) / t,
    "GEO5": lambda rho, d_g, n_p, mu_d: d_g**2 * (n_p / (1 - n_p))**2 * n_p / 180 * (rho * g / mu_d),
    # Buoyant over water unit weight.
    "GEO6": lambda G_s, e_v: (G_s + e_v) / (1 + e_v) - 1,
    "GEO7": lambda C_c, H_c, s_0, Delta_s, e_0: H_c / (1 + e_0) * C_c * log(1 + Delta_s / s_0) / log(10),
    "GEO8": lambda K_h, m_v, gamma_w: (K_h / gamma_w) / m_v,
    "GEO9": consolidation,
    "GEO10": lambda c_s, s_n, phi_s: c_s + s_n * sin(phi_s) / cos(phi_s),
    "GEO11": rankine,
    "GEO12": coulomb,
    "GEO13": lambda phi_s, OCR: (1 - sin(phi_s)) * exp(sin(phi_s) * log(OCR)),
    "GEO14": bearing,
    "GEO15": boussinesq,
    "GEO16": circle,
    "GEO17": slope,
    "GEO18": lambda alpha_c, s_u, d_p, L_p: s_u * pi * d_p * (alpha_c * L_p + mpf(9) / 4 * d_p),
    "GEO19": lambda q_f, B_f, nu_s, I_f, E_s: I_f * q_f * B_f / (E_s / (1 - nu_s**2)),
    "GEO20": lambda a_max, s_v, r_d, s_e: mpf("0.65") * r_d * (a_max / g) / (s_e / s_v),
}

if __name__ == "__main__":
    main("geotechnical", FUNCTIONS)
