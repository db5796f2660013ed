"""Complexes for redocking, from coordinates of the Protein Data Bank (whose archive is in the public domain, CC0).

1HPV: HIV-1 protease with amprenavir, Kim et al., J. Am. Chem. Soc. 117 (1995) 1181; the entry as Debian's pymol-data
ships it. Of the receptor the residues remain of which an atom is within 10 angstrom of the ligand, and the one water
that holds the two flaps to it, as all such inhibitors have it; other water is left out. Hydrogens on nitrogen and
oxygen are placed at 1 angstrom, away from the neighbours: the scoring function asks which atom bears one, not where it
is. Charges are zero, for it does not ask for them. AutoDock Vina docks the same files beside, and its pose is compared
with the crystal.

Run: python3 scripts/solvers/reference/dock_redock.py /usr/share/pymol/data/tut/1hpv.pdb
Writes test/vectors/redocking/1hpv.json.
"""
import json
import re
import subprocess
import sys
import tempfile
import numpy as np

NEAR = 10.0
FLAP_WATER = 201
LIGAND = "478"
# Single bonds outside rings, but the carbamate's C-N, which is stiff, and those that turn only hydrogens.
TURNING = (("C4", "O1"), ("O1", "C3"), ("N1", "C5"), ("C5", "C7"), ("C7", "C8"), ("C5", "C6"), ("C6", "C14"),
    ("C14", "N2"), ("N2", "C15"),
           ("C15", "C16"), ("N2", "S1"), ("S1", "C17"))
ROOT = "N1"
LIGAND_HYDROGENS = {"N1": 1, "O3": 1, "N3": 2}
RESIDUE_HYDROGENS = {("ARG", "NE"): 1, ("ARG", "NH1"): 2, ("ARG", "NH2"): 2, ("LYS", "NZ"): 3, ("ASN", "ND2"): 2,
    ("GLN", "NE2"): 2,
                     ("HIS", "ND1"): 1, ("SER", "OG"): 1, ("THR", "OG1"): 1, ("TYR", "OH"): 1, ("TRP", "NE1"): 1,
                     ("CYS", "SG"): 1, ("HOH", "O"): 2}
REACH = {"C": 0.77, "N": 0.75, "O": 0.73, "S": 1.02}


def read(path):
    atoms = []
    for line in open(path):
        if line[:6] in ("ATOM  ", "HETATM") and (line[17:20] != "HOH" or int(line[22:26])
            == FLAP_WATER) and line[16] in " A":
            name = line[12:16].strip()
            atoms.append({"name": name, "residue": line[17:20].strip(), "key": (line[21], int(line[22:26])),
                "element": name.lstrip("123")[0],
                          "at": np.array([float(line[k:k + 8]) for k in (30, 38, 46)])})
    return atoms


def bonds_of(atoms):
    at = np.array([a["at"] for a in atoms])
    reach = np.array([REACH[a["element"]] for a in atoms])
    apart = np.sqrt(((at[:, None] - at[None]) ** 2).sum(-1))
    joined = (apart < 1.1 * (reach[:, None] + reach[None])) & (apart > 0)
    return [list(np.flatnonzero(row)) for row in joined]


def hydrogens(atoms, bonds, i, count):
    """Spread about the way that leads from the neighbours."""
    here = atoms[i]["at"]
    if not bonds[i]:
        return [here + np.eye(3)[k] for k in range(count)]
    away = sum((here - atoms[j]["at"]) / np.linalg.norm(here - atoms[j]["at"]) for j in bonds[i])
    away /= np.linalg.norm(away)
    side = np.cross(away, [0.36, 0.48, 0.8])
    side /= np.linalg.norm(side)
    other = np.cross(away, side)
    if count == 1 and len(bonds[i]) == 2:
        return [here + away]
    angles = 2 * np.pi * np.arange(count) / count
    return [here + (away + 1.7 * (np.cos(t) * side + np.sin(t) * other)) / np.sqrt(1 + 1.7 ** 2) for t in angles]


def type_of(atom, bears):
    if atom["element"] == "O":
        return "OA"
    if atom["element"] == "S":
        return "SA" if atom["residue"] != LIGAND else "S"
    if (atom["residue"], atom["name"]) == ("HIS", "NE2"):
        return "NA"
    return "N" if atom["element"] == "N" else "C"


def line(serial, name, residue, key, at, kind):
    x, y, z = (f"{v:8.3f}" for v in at)
    whose = f"{residue:>3} {key[0]}{key[1]:4d}"
    return f"ATOM  {serial:5d}  {name:<3} {whose}    {x}{y}{z}  1.00  0.00     0.000 {kind:<2}\n"


