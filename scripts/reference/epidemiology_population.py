"""Reference values of epidemiology_population; sources are named in the records."""
from mpmath import exp, expm1, findroot, log, matrix, mpf, quad, tanh

from common import main


def next_generation(beta_t, sigma_i, mu_d, gamma_r):
    """Chance to become infectious times infections during the infectious life."""
    return (sigma_i / (sigma_i + mu_d)) * (beta_t / (gamma_r + mu_d))


def peak(s_0, i_0, R_0):
    """di/ds = -1 + 1/(R_0 s), integrated down to s = 1/R_0."""
    return i_0 + quad(lambda s: 1 - 1 / (R_0 * s), [1 / R_0, s_0])


def logistic(K_c, N_0, r_g, t):
    """Centred hyperbolic tangent."""
    shift = log(N_0 / (K_c - N_0))
    return K_c / 2 * (1 + tanh((r_g * t + shift) / 2))


def competition(K_1, a_12, K_2, a_21):
    """N_1 + a_12 N_2 = K_1 and a_21 N_1 + N_2 = K_2."""
    return (matrix([[1, a_12], [a_21, 1]])**-1 * matrix([K_1, K_2]))[0]


def survival(lambda_M, x, alpha_G, beta_G):
    hazard = lambda u: lambda_M + alpha_G * exp(beta_G * u)
    return exp(-quad(hazard, [0, x / 2, x]))


def selection(p_a, w_11, w_12, w_22):
    """Counting alleles after selection of Hardy-Weinberg genotypes."""
    q = 1 - p_a
    homo, hetero, other = p_a**2 * w_11, 2 * p_a * q * w_12, q**2 * w_22
    return (homo + hetero / 2) / (homo + hetero + other)


def predictive(s_e, p_v, s_p):
    """Bayes by odds."""
    odds = p_v / (1 - p_v) * s_e / (1 - s_p)
    return odds / (1 + odds)


def sir(beta_t, gamma_r, N_p, I_0, S_0, t):
    """With y the integral of beta I/N: S = S_0 exp(-y), I known, and t the integral of dy N/(beta I)."""
    infectious = lambda y: I_0 - S_0 * expm1(-y) - gamma_r * N_p / beta_t * y
    elapsed = lambda y: quad(lambda u: N_p / (beta_t * infectious(u)), [0, y / 32, y / 8, y / 2, y])
    y = findroot(lambda y: elapsed(y) / t - 1, (mpf("0.05"), mpf("2.2")), solver="anderson", tol=mpf(10)**-60)
    return infectious(y)


def reproductive_rate(**p):
    """Daughters by age class from the newborn on, summed as a product of row and column."""
    indices = [name[2:] for name in p if name.startswith("l_")]
    return (matrix([[p[f"l_{i}"] for i in indices]]) * matrix([p[f"m_{i}"] for i in indices]))[0]


FUNCTIONS = {
    "EPI1": next_generation,
    "EPI2": lambda R_0, E_v: (R_0 - 1) / (R_0 * E_v),
    "EPI3": lambda R_0: findroot(lambda z: z + expm1(-R_0 * z), mpf("0.75")),
    "EPI4": peak,
    # Means of the two periods.
    "EPI5": lambda r_g, b_1, b_2: (b_1 + r_g) * (b_2 + r_g) / (b_1 * b_2),
    "EPI6": reproductive_rate,
    "EPI7": predictive,
    # Mean risk less baseline risk over mean risk.
    "EPI8": lambda p_e, RR: 1 - 1 / (p_e * RR + (1 - p_e)),
    "EPI9": logistic,
    "EPI10": lambda K_c, N_0, a_G, t: K_c * (N_0 / K_c)**exp(-a_G * t),
    "EPI11": lambda L_inf, k_B_g, t, t_0: -L_inf * expm1(k_B_g * (t_0 - t)),
    "EPI12": survival,
    # Time per prey: search plus handling.
    "EPI13": lambda a_s, N_p, t_h: 1 / (1 / (a_s * N_p) + t_h),
    "EPI14": competition,
    "EPI15": lambda M_k, C_k, R_k: (M_k * C_k + M_k + C_k - R_k) / (R_k + 1),
    "EPI16": selection,
    "EPI17": lambda s_g, N_p: expm1(-2 * s_g) / expm1(-4 * N_p * s_g),
    "EPI18": sir,
}

if __name__ == "__main__":
    main("epidemiology_population", FUNCTIONS)
