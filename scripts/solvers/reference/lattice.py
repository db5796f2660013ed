"""References of the lattice solver: spins by enumeration, Kaufman's torus and Onsager's plane, crystals by Benson's
series and sums at another splitting, fields by scipy's DOP853 and Jacobi's functions.

Run: python3 scripts/solvers/reference/lattice.py
"""
import itertools
import mpmath as mp
import numpy as np
from scipy.integrate import solve_ivp

mp.mp.dps = 30


def enumerate_spins(shape, T):
    """Energy per site over all configurations."""
    sites = list(itertools.product(*map(range, shape)))
    index = {s: i for i, s in enumerate(sites)}
    bonds = []
    for s in sites:
        for a, side in enumerate(shape):
            t = list(s)
            t[a] = (t[a] + 1) % side
            bonds.append((index[s], index[tuple(t)]))
    counts = {}
    for bits in itertools.product((1, -1), repeat=len(sites)):
        e = -sum(bits[i] * bits[j] for i, j in bonds)
        counts[e] = counts.get(e, 0) + 1
    z = sum(n * mp.exp(-e / mp.mpf(T)) for e, n in counts.items())
    return sum(n * e * mp.exp(-e / mp.mpf(T)) for e, n in counts.items()) / z / len(sites)


def kaufman(m, n, T):
    """Kaufman (1949): the derivative of ln Z of an m by n torus, by mpmath."""
    def log_z(k):
        g = [2 * k + mp.log(mp.tanh(k))]
        g += [mp.acosh(mp.cosh(2 * k) * mp.coth(2 * k) - mp.cos(mp.pi * r / n)) for r in range(1, 2 * n)]
        p = [mp.mpf(1)] * 4
        for r in range(n):
            p[0] *= 2 * mp.cosh(m * g[2 * r + 1] / 2)
            p[1] *= 2 * mp.sinh(m * g[2 * r + 1] / 2)
            p[2] *= 2 * mp.cosh(m * g[2 * r] / 2)
            p[3] *= 2 * mp.sinh(m * g[2 * r] / 2)
        return mp.log((2 * mp.sinh(2 * k)) ** (mp.mpf(m * n) / 2) * sum(p) / 2)
    return -mp.diff(log_z, 1 / mp.mpf(T)) / (m * n)


def onsager(T):
    k = 1 / mp.mpf(T)
    kappa = 2 * mp.sinh(2 * k) / mp.cosh(2 * k) ** 2
    return -mp.coth(2 * k) * (1 + 2 / mp.pi * (2 * mp.tanh(2 * k) ** 2 - 1) * mp.ellipk(kappa ** 2))


def yang(T):
    return (1 - mp.sinh(2 / mp.mpf(T)) ** -4) ** mp.mpf("0.125")


def benson():
    """Rock salt: 12 pi SUM sech^2(pi/2 sqrt(m^2 + n^2)) over odd m, n (Benson 1956)."""
    odd = range(1, 40, 2)
    return 12 * mp.pi * sum(mp.sech(mp.pi / 2 * mp.sqrt(m * m + n * n)) ** 2 for m in odd for n in odd)


