#!/usr/bin/env python3
"""Writes expected values for the tests of streams, from Python alone: hashlib and hmac, and the package `cryptography`
for X25519, HKDF, AES-256-GCM and Ed25519. Run from the repository root: `python3 scripts/streams/make_vectors.py`. """
import hashlib
import hmac
import json
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def canonical(value):
    # Equal to RFC 8785 for what occurs here: ASCII keys, integers, short decimals, plain text.
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def raw(public):
    return public.public_bytes(Encoding.Raw, PublicFormat.Raw)


def mac(key, message):
    return hmac.new(key, message, hashlib.sha256).digest()


vectors = {"links": [], "roots": [], "sessions": [], "low_order": []}

for n, (channel, expires) in enumerate((("ch_mfrggzdfmztwq2lknnwg23tpoa", 2311000001), ("ch_aaaaaaaaaaaaaaaaaaaaaaaaaa",
    1))):
    key = bytes([17 + n]) * 32
    path = f"/api/calc/streams/{channel}/pull"
    text = f"calc-pull/1\nGET\n{path}\n{channel}\n{expires}"
    vectors["links"].append({
        "link_key": key.hex(), "channel": channel, "path": path, "expires": expires,
        "sig": f"{expires}.{mac(key, text.encode()).hex()}",
    })

for start, results in (
    ("00" * 32, [{"index": 1, "value": 2, "unit": "N"}]),
    (hashlib.sha256(b"a tick").hexdigest(), [{"index": i, "value": 9.5, "unit": "m/s^2"} for i in (1, 2, 3)]),
    ("ff" * 32, []),
):
    root = bytes.fromhex(start)
    for result in results:
        root = hashlib.sha256(b"calc-sub/1\0" + root + canonical(result)).digest()
    vectors["roots"].append({"start": start, "results": results, "root": root.hex()})

for n in (1, 2):
    client = X25519PrivateKey.from_private_bytes(bytes([n]) * 32)
    server = X25519PrivateKey.from_private_bytes(bytes([n + 100]) * 32)
    node = Ed25519PrivateKey.from_private_bytes(bytes([n + 200]) * 32)
    shared = client.exchange(server.public_key())
    start = 2311000000 + n
    opened = {
        "channel": "ch_mfrggzdfmztwq2lknnwg23tpoa", "clientPublicKey": raw(client.public_key()).hex(),
        "serverPublicKey": raw(server.public_key()).hex(), "session": f"se_{n}", "startCalcond": start,
        "expiresCalcond": start + 120000,
    }
    transcript = hashlib.sha256(b"calc-secure/1\0" + canonical(opened)).digest()
    chain = HKDF(algorithm=SHA256(), length=32, salt=transcript, info=b"calc-secure/1 chain").derive(shared)
    first = chain
    frames = []
    at = start
    for seq, calcond in ((5, start), (6, start + 1), (9, start + 1000)):
        while at < calcond:
            chain = mac(chain, b"\x02")
            at += 1
        message_key = mac(chain, b"\x01" + calcond.to_bytes(8, "big"))
        aad = f"calc-secure/1|{opened['channel']}|{opened['session']}|{calcond}|{seq}".encode()
        plain = f'{{"value":{seq}}}'
        frame = AESGCM(message_key).encrypt(bytes(4) + calcond.to_bytes(8, "big"), plain.encode(), aad)
        frames.append({"seq": seq, "calcond": calcond, "plaintext": plain, "frame": frame.hex()})
    vectors["sessions"].append({
        "client_private": (bytes([n]) * 32).hex(), "server_private": (bytes([n + 100]) * 32).hex(),
        "node_seed": (bytes([n + 200]) * 32).hex(), "node_public": raw(node.public_key()).hex(), "opened": opened,
        "transcript": transcript.hex(), "signature": node.sign(transcript).hex(), "shared": shared.hex(),
        "chain": first.hex(), "frames": frames,
    })

# Public keys that give a shared secret of zeros with every private key (RFC 7748, section 6.1); OpenSSL refuses each.
P = 2**255 - 19
E8 = 325606250916557431795983626356110631294008115727848805560023387167927233504
for u in (0, 1, E8, 39382357235489614581723060781553021112529911719440698176882885853963445705823, P - 1, P, P + 1):
    public = u.to_bytes(32, "little")
    try:
        X25519PrivateKey.from_private_bytes(bytes([7]) * 32).exchange(X25519PublicKey.from_public_bytes(public))
    except ValueError:
        vectors["low_order"].append(public.hex())
assert len(vectors["low_order"]) == 7

out = Path("test/vectors/streams/streams.json")
out.write_text(json.dumps(vectors, indent=1) + "\n")
print(f"{out}: {len(vectors['sessions'])} sessions, {len(vectors['links'])} links")
