"""Writes test/vectors/math/special/<function>.txt by mpmath, for protocol/math/special.

Usage: python3 scripts/math/special_fixtures.py [function ...]. Seeded; a few minutes in all. The
incomplete functions follow SciPy: gammainc(a, x) = P(a, x) and betainc(a, b, x) = I_x(a, b).
"""
import math
import random
import sys
from pathlib import Path
from reference import SPECIAL, correctly_rounded_bits, hex_of

TARGET = Path(__file__).resolve().parents[2] / "test" / "vectors" / "math" / "special"
LINES = 300
# Both sides need tens of milliseconds a point.
LINES_POLYLOG = 60

# A quarter of the points near zero, a quarter near `near`, the rest up to `far`.
SPANS = {
    "j0": (10, 3000), "j1": (10, 3000), "y0": (10, 3000), "y1": (10, 3000), "i0": (10, 700),
    "i1": (10, 700),
    "k0": (10, 700), "k1": (10, 700), "ei": (10, 700), "e1": (10, 700), "si": (10, 3000),
    "ci": (10, 3000),
    "zeta": (3, 50), "lambertw": (3, 1e6), "digamma": (3, 1e4),
}
SIGNED = ("j0", "j1", "i0", "i1", "si", "zeta", "digamma")


def unary(name):
    near, far = SPANS[name]
    kind = random.randrange(4)
    if kind == 0:
        x = 2.0 ** random.uniform(-40, 0)
    elif kind == 1:
        x = random.uniform(0, near)
    elif kind == 2:
        x = math.exp(random.uniform(0, math.log(far)))
    else:
        x = random.uniform(0, far)
    if name == "lambertw" and random.random() < 0.4:
        return (-0.36787944117144228 + 0.36 * random.random() ** 4,)
    return (-x if name in SIGNED and random.random() < 0.5 else x,)


def points(name):
    if name in ("jn", "yn"):
        return float(random.randint(-40, 40)), math.exp(random.uniform(-3, 6))
    if name in ("ellipk", "ellipe"):
        return (1 - math.exp(random.uniform(-30, 12)),)
    if name == "polylog":
        s = random.choice((float(random.randint(-6, 9)), random.uniform(-6, 9)))
        return s, random.choice((1, -1)) * (1 - random.random() ** random.choice((1, 4)))
    if name == "beta":
        return math.exp(random.uniform(-8, 8)), math.exp(random.uniform(-8, 8))
    if name == "gammainc":
        a = math.exp(random.uniform(-4, 7))
        return a, a * math.exp(random.uniform(-1.5, 0.8))
    if name == "betainc":
        return math.exp(random.uniform(-3, 5)), math.exp(random.uniform(-3, 5)), random.random()
    return unary(name)


def write(name):
    random.seed(f"calcmesh special {name}")
    lines = []
    while len(lines) < (LINES_POLYLOG if name == "polylog" else LINES):
        arguments = points(name)
        bits = correctly_rounded_bits(name, arguments)
        lines.append(f"{' '.join(hex_of(a) for a in arguments)} {bits:016x}")
    TARGET.mkdir(parents=True, exist_ok=True)
    (TARGET / f"{name}.txt").write_text("\n".join(lines) + "\n")
    print(name, flush=True)


for chosen in sys.argv[1:] or SPECIAL:
    write(chosen)
