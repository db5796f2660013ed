"""Calls calcmesh nodes from Python: physics that is computed deterministically, sealed, and proved.

One file, the standard library alone, Python 3.9 and later. numpy is used for fields where it is installed.

    import calcmesh

    client = calcmesh.connect()                       # the node of this machine, or Client(base_url, key)
    answer = client.compute(operators=["NM21"], inputs={"m1": 5.9722e24, "m2": 7.342e22, "r": 3.844e8})
    print(answer.quantity)                            # 1.980559(45)e20 N
    print(calcmesh.verify_receipt(answer).verdict)    # sound: hashes, path and signature hold, checked here

A question without a number raises Refusal; an error of the node raises Problem, with its code and remedy.
"""
from __future__ import annotations

import asyncio
import base64
import dataclasses
import functools
import hashlib
import http.client
import importlib
import json
import math
import os
import random
import socket
import ssl
import struct
import threading
import time
import urllib.parse
from decimal import Decimal, localcontext
from typing import (
    Any, AsyncIterator, Callable, Dict, Iterator, List, Literal, Mapping, Optional, Sequence, Set, Tuple, Type,
    TypedDict, TypeVar, Union)

numpy: Any
try:
    numpy = importlib.import_module("numpy")
except ImportError:
    numpy = None

JSON_TYPE = "application/json"
EVENTS_TYPE = "text/event-stream"
RETRIES_MAX = 3
RUNNING_ROUNDS_MAX = 30
WORK_ROUNDS_MAX = 3
BACKOFF_BASE_S = 0.2
BACKOFF_MAX_S = 10.0
RETRIED = frozenset({408, 429, 503})
NO_QUERY = frozenset({405, 501})


class _Unset:
    """A field that is not sent."""

    def __repr__(self) -> str:
        return "UNSET"


UNSET: Any = _Unset()


# Errors.


class CalcError(Exception):
    """What every error of this module is."""


class Problem(CalcError):
    """An error that the node states (RFC 9457). Subclasses say of which kind; `code` says which."""

    def __init__(self, body: Mapping[str, Any], status: int, idempotency_key: Optional[str] = None):
        self.body = dict(body)
        self.status = status
        self.code = str(body.get("code", "INTERNAL"))
        self.detail = str(body.get("detail", ""))
        self.remedy = str(body.get("remedy", ""))
        self.request_id = str(body.get("request_id", ""))
        self.idempotency_key = idempotency_key
        remedy = f" ({self.remedy})" if self.remedy else ""
        super().__init__(f"{self.code}: {self.detail}{remedy}")


class BadRequest(Problem):
    """The request is not one that the node takes."""


class NotAllowed(Problem):
    """A key is missing, not valid, or may not do this."""


class PaymentRequired(Problem):
    """The balance is too low, or work has to be shown first."""


class NotFound(Problem):
    """There is nothing of this name, or no more."""


class Conflict(Problem):
    """Something else came first."""


class NotConverged(Problem):
    """The computation has no answer within its bound."""


class RateLimited(Problem):
    """A limit is reached."""


class Unavailable(Problem):
    """The node cannot answer now."""


_KINDS: Dict[int, Type[Problem]] = {
    401: NotAllowed, 403: NotAllowed, 402: PaymentRequired, 404: NotFound, 410: NotFound, 409: Conflict,
    412: Conflict, 422: NotConverged, 429: RateLimited, 500: Unavailable, 503: Unavailable}


def _problem(body: Mapping[str, Any], status: int, key: Optional[str]) -> Problem:
    return _KINDS.get(status, BadRequest if status < 500 else Unavailable)(body, status, key)


class Refusal(CalcError):
    """A question that was answered with a reason in the place of a number. Nothing was charged or sealed."""

    def __init__(self, answer: Answer):
        self.answer = answer
        said = answer.raw.get("refusal") or answer.raw.get("inputError") or {}
        self.kind = str(said.get("kind", said.get("code", "")))
        self.reason = str(said.get("message", ""))
        super().__init__(self.reason)


class Unreachable(CalcError):
    """No answer came."""


class OutcomeUnknown(Unreachable):
    """No answer came to a change: the same call with this idempotency_key finds out, and does nothing twice."""

    def __init__(self, idempotency_key: str):
        self.idempotency_key = idempotency_key
        super().__init__("the connection broke off before the answer: whether the call was done is not known")


# Quantities.

_PREFIXES = {-15: "f", -12: "p", -9: "n", -6: "u", -3: "m", 0: "", 3: "k", 6: "M", 9: "G", 12: "T", 15: "P"}
_PREFIXED = {**{unit: 15 for unit in "A V W J N Pa Hz ohm eV S H F Bq".split()}, "m": 3, "C": 3,
             "T": 0, "s": 0, "K": 0, "mol": 0, "rad": 0, "Wb": 0, "Gy": 0, "Sv": 0}


@dataclasses.dataclass(frozen=True)
class Quantity:
    """A value with its unit and standard uncertainty (k = 1). It prints as 1.980559(45)e20 N."""

    value: float
    unit: Optional[str] = None
    uncertainty: Optional[float] = None
    #: The uncertainty bounds nothing but the computation, and is not printed.
    numerical: bool = False

    def __float__(self) -> float:
        return float(self.value)

    def __str__(self) -> str:
        unit, spread = self.unit or "", self.uncertainty or 0.0
        if not math.isfinite(self.value):
            return str(self.value)
        if spread <= 0 or self.numerical:
            return _computed(self.value, spread, unit)
        return _uncertain(self.value, spread, unit)


def _split(size: float, decimals: int) -> Tuple[str, int]:
    """Digits without their point, rounded half up as decimal arithmetic does it, and the place of the first."""
    with localcontext() as context:
        context.prec = 800
        exact = Decimal(size)
        place = exact.adjusted() - decimals
        kept = int((exact.scaleb(-place) + Decimal("0.5")).to_integral_value("ROUND_FLOOR"))
    digits = str(kept)
    return digits[: decimals + 1], place + len(digits) - 1


def _place(size: float) -> int:
    return Decimal(repr(size)).adjusted()


def _rounded(size: float, last: int) -> Optional[Tuple[str, int]]:
    if size == 0:
        return None
    place = _place(size)
    if place < last:
        # At least a half of the last place: no rounding before that may carry.
        is_half = place == last - 1 and Decimal(repr(size)).scaleb(-place) >= 5
        return ("1", last) if is_half else None
    digits, shown = _split(size, min(place - last, 100))
    return (digits + "0" if shown > place else digits), shown