def receptor_of(atoms, ligand):
    spots = np.array([a["at"] for a in ligand])
    near = {a["key"] for a in atoms if np.sqrt(((spots - a["at"]) ** 2).sum(1)).min() < NEAR}
    bonds, text, serial = bonds_of(atoms), "", 0
    for i, a in enumerate(atoms):
        if a["key"] not in near:
            continue
        first = not any(atoms[j]["name"] == "C" and atoms[j]["key"] != a["key"] for j in bonds[i])
        count = RESIDUE_HYDROGENS.get((a["residue"], a["name"]), 0)
        if a["name"] == "N" and a["residue"] != "PRO":
            count = 3 if first else 1
        serial += 1
        text += line(serial, a["name"], a["residue"], a["key"], a["at"], type_of(a, count))
        for at in hydrogens(atoms, bonds, i, count) if count else []:
            serial += 1
            text += line(serial, "H", a["residue"], a["key"], at, "HD")
    return text


def ligand_of(atoms):
    bonds, index = bonds_of(atoms), {a["name"]: i for i, a in enumerate(atoms)}
    cut = {frozenset(index[n] for n in pair) for pair in TURNING}
    serials, order = {}, []

    def body(start, indent):
        piece, todo = [], [start]
        while todo:
            i = todo.pop(0)
            if i not in piece:
                piece.append(i)
                todo += [j for j in bonds[i] if frozenset((i, j)) not in cut]
        text = ""
        for i in piece:
            a = atoms[i]
            order.append(i)
            serials[i] = len(order)
            count = LIGAND_HYDROGENS.get(a["name"], 0)
            text += line(serials[i], a["name"], a["residue"], a["key"], a["at"], type_of(a, count))
            for at in hydrogens(atoms, bonds, i, count) if count else []:
                order.append(-1)
                text += line(len(order), "H", a["residue"], a["key"], at, "HD")
        branches = ""
        for i in piece:
            for j in bonds[i]:
                if frozenset((i, j)) in cut and j not in serials:
                    ahead = len(order) + 1
                    ends = f"{serials[i]:3d} {ahead:3d}\n"
                    branches += f"BRANCH {ends}{body(j, indent + 1)}ENDBRANCH {ends}"
        return (f"ROOT\n{text}ENDROOT\n{branches}" if indent == 0 else text + branches)
    return body(index[ROOT], 0) + f"TORSDOF {len(TURNING)}\n"


def spots_of(text):
    return np.array([[float(row[k:k + 8]) for k in (30, 38, 46)] for row in text.splitlines()
                     if row.startswith("ATOM") and row[77:79].strip() != "HD"])


def vina(receptor, ligand, centre, size, extra):
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("r", receptor), ("l", ligand)):
            open(f"{folder}/{name}.pdbqt", "w").write(text)
        box = [word for k, axis in enumerate("xyz") for word in (f"--center_{axis}", str(centre[k]), f"--size_{axis}",
            str(size[k]))]
        out = subprocess.run(["vina", "--receptor", f"{folder}/r.pdbqt", "--ligand", f"{folder}/l.pdbqt", *box, *extra,
            "--cpu", "1", "--seed", "1",
                              "--out", f"{folder}/o.pdbqt"], capture_output=True, text=True, check=True).stdout
        found = open(f"{folder}/o.pdbqt").read() if "--score_only" not in extra else ""
    return out, found


if __name__ == "__main__":
    atoms = read(sys.argv[1])
    own = [a for a in atoms if a["residue"] == LIGAND]
    ligand, receptor = ligand_of(own), receptor_of([a for a in atoms if a["residue"] != LIGAND], own)
    spots = spots_of(ligand)
    centre = [round(float(v), 1) for v in (spots.min(0) + spots.max(0)) / 2]
    size = [22, 22, 22]
    scored = float(re.search(r"Binding\s*:\s*(\S+)", vina(receptor, ligand, centre, size,
        ["--score_only"])[0]).group(1))
    found = vina(receptor, ligand, centre, size, ["--exhaustiveness", "8", "--num_modes", "1"])[1]
    best = float(re.search(r"VINA RESULT:\s*(\S+)", found).group(1))
    rmsd = float(np.sqrt(((spots_of(found.split("ENDMDL")[0]) - spots) ** 2).sum(1).mean()))
    made = {"entry": "1HPV",
        "source": "PDB 1HPV (CC0), Kim et al., J. Am. Chem. Soc. 117 (1995) 1181; "
            "scripts/solvers/reference/dock_redock.py",
            "receptor": receptor, "ligand": ligand, "box": {"center": centre, "size": size},
            "vina": {"version": "1.2.3", "scored": scored, "docked": best, "rmsd": round(rmsd, 3)}}
    json.dump(made, open("test/vectors/redocking/1hpv.json", "w"), indent=1)
    open("test/vectors/redocking/1hpv.json", "a").write("\n")
    print(len(receptor.splitlines()), len(ligand.splitlines()), made["box"], made["vina"])
