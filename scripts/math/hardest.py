"""Chooses hard-to-round arguments from published lists and writes scripts/math/hardest.txt.

Usage: python3 scripts/math/hardest.py FOLDER,
  where FOLDER holds <function>.wc files of the CORE-MATH project
(https://core-math.gitlabpages.inria.fr/, src/binary64/<function>/<function>.wc),
  one argument or pair a line in C
hexadecimal. Those lists were found by exhaustive search (Lefevre; BaCSeL,
  Stehle and Zimmermann). Only arguments
are taken: every expected value is computed by fixtures.py.
"""
import math
import random
import sys
from pathlib import Path
from reference import FUNCTIONS, hardness, hex_of

SAMPLED = 12_000
KEPT = 200


def arguments_of(path, arity):
    for line in path.read_text().splitlines():
        text = line.split("#")[0].strip()
        if not text or "nan" in text or "inf" in text:
            continue
        parts = text.split(",") if arity == 2 else [text]
        if len(parts) != arity:
            continue
        try:
            values = tuple(float.fromhex(part.strip()) for part in parts)
        except ValueError:
            continue
        if all(math.isfinite(v) and v != 0 for v in values):
            yield values


def main():
    folder = Path(sys.argv[1])
    lines = []
    for name in FUNCTIONS:
        path = folder / f"{name}.wc"
        if not path.exists():
            continue
        arity = 2 if name in ("pow", "atan2", "hypot") else 1
        known = sorted(set(arguments_of(path, arity)))
        random.seed(f"hardest {name}")
        sample = random.sample(known, min(SAMPLED, len(known)))
        ranked = sorted(sample, key=lambda a: (-hardness(name, a), a))[:KEPT]
        lines += [f"{name} {' '.join(hex_of(v) for v in a)}" for a in ranked]
        print(name, len(known), "hardest", hardness(name, ranked[0]))
    Path(__file__).with_name("hardest.txt").write_text("\n".join(lines) + "\n")


main()
