"""Expected values of sums, integrals and special functions in equations, by mpmath.

Writes test/vectors/equations/{integrals,series,derivatives,special}.json. Run from the repository root:
    python3 scripts/equations/integrals.py
Integrals are taken from closed forms where there is one, else from mpmath's own quadrature at 40 digits with the
range split by hand at every feature. Nothing here calls the project's own code.
"""
import json
import random
from pathlib import Path

import mpmath as mp
from mpmath import mpf

mp.mp.dps = 40
OUT = Path("test/vectors/equations")


def text(value):
    return mp.nstr(mp.mpf(value), 30, strip_zeros=False, min_fixed=1, max_fixed=0)


def quad(f, points):
    return mp.quad(f, [mpf(p) for p in points])


def gauss(height, centre, low, high):
    """Integral of exp(-height (x - centre)^2)."""
    root = mp.sqrt(height)
    return mp.sqrt(mp.pi / height) / 2 * (mp.erf(root * (high - centre)) - mp.erf(root * (low - centre)))


def lorentz(scale, centre, low, high):
    root = mp.sqrt(scale)
    return (mp.atan(root * (high - centre)) - mp.atan(root * (low - centre))) / root


D = lambda s: mpf(s)
ONE = mpf(1)
INTEGRALS = [
    ("INT_0^1 x^2 dx", {}, ONE / 3),
    ("INT_0^x t^2 dt", {"x": 2.5}, mpf("2.5") ** 3 / 3),
    ("INT_a^b exp(-t/tau) dt", {"a": 0.5, "b": 2.25, "tau": 1.5},
     mpf("1.5") * (mp.exp(-ONE / 3) - mp.exp(-mpf("1.5")))),
    ("INT_2^-1 x^3 dx", {}, (ONE - 16) / 4),
    ("INT sqrt(x) dx", {"from": 1, "to": 4}, mpf(14) / 3),
    # narrow features
    ("INT_0^1 exp(-1e6 (x-0.3)^2) dx", {}, gauss(mpf(10) ** 6, D("0.3"), 0, 1)),
    ("INT_0^1 exp(-1e12 (x-0.3)^2) dx", {}, gauss(mpf(10) ** 12, D("0.3"), 0, 1)),
    ("INT_0^1 (x + exp(-1e6 (x-0.3)^2)) dx", {}, gauss(mpf(10) ** 6, D("0.3"), 0, 1) + ONE / 2),
    ("INT_0^1 (1 + 1e3 exp(-1e9 (x-1/7)^2)) dx", {}, 1 + 1000 * gauss(mpf(10) ** 9, ONE / 7, 0, 1)),
    ("INT_0^oo exp(-(x-1e6)^2) dx", {}, mp.sqrt(mp.pi)),
    ("INT_0^oo exp(-(x-1e4)^2/2) dx", {}, mp.sqrt(2 * mp.pi)),
    ("INT_{-oo}^{oo} exp(-(x-123.4)^2) dx", {}, mp.sqrt(mp.pi)),
    ("INT_0^1 1/(1+1e8 (x-0.3)^2) dx", {}, lorentz(mpf(10) ** 8, D("0.3"), 0, 1)),
    ("INT_0^1 1/(1e-10+(x-a)^2) dx", {"a": 0.71}, lorentz(mpf(10) ** 10, D("0.71"), 0, 1) * mpf(10) ** 10),
    ("INT_0^100 1/cosh(1000 (x-50))^2 dx", {}, mp.tanh(mpf(50000)) / 500),
    ("INT_0^100 (1 + tanh(1000 (x-37))) dx", {}, mpf(126)),
    ("INT_0^1 exp(100 x) exp(-1000 (x-0.3)^2) dx", {},
     mp.exp(mpf(30) + mpf("2.5")) * gauss(mpf(1000), D("0.35"), 0, 1)),
    ("INT_0^oo 1/(exp((x-mu)/kT)+1) dx", {"mu": 5, "kT": 0.001},
     mpf("0.001") * mp.log1p(mp.exp(mpf(5000)))),
    ("INT_0^1 erfc(1000 x) dx", {}, (1 - mp.exp(-mpf(10) ** 6)) / (1000 * mp.sqrt(mp.pi)) + mp.erfc(1000)),
    # oscillation
    ("INT_0^1 sin(1e3 x) dx", {}, (1 - mp.cos(1000)) / 1000),
    ("INT_0^1 sin(1e4 x)^2 dx", {}, ONE / 2 - mp.sin(20000) / 40000),
    ("INT_0^oo exp(-x) sin(50 x) dx", {}, mpf(50) / 2501),
    ("INT_0^2 x cos(300 x) dx", {}, 2 * mp.sin(600) / 300 + (mp.cos(600) - 1) / 90000),
    # singular ends and points
    ("INT_0^1 1/sqrt(x) dx", {}, mpf(2)),
    ("INT_0^1 1/sqrt(1-x) dx", {}, mpf(2)),
    ("INT_0^1 x^(-0.9) dx", {}, mpf(10)),
    ("INT_0^1 ln(x) dx", {}, -ONE),
    ("INT_0^1 ln(x)^2/sqrt(x) dx", {}, mpf(16)),
    ("INT_0^1 ln(abs(x-0.3)) dx", {}, D("0.3") * mp.log(D("0.3")) + D("0.7") * mp.log(D("0.7")) - 1),
    ("INT_0^1 1/sqrt(abs(x-0.3)) dx", {}, 2 * mp.sqrt(D("0.3")) + 2 * mp.sqrt(D("0.7"))),
    ("INT_0^1 sqrt(x (1-x)) dx", {}, mp.pi / 8),
    ("INT_0^1 x ln(x) dx", {}, -ONE / 4),
    ("INT_0^1 x^x dx", {}, quad(lambda x: x**x, [0, 0.01, 0.2, 1])),
    ("INT_0^a 1/sqrt(a^2 - x^2) dx", {"a": 3}, mp.pi / 2),
    # infinite ranges and scales
    ("INT_0^oo exp(-x) dx", {}, ONE),
    ("INT_0^oo x^3/(exp(x)-1) dx", {}, mp.pi**4 / 15),
    ("INT_{-oo}^{oo} exp(-x^2) dx", {}, mp.sqrt(mp.pi)),
    ("INT_{-oo}^0 exp(3 x) dx", {}, ONE / 3),
    ("INT_0^oo 1/(1+x^2) dx", {}, mp.pi / 2),
    ("INT_1^oo 1/x^1.1 dx", {}, mpf(10)),
    ("INT_0^oo x^1.5 exp(-x) dx", {}, mp.gamma(mpf("2.5"))),
    ("INT_0^oo x^2 exp(-x^2/2) dx", {}, mp.sqrt(mp.pi / 2)),
    ("INT_0^oo exp(-x/1e-9) dx", {}, mpf("1e-9")),
    ("INT_0^oo exp(-x/1e-30) dx", {}, mpf("1e-30")),
    ("INT_0^oo exp(-x/1e30) dx", {}, mpf("1e30")),
    ("INT_0^20 x^4 exp(x)/(exp(x)-1)^2 dx", {}, quad(lambda x: x**4 * mp.exp(x) / mp.expm1(x) ** 2, [0, 5, 20])),
    # jumps and kinks
    ("INT_0^5 floor(x) dx", {}, mpf(10)),
    ("INT_0^1 heaviside(x-a) dx", {"a": 0.3}, D("0.7")),
    ("INT_{-1}^2 abs(x-0.3) dx", {}, (D("1.3") ** 2 + D("1.7") ** 2) / 2),
    ("INT_0^1 heaviside(x-0.3) heaviside(0.3000001-x) dx", {}, mpf("1e-7")),
    ("INT_0^1 mod(x, 0.1) dx", {}, mpf("0.05")),
    ("INT_0^3 max(x, 2) dx", {}, mpf("6.5")),
    # several variables, sums, definitions, special functions
    ("INT_0^1 INT_0^x x y dy dx", {}, ONE / 8),
    ("INT_0^1 INT_0^1 exp(-x y) dx dy", {}, quad(lambda x: -mp.expm1(-x) / x, [mpf("1e-30"), 1])),
    ("INT_0^1 SUM_{k=1..5} x^k dx", {}, sum(ONE / (k + 1) for k in range(1, 6))),
    ("SUM_{k=1..5} INT_0^k x^k dx", {}, sum(mpf(k) ** (k + 1) / (k + 1) for k in range(1, 6))),
    ("INT_0^x g(t) dt; g(t) = t^2 x", {"x": 2}, mpf(16) / 3),
    ("INT_0^3 j0(x) dx", {}, quad(lambda x: mp.besselj(0, x), [0, 1, 3])),
    ("INT_0^1 ellipk(x) dx", {}, mpf(2)),
    ("INT_0^theta 1/sqrt(1 - k^2 sin(x)^2) dx", {"theta": 1.25, "k": 0.5}, mp.ellipf(mpf("1.25"), mpf("0.25"))),
]

