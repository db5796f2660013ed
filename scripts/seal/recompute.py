#!/usr/bin/env python3
"""Computes the value of a closed form again, as docs/receipts.md, section 10, describes it. Standard library only.

Usage: recompute.py CASES [REGISTRY]
CASES holds [{"id", "inputs", "value_bits"}] or {"cases": [...]} of `GET /api/calc/conformance`. REGISTRY is the folder
of the domain files, or one file with an array of records. Each case is computed again; exit code 0 says that all bits
agree.
"""
import hashlib
import json
import math
import re
import struct
import sys
from fractions import Fraction
from pathlib import Path

import rounded
from rounded import Undecided

ENGINE = "calc-engine/1"
MODULATION = "KO42"
REGISTRY = Path(__file__).resolve().parents[2] / "protocol" / "operators" / "domains"

# Section 10.3.
RESERVED = {
    "pi": 3.141592653589793, "c": 299792458.0, "G": 6.6743e-11, "hbar": 1.0545718176461565e-34, "k_B": 1.380649e-23,
    "N_A": 6.02214076e23, "m_e": 9.1093837139e-31, "eps_0": 8.8541878188e-12}
NAMED = {
    "mu_0": 1.25663706127e-6, "m_p": 1.67262192595e-27, "m_n": 1.67492750056e-27, "sigma_SB": 5.6703744191844294e-8,
    "R_inf": 10973731.568157, "a_0": 5.29177210544e-11, "mu_B": 9.2740100657e-24, "q_e": 1.602176634e-19,
    "g_n": 9.80665,
    "Z_0": 376.730313412, "k_e": 8987551786.130135, "m_u": 1.66053906892e-27}
PLANCK = 6.62607015e-34
# Section 10.2: spellings of functions.
SPELLED = {"ln": "log", "lb": "log2", "lg": "log10", "arcsin": "asin", "arccos": "acos", "arctan": "atan"}
RECIPROCALS = {"sec": "cos", "csc": "sin", "cot": "tan", "sech": "cosh", "csch": "sinh", "coth": "tanh"}
# Letters that are a function only where the bracket follows without a space.
GREEK = {"beta", "gamma", "zeta"}
FUNCTIONS = {**rounded.ONE, **rounded.TWO, **rounded.THREE}


class NotChecked(Exception):
    """A value that this program does not compute: nothing is said about it."""


class NoValue(Exception):
    """These inputs have no value, so none can have been sealed."""


# 10.2: from text to tree.
TOKEN = re.compile(
    r"(\s*)(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|"
    r"([A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)*)|([-+*/^!(),;=]))")


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
    """One side of an equation. Trees: ("number", text), ("name", name), ("neg", a), ("call", f, args), (sign, a, b)."""

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
                left = (sign, left, self.unary())
            elif self.ahead()[0] != "sign" or self.ahead()[1] == "(":
                left = ("*", left, self.power())
            else:
                return left

    def unary(self):
        if (sign := self.sign("+", "-")) is not None:
            arg = self.unary()
            return ("neg", arg) if sign == "-" else arg
        return self.power()

    def power(self):
        base = self.primary()
        while self.sign("!") is not None:
            base = ("call", "factorial", [base])
        return base if self.sign("^") is None else ("^", base, self.exponent())

    def exponent(self):
        if (sign := self.sign("+", "-")) is not None:
            arg = self.exponent()
            return ("neg", arg) if sign == "-" else arg
        return self.power()

    def primary(self):
        if self.sign("(") is not None:
            return self.closed(self.sum())
        kind, text = self.ahead()
        if kind == "sign":
            raise NotChecked("its equation is read in a way this program does not know")
        self.at += 1
        if kind == "number":
            return ("number", text)
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
        call = self.closed(("call", name, args))
        return ("/", ("number", "1"), call) if text in RECIPROCALS else call

    def closed(self, tree):
        if self.sign(")") is None:
            raise NotChecked("a bracket of its equation is not closed")
        return tree


def clauses_of(text):
    """The clauses between semicolons, each split at its first equality sign outside brackets."""
    for clause in text.split(";"):
        tokens, depth = tokens_of(clause), 0
        for i, (_, sign) in enumerate(tokens):
            depth += (sign == "(") - (sign == ")")
            if sign == "=" and depth == 0:
                yield tokens[:i], tokens[i + 1:]
                break
        else:
            raise NotChecked("a clause of its equation is no equality")


