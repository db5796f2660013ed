"""Average plaquettes of two-dimensional lattice gauge theory: character sums by mpmath, Z2 by enumeration,
SU(3) by Weyl's formula on a mesh of angles.

Run: python3 scripts/solvers/reference/gauge.py
"""
import itertools
import mpmath as mp
import numpy as np

mp.mp.dps = 30


def u1(beta, V):
    Z = lambda b: mp.nsum(lambda n: mp.besseli(n, b)**V, [-60, 60])
    return mp.diff(lambda b: mp.log(Z(b)), beta) / V


def su2(beta, V):
    Z = lambda b: sum((2 * mp.besseli(n, b) / b)**V for n in range(1, 60))
    return mp.diff(lambda b: mp.log(Z(b)), beta) / V


def z2(beta, nx, ny):
    """All configurations of the links of a small torus."""
    total = norm = mp.mpf(0)
    n = nx * ny
    for s in itertools.product((1, -1), repeat=2 * n):
        e = 0
        for x in range(nx):
            for y in range(ny):
                i = lambda a, b, m: 2 * ((a % nx) * ny + b % ny) + m
                e += s[i(x, y, 0)] * s[i(x + 1, y, 1)] * s[i(x, y + 1, 0)] * s[i(x, y, 1)]
        w = mp.exp(beta * e)
        norm += w
        total += w * e
    return total / norm / n


def weak(n, volume, beta):
    """SU(n) in four dimensions to first order in 1/beta: each of 3 (V - 1)(n^2 - 1) Gaussian modes that no gauge
    transformation moves holds 1/2 of action, each of the 4 (n^2 - 1) constant ones, whose action is quartic, 1/4.
    Coste, Gonzalez-Arroyo, Jurkiewicz and Korthals Altes, Nucl. Phys. B 262 (1985) 67. The next order is about
    0.2/beta^2."""
    return 1 - (n * n - 1) * (mp.mpf(3) * (volume - 1) / 2 + 1) / (6 * volume * mp.mpf(beta))


def su3(beta, V, shells, n=480):
    """The characters' integrals over the Haar measure on n x n pairs of angles. @returns one plaquette, and the
    torus"""
    t = 2 * np.pi * np.arange(n) / n
    a, b = np.meshgrid(t, t, indexing="ij")
    e = [np.exp(1j * z) for z in (a, b, -a - b)]
    turns = ((0, 1, 2, 1), (1, 2, 0, 1), (2, 0, 1, 1), (0, 2, 1, -1), (2, 1, 0, -1), (1, 0, 2, -1))
    alternant = lambda l: sum(s * e[i]**l[0] * e[j]**l[1] * e[k]**l[2] for i, j, k, s in turns)
    re = sum(z.real for z in e) / 3
    w, measure = np.exp(beta * (re - 1)), np.conj(alternant((2, 1, 0)))
    norm = total = trivial = plane = 0
    for s in range(shells):
        for p in range(s + 1):
            q = s - p
            f = (alternant((p + q + 2, q + 1, 0)) * measure).real * w
            c, slope = f.sum(), (f * re).sum()
            if s == 0:
                trivial, plane = c, slope / c
            weight = (abs(c) / trivial / ((p + 1) * (q + 1) * (s + 2) / 2))**V
            if weight > 1e-25:
                norm += weight
                total += weight * slope / c
    return plane, total / norm


if __name__ == "__main__":
    print("u1 6x7 2", u1(2, 42), "inf", mp.besseli(1, 2) / mp.besseli(0, 2))
    print("u1 2x2 1.3", u1(mp.mpf("1.3"), 4), "u1 2x3 3.7", u1(mp.mpf("3.7"), 6))
    print("su2 8x6 2.2", su2(mp.mpf("2.2"), 48))
    print("su2 2x2 3.1", su2(mp.mpf("3.1"), 4), "su2 3x5 4", su2(mp.mpf(4), 15))
    print("z2 2x3 0.7", z2(0.7, 2, 3))
    print("u1 3x5 9", u1(9, 15), "u1 2x4 7.3", u1(mp.mpf("7.3"), 8), "su2 3x4 12", su2(12, 12), "z2 2x3 1.4",
        z2(1.4, 2, 3))
    print("su2 4x4x4x4 1000", weak(2, 256, 1000), "su3 2x3x3x4 3000", weak(3, 72, 3000))
    for beta, V, shells in ((200, 4, 80), (25, 6, 30), (6, 4, 12), (9, 64, 8)):
        print("su3", beta, V, *su3(beta, V, shells))
