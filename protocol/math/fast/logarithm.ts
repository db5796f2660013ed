/**
 * ln x = k ln2 - ln f + ln(1 + z), z = m f - 1 with x = 2^k m, m in [0.707, 1.414) and f, of 12
 * bits, near 1/m: |z| < 2^-8.7.
 */
import { low } from "../double.js";
import { CELLS } from "./logarithmTable.js";
import { highWord, settle, twoTo } from "./settle.js";

/** Error bound belonging to the last result of `logKernel`, absolute. */
export const logError = new Float64Array(1);

/** High word at which the first cell begins, just below sqrt(1/2). */
const BASE = 0x3fe6a000;
/** ln 2 to a multiple of 2^-42, and the rest. */
const LN2_1 = 0.6931471805598903;
const LN2_2 = 5.497923018708371e-14;

/** Around 1 there is no cell: the series alone keeps the relative accuracy. */
const NEAR_ONE = 0.0078125;

/**
 * Absolute error of `logKernel` away from 1, u = 2^-53, |xl| <= 2^-23 xh: the four sums of terms
 * below 2^-22.4 and the rounding test round by 6u of that, zl by 2u of it, the cubic term, below
 * 2^-27.7, by 6u; the rests of the constants add 2^-86; left out is z^9/9 < 2^-81. Together below
 * 2^-72.3.
 */
const LOG_FAST_ERROR = 4.235164736271502e-22; // 2^-71

/**
 * ln(xh + xl) for a normal xh > 0 and |xl| <= 2^-23 xh, near 1 |xl| <= 2^-52, low part in `low`,
 * bound in `logError`. High part and square are exact: m f - 1 for the upper 24 bits of m has 26
 * bits, and k ln2 - ln f and it are multiples of 2^-42 below 2^10.
 */
export function logKernel(xh: number, xl: number): number {
  const f = xh - 1;
  if (Math.abs(f) < NEAR_ONE) return log1pSeries(f, xl);
  const t = highWord(xh) - BASE;
  const k = t >> 20;
  const i = 3 * ((t >> 12) & 255);
  const down = twoTo(-k);
  const m = xh * down;
  const inverse = CELLS[i]!;
  const m1 = Math.fround(m);
  const zh = m1 * inverse - 1;
  const zl = (m - m1 + xl * down) * inverse;
  const z = zh + zl;
  const hi = k * LN2_1 + CELLS[i + 1]! + zh;
  const q = 0.5 * zh * zh;
  const s = hi - q;
  const zz = z * z;
  const p =
    0.3333333333333333 -
    z * 0.25 +
    zz * (0.2 - z * 0.16666666666666666 + zz * (0.14285714285714285 - z * 0.125));
  low[0] = hi - s - q + (k * LN2_2 + CELLS[i + 2]! + (zl - zl * (zh + 0.5 * zl) + z * zz * p));
  logError[0] = LOG_FAST_ERROR;
  return s;
}

/**
 * ln(1 + f + fl) for |f| <= 2^-7 and |fl| <= 2^-52. The cubic term is at most |f|^3/2.97 and
 * rounds by 5u of that, the sums and the rounding test by 4u of it; the other terms, below 2^-24
 * f^2 + |fl|, round by 7u; left out is f^11/11 < 2^-73 |f|.
 */
export function log1pSeries(f: number, fl: number): number {
  const f1 = Math.fround(f);
  const f2 = f - f1 + fl;
  const q = 0.5 * f1 * f1;
  const s = f - q;
  const g = f + fl;
  const ff = g * g;
  const a = Math.abs(f);
  const p =
    0.3333333333333333 -
    g * 0.25 +
    ff * (0.2 - g * 0.16666666666666666) +
    ff * ff * (0.14285714285714285 - g * 0.125 + ff * (0.1111111111111111 - g * 0.1));
  low[0] = f - s - q + (fl - f2 * (f1 + 0.5 * f2) + g * ff * p);
  logError[0] =
    a * (ff * 8.881784197001252e-16 + 1.6940658945086007e-21) +
    Math.abs(fl) * 8.881784197001252e-16;
  return s;
}

/** ln x rounded for a normal x, or NaN when not decided. */
export function fastLog(x: number): number {
  const h = logKernel(x, 0);
  return settle(h, low[0]!, logError[0]!);
}

/** ln(1 + x) rounded for x > -1, 2^-54 <= |x| < 2^1000, or NaN. */
export function fastLog1p(x: number): number {
  if (Math.abs(x) < NEAR_ONE) {
    const h = log1pSeries(x, 0);
    return settle(h, low[0]!, logError[0]!);
  }
  const s = 1 + x;
  const bb = s - 1;
  const h = logKernel(s, 1 - (s - bb) + (x - bb));
  return settle(h, low[0]!, logError[0]!);
}

/** 1/ln 2 and 1/ln 10 to 24 bits, and the rests. */
const INVERSE_LN2_1 = 1.4426950216293335;
const INVERSE_LN2_2 = 1.9259629911266175e-8;
const INVERSE_LN10_1 = 0.4342944920063019;
const INVERSE_LN10_2 = -1.0103050052231683e-8;

/**
 * (h + low) (c1 + c2): the products of c1 with the upper 24 and the lower 29 bits of h are exact;
 * the other terms, below 2^-23.2 |h| + 1.5 |low|, round by 5u of the first, which is 2^-73.8 |h|,
 * and of the second by less than half of `logError`; that itself grows by 1.45.
 */
function timesConstant(h: number, c1: number, c2: number): number {
  const h1 = Math.fround(h);
  const l = (h - h1) * c1 + (h * c2 + low[0]! * (c1 + c2));
  return settle(h1 * c1, l, logError[0]! * 2 + Math.abs(h) * 1.0587911840678754e-22);
}

/** log2 x rounded for a normal x, or NaN. */
export function fastLog2(x: number): number {
  return timesConstant(logKernel(x, 0), INVERSE_LN2_1, INVERSE_LN2_2);
}

/** log10 x rounded for a normal x, or NaN. */
export function fastLog10(x: number): number {
  return timesConstant(logKernel(x, 0), INVERSE_LN10_1, INVERSE_LN10_2);
}
