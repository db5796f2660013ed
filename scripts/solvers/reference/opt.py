"""Minima from the literature; linear programs by scipy's HiGHS; other problems by scipy's SLSQP from many starts.
Prints JSON rows."""
import json
import math
from fractions import Fraction
import numpy as np
from mpmath import findroot, mp
from scipy.optimize import linprog, minimize

rows = []


def row(case, body, expected, source, relative=1e-7, at="value", **more):
    rows.append({"case": case, "body": body, "at": at, "expected": float(expected), "unit": "1", "relative": relative,
        **more, "source": source})


HS = "Hock and Schittkowski, Test Examples for Nonlinear Programming Codes (1981), problem "
row("Rosenbrock", {"preset": "rosenbrock", "start": [-1.2, 1]}, 0, HS + "1", absolute=1e-12)
row("Rosenbrock, the place", {"preset": "rosenbrock", "start": [-1.9, 2]}, 1, HS + "2 (without its bound)", 1e-8,
    "named.x.1")
row("HS6", {"objective": "(1-x)^2", "variables": ["x", "y"], "start": [-1.2, 1], "constraints": ["10*(y - x^2) = 0"]},
    0, HS + "6", absolute=1e-12)
row("HS15", {"objective": "100*(y-x^2)^2+(1-x)^2", "variables": ["x", "y"], "start": [-2, 1],
    "constraints": ["x*y >= 1", "x + y^2 >= 0", "x <= 0.5"]}, 306.5, HS + "15")
row("HS21", {"objective": "0.01*x^2+y^2-100", "variables": ["x", "y"], "start": [-1, -1],
    "bounds": [[2, 50], [-50, 50]],
    "constraints": ["10*x - y >= 10"]}, -99.96, HS + "21")
row("HS35", {"objective": "9-8*a-6*b-4*c+2*a^2+2*b^2+c^2+2*a*b+2*a*c", "variables": ["a", "b", "c"],
    "start": [0.5, 0.5, 0.5],
    "bounds": [[0, None], [0, None], [0, None]], "constraints": ["a+b+2*c <= 3"]}, 1 / 9, HS + "35")
row("HS43", {"objective": "p^2+q^2+2*r^2+s^2-5*p-5*q-21*r+7*s", "variables": ["p", "q", "r", "s"],
    "start": [0, 0, 0, 0],
    "constraints": ["8-p^2-q^2-r^2-s^2-p+q-r+s >= 0", "10-p^2-2*q^2-r^2-2*s^2+p+s >= 0",
        "5-2*p^2-q^2-r^2-2*p+q+s >= 0"]}, -44, HS + "43")
row("HS71", {"objective": "x1*x4*(x1+x2+x3)+x3", "variables": ["x1", "x2", "x3", "x4"], "start": [1, 5, 5, 1],
    "bounds": [[1, 5]] * 4, "constraints": ["x1*x2*x3*x4 >= 25", "x1^2+x2^2+x3^2+x4^2 = 40"]}, 17.0140173, HS + "71",
    1e-8)
row("HS76", {"objective": "p^2+0.5*q^2+r^2+0.5*s^2-p*r+r*s-p-3*q+r-s", "variables": ["p", "q", "r", "s"],
    "start": [0.5, 0.5, 0.5, 0.5],
    "bounds": [[0, None]] * 4, "constraints": ["p+2*q+r+s <= 5", "3*p+q+2*r-s <= 4", "q+4*r >= 1.5"]}, -4.681818181,
    HS + "76", 1e-8)
CCD = "Cambridge Cluster Database, Lennard-Jones clusters (Wales and Doye 1997)"
for atoms, energy in ((5, -9.103852), (7, -16.505384), (10, -28.422532), (13, -44.326801)):
    row(f"Lennard-Jones, {atoms} atoms", {"preset": "lennard-jones", "atoms": atoms}, energy, CCD, 1e-7)
row("Rastrigin, shifted", {"preset": "rastrigin", "start": [3.3, -2.1, 4], "shift": [0.7, -1.3, 0.2], "global": True,
    "bounds": [[-5, 5]] * 3},
    0, "Rastrigin: zero at the shift", absolute=1e-9)
