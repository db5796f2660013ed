"""Reference values of the evolve solver: LAMMPS' printed figures, lattice sums, and a plain numpy dynamics over all
pairs.

Writes test/vectors/solvers/evolve.json.
"""
import json
import numpy as np

ME = "scripts/solvers/reference/evolve.py: "
rows = []


def row(case, body, at, expected, source, unit="1", relative=1e-9):
    rows.append({"case": case, "body": body, "at": at, "expected": float(expected), "unit": unit, "relative": relative,
        "source": source})


def energy_force(q, box, rc, shift):
    """All pairs by minimum image; shift: none, energy or force."""
    d = q[:, None, :] - q[None, :, :]
    d -= box * np.rint(d / box)
    r2 = (d ** 2).sum(-1)
    np.fill_diagonal(r2, np.inf)
    near = r2 < rc ** 2
    i6 = np.where(near, r2, np.inf) ** -3.0
    vc = 4 * (rc ** -12 - rc ** -6)
    dvc = -24 * (2 * rc ** -12 - rc ** -6) / rc
    r = np.sqrt(r2)
    e = 4 * (i6 ** 2 - i6)
    f = 24 * (2 * i6 ** 2 - i6) / r2
    if shift != "none":
        e = e - np.where(near, vc, 0)
    if shift == "force":
        e = e - np.where(near, (np.where(near, r, 0) - rc) * dvc, 0)
        f = f + np.where(near, dvc / r, 0)
    return e.sum() / 2, (f[:, :, None] * d).sum(1), (np.where(near, f * np.where(near, r2, 0), 0)).sum() / 2


def verlet(q, v, box, rc, shift, dt, steps):
    e, f, _ = energy_force(q, box, rc, shift)
    for _ in range(steps):
        v = v + dt / 2 * f
        q = q + dt * v
        e, f, w = energy_force(q, box, rc, shift)
        v = v + dt / 2 * f
    return q, v, e, w


LMP = "LAMMPS, bench/in.lj log (S. Plimpton, J. Comp. Phys. 117 (1995) 1): step 0 at T = 1.44, rho = 0.8442, r_c = 2.5"
melt = {"n": 864, "rho": 0.8442, "T0": 1.44, "steps": 0, "cutoff": "truncated"}
row("LAMMPS melt, E_pair of the lattice", melt, "outputs.potential_energy", -6.7733681, LMP, relative=1e-8)
row("LAMMPS melt, pressure without its ideal part", melt, "outputs.virial_pressure",
    -5.0197073 - 0.8442 * 1.44 * 31999 / 32000, LMP, relative=1e-7)
d = 1.0902
n, cells = 2048, 8
rho = 2 ** 0.5 / d ** 3
a = 2 ** 0.5 * d
row("fcc lattice sum with its tail", {"n": n, "rho": rho, "T0": 0, "steps": 0, "cutoff": "truncated",
    "r_c": 4 * a * 0.999, "tail": True}, "value",
    2 * (12.13188 * d ** -12 - 14.45392 * d ** -6),
    "Kittel, Introduction to Solid State Physics, 8th edition (2005), chapter 3, equations 11 and 15: 12.13188, "
    "14.45392", relative=2e-3)
rng = np.random.default_rng(7)
box = np.array([5.5, 6.1, 7.3])
grid = np.array([[i, j, k] for i in range(3) for j in range(3) for k in range(3)]) * box / 3
q = np.round(grid + rng.uniform(-0.25, 0.25, grid.shape), 3)
v = np.round(rng.normal(0, 0.9, grid.shape), 3)
gas = {"positions": q.tolist(), "velocities": v.tolist(), "box": box.tolist(), "r_c": 2.7}
for cutoff, shift in (("truncated", "none"), ("shifted-energy", "energy"), ("shifted-force", "force")):
    e, f, w = energy_force(q, box, 2.7, shift)
    row(f"27 atoms in an uneven box, {cutoff}", {**gas, "steps": 0, "cutoff": cutoff}, "value",
        (e + (v ** 2).sum() / 2) / 27, "numpy, all pairs; " + ME + "energy_force", relative=1e-11)
qe, ve, e, w = verlet(q, v, box, 2.7, "force", 0.002, 250)
row("the same after 250 steps, potential energy", {**gas, "dt": 0.002, "t_end": 0.5, "cutoff": "shifted-force"},
    "outputs.potential_energy", e / 27, "numpy, all pairs; " + ME + "verlet", relative=1e-8)
row("the same, virial", {**gas, "dt": 0.002, "t_end": 0.5, "cutoff": "shifted-force"}, "outputs.virial", w / 27,
    "numpy, all pairs; " + ME + "verlet", relative=1e-7)
row("the same by steps, total energy", {**gas, "dt": 0.002, "steps": 250, "cutoff": "shifted-force"}, "value",
    (e + (ve ** 2).sum() / 2) / 27, "numpy, all pairs; " + ME + "verlet", relative=1e-9)
