"""Writes test/vectors/math/<function>.txt: argument and result bits in hexadecimal, by mpmath.

Usage: python3 scripts/math/fixtures.py [function ...]. Takes about a minute in all.
Seeded, so that a second run writes the same bytes.
"""
import math
import random
import sys
from pathlib import Path
from reference import FUNCTIONS, bits_of, correctly_rounded_bits, double_of, hex_of

ROOT = Path(__file__).resolve().parents[2]
LINES = 4000
LARGEST = sys.float_info.max
PAIRS = ("pow", "powi", "hypot", "atan2")

# Domain, then the interval in which the result is neither constant nor overflowing.
RANGES = {
    "exp": (-760, 712), "expm1": (-50, 712), "exp2": (-1080, 1026), "exp10": (-326, 310),
    "log": (0, LARGEST), "log1p": (-1, LARGEST), "log2": (0, LARGEST), "log10": (0, LARGEST),
    "cbrt": (-LARGEST, LARGEST), "sin": (-LARGEST, LARGEST), "cos": (-LARGEST, LARGEST),
    "tan": (-LARGEST, LARGEST), "sinpi": (-1e16, 1e16), "cospi": (-1e16, 1e16),
    "tanpi": (-1e16, 1e16),
    "asin": (-1, 1), "acos": (-1, 1), "atan": (-LARGEST, LARGEST), "sinh": (-711, 711),
    "cosh": (-711, 711),
    "tanh": (-23, 23), "asinh": (-LARGEST, LARGEST), "acosh": (1, LARGEST), "atanh": (-1, 1),
    "erf": (-6.2, 6.2), "erfc": (-6.2, 27.5), "gamma": (-186, 172), "lgamma": (-200, 2.6e305),
}


def neighbours(x, count=3):
    out = [x]
    up = down = x
    for _ in range(count):
        up = math.nextafter(up, math.inf)
        down = math.nextafter(down, -math.inf)
        out += [up, down]
    return out


def landmarks(name):
    low, high = RANGES[name]
    points = [0.5, 1.0, 1.5, 2.0, 3.0, 10.0, low, high]
    points += [k * math.pi / 2 for k in (1, 2, 3, 4, 5, 100, 1e4, 1e8, 1e15)]
    points += [math.ldexp(1, e) for e in (-1022, -540, -400, -108, -60, -54, -53, -52, -30, -27,
      -10, 3, 20, 53, 100)]
    points += [709.782712893384, -708.3964185322641, -745.1332191019411, 1024.0, -1022.0, -1074.0,
      308.2547155599167,
               -307.6526555685888, -323.30621534311581, 710.4758600739439, 171.62437695630272,
               26.543258, 27.226017,
               1.4616321449683623, -2.4570247382208006, -2.7476826467274127, -3.143580888349980,
                 8000.0, 2.56e305]
    points += [k / 8 for k in range(1, 40)] + [float(k) for k in range(4, 30)]
    out = []
    for p in points:
        for q in (p, -p):
            out += neighbours(q)
    return out


def subnormals():
    return [s * double_of(random.getrandbits(random.randint(1,
      52)) | 1) for _ in range(20) for s in (1, -1)]


def log_uniform(low, high):
    """A double with its exponent spread evenly; [low, high] holds zero or one sign."""
    sign = random.choice((1, -1)) if low < 0 < high else (1 if high > 0 else -1)
    reach = high if sign > 0 else -low
    top = bits_of(min(reach, LARGEST))
    bottom = bits_of(low) if low > 0 else bits_of(1e-310)
    return sign * double_of(random.randint(bottom, top))


def valid(name, x):
    low, high = RANGES[name]
    if not math.isfinite(x) or x == 0:
        return False
    if name in ("log", "log2", "log10"):
        return x > 0
    if name == "log1p":
        return x > -1
    if name in ("asin", "acos"):
        return -1 <= x <= 1
    if name == "atanh":
        return -1 < x < 1
    if name == "acosh":
        return x >= 1
    if name in ("gamma", "lgamma"):
        return low <= x <= high and not (x <= 0 and x == math.floor(x))
    if name == "tanpi":
        return x * 2 != math.floor(x * 2)
    return low <= x <= high


