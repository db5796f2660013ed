"""Writes test/vectors/units/factors.json: published exact factors, and conversions computed by mpmath.

The factors are typed from the sources named, not from the program's table.
Run: python3 scripts/constants/unit_vectors.py   (needs mpmath)
"""
from fractions import Fraction
from pathlib import Path
import json
import random

import mpmath

mpmath.mp.dps = 60
NIST = "NIST SP 811 (2008), appendix B"
SI = "SI Brochure, 9th edition, tables 4 and 8"
FACTORS = [
    ("in", "m", "0.0254", 0, NIST), ("ft", "m", "0.3048", 0, NIST), ("yd", "m", "0.9144", 0, NIST),
    ("mi", "m", "1609.344", 0, NIST), ("nmi", "m", "1852", 0, NIST), ("fathom", "m", "1.8288", 0,
        "international fathom, 6 ft"),
    ("mil", "m", "2.54e-5", 0, NIST), ("angstrom", "m", "1e-10", 0, NIST), ("au", "m", "149597870700", 0,
        "IAU 2012 resolution B2"),
    ("pc", "m", "96939420213600000", -1, "IAU 2015 resolution B2: 648000/pi au"), ("ly", "m", "9460730472580800", 0,
        "IAU, 365.25 d times c"),
    ("acre", "m^2", "4046.8564224", 0, "43560 square feet"), ("ha", "m^2", "1e4", 0, SI), ("barn", "m^2", "1e-28", 0,
        SI),
    ("L", "m^3", "0.001", 0, SI), ("gal", "m^3", "0.003785411784", 0, NIST), ("qt", "m^3", "0.000946352946", 0, NIST),
    ("bbl", "m^3", "0.158987294928", 0, NIST), ("gal_uk", "m^3", "0.00454609", 0, NIST),
    ("floz", "m^3", "2.95735295625e-5", 0, NIST),
    ("tsp", "m^3", "4.92892159375e-6", 0, "US customary, 1/768 gallon"), ("bushel", "m^3", "0.03523907016688", 0,
        "2150.42 cubic inches"),
    ("lb", "kg", "0.45359237", 0, NIST), ("oz", "kg", "0.028349523125", 0, NIST), ("gr", "kg", "6.479891e-5", 0, NIST),
    ("ozt", "kg", "0.0311034768", 0, NIST), ("ton_us", "kg", "907.18474", 0, NIST), ("ton_uk", "kg", "1016.0469088", 0,
        NIST),
    ("ct", "kg", "0.0002", 0, NIST), ("t", "kg", "1000", 0, SI), ("slug", "kg", "4.4482216152605/0.3048", 0,
        "1 lbf s^2/ft"),
    ("lbf", "N", "4.4482216152605", 0, NIST), ("kgf", "N", "9.80665", 0, NIST), ("dyn", "N", "1e-5", 0, NIST),
    ("pdl", "N", "0.138254954376", 0, NIST),
    ("kip", "N", "4448.2216152605", 0, NIST), ("atm", "Pa", "101325", 0, NIST), ("bar", "Pa", "1e5", 0, NIST),
    ("Torr", "Pa", "101325/760", 0, NIST), ("mmHg", "Pa", "133.322387415", 0,
        "conventional mercury, 13.5951 g/cm^3 times g_n"),
    ("at", "Pa", "98066.5", 0, NIST), ("psi", "Pa", "4.4482216152605/0.00064516", 0, "1 lbf/in^2"),
    ("eV", "J", "1.602176634e-19", 0, SI), ("cal", "J", "4.184", 0, NIST), ("calIT", "J", "4.1868", 0, NIST),
    ("BTU", "J", "1055.05585262", 0, NIST), ("erg", "J", "1e-7", 0, NIST), ("kWh", "J", "3.6e6", 0, NIST),
    ("therm", "J", "1.0550558526200e8", 0, NIST), ("ftlbf", "J", "1.3558179483314004", 0,
        "0.3048 times 4.4482216152605"),
    ("hp", "W", "745.69987158227022", 0, "550 ft lbf/s"), ("hp_metric", "W", "735.49875", 0, NIST),
    ("hp_e", "W", "746", 0, NIST),
    ("mph", "m/s", "0.44704", 0, NIST), ("kn", "m/s", "1852/3600", 0, NIST), ("km/h", "m/s", "5/18", 0, "definition"),
    ("Gal", "m/s^2", "0.01", 0, NIST), ("gee", "m/s^2", "9.80665", 0, NIST),
    ("min", "s", "60", 0, SI), ("h", "s", "3600", 0, SI), ("d", "s", "86400", 0, SI), ("yr", "s", "31557600", 0,
        "IAU Julian year"),
    ("calcond", "s", "0.777000777", 0, "definition of the calcond, 777000777 ns"),
    ("deg", "rad", "1/180", 1, SI), ("arcmin", "rad", "1/10800", 1, SI), ("arcsec", "rad", "1/648000", 1, SI),
    ("rev", "rad", "2", 1, NIST), ("rpm", "rad/s", "1/30", 1, NIST), ("gon", "rad", "1/200", 1, NIST),
    ("G", "T", "1e-4", 0, NIST), ("Oe", "A/m", "250", -1, "NIST SP 811: 1000/(4 pi)"), ("Mx", "Wb", "1e-8", 0, NIST),
    ("Gb", "A", "2.5", -1, "NIST SP 811: 10/(4 pi)"), ("abA", "A", "10", 0, NIST), ("statC", "C", "1/2997924580", 0,
        "10/c with c in cm/s"),
    ("statV", "V", "299.792458", 0, "c/1e6 in SI"), ("debye", "C m", "1e-21/299792458", 0, "1e-18 statC cm"),
    ("P", "Pa s", "0.1", 0, NIST), ("St", "m^2/s", "1e-4", 0, NIST), ("Ah", "C", "3600", 0, NIST),
    ("Ci", "Bq", "3.7e10", 0, NIST), ("R", "C/kg", "2.58e-4", 0, NIST), ("rd", "Gy", "0.01", 0, NIST),
    ("rem", "Sv", "0.01", 0, NIST),
    ("lambert", "cd/m^2", "1e4", -1, NIST), ("sb", "cd/m^2", "1e4", 0, NIST), ("ph", "lx", "1e4", 0, NIST),
    ("fc", "lx", "1/0.09290304", 0, NIST),
    ("Jy", "W/(m^2 Hz)", "1e-26", 0, "IAU style manual (1989)"), ("darcy", "m^2", "1e-7/101325", 0,
        "1 cP cm^2/(s atm cm)"),
    ("B", "1", "8", 0, "IEC 80000-13"), ("KiB", "1", "8192", 0, "IEC 80000-13"), ("%", "1", "0.01", 0, "definition"),
    ("ppm", "1", "1e-6", 0, "definition"),
    ("degR", "K", "5/9", 0, NIST), ("N", "kg m/s^2", "1", 0, SI), ("Pa", "kg/(m s^2)", "1", 0, SI),
    ("J", "kg m^2/s^2", "1", 0, SI),
    ("W", "kg m^2/s^3", "1", 0, SI), ("C", "A s", "1", 0, SI), ("V", "kg m^2/(s^3 A)", "1", 0, SI),
    ("F", "s^4 A^2/(kg m^2)", "1", 0, SI),
    ("ohm", "kg m^2/(s^3 A^2)", "1", 0, SI), ("S", "s^3 A^2/(kg m^2)", "1", 0, SI), ("Wb", "kg m^2/(s^2 A)", "1", 0,
        SI),
    ("T", "kg/(s^2 A)", "1", 0, SI), ("H", "kg m^2/(s^2 A^2)", "1", 0, SI), ("lx", "cd/m^2", "1", 0, SI),
    ("Gy", "m^2/s^2", "1", 0, SI),
    ("kat", "mol/s", "1", 0, SI), ("Bq", "1/s", "1", 0, SI), ("lm", "cd", "1", 0, SI),
]


