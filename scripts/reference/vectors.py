"""Writes test/vectors/operators/points.json: further inputs for every operator that gives a value.

    python3 scripts/reference/vectors.py          writes the file
    python3 scripts/reference/vectors.py --check  exit status 1 if the file would change

Inputs are the example's, each moved by a seeded factor between 1/2 and 2 and kept inside the range
and scale of the record. Values come from the same functions as the examples. A point where a
rounding of the inputs is magnified more than CONDITION_MAX times is left out, so that one tolerance
serves all.
"""
import importlib
import json
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from mpmath import isfinite, mp, mpf  # noqa: E402

from check import scripts  # noqa: E402
from common import DOMAINS  # noqa: E402

OUTPUT = DOMAINS.parents[2] / "test" / "vectors" / "operators" / "points.json"
POINTS_PER_OPERATOR = 5
ATTEMPTS_MAX = 400
CONDITION_MAX = 50
SEED = 20260101
# Inputs that only make sense as whole numbers, and those that must be powers of two.
WHOLE = {"count", "quantum_number"}
WHOLE_INPUTS = {
    "QM6": "n", "QM13": "n", "HEP4": "n_f", "LZ1": "bits_n", "CS43": "N", "CS44": "n", "CS45": "n",
    "CS49": "n", "CS53": "n d", "CS54": "k n m", "CS55": "m n", "CS60": "n", "CS61": "m n k",
    "CS63": "n", "CS66": "n", "CS67": "MSS", "CS68": "L_p", "CS72": "p", "CS73": "r",
    "CS75": "f_t N N_t", "CS76": "n", "CS77": "n", "CS78": "n", "CS79": "b", "CS80": "N M",
    "CS81": "n m", "CS82": "k", "CS83": "b", "CS84": "z", "CS85": "f_b", "CS86": "n",
    "CHK21": "N_t",
}
POWERS_OF_TWO = {"CS62": "n"}
# References that integrate or diagonalise for seconds a call: their example has to do.
SLOW = {"MOL20"}
# Inputs that only make sense together: direction cosines whose squares add up to 1; a mean and a
# count of the values that are given.
BOUND_TOGETHER = {"CRY17", "ESO15"}


def symbol_of(record, name):
    """The symbol an input belongs to: x_2 is a member of x_i."""
    if name in record["symbols"]:
        return record["symbols"][name]
    stem = name.rsplit("_", 1)[0]
    return next(symbol for key, symbol in record["symbols"].items()
                if key.rsplit("_", 1)[0] == stem)


def moved(record, name, value, rng):
    """Another plausible value of one input."""
    if name in POWERS_OF_TWO.get(record["id"], "").split():
        return 2 ** rng.randint(2, 14)
    factor = 2 ** rng.uniform(-1, 1)
    listed = name in WHOLE_INPUTS.get(record["id"], "").split()
    symbol = symbol_of(record, name)
    if listed or symbol.get("whole") or symbol["quantity"] in WHOLE:
        moved_by = max(2, round(abs(value) * factor))
        return moved_by if value >= 0 else -moved_by
    return float(f"{value * factor:.6g}")


def inside(record, inputs):
    for name, value in inputs.items():
        scale = record.get("scale", {}).get(name, [None, None])
        for low, high in (symbol_of(record, name)["range"], scale):
            if (low is not None and value < low) or (high is not None and value > high):
                return False
    return True


def bounds(record):
    """The record with an open range where it states none."""
    symbols = {name: {**symbol, "range": symbol.get("range", [None, None])}
               for name, symbol in record["symbols"].items()}
    return {**record, "symbols": symbols}


def condition(function, inputs):
    """Sum over the inputs of |x df/dx / f|, by symmetric differences of relative width 1e-15."""
    step = mpf(10) ** -15
    at = {name: mpf(value) for name, value in inputs.items()}
    value = function(**at)
    total = mpf(0)
    for name, x in at.items():
        up = function(**{**at, name: x * (1 + step)})
        down = function(**{**at, name: x * (1 - step)})
        total += abs((up - down) / (2 * step * value))
    return total


def usable(record, function, inputs):
    """The value at a point, or None if the point is outside the domain or badly conditioned."""
    if not inside(record, inputs) or len(set(inputs.values())) < len(inputs):
        return None
    try:
        value = function(**{name: mpf(x) for name, x in inputs.items()})
        whole = {name for name in inputs if isinstance(inputs[name], int)}
        reals = not whole and condition(function, inputs) > CONDITION_MAX
    except (ValueError, ZeroDivisionError, TypeError, OverflowError, LookupError):
        return None
    if isinstance(value, mp.mpc) or not isfinite(value) or value == 0 or reals:
        return None
    return float(value)


def points(record, function):
    record = bounds(record)
    rng = random.Random(f"{SEED}:{record['id']}")
    found, seen, example = [], set(), record["example"]["inputs"]
    for _ in range(ATTEMPTS_MAX):
        inputs = {name: moved(record, name, value, rng) for name, value in example.items()}
        key = json.dumps(inputs)
        value = None if key in seen else usable(record, function, inputs)
        seen.add(key)
        if value is not None:
            found.append({"operator": record["id"], "inputs": inputs, "value": value})
        if len(found) == POINTS_PER_OPERATOR:
            break
    return found


def build():
    rows = []
    for domain in scripts():
        functions = importlib.import_module(domain).FUNCTIONS
        for record in json.loads((DOMAINS / f"{domain}.json").read_text()):
            if "inputs" in record["example"] and record["id"] not in SLOW | BOUND_TOGETHER:
                rows += points(record, functions[record["id"]])
    lines = ",\n".join("  " + json.dumps(row) for row in rows)
    return rows, f"[\n{lines}\n]\n"


def main(arguments):
    rows, text = build()
    print(f"{len(rows)} points of {len({row['operator'] for row in rows})} operators")
    if "--check" in arguments:
        return 0 if OUTPUT.read_text() == text else 1
    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    OUTPUT.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
