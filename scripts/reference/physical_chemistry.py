"""Reference values of physical_chemistry; sources are named in the records."""
from mpmath import diff, exp, findroot, log, log10, mpf, polyroots, quad, sqrt

from common import N_A, R_gas, main


def positive_root(*coefficients):
    """The one positive root of a polynomial, highest power first."""
    roots = polyroots(list(coefficients), maxsteps=200, extraprec=200)
    return max(root.real for root in roots)


def changed_constant(K_1, H_r, T_2, T_1):
    """d ln K/dT = H/(R T^2), integrated."""
    return K_1 * exp(quad(lambda T: H_r / (R_gas * T**2), [T_1, T_2]))


def solubility(H_f, T, T_m):
    """ln x from the melting point, where it is zero, down to T."""
    return exp(quad(lambda y: H_f / (R_gas * y**2), [T_m, T]))


def dissociated_gas(K_p, p):
    """Partial pressure of A from y^2 = K_p (p - y), then the fraction of A2 that is gone."""
    atoms = positive_root(mpf(1), K_p, -K_p * p)
    molecules = p - atoms
    return (atoms / 2) / (atoms / 2 + molecules)


def weak_acid(pK_a, c_t):
    K = mpf(10)**-pK_a
    return -log10(positive_root(mpf(1), K, -K * c_t / 1000))


def strong_acid(c_a, pK_w):
    """Charge balance: h = a + K_w/h."""
    return -log10(positive_root(mpf(1), -c_a / 1000, -mpf(10)**-pK_w))


def salt(K_s, m_c, n_a):
    """Logarithms of (m s)^m (n s)^n = K_s."""
    s = findroot(lambda u: m_c * (log(m_c) + u) + n_a * (log(n_a) + u) - log(K_s), mpf(-15))
    return 1000 * exp(s)


def buffer_capacity(c_t, pK_a, pH_x, pK_w):
    """Slope of the base needed, from the charge balance, against pH."""
    def base(pH):
        h = mpf(10)**-pH
        K = mpf(10)**-pK_a
        return 1000 * (mpf(10)**-pK_w / h - h) + c_t * K / (K + h)
    return diff(base, pH_x)


def mixing_entropy(n, **x):
    """Entropy of every component rises as if it expanded into the whole: amount times R ln(1/x)."""
    return sum(n * share * R_gas * quad(lambda v: 1 / v, [share, 1]) for share in x.values())


def ionic_strength(**ions):
    """Pairs b_i, z_i by their number."""
    numbers = [name[2:] for name in ions if name.startswith("b_")]
    return sum(ions["b_" + i] * ions["z_" + i]**2 for i in numbers) / 2


def davies(z, I_b):
    m = sqrt(I_b)
    return -mpf("0.509") * z**2 * (m / (1 + m) - mpf("0.3") * m**2)


def extraction(V_a, D_r, V_o, n_e):
    left = mpf(1)
    for _ in range(int(n_e)):
        left /= 1 + D_r * V_o / V_a
    return left


def flory_huggins(phi_p, N_p, chi):
    solvent = 1 - phi_p
    return phi_p * log(phi_p) / N_p + solvent * log(solvent) + chi * phi_p * solvent


def bet(q_m, C_B, x_p):
    """Layers in geometric series: sum of i C x^i over 1 + sum of C x^i."""
    mean = C_B * x_p / (1 - x_p)**2
    return q_m * mean / (1 + C_B * x_p / (1 - x_p))


FUNCTIONS = {
    "CHE1": lambda M_2, M_1: sqrt(M_2) / sqrt(M_1),
    "CHE2": lambda x_1, p_1, p_2: p_2 + x_1 * (p_1 - p_2),
    "CHE3": lambda x_1, p_1, p_2: 1 / (1 + (1 - x_1) * p_2 / (x_1 * p_1)),
    "CHE4": lambda p_g, K_H: p_g / K_H,
    "CHE5": lambda i_v, b_s, T_b, M_s, H_v: (R_gas * T_b**2 * M_s / H_v) * b_s * i_v,
    "CHE6": lambda i_v, K_f, b_s: b_s * K_f * i_v,
    "CHE7": lambda i_v, c_s, T: i_v * c_s * R_gas * T,
    "CHE8": solubility,
    "CHE9": lambda H_r, T, S_r: H_r - S_r * T,
    "CHE10": lambda G_0, T: 1 / exp(G_0 / (R_gas * T)),
    "CHE11": changed_constant,
    "CHE12": lambda G_0, T, Q_r: G_0 + R_gas * T * log(Q_r),
    "CHE13": lambda H_1, C_r, T_2, T_1: H_1 + quad(lambda T: C_r, [T_1, T_2]),
    "CHE14": dissociated_gas,
    "CHE15": lambda K_c, c_t: positive_root(c_t, K_c, -K_c),
    "CHE16": weak_acid,
    # D times the fall of concentration per length.
    "CHE17": lambda D, c_2, c_1, L: D * (c_1 - c_2) / L,
    "CHE18": lambda pK_a, c_b, c_a: -log10(mpf(10)**-pK_a * c_a / c_b),
    "CHE19": strong_acid,
    # s (s + c_x) = K_s.
    "CHE20": lambda c_x, K_s: positive_root(mpf(1), c_x, -K_s),
    "CHE21": salt,
    "CHE22": davies,
    "CHE23": buffer_capacity,
    "CHE24": lambda K_L, p: p / (p + 1 / K_L),
    "CHE25": lambda q_0, c_e, c_1, n_F: q_0 * exp(log(c_e / c_1) / n_F),
    "CHE26": bet,
    "CHE28": lambda p_0, gamma_s, V_m, r, T: p_0 * exp((2 * gamma_s / r) * V_m / (R_gas * T)),
    "CHE30": ionic_strength,
    "CHE31": lambda eps_m, c_s, l: eps_m * c_s * l,
    "CHE33": flory_huggins,
    "CHE36": mixing_entropy,
    # Unknowns N_p (N_c - 1) + 2 less the equations N_c (N_p - 1).
    "CHE38": lambda N_c, N_p: N_p * (N_c - 1) + 2 - N_c * (N_p - 1),
    # (eps - 1)/(eps + 2) with eps = n^2, by the molar volume.
    "CHE32": lambda n, M, rho: (1 - 3 / (n**2 + 2)) * (M / rho),
    "CHE40": extraction,
    "CHE41": lambda c_1, V_1, V_2: c_1 * V_1 / V_2,
    "CHE42": lambda c_H: -log10(c_H / 1000),
    "CHE43": lambda m, M: m / M,
    "CHE44": lambda n, V: 1 / (V / n),
    "CHE45": lambda pH_s, pK_w=mpf(14): -log10(mpf(10)**-pK_w / mpf(10)**-pH_s),
    "CHE46": lambda m, M: m / (M / N_A),
}

if __name__ == "__main__":
    main("physical_chemistry", FUNCTIONS)