SINGULAR_END = [
    ("INT_0^1 1/sqrt(1-x) dx", {}, mpf(2)),
    ("INT_1^0 1/sqrt(1-x) dx", {}, mpf(-2)),
    ("INT_0^1 ln(1-x) dx", {}, -ONE),
    ("INT_0^1 (1-x)^-0.9 dx", {}, mpf(10)),
    ("INT_0^1 (1-x)^-0.95 dx", {}, mpf(20)),
    ("INT_0^1 1/sqrt(x (1-x)) dx", {}, mp.pi),
    ("INT_0^1 x^-0.5 (1-x)^-0.75 dx", {}, mp.beta(mpf("0.5"), mpf("0.25"))),
    ("INT_1^oo 1/(x sqrt(x^2-1)) dx", {}, mp.pi / 2),
    ("INT_{-oo}^-2 1/(x^2 sqrt(-2-x)) dx", {}, mp.pi / 2 / mpf(2) ** mpf("1.5")),
    ("INT_0^R 1/sqrt(R^2-x^2) dx", {"R": 3}, mp.pi / 2),
    ("INT_0^R 1/sqrt(1-x^2/R^2) dx", {"R": 0.1}, mp.pi / 2 * D("0.1")),
    ("INT_0^b 1/sqrt(b-x) dx", {"b": 3}, 2 * mp.sqrt(mpf(3))),
    ("INT_a^b 1/sqrt((x-a)(b-x)) dx", {"a": 0.3, "b": 7.1}, mp.pi),
    ("INT_b^a 1/sqrt((x-a)(b-x)) dx", {"a": 0.3, "b": 7.1}, -mp.pi),
    ("INT_a^(2 a + 1) x/cbrt(2 a + 1 - x) dx", {"a": 0.7}, quad(lambda u: (D("2.4") - u**3) * 3 * u,
        [0, mp.cbrt(D("1.7"))])),
    ("INT_1000000^1000001 1/sqrt(x - 1000000) dx", {}, mpf(2)),
    ("INT_{-3}^-2 (x+3)^(-2/3) dx", {}, mpf(3)),
    ("INT_0^1 ln(1-x)^2/sqrt(1-x) dx", {}, mpf(16)),
    ("INT_0^1 ln(x) ln(1-x) dx", {}, 2 - mp.pi**2 / 6),
    ("INT_0^1 ln(x)/(1-x) dx", {}, -(mp.pi**2) / 6),
    ("INT_0^1 ln(1-x)/x dx", {}, -(mp.pi**2) / 6),
    ("INT_1^2 1/sqrt(ln(x)) dx", {}, mp.sqrt(mp.pi) * mp.erfi(mp.sqrt(mp.log(2)))),
    ("INT_0^1 1/sqrt(-ln(x)) dx", {}, mp.sqrt(mp.pi)),
    ("INT_0^1 acos(x)/sqrt(1-x^2) dx", {}, mp.pi**2 / 8),
    ("INT_0^1 atanh(x) dx", {}, mp.log(2)),
    ("INT_0^1 exp(-1/(1-x))/(1-x)^2 dx", {}, mp.exp(-1)),
    ("INT_0^1 1/((1-x)^0.5 (1+x)) dx", {}, mp.sqrt(2) * mp.log(1 + mp.sqrt(2))),
    ("INT_{-1}^1 sqrt((1+x)/(1-x)) dx", {}, mp.pi),
    # not the end, but near it
    ("INT_0^1 1/sqrt(k - x) dx", {"k": 1.0000001}, 2 * (mp.sqrt(D("1.0000001")) - mp.sqrt(D("1.0000001") - 1))),
    ("INT_0^1 1/sqrt(k - x) dx", {"k": 1}, mpf(2)),
    # differences that cancel at an end
    ("INT_0^1 (1-cos(x))/x^2 dx", {}, mp.si(1) - (1 - mp.cos(1))),
    ("INT_0^10 (1-cos(x))/x^2 dx", {}, mp.si(10) - (1 - mp.cos(10)) / 10),
    ("INT_0^2 (cos(3 x) - 1)/x dx", {}, mp.ci(6) - mp.euler - mp.log(6)),
    ("INT_0^1 (exp(x)-1)/x^1.5 dx", {}, sum(1 / (mp.factorial(k) * (k - mpf("0.5"))) for k in range(1, 40))),
    ("INT_0^1 (1-e^(-x))/x dx", {}, mp.euler + mp.e1(1)),
    ("INT_0^1 (cosh(x)-1)/x^2 dx", {}, mp.shi(1) - (mp.cosh(1) - 1)),
    ("INT_1^2 (exp(x-1)-1)/(x-1)^1.5 dx", {}, sum(1 / (mp.factorial(k) * (k - mpf("0.5"))) for k in range(1, 40))),
    # inside each other
    ("INT_1^2 INT_0^x 1/sqrt(x-y) dy dx", {}, (mp.sqrt(8) - 1) * 4 / 3),
]

