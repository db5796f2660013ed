"""Flows on a turning sphere that have no closed form, integrated by other means than the solver's: Cartesian components
of the wind on the grid in vector-invariant form, with transforms of many fields at once.

Test case 5 of Williamson et al., J. Comput. Phys. 102 (1992) 211: a flow of 20 m/s, 5960 m deep, meets a cone of 2000 m
and of radius pi/9 at 30 N, 90 W. Test case 6: the Rossby-Haurwitz wave, over days. climate.py writes the rows from the
numbers kept below; `python3 scripts/solvers/reference/climate_flow.py mountain 85 600 15` integrates anew to truncation
85 in steps of 600 s for 15 days, and prints day by day the heights over the mean at PROBES, the least and greatest,
volume and energy.
"""
import math
import sys
import numpy as np
from climate_sphere import A, G, HAURWITZ, OMEGA, haurwitz_start

H, SPEED, PEAK, RIM = 5960.0, 20.0, 2000.0, math.pi / 9
AT = (1.5 * math.pi, math.pi / 6)
DROP = (A * OMEGA * SPEED + SPEED * SPEED / 2) / G
BODY = {"H": H, "omega": OMEGA, "radius": A, "g": G,
        "bed": f"{PEAK!r} * (1 - min(1, sqrt((x - {AT[0]!r})^2 + (y - {AT[1]!r})^2) / {RIM!r}))",
        "initial": {"eta": f"-{DROP!r} * sin(y)^2", "u": f"{SPEED!r} * cos(y)"}}
# Over the lee of the mountain, far behind it, and south of the equator.
PROBES = [(5.2, 0.7), (0.5, 0.6), (2.9, -0.8)]
# Of the surface over its mean at PROBES, by day: the mountain at truncation 85, the wave at 63, steps of 600 s.
# Truncation 63 moves the mountain's by 1.2e-2 m at most on day 1, 7e-2 m on day 5 and 0.17 m on day 15; truncation 47
# moves the wave's by 6e-3 m on day 1 and, at the second, by 0.12 m on day 5.
MOUNTAIN = {1: (-448.14005597414507, -309.6448728775367, -497.7370396492088),
            5: (-599.2129942038537, -277.98663967874927, -524.6792869412666),
            15: (-708.5541494267081, -225.3290596432671, -387.0795070523491)}
WAVE = {1: (1548.2862395711927, 1735.9169824256333, 1019.0157587366084),
        5: (890.2276685754041, 1074.008393692182, 1189.597906380899)}


def legendre(n, m, mu):
    """Normalised functions of order m and degrees m to n + 1 at mu, by the recursion over degrees: [point][degree -
    m]."""
    deg = np.arange(m, n + 2)
    eps = np.sqrt((deg**2 - m * m) / (4.0 * deg**2 - 1))
    first = math.sqrt(0.5) * np.prod([math.sqrt((2 * k + 1) / (2 * k)) for k in range(1, m + 1)]) * (1
        - mu * mu)**(m / 2)
    out = [first, mu * first / eps[1]]
    for k in range(2, len(deg)):
        out.append((mu * out[-1] - eps[k - 1] * out[-2]) / eps[k])
    return np.array(out).T, deg, eps


