"""Canonical JSON, as docs/receipts.md, section 1, describes it. Standard library only."""
import struct
from decimal import Decimal


def number_text(x: float) -> str:
    if x == 0:
        return "0"
    if x < 0:
        return "-" + number_text(-x)
    sign, digit_tuple, exponent = Decimal(repr(x)).as_tuple()
    digits = "".join(map(str, digit_tuple))
    exponent += len(digits) - len(digits.rstrip("0"))
    digits = digits.rstrip("0").lstrip("0")
    point = len(digits) + exponent
    if len(digits) <= point <= 21:
        return digits + "0" * (point - len(digits))
    if 0 < point <= 21:
        return digits[:point] + "." + digits[point:]
    if -6 < point <= 0:
        return "0." + "0" * -point + digits
    mantissa = digits[0] + ("." + digits[1:] if len(digits) > 1 else "")
    return f"{mantissa}e{'+' if point > 0 else '-'}{abs(point - 1)}"


def string_text(text: str) -> str:
    short = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
    return '"' + "".join(short.get(c, f"\\u{ord(c):04x}" if c < " " else c) for c in text) + '"'


def jcs_text(value) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return string_text(value)
    if isinstance(value, (int, float)):
        return number_text(float(value))
    if isinstance(value, list):
        return "[" + ",".join(map(jcs_text, value)) + "]"
    keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
    return "{" + ",".join(f"{string_text(key)}:{jcs_text(value[key])}" for key in keys) + "}"


def jcs(value) -> bytes:
    return jcs_text(value).encode("utf-8")


def bits(value: float) -> str:
    """The 8 bytes of a double as hex, big-endian."""
    return struct.pack(">d", value).hex()
