"""One run of an equation with its errors and its gradient, as docs/receipts.md, 15.2 to 15.4, describes it.

The operations stand in a list, leaves first. Going forward, each gets its value, its slopes, its own rounding error and
a bound of its whole error; going backward, the derivative of the result by it. Standard library only.
"""
import math
from fractions import Fraction

import rounded
from equation import EULER, exact_exponent
from slopes import INF, LARGEST_INTEGER, RULES, finite_or_0, is_finite, is_whole, over, powi_bend

UNIT_ROUNDOFF = 1.1102230246251565e-16
TRANSFORM_MIN = 1.0261342003245941e-289
NORMAL_MIN = 2.2250738585072014e-308
SUBNORMAL_ULP = 5e-324
SLACK = 1.000000001
POWI_MAX = 64
PRECISION_BOUND = 1e-4
RESULT_MIN = 8192 * 5e-324
UNDERFLOW_SUSPECTED = 1e-280
BALANCE = 4 * 2.220446049250313e-16
LITERAL_CHARS_MAX = 17
# What has no value for these is a domain-error, for others an overflow.
DOMAINS = {"quotient", "log", "log2", "log10", "log1p", "sqrt", "asin", "acos", "acosh", "atanh", "gamma", "lgamma",
           "factorial", "binomial", "mod", "beta", "gammainc", "betainc", "jn", "ellipk", "ellipe", "lambertw", "e1"}
SIGNS = {"+": "sum", "-": "difference", "*": "product", "/": "quotient"}


class Refused(Exception):
    """These inputs have no value; its text is the kind of the refusal."""


def is_exact_decimal(x):
    """Whether the decimal that the shortest text of a double says is that double."""
    return Fraction(repr(x)) == Fraction(x)


def half_ulp(x):
    return abs(x) * UNIT_ROUNDOFF + (SUBNORMAL_ULP if abs(x) < NORMAL_MIN else 0.0)


def leaf_error(x):
    return 0.0 if is_exact_decimal(x) else half_ulp(x)


def raised(reach, lossy):
    return reach + SUBNORMAL_ULP if lossy and reach < NORMAL_MIN else reach


def difference_of(exact, approximate):
    """|exact - approximate|, rounded."""
    return abs(float(exact - Fraction(approximate)))


class Leaf:
    def __init__(self, value, error, constant=None):
        self.value, self.error, self.constant = value, error, constant


class Step:
    """An operation; `operands` are places in the list, `name` and `n` say which one it is."""

    def __init__(self, name, operands, n=0):
        self.name, self.operands, self.n = name, operands, n


class Tape:
    """An equation as a list of operations. `slots` are names of inputs, `constants` are (value, symbol or None)."""

    def __init__(self, tree, slots, constants):
        self.slots = {name: place for place, name in enumerate(slots)}
        self.constants = constants
        self.leaves = [Leaf(0.0, 0.0) for _ in slots]
        self.leaf_of, self.steps, self.step_of = {}, [], {}
        tree = lowered(tree)
        self.collect(tree)
        self.root = self.add(tree)

    def collect(self, tree):
        """Leaves behind the slots: constants in the order in which the tree has them, equal ones once."""
        if tree[0] in ("number", "name"):
            if tree[0] == "name" and tree[1] in self.slots:
                return
            key, leaf = self.constant(tree)
            if key not in self.leaf_of:
                self.leaf_of[key] = len(self.leaves)
                self.leaves.append(leaf)
            return
        for part in tree[1]:
            self.collect(part)

    def constant(self, tree):
        if tree[0] == "number":
            value = float(tree[1])
            exact = len(tree[1]) <= LITERAL_CHARS_MAX and is_exact_decimal(value)
            return value, Leaf(value, 0.0 if exact else half_ulp(value))
        value, symbol = self.constants[tree[1]]
        error = half_ulp(value) if tree[1] == EULER else leaf_error(value)
        return (symbol if symbol is not None else value), Leaf(value, error, symbol)

    def add(self, tree):
        if tree[0] in ("number", "name"):
            if tree[0] == "name" and tree[1] in self.slots:
                return self.slots[tree[1]]
            return self.leaf_of[self.constant(tree)[0]]
        operands = tuple(self.add(part) for part in tree[1])
        key = (tree[0], operands, tree[2])
        # The same operation on the same operands is one step, and its error one error.
        if key not in self.step_of or tree[0] == "betainc":
            self.step_of[key] = len(self.leaves) + len(self.steps)
            self.steps.append(Step(tree[0], operands, tree[2]))
        return self.step_of[key]

    def run(self, values, errors):
        return Run(self, values, errors)

    def value(self, values):
        """The value alone: nan or an infinity where there is none."""
        all_values = [*values, *(leaf.value for leaf in self.leaves[len(self.slots):])]
        for step in self.steps:
            all_values.append(value_of(step, [all_values[place] for place in step.operands]))
        return all_values[self.root] + 0.0


