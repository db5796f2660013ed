"""Identity digest, seed and public key of an equation, with Python's own hashing and Ed25519 written out
from RFC 8032, section 5.1. Run: python3 scripts/identity/reference.py 'EQUATION'"""
import hashlib
import hmac
import sys

P = 2**255 - 19
D = -121665 * pow(121666, P - 2, P) % P


def add(a, b):
    (x1, y1), (x2, y2) = a, b
    t = D * x1 * x2 * y1 * y2 % P
    return ((x1 * y2 + x2 * y1) * pow(1 + t, P - 2, P) % P, (y1 * y2 + x1 * x2) * pow(1 - t, P - 2, P) % P)


def base_point():
    y = 4 * pow(5, P - 2, P) % P
    xx = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(xx, (P + 3) // 8, P)
    if x * x % P != xx:
        x = x * pow(2, (P - 1) // 4, P) % P
    return (P - x if x % 2 else x, y)


def public_key(seed):
    h = bytearray(hashlib.sha512(seed).digest()[:32])
    h[0] &= 248
    h[31] = h[31] & 127 | 64
    scalar, point, total = int.from_bytes(h, "little"), base_point(), (0, 1)
    while scalar:
        if scalar & 1:
            total = add(total, point)
        point, scalar = add(point, point), scalar >> 1
    x, y = total
    return (y | (x & 1) << 255).to_bytes(32, "little")


def main(equation):
    text = equation.encode("utf-8")
    extracted = hmac.new(bytes(32), text, hashlib.sha256).digest()
    seed = hmac.new(extracted, b"calc-id/1\x01", hashlib.sha256).digest()
    print("cid       ", hashlib.sha256(text).hexdigest()[:32])
    print("seed      ", seed.hex())
    print("public key", public_key(seed).hex())


main(sys.argv[1])
