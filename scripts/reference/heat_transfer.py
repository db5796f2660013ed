"""Reference values of heat_transfer; sources are named in the records."""
from mpmath import (cosh, erfc, exp, expm1, findroot, inf, log, lu_solve, matrix, mpf, nsum, pi, quad, root,
                    sqrt)

from common import b_Wien, c, h, k_B, main, sigma_SB


def D(text):
    return mpf(text)


def fin_profile(m, length):
    """Excess temperature along a fin with insulated tip, relative to the base."""
    return lambda x: cosh(m * (length - x)) / cosh(m * length)


def fin_efficiency(h_c, k, t_f, L_f):
    """Mean of the relative excess temperature."""
    length = L_f + t_f / 2
    return quad(fin_profile(sqrt(2 * h_c / (k * t_f)), length), [0, length]) / length


def pin_fin(h_c, P_f, k, A_c, theta_b, L_f):
    """Heat given off along the fin."""
    profile = fin_profile(sqrt(h_c * P_f / (k * A_c)), L_f)
    return quad(lambda x: h_c * P_f * theta_b * profile(x), [0, L_f])


def enclosure(T_1, T_2, eps_1, eps_2, ratio):
    """Flux from the inner surface by the radiosities J_1, J_2; ratio = inner area over outer area."""
    b_1, b_2 = sigma_SB * T_1**4, sigma_SB * T_2**4
    # (b_1 - J_1) eps_1/(1 - eps_1) = J_1 - J_2 = (J_2 - b_2) eps_2/((1 - eps_2) ratio)
    s_1, s_2 = eps_1 / (1 - eps_1), eps_2 / ((1 - eps_2) * ratio)
    a = matrix([[s_1 + 1, -1], [1, -1 - s_2]])
    J = a**-1 * matrix([s_1 * b_1, -s_2 * b_2])
    return J[0] - J[1]


def view_factor(L, r_1, r_2):
    """By the other root of x^2 - S x + (r_2/r_1)^2 = 0."""
    S = (r_1**2 + L**2 + r_2**2) / r_1**2
    large = (S + sqrt(S**2 - 4 * (r_2 / r_1)**2)) / 2
    return (r_2 / r_1)**2 / large


def contact(k_1, rho_1, c_p1, T_1, k_2, rho_2, c_p2, T_2):
    b_1, b_2 = sqrt(k_1 * rho_1 * c_p1), sqrt(k_2 * rho_2 * c_p2)
    return T_2 + (T_1 - T_2) / (1 + b_2 / b_1)


def counterflow(NTU, C_r):
    """Ends of the exchanger: hot side of capacity 1, difference changes by exp(-NTU (1 - C_r))."""
    # With hot inlet 1, cold inlet 0 and effectiveness e: (1 - e)/(1 - C_r e) = exp(-NTU (1 - C_r)).
    E = exp(-NTU * (1 - C_r))
    return findroot(lambda e: (1 - e) - E * (1 - C_r * e), D("0.7"))


def lmtd(T_hi, T_ho, T_ci, T_co):
    """Logarithmic mean as the reciprocal mean of the reciprocal along the exchanger."""
    a, b = T_hi - T_co, T_ho - T_ci
    return 1 / quad(lambda t: 1 / (a + (b - a) * t), [0, 1])


def churchill_bernstein(Re, Pr):
    low = D("0.62") * sqrt(Re) * root(Pr, 3) / root(1 + root(D("0.4") / Pr, 3)**2, 4)
    return D("0.3") + low * root(1 + root(Re / 282000, 8)**5, 5)**4


def churchill_chu(Ra, Pr):
    return (D("0.825") + D("0.387") * root(Ra, 6) / (1 + root(D("0.492") / Pr, 16)**9)**(mpf(8) / 27))**2


def stefan(Ste):
    """exp(l^2) erf(l) by its integral."""
    return findroot(lambda x: sqrt(pi) * x * exp(x**2) * (2 / sqrt(pi)) * quad(lambda t: exp(-t**2), [0, x]) - Ste,
        D("0.4"))


def rohsenow(mu_l, h_fg, g, rho_l, rho_v, sigma_t, c_l, dT, C_sf, Pr_l, n_b):
    jakob = c_l * dT / h_fg
    length = sqrt(sigma_t / (g * (rho_l - rho_v)))
    return (jakob / C_sf)**3 * mu_l * h_fg / length * exp(-3 * n_b * log(Pr_l))


def band_fraction(**p):
    """The integral term by term in exp(-n x)."""
    x = h * c / (p["lambda"] * k_B * p["T"])
    term = lambda n: exp(-n * x) * (x**3 / n + 3 * x**2 / n**2 + 6 * x / n**3 + 6 / n**4)
    return 15 / pi**4 * nsum(term, [1, inf])


