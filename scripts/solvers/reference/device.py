"""Reference values of the device solver: logarithms and series in mpmath, boundary value problems by scipy.

Writes test/vectors/solvers/device.json.
"""
import json
from mpmath import mp, mpf, log, pi, cosh, sin, sinh, nsum

mp.dps = 30
ME = "scripts/solvers/reference/device.py: "
K, Q, EPS0 = mpf("1.380649e-23"), mpf("1.602176634e-19"), mpf("8.8541878188e-12")


def built_in(na, nd, ni, t):
    return K * t / Q * log(mpf(na) * mpf(nd) / mpf(ni)**2)


def charged_box(rho, eps, lx, ly, x, y):
    """Uniform charge, grounded sides: parabola less its sines (Timoshenko and Goodier, art. 109)."""
    lx, ly, x, y = map(mpf, (lx, ly, x, y))
    s = nsum(lambda k: 8 / ((2 * k + 1) * pi)**3 * sin((2 * k + 1) * pi * x / lx) * cosh((2 * k + 1) * pi * (y
        - ly / 2) / lx)
             / cosh((2 * k + 1) * pi * ly / (2 * lx)), [0, 200])
    return mpf(rho) / (mpf(eps) * EPS0) * (x * (lx - x) / 2 - lx**2 / 2 * s)


def laplace(lx, ly, x, y):
    lx, ly, x, y = map(mpf, (lx, ly, x, y))
    return nsum(lambda k: 4 / ((2 * k + 1) * pi) * sin((2 * k + 1) * pi * x / lx) * sinh((2 * k + 1) * pi * y / lx)
                / sinh((2 * k + 1) * pi * ly / lx), [0, 150])


def peak_field(na, nd, ni, t, eps):
    """Equilibrium peak field by the first integral of Poisson-Boltzmann: field and displacement continuous at the
    junction."""
    vt = K * t / Q
    fp, fn = -mp.asinh(mpf(na) / (2 * mpf(ni))), mp.asinh(mpf(nd) / (2 * mpf(ni)))

    def square(psi, end, doping):
        # (eps V_T / q) psi'^2 / 2 = n_i (cosh psi - cosh end) * 2 / 2 - doping (psi - end)
        return 2 * mpf(ni) * (cosh(psi) - cosh(end)) - mpf(doping) * (psi - end)
    psi0 = (mpf(na) * fp + mpf(nd) * fn - 2 * mpf(ni) * (cosh(fn) - cosh(fp))) / (mpf(na) + mpf(nd))
    return vt * mp.sqrt(2 * square(psi0, fn, nd) * Q / (mpf(eps) * EPS0 * vt))


rows = [
    {"case": "silicon, 1e16 and 1e17 per cm^3", "body": {"Na_cm3": 1e16, "Nd_cm3": 1e17, "n_i": 1.08e16, "T": 300,
        "eps_r": 11.7}, "at": "value",
     "expected": float(built_in("1e22", "1e23", "1.08e16", 300)), "unit": "V", "relative": 1e-8,
     "source": "Sze and Ng, Physics of Semiconductor Devices (2007), 2.2 eq. 2; " + ME + "built_in"},
    {"case": "germanium, warm, lopsided", "body": {"Na": 3e25, "Nd": 7e20, "n_i": 1.3e20 / 6, "T": 351.7, "eps_r": 16},
        "at": "value",
     "expected": float(K * mpf("351.7") / Q * (mp.asinh(mpf("3e25") * 3 / mpf("1.3e20"))
         + mp.asinh(mpf("7e20") * 3 / mpf("1.3e20")))),
     "unit": "V", "relative": 1e-8, "source": "neutrality n - p = N with n p = n_i^2 (Sze and Ng 1.4.3); " + ME
         + "rows"},
    {"case": "gallium arsenide, cold", "body": {"Na": 2.5e22, "Nd": 1e24, "n_i": 0.003, "T": 120, "eps_r": 12.9},
        "at": "value",
     "expected": float(built_in("2.5e22", "1e24", "0.003", 120)), "unit": "V", "relative": 1e-8,
     "source": "Sze and Ng 2.2 eq. 2; " + ME + "built_in"},
    {"case": "peak field, symmetric junction", "body": {"Na": 1e22, "Nd": 1e22, "n_i": 1e16, "T": 300, "eps_r": 11.7,
        "nx": 1000},
     "at": "outputs.field_max", "expected": float(peak_field("1e22", "1e22", "1e16", 300, "11.7")), "unit": "V/m",
     "relative": 2e-4,
     "source": "first integral of the Poisson-Boltzmann equation (Sze and Ng 2.2); " + ME + "peak_field"},
    {"case": "peak field, one side a thousand times denser", "body": {"Na": 1e24, "Nd": 1e21, "n_i": 1e16, "T": 300,
        "eps_r": 11.7, "nx": 1000},
     "at": "outputs.field_max", "expected": float(peak_field("1e24", "1e21", "1e16", 300, "11.7")), "unit": "V/m",
     "relative": 2e-4,
     "source": "first integral of the Poisson-Boltzmann equation (Sze and Ng 2.2); " + ME + "peak_field"},
    {"case": "uniform charge in a grounded box", "body": {"eps_r": 3.9, "rho": 2e-5, "boundary": 0, "lx": 0.02,
        "ly": 0.01}, "at": "value",
     "expected": float(charged_box("2e-5", "3.9", "0.02", "0.01", "0.01", "0.005")), "unit": "V", "relative": 1e-6,
     "source": "Timoshenko and Goodier, Theory of Elasticity, art. 109; " + ME + "charged_box"},
    {"case": "one side at a volt, off centre", "body": {"eps_r": 1, "rho": 0, "lx": 1.3, "ly": 0.6,
        "probe": [0.4, 0.33],
     "boundary": {"left": 0, "right": 0, "bottom": 0, "top": 1}}, "at": "value",
     "expected": float(laplace("1.3", "0.6", "0.4", "0.33")), "unit": "V",
     "relative": 1e-5, "source": "Jackson, Classical Electrodynamics, 2.9; " + ME + "laplace"},
    {"case": "a sine of charge, two sides without field across", "body": {"eps_r": 2, "rho": "1e-6 * cos(pi * x / 0.3)",
        "lx": 0.3, "ly": 0.2,
     "probe": [0.1, 0.07], "boundary": {"left": "insulated", "right": "insulated", "bottom": 0, "top": 0}},
     "at": "value",
     "expected": float(mpf("1e-6") / (2 * EPS0) * (mpf("0.3") / pi)**2 * mp.cos(pi / 3)
                       * (1 - cosh(pi * (mpf("0.07") - mpf("0.1")) / mpf("0.3")) / cosh(pi * mpf("0.1") / mpf("0.3")))),
                       "unit": "V", "relative": 1e-5,
     "source": "separation of variables (Jackson 2.9); " + ME + "rows"},
    {"case": "no side holds a potential", "body": {"eps_r": 1, "rho": 1e-6, "lx": 1, "ly": 1, "boundary": "insulated"},
     "refusal": {"code": "SOLVER_REJECTED", "reason": "NO_SOLUTION"}},
    {"case": "a bias above the barrier", "body": {"Na": 1e22, "Nd": 1e22, "n_i": 1e16, "T": 300, "eps_r": 11.7,
        "bias": 0.9},
     "refusal": {"code": "SOLVER_REJECTED", "reason": "NO_SOLUTION"}},
]
with open("test/vectors/solvers/device.json", "w") as out:
    json.dump({"solver": "device", "rows": rows}, out, indent=1)
    out.write("\n")
print(rows[0]["expected"], rows[5]["expected"])
