#!/usr/bin/env python3
"""Checks an exported log of a machine as section 11 of docs/receipts.md describes it.

A second implementation, written from that page alone, in constant memory.

Usage: verify_log.py FILE [--key HEX] [--holds PLACE] [--now CALCOND]
The verdicts have the exit codes of verify_receipt.py: valid (0), all holds and a signed checkpoint covers rows;
sound (13), all holds and nothing is signed; invalid (12), with the first row that breaks a rule. KEY is the public
key that must have signed. PLACE is the place of a checkpoint (verify_tick.py): the log must have its rows.
"""
import base64
import hashlib
import re
import sys

from verify_receipt import (AHEAD_CALCONDS_MAX, EXITS, Refused, calcond_now, check_signature, jcs, need, option, read,
                            read_file, sha256)

PERIOD_NS = 777_000_777
LINE_BYTES_MAX = 8_388_608
MEMBERS = {"actor", "calcond", "engineVersion", "evalCount", "evalRoot", "from", "machine", "ns", "payloadHash", "prev",
           "programHash", "proof", "seq", "to", "token", "transitionType", "v"}
IDENTITY = {"calc-log": float, "genesis": str, "genesisCalcond": float, "machine": str, "origin": str,
            "public_key": str}
TYPES = set("sealed_event created event transition fault deployed paused resumed granted revoked key_rotated "
            "page_commit page_serve tick step checkpoint published closed".split())
ROLES = {"viewer", "operator", "admin", "owner", "node"}
HASH = re.compile(r"[0-9a-f]{64}\Z")
MACHINE = re.compile(r"[a-z]{1,2}_[a-z2-7]{26}\Z")
NS = re.compile(r"(0|[1-9][0-9]{0,29})\Z")
NAME_UNITS, KEY_UNITS, COUNT_MAX = 64, 16, 2**53 - 1
PAYLOAD = b'{"payload":'


class Tree:
    """The right edge of an RFC 6962 tree: one hash for each bit of its size."""

    def __init__(self):
        self.edge, self.size = [], 0

    def add(self, data):
        node, rest = sha256(b"\0" + data), self.size
        while rest % 2 == 1:
            node, rest = sha256(b"\1" + self.edge.pop() + node), rest // 2
        self.edge.append(node)
        self.size += 1

    def root(self):
        if not self.edge:
            return sha256(b"")
        root = self.edge[-1]
        for left in reversed(self.edge[:-1]):
            root = sha256(b"\1" + left + root)
        return root


def is_name(value, units=NAME_UNITS):
    return isinstance(value, str) and 0 < len(value.encode("utf-16-le")) <= 2 * units


def is_count(value):
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        return False
    return 0 <= value <= COUNT_MAX and value == int(value)


def check_members(row):
    """What each member of a row has to be, by itself."""
    need(set(row) == MEMBERS and row["v"] == 3 and row["v"] is not True, "members of the row")
    for name in ("payloadHash", "prev", "evalRoot", "programHash", "proof", "token"):
        absent = row[name] is None and name not in ("payloadHash", "prev")
        need(absent or (isinstance(row[name], str) and HASH.match(row[name])), name)
    for name in ("calcond", "evalCount", "seq"):
        need(is_count(row[name]), name)
    for name in ("from", "to"):
        need(row[name] is None or is_name(row[name]), name)
    need(is_name(row["engineVersion"]), "engineVersion")
    need(isinstance(row["machine"], str) and MACHINE.match(row["machine"]), "machine")
    need(isinstance(row["ns"], str) and NS.match(row["ns"]), "ns")
    need(isinstance(row["transitionType"], str) and row["transitionType"] in TYPES, "transitionType")
    actor = row["actor"]
    need(isinstance(actor, dict) and set(actor) == {"key", "role"} and is_name(actor["key"], KEY_UNITS)
         and isinstance(actor["role"], str) and actor["role"] in ROLES, "actor")
    need((row["evalRoot"] is None) == (row["evalCount"] == 0), "evalRoot and evalCount")


