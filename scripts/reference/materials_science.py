"""Reference values of materials_science; sources are named in the records."""
from mpmath import acos, cos, erfc, exp, expm1, log, mpf, pi, quad, sin, sqrt

from common import R_gas, exact, k_B, main

kgf = exact(mpf("9806650"))


def brinell(F_b, D_b, d_i):
    """Area of the cap by its rings: pi D times the depth."""
    R = D_b / 2
    top = quad(lambda r: 2 * pi * r * R / sqrt(R**2 - r**2), [0, d_i / 2])
    return F_b / top / kgf


def vickers(F_v, d_v):
    """Four triangular faces over the square of diagonal d, tilted so that opposite faces include 136 degrees."""
    area = d_v**2 / 2 / sin(68 * pi / 180)
    return F_v / area / kgf


def barrier(gamma_s, g_V):
    """Value of 4 pi r^2 gamma - 4 pi r^3 g/3 at its maximum."""
    r = 2 * gamma_s / g_V
    return 4 * pi * r**2 * gamma_s - 4 * pi * r**3 / 3 * g_V


def cap(theta):
    """Volume of the cap of angle theta over that of the sphere."""
    return quad(lambda z: pi * (1 - z**2), [cos(theta), 1]) / (4 * pi / 3)


def crystallinity(rho_c, rho, rho_a):
    """Volumes add: 1/rho = x/rho_c + (1 - x)/rho_a."""
    return (1 / rho - 1 / rho_a) / (1 / rho_c - 1 / rho_a)


def deal_grove(B_p, B_l, t, t_0):
    """Positive root of x^2/B_p + x/B_l = t + t_0."""
    a, b, c = 1 / B_p, 1 / B_l, t + t_0
    return 2 * c / (b + sqrt(b**2 + 4 * a * c))


def rubber(N_c, T, lambda_x):
    """Slope of N k T (l^2 + 2/l - 3)/2."""
    return N_c * k_B * T * (2 * lambda_x - 2 / lambda_x**2) / 2


def stoney(E_Y, h_s, nu_P, h_f, R_c):
    """Film force times lever h_s/2 balances the biaxial bending stiffness times curvature."""
    stiffness = E_Y / (1 - nu_P) * h_s**3 / 12
    return stiffness / R_c / (h_s / 2) / h_f


FUNCTIONS = {
    "MS1": lambda D_0, Q_d, T: exp(log(D_0) - Q_d / R_gas / T),
    "MS2": lambda N_s, E_v, T: N_s * exp(-E_v / (k_B * T)),
    "MS3": lambda w_s, w_0, x, D_T, t: w_0 + (w_s - w_0) * erfc(x / sqrt(4 * D_T * t)),
    "MS4": lambda sigma_e, eps_e: sigma_e + sigma_e * eps_e,
    "MS5": lambda sigma_s, E_Y, sigma_y, n_R: sigma_s / E_Y + mpf("0.002") * exp(n_R * log(sigma_s / sigma_y)),
    "MS6": lambda sigma_0, k_y, d_g: sigma_0 + k_y * d_g**mpf("-0.5"),
    "MS7": brinell,
    "MS8": vickers,
    "MS9": lambda sigma_s, phi, lambda_s: sigma_s * (cos(phi - lambda_s) + cos(phi + lambda_s)) / 2,
    # 2 gamma over the free energy released, L Delta_T/T_m.
    "MS10": lambda gamma_s, T_m, L_V, Delta_T: 2 * gamma_s / (L_V * Delta_T / T_m),
    "MS11": barrier,
    "MS12": cap,
    "MS13": lambda d_0, K_g, t: sqrt(d_0**2 + K_g * t),
    "MS14": lambda A_c, sigma_s, sigma_0, n_c, Q_c, T: A_c * exp(n_c * log(sigma_s / sigma_0) - Q_c / (R_gas * T)),
    "MS15": lambda A_N, D_l, sigma_s, V_a, T, d_g: A_N * (D_l / d_g**2) * (sigma_s * V_a / (k_B * T)),
    # Stress E alpha dT/(1 - nu) of the restrained surface reaches the strength.
    "MS16": lambda sigma_f, nu_P, E_Y, alpha_L: sigma_f / (E_Y / (1 - nu_P) * alpha_L),
    "MS18": lambda V, V_0, sigma_s, sigma_0, m_W: -expm1(-V / V_0 * exp(m_W * log(sigma_s / sigma_0))),
    "MS19": rubber,
    "MS20": lambda C_1, T, T_r, C_2: -C_1 / (1 + C_2 / (T - T_r)),
    "MS21": lambda w_1, T_1, T_2: T_1 * T_2 / (w_1 * T_2 + (1 - w_1) * T_1),
    "MS22": crystallinity,
    "MS23": lambda gamma_sv, gamma_sl, gamma_lv: acos((gamma_sv - gamma_sl) / gamma_lv),
    "MS24": deal_grove,
    "MS25": stoney,
    "MS27": lambda E_Y, eps: eps * E_Y,
    "MS28": lambda Delta_L, L_0: Delta_L / L_0,
}

if __name__ == "__main__":
    main("materials_science", FUNCTIONS)
