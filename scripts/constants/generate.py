"""Writes protocol/units/constants.data.ts from the CODATA 2022 table that scipy ships, and closed forms by mpmath.

Run: python3 scripts/constants/generate.py   (needs scipy >= 1.15 and mpmath)

Measured constants take the table's decimal. Exact ones are computed to 40 digits from the seven defining
constants, because the table cuts them off with "...". Sensitivities are d ln(constant) / d ln(source).
"""
from fractions import Fraction
from pathlib import Path
import re

import mpmath
from scipy.constants import _codata

mpmath.mp.dps = 60
TABLE = {}
for line in _codata.txt2022.splitlines():
    if not line.strip():
        continue
    name, value, uncertainty = line[:60].strip(), line[60:85].replace(" ", ""), line[85:110].replace(" ", "")
    TABLE[name] = (value, uncertainty)

mpf = mpmath.mpf
PI = mpmath.pi
C, H, E = mpf(299792458), mpf("6.62607015e-34"), mpf("1.602176634e-19")
K, NA = mpf("1.380649e-23"), mpf("6.02214076e23")
HBAR = H / (2 * PI)


def table(name):
    value, uncertainty = TABLE[name]
    if "..." in value or uncertainty == "(exact)":
        raise SystemExit(f"{name} is exact: give its closed form")
    return mpf(value), mpf(uncertainty), value, uncertainty


# symbol -> CODATA name of an independent source
SOURCES = {
    "alpha": "fine-structure constant",
    "R_inf": "Rydberg constant",
    "G": "Newtonian constant of gravitation",
    "A_r_e": "electron relative atomic mass",
    "A_r_p": "proton relative atomic mass",
    "A_r_n": "neutron relative atomic mass",
    "A_r_d": "deuteron relative atomic mass",
    "A_r_t": "triton relative atomic mass",
    "A_r_h": "helion relative atomic mass",
    "A_r_alpha": "alpha particle relative atomic mass",
    "a_e": "electron mag. mom. anomaly",
    "a_mu": "muon mag. mom. anomaly",
    "mu_p_over_mu_N": "proton mag. mom. to nuclear magneton ratio",
    "mu_n_over_mu_N": "neutron mag. mom. to nuclear magneton ratio",
    "mu_d_over_mu_N": "deuteron mag. mom. to nuclear magneton ratio",
    "m_mu_over_m_e": "muon-electron mass ratio",
    "m_tau_over_m_e": "tau-electron mass ratio",
    "r_p": "proton rms charge radius",
    "r_d": "deuteron rms charge radius",
    "sin2_theta_W": "weak mixing angle",
}

