"""What each function does to an error and to a gradient, as docs/receipts.md, 15.3, describes it. Standard library
only.

A rule has `value`, `slopes` (one an argument), `bend`, a bound on what the slopes do not see over errors of the
arguments, and `exact`, whether the value has no rounding error of its own. `loose` values are within one ulp.
"""
import math

import rounded
from rounded import INF

NAN = math.nan
ULP = 2.220446049250313e-16
LARGEST_INTEGER = 9007199254740991
PI = rounded.acos(-1.0)
LN10 = rounded.log(10.0)
LN2 = rounded.log(2.0)
TWO_OVER_SQRT_PI = 1.1283791670955126
INVERSE_E = rounded.exp(-1.0)
# Above this error it pays to look where a function has settled.
FLAT_ERROR_MAX = 1 / 64
# Relative step of a central difference, 2^-17.
STEP = 7.62939453125e-6


def over(a, b):
    """a / b of IEEE 754."""
    if b != 0:
        return a / b
    if a == 0 or math.isnan(a):
        return NAN
    return math.copysign(INF, a) * math.copysign(1.0, b)


def root(x):
    return math.sqrt(x) if x >= 0 else NAN


def least(a, b):
    return NAN if math.isnan(a) or math.isnan(b) else min(a, b)


def is_finite(x):
    return x - x == 0


def finite_or_0(slope):
    return slope if is_finite(slope) else 0.0


def is_whole(x):
    return is_finite(x) and math.trunc(x) == x


def integers(x, y):
    return is_whole(x) and is_whole(y) and abs(y) <= LARGEST_INTEGER


class Rule:
    """`edged` slopes may be infinite: then they count as 0, and the whole error is in the bend."""

    def __init__(self, value, slopes, bend, exact_at=None, exact=False, vanishes=False, loose=False, edged=False,
                 steep_at=None):
        self.value, self.raw, self.bend = value, slopes, bend
        self.exact, self.exact_at = exact, exact_at or (lambda *_: False)
        self.vanishes, self.loose, self.edged, self.steep_at = vanishes, loose, edged or loose, steep_at

    def slopes(self, args, y):
        """The slopes, and for each whether it is infinite."""
        raw = self.raw(*args, y)
        if self.edged:
            return [finite_or_0(slope) for slope in raw], [math.isinf(slope) for slope in raw]
        return list(raw), [False] * len(raw) if self.steep_at is None else list(self.steep_at(*args, y))


def one(name, slope, bend, exact_at=lambda x, y: x == 0, **more):
    """A function of one argument. Without an error its bend is 0."""
    return name, Rule(rounded.ONE[name], lambda x, y: (slope(x, y),),
                      lambda args, y, errors: 0.0 if errors[0] == 0 else bend(args[0], y, errors[0]), exact_at, **more)


def flat(half):
    return lambda x, y, e: half * e * e


def settling(half, rest, slope):
    def bend(x, y, e):
        near = abs(x) - e
        if e <= FLAT_ERROR_MAX or near < 1:
            return half * e * e
        return least(half * e * e, rest(near) + abs(slope(x, y)) * e)
    return bend


def exponential(rate, offset):
    return lambda x, y, e: (y + offset) * rate * e * rate * e if rate * e <= 0.5 else INF


def logarithm(scale, shift):
    def bend(x, y, e):
        relative = over(e, x + shift)
        return 2 * scale * relative * relative if relative < 0.5 else INF
    return bend


def edge(room, slope, e):
    """Next to the end of a domain, which is `room` away."""
    if e > room:
        return INF
    if e <= room / 2:
        return over(1.5 * e * e, room * root(room))
    return 2.5 * root(room + e) + abs(slope) * e


def radical(order):
    def bend(x, y, e):
        relative = over(e, abs(x))
        if relative < 0.5:
            return 0.5 * abs(y) * relative * relative
        if order == 2 and e > x:
            return INF
        far = abs(x) + e
        grown = INF if far == INF else root(far) if order == 2 else rounded.cbrt(far)
        return 2 * abs(grown) + abs(finite_or_0(over(y, order * x))) * e
    return bend


def root_rule(name, order):
    return one(name, lambda x, y: INF if x == 0 else y / (order * x), radical(order),
               lambda x, y: integers(x, y) and (y * y if order == 2 else y * y * y) == x, edged=True)


