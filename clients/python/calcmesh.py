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
    Any, AsyncIterator, Callable, Dict, Iterator, List, Literal, Mapping, Optional, Sequence, Tuple, Type, TypedDict,
    TypeVar, Union)

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
        digits, shown = _split(size, 0)
        return ("1", last) if shown == last - 1 and int(digits) >= 5 else None
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
        self.base_url = base_url.rstrip("/")
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

# Written from the contract by scripts/generatePython.ts: what follows is not edited by hand.

INTERFACE_VERSION = "1.287.0"

OPERATIONS: Dict[str, _Operation] = {
    "health": ("GET", "/api/health", (), "read", False, False, False,
        ""),
    "ready": ("GET", "/api/ready", (), "read", False, False, False,
        ""),
    "pulse": ("GET", "/api/calc/pulse", (), "read", False, False, False,
        ""),
    "prove": ("POST", "/api/calc/prove", (), "read", False, False, False,
        ""),
    "prove_verify": ("POST", "/api/calc/prove/verify", (), "read", False, False, False,
        ""),
    "demo_key": ("GET", "/api/demo-key", (), "read", False, False, False,
        ""),
    "demo_key_mint": ("POST", "/api/demo-key/mint", (), "write", True, False, True,
        ""),
    "claim": ("POST", "/api/tally/claim", (), "write", True, False, True,
        ""),
    "compute": ("POST", "/api/calc/compute", (), "seal", True, False, False,
        ""),
    "compute_table": ("POST", "/api/calc/compute/table", (), "seal", True, True, False,
        ""),
    "compute_batch": ("POST", "/api/calc/compute/batch", (), "seal", True, False, False,
        ""),
    "receipt_row": ("GET", "/api/receipts/:id/rows/:row", (), "read", False, False, False,
        ""),
    "auto": ("POST", "/api/calc/auto", (), "seal", True, True, False,
        ""),
    "verify": ("POST", "/api/calc/verify", (), "read", False, False, False,
        ""),
    "reverify": ("POST", "/api/calc/reverify", (), "read", False, False, False,
        ""),
    "attest": ("POST", "/api/attest", (), "read", False, False, False,
        ""),
    "shift": ("POST", "/api/calc/shift", (), "read", False, False, False,
        ""),
    "playground_compute": ("POST", "/api/playground/compute", ("QUERY",), "read", False, False, False,
        ""),
    "price": ("QUERY", "/api/calc/price", ("POST",), "read", False, False, False,
        ""),
    "convert": ("QUERY", "/api/calc/convert", ("POST",), "read", False, False, False,
        ""),
    "kernel": ("GET", "/api/kernel", (), "read", False, False, False,
        ""),
    "kernel_prompt": ("GET", "/api/kernel/prompt", (), "read", False, False, False,
        "text/markdown"),
    "operators": ("QUERY", "/api/operators", ("GET",), "read", False, False, False,
        ""),
    "operator_categories": ("GET", "/api/operators/categories", (), "read", False, False, False,
        ""),
    "operator_spec": ("POST", "/api/calc/operator-spec", ("QUERY",), "read", False, False, False,
        ""),
    "lib_search": ("QUERY", "/api/calc/lib-search", ("POST",), "read", False, False, False,
        ""),
    "conformance": ("GET", "/api/calc/conformance", (), "read", False, False, False,
        ""),
    "sdk_metadata": ("GET", "/api/calc/sdk/metadata", (), "read", False, False, False,
        ""),
    "genesis_execute": ("POST", "/api/genesis/execute", (), "read", False, False, False,
        ""),
    "identity": ("GET", "/api/identity", (), "read", False, False, False,
        ""),
    "identity_register": ("POST", "/api/identity/register", (), "write", True, False, True,
        ""),
    "receipt": ("GET", "/api/receipts/:id", (), "read", False, False, False,
        ""),
    "identity_challenge": ("POST", "/api/identity/challenge", (), "read", False, False, False,
        ""),
    "identity_session": ("POST", "/api/identity/session", (), "write", True, False, False,
        ""),
    "identity_session_end": ("DELETE", "/api/identity/session", (), "destroy", False, False, False,
        ""),
    "keys": ("GET", "/api/keys", (), "read", False, False, False,
        ""),
    "key_new": ("POST", "/api/keys", (), "write", True, False, False,
        ""),
    "key_rotate": ("POST", "/api/keys/:prefix/rotate", (), "write", True, False, False,
        ""),
    "key_revoke": ("DELETE", "/api/keys/:prefix", (), "destroy", False, False, False,
        ""),
    "spin_up": ("POST", "/api/calc/spin-up", (), "write", True, False, True,
        ""),
    "state_new": ("POST", "/api/state", (), "write", True, False, False,
        ""),
    "state_list": ("GET", "/api/state", (), "read", False, False, False,
        ""),
    "state_published": ("GET", "/api/state/aggregate/list", (), "read", False, False, False,
        ""),
    "state_of": ("GET", "/api/state/:slug", (), "read", False, False, False,
        ""),
    "state_edit": ("PATCH", "/api/state/:slug", (), "write", False, False, False,
        ""),
    "state_key_rotate": ("POST", "/api/state/:slug/key/rotate", (), "write", True, False, False,
        ""),
    "state_grants": ("GET", "/api/state/:slug/grants", (), "read", False, False, False,
        ""),
    "state_grant": ("POST", "/api/state/:slug/grants", (), "write", True, False, False,
        ""),
    "state_ungrant": ("DELETE", "/api/state/:slug/grants/:id", (), "destroy", False, False, False,
        ""),
    "state_close": ("DELETE", "/api/state/:slug", (), "destroy", False, False, False,
        ""),
    "state_event": ("POST", "/api/state/:slug/events", (), "write", True, False, False,
        ""),
    "state_audit": ("GET", "/api/state/:slug/audit", ("QUERY",), "read", False, False, False,
        ""),
    "state_payload": ("GET", "/api/state/:slug/audit/:seq/payload", (), "read", False, False, False,
        ""),
    "state_payload_drop": ("DELETE", "/api/state/:slug/audit/:seq/payload", (), "destroy", False, False, False,
        ""),
    "state_checkpoints": ("GET", "/api/state/:slug/checkpoints", (), "read", False, False, False,
        ""),
    "state_place": ("GET", "/api/state/:slug/checkpoints/place", (), "read", False, False, False,
        ""),
    "state_pohc_validate": ("GET", "/api/state/:slug/pohc/validate", (), "read", False, False, False,
        ""),
    "state_tally_envelopes": ("GET", "/api/state/:slug/tally/envelopes", (), "read", False, False, False,
        ""),
    "state_tally_summary": ("GET", "/api/state/:slug/tally/summary", (), "read", False, False, False,
        ""),
    "state_tally_verify": ("POST", "/api/state/:slug/tally/verify", (), "read", False, False, False,
        ""),
    "pohc_pulse": ("POST", "/api/protocol/pohc/pulse-attestation", (), "read", False, False, False,
        ""),
    "pohc_phase": ("POST", "/api/protocol/pohc/phase-agreement", (), "read", False, False, False,
        ""),
    "pohc_linkage": ("POST", "/api/protocol/pohc/hash-linkage", (), "read", False, False, False,
        ""),
    "pohc_coverage": ("POST", "/api/protocol/pohc/operator-coverage", (), "read", False, False, False,
        ""),
    "pohc_energy": ("POST", "/api/protocol/pohc/energy-record", (), "read", False, False, False,
        ""),
    "mesh_checkpoint": ("GET", "/api/mesh/log/:author/checkpoint", (), "read", False, False, False,
        "text/plain"),
    "mesh_tile": ("GET", "/api/mesh/log/:author/tile/*tile", (), "read", False, False, False,
        "application/octet-stream"),
    "mesh_consistency": ("GET", "/api/mesh/log/:author/consistency", (), "read", False, False, False,
        ""),
    "mesh_status": ("GET", "/api/mesh/status", (), "read", False, False, False,
        ""),
    "dns_register": ("POST", "/api/dns/register", (), "write", False, False, False,
        ""),
    "dns_resolve": ("QUERY", "/api/dns/resolve", ("GET",), "read", False, False, False,
        ""),
    "dns_resolve_name": ("GET", "/api/dns/resolve/:name", ("QUERY",), "read", False, False, False,
        ""),
    "dns_lookup": ("GET", "/api/dns/lookup", (), "read", False, False, False,
        ""),
    "dns_status": ("GET", "/api/dns/status", (), "read", False, False, False,
        ""),
    "solvers": ("GET", "/api/calc/solvers", (), "read", False, False, False,
        ""),
    "field_numbers": ("GET", "/api/calc/fields/:sha256", (), "read", False, False, False,
        "application/octet-stream"),
    "acoustic": ("POST", "/api/calc/acoustic", (), "seal", True, True, False,
        ""),
    "action": ("POST", "/api/calc/action", (), "seal", True, True, False,
        ""),
    "buckling": ("POST", "/api/calc/buckling", (), "seal", True, True, False,
        ""),
    "chaos": ("POST", "/api/calc/chaos", (), "seal", True, True, False,
        ""),
    "climate": ("POST", "/api/calc/climate", (), "seal", True, True, False,
        ""),
    "device": ("POST", "/api/calc/device", (), "seal", True, True, False,
        ""),
    "dock": ("POST", "/api/calc/dock", (), "seal", True, True, False,
        ""),
    "epi": ("POST", "/api/calc/epi", (), "seal", True, True, False,
        ""),
    "estimator": ("POST", "/api/calc/estimator", (), "seal", True, True, False,
        ""),
    "evolve": ("POST", "/api/calc/evolve", (), "seal", True, True, False,
        ""),
    "fea": ("POST", "/api/calc/fea", (), "seal", True, True, False,
        ""),
    "flow": ("POST", "/api/calc/flow", (), "seal", True, True, False,
        ""),
    "fracture": ("POST", "/api/calc/fracture", (), "seal", True, True, False,
        ""),
    "gauge": ("POST", "/api/calc/gauge", (), "seal", True, True, False,
        ""),
    "grid": ("POST", "/api/calc/grid", (), "seal", True, True, False,
        ""),
    "heat": ("POST", "/api/calc/heat", (), "seal", True, True, False,
        ""),
    "infall": ("POST", "/api/calc/infall", (), "seal", True, True, False,
        ""),
    "lattice": ("POST", "/api/calc/lattice", (), "seal", True, True, False,
        ""),
    "multibody": ("POST", "/api/calc/multibody", (), "seal", True, True, False,
        ""),
    "opt": ("POST", "/api/calc/opt", (), "seal", True, True, False,
        ""),
    "predator_prey": ("POST", "/api/calc/predator-prey", (), "seal", True, True, False,
        ""),
    "quant": ("POST", "/api/calc/quant", (), "seal", True, True, False,
        ""),
    "quantum_levels": ("POST", "/api/calc/quantum-levels", (), "seal", True, True, False,
        ""),
    "react": ("POST", "/api/calc/react", (), "seal", True, True, False,
        ""),
    "sat": ("POST", "/api/calc/sat", (), "seal", True, True, False,
        ""),
    "solve": ("POST", "/api/calc/solve", (), "seal", True, True, False,
        ""),
    "tumour": ("POST", "/api/calc/tumour", (), "seal", True, True, False,
        ""),
    "wave": ("POST", "/api/calc/wave", (), "seal", True, True, False,
        ""),
    "zeta": ("POST", "/api/calc/zeta", (), "seal", True, True, False,
        ""),
    "mesh_verify": ("POST", "/api/mesh/verify", (), "read", False, False, False,
        ""),
    "mesh_peers": ("GET", "/api/mesh/peers", (), "read", False, False, False,
        ""),
    "mesh_topics": ("GET", "/api/mesh/topics", (), "read", False, False, False,
        ""),
    "mesh_scores": ("GET", "/api/mesh/scores", (), "read", False, False, False,
        ""),
    "mesh_why": ("GET", "/api/mesh/why", (), "read", False, False, False,
        ""),
    "peer_rules": ("GET", "/api/mesh/rules", (), "read", False, False, False,
        ""),
    "peer_ban": ("POST", "/api/mesh/rules/ban", (), "write", False, False, False,
        ""),
    "peer_allow": ("POST", "/api/mesh/rules/allow", (), "write", False, False, False,
        ""),
    "peer_forget": ("POST", "/api/mesh/rules/forget", (), "write", False, False, False,
        ""),
    "peer_connect": ("POST", "/api/mesh/connect", (), "write", False, False, False,
        ""),
    "peer_disconnect": ("POST", "/api/mesh/disconnect", (), "write", False, False, False,
        ""),
    "peer_invite": ("POST", "/api/mesh/invitations", (), "write", False, False, False,
        ""),
    "peer_accept": ("POST", "/api/mesh/invitations/accept", (), "write", False, False, False,
        ""),
    "envelopes": ("GET", "/api/tally/envelopes/:cid", ("QUERY",), "read", False, False, False,
        ""),
    "envelope_folders": ("GET", "/api/tally/envelopes/:cid/folders", (), "read", False, False, False,
        ""),
    "file_envelopes": ("POST", "/api/tally/envelopes/folder", (), "write", True, False, False,
        ""),
    "transfer_envelopes": ("POST", "/api/tally/envelopes/transfer-bulk", (), "write", True, False, False,
        ""),
    "claim_transfer": ("POST", "/api/tally/envelopes/transfer-claim", (), "write", True, False, False,
        ""),
    "burn_envelopes": ("POST", "/api/tally/envelopes/burn", (), "destroy", True, False, False,
        ""),
    "lock_envelopes": ("POST", "/api/tally/envelopes/lock", (), "write", True, False, False,
        ""),
    "transfer_send": ("POST", "/api/transfers", (), "write", True, False, False,
        ""),
    "transfer_list": ("GET", "/api/transfers", (), "read", False, False, False,
        ""),
    "transfer_get": ("GET", "/api/transfers/:id", (), "read", False, False, False,
        ""),
    "witness_status": ("GET", "/api/witness/status", (), "read", False, False, False,
        ""),
    "witness_logs": ("GET", "/api/witness/logs", (), "read", False, False, False,
        ""),
    "witness_monitored": ("GET", "/api/witness/monitor/:origin/checkpoint", (), "read", False, False, False,
        "text/plain"),
    "witness_cosign": ("POST", "/api/witness/cosign", (), "write", False, False, False,
        ""),
    "witness_standing": ("GET", "/api/witness/standing/:id", (), "read", False, False, False,
        ""),
    "mesh_witnessed": ("GET", "/api/mesh/log/:author/witnessed", (), "read", False, False, False,
        "text/plain"),
    "contribute_policy": ("GET", "/api/contribute/policy", (), "read", False, False, False,
        ""),
    "contribute_status": ("GET", "/api/contribute/status", (), "read", False, False, False,
        ""),
    "contribute_bond": ("POST", "/api/contribute/bond", (), "write", True, False, False,
        ""),
    "contribute_release": ("POST", "/api/contribute/release", (), "write", True, False, False,
        ""),
    "contribute_mode": ("POST", "/api/contribute/mode", (), "write", True, False, False,
        ""),
    "contribute_start": ("POST", "/api/contribute/start", (), "write", False, False, False,
        ""),
    "contribute_stop": ("POST", "/api/contribute/stop", (), "write", False, False, False,
        ""),
    "contribute_work": ("GET", "/api/contribute/work", (), "read", False, False, False,
        ""),
    "contribute_challenge": ("POST", "/api/contribute/challenge", (), "write", False, False, False,
        ""),
    "contribute_verdict": ("GET", "/api/contribute/verdicts/:challenge", (), "read", False, False, False,
        ""),
    "job_price": ("QUERY", "/api/jobs", (), "read", False, False, False,
        ""),
    "job_open": ("POST", "/api/jobs", (), "write", True, False, False,
        ""),
    "job_list": ("GET", "/api/jobs", (), "read", False, False, False,
        ""),
    "job_get": ("GET", "/api/jobs/:id", (), "read", False, False, False,
        ""),
    "job_result": ("GET", "/api/jobs/:id/result", (), "read", False, False, False,
        ""),
    "job_cancel": ("DELETE", "/api/jobs/:id", (), "write", True, False, False,
        ""),
    "ledger_balance": ("GET", "/api/ledger", (), "read", False, False, False,
        ""),
    "ledger_entries": ("GET", "/api/ledger/entries", (), "read", False, False, False,
        ""),
    "ledger_grant": ("POST", "/api/ledger/grant", (), "write", True, False, False,
        ""),
    "ledger_audit": ("GET", "/api/ledger/audit", (), "read", False, True, False,
        ""),
    "node_backup": ("GET", "/api/node/backup", (), "read", False, False, False,
        "application/octet-stream"),
    "node_logs": ("GET", "/api/node/logs", (), "read", False, False, False,
        ""),
    "compute_usage": ("GET", "/api/compute/usage", (), "read", False, False, False,
        ""),
    "llm_providers": ("GET", "/api/llm/providers", (), "read", False, False, False,
        ""),
    "llm_credential_new": ("POST", "/api/calc/llm/credentials", (), "write", True, False, False,
        ""),
    "llm_credentials": ("GET", "/api/calc/llm/credentials", (), "read", False, False, False,
        ""),
    "llm_credential_edit": ("PATCH", "/api/calc/llm/credentials/:id", (), "write", True, False, False,
        ""),
    "llm_credential_delete": ("DELETE", "/api/calc/llm/credentials/:id", (), "destroy", True, False, False,
        ""),
    "llm_credential_test": ("POST", "/api/calc/llm/credentials/:id/test", (), "read", False, False, False,
        ""),
    "llm_key_rotate": ("POST", "/api/calc/llm/credentials/rotate", (), "write", False, False, False,
        ""),
    "llm_chat": ("POST", "/api/llm/chat", (), "write", False, False, False,
        ""),
    "llm_turn": ("POST", "/api/llm/turns", (), "write", False, False, False,
        ""),
    "llm_models": ("GET", "/api/llm/v1/models", (), "read", False, False, False,
        ""),
    "llm_completions": ("POST", "/api/llm/v1/chat/completions", (), "write", False, False, False,
        ""),
    "tally_clock": ("GET", "/api/tally/clock", (), "read", False, False, False,
        ""),
    "tally_transparency": ("GET", "/api/tally/transparency", (), "read", False, False, False,
        ""),
    "tally_consensus": ("GET", "/api/tally/consensus", (), "read", False, False, False,
        ""),
    "tally_record": ("GET", "/api/tally/record", ("QUERY",), "read", False, False, False,
        ""),
    "tally_health": ("GET", "/api/tally/health", (), "read", False, False, False,
        ""),
    "publish_default": ("GET", "/api/tally/settings/publish-default", (), "read", False, False, False,
        ""),
    "set_publish_default": ("POST", "/api/tally/settings/publish-default", (), "write", True, False, False,
        ""),
    "chain_verify": ("POST", "/api/chain/:slug/tally/verify", (), "read", False, False, False,
        ""),
    "transparency_now": ("GET", "/api/transparency/now", ("QUERY",), "read", False, False, False,
        ""),
    "transparency_history": ("GET", "/api/transparency/history", ("QUERY",), "read", False, False, False,
        ""),
    "transparency_breakdown": ("GET", "/api/transparency/breakdown", ("QUERY",), "read", False, False, False,
        ""),
    "transparency_revenue": ("GET", "/api/transparency/revenue", ("QUERY",), "read", False, False, False,
        ""),
    "stream_new": ("POST", "/api/calc/streams", (), "write", True, False, False,
        ""),
    "stream_list": ("GET", "/api/calc/streams", (), "read", False, False, False,
        ""),
    "stream_of": ("GET", "/api/calc/streams/:id", (), "read", False, False, False,
        ""),
    "stream_edit": ("PATCH", "/api/calc/streams/:id", (), "write", False, False, False,
        ""),
    "stream_close": ("DELETE", "/api/calc/streams/:id", (), "destroy", False, False, False,
        ""),
    "stream_close_post": ("POST", "/api/calc/streams/:id/close", (), "destroy", False, False, False,
        ""),
    "stream_tick": ("POST", "/api/calc/streams/:id/tick", (), "seal", True, False, False,
        ""),
    "stream_latest": ("GET", "/api/calc/streams/:id/latest", (), "read", False, False, False,
        ""),
    "stream_ticks": ("GET", "/api/calc/streams/:id/ticks", (), "read", False, False, False,
        ""),
    "stream_link": ("POST", "/api/calc/streams/:id/link", (), "write", False, False, False,
        ""),
    "stream_link_rotate": ("POST", "/api/calc/streams/:id/link/rotate", (), "destroy", False, False, False,
        ""),
    "stream_pull": ("GET", "/api/calc/streams/:id/pull", (), "read", False, False, False,
        ""),
    "stream_secure_open": ("POST", "/api/calc/streams/:id/secure/open", (), "write", False, False, False,
        ""),
    "stream_secure_pull": ("GET", "/api/calc/streams/:id/secure/pull", (), "read", False, False, False,
        "application/octet-stream"),
    "reactor_new": ("POST", "/api/calc/reactor", (), "write", True, False, False,
        ""),
    "reactor_list": ("GET", "/api/calc/reactor", ("QUERY",), "read", False, False, False,
        ""),
    "reactor_step": ("POST", "/api/calc/reactor/step", (), "seal", True, False, False,
        ""),
    "reactor_observe": ("POST", "/api/calc/reactor/observe", (), "seal", True, False, False,
        ""),
    "reactor_state": ("GET", "/api/calc/reactor/state", ("QUERY",), "read", False, False, False,
        ""),
    "reactor_trajectory": ("GET", "/api/calc/reactor/trajectory", ("QUERY",), "read", False, False, False,
        ""),
    "reactor_telemetry": ("GET", "/api/calc/reactor/telemetry", ("QUERY",), "read", False, False, False,
        ""),
    "reactor_next": ("GET", "/api/calc/reactor/next", ("QUERY",), "read", False, False, False,
        ""),
    "reactor_close": ("DELETE", "/api/calc/reactor", (), "destroy", False, False, False,
        ""),
    "reactor_close_post": ("POST", "/api/calc/reactor/close", (), "destroy", False, False, False,
        ""),
    "contract_templates": ("GET", "/api/contracts/templates", ("QUERY",), "read", False, False, False,
        ""),
    "contract_template": ("GET", "/api/contracts/templates/:category/:slug", (), "read", False, False, False,
        ""),
    "contract_archetypes": ("GET", "/api/contracts/archetypes", (), "read", False, False, False,
        ""),
    "contract_generate": ("POST", "/api/contracts/generate", (), "read", False, False, False,
        ""),
    "contract_validate": ("POST", "/api/contracts/validate", (), "read", False, False, False,
        ""),
    "contract_deploy": ("POST", "/api/contracts", (), "write", True, False, False,
        ""),
    "contract_list": ("GET", "/api/contracts", ("QUERY",), "read", False, False, False,
        ""),
    "contract_get": ("GET", "/api/contracts/:id", (), "read", False, False, False,
        ""),
    "contract_put": ("PUT", "/api/contracts/:id", (), "write", True, False, False,
        ""),
    "contract_delete": ("DELETE", "/api/contracts/:id", (), "destroy", True, False, False,
        ""),
    "contract_pause": ("POST", "/api/contracts/:id/pause", (), "write", True, False, False,
        ""),
    "contract_resume": ("POST", "/api/contracts/:id/resume", (), "write", True, False, False,
        ""),
    "contract_fire": ("POST", "/api/contracts/:id/fire", (), "seal", True, False, False,
        ""),
    "contract_dry_run": ("POST", "/api/contracts/:id/dry-run", (), "read", False, False, False,
        ""),
    "contract_replay": ("POST", "/api/contracts/:id/replay", (), "read", False, False, False,
        ""),
    "stream_key_rotate": ("POST", "/api/calc/streams/:id/key/rotate", (), "write", True, False, False,
        ""),
    "stream_export": ("GET", "/api/calc/streams/:id/export", (), "read", False, False, False,
        ""),
    "stream_log": ("GET", "/api/calc/streams/:id/log", (), "read", False, False, False,
        "application/x-ndjson"),
    "stream_place": ("GET", "/api/calc/streams/:id/checkpoint", (), "read", False, False, False,
        ""),
    "observer": ("GET", "/api/calc/observer", ("QUERY",), "read", False, False, False,
        ""),
    "page_publish": ("PUT", "/api/pages/:machine/:page", (), "write", True, False, False,
        ""),
    "page_list": ("GET", "/api/pages/:machine", (), "read", False, False, False,
        ""),
    "page_of": ("GET", "/api/pages/:machine/:page", (), "read", False, False, False,
        ""),
    "page_file": ("GET", "/api/pages/:machine/:page/files/*path", (), "read", False, False, False,
        ""),
    "page_delete": ("DELETE", "/api/pages/:machine/:page", (), "destroy", True, False, False,
        ""),
    "mail_identity": ("GET", "/api/mail/identity", (), "read", False, False, False,
        ""),
    "mail_identity_put": ("PUT", "/api/mail/identity", (), "write", True, False, False,
        ""),
    "mail_unlock": ("PUT", "/api/mail/identity/keys/:prefix", (), "write", True, False, False,
        ""),
    "mail_directory": ("GET", "/api/mail/directory/:address", (), "read", False, False, False,
        ""),
    "mail_list": ("GET", "/api/mail/messages", (), "read", False, False, False,
        ""),
    "mail_send": ("POST", "/api/mail/messages", (), "write", True, False, False,
        ""),
    "mail_read": ("GET", "/api/mail/messages/:id", (), "read", False, False, False,
        ""),
    "mail_change": ("PATCH", "/api/mail/messages/:id", (), "write", True, False, False,
        ""),
    "mail_delete": ("DELETE", "/api/mail/messages/:id", (), "destroy", True, False, False,
        ""),
    "mail_sealed_list": ("GET", "/api/mail/sealed", (), "read", False, False, False,
        ""),
    "mail_sealed_read": ("GET", "/api/mail/sealed/:id", (), "read", False, False, False,
        ""),
    "mail_sealed_send": ("POST", "/api/mail/sealed", (), "write", True, False, False,
        ""),
    "mail_attachment": ("GET", "/api/mail/attachments/:id", (), "read", False, False, False,
        "*/*"),
    "mail_confirm": ("POST", "/api/mail/attachments/:id/confirm", (), "destroy", True, False, False,
        ""),
    "mail_sealed_attachment": ("GET", "/api/mail/sealed/attachments/:id", (), "read", False, False, False,
        "*/*"),
    "mail_html": ("GET", "/api/mail/messages/:id/html", (), "read", False, False, False,
        ""),
    "mail_shown": ("GET", "/api/mail/shown/:token", (), "read", False, False, False,
        "text/html; charset=utf-8"),
    "mail_html_send": ("POST", "/api/mail/html", (), "write", True, False, False,
        ""),
    "mail_images": ("GET", "/api/mail/image-senders/:address", (), "read", False, False, False,
        ""),
    "mail_images_allow": ("PUT", "/api/mail/image-senders/:address", (), "write", True, False, False,
        ""),
    "mail_images_block": ("DELETE", "/api/mail/image-senders/:address", (), "destroy", True, False, False,
        ""),
    "harness": ("GET", "/api/calc/harness", (), "read", False, False, False,
        ""),
    "skills": ("GET", "/api/calc/skills", ("QUERY",), "read", False, False, False,
        ""),
    "scaffold": ("POST", "/api/calc/scaffold", (), "read", False, False, False,
        ""),
    "openapi": ("GET", "/api/openapi.json", (), "read", False, False, False,
        ""),
    "openapi31": ("GET", "/api/openapi-3.1.json", (), "read", False, False, False,
        ""),
    "problems": ("GET", "/problems", (), "read", False, False, False,
        ""),
    "problem_page": ("GET", "/problems/:slug", (), "read", False, False, False,
        ""),
    "query_repeat": ("GET", "/api/queries/:id", (), "read", False, False, False,
        ""),
    "query_result": ("GET", "/api/queries/:id/result", (), "read", False, False, False,
        ""),
    "mcp_discovery": ("GET", "/api/mcp", (), "read", False, False, False,
        ""),
}


class ProvePrecisionScale(TypedDict, total=False):
    of: Literal["value", "field"]


class ProveInputError(TypedDict, total=False):
    code: str
    message: str
    missing: str
    accepts: str


class ProveRefusal(TypedDict, total=False):
    kind: str
    message: str
    values: List[float]
    operator_id: str


class ProveVerifyChecksItem(TypedDict, total=False):
    name: str
    ok: Optional[bool]


class ComputeProof(TypedDict, total=False):
    index: int
    count: int
    path: List[str]


class ComputeTableRowsRefusedItem(TypedDict, total=False):
    kind: str
    message: str
    rows: List[int]


class ComputeTableRows(TypedDict, total=False):
    answered: int
    values: List[Optional[float]]
    uncertainties: List[Optional[float]]
    refused: List[ComputeTableRowsRefusedItem]


class ComputeBatchAnswersItemProblem(TypedDict, total=False):
    code: str
    detail: str


class ComputeBatchAnswersItem(TypedDict, total=False):
    value: Optional[float]
    unit: Optional[str]
    uncertainty: Optional[float]
    uncertainty_source: str
    precision_actual: Optional[float]
    precision_scale: ProvePrecisionScale
    seal_kind: Literal["observable", "observable-differential"]
    operator_id: str
    operatorChain: List[str]
    equations: List[str]
    master_sum: Optional[Dict[str, Any]]
    masterEquation: str
    R_t: Optional[float]
    phase: Optional[float]
    calcond: Optional[int]
    precisionBound: float
    calcond_averaged: Optional[float]
    assumed: Dict[str, Any]
    inputError: ProveInputError
    refusal: ProveRefusal
    calcProof: str
    calcond_receipt: Dict[str, Any]
    receipt_id: str
    proof: ComputeProof
    public_key: str
    visibility: Literal["private", "record", "shared"]
    unsealed_reason: str
    problem: ComputeBatchAnswersItemProblem


class AutoWhyItem(TypedDict, total=False):
    cue: str
    at: List[int]
    weight: float
    rule: str


class AutoCandidatesItem(TypedDict, total=False):
    solver: str
    score: float


class ReverifyVerdict(TypedDict, total=False):
    verdict: Literal["valid", "sound", "invalid"]
    kind: Literal["receipt", "proof", "result"]
    outcome: str


class PlaygroundComputeInUnit(TypedDict, total=False):
    value: float
    unit: str
    uncertainty: float
    factor: str


class ConvertSi(TypedDict, total=False):
    value: float
    unit: str


class OperatorsOperatorsItem(TypedDict, total=False):
    id: str
    category: str
    description: str
    equation: str


class OperatorCategoriesCategoriesItem(TypedDict, total=False):
    category: str
    count: int


class OperatorSpecOperatorsItemRequiredItem(TypedDict, total=False):
    name: str


class OperatorSpecOperatorsItem(TypedDict, total=False):
    id: str
    required: List[OperatorSpecOperatorsItemRequiredItem]
    conditional: List[OperatorSpecOperatorsItemRequiredItem]
    assumed: List[OperatorSpecOperatorsItemRequiredItem]
    optional: List[OperatorSpecOperatorsItemRequiredItem]


class LibSearchCatalogue(TypedDict, total=False):
    libraries: int
    categories: int
    version: int
    sha256: str


class LibSearchResultsItem(TypedDict, total=False):
    name: str
    category: str
    language: str
    license: str
    url: str
    oneLine: str
    covers: List[str]
    checkedOn: str
    score: float
    matched: List[str]


class IdentityRegisterMachine(TypedDict, total=False):
    id: str
    slug: str
    key: str
    genesisCalcond: int


class KeysKeysItem(TypedDict, total=False):
    prefix: str
    kind: str
    purpose: str
    label: Optional[str]
    machine: Optional[str]
    createdCalcond: int
    revokedCalcond: Optional[int]


class KeysDamagedItem(TypedDict, total=False):
    prefix: Optional[str]


class StateNewMachine(TypedDict, total=False):
    id: str
    slug: str
    name: Optional[str]
    owner: str
    genesisCalcond: int
    createdCalcond: int
    is_public: bool
    role: str
    closedCalcond: int


class StateListDamagedItem(TypedDict, total=False):
    slug: str
    id: Optional[str]


class StateOfHead(TypedDict, total=False):
    seq: int
    hash: str


class StateGrantsGrantsItem(TypedDict, total=False):
    id: str
    principal: str
    role: Literal["viewer", "operator", "admin"]
    expiresCalcond: Optional[int]
    createdCalcond: int
    holds: bool


class StateEventRowActor(TypedDict, total=False):
    key: str
    role: str


StateEventRow = TypedDict("StateEventRow", {
    "v": "Literal[3]",
    "machine": "str",
    "seq": "int",
    "prev": "str",
    "ns": "str",
    "calcond": "int",
    "transitionType": "str",
    "payloadHash": "str",
    "programHash": "Optional[str]",
    "from": "Optional[str]",
    "to": "Optional[str]",
    "evalRoot": "Optional[str]",
    "evalCount": "int",
    "token": "Optional[str]",
    "proof": "Optional[str]",
    "actor": "StateEventRowActor",
    "engineVersion": "str",
    "standing": "Optional[Literal[\"sealed\", \"witnessed\", \"final\"]]",
    "hash": "str",
}, total=False)


StateAuditRowsItem = TypedDict("StateAuditRowsItem", {
    "v": "Literal[3]",
    "machine": "str",
    "seq": "int",
    "prev": "str",
    "ns": "str",
    "calcond": "int",
    "transitionType": "str",
    "payloadHash": "str",
    "programHash": "Optional[str]",
    "from": "Optional[str]",
    "to": "Optional[str]",
    "evalRoot": "Optional[str]",
    "evalCount": "int",
    "token": "Optional[str]",
    "proof": "Optional[str]",
    "actor": "StateEventRowActor",
    "engineVersion": "str",
    "standing": "Optional[Literal[\"sealed\", \"witnessed\", \"final\"]]",
}, total=False)


class StateCheckpointsCheckpointsItem(TypedDict, total=False):
    size: int
    text: str


StatePohcValidateLayersPulseAttestation = TypedDict("StatePohcValidateLayersPulseAttestation", {
    "pass": "bool",
    "checked": "int",
}, total=False)


StatePohcValidateLayers = TypedDict("StatePohcValidateLayers", {
    "pulse-attestation": "StatePohcValidateLayersPulseAttestation",
    "phase-agreement": "StatePohcValidateLayersPulseAttestation",
    "hash-linkage": "StatePohcValidateLayersPulseAttestation",
    "operator-coverage": "StatePohcValidateLayersPulseAttestation",
    "energy-record": "StatePohcValidateLayersPulseAttestation",
}, total=False)


class StatePohcValidateFirstBad(TypedDict, total=False):
    seq: int
    rule: str
    expected: str
    got: str


class StateTallyEnvelopesEnvelopesItem(TypedDict, total=False):
    receipt_id: str
    seq: int
    calcond: int
    key: str
    role: str
    transitionType: str
    standing: Literal["sealed", "witnessed", "final"]


class StateTallySummaryKeysItem(TypedDict, total=False):
    key: str
    role: str
    envelopes: int


class StateTallyVerifyFailuresItem(TypedDict, total=False):
    receipt_id: str
    why: str


class PohcPulseFailuresItem(TypedDict, total=False):
    seq: int
    why: str


class MeshStatusSpine(TypedDict, total=False):
    seq: int
    id: str
    size: int
    root: str


class MeshStatusSpines(TypedDict, total=False):
    kept: int
    max: int


class MeshStatusHeadsItem(TypedDict, total=False):
    author: str
    seq: int
    held: int


class MeshStatusMarket(TypedDict, total=False):
    contributors: int
    withheld: int
    jobs: int


class DnsRegisterWitnesses(TypedDict, total=False):
    of: int
    needed: int


class DnsResolveProof(TypedDict, total=False):
    genesis: Dict[str, Any]
    events: List[Dict[str, Any]]
    successions: List[Dict[str, Any]]


class DnsLookupNamesItem(TypedDict, total=False):
    name: Optional[str]
    address: str
    publicKey: str
    state: str
    record: Dict[str, Any]
    sequence: int
    claim: str
    claimed: int
    effectiveCalcond: Optional[int]
    expires: int
    unwitnessed: bool
    witnesses: DnsRegisterWitnesses
    conflicts: int


class SolversSolversItemPrimary(TypedDict, total=False):
    name: str
    quantity: str
    unit: str


class SolversSolversItemExamplesItem(TypedDict, total=False):
    body: Dict[str, Any]
    expect: Dict[str, Any]


class SolversSolversItem(TypedDict, total=False):
    id: str
    path: str
    title: str
    summary: str
    version: int
    primary: SolversSolversItemPrimary
    schema: Dict[str, Any]
    sufficient: List[List[str]]
    limits: Dict[str, float]
    reactor: bool
    examples: List[SolversSolversItemExamplesItem]


class MeshVerifyMismatchesItem(TypedDict, total=False):
    peer: str
    what: str


class MeshPeersPeersItem(TypedDict, total=False):
    nodeId: str
    publicKey: Optional[str]
    greeted: bool
    engineVersions: List[str]
    registryGeneration: Optional[str]
    clockOffsetMs: Optional[float]
    latencyMs: Optional[float]
    topics: List[str]
    score: Optional[float]
    processorSeconds: Optional[float]


class MeshTopicsTopicsItem(TypedDict, total=False):
    name: str
    topic: str
    followers: int
    mesh: Optional[int]
    accepted: int
    ignored: int
    rejected: int


class MeshScoresThresholds(TypedDict, total=False):
    gossip: float
    publish: float
    graylist: float


class MeshScoresScoresItem(TypedDict, total=False):
    nodeId: str
    score: Optional[float]
    faults: float
    application: float


class MeshWhyFindingsItem(TypedDict, total=False):
    code: str
    peer: Optional[str]
    detail: str


class MeshWhyPeersItemRefusal(TypedDict, total=False):
    code: str
    means: str
    by: str
    secondsAgo: float


class MeshWhyPeersItemAddressesItem(TypedDict, total=False):
    address: str
    failures: int
    fault: Optional[str]
    means: Optional[str]
    detail: Optional[str]
    secondsAgo: Optional[float]


class MeshWhyPeersItem(TypedDict, total=False):
    peer: Optional[str]
    source: str
    connected: bool
    greeted: bool
    failures: int
    nextTrySeconds: Optional[float]
    refusal: Optional[MeshWhyPeersItemRefusal]
    clockOffsetMs: Optional[float]
    heldSeq: Optional[int]
    addresses: List[MeshWhyPeersItemAddressesItem]


class MeshWhyBacklogItem(TypedDict, total=False):
    author: str
    announced: int
    held: int


class PeerRulesRulesItem(TypedDict, total=False):
    target: str
    rule: str
    by: str
    reason: str
    sinceCalcond: int
    untilCalcond: Optional[int]


class EnvelopesEnvelopesItem(TypedDict, total=False):
    token_id: str
    version: int
    owner: str
    value: int
    funding: Literal["free", "paid"]
    movable: bool
    soulbound: bool
    locked_for_vote: bool
    folder: Optional[str]
    hash: str
    engine_version: str
    precision_actual: float
    precision_bound: float
    homeState: str
    bondId: str


class EnvelopeFoldersFoldersItem(TypedDict, total=False):
    folder: str
    count: int


TransferListTransfersItem = TypedDict("TransferListTransfersItem", {
    "id": "str",
    "direction": "Literal[\"out\", \"in\"]",
    "state": "Literal[\"sent\", \"delivered\", \"refunded\", \"minted\", \"void\"]",
    "why": "Optional[str]",
    "count": "int",
    "value": "int",
    "origin": "str",
    "destination": "str",
    "from": "str",
    "to": "str",
    "token_ids": "List[str]",
    "expires": "int",
    "calcond": "int",
    "endedCalcond": "Optional[int]",
    "burn": "Optional[str]",
    "answer": "Optional[str]",
    "burnStanding": "Optional[Literal[\"sealed\", \"witnessed\", \"final\"]]",
    "answerStanding": "Optional[Literal[\"sealed\", \"witnessed\", \"final\"]]",
}, total=False)


class WitnessStatusWitnessesItem(TypedDict, total=False):
    name: str
    publicKey: str
    url: Optional[str]
    connected: bool
    cosignedSize: Optional[int]


class WitnessStatusRounds(TypedDict, total=False):
    failed: int


class WitnessLogsLogsItem(TypedDict, total=False):
    author: str
    cosignedSize: Optional[int]
    witnessedSize: Optional[int]
    witnessedAt: Optional[int]


class ContributeStatusBond(TypedDict, total=False):
    bond: str
    state: Literal["bonded", "released"]
    envelopes: int
    sinceCalcond: int
    heldUntilCalcond: Optional[int]
    listHash: str


class ContributeStatusPledgeAttestation(TypedDict, total=False):
    account: str
    bond: int
    count: int
    listHash: str
    node: str
    sinceCalcond: int
    signature: str


class ContributeStatusPledge(TypedDict, total=False):
    bond: str
    state: Literal["bonded", "released", "ended", "slashed"]
    envelopes: List[str]
    attestation: ContributeStatusPledgeAttestation
    sinceCalcond: int
    heldUntilCalcond: Optional[int]


class ContributeStatusDaysItem(TypedDict, total=False):
    day: int
    paid: int
    credits: int


JobListJobsItem = TypedDict("JobListJobsItem", {
    "id": "str",
    "state": "Literal[\"open\", \"done\", \"failed\", \"expired\", \"cancelled\"]",
    "chain": "List[str]",
    "class": "Literal[\"replicated\", \"economy\"]",
    "k": "int",
    "createdCalcond": "int",
    "deadline": "int",
    "funding": "Literal[\"free\", \"paid\", \"allowance\"]",
    "locked": "int",
    "spent": "int",
    "returned": "int",
    "parts": "int",
    "ended": "int",
    "value": "Optional[float]",
    "unit": "Optional[str]",
}, total=False)


class JobGetShardsItemBeacon(TypedDict, total=False):
    kind: Literal["quorum", "node", "unknown"]
    by: List[str]
    fault: Optional[str]


class JobGetShardsItemNodesItem(TypedDict, total=False):
    node: str
    stage: Literal["called", "claimed", "committed", "revealed", "lost"]
    agrees: Optional[bool]
    standing: Optional[Literal["sealed", "witnessed", "final"]]
    token: Optional[str]
    credits: int
    withheld: bool


class JobGetShardsItem(TypedDict, total=False):
    job: Optional[str]
    rows: Optional[int]
    phase: Literal["locked", "open", "called", "revealing", "done", "failed", "expired", "cancelled"]
    locked: int
    spent: int
    returned: int
    replicas: int
    result: Optional[str]
    why: Optional[str]
    standing: Optional[Literal["sealed", "witnessed", "final"]]
    beacon: Optional[JobGetShardsItemBeacon]
    wrong: bool
    nodes: List[JobGetShardsItemNodesItem]


class JobResultRefusedItem(TypedDict, total=False):
    kind: str
    message: str
    rows: List[int]


JobResultPartsItem = TypedDict("JobResultPartsItem", {
    "from": "int",
    "rows": "Optional[int]",
    "state": "Literal[\"open\", \"done\", \"failed\", \"expired\", \"cancelled\"]",
    "why": "Optional[str]",
    "receipts": "List[str]",
}, total=False)


class LedgerBalanceAvailable(TypedDict, total=False):
    free: int
    paid: int


class LedgerEntriesEntriesItemEntriesItem(TypedDict, total=False):
    account: str
    delta: int


class LedgerEntriesEntriesItem(TypedDict, total=False):
    seq: int
    calcond: int
    kind: str
    entries: List[LedgerEntriesEntriesItemEntriesItem]
    note: Dict[str, Any]
    window: int
    hash: str
    prev: str


class LedgerAuditLive(TypedDict, total=False):
    free: Optional[int]
    paid: Optional[int]


class LedgerAuditFindingsItem(TypedDict, total=False):
    bucket: str
    key: str
    fault: str


class LlmProvidersProvidersItem(TypedDict, total=False):
    id: str
    title: str
    baseUrl: Optional[str]
    docs: str


class LlmCredentialNewUse(TypedDict, total=False):
    chats: int
    inputTokens: int
    outputTokens: int
    toolCalls: int
    credits: int
    lastCalcond: int


class LlmCredentialsCredentialsItem(TypedDict, total=False):
    id: str
    provider: str
    prefix: str
    label: Optional[str]
    baseUrl: Optional[str]
    createdCalcond: int
    status: Literal["ready", "needs_reconfiguration"]
    use: Optional[LlmCredentialNewUse]


class LlmChatUsage(TypedDict, total=False):
    inputTokens: int
    outputTokens: int


class LlmChatStepsItem(TypedDict, total=False):
    tool: str
    arguments: str
    ok: bool
    credits: int
    receipt: Optional[str]


LlmChatNumbersItem = TypedDict("LlmChatNumbersItem", {
    "text": "str",
    "start": "int",
    "end": "int",
    "unit": "Optional[str]",
    "from": "Literal[\"receipt\", \"evaluation\", \"none\"]",
    "receipt": "Optional[str]",
    "field": "Optional[str]",
}, total=False)


class LlmTurnAskMessagesItem(TypedDict, total=False):
    role: Literal["system", "user", "assistant", "tool"]
    text: str


class LlmTurnAskToolsItem(TypedDict, total=False):
    name: str
    description: str
    schema: Dict[str, Any]


class LlmTurnAsk(TypedDict, total=False):
    messages: List[LlmTurnAskMessagesItem]
    tools: List[LlmTurnAskToolsItem]
    mayCall: bool


class LlmTurnResult(TypedDict, total=False):
    id: str
    provider: str
    model: str
    text: str
    stop: Literal["end", "length", "tools", "filtered", "failed"]
    usage: LlmChatUsage
    rounds: int
    steps: List[LlmChatStepsItem]
    numbers: List[LlmChatNumbersItem]
    withheld: int
    credits: int


class LlmModelsDataItem(TypedDict, total=False):
    id: str
    object: Literal["model"]
    created: int
    owned_by: str


class LlmModelsUnavailableItem(TypedDict, total=False):
    credential: str
    code: str


class TallyConsensusGuaranteesItem(TypedDict, total=False):
    property: str
    holds: str
    fails: str


class TallyRecordEntriesItem(TypedDict, total=False):
    receipt_id: Optional[str]
    calcond: Optional[int]
    operatorChain: List[str]
    credits: int
    inputs_hash: str
    result_hash: str
    visibility: str
    standing: Literal["sealed", "witnessed", "final"]
    damaged: bool


class TallyHealthJournal(TypedDict, total=False):
    entries: Optional[int]
    head: Optional[str]


class TallyHealthIdentitiesItem(TypedDict, total=False):
    name: str
    holds: Optional[bool]
    left: Optional[int]
    right: Optional[int]


class TallyHealthReadings(TypedDict, total=False):
    journal_behind: int
    record_behind: int


class ChainVerifyChecksItem(TypedDict, total=False):
    name: str
    ok: Optional[bool]
    detail: str


class ChainVerifyChain(TypedDict, total=False):
    slug: str
    kind: Optional[Literal["node", "machine"]]
    holds: Optional[bool]


class TransparencyNowThrough(TypedDict, total=False):
    journal: Optional[int]
    calcond: Optional[int]
    behind: int
    damaged: Optional[LedgerAuditFindingsItem]


class TransparencyHistoryRowsItem(TypedDict, total=False):
    calcond: int
    credits_issued: int
    credits_burned: int
    credits_free: int
    credits_paid: int
    envelope_value_minted: int
    envelope_value_burned: int
    envelope_value_free: int
    envelope_value_paid: int
    journal: int
    changes: Dict[str, int]


class TransparencyBreakdownBurned(TypedDict, total=False):
    free: int
    paid: int
    allowance: int


class TransparencyBreakdownMinted(TypedDict, total=False):
    free: int
    paid: int


class StreamNewChannel(TypedDict, total=False):
    id: str
    name: Optional[str]
    status: str
    public: bool
    contract: Dict[str, Any]
    programHash: str
    tickIntervalCalconds: int
    autotick: bool
    outputFormat: str
    contentType: str
    template: Optional[str]
    createdCalcond: int
    ticks: int
    missed: int
    lastCalcond: Optional[int]
    nextCalcond: Optional[int]
    head: StateOfHead


class StreamTickStream(TypedDict, total=False):
    channel: str
    tick: Optional[int]
    row: int
    rowHash: str
    nextCalcond: int
    subTicks: int
    tickRoot: str


class StreamTicksTicksItem(TypedDict, total=False):
    seq: int
    calcond: int
    row: int
    token: str
    proof: str
    standing: Literal["sealed", "witnessed", "final"]
    contentType: str
    body: str


class ReactorListReactorsItem(TypedDict, total=False):
    reactor: str
    name: Optional[str]
    machine: Optional[str]
    status: str
    n: int
    program: Dict[str, Any]
    programHash: str
    createdCalcond: int
    head: StateOfHead


class ReactorStepEnvelope(TypedDict, total=False):
    value: Optional[float]
    unit: Optional[str]
    uncertainty: Optional[float]
    uncertainty_source: str
    precision_actual: Optional[float]
    precision_scale: ProvePrecisionScale
    seal_kind: Literal["observable", "observable-differential"]
    operator_id: str
    operatorChain: List[str]
    equations: List[str]
    master_sum: Optional[Dict[str, Any]]
    masterEquation: str
    R_t: Optional[float]
    phase: Optional[float]
    calcond: Optional[int]
    precisionBound: float
    calcond_averaged: Optional[float]
    assumed: Dict[str, Any]
    inputError: ProveInputError
    refusal: ProveRefusal
    calcProof: str
    calcond_receipt: Dict[str, Any]
    receipt_id: str
    proof: ComputeProof
    public_key: str
    visibility: Literal["private", "record", "shared"]
    unsealed_reason: str


class ReactorTrajectoryRowsItem(TypedDict, total=False):
    seq: int
    n: Optional[int]
    type: str
    calcond: int
    hash: str
    token: Optional[str]
    standing: Optional[Literal["sealed", "witnessed", "final"]]
    u: Any
    x: Dict[str, Any]
    fault: Dict[str, Any]


class ContractTemplatesCategoriesItem(TypedDict, total=False):
    name: str
    templates: int


class ContractTemplatesItemsItemTrigger(TypedDict, total=False):
    type: str


class ContractTemplatesItemsItem(TypedDict, total=False):
    templateId: str
    name: str
    category: str
    purpose: str
    signal: str
    detector: str
    trigger: ContractTemplatesItemsItemTrigger
    source: str


class ContractArchetypesArchetypesItemExample(TypedDict, total=False):
    data: Dict[str, Any]
    state: str


class ContractArchetypesArchetypesItem(TypedDict, total=False):
    templateId: str
    name: str
    purpose: str
    example: ContractArchetypesArchetypesItemExample
    program: Dict[str, Any]
    programHash: str


class ContractGeneratePrice(TypedDict, total=False):
    credits: int
    least: int


class ContractGenerateWhyItem(TypedDict, total=False):
    rule: str
    words: str


class ContractGenerateFilledItem(TypedDict, total=False):
    slot: str
    value: float
    unit: Optional[str]
    words: str


class ContractGenerateKeptItem(TypedDict, total=False):
    slot: str
    value: float
    unit: Optional[str]
    reason: str


class ContractGenerateAskedItem(TypedDict, total=False):
    slot: str
    question: str
    words: str


class ContractGenerateRefusal(TypedDict, total=False):
    kind: Literal["UNREAD", "NO_TEMPLATE", "NO_PLACE"]
    message: str
    span: List[int]


class ContractGenerateNearestItem(TypedDict, total=False):
    templateId: str
    name: str
    purpose: str


class ContractValidateProblemsItem(TypedDict, total=False):
    pointer: str
    code: str
    message: str
    position: int


class ContractDeployFault(TypedDict, total=False):
    code: str
    message: str


class ContractListContractsItem(TypedDict, total=False):
    contract: str
    name: str
    machine: Optional[str]
    status: str
    state: str
    context: Dict[str, Any]
    version: int
    programHash: str
    trigger: ContractTemplatesItemsItemTrigger
    nextCalcond: Optional[int]
    events: int
    transitions: int
    faults: int
    fault: Optional[ContractDeployFault]
    credits: int
    createdCalcond: int
    head: StateOfHead


class ContractFireEvent(TypedDict, total=False):
    type: str
    seq: int
    data: Dict[str, Any]


class ContractFireAgg(TypedDict, total=False):
    value: float
    count: int


ContractFireResultsItem = TypedDict("ContractFireResultsItem", {
    "as": "str",
    "value": "float",
    "unit": "str",
    "uncertainty": "float",
}, total=False)


class ContractFireEmittedItem(TypedDict, total=False):
    type: str
    data: Dict[str, Any]


class ContractFireFault(TypedDict, total=False):
    code: str
    message: str
    pointer: Optional[str]


ContractDryRunTraceItem = TypedDict("ContractDryRunTraceItem", {
    "kind": "Literal[\"ignored\", \"held\", \"moved\", \"fault\"]",
    "event": "ContractFireEvent",
    "calcond": "int",
    "agg": "Optional[ContractFireAgg]",
    "from": "str",
    "to": "str",
    "context": "Dict[str, Any]",
    "results": "List[ContractFireResultsItem]",
    "emitted": "List[ContractFireEmittedItem]",
    "fault": "Optional[ContractFireFault]",
}, total=False)


class ContractReplayFirstDifference(TypedDict, total=False):
    seq: int
    member: str
    recorded: Any
    got: Any


class ObserverHead(TypedDict, total=False):
    seq: int
    hash: str
    calcond: int


class ObserverDueItem(TypedDict, total=False):
    what: str
    calcond: int


class ObserverRowsItem(TypedDict, total=False):
    seq: int


class PagePublishFilesItem(TypedDict, total=False):
    path: str
    contentType: str
    size: int
    sha256: str


class PageListPagesItem(TypedDict, total=False):
    machine: str
    page: str
    commit: Optional[str]
    url: Optional[str]
    createdCalcond: int
    commits: int
    storedBytes: int


class PageOfHistoryItem(TypedDict, total=False):
    commit: str
    calcond: int
    url: Optional[str]


class MailIdentityCurrentStatement(TypedDict, total=False):
    address: str
    boxKey: str
    displayName: Optional[str]
    generation: int
    identity: str
    node: str
    signKey: str


class MailIdentityCurrent(TypedDict, total=False):
    statement: MailIdentityCurrentStatement
    signature: str


class MailIdentityWrapped(TypedDict, total=False):
    byEquation: Optional[str]
    byKey: Optional[str]


class MailIdentityKeysItem(TypedDict, total=False):
    prefix: str
    generation: int


class MailListMessagesItemFromItem(TypedDict, total=False):
    email: str
    name: Optional[str]


MailListMessagesItem = TypedDict("MailListMessagesItem", {
    "id": "str",
    "threadId": "str",
    "mailboxIds": "Dict[str, bool]",
    "keywords": "Dict[str, bool]",
    "size": "int",
    "receivedAt": "str",
    "receivedCalcond": "int",
    "from": "List[MailListMessagesItemFromItem]",
    "to": "List[MailListMessagesItemFromItem]",
    "cc": "List[MailListMessagesItemFromItem]",
    "subject": "str",
    "sentAt": "str",
    "inReplyTo": "Optional[str]",
    "preview": "str",
    "hasAttachment": "bool",
    "opened": "bool",
    "delivery": "Optional[str]",
}, total=False)


class MailSendRecipientsItem(TypedDict, total=False):
    address: str
    status: str


class MailReadAttachmentsItem(TypedDict, total=False):
    blobId: str
    name: str
    type: str
    size: int
    sha256: str


class MailReadDeliveryItem(TypedDict, total=False):
    address: str
    status: str
    why: str
    calcond: int
    tries: int
    nextTryCalcond: int
    endsCalcond: int
    partsSent: int
    parts: int


class MailReadSender(TypedDict, total=False):
    identity: str
    node: str


class MailSealedListMessagesItem(TypedDict, total=False):
    id: str
    threadId: str
    mailboxIds: Dict[str, bool]
    keywords: Dict[str, bool]
    size: int
    receivedAt: str
    receivedCalcond: int
    message: Dict[str, Any]


class MailHtmlHeld(TypedDict, total=False):
    remoteImages: int
    remoteStyles: int
    scripts: int
    frames: int
    forms: int
    embedded: int
    hints: int


class HarnessVersions(TypedDict, total=False):
    interface: str
    software: str
    engine: str
    registry: str
    runtime: str


class HarnessCounts(TypedDict, total=False):
    operations: int
    tools: int
    operators: int
    solvers: int
    eventKinds: int


class HarnessCapabilitiesItem(TypedDict, total=False):
    name: str
    operations: List[str]
    events: List[str]
    due: List[str]
    background: List[str]
    buckets: List[str]


class HarnessNotOfferedItem(TypedDict, total=False):
    id: str
    method: str
    path: str


class HarnessOptionalItem(TypedDict, total=False):
    name: str
    on: bool
    setting: Optional[str]


class HarnessRatesValue(TypedDict, total=False):
    quota: int
    windowSeconds: int


class SkillsSkillsItem(TypedDict, total=False):
    name: str
    title: str
    about: str


class ScaffoldFilesItem(TypedDict, total=False):
    path: str
    text: str


class ProblemsProblemsItem(TypedDict, total=False):
    code: str
    status: int


class McpDiscoverySurface(TypedDict, total=False):
    operations: int
    tools: int


ComputeTableColumnsValue3 = TypedDict("ComputeTableColumnsValue3", {
    "from": "float",
    "to": "float",
    "step": "float",
}, total=False)


ComputeTableColumnsValue32 = TypedDict("ComputeTableColumnsValue32", {
    "from": "float",
    "to": "float",
    "count": "int",
    "spacing": "Literal[\"linear\", \"log\"]",
}, total=False)


ComputeTableColumnsValue6 = TypedDict("ComputeTableColumnsValue6", {
    "from": "Union[float, str]",
    "to": "Union[float, str]",
    "step": "Union[float, str]",
}, total=False)


ComputeTableColumnsValue62 = TypedDict("ComputeTableColumnsValue62", {
    "from": "Union[float, str]",
    "to": "Union[float, str]",
    "count": "int",
    "spacing": "Literal[\"linear\", \"log\"]",
}, total=False)


class ComputeBatchComputationsItem(TypedDict, total=False):
    domain: str
    operators: Sequence[str]
    inputs: Dict[str, Union[float, str]]
    uncertainties: Dict[str, Union[float, str]]
    visibility: Literal["private", "record", "shared"]
    unit: str


class PlaygroundComputeSymbolsValue2(TypedDict, total=False):
    unit: str
    min: float
    max: float
    quantity: str


class PohcPulseRowsItemRowActor(TypedDict, total=False):
    key: str
    role: str


PohcPulseRowsItemRow = TypedDict("PohcPulseRowsItemRow", {
    "v": "Literal[3]",
    "machine": "str",
    "seq": "int",
    "prev": "str",
    "ns": "str",
    "calcond": "int",
    "transitionType": "str",
    "payloadHash": "str",
    "programHash": "Optional[str]",
    "from": "Optional[str]",
    "to": "Optional[str]",
    "evalRoot": "Optional[str]",
    "evalCount": "int",
    "token": "Optional[str]",
    "proof": "Optional[str]",
    "actor": "PohcPulseRowsItemRowActor",
    "engineVersion": "str",
}, total=False)


class PohcPulseRowsItem(TypedDict, total=False):
    row: PohcPulseRowsItemRow
    core: Dict[str, Any]
    payload: Any


class ActionInitial(TypedDict, total=False):
    q: Union[float, Sequence[float]]
    p: Union[float, Sequence[float]]


class BucklingSpringsStart(TypedDict, total=False):
    translation: float
    rotation: float


class BucklingSprings(TypedDict, total=False):
    start: BucklingSpringsStart
    end: BucklingSpringsStart


class ClimateInitial2(TypedDict, total=False):
    eta: Union[float, Sequence[float], str]
    u: Union[float, Sequence[float], str]
    v: Union[float, Sequence[float], str]


class DeviceBoundary2(TypedDict, total=False):
    left: Union[float, str]
    right: Union[float, str]
    bottom: Union[float, str]
    top: Union[float, str]


class DockBox(TypedDict, total=False):
    center: Sequence[Any]
    size: Sequence[Any]


class FeaGeometrySupportsItem(TypedDict, total=False):
    side: Literal["left", "right", "bottom", "top"]
    ux: Union[float, str]
    uy: Union[float, str]


class FeaGeometry(TypedDict, total=False):
    x: Union[float, str]
    y: Union[float, str]
    supports: Sequence[FeaGeometrySupportsItem]


class FeaLoadsItem(TypedDict, total=False):
    side: Literal["left", "right", "bottom", "top"]
    traction: Sequence[Any]


class FeaLoadsItem2(TypedDict, total=False):
    side: Literal["left", "right", "bottom", "top"]
    pressure: Union[float, str]


class FeaLoadsItem3(TypedDict, total=False):
    body: Sequence[Any]


class GridCase2(TypedDict, total=False):
    baseMVA: float
    bus: Sequence[Sequence[float]]
    gen: Sequence[Sequence[float]]
    branch: Sequence[Sequence[float]]
    version: Union[str, float]


class HeatBoundary3(TypedDict, total=False):
    fixed: Union[float, str]


class HeatBoundary4(TypedDict, total=False):
    flux: Union[float, str]


class HeatBoundary5Convection(TypedDict, total=False):
    h: float
    T_inf: Union[float, str]


class HeatBoundary5(TypedDict, total=False):
    convection: HeatBoundary5Convection


class HeatBoundary6(TypedDict, total=False):
    type: Literal["fixed"]
    value: Union[float, str]


class HeatBoundary7(TypedDict, total=False):
    type: Literal["flux"]
    value: Union[float, str]


class HeatBoundary8(TypedDict, total=False):
    type: Literal["insulated"]


class HeatBoundary9(TypedDict, total=False):
    type: Literal["convection"]
    h: float
    T_inf: Union[float, str]


class HeatBoundary2(TypedDict, total=False):
    left: Union[float, str, HeatBoundary3, HeatBoundary4, HeatBoundary5, HeatBoundary6, HeatBoundary7,
        HeatBoundary8, HeatBoundary9]
    right: Union[float, str, HeatBoundary3, HeatBoundary4, HeatBoundary5, HeatBoundary6, HeatBoundary7,
        HeatBoundary8, HeatBoundary9]
    bottom: Union[float, str, HeatBoundary3, HeatBoundary4, HeatBoundary5, HeatBoundary6, HeatBoundary7,
        HeatBoundary8, HeatBoundary9]
    top: Union[float, str, HeatBoundary3, HeatBoundary4, HeatBoundary5, HeatBoundary6, HeatBoundary7,
        HeatBoundary8, HeatBoundary9]


class LatticeStructure2IonsItem(TypedDict, total=False):
    charge: float
    at: Sequence[Any]


class LatticeStructure2(TypedDict, total=False):
    cell: Sequence[Any]
    ions: Sequence[LatticeStructure2IonsItem]


class MultibodyBodiesItem(TypedDict, total=False):
    m: float
    mass: float
    position: Sequence[float]
    velocity: Sequence[float]


class OptLp(TypedDict, total=False):
    c: Sequence[float]
    A_ub: Sequence[Sequence[float]]
    b_ub: Sequence[float]
    A_eq: Sequence[Sequence[float]]
    b_eq: Sequence[float]
    bounds: Sequence[Sequence[Any]]


class ReactInitial2(TypedDict, total=False):
    u: Union[float, Sequence[float], str]
    v: Union[float, Sequence[float], str]


class SolveSystem(TypedDict, total=False):
    equations: Sequence[str]
    initial: Dict[str, float]
    t_end: float
    value: str


class TumourInitial2(TypedDict, total=False):
    step: float


class WaveEpsR2Item(TypedDict, total=False):
    to: float
    eps_r: float


class WaveSource(TypedDict, total=False):
    amplitude: float
    center: float
    width: float
    wavelength: float


ClaimTransferOffer = TypedDict("ClaimTransferOffer", {
    "token_ids": "Sequence[str]",
    "from": "str",
    "to": "str",
    "expiresCalcond": "int",
    "nonce": "str",
}, total=False)


class TransferSendOrderTokensItem(TypedDict, total=False):
    token_id: str
    version: int


TransferSendOrder = TypedDict("TransferSendOrder", {
    "destination": "str",
    "expires": "int",
    "from": "str",
    "net": "str",
    "nonce": "str",
    "origin": "str",
    "to": "str",
    "tokens": "Sequence[TransferSendOrderTokensItem]",
}, total=False)


class LlmChatMessagesItem(TypedDict, total=False):
    role: Literal["system", "user", "assistant"]
    content: str


class LlmChatBudget(TypedDict, total=False):
    credits: int
    calls: int


class LlmTurnAnswerCallsItem(TypedDict, total=False):
    id: str
    name: str
    arguments: str


class LlmTurnAnswer(TypedDict, total=False):
    text: str
    calls: Sequence[LlmTurnAnswerCallsItem]
    stop: Literal["end", "length", "tools", "filtered", "failed"]


class LlmCompletionsMessagesItem(TypedDict, total=False):
    role: str


class LlmCompletionsCalc(TypedDict, total=False):
    strict: bool
    budget: LlmChatBudget


class StreamNewContract(TypedDict, total=False):
    solver: str
    operators: Sequence[str]
    domain: str
    inputs: Dict[str, Any]
    subTicks: int


class ReactorNewTransition(TypedDict, total=False):
    inputs: Dict[str, Any]


class ContractGenerateHints(TypedDict, total=False):
    templateId: str
    params: Dict[str, float]


class ContractDryRunEventsItem(TypedDict, total=False):
    type: str
    data: Dict[str, Any]
    calcond: int


class PagePublishFilesItem_2(TypedDict, total=False):
    path: str
    contentType: str
    text: str
    base64: str


class MailIdentityPutWrapped(TypedDict, total=False):
    byEquation: str
    byKey: str


class HealthResult(Answer):
    status: str
    version: str


class ReadyResult(Answer):
    ready: bool
    reasons: List[str]
    warnings: Optional[List[str]]


class PulseResult(Answer):
    calcond: int
    phase: float
    pulse_hz: float
    calcond_ns: int


class ProveResult(Answer):
    value: Optional[float]
    unit: Optional[str]
    uncertainty: Optional[float]
    uncertainty_source: Optional[str]
    precision_actual: Optional[float]
    precision_scale: Optional[ProvePrecisionScale]
    seal_kind: Optional[Literal["observable", "observable-differential"]]
    operator_id: Optional[str]
    operatorChain: Optional[List[str]]
    equations: Optional[List[str]]
    master_sum: Optional[Dict[str, Any]]
    masterEquation: Optional[str]
    R_t: Optional[float]
    phase: Optional[float]
    calcond: Optional[int]
    precisionBound: Optional[float]
    calcond_averaged: Optional[float]
    assumed: Optional[Dict[str, Any]]
    inputError: Optional[ProveInputError]
    refusal: Optional[ProveRefusal]
    calcProof: Optional[str]
    signature: Optional[str]
    public_key: Optional[str]


class ProveVerifyResult(Answer):
    verdict: Literal["valid", "sound", "invalid"]
    valid: bool
    checks: List[ProveVerifyChecksItem]
    reasons: List[str]
    R_t: Optional[float]
    calcond: Optional[int]
    operatorIds: List[str]
    keyPrefix: str


class DemoKeyResult(Answer):
    key: str
    plan: str
    dailyLimit: int


class DemoKeyMintResult(Answer):
    key: str
    plan: str
    dailyLimit: int


class ClaimResult(Answer):
    credited: int
    machine: str
    day: str
    nextCalcond: int


class ComputeResult(Answer):
    value: Optional[float]
    unit: Optional[str]
    uncertainty: Optional[float]
    uncertainty_source: Optional[str]
    precision_actual: Optional[float]
    precision_scale: Optional[ProvePrecisionScale]
    seal_kind: Optional[Literal["observable", "observable-differential"]]
    operator_id: Optional[str]
    operatorChain: Optional[List[str]]
    equations: Optional[List[str]]
    master_sum: Optional[Dict[str, Any]]
    masterEquation: Optional[str]
    R_t: Optional[float]
    phase: Optional[float]
    calcond: Optional[int]
    precisionBound: Optional[float]
    calcond_averaged: Optional[float]
    assumed: Optional[Dict[str, Any]]
    inputError: Optional[ProveInputError]
    refusal: Optional[ProveRefusal]
    calcProof: Optional[str]
    calcond_receipt: Optional[Dict[str, Any]]
    receipt_id: Optional[str]
    proof: Optional[ComputeProof]
    public_key: Optional[str]
    visibility: Optional[Literal["private", "record", "shared"]]
    unsealed_reason: Optional[str]


class ComputeTableResult(Answer):
    value: Optional[float]
    unit: Optional[str]
    uncertainty: Optional[float]
    uncertainty_source: Optional[str]
    precision_actual: Optional[float]
    precision_scale: Optional[ProvePrecisionScale]
    seal_kind: Optional[Literal["observable", "observable-differential"]]
    operator_id: Optional[str]
    operatorChain: Optional[List[str]]
    equations: Optional[List[str]]
    master_sum: Optional[Dict[str, Any]]
    masterEquation: Optional[str]
    R_t: Optional[float]
    phase: Optional[float]
    calcond: Optional[int]
    precisionBound: Optional[float]
    calcond_averaged: Optional[float]
    assumed: Optional[Dict[str, Any]]
    inputError: Optional[ProveInputError]
    refusal: Optional[ProveRefusal]
    calcProof: Optional[str]
    calcond_receipt: Optional[Dict[str, Any]]
    receipt_id: Optional[str]
    proof: Optional[ComputeProof]
    public_key: Optional[str]
    visibility: Optional[Literal["private", "record", "shared"]]
    unsealed_reason: Optional[str]
    rows_count: Optional[int]
    rows_root: Optional[str]
    rows: ComputeTableRows


class ComputeBatchResult(Answer):
    answers: List[ComputeBatchAnswersItem]
    sealed: int
    credits: int


class ReceiptRowResult(Answer):
    row: int
    value: Optional[float]
    unit: Optional[str]
    uncertainty: Optional[float]
    precision_actual: Optional[float]
    refused: Optional[str]
    inputs: Dict[str, float]
    path: List[str]
    receipt: Dict[str, Any]


class AutoResult(Answer):
    value: Optional[float]
    unit: Optional[str]
    uncertainty: Optional[float]
    uncertainty_source: Optional[str]
    precision_actual: Optional[float]
    precision_scale: Optional[ProvePrecisionScale]
    seal_kind: Optional[Literal["observable", "observable-differential"]]
    operator_id: Optional[str]
    operatorChain: Optional[List[str]]
    equations: Optional[List[str]]
    master_sum: Optional[Dict[str, Any]]
    masterEquation: Optional[str]
    R_t: Optional[float]
    phase: Optional[float]
    calcond: Optional[int]
    precisionBound: Optional[float]
    calcond_averaged: Optional[float]
    assumed: Optional[Dict[str, Any]]
    inputError: Optional[ProveInputError]
    refusal: Optional[ProveRefusal]
    calcProof: Optional[str]
    calcond_receipt: Optional[Dict[str, Any]]
    receipt_id: Optional[str]
    proof: Optional[ComputeProof]
    public_key: Optional[str]
    visibility: Optional[Literal["private", "record", "shared"]]
    unsealed_reason: Optional[str]
    solver: Optional[str]
    params: Optional[Dict[str, Any]]
    why: Optional[List[AutoWhyItem]]
    candidates: Optional[List[AutoCandidatesItem]]
    cueHash: Optional[str]


class VerifyResult(Answer):
    verdict: Literal["valid", "sound", "invalid"]
    valid: bool
    checks: List[ProveVerifyChecksItem]
    reasons: List[str]
    generation: Optional[str]
    detail: Optional[str]


class ReverifyResult(Answer):
    verdict: ReverifyVerdict
    valid: bool
    checks: List[ProveVerifyChecksItem]
    reasons: List[str]
    signature: str
    public_key: str


class AttestResult(Answer):
    valid: bool
    value: Optional[float]
    signature: Optional[str]
    public_key: Optional[str]


class ShiftResult(Answer):
    variance: float
    threshold: float
    shifted: bool
    delta_alpha: Optional[float]


class PlaygroundComputeResult(Answer):
    value: Optional[float]
    unit: Optional[str]
    uncertainty: Optional[float]
    uncertainty_source: Optional[str]
    precision_actual: Optional[float]
    precision_scale: Optional[ProvePrecisionScale]
    seal_kind: Optional[Literal["observable", "observable-differential"]]
    operator_id: Optional[str]
    operatorChain: Optional[List[str]]
    equations: Optional[List[str]]
    master_sum: Optional[Dict[str, Any]]
    masterEquation: Optional[str]
    R_t: Optional[float]
    phase: Optional[float]
    calcond: Optional[int]
    precisionBound: Optional[float]
    calcond_averaged: Optional[float]
    assumed: Optional[Dict[str, Any]]
    inputError: Optional[ProveInputError]
    refusal: Optional[ProveRefusal]
    in_unit: Optional[PlaygroundComputeInUnit]
    kind: Optional[str]
    equation_canonical: Optional[str]


class PriceResult(Answer):
    credits: int
    units: str
    solver: Optional[str]
    operators: Optional[List[str]]
    params: Optional[Dict[str, Any]]
    refusal: Optional[ProveRefusal]
    inputError: Optional[ProveInputError]


class ConvertResult(Answer):
    value: float
    unit: str
    uncertainty: Optional[float]
    exact: bool
    factor: str
    si: ConvertSi
    read: str


class KernelResult(Answer):
    calcondSec: float
    calcondNs: int
    calcondSecDisplay: str


class OperatorsResult(Answer):
    operators: List[OperatorsOperatorsItem]
    total: int
    registry_version: str


class OperatorCategoriesResult(Answer):
    categories: List[OperatorCategoriesCategoriesItem]
    total: int


class OperatorSpecResult(Answer):
    operators: List[OperatorSpecOperatorsItem]


class LibSearchResult(Answer):
    total: int
    catalogue: LibSearchCatalogue
    results: List[LibSearchResultsItem]
    nearestCategories: List[str]


class ConformanceResult(Answer):
    engine_version: str
    registry_version: str
    corpus_sha256: str
    registry_drift: bool
    cases: List[Dict[str, Any]]


class SdkMetadataResult(Answer):
    version: str
    calcondNs: int
    calcondSec: float
    calcondSecDisplay: str


class GenesisExecuteResult(Answer):
    event: Dict[str, Any]
    id: str


class IdentityResult(Answer):
    valid: bool
    credential: Optional[str]
    nodePublicKey: str
    account: Optional[str]
    cid: Optional[str]
    kind: Optional[str]
    machine: Optional[str]
    roles: Optional[List[str]]


class IdentityRegisterResult(Answer):
    account: str
    cid: str
    key: str
    machine: IdentityRegisterMachine
    credits: int


class ReceiptResult(Answer):
    envelope: Dict[str, Any]
    inputs: Dict[str, Any]
    proof: ComputeProof
    public_key: str


class IdentityChallengeResult(Answer):
    nonce: str
    expiresCalcond: int
    node: str


class IdentitySessionResult(Answer):
    token: str
    account: str
    cid: str
    expiresCalcond: int


class IdentitySessionEndResult(Answer):
    ended: int


class KeysResult(Answer):
    keys: List[KeysKeysItem]
    total: int
    damaged: List[KeysDamagedItem]


class KeyNewResult(Answer):
    prefix: str
    kind: str
    purpose: str
    label: Optional[str]
    machine: Optional[str]
    createdCalcond: int
    revokedCalcond: Optional[int]
    key: str


class KeyRotateResult(Answer):
    prefix: str
    kind: str
    purpose: str
    label: Optional[str]
    machine: Optional[str]
    createdCalcond: int
    revokedCalcond: Optional[int]
    key: str
    replaces: str


class KeyRevokeResult(Answer):
    revoked: str


class SpinUpResult(Answer):
    apiKey: str
    recoveryEquation: str
    cid: str
    account: str
    machine: IdentityRegisterMachine
    credits: int


class StateNewResult(Answer):
    machine: StateNewMachine
    key: str
    keyShownOnce: Literal[True]


class StateListResult(Answer):
    machines: List[StateNewMachine]
    total: int
    damaged: List[StateListDamagedItem]


class StatePublishedResult(Answer):
    machines: List[StateNewMachine]
    total: int
    damaged: List[StateListDamagedItem]


class StateOfResult(Answer):
    id: str
    slug: str
    name: Optional[str]
    owner: Optional[str]
    genesisCalcond: int
    createdCalcond: int
    is_public: bool
    role: Optional[str]
    closedCalcond: Optional[int]
    head: Optional[StateOfHead]
    state: Optional[str]
    evaluations: Optional[int]


class StateEditResult(Answer):
    id: str
    slug: str
    name: Optional[str]
    owner: Optional[str]
    genesisCalcond: int
    createdCalcond: int
    is_public: bool
    role: Optional[str]
    closedCalcond: Optional[int]


class StateKeyRotateResult(Answer):
    machine: str
    slug: str
    prefix: str
    key: str
    keyShownOnce: Literal[True]


class StateGrantsResult(Answer):
    owner: str
    grants: List[StateGrantsGrantsItem]
    total: int


class StateGrantResult(Answer):
    id: str
    principal: str
    role: Literal["viewer", "operator", "admin"]
    expiresCalcond: Optional[int]
    createdCalcond: int
    holds: bool


class StateUngrantResult(Answer):
    removed: str


class StateCloseResult(Answer):
    id: str
    slug: str
    name: Optional[str]
    owner: Optional[str]
    genesisCalcond: int
    createdCalcond: int
    is_public: bool
    role: Optional[str]
    closedCalcond: int


class StateEventResult(Answer):
    row: StateEventRow
    fired: List[Dict[str, Any]]


class StateAuditResult(Answer):
    machine: str
    rows: List[StateAuditRowsItem]
    head: StateOfHead
    next: Optional[int]


class StatePayloadResult(Answer):
    pass


class StatePayloadDropResult(Answer):
    dropped: int
    next: Optional[int]


class StateCheckpointsResult(Answer):
    machine: str
    origin: str
    public_key: str
    checkpoints: List[StateCheckpointsCheckpointsItem]
    next: Optional[int]


class StatePlaceResult(Answer):
    checkpoint: str
    path: List[Dict[str, Any]]
    digest: Dict[str, Any]


class StatePohcValidateResult(Answer):
    valid: bool
    rows: int
    head: StateOfHead
    layers: StatePohcValidateLayers
    firstBad: Optional[StatePohcValidateFirstBad]
    checkpointsMatched: int


class StateTallyEnvelopesResult(Answer):
    machine: str
    envelopes: List[StateTallyEnvelopesEnvelopesItem]
    next: Optional[int]


class StateTallySummaryResult(Answer):
    machine: str
    rows: int
    envelopes: int
    credits: int
    evaluations: int
    keys: List[StateTallySummaryKeysItem]
    firstCalcond: Optional[int]
    lastCalcond: Optional[int]


class StateTallyVerifyResult(Answer):
    valid: bool
    checked: int
    failures: List[StateTallyVerifyFailuresItem]


class PohcPulseResult(Answer):
    layer: str
    checked: int
    failures: List[PohcPulseFailuresItem]


class PohcPhaseResult(Answer):
    layer: str
    checked: int
    failures: List[PohcPulseFailuresItem]


class PohcLinkageResult(Answer):
    layer: str
    checked: int
    failures: List[PohcPulseFailuresItem]


class PohcCoverageResult(Answer):
    layer: str
    checked: int
    failures: List[PohcPulseFailuresItem]


class PohcEnergyResult(Answer):
    layer: str
    checked: int
    failures: List[PohcPulseFailuresItem]


class MeshConsistencyResult(Answer):
    to: int
    proof: List[str]
    disputed_from: Optional[int]


class MeshStatusResult(Answer):
    coherenceScore: Optional[float]
    recentGossipCount: int
    lastGossip: int
    lastGossipCalcond: Optional[int]
    nodeId: str
    publicKey: str
    net: str
    gossip: str
    peers: int
    topicMesh: Dict[str, Any]
    authors: int
    spine: MeshStatusSpine
    detached: int
    frozen: List[str]
    evidence: int
    spines: Optional[MeshStatusSpines]
    shardsHeld: int
    clockOffsetMs: Optional[float]
    restoreGuard: str
    engineVersion: str
    registryGeneration: str
    heads: List[MeshStatusHeadsItem]
    heldBy: Optional[int]
    market: MeshStatusMarket


class DnsRegisterResult(Answer):
    id: str
    kind: str
    name: Optional[str]
    address: Optional[str]
    publicKey: Optional[str]
    state: Optional[str]
    record: Optional[Dict[str, Any]]
    sequence: Optional[int]
    claim: Optional[str]
    claimed: Optional[int]
    effectiveCalcond: Optional[int]
    expires: Optional[int]
    unwitnessed: Optional[bool]
    witnesses: Optional[DnsRegisterWitnesses]
    conflicts: Optional[int]


class DnsResolveResult(Answer):
    name: Optional[str]
    address: str
    publicKey: str
    state: str
    record: Dict[str, Any]
    sequence: int
    claim: str
    claimed: int
    effectiveCalcond: Optional[int]
    expires: int
    unwitnessed: bool
    witnesses: DnsRegisterWitnesses
    conflicts: int
    names: List[str]
    proof: DnsResolveProof


class DnsResolveNameResult(Answer):
    name: Optional[str]
    address: str
    publicKey: str
    state: str
    record: Dict[str, Any]
    sequence: int
    claim: str
    claimed: int
    effectiveCalcond: Optional[int]
    expires: int
    unwitnessed: bool
    witnesses: DnsRegisterWitnesses
    conflicts: int
    names: List[str]
    proof: DnsResolveProof


class DnsLookupResult(Answer):
    names: List[DnsLookupNamesItem]
    next: Optional[str]


class DnsStatusResult(Answer):
    address: str
    net: str
    calcond: int
    records: int
    names: int
    conflicts24h: int
    lastGossipCalcond: Optional[int]
    stateHash: str
    witness: bool
    witnesses: int


class SolversResult(Answer):
    solvers: List[SolversSolversItem]
    total: int


class AcousticResult(Answer):
    value: Optional[float]
    unit: Optional[str]
    uncertainty: Optional[float]
    uncertainty_source: Optional[str]
    precision_actual: Optional[float]
    precision_scale: Optional[ProvePrecisionScale]
    seal_kind: Optional[Literal["observable", "observable-differential"]]
    operator_id: Optional[str]
    operatorChain: Optional[List[str]]
    equations: Optional[List[str]]
    master_sum: Optional[Dict[str, Any]]
    masterEquation: Optional[str]
    R_t: Optional[float]
    phase: Optional[float]
    calcond: Optional[int]
    precisionBound: Optional[float]
    calcond_averaged: Optional[float]
    assumed: Optional[Dict[str, Any]]
    inputError: Optional[ProveInputError]
    refusal: Optional[ProveRefusal]
    calcProof: Optional[str]
    calcond_receipt: Optional[Dict[str, Any]]
    receipt_id: Optional[str]
    proof: Optional[ComputeProof]
    public_key: Optional[str]
    visibility: Optional[Literal["private", "record", "shared"]]
    unsealed_reason: Optional[str]


class ActionResult(Answer):
    value: Optional[float]
    unit: Optional[str]
    uncertainty: Optional[float]
    uncertainty_source: Optional[str]
    precision_actual: Optional[float]
    precision_scale: Optional[ProvePrecisionScale]
    seal_kind: Optional[Literal["observable", "observable-differential"]]
    operator_id: Optional[str]
    operatorChain: Optional[List[str]]
    equations: Optional[List[str]]
    master_sum: Optional[Dict[str, Any]]
    masterEquation: Optional[str]
    R_t: Optional[float]
    phase: Optional[float]
    calcond: Optional[int]
    precisionBound: Optional[float]
    calcond_averaged: Optional[float]
    assumed: Optional[Dict[str, Any]]
    inputError: Optional[ProveInputError]
    refusal: Optional[ProveRefusal]
    calcProof: Optional[str]
    calcond_receipt: Optional[Dict[str, Any]]
    receipt_id: Optional[str]
    proof: Optional[ComputeProof]
    public_key: Optional[str]
    visibility: Optional[Literal["private", "record", "shared"]]
    unsealed_reason: Optional[str]


class BucklingResult(Answer):
    value: Optional[float]
    unit: Optional[str]
    uncertainty: Optional[float]
    uncertainty_source: Optional[str]
    precision_actual: Optional[float]
    precision_scale: Optional[ProvePrecisionScale]
    seal_kind: Optional[Literal["observable", "observable-differential"]]
    operator_id: Optional[str]
    operatorChain: Optional[List[str]]
    equations: Optional[List[str]]
    master_sum: Optional[Dict[str, Any]]
    masterEquation: Optional[str]
    R_t: Optional[float]
    phase: Optional[float]
    calcond: Optional[int]
    precisionBound: Optional[float]
    calcond_averaged: Optional[float]
    assumed: Optional[Dict[str, Any]]
    inputError: Optional[ProveInputError]
    refusal: Optional[ProveRefusal]
    calcProof: Optional[str]
    calcond_receipt: Optional[Dict[str, Any]]
    receipt_id: Optional[str]
    proof: Optional[ComputeProof]
    public_key: Optional[str]
    visibility: Optional[Literal["private", "record", "shared"]]
    unsealed_reason: Optional[str]


class ChaosResult(Answer):
    value: Optional[float]
    unit: Optional[str]
    uncertainty: Optional[float]
    uncertainty_source: Optional[str]
    precision_actual: Optional[float]
    precision_scale: Optional[ProvePrecisionScale]
    seal_kind: Optional[Literal["observable", "observable-differential"]]
    operator_id: Optional[str]
    operatorChain: Optional[List[str]]
    equations: Optional[List[str]]
    master_sum: Optional[Dict[str, Any]]
    masterEquation: Optional[str]
    R_t: Optional[float]
    phase: Optional[float]
    calcond: Optional[int]
    precisionBound: Optional[float]
    calcond_averaged: Optional[float]
    assumed: Optional[Dict[str, Any]]
    inputError: Optional[ProveInputError]
    refusal: Optional[ProveRefusal]
    calcProof: Optional[str]
    calcond_receipt: Optional[Dict[str, Any]]
    receipt_id: Optional[str]
    proof: Optional[ComputeProof]
    public_key: Optional[str]
    visibility: Optional[Literal["private", "record", "shared"]]
    unsealed_reason: Optional[str]


class ClimateResult(Answer):
    value: Optional[float]
    unit: Optional[str]
    uncertainty: Optional[float]
    uncertainty_source: Optional[str]
    precision_actual: Optional[float]
    precision_scale: Optional[ProvePrecisionScale]
    seal_kind: Optional[Literal["observable", "observable-differential"]]
    operator_id: Optional[str]
    operatorChain: Optional[List[str]]
    equations: Optional[List[str]]
    master_sum: Optional[Dict[str, Any]]
    masterEquation: Optional[str]
    R_t: Optional[float]
    phase: Optional[float]
    calcond: Optional[int]
    precisionBound: Optional[float]
    calcond_averaged: Optional[float]
    assumed: Optional[Dict[str, Any]]
    inputError: Optional[ProveInputError]
    refusal: Optional[ProveRefusal]
    calcProof: Optional[str]
    calcond_receipt: Optional[Dict[str, Any]]
    receipt_id: Optional[str]
    proof: Optional[ComputeProof]
    public_key: Optional[str]
    visibility: Optional[Literal["private", "record", "shared"]]
    unsealed_reason: Optional[str]


class DeviceResult(Answer):
    value: Optional[float]
    unit: Optional[str]
    uncertainty: Optional[float]
    uncertainty_source: Optional[str]
    precision_actual: Optional[float]
    precision_scale: Optional[ProvePrecisionScale]
    seal_kind: Optional[Literal["observable", "observable-differential"]]
    operator_id: Optional[str]
    operatorChain: Optional[List[str]]
    equations: Optional[List[str]]
    master_sum: Optional[Dict[str, Any]]
    masterEquation: Optional[str]
    R_t: Optional[float]
    phase: Optional[float]
    calcond: Optional[int]
    precisionBound: Optional[float]
    calcond_averaged: Optional[float]
    assumed: Optional[Dict[str, Any]]
    inputError: Optional[ProveInputError]
    refusal: Optional[ProveRefusal]
    calcProof: Optional[str]
    calcond_receipt: Optional[Dict[str, Any]]
    receipt_id: Optional[str]
    proof: Optional[ComputeProof]
    public_key: Optional[str]
    visibility: Optional[Literal["private", "record", "shared"]]
    unsealed_reason: Optional[str]


class DockResult(Answer):
    value: Optional[float]
    unit: Optional[str]
    uncertainty: Optional[float]
    uncertainty_source: Optional[str]
    precision_actual: Optional[float]
    precision_scale: Optional[ProvePrecisionScale]
    seal_kind: Optional[Literal["observable", "observable-differential"]]
    operator_id: Optional[str]
    operatorChain: Optional[List[str]]
    equations: Optional[List[str]]
    master_sum: Optional[Dict[str, Any]]
    masterEquation: Optional[str]
    R_t: Optional[float]
    phase: Optional[float]
    calcond: Optional[int]
    precisionBound: Optional[float]
    calcond_averaged: Optional[float]
    assumed: Optional[Dict[str, Any]]
    inputError: Optional[ProveInputError]
    refusal: Optional[ProveRefusal]
    calcProof: Optional[str]
    calcond_receipt: Optional[Dict[str, Any]]
    receipt_id: Optional[str]
    proof: Optional[ComputeProof]
    public_key: Optional[str]
    visibility: Optional[Literal["private", "record", "shared"]]
    unsealed_reason: Optional[str]


class EpiResult(Answer):
    value: Optional[float]
    unit: Optional[str]
    uncertainty: Optional[float]
    uncertainty_source: Optional[str]
    precision_actual: Optional[float]
    precision_scale: Optional[ProvePrecisionScale]
    seal_kind: Optional[Literal["observable", "observable-differential"]]
    operator_id: Optional[str]
    operatorChain: Optional[List[str]]
    equations: Optional[List[str]]
    master_sum: Optional[Dict[str, Any]]
    masterEquation: Optional[str]
    R_t: Optional[float]
    phase: Optional[float]
    calcond: Optional[int]
    precisionBound: Optional[float]
    calcond_averaged: Optional[float]
    assumed: Optional[Dict[str, Any]]
    inputError: Optional[ProveInputError]
    refusal: Optional[ProveRefusal]
    calcProof: Optional[str]
    calcond_receipt: Optional[Dict[str, Any]]
    receipt_id: Optional[str]
    proof: Optional[ComputeProof]
    public_key: Optional[str]
    visibility: Optional[Literal["private", "record", "shared"]]
    unsealed_reason: Optional[str]


class EstimatorResult(Answer):
    value: Optional[float]
    unit: Optional[str]
    uncertainty: Optional[float]
    uncertainty_source: Optional[str]
    precision_actual: Optional[float]
    precision_scale: Optional[ProvePrecisionScale]
    seal_kind: Optional[Literal["observable", "observable-differential"]]
    operator_id: Optional[str]
    operatorChain: Optional[List[str]]
    equations: Optional[List[str]]
    master_sum: Optional[Dict[str, Any]]
    masterEquation: Optional[str]
    R_t: Optional[float]
    phase: Optional[float]
    calcond: Optional[int]
    precisionBound: Optional[float]
    calcond_averaged: Optional[float]
    assumed: Optional[Dict[str, Any]]
    inputError: Optional[ProveInputError]
    refusal: Optional[ProveRefusal]
    calcProof: Optional[str]
    calcond_receipt: Optional[Dict[str, Any]]
    receipt_id: Optional[str]
    proof: Optional[ComputeProof]
    public_key: Optional[str]
    visibility: Optional[Literal["private", "record", "shared"]]
    unsealed_reason: Optional[str]


class EvolveResult(Answer):
    value: Optional[float]
    unit: Optional[str]
    uncertainty: Optional[float]
    uncertainty_source: Optional[str]
    precision_actual: Optional[float]
    precision_scale: Optional[ProvePrecisionScale]
    seal_kind: Optional[Literal["observable", "observable-differential"]]
    operator_id: Optional[str]
    operatorChain: Optional[List[str]]
    equations: Optional[List[str]]
    master_sum: Optional[Dict[str, Any]]
    masterEquation: Optional[str]
    R_t: Optional[float]
    phase: Optional[float]
    calcond: Optional[int]
    precisionBound: Optional[float]
    calcond_averaged: Optional[float]
    assumed: Optional[Dict[str, Any]]
    inputError: Optional[ProveInputError]
    refusal: Optional[ProveRefusal]
    calcProof: Optional[str]
    calcond_receipt: Optional[Dict[str, Any]]
    receipt_id: Optional[str]
    proof: Optional[ComputeProof]
    public_key: Optional[str]
    visibility: Optional[Literal["private", "record", "shared"]]
    unsealed_reason: Optional[str]


class FeaResult(Answer):
    value: Optional[float]
    unit: Optional[str]
    uncertainty: Optional[float]
    uncertainty_source: Optional[str]
    precision_actual: Optional[float]
    precision_scale: Optional[ProvePrecisionScale]
    seal_kind: Optional[Literal["observable", "observable-differential"]]
    operator_id: Optional[str]
    operatorChain: Optional[List[str]]
    equations: Optional[List[str]]
    master_sum: Optional[Dict[str, Any]]
    masterEquation: Optional[str]
    R_t: Optional[float]
    phase: Optional[float]
    calcond: Optional[int]
    precisionBound: Optional[float]
    calcond_averaged: Optional[float]
    assumed: Optional[Dict[str, Any]]
    inputError: Optional[ProveInputError]
    refusal: Optional[ProveRefusal]
    calcProof: Optional[str]
    calcond_receipt: Optional[Dict[str, Any]]
    receipt_id: Optional[str]
    proof: Optional[ComputeProof]
    public_key: Optional[str]
    visibility: Optional[Literal["private", "record", "shared"]]
    unsealed_reason: Optional[str]


class FlowResult(Answer):
    value: Optional[float]
    unit: Optional[str]
    uncertainty: Optional[float]
    uncertainty_source: Optional[str]
    precision_actual: Optional[float]
    precision_scale: Optional[ProvePrecisionScale]
    seal_kind: Optional[Literal["observable", "observable-differential"]]
    operator_id: Optional[str]
    operatorChain: Optional[List[str]]
    equations: Optional[List[str]]
    master_sum: Optional[Dict[str, Any]]
    masterEquation: Optional[str]
    R_t: Optional[float]
    phase: Optional[float]
    calcond: Optional[int]
    precisionBound: Optional[float]
    calcond_averaged: Optional[float]
    assumed: Optional[Dict[str, Any]]
    inputError: Optional[ProveInputError]
    refusal: Optional[ProveRefusal]
    calcProof: Optional[str]
    calcond_receipt: Optional[Dict[str, Any]]
    receipt_id: Optional[str]
    proof: Optional[ComputeProof]
    public_key: Optional[str]
    visibility: Optional[Literal["private", "record", "shared"]]
    unsealed_reason: Optional[str]


class FractureResult(Answer):
    value: Optional[float]
    unit: Optional[str]
    uncertainty: Optional[float]
    uncertainty_source: Optional[str]
    precision_actual: Optional[float]
    precision_scale: Optional[ProvePrecisionScale]
    seal_kind: Optional[Literal["observable", "observable-differential"]]
    operator_id: Optional[str]
    operatorChain: Optional[List[str]]
    equations: Optional[List[str]]
    master_sum: Optional[Dict[str, Any]]
    masterEquation: Optional[str]
    R_t: Optional[float]
    phase: Optional[float]
    calcond: Optional[int]
    precisionBound: Optional[float]
    calcond_averaged: Optional[float]
    assumed: Optional[Dict[str, Any]]
    inputError: Optional[ProveInputError]
    refusal: Optional[ProveRefusal]
    calcProof: Optional[str]
    calcond_receipt: Optional[Dict[str, Any]]
    receipt_id: Optional[str]
    proof: Optional[ComputeProof]
    public_key: Optional[str]
    visibility: Optional[Literal["private", "record", "shared"]]
    unsealed_reason: Optional[str]


class GaugeResult(Answer):
    value: Optional[float]
    unit: Optional[str]
    uncertainty: Optional[float]
    uncertainty_source: Optional[str]
    precision_actual: Optional[float]
    precision_scale: Optional[ProvePrecisionScale]
    seal_kind: Optional[Literal["observable", "observable-differential"]]
    operator_id: Optional[str]
    operatorChain: Optional[List[str]]
    equations: Optional[List[str]]
    master_sum: Optional[Dict[str, Any]]
    masterEquation: Optional[str]
    R_t: Optional[float]
    phase: Optional[float]
    calcond: Optional[int]
    precisionBound: Optional[float]
    calcond_averaged: Optional[float]
    assumed: Optional[Dict[str, Any]]
    inputError: Optional[ProveInputError]
    refusal: Optional[ProveRefusal]
    calcProof: Optional[str]
    calcond_receipt: Optional[Dict[str, Any]]
    receipt_id: Optional[str]
    proof: Optional[ComputeProof]
    public_key: Optional[str]
    visibility: Optional[Literal["private", "record", "shared"]]
    unsealed_reason: Optional[str]


class GridResult(Answer):
    value: Optional[float]
    unit: Optional[str]
    uncertainty: Optional[float]
    uncertainty_source: Optional[str]
    precision_actual: Optional[float]
    precision_scale: Optional[ProvePrecisionScale]
    seal_kind: Optional[Literal["observable", "observable-differential"]]
    operator_id: Optional[str]
    operatorChain: Optional[List[str]]
    equations: Optional[List[str]]
    master_sum: Optional[Dict[str, Any]]
    masterEquation: Optional[str]
    R_t: Optional[float]
    phase: Optional[float]
    calcond: Optional[int]
    precisionBound: Optional[float]
    calcond_averaged: Optional[float]
    assumed: Optional[Dict[str, Any]]
    inputError: Optional[ProveInputError]
    refusal: Optional[ProveRefusal]
    calcProof: Optional[str]
    calcond_receipt: Optional[Dict[str, Any]]
    receipt_id: Optional[str]
    proof: Optional[ComputeProof]
    public_key: Optional[str]
    visibility: Optional[Literal["private", "record", "shared"]]
    unsealed_reason: Optional[str]


class HeatResult(Answer):
    value: Optional[float]
    unit: Optional[str]
    uncertainty: Optional[float]
    uncertainty_source: Optional[str]
    precision_actual: Optional[float]
    precision_scale: Optional[ProvePrecisionScale]
    seal_kind: Optional[Literal["observable", "observable-differential"]]
    operator_id: Optional[str]
    operatorChain: Optional[List[str]]
    equations: Optional[List[str]]
    master_sum: Optional[Dict[str, Any]]
    masterEquation: Optional[str]
    R_t: Optional[float]
    phase: Optional[float]
    calcond: Optional[int]
    precisionBound: Optional[float]
    calcond_averaged: Optional[float]
    assumed: Optional[Dict[str, Any]]
    inputError: Optional[ProveInputError]
    refusal: Optional[ProveRefusal]
    calcProof: Optional[str]
    calcond_receipt: Optional[Dict[str, Any]]
    receipt_id: Optional[str]
    proof: Optional[ComputeProof]
    public_key: Optional[str]
    visibility: Optional[Literal["private", "record", "shared"]]
    unsealed_reason: Optional[str]


class InfallResult(Answer):
    value: Optional[float]
    unit: Optional[str]
    uncertainty: Optional[float]
    uncertainty_source: Optional[str]
    precision_actual: Optional[float]
    precision_scale: Optional[ProvePrecisionScale]
    seal_kind: Optional[Literal["observable", "observable-differential"]]
    operator_id: Optional[str]
    operatorChain: Optional[List[str]]
    equations: Optional[List[str]]
    master_sum: Optional[Dict[str, Any]]
    masterEquation: Optional[str]
    R_t: Optional[float]
    phase: Optional[float]
    calcond: Optional[int]
    precisionBound: Optional[float]
    calcond_averaged: Optional[float]
    assumed: Optional[Dict[str, Any]]
    inputError: Optional[ProveInputError]
    refusal: Optional[ProveRefusal]
    calcProof: Optional[str]
    calcond_receipt: Optional[Dict[str, Any]]
    receipt_id: Optional[str]
    proof: Optional[ComputeProof]
    public_key: Optional[str]
    visibility: Optional[Literal["private", "record", "shared"]]
    unsealed_reason: Optional[str]


class LatticeResult(Answer):
    value: Optional[float]
    unit: Optional[str]
    uncertainty: Optional[float]
    uncertainty_source: Optional[str]
    precision_actual: Optional[float]
    precision_scale: Optional[ProvePrecisionScale]
    seal_kind: Optional[Literal["observable", "observable-differential"]]
    operator_id: Optional[str]
    operatorChain: Optional[List[str]]
    equations: Optional[List[str]]
    master_sum: Optional[Dict[str, Any]]
    masterEquation: Optional[str]
    R_t: Optional[float]
    phase: Optional[float]
    calcond: Optional[int]
    precisionBound: Optional[float]
    calcond_averaged: Optional[float]
    assumed: Optional[Dict[str, Any]]
    inputError: Optional[ProveInputError]
    refusal: Optional[ProveRefusal]
    calcProof: Optional[str]
    calcond_receipt: Optional[Dict[str, Any]]
    receipt_id: Optional[str]
    proof: Optional[ComputeProof]
    public_key: Optional[str]
    visibility: Optional[Literal["private", "record", "shared"]]
    unsealed_reason: Optional[str]


class MultibodyResult(Answer):
    value: Optional[float]
    unit: Optional[str]
    uncertainty: Optional[float]
    uncertainty_source: Optional[str]
    precision_actual: Optional[float]
    precision_scale: Optional[ProvePrecisionScale]
    seal_kind: Optional[Literal["observable", "observable-differential"]]
    operator_id: Optional[str]
    operatorChain: Optional[List[str]]
    equations: Optional[List[str]]
    master_sum: Optional[Dict[str, Any]]
    masterEquation: Optional[str]
    R_t: Optional[float]
    phase: Optional[float]
    calcond: Optional[int]
    precisionBound: Optional[float]
    calcond_averaged: Optional[float]
    assumed: Optional[Dict[str, Any]]
    inputError: Optional[ProveInputError]
    refusal: Optional[ProveRefusal]
    calcProof: Optional[str]
    calcond_receipt: Optional[Dict[str, Any]]
    receipt_id: Optional[str]
    proof: Optional[ComputeProof]
    public_key: Optional[str]
    visibility: Optional[Literal["private", "record", "shared"]]
    unsealed_reason: Optional[str]


class OptResult(Answer):
    value: Optional[float]
    unit: Optional[str]
    uncertainty: Optional[float]
    uncertainty_source: Optional[str]
    precision_actual: Optional[float]
    precision_scale: Optional[ProvePrecisionScale]
    seal_kind: Optional[Literal["observable", "observable-differential"]]
    operator_id: Optional[str]
    operatorChain: Optional[List[str]]
    equations: Optional[List[str]]
    master_sum: Optional[Dict[str, Any]]
    masterEquation: Optional[str]
    R_t: Optional[float]
    phase: Optional[float]
    calcond: Optional[int]
    precisionBound: Optional[float]
    calcond_averaged: Optional[float]
    assumed: Optional[Dict[str, Any]]
    inputError: Optional[ProveInputError]
    refusal: Optional[ProveRefusal]
    calcProof: Optional[str]
    calcond_receipt: Optional[Dict[str, Any]]
    receipt_id: Optional[str]
    proof: Optional[ComputeProof]
    public_key: Optional[str]
    visibility: Optional[Literal["private", "record", "shared"]]
    unsealed_reason: Optional[str]


class PredatorPreyResult(Answer):
    value: Optional[float]
    unit: Optional[str]
    uncertainty: Optional[float]
    uncertainty_source: Optional[str]
    precision_actual: Optional[float]
    precision_scale: Optional[ProvePrecisionScale]
    seal_kind: Optional[Literal["observable", "observable-differential"]]
    operator_id: Optional[str]
    operatorChain: Optional[List[str]]
    equations: Optional[List[str]]
    master_sum: Optional[Dict[str, Any]]
    masterEquation: Optional[str]
    R_t: Optional[float]
    phase: Optional[float]
    calcond: Optional[int]
    precisionBound: Optional[float]
    calcond_averaged: Optional[float]
    assumed: Optional[Dict[str, Any]]
    inputError: Optional[ProveInputError]
    refusal: Optional[ProveRefusal]
    calcProof: Optional[str]
    calcond_receipt: Optional[Dict[str, Any]]
    receipt_id: Optional[str]
    proof: Optional[ComputeProof]
    public_key: Optional[str]
    visibility: Optional[Literal["private", "record", "shared"]]
    unsealed_reason: Optional[str]


class QuantResult(Answer):
    value: Optional[float]
    unit: Optional[str]
    uncertainty: Optional[float]
    uncertainty_source: Optional[str]
    precision_actual: Optional[float]
    precision_scale: Optional[ProvePrecisionScale]
    seal_kind: Optional[Literal["observable", "observable-differential"]]
    operator_id: Optional[str]
    operatorChain: Optional[List[str]]
    equations: Optional[List[str]]
    master_sum: Optional[Dict[str, Any]]
    masterEquation: Optional[str]
    R_t: Optional[float]
    phase: Optional[float]
    calcond: Optional[int]
    precisionBound: Optional[float]
    calcond_averaged: Optional[float]
    assumed: Optional[Dict[str, Any]]
    inputError: Optional[ProveInputError]
    refusal: Optional[ProveRefusal]
    calcProof: Optional[str]
    calcond_receipt: Optional[Dict[str, Any]]
    receipt_id: Optional[str]
    proof: Optional[ComputeProof]
    public_key: Optional[str]
    visibility: Optional[Literal["private", "record", "shared"]]
    unsealed_reason: Optional[str]


class QuantumLevelsResult(Answer):
    value: Optional[float]
    unit: Optional[str]
    uncertainty: Optional[float]
    uncertainty_source: Optional[str]
    precision_actual: Optional[float]
    precision_scale: Optional[ProvePrecisionScale]
    seal_kind: Optional[Literal["observable", "observable-differential"]]
    operator_id: Optional[str]
    operatorChain: Optional[List[str]]
    equations: Optional[List[str]]
    master_sum: Optional[Dict[str, Any]]
    masterEquation: Optional[str]
    R_t: Optional[float]
    phase: Optional[float]
    calcond: Optional[int]
    precisionBound: Optional[float]
    calcond_averaged: Optional[float]
    assumed: Optional[Dict[str, Any]]
    inputError: Optional[ProveInputError]
    refusal: Optional[ProveRefusal]
    calcProof: Optional[str]
    calcond_receipt: Optional[Dict[str, Any]]
    receipt_id: Optional[str]
    proof: Optional[ComputeProof]
    public_key: Optional[str]
    visibility: Optional[Literal["private", "record", "shared"]]
    unsealed_reason: Optional[str]


class ReactResult(Answer):
    value: Optional[float]
    unit: Optional[str]
    uncertainty: Optional[float]
    uncertainty_source: Optional[str]
    precision_actual: Optional[float]
    precision_scale: Optional[ProvePrecisionScale]
    seal_kind: Optional[Literal["observable", "observable-differential"]]
    operator_id: Optional[str]
    operatorChain: Optional[List[str]]
    equations: Optional[List[str]]
    master_sum: Optional[Dict[str, Any]]
    masterEquation: Optional[str]
    R_t: Optional[float]
    phase: Optional[float]
    calcond: Optional[int]
    precisionBound: Optional[float]
    calcond_averaged: Optional[float]
    assumed: Optional[Dict[str, Any]]
    inputError: Optional[ProveInputError]
    refusal: Optional[ProveRefusal]
    calcProof: Optional[str]
    calcond_receipt: Optional[Dict[str, Any]]
    receipt_id: Optional[str]
    proof: Optional[ComputeProof]
    public_key: Optional[str]
    visibility: Optional[Literal["private", "record", "shared"]]
    unsealed_reason: Optional[str]


class SatResult(Answer):
    value: Optional[float]
    unit: Optional[str]
    uncertainty: Optional[float]
    uncertainty_source: Optional[str]
    precision_actual: Optional[float]
    precision_scale: Optional[ProvePrecisionScale]
    seal_kind: Optional[Literal["observable", "observable-differential"]]
    operator_id: Optional[str]
    operatorChain: Optional[List[str]]
    equations: Optional[List[str]]
    master_sum: Optional[Dict[str, Any]]
    masterEquation: Optional[str]
    R_t: Optional[float]
    phase: Optional[float]
    calcond: Optional[int]
    precisionBound: Optional[float]
    calcond_averaged: Optional[float]
    assumed: Optional[Dict[str, Any]]
    inputError: Optional[ProveInputError]
    refusal: Optional[ProveRefusal]
    calcProof: Optional[str]
    calcond_receipt: Optional[Dict[str, Any]]
    receipt_id: Optional[str]
    proof: Optional[ComputeProof]
    public_key: Optional[str]
    visibility: Optional[Literal["private", "record", "shared"]]
    unsealed_reason: Optional[str]


class SolveResult(Answer):
    value: Optional[float]
    unit: Optional[str]
    uncertainty: Optional[float]
    uncertainty_source: Optional[str]
    precision_actual: Optional[float]
    precision_scale: Optional[ProvePrecisionScale]
    seal_kind: Optional[Literal["observable", "observable-differential"]]
    operator_id: Optional[str]
    operatorChain: Optional[List[str]]
    equations: Optional[List[str]]
    master_sum: Optional[Dict[str, Any]]
    masterEquation: Optional[str]
    R_t: Optional[float]
    phase: Optional[float]
    calcond: Optional[int]
    precisionBound: Optional[float]
    calcond_averaged: Optional[float]
    assumed: Optional[Dict[str, Any]]
    inputError: Optional[ProveInputError]
    refusal: Optional[ProveRefusal]
    calcProof: Optional[str]
    calcond_receipt: Optional[Dict[str, Any]]
    receipt_id: Optional[str]
    proof: Optional[ComputeProof]
    public_key: Optional[str]
    visibility: Optional[Literal["private", "record", "shared"]]
    unsealed_reason: Optional[str]


class TumourResult(Answer):
    value: Optional[float]
    unit: Optional[str]
    uncertainty: Optional[float]
    uncertainty_source: Optional[str]
    precision_actual: Optional[float]
    precision_scale: Optional[ProvePrecisionScale]
    seal_kind: Optional[Literal["observable", "observable-differential"]]
    operator_id: Optional[str]
    operatorChain: Optional[List[str]]
    equations: Optional[List[str]]
    master_sum: Optional[Dict[str, Any]]
    masterEquation: Optional[str]
    R_t: Optional[float]
    phase: Optional[float]
    calcond: Optional[int]
    precisionBound: Optional[float]
    calcond_averaged: Optional[float]
    assumed: Optional[Dict[str, Any]]
    inputError: Optional[ProveInputError]
    refusal: Optional[ProveRefusal]
    calcProof: Optional[str]
    calcond_receipt: Optional[Dict[str, Any]]
    receipt_id: Optional[str]
    proof: Optional[ComputeProof]
    public_key: Optional[str]
    visibility: Optional[Literal["private", "record", "shared"]]
    unsealed_reason: Optional[str]


class WaveResult(Answer):
    value: Optional[float]
    unit: Optional[str]
    uncertainty: Optional[float]
    uncertainty_source: Optional[str]
    precision_actual: Optional[float]
    precision_scale: Optional[ProvePrecisionScale]
    seal_kind: Optional[Literal["observable", "observable-differential"]]
    operator_id: Optional[str]
    operatorChain: Optional[List[str]]
    equations: Optional[List[str]]
    master_sum: Optional[Dict[str, Any]]
    masterEquation: Optional[str]
    R_t: Optional[float]
    phase: Optional[float]
    calcond: Optional[int]
    precisionBound: Optional[float]
    calcond_averaged: Optional[float]
    assumed: Optional[Dict[str, Any]]
    inputError: Optional[ProveInputError]
    refusal: Optional[ProveRefusal]
    calcProof: Optional[str]
    calcond_receipt: Optional[Dict[str, Any]]
    receipt_id: Optional[str]
    proof: Optional[ComputeProof]
    public_key: Optional[str]
    visibility: Optional[Literal["private", "record", "shared"]]
    unsealed_reason: Optional[str]


class ZetaResult(Answer):
    value: Optional[float]
    unit: Optional[str]
    uncertainty: Optional[float]
    uncertainty_source: Optional[str]
    precision_actual: Optional[float]
    precision_scale: Optional[ProvePrecisionScale]
    seal_kind: Optional[Literal["observable", "observable-differential"]]
    operator_id: Optional[str]
    operatorChain: Optional[List[str]]
    equations: Optional[List[str]]
    master_sum: Optional[Dict[str, Any]]
    masterEquation: Optional[str]
    R_t: Optional[float]
    phase: Optional[float]
    calcond: Optional[int]
    precisionBound: Optional[float]
    calcond_averaged: Optional[float]
    assumed: Optional[Dict[str, Any]]
    inputError: Optional[ProveInputError]
    refusal: Optional[ProveRefusal]
    calcProof: Optional[str]
    calcond_receipt: Optional[Dict[str, Any]]
    receipt_id: Optional[str]
    proof: Optional[ComputeProof]
    public_key: Optional[str]
    visibility: Optional[Literal["private", "record", "shared"]]
    unsealed_reason: Optional[str]


class MeshVerifyResult(Answer):
    coherenceScore: Optional[float]
    peers: Optional[int]
    compared: Optional[int]
    agreed: Optional[int]
    sampled: Optional[int]
    recomputed: Optional[int]
    mismatches: Optional[List[MeshVerifyMismatchesItem]]
    calcond: Optional[int]
    valid: Optional[bool]
    address: Optional[str]


class MeshPeersResult(Answer):
    peers: List[MeshPeersPeersItem]
    total: int


class MeshTopicsResult(Answer):
    topics: List[MeshTopicsTopicsItem]
    total: int


class MeshScoresResult(Answer):
    thresholds: MeshScoresThresholds
    scores: List[MeshScoresScoresItem]
    total: int
    denied: List[str]


class MeshWhyResult(Answer):
    findings: List[MeshWhyFindingsItem]
    listening: List[str]
    ownSeq: int
    heldBy: int
    newestHeldSeq: Optional[int]
    peers: List[MeshWhyPeersItem]
    backlog: List[MeshWhyBacklogItem]


class PeerRulesResult(Answer):
    rules: List[PeerRulesRulesItem]
    total: int


class PeerBanResult(Answer):
    target: str
    rule: str
    by: str
    reason: str
    sinceCalcond: int
    untilCalcond: Optional[int]


class PeerAllowResult(Answer):
    target: str
    rule: str
    by: str
    reason: str
    sinceCalcond: int
    untilCalcond: Optional[int]


class PeerForgetResult(Answer):
    target: str
    forgotten: bool


class PeerConnectResult(Answer):
    connected: bool
    peer: Optional[str]
    fault: Optional[str]
    detail: Optional[str]


class PeerDisconnectResult(Answer):
    peer: str
    wasConnected: bool


class PeerInviteResult(Answer):
    peer: str
    invitation: str


class PeerAcceptResult(Answer):
    accepted: bool


class EnvelopesResult(Answer):
    envelopes: List[EnvelopesEnvelopesItem]
    total: int
    offset: int
    limit: Optional[int]
    next: Optional[int]
    after_next: Optional[str]


class EnvelopeFoldersResult(Answer):
    folders: List[EnvelopeFoldersFoldersItem]
    folder_count: int
    unfiled: int
    total: int


class FileEnvelopesResult(Answer):
    moved: int


class TransferEnvelopesResult(Answer):
    moved: int
    listHash: str


class ClaimTransferResult(Answer):
    moved: int
    listHash: str


class BurnEnvelopesResult(Answer):
    burned: int
    value: int


class LockEnvelopesResult(Answer):
    changed: int
    locked: bool


class TransferSendResult(Answer):
    id: str
    direction: Literal["out", "in"]
    state: Literal["sent", "delivered", "refunded", "minted", "void"]
    why: Optional[str]
    count: int
    value: int
    origin: str
    destination: str
    to: str
    token_ids: List[str]
    expires: int
    calcond: int
    endedCalcond: Optional[int]
    burn: Optional[str]
    answer: Optional[str]
    burnStanding: Optional[Literal["sealed", "witnessed", "final"]]
    answerStanding: Optional[Literal["sealed", "witnessed", "final"]]


class TransferListResult(Answer):
    transfers: List[TransferListTransfersItem]
    total: int


class TransferGetResult(Answer):
    id: str
    direction: Literal["out", "in"]
    state: Literal["sent", "delivered", "refunded", "minted", "void"]
    why: Optional[str]
    count: int
    value: int
    origin: str
    destination: str
    to: str
    token_ids: List[str]
    expires: int
    calcond: int
    endedCalcond: Optional[int]
    burn: Optional[str]
    answer: Optional[str]
    burnStanding: Optional[Literal["sealed", "witnessed", "final"]]
    answerStanding: Optional[Literal["sealed", "witnessed", "final"]]


class WitnessStatusResult(Answer):
    key: str
    logKey: str
    state: Literal["ready", "waiting"]
    quorum: int
    witnesses: List[WitnessStatusWitnessesItem]
    size: int
    witnessedSize: int
    witnessedAt: Optional[int]
    finalSize: int
    rounds: WitnessStatusRounds
    cosigned: int
    refused: int


class WitnessLogsResult(Answer):
    logs: List[WitnessLogsLogsItem]
    total: int


class WitnessCosignResult(Answer):
    state: Literal["cosigned", "stale", "refused"]
    line: Optional[str]
    size: Optional[int]
    why: Optional[str]


class WitnessStandingResult(Answer):
    standing: Literal["sealed", "witnessed", "final"]
    author: str
    seq: int
    calcond: int
    header: Dict[str, Any]
    sig: str
    note: Optional[str]
    path: Optional[List[str]]
    quorum: int


class ContributePolicyResult(Answer):
    bond_envelopes: int
    daily_credits: int
    welcome_credits: int
    credits_per_computation: int
    envelopes_per_day: float
    days_to_bond: float
    least_credits_per_computation: int
    most_envelopes_per_day: float
    least_days_to_bond: int
    tail_calconds: int
    modes: List[str]
    rules: List[str]


class ContributeStatusResult(Answer):
    bonded: bool
    bond: Optional[ContributeStatusBond]
    bonds: List[ContributeStatusBond]
    have: int
    need: int
    daysRemaining: float
    leastDaysRemaining: int
    pledge: Optional[ContributeStatusPledge]
    mode: Literal["idle", "contributing", "experimenting"]
    account: Optional[str]
    sharePct: int
    offered: bool
    engineVersion: str
    running: Optional[str]
    waiting: int
    computed: int
    paid: int
    earned: int
    minted: int
    days: Optional[List[ContributeStatusDaysItem]]
    agreements: int
    disagreements: int
    stake: int
    withheld: Optional[str]


class ContributeBondResult(Answer):
    bond: str
    count: int
    value: int
    envelopes: List[str]
    attestation: ContributeStatusPledgeAttestation
    sinceCalcond: int


class ContributeReleaseResult(Answer):
    released: bool
    bond: str
    heldUntilCalcond: int
    preempted: Optional[Literal["idle", "contributing", "experimenting"]]


class ContributeModeResult(Answer):
    mode: Literal["idle", "contributing", "experimenting"]
    preempted: Optional[Literal["idle", "contributing", "experimenting"]]


class ContributeStartResult(Answer):
    mode: Literal["idle", "contributing", "experimenting"]
    account: Optional[str]
    sharePct: int
    offered: bool
    engineVersion: str
    running: Optional[str]
    waiting: int
    computed: int
    paid: int
    earned: int
    minted: int
    days: Optional[List[ContributeStatusDaysItem]]
    agreements: int
    disagreements: int
    stake: int
    withheld: Optional[str]


class ContributeStopResult(Answer):
    mode: Literal["idle", "contributing", "experimenting"]
    account: Optional[str]
    sharePct: int
    offered: bool
    engineVersion: str
    running: Optional[str]
    waiting: int
    computed: int
    paid: int
    earned: int
    minted: int
    days: Optional[List[ContributeStatusDaysItem]]
    agreements: int
    disagreements: int
    stake: int
    withheld: Optional[str]


class ContributeWorkResult(Answer):
    mode: Literal["idle", "contributing", "experimenting"]
    account: Optional[str]
    sharePct: int
    offered: bool
    engineVersion: str
    running: Optional[str]
    waiting: int
    computed: int
    paid: int
    earned: int
    minted: int
    days: Optional[List[ContributeStatusDaysItem]]
    agreements: int
    disagreements: int
    stake: int
    withheld: Optional[str]


class ContributeChallengeResult(Answer):
    challenge: str


class ContributeVerdictResult(Answer):
    v: Literal["calc-verdict/1"]
    net: str
    challenge: str
    outcome: Optional[Literal["upheld", "rejected", "not_reproducible"]]
    engine_version: str
    events: List[Dict[str, Any]]
    inputs: Dict[str, Any]


class JobPriceResult(Answer):
    credits: int
    results: int
    locked: int
    parts: int
    contributors: int


class JobOpenResult(Answer):
    id: str
    state: Literal["open", "done", "failed", "expired", "cancelled"]
    chain: List[str]
    k: int
    createdCalcond: int
    deadline: int
    funding: Literal["free", "paid", "allowance"]
    locked: int
    spent: int
    returned: int
    parts: int
    ended: int
    value: Optional[float]
    unit: Optional[str]


class JobListResult(Answer):
    jobs: List[JobListJobsItem]
    total: int


class JobGetResult(Answer):
    id: str
    state: Literal["open", "done", "failed", "expired", "cancelled"]
    chain: List[str]
    k: int
    createdCalcond: int
    deadline: int
    funding: Literal["free", "paid", "allowance"]
    locked: int
    spent: int
    returned: int
    parts: int
    ended: int
    value: Optional[float]
    unit: Optional[str]
    shards: List[JobGetShardsItem]


class JobResultResult(Answer):
    id: str
    state: Literal["open", "done", "failed", "expired", "cancelled"]
    value: Optional[float]
    unit: Optional[str]
    uncertainty: Optional[float]
    values: Optional[List[Optional[float]]]
    uncertainties: Optional[List[Optional[float]]]
    refused: List[JobResultRefusedItem]
    receipts: List[str]
    parts: List[JobResultPartsItem]
    documents: List[Dict[str, Any]]


class JobCancelResult(Answer):
    id: str
    state: Literal["open", "done", "failed", "expired", "cancelled"]
    chain: List[str]
    k: int
    createdCalcond: int
    deadline: int
    funding: Literal["free", "paid", "allowance"]
    locked: int
    spent: int
    returned: int
    parts: int
    ended: int
    value: Optional[float]
    unit: Optional[str]


class LedgerBalanceResult(Answer):
    account: str
    free: int
    paid: int
    held: int
    available: LedgerBalanceAvailable
    spent: int
    unlimited: bool
    journal: Optional[int]
    hash: str


class LedgerEntriesResult(Answer):
    entries: List[LedgerEntriesEntriesItem]
    before_next: Optional[int]
    limit: int


class LedgerGrantResult(Answer):
    account: str
    granted: int
    reference: str


class LedgerAuditResult(Answer):
    ok: bool
    entries: int
    head: str
    accounts: int
    windows: int
    envelopes: int
    totals: Dict[str, int]
    live: LedgerAuditLive
    findings: List[LedgerAuditFindingsItem]
    found: int


class NodeLogsResult(Answer):
    start: str
    lines: List[str]
    last: int
    dropped: int
    level: str


class ComputeUsageResult(Answer):
    used: int
    bundle: int
    remaining: int
    overage: int
    enforced: bool
    day: str
    resetsCalcond: int
    total: int
    balance: LedgerBalanceAvailable


class LlmProvidersResult(Answer):
    providers: List[LlmProvidersProvidersItem]
    total: int
    localServers: List[str]


class LlmCredentialNewResult(Answer):
    id: str
    provider: str
    prefix: str
    label: Optional[str]
    baseUrl: Optional[str]
    createdCalcond: int
    status: Literal["ready", "needs_reconfiguration"]
    use: Optional[LlmCredentialNewUse]


class LlmCredentialsResult(Answer):
    credentials: List[LlmCredentialsCredentialsItem]
    total: int


class LlmCredentialEditResult(Answer):
    id: str
    provider: str
    prefix: str
    label: Optional[str]
    baseUrl: Optional[str]
    createdCalcond: int
    status: Literal["ready", "needs_reconfiguration"]
    use: Optional[LlmCredentialNewUse]


class LlmCredentialDeleteResult(Answer):
    id: str


class LlmCredentialTestResult(Answer):
    id: str
    provider: str
    ok: bool
    models: int


class LlmKeyRotateResult(Answer):
    rewrapped: int
    unreadable: int


class LlmChatResult(Answer):
    id: str
    provider: str
    model: str
    text: str
    stop: Literal["end", "length", "tools", "filtered", "failed"]
    usage: LlmChatUsage
    rounds: int
    steps: List[LlmChatStepsItem]
    numbers: List[LlmChatNumbersItem]
    withheld: int
    credits: int


class LlmTurnResult(Answer):
    ask: Optional[LlmTurnAsk]
    state: Optional[str]
    result: Optional[LlmTurnResult]


class LlmModelsResult(Answer):
    object: Literal["list"]
    data: List[LlmModelsDataItem]
    unavailable: List[LlmModelsUnavailableItem]


class LlmCompletionsResult(Answer):
    id: str
    object: Literal["chat.completion"]
    created: int
    model: str
    choices: List[Dict[str, Any]]
    usage: Dict[str, Any]


class TallyClockResult(Answer):
    pulse_hz: float
    calcond_sec: float
    calcond_sec_exact: float
    calcond_ns: int
    finality_calconds: int
    finality_sec: float
    finality_ns: int
    calconds_per_day: int


class TallyTransparencyResult(Answer):
    paid_funded_user_bps: int
    paid_funded_house_bps: int
    free_funded_user_bps: int
    free_funded_house_bps: int
    face_value_per_credit: int
    free_before_paid: bool
    rules: List[str]
    figures: str


class TallyConsensusResult(Answer):
    model: str
    global_consensus: Literal[False]
    finality_sec: float
    finality_ns: int
    finality_calconds: int
    finality_means: str
    witnesses: int
    witness_faults_tolerated: Optional[int]
    guarantees: List[TallyConsensusGuaranteesItem]
    not_offered: List[str]


class TallyRecordResult(Answer):
    entries: List[TallyRecordEntriesItem]
    total: int
    limit: int
    offset: int
    next: Optional[int]
    before_next: Optional[int]
    behind: int
    damaged: Optional[LedgerAuditFindingsItem]
    scope: Literal["node", "mesh"]
    public_key: str


class TallyHealthResult(Answer):
    ok: bool
    journal: TallyHealthJournal
    identities: List[TallyHealthIdentitiesItem]
    readings: TallyHealthReadings
    damaged: List[LedgerAuditFindingsItem]
    last_audit: Optional[Dict[str, Any]]
    not_ready: List[str]
    scope: Literal["node"]


class PublishDefaultResult(Answer):
    publish: bool
    visibility: Literal["private", "record"]


class SetPublishDefaultResult(Answer):
    publish: bool
    visibility: Literal["private", "record"]


class ChainVerifyResult(Answer):
    verdict: Literal["valid", "sound", "invalid"]
    valid: Optional[bool]
    generation: Literal["v3", "v1", "pre_genesis"]
    detail: str
    checks: List[ChainVerifyChecksItem]
    token_id: Optional[str]
    chain: ChainVerifyChain


class TransparencyNowResult(Answer):
    scope: Literal["node", "mesh"]
    calcond: int
    credits_issued: int
    credits_burned: int
    credits_free: int
    credits_paid: int
    envelope_value_minted: int
    envelope_value_burned: int
    envelope_value_free: int
    envelope_value_paid: int
    journal_entries: int
    snapshots: int
    through: TransparencyNowThrough


class TransparencyHistoryResult(Answer):
    scope: Literal["node", "mesh"]
    rows: List[TransparencyHistoryRowsItem]
    total: int
    limit: int
    offset: int
    next: Optional[int]
    before_next: Optional[int]
    after_next: Optional[int]
    through: TransparencyNowThrough


class TransparencyBreakdownResult(Answer):
    scope: Literal["node", "mesh"]
    to: Optional[int]
    issued: Dict[str, int]
    burned: TransparencyBreakdownBurned
    minted: TransparencyBreakdownMinted
    entries: Dict[str, int]
    bookings: Dict[str, Dict[str, int]]
    through: TransparencyNowThrough


class TransparencyRevenueResult(Answer):
    scope: Literal["node", "mesh"]
    to: Optional[int]
    paid_credits_booked: int
    paid_credits_used: int
    paid_credits_owed: int
    free_credits_used: int
    allowance_credits_used: int
    user_value: int
    house_value: int
    paid_funded_user_bps: int
    currency: None
    through: TransparencyNowThrough


class StreamNewResult(Answer):
    channel: StreamNewChannel
    key: str
    keyShownOnce: Literal[True]


class StreamListResult(Answer):
    channels: List[StreamNewChannel]
    total: int


class StreamOfResult(Answer):
    id: str
    name: Optional[str]
    status: str
    public: bool
    contract: Dict[str, Any]
    programHash: str
    tickIntervalCalconds: int
    autotick: bool
    outputFormat: str
    contentType: str
    template: Optional[str]
    createdCalcond: int
    ticks: int
    missed: int
    lastCalcond: Optional[int]
    nextCalcond: Optional[int]
    head: StateOfHead


class StreamEditResult(Answer):
    id: str
    name: Optional[str]
    status: str
    public: bool
    contract: Dict[str, Any]
    programHash: str
    tickIntervalCalconds: int
    autotick: bool
    outputFormat: str
    contentType: str
    template: Optional[str]
    createdCalcond: int
    ticks: int
    missed: int
    lastCalcond: Optional[int]
    nextCalcond: Optional[int]
    head: StateOfHead


class StreamCloseResult(Answer):
    id: str
    name: Optional[str]
    status: str
    public: bool
    contract: Dict[str, Any]
    programHash: str
    tickIntervalCalconds: int
    autotick: bool
    outputFormat: str
    contentType: str
    template: Optional[str]
    createdCalcond: int
    ticks: int
    missed: int
    lastCalcond: Optional[int]
    nextCalcond: Optional[int]
    head: StateOfHead


class StreamClosePostResult(Answer):
    id: str
    name: Optional[str]
    status: str
    public: bool
    contract: Dict[str, Any]
    programHash: str
    tickIntervalCalconds: int
    autotick: bool
    outputFormat: str
    contentType: str
    template: Optional[str]
    createdCalcond: int
    ticks: int
    missed: int
    lastCalcond: Optional[int]
    nextCalcond: Optional[int]
    head: StateOfHead


class StreamTickResult(Answer):
    stream: StreamTickStream
    value: Optional[float]
    unit: Optional[str]
    uncertainty: Optional[float]
    uncertainty_source: Optional[str]
    precision_actual: Optional[float]
    precision_scale: Optional[ProvePrecisionScale]
    seal_kind: Optional[Literal["observable", "observable-differential"]]
    operator_id: Optional[str]
    operatorChain: Optional[List[str]]
    equations: Optional[List[str]]
    master_sum: Optional[Dict[str, Any]]
    masterEquation: Optional[str]
    R_t: Optional[float]
    phase: Optional[float]
    calcond: Optional[int]
    precisionBound: Optional[float]
    calcond_averaged: Optional[float]
    assumed: Optional[Dict[str, Any]]
    inputError: Optional[ProveInputError]
    refusal: Optional[ProveRefusal]
    calcProof: Optional[str]
    calcond_receipt: Optional[Dict[str, Any]]
    receipt_id: Optional[str]
    proof: Optional[ComputeProof]
    public_key: Optional[str]
    visibility: Optional[Literal["private", "record", "shared"]]
    unsealed_reason: Optional[str]


class StreamLatestResult(Answer):
    stream: StreamTickStream
    value: Optional[float]
    unit: Optional[str]
    uncertainty: Optional[float]
    uncertainty_source: Optional[str]
    precision_actual: Optional[float]
    precision_scale: Optional[ProvePrecisionScale]
    seal_kind: Optional[Literal["observable", "observable-differential"]]
    operator_id: Optional[str]
    operatorChain: Optional[List[str]]
    equations: Optional[List[str]]
    master_sum: Optional[Dict[str, Any]]
    masterEquation: Optional[str]
    R_t: Optional[float]
    phase: Optional[float]
    calcond: Optional[int]
    precisionBound: Optional[float]
    calcond_averaged: Optional[float]
    assumed: Optional[Dict[str, Any]]
    inputError: Optional[ProveInputError]
    refusal: Optional[ProveRefusal]
    calcProof: Optional[str]
    calcond_receipt: Optional[Dict[str, Any]]
    receipt_id: Optional[str]
    proof: Optional[ComputeProof]
    public_key: Optional[str]
    visibility: Optional[Literal["private", "record", "shared"]]
    unsealed_reason: Optional[str]


class StreamTicksResult(Answer):
    ticks: List[StreamTicksTicksItem]
    total: int


class StreamLinkResult(Answer):
    url: str
    sig: str
    expiresCalcond: int


class StreamLinkRotateResult(Answer):
    channel: str


class StreamPullResult(Answer):
    stream: StreamTickStream
    value: Optional[float]
    unit: Optional[str]
    uncertainty: Optional[float]
    uncertainty_source: Optional[str]
    precision_actual: Optional[float]
    precision_scale: Optional[ProvePrecisionScale]
    seal_kind: Optional[Literal["observable", "observable-differential"]]
    operator_id: Optional[str]
    operatorChain: Optional[List[str]]
    equations: Optional[List[str]]
    master_sum: Optional[Dict[str, Any]]
    masterEquation: Optional[str]
    R_t: Optional[float]
    phase: Optional[float]
    calcond: Optional[int]
    precisionBound: Optional[float]
    calcond_averaged: Optional[float]
    assumed: Optional[Dict[str, Any]]
    inputError: Optional[ProveInputError]
    refusal: Optional[ProveRefusal]
    calcProof: Optional[str]
    calcond_receipt: Optional[Dict[str, Any]]
    receipt_id: Optional[str]
    proof: Optional[ComputeProof]
    public_key: Optional[str]
    visibility: Optional[Literal["private", "record", "shared"]]
    unsealed_reason: Optional[str]


class StreamSecureOpenResult(Answer):
    channel: str
    session: str
    clientPublicKey: str
    serverPublicKey: str
    startCalcond: int
    expiresCalcond: int
    transcriptSignature: str


class ReactorNewResult(Answer):
    reactor: str
    name: Optional[str]
    machine: Optional[str]
    status: str
    n: int
    program: Dict[str, Any]
    programHash: str
    createdCalcond: int
    head: StateOfHead


class ReactorListResult(Answer):
    reactors: List[ReactorListReactorsItem]
    total: int


class ReactorStepResult(Answer):
    reactor: str
    n: int
    x: Dict[str, Any]
    status: str
    head: StateOfHead
    calcond: int
    envelope: ReactorStepEnvelope


class ReactorObserveResult(Answer):
    reactor: str
    n: int
    x: Optional[Dict[str, Any]]
    status: Optional[str]
    head: Optional[StateOfHead]
    calcond: Optional[int]
    envelope: Optional[ReactorStepEnvelope]
    stepped: bool


class ReactorStateResult(Answer):
    reactor: str
    name: Optional[str]
    machine: Optional[str]
    status: str
    n: int
    program: Dict[str, Any]
    programHash: str
    createdCalcond: int
    head: StateOfHead
    x: Dict[str, Any]


class ReactorTrajectoryResult(Answer):
    reactor: str
    rows: List[ReactorTrajectoryRowsItem]
    chainValid: bool
    firstBad: Optional[Dict[str, Any]]
    head: StateOfHead
    next: Optional[int]


class ReactorTelemetryResult(Answer):
    reactor: str
    status: str
    steps: int
    stepsLeft: int
    faults: int
    fault: Optional[Dict[str, Any]]
    quiet: int
    credits: int
    drift: Dict[str, float]


class ReactorNextResult(Answer):
    reactor: str
    n: int
    u: Any
    x: Dict[str, Any]
    row: int
    calcond: int
    token: str
    standing: Literal["sealed", "witnessed", "final"]


class ReactorCloseResult(Answer):
    reactor: str
    name: Optional[str]
    machine: Optional[str]
    status: str
    n: int
    program: Dict[str, Any]
    programHash: str
    createdCalcond: int
    head: StateOfHead


class ReactorClosePostResult(Answer):
    reactor: str
    name: Optional[str]
    machine: Optional[str]
    status: str
    n: int
    program: Dict[str, Any]
    programHash: str
    createdCalcond: int
    head: StateOfHead


class ContractTemplatesResult(Answer):
    templates: int
    categories: List[ContractTemplatesCategoriesItem]
    total: int
    items: List[ContractTemplatesItemsItem]


class ContractTemplateResult(Answer):
    templateId: str
    name: str
    category: str
    purpose: str
    signal: str
    detector: str
    trigger: ContractTemplatesItemsItemTrigger
    source: str
    params: Dict[str, Any]
    inputs: Dict[str, Any]
    program: Dict[str, Any]
    programHash: str
    vectors: List[OperatorSpecOperatorsItemRequiredItem]
    checked: str


class ContractArchetypesResult(Answer):
    total: int
    archetypes: List[ContractArchetypesArchetypesItem]


class ContractGenerateResult(Answer):
    read: str
    program: Optional[Dict[str, Any]]
    programHash: Optional[str]
    price: Optional[ContractGeneratePrice]
    templateId: Optional[str]
    params: Optional[Dict[str, Any]]
    why: List[ContractGenerateWhyItem]
    filled: List[ContractGenerateFilledItem]
    kept: List[ContractGenerateKeptItem]
    asked: List[ContractGenerateAskedItem]
    refusal: Optional[ContractGenerateRefusal]
    nearest: List[ContractGenerateNearestItem]


class ContractValidateResult(Answer):
    valid: bool
    problems: List[ContractValidateProblemsItem]
    programHash: Optional[str]
    price: Optional[ContractGeneratePrice]


class ContractDeployResult(Answer):
    contract: str
    name: str
    machine: Optional[str]
    status: str
    state: str
    context: Dict[str, Any]
    version: int
    programHash: str
    trigger: ContractTemplatesItemsItemTrigger
    nextCalcond: Optional[int]
    events: int
    transitions: int
    faults: int
    fault: Optional[ContractDeployFault]
    credits: int
    createdCalcond: int
    head: StateOfHead


class ContractListResult(Answer):
    contracts: List[ContractListContractsItem]
    total: int


class ContractGetResult(Answer):
    contract: str
    name: str
    machine: Optional[str]
    status: str
    state: str
    context: Dict[str, Any]
    version: int
    programHash: str
    trigger: ContractTemplatesItemsItemTrigger
    nextCalcond: Optional[int]
    events: int
    transitions: int
    faults: int
    fault: Optional[ContractDeployFault]
    credits: int
    createdCalcond: int
    head: StateOfHead
    program: Dict[str, Any]


class ContractPutResult(Answer):
    contract: str
    name: str
    machine: Optional[str]
    status: str
    state: str
    context: Dict[str, Any]
    version: int
    programHash: str
    trigger: ContractTemplatesItemsItemTrigger
    nextCalcond: Optional[int]
    events: int
    transitions: int
    faults: int
    fault: Optional[ContractDeployFault]
    credits: int
    createdCalcond: int
    head: StateOfHead


class ContractDeleteResult(Answer):
    contract: str
    name: str
    machine: Optional[str]
    status: str
    state: str
    context: Dict[str, Any]
    version: int
    programHash: str
    trigger: ContractTemplatesItemsItemTrigger
    nextCalcond: Optional[int]
    events: int
    transitions: int
    faults: int
    fault: Optional[ContractDeployFault]
    credits: int
    createdCalcond: int
    head: StateOfHead


class ContractPauseResult(Answer):
    contract: str
    name: str
    machine: Optional[str]
    status: str
    state: str
    context: Dict[str, Any]
    version: int
    programHash: str
    trigger: ContractTemplatesItemsItemTrigger
    nextCalcond: Optional[int]
    events: int
    transitions: int
    faults: int
    fault: Optional[ContractDeployFault]
    credits: int
    createdCalcond: int
    head: StateOfHead


class ContractResumeResult(Answer):
    contract: str
    name: str
    machine: Optional[str]
    status: str
    state: str
    context: Dict[str, Any]
    version: int
    programHash: str
    trigger: ContractTemplatesItemsItemTrigger
    nextCalcond: Optional[int]
    events: int
    transitions: int
    faults: int
    fault: Optional[ContractDeployFault]
    credits: int
    createdCalcond: int
    head: StateOfHead


class ContractFireResult(Answer):
    contract: str
    kind: Literal["ignored", "held", "moved", "fault"]
    event: ContractFireEvent
    calcond: int
    agg: Optional[ContractFireAgg]
    to: str
    context: Dict[str, Any]
    results: List[ContractFireResultsItem]
    emitted: List[ContractFireEmittedItem]
    fault: Optional[ContractFireFault]
    row: Optional[StateOfHead]
    token: Optional[str]
    credits: int


class ContractDryRunResult(Answer):
    contract: str
    trace: List[ContractDryRunTraceItem]
    state: str
    context: Dict[str, Any]


class ContractReplayResult(Answer):
    contract: str
    identical: bool
    checked: int
    firstDifference: Optional[ContractReplayFirstDifference]
    next: Optional[int]


class StreamKeyRotateResult(Answer):
    channel: str
    prefix: str
    key: str
    keyShownOnce: Literal[True]


class StreamExportResult(Answer):
    contentType: str
    body: str
    headers: Dict[str, str]
    receipt: Dict[str, Any]
    row: Dict[str, Any]
    payload: Optional[Dict[str, Any]]
    path: List[str]
    before: Optional[Dict[str, Any]]
    genesis: Optional[str]
    origin: str
    checkpoint: str


class StreamPlaceResult(Answer):
    checkpoint: str
    path: List[Dict[str, Any]]
    digest: Dict[str, Any]


class ObserverResult(Answer):
    kind: Literal["machine", "channel", "contract", "reactor", "job"]
    id: str
    state: Dict[str, Any]
    head: Optional[ObserverHead]
    due: List[ObserverDueItem]
    rows: List[ObserverRowsItem]


class PagePublishResult(Answer):
    machine: str
    page: str
    commit: Optional[str]
    url: Optional[str]
    createdCalcond: int
    commits: int
    storedBytes: int
    row: StateOfHead
    allowScripts: bool
    files: List[PagePublishFilesItem]


class PageListResult(Answer):
    pages: List[PageListPagesItem]
    total: int


class PageOfResult(Answer):
    machine: str
    page: str
    commit: Optional[str]
    url: Optional[str]
    createdCalcond: int
    commits: int
    storedBytes: int
    allowScripts: bool
    files: List[PagePublishFilesItem]
    history: List[PageOfHistoryItem]


class PageFileResult(Answer):
    path: str
    contentType: str
    size: int
    sha256: str
    commit: str
    text: Optional[str]
    base64: Optional[str]


class PageDeleteResult(Answer):
    machine: str
    page: str
    commit: Optional[str]
    url: Optional[str]
    createdCalcond: int
    commits: int
    storedBytes: int
    row: StateOfHead


class MailIdentityResult(Answer):
    nodeAddress: str
    nodeKey: str
    address: Optional[str]
    current: Optional[MailIdentityCurrent]
    earlier: List[MailIdentityCurrent]
    opensOnNode: bool
    wrapped: MailIdentityWrapped
    keys: List[MailIdentityKeysItem]


class MailIdentityPutResult(Answer):
    nodeAddress: str
    nodeKey: str
    address: Optional[str]
    current: Optional[MailIdentityCurrent]
    earlier: List[MailIdentityCurrent]
    opensOnNode: bool
    wrapped: MailIdentityWrapped
    keys: List[MailIdentityKeysItem]


class MailUnlockResult(Answer):
    nodeAddress: str
    nodeKey: str
    address: Optional[str]
    current: Optional[MailIdentityCurrent]
    earlier: List[MailIdentityCurrent]
    opensOnNode: bool
    wrapped: MailIdentityWrapped
    keys: List[MailIdentityKeysItem]


class MailDirectoryResult(Answer):
    statement: MailIdentityCurrentStatement
    signature: str


class MailListResult(Answer):
    messages: List[MailListMessagesItem]


class MailSendResult(Answer):
    id: str
    threadId: str
    mailboxIds: Dict[str, bool]
    recipients: List[MailSendRecipientsItem]


class MailReadResult(Answer):
    id: str
    threadId: str
    mailboxIds: Dict[str, bool]
    keywords: Dict[str, bool]
    size: int
    receivedAt: str
    receivedCalcond: int
    to: List[MailListMessagesItemFromItem]
    cc: List[MailListMessagesItemFromItem]
    subject: str
    sentAt: str
    inReplyTo: Optional[str]
    text: Optional[str]
    hasHtml: bool
    attachments: List[MailReadAttachmentsItem]
    thread: List[str]
    delivery: List[MailReadDeliveryItem]
    sender: MailReadSender


class MailChangeResult(Answer):
    id: str
    threadId: str
    mailboxIds: Dict[str, bool]
    keywords: Dict[str, bool]
    size: int
    receivedAt: str
    receivedCalcond: int


class MailDeleteResult(Answer):
    deleted: str


class MailSealedListResult(Answer):
    messages: List[MailSealedListMessagesItem]


class MailSealedReadResult(Answer):
    id: str
    threadId: str
    mailboxIds: Dict[str, bool]
    keywords: Dict[str, bool]
    size: int
    receivedAt: str
    receivedCalcond: int
    message: Dict[str, Any]
    delivery: List[MailReadDeliveryItem]


class MailSealedSendResult(Answer):
    id: str
    threadId: str
    mailboxIds: Dict[str, bool]
    recipients: List[MailSendRecipientsItem]


class MailConfirmResult(Answer):
    confirmed: int
    remaining: int


class MailHtmlResult(Answer):
    url: str
    expiresSeconds: int
    images: Literal["blocked", "shown"]
    alwaysAllowed: bool
    blockedRemote: int
    held: MailHtmlHeld
    hosts: List[str]
    deceptiveLinks: int
    refused: Optional[Literal["size", "nodes", "depth", "unstable"]]
    senderMarks: List[str]
    banner: List[str]


class MailHtmlSendResult(Answer):
    id: str
    threadId: str
    address: str


class MailImagesResult(Answer):
    address: str
    allowed: bool


class MailImagesAllowResult(Answer):
    address: str
    allowed: bool


class MailImagesBlockResult(Answer):
    address: str
    allowed: bool


class HarnessResult(Answer):
    node: str
    network: str
    adapter: Optional[str]
    versions: HarnessVersions
    counts: HarnessCounts
    capabilities: List[HarnessCapabilitiesItem]
    notOffered: List[HarnessNotOfferedItem]
    optional: List[HarnessOptionalItem]
    limits: Dict[str, float]
    rates: Optional[Dict[str, HarnessRatesValue]]


class SkillsResult(Answer):
    total: int
    skills: List[SkillsSkillsItem]
    name: Optional[str]
    markdown: Optional[str]


class ScaffoldResult(Answer):
    archetype: str
    stack: str
    name: str
    run: str
    files: List[ScaffoldFilesItem]


class OpenapiResult(Answer):
    openapi: str
    paths: Dict[str, Any]


class Openapi31Result(Answer):
    openapi: str
    paths: Dict[str, Any]


class ProblemsResult(Answer):
    problems: List[ProblemsProblemsItem]
    total: int


class ProblemPageResult(Answer):
    code: str
    status: int
    title: str
    remedy: str


class QueryRepeatResult(Answer):
    pass


class QueryResultResult(Answer):
    pass


class McpDiscoveryResult(Answer):
    name: str
    url: str
    machineHash: str
    protocolVersions: List[str]
    surface: McpDiscoverySurface


class Client(Transport):
    """Every operation of a node, by its name."""

    def health(
        self, *, call: Optional[Call] = None
    ) -> HealthResult:
        """Whether the process is alive."""
        return self.answer(HealthResult, OPERATIONS["health"],
            {}, call)

    def ready(
        self, *, call: Optional[Call] = None
    ) -> ReadyResult:
        """Whether the node can serve and seal.

        503 NOT_READY lists `reasons` out of db, clock, registry, disk, workers, peers.
        """
        return self.answer(ReadyResult, OPERATIONS["ready"],
            {}, call)

    def pulse(
        self, *, call: Optional[Call] = None
    ) -> PulseResult:
        """The pulse: calcond, phase and exact period."""
        return self.answer(PulseResult, OPERATIONS["pulse"],
            {}, call)

    def prove(
        self, *, domain: str = UNSET, operators: Sequence[str] = UNSET,
        inputs: Dict[str, Union[float, str]] = UNSET, call: Optional[Call] = None
    ) -> ProveResult:
        """Compute without a key and get a signed seven-step receipt.

        Signed by the node, never sealed and never minted. Without a body KO42 alone is proved.

        domain: Physics domain label
        operators: Operator ids: 1 to 3 domain operators, evaluated in order; KO42 stands first and is added
            when left out
        inputs: SI values by symbol or alias, as in {"m1": 5.9722e24}, or "384400 km"
        """
        return self.answer(ProveResult, OPERATIONS["prove"],
            {"domain": domain, "operators": operators, "inputs": inputs}, call)

    def prove_verify(
        self, *, receipt_id: str = UNSET, call: Optional[Call] = None
    ) -> ProveVerifyResult:
        """Check a receipt of prove, or any compute answer.

        receipt_id: Alone: a receipt this node holds and the caller may see
        """
        return self.answer(ProveVerifyResult, OPERATIONS["prove_verify"],
            {"receipt_id": receipt_id}, call)

    def demo_key(
        self, *, call: Optional[Call] = None
    ) -> DemoKeyResult:
        """The shared demo key.

        Shared by everyone, ten uses a day, for starting things only; POST /api/demo-key/mint makes a
        personal one.
        """
        return self.answer(DemoKeyResult, OPERATIONS["demo_key"],
            {}, call)

    def demo_key_mint(
        self, *, call: Optional[Call] = None
    ) -> DemoKeyMintResult:
        """Make a personal demo key, shown once.

        An account without an identity, with a machine and welcome credits. The first of an address in an
        hour is free; the next take work of 18, 21, 24 and 26 leading zero bits, sent as X-Calc-Pow; 30 an
        hour are the most.
        """
        return self.answer(DemoKeyMintResult, OPERATIONS["demo_key_mint"],
            {}, call)

    def claim(
        self, machine: str, *, call: Optional[Call] = None
    ) -> ClaimResult:
        """Claim the free credits of the day with a machine.

        128 credits into the free balance, once per machine and once per account in a UTC day, when free and
        paid credits together are below `unlockBelow`. Whether it is due is checked before work is asked
        for; the work is priced by the operator LZ1 and rises with the claims of an address within an hour,
        up to 64.

        machine: Slug or id of a machine of yours; its own key claims for it only
        """
        return self.answer(ClaimResult, OPERATIONS["claim"],
            {"machine": machine}, call)

    def compute(
        self, *, domain: str = UNSET, operators: Sequence[str] = UNSET,
        inputs: Dict[str, Optional[Union[float, str, bool, Sequence[Any], Dict[str, Any]]]] = UNSET,
        uncertainties: Dict[str, Union[float, str]] = UNSET,
        visibility: Literal["private", "record", "shared"] = UNSET, unit: str = UNSET,
        call: Optional[Call] = None
    ) -> ComputeResult:
        """Compute operators and seal the answer.

        Without operators, inputs that determine one answer select it: {n_e}, {d, theta}, {lambda, theta},
        {a, h, k, l}; or a `domain` selects a solver, of which `inputs` are the body: environmental,
        geophysical, seismic (heat, wave, react), climate, atmosphere (climate), exotic (lattice, gauge),
        MS, ST, MT, CP, BP (fea, buckling, fracture). The value is the same bit for bit on every node. A
        refusal is an answer about the question: status 200, `value` null, and `inputError` or `refusal`
        says why; nothing is sealed then.

        domain: Physics domain label
        operators: Operator ids: 1 to 3 domain operators, evaluated in order; KO42 stands first and is added
            when left out
        inputs: SI values by symbol or alias, as in {"m1": 5.9722e24}, or "384400 km"; for a domain, the
            body of its solver
        uncertainties: Standard uncertainties (k = 1)
        visibility: private: only the receipt's hash leaves the node; record: its digests are listed;
            shared: anyone may fetch it and re-execute it
        unit: A unit, as in km/h
        """
        return self.answer(ComputeResult, OPERATIONS["compute"],
            {"domain": domain, "operators": operators, "inputs": inputs, "uncertainties": uncertainties,
            "visibility": visibility, "unit": unit}, call)

    def compute_table(
        self,
        columns: Dict[str, Union[float, Sequence[float], Union[ComputeTableColumnsValue3,
            ComputeTableColumnsValue32], str, Sequence[Union[float, str]], Union[ComputeTableColumnsValue6,
            ComputeTableColumnsValue62]]],
        *, domain: str = UNSET, operators: Sequence[str] = UNSET, solver: str = UNSET,
        inputs: Dict[str, Any] = UNSET, deadlineMs: int = UNSET,
        fields: Literal["none", "sample", "full"] = UNSET, fromRow: int = UNSET,
        grid: Sequence[str] = UNSET,
        uncertainties: Dict[str, Union[float, Sequence[float], str, Sequence[Union[float, str]]]] = UNSET,
        visibility: Literal["private", "record", "shared"] = UNSET, call: Optional[Call] = None
    ) -> ComputeTableResult:
        """Compute operators over columns of inputs under one seal.

        Each column is a constant, a list, or a range: `{from, to, step}` in decimal steps, or `{from, to,
        count, spacing}` with both ends, `linear` or `log`. Any number may be a text with its unit, and a
        range a text, as in `"1 km..9 km:2 km"` or `"1 Hz..1 kHz/log31"`; what is sealed is in SI. Lists and
        ranges are of one length, one row each; those that `grid` names, at most 4, are combined each with
        each, the last running fastest. Every row is what the same computation alone gives, bit for bit; a
        row without a value says why and costs nothing. One envelope commits all rows: `rows_root` is the
        RFC 6962 root over them. `value`, `unit` and `uncertainty` are those of the first row that has a
        value. With `solver` in place of operators each row is a job of that solver. As `text/event-stream`,
        or as lines of `application/x-ndjson`, each row is told as it comes, in order, with its fields where
        `fields` asks, and `{result}` or `{error}` ends the lines. Who leaves ends the jobs; the same table
        asked for again takes the rows that were done, and tells them from `fromRow` on. As `text/csv` there
        is a line for each row: number, columns, value, uncertainty, unit, kind of refusal; as
        `application/octet-stream` the values of all rows, then their uncertainties, as little-endian
        doubles, NaN where refused. The columns may come as `text/csv` or `application/octet-stream`, too:
        then operators and constants stand in the query, as in `?operators=NM21&m1=5.97e24kg`.

        domain: Physics domain label
        operators: Operator ids: 1 to 3 domain operators, evaluated in order; KO42 stands first and is added
            when left out
        solver: Id of a solver, in place of operators
        inputs: Of a solver: inputs that all rows share, of any kind
        deadlineMs: Of a solver: a row that takes longer ends the table without a value
        fields: Of a solver: samples of each row's fields, told with the row; none by default
        fromRow: Of rows that are told as they come: the first; a caller who was cut off has the others
        columns: By symbol or alias, in SI or with units: {"m1": "3 t", "r": "1 km..9 km:2 km"}
        grid: Columns that are combined each with each; the last runs fastest
        uncertainties: Standard uncertainties (k = 1) by the names of columns: one, or one a row
        visibility: private: only the receipt's hash leaves the node; record: its digests are listed;
            shared: anyone may fetch it and re-execute it
        """
        return self.answer(ComputeTableResult, OPERATIONS["compute_table"],
            {"domain": domain, "operators": operators, "solver": solver, "inputs": inputs,
            "deadlineMs": deadlineMs, "fields": fields, "fromRow": fromRow, "columns": columns,
            "grid": grid, "uncertainties": uncertainties, "visibility": visibility}, call)

    def compute_batch(
        self, computations: Sequence[ComputeBatchComputationsItem], *, call: Optional[Call] = None
    ) -> ComputeBatchResult:
        """Compute several requests, sealed together.

        Up to 250 computations, each with operators and inputs. `answers` has one for each, in order: what
        the same computation alone answers, or `problem` for one that cannot be asked. Each value has its
        own receipt; all of them are sealed in one commit window, whole or not at all, under one idempotency
        key. The price of all is set aside before any is computed; what has no value costs nothing. Send
        `Prefer: return=minimal` for short answers.

        computations: Bodies of compute requests
        """
        return self.answer(ComputeBatchResult, OPERATIONS["compute_batch"],
            {"computations": computations}, call)

    def receipt_row(
        self, id: str, row: int, *, call: Optional[Call] = None
    ) -> ReceiptRowResult:
        """One row of a sealed table, with its proof.

        The row's inputs, what came of it, the RFC 6962 path from its leaf to `rows_root`, and the receipt
        that commits that root. The row is computed again when it is asked for.

        id: receipt_id: the hash-link in hex
        row: Its number, from 0
        """
        return self.answer(ReceiptRowResult, OPERATIONS["receipt_row"],
            {"id": id, "row": row}, call)

    def auto(
        self, query: str, *, constants: Dict[str, Any] = UNSET,
        visibility: Literal["private", "record", "shared"] = UNSET, domain: str = UNSET,
        fields: Literal["none", "sample", "full"] = UNSET, unit: str = UNSET, field: int = UNSET,
        deadlineMs: int = UNSET, call: Optional[Call] = None
    ) -> AutoResult:
        """Route a question in plain language, and answer it.

        Deterministic: cues, units and names decide, and `why` lists them. A question that fits nothing, or
        two things alike, is refused with the nearest candidates; inputs are never made up. A number that no
        input takes, a range, or an unknown word behind a number is refused at its place (UNREAD_QUANTITY,
        with `span`).

        query: The question, with its numbers and units
        constants: Inputs that hold whatever the question says, SI
        visibility: private: only the receipt's hash leaves the node; record: its digests are listed;
            shared: anyone may fetch it and re-execute it
        domain: Physics domain label
        fields: Samples in the answer: none, up to 4,096 points a field, or up to 65,536; the digest is of
            all of them ("sample" unless given)
        unit: A unit, as in km/h
        field: Which field a table, a picture or bare numbers show (0 unless given)
        deadlineMs: The job ends without a value when it takes longer (60000 unless given)
        """
        return self.answer(AutoResult, OPERATIONS["auto"],
            {"query": query, "constants": constants, "visibility": visibility, "domain": domain,
            "fields": fields, "unit": unit, "field": field, "deadlineMs": deadlineMs}, call)

    def verify(
        self, *, receipt_id: str = UNSET, call: Optional[Call] = None
    ) -> VerifyResult:
        """Check a compute answer or receipt: hashes, path, signature, and the value by re-execution.

        receipt_id: Alone: a receipt this node holds and the caller may see
        """
        return self.answer(VerifyResult, OPERATIONS["verify"],
            {"receipt_id": receipt_id}, call)

    def reverify(
        self, *, receipt_id: str = UNSET, call: Optional[Call] = None
    ) -> ReverifyResult:
        """Re-execute a result and get a signed verdict.

        Takes a receipt, a whole answer, the answer of prove, or a bare numerical result: operatorChain,
        inputs and value, with what else it states beside them. The member `verdict.verdict` is valid, sound
        or invalid. The signature verifies with the key of GET /api/identity; nothing is signed about a body
        that holds no result.

        receipt_id: Alone: a receipt this node holds and the caller may see
        """
        return self.answer(ReverifyResult, OPERATIONS["reverify"],
            {"receipt_id": receipt_id}, call)

    def attest(
        self, operators: Sequence[str], value: float, *, domain: str = UNSET,
        inputs: Dict[str, Union[float, str]] = UNSET, call: Optional[Call] = None
    ) -> AttestResult:
        """Sign a claimed value if its bits equal the node's own.

        domain: Physics domain label
        operators: Operator ids: 1 to 3 domain operators, evaluated in order; KO42 stands first and is added
            when left out
        inputs: SI values by symbol or alias, as in {"m1": 5.9722e24}, or "384400 km"
        value: The claimed value, in the result's SI unit
        """
        return self.answer(AttestResult, OPERATIONS["attest"],
            {"domain": domain, "operators": operators, "inputs": inputs, "value": value}, call)

    def shift(
        self, *, samples: Sequence[float] = UNSET, variance: float = UNSET, call: Optional[Call] = None
    ) -> ShiftResult:
        """Delta-alpha that brings a calcond variance back to the threshold.

        Give either `samples` or `variance`. At a variance of 0.0091 or less no shift occurs.

        samples: Results of successive levels
        variance: Variance relative to the square of the last level
        """
        return self.answer(ShiftResult, OPERATIONS["shift"],
            {"samples": samples, "variance": variance}, call)

    def playground_compute(
        self, *, equation: str = UNSET,
        symbols: Dict[str, Union[str, PlaygroundComputeSymbolsValue2]] = UNSET, solve_for: str = UNSET,
        domain: str = UNSET, operators: Sequence[str] = UNSET, inputs: Dict[str, Union[float, str]] = UNSET,
        uncertainties: Dict[str, Union[float, str]] = UNSET, unit: str = UNSET, call: Optional[Call] = None
    ) -> PlaygroundComputeResult:
        """Try an equation typed by hand, or a compute request, unsealed.

        equation: As in E = m c^2; instead of `operators`
        symbols: Units of names, as in {"m": "kg"}; inputs are in them
        solve_for: The unknown; otherwise the only name without a value, or the subject
        domain: Physics domain label
        operators: Operator ids: 1 to 3 domain operators, evaluated in order; KO42 stands first and is added
            when left out
        inputs: SI values by symbol or alias, as in {"m1": 5.9722e24}, or "384400 km"
        uncertainties: Standard uncertainties (k = 1)
        unit: A unit, as in km/h
        """
        return self.answer(PlaygroundComputeResult, OPERATIONS["playground_compute"],
            {"equation": equation, "symbols": symbols, "solve_for": solve_for, "domain": domain,
            "operators": operators, "inputs": inputs, "uncertainties": uncertainties, "unit": unit}, call)

    def price(
        self, *, domain: str = UNSET, operators: Sequence[str] = UNSET, inputs: Dict[str, Any] = UNSET,
        uncertainties: Dict[str, Any] = UNSET, visibility: Literal["private", "record", "shared"] = UNSET,
        columns: Dict[str, Any] = UNSET, grid: Sequence[str] = UNSET,
        computations: Sequence[Dict[str, Any]] = UNSET, solver: str = UNSET, query: str = UNSET,
        constants: Dict[str, Any] = UNSET, fields: Literal["none", "sample", "full"] = UNSET,
        field: int = UNSET, deadlineMs: int = UNSET, call: Optional[Call] = None
    ) -> PriceResult:
        """Credits a computation would burn.

        Takes the body of a compute request (with operators, or inputs or a domain that select what is
        computed), `{solver, inputs}` with the body of that solver, or `{query, constants}` with a question
        in words as /api/calc/auto takes it: then the answer also says what it is routed to. A field that
        does not go with the others is refused. A question that is refused there, or lacks an input, costs 0
        and is answered with the same `refusal` or `inputError`.

        domain: Physics domain label
        operators: Operator ids: 1 to 3 domain operators, evaluated in order; KO42 stands first and is added
            when left out
        inputs: SI values by symbol or alias; the body of the solver
        uncertainties: As in the request; changes no price
        visibility: private: only the receipt's hash leaves the node; record: its digests are listed;
            shared: anyone may fetch it and re-execute it
        columns: Of a table, in place of inputs
        grid: Axes of a table
        computations: Of a batch, in place of all others
        solver: Id of a solver, in place of operators
        query: A question in words, in place of operators and inputs
        constants: Beside `query`: inputs that hold whatever the question says, SI
        fields: As in the request; changes no price
        field: As in the request; changes no price
        deadlineMs: As in the request; changes no price
        """
        return self.answer(PriceResult, OPERATIONS["price"],
            {"domain": domain, "operators": operators, "inputs": inputs, "uncertainties": uncertainties,
            "visibility": visibility, "columns": columns, "grid": grid, "computations": computations,
            "solver": solver, "query": query, "constants": constants, "fields": fields, "field": field,
            "deadlineMs": deadlineMs}, call)

    def convert(
        self, quantity: str, to: str, *, call: Optional[Call] = None
    ) -> ConvertResult:
        """A quantity in another unit, rounded once.

        Reads a quantity as people write it, its standard uncertainty with it. Temperatures with a zero of
        their own are points, `delta_degC` and `delta_degF` differences. A unit of another dimension is
        refused with both kinds named.

        quantity: As in 5 mi, 5 ft 3 in, 20 degC or 5.97(2)e24 kg
        to: A unit, as in km or degF
        """
        return self.answer(ConvertResult, OPERATIONS["convert"],
            {"quantity": quantity, "to": to}, call)

    def kernel(
        self, *, call: Optional[Call] = None
    ) -> KernelResult:
        """The kernel: constants, exact period, the seven steps."""
        return self.answer(KernelResult, OPERATIONS["kernel"],
            {}, call)

    def kernel_prompt(
        self, *, call: Optional[Call] = None
    ) -> bytes:
        """The kernel as markdown, to bootstrap a language model."""
        return self.octets(OPERATIONS["kernel_prompt"],
            {}, call)

    def operators(
        self, *, q: str = UNSET, domain: str = UNSET, limit: int = UNSET, offset: int = UNSET,
        call: Optional[Call] = None
    ) -> OperatorsResult:
        """List or search the operator registry.

        Laws by words, best first, cut off where they fit less; without `q` all, by id.

        q: Words for a law or a quantity; an id, symbol or unit
        domain: A domain (category) of the registry
        limit: Entries on a page: all without it
        offset: Entries to leave out at the front
        """
        return self.answer(OperatorsResult, OPERATIONS["operators"],
            {"q": q, "domain": domain, "limit": limit, "offset": offset}, call)

    def iter_operators(
        self, *, q: str = UNSET, domain: str = UNSET, limit: int = UNSET, offset: int = UNSET,
        call: Optional[Call] = None
    ) -> Iterator[OperatorsOperatorsItem]:
        """List or search the operator registry, one by one over all pages."""
        return self.each("operators", OPERATIONS["operators"],
            {"q": q, "domain": domain, "limit": limit, "offset": offset}, call)

    def operator_categories(
        self, *, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> OperatorCategoriesResult:
        """Domains of the registry and how many operators each holds.

        limit: How many on a page (100 unless given)
        offset: How many to leave out at the front (0 unless given)
        """
        return self.answer(OperatorCategoriesResult, OPERATIONS["operator_categories"],
            {"limit": limit, "offset": offset}, call)

    def iter_operator_categories(
        self, *, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> Iterator[OperatorCategoriesCategoriesItem]:
        """Domains of the registry and how many operators each holds, one by one over all pages."""
        return self.each("categories", OPERATIONS["operator_categories"],
            {"limit": limit, "offset": offset}, call)

    def operator_spec(
        self, *, operator: str = UNSET, operators: Sequence[str] = UNSET, call: Optional[Call] = None
    ) -> OperatorSpecResult:
        """Required, conditional, assumed and optional inputs of operators, with every alias.

        operator: An operator id, as in NM21
        operators: Several ids; instead of `operator`
        """
        return self.answer(OperatorSpecResult, OPERATIONS["operator_spec"],
            {"operator": operator, "operators": operators}, call)

    def lib_search(
        self, query: str, *, category: str = UNSET, limit: int = UNSET, call: Optional[Call] = None
    ) -> LibSearchResult:
        """Find scientific libraries by words.

        A reviewed list of libraries that are used next to this service. A misspelt word counts only where
        nothing else was found. `covers` names what this service answers itself.

        query: What the library is for, in words; a language, too
        category: Only of this category
        limit: How many, the best first (10 unless given)
        """
        return self.answer(LibSearchResult, OPERATIONS["lib_search"],
            {"query": query, "category": category, "limit": limit}, call)

    def conformance(
        self, *, call: Optional[Call] = None
    ) -> ConformanceResult:
        """Conformance corpus: requests with expected values or refusals."""
        return self.answer(ConformanceResult, OPERATIONS["conformance"],
            {}, call)

    def sdk_metadata(
        self, *, call: Optional[Call] = None
    ) -> SdkMetadataResult:
        """Versions and constants for client libraries."""
        return self.answer(SdkMetadataResult, OPERATIONS["sdk_metadata"],
            {}, call)

    def genesis_execute(
        self, *, call: Optional[Call] = None
    ) -> GenesisExecuteResult:
        """The spine's first event."""
        return self.answer(GenesisExecuteResult, OPERATIONS["genesis_execute"],
            {}, call)

    def identity(
        self, *, token: str = UNSET, call: Optional[Call] = None
    ) -> IdentityResult:
        """The node's public key, and whether the caller's key is valid.

        A session's token is taken from the Authorization header, the cookie `calc_session`, or `token` in
        the query, which is written to no log. Only an answer with `valid: false` ends a session: where keys
        cannot be looked up, this is a 503.

        token: A session's token, where no header can be sent
        """
        return self.answer(IdentityResult, OPERATIONS["identity"],
            {"token": token}, call)

    def identity_register(
        self, cid: str, publicKey: str, *, slug: str = UNSET, call: Optional[Call] = None
    ) -> IdentityRegisterResult:
        """Register an identity and get an API key, shown once.

        `cid` is the first 32 hex characters of the SHA-256 of the client's own equation, which never leaves
        the client; `publicKey` is made from it, too. The account begins with a machine, whose key is shown
        once as well, and with welcome credits. The first three of an address in an hour are free, more take
        work. Nobody can bring the equation back: who loses it and all API keys has lost the account, and
        its mail cannot be opened again.

        cid: Identity digest, 32 hex characters
        publicKey: The client's Ed25519 public key, 64 hex characters
        slug: Name of the machine on this node: 4 to 64 of a-z, 0-9 and -
        """
        return self.answer(IdentityRegisterResult, OPERATIONS["identity_register"],
            {"cid": cid, "publicKey": publicKey, "slug": slug}, call)

    def receipt(
        self, id: str, *, call: Optional[Call] = None
    ) -> ReceiptResult:
        """A receipt by its id.

        Shared receipts are public and never change. Any other answers 404 to all but its owner. Where the
        node asks for a quorum of witnesses, the header x-calc-standing says sealed, witnessed or final; of
        a shared receipt, which caches keep, only final is said.

        id: receipt_id: the hash-link in hex
        """
        return self.answer(ReceiptResult, OPERATIONS["receipt"],
            {"id": id}, call)

    def identity_challenge(
        self, cid: str, *, call: Optional[Call] = None
    ) -> IdentityChallengeResult:
        """A nonce whose signature opens a session.

        Good for 386 calconds and one session. A nonce is given for every digest, whether it is registered
        or not.

        cid: Identity digest, 32 hex characters
        """
        return self.answer(IdentityChallengeResult, OPERATIONS["identity_challenge"],
            {"cid": cid}, call)

    def identity_session(
        self, cid: str, nonce: str, signature: str, *, call: Optional[Call] = None
    ) -> IdentitySessionResult:
        """Open a session of 30 days with a signature of the identity's key.

        The signature is over `calc-session/1`, a zero byte, and the canonical JSON of {cid, nonce, node}.
        The token is shown once, and also set as the cookie `calc_session`. A session manages the account;
        computations take a key.

        cid: Identity digest, 32 hex characters
        nonce: As the challenge gave it
        signature: Ed25519 signature, 128 hex characters
        """
        return self.answer(IdentitySessionResult, OPERATIONS["identity_session"],
            {"cid": cid, "nonce": nonce, "signature": signature}, call)

    def identity_session_end(
        self, *, all: bool = UNSET, call: Optional[Call] = None
    ) -> IdentitySessionEndResult:
        """End this session, or all sessions of the account.

        all: All sessions of the account, from whatever device (False unless given)
        """
        return self.answer(IdentitySessionEndResult, OPERATIONS["identity_session_end"],
            {"all": all}, call)

    def keys(
        self, *, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> KeysResult:
        """The account's keys, oldest first.

        A key itself is never told again: only its first 12 characters are kept, and its SHA-256. A key
        whose record is damaged is accepted from nobody and stands under `damaged`; revoking it clears it
        away. `Link` names the next page.

        limit: How many on a page (100 unless given)
        offset: How many to leave out at the front (0 unless given)
        """
        return self.answer(KeysResult, OPERATIONS["keys"],
            {"limit": limit, "offset": offset}, call)

    def iter_keys(
        self, *, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> Iterator[KeysKeysItem]:
        """The account's keys, oldest first, one by one over all pages."""
        return self.each("keys", OPERATIONS["keys"],
            {"limit": limit, "offset": offset}, call)

    def key_new(
        self, *, label: str = UNSET, purpose: Literal["compute", "master"] = UNSET,
        call: Optional[Call] = None
    ) -> KeyNewResult:
        """Make a key for the account, shown once.

        `master` lifts the limits of computing, and only the operator's own account makes such keys.

        label: A name of your own for it, 1 to 64 characters, all of which show
        purpose: compute; master is the operator's own ("compute" unless given)
        """
        return self.answer(KeyNewResult, OPERATIONS["key_new"],
            {"label": label, "purpose": purpose}, call)

    def key_rotate(
        self, prefix: str, *, graceCalconds: int = UNSET, call: Optional[Call] = None
    ) -> KeyRotateResult:
        """Replace a key; the old one may be accepted for a while.

        A key that was replaced and is still accepted is not replaced again (409 names its successor in
        `replacedBy`). An old key counts among the 64 of its account as long as it is accepted.

        prefix: First 12 characters of the key
        graceCalconds: How long the old key is still accepted, at most a day (111197) (0 unless given)
        """
        return self.answer(KeyRotateResult, OPERATIONS["key_rotate"],
            {"prefix": prefix, "graceCalconds": graceCalconds}, call)

    def key_revoke(
        self, prefix: str, *, call: Optional[Call] = None
    ) -> KeyRevokeResult:
        """Revoke a key: from the answer on it is refused.

        The last key may be revoked, too: a session of the identity makes another. A key without limits is
        revoked by one like it only.

        prefix: First 12 characters of the key
        """
        return self.answer(KeyRevokeResult, OPERATIONS["key_revoke"],
            {"prefix": prefix}, call)

    def spin_up(
        self, *, slug: str = UNSET, call: Optional[Call] = None
    ) -> SpinUpResult:
        """Turn a demo key into an account: an API key and a recovery equation, shown once.

        The node draws the equation, registers the identity made from it, and forgets it: whoever has the
        equation recovers the account, and nobody else can. A demo key does this ten times a day, the shared
        one for everybody together; the first three accounts of an address in an hour are free, more take
        work. Where the client can make the equation itself, POST /api/identity/register is better.

        slug: Name of the machine on this node: 4 to 64 of a-z, 0-9 and -
        """
        return self.answer(SpinUpResult, OPERATIONS["spin_up"],
            {"slug": slug}, call)

    def state_new(
        self, *, slug: str = UNSET, name: str = UNSET, is_public: bool = UNSET, call: Optional[Call] = None
    ) -> StateNewResult:
        """Start a machine; its key is shown once.

        The key acts as admin of this machine and computes on the owner's credits; it manages nothing else.

        slug: Name of the machine on this node: 4 to 64 of a-z, 0-9 and -
        name: A name of your own for it, 1 to 64 characters, all of which show
        is_public: Anybody may read it (False unless given)
        """
        return self.answer(StateNewResult, OPERATIONS["state_new"],
            {"slug": slug, "name": name, "is_public": is_public}, call)

    def state_list(
        self, *, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> StateListResult:
        """The account's machines.

        In the order in which they began. `Link` names the next page.

        limit: How many on a page (100 unless given)
        offset: How many to leave out at the front (0 unless given)
        """
        return self.answer(StateListResult, OPERATIONS["state_list"],
            {"limit": limit, "offset": offset}, call)

    def iter_state_list(
        self, *, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> Iterator[StateNewMachine]:
        """The account's machines, one by one over all pages."""
        return self.each("machines", OPERATIONS["state_list"],
            {"limit": limit, "offset": offset}, call)

    def state_published(
        self, *, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> StatePublishedResult:
        """The public machines of this node.

        In the order in which they began. `Link` names the next page.

        limit: How many on a page (100 unless given)
        offset: How many to leave out at the front (0 unless given)
        """
        return self.answer(StatePublishedResult, OPERATIONS["state_published"],
            {"limit": limit, "offset": offset}, call)

    def iter_state_published(
        self, *, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> Iterator[StateNewMachine]:
        """The public machines of this node, one by one over all pages."""
        return self.each("machines", OPERATIONS["state_published"],
            {"limit": limit, "offset": offset}, call)

    def state_of(
        self, slug: str, *, call: Optional[Call] = None
    ) -> StateOfResult:
        """A machine, for whoever may see it.

        A private machine answers outsiders as if it did not exist.

        slug: Slug or id of the machine
        """
        return self.answer(StateOfResult, OPERATIONS["state_of"],
            {"slug": slug}, call)

    def state_edit(
        self, slug: str, *, name: str = UNSET, is_public: bool = UNSET, call: Optional[Call] = None
    ) -> StateEditResult:
        """Change a machine: its name (admin), whether it is public (owner).

        slug: Slug or id of the machine
        name: A name of your own for it, 1 to 64 characters, all of which show
        is_public: Whether anybody may read it
        """
        return self.answer(StateEditResult, OPERATIONS["state_edit"],
            {"slug": slug, "name": name, "is_public": is_public}, call)

    def state_key_rotate(
        self, slug: str, *, graceCalconds: int = UNSET, call: Optional[Call] = None
    ) -> StateKeyRotateResult:
        """Replace a machine's key (owner); shown once.

        One key before the newest may still be accepted: while it is (409 names it in `ending`), another
        takes a rotation without a grace, which ends both.

        slug: Slug or id of the machine
        graceCalconds: How long the old key is still accepted, at most a day (111197) (0 unless given)
        """
        return self.answer(StateKeyRotateResult, OPERATIONS["state_key_rotate"],
            {"slug": slug, "graceCalconds": graceCalconds}, call)

    def state_grants(
        self, slug: str, *, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> StateGrantsResult:
        """Who has a role on a machine (admin).

        Grants that are over stay in the list, with `holds` false, until they are taken back or another is
        given after they expired.

        slug: Slug or id of the machine
        limit: How many on a page (100 unless given)
        offset: How many to leave out at the front (0 unless given)
        """
        return self.answer(StateGrantsResult, OPERATIONS["state_grants"],
            {"slug": slug, "limit": limit, "offset": offset}, call)

    def iter_state_grants(
        self, slug: str, *, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> Iterator[StateGrantsGrantsItem]:
        """Who has a role on a machine (admin), one by one over all pages."""
        return self.each("grants", OPERATIONS["state_grants"],
            {"slug": slug, "limit": limit, "offset": offset}, call)

    def state_grant(
        self, slug: str, principal: str, role: Literal["viewer", "operator", "admin"], *,
        expiresCalcond: int = UNSET, call: Optional[Call] = None
    ) -> StateGrantResult:
        """Give a role on a machine (admin; the role admin: owner).

        Roles are viewer, operator and admin; grants add to each other. The principal is the identity digest
        of an account of this node, or the first 12 characters of one of the owner's own keys, as of another
        machine. What is given to a key ends with it: a key that is replaced hands nothing on.

        slug: Slug or id of the machine
        principal: Identity digest, or first 12 characters of a key
        role: viewer reads, operator works, admin manages
        expiresCalcond: First calcond at which it does not hold
        """
        return self.answer(StateGrantResult, OPERATIONS["state_grant"],
            {"slug": slug, "principal": principal, "role": role, "expiresCalcond": expiresCalcond}, call)

    def state_ungrant(
        self, slug: str, id: str, *, call: Optional[Call] = None
    ) -> StateUngrantResult:
        """Take back a role on a machine.

        slug: Slug or id of the machine
        id: Id of the grant, as in g_1
        """
        return self.answer(StateUngrantResult, OPERATIONS["state_ungrant"],
            {"slug": slug, "id": id}, call)

    def state_close(
        self, slug: str, *, call: Optional[Call] = None
    ) -> StateCloseResult:
        """Close a machine (owner): its log stays, nothing more is written to it.

        Its keys end at once. Whatever would change it answers 410 from then on.

        slug: Slug or id of the machine
        """
        return self.answer(StateCloseResult, OPERATIONS["state_close"],
            {"slug": slug}, call)

    def state_event(
        self, slug: str, type: str, *, data: Any = UNSET, after: int = UNSET, call: Optional[Call] = None
    ) -> StateEventResult:
        """Send an event to a machine (operator): one row of its log.

        With `If-Match: "<seq>"`, or `after`, this must be the last row; another one answers 412 with
        `have`. The row commits to the payload `{type, data}` by its hash.

        slug: Slug or id of the machine
        type: What happened, as in `reading`
        data: Any JSON, at most 16 KiB in canonical form
        after: Number that the last row must have
        """
        return self.answer(StateEventResult, OPERATIONS["state_event"],
            {"slug": slug, "type": type, "data": data, "after": after}, call)

    def state_audit(
        self, slug: str, *, from_: int = UNSET, to: int = UNSET, limit: int = UNSET, newest: bool = UNSET,
        export: bool = UNSET, call: Optional[Call] = None
    ) -> StateAuditResult:
        """Rows of a machine's log.

        In their order, or the newest first. As `application/x-ndjson` all rows from `from` on, one a line,
        however many; with `export` also the identity of the log in front and each signed checkpoint behind
        the rows that it covers: the file that `calc verify` reads.

        slug: Slug or id of the machine
        from_: The first row (0 unless given)
        to: Only rows before this one
        limit: How many rows of JSON (100 unless given)
        newest: The newest first; of JSON only (False unless given)
        export: Of NDJSON: with identity and checkpoints (False unless given)
        """
        return self.answer(StateAuditResult, OPERATIONS["state_audit"],
            {"slug": slug, "from": from_, "to": to, "limit": limit, "newest": newest, "export": export}, call)

    def iter_state_audit(
        self, slug: str, *, from_: int = UNSET, to: int = UNSET, limit: int = UNSET, newest: bool = UNSET,
        export: bool = UNSET, call: Optional[Call] = None
    ) -> Iterator[StateAuditRowsItem]:
        """Rows of a machine's log, one by one over all pages."""
        return self.each("rows", OPERATIONS["state_audit"],
            {"slug": slug, "from": from_, "to": to, "limit": limit, "newest": newest, "export": export}, call)

    def state_payload(
        self, slug: str, seq: int, *, call: Optional[Call] = None
    ) -> StatePayloadResult:
        """The payload of a row (operator): the bytes whose hash it holds.

        slug: Slug or id of the machine
        seq: Number of the row, from 0
        """
        return self.answer(StatePayloadResult, OPERATIONS["state_payload"],
            {"slug": slug, "seq": seq}, call)

    def state_payload_drop(
        self, slug: str, seq: int, *, to: int = UNSET, call: Optional[Call] = None
    ) -> StatePayloadDropResult:
        """Drop payloads of a machine's log (admin); rows and hashes stay.

        Up to 1,000 at a time, from one row to before `to`. What is sealed is kept with its envelope and
        stays.

        slug: Slug or id of the machine
        seq: Number of the row, from 0
        to: The first row whose payload stays; the next, if absent
        """
        return self.answer(StatePayloadDropResult, OPERATIONS["state_payload_drop"],
            {"slug": slug, "seq": seq, "to": to}, call)

    def state_checkpoints(
        self, slug: str, *, from_: int = UNSET, limit: int = UNSET, call: Optional[Call] = None
    ) -> StateCheckpointsResult:
        """Signed checkpoints of a machine's log.

        Texts of C2SP checkpoints over all rows so far, signed by the node's key: every 1,024 rows, and
        3,600 calconds after the first row behind the one before.

        slug: Slug or id of the machine
        from_: Only those of at least so many rows (0 unless given)
        limit: How many on a page (100 unless given)
        """
        return self.answer(StateCheckpointsResult, OPERATIONS["state_checkpoints"],
            {"slug": slug, "from": from_, "limit": limit}, call)

    def iter_state_checkpoints(
        self, slug: str, *, from_: int = UNSET, limit: int = UNSET, call: Optional[Call] = None
    ) -> Iterator[StateCheckpointsCheckpointsItem]:
        """Signed checkpoints of a machine's log, one by one over all pages."""
        return self.each("checkpoints", OPERATIONS["state_checkpoints"],
            {"slug": slug, "from": from_, "limit": limit}, call)

    def state_place(
        self, slug: str, *, call: Optional[Call] = None
    ) -> StatePlaceResult:
        """Where a machine's newest checkpoint stands in the digest that its node announced.

        Who keeps the answer holds the node to that many rows: `calc verify LOG --holds FILE` says whether a
        log of later still has them. 503 until a digest with this log was announced to peers.

        slug: Slug or id of the machine
        """
        return self.answer(StatePlaceResult, OPERATIONS["state_place"],
            {"slug": slug}, call)

    def state_pohc_validate(
        self, slug: str, *, call: Optional[Call] = None
    ) -> StatePohcValidateResult:
        """Check a machine's log: links, payloads, checkpoints, and the five layers.

        Reads all rows, one after the other, in constant memory. `firstBad` is the first row that breaks a
        rule. `checkpointsMatched` counts the signed checkpoints that the rows agree with.

        slug: Slug or id of the machine
        """
        return self.answer(StatePohcValidateResult, OPERATIONS["state_pohc_validate"],
            {"slug": slug}, call)

    def state_tally_envelopes(
        self, slug: str, *, before: int = UNSET, limit: int = UNSET, call: Optional[Call] = None
    ) -> StateTallyEnvelopesResult:
        """Receipts of what was sealed for a machine, and which key asked for each.

        The newest first, from the rows of its log. `before` is `next` of the page before. A page may hold
        fewer than `limit` where many rows in between sealed nothing.

        slug: Slug or id of the machine
        before: Only rows before this one
        limit: How many on a page (100 unless given)
        """
        return self.answer(StateTallyEnvelopesResult, OPERATIONS["state_tally_envelopes"],
            {"slug": slug, "before": before, "limit": limit}, call)

    def iter_state_tally_envelopes(
        self, slug: str, *, before: int = UNSET, limit: int = UNSET, call: Optional[Call] = None
    ) -> Iterator[StateTallyEnvelopesEnvelopesItem]:
        """Receipts of what was sealed for a machine, and which key asked for each, one by one over all pages."""
        return self.each("envelopes", OPERATIONS["state_tally_envelopes"],
            {"slug": slug, "before": before, "limit": limit}, call)

    def state_tally_summary(
        self, slug: str, *, call: Optional[Call] = None
    ) -> StateTallySummaryResult:
        """How much was sealed for a machine, and by which keys.

        Counted from its rows while it is read.

        slug: Slug or id of the machine
        """
        return self.answer(StateTallySummaryResult, OPERATIONS["state_tally_summary"],
            {"slug": slug}, call)

    def state_tally_verify(
        self, slug: str, *, receipt_ids: Sequence[str] = UNSET, call: Optional[Call] = None
    ) -> StateTallyVerifyResult:
        """Check receipts of a machine: each has a row, and its hashes and signature hold.

        Those that are named, or the newest 100.

        slug: Slug or id of the machine
        receipt_ids: Those to check; the newest, if absent
        """
        return self.answer(StateTallyVerifyResult, OPERATIONS["state_tally_verify"],
            {"slug": slug, "receipt_ids": receipt_ids}, call)

    def pohc_pulse(
        self, *, machine: str = UNSET, fromSeq: int = UNSET, toSeq: int = UNSET,
        rows: Sequence[Union[PohcPulseRowsItem, PohcPulseRowsItemRow]] = UNSET, call: Optional[Call] = None
    ) -> PohcPulseResult:
        """Check the time of rows: calcond from nanoseconds, never back, not behind a checkpoint.

        Of a machine, reactor or channel of this node that the caller may see, or of rows that are given.

        machine: Slug of a machine, or id of a machine, reactor or channel
        fromSeq: The first row; 0 if absent
        toSeq: The last row; the last of all if absent
        rows: Rows themselves, instead of a machine: in their order
        """
        return self.answer(PohcPulseResult, OPERATIONS["pohc_pulse"],
            {"machine": machine, "fromSeq": fromSeq, "toSeq": toSeq, "rows": rows}, call)

    def pohc_phase(
        self, *, machine: str = UNSET, fromSeq: int = UNSET, toSeq: int = UNSET,
        rows: Sequence[Union[PohcPulseRowsItem, PohcPulseRowsItemRow]] = UNSET, call: Optional[Call] = None
    ) -> PohcPhaseResult:
        """Check that phase and R_t of what was sealed agree with the time of its row.

        Of a machine, reactor or channel of this node that the caller may see, or of rows that are given.

        machine: Slug of a machine, or id of a machine, reactor or channel
        fromSeq: The first row; 0 if absent
        toSeq: The last row; the last of all if absent
        rows: Rows themselves, instead of a machine: in their order
        """
        return self.answer(PohcPhaseResult, OPERATIONS["pohc_phase"],
            {"machine": machine, "fromSeq": fromSeq, "toSeq": toSeq, "rows": rows}, call)

    def pohc_linkage(
        self, *, machine: str = UNSET, fromSeq: int = UNSET, toSeq: int = UNSET,
        rows: Sequence[Union[PohcPulseRowsItem, PohcPulseRowsItemRow]] = UNSET, call: Optional[Call] = None
    ) -> PohcLinkageResult:
        """Check hashes: each row's link, payloads that are kept, the tree and its checkpoints.

        Of a machine, reactor or channel of this node that the caller may see, or of rows that are given.

        machine: Slug of a machine, or id of a machine, reactor or channel
        fromSeq: The first row; 0 if absent
        toSeq: The last row; the last of all if absent
        rows: Rows themselves, instead of a machine: in their order
        """
        return self.answer(PohcLinkageResult, OPERATIONS["pohc_linkage"],
            {"machine": machine, "fromSeq": fromSeq, "toSeq": toSeq, "rows": rows}, call)

    def pohc_coverage(
        self, *, machine: str = UNSET, fromSeq: int = UNSET, toSeq: int = UNSET,
        rows: Sequence[Union[PohcPulseRowsItem, PohcPulseRowsItemRow]] = UNSET, call: Optional[Call] = None
    ) -> PohcCoverageResult:
        """Check the operators of what was sealed: KO42 first, at most four, all of the registry.

        Of a machine, reactor or channel of this node that the caller may see, or of rows that are given.

        machine: Slug of a machine, or id of a machine, reactor or channel
        fromSeq: The first row; 0 if absent
        toSeq: The last row; the last of all if absent
        rows: Rows themselves, instead of a machine: in their order
        """
        return self.answer(PohcCoverageResult, OPERATIONS["pohc_coverage"],
            {"machine": machine, "fromSeq": fromSeq, "toSeq": toSeq, "rows": rows}, call)

    def pohc_energy(
        self, *, machine: str = UNSET, fromSeq: int = UNSET, toSeq: int = UNSET,
        rows: Sequence[Union[PohcPulseRowsItem, PohcPulseRowsItemRow]] = UNSET, call: Optional[Call] = None
    ) -> PohcEnergyResult:
        """Check credits against the price rule, and recorded drift of conserved quantities.

        Of a machine, reactor or channel of this node that the caller may see, or of rows that are given.

        machine: Slug of a machine, or id of a machine, reactor or channel
        fromSeq: The first row; 0 if absent
        toSeq: The last row; the last of all if absent
        rows: Rows themselves, instead of a machine: in their order
        """
        return self.answer(PohcEnergyResult, OPERATIONS["pohc_energy"],
            {"machine": machine, "fromSeq": fromSeq, "toSeq": toSeq, "rows": rows}, call)

    def mesh_checkpoint(
        self, author: str, *, call: Optional[Call] = None
    ) -> bytes:
        """Signed checkpoint of a spine (C2SP tlog-checkpoint text).

        This node's own, or the newest one that another author signed over events that are held here. The
        header x-disputed-from names the first event of an author of whom two histories are proven.

        author: Ed25519 key of the spine's author, hex
        """
        return self.octets(OPERATIONS["mesh_checkpoint"],
            {"author": author}, call)

    def mesh_tile(
        self, author: str, tile: str, *, call: Optional[Call] = None
    ) -> bytes:
        """Tile of a spine's tree (C2SP tlog-tiles).

        `tile` is `<L>/<N>` or `<L>/<N>.p/<W>` with the index written as in x001/x234/067.

        author: Ed25519 key of the spine's author, hex
        tile: Path of the tile, below tile/
        """
        return self.octets(OPERATIONS["mesh_tile"],
            {"author": author, "tile": tile}, call)

    def mesh_consistency(
        self, author: str, from_: int, to: int, *, call: Optional[Call] = None
    ) -> MeshConsistencyResult:
        """RFC 6962 consistency proof between two sizes of a spine.

        author: Ed25519 key of the spine's author, hex
        from_: Earlier tree size
        to: Later tree size
        """
        return self.answer(MeshConsistencyResult, OPERATIONS["mesh_consistency"],
            {"author": author, "from": from_, "to": to}, call)

    def mesh_status(
        self, *, call: Optional[Call] = None
    ) -> MeshStatusResult:
        """Peers, gossip, the own spine and the heads of others."""
        return self.answer(MeshStatusResult, OPERATIONS["mesh_status"],
            {}, call)

    def dns_register(
        self, kind: Literal["name.claim", "name.update", "name.revoke", "name.commit"],
        body: Dict[str, Any], *, call: Optional[Call] = None
    ) -> DnsRegisterResult:
        """Claim, update or revoke a name, or commit to a claim, with the owner's signature.

        The body is signed with the owner's Ed25519 key over `calc-name-sig/1`, a zero byte and the
        canonical JSON of {body without sig, kind, net}. A claim shows work of 26, 24, 21 or 18 leading zero
        bits for names of 4, 5, 6 or more characters. The same statement again changes nothing. A commitment
        is signed by nobody, so it needs a key of this node.

        kind: What is said
        body: The signed body
        """
        return self.answer(DnsRegisterResult, OPERATIONS["dns_register"],
            {"kind": kind, "body": body}, call)

    def dns_resolve(
        self, name: str, *, call: Optional[Call] = None
    ) -> DnsResolveResult:
        """Resolve a name or an address: record, key, witnesses and proof.

        name: A name, or an address of 16 hex digits
        """
        return self.answer(DnsResolveResult, OPERATIONS["dns_resolve"],
            {"name": name}, call)

    def dns_resolve_name(
        self, name: str, *, call: Optional[Call] = None
    ) -> DnsResolveNameResult:
        """Resolve a name or an address by its path.

        name: A name, or an address of 16 hex digits
        """
        return self.answer(DnsResolveNameResult, OPERATIONS["dns_resolve_name"],
            {"name": name}, call)

    def dns_lookup(
        self, *, publicKey: str = UNSET, cid: str = UNSET, machine: str = UNSET, prefix: str = UNSET,
        after: str = UNSET, limit: int = UNSET, call: Optional[Call] = None
    ) -> DnsLookupResult:
        """Find names by owner, account, machine or first letters.

        At least one of publicKey, cid, machine and prefix; several narrow the search.

        publicKey: The owner's Ed25519 key, hex
        cid: Identity digest of an account here
        machine: Machine that the record names
        prefix: First letters
        after: `next` of the page before
        limit: Names on a page (20 unless given)
        """
        return self.answer(DnsLookupResult, OPERATIONS["dns_lookup"],
            {"publicKey": publicKey, "cid": cid, "machine": machine, "prefix": prefix, "after": after,
            "limit": limit}, call)

    def iter_dns_lookup(
        self, *, publicKey: str = UNSET, cid: str = UNSET, machine: str = UNSET, prefix: str = UNSET,
        after: str = UNSET, limit: int = UNSET, call: Optional[Call] = None
    ) -> Iterator[DnsLookupNamesItem]:
        """Find names by owner, account, machine or first letters, one by one over all pages."""
        return self.each("names", OPERATIONS["dns_lookup"],
            {"publicKey": publicKey, "cid": cid, "machine": machine, "prefix": prefix, "after": after,
            "limit": limit}, call)

    def dns_status(
        self, *, call: Optional[Call] = None
    ) -> DnsStatusResult:
        """This node's address, the names it knows, and the hash of their state."""
        return self.answer(DnsStatusResult, OPERATIONS["dns_status"],
            {}, call)

    def solvers(
        self, *, solver: str = UNSET, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> SolversResult:
        """The solvers, their inputs, limits and examples.

        solver: Only this one, by its id, as in multibody
        limit: How many on a page (100 unless given)
        offset: How many to leave out at the front (0 unless given)
        """
        return self.answer(SolversResult, OPERATIONS["solvers"],
            {"solver": solver, "limit": limit, "offset": offset}, call)

    def iter_solvers(
        self, *, solver: str = UNSET, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> Iterator[SolversSolversItem]:
        """The solvers, their inputs, limits and examples, one by one over all pages."""
        return self.each("solvers", OPERATIONS["solvers"],
            {"solver": solver, "limit": limit, "offset": offset}, call)

    def field_numbers(
        self, sha256: str, *, call: Optional[Call] = None
    ) -> bytes:
        """All samples of a sealed field.

        Big-endian float64 numbers, row-major, or a table. They are computed again, bit for bit, so nothing
        has to be kept; for a day after the seal.

        sha256: 32 bytes in lower-case hex
        """
        return self.octets(OPERATIONS["field_numbers"],
            {"sha256": sha256}, call)

    def acoustic(
        self, *, length: float = UNSET, area: Union[float, Sequence[float], str] = UNSET, c: float = UNSET,
        ends: Union[Literal["open-open", "open-closed", "closed-open", "closed-closed"], Sequence[Any]] =
            UNSET,
        endCorrection: Union[float, Sequence[Any]] = UNSET, A: float = UNSET, V: float = UNSET,
        L_eff: float = UNSET, neck: Literal["plug", "duct"] = UNSET, modes: int = UNSET, cells: int = UNSET,
        visibility: Literal["private", "record", "shared"] = UNSET, domain: str = UNSET,
        fields: Literal["none", "sample", "full"] = UNSET, unit: str = UNSET, field: int = UNSET,
        deadlineMs: int = UNSET, call: Optional[Call] = None
    ) -> AcousticResult:
        """Resonances of a duct, horn or vessel.

        Modes of the Webster horn equation for any cross-section, each end open or closed, by Sturm
        bisection. The value is the f_1 (Hz); give {length, c, ends} or {area, c, ends} or {A, V, L_eff, c}.
        It passes its precision gate or is refused; nothing refused is sealed.

        length: Length of the duct [m]
        area: Cross-section along the duct, x from 0 to length; constant if left out: a number, row-major
            samples, or an expression over x [m^2]
        c: Speed of sound [m/s]
        ends: At x = 0 and at x = length: open (no pressure) or closed (no flow)
        endCorrection: Length added at each open end, m; none unless stated [m]
        A: Area of the neck of a vessel [m^2]
        V: Volume of the vessel [m^3]
        L_eff: Effective length of the neck, its end corrections included [m]
        neck: plug: the air of the neck moves as one; duct: it is compressible as well
        modes: Modes listed [1]
        cells: Cells of the duct; left open, they are doubled until the error is within the gate [1]
        visibility: private: only the receipt's hash leaves the node; record: its digests are listed;
            shared: anyone may fetch it and re-execute it
        domain: Physics domain label
        fields: Samples in the answer: none, up to 4,096 points a field, or up to 65,536; the digest is of
            all of them ("sample" unless given)
        unit: A unit, as in km/h
        field: Which field a table, a picture or bare numbers show (0 unless given)
        deadlineMs: The job ends without a value when it takes longer (60000 unless given)
        """
        return self.answer(AcousticResult, OPERATIONS["acoustic"],
            {"length": length, "area": area, "c": c, "ends": ends, "endCorrection": endCorrection, "A": A,
            "V": V, "L_eff": L_eff, "neck": neck, "modes": modes, "cells": cells, "visibility": visibility,
            "domain": domain, "fields": fields, "unit": unit, "field": field, "deadlineMs": deadlineMs}, call)

    def action(
        self, *, system: Literal["harmonic", "pendulum", "kepler", "henon-heiles", "potential"] = UNSET,
        potential: str = UNSET, initial: ActionInitial = UNSET, m: float = UNSET, k: float = UNSET,
        l: float = UNSET, g: float = UNSET, mu: float = UNSET, dt: float = UNSET, steps: int = UNSET,
        t_end: float = UNSET, order: Union[Literal[4], Literal[6], Literal[8]] = UNSET,
        quantity: Literal["action", "energy_error"] = UNSET, initialState: Dict[str, Any] = UNSET,
        visibility: Literal["private", "record", "shared"] = UNSET, domain: str = UNSET,
        fields: Literal["none", "sample", "full"] = UNSET, unit: str = UNSET, field: int = UNSET,
        deadlineMs: int = UNSET, call: Optional[Call] = None
    ) -> ActionResult:
        """Action of an orbit, by symplectic integration.

        Action J, the integral of p dq once round a closed orbit, by symplectic compositions of order 4, 6
        or 8 at a fixed dt, with the energy errors of the composition and of RK4 beside. A run continues bit
        for bit where dt is given and t_end is whole steps. The value is the action over one period (J s);
        give {system, initial, dt, t_end} or {system, initial, steps, t_end} or {system, initialState, dt,
        t_end}. It passes its precision gate or is refused; nothing refused is sealed.

        system: p^2/2m + k q^2/2; p^2/(2 m l^2) + m g l (1 - cos q); p^2/2m - m mu/|q|; (p^2 + q^2)/2 + q1^2
            q2 - q2^3/3 in units of its own; or p^2/2m + V of `potential`
        potential: V in J, of system potential: an expression over q1, q2, q3
        initial: Where the orbit starts
        m: Mass [kg]
        k: Stiffness of the harmonic oscillator [N/m]
        l: Length of the pendulum [m]
        g: Gravity at the pendulum [m/s^2]
        mu: G M of the centre of a Kepler orbit [m^3/s^2]
        dt: Step, fixed [s]
        steps: Steps of the run, in place of dt [1]
        t_end: Length of the run: at least one period [s]
        order: Order of the composition; 4 unless given [1]
        quantity: What the value is: the action, or the largest relative error of the energy
        initialState: The `state` of an earlier answer: the run goes on from there
        visibility: private: only the receipt's hash leaves the node; record: its digests are listed;
            shared: anyone may fetch it and re-execute it
        domain: Physics domain label
        fields: Samples in the answer: none, up to 4,096 points a field, or up to 65,536; the digest is of
            all of them ("sample" unless given)
        unit: A unit, as in km/h
        field: Which field a table, a picture or bare numbers show (0 unless given)
        deadlineMs: The job ends without a value when it takes longer (60000 unless given)
        """
        return self.answer(ActionResult, OPERATIONS["action"],
            {"system": system, "potential": potential, "initial": initial, "m": m, "k": k, "l": l, "g": g,
            "mu": mu, "dt": dt, "steps": steps, "t_end": t_end, "order": order, "quantity": quantity,
            "initialState": initialState, "visibility": visibility, "domain": domain, "fields": fields,
            "unit": unit, "field": field, "deadlineMs": deadlineMs}, call)

    def buckling(
        self, *, E: float = UNSET, I: Union[float, Sequence[float], str] = UNSET,
        EI: Union[float, Sequence[float], str] = UNSET, length: float = UNSET,
        ends: Union[Literal["pinned-pinned", "fixed-fixed", "fixed-free", "fixed-pinned", "free-fixed",
            "pinned-fixed", "fixed-guided", "guided-fixed", "pinned-guided", "guided-pinned", "free-free",
            "pinned-free", "free-pinned"], Sequence[Any]] = UNSET,
        loading: Literal["end", "self-weight"] = UNSET, selfWeight: float = UNSET,
        springs: BucklingSprings = UNSET, foundation: float = UNSET, modes: int = UNSET,
        elements: int = UNSET, visibility: Literal["private", "record", "shared"] = UNSET,
        domain: str = UNSET, fields: Literal["none", "sample", "full"] = UNSET, unit: str = UNSET,
        field: int = UNSET, deadlineMs: int = UNSET, call: Optional[Call] = None
    ) -> BucklingResult:
        """Buckling of a column.

        Critical axial load and mode shape of a column of any stiffness by Hermite beams and a generalised
        eigenproblem. The value is the P_cr (N); give {E, I, length, ends} or {EI, length, ends}. It passes
        its precision gate or is refused; nothing refused is sealed.

        E: Young's modulus [Pa]
        I: Second moment of area along the column: a number, row-major samples, or an expression over x
            [m^4]
        EI: Bending stiffness along the column, in place of E and I: a number, row-major samples, or an
            expression over x [N m^2]
        length: Length of the column [m]
        ends: At x = 0 (the foot) and at x = length (the top, where the load acts)
        loading: end: a load on the top; self-weight: the load is spread along the column, its sum is the
            value
        selfWeight: Weight per length that acts beside the load on the top [N/m]
        springs: Springs at the foot and the top, beside what the ends prescribe
        foundation: Stiffness of an elastic foundation per length [N/m^2]
        modes: Loads listed [1]
        elements: Elements; left open, they are doubled until the error is within the gate [1]
        visibility: private: only the receipt's hash leaves the node; record: its digests are listed;
            shared: anyone may fetch it and re-execute it
        domain: Physics domain label
        fields: Samples in the answer: none, up to 4,096 points a field, or up to 65,536; the digest is of
            all of them ("sample" unless given)
        unit: A unit, as in km/h
        field: Which field a table, a picture or bare numbers show (0 unless given)
        deadlineMs: The job ends without a value when it takes longer (60000 unless given)
        """
        return self.answer(BucklingResult, OPERATIONS["buckling"],
            {"E": E, "I": I, "EI": EI, "length": length, "ends": ends, "loading": loading,
            "selfWeight": selfWeight, "springs": springs, "foundation": foundation, "modes": modes,
            "elements": elements, "visibility": visibility, "domain": domain, "fields": fields,
            "unit": unit, "field": field, "deadlineMs": deadlineMs}, call)

    def chaos(
        self, *, sigma: float = UNSET, rho: float = UNSET, beta: float = UNSET,
        initial: Sequence[float] = UNSET, t_end: float = UNSET,
        quantity: Literal["lambda1", "contraction", "state"] = UNSET,
        component: Literal["x", "y", "z"] = UNSET, dt: float = UNSET, transient: float = UNSET,
        initialState: Dict[str, Any] = UNSET, visibility: Literal["private", "record", "shared"] = UNSET,
        domain: str = UNSET, fields: Literal["none", "sample", "full"] = UNSET, unit: str = UNSET,
        field: int = UNSET, deadlineMs: int = UNSET, call: Optional[Call] = None
    ) -> ChaosResult:
        """Lorenz system: exponents, contraction, states.

        Largest Lyapunov exponent of the Lorenz system with its spectrum, the measured contraction of
        volume, or the state at a time in double-double Taylor series, refused past the horizon where two of
        them part. The exponent of a stated t_end continues bit for bit where dt is given and t_end is whole
        steps. The value is the largest Lyapunov exponent (1); give {sigma, rho, beta, initial} or {sigma,
        rho, beta, initialState, t_end}. It passes its precision gate or is refused; nothing refused is
        sealed.

        sigma: Prandtl number [1]
        rho: Relative Rayleigh number [1]
        beta: Geometric factor [1]
        initial: x, y, z at the start [1]
        t_end: Length of the run: the exponent is then that of this finite time [1]
        quantity: What the value is: the exponent, the rate of log volume, or a component at t_end
        component: Which one `state` is; x unless given
        dt: Step, fixed [1]
        transient: Time before an average begins; 100 for an open run, none at a stated t_end [1]
        initialState: The `state` of an earlier answer: the run goes on from there
        visibility: private: only the receipt's hash leaves the node; record: its digests are listed;
            shared: anyone may fetch it and re-execute it
        domain: Physics domain label
        fields: Samples in the answer: none, up to 4,096 points a field, or up to 65,536; the digest is of
            all of them ("sample" unless given)
        unit: A unit, as in km/h
        field: Which field a table, a picture or bare numbers show (0 unless given)
        deadlineMs: The job ends without a value when it takes longer (60000 unless given)
        """
        return self.answer(ChaosResult, OPERATIONS["chaos"],
            {"sigma": sigma, "rho": rho, "beta": beta, "initial": initial, "t_end": t_end,
            "quantity": quantity, "component": component, "dt": dt, "transient": transient,
            "initialState": initialState, "visibility": visibility, "domain": domain, "fields": fields,
            "unit": unit, "field": field, "deadlineMs": deadlineMs}, call)

    def climate(
        self, *, H: float = UNSET, f: float = UNSET, beta: float = UNSET, g: float = UNSET,
        omega: float = UNSET, radius: float = UNSET, tilt: float = UNSET,
        extent: Union[float, Sequence[Any]] = UNSET,
        initial: Union[Union[float, Sequence[float], str], ClimateInitial2] = UNSET,
        bed: Union[float, Sequence[float], str] = UNSET, h_left: float = UNSET, h_right: float = UNSET,
        t_end: float = UNSET, mode: Literal["basin", "dam", "sphere"] = UNSET,
        probe: Union[float, Sequence[float]] = UNSET, nx: int = UNSET, ny: int = UNSET, dt: float = UNSET,
        initialState: Dict[str, Any] = UNSET, visibility: Literal["private", "record", "shared"] = UNSET,
        domain: str = UNSET, fields: Literal["none", "sample", "full"] = UNSET, unit: str = UNSET,
        field: int = UNSET, deadlineMs: int = UNSET, call: Optional[Call] = None
    ) -> ClimateResult:
        """Shallow water: basins and spheres that turn, and dam breaks.

        Shallow-water equations: a closed basin on an f- or beta-plane by an energy-conserving C-grid, or a
        dam break over a bed by a well-balanced second-order Riemann scheme, or a whole turning sphere by
        spherical harmonics (mode: sphere; x and y are longitude and latitude in rad). For a continuation
        give nx, ny and dt, and pass `state` as initialState. The value is the eta (m); give {H, f, g,
        extent, initial, t_end} or {h_left, h_right, g, t_end} or {H, f, g, extent, initialState, t_end} or
        {H, omega, radius, g, initial, t_end} or {H, omega, radius, g, initialState, t_end}. It passes its
        precision gate or is refused; nothing refused is sealed.

        H: Depth at rest over a bed of zero [m]
        f: Coriolis parameter in the middle of the basin [1/s]
        beta: Change of the Coriolis parameter along y; 0 for an f-plane [1/(m s)]
        g: Gravity [m/s^2]
        omega: Rate at which the sphere turns [rad/s]
        radius: Radius of the sphere [m]
        tilt: Angle between the axis of rotation and the poles of the sphere; 0 unless given [rad]
        extent: Side of the basin, or [lx, ly] [m]
        initial: Elevation over the level at rest, from rest; or {eta, u, v}
        bed: Height of the bed; flat at zero unless given: a number, row-major samples, or an expression
            over x, y [m]
        h_left: Surface left of the dam at x = 0 [m]
        h_right: Surface right of the dam; 0 for a dry bed [m]
        t_end: Time that is computed [s]
        mode: basin, a dam that breaks at once, or a whole sphere
        probe: Where: [x, y] in a basin (the centre unless given), x at a dam (the dam unless given),
            [longitude, latitude] in rad on a sphere [m]
        nx: Cells along x; fixes the mesh [1]
        ny: Cells along y [1]
        dt: Time step; fixes the steps [s]
        initialState: The `state` of an earlier answer: the run goes on from there
        visibility: private: only the receipt's hash leaves the node; record: its digests are listed;
            shared: anyone may fetch it and re-execute it
        domain: Physics domain label
        fields: Samples in the answer: none, up to 4,096 points a field, or up to 65,536; the digest is of
            all of them ("sample" unless given)
        unit: A unit, as in km/h
        field: Which field a table, a picture or bare numbers show (0 unless given)
        deadlineMs: The job ends without a value when it takes longer (60000 unless given)
        """
        return self.answer(ClimateResult, OPERATIONS["climate"],
            {"H": H, "f": f, "beta": beta, "g": g, "omega": omega, "radius": radius, "tilt": tilt,
            "extent": extent, "initial": initial, "bed": bed, "h_left": h_left, "h_right": h_right,
            "t_end": t_end, "mode": mode, "probe": probe, "nx": nx, "ny": ny, "dt": dt,
            "initialState": initialState, "visibility": visibility, "domain": domain, "fields": fields,
            "unit": unit, "field": field, "deadlineMs": deadlineMs}, call)

    def device(
        self, *, Na: float = UNSET, Nd: float = UNSET, n_i: float = UNSET, T: float = UNSET,
        eps_r: float = UNSET, bias: float = UNSET, mu_n: float = UNSET, mu_p: float = UNSET,
        length: float = UNSET, order: Literal["pn", "np"] = UNSET, lx: float = UNSET, ly: float = UNSET,
        rho: Union[float, Sequence[float], str] = UNSET,
        boundary: Union[Union[float, str], DeviceBoundary2] = UNSET,
        dim: Union[Literal[1], Literal[2]] = UNSET, probe: Sequence[float] = UNSET, nx: int = UNSET,
        ny: int = UNSET, visibility: Literal["private", "record", "shared"] = UNSET, domain: str = UNSET,
        fields: Literal["none", "sample", "full"] = UNSET, unit: str = UNSET, field: int = UNSET,
        deadlineMs: int = UNSET, call: Optional[Call] = None
    ) -> DeviceResult:
        """Electrostatics, and the p-n junction.

        Potential of a charge density in a rectangle (Poisson's equation, solved directly), or the p-n
        junction (dim: 1 or any doping): Poisson-Boltzmann by damped Newton steps, with Scharfetter-Gummel
        currents under bias. The value is the V_bi (V); give {Na, Nd, n_i, T, eps_r} or {eps_r, rho,
        boundary}. It passes its precision gate or is refused; nothing refused is sealed.

        Na: Acceptors of the p side [1/m^3]
        Nd: Donors of the n side [1/m^3]
        n_i: Intrinsic carrier density at T [1/m^3]
        T: Temperature [K]
        eps_r: Relative permittivity [1]
        bias: Voltage of the p contact over the n contact; 0 unless given [V]
        mu_n: Mobility of electrons, for the current under bias [m^2/(V s)]
        mu_p: Mobility of holes, for the current under bias [m^2/(V s)]
        length: Distance of the contacts, the junction in the middle; far beyond the depleted zone unless
            given [m]
        order: Which side comes first along x; pn unless given
        lx: Width of the rectangle [m]
        ly: Height of the rectangle [m]
        rho: Charge density: a number, row-major samples, or an expression over x, y [C/m^3]
        boundary: Potential in V of all sides, or {left, right, bottom, top}; numbers or expressions over x
            and y; "insulated" for no field across a side
        dim: 1 for the junction, 2 for the rectangle
        probe: [x, y] where the potential is asked; the centre unless given [m]
        nx: Cells along x (of one side of a junction); clamped to what is admitted [1]
        ny: Cells along y; clamped to what is admitted [1]
        visibility: private: only the receipt's hash leaves the node; record: its digests are listed;
            shared: anyone may fetch it and re-execute it
        domain: Physics domain label
        fields: Samples in the answer: none, up to 4,096 points a field, or up to 65,536; the digest is of
            all of them ("sample" unless given)
        unit: A unit, as in km/h
        field: Which field a table, a picture or bare numbers show (0 unless given)
        deadlineMs: The job ends without a value when it takes longer (60000 unless given)
        """
        return self.answer(DeviceResult, OPERATIONS["device"],
            {"Na": Na, "Nd": Nd, "n_i": n_i, "T": T, "eps_r": eps_r, "bias": bias, "mu_n": mu_n,
            "mu_p": mu_p, "length": length, "order": order, "lx": lx, "ly": ly, "rho": rho,
            "boundary": boundary, "dim": dim, "probe": probe, "nx": nx, "ny": ny, "visibility": visibility,
            "domain": domain, "fields": fields, "unit": unit, "field": field, "deadlineMs": deadlineMs}, call)

    def dock(
        self, *, receptor: str = UNSET, ligand: str = UNSET,
        mode: Literal["score", "minimise", "dock"] = UNSET, box: DockBox = UNSET,
        exhaustiveness: int = UNSET, steps: int = UNSET, seed: int = UNSET,
        visibility: Literal["private", "record", "shared"] = UNSET, domain: str = UNSET,
        fields: Literal["none", "sample", "full"] = UNSET, unit: str = UNSET, field: int = UNSET,
        deadlineMs: int = UNSET, call: Optional[Call] = None
    ) -> DockResult:
        """Docking of a ligand into a rigid receptor.

        Vina's scoring function, exact and without a grid: the score of a pose, its local minimum over
        position, orientation and torsions, or a seeded search of a box for the best poses, which feels a
        softened mesh of it and ends on the function itself. The value is the score (kcal/mol); give
        {receptor, ligand}. It passes its precision gate or is refused; nothing refused is sealed.

        receptor: Rigid receptor as PDBQT text
        ligand: Ligand as PDBQT text with its ROOT and BRANCH records
        mode: score the pose given, minimise from it, or dock: search the box; score unless given
        box: Where dock searches: centre and edges in angstrom, as the coordinates are
        exhaustiveness: Independent runs of the search [1]
        steps: Monte Carlo steps of a run, each ended by a minimisation [1]
        seed: Seed of the named generator; 0 unless given [1]
        visibility: private: only the receipt's hash leaves the node; record: its digests are listed;
            shared: anyone may fetch it and re-execute it
        domain: Physics domain label
        fields: Samples in the answer: none, up to 4,096 points a field, or up to 65,536; the digest is of
            all of them ("sample" unless given)
        unit: A unit, as in km/h
        field: Which field a table, a picture or bare numbers show (0 unless given)
        deadlineMs: The job ends without a value when it takes longer (60000 unless given)
        """
        return self.answer(DockResult, OPERATIONS["dock"],
            {"receptor": receptor, "ligand": ligand, "mode": mode, "box": box,
            "exhaustiveness": exhaustiveness, "steps": steps, "seed": seed, "visibility": visibility,
            "domain": domain, "fields": fields, "unit": unit, "field": field, "deadlineMs": deadlineMs}, call)

    def epi(
        self, *, R0: float = UNSET, beta: float = UNSET, gamma: float = UNSET, sigma: float = UNSET,
        N: float = UNSET, I0: Union[float, Sequence[float]] = UNSET, E0: float = UNSET,
        vaccinated: float = UNSET, vaccination_rate: float = UNSET,
        contacts: Sequence[Sequence[float]] = UNSET, groups: Sequence[float] = UNSET, t_end: float = UNSET,
        quantity: Literal["final_size", "peak", "state", "extinction"] = UNSET,
        compartment: Literal["S", "E", "I", "R"] = UNSET,
        mode: Literal["sir", "seir", "stochastic"] = UNSET, dt: float = UNSET, paths: int = UNSET,
        seed: int = UNSET, initialState: Dict[str, Any] = UNSET,
        visibility: Literal["private", "record", "shared"] = UNSET, domain: str = UNSET,
        fields: Literal["none", "sample", "full"] = UNSET, unit: str = UNSET, field: int = UNSET,
        deadlineMs: int = UNSET, call: Optional[Call] = None
    ) -> EpiResult:
        """Epidemics (SIR, SEIR, and the exact stochastic SIR).

        Final size, peak or state of an epidemic by integration of SIR or SEIR, with groups, contacts and
        vaccination, or the exact final-size distribution of the stochastic epidemic. A run continues bit
        for bit where quantity is state, dt is given and t_end is whole steps. The value is the final size
        (1); give {R0} or {beta, gamma}. It passes its precision gate or is refused; nothing refused is
        sealed.

        R0: Basic reproduction number [1]
        beta: Infections per infective and time, all susceptible [1/s]
        gamma: Recoveries per infective and time [1/s]
        sigma: Exposed that become infective per time: makes it SEIR [1/s]
        N: Persons; without it everything is per head [1]
        I0: Infective at the start: persons where N or groups are given, else a fraction; one for all groups
            (shared by size) or one each [1]
        E0: Exposed at the start, as I0 [1]
        vaccinated: Immune fraction at the start [1]
        vaccination_rate: Susceptibles immunised per susceptible and time [1/s]
        contacts: Contact matrix: row g, column h multiplies beta for infections in g by those of h [1]
        groups: Persons of each group [1]
        t_end: Length of the run, for the state [s]
        quantity: What the value is: the fraction ever infected; the most infective at once; those of a
            compartment at t_end; the probability that a stochastic epidemic stays minor
        compartment: Whose number `state` is; I unless given
        mode: sir unless sigma is given
        dt: Step of the state, fixed [s]
        paths: Sample paths of the stochastic epidemic shown as profiles; 1 unless given [1]
        seed: Seed of the named generator; 0 unless given [1]
        initialState: The `state` of an earlier answer: the run goes on from there
        visibility: private: only the receipt's hash leaves the node; record: its digests are listed;
            shared: anyone may fetch it and re-execute it
        domain: Physics domain label
        fields: Samples in the answer: none, up to 4,096 points a field, or up to 65,536; the digest is of
            all of them ("sample" unless given)
        unit: A unit, as in km/h
        field: Which field a table, a picture or bare numbers show (0 unless given)
        deadlineMs: The job ends without a value when it takes longer (60000 unless given)
        """
        return self.answer(EpiResult, OPERATIONS["epi"],
            {"R0": R0, "beta": beta, "gamma": gamma, "sigma": sigma, "N": N, "I0": I0, "E0": E0,
            "vaccinated": vaccinated, "vaccination_rate": vaccination_rate, "contacts": contacts,
            "groups": groups, "t_end": t_end, "quantity": quantity, "compartment": compartment,
            "mode": mode, "dt": dt, "paths": paths, "seed": seed, "initialState": initialState,
            "visibility": visibility, "domain": domain, "fields": fields, "unit": unit, "field": field,
            "deadlineMs": deadlineMs}, call)

    def estimator(
        self, *, A: Union[float, Sequence[Sequence[float]]] = UNSET,
        C: Union[float, Sequence[Sequence[float]]] = UNSET,
        Q: Union[float, Sequence[Sequence[float]]] = UNSET,
        R: Union[float, Sequence[Sequence[float]]] = UNSET, which: Literal["prior", "posterior"] = UNSET,
        data: Sequence[Union[float, Sequence[float]]] = UNSET, x0: Union[float, Sequence[float]] = UNSET,
        P0: Union[float, Sequence[Sequence[float]]] = UNSET, initialState: Dict[str, Any] = UNSET,
        visibility: Literal["private", "record", "shared"] = UNSET, domain: str = UNSET,
        fields: Literal["none", "sample", "full"] = UNSET, unit: str = UNSET, field: int = UNSET,
        deadlineMs: int = UNSET, call: Optional[Call] = None
    ) -> EstimatorResult:
        """Steady state of a Kalman filter.

        Error covariance and gain of the optimal linear estimator by structured doubling of the Riccati
        equation, and the filter itself run over data. The value is the trace_P (1); give {A, C, Q, R}. It
        passes its precision gate or is refused; nothing refused is sealed.

        A: Transition of the state, n x n: rows of numbers, or one number for a scalar
        C: Measurement of the state, m x n: rows of numbers, or one number for a scalar
        Q: Covariance of the process noise, n x n, positive semi-definite: rows of numbers, or one number
            for a scalar
        R: Covariance of the measurement noise, m x m, positive definite: rows of numbers, or one number for
            a scalar
        which: Covariance before or after the measurement of its step
        data: Measurements in order; the filter runs over them
        x0: Estimate before the first measurement
        P0: Covariance of that estimate: rows of numbers, or one number for a scalar
        initialState: The `state` of an earlier answer: the run goes on from there
        visibility: private: only the receipt's hash leaves the node; record: its digests are listed;
            shared: anyone may fetch it and re-execute it
        domain: Physics domain label
        fields: Samples in the answer: none, up to 4,096 points a field, or up to 65,536; the digest is of
            all of them ("sample" unless given)
        unit: A unit, as in km/h
        field: Which field a table, a picture or bare numbers show (0 unless given)
        deadlineMs: The job ends without a value when it takes longer (60000 unless given)
        """
        return self.answer(EstimatorResult, OPERATIONS["estimator"],
            {"A": A, "C": C, "Q": Q, "R": R, "which": which, "data": data, "x0": x0, "P0": P0,
            "initialState": initialState, "visibility": visibility, "domain": domain, "fields": fields,
            "unit": unit, "field": field, "deadlineMs": deadlineMs}, call)

    def evolve(
        self, *, n: int = UNSET, rho: float = UNSET, T0: float = UNSET,
        positions: Sequence[Sequence[float]] = UNSET, velocities: Sequence[Sequence[float]] = UNSET,
        box: Union[float, Sequence[float]] = UNSET, dt: float = UNSET, t_end: float = UNSET,
        steps: int = UNSET, potential: Literal["lj"] = UNSET,
        cutoff: Literal["shifted-energy", "shifted-force", "truncated"] = UNSET, r_c: float = UNSET,
        tail: bool = UNSET, units: Literal["si", "lj"] = UNSET, epsilon: float = UNSET,
        sigma: float = UNSET, m: float = UNSET, seed: int = UNSET, initialState: Dict[str, Any] = UNSET,
        visibility: Literal["private", "record", "shared"] = UNSET, domain: str = UNSET,
        fields: Literal["none", "sample", "full"] = UNSET, unit: str = UNSET, field: int = UNSET,
        deadlineMs: int = UNSET, call: Optional[Call] = None
    ) -> EvolveResult:
        """Molecular dynamics of Lennard-Jones atoms.

        Velocity-Verlet dynamics at constant energy in a periodic box, from a seeded lattice or given
        positions, with virial, pressure and g(r); drift of the energy is held at every step. A run
        continues bit for bit where dt is given and t_end is whole steps. The value is the total energy per
        atom (J); give {n, rho, T0, dt, t_end} or {n, rho, T0, steps} or {positions, box, t_end} or
        {positions, box, steps} or {initialState, dt, t_end}. It passes its precision gate or is refused;
        nothing refused is sealed.

        n: Atoms, on a face-centred cubic lattice at the start [1]
        rho: Number density (per sigma^3 in units lj) [1/m^3]
        T0: Temperature of the first velocities (k_B T/epsilon in units lj) [K]
        positions: x, y, z of each atom: m, or sigma in units lj
        velocities: Velocity of each atom; drawn at T0 unless given
        box: Edges of the periodic box
        dt: Step, fixed [s]
        t_end: Length of the run [s]
        steps: Steps of dt in place of t_end; 0 evaluates the start [1]
        potential: 4 epsilon ((sigma/r)^12 - (sigma/r)^6)
        cutoff: What makes the potential end at r_c: plain truncation does not conserve energy
        r_c: Range of the potential; 2.5 sigma unless given [m]
        tail: Add the energy beyond r_c of a uniform fluid, for the truncated potential
        units: lj: everything in sigma, epsilon and the mass
        epsilon: Depth of the well, in units si [J]
        sigma: Distance of zero energy, in units si [m]
        m: Mass of an atom, in units si [kg]
        seed: Seed of the named generator; 0 unless given [1]
        initialState: The `state` of an earlier answer: the run goes on from there
        visibility: private: only the receipt's hash leaves the node; record: its digests are listed;
            shared: anyone may fetch it and re-execute it
        domain: Physics domain label
        fields: Samples in the answer: none, up to 4,096 points a field, or up to 65,536; the digest is of
            all of them ("sample" unless given)
        unit: A unit, as in km/h
        field: Which field a table, a picture or bare numbers show (0 unless given)
        deadlineMs: The job ends without a value when it takes longer (60000 unless given)
        """
        return self.answer(EvolveResult, OPERATIONS["evolve"],
            {"n": n, "rho": rho, "T0": T0, "positions": positions, "velocities": velocities, "box": box,
            "dt": dt, "t_end": t_end, "steps": steps, "potential": potential, "cutoff": cutoff, "r_c": r_c,
            "tail": tail, "units": units, "epsilon": epsilon, "sigma": sigma, "m": m, "seed": seed,
            "initialState": initialState, "visibility": visibility, "domain": domain, "fields": fields,
            "unit": unit, "field": field, "deadlineMs": deadlineMs}, call)

    def fea(
        self, *, L: float = UNSET, H: float = UNSET, P: float = UNSET, E: float = UNSET, nu: float = UNSET,
        thickness: float = UNSET, plane: Literal["stress", "strain"] = UNSET, geometry: FeaGeometry = UNSET,
        loads: Sequence[Union[FeaLoadsItem, FeaLoadsItem2, FeaLoadsItem3]] = UNSET,
        probe: Sequence[Any] = UNSET,
        quantity: Literal["deflection", "ux", "uy", "sxx", "syy", "sxy", "vonMises"] = UNSET,
        mesh: Sequence[Any] = UNSET, visibility: Literal["private", "record", "shared"] = UNSET,
        domain: str = UNSET, fields: Literal["none", "sample", "full"] = UNSET, unit: str = UNSET,
        field: int = UNSET, deadlineMs: int = UNSET, call: Optional[Call] = None
    ) -> FeaResult:
        """Plane elasticity by finite elements.

        Deflection and stress of a plane body with bilinear elements: matrix-free, multigrid conjugate
        gradients. The value is the deflection (m); give {L, H, E, nu, P} or {geometry, E, nu, loads}. It
        passes its precision gate or is refused; nothing refused is sealed.

        L: Length of a cantilever, clamped at its left end [m]
        H: Its height [m]
        P: Load on its right end, downwards, spread evenly over the end [N]
        E: Young's modulus [Pa]
        nu: Poisson's ratio [1]
        thickness: Thickness across the plane [m]
        plane: No stress, or no strain, across the plane
        geometry: A body that is the image of the unit square
        loads: Tractions, normal pulls and body forces
        probe: (s, t) at which the value is taken [1]
        quantity: What the value is at the probe
        mesh: Elements along s and t; left open, they are doubled until the error is within the gate [1]
        visibility: private: only the receipt's hash leaves the node; record: its digests are listed;
            shared: anyone may fetch it and re-execute it
        domain: Physics domain label
        fields: Samples in the answer: none, up to 4,096 points a field, or up to 65,536; the digest is of
            all of them ("sample" unless given)
        unit: A unit, as in km/h
        field: Which field a table, a picture or bare numbers show (0 unless given)
        deadlineMs: The job ends without a value when it takes longer (60000 unless given)
        """
        return self.answer(FeaResult, OPERATIONS["fea"],
            {"L": L, "H": H, "P": P, "E": E, "nu": nu, "thickness": thickness, "plane": plane,
            "geometry": geometry, "loads": loads, "probe": probe, "quantity": quantity, "mesh": mesh,
            "visibility": visibility, "domain": domain, "fields": fields, "unit": unit, "field": field,
            "deadlineMs": deadlineMs}, call)

    def flow(
        self, *, Re: float = UNSET, nu: float = UNSET, U: float = UNSET, L: float = UNSET,
        mode: Literal["cavity", "taylor-green", "channel"] = UNSET, t_end: float = UNSET, n: int = UNSET,
        dt: float = UNSET, initialState: Dict[str, Any] = UNSET,
        visibility: Literal["private", "record", "shared"] = UNSET, domain: str = UNSET,
        fields: Literal["none", "sample", "full"] = UNSET, unit: str = UNSET, field: int = UNSET,
        deadlineMs: int = UNSET, call: Optional[Call] = None
    ) -> FlowResult:
        """Incompressible flow in two dimensions.

        Lid-driven cavity (steady by Newton's iteration, or in time), decaying Taylor-Green vortices and
        channel flow; in time by third-order Runge-Kutta steps on a staggered grid with exact projection.
        For a continuation give n and dt. The value is the psi_min (m^2/s); give {Re} or {nu, U, L}. It
        passes its precision gate or is refused; nothing refused is sealed.

        Re: Reynolds number U L / nu [1]
        nu: Kinematic viscosity [m^2/s]
        U: Speed of the lid, of the vortices, or of the middle of the channel [m/s]
        L: Side of the cavity or of the period, height of the channel [m]
        mode: cavity unless given
        t_end: Time that is computed from rest (from full speed for taylor-green); without it cavity and
            channel are steady [s]
        n: Cells along a side; fixes the mesh [1]
        dt: Time step; fixes the steps [s]
        initialState: The `state` of an earlier answer: the run goes on from there
        visibility: private: only the receipt's hash leaves the node; record: its digests are listed;
            shared: anyone may fetch it and re-execute it
        domain: Physics domain label
        fields: Samples in the answer: none, up to 4,096 points a field, or up to 65,536; the digest is of
            all of them ("sample" unless given)
        unit: A unit, as in km/h
        field: Which field a table, a picture or bare numbers show (0 unless given)
        deadlineMs: The job ends without a value when it takes longer (60000 unless given)
        """
        return self.answer(FlowResult, OPERATIONS["flow"],
            {"Re": Re, "nu": nu, "U": U, "L": L, "mode": mode, "t_end": t_end, "n": n, "dt": dt,
            "initialState": initialState, "visibility": visibility, "domain": domain, "fields": fields,
            "unit": unit, "field": field, "deadlineMs": deadlineMs}, call)

    def fracture(
        self, *, mode: Literal["lattice", "bar"] = UNSET, nx: int = UNSET, ny: int = UNSET,
        notch: float = UNSET, notchY: float = UNSET, angle: float = UNSET, break_strain: float = UNSET,
        strain: float = UNSET, k: float = UNSET, E: float = UNSET, spacing: float = UNSET,
        initialState: Dict[str, Any] = UNSET, visibility: Literal["private", "record", "shared"] = UNSET,
        domain: str = UNSET, fields: Literal["none", "sample", "full"] = UNSET, unit: str = UNSET,
        field: int = UNSET, deadlineMs: int = UNSET, call: Optional[Call] = None
    ) -> FractureResult:
        """Fracture of a bond lattice.

        Strain at which an edge notch runs through a triangular lattice of breakable bonds, and the path it
        takes. The value is the criticalStrain (1); give {nx, ny, notch, break_strain, strain, k} or {nx,
        ny, notch, break_strain, strain, E} or {mode, nx, notch, break_strain, strain, k} or {mode, nx,
        notch, break_strain, strain, E}. It passes its precision gate or is refused; nothing refused is
        sealed.

        mode: lattice: two dimensions; bar: a row of bonds
        nx: Nodes along x (bonds of a bar) [1]
        ny: Rows of nodes along y, in which it is pulled [1]
        notch: Length of the notch from the left edge: below 1 a part of the width, else in spacings [1]
        notchY: Height of its mouth as a part of the height [1]
        angle: Direction of the notch against x [rad]
        break_strain: Strain at which a bond breaks [1]
        strain: Strain that is applied between the grips [1]
        k: Stiffness of a bond [N/m]
        E: Young's modulus of the sheet, per unit of thickness; k = E sqrt(3)/2 [N/m]
        spacing: Distance of neighbours [m]
        initialState: The `state` of an earlier answer: the run goes on from there
        visibility: private: only the receipt's hash leaves the node; record: its digests are listed;
            shared: anyone may fetch it and re-execute it
        domain: Physics domain label
        fields: Samples in the answer: none, up to 4,096 points a field, or up to 65,536; the digest is of
            all of them ("sample" unless given)
        unit: A unit, as in km/h
        field: Which field a table, a picture or bare numbers show (0 unless given)
        deadlineMs: The job ends without a value when it takes longer (60000 unless given)
        """
        return self.answer(FractureResult, OPERATIONS["fracture"],
            {"mode": mode, "nx": nx, "ny": ny, "notch": notch, "notchY": notchY, "angle": angle,
            "break_strain": break_strain, "strain": strain, "k": k, "E": E, "spacing": spacing,
            "initialState": initialState, "visibility": visibility, "domain": domain, "fields": fields,
            "unit": unit, "field": field, "deadlineMs": deadlineMs}, call)

    def gauge(
        self, *, group: Literal["Z2", "U1", "SU2", "SU3"] = UNSET, shape: Sequence[int] = UNSET,
        beta: float = UNSET, sweeps: int = UNSET, thermalization: int = UNSET,
        start: Literal["hot", "cold", "both"] = UNSET, seed: int = UNSET,
        initialState: Dict[str, Any] = UNSET, visibility: Literal["private", "record", "shared"] = UNSET,
        domain: str = UNSET, fields: Literal["none", "sample", "full"] = UNSET, unit: str = UNSET,
        field: int = UNSET, deadlineMs: int = UNSET, call: Optional[Call] = None
    ) -> GaugeResult:
        """Lattice gauge theory (Z2, U1, SU2, SU3).

        Average plaquette of Wilson's action by heat bath and overrelaxation in eight seeded chains, half of
        them from a hot start, with autocorrelation, Wilson loops, and the exact value in two dimensions
        beside it. A run of stated sweeps continues bit for bit. The value is the average plaquette (1);
        give {group, shape, beta}. It passes its precision gate or is refused; nothing refused is sealed.

        group: Gauge group
        shape: Sites of each side, periodic [1]
        beta: Coupling: the action is beta times the sum of 1 - Re Tr U / N [1]
        sweeps: Measured sweeps of each chain; open unless given [1]
        thermalization: Sweeps before the first measurement; 200 unless given [1]
        start: Where chains begin; both unless given
        seed: Seed of the named generator; 0 unless given [1]
        initialState: The `state` of an earlier answer: the run goes on from there
        visibility: private: only the receipt's hash leaves the node; record: its digests are listed;
            shared: anyone may fetch it and re-execute it
        domain: Physics domain label
        fields: Samples in the answer: none, up to 4,096 points a field, or up to 65,536; the digest is of
            all of them ("sample" unless given)
        unit: A unit, as in km/h
        field: Which field a table, a picture or bare numbers show (0 unless given)
        deadlineMs: The job ends without a value when it takes longer (60000 unless given)
        """
        return self.answer(GaugeResult, OPERATIONS["gauge"],
            {"group": group, "shape": shape, "beta": beta, "sweeps": sweeps,
            "thermalization": thermalization, "start": start, "seed": seed, "initialState": initialState,
            "visibility": visibility, "domain": domain, "fields": fields, "unit": unit, "field": field,
            "deadlineMs": deadlineMs}, call)

    def grid(
        self, *, mode: Literal["powerflow", "swing", "kuramoto"] = UNSET,
        case: Union[str, GridCase2] = UNSET, qLimits: bool = UNSET, V1: float = UNSET, X: float = UNSET,
        resistance: float = UNSET, P: float = UNSET, Q: float = UNSET, H: float = UNSET, f0: float = UNSET,
        Pm: float = UNSET, Pmax: float = UNSET, PmaxFault: float = UNSET, PmaxPost: float = UNSET,
        damping: float = UNSET, dP: float = UNSET, droop: float = UNSET, governorTime: float = UNSET,
        omega: Sequence[float] = UNSET, K: float = UNSET, links: Sequence[Sequence[Any]] = UNSET,
        theta0: Sequence[float] = UNSET, t_end: float = UNSET, dt: float = UNSET, steps: int = UNSET,
        initialState: Dict[str, Any] = UNSET, visibility: Literal["private", "record", "shared"] = UNSET,
        domain: str = UNSET, fields: Literal["none", "sample", "full"] = UNSET, unit: str = UNSET,
        field: int = UNSET, deadlineMs: int = UNSET, call: Optional[Call] = None
    ) -> GridResult:
        """Power grids: flow, swing, synchrony.

        AC power flow by Newton's method with sparse factors, clearing time and frequency of a machine,
        Kuramoto oscillators. The value is the loss (W); give {case} or {V1, X, P, Q} or {H, f0, Pm, Pmax}
        or {H, f0, dP} or {omega, K}. It passes its precision gate or is refused; nothing refused is sealed.

        mode: Follows from the inputs unless stated
        case: A MATPOWER case, version 2: its text, or its tables as JSON
        qLimits: Generators that pass a reactive limit are held at it
        V1: Voltage at the sending end of a line [V]
        X: Its reactance [ohm]
        resistance: Its resistance; none unless given [ohm]
        P: Active power drawn at the receiving end [W]
        Q: Reactive power drawn at the receiving end, var [W]
        H: Inertia constant of the machine, or of the grid [s]
        f0: Nominal frequency [Hz]
        Pm: Mechanical power, per unit [1]
        Pmax: Largest electrical power before the fault, per unit [1]
        PmaxFault: ... during the fault [1]
        PmaxPost: ... after the fault is cleared [1]
        damping: Per unit power per unit speed; none unless given [1]
        dP: Power lost by the trip, per unit of the grid [1]
        droop: Per unit speed per unit power of the governors [1]
        governorTime: Time constant of the governors [s]
        omega: Natural frequencies of the oscillators, rad/s [rad/s]
        K: Coupling: K / N to every other, or K along every link [rad/s]
        links: Pairs of coupled oscillators; all pairs unless given
        theta0: Phases at the start, rad [rad]
        t_end: Time to integrate over [s]
        dt: Step; left open, it is halved until the error is within the gate [s]
        steps: Steps, in place of dt [1]
        initialState: The `state` of an earlier answer: the run goes on from there
        visibility: private: only the receipt's hash leaves the node; record: its digests are listed;
            shared: anyone may fetch it and re-execute it
        domain: Physics domain label
        fields: Samples in the answer: none, up to 4,096 points a field, or up to 65,536; the digest is of
            all of them ("sample" unless given)
        unit: A unit, as in km/h
        field: Which field a table, a picture or bare numbers show (0 unless given)
        deadlineMs: The job ends without a value when it takes longer (60000 unless given)
        """
        return self.answer(GridResult, OPERATIONS["grid"],
            {"mode": mode, "case": case, "qLimits": qLimits, "V1": V1, "X": X, "resistance": resistance,
            "P": P, "Q": Q, "H": H, "f0": f0, "Pm": Pm, "Pmax": Pmax, "PmaxFault": PmaxFault,
            "PmaxPost": PmaxPost, "damping": damping, "dP": dP, "droop": droop,
            "governorTime": governorTime, "omega": omega, "K": K, "links": links, "theta0": theta0,
            "t_end": t_end, "dt": dt, "steps": steps, "initialState": initialState,
            "visibility": visibility, "domain": domain, "fields": fields, "unit": unit, "field": field,
            "deadlineMs": deadlineMs}, call)

    def heat(
        self, *, alpha: float = UNSET, k: float = UNSET, rho: float = UNSET, c: float = UNSET,
        lx: float = UNSET, ly: float = UNSET, length: float = UNSET, t_end: float = UNSET,
        steady: bool = UNSET, initial: Union[float, Sequence[float], str] = UNSET,
        boundary: Union[Union[float, str, HeatBoundary3, HeatBoundary4, HeatBoundary5, HeatBoundary6,
            HeatBoundary7, HeatBoundary8, HeatBoundary9], HeatBoundary2] = UNSET,
        dim: Union[Literal[1], Literal[2]] = UNSET, mode: Literal["plate", "bar", "half-space"] = UNSET,
        scheme: Literal["adi", "explicit", "tr-bdf2"] = UNSET, probe: Union[float, Sequence[float]] = UNSET,
        nx: int = UNSET, ny: int = UNSET, dt: float = UNSET, steps: int = UNSET,
        initialState: Dict[str, Any] = UNSET, visibility: Literal["private", "record", "shared"] = UNSET,
        domain: str = UNSET, fields: Literal["none", "sample", "full"] = UNSET, unit: str = UNSET,
        field: int = UNSET, deadlineMs: int = UNSET, call: Optional[Call] = None
    ) -> HeatResult:
        """Heat conduction.

        Temperature of a plate, a bar (dim: 1) or a half space by alternating-direction implicit steps,
        explicit steps or TR-BDF2, or directly in the steady state. For a continuation give nx, ny and dt,
        and pass `state` as initialState. The value is the T (K); give {alpha, lx, ly, t_end, initial,
        boundary} or {alpha, length, t_end, initial, boundary} or {alpha, mode, t_end, initial, boundary} or
        {alpha, lx, ly, t_end, initialState, boundary} or {alpha, length, t_end, initialState, boundary} or
        {k, rho, c, lx, ly, t_end, initial, boundary} or {k, rho, c, length, t_end, initial, boundary} or
        {k, rho, c, mode, t_end, initial, boundary} or {k, rho, c, lx, ly, t_end, initialState, boundary} or
        {k, rho, c, length, t_end, initialState, boundary} or {lx, ly, steady, boundary} or {length, steady,
        boundary}. It passes its precision gate or is refused; nothing refused is sealed.

        alpha: Thermal diffusivity [m^2/s]
        k: Thermal conductivity [W/(m K)]
        rho: Density [kg/m^3]
        c: Specific heat capacity [J/(kg K)]
        lx: Width of the plate [m]
        ly: Height of the plate [m]
        length: Length of the bar; in two dimensions the side of a square [m]
        t_end: Time that is computed [s]
        steady: The state after all transients instead of a time
        initial: Temperature at the start, K or any scale that the boundary shares: a number, row-major
            samples, or an expression over x, y [K]
        boundary: All sides alike, or {left, right, bottom, top}. A side is a temperature (number or
            expression over x, y, t), "insulated", "fixed" (held at its initial temperature), {flux: W/m^2
            into the body} or {convection: {h, T_inf}}
        dim: 1 for a bar; 2 for a plate
        mode: half-space: x >= 0, the boundary at x = 0
        scheme: Time stepping
        probe: Where the temperature is asked: x, or [x, y]; the centre unless given (required for a half
            space) [m]
        nx: Cells along x; fixes the mesh [1]
        ny: Cells along y [1]
        dt: Time step; fixes the steps [s]
        steps: Number of steps, instead of dt [1]
        initialState: The `state` of an earlier answer: the run goes on from there
        visibility: private: only the receipt's hash leaves the node; record: its digests are listed;
            shared: anyone may fetch it and re-execute it
        domain: Physics domain label
        fields: Samples in the answer: none, up to 4,096 points a field, or up to 65,536; the digest is of
            all of them ("sample" unless given)
        unit: A unit, as in km/h
        field: Which field a table, a picture or bare numbers show (0 unless given)
        deadlineMs: The job ends without a value when it takes longer (60000 unless given)
        """
        return self.answer(HeatResult, OPERATIONS["heat"],
            {"alpha": alpha, "k": k, "rho": rho, "c": c, "lx": lx, "ly": ly, "length": length,
            "t_end": t_end, "steady": steady, "initial": initial, "boundary": boundary, "dim": dim,
            "mode": mode, "scheme": scheme, "probe": probe, "nx": nx, "ny": ny, "dt": dt, "steps": steps,
            "initialState": initialState, "visibility": visibility, "domain": domain, "fields": fields,
            "unit": unit, "field": field, "deadlineMs": deadlineMs}, call)

    def infall(
        self, *, M: float = UNSET, r0: float = UNSET, start: Literal["rest", "rain", "orbit"] = UNSET,
        L: float = UNSET, E: float = UNSET, r_to: float = UNSET, tau: float = UNSET, b: float = UNSET,
        quantity: Literal["proper_time", "radius", "coordinate_time", "precession", "deflection"] = UNSET,
        G: float = UNSET, dt: float = UNSET, initialState: Dict[str, Any] = UNSET,
        visibility: Literal["private", "record", "shared"] = UNSET, domain: str = UNSET,
        fields: Literal["none", "sample", "full"] = UNSET, unit: str = UNSET, field: int = UNSET,
        deadlineMs: int = UNSET, call: Optional[Call] = None
    ) -> InfallResult:
        """Fall and orbits about a black hole (Schwarzschild).

        Proper time of a fall to a radius or to the end, through the horizon, by the geodesic equations in
        Painleve-Gullstrand coordinates; also radius, coordinate time, precession of an orbit, bending of
        light. A run continues bit for bit where tau and dt are given and tau is whole steps. The value is
        the proper time from r0 to r_to (s); give {M, r0, start} or {M, r0, L, E} or {M, b} or {M,
        initialState, tau}. It passes its precision gate or is refused; nothing refused is sealed.

        M: Mass of the black hole or star [kg]
        r0: Areal radius of the start [m]
        start: From rest at r0; in free fall from rest at infinity; or on an orbit: a circle, or with an
            apsis at r0 if L or E is given
        L: Angular momentum per mass [m^2/s]
        E: Energy per mass and c^2; 1 at rest at infinity [1]
        r_to: Radius at which the fall ends; the centre unless given [m]
        tau: Proper time at which the run ends [s]
        b: Impact parameter of light [m]
        quantity: What the value is; proper_time unless tau (radius) or b (deflection) is given
        G: Constant of gravitation; the CODATA value unless given [m^3/(kg s^2)]
        dt: Step of proper time, fixed; needs tau [s]
        initialState: The `state` of an earlier answer: the run goes on from there
        visibility: private: only the receipt's hash leaves the node; record: its digests are listed;
            shared: anyone may fetch it and re-execute it
        domain: Physics domain label
        fields: Samples in the answer: none, up to 4,096 points a field, or up to 65,536; the digest is of
            all of them ("sample" unless given)
        unit: A unit, as in km/h
        field: Which field a table, a picture or bare numbers show (0 unless given)
        deadlineMs: The job ends without a value when it takes longer (60000 unless given)
        """
        return self.answer(InfallResult, OPERATIONS["infall"],
            {"M": M, "r0": r0, "start": start, "L": L, "E": E, "r_to": r_to, "tau": tau, "b": b,
            "quantity": quantity, "G": G, "dt": dt, "initialState": initialState, "visibility": visibility,
            "domain": domain, "fields": fields, "unit": unit, "field": field, "deadlineMs": deadlineMs}, call)

    def lattice(
        self, *, mode: Literal["phi4", "ising", "madelung"] = UNSET, shape: Sequence[int] = UNSET,
        mu2: float = UNSET, lambda_: float = UNSET, initial: Union[float, Sequence[float], str] = UNSET,
        velocity: Union[float, Sequence[float], str] = UNSET, spacing: float = UNSET, dt: float = UNSET,
        steps: int = UNSET, t_end: float = UNSET, T: float = UNSET, sweeps: int = UNSET,
        thermalization: int = UNSET,
        structure: Union[Literal["NaCl", "CsCl", "ZnS", "wurtzite", "CaF2"], LatticeStructure2] = UNSET,
        a: float = UNSET, quantity: Literal["energy", "field", "mean", "mean_square", "madelung"] = UNSET,
        probe: Sequence[int] = UNSET, seed: int = UNSET, initialState: Dict[str, Any] = UNSET,
        visibility: Literal["private", "record", "shared"] = UNSET, domain: str = UNSET,
        fields: Literal["none", "sample", "full"] = UNSET, unit: str = UNSET, field: int = UNSET,
        deadlineMs: int = UNSET, call: Optional[Call] = None
    ) -> LatticeResult:
        """Periodic lattices: a phi^4 field in real time, the Ising model, Madelung constants.

        Energy density of the field phi_tt = lap phi - mu2 phi - lambda phi^3 on a periodic lattice of one
        to four dimensions, by a leapfrog whose two-level energy is conserved; energy per site of the Ising
        model by Wolff clusters (mode: ising); Madelung constant of an ionic crystal by Ewald sums (mode:
        madelung). For a continuation give dt and steps, or sweeps, and pass `state` as initialState. The
        value is the energy (1); give {shape, mu2, lambda, initial, dt, steps} or {shape, mu2, lambda,
        initial, t_end} or {shape, mu2, lambda, initialState, steps} or {shape, T} or {structure, a} or
        {structure}. It passes its precision gate or is refused; nothing refused is sealed.

        mode: What is computed; read from the inputs unless given
        shape: Sites of each side, periodic [1]
        mu2: Square of the mass; negative for two vacua [1]
        lambda_: Coupling of phi^3 in the equation of motion [1]
        initial: Field at the start: a number, row-major samples, or an expression over x, y, z, w (index
            times spacing) [1]
        velocity: Rate of the field at the start; at rest unless given: a number, row-major samples, or an
            expression over x, y, z, w (index times spacing) [1]
        spacing: Distance of neighbouring sites; 1 unless given [1]
        dt: Time step [1]
        steps: Number of steps [1]
        t_end: Time that is computed, where the step is left open [1]
        T: Temperature in units of J / k_B; spins align below the critical one [1]
        sweeps: Measurements of each chain; open unless given [1]
        thermalization: Measurements before the first that counts; 200 unless given [1]
        structure: A named crystal, or a cell with its ions
        a: Lattice constant: edge of the named crystal's cell, or unit of a stated one [m]
        quantity: energy density (phi4), energy per site (ising), energy of one formula unit (madelung);
            field at the probe; its means; the Madelung constant
        probe: Site at which quantity field is read; all zero unless given [1]
        seed: Seed of the named generator; 0 unless given [1]
        initialState: The `state` of an earlier answer: the run goes on from there
        visibility: private: only the receipt's hash leaves the node; record: its digests are listed;
            shared: anyone may fetch it and re-execute it
        domain: Physics domain label
        fields: Samples in the answer: none, up to 4,096 points a field, or up to 65,536; the digest is of
            all of them ("sample" unless given)
        unit: A unit, as in km/h
        field: Which field a table, a picture or bare numbers show (0 unless given)
        deadlineMs: The job ends without a value when it takes longer (60000 unless given)
        """
        return self.answer(LatticeResult, OPERATIONS["lattice"],
            {"mode": mode, "shape": shape, "mu2": mu2, "lambda": lambda_, "initial": initial,
            "velocity": velocity, "spacing": spacing, "dt": dt, "steps": steps, "t_end": t_end, "T": T,
            "sweeps": sweeps, "thermalization": thermalization, "structure": structure, "a": a,
            "quantity": quantity, "probe": probe, "seed": seed, "initialState": initialState,
            "visibility": visibility, "domain": domain, "fields": fields, "unit": unit, "field": field,
            "deadlineMs": deadlineMs}, call)

    def multibody(
        self, *, bodies: Sequence[MultibodyBodiesItem] = UNSET, dt: float = UNSET, t_max: float = UNSET,
        referenceMode: Literal["gravity"] = UNSET, subject: int = UNSET, G: float = UNSET,
        order: Union[Literal[2], Literal[4], Literal[6], Literal[8]] = UNSET,
        operators: Sequence[Literal["KO42", "NM18", "NM19", "NM20", "NM21", "NM23", "NM25", "NM26", "NM28"]]
            = UNSET,
        initialState: Dict[str, Any] = UNSET, visibility: Literal["private", "record", "shared"] = UNSET,
        domain: str = UNSET, fields: Literal["none", "sample", "full"] = UNSET, unit: str = UNSET,
        field: int = UNSET, deadlineMs: int = UNSET, call: Optional[Call] = None
    ) -> MultibodyResult:
        """Bodies under their own gravity.

        Newtonian gravity of up to 4,096 bodies in three dimensions: symplectic at a given dt, order 8 with
        chosen steps through encounters otherwise; energy is checked at every step, and what does not
        conserve it is refused. A run continues bit for bit where dt is given and t_max is whole steps.
        Bodies without positions take the dissipative master equation, unsealed. The value is the distance
        of the subject from the centre of mass at t_max (m); give {bodies, dt, t_max} or {bodies, t_max} or
        {initialState, dt, t_max}. It passes its precision gate or is refused; nothing refused is sealed.

        bodies: Masses, positions and velocities
        dt: Step, fixed; chosen by the error unless given [s]
        t_max: Length of the run [s]
        referenceMode: What acts between the bodies
        subject: Index of the body whose distance is the value; 0 unless given [1]
        G: Constant of gravitation; the CODATA value unless given [m^3/(kg s^2)]
        order: Order of the symplectic composition at a given dt; 8 unless given [1]
        operators: Operators of mechanics that the job answers for the subject, and is priced by, each once;
            NM21 alone unless given
        initialState: The `state` of an earlier answer: the run goes on from there
        visibility: private: only the receipt's hash leaves the node; record: its digests are listed;
            shared: anyone may fetch it and re-execute it
        domain: Physics domain label
        fields: Samples in the answer: none, up to 4,096 points a field, or up to 65,536; the digest is of
            all of them ("sample" unless given)
        unit: A unit, as in km/h
        field: Which field a table, a picture or bare numbers show (0 unless given)
        deadlineMs: The job ends without a value when it takes longer (60000 unless given)
        """
        return self.answer(MultibodyResult, OPERATIONS["multibody"],
            {"bodies": bodies, "dt": dt, "t_max": t_max, "referenceMode": referenceMode, "subject": subject,
            "G": G, "order": order, "operators": operators, "initialState": initialState,
            "visibility": visibility, "domain": domain, "fields": fields, "unit": unit, "field": field,
            "deadlineMs": deadlineMs}, call)

    def opt(
        self, *, objective: str = UNSET, variables: Sequence[str] = UNSET,
        start: Union[Sequence[float], Dict[str, float]] = UNSET, sense: Literal["min", "max"] = UNSET,
        bounds: Union[Sequence[Sequence[Any]], Dict[str, Sequence[Any]]] = UNSET,
        constraints: Sequence[str] = UNSET,
        preset: Literal["rosenbrock", "rastrigin", "lennard-jones"] = UNSET, atoms: int = UNSET,
        shift: Sequence[float] = UNSET, global_: bool = UNSET, runs: int = UNSET, seed: int = UNSET,
        lp: OptLp = UNSET, visibility: Literal["private", "record", "shared"] = UNSET, domain: str = UNSET,
        fields: Literal["none", "sample", "full"] = UNSET, unit: str = UNSET, field: int = UNSET,
        deadlineMs: int = UNSET, call: Optional[Call] = None
    ) -> OptResult:
        """Minimum of a function.

        Local and seeded global minima with bounds and constraints by L-BFGS, augmented Lagrangian and basin
        hopping; linear programs by the simplex method. The value is the f_min (1); give {objective,
        variables, start} or {objective, variables, bounds, global} or {preset, start} or {preset, atoms} or
        {lp}. It passes its precision gate or is refused; nothing refused is sealed.

        objective: f over the variables [1]
        variables: Names of the variables
        start: Where the search begins: numbers in the order of the variables, or by name [1]
        sense: max: the value is the largest f
        bounds: [lowest, highest] of each variable, null for none [1]
        constraints: Like "x + y <= 3", "x*y >= 1", "x^2 + y^2 = 1"
        preset: A named objective: its size follows from start, or from atoms
        atoms: Atoms of a Lennard-Jones cluster, in units of its well [1]
        shift: Where the preset rastrigin has its minimum
        global_: Basin hopping within the bounds, seeded, in place of one descent
        runs: Descents of a global search [1]
        seed: Seed of the named generator; 0 unless given [1]
        lp: min c x, A_ub x <= b_ub, A_eq x = b_eq, x >= 0 unless bounds say otherwise
        visibility: private: only the receipt's hash leaves the node; record: its digests are listed;
            shared: anyone may fetch it and re-execute it
        domain: Physics domain label
        fields: Samples in the answer: none, up to 4,096 points a field, or up to 65,536; the digest is of
            all of them ("sample" unless given)
        unit: A unit, as in km/h
        field: Which field a table, a picture or bare numbers show (0 unless given)
        deadlineMs: The job ends without a value when it takes longer (60000 unless given)
        """
        return self.answer(OptResult, OPERATIONS["opt"],
            {"objective": objective, "variables": variables, "start": start, "sense": sense,
            "bounds": bounds, "constraints": constraints, "preset": preset, "atoms": atoms, "shift": shift,
            "global": global_, "runs": runs, "seed": seed, "lp": lp, "visibility": visibility,
            "domain": domain, "fields": fields, "unit": unit, "field": field, "deadlineMs": deadlineMs}, call)

    def predator_prey(
        self, *, alpha: float = UNSET, beta: float = UNSET, gamma: float = UNSET, delta: float = UNSET,
        x0: float = UNSET, y0: float = UNSET, t_end: float = UNSET,
        quantity: Literal["prey", "predator", "period", "mean"] = UNSET,
        method: Literal["rk4", "dop853", "euler"] = UNSET, dt: float = UNSET,
        initialState: Dict[str, Any] = UNSET, visibility: Literal["private", "record", "shared"] = UNSET,
        domain: str = UNSET, fields: Literal["none", "sample", "full"] = UNSET, unit: str = UNSET,
        field: int = UNSET, deadlineMs: int = UNSET, call: Optional[Call] = None
    ) -> PredatorPreyResult:
        """Predator and prey (Lotka-Volterra).

        Populations of prey and predator, dx/dt = alpha x - beta x y and dy/dt = delta x y - gamma y, with
        the orbit, its period and the first integral at every step. A run continues bit for bit where dt is
        given and t_end is whole steps. The value is the prey at t_end (1); give {alpha, beta, gamma, delta,
        x0, y0, t_end} or {alpha, beta, gamma, delta, x0, y0, quantity} or {alpha, beta, gamma, delta,
        initialState, t_end}. It passes its precision gate or is refused; nothing refused is sealed.

        alpha: Growth of prey without predators [1/s]
        beta: Prey lost per prey and predator [1/s]
        gamma: Death of predators without prey [1/s]
        delta: Predators gained per prey and predator [1/s]
        x0: Prey at the start [1]
        y0: Predators at the start [1]
        t_end: Length of the run [s]
        quantity: What the value is: prey or predators at t_end, the period of the orbit, or the mean prey
            over one period
        method: Runge-Kutta of order 4, of order 8, or forward Euler, which spirals outwards and is refused
            for it
        dt: Step, fixed; halved until the gate passes unless given [s]
        initialState: The `state` of an earlier answer: the run goes on from there
        visibility: private: only the receipt's hash leaves the node; record: its digests are listed;
            shared: anyone may fetch it and re-execute it
        domain: Physics domain label
        fields: Samples in the answer: none, up to 4,096 points a field, or up to 65,536; the digest is of
            all of them ("sample" unless given)
        unit: A unit, as in km/h
        field: Which field a table, a picture or bare numbers show (0 unless given)
        deadlineMs: The job ends without a value when it takes longer (60000 unless given)
        """
        return self.answer(PredatorPreyResult, OPERATIONS["predator_prey"],
            {"alpha": alpha, "beta": beta, "gamma": gamma, "delta": delta, "x0": x0, "y0": y0,
            "t_end": t_end, "quantity": quantity, "method": method, "dt": dt, "initialState": initialState,
            "visibility": visibility, "domain": domain, "fields": fields, "unit": unit, "field": field,
            "deadlineMs": deadlineMs}, call)

    def quant(
        self, *, S: float = UNSET, K: float = UNSET, r: float = UNSET, sigma: float = UNSET,
        T: float = UNSET, q: float = UNSET, type: Literal["call", "put"] = UNSET,
        style: Literal["european", "american", "bermudan", "asian", "barrier"] = UNSET,
        exercises: int = UNSET, fixings: int = UNSET, average: Literal["arithmetic", "geometric"] = UNSET,
        barrier: float = UNSET,
        barrierType: Literal["down-and-out", "down-and-in", "up-and-out", "up-and-in"] = UNSET,
        monitoring: int = UNSET, paths: int = UNSET, cells: int = UNSET, seed: int = UNSET,
        visibility: Literal["private", "record", "shared"] = UNSET, domain: str = UNSET,
        fields: Literal["none", "sample", "full"] = UNSET, unit: str = UNSET, field: int = UNSET,
        deadlineMs: int = UNSET, call: Optional[Call] = None
    ) -> QuantResult:
        """Option prices (European, Asian, barrier, American, Bermudan).

        Price of an option on a log-normal asset: scrambled Sobol paths with their own standard error, or
        finite-difference complementarity for early exercise, quadrature from date to date for a barrier
        watched at dates, beside the closed form where one exists. The value is the price (1); give {S, K,
        r, sigma, T}. It passes its precision gate or is refused; nothing refused is sealed.

        S: Spot price [1]
        K: Strike price [1]
        r: Riskless rate, continuous, a year [1]
        sigma: Volatility, a root year [1]
        T: Time to expiry in years [yr]
        q: Dividend yield, continuous, a year [1]
        type: Call unless given
        style: European unless given
        exercises: Evenly spaced dates of exercise of a Bermudan option, the last at T [1]
        fixings: Evenly spaced fixings of an Asian option, the last at T [1]
        average: Mean of an Asian option; arithmetic unless given
        barrier: Price at which a barrier option comes in or goes out [1]
        barrierType: What the barrier does
        monitoring: Evenly spaced dates at which the barrier is watched, the last at T; all the time unless
            given [1]
        paths: Paths in all, rounded up to 32 scrambles of a power of two [1]
        cells: Cells of the price grid of early exercise; open unless given [1]
        seed: Seed of the named generator; 0 unless given [1]
        visibility: private: only the receipt's hash leaves the node; record: its digests are listed;
            shared: anyone may fetch it and re-execute it
        domain: Physics domain label
        fields: Samples in the answer: none, up to 4,096 points a field, or up to 65,536; the digest is of
            all of them ("sample" unless given)
        unit: A unit, as in km/h
        field: Which field a table, a picture or bare numbers show (0 unless given)
        deadlineMs: The job ends without a value when it takes longer (60000 unless given)
        """
        return self.answer(QuantResult, OPERATIONS["quant"],
            {"S": S, "K": K, "r": r, "sigma": sigma, "T": T, "q": q, "type": type, "style": style,
            "exercises": exercises, "fixings": fixings, "average": average, "barrier": barrier,
            "barrierType": barrierType, "monitoring": monitoring, "paths": paths, "cells": cells,
            "seed": seed, "visibility": visibility, "domain": domain, "fields": fields, "unit": unit,
            "field": field, "deadlineMs": deadlineMs}, call)

    def quantum_levels(
        self, *, potential: Union[float, Sequence[float], str] = UNSET,
        preset: Literal["harmonic", "box", "finite-well", "morse", "poschl-teller", "quartic",
            "double-well", "coulomb"] = UNSET,
        parameters: Dict[str, float] = UNSET, mass: float = UNSET, n: int = UNSET,
        extent: Union[float, Sequence[Any]] = UNSET, ends: Literal["open", "walls"] = UNSET,
        quantity: Literal["level", "splitting"] = UNSET, units: Literal["si", "atomic"] = UNSET,
        grid: int = UNSET, visibility: Literal["private", "record", "shared"] = UNSET, domain: str = UNSET,
        fields: Literal["none", "sample", "full"] = UNSET, unit: str = UNSET, field: int = UNSET,
        deadlineMs: int = UNSET, call: Optional[Call] = None
    ) -> QuantumLevelsResult:
        """Bound states of a particle in one dimension.

        Energy levels and wave functions of a potential by Sturm bisection of the discretised Hamiltonian,
        the box enlarged until the tail is negligible. The value is the E_n (J); give {potential, mass, n,
        extent} or {preset, parameters, mass, n}. It passes its precision gate or is refused; nothing
        refused is sealed.

        potential: V(x), over x and the names in `parameters`; hartree over bohr with units: atomic: a
            number, row-major samples, or an expression over x [J]
        preset: A named potential; its parameters are physics and stated in `parameters`
        parameters: Numbers that the potential names, in the unit system of the body
        mass: Mass of the particle (m_e with units: atomic) [kg]
        n: Quantum number, the ground state being 0 [1]
        extent: Where the potential acts: a width about x = 0, or [from, to]; open ends are moved until the
            tail is negligible [m]
        ends: walls: psi vanishes at the ends of the extent; open: the ends are no physics
        quantity: E_n, or E_(n+1) - E_n
        units: Unit system of every number of the body; answers are SI
        grid: Intervals of the grid; left open, it is doubled until the error is within the gate [1]
        visibility: private: only the receipt's hash leaves the node; record: its digests are listed;
            shared: anyone may fetch it and re-execute it
        domain: Physics domain label
        fields: Samples in the answer: none, up to 4,096 points a field, or up to 65,536; the digest is of
            all of them ("sample" unless given)
        unit: A unit, as in km/h
        field: Which field a table, a picture or bare numbers show (0 unless given)
        deadlineMs: The job ends without a value when it takes longer (60000 unless given)
        """
        return self.answer(QuantumLevelsResult, OPERATIONS["quantum_levels"],
            {"potential": potential, "preset": preset, "parameters": parameters, "mass": mass, "n": n,
            "extent": extent, "ends": ends, "quantity": quantity, "units": units, "grid": grid,
            "visibility": visibility, "domain": domain, "fields": fields, "unit": unit, "field": field,
            "deadlineMs": deadlineMs}, call)

    def react(
        self, *, model: Literal["gray-scott", "fitzhugh-nagumo", "nagumo"] = UNSET, F: float = UNSET,
        k: float = UNSET, Du: float = UNSET, Dv: float = UNSET, a: float = UNSET, epsilon: float = UNSET,
        gamma: float = UNSET, r: float = UNSET, n: int = UNSET, ny: int = UNSET, dx: float = UNSET,
        dt: float = UNSET, steps: int = UNSET, t_end: float = UNSET,
        initial: Union[Literal["square"], ReactInitial2] = UNSET,
        edges: Literal["periodic", "no-flux"] = UNSET, scheme: Literal["explicit", "etd"] = UNSET,
        dim: Union[Literal[1], Literal[2]] = UNSET, initialState: Dict[str, Any] = UNSET,
        visibility: Literal["private", "record", "shared"] = UNSET, domain: str = UNSET,
        fields: Literal["none", "sample", "full"] = UNSET, unit: str = UNSET, field: int = UNSET,
        deadlineMs: int = UNSET, call: Optional[Call] = None
    ) -> ReactResult:
        """Reaction and diffusion.

        Gray-Scott patterns, FitzHugh-Nagumo pulses and Nagumo fronts on a grid, by an explicit five-point
        stencil or by exponential time differences (scheme: etd). For a continuation give dt and steps, and
        pass `state` as initialState. The value is the mean (1); give {F, k, Du, Dv, n, dx, dt, steps,
        initial} or {F, k, Du, Dv, n, dx, t_end, initial} or {F, k, Du, Dv, n, dx, dt, steps, initialState}
        or {model, a, epsilon, gamma, Du, Dv, n, dx, dt, steps, initial} or {model, a, epsilon, gamma, Du,
        Dv, n, dx, t_end, initial} or {model, a, epsilon, gamma, Du, Dv, n, dx, dt, steps, initialState} or
        {model, a, r, Du, n, dx, dt, steps, initial} or {model, a, r, Du, n, dx, t_end, initial} or {model,
        a, r, Du, n, dx, dt, steps, initialState}. It passes its precision gate or is refused; nothing
        refused is sealed.

        model: gray-scott: u' = Du lap u - u v^2 + F (1 - u), v' = Dv lap v + u v^2 - (F + k) v;
            fitzhugh-nagumo: u' = Du lap u + u (1 - u)(u - a) - v, v' = Dv lap v + epsilon (u - gamma v);
            nagumo: u' = Du lap u + r u (1 - u)(u - a)
        F: Feed rate [1/s]
        k: Kill rate [1/s]
        Du: Diffusion of the first species [m^2/s]
        Dv: Diffusion of the second species [m^2/s]
        a: Threshold of excitation [1]
        epsilon: Rate of recovery [1/s]
        gamma: Decay of the recovery [1]
        r: Rate of the Nagumo reaction [1/s]
        n: Points along x (and along y unless ny is given) [1]
        ny: Points along y [1]
        dx: Distance of points, along both axes [m]
        dt: Time step [s]
        steps: Number of steps [1]
        t_end: Time that is computed, instead of steps [s]
        initial: {u, v}: numbers, n x ny samples or expressions over x and y; square: u = 1, v = 0 but for
            (1/2, 1/4) in a central square of 20/256 of the side (after Pearson, without his noise)
        edges: Edges of the domain; periodic unless given
        scheme: Time stepping
        dim: 1 for a line
        initialState: The `state` of an earlier answer: the run goes on from there
        visibility: private: only the receipt's hash leaves the node; record: its digests are listed;
            shared: anyone may fetch it and re-execute it
        domain: Physics domain label
        fields: Samples in the answer: none, up to 4,096 points a field, or up to 65,536; the digest is of
            all of them ("sample" unless given)
        unit: A unit, as in km/h
        field: Which field a table, a picture or bare numbers show (0 unless given)
        deadlineMs: The job ends without a value when it takes longer (60000 unless given)
        """
        return self.answer(ReactResult, OPERATIONS["react"],
            {"model": model, "F": F, "k": k, "Du": Du, "Dv": Dv, "a": a, "epsilon": epsilon, "gamma": gamma,
            "r": r, "n": n, "ny": ny, "dx": dx, "dt": dt, "steps": steps, "t_end": t_end,
            "initial": initial, "edges": edges, "scheme": scheme, "dim": dim, "initialState": initialState,
            "visibility": visibility, "domain": domain, "fields": fields, "unit": unit, "field": field,
            "deadlineMs": deadlineMs}, call)

    def sat(
        self, *, cnf: Union[str, Sequence[Sequence[int]]] = UNSET, maxConflicts: int = UNSET,
        visibility: Literal["private", "record", "shared"] = UNSET, domain: str = UNSET,
        fields: Literal["none", "sample", "full"] = UNSET, unit: str = UNSET, field: int = UNSET,
        deadlineMs: int = UNSET, call: Optional[Call] = None
    ) -> SatResult:
        """Satisfiability of a formula in conjunctive normal form.

        Conflict-driven clause learning; satisfiable comes with a model that was checked, unsatisfiable with
        a DRAT proof whose every clause was checked by unit propagation. The value is the satisfiable (1);
        give {cnf}. It passes its precision gate or is refused; nothing refused is sealed.

        cnf: The formula: DIMACS text with a true header (a trailing % and 0, as SATLIB writes, is
            accepted), or clauses as lists of literals, -3 being the negation of variable 3
        maxConflicts: Conflicts after which the search gives up without an answer [1]
        visibility: private: only the receipt's hash leaves the node; record: its digests are listed;
            shared: anyone may fetch it and re-execute it
        domain: Physics domain label
        fields: Samples in the answer: none, up to 4,096 points a field, or up to 65,536; the digest is of
            all of them ("sample" unless given)
        unit: A unit, as in km/h
        field: Which field a table, a picture or bare numbers show (0 unless given)
        deadlineMs: The job ends without a value when it takes longer (60000 unless given)
        """
        return self.answer(SatResult, OPERATIONS["sat"],
            {"cnf": cnf, "maxConflicts": maxConflicts, "visibility": visibility, "domain": domain,
            "fields": fields, "unit": unit, "field": field, "deadlineMs": deadlineMs}, call)

    def solve(
        self, *, operators: Sequence[str] = UNSET, inputs: Dict[str, float] = UNSET,
        system: SolveSystem = UNSET, equation: str = UNSET, unknown: str = UNSET, from_: float = UNSET,
        to: float = UNSET, strict: bool = UNSET, maxIterations: int = UNSET,
        position: Sequence[float] = UNSET, referenceMode: Literal["gravity"] = UNSET,
        visibility: Literal["private", "record", "shared"] = UNSET, domain: str = UNSET,
        fields: Literal["none", "sample", "full"] = UNSET, unit: str = UNSET, field: int = UNSET,
        deadlineMs: int = UNSET, call: Optional[Call] = None
    ) -> SolveResult:
        """Any operator or system, numerically.

        An operator as a root or initial-value problem with its error against the closed form, a system of
        differential equations written as text, or the root of an equation between two bounds; strict runs
        say converged or time out. The value is the value of the operator, variable or root (1); give
        {operators, inputs} or {system} or {equation, unknown, from, to} or {operators}. It passes its
        precision gate or is refused; nothing refused is sealed.

        operators: Operator ids: KO42, if named, first
        inputs: SI values by symbol or alias; parameters of a system or equation
        system: An initial-value problem in t
        equation: Left side of `... = 0`, or both sides: an expression over the unknown, names of inputs
        unknown: The name the equation is solved for
        from_: Lower bound of the root [1]
        to: Upper bound of the root [1]
        strict: Refuse what has not converged within maxIterations, and say so in tuneStatus
        maxIterations: Halvings of the bracket or the step; 40 unless given [1]
        position: x, y, z from the centre of the earth, m: where gravity is taken [m]
        referenceMode: Gives g the earth's gravity at `position`
        visibility: private: only the receipt's hash leaves the node; record: its digests are listed;
            shared: anyone may fetch it and re-execute it
        domain: Physics domain label
        fields: Samples in the answer: none, up to 4,096 points a field, or up to 65,536; the digest is of
            all of them ("sample" unless given)
        unit: A unit, as in km/h
        field: Which field a table, a picture or bare numbers show (0 unless given)
        deadlineMs: The job ends without a value when it takes longer (60000 unless given)
        """
        return self.answer(SolveResult, OPERATIONS["solve"],
            {"operators": operators, "inputs": inputs, "system": system, "equation": equation,
            "unknown": unknown, "from": from_, "to": to, "strict": strict, "maxIterations": maxIterations,
            "position": position, "referenceMode": referenceMode, "visibility": visibility,
            "domain": domain, "fields": fields, "unit": unit, "field": field, "deadlineMs": deadlineMs}, call)

    def tumour(
        self, *, D: float = UNSET, r: float = UNSET,
        initial: Union[Union[float, Sequence[float], str], TumourInitial2] = UNSET, t_end: float = UNSET,
        window: Sequence[Any] = UNSET, geometry: Literal["line", "disc", "radial"] = UNSET,
        scheme: Literal["strang", "explicit"] = UNSET, dx: float = UNSET, dt: float = UNSET,
        extent: float = UNSET, initialState: Dict[str, Any] = UNSET,
        visibility: Literal["private", "record", "shared"] = UNSET, domain: str = UNSET,
        fields: Literal["none", "sample", "full"] = UNSET, unit: str = UNSET, field: int = UNSET,
        deadlineMs: int = UNSET, call: Optional[Call] = None
    ) -> TumourResult:
        """Growth front of a tumour.

        Speed of the front of Fisher's equation, u' = D lap u + r u (1 - u), on a half line, a disc or a
        ball, by Strang splitting with the exact logistic reaction. For a continuation give dx, dt and
        extent, and pass `state` as initialState. The value is the v (m/s); give {D, r, initial, t_end} or
        {D, r, initialState, t_end}. It passes its precision gate or is refused; nothing refused is sealed.

        D: Diffusion of cells [m^2/s]
        r: Growth rate [1/s]
        initial: Density at the start over x, or {step: radius}: full inside, empty outside
        t_end: Time that is computed [s]
        window: [from, to]: the speed is the way of the front over this time; the second half of the run
            unless given [s]
        geometry: line: x >= 0 with a mirror at 0; disc: two dimensions; radial: a ball
        scheme: Time stepping
        dx: Distance of points; fixes the mesh [m]
        dt: Time step; fixes the steps [s]
        extent: Where the domain ends; beyond the front unless given [m]
        initialState: The `state` of an earlier answer: the run goes on from there
        visibility: private: only the receipt's hash leaves the node; record: its digests are listed;
            shared: anyone may fetch it and re-execute it
        domain: Physics domain label
        fields: Samples in the answer: none, up to 4,096 points a field, or up to 65,536; the digest is of
            all of them ("sample" unless given)
        unit: A unit, as in km/h
        field: Which field a table, a picture or bare numbers show (0 unless given)
        deadlineMs: The job ends without a value when it takes longer (60000 unless given)
        """
        return self.answer(TumourResult, OPERATIONS["tumour"],
            {"D": D, "r": r, "initial": initial, "t_end": t_end, "window": window, "geometry": geometry,
            "scheme": scheme, "dx": dx, "dt": dt, "extent": extent, "initialState": initialState,
            "visibility": visibility, "domain": domain, "fields": fields, "unit": unit, "field": field,
            "deadlineMs": deadlineMs}, call)

    def wave(
        self, *, c: float = UNSET, lx: float = UNSET, ly: float = UNSET, length: float = UNSET,
        radius: float = UNSET, initial: Union[float, Sequence[float], str] = UNSET,
        velocity: Union[float, Sequence[float], str] = UNSET, t_end: float = UNSET,
        edges: Literal["fixed", "periodic", "open"] = UNSET,
        eps_r: Union[float, Sequence[WaveEpsR2Item], str] = UNSET, source: WaveSource = UNSET,
        quantity: Literal["field", "reflection", "transmission"] = UNSET,
        dim: Union[Literal[1], Literal[2]] = UNSET,
        mode: Literal["membrane", "disc", "string", "maxwell"] = UNSET,
        probe: Union[float, Sequence[float]] = UNSET, nx: int = UNSET, ny: int = UNSET, dt: float = UNSET,
        steps: int = UNSET, initialState: Dict[str, Any] = UNSET,
        visibility: Literal["private", "record", "shared"] = UNSET, domain: str = UNSET,
        fields: Literal["none", "sample", "full"] = UNSET, unit: str = UNSET, field: int = UNSET,
        deadlineMs: int = UNSET, call: Optional[Call] = None
    ) -> WaveResult:
        """Waves on membranes and strings, and light in one dimension.

        Displacement of a membrane, a drum (radius) or a string (dim: 1) by leapfrog with an exactly
        conserved discrete energy, or an electromagnetic pulse through dielectric layers on Yee's grid
        (mode: maxwell). For a continuation give nx, ny and dt. The value is the u (m); give {c, lx, ly,
        initial, velocity, t_end} or {c, length, initial, velocity, t_end} or {c, radius, initial, velocity,
        t_end} or {c, radius, initialState, t_end} or {c, lx, ly, initialState, t_end} or {c, length,
        initialState, t_end} or {eps_r, length, source, t_end} or {eps_r, length, initial, t_end} or {eps_r,
        length, initialState, t_end}. It passes its precision gate or is refused; nothing refused is sealed.

        c: Wave speed [m/s]
        lx: Width [m]
        ly: Height [m]
        length: Length of the string or of the line of light; else the side of a square [m]
        radius: Radius of a circular membrane, whose middle is at x = y = 0 [m]
        initial: Displacement at the start; with mode maxwell the electric field in V/m, at zero magnetic
            field: a number, row-major samples, or an expression over x, y [m]
        velocity: Velocity at the start; 0 for a release from rest: a number, row-major samples, or an
            expression over x, y [m/s]
        t_end: Time that is computed [s]
        edges: fixed: held at zero (a conductor, for light); open: waves leave without return (light only)
        eps_r: Relative permittivity: a number, layers [{to, eps_r}, ...] from x = 0 on, or an expression
            over x [1]
        source: A pulse amplitude exp(-((x - center)/width)^2) that runs to larger x; cos(2 pi (x -
            center)/wavelength) on it [V/m]
        quantity: What is asked of light
        dim: 1 for a string; 2 for a membrane
        mode: disc: a membrane of given radius; maxwell: light along one line
        probe: Where: x, or [x, y]; the centre unless given [m]
        nx: Cells along x, or rings of a disc; fixes the mesh [1]
        ny: Cells along y, or angles around a disc, an even number [1]
        dt: Time step; fixes the steps [s]
        steps: Number of steps, instead of dt [1]
        initialState: The `state` of an earlier answer: the run goes on from there
        visibility: private: only the receipt's hash leaves the node; record: its digests are listed;
            shared: anyone may fetch it and re-execute it
        domain: Physics domain label
        fields: Samples in the answer: none, up to 4,096 points a field, or up to 65,536; the digest is of
            all of them ("sample" unless given)
        unit: A unit, as in km/h
        field: Which field a table, a picture or bare numbers show (0 unless given)
        deadlineMs: The job ends without a value when it takes longer (60000 unless given)
        """
        return self.answer(WaveResult, OPERATIONS["wave"],
            {"c": c, "lx": lx, "ly": ly, "length": length, "radius": radius, "initial": initial,
            "velocity": velocity, "t_end": t_end, "edges": edges, "eps_r": eps_r, "source": source,
            "quantity": quantity, "dim": dim, "mode": mode, "probe": probe, "nx": nx, "ny": ny, "dt": dt,
            "steps": steps, "initialState": initialState, "visibility": visibility, "domain": domain,
            "fields": fields, "unit": unit, "field": field, "deadlineMs": deadlineMs}, call)

    def zeta(
        self, *, index: int = UNSET, T: float = UNSET, from_: float = UNSET, to: float = UNSET,
        visibility: Literal["private", "record", "shared"] = UNSET, domain: str = UNSET,
        fields: Literal["none", "sample", "full"] = UNSET, unit: str = UNSET, field: int = UNSET,
        deadlineMs: int = UNSET, call: Optional[Call] = None
    ) -> ZetaResult:
        """Zeros of Riemann's zeta function on the critical line.

        The ordinate of a numbered zero, or how many there are up to a height, by the Riemann-Siegel formula
        with every count proved by Turing's method. The value is the ordinate or count (1); give {index} or
        {T} or {from, to}. It passes its precision gate or is refused; nothing refused is sealed.

        index: Number of the zero, the lowest being 1 [1]
        T: Count the zeros with ordinates above 0 and up to T [1]
        from_: List and count the zeros above this height [1]
        to: and up to this one [1]
        visibility: private: only the receipt's hash leaves the node; record: its digests are listed;
            shared: anyone may fetch it and re-execute it
        domain: Physics domain label
        fields: Samples in the answer: none, up to 4,096 points a field, or up to 65,536; the digest is of
            all of them ("sample" unless given)
        unit: A unit, as in km/h
        field: Which field a table, a picture or bare numbers show (0 unless given)
        deadlineMs: The job ends without a value when it takes longer (60000 unless given)
        """
        return self.answer(ZetaResult, OPERATIONS["zeta"],
            {"index": index, "T": T, "from": from_, "to": to, "visibility": visibility, "domain": domain,
            "fields": fields, "unit": unit, "field": field, "deadlineMs": deadlineMs}, call)

    def mesh_verify(
        self, *, peers: int = UNSET, samples: int = UNSET, address: str = UNSET, publicKey: str = UNSET,
        nonce: str = UNSET, signature: str = UNSET, call: Optional[Call] = None
    ) -> MeshVerifyResult:
        """Compare heads with peers and recompute shared receipts, or check who holds an address.

        Without an address: heads of all spines are compared with up to `peers` peers, and up to `samples`
        shared receipts of the same engine version are fetched from them and computed anew. coherenceScore =
        (agreed + recomputed) / (compared + sampled), null when there was nothing to compare. With address,
        publicKey, nonce and signature: whether the address is that key's, and the key signed
        "calc-possess/1", a zero byte, and the canonical JSON of {address, nonce, publicKey}.

        peers: Peers to compare with; 4 unless stated
        samples: Shared receipts to compute anew; 8 unless stated
        address: 16 hex digits
        publicKey: 32 bytes in lower-case hex
        nonce: Text of the caller's choice
        signature: Ed25519, hex
        """
        return self.answer(MeshVerifyResult, OPERATIONS["mesh_verify"],
            {"peers": peers, "samples": samples, "address": address, "publicKey": publicKey, "nonce": nonce,
            "signature": signature}, call)

    def mesh_peers(
        self, *, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> MeshPeersResult:
        """Connected peers: who they are, what they run, how far their clocks are off.

        limit: How many on a page (100 unless given)
        offset: How many to leave out at the front (0 unless given)
        """
        return self.answer(MeshPeersResult, OPERATIONS["mesh_peers"],
            {"limit": limit, "offset": offset}, call)

    def iter_mesh_peers(
        self, *, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> Iterator[MeshPeersPeersItem]:
        """Connected peers: who they are, what they run, how far their clocks are off, one by one over all pages."""
        return self.each("peers", OPERATIONS["mesh_peers"],
            {"limit": limit, "offset": offset}, call)

    def mesh_topics(
        self, *, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> MeshTopicsResult:
        """Topics: who follows them, and what became of their messages since the start.

        limit: How many on a page (100 unless given)
        offset: How many to leave out at the front (0 unless given)
        """
        return self.answer(MeshTopicsResult, OPERATIONS["mesh_topics"],
            {"limit": limit, "offset": offset}, call)

    def iter_mesh_topics(
        self, *, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> Iterator[MeshTopicsTopicsItem]:
        """Topics: who follows them, and what became of their messages since the start, one by one over all pages."""
        return self.each("topics", OPERATIONS["mesh_topics"],
            {"limit": limit, "offset": offset}, call)

    def mesh_scores(
        self, *, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> MeshScoresResult:
        """Scores of peers, what they are made of, and the thresholds.

        limit: How many on a page (100 unless given)
        offset: How many to leave out at the front (0 unless given)
        """
        return self.answer(MeshScoresResult, OPERATIONS["mesh_scores"],
            {"limit": limit, "offset": offset}, call)

    def iter_mesh_scores(
        self, *, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> Iterator[MeshScoresScoresItem]:
        """Scores of peers, what they are made of, and the thresholds, one by one over all pages."""
        return self.each("scores", OPERATIONS["mesh_scores"],
            {"limit": limit, "offset": offset}, call)

    def mesh_why(
        self, *, peer: str = UNSET, call: Optional[Call] = None
    ) -> MeshWhyResult:
        """Why this node and others do not talk: each address with its last error, as the operator.

        `findings` is what to act upon and is empty when all is well. The rest is what it was found from:
        every address that is tried, what was said when a connection was closed, clocks, and who holds this
        node's events.

        peer: Only of this peer: a peer id, or a public key in hex
        """
        return self.answer(MeshWhyResult, OPERATIONS["mesh_why"],
            {"peer": peer}, call)

    def peer_rules(
        self, *, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> PeerRulesResult:
        """Peers and networks that are banned or allowed, the newest first, as the operator.

        limit: How many on a page (100 unless given)
        offset: How many to leave out at the front (0 unless given)
        """
        return self.answer(PeerRulesResult, OPERATIONS["peer_rules"],
            {"limit": limit, "offset": offset}, call)

    def iter_peer_rules(
        self, *, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> Iterator[PeerRulesRulesItem]:
        """Peers and networks that are banned or allowed, the newest first, as the operator, one by one over all pages."""
        return self.each("rules", OPERATIONS["peer_rules"],
            {"limit": limit, "offset": offset}, call)

    def peer_ban(
        self, target: str, *, reason: str = UNSET, seconds: int = UNSET, call: Optional[Call] = None
    ) -> PeerBanResult:
        """Keep a peer or a network out of this node, also after a restart, as the operator.

        Whoever is connected and meant is disconnected. It replaces what was said of the same target.

        target: A peer id, a public key in hex, or a network as 203.0.113.0/24 or 2001:db8::/48
        reason: For whoever reads the list; the peer is not told ("" unless given)
        seconds: How long; for good if absent
        """
        return self.answer(PeerBanResult, OPERATIONS["peer_ban"],
            {"target": target, "reason": reason, "seconds": seconds}, call)

    def peer_allow(
        self, target: str, *, reason: str = UNSET, call: Optional[Call] = None
    ) -> PeerAllowResult:
        """Let a peer or a network in whatever was held against it, as the operator.

        A ban of the same target ends. An allowed peer is treated as one that is long known: it has a place
        among the spines that are kept, and points do not cut it off.

        target: A peer id, a public key in hex, or a network as 203.0.113.0/24 or 2001:db8::/48
        reason: For whoever reads the list; the peer is not told ("" unless given)
        """
        return self.answer(PeerAllowResult, OPERATIONS["peer_allow"],
            {"target": target, "reason": reason}, call)

    def peer_forget(
        self, target: str, *, call: Optional[Call] = None
    ) -> PeerForgetResult:
        """Take back what was said of a peer or a network, as the operator.

        target: A peer id, a public key in hex, or a network as 203.0.113.0/24 or 2001:db8::/48
        """
        return self.answer(PeerForgetResult, OPERATIONS["peer_forget"],
            {"target": target}, call)

    def peer_connect(
        self, address: str, *, call: Optional[Call] = None
    ) -> PeerConnectResult:
        """Connect to a node at an address now, as the operator.

        The answer tells who is there, or why nobody was reached. It does not tell whether the node lets
        this one in: `calc peers why` does.

        address: A multiaddress, as /ip4/203.0.113.7/tcp/4001/p2p/12D3KooW...
        """
        return self.answer(PeerConnectResult, OPERATIONS["peer_connect"],
            {"address": address}, call)

    def peer_disconnect(
        self, peer: str, *, call: Optional[Call] = None
    ) -> PeerDisconnectResult:
        """Close the connection to a peer, as the operator.

        This node does not dial it for ten minutes. It may come by itself: a ban keeps it out.

        peer: Peer id, or public key in hex
        """
        return self.answer(PeerDisconnectResult, OPERATIONS["peer_disconnect"],
            {"peer": peer}, call)

    def peer_invite(
        self, peer: str, *, seconds: int = UNSET, call: Optional[Call] = None
    ) -> PeerInviteResult:
        """Sign that another node's key belongs to this mesh, as the operator.

        The invited node takes the text by `calc peers accept`, and shows it to each node that it meets. It
        counts with nodes that know this one for an hour or longer, or whose operators named or allowed it.
        It is no secret: it names one key.

        peer: Peer id, or public key in hex
        seconds: How long it holds (31536000 unless given)
        """
        return self.answer(PeerInviteResult, OPERATIONS["peer_invite"],
            {"peer": peer, "seconds": seconds}, call)

    def peer_accept(
        self, invitation: str, *, call: Optional[Call] = None
    ) -> PeerAcceptResult:
        """Keep an invitation of this node, and show it to whom it meets, as the operator.

        invitation: The JSON text that `peers invite` printed
        """
        return self.answer(PeerAcceptResult, OPERATIONS["peer_accept"],
            {"invitation": invitation}, call)

    def envelopes(
        self, cid: str, *, limit: int = UNSET, offset: int = UNSET, after: str = UNSET, q: str = UNSET,
        folder: str = UNSET, call: Optional[Call] = None
    ) -> EnvelopesResult:
        """The envelopes you hold.

        Ordered by token id, with the true total of what matches. Without `limit` all of them. Long answers
        are sent as they are read, and have what comes meanwhile beside the rest. To page on, give
        `after_next` of a page as `after` of the next, or follow `Link`: then nothing is missing or there
        twice while envelopes come and go. Another's account answers 404.

        cid: Your identity digest, or your account id
        limit: Envelopes on a page: there is no cap; all without it
        offset: Envelopes to leave out at the front (0 unless given)
        after: Only token ids above this one; `offset` counts within them
        q: Hex digits that token ids begin with ("" unless given)
        folder: Only this folder; empty for what is in none
        """
        return self.answer(EnvelopesResult, OPERATIONS["envelopes"],
            {"cid": cid, "limit": limit, "offset": offset, "after": after, "q": q, "folder": folder}, call)

    def iter_envelopes(
        self, cid: str, *, limit: int = UNSET, offset: int = UNSET, after: str = UNSET, q: str = UNSET,
        folder: str = UNSET, call: Optional[Call] = None
    ) -> Iterator[EnvelopesEnvelopesItem]:
        """The envelopes you hold, one by one over all pages."""
        return self.each("envelopes", OPERATIONS["envelopes"],
            {"cid": cid, "limit": limit, "offset": offset, "after": after, "q": q, "folder": folder}, call)

    def envelope_folders(
        self, cid: str, *, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> EnvelopeFoldersResult:
        """Your folders of envelopes, with counts.

        By name. A folder is there as long as something is in it.

        cid: Your identity digest, or your account id
        limit: How many on a page (100 unless given)
        offset: How many to leave out at the front (0 unless given)
        """
        return self.answer(EnvelopeFoldersResult, OPERATIONS["envelope_folders"],
            {"cid": cid, "limit": limit, "offset": offset}, call)

    def iter_envelope_folders(
        self, cid: str, *, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> Iterator[EnvelopeFoldersFoldersItem]:
        """Your folders of envelopes, with counts, one by one over all pages."""
        return self.each("folders", OPERATIONS["envelope_folders"],
            {"cid": cid, "limit": limit, "offset": offset}, call)

    def file_envelopes(
        self, folder: Optional[str], *, token_ids: Sequence[str] = UNSET, count: int = UNSET,
        from_folder: Optional[str] = UNSET, q: str = UNSET, call: Optional[Call] = None
    ) -> FileEnvelopesResult:
        """File envelopes into a folder.

        By `token_ids`, or as many as `count` says of those that fit `from_folder` and `q`, in the order of
        their ids; without `from_folder` those in no folder come first. Fewer are moved when there are
        fewer. Soulbound envelopes can be filed too.

        folder: Where to; null takes them out of their folders
        token_ids: Token ids: receipt ids of 64 hex digits, each once
        count: How many; there is no cap
        from_folder: With `count`: only from this folder; null for those in none
        q: With `count`: only ids that begin with these hex digits
        """
        return self.answer(FileEnvelopesResult, OPERATIONS["file_envelopes"],
            {"folder": folder, "token_ids": token_ids, "count": count, "from_folder": from_folder, "q": q}, call)

    def transfer_envelopes(
        self, to: str, *, count: int = UNSET, token_ids: Sequence[str] = UNSET, call: Optional[Call] = None
    ) -> TransferEnvelopesResult:
        """Move envelopes to another account.

        By `token_ids`, or a `count` that is drawn at random from what can be moved: the journal names the
        seed, the hash of the sender's last entry. All of them move or none: soulbound, locked and bonded
        envelopes stay with their owner.

        to: Account id, or the 32 hex digits of its identity
        count: How many; there is no cap
        token_ids: Token ids: receipt ids of 64 hex digits, each once
        """
        return self.answer(TransferEnvelopesResult, OPERATIONS["transfer_envelopes"],
            {"to": to, "count": count, "token_ids": token_ids}, call)

    def claim_transfer(
        self, offer: ClaimTransferOffer, signature: str, *, call: Optional[Call] = None
    ) -> ClaimTransferResult:
        """Take envelopes that their owner offered you with a signature.

        The owner signs "calc-transfer/1", a zero byte and the canonical JSON (RFC 8785) of `offer` with the
        key of its identity. The recipient presents it. It is good once, up to its calcond, and for
        envelopes that can be moved.

        offer: What the owner signed
        signature: Ed25519, hex
        """
        return self.answer(ClaimTransferResult, OPERATIONS["claim_transfer"],
            {"offer": offer, "signature": signature}, call)

    def burn_envelopes(
        self, token_ids: Sequence[str], *, call: Optional[Call] = None
    ) -> BurnEnvelopesResult:
        """Burn envelopes for good.

        Only what can be moved can be burned. All of them or none. The receipts stay valid: what was
        computed stays computed.

        token_ids: Token ids: receipt ids of 64 hex digits, each once
        """
        return self.answer(BurnEnvelopesResult, OPERATIONS["burn_envelopes"],
            {"token_ids": token_ids}, call)

    def lock_envelopes(
        self, token_ids: Sequence[str], locked: bool, *, call: Optional[Call] = None
    ) -> LockEnvelopesResult:
        """Lock envelopes for a vote, or unlock them.

        A locked envelope stays with its owner: no transfer takes it, not even one that was offered before.

        token_ids: Token ids: receipt ids of 64 hex digits, each once
        locked: Whether a vote holds them
        """
        return self.answer(LockEnvelopesResult, OPERATIONS["lock_envelopes"],
            {"token_ids": token_ids, "locked": locked}, call)

    def transfer_send(
        self, order: TransferSendOrder, signature: str, *, call: Optional[Call] = None
    ) -> TransferSendResult:
        """Send envelopes to an account of another node.

        The owner signs "calc-move/1", a zero byte and the canonical JSON (RFC 8785) of `order` with the key
        of its identity. The envelopes end here at once, and begin there when that node has read it. It
        takes them or says that it never will; then, and only then, they come back. The same order again has
        the same answer.

        order: What you signed
        signature: Ed25519, hex
        """
        return self.answer(TransferSendResult, OPERATIONS["transfer_send"],
            {"order": order, "signature": signature}, call)

    def transfer_list(
        self, *, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> TransferListResult:
        """Envelopes that went to other nodes, and that came from them.

        limit: How many on a page (100 unless given)
        offset: How many to leave out at the front (0 unless given)
        """
        return self.answer(TransferListResult, OPERATIONS["transfer_list"],
            {"limit": limit, "offset": offset}, call)

    def iter_transfer_list(
        self, *, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> Iterator[TransferListTransfersItem]:
        """Envelopes that went to other nodes, and that came from them, one by one over all pages."""
        return self.each("transfers", OPERATIONS["transfer_list"],
            {"limit": limit, "offset": offset}, call)

    def transfer_get(
        self, id: str, *, call: Optional[Call] = None
    ) -> TransferGetResult:
        """A move of envelopes between nodes, and how it stands.

        id: Id of the order
        """
        return self.answer(TransferGetResult, OPERATIONS["transfer_get"],
            {"id": id}, call)

    def witness_status(
        self, *, call: Optional[Call] = None
    ) -> WitnessStatusResult:
        """Whom this node trusts as witnesses, and how far its own spine is witnessed."""
        return self.answer(WitnessStatusResult, OPERATIONS["witness_status"],
            {}, call)

    def witness_logs(
        self, *, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> WitnessLogsResult:
        """Spines that this node has cosigned, and how far quorums have.

        limit: How many on a page (100 unless given)
        offset: How many to leave out at the front (0 unless given)
        """
        return self.answer(WitnessLogsResult, OPERATIONS["witness_logs"],
            {"limit": limit, "offset": offset}, call)

    def iter_witness_logs(
        self, *, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> Iterator[WitnessLogsLogsItem]:
        """Spines that this node has cosigned, and how far quorums have, one by one over all pages."""
        return self.each("logs", OPERATIONS["witness_logs"],
            {"limit": limit, "offset": offset}, call)

    def witness_monitored(
        self, origin: str, *, call: Optional[Call] = None
    ) -> bytes:
        """Newest checkpoint of a log that this node cosigned, with its cosignature (C2SP text).

        The monitoring read of C2SP tlog-witness: `origin` is the SHA-256 of the log's origin. The note has
        the signature of the log and the cosignature of this node.

        origin: SHA-256 of the log's origin, hex
        """
        return self.octets(OPERATIONS["witness_monitored"],
            {"origin": origin}, call)

    def witness_cosign(
        self, question: str, *, call: Optional[Call] = None
    ) -> WitnessCosignResult:
        """Have this node cosign a checkpoint.

        `question` is the text of C2SP add-checkpoint: `old SIZE`, a proof of consistency, an empty line and
        the signed checkpoint. It is cosigned where the log only grew since this node cosigned it last; what
        was cosigned is on the disk before the answer. `stale` tells the size to go out from.

        question: Text of C2SP add-checkpoint
        """
        return self.answer(WitnessCosignResult, OPERATIONS["witness_cosign"],
            {"question": question}, call)

    def witness_standing(
        self, id: str, *, call: Optional[Call] = None
    ) -> WitnessStandingResult:
        """How surely an event or a receipt stays: sealed, witnessed or final, with the proof.

        `id` is that of an event or of a shared receipt. `note` is the newest checkpoint with cosignatures
        that covers it, or the C2SP tlog-proof of its head under one; `path` its place in the spine: `calc
        witness verify FILE` checks all of it without a node.

        id: Id of an event, or of a shared receipt
        """
        return self.answer(WitnessStandingResult, OPERATIONS["witness_standing"],
            {"id": id}, call)

    def mesh_witnessed(
        self, author: str, *, call: Optional[Call] = None
    ) -> bytes:
        """Newest checkpoint of a spine with the cosignatures of a quorum (C2SP text).

        author: Ed25519 key of the spine's author, hex
        """
        return self.octets(OPERATIONS["mesh_witnessed"],
            {"author": author}, call)

    def contribute_policy(
        self, *, call: Optional[Call] = None
    ) -> ContributePolicyResult:
        """Rules and arithmetic of contributing compute."""
        return self.answer(ContributePolicyResult, OPERATIONS["contribute_policy"],
            {}, call)

    def contribute_status(
        self, *, bond: str = UNSET, call: Optional[Call] = None
    ) -> ContributeStatusResult:
        """Your bond, or what is missing for one; and the work of this node for others.

        `bonds` has the one in force and every released one whose envelopes are still pledged. Jobs,
        agreements, earnings and what is at stake are those of GET /api/contribute/work. With `bond` the
        answer also has what that one pledges: its ids, and the attestation as it was signed, which POST
        /api/contribute/bond describes.

        bond: A bond of yours, of which to show all; ended ones too
        """
        return self.answer(ContributeStatusResult, OPERATIONS["contribute_status"],
            {"bond": bond}, call)

    def contribute_bond(
        self, *, token_ids: Sequence[str] = UNSET, count: Literal[1000] = UNSET,
        call: Optional[Call] = None
    ) -> ContributeBondResult:
        """Pledge 1000 envelopes you hold.

        They stay in your vault and cannot move. Soulbound ones count; with `count` they are taken first.
        The node signs "calc-bond/1", a zero byte and the canonical JSON (RFC 8785) of the attestation
        without its signature. Its `listHash` is the sha256 of "calc-token-list/1", a zero byte and the
        pledged ids as 32 bytes each, ascending.

        token_ids: The 1000 envelopes to pledge, each once
        count: 1000: the node picks so many, soulbound ones first
        """
        return self.answer(ContributeBondResult, OPERATIONS["contribute_bond"],
            {"token_ids": token_ids, "count": count}, call)

    def contribute_release(
        self, *, call: Optional[Call] = None
    ) -> ContributeReleaseResult:
        """Release your bond and leave.

        Its envelopes cannot move, and can still be withheld, for 4632 calconds more, or until the verdict
        of a challenge opened by then.
        """
        return self.answer(ContributeReleaseResult, OPERATIONS["contribute_release"],
            {}, call)

    def contribute_mode(
        self, mode: Literal["idle", "contributing", "experimenting"], *, call: Optional[Call] = None
    ) -> ContributeModeResult:
        """Say what your machines do: nothing, compute for others, or experiment.

        The body is the mode as a bare JSON string, or an object with it. Jobs are given only to who is
        bonded.

        mode: idle, contributing (compute for others) or experimenting
        """
        return self.answer(ContributeModeResult, OPERATIONS["contribute_mode"],
            {"mode": mode}, call)

    def contribute_start(
        self, *, share: int = UNSET, call: Optional[Call] = None
    ) -> ContributeStartResult:
        """Compute jobs of others on this node, under your bond (operator of the node).

        Sets the mode to contributing, which ends an experiment, and says to the mesh that this node may be
        called. One account of a node contributes: another one waits until it has stopped.

        share: Part of the time that may be spent on work for others, in per cent (50 unless given)
        """
        return self.answer(ContributeStartResult, OPERATIONS["contribute_start"],
            {"share": share}, call)

    def contribute_stop(
        self, *, call: Optional[Call] = None
    ) -> ContributeStopResult:
        """Take no more jobs: what runs ends, what was committed is still revealed."""
        return self.answer(ContributeStopResult, OPERATIONS["contribute_stop"],
            {}, call)

    def contribute_work(
        self, *, call: Optional[Call] = None
    ) -> ContributeWorkResult:
        """Work of this node for others: jobs, agreements, earnings, and what is at stake."""
        return self.answer(ContributeWorkResult, OPERATIONS["contribute_work"],
            {}, call)

    def contribute_challenge(
        self, job: str, node: str, deposit: str, *, call: Optional[Call] = None
    ) -> ContributeChallengeResult:
        """Challenge a result of another node: this node computes it, a drawn one decides.

        Within an hour of the result, with one envelope as deposit. Agrees the re-execution with this node
        alone, the contributor's whole bond is withheld; with the contributor alone, the deposit is burned;
        else nobody loses anything. Each node computes the job itself before it acts.

        job: Id of a part on the mesh: of the event that opened it
        node: Whose result
        deposit: An envelope of yours
        """
        return self.answer(ContributeChallengeResult, OPERATIONS["contribute_challenge"],
            {"job": job, "node": node, "deposit": deposit}, call)

    def contribute_verdict(
        self, challenge: str, *, call: Optional[Call] = None
    ) -> ContributeVerdictResult:
        """A challenge with its evidence: signed events, inputs, and what this node computed.

        `calc verify FILE` checks it offline, with nothing but this document.

        challenge: Id of a challenge
        """
        return self.answer(ContributeVerdictResult, OPERATIONS["contribute_verdict"],
            {"challenge": challenge}, call)

    def job_price(
        self, *, operators: Sequence[str] = UNSET, solver: str = UNSET, inputs: Dict[str, Any] = UNSET,
        columns: Dict[str, Union[float, Sequence[float], Union[ComputeTableColumnsValue3,
            ComputeTableColumnsValue32], str, Sequence[Union[float, str]], Union[ComputeTableColumnsValue6,
            ComputeTableColumnsValue62]]] = UNSET,
        grid: Sequence[str] = UNSET,
        uncertainties: Dict[str, Union[float, Sequence[float], str, Sequence[Union[float, str]]]] = UNSET,
        class_: Literal["replicated", "economy"] = UNSET, k: int = UNSET, deadline: int = UNSET,
        call: Optional[Call] = None
    ) -> JobPriceResult:
        """Credits a job would lock, and who could compute it.

        Nothing is locked or said. The body is that of POST.

        operators: Operator ids; KO42 is added when left out
        solver: Id of a solver, in place of operators
        inputs: Values by symbol, in SI or with units; the body of the solver
        columns: Of a table, in place of inputs: a number, a list, or a range for each input, in SI or with
            units
        grid: Axes of a table: every combination of them
        uncertainties: Standard uncertainties of columns: a number, or one for each row
        class_: replicated: k nodes compute it and have to agree; economy: one that has earned trust
            ("replicated" unless given)
        k: Results that have to agree in a replicated job (2 unless given)
        deadline: Calconds from now to the last one in which a result counts; 772 (ten minutes)
        """
        return self.answer(JobPriceResult, OPERATIONS["job_price"],
            {"operators": operators, "solver": solver, "inputs": inputs, "columns": columns, "grid": grid,
            "uncertainties": uncertainties, "class": class_, "k": k, "deadline": deadline}, call)

    def job_open(
        self, *, operators: Sequence[str] = UNSET, solver: str = UNSET, inputs: Dict[str, Any] = UNSET,
        columns: Dict[str, Union[float, Sequence[float], Union[ComputeTableColumnsValue3,
            ComputeTableColumnsValue32], str, Sequence[Union[float, str]], Union[ComputeTableColumnsValue6,
            ComputeTableColumnsValue62]]] = UNSET,
        grid: Sequence[str] = UNSET,
        uncertainties: Dict[str, Union[float, Sequence[float], str, Sequence[Union[float, str]]]] = UNSET,
        class_: Literal["replicated", "economy"] = UNSET, k: int = UNSET, deadline: int = UNSET,
        call: Optional[Call] = None
    ) -> JobOpenResult:
        """Have the mesh compute something: the price is locked, nodes are drawn, results compared.

        Operators with inputs, a solver with its body, or either with columns of a table. The credits are
        set aside in one batch with the job. Every part ends as done, failed, expired or cancelled, and what
        was locked for it is spent or returned then. Inputs of jobs are public. `visibility` of receipts is
        shared.

        operators: Operator ids; KO42 is added when left out
        solver: Id of a solver, in place of operators
        inputs: Values by symbol, in SI or with units; the body of the solver
        columns: Of a table, in place of inputs: a number, a list, or a range for each input, in SI or with
            units
        grid: Axes of a table: every combination of them
        uncertainties: Standard uncertainties of columns: a number, or one for each row
        class_: replicated: k nodes compute it and have to agree; economy: one that has earned trust
            ("replicated" unless given)
        k: Results that have to agree in a replicated job (2 unless given)
        deadline: Calconds from now to the last one in which a result counts; 772 (ten minutes)
        """
        return self.answer(JobOpenResult, OPERATIONS["job_open"],
            {"operators": operators, "solver": solver, "inputs": inputs, "columns": columns, "grid": grid,
            "uncertainties": uncertainties, "class": class_, "k": k, "deadline": deadline}, call)

    def job_list(
        self, *, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> JobListResult:
        """The account's jobs.

        limit: How many on a page (100 unless given)
        offset: How many to leave out at the front (0 unless given)
        """
        return self.answer(JobListResult, OPERATIONS["job_list"],
            {"limit": limit, "offset": offset}, call)

    def iter_job_list(
        self, *, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> Iterator[JobListJobsItem]:
        """The account's jobs, one by one over all pages."""
        return self.each("jobs", OPERATIONS["job_list"],
            {"limit": limit, "offset": offset}, call)

    def job_get(
        self, id: str, *, call: Optional[Call] = None
    ) -> JobGetResult:
        """A job with its parts: who computed what, and whose results agree.

        id: Id of a job, as in job_0123456789abcdef
        """
        return self.answer(JobGetResult, OPERATIONS["job_get"],
            {"id": id}, call)

    def job_result(
        self, id: str, *, call: Optional[Call] = None
    ) -> JobResultResult:
        """The result of a job, and its receipts.

        Of a table the values of all parts that are done, in the order of the rows; null where a row has
        none, or its part is not done. `receipts` are those of the nodes that agree.

        id: Id of a job, as in job_0123456789abcdef
        """
        return self.answer(JobResultResult, OPERATIONS["job_result"],
            {"id": id}, call)

    def job_cancel(
        self, id: str, *, call: Optional[Call] = None
    ) -> JobCancelResult:
        """Cancel a job: parts to which nobody has committed are given up, their credits returned.

        id: Id of a job, as in job_0123456789abcdef
        """
        return self.answer(JobCancelResult, OPERATIONS["job_cancel"],
            {"id": id}, call)

    def ledger_balance(
        self, *, call: Optional[Call] = None
    ) -> LedgerBalanceResult:
        """Your credits, and the value of the envelopes you hold.

        Free credits are spent before paid ones. `available` is what can be spent now: less what
        computations under way have set aside.
        """
        return self.answer(LedgerBalanceResult, OPERATIONS["ledger_balance"],
            {}, call)

    def ledger_entries(
        self, *, account: str = UNSET, before: int = UNSET, limit: int = UNSET, call: Optional[Call] = None
    ) -> LedgerEntriesResult:
        """The journal's entries about your account, newest first.

        Each with its number, hash and note, and those of its lines that are yours: what it books for others
        is not shown. The note of a transfer by count names the seed that it was drawn with. The operator
        sees every entry whole, or those about an `account`. One reading looks at 20,000 entries at most: a
        page may be shorter than `limit`, or empty, with more behind it while `before_next` is not null.

        account: Account id or identity digest: another's for the operator alone; your own, or all for the
            operator, without it
        before: Only entries before this number: `before_next` of the page before
        limit: Entries on a page, at most (100 unless given)
        """
        return self.answer(LedgerEntriesResult, OPERATIONS["ledger_entries"],
            {"account": account, "before": before, "limit": limit}, call)

    def iter_ledger_entries(
        self, *, account: str = UNSET, before: int = UNSET, limit: int = UNSET, call: Optional[Call] = None
    ) -> Iterator[LedgerEntriesEntriesItem]:
        """The journal's entries about your account, newest first, one by one over all pages."""
        return self.each("entries", OPERATIONS["ledger_entries"],
            {"account": account, "before": before, "limit": limit}, call)

    def ledger_grant(
        self, account: str, credits: int, reference: str, *, call: Optional[Call] = None
    ) -> LedgerGrantResult:
        """Book purchased credits to an account, as the operator.

        A journal entry of kind `grant` with its reference. A reference is booked once: a second booking
        under it is refused, also where its letters are composed in another way.

        account: Account id or identity digest
        credits: Whole credits
        reference: What it is booked for, as an invoice number: 1 to 128 characters as composed by Unicode
            (NFC), all of which can be seen, with single blanks between them
        """
        return self.answer(LedgerGrantResult, OPERATIONS["ledger_grant"],
            {"account": account, "credits": credits, "reference": reference}, call)

    def ledger_audit(
        self, *, call: Optional[Call] = None
    ) -> LedgerAuditResult:
        """Check every journal entry, balance and envelope against each other, as the operator.

        Walks the journal: its chain of hashes, each entry's sums, no balance below zero, the prices of
        every commit window against its envelopes; then every balance, the totals, and the vaults. Each
        fault names its record.
        """
        return self.answer(LedgerAuditResult, OPERATIONS["ledger_audit"],
            {}, call)

    def node_backup(
        self, *, call: Optional[Call] = None
    ) -> bytes:
        """All records of the database as of one instant, as the operator.

        What `calc backup` reads from a running node. The secrets of its identity are not among it: the verb
        takes them from the data directory. docs/internals/backup.md has the form.
        """
        return self.octets(OPERATIONS["node_backup"],
            {}, call)

    def node_logs(
        self, *, after: int = UNSET, limit: int = UNSET, call: Optional[Call] = None
    ) -> NodeLogsResult:
        """The newest lines of the node's log, as the operator.

        Lines are numbered from the start of the process. `start` tells one process from the next; with
        another one numbers begin anew.

        after: Lines behind this number; 0 for the oldest that is kept (0 unless given)
        limit: (1000 unless given)
        """
        return self.answer(NodeLogsResult, OPERATIONS["node_logs"],
            {"after": after, "limit": limit}, call)

    def compute_usage(
        self, *, call: Optional[Call] = None
    ) -> ComputeUsageResult:
        """Credits your computations burned today, beside a day's free ones.

        `bundle` is what an account may claim a day. Nothing is refused for being over it (`enforced` is
        false), except for a demo key, whose `dailyLimit` it is: a computation is refused when neither free
        nor paid credits alone cover its price. `overage` counts purchased credits only.
        """
        return self.answer(ComputeUsageResult, OPERATIONS["compute_usage"],
            {}, call)

    def llm_providers(
        self, *, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> LlmProvidersResult:
        """Providers of models that a key can be kept for.

        limit: How many on a page (100 unless given)
        offset: How many to leave out at the front (0 unless given)
        """
        return self.answer(LlmProvidersResult, OPERATIONS["llm_providers"],
            {"limit": limit, "offset": offset}, call)

    def iter_llm_providers(
        self, *, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> Iterator[LlmProvidersProvidersItem]:
        """Providers of models that a key can be kept for, one by one over all pages."""
        return self.each("providers", OPERATIONS["llm_providers"],
            {"limit": limit, "offset": offset}, call)

    def llm_credential_new(
        self, provider: str, apiKey: str, *, label: str = UNSET, baseUrl: str = UNSET,
        call: Optional[Call] = None
    ) -> LlmCredentialNewResult:
        """Keep a key for a provider of models, encrypted.

        AES-256-GCM with a data key of its own, which is wrapped by a key outside the database. Only
        `openai-compatible` takes a `baseUrl`: a public https address, or a server that the operator of the
        node names. An unknown provider is refused with the nearest name.

        provider: As calc_llm_providers names it
        apiKey: The provider's key; it is never shown again. May be empty for a local server
        label: A name of your own for it, 1 to 64 characters, all of which show
        baseUrl: Of an openai-compatible server, as in https://models.example/v1
        """
        return self.answer(LlmCredentialNewResult, OPERATIONS["llm_credential_new"],
            {"provider": provider, "apiKey": apiKey, "label": label, "baseUrl": baseUrl}, call)

    def llm_credentials(
        self, *, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> LlmCredentialsResult:
        """The account's keys for providers of models, by their prefixes.

        limit: How many on a page (100 unless given)
        offset: How many to leave out at the front (0 unless given)
        """
        return self.answer(LlmCredentialsResult, OPERATIONS["llm_credentials"],
            {"limit": limit, "offset": offset}, call)

    def iter_llm_credentials(
        self, *, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> Iterator[LlmCredentialsCredentialsItem]:
        """The account's keys for providers of models, by their prefixes, one by one over all pages."""
        return self.each("credentials", OPERATIONS["llm_credentials"],
            {"limit": limit, "offset": offset}, call)

    def llm_credential_edit(
        self, id: str, label: Optional[str], *, call: Optional[Call] = None
    ) -> LlmCredentialEditResult:
        """Label a key for a provider of models.

        id: Id of a credential
        """
        return self.answer(LlmCredentialEditResult, OPERATIONS["llm_credential_edit"],
            {"id": id, "label": label}, call)

    def llm_credential_delete(
        self, id: str, *, call: Optional[Call] = None
    ) -> LlmCredentialDeleteResult:
        """Forget a key for a provider of models, and what was used of it.

        id: Id of a credential
        """
        return self.answer(LlmCredentialDeleteResult, OPERATIONS["llm_credential_delete"],
            {"id": id}, call)

    def llm_credential_test(
        self, id: str, *, call: Optional[Call] = None
    ) -> LlmCredentialTestResult:
        """Ask the provider whether it takes a key: lists its models, and costs nothing.

        id: Id of a credential
        """
        return self.answer(LlmCredentialTestResult, OPERATIONS["llm_credential_test"],
            {"id": id}, call)

    def llm_key_rotate(
        self, *, call: Optional[Call] = None
    ) -> LlmKeyRotateResult:
        """Wrap the data keys of all accounts by a new key, in one batch (operator)."""
        return self.answer(LlmKeyRotateResult, OPERATIONS["llm_key_rotate"],
            {}, call)

    def llm_chat(
        self, credential: str, model: str, messages: Sequence[LlmChatMessagesItem], *,
        tools: Literal["none", "calc"] = UNSET, strict: bool = UNSET, budget: LlmChatBudget = UNSET,
        maxTokens: int = UNSET, temperature: float = UNSET, topP: float = UNSET,
        stop: Sequence[str] = UNSET, stream: bool = UNSET, seconds: int = UNSET,
        call: Optional[Call] = None
    ) -> LlmChatResult:
        """Chat with a model under the account's own key; its numbers are linked to receipts.

        `tools: "calc"` gives the model five tools: search, compute, solve, evaluate, verify. They run under
        the caller's own key and budget. `numbers` says of each number of the answer which receipt has it:
        the sealed value, rounded to the digits that are stated, in the unit that is stated. `strict`
        withholds numbers that no receipt has. With `stream` the answer comes as events: `text`, `step` for
        each call of a tool, and `result` with all of it, or `error` with the problem.

        credential: Id of a credential, or its provider where the account has one credential for it
        model: As its provider names it
        tools: ("none" unless given)
        strict: Withhold numbers that no receipt has (False unless given)
        budget: What the tools may use: credits of the account, and calls
        maxTokens: Of each answer of the model
        stream: (False unless given)
        seconds: (300 unless given)
        """
        return self.answer(LlmChatResult, OPERATIONS["llm_chat"],
            {"credential": credential, "model": model, "messages": messages, "tools": tools,
            "strict": strict, "budget": budget, "maxTokens": maxTokens, "temperature": temperature,
            "topP": topP, "stop": stop, "stream": stream, "seconds": seconds}, call)

    def llm_turn(
        self, messages: Sequence[LlmChatMessagesItem], *, tools: Literal["none", "calc"] = UNSET,
        strict: bool = UNSET, budget: LlmChatBudget = UNSET, seconds: int = UNSET, state: str = UNSET,
        answer: LlmTurnAnswer = UNSET, call: Optional[Call] = None
    ) -> LlmTurnResult:
        """Chat with a model of the caller's own, turn by turn; its numbers are linked to receipts.

        No key of a provider is needed: `ask` is what to ask the model, and the next turn brings its
        `answer` with the `state` that came with `ask`. The node runs the tools that the model calls. The
        last turn answers `result`. The node keeps nothing in between: the state carries what came, and a
        changed one is refused. Over MCP the node asks the model of a client that offers sampling.

        tools: ("none" unless given)
        strict: Withhold numbers that no receipt has (False unless given)
        budget: What the tools may use: credits of the account, and calls
        seconds: (300 unless given)
        state: As the turn before answered it
        answer: What the model said to `ask`
        """
        return self.answer(LlmTurnResult, OPERATIONS["llm_turn"],
            {"messages": messages, "tools": tools, "strict": strict, "budget": budget, "seconds": seconds,
            "state": state, "answer": answer}, call)

    def llm_models(
        self, *, call: Optional[Call] = None
    ) -> LlmModelsResult:
        """Models that the account's keys reach, as OpenAI's clients read them.

        Each is named `<provider>/<model>`, or `<credential>/<model>` where the account has several
        credentials for a provider. A provider that does not answer is named under `unavailable`.
        """
        return self.answer(LlmModelsResult, OPERATIONS["llm_models"],
            {}, call)

    def llm_completions(
        self, model: str, messages: Sequence[LlmCompletionsMessagesItem], *,
        tools: Optional[Sequence[Dict[str, Any]]] = UNSET, stream: Optional[bool] = UNSET,
        max_tokens: Optional[int] = UNSET, max_completion_tokens: Optional[int] = UNSET,
        temperature: Optional[float] = UNSET, top_p: Optional[float] = UNSET,
        stop: Optional[Union[str, Sequence[str]]] = UNSET, calc: LlmCompletionsCalc = UNSET,
        call: Optional[Call] = None
    ) -> LlmCompletionsResult:
        """Chat completions as OpenAI's clients call them, for models of every provider.

        The model is `<provider>/<model>` or `<credential>/<model>`. Tools are the caller's own, whose calls
        are answered by the caller; `calc` gives the model the node's tools in their place, and the answer a
        member `calc` with steps, numbers and credits. Pictures, sound and files are refused.

        model: `<provider>/<model>`
        calc: The node's tools for the model
        """
        return self.answer(LlmCompletionsResult, OPERATIONS["llm_completions"],
            {"model": model, "messages": messages, "tools": tools, "stream": stream,
            "max_tokens": max_tokens, "max_completion_tokens": max_completion_tokens,
            "temperature": temperature, "top_p": top_p, "stop": stop, "calc": calc}, call)

    def tally_clock(
        self, *, call: Optional[Call] = None
    ) -> TallyClockResult:
        """The timebase: pulse, period, and what two periods are.

        Constants of the kernel. For the present calcond and phase read /api/calc/pulse.
        """
        return self.answer(TallyClockResult, OPERATIONS["tally_clock"],
            {}, call)

    def tally_transparency(
        self, *, call: Optional[Call] = None
    ) -> TallyTransparencyResult:
        """The rules of credits and envelopes: who owns what, and at which price.

        Rules only, the same on every node of this version; /api/transparency/now has the figures.
        """
        return self.answer(TallyTransparencyResult, OPERATIONS["tally_transparency"],
            {}, call)

    def tally_consensus(
        self, *, call: Optional[Call] = None
    ) -> TallyConsensusResult:
        """What holds when peers are faulty, and what does not.

        There is no global consensus: the mesh is a set of accountable logs with one writer each. This says
        what that gives and what it does not, with the numbers.
        """
        return self.answer(TallyConsensusResult, OPERATIONS["tally_consensus"],
            {}, call)

    def tally_record(
        self, *, operator: str = UNSET, from_: int = UNSET, to: int = UNSET, limit: int = UNSET,
        offset: int = UNSET, before: int = UNSET, call: Optional[Call] = None
    ) -> TallyRecordResult:
        """The public record: digests of computations whose owners chose to publish.

        Newest first. Never inputs or results, never who computed, never anything private. `before` pages on
        while new ones arrive: it is `before_next` of the page before.

        operator: Only chains that name this operator
        from_: First calcond; from the beginning without it
        to: Last calcond; up to now without it
        limit: Rows on a page (100 unless given)
        offset: Rows to leave out at the front (0 unless given)
        before: Only entries before this number of the same list; `offset` counts within them
        """
        return self.answer(TallyRecordResult, OPERATIONS["tally_record"],
            {"operator": operator, "from": from_, "to": to, "limit": limit, "offset": offset,
            "before": before}, call)

    def iter_tally_record(
        self, *, operator: str = UNSET, from_: int = UNSET, to: int = UNSET, limit: int = UNSET,
        offset: int = UNSET, before: int = UNSET, call: Optional[Call] = None
    ) -> Iterator[TallyRecordEntriesItem]:
        """The public record: digests of computations whose owners chose to publish, one by one over all pages."""
        return self.each("entries", OPERATIONS["tally_record"],
            {"operator": operator, "from": from_, "to": to, "limit": limit, "offset": offset,
            "before": before}, call)

    def tally_health(
        self, *, call: Optional[Call] = None
    ) -> TallyHealthResult:
        """Whether the books add up: identities, journal head, readings, last audit.

        `ok` is false when a measured identity fails, when something is damaged, and after an audit that
        found something, until one finds nothing. What was not measured is null.
        """
        return self.answer(TallyHealthResult, OPERATIONS["tally_health"],
            {}, call)

    def publish_default(
        self, *, call: Optional[Call] = None
    ) -> PublishDefaultResult:
        """Whether your computations are published when a request does not say."""
        return self.answer(PublishDefaultResult, OPERATIONS["publish_default"],
            {}, call)

    def set_publish_default(
        self, publish: Union[bool, Literal["private", "record"]], *, call: Optional[Call] = None
    ) -> SetPublishDefaultResult:
        """Save whether your computations are published when a request does not say.

        Holds for what is computed afterwards; what is sealed stays what it was. A request that names a
        `visibility` decides for itself. Nothing is published where the preference is unset or cannot be
        read.

        publish: true or "record": digests go into the public record; false or "private": nothing does
        """
        return self.answer(SetPublishDefaultResult, OPERATIONS["set_publish_default"],
            {"publish": publish}, call)

    def chain_verify(
        self, slug: str, *, envelope: Dict[str, Any] = UNSET, engine_version: str = UNSET,
        precision_actual: float = UNSET, precision_bound: float = UNSET, call: Optional[Call] = None
    ) -> ChainVerifyResult:
        """Check an envelope's hash-link and name its generation: v3, v1 or pre_genesis.

        Takes a receipt, a compute answer, or an envelope of `core` and `prev`, under `envelope`. Beside it,
        engine_version, precision_actual and precision_bound are held against what it says. Arithmetic and
        signatures only: the value is computed again by /api/calc/verify, so the verdict is sound or
        invalid. An older generation is reported as such, not as broken; one that does not exist is refused,
        and so is a body that holds nothing of an envelope.

        slug: The chain: `self` for this node's own, or a machine's slug
        envelope: A receipt, a compute answer, or {core, prev, calcProof?}; its members may also stand
            beside these
        engine_version: Version of the arithmetic that it is said to be of
        precision_actual: Relative numerical error that it is said to have
        precision_bound: Bound that it is said to have been held to
        """
        return self.answer(ChainVerifyResult, OPERATIONS["chain_verify"],
            {"slug": slug, "envelope": envelope, "engine_version": engine_version,
            "precision_actual": precision_actual, "precision_bound": precision_bound}, call)

    def transparency_now(
        self, *, call: Optional[Call] = None
    ) -> TransparencyNowResult:
        """The supply now: credits issued, burned and held, envelopes minted and live.

        Sums over this node's own journal of double-entry bookings; `through` says up to which entry.
        """
        return self.answer(TransparencyNowResult, OPERATIONS["transparency_now"],
            {}, call)

    def transparency_history(
        self, *, from_: int = UNSET, to: int = UNSET, limit: int = UNSET, offset: int = UNSET,
        order: Literal["newest", "oldest"] = UNSET, before: int = UNSET, after: int = UNSET,
        call: Optional[Call] = None
    ) -> TransparencyHistoryResult:
        """The supply calcond by calcond: a row for each in which something changed.

        Newest first, or oldest first with `order`. Each row has the supply at the end of its calcond and
        what changed in it. `before` pages on while new rows arrive, `after` where the order is oldest
        first: each is named by the page before.

        from_: First calcond; from the beginning without it
        to: Last calcond; up to now without it
        limit: Rows on a page (100 unless given)
        offset: Rows to leave out at the front (0 unless given)
        order: Which calcond comes first ("newest" unless given)
        before: Newest first: only rows before this calcond; `offset` counts within them
        after: Oldest first: only rows after this calcond; `offset` counts within them
        """
        return self.answer(TransparencyHistoryResult, OPERATIONS["transparency_history"],
            {"from": from_, "to": to, "limit": limit, "offset": offset, "order": order, "before": before,
            "after": after}, call)

    def iter_transparency_history(
        self, *, from_: int = UNSET, to: int = UNSET, limit: int = UNSET, offset: int = UNSET,
        order: Literal["newest", "oldest"] = UNSET, before: int = UNSET, after: int = UNSET,
        call: Optional[Call] = None
    ) -> Iterator[TransparencyHistoryRowsItem]:
        """The supply calcond by calcond: a row for each in which something changed, one by one over all pages."""
        return self.each("rows", OPERATIONS["transparency_history"],
            {"from": from_, "to": to, "limit": limit, "offset": offset, "order": order, "before": before,
            "after": after}, call)

    def transparency_breakdown(
        self, *, from_: int = UNSET, to: int = UNSET, call: Optional[Call] = None
    ) -> TransparencyBreakdownResult:
        """The supply by cause: what credits were issued for, how computations were funded.

        Over the whole journal, or over a range of calconds.

        from_: First calcond; from the beginning without it
        to: Last calcond; up to now without it
        """
        return self.answer(TransparencyBreakdownResult, OPERATIONS["transparency_breakdown"],
            {"from": from_, "to": to}, call)

    def transparency_revenue(
        self, *, from_: int = UNSET, to: int = UNSET, call: Optional[Call] = None
    ) -> TransparencyRevenueResult:
        """Paid credits: booked in, used, still owed; and to whom the envelopes belong.

        In credits. What was paid for them in money is outside this node, so `currency` is null.

        from_: First calcond; from the beginning without it
        to: Last calcond; up to now without it
        """
        return self.answer(TransparencyRevenueResult, OPERATIONS["transparency_revenue"],
            {"from": from_, "to": to}, call)

    def stream_new(
        self, contract: StreamNewContract, *, name: str = UNSET, tickIntervalCalconds: int = UNSET,
        autotick: bool = UNSET, outputFormat: Literal["json", "template"] = UNSET, template: str = UNSET,
        contentType: str = UNSET, public: bool = UNSET, call: Optional[Call] = None
    ) -> StreamNewResult:
        """Make a channel whose ticks are sealed; its key is shown once.

        A channel computes its contract once in an interval, on the owner's credits, and each tick is a row
        of its log. The key ticks, changes and closes this channel.

        name: A name of your own for it, 1 to 64 characters, all of which show
        contract: What each tick computes
        tickIntervalCalconds: Calconds between two ticks, at most a day (111197) (1 unless given)
        autotick: The node ticks it, as long as its owner has credits (False unless given)
        outputFormat: json: the whole sealed answer. template: the template, filled ("json" unless given)
        template: Text with {{value}}, {{unit}}, {{uncertainty}}, {{calcond}}, {{phase}}, {{token}},
            {{proof}}, {{tick}}, {{operators}} and {{inputs.name}}, each escaped for the content type
        contentType: Media type of what a template makes
        public: Anybody may read it (False unless given)
        """
        return self.answer(StreamNewResult, OPERATIONS["stream_new"],
            {"name": name, "contract": contract, "tickIntervalCalconds": tickIntervalCalconds,
            "autotick": autotick, "outputFormat": outputFormat, "template": template,
            "contentType": contentType, "public": public}, call)

    def stream_list(
        self, *, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> StreamListResult:
        """The account's channels.

        limit: How many on a page (100 unless given)
        offset: How many to leave out at the front (0 unless given)
        """
        return self.answer(StreamListResult, OPERATIONS["stream_list"],
            {"limit": limit, "offset": offset}, call)

    def iter_stream_list(
        self, *, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> Iterator[StreamNewChannel]:
        """The account's channels, one by one over all pages."""
        return self.each("channels", OPERATIONS["stream_list"],
            {"limit": limit, "offset": offset}, call)

    def stream_of(
        self, id: str, *, call: Optional[Call] = None
    ) -> StreamOfResult:
        """A channel, for whoever may see it.

        A private channel answers outsiders as if it did not exist.

        id: Id of the channel
        """
        return self.answer(StreamOfResult, OPERATIONS["stream_of"],
            {"id": id}, call)

    def stream_edit(
        self, id: str, *, autotick: bool = UNSET, tickIntervalCalconds: int = UNSET,
        contract: StreamNewContract = UNSET, template: str = UNSET, contentType: str = UNSET,
        call: Optional[Call] = None
    ) -> StreamEditResult:
        """Change a channel from its next tick on.

        id: Id of the channel
        autotick: The node ticks it, as long as its owner has credits
        tickIntervalCalconds: Calconds between two ticks, at most a day (111197)
        contract: What each tick computes
        template: Text with {{value}}, {{unit}}, {{uncertainty}}, {{calcond}}, {{phase}}, {{token}},
            {{proof}}, {{tick}}, {{operators}} and {{inputs.name}}, each escaped for the content type
        contentType: Media type of what a template makes
        """
        return self.answer(StreamEditResult, OPERATIONS["stream_edit"],
            {"id": id, "autotick": autotick, "tickIntervalCalconds": tickIntervalCalconds,
            "contract": contract, "template": template, "contentType": contentType}, call)

    def stream_close(
        self, id: str, *, call: Optional[Call] = None
    ) -> StreamCloseResult:
        """Close a channel; its history stays.

        id: Id of the channel
        """
        return self.answer(StreamCloseResult, OPERATIONS["stream_close"],
            {"id": id}, call)

    def stream_close_post(
        self, id: str, *, call: Optional[Call] = None
    ) -> StreamClosePostResult:
        """Close a channel; its history stays.

        id: Id of the channel
        """
        return self.answer(StreamClosePostResult, OPERATIONS["stream_close_post"],
            {"id": id}, call)

    def stream_tick(
        self, id: str, *, inputs: Dict[str, Any] = UNSET, call: Optional[Call] = None
    ) -> StreamTickResult:
        """Advance a channel by one interval and seal its result.

        One tick in an interval: 409 names the calcond of the next. What has no value is neither charged nor
        counted. Where nothing can be sealed now, the result comes back without a receipt, and is not
        counted either.

        id: Id of the channel
        inputs: Inputs by name: numbers for operators, what its card says for a solver
        """
        return self.answer(StreamTickResult, OPERATIONS["stream_tick"],
            {"id": id, "inputs": inputs}, call)

    def stream_latest(
        self, id: str, *, call: Optional[Call] = None
    ) -> StreamLatestResult:
        """The last tick of a channel, in its content type.

        Where the node asks for a quorum of witnesses, the header x-calc-standing says sealed, witnessed or
        final.

        id: Id of the channel
        """
        return self.answer(StreamLatestResult, OPERATIONS["stream_latest"],
            {"id": id}, call)

    def stream_ticks(
        self, id: str, *, after: int = UNSET, limit: int = UNSET, call: Optional[Call] = None
    ) -> StreamTicksResult:
        """Ticks of a channel behind a number.

        id: Id of the channel
        after: Number of the last tick that is known (0 unless given)
        limit: How many on a page (100 unless given)
        """
        return self.answer(StreamTicksResult, OPERATIONS["stream_ticks"],
            {"id": id, "after": after, "limit": limit}, call)

    def iter_stream_ticks(
        self, id: str, *, after: int = UNSET, limit: int = UNSET, call: Optional[Call] = None
    ) -> Iterator[StreamTicksTicksItem]:
        """Ticks of a channel behind a number, one by one over all pages."""
        return self.each("ticks", OPERATIONS["stream_ticks"],
            {"id": id, "after": after, "limit": limit}, call)

    def stream_link(
        self, id: str, expiresInCalconds: int, *, call: Optional[Call] = None
    ) -> StreamLinkResult:
        """Make a signed link that reads a channel without a key until it ends.

        id: Id of the channel
        expiresInCalconds: How long the link is good, at most a week (777700)
        """
        return self.answer(StreamLinkResult, OPERATIONS["stream_link"],
            {"id": id, "expiresInCalconds": expiresInCalconds}, call)

    def stream_link_rotate(
        self, id: str, *, call: Optional[Call] = None
    ) -> StreamLinkRotateResult:
        """Void all links to a channel that were given.

        id: Id of the channel
        """
        return self.answer(StreamLinkRotateResult, OPERATIONS["stream_link_rotate"],
            {"id": id}, call)

    def stream_pull(
        self, id: str, *, sig: str = UNSET, call: Optional[Call] = None
    ) -> StreamPullResult:
        """The last tick of a channel, opened by a signed link.

        Where the node asks for a quorum of witnesses, the header x-calc-standing says sealed, witnessed or
        final.

        id: Id of the channel
        sig: Signature of a link, which opens this channel until it ends
        """
        return self.answer(StreamPullResult, OPERATIONS["stream_pull"],
            {"id": id, "sig": sig}, call)

    def stream_secure_open(
        self, id: str, clientPublicKey: str, *, call: Optional[Call] = None
    ) -> StreamSecureOpenResult:
        """Open a session whose frames only its opener reads, each under a key of its own.

        X25519, a chain of keys that moves on with each calcond, AES-256-GCM; the node signs the transcript.
        A session lives in memory, for 120,000 calconds.

        id: Id of the channel
        clientPublicKey: 32 bytes in lower-case hex
        """
        return self.answer(StreamSecureOpenResult, OPERATIONS["stream_secure_open"],
            {"id": id, "clientPublicKey": clientPublicKey}, call)

    def stream_secure_pull(
        self, id: str, session: str, *, after: int = UNSET, call: Optional[Call] = None
    ) -> bytes:
        """The latest frame of a secure session, or the oldest behind a number.

        Ciphertext and tag. X-Calc-Calcond and X-Calc-Seq say where it stands; the last 64 are kept.

        id: Id of the channel
        session: Id of the session
        after: Number of the last frame that is known
        """
        return self.octets(OPERATIONS["stream_secure_pull"],
            {"id": id, "session": session, "after": after}, call)

    def reactor_new(
        self, transition: ReactorNewTransition, *, name: str = UNSET, machine: str = UNSET,
        solver: str = UNSET, operators: Sequence[str] = UNSET, domain: str = UNSET,
        initialState: Dict[str, Any] = UNSET, onFail: Literal["halt", "skip"] = UNSET,
        maxSteps: int = UNSET, call: Optional[Call] = None
    ) -> ReactorNewResult:
        """Make a reactor: each step feeds its state to a solver, and is sealed.

        The inputs of a step follow from the state, from what the step is given and from the number of
        steps, by expressions that are checked here: 422 lists all that is wrong. Any solver may drive one,
        and so may operators. A machine's roles hold for a reactor that names it, and its owner pays; a
        machine's key makes reactors of its machine.

        name: A name of your own for it, 1 to 64 characters, all of which show
        machine: Slug or id of the machine
        solver: Id of the solver that makes a step, as in heat
        operators: Or the operators that make a step
        domain: Physics domain label
        initialState: value, the solver's outputs by name, and `state` of a solver that goes on from one of
            its own
        transition: How the inputs of a step follow from the state
        onFail: What a step without a value does: halt the reactor, or leave it where it is ("halt" unless
            given)
        maxSteps: The reactor is finished after so many (1000000 unless given)
        """
        return self.answer(ReactorNewResult, OPERATIONS["reactor_new"],
            {"name": name, "machine": machine, "solver": solver, "operators": operators, "domain": domain,
            "initialState": initialState, "transition": transition, "onFail": onFail, "maxSteps": maxSteps}, call)

    def reactor_list(
        self, *, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> ReactorListResult:
        """The account's reactors.

        limit: How many on a page (100 unless given)
        offset: How many to leave out at the front (0 unless given)
        """
        return self.answer(ReactorListResult, OPERATIONS["reactor_list"],
            {"limit": limit, "offset": offset}, call)

    def iter_reactor_list(
        self, *, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> Iterator[ReactorListReactorsItem]:
        """The account's reactors, one by one over all pages."""
        return self.each("reactors", OPERATIONS["reactor_list"],
            {"limit": limit, "offset": offset}, call)

    def reactor_step(
        self, reactor: str, *, u: Any = UNSET, n: int = UNSET, call: Optional[Call] = None
    ) -> ReactorStepResult:
        """Make the next step of a reactor: state, row, receipt and price in one.

        With `n` the step is made only from there: of two for one `n` one is made, and the other told 409. A
        step without a value is 422: it changes and charges nothing, has a row that says why, and halts the
        reactor or leaves it where it is, as its program says.

        reactor: Id of the reactor
        u: What drives the step, as u of the expressions
        n: Steps that the caller knows of
        """
        return self.answer(ReactorStepResult, OPERATIONS["reactor_step"],
            {"reactor": reactor, "u": u, "n": n}, call)

    def reactor_observe(
        self, reactor: str, observation: Union[float, Dict[str, float]], *, deadband: float = UNSET,
        call: Optional[Call] = None
    ) -> ReactorObserveResult:
        """Tell a reactor what was observed: it steps where that has changed.

        The observation is u of the step. Where it differs from that of the last observed step by no more
        than the dead band, number by number, it is counted and there is no step.

        reactor: Id of the reactor
        observation: A number, or numbers by name
        deadband: Differences up to this are none (0 unless given)
        """
        return self.answer(ReactorObserveResult, OPERATIONS["reactor_observe"],
            {"reactor": reactor, "observation": observation, "deadband": deadband}, call)

    def reactor_state(
        self, reactor: str, *, call: Optional[Call] = None
    ) -> ReactorStateResult:
        """The state of a reactor, and what it is.

        reactor: Id of the reactor
        """
        return self.answer(ReactorStateResult, OPERATIONS["reactor_state"],
            {"reactor": reactor}, call)

    def reactor_trajectory(
        self, reactor: str, *, from_: int = UNSET, to: int = UNSET, limit: int = UNSET,
        call: Optional[Call] = None
    ) -> ReactorTrajectoryResult:
        """The trajectory of a reactor, its chain checked while it is read.

        Rows in their order, those without a step among them. As `application/x-ndjson` the whole log with
        its payloads and signed checkpoints: the file that `calc verify` checks, and replays bit for bit.

        reactor: Id of the reactor
        from_: The first state, by its number of steps (0 unless given)
        to: The last state; the newest unless given
        limit: How many rows of JSON (100 unless given)
        """
        return self.answer(ReactorTrajectoryResult, OPERATIONS["reactor_trajectory"],
            {"reactor": reactor, "from": from_, "to": to, "limit": limit}, call)

    def iter_reactor_trajectory(
        self, reactor: str, *, from_: int = UNSET, to: int = UNSET, limit: int = UNSET,
        call: Optional[Call] = None
    ) -> Iterator[ReactorTrajectoryRowsItem]:
        """The trajectory of a reactor, its chain checked while it is read, one by one over all pages."""
        return self.each("rows", OPERATIONS["reactor_trajectory"],
            {"reactor": reactor, "from": from_, "to": to, "limit": limit}, call)

    def reactor_telemetry(
        self, reactor: str, *, call: Optional[Call] = None
    ) -> ReactorTelemetryResult:
        """Steps, faults, drift and credits of a reactor.

        reactor: Id of the reactor
        """
        return self.answer(ReactorTelemetryResult, OPERATIONS["reactor_telemetry"],
            {"reactor": reactor}, call)

    def reactor_next(
        self, reactor: str, *, after: int = UNSET, timeout: float = UNSET, call: Optional[Call] = None
    ) -> ReactorNextResult:
        """The step behind a number, as soon as it is made.

        The call waits for it, for at most `timeout` seconds: 204 where none came. A reactor that steps no
        more is told: 409 where it has halted, 410 where it is closed.

        reactor: Id of the reactor
        after: Number of the last step that is known; the newest unless given
        timeout: Seconds to wait (30 unless given)
        """
        return self.answer(ReactorNextResult, OPERATIONS["reactor_next"],
            {"reactor": reactor, "after": after, "timeout": timeout}, call)

    def reactor_close(
        self, reactor: str, *, call: Optional[Call] = None
    ) -> ReactorCloseResult:
        """Close a reactor; its trajectory stays.

        reactor: Id of the reactor
        """
        return self.answer(ReactorCloseResult, OPERATIONS["reactor_close"],
            {"reactor": reactor}, call)

    def reactor_close_post(
        self, reactor: str, *, call: Optional[Call] = None
    ) -> ReactorClosePostResult:
        """Close a reactor; its trajectory stays.

        reactor: Id of the reactor
        """
        return self.answer(ReactorClosePostResult, OPERATIONS["reactor_close_post"],
            {"reactor": reactor}, call)

    def contract_templates(
        self, *, q: str = UNSET, category: str = UNSET, detector: str = UNSET,
        trigger: Literal["every-calcond", "cron", "on-event", "on-aggregate"] = UNSET, limit: int = UNSET,
        offset: int = UNSET, call: Optional[Call] = None
    ) -> ContractTemplatesResult:
        """Templates of contracts: monitors that are deployed by their id.

        `templates` counts all that this node can deploy, whatever is asked. With `q`, words of your own,
        the best come first.

        q: What is to be watched, in words
        category: Field, as in heat-transfer
        detector: How it decides, as in threshold-high
        trigger: What it fires by
        limit: How many on a page (100 unless given)
        offset: How many to leave out at the front (0 unless given)
        """
        return self.answer(ContractTemplatesResult, OPERATIONS["contract_templates"],
            {"q": q, "category": category, "detector": detector, "trigger": trigger, "limit": limit,
            "offset": offset}, call)

    def iter_contract_templates(
        self, *, q: str = UNSET, category: str = UNSET, detector: str = UNSET,
        trigger: Literal["every-calcond", "cron", "on-event", "on-aggregate"] = UNSET, limit: int = UNSET,
        offset: int = UNSET, call: Optional[Call] = None
    ) -> Iterator[ContractTemplatesItemsItem]:
        """Templates of contracts: monitors that are deployed by their id, one by one over all pages."""
        return self.each("items", OPERATIONS["contract_templates"],
            {"q": q, "category": category, "detector": detector, "trigger": trigger, "limit": limit,
            "offset": offset}, call)

    def contract_template(
        self, category: str, slug: str, *, call: Optional[Call] = None
    ) -> ContractTemplateResult:
        """A template with its params, its program, and the cases that prove it.

        category: Category of the template
        slug: Its name there
        """
        return self.answer(ContractTemplateResult, OPERATIONS["contract_template"],
            {"category": category, "slug": slug}, call)

    def contract_archetypes(
        self, *, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> ContractArchetypesResult:
        """Five programs to begin with: a record, a computation, a monitor, a simulation, an agent.

        Each is deployed by its `templateId`, and shows a first event.

        limit: How many on a page (100 unless given)
        offset: How many to leave out at the front (0 unless given)
        """
        return self.answer(ContractArchetypesResult, OPERATIONS["contract_archetypes"],
            {"limit": limit, "offset": offset}, call)

    def iter_contract_archetypes(
        self, *, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> Iterator[ContractArchetypesArchetypesItem]:
        """Five programs to begin with: a record, a computation, a monitor, a simulation, an agent, one by one over all pages."""
        return self.each("archetypes", OPERATIONS["contract_archetypes"],
            {"limit": limit, "offset": offset}, call)

    def contract_generate(
        self, description: str, *, hints: ContractGenerateHints = UNSET, call: Optional[Call] = None
    ) -> ContractGenerateResult:
        """Draft a contract from a sentence: what was filled, what was kept, what is asked.

        Deterministic: a template by its words with the quantities of the sentence by dimension, or a plain
        monitor of the reading that it names. What could mean two things is asked, and `program` is null
        then; a number that nothing takes refuses the sentence there. A draft that would not be deployed is
        422 INVALID_PROGRAM. Nothing is stored, sealed or charged.

        description: What is watched, and when to alert
        hints: Answers to what was asked
        """
        return self.answer(ContractGenerateResult, OPERATIONS["contract_generate"],
            {"description": description, "hints": hints}, call)

    def contract_validate(
        self, program: Dict[str, Any], *, call: Optional[Call] = None
    ) -> ContractValidateResult:
        """Check a program of a contract: all that is wrong, with its place.

        Names, types, units, operators, solvers, states, ranges, times and bounds of work. Nothing is
        stored. `price` is the most that a transition costs: that of its dearest compute.

        program: A program calc-contract/1 {name, params, inputs, trigger, compute, machine}: states with
            guards in CEL
        """
        return self.answer(ContractValidateResult, OPERATIONS["contract_validate"],
            {"program": program}, call)

    def contract_deploy(
        self, *, program: Dict[str, Any] = UNSET, templateId: str = UNSET, params: Dict[str, float] = UNSET,
        name: str = UNSET, machine: str = UNSET, call: Optional[Call] = None
    ) -> ContractDeployResult:
        """Deploy a program: it fires by its trigger, and each transition is sealed.

        A program, or a template by its id. 422 INVALID_PROGRAM lists all that is wrong. Deploying costs
        nothing; a transition burns the price of the compute that its envelope seals. The roles of a machine
        hold for a contract that names it, and its owner pays; a machine's key deploys contracts of its
        machine.

        program: A program calc-contract/1 {name, params, inputs, trigger, compute, machine}: states with
            guards in CEL
        templateId: Of a template, instead of a program
        params: Other defaults for the template, in its units
        name: A name of your own for it, 1 to 64 characters, all of which show
        machine: Slug or id of the machine
        """
        return self.answer(ContractDeployResult, OPERATIONS["contract_deploy"],
            {"program": program, "templateId": templateId, "params": params, "name": name,
            "machine": machine}, call)

    def contract_list(
        self, *, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> ContractListResult:
        """The account's contracts.

        limit: How many on a page (100 unless given)
        offset: How many to leave out at the front (0 unless given)
        """
        return self.answer(ContractListResult, OPERATIONS["contract_list"],
            {"limit": limit, "offset": offset}, call)

    def iter_contract_list(
        self, *, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> Iterator[ContractListContractsItem]:
        """The account's contracts, one by one over all pages."""
        return self.each("contracts", OPERATIONS["contract_list"],
            {"limit": limit, "offset": offset}, call)

    def contract_get(
        self, id: str, *, call: Optional[Call] = None
    ) -> ContractGetResult:
        """A contract with its program (viewer).

        id: Id of the contract
        """
        return self.answer(ContractGetResult, OPERATIONS["contract_get"],
            {"id": id}, call)

    def contract_put(
        self, id: str, program: Dict[str, Any], *, mapState: Dict[str, str] = UNSET, version: int = UNSET,
        call: Optional[Call] = None
    ) -> ContractPutResult:
        """Give a contract another version of its program (admin).

        With `If-Match: "<version>"`, or `version`: another one answers 412. The state stays, or becomes
        what `mapState` says; one that the new program does not have is 409 STATE_LOST.

        id: Id of the contract
        program: A program calc-contract/1 {name, params, inputs, trigger, compute, machine}: states with
            guards in CEL
        mapState: New state by old state
        version: The version that is replaced
        """
        return self.answer(ContractPutResult, OPERATIONS["contract_put"],
            {"id": id, "program": program, "mapState": mapState, "version": version}, call)

    def contract_delete(
        self, id: str, *, call: Optional[Call] = None
    ) -> ContractDeleteResult:
        """Close a contract (admin); its log stays.

        id: Id of the contract
        """
        return self.answer(ContractDeleteResult, OPERATIONS["contract_delete"],
            {"id": id}, call)

    def contract_pause(
        self, id: str, *, call: Optional[Call] = None
    ) -> ContractPauseResult:
        """Pause a contract (operator): it fires no more until it is resumed.

        id: Id of the contract
        """
        return self.answer(ContractPauseResult, OPERATIONS["contract_pause"],
            {"id": id}, call)

    def contract_resume(
        self, id: str, *, call: Optional[Call] = None
    ) -> ContractResumeResult:
        """Resume a contract (operator), also one that could not pay.

        id: Id of the contract
        """
        return self.answer(ContractResumeResult, OPERATIONS["contract_resume"],
            {"id": id}, call)

    def contract_fire(
        self, id: str, *, event: str = UNSET, data: Dict[str, Any] = UNSET, call: Optional[Call] = None
    ) -> ContractFireResult:
        """Fire a contract (operator): an event, and the transition that it leads to, sealed.

        One batch holds the transition, its row, its receipt and its price, or nothing of them. What leads
        to no transition is counted; a step without a decision is a fault, has a row and costs nothing. A
        transition that cannot be paid is 402 and pauses the contract.

        id: Id of the contract
        event: What happened; that of the program's trigger where none is given
        data: Inputs of the program by name, in the units that it states
        """
        return self.answer(ContractFireResult, OPERATIONS["contract_fire"],
            {"id": id, "event": event, "data": data}, call)

    def contract_dry_run(
        self, id: str, events: Sequence[ContractDryRunEventsItem], *, fromState: str = UNSET,
        context: Dict[str, Any] = UNSET, call: Optional[Call] = None
    ) -> ContractDryRunResult:
        """What a contract would do with events (viewer): nothing is stored or charged.

        From where it is, or from `fromState` and `context`. The steps are those that firings would make.

        id: Id of the contract
        events: In their order, at most 1,000
        fromState: State to begin in
        context: Context to begin with
        """
        return self.answer(ContractDryRunResult, OPERATIONS["contract_dry_run"],
            {"id": id, "events": events, "fromState": fromState, "context": context}, call)

    def contract_replay(
        self, id: str, *, fromSeq: int = UNSET, toSeq: int = UNSET, program: Dict[str, Any] = UNSET,
        call: Optional[Call] = None
    ) -> ContractReplayResult:
        """Make the recorded firings again, and find the first difference (viewer).

        Every row is made by the program that it names, its computes among it; or by `program`, to see what
        another one would have done. 1,000 rows at once; `next` is where to go on.

        id: Id of the contract
        fromSeq: The first row (0 unless given)
        toSeq: The first row that is left out
        program: A program calc-contract/1 {name, params, inputs, trigger, compute, machine}: states with
            guards in CEL
        """
        return self.answer(ContractReplayResult, OPERATIONS["contract_replay"],
            {"id": id, "fromSeq": fromSeq, "toSeq": toSeq, "program": program}, call)

    def stream_key_rotate(
        self, id: str, *, graceCalconds: int = UNSET, call: Optional[Call] = None
    ) -> StreamKeyRotateResult:
        """Replace a channel's key (its account); shown once.

        The key before it is accepted for the grace. One in its grace already (409 names it in `ending`)
        takes a rotation without one, which ends both.

        id: Id of the channel
        graceCalconds: How long the old key is still accepted, at most a day (111197) (0 unless given)
        """
        return self.answer(StreamKeyRotateResult, OPERATIONS["stream_key_rotate"],
            {"id": id, "graceCalconds": graceCalconds}, call)

    def stream_export(
        self, id: str, *, tick: int = UNSET, call: Optional[Call] = None
    ) -> StreamExportResult:
        """A tick as a file that `calc verify` checks without a node.

        Its text and fields, its receipt, its row and that of the tick before, and their places under a
        signed checkpoint of the channel's log. docs/receipts.md states each byte.

        id: Id of the channel
        tick: Number of the tick; the last one, if absent
        """
        return self.answer(StreamExportResult, OPERATIONS["stream_export"],
            {"id": id, "tick": tick}, call)

    def stream_log(
        self, id: str, *, from_: int = UNSET, call: Optional[Call] = None
    ) -> bytes:
        """The log of a channel as a file that `calc verify` checks without a node.

        One line each: the identity of the log, its rows, and each signed checkpoint behind the rows that it
        covers. From a later row on, the rows alone.

        id: Id of the channel
        from_: The first row (0 unless given)
        """
        return self.octets(OPERATIONS["stream_log"],
            {"id": id, "from": from_}, call)

    def stream_place(
        self, id: str, *, call: Optional[Call] = None
    ) -> StreamPlaceResult:
        """Where a channel's newest checkpoint stands in the digest that its node announced.

        Who keeps the answer holds the node to that many rows: `calc verify LOG --holds FILE` says whether a
        log of later still has them. 503 until a digest with this log was announced to peers.

        id: Id of the channel
        """
        return self.answer(StreamPlaceResult, OPERATIONS["stream_place"],
            {"id": id}, call)

    def observer(
        self, *, machine: str = UNSET, channel: str = UNSET, contract: str = UNSET, reactor: str = UNSET,
        job: str = UNSET, rows: int = UNSET, full: bool = UNSET, call: Optional[Call] = None
    ) -> ObserverResult:
        """Look at a machine, channel, contract, reactor or job.

        State, head, last rows and what is due. Names one of the five. Nothing is written by looking. The
        answer has at most 1,000 tokens: long values are cut, and say so, and as many rows are shown as fit:
        `rowsLeft` counts the others. `full` shows all of it.

        machine: Slug or id
        channel: Its id
        contract: Its id
        reactor: Its id
        job: Its id
        rows: The newest first (10 unless given)
        full: All of it (False unless given)
        """
        return self.answer(ObserverResult, OPERATIONS["observer"],
            {"machine": machine, "channel": channel, "contract": contract, "reactor": reactor, "job": job,
            "rows": rows, "full": full}, call)

    def page_publish(
        self, machine: str, page: str, files: Sequence[PagePublishFilesItem_2], *,
        allowScripts: bool = UNSET, expected: Union[str, Literal["none"]] = UNSET,
        call: Optional[Call] = None
    ) -> PagePublishResult:
        """Publish a page of a machine (admin): its files as one commit, and a row of the log.

        Browsers see it below `/s/<machine>/p/<page>/` while the machine is public. It runs in a sandbox
        with an origin of its own: it loads its own files and nothing else, and reaches neither the
        interface nor the network. Put no secret in a page. A commit that is not there yet is kept, and read
        by its hash.

        machine: Slug or id of the machine
        page: Name of the page: 1 to 64 of a-z, 0-9 and -
        files: 1 to 64 files of together at most 8 MiB
        allowScripts: Whether its scripts run, in the sandbox (False unless given)
        expected: The commit that must be shown now, or `none`; `If-Match` says the same
        """
        return self.answer(PagePublishResult, OPERATIONS["page_publish"],
            {"machine": machine, "page": page, "files": files, "allowScripts": allowScripts,
            "expected": expected}, call)

    def page_list(
        self, machine: str, *, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> PageListResult:
        """Pages of a machine.

        machine: Slug or id of the machine
        limit: How many on a page (100 unless given)
        offset: How many to leave out at the front (0 unless given)
        """
        return self.answer(PageListResult, OPERATIONS["page_list"],
            {"machine": machine, "limit": limit, "offset": offset}, call)

    def iter_page_list(
        self, machine: str, *, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> Iterator[PageListPagesItem]:
        """Pages of a machine, one by one over all pages."""
        return self.each("pages", OPERATIONS["page_list"],
            {"machine": machine, "limit": limit, "offset": offset}, call)

    def page_of(
        self, machine: str, page: str, *, commit: str = UNSET, call: Optional[Call] = None
    ) -> PageOfResult:
        """A page as it is shown, or a commit of it: its files and their hashes.

        machine: Slug or id of the machine
        page: Name of the page: 1 to 64 of a-z, 0-9 and -
        commit: A commit: root of the tree over its files, hex
        """
        return self.answer(PageOfResult, OPERATIONS["page_of"],
            {"machine": machine, "page": page, "commit": commit}, call)

    def page_file(
        self, machine: str, page: str, path: str, *, commit: str = UNSET, call: Optional[Call] = None
    ) -> PageFileResult:
        """A file of a page, or of a commit of it, as text or base64.

        machine: Slug or id of the machine
        page: Name of the page: 1 to 64 of a-z, 0-9 and -
        path: Of the file, below the page
        commit: A commit: root of the tree over its files, hex
        """
        return self.answer(PageFileResult, OPERATIONS["page_file"],
            {"machine": machine, "page": page, "path": path, "commit": commit}, call)

    def page_delete(
        self, machine: str, page: str, *, commit: str = UNSET,
        expected: Union[str, Literal["none"]] = UNSET, call: Optional[Call] = None
    ) -> PageDeleteResult:
        """Take a page down (admin), or drop one of its old commits for good.

        A page that is taken down keeps its commits, which are still read by their hashes. With `commit`
        that commit and the files that only it has are dropped; its row of the log stays.

        machine: Slug or id of the machine
        page: Name of the page: 1 to 64 of a-z, 0-9 and -
        commit: An old commit to drop; it is not the one that is shown
        expected: The commit that must be shown now, or `none`; `If-Match` says the same
        """
        return self.answer(PageDeleteResult, OPERATIONS["page_delete"],
            {"machine": machine, "page": page, "commit": commit, "expected": expected}, call)

    def mail_identity(
        self, *, call: Optional[Call] = None
    ) -> MailIdentityResult:
        """The account's mail address, and its wrapped keys."""
        return self.answer(MailIdentityResult, OPERATIONS["mail_identity"],
            {}, call)

    def mail_identity_put(
        self, localPart: str, boxKey: str, signKey: str, generation: int, signature: str,
        wrapped: MailIdentityPutWrapped, *, displayName: Optional[str] = UNSET, opensOnNode: bool = UNSET,
        call: Optional[Call] = None
    ) -> MailIdentityPutResult:
        """Take a mail address, or renew its keys; the client makes and signs them.

        The client draws a secret of 32 bytes, from which an X25519 and an Ed25519 pair follow, and signs
        the public ones with the key of its identity. The node stores the secret only wrapped. Who loses all
        API keys and the equation has lost the mail: nobody can open it again.

        localPart: 4 to 64 of a-z, 0-9 and -, with single dots and underscores inside
        displayName: (None unless given)
        boxKey: X25519 key, hex
        signKey: Ed25519 key that signs messages, hex
        generation: 1 for the first keys; the next number renews them
        signature: Of the identity, over the statement
        opensOnNode: False asks the node never to unwrap the keys: the client opens all mail itself (True
            unless given)
        """
        return self.answer(MailIdentityPutResult, OPERATIONS["mail_identity_put"],
            {"localPart": localPart, "displayName": displayName, "boxKey": boxKey, "signKey": signKey,
            "generation": generation, "signature": signature, "opensOnNode": opensOnNode,
            "wrapped": wrapped}, call)

    def mail_unlock(
        self, prefix: str, wrapped: str, *, call: Optional[Call] = None
    ) -> MailUnlockResult:
        """Let an API key open the account's mail: its client wrapped the secrets under it.

        prefix: First 12 characters of the key
        wrapped: Nonce, ciphertext and tag of AES-256-GCM over the secrets of all generations, base64
        """
        return self.answer(MailUnlockResult, OPERATIONS["mail_unlock"],
            {"prefix": prefix, "wrapped": wrapped}, call)

    def mail_directory(
        self, address: str, *, call: Optional[Call] = None
    ) -> MailDirectoryResult:
        """The keys of an address, signed by its identity.

        Check the signature, and that `identity` is the key of the one you mean: who holds a name says its
        address in the record `mail`, and the name's owner is the same key.

        address: As in ada.lovelace@3f0c2b7a9d41e568
        """
        return self.answer(MailDirectoryResult, OPERATIONS["mail_directory"],
            {"address": address}, call)

    def mail_list(
        self, *, mailbox: Literal["inbox", "sent", "drafts", "archive", "junk", "trash"] = UNSET,
        limit: int = UNSET, after: str = UNSET, q: str = UNSET, call: Optional[Call] = None
    ) -> MailListResult:
        """Messages of a mailbox, the newest first, or those with all words of `q`.

        A search that has to make its index first does so for up to 5,000 messages and goes on with the next
        page, so a page of it may be short, or empty, and have a next one.

        mailbox: A mailbox ("inbox" unless given)
        limit: How many on a page (100 unless given)
        after: Where the page begins, as the page before says
        q: Beginnings of words in subject, names, addresses or text
        """
        return self.answer(MailListResult, OPERATIONS["mail_list"],
            {"mailbox": mailbox, "limit": limit, "after": after, "q": q}, call)

    def iter_mail_list(
        self, *, mailbox: Literal["inbox", "sent", "drafts", "archive", "junk", "trash"] = UNSET,
        limit: int = UNSET, after: str = UNSET, q: str = UNSET, call: Optional[Call] = None
    ) -> Iterator[MailListMessagesItem]:
        """Messages of a mailbox, the newest first, or those with all words of `q`, one by one over all pages."""
        return self.each("messages", OPERATIONS["mail_list"],
            {"mailbox": mailbox, "limit": limit, "after": after, "q": q}, call)

    def mail_send(
        self, *, to: Sequence[str] = UNSET, cc: Sequence[str] = UNSET, subject: str = UNSET,
        text: str = UNSET, html: str = UNSET, attachments: Sequence[str] = UNSET, inReplyTo: str = UNSET,
        draft: bool = UNSET, replaces: str = UNSET, call: Optional[Call] = None
    ) -> MailSendResult:
        """Send a message, or keep it as a draft.

        The node seals it with the keys that this call's API key opens. All of it is one batch: it is in
        every mailbox that the answer names, or in none. For other nodes of the mesh it waits in an outbox
        of the same batch, is tried for a day, and bounces as a message in your inbox.

        to: Addresses, as in ada.lovelace@3f0c2b7a9d41e568; of all kinds together at most 50 ([] unless
            given)
        cc: Addresses, as in ada.lovelace@3f0c2b7a9d41e568; of all kinds together at most 50 ([] unless
            given)
        subject: One line ("" unless given)
        text: The message as plain text
        html: The same as HTML; whoever reads it sees it in a sandbox
        attachments: Ids of attachments that were uploaded ([] unless given)
        inReplyTo: A message of yours that this one answers
        draft: Keep it in `drafts`, for yourself alone (False unless given)
        replaces: A draft that goes with the same batch
        """
        return self.answer(MailSendResult, OPERATIONS["mail_send"],
            {"to": to, "cc": cc, "subject": subject, "text": text, "html": html, "attachments": attachments,
            "inReplyTo": inReplyTo, "draft": draft, "replaces": replaces}, call)

    def mail_read(
        self, id: str, *, call: Optional[Call] = None
    ) -> MailReadResult:
        """A message: headers, text, attachments and its thread.

        id: Id of a message
        """
        return self.answer(MailReadResult, OPERATIONS["mail_read"],
            {"id": id}, call)

    def mail_change(
        self, id: str, *, keywords: Sequence[str] = UNSET,
        mailbox: Literal["inbox", "sent", "drafts", "archive", "junk", "trash"] = UNSET,
        call: Optional[Call] = None
    ) -> MailChangeResult:
        """Set the keywords of a message, or move it to another mailbox.

        id: Id of a message
        keywords: All keywords it is to have: $seen, $flagged, $answered, or your own
        mailbox: A mailbox
        """
        return self.answer(MailChangeResult, OPERATIONS["mail_change"],
            {"id": id, "keywords": keywords, "mailbox": mailbox}, call)

    def mail_delete(
        self, id: str, *, call: Optional[Call] = None
    ) -> MailDeleteResult:
        """Delete a message for good; moving it to `trash` keeps it.

        id: Id of a message
        """
        return self.answer(MailDeleteResult, OPERATIONS["mail_delete"],
            {"id": id}, call)

    def mail_sealed_list(
        self, *, mailbox: Literal["inbox", "sent", "drafts", "archive", "junk", "trash"] = UNSET,
        limit: int = UNSET, after: str = UNSET, call: Optional[Call] = None
    ) -> MailSealedListResult:
        """Sealed messages of a mailbox, the newest first, for the client to open.

        mailbox: A mailbox ("inbox" unless given)
        limit: How many on a page (10 unless given)
        after: Where the page begins, as the page before says
        """
        return self.answer(MailSealedListResult, OPERATIONS["mail_sealed_list"],
            {"mailbox": mailbox, "limit": limit, "after": after}, call)

    def iter_mail_sealed_list(
        self, *, mailbox: Literal["inbox", "sent", "drafts", "archive", "junk", "trash"] = UNSET,
        limit: int = UNSET, after: str = UNSET, call: Optional[Call] = None
    ) -> Iterator[MailSealedListMessagesItem]:
        """Sealed messages of a mailbox, the newest first, for the client to open, one by one over all pages."""
        return self.each("messages", OPERATIONS["mail_sealed_list"],
            {"mailbox": mailbox, "limit": limit, "after": after}, call)

    def mail_sealed_read(
        self, id: str, *, call: Optional[Call] = None
    ) -> MailSealedReadResult:
        """A sealed message, for the client to open.

        id: Id of a message
        """
        return self.answer(MailSealedReadResult, OPERATIONS["mail_sealed_read"],
            {"id": id}, call)

    def mail_sealed_send(
        self, message: Dict[str, Any], *, attachments: Sequence[str] = UNSET, draft: bool = UNSET,
        replaces: str = UNSET, call: Optional[Call] = None
    ) -> MailSealedSendResult:
        """Send a message that the client sealed and signed.

        message: A sealed message, as the client functions make and open it
        attachments: Ids of attachments that were uploaded ([] unless given)
        draft: Keep it in `drafts`, for yourself alone (False unless given)
        replaces: A draft that goes with the same batch
        """
        return self.answer(MailSealedSendResult, OPERATIONS["mail_sealed_send"],
            {"message": message, "attachments": attachments, "draft": draft, "replaces": replaces}, call)

    def mail_attachment(
        self, id: str, *, call: Optional[Call] = None
    ) -> bytes:
        """The bytes of an attachment, once all its frames were checked.

        One range of bytes may be asked for (`Range: bytes=0-99`).

        id: Id of an attachment
        """
        return self.octets(OPERATIONS["mail_attachment"],
            {"id": id}, call)

    def mail_confirm(
        self, id: str, *, call: Optional[Call] = None
    ) -> MailConfirmResult:
        """Confirm that you have an attachment: with the last recipient's word it is deleted.

        id: Id of an attachment
        """
        return self.answer(MailConfirmResult, OPERATIONS["mail_confirm"],
            {"id": id}, call)

    def mail_sealed_attachment(
        self, id: str, *, call: Optional[Call] = None
    ) -> bytes:
        """An attachment as it is stored, for the client to open: its header, then its frames.

        id: Id of an attachment
        """
        return self.octets(OPERATIONS["mail_sealed_attachment"],
            {"id": id}, call)

    def mail_html(
        self, id: str, *, images: Literal["blocked", "shown"] = UNSET, call: Optional[Call] = None
    ) -> MailHtmlResult:
        """An address, for one minute and one use, at which a browser shows the message in a sandbox.

        Put the address into a frame. The HTML was written anew from what is harmless, and the page runs no
        script, has no origin, and loads nothing; `images=shown` lets pictures over https in, for this
        address alone. A message without HTML shows its text.

        id: Id of a message
        images: Pictures of elsewhere; by the list of senders where it is absent
        """
        return self.answer(MailHtmlResult, OPERATIONS["mail_html"],
            {"id": id, "images": images}, call)

    def mail_shown(
        self, token: str, *, call: Optional[Call] = None
    ) -> bytes:
        """A message as a page, once.

        token: What calc_mail_page gave
        """
        return self.octets(OPERATIONS["mail_shown"],
            {"token": token}, call)

    def mail_html_send(
        self, subject: str, html: str, *, text: str = UNSET, attachments: Sequence[str] = UNSET,
        call: Optional[Call] = None
    ) -> MailHtmlSendResult:
        """Put a message with HTML into the caller's own inbox; it takes no recipient.

        subject: One line
        html: The message as HTML; it is shown in a sandbox
        text: The same as plain text
        attachments: Ids of attachments that were uploaded ([] unless given)
        """
        return self.answer(MailHtmlSendResult, OPERATIONS["mail_html_send"],
            {"subject": subject, "html": html, "text": text, "attachments": attachments}, call)

    def mail_images(
        self, address: str, *, call: Optional[Call] = None
    ) -> MailImagesResult:
        """Whether pictures of a sender are always shown.

        address: Address of the sender, as in ada.lovelace@3f0c2b7a9d41e568
        """
        return self.answer(MailImagesResult, OPERATIONS["mail_images"],
            {"address": address}, call)

    def mail_images_allow(
        self, address: str, *, call: Optional[Call] = None
    ) -> MailImagesAllowResult:
        """Always show pictures of a sender: with each, the sender learns that the message is read.

        address: Address of the sender, as in ada.lovelace@3f0c2b7a9d41e568
        """
        return self.answer(MailImagesAllowResult, OPERATIONS["mail_images_allow"],
            {"address": address}, call)

    def mail_images_block(
        self, address: str, *, call: Optional[Call] = None
    ) -> MailImagesBlockResult:
        """Show pictures of a sender only where they are asked for.

        address: Address of the sender, as in ada.lovelace@3f0c2b7a9d41e568
        """
        return self.answer(MailImagesBlockResult, OPERATIONS["mail_images_block"],
            {"address": address}, call)

    def harness(
        self, *, call: Optional[Call] = None
    ) -> HarnessResult:
        """What this node offers and what it does not: capabilities, limits, versions.

        Read from the composition of the running node: a capability that is left out is gone from
        `capabilities`, and its operations stand under `notOffered`.
        """
        return self.answer(HarnessResult, OPERATIONS["harness"],
            {}, call)

    def skills(
        self, *, query: str = UNSET, name: str = UNSET, call: Optional[Call] = None
    ) -> SkillsResult:
        """How to do a task here, as Markdown: one page a task, found by words.

        Without `query` and `name` all pages are listed. With `query` those that fit, the best first and
        with its text; with `name` that page. Every block of code in them is run by the tests of the node.

        query: The task, in your own words
        name: Of one page, as in first-receipt
        """
        return self.answer(SkillsResult, OPERATIONS["skills"],
            {"query": query, "name": name}, call)

    def scaffold(
        self, archetype: str, *, stack: str = UNSET, name: str = UNSET, call: Optional[Call] = None
    ) -> ScaffoldResult:
        """A small project to begin with, as files: an archetype of contracts in a stack.

        Each deploys the archetype, fires events at it, checks the state, replays it and has a receipt
        verified. Nothing is stored or charged by asking. The archetypes are those of `GET
        /api/contracts/archetypes`.

        archetype: provable-record, reproducible-computation, deployable-logic, simulation or
            interactive-agent
        stack: curl, node, python or html ("node" unless given)
        name: Of the project; what no file name may hold is left out of it ("calc-project" unless given)
        """
        return self.answer(ScaffoldResult, OPERATIONS["scaffold"],
            {"archetype": archetype, "stack": stack, "name": name}, call)

    def openapi(
        self, *, call: Optional[Call] = None
    ) -> OpenapiResult:
        """This interface as an OpenAPI 3.2 document."""
        return self.answer(OpenapiResult, OPERATIONS["openapi"],
            {}, call)

    def openapi31(
        self, *, call: Optional[Call] = None
    ) -> Openapi31Result:
        """This interface as an OpenAPI 3.1 document."""
        return self.answer(Openapi31Result, OPERATIONS["openapi31"],
            {}, call)

    def problems(
        self, *, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> ProblemsResult:
        """The table of error codes.

        limit: How many on a page (100 unless given)
        offset: How many to leave out at the front (0 unless given)
        """
        return self.answer(ProblemsResult, OPERATIONS["problems"],
            {"limit": limit, "offset": offset}, call)

    def iter_problems(
        self, *, limit: int = UNSET, offset: int = UNSET, call: Optional[Call] = None
    ) -> Iterator[ProblemsProblemsItem]:
        """The table of error codes, one by one over all pages."""
        return self.each("problems", OPERATIONS["problems"],
            {"limit": limit, "offset": offset}, call)

    def problem_page(
        self, slug: str, *, call: Optional[Call] = None
    ) -> ProblemPageResult:
        """What an error code means and what to do about it.

        slug: The code in kebab case, as in unknown-operator
        """
        return self.answer(ProblemPageResult, OPERATIONS["problem_page"],
            {"slug": slug}, call)

    def query_repeat(
        self, id: str, *, call: Optional[Call] = None
    ) -> QueryRepeatResult:
        """Repeat a QUERY by its id.

        Ids are kept at least ten minutes; afterwards, 404: send the QUERY again.

        id: Id of a query, from the Location of its answer
        """
        return self.answer(QueryRepeatResult, OPERATIONS["query_repeat"],
            {"id": id}, call)

    def query_result(
        self, id: str, *, call: Optional[Call] = None
    ) -> QueryResultResult:
        """The result a QUERY had, by its id.

        id: Id of a query, from the Location of its answer
        """
        return self.answer(QueryResultResult, OPERATIONS["query_result"],
            {"id": id}, call)

    def mcp_discovery(
        self, *, call: Optional[Call] = None
    ) -> McpDiscoveryResult:
        """Discovery document of the Model Context Protocol endpoint."""
        return self.answer(McpDiscoveryResult, OPERATIONS["mcp_discovery"],
            {}, call)


def verify_by(node: Client, held: Answer, *, key: Optional[str] = None) -> Verdict:
    """Checks a receipt here, and has its value computed again by a node: best by one that did not seal it.

    What fails here is invalid, whatever that node says.
    """
    own = verify_receipt(held, key=key)
    if own.verdict == "invalid":
        return own
    try:
        said = node.request(OPERATIONS["verify"], held.raw).json()
    except (Problem, Unreachable) as error:
        return dataclasses.replace(own, reasons=(f"no node computed it again: {error}",))
    return dataclasses.replace(own, verdict=str(said["verdict"]), reasons=tuple(said["reasons"]))


def connect(data_dir: Optional[str] = None) -> Client:
    """The client of the node that runs on this machine, found through the api.json of its data directory."""
    folder = data_dir or os.environ.get("CALC_DATA_DIR") or os.path.expanduser("~/.local/share/calcmesh")
    try:
        with open(os.path.join(folder, "api.json"), encoding="utf-8") as file:
            found = json.load(file)
    except OSError as error:
        advice = "start one, or name it as Client(base_url, key)"
        raise Unreachable(f"no node runs with its data in {folder}: {advice}") from error
    return Client(found["http"], found["token"])


class AsyncClient:
    """The same for asyncio: each method of Client as a coroutine that runs on a thread.

    Methods that give items one by one (`iter_keys`, `follow`) are asynchronous iterators.
    """

    def __init__(self, base_url: str, key: Optional[str] = None, **options: Any):
        self.client = Client(base_url, key, **options)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = getattr(self.client, name)
        if name.startswith("iter_") or name == "follow":
            return functools.partial(_each_on_thread, method)

        async def call(*args: Any, **fields: Any) -> Any:
            return await asyncio.to_thread(method, *args, **fields)

        return call


async def _each_on_thread(method: Callable[..., Iterator[Any]], *args: Any, **fields: Any) -> AsyncIterator[Any]:
    items, end = method(*args, **fields), object()
    while True:
        item: Any = await asyncio.to_thread(functools.partial(next, items, end))
        if item is end:
            return
        yield item