class Formula:
    """A record, read once: its tree, the definitions of its later clauses, and its names."""

    def __init__(self, record):
        if record["kind"] != "closed-form":
            raise NotChecked(f"{record['id']} is of kind {record['kind']}")
        self.record = record
        self.symbols = record["symbols"]
        self.coefficients = {name: float(one["value"]) for name, one in record.get("coefficients", {}).items()}
        self.assumed = {name: float(one["value"]) for name, one in record.get("assumed", {}).items()}
        result = record["result"]["symbol"]
        declared = {*self.symbols, *self.coefficients, *self.assumed, result}
        (_, right), *later = clauses_of(record.get("form", record["equation"]))
        self.definitions = {}
        for left, body in later:
            if len(left) != 1 or left[0][0] != "name":
                raise NotChecked("a later clause of its equation is no definition")
            self.definitions[left[0][1]] = Reader(body, declared).whole()
        self.tree = Reader(right, declared).whole()
        self.used = []
        self.names(self.tree, set())
        if result in self.used and result not in RESERVED:
            raise NotChecked(f"its result {result} stands on both sides")
        self.binds = None if result in RESERVED else result

    def names(self, tree, open_names):
        """Free names, in order of first use."""
        kind = tree[0]
        if kind == "name":
            name = tree[1]
            if name in open_names:
                raise NotChecked(f"{name} is defined by itself")
            if name in self.definitions:
                self.names(self.definitions[name], open_names | {name})
            elif name not in self.used:
                self.used.append(name)
        elif kind == "^" and tree[1] == ("name", "e"):
            self.names(tree[2], open_names)
        elif kind == "call":
            for arg in tree[2]:
                self.names(arg, open_names)
        elif kind != "number":
            for part in tree[1:]:
                self.names(part, open_names)

    # 10.4: names and inputs.
    def bind(self, inputs):
        values, free = {}, []
        for name in self.used:
            if name in RESERVED:
                values[name] = RESERVED[name]
            elif name in self.coefficients:
                values[name] = self.coefficients[name]
            elif name == "h" and name not in self.symbols and name not in self.assumed:
                values[name] = PLANCK
            else:
                free.append(name)
        given = self.given(free, inputs)
        for name in free:
            if name in given:
                values[name] = self.in_range(name, given[name])
            elif name in self.assumed:
                values[name] = self.assumed[name]
            elif name in NAMED and name not in self.symbols:
                values[name] = NAMED[name]
            else:
                raise NotChecked(f"the input {name} is not given: another quantity was sought, or none")
        return values

    def given(self, free, inputs):
        exact, folded = {}, {}
        keys = {name: self.symbols.get(name, {}).get("aliases", []) for name in free}
        for name, aliases in keys.items():
            for alias in aliases:
                if alias not in RESERVED:
                    claim(exact, alias, name)
        exact = {key: name for key, name in exact.items() if name is not None}
        exact.update({name: name for name in free})
        for name, aliases in keys.items():
            for key in (name, *aliases):
                if fold(key) is not None:
                    claim(folded, fold(key), name)
        given = {}
        for key, value in inputs.items():
            name = exact.get(key)
            if name is None and key in RESERVED:
                raise NoValue(f"the constant {key} is given as an input")
            if name is None:
                name = folded.get(fold(key))
            if name is None:
                continue
            if name in given and given[name] != value:
                raise NoValue(f"the input {name} is given twice")
            given[name] = float(value) + 0.0
        return given

    def in_range(self, name, value):
        symbol = self.symbols.get(name, {})
        low, high = symbol.get("range", [None, None])
        if (low is not None and value < low) or (high is not None and value > high):
            raise NoValue(f"the input {name} = {value} is outside its range")
        if symbol.get("whole") and value != math.floor(value):
            raise NoValue(f"the input {name} = {value} is no whole number")
        return value

    def value(self, inputs):
        return self.evaluate(self.tree, self.bind(inputs)) + 0.0

    # 10.5: the operations.
    def evaluate(self, tree, values):
        try:
            result = self.operation(tree, values)
        except (ZeroDivisionError, OverflowError) as error:
            raise NoValue(f"computed again, it has no value: {error}") from error
        except Undecided as reason:
            raise NotChecked(f"{reason} is not computed here") from reason
        if not math.isfinite(result):
            raise NoValue("computed again, a step of it is not finite")
        return result

    def operation(self, tree, values):
        kind = tree[0]
        if kind == "number":
            return float(tree[1])
        if kind == "name":
            name = tree[1]
            return self.evaluate(self.definitions[name], values) if name in self.definitions else values[name]
        if kind == "neg":
            return -self.evaluate(tree[1], values)
        if kind == "call":
            return self.call(tree[1], [self.evaluate(arg, values) for arg in tree[2]])
        if kind == "^":
            return self.power(tree[1], tree[2], values)
        a, b = self.evaluate(tree[1], values), self.evaluate(tree[2], values)
        return a + b if kind == "+" else a - b if kind == "-" else a * b if kind == "*" else a / b

    def power(self, base, exponent, values):
        if base == ("name", "e"):
            return rounded.exp(self.evaluate(exponent, values))
        x = self.evaluate(base, values)
        exact = exact_exponent(exponent)
        if exact == Fraction(1, 2) or (exact is not None and exact.denominator == 1 and abs(exact) <= 64):
            return rounded.pow_(x, float(exact))
        return rounded.pow_(x, self.evaluate(exponent, values))

    @staticmethod
    def call(name, args):
        if name in ("min", "max", "hypot"):
            result = args[0]
            for arg in args[1:]:
                result = FUNCTIONS[name](result, arg)
            return result
        wanted = 1 if name in rounded.ONE else 2 if name in rounded.TWO else 3
        if len(args) != wanted:
            raise NotChecked(f"its function {name} has {len(args)} arguments")
        return FUNCTIONS[name](*args)