def tangent(x, y, e):
    steep = 1 + abs(y)
    return 4 * steep * (1 + y * y) * e * e if e * steep <= 0.1 else INF


def erf_slope(x):
    return TWO_OVER_SQRT_PI * rounded.exp(-x * x)


def gaussian_tail(x, y, e):
    reach = abs(x) + 1
    if e * reach < 0.25:
        return 2 * reach * abs(erf_slope(x)) * e * e
    near = abs(x) - e
    return 3.0 if near < 1 else rounded.exp(-near * near) + abs(erf_slope(x)) * e


def digamma(x):
    """Good to some 1e-15: it only weighs errors."""
    if x <= 0 and math.floor(x) == x:
        return NAN
    if x < 0:
        raise rounded.Undecided("digamma of a negative number")
    shift = 0.0
    while x < 12:
        shift += 1 / x
        x += 1
    inverse_square, tail = 1 / (x * x), 0.0
    for b in (1 / 12, -691 / 32760, 1 / 132, -1 / 240, 1 / 252, -1 / 120, 1 / 12):
        tail = (tail + b) * inverse_square
    return rounded.log(x) - 0.5 / x - tail - shift


def pole_distance(x):
    return x if x > 0 else abs(x - math.floor(x + 0.5))


def gamma_bend(x, y, e):
    room, psi = pole_distance(x), digamma(x)
    if e <= room / 4 and e * (abs(psi) + 1) <= 0.5:
        return abs(y) * (psi * psi + over(4.0, room * room) + 1) * e * e
    return INF


def lgamma_bend(x, y, e):
    room = pole_distance(x)
    return (over(4.0, room * room) + 1) * e * e if e <= room / 4 else INF


def asinh_bend(x, y, e):
    near = abs(x) - e
    return 0.25 * e * e * (1 if e <= FLAT_ERROR_MAX or near < 2 else 2 / (near * near))


def atanh_bend(x, y, e):
    room = 1 - abs(x)
    return over(4 * e * e, room * room) if e <= room / 2 else INF


def stepped(name, height, is_jump):
    value = rounded.ONE[name]
    reached = lambda x: x if math.isinf(x) and name != "sign" else value(x)
    return name, Rule(value, lambda x, y: (0.0,),
                      lambda args, y, errors: 0.0 if errors[0] == 0 or (reached(args[0] - errors[0]) == y
                          and reached(args[0] + errors[0]) == y) else height + errors[0],
                      exact=True, steep_at=lambda x, y: (is_jump(x),))


def asin_slope(x):
    return over(1.0, root((1 - x) * (1 + x)))


def acosh_slope(x):
    return over(1.0, root((x - 1) * (x + 1)))


def growing(x, y, e):
    return rounded.exp(abs(x)) * e * e if e <= 0.5 else INF


def lambert_bend(x, y, e):
    if e > (x + INVERSE_E) / 4:
        return INF
    above = 1 + y
    return 4 * abs(over(y + 2, above * above * above)) * rounded.exp(-2 * y) * e * e


def e1_bend(x, y, e):
    if e > abs(x) / 4 or e > 0.5:
        return INF
    return 2 * rounded.exp(-x) * ((abs(x) + 1 + e) / (x * x)) * e * e


def ellipk_slope(m, k):
    if abs(m) < 0.01:
        return (PI / 2) * (1 / 4 + m * (9 / 32 + m * (75 / 256 + m * (1225 / 4096))))
    return over(rounded.ellipe(m) - (1 - m) * k, 2 * m * (1 - m))


def ellipe_slope(m, e):
    if abs(m) < 0.01:
        return (-PI / 2) * (1 / 4 + m * (3 / 32 + m * (15 / 256 + m * (175 / 4096))))
    return over(e - rounded.ellipk(m), 2 * m)


EXACT_LOG2 = lambda x, y: is_whole(y) and rounded.exp2(y) == x
EXACT_LOG10 = lambda x, y: integers(x, y) and 0 <= y <= 22 and rounded.exp10(y) == x
AT_1 = lambda x, y: x == 1
NEVER = lambda x, y: False