# symbol, name, unit, closed form (unrounded), codata name or None
EXACT = [
    ("pi", "ratio of circumference to diameter", "1", PI, None),
    ("c", "speed of light in vacuum", "m/s", C, "speed of light in vacuum"),
    ("h", "Planck constant", "J s", H, "Planck constant"),
    ("hbar", "reduced Planck constant", "J s", HBAR, "reduced Planck constant"),
    ("q_e", "elementary charge", "C", E, "elementary charge"),
    ("k_B", "Boltzmann constant", "J/K", K, "Boltzmann constant"),
    ("N_A", "Avogadro constant", "1/mol", NA, "Avogadro constant"),
    ("Delta_nu_Cs", "hyperfine transition frequency of caesium 133", "Hz", mpf(9192631770),
     "hyperfine transition frequency of Cs-133"),
    ("K_cd", "luminous efficacy", "lm/W", mpf(683), "luminous efficacy"),
    ("R_gas", "molar gas constant", "J/(mol K)", NA * K, "molar gas constant"),
    ("F_const", "Faraday constant", "C/mol", NA * E, "Faraday constant"),
    ("sigma_SB", "Stefan-Boltzmann constant", "W/(m^2 K^4)", 2 * PI**5 * K**4 / (15 * H**3 * C**2),
     "Stefan-Boltzmann constant"),
    ("b_Wien", "Wien wavelength displacement law constant", "m K",
     H * C / (K * (5 + mpmath.lambertw(-5 * mpmath.exp(-5)).real)), "Wien wavelength displacement law constant"),
    ("b_Wien_nu", "Wien frequency displacement law constant", "Hz/K",
     K / H * (3 + mpmath.lambertw(-3 * mpmath.exp(-3)).real), "Wien frequency displacement law constant"),
    ("c_1", "first radiation constant", "W m^2", 2 * PI * H * C**2, "first radiation constant"),
    ("c_2", "second radiation constant", "m K", H * C / K, "second radiation constant"),
    ("Phi_0", "magnetic flux quantum", "Wb", H / (2 * E), "mag. flux quantum"),
    ("K_J", "Josephson constant", "Hz/V", 2 * E / H, "Josephson constant"),
    ("R_K", "von Klitzing constant", "ohm", H / E**2, "von Klitzing constant"),
    ("G_0", "conductance quantum", "S", 2 * E**2 / H, "conductance quantum"),
    ("n_0", "Loschmidt constant at 273.15 K and 101.325 kPa", "1/m^3", mpf(101325) / (K * mpf("273.15")),
     "Loschmidt constant (273.15 K, 101.325 kPa)"),
    ("V_m", "molar volume of ideal gas at 273.15 K and 101.325 kPa", "m^3/mol",
     NA * K * mpf("273.15") / 101325, "molar volume of ideal gas (273.15 K, 101.325 kPa)"),
    ("eV", "electron volt", "J", E, "electron volt"),
    ("g_n", "standard acceleration of gravity", "m/s^2", mpf("9.80665"), "standard acceleration of gravity"),
    ("atm", "standard atmosphere", "Pa", mpf(101325), "standard atmosphere"),
    ("AU", "astronomical unit (IAU 2012)", "m", mpf(149597870700), None),
    ("ly", "light year of 365.25 days", "m", mpf(9460730472580800), None),
    ("pc", "parsec (IAU 2015)", "m", 648000 * mpf(149597870700) / PI, None),
]

