"""Reference values of cosmology; sources are named in the records."""
from mpmath import asinh, exp, expm1, findroot, log, mpf, ncdf, pi, quad, sinh, sqrt, tanh

from common import G, c, h, k_B, m_p, main


def critical(H):
    return 3 * H**2 / (8 * pi * G)


def hubble(H_0, Om_r, Om_m, Om_L, z):
    """Friedmann equation with the densities themselves and the curvature term left over."""
    a = 1 / (1 + z)
    today = critical(H_0)
    density = today * (Om_r / a**4 + Om_m / a**3 + Om_L)
    curvature = H_0**2 * (Om_r + Om_m + Om_L - 1) / a**2
    return sqrt(8 * pi * G * density / 3 - curvature)


def age(a, Om_m, H_0):
    """Integral of da/(a H) with a = u^2."""
    return quad(lambda u: 2 * u**2 / sqrt(Om_m + (1 - Om_m) * u**6), [0, sqrt(a)]) / H_0


def scale_factor(Om_m, H_0, t):
    return findroot(lambda a: age(a, Om_m, H_0) - t, mpf("0.5"))


def mattig(Om_m, z, H_0):
    """Comoving distance integrated and bent by the negative curvature."""
    k = 1 - Om_m
    chi = quad(lambda y: 1 / sqrt(Om_m * (1 + y)**3 + k * (1 + y)**2), [0, z])
    return (1 + z) * c / H_0 * sinh(sqrt(k) * chi) / sqrt(k)


def photon_energy_density(T):
    integral = quad(lambda x: x**3 / expm1(x), [0, 1, 5, 20, 60, 150])
    return 8 * pi * (k_B * T)**4 / (h * c)**3 * integral


def photon_number(T):
    integral = quad(lambda x: x**2 / expm1(x), [0, 1, 5, 20, 60, 150])
    return 8 * pi * (k_B * T / (h * c))**3 * integral


def radiation_time(g_s, T):
    """1/(2 H) with the energy density g/2 times that of photons."""
    H = sqrt(8 * pi * G / 3 * (g_s / 2) * photon_energy_density(T) / c**2)
    return 1 / (2 * H)


def dark_energy(z, w_0, w_a):
    """Continuity equation integrated over the redshift."""
    return exp(quad(lambda y: 3 * (1 + w_0 + w_a * y / (1 + y)) / (1 + y), [0, z]))


def halo_mass(rho_s, r_s, r):
    x = r / r_s
    return 4 * pi * rho_s * r_s**3 * quad(lambda y: y / (1 + y)**2, [0, 1, x])


def comoving(H_0, z, Om_m):
    """Integral of da/(a^2 H) over the scale factor."""
    start = 1 / (1 + z)
    return c / H_0 * quad(lambda a: 1 / sqrt(Om_m * a + (1 - Om_m) * a**4), [start, (1 + start) / 2, 1])


def redshift_drift(H_0, z, Om_m):
    """From a(t) in proportion to sinh(3 sqrt(OL) H_0 t/2)^(2/3): rates of both scale factors, emission 1 + z times
    shorter."""
    rate = sqrt(1 - Om_m) * H_0
    now = asinh(sqrt((1 - Om_m) / Om_m))
    then = asinh(sinh(now) / (1 + z)**mpf(1.5))
    return (1 + z) * rate * (1 / tanh(now) - 1 / tanh(then) / (1 + z))


FUNCTIONS = {
    "COS1": lambda H_0, d: d / (1 / H_0),
    "COS2": lambda H_z: critical(H_z),
    "COS3": redshift_drift,
    "COS4": hubble,
    # Half the sum of (1 + 3 w) times the density parameters.
    "COS5": lambda Om_r, Om_m, Om_L: ((1 + 3 * mpf(1) / 3) * Om_r + Om_m + (1 - 3) * Om_L) / 2,
    "COS6": lambda rho, p: -4 * pi * G / (3 * c**2) * (rho * c**2 + 3 * p),
    "COS7": lambda Om_m, H_0: age(mpf(1), Om_m, H_0),
    "COS8": scale_factor,
    "COS9": mattig,
    "COS10": comoving,
    "COS11": lambda z, d_A: d_A * (1 + z) * (1 + z),
    "COS12": lambda T_0, z: T_0 + z * T_0,
    "COS13": lambda H_0, Om_m, z: quad(lambda u: 2 * u**2, [0, 1 / sqrt(1 + z)]) / (H_0 * sqrt(Om_m)),
    "COS14": lambda Om_m, Om_r: (Om_m - Om_r) / Om_r,
    "COS15": lambda T_0, H_0: photon_energy_density(T_0) / c**2 / critical(H_0),
    # Fermions have 7/8 of the energy of bosons, at (4/11)^(1/3) of the temperature.
    "COS16": lambda Om_g, N_eff: Om_g + N_eff * Om_g * mpf(7) / 8 * (mpf(4) / 11)**(mpf(4) / 3),
    "COS17": lambda H_0, Om_b, T_0: Om_b * critical(H_0) / m_p / photon_number(T_0),
    # Two neutrons of each four nucleons.
    "COS18": lambda r_np: 4 * (r_np / 2) / (1 + r_np),
    "COS19": radiation_time,
    "COS20": lambda Om_m, z: exp(-mpf("0.55") * log(1 + (1 - Om_m) / (Om_m * (1 + z)**3))),
    "COS21": dark_energy,
    "COS22": lambda Lambda_c: Lambda_c * c**2 / (8 * pi * G),
    "COS23": lambda eps_V, eta_V: 1 - 2 * (3 * eps_V - eta_V),
    "COS24": halo_mass,
    # Twice the Gaussian tail.
    "COS25": lambda delta_c, sigma_M: 2 * ncdf(-delta_c / sigma_M),
    "COS26": lambda d_s, d_l, d_ls: c**2 * d_s / (4 * pi * G * d_l * d_ls),
    "COS27": lambda y_c, nu_o, T_0: y_c * ((h * nu_o / (k_B * T_0)) / tanh(h * nu_o / (2 * k_B * T_0)) - 4),
    "COS28": lambda rho_b, rho_g: c / sqrt(3 + 9 * rho_b / (4 * rho_g)),
}

if __name__ == "__main__":
    main("cosmology", FUNCTIONS)
