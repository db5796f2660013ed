"""Reference values of radiation_dosimetry; sources are named in the records."""
from mpmath import cos, exp, findroot, inf, ln, mpf, pi, quad

from common import c, eps_0, m_e, main, q_e


def bethe(n_e, z_p, beta_v, I_m):
    # Coulomb form: 4 pi n (z e^2/(4 pi eps_0))^2/(m v^2) times the bracket.
    v = beta_v * c
    k = z_p * q_e**2 / (4 * pi * eps_0)
    g2 = 1 / (1 - beta_v**2)
    return 4 * pi * n_e * k**2 / (m_e * v**2) * (ln(2 * m_e * v**2 * g2) - ln(I_m) - beta_v**2)


def compton(E_p, theta):
    # Energy balance: electron of momentum |p - p'| takes E - E'; in units of the electron's rest energy.
    a = E_p / (m_e * c**2)
    f = lambda x: (1 + a - x) ** 2 - 1 - (a**2 + x**2 - 2 * a * x * cos(theta))
    return findroot(f, a / (1 + a)) * m_e * c**2


FUNCTIONS = {
    "RAD1": lambda E_d, m: E_d / m,
    "RAD2": lambda w_R, D: w_R * D,
    "RAD3": lambda K_0, B_b, mu_l, x: K_0 * B_b / exp(mu_l * x),
    # Root of exp(-mu rho x) = 1/2.
    "RAD4": lambda mu_m, rho: findroot(lambda u: exp(-u) - mpf("0.5"), mpf("0.7")) / (mu_m * rho),
    "RAD5": lambda S_p, mu_l, r: S_p / (4 * pi * r**2) / exp(mu_l * r),
    "RAD6": lambda Phi_p, E_p, mu_tr: (Phi_p * E_p) * mu_tr,
    "RAD7": lambda Gamma_k, A_s, r: A_s * Gamma_k / r**2,
    # Cumulated activity as an integral over all time.
    "RAD8": lambda A_0, E_m, phi_a, lambda_e, m_T: quad(lambda u: A_0 * exp(-u), [0, 2, inf]) / lambda_e * (
        E_m * phi_a / m_T),
    "RAD9": lambda T_p, T_b: 1 / (1 / T_p + 1 / T_b),
    "RAD10": lambda alpha_r, D, beta_r: exp(-D * (alpha_r + beta_r * D)),
    "RAD11": lambda n_f, d_f, R_ab: n_f * (d_f + d_f**2 / R_ab),
    "RAD12": lambda Q_c, W_e, s_mg, m_g: (Q_c * W_e / m_g) * s_mg,
    "RAD13": lambda T, p, p_0=mpf(101325), T_0=mpf("293.15"): (T / T_0) / (p / p_0),
    # m (1 + n tau) = n.
    "RAD14": lambda m_r, tau_d: 1 / (1 / m_r - tau_d),
    "RAD15": lambda P_g, d_b, W_l, U_f, T_o: P_g / (W_l * U_f * T_o / d_b**2),
    "RAD16": lambda **p: sum(p[k] * p["H" + k[1:]] for k in p if k[0] == "w"),
    # Mean of exp(-mu |t - s|) over both times of the exposure.
    "RAD17": lambda mu_p, t: 2 * quad(lambda u: (1 - u) * exp(-mu_p * t * u), [0, 1]),
    "RAD18": lambda N_c, n_f, alpha_r, d_f, beta_r: exp(-N_c * exp(-d_f * (alpha_r + beta_r * d_f)) ** n_f),
    "RAD19": bethe,
    "RAD20": compton,
}

if __name__ == "__main__":
    main("radiation_dosimetry", FUNCTIONS)
