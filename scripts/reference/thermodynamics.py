"""Reference values of thermodynamics; sources are named in the records."""
from mpmath import exp, findroot, ln, mpf, quad, sqrt

from common import R_gas as R, main


def peng_robinson(T, V_m, T_c, p_c, omega_a):
    b = mpf("0.07780") * R * T_c / p_c
    m = mpf("0.37464") + omega_a * (mpf("1.54226") - omega_a * mpf("0.26992"))
    a = mpf("0.45724") * (R * T_c * (1 + m * (1 - sqrt(T / T_c)))) ** 2 / p_c
    return R * T / (V_m - b) - a / (V_m * (V_m + b) + b * (V_m - b))


def vdw_critical(a, b):
    # Horizontal inflection of the isotherm: both derivatives vanish; elimination gives V = 3 b.
    V = b * findroot(lambda x: 2 * x - 3 * (x - 1), mpf("2.9"))
    return 2 * a * (V - b) ** 2 / (R * V**3)


def otto(r, g):
    # Four temperatures of the cycle for heating by the factor 3.
    T_1 = mpf(1)
    T_2 = T_1 * exp((g - 1) * ln(r))
    T_3 = 3 * T_2
    T_4 = T_3 * exp((1 - g) * ln(r))
    return 1 - (T_4 - T_1) / (T_3 - T_2)


def diesel(r, g, k):
    T_2 = exp((g - 1) * ln(r))
    T_3 = k * T_2
    T_4 = T_3 * exp((g - 1) * ln(k / r))
    return 1 - (T_4 - 1) / (g * (T_3 - T_2))


def brayton(r, g):
    s = exp((g - 1) / g * ln(r))
    T_3 = 4 * s
    return 1 - (T_3 / s - 1) / (T_3 - s)


FUNCTIONS = {
    "TD1": lambda n, T, V: n * R * T / V,
    "TD2": lambda n, T, V, b, a: R * T / (V / n - b) - a / (V / n) ** 2,
    "TD3": lambda T, V_m, b, a: R * T / (V_m - b) - a / (T**mpf("0.5") * (V_m**2 + b * V_m)),
    "TD4": peng_robinson,
    "TD5": vdw_critical,
    "TD7": lambda Q_h, W_s: Q_h - W_s,
    # Integral of p dV.
    "TD8": lambda n, T, V_2, V_1: quad(lambda V: n * R * T / V, [V_1, V_2]),
    "TD9": lambda T_1, V_1, V_2, gamma_h: T_1 * exp((gamma_h - 1) * (ln(V_1) - ln(V_2))),
    "TD10": lambda p_1, V_1, p_2, V_2, n_p: (p_2 * V_2 - p_1 * V_1) / (1 - n_p),
    # Enthalpy rise c_p (T_2 - T_1).
    "TD11": lambda gamma_h, R_s, T_1, p_2, p_1: gamma_h * R_s / (gamma_h - 1) * (
        T_1 * exp((gamma_h - 1) / gamma_h * ln(p_2 / p_1)) - T_1),
    "TD12": lambda T_l, T_h: (T_h - T_l) / T_h,
    "TD13": lambda T_l, T_h: 1 / (T_h / T_l - 1),
    "TD14": lambda r_c, gamma_h: otto(r_c, gamma_h),
    "TD15": lambda r_c, gamma_h, r_k: diesel(r_c, gamma_h, r_k),
    "TD16": lambda r_p, gamma_h: brayton(r_p, gamma_h),
    "TD18": lambda T_l, T_h: (sqrt(T_h) - sqrt(T_l)) / sqrt(T_h),
    # One less the heat given off over the heat taken up.
    "TD19": lambda h_3, h_4, h_2, h_1: 1 - (h_4 - h_1) / (h_3 - h_2),
    # Integrals of C dT/T and p dV/T.
    "TD21": lambda n, C_V, T_2, T_1, V_2, V_1: n * (
        quad(lambda T: C_V / T, [T_1, T_2]) + quad(lambda V: R / V, [V_1, V_2])),
    "TD22": lambda m, c_p, T_2, T_1: m * quad(lambda T: c_p / T, [T_1, T_2]),
    # d ln p/dT = L/(R T^2).
    "TD23": lambda p_1, L_m, T_2, T_1: p_1 * exp(quad(lambda T: L_m / (R * T**2), [T_1, T_2])),
    "TD24": lambda L_s, T, Delta_v: (L_s / T) / Delta_v,
    "TD25": lambda A_a, B_a, T, C_a: 100000 * exp(ln(10) * (A_a - B_a / (T + C_a))),
    # Heat balance.
    "TD27": lambda m_1, c_1s, T_1, m_2, c_2s, T_2: findroot(
        lambda T: m_1 * c_1s * (T - T_1) + m_2 * c_2s * (T - T_2), T_2 + 1),
    "TD28": lambda m, c_p, Delta_T: m * (c_p * Delta_T),
    "TD32": lambda q_m, h_1, h_2, v_1, v_2, g, z_1, z_2: q_m + (h_1 + v_1**2 / 2 + g * z_1) - (
        h_2 + v_2**2 / 2 + g * z_2),
    "TD33": lambda h_1, h_2, h_2s: (h_1 - h_2) / (h_1 - h_2s),
    "TD34": lambda v_m, v_f, v_g: 1 - (v_g - v_m) / (v_g - v_f),
    "TD41": lambda m, L_s: L_s * m,
    "TD42": lambda W, Q_h: W / Q_h,
    "TD43": lambda p_1, V_1, T_2, V_2, T_1: (p_1 * V_1 / T_1) * T_2 / V_2,
    "TD44": lambda p, Delta_V: quad(lambda v: p, [0, Delta_V]),
    "TD45": lambda alpha, L_0, Delta_T: L_0 * (alpha * Delta_T),
    "TD46": lambda beta, V_0, Delta_T: V_0 * (beta * Delta_T),
    "TD47": lambda Q, T: Q / T,
    "TD48": lambda p_1, V_1, V_2: p_1 / (V_2 / V_1),
    "TD49": lambda V_1, T_1, T_2: T_2 / (T_1 / V_1),
    "TD50": lambda p_1, T_1, T_2: T_2 / (T_1 / p_1),
    "TD51": lambda T_l, T_h: 1 / (1 - T_l / T_h),
    "TD52": lambda Q_h, Q_c: Q_h * (1 - Q_c / Q_h),
}

if __name__ == "__main__":
    main("thermodynamics", FUNCTIONS)
