"""Reference values of atmosphere_climate; sources are named in the records."""
from mpmath import acos, asin, cos, exp, expm1, findroot, log, matrix, mpf, pi, quad, root, sin, sqrt, tan

from common import R_gas, main, sigma_SB


def constant_lapse(p_0, L_T, z, T_0, g, M):
    """Hydrostatic balance integrated: ln(p) falls by the integral of g M/(R T(z))."""
    return p_0 * exp(-quad(lambda y: g * M / (R_gas * (T_0 - L_T * y)), [0, z]))


def moist_lapse(g, L_v, w_s, R_d, T, c_p, eps_w):
    """Balance of enthalpy: with dw_s/dz from the hydrostatic and Clausius-Clapeyron equations."""
    # -dT/dz = (g + L dw/dz)/c_p, dw/dz = w (L eps/(R T^2) dT/dz + g/(R T))
    a = L_v * w_s / (R_d * T)
    b = L_v * w_s * (L_v * eps_w / (R_d * T**2))
    x = findroot(lambda y: c_p * y + b * y - g - a * g, g / c_p)
    return x


def dew_point(r_h, T):
    """Temperature at which the Magnus pressure is r_h times that at T."""
    a, b, T_0 = mpf("17.625"), mpf("243.04"), mpf("273.15")
    magnus = lambda x: a * (x - T_0) / (b + x - T_0)
    return findroot(lambda x: magnus(x) - magnus(T) - log(r_h), T - 5)


def gradient_wind(f_c, R_c, s_p, rho):
    """v^2/R + f v = s_p/rho."""
    q = s_p / rho
    return 2 * q / (f_c + sqrt(f_c**2 + 4 * q / R_c))


def insolation(S_d, phi, delta):
    """Mean over the day of the cosine of the zenith angle while the sun is up."""
    h_s = acos(-tan(phi) * tan(delta))
    return S_d / (2 * pi) * quad(lambda h: sin(phi) * sin(delta) + cos(phi) * cos(delta) * cos(h), [-h_s, 0, h_s])


def zenith(phi, delta, h_a):
    """Angle between unit vectors of zenith and sun by half the chord."""
    a = matrix([cos(phi), 0, sin(phi)])
    b = matrix([cos(delta) * cos(h_a), cos(delta) * sin(h_a), sin(delta)])
    chord = sqrt(sum((a[i] - b[i])**2 for i in range(3)))
    return 2 * asin(chord / 2)


def greenhouse(S_0, A_p, eps_a):
    """Balance of the layer (2 eps T_a^4 = eps T_s^4) and of the surface, solved for the two emissions."""
    # x = sigma T_s^4, y = sigma T_a^4: x = S + eps y, 2 y = x
    S = S_0 * (1 - A_p) / 4
    x = S / (1 - eps_a / 2)
    return root(x / sigma_SB, 4)


def koehler(kappa_h, D_d, sigma_w, M_w, T, rho_w):
    """Greatest ln S = A/D - kappa D_d^3/D^3 at D = sqrt(3 kappa D_d^3/A)."""
    A = 4 * sigma_w * M_w / (R_gas * T * rho_w)
    D = sqrt(3 * kappa_h * D_d**3 / A)
    return expm1(A / D - kappa_h * (D_d / D)**3)


def wind_chill(T, v_w):
    t, u = T - mpf("273.15"), (mpf("3.6") * v_w)**mpf("0.16")
    return mpf("273.15") + mpf("13.12") + mpf("0.6215") * t + (mpf("0.3965") * t - mpf("11.37")) * u


def virtual(T, w_v, eps_w):
    """Mean molar mass of the mixture, from mole numbers."""
    moles = 1 + w_v / eps_w
    return T * moles / (1 + w_v)


FUNCTIONS = {
    "ATM1": lambda p_0, M, g, z, T: p_0 / exp(z / (R_gas * T / (M * g))),
    "ATM2": constant_lapse,
    "ATM3": lambda R_d, T_v, p_1, p_2, g: quad(lambda p: R_d * T_v / (g * p), [p_2, p_1]),
    "ATM4": lambda T, p_0, p, kappa_a: exp(log(T) + kappa_a * (log(p_0) - log(p))),
    "ATM5": virtual,
    "ATM6": lambda g, c_p: g / c_p,
    "ATM7": moist_lapse,
    "ATM8": lambda T: mpf("611.2") * exp(mpf("17.67") * (T - mpf("273.15")) / (T - mpf("29.65"))),
    "ATM9": lambda eps_w, e_v, p: eps_w / (p / e_v - 1),
    "ATM10": dew_point,
    "ATM11": lambda T, r_h: 55 + 2840 * (T - 55) / (2840 - (T - 55) * log(r_h)),
    "ATM12": lambda g, G_theta, theta_p: sqrt(g * (G_theta / theta_p)),
    "ATM13": lambda g, G_theta, theta_p, s_u: (sqrt(g * G_theta / theta_p) / s_u)**2,
    "ATM14": lambda Omega_p, phi: Omega_p * sin(phi) * 2,
    "ATM15": lambda s_p, rho, f_c: (s_p / rho) / f_c,
    "ATM16": gradient_wind,
    "ATM17": lambda R_d, s_T, p_1, p_2, f_c: R_d * s_T * (log(p_1) - log(p_2)) / f_c,
    "ATM18": lambda U_w, beta_R, k, l: U_w - beta_R / (k**2 + l**2),
    "ATM19": lambda u_f, z, d_0, z_0: u_f / mpf("0.4") * quad(lambda y: 1 / y, [z_0, 5 * z_0, z - d_0]),
    "ATM20": lambda u_f, theta_v, g, F_h: u_f**2 / (-mpf("0.4") * (g / theta_v) * F_h / u_f),
    "ATM21": greenhouse,
    "ATM22": lambda C_1, C_0: mpf("5.35") * (log(C_1) - log(C_0)),
    "ATM23": zenith,
    "ATM24": insolation,
    "ATM25": lambda theta_z: 1 / (cos(theta_z)
        + mpf("0.50572") / (mpf("96.07995") - theta_z * 180 / pi)**mpf("1.6364")),
    "ATM26": koehler,
    "ATM27": wind_chill,
    "ATM28": lambda T_e: 4 * (sigma_SB * T_e**4) / T_e,
}

if __name__ == "__main__":
    main("atmosphere_climate", FUNCTIONS)
