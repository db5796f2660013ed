/**
 * Inverse circular functions: Taylor series of arc tangent and arc sine about the multiples of
 * 1/128, entered with an argument of 24 bits and a small rest, which is what a division or a square
 * root leaves.
 */
import { low } from "../double.js";
import { ARCSINE_CELLS } from "./arcsineTable.js";
import { ARCTANGENT_CELLS } from "./arctangentTable.js";
import { nearest, settle } from "./settle.js";

const CELL_NUMBERS = 12;

/**
 * f(q + rest), low part in `low`, for q >= 0 of 24 bits and |rest| <= 2^-23 q. With c the next
 * multiple of 1/128, A = f(c), u = 2^-53: h = q - c is exact, has 24 bits and is at most 2^-8, so
 * that its product with the 26 bits of the slope is exact. |f''(c)/2| <= c <= 1.28 A makes the
 * terms from the quadratic one on at most 2^-15.4 A; they round by 7.5u of that, the product with
 * the rest, at most 2^-23 A, by 2u, three sums and the rounding test by 5u 2^-15.4 A; left out is
 * 2^-75.8 A: below 2^-64.7 A. The value is at least 0.49 A, and below A the two largest terms
 * oppose each other: below 2^-64.2 of it. Where c is 0 only the cubic term, at most 2^-17.5 h, and
 * the rest round: below 2^-67 h.
 */
function cellSeries(cells: Float64Array, q: number, rest: number): number {
  const kd = nearest(q * 128);
  const h = q - kd * 0.0078125;
  const t = h + rest;
  const at = CELL_NUMBERS * (kd | 0);
  const value = cells[at]!;
  const slope = cells[at + 2]!;
  const p = slope * h;
  const s = value + p;
  const tt = t * t;
  const near = (cells[at + 4]! + t * cells[at + 5]!) + tt * (cells[at + 6]! + t * cells[at + 7]!);
  const far = (cells[at + 8]! + t * cells[at + 9]!) + tt * (cells[at + 10]! + t * cells[at + 11]!);
  low[0] = (p - (s - value))
    + (cells[at + 1]! + ((slope * rest + cells[at + 3]! * t) + tt * (near + tt * tt * far)));
  return s;
}

/** Relative error of every series here, with a margin for one subtraction more. */
const ANGLE_FAST_ERROR = 5.421010862427522e-20; // 2^-64

/** pi/2 and pi to a multiple of 2^-42, and the rests. */
const HALF_PI_1 = 1.5707963267948344;
const HALF_PI_2 = 6.223372171896613e-14;
const PI_1 = 3.141592653589896;
const PI_2 = -1.0290623200529979e-13;

/**
 * c1 + c2 - factor (s + low) for s >= 0, factor a small integer, |factor s| <= c1 or c1 and c2
 * zero; rounded, or NaN. The sum of low parts rounds by 2u 2^-14.4 s.
 */
function settleLess(c1: number, c2: number, factor: number, s: number): number {
  const a = factor * s;
  const h = c1 - a;
  return settle(h, ((c1 - h) - a) + (c2 - factor * low[0]!),
    (h + Math.abs(a)) * ANGLE_FAST_ERROR);
}

const SPLITTER = 134217729; // 2^27 + 1

/**
 * Angle of the point (x, y) rounded, y > 0 and x both between 2^-400 and 2^400 in magnitude and
 * their ratio between 2^-100 and 2^100; NaN when not decided. The upper 24 bits q of the smaller
 * over the larger times either half of that are exact, so the remainder rounds once, by u 2^-26,
 * and the rest by 2u 2^-24.
 */
export function fastAngle(y: number, x: number): number {
  const a = Math.abs(x);
  const d = Math.max(y, a);
  const n = Math.min(y, a);
  const inverse = 1 / d;
  const q = Math.fround(n * inverse);
  const big = SPLITTER * d;
  const d1 = big - (big - d);
  const s = cellSeries(ARCTANGENT_CELLS, q, ((n - q * d1) - q * (d - d1)) * inverse);
  if (y <= a) {
    return x > 0 ? settle(s, low[0]!, s * ANGLE_FAST_ERROR) : settleLess(PI_1, PI_2, 1, s);
  }
  return settleLess(HALF_PI_1, HALF_PI_2, x > 0 ? 1 : -1, s);
}

/** atan x rounded for 2^-27 <= x < 2^100, or NaN; the quotient 1/x as above. */
export function fastAtan(x: number): number {
  let q = Math.fround(x);
  let rest = x - q;
  if (x > 1) {
    const inverse = 1 / x;
    q = Math.fround(inverse);
    const x1 = Math.fround(x);
    rest = ((1 - q * x1) - q * (x - x1)) * inverse;
  }
  const s = cellSeries(ARCTANGENT_CELLS, q, rest);
  return x > 1 ? settleLess(HALF_PI_1, HALF_PI_2, 1, s)
    : settle(s, low[0]!, s * ANGLE_FAST_ERROR);
}

/**
 * asin x for 0 <= x < 1/2, `upper` 0; beyond, `upper` 1, asin sqrt((1 - x)/2), half of acos x.
 * Both ways are computed and one taken by a product with 1, without a branch that no processor
 * could foretell. 1 - x and the remainder of the upper 24 bits q of the root are exact; the rest
 * rounds by 3u 2^-24.
 */
function arcsine(x: number, upper: number): number {
  const lower = 1 - upper;
  const z = 0.5 * (1 - x);
  const root = Math.sqrt(z);
  const q1 = Math.fround(root);
  const q0 = Math.fround(x);
  return cellSeries(ARCSINE_CELLS, upper * q1 + lower * q0,
    upper * ((z - q1 * q1) / (root + q1)) + lower * (x - q0));
}

/** asin x rounded for 2^-27 <= x < 1, or NaN. */
export function fastAsin(x: number): number {
  const upper = (x + x) | 0;
  const s = arcsine(x, upper);
  return settleLess(upper * HALF_PI_1, upper * HALF_PI_2, 3 * upper - 1, s);
}

/** For acos below -1/2, between, from 1/2: the constants from which the series is taken. */
const ARCCOSINE_FROM = new Float64Array([PI_1, PI_2, HALF_PI_1, HALF_PI_2, 0, 0]);

/** acos x rounded for 2^-27 <= |x| < 1, or NaN. */
export function fastAcos(x: number): number {
  const side = (x + x) | 0;
  const s = arcsine(Math.abs(x), side * side);
  const at = 2 * side + 2;
  return settleLess(ARCCOSINE_FROM[at]!, ARCCOSINE_FROM[at + 1]!,
    side === 0 ? Math.sign(x) : -2 * side, s);
}