REFUSED = [
    ("INT_0^1 1/x dx", "divergent"), ("INT_0^1 1/x^2 dx", "divergent"), ("INT_{-1}^1 1/x dx", "divergent"),
    ("INT_0^1 1/(x-0.3) dx", "divergent"), ("INT_0^1 1/(x-0.7)^2 dx", "divergent"), ("INT_0^2 tan(x) dx", "divergent"),
    ("INT_1^oo 1/x dx", "divergent"), ("INT_0^oo sin(x) dx", "divergent"), ("INT_0^oo x dx", "divergent"),
    ("INT_0^1 1/sin(10 x) dx", "divergent"), ("INT_0^3 gamma(x-1.5) dx", "divergent"), ("INT_0^2 zeta(x) dx",
        "divergent"),
    ("INT_0^oo 1 dx", "divergent"), ("INT_2^oo 1/(x ln(x)) dx", "divergent"), ("INT_2^inf 1/(x ln(x)^3) dx",
        "divergent"),
    ("INT_0^1 sin(1e7 x)^2 dx", "budget"), ("INT_0^1 sqrt(x-0.5) dx", "domain-error"),
    ("INT_0^1 ln(x-0.5) dx", "domain-error"),
    ("INT_{-1}^1 x dx", "precision-loss"), ("INT_0^1 (x - 1/2)^3 dx", "precision-loss"),
    ("INT_0^1 INT_0^1 INT_0^1 x y z dx dy dz", "integral"),
]