# symbol, name, unit, codata name, {source: sensitivity}; a float sensitivity is a full-precision number
MEASURED = [
    ("G", "Newtonian constant of gravitation", "m^3/(kg s^2)", "Newtonian constant of gravitation", {"G": 1}),
    ("m_e", "electron mass", "kg", "electron mass", {"R_inf": 1, "alpha": -2}),
    ("eps_0", "vacuum electric permittivity", "F/m", "vacuum electric permittivity", {"alpha": -1}),
    ("mu_0", "vacuum magnetic permeability", "N/A^2", "vacuum mag. permeability", {"alpha": 1}),
    ("Z_0", "characteristic impedance of vacuum", "ohm", "characteristic impedance of vacuum", {"alpha": 1}),
    ("alpha", "fine-structure constant", "1", "fine-structure constant", {"alpha": 1}),
    ("R_inf", "Rydberg constant", "1/m", "Rydberg constant", {"R_inf": 1}),
    ("a_0", "Bohr radius", "m", "Bohr radius", {"alpha": 1, "R_inf": -1}),
    ("E_h", "Hartree energy", "J", "Hartree energy", {"R_inf": 1}),
    ("Ry", "Rydberg energy", "J", "Rydberg constant times hc in J", {"R_inf": 1}),
    ("mu_B", "Bohr magneton", "J/T", "Bohr magneton", {"alpha": 2, "R_inf": -1}),
    ("mu_N", "nuclear magneton", "J/T", "nuclear magneton", {"alpha": 2, "R_inf": -1, "A_r_e": 1, "A_r_p": -1}),
    ("r_e", "classical electron radius", "m", "classical electron radius", {"alpha": 3, "R_inf": -1}),
    ("sigma_T", "Thomson cross section", "m^2", "Thomson cross section", {"alpha": 6, "R_inf": -2}),
    ("lambda_C", "electron Compton wavelength", "m", "Compton wavelength", {"alpha": 2, "R_inf": -1}),
    ("m_u", "atomic mass constant", "kg", "atomic mass constant", {"R_inf": 1, "alpha": -2, "A_r_e": -1}),
    ("m_p", "proton mass", "kg", "proton mass", {"R_inf": 1, "alpha": -2, "A_r_e": -1, "A_r_p": 1}),
    ("m_n", "neutron mass", "kg", "neutron mass", {"R_inf": 1, "alpha": -2, "A_r_e": -1, "A_r_n": 1}),
    ("m_d", "deuteron mass", "kg", "deuteron mass", {"R_inf": 1, "alpha": -2, "A_r_e": -1, "A_r_d": 1}),
    ("m_t", "triton mass", "kg", "triton mass", {"R_inf": 1, "alpha": -2, "A_r_e": -1, "A_r_t": 1}),
    ("m_he", "helion mass", "kg", "helion mass", {"R_inf": 1, "alpha": -2, "A_r_e": -1, "A_r_h": 1}),
    ("m_alpha", "alpha particle mass", "kg", "alpha particle mass",
     {"R_inf": 1, "alpha": -2, "A_r_e": -1, "A_r_alpha": 1}),
    ("m_mu", "muon mass", "kg", "muon mass", {"R_inf": 1, "alpha": -2, "m_mu_over_m_e": 1}),
    ("m_tau", "tau mass", "kg", "tau mass", {"R_inf": 1, "alpha": -2, "m_tau_over_m_e": 1}),
    ("M_u", "molar mass constant", "kg/mol", "molar mass constant", {"R_inf": 1, "alpha": -2, "A_r_e": -1}),
    ("g_e", "electron g factor", "1", "electron g factor", {"a_e": "a/(1+a)"}),
    ("mu_e", "electron magnetic moment", "J/T", "electron mag. mom.",
     {"alpha": 2, "R_inf": -1, "a_e": "a/(1+a)"}),
    ("mu_p", "proton magnetic moment", "J/T", "proton mag. mom.",
     {"alpha": 2, "R_inf": -1, "A_r_e": 1, "A_r_p": -1, "mu_p_over_mu_N": 1}),
    ("mu_n", "neutron magnetic moment", "J/T", "neutron mag. mom.",
     {"alpha": 2, "R_inf": -1, "A_r_e": 1, "A_r_p": -1, "mu_n_over_mu_N": 1}),
    ("mu_d", "deuteron magnetic moment", "J/T", "deuteron mag. mom.",
     {"alpha": 2, "R_inf": -1, "A_r_e": 1, "A_r_p": -1, "mu_d_over_mu_N": 1}),
    ("g_p", "proton g factor", "1", "proton g factor", {"mu_p_over_mu_N": 1}),
    ("g_mu", "muon g factor", "1", "muon g factor", {"a_mu": "a/(1+a)"}),
    ("gamma_p", "proton gyromagnetic ratio", "1/(s T)", "proton gyromag. ratio",
     {"alpha": 2, "R_inf": -1, "A_r_e": 1, "A_r_p": -1, "mu_p_over_mu_N": 1}),
    ("gamma_e", "electron gyromagnetic ratio", "1/(s T)", "electron gyromag. ratio",
     {"alpha": 2, "R_inf": -1, "a_e": "a/(1+a)"}),
    ("l_P", "Planck length", "m", "Planck length", {"G": 0.5}),
    ("t_P", "Planck time", "s", "Planck time", {"G": 0.5}),
    ("m_P", "Planck mass", "kg", "Planck mass", {"G": -0.5}),
    ("T_P", "Planck temperature", "K", "Planck temperature", {"G": -0.5}),
    ("r_p", "proton rms charge radius", "m", "proton rms charge radius", {"r_p": 1}),
    ("r_d", "deuteron rms charge radius", "m", "deuteron rms charge radius", {"r_d": 1}),
    ("sin2_theta_W", "squared sine of the weak mixing angle", "1", "weak mixing angle", {"sin2_theta_W": 1}),
]
# Not in the table under its own name: 1/(4 pi eps_0) = alpha hbar c / q_e^2.
COULOMB = ("k_e", "Coulomb constant", "N m^2/C^2", {"alpha": 1})


