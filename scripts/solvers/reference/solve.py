"""Reference values of the solve solver: closed forms, elliptic integrals, mpmath. Writes
test/vectors/solvers/solve.json."""
import json
from mpmath import mp, mpf, sqrt, exp, asin, findroot, cos, sin, ellipfun, odefun

mp.dps = 30
ME = "scripts/solvers/reference/solve.py: "
rows = []


def row(case, body, at, expected, source, unit="1", relative=1e-9, **more):
    rows.append({"case": case, "body": body, "at": at, "expected": float(expected), "unit": unit, "relative": relative,
        "source": source, **more})


row("gravity between two masses", {"operators": ["KO42", "NM21"], "inputs": {"m1": 5, "m2": 7, "r": 3}, "strict": True},
    "value",
    mpf("6.6743e-11") * 35 / 9, "CODATA 2022 G; arithmetic", unit="N", relative=1e-10)
row("second law solved for the acceleration", {"operators": ["NM19"], "inputs": {"F": 2, "m": 3}}, "value", mpf(2) / 3,
    "arithmetic", unit="m/s^2", relative=1e-10)
eso = {"r": 0.47, "K": 130, "N_0": 11, "t": 3.3, "div_D_grad_N": 0, "I": 0, "E": 0}
row("logistic growth, integrated", {"operators": ["ESO10"], "inputs": eso}, "value",
    130 / (1 + (mpf(130) / 11 - 1) * exp(-mpf("0.47") * mpf("3.3"))),
    "Murray, Mathematical Biology I (2002), equation 1.3: logistic solution", relative=1e-8)
# pendulum from rest at 2.3 rad with g/l = 1.7: sin(x/2) = k cd(w t)
k = sin(mpf("1.15"))
w = sqrt(mpf("1.7"))
t = mpf("6.1")
cd = ellipfun("cd", w * t, m=k ** 2)
row("pendulum, by elliptic functions", {"system": {"equations": ["dx/dt = v", "dv/dt = -c sin(x)"],
    "initial": {"x": 2.3, "v": 0}, "t_end": 6.1}, "inputs": {"c": 1.7}}, "value",
    2 * asin(k * cd),
    "Hairer, Norsett and Wanner I (1993), I.14; Whittaker, Analytical Dynamics (1937), 44: elliptic functions")
row("forced linear oscillator", {"system": {"equations": ["x' = v", "v' = -x + t"], "initial": {"x": 0, "v": 2},
    "t_end": 12.5}}, "value", sin(mpf("12.5")) + mpf("12.5"), "x = t + sin t")
f = odefun(lambda _, y: [-2 * y[1] * y[2], mpf(5) / 4 * y[0] * y[2], -mpf(1) / 2 * y[0] * y[1]], 0,
    [mpf(1), mpf(0), mpf("0.9")], tol=mpf(10) ** -18)
row("Euler's rigid body", {"system": {"equations": ["da/dt = -2 b z", "db/dt = 1.25 a z", "dz/dt = -0.5 a b"],
    "initial": {"a": 1, "b": 0, "z": 0.9}, "t_end": 10, "value": "z"}}, "value",
    f(10)[2], "Hairer, Norsett and Wanner I (1993), II.10, problem EULR without its forcing; mpmath odefun")
f = odefun(lambda _, y: [1 + y[0] ** 2 * y[1] - 4 * y[0], 3 * y[0] - y[0] ** 2 * y[1]], 0, [mpf("1.5"), mpf(3)],
    tol=mpf(10) ** -16)
row("Brusselator", {"system": {"equations": ["du/dt = 1 + u^2 v - 4 u", "dv/dt = 3 u - u^2 v"],
    "initial": {"u": 1.5, "v": 3}, "t_end": 20}}, "value", f(20)[0],
    "Hairer, Norsett and Wanner I (1993), II.4, equation 4.15; mpmath odefun", relative=1e-8)
row("fixed point of the cosine", {"equation": "cos(x) = x", "unknown": "x", "from": 0, "to": 1, "strict": True},
    "value", findroot(lambda x: cos(x) - x, 0.7), "mpmath findroot", relative=1e-10)
row("Kepler's equation", {"equation": "y - q sin(y) = w", "unknown": "y", "from": 0, "to": 4,
    "inputs": {"q": 0.83, "w": 1.1}}, "value",
    findroot(lambda x: x - mpf("0.83") * sin(x) - mpf("1.1"), 1.9), "mpmath findroot", relative=1e-10)
row("Robertson's stiff kinetics",
    {"system": {"equations": ["da/dt = -0.04 a + 1e4 b z", "db/dt = 0.04 a - 1e4 b z - 3e7 b^2", "dz/dt = 3e7 b^2"],
    "initial": {"a": 1, "b": 0, "z": 0}, "t_end": 40}}, "value", 0.715827068719408,
    "Hairer and Wanner II (1996), IV.10, problem ROBER; scipy Radau at rtol 1e-12", relative=1e-7)
row("Van der Pol's oscillator at mu = 1000", {"system": {"equations": ["dy/dt = v", "dv/dt = q ((1 - y^2) v) - y"],
    "initial": {"y": 2, "v": 0}, "t_end": 2000},
    "inputs": {"q": 1000}}, "value", 1.706167732170469,
    "Test Set for IVP Solvers (Mazzia and Magherini), problem VDPOL: y(2000) = 1.706167732170469", relative=1e-6)
rows += [
    {"case": "no root enclosed", "body": {"equation": "x^2 + 1", "unknown": "x", "from": 0, "to": 1},
        "refusal": {"code": "SOLVER_REJECTED", "reason": "NO_SOLUTION"}},
    {"case": "a pole is no root", "body": {"equation": "1/(x - 0.3)", "unknown": "x", "from": 0, "to": 1},
        "refusal": {"code": "SOLVER_REJECTED", "reason": "NO_SOLUTION"}},
    {"case": "a solution that ends early", "body": {"system": {"equations": ["dx/dt = x^2"], "initial": {"x": 1},
        "t_end": 2}}, "refusal": {"code": "DID_NOT_CONVERGE"}},
    {"case": "a strict run out of halvings", "body": {"operators": ["NM19"], "inputs": {"m": 2, "a": 3.7},
        "strict": True, "maxIterations": 5},
     "refusal": {"code": "DID_NOT_CONVERGE", "reason": "timeout"}},
]
json.dump({"solver": "solve", "rows": rows}, open("test/vectors/solvers/solve.json", "w"), indent=1)
