"""Reference values of the heat solver, from series in mpmath that share nothing with its grids.

Writes test/vectors/solvers/heat.json.
"""
import json
from mpmath import mp, mpf, pi, sin, sinh, cos, exp, erfc, sqrt, tan, findroot, nsum, inf

mp.dps = 30
ME = "scripts/solvers/reference/heat.py: "


def two_modes(alpha, lx, ly, t, x, y):
    def mode(m, n):
        rate = alpha * pi**2 * (mpf(m)**2 / mpf(lx)**2 + mpf(n)**2 / mpf(ly)**2)
        return exp(-rate * t) * sin(m * pi * x / lx) * sin(n * pi * y / ly)
    return mode(1, 1) + mpf("0.4") * mode(3, 2)


def hot_plate(alpha, lx, ly, t, x, y):
    """Plate at 1 everywhere, its edges quenched to 0: product of two slab series."""
    def slab(length, s):
        return nsum(lambda k: 4 / ((2 * k + 1) * pi) * sin((2 * k + 1) * pi * s / length)
                    * exp(-alpha * ((2 * k + 1) * pi / length)**2 * t), [0, 200])
    return slab(mpf(lx), mpf(x)) * slab(mpf(ly), mpf(y))


def laplace(lx, ly, x, y):
    """Steady: top side at 1, the others at 0 (Carslaw and Jaeger 5.3)."""
    return nsum(lambda k: 4 / ((2 * k + 1) * pi) * sin((2 * k + 1) * pi * x / lx)
                * sinh((2 * k + 1) * pi * mpf(y) / lx) / sinh((2 * k + 1) * pi * mpf(ly) / lx), [0, 120])


def convecting_slab(alpha, k, h, length, t, x):
    """Insulated at 0, convection to 0 at the other end, 1 at the start (Carslaw and Jaeger 3.10)."""
    bi = mpf(h) * length / k
    total = mpf(0)
    for n in range(30):
        low, high = n * pi + mpf("1e-12"), n * pi + pi / 2 - mpf("1e-12")
        b = findroot(lambda s: s * sin(s) - bi * cos(s), (low, high), solver="anderson")
        total += 2 * sin(b) / (b + sin(b) * cos(b)) * cos(b * x / length) * exp(-b**2 * alpha * t / length**2)
    return total


def constant_flux(alpha, k, q, t, x):
    """Half space from 0 with flux q in: Carslaw and Jaeger 2.9 eq. 7."""
    s = sqrt(alpha * t)
    ierfc = exp(-(x / (2 * s))**2) / sqrt(pi) - x / (2 * s) * erfc(x / (2 * s))
    return 2 * q * s / k * ierfc


plate = {"alpha": 1e-4, "lx": 1, "ly": 0.7, "t_end": 300, "boundary": 0, "probe": [0.3, 0.45],
         "initial": "sin(pi*x)*sin(pi*y/0.7) + 0.4*sin(3*pi*x)*sin(2*pi*y/0.7)"}
modes = float(two_modes(mpf("1e-4"), 1, mpf("0.7"), 300, mpf("0.3"), mpf("0.45")))
mode_source = ("sum of two separated modes (Carslaw and Jaeger, Conduction of Heat in Solids, 1959, 5.6); "
    + ME + "two_modes")
