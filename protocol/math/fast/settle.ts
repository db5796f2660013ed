/**
 * What the fast phase of every function shares: Ziv's rounding test, powers of two, short
 * splittings.
 *
 * A fast phase computes a value as hi + lo, where lo may reach 2^-9 of hi, and an error bound. Most
 * products are exact because one factor was cut to 24 bits with `Math.fround` and the other has at
 * most 29. The test answers the double that every value within the bound rounds to, or NaN, and
 * then the double-double phase decides. The bounds stated beside each function are sums of bounds
 * of single roundings (u = 2^-53 of each result) and of the terms left out, times four or more;
 * scripts/math/fast_check.py measures what is left of them.
 */
import { SPLITTER } from "../constants.js";
import { powerOfTwo } from "../bits.js";

/** What the last test saw: high part, low part, error bound, binary exponent. Read by tests. */
export const last = new Float64Array(4);

const LEAST = -1074;
/** 2^k for every k at which it is a double. */
const POWERS_OF_TWO = Float64Array.from({ length: 1024 - LEAST }, (_, i) => powerOfTwo(i + LEAST));

/** 2^k for -1074 <= k <= 1023. */
export function twoTo(k: number): number {
  return POWERS_OF_TWO[k - LEAST]!;
}

/**
 * The double that hi + lo rounds to if every value within `error` of it does too, else NaN.
 * Rounding lo -+ error moves it by at most 2^-53 |lo|, which the bound includes; from there on
 * rounding is monotonic.
 */
export function settle(hi: number, lo: number, error: number): number {
  last[0] = hi;
  last[1] = lo;
  last[2] = error;
  last[3] = 0;
  const below = hi + (lo - error);
  return below === hi + (lo + error) ? below : NaN;
}

/** The same for (hi + lo) 2^k, where the result is in the normal range. */
export function settleScaled(hi: number, lo: number, error: number, k: number): number {
  last[0] = hi;
  last[1] = lo;
  last[2] = error;
  last[3] = k;
  const below = hi + (lo - error);
  return below === hi + (lo + error) ? below * POWERS_OF_TWO[k - LEAST]! : NaN;
}

const words = new DataView(new ArrayBuffer(8));

/** Sign, exponent and the first 20 bits of the fraction. */
export function highWord(x: number): number {
  words.setFloat64(0, x, true);
  return words.getInt32(4, true);
}

/** Nearest integer for |x| < 2^51: adding 1.5 * 2^52 leaves no fraction bits. */
export function nearest(x: number): number {
  return x + 6755399441055744 - 6755399441055744;
}

/** x x = p + error exactly (Dekker), for |x| between 2^-450 and 2^450: no scaling is needed. */
export function squareError(x: number, p: number): number {
  const big = SPLITTER * x;
  const h = big - (big - x);
  const l = x - h;
  return h * h - p + 2 * h * l + l * l;
}

/** a b = p + error exactly, both factors in the same range. */
export function productError(a: number, b: number, p: number): number {
  const ca = SPLITTER * a;
  const ah = ca - (ca - a);
  const al = a - ah;
  const cb = SPLITTER * b;
  const bh = cb - (cb - b);
  const bl = b - bh;
  return ah * bh - p + ah * bl + al * bh + al * bl;
}
