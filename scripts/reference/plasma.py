"""Reference values of plasma; sources are named in the records."""
from mpmath import asin, exp, log, mpf, pi, quad, sqrt

from common import c, eps_0, h, k_B, m_e, main, mu_0, q_e

# What the plasma frequency squared is per electron density.
W2 = q_e**2 / (eps_0 * m_e)


def faraday(n_e, B, L_p, **rest):
    """omega_p^2 omega_c/(2 c omega^2) per length."""
    omega = 2 * pi * c / rest["lambda"]
    return W2 * n_e * (q_e * B / m_e) / (2 * c * omega**2) * L_p


def child(q, m, V_a, d):
    """First integral of Poisson's equation: V^(3/4) = (3/2) sqrt(2 J sqrt(m/(2 q))/eps_0) x^... by quadrature."""
    # (dV/dx)^2 = 4 J sqrt(m/(2 q)) sqrt(V)/eps_0, so d = int dV V^(-1/4)/sqrt(4 J sqrt(m/2q)/eps_0)
    span = V_a**(mpf(3) / 4) * quad(lambda u: 4 * u**2, [0, 1])  # V = V_a u^4
    return (span / d)**2 * eps_0 / (4 * sqrt(m / (2 * q)))


def mirror(B_0, B_m):
    """sin^2/B is invariant and sin = 1 at the mirror."""
    return asin(1 / sqrt(B_m / B_0))


def bremsstrahlung(T_e, Z_i, n_e, n_i, g_B):
    """Integral over frequency of the emissivity 6.8e-38-type formula written with natural constants."""
    # eps_nu = (2^5 pi K^3/(3 m c^3)) sqrt(2 pi/(3 k m)) T^(-1/2) Z^2 n n exp(-h nu/kT) g
    K = q_e**2 / (4 * pi * eps_0)
    front = 32 * pi * K**3 / (3 * m_e * c**3) * sqrt(2 * pi / (3 * k_B * m_e)) / sqrt(T_e)
    return front * Z_i**2 * n_e * n_i * g_B * (k_B * T_e / h) * quad(lambda x: exp(-x), [0, 10, 130])


def debye(T_e, n_e):
    return sqrt(k_B * T_e / m_e) / sqrt(W2 * n_e)


FUNCTIONS = {
    "PL1": lambda n_e: sqrt(n_e * W2),
    "PL2": debye,
    "PL3": faraday,
    "PL4": lambda q, B, m: q / m * B,
    "PL5": lambda m, v_p, q, B: v_p / (q * B / m),
    "PL6": lambda B, rho: sqrt(B**2 / mu_0 / rho),
    "PL7": lambda p, B: p / (B**2 / (2 * mu_0)),
    "PL8": lambda T_e, T_i, m_i: sqrt(k_B * T_e / m_i + 3 * k_B * T_i / m_i),
    "PL9": lambda m, v_l, v_p, q, B, R_c: m * v_l**2 / (q * B * R_c) + (m * v_p**2 / 2) / (q * B * R_c),
    "PL10": lambda I_p, a: mpf(10)**20 * (I_p / mpf(10)**6) / (pi * a * a),
    "PL11": mirror,
    "PL12": lambda n_e, omega: sqrt(1 - n_e * W2 / omega**2),
    "PL13": lambda n_e, k, T_e: sqrt(W2 * n_e * (1 + 3 * (k * debye(T_e, n_e))**2)),
    # Pressure against the mean of the pinch: p S = mu_0 I^2/(8 pi).
    "PL14": lambda N_l, T_e, T_i: sqrt(N_l * k_B * (T_e + T_i) / (mu_0 / (8 * pi))),
    "PL15": lambda omega_e, omega_i, omega_pi: omega_pi * sqrt(omega_e * omega_i / (omega_pi**2 + omega_e * omega_i)),
    "PL16": lambda n_e, T_e: log(12 * pi * n_e * debye(T_e, n_e)**3),
    "PL17": lambda Z_i, L_c, T_e: 4 * sqrt(2 * pi) / 3 * Z_i * L_c * m_e / q_e**2 * c
    * (q_e**2 / (4 * pi * eps_0))**2 / (k_B * T_e)**2 * sqrt(k_B * T_e / (m_e * c**2)),
    "PL18": lambda T_e, B: (k_B * T_e / q_e) / B / 16,
    "PL19": lambda mu_i, D_e, mu_e, D_i: (D_e / mu_e + D_i / mu_i) / (1 / mu_e + 1 / mu_i),
    "PL20": child,
    # Flux balance n sqrt(kT/m_i) = (n/4) sqrt(8 kT/(pi m_e)) exp(q phi/kT).
    "PL21": lambda T_e, m_i: k_B * T_e / q_e * log(sqrt(k_B * T_e / m_i) / (sqrt(8 * k_B * T_e / (pi * m_e)) / 4)),
    "PL22": lambda n_e, A, T_e, m_i: q_e * n_e * A * sqrt(k_B * T_e / m_i / exp(1)),
    "PL23": bremsstrahlung,
    # alpha heating n^2/4 <sv> E_a against 3 n k T/tau.
    "PL24": lambda T, S_v, E_a: 3 * k_B * T / (S_v * E_a / 4),
    "PL25": lambda r, B_t, R_0, B_p: (B_t / R_0) / (B_p / r),
    "PL26": lambda B_g, p, d, A_g, gamma_s: B_g * p * d / log(A_g * p * d / log((1 + gamma_s) / gamma_s)),
    "PL28": lambda omega_p, k, lambda_D: omega_p * sqrt(pi / 8) * exp(-mpf(3) / 2
        - 1 / (k * lambda_D)**2 / 2) / (k * lambda_D)**3,
}

if __name__ == "__main__":
    main("plasma", FUNCTIONS)
