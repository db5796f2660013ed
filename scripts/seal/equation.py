"""Reads the equations of the registry, and writes them again, as docs/receipts.md, 10.2 and 15.6, describes it.

Trees: ("number", text), ("name", name), ("neg", a), ("pos", a), ("call", function, arguments), (sign, a, b) with a sign
of + - / ^, and ("*", a, b, juxtaposed). Standard library only.
"""
import re
from fractions import Fraction

import rounded

# Section 10.2: spellings of functions.
SPELLED = {"ln": "log", "lb": "log2", "lg": "log10", "arcsin": "asin", "arccos": "acos", "arctan": "atan"}
RECIPROCALS = {"sec": "cos", "csc": "sin", "cot": "tan", "sech": "cosh", "csch": "sinh", "coth": "tanh"}
# Letters that are a function only where the bracket follows without a space.
GREEK = {"beta", "gamma", "zeta"}
FUNCTIONS = {**rounded.ONE, **rounded.TWO, **rounded.THREE}
# Functions of more than two arguments, which are taken in pairs.
CHAINED = ("min", "max", "hypot")
# Names of settled letters, which no text can spell; they are written as the letter.
EULER = "e#euler"
PLANCK = "h#planck"
# The first operator of every chain: a modulation, whose value is 1 without the time of a seal.
MODULATION = "KO42"


class NotChecked(Exception):
    """What this program does not compute: nothing is said about it."""


# From text to tree.
TOKEN = re.compile(
    r"(\s*)(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|"
    r"([A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)*)|(<=|[-+*/^!(),;=<]))")


def tokens_of(text):
    """Pairs of kind and text; a bracket behind a space is of the kind `apart`."""
    tokens, at, text = [], 0, text.strip()
    while at < len(text):
        found = TOKEN.match(text, at)
        if found is None:
            raise NotChecked(f"its equation is written with {text[at:].strip()[:1]!r}")
        kind = "number" if found[2] else "name" if found[3] else "apart" if found[1] and found[4] == "(" else "sign"
        tokens.append((kind, found[found.lastindex]))
        at = found.end()
    return tokens


