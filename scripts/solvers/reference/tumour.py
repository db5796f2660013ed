"""Reference values of the tumour solver: an exact front, and the method of lines on fine grids with scipy's LSODA.

Writes test/vectors/solvers/tumour.json.
"""
import json
import numpy as np
from scipy.integrate import solve_ivp

ME = "scripts/solvers/reference/tumour.py: "


def front(x, u):
    i = np.nonzero((u[:-1] >= 0.5) & (u[1:] < 0.5))[0][-1]
    a, b = np.log(u[i] / (1 - u[i])), np.log(u[i + 1] / (1 - u[i + 1]))
    return x[i] + (x[i + 1] - x[i]) * a / (a - b)


def speed(dim, radius, t, window, extent, n):
    """Units D = r = 1, a step at `radius`, control volumes of n cells, odds-interpolated front."""
    h = extent / n
    x = (np.arange(n) + 0.5) * h
    faces = np.arange(1, n) * h
    vol = ((x + h / 2)**dim - (x - h / 2)**dim) / dim
    u0 = np.clip((radius**dim - (x - h / 2)**dim) / dim / vol, 0, 1)

    def rhs(_, u):
        flux = faces**(dim - 1) * np.diff(u) / h
        return np.diff(np.concatenate([[0], flux, [0]])) / vol + u * (1 - u)
    s = solve_ivp(rhs, (0, t), u0, method="LSODA", rtol=1e-9, atol=1e-14, t_eval=window, lband=1, uband=1)
    return (front(x, s.y[:, 1]) - front(x, s.y[:, 0])) / (window[1] - window[0])


def richardson(dim, radius, t, window, extent, n):
    a, b = speed(dim, radius, t, window, extent, n), speed(dim, radius, t, window, extent, 2 * n)
    return float(b + (b - a) / 3)


day = 86400
d, r = 0.13e-6 / day, 0.012 / day
width = (d / r)**0.5
rows = [
    {"case": "exact front (Ablowitz and Zeppetella)", "body": {"D": 1, "r": 1, "t_end": 8,
        "initial": "1 / (1 + exp((x - 30) / sqrt(6)))^2"},
     "at": "value", "expected": 5 / 6**0.5, "unit": "m/s", "relative": 2e-5,
     "source": "Ablowitz and Zeppetella, Bull. Math. Biol. 41 (1979) 835"},
    {"case": "exact front, other units", "body": {"D": 3.7e-9, "r": 2.3e-4, "t_end": 30000,
     "initial": "1 / (1 + exp((x - 0.12) / sqrt(6 * 3.7e-9 / 2.3e-4)))^2"}, "at": "value",
     "expected": 5 / 6**0.5 * (3.7e-9 * 2.3e-4)**0.5,
     "unit": "m/s", "relative": 2e-5, "source": "Ablowitz and Zeppetella, Bull. Math. Biol. 41 (1979) 835"},
    {"case": "a front that starts with a slow tail exp(-x/2) is faster: s D + r / s", "body": {"D": 1, "r": 1,
        "t_end": 40,
     "initial": "1 / (1 + exp((x - 12) / 2))", "window": [28, 40]}, "at": "value", "expected": 2.5, "unit": "m/s",
     "relative": 2e-4,
     "source": "Murray, Mathematical Biology I (2002), 13.2: speed of a front whose tail falls as exp(-s x), s^2 < r / "
         "D"},
    {"case": "from a step, r t = 10 to 20", "body": {"D": 1, "r": 1, "t_end": 20, "initial": {"step": 10}},
        "at": "value",
     "expected": richardson(1, 10, 20, (10, 20), 90, 4500), "unit": "m/s", "relative": 1e-4,
     "source": ME + "speed (scipy LSODA)"},
    {"case": "Bramson's delay, r t = 150 to 300", "body": {"D": 1, "r": 1, "t_end": 300, "initial": {"step": 5}},
        "at": "value",
     "expected": 2 - 1.5 * np.log(2) / 150, "unit": "m/s", "relative": 4e-4,
     "source": "Bramson, Mem. Amer. Math. Soc. 285 (1983): x = 2 t - 3/2 ln t + O(1)",
     "long": True},
    {"case": "disc", "body": {"D": 1, "r": 1, "t_end": 12, "initial": {"step": 5}, "geometry": "disc",
        "window": [5, 12]}, "at": "value",
     "expected": richardson(2, 5, 12, (5, 12), 60, 3000), "unit": "m/s", "relative": 1e-4,
     "source": ME + "speed (scipy LSODA)"},
    {"case": "glioma in a ball", "body": {"D_mm2_day": 0.13, "r_per_day": 0.012, "t_end_days": 700,
        "initial": {"step": 0.012},
     "geometry": "radial"}, "at": "value", "expected": richardson(3, 0.012 / width, 8.4, (4.2, 8.4), 50,
         3000) * (d * r)**0.5,
     "unit": "m/s", "relative": 1e-4, "source": ME + "speed (scipy LSODA)"},
    {"case": "no front in a tissue without cells", "body": {"D": 1, "r": 1, "t_end": 3, "initial": "0.001 * exp(-x^2)"},
     "refusal": {"code": "SOLVER_REJECTED", "reason": "NO_SOLUTION"}},
    {"case": "explicit step past its limit", "body": {"D": 1, "r": 1, "t_end": 10, "initial": {"step": 5}, "dx": 0.5,
        "dt": 0.13,
     "scheme": "explicit"}, "refusal": {"code": "SOLVER_REJECTED", "reason": "UNSTABLE_STEP"}},
]
with open("test/vectors/solvers/tumour.json", "w") as out:
    json.dump({"solver": "tumour", "rows": rows}, out, indent=1)
    out.write("\n")
