"""Levels of potentials in one dimension by ways that share nothing with the solver: transcendental equations of the
square well, closed forms of Morse and Poschl-Teller, and a sine basis (Rayleigh-Ritz with mpmath quadrature-free
matrix elements by Gauss-Legendre) for the rest. Prints JSON rows."""
import json
import math
import mpmath as mp
import numpy as np
from scipy.optimize import brentq

HARTREE = 4.359744722206e-18
HBAR = 1.0545718176461565e-34


def square_well(v0, width, mass, n):
    """E above the bottom: k tan(k a) = kappa (even), -k cot(k a) = kappa (odd), a = width / 2; hbar = 1."""
    a = width / 2
    k_max = math.sqrt(2 * mass * v0)
    low, high = n * math.pi / 2 / a, min((n + 1) * math.pi / 2 / a, k_max)

    def miss(k):
        kappa = math.sqrt(max(k_max ** 2 - k * k, 0))
        return k * math.sin(k * a) - kappa * math.cos(k * a) if n % 2 == 0 else \
            k * math.cos(k * a) + kappa * math.sin(k * a)
    k = brentq(miss, low + 1e-12, high - (1e-12 if high < k_max else 0), xtol=1e-15, rtol=1e-15)
    return k * k / (2 * mass)


def sine_basis(v, mass, half, size, points=4000):
    """Rayleigh-Ritz in sin functions of a box, Gauss-Legendre matrix elements; hbar = 1."""
    x, w = np.polynomial.legendre.leggauss(points)
    x, w = half * x, half * w
    j = np.arange(1, size + 1)
    phi = np.sin(np.outer(j * math.pi / (2 * half), x + half)) / math.sqrt(half)
    h = (phi * (w * v(x))) @ phi.T + np.diag((j * math.pi / (2 * half)) ** 2 / (2 * mass))
    return np.linalg.eigvalsh(h)


rows = []


def row(case, body, expected, relative, source, at="value"):
    rows.append({"case": case, "body": body, "at": at, "expected": expected, "unit": "J" if at == "value" else "1",
                 "relative": relative, "source": source})


A = {"units": "atomic"}
ORDER = "scripts/solvers/reference/quantum-levels.py: "
row("quartic, ground state", {"potential": "x^4", "mass": 0.5, "n": 0, "extent": 8, **A}, 1.060362090484183 * HARTREE,
    1e-6,
    "Banerjee et al., Proc. R. Soc. Lond. A 360 (1978) 575: 1.060362090484183")
row("quartic, first excited, extent far too small", {"potential": "x^4", "mass": 0.5, "n": 1, "extent": 0.5, **A},
    3.799673029801394 * HARTREE, 1e-6, "Banerjee et al., Proc. R. Soc. Lond. A 360 (1978) 575: 3.799673029801394")
for v0, width, mass, n in [(10, 2, 1, 1), (10.37, 2.113, 1, 2), (0.1, 1, 1, 0)]:
    row(f"square well {v0}, {width}, n = {n}", {"preset": "finite-well", "parameters": {"V0": v0, "L": width},
        "mass": mass,
        "n": n, **A}, square_well(v0, width, mass, n) * HARTREE, 1e-4,
        "Griffiths, Introduction to Quantum Mechanics, 2.6: z tan z = sqrt(z0^2 - z^2) by scipy brentq")
for d, a, mass, n in [(10, 0.7, 1.3, 4), (3.1, 1.1, 2.7, 0)]:
    omega = a * math.sqrt(2 * d / mass)
    e = omega * (n + 0.5) - (omega * (n + 0.5)) ** 2 / (4 * d)
    row(f"Morse {d}, {a}, n = {n}", {"preset": "morse", "parameters": {"D_e": d, "a": a}, "mass": mass, "n": n, **A},
        e * HARTREE,
        1e-4, "Morse, Phys. Rev. 34 (1929) 57")
lam = (-1 + math.sqrt(1 + 8 * 6.5)) / 2
for n in (0, 1, 2, 3):
    row(f"Poschl-Teller 6.5, n = {n}", {"preset": "poschl-teller", "parameters": {"V0": 6.5, "a": 1}, "mass": 1, "n": n,
        **A},
        -(lam - n) ** 2 / 2 * HARTREE, 1e-4, "Poschl and Teller, Z. Phys. 83 (1933) 143; Landau and Lifshitz, 23")
