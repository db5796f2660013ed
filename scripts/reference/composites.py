"""Reference values of composites; sources are named in the records."""
from mpmath import cos, cosh, matrix, quad, sin, sqrt

from common import main


def off_axis(theta, E_1, E_2, G_12, nu_12):
    """Strain along the load: the uniaxial stress in fibre axes, the compliance matrix, and back."""
    c, s = cos(theta), sin(theta)
    stress = matrix([c**2, s**2, -c * s])
    compliance = matrix([[1 / E_1, -nu_12 / E_1, 0], [-nu_12 / E_1, 1 / E_2, 0], [0, 0, 1 / G_12]])
    e = compliance * stress
    return 1 / (c**2 * e[0] + s**2 * e[1] - c * s * e[2])


def expansion_along(V_f, E_f, alpha_f, E_m, alpha_m):
    """Common strain at which the two stresses balance."""
    fibre, mat = V_f * E_f, (1 - V_f) * E_m
    return alpha_m + (alpha_f - alpha_m) * fibre / (fibre + mat)


def volume(w_f, rho_f, rho_m):
    return 1 / (1 + (1 - w_f) * rho_f / (w_f * rho_m))


def hashin_shtrikman(K_m, V_i, K_i, G_m):
    """Harmonic mean of K + 4 G/3."""
    shift = 4 * G_m / 3
    return 1 / (V_i / (K_i + shift) + (1 - V_i) / (K_m + shift)) - shift


def tsai_wu(s_1, s_2, t_12, X_t, X_c, Y_t, Y_c, S_s):
    F_11, F_22 = 1 / (X_t * X_c), 1 / (Y_t * Y_c)
    F_12 = -sqrt(F_11 * F_22) / 2
    s = matrix([s_1, s_2, t_12])
    quadratic = (s.T * matrix([[F_11, F_12, 0], [F_12, F_22, 0], [0, 0, S_s**-2]]) * s)[0]
    return (X_c - X_t) * F_11 * s_1 + (Y_c - Y_t) * F_22 * s_2 + quadratic


def halpin_tsai(E_m, xi_r, V_f, E_f):
    """The same with one denominator."""
    return E_m * (E_f + xi_r * E_m + xi_r * V_f * (E_f - E_m)) / (E_f + xi_r * E_m - V_f * (E_f - E_m))


def sandwich(b_s, E_f, t_f, t_c, E_c):
    """Integral of E z^2 over the section."""
    core = quad(lambda z: z**2, [-t_c / 2, t_c / 2])
    face = quad(lambda z: z**2, [t_c / 2, t_c / 2 + t_f])
    return b_s * (E_c * core + 2 * E_f * face)


FUNCTIONS = {
    "CP1": lambda V_f, E_f, E_m: E_m + V_f * (E_f - E_m),
    "CP2": lambda V_f, E_f, E_m: E_f * E_m / (V_f * E_m + (1 - V_f) * E_f),
    "CP3": halpin_tsai,
    "CP4": off_axis,
    "CP5": expansion_along,
    "CP6": lambda V_f, nu_f, alpha_f, nu_m, alpha_m, alpha_1: V_f * (alpha_f + nu_f * (alpha_f - alpha_1))
    + (1 - V_f) * (alpha_m + nu_m * (alpha_m - alpha_1)),
    "CP7": lambda rho_c, w_f, rho_f, rho_m: 1 - rho_c * w_f / rho_f - rho_c * (1 - w_f) / rho_m,
    "CP8": volume,
    # Balance of half the fibre: pi d^2/4 S = tau pi d l/2.
    "CP9": lambda S_f, d_f, tau_i: 2 * (S_f * d_f**2 / 4) / (tau_i * d_f),
    "CP10": lambda V_f, S_f, l_c, l_f, s_m: V_f * (S_f * (l_f - l_c) + S_f / 2 * l_c) / l_f + (1 - V_f) * s_m,
    # Mean of 1 - cosh(beta x)/cosh(beta l/2).
    "CP11": lambda beta_c, l_f: quad(lambda x: 1 - cosh(beta_c * x) / cosh(beta_c * l_f / 2),
        [-l_f / 2, l_f / 2]) / l_f,
    "CP12": lambda s_1, s_2, t_12, X_s, Y_s, S_s: s_1 * (s_1 - s_2) / X_s**2 + (s_2 / Y_s)**2 + (t_12 / S_s)**2,
    "CP13": tsai_wu,
    "CP14": lambda G_m, V_f: G_m / (1 - V_f),
    "CP15": sandwich,
    "CP16": hashin_shtrikman,
}

if __name__ == "__main__":
    main("composites", FUNCTIONS)
