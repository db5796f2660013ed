#!/usr/bin/env python3
"""Checks an exported tick, or the place of a checkpoint, as sections 11 and 12 of docs/receipts.md describe them.

A second implementation, written from that page alone.

Usage: verify_tick.py FILE [--key HEX] [--now CALCOND] [--registry PATH]
The verdicts have the exit codes of verify_receipt.py. A tick is sound (13) at best, for what verify_receipt.py does not
compute again; the place of a checkpoint is valid (0) or invalid (12). KEY is the public key that must have signed.
"""
import re
import sys

import recompute
from canonical import jcs, jcs_text, number_text, string_text
from verify_log import HASH, PERIOD_NS, check_members, open_checkpoint
from verify_receipt import (EXITS, HEADER, UNREADABLE, Refused, Registry, Unreadable, check_signature, from_answer,
                            hash_of, is_int, is_number, members, need, option, read, read_file, root_from_path, sha256,
                            sine_of_turns, verify)

TICK = ("before", "body", "calc-tick", "checkpoint", "contentType", "genesis", "headers", "origin", "path", "payload",
        "receipt", "row")
ORIGIN = re.compile(r"calc/([0-9a-f]{8})/([0-9a-f]{64})/m/([a-z]{1,2}_[a-z2-7]{26})\Z")
TICK_BYTES_MAX = 16_777_216
SUB_TICKS_MAX = 1_000
INDEX = re.compile(r"(0|[1-9][0-9]{0,9})\Z")


def written(value):
    """As JSON.stringify writes it: keys that are indices first, the others in their order."""
    if isinstance(value, list):
        return "[" + ",".join(map(written, value)) + "]"
    if isinstance(value, dict):
        indices = sorted((key for key in value if INDEX.match(key) and int(key) < 2**32 - 1), key=int)
        keys = indices + [key for key in value if key not in indices]
        return "{" + ",".join(f"{string_text(key)}:{written(value[key])}" for key in keys) + "}"
    return number_text(value) if isinstance(value, float) else jcs_text(value)


def row_hash(row):
    return sha256(b"calc-row/3\0" + jcs(row))