UNARY = dict([
    one("exp", lambda x, y: y, exponential(1, 0), vanishes=True),
    one("expm1", lambda x, y: y + 1, exponential(1, 1)),
    one("exp10", lambda x, y: LN10 * y, exponential(LN10, 0), integers, vanishes=True),
    one("log", lambda x, y: over(1.0, x), logarithm(1, 0), AT_1),
    one("log1p", lambda x, y: over(1.0, 1 + x), logarithm(1, 1)),
    one("log2", lambda x, y: over(1.0, x * LN2), logarithm(1.5, 0), EXACT_LOG2),
    one("log10", lambda x, y: over(1.0, x * LN10), logarithm(1, 0), EXACT_LOG10),
    root_rule("cbrt", 3),
    root_rule("sqrt", 2),
    one("sin", lambda x, y: rounded.cos(x), flat(0.5)),
    one("cos", lambda x, y: -rounded.sin(x), flat(0.5)),
    one("tan", lambda x, y: 1 + y * y, tangent),
    one("asin", lambda x, y: asin_slope(x), lambda x, y, e: edge(1 - abs(x), finite_or_0(asin_slope(x)), e),
        edged=True),
    one("acos", lambda x, y: -asin_slope(x), lambda x, y, e: edge(1 - abs(x), finite_or_0(asin_slope(x)), e), AT_1,
        edged=True),
    one("atan", lambda x, y: 1 / (1 + x * x), settling(0.5, lambda near: 1 / near, lambda x, y: 1 / (1 + x * x))),
    one("sinh", lambda x, y: rounded.cosh(x), lambda x, y, e: (abs(y) + 1) * e * e if e <= 0.5 else INF),
    one("cosh", lambda x, y: rounded.sinh(x), lambda x, y, e: y * e * e if e <= 0.5 else INF),
    one("tanh", lambda x, y: (1 - y) * (1 + y),
        settling(0.5, lambda near: 2 * rounded.exp(-2 * near), lambda x, y: (1 - y) * (1 + y))),
    one("asinh", lambda x, y: 1 / rounded.hypot(x, 1.0), asinh_bend),
    one("acosh", lambda x, y: acosh_slope(x), lambda x, y, e: edge(x - 1, finite_or_0(acosh_slope(x)), e), AT_1,
        edged=True),
    one("atanh", lambda x, y: over(1.0, (1 - x) * (1 + x)), atanh_bend),
    one("erf", lambda x, y: erf_slope(x), gaussian_tail),
    one("erfc", lambda x, y: -erf_slope(x), gaussian_tail, vanishes=True),
    one("gamma", lambda x, y: y * digamma(x), gamma_bend, integers, vanishes=True),
    one("lgamma", lambda x, y: digamma(x), lgamma_bend, lambda x, y: x in (1, 2)),
    one("factorial", lambda x, y: 0.0, lambda x, y, e: INF, integers),
    one("abs", lambda x, y: rounded.sign(x), lambda x, y, e: 0.0 if abs(x) >= e else 2 * e, exact=True),
    stepped("floor", 1, is_whole),
    stepped("ceil", 1, is_whole),
    stepped("sign", 2, lambda x: x == 0),
    one("j1", lambda x, y: 0.5 if x == 0 else rounded.jn(0, x) - y / x, flat(0.5), loose=True),
    one("i0", lambda x, y: rounded.i1(x), growing, loose=True),
    one("e1", lambda x, y: over(-rounded.exp(-x), x), e1_bend, NEVER, vanishes=True, loose=True),
    one("ellipk", ellipk_slope,
        lambda m, y, e: INF if e > (1 - m) / 4 else (2 * e * e) / ((1 - m) * (1 - m)), NEVER, loose=True),
    one("ellipe", ellipe_slope, lambda m, y, e: INF if e > (1 - m) / 4 else (e * e) / (1 - m),
        AT_1, loose=True),
    one("lambertw", lambda x, y: over(rounded.exp(-y), 1 + y), lambert_bend, loose=True)])


# Two arguments.
def powi_bend(x, n, y, e):
    if e == 0 or n == 0:
        return 0.0
    if n == 2:
        return e * e
    if n > 0:
        far = 1.0
        for _ in range(2, n):
            far *= abs(x) + e
        return 0.5 * n * (n - 1) * far * e * e
    relative, order = over(e, abs(x)), -n
    return abs(y) * order * (order + 1) * relative * relative if relative * (order + 2) <= 0.5 else INF


