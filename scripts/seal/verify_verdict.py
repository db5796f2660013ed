#!/usr/bin/env python3
"""Checks a verdict on a challenged result as docs/market.md describes it: a second implementation, without a node.

Usage: verify_verdict.py FILE [--registry PATH]
FILE is what `calc contribute verdict CHALLENGE` prints. Signatures, the numbers of the events on their spines, the
commitment, the inputs and the time of the challenge are checked. A closed form, and a table of one, is computed again
to the digest of its whole result, and that says who was right. Exit codes are those of verify_receipt.py: valid (0),
the outcome follows; sound (13), the evidence holds and the job is of a solver, of another engine or of another
registry, so the drawn node's word is told and not checked; invalid (12). By whose words nodes were drawn is left to
`calc verify`. PATH is the registry: the folder of the domain files, or one file of all records.
"""
import sys

import answer
import recompute
import table_rows
from canonical import jcs, jcs_text
from verify_receipt import (
    EXITS, HEADER, UNREADABLE, Refused, Registry, Unreadable, check_signature, hash_of, is_hex, is_int, members, need,
    option, read_file, sha256)

CHALLENGE_CALCONDS = 4_632
# A drawn node answers within this time, or the next one does.
VERDICT_CALCONDS = 120
KINDS = ("job.open", "job.draw", "work.commit", "work.reveal", "work.challenge", "work.verdict")


class Event:
    """A signed event of a spine. Raises Refused."""

    def __init__(self, held, net):
        members(held, ("body", "header", "sig"), ("id",), "an event")
        header, body = held["header"], held["body"]
        members(header, HEADER, (), "a header")
        need(header["net"] == net, "an event of another network")
        need(is_hex(header["author"], 64) and is_hex(held["sig"], 128), "keys and signatures are hex digits")
        need(is_int(header["calcond"]) and is_int(header["seq"]), "calcond and seq are whole numbers")
        need(hash_of(body) == header["body_hash"] and len(jcs(body)) == header["body_len"], "an event has another body")
        check_signature(header["author"], b"calc-event-sig/1\0" + jcs(header), held["sig"])
        self.id = sha256(b"calc-event/1\0" + jcs(header)).hex()
        self.author, self.kind, self.body = header["author"], header["kind"], body
        self.calcond, self.seq = header["calcond"], header["seq"]
        self.job = self.id if self.kind == "job.open" else body.get("job")


def first_of(events, kind, author):
    """What an author said first on its spine."""
    found = sorted((one for one in events if one.kind == kind and one.author == author), key=lambda one: one.seq)
    return found[0] if found else None


def result_hash(chain, inputs, version, registry):
    """sha256 of the result document. Raises recompute.NotChecked."""
    engine, _, records = version.partition("+")
    if registry is None or not registry.version.startswith(records) or records == "":
        raise recompute.NotChecked(f"it was computed with the registry {records}, which is not here")
    if engine != recompute.ENGINE:
        raise recompute.NotChecked(f"it was computed by {engine}, this is {recompute.ENGINE}")
    if any(name != "KO42" and name not in registry.records for name in chain):
        raise recompute.NotChecked("no solver is run here")
    more = {}
    try:
        if isinstance(inputs.get("columns"), dict):
            rows = table_rows.Rows(registry.records, chain, table_rows.Table(inputs))
            said = rows.stated()
            if said["refused"]:
                raise recompute.NotChecked("rows of it have no value, which is told in words")
            core = answer.core_members(rows.results[0])
            core["precision_actual"] = rows.precision
            core["credits"] = answer.credits_for(len(rows.results[0].evaluations), len(rows.results))
            more = {"rows": {**said, "refused": []}, "rows_root": rows.root}
        else:
            core = answer.core_members(recompute.chain_result(registry.records, chain, inputs))
    except recompute.NoValue as reason:
        raise recompute.NotChecked(f"it has no value ({reason}), which is told in words") from reason
    return hash_of({
        "chain": core["operatorChain"], "credits": core["credits"], "engine_version": version,
        "precision_actual": core["precision_actual"], "uncertainty": core["uncertainty"], "unit": core["unit"],
        "value": core["value"], "value_bits": core["value_bits"], **more})


