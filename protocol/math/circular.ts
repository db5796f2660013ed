/** sin, cos, tan and their half-turn forms sinpi, cospi, tanpi: the double nearest to the exact value. */
import { correctlyRounded, divide, fromDouble } from "./ball/ball.js";
import * as big from "./ball/elementary.js";

/** Sine of x radians; NaN at infinities, -0 stays -0. */
export function sin(x: number): number {
  if (x - x !== 0) return NaN;
  if (x === 0) return x;
  const a = fromDouble(x);
  return correctlyRounded((p) => big.sinCos(a, p).sin);
}

/** Cosine of x radians. */
export function cos(x: number): number {
  if (x - x !== 0) return NaN;
  if (x === 0) return 1;
  const a = fromDouble(x);
  return correctlyRounded((p) => big.sinCos(a, p).cos);
}

/** Tangent of x radians. */
export function tan(x: number): number {
  if (x - x !== 0) return NaN;
  if (x === 0) return x;
  const a = fromDouble(x);
  return correctlyRounded((p) => {
    const { sin: s, cos: c } = big.sinCos(a, p);
    return divide(s, c, p + 8);
  });
}

/** sin(pi x); every integer gives a zero with the sign of x. */
export function sinpi(x: number): number {
  if (x - x !== 0) return NaN;
  if (Math.floor(x) === x) return x < 0 || Object.is(x, -0) ? -0 : 0;
  // Exact: the remainder of doubles is always a double.
  const r = x % 2;
  if (r === 0.5 || r === -1.5) return 1;
  if (r === -0.5 || r === 1.5) return -1;
  const a = fromDouble(r);
  return correctlyRounded((p) => big.sinCosPi(a, p).sin);
}

/** cos(pi x); +0 at every odd multiple of 1/2. */
export function cospi(x: number): number {
  if (x - x !== 0) return NaN;
  const r = Math.abs(x) % 2;
  if (r === 0) return 1;
  if (r === 1) return -1;
  if (r === 0.5 || r === 1.5) return 0;
  const a = fromDouble(r);
  return correctlyRounded((p) => big.sinCosPi(a, p).cos);
}

/**
 * tan(pi x). Integers give zero, odd multiples of 1/2 an infinity, with the signs of sinpi/cospi in IEEE 754-2019:
 * an even integer keeps the sign of x, an odd one reverses it, n + 1/2 is +Infinity for even n, else -Infinity.
 */
export function tanpi(x: number): number {
  if (x - x !== 0) return NaN;
  const r = x % 2;
  const a = Math.abs(r);
  const positive = x > 0 || Object.is(x, 0);
  if (a === 0) return positive ? 0 : -0;
  if (a === 1) return positive ? -0 : 0;
  if (a === 0.5) return positive ? Infinity : -Infinity;
  if (a === 1.5) return positive ? -Infinity : Infinity;
  if (a === 0.25 || a === 1.25) return positive ? 1 : -1;
  if (a === 0.75 || a === 1.75) return positive ? -1 : 1;
  const b = fromDouble(r);
  return correctlyRounded((p) => {
    const { sin: s, cos: c } = big.sinCosPi(b, p);
    return divide(s, c, p + 8);
  });
}
