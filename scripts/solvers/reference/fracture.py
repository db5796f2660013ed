"""The same lattice by other means: stiffness assembled bond by bond with numpy, solved anew by scipy's sparse LU after
every break; affine elasticity for the whole sheet; and fracture mechanics of the continuum, which knows no lattice but
by its elastic constants and the toughness of one bond ahead of a crack that has no other end. Prints JSON rows."""
import json
import math
import numpy as np
import scipy.sparse as sp
import scipy.sparse.linalg as sl
from scipy.integrate import quad
from scipy.spatial import cKDTree

ROW = math.sqrt(3) / 2


def lattice(nx, ny, length, mouth, angle):
    pos = np.array([[i + 0.5 * (j % 2), j * ROW] for j in range(ny) for i in range(nx)])
    bonds = []
    for p in range(nx * ny):
        for q in range(p + 1, nx * ny):
            if q - p > nx + 1:
                break
            d = pos[q] - pos[p]
            grip = p < nx and q < nx or p >= nx * (ny - 1)
            if abs(d @ d - 1) < 1e-9 and not grip:
                bonds.append((p, q))
    c, s = math.cos(angle), math.sin(angle)
    kept = []
    for p, q in bonds:
        a, b = [(-s * x + c * (y - mouth), c * x + s * (y - mouth)) for x, y in (pos[p], pos[q])]
        crossed = (a[0] > 0) != (b[0] > 0) and a[1] + a[0] / (a[0] - b[0]) * (b[1] - a[1]) <= length
        if length == 0 or not crossed:
            kept.append((p, q))
    return pos, kept


def crack(nx, ny, length, mouth, angle, break_strain):
    pos, bonds = lattice(nx, ny, length, mouth, angle)
    height = (ny - 1) * ROW
    n = nx * ny
    free = np.r_[2 * nx:2 * n - 2 * nx]
    first, strains, order = None, [], []
    while True:
        rows, cols, vals = [], [], []
        for p, q in bonds:
            e = pos[q] - pos[p]
            g = np.r_[-e, e]
            ids = [2 * p, 2 * p + 1, 2 * q, 2 * q + 1]
            for i in range(4):
                for j in range(4):
                    rows.append(ids[i]); cols.append(ids[j]); vals.append(g[i] * g[j])
        K = sp.csc_matrix((vals, (rows, cols)), shape=(2 * n, 2 * n)) + 1e-11 * sp.identity(2 * n)
        u = np.zeros(2 * n)
        u[2 * n - 2 * nx + 1::2] = height
        u[free] = sl.spsolve(K[free][:, free].tocsc(), -(K @ u)[free])
        reaction = (K @ u)[2 * n - 2 * nx + 1::2].sum()
        first = first or reaction
        if reaction < 1e-6 * first:
            return max(strains), strains[0], len(strains), first, order
        s = np.array([(pos[q] - pos[p]) @ (u[2 * q:2 * q + 2] - u[2 * p:2 * p + 2]) for p, q in bonds])
        k = int(np.flatnonzero(s >= s.max() * (1 - 1e-9))[0])
        strains.append(break_strain / s[k])
        order.append(0.5 * (pos[bonds[k][0]] + pos[bonds[k][1]]))
        del bonds[k]


