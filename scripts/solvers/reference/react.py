"""Reference values of the reaction-diffusion solver: exact fronts and steady states, and the same stencils in numpy.

Writes test/vectors/solvers/react.json.
"""
import json
import numpy as np
from scipy.integrate import solve_ivp
from mpmath import mp, mpf, exp, sqrt, quad

mp.dps = 30
ME = "scripts/solvers/reference/react.py: "


def gray_scott(n, ny, dx, dt, steps, f, k, du, dv, u, v):
    """Explicit five-point steps on a torus."""
    def lap(a):
        return (np.roll(a, 1, 0) + np.roll(a, -1, 0) + np.roll(a, 1, 1) + np.roll(a, -1, 1) - 4 * a) / dx**2
    for _ in range(steps):
        r = u * v * v
        u, v = u + dt * (du * lap(u) - r + f * (1 - u)), v + dt * (dv * lap(v) + r - (f + k) * v)
    return float(v.mean())


def square(n):
    u, v = np.ones((n, n)), np.zeros((n, n))
    s = np.abs(np.arange(n) / n - 0.5) <= 10 / 256 + 1e-12
    u[np.ix_(s, s)], v[np.ix_(s, s)] = 0.5, 0.25
    return u, v


def wavy(nx, ny, dx):
    y, x = np.meshgrid(np.arange(ny) * dx, np.arange(nx) * dx, indexing="ij")
    lx, ly = nx * dx, ny * dx
    return 0.5 + 0.1 * np.sin(2 * np.pi * x / lx), 0.35 + 0.05 * np.cos(2 * np.pi * y / ly) * np.sin(4 * np.pi * x / lx)


def upper(f, k):
    f, k = mpf(f), mpf(k)
    return f / (f + k) * (1 + sqrt(1 - 4 * (f + k)**2 / f)) / 2


def nagumo_mean(a, r, d, length, x0, t):
    a, r, d = mpf(a), mpf(r), mpf(d)
    s = mpf(x0) + sqrt(r * d / 2) * (1 - 2 * a) * t
    return quad(lambda x: 1 / (1 + exp(sqrt(r / (2 * d)) * (x - s))), [0, s - 5, s, s + 5, length]) / length


def fitzhugh(n, dx, t, du, dv, a, e, g, u, v):
    """Method of lines between mirrors, LSODA to 1e-11."""
    def rhs(_, y):
        p, q = y[:n], y[n:]
        def lap(z):
            w = np.pad(z, 1, mode="edge")
            return (w[2:] - 2 * z + w[:-2]) / dx**2
        return np.concatenate([du * lap(p) + p * (1 - p) * (p - a) - q, dv * lap(q) + e * (p - g * q)])
    s = solve_ivp(rhs, (0, t), np.concatenate([u, v]), method="LSODA", rtol=1e-11, atol=1e-13, lband=None)
    return float(s.y[n:, -1].mean())


