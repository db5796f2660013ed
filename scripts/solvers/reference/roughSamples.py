"""Writes random jobs of the solvers that sample, and their values: small lattices with all configurations counted,
gauge fields in two dimensions by their characters, others by the first terms for weak couplings, Asian options by
importance sampling with numpy. Warm lattices and strong couplings take the solvers a minute each, and are not in it;
test/vectors/roughSamples.json leaves out two jobs that take 10 s and more.

`python3 roughSamples.py FILE [SEED]` writes the jobs there; `noise` is what a reference may be off by.
"""

import json
import math
import random
import sys

import numpy as np
from scipy import special
from scipy.optimize import brentq

jobs = []


def add(solver, kind, body, value, noise):
    jobs.append(dict(solver=solver, kind=kind, body=body, value=float(value), noise=float(noise)))


def pick(a, b, digits=4):
    return round(rng.uniform(a, b), digits)


def spins():
    """energy per site of spins on a ring or a torus, over all configurations"""
    for shape in [[3, 3], [4, 4], [3, 5], [4, 5], [2, 3], [7], [12], [16]]:
        for T in [pick(0.3, 1), pick(0.3, 1)] if len(shape) > 1 else [pick(0.3, 1), pick(1, 4)]:
            n = math.prod(shape)
            bits = (np.arange(2**n, dtype=np.int64)[:, None] >> np.arange(n)) & 1
            s = (2 * bits.astype(np.int8) - 1).reshape(-1, *shape)
            E = np.zeros(2**n)
            for axis in range(1, s.ndim):
                E -= (s * np.roll(s, 1, axis=axis)).reshape(2**n, -1).sum(axis=1)
            w = np.exp(-(E - E.min()) / T)
            value = (w * E).sum() / w.sum() / n
            add("lattice", "spins, all configurations", dict(mode="ising", shape=shape, T=T), value, 1e-12)


def gauge_cube():
    """Z2 on 2 x 2 x 2, over all configurations of the links that a tree of seven leaves free"""
    links = [(x, y, z, d) for x in range(2) for y in range(2) for z in range(2) for d in range(3)]
    number = {link: i for i, link in enumerate(links)}
    step = lambda p, d: tuple((p[i] + (i == d)) % 2 for i in range(3))
    tree, met = set(), {(0, 0, 0)}
    for x, y, z, d in links:  # a spanning tree: these links are 1 in some gauge
        for a, b, link in [((x, y, z), step((x, y, z), d), (x, y, z, d))]:
            if (a in met) != (b in met):
                tree.add(number[link])
                met |= {a, b}
    assert len(met) == 8
    free = [i for i in range(24) if i not in tree]
    configurations = np.arange(2 ** len(free), dtype=np.int64)
    U = np.ones((len(configurations), 24), dtype=np.int8)
    for k, i in enumerate(free):
        U[:, i] = 1 - 2 * ((configurations >> k) & 1)
    total = np.zeros(len(configurations))
    for p in [(x, y, z) for x in range(2) for y in range(2) for z in range(2)]:
        for d in range(3):
            for e in range(d + 1, 3):
                around = [(*p, d), (*step(p, d), e), (*step(p, e), d), (*p, e)]
                total += np.prod([U[:, number[link]] for link in around], axis=0)
    for beta in [pick(0.8, 1.2), pick(1.2, 1.6), pick(1.6, 2), pick(2, 4)]:
        w = np.exp(beta * (total - 24))
        value = (w * total).sum() / w.sum() / 24
        add("gauge", "Z2, all configurations", dict(group="Z2", shape=[2, 2, 2], beta=beta), value, 1e-12)