class Reader:
    """One side of an equation."""

    def __init__(self, tokens, declared):
        self.tokens, self.declared, self.at = tokens, declared, 0

    def whole(self):
        tree = self.sum()
        if self.at != len(self.tokens):
            raise NotChecked(f"its equation has {self.tokens[self.at][1]!r} where it should end")
        return tree

    def ahead(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ("sign", "")

    def sign(self, *signs):
        kind, text = self.ahead()
        if kind in ("sign", "apart") and text in signs:
            self.at += 1
            return text
        return None

    def sum(self):
        left = self.term()
        while (sign := self.sign("+", "-")) is not None:
            left = (sign, left, self.term())
        return left

    def term(self):
        left = self.unary()
        while True:
            if (sign := self.sign("*", "/")) is not None:
                right = self.unary()
                left = ("*", left, right, False) if sign == "*" else ("/", left, right)
            elif self.ahead()[0] != "sign" or self.ahead()[1] == "(":
                left = ("*", left, self.power(), True)
            else:
                return left

    def unary(self):
        if (sign := self.sign("+", "-")) is not None:
            return ("neg" if sign == "-" else "pos", self.unary())
        return self.power()

    def power(self):
        base = self.primary()
        while self.sign("!") is not None:
            base = ("call", "factorial", [base])
        if self.sign("^") is None:
            return base
        return ("^", ("name", EULER) if base == ("name", "e") else base, self.exponent())

    def exponent(self):
        if (sign := self.sign("+", "-")) is not None:
            return ("neg" if sign == "-" else "pos", self.exponent())
        return self.power()

    def primary(self):
        if self.sign("(") is not None:
            return self.closed(self.sum())
        kind, text = self.ahead()
        if kind == "sign":
            raise NotChecked("its equation is read in a way this program does not know")
        self.at += 1
        if kind == "number":
            return ("number", re.sub(r"\.(?![0-9])", "", text))
        return self.call(text) if self.is_call(text) else ("name", text)

    def is_call(self, text):
        kind, sign = self.ahead()
        if text in self.declared or sign != "(":
            return False
        if RECIPROCALS.get(text, SPELLED.get(text, text)) in FUNCTIONS:
            return not (text in GREEK and kind == "apart")
        if kind == "sign" and len(text) >= 3 and text.isalpha():
            raise NotChecked(f"its function {text} is not computed here")
        return False

    def call(self, text):
        name = RECIPROCALS.get(text, SPELLED.get(text, text))
        self.sign("(")
        args = [self.sum()]
        while self.sign(",") is not None:
            args.append(self.sum())
        wanted = 1 if name in rounded.ONE else 2 if name in rounded.TWO else 3
        if len(args) != wanted and not (name in CHAINED and len(args) > 2):
            raise NotChecked(f"its function {name} has {len(args)} arguments")
        call = self.closed(("call", name, args))
        return ("/", ("number", "1"), call) if text in RECIPROCALS else call

    def closed(self, tree):
        if self.sign(")") is None:
            raise NotChecked("a bracket of its equation is not closed")
        return tree


def split_outside(text, sign):
    """At the first such sign that stands in no bracket; None where there is none."""
    depth = 0
    for i, one in enumerate(text):
        depth += (one == "(") - (one == ")")
        if one == sign and depth == 0:
            return text[:i], text[i + 1:]
    return None


def clauses_of(text):
    """The clauses between semicolons: the text on the left of the equality sign, and the tokens on its right."""
    if "{" in text:
        raise NotChecked("its equation has pieces with conditions in braces, which are not read here")
    for clause in text.split(";"):
        sides = split_outside(clause, "=")
        if sides is None:
            raise NotChecked("a clause of its equation is no equality")
        yield " ".join(sides[0].split()), tokens_of(sides[1])


def relation_of(text, declared):
    """A comparison by < or <=: its sign and its sides."""
    tokens = tokens_of(text)
    at = [i for i, (_, sign) in enumerate(tokens) if sign in ("<", "<=")]
    if len(at) != 1:
        raise NotChecked("a relation of its inputs is no comparison")
    sides = (tokens[:at[0]], tokens[at[0] + 1:])
    return (tokens[at[0]][1], *(Reader(side, declared).whole() for side in sides))


def mapped(tree, change):
    """The same tree of parts that were changed."""
    kind = tree[0]
    if kind in ("number", "name"):
        return tree
    if kind == "call":
        return ("call", tree[1], [change(arg) for arg in tree[2]])
    return (kind, *(change(part) if isinstance(part, tuple) else part for part in tree[1:]))


def substituted(tree, definitions, open_names=frozenset()):
    """The tree with every definition written in where its name stands."""
    if tree[0] == "name" and tree[1] in definitions:
        if tree[1] in open_names:
            raise NotChecked(f"{tree[1]} is defined by itself")
        return substituted(definitions[tree[1]], definitions, open_names | {tree[1]})
    return mapped(tree, lambda part: substituted(part, definitions, open_names))


def renamed(tree, names):
    if tree[0] == "name":
        return ("name", names.get(tree[1], tree[1]))
    return mapped(tree, lambda part: renamed(part, names))


def names_of(tree, found=None):
    """Names in order of first use."""
    found = {} if found is None else found
    if tree[0] == "name":
        found.setdefault(tree[1])
    mapped(tree, lambda part: names_of(part, found) and part)
    return list(found)


PLAIN = re.compile(r"[0-9.]{1,13}\Z")
PART_MAX = 1_000_000


def exact_exponent(tree):
    """The exact value of plain decimals joined by + - * /, or None."""
    kind = tree[0]
    if kind == "number":
        return small(Fraction(tree[1])) if PLAIN.match(tree[1]) else None
    if kind in ("neg", "pos"):
        exact = exact_exponent(tree[1])
        return exact if exact is None or kind == "pos" else -exact
    if kind not in ("+", "-", "*", "/"):
        return None
    a, b = exact_exponent(tree[1]), exact_exponent(tree[2])
    if a is None or b is None or (kind == "/" and b == 0):
        return None
    return small(a + b if kind == "+" else a - b if kind == "-" else a * b if kind == "*" else a / b)


def small(exact):
    return exact if abs(exact.numerator) <= PART_MAX and exact.denominator <= PART_MAX else None


# From tree to text.
SUM, TERM, SIGN, POWER, ATOM = 10, 20, 30, 40, 60
ENDS_IN_NUMBER = re.compile(r"(^|[*/ ])([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$")


def shown(name):
    return name.split("#")[0]


def juxtaposed(left, right):
    numbers = ENDS_IN_NUMBER.search(left) is not None and right[:1] in set("0123456789.")
    return f"{left}*{right}" if numbers else f"{left} {right}"


def written(tree, name=shown, product=juxtaposed):
    """The text of a tree, with as few brackets as reading it again needs, and how tightly it binds."""
    def bracketed(part, level):
        text, own = written(part, name, product)
        return f"({text})" if own < level else text

    kind = tree[0]
    if kind == "number":
        return tree[1], ATOM
    if kind == "name":
        return name(tree[1]), ATOM
    if kind in ("neg", "pos"):
        return ("-" if kind == "neg" else "+") + bracketed(tree[1], POWER), SIGN
    if kind == "call":
        if tree[1] == "factorial":
            return f"{bracketed(tree[2][0], ATOM)}!", ATOM
        spelling = "ln" if tree[1] == "log" else tree[1]
        return f"{spelling}({', '.join(written(arg, name, product)[0] for arg in tree[2])})", ATOM
    if kind in ("+", "-"):
        return f"{bracketed(tree[1], SUM)} {kind} {bracketed(tree[2], TERM)}", SUM
    if kind == "*":
        divides = tree[3] and is_symbolic_quotient(tree[1])
        left = f"({written(tree[1], name, product)[0]})" if divides else bracketed(tree[1], TERM)
        right = bracketed(tree[2], POWER)
        return (product(left, right) if tree[3] else f"{left}*{right}"), TERM
    if kind == "/":
        return f"{bracketed(tree[1], TERM)}/{bracketed(tree[2], POWER)}", TERM
    exponent = bracketed(tree[2], SIGN if tree[2][0] in ("neg", "pos") else POWER)
    return f"{bracketed(tree[1], ATOM)}^{exponent}", POWER


def is_symbolic_quotient(tree):
    """x/y, which many would read on as x/(y z)."""
    if tree[0] == "*":
        return not tree[3] and is_symbolic_quotient(tree[1])
    return tree[0] == "/" and tree[2][0] != "number"


# Dimensions of units, as exponents of kg, m, s, A, K, mol and cd.
UNITS = {
    "1": (0, 0, 0, 0, 0, 0, 0), "kg": (1, 0, 0, 0, 0, 0, 0), "m": (0, 1, 0, 0, 0, 0, 0), "s": (0, 0, 1, 0, 0, 0, 0),
    "A": (0, 0, 0, 1, 0, 0, 0), "K": (0, 0, 0, 0, 1, 0, 0), "mol": (0, 0, 0, 0, 0, 1, 0), "cd": (0, 0, 0, 0, 0, 0, 1),
    "rad": (0, 0, 0, 0, 0, 0, 0), "sr": (0, 0, 0, 0, 0, 0, 0), "Hz": (0, 0, -1, 0, 0, 0, 0),
    "Bq": (0, 0, -1, 0, 0, 0, 0), "N": (1, 1, -2, 0, 0, 0, 0), "Pa": (1, -1, -2, 0, 0, 0, 0),
    "J": (1, 2, -2, 0, 0, 0, 0), "W": (1, 2, -3, 0, 0, 0, 0), "C": (0, 0, 1, 1, 0, 0, 0),
    "V": (1, 2, -3, -1, 0, 0, 0), "ohm": (1, 2, -3, -2, 0, 0, 0), "S": (-1, -2, 3, 2, 0, 0, 0),
    "F": (-1, -2, 4, 2, 0, 0, 0), "H": (1, 2, -2, -2, 0, 0, 0), "Wb": (1, 2, -2, -1, 0, 0, 0),
    "T": (1, 0, -2, -1, 0, 0, 0), "Gy": (0, 2, -2, 0, 0, 0, 0), "Sv": (0, 2, -2, 0, 0, 0, 0)}
UNIT = re.compile(r"(1|[A-Za-z]+)(?:\^(?:\((-?\d+)/(\d+)\)|(-?\d+)))?\Z")


def dimension_of(text):
    """Exponents of a unit as records write them: factors, a slash, and one factor or a bracket of factors."""
    above, below = split_outside(text, "/") or (text, "")
    total = [Fraction(0)] * 7
    for part, side in ((above, 1), (below[1:-1] if below.startswith("(") else below, -1)):
        for factor in part.split():
            found = UNIT.match(factor)
            if found is None or found[1] not in UNITS:
                raise NotChecked(f"the unit {text} is not read here")
            power = Fraction(int(found[2] or found[4] or 1), int(found[3] or 1)) * side
            total = [one + power * base for one, base in zip(total, UNITS[found[1]])]
    return tuple(total)
