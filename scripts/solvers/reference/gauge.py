"""Average plaquettes of two-dimensional lattice gauge theory: character sums by mpmath, Z2 by enumeration.

Run: python3 scripts/solvers/reference/gauge.py
"""
import itertools
import mpmath as mp

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
    transformation moves holds 1/2 of action, each of the 4 (n^2 - 1) constant ones, whose action is quartic, 1/4. Coste,
    Gonzalez-Arroyo, Jurkiewicz and Korthals Altes, Nucl. Phys. B 262 (1985) 67. The next order is about 0.2/beta^2."""
    return 1 - (n * n - 1) * (mp.mpf(3) * (volume - 1) / 2 + 1) / (6 * volume * mp.mpf(beta))


if __name__ == "__main__":
    print("u1 6x7 2", u1(2, 42), "inf", mp.besseli(1, 2) / mp.besseli(0, 2))
    print("u1 2x2 1.3", u1(mp.mpf("1.3"), 4), "u1 2x3 3.7", u1(mp.mpf("3.7"), 6))
    print("su2 8x6 2.2", su2(mp.mpf("2.2"), 48))
    print("su2 2x2 3.1", su2(mp.mpf("3.1"), 4), "su2 3x5 4", su2(mp.mpf(4), 15))
    print("z2 2x3 0.7", z2(0.7, 2, 3))
    print("u1 3x5 9", u1(9, 15), "u1 2x4 7.3", u1(mp.mpf("7.3"), 8), "su2 3x4 12", su2(12, 12), "z2 2x3 1.4", z2(1.4, 2, 3))
    print("su2 4x4x4x4 1000", weak(2, 256, 1000), "su3 2x3x3x4 3000", weak(3, 72, 3000))
