"""Writes test/vectors/units/names.json: names of units with their size in SI, from other programs than this one.

Names and sizes of UCUM come from its essence (https://github.com/ucum-org/ucum, ucum-essence.xml), all others
from pint.
A name that pint and UCUM do not have is not written.

    pip install pint
    python3 scripts/units/names_reference.py ucum-essence.xml
"""
import json
import math
import re
import sys
import warnings
import xml.etree.ElementTree as ET
from fractions import Fraction
from pathlib import Path

import pint

ROOT = Path(__file__).resolve().parents[2]
# Kinds that are no quantities: constants of nature, levels, doses defined by a procedure, functions.
LEFT_OUT = {"const", "levels", "clinical", "chemical", "infotech"}
SI_WORDS = (
    "metre gram second ampere kelvin mole candela radian steradian hertz newton pascal joule watt coulomb volt farad "
    "ohm siemens weber tesla henry lumen lux becquerel gray sievert katal litre"
).split()
PREFIXES = {
    "quetta": 30, "ronna": 27, "yotta": 24, "zetta": 21, "exa": 18, "peta": 15, "tera": 12, "giga": 9, "mega": 6,
    "kilo": 3, "hecto": 2, "deca": 1, "deci": -1, "centi": -2, "milli": -3, "micro": -6, "nano": -9, "pico": -12,
    "femto": -15, "atto": -18, "zepto": -21, "yocto": -24, "ronto": -27, "quecto": -30,
}
WORDS = (
    "electron_volt standard_atmosphere technical_atmosphere ångström röntgen arc_minute arc_second "
    "unified_atomic_mass_unit gram_force kilogram_force force_pound thermochemical_calorie international_calorie "
    "electrical_horsepower boiler_horsepower refrigeration_ton tonne_of_oil_equivalent watthour "
    "liquid_pint liquid_quart "
    "liquid_gallon oil_barrel UK_pint UK_quart UK_gallon avoirdupois_pound avoirdupois_ounce international_inch "
    "international_yard international_mile international_knot sidereal_month synodic_month common_year leap_year "
    "imperial_gill imperial_peck imperial_bushel imperial_fluid_dram imperial_minim dry_barrel beer_barrel "
    "apothecary_dram apothecary_ounce apothecary_pound slinch statohm statfarad stathenry townsend svedberg centipoise "
    "inch foot yard mile nautical_mile fathom furlong league hand acre hectare barn liter gallon quart pint cup "
    "fluid_ounce tablespoon teaspoon bushel peck pound ounce grain stone troy_ounce troy_pound pennyweight short_ton "
    "long_ton carat slug poundal pound_force psi knot mph horsepower calorie erg dyne poise stokes gauss oersted "
    "maxwell curie rem rutherford parsec light_year astronomical_unit jansky dalton electronvolt bar atmosphere torr "
    "angstrom micron fortnight week hour minute day degree gradian byte bit denier tex debye franklin biot abampere "
    "kip standard_liter_per_minute dioptre clo darcy langley lambert stilb phot nit"
).split()


def pint_rows():
    registry = pint.UnitRegistry()
    for name in WORDS:
        try:
            size = (1 * registry(name)).to_base_units()
        except Exception:
            continue
        yield name.replace("_", " "), float(size.magnitude), f"pint {pint.__version__}"


TERM = re.compile(r"(\[[^\]]+\]|[^\d./\[\]()]+(?:\[[^\]]+\])?)(-?\d+)?|(\d+)(?:\*(-?\d+))?")


class Ucum:
    def __init__(self, path):
        self.prefixes, self.units, self.known = {}, {}, {}
        for node in ET.parse(path).getroot():
            tag = node.tag.split("}")[1]
            child = {part.tag.split("}")[1]: part for part in node}
            if tag == "prefix":
                self.prefixes[node.get("Code")] = Fraction(child["value"].get("value"))
            elif tag == "base-unit":
                self.known[node.get("Code")] = Fraction(1, 1000) if node.get("Code") == "g" else Fraction(1)
            elif tag == "unit":
                self.units[node.get("Code")] = (node, child)

    def size(self, code):
        if code in self.known:
            return self.known[code]
        node, child = self.units[code]
        if node.get("isSpecial") == "yes" or node.get("isArbitrary") == "yes":
            raise KeyError(code)
        value = child["value"]
        text = value.get("value")
        number = Fraction(math.pi) if text.startswith("3.14159") else Fraction(text)
        self.known[code] = number * self.of(value.get("Unit"))
        return self.known[code]

    def atom(self, text):
        if text in self.known or text in self.units:
            return self.size(text)
        for prefix, factor in self.prefixes.items():
            if text.startswith(prefix) and (text[len(prefix):] in self.units or text[len(prefix):] in self.known):
                return factor * self.size(text[len(prefix):])
        raise KeyError(text)

    def of(self, text):
        if text in ("1", ""):
            return Fraction(1)
        if "(" in text:
            raise KeyError(text)
        result, sign = Fraction(1), 1
        for part in re.split(r"([./])", text if not text.startswith("/") else "1" + text):
            if part in "./":
                sign = -1 if part == "/" else 1
                continue
            whole = re.fullmatch(r"(10[*^])(-?\d+)|(\d+)|(.*?)(-?\d+)?", part)
            if whole[1]:
                size = Fraction(10) ** int(whole[2])
            elif whole[3]:
                size = Fraction(int(whole[3]))
            else:
                size = self.atom(whole[4]) ** int(whole[5] or 1)
            result *= size**sign
        return result

    def rows(self):
        for code, (node, _) in self.units.items():
            if node.get("class") in LEFT_OUT:
                continue
            try:
                yield code, float(self.size(code)), "UCUM essence 2.2"
            except KeyError:
                continue


def main():
    warnings.simplefilter("ignore")
    rows = [
        (prefix + word + plural, 10.0**power * (1e-3 if word in ("gram", "litre") else 1.0), "SI Brochure, 9th edition")
        for prefix, power in {"": 0, **PREFIXES}.items()
        for word in SI_WORDS
        for plural in ("", "" if word.endswith(("s", "z", "x")) else "s")
    ]
    rows = [*rows, *pint_rows(), *Ucum(sys.argv[1]).rows()]
    rows = sorted({(name, float(f"{size:.15g}"), source) for name, size, source in rows})
    target = ROOT / "test" / "vectors" / "units" / "names.json"
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    target.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    print(len(rows), "names")


if __name__ == "__main__":
    main()
