#!/usr/bin/env python3
"""Writes expected values for the encoding, seal and event tests, from Python alone.

Nothing here shares code with the project: hashes come from hashlib, MACs from hmac, signatures from the package
`cryptography`, decimal conversion from Python's own correctly rounded float() and repr(). Run from the repository
root: `python3 scripts/seal/make_vectors.py`. Output is the same on every run.
"""
import base64
import hashlib
import hmac
import json
import random
import struct
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

OUT = Path("test/vectors")


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


# RFC 6962, 2.1, as it is written there: recursive, over the leaves' data.
def tree_hash(leaves):
    if not leaves:
        return sha256(b"")
    if len(leaves) == 1:
        return sha256(b"\0" + leaves[0])
    k = split(len(leaves))
    return sha256(b"\1" + tree_hash(leaves[:k]) + tree_hash(leaves[k:]))


def split(n):
    k = 1
    while k * 2 < n:
        k *= 2
    return k


def path(m, leaves):
    if len(leaves) == 1:
        return []
    k = split(len(leaves))
    if m < k:
        return path(m, leaves[:k]) + [tree_hash(leaves[k:])]
    return path(m - k, leaves[k:]) + [tree_hash(leaves[:k])]


def consistency(m, leaves, whole=True):
    n = len(leaves)
    if m == n:
        return [] if whole else [tree_hash(leaves)]
    k = split(n)
    if m <= k:
        return consistency(m, leaves[:k], whole) + [tree_hash(leaves[k:])]
    return consistency(m - k, leaves[k:], False) + [tree_hash(leaves[:k])]


