"""Reference values of shallow water on a turning sphere; climate.py writes them with the rest.

Closed forms: the steady zonal flow of test case 2 of Williamson et al., J. Comput. Phys. 102 (1992) 211; a rigid
rotation about an axis that is not that of the sphere (as in Laeuter, Handorf and Dethloff, J. Comput. Phys. 210 (2005)
535), which is steady for an observer at rest and unsteady for one who turns; and free waves of a sphere at rest, Lamb,
Hydrodynamics (1932), art. 200. The Rossby-Haurwitz wave, test case 6 of Williamson et al., is integrated here by other
means than the solver's: Cartesian components of the wind on the grid, in vector-invariant form, by scipy's DOP853.
"""
import math
import numpy as np
from scipy.integrate import solve_ivp
from scipy.special import gammaln, lpmv

ME = "scripts/solvers/reference/climate_sphere.py: "
A, OMEGA, G = 6.37122e6, 7.292e-5, 9.80616


def zonal(tilt, days, probe):
    """Test case 2: gh = gh0 - (a Omega u0 + u0^2/2) s^2."""
    u0 = 2 * math.pi * A / (12 * 86400)
    depth, drop = 2.94e4 / G, (A * OMEGA * u0 + u0 * u0 / 2) / G
    body = {"H": depth, "omega": OMEGA, "radius": A, "g": G, "tilt": tilt, "t_end": days * 86400, "probe": probe,
            "initial": {"eta": f"-{drop!r} * (sin(y) * cos({tilt!r}) - cos(x) * cos(y) * sin({tilt!r}))^2",
                        "u": f"{u0!r} * (cos(y) * cos({tilt!r}) + cos(x) * sin(y) * sin({tilt!r}))",
                        "v": f"-{u0!r} * sin(x) * sin({tilt!r})"}}
    x, y = probe
    s = math.sin(y) * math.cos(tilt) - math.cos(x) * math.cos(y) * math.sin(tilt)
    return body, -drop * s * s


def turning(a, omega, g, depth, u0, lean, t, probe):
    """Rigid rotation u0/a about an axis that leans from the pole, seen by who turns with the sphere: the bed is level
    for the one who turns, b = omega^2 a^2 sin^2(y) / 2g, and g h = g h0 - (u0 c.r)^2 / 2 with c turning backwards."""
    def surface(x, y, t):
        s = math.cos(lean) * math.sin(y) + math.sin(lean) * math.cos(y) * math.cos(x + omega * t)
        return (omega * a * math.sin(y))**2 / (2 * g) - (u0 * s)**2 / (2 * g)
    c, s = math.cos(lean), math.sin(lean)
    rim = (omega * a)**2 / (2 * g)
    body = {"H": depth, "omega": omega, "radius": a, "g": g, "t_end": t, "probe": probe, "bed": f"{rim!r} * sin(y)^2",
            "initial": {
                "eta": f"{rim!r} * sin(y)^2 - {u0 * u0 / (2 * g)!r} * ({c!r} * sin(y) + {s!r} * cos(y) * cos(x))^2",
                        "u": f"{u0!r} * ({c!r} * cos(y) - {s!r} * sin(y) * cos(x)) - {omega * a!r} * cos(y)",
                        "v": f"{u0!r} * {s!r} * sin(x)"}}
    return body, surface(*probe, t)


def free_wave(height, a, g, depth, t, probe):
    """P_5^2 cos(2 x) at rest swings with sqrt(g H n (n + 1)) / a, n = 5."""
    x, y = probe
    shape = math.cos(y)**2 * (3 * math.sin(y)**3 - math.sin(y)) * math.cos(2 * x)
    body = {"H": depth, "omega": 0, "radius": a, "g": g, "t_end": t, "probe": probe,
            "initial": f"{height!r} * cos(y)^2 * (3 * sin(y)^3 - sin(y)) * cos(2 * x)"}
    return body, height * shape * math.cos(math.sqrt(g * depth * 30) / a * t)