def toughness(radius):
    """K sqrt(spacing) per force in the first bond ahead of a crack that ends in the middle of a disc of the lattice;
    the rim is moved as the field of K (Williams, J. Appl. Mech. 24 (1957) 109), plane stress, nu = 1/3, E = 2 k /
    sqrt(3)."""
    pos = [(i + 0.5 * (j % 2), (j - 0.5) * ROW) for j in range(-int(radius / ROW) - 3, int(radius / ROW) + 4)
           for i in range(-int(radius) - 4, int(radius) + 5)]
    pos = np.array([p for p in pos if math.hypot(*p) <= radius + 1.2])
    pairs = cKDTree(pos).query_pairs(1.01, output_type="ndarray")
    middle = pos[pairs].mean(axis=1)
    through = (pos[pairs[:, 0], 1] > 0) != (pos[pairs[:, 1], 1] > 0)
    pairs = pairs[~(through & (middle[:, 0] < 0))]
    e = pos[pairs[:, 1]] - pos[pairs[:, 0]]
    n, m = len(pos), len(pairs)
    columns = np.stack([2 * pairs[:, 0], 2 * pairs[:, 0] + 1, 2 * pairs[:, 1], 2 * pairs[:, 1] + 1], axis=1)
    pull = sp.csr_matrix((np.hstack([-e, e]).ravel(), (np.repeat(np.arange(m), 4), columns.ravel())), shape=(m, 2 * n))
    K = (pull.T @ pull).tocsc()
    nu, E = 1 / 3, 2 / math.sqrt(3)
    r, t = np.hypot(*pos.T), np.arctan2(pos[:, 1], pos[:, 0])
    size = np.sqrt(r / (2 * math.pi)) * (1 + nu) / E * ((3 - nu) / (1 + nu) - np.cos(t))
    u = np.stack([size * np.cos(t / 2), size * np.sin(t / 2)], axis=1).ravel()
    rim = np.repeat(r > radius, 2)
    u[~rim] = sl.spsolve(K[~rim][:, ~rim].tocsc(), -(K[~rim][:, rim] @ u[rim]))
    return 1 / (pull @ u).max()


def edge_crack(width, height, length):
    """K / (sigma sqrt(pi a)) of an edge crack between clamped grips, by how much it softens the sheet, and how far its
    mouth opens over 4 sigma a / E. Tension and bending of Tada, Paris and Irwin, The Stress Analysis of Cracks Handbook
    (1973), 2.10 to 2.14; the grips do not turn, and the bending that holds them follows from the crack's own
    compliance, as in Marchand, Parks and Pelloux, Int. J. Fract. 31 (1986) 53."""
    def tension(x):
        return 1.122 - 0.231 * x + 10.55 * x**2 - 21.71 * x**3 + 30.382 * x**4

    def bending(x):
        return 1.122 - 1.4 * x + 7.33 * x**2 - 13.08 * x**3 + 14 * x**4

    def both(f, g):
        return quad(lambda x: x * f(x) * g(x), 0, length / width)[0]
    held = -6 * math.pi * both(tension, bending) / (height / width + 6 * math.pi * both(bending, bending))
    softer = 1 + 2 * math.pi * width / height * (both(tension, tension) + held * both(tension, bending))
    x = length / width
    turn = math.pi * x / 2
    mouth = (1.46 + 3.42 * (1 - math.cos(turn))) / math.cos(turn)**2 + held * (0.8 - 1.7 * x + 2.4 * x * x
        + 0.66 / (1 - x)**2)
    return tension(x) + held * bending(x), softer, mouth


rows = []
PROGRAM = "scripts/solvers/reference/fracture.py: scipy sparse LU after every break"


def row(case, body, expected, source, at="value", relative=1e-6, unit="1"):
    rows.append({"case": case, "body": body, "at": at, "expected": float(expected), "unit": unit, "relative": relative,
        "source": source})


for nx, ny, notch, angle, y in ((11, 10, 0.3, 0.0, None), (17, 14, 0.37, 0.35, 0.41), (14, 9, 5.2, -0.2, 0.63)):
    length = notch * (nx - 0.5) if notch < 1 else notch
    mouth = (math.floor((ny - 1) / 2) + 0.5) * ROW if y is None else y * (ny - 1) * ROW
    critical, begun, count, stiffness, order = crack(nx, ny, length, mouth, angle, 0.013)
    body = {"nx": nx, "ny": ny, "notch": notch, "break_strain": 0.013, "strain": 0.02, "k": 37}
    if angle:
        body["angle"] = angle
    if y:
        body["notchY"] = y
    name = f"{nx} x {ny}, notch {notch}, angle {angle}"
    row(name + ": critical strain", body, critical, PROGRAM)
    row(name + ": first break", body, begun, PROGRAM, "outputs.first_break_strain")
    row(name + ": modulus", body, 37 * stiffness / (nx - 0.5), PROGRAM, "outputs.modulus", unit="N/m")
