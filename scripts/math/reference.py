"""Exact bits of doubles, and the functions of protocol/math as mpmath computes them.

mpmath 1.3 is the independent source: nothing here shares a formula with the TypeScript.
"""
import struct
from mpmath import mp, mpf


def bits_of(x):
    return struct.unpack(">Q", struct.pack(">d", x))[0]


def double_of(bits):
    return struct.unpack(">d", struct.pack(">Q", bits))[0]


def hex_of(x):
    return "%016x" % bits_of(x)


def round_to_bits(value):
    """Bits of the double nearest to an mpf, ties to even. float() rounds some subnormals twice."""
    if mp.isnan(value):
        return 0x7FF8000000000000
    if mp.isinf(value):
        return 0x7FF0000000000000 if value > 0 else 0xFFF0000000000000
    sign, mantissa, exponent, length = value._mpf_
    mantissa = int(mantissa)
    if mantissa == 0:
        return 0
    top = exponent + length - 1
    if top > 1023:
        return (sign << 63) | 0x7FF0000000000000
    if top < -1076:
        return sign << 63
    quantum = max(top - 52, -1074)
    shift = quantum - exponent
    if shift <= 0:
        kept = mantissa << -shift
    else:
        kept = mantissa >> shift
        rest = mantissa - (kept << shift)
        half = 1 << (shift - 1)
        if rest > half or (rest == half and kept & 1):
            kept += 1
    bits = kept if top < -1022 else ((top + 1022) << 52) + kept
    return (sign << 63) | min(bits, 0x7FF0000000000000)


def _lgamma(x):
    if x > 0:
        return mp.loggamma(x)
    # Reflection; the bits that cancel next to a zero are added beforehand.
    with mp.workprec(mp.prec + 250):
        return mp.log(mp.pi / abs(mp.sinpi(x))) - mp.loggamma(1 - x)


def _extra(function, bits):
    def evaluate(*arguments):
        with mp.workprec(mp.prec + bits):
            return function(*arguments)
    return evaluate


def _atan2(y, x):
    # A tiny quotient may be a midpoint of subnormals: only its cube decides, far below.
    with mp.workprec(mp.prec + (4400 if abs(y) < abs(x) * mpf(2) ** -200 else 0)):
        return mp.atan2(y, x)


FUNCTIONS = {
    "exp": mp.exp, "expm1": mp.expm1, "exp2": lambda x: mp.power(2, x),
    "exp10": lambda x: mp.power(10, x),
    "log": mp.log, "log1p": mp.log1p, "log2": lambda x: mp.log(x) / mp.log(2),
    "log10": lambda x: mp.log(x) / mp.log(10),
    "pow": mp.power, "powi": lambda x, n: mp.power(x, int(n)),
    "cbrt": lambda x: mp.sign(x) * mp.cbrt(abs(x)),
    "hypot": _extra(lambda x, y: mp.sqrt(x * x + y * y), 4400),
    "sin": mp.sin, "cos": mp.cos, "tan": mp.tan, "sinpi": mp.sinpi, "cospi": mp.cospi,
    "tanpi": lambda x: mp.sinpi(x) / mp.cospi(x),
    "asin": mp.asin, "acos": _extra(mp.acos, 120), "atan": mp.atan, "atan2": _extra(_atan2, 60),
    "sinh": mp.sinh, "cosh": mp.cosh, "tanh": mp.tanh,
    "asinh": _extra(mp.asinh, 120), "acosh": _extra(mp.acosh, 120), "atanh": _extra(mp.atanh, 120),
    "erf": mp.erf, "erfc": _extra(mp.erfc, 60), "gamma": mp.gamma, "lgamma": _extra(_lgamma, 120),
}

SPECIAL = {
    "j0": _extra(lambda x: mp.besselj(0, x), 60), "j1": _extra(lambda x: mp.besselj(1, x), 60),
    "y0": _extra(lambda x: mp.bessely(0, x), 60), "y1": _extra(lambda x: mp.bessely(1, x), 60),
    "jn": _extra(lambda n, x: mp.besselj(int(n), x), 60),
    "yn": _extra(lambda n, x: mp.bessely(int(n), x), 60),
    "i0": lambda x: mp.besseli(0, x), "i1": lambda x: mp.besseli(1, x),
    "k0": lambda x: mp.besselk(0, x), "k1": lambda x: mp.besselk(1, x),
    "digamma": _extra(mp.digamma, 120), "beta": _extra(mp.beta, 120),
    "gammainc": _extra(lambda a, x: mp.gammainc(a, 0, x, regularized=True), 120),
    "betainc": _extra(lambda a, b, x: mp.betainc(a, b, 0, x, regularized=True), 120),
    "zeta": _extra(mp.zeta, 60), "ellipk": mp.ellipk, "ellipe": _extra(mp.ellipe, 60),
    "polylog": _extra(lambda s, z: mp.re(mp.polylog(s, z)), 60),
    "lambertw": _extra(lambda x: mp.lambertw(x).real, 60),
    "ei": _extra(mp.ei, 60), "e1": _extra(mp.e1, 60), "si": _extra(mp.si, 60),
    "ci": _extra(mp.ci, 60),
}
FUNCTIONS.update(SPECIAL)


def evaluate(name, arguments, precision):
    """The function's value as an mpf with about `precision` good bits."""
    with mp.workprec(precision):
        value = FUNCTIONS[name](*[mpf(a) for a in arguments])
        # Not rounded again here: a value found with more bits must keep them.
        return mp.nan if isinstance(value, mp.mpc) else value


def correctly_rounded_bits(name, arguments):
    """Bits on which 200 and 400 bits of precision agree, else 800 and 1,600."""
    for low, high in ((200, 400), (800, 1600), (4800, 9600)):
        a = round_to_bits(evaluate(name, arguments, low))
        b = round_to_bits(evaluate(name, arguments, high))
        if a == b:
            return a
    raise ArithmeticError(f"{name}{arguments}: undecided")


def hardness(name, arguments):
    """Equal bits after the rounding bit: how near the value comes to a double or a midpoint."""
    value = evaluate(name, arguments, 320)
    if not mp.isfinite(value) or value == 0:
        return 0
    _, mantissa, exponent, length = value._mpf_
    mantissa = int(mantissa)
    below = length - 53
    if exponent + length - 1 < -1022:
        below += -1022 - (exponent + length - 1)
    if below <= 1 or below >= 320:
        return 0
    rest = mantissa & ((1 << (below - 1)) - 1)
    if rest == 0:
        return 0
    distance = min(rest, (1 << (below - 1)) - rest)
    return below - 1 - distance.bit_length()
