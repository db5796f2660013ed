"""Ground of the textbook facts: constants of CODATA 2022, and the two ways a fact is written.

`printed(id, inputs, value, source)` holds a number as a book, a standard or a table prints it, or as it is commonly
quoted. Half a unit of its last digit is the tolerance, a whole unit where the source cuts off. `computed(id, inputs,
value)` holds a number that Python computes in the line itself, from the law as the record's reference prints it; the
tolerance is 1e-9 unless given.
"""
import json
import math
import pathlib

DOMAINS = pathlib.Path(__file__).resolve().parents[2] / "protocol" / "operators" / "domains"
RECORDS = {record["id"]: record for path in sorted(DOMAINS.glob("*.json")) for record in json.loads(path.read_text())}

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
NAMES = {name: value for name, value in globals().items() if isinstance(value, float)}

FACTS = []


def number(text):
    """A number or an expression of the constants above: 13.6*eV."""
    return float(eval(text, {"__builtins__": {}, "sqrt": math.sqrt}, NAMES))


def inputs_of(text):
    return {name: number(value) for name, value in (part.split("=") for part in text.split())}


def add(operator, inputs, value, tolerance, source, origin):
    assert operator in RECORDS, operator
    FACTS.append({"operator": operator, "inputs": inputs_of(inputs), "value": value, "tolerance": tolerance,
                  "source": source, "origin": origin})


def printed(operator, inputs, text, source, units=0.5):
    """A printed number, 11.2e3 or 13.6*eV: what follows a star is its unit; `units` of the last digit are allowed."""
    digits, _, unit = text.partition("*")
    factor = number(unit) if unit else 1.0
    mantissa, _, exponent = digits.partition("e")
    decimals = len(mantissa.partition(".")[2])
    tolerance = units * 10.0 ** (int(exponent or 0) - decimals) * abs(factor)
    add(operator, inputs, float(digits) * factor, tolerance, source, "printed")


def computed(operator, inputs, value, rel_tol=1e-9):
    source = "law: " + RECORDS[operator]["reference"]
    add(operator, inputs, float(value), abs(float(value)) * rel_tol, source,
        "computed: python, from the law as printed")


def refused(operator, kind):
    """A law that is no one number is refused by the kind that its mathematics names."""
    source = "law: " + RECORDS[operator]["reference"]
    FACTS.append({"operator": operator, "refused": kind, "source": source})
