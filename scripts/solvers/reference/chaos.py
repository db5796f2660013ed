"""Reference values of the chaos solver: eigenvalues at fixed points, a 60-digit Taylor integration, and published
exponents.

Writes test/vectors/solvers/chaos.json.
"""
import json
import numpy as np
from mpmath import mp, mpf

mp.dps = 60
ME = "scripts/solvers/reference/chaos.py: "
rows = []


def row(case, body, at, expected, source, relative=1e-9, **more):
    rows.append({"case": case, "body": body, "at": at, "expected": float(expected), "unit": "1", "relative": relative,
        "source": source, **more})


def taylor(sigma, rho, beta, start, t, order=50, h="0.01"):
    """Taylor series of order 50 in 60 digits."""
    s, r, b = map(mpf, (sigma, rho, beta))
    x, y, z = map(mpf, start)
    n = int(mpf(t) / mpf(h))
    h = mpf(t) / n
    for _ in range(n):
        X, Y, Z = [x], [y], [z]
        for k in range(order):
            X.append(s * (Y[k] - X[k]) / (k + 1))
            Y.append((r * X[k] - Y[k] - sum(X[i] * Z[k - i] for i in range(k + 1))) / (k + 1))
            Z.append((sum(X[i] * Y[k - i] for i in range(k + 1)) - b * Z[k]) / (k + 1))
        x, y, z = (sum(c * h ** k for k, c in enumerate(C)) for C in (X, Y, Z))
    return x, y, z


def fixed(sigma, rho, beta):
    """Largest real part of the eigenvalues at the stable fixed point."""
    if rho < 1:
        p = (0, 0, 0)
    else:
        q = np.sqrt(beta * (rho - 1))
        p = (q, q, rho - 1)
    return max(np.linalg.eigvals([[-sigma, sigma, 0], [rho - p[2], -1, -p[0]], [p[1], p[0], -beta]]).real)


b83 = 8 / 3
classic = {"sigma": 10, "rho": 28, "beta": b83, "initial": [1, 1, 1]}
row("state at t = 20", {**classic, "quantity": "state", "t_end": 20}, "value", taylor(10, 28, b83, (1, 1, 1), 20)[0],
    "60-digit Taylor series; " + ME + "taylor", 1e-12)
y = taylor("13.1", "33.7", "1.9", ("0.3", "-2", "17"), 15)
odd = {"sigma": 13.1, "rho": 33.7, "beta": 1.9, "initial": [0.3, -2, 17], "quantity": "state", "t_end": 15}
ys = taylor(13.1, 33.7, 1.9, (0.3, -2, 17), 15)
row("an odd state, z at t = 15", {**odd, "component": "z"}, "value", ys[2], "60-digit Taylor series; " + ME + "taylor",
    1e-12)
row("state at t = 40, beyond single doubles", {**classic, "quantity": "state", "t_end": 40}, "value",
    taylor(10, 28, b83, (1, 1, 1), 40)[0],
    "60-digit Taylor series; " + ME + "taylor", 1e-9)
row("exponent at the origin, rho = 0.5", {"sigma": 10, "rho": 0.5, "beta": b83, "initial": [1, 2, 3]}, "value",
    (-11 + mpf(101) ** mpf("0.5")) / 2,
    "Lorenz 1963, equation 29: roots at the origin, (-11 + 101^(1/2))/2", 1e-6)
row("exponent at a spiral, rho = 10", {"sigma": 10, "rho": 10, "beta": b83, "initial": [1, 2, 3]}, "value",
    fixed(10, 10, b83), "numpy eigenvalues; " + ME + "fixed", 1e-3)
row("contraction", {**classic, "quantity": "contraction"}, "value", -(10 + 1 + mpf(8) / 3),
    "Lorenz 1963, equation 28: -(sigma + 1 + b)", 1e-7)
row("contraction, odd parameters", {"sigma": 3.7, "rho": 41, "beta": 0.9, "initial": [1, 0, 20],
    "quantity": "contraction"}, "value", -5.6,
    "Lorenz 1963, equation 28", 1e-7)
row("exponent at sigma 16, rho 45.92, beta 4", {"sigma": 16, "rho": 45.92, "beta": 4, "initial": [1, 1, 1]}, "value",
    2.16 * float(mp.log(2)),
    "Wolf, Swift, Swinney and Vastano, Physica D 16 (1985) 285, table 1: 2.16 bits per unit", 5e-3)
row("exponent of the classic attractor", classic, "value", 0.9056,
    "Sprott, Chaos and Time-Series Analysis (2003), 5.6: 0.9056", 1.1e-3, long=True)
rows += [
    {"case": "a state past the horizon", "body": {**classic, "quantity": "state", "t_end": 100},
        "refusal": {"code": "DID_NOT_CONVERGE", "reason": "gate"}},
    {"case": "a step past stability", "body": {**classic, "t_end": 50, "dt": 0.9},
        "refusal": {"code": "DID_NOT_CONVERGE", "reason": "explosion"}},
]
json.dump({"solver": "chaos", "rows": rows}, open("test/vectors/solvers/chaos.json", "w"), indent=1)
