"""Critical loads by closed forms and Bessel zeros of the literature, and by shooting with mpmath/scipy for columns that
no table has. Prints JSON rows."""
import json
import math
import mpmath as mp
import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

rows = []


def row(case, body, expected, relative, source, at="value"):
    rows.append({"case": case, "body": body, "at": at, "expected": float(expected), "unit": "N", "relative": relative,
        "source": source})


TG = "Timoshenko and Gere, Theory of Elastic Stability, 2nd ed., "
root = float(mp.findroot(lambda k: mp.tan(k) - k, 4.4934))
row("pinned-pinned", {"E": 210e9, "I": 1e-6, "length": 3, "ends": "pinned-pinned"}, math.pi ** 2 * 210e3 / 9, 1e-6,
    TG + "eq. 2-5")
row("fixed-fixed", {"E_GPa": 70, "I": 4.2e-7, "L": 1.7, "ends": "fixed-fixed"},
    4 * math.pi ** 2 * 70e9 * 4.2e-7 / 1.7 ** 2, 1e-6, TG + "2.2")
row("fixed-free", {"EI": 812.5, "length": 2.9, "ends": "fixed-free"}, math.pi ** 2 * 812.5 / 4 / 2.9 ** 2, 1e-6,
    TG + "eq. 2-4")
row("fixed-pinned", {"E": 70e9, "I": 3e-7, "length": 2.2, "ends": "fixed-pinned"}, root ** 2 * 70e9 * 3e-7 / 2.2 ** 2,
    1e-6, TG + "eq. 2-11")
# Own weight: J_(-1/3)(2/3 sqrt(q L^3 / EI)) = 0.
z = mp.findroot(lambda x: mp.besselj(mp.mpf(-1) / 3, x), 1.866)
row("own weight", {"EI": 5e4, "length": 12, "ends": "fixed-free", "loading": "self-weight"},
    (1.5 * float(z)) ** 2 * 5e4 / 144, 1e-6,
    TG + "eq. 2-44, first zero of J_(-1/3) by mpmath")


def shoot(ei, axial, length, low, high):
    """Fixed foot, free top: w'' EI = m, m' = v - n(x) w', v = 0 at the top."""
    def miss(p):
        n = lambda x: axial(x, p)
        run = lambda y0: solve_ivp(lambda x, y: [y[1], y[2] / ei(x), y[3] - n(x) * y[1], 0], (0, length), y0,
                                   method="DOP853", rtol=1e-12, atol=1e-14).y[:, -1]
        a, b = run([0, 0, 1, 0]), run([0, 0, 0, 1])
        # At the free top: moment zero, and v = 0 as a constant of the motion.
        return a[2]
    return brentq(miss, low, high, xtol=1e-12)


def pinned(ei, p_low, p_high, length, breaks=()):
    """EI w'' + P w = 0, w = 0 at both ends."""
    def miss(p):
        y = [0.0, 1.0]
        points = [0, *breaks, length]
        for a, b in zip(points, points[1:]):
            middle = 0.5 * (a + b)
            y = solve_ivp(lambda x, y: [y[1], -p * y[0] / ei(min(max(x, a + 1e-12), b - 1e-12))], (a, b), y,
                method="DOP853",
                          rtol=1e-12, atol=1e-14).y[:, -1]
        return y[0]
    return brentq(miss, p_low, p_high, xtol=1e-12)


SELF = "scripts/solvers/reference/buckling.py: shooting with scipy DOP853"
row("stepped, pinned", {"EI": "1+2*heaviside(0.3-x)", "length": 1, "ends": "pinned-pinned"},
    pinned(lambda x: 3 if x < 0.3 else 1, 9, 13, 1, (0.3,)), 1e-5, TG + "2.14; " + SELF)
row("odd stiffness, pinned", {"EI": "7*(1+0.6*sin(3*x))", "length": 1.9, "ends": "pinned-pinned"},
    pinned(lambda x: 7 * (1 + 0.6 * math.sin(3 * x)), 8, 45, 1.9), 1e-5, SELF)
row("weight and load", {"EI": 1, "length": 1, "ends": "fixed-free", "selfWeight": 3},
    shoot(lambda x: 1, lambda x, p: p + 3 * (1 - x), 1, 1.2, 2.0), 1e-5, SELF)
# EI = (x/a)^4 from the free small end: w = x sin(beta/x + c): tan(beta (1/a - 1/b)) = -beta / b ... by shooting, and in
# closed form.
row("tapered, free at the thin end", {"EI": "(1+x)^4", "length": 1, "ends": "free-fixed"},
    shoot(lambda x: (2 - x) ** 4, lambda x, p: p, 1, 10, 25), 1e-5, TG + "2.14 (I proportional to x^4); " + SELF)
k = brentq(lambda k: k * math.tan(k) - 2, 0.5, 1.3)
row("spring at the foot", {"EI": 1, "length": 1, "ends": "pinned-free", "springs": {"start": {"rotation": 2}}}, k * k,
    1e-6,
    TG + "2.3: kL tan kL = beta L / EI by scipy brentq")
loads = [(math.pi * m) ** 2 + 1000 / (math.pi * m) ** 2 for m in range(1, 6)]
row("elastic foundation", {"EI": 1, "length": 1, "ends": "pinned-pinned", "foundation": 1000}, min(loads), 1e-5,
    TG + "eq. 2-37")
row("rigid column on two springs", {"EI": 1e6, "length": 2, "ends": "free-free",
    "springs": {"start": {"translation": 3}, "end": {"translation": 5}}}, 3 * 5 * 2 / 8, 1e-5,
    TG + "2.3: k1 k2 L / (k1 + k2)")
rows.append({"case": "nothing holds it", "body": {"EI": 1, "length": 1, "ends": "pinned-free"},
             "refusal": {"code": "SOLVER_REJECTED", "reason": "NO_SOLUTION"}})
rows.append({"case": "too heavy to stand", "body": {"EI": 1, "length": 1, "ends": "fixed-free", "selfWeight": 7.9},
             "refusal": {"code": "SOLVER_REJECTED", "reason": "NO_SOLUTION"}})
print(json.dumps({"solver": "buckling", "rows": rows}, indent=1))
