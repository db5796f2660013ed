"""Reference values of signal_processing; sources are named in the records."""
from mpmath import chebyt, cos, exp, expj, findroot, log, mpc, mpf, nint, pi, quad, sin, sqrt

from common import main


def decibel(power):
    return 10 * log(power) / log(10)


def samples(values, first, count):
    """The numbered inputs in order."""
    return [values[f"x_{k}"] for k in range(first, first + int(count))]


def dft_bin(k_b, N, **x):
    return abs(sum(v * expj(-2 * pi * k_b * n / N) for n, v in enumerate(samples(x, 0, N))))


def rms(N, **x):
    values = samples(x, 1, N)
    return sqrt(sum(v * v for v in values) / len(values))


def interpolation(N, t, T_s, **x):
    """Each sinc as the inverse Fourier transform of a box."""
    def sinc(u):
        return quad(lambda s: cos(pi * u * s), [0, 1])
    return sum(v * sinc(t / T_s - n) for n, v in enumerate(samples(x, 0, N)))


def butterworth(f, f_c, n_f):
    """Product of the distances to the poles on the unit circle."""
    n, s = int(n_f), mpc(0, f / f_c)
    product = mpf(1)
    for k in range(n):
        product *= abs(s - expj(pi * (2 * k + n + 1) / (2 * n)))
    return 1 / product


def butterworth_order(A_s, A_p, f_s, f_p):
    """Orders at which the attenuations fix the same cut-off: the ratio of the losses."""
    loss = lambda a: exp(a * log(10) / 10) - 1
    return (log(loss(A_s)) - log(loss(A_p))) / (2 * (log(f_s) - log(f_p)))


def chebyshev(A_r, n_f, f, f_c):
    eps2 = mpf(10)**(A_r / 10) - 1
    return 1 / sqrt(1 + eps2 * chebyt(int(n_f), f / f_c)**2)


def kaiser(beta_K, n_k, M_k):
    """I0 from its integral."""
    i0 = lambda z: quad(lambda u: exp(z * cos(u)), [0, pi / 2, pi]) / pi
    return i0(beta_K * sqrt(1 - (2 * n_k / M_k - 1)**2)) / i0(beta_K)


def raised_cosine(t, T_s, r_c):
    """Inverse Fourier transform of the raised-cosine spectrum."""
    low, high = (1 - r_c) / (2 * T_s), (1 + r_c) / (2 * T_s)
    flat = quad(lambda f: T_s * cos(2 * pi * f * t), [0, low])
    edge = quad(lambda f: T_s / 2 * (1 + cos(pi * T_s / r_c * (f - low))) * cos(2 * pi * f * t), [low, high])
    return 2 * (flat + edge)


def moving_average(M_a, omega_d):
    n = int(M_a)
    return abs(sum(expj(k * omega_d) for k in range(n))) / n


def smoothing(f_s, a_s):
    """Half-power point of a/(1 - (1 - a) z^-1)."""
    guess = a_s / (1 - a_s / 2)
    w = findroot(lambda x: abs(a_s / (1 - (1 - a_s) * expj(-x)))**2 - mpf(1) / 2, guess)
    return w * f_s / (2 * pi)


def cascade(F_1, F_2, G_1, F_3, G_2):
    """Noise of every stage carried to the output over the noise of the source there."""
    output = F_1 * G_1 * G_2 + (F_2 - 1) * G_2 + (F_3 - 1)
    return output / (G_1 * G_2)


def sideband(n_s, m_i):
    return quad(lambda u: cos(n_s * u - m_i * sin(u)), [0, pi / 2, pi]) / pi


def sigma_delta(n_b, L_o, R_o):
    """Sine power over the noise pi^(2L)/((2L+1) R^(2L+1)) of the step^2/12."""
    steps = 2**n_b - 1
    signal = (steps / 2)**2 / 2
    noise = pi**(2 * L_o) / ((2 * L_o + 1) * R_o**(2 * L_o + 1)) / 12
    return decibel(signal / noise)


FUNCTIONS = {
    "SIG1": lambda f, f_s: abs(f - f_s * nint(f / f_s)),
    # Sine of amplitude 2^(n-1) steps over step^2/12.
    "SIG2": lambda n_b: decibel((2**(n_b - 1))**2 / 2 * 12),
    "SIG3": lambda V_FS, n_b: sqrt(quad(lambda u: u**2, [-mpf(1) / 2, mpf(1) / 2])) * V_FS / 2**n_b,
    "SIG4": lambda f, s_j: -decibel((2 * pi * f * s_j)**2),
    "SIG5": butterworth,
    "SIG6": butterworth_order,
    "SIG7": chebyshev,
    "SIG9": raised_cosine,
    "SIG11": dft_bin,
    "SIG12": rms,
    "SIG13": moving_average,
    "SIG14": smoothing,
    "SIG15": kaiser,
    "SIG16": cascade,
    "SIG17": lambda f_d, f_m: 2 * f_m * (f_d / f_m + 1),
    "SIG18": sideband,
    "SIG20": interpolation,
    "SIG21": lambda f, T_h: abs(quad(lambda u: expj(-2 * pi * f * u), [0, T_h])) / T_h,
    "SIG22": lambda W_t, f_k, n_b: W_t / 2**n_b * f_k,
    "SIG23": sigma_delta,
    # Tail of a normal distribution beyond sqrt(2 E/N).
    "SIG24": lambda E_b, N_0: quad(lambda u: exp(-u**2 / 2), [sqrt(2 * E_b / N_0), 4, 8, 16, 30]) / sqrt(2 * pi),
    "SIG25": lambda P_2, P_1: 10 * (log(P_2) - log(P_1)) / log(10),
    "SIG26": lambda f_m: 1 / (1 / f_m / 2),
}

if __name__ == "__main__":
    main("signal_processing", FUNCTIONS)
