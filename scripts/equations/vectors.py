"""Expected values for the equation kernel, computed with mpmath at 80 digits and CODATA 2022 from scipy.

Writes test/vectors/equations/{expressions,slopes,textbook}.json. Run from the repository root:
    python3 scripts/equations/vectors.py
Nothing here calls the project's own code: an equation is written twice, once as the text that is tested and once as a
Python function of decimal inputs.
"""
import json
import random
from pathlib import Path

import mpmath as mp
from scipy import constants as codata

mp.mp.dps = 80
OUT = Path("test/vectors/equations")
SEED = 1287
DIGITS = 45


def text(value):
    return mp.nstr(value, DIGITS, strip_zeros=False, min_fixed=1, max_fixed=0)


# ---- random expressions with functions -------------------------------------------------------------------------

class Undefined(Exception):
    """The expression has no real value."""


class OutOfRange(Exception):
    """An intermediate value is no ordinary double: not a case of this table."""


def real(value):
    if isinstance(value, mp.mpc):
        if value.imag != 0:
            raise Undefined
        value = value.real
    if mp.isnan(value) or mp.isinf(value):
        raise Undefined
    if value != 0 and not mp.mpf(10) ** -250 < abs(value) < mp.mpf(10) ** 250:
        raise OutOfRange
    return value


def guarded(condition, compute):
    if not condition:
        raise Undefined
    return compute()


FUNCTIONS = {
    "exp": mp.exp, "expm1": mp.expm1, "sin": mp.sin, "cos": mp.cos, "tan": mp.tan, "atan": mp.atan,
    "sinh": mp.sinh, "cosh": mp.cosh, "tanh": mp.tanh, "asinh": mp.asinh, "erf": mp.erf, "erfc": mp.erfc,
    "abs": mp.fabs,
    "ln": lambda x: guarded(x > 0, lambda: mp.log(x)),
    "log10": lambda x: guarded(x > 0, lambda: mp.log10(x)),
    "log2": lambda x: guarded(x > 0, lambda: mp.log(x, 2)),
    "log1p": lambda x: guarded(x > -1, lambda: mp.log1p(x)),
    "sqrt": lambda x: guarded(x >= 0, lambda: mp.sqrt(x)),
    "cbrt": lambda x: mp.sign(x) * mp.cbrt(abs(x)),
    "asin": lambda x: guarded(abs(x) <= 1, lambda: mp.asin(x)),
    "acos": lambda x: guarded(abs(x) <= 1, lambda: mp.acos(x)),
    "acosh": lambda x: guarded(x >= 1, lambda: mp.acosh(x)),
    "atanh": lambda x: guarded(abs(x) < 1, lambda: mp.atanh(x)),
    "gamma": lambda x: guarded(x > 0 or x != int(x), lambda: mp.gamma(x) if abs(x) < 100 else out_of_range()),
}


def out_of_range():
    raise OutOfRange


LITERALS = ["1", "2", "0.1", "3", "0.5", "1e-9", "1e8", "7.5"]


def tree(rng, depth):
    """(text, function of an environment) with every operation in brackets."""
    if depth == 0 or rng.random() < 0.1:
        if rng.random() < 0.75:
            name = rng.choice("xyz")
            return name, lambda env: env[name]
        literal = rng.choice(LITERALS)
        return literal, lambda env: mp.mpf(literal)
    kind = rng.random()
    if kind < 0.4:
        name = rng.choice(sorted(FUNCTIONS))
        inner, value = tree(rng, depth - 1)
        return f"{name}({inner})", lambda env: real(FUNCTIONS[name](value(env)))
    left, lvalue = tree(rng, depth - 1)
    right, rvalue = tree(rng, depth - 1)
    if kind < 0.62:
        return f"({left} - {right})", lambda env: real(lvalue(env) - rvalue(env))
    if kind < 0.74:
        return f"({left} + {right})", lambda env: real(lvalue(env) + rvalue(env))
    if kind < 0.84:
        return f"({left}*{right})", lambda env: real(lvalue(env) * rvalue(env))
    if kind < 0.92:
        def divide(env):
            bottom = rvalue(env)
            return real(guarded(bottom != 0, lambda: lvalue(env) / bottom))
        return f"({left}/{right})", divide
    exponent = rng.choice(["2", "3", "-1", "-2", "0.5", "1.7", "(1/3)"])
    number = mp.mpf(1) / 3 if exponent == "(1/3)" else mp.mpf(exponent)

    def power(env):
        base = lvalue(env)
        whole = number == int(number)
        return real(guarded((base > 0) or (whole and base != 0) or (base == 0 and number > 0), lambda: base ** number))
    return f"({left})^{exponent}", power


