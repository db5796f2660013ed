#!/usr/bin/env python3
"""Writes test/vectors/work/vectors.json: challenges, MACs and solutions made with Python's hashlib and hmac alone,
and the least energy of erasing bits, k_B T ln 2 a bit, with mpmath (k_B is exact in the SI).

Run from the root of the repository: python3 scripts/work/vectors.py
"""
import hashlib
import hmac
import json
from itertools import count

from mpmath import log, mp, mpf

mp.dps = 40
KEY = bytes(range(32))
BOLTZMANN = mpf("1.380649e-23")
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


def mac(text: str) -> str:
    return hmac.new(KEY, text.encode(), hashlib.sha256).hexdigest()


def nonce_text(number: int) -> str:
    text = ""
    while True:
        text = ALPHABET[number % 62] + text
        number //= 62
        if number == 0:
            return text


def zero_bits(digest: bytes) -> int:
    return 256 - int.from_bytes(digest, "big").bit_length()


def solve(challenge: str, bits: int) -> tuple[str, int]:
    for number in count():
        nonce = nonce_text(number)
        zeros = zero_bits(hashlib.sha256(f"{challenge}:{nonce}".encode()).digest())
        if zeros >= bits:
            return nonce, zeros
    raise AssertionError


def case(purpose: str, bits: int, expires: int, group: str) -> dict:
    subject = mac(group)[:16]
    salt = hashlib.sha256(f"{purpose} {bits}".encode()).hexdigest()[:32]
    challenge = f"calc-pow/1:{purpose}:{bits}:{expires}:{subject}:{salt}"
    nonce, zeros = solve(challenge, bits)
    return {
        "purpose": purpose, "bits": bits, "expires": expires, "group": group, "subject": subject, "salt": salt,
        "challenge": challenge, "mac": mac(challenge), "nonce": nonce, "zeroBits": zeros,
        "digest": hashlib.sha256(challenge.encode()).hexdigest(),
    }


cases = [
    case("demo-key", 18, 2310461158, "192.0.2.7"),
    case("signup", 8, 2310461158, "2001:db8:1:2::/64"),
    case("claim", 13, 2310464632, "198.51.100.200"),
    case("claim", 1, 0, "0:0:0:0::/64"),
]
prices = [
    {"bits": bits, "T": 300, "value": float(bits * BOLTZMANN * 300 * log(2))} for bits in (18, 21, 24, 26)
]
with open("test/vectors/work/vectors.json", "w", encoding="utf-8") as file:
    json.dump({"key": KEY.hex(), "cases": cases, "prices": prices}, file, indent=1)
    file.write("\n")
