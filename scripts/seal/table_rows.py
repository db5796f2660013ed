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


class Table:
    def __init__(self, inputs):
        if not isinstance(inputs, dict) or not isinstance(inputs.get("columns"), dict):
            raise NoTable("there are no columns")
        if set(inputs) - {"columns", "grid", "uncertainties"}:
            raise NoTable("a table has further members")
        self.columns = {name: values_of(column) for name, column in inputs["columns"].items()}
        self.uncertainties = {name: values_of(column) for name, column in inputs.get("uncertainties", {}).items()}
        self.axes, rows = {}, 1
        for name in reversed(inputs.get("grid", [])):
            if not isinstance(self.columns.get(name), list) or name in self.axes:
                raise NoTable(f"{name} is no axis of a grid")
            self.axes[name] = (rows, len(self.columns[name]))
            rows *= len(self.columns[name])
        lengths = {len(values) for name, values in self.columns.items() if isinstance(values, list)
                   and name not in self.axes}
        lengths |= {len(values) for values in self.uncertainties.values() if isinstance(values, list)}
        lengths |= {rows} if self.axes else set()
        if len(lengths) != 1 or len(self.axes) > AXES_MAX:
            raise NoTable("the columns are of several lengths, or of none")
        self.count = lengths.pop()
        if self.count > ROWS_MAX:
            raise NoTable("there are too many rows")

    def inputs_at(self, row):
        return {name: self.at(name, values, row) for name, values in self.columns.items()}

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
    """The bits of a row's value, or None for a row that has none. Raises recompute.NotChecked."""
    try:
        return recompute.bits(recompute.chain_value(registry, chain, table.inputs_at(row)))
    except recompute.NoValue:
        return None


def first_value(registry, chain, table, wanted):
    """Whether a row has these bits and all before it that have a value here may be refused; and which."""
    for row in range(table.count):
        if row_again(registry, chain, table, row) == wanted:
            return row
    return None