def powers_at_both_ends():
    """(x - a)^p (b - x)^q between random ends, with the beta function for its integral."""
    chance = random.Random(20_261_121)
    for _ in range(30):
        a, b = sorted(round(chance.uniform(-50, 50), 3) for _ in range(2))
        p, q = (round(chance.uniform(-0.85, 2.5), 2) for _ in range(2))
        exact = (D(str(b)) - D(str(a))) ** (D(str(p)) + D(str(q)) + 1) * mp.beta(1 + D(str(p)), 1 + D(str(q)))
        shown = [f"({value})" if value < 0 else str(value) for value in (a, b, p, q)]
        yield ("INT_{%s}^{%s} (x - %s)^%s (%s - x)^%s dx" % (a, b, shown[0], shown[2], shown[1], shown[3]), {}, exact)
        yield ("INT_{a}^{b} (x - a)^p (b - x)^q dx", {"a": a, "b": b, "p": p, "q": q}, exact)


SINGULAR_END += powers_at_both_ends()
SINGULAR_REFUSED = [
    ("INT_0^1 1/(1-x) dx", "divergent"), ("INT_0^1 1/(1-x)^1.01 dx", "divergent"), ("INT_0^1 1/ln(x) dx", "divergent"),
    ("INT_2^3 1/(x-2) dx", "divergent"), ("INT_2^3 1/(3-x)^2 dx", "divergent"), ("INT_0^1 1/(x (1-x)) dx", "divergent"),
    ("INT_{-1}^1 1/(1-x^2) dx", "divergent"), ("INT_0^1 1/(1-x^3) dx", "divergent"), ("INT_0^2 1/sqrt(1-x) dx",
        "domain-error"),
    ("INT_0^1 1/((1-x) ln(1-x)^2) dx", "divergent"), ("INT_1^2 (x-1)^-1 dx", "divergent"), ("INT_0^1 ln(1-2 x) dx",
        "domain-error"),
    ("INT_0^oo sin(x)/x dx", "divergent"), ("INT_1^oo 1/sqrt(x-1) dx", "divergent"), ("INT_1^oo 1/(x-1)^2 dx",
        "divergent"),
]

