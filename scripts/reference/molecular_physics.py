"""Reference values of molecular_physics; sources are named in the records."""
from mpmath import eigsy, exp, factorial, hermite, inf, matrix, mpf, pi, quad, sqrt

from common import N_A, c, eps_0, h, k_B, main


def hueckel(alpha_H, beta_H, k_o, n_c):
    """k-th eigenvalue, the most bonding (first in the direction of beta) counted first."""
    n = int(n_c)
    H = matrix(n, n)
    for i in range(n):
        H[i, i] = alpha_H
        if i + 1 < n:
            H[i, i + 1] = H[i + 1, i] = beta_H
    levels = sorted(eigsy(H, eigvals_only=True), key=lambda value: (value - alpha_H) / beta_H, reverse=True)
    return levels[int(k_o) - 1]


def franck_condon(S_h, n_q):
    """Square of the overlap integral of the displaced oscillator functions."""
    n = int(n_q)
    d = sqrt(2 * S_h)
    norm = sqrt(pi) * sqrt(mpf(2)**n * factorial(n))
    overlap = quad(lambda x: exp(-(x - d)**2 / 2 - x**2 / 2) * hermite(n, x), [-18, -4, 0, d, 5, 18]) / norm
    return overlap**2


def band_line(w_0, B_u, B_l, m_b):
    """Difference of the rigid-rotor terms."""
    upper, lower = (m_b, m_b - 1) if m_b > 0 else (-m_b - 1, -m_b)
    return w_0 + B_u * upper * (upper + 1) - B_l * lower * (lower + 1)


def overlap_1s(r, a_B):
    """Integral in prolate spheroidal coordinates, mu from 1 to infinity and nu from -1 to 1."""
    x = r / a_B
    return x**3 / 4 * quad(lambda mu: exp(-x * mu) * quad(lambda nu: mu**2 - nu**2, [-1, 1]), [1, 3, 8, 25, inf])


def lennard_jones(eps_w, sigma_0, r):
    """With the distance of the minimum."""
    r_m = sigma_0 * mpf(2)**(mpf(1) / 6)
    return eps_w * ((r_m / r)**12 - 2 * (r_m / r)**6)


K = 1 / (4 * pi * eps_0)

FUNCTIONS = {
    "MOL1": lambda m_1, m_2: 1 / (1 / m_1 + 1 / m_2),
    "MOL2": lambda mu_r, r_b: h / (8 * pi**2 * c * (mu_r * r_b**2)),
    "MOL3": lambda B_r, J_r, D_r: J_r * (J_r + 1) * (B_r - D_r * J_r * (J_r + 1)),
    "MOL4": lambda k_b, mu_r: 1 / (c * (2 * pi * sqrt(mu_r / k_b))),
    "MOL5": lambda w_e, v_q, w_x: (v_q + mpf(1) / 2) * (w_e - w_x * (v_q + mpf(1) / 2)),
    "MOL6": lambda D_e, a_M, r, r_e: D_e * (1 - 2 * exp(-a_M * (r - r_e)) + exp(-2 * a_M * (r - r_e))),
    "MOL7": lennard_jones,
    "MOL8": lambda A_B, r, rho_B, C_6: A_B / exp(r / rho_B) - C_6 * r**-6,
    # Highest point of w (v + 1/2) - x (v + 1/2)^2.
    "MOL9": lambda w_e, w_x: w_e * (w_e / (2 * w_x)) - w_x * (w_e / (2 * w_x))**2,
    "MOL10": lambda B_r, w_e: B_r * (2 * B_r / w_e)**2,
    # Maximum of (2 J + 1) exp(-h c B J (J + 1)/(k T)): (2 J + 1)^2 = 2 k T/(h c B).
    "MOL11": lambda T, B_r: (sqrt(2 * k_B * T / (h * c * B_r)) - 1) / 2,
    "MOL12": lambda a_1, a_2, E_1, E_2, r: -mpf(3) / 2 * (a_1 / r**3) * (a_2 / r**3) / (1 / E_1 + 1 / E_2),
    "MOL13": lambda p_1, p_2, T, r: -(K * p_1 * p_2 / r**3)**2 / (3 * k_B * T),
    # Mean square field of the dipole, 2 (K p/r^3)^2, times half the polarizability.
    "MOL14": lambda p_d, alpha_m, r: -alpha_m / 2 * (2 * (K * p_d / r**3)**2),
    "MOL15": lambda alpha_m, p_d, T: N_A * alpha_m / (3 * eps_0) + N_A * p_d**2 / (9 * eps_0 * k_B * T),
    "MOL16": hueckel,
    "MOL17": franck_condon,
    "MOL18": lambda r, R_0: R_0**6 / (R_0**6 + r**6),
    "MOL19": band_line,
    "MOL20": overlap_1s,
}

if __name__ == "__main__":
    main("molecular_physics", FUNCTIONS)
