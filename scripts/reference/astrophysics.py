"""Reference values of astrophysics; sources are named in the records."""
from mpmath import acos, asin, cbrt, cos, exp, log, mpf, pi, quad, root, sin, sqrt

from common import AU, G, c, eps_0, h, hbar, k_B, m_e, m_p, m_u, main, mu_0, pc, q_e, sigma_SB


def log10(x):
    return log(x) / log(10)


def planet(T_e, R_s, a, A_B):
    """Absorbed on the cross-section, emitted by the sphere."""
    flux = sigma_SB * T_e**4 * (R_s / a)**2
    return root(flux * (1 - A_B) / 4 / sigma_SB, 4)


def free_fall(rho):
    """Half the period of a degenerate ellipse: t = pi sqrt(r^3/(8 G M)) with M = 4/3 pi r^3 rho, by quadrature."""
    # dx/dt = -sqrt(8 pi G rho/3 (1/x - 1)), x = cos^2(u): dt = 2 cos^2(u) du / sqrt(8 pi G rho/3)
    return quad(lambda u: 2 * cos(u)**2, [0, pi / 2]) / sqrt(8 * pi * G * rho / 3)


def semi_amplitude(P_o, m_c, inc, M_s, ecc):
    """Kepler's third law and the share of the star in the relative motion."""
    M = M_s + m_c
    a = cbrt(G * M * (P_o / (2 * pi))**2)
    a_star = a * m_c / M
    return 2 * pi * a_star * sin(inc) / (P_o * sqrt(1 - ecc**2))


def transit(P_o, k_R, b_t, a_R):
    inc = acos(b_t / a_R)
    return P_o / pi * asin(sqrt((1 + k_R)**2 - b_t**2) / (a_R * sin(inc)))


def microlensing(u_l):
    """Two images at (u +- sqrt(u^2 + 4))/2, magnification |theta/u dtheta/du| each."""
    w = sqrt(u_l**2 + 4)
    plus, minus = (u_l + w) / 2, (w - u_l) / 2
    a_plus = plus / u_l * (1 + u_l / w) / 2
    a_minus = minus / u_l * (1 - u_l / w) / 2
    return a_plus + a_minus


def dispersion(N_c, f_1, f_2):
    """Classical electron radius form: r_e c/(2 pi) DM (1/f1^2 - 1/f2^2)."""
    radius = q_e**2 / (4 * pi * eps_0 * m_e * c**2)
    return radius * c / (2 * pi) * N_c * (f_2 - f_1) * (f_2 + f_1) / (f_1 * f_2)**2


def spin_down_field(I_n, P_s, P_d, R_n):
    """Rotational loss against mu_0 m^2 omega^4/(6 pi c^3) and B = mu_0 m/(4 pi R^3) at the equator."""
    omega = 2 * pi / P_s
    loss = I_n * omega * (2 * pi * P_d / P_s**2)
    m = sqrt(loss * 6 * pi * c**3 / (mu_0 * omega**4))
    return mu_0 * m / (4 * pi * R_n**3)


def disc(M_s, M_dot, r_i, r):
    dissipation = 3 * G * M_s * M_dot / (8 * pi * r**3) * (1 - sqrt(r_i / r))
    return root(dissipation / sigma_SB, 4)


def saha(U_b, T, chi_i, n_e, U_a):
    wave = h / sqrt(2 * pi * m_e * k_B * T)
    return 2 * U_b / U_a / (n_e * wave**3) * exp(-chi_i / (k_B * T))


def friction(M_b, rho, L_c, v, sigma_v):
    """Fraction of the Maxwellian slower than v, by quadrature."""
    X = v / (sqrt(2) * sigma_v)
    slower = quad(lambda u: 4 / sqrt(pi) * u**2 * exp(-u**2), [0, X / 2, X])
    return 4 * pi * G**2 * M_b * rho * L_c / v**2 * slower


def sersic(r, r_f, n_S):
    b = 2 * n_S - mpf(1) / 3 + 4 / (405 * n_S)
    return exp(b - b * root_n(r / r_f, n_S))


def root_n(x, n):
    return exp(log(x) / n)