# Clamped sides, far longer than high: uniaxial strain of the isotropic sheet, C11 = 3 sqrt(3) k / 4, and each slanted
# bond takes 3/4 of the strain.
plain = {"nx": 121, "ny": 7, "notch": 0, "break_strain": 0.01, "strain": 0.001, "k": 100}
row("whole sheet, modulus of a clamped strip", plain, 100 * 3 * math.sqrt(3) / 4,
    "Ostoja-Starzewski, Appl. Mech. Rev. 55 (2002) 35: triangular lattice, E = 2k / sqrt(3), nu = 1/3, so C11 = 3 "
    "sqrt(3) k / 4", "outputs.modulus", 1e-2, "N/m")
tall = {"nx": 26, "ny": 141, "notch": 0, "break_strain": 0.01, "strain": 0.001, "k": 60}
row("whole sheet, modulus of a tall one", tall, 60 * 2 / math.sqrt(3),
    "Ostoja-Starzewski, Appl. Mech. Rev. 55 (2002) 35: triangular lattice, E = 2k / sqrt(3)", "outputs.modulus", 1e-2,
    "N/m")
# The disc is extrapolated: what it lacks falls as one over its radius.
TOUGH = 2 * toughness(80) - toughness(40)
for nx, ny, notch, strength in ((40, 139, 12, 0.01), (40, 93, 8, 0.01), (45, 120, 17, 0.004)):
    shape, softer, _ = edge_crack(nx - 0.5, (ny - 1) * ROW, notch)
    expected = TOUGH * strength * math.sqrt(3) / 2 / (shape * math.sqrt(math.pi * notch)) * softer
    row(f"edge crack of {notch} spacings in {nx} x {ny}: K reaches the toughness of the lattice",
        {"nx": nx, "ny": ny, "notch": notch, "break_strain": strength, "strain": 0.0005, "k": 37}, expected,
        "Tada, Paris and Irwin (1973), 2.10 and 2.13, with grips that do not turn as in Marchand, Parks and Pelloux, "
        "Int. J. Fract. 31 (1986) 53; "
        "toughness of the lattice by scripts/solvers/reference/fracture.py: toughness", "outputs.first_break_strain",
        0.02)
# With an even number of rows the notch is in the middle of the height: each face takes half of the opening.
for nx, ny, notch in ((40, 100, 14), (51, 104, 15)):
    strain, height = 0.0007, (ny - 1) * ROW
    _, softer, mouth = edge_crack(nx - 0.5, height, notch)
    row(f"edge crack of {notch} spacings in {nx} x {ny}: where the upper face of its mouth stands",
        {"nx": nx, "ny": ny, "notch": notch, "break_strain": 0.02, "strain": strain, "k": 37},
        strain * height / 2 + 2 * strain / softer * notch * mouth,
        "Tada, Paris and Irwin (1973), 2.10 to 2.14, with grips that do not turn as in Marchand, Parks and Pelloux, "
        "Int. J. Fract. 31 (1986) 53",
        f"fields.0.{ny // 2 * nx}", 0.02, "m")
row("bar, one section halved", {"mode": "bar", "nx": 10, "notch": 0.5, "break_strain": 0.01, "strain": 0.001, "k": 100},
    0.01 * (9 + 2) / 10 / 2,
    "springs in series: the weak one takes 2/11 of the length", relative=1e-12)
rows.append({"case": "nothing left to hold", "body": {"nx": 12, "ny": 9, "notch": 40, "break_strain": 0.01,
    "strain": 0.01, "k": 1},
             "refusal": {"code": "SOLVER_REJECTED", "reason": "NO_SOLUTION"}})
print(json.dumps({"solver": "fracture", "rows": rows}, indent=1))