def pow_bend(args, y, errors):
    (a, b), (ea, eb) = args, errors
    if ea == 0 and (eb == 0 or (a == 0 and b > eb)):
        return 0.0
    if a <= 0 and (eb > 0 or a == 0):
        return INF
    relative = ea / abs(a)
    if relative >= 0.5:
        return INF
    turn = 2 * abs(b) * relative + (abs(rounded.log(a)) * eb if eb > 0 else 0.0) + 2 * relative * eb
    if turn > 0.5:
        return INF
    return abs(y) * (turn * turn + 2 * abs(b) * relative * relative + 2 * relative * eb)


def pow_slopes(a, b, y):
    by_base = finite_or_0(b * rounded.pow_(a, b - 1)) if a == 0 else (b * y) / a
    return by_base, y * rounded.log(a) if a > 0 else 0.0


def hypot_exact(a, b, y):
    return a == 0 or b == 0 or (integers(a, y) and integers(b, y) and y * y <= LARGEST_INTEGER
                                and a * a + b * b == y * y)


def hypot_bend(args, y, errors):
    reach = errors[0] + errors[1]
    return over(reach * reach, y) if reach < y / 2 else 2 * reach


def atan2_slopes(a, b, y):
    return finite_or_0(over(b, a * a + b * b)), finite_or_0(over(-a, a * a + b * b))


def atan2_bend(args, y, errors):
    (a, b), reach = args, errors[0] + errors[1]
    if reach == 0:
        return 0.0
    radius = rounded.hypot(a, b)
    across = b < 0 and abs(a) <= errors[0]
    return 4 * (reach / radius) * (reach / radius) if reach < radius / 2 and not across else INF


def mod_bend(args, y, errors):
    (a, b), (ea, eb) = args, errors
    reach = ea + abs(floor_of(over(a, b))) * eb
    return abs(b) + reach if reach > 0 and (abs(y) <= reach or abs(b) - abs(y) <= reach) else 0.0


def floor_of(x):
    return float(math.floor(x)) if is_finite(x) else x


def choice(name):
    return Rule(rounded.TWO[name], lambda a, b, y: (1.0 if a == y else 0.0, 0.0 if a == y else 1.0),
                lambda args, y, errors: errors[0] + errors[1] if abs(args[0] - args[1]) < errors[0] + errors[1]
                else 0.0, exact=True)


def widened(x, e):
    return e + 2 * ULP * abs(x)


def difference(f, x):
    h = STEP * min(max(abs(x), STEP), x)
    return finite_or_0((f(x + h) - f(x - h)) / (x + h - (x - h)))


def change(f, x, e):
    low, high = f(x - e), f(x + e)
    whole = abs(high - low) + 2 * ULP * max(abs(low), abs(high))
    return INF if math.isnan(whole) else whole


def beta_slope(a, b):
    return digamma(a) - digamma(a + b)


def beta_bend(args, y, errors):
    (a, b), (ea, eb) = args, errors
    if ea > a / 4 or eb > b / 4:
        return INF
    linear = abs(beta_slope(a, b)) * ea + abs(beta_slope(b, a)) * eb
    square = 3 * (1 / (a * a) + 1 / a) * ea * ea + 3 * (1 / (b * b) + 1 / b) * eb * eb
    turn = linear + square
    return INF if turn > 0.5 else y * (square + turn * turn)


def gamma_density(a, x):
    if x == 0:
        return 1.0 if a == 1 else 0.0 if a > 1 else INF
    return rounded.exp((a - 1) * rounded.log(x) - x - rounded.lgamma(a))


def gammainc_bend(args, y, errors):
    (a, x), (ea, ex) = args, errors
    by_order = 0.0
    if ea != 0:
        whole = INF if ea > a / 4 else change(lambda at: rounded.gammainc(at, x), a, widened(a, ea))
        by_order = INF if ea > a / 4 else 2 * whole + 2 * ULP * y
    if ex == 0:
        return by_order
    if x == 0 or ex > x / 2:
        return INF
    rate = (abs(a - 1) + x) / x + 1
    by_argument = INF if rate * ex > 0.25 else 2 * rate * gamma_density(a, x) * ex * ex
    if ea == 0:
        return by_argument
    return by_order + by_argument + 2 * change(lambda at: rounded.gammainc(at, x), a, widened(a, ea)) * rate * ex


