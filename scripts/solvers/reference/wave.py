"""Reference values of the wave solver: mode sums, d'Alembert's solution, Fresnel's formulas, transfer matrices.

Writes test/vectors/solvers/wave.json.
"""
import json
import numpy as np
from mpmath import mp, mpf, pi, sin, cos, sqrt

mp.dps = 30
ME = "scripts/solvers/reference/wave.py: "
C = 299792458


def mode(c, lx, ly, m, n, t, x, y, a):
    w = c * pi * sqrt((m / mpf(lx))**2 + (n / mpf(ly))**2)
    return a * sin(m * pi * mpf(x) / mpf(lx)) * sin(n * pi * mpf(y) / mpf(ly)) * cos(w * t)


def gaussian(lx, ly, cx, cy, k, t, x, y, modes=64, points=2048):
    """Expansion of exp(-k r^2) in the sines of the membrane; the coefficients by the trapezoidal rule."""
    xs, ys = np.linspace(0, lx, points + 1), np.linspace(0, ly, points + 1)
    gx, gy = np.exp(-k * (xs - cx)**2), np.exp(-k * (ys - cy)**2)
    m = np.arange(1, modes + 1)
    ax = 2 * np.sin(np.outer(m, xs) * np.pi / lx) @ gx / points
    ay = 2 * np.sin(np.outer(m, ys) * np.pi / ly) @ gy / points
    w = np.pi * np.sqrt((m[:, None] / lx)**2 + (m[None, :] / ly)**2)
    return float((ax * np.sin(m * np.pi * x / lx)) @ np.cos(w * t) @ (ay * np.sin(m * np.pi * y / ly)))


def dalembert(f, c, t, x):
    return (f(x - c * t) + f(x + c * t)) / 2


def reflection(layers, width, wavelength, points=200001):
    """Energy reflected of a Gaussian pulse with carrier, the spectrum weighted by the stack's reflectance (transfer matrices)."""
    k0 = 2 * np.pi / wavelength
    k = np.linspace(max(1e-9, k0 - 12 / width), k0 + 12 / width, points)
    weight = (np.exp(-((k - k0) * width / 2)**2) + np.exp(-((k + k0) * width / 2)**2))**2
    n = np.sqrt([eps for eps, _ in layers])
    r = (n[-2] - n[-1]) / (n[-2] + n[-1]) + 0j * k
    for i in range(len(layers) - 2, 0, -1):
        phase = np.exp(2j * k * n[i] * layers[i][1])
        f = (n[i - 1] - n[i]) / (n[i - 1] + n[i])
        r = (f + r * phase) / (1 + f * r * phase)
    return float(np.sum(weight * abs(r)**2) / np.sum(weight))