def ewald(cell, ions, alpha, nearest, units):
    """-E r0 per formula unit at a stated splitting, 20 digits."""
    mp.mp.dps = 20
    a = [[mp.mpf(x) for x in row] for row in cell]
    cross = lambda u, v: [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
    dot = lambda u, v: sum(x * y for x, y in zip(u, v))
    volume = dot(a[0], cross(a[1], a[2]))
    b = [[2 * mp.pi * x / volume for x in cross(a[(i + 1) % 3], a[(i + 2) % 3])] for i in range(3)]
    place = [(q, [sum(mp.mpf(f[i]) * a[i][k] for i in range(3)) for k in range(3)]) for q, f in ions]
    energy = mp.mpf(0)
    for n in itertools.product(range(-4, 5), repeat=3):
        shift = [sum(n[i] * a[i][k] for i in range(3)) for k in range(3)]
        for i, (qi, ri) in enumerate(place):
            for j, (qj, rj) in enumerate(place):
                if n == (0, 0, 0) and i == j:
                    continue
                r = mp.sqrt(sum((x - y + s) ** 2 for x, y, s in zip(ri, rj, shift)))
                if alpha * r < 7.5:
                    energy += qi * qj * mp.erfc(alpha * r) / r / 2
    for h in itertools.product(range(-9, 10), repeat=3):
        if h == (0, 0, 0):
            continue
        g = [sum(h[i] * b[i][k] for i in range(3)) for k in range(3)]
        g2 = dot(g, g)
        if g2 > (15 * alpha) ** 2:
            continue
        s = sum(q * mp.expjpi(dot(g, r) / mp.pi) for q, r in place)
        energy += 2 * mp.pi / volume * mp.exp(-g2 / (4 * alpha ** 2)) / g2 * abs(s) ** 2
    energy -= alpha / mp.sqrt(mp.pi) * sum(q * q for q, _ in place)
    mp.mp.dps = 30
    return -energy * nearest / units


def field(shape, h, mu2, lam, phi, rate, t):
    """The lattice's equations of motion by DOP853. Returns mean square, first site and energy density."""
    d = len(shape)

    def force(u):
        lap = sum(np.roll(u, 1, a) + np.roll(u, -1, a) for a in range(d)) - 2 * d * u
        return lap / h ** 2 - mu2 * u - lam * u ** 3
    n = phi.size
    fun = lambda _, y: np.concatenate([y[n:], force(y[:n].reshape(shape)).ravel()])
    y = solve_ivp(fun, (0, t), np.concatenate([phi.ravel(), rate.ravel()]), method="DOP853", rtol=1e-12,
        atol=1e-13).y[:, -1]
    u, v = y[:n].reshape(shape), y[n:].reshape(shape)
    slope = sum((np.roll(u, -1, a) - u) ** 2 for a in range(d)) / h ** 2
    return (u ** 2).mean(), u.flat[0], (v ** 2 / 2 + slope / 2 + mu2 * u ** 2 / 2 + lam * u ** 4 / 4).mean()


def grid(shape, h):
    return np.meshgrid(*[h * np.arange(n) for n in shape], indexing="ij")


if __name__ == "__main__":
    f = lambda x: mp.nstr(x, 17)
    print("3x4 T=1.5", f(enumerate_spins((3, 4), "1.5")), f(kaufman(3, 4, "1.5")))
    print("5x4 T=1.7", f(kaufman(5, 4, "1.7")))
    print("2x2x3 T=3.1", f(enumerate_spins((2, 2, 3), "3.1")))
    print("ring of 7, T=0.9", f(enumerate_spins((7,), "0.9")))
    print("12x9 T=2.9", f(kaufman(12, 9, "2.9")))
    print("64x48 T=1.5: Onsager", f(onsager("1.5")), "Yang", f(yang("1.5")))
    print("NaCl by Benson", f(benson()))
    fcc = [[0, .5, .5], [.5, 0, .5], [.5, .5, 0]]
    cube = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    print("NaCl", f(ewald(fcc, [(1, [0, 0, 0]), (-1, [.5, .5, .5])], mp.mpf("3.1"), mp.mpf(1) / 2, 1)))
    print("CsCl", f(ewald(cube, [(1, [0, 0, 0]), (-1, [.5, .5, .5])], mp.mpf("2.3"), mp.sqrt(3) / 2, 1)))
    print("ZnS", f(ewald(fcc, [(1, [0, 0, 0]), (-1, [.25, .25, .25])], mp.mpf("3.1"), mp.sqrt(3) / 4, 1)))
    print("CaF2", f(ewald(fcc, [(2, [0, 0, 0]), (-1, [.25, .25, .25]), (-1, [.75, .75, .75])], mp.mpf("3.1"),
        mp.sqrt(3) / 4, 1)))
    perovskite = [(2, [0, 0, 0]), (4, [.5, .5, .5]), (-2, [.5, .5, 0]), (-2, [.5, 0, .5]), (-2, [0, .5, .5])]
    print("perovskite", f(ewald(cube, perovskite, mp.mpf("2.3"), mp.mpf(1) / 2, 1)))
    x, y, z = grid((5, 4, 3), 0.7)
    print("5x4x3", field((5, 4, 3), 0.7, 0.31, 1.7, 0.4 + 0.3 * np.cos(1.1 * x + 0.2 * y) - 0.2 * z,
        0.1 * x - 0.05 * y * z, 6.5))
    x, y = grid((16, 12), 1.0)
    print("two vacua 16x12", field((16, 12), 1.0, -0.8, 0.9,
        0.3 * np.sin(2 * np.pi * x / 16) + 0.2 * np.cos(2 * np.pi * y / 12), 0 * x, 9.0))
    k2 = lambda d, n, mu2, lam, A, t: A * mp.ellipfun("cn", mp.sqrt(mu2 + lam * A * A) * t,
        m=lam * A * A / (2 * (mu2 + lam * A * A)))
    print("uniform, Duffing", f(k2(2, 2, mp.mpf("0.37"), mp.mpf("1.9"), mp.mpf("1.3"), mp.mpf("7.5"))))
    h, dt, n = mp.mpf("0.8"), mp.mpf("0.3"), 50
    w2 = mp.mpf("0.6") + 4 / h ** 2 * (mp.sin(mp.pi * 3 / 20) ** 2 + mp.sin(mp.pi * 2 / 14) ** 2)
    w = 2 / dt * mp.asin(dt * mp.sqrt(w2) / 2)
    print("lattice mode (3, 2) of 20x14 after 50 steps", f(mp.cos(w * n * dt)))
    kink = 2 * mp.sqrt(2) / 3 * mp.sqrt(mp.mpf("0.5")) ** 3 / mp.mpf("0.5")
    print("two kinks on 64", f(2 * kink / 64 - mp.mpf("0.5") ** 2 / (4 * mp.mpf("0.5"))))