def weigh(p, g):
    return p**g / (p**g + (1 - p) ** g) ** (1 / g)


def gini(y):
    mean = sum(y) / len(y)
    return sum(abs(a - b) for a in y for b in y) / (2 * len(y) ** 2 * mean)


P = [mpf("0.2"), mpf("0.5"), mpf("0.3")]
X = [mpf("1.5"), mpf("-2.25"), mpf(4)]
Q = [mpf("1e-9"), mpf("-2e-9"), mpf("3e-9"), mpf("5e-10")]


def numbered(stem, values):
    return {f"{stem}_{i + 1}": float(v) for i, v in enumerate(values)}


SERIES = [
    ("SUM p_i x_i", {**numbered("p", P), **numbered("x", X)}, sum(p * x for p, x in zip(P, X))),
    ("SUM_i (x_i - m)^2/(n - 1)", {**numbered("x", X), "m": 1.25, "n": 3},
     sum((x - mpf("1.25")) ** 2 for x in X) / 2),
    ("-SUM_i p_i ln(p_i)", numbered("p", P), -sum(p * mp.log(p) for p in P)),
    ("1/(2 n^2 ybar) SUM_i SUM_j abs(y_i - y_j)",
     {**numbered("y", [1, 4, 9, 16]), "n": 4, "ybar": 7.5}, gini([mpf(1), mpf(4), mpf(9), mpf(16)])),
    ("SUM_{i<j} q_i q_j/r_ij", {**numbered("q", Q), **{f"r_{i}{j}": i + j / 4 for i in range(1, 5) for j in range(i + 1,
        5)}},
     sum(Q[i - 1] * Q[j - 1] / (i + mpf(j) / 4) for i in range(1, 5) for j in range(i + 1, 5))),
    ("SUM_i SUM_{j!=i} x_i x_j", numbered("x", X), sum(X) ** 2 - sum(x * x for x in X)),
    ("SUM_{j>2} x_j", {**numbered("x", [*X, mpf(7), mpf("0.5")])}, X[2] + 7 + mpf("0.5")),
    ("PROD_i (1 + x_i)", numbered("x", X), (1 + X[0]) * (1 + X[1]) * (1 + X[2])),
    ("PROD_{k=1..n} (2 k)/(2 k - 1)", {"n": 12}, mp.fprod(mpf(2 * k) / (2 * k - 1) for k in range(1, 13))),
    ("SUM_{k=0..20} (-1)^k x^(2 k + 1)/(2 k + 1)!", {"x": 1.5},
     sum((-1) ** k * mpf("1.5") ** (2 * k + 1) / mp.factorial(2 * k + 1) for k in range(21))),
    ("SUM_{k=1..n} 1/k^2", {"n": 100000}, mp.zeta(2) - mp.zeta(2, 100001)),
    ("SUM_{k=1..n} SUM_{j=1..k} x^j/j", {"n": 40, "x": 0.5},
     sum(sum(mpf("0.5") ** j / j for j in range(1, k + 1)) for k in range(1, 41))),
    ("SUM_i w(p_i) v_i; w(p) = p^g/(p^g + (1-p)^g)^(1/g)", {**numbered("p", P), **numbered("v", [20, 35, -50]),
        "g": 0.61},
     sum(weigh(p, mpf("0.61")) * v for p, v in zip(P, [20, 35, -50]))),
    ("SUM_i m_i a_i; a_i = F_i/m_i", {"m_1": 2, "m_2": 4, "F_1": 3, "F_2": 5}, mpf(8)),
    ("SUM_i SUM_j b_i A_ij b_j", {"b_1": 1.5, "b_2": -2, "A_11": 2, "A_12": 0.25, "A_21": 0.5, "A_22": 3},
     mpf("1.5") ** 2 * 2 + mpf("1.5") * -2 * mpf("0.75") + 12),
    ("SUM_{j=1..1} SUM_{i=1..11} A_ji", {**{f"A_1{i}": i * i for i in range(1, 10)}, "A_1_10": 100, "A_1_11": 121},
        mpf(506)),
]

