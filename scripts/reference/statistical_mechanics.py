"""Reference values of statistical_mechanics; sources are named in the records."""
from mpmath import asinh, exp, expm1, inf, log, mpf, nsum, pi, quad, sinh, sqrt, zeta

from common import c, h, hbar, k_B, main


def two_levels(Delta_E, T, g_0=1, g_1=1):
    """Partition function, first and second moment of the energy."""
    weight = g_1 * exp(-Delta_E / (k_B * T))
    z = g_0 + weight
    return z, Delta_E * weight / z, Delta_E**2 * weight / z


def schottky(N, Delta_E, T, g_0, g_1):
    """Variance of the energy over k_B T^2."""
    _, mean, square = two_levels(Delta_E, T, g_0, g_1)
    return N * (square - mean**2) / (k_B * T**2)


def oscillator_sum(omega, T, moment):
    """Sum over the levels of (energy)^moment times the Boltzmann factor, in units of hbar omega."""
    x = hbar * omega / (k_B * T)
    return nsum(lambda n: (n + mpf("0.5"))**moment * exp(-x * (n + mpf("0.5"))), [0, inf])


def thermal_wavelength(m, T):
    return h / sqrt(2 * pi * m * k_B * T)


def maxwell(v, m, T):
    """Product of three Gaussians of width sqrt(k_B T/m) times the shell 4 pi v^2."""
    s = sqrt(k_B * T / m)
    return 4 * pi * v**2 * (exp(-(v / s)**2 / 2) / (s * sqrt(2 * pi)**3 * s**2))


def mean_speed(T, m):
    s = sqrt(k_B * T / m)
    return s * quad(lambda u: u * sqrt(2 / pi) * u**2 * exp(-u**2 / 2), [0, 2, 5, 10, 20])


def faster(v, m, T):
    s = sqrt(k_B * T / m)
    u = v / s
    return quad(lambda y: sqrt(2 / pi) * y**2 * exp(-y**2 / 2), [u, u + 2, u + 5, u + 10, u + 20])


def condensation(n, m):
    """Temperature at which n times the cubed thermal wavelength is zeta(3/2)."""
    wavelength = (zeta(mpf(3) / 2) / n)**(mpf(1) / 3)
    return h**2 / (2 * pi * m * k_B * wavelength**2)


def photons(T):
    """Integral of the modes 8 pi nu^2/c^3 times their occupation."""
    scale = k_B * T / h
    integral = quad(lambda x: x**2 / expm1(x), [0, 1, 5, 20, 60, 150])
    return 8 * pi / c**3 * scale**3 * integral


def carnahan_starling(eta_p):
    """From the virial series B_k = k^2 + k - 2 (k >= 2) the fit sums up."""
    return 1 + nsum(lambda k: (k**2 + k - 2) * eta_p**(k - 1), [2, inf])


def levels(T, **p):
    """The Boltzmann factor of the lowest level times the sum relative to it."""
    indices = [name[2:] for name in p if name.startswith("E_")]
    low = min(p[f"E_{i}"] for i in indices)
    return exp(-low / k_B / T) * sum(p[f"g_{i}"] * exp((low - p[f"E_{i}"]) / k_B / T) for i in indices)


FUNCTIONS = {
    "SM1": lambda g_2, g_1, Delta_E, T: (g_2 / g_1) / exp(Delta_E / (k_B * T)),
    "SM2": lambda W_m: k_B * log(W_m),
    "SM3": lambda f_q, N, T: N * (f_q * (k_B * T / 2)),
    "SM4": lambda Delta_E, T: two_levels(Delta_E, T)[1],
    "SM5": schottky,
    "SM6": lambda omega, T: hbar * omega * oscillator_sum(omega, T, 1) / oscillator_sum(omega, T, 0),
    # Lowest level taken out.
    "SM7": levels,
    # Temperature over symmetry number times rotational temperature hbar^2/(2 I k_B).
    "SM8": lambda I_m, T, sigma_r: T / (sigma_r * (hbar**2 / (2 * I_m * k_B))),
    "SM9": thermal_wavelength,
    "SM10": lambda N, V, m, T: N * k_B * (mpf(5) / 2 - log(N * thermal_wavelength(m, T)**3 / V)),
    "SM11": lambda T, n, m: k_B * T * (log(n) + 3 * log(thermal_wavelength(m, T))),
    "SM12": maxwell,
    "SM13": mean_speed,
    "SM14": faster,
    # A quarter of number density times mean speed.
    "SM16": lambda p, m, T: (p / (k_B * T)) * sqrt(8 * k_B * T / (pi * m)) / 4,
    "SM17": lambda T, d_m, p: 1 / (sqrt(2) * (p / (k_B * T)) * pi * d_m**2),
    "SM18": lambda E_s, mu_c, T: 1 / (1 + exp((E_s - mu_c) / (k_B * T))),
    "SM19": lambda E_s, mu_c, T: 1 / expm1((E_s - mu_c) / (k_B * T)),
    "SM20": condensation,
    "SM21": lambda T, T_BEC: 1 - sqrt(T / T_BEC)**3,
    "SM22": photons,
    "SM23": carnahan_starling,
    # sinh(2 J/(k_B T)) = 1.
    "SM25": lambda J_s: 2 * J_s / (k_B * asinh(1)),
    "SM26": lambda J_s, T: sqrt(sqrt(sqrt(1 - 1 / sinh(2 * J_s / (k_B * T))**4))),
    "SM27": lambda T, C_V: T * sqrt(k_B * C_V),
    "SM29": lambda T, m: sqrt(3 * (k_B * T) / m),
    "SM30": lambda T: 3 * k_B * T / 2,
}

if __name__ == "__main__":
    main("statistical_mechanics", FUNCTIONS)
