"""Steady covariances by scipy.linalg.solve_discrete_are and closed forms; the Nile by numpy. Prints JSON rows."""
import json
import math
import numpy as np
from scipy.linalg import solve_discrete_are

rows = []


def row(case, body, expected, relative, source, at="value"):
    rows.append({"case": case, "body": body, "at": at, "expected": float(expected), "unit": "1", "relative": relative,
        "source": source})


def prior(A, C, Q, R):
    return solve_discrete_are(np.array(A).T, np.array(C).T, np.array(Q), np.array(R))


def posterior(P, C, R):
    C = np.array(C)
    return P - P @ C.T @ np.linalg.solve(C @ P @ C.T + np.array(R), C @ P)


ARE = "scipy.linalg.solve_discrete_are (1.17)"
DK = "Durbin and Koopman, Time Series Analysis by State Space Methods, 2nd ed., "
q = 1469.1 / 15099
x = q / 2 + math.sqrt(q * q / 4 + q)
row("Nile, prior", {"A": 1, "C": 1, "Q": 1469.1, "R": 15099}, 15099 * x, 1e-10,
    DK + "2.11: x = (q + sqrt(q^2 + 4 q)) / 2")
row("Nile, posterior", {"A": 1, "C": 1, "Q": 1469.1, "R": 15099, "which": "posterior"}, 15099 * x / (1 + x), 1e-10,
    DK + "2.11; figure 2.1 prints 4032.2")
nile = [1120, 1160, 963, 1210, 1160, 1160, 813, 1230, 1370, 1140, 995, 935, 1110, 994, 1020, 960, 1180, 799, 958, 1140,
    1100, 1210, 1150,
        1250, 1260, 1220, 1030, 1100, 774, 840, 874, 694, 940, 833, 701, 916, 692, 1020, 1050, 969, 831, 726, 456, 824,
        702, 1120, 1100,
        832, 764, 821, 768, 845, 864, 862, 698, 845, 744, 796, 1040, 759, 781, 865, 845, 944, 984, 897, 822, 1010, 771,
        676, 649, 846,
        812, 742, 801, 1040, 860, 874, 848, 890, 744, 749, 838, 1050, 918, 986, 797, 923, 975, 815, 1020, 906, 901,
        1170, 912, 746, 919,
        718, 714, 740]
a, p, log_l = 0.0, 1e7, []
for y in nile:
    f = p + 15099
    v = y - a
    log_l.append(-0.5 * (math.log(2 * math.pi) + math.log(f) + v * v / f))
    a, p = a + p / f * v, p * 15099 / f + 1469.1
row("Nile, log likelihood of a nearly diffuse start", {"A": 1, "C": 1, "Q": 1469.1, "R": 15099, "data": nile, "x0": 0,
    "P0": 1e7},
    sum(log_l), 1e-10, DK + "2.2 and 2.10 (diffuse: -632.54 for the last 99), by the scalar recursion in Python",
    "outputs.log_likelihood")
row("scalar, unstable and without process noise", {"A": 2, "C": 1, "Q": 0, "R": 1}, 3, 1e-9,
    "Anderson and Moore, Optimal Filtering, 4.4: P = (A^2 - 1) R / C^2")
A, C, Q, R = [[1, 0.5], [0, 1]], [[1, 0]], [[0.01, 0.02], [0.02, 0.09]], [[0.4]]
P = prior(A, C, Q, R)
row("position and speed, prior", {"A": A, "C": C, "Q": Q, "R": R, "which": "prior"}, np.trace(P), 1e-9, ARE)
row("position and speed, posterior", {"A": A, "C": C, "Q": Q, "R": R, "which": "posterior"},
    np.trace(posterior(P, C, R)), 1e-9, ARE)
rng = np.random.default_rng(7)
for n, m in ((5, 2), (12, 3), (30, 4)):
    A = np.round(rng.normal(size=(n, n)) * 1.3 / math.sqrt(n), 3)
    C = np.round(rng.normal(size=(m, n)), 3)
    G = np.round(rng.normal(size=(n, n)), 2)
    Q = np.round(G @ G.T, 6)
    R = np.eye(m) * 0.7 + 0.1
    P = prior(A, C, Q, R)
    row(f"{n} states, {m} measurements", {"A": A.tolist(), "C": C.tolist(), "Q": Q.tolist(), "R": R.tolist()},
        np.trace(P), 1e-8, ARE)
rows.append({"case": "an unstable mode that no measurement sees", "body": {"A": [[0.5, 0], [0, 1.1]], "C": [[1, 0]],
    "Q": [[1, 0], [0, 1]], "R": 1},
             "refusal": {"code": "SOLVER_REJECTED", "reason": "NO_SOLUTION"}})
c, s = 0.6 * 1.2, 0.8 * 1.2
rows.append({"case": "a hidden growing oscillation", "body": {"A": [[0.5, 0, 0], [0, c, s], [0, -s, c]],
    "C": [[1, 0, 0]],
             "Q": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "R": 1}, "refusal": {"code": "SOLVER_REJECTED",
                 "reason": "NO_SOLUTION"}})
print(json.dumps({"solver": "estimator", "rows": rows}))