def haurwitz_start(x, y, w=7.848e-6, k=7.848e-6, r=4):
    c = np.cos(y)
    u = A * w * c + A * k * c**(r - 1) * (r * np.sin(y)**2 - c**2) * np.cos(r * x)
    v = -A * k * r * c**(r - 1) * np.sin(y) * np.sin(r * x)
    first = w / 2 * (2 * OMEGA + w) * c**2 + k * k / 4 * c**(2 * r) * ((r + 1) * c**2 + 2 * r * r - r
        - 2) - k * k / 2 * r * r * c**(2 * r - 2)
    second = 2 * (OMEGA + w) * k / ((r + 1) * (r + 2)) * c**r * (r * r + 2 * r + 2 - (r + 1)**2 * c**2)
    third = k * k / 4 * c**(2 * r) * ((r + 1) * c**2 - r - 2)
    return 8000 + A * A / G * (first + second * np.cos(r * x) + third * np.cos(2 * r * x)), u, v


HAURWITZ = {
    "eta": f"{A * A / G!r} * (3.924e-6 * (2 * {OMEGA!r} + 7.848e-6) * cos(y)^2 + 7.848e-6^2 / 4 * cos(y)^8 * (5 * "
        "cos(y)^2 + 26)"
           f" - 7.848e-6^2 * 8 * cos(y)^6 + 2 * ({OMEGA!r} + 7.848e-6) * 7.848e-6 / 30 * cos(y)^4 * (26 - 25 * "
           "cos(y)^2) * cos(4 * x)"
           " + 7.848e-6^2 / 4 * cos(y)^8 * (5 * cos(y)^2 - 6) * cos(8 * x))",
    "u": f"{A * 7.848e-6!r} * (cos(y) + cos(y)^3 * (4 * sin(y)^2 - cos(y)^2) * cos(4 * x))",
    "v": f"-{A * 7.848e-6 * 4!r} * cos(y)^3 * sin(y) * sin(4 * x)",
}


