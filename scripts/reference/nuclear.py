"""Reference values of nuclear; sources are named in the records."""
from mpmath import besseljzero, cbrt, cot, diff, exp, fabs, findroot, ln, log, mpf, pi, quad, sin, sqrt

from common import N_A, c, eps_0, hbar, k_B, m_e, m_n, m_p, main, q_e

COULOMB = q_e**2 / (4 * pi * eps_0)
MEV = mpf("1.602176634e-13")


def bateman(N_0, l_1, l_2, t):
    # Daughters made at s that survive until t.
    return quad(lambda s: N_0 * l_1 * exp(-l_1 * s) * exp(-l_2 * (t - s)), [0, t / 2, t])


def activation(N_t, sigma_c, phi_n, l_p, t_i, t_d):
    made = quad(lambda s: N_t * sigma_c * phi_n * exp(-l_p * (t_i - s)), [0, t_i])
    return l_p * made * exp(-l_p * t_d)


def weizsaecker(A, Z):
    third = cbrt(A)
    return MEV * (mpf("15.75") * A - mpf("17.8") * third**2 - mpf("0.711") * Z**2 / third
                  - mpf("23.7") * (A - 2 * Z) ** 2 / A)


def rutherford(Z_1, Z_2, E_k, theta):
    # From the impact parameter of the hyperbola: b db/dtheta over sin(theta).
    b = lambda x: Z_1 * Z_2 * COULOMB / (2 * E_k) * cot(x / 2)
    return b(theta) * fabs(diff(b, theta)) / sin(theta)


def lethargy(A_m):
    # Energies after a collision are spread evenly from a to one.
    a = ((A_m - 1) / (A_m + 1)) ** 2
    return quad(lambda x: -ln(x), [a, 1]) / (1 - a)


def gamow_peak(mu_r, Z_1, Z_2, T):
    # Stationary exponent E/(k T) + 2 pi eta(E); in units of k T.
    b = 2 * pi * Z_1 * Z_2 * COULOMB / (hbar * sqrt(2 * k_B * T / mu_r))
    x = findroot(lambda x: 1 - b / (2 * x * sqrt(x)), 20)
    return x * k_B * T


def separative(m_P, x_P, x_F, x_W):
    # Balances of the mass and of the isotope.
    m_F = m_P * (x_P - x_W) / (x_F - x_W)
    m_W = m_F - m_P
    V = lambda x: (2 * x - 1) * (ln(x) - ln(1 - x))
    return m_P * V(x_P) + m_W * V(x_W) - m_F * V(x_F)


def stable_period(Lambda_g, T_p, **p):
    # Point kinetics with everything growing as exp(t/T): precursors per neutron beta/(Lambda (lambda + 1/T)).
    groups = [(p[k], p["lambda" + k[4:]]) for k in p if k.startswith("beta")]
    beta = sum(b for b, _ in groups)
    source = sum(l * b / (Lambda_g * (l + 1 / T_p)) for b, l in groups)
    return Lambda_g * (1 / T_p - source) + beta



FUNCTIONS = {
    "NUC1": lambda N_0, t, T_h: N_0 * exp(-ln(2) * t / T_h),
    "NUC2": lambda m, T_h, M_m: (m / M_m) * N_A * ln(2) / T_h,
    "NUC3": bateman,
    "NUC4": activation,
    # exp(l t) - 1 = r_d.
    "NUC5": lambda T_h, r_d: ln(1 + r_d) / (ln(2) / T_h),
    "NUC6": lambda m_a, m_X, m_Y, m_b: ((m_a + m_X) - (m_Y + m_b)) * c**2,
    "NUC7": lambda Z_p, N_n, m_a: (Z_p * m_p + Z_p * m_e + N_n * m_n - m_a) * c**2,
    "NUC8": lambda A_m, Z_p: weizsaecker(A_m, Z_p),
    "NUC9": lambda A_m: mpf("1.2e-15") * cbrt(A_m),
    "NUC10": lambda Z_1, Z_2, A_1, A_2: COULOMB * Z_1 * Z_2 / (mpf("1.2e-15") * cbrt(A_1) + mpf("1.2e-15") * cbrt(A_2)),
    "NUC11": lambda Q, m_a, m_X, m_Y, m_b: fabs(Q) * ((m_a + m_X) + (m_Y + m_b)) / (2 * m_X),
    "NUC12": rutherford,
    "NUC13": lambda g_J, W_n, W_c, k_n, E_n, E_0, W_t: pi / k_n**2 * g_J * W_n * W_c / fabs(
        (E_n - E_0) + 0.5j * W_t) ** 2,
    "NUC14": lethargy,
    "NUC15": lambda E_1, E_2, xi_m: (ln(E_1) - ln(E_2)) / xi_m,
    "NUC17": lambda rho, sigma, M_m: (rho / M_m * N_A) * sigma,
    "NUC18": lambda eta_f, f_u, p_r, eps_f: eta_f * f_u * p_r * eps_f,
    "NUC19": lambda k_inf, L_d, B_g: k_inf / (1 + B_g * L_d**2),
    "NUC20": lambda R_c, H_c: (besseljzero(0, 1) / R_c) ** 2 + (pi / H_c) ** 2,
    "NUC21": stable_period,
    "NUC22": lambda k_eff: 1 - 1 / k_eff,
    "NUC23": lambda t_s, T_o: mpf("0.0622") * (exp(-ln(t_s) / 5) - exp(-ln(t_s + T_o) / 5)),
    # Balance of iodine, then of xenon.
    "NUC24": lambda y_I, y_X, Sigma_f, phi_n, l_X, sigma_X: (y_I * Sigma_f * phi_n + y_X * Sigma_f * phi_n) / (
        l_X + sigma_X * phi_n),
    "NUC25": lambda Z_1, Z_2, v_r: exp(-2 * pi * Z_1 * Z_2 * COULOMB / (hbar * v_r)),
    "NUC26": gamow_peak,
    # Momentum of the photon.
    "NUC27": lambda E_g, M_n: (E_g / c) ** 2 / (2 * M_n),
    "NUC28": lambda Q, m_a, M_d: Q * M_d / (m_a + M_d),
    "NUC29": separative,
    "NUC30": lambda Z_p, A_m: Z_p**2 / A_m / (mpf("50.883") * (1 - mpf("1.7826") * (1 - 2 * Z_p / A_m) ** 2)),
    "NUC31": lambda S_n, r, L_d, D_n: S_n / (4 * pi * r * D_n) * exp(-r / L_d),
    "NUC33": lambda T_h: log(2) / T_h,
    "NUC34": lambda N, T_h: N * (log(2) / T_h),
}

if __name__ == "__main__":
    main("nuclear", FUNCTIONS)