def outcome_of(contributor, challenger, here):
    if here == challenger != contributor:
        return "upheld"
    return "rejected" if here == contributor != challenger else "not_reproducible"


def check(held, registry):
    """The outcome, whose result it is about, and why it was not computed again. Raises Refused."""
    need(isinstance(held, dict) and held.get("v") == "calc-verdict/1", "no document of calc-verdict/1")
    need(isinstance(held.get("events"), list) and isinstance(held.get("inputs"), dict), "events and inputs")
    events = [Event(one, held["net"]) for one in held["events"]]
    [challenge] = [one for one in events if one.id == held["challenge"] and one.kind == "work.challenge"] or [None]
    need(challenge is not None, "the challenge is not among the events")
    events = [one for one in events if one.kind in KINDS and one.job == challenge.job]
    [opened] = [one for one in events if one.kind == "job.open"] or [None]
    need(opened is not None, "the job is not among the events")
    need(hash_of(held["inputs"]) == opened.body["inputs_hash"], "the inputs are those of another job")
    [reveal] = [one for one in events if one.kind == "work.reveal" and one.id == challenge.body["reveal"]] or [None]
    need(reveal is not None, "the challenge names no result of this job")
    need(reveal.author != challenge.author, "nobody challenges itself")
    need(challenge.calcond <= reveal.calcond + CHALLENGE_CALCONDS, "the challenge came too late")
    called = first_of([one for one in events if one.kind == "job.draw" and one.body["about"] == opened.id],
                      "job.draw", opened.author)
    need(called is not None and reveal.author in called.body["drawn"], "the draw of the job does not name the node")
    said = reveal.body["result_hash"]
    need(said != challenge.body["result_hash"], "the challenger says what the contributor said")
    commit = first_of(events, "work.commit", reveal.author)
    text = f"calc-commit/1\0{said}{reveal.body['salt']}{reveal.author}"
    need(commit is not None and commit.body["commit"] == sha256(text.encode()).hex(),
         "the contributor had not committed to this result")
    draws = [one for one in events if one.kind == "job.draw" and one.author == challenge.author
             and one.body["about"] == challenge.id]
    draw = min(draws, key=lambda one: one.seq) if draws else None
    turn = {node: at for at, node in enumerate(draw.body["drawn"])} if draw else {}
    verdicts = [one for one in events if one.kind == "work.verdict" and one.author in turn
                and one.body["challenge"] == challenge.id
                and one.calcond >= draw.calcond + turn[one.author] * (VERDICT_CALCONDS + 1)]
    first = min(verdicts, key=lambda one: (one.calcond, turn[one.author], one.seq)) if verdicts else None
    told = first.body["outcome"] if first else None
    try:
        here = result_hash(opened.body["chain"], held["inputs"], opened.body["engine_version"], registry)
    except recompute.NotChecked as reason:
        return told, reveal.author, str(reason)
    outcome = outcome_of(said, challenge.body["result_hash"], here)
    need(told is None or told == outcome, f"the drawn node says {told}, computed again it is {outcome}")
    return outcome, reveal.author, ""


def main(args):
    try:
        held = read_file(args[0])
    except (Unreadable, OSError) as error:
        print(f"refused  {args[0]}: {error}", file=sys.stderr)
        return UNREADABLE
    path = option(args, "--registry")
    registry = Registry(path) if path else Registry() if recompute.REGISTRY.is_dir() else None
    try:
        outcome, node, why = check(held, registry)
    except (Refused, KeyError, TypeError, ValueError, AttributeError) as reason:
        print(f"invalid  {args[0]}  {reason}")
        return EXITS["invalid"]
    verdict = "sound" if why else "valid"
    print(f"{verdict:8} {args[0]}  {outcome or 'no verdict yet'}: node {node}  {why}".rstrip())
    return EXITS[verdict]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
