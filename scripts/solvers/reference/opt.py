"""Minima from the literature; linear programs by scipy's HiGHS; other problems by scipy's SLSQP from many starts.
Prints JSON rows."""
import json
import math
import numpy as np
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
rng = np.random.default_rng(5)
for m, n in ((6, 9), (25, 40)):
    A, c = np.round(rng.uniform(-1, 3, (m, n)), 3), np.round(rng.uniform(-2, 1, n), 3)
    b, E = np.round(rng.uniform(1, 9, m), 2), np.round(rng.uniform(0, 1, (2, n)), 2)
    e = np.round(E.sum(1) * 0.3, 3)
    bounds = [[None, 2.5] if i % 7 == 3 else [-1.5, 4] if i % 5 == 0 else [0, 6] for i in range(n)]
    found = linprog(c, A, b, E, e, bounds, method="highs")
    assert found.status == 0
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
