"""Reference values of the infall solver: closed forms of the textbooks and quadratures of the first integrals in 30
digits (the solver integrates the second-order geodesic equations instead). Writes test/vectors/solvers/infall.json.
"""
import json
from mpmath import mp, mpf, sqrt, pi, quad, findroot, inf

mp.dps = 60
C = mpf(299792458)
ME = "scripts/solvers/reference/infall.py: "
UNIT = {"G": float(C ** 2), "M": 1}  # GM/c^2 = 1 m
rows = []


def row(case, body, at, expected, source, unit="s", relative=1e-9):
    rows.append({"case": case, "body": body, "at": at, "expected": float(expected), "unit": unit, "relative": relative,
        "source": source})


def v2(r, l):
    return (1 - 2 / r) * (1 + l ** 2 / r ** 2)


def tau(r0, r1, e, l):
    """Proper time of a fall, in GM/c^3; s = sqrt(r0 - r) takes the square root out of a start at rest."""
    r0, r1, e, l = map(mpf, (r0, r1, e, l))
    f = lambda s: 2 * s / sqrt(abs(e ** 2 - v2(r0 - s * s, l))) if s > mpf(10) ** -20 else mpf(0)
    return quad(f, [0, sqrt(r0 - r1) / 4, sqrt(r0 - r1) / 2, sqrt(r0 - r1)])


def schwarzschild(r0, r1, e, l):
    r0, r1, e, l = map(mpf, (r0, r1, e, l))
    return quad(lambda r: e / (1 - 2 / r) / sqrt(e ** 2 - v2(r, l)), [r1, (r0 + r1) / 2, r0])


def precession(p, e):
    """Two halves of an orbit of semilatus rectum p GM/c^2: 2 INT dchi / sqrt(1 - (6 + 2 e cos chi)/p) - 2 pi."""
    from mpmath import cos
    p, e = mpf(p), mpf(e)
    return 2 * quad(lambda x: 1 / sqrt(1 - (6 + 2 * e * cos(x)) / p), [0, pi / 2, pi]) - 2 * pi


def deflection(b):
    """Of light with impact parameter b GM/c^2: u = u1 (1 - s^2) from infinity to the turning point, twice."""
    b = mpf(b)
    u1 = findroot(lambda u: 1 / b ** 2 - u ** 2 + 2 * u ** 3, (mpf(0), mpf(1) / 3), solver="anderson")
    g = lambda s: 2 * u1 * s / sqrt(abs(1 / b ** 2 - (u1 * (1 - s * s)) ** 2
        + 2 * (u1 * (1 - s * s)) ** 3)) if s > mpf(10) ** -20 else mpf(0)
    return 2 * quad(g, [0, 0.25, 0.5, 1]) - pi


MTW = "Misner, Thorne and Wheeler, Gravitation (1973), "
row("from rest at 10 GM/c^2 to the centre", {**UNIT, "r0": 10, "start": "rest"}, "value", pi / 2 * sqrt(mpf(500)) / C,
    MTW + "25.5: cycloid, (pi/2)(r0^3/2GM)^(1/2)")
row("rain from 10 GM/c^2 to the horizon", {**UNIT, "r0": 10, "start": "rain", "r_to": 2}, "value",
    mpf(2) / 3 * (sqrt(mpf(500)) - 2) / C, MTW + "31.2, equation 31.2: (2/3)(r^3/2GM)^(1/2)")
sun = mpf("1.98841e30")
g = mpf("6.6743e-11")
r0 = mpf("3.7e4")
row("from rest near a solar mass, tau", {"M": 1.98841e30, "r0": 3.7e4, "start": "rest", "r_to": 3.1e3}, "value",
    tau(r0 * C ** 2 / (g * sun), mpf("3.1e3") * C ** 2 / (g * sun), sqrt(1 - 2 * g * sun / (r0 * C ** 2)),
        0) * g * sun / C ** 3, "quadrature; " + ME + "tau")
row("with angular momentum to the centre", {**UNIT, "r0": 10, "start": "rain", "L": float(3 * C)}, "value",
    tau(10, "1e-30", 1, 3) / C,
    "quadrature of MTW 25.16; " + ME + "tau", relative=1e-8)
e = sqrt(v2(mpf(10), 2))
row("from tangential rest, through the horizon", {**UNIT, "r0": 10, "start": "rest", "L": float(2 * C), "r_to": 0.5},
    "value",
    tau(10, "0.5", e, 2) / C, "quadrature of MTW 25.16; " + ME + "tau")
row("an odd fall with E and L", {**UNIT, "r0": 37.3, "E": 1.31, "L": float(4.7 * C), "r_to": 1.7}, "value",
    tau("37.3", "1.7", "1.31", "4.7") / C,
    "quadrature of MTW 25.16; " + ME + "tau")
