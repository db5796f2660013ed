/** Cube root and hypotenuse. */
import { highWord, settle, settleScaled, squareError, twoTo } from "./settle.js";

/** Adding and subtracting it leaves a multiple of 2^-16. */
const TO_17_BITS = 103079215104; // 1.5 * 2^36

/**
 * d^3 and d^4 are exact enough in double; y d/3, below 2^-16.3 y, rounds by 4u of that; left out
 * is 22 d^5/729 < 2^-79.
 */
const CBRT_ERROR = 2.710505431213761e-20; // 2^-65

/**
 * Cube root rounded for a normal x > 0, or NaN when not decided. x = 8^j t, 1 <= t < 8; y, of 17
 * bits, comes from a polynomial within 2^-9 and one step of Halley's method, so that y^3 and t -
 * y^3 are exact; then t = y^3 (1 + d) with |d| < 2^-14.7.
 */
export function fastCbrt(x: number): number {
  const e = (highWord(x) >> 20) - 1023;
  // floor(e/3): 43691/2^17 is 1/3 and a little more, exact enough below 98,000.
  const j = (((e + 1200) * 43691) >> 17) - 400;
  const t = x * twoTo(-3 * j);
  const g = 0.6272949 + t * 0.4491935 + t * t * (t * 0.0095838 - 0.08377497 - t * t * 4.320997e-4);
  const ggg = g * g * g;
  const z = g * ((ggg + 2 * t) / (2 * ggg + t));
  const y = z + TO_17_BITS - TO_17_BITS;
  const yyy = y * y * y;
  const d = (t - yyy) / yyy;
  const dd = d * d;
  const lo =
    y *
    (d * 0.3333333333333333 +
      dd * (d * 0.06172839506172839 - 0.1111111111111111 - dd * 0.0411522633744856));
  return settleScaled(y, lo, CBRT_ERROR, j);
}

const HYPOT_ERROR = 1.0097419586828951e-28; // 2^-93

/**
 * sqrt(a^2 + b^2) rounded for 2^-400 < a, b < 2^400, or NaN. Squares and their sum are exact; the
 * correction of the square root rounds by 4u of 2^-52 and leaves out its square, 2^-106.
 */
export function fastHypot(a: number, b: number): number {
  const p = a * a;
  const q = b * b;
  const s = p + q;
  const bb = s - p;
  const r = Math.sqrt(s);
  const rr = r * r;
  const rest = p - (s - bb) + (q - bb) + (squareError(a, p) + squareError(b, q));
  const l = (s - rr - squareError(r, rr) + rest) / (2 * r);
  return settle(r, l, r * HYPOT_ERROR);
}
