"""Reference values of fluid_mechanics; sources are named in the records."""
from mpmath import cos, diff, exp, findroot, log, log10, mpf, pi, quad, sqrt

from common import g_n, main

g = g_n


def poiseuille(r_p, Delta_p, mu_d, L_p):
    """Volume under the parabolic profile u = Delta_p (r_p^2 - r^2)/(4 mu L)."""
    u = lambda r: Delta_p * (r_p**2 - r**2) / (4 * mu_d * L_p)
    return quad(lambda r: 2 * pi * r * u(r), [0, r_p])


def colebrook(k_r, Re):
    """With the unknown x = 1/sqrt(f)."""
    x = findroot(lambda x: x + 2 * log10(k_r / mpf("3.7") + mpf("2.51") * x / Re), mpf(8))
    return 1 / x**2


def settling(rho_s, rho_f, r_s, mu_d):
    """Weight less buoyancy equals 6 pi mu r v."""
    return (rho_s - rho_f) * (4 * pi * r_s**3 / 3) * g / (6 * pi * mu_d * r_s)


def venturi(C_D, A_2, A_1, Delta_p, rho):
    """Bernoulli with v_1 = v_2 A_2/A_1."""
    v_2 = sqrt((Delta_p / rho) / (mpf(1) / 2 - (A_2 / A_1)**2 / 2))
    return C_D * v_2 * A_2


def couette(U_w, y, d_p, K_p, mu_d):
    """u = a y^2 + b y with mu u'' = -K_p and u(d_p) = U_w."""
    a = -K_p / mu_d / 2
    b = (U_w - a * d_p**2) / d_p
    return a * y**2 + b * y


def bingham(r_p, Delta_p, mu_p, L_p, tau_y):
    """Q = pi times the integral of r^2 times shear rate, by parts of the profile."""
    r_0 = 2 * L_p * tau_y / Delta_p
    rate = lambda r: (r * Delta_p / (2 * L_p) - tau_y) / mu_p
    return pi * quad(lambda r: r**2 * rate(r), [r_0, r_p])


FUNCTIONS = {
    "FL1": lambda p_0, rho, z: p_0 + (rho * g) * z,
    "FL2": lambda rho_f, V: (rho_f * V) * g,
    "FL3": lambda A, v: v * A,
    "FL4": lambda p_1, rho, v_1, v_2, z_1, z_2: rho * (p_1 / rho + v_1**2 / 2 + g * z_1 - v_2**2 / 2 - g * z_2),
    "FL5": lambda v_1, A_1, A_2: v_1 * A_1 / A_2,
    "FL6": lambda C_v, z: C_v * sqrt(2 * g * z),
    "FL7": lambda rho, v, L_c, mu_d: v * L_c / (mu_d / rho),
    "FL8": poiseuille,
    "FL9": lambda f_D, L_p, rho, v, D_p: rho * v**2 / 2 * f_D * (L_p / D_p),
    "FL10": colebrook,
    "FL11": lambda k_r, Re: (-mpf("1.8") * log10((k_r / mpf("3.7"))**mpf("1.11") + mpf("6.9") / Re))**-2,
    "FL12": lambda Re: mpf("0.3164") * exp(-log(Re) / 4),
    "FL13": lambda mu_d, r_s, v: 6 * pi * r_s * mu_d * v,
    "FL14": settling,
    "FL15": lambda rho, v, C_d, A: (rho * v**2 / 2) * C_d * A,
    "FL16": lambda Re: 24 / Re + mpf("3.6") * Re**mpf("-0.313"),
    "FL17": lambda nu_k, x, v: mpf("4.91") * x / sqrt(v * x / nu_k),
    "FL20": lambda gamma_s, R_1, R_2: gamma_s * (R_1 + R_2) / (R_1 * R_2),
    # Line force on the rim carries the weight of the column.
    "FL21": lambda gamma_s, theta, rho, r_t: (2 * pi * r_t * gamma_s * cos(theta)) / (rho * g * pi * r_t**2),
    "FL22": lambda rho, v, L_c, gamma_s: (rho * v**2) / (gamma_s / L_c),
    "FL23": lambda v, L_c: sqrt(v**2 / (g * L_c)),
    "FL24": lambda v, Re, d_c: mpf("0.198") * (v / d_c) * (Re - mpf("19.7")) / Re,
    "FL26": lambda p_t, rho: sqrt(p_t / (rho / 2)),
    "FL27": venturi,
    "FL28": couette,
    "FL30": lambda y_p: log(y_p) / mpf("0.41") + 5,
    "FL31": lambda tau_w, rho: sqrt(tau_w / rho),
    "FL32": lambda nu_k, eps_d: exp((3 * log(nu_k) - log(eps_d)) / 4),
    "FL33": lambda mu_d, eps_v, v, d_s, rho: (1 - eps_v) / eps_v**3 * v / d_s * (
        150 * mu_d * (1 - eps_v) / d_s + mpf("1.75") * rho * v),
    "FL35": bingham,
    # Exponential solution of (rho_h + rho_l) a'' = (rho_h - rho_l) g k a.
    "FL37": lambda rho_h, rho_l, k_w: sqrt(g * k_w * (1 - 2 * rho_l / (rho_h + rho_l))),
    "FL38": lambda mu_ref, T, T_ref, S_u: mu_ref * (sqrt(T) * T / (T + S_u)) / (sqrt(T_ref) * T_ref / (T_ref + S_u)),
    "FL41": lambda m, V: m / V,
    "FL42": lambda F, A: F / A,
    "FL43": lambda m, rho, A, C_d, g=g_n: sqrt(m * g / (rho * C_d * A / 2)),
    "FL44": lambda F_1, A_2, A_1: (F_1 / A_1) * A_2,
    "FL45": lambda v_1, D_1, D_2: v_1 * (pi * D_1**2 / 4) / (pi * D_2**2 / 4),
    "FL46": lambda rho_b, rho_f: rho_b * g_n / (rho_f * g_n),
    "FL47": lambda gamma_s, r: diff(lambda u: gamma_s * 4 * pi * u**2, r) / diff(lambda u: 4 * pi * u**3 / 3, r),
}

if __name__ == "__main__":
    main("fluid_mechanics", FUNCTIONS)
