#!/usr/bin/env python3
"""Checks the exported log of a contract and runs its program again, as section 16 of docs/receipts.md describes it.

A second implementation, written from that page alone.

Usage: verify_contract.py FILE [--key HEX] [--now CALCOND] [--registry PATH]
The verdicts have the exit codes of verify_receipt.py: valid (0), all of it was made again; sound (13), with what was
taken as it stands; invalid (12), with the first row that does not follow and what of it.
"""
import sys

import cel
from canonical import bits, jcs
from contract_steps import Fault, Open, Place, Program, closed_form, step
from recompute import ENGINE
from unit_factor import Unknown
from verify_log import PERIOD_NS, Log, canonical, lines_of
from verify_receipt import (EXITS, Refused, Registry, hash_of, is_int, is_number, members, need, option, sha256,
                            verify_whole)

EVALUATION, RECEIPT, PAYLOAD, MARK = b'{"evaluation":', b'{"receipt":', b'{"payload":', b'{"checkpoint":'
TRANSITION, CHAIN = "calc-transition/1", ["KO42", "contract"]
MODULATION = "R(t) = S(t) [1 + 0.001 sin(2 pi 1.287 t)]"
PLACE_KINDS = {"paused", "resumed", "closed"}


def inner(line, opening):
    need(line.endswith(b"}"), "line")
    return canonical(line)[opening[2:-2].decode()]


