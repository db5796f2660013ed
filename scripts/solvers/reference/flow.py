"""Reference values of the flow solver: published cavity figures, exact vortices and the series of the starting channel.

Writes test/vectors/solvers/flow.json.
"""
import json
from mpmath import mp, mpf, pi, exp, nsum, inf

mp.dps = 30
ME = "scripts/solvers/reference/flow.py: "
GHIA = "Ghia, Ghia and Shin, J. Comput. Phys. 48 (1982) 387, table V"
BOTELLA = "Botella and Peyret, Computers and Fluids 27 (1998) 421"


def vortices(nu, u, length, t):
    k = 2 * pi / length
    return -u / k * exp(-2 * nu * k * k * t)


def starting_channel(nu, u, h, t):
    """Flow rate of plane Poiseuille flow from rest (Szymanski's series for the plane channel)."""
    s = nsum(lambda m: 96 / ((2 * m + 1) * pi)**4 * exp(-nu * ((2 * m + 1) * pi / h)**2 * t), [0, 400])
    return mpf(2) / 3 * u * h * (1 - s)


rows = [
    {"case": "cavity, Re = 100", "body": {"Re": 100}, "at": "value", "expected": -0.103423, "unit": "m^2/s",
        "relative": 2e-3, "source": GHIA},
    {"case": "cavity, Re = 100, slowest place of the centreline", "body": {"Re": 100, "n": 80},
        "at": "outputs.u_min_centreline", "expected": -0.2140424,
     "unit": "m/s", "relative": 1e-2, "source": BOTELLA + ", Re = 100"},
    {"case": "cavity, Re = 400", "body": {"Re": 400, "n": 96}, "at": "value", "expected": -0.113909, "unit": "m^2/s",
        "relative": 1e-2, "source": GHIA},
    {"case": "cavity, Re = 1000", "body": {"Re": 1000}, "at": "value", "expected": -0.1189366, "unit": "m^2/s",
        "relative": 1e-4, "source": BOTELLA,
     "long": True},
    {"case": "cavity, Re = 1000, in units", "body": {"nu": 2e-6, "U": 0.04, "L": 0.05, "n": 96}, "at": "value",
        "expected": -0.1189366 * 0.002,
     "unit": "m^2/s", "relative": 2e-2, "source": BOTELLA},
    {"case": "cavity, Re = 1000, pressure on the floor", "body": {"Re": 1000}, "at": "outputs.pressure_floor",
        "expected": 0.110591,
     "unit": "m^2/s^2", "relative": 1e-2, "source": BOTELLA + ", table 9", "long": True},
    {"case": "cavity, Re = 1000, pressure on the wall that the lid leaves", "body": {"Re": 1000},
        "at": "outputs.pressure_left", "expected": 0.090477,
     "unit": "m^2/s^2", "relative": 1e-2, "source": BOTELLA + ", table 10", "long": True},
    {"case": "cavity, Re = 1000, eddy in the lower corner that the lid moves away from", "body": {"Re": 1000},
        "at": "named.vortices.1.psi",
     "expected": 2.334528e-4, "unit": "m^2/s", "relative": 2e-2, "source": BOTELLA + ", the lower secondary vortices",
     "long": True},
    {"case": "cavity, Re = 1000, eddy in the other lower corner", "body": {"Re": 1000, "n": 96},
        "at": "named.vortices.2.psi",
     "expected": 1.729717e-3, "unit": "m^2/s", "relative": 3e-2, "source": BOTELLA + ", the lower secondary vortices"},
    {"case": "cavity, Re = 1000, fastest fall on the line to the right", "body": {"Re": 1000, "n": 96},
        "at": "outputs.v_min_centreline",
     "expected": -0.5270771, "unit": "m/s", "relative": 2e-2, "source": BOTELLA + ", extremes of the velocity"},
    {"case": "cavity, Re = 1000, fastest rise on the line to the right", "body": {"Re": 1000, "n": 96},
        "at": "outputs.v_max_centreline",
     "expected": 0.3769447, "unit": "m/s", "relative": 3e-2, "source": BOTELLA + ", extremes of the velocity"},
    {"case": "cavity, Re = 1000, pressure on the lid, in units", "body": {"nu": 2e-6, "U": 0.04, "L": 0.05, "n": 64},
        "at": "outputs.pressure_lid",
     "expected": 0.052987 * 0.0016, "unit": "m^2/s^2", "relative": 2e-2, "source": BOTELLA + ", table 9"},
    {"case": "Taylor-Green vortices", "body": {"mode": "taylor-green", "nu": 0.02, "U": 1.3, "L": 2, "t_end": 0.7},
        "at": "value",
     "expected": float(vortices(mpf("0.02"), mpf("1.3"), 2, mpf("0.7"))), "unit": "m^2/s", "relative": 1e-5,
     "source": "Taylor and Green, Proc. R. Soc. A 158 (1937) 499; " + ME + "vortices"},
    {"case": "Poiseuille flow", "body": {"mode": "channel", "nu": 0.003, "U": 0.7, "L": 0.13}, "at": "value",
        "expected": -2 / 3 * 0.7 * 0.13,
     "unit": "m^2/s", "relative": 1e-8,
     "source": "Batchelor, An Introduction to Fluid Dynamics, 4.2: two thirds of the greatest speed"},
    {"case": "channel from rest", "body": {"mode": "channel", "nu": 0.1, "U": 1.4, "L": 0.8, "t_end": 0.5},
        "at": "value",
     "expected": -float(starting_channel(mpf("0.1"), mpf("1.4"), mpf("0.8"), mpf("0.5"))), "unit": "m^2/s",
     "relative": 1e-4,
     "source": "Batchelor 4.3, series of starting flow between planes; " + ME + "starting_channel"},
    {"case": "a step past the Courant limit", "body": {"Re": 100, "t_end": 1, "n": 32, "dt": 0.05},
     "refusal": {"code": "SOLVER_REJECTED", "reason": "UNSTABLE_STEP"}},
    {"case": "a mesh beyond what is solved at once", "body": {"Re": 100, "n": 2000},
        "refusal": {"code": "SOLVER_REJECTED", "reason": "TOO_LARGE"}},
]
with open("test/vectors/solvers/flow.json", "w") as out:
    json.dump({"solver": "flow", "rows": rows}, out, indent=1)
    out.write("\n")
