"""Docking scores by AutoDock Vina 1.2.3 (score_only), and pair terms by mpmath from the published table.

The complex is that of imatinib with the Abl kinase, PDB entry 1IEP; pass the receptor and the ligand as PDBQT files, of
which the atoms about the ligand are kept. Without them the rows of the complex in the present file are kept as they
are. Writes test/vectors/solvers/dock.json.
"""
import json
import re
import subprocess
import sys
import tempfile
from mpmath import diff, exp, findroot, mp, mpf, sqrt

PATH = "test/vectors/solvers/dock.json"
rows = []


def atom(n, x, y, z, t):
    return f"ATOM  {n:5d}  {t[0]}   UNL     1    {x:8.3f}{y:8.3f}{z:8.3f}  1.00  0.00     0.000 {t:<2}\n"


def rigid(*atoms):
    return "ROOT\n" + "".join(atoms) + "ENDROOT\nTORSDOF 0\n"


def pair(r, reach, hydrophobic, hydrogen):
    d = r - reach
    value = -0.035579 * exp(-(d / 0.5)**2) - 0.005156 * exp(-((d - 3) / 2)**2)
    value += 0.840245 * d * d if d < 0 else 0
    value -= 0.035069 * min(1, max(0, 1.5 - d)) if hydrophobic else 0
    value -= 0.587439 * min(1, max(0, d / -0.7)) if hydrogen else 0
    return float(value) if r < 8 else 0.0


def vina(receptor, ligand):
    with tempfile.TemporaryDirectory() as folder:
        open(f"{folder}/r.pdbqt", "w").write(receptor)
        open(f"{folder}/l.pdbqt", "w").write(ligand)
        out = subprocess.run(["vina", "--receptor", f"{folder}/r.pdbqt", "--ligand", f"{folder}/l.pdbqt",
            "--score_only",
                              "--autobox"], capture_output=True, text=True, check=True).stdout
    return float(re.search(r"Binding\s*:\s*(\S+)", out).group(1)), float(re.search(r"Ligand - Receptor\s*:\s*(\S+)",
        out).group(1))


TABLE = "Trott and Olson, J. Comput. Chem. 31 (2010) 455, table 1, by mpmath"
for name, a, b, r, reach, hydrophobic, hydrogen in (
        ("two carbons that touch", "C", "C", 3.8, 3.8, True, False), ("carbon and fluorine apart", "C", "F", 4.713, 3.4,
            True, False),
        ("a clash of oxygens", "OA", "OA", 1.1, 3.4, False, False), ("carbon by oxygen", "C", "OA", 3.31, 3.6, False,
            False),
        ("bromine and sulphur", "S", "Br", 5.02, 4.0, False, False), ("zinc and an acceptor", "Zn", "NA", 2.13, 3.0,
            False, True),
        ("carbons beyond the cutoff", "C", "C", 8.01, 3.8, True, False)):
    rows.append({"case": name, "body": {"receptor": atom(1, 0, 0, 0, a), "ligand": rigid(atom(1, 0, r, 0, b))},
        "at": "value",
                 "expected": pair(r, reach, hydrophobic, hydrogen), "unit": "kcal/mol", "relative": 1e-10,
                 "absolute": 1e-12,
                 "source": TABLE})
pocket = [(0, 0, 0), (4.3, 0.2, 0), (1.9, 4.1, 0.3)]
mp.dps = 30


def oxygen_energy(x, y, z):
    """An oxygen over three carbons: neither hydrophobic nor a hydrogen bond."""
    total = mpf(0)
    for spot in pocket:
        d = sqrt(sum((p - mpf(q))**2 for p, q in zip((x, y, z), spot))) - mpf("3.6")
        total += -mpf("0.035579") * exp(-(d * 2)**2) - mpf("0.005156") * exp(-((d - 3) / 2)**2)
        total += mpf("0.840245") * d * d if d < 0 else 0
    return total


place = findroot(lambda *p: [diff(oxygen_energy, p, tuple(int(i == k) for i in range(3))) for k in range(3)],
    (2, 1.5, 2.7))
for k, axis in enumerate("xyz"):
    rows.append({"case": f"oxygen over three carbons: {axis}",
        "body": {"mode": "minimise", "receptor": "".join(atom(i + 1, *p, "C") for i, p in enumerate(pocket)),
            "ligand": rigid(atom(1, 2.2, 1.3, 3.1, "OA"))}, "at": f"named.poses.0.coordinates.{k}",
        "expected": float(place[k]), "unit": "angstrom", "relative": 1e-2, "source": TABLE})
WHERE = "AutoDock Vina 1.2.3, score_only, which prints three decimals and reads its terms from tables"
ring = [(1.39, 0, "A"), (0.695, 1.204, "A"), (-0.695, 1.204, "A"), (-1.39, 0, "A"), (-0.695, -1.204, "A"),
    (0.695, -1.204, "A")]
benzene = "".join(atom(i + 1, x, y, 0.0, t) for i, (x, y, t) in enumerate(ring))
for name, height in (("benzene above benzene", 3.6), ("benzene near benzene", 4.4)):
    top = rigid(*(atom(i + 1, x + 1.1, y, height, t) for i, (x, y, t) in enumerate(ring)))
    rows.append({"case": name, "body": {"receptor": benzene, "ligand": top}, "at": "value", "expected": vina(benzene,
        top)[0],
                 "unit": "kcal/mol", "absolute": 2e-3, "source": WHERE})
if len(sys.argv) == 3:
    receptor, ligand = (open(path).read() for path in sys.argv[1:])
    ligand = "".join(f"{line}\n" for line in ligand.splitlines() if not line.startswith("REMARK"))
    spots = [tuple(float(line[k:k + 8]) for k in (30, 38, 46)) for line in ligand.splitlines()
        if line.startswith("ATOM")]
    near = "".join(f"{line}\n" for line in receptor.splitlines() if line.startswith("ATOM") and any(
        sum((float(line[30 + 8 * k:38 + 8 * k]) - s[k])**2 for k in range(3)) < 64 for s in spots))
    affinity, between = vina(near, ligand)
    for at, expected in (("value", affinity), ("outputs.between", between)):
        rows.append({"case": f"imatinib in Abl, {at}", "body": {"receptor": near, "ligand": ligand}, "at": at,
            "expected": expected,
                     "unit": "kcal/mol", "relative": 5e-3, "source": f"PDB 1IEP; {WHERE}"})
else:
    rows += [row for row in json.load(open(PATH))["rows"] if row["case"].startswith("imatinib")]
rows += [
    {"case": "no solution: an empty molecule", "body": {"receptor": atom(1, 0, 0, 0, "C"),
        "ligand": "ROOT\nENDROOT\nTORSDOF 0\n"},
     "refusal": {"code": "INVALID_BODY"}},
    {"case": "no solution: an atom of no known type", "body": {"receptor": atom(1, 0, 0, 0, "Qq"),
        "ligand": rigid(atom(1, 4, 0, 0, "C"))},
     "refusal": {"code": "INVALID_BODY"}},
]
json.dump({"solver": "dock", "rows": rows}, open(PATH, "w"), indent=1)
open(PATH, "a").write("\n")
print([(row["case"], row.get("expected")) for row in rows])
