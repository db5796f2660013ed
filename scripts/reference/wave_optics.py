"""Reference values of wave_optics; sources are named in the records."""
from mpmath import acot, asin, besseljzero, cos, erfc, expj, mpc, mpf, pi, quad, sin, sqrt, tan

from common import c, main


def wave(function):
    """The input named lambda under a name that Python allows."""
    return lambda **inputs: function(inputs.pop("lambda"), **inputs)


def airy(lam, I_0, D, theta):
    """Fourier integral of the circular aperture over chords."""
    x = pi * D * sin(theta) / lam
    return I_0 * (4 / pi * quad(lambda u: cos(x * cos(u)) * sin(u)**2, [0, pi / 2]))**2


def slit(lam, I_0, a, theta):
    """Mean of the phases over the slit."""
    beta = pi * a * sin(theta) / lam
    return I_0 * quad(lambda t: cos(beta * t), [0, 1])**2


def grating(I_0, N_s, delta):
    """Sum of the phasors of the slits."""
    n = int(N_s)
    return I_0 * abs(sum(expj(k * delta) for k in range(n)))**2 / n**2


def fabry_perot(R_m, delta):
    """Geometric series of the transmitted amplitudes."""
    return abs((1 - R_m) / (1 - R_m * expj(delta)))**2


def fresnel_s(n_1, theta_i, n_2):
    t = asin(n_1 * sin(theta_i) / n_2)
    return -sin(theta_i - t) / sin(theta_i + t)


def fresnel_p(n_1, n_2, theta_i):
    t = asin(n_1 * sin(theta_i) / n_2)
    return tan(theta_i - t) / tan(theta_i + t)


def quarter_wave(n_0, n_s, n_f):
    """Characteristic matrix of the layer: admittance n_f^2/n_s."""
    Y = n_f**2 / n_s
    return ((n_0 - Y) / (n_0 + Y))**2


def film(lam, d_f, n, theta):
    """2 n d cos(theta') of the inner angle."""
    inner = asin(sin(theta) / n)
    return 2 * pi / lam * 2 * n * d_f * cos(inner)


def fringes_overlap(I_1, I_2, g_c, delta):
    return I_1 + I_2 + 2 * (sqrt(I_1) * sqrt(I_2) * g_c * expj(delta)).real


def visibility(g_c, I_1, I_2):
    top, low = fringes_overlap(I_1, I_2, g_c, mpf(0)), fringes_overlap(I_1, I_2, g_c, pi)
    return (top - low) / (top + low)


def newton(lam, m, R_c):
    """Gap r^2/(2 R) where the path 2 r^2/(2 R) plus half a wave is m waves."""
    return sqrt(R_c * (m * lam - lam / 2))


def zone(lam, n, f_z):
    return sqrt((f_z + n * lam / 2)**2 - f_z**2)


def rayleigh(lam, D, m_r):
    """Dipole scattering (8 pi/3) k^4 a^6 (Lorentz factor)^2."""
    k, a = 2 * pi / lam, D / 2
    return 8 * pi / 3 * k**4 * a**6 * ((m_r**2 - 1) / (m_r**2 + 2))**2


def straight_edge(I_0, v_F):
    """Amplitude of the open half-plane, the integral of exp(i pi t^2/2) from -v_F, as a complementary error
    function."""
    root = sqrt(pi) / 2 * mpc(1, -1)
    return I_0 / 2 * abs(erfc(-root * v_F) * mpc(1, 1) / 2)**2


FUNCTIONS = {
    "OPW1": wave(lambda lam, L, d: L * (lam / d)),
    "OPW2": wave(slit),
    "OPW3": wave(airy),
    "OPW4": wave(lambda lam, D: asin(besseljzero(1, 1) / pi * lam / D)),
    "OPW5": wave(lambda lam, n, alpha_a: lam / n / sin(alpha_a) / 2),
    "OPW6": wave(lambda lam, theta_i, m, d: asin((d * sin(theta_i) + m * lam) / d)),
    "OPW7": grating,
    "OPW8": lambda m, N_g: m * N_g,
    "OPW9": wave(lambda lam, A, Omega_r: 2 * pi / lam * (4 * A * Omega_r / c)),
    "OPW10": fabry_perot,
    "OPW11": lambda S_1, S_2, S_3, S_0: sqrt((S_1 / S_0)**2 + (S_2 / S_0)**2 + (S_3 / S_0)**2),
    "OPW12": straight_edge,
    "OPW13": fringes_overlap,
    "OPW14": visibility,
    "OPW15": wave(film),
    "OPW16": wave(newton),
    "OPW17": fresnel_s,
    "OPW18": fresnel_p,
    "OPW19": lambda n_r, k_x: abs((mpc(n_r, k_x) - 1) / (mpc(n_r, k_x) + 1))**2,
    "OPW20": lambda n_2, n_1: acot(n_1 / n_2),
    "OPW21": lambda I_0, theta: I_0 * (1 + cos(2 * theta)) / 2,
    "OPW22": wave(lambda lam, d_p, n_e, n_o: 2 * pi * d_p * n_e / lam - 2 * pi * d_p * n_o / lam),
    "OPW24": lambda V_d, B, L: V_d * L * B,
    "OPW25": wave(zone),
    "OPW26": quarter_wave,
    # Half the decay length of the amplitude 1/(k sqrt(...)).
    "OPW27": wave(lambda lam, n_1, theta_i, n_2: 1 / (2 * (2 * pi / lam) * sqrt((n_1 * sin(theta_i)
        - n_2) * (n_1 * sin(theta_i) + n_2)))),
    "OPW28": wave(rayleigh),
    "OPW29": lambda a, m=1, **k: asin(m * k['lambda'] / a),
}

if __name__ == "__main__":
    main("wave_optics", FUNCTIONS)
