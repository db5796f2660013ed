/**
 * What the double-double phase of every function shares: constants cut from balls, polynomials, the
 * rounding test. A table holds pairs, high part then low part.
 */
import { low, twoProdError } from "../double.js";
import {
  divide,
  fromDouble,
  fromInteger,
  roundBall,
  subtract,
  Undecided,
  type Ball,
} from "../ball/ball.js";

/** Bits to which constants are computed before they are cut to 53 + 53. */
export const TABLE_BITS = 192;

/** Writes the double-double nearest to a ball at pairs[2 i], pairs[2 i + 1]. */
export function storePair(pairs: Float64Array, i: number, value: Ball): void {
  const hi = roundBall(value);
  if (hi === undefined) throw new Undecided();
  pairs[2 * i] = hi;
  const rest = subtract(value, fromDouble(hi), TABLE_BITS);
  // Exact rests need no further rounding; others are decided far below 192 bits.
  pairs[2 * i + 1] = rest.m === 0n ? 0 : (roundBall(rest) ?? 0);
}

/** A table of pairs from a function of the index. */
export function pairTable(count: number, value: (i: number) => Ball): Float64Array {
  const pairs = new Float64Array(2 * count);
  for (let i = 0; i < count; i += 1) storePair(pairs, i, value(i));
  return pairs;
}

/** over/under for integers, as a ball. */
export function ratio(over: bigint | number, under: bigint | number): Ball {
  return divide(fromInteger(over), fromInteger(under), TABLE_BITS);
}

/**
 * Ziv's rounding test: the double that hi + lo rounds to if every value within `error` of it does
 * too, else NaN. `hi` must be the double nearest to hi + lo and well inside the normal range.
 */
export function decided(hi: number, lo: number, error: number): number {
  const below = hi + (lo - error);
  return below === hi + (lo + error) ? below : NaN;
}

/**
 * c[from] + z (c[from+1] + z (... c[to])), high parts only: for terms too small to need the low
 * ones.
 */
export function tailOf(c: Float64Array, from: number, to: number, z: number): number {
  let acc = c[2 * to]!;
  for (let i = to - 1; i >= from; i -= 1) acc = c[2 * i]! + z * acc;
  return acc;
}

/**
 * c[0] + z (c[1] + ... z (c[n-1] + z tail)) in pairs; needs |z| <= 1/4 and coefficients that do not
 * grow faster.
 */
export function polynomial(
  c: Float64Array,
  n: number,
  zh: number,
  zl: number,
  tail: number,
): number {
  let ah = tail;
  let al = 0;
  for (let i = n - 1; i >= 0; i -= 1) {
    const p = ah * zh;
    const t = twoProdError(ah, zh, p) + (ah * zl + al * zh);
    const c0 = c[2 * i]!;
    const s = c0 + p;
    const e = p - (s - c0) + (t + c[2 * i + 1]!);
    ah = s + e;
    al = e - (ah - s);
  }
  low[0] = al;
  return ah;
}

/** Nearest integer for |x| < 2^51, ties to even: adding 1.5 * 2^52 leaves no fraction bits. */
export function nearest(x: number): number {
  return x + 6755399441055744 - 6755399441055744;
}
