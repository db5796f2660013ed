"""Reference values of atomic_physics; sources are named in the records."""
from mpmath import exp, findroot, inf, laguerre, log, mpf, pi, quad, sqrt

from common import R_inf, k_B, mu_B, a_0, c, eps_0, h, hbar, m_e, m_p, main, mu_0, q_e

alpha_f = q_e**2 / (4 * pi * eps_0 * hbar * c)
hcR = h * c * R_inf


def dirac(Z, n, j_t):
    k = j_t + mpf(1) / 2
    za = Z * alpha_f
    N = sqrt((n - k + sqrt(k**2 - za**2))**2 + za**2)
    # 1/sqrt(1 + x^2) with x = za/(n - delta): (n - delta)/N.
    return m_e * c**2 * (n - k + sqrt(k**2 - za**2)) / N


def lande(J, S, L):
    """Projections of L and of 2 S on J."""
    j, s, l = J * (J + 1), S * (S + 1), L * (L + 1)
    return ((j + l - s) + 2 * (j + s - l)) / (2 * j)


def breit_rabi(E_hf, I_n, g_I, m_F, B, g_J):
    """Larger eigenvalue in the states m_J = +-1/2 of A I.J + mu_B B (g_J J_z + g_I I_z)."""
    A = E_hf / (I_n + mpf(1) / 2)
    up, down = m_F - mpf(1) / 2, m_F + mpf(1) / 2
    off = A / 2 * sqrt(I_n * (I_n + 1) - up * down)
    first = A * up / 2 + mu_B * B * (g_J / 2 + g_I * up)
    second = -A * down / 2 + mu_B * B * (-g_J / 2 + g_I * down)
    return (first + second) / 2 + sqrt(((first - second) / 2)**2 + off**2)


def spontaneous(**p):
    """Classical damping times three times the emission strength."""
    omega = 2 * pi * c / p["lambda"]
    damping = q_e**2 * omega**2 / (6 * pi * eps_0 * m_e * c**3)
    return 3 * damping * p["f_lu"] * p["g_l"] / p["g_u"]


def mean_radius(n, l, Z):
    """From the radial function rho^l exp(-rho/2) L(rho), rho = 2 Z r/(n a_0)."""
    n, l = int(n), int(l)
    density = lambda x: x**(2 * l + 2) * exp(-x) * laguerre(n - l - 1, 2 * l + 1, x)**2
    ends = [0, 5, 10, 20, 40, 80, inf]
    return n * a_0 / (2 * Z) * quad(lambda x: x * density(x), ends) / quad(density, ends)


def radial_1s(Z, r):
    """4 pi r^2 |psi|^2."""
    psi = sqrt((Z / a_0)**3 / pi) * exp(-Z * r / a_0)
    return 4 * pi * r**2 * psi**2


def stern_gerlach(mu_z, G_B, L_m, D_s, m, v):
    a = mu_z * G_B / m
    t = L_m / v
    return a * t**2 / 2 + (a * t) * D_s / v


def scattering(**p):
    """Photon momentum times decay rate times population of the upper state."""
    G, s = p["Gamma"], p["s_0"]
    population = s / 2 / (1 + s + (2 * p["delta_w"] / G)**2)
    return h / p["lambda"] * G * population


def doppler(nu_0, T, m):
    """Half height of exp(-m v^2/(2 k T))."""
    v = sqrt(2 * log(2) * k_B * T / m)
    return 2 * nu_0 * v / c


def helium(Z):
    """Least of x^2 - 2 Z x + 5 x/8 in Hartree energies over the effective charge x."""
    x = findroot(lambda x: 2 * x - 2 * Z + mpf(5) / 8, Z)
    return 2 * hcR * (x**2 - 2 * Z * x + 5 * x / 8)


FUNCTIONS = {
    "AT1": lambda M, Z, n_1, n_2: (M + m_e) / M / (R_inf * Z**2) * (n_1 * n_2)**2 / (n_2**2 - n_1**2),
    "AT2": lambda Z, n: -hcR * (Z / n)**2,
    "AT3": lambda n, Z: n * (n * a_0 / Z),
    "AT4": lambda Z, n: alpha_f * c * Z / n,
    "AT5": lambda Z, n, j_t: -hcR * Z**2 / n**2 * (Z * alpha_f / n)**2 * (n / (j_t + mpf(1) / 2) - mpf(3) / 4),
    "AT6": dirac,
    "AT7": lande,
    "AT8": lambda g_J, B, m_J: m_J * (g_J * mu_B) * B,
    "AT9": lambda n, n_a, n_b, E_s, Z: 3 * n / 2 * (n_a - n_b) * (q_e * E_s) * (a_0 / Z),
    # Induced dipole times field, integrated.
    "AT10": lambda alpha_p, E_s: -alpha_p * E_s * (E_s / 2),
    "AT11": lambda Z, sigma_s, n_1, n_2: c * R_inf * (Z - sigma_s)**2 * (n_2**2 - n_1**2) / (n_1 * n_2)**2,
    "AT12": lambda Z_c, n, delta_l: -hcR * (Z_c / (n - delta_l))**2,
    "AT13": lambda g_s, g_N, psi2: mpf(2) / 3 * mu_0 * (g_s * mu_B) * (g_N * q_e * hbar / (2 * m_p)) * psi2,
    "AT14": breit_rabi,
    "AT15": lambda omega, d_e: (omega * d_e)**2 * omega / (3 * pi * eps_0 * hbar * c**3),
    "AT16": spontaneous,
    "AT17": lambda tau_u, tau_l: (tau_u + tau_l) / (2 * pi * tau_u * tau_l),
    "AT18": doppler,
    "AT19": radial_1s,
    "AT20": mean_radius,
    # <1/r^3> = Z^3/(a^3 n^3 l (l + 1/2)(l + 1)) with L.S.
    "AT21": lambda Z, j_t, l, n: hcR * (Z**2 * alpha_f)**2 / n**3 * (
        (j_t * (j_t + 1) - l * (l + 1) - mpf(3) / 4) / 2) / (l * (l + 1) * (l + mpf(1) / 2)),
    "AT22": stern_gerlach,
    "AT23": lambda Gamma: hbar * Gamma / 2 / k_B,
    "AT25": scattering,
    "AT26": helium,
    "AT28": lambda V_t: c / (q_e * V_t / h),
    "AT29": lambda nu_0, M_1, M_2: nu_0 * (m_e / M_1 - m_e / M_2),
    "AT30": lambda g_J, B: g_J * mu_B * B / hbar,
    "AT31": lambda m, v: h / (m * v),
    "AT32": lambda nu, W_f: (h * nu - W_f) / q_e,
}

if __name__ == "__main__":
    main("atomic_physics", FUNCTIONS)