def shortest(value):
    return repr(float(value))


def inputs(rng):
    x = float(f"{rng.uniform(0.01, 8):.{rng.randint(1, 12)}g}")
    y = float(f"{x * (1 + rng.uniform(-1, 1) * 10 ** -rng.randint(0, 12)):.13g}")
    z = float(f"{rng.uniform(-3, 3) * 10 ** rng.randint(-9, 3):.{rng.randint(1, 6)}g}")
    return {"x": x, "y": y, "z": z}


def expressions():
    rng = random.Random(SEED)
    rows = []
    while len(rows) < 2400:
        shown, value = tree(rng, rng.randint(1, 4))
        env = inputs(rng)
        try:
            exact = text(value({name: mp.mpf(shortest(v)) for name, v in env.items()}))
        except Undefined:
            exact = None
        except (OutOfRange, OverflowError):
            continue
        rows.append([shown, env["x"], env["y"], env["z"], exact])
    return {"source": "mpmath %s, 80 digits, scripts/equations/vectors.py, seed %d" % (mp.__version__, SEED),
        "rows": rows}


# ---- slopes and second-order remainders ------------------------------------------------------------------------

SLOPED = dict(FUNCTIONS, exp2=lambda x: mp.mpf(2) ** x, exp10=lambda x: mp.mpf(10) ** x, sinpi=mp.sinpi, cospi=mp.cospi,
              tanpi=lambda x: mp.tan(mp.pi * x), lgamma=lambda x: mp.log(abs(mp.gamma(x))),
              gamma=lambda x: guarded(x > 0 or x != int(x), lambda: mp.gamma(x)),
              log=lambda x: guarded(x > 0, lambda: mp.log(x)))
del SLOPED["ln"], SLOPED["abs"]
POINTS = {
    "asin": [-0.999, -0.5, 0.001, 0.3, 0.9, 0.99999], "acos": [-0.999, -0.5, 0.001, 0.3, 0.9, 0.99999],
    "atanh": [-0.9999, -0.4, 0.01, 0.7, 0.99], "acosh": [1.00001, 1.2, 3.0, 50.0], "log1p": [-0.999, -0.3, 1e-9, 2.0,
        1e6],
    "sqrt": [1e-9, 0.3, 2.0, 1e12], "gamma": [0.01, 0.5, 1.4616, 3.2, 20.5, -1.5, -3.3],
    "lgamma": [0.01, 0.5, 1.5, 40.25, -1.5, -2.7], "log": [1e-9, 0.9, 1.1, 1e9], "log2": [1e-9, 0.9, 1.1, 1e9],
    "log10": [1e-9, 0.9, 1.1, 1e9], "tan": [-1.5, -0.7, 0.01, 1.0, 1.57], "tanpi": [-0.49, -0.2, 0.01, 0.3, 0.499],
    "erfc": [-3.0, -0.5, 0.1, 1.0, 5.0, 20.0],
}
DEFAULT_POINTS = [-7.5, -2.0, -0.3, 1e-6, 0.4, 1.0, 2.5, 6.0]
REACHES = [1e-14, 1e-8, 1e-4, 1e-2, 0.1]


def slopes():
    rows = []
    for name in sorted(SLOPED):
        f = SLOPED[name]
        for x in POINTS.get(name, DEFAULT_POINTS):
            at = mp.mpf(x)
            slope = mp.diff(f, at, h=mp.mpf(10) ** -30)
            remainders = []
            for relative in REACHES:
                reach = mp.mpf(float(relative * abs(x)))
                worst = mp.mpf(0)
                for step in (-1, -0.5, 0.5, 1):
                    try:
                        worst = max(worst, abs(f(at + step * reach) - f(at) - slope * step * reach))
                    except Undefined:
                        # The interval leaves the domain: only an infinite bound would be honest there.
                        worst = None
                        break
                remainders.append([float(reach), None if worst is None else float(worst)])
            rows.append([name, x, text(slope), remainders])
    return {"source": "mpmath %s, 80 digits, scripts/equations/vectors.py" % mp.__version__, "rows": rows}


