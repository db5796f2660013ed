"""Reference values of mass_transfer; sources are named in the records."""
from mpmath import cbrt, exp, expm1, log, mpf, pi, quad, sinh, sqrt

from common import N_A, R_gas, k_B, main


def stefan(p, D_g, p_2, p_1, T, L):
    """N R T = -p D/(p - q) dq/dz, integrated over the partial pressure q."""
    return quad(lambda q: p / (p - q), [p_2, p_1]) * D_g / (R_gas * T * L)


def thiele(r_s, k_1, D_e):
    """Mean of the profile sinh(phi x)/(x sinh(phi)) over the sphere."""
    phi = r_s * sqrt(k_1 / D_e)
    return 3 * quad(lambda x: x * sinh(phi * x) / sinh(phi), [0, 1])


def hatta(k_1, D_c, k_L):
    Ha = sqrt(k_1 * D_c) / k_L
    # 1/tanh by exponentials.
    return Ha * (exp(2 * Ha) + 1) / expm1(2 * Ha)


def least_reflux(x_D, x_F, alpha_r):
    """Operating line through the equilibrium point of the feed."""
    y = alpha_r * x_F / (1 + (alpha_r - 1) * x_F)
    return (x_D - y) / (y - x_F)


def kremser(A_f, n_s):
    """Stage by stage from the top: y_1 leaves with x_1 = y_1/m, liquid enters free of solute."""
    y = [mpf(1)]
    for _ in range(int(n_s)):
        # Balance over the top stages: y_(n+1) = y_1 + (L/G) x_n = y_1 + A y_n.
        y.append(y[0] + A_f * y[-1])
    return 1 - y[0] / y[-1]


def rayleigh(x_1, x_0, alpha_r):
    """ln(L/L_0) is the integral of dx/(y - x)."""
    equilibrium = lambda x: alpha_r * x / (1 + (alpha_r - 1) * x)
    return exp(quad(lambda x: 1 / (equilibrium(x) - x), [x_0, x_1]))


def transfer_units(A_f, y_1, y_2):
    """Integral of dy/(y - y*) with y* = (y - y_2)/A."""
    return quad(lambda y: 1 / (y - (y - y_2) / A_f), [y_2, 2 * y_2, 6 * y_2, y_1])


def drying(m_s, X_1, X_c, X_2, A, N_c):
    """Time as the integral of dX over the rate, constant above X_c and in proportion to X below."""
    constant = quad(lambda X: 1 / N_c, [X_c, X_1])
    falling = quad(lambda X: X_c / (N_c * X), [X_2, X_c])
    return m_s / A * (constant + falling)


FUNCTIONS = {
    "MTR1": drying,
    # Normal distribution of variance 2 D t.
    "MTR2": lambda s_m, x, D_c, t: s_m / (sqrt(2 * pi) * sqrt(2 * D_c * t)) * exp(-(x / sqrt(2 * D_c * t))**2 / 2),
    "MTR3": stefan,
    "MTR4": lambda T, mu_v, r_h: k_B * T / (6 * pi * r_h * mu_v),
    # Molecules of mass M/N_A.
    "MTR5": lambda r_p, T, M: 2 * r_p / 3 * sqrt(8 * k_B * T / (pi * (M / N_A))),
    "MTR6": lambda Re, Sc: mpf("0.023") * exp(mpf("0.83") * log(Re) + mpf("0.44") * log(Sc)),
    "MTR7": lambda k_L, H_c, k_G: k_L * (H_c * k_G) / (k_L + H_c * k_G),
    # Mean of sqrt(D/(pi t)) over the contact time, with t = t_c u^2.
    "MTR8": lambda D_c, t_c: quad(lambda u: 2 * sqrt(D_c / (pi * t_c)), [0, 1]),
    "MTR9": thiele,
    "MTR10": hatta,
    "MTR11": lambda x_D, x_B, alpha_r: (log(x_D) - log(1 - x_D) + log(1 - x_B) - log(x_B)) / log(alpha_r),
    "MTR12": least_reflux,
    "MTR13": kremser,
    "MTR14": rayleigh,
    "MTR15": lambda h_c, D_c, alpha_t, rho, c_p: h_c / (rho * c_p) / cbrt(alpha_t / D_c)**2,
    "MTR16": lambda A_w, Delta_p, s_r, Delta_pi: A_w * Delta_p - A_w * s_r * Delta_pi,
    "MTR17": transfer_units,
    "MTR18": lambda D_c, r_t, u_m: D_c * (1 + (r_t * u_m / D_c)**2 / 48),
}

if __name__ == "__main__":
    main("mass_transfer", FUNCTIONS)
