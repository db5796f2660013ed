"""Reference values of seismic; sources are named in the records."""
from mpmath import cos, exp, expm1, findroot, log, mpf, pi, sin, sqrt

from common import main


def love(G_2, c_L, b_2, G_1, b_1, H):
    """Root of the dispersion relation G_1 q tan(k H q) = G_2 sqrt(1 - c^2/b_2^2) on the first branch."""
    q = sqrt((c_L / b_1)**2 - 1)
    p = sqrt(1 - (c_L / b_2)**2)
    x = findroot(lambda y: G_1 * q * sin(y) - G_2 * p * cos(y), (mpf("0.01"), pi / 2), solver="anderson")
    return x / (H * q)


def head_wave(x_o, v_2, H, v_1):
    """Down and up along the critical ray and along the interface."""
    sine = v_1 / v_2
    cosine = sqrt(1 - sine**2)
    slant = H / cosine
    return 2 * slant / v_1 + (x_o - 2 * H * sine / cosine) / v_2


def gassmann(K_d, K_m, phi_p, K_f):
    """K/(K_m - K) = K_d/(K_m - K_d) + K_f/(phi (K_m - K_f))."""
    a = K_d / (K_m - K_d) + K_f / (phi_p * (K_m - K_f))
    return K_m * a / (1 + a)


def brune(M_0, f_c, v_S):
    radius = mpf("2.34") * v_S / (2 * pi * f_c)
    return M_0 * 7 / (16 * radius**3)


def dix(v_2, t_2, v_1, t_1):
    """Mean square speeds weighted with the times."""
    return sqrt(v_1**2 + (v_2**2 - v_1**2) * t_2 / (t_2 - t_1))


def ricker(f_p, t):
    """Second derivative of a Gaussian, normalised at its centre."""
    a = (pi * f_p)**2
    gauss = lambda x: exp(-a * x**2)
    # d2/dt2 = (4 a^2 t^2 - 2 a) gauss
    return (4 * a**2 * t**2 - 2 * a) * gauss(t) / (-2 * a)


FUNCTIONS = {
    "SEI1": lambda K_b, G_s, rho: sqrt(K_b / rho + mpf(4) / 3 * G_s / rho),
    "SEI2": lambda G_s, rho: 1 / sqrt(rho / G_s),
    "SEI3": lambda v_S, nu: v_S * (mpf("0.87") + mpf("1.12") * nu) / (1 + nu),
    "SEI4": love,
    "SEI5": lambda M_0: (log(M_0) / log(10) - mpf("9.1")) / mpf("1.5"),
    "SEI6": lambda G_s, A_f, D_s: G_s * A_f * D_s,
    "SEI7": lambda a_G, b_G, M_e: exp((a_G - b_G * M_e) * log(10)),
    "SEI8": lambda n_0, t, c_0, p_0: n_0 * (c_0 / (c_0 + t))**p_0,
    # Mirror image of the source at twice the depth v t_0/2.
    "SEI9": lambda t_0, x_o, v: sqrt((v * t_0)**2 + x_o**2) / v,
    "SEI10": head_wave,
    "SEI11": dix,
    "SEI12": gassmann,
    "SEI13": lambda phi_p, v_f, v_m: v_f * v_m / (phi_p * v_m + (1 - phi_p) * v_f),
    "SEI14": lambda A_0, f, t, Q_f: A_0 * exp(-(2 * pi * f) * t / (2 * Q_f)),
    "SEI15": brune,
    "SEI16": ricker,
    "SEI17": lambda t_SP, v_P, v_S: t_SP / (1 / v_S - 1 / v_P),
    "SEI18": lambda v_0, delta_T, theta, eps_T: v_0 * (1
        + sin(theta)**2 * (delta_T * cos(theta)**2 + eps_T * sin(theta)**2)),
    "SEI19": lambda mu_0, a_f, v, v_0, b_f, theta_s, D_c: mu_0 + a_f * (log(v) - log(v_0))
    + b_f * (log(v_0) + log(theta_s) - log(D_c)),
    "SEI20": lambda t, T_r: -expm1(-t / T_r),
}

if __name__ == "__main__":
    main("seismic", FUNCTIONS)
