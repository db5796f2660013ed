"""Reference values of medical_physics; sources are named in the records."""
from mpmath import cos, exp, expm, findroot, ln, matrix, mpf, pi, quad, sin, sqrt

from common import main


def ernst(t_R, T_1):
    # Signal sin(a) (1 - E)/(1 - E cos(a)) stationary.
    E = exp(-t_R / T_1)
    return findroot(lambda a: cos(a) * (1 - E * cos(a)) - E * sin(a) ** 2, sqrt(2 * t_R / T_1))


def b_value(gamma_n, G_d, delta_g, Delta_g):
    # Integral of the squared phase gradient: ramp up, hold, ramp down.
    q = gamma_n * G_d
    ramp = quad(lambda t: (q * t) ** 2, [0, delta_g])
    return 2 * ramp + (q * delta_g) ** 2 * (Delta_g - delta_g)


def oral(F_b, m_d, k_a, k_e, t, V_d):
    # Amounts in gut and body.
    M = matrix([[-k_a, 0], [k_a, -k_e]]) * t
    return (expm(M) * matrix([F_b * m_d, 0]))[1] / V_d


def windkessel(Q_i, C_a, R_p, P_0, t):
    # Inflow weighted with the decay after it, plus what is left of the start.
    tau = C_a * R_p
    return P_0 * exp(-t / tau) + quad(lambda s: Q_i / C_a * exp(-(t - s) / tau), [0, t])


FUNCTIONS = {
    "MED1": lambda gamma_n, B: gamma_n * B / (2 * pi),
    # Recovery from minus one.
    "MED2": lambda t_I, T_1: (1 - exp(-t_I / T_1)) - exp(-t_I / T_1),
    "MED3": lambda t_R, T_1, t_E, T_2: exp(-t_E / T_2) - exp(-t_E / T_2 - t_R / T_1),
    "MED4": ernst,
    "MED5": b_value,
    "MED6": lambda mu_t, mu_w: 1000 * (mu_t / mu_w - 1),
    # Shift of both ways: 2 v cos(theta)/wavelength.
    "MED7": lambda c_t, f_D, f_0, theta: f_D * (c_t / f_0) / (2 * cos(theta)),
    "MED8": lambda p_r, f_c: p_r / 10**6 / sqrt(f_c / 10**6),
    "MED9": lambda sigma, E_r, rho: (sigma * E_r) * E_r / rho,
    "MED10": lambda R_T, **p: sum(
        p[k] * exp(ln(R_T) * (mpf("316.15") - p["T" + k[1:]])) for k in p if k[0] == "t"),
    "MED12": oral,
    "MED13": lambda m_b, H_b: mpf("0.007184") * exp(mpf("0.425") * ln(m_b) + mpf("0.725") * ln(100 * H_b)),
    "MED14": windkessel,
    "MED15": lambda V_O, C_a, C_v: V_O / (C_a - C_v),
    "MED16": lambda F_I, p_B, p_w, p_C, R_Q: F_I * p_B - F_I * p_w - p_C / R_Q,
    "MED17": lambda C_t, m_b, A_i: C_t / (A_i / (m_b / 1000)),
    # Similar triangles from the focal spot.
    "MED18": lambda w_f, d_r, d_s: w_f * ((d_s + d_r) / d_s - 1),
}

if __name__ == "__main__":
    main("medical_physics", FUNCTIONS)