def unary_points(name, hard):
    low, high = RANGES[name]
    yield from hard
    for x in landmarks(name) + subnormals():
        yield (x,)
    k = 0
    while True:
        k += 1
        kind = k % 4
        if kind == 0:
            x = random.uniform(max(low, -10), min(high, 10))
        elif kind == 1:
            x = log_uniform(low, high)
        elif kind == 2:
            x = random.uniform(max(low, -1e4), min(high, 1e4))
        else:
            x = random.choice((1, -1)) * double_of(random.randint(bits_of(2.0 ** -40),
              bits_of(2.0 ** 12)))
        yield (x,)


def pow_points(hard):
    yield from hard
    for m in range(3, 12):
        for n in range(-8, 34):
            yield (float(m), float(n))
            yield (math.ldexp(m * m, n), 0.5 * (n % 5 + 1))
    for x in (0.25, 4.0, 2.0 ** -40, 1e10, -3.0, -1e-5, 5e-324, LARGEST, 1 - 2.0 ** -53,
      1 + 2.0 ** -52):
        for y in (3.0, -3.0, 0.25, 1.5, -7.0, 53.0, 1e15, -1e15, 64.0, 65.0, 1e-300, 5e-324):
            yield (x, y)
    k = 0
    while True:
        k += 1
        kind = k % 4
        if kind == 0:
            yield (random.uniform(0, 20), random.uniform(-20, 20))
        elif kind == 1:
            x = log_uniform(5e-324, LARGEST)
            yield (x, random.uniform(-1080, 1030) / max(1e-3, abs(math.log2(x))))
        elif kind == 2:
            x = 1 + random.choice((1, -1)) * 2.0 ** random.uniform(-52, -2)
            yield (x, random.uniform(-1080, 1030) / math.log2(x) if x != 1 else 2.5)
        else:
            yield (random.choice((1, -1)) * log_uniform(1e-20, 1e20),
              float(random.randint(-16, 16)))


def powi_points():
    while True:
        n = random.randint(-64, 64)
        width = 1030 / max(1, abs(n))
        yield (random.choice((1, -1)) * random.uniform(1, 2) * 2.0 ** random.uniform(-width, width),
          float(n))


def hypot_points(hard):
    yield from hard
    for a, b in ((3, 4), (5, 12), (8, 15), (20, 21), (119, 120), (696, 697)):
        for e in (-1074, -500, 0, 300, 1000):
            yield (math.ldexp(a, e), math.ldexp(-b, e))
    while True:
        x = log_uniform(1e-310, LARGEST)
        y = x * 2.0 ** random.uniform(-62, 62)
        yield (random.choice((1, -1)) * x, random.choice((1, -1)) * y)


def atan2_points(hard):
    yield from hard
    for e in (-1074, -1040, -1022, -500):
        for m in (1, 3, 5, 7):
            yield (math.ldexp(m, e), 2.0)
            yield (math.ldexp(m, e), 3.0)
    while True:
        x = log_uniform(1e-310, LARGEST)
        y = log_uniform(1e-310,
          LARGEST) if random.random() < 0.3 else x * 2.0 ** random.uniform(-40, 40)
        yield (random.choice((1, -1)) * y, random.choice((1, -1)) * x)


def acceptable(name, arguments):
    if not all(math.isfinite(a) and a != 0 for a in arguments):
        return name == "powi" and arguments[1] == 0 and math.isfinite(arguments[0])
    if name == "pow":
        x, y = arguments
        return x > 0 or y == math.floor(y)
    return name in PAIRS or valid(name, arguments[0])


def points(name, hard):
    if name == "pow":
        return pow_points(hard)
    if name == "powi":
        return powi_points()
    if name == "hypot":
        return hypot_points(hard)
    if name == "atan2":
        return atan2_points(hard)
    return unary_points(name, hard)


def published():
    known = {}
    for line in Path(__file__).with_name("hardest.txt").read_text().splitlines():
        name, *words = line.split()
        known.setdefault(name, []).append(tuple(double_of(int(w, 16)) for w in words))
    return known


def write(name, hard):
    random.seed(f"calcmesh fixtures {name}")
    seen = set()
    lines = []
    for arguments in points(name, hard):
        key = tuple(hex_of(a) for a in arguments)
        if key in seen or not acceptable(name, arguments):
            continue
        seen.add(key)
        lines.append(f"{' '.join(key)} {correctly_rounded_bits(name, arguments):016x}")
        if len(lines) == LINES:
            break
    target = ROOT / "test" / "vectors" / "math" / f"{name}.txt"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text("\n".join(lines) + "\n")
    print(name, len(lines), "lines", flush=True)


def main():
    hard = published()
    for name in sys.argv[1:] or sorted([*RANGES, *PAIRS]):
        write(name, hard.get(name, []))


main()