class Many:
    """Harmonics up to degree n of a stack of fields [field][row][column]; coefficients are
    [order][degree - order][re, im of a field]."""

    def __init__(self, n, rows, columns):
        self.n, self.columns = n, columns
        self.mu, self.w = np.polynomial.legendre.leggauss(rows)
        self.x, self.y = np.meshgrid(2 * np.pi * np.arange(columns) / columns, np.arcsin(self.mu))
        self.cos = np.sqrt(1 - self.mu**2)[:, None]
        self.values, self.slopes = np.zeros((n + 1, rows, n + 1)), np.zeros((n + 1, rows, n + 1))
        for m in range(n + 1):
            p, deg, eps = legendre(n, m, self.mu)
            low = np.hstack([np.zeros((rows, 1)), p[:, :-2]])
            self.values[m, :, :n + 1 - m] = p[:, :-1]
            self.slopes[m, :, :n + 1 - m] = (deg[:-1] + 1) * eps[:-1] * low - deg[:-1] * eps[1:] * p[:, 1:]
        self.weighed = np.ascontiguousarray((self.values * self.w[:, None]).transpose(0, 2, 1))
        self.order = np.arange(n + 1)[:, None, None]

    def at(self, field, x, y):
        parts = self.take(field[None]).view(complex)[:, :, 0]
        total = 0.0
        for m in range(self.n + 1):
            p = legendre(self.n, m, np.array([math.sin(y)]))[0][0, :-1]
            total += (1 if m == 0 else 2) * (np.sum(parts[m, :self.n + 1 - m] * p) * np.exp(1j * m * x)).real
        return total

    def take(self, fields):
        hat = np.fft.rfft(fields, axis=2)[:, :, :self.n + 1] / self.columns
        return self.weighed @ np.ascontiguousarray(hat.transpose(2, 1, 0)).view(float)

    def give(self, parts, table, along=False):
        low = (table @ parts).view(complex)
        if along:
            low = 1j * self.order * low
        hat = np.zeros((low.shape[2], len(self.mu), self.columns // 2 + 1), complex)
        hat[:, :, :self.n + 1] = low.transpose(2, 1, 0)
        return np.fft.irfft(hat, self.columns, axis=2) * self.columns

    def clear(self, fields):
        return self.give(self.take(fields), self.values)

    def slope(self, fields):
        parts = self.take(fields)
        over = self.cos * A
        return self.give(parts, self.values, True) / over, self.give(parts, self.slopes) / over


def mountain(x, y):
    """Mean depth, bed, surface over the mean, and wind."""
    rim = np.sqrt((x - AT[0])**2 + (y - AT[1])**2) / RIM
    return H, PEAK * (1 - np.minimum(1, rim)), -DROP * np.sin(y)**2, SPEED * np.cos(y), 0 * y


def wave(x, y):
    h, u, v = haurwitz_start(x, y)
    return 8000.0, 0 * y, h - 8000, u, v


class Flow:
    def __init__(self, case, n):
        rows = 3 * (n + 1) // 2 + 2
        rows += rows % 2
        self.s = s = Many(n, rows, 2 * rows)
        sx, cx, sy, cy = np.sin(s.x), np.cos(s.x), np.sin(s.y), np.cos(s.y)
        self.east, self.north = np.array([-sx, cx, 0 * sx]), np.array([-sy * cx, -sy * sx, cy])
        self.up, self.f = np.array([cy * cx, cy * sx, sy]), 2 * OMEGA * sy
        self.mean, bed, eta, u, v = case(s.x, s.y)
        self.bed, total = s.clear(np.array([bed, self.mean + eta]))
        self.now = np.array([total - self.bed, *s.clear(u * self.east + v * self.north)])

    def rates(self, state):
        h, w = state[0], state[1:]
        head = G * (h + self.bed) + 0.5 * np.sum(w * w, axis=0)
        a, b = self.s.slope(np.concatenate([w, [head], h * w]))
        turn = self.f + np.sum(a[:3] * self.north - b[:3] * self.east, axis=0)
        flux = np.sum(a[4:] * self.east + b[4:] * self.north, axis=0)
        cross = np.cross(self.up, w, axis=0)
        return self.s.clear(np.concatenate([[-flux], -turn * cross - a[3] * self.east - b[3] * self.north]))

    def step(self, dt):
        y = self.now
        k1 = self.rates(y)
        k2 = self.rates(y + dt / 2 * k1)
        k3 = self.rates(y + dt / 2 * k2)
        k4 = self.rates(y + dt * k3)
        self.now = y + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4)

    def sums(self):
        """Volume and energy over rest."""
        h, w = self.now[0], self.now[1:]
        per = 2 * math.pi * A * A / self.s.columns * self.s.w[:, None]
        return np.sum(per * h), np.sum(per * 0.5 * (h * np.sum(w * w, axis=0) + G * (h + self.bed - self.mean)**2))

    def heights(self):
        surface = self.now[0] + self.bed
        return [self.s.at(surface, *probe) - self.mean for probe in PROBES] + [surface.min(), surface.max()]


def integrate(case, n, dt, days):
    flow = Flow(case, n)
    print("start", *(repr(float(x)) for x in flow.sums()), flush=True)
    for day in range(1, days + 1):
        for _ in range(round(86400 / dt)):
            flow.step(dt)
        print(day, *(repr(float(x)) for x in (*flow.heights(), *flow.sums())), flush=True)


def mountain_sums():
    """Volume, and energy over rest, at the start: the cone in polar coordinates about its peak, the rest along the
    latitude."""
    mu, w = np.polynomial.legendre.leggauss(60)
    eta = -DROP * mu**2
    volume = 4 * math.pi * A * A * (H - DROP / 3)
    energy = 2 * math.pi * A * A * np.sum(w * 0.5 * ((H + eta) * SPEED**2 * (1 - mu**2) + G * eta**2))
    r, turn = (mu + 1) / 2 * RIM, 2 * math.pi * np.arange(200)[:, None] / 200
    y = AT[1] + r * np.sin(turn)
    mass = PEAK * (1 - r / RIM) * (w / 2 * RIM * r) * (2 * math.pi / 200) * np.cos(y) * A * A
    return volume - np.sum(mass), energy - np.sum(mass * 0.5 * SPEED**2 * np.cos(y)**2)


def rows():
    williamson = "Williamson et al., J. Comput. Phys. 102 (1992) 211, test case "
    me = "scripts/solvers/reference/climate_flow.py: "
    out = []

    def row(case, body, expected, relative, source, at="value", unit="m", **more):
        out.append({"case": case, "body": body, "at": at, "expected": float(expected), "unit": unit,
            "relative": relative, "source": source, **more})

    def height(day, k, relative, **more):
        body = {**BODY, "t_end": day * 86400, "probe": PROBES[k], **({"nx": 128} if day > 1 else {})}
        place = ("over the lee", "far behind", "south of the equator")[k]
        row(f"sphere: flow over a mountain, day {day}, {place}", body, MOUNTAIN[day][k], relative,
            williamson + "5; " + me + "Cartesian wind, truncation 85", **more)
    height(1, 1, 1e-4)
    height(1, 0, 2e-4, long=True)
    height(1, 2, 1e-4, long=True)
    height(5, 0, 1e-3, long=True)
    height(15, 0, 2e-3, long=True)
    height(15, 1, 2e-3, long=True)
    volume, energy = mountain_sums()
    start = williamson + "5: what it is at the start, by quadrature; " + me + "mountain_sums"
    row("sphere: flow over a mountain keeps its water", {**BODY, "t_end": 86400, "nx": 48}, volume, 1e-4, start,
        "outputs.volume", "m^3")
    row("sphere: flow over a mountain keeps its energy, day 15", {**BODY, "t_end": 15 * 86400, "nx": 64}, energy, 1e-4,
        start,
        "outputs.energy", "m^5/s^2", long=True)
    out.append({"case": "sphere: a lake at rest over the mountain", "body": {**BODY, "initial": 0, "t_end": 86400,
        "nx": 48}, "at": "outputs.speed_max",
                "expected": 0, "unit": "m/s", "absolute": 1e-9, "source": "water at rest stays so"})
    for day, k, relative, more in ((1, 1, 1e-4, {}), (5, 1, 1e-3, {"long": True})):
        row(f"sphere: Rossby-Haurwitz wave, day {day}", {"H": 8000, "omega": OMEGA, "radius": A, "g": G,
            "t_end": day * 86400, "probe": PROBES[k],
            "initial": HAURWITZ, "nx": 128 if day > 1 else 96}, WAVE[day][k], relative,
            williamson + "6; " + me + "Cartesian wind, truncation 63", **more)
    return out


if __name__ == "__main__":
    name, n, dt, days = sys.argv[1:]
    integrate({"mountain": mountain, "wave": wave}[name], int(n), float(dt), int(days))
