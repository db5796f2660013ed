#!/usr/bin/env python3
"""Rows of a sealed table, as docs/receipts.md, section 14, describes them. Standard library only."""
import hashlib
import math
import struct
from fractions import Fraction

import recompute
import rounded

ROWS_MAX = 10_000
AXES_MAX = 4
COLUMNS_MAX = 256
NAME_CHARS_MAX = 64


class NoTable(Exception):
    """What is sealed as the inputs of a table says none."""


def decimal_of(x):
    """The decimal that the shortest text of a double says, exactly."""
    return Fraction(repr(float(x)))


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


# 14.1: columns.
def stepped(first, last, step):
    first, last, step = decimal_of(first), decimal_of(last), decimal_of(step)
    if step == 0 or (last != first and (last > first) != (step > 0)):
        raise NoTable("no step leads from one end of a range to the other")
    count = (last - first) // step + 1
    if count > ROWS_MAX:
        raise NoTable("a range has too many values")
    return [float(first + i * step) for i in range(count)]


def spaced(first, last, count):
    low, high, gaps = decimal_of(first), decimal_of(last), count - 1
    between = [float(low * (gaps - i) + high * i) / gaps for i in range(1, gaps)]
    return [float(first), *between, float(last)]


def logarithmic(first, last, count):
    if not (first > 0 and last > 0):
        raise NoTable("a logarithmic range goes from above 0 to above 0")
    low, high, gaps = rounded.log10(float(first)), rounded.log10(float(last)), count - 1
    between = [rounded.exp10((low * (gaps - i) + high * i) / gaps) for i in range(1, gaps)]
    return [float(first), *between, float(last)]


def values_of(column):
    """A number, or the list that a column stands for."""
    if is_number(column):
        return float(column)
    if isinstance(column, list) and 1 <= len(column) <= ROWS_MAX and all(map(is_number, column)):
        return [float(value) for value in column]
    if not isinstance(column, dict) or not all(is_number(column.get(name)) for name in ("from", "to")):
        raise NoTable("a column is no number, list or range")
    first, last = column["from"], column["to"]
    if set(column) == {"from", "to", "step"} and is_number(column["step"]):
        return stepped(first, last, column["step"])
    count, spacing = column.get("count"), column.get("spacing", "linear")
    if set(column) - {"from", "to", "count", "spacing"} or not is_number(count) or not 2 <= count <= ROWS_MAX:
        raise NoTable("a range has a step or a count")
    if count != int(count) or spacing not in ("linear", "log"):
        raise NoTable("a range has a whole count and is linear or log")
    return (logarithmic if spacing == "log" else spaced)(first, last, int(count))


def named(columns, read):
    if not isinstance(columns, dict) or len(columns) > COLUMNS_MAX:
        raise NoTable("there are no columns, or too many")
    if not all(1 <= len(name.encode("utf-16-le")) // 2 <= NAME_CHARS_MAX for name in columns):
        raise NoTable("the name of a column is too long")
    return {name: read(column) for name, column in columns.items()}


def cells_of(column):
    if isinstance(column, dict):
        raise NoTable("an uncertainty is a number or a list")
    return values_of(column)


class Table:
    def __init__(self, inputs, of_solver=False):
        """Of a solver, what all rows share stands beside the columns, and no uncertainties do."""
        if not isinstance(inputs, dict) or "columns" not in inputs:
            raise NoTable("there are no columns")
        if set(inputs) - {"columns", "grid", "inputs" if of_solver else "uncertainties"}:
            raise NoTable("a table has further members")
        shared = inputs.get("inputs", {})
        if not isinstance(shared, dict) or len(shared) > COLUMNS_MAX or set(shared) & set(inputs["columns"]):
            raise NoTable("what all rows share is no object, or is a column, too")
        self.columns = named(inputs["columns"], values_of)
        self.uncertainties = named(inputs.get("uncertainties", {}), cells_of)
        grid = inputs.get("grid", [None])
        if not isinstance(grid, list) or not 1 <= len(grid) <= AXES_MAX:
            raise NoTable("a grid names one to four axes")
        self.axes, rows = {}, 1
        for name in reversed(grid if "grid" in inputs else []):
            if not isinstance(name, str) or not isinstance(self.columns.get(name), list) or name in self.axes:
                raise NoTable(f"{name} is no axis of a grid")
            self.axes[name] = (rows, len(self.columns[name]))
            rows *= len(self.columns[name])
        lengths = {len(values) for name, values in self.columns.items() if isinstance(values, list)
                   and name not in self.axes}
        lengths |= {len(values) for values in self.uncertainties.values() if isinstance(values, list)}
        lengths |= {rows} if self.axes else set()
        if len(lengths) != 1:
            raise NoTable("the columns are of several lengths, or of none")
        self.count = lengths.pop()
        if self.count > ROWS_MAX:
            raise NoTable("there are too many rows")

    def inputs_at(self, row):
        return {name: self.at(name, values, row) for name, values in self.columns.items()}

    def uncertainties_at(self, row):
        return {name: values if isinstance(values, float) else values[row]
                for name, values in self.uncertainties.items()}

    def at(self, name, values, row):
        if isinstance(values, float):
            return values
        stride, length = self.axes.get(name, (1, self.count))
        return values[row // stride % length]


# 14.2: leaves.
def leaf_of(proof):
    """The 32 bytes that a row commits."""
    if proof["value"] is None:
        return b"\0" + hashlib.sha256(proof["refused"].encode()).digest()[:31]
    return b"\1" + struct.pack(">ddd", proof["value"], proof["uncertainty"], proof["precision_actual"]) + bytes(7)


def row_again(registry, chain, table, row):
    """What a row gives: what an answer shows of it, and its result, or None where it is refused. Raises
    recompute.NotChecked, and recompute.NoValue where the question itself is refused."""
    try:
        result = recompute.chain_result(registry, chain, table.inputs_at(row), table.uncertainties_at(row))
    except recompute.NoValue as reason:
        if reason.kind is None:
            raise
        return {"value": None, "refused": reason.kind}, None
    return {"value": result.value, "uncertainty": result.uncertainty, "precision_actual": result.precision}, result


def root_of(leaves):
    """RFC 6962."""
    if len(leaves) == 1:
        return hashlib.sha256(b"\0" + leaves[0]).digest()
    split = 1 << (len(leaves) - 1).bit_length() - 1
    return hashlib.sha256(b"\1" + root_of(leaves[:split]) + root_of(leaves[split:])).digest()


class Rows:
    """All rows of a table computed again."""

    def __init__(self, registry, chain, table):
        found = [row_again(registry, chain, table, row) for row in range(table.count)]
        self.shown = [shown for shown, _ in found]
        self.results = [result for _, result in found if result is not None]
        if not self.results:
            raise recompute.NoValue("computed again, none of its rows has a value")
        self.root = root_of([leaf_of(shown) for shown in self.shown]).hex()
        self.precision = max(result.precision for result in self.results)

    def stated(self):
        """What an answer says of them, with rows by kind of refusal in place of reasons in words."""
        refused = {}
        for row, shown in enumerate(self.shown):
            if shown["value"] is None:
                refused.setdefault(shown["refused"], []).append(float(row))
        return {"answered": float(len(self.results)), "values": [shown["value"] for shown in self.shown],
                "uncertainties": [shown.get("uncertainty") for shown in self.shown], "refused": refused}