# ---- textbook equations with CODATA constants ------------------------------------------------------------------

def constant(name):
    value, _unit, uncertainty = codata.physical_constants[name]
    return mp.mpf(repr(value)), mp.mpf(repr(uncertainty))


G, U_G = constant("Newtonian constant of gravitation")
C = mp.mpf(299792458)
H = mp.mpf("6.62607015e-34")
HBAR = H / (2 * mp.pi)
Q_E = mp.mpf("1.602176634e-19")
K_B = mp.mpf("1.380649e-23")
N_A = mp.mpf("6.02214076e23")
EPS_0, U_EPS_0 = constant("vacuum electric permittivity")
MU_0, U_MU_0 = constant("vacuum mag. permeability")
M_E, U_M_E = constant("electron mass")
A_0, U_A_0 = constant("Bohr radius")
M_P, U_M_P = constant("proton mass")


def textbook():
    cases = [
        # (id, source, equation, symbols, inputs, unit, function)
        ("gravitation", "Newton's law; Halliday and Resnick, ch. 13", "F = G m_1 m_2/r^2",
         {"m_1": "kg", "m_2": "kg", "r": "m"}, {"m_1": "5.9722e24", "m_2": "7.342e22", "r": "3.844e8"}, "N",
         lambda v: G * v["m_1"] * v["m_2"] / v["r"] ** 2),
        ("photon", "Planck's relation", "E = h nu", {"nu": "Hz"}, {"nu": "5.45e14"}, "J", lambda v: H * v["nu"]),
        ("rest-energy", "Einstein 1905", "E = m c^2", {"m": "g"}, {"m": "2.5"}, "J", lambda v: v["m"] / 1000 * C ** 2),
        ("pendulum", "Halliday and Resnick, ch. 15", "T = 2 pi sqrt(L/g)", {"L": "m", "g": "m/s^2"},
         {"L": "0.75", "g": "9.80665"}, "s", lambda v: 2 * mp.pi * mp.sqrt(v["L"] / v["g"])),
        ("rydberg-energy", "Bohr 1913", "E_n = -hbar^2/(2 m_e a_0^2 n^2)", {"n": "1"}, {"n": "3"}, "J",
         lambda v: -HBAR ** 2 / (2 * M_E * A_0 ** 2 * v["n"] ** 2)),
        ("coulomb", "Coulomb's law", "F = q_1 q_2/(4 pi eps_0 r^2)", {"q_1": "nC", "q_2": "nC", "r": "cm"},
         {"q_1": "3.5", "q_2": "-8.25", "r": "12"}, "N",
         lambda v: v["q_1"] * v["q_2"] * mp.mpf(10) ** -18 / (4 * mp.pi * EPS_0 * (v["r"] / 100) ** 2)),
        ("barometric", "isothermal atmosphere", "p = p_0 exp(-M_m g_n z/(R_m T))",
         {"p_0": "Pa", "M_m": "kg/mol", "z": "m", "R_m": "J/(mol K)", "T": "K"},
         {"p_0": "101325", "M_m": "0.0289644", "z": "5500", "R_m": "8.314462618", "T": "255.7"}, "Pa",
         lambda v: v["p_0"] * mp.exp(-v["M_m"] * mp.mpf("9.80665") * v["z"] / (v["R_m"] * v["T"]))),
        ("lorentz-factor", "special relativity", "gamma_L = 1/sqrt(1 - v^2/c^2)", {"v": "km/s"}, {"v": "295000"}, "1",
         lambda v: 1 / mp.sqrt(1 - (v["v"] * 1000) ** 2 / C ** 2)),
        ("thermal-wavelength", "Pathria, Statistical Mechanics, ch. 5", "lambda_th = h/sqrt(2 pi m k_B T)",
         {"m": "kg", "T": "degC"}, {"m": "6.6464731e-27", "T": "20"}, "m",
         lambda v: H / mp.sqrt(2 * mp.pi * v["m"] * K_B * (v["T"] + mp.mpf("273.15")))),
        ("snell", "Snell's law", "theta_2 = asin(n_1 sin(theta_1)/n_2)", {"n_1": "1", "n_2": "1", "theta_1": "deg"},
         {"n_1": "1.000293", "n_2": "1.333", "theta_1": "40"}, "rad",
         lambda v: mp.asin(v["n_1"] * mp.sin(v["theta_1"] * mp.pi / 180) / v["n_2"])),
        ("reynolds", "White, Fluid Mechanics, ch. 1", "Re = rho v D/mu", {"rho": "kg/m^3", "v": "m/s", "D": "mm",
            "mu": "Pa s"},
         {"rho": "998.2", "v": "1.3", "D": "25.4", "mu": "1.0016e-3"}, "1",
         lambda v: v["rho"] * v["v"] * v["D"] / 1000 / v["mu"]),
        ("stefan-boltzmann", "Planck, Waermestrahlung", "M = sigma_SB T^4", {"T": "K"}, {"T": "5772"}, "W/m^2",
         lambda v: (mp.pi ** 2 / 60 * K_B ** 4 / (HBAR ** 3 * C ** 2)) * v["T"] ** 4),
        ("thin-lens", "Hecht, Optics, ch. 5", "1/f = 1/s_o + 1/s_i", {"s_o": "cm", "s_i": "cm"},
            {"s_o": "30", "s_i": "17.3"}, "m",
         lambda v: 1 / (100 / v["s_o"] + 100 / v["s_i"])),
        ("colebrook", "White, Fluid Mechanics, ch. 6",
         "1/sqrt(f_D) = -2 log10(eps_r/3.7 + 2.51/(Re sqrt(f_D)))", {"eps_r": "1", "Re": "1",
             "f_D": {"unit": "1", "min": 1e-3, "max": 1}},
         {"eps_r": "2.6e-4", "Re": "84000"}, "1",
         lambda v: mp.findroot(lambda f: 1 / mp.sqrt(f)
             + 2 * mp.log10(v["eps_r"] / mp.mpf("3.7") + mp.mpf("2.51") / (v["Re"] * mp.sqrt(f))), mp.mpf("0.02"))),
        ("wien-root", "x = 5 (1 - e^-x), Wien's displacement law", "x = 5 (1 - e^-x)", {"x": {"unit": "1", "min": 1}},
            {}, "1",
         lambda v: mp.findroot(lambda x: x - 5 * (1 - mp.exp(-x)), 5)),
        ("escape-speed", "Halliday and Resnick, ch. 13", "v_e = sqrt(2 G M/R_p)", {"M": "kg", "R_p": "km"},
         {"M": "5.9722e24", "R_p": "6371"}, "m/s", lambda v: mp.sqrt(2 * G * v["M"] / (v["R_p"] * 1000))),
        ("cyclotron", "Jackson, ch. 12", "f_c = q_e B/(2 pi m_p)", {"B": "T"}, {"B": "1.5"}, "1/s",
         lambda v: Q_E * v["B"] / (2 * mp.pi * M_P)),
        ("cavity", "Purcell and Morin, ch. 9", "c_0 = 1/sqrt(eps_0 mu_0)", {}, {}, "m/s",
            lambda v: 1 / mp.sqrt(EPS_0 * MU_0)),
    ]
    rows = []
    for ident, source, equation, symbols, given, unit, f in cases:
        values = {name: mp.mpf(decimal) for name, decimal in given.items()}
        rows.append({"id": ident, "source": source, "equation": equation, "symbols": symbols,
                     "inputs": {name: float(decimal) for name, decimal in given.items()}, "unit": unit,
                     "value": text(f(values))})
    return {"source": "mpmath %s and scipy CODATA 2022, scripts/equations/vectors.py" % mp.__version__, "rows": rows}


def write(name, data):
    head = {key: value for key, value in data.items() if key != "rows"}
    lines = ",\n".join(json.dumps(row) for row in data["rows"])
    body = json.dumps(head)[:-1] + ', "rows": [\n' + lines + "\n]}\n"
    json.loads(body)
    (OUT / f"{name}.json").write_text(body)
    print(name, len(data["rows"]))


OUT.mkdir(parents=True, exist_ok=True)
write("expressions", expressions())
write("slopes", slopes())
write("textbook", textbook())
