/** Exact rational numbers: what a decimal says. */
import { gcd } from "../../units/exact.js";
export interface Rational {
  readonly n: bigint;
  /** Positive. */
  readonly d: bigint;
}

/** Larger numerators and denominators are not kept. */
const BITS_MAX = 8_192;
const DECIMAL = /^(\d*)\.?(\d*)(?:[eE]([+-]?\d{1,4}))?$/;

export const ZERO: Rational = { n: 0n, d: 1n };
export const ONE: Rational = { n: 1n, d: 1n };

export function bitsOf(n: bigint): number {
  return (n < 0n ? -n : n).toString(16).length * 4;
}

/** In lowest terms; null where it grows too large. */
function rational(n: bigint, d: bigint): Rational | null {
  if (d === 0n) return null;
  const common = gcd(n, d);
  const sign = d < 0n ? -1n : 1n;
  const [num, den] = [(sign * n) / common, (sign * d) / common];
  return bitsOf(num) > BITS_MAX || bitsOf(den) > BITS_MAX ? null : { n: num, d: den };
}

/** The number a decimal text stands for. */
export function fromDecimal(text: string): Rational | null {
  const sign = text.startsWith("-") ? -1n : 1n;
  const match = DECIMAL.exec(text.replace(/^[+-]/, ""));
  if (match === null) return null;
  const [, whole = "", part = "", power = "0"] = match;
  if (whole === "" && part === "") return null;
  const digits = sign * BigInt(`${whole}${part}`);
  const exponent = Number(power) - part.length;
  return exponent >= 0
    ? rational(digits * 10n ** BigInt(exponent), 1n)
    : rational(digits, 10n ** BigInt(-exponent));
}

/** The shortest decimal that reads back as the double. */
export function fromDouble(x: number): Rational | null {
  return x - x === 0 ? fromDecimal(String(x)) : null;
}

type Maybe = Rational | null;

export function plus(a: Maybe, b: Maybe): Maybe {
  return a === null || b === null ? null : rational(a.n * b.d + b.n * a.d, a.d * b.d);
}

export function negated(a: Maybe): Maybe {
  return a === null ? null : { n: -a.n, d: a.d };
}

export function times(a: Maybe, b: Maybe): Maybe {
  return a === null || b === null ? null : rational(a.n * b.n, a.d * b.d);
}

export function over(a: Maybe, b: Maybe): Maybe {
  return a === null || b === null ? null : rational(a.n * b.d, a.d * b.n);
}

export function power(a: Maybe, n: number): Maybe {
  if (a === null) return null;
  if (n < 0) return over(ONE, power(a, -n));
  if (bitsOf(a.n) * n > BITS_MAX || bitsOf(a.d) * n > BITS_MAX) return null;
  let found: Rational = ONE;
  for (let i = 0; i < n; i += 1) found = { n: found.n * a.n, d: found.d * a.d };
  return found;
}

/** Bits of a quotient before it is rounded to 53. */
const QUOTIENT_BITS = 70;
const SCALE_MAX = 900;

/** Within one unit of the number; null where it is beyond the normal doubles. */
export function toDouble({ n, d }: Rational): { value: number; isExact: boolean } | null {
  if (n === 0n) return { value: 0, isExact: true };
  const shift = QUOTIENT_BITS - bitsOf(n) + bitsOf(d);
  const scaled = shift >= 0 ? n << BigInt(shift) : n >> BigInt(-shift);
  let value = Number(scaled / d);
  let left = -shift;
  if (Math.abs(left) > SCALE_MAX) return null;
  for (; left > 0; left -= 1) value *= 2;
  for (; left < 0; left += 1) value /= 2;
  if (!(Math.abs(value) > 1e-290 && Math.abs(value) < 1e300)) return null;
  const back = fromDyadic(value);
  return { value, isExact: back.n * d === n * back.d };
}

/** A double as the number it is. */
export function fromDyadic(x: number): Rational {
  let [value, d] = [x, 1n];
  while (Math.trunc(value) !== value) {
    value *= 2;
    d *= 2n;
  }
  return { n: BigInt(value), d };
}
