"""
Computes the numbers of test/vectors/operators/textbook.json again, from what stands beside them.

    python3 scripts/reference/textbook.py           # exit status 1 where a number differs
    python3 scripts/reference/textbook.py --fill    # writes them, for new examples, and sorts by domain

`given` has the inputs: numbers, or expressions of the constants below (CODATA 2022). A `printed` number is as
a book, a standard or a table prints it, or as it is commonly quoted; what follows a star is its unit. Half a unit
of its last digit is the tolerance, or `units` of them. A `working` is the law as the record's reference prints it,
with the numbers put in; its tolerance is 1e-9, or `rel_tol`. None of them is computed by this program.
"""
import json
import math
import pathlib
import sys

from scipy.optimize import brentq
from scipy.special import iv, jv

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "test" / "vectors" / "operators" / "textbook.json"
RECORDS = {record["id"]: record for path in sorted((ROOT / "protocol" / "operators" / "domains").glob("*.json"))
           for record in json.loads(path.read_text())}

pi = math.pi
c, h, q_e, k_B, N_A = 299792458.0, 6.62607015e-34, 1.602176634e-19, 1.380649e-23, 6.02214076e23
hbar, R, F = h / (2 * pi), N_A * k_B, N_A * q_e
G, eps_0, mu_0 = 6.67430e-11, 8.8541878188e-12, 1.25663706127e-6
m_e, m_p, m_n, u = 9.1093837139e-31, 1.67262192595e-27, 1.67492750056e-27, 1.66053906892e-27
a_0, mu_B = 5.29177210544e-11, 9.2740100657e-24
sigma_SB = 2 * pi**5 * k_B**4 / (15 * h**3 * c**2)
eV, keV, MeV, GeV = q_e, q_e * 1e3, q_e * 1e6, q_e * 1e9
deg, arcsec, inch, foot, pound = pi / 180, pi / 648000, 0.0254, 0.3048, 0.45359237
g_n, atm, mmHg, day, yr = 9.80665, 101325.0, 133.322387415, 86400.0, 31557600.0
AU, pc, Mpc = 149597870700.0, 3.0856775814913673e16, 3.0856775814913673e22
M_sun, M_earth, M_moon, R_earth = 1.98841e30, 5.9722e24, 7.346e22, 6.371e6
NAMES = {name: getattr(math, name) for name in dir(math) if not name.startswith("_")}
NAMES |= {name: value for name, value in globals().items() if isinstance(value, float)}
NAMES |= {"__builtins__": {}, "brentq": brentq, "iv": iv, "jv": jv}


def number(text):
    return float(eval(text, NAMES))


def numbers_of(example):
    """The inputs, the value and its tolerance."""
    inputs = {name: number(value) for name, value in (part.split("=") for part in example["given"].split())}
    if "working" in example:
        value = number(example["working"])
        return {"inputs": inputs, "value": value, "tolerance": abs(value) * example.get("rel_tol", 1e-9)}
    digits, _, unit = example["printed"].partition("*")
    factor = number(unit) if unit else 1.0
    mantissa, _, exponent = digits.partition("e")
    last = 10.0 ** (int(exponent or 0) - len(mantissa.partition(".")[2]))
    return {"inputs": inputs, "value": float(digits) * factor,
            "tolerance": example.get("units", 0.5) * last * abs(factor)}


def main():
    examples = json.loads(EXAMPLES.read_text())
    differ = []
    for example in examples:
        if "refused" in example:
            continue
        numbers = numbers_of(example)
        if any(example.get(name) != value for name, value in numbers.items()):
            differ.append(f"{example['operator']}: {example['given']}: {numbers}")
            example.update(numbers)
    if "--fill" in sys.argv:
        examples.sort(key=lambda example: RECORDS[example["operator"]]["domain"])
        lines = ",\n".join("  " + json.dumps(example, ensure_ascii=False) for example in examples)
        EXAMPLES.write_text("[\n" + lines + "\n]\n")
    print(f"{len(examples)} examples, {len(differ)} differ", *differ, sep="\n")
    return 1 if differ and "--fill" not in sys.argv else 0


sys.exit(main())