def check_row(row, payload, what):
    """A row of a tick, and its payload; None where that was dropped."""
    need(isinstance(row, dict), f"members of {what}")
    need(row["transitionType"] == "tick", f"{what} is no row of a tick")
    check_members(row)
    need(int(row["ns"]) // PERIOD_NS == row["calcond"], f"calcond of {what}")
    need(payload is None or hash_of(payload) == row["payloadHash"], f"payload of {what}")
    if payload is not None:
        members(payload, ("inputs", "missed", "subTicks", "tick", "tickRoot"), ("bodyHash", "tickIntervalCalconds"),
                f"the payload of {what}")
        need(is_int(payload["subTicks"], 0, SUB_TICKS_MAX), f"subTicks of {what}")
        need(is_int(payload["tick"], 1) and is_int(payload["missed"]), f"tick or missed of {what}")
        need(isinstance(payload["inputs"], dict) and is_number(payload.get("tickIntervalCalconds", 0.0)),
             f"inputs or tickIntervalCalconds of {what}")


def check_included(row, path, size, root, what):
    need(isinstance(path, list) and all(isinstance(p, str) and HASH.match(p) for p in path), f"path of {what}")
    found = root_from_path(row_hash(row), int(row["seq"]), size, [bytes.fromhex(p) for p in path])
    need(found == root, f"the path of {what} does not lead to the root")


def tick_root(start, payload, core):
    root = start
    for i in range(int(payload["subTicks"])):
        phase = i / payload["subTicks"]
        result = {"R_t": 1.0 + 0.001 * sine_of_turns(phase), "index": float(i + 1), "phase": phase,
                  "unit": core["unit"], "value": core["value"]}
        root = sha256(b"calc-sub/1\0" + root + jcs(result))
    return root.hex()


def check_body(tick):
    """What holds the receipt: the answer that the body is, or the receipt of a template's."""
    row, payload = tick["row"], tick["payload"]
    if payload is not None and "bodyHash" in payload:
        text = f"{tick['contentType']}\0{tick['body']}".encode()
        need(sha256(text).hex() == payload["bodyHash"], "body")
        return tick["receipt"], None
    # A body that is no answer has its hash in the row.
    need(payload is None or tick["contentType"] == "application/json", "contentType")
    if tick["contentType"] != "application/json":
        return tick["receipt"], "no row holds the hash of the body"
    answer = read(tick["body"].encode())
    need(isinstance(answer, dict) and written(answer) == tick["body"], "the body is not written as JSON is here")
    receipt, _ = from_answer(answer)
    need(jcs(receipt) == jcs(tick["receipt"]), "the body answers with another receipt")
    place = {"channel": row["machine"], "row": row["seq"], "rowHash": row_hash(row).hex()}
    if payload is not None:
        place.update({name: payload[name] for name in ("subTicks", "tick", "tickRoot")})
        if "tickIntervalCalconds" in payload:
            place["nextCalcond"] = row["calcond"] + payload["tickIntervalCalconds"]
    said = answer.get("stream")
    strays = set(said) - {*place, "tick", "subTicks", "tickRoot", "nextCalcond"} if isinstance(said, dict) else set()
    need(not strays, f"stream.{min(strays, default='')} of the body")
    need(isinstance(said, dict) and all(said.get(name) == value for name, value in place.items()), "stream of the body")
    return answer, None


def check_tick(tick, key, now, registry):
    """Raises Refused; returns the receipt id and what was not checked."""
    members(tick, TICK, (), "the tick")
    need(isinstance(tick["calc-tick"], float) and tick["calc-tick"] == 1, "calc-tick")
    row, before, core = tick["row"], tick["before"], tick["receipt"]["envelope"]["core"]
    dropped = []
    check_row(row, tick["payload"], "the row")
    origin = ORIGIN.match(tick["origin"])
    need(origin is not None and origin[3] == row["machine"], "origin")
    size, root, calcond = open_checkpoint(tick["checkpoint"], tick["origin"], origin[2])
    need(row["calcond"] <= calcond, "the checkpoint is older than the row")
    check_included(row, tick["path"], size, root, "the row")
    if before is not None:
        members(before, ("path", "payload", "row"), (), "before")
        check_row(before["row"], before["payload"], "the row before")
        check_included(before["row"], before["path"], size, root, "the row before")
        need(before["row"]["machine"] == row["machine"] and before["row"]["seq"] < row["seq"]
             and int(before["row"]["ns"]) <= int(row["ns"]), "the row before is none")
    payload = tick["payload"]
    if payload is None:
        dropped.append("the payload of the row was dropped")
    else:
        is_first = payload["tick"] == 1
        need(is_first == (before is None) == (tick["genesis"] is not None), "the first tick, and it alone")
        if before is not None and before["payload"] is None:
            dropped.append("the payload of the row before was dropped")
        elif before is not None:
            need(before["payload"]["tick"] + 1 == payload["tick"], "the row before is not the tick before")
        need(jcs(payload["inputs"]) == jcs(tick["receipt"]["inputs"]), "inputs of the payload")
        start = bytes.fromhex(tick["genesis"]) if before is None else row_hash(before["row"])
        need(tick_root(start, payload, core) == payload["tickRoot"], "tickRoot")
    token, proof = row["token"], row["proof"]
    need(core["calcond"] == row["calcond"] and core["phase"] == int(row["ns"]) % PERIOD_NS / PERIOD_NS, "time")
    need(proof is not None and tick["receipt"]["envelope"].get("calcProof") == proof, "proof of the row")
    need(tick["headers"] == {"X-Calc-Sealed": "true", "X-Calc-Proof": proof, "X-Calc-Token": token,
                             "X-Calc-Calcond": number_text(row["calcond"]),
                             "X-Calc-Verify": f"/api/receipts/{token}"}, "headers")
    need(tick["receipt"]["public_key"] == origin[2], "the receipt is of another key")
    held, unbound = check_body(tick)
    link, reason = verify(held, key, token, now, lambda *_: None, registry)
    return link, "; ".join(one for one in (*dropped, unbound, reason) if one)


def check_place(place, key):
    """Raises Refused; returns the machine, the rows and when they were announced."""
    members(place, ("calc-place", "checkpoint", "digest", "path"), (), "the place")
    need(isinstance(place["calc-place"], float) and place["calc-place"] == 1, "calc-place")
    name = place["checkpoint"].split("\n")[0]
    origin = ORIGIN.match(name)
    need(origin is not None, "origin")
    net, author, machine = origin.groups()
    need(key is None or key == author, "signed by another key")
    size, _, _ = open_checkpoint(place["checkpoint"], name, author)
    digest = place["digest"]
    members(digest, ("body", "header", "sig"), (), "the digest")
    header = digest["header"]
    members(header, HEADER, (), "the header")
    need(header["kind"] == "digest" and header["author"] == author and header["net"] == net, "a digest of this node")
    need(hash_of(digest["body"]) == header["body_hash"] and len(jcs(digest["body"])) == header["body_len"], "body")
    check_signature(author, b"calc-event-sig/1\0" + jcs(header), digest["sig"])
    node = sha256(b"\0" + place["checkpoint"].encode())
    for step in place["path"]:
        (side, beside), = step.items()
        need(side in ("left", "right") and HASH.match(beside) is not None, "path")
        pair = bytes.fromhex(beside) + node if side == "left" else node + bytes.fromhex(beside)
        node = sha256(b"\1" + pair)
    need(node.hex() == digest["body"]["machines"], "the path does not lead to the root of the digest")
    return machine, size, int(header["calcond"])


def main(args):
    key, now, path = option(args, "--key"), option(args, "--now"), option(args, "--registry")
    try:
        data = read_file(args[0], TICK_BYTES_MAX)
    except (Unreadable, OSError) as error:
        print(f"refused  {args[0]}: {error}", file=sys.stderr)
        return UNREADABLE
    try:
        if isinstance(data, dict) and "calc-place" in data:
            machine, rows, calcond = check_place(data, key)
            print(f"valid    {args[0]}  {rows} rows of {machine}, announced at calcond {calcond}")
            return EXITS["valid"]
        registry = Registry(path) if path else Registry() if recompute.REGISTRY.is_dir() else None
        link, reason = check_tick(data, key, None if now is None else int(now), registry)
    except (Refused, KeyError, ValueError, TypeError, AttributeError, IndexError) as error:
        print(f"invalid  {args[0]}  {error}")
        return EXITS["invalid"]
    verdict = "sound" if reason else "valid"
    print(f"{verdict:8} {args[0]}  {link}  {reason}".rstrip())
    return EXITS[verdict]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
