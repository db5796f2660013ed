"""Reference values of aerodynamics; sources are named in the records."""
from mpmath import atan, diff, findroot, log, mpf, pi, quad, sin, sqrt, tan

from common import main


def density_jump(m, gamma_a):
    """Density behind over ahead of a shock of normal Mach number m."""
    return (gamma_a + 1) * m**2 / (2 + (gamma_a - 1) * m**2)


def pressure_jump(m, gamma_a):
    return 1 + 2 * gamma_a * (m**2 - 1) / (gamma_a + 1)


def mach_behind(M, gamma_a):
    """Speed falls by the density ratio, the speed of sound grows with the root of the temperature."""
    rho, p = density_jump(M, gamma_a), pressure_jump(M, gamma_a)
    return (M / rho) / sqrt(p / rho)


def total_ratio(m, gamma_a):
    """Isentropic total over static pressure."""
    return (1 + (gamma_a - 1) * m**2 / 2)**(gamma_a / (gamma_a - 1))


def total_pressure_jump(M, gamma_a):
    behind = mach_behind(M, gamma_a)
    return pressure_jump(M, gamma_a) * total_ratio(behind, gamma_a) / total_ratio(M, gamma_a)


def deflection(beta_s, M, gamma_a):
    """The part along the shock stays, the normal part falls by the density ratio."""
    return beta_s - atan(tan(beta_s) / density_jump(M * sin(beta_s), gamma_a))


def prandtl_meyer(M, gamma_a):
    # With M^2 = 1 + y^2 the integrand is smooth at the start.
    return quad(lambda y: y**2 / ((1 + (gamma_a - 1) * (1 + y**2) / 2) * (1 + y**2)),
                [0, sqrt(M**2 - 1)])


def area_ratio(M, gamma_a):
    """Mass flux at Mach one over mass flux at M, from the same total state."""
    def flux(m):
        t = 1 / (1 + (gamma_a - 1) * m**2 / 2)
        density = t**(1 / (gamma_a - 1))
        return density * m * sqrt(t)
    return flux(mpf(1)) / flux(M)


def pitot_mach(q_c, p, gamma_a):
    return findroot(lambda m: total_ratio(m, gamma_a) - 1 - q_c / p, sqrt(2 * q_c / (p * gamma_a)))


def best_glide(e_O, AR, C_D0):
    """Lift coefficient at which the slope of drag over lift is zero."""
    best = findroot(lambda x: diff(lambda y: C_D0 / y + y / (pi * e_O * AR), x), mpf("0.6"))
    return best / (C_D0 + best**2 / (pi * e_O * AR))


def breguet(eta_p, L_D, m_0, m_1, g, c_P):
    """Distance per mass burnt, integrated over the mass."""
    return quad(lambda m: eta_p / (c_P * (m * g / L_D)), [m_1, m_0])


def mean_chord(c_r, lambda_t):
    chord = lambda y: c_r * (1 - (1 - lambda_t) * y)
    return quad(lambda y: chord(y)**2, [0, 1]) / quad(chord, [0, 1])


def hover_power(F_T, rho, A_d):
    """Thrust is mass flow rho A v times the far wake speed 2 v."""
    inflow = sqrt(F_T / (2 * rho * A_d))
    return F_T * inflow


def disc_power(a_i):
    """Force times speed at the disc, wake speed 1 - 2 a, over half of rho A v^3."""
    at_disc, wake = 1 - a_i, 1 - 2 * a_i
    return 2 * (at_disc * (1 - wake)) * at_disc


def elliptic_slope(a_0, e_s, AR):
    """The induced angle C_L/(pi e AR) reduces the angle of the sections."""
    return 1 / (1 / a_0 + 1 / (pi * e_s * AR))


FUNCTIONS = {
    "AER1": lambda rho, v, S_w, C_L: C_L * S_w * (rho * v**2 / 2),
    "AER2": lambda C_D0, C_L, e_O, AR: C_D0 + C_L * (C_L / (pi * AR)) / e_O,
    "AER3": lambda alpha_w, alpha_0: 2 * pi * (alpha_w - alpha_0),
    "AER4": elliptic_slope,
    # Rationalised.
    "AER5": lambda a_0, AR: a_0 * (sqrt(1 + (a_0 / (pi * AR))**2) - a_0 / (pi * AR)),
    "AER6": lambda rho, v, Gamma_c: rho * v * Gamma_c,
    "AER7": lambda v, phi, g: v**2 / (g * tan(phi)),
    "AER8": breguet,
    "AER9": lambda rho, r_n, v: mpf("1.7415e-4") * sqrt(rho / r_n) * v**3,
    "AER10": best_glide,
    "AER11": lambda v, F_T, F_D, W: (F_T * v - F_D * v) / W,
    "AER12": lambda C_p0, M: C_p0 / sqrt(1 - M**2),
    "AER13": lambda C_p0, M: 1 / (sqrt(1 - M**2) / C_p0 + (1 - sqrt(1 - M**2)) / 2),
    # Pressure coefficient 2 alpha/beta below, its opposite above.
    "AER14": lambda alpha_w, M: 2 * (2 * alpha_w / sqrt(M**2 - 1)),
    # Mean over the four faces of 2 theta^2/beta, doubled for both sides.
    "AER15": lambda alpha_w, tau_c, M: 2 * ((alpha_w + tau_c)**2 + (alpha_w - tau_c)**2) / sqrt(M**2 - 1),
    "AER16": lambda T, r_f, gamma_a, M: T + r_f * (T * (1 + (gamma_a - 1) * M**2 / 2) - T),
    "AER17": pitot_mach,
    "AER18": area_ratio,
    "AER19": mach_behind,
    "AER20": total_pressure_jump,
    "AER21": deflection,
    "AER22": prandtl_meyer,
    "AER23": lambda Re_L: mpf("0.455") / (log(Re_L) / log(10))**mpf("2.58"),
    "AER24": mean_chord,
    "AER25": lambda x_ac, V_H, eta_t, a_t, a_w, eps_d: x_ac + V_H * eta_t * (1 - eps_d) * a_t / a_w,
    # Angular frequency sqrt(2) g/v.
    "AER26": lambda v, g: 2 * pi / (sqrt(2) * g / v),
    "AER27": hover_power,
    "AER28": disc_power,
}

if __name__ == "__main__":
    main("aerodynamics", FUNCTIONS)
