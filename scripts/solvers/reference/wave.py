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
    """Energy reflected of a Gaussian pulse with carrier, the spectrum weighted by the stack's reflectance (transfer
    matrices)."""
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


def drum(f, g, c, radius, t, x, y, harmonics=40, zeros=60, angles=256, nodes=400):
    """Expansion of displacement f and velocity g on a disc in its modes J_m(j r / R): coefficients by Gauss's rule
    along the radius and the trapezoidal rule around, zeros of the Bessel functions by scipy."""
    from scipy.special import jn_zeros, jv
    u, w = np.polynomial.legendre.leggauss(nodes)
    r, w = radius * (u + 1) / 2, w * radius / 2
    a = 2 * np.pi * np.arange(angles) / angles
    X, Y = np.outer(r, np.cos(a)), np.outer(r, np.sin(a))
    rho, phi, total = np.hypot(x, y), np.arctan2(y, x), 0.0
    F, G = np.fft.rfft(f(X, Y) + 0 * X, axis=1) / angles, np.fft.rfft(g(X, Y) + 0 * X, axis=1) / angles
    for m in range(harmonics):
        j = jn_zeros(m, zeros)
        shapes = jv(m, np.outer(j, r) / radius)
        norm = (1 if m == 0 else 2) / (radius**2 / 2 * jv(m + 1, j)**2)
        cf, cg = norm * (shapes @ (w * r * F[:, m])), norm * (shapes @ (w * r * G[:, m]))
        om = c * j / radius
        here = (cf * np.cos(om * t) + cg * np.sin(om * t) / om) * np.exp(1j * m * phi)
        total += float((here.real * jv(m, j * rho / radius)).sum())
    return total


L = "Rayleigh, The Theory of Sound, sect. 197; "
D = "sum over the drum's modes (Rayleigh, sect. 200 to 206) with scipy's Bessel functions and zeros, " + ME + "drum"
PULSE = "exp(-20*((x-0.2)^2+(y+0.1)^2))"
BENT = "0.001*(x^2-y^2+0.1*x)*(1-(x^2+y^2)/0.0441)^2/0.0441"


def bent(x, y):
    return 0.001 * (x**2 - y**2 + 0.1 * x) * (1 - (x**2 + y**2) / 0.0441)**2 / 0.0441


def drums():
    from scipy.special import jn_zeros, jv
    nothing = lambda x, y: 0 * x
    z01 = float(jn_zeros(0, 1)[0])
    rho = np.hypot(0.3, 0.4)
    still = {"c": 1.7, "radius": 2.5, "initial": "0.01*j0(%r*sqrt(x^2+y^2)/2.5)" % z01, "velocity": 0, "t_end": 1.3,
        "probe": [0.3, 0.4]}
    fine = {"c": 3, "radius": 0.4, "initial": "(0.16-x^2-y^2)*x*y", "velocity": 0, "t_end": 0.02, "nx": 160,
        "probe": [0.1, 0.1]}
    hz = lambda m, n: float(3 * jn_zeros(m, n)[n - 1] / (2 * np.pi * 0.4))
    rows = [
        {"case": "drum in its lowest mode", "body": still, "at": "value",
            "expected": float(0.01 * jv(0, z01 * rho / 2.5) * np.cos(1.7 * z01 * 1.3 / 2.5)),
         "unit": "m", "relative": 1e-4,
         "source": "Rayleigh, The Theory of Sound, sect. 202: J_0(j r/R) cos(c j t/R); scipy's j_{0,1}"},
        {"case": "drum, pulse off its middle, past its first echoes", "body": {"c": 1, "radius": 1, "initial": PULSE,
            "velocity": 0, "t_end": 1.1,
         "probe": [0.2, 0.1]}, "at": "value", "expected": drum(lambda x, y: np.exp(-20 * ((x - 0.2)**2 + (y + 0.1)**2)),
             nothing, 1, 1, 1.1, 0.2, 0.1),
         "unit": "m", "absolute": 1e-4, "source": D},
        {"case": "drum with velocity, odd parameters", "body": {"c": 87, "radius": 0.21, "initial": BENT,
            "velocity": "1.5*(1-(x^2+y^2)/0.0441)^2*y",
         "t_end": 0.0043, "probe": [0.05, -0.07]}, "at": "value", "expected": drum(bent,
         lambda x, y: 1.5 * (1 - (x**2 + y**2) / 0.0441)**2 * y, 87, 0.21, 0.0043, 0.05, -0.07), "unit": "m",
         "relative": 2e-4, "source": D},
        {"case": "drum, a step past the limit of its rings", "body": {"c": 1, "radius": 1, "initial": PULSE,
            "velocity": 0, "t_end": 1, "nx": 32,
         "dt": 0.03}, "refusal": {"code": "SOLVER_REJECTED", "reason": "UNSTABLE_STEP"}},
    ]
    for k, (m, n) in enumerate([(m, n) for m in (0, 1, 2) for n in (1, 2, 3)]):
        if (m, n) in ((0, 3), (1, 1), (2, 2)):
            for what, within in (("exact_Hz", 1e-13), ("grid_Hz", 2e-4)):
                rows.append(
                    {"case": f"drum, mode ({m}, {n}), {'by the zero of J' if what == 'exact_Hz' else 'of 160 rings'}",
                        "body": fine,
                             "at": f"named.mode_frequencies.{k}.{what}", "expected": hz(m, n), "unit": "Hz",
                             "relative": within,
                             "source": "scipy.special.jn_zeros"})
    return rows