def _pointed(digits: Optional[Tuple[str, int]], last: int) -> str:
    first = max(digits[1] if digits else 0, 0)
    text = "0" * (first - last + 1) if digits is None else "0" * (first - digits[1]) + digits[0]
    whole, rest = text[: first + 1].ljust(first + 1, "0"), text[first + 1:]
    return f"{whole}.{rest}" if rest else whole


def _prefix(place: int, unit: str) -> int:
    most = _PREFIXED.get(unit)
    if most is None or -1 <= place <= 3:
        return 0
    wanted = place // 3 * 3
    if wanted > most:
        return most if most == 3 and place - most <= 5 else 0
    return wanted if wanted in _PREFIXES else 0


def _unit(prefix: int, unit: str) -> str:
    return "" if unit in ("", "1") else f" {_PREFIXES.get(prefix, '')}{unit}"


def _shifted(digits: Optional[Tuple[str, int]], by: int) -> Optional[Tuple[str, int]]:
    return None if digits is None else (digits[0], digits[1] - by)


def _uncertain(value: float, uncertainty: float, unit: str) -> str:
    spread, top = _split(uncertainty, 1)
    last = top - 1
    digits = _rounded(abs(value), last)
    leading = max(digits[1] if digits else top, top)
    prefix = _prefix(leading, unit)
    plain = last <= prefix and -3 <= leading - prefix <= 5
    shift = prefix if plain else leading
    number = _pointed(_shifted(digits, shift), last - shift)
    behind = last - shift
    bracket = f"{spread[:behind]}.{spread[behind:]}" if behind < 0 and -behind < len(spread) else spread
    sign = "-" if value < 0 and digits is not None else ""
    power = "" if plain else f"e{leading}"
    return f"{sign}{number}({bracket}){power}{_unit(prefix if plain else 0, unit)}"


def _computed(value: float, bound: float, unit: str) -> str:
    size = abs(value)
    if value == int(value) and size < 1e12 and unit not in _PREFIXED:
        return f"{int(value)}{_unit(0, unit)}"
    if size == 0:
        return f"0{_unit(0, unit)}"
    finest = _place(size) - 9
    last = min(max(_place(bound) if bound > 0 else finest, finest), _place(size))
    digits = _rounded(size, last)
    assert digits is not None
    prefix = _prefix(digits[1], unit)
    plain = -3 <= digits[1] - prefix <= 8
    shift = prefix if plain else digits[1]
    number = _pointed(_shifted(digits, shift), last - shift)
    number = number.rstrip("0").rstrip(".") if "." in number else number
    power = "" if plain else f"e{digits[1]}"
    return f"{'-' if value < 0 else ''}{number}{power}{_unit(prefix if plain else 0, unit)}"


@dataclasses.dataclass(frozen=True)
class Axis:
    name: str
    unit: Optional[str]
    #: Coordinates of the samples: a numpy array, or a list.
    values: Any


@dataclasses.dataclass(frozen=True)
class Field:
    """A field of a solver: samples over axes, as numpy arrays where numpy is, else as nested lists."""

    name: str
    unit: Optional[str]
    axes: Tuple[Axis, ...]
    values: Any
    #: Every how many samples of an axis there is one here; all of them are had by Client.field_values.
    stride: Tuple[int, ...]
    sha256: str


def _nested(flat: Sequence[float], shape: Sequence[int]) -> Any:
    if numpy is not None:
        return numpy.asarray(flat, dtype=float).reshape(tuple(shape))
    if len(shape) <= 1:
        return list(flat)
    step = len(flat) // shape[0] if shape[0] else 0
    return [_nested(flat[i * step:(i + 1) * step], shape[1:]) for i in range(shape[0])]


def _axis(axis: Mapping[str, Any], stride: int) -> Axis:
    every = axis.get("values")
    if every is None:
        start, step = axis.get("start", 0.0), axis.get("step", 1.0)
        every = [start + i * step for i in range(int(axis["n"]))]
    return Axis(axis["name"], axis.get("unit"), _nested(every[::stride], [len(every[::stride])]))


def _field(record: Mapping[str, Any]) -> Optional[Field]:
    if "data" not in record:
        return None
    stride = [int(n) for n in record.get("stride", [1] * len(record["shape"]))]
    shape = [int(n) for n in record.get("sampled", record["shape"])]
    axes = tuple(_axis(axis, step) for axis, step in zip(record["axes"], stride))
    return Field(record["name"], record.get("unit"), axes, _nested(record["data"], shape), tuple(stride),
                 record.get("sha256", ""))


class Answer:
    """An answer of the node: its members are attributes, `raw` is the JSON, and `a["from"]` names any of them."""

    def __init__(self, raw: Dict[str, Any], status: int, headers: Mapping[str, str]):
        self.raw = raw
        self.http_status = status
        #: Lower-case names.
        self.http_headers = dict(headers)

    def __getattr__(self, name: str) -> Any:
        raw = self.__dict__.get("raw", {})
        if name in raw:
            return raw[name]
        raise AttributeError(f"this answer has no {name}; it has {', '.join(raw)}")

    def __getitem__(self, name: str) -> Any:
        return self.raw[name]

    def __contains__(self, name: object) -> bool:
        return name in self.raw

    def __dir__(self) -> List[str]:
        return [*super().__dir__(), *self.raw]

    def __repr__(self) -> str:
        text = json.dumps(self.raw)
        return f"<{type(self).__name__} {text if len(text) <= 300 else text[:297] + '...'}>"

    @property
    def quantity(self) -> Quantity:
        """Value, unit and uncertainty."""
        numerical = self.raw.get("uncertainty_source") == "numerical"
        return Quantity(self.raw["value"], self.raw.get("unit"), self.raw.get("uncertainty"), numerical)

    @property
    def arrays(self) -> Dict[str, Field]:
        """The fields that came along, by their names."""
        found = (_field(one) for one in self.raw.get("fields") or [] if isinstance(one, dict))
        return {field.name: field for field in found if field is not None}

    @property
    def links(self) -> Dict[str, str]:
        """Targets of `Link` by their relation (RFC 8288)."""
        links: Dict[str, str] = {}
        for part in self.http_headers.get("link", "").split(", <"):
            target, _, rest = part.lstrip("<").partition(">")
            if 'rel="' in rest:
                links[rest.split('rel="')[1].split('"')[0]] = target
        return links