FUNCTIONS = {
    "AST1": lambda m_app, d, A_e: m_app - A_e - 5 * log10(d / (10 * pc)),
    "AST2": lambda F_1, F_2: mpf(5) / 2 * (log10(F_2) - log10(F_1)),
    "AST3": lambda R_s, T_e: (4 * pi * R_s**2) * sigma_SB * T_e**4,
    "AST4": planet,
    "AST5": lambda p_a: AU * cos(p_a) / sin(p_a),
    "AST6": lambda f_b, M_s, L_s: (f_b * M_s) * mpf("0.007") * c**2 / L_s,
    "AST7": lambda T, mu_m, rho: sqrt((5 * k_B * T / (G * mu_m * (m_p + m_e)))**3 * 3 / (4 * pi * rho)),
    "AST8": free_fall,
    "AST9": lambda M_s, R_s, L_s: (mpf(3) / 5 * G * M_s**2 / R_s) / 2 / L_s,
    # 2 K = -U: M (3 sigma^2) = 3/5 G M^2/R.
    "AST10": lambda sigma_v, R_c: 3 * sigma_v**2 / (mpf(3) / 5 * G / R_c),
    "AST11": lambda mu_e: mpf("2.018235951") * sqrt(3 * pi) / 2 * sqrt((hbar * c / G)**3) / (mu_e * m_u)**2,
    # Radiation force kappa L/(4 pi c r^2) against G M/r^2.
    "AST12": lambda M_s, kappa: G * M_s / (kappa / (4 * pi * c)),
    # Surface gravity c^4/(4 G M) over 2 pi c k_B/hbar.
    "AST13": lambda M_b: hbar * (c**4 / (4 * G * M_b)) / (2 * pi * c * k_B),
    "AST14": lambda R_p, rho_p, rho_s: mpf("2.44") * cbrt(R_p**3 * rho_p / rho_s),
    "AST15": lambda a, q_m: mpf("0.49") * a / (mpf("0.6") + log(1 + cbrt(q_m)) / cbrt(q_m)**2),
    "AST16": semi_amplitude,
    "AST17": transit,
    "AST18": lambda P_o, K_v, ecc: P_o * (K_v * sqrt(1 - ecc**2))**3 / (2 * pi * G),
    "AST19": lambda M_l, D_ls, D_l, D_s: sqrt(2 * (2 * G * M_l / c**2) * D_ls / (D_l * D_s)),
    "AST20": microlensing,
    "AST21": dispersion,
    "AST22": spin_down_field,
    "AST23": lambda I_n, P_d, P_s: I_n * (2 * pi / P_s) * (2 * pi / P_s**2 * P_d),
    "AST24": lambda M_s, M_dot, R_s: M_dot * (G * M_s / R_s),
    "AST25": lambda lambda_B, M_b, rho, a_s: 4 * pi * lambda_B * (G * M_b / a_s**2)**2 * rho * a_s,
    "AST26": disc,
    # Photons against recombinations in the volume.
    "AST27": lambda Q_i, n_H, alpha_B: cbrt(Q_i / (n_H**2 * alpha_B) / (4 * pi / 3)),
    "AST28": lambda xi_0, E_x, t, rho: xi_0 * root(E_x * t**2 / rho, 5),
    "AST29": saha,
    "AST30": sersic,
    "AST31": lambda sigma_R, kappa_e, Sigma_d: sigma_R * kappa_e / (mpf("3.36") * G * Sigma_d),
    "AST32": friction,
    "AST33": lambda S_r, t, n_p, B_r, D_r, R_n: S_r * t / sqrt(S_r * t + n_p * B_r * t + n_p * D_r * t + n_p * R_n**2),
    # Flux L/(4 pi r^2) = -(4 a c T^3/(3 kappa rho)) dT/dr, a c = 4 sigma.
    "AST34": lambda kappa, rho, L_r, T, r: -(L_r / (4 * pi * r**2)) * 3 * kappa * rho / (16 * sigma_SB * T**3),
    "AST35": lambda x_c: 4600 * (1 / (mpf("0.92") * x_c + mpf("1.7")) + 1 / (mpf("0.92") * x_c + mpf("0.62"))),
    "AST36": lambda v, theta: c * (v / c) * sin(theta) / (1 - v / c * cos(theta)),
}

if __name__ == "__main__":
    main("astrophysics", FUNCTIONS)
