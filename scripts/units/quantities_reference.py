#!/usr/bin/env python3
"""Values of quantity texts by GNU units 2.22, for test/vectors/units/quantities.json.

Each row is the text, the same in the language of GNU units, and the SI unit it is printed in.
Temperatures are printed by its nonlinear functions. Run: python3 scripts/units/quantities_reference.py
"""
import json
import subprocess

ROWS = [
    # number styles
    ("384400km", "384400 km", "m"),
    ("5.97e24 kg", "5.97e24 kg", "kg"),
    ("1 000 000 mm^4", "1000000 mm^4", "m^4"),
    ("1\u2009000\u2009000 mm\u2074", "1000000 mm^4", "m^4"),
    ("1'000 m", "1000 m", "m"),
    ("2,000 kg", "2000 kg", "kg"),
    ("12,345,678.5 m", "12345678.5 m", "m"),
    ("3x10^2 m", "3e2 m", "m"),
    ("3 × 10⁸ m/s", "3e8 m/s", "m/s"),
    ("1.67×10⁻²⁷ kg", "1.67e-27 kg", "kg"),
    ("1.6*10^(-19) C", "1.6e-19 C", "C"),
    ("6.02 x 10^23 1/mol", "6.02e23 /mol", "/mol"),
    ("10^6 W", "1e6 W", "W"),
    ("−40 N", "-40 N", "N"),
    ("9.109 383 713 9e-31 kg", "9.1093837139e-31 kg", "kg"),
    ("1/2 inch", "1|2 inch", "m"),
    ("2 1/2 in", "2.5 in", "m"),
    ("2½ miles", "2.5 mile", "m"),
    ("half a mile", "0.5 mile", "m"),
    ("three quarters of an hour", "45 min", "s"),
    ("one and a half million kilograms", "1.5e6 kg", "kg"),
    ("twenty-five metres", "25 m", "m"),
    ("two hundred and fifty thousand joules", "250000 J", "J"),
    ("three point two five metres", "3.25 m", "m"),
    ("5 hundred newtons", "500 N", "N"),
    ("half a dozen", "6", ""),
    ("15 %", "0.15", ""),
    ("15 per cent", "0.15", ""),
    ("3 parts per million", "3e-6", ""),
    # angles
    ("30°", "30 deg", "radian"),
    ("5° 30' 15\"", "5 deg + 30 arcmin + 15 arcsec", "radian"),
    ("2π/3 rad", "2 pi / 3 radian", "radian"),
    ("33 1/3 rpm", "100|3 rpm", "radian/s"),
    # compounds
    ("5 ft 3 in", "5 ft + 3 in", "m"),
    ("5'3\"", "5 ft + 3 in", "m"),
    ("2 h 15 min", "2 hour + 15 min", "s"),
    ("2h15min", "2 hour + 15 min", "s"),
    ("2 hours and 15 minutes", "2 hour + 15 min", "s"),
    ("1 min 30.5 s", "90.5 s", "s"),
    ("6 lb 4 oz", "6 lb + 4 oz", "kg"),
    ("1 m 80 cm", "1.8 m", "m"),
    # units in symbols and words
    ("9.81 metres per second squared", "9.81 m/s^2", "m/s^2"),
    ("120 kilometres per hour", "120 km/hour", "m/s"),
    ("60 MPH", "60 mph", "m/s"),
    ("4186 J/(kg °C)", "4186 J/(kg K)", "J/kg K"),
    ("0.511 MeV/c^2", "0.511 MeV/c^2", "kg"),
    ("760 mm Hg", "760 mmHg", "Pa"),
    ("30 inches of mercury", "30 inHg", "Pa"),
    ("3.5 kilowatt hours", "3.5 kW hour", "J"),
    ("2 cubic feet per minute", "2 ft^3/min", "m^3/s"),
    ("5 Kg", "5 kg", "kg"),
    ("1 light year", "1 lightyear", "m"),
    ("2 fathoms", "2 fathom", "m"),
    ("3 furlongs per fortnight", "3 furlong/fortnight", "m/s"),
    ("1 acre foot", "1 acrefoot", "m^3"),
    ("3 tablespoons", "3 tablespoon", "m^3"),
    ("4 gills", "4 usgill", "m^3"),
    ("2 pecks", "2 uspeck", "m^3"),
    ("7 hands", "7 hand", "m"),
    ("1 township", "36 mile^2", "m^2"),
    ("500 circular mils", "500 circularmil", "m^2"),
    ("12 pennyweights", "12 pennyweight", "kg"),
    ("9 scruples", "9 scruple", "kg"),
    ("2 pound moles", "2 mol lb/gram", "mol"),
    ("100 tex", "100 tex", "kg/m"),
    ("70 deniers", "70 denier", "kg/m"),
    ("2 dioptres", "2 diopter", "/m"),
    ("5 reyn", "5 reyn", "Pa s"),
    ("3 shakes", "3 shake", "s"),
    ("100 baryes", "100 barye", "Pa"),
    ("12 slugs", "12 slug", "kg"),
    ("2 survey feet", "2 surveyft", "m"),
    ("1 stone", "1 stone", "kg"),
    ("100 [lb_av]", "100 lb", "kg"),
    ("120 mm[Hg]", "120 mmHg", "Pa"),
    ("3 [gal_us]", "3 gallon", "m^3"),
    ("1.5 kip", "1.5 kip", "N"),
    ("2 hp", "2 hp", "W"),
]
TEMPERATURES = [
    ("20 °C", "tempC(20)"),
    ("20 degrees Celsius", "tempC(20)"),
    ("−40 °F", "tempF(-40)"),
    ("98.6 degF", "tempF(98.6)"),
    ("491.67 degR", "491.67 degR"),
]
REFUSED = [
    "3,5 m", "0,123 m", "1.234.567 m", "1,00,000 m", "5:30", "1e400 m", "1/0 m", "2 5/4 in", "3 x 10 m",
    "2^10 m", "2-3 kg", "2 to 3 kg", "2 or 3 kg", "5 ± 0.1 kg", "5 km / 20 min", "3 * 4 m", "5 + 3 m",
    "5 foobars", "five foobars", "5 kg foo", "5 kg 3", "10 5", "3 m, 4 cm", "3 m and 4 cm", "5 ft 13 in",
    "5 s 3 h", "2 h 75 min", "m", "", "--5 m", "5 m/", "5 m per", "NaN", "Infinity", "0x10 m", "1e5e5 m",
    "5 dB", "5 m @ 3", "3 kg.", "12abc", "half of the mass", "twice 3 kg",
]


def gnu(expression: str, unit: str) -> float:
    command = ["units", "--terse", "--output-format", "%.17g", "--", expression]
    if unit:
        command.append(unit)
    out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return float(out.split()[0])


def main() -> None:
    read = [
        {"text": text, "gnu": of, "si": unit or "1", "value": gnu(of, unit)}
        for text, of, unit in ROWS
    ] + [{"text": text, "gnu": of, "si": "K", "value": gnu(of, "K")} for text, of in TEMPERATURES]
    made = {"source": "GNU units 2.22", "read": read, "refused": REFUSED}
    with open("test/vectors/units/quantities.json", "w", encoding="utf8") as file:
        json.dump(made, file, ensure_ascii=False, indent=1)
        file.write("\n")


main()