front = "1 / (1 + exp(sqrt(1.5 / 1.4) * (x - 12)))"
x = (np.arange(128) + 0.5) * 0.75
rows = [
    {"case": "Gray-Scott, upper steady state", "body": {"model": "gray-scott", "F": 0.06, "k": 0.055, "Du": 0.16,
        "Dv": 0.08, "n": 16,
     "dx": 1, "dt": 0.5, "steps": 4000, "initial": {"u": 0.4, "v": 0.3}}, "at": "value",
     "expected": float(upper("0.06", "0.055")),
     "unit": "1", "relative": 1e-9, "source": "Pearson, Science 261 (1993) 189: steady states; " + ME + "upper"},
    {"case": "Gray-Scott, past the saddle-node line the tank washes out", "body": {"model": "gray-scott", "F": 0.03,
        "k": 0.058, "Du": 0.16,
     "Dv": 0.08, "n": 16, "dx": 1, "dt": 0.5, "steps": 8000, "initial": {"u": 0.4, "v": 0.3}}, "at": "value",
     "expected": 0, "unit": "1",
     "absolute": 1e-9, "source": "Pearson, Science 261 (1993) 189: F = 4 (F + k)^2 bounds the upper state"},
    {"case": "Gray-Scott, a spot grows (Pearson's parameters)", "body": {"F": 0.04, "k": 0.06, "Du": 2e-5, "Dv": 1e-5,
        "n": 64,
     "dx": 0.009765625, "dt": 1, "steps": 800, "initial": "square"}, "at": "value",
     "expected": gray_scott(64, 64, 2.5 / 256, 1, 800, 0.04, 0.06, 2e-5, 1e-5, *square(64)), "unit": "1",
     "relative": 1e-12,
     "source": ME + "gray_scott (numpy, same stencil)"},
    {"case": "Gray-Scott, oblong torus, odd parameters", "body": {"F": 0.0371, "k": 0.0577, "Du": 0.21, "Dv": 0.093,
        "n": 37, "ny": 23,
     "dx": 1.3, "dt": 0.9, "steps": 500, "initial": {"u": "0.5 + 0.1 * sin(2 * pi * x / 48.1)",
     "v": "0.35 + 0.05 * cos(2 * pi * y / 29.9) * sin(4 * pi * x / 48.1)"}}, "at": "value",
     "expected": gray_scott(37, 23, 1.3, 0.9, 500, 0.0371, 0.0577, 0.21, 0.093, *wavy(37, 23, 1.3)), "unit": "1",
     "relative": 1e-12,
     "source": ME + "gray_scott (numpy, same stencil)"},
    *({"case": f"Nagumo front, mean, {scheme}", "body": {"model": "nagumo", "a": 0.2, "r": 1.5, "Du": 0.7, "n": 256,
        "dx": 0.15625, "t_end": 10,
       "dim": 1, "edges": "no-flux", "scheme": scheme, "initial": {"u": front}}, "at": "value",
       "expected": float(nagumo_mean("0.2", "1.5", "0.7", 40, 12, 10)), "unit": "1", "relative": 5e-4,
       "source": "Murray, Mathematical Biology I (2002), 13.5; " + ME + "nagumo_mean"} for scheme in ("explicit",
           "etd")),
    {"case": "Nagumo front, speed", "body": {"model": "nagumo", "a": 0.2, "r": 1.5, "Du": 0.7, "n": 512, "dx": 0.078125,
        "t_end": 10, "dim": 1,
     "edges": "no-flux", "scheme": "etd", "initial": {"u": front}}, "at": "outputs.front_speed",
     "expected": float(sqrt(mpf("1.5") * mpf("0.7") / 2) * mpf("0.6")), "unit": "m/s", "relative": 5e-4,
     "source": "Murray, Mathematical Biology I (2002), 13.5: sqrt(r D / 2)(1 - 2 a)"},
    {"case": "FitzHugh-Nagumo pulse on a line", "body": {"model": "fitzhugh-nagumo", "a": 0.1, "epsilon": 0.01,
        "gamma": 2, "Du": 1, "Dv": 0.1,
     "n": 128, "dx": 0.75, "t_end": 60, "dt": 0.05, "dim": 1, "edges": "no-flux", "scheme": "etd",
     "initial": {"u": "exp(-((x - 10)/5)^2)", "v": 0}}, "at": "value",
     "expected": fitzhugh(128, 0.75, 60, 1, 0.1, 0.1, 0.01, 2, np.exp(-((x - 10) / 5)**2), 0 * x), "unit": "1",
     "relative": 1e-4,
     "source": ME + "fitzhugh (scipy LSODA)"},
    {"case": "diffusion number past 1/4", "body": {"F": 0.04, "k": 0.06, "Du": 0.16, "Dv": 0.08, "n": 16, "dx": 1,
        "dt": 1.6, "steps": 10,
     "initial": "square"}, "refusal": {"code": "SOLVER_REJECTED", "reason": "UNSTABLE_STEP"}},
    {"case": "a reaction that explodes", "body": {"model": "nagumo", "a": 0.2, "r": 300, "Du": 0.1, "n": 16, "dx": 1,
        "dt": 1, "steps": 50,
     "initial": {"u": "0.5 + 0.4 * sin(2 * pi * x / 16)"}}, "refusal": {"code": "DID_NOT_CONVERGE",
         "reason": "explosion"}},
]
with open("test/vectors/solvers/react.json", "w") as out:
    json.dump({"solver": "react", "rows": rows}, out, indent=1)
    out.write("\n")