u, v = "(0.8*(x-1.37)+0.6*(y+0.61))", "(0.8*(y+0.61)-0.6*(x-1.37))"
row("Rastrigin, shifted and rotated, on a pedestal", {"objective": f"3.7+{u}^2+2*{v}^2+7*(2-cos(6*{u})-cos(5*{v}))",
    "variables": ["x", "y"],
    "bounds": [[-4, 6], [-5, 5]], "global": True, "start": [5, 4]}, 3.7,
    "both squares and both cosines are least at (1.37, -0.61)", 1e-9)
f = lambda x: math.exp(0.3 * x[0]) + (x[0] - 2 * x[1]) ** 2 + math.cosh(x[1] - 0.7)
best = min(minimize(f, [s, t], method="SLSQP", options={"ftol": 1e-15}, bounds=[(0.31, None), (None, None)],
                    constraints={"type": "ineq", "fun": lambda x: x[0] * x[1] - 0.9}).fun for s in (0.5, 1,
                        3) for t in (0.5, 1, 2))
row("no textbook's", {"objective": "exp(0.3*x)+(x-2*y)^2+cosh(y-0.7)", "variables": ["x", "y"], "start": [2, 2],
    "bounds": {"x": [0.31, None]},
    "constraints": ["x*y >= 0.9"]}, best, "scripts/solvers/reference/opt.py: scipy SLSQP from nine starts", 1e-6)
row("LP of two products", {"lp": {"c": [3, 5], "A_ub": [[1, 0], [0, 2], [3, 2]], "b_ub": [4, 12, 18]}, "sense": "max"},
    36,
    "Hillier and Lieberman, Introduction to Operations Research, Wyndor Glass", 1e-12)


def solved(A, b):
    """Gauss in fractions."""
    n = len(A)
    rows_ = [[*map(Fraction, r), Fraction(v)] for r, v in zip(A, b)]
    for k in range(n):
        p = next(i for i in range(k, n) if rows_[i][k] != 0)
        rows_[k], rows_[p] = rows_[p], rows_[k]
        rows_[k] = [v / rows_[k][k] for v in rows_[k]]
        for i in range(n):
            if i != k and rows_[i][k] != 0:
                rows_[i] = [v - rows_[i][k] * w for v, w in zip(rows_[i], rows_[k])]
    return [r[-1] for r in rows_]


def exact_corner(lp, found):
    """x and prices of a corner whose active rows are those of a solution in doubles."""
    x = found.x
    held = {}
    for i, (low, high) in enumerate(lp["bounds"]):
        for bound in (low, high):
            if bound is not None and abs(x[i] - bound) < 1e-9:
                held[i] = Fraction(bound)
    free = [i for i in range(len(x)) if i not in held]
    all_rows = lp["A_ub"] + lp["A_eq"]
    right = lp["b_ub"] + lp["b_eq"]
    active = [k for k in range(len(all_rows)) if k >= len(lp["A_ub"]) or abs(found.slack[k]) < 1e-9]
    assert len(active) == len(free)
    A = [[Fraction(all_rows[k][i]) for i in free] for k in active]
    b = [Fraction(right[k]) - sum(Fraction(all_rows[k][i]) * v for i, v in held.items()) for k in active]
    part = solved(A, b)
    made = [held[i] if i in held else part[free.index(i)] for i in range(len(x))]
    dual = solved([list(column) for column in zip(*A)], [Fraction(lp["c"][i]) for i in free])
    prices = [dual[active.index(k)] if k in active else 0 for k in range(len(all_rows))]
    return made, prices


mp.dps = 40


def stationary(case, body, equations, guess, paths):
    """Roots of the equations of Karush, Kuhn and Tucker, written out by hand."""
    found = findroot(equations, guess)
    for path, value in zip(paths, found):
        row(case, body, value, "its Karush-Kuhn-Tucker equations, solved by mpmath with 40 digits", 1e-6, path)


stationary("HS71: the point", {"objective": "x1*x4*(x1+x2+x3)+x3", "variables": ["x1", "x2", "x3", "x4"],
    "start": [1, 5, 5, 1], "bounds": [[1, 5]] * 4,
    "constraints": ["x1*x2*x3*x4 >= 25", "x1^2+x2^2+x3^2+x4^2 = 40"]},
    lambda y, z, w, a, b: [w - a * z * w + 2 * b * y, w + 1 - a * y * w + 2 * b * z,
        1 + y + z - a * y * z + 2 * b * w, y * z * w - 25, 1 + y * y + z * z + w * w - 40],
    (4.7, 3.8, 1.4, 0.55, 0.16), ("named.x.1", "named.x.2", "named.x.3", "named.multipliers.0", "named.multipliers.1"))
