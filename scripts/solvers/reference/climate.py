"""Reference values of the shallow-water solver: dam breaks, seiches and turning basins in closed form.

Writes test/vectors/solvers/climate.json; the sphere's rows are those of climate_sphere.py and climate_flow.py.
"""
import json
import climate_flow
import climate_sphere
from mpmath import mp, mpf, sqrt, cos, pi, findroot, quad, linspace

mp.dps = 30
ME = "scripts/solvers/reference/climate.py: "


def stoker(hl, hr, g, t, x):
    hl, hr, g, t, x = map(mpf, (hl, hr, g, t, x))
    cl = sqrt(g * hl)

    def jump(h):
        u = 2 * (cl - sqrt(g * h))
        s = u * h / (h - hr)
        return s * s - g * h * (h + hr) / (2 * hr)
    hm = findroot(jump, (hr + (hl - hr) * mpf("0.2"), hr + (hl - hr) * mpf("0.5")), solver="anderson")
    um, cm = 2 * (cl - sqrt(g * hm)), sqrt(g * hm)
    s = um * hm / (hm - hr)
    xi = x / t
    if xi < -cl:
        return hl
    if xi < um - cm:
        return (2 * cl - xi)**2 / (9 * g)
    return hm if xi < s else hr


def ritter(hl, g, t, x):
    cl = sqrt(mpf(g) * hl)
    return (2 * cl - mpf(x) / t)**2 / (9 * mpf(g))


def seiche(a, depth, g, lx, ly, m, n, t, x, y):
    w = pi * sqrt(mpf(g) * depth * ((m / mpf(lx))**2 + (n / mpf(ly))**2))
    return mpf(a) * cos(m * pi * mpf(x) / lx) * cos(n * pi * mpf(y) / ly) * cos(w * t)


def vortex(a, r, x, y):
    """A geostrophic vortex: at small amplitude on an f-plane with a flat bed it does not change."""
    return mpf(a) * mp.exp(-(mpf(x)**2 + mpf(y)**2) / mpf(r)**2)


def kelvin(a, f, g, depth, width, x0, t, x, y):
    """A pulse along the wall y = 0 runs at sqrt(g H) with it on its right; exp(-ly f / c) of it feels the other
    wall."""
    c = sqrt(mpf(g) * depth)
    return mpf(a) * mp.exp(-y * f / c) * mp.exp(-((x - x0 - c * t) / width)**2)


def adjustment(a, f, g, depth, width, t, x):
    """A ridge at rest, exp(-(x/w)^2), on an f-plane without walls: potential vorticity stays, waves leave."""
    a, f, width = map(mpf, (a, f, width))
    c2 = mpf(g) * depth

    def wave(k):
        w2 = f * f + c2 * k * k
        return width / sqrt(pi) * mp.exp(-(k * width)**2 / 4) * cos(k * x) * (f * f
            + c2 * k * k * cos(sqrt(w2) * t)) / w2
    return a * quad(wave, linspace(0, 12 / width, 41))