NIST = (
    "NIST Standard Reference Simulation Website, Lennard-Jones fluid reference calculations, configuration 4 of 30 "
    "atoms, "
        "cut at three and four sigma")
# The configuration as it is published: 30 atoms in a cube of side 8.
SAMPLE = [
    [1.077169909511, -1.020988125886, -1.348259447733], [0.1830884592213, -1.557698231574, -1.782405485883],
    [-2.060346185437, 3.92737827629, 3.88955511529],
    [1.936298049102, 0.7181973326223, 3.715169082037], [-0.75141390417, -0.4184139469527, -3.250183630687],
    [2.257391305584, -1.126577405146, -2.291542913197],
    [0.1208868721243, -1.39561152, 2.003709382777], [3.327427055092, -1.476502868105, 3.39402389845],
    [2.130927328546, -1.106827632561, -0.1972896367169],
    [2.117442019559, -0.1844743512029, 0.9301638993772], [-1.45937811958, 2.382882188329, -3.78819940147],
    [2.432313424884, -1.11853791544, -1.224088264651],
    [2.41684536653, 1.845499053895, 2.906107003288], [2.51524791205, 0.03580976978134, -2.445590080636],
    [1.113585242376, -2.478011342991, -0.00809218952796],
    [1.261664073561, 1.075432348722, -2.751715752259], [-0.5811873476022, -2.429378395199, 2.668996832737],
    [-1.533182296119, 2.319699660489, 1.762429379767],
    [2.639946585704, -0.7847515599358, 2.251233247739], [-1.927486378623, -1.432729425739, -2.439226375584],
    [0.921280135544, -2.427925517025, 2.150024430246],
    [2.114172305774, 0.9586575168591, -1.790678078404], [-0.7312380271746, -3.366157234697, 0.1376597954432],
    [1.612569300954, -0.9233415846164, 2.037484769332],
    [3.967911812136, 0.2002508998947, 2.659432175592], [1.188751191387, -0.05955638413419, -0.7363070447875],
    [3.789497702433, 1.570674334424, 0.726591837482],
    [2.786625773109, -1.524167484397, 0.8358187540631], [-1.629362446504, -1.139061532617, -0.7654084051377],
    [2.592655226763, 3.786335083587, -1.252452130644],
]
for rc, energy, virial, tail in ((3, -16.790, -46.249, -0.54517), (4, -17.060, -47.869, -0.23008)):
    still = {"positions": SAMPLE, "velocities": [[0, 0, 0]] * 30, "box": 8, "r_c": rc, "steps": 0,
        "cutoff": "truncated"}
    row(f"NIST's 30 atoms, cut at {rc}: energy", still, "value", energy / 30, NIST, relative=3e-5)
    row(f"NIST's 30 atoms, cut at {rc}: virial", still, "outputs.virial", virial / 30, NIST, relative=3e-5)
    row(f"NIST's 30 atoms, cut at {rc}: energy with its tail", {**still, "tail": True}, "value", (energy + tail) / 30,
        NIST, relative=3e-5)
eps, sig, m = 1.65e-21, 3.4e-10, 6.63e-26
tau = sig * (m / eps) ** 0.5
si = {"positions": (q * sig).tolist(), "velocities": (v * (eps / m) ** 0.5).tolist(), "box": (box * sig).tolist(),
    "r_c": 2.7 * sig, "dt": 0.002 * tau, "steps": 250,
      "epsilon": eps, "sigma": sig, "m": m, "cutoff": "shifted-force"}
row("the same as argon in SI", si, "value", (e + (ve ** 2).sum() / 2) / 27 * eps, "numpy, all pairs; " + ME + "verlet",
    unit="J", relative=1e-9)
rows += [
    {"case": "plain truncation does not conserve", "body": {"n": 256, "rho": 0.8442, "T0": 1.44, "dt": 0.004,
        "t_end": 4, "cutoff": "truncated"}, "refusal": {"code": "ENERGY_NOT_CONSERVED"}},
    {"case": "a step too long", "body": {"n": 108, "rho": 0.8442, "T0": 1.44, "dt": 0.03, "t_end": 3},
        "refusal": {"code": "ENERGY_NOT_CONSERVED"}},
    {"case": "two atoms at one point", "body": {"positions": [[1, 1, 1], [1, 1, 1]], "box": 9, "steps": 0},
        "refusal": {"code": "SOLVER_REJECTED", "reason": "NO_SOLUTION"}},
    {"case": "a range beyond half the box", "body": {"n": 32, "rho": 0.8442, "T0": 1.44, "steps": 0},
        "refusal": {"code": "INVALID_BODY"}},
    {"case": "too many atom steps", "body": {"n": 100000, "rho": 0.8, "T0": 1, "dt": 1e-6, "t_end": 1},
        "refusal": {"code": "SOLVER_REJECTED", "reason": "TOO_LARGE"}},
]
json.dump({"solver": "evolve", "rows": rows}, open("test/vectors/solvers/evolve.json", "w"), indent=1)