def components(stem, values):
    """Inputs of a vector or a matrix of complex numbers: plain where real, in two parts elsewhere."""
    given = {}
    for key, z in values.items():
        z = mp.mpc(z)
        if z.imag == 0:
            given[f"{stem}_{key}"] = float(z.real)
        else:
            given[f"{stem}_{key}_re"], given[f"{stem}_{key}_im"] = float(z.real), float(z.imag)
    return given


PSI = [mp.mpc("0.48", "0.36"), mp.mpc("0.64"), mp.mpc("0", "-0.48")]
PHI = [mp.mpc("0.6"), mp.mpc("-0.64", "0.48"), mp.mpc(0)]
H = [[mpf(2), mp.mpc("0.5", "-1.25"), mp.mpc(0)], [mp.mpc("0.5", "1.25"), mpf("-0.75"), mp.mpc("0", "0.125")],
     [mp.mpc(0), mp.mpc("0", "-0.125"), mpf(4)]]
STATES = {**components("psi", {i + 1: z for i, z in enumerate(PSI)}),
    **components("phi", {i + 1: z for i, z in enumerate(PHI)})}
ENERGY = {**STATES, **components("H", {f"{i + 1}{j + 1}": H[i][j] for i in range(3) for j in range(3)})}
PSI_INPUTS = {k: v for k, v in ENERGY.items() if not k.startswith("phi")}


def bracket(bra, ket, matrix=None):
    right = ket if matrix is None else [mp.fsum(row[j] * ket[j] for j in range(3)) for row in matrix]
    return mp.fsum(mp.conj(a) * b for a, b in zip(bra, right))


SERIES += [
    ("<psi|H|psi>", PSI_INPUTS, bracket(PSI, PSI, H).real),
    ("<psi|psi>", {k: v for k, v in STATES.items() if k.startswith("psi")}, bracket(PSI, PSI).real),
    ("|<phi|psi>|^2", STATES, abs(bracket(PHI, PSI)) ** 2),
    ("|<phi|H|psi>|", ENERGY, abs(bracket(PHI, PSI, H))),
    ("2 |<phi|H|psi>|^2/<psi|H|psi>", ENERGY, 2 * abs(bracket(PHI, PSI, H)) ** 2 / bracket(PSI, PSI, H).real),
]

