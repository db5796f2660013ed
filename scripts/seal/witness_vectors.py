"""Cosignatures of checkpoints by C2SP tlog-cosignature, and proofs by C2SP tlog-proof.

Made without any code of this project: written from the texts of the specifications (c2sp.org/tlog-cosignature,
version 1; c2sp.org/tlog-proof; RFC 6962), with hashlib and the Ed25519 of the package cryptography.
Run it from the root: python3 scripts/seal/witness_vectors.py
"""

import base64
import hashlib
import json
import struct

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

NET = "0a1b2c3d"


def key(label):
    seed = hashlib.sha256(f"witness vector {label}".encode()).digest()
    private = Ed25519PrivateKey.from_private_bytes(seed)
    public = private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    return seed, private, public


def key_hash(name, algorithm, public):
    return hashlib.sha256(name.encode() + b"\n" + bytes([algorithm]) + public).digest()[:4]


def log_line(name, private, public, text):
    blob = key_hash(name, 1, public) + private.sign(text.encode())
    return f"\u2014 {name} {base64.b64encode(blob).decode()}\n"


def cosignature(name, private, public, text, seconds):
    message = f"cosignature/v1\ntime {seconds}\n{text}".encode()
    blob = key_hash(name, 4, public) + struct.pack(">Q", seconds) + private.sign(message)
    return f"\u2014 {name} {base64.b64encode(blob).decode()}\n"


def case(label, size, lines, witnesses):
    seed, private, public = key(f"log {label}")
    origin = f"calc/{NET}/{public.hex()}"
    root = hashlib.sha256(f"root {label}".encode()).digest()
    text = f"{origin}\n{size}\n{base64.b64encode(root).decode()}\n" + "".join(f"{one}\n" for one in lines)
    note = text + "\n" + log_line(origin, private, public, text)
    made = []
    for name, seconds in witnesses:
        witness_seed, witness, witness_public = key(name)
        blob = bytes([4]) + witness_public
        line = cosignature(name, witness, witness_public, text, seconds)
        made.append(
            {
                "name": name,
                "seed": witness_seed.hex(),
                "publicKey": witness_public.hex(),
                "key": f"{name}+{key_hash(name, 4, witness_public).hex()}+{base64.b64encode(blob).decode()}",
                "seconds": seconds,
                "line": line,
            }
        )
        note += line
    return {
        "author": public.hex(),
        "origin": origin,
        "size": size,
        "root": root.hex(),
        "text": text,
        "note": note,
        "witnesses": made,
    }


CASES = [
    case("one", 1, [], [("witness.example.com/w1", 1679315147)]),
    case("two", 4096, [], [("w/a", 1), ("w/b", 4_294_967_296)]),
    case("lines", 20852163, ["calcond 2400000000"], [("w/a", 1795000000), ("w/b", 1795000001), ("w/c", 1795000009)]),
]



def head(label, size):
    _, private, public = key(f"author {label}")
    origin = f"calc/{NET}/{public.hex()}"
    root = hashlib.sha256(f"root of {label}".encode()).digest()
    text = f"{origin}\n{size}\n{base64.b64encode(root).decode()}\n"
    return public.hex(), text, text + "\n" + log_line(origin, private, public, text)


def tree(leaves):
    """Root of RFC 6962 2.1, by its definition."""
    if len(leaves) == 1:
        return hashlib.sha256(b"\x00" + leaves[0]).digest()
    k = 1
    while k * 2 < len(leaves):
        k *= 2
    return hashlib.sha256(b"\x01" + tree(leaves[:k]) + tree(leaves[k:])).digest()


def path(index, leaves):
    """PATH of RFC 6962 2.1.1, by its definition."""
    if len(leaves) == 1:
        return []
    k = 1
    while k * 2 < len(leaves):
        k *= 2
    if index < k:
        return path(index, leaves[:k]) + [tree(leaves[k:])]
    return path(index - k, leaves[k:]) + [tree(leaves[:k])]


def gathered(count, round_number, witnesses):
    heads = sorted(head(f"{count} {i}", 7 * i + 1) for i in range(count))
    leaves = [text.encode() for _, text, _ in heads]
    _, private, public = key("gatherer")
    origin = f"calc/{NET}/{public.hex()}/heads/{round_number}"
    text = f"{origin}\n{count}\n{base64.b64encode(tree(leaves)).decode()}\n"
    note = text + "\n" + log_line(origin, private, public, text)
    for name, seconds in witnesses:
        _, witness, witness_public = key(name)
        note += cosignature(name, witness, witness_public, text, seconds)
    proofs = []
    for index, (author, _, signed) in enumerate(heads):
        extra = base64.b64encode(signed.encode()).decode()
        hashes = "".join(base64.b64encode(one).decode() + "\n" for one in path(index, leaves))
        proofs.append(
            {
                "author": author,
                "head": signed,
                "proof": f"c2sp.org/tlog-proof@v1\nextra {extra}\nindex {index}\n{hashes}\n{note}",
            }
        )
    return {"gatherer": public.hex(), "round": round_number, "root": tree(leaves).hex(), "proofs": proofs}


HEADS = [gathered(count, 2_400_000_000 + count, [("w/a", 1795000000), ("w/b", 1795000004)]) for count in (1, 2, 7)]

with open("test/vectors/seal/headProofs.json", "w", encoding="utf8") as file:
    json.dump({"source": "scripts/seal/witness_vectors.py", "net": NET, "gathered": HEADS}, file, indent=1)
    file.write("\n")

with open("test/vectors/seal/cosignatures.json", "w", encoding="utf8") as file:
    json.dump({"source": "scripts/seal/witness_vectors.py", "net": NET, "cases": CASES}, file, indent=1)
    file.write("\n")
