/**
 * Inverse circular functions: Taylor series of arc tangent and arc sine about the multiples of
 * 1/128, entered with an argument of 24 bits and a small rest, which is what a division or a square
 * root leaves.
 */
import { SPLITTER } from "../constants.js";
import { low } from "../double.js";
import { ARCSINE_CELLS } from "./arcsineTable.js";
import { ARCTANGENT_CELLS } from "./arctangentTable.js";
import { cellSeries, settleLess } from "./cells.js";
import { settle } from "./settle.js";

/** Relative error of the series, see `cellSeries`, with a margin for one subtraction more. */
const ANGLE_FAST_ERROR = 5.421010862427522e-20; // 2^-64

/** pi/2 and pi to a multiple of 2^-42, and the rests. */
const HALF_PI_1 = 1.5707963267948344;
const HALF_PI_2 = 6.223372171896613e-14;
const PI_1 = 3.141592653589896;
const PI_2 = -1.0290623200529979e-13;

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
  const s = cellSeries(ARCTANGENT_CELLS, q, (n - q * d1 - q * (d - d1)) * inverse);
  if (y <= a) {
    return x > 0
      ? settle(s, low[0]!, s * ANGLE_FAST_ERROR)
      : settleLess(PI_1, PI_2, 1, s, ANGLE_FAST_ERROR);
  }
  return settleLess(HALF_PI_1, HALF_PI_2, x > 0 ? 1 : -1, s, ANGLE_FAST_ERROR);
}

/** atan x rounded for 2^-27 <= x < 2^100, or NaN; the quotient 1/x as above. */
export function fastAtan(x: number): number {
  let q = Math.fround(x);
  let rest = x - q;
  if (x > 1) {
    const inverse = 1 / x;
    q = Math.fround(inverse);
    const x1 = Math.fround(x);
    rest = (1 - q * x1 - q * (x - x1)) * inverse;
  }
  const s = cellSeries(ARCTANGENT_CELLS, q, rest);
  return x > 1
    ? settleLess(HALF_PI_1, HALF_PI_2, 1, s, ANGLE_FAST_ERROR)
    : settle(s, low[0]!, s * ANGLE_FAST_ERROR);
}

/**
 * asin x for 0 <= x <= 1/2, `upper` 0; beyond, `upper` 1, asin sqrt((1 - x)/2), half of acos x.
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
  return cellSeries(
    ARCSINE_CELLS,
    upper * q1 + lower * q0,
    upper * ((z - q1 * q1) / (root + q1)) + lower * (x - q0),
  );
}

/** asin x rounded for 2^-27 <= x < 1, or NaN. */
export function fastAsin(x: number): number {
  const upper = (x + x) | 0;
  const s = arcsine(x, upper);
  return settleLess(upper * HALF_PI_1, upper * HALF_PI_2, 3 * upper - 1, s, ANGLE_FAST_ERROR);
}

/**
 * For x from -1, -1/2, 0, 1/2: the constant from which acos x takes its series, in two parts, the
 * factor of the series, and whether it is the one of the root.
 */
const ARCCOSINE_FROM = new Float64Array([
  PI_1,
  PI_2,
  2,
  1,
  HALF_PI_1,
  HALF_PI_2,
  -1,
  0,
  HALF_PI_1,
  HALF_PI_2,
  1,
  0,
  0,
  0,
  -2,
  1,
]);

/** acos x rounded for 2^-27 <= |x| < 1, or NaN. */
export function fastAcos(x: number): number {
  const at = 4 * ((Math.floor(x + x) | 0) + 2);
  const s = arcsine(Math.abs(x), ARCCOSINE_FROM[at + 3]!);
  return settleLess(
    ARCCOSINE_FROM[at]!,
    ARCCOSINE_FROM[at + 1]!,
    ARCCOSINE_FROM[at + 2]!,
    s,
    ANGLE_FAST_ERROR,
  );
}
