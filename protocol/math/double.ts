/**
 * Error-free transformations and double-double arithmetic, without fused multiply-add.
 *
 * A double-double is an unevaluated sum hi + lo with |lo| <= ulp(hi)/2. Functions that give one
 * return `hi` and leave `lo` in `low[0]`: no object is allocated, and the caller must read `low[0]`
 * before the next call. Sources: Dekker (1971), Knuth TAOCP 2 section 4.2.2, Joldes, Muller and
 * Popescu (2017).
 */
import { SPLITTER } from "./constants.js";

/** The low part of the last double-double result. */
export const low = new Float64Array(1);

/** Beyond this the splitter product overflows. */
const SPLIT_MAX = 6.69692879491417e299;
const DOWN = 3.725290298461914e-9; // 2^-28
const UP = 268435456; // 2^28

/**
 * Rounding error of s = a + b: a + b = s + error exactly, whatever the magnitudes (Knuth). NaN on
 * overflow.
 */
export function twoSumError(a: number, b: number, s: number): number {
  const bb = s - a;
  return a - (s - bb) + (b - bb);
}

/** The same when |a| >= |b| (Dekker): three operations fewer. */
export function fastTwoSumError(a: number, b: number, s: number): number {
  return b - (s - a);
}

/**
 * Rounding error of p = a * b: a * b = p + error exactly while |p| is above 2^-968 (below, the
 * error itself may underflow) and finite; NaN when an operand is infinite or not a number. Splits
 * that would overflow are scaled first.
 */
export function twoProdError(a: number, b: number, p: number): number {
  if (a > SPLIT_MAX || a < -SPLIT_MAX) {
    // An infinity stays one however often it is scaled.
    return a - a !== 0 ? NaN : twoProdError(a * DOWN, b, p * DOWN) * UP;
  }
  if (b > SPLIT_MAX || b < -SPLIT_MAX) {
    return b - b !== 0 ? NaN : twoProdError(a, b * DOWN, p * DOWN) * UP;
  }
  const ca = SPLITTER * a;
  const ah = ca - (ca - a);
  const al = a - ah;
  const cb = SPLITTER * b;
  const bh = cb - (cb - b);
  const bl = b - bh;
  return ah * bh - p + ah * bl + al * bh + al * bl;
}

/** Remainder a - q*b of q = a / b, exact under the conditions of `twoProdError`. */
export function divRemainder(a: number, b: number, q: number): number {
  const p = q * b;
  return a - p - twoProdError(q, b, p);
}

/** Remainder x - r*r of r = sqrt(x), exact while x is above 2^-968. */
export function sqrtRemainder(x: number, r: number): number {
  const p = r * r;
  return x - p - twoProdError(r, r, p);
}

/** a + b as a double-double, exact. */
export function sumOf(a: number, b: number): number {
  const s = a + b;
  low[0] = twoSumError(a, b, s);
  return s;
}

/** a * b as a double-double, exact under the conditions of `twoProdError`. */
export function productOf(a: number, b: number): number {
  const p = a * b;
  low[0] = twoProdError(a, b, p);
  return p;
}

/** Renormalises hi + lo when |hi| >= |lo|. */
export function renormalise(hi: number, lo: number): number {
  const s = hi + lo;
  low[0] = lo - (s - hi);
  return s;
}

/** (ah + al) + (bh + bl); relative error at most 3 * 2^-106, also under cancellation. */
export function addDD(ah: number, al: number, bh: number, bl: number): number {
  const s = ah + bh;
  const e = twoSumError(ah, bh, s);
  const t = al + bl;
  const f = twoSumError(al, bl, t);
  const c = e + t;
  const v = s + c;
  const w = f + (c - (v - s));
  const hi = v + w;
  low[0] = w - (hi - v);
  return hi;
}

/** (ah + al) + b; relative error at most 2 * 2^-106. */
export function addD(ah: number, al: number, b: number): number {
  const s = ah + b;
  const v = al + twoSumError(ah, b, s);
  const hi = s + v;
  low[0] = v - (hi - s);
  return hi;
}

/** (ah + al) * (bh + bl); relative error at most 5 * 2^-106. */
export function mulDD(ah: number, al: number, bh: number, bl: number): number {
  const p = ah * bh;
  const t = twoProdError(ah, bh, p) + (ah * bl + al * bh);
  const hi = p + t;
  low[0] = t - (hi - p);
  return hi;
}

/** (ah + al) * b; relative error at most 3 * 2^-106. */
export function mulD(ah: number, al: number, b: number): number {
  const p = ah * b;
  const t = twoProdError(ah, b, p) + al * b;
  const hi = p + t;
  low[0] = t - (hi - p);
  return hi;
}

/** (ah + al) / (bh + bl); relative error at most 10 * 2^-106. */
export function divDD(ah: number, al: number, bh: number, bl: number): number {
  const q = ah / bh;
  const p = q * bh;
  const rest = ah - p - twoProdError(q, bh, p) + al - q * bl;
  const t = rest / bh;
  const hi = q + t;
  low[0] = t - (hi - q);
  return hi;
}

/** Square root of ah + al > 0; relative error at most 4 * 2^-106. */
export function sqrtDD(ah: number, al: number): number {
  const r = Math.sqrt(ah);
  const p = r * r;
  const t = (ah - p - twoProdError(r, r, p) + al) / (2 * r);
  const hi = r + t;
  low[0] = t - (hi - r);
  return hi;
}

/**
 * Inner product of the first min(a.length, b.length) pairs, computed as if in twice the precision.
 */
export function dot2(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const n = Math.min(a.length, b.length);
  let total = 0;
  let lost = 0;
  for (let i = 0; i < n; i += 1) {
    const p = a[i]! * b[i]!;
    const next = total + p;
    lost += twoSumError(total, p, next) + twoProdError(a[i]!, b[i]!, p);
    total = next;
  }
  return total - total === 0 ? total + lost : total;
}
