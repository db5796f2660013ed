"""Reference values of information_theory; sources are named in the records."""
from mpmath import (binomial, det, diff, exp, findroot, fsum, inf, log, matrix, mpf, ncdf, nsum, pi, quad,
                    sqrt)

from common import main


def entropy(*probabilities):
    """Bits, from natural logarithms."""
    return fsum(p * log(1 / p) for p in probabilities) / log(2)


def geometric(p_s):
    """Mean of -log2 of p (1 - p)^(n - 1) over n."""
    bits = lambda n: -(log(p_s) + (n - 1) * log(1 - p_s)) / log(2)
    return nsum(lambda n: p_s * (1 - p_s)**(n - 1) * bits(n), [1, inf])


def z_channel(p_z):
    """Mutual information at the share of ones that makes it greatest."""
    def information(share):
        ones = share * (1 - p_z)
        return entropy(ones, 1 - ones) - share * entropy(p_z, 1 - p_z)
    best = findroot(lambda q: diff(information, q), mpf("0.45"))
    return information(best)


def normal(x, mu, sigma):
    return exp(-((x - mu) / sigma)**2 / 2) / (sigma * sqrt(2 * pi))


def divergence(sigma_2, sigma_1, mu_1, mu_2):
    """Integral of the density times the logarithm of the ratio, over +-16 standard deviations."""
    def log_ratio(x):
        return (log(sigma_2 / sigma_1) - ((x - mu_1) / sigma_1)**2 / 2
                + ((x - mu_2) / sigma_2)**2 / 2)
    points = [mu_1 + k * sigma_1 for k in (-16, -8, -4, -2, 0, 2, 4, 8, 16)]
    return quad(lambda x: normal(x, mu_1, sigma_1) * log_ratio(x), points)


def differential(sigma_n):
    points = [k * sigma_n for k in (-16, -8, -4, -2, 0, 2, 4, 8, 16)]
    return quad(lambda x: -normal(x, 0, sigma_n) * (
        -(x / sigma_n)**2 / 2 - log(sigma_n * sqrt(2 * pi))), points) / log(2)


def mutual(r_c):
    """Sum of the entropies less the joint one: logarithm of the determinant of the correlations."""
    return -log(det(matrix([[1, r_c], [r_c, 1]]))) / (2 * log(2))


def hamming(n_b):
    patterns = fsum(binomial(n_b, k) for k in range(3))
    return n_b - log(patterns) / log(2)


def majority(t_c, p_e):
    n = 2 * int(t_c) + 1
    return fsum(binomial(n, k) * p_e**k * (1 - p_e)**(n - k) for k in range((n + 1) // 2, n + 1))


def square_qam(M_q, gamma_s):
    side = 2 * (1 - 1 / sqrt(M_q)) * ncdf(-sqrt(3 * gamma_s / (M_q - 1)))
    return 2 * side - side**2


def fading(gamma_m):
    """Mean of log2(1 + gamma x) over exponentially distributed x."""
    points = [0, mpf(1) / gamma_m, 1, 4, 16, 40, 80, 160]
    return quad(lambda x: exp(-x) * log(1 + gamma_m * x) / log(2), points)


FUNCTIONS = {
    "INF1": lambda p_1, p_2, p_3, p_4: entropy(p_1, p_2, p_3, p_4),
    "INF2": geometric,
    "INF3": lambda p_e: 1 - entropy(p_e, 1 - p_e),
    "INF4": z_channel,
    "INF5": lambda B_w, M_l: 2 * B_w * log(M_l, 2),
    "INF6": divergence,
    "INF7": differential,
    "INF8": mutual,
    "INF9": lambda v_s, D_m: (log(sqrt(v_s)) - log(sqrt(D_m))) / log(2),
    "INF10": lambda p_s, D_h: entropy(p_s, 1 - p_s) - entropy(D_h, 1 - D_h),
    "INF11": lambda H_c, M_s: (H_c - 1) * log(2) / log(M_s),
    "INF12": hamming,
    "INF13": majority,
    "INF14": square_qam,
    # Rate R = W log2(1 + (E_b/N_0) R/W) solved for E_b/N_0.
    "INF15": lambda eta_b: findroot(lambda g: log(1 + g * eta_b, 2) - eta_b, mpf(2)),
    "INF16": lambda **lengths: fsum(1 / mpf(2)**length for length in lengths.values()),
    "INF17": fading,
    "INF18": lambda K_n, A_l, r_l: log(K_n) / (log(A_l) - r_l * log(2)),
    "INF19": lambda r_B: entropy((1 + r_B) / 2, (1 - r_B) / 2),
    "INF20": lambda p_w, b_o, f_k: log((1 + b_o * f_k)**p_w * (1 - f_k)**(1 - p_w), 2),
}

if __name__ == "__main__":
    main("information_theory", FUNCTIONS)