SPECIAL = [
    ("digamma(x)", {"x": 2.3}, lambda x: mp.digamma(x)), ("digamma(x)", {"x": -1.7}, lambda x: mp.digamma(x)),
    ("beta(a, b)", {"a": 2.3, "b": 1.7}, lambda a, b: mp.beta(a, b)),
    ("gammainc(a, x)", {"a": 2.3, "x": 1.7}, lambda a, x: mp.gammainc(a, 0, x, regularized=True)),
    ("gammainc(a, x)", {"a": 40, "x": 31.5}, lambda a, x: mp.gammainc(a, 0, x, regularized=True)),
    ("betainc(a, b, x)", {"a": 2.5, "b": 1.3, "x": 0.4}, lambda a, b, x: mp.betainc(a, b, 0, x, regularized=True)),
    ("betainc(a, b, x)", {"a": 0.5, "b": 8, "x": 0.03}, lambda a, b, x: mp.betainc(a, b, 0, x, regularized=True)),
    ("j0(x)", {"x": 2.3}, lambda x: mp.besselj(0, x)), ("j1(x)", {"x": 7.5}, lambda x: mp.besselj(1, x)),
    ("jn(3, x)", {"x": 2.3}, lambda x: mp.besselj(3, x)), ("yn(2, x)", {"x": 0.4}, lambda x: mp.bessely(2, x)),
    ("y0(x)", {"x": 2.3}, lambda x: mp.bessely(0, x)), ("y1(x)", {"x": 0.03}, lambda x: mp.bessely(1, x)),
    ("i0(x)", {"x": 2.3}, lambda x: mp.besseli(0, x)), ("i1(x)", {"x": 30.5}, lambda x: mp.besseli(1, x)),
    ("k0(x)", {"x": 2.3}, lambda x: mp.besselk(0, x)), ("k1(x)", {"x": 0.07}, lambda x: mp.besselk(1, x)),
    ("zeta(x)", {"x": 2.3}, lambda x: mp.zeta(x)), ("zeta(x)", {"x": 0.4}, lambda x: mp.zeta(x)),
    ("zeta(x)", {"x": -2.3}, lambda x: mp.zeta(x)), ("zeta(x)", {"x": 12.5}, lambda x: mp.zeta(x)),
    ("ellipk(m)", {"m": 0.37}, lambda m: mp.ellipk(m)), ("ellipk(m)", {"m": 0.004}, lambda m: mp.ellipk(m)),
    ("ellipe(m)", {"m": 0.37}, lambda m: mp.ellipe(m)), ("ellipe(m)", {"m": -3.5}, lambda m: mp.ellipe(m)),
    ("lambertw(x)", {"x": 2.3}, lambda x: mp.lambertw(x).real), ("lambertw(x)", {"x": -0.2},
        lambda x: mp.lambertw(x).real),
    ("ei(x)", {"x": 2.3}, lambda x: mp.ei(x)), ("ei(x)", {"x": -0.6}, lambda x: mp.ei(x)),
    ("e1(x)", {"x": 2.3}, lambda x: mp.e1(x)), ("si(x)", {"x": 2.3}, lambda x: mp.si(x)),
    ("ci(x)", {"x": 2.3}, lambda x: mp.ci(x)), ("polylog(s, z)", {"s": 2.5, "z": 0.4}, lambda s, z: mp.polylog(s,
        z).real),
    ("polylog(s, z)", {"s": 2.5, "z": -0.8}, lambda s, z: mp.polylog(s, z).real),
]


def slope(f, at, n=1):
    return mp.diff(f, mpf(repr(at)), n, h=mpf("1e-10"))


