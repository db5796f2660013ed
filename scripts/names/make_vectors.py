#!/usr/bin/env python3
"""Writes expected values for the tests of names, from Python alone: hashlib's scrypt and SHA-256, and the package
`cryptography` for Ed25519. Run from the repository root: `python3 scripts/names/make_vectors.py`.
"""
import hashlib
import json
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def canonical(value):
    # Equal to RFC 8785 for what occurs here: ASCII keys, integers, plain text.
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def tagged(tag, value):
    return tag.encode() + b"\0" + canonical(value)


def zero_bits(digest):
    return 256 - int.from_bytes(digest, "big").bit_length()


def key_of(seed):
    private = Ed25519PrivateKey.from_private_bytes(seed)
    return private, private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)


vectors = {"addresses": [], "work": [], "commits": [], "ties": []}
for n in (1, 2, 3):
    seed = bytes([n]) * 32
    private, public = key_of(seed)
    address = hashlib.scrypt(public, salt=b"calc-addr/1", n=16384, r=8, p=1, maxmem=64 << 20, dklen=8).hex()
    vectors["addresses"].append({"seed": seed.hex(), "public_key": public.hex(), "address": address})

owner = vectors["addresses"][0]["public_key"]
address = vectors["addresses"][0]["address"]
for name, nonce in (("newton", "a"), ("kepler-orbits", "7Zz"), (None, "q" * 40)):
    digest = hashlib.sha256(tagged("calc-name-work/1", {"author": owner, "name": name, "nonce": nonce})).digest()
    vectors["work"].append({"author": owner, "name": name, "nonce": nonce, "digest": digest.hex(),
                            "zero_bits": zero_bits(digest)})
for name in ("newton", None):
    salt = "5a" * 32
    digest = hashlib.sha256(tagged("calc-name-commit/1", {"author": owner, "name": name, "salt": salt}))
    vectors["commits"].append({"author": owner, "name": name, "salt": salt, "h": digest.hexdigest()})
for name in ("newton", None):
    digest = hashlib.sha256(tagged("calc-name-tie/1", {"id": "1f" * 32, "name": name}))
    vectors["ties"].append({"id": "1f" * 32, "name": name, "tie": digest.hexdigest()})

nonce = 0
while True:
    digest = hashlib.sha256(tagged("calc-name-work/1", {"author": owner, "name": "kepler-orbits", "nonce": str(nonce)}))
    if zero_bits(digest.digest()) >= 18:
        break
    nonce += 1
body = {"address": address, "claimed": 2_310_461_010, "expires": 2_350_000_000, "name": "kepler-orbits",
        "owner": owner, "records": {"url": "https://example.org/"}, "sequence": 0, "work": str(nonce)}
message = tagged("calc-name-sig/1", {"body": body, "kind": "name.claim", "net": "3a3bd409"})
signature = key_of(bytes([1]) * 32)[0].sign(message).hex()
vectors["claim"] = {"net": "3a3bd409", "seed": "01" * 32, "body": {**body, "sig": signature}}

Path("test/vectors/names/names.json").write_text(json.dumps(vectors, indent=1, sort_keys=True) + "\n")
