"""Reference values of semiconductors; sources are named in the records."""
from mpmath import exp, expm1, findroot, ln, mpf, pi, polylog, quad, re, sqrt

from common import eps_0, hbar, k_B, m_e, main, q_e


def v_th(T):
    return k_B * T / q_e


def density_of_states(r_m, T):
    # Integral of the three-dimensional density of states with Boltzmann's factor, in units of k_B T.
    m = r_m * m_e
    g = (2 * m / hbar**2) ** mpf("1.5") / (2 * pi**2) * (k_B * T) ** mpf("1.5")
    return g * quad(lambda u: 2 * u**2 * exp(-u**2), [0, 1, 3, 6, 13])


def depletion(eps_r, N_a, N_d, V_bi, V_a):
    # Poisson: q N x^2/(2 eps) of both sides, charges equal.
    # x_p = W N_d/(N_a + N_d)
    per_square = q_e / (2 * eps_r * eps_0) * (N_a * (N_d / (N_a + N_d)) ** 2 + N_d * (N_a / (N_a + N_d)) ** 2)
    return sqrt((V_bi - V_a) / per_square)


def two_band_hall(p, mu_p, n, mu_n):
    # First order in B of the conductivity tensor, charges +q and -q.
    s = q_e * (p * mu_p + n * mu_n)
    t = q_e * (p * mu_p**2 - n * mu_n**2)
    return t / s**2


def threshold(V_FB, phi_F, eps_r, N_a, C_ox):
    # Depletion charge for the bending 2 phi_F.
    width = sqrt(2 * eps_r * eps_0 * (2 * phi_F) / (q_e * N_a))
    return V_FB + 2 * phi_F + q_e * N_a * width / C_ox


def channel(mu_n, C_ox, W_c, L_c, drive, V):
    # Gradual channel: integral of the sheet charge over the channel voltage.
    return mu_n * W_c / L_c * quad(lambda u: C_ox * (drive - u), [0, V])


def fowler(E_f, phi_B, m_x):
    # WKB exponent through the triangular barrier.
    length = phi_B / (q_e * E_f)
    action = quad(lambda t: 2 * t * sqrt(2 * m_x * phi_B) * t, [0, 1]) * length / hbar
    return q_e**3 * E_f**2 / (8 * pi * (2 * pi * hbar) * phi_B) * exp(-2 * action)


def solar(I_L, I_0, V_t, R_s, n_f, T, R_p):
    f = lambda I: I_L - I_0 * expm1((V_t + I * R_s) / (n_f * v_th(T))) - (V_t + I * R_s) / R_p - I
    return findroot(f, (I_L / 2, I_L), tol=1e-45)


FUNCTIONS = {
    "SC1": lambda N_c, N_v, E_g, T: sqrt(N_c * N_v * exp(-E_g / (k_B * T))),
    "SC2": density_of_states,
    "SC3": lambda n, mu_n, p, mu_p: q_e * n * mu_n + q_e * p * mu_p,
    "SC4": lambda T, N_a, N_d, n_i: v_th(T) * (ln(N_a / n_i) + ln(N_d / n_i)),
    "SC5": depletion,
    "SC6": lambda C_0, V_a, V_bi, m_j: C_0 * exp(m_j * ln(V_bi / (V_bi - V_a))),
    "SC7": lambda I_s, V_a, n_f, T: I_s * expm1(V_a / (n_f * v_th(T))),
    "SC8": lambda D_n, tau_n: sqrt(D_n * tau_n),
    "SC9": lambda mu_n, T: mu_n * v_th(T),
    "SC10": lambda T, n, n_i: k_B * T * (ln(n) - ln(n_i)),
    "SC11": lambda E_0, alpha_V, T, beta_V: E_0 - alpha_V * T / (1 + beta_V / T),
    "SC12": two_band_hall,
    # Hall field R_H J B across the width.
    "SC13": lambda I_x, B, n, t_p: (1 / (q_e * n)) * (I_x / t_p) * B,
    "SC14": lambda mu_min, mu_max, N_t, N_r, a_m: mu_min + (mu_max - mu_min) / (1 + exp(a_m * ln(N_t / N_r))),
    "SC15": lambda mu_n, E_f, v_s, b_v: (v_s ** (-b_v) + (mu_n * E_f) ** (-b_v)) ** (-1 / b_v),
    "SC16": lambda I_s, V_BE, V_CE, V_A, T: I_s * exp(V_BE / v_th(T)) * (V_A + V_CE) / V_A,
    "SC17": threshold,
    "SC18": lambda mu_n, C_ox, W_c, L_c, V_GS, V_T, lambda_m, V_DS: channel(
        mu_n, C_ox, W_c, L_c, V_GS - V_T, V_GS - V_T) * (1 + lambda_m * V_DS),
    "SC19": lambda mu_n, C_ox, W_c, L_c, V_GS, V_T, V_DS: channel(mu_n, C_ox, W_c, L_c, V_GS - V_T, V_DS),
    "SC20": lambda T, C_d, C_ox: v_th(T) * ln(10) * (C_ox + C_d) / C_ox,
    "SC21": lambda V_0, gamma_b, phi_0, V_SB: V_0 + gamma_b * V_SB / (sqrt(phi_0 + V_SB) + sqrt(phi_0)),
    "SC22": lambda A_R, T, phi_B, V_a: A_R * T**2 * exp(-phi_B / (k_B * T)) * expm1(V_a / v_th(T)),
    "SC23": fowler,
    "SC24": solar,
    "SC25": lambda v_n: (v_n - ln(v_n + mpf("0.72"))) / (v_n + 1),
    # Half the Coulomb energy at the scaled Bohr radius.
    "SC26": lambda r_m, eps_r: q_e**2 / (4 * pi * eps_r * eps_0) / (
        2 * (4 * pi * eps_r * eps_0 * hbar**2 / (r_m * m_e * q_e**2))),
    "SC27": lambda n, p, n_i, tau_p, n_1, tau_n, p_1: (n * p - n_i**2) / (tau_p * (n + n_1) + tau_n * (p + p_1)),
    "SC28": lambda eps_r, T, n: sqrt(eps_r * eps_0 * v_th(T) / (q_e * n)),
    # Integral as a polylogarithm.
    "SC29": lambda N_c, eta_F: -N_c * re(polylog(mpf("1.5"), -exp(eta_F))),
    "SC30": lambda n, mu_n, E_f, D_n, s_n: q_e * n * (mu_n * E_f) + q_e * D_n * s_n,
}

if __name__ == "__main__":
    main("semiconductors", FUNCTIONS)