def unless_exact(bend):
    return lambda args, y, errors: 0.0 if errors[0] == 0 and errors[1] == 0 else bend(args, y, errors)


def jn_slope(n, x):
    return (rounded.jn(n - 1, x) - rounded.jn(n + 1, x)) / 2


BINARY = {
    "pow": Rule(rounded.pow_, pow_slopes, pow_bend,
                lambda a, b, y: b == 0 or a == 1 or (a == 0 and b > 0) or (b > 0 and integers(b, b)
                                                                           and integers(a, y)),
                vanishes=True, steep_at=lambda a, b, y: (a == 0 and 0 < b < 1, False)),
    "min": choice("min"),
    "max": choice("max"),
    "hypot": Rule(rounded.hypot, lambda a, b, y: (0.0, 0.0) if y == 0 else (a / y, b / y), hypot_bend, hypot_exact),
    "atan2": Rule(rounded.atan2, atan2_slopes, atan2_bend, lambda a, b, y: a == 0 and b > 0),
    "mod": Rule(rounded.mod, lambda a, b, y: (1.0, -floor_of(over(a, b))), mod_bend,
                lambda a, b, y: b != 0 and y == math.fmod(a, b)),
    "binomial": Rule(rounded.binomial, lambda a, b, y: (0.0, 0.0),
                     lambda args, y, errors: INF if errors[0] + errors[1] > 0 else 0.0,
                     lambda a, b, y: integers(a, y) and integers(b, y)),
    "beta": Rule(rounded.beta, lambda a, b, y: (y * beta_slope(a, b), y * beta_slope(b, a)), unless_exact(beta_bend),
                 lambda a, b, y: a == 1 and b == 1, vanishes=True, loose=True),
    "gammainc": Rule(rounded.gammainc,
                     lambda a, x, y: (difference(lambda at: rounded.gammainc(at, x), a), gamma_density(a, x)),
                     unless_exact(gammainc_bend), lambda a, x, y: x == 0, vanishes=True, loose=True),
    "jn": Rule(rounded.jn, lambda n, x, y: (0.0, jn_slope(n, x)),
               unless_exact(lambda args, y, errors: INF if errors[0] > 0 else 0.5 * errors[1] * errors[1]),
               lambda n, x, y: x == 0, vanishes=True, loose=True)}


# Three arguments.
def beta_density(a, b, x):
    if x == 0:
        return b if a == 1 else 0.0 if a > 1 else INF
    if x == 1:
        return a if b == 1 else 0.0 if b > 1 else INF
    scale = rounded.lgamma(a + b) - rounded.lgamma(a) - rounded.lgamma(b)
    return rounded.exp(scale + (a - 1) * rounded.log(x) + (b - 1) * rounded.log(1 - x))


def betainc_slopes(a, b, x, y):
    return (difference(lambda at: rounded.betainc(at, b, x), a), difference(lambda at: rounded.betainc(a, at, x), b),
            beta_density(a, b, x))


def betainc_bend(args, y, errors):
    (a, b, x), (ea, eb, ex) = args, errors
    if ea > a / 4 or eb > b / 4 or (ex > 0 and ex > min(x, 1 - x) / 2):
        return INF
    corners = 0.0
    if ea != 0 or eb != 0:
        wa, wb = (0.0 if ea == 0 else widened(a, ea)), (0.0 if eb == 0 else widened(b, eb))
        corners = rounded.betainc(a - wa, b + wb, x) - rounded.betainc(a + wa, b - wb, x) + 4 * ULP * y
    turn = 0.0 if ex == 0 else (abs(a - 1) / x + abs(b - 1) / (1 - x) + 1) * ex
    if turn > 0.25:
        return INF
    return 2 * abs(corners) * (1 + turn) + (0.0 if ex == 0 else 2 * turn * beta_density(a, b, x) * ex)


TERNARY = {"betainc": Rule(rounded.betainc, betainc_slopes, betainc_bend, lambda a, b, x, y: x in (0, 1),
                           loose=True)}
RULES = {**UNARY, **BINARY, **TERNARY}
