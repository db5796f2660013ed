"""Reference values of solid_state; sources are named in the records."""
from mpmath import acos, cbrt, cos, eigh, exp, expj, expm1, inf, matrix, mpf, nsum, pi, quad, sin, sinh, sqrt

from common import N_A, R_gas, eps_0, h, hbar, k_B, m_e, main, q_e


def fermi_k(n):
    """Two spins in a sphere of radius k: 2 (4 pi k^3/3)/(2 pi)^3 = n."""
    return cbrt(n * (2 * pi)**3 / (2 * 4 * pi / 3))


def dos_3(m_s, E_s):
    """Shell of the wave vectors: 2 4 pi k^2/(2 pi)^3 over dE/dk."""
    k = sqrt(2 * m_s * E_s) / hbar
    return 2 * 4 * pi * k**2 / (2 * pi)**3 / (hbar**2 * k / m_s)


def dos_1(m_s, E_s):
    """Two spins, two directions: 2 2/(2 pi) over dE/dk."""
    k = sqrt(2 * m_s * E_s) / hbar
    return 2 * 2 / (2 * pi) / (hbar**2 * k / m_s)


def einstein(Theta_E, T):
    """(x/2)^2/sinh(x/2)^2 for each of three degrees of freedom."""
    x = Theta_E / T / 2
    return 3 * R_gas * (x / sinh(x))**2


def debye_low(T, Theta_D):
    """9 R (T/Theta)^3 times the integral of x^4 e^x/(e^x - 1)^2 to infinity, which is 24 zeta(4) as a sum."""
    integral = 24 * nsum(lambda k: 1 / k**4, [1, inf])
    return 9 * R_gas * (T / Theta_D)**3 * integral


def monatomic(K_s, m_a, k, a):
    return sqrt(2 * K_s * (1 - cos(k * a)) / m_a)


def diatomic(K_s, m_1, m_2, k, a):
    """Larger eigenvalue of the dynamical matrix."""
    off = -K_s * (1 + expj(-k * a)) / sqrt(m_1 * m_2)
    A = matrix([[2 * K_s / m_1, off], [off.conjugate(), 2 * K_s / m_2]])
    return sqrt(max(eigh(A, eigvals_only=True)))


def lattice_energy(M_d, z, n_B, r_0):
    """-A/r + B/r^n with B from the minimum at r_0."""
    A = M_d * (z * q_e)**2 / (4 * pi * eps_0)
    B = A * r_0**(n_B - 1) / n_B
    return N_A * (A / r_0 - B / r_0**n_B)


def rare_gas(eps_L, sigma_L, R_n):
    x = (sigma_L / R_n)**6
    return 4 * eps_L / 2 * x * (mpf("12.13188") * x - mpf("14.45392"))


def thermionic(lambda_R, T, W_f):
    """Flux of the Maxwellian tail: q v_z over the states outside, 2/(2 pi hbar)^3, times exp(-W/kT)."""
    transverse = 2 * pi * m_e * k_B * T
    along = k_B * T
    return lambda_R * q_e * 2 / (2 * pi * hbar)**3 * transverse * along * exp(-W_f / (k_B * T))


def debye(T, Theta_D):
    """Temperature derivative of the Debye energy, with the integral of t^3/(e^t - 1)."""
    x = Theta_D / T
    D_3 = 3 / x**3 * quad(lambda t: t**3 / expm1(t), [0, x / 2, x])
    return 3 * R_gas * (4 * D_3 - 3 * x / expm1(x))


FUNCTIONS = {
    "SS1": lambda n, tau, m_s: n * q_e * (q_e * tau / m_s),
    # Real part of sigma_0/(1 - i omega tau).
    "SS2": lambda sigma_0, omega, tau: (sigma_0 / (1 - 1j * omega * tau)).real,
    "SS3": lambda n, q_c: 1 / (n * q_c),
    "SS4": fermi_k,
    "SS5": lambda n, m_s: (hbar * fermi_k(n))**2 / (2 * m_s),
    "SS6": dos_3,
    "SS7": dos_1,
    # pi^2/3 k^2 T times the density of states 3 n/(2 E_F).
    "SS8": lambda n, T, E_F: pi**2 / 3 * k_B**2 * T * (3 * n / (2 * E_F)),
    "SS9": lambda sigma_0, T: pi**2 * k_B**2 / (3 * q_e**2) * sigma_0 * T,
    "SS10": einstein,
    "SS11": debye_low,
    # 3 n modes below the Debye wavenumber.
    "SS12": lambda v_D, n: hbar * v_D * (6 * pi**2 * n)**(mpf(1) / 3) / k_B,
    "SS13": lambda M: 3 * R_gas / M,
    "SS14": monatomic,
    "SS15": diatomic,
    "SS16": lambda alpha_L, K_T, V_m, C_V: (3 * alpha_L) * K_T / (C_V / V_m),
    "SS17": lambda c_V, v_s, l_f: c_V * v_s * l_f / 3,
    "SS18": lattice_energy,
    "SS19": rare_gas,
    # Sum over the six neighbours.
    "SS20": lambda E_0, t_h, k_x, a, k_y, k_z: E_0 - t_h * sum(
        expj(s * k * a) for k in (k_x, k_y, k_z) for s in (1, -1)).real,
    "SS21": lambda q, a, P_b: acos(cos(q * a) + P_b / (q * a) * sin(q * a)) / a,
    # Zone width 2 pi/a over hbar k' = q E.
    "SS22": lambda E_f, a: 2 * pi / ((2 * pi / a) / (q_e * E_f / hbar)),
    "SS23": lambda B, n_L, m_s: hbar * (q_e * B / m_s) * (2 * n_L + 1) / 2,
    "SS24": lambda A_F: h / (4 * pi**2 * q_e) * A_F,
    "SS25": lambda n_f: h / q_e**2 / n_f,
    "SS26": lambda N_ch, T_t: N_ch * T_t * 2 * q_e**2 / h,
    "SS27": thermionic,
    # 1/l^2 = q^2/eps_0 times the density of states 3 n/(2 E_F).
    "SS28": lambda E_F, n: 1 / sqrt(q_e**2 / eps_0 * 3 * n / (2 * E_F)),
    "SS29": lambda omega_T, eps_s, eps_i: omega_T * sqrt(eps_s / eps_i),
    "SS30": lambda T, s_E: -(pi * k_B)**2 * T / (3 * q_e) * s_E,
    "SS31": lambda omega, rho: 1 - sqrt(8 * eps_0 * omega * rho),
    "SS32": debye,
}

if __name__ == "__main__":
    main("solid_state", FUNCTIONS)
