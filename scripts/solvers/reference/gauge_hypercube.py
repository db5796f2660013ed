"""SU(2) in four dimensions by the heat bath of Creutz, Phys. Rev. D 21 (1980) 2308, in numpy: another algorithm,
another generator and another order of links than the solver's. A link's a0 is drawn from exp(beta k a0) and kept with
the chance sqrt(1 - a0^2); all links of one direction and one parity are drawn at once, in several copies of the
lattice. Sides are even.

Beside them: the strong coupling series of cubes and pairs of cubes, good to u^10, and weak coupling to second order.

Run: python3 scripts/solvers/reference/gauge_hypercube.py     (three minutes)
"""
import mpmath as mp
import numpy as np


def product(a, b):
    return np.stack((a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] - a[2] * b[3] + a[3] * b[2],
                     a[0] * b[2] + a[2] * b[0] - a[3] * b[1] + a[1] * b[3],
                     a[0] * b[3] + a[3] * b[0] - a[1] * b[2] + a[2] * b[1]))


def bar(a):
    return np.concatenate((a[:1], -a[1:]))


class Lattice:
    """Copies of one lattice; a link field is of four components, copies, then the sides."""

    def __init__(self, shape, copies, seed, hot):
        self.random = np.random.Generator(np.random.PCG64(seed))
        self.shape, self.d = shape, len(shape)
        self.u = []
        for _ in shape:
            u = np.zeros((4, copies, *shape))
            u[0] = 1
            if hot:
                u = self.random.normal(size=u.shape)
                u /= np.sqrt((u * u).sum(0))
            self.u.append(u)
        self.parity = np.broadcast_to(np.indices(shape).sum(0) % 2, (copies, *shape))

    def ahead(self, field, mu):
        return np.roll(field, -1, axis=2 + mu)

    def behind(self, field, mu):
        return np.roll(field, 1, axis=2 + mu)

    def staple(self, mu):
        total = 0
        for nu in range(self.d):
            if nu == mu:
                continue
            side, across = self.ahead(self.u[nu], mu), self.u[mu]
            total = total + product(product(side, bar(self.ahead(across, nu))), bar(self.u[nu]))
            total = total + self.behind(product(product(bar(side), bar(across)), self.u[nu]), nu)
        return total

    def draw(self, bk):
        """a0 of many links: Creutz's proposal and its rejection, until every link has one."""
        a0 = np.empty_like(bk)
        open_ = np.arange(bk.size)
        while open_.size:
            b = bk[open_]
            x = np.exp(-2 * b)
            a = 1 + np.log(x + (1 - x) * (1 - self.random.random(b.size))) / b
            good = self.random.random(b.size) <= np.sqrt(np.maximum(0, 1 - a * a))
            a0[open_[good]] = a[good]
            open_ = open_[~good]
        return a0

    def sweep(self, beta):
        for mu in range(self.d):
            for parity in (0, 1):
                chosen = self.parity == parity
                v = self.staple(mu)[:, chosen]
                k = np.sqrt((v * v).sum(0))
                a0 = self.draw(beta * k)
                way = self.random.normal(size=(3, k.size))
                way *= np.sqrt(np.maximum(0, 1 - a0 * a0)) / np.sqrt((way * way).sum(0))
                self.u[mu][:, chosen] = product(np.concatenate((a0[None], way)), bar(v / k))

    def plaquette(self):
        planes = [(mu, nu) for mu in range(self.d) for nu in range(mu)]
        total = 0
        for mu, nu in planes:
            square = product(product(self.u[mu], self.ahead(self.u[nu], mu)),
                bar(product(self.u[nu], self.ahead(self.u[mu], nu))))
            total = total + square[0].mean(axis=tuple(range(1, 1 + self.d)))
        return total / len(planes)


def measured(shape, beta, copies, thermal, sweeps, seed=1980):
    """@returns mean and error; half of the copies begin hot. The error is that of blocks of fifty sweeps."""
    means = []
    for hot in (False, True):
        lattice = Lattice(shape, copies // 2, seed + hot, hot)
        for _ in range(thermal):
            lattice.sweep(beta)
        series = []
        for _ in range(sweeps):
            lattice.sweep(beta)
            series.append(lattice.plaquette())
        means.append(np.array(series).reshape(-1, 50, copies // 2).mean(1).ravel())
    blocks = np.concatenate(means)
    apart = abs(means[0].mean() - means[1].mean())
    error = blocks.std(ddof=1) / np.sqrt(blocks.size)
    assert apart < 8 * error, (apart, error)
    return blocks.mean(), error


def strong(beta):
    """u = I_2/I_1 and the closed surfaces of one cube (four a site) and two that share a face (thirty-six): in the free
    energy of a site 6 ln(2 I_1/beta) + 16 u^6 + 144 u^10, of which 1/6 of the slope is the plaquette. Next: u^12."""
    u = lambda b: mp.besseli(2, b) / mp.besseli(1, b)
    return u(beta) + (16 * u(beta)**5 + 240 * u(beta)**9) * mp.diff(u, beta)


def weak(beta, volume):
    """1 - w1 g^2 - w2 g^4, g^2 = 4/beta: Di Giacomo and Rossi, Phys. Lett. B 100 (1981) 481. In a volume the first
    order has its constant modes: Coste et al., Nucl. Phys. B 262 (1985) 67."""
    first = 3 * (1.5 * (volume - 1) + 1) / (6 * volume * beta)
    return 1 - first - 3 / 4 * (0.0204277 - 1 / 128) * (4 / beta)**2


if __name__ == "__main__":
    for beta in (0.4, 0.8, 1.2):
        print("series, strong", beta, strong(mp.mpf(beta)))
    for beta in (20, 50, 200):
        print("series, weak, four to the fourth", beta, weak(beta, 256))
    SMALL = [((4, 4, 4, 4), b, 16, 200, 1000) for b in (2.3, 1.6, 2.7, 3.5)] + [((2, 4, 6, 4), 2.6, 16, 200, 1000)]
    LARGE = [((8, 8, 8, 8), b, 2, 200, 600) for b in (2.3, 2.4, 2.2, 2.5)]
    for shape, beta, copies, thermal, sweeps in SMALL + LARGE:
        print(*shape, beta, *measured(shape, beta, copies, thermal, sweeps), flush=True)
