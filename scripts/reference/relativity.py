"""Reference values of relativity; sources are named in the records."""
from mpmath import cbrt, mpf, pi, sqrt

from common import G, c, main

FUNCTIONS = {
    # Potential difference a d over c^2.
    "GR31": lambda a, d: a * d / c**2,
    # Twice the Schwarzschild radius over the impact parameter.
    "GR32": lambda M, b: 2 * (2 * G * M / c**2) / b,
    # 6 pi m / p with m = G M/c^2 and the semi-latus rectum p.
    "GR34": lambda M, a, ecc: 6 * pi * (G * M / c**2) / (a * (1 - ecc) * (1 + ecc)),
    # sqrt(g_00) times the coordinate time.
    "GR35": lambda t, M, r: t * sqrt(1 - (2 * G * M / c**2) / r),
    # gamma m c^2.
    "GR36": lambda m, v: m * c**2 / sqrt((1 - v / c) * (1 + v / c)),
    "GR37": lambda M: 2 * G * M / c**2,
    # (4/d) (G M_c/c^2)^(5/3) (pi f/c)^(2/3).
    "GR38": lambda M_c, f, d: 4 / d * cbrt((G * M_c / c**2) ** 5) * cbrt((pi * f / c) ** 2),
    "GR39": lambda J, r: 2 * G * J / (c**2 * r**3),
    "GR40": lambda rho, K, Lambda: sqrt((8 * pi * G * rho + Lambda * c**2 - 3 * K * c**2) / 3),
    # 1 + z is observed over emitted wavelength.
    "GR41": lambda lambda_o, lambda_e: lambda_o / lambda_e - mpf(1),
}

if __name__ == "__main__":
    main("relativity", FUNCTIONS)
