"""Reference values of fracture_fatigue; sources are named in the records."""
from mpmath import cos, diff, exp, ln, mpf, pi, polyval, quad, sin, sqrt

from common import main

MPA = mpf(1000000)


def griffith(E_Y, gamma_s, a):
    # Energy of the crack: 4 a gamma - pi sigma^2 a^2/E stationary in a.
    return sqrt(diff(lambda x: 4 * x * gamma_s, a) / diff(lambda x: pi * x**2 / E_Y, a))


def penny(sigma, a):
    # Load uniform over the disc: 2/sqrt(pi a) times the integral of sigma r/sqrt(a^2 - r^2), r = a sin(u).
    return 2 / sqrt(pi * a) * quad(lambda u: sigma * a * sin(u), [0, pi / 2])


def dugdale(sigma_y, a, sigma, E_Y):
    # Length c of crack and strips: a/c = cos(pi sigma/(2 sigma_y)).
    c = a / cos(pi * sigma / (2 * sigma_y))
    return 8 * sigma_y * a / (pi * E_Y) * ln(c / a)


def paris(a_i, a_f, m_P, r_0, Y_g, Delta_s):
    # Integral of da over the growth per cycle, with ln a as the variable.
    rate = lambda a: r_0 * exp(m_P * ln(Y_g * Delta_s * sqrt(pi * a) / MPA))
    return quad(lambda u: exp(u) / rate(exp(u)), [ln(a_i), (ln(a_i) + ln(a_f)) / 2, ln(a_f)])


def kirsch(sigma, a, r, theta):
    # Airy function sigma/4 (r^2 - 2 a^2 ln r) - sigma/4 (r^2 - 2 a^2 + a^4/r^2) cos(2 theta); hoop stress is its second
    # derivative by r. Lengths in units of a.
    phi = lambda x: (x**2 - 2 * ln(x)) / 4 - (x**2 - 2 + x**-2) / 4 * cos(2 * theta)
    return sigma * diff(phi, r / a, 2)


FUNCTIONS = {
    "FRA1": griffith,
    "FRA2": lambda Y_g, sigma, a: Y_g * sigma * sqrt(pi) * sqrt(a),
    "FRA3": lambda K_I, nu, E_Y: K_I**2 / (E_Y / ((1 - nu) * (1 + nu))),
    # Twice the first estimate (K/sigma)^2/(2 pi).
    "FRA4": lambda K_I, sigma_y: 2 * (K_I / sigma_y) ** 2 / (2 * pi),
    "FRA5": lambda sigma, a, W: sigma * sqrt(pi * a / cos(pi * a / W)),
    "FRA6": lambda sigma, a, W: sigma * sqrt(pi * a) * polyval(
        [mpf(x) for x in ("30.39", "-21.72", "10.55", "-0.231", "1.12")], a / W),
    "FRA7": penny,
    "FRA8": lambda P, a, W, B: P / (B * sqrt(W)) * (2 + a / W) / sqrt(1 - a / W) ** 3 * polyval(
        [mpf(x) for x in ("-5.6", "14.72", "-13.32", "4.64", "0.886")], a / W),
    "FRA9": dugdale,
    "FRA10": lambda r_0, Delta_K, m_P: r_0 * exp(m_P * ln(Delta_K / MPA)),
    "FRA11": paris,
    # Damage of each block; the blocks are the numbers behind n_ and N_.
    "FRA12": lambda **p: sum(p[k] / p["N" + k[1:]] for k in p if k[0] == "n"),
    "FRA13": lambda sigma_fc, N_f, b_f: sigma_fc * exp(b_f * ln(2 * N_f)),
    "FRA14": lambda sigma_fc, N_f, b_f, E_Y, eps_fc, c_f: sigma_fc * exp(b_f * ln(2 * N_f)) / E_Y + eps_fc * exp(
        c_f * ln(2 * N_f)),
    # Load factor that brings the point onto the line.
    "FRA15": lambda s_a, S_e, s_m, S_u: S_e * S_u / (s_a * S_u + s_m * S_e),
    "FRA16": lambda s_a, s_m, S_u: s_a * S_u**2 / ((S_u - s_m) * (S_u + s_m)),
    "FRA17": lambda s_x, s_a: sqrt(s_x * s_a),
    "FRA18": lambda K_t, a_P, r_n: 1 + (K_t - 1) * r_n / (r_n + a_P),
    "FRA19": lambda sigma, a, b: sigma * (b + 2 * a) / b,
    "FRA20": kirsch,
}

if __name__ == "__main__":
    main("fracture_fatigue", FUNCTIONS)
