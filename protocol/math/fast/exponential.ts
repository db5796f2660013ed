/**
 * e^x = 2^k 2^(i/128) e^r with |r| <= ln2/256 + 2^-25 < 2^-8.52: a table for the middle factor, a
 * short Taylor polynomial for the last.
 */
import { low } from "../double.js";
import { POWERS } from "./exponentialTable.js";
import { nearest, settle, settleScaled, twoTo } from "./settle.js";

/** Binary exponent belonging to the last result of `expKernel`. */
export const exponent = new Int32Array(1);

const STEPS_PER_UNIT = 184.6649652337873; // 128 / ln 2
/** ln2/128 to 35 bits, so that products with integers of 18 bits are exact, and the rest. */
const STEP_1 = 0.0054152123482253955;
const STEP_2 = -1.0082281460997769e-13;

/**
 * Absolute error of `expReduced`, whose results lie in [0.99, 2.02], for an exact argument and
 * |rest| <= 2^-26, with u = 2^-53. The terms from r^2/2 <= 2^-18.05 on round by 4.1u of that; r
 * itself is rounded by u 2^-8.5, which moves them by u 2^-17; r^7/5040, left out, is 2^-72; the
 * sum with r2 rounds by u 2^-18. Together 2^-68.3, doubled by the factor th < 2. Four more
 * operations round numbers below 2^-17, and so does the rounding test, twice: 6u 2^-17 = 2^-67.4.
 * In all below 2^-66.
 */
export const EXP_FAST_ERROR = 2.710505431213761e-20; // 2^-65

/** e^(first + rest) 2^(k/128) / 2^exponent[0], low part in `low`, for |rest| < 2^-14. */
function expReduced(first: number, rest: number, k: number): number {
  const r = first + rest;
  const r1 = Math.fround(first);
  const r2 = first - r1 + rest;
  const rr = r * r;
  const w =
    rr *
    (0.5 +
      r * 0.16666666666666666 +
      rr * (0.041666666666666664 + r * 0.008333333333333333 + rr * 0.001388888888888889));
  const i = k & 127;
  exponent[0] = k >> 7;
  const th = POWERS[2 * i]!;
  const tl = POWERS[2 * i + 1]!;
  // 26 bits times 24: exact, and smaller than th.
  const q = th * r1;
  const s = th + q;
  low[0] = q - (s - th) + (tl + (th * (r2 + w) + tl * (r + w)));
  return s;
}

/**
 * e^(xh + xl) / 2^exponent[0] for |xh| < 745 and |xl| < 2^-15, low part in `low`. An error d of
 * the argument adds 2 d to that of the result.
 */
export function expKernel(xh: number, xl: number): number {
  const kd = nearest(xh * STEPS_PER_UNIT);
  // Exact: kd STEP_1 has 53 bits, and unless kd is 0 both are multiples of 2^-61, their difference
  // below 2^-8.
  return expReduced(xh - kd * STEP_1, xl - kd * STEP_2, kd | 0);
}

/** e^x rounded for -708 < x < 709, or NaN when not decided. */
export function fastExp(x: number): number {
  const s = expKernel(x, 0);
  return settleScaled(s, low[0]!, EXP_FAST_ERROR, exponent[0]!);
}

/** ln 2 and ln 10 to 24 bits, and the rests. */
const LN2_1 = 0.6931471824645996;
const LN2_2 = -1.904654299957768e-9;
const LN10_1 = 2.3025851249694824;
const LN10_2 = -3.197543673785701e-8;

/**
 * 2^x rounded for -1021 < x < 1023, or NaN. x = k/128 + f exactly, |f| <= 2^-8; f ln 2 is an exact
 * product of 24 + 24 bits and a sum below 2^-32, which rounds by 3u 2^-32.
 */
export function fastExp2(x: number): number {
  const kd = nearest(x * 128);
  const f = x - kd * 0.0078125;
  const f1 = Math.fround(f);
  const s = expReduced(f1 * LN2_1, (f - f1) * LN2_1 + f * LN2_2, kd | 0);
  return settleScaled(s, low[0]!, EXP_FAST_ERROR, exponent[0]!);
}

/**
 * As above, but the rest reaches 2^-14.4: it and the sums with it round by 5u 2^-14.4, doubled;
 * the last operations and the rounding test by 6u 2^-13.3: below 2^-63.1.
 */
const EXP10_ERROR = 2.168404344971009e-19; // 2^-62

/** 10^x rounded for -307 < x < 308, or NaN. */
export function fastExp10(x: number): number {
  const x1 = Math.fround(x);
  const s = expKernel(x1 * LN10_1, (x - x1) * LN10_1 + x * LN10_2);
  return settleScaled(s, low[0]!, EXP10_ERROR, exponent[0]!);
}

/** Below, e^x - 1 comes from its own series; above, from the exponential. */
const EXPM1_SMALL = 0.03125;

/** Rounding of a low part that the subtraction of 1 leaves, at most 2^-54. */
const SUM_ERROR = 7.888609052210118e-31; // 2^-100

/**
 * e^x - 1 rounded for 2^-54 <= |x| and -40 < x < 709, or NaN. The subtraction is exact, so the
 * error stays that of e^x.
 */
export function fastExpm1(x: number): number {
  if (Math.abs(x) < EXPM1_SMALL) return expm1Series(x);
  const eh = expKernel(x, 0);
  const el = low[0]!;
  const up = twoTo(exponent[0]!);
  const a = eh * up;
  const h = a - 1;
  const bb = h - a;
  return settle(h, a - (h - bb) - (1 + bb) + el * up, up * EXP_FAST_ERROR + SUM_ERROR);
}

/**
 * x + x^2/2 + x^3/6 ...: with x = x1 + x2, x1 of 24 bits, x1^2/2 is exact. The cubic term is at
 * most |x|^3 / 5.9 and rounds by 5u of that; x2 x1 <= 2^-24 x^2 by 3u; the sums and the rounding
 * test by 4u (2^-24 x^2 + |x|^3/5.9 + 2^-53 |x|); left out is x^11/11!, at most 2^-75 |x|.
 */
function expm1Series(x: number): number {
  const x1 = Math.fround(x);
  const x2 = x - x1;
  const q = 0.5 * x1 * x1;
  const s = x + q;
  const xx = x * x;
  const p =
    0.16666666666666666 +
    x * 0.041666666666666664 +
    xx * (0.008333333333333333 + x * 0.001388888888888889) +
    xx *
      xx *
      (1.984126984126984e-4 +
        x * 2.48015873015873e-5 +
        xx * (2.7557319223985893e-6 + x * 2.755731922398589e-7));
  const a = Math.abs(x);
  return settle(
    s,
    q - (s - x) + (x2 * (x1 + 0.5 * x2) + x * xx * p),
    a * (xx * 4.440892098500626e-16 + 8.470329472543003e-22),
  );
}
