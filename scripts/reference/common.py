"""Shared ground of the reference scripts: 50-digit arithmetic and the CODATA 2022 constants.

A reference script holds one function per operator, typed from the operator's description and the
source named beside it, never from the `equation` of the record. The inputs are those of the
record's example, read as the exact doubles that the JSON decimals round to.
"""
import json
import pathlib

import scipy
from mpmath import mp, mpf
from scipy.constants import physical_constants

mp.dps = 50

DOMAINS = pathlib.Path(__file__).resolve().parents[2] / "protocol" / "operators" / "domains"

# The constants must be those of CODATA 2022, which scipy carries since 1.15.
assert tuple(map(int, scipy.__version__.split(".")[:2])) >= (1, 15), "needs scipy >= 1.15"


def codata(name):
    """Value of a measured constant, as the double of its tabulated decimal."""
    return mpf(physical_constants[name][0])


# Exact by definition of the SI, as the nearest doubles: that is what a program holds.
c = mpf(299792458)
h = mpf(6.62607015e-34)
hbar = mpf(float(mpf("6.62607015e-34") / (2 * mp.pi)))
q_e = mpf(1.602176634e-19)
k_B = mpf(1.380649e-23)
N_A = mpf(6.02214076e23)
G = codata("Newtonian constant of gravitation")
m_e = codata("electron mass")
m_p = codata("proton mass")
eps_0 = codata("vacuum electric permittivity")
mu_B = codata("Bohr magneton")
g_n = mpf(9.80665)
# sigma = 2 pi^5 k^4 / (15 h^3 c^2), exact in the 2019 SI.
sigma_SB = mpf(float(2 * mp.pi**5 * mpf("1.380649e-23") ** 4
                     / (15 * mpf("6.62607015e-34") ** 3 * c**2)))


def inputs_of(domain):
    """Inputs of every example of a domain that has a value, by operator id."""
    records = json.loads((DOMAINS / f"{domain}.json").read_text())
    return {record["id"]: {name: mpf(value) for name, value in record["example"]["inputs"].items()}
            for record in records if "inputs" in record["example"]}


def evaluate(domain, functions):
    """Correctly rounded value of every example of a domain, by operator id."""
    inputs = inputs_of(domain)
    missing = sorted(set(inputs) - set(functions))
    unknown = sorted(set(functions) - set(inputs))
    if missing or unknown:
        raise SystemExit(f"{domain}: no reference for {missing}, no example for {unknown}")
    return {key: float(functions[key](**values)) for key, values in inputs.items()}


def main(domain, functions):
    for key, value in evaluate(domain, functions).items():
        print(key, repr(value))
