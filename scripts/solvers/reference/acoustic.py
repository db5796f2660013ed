"""Resonances of ducts by closed forms and transcendental equations, and by scipy's adaptive integration of the horn
equation for sections that have none. Prints JSON rows."""
import json
import math
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

rows = []


def row(case, body, expected, relative, source, at="value"):
    rows.append({"case": case, "body": body, "at": at, "expected": expected, "unit": "Hz", "relative": relative,
        "source": source})


def shoot(section, slope, length, c, low, high, start_open, end_open):
    """Root in f of the end condition; p and u = S p' integrated by DOP853 with tolerance 1e-12."""
    def miss(f):
        k2 = (2 * math.pi * f / c) ** 2
        run = solve_ivp(lambda x, y: [y[1] / section(x), -k2 * section(x) * y[0]], (0, length),
                        [0, 1] if start_open else [1, 0], method="DOP853", rtol=1e-12, atol=1e-14)
        return run.y[0, -1] if end_open else run.y[1, -1]
    return brentq(miss, low, high, xtol=1e-10)


FR = "Fletcher and Rossing, The Physics of Musical Instruments, "
row("pipe, both ends open, fourth mode", {"length": 0.62, "c": 341, "ends": "open-open"}, 4 * 341 / (2 * 0.62), 1e-4,
    FR + "8.2", "outputs.f_4")
row("stopped pipe, third mode", {"length": 0.62, "c": 341, "ends": "closed-open"}, 5 * 341 / (4 * 0.62), 1e-4,
    FR + "8.2", "outputs.f_3")
row("both ends closed: no zero mode", {"length": 1.7, "c": 1482, "ends": "closed-closed"}, 1482 / 3.4, 1e-6, FR + "8.2")
row("stated end correction", {"length": 0.5, "c": 343, "ends": "closed-open", "endCorrection": 0.0061},
    343 / 4 / 0.5061, 1e-6, FR + "8.3")
row("cone to its apex", {"length": 0.73, "c": 345, "ends": "closed-open", "area": "0.04*x^2"}, 345 / 1.46, 1e-6,
    FR + "8.7")
# Truncated cone, closed at the small end: tan(k L) = -k x1 with x1 the missing part (Fletcher and Rossing 8.51).
x1, L, c = 0.11, 0.6, 344
k = brentq(lambda k: math.sin(k * L) + k * x1 * math.cos(k * L), 0.5 * math.pi / L + 1e-9, math.pi / L)
row("truncated cone, closed at the small end", {"length": L, "c": c, "ends": "closed-open", "area": "(x+0.11)^2"},
    k * c / (2 * math.pi), 1e-5, FR + "8.7: tan kL = -k x1 by scipy brentq")
m, L, c = 3.0, 0.73, 345
row("exponential horn, open ends", {"length": L, "c": c, "ends": "open-open", "area": "exp(3*x)"},
    c / (2 * math.pi) * math.sqrt((math.pi / L) ** 2 + (m / 2) ** 2), 1e-6, FR + "8.8: k^2 = (n pi / L)^2 + (m / 2)^2")
# Step of the section: S1 tan(k l1) = S2 cot(k l2), the closed end first.
k = brentq(lambda k: 1 * math.sin(k * 0.37) * math.sin(k * 0.63) - 4 * math.cos(k * 0.37) * math.cos(k * 0.63), 0.5,
    2.4)
row("step of the section", {"length": 1, "c": 343, "ends": "closed-open", "area": "1+3*heaviside(x-0.37)"},
    k * 343 / (2 * math.pi), 1e-4, FR + "8.6: continuity of p and S p' at the step, by scipy brentq")
bell = lambda x: 1e-3 * (1 + 5 * x * x * x + 0.2 * math.sin(7 * x))
row("a horn of no name", {"length": 1.3, "c": 347.3, "ends": "closed-open", "area": "0.001*(1+5*x^3+0.2*sin(7*x))"},
    shoot(bell, None, 1.3, 347.3, 60, 180, False, True), 1e-5,
    "scripts/solvers/reference/acoustic.py: shooting with scipy DOP853")
A, V, l, c = 3e-4, 1.1e-3, 0.06, 343
row("vessel, plug of air", {"A": A, "V": V, "L_eff": l, "c": c}, c / (2 * math.pi) * math.sqrt(A / (V * l)), 1e-9,
    FR + "8.4")
k = brentq(lambda k: k * l * math.tan(k * l) - A * l / V, 1e-3, math.pi / 2 / l - 1e-6)
row("vessel, compressible neck", {"A": A, "V": V, "L_eff": l, "c": c, "neck": "duct"}, k * c / (2 * math.pi), 1e-6,
    "Kinsler et al., Fundamentals of Acoustics, 10.8: kL tan kL = A L / V by scipy brentq")
rows.append({"case": "the speed of sound is absent", "body": {"length": 1, "ends": "open-open"},
    "refusal": {"code": "INSUFFICIENT_INPUTS"}})
rows.append({"case": "a section that vanishes inside", "body": {"length": 1, "c": 343, "ends": "open-open",
    "area": "x-0.5"},
             "refusal": {"code": "INVALID_BODY"}})
print(json.dumps({"solver": "acoustic", "rows": rows}, indent=1))
