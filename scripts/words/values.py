"""
Computes the values of all question sets again, from the working that stands beside each question.

    python3 scripts/words/values.py           # exit status 1 where a value differs
    python3 scripts/words/values.py --fill    # writes the values that are null, for a new set

`working` is the arithmetic of whoever wrote the question, in SI, with the constants of scipy under their
usual letters; nothing of this program computed it. `check` is a second reckoning by another route or by
hand. `value` is what a question must give, `right` what alone may be given where it should rather be asked.
The twentieth set came with values only.
"""
import json
import math
import pathlib
import sys

from scipy import constants, special

SETS = pathlib.Path(__file__).resolve().parents[2] / "test" / "vectors" / "words"
WORKING_TOL, CHECK_TOL = 1e-12, 5e-3
CONSTANTS = """G Julian_year N_A R Rydberg Wien atm au c e eV epsilon_0 g h hbar k m_e m_p mu_0 parsec sigma u"""
NAMES = {name: getattr(math, name) for name in dir(math) if not name.startswith("_")}
NAMES |= {name: getattr(constants, name) for name in CONSTANTS.split()}
NAMES |= {"a_0": constants.value("Bohr radius"), "mu_B": constants.value("Bohr magneton")}
NAMES |= {"abs": abs, "ellipk": special.ellipk, "lambertw": special.lambertw}


def value_of(text):
    return float(eval(text, {"__builtins__": {}}, NAMES).real)


def differs(value, other, tolerance):
    return not abs(value - other) <= tolerance * abs(other)


def main():
    fills, counted, wrong = "--fill" in sys.argv, 0, []
    for path in sorted(SETS.glob("*.json")):
        if path.stem == "paraphrases":
            continue
        rows = json.loads(path.read_text())
        for row in (row for row in rows if "working" in row):
            member = "value" if row["kind"] == "value" else "right"
            value = value_of(row["working"])
            if fills and row[member] is None:
                row[member] = value
            counted += 1
            if differs(value, row[member], WORKING_TOL):
                wrong.append(f"{path.name}: {row['query']}: {row[member]}, and {row['working']} is {value}")
            if "check" in row and differs(value, value_of(row["check"]), CHECK_TOL):
                wrong.append(f"{path.name}: {row['query']}: {value}, and {row['check']} says otherwise")
        if fills:
            lines = (json.dumps(row, ensure_ascii=False) for row in rows)
            path.write_text("[\n" + ",\n".join(lines) + "\n]\n")
    print(f"{counted} values computed again, {len(wrong)} differ", *wrong, sep="\n")
    return 1 if wrong else 0


sys.exit(main())
