/**
 * atan(y/x) = atan(c) + atan(z), c = i/128 next to y/x, z = (y - c x)/(x + c y), |z| < 2^-7.9.
 */
import { low } from "../double.js";
import { ANGLES } from "./angleTable.js";
import { nearest, settle, squareError } from "./settle.js";

const SPLITTER = 134217729; // 2^27 + 1

/** 128 (1 - 2^-20): y is then never below half of c x, and the first difference is exact. */
const CELLS = 127.9998779296875;

/**
 * atan of (yh + yl)/(xh + xl) for 2^-100 x < y <= 1.0003 x, both between 2^-400 and 2^400 and
 * renormalised; `ratio` is yh/xh but for 2^-51 of it; low part in `low`. Products with c, of 8
 * bits, and of q1, the upper 24 bits of the quotient, with halves of 26 bits are exact. With u =
 * 2^-53, the remainder of the division rounds by 4u 2^-24 z and the quotient q2 by 2u 2^-24 z; the
 * cubic term, below 2^-25 and below z^3/2.9, by 5u of that; the sums by 3u (2^-25 + 2^-42); left
 * out is z^11/11. The result is 0.99 z where c = 0, else at least 2^-7.6: below 2^-67 of it, were
 * every rounding the worst one.
 */
function angleKernel(
  ratio: number, yh: number, yl: number, xh: number, xl: number,
): number {
  const kd = nearest(ratio * CELLS);
  const c = kd * 0.0078125;
  const bx = SPLITTER * xh;
  const x1 = bx - (bx - xh);
  const by = SPLITTER * yh;
  const y1 = by - (by - yh);
  const a = yh - c * x1;
  const b = c * (xh - x1);
  const nh = a - b;
  const nl = ((a - nh) - b) + (yl - c * xl);
  const t = c * y1;
  const wide = xh + t;
  const rest = (t - (wide - xh)) + (c * (yh - y1) + (xl + c * yl));
  const d = wide + rest;
  const dl = rest - (d - wide);
  const inverse = 1 / d;
  const q1 = Math.fround(nh * inverse);
  const bd = SPLITTER * d;
  const d1 = bd - (bd - d);
  const q2 = (((nh - q1 * d1) - q1 * (d - d1)) + (nl - q1 * dl)) * inverse;
  const z = q1 + q2;
  const zz = z * z;
  const p = z * zz * ((zz * 0.2 - 0.3333333333333333)
    + zz * zz * (zz * 0.1111111111111111 - 0.14285714285714285));
  const i = 2 * (kd | 0);
  const th = ANGLES[i]!;
  const s = th + q1;
  low[0] = (q1 - (s - th)) + (ANGLES[i + 1]! + (q2 + p));
  return s;
}

/** Relative error of every angle here. */
const ANGLE_FAST_ERROR = 2.710505431213761e-20; // 2^-65

/** pi/2 and pi to a multiple of 2^-42, and the rests. */
const HALF_PI_1 = 1.5707963267948344;
const HALF_PI_2 = 6.223372171896613e-14;
const PI_1 = 3.141592653589896;
const PI_2 = -1.0290623200529979e-13;

/** c1 + c2 - (s + low), low part in `low`; the sum of low parts rounds by 3u 2^-24. */
function lessThan(c1: number, c2: number, s: number): number {
  const h = c1 - s;
  low[0] = ((c1 - h) - s) + (c2 - low[0]!);
  return h;
}

/** The angle whose cosine was negative, else the same. */
function turned(negative: boolean, s: number): number {
  return negative ? lessThan(PI_1, PI_2, s) : s;
}

/**
 * Angle of the point (x, y) rounded, y > 0 and x both between 2^-400 and 2^400 in magnitude and
 * their ratio between 2^-100 and 2^100; NaN when not decided.
 */
export function fastAngle(y: number, x: number): number {
  const a = Math.abs(x);
  const s = turned(x < 0, y <= a ? angleKernel(y / a, y, 0, a, 0)
    : lessThan(HALF_PI_1, HALF_PI_2, angleKernel(a / y, a, 0, y, 0)));
  return settle(s, low[0]!, s * ANGLE_FAST_ERROR);
}

/** atan x rounded for 2^-27 <= x < 2^100, or NaN. */
export function fastAtan(x: number): number {
  const s = x <= 1 ? angleKernel(x, x, 0, 1, 0)
    : lessThan(HALF_PI_1, HALF_PI_2, angleKernel(1 / x, 1, 0, x, 0));
  return settle(s, low[0]!, s * ANGLE_FAST_ERROR);
}

/** sqrt(1 - x^2), relative error below 2^-76, low part in `low`; |x| < 1. */
function complement(x: number): number {
  const p = x * x;
  const t = 1 - p;
  const pe = squareError(x, p);
  const u = t - pe;
  const ul = ((t - u) - pe) + ((1 - t) - p);
  const w = Math.sqrt(u);
  // w w in parts of 48, 53 and 58 bits, taken off u from the largest.
  const w1 = Math.fround(w);
  const w2 = w - w1;
  low[0] = ((((u - w1 * w1) - 2 * w1 * w2) - w2 * w2) + ul) / (w + w);
  return w;
}

/** Below sqrt(1/2) the sine is the smaller side. */
const LOWER = 0.7072;

/** asin x rounded for 2^-27 <= x < 1, or NaN. */
export function fastAsin(x: number): number {
  const w = complement(x);
  const s = x < LOWER ? angleKernel(x / w, x, 0, w, low[0]!)
    : lessThan(HALF_PI_1, HALF_PI_2, angleKernel(w * (1 / x), w, low[0]!, x, 0));
  return settle(s, low[0]!, s * ANGLE_FAST_ERROR);
}

/** acos x rounded for 2^-27 <= |x| < 1, or NaN. */
export function fastAcos(x: number): number {
  const a = Math.abs(x);
  const w = complement(a);
  const s = turned(x < 0, a < LOWER
    ? lessThan(HALF_PI_1, HALF_PI_2, angleKernel(a / w, a, 0, w, low[0]!))
    : angleKernel(w * (1 / a), w, low[0]!, a, 0));
  return settle(s, low[0]!, s * ANGLE_FAST_ERROR);
}