@dataclasses.dataclass(frozen=True)
class Call:
    """What a single call may have of its own."""

    #: To repeat a call that may have happened; made anew without one.
    idempotency_key: Optional[str] = None
    timeout: Optional[float] = None
    #: Is told how far long work has come.
    on_progress: Optional[Callable[[Dict[str, Any]], None]] = None


# Receipts: docs/receipts.md, sections 1 to 4.

_PERIOD_NS = 777_000_777
_AHEAD_MAX = 120
_DIFFERENTIAL = "observable-differential"
_CORE_1 = frozenset({
    "R_t", "calcond", "credits", "equations_hash", "fields_hash", "funding", "inputs_hash", "master_sum_hash",
    "operatorChain", "phase", "registry_version", "uncertainty", "unit", "value", "value_bits"})
_CORE_3 = _CORE_1 | {"engine_version", "precision_actual", "precision_bound"}
_CORE_MORE = {"v3": {"metric_shift", "rows_count", "rows_root", "seal_kind"}, "v1": {"metric_shift"},
              "pre_genesis": {"metric_shift"}}
_ROWS_MAX = 10_000
_HEADER = frozenset({"anchor", "author", "body_hash", "body_len", "calcond", "kind", "net", "prev", "seq", "v"})
_ANSWERED = (_CORE_3 | {"rows_count", "rows_root", "seal_kind"}) - {"equations_hash", "fields_hash", "inputs_hash",
                                                                    "master_sum_hash"}
NOT_COMPUTED = "the value was not computed again: this client has no engine, a node has (see verify_by)"


@dataclasses.dataclass(frozen=True)
class Verdict:
    """valid: all holds, and the value was computed again. sound: hashes, path and signature hold, and the value
    was NOT checked. invalid: a check failed."""

    verdict: str
    reasons: Tuple[str, ...]
    #: Hash-link in hex; None where there is none.
    id: Optional[str]
    #: Public key that signed, in hex.
    signer: Optional[str]

    @property
    def valid(self) -> bool:
        return self.verdict == "valid"


class _Refused(Exception):
    """A check that failed, with its reason."""


def _need(condition: object, reason: str) -> None:
    if not condition:
        raise _Refused(reason)


def _read(data: Union[str, bytes]) -> Any:
    def pairs(items: List[Tuple[str, Any]]) -> Dict[str, Any]:
        keys = [key for key, _ in items]
        _need(len(set(keys)) == len(keys), "duplicate key")
        _need("__proto__" not in keys, "the key __proto__")
        return dict(items)

    def constant(name: str) -> Any:
        raise _Refused(f"{name} is no JSON number")

    def number(text: str) -> float:
        _need(len(text) <= 800, "a number of too many characters")
        value = float(text)
        _need(math.isfinite(value), "a number past the largest double")
        _need(value != 0 or not any(c in "123456789" for c in text.lower().split("e")[0]),
              "a number below the smallest double")
        return value + 0.0

    try:
        text = data.decode("utf-8") if isinstance(data, bytes) else data
        value = json.loads(text, object_pairs_hook=pairs, parse_int=number, parse_float=number,
                           parse_constant=constant)
        _well_formed(value, 0)
    except (UnicodeDecodeError, ValueError, RecursionError) as error:
        raise _Refused(f"not JSON: {error}") from error
    return value


def _well_formed(value: Any, depth: int) -> None:
    if isinstance(value, str):
        _need(not any(0xD800 <= ord(c) <= 0xDFFF for c in value), "a lone surrogate")
    elif isinstance(value, (dict, list)):
        _need(depth < 64, "nested too deep")
        for item in value.values() if isinstance(value, dict) else value:
            _well_formed(item, depth + 1)
        if isinstance(value, dict):
            for key in value:
                _well_formed(key, depth + 1)


def _number_text(x: float) -> str:
    if x == 0:
        return "0"
    if x < 0:
        return "-" + _number_text(-x)
    _, parts, exponent = Decimal(repr(x)).as_tuple()
    digits = "".join(map(str, parts))
    place = len(digits.rstrip("0"))
    point = len(digits.lstrip("0")) + int(exponent)
    digits = digits[:place].lstrip("0")
    if len(digits) <= point <= 21:
        return digits + "0" * (point - len(digits))
    if 0 < point <= 21:
        return digits[:point] + "." + digits[point:]
    if -6 < point <= 0:
        return "0." + "0" * -point + digits
    mantissa = digits[0] + ("." + digits[1:] if len(digits) > 1 else "")
    return f"{mantissa}e{'+' if point > 0 else '-'}{abs(point - 1)}"


_SHORT = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}