rows = [
    *({"case": f"two sine modes on an oblong plate, {scheme}", "body": {**plate, "scheme": scheme}, "at": "value",
       "expected": modes, "unit": "K", "relative": 1e-5, "source": mode_source} for scheme in ("adi", "explicit",
           "tr-bdf2")),
    {"case": "plate quenched at its edges, off centre", "body": {"alpha": 3e-5, "lx": 0.31, "ly": 0.22, "t_end": 170,
     "initial": 1, "boundary": 0, "probe": [0.07, 0.13]}, "at": "value",
     "expected": float(hot_plate(mpf("3e-5"), "0.31", "0.22", 170, "0.07", "0.13")), "unit": "K", "relative": 1e-4,
     "source": "product of slab series (Carslaw and Jaeger 5.6); " + ME + "hot_plate"},
    {"case": "steady plate, one hot side", "body": {"lx": 1.3, "ly": 0.6, "steady": True, "probe": [0.4, 0.33],
     "boundary": {"left": 0, "right": 0, "bottom": 0, "top": 1}}, "at": "value",
     "expected": float(laplace(mpf("1.3"), mpf("0.6"), mpf("0.4"), mpf("0.33"))), "unit": "K", "relative": 1e-4,
     "source": "Laplace series (Carslaw and Jaeger 5.3); " + ME + "laplace"},
    {"case": "half space, sudden surface temperature", "body": {"alpha": 1.1e-5, "mode": "half-space", "t_end": 90,
        "initial": 0,
     "boundary": 1, "probe": 0.03}, "at": "value", "expected": float(erfc(mpf("0.03") / sqrt(4 * mpf("1.1e-5") * 90))),
     "unit": "K", "relative": 1e-4, "source": "erfc(x / sqrt(4 alpha t)) (Carslaw and Jaeger 2.4 eq. 10); " + ME
         + "erfc"},
    {"case": "half space, constant flux, odd parameters", "body": {"k": 1.7, "rho": 2310, "c": 863,
        "mode": "half-space",
     "t_end": 4321, "initial": 0, "boundary": {"flux": 777}, "probe": 0.041}, "at": "value",
     "expected": float(constant_flux(mpf("1.7") / 2310 / 863, mpf("1.7"), 777, 4321, mpf("0.041"))), "unit": "K",
     "relative": 1e-4, "source": "Carslaw and Jaeger 2.9 eq. 7; " + ME + "constant_flux"},
    {"case": "slab that convects at one end", "body": {"k": 16.2, "rho": 7900, "c": 502, "length": 0.043, "dim": 1,
     "t_end": 333, "initial": 1, "boundary": {"left": "insulated", "right": {"convection": {"h": 87, "T_inf": 0}}},
     "probe": 0.0173}, "at": "value",
     "expected": float(convecting_slab(mpf("16.2") / 7900 / 502, mpf("16.2"), 87, mpf("0.043"), 333, mpf("0.0173"))),
     "unit": "K", "relative": 1e-5, "source": "Carslaw and Jaeger 3.10; " + ME + "convecting_slab"},
    {"case": "NAFEMS T3", "body": {"k": 35, "rho": 7200, "c": 440.5, "length": 0.1, "dim": 1, "t_end": 32, "initial": 0,
     "boundary": {"left": 0, "right": "100 * sin(pi * t / 40)"}, "probe": 0.08}, "at": "value", "expected": 36.6,
     "unit": "K",
     "relative": 2e-4, "source": "The Standard NAFEMS Benchmarks (1990), T3"},
    {"case": "NAFEMS T4", "body": {"k": 52, "lx": 0.6, "ly": 1, "steady": True, "probe": [0.6, 0.2],
        "boundary": {"bottom": 100,
     "left": "insulated", "right": {"convection": {"h": 750, "T_inf": 0}},
     "top": {"convection": {"h": 750, "T_inf": 0}}}},
     "at": "value", "expected": 18.25, "unit": "K", "relative": 3e-4,
     "source": "The Standard NAFEMS Benchmarks (1990), T4"},
    {"case": "steady state that no side fixes", "body": {"lx": 1, "ly": 1, "steady": True, "boundary": "insulated"},
     "refusal": {"code": "SOLVER_REJECTED", "reason": "NO_SOLUTION"}},
    {"case": "explicit step past its limit", "body": {"alpha": 1e-4, "lx": 1, "ly": 1, "t_end": 62.6, "initial": 1,
        "boundary": 0,
     "scheme": "explicit", "nx": 20, "ny": 20, "dt": 6.26}, "refusal": {"code": "SOLVER_REJECTED",
         "reason": "UNSTABLE_STEP"}},
]
with open("test/vectors/solvers/heat.json", "w") as out:
    json.dump({"solver": "heat", "rows": rows}, out, indent=1)
    out.write("\n")
