"""Reference values of rocket_propulsion; sources are named in the records."""
from mpmath import cos, exp, log, mpf, quad, sqrt

from common import R_gas, c, g_n, main


def sonic(gamma_s):
    """Temperature and density in a sonic throat over those at rest, from the energy balance with Mach number 1."""
    temperature = 1 / (1 + (gamma_s - 1) / 2)
    return temperature, temperature**(1 / (gamma_s - 1))


def flux(gamma_s):
    """rho a/(rho_0 sqrt(R T_0)) in the throat."""
    temperature, density = sonic(gamma_s)
    return density * sqrt(gamma_s * temperature)


def mach(gamma_s, r_p):
    """Mach number at which the pressure has fallen to the fraction r_p."""
    return sqrt(2 / (gamma_s - 1) * (r_p**(-(gamma_s - 1) / gamma_s) - 1))


def exhaust(gamma_s, T_c, p_e, p_c, M):
    """Enthalpy difference: integral of dp/rho along the isentrope."""
    # dp/rho with p = p_c x and rho = rho_c x^(1/gamma): (R T_c/M) int x^(-1/gamma) dx.
    drop = R_gas * T_c / M * quad(lambda x: x**(-1 / gamma_s), [p_e / p_c, mpf(1) / 10, 1])
    return sqrt(2 * drop)


def thrust_coefficient(gamma_s, p_e, p_c, p_a, eps_a):
    """Mass flow times exit speed with M and T_0 out, plus the pressure term."""
    m = mach(gamma_s, p_e / p_c)
    speed = m * sqrt(gamma_s / (1 + (gamma_s - 1) / 2 * m**2))
    return flux(gamma_s) * speed + eps_a * (p_e - p_a) / p_c


def expansion(gamma_s, r_p):
    """Area-Mach relation."""
    m = mach(gamma_s, r_p)
    return ((1 + (gamma_s - 1) / 2 * m**2) * 2 / (gamma_s + 1))**((gamma_s + 1) / (2 * (gamma_s - 1))) / m


def motor(p_1, K_n, rho_p, r_1, c_s, n_p):
    """Balance K rho r_1 (p/p_1)^n = p/c_s in logarithms."""
    return p_1 * exp(log(K_n * rho_p * r_1 * c_s / p_1) / (1 - n_p))


def payload(Delta_v, v_e, eps_s):
    """Final mass is payload plus the share eps_s of the rest: solve x + eps_s (1 - x) = m_f/m_0."""
    ratio = exp(-Delta_v / v_e)
    return 1 - (1 - ratio) / (1 - eps_s)


def relativistic(v_e, m_0, m_f):
    """Mass ratio r: v = c (r^(2 w) - 1)/(r^(2 w) + 1), w = v_e/c."""
    power = (m_0 / m_f)**(2 * v_e / c)
    return c * (power - 1) / (power + 1)


def bartz(mu_g, c_p, p_c, c_s, D_t, R_c, Pr):
    """Nusselt form with the mass flux p_c/c_s: 0.026 Re^0.8 Pr^0.4 k/D with k = mu c_p/Pr."""
    Re = p_c / c_s * D_t / mu_g
    return mpf("0.026") * Re**mpf("0.8") * Pr**mpf("0.4") * (mu_g * c_p / Pr) / D_t * (D_t / R_c)**mpf("0.1")


def stages(**p):
    """Integral of the exhaust speed over the shed mass, stage by stage."""
    indices = [name[2:] for name in p if name.startswith("v_")]
    return sum(quad(lambda m: p[f"v_{i}"] / m, [p[f"f_{i}"], p[f"m_{i}"]]) for i in indices)


FUNCTIONS = {
    # Exhaust speed times the logarithm of the mass ratio.
    "THRUST_TSIOLKOVSKY": lambda v_e, m_0, m_f: v_e * (log(m_0) - log(m_f)),
    "RKT1": lambda m_dot, v_e, p_e, p_a, A_e: A_e * p_e - A_e * p_a + m_dot * v_e,
    "RKT2": lambda F_t, m_dot, g_0=g_n: (F_t / m_dot) / g_0,
    "RKT3": exhaust,
    # p_c A/m_dot with the flux of the sonic throat.
    "RKT4": lambda T_c, gamma_s, M: sqrt(R_gas / M * T_c) / flux(gamma_s),
    "RKT5": thrust_coefficient,
    "RKT6": lambda A_t, p_0, gamma_s, R_s, T_0: A_t * p_0 / sqrt(R_s * T_0) * flux(gamma_s),
    "RKT7": expansion,
    "RKT8": lambda gamma_s: sonic(gamma_s)[0] * sonic(gamma_s)[1],
    "RKT9": lambda r_1, p, p_1, n_p: r_1 * exp(n_p * log(p / p_1)),
    "RKT10": motor,
    "RKT11": stages,
    "RKT12": payload,
    "RKT13": lambda v_e, m_0, m_f, t_b, g=g_n: v_e * (log(m_0) - log(m_f)) - g * t_b,
    "RKT14": relativistic,
    # Ions per time times the momentum of an ion along the axis.
    "RKT15": lambda I_b, m_i, V_b, q_i, theta_d: I_b / q_i * m_i * sqrt(2 * q_i * V_b / m_i) * cos(theta_d),
    # Jet power m v^2/2 with m = F/v over the efficiency.
    "RKT16": lambda F_t, v_e, eta_t: (F_t / v_e) * v_e**2 / 2 / eta_t,
    # F v/(F v + m (v_e - v)^2/2).
    "RKT17": lambda v, v_e: v_e * v / (v_e * v + (v_e - v)**2 / 2),
    "RKT18": lambda m_a, f_a, v_e, v_0: (m_a + m_a * f_a) * v_e - m_a * v_0,
    "RKT19": bartz,
    # Mean of the cosine over the spherical cap.
    "RKT20": lambda alpha_n: quad(lambda u: u, [cos(alpha_n), 1]) / (1 - cos(alpha_n)),
    "RKT21": lambda eta_s, E_s, alpha_s, sigma_s: 2 * eta_s * (E_s / c) * cos(alpha_s) * cos(alpha_s) / sigma_s,
}

if __name__ == "__main__":
    main("rocket_propulsion", FUNCTIONS)
