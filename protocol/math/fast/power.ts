/** x^y as e^(y ln x), the logarithm carried to about 2^-73. */
import { low } from "../double.js";
import { exponent, expKernel } from "./exponential.js";
import { logError, logKernel } from "./logarithm.js";
import { productError, settle, settleScaled, squareError } from "./settle.js";

/** The exponential's own 2^-65, and the rounding of the low part of y ln x. */
const EXP_PART = 5.421010862427522e-20; // 2^-64

/** Within, the power is in the normal range. */
const EXPONENT_MAX = 708;

/**
 * x^y rounded for normal x > 0 and 1e-290 < |y| < 1e290, or NaN. The exponent t = y ln x errs by
 * |y| logError and the rounding of its low part, at most 2^-104 |t|; the power errs by twice that.
 */
export function fastPow(x: number, y: number): number {
  const wide = logKernel(x, 0);
  const h = wide + low[0]!;
  const l = low[0]! - (h - wide);
  const t = y * h;
  if (!(Math.abs(t) < EXPONENT_MAX)) return NaN;
  const s = expKernel(t, productError(y, h, t) + y * l);
  return settleScaled(s, low[0]!, Math.abs(y) * logError[0]! * 2.5 + EXP_PART, exponent[0]!);
}

/** Relative error of `fastPowi`: see there. */
const POWI_ERROR = 4.038967834731581e-28; // 2^-91
const RESULT_MAX = 1e280;

/**
 * x^n rounded for 3 <= |n| <= 64, or NaN. Every product keeps its exact error in the low part,
 * which is not renormalised: after j squarings it is at most (2^j - 1) u of the high part, u =
 * 2^-53. A squaring doubles the relative error and adds 2^2j u^2 for the square of the low part
 * and 4 2^j u^2 for roundings: 2,300 u^2 after six. The other products add no more, nor does the
 * reciprocal, which leaves out (64 u)^2: below 2^-92.5.
 */
export function fastPowi(x: number, n: number): number {
  let left = Math.abs(n);
  let bh = x;
  let bl = 0;
  while ((left & 1) === 0) {
    const p = bh * bh;
    bl = squareError(bh, p) + 2 * bh * bl;
    bh = p;
    left >>= 1;
  }
  let ah = bh;
  let al = bl;
  for (left >>= 1; left !== 0; left >>= 1) {
    const p = bh * bh;
    bl = squareError(bh, p) + 2 * bh * bl;
    bh = p;
    if ((left & 1) !== 0) {
      const q = ah * bh;
      al = productError(ah, bh, q) + (ah * bl + al * bh);
      ah = q;
    }
  }
  const size = Math.abs(ah);
  if (!(size < RESULT_MAX && size > 1 / RESULT_MAX)) return NaN;
  if (n > 0) return settle(ah, al, size * POWI_ERROR);
  const r = 1 / ah;
  const p = r * ah;
  const rest = 1 - p - productError(r, ah, p);
  return settle(r, (rest - r * al) * r, Math.abs(r) * POWI_ERROR);
}