def _canonical(value: Any) -> str:
    """RFC 8785."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + "".join(_SHORT.get(c, f"\\u{ord(c):04x}" if c < " " else c) for c in value) + '"'
    if isinstance(value, (int, float)):
        return _number_text(float(value))
    if isinstance(value, list):
        return "[" + ",".join(map(_canonical, value)) + "]"
    keys = sorted(value, key=lambda key: str(key).encode("utf-16-be"))
    return "{" + ",".join(f"{_canonical(key)}:{_canonical(value[key])}" for key in keys) + "}"


def _bytes(value: Any) -> bytes:
    return _canonical(value).encode("utf-8")


def _sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def _hash(value: Any) -> str:
    return _sha(_bytes(value)).hex()


def _is_hex(value: Any, digits: int) -> bool:
    return isinstance(value, str) and len(value) == digits and all(c in "0123456789abcdef" for c in value)


def _is_int(value: Any, low: float = 0, high: float = 2**53 - 1) -> bool:
    return isinstance(value, float) and value == int(value) and low <= value <= high


def _is_text(value: Any, low: int, high: int) -> bool:
    return isinstance(value, str) and low <= len(value.encode("utf-16-le")) // 2 <= high


def _members(value: Any, required: Any, optional: Any = (), where: str = "") -> None:
    _need(isinstance(value, dict), f"{where} is not an object")
    _need(set(required) <= set(value) <= set(required) | set(optional), f"members of {where}")


def _quantities(value: Any, where: str) -> None:
    _need(isinstance(value, dict) and all(isinstance(x, float) for x in value.values()),
          f"{where} is not an object of numbers")
    _need(len(value) <= 256, f"too many {where}")


def _check_core(core: Any, generation: str) -> None:
    _members(core, _CORE_3 if generation == "v3" else _CORE_1, _CORE_MORE[generation], "core")
    for name in ("equations_hash", "inputs_hash", "master_sum_hash"):
        _need(_is_hex(core[name], 64), name)
    _need(core["fields_hash"] is None or _is_hex(core["fields_hash"], 64), "fields_hash")
    _need(_is_hex(core["value_bits"], 16), "value_bits")
    _need(_is_int(core["calcond"]) and _is_int(core["credits"], 1), "calcond or credits")
    _need(core["funding"] in ("free", "paid"), "funding")
    chain = core["operatorChain"]
    _need(isinstance(chain, list) and 1 <= len(chain) <= 4 and all(_is_text(name, 1, 64) for name in chain),
          "operatorChain")
    _need(core["unit"] is None or _is_text(core["unit"], 0, 256), "unit")
    _need(all(isinstance(core[name], float) for name in ("R_t", "value", "phase", "uncertainty")), "a number")
    _need(core["uncertainty"] >= 0 and 0 <= core["phase"] < 1, "uncertainty or phase")
    _need(isinstance(core.get("metric_shift", 0.0), float), "metric_shift")
    _need(core.get("seal_kind", _DIFFERENTIAL) == _DIFFERENTIAL, "seal_kind")
    _need(_is_text(core["registry_version"], 1, 128), "registry_version")
    if generation == "v3":
        _need(_is_text(core["engine_version"], 1, 128), "engine_version")
        _need(("rows_count" in core) == ("rows_root" in core), "rows_count and rows_root")
        if "rows_count" in core:
            _need("+" not in core["engine_version"] and _is_hex(core["rows_root"], 64), "rows_root")
            _need(_is_int(core["rows_count"], 1, _ROWS_MAX), "rows_count")
        pair = (core["precision_actual"], core["precision_bound"])
        _need(all(isinstance(x, float) and x >= 0 for x in pair), "precision")


def _check_proof(proof: Any) -> None:
    _members(proof, ("count", "header", "index", "path", "sig"), (), "proof")
    _need(_is_int(proof["count"], 1, 256) and _is_int(proof["index"]), "count or index")
    _need(isinstance(proof["path"], list) and len(proof["path"]) <= 8, "path")
    _need(all(_is_hex(h, 64) for h in proof["path"]) and _is_hex(proof["sig"], 128), "path or sig")
    header = proof["header"]
    _members(header, _HEADER, (), "header")
    _need(all(_is_hex(header[name], 64) for name in ("anchor", "author", "body_hash", "prev")), "a hash of the header")
    _need(_is_hex(header["net"], 8) and header["kind"] == "seal" and header["v"] == 1, "net, kind or v")
    _need(_is_int(header["seq"], 1) and _is_int(header["body_len"]) and _is_int(header["calcond"]),
          "an integer of the header")


def _check_format(receipt: Any) -> str:
    _members(receipt, ("envelope", "inputs", "proof", "public_key"), (), "receipt")
    envelope = receipt["envelope"]
    _need(isinstance(envelope, dict), "envelope")
    generation = envelope.get("generation")
    _need(generation in ("v3", "v1", "pre_genesis"), "generation")
    linked = generation != "pre_genesis"
    _members(envelope, ("core", "equations", "generation", "master_sum", *(("prev",) if linked else ())),
             ("calcProof", "domain", "uncertainties"), "envelope")
    _check_core(envelope["core"], generation)
    _need(_is_hex(envelope.get("calcProof", "0" * 64), 64), "calcProof")
    _need(_is_text(envelope.get("domain", ""), 0, 64), "domain")
    equations = envelope["equations"]
    _need(isinstance(equations, list) and all(isinstance(e, str) for e in equations), "equations")
    _need(isinstance(envelope["master_sum"], dict), "master_sum")
    _quantities(envelope.get("uncertainties", {}), "uncertainties")
    if generation == "v3" and ("+" in envelope["core"]["engine_version"] or "rows_root" in envelope["core"]):
        _need(isinstance(receipt["inputs"], dict) and len(receipt["inputs"]) <= 256, "inputs")
    elif generation == "v3" and list(receipt["inputs"]) == ["derivation"]:
        _need(isinstance(receipt["inputs"]["derivation"], dict), "inputs")
    else:
        _quantities(receipt["inputs"], "inputs")
    _need(_is_hex(receipt["public_key"], 64), "public_key")
    if linked:
        _need(_is_hex(envelope["prev"], 64), "prev")
        _check_proof(receipt["proof"])
    else:
        _members(receipt["proof"], ("sig",), (), "proof")
        _need(_is_hex(receipt["proof"]["sig"], 128), "sig")
    return str(generation)


def _from_answer(answer: Dict[str, Any]) -> Tuple[Dict[str, Any], Any]:
    """The receipt inside an answer, which is laid flat there, and the id that it claims."""
    cko, timed = answer.get("cko", {}), answer.get("calcond_receipt", {})
    _need(isinstance(cko, dict) and isinstance(timed, dict), "cko or calcond_receipt")
    repeats = [
        (answer.get("precisionBound"), "precision_bound"), (answer.get("calcond_averaged"), "value"),
        (answer.get("calcondTick"), "calcond"), (answer.get("token_id"), "receipt_id"),
        (timed.get("averaged"), "value"), (timed.get("hmac"), "calcProof"),
        (cko.get("operatorChain"), "operatorChain"), (cko.get("masterSum"), "master_sum"), (cko.get("R(t)"), "R_t"),
        (cko.get("phase"), "phase"), (cko.get("calcondTick"), "calcond"), (cko.get("calcProof"), "calcProof"),
        (cko.get("precisionBound"), "precision_bound")]
    for claimed, name in repeats:
        _need(claimed is None or _bytes(claimed) == _bytes(answer.get(name)),
              f"a member that repeats {name} differs from it")
    asked = {name: answer[name] for name in ("domain", "inputs", "uncertainties") if name in answer}
    core = {name: answer[name] for name in _ANSWERED if name in answer}
    if core.get("seal_kind") == "observable":
        del core["seal_kind"]
    if "metric_shift" in cko:
        core["metric_shift"] = cko["metric_shift"]
    core.update(fields_hash=answer.get("fields_hash"), inputs_hash=_hash(asked),
                equations_hash=_hash(answer.get("equations")), master_sum_hash=_hash(answer.get("master_sum")))
    kept = ("calcProof", "domain", "equations", "master_sum", "prev", "uncertainties")
    envelope = {name: answer[name] for name in kept if name in answer}
    envelope.update(core=core, generation=answer.get("generation", "v3"))
    receipt = {name: answer[name] for name in ("inputs", "proof", "public_key") if name in answer}
    return {"envelope": envelope, **receipt}, answer.get("receipt_id")


def _pi() -> Decimal:
    """Machin's formula."""
    def arctan(k: int) -> Decimal:
        total, power, n = Decimal(0), Decimal(1) / k, 1
        while power > Decimal(10) ** -62:
            total += power / n if n % 4 == 1 else -power / n
            power, n = power / (k * k), n + 2
        return total
    return 4 * (4 * arctan(5) - arctan(239))


