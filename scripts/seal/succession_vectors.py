"""Successions of keys (key.rotate, key.revoke) and their judgements, made without any code of this project.

Written from docs/receipts.md (6 and 6.1), with hashlib and the Ed25519 of the package cryptography.
Run it from the root: python3 scripts/seal/succession_vectors.py
"""

import hashlib
import json

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

NET = "0a1b2c3d"
NOW = 2310461010
ENGINE = "calc-engine/1"


def jcs(value):
    """RFC 8785 of what has only ASCII texts and integers."""
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def sha(data):
    return hashlib.sha256(data).digest()


class Key:
    def __init__(self, label):
        self.seed = sha(f"succession vector {label}".encode())
        self.private = Ed25519PrivateKey.from_private_bytes(self.seed)
        raw = self.private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        self.public = raw.hex()
        self.commitment = sha(raw).hex()
        self.events = []

    def write(self, kind, body, calcond, seq=None, keep=True):
        seq = len(self.events) if seq is None else seq
        prev = event_id(self.events[seq - 1]) if seq > 0 else "0" * 64
        header = {
            "anchor": "0" * 64,
            "author": self.public,
            "body_hash": sha(jcs(body)).hex(),
            "body_len": len(jcs(body)),
            "calcond": calcond,
            "kind": kind,
            "net": NET,
            "prev": prev,
            "seq": seq,
            "v": 1,
        }
        sig = self.private.sign(b"calc-event-sig/1\0" + jcs(header)).hex()
        event = {"body": body, "header": header, "sig": sig}
        if keep:
            self.events.append(event)
        return event

    def open(self, following, calcond):
        return self.write("spine.open", {"engine_version": ENGINE, "next": following.commitment}, calcond)

    def seal(self, label, calcond, **more):
        body = {"count": 1, "engine_version": ENGINE, "root": sha(label.encode()).hex()}
        return self.write("seal", body, calcond, **more)

    def leaves(self, size):
        return [sha(b"\0" + jcs(event["header"])) for event in self.events[:size]]


def event_id(event):
    return sha(b"calc-event/1\0" + jcs(event["header"])).hex()


def split(size):
    half = 1
    while half * 2 < size:
        half *= 2
    return half


def root(leaves):
    if len(leaves) == 1:
        return leaves[0]
    half = split(len(leaves))
    return sha(b"\1" + root(leaves[:half]) + root(leaves[half:]))


def path(index, leaves):
    """PATH of RFC 6962, 2.1.1."""
    if len(leaves) == 1:
        return []
    half = split(len(leaves))
    if index < half:
        return path(index, leaves[:half]) + [root(leaves[half:])]
    return path(index - half, leaves[half:]) + [root(leaves[:half])]


def place(event, leaves):
    return {"id": event_id(event), "path": [one.hex() for one in path(event["header"]["seq"], leaves)]}


first, second, third, fourth = (Key(label) for label in ("first", "second", "third", "fourth"))

first.open(second, NOW)
for at in range(1, 6):
    first.seal(f"first {at}", NOW + at)
before = first.leaves(6)
terms = {"key": second.public, "next": third.commitment, "root": root(before).hex()}
spot = {"author": first.public, "net": NET, "prev": event_id(first.events[5]), "seq": 6}
agreed = second.private.sign(b"calc-key-rotate/1\0" + jcs({**terms, **spot})).hex()
rotation = first.write("key.rotate", {**terms, "sig": agreed}, NOW + 10)

second.open(third, NOW + 11)
for at in range(1, 5):
    second.seal(f"second {at}", NOW + 11 + at)
stands = second.leaves(4)
third.open(fourth, NOW + 40)
revocation = third.write(
    "key.revoke",
    {"id": event_id(second.events[3]), "key": second.public, "root": root(stands).hex(), "seq": 3},
    NOW + 40,
)
third.seal("third 2", NOW + 41)

backdated = first.seal("a thief, dated back", NOW + 2, seq=2, keep=False)
late = first.seal("a thief, after the rotation", NOW + 20, keep=False)
document = {
    "v": "calc-succession/1",
    "net": NET,
    "openings": [first.events[0], second.events[0], third.events[0]],
    "ends": [rotation, revocation],
    "places": [
        place(first.events[3], before),
        {**place(first.events[2], before), "id": event_id(backdated)},
        place(second.events[3], stands),
    ],
}
standings = [
    ("the newest key", third.events[2], True),
    ("a retired key, with its path", first.events[3], True),
    ("a retired key, without a path", first.events[4], None),
    ("a retired key after the rotation", late, False),
    ("a retired key, dated back, with another event's path", backdated, False),
    ("the last event of a stolen key that stands", second.events[3], True),
    ("a stolen key, without a path", second.events[2], None),
    ("a stolen key after the place of the revocation", second.events[4], False),
]
vectors = {
    "about": "Made by scripts/seal/succession_vectors.py.",
    "document": document,
    "keys": [
        {"key": first.public, "end": {"by": "rotation", "size": 6, "root": root(before).hex()}},
        {"key": second.public, "end": {"by": "revocation", "size": 4, "root": root(stands).hex()}},
        {"key": third.public, "end": None},
    ],
    "standings": [{"name": name, "header": event["header"], "ok": ok} for name, event, ok in standings],
    "seeds": {label: key.seed.hex() for label, key in
              (("first", first), ("second", second), ("third", third), ("fourth", fourth))},
}
with open("test/vectors/events/successions.json", "w", encoding="utf-8") as out:
    json.dump(vectors, out, indent=1, ensure_ascii=False)
    out.write("\n")