# The eight leaves that certificate-transparency implementations share as test data.
CT_LEAVES = [bytes.fromhex(h) for h in (
    "", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f")]


def merkle():
    big = [struct.pack(">I", i) for i in range(300)]
    sizes = [*range(1, 20), 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257, 300]
    pairs = [(1, 300), (2, 257), (64, 256), (100, 129), (127, 128), (128, 129), (255, 300), (256, 257), (299, 300)]
    at = [(0, 1), (0, 300), (255, 256), (256, 257), (17, 33), (128, 129), (130, 300), (299, 300)]
    return {
        "source": "RFC 6962 section 2.1, computed by scripts/seal/make_vectors.py; the first roots are the published "
            "ones",
        "leaves": [leaf.hex() for leaf in CT_LEAVES],
        "roots": [tree_hash(CT_LEAVES[:n]).hex() for n in range(9)],
        "paths": [{"index": i, "size": n, "path": [h.hex() for h in path(i, CT_LEAVES[:n])]}
                  for n in range(1, 9) for i in range(n)],
        "consistency": [{"first": m, "second": n, "proof": [h.hex() for h in consistency(m, CT_LEAVES[:n])]}
                        for n in range(1, 9) for m in range(1, n + 1)],
        "counted": {
            "leaves": "leaf i is i as 4 bytes, big-endian",
            "roots": [{"size": n, "root": tree_hash(big[:n]).hex()} for n in sizes],
            "paths": [{"index": i, "size": n, "path": [h.hex() for h in path(i, big[:n])]} for i, n in at],
            "consistency": [{"first": m, "second": n, "proof": [h.hex() for h in consistency(m, big[:n])]}
                            for m, n in pairs],
        },
    }


def ecmascript_number(x: float) -> str:
    """Number::toString of ECMA-262 from the digits of Python's shortest repr."""
    if x == 0:
        return "0"
    sign, text = ("-", repr(-x)) if x < 0 else ("", repr(x))
    mantissa, _, exponent = text.partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent or 0)
    if whole == "0":
        point -= len(fraction) - len(fraction.lstrip("0")) + 1
    stripped = digits.rstrip("0") or "0"
    k, n = len(stripped), point
    if k <= n <= 21:
        return sign + stripped + "0" * (n - k)
    if 0 < n <= 21:
        return sign + stripped[:n] + "." + stripped[n:]
    if -6 < n <= 0:
        return sign + "0." + "0" * -n + stripped
    e = n - 1
    tail = ("." + stripped[1:]) if k > 1 else ""
    return f"{sign}{stripped[0]}{tail}e{'+' if e >= 0 else '-'}{abs(e)}"


def doubles():
    rng = random.Random(20261121)
    out = []
    while len(out) < 600:
        kind = len(out) % 3
        if kind == 0:
            x = struct.unpack(">d", rng.randbytes(8))[0]
        elif kind == 1:
            x = rng.uniform(-1, 1) * 10 ** rng.randint(-12, 24)
        else:
            x = float(rng.randint(-10**rng.randint(1, 23), 10**rng.randint(1, 23)))
        if x != x or x in (float("inf"), float("-inf")) or x == 0:
            continue
        out.append([struct.pack(">d", x).hex(), ecmascript_number(x)])
    return {"source": "Python repr(), laid out as ECMA-262 Number::toString", "numbers": out}


def decimals():
    rng = random.Random(1_287)
    out = []
    def add(literal):
        x = float(literal)
        out.append([literal, None if x in (float("inf"), float("-inf")) else struct.pack(">d", x + 0.0).hex()])
    for _ in range(200):
        digits = "".join(rng.choice("0123456789") for _ in range(rng.randint(20, 60)))
        add(f"{rng.randint(1, 9)}.{digits}e{rng.randint(-345, 310)}")
    for _ in range(40):
        add(f"-{rng.randint(1, 9)}{''.join(rng.choice('0123456789') for _ in range(rng.randint(21, 300)))}")
    # Halfway points between neighbouring doubles, and one unit in a far place to either side of them.
    for _ in range(60):
        x = abs(struct.unpack(">d", rng.randbytes(8))[0])
        if not 0 < x < 1e300:
            continue
        bits = struct.unpack(">Q", struct.pack(">d", x))[0]
        from fractions import Fraction
        half = (Fraction(x) + Fraction(struct.unpack(">d", struct.pack(">Q", bits + 1))[0])) / 2
        digits, places = half.numerator, 0
        den = half.denominator
        while den % 2 == 0:
            den //= 2
            digits *= 5
            places += 1
        text = str(digits)
        if len(text) > 700:
            continue
        for tail in ("", "0" * 5 + "1"):
            add(f"{text}{tail}e-{places + len(tail)}")
        add(f"{str(digits - 1)}{'9' * 6}e-{places + 6}")
    for literal in ("4.94065645841246544176568792868e-324", "2.470328229206232720882843964341106861825e-324",
                    "2.4703282292062327208828439643411068618252990130716238221279284e-324",
                    "2.4703282292062327208828439643411068618252990130716238221279285e-324",
                    "1.7976931348623158079372897140530341507e308", "1.7976931348623158079372897140530341508e308",
                    "1.000000000000000000000000000000000000e400", "0.00000000000000000000000000000000000000e999",
                    "9007199254740993.0000000000000000000000000000", "9007199254740993.0000000000000000000000000001",
                    "0.000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001"):
        add(literal)
    return {"source": "Python float(), correctly rounded; null where it overflows", "literals": out}


def handshakes():
    rng = random.Random(777_000_777)
    out = []
    for _ in range(20):
        secret, sender = rng.randbytes(rng.choice((16, 32, 64, 100))), rng.randbytes(32)
        kid, calcond = rng.randint(1, 255), rng.randint(0, 2**64 - 1) if rng.random() < 0.3 else rng.randint(0, 2**33)
        message = json.dumps({"n": rng.randint(0, 10**9), "text": "d\u00e9but \u20ac"}, ensure_ascii=False,
            sort_keys=True,
                             separators=(",", ":"))
        data = b"calc-hs/1\0" + sender + struct.pack(">Q", calcond) + sha256(message.encode())
        mac = hmac.new(secret, data, hashlib.sha256).hexdigest()
        out.append({"secret": secret.hex(), "kid": kid, "sender": sender.hex(), "calcond": str(calcond),
            "message": message,
                    "handshake": f"v1;kid={kid};sender={sender.hex()};calcond={calcond};mac={mac}"})
    return {"source": "Python hmac and hashlib", "handshakes": out}


def checkpoints():
    rng = random.Random(6_962)
    out = []
    for size in (0, 1, 2, 255, 256, 70_000, 9_007_199_254_740_991):
        seed, root = rng.randbytes(32), rng.randbytes(32)
        key = Ed25519PrivateKey.from_private_bytes(seed)
        public = key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        origin = f"calc/{rng.randbytes(4).hex()}/{public.hex()}"
        text = f"{origin}\n{size}\n{base64.b64encode(root).decode()}\n"
        key_hash = sha256(f"{origin}\n".encode() + b"\1" + public)[:4]
        blob = base64.b64encode(key_hash + key.sign(text.encode())).decode()
        out.append({"seed": seed.hex(), "publicKey": public.hex(), "origin": origin, "size": size, "root": root.hex(),
                    "note": f"{text}\n\u2014 {origin} {blob}\n"})
    return {"source": "C2SP signed-note and tlog-checkpoint, written with Python cryptography", "checkpoints": out}


# The curve of RFC 8032, section 5.1, in affine coordinates.
P = 2**255 - 19
D = -121665 * pow(121666, P - 2, P) % P
ORDER = 2**252 + 27742317777372353535851937790883648493


def x_of(y):
    xx = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(xx, (P + 3) // 8, P)
    if (x * x - xx) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    return None if (x * x - xx) % P else x


def add(a, b):
    k = D * a[0] * b[0] * a[1] * b[1] % P
    return ((a[0] * b[1] + b[0] * a[1]) * pow(1 + k, P - 2, P) % P,
            (a[1] * b[1] + a[0] * b[0]) * pow(1 - k, P - 2, P) % P)


def times(n, point):
    total = (0, 1)
    while n:
        if n & 1:
            total = add(total, point)
        point, n = add(point, point), n >> 1
    return total


def encode(point):
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


BASE_Y = 4 * pow(5, P - 2, P) % P
BASE = (x_of(BASE_Y) if x_of(BASE_Y) % 2 == 0 else P - x_of(BASE_Y), BASE_Y)


def torsion_points():
    """The eight points whose order divides 8: multiples of one of order 8."""
    y = 2
    while True:
        if (x := x_of(y)) is not None:
            points = [times(i, times(ORDER, (x, y))) for i in range(8)]
            if len(set(points)) == 8:
                return points
        y += 1


def small_order():
    ys = {point[1] for point in torsion_points()}
    return {"source": "multiples of L P on edwards25519, RFC 8032 section 5.1",
            "y": [v.to_bytes(32, "little").hex() for v in sorted(ys)],
            "prime": P.to_bytes(32, "little").hex(), "order": ORDER.to_bytes(32, "little").hex()}


def torsion():
    """Signatures by keys A = aB + T and with R = rB + U, T and U of small order: where libraries part ways.

    The equation S B = R + k A holds for some messages and fails for others by a point of small order.
    """
    rng = random.Random(8_032)
    points = torsion_points()
    out = []
    for i in range(8):
        for j in range(8):
            for small_r in (False, True):
                for small_a in (False, True):
                    a = 0 if small_a else rng.randrange(1, ORDER)
                    r = 0 if small_r else rng.randrange(1, ORDER)
                    key, big_r = encode(add(times(a, BASE), points[i])), encode(add(times(r, BASE), points[j]))
                    for wanted in (True, False):
                        for attempt in range(64):
                            message = f"{i} {j} {int(small_r)} {int(small_a)} {attempt}".encode()
                            k = int.from_bytes(hashlib.sha512(big_r + key + message).digest(), "little") % ORDER
                            holds = (j + k * i) % 8 == 0
                            if holds == wanted:
                                s = ((r + k * a) % ORDER).to_bytes(32, "little")
                                out.append({"publicKey": key.hex(), "message": message.hex(),
                                    "signature": (big_r + s).hex(),
                                            "equation": holds, "smallKey": small_a, "smallR": small_r})
                                break
    return {"source": "curve arithmetic of RFC 8032 in Python; equation: S B = R + k A without cofactor", "cases": out}


def write(name, data, indent=1):
    target = OUT / name
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(data, indent=indent, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write("seal/merkle.json", merkle())
    write("seal/checkpoints.json", checkpoints())
    write("seal/smallOrder.json", small_order())
    write("seal/torsion.json", torsion(), indent=None)
    write("encoding/doubles.json", doubles())
    write("encoding/decimals.json", decimals())
    write("events/handshakes.json", handshakes())