def nearest_double(x):
    """Correctly rounded: Python's int/int division rounds once."""
    if x == 0:
        return 0.0
    sign, man, exp, _ = x._mpf_
    fraction = Fraction(int(man)) * Fraction(2) ** int(exp)
    return float(-fraction if sign else fraction)


def number(x):
    text = repr(float(x))
    text = text[:-2] if text.endswith(".0") else text
    return re.sub(r"e([+-])0*(\d)", lambda m: "e" + ("-" if m[1] == "-" else "") + m[2], text)


def source_relative(name):
    value, uncertainty, _, _ = table(name)
    return uncertainty / abs(value)


def row(symbol, name, value, unit, exact, uncertainty, sources, codata, digits):
    listed = ", ".join(f'{{ source: "{s}", sensitivity: {number(v)} }}' for s, v in sources)
    return (
        f'  {{\n    symbol: "{symbol}", name: "{name}", value: {number(value)}, unit: "{unit}", '
            f'exact: {str(exact).lower()},\n'
            f'    uncertainty: {number(uncertainty)}, digits: "{digits}",\n'
            f'    sources: [{listed}], codata_name: {chr(34) + codata + chr(34) if codata else "null"},\n  }},\n')


def main():
    rows = []
    for symbol, name, unit, value, codata in EXACT:
        if codata is not None and codata not in TABLE:
            raise SystemExit(f"no CODATA entry {codata}")
        rows.append(row(symbol, name, nearest_double(value), unit, True, 0, [], codata, mpmath.nstr(value, 40)))
    for symbol, name, unit, codata, sources in MEASURED:
        _, uncertainty, text, _ = table(codata)
        listed = []
        for source, power in sorted(sources.items()):
            if power == "a/(1+a)":
                a = table(SOURCES[source])[0]
                power = nearest_double(a / (1 + a))
            listed.append((source, power))
        rows.append(row(symbol, name, float(text), unit, False, nearest_double(uncertainty), listed, codata, text))
    alpha = table("fine-structure constant")
    k_e = alpha[0] * HBAR * C / E**2
    digits = mpmath.nstr(k_e, 14)
    symbol, name, unit, sources = COULOMB
    rows.append(row(symbol, name, nearest_double(k_e), unit, False, nearest_double(k_e * alpha[1] / alpha[0]),
                    sorted(sources.items()), None, digits))
    lines = [
        "/** Generated by scripts/constants/generate.py from the CODATA 2022 table; change that script, not this file. "
        "*/\n",
        "// oxlint-disable oxc/approx-constant -- every double of the table is written in full\n",
        'import type { ConstantRow } from "./constantRow.js";\n\n',
        "/** Relative standard uncertainty of each independent source. */\n",
        "export const SOURCE_UNCERTAINTIES: Readonly<Record<string, number>> = {\n",
    ]
    for source in sorted(SOURCES):
        lines.append(f"  {source}: {number(nearest_double(source_relative(SOURCES[source])))},\n")
    lines.append("};\n\nexport const CONSTANT_ROWS: readonly ConstantRow[] = [\n")
    lines.extend(rows)
    lines.append("];\n")
    target = Path(__file__).resolve().parents[2] / "protocol" / "units" / "constants.data.ts"
    target.write_text("".join(lines), encoding="utf-8")
    print(f"{len(rows)} constants written")


if __name__ == "__main__":
    main()
