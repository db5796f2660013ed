/** sinh, cosh, tanh and their inverses: the double nearest to the exact value. */
import {
  absolute, add, correctlyRounded, divide, fromDouble, multiply, ONE, shift, sqrt, square, subtract, top, type Ball,
} from "./ball/ball.js";
import * as big from "./ball/elementary.js";

/** Above ln(2^1025) both halves of the definition overflow. */
const OVERFLOW = 710.48;

/** e^a - 1 = u gives sinh a = (u + u/(u+1))/2, which keeps relative accuracy for small a. */
function sinhBall(a: Ball, p: number): Ball {
  const u = big.expm1(a, p + 16);
  return shift(add(u, divide(u, add(u, ONE, p + 16), p + 16), p + 16), -1);
}

function coshBall(a: Ball, p: number): Ball {
  const u = big.exp(a, p + 16);
  return shift(add(u, divide(ONE, u, p + 16), p + 16), -1);
}

/** Hyperbolic sine, odd. */
export function sinh(x: number): number {
  if (x !== x || x === 0) return x;
  if (Math.abs(x) > OVERFLOW) return x < 0 ? -Infinity : Infinity;
  const a = absolute(fromDouble(x));
  const value = correctlyRounded((p) => sinhBall(a, p));
  return x < 0 ? -value : value;
}

/** Hyperbolic cosine, even. */
export function cosh(x: number): number {
  if (x !== x) return NaN;
  if (Math.abs(x) > OVERFLOW) return Infinity;
  if (x === 0) return 1;
  const a = absolute(fromDouble(x));
  return correctlyRounded((p) => coshBall(a, p));
}

/** Hyperbolic tangent, odd. */
export function tanh(x: number): number {
  if (x !== x || x === 0) return x;
  // 1 - 2 e^(-2x) is nearer to 1 than to the double below.
  if (Math.abs(x) > 22) return x < 0 ? -1 : 1;
  const a = absolute(fromDouble(x));
  const value = correctlyRounded((p) => {
    const u = big.expm1(shift(a, 1), p + 16);
    return divide(u, add(u, { m: 2n, e: 0, r: 0n }, p + 16), p);
  });
  return x < 0 ? -value : value;
}

/** Inverse hyperbolic sine, odd: ln(1 + a + a^2/(1 + sqrt(1 + a^2))). */
export function asinh(x: number): number {
  if (!(Math.abs(x) < Infinity) || x === 0) return x;
  const a = absolute(fromDouble(x));
  const value = correctlyRounded((p) => {
    const w = p + 32;
    const aa = square(a, w);
    const root = sqrt(add(ONE, aa, w), w);
    const u = add(a, divide(aa, add(ONE, root, w), w), w);
    return top(u) < 2 ? big.log1p(u, w) : big.log(add(a, root, w), w);
  });
  return x < 0 ? -value : value;
}

/** Inverse hyperbolic cosine of x >= 1: ln(1 + t + sqrt(t (x + 1))) with t = x - 1. */
export function acosh(x: number): number {
  if (!(x >= 1)) return NaN;
  if (x === Infinity) return Infinity;
  if (x === 1) return 0;
  const a = fromDouble(x);
  return correctlyRounded((p) => {
    const w = p + 32;
    const t = subtract(a, ONE, 2 * w + 1100);
    const root = sqrt(multiply(t, add(a, ONE, w), w), w);
    return top(t) < 2 ? big.log1p(add(t, root, w), w) : big.log(add(a, root, w), w);
  });
}

/** Inverse hyperbolic tangent, odd; infinite at 1. */
export function atanh(x: number): number {
  if (x !== x || x === 0) return x;
  if (Math.abs(x) >= 1) return Math.abs(x) > 1 ? NaN : x * Infinity;
  const a = absolute(fromDouble(x));
  const value = correctlyRounded((p) => {
    const w = p + 32;
    // ln((1+a)/(1-a)) = ln(1 + 2a/(1-a)).
    const u = divide(shift(a, 1), subtract(ONE, a, 2 * w + 64), w);
    return shift(big.log1p(u, w), -1);
  });
  return x < 0 ? -value : value;
}