class Contract:
    """What stands beside the rows, and the program that runs again behind them."""

    def __init__(self, log, registry, now):
        self.log, self.registry, self.now = log, registry, now
        self.program = self.hash = self.place = self.version = None
        self.is_whole, self.firings, self.replayed, self.events, self.open = True, 0, 0, 0, []
        self.waiting, self.row, self.payload, self.receipt = [], None, None, None

    def add(self, line):
        if line.startswith(EVALUATION):
            self.flush()
            self.waiting.append(inner(line, EVALUATION))
        elif line.startswith(RECEIPT):
            need(self.row is not None and self.receipt is None and self.row["token"] is not None, "a receipt of no row")
            self.receipt = inner(line, RECEIPT)
        elif line.startswith(PAYLOAD):
            self.log.payload(line)
            self.payload = inner(line, PAYLOAD)
        elif line.startswith(MARK):
            self.flush()
            self.log.checkpoint(line)
        else:
            self.flush()
            prev = self.log.prev
            self.log.row(line)
            self.row, self.payload, self.receipt = canonical(line), None, None
            self.folded(prev)

    def folded(self, prev):
        """Events in front of the row are those that it folds, or none."""
        row, root = self.row, prev
        if not self.waiting:
            return
        need(len(self.waiting) == row["evalCount"], "evalCount")
        for one in self.waiting:
            members(one, ("calcond", "data", "emittedBefore", "missed", "results", "state", "type"), (), "evaluation")
            asked = {name: one[name] for name in ("data", "emittedBefore", "missed", "type")}
            digest = hash_of({"calcond": one["calcond"], "inputHash": hash_of(asked),
                              "resultsHash": hash_of(one["results"]), "state": one["state"]})
            root = sha256(bytes.fromhex(root) + bytes.fromhex(digest)).hex()
        need(root == row["evalRoot"], "evalRoot")

    # Behind a row, when all that stands beside it is known.
    def flush(self):
        row, self.row = self.row, None
        if row is None:
            return
        waiting, self.waiting = self.waiting, []
        if self.receipt is not None:
            self.sealed(row)
        try:
            self.again(row, waiting)
        except (Unknown, cel.Unread) as error:
            self.give_up(f"{type(error).__name__}: {error}")

    def sealed(self, row):
        """The receipt holds, is of the row's instant, and commits to the row."""
        receipt = self.receipt
        verify_whole(receipt, self.log.key, row["token"], self.now, lambda *_: None, None)
        core, ns = receipt["envelope"]["core"], int(row["ns"])
        need(receipt["envelope"].get("calcProof") == row["proof"], "proof")
        need(core["calcond"] == row["calcond"] and core["phase"] == ns % PERIOD_NS / PERIOD_NS,
             "instant of the receipt")
        self.version = core["registry_version"]
        if core["engine_version"] != f"{ENGINE}+contract/1":
            return
        check_transition(receipt)
        if self.payload is not None:
            need(jcs(receipt["inputs"]) == jcs(commitment_of(row, self.payload)), "commitment of the receipt")

    def give_up(self, why):
        self.open.append(why)
        self.program, self.is_whole = None, False

    def again(self, row, waiting):
        if len(waiting) != row["evalCount"]:
            self.is_whole = False
            self.open.append("events that led to no transition are not shown")
        if row["engineVersion"] != ENGINE:
            self.give_up("another engine made it")
        for one in waiting:
            self.evaluated(row, one)
        kind = row["transitionType"]
        if kind == "deployed":
            self.deployed(row)
        elif kind in ("transition", "fault"):
            self.fired(row)
        elif self.payload is not None and self.place is not None:
            self.stood(row)

    def stood(self, row):
        need(self.payload.get("state") == self.place.state, "state")
        need(jcs(self.payload.get("context")) == jcs(self.place.context), "context")
        need(row["from"] == row["to"] == self.place.state, "from or to")

    def deployed(self, row):
        before, self.program = self.program, None
        if self.payload is None:
            self.give_up("a program is not shown")
            return
        written = self.payload["program"]
        need(sha256(b"calc-program/1\0" + jcs(written)).hex() == row["programHash"], "programHash")
        if row["engineVersion"] != ENGINE:
            return
        self.program, self.hash = (program := Program(written)), row["programHash"]
        if row["seq"] == 0:
            self.place = program.initial()
        elif before is None or self.place is None:
            self.place, self.is_whole = Place(self.payload["state"], self.payload["context"]), False
        else:
            self.place = self.carried(before, program)
        need(self.payload["state"] == self.place.state, "state")
        need(jcs(self.payload["context"]) == jcs(self.place.context), "context")
        need(row["to"] == self.place.state and row["from"] in (None, *before.machine["states"])
             if before else True, "to")

    def carried(self, before, program):
        place = self.place
        first = program.initial()
        kept = {}
        for name, declared in program.declared.items():
            had = before.declared.get(name)
            if had is not None and name in place.context and alike(had, declared):
                kept[name] = place.context[name]
        after = Place(self.payload["state"], {**first.context, **kept})
        need(after.state in program.machine["states"], "state")
        after.events = place.events
        if jcs(before.trigger) == jcs(program.trigger):
            after.items, after.since, after.heard = place.items, place.since, place.heard
            after.taken = place.taken if program.reads_gap else None
        return after

    def results_of(self, recorded):
        """Computes closed forms; what it cannot compute is taken from the log, and said."""
        def result(one, inputs, i):
            if self.version == self.registry.version:
                try:
                    return closed_form(self.registry, one, inputs)
                except Open as reason:
                    self.open.append(str(reason))
            else:
                self.open.append("results of another registry")
            found = next((held for held in recorded if held["as"] == one["as"]), None)
            if found is None:
                raise Fault("", f"/compute/{i}")
            need(is_number(found["value"]) and found.get("value_bits", bits(found["value"])) == bits(found["value"]),
                 "value_bits of a result")
            return found
        return result

    def evaluated(self, row, one):
        if self.program is None or self.place is None or not self.is_whole:
            return
        need(one["state"] == self.place.state, "state of an event")
        need(one["calcond"] <= row["calcond"], "an event is later than its row")
        found = step(self.program, self.place, one, self.results_of(one["results"]))
        need(found.kind in ("held", "ignored"), "an event leads to a transition, and no row has it")
        need(jcs(found.results) == jcs(one["results"]), "results of an event")
        self.place, self.events = found.place, self.events + 1

    def fired(self, row):
        self.firings += 1
        payload, is_moved = self.payload, row["transitionType"] == "transition"
        need((row["token"] is not None) == is_moved, "token")
        opened = len(self.open)
        if is_moved and self.receipt is None:
            self.open.append("a receipt is not shown")
        if payload is None or self.program is None or self.place is None:
            self.open.append("a step is not shown, or its program")
            known = payload is not None
            self.place = Place(payload["to"], payload["context"]) if known else None
            self.is_whole = False
            return
        need(payload["kind"] == ("moved" if is_moved else "fault"), "kind")
        need(row["programHash"] == self.hash, "programHash")
        need(row["from"] == self.place.state, "from")
        need(payload["calcond"] <= row["calcond"], "the step is later than its row")
        event = {**{name: payload[name] for name in ("calcond", "emittedBefore")}, "missed": payload.get("missed", 0.0),
                 "type": payload["event"]["type"], "data": payload["event"]["data"]}
        told = None
        if not self.is_whole:
            self.place.events = payload["event"]["seq"] - 1
            told = (payload["agg"], payload.get("last"), payload.get("gap"))
            is_windowed = self.program.listen is not None or self.program.trigger["type"] == "on-aggregate"
            if is_windowed or self.program.reads_gap:
                self.open.append("a window or a gap is not known")
        found = step(self.program, self.place, event, self.results_of(payload["results"]), told)
        self.compared(row, payload, found)
        self.place = found.place
        self.replayed += len(self.open) == opened

    def compared(self, row, payload, found):
        said = payload["fault"]
        if said is not None and str(said["pointer"]).startswith("/compute"):
            self.open.append("why a compute has no value is not computed here")
            need(payload["from"] == payload["to"] == row["to"] == self.place.state, "to")
            need(jcs(payload["context"]) == jcs(self.place.context), "context")
            return
        need(found.kind == payload["kind"], f"kind: it comes to {found.kind}")
        need(found.place.state == payload["to"] == row["to"], "to")
        need(payload["from"] == self.place.state, "from")
        expected = {"agg": found.agg, "results": shown(found.results, payload), "context": found.place.context,
                    "emitted": found.emitted, "event": {"type": payload["event"]["type"], "data": found.data,
                                                        "seq": float(found.place.events)}}
        for name, value in expected.items():
            need(jcs(payload[name]) == jcs(value), name)
        need(jcs(payload.get("last")) == jcs(found.last), "last")
        need(jcs(payload.get("gap")) == jcs(found.gap), "gap")
        need((said is None) == (found.fault is None), "fault")
        if found.fault is not None:
            need((said["code"], said["pointer"]) == (found.fault.code, found.fault.pointer), "fault")


