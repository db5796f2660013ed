"""Expressions of contract programs, as section 16.3 of docs/receipts.md has them: reading and value."""
import math
import re

import rounded

TOKEN = re.compile(r"""
    (?P<skip>[ \t\r\n\f]+|//[^\n]*)
  | (?P<text>[rR]?(?:\"\"\".*?\"\"\"|'''.*?'''|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'))
  | (?P<name>[A-Za-z_][A-Za-z0-9_]*)
  | (?P<number>0[xX][0-9a-fA-F]+|(?:[0-9]+\.[0-9]+|\.[0-9]+|[0-9]+)(?:[eE][+-]?[0-9]+)?)
  | (?P<sign>==|!=|<=|>=|&&|\|\||[-+*/!<>?:.,()\[\]{}])
""", re.X | re.S)
LEVELS = {
    "||": 0, "&&": 1, **dict.fromkeys(("==", "!=", "<", "<=", ">", ">=", "in"), 2),
    "+": 3, "-": 3, "*": 4, "/": 4}
MACROS = {"all", "exists", "exists_one", "map", "filter"}
ESCAPES = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
NUMBER_TEXT = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?\Z")


class Unread(Exception):
    """A text that this program does not read."""


class NoValue(Exception):
    """Why an expression has no value."""

    def __init__(self, code):
        super().__init__(code)
        self.code = code


def tokens_of(source):
    tokens, at = [], 0
    while at < len(source):
        match = TOKEN.match(source, at)
        if match is None:
            raise Unread(source[at:at + 20])
        at, kind = match.end(), match.lastgroup
        if kind == "text":
            tokens.append(("text", text_of(match.group())))
        elif kind == "number":
            text = match.group()
            tokens.append(("number", float(int(text, 16)) if text[:2] in ("0x", "0X") else float(text)))
        elif kind != "skip":
            tokens.append((kind, match.group()))
    return [*tokens, ("end", "")]


def text_of(written):
    is_raw = written[0] in "rR"
    written = written[1:] if is_raw else written
    inner = written[3:-3] if written[:3] in ('"""', "'''") else written[1:-1]
    if is_raw:
        return inner
    code = r"\\(x[0-9a-fA-F]{2}|X[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7]{2}|.)"
    return re.sub(code, escaped, inner, flags=re.S)


def escaped(match):
    body = match.group(1)
    if len(body) == 1:
        return ESCAPES.get(body, body)
    return chr(int(body, 8) if body[0].isdigit() else int(body[1:], 16))


class Parser:
    def __init__(self, source):
        self.tokens, self.at = tokens_of(source), 0

    def is_sign(self, sign):
        return self.tokens[self.at] == ("sign", sign)

    def take(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def expect(self, sign):
        if not self.is_sign(sign):
            raise Unread(f"{sign} is expected")
        self.at += 1

    def whole(self):
        tree = self.expression()
        if self.tokens[self.at][0] != "end":
            raise Unread("more than an expression")
        return tree

    def expression(self):
        test = self.binary(0)
        if not self.is_sign("?"):
            return test
        self.at += 1
        yes = self.binary(0)
        self.expect(":")
        return ("choice", test, yes, self.expression())

    def binary(self, least):
        left = self.unary()
        while True:
            kind, text = self.tokens[self.at]
            level = LEVELS.get(text) if kind in ("sign", "name") else None
            if level is None or level < least:
                return left
            self.at += 1
            left = ("binary", text, left, self.binary(level + 1))

    def unary(self):
        if self.is_sign("!") or self.is_sign("-"):
            return ("unary", self.take()[1], self.unary())
        return self.member()

    def member(self):
        node = self.primary()
        while True:
            if self.is_sign("."):
                self.at += 1
                node = self.behind_dot(node)
            elif self.is_sign("["):
                self.at += 1
                node = ("index", node, self.expression())
                self.expect("]")
            else:
                return node

    def behind_dot(self, of):
        kind, name = self.take()
        if kind != "name":
            raise Unread("a field has a name")
        if not self.is_sign("("):
            return ("field", of, name)
        args = self.arguments("(", ")")
        return ("macro", name, of, args) if name in MACROS else ("call", name, [of, *args], True)

    def arguments(self, opening, close):
        self.expect(opening)
        return self.until(close, self.expression)

    def until(self, close, part):
        parts = []
        while not self.is_sign(close):
            parts.append(part())
            if not self.is_sign(close):
                self.expect(",")
        self.at += 1
        return parts

    def entry(self):
        key = self.expression()
        self.expect(":")
        return key, self.expression()

    def primary(self):
        kind, text = self.tokens[self.at]
        if kind in ("number", "text"):
            self.at += 1
            return ("literal", text)
        if kind == "name":
            return self.named()
        if self.is_sign("("):
            self.at += 1
            inner = self.expression()
            self.expect(")")
            return inner
        if self.is_sign("["):
            return ("list", self.arguments("[", "]"))
        self.expect("{")
        return ("object", self.until("}", self.entry))

    def named(self):
        name = self.take()[1]
        if name in ("true", "false", "null"):
            return ("literal", {"true": True, "false": False, "null": None}[name])
        if not self.is_sign("("):
            return ("name", name)
        args = self.arguments("(", ")")
        return ("has", args[0][1], args[0][2]) if name == "has" else ("call", name, args, False)


def parse(source):
    return Parser(source).whole()


def is_number(value):
    return isinstance(value, float)


def finite(value):
    if not math.isfinite(value):
        raise NoValue("NON_FINITE")
    return value


def want(value, kind):
    if not isinstance(value, kind):
        raise NoValue("NO_SUCH_OVERLOAD")
    return value


def same(a, b):
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[name], b[name]) for name in a)
    return type(a) is type(b) and a == b


