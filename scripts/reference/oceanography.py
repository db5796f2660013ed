"""Reference values of oceanography; sources are named in the records."""
from mpmath import cbrt, cos, exp, mpf, pi, sqrt

from common import g_n, main



def ekman_surface(tau_w, rho, A_z, f_c):
    """Stress at the surface of the spiral v_0 exp(m z), m = (1 + i)/D: rho A |m| v_0 = tau."""
    D = sqrt(2 * A_z / f_c)
    return tau_w / (rho * A_z * (sqrt(2) / D))


def ekman_depth(A_z, f_c):
    """The spiral turns by pi where z = pi D, D = sqrt(2 A/|f|)."""
    return pi * sqrt(2 * A_z / abs(f_c))


def medwin(T, S_p, z):
    t = T - mpf("273.15")
    return (mpf("1449.2") + t * (mpf("4.6") + t * (mpf("-0.055") + t * mpf("0.00029")))
            + (mpf("1.34") - t / 100) * (S_p - 35) + mpf("0.016") * z)


def thorp(f):
    x = (f / 1000)**2
    return (mpf("0.11") / (1 / x + 1) + 44 / (4100 / x + 1) + mpf("2.75e-4") * x + mpf("0.003")) / 1000


def tide(M_b, R_E, theta_z, M_E, d_b):
    """Tidal potential of second degree over the gravity of the sphere, G cancels."""
    legendre = (3 * cos(theta_z)**2 - 1) / 2
    return (M_b * R_E**2 / d_b**3) * legendre / (M_E / R_E**2)


def flux(rho, H_s, T_e, g=g_n):
    """Energy rho g H^2/16 times group speed g T/(4 pi)."""
    return (rho * g * H_s**2 / 16) * (g * T_e / (4 * pi))


def interface(rho_2, rho_1, z_1, z_2, g=g_n):
    """Reduced gravity over the sum of the reciprocal depths."""
    return sqrt(g * (1 - rho_1 / rho_2) / (1 / z_1 + 1 / z_2))


FUNCTIONS = {
    "OCE1": lambda tau_w, rho, f_c: (tau_w / f_c) / rho,
    "OCE2": ekman_depth,
    "OCE3": ekman_surface,
    "OCE4": lambda N_b, D_w, f_c: (N_b * D_w / pi) / abs(f_c),
    "OCE5": lambda s_c, rho, b_c: (s_c / b_c) / rho,
    "OCE6": lambda A_h, b_c: cbrt(A_h / b_c),
    "OCE7": lambda rho_0, alpha_T, T, T_0, beta_S, S_p, S_0: rho_0 - rho_0 * alpha_T * (T - T_0)
        + rho_0 * beta_S * (S_p - S_0),
    "OCE8": medwin,
    "OCE9": lambda L_s, L_t, L_ts, L_n, L_d, L_dt: (L_s - L_t - L_t + L_ts) - (L_n - L_d + L_dt),
    "OCE10": thorp,
    "OCE11": flux,
    # Mean of the velocity gradient times the displacement: a^2 omega k exp(2 k z).
    "OCE12": lambda omega, k_w, a_w, z: (a_w * omega * exp(k_w * z)) * (a_w * k_w * exp(k_w * z)),
    "OCE13": tide,
    # Energy flux a^2 b sqrt(g z) is the same at both places.
    "OCE14": lambda a_1, b_1, b_2, z_1, z_2: sqrt(a_1**2 * b_1 * sqrt(z_1) / (b_2 * sqrt(z_2))),
    "OCE15": lambda lambda_w, z_w: mpf("0.142") * lambda_w * (1 - exp(-4 * pi * z_w / lambda_w)) / (1
        + exp(-4 * pi * z_w / lambda_w)),
    "OCE16": lambda L_b, n_s, z_w, g=g_n: (2 * L_b / n_s) / sqrt(g * z_w),
    "OCE17": interface,
    "OCE18": lambda omega, U_w, g=g_n: mpf("0.0081") * g**2 / omega**5 / exp(mpf("0.74") * (g / (U_w * omega))**4),
    "OCE19": lambda rho, C_m, d_c, a_w, C_d, u_w: rho * (C_m * (pi * (d_c / 2)**2) * a_w
        + C_d * d_c * u_w * abs(u_w) / 2),
    "OCE20": lambda rho_a, C_10, U_10, u_0: C_10 * rho_a * (U_10 - u_0)**2,
}

if __name__ == "__main__":
    main("oceanography", FUNCTIONS)
