#!/usr/bin/env python3
"""Checks an exported log of a machine as section 11 of docs/receipts.md describes it.

A second implementation, written from that page alone, in constant memory.

Usage: verify_log.py FILE [--key HEX] [--holds PLACE]
The verdicts have the exit codes of verify_receipt.py: valid (0), all holds and a signed checkpoint covers rows;
sound (13), all holds and nothing is signed; invalid (12), with the first row that breaks a rule. KEY is the public
key that must have signed. PLACE is the place of a checkpoint (verify_tick.py): the log must have its rows.
"""
import base64
import hashlib
import re
import sys

from verify_receipt import EXITS, Refused, check_signature, jcs, need, read, read_file, sha256

PERIOD_NS = 777_000_777
MEMBERS = {"actor", "calcond", "engineVersion", "evalCount", "evalRoot", "from", "machine", "ns", "payloadHash", "prev",
           "programHash", "proof", "seq", "to", "token", "transitionType", "v"}
HASH = re.compile(r"[0-9a-f]{64}\Z")
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


class Log:
    def __init__(self, line, key, holds=None):
        self.holds = holds
        identity = canonical(line)
        need(identity.get("calc-log") == 3, "the first line does not name a log")
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
        need(set(row) == MEMBERS and row["v"] == 3, "members of the row")
        need(row["machine"] == self.machine, "machine")
        need(row["seq"] == self.tree.size, "seq")
        need(row["prev"] == self.prev, "prev")
        need((row["evalRoot"] is None) == (row["evalCount"] == 0), "evalRoot and evalCount")
        for name in ("payloadHash", "evalRoot", "programHash", "proof", "token"):
            absent = row[name] is None and name != "payloadHash"
            need(absent or (isinstance(row[name], str) and HASH.match(row[name])), name)
        ns = int(row["ns"])
        need(ns >= self.ns and row["ns"] == str(ns), "ns")
        need(ns // PERIOD_NS == row["calcond"], "calcond")
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
        size, root, calcond = open_checkpoint(canonical(line)["checkpoint"], self.origin, self.key)
        need(size == self.tree.size, "rows under the checkpoint")
        need(root == self.tree.root(), "root")
        need(self.calcond <= calcond, "the checkpoint is older than its rows")
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


def check(path, key, kept=None):
    with open(path, "rb") as file:
        first = file.readline().rstrip(b"\n")
        identity = None if kept is None else canonical(first)
        holds = None if kept is None else open_checkpoint(kept, identity["origin"], identity["public_key"])
        log = Log(first, key, holds)
        try:
            for line in file:
                line = line.rstrip(b"\n")
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
    key = args[args.index("--key") + 1] if "--key" in args else None
    try:
        kept = read_file(args[args.index("--holds") + 1])["checkpoint"] if "--holds" in args else None
        log = check(args[0], key, kept)
    except (Refused, KeyError) as error:
        print(f"invalid  {args[0]}  {error}")
        return EXITS["invalid"]
    verdict = "valid" if log.signed else "sound"
    signed = f"{log.tree.size} rows, {log.signed} signed by {log.marks} checkpoints, {log.payloads} payloads"
    print(f"{verdict:8} {args[0]}  {log.machine}  {signed}, head {log.prev}")
    return EXITS[verdict]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