def value_of(node, scope):
    kind = node[0]
    if kind == "literal":
        return node[1]
    if kind == "name":
        if node[1] not in scope:
            raise NoValue("NO_SUCH_NAME")
        return scope[node[1]]
    if kind == "field":
        return member_of(value_of(node[1], scope), node[2])
    if kind == "has":
        return node[2] in want(value_of(node[1], scope), dict)
    if kind == "index":
        return item_of(value_of(node[1], scope), value_of(node[2], scope))
    if kind == "unary":
        inner = value_of(node[2], scope)
        return not want(inner, bool) if node[1] == "!" else -want(inner, float)
    if kind == "binary":
        return binary(node, scope)
    if kind == "choice":
        return value_of(node[2] if want(value_of(node[1], scope), bool) else node[3], scope)
    if kind == "list":
        return [value_of(item, scope) for item in node[1]]
    if kind == "object":
        return {want(value_of(key, scope), str): value_of(value, scope) for key, value in node[1]}
    return call(node, scope) if kind == "call" else macro(node, scope)


def member_of(value, name):
    if name not in want(value, dict):
        raise NoValue("NO_SUCH_FIELD")
    return value[name]


def item_of(value, at):
    if not isinstance(value, list):
        return member_of(value, want(at, str))
    place = want(at, float)
    if not place.is_integer() or not 0 <= place < len(value):
        raise NoValue("OUT_OF_RANGE")
    return value[int(place)]


def logical(decides, left, right, scope):
    try:
        first = want(value_of(left, scope), bool)
    except NoValue:
        if want(value_of(right, scope), bool) is decides:
            return decides
        raise
    return decides if first is decides else want(value_of(right, scope), bool)


def binary(node, scope):
    _, sign, left, right = node
    if sign in ("||", "&&"):
        return logical(sign == "||", left, right, scope)
    a, b = value_of(left, scope), value_of(right, scope)
    if sign in ("==", "!="):
        return same(a, b) is (sign == "==")
    if sign == "in":
        return any(same(item, a) for item in b) if isinstance(b, list) else isinstance(a, str) and a in want(b, dict)
    if sign in ("<", "<=", ">", ">="):
        if not (is_number(a) and is_number(b)) and not (isinstance(a, str) and isinstance(b, str)):
            raise NoValue("NO_SUCH_OVERLOAD")
        return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[sign]
    want(a, float), want(b, float)
    if sign == "/":
        return finite(a / b if b != 0 else math.nan)
    return finite(a + b if sign == "+" else a - b if sign == "-" else a * b)


FUNCTIONS = {
    "abs": abs, "floor": lambda x: float(math.floor(x)), "ceil": lambda x: float(math.ceil(x)), "sqrt": rounded.sqrt,
    "exp": rounded.exp, "ln": rounded.log, "log10": rounded.log10, "sin": rounded.sin, "cos": rounded.cos,
    "pow": rounded.pow_, "hypot": rounded.hypot, "min": min, "max": max,
    "clamp": lambda x, least, most: math.nan if least > most else min(max(x, least), most),
}
METHODS = {"startsWith": str.startswith, "endsWith": str.endswith, "contains": lambda text, part: part in text}


def call(node, scope):
    _, name, written, is_method = node
    args = [value_of(one, scope) for one in written]
    if is_method and name in METHODS:
        return METHODS[name](*(want(one, str) for one in args))
    if name == "size":
        return float(len(want(args[0], (str, list, dict))))
    if name == "double":
        [given] = args
        if isinstance(given, str):
            given = float(given) if NUMBER_TEXT.match(given) else math.nan
        return finite(given if is_number(given) else math.nan)
    if is_method or name not in FUNCTIONS:
        raise NoValue("NO_SUCH_OVERLOAD")
    try:
        return finite(FUNCTIONS[name](*(want(one, float) for one in args)))
    except (ValueError, ZeroDivisionError, OverflowError) as error:
        raise NoValue("NON_FINITE") from error


def macro(node, scope):
    _, name, of, args = node
    items = value_of(of, scope)
    items = items if isinstance(items, list) else sorted(want(items, dict))
    variable, *parts = args

    def at(part, item):
        return value_of(part, {**scope, variable[1]: item})

    if name in ("all", "exists"):
        return quantified(name == "exists", items, lambda item: want(at(parts[0], item), bool))
    if name == "exists_one":
        return sum(want(at(parts[0], item), bool) for item in items) == 1
    if name == "filter":
        return [item for item in items if want(at(parts[0], item), bool)]
    if len(parts) == 1:
        return [at(parts[0], item) for item in items]
    return [at(parts[1], item) for item in items if want(at(parts[0], item), bool)]


def quantified(decides, items, passes):
    failed = None
    for item in items:
        try:
            if passes(item) is decides:
                return decides
        except NoValue as error:
            failed = failed or error
    if failed is not None:
        raise failed
    return not decides