rows = [
    {"case": "dam onto shallow water, at the dam", "body": {"h_left": 10, "h_right": 1, "g": 9.81, "t_end": 3},
        "at": "value",
     "expected": float(stoker(10, 1, "9.81", 3, 0)), "unit": "m", "relative": 2e-4,
     "source": "Stoker, Water Waves (1957), 10.8; " + ME + "stoker"},
    {"case": "dam onto shallow water, behind the bore, odd numbers", "body": {"h_left": 3.7, "h_right": 1.9, "g": 8.87,
        "t_end": 11, "probe": 33},
     "at": "value", "expected": float(stoker("3.7", "1.9", "8.87", 11, 33)), "unit": "m", "relative": 1e-4,
     "source": "Stoker, Water Waves (1957), 10.8; " + ME + "stoker"},
    {"case": "dam onto a dry bed, in the fan", "body": {"h_left": 6, "h_right": 0, "g": 9.81, "t_end": 2, "probe": -4},
        "at": "value",
     "expected": float(ritter(6, "9.81", 2, -4)), "unit": "m", "relative": 2e-4,
     "source": "Ritter, Z. Ver. Dtsch. Ing. 36 (1892) 947; " + ME + "ritter"},
    {"case": "seiche along the basin", "body": {"H": 20, "f": 0, "g": 9.81, "extent": [5000, 3000],
        "initial": "1e-5 * cos(pi * x / 5000)",
     "t_end": 400, "probe": [1000, 1500]}, "at": "value", "expected": float(seiche("1e-5", 20, "9.81", 5000, 3000, 1, 0,
         400, 1000, 1500)),
     "unit": "m", "relative": 1e-4, "source": "Lamb, Hydrodynamics (1932), art. 190; " + ME + "seiche"},
    {"case": "seiche of both sides, odd numbers", "body": {"H": 7.3, "f": 0, "g": 3.71, "extent": [411, 977],
        "t_end": 40, "probe": [77, 310],
     "initial": "2e-6 * cos(2 * pi * x / 411) * cos(3 * pi * y / 977)"}, "at": "value",
     "expected": float(seiche("2e-6", mpf("7.3"), "3.71", 411, 977, 2, 3, 40, 77, 310)), "unit": "m", "absolute": 2e-10,
     "source": "Lamb, Hydrodynamics (1932), art. 190; " + ME + "seiche"},
    {"case": "geostrophic vortex stays as it is", "body": {"H": 100, "f": 1e-4, "g": 9.81, "extent": 1e6, "t_end": 1e5,
        "probe": [560000, 450000],
     "initial": {"eta": "1e-6 * exp(-((x - 5e5)^2 + (y - 5e5)^2) / 1e10)",
                 "u": "9.81 / 1e-4 * 2 * (y - 5e5) / 1e10 * 1e-6 * exp(-((x - 5e5)^2 + (y - 5e5)^2) / 1e10)",
                 "v": "-9.81 / 1e-4 * 2 * (x - 5e5) / 1e10 * 1e-6 * exp(-((x - 5e5)^2 + (y - 5e5)^2) / 1e10)"}},
                 "at": "value",
     "expected": float(vortex("1e-6", 100000, 60000, -50000)), "unit": "m", "relative": 5e-4,
     "source": "geostrophic balance (Pedlosky, Geophysical Fluid Dynamics, 3.9); " + ME + "vortex"},
    {"case": "Kelvin wave along a wall", "body": {"H": 100, "f": 1e-3, "g": 9.81, "extent": [300000, 400000],
        "t_end": 4000, "probe": [215000, 25000],
     "initial": {"eta": "1e-6 * exp(-y / 31320.91953267235) * exp(-((x - 90000) / 25000)^2)",
                 "u": "1e-6 * 9.81 / 31.32091953267235 * exp(-y / 31320.91953267235) * exp(-((x - 90000) / 25000)^2)"}},
                 "at": "value",
     "expected": float(kelvin("1e-6", mpf("1e-3"), "9.81", 100, 25000, 90000, 4000, 215000, 25000)), "unit": "m",
     "relative": 2e-4,
     "source": "Thomson (1879), Gill, Atmosphere-Ocean Dynamics (1982), 10.4; " + ME + "kelvin"},
    {"case": "a ridge adjusts to the rotation", "body": {"H": 50, "f": 2e-3, "g": 9.81, "extent": [120000, 60000],
        "t_end": 1200, "probe": [66000, 30000],
     "initial": "1e-6 * exp(-((x - 60000) / 8000)^2)"}, "at": "value", "expected": float(adjustment("1e-6", "2e-3",
         "9.81", 50, 8000, 1200, 6000)),
     "unit": "m", "relative": 2e-4, "source": "Rossby (1938), Gill, Atmosphere-Ocean Dynamics (1982), 7.2; " + ME
         + "adjustment"},
    {"case": "a lake at rest over a hill", "body": {"h_left": 2, "h_right": 2, "g": 9.81, "t_end": 5,
        "bed": "1.2 * exp(-x^2 / 9)"},
     "at": "outputs.speed_max", "expected": 0, "unit": "m/s", "absolute": 1e-9, "source": "water at rest stays so"},
    {"case": "basin step past the Courant limit", "body": {"H": 100, "f": 0, "g": 10, "extent": 1000,
        "initial": "0.01 * cos(pi * x / 1000)",
     "t_end": 10, "nx": 20, "ny": 20, "dt": 1.25}, "refusal": {"code": "SOLVER_REJECTED", "reason": "UNSTABLE_STEP"}},
    *climate_sphere.rows(),
    *climate_flow.rows(),
    {"case": "no water", "body": {"h_left": 0, "h_right": 0, "g": 9.81, "t_end": 1},
        "refusal": {"code": "INVALID_BODY"}},
]
with open("test/vectors/solvers/climate.json", "w") as out:
    json.dump({"solver": "climate", "rows": rows}, out, indent=1)
    out.write("\n")
print(rows[0]["expected"], rows[3]["expected"])
