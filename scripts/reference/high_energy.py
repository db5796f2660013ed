"""Reference values of high_energy; sources are named in the records."""
from mpmath import acos, asinh, atanh, cos, log, mpf, pi, quad, sin, sinh, sqrt, tan

from common import alpha, c, eps_0, hbar, main, q_e

G_F = mpf("454379570000000")


def strong_coupling(n_f, Q, Lambda):
    """4 pi / (beta_0 ln(Q^2/Lambda^2)) with beta_0 = 11 - 2 n_f/3 for three colours."""
    beta_0 = 11 - 2 * n_f / 3
    return 4 * pi / (beta_0 * 2 * log(Q / Lambda))


def invariant_mass(E_1, E_2, p_1, p_2, theta):
    """Minkowski square of the sum of the four-momenta."""
    px = p_1 + p_2 * cos(theta)
    py = p_2 * sin(theta)
    return sqrt(((E_1 + E_2) / c)**2 - px**2 - py**2) / c


def fixed_target(m_1, m_2, E_1):
    p = sqrt((E_1 / c)**2 - (m_1 * c)**2)
    return c * sqrt(((E_1 + m_2 * c**2) / c)**2 - p**2)


def hadron_ratio(N_c, **charges):
    """Each colour of each flavour contributes like a muon of its charge."""
    return sum(N_c * charge**2 for name, charge in charges.items() if name.startswith("q_"))


def threshold(M_f, m_1, m_2):
    """Kinetic energy at which the invariant mass of projectile and target is M_f."""
    E_1 = ((M_f**2 - m_1**2 - m_2**2) / (2 * m_2)) * c**2
    return E_1 - m_1 * c**2


def decay_momentum(M, m_1, m_2):
    E_1 = (M**2 + m_1**2 - m_2**2) / (2 * M)
    return c * sqrt(E_1**2 - m_1**2)


def bjorken(E_l, E_s, theta, M):
    """-q^2 of the light-like lepton momenta over 2 P.q."""
    q0 = E_l - E_s
    qx, qy = E_l - E_s * cos(theta), -E_s * sin(theta)
    return (qx**2 + qy**2 - q0**2) / (2 * M * c**2 * q0)


def resonance(E_R, E_cm, Gamma_e, Gamma_f, Gamma_t):
    """Peak cross section 12 pi (hbar c)^2 Ge Gf/(E_R^2 G^2) times the relative Breit-Wigner shape s G^2/(...)."""
    peak = 12 * pi * (hbar * c / E_R)**2 * (Gamma_e / Gamma_t) * (Gamma_f / Gamma_t)
    return peak * (E_cm * Gamma_t)**2 / (((E_cm - E_R) * (E_cm + E_R))**2 + (E_R * Gamma_t)**2)


def cherenkov(m, p, n):
    """Speed from the rapidity asinh(p/(m c))."""
    beta = p * c / sqrt((p * c)**2 + (m * c**2)**2)
    return acos(1 / (n * beta))


def frank_tamm(z, n, v, lambda_1, lambda_2):
    sin2 = 1 - (c / (n * v))**2
    return quad(lambda x: 2 * pi * alpha * z**2 * sin2 / x**2, [lambda_1, lambda_2])


def luminosity(f_c, N_1, N_2, sigma_x, sigma_y):
    """Overlap of the two Gaussian profiles in each direction: 1/(2 sqrt(pi) sigma)."""
    return f_c * N_1 * N_2 / ((2 * sqrt(pi) * sigma_x) * (2 * sqrt(pi) * sigma_y))


FUNCTIONS = {
    "HEP4": strong_coupling,
    "HEP1": invariant_mass,
    "HEP2": fixed_target,
    "HEP3": hadron_ratio,
    "HEP5": threshold,
    "HEP6": decay_momentum,
    "HEP7": bjorken,
    "HEP8": lambda theta: asinh(1 / tan(theta)),
    "HEP9": lambda E_t, p_z: atanh(p_z * c / E_t),
    "HEP10": lambda p_T, p_miss, phi_l: c * sqrt((p_T + p_miss)**2 - (p_T + p_miss * cos(phi_l))**2
                                                 - (p_miss * sin(phi_l))**2),
    "HEP11": lambda p, tau_0, m: (p / (m * c)) * c * tau_0,
    "HEP12": resonance,
    "HEP13": lambda E_cm: 4 * pi / 3 * (alpha * hbar * c / E_cm)**2,
    "HEP15": lambda m_l: (G_F * (m_l * c**2)**2)**2 * (m_l * c**2) / (192 * pi**3 * hbar),
    "HEP16": lambda theta_m, Delta_m2, L, E_nu: (2 * sin(theta_m) * cos(theta_m))**2
    * (1 - cos(Delta_m2 * c**3 * L / (2 * hbar * E_nu))) / 2,
    "HEP17": lambda m_Z, theta_W: sqrt(m_Z**2 - (m_Z * sin(theta_W))**2),
    # G_F/sqrt(2) = g^2/(8 E_W^2) with g^2 = 4 pi alpha/s_W2.
    "HEP18": lambda s_W2: sqrt(4 * pi * alpha / s_W2 / (8 * G_F / sqrt(2))),
    "HEP20": cherenkov,
    "HEP21": frank_tamm,
    "HEP22": lambda E_t, m, rho: (q_e**2 / (6 * pi * eps_0 * rho**2) * c * (E_t / (m * c**2))**4) * (2 * pi * rho / c),
    # p = q B r and s = L^2/(8 r).
    "HEP23": lambda q_p, B, L, p_T: L**2 / (8 * (p_T / (q_p * B))),
    "HEP24": lambda z, x, X_0, p, v: mpf("13.6") * 10**6 * q_e / (p * v) * z * sqrt(x / X_0)
    * (1 + mpf("0.038") * log(x / X_0)),
    "HEP25": luminosity,
    "HEP26": lambda sigma_s, r, alpha_s: -mpf(4) / 3 * alpha_s * hbar * c / r + sigma_s * r,
    "HEP27": lambda m: m * c * c,
    "HEP28": lambda m, v: m * c**2 * 2 * sinh(atanh(v / c) / 2)**2,
}

if __name__ == "__main__":
    main("high_energy", FUNCTIONS)