class Log:
    def __init__(self, line, key, holds=None, now=None):
        self.holds, self.latest = holds, AHEAD_CALCONDS_MAX + (calcond_now() if now is None else now)
        identity = canonical(line)
        need(set(identity) - {"owner"} == set(IDENTITY), "members of the first line")
        need(all(isinstance(identity[name], kind) for name, kind in IDENTITY.items())
             and isinstance(identity.get("owner", ""), str) and identity["calc-log"] == 3,
             "the first line does not name a log")
        self.machine, self.origin, self.key = identity["machine"], identity["origin"], identity["public_key"]
        self.prev, self.ns, self.calcond = identity["genesis"], 0, 0
        self.tree, self.signed, self.marks = Tree(), 0, 0
        self.payload_hash, self.payloads = None, 0
        if "owner" in identity:
            genesis = {name: identity[name] for name in ("genesisCalcond", "machine", "owner")}
            need(sha256(b"calc-genesis/3\0" + jcs(genesis)).hex() == self.prev, "genesis")
        need(self.origin.endswith(f"/{self.key}/m/{self.machine}"), "origin")
        need(key is None or key == self.key, "public_key")

    def row(self, line):
        row = canonical(line)
        check_members(row)
        need(row["machine"] == self.machine, "machine")
        need(row["seq"] == self.tree.size, "seq")
        need(row["prev"] == self.prev, "prev")
        ns = int(row["ns"])
        need(ns >= self.ns, "ns")
        need(ns // PERIOD_NS == row["calcond"], "calcond")
        need(row["calcond"] <= self.latest, "clock: it lies in the future")
        # What a step of a reactor cost is the price of the envelope that it names.
        is_step = self.machine.startswith("rx_") and row["transitionType"] == "step"
        need(not is_step or row["token"] is not None, "token: the step has no receipt")
        digest = sha256(b"calc-row/3\0" + line)
        self.prev, self.ns, self.calcond = digest.hex(), ns, row["calcond"]
        self.tree.add(digest)
        self.payload_hash = row["payloadHash"]
        if self.holds is not None and self.tree.size == self.holds[0]:
            need(self.tree.root() == self.holds[1], "holds: other rows than the checkpoint that was kept")

    def payload(self, line):
        canonical(line)
        need(self.payload_hash == hashlib.sha256(line[len(PAYLOAD):-1]).hexdigest(), "payload")
        self.payload_hash, self.payloads = None, self.payloads + 1

    def checkpoint(self, line):
        members = canonical(line)
        need(set(members) == {"checkpoint"}, "members of the checkpoint")
        size, root, calcond = open_checkpoint(members["checkpoint"], self.origin, self.key)
        need(size == self.tree.size, "rows under the checkpoint")
        need(root == self.tree.root(), "root")
        need(self.calcond <= calcond, "the checkpoint is older than its rows")
        need(calcond <= self.latest, "clock: the checkpoint lies in the future")
        self.signed, self.marks = self.tree.size, self.marks + 1


def open_checkpoint(text, origin, key):
    """Rows, root and calcond that a checkpoint signs, with this origin and by this key."""
    body, _, signatures = text.rpartition("\n\n")
    body += "\n"
    lines = body.split("\n")
    need(len(lines) == 5 and lines[0] == origin, "origin of the checkpoint")
    need(re.match(r"(0|[1-9][0-9]*)\Z", lines[1]) is not None, "rows of the checkpoint")
    need(re.match(r"calcond (0|[1-9][0-9]*)\Z", lines[3]) is not None, "time of the checkpoint")
    prefix = f"\u2014 {origin} "
    need(signatures.startswith(prefix) and signatures.endswith("\n"), "signature line")
    blob = unpacked(signatures[len(prefix):-1])
    name = hashlib.sha256(origin.encode() + b"\n\1" + bytes.fromhex(key)).digest()[:4]
    need(blob[:4] == name, "the signature is of another key")
    check_signature(key, body.encode(), blob[4:].hex())
    return int(lines[1]), unpacked(lines[2]), int(lines[3][8:])


def unpacked(text):
    """Bytes of base64 that is written in the one way there is."""
    data = base64.b64decode(text, validate=True)
    need(base64.b64encode(data).decode() == text, "base64")
    return data


def canonical(line):
    value = read(line)
    need(isinstance(value, dict) and jcs(value) == line, "not in canonical form")
    return value


def lines_of(file):
    """Without the line feed that ends them; a carriage return belongs to its line."""
    while line := file.readline(LINE_BYTES_MAX + 2):
        line = line[:-1] if line.endswith(b"\n") else line
        need(len(line) <= LINE_BYTES_MAX, "a line that is too long")
        yield line


def check(path, key, kept=None, now=None):
    with open(path, "rb") as file:
        lines = lines_of(file)
        first = next(lines, b"")
        identity = None if kept is None else canonical(first)
        holds = None if kept is None else open_checkpoint(kept, identity["origin"], identity["public_key"])
        log = Log(first, key, holds, now)
        try:
            for line in lines:
                if line.startswith(PAYLOAD):
                    log.payload(line)
                elif line.startswith(b'{"checkpoint":'):
                    log.checkpoint(line)
                else:
                    log.row(line)
            need(holds is None or log.tree.size >= holds[0], "holds: rows of the checkpoint that was kept are missing")
        except (Refused, KeyError, ValueError, TypeError) as error:
            raise Refused(f"row {log.tree.size}: {error}") from error
    return log


def main(args):
    key, now = option(args, "--key"), option(args, "--now")
    try:
        kept = read_file(args[args.index("--holds") + 1])["checkpoint"] if "--holds" in args else None
        log = check(args[0], key, kept, None if now is None else int(now))
    except (Refused, KeyError, ValueError, TypeError) as error:
        print(f"invalid  {args[0]}  {error}")
        return EXITS["invalid"]
    # Steps of a reactor are computed again by `calc verify` alone.
    verdict = "valid" if log.signed and not log.machine.startswith("rx_") else "sound"
    signed = f"{log.tree.size} rows, {log.signed} signed by {log.marks} checkpoints, {log.payloads} payloads"
    print(f"{verdict:8} {args[0]}  {log.machine}  {signed}, head {log.prev}")
    return EXITS[verdict]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
