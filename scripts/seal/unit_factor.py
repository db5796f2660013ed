"""What one unit is in SI, exactly, as section 16.4 of docs/receipts.md has it."""
import re
from fractions import Fraction

COHERENT = "m kg s A K mol cd rad sr N J W Pa V Hz ohm F C T Wb H S Bq Gy Sv kat lm lx 1".split()
SYMBOLS = {
    **dict.fromkeys(COHERENT, Fraction(1)),
    "g": Fraction(1, 1000), "t": Fraction(1000), "L": Fraction(1, 1000), "l": Fraction(1, 1000), "bar": Fraction(10**5),
    "min": Fraction(60), "h": Fraction(3600), "d": Fraction(86400), "day": Fraction(86400), "%": Fraction(1, 100),
    "percent": Fraction(1, 100), "eV": Fraction("1.602176634e-19"), "Wh": Fraction(3600), "Ah": Fraction(3600),
    "atm": Fraction(101325), "ppm": Fraction(1, 10**6), "ppb": Fraction(1, 10**9),
}
PREFIXED = set("m g s A K mol N J W Pa V Hz ohm F C T Wb H S Bq Gy Sv L l bar eV Wh Ah".split())
PREFIXES = {"da": 1, "h": 2, "k": 3, "M": 6, "G": 9, "T": 12, "P": 15, "d": -1, "c": -2, "m": -3, "u": -6, "\u00b5": -6,
            "\u03bc": -6, "n": -9, "p": -12, "f": -15}
OFFSETS = {"degC": Fraction("273.15"), "\u00b0C": Fraction("273.15")}
PART = re.compile(r"\s*(?:(?P<symbol>[A-Za-z\u00b5\u03bc%]+|1)(?:\^(?P<power>-?[0-9]+))?|(?P<sign>[/*()]))\s*")


class Unknown(Exception):
    """A unit that this program has no factor of."""


def symbol_factor(symbol):
    if symbol in SYMBOLS:
        return SYMBOLS[symbol]
    for prefix, power in PREFIXES.items():
        if symbol.startswith(prefix) and symbol[len(prefix):] in PREFIXED:
            return SYMBOLS[symbol[len(prefix):]] * Fraction(10) ** power
    raise Unknown(symbol)


def factor_of(text):
    """Factor and zero of a unit. Parts above the slash multiply; one part, or a bracket, stands below it."""
    if text in OFFSETS:
        return Fraction(1), OFFSETS[text]
    factor, at, below, depth = Fraction(1), 0, False, 0
    while at < len(text):
        match = PART.match(text, at)
        if match is None:
            raise Unknown(text)
        at = match.end()
        sign = match.group("sign")
        if sign == "/":
            if below:
                raise Unknown(text)
            below = True
        elif sign == "(":
            if not below or depth:
                raise Unknown(text)
            depth = 1
        elif sign == ")":
            depth, below = 0, False
        elif sign is None:
            part = symbol_factor(match.group("symbol")) ** int(match.group("power") or 1)
            factor = factor / part if below else factor * part
            below = below and depth == 1
    return factor, Fraction(0)


def in_si(value, unit):
    """A number as it is written, times the factor, plus the zero; rounded once."""
    factor, zero = factor_of(unit)
    return value if factor == 1 and zero == 0 else float(Fraction(repr(value)) * factor + zero)