row("Schwarzschild's time of rain", {**UNIT, "r0": 10, "start": "rain", "r_to": 3, "quantity": "coordinate_time"},
    "value", schwarzschild(10, 3, 1, 0) / C,
    "quadrature of MTW 25.17; " + ME + "schwarzschild")
row("Schwarzschild's time, just outside the horizon", {**UNIT, "r0": 20, "E": 1.2, "L": float(C), "r_to": 2.001,
    "quantity": "coordinate_time"}, "value",
    schwarzschild(20, "2.001", "1.2", 1) / C, "quadrature of MTW 25.17; " + ME + "schwarzschild")
row("radius of rain after a proper time", {**UNIT, "r0": 10, "start": "rain", "tau": 1e-8}, "value",
    (mpf(10) ** mpf("1.5") - mpf(3) / 2 * sqrt(mpf(2)) * C * mpf("1e-8")) ** (mpf(2) / 3), MTW + "31.2", unit="m")
row("energy on the innermost stable circle", {**UNIT, "r0": 6, "start": "orbit", "tau": 1e-7}, "outputs.E",
    sqrt(mpf(8) / 9),
    MTW + "box 25.6: E = (8/9)^(1/2) at 6 GM/c^2", unit="1", relative=1e-12)
# an orbit of p = 12, e = 0.4
p, ec = mpf(12), mpf("0.4")
L = sqrt(p ** 2 / (p - 3 - ec ** 2))
row("precession of a close orbit", {**UNIT, "r0": float(p / (1 + ec)), "start": "orbit", "L": float(L * C),
    "quantity": "precession"}, "value",
    precession(p, ec), "Chandrasekhar, The Mathematical Theory of Black Holes (1983), 19; quadrature; " + ME
        + "precession", unit="rad", relative=1e-8)
a, ec = mpf("5.790905e10"), mpf("0.205630")
gm = mpf("1.32712440018e20")
m = gm / C ** 2
p = a * (1 - ec ** 2) / m
L = sqrt(p ** 2 / (p - 3 - ec ** 2)) * m * C
mercury = {"G": 6.6743e-11, "M": float(gm / g), "r0": float(a * (1 - ec)), "start": "orbit", "L": float(L),
    "quantity": "precession"}
row("Mercury's precession an orbit", mercury, "value", precession(p, ec), "quadrature; " + ME + "precession",
    unit="rad", relative=2e-6)
row("Mercury, 42.98 seconds of arc a century", mercury, "value",
    mpf("42.98") / (mpf(36525) / mpf("87.9691")) * pi / 180 / 3600,
    "Will, Living Rev. Relativity 17 (2014) 4: 42.98 seconds of arc a century, period 87.9691 d", unit="rad",
    relative=2e-4)
row("light past the limb of the sun", {"G": 6.6743e-11, "M": float(gm / g), "b": 6.957e8}, "value",
    deflection(mpf("6.957e8") / m), "quadrature of MTW 25.55; "
    + ME + "deflection", unit="rad", relative=1e-8)
row("light close to capture", {**UNIT, "b": 5.2}, "value", deflection("5.2"),
    "quadrature of MTW 25.55; " + ME + "deflection", unit="rad", relative=1e-9)
rows += [
    {"case": "light that is caught", "body": {**UNIT, "b": 5.19}, "refusal": {"code": "SOLVER_REJECTED",
        "reason": "NO_SOLUTION"}},
    {"case": "angular momentum that keeps it out", "body": {**UNIT, "r0": 10, "start": "rain", "L": float(5 * C)},
        "refusal": {"code": "SOLVER_REJECTED", "reason": "NO_SOLUTION"}},
    {"case": "rest inside the horizon", "body": {**UNIT, "r0": 1.9, "start": "rest"},
        "refusal": {"code": "SOLVER_REJECTED", "reason": "NO_SOLUTION"}},
    {"case": "a circle inside the photon sphere", "body": {**UNIT, "r0": 2.9, "start": "orbit"},
        "refusal": {"code": "SOLVER_REJECTED", "reason": "NO_SOLUTION"}},
    {"case": "the horizon in coordinate time", "body": {**UNIT, "r0": 10, "start": "rain", "r_to": 2,
        "quantity": "coordinate_time"},
     "refusal": {"code": "SOLVER_REJECTED", "reason": "NO_SOLUTION"}},
    {"case": "proper time beyond the centre", "body": {**UNIT, "r0": 10, "start": "rain", "tau": 1e-6},
        "refusal": {"code": "SOLVER_REJECTED", "reason": "NO_SOLUTION"}},
]
json.dump({"solver": "infall", "rows": rows}, open("test/vectors/solvers/infall.json", "w"), indent=1)