row("Poschl-Teller, number of levels", {"preset": "poschl-teller", "parameters": {"V0": 6.5, "a": 1}, "mass": 1, "n": 0,
    **A},
    4, 1e-12, "Landau and Lifshitz, Quantum Mechanics, problem 5 to section 23", "outputs.bound_states")
levels = sine_basis(lambda x: 10 * ((x / 2) ** 2 - 1) ** 2, 1, 6.5, 220)
row("double well, splitting", {"preset": "double-well", "parameters": {"V0": 10, "a": 2}, "mass": 1, "n": 0,
    "quantity": "splitting", **A}, (levels[1] - levels[0]) * HARTREE, 1e-4, ORDER + "220 sine functions")
levels = sine_basis(lambda x: 0.31 * np.abs(x) ** 3 - 1.7 * x, 1.9, 8, 240)
row("tilted cubic trough", {"potential": "q*abs(x)^3 - p*x", "parameters": {"q": 0.31, "p": 1.7}, "mass": 1.9, "n": 3,
    "extent": 5,
    **A}, levels[3] * HARTREE, 1e-4, ORDER + "240 sine functions")


def nested_steps(low, high):
    """A level of two nested steps on a line without ends, by exact waves in each piece; hbar = mass = 1."""
    mp.mp.dps = 30
    pieces = [(mp.mpf(-1), mp.mpf("-0.1"), -5), (mp.mpf("-0.1"), mp.mpf("0.7"), -8), (mp.mpf("0.7"), mp.mpf(1), -5)]

    def miss(energy):
        decay = mp.sqrt(-2 * energy)
        wave, slope = mp.mpf(1), decay
        for a, b, v in pieces:
            k = mp.sqrt(2 * (energy - v) + 0j)
            c, s = mp.cos(k * (b - a)).real, (mp.sin(k * (b - a)) / k).real
            wave, slope = c * wave + s * slope, c * slope - (k * k).real * s * wave
        return slope + decay * wave
    return mp.findroot(miss, (mp.mpf(low), mp.mpf(high)), solver="anderson")


row("two nested wells", {"potential": "-5*heaviside(1-abs(x))-3*heaviside(0.4-abs(x-0.3))", "mass": 1, "n": 1,
    "extent": 6, **A},
    float(nested_steps(-3.0, -2.8) * mp.mpf("4.359744722206e-18")), 1e-4, ORDER + "exact waves in each piece, mpmath")
m = 1.1e-30
row("walls, SI", {"potential": 0, "mass": m, "n": 4, "extent": 3.3e-9}, (5 * math.pi * HBAR / 3.3e-9) ** 2 / (2 * m),
    1e-6,
    "Griffiths, Introduction to Quantum Mechanics, eq. 2.30")
row("hydrogen-like, Z = 3, l = 1, radial n = 1", {"preset": "coulomb", "parameters": {"Z": 3, "l": 1}, "mass": 1,
    "n": 1, **A},
    -9 / (2 * 3 ** 2) * HARTREE, 1e-4, "Bethe and Salpeter, Quantum Mechanics of One- and Two-Electron Atoms, eq. 2.11")
rows.append({"case": "level above the edge of the well", "body": {"preset": "finite-well", "parameters": {"V0": 10,
    "L": 2},
             "mass": 1, "n": 9, **A}, "refusal": {"code": "SOLVER_REJECTED", "reason": "NO_SOLUTION"}})
rows.append({"case": "half-bound state is none", "body": {"preset": "poschl-teller", "parameters": {"V0": 6, "a": 1},
    "mass": 1,
             "n": 3, **A}, "refusal": {"code": "SOLVER_REJECTED", "reason": "NO_SOLUTION"}})
rows.append({"case": "a ramp binds nothing", "body": {"potential": "x", "mass": 1, "n": 0, "extent": 2, **A},
             "refusal": {"code": "SOLVER_REJECTED", "reason": "NO_SOLUTION"}})
print(json.dumps({"solver": "quantum-levels", "rows": rows}, indent=1))