rows = [
    {"case": "square membrane, mode (1, 1)", "body": {"c": 1, "lx": 1, "ly": 1, "initial": "sin(pi*x)*sin(pi*y)",
        "velocity": 0,
     "t_end": 0.9, "probe": [0.5, 0.5]}, "at": "value", "expected": float(mode(1, 1, 1, 1, 1, mpf("0.9"), ".5", ".5",
         1)), "unit": "m",
     "relative": 1e-4, "source": L + ME + "mode"},
    {"case": "oblong membrane, mode (2, 1), odd parameters", "body": {"c": 120, "lx": 0.5, "ly": 0.3, "t_end": 0.0041,
        "velocity": 0,
     "initial": "0.002 * sin(2 * pi * x / 0.5) * sin(pi * y / 0.3)", "probe": [0.11, 0.17]}, "at": "value",
     "expected": float(mode(120, ".5", ".3", 2, 1, mpf("0.0041"), ".11", ".17", mpf("0.002"))), "unit": "m",
     "relative": 1e-4,
     "source": L + ME + "mode"},
    {"case": "off-centre pulse, past its reflections", "body": {"c": 1, "lx": 1, "ly": 1.5, "velocity": 0, "t_end": 0.7,
     "initial": "exp(-60*((x-0.4)^2+(y-0.8)^2))", "probe": [0.3, 0.9]}, "at": "value",
     "expected": gaussian(1, 1.5, 0.4, 0.8, 60, 0.7, 0.3, 0.9), "unit": "m", "absolute": 1e-4,
     "source": "sum over the membrane's modes, " + ME + "gaussian (numpy)"},
    {"case": "string: a pulse parts in two", "body": {"c": 3, "length": 10, "dim": 1, "initial": "exp(-4*(x-5)^2)",
        "velocity": 0,
     "t_end": 0.77, "probe": 7.1}, "at": "value",
     "expected": float(dalembert(lambda s: mp.exp(-4 * (s - 5)**2), 3, mpf("0.77"), mpf("7.1"))), "unit": "m",
     "relative": 1e-4,
     "source": "d'Alembert (1747); Morse and Ingard, Theoretical Acoustics, 4.1; " + ME + "dalembert"},
    {"case": "string struck: velocity only", "body": {"c": 2, "length": 1, "dim": 1, "initial": 0,
        "velocity": "sin(3*pi*x)", "t_end": 0.41,
     "probe": 0.2}, "at": "value", "expected": float(sin(3 * pi / 5) * sin(6 * pi * mpf("0.41")) / (6 * pi)),
     "unit": "m",
     "relative": 1e-4, "source": "Rayleigh, The Theory of Sound, sect. 128; " + ME + "rows"},
    {"case": "light from air into glass, reflection", "body": {"mode": "maxwell", "length": 2, "t_end": 8e-9,
        "quantity": "reflection",
     "eps_r": [{"to": 1, "eps_r": 1}, {"to": 2, "eps_r": 2.25}], "source": {"amplitude": 1, "center": 0.5,
         "width": 0.08}}, "at": "value",
     "expected": 0.04, "unit": "1", "relative": 1e-4, "source": "Fresnel; Born and Wolf, Principles of Optics, 1.5.2"},
    {"case": "light from air into glass, transmission", "body": {"mode": "maxwell", "length": 2, "t_end": 8e-9,
        "quantity": "transmission",
     "eps_r": [{"to": 1, "eps_r": 1}, {"to": 2, "eps_r": 2.25}], "source": {"amplitude": 1, "center": 0.5,
         "width": 0.08}}, "at": "value",
     "expected": 0.96, "unit": "1", "relative": 1e-4, "source": "Fresnel; Born and Wolf, Principles of Optics, 1.5.2"},
    {"case": "a pulse with carrier meets a coated pane", "body": {"mode": "maxwell", "length": 3, "t_end": 2.2e-8,
        "quantity": "reflection",
     "eps_r": [{"to": 1.5, "eps_r": 1}, {"to": 1.57, "eps_r": 1.9}, {"to": 1.8, "eps_r": 4.1}, {"to": 3, "eps_r": 1}],
     "source": {"amplitude": 2, "center": 0.8, "width": 0.15, "wavelength": 0.37}}, "at": "value",
     "expected": reflection([(1, 0), (1.9, 0.07), (4.1, 0.23), (1, 0)], 0.15, 0.37), "unit": "1", "absolute": 1e-4,
     "source": "transfer matrices (Born and Wolf, 1.6) over the spectrum of the pulse; " + ME + "reflection (numpy)"},
    {"case": "light between conductors", "body": {"mode": "maxwell", "eps_r": 2.5, "length": 1,
        "initial": "sin(3*pi*x)", "t_end": 1e-8,
     "probe": 0.21}, "at": "value",
     "expected": float(sin(3 * pi * mpf("0.21")) * cos(3 * pi * C / sqrt(mpf("2.5")) * mpf("1e-8"))),
     "unit": "V/m", "relative": 1e-4, "source": "cavity resonance, Jackson, Classical Electrodynamics, 8.7; " + ME
         + "rows"},
    {"case": "Courant number past 1", "body": {"c": 1, "lx": 1, "ly": 1, "initial": "sin(pi*x)*sin(pi*y)",
        "velocity": 0, "t_end": 0.72,
     "nx": 10, "ny": 10, "dt": 0.072}, "refusal": {"code": "SOLVER_REJECTED", "reason": "UNSTABLE_STEP"}},
    {"case": "a displaced edge that is held at zero", "body": {"c": 1, "lx": 1, "ly": 1, "initial": 1, "velocity": 0,
        "t_end": 1},
     "refusal": {"code": "INVALID_BODY"}},
]
rows += drums()
with open("test/vectors/solvers/wave.json", "w") as out:
    json.dump({"solver": "wave", "rows": rows}, out, indent=1)
    out.write("\n")