def lowered(tree):
    """Operations as (name, operands, n); numbers and names as they are."""
    kind = tree[0]
    if kind in ("number", "name"):
        return tree
    if kind == "pos":
        return lowered(tree[1])
    if kind == "neg":
        return ("negation", (lowered(tree[1]),), 0)
    if kind == "call":
        args = [lowered(arg) for arg in tree[2]]
        if tree[1] == "betainc" or len(args) <= 2:
            return (tree[1], tuple(args), 0)
        left = args[0]
        for arg in args[1:]:
            left = (tree[1], (left, arg), 0)
        return left
    if kind == "^":
        return lowered_power(tree[1], tree[2])
    return (SIGNS[kind], (lowered(tree[1]), lowered(tree[2])), 0)


def lowered_power(base, exponent):
    if base == ("name", EULER):
        return ("exp", (lowered(exponent),), 0)
    exact = exact_exponent(exponent)
    if exact is not None and exact == Fraction(1, 2):
        return ("sqrt", (lowered(base),), 0)
    if exact is not None and exact.denominator == 1 and abs(exact) <= POWI_MAX:
        n = int(exact)
        if n == 1:
            return lowered(base)
        return ("quotient", (("number", "1"), lowered(base)), 0) if n == -1 else ("power", (lowered(base),), n)
    return ("pow", (lowered(base), lowered(exponent)), 0)


def value_of(step, args):
    name = step.name
    if name == "sum":
        return args[0] + args[1]
    if name == "difference":
        return args[0] - args[1]
    if name == "product":
        return args[0] * args[1]
    if name == "quotient":
        return over(args[0], args[1])
    if name == "negation":
        return -args[0]
    if not all(map(is_finite, args)):
        return beyond(name, step.n, args)
    if name == "power":
        return rounded.pow_(args[0], float(step.n))
    return RULES[name].value(*args)


LIMITS = {"exp": (0.0, INF), "exp10": (0.0, INF), "expm1": (-1.0, INF), "log": (None, INF), "log2": (None, INF),
          "log10": (None, INF), "log1p": (None, INF), "sqrt": (None, INF), "cbrt": (-INF, INF), "abs": (INF, INF),
          "sinh": (-INF, INF), "cosh": (INF, INF), "tanh": (-1.0, 1.0), "asinh": (-INF, INF), "acosh": (None, INF),
          "erf": (-1.0, 1.0), "erfc": (2.0, 0.0), "sin": (None, None), "cos": (None, None), "tan": (None, None),
          "asin": (None, None), "acos": (None, None), "atanh": (None, None), "floor": (-INF, INF),
          "ceil": (-INF, INF), "sign": (-1.0, 1.0)}


def beyond(name, n, args):
    """Of an argument that is no number or infinite, which only the values next to the inputs can be."""
    if name == "pow":
        return rounded.pow_(*args)
    if any(map(math.isnan, args)) and not (name == "power" and n == 0):
        if name != "hypot":
            return math.nan
    elif name == "power":
        if n == 0:
            return 1.0
        if n < 0:
            return 0.0
        return INF if args[0] > 0 or n % 2 == 0 else -INF
    elif name in LIMITS:
        limit = LIMITS[name][args[0] > 0]
        return math.nan if limit is None else limit
    elif name == "atan":
        return math.copysign(rounded.acos(-1.0) / 2, args[0])
    raise rounded.Undecided(f"{name} of an infinity")


