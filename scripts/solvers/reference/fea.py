"""Plane elasticity by closed forms, published benchmarks, and an assembled Q4 model solved by scipy's sparse LU.
Prints JSON rows."""
import json
import math
import numpy as np
import scipy.sparse as sp
import scipy.sparse.linalg as sl


def q4(a, b, E, nu, t):
    g = 1 / math.sqrt(3)
    D = E / (1 - nu ** 2) * np.array([[1, nu, 0], [nu, 1, 0], [0, 0, (1 - nu) / 2]])
    K = np.zeros((8, 8))
    for xi in (-g, g):
        for et in (-g, g):
            dN = np.array([[-(1 - et), 1 - et, 1 + et, -(1 + et)], [-(1 - xi), -(1 + xi), 1 + xi, 1 - xi]]) / 4
            d = np.diag([2 / a, 2 / b]) @ dN
            B = np.zeros((3, 8))
            B[0, 0::2], B[1, 1::2], B[2, 0::2], B[2, 1::2] = d[0], d[1], d[1], d[0]
            K += B.T @ D @ B * a * b / 4 * t
    return K


def cantilever(nx, ny, L, H, E, nu, P, t=1.0):
    K = q4(L / nx, H / ny, E, nu, t)
    e = np.arange(nx * ny)
    n0 = e // ny * (ny + 1) + e % ny
    nodes = np.stack([n0, n0 + ny + 1, n0 + ny + 2, n0 + 1], 1)
    dof = np.stack([2 * nodes, 2 * nodes + 1], 2).reshape(-1, 8)
    A = sp.csc_matrix((np.tile(K.ravel(), nx * ny), (np.repeat(dof, 8, 1).ravel(), np.tile(dof, (1, 8)).ravel())))
    n = A.shape[0]
    f, u = np.zeros(n), np.zeros(n)
    end = nx * (ny + 1) + np.arange(ny + 1)
    w = np.ones(ny + 1) / ny
    w[[0, -1]] /= 2
    f[2 * end + 1] = -P * w
    free = np.arange(2 * (ny + 1), n)
    u[free] = sl.spsolve(A[free][:, free], f[free])
    tip = -u[2 * end + 1]
    return tip[ny // 2] if ny % 2 == 0 else 0.5 * (tip[ny // 2] + tip[ny // 2 + 1])


rows = []


def row(case, body, expected, relative, source, at="value", unit="m"):
    rows.append({"case": case, "body": body, "at": at, "expected": float(expected), "unit": unit, "relative": relative,
        "source": source})


PROGRAM = "scripts/solvers/reference/fea.py: assembled Q4, scipy sparse LU"
plain = {"L": 10, "H": 1, "E": 1e9, "nu": 0.3, "P": 1000}
for nx, ny in ((24, 6), (120, 30), (37, 5)):
    row(f"cantilever on {nx} x {ny}", {**plain, "mesh": [nx, ny]}, cantilever(nx, ny, 10, 1, 1e9, 0.3, 1000), 1e-8,
        PROGRAM)
fine = [cantilever(40 * k, 4 * k, 10, 1, 1e9, 0.3, 1000) for k in (4, 8, 16)]
row("cantilever, refined", plain, fine[2] + (fine[2] - fine[1]) ** 2 / (2 * fine[1] - fine[0] - fine[2]), 1e-4,
    PROGRAM + ", three meshes extrapolated by Aitken")
odd = [cantilever(13 * k, 4 * k, 3.3, 1.01, 7e10, 0.21, 812, 0.013) for k in (4, 8, 16)]
row("a stubby cantilever", {"L": 3.3, "H": 1.01, "E": 7e10, "nu": 0.21, "P": 812, "thickness": 0.013},
    odd[2] + (odd[2] - odd[1]) ** 2 / (2 * odd[1] - odd[0] - odd[2]), 1e-4,
    PROGRAM + ", three meshes extrapolated by Aitken")
row("NAFEMS LE1, stress at D", {"geometry": {"x": "(2+1.25*s)*cos(pi*t/2)", "y": "(1+1.75*s)*sin(pi*t/2)",
    "supports": [{"side": "bottom", "uy": 0}, {"side": "top", "ux": 0}]}, "loads": [{"side": "right", "pressure": 1e7}],
    "E": 2.1e11,
    "nu": 0.3, "thickness": 0.1, "quantity": "syy", "probe": [0, 0]}, 92.7e6, 1e-3,
    "NAFEMS, The Standard NAFEMS Benchmarks (1990), LE1: 92.7 MPa", unit="Pa")
row("Cook's membrane", {"geometry": {"x": "48*s", "y": "44*s + t*(44 - 28*s)",
    "supports": [{"side": "left", "ux": 0, "uy": 0}]},
    "loads": [{"side": "right", "traction": [0, 0.0625]}], "E": 1, "nu": 1 / 3, "quantity": "uy", "probe": [1, 0.5],
    "mesh": [48, 48]}, 23.96, 5e-3,
    "Cook, Malkus, Plesha and Witt, Concepts and Applications of Finite Element Analysis, 4th ed., 6.14: 23.96")
for nu in (0.27, 0.49):
    a, b, p, E = 1.0, 2.3, 3e6, 9e9
    row(f"thick cylinder, plane strain, nu = {nu}",
        {"geometry": {"x": "(1+1.3*s)*cos(pi*t/2)", "y": "(1+1.3*s)*sin(pi*t/2)",
        "supports": [{"side": "bottom", "uy": 0}, {"side": "top", "ux": 0}]},
        "loads": [{"side": "left", "pressure": -p}], "E": E, "nu": nu,
        "plane": "strain", "quantity": "ux", "probe": [0, 0]},
        p * a * (1 + nu) / E * ((1 - 2 * nu) * a * a + b * b) / (b * b - a * a), 1e-4,
        "Timoshenko and Goodier, Theory of Elasticity, 3rd ed., 28 (Lame)")
row("bar hanging under its weight", {"geometry": {"x": "s", "y": "7*t", "supports": [{"side": "top", "uy": 0},
    {"side": "left", "ux": 0}]},
    "loads": [{"body": [0, -7.7e4]}], "E": 2e11, "nu": 0, "quantity": "uy", "probe": [0.5, 0]},
    -7.7e4 * 49 / (2 * 2e11), 1e-6,
    "Timoshenko and Goodier, Theory of Elasticity, 3rd ed., 96: rho g l^2 / 2E")
linear = {"ux": "1e-3*x+2e-3*y", "uy": "3e-3*x-1e-3*y"}
row("patch test on a distorted mesh", {"geometry": {"x": "s+0.1*sin(6*s)*sin(5*t)", "y": "t+0.07*sin(4*s+t)",
    "supports": [{"side": side, **linear} for side in ("left", "right", "top", "bottom")]}, "loads": [], "E": 1,
    "nu": 0.3, "quantity": "sxx",
    "probe": [0.37, 0.81], "mesh": [7, 5]}, (1e-3 - 0.3e-3) / 0.91, 1e-10,
    "Irons and Razzaque (1972): any linear field is met exactly", unit="Pa")
rows.append({"case": "free to slide",
    "body": {"geometry": {"x": "s", "y": "t", "supports": [{"side": "left", "ux": 0}]},
             "loads": [{"side": "right", "traction": [1, 0]}], "E": 1, "nu": 0.3},
             "refusal": {"code": "SOLVER_REJECTED", "reason": "NO_SOLUTION"}})
print(json.dumps({"solver": "fea", "rows": rows}, indent=1))