def exact_exponent(tree):
    """The exact value of plain decimals joined by + - * /, or None."""
    kind = tree[0]
    if kind == "number":
        return Fraction(tree[1]) if re.fullmatch(r"[0-9.]{1,13}", tree[1]) else None
    if kind == "neg":
        exact = exact_exponent(tree[1])
        return None if exact is None else -exact
    if kind not in ("+", "-", "*", "/"):
        return None
    a, b = exact_exponent(tree[1]), exact_exponent(tree[2])
    if a is None or b is None or (kind == "/" and b == 0):
        return None
    return a + b if kind == "+" else a - b if kind == "-" else a * b if kind == "*" else a / b


def claim(table, key, name):
    """A key that two names claim belongs to neither."""
    table[key] = name if table.get(key, name) == name else None


def fold(key):
    folded = re.sub(r"[_\-\s]", "", key.lower())
    return folded if len(folded) > 1 else None


# 10.1: the registry.
def load_registry(path=REGISTRY):
    """Records by id, and the version that they have."""
    path = Path(path)
    files = sorted(path.glob("*.json")) if path.is_dir() else [path]
    records = [record for file in files for record in json.loads(file.read_text("utf-8"))]
    return {record["id"]: record for record in records}


# 10.6: a chain.
def chain_value(registry, chain, inputs):
    """The value of a chain of operators. Raises NotChecked or NoValue."""
    operators = [name for name in chain if name != MODULATION]
    if not operators:
        return 1.0
    carried, value = {}, None
    for name in operators:
        if name not in registry:
            raise NoValue(f"the registry has no operator {name}")
        formula = Formula(registry[name])
        for bound, result in carried.items():
            for key in (bound, *formula.symbols.get(bound, {}).get("aliases", [])) if bound in formula.symbols else ():
                if key in inputs and inputs[key] != result:
                    raise NoValue(f"{bound} is a result of this chain and was also given as an input")
        merged = {**inputs, **{bound: result for bound, result in carried.items() if bound in formula.symbols}}
        value = formula.value(merged)
        if formula.binds is not None:
            carried[formula.binds] = value
    return value


def bits(value):
    return struct.pack(">d", value).hex()


def main(args):
    registry = load_registry(*args[1:2])
    data = json.loads(Path(args[0]).read_text("utf-8"))
    counts = {"agree": 0, "differ": 0, "not checked": 0}
    for case in data["cases"] if isinstance(data, dict) else data:
        if "request" in case:
            wanted = case["expect"].get("value_bits")
            if case["operation"] != "compute" or wanted is None:
                continue
            chain, inputs = case["request"]["operators"], case["request"]["inputs"]
        else:
            chain, inputs, wanted = [case["id"]], case["inputs"], case["value_bits"]
        try:
            found = bits(chain_value(registry, chain, inputs))
            verdict = "agree" if found == wanted else "differ"
        except NoValue as reason:
            found, verdict = reason, "differ"
        except NotChecked as reason:
            found, verdict = reason, "not checked"
        counts[verdict] += 1
        if verdict != "agree":
            print(f"{verdict} {case['id']} {json.dumps(inputs)}: {wanted}, here {found}")
    print(", ".join(f"{count} {verdict}" for verdict, count in counts.items()))
    return 1 if counts["differ"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