def gauge_plane():
    """two dimensions: each character is carried by the whole torus (Migdal 1975); the slope by differences"""
    for group in ["U1", "SU2", "Z2"]:
        for shape in [[3, 4], [4, 4], [4, 5]]:
            beta = float(f"{10 ** rng.uniform(0.4, 1):.4g}")
            n = math.prod(shape)

            def log_sum(b):
                if group == "Z2":
                    return n * math.log(math.cosh(b)) + math.log1p(math.tanh(b) ** n)
                if group == "U1":
                    parts = special.ive(np.abs(np.arange(-60, 61)), b)
                    return n * b + math.log((parts**n).sum())
                parts = special.ive(np.arange(1, 61), b) / b
                return n * b + math.log((parts**n).sum())

            h = 1e-3 * beta
            slope = lambda d: (log_sum(beta + d) - log_sum(beta - d)) / (2 * d)
            value = (4 * slope(h / 2) - slope(h)) / 3 / n
            add("gauge", "two dimensions, characters", dict(group=group, shape=shape, beta=beta), value, 1e-9)


def gauge_ends():
    for _ in range(4):  # weak: single turned links of Z2, four plaquettes each
        beta = pick(1, 1.6)
        w = math.exp(-8 * beta)
        body = dict(group="Z2", shape=[4, 4, 4], beta=beta)
        add("gauge", "weak coupling", body, 1 - 8 * w, 60 * math.exp(-12 * beta))


def asian():
    """far from the money: paths moved towards those that pay, weighed by what that changes"""
    draw = np.random.default_rng(rng.randrange(2**31))
    for kind in ["call", "put"]:
        for _ in range(10):
            n = rng.choice([2, 3, 4, 6, 12])
            sigma, T, r = pick(0.1, 0.6), pick(0.25, 2), pick(0, 0.06)
            far = pick(1.5, 4) * sigma * math.sqrt(T / 2)
            K = round(100 * math.exp(far if kind == "call" else -far), 2)
            dt = T / n
            drift = (r - sigma**2 / 2) * dt
            mean = lambda z: (100 * np.exp(np.cumsum(drift + sigma * math.sqrt(dt) * z, axis=-1))).mean(axis=-1)
            # along the weights with which increments enter the mean
            way = np.arange(n, 0, -1) / n
            way /= np.linalg.norm(way)
            length = brentq(lambda a: mean(a * way) - K, -30, 30)
            length += 0.3 if kind == "call" else -0.3
            shift = length * way
            sign = 1 if kind == "call" else -1
            z = draw.standard_normal((1_000_000, n)) + shift
            weight = np.exp(-z @ shift + shift @ shift / 2 - r * T)
            paid = np.maximum(sign * (mean(z) - K), 0) * weight
            # beside the geometric mean, whose price is that of a lognormal (Kemna and Vorst 1990)
            logs = np.cumsum(drift + sigma * math.sqrt(dt) * z, axis=1).mean(axis=1)
            control = np.maximum(sign * (100 * np.exp(logs) - K), 0) * weight
            middle = math.log(100) + drift * (n + 1) / 2
            spread = sigma * math.sqrt(dt) * np.linalg.norm(np.arange(1, n + 1) / n)
            d = (middle - math.log(K)) / spread
            below = lambda v: special.ndtr(sign * v)
            known = sign * (math.exp(middle + spread**2 / 2) * below(d + spread) - K * below(d)) * math.exp(-r * T)
            slope = np.cov(paid, control)[0, 1] / control.var()
            left = paid - slope * (control - known)
            value, noise = left.mean(), left.std() / math.sqrt(len(left))
            body = dict(S=100, K=K, r=r, sigma=sigma, T=T, type=kind, style="asian", fixings=n)
            add("quant", f"Asian {kind}, far from the money", body, value, noise)


if __name__ == "__main__":
    out, *seed = sys.argv[1:]
    for make in [spins, gauge_cube, gauge_plane, gauge_ends, asian]:
        rng = random.Random(int(seed[0]) if seed else 58001)
        make()
    with open(out, "w") as file:
        rows = ",\n".join(json.dumps(j) for j in jobs)
        file.write('{\n"source": "scripts/solvers/reference/roughSamples.py",\n"jobs": [\n' + rows + "\n]\n}\n")
