"""Shared ground of the reference scripts: 50-digit arithmetic and the CODATA 2022 constants.

A reference script holds one function per operator, typed from the operator's description and the
source named beside it, never from the `equation` of the record. The inputs are those of the
record's example, read as the exact doubles that the JSON decimals round to.
"""
import json
import pathlib

import scipy
from mpmath import exp, findroot, mp, mpf
from scipy.constants import physical_constants

mp.dps = 50

DOMAINS = pathlib.Path(__file__).resolve().parents[2] / "protocol" / "operators" / "domains"

# The constants must be those of CODATA 2022, which scipy carries since 1.15.
assert tuple(map(int, scipy.__version__.split(".")[:2])) >= (1, 15), "needs scipy >= 1.15"


def codata(name):
    """Value of a measured constant, as the double of its tabulated decimal."""
    return mpf(physical_constants[name][0])

def exact(value):
    """An exact number as the nearest double: that is what a program holds."""
    return mpf(float(value))


# Exact by definition of the SI or by convention, and what follows from those in closed form.
_h, _e, _k, _NA = (mpf(text) for text in (
    "6.62607015e-34", "1.602176634e-19", "1.380649e-23", "6.02214076e23"))
c = mpf(299792458)
h, q_e, k_B, N_A = exact(_h), exact(_e), exact(_k), exact(_NA)
hbar = exact(_h / (2 * mp.pi))
eV = q_e
g_n = exact(mpf("9.80665"))
atm = mpf(101325)
R_gas = exact(_NA * _k)
F_const = exact(_NA * _e)
sigma_SB = exact(2 * mp.pi**5 * _k**4 / (15 * _h**3 * c**2))
Phi_0 = exact(_h / (2 * _e))
K_J = exact(2 * _e / _h)
R_K = exact(_h / _e**2)
G_0 = exact(2 * _e**2 / _h)
# Wien's peaks: roots of x = 5 (1 - exp(-x)) and x = 3 (1 - exp(-x)).
b_Wien = exact(_h * c / (_k * findroot(lambda x: x - 5 * (1 - exp(-x)), 4.96)))
b_Wien_nu = exact(_k * findroot(lambda x: x - 3 * (1 - exp(-x)), 2.82) / _h)
c_1 = exact(2 * mp.pi * _h * c**2)
c_2 = exact(_h * c / _k)
AU = mpf(149597870700)
ly = exact(c * 86400 * mpf("365.25"))
pc = exact(AU * 648000 / mp.pi)

# Measured constants: the doubles of the tabulated decimals.
G = codata("Newtonian constant of gravitation")
alpha = codata("fine-structure constant")
eps_0 = codata("vacuum electric permittivity")
mu_0 = codata("vacuum mag. permeability")
Z_0 = codata("characteristic impedance of vacuum")
R_inf = codata("Rydberg constant")
a_0 = codata("Bohr radius")
E_h = codata("Hartree energy")
Ry = codata("Rydberg constant times hc in J")
mu_B = codata("Bohr magneton")
mu_N = codata("nuclear magneton")
r_e = codata("classical electron radius")
sigma_T = codata("Thomson cross section")
lambda_C = codata("Compton wavelength")
m_e = codata("electron mass")
m_p = codata("proton mass")
m_n = codata("neutron mass")
m_u = codata("atomic mass constant")
m_d = codata("deuteron mass")
m_t = codata("triton mass")
m_he = codata("helion mass")
m_alpha = codata("alpha particle mass")
m_mu = codata("muon mass")
m_tau = codata("tau mass")
M_u = codata("molar mass constant")
g_e = codata("electron g factor")
g_p = codata("proton g factor")
gamma_p = codata("proton gyromag. ratio")
gamma_e = codata("electron gyromag. ratio")
l_P = codata("Planck length")
t_P = codata("Planck time")
m_P = codata("Planck mass")
T_P = codata("Planck temperature")


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