def fraction(text):
    if "/" in text:
        a, b = text.split("/")
        return Fraction(a) / Fraction(b)
    return Fraction(text)


def nearest_double(x):
    sign, man, exp, _ = x._mpf_
    value = Fraction(int(man)) * Fraction(2) ** int(exp)
    return float(-value if sign else value)


def main():
    rng = random.Random(20260101)
    conversions = []
    for unit, _, factor, pi, _ in FACTORS:
        if fraction(factor) == 1:
            continue
        for _ in range(4):
            text = f"{rng.uniform(-10, 10):.{rng.randint(1, 12)}f}e{rng.randint(-30, 30)}"
            written = Fraction(repr(float(text)))
            f = fraction(factor) * written
            if pi == 0:
                si = float(f)
            else:
                si = nearest_double(mpmath.mpf(f.numerator) / f.denominator * mpmath.pi**pi)
            conversions.append({"value": float(text), "unit": unit, "si": si})
    for text in ["37", "-273.15", "100", "98.6", "21.5", "-459.67"]:
        t = Fraction(text)
        if t >= Fraction("-273.15"):
            conversions.append({"value": float(text), "unit": "degC", "si": float(t + Fraction("273.15"))})
        conversions.append({"value": float(text), "unit": "degF", "si": float((t + Fraction("459.67")) * Fraction(5,
            9))})
    factors = []
    for unit, si, factor, pi, source in FACTORS:
        row = {"unit": unit, "si": si, "factor": factor}
        if pi:
            row["pi"] = pi
        factors.append(row | {"source": source})
    rows = ",\n  ".join(json.dumps(row) for row in factors)
    cases = ",\n  ".join(json.dumps(row) for row in conversions)
    target = Path(__file__).resolve().parents[2] / "test" / "vectors" / "units" / "factors.json"
    target.write_text(f'{{"factors": [\n  {rows}\n], "conversions": [\n  {cases}\n]}}\n', encoding="utf-8")
    print(f"{len(factors)} factors, {len(conversions)} conversions")


if __name__ == "__main__":
    main()
