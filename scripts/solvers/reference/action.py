"""Reference values of the action solver: closed forms and quadratures of p dq in 40 digits. Writes
test/vectors/solvers/action.json."""
import json
from mpmath import mp, mpf, sqrt, pi, quad, findroot, cos, exp, sin, ellipk, ellipe, ellipf

mp.dps = 40
ME = "scripts/solvers/reference/action.py: "
rows = []


def row(case, body, at, expected, source, unit="J s", relative=1e-9):
    rows.append({"case": case, "body": body, "at": at, "expected": float(expected), "unit": unit, "relative": relative,
        "source": source})


def oval(v, m, energy, low, high):
    """Twice the integral of p between the turning points; q = middle + half sin(x) takes the roots out."""
    a = findroot(lambda q: v(q) - energy, low)
    b = findroot(lambda q: v(q) - energy, high)
    mid, half = (a + b) / 2, (b - a) / 2
    return 2 * quad(lambda x: sqrt(abs(2 * m * (energy - v(mid + half * sin(x))))) * half * cos(x),
        [-pi / 2, -pi / 4, 0, pi / 4, pi / 2])


h = {"system": "harmonic", "m": 2, "k": 8, "initial": {"q": 1, "p": 0}, "dt": 0.005, "t_end": 10}
row("harmonic: 2 pi E/omega", h, "value", 2 * pi * 4 / 2,
    "Goldstein, Classical Mechanics (1980), 10.6: J = 2 pi E/omega", relative=1e-9)
row("harmonic, odd figures, order 8", {"system": "harmonic", "m": 0.37, "k": 5.3, "initial": {"q": -0.21, "p": 0.6},
    "dt": 0.02, "t_end": 4, "order": 8}, "value",
    2 * pi * (mpf("0.6") ** 2 / (2 * mpf("0.37")) + mpf("5.3") * mpf("0.21") ** 2 / 2) / sqrt(mpf("5.3") / mpf("0.37")),
    "Goldstein 10.6", relative=1e-11)
# pendulum from rest at 2 rad: J = 16 m l^2 w0 (E(k) - (1 - k^2) K(k)), k = sin(1)
w0 = sqrt(mpf("9.81"))
k = sin(mpf(1))
row("pendulum from rest at 2 rad", {"system": "pendulum", "m": 1, "l": 1, "g": 9.81, "initial": {"q": 2, "p": 0},
    "dt": 0.01, "t_end": 10, "order": 6}, "value",
    16 * w0 * (ellipe(k ** 2) - (1 - k ** 2) * ellipk(k ** 2)),
    "Lichtenberg and Lieberman, Regular and Chaotic Dynamics (1992), 1.3: complete elliptic integrals", relative=1e-10)
row("its period", {"system": "pendulum", "m": 1, "l": 1, "g": 9.81, "initial": {"q": 2, "p": 0}, "dt": 0.01,
    "t_end": 10, "order": 6}, "outputs.period",
    4 * ellipk(k ** 2) / w0, "Landau and Lifshitz, Mechanics (1976), 11: 4 K(k)/omega", unit="s", relative=1e-10)
e = mpf("24.5")
row("a pendulum that turns over", {"system": "pendulum", "m": 1, "l": 1, "g": 9.81, "initial": {"q": 0, "p": 7},
    "dt": 0.01, "t_end": 10, "order": 8}, "value",
    quad(lambda q: sqrt(2 * (e - mpf("9.81") * (1 - cos(q)))), [0, pi, 2 * pi]),
    "quadrature of p dq over one turn; " + ME, relative=1e-11)
row("Kepler: 2 pi m (mu a)^(1/2)", {"system": "kepler", "m": 1, "mu": 1, "initial": {"q": [0.4, 0], "p": [0, 2]},
    "dt": 0.01, "t_end": 20, "order": 8}, "value",
    2 * pi, "Goldstein 10.8: J = 2 pi m (mu a)^(1/2)", relative=1e-11)
r, v = mpf("7.1e6"), mpf("9100")
mu = mpf("3.986004418e14")
a = 1 / (2 / r - v ** 2 / mu)
row("a satellite of 730 kg in space, order 4", {"system": "kepler", "m": 730, "mu": 3.986004418e14,
    "initial": {"q": [7.1e6, 0, 0], "p": [0, 730 * 9100 * 0.6, 730 * 9100 * 0.8]},
    "dt": 10, "t_end": 30000}, "value", 2 * pi * 730 * sqrt(mu * a), "Goldstein 10.8", relative=1e-6)
row("a quartic well", {"system": "potential", "m": 1, "potential": "q1^4/4", "initial": {"q": 1, "p": 0}, "dt": 0.01,
    "t_end": 20}, "value",
    oval(lambda q: q ** 4 / 4, 1, mpf("0.25"), mpf(-1), mpf(1)), "quadrature between turning points; " + ME + "oval",
    relative=1e-8)
morse = lambda q: 3 * (1 - exp(-mpf("0.7") * q)) ** 2
e = morse(mpf("0.9")) + mpf("0.5") ** 2 / (2 * mpf("1.3"))
row("a Morse well, away from any textbook", {"system": "potential", "m": 1.3, "potential": "3 (1 - e^(-0.7 q1))^2",
    "initial": {"q": 0.9, "p": 0.5}, "dt": 0.02, "t_end": 30,
    "order": 8}, "value", 2 * pi * sqrt(2 * mpf("1.3")) / mpf("0.7") * (sqrt(mpf(3)) - sqrt(3 - e)),
    "Child, Semiclassical Mechanics (1991), appendix: J = (2 pi/a)(2m)^(1/2) (D^(1/2) - (D - E)^(1/2)) of a Morse well",
    relative=1e-9)
rows += [
    {"case": "shorter than its period", "body": {**h, "t_end": 1}, "refusal": {"code": "SOLVER_REJECTED",
        "reason": "NO_SOLUTION"}},
    {"case": "a hyperbola never returns", "body": {"system": "kepler", "m": 1, "mu": 1, "initial": {"q": [1, 0],
        "p": [0, 2]}, "dt": 0.01, "t_end": 50},
     "refusal": {"code": "SOLVER_REJECTED", "reason": "NO_SOLUTION"}},
    {"case": "a start on the singularity", "body": {"system": "kepler", "m": 1, "mu": 1, "initial": {"q": [0, 0],
        "p": [0, 2]}, "dt": 0.01, "t_end": 50},
     "refusal": {"code": "SOLVER_REJECTED", "reason": "NO_SOLUTION"}},
    {"case": "a start at rest", "body": {**h, "initial": {"q": 0, "p": 0}}, "refusal": {"code": "SOLVER_REJECTED",
        "reason": "NO_SOLUTION"}},
    {"case": "a step past the stability of the oscillator", "body": {**h, "dt": 2.5, "t_end": 500},
        "refusal": {"code": "DID_NOT_CONVERGE"}},
]
json.dump({"solver": "action", "rows": rows}, open("test/vectors/solvers/action.json", "w"), indent=1)
