#!/usr/bin/env python3
"""Checks receipts as docs/receipts.md describes them: a second implementation, written from that page alone.

Usage: verify_receipt.py FILE [--key HEX] [--now CALCOND] [--registry PATH] [--value] [--explain] [--forgeries FILE]
FILE holds one receipt or answer, or a row of a table with its proof. There are three verdicts, each with an exit
code: valid (0), every check holds and all of it was computed again; sound (13), hashes, path and signature hold and
not all was checked; invalid (12). What cannot be read as JSON is refused with 2. A closed form is computed again,
with all that its receipt and its answer state: value, uncertainty, precision, texts and price. --value asks for what
is sealed alone: 0 says that it is right, whatever else stands beside it in words. PATH is the registry: the folder of
the domain files, or one file of all records. FILE may also be the test vectors {"now", "receipts": [{"name", "id",
"verdict", "receipt"}]}, which are computed again with the registry at PATH alone: then 0 says that each verdict is the
one stated, and with --forgeries also that of each change to one of these receipts; 1 says that one is not.
"""
import hashlib
import json
import math
import struct
import os
import sys
import time
from decimal import Decimal, localcontext

import answer
import recompute
import solved
import table_rows
from canonical import jcs, jcs_text
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

PERIOD_NS = 777_000_777
DEPTH_MAX = 64
NUMBER_CHARS_MAX = 800
RECEIPT_BYTES_MAX = 50_331_648
RECEIPT_MARKS_MAX = 9_000_000
AHEAD_CALCONDS_MAX = 120
PRECISION_BOUND = 1e-4
SAMPLING_BOUND = 1e-3
DIFFERENTIAL = "observable-differential"
EXITS = {"valid": 0, "sound": 13, "invalid": 12}
UNREADABLE = 2
ORDER = 2**252 + 27742317777372353535851937790883648493
PRIME = 2**255 - 19
SMALL_ORDER_Y = {bytes.fromhex(h) for h in (
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f")}
CORE_V1 = {"R_t", "calcond", "credits", "equations_hash", "fields_hash", "funding", "inputs_hash", "master_sum_hash",
           "operatorChain", "phase", "registry_version", "uncertainty", "unit", "value", "value_bits"}
CORE_V3 = CORE_V1 | {"engine_version", "precision_actual", "precision_bound"}
OPTIONAL = {"v3": ("metric_shift", "rows_count", "rows_root", "seal_kind"), "v1": ("metric_shift",),
            "pre_genesis": ("metric_shift",)}
ROWS_MAX = 10_000
HEADER = {"anchor", "author", "body_hash", "body_len", "calcond", "kind", "net", "prev", "seq", "v"}


class Refused(Exception):
    """A check that failed, with its reason."""


class Unreadable(Refused):
    """What is no JSON text as section 1 has it."""


def need(condition, reason):
    if not condition:
        raise Refused(reason)


# Section 1: reading and writing.
def read(data: bytes):
    def pairs(items):
        keys = [key for key, _ in items]
        need(len(set(keys)) == len(keys), "duplicate key")
        need("__proto__" not in keys, "the key __proto__")
        return dict(items)

    def refuse_constant(name):
        raise Refused(f"{name} is no JSON number")

    def number(text):
        need(len(text) <= NUMBER_CHARS_MAX, "a number of too many characters")
        value = float(text)
        need(math.isfinite(value), "a number past the largest double")
        need(value != 0 or not any(c in "123456789" for c in text.lower().split("e")[0]),
             "a number below the smallest double")
        return value + 0.0

    try:
        value = json.loads(data.decode("utf-8"), object_pairs_hook=pairs, parse_int=number, parse_float=number,
                           parse_constant=refuse_constant)
        well_formed(value, 0)
    except (UnicodeDecodeError, ValueError, RecursionError, Refused) as error:
        raise Unreadable(f"not JSON: {error}") from error
    return value


def read_file(path, bytes_max=RECEIPT_BYTES_MAX):
    """Its size is looked at before it is read, and how many values it has before they are kept."""
    with open(path, "rb") as file:
        if os.fstat(file.fileno()).st_size > bytes_max:
            raise Unreadable(f"more than {bytes_max} bytes")
        data = file.read(bytes_max + 1)
    if len(data) > bytes_max:
        raise Unreadable(f"more than {bytes_max} bytes")
    if sum(map(data.count, (b",", b"[", b"{"))) > RECEIPT_MARKS_MAX:
        raise Unreadable(f"more than {RECEIPT_MARKS_MAX} values")
    return read(data)


def well_formed(value, depth):
    if isinstance(value, str):
        need(not any(0xD800 <= ord(c) <= 0xDFFF for c in value), "a lone surrogate")
    elif isinstance(value, (dict, list)):
        need(depth < DEPTH_MAX, "nested too deep")
        for item in (value.values() if isinstance(value, dict) else value):
            well_formed(item, depth + 1)
        if isinstance(value, dict):
            for key in value:
                well_formed(key, depth + 1)


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def hash_of(value) -> str:
    return sha256(jcs(value)).hex()


# Section 2: format.
def is_hex(value, digits):
    return isinstance(value, str) and len(value) == digits and all(c in "0123456789abcdef" for c in value)


def is_number(value):
    return isinstance(value, float)


def is_int(value, low=0, high=2**53 - 1):
    return is_number(value) and value == int(value) and low <= value <= high


def members(value, required, optional=(), where=""):
    need(isinstance(value, dict), f"{where} is not an object")
    need(set(required) <= set(value) <= set(required) | set(optional), f"members of {where}")


def units(text):
    """Length in UTF-16 code units."""
    return len(text.encode("utf-16-le")) // 2


def is_text(value, low, high):
    return isinstance(value, str) and low <= units(value) <= high


def is_derivation(inputs):
    """Laws that were joined: what each symbol is bound to stands in place of the numbers."""
    return isinstance(inputs, dict) and list(inputs) == ["derivation"]


def quantities(value, where):
    need(isinstance(value, dict) and all(map(is_number, value.values())), f"{where} is not an object of numbers")
    need(len(value) <= 256, f"too many {where}")


def engine_of(version):
    """What stands before the first plus sign."""
    return version.split("+", 1)[0]


def solver_of(version):
    return version.split("+", 1)[1] if "+" in version else None


def check_core(core, generation):
    members(core, CORE_V3 if generation == "v3" else CORE_V1, OPTIONAL[generation], "core")
    for name in ("equations_hash", "inputs_hash", "master_sum_hash"):
        need(is_hex(core[name], 64), name)
    need(core["fields_hash"] is None or is_hex(core["fields_hash"], 64), "fields_hash")
    need(is_hex(core["value_bits"], 16), "value_bits")
    need(is_int(core["calcond"]) and is_int(core["credits"], 1), "calcond or credits")
    need(core["funding"] in ("free", "paid"), "funding")
    chain = core["operatorChain"]
    need(isinstance(chain, list) and 1 <= len(chain) <= 4, "operatorChain")
    need(all(is_text(name, 1, 64) for name in chain), "operatorChain")
    need(core["unit"] is None or is_text(core["unit"], 0, 256), "unit")
    need(all(is_number(core[name]) for name in ("R_t", "value", "phase", "uncertainty")), "a number")
    need(core["uncertainty"] >= 0 and 0 <= core["phase"] < 1, "uncertainty or phase")
    need(is_number(core.get("metric_shift", 0.0)), "metric_shift")
    need(core.get("seal_kind", DIFFERENTIAL) == DIFFERENTIAL, "seal_kind")
    need(is_text(core["registry_version"], 1, 128), "registry_version")
    if generation == "v3":
        need(is_text(core["engine_version"], 1, 128), "engine_version")
        need(("rows_count" in core) == ("rows_root" in core), "rows_count and rows_root")
        if "rows_count" in core:
            need(is_int(core["rows_count"], 1) and core["rows_count"] <= ROWS_MAX, "rows_count")
            need(is_hex(core["rows_root"], 64), "rows_root")
        need(all(is_number(core[n]) and core[n] >= 0 for n in ("precision_actual", "precision_bound")), "precision")


def check_proof_format(proof):
    members(proof, ("count", "header", "index", "path", "sig"), (), "proof")
    need(is_int(proof["count"], 1, 256) and is_int(proof["index"]), "count or index")
    need(isinstance(proof["path"], list) and len(proof["path"]) <= 8, "path")
    need(all(is_hex(h, 64) for h in proof["path"]) and is_hex(proof["sig"], 128), "path or sig")
    header = proof["header"]
    members(header, HEADER, (), "header")
    need(all(is_hex(header[name], 64) for name in ("anchor", "author", "body_hash", "prev")), "a hash of the header")
    need(is_hex(header["net"], 8) and header["kind"] == "seal" and header["v"] == 1, "net, kind or v")
    need(is_int(header["seq"], 1) and is_int(header["body_len"]) and is_int(header["calcond"]),
        "an integer of the header")


def check_format(receipt):
    members(receipt, ("envelope", "inputs", "proof", "public_key"), (), "receipt")
    envelope = receipt["envelope"]
    need(isinstance(envelope, dict), "envelope")
    generation = envelope.get("generation")
    need(generation in ("v3", "v1", "pre_genesis"), "generation")
    linked = generation != "pre_genesis"
    members(envelope, ("core", "equations", "generation", "master_sum", *(("prev",) if linked else ())),
            ("calcProof", "domain", "uncertainties"), "envelope")
    check_core(envelope["core"], generation)
    need(is_hex(envelope.get("calcProof", "0" * 64), 64), "calcProof")
    need(is_text(envelope.get("domain", ""), 0, 64), "domain")
    equations = envelope["equations"]
    need(isinstance(equations, list) and all(isinstance(e, str) for e in equations), "equations")
    need(isinstance(envelope["master_sum"], dict), "master_sum")
    quantities(envelope.get("uncertainties", {}), "uncertainties")
    is_table = "rows_root" in envelope["core"]
    if generation == "v3" and (is_table or solver_of(envelope["core"]["engine_version"]) is not None):
        need(isinstance(receipt["inputs"], dict) and len(receipt["inputs"]) <= 256, "inputs")
    elif generation == "v3" and is_derivation(receipt["inputs"]):
        need(isinstance(receipt["inputs"]["derivation"], dict), "inputs")
    else:
        quantities(receipt["inputs"], "inputs")
    need(is_hex(receipt["public_key"], 64), "public_key")
    if linked:
        need(is_hex(envelope["prev"], 64), "prev")
        check_proof_format(receipt["proof"])
    else:
        members(receipt["proof"], ("sig",), (), "proof")
        need(is_hex(receipt["proof"]["sig"], 128), "sig")
    return generation


# Section 3: an answer is a receipt laid flat.
ANSWER_MEMBERS = (CORE_V3 | {"rows_count", "rows_root", "seal_kind"}) - {"equations_hash", "fields_hash",
                                                                         "inputs_hash", "master_sum_hash"}


def from_answer(answer):
    """The receipt inside the answer to a computation, and the id it claims."""
    cko, timed = answer.get("cko", {}), answer.get("calcond_receipt", {})
    need(isinstance(cko, dict) and isinstance(timed, dict), "cko or calcond_receipt")
    repeats = [
        (answer.get("precisionBound"), "precision_bound"), (answer.get("calcond_averaged"), "value"),
        (answer.get("calcondTick"), "calcond"), (answer.get("token_id"), "receipt_id"), (timed.get("averaged"),
            "value"),
        (timed.get("hmac"), "calcProof"), (cko.get("operatorChain"), "operatorChain"), (cko.get("masterSum"),
            "master_sum"),
        (cko.get("R(t)"), "R_t"), (cko.get("phase"), "phase"), (cko.get("calcondTick"), "calcond"),
        (cko.get("calcProof"), "calcProof"), (cko.get("precisionBound"), "precision_bound")]
    for claimed, name in repeats:
        need(claimed is None or jcs(claimed) == jcs(answer.get(name)), f"a member that repeats {name} differs from it")
    asked = {name: answer[name] for name in ("domain", "inputs", "uncertainties") if name in answer}
    core = {name: answer[name] for name in ANSWER_MEMBERS if name in answer}
    if core.get("seal_kind") == "observable":
        del core["seal_kind"]
    if "metric_shift" in cko:
        core["metric_shift"] = cko["metric_shift"]
    core["fields_hash"] = answer.get("fields_hash")
    core["inputs_hash"] = hash_of(asked)
    core["equations_hash"] = hash_of(answer.get("equations"))
    core["master_sum_hash"] = hash_of(answer.get("master_sum"))
    envelope = {name: answer[name] for name in ("calcProof", "domain", "equations", "master_sum", "prev",
        "uncertainties")
                if name in answer}
    envelope.update(core=core, generation=answer.get("generation", "v3"))
    receipt = {name: answer[name] for name in ("inputs", "proof", "public_key") if name in answer}
    return {"envelope": envelope, **receipt}, answer.get("receipt_id")


# Section 4.
def sine_of_turns(phase: float) -> float:
    """The double nearest to sin(2 pi phase), from 60 digits."""
    with localcontext() as context:
        context.prec = 60
        turn = Decimal(phase)
        # Exact reductions of the turn: to the nearest half, then to within an eighth.
        half = (turn * 2).to_integral_value()
        rest, negative = turn - half / 2, half % 2 == 1
        flip = abs(rest) > Decimal("0.25")
        if flip:
            rest = (Decimal("0.5") - abs(rest)).copy_sign(rest)
        x = 2 * pi() * rest
        term, total, n = x, x, 1
        while abs(term) > Decimal(10) ** -58:
            term = -term * x * x / ((n + 1) * (n + 2))
            total, n = total + term, n + 2
        return float(-total if negative else total)


def pi() -> Decimal:
    """Machin's formula."""
    def arctan_of_inverse(k):
        total, power, n = Decimal(0), Decimal(1) / k, 1
        while power > Decimal(10) ** -62:
            total += power / n if n % 4 == 1 else -power / n
            power, n = power / (k * k), n + 2
        return total
    return 4 * (4 * arctan_of_inverse(5) - arctan_of_inverse(239))


def root_from_path(link, index, count, path):
    need(index < count, "index is not below count")
    node, fn, sn = sha256(b"\0" + link), index, count - 1
    for p in path:
        need(sn != 0, "the path is too long")
        if fn % 2 == 1 or fn == sn:
            node = sha256(b"\1" + p + node)
            while fn % 2 == 0 and fn != 0:
                fn, sn = fn // 2, sn // 2
        else:
            node = sha256(b"\1" + node + p)
        fn, sn = fn // 2, sn // 2
    need(sn == 0, "the path is too short")
    return node


def check_signature(key_hex, message, sig_hex):
    key, sig = bytes.fromhex(key_hex), bytes.fromhex(sig_hex)
    need(int.from_bytes(sig[32:], "little") < ORDER, "S is not below the group order")
    for what, point in (("key", key), ("R", sig[:32])):
        y = point[:31] + bytes([point[31] & 0x7F])
        need(int.from_bytes(y, "little") < PRIME, f"the {what} is not canonically encoded")
        need(y not in SMALL_ORDER_Y, f"the {what} is of small order")
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(sig, message)
    except (InvalidSignature, ValueError) as error:
        raise Refused("the signature does not verify") from error


class Registry:
    """The records that a value is computed with, read once: by id, with their version."""

    def __init__(self, path=recompute.REGISTRY):
        self.records = recompute.load_registry(path)
        self.version = hash_of([self.records[name] for name in sorted(self.records)])


# Reasons why a verdict is sound although all that is sealed was computed again.
ALL_RIGHT = "all that is sealed was computed again and is right"
UNIT_OPEN = f"{ALL_RIGHT}; the value in another unit, in_unit, was not computed"
WORDS_OPEN = f"{ALL_RIGHT}; why rows are refused is told in words, of which the kinds alone were compared"
# Members of an answer that its receipt covers by itself, or that nothing seals.
COVERED = ANSWER_MEMBERS - {"seal_kind"} | {
    "calcProof", "domain", "equations", "generation", "inputs", "master_sum", "prev", "proof", "public_key",
    "receipt_id", "uncertainties", "stream", "visibility", "in_unit"}
# What the router says in each of its answers, and what it may say: how a question in words was understood.
ROUTED = {"candidates", "cueHash", "params", "query", "why"}
ROUTING = ROUTED | {"bodies", "reading", "restated", "rivals", "setAside", "solver"}
# Members that every answer has and that the comparison of its receipt has covered.
STATED = {"value", "value_bits", "unit", "uncertainty", "equations", "master_sum", "operatorChain", "precision_bound",
          "precision_actual"}


class Again:
    """What computing a receipt again gave: its result, of a table its rows, and the members of its core."""

    def __init__(self, result, core, rows=None):
        self.result, self.core, self.rows = result, core, rows


def not_comparable(core, registry):
    """Why computing it again would say nothing of it, or None where it would. Raises Refused."""
    if registry is None or not registry.records:
        return "no registry is here to compute the value with: see --registry"
    if core["registry_version"] != registry.version:
        return f"it was computed with registry {core['registry_version']}, this is {registry.version}"
    engine = core.get("engine_version")
    if engine is not None and solver_of(engine) is not None:
        return "no solver is run here"
    for name in core["operatorChain"]:
        need(name in registry.records, f"this registry has no operator {name}")
    if engine is None:
        return "its generation does not name the engine that computed it"
    return None if engine == recompute.ENGINE else f"it was computed by {engine}, this is {recompute.ENGINE}"


def computed_again(receipt, registry):
    """Step 4.10. Raises Refused, and recompute.NotChecked where this program does not compute it."""
    envelope, inputs = receipt["envelope"], receipt["inputs"]
    core, uncertainties = envelope["core"], envelope.get("uncertainties")
    why = not_comparable(core, registry)
    if why is not None:
        raise recompute.NotChecked(why)
    if is_derivation(inputs):
        raise recompute.NotChecked("laws that were joined are not computed here")
    try:
        if "rows_root" in core:
            need(uncertainties is None, "uncertainties of a table are columns")
            again = table_again(core, table_of(core, inputs), registry)
        else:
            result = recompute.chain_result(registry.records, core["operatorChain"], inputs, uncertainties)
            again = Again(result, answer.core_members(result))
    except recompute.NoValue as reason:
        raise Refused(str(reason)) from reason
    hashes = {"equations_hash": hash_of(answer.equations_of(again.result)),
              "master_sum_hash": hash_of(answer.master_sum_of(again.result))}
    expected = {**dict.fromkeys(("metric_shift", "seal_kind", "rows_count", "rows_root")), **again.core, **hashes}
    for name, found in expected.items():
        need(answer.same(core.get(name), found),
             f"{name}: the receipt says {jcs_text(core.get(name))}, computed again it is {jcs_text(found)}")
    return again


def table_of(core, inputs):
    try:
        table = table_rows.Table(inputs, solver_of(core["engine_version"]) is not None)
    except table_rows.NoTable as reason:
        raise Refused(f"inputs: {reason}") from reason
    need(table.count == core["rows_count"], "rows_count is not that of the columns")
    return table


def table_again(core, table, registry):
    rows = table_rows.Rows(registry.records, core["operatorChain"], table)
    first = rows.results[0]
    members = {**answer.core_members(first), "precision_actual": rows.precision, "rows_count": float(table.count),
               "rows_root": rows.root, "credits": answer.credits_for(len(first.evaluations), len(rows.results))}
    return Again(first, members, rows)


def check_members(held, again):
    """What an answer says beside its receipt; returns what was not checked."""
    rows = again.rows.stated() if again.rows else None
    expected = answer.answer_members(again.result, again.core, held.get("calcProof"), rows)
    expected["seal_kind"] = "observable"
    if rows is not None:
        compare_rows(held.get("rows"), rows)
        expected["rows"] = held["rows"]
    routing = ROUTING - set(expected) if ROUTED <= set(held) else set()
    check_routing(held, routing, again.result)
    for name, stated in held.items():
        if name not in COVERED | routing:
            need(name in expected, f"{name} is not part of a sealed answer")
            need(answer.same(stated, expected[name]), f"{name} is not what the computation gives")
    for name in (*expected, *sorted(STATED)):
        need(name in held, f"{name} is missing")
    need(held.get("visibility", "private") in ("private", "record", "shared"), "visibility")
    if "in_unit" in held:
        return UNIT_OPEN
    return WORDS_OPEN if rows is not None and rows["refused"] else ""


def check_routing(held, routing, result):
    """The inputs of a closed form are the numbers among what the router understood, and no solver computed it."""
    if not routing:
        return
    need(isinstance(held["params"], dict), "params")
    numbers = {name: one for name, one in held["params"].items() if is_number(one)}
    need(jcs(numbers) == jcs(held["inputs"]), "params: not what inputs were made of")
    need(held.get("solver") is None, "solver: no solver computed this")
    if "reading" in routing & set(held):
        check_reading(held, held["reading"], result)


def check_reading(held, reading, result):
    """A typed reading states the law, the values and the uncertainties that are sealed."""
    what = "reading: not what was computed"
    need(isinstance(reading, dict) and isinstance(reading.get("given"), list), what)
    need(all(isinstance(one, dict) for one in reading["given"]), what)

    def stated(member):
        return {one["symbol"]: one[member] for one in reading["given"]
                if isinstance(one.get("symbol"), str) and member in one}

    names = [one.get("symbol") for one in reading["given"]]
    need(len(set(map(str, names))) == len(names), what)
    need("solver" not in reading and reading.get("law") == held["operatorChain"][-1], what)
    numbers = {name: one for name, one in stated("value").items() if is_number(one)}
    need(jcs(numbers) == jcs(held["inputs"]), what)
    formula = result.evaluations[-1].formula if result.evaluations else None
    need(all("unit" not in one or one["unit"] == unit_of(formula, one.get("symbol"))
             for one in reading["given"]), what)
    need(jcs(stated("uncertainty")) == jcs(held.get("uncertainties", {})), what)


def unit_of(formula, key):
    """The unit of an input of a law; None where it has none of that name."""
    name = formula.names.keys.name_of(key) if formula and isinstance(key, str) else None
    held = formula.symbols.get(name) if name else None
    if held is None and formula and key == formula.binds:
        return formula.record["result"]["unit"]
    return held["unit"] if held else None


def compare_rows(said, rows):
    members(said, ("answered", "refused", "uncertainties", "values"), (), "rows")
    for name in ("answered", "uncertainties", "values"):
        need(answer.same(said[name], rows[name]), f"rows.{name} are not what the computation gives")
    need(isinstance(said["refused"], list), "rows.refused")
    by_kind, told = {}, []
    for one in said["refused"]:
        members(one, ("kind", "message", "rows"), (), "rows.refused")
        need(isinstance(one["kind"], str) and isinstance(one["message"], str) and isinstance(one["rows"], list)
             and one["rows"] and one["rows"] == sorted(one["rows"]), "rows.refused")
        by_kind.setdefault(one["kind"], []).extend(one["rows"])
        told.append((one["rows"][0], one["kind"], one["message"]))
    need(told == sorted(told) and len({one[1:] for one in told}) == len(told), "rows.refused are in another order")
    need(answer.same({kind: sorted(one) for kind, one in by_kind.items()}, rows["refused"]),
         "rows.refused are not what the computation gives")


def verify_row(proof, key=None, expected_id=None, now=None, explain=print, registry=None):
    """Section 14.3. Raises Refused; returns the hash-link in hex and what was not checked."""
    members(proof, ("inputs", "path", "receipt", "row", "value"),
            ("precision_actual", "refused", "uncertainty", "unit"), "row")
    link, open_reason, again = verify_whole(proof["receipt"], key, expected_id, now, explain, registry)
    core, inputs = proof["receipt"]["envelope"]["core"], proof["receipt"]["inputs"]
    need("rows_root" in core, "its receipt is of no table")
    table, row = table_of(core, inputs), proof["row"]
    need(is_int(row) and row < table.count, "row")
    row = int(row)
    need(jcs(proof["inputs"]) == jcs(table.inputs_at(row)), "inputs: not those of the row")
    refused = proof["value"] is None
    figures = ("refused",) if refused else ("precision_actual", "uncertainty", "unit")
    need(set(proof) == {"inputs", "path", "receipt", "row", "value", *figures}, "members of row")
    need(refused or all(is_number(proof[name]) for name in ("value", "uncertainty", "precision_actual")), "figures")
    need(isinstance(proof.get("refused", ""), str), "refused")
    need(refused or proof["unit"] == core["unit"], "unit: not that of the table")
    leaf = table_rows.leaf_of(proof)
    explain("leaf", leaf.hex())
    need(isinstance(proof["path"], list) and all(is_hex(one, 64) for one in proof["path"]), "path")
    root = root_from_path(leaf, row, table.count, [bytes.fromhex(one) for one in proof["path"]])
    need(root.hex() == core["rows_root"], "the path does not lead to rows_root")
    need(again is None or leaf == table_rows.leaf_of(again.rows.shown[row]), f"row {row}: computed again it is another")
    return link, open_reason


def check_precision(core):
    bound, actual = core["precision_bound"], core["precision_actual"]
    sampled = solver_of(core["engine_version"]) is not None and bound == SAMPLING_BOUND
    need(bound == PRECISION_BOUND or sampled, "a precision_bound that no rule gives")
    need(actual <= bound or core.get("seal_kind") == DIFFERENTIAL, "precision_actual is above precision_bound")


def verdict_of(receipt, key=None, expected_id=None, now=None, explain=lambda *_: None, registry=None):
    """The verdict, its reason (empty for valid), and the hash-link in hex where there is one."""
    try:
        is_row = isinstance(receipt, dict) and "row" in receipt and "receipt" in receipt
        check = verify_row if is_row else verify
        link, open_reason = check(receipt, key, expected_id, now, explain, registry)
    except Refused as refusal:
        return "invalid", str(refusal), None
    return "sound" if open_reason else "valid", open_reason, link


def calcond_now():
    return time.time_ns() // PERIOD_NS


def verify(held, key=None, expected_id=None, now=None, explain=print, registry=None):
    """Raises Refused; returns the hash-link in hex, or None, and what was not checked: nothing where it is valid."""
    link, open_reason, again = verify_whole(held, key, expected_id, now, explain, registry)
    if "envelope" in held:
        return link, open_reason
    if again is not None:
        open_reason = check_members(held, again)
    elif held.get("fields_hash") is not None:
        fault = solved.fault_of(held, ROUTING if ROUTED <= set(held) else set())
        need(fault is None, fault)
    return link, open_reason


def verify_whole(receipt, key, expected_id, now, explain, registry):
    """The same of the receipt alone, with what computing it again gave; None where it was not."""
    now = calcond_now() if now is None else now
    claimed_id = None
    if isinstance(receipt, dict) and "envelope" not in receipt:
        receipt, claimed_id = from_answer(receipt)
    elif isinstance(receipt, dict):
        claimed_id = receipt.get("receipt_id")
        receipt = {name: value for name, value in receipt.items() if name != "receipt_id"}
    generation = check_format(receipt)
    envelope, core = receipt["envelope"], receipt["envelope"]["core"]
    link = None
    if generation != "pre_genesis":
        tag = b"calc-envelope/3" if generation == "v3" else b"calc-envelope/1"
        preimage = tag + b"\0" + bytes.fromhex(envelope["prev"]) + jcs(core)
        link = sha256(preimage)
        explain("hash-link preimage", preimage.hex())
        explain("hash-link", link.hex())
    for claim in (expected_id, claimed_id):
        need(claim is None or (link is not None and claim == link.hex()), "another id")

    asked = {"domain": envelope.get("domain"), "inputs": receipt["inputs"],
        "uncertainties": envelope.get("uncertainties")}
    asked = {name: value for name, value in asked.items() if value is not None}
    explain("asked", jcs_text(asked))
    need(hash_of(asked) == core["inputs_hash"], "inputs_hash")
    need(hash_of(envelope["equations"]) == core["equations_hash"], "equations_hash")
    need(hash_of(envelope["master_sum"]) == core["master_sum_hash"], "master_sum_hash")
    need(struct.pack(">d", core["value"]).hex() == core["value_bits"], "value_bits")

    need([name == "KO42" for name in core["operatorChain"]] == [True] + [False] * (len(core["operatorChain"]) - 1),
        "chain")
    need(round(core["phase"] * PERIOD_NS) / PERIOD_NS == core["phase"], "phase is no whole nanosecond")
    need(1.0 + 0.001 * sine_of_turns(core["phase"]) == core["R_t"], "R_t")
    if generation == "v3":
        check_precision(core)
    stated = max(core["calcond"], receipt["proof"]["header"]["calcond"] if link else 0)
    need(stated <= now + AHEAD_CALCONDS_MAX, f"calcond {int(stated)} is in the future: it is {now} now")

    if link is None:
        check_signature(receipt["public_key"], b"calc-pre-genesis/1\0" + jcs(core), receipt["proof"]["sig"])
    else:
        check_inclusion(receipt, generation, link, explain)
    need(key is None or key == receipt["public_key"], "signed by another key")
    link = link.hex() if link else None
    try:
        return link, "", computed_again(receipt, registry)
    except recompute.NotChecked as reason:
        return link, str(reason), None


def check_inclusion(receipt, generation, link, explain):
    proof, core = receipt["proof"], receipt["envelope"]["core"]
    header = proof["header"]
    root = root_from_path(link, int(proof["index"]), int(proof["count"]), [bytes.fromhex(h) for h in proof["path"]])
    body = {"count": proof["count"], "root": root.hex()}
    if generation == "v3":
        body["engine_version"] = engine_of(core["engine_version"])
    explain("root", root.hex())
    explain("body", jcs_text(body))
    need(hash_of(body) == header["body_hash"] and len(jcs(body)) == header["body_len"],
        "the seal event has another body")
    need(core["calcond"] <= header["calcond"], "sealed before it was computed")
    need(header["author"] == receipt["public_key"], "author and public_key differ")
    message = b"calc-event-sig/1\0" + jcs(header)
    explain("signed message", message.hex())
    check_signature(receipt["public_key"], message, proof["sig"])


def forge(receipt, path, change):
    """A copy with one place changed, or taken out."""
    if not path:
        return change["value"]
    copy = dict(receipt) if isinstance(receipt, dict) else list(receipt)
    step = int(path[0]) if isinstance(copy, list) else path[0]
    if len(path) == 1 and "value" not in change:
        del copy[step]
    elif isinstance(copy, list) or step in copy or len(path) == 1:
        inner = copy[step] if len(path) > 1 else None
        copy[step] = forge(inner, path[1:], change)
    return copy


def compare_forgeries(receipts, forgeries, now):
    by_name = {case["name"]: case["receipt"] for case in receipts}
    wrong = 0
    for forgery in forgeries:
        verdict, reason, _ = verdict_of(forge(by_name[forgery["of"]], forgery["path"], forgery), now=now)
        if verdict != forgery["verdict"]:
            wrong += 1
            print(f"DISAGREE {forgery['of']} {forgery['path']}: {verdict} {reason}")
    print(f"{len(forgeries)} forgeries, {wrong} answered otherwise than stated")
    return wrong


def compare_vectors(vectors, key, now, explain, registry):
    wrong = 0
    for case in vectors["receipts"]:
        verdict, reason, link = verdict_of(case["receipt"], key, case["id"], now, explain, registry)
        print(f"{verdict:8} {case['name']}  {link or 'no hash-link'}  {reason}".rstrip())
        wrong += verdict != case["verdict"]
    print(f"{len(vectors['receipts'])} receipts, {wrong} answered otherwise than stated")
    return wrong


def option(args, name):
    return args[args.index(name) + 1] if name in args else None


def main(args):
    key, now = option(args, "--key"), option(args, "--now")
    explain = (lambda name, value: print(f"  {name}: {value}")) if "--explain" in args else (lambda *_: None)
    try:
        data = read_file(args[0])
        forgeries = read_file(option(args, "--forgeries"))["forgeries"] if "--forgeries" in args else []
    except (Unreadable, OSError) as error:
        print(f"refused  {args[0]}: {error}", file=sys.stderr)
        return UNREADABLE
    path = option(args, "--registry")
    if isinstance(data, dict) and "receipts" in data:
        now = int(data["now"]) if now is None else int(now)
        wrong = compare_vectors(data, key, now, explain, Registry(path) if path else None)
        return 1 if wrong + compare_forgeries(data["receipts"], forgeries, now) else 0
    registry = Registry(path) if path else Registry() if recompute.REGISTRY.is_dir() else None
    verdict, reason, link = verdict_of(data, key, None, None if now is None else int(now), explain, registry)
    print(f"{verdict:8} {args[0]}  {link or 'no hash-link'}  {reason}".rstrip())
    return 0 if "--value" in args and reason.startswith(ALL_RIGHT) else EXITS[verdict]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
