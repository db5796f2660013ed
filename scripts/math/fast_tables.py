"""Writes protocol/math/fast/*Table.ts: the tables of the fast phases, by mpmath at 300 bits.

Usage: python3 scripts/math/fast_tables.py. Takes a second; a second run writes the same bytes.
Numbers are printed with repr, so that they read back to the same doubles.
"""
from fractions import Fraction
from pathlib import Path
from mpmath import mp, mpf

mp.prec = 300
FOLDER = Path(__file__).resolve().parents[2] / "protocol" / "math" / "fast"
COLUMNS = 98


def rounded(value, quantum):
    """value to the nearest multiple of 2^quantum."""
    return float(mp.ldexp(mp.nint(mp.ldexp(value, -quantum)), quantum))


def short(value, bits):
    """value to the nearest number of that many significant bits."""
    if value == 0:
        return 0.0
    return rounded(value, int(mp.floor(mp.log(abs(value), 2))) + 1 - bits)


def pair(value, high):
    return [high, float(value - mpf(high))]


def text(x):
    if x == int(x) and abs(x) < 1 << 26:
        return str(int(x))
    return repr(x)


def constant(name, comment, numbers):
    lines, line = [], " "
    for number in numbers:
        word = f" {text(number)},"
        if len(line) + len(word) > COLUMNS:
            lines.append(line)
            line = " "
        line += word
    lines.append(line)
    body = "\n".join(lines)
    return f"/** {comment} */\nexport const {name} = new Float64Array([\n{body}\n]);\n"


def write(name, about, *constants):
    head = f"/** {about} Written by scripts/math/fast_tables.py. */\n"
    (FOLDER / f"{name}.ts").write_text(head + "\n".join(constants))


def exponential():
    values = []
    for i in range(128):
        exact = mp.power(2, mpf(i) / 128)
        values += pair(exact, short(exact, 26))
    write("exponentialTable", "Powers of two for the fast exponential.",
          constant("POWERS", "2^(i/128): 26 bits, then the rest.", values))


BASE = 0x3FE6A000
CELLS = 256


def cell_edge(i):
    """The significand in [0.707, 1.414] at which cell i begins."""
    word = BASE + i * 4096
    top = word >> 20
    return Fraction((1 << 20) + (word & 0xFFFFF), 1 << 20) * Fraction(2) ** (top - 1023)


def logarithm():
    values = []
    for i in range(CELLS):
        low, high = cell_edge(i), cell_edge(i + 1)
        centre = (low + high) / 2
        inverse = Fraction(round(2048 / centre), 2048)
        exact = -mp.log(mpf(inverse.numerator) / inverse.denominator)
        values += [float(inverse)] + pair(exact, rounded(exact, -42))
    write("logarithmTable", "Cells of the fast logarithm.",
          constant("CELLS", "12-bit factor f near 1/m; -ln f to a multiple of 2^-42; the rest.",
                   values))


def digits(count=46):
    with mp.workprec(26 * count + 100):
        whole = int(mp.floor(mp.ldexp(1 / (2 * mp.pi), 26 * count)))
    return [0, 0] + [(whole >> (26 * (count - 1 - i))) % (1 << 26) for i in range(count)]


def circular():
    values = []
    for i in range(129):
        exact = mp.sinpi(mpf(i) / 256)
        values += pair(exact, short(exact, 26))
    write("circularTable", "Sines of the fast sine and cosine, digits of 1/(2 pi).",
          constant("SINES", "sin(i pi/256) up to pi/2: 26 bits, then the rest.", values),
          constant("INVERSE_TURN", "1/(2 pi) in digits of 26 bits, after two zeros.", digits()))


def series(function, c):
    """Value and first ten Taylor coefficients at c."""
    return [x.real for x in mp.taylor(function, c, 10)]


def cell(coefficients):
    """A hi, lo, D1 (26 bits) hi, lo, D2 ... D9, the last ones to as many digits as they need."""
    value, slope, *rest = coefficients[:10]
    numbers = pair(value, float(value)) + pair(slope, short(slope, 26))
    numbers += [float(d) for d in rest[:3]]
    return numbers + [float("%.12g" % float(rest[3]))] + [float("%.9g" % float(d)) for d in rest[4:]]


def left_out(cells):
    """The largest D10 h^10 as a part of the value, in bits; of h where the value is zero."""
    h = mpf(1) / 256
    worst = max(abs(d[10]) * h ** 10 / (abs(d[0]) if d[0] else h) for d in cells)
    return float(mp.log(worst, 2)) if worst else None


def angle():
    about = "value in two parts, slope in 26 bits and the rest, then the terms of h^2 to h^9."
    for name, function, count in (("arctangent", mp.atan, 129), ("arcsine", mp.asin, 65)):
        cells = [series(function, mpf(i) / 128) for i in range(count)]
        print(name, "left out 2^", left_out(cells))
        constants = constant(f"{name.upper()}_CELLS", f"At i/128: {about}",
                             [x for d in cells for x in cell(d)])
        write(f"{name}Table", f"Taylor series of the fast {name}.", constants)


def pieces():
    """Constants that the sources of protocol/math/fast state as literals."""
    step = mp.ln(2) / 128
    one = short(step, 35)
    print("ln2/128", text(one), text(float(step - one)), "inverse", text(float(1 / step)))
    for name, value in (("ln2", mp.ln(2)), ("pi", mp.pi), ("pi/2", mp.pi / 2), ("pi/4", mp.pi / 4),
                        ("3pi/4", 3 * mp.pi / 4)):
        print(name, "to 2^-42:", *map(text, pair(value, rounded(value, -42))))
    for name, value in (("1/ln2", 1 / mp.ln(2)), ("1/ln10", 1 / mp.ln(10)), ("ln2", mp.ln(2)),
                        ("ln10", mp.ln(10)), ("pi", mp.pi)):
        print(name, "24 bits:", *map(text, pair(value, short(value, 24))))
    step = mp.pi / 256
    one = short(step, 33)
    two = short(step - one, 33)
    print("pi/256", text(one), text(two), text(float(step - one - two)), "inverse",
          text(float(1 / step)))


if __name__ == "__main__":
    for make in (exponential, logarithm, circular, angle):
        make()
    pieces()