def layered_wall(h_a, h_b, **p):
    """Balance of every surface between fluids at 1 and 0; the flux through the first film."""
    n = sum(name.startswith("k_") for name in p)
    g = [h_a, *(p[f"k_{i}"] / p[f"L_{i}"] for i in range(1, n + 1)), h_b]
    a, b = matrix(n + 1, n + 1), matrix(n + 1, 1)
    for i in range(n + 1):
        a[i, i] = g[i] + g[i + 1]
        if i > 0: a[i, i - 1] = -g[i]
        if i < n: a[i, i + 1] = -g[i + 1]
    b[0] = h_a
    return h_a * (1 - lu_solve(a, b)[0])


FUNCTIONS = {
    "HT1": lambda k, T_1, T_2, L: (T_1 - T_2) / (L / k),
    # Resistance by the integral of dr/(k A).
    "HT2": lambda k, L, T_1, T_2, r_1, r_2: (T_1 - T_2) / quad(lambda r: 1 / (k * 2 * pi * r * L), [r_1, r_2]),
    "HT3": lambda k, T_1, T_2, r_1, r_2: (T_1 - T_2) / quad(lambda r: 1 / (k * 4 * pi * r**2), [r_1, r_2]),
    "HT4": lambda h_c, A, T_s, T_inf: A * (h_c * T_s - h_c * T_inf),
    "HT5": lambda eps, T_s, T_sur: eps * sigma_SB * (T_s**2 + T_sur**2) * (T_s + T_sur) * (T_s - T_sur),
    "HT6": lambda T_1, T_2, eps_1, eps_2: enclosure(T_1, T_2, eps_1, eps_2, 1),
    "HT7": band_fraction,
    "HT8": view_factor,
    "HT9": layered_wall,
    # Least resistance ln(r)/(2 pi k) + 1/(2 pi r h): its derivative vanishes; x = r h/k.
    "HT10": lambda k, h_o: findroot(lambda x: 1 - 1 / x, D("0.9")) * k / h_o,
    "HT11": fin_efficiency,
    "HT12": pin_fin,
    "HT13": lambda T_inf, T_i, h_c, A, t, rho, V, c_p: T_i + (T_i - T_inf) * expm1(-t / (rho * V * c_p / (h_c * A))),
    "HT14": lambda h_c, L_c, k_s: (L_c / k_s) / (1 / h_c),
    "HT15": lambda T_s, T_i, x, alpha_t, t: T_i + (T_s - T_i) * erfc(x / sqrt(4 * alpha_t * t)),
    "HT16": contact,
    # T_s plus the gradient q_v x/k integrated from the midplane.
    "HT17": lambda T_s, q_v, L_h, k: T_s + quad(lambda x: q_v * x / k, [0, L_h]),
    "HT18": lambda Re, Pr: (D("0.037") * root(Re, 5)**4 - 871) * root(Pr, 3),
    "HT19": lambda Re, Pr: D("0.023") * root(Re, 5)**4 * root(Pr, 5)**2,
    "HT21": churchill_bernstein,
    "HT23": churchill_chu,
    # Grashof times Prandtl number.
    "HT24": lambda g, beta_t, T_s, T_inf, L, nu_k, alpha_t: (g * beta_t * (T_s
        - T_inf) * L**3 / nu_k**2) * (nu_k / alpha_t),
    "HT25": lmtd,
    "HT26": counterflow,
    "HT28": lambda g, rho_l, rho_v, h_fg, k_l, mu_l, dT, L: D("0.943") * root(
        g * rho_l * (rho_l - rho_v) * k_l**3 * h_fg / (mu_l * dT * L), 4),
    "HT29": rohsenow,
    "HT30": lambda h_fg, rho_v, sigma_t, g, rho_l: pi / 24 * h_fg * rho_v * root(
        sigma_t * g * (rho_l - rho_v) / rho_v**2, 4),
    "HT31": stefan,
    # acosh written as a logarithm.
    "HT34": lambda L, k, T_1, T_2, z_b, D: 2 * pi * L * k * (T_1 - T_2) / log(2 * z_b / D + sqrt((2 * z_b / D)**2 - 1)),
    "HT35": lambda T, **k: 2 * h * c**2 / k['lambda']**5 / expm1(h * c / (k['lambda'] * k_B * T)),
    "HT36": lambda T: b_Wien / T,
    "HT37": lambda eps, A, T: eps * A * sigma_SB * T**4,
    "HT38": lambda k, A, Delta_T, L: Delta_T / (L / (k * A)),
}

if __name__ == "__main__":
    main("heat_transfer", FUNCTIONS)