stationary("HS7: the point", {"objective": "ln(1+x^2)-y", "variables": ["x", "y"], "start": [2, 2],
    "constraints": ["(1+x^2)^2+y^2 = 4"]},
    lambda y, a: [-1 + 2 * a * y, 1 + y * y - 4], (1.7, 0.3), ("named.x.1", "named.multipliers.0"))
stationary("exp(x) - 5 x: the point", {"objective": "exp(x)-5*x", "variables": ["x"], "start": [0]},
    lambda x: [mp.exp(x) - 5], (1.6,), ("named.x.0",))
stationary("a gamma function: the point", {"objective": "gamma(x)", "variables": ["x"], "start": [2],
    "bounds": [[0.5, 5]]}, lambda x: [mp.digamma(x)], (1.46,), ("named.x.0",))
stationary("no textbook's: the point", {"objective": "exp(0.3*x)+(x-2*y)^2+cosh(y-0.7)", "variables": ["x", "y"],
    "start": [2, 2], "bounds": {"x": [0.31, None]}, "constraints": ["x*y >= 0.9"]},
    lambda x, y, a: [mp.mpf(0.3) * mp.exp(mp.mpf(0.3) * x) + 2 * (x - 2 * y) - a * y,
        -4 * (x - 2 * y) + mp.sinh(y - mp.mpf(0.7)) - a * x, x * y - mp.mpf(0.9)], (1.3, 0.7, 0.5),
    ("named.x.0", "named.x.1", "named.multipliers.0"))
rng = np.random.default_rng(5)
for m, n in ((6, 9), (25, 40)):
    A, c = np.round(rng.uniform(-1, 3, (m, n)), 3), np.round(rng.uniform(-2, 1, n), 3)
    b, E = np.round(rng.uniform(1, 9, m), 2), np.round(rng.uniform(0, 1, (2, n)), 2)
    e = np.round(E.sum(1) * 0.3, 3)
    bounds = [[None, 2.5] if i % 7 == 3 else [-1.5, 4] if i % 5 == 0 else [0, 6] for i in range(n)]
    found = linprog(c, A, b, E, e, bounds, method="highs")
    assert found.status == 0
    lp = {"c": c.tolist(), "A_ub": A.tolist(), "b_ub": b.tolist(), "A_eq": E.tolist(), "b_eq": e.tolist(),
        "bounds": bounds}
    corner, prices = exact_corner(lp, found)
    CORNER = "corner of scipy's HiGHS, its equations solved in fractions"
    for i in [k for k in range(n) if 0 < found.x[k] < 2.4][:3]:
        row(f"LP of {m} + 2 rows, {n} columns: x", {"lp": lp}, corner[i], CORNER, 1e-10, f"named.x.{i}")
    for i in [k for k in range(m + 2) if prices[k] != 0][:3]:
        row(f"LP of {m} + 2 rows, {n} columns: price", {"lp": lp}, prices[i], CORNER, 1e-10, f"named.prices.{i}")
    row(f"LP of {m} + 2 rows, {n} columns", {"lp": {"c": c.tolist(), "A_ub": A.tolist(), "b_ub": b.tolist(),
        "A_eq": E.tolist(),
        "b_eq": e.tolist(), "bounds": bounds}}, found.fun, "scipy.optimize.linprog, HiGHS", 1e-9)
no = {"code": "SOLVER_REJECTED", "reason": "NO_SOLUTION"}
rows.append({"case": "infeasible program", "body": {"lp": {"c": [1, 1], "A_ub": [[1, 1]], "b_ub": [-1]}},
    "refusal": no})
rows.append({"case": "unbounded program", "body": {"lp": {"c": [-1, 0], "A_ub": [[0, 1]], "b_ub": [1]}}, "refusal": no})
rows.append({"case": "constraints that exclude each other", "body": {"objective": "x^2", "variables": ["x"],
    "start": [1], "constraints": ["x>=2", "x<=1"]}, "refusal": no})
rows.append({"case": "falls for ever", "body": {"objective": "x+y", "variables": ["x", "y"], "start": [0, 0]},
    "refusal": no})
print(json.dumps({"solver": "opt", "rows": rows}).replace('}, {"case": "', '},\n{"case": "'))