L = "Rayleigh, The Theory of Sound, sect. 197; "
rows = [
    {"case": "square membrane, mode (1, 1)", "body": {"c": 1, "lx": 1, "ly": 1, "initial": "sin(pi*x)*sin(pi*y)", "velocity": 0,
     "t_end": 0.9, "probe": [0.5, 0.5]}, "at": "value", "expected": float(mode(1, 1, 1, 1, 1, mpf("0.9"), ".5", ".5", 1)), "unit": "m",
     "relative": 1e-4, "source": L + ME + "mode"},
    {"case": "oblong membrane, mode (2, 1), odd parameters", "body": {"c": 120, "lx": 0.5, "ly": 0.3, "t_end": 0.0041, "velocity": 0,
     "initial": "0.002 * sin(2 * pi * x / 0.5) * sin(pi * y / 0.3)", "probe": [0.11, 0.17]}, "at": "value",
     "expected": float(mode(120, ".5", ".3", 2, 1, mpf("0.0041"), ".11", ".17", mpf("0.002"))), "unit": "m", "relative": 1e-4,
     "source": L + ME + "mode"},
    {"case": "off-centre pulse, past its reflections", "body": {"c": 1, "lx": 1, "ly": 1.5, "velocity": 0, "t_end": 0.7,
     "initial": "exp(-60*((x-0.4)^2+(y-0.8)^2))", "probe": [0.3, 0.9]}, "at": "value",
     "expected": gaussian(1, 1.5, 0.4, 0.8, 60, 0.7, 0.3, 0.9), "unit": "m", "absolute": 1e-4,
     "source": "sum over the membrane's modes, " + ME + "gaussian (numpy)"},
    {"case": "string: a pulse parts in two", "body": {"c": 3, "length": 10, "dim": 1, "initial": "exp(-4*(x-5)^2)", "velocity": 0,
     "t_end": 0.77, "probe": 7.1}, "at": "value",
     "expected": float(dalembert(lambda s: mp.exp(-4 * (s - 5)**2), 3, mpf("0.77"), mpf("7.1"))), "unit": "m", "relative": 1e-4,
     "source": "d'Alembert (1747); Morse and Ingard, Theoretical Acoustics, 4.1; " + ME + "dalembert"},
    {"case": "string struck: velocity only", "body": {"c": 2, "length": 1, "dim": 1, "initial": 0, "velocity": "sin(3*pi*x)", "t_end": 0.41,
     "probe": 0.2}, "at": "value", "expected": float(sin(3 * pi / 5) * sin(6 * pi * mpf("0.41")) / (6 * pi)), "unit": "m",
     "relative": 1e-4, "source": "Rayleigh, The Theory of Sound, sect. 128; " + ME + "rows"},
    {"case": "light from air into glass, reflection", "body": {"mode": "maxwell", "length": 2, "t_end": 8e-9, "quantity": "reflection",
     "eps_r": [{"to": 1, "eps_r": 1}, {"to": 2, "eps_r": 2.25}], "source": {"amplitude": 1, "center": 0.5, "width": 0.08}}, "at": "value",
     "expected": 0.04, "unit": "1", "relative": 1e-4, "source": "Fresnel; Born and Wolf, Principles of Optics, 1.5.2"},
    {"case": "light from air into glass, transmission", "body": {"mode": "maxwell", "length": 2, "t_end": 8e-9, "quantity": "transmission",
     "eps_r": [{"to": 1, "eps_r": 1}, {"to": 2, "eps_r": 2.25}], "source": {"amplitude": 1, "center": 0.5, "width": 0.08}}, "at": "value",
     "expected": 0.96, "unit": "1", "relative": 1e-4, "source": "Fresnel; Born and Wolf, Principles of Optics, 1.5.2"},
    {"case": "a pulse with carrier meets a coated pane", "body": {"mode": "maxwell", "length": 3, "t_end": 2.2e-8, "quantity": "reflection",
     "eps_r": [{"to": 1.5, "eps_r": 1}, {"to": 1.57, "eps_r": 1.9}, {"to": 1.8, "eps_r": 4.1}, {"to": 3, "eps_r": 1}],
     "source": {"amplitude": 2, "center": 0.8, "width": 0.15, "wavelength": 0.37}}, "at": "value",
     "expected": reflection([(1, 0), (1.9, 0.07), (4.1, 0.23), (1, 0)], 0.15, 0.37), "unit": "1", "absolute": 1e-4,
     "source": "transfer matrices (Born and Wolf, 1.6) over the spectrum of the pulse; " + ME + "reflection (numpy)"},
    {"case": "light between conductors", "body": {"mode": "maxwell", "eps_r": 2.5, "length": 1, "initial": "sin(3*pi*x)", "t_end": 1e-8,
     "probe": 0.21}, "at": "value", "expected": float(sin(3 * pi * mpf("0.21")) * cos(3 * pi * C / sqrt(mpf("2.5")) * mpf("1e-8"))),
     "unit": "V/m", "relative": 1e-4, "source": "cavity resonance, Jackson, Classical Electrodynamics, 8.7; " + ME + "rows"},
    {"case": "Courant number past 1", "body": {"c": 1, "lx": 1, "ly": 1, "initial": "sin(pi*x)*sin(pi*y)", "velocity": 0, "t_end": 0.72,
     "nx": 10, "ny": 10, "dt": 0.072}, "refusal": {"code": "SOLVER_REJECTED", "reason": "UNSTABLE_STEP"}},
    {"case": "a displaced edge that is held at zero", "body": {"c": 1, "lx": 1, "ly": 1, "initial": 1, "velocity": 0, "t_end": 1},
     "refusal": {"code": "INVALID_BODY"}},
]
with open("test/vectors/solvers/wave.json", "w") as out:
    json.dump({"solver": "wave", "rows": rows}, out, indent=1)
    out.write("\n")