def _sine_of_turns(phase: float) -> float:
    """The double nearest to sin(2 pi phase), from 60 digits."""
    with localcontext() as context:
        context.prec = 60
        turn = Decimal(phase)
        half = (turn * 2).to_integral_value()
        rest, negative = turn - half / 2, half % 2 == 1
        if abs(rest) > Decimal("0.25"):
            rest = (Decimal("0.5") - abs(rest)).copy_sign(rest)
        x = 2 * _pi() * rest
        term, total, n = x, x, 1
        while abs(term) > Decimal(10) ** -58:
            term = -term * x * x / ((n + 1) * (n + 2))
            total, n = total + term, n + 2
        return float(-total if negative else total)


def _root(link: bytes, index: int, count: int, path: Sequence[bytes]) -> bytes:
    """RFC 6962, from a leaf."""
    _need(index < count, "index is not below count")
    node, fn, sn = _sha(b"\0" + link), index, count - 1
    for p in path:
        _need(sn != 0, "the path is too long")
        if fn % 2 == 1 or fn == sn:
            node = _sha(b"\1" + p + node)
            while fn % 2 == 0 and fn != 0:
                fn, sn = fn // 2, sn // 2
        else:
            node = _sha(b"\1" + node + p)
        fn, sn = fn // 2, sn // 2
    _need(sn == 0, "the path is too short")
    return node


