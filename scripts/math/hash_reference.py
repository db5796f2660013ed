"""Prints the digest of scripts/math/hash.ts, with every value computed by mpmath.

The arguments come from the same published generator (SplitMix64, Steele,
  Lea and Flood 2014); the values do not.
Usage: python3 scripts/math/hash_reference.py. Takes about ten seconds.
"""
import hashlib
import math
import struct
from reference import correctly_rounded_bits, double_of

ROUNDS = 5000
MASK = (1 << 64) - 1
NEGATIVE_ZERO = 1 << 63
QUIET_NAN = 0x7FF8000000000000


class Words:
    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def between(self, low, high):
        return low + (high - low) * (float(self.next() >> 11) / 9007199254740992.0)

    def spread(self, low, high):
        word = self.next()
        exponent = low + 1023 + self.next() % (high - low + 1)
        return double_of((word & 0x800FFFFFFFFFFFFF) | (exponent << 52))


def one(low, high, exponent_low, exponent_high, positive=False):
    def make(words, wide):
        x = words.spread(exponent_low, exponent_high) if wide else words.between(low, high)
        return (abs(x) if positive else x,)
    return make


def pair(spread_x, spread_y, low, high):
    def make(words, wide):
        if wide:
            return words.spread(*spread_x), words.spread(*spread_y)
        return words.between(low, high), words.between(low, high)
    return make


def power(words, wide):
    x = words.between(0, 30)
    return x, words.spread(-20, 7) if wide else words.between(-20, 20)


def integer_power(words, wide):
    x = words.between(-9, 9)
    return x, float(math.floor(words.between(-64, 65)))


ANY = one(-30, 30, -1022, 1023)
TURNS = one(-9, 9, -60, 50)
UNIT = one(-1, 1, -60, -1)
POSITIVE = one(0, 4, -1022, 1023, True)

SUBJECTS = [
    ("exp", one(-745, 710, -60, 9)), ("expm1", one(-40, 710, -60, 9)),
    ("exp2", one(-1075, 1024, -60, 9)), ("exp10", one(-323, 308, -60, 8)),
    ("log", POSITIVE), ("log1p", one(-1, 4, -60, -1)), ("log2", POSITIVE), ("log10", POSITIVE),
    ("pow", power), ("powi", integer_power), ("cbrt", ANY), ("hypot", pair((0, 60), (0, 60), 0, 9)),
    ("sin", ANY), ("cos", ANY), ("tan", ANY), ("sinpi", TURNS), ("cospi", TURNS), ("tanpi", TURNS),
    ("asin", UNIT), ("acos", UNIT), ("atan", ANY), ("atan2", pair((-99, 99), (-99, 99), -9, 9)),
    ("sinh", one(-710, 710, -60, 8)), ("cosh", one(-710, 710, -60, 8)),
    ("tanh", one(-20, 20, -60, 4)),
    ("asinh", ANY), ("acosh", one(1, 30, 1, 1023, True)), ("atanh", UNIT),
    ("erf", one(-6, 6, -60, 2)), ("erfc", one(-6, 27, -60, 4)),
    ("gamma", one(-180, 171, -60, 6)), ("lgamma", one(-180, 1000, -60, 900)),
]


def special(name, x):
    """Signed zeros, poles and infinities, which a number without a sign bit for zero cannot say."""
    whole = x == math.floor(x)
    if name == "sinpi" and whole:
        return NEGATIVE_ZERO if x < 0 else 0
    if name == "tanpi":
        quarter = math.fmod(x, 2) * 2
        if quarter == math.floor(quarter):
            q = abs(int(quarter))
            sign = (x < 0) != (q >= 2)
            return (NEGATIVE_ZERO if sign else 0) | (0x7FF0000000000000 if q % 2 else 0)
    if name in ("gamma", "lgamma") and whole and x <= 0:
        return QUIET_NAN if name == "gamma" else 0x7FF0000000000000
    return None


def main():
    digest = hashlib.sha256()
    for index, (name, make) in enumerate(SUBJECTS):
        words = Words(index + 1)
        for step in range(ROUNDS):
            arguments = make(words, step % 2 == 1)
            bits = special(name, arguments[0])
            digest.update(struct.pack(">Q",
              correctly_rounded_bits(name, arguments) if bits is None else bits))
    print("math", digest.hexdigest())


main()
