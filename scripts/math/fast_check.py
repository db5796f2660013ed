"""Compares results and fast phases with mpmath, and writes the digests of the correct results.

Usage: node dist/scripts/math/fastPoints.js COUNT [function ...] | python3 scripts/math/fast_check.py
Every result is compared with the value of mpmath at 160 bits, and at 400 and more where 160 do not
decide. Prints for each function: points, misrounded, part of points that the fast phase was asked
and did not decide, largest error of the fast phase as a part of its bound, and in bits. With --write
the SHA-256 of all lines `arguments result` goes to test/vectors/math/digests.txt.
"""
import hashlib
import sys
from pathlib import Path
from mpmath import mp, mpf
from reference import correctly_rounded_bits, double_of, evaluate, round_to_bits

TARGET = Path(__file__).resolve().parents[2] / "test" / "vectors" / "math" / "digests.txt"
SLACK = mpf(2) ** -140
NEGATIVE_ZERO = 1 << 63


class Tally:
    def __init__(self):
        self.count = self.wrong = self.asked = self.undecided = 0
        self.worst_part = self.worst_relative = mpf(0)
        self.digest = hashlib.sha256()


def rounded(name, arguments, value):
    """Bits of the rounded value, from 160 bits where they decide."""
    with mp.workprec(400):
        a = round_to_bits(value * (1 - SLACK))
        b = round_to_bits(value * (1 + SLACK))
    return a if a == b else correctly_rounded_bits(name, arguments)


def read(tally, name, words):
    arguments = tuple(double_of(int(w, 16)) for w in words[1].split(","))
    value = evaluate(name, arguments, 160)
    want = rounded(name, arguments, value)
    got = int(words[2], 16)
    tally.count += 1
    tally.digest.update(f"{words[1]} {want & ~NEGATIVE_ZERO if want == NEGATIVE_ZERO else want:016x}\n"
                        .encode())
    if got != want and not (got | want) == NEGATIVE_ZERO:
        tally.wrong += 1
        if tally.wrong < 4:
            print("wrong", *words, f"{want:016x}")
    if words[3] == "-":
        return
    tally.asked += 1
    hi, lo, bound = (double_of(int(w, 16)) for w in words[3:6])
    below = hi + (lo - bound)
    tally.undecided += not below == hi + (lo + bound)
    with mp.workprec(220):
        # The phases compute with |x| and set the sign afterwards.
        pair = mp.ldexp(mpf(hi) + mpf(lo), int(words[6]))
        error = abs(abs(pair) - abs(value))
        part = error / mp.ldexp(mpf(bound), int(words[6])) if bound > 0 else mpf(0)
        if part > tally.worst_part:
            tally.worst_part = part
            tally.hardest = words[1]
        tally.worst_relative = max(tally.worst_relative, error / abs(value) if value else mpf(0))


def main():
    tallies = {}
    for line in sys.stdin:
        words = line.split()
        read(tallies.setdefault(words[0], Tally()), words[0], words)
    for name, t in tallies.items():
        part = float(t.worst_part)
        bits = float(mp.log(t.worst_relative, 2)) if t.worst_relative else 0
        fall = t.undecided / max(1, t.asked)
        print(f"{name:6} {t.count} points, {t.wrong} misrounded, asked {t.asked / t.count:.4f}, "
              f"undecided {fall:.5f}, error/bound {part:.4f} at {getattr(t, 'hardest', '-')}, "
              f"worst relative 2^{bits:.1f}")
    if "--write" in sys.argv:
        TARGET.write_text("".join(f"{name} {t.count} {t.digest.hexdigest()}\n"
                                  for name, t in tallies.items()))


main()