# Ed25519 (RFC 8032), to verify alone: nothing here is secret, so nothing takes constant time.
_P = 2**255 - 19
_L = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, _P - 2, _P) % _P
_Point = Tuple[int, int, int, int]
_SMALL_ORDER_Y = frozenset(bytes.fromhex(h) for h in (
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"))


def _add(p: _Point, q: _Point) -> _Point:
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % _P, (p[1] + p[0]) * (q[1] + q[0]) % _P
    c, d = 2 * p[3] * q[3] * _D % _P, 2 * p[2] * q[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(s: int, p: _Point) -> _Point:
    q: _Point = (0, 1, 1, 0)
    while s > 0:
        if s & 1:
            q = _add(q, p)
        p, s = _add(p, p), s >> 1
    return q


def _decoded(data: bytes) -> Optional[_Point]:
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (1 << 255) - 1
    if y >= _P:
        return None
    xx = (y * y - 1) * pow(_D * y * y + 1, _P - 2, _P) % _P
    x = pow(xx, (_P + 3) // 8, _P)
    if (x * x - xx) % _P != 0:
        x = x * pow(2, (_P - 1) // 4, _P) % _P
    if (x * x - xx) % _P != 0 or (x == 0 and sign == 1):
        return None
    x = _P - x if x & 1 != sign else x
    return x, y, 1, x * y % _P


def _encoded(p: _Point) -> bytes:
    inverse = pow(p[2], _P - 2, _P)
    x, y = p[0] * inverse % _P, p[1] * inverse % _P
    return (y | (x & 1) << 255).to_bytes(32, "little")


_BASE = _decoded(bytes.fromhex("58" + "66" * 31))


def _check_signature(key_hex: str, message: bytes, sig_hex: str) -> None:
    key, sig = bytes.fromhex(key_hex), bytes.fromhex(sig_hex)
    s = int.from_bytes(sig[32:], "little")
    _need(s < _L, "S is not below the group order")
    for what, point in (("key", key), ("R", sig[:32])):
        y = point[:31] + bytes([point[31] & 0x7F])
        _need(int.from_bytes(y, "little") < _P, f"the {what} is not canonically encoded")
        _need(y not in _SMALL_ORDER_Y, f"the {what} is of small order")
    a = _decoded(key)
    _need(a is not None, "the key is no point of the curve")
    assert a is not None and _BASE is not None
    k = int.from_bytes(hashlib.sha512(sig[:32] + key + message).digest(), "little") % _L
    minus = (_P - a[0], a[1], a[2], _P - a[3])
    _need(_encoded(_add(_times(s, _BASE), _times(k, minus))) == sig[:32], "the signature does not verify")


def _check_receipt(held: Any, key: Optional[str], expected_id: Optional[str], now: int) -> Tuple[Optional[str], str]:
    claimed = None
    if isinstance(held, dict) and "envelope" not in held:
        held, claimed = _from_answer(held)
    elif isinstance(held, dict):
        claimed = held.get("receipt_id")
        held = {name: value for name, value in held.items() if name != "receipt_id"}
    generation = _check_format(held)
    envelope, core = held["envelope"], held["envelope"]["core"]
    link = None
    if generation != "pre_genesis":
        tag = b"calc-envelope/3" if generation == "v3" else b"calc-envelope/1"
        link = _sha(tag + b"\0" + bytes.fromhex(envelope["prev"]) + _bytes(core))
    for claim in (expected_id, claimed):
        _need(claim is None or (link is not None and claim == link.hex()), "another id")
    asked = {"domain": envelope.get("domain"), "inputs": held["inputs"], "uncertainties": envelope.get("uncertainties")}
    asked = {name: value for name, value in asked.items() if value is not None}
    _need(_hash(asked) == core["inputs_hash"], "inputs_hash")
    _need(_hash(envelope["equations"]) == core["equations_hash"], "equations_hash")
    _need(_hash(envelope["master_sum"]) == core["master_sum_hash"], "master_sum_hash")
    _need(struct.pack(">d", core["value"]).hex() == core["value_bits"], "value_bits")
    chain = core["operatorChain"]
    _need([name == "KO42" for name in chain] == [True] + [False] * (len(chain) - 1), "chain")
    _need(round(core["phase"] * _PERIOD_NS) / _PERIOD_NS == core["phase"], "phase is no whole nanosecond")
    _need(1.0 + 0.001 * _sine_of_turns(core["phase"]) == core["R_t"], "R_t")
    if generation == "v3":
        bound, actual = core["precision_bound"], core["precision_actual"]
        sampled = "+" in core["engine_version"] and bound == 1e-3
        _need(bound == 1e-4 or sampled, "a precision_bound that no rule gives")
        _need(actual <= bound or core.get("seal_kind") == _DIFFERENTIAL, "precision_actual is above precision_bound")
    stated = max(core["calcond"], held["proof"]["header"]["calcond"] if link else 0)
    _need(stated <= now + _AHEAD_MAX, f"calcond {int(stated)} is in the future: it is {now} now")
    if link is None:
        _check_signature(held["public_key"], b"calc-pre-genesis/1\0" + _bytes(core), held["proof"]["sig"])
    else:
        _check_inclusion(held, generation, link)
    _need(key is None or key == held["public_key"], "signed by another key")
    return (link.hex() if link else None), str(held["public_key"])


def _check_inclusion(receipt: Any, generation: str, link: bytes) -> None:
    proof, core = receipt["proof"], receipt["envelope"]["core"]
    header = proof["header"]
    root = _root(link, int(proof["index"]), int(proof["count"]), [bytes.fromhex(h) for h in proof["path"]])
    body = {"count": proof["count"], "root": root.hex()}
    if generation == "v3":
        body["engine_version"] = core["engine_version"].split("+", 1)[0]
    _need(_hash(body) == header["body_hash"] and len(_bytes(body)) == header["body_len"],
          "the seal event has another body")
    _need(core["calcond"] <= header["calcond"], "sealed before it was computed")
    _need(header["author"] == receipt["public_key"], "author and public_key differ")
    _check_signature(receipt["public_key"], b"calc-event-sig/1\0" + _bytes(header), proof["sig"])


def calcond_now() -> int:
    """Periods of 777,000,777 ns since 1970."""
    return time.time_ns() // _PERIOD_NS


def verify_receipt(held: Union[Answer, Mapping[str, Any], str, bytes], *, key: Optional[str] = None,
                   id: Optional[str] = None, now: Optional[int] = None) -> Verdict:
    """Checks a receipt, or a whole answer that holds one, on this machine, without any node: sound at best.

    `held` may be an answer, its JSON text, or what was read from it. `key` is the public key that must have signed.
    """
    try:
        plain = held.raw if isinstance(held, Answer) else held
        value = _read(plain if isinstance(plain, (str, bytes)) else json.dumps(plain, allow_nan=True))
        link, signer = _check_receipt(value, key, id, calcond_now() if now is None else now)
    except _Refused as refused:
        return Verdict("invalid", (str(refused),), None, None)
    return Verdict("sound", (NOT_COMPUTED,), link, signer)


# Calls.


class _Reply:
    def __init__(self, status: int, headers: Mapping[str, str], body: bytes):
        self.status, self.headers, self.body = status, headers, body

    @property
    def type(self) -> str:
        return self.headers.get("content-type", "").split(";")[0]

    def json(self) -> Dict[str, Any]:
        try:
            value = json.loads(self.body)
        except ValueError:
            value = None
        if isinstance(value, dict):
            return value
        text = self.body[:200].decode("utf-8", "replace")
        return {"code": "INTERNAL", "detail": f"the answer is not one of this interface: {text}"}


#: method, path, twins, effect, keyed, events, takes X-Calc-Pow, media type where it is not JSON
_Operation = Tuple[str, str, Tuple[str, ...], str, bool, bool, bool, str]
_A = TypeVar("_A", bound=Answer)


class Transport:
    """Sends requests, and repeats those that may be repeated; a connection is kept for each thread."""

    def __init__(self, base_url: str, key: Optional[str] = None, *, timeout: float = 60.0, work: bool = True):
        #: `127.0.0.1:8287` is an address of HTTP.
        self.base_url = (base_url if "://" in base_url else f"http://{base_url}").rstrip("/")
        self.key = key
        self.timeout = timeout
        #: Whether work is done where the node asks for it; else POW_REQUIRED is raised.
        self.work = work
        self._url = urllib.parse.urlsplit(self.base_url)
        self._local = threading.local()

    def close(self) -> None:
        """Closes the connection of this thread."""
        connection = self._local.__dict__.pop("connection", None)
        if connection is not None:
            connection.close()

    def __enter__(self: _T) -> _T:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _connection(self, timeout: float) -> http.client.HTTPConnection:
        connection = self._local.__dict__.get("connection")
        if connection is None:
            kind = http.client.HTTPSConnection if self._url.scheme == "https" else http.client.HTTPConnection
            connection = self._local.connection = kind(self._url.netloc, timeout=timeout)
        connection.timeout = timeout
        if connection.sock is not None:
            connection.sock.settimeout(timeout)
        return connection  # type: ignore[no-any-return]

    def _once(self, method: str, target: str, headers: Dict[str, str], body: Optional[bytes], call: Call) -> _Reply:
        connection = self._connection(call.timeout or self.timeout)
        try:
            connection.request(method, self._url.path + target, body, headers)
            response = connection.getresponse()
            got = {name.lower(): value for name, value in response.getheaders()}
            links = response.headers.get_all("link")
            if links:
                got["link"] = ", ".join(links)
            if got.get("content-type", "").startswith(EVENTS_TYPE) and call.on_progress is not None:
                return self._events(response, got, call.on_progress)
            return _Reply(response.status, got, response.read())
        except (OSError, http.client.HTTPException):
            self.close()
            raise

    def _events(self, response: http.client.HTTPResponse, headers: Mapping[str, str],
                on_progress: Callable[[Dict[str, Any]], None]) -> _Reply:
        event, last = "", None
        while True:
            line = response.readline().decode("utf-8").rstrip("\n")
            if line.startswith("event: "):
                event = line[7:]
            elif line.startswith("data: "):
                if event == "progress":
                    on_progress(json.loads(line[6:]))
                else:
                    last = line[6:].encode("utf-8")
            elif line == "" and last is not None:
                response.read()
                status = 200 if event == "result" else int(json.loads(last).get("status", 500))
                return _Reply(status, {**headers, "content-type": JSON_TYPE}, last)
            elif response.isclosed():
                raise http.client.IncompleteRead(b"")

    def _repeated(self, method: str, target: str, headers: Dict[str, str], body: Optional[bytes], call: Call,
                  key: Optional[str], repeatable: bool) -> _Reply:
        """Sends it again where its answer did not come, though it may have been read."""
        if not repeatable:
            # A kept connection may be closed by now, and then nobody knows whether the request was read.
            self.close()
        broken = 0
        while True:
            try:
                return self._once(method, target, headers, body, call)
            except (OSError, http.client.HTTPException) as error:
                unsent = broken == 0 and isinstance(error, (ConnectionRefusedError, socket.gaierror))
                if not unsent and key is not None and broken >= RETRIES_MAX:
                    raise OutcomeUnknown(key) from error
                if unsent or not repeatable or broken >= RETRIES_MAX:
                    raise Unreachable(f"no answer of {self.base_url}: {error}") from error
            time.sleep(random.random() * min(BACKOFF_MAX_S, BACKOFF_BASE_S * 2 ** broken))
            broken += 1

    def request(self, operation: _Operation, fields: Mapping[str, Any], call: Optional[Call] = None,
                by: Optional[str] = None) -> _Reply:
        """The answer to a call, whatever it is. Raises Problem and Unreachable."""
        call = call or Call()
        method, path, twins, effect, keyed, events, paid, produces = operation
        method = by or method
        rest = {name: value for name, value in fields.items() if value is not UNSET}
        target = _target(path, rest)
        key = (call.idempotency_key or os.urandom(16).hex()) if keyed else None
        repeatable = effect == "read" or key is not None
        headers = {"Accept": produces or (EVENTS_TYPE if events and call.on_progress else JSON_TYPE)}
        if self.key is not None:
            headers["Authorization"] = f"Bearer {self.key}"
        if key is not None:
            headers["Idempotency-Key"] = key
        rounds = running = attempt = 0
        while True:
            if method in ("GET", "DELETE"):
                query = urllib.parse.urlencode({name: _text(value) for name, value in rest.items()})
                where, body, kind = target + (f"?{query}" if query else ""), None, {}
            else:
                where, body, kind = target, _json(rest), {"Content-Type": JSON_TYPE}
            reply = self._repeated(method, where, {**headers, **kind}, body, call, key, repeatable)
            if reply.status < 300:
                return reply
            problem = _problem(reply.json(), reply.status, key)
            if problem.code == "POW_REQUIRED" and paid and self.work and rounds < WORK_ROUNDS_MAX:
                rounds += 1
                headers["X-Calc-Pow"] = solve_work(problem)
            elif method == "QUERY" and reply.status in NO_QUERY and twins:
                # Something between here and the node does not know the method.
                method = "POST" if "POST" in twins else twins[0]
            elif problem.code == "IDEMPOTENCY_IN_PROGRESS" and running < RUNNING_ROUNDS_MAX:
                running += 1
                time.sleep(_wait(reply, 0))
            else:
                wait = _wait(reply, attempt)
                # A limit that opens later than this is the caller's to wait for.
                if not repeatable or reply.status not in RETRIED or attempt >= RETRIES_MAX or wait > BACKOFF_MAX_S:
                    raise problem
                time.sleep(wait)
                attempt += 1

    def answer(self, kind: Type[_A], operation: _Operation, fields: Mapping[str, Any],
               call: Optional[Call] = None) -> _A:
        """The answer as an object. Raises Refusal where there is no number."""
        return self._read(kind, self.request(operation, fields, call))

    def _read(self, kind: Type[_A], reply: _Reply) -> _A:
        answer = kind(reply.json(), reply.status, reply.headers)
        if isinstance(answer.raw.get("refusal"), dict) or isinstance(answer.raw.get("inputError"), dict):
            raise Refusal(answer)
        return answer

    def octets(self, operation: _Operation, fields: Mapping[str, Any], call: Optional[Call] = None) -> bytes:
        return self.request(operation, fields, call).body

    def each(self, member: str, operation: _Operation, fields: Mapping[str, Any],
             call: Optional[Call] = None) -> Iterator[Any]:
        """Every item of a list: pages are asked for when they are needed."""
        named = {part[1:] for part in operation[1].split("/") if part[:1] in (":", "*")}
        in_path = {name: value for name, value in fields.items() if name in named}
        answer = Answer(*_parts(self.request(operation, fields, call)))
        while True:
            yield from answer.raw.get(member, [])
            after = answer.links.get("next")
            if after is None:
                return
            query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(after).query, keep_blank_values=True))
            answer = Answer(*_parts(self.request(operation, {**query, **in_path}, call, by="GET")))

    def field_values(self, field: Union[Field, Mapping[str, Any]]) -> Any:
        """All samples of a sealed field, which the node computes again: an array of its shape, or nested lists."""
        record = dataclasses.asdict(field) if isinstance(field, Field) else field
        data = self.request(("GET", "/api/calc/fields/:sha256", (), "read", False, False, False,
                             "application/octet-stream"), {"sha256": record["sha256"]}).body
        flat = struct.unpack(f">{len(data) // 8}d", data)
        return _nested(flat, record["shape"] if "shape" in record else [len(flat)])

    def table_csv(self, columns: Mapping[str, Any], *, call: Optional[Call] = None, **fields: Any) -> str:
        """A table as CSV: a line of names, then one for each row. Its fields are those of `compute_table`."""
        return self._table("text/csv", columns, fields, call).decode("utf-8")

    def table_doubles(self, columns: Mapping[str, Any], *, call: Optional[Call] = None,
                      **fields: Any) -> Tuple[Any, Any]:
        """Values and standard uncertainties of a table's rows: arrays of numpy, or lists; NaN where there is none.

        Its fields are those of `compute_table`.
        """
        data = self._table("application/octet-stream", columns, fields, call)
        rows = len(data) // 16
        flat = struct.unpack(f"<{2 * rows}d", data)
        return _nested(flat[:rows], [rows]), _nested(flat[rows:], [rows])

    def _table(self, kind: str, columns: Mapping[str, Any], fields: Mapping[str, Any], call: Optional[Call]) -> bytes:
        method, path, twins, effect, keyed, events, paid, _ = OPERATIONS["compute_table"]
        return self.octets((method, path, twins, effect, keyed, events, paid, kind), {"columns": columns, **fields},
                           call)

    def follow(self, channel: str, *, after: Optional[int] = None, sig: Optional[str] = None,
               on_gap: Optional[Callable[[int, int], None]] = None, tries: int = 8) -> Iterator[Dict[str, Any]]:
        """Ticks of a channel as they are sealed, until it is closed; over as many sockets as it takes.

        `after` is the last tick that is known. What the node does not send any more is told to `on_gap`, both ends
        included. Raises Unreachable where `tries` sockets in a row bring nothing.
        """
        last, failed = after, 0
        while failed < tries:
            asked = {"channel": channel, "sig": sig, "after": last}
            query = urllib.parse.urlencode({name: value for name, value in asked.items() if value is not None})
            try:
                for text in _messages(self.base_url, f"/ws/stream?{query}", self.key, self.timeout):
                    failed = 0
                    message = json.loads(text)
                    kind = message.get("type")
                    if kind == "closed":
                        return
                    if kind == "hello":
                        # A node that lost ticks begins anew behind those it has.
                        last = message["headSeq"] if last is None else min(last, message["headSeq"])
                    elif kind in ("tick", "resync"):
                        seq = message["seq"] if kind == "tick" else message["oldestSeq"]
                        if last is not None and seq > last + 1:
                            if on_gap is not None:
                                on_gap(last + 1, seq - 1)
                            last = seq - 1
                        if kind == "tick" and (last is None or seq > last):
                            last = seq
                            yield message
            except OSError:
                pass
            failed += 1
            time.sleep(random.random() * min(BACKOFF_MAX_S, 0.25 * 2 ** failed))
        raise Unreachable(f"{tries} connections in a row brought nothing of {channel}")


_T = TypeVar("_T", bound=Transport)


def _parts(reply: _Reply) -> Tuple[Dict[str, Any], int, Mapping[str, str]]:
    return reply.json(), reply.status, reply.headers


def _target(path: str, rest: Dict[str, Any]) -> str:
    """The path with its parameters, which are taken out of the fields."""
    parts = []
    for part in path.split("/"):
        if part[:1] in (":", "*"):
            safe = "/" if part[0] == "*" else ""
            part = urllib.parse.quote(_text(rest.pop(part[1:], "")), safe=safe)
        parts.append(part)
    return "/".join(parts)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else json.dumps(value)


def _plain(value: Any) -> Any:
    """What JSON cannot write: numbers and arrays of numpy, quantities."""
    if isinstance(value, Quantity):
        return value.value
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} cannot be sent as JSON")


def _json(value: Any) -> bytes:
    return json.dumps(value, default=_plain, allow_nan=False).encode("utf-8")


def _wait(reply: _Reply, attempt: int) -> float:
    """Retry-After where the node states it, else full jitter under a doubling bound."""
    try:
        return float(reply.headers["retry-after"])
    except (KeyError, ValueError):
        return random.random() * min(BACKOFF_MAX_S, BACKOFF_BASE_S * 2.0 ** attempt)


def solve_work(problem: Problem) -> str:
    """The value of X-Calc-Pow that a POW_REQUIRED asks for: some seconds for 20 bits."""
    challenge, mac = str(problem.body["challenge"]), str(problem.body["mac"])
    bits = int(challenge.split(":")[2])
    if bits > 32:
        raise problem
    base, limit, salt, n = hashlib.sha256(f"{challenge}:".encode()), 1 << (256 - bits), os.urandom(4).hex(), 0
    while True:
        tried = base.copy()
        nonce = f"{salt}{n:x}"
        tried.update(nonce.encode())
        if int.from_bytes(tried.digest(), "big") < limit:
            return f"{challenge};{mac};{nonce}"
        n += 1


# The client's side of RFC 6455, as much as streams need of it.


def _messages(base_url: str, target: str, key: Optional[str], timeout: float) -> Iterator[str]:
    url = urllib.parse.urlsplit(base_url)
    port = url.port or (443 if url.scheme == "https" else 80)
    sock: socket.socket = socket.create_connection((url.hostname or "", port), timeout)
    try:
        if url.scheme == "https":
            sock = ssl.create_default_context().wrap_socket(sock, server_hostname=url.hostname)
        nonce = base64.b64encode(os.urandom(16)).decode()
        protocols = "calc" if key is None else f"calc, bearer.{key}"
        sock.sendall((f"GET {url.path}{target} HTTP/1.1\r\nHost: {url.netloc}\r\nUpgrade: websocket\r\n"
                      f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {nonce}\r\n"
                      f"Sec-WebSocket-Protocol: {protocols}\r\n\r\n").encode())
        stream = sock.makefile("rb")
        response = _head(stream)
        if response[0] != 101:
            body = stream.read(int(response[1].get("content-length", "0")))
            raise _problem(_Reply(response[0], response[1], body).json(), response[0], None)
        # Streams may be silent for long: the node's pings say that it is there.
        sock.settimeout(max(timeout, 120.0))
        text = b""
        while True:
            first, second = _exactly(stream, 2)
            size = second & 0x7F
            if size > 125:
                size = int.from_bytes(_exactly(stream, 2 if size == 126 else 8), "big")
            data, kind = _exactly(stream, size), first & 0x0F
            if kind == 8:
                return
            if kind == 9:
                sock.sendall(_frame(10, data))
            elif kind in (0, 1):
                text += data
                if first & 0x80:
                    yield text.decode("utf-8")
                    text = b""
    finally:
        sock.close()


def _head(stream: Any) -> Tuple[int, Dict[str, str]]:
    status = stream.readline().split(b" ")
    headers: Dict[str, str] = {}
    while True:
        line = stream.readline().decode("latin-1").strip()
        if line == "":
            break
        name, _, value = line.partition(":")
        headers[name.lower()] = value.strip()
    if len(status) < 2:
        raise ConnectionError("the connection closed before the stream began")
    return int(status[1]), headers


def _exactly(stream: Any, size: int) -> bytes:
    data = stream.read(size)
    if len(data) < size:
        raise ConnectionError("the stream broke off")
    return bytes(data)


def _frame(kind: int, data: bytes) -> bytes:
    """A masked frame of a client; control frames have 125 bytes at most."""
    mask = os.urandom(4)
    return bytes([0x80 | kind, 0x80 | len(data)]) + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data))