def shown(results, payload):
    """Rows of before have neither bits nor prices."""
    if "sealed" not in payload:
        return results
    return [{name: one[name] for name in ("as", "value", "unit", "uncertainty")} for one in results]


def alike(a, b):
    """Whether two versions declare a member of the context alike: kinds, and units of the same text."""
    if isinstance(a, dict) or isinstance(b, dict):
        pair = [one if isinstance(one, dict) else {} for one in (a, b)]
        if isinstance(a, dict) and isinstance(b, dict) and pair[0].get("unit") != pair[1].get("unit"):
            raise Unknown(f"{pair[0].get('unit')} and {pair[1].get('unit')} of one member of a context")
        return isinstance(a, (dict, float)) and isinstance(b, (dict, float))
    return type(a) is type(b)


def commitment_of(row, payload):
    event = payload["event"]
    return {"schema": TRANSITION, "contract": row["machine"], "row": row["seq"], "prev": row["prev"],
            "programHash": row["programHash"], "from": payload["from"], "to": payload["to"],
            "event": {"type": event["type"], "seq": event["seq"], "inputHash": hash_of(event["data"])},
            "calcond": payload["calcond"], "results": payload["results"],
            "emitted": [{"type": one["type"], "dataHash": hash_of(one["data"])} for one in payload["emitted"]],
            "evalCount": row["evalCount"], "evalRoot": row["evalRoot"], "payloadHash": row["payloadHash"]}


def check_transition(receipt):
    """All that the envelope of a transition states follows from its commitment. Raises Refused."""
    core, made = receipt["envelope"]["core"], receipt["inputs"]
    members(made, ("schema", "contract", "row", "prev", "programHash", "from", "to", "event", "calcond", "results",
                   "emitted", "evalCount", "evalRoot", "payloadHash"), (), "the commitment")
    need(made["schema"] == TRANSITION and core["operatorChain"] == CHAIN, "the commitment of a transition")
    for one in made["results"]:
        members(one, ("as", "value", "value_bits", "unit", "uncertainty", "credits"), (), "a result")
        need(bits(one["value"]) == one["value_bits"] and is_int(one["credits"], 1), "value_bits or credits of a result")
    event = made["event"]
    equation = (f"{made['contract']} row {int(made['row'])}: {made['from']} -> {made['to']} by {event['type']} "
                f"{int(event['seq'])} at calcond {int(made['calcond'])}")
    need(receipt["envelope"]["equations"] == [MODULATION, equation], "equations of the transition")
    terms = [{"operator_id": "KO42", "role": "factor", "unit": "1", "value": 1.0},
             {"operator_id": "contract", "role": "term", "unit": "1", "value": 1.0}]
    need(jcs(receipt["envelope"]["master_sum"]) == jcs({"terms": terms, "total": 1.0, "unit": "1"}), "master_sum")
    expected = {"value": 1.0, "unit": "1", "uncertainty": 0.0, "precision_actual": 0.0, "precision_bound": 1e-4,
                "credits": max([1.0, *(one["credits"] for one in made["results"])]),
                "fields_hash": sha256(f"{TRANSITION}\0".encode() + jcs(made)).hex()}
    for name, value in expected.items():
        need(core[name] == value, f"{name} of the transition")
    need(not set(core) & {"metric_shift", "seal_kind", "rows_count", "rows_root"}, "a member of no transition")
    need(not set(receipt["envelope"]) & {"domain", "uncertainties"}, "domain or uncertainties of a transition")


def check(path, key, now, registry):
    with open(path, "rb") as file:
        lines = lines_of(file)
        log = Log(next(lines, b""), key, None, now)
        need(log.machine.startswith("ct_"), "it is no log of a contract")
        contract = Contract(log, registry, now)
        try:
            for line in lines:
                contract.add(line)
            contract.flush()
            need(not contract.waiting, "events in front of no row")
        except (Refused, KeyError, ValueError, TypeError, AttributeError, IndexError) as error:
            raise Refused(f"row {max(0, log.tree.size - 1)}: {error}") from error
    return contract


def main(args):
    key, now, path = option(args, "--key"), option(args, "--now"), option(args, "--registry")
    registry = Registry() if path is None else Registry(path)
    try:
        contract = check(args[0], key, None if now is None else int(now), registry)
    except (Refused, KeyError, ValueError, TypeError) as error:
        print(f"invalid  {args[0]}  {error}")
        return EXITS["invalid"]
    log = contract.log
    reasons = sorted(set(contract.open)) + ([] if log.signed else ["nothing is signed"])
    verdict = "sound" if reasons else "valid"
    counts = f"{contract.replayed} of {contract.firings} firings and {contract.events} events made again"
    print(f"{verdict:8} {args[0]}  {log.machine}  {log.tree.size} rows, {log.signed} signed; {counts}"
          + "".join(f"; {one}" for one in reasons))
    return EXITS[verdict]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
