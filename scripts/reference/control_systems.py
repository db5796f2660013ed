"""Reference values of control_systems; sources are named in the records."""
from mpmath import acos, arg, asin, cos, exp, expm1, findroot, log, mpc, mpf, pi, quad, re, sin, sqrt

from common import main


def pole(omega_n, zeta):
    return omega_n * mpc(-zeta, sqrt(1 - zeta**2))


def step(zeta, omega_n, t):
    """Residues of omega_n^2/(s (s - p)(s - conj p))."""
    p = pole(omega_n, zeta)
    return 1 + 2 * re(omega_n**2 / (p * (p - p.conjugate())) * exp(p * t))


def overshoot(zeta):
    """Step response at its first maximum, half a damped period after the step."""
    return step(zeta, mpf(1), pi / sqrt(1 - zeta**2)) - 1


def peak_time(omega_n, zeta):
    """Zero of the impulse response exp(-zeta w t) sin(w_d t)."""
    return pi / pole(omega_n, zeta).imag


def rise_time(zeta, omega_n):
    """First crossing of 1."""
    p = pole(omega_n, zeta)
    return findroot(lambda t: cos(p.imag * t) + zeta / sqrt(1 - zeta**2) * sin(p.imag * t),
                    (pi / 2 + asin(zeta)) / p.imag)


def settling(delta_s, zeta, omega_n):
    """Envelope exp(-zeta w t)/sqrt(1 - zeta^2) = delta."""
    return -(log(delta_s) + log(1 - zeta**2) / 2) / (zeta * omega_n)


def resonance(zeta):
    """Magnitude at its greatest, where d/dx ((1 - x)^2 + 4 zeta^2 x) = 0 with x the squared frequency ratio."""
    x = 1 - 2 * zeta**2
    return 1 / abs(mpc(1 - x, 2 * zeta * sqrt(x)))


def bandwidth(omega_n, zeta):
    """Positive root of x^2 + (4 zeta^2 - 2) x - 1 = 0."""
    b = 4 * zeta**2 - 2
    return omega_n * sqrt((-b + sqrt(b**2 + 4)) / 2)


def phase_margin(zeta):
    """Crossover of 1/(x sqrt(x^2 + 4 zeta^2)) and the phase there."""
    x2 = findroot(lambda y: y**2 + 4 * zeta**2 * y - 1, 1 / (1 + 2 * zeta**2))
    s = mpc(0, sqrt(x2))
    return pi + arg(1 / (s * (s + 2 * zeta)))


def lead(alpha_c):
    """Phase at the geometric mean of the corner frequencies."""
    w = 1 / sqrt(alpha_c)
    return arg(mpc(1, alpha_c * w) / mpc(1, w))


def routh(a, b, p_3):
    return (a + b) * (b + p_3) * (p_3 + a)


def lqr(a_s, b_s, q_c, r_c):
    """Stable closed loop a - b k = -sqrt(a^2 + b^2 q/r) from the Riccati equation 2 a P - b^2 P^2/r + q = 0."""
    A, B, C = -b_s**2 / r_c, 2 * a_s, q_c
    P = max((-B - sqrt(B**2 - 4 * A * C)) / (2 * A), (-B + sqrt(B**2 - 4 * A * C)) / (2 * A))
    return b_s * P / r_c


def kalman(lambda_q):
    """Fixed point of the prediction variance m (in units of the measurement variance)."""
    m = findroot(lambda x: x - x / (1 + x) - lambda_q, sqrt(lambda_q) + lambda_q)
    return m / (1 + m)


def relay(d_r, a_o):
    """First Fourier coefficient of the square wave over the amplitude."""
    return 2 / pi * quad(lambda x: d_r * sin(x), [0, pi]) / a_o


def saturation(s_l, A_i):
    """First Fourier coefficient of the clipped sine."""
    x = asin(s_l / A_i)
    quarter = quad(lambda u: A_i * sin(u)**2, [0, x]) + quad(lambda u: s_l * sin(u), [x, pi / 2])
    return 4 / pi * quarter / A_i


def sensitivity(M_s):
    """Triangle with two sides 1 (origin to -1 and to the crossover point) and the third 1/M_s."""
    return acos(1 - 1 / (2 * M_s**2))


FUNCTIONS = {
    "CTL1": lambda K_s, u_0, t, tau: -K_s * u_0 * expm1(-t / tau),
    "CTL2": step,
    "CTL3": overshoot,
    "CTL4": peak_time,
    "CTL5": rise_time,
    "CTL6": settling,
    "CTL7": resonance,
    "CTL8": bandwidth,
    "CTL9": phase_margin,
    "CTL10": lambda A_o, B_f: 1 / (1 / A_o + B_f),
    "CTL11": lambda r_0, K_p: r_0 - r_0 * K_p / (1 + K_p),
    "CTL12": lambda T_a, K_s, L_d: mpf(12) / 10 / (K_s / T_a * L_d),
    "CTL13": lambda T_a, L_d, K_s: mpf(9) / 10 * T_a / (K_s * L_d) + 1 / (12 * K_s),
    "CTL14": lambda T_a, K_s, T_c, L_d: 1 / (K_s / T_a * (T_c + L_d)),
    "CTL15": lambda K_c, e_t, E_i, T_i, T_d, e_r: K_c * e_t + K_c / T_i * E_i + K_c * T_d * e_r,
    "CTL16": lead,
    "CTL17": lambda phi_m, omega_g: phi_m / omega_g,
    # s = (2/T)(z - 1)/(z + 1) at z = exp(i w T).
    "CTL18": lambda omega_d, T_s: (2 / T_s * (exp(mpc(0, omega_d * T_s)) - 1) / (exp(mpc(0, omega_d * T_s)) + 1)).imag,
    "CTL19": sensitivity,
    "CTL20": routh,
    "CTL21": lqr,
    "CTL22": kalman,
    "CTL23": relay,
    "CTL24": saturation,
}

if __name__ == "__main__":
    main("control_systems", FUNCTIONS)