class Sphere:
    """Scalar harmonics of truncation n on a Gauss grid, with gradients."""

    def __init__(self, n, rows, columns):
        self.n, self.columns = n, columns
        self.mu, self.w = np.polynomial.legendre.leggauss(rows)
        self.x, self.y = np.meshgrid(2 * np.pi * np.arange(columns) / columns, np.arcsin(self.mu))
        self.p, self.d = [], []
        for m in range(n + 1):
            deg = np.arange(m, n + 2)
            norm = np.exp(0.5 * (np.log(deg + 0.5) + gammaln(deg - m + 1) - gammaln(deg + m + 1)))
            p = np.array([norm[k] * lpmv(m, deg[k], self.mu) for k in range(len(deg))]).T
            eps = np.sqrt((deg**2 - m * m) / (4.0 * deg**2 - 1))
            low = np.hstack([np.zeros((rows, 1)), p[:, :-2]])
            self.p.append(p[:, :-1])
            self.d.append((deg[:-1] + 1) * eps[:-1] * low - deg[:-1] * eps[1:] * p[:, 1:])
        self.cos = np.sqrt(1 - self.mu**2)[:, None]

    def analyse(self, f):
        hat = np.fft.rfft(f, axis=1) / self.columns
        return [self.p[m].T @ (self.w * hat[:, m]) for m in range(self.n + 1)]

    def build(self, parts, table, factor):
        hat = np.zeros((len(self.mu), self.columns // 2 + 1), complex)
        for m in range(self.n + 1):
            hat[:, m] = factor(m) * (table[m] @ parts[m])
        return np.fft.irfft(hat, self.columns, axis=1) * self.columns

    def clean(self, f):
        return self.build(self.analyse(f), self.p, lambda m: 1)

    def gradient(self, f):
        parts = self.analyse(f)
        return (self.build(parts, self.p, lambda m: 1j * m) / self.cos / A, self.build(parts, self.d,
            lambda m: 1) / self.cos / A)

    def at(self, f, x, y):
        total, mu = 0.0, math.sin(y)
        for m, part in enumerate(self.analyse(f)):
            deg = np.arange(m, self.n + 1)
            norm = np.exp(0.5 * (np.log(deg + 0.5) + gammaln(deg - m + 1) - gammaln(deg + m + 1)))
            value = np.sum(part * norm * np.array([lpmv(m, k, mu) for k in deg]))
            total += (1 if m == 0 else 2) * (value * np.exp(1j * m * x)).real
        return total


def haurwitz(n, hours, probe):
    """The height over 8000 m at the probe."""
    rows = 3 * (n + 1) // 2 + 2
    s = Sphere(n, rows + rows % 2, 2 * (rows + rows % 2))
    h, u, v = haurwitz_start(s.x, s.y)
    sx, cx, sy, cy = np.sin(s.x), np.cos(s.x), np.sin(s.y), np.cos(s.y)
    east, north = (-sx, cx, 0 * sx), (-sy * cx, -sy * sx, cy)
    up = (cy * cx, cy * sx, sy)
    f = 2 * OMEGA * sy
    start = np.array([h] + [u * east[c] + v * north[c] for c in range(3)])

    def rates(_, flat):
        h, *w = flat.reshape(start.shape)
        curl = np.zeros_like(h)
        for c in range(3):
            a, b = s.gradient(w[c])
            curl += a * north[c] - b * east[c]
        a, b = s.gradient(G * h + 0.5 * (w[0]**2 + w[1]**2 + w[2]**2))
        turn = curl + f
        cross = (up[1] * w[2] - up[2] * w[1], up[2] * w[0] - up[0] * w[2], up[0] * w[1] - up[1] * w[0])
        out = [s.clean(-turn * cross[c] - a * east[c] - b * north[c]) for c in range(3)]
        spread = np.zeros_like(h)
        for c in range(3):
            a, b = s.gradient(h * w[c])
            spread += a * east[c] + b * north[c]
        return np.array([s.clean(-spread)] + out).ravel()
    end = solve_ivp(rates, (0, hours * 3600), start.ravel(), method="DOP853", rtol=1e-9, atol=1e-6).y[:,
        -1].reshape(start.shape)
    return s.at(end[0], *probe) - 8000


def rows():
    out = []
    for name, made, tolerance, source in [
        ("sphere: steady zonal flow over the poles", zonal(0.7853981633974483, 1, [0.3, 0.7]), 1e-9,
         "Williamson et al., J. Comput. Phys. 102 (1992) 211, test case 2; " + ME + "zonal"),
        ("sphere: rigid flow about another axis, odd numbers", turning(3.1e5, 2.3e-4, 3.3, 900.0, 31.0, 0.6, 9000,
            [1.1, -0.4]), 1e-4,
         "closed form as in Laeuter et al., J. Comput. Phys. 210 (2005) 535; " + ME + "turning"),
        ("sphere: free wave of a sphere at rest", free_wave(1e-5, 2.5e6, 1.62, 400.0, 2e4, [0.4, 0.3]), 1e-4,
         "Lamb, Hydrodynamics (1932), art. 200; " + ME + "free_wave"),
    ]:
        body, value = made
        out.append({"case": name, "body": body, "at": "value", "expected": value, "unit": "m", "relative": tolerance,
            "source": source})
    probe = [0.5, 0.6]
    coarse, fine = haurwitz(31, 6, probe), haurwitz(47, 6, probe)
    print("Rossby-Haurwitz", coarse, fine)
    out.append({"case": "sphere: Rossby-Haurwitz wave after six hours", "body": {"H": 8000, "omega": OMEGA, "radius": A,
        "g": G, "t_end": 21600,
                "probe": probe, "initial": HAURWITZ}, "at": "value", "expected": fine, "unit": "m", "relative": 1e-5,
                "source": "Williamson et al., J. Comput. Phys. 102 (1992) 211, test case 6; " + ME
                    + "haurwitz (Cartesian wind, DOP853)"})
    out.append({"case": "sphere: the step past its limit", "body": {**zonal(0.0, 1, [0, 0])[0], "nx": 64, "dt": 5400},
        "refusal":
                {"code": "SOLVER_REJECTED", "reason": "UNSTABLE_STEP"}})
    return out
