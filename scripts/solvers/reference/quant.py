"""References of option prices, independent of the solver: mpmath closed forms, a binomial tree, and quadratures.

Run: python3 scripts/solvers/reference/quant.py
"""
import mpmath as mp
import numpy as np
from scipy.integrate import quad
from scipy.stats import norm

mp.mp.dps = 30


def black_scholes(S, K, r, sigma, T, q=0, sign=1):
    S, K, r, sigma, T, q = map(mp.mpf, map(str, (S, K, r, sigma, T, q)))
    d1 = (mp.log(S / K) + (r - q + sigma**2 / 2) * T) / (sigma * mp.sqrt(T))
    d2 = d1 - sigma * mp.sqrt(T)
    return sign * (S * mp.exp(-q * T) * mp.ncdf(sign * d1) - K * mp.exp(-r * T) * mp.ncdf(sign * d2))


def barrier(S, K, r, q, sigma, T, B, sign, kind):
    """Integral of the payoff over the density of Brownian motion killed at the barrier (method of images)."""
    nu, s, b = r - q - sigma**2 / 2, sigma * np.sqrt(T), np.log(B / S)
    down, out = kind.startswith("down"), kind.endswith("out")

    def free(x):
        return norm.pdf((x - nu * T) / s) / s

    def killed(x):
        return free(x) - np.exp(2 * nu * b / sigma**2) * norm.pdf((x - 2 * b - nu * T) / s) / s

    pay = lambda x: max(0.0, sign * (S * np.exp(x) - K))
    low, high = (b, nu * T + 12 * s) if down else (nu * T - 12 * s, b)
    k = np.log(K / S)
    cuts = sorted({low, high, *([k] if low < k < high else [])})
    alive = sum(quad(lambda x: pay(x) * killed(x), a, c, epsabs=1e-13, epsrel=1e-12, limit=400)[0] for a,
        c in zip(cuts, cuts[1:]))
    alive *= np.exp(-r * T)
    return alive if out else float(black_scholes(S, K, r, sigma, T, q, sign)) - alive


def dated(S, K, r, q, sigma, T, B, sign, kind, dates, n=6001):
    """Knock-out watched at dates: the density carried from date to date by Simpson's rule."""
    nu, dt = r - q - sigma**2 / 2, T / dates
    s = sigma * np.sqrt(dt)
    b = np.log(B / S)
    wide = 9 * sigma * np.sqrt(T) + abs(nu) * T
    low, high = (b, wide) if kind.startswith("down") else (-wide, b)
    x = np.linspace(low, high, n)
    w = np.ones(n); w[1:-1:2] = 4; w[2:-1:2] = 2; w *= (x[1] - x[0]) / 3
    p = norm.pdf((x - nu * dt) / s) / s
    for _ in range(dates - 2):
        nxt = np.empty(n)
        for i in range(0, n, 500):
            nxt[i:i + 500] = (norm.pdf((x[i:i + 500, None] - x[None, :] - nu * dt) / s) / s) @ (w * p)
        p = nxt
    # The last step in closed form of the truncated log-normal payoff.
    total = 0.0
    k = np.log(K / S)
    m = x + nu * dt
    def upto(z):
        return np.exp(m + s * s / 2) * norm.cdf((z - m) / s - s) * S - K * norm.cdf((z - m) / s)
    down = kind.startswith("down")
    if sign > 0:
        lo = max(k, b) if down else k
        hi = np.inf if down else b
    else:
        lo = b if down else -np.inf
        hi = k if down else min(k, b)
    if hi > lo:
        total = np.sum(w * p * sign * (upto(hi) - upto(lo)))
    out = np.exp(-r * T) * total
    return out if kind.endswith("out") else float(black_scholes(S, K, r, sigma, T, q, sign)) - out


def tree(S, K, r, q, sigma, T, sign, n):
    """American, Leisen-Reimer tree of odd n."""
    h = lambda z: 0.5 + np.sign(z) * 0.5 * np.sqrt(1 - np.exp(-((z / (n + 1 / 3 + 0.1 / (n + 1)))**2) * (n + 1 / 6)))
    d1 = (np.log(S / K) + (r - q + sigma**2 / 2) * T) / (sigma * np.sqrt(T))
    d2 = d1 - sigma * np.sqrt(T)
    dt = T / n
    p, p1 = h(d2), h(d1)
    u = np.exp((r - q) * dt) * p1 / p
    d = (np.exp((r - q) * dt) - p * u) / (1 - p)
    s = S * u**np.arange(n, -1, -1) * d**np.arange(0, n + 1)
    v = np.maximum(0, sign * (s - K))
    disc = np.exp(-r * dt)
    for i in range(n - 1, -1, -1):
        s = s[:-1] / u
        v = np.maximum(disc * (p * v[:-1] + (1 - p) * v[1:]), sign * (s - K))
    return v[0]


def american(*a):
    one, two = tree(*a, 5001), tree(*a, 10001)
    return 2 * two - one


