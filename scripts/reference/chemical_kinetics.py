"""Reference values of chemical_kinetics; sources are named in the records."""
from mpmath import exp, expm, findroot, ln, log10, matrix, mpf, pi, quad, sqrt

from common import N_A, R_gas as R, k_B, c, h, hbar, main


def second_order(k_r, A_0, t):
    # 1/A grows evenly.
    return 1 / (1 / A_0 + k_r * t)


def mixed(A_0, B_0, k_r, t):
    # Integral of dx/((A - x)(B - x)) by partial fractions is k t.
    f = lambda x: (ln(1 - x / B_0) - ln(1 - x / A_0)) / (B_0 - A_0) - k_r * t
    return findroot(f, A_0 / 3)


def peak(k_1, k_2):
    # Intermediate exp(-k_2 t) - exp(-k_1 t) stationary.
    f = lambda u: k_1 * exp(-k_1 / k_2 * u) - k_2 * exp(-u)
    return findroot(f, mpf("0.6"), tol=mpf(10) ** -80) / k_2


def reversible(A_0, k_b, k_f, t):
    M = matrix([[-k_f, k_b], [k_f, -k_b]]) * t
    return (expm(M) * matrix([A_0, 0]))[0]


def collisions(P_s, sigma_c, T, mu_r, E_a):
    # Flux of pairs above the threshold along the line of centres, energies in k T.
    e = E_a / (R * T)
    open_fraction = quad(lambda u: u * (1 - e / u) * exp(-u), [e, e + 3, e + 10, e + 40, e + 130])
    return P_s * sigma_c * N_A * sqrt(8 * k_B * T / (pi * mu_r)) * open_fraction


def troe(k_i, P_r, F_c):
    N = mpf("0.75") - mpf("1.27") * ln(F_c) / ln(10)
    return k_i / (1 + 1 / P_r) * exp(ln(F_c) / (1 + (log10(P_r) / N) ** 2))


def tanks(k_r, tau_r, N_t):
    left = mpf(1)
    for _ in range(int(N_t)):
        left /= 1 + k_r * (tau_r / N_t)
    return left


def polymer(k_p, M_c, f_i, k_d, I_c, k_t):
    # Radicals: 2 f k_d I made, 2 k_t [R]^2 lost.
    radicals = sqrt(2 * f_i * k_d * I_c / (2 * k_t))
    return k_p * M_c * radicals


FUNCTIONS = {
    "CHK1": lambda A_f, E_a, T: A_f * exp(-E_a / (R * T)),
    "CHK2": lambda A_f, T, T_r, n_T, E_a: A_f * exp(n_T * ln(T / T_r) - E_a / (R * T)),
    "CHK3": lambda T, Delta_S, Delta_H: k_B * T / h * exp(-(Delta_H - T * Delta_S) / (R * T)),
    "CHK4": lambda A_0, k_r, t: A_0 / exp(k_r * t),
    "CHK5": lambda A_0, k_r, t: A_0 - k_r * t,
    "CHK6": second_order,
    "CHK7": mixed,
    "CHK8": peak,
    "CHK9": reversible,
    "CHK10": lambda k_f, A_e, B_e, k_b: 1 / (k_b + k_f * A_e + k_f * B_e),
    # Activated molecules in steady state.
    "CHK11": lambda k_a, k_u, M_g, k_d: k_u * (k_a * M_g / (k_d * M_g + k_u)),
    "CHK12": troe,
    "CHK13": lambda V_m, S, K_M: V_m / (1 + K_M / S),
    "CHK14": lambda V_m, S, K_M, I_c, K_i: V_m * (S / K_M) / (1 + S / K_M + I_c / K_i),
    "CHK15": lambda k_s, K_a, p_a, K_b, p_b: k_s * (K_a * p_a / (1 + K_a * p_a + K_b * p_b)) * (
        K_b * p_b / (1 + K_a * p_a + K_b * p_b)),
    # Area of the contact sphere times the gradient 1/R of the steady profile 1 - R/r.
    "CHK16": lambda D_a, D_b, R_r: N_A * (4 * pi * R_r**2) * ((D_a + D_b) / R_r),
    "CHK17": collisions,
    "CHK18": lambda z_a, z_b, I_s: mpf("1.018") * z_a * z_b * sqrt(I_s),
    "CHK19": lambda nu_s, mu_l, mu_h, T: exp(h * c * (nu_s - nu_s * sqrt(mu_l / mu_h)) / 2 / (k_B * T)),
    "CHK20": lambda f_i, T: 1 + (2 * pi * hbar * f_i / (k_B * T)) ** 2 / 24,
    "CHK21": tanks,
    "CHK23": lambda H_ab, lambda_r, Delta_G, T: 2 * pi * H_ab**2 / hbar / sqrt(4 * pi * lambda_r * k_B * T) * exp(
        -lambda_r * (1 + Delta_G / lambda_r) ** 2 / (4 * k_B * T)),
    "CHK24": polymer,
    "CHK25": lambda k_r: findroot(lambda t: exp(-k_r * t) - mpf(1) / 2, 0.7 / k_r),
}

if __name__ == "__main__":
    main("chemical_kinetics", FUNCTIONS)