DERIVATIVES = [
    ("d(a x^2 + sin(x))/dx", {"a": 2.5, "x": 1.25}, slope(lambda x: mpf("2.5") * x**2 + mp.sin(x), 1.25)),
    ("d^2(x^3 ln(x))/dx^2", {"x": 1.75}, slope(lambda x: x**3 * mp.log(x), 1.75, 2)),
    ("d/dx (exp(-x^2)/(1 + x))", {"x": 0.5}, slope(lambda x: mp.exp(-x * x) / (1 + x), 0.5)),
    ("d(x^x)/dx", {"x": 1.5}, slope(lambda x: x**x, 1.5)),
    ("d(e^(2 x))/dx", {"x": 0.75}, 2 * mp.exp(mpf("1.5"))),
    ("d(2^x + x^n)/dx", {"x": 1.5, "n": 2.5}, slope(lambda x: mpf(2) ** x + x ** mpf("2.5"), 1.5)),
    ("d(sqrt(1 + tan(x)^2) + cbrt(x))/dx", {"x": 0.5}, slope(lambda x: mp.sqrt(1 + mp.tan(x) ** 2) + mp.cbrt(x), 0.5)),
    ("d(asin(x) + 2 acos(x) + atan(x) + atanh(x))/dx", {"x": 0.25},
     slope(lambda x: mp.asin(x) + 2 * mp.acos(x) + mp.atan(x) + mp.atanh(x), 0.25)),
    ("d(sinh(x) cosh(x) + tanh(x) + asinh(x) + acosh(1 + x))/dx", {"x": 0.75},
     slope(lambda x: mp.sinh(x) * mp.cosh(x) + mp.tanh(x) + mp.asinh(x) + mp.acosh(1 + x), 0.75)),
    ("d(erf(x) + 3 erfc(x) + gamma(x) + lgamma(x))/dx", {"x": 1.25},
     slope(lambda x: mp.erf(x) + 3 * mp.erfc(x) + mp.gamma(x) + mp.loggamma(x), 1.25)),
    ("d(log10(x) + log2(x) + ln(1 + x) + exp2(x) + abs(x))/dx", {"x": 2.5},
     slope(lambda x: mp.log10(x) + mp.log(x, 2) + mp.log(1 + x) + mpf(2) ** x + x, 2.5)),
    ("d(j0(x) + j1(x) + y0(x) + y1(x))/dx", {"x": 1.75},
     slope(lambda x: mp.besselj(0, x) + mp.besselj(1, x) + mp.bessely(0, x) + mp.bessely(1, x), 1.75)),
    ("d(i0(x) + i1(x) + k0(x) + k1(x))/dx", {"x": 1.25},
     slope(lambda x: mp.besseli(0, x) + mp.besseli(1, x) + mp.besselk(0, x) + mp.besselk(1, x), 1.25)),
    ("d(ei(x) + e1(x) + si(x) + ci(x) + lambertw(x))/dx", {"x": 1.25},
     slope(lambda x: mp.ei(x) + mp.e1(x) + mp.si(x) + mp.ci(x) + mp.lambertw(x).real, 1.25)),
    ("d(INT_0^(x^2) exp(-x t) dt)/dx", {"x": 1.25}, slope(lambda x: -mp.expm1(-x**3) / x, 1.25)),
    ("d(SUM_{k=1..4} x^k/k)/dx", {"x": 1.5}, sum(mpf("1.5") ** k for k in range(4))),
    ("f'(2 x) + f''(x); f(t) = t^4 + g(t); g(u) = sin(3 u)", {"x": 0.75},
     slope(lambda t: t**4 + mp.sin(3 * t), 1.5) + slope(lambda t: t**4 + mp.sin(3 * t), 0.75, 2)),
    ("-dU/dx; U = k x^2/2 + b/x", {"k": 3.5, "b": 0.25, "x": 0.5}, -(mpf("1.75") - 1)),
    ("partial (x^2 z + z^3)/partial z", {"x": 1.5, "z": 2.5}, mpf("2.25") + 3 * mpf("6.25")),
]


def special_rows():
    rows = []
    for equation, inputs, f in SPECIAL:
        values = [mpf(repr(v)) for v in inputs.values()]
        slopes = {}
        for i, name in enumerate(inputs):
            if equation.startswith(("jn", "yn")) and name == "n":
                continue
            slopes[name] = text(mp.diff(lambda t, i=i: f(*values[:i], t, *values[i + 1:]), values[i], h=mpf("1e-12")))
        rows.append([equation, inputs, text(f(*values)), slopes])
    return rows


def write(name, body):
    path = OUT / name
    lines = [f'"{key}": [\n' + ",\n".join(json.dumps(row) for row in rows) + "\n]" for key, rows in body.items()]
    path.write_text('{"source": "mpmath ' + mp.__version__ + ', 40 digits, scripts/equations/integrals.py",\n' +
                    ",\n".join(lines) + "}\n")


write("ends.json", {"values": [[e, i, text(v)] for e, i, v in SINGULAR_END], "refused": SINGULAR_REFUSED})
write("integrals.json", {"values": [[e, i, text(v)] for e, i, v in INTEGRALS], "refused": REFUSED})
write("series.json", {"values": [[e, i, text(v)] for e, i, v in SERIES]})
write("derivatives.json", {"values": [[e, i, text(v)] for e, i, v in DERIVATIVES]})
write("special.json", {"values": special_rows()})