def smoothed(S, K, r, q, sigma, T, sign, n):
    """American, tree of Cox, Ross and Rubinstein with Black and Scholes' value at the last step but one (Broadie and
    Detemple, Review of Financial Studies 9 (1996) 1211)."""
    dt = T / n
    u = np.exp(sigma * np.sqrt(dt))
    p = (np.exp((r - q) * dt) - 1 / u) / (u - 1 / u)
    s = S * u**np.arange(n - 1.0, -n, -2)
    d1 = (np.log(s / K) + (r - q + sigma**2 / 2) * dt) / (sigma * np.sqrt(dt))
    d2 = d1 - sigma * np.sqrt(dt)
    v = sign * (s * np.exp(-q * dt) * norm.cdf(sign * d1) - K * np.exp(-r * dt) * norm.cdf(sign * d2))
    v = np.maximum(v, sign * (s - K))
    disc = np.exp(-r * dt)
    for _ in range(n - 1):
        s = s[:-1] / u
        v = np.maximum(disc * (p * v[:-1] + (1 - p) * v[1:]), sign * (s - K))
    return v[0]


def agreed(*a, n=30000):
    """Two trees of different kinds, each extrapolated: their middle, and how far they lie apart."""
    one = 2 * tree(*a, 2 * n + 1) - tree(*a, n + 1)
    other = 2 * smoothed(*a, 2 * n) - smoothed(*a, n)
    return (one + other) / 2, abs(one - other)


def geometric(S, K, r, q, sigma, T, sign, n):
    """Mean and variance of the sum of logarithms written out over its fixings."""
    t = [mp.mpf(T) * i / n for i in range(1, n + 1)]
    var = mp.mpf(str(sigma))**2 * sum(min(a, b) for a in t for b in t) / n**2
    m = mp.log(S) + (mp.mpf(str(r)) - mp.mpf(str(q)) - mp.mpf(str(sigma))**2 / 2) * sum(t) / n
    sd = mp.sqrt(var)
    d2 = (m - mp.log(K)) / sd
    return mp.exp(-mp.mpf(str(r)) * T) * sign * (mp.exp(m + var / 2) * mp.ncdf(sign * (d2 + sd))
        - K * mp.ncdf(sign * d2))


def two_fixings(S, K, r, sigma, T, sign):
    """Arithmetic mean of two fixings: the first integrated, the second in Black's closed form."""
    S, K, r, sigma, T = map(mp.mpf, map(str, (S, K, r, sigma, T)))
    h, sd, mu = T / 2, sigma * mp.sqrt(T / 2), (r - sigma**2 / 2) * T / 2

    def inner(z):
        s = S * mp.exp(mu + sd * z)
        strike, forward = 2 * K - s, s * mp.exp(r * h)
        if strike <= 0:
            return mp.npdf(z) * max(mp.mpf(0), sign * (forward - strike)) / 2
        d = mp.log(forward / strike) / sd + sd / 2
        return mp.npdf(z) * sign * (forward * mp.ncdf(sign * d) - strike * mp.ncdf(sign * (d - sd))) / 2

    cuts = sorted([*range(-40, 41, 4), (mp.log(2 * K / S) - mu) / sd])
    return mp.exp(-r * T) * mp.quad(inner, cuts)


if __name__ == "__main__":
    print("bs", black_scholes(100, 100, 0.05, 0.2, 1), black_scholes(100, 100, 0.05, 0.2, 1, 0, -1))
    print("hull", black_scholes(42, 40, 0.1, 0.2, 0.5), black_scholes(42, 40, 0.1, 0.2, 0.5, 0, -1))
    print("odd", black_scholes(87.3, 133.1, 0.013, 0.37, 2.7, 0.021, 1), "deep", black_scholes(100, 250, 0.02, 0.15,
        0.5))
    for a in [(100, 90, .08, .04, .25, .5, 95, 1, "down-and-out"), (100, 110, .08, .04, .25, .5, 95, -1, "down-and-in"),
              (100, 100, .08, .04, .25, .5, 105, 1, "up-and-in"), (100, 90, .08, .04, .25, .5, 120, 1, "up-and-out"),
              (100, 100, .08, .04, .3, .5, 105, -1, "up-and-out")]:
        print("barrier", a, barrier(*a))
    for a in [(100, 100, .1, 0, .3, .2, 91, 1, "down-and-out", 5), (100, 100, .05, 0, .25, 1, 120, 1, "up-and-out", 12),
              (100, 100, .05, 0, .25, 1, 120, 1, "up-and-in", 12)]:
        print("dated", a, dated(*a))
    for a in [(36, 40, .06, 0, .2, 1, -1), (100, 100, .03, .07, .2, 3, 1), (63.7, 71.9, .041, .013, .43, 1.73, -1)]:
        print("american", a, american(*a))
    for a in [(95, 100, .03, 0, .25, .5, -1), (60, 100, .05, 0, .2, 1, -1), (100, 130, .08, .02, .4, 5, -1),
              (85, 100, .06, 0, .25, 10, -1), (106, 100, .08, 0, .188, 20.63, -1),
              (100, 100, .061, .074, .417, 22.93, -1), (100, 100, .02, .06, .3, 30, 1)]:
        print("american, two trees", a, agreed(*a))
    print("geo", geometric(100, 100, .05, 0, .2, 1, 1, 12), geometric(83, 91, .03, .01, .41, 2, -1, 50))
    for a in [(100, 250, .05, .3, 1, 1), (100, 600, .03, .8, 2, 1), (100, 101, .02, .01, .25, 1),
              (100, 30, .05, .3, 1, -1), (100, 98.5, .02, .01, .25, -1)]:
        print("two fixings", a, two_fixings(*a))
