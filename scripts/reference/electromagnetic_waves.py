"""Reference values of electromagnetic_waves; sources are named in the records.

The constants eps_0, mu_0 and Z_0 are separate roundings of CODATA 2022: each function uses those its description names.
"""
from mpmath import atanh, besselj, cos, diff, exp, expj, fabs, findroot, im, mpc, pi, quad, sin, sqrt

from common import Z_0, c, eps_0, main, mu_0, r_e


def lossy(omega, eps_r, sigma):
    # Imaginary part of the complex wavenumber.
    return im(omega / c * sqrt(mpc(eps_r, sigma / (omega * eps_0))))


def lienard(q, a, v, psi):
    b2 = (v / c) ** 2
    g2 = 1 / (1 - b2)
    along, across = a * cos(psi), a * sin(psi)
    # gamma^6 for the parallel and gamma^4 for the perpendicular acceleration.
    return q**2 / (6 * pi * eps_0 * c**3) * (g2**3 * along**2 + g2**2 * across**2)


def dipole_solid_angle():
    # Integral of sin(theta)^2 over the sphere.
    return quad(lambda t: 2 * pi * sin(t) ** 3, [0, pi])


def te11(a):
    x = findroot(lambda x: diff(lambda y: besselj(1, y), x), 1.84)
    return x * c / (2 * pi * a)


FUNCTIONS = {
    "EM1": lambda eps_r, mu_r: c / (sqrt(eps_r) * sqrt(mu_r)),
    "EM2": lambda mu_r, eps_r: Z_0 * sqrt(mu_r) / sqrt(eps_r),
    # Mean over a period of c eps_0 E^2.
    "EM3": lambda E_0: c * eps_0 * E_0**2 * quad(lambda x: cos(2 * pi * x) ** 2, [0, 0.5, 1]),
    # Momentum per area of the arriving and of the reflected light along the normal.
    "EM4": lambda I, R_l, theta: (I * cos(theta)) * cos(theta) / c + R_l * (I * cos(theta)) * cos(theta) / c,
    # Inverse of the imaginary part of sqrt(i omega mu/rho).
    "EM5": lambda rho, omega, mu_r: 1 / im(sqrt(mpc(0, omega * mu_0 * mu_r / rho))),
    "EM6": lambda omega, mu_r, rho: im(sqrt(mpc(0, omega * mu_0 * mu_r * rho))),
    "EM7": lossy,
    "EM8": lambda R_L, Z_c: (R_L / Z_c - 1) / (R_L / Z_c + 1),
    "EM9": lambda Gamma_m: (1 + Gamma_m) / (1 - Gamma_m),
    "EM10": lambda r_b, r_a, eps_r: quad(lambda r: Z_0 / (2 * pi * r), [r_a, r_b]) / sqrt(eps_r),
    "EM11": lambda eps_r, h_s, w: (eps_r + 1 + (eps_r - 1) / sqrt(1 + 12 * h_s / w)) / 2,
    # Input impedance from the travelling waves with the load reflection -1.
    "EM12": lambda Z_c, L_s, **k: im(Z_c * (1 - expj(-4 * pi * L_s / k["lambda"])) / (
        1 + expj(-4 * pi * L_s / k["lambda"]))),
    "EM13": lambda m_1, a, n_1, b: c / (2 * pi) * fabs(mpc(pi * m_1 / a, pi * n_1 / b)),
    "EM14": lambda f, f_c: (c / f) / sqrt(1 - (f_c / f) ** 2),
    "EM15": te11,
    # Integral of the dipole pattern q^2 a^2 sin^2/(16 pi^2 eps_0 c^3).
    "EM17": lambda q, a: q**2 * a**2 / (16 * pi**2 * eps_0 * c**3) * dipole_solid_angle(),
    "EM18": lienard,
    # Twice the power for unit peak current: Z_0 (k L)^2/(32 pi^2) times the pattern.
    "EM19": lambda L_w, **k: 2 * Z_0 / (32 * pi**2) * (2 * pi * L_w / k["lambda"]) ** 2 * dipole_solid_angle(),
    "EM20": lambda p_0, omega: (omega**2 * p_0) ** 2 / 2 / (16 * pi**2 * eps_0 * c**3) * dipole_solid_angle(),
    # Power density times effective area.
    "EM22": lambda P_t, G_t, G_r, d, **k: P_t * G_t / (4 * pi * d**2) * (G_r * k["lambda"] ** 2 / (4 * pi)),
    "EM23": lambda P_t, G_a, sigma_r, R_t, **k: (P_t * G_a / (4 * pi * R_t**2)) * sigma_r / (4 * pi * R_t**2) * (
        G_a * k["lambda"] ** 2 / (4 * pi)),
    # 4 pi effective area over wavelength squared.
    "EM24": lambda eta_a, D, **k: 4 * pi * (eta_a * pi * (D / 2) ** 2) / k["lambda"] ** 2,
    # Mean of the two polarizations.
    "EM25": lambda theta: (r_e**2 + r_e**2 * cos(theta) ** 2) / 2,
    "EM27": lambda f_s, v: f_s * exp(-atanh(v / c)),
    "EM28": lambda f: 1 / (f / c),
}

if __name__ == "__main__":
    main("electromagnetic_waves", FUNCTIONS)
