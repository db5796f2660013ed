"""Which points of test/vectors/operators/points.json no body can have: a range or a relation of the record is broken.

The relations are read and evaluated here, by Python's own parser, so that the reader of the registry is not asked about
itself. Run from the root of the checkout; writes test/vectors/operators/impossible.json.
"""

import glob
import json
import math
import re

CONSTANTS = {
    "pi": math.pi,
    "c": 299792458.0,
    "G": 6.6743e-11,
    "hbar": 6.62607015e-34 / (2 * math.pi),
    "k_B": 1.380649e-23,
    "N_A": 6.02214076e23,
    "m_e": 9.1093837139e-31,
    "eps_0": 8.8541878188e-12,
    "q_e": 1.602176634e-19,
}
FUNCTIONS = {name: getattr(math, name) for name in "sqrt sin cos tan sinh exp log log2 log10".split()} | {"abs": abs}
TOKEN = re.compile(r"[A-Za-z]\w*|\d+\.?\d*(?:e-?\d+)?|<=?|[()+\-*/^]")


def side(text, names):
    """A product without a sign binds like one with it."""
    written = []
    for token in TOKEN.findall(text):
        before = written[-1] if written else ""
        operand = re.match(r"[\w.]+$|\)$", before) and before not in FUNCTIONS
        if operand and (token == "(" or re.match(r"[\w.]", token)):
            written.append("*")
        is_name = token[0].isalpha() and token not in FUNCTIONS
        # `lambda` is a word of Python's own.
        written.append("**" if token == "^" else f"{token}_" if is_name else token)
    values = {f"{name}_": value for name, value in (CONSTANTS | names).items()}
    return eval(" ".join(written), {"__builtins__": {}}, FUNCTIONS | values)  # text of our own records only


def holds(relation, names):
    left, right = re.split("<=?", relation)
    a, b = side(left, names), side(right, names)
    return a <= b + 1e-12 * max(abs(a), abs(b)) if "<=" in relation else a < b


def possible(record, inputs):
    fixed = record.get("coefficients", {}) | record.get("assumed", {})
    names = {name: one["value"] for name, one in fixed.items()} | inputs
    for name, symbol in record["symbols"].items():
        low, high = symbol.get("range", (None, None))
        if name in names and (low is not None and names[name] < low or high is not None and names[name] > high):
            return False
    return all(holds(one["holds"], names) for one in record.get("relations", []))


records = {}
for path in glob.glob("protocol/operators/domains/*.json"):
    with open(path) as file:
        records |= {record["id"]: record for record in json.load(file)}
with open("test/vectors/operators/points.json") as file:
    points = json.load(file)
impossible = [i for i, point in enumerate(points) if not possible(records[point["operator"]], point["inputs"])]
with open("test/vectors/operators/impossible.json", "w") as file:
    json.dump(impossible, file)
    file.write("\n")
print(f"{len(impossible)} of {len(points)} points")