class Run:
    """Values, errors and derivatives of one run. @raises Refused"""

    def __init__(self, tape, values, errors):
        self.tape, count = tape, len(tape.leaves)
        self.slots = len(values)
        self.value = [*values, *(leaf.value for leaf in tape.leaves[self.slots:])]
        self.reach = [*errors, *(leaf.error for leaf in tape.leaves[self.slots:])]
        self.rounding, self.bend = [0.0] * count, [0.0] * count
        self.slopes, self.steep_by = [()] * count, [()] * count
        self.underflow = self.has_steep = False
        for step in tape.steps:
            self.step(step)
        self.result = self.value[tape.root] + 0.0
        self.backward()
        self.relative, self.absolute = self.judge()

    def step(self, step):
        args = [self.value[place] for place in step.operands]
        errors = [self.reach[place] for place in step.operands]
        result = value_of(step, args)
        if not is_finite(result):
            raise Refused(kind_without_value(step.name, args, result))
        name, steep = step.name, [False] * len(args)
        if name in ("sum", "difference"):
            sign = 1.0 if name == "sum" else -1.0
            rounding = difference_of(Fraction(args[0]) + Fraction(sign * args[1]), result)
            slopes, bend, reach = [1.0, sign], 0.0, errors[0] + errors[1] + rounding
        elif name == "product":
            rounding, slopes, bend, reach = self.product(args, errors, result)
        elif name == "quotient":
            rounding, slopes, bend, reach = self.quotient(args, errors, result)
        elif name == "negation":
            rounding, slopes, bend, reach = 0.0, [-1.0], 0.0, errors[0]
        else:
            rounding, slopes, bend, reach, steep = self.function(step, args, errors, result)
        self.value.append(result)
        self.rounding.append(rounding)
        self.bend.append(bend)
        self.slopes.append(slopes)
        self.steep_by.append(steep)
        self.reach.append(reach)
        self.has_steep = self.has_steep or any(steep)

    def product(self, args, errors, result):
        (x, y), (ex, ey) = args, errors
        if x == 0 or y == 0:
            rounding = 0.0
        elif abs(result) > TRANSFORM_MIN:
            rounding = difference_of(Fraction(x) * Fraction(y), result)
        else:
            rounding = self.tiny(result)
        bend = ex * ey
        lossy = (x != 0 and ey > 0) or (y != 0 and ex > 0) or (ex > 0 and ey > 0)
        return rounding, [y, x], bend, raised(abs(x) * ey + abs(y) * ex + rounding + bend, lossy)

    def quotient(self, args, errors, result):
        (x, y), (ex, ey) = args, errors
        inverse = over(1.0, y)
        size = abs(inverse)
        if x == 0:
            rounding = 0.0
        elif abs(result) > TRANSFORM_MIN and abs(x) > TRANSFORM_MIN:
            rounding = abs(float(Fraction(x) - Fraction(result) * Fraction(y)) * inverse)
        else:
            rounding = self.tiny(result)
        relative = ey * size
        bend = 0.0
        if ey != 0:
            bend = 2 * relative * (ex * size + abs(result) * relative) if relative < 0.5 else INF
        reach = raised((ex + abs(result) * ey) * size + rounding + bend, ex > 0 or (ey > 0 and x != 0))
        return rounding, [inverse, -result * inverse], bend, reach

    def function(self, step, args, errors, result):
        passes = any(error > 0 for error in errors)
        if step.name == "power":
            x = args[0]
            slopes, steep = [0.0 if x == 0 else (step.n * result) / x], [False]
            rounding, bend = self.power_rounding(x, step.n, result), powi_bend(x, step.n, result, errors[0])
        else:
            rule = RULES[step.name]
            slopes, steep = rule.slopes(args, result)
            bend = rule.bend(args, result, errors)
            rounding = self.function_rounding(step.name, rule, args, result)
            if rule.exact and len(args) == 1:
                passes = passes and (slopes[0] != 0 or bend != 0)
        reach = 0.0
        for slope, error in zip(slopes, errors):
            reach += abs(slope) * error
        return rounding, slopes, bend, raised(reach + rounding + bend, passes), steep

    def function_rounding(self, name, rule, args, result):
        if name == "sqrt" and args[0] > TRANSFORM_MIN:
            return abs(float(Fraction(args[0]) - Fraction(result) ** 2) / (2 * result))
        if rule.exact or rule.exact_at(*args, result):
            return 0.0
        if name == "betainc":
            return result * 2.220446049250313e-16
        return self.call_rounding(result, rule.vanishes) * (2 if rule.loose else 1)

    def power_rounding(self, x, n, result):
        if x == 0 or n == 0:
            return 0.0
        if n == 2 and result > TRANSFORM_MIN:
            return difference_of(Fraction(x) ** 2, result)
        if n > 0 and is_whole(x) and abs(result) <= LARGEST_INTEGER:
            return 0.0
        return self.call_rounding(result, True)

    def call_rounding(self, result, vanishes):
        if abs(result) >= NORMAL_MIN:
            return abs(result) * UNIT_ROUNDOFF
        return self.tiny(result) if vanishes or result != 0 else 0.0

    def tiny(self, result):
        if abs(result) < NORMAL_MIN:
            self.underflow = True
        return abs(result) * UNIT_ROUNDOFF + SUBNORMAL_ULP

    def backward(self):
        first = len(self.tape.leaves)
        self.adjoint = [0.0] * len(self.value)
        self.adjoint[self.tape.root] = 1.0
        rounding_part = input_part = 0.0
        lossy = False
        for place in range(len(self.value) - 1, first - 1, -1):
            weight = self.adjoint[place]
            if weight == 0:
                continue
            if self.rounding[place] != 0:
                part = abs(weight) * self.rounding[place]
                rounding_part += SUBNORMAL_ULP if part == 0 else part
                lossy = True
            if self.bend[place] != 0:
                input_part += abs(weight) * self.bend[place]
                lossy = True
            for operand, slope in zip(self.tape.steps[place - first].operands, self.slopes[place]):
                self.adjoint[operand] += weight * slope
        for leaf in range(first):
            slope, reach = self.adjoint[leaf], self.reach[leaf]
            if reach != 0 and slope != 0:
                input_part += abs(slope) * reach
                lossy = True
        if lossy and rounding_part + input_part < TRANSFORM_MIN:
            input_part += len(self.value) * SUBNORMAL_ULP
        self.rounding_part, self.input_part = rounding_part * SLACK, input_part * SLACK
        self.steep = self.steep_leaves(first) if self.has_steep else None

    def steep_leaves(self, first):
        """Leaves by which the result changes infinitely fast."""
        steep = [False] * len(self.value)
        for place in range(len(self.value) - 1, first - 1, -1):
            passes, own = steep[place], self.adjoint[place] != 0
            for operand, slope, infinite in zip(self.tape.steps[place - first].operands, self.slopes[place],
                                                self.steep_by[place]):
                if (infinite and (own or passes)) or (passes and slope != 0):
                    steep[operand] = True
        return steep[:first]

    def judge(self):
        """Relative and absolute bound of the numerical error."""
        absolute, size = (self.rounding_part + self.input_part) * SLACK, abs(self.result)
        if size != 0:
            if size < RESULT_MIN:
                raise Refused("underflow")
            relative = absolute / size
            if relative <= PRECISION_BOUND:
                return relative, absolute
            raise Refused("underflow" if self.underflow and size < UNDERFLOW_SUSPECTED else "precision-loss")
        if self.underflow and (self.rounding_part > 0 or self.reach[self.tape.root] > 0):
            raise Refused("underflow")
        scale = max([0.0, *(abs(self.value[i] * self.adjoint[i]) for i in range(len(self.tape.leaves)))])
        if not (self.rounding_part == 0 and self.input_part <= BALANCE * scale):
            raise Refused("precision-loss")
        return 0.0 if scale == 0 else self.input_part / scale, absolute


def kind_without_value(name, args, result):
    if math.isnan(result):
        return "domain-error"
    if name == "quotient":
        return "overflow" if args[1] != 0 else "domain-error"
    if name in ("power", "pow"):
        return "overflow" if args[0] != 0 else "domain-error"
    if name in ("gamma", "lgamma", "factorial"):
        return "overflow" if args[0] > 0 else "domain-error"
    return "overflow" if name == "binomial" or name not in DOMAINS else "domain-error"
