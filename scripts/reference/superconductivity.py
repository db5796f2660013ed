"""Reference values of superconductivity; sources are named in the records."""
from mpmath import cos, euler, exp, log, mpf, pi, sin, sqrt

from common import Phi_0, h, hbar, k_B, m_e, main, mu_0, mu_B, q_e

FUNCTIONS = {
    "SUP1": lambda n_s: sqrt(m_e / mu_0 / n_s) / q_e,
    # Two-fluid density n_s/n = 1 - t^4 and depth ~ n_s^(-1/2).
    "SUP2": lambda lambda_0, T, T_c: lambda_0 * (1 - (T / T_c)**4)**mpf("-0.5"),
    "SUP3": lambda B_0, T, T_c: B_0 * (T_c - T) * (T_c + T) / T_c**2,
    "SUP4": lambda lambda_p, xi: lambda_p / xi,
    "SUP5": lambda xi: hbar / (2 * q_e) / xi**2,
    "SUP6": lambda kappa_GL, lambda_p: hbar / (2 * q_e) * log(kappa_GL) / (2 * lambda_p**2),
    "SUP7": lambda theta_D, N_V: 2 * theta_D / pi * exp(euler - 1 / N_V),
    "SUP8": lambda theta_D, lambda_ep, mu_star: theta_D / mpf("1.45")
    / exp(mpf("1.04") * (1 + lambda_ep) / (lambda_ep - mu_star - mpf("0.62") * lambda_ep * mu_star)),
    "SUP9": lambda v_F, Delta: v_F / (Delta / hbar) / pi,
    "SUP10": lambda I_c, phi: I_c * sin(phi),
    "SUP11": lambda V_j: V_j / Phi_0,
    "SUP12": lambda Delta, T, R_n: pi * Delta / (2 * q_e * R_n) * (1 - exp(-Delta / (k_B * T))) / (1
        + exp(-Delta / (k_B * T))),
    # Interference of the two junctions: modulus of the sum of their phasors.
    "SUP13": lambda I_c, Phi: I_c * sqrt(2 + 2 * cos(2 * pi * Phi / (h / (2 * q_e)))),
    # Condensation energy N Delta^2/2 against spin polarisation N mu_B^2 B^2.
    "SUP14": lambda Delta_0: sqrt(Delta_0**2 / 2) / mu_B,
}

if __name__ == "__main__":
    main("superconductivity", FUNCTIONS)
