"""Reference values of computing; sources are named in the records."""
from fractions import Fraction
from math import factorial

from mpmath import exp, log, mpf, pi, power, sqrt

from common import main


def log2(x):
    return log(x) / log(mpf(2))


def binary_search(n):
    """Depth of the decision tree over n entries: each comparison leaves the larger half."""
    left, comparisons = int(n), 0
    while left > 0:
        left //= 2
        comparisons += 1
    return mpf(comparisons)


def catalan(n):
    """By the recurrence over the size of the left subtree."""
    counts = [1]
    for size in range(1, int(n) + 1):
        counts.append(sum(counts[left] * counts[size - 1 - left] for left in range(size)))
    return mpf(counts[-1])


def exact_ratio(numerator, denominator):
    fraction = Fraction(numerator, denominator)
    return mpf(fraction.numerator) / fraction.denominator


def strassen(n):
    """Seven products of half the size, down to single elements."""
    return mpf(1) if n == 1 else 7 * strassen(n / 2)


def number_field_sieve(b):
    """L[1/3, (64/9)^(1/3)] of 2^b."""
    ln_n = b * log(mpf(2))
    return exp(power(mpf(64) / 9, mpf(1) / 3) * power(ln_n, mpf(1) / 3)
               * power(log(ln_n), mpf(2) / 3))


FUNCTIONS = {
    "CS43": lambda N: 5 * N * log2(N),
    # Time after over time before, inverted.
    "CS44": lambda p, n: n / (n * (1 - p) + p),
    "CS45": lambda s, n: n - s * (n - 1),
    "CS46": lambda N_i, CPI, f_clk: N_i * (CPI * (1 / f_clk)),
    "CS47": lambda p: p * log2(1 / p) + (1 - p) * log2(1 / (1 - p)),
    "CS48": lambda B, P_s, P_n: B * (log2(P_n + P_s) - log2(P_n)),
    "CS49": binary_search,
    # Hits take t_hit, misses take t_hit + t_pen.
    "CS50": lambda t_hit, r_m, t_pen: (1 - r_m) * t_hit + r_m * (t_hit + t_pen),
    "CS51": lambda N_hit, N_miss: N_hit / (N_hit + N_miss),
    "CS52": lambda D, H_r: D * 4294967296 / H_r,
    # 1 - exp(-pairs/values).
    "CS53": lambda n, d: 1 - exp(-(n * (n - 1) / 2) / d),
    # All k probed bits are set; one bit stays clear with probability exp(-k n/m).
    "CS54": lambda k, n, m: power(1 - exp(-n * k / m), k),
    "CS55": lambda m, n: m / n * log(mpf(2)),
    "CS56": lambda **job: job["lambda"] * job["W"],
    # Mean service time over one minus utilisation.
    "CS57": lambda **queue: (1 / queue["mu"]) / (1 - queue["lambda"] / queue["mu"]),
    "CS58": lambda **queue: queue["lambda"] / (queue["m"] * queue["mu"]),
    "CS59": lambda alpha: (1 + power(1 - alpha, -2)) / 2,
    "CS60": lambda n: log2(mpf(factorial(int(n)))),
    # A multiplication and an addition for each of k terms of m n elements.
    "CS61": lambda m, n, k: (k + k) * (m * n),
    "CS62": strassen,
    "CS63": lambda n: 2 * n**3 / 3,
    "CS64": lambda P_peak, B: P_peak / B,
    "CS65": lambda t_f, t_r: 1 / (1 + t_r / t_f),
    # One minus the probability that all fail.
    "CS66": lambda a, n: 1 - power(1 - a, n),
    "CS67": lambda MSS, p, RTT: MSS / RTT * sqrt(mpf(3) / 2) / sqrt(p),
    "CS68": lambda L_p, B, d, v: L_p / B + d / v,
    # Load times the probability that no other packet falls in the slot.
    "CS69": lambda rho_o: rho_o * exp(-rho_o),
    "CS70": lambda t_s, f_r, t_x: t_s + (1 / f_r) / 2 + t_x,
    # Energy C V^2 drawn in a fraction alpha of f cycles a second.
    "CS71": lambda alpha, C, V, f: (C * V**2) * (alpha * f),
    "CS72": lambda p: mpf(2) ** (1 - int(p)),
    # Data bits k = n - r over length n = 2^r - 1.
    "CS73": lambda r: exact_ratio(2 ** int(r) - 1 - int(r), 2 ** int(r) - 1),
    "CS74": lambda P, R_s: 2 / (1 / P + 1 / R_s),
    "CS75": lambda f_t, N, N_t: f_t * (log(N) - log(N_t)),
    "CS76": lambda n: mpf(int(n) ** (int(n) - 2)),
    "CS77": catalan,
    "CS78": lambda n: log(n) / n,
    # Half of 2^b keys.
    "CS79": lambda b, r_k: mpf(2) ** int(b) / 2 / r_k,
    "CS80": lambda N, M: pi / 4 * sqrt(N / M),
    # 2^n assignments, each kept by a clause with probability 7/8.
    "CS81": lambda n, m: exact_ratio(2 ** int(n) * 7 ** int(m), 8 ** int(m)),
    "CS82": lambda k: exact_ratio(1, 4 ** int(k)),
    "CS83": number_field_sieve,
    # Gambler's ruin: the ratio of losing to winning steps for each block of deficit.
    "CS84": lambda q, z: power(q / (1 - q), z),
    "CS85": lambda f_b: 2 * f_b + (f_b + 1),
    "CS86": lambda n: log2(n) + log(n),
    "CS87": lambda E, N, P: E - N + 2 * P,
}

if __name__ == "__main__":
    main("computing", FUNCTIONS)
