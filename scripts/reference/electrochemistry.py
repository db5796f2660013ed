"""Reference values of electrochemistry; sources are named in the records."""
from mpmath import cbrt, exp, log, log10, mpf, pi, sqrt

from common import F_const, N_A, R_gas, eps_0, k_B, main, q_e


def thermal(T):
    """k_B T/q_e."""
    return R_gas * T / F_const


def limiting(z_i, eps_r, T, I_s):
    """Half the energy of the ion in the potential -z q kappa/(4 pi eps) of its atmosphere, over k T."""
    kappa = 1 / debye(eps_r, T, I_s)
    potential = -z_i * q_e * kappa / (4 * pi * eps_r * eps_0)
    return z_i * q_e * potential / 2 / (k_B * T)


def grahame(eps_r, T, n_0, z_i, psi_0):
    """sigma^2/(2 eps) is the excess osmotic pressure 2 n k T (cosh(x) - 1) at the wall."""
    x = z_i * q_e * psi_0 / (k_B * T)
    pressure = n_0 * k_B * T * (exp(x) + exp(-x) - 2)
    return sqrt(2 * eps_r * eps_0 * pressure)


def cottrell(z_e, A, c_b, D_r, t):
    """Gradient of erfc at the surface."""
    slope = c_b * (2 / sqrt(pi)) / (2 * sqrt(D_r * t))
    return z_e * F_const * A * D_r * slope


def sand(D_r, z_e, c_b, j_e):
    """Surface concentration c - 2 j/(n F) sqrt(t/(pi D)) = 0."""
    return pi * D_r * (c_b * z_e * F_const / (2 * j_e))**2


def debye(eps_r, T, I_s):
    """From the sum of n q^2 over the ions, 2 I N_A q^2."""
    total = 2 * I_s * N_A * q_e**2
    return 1 / sqrt(total / (eps_r * eps_0 * k_B * T))


def molar_conductivity(n_p, z_p, D_p, n_m, z_m, D_m, T):
    """Each ion adds its mobility z D F/(R T) times charge."""
    u = lambda z, D: abs(z) * D / thermal(T)
    return F_const * (n_p * abs(z_p) * u(z_p, D_p) + n_m * abs(z_m) * u(z_m, D_m))


def stern_geary(b_a, b_c, R_p):
    """Slope of j (exp(x/beta_a) - exp(-x/beta_c)) at zero."""
    beta_a, beta_c = b_a / log(10), b_c / log(10)
    return 1 / R_p / (1 / beta_a + 1 / beta_c)


FUNCTIONS = {
    "ELC1": lambda E_0, T, Q_r, z_e: E_0 + thermal(T) / z_e * log(1 / Q_r),
    "ELC2": lambda eta_c, I_c, t, M, z_e: M * (eta_c * I_c * t / (z_e * F_const)),
    "ELC3": lambda j_0, a_a, a_c, eta_o, T: j_0 * (exp(a_a * eta_o / thermal(T)) - 1 / exp(a_c * eta_o / thermal(T))),
    "ELC4": lambda T, j_e, j_0, a_t: thermal(T) * log(10) / a_t * log10(j_e / j_0),
    "ELC5": lambda z_e, D_r, c_b, delta_N: z_e * F_const * (D_r * c_b / delta_N),
    "ELC6": lambda T, j_e, j_L, z_e: thermal(T) / z_e * (log(j_L - j_e) - log(j_L)),
    "ELC7": cottrell,
    "ELC8": lambda z_e, A, c_b, v_s, D_r, T: mpf("0.4463") * z_e * F_const * A * c_b * sqrt(
        D_r * v_s * z_e / thermal(T)),
    "ELC9": lambda z_e, A, c_b, D_r, omega, nu_k: mpf("0.62") * z_e * F_const * A * c_b * D_r * sqrt(
        omega / nu_k) / cbrt(D_r / nu_k),
    "ELC10": lambda j_k, j_L: j_k * j_L / (j_k + j_L),
    "ELC11": limiting,
    "ELC12": debye,
    "ELC13": lambda L_0, K_K, c_e: L_0 - K_K * sqrt(c_e),
    "ELC14": molar_conductivity,
    # Inverse slope of j = j_0 (exp(a f x) - exp(-(z - a) f x)) at zero, which is j_0 z f for any a.
    "ELC15": lambda T, z_e, j_0: 1 / (j_0 * z_e / thermal(T)),
    "ELC16": grahame,
    "ELC17": lambda t_p, T, a_1, a_2: (t_p - (1 - t_p)) * thermal(T) * (log(a_1) - log(a_2)),
    # I^k t is constant.
    "ELC18": lambda t_R, C_q, I_c, k_P: t_R * exp(k_P * log(C_q / t_R / I_c)),
    "ELC19": lambda z_e, E_c: -z_e * F_const * E_c,
    "ELC20": stern_geary,
    "ELC21": sand,
    "ELC22": lambda eps_r, zeta_p, E_f, mu_d: (eps_0 * eps_r) * (zeta_p / mu_d) * E_f,
}

if __name__ == "__main__":
    main("electrochemistry", FUNCTIONS)
