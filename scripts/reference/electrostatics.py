"""Reference values of electrostatics; sources are named in the records."""
from mpmath import cos, findroot, inf, mpf, pi, quad, sin, sqrt

from common import eps_0, main

k = 1 / (4 * pi * eps_0)


def ring(q, z, r_r):
    """Axial component, summed over the ring by the angle."""
    d = sqrt(z**2 + r_r**2)
    return quad(lambda phi: k * (q / (2 * pi)) / d**2 * (z / d), [0, pi, 2 * pi])


def disc(sigma_q, z, r_d):
    """Rings of radius s and charge sigma 2 pi s ds; t = s/z."""
    return k * sigma_q * 2 * pi * quad(lambda t: t / (1 + t**2)**mpf(1.5), [0, 1, r_d / z])


def self_energy(q, r_s):
    """eps_0/2 integral of E^2 over inside and outside, x = r/r_s."""
    inside = quad(lambda x: x**4, [0, 1])
    outside = quad(lambda x: x**-2, [1, inf])
    return eps_0 / 2 * 4 * pi * (k * q)**2 / r_s * (inside + outside)


def image_sphere(q, r_s, d_c):
    """Image charge q r/d at r^2/d from the centre."""
    image, place = q * r_s / d_c, r_s**2 / d_c
    return k * q * image / (d_c - place)**2


def clausius(n_m, alpha_m):
    """Root of (eps - 1)/(eps + 2) = n alpha/(3 eps_0): linear in eps."""
    x = n_m * alpha_m / (3 * eps_0)
    return findroot(lambda e: (e - 1) - x * (e + 2), mpf(1.5))


def dipole_field(p_d, theta, r):
    radial = 2 * k * p_d * cos(theta) / r**3
    polar = k * p_d * sin(theta) / r**3
    return sqrt(radial**2 + polar**2)


def charges(**p):
    """Work per charge from infinity against the field of each charge."""
    indices = [name[2:] for name in p if name.startswith("q_")]
    return sum(quad(lambda s: k * p[f"q_{i}"] / s**2, [p[f"r_{i}"], inf]) for i in indices)


FUNCTIONS = {
    "ES1": lambda q_1, q_2, r: k * q_1 * q_2 / r**2,
    "ES2": lambda q_1, q_2, r: k * q_1 * q_2 / r,
    "ES3": charges,
    "ES4": lambda q, r: k * q / r**2,
    # Gauss: E 2 pi s = lambda/eps_0.
    "ES5": lambda lambda_q, s_d: lambda_q / eps_0 / (2 * pi * s_d),
    "ES6": lambda sigma_q: sigma_q / eps_0 / 2,
    "ES7": ring,
    "ES8": disc,
    # Gauss: enclosed charge over the sphere.
    "ES9": lambda rho_q, r: (rho_q * 4 * pi * r**3 / 3) / eps_0 / (4 * pi * r**2),
    "ES10": lambda p_d, theta, r: k * p_d * cos(theta) / r**2,
    "ES11": dipole_field,
    "ES12": lambda p_d, E_f, theta: sqrt((p_d * E_f)**2 - (p_d * E_f * cos(theta))**2),
    "ES13": lambda p_d, E_f, theta: -(p_d * cos(theta)) * E_f,
    "ES15": lambda eps_r, A, d: A * (eps_r * eps_0) / d,
    # Charge per potential difference, the field integrated between the radii.
    "ES16": lambda eps_r, L_c, r_b, r_a: 1 / quad(lambda s: 1 / (2 * pi * eps_0 * eps_r * L_c * s), [r_a, r_b]),
    "ES17": lambda eps_r, r_a, r_b: eps_r / (k * (1 / r_a - 1 / r_b)),
    "ES20": lambda eps_r, E_f: (eps_0 * eps_r * E_f) * E_f / 2,
    # Charge times the mean of the fields on both sides.
    "ES21": lambda sigma_q: sigma_q * (sigma_q / eps_0 + 0) / 2,
    "ES22": self_energy,
    "ES23": lambda q, d_p: k * q**2 / (2 * d_p)**2,
    "ES24": image_sphere,
    "ES25": clausius,
    "ES29": lambda V, d: V / d,
    "ES30": lambda q, E_f: q * E_f,
    "ES31": lambda q, V: q * V,
    "ES32": lambda q, r: quad(lambda s: q / (4 * pi * eps_0 * s**2), [r, inf]),
    "ES33": lambda q, V, m: findroot(lambda v: m * v**2 / 2 - q * V, sqrt(q * V / m)),
}

if __name__ == "__main__":
    main("electrostatics", FUNCTIONS)
