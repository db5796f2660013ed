"""Reference values of metallurgy; sources are named in the records."""
from mpmath import asinh, cbrt, exp, fdot, log, mpf, pi, quad, sqrt, tan

from common import R_gas, main


def rosenthal(T_0, Q, v, r, xi, a_t, k_t):
    """Heat released along the past path of the source, spread in a half-space, summed over time."""
    def element(s):
        # s^2 is the age; the source was at x = v s^2 behind.
        tau = s**2
        distance = r**2 + 2 * xi * v * tau + (v * tau)**2
        return 2 / tau * exp(-distance / (4 * a_t * tau)) if s else mpf(0)
    end = sqrt(400 * 4 * a_t / v**2)
    points = [0] + [end * mpf(2)**-k for k in range(10, -1, -1)]
    heat_capacity = k_t / a_t
    total = quad(element, points)
    return T_0 + 2 * Q / heat_capacity / sqrt(4 * pi * a_t)**3 * total


def andrews(w_C, w_Mn, w_Ni, w_Cr, w_Mo):
    """Published with percents and degrees Celsius."""
    percent = [100 * w for w in (w_C, w_Mn, w_Ni, w_Cr, w_Mo)]
    factors = [mpf(423), mpf("30.4"), mpf("17.7"), mpf("12.1"), mpf("7.5")]
    return 539 - fdot(percent, factors) + mpf("273.15")


def scheil(k_p, w_0, f_s):
    """The liquid is enriched by d ln(w) = (1 - k) df/(1 - f)."""
    liquid = w_0 * exp(quad(lambda f: (1 - k_p) / (1 - f), [0, f_s]))
    return k_p * liquid


def hot_working(eps_dot, Q_a, T, A_s, n_s, alpha_s):
    """Stress at which A sinh(alpha s)^n equals the compensated rate."""
    log_z = log(eps_dot) + Q_a / (R_gas * T) - log(A_s)
    return asinh(exp(log_z / n_s)) / alpha_s


def coarsening(r_0, gamma_s, D_m, c_e, V_m, t, T):
    capillary = 2 * gamma_s * V_m / (R_gas * T)
    rate = mpf(4) / 9 * capillary * D_m * c_e * V_m
    return cbrt(r_0**3 + rate * t)


def drawing(sigma_m, A_f, A_0, mu_f, alpha_d):
    """Slab equilibrium summed over the die: each slab adds with the weight (A_f/A)^B dA/A."""
    B = mu_f / tan(alpha_d)
    return sigma_m * (1 + B) * quad(lambda A: (A_f / A)**B / A, [A_f, A_0])


def upsetting(sigma_f, mu_f, r, H):
    """Pressure falls linearly from the axis to the rim; mean over the area."""
    return quad(lambda x: 2 * pi * x * sigma_f * (1 + 2 * mu_f * (r - x) / H), [0, r]) / (pi * r**2)


def cooling(eta_w, U_a, I_w, v, k_t, T_0):
    """On the centre line T - T_0 = q/(2 pi k t): the rate 2 pi k (T - T_0)^2/q, integrated."""
    heat = eta_w * U_a * I_w / v
    return quad(lambda T: heat / (2 * pi * k_t * (T - T_0)**2), [mpf("773.15"), mpf("1073.15")])


FUNCTIONS = {
    "MT1": lambda B_m, V, A: B_m * V**2 / A**2,
    "MT2": rosenthal,
    "MT3": lambda w_C, w_Mn, w_Cr, w_Mo, w_V, w_Ni, w_Cu: (
        30 * w_C + 5 * w_Mn + 6 * (w_Cr + w_Mo + w_V) + 2 * (w_Ni + w_Cu)) / 30,
    "MT4": lambda T_Ms, T: 1 - exp(-mpf("0.011") * (T_Ms - T)),
    "MT5": andrews,
    "MT6": lambda T, C_HJ, t: T * (C_HJ + log(t / 3600, 10)),
    "MT7": scheil,
    # Slope of the liquidus times the gradient of the solute at the front.
    "MT8": lambda m_l, w_0, k_p, v, D_l: m_l * (-(v / D_l) * (w_0 / k_p - w_0)),
    "MT9": hot_working,
    "MT10": lambda r_p, f_v: 4 * r_p / (3 * f_v),
    "MT11": coarsening,
    "MT12": drawing,
    "MT13": upsetting,
    "MT14": lambda c_0, p_g, p_0: c_0 * sqrt(p_g) / sqrt(p_0),
    "MT15": lambda dH_o, T, dS_o, p_0: p_0 * exp(dH_o / (R_gas * T)) / exp(dS_o / R_gas),
    "MT16": cooling,
}

if __name__ == "__main__":
    main("metallurgy", FUNCTIONS)
