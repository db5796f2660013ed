/**
 * Bessel functions of integer order and modified ones of orders 0 and 1: enclosed by balls of
 * integers, so the error is below 0.51 ulp and the bits are the same everywhere.
 */
import { fromDouble, nearlyRounded, type Ball } from "../ball/ball.js";
import * as big from "../ball/bessel.js";

/** Orders beyond take too long. */
export const BESSEL_ORDER_MAX = 1_000;
/** I_n overflows from 714 on. */
const GROWING_MAX = 720;
/** K_n falls below the least double at 741. */
const FALLING_MAX = 750;

type Enclosure = (n: number, x: big.Sized, p: number) => Ball;

function evaluate(enclose: Enclosure, n: number, x: number): number {
  const argument: big.Sized = { ball: fromDouble(x), size: x };
  return nearlyRounded((p) => enclose(n, argument, p));
}

/** J_n(x), Bessel of the first kind; NaN unless n is an integer with |n| <= 1,000. */
export function jn(n: number, x: number): number {
  if (!(Math.abs(n) <= BESSEL_ORDER_MAX) || Math.floor(n) !== n || x !== x) return NaN;
  const m = Math.abs(n);
  if (x === 0) return m === 0 ? 1 : 0;
  if (x === Infinity || x === -Infinity) return 0;
  // Both J_-n(x) and J_n(-x) are (-1)^n J_n(x).
  const flips = (m & 1) !== 0 && n < 0 !== x < 0;
  const value = evaluate(big.besselJ, m, Math.abs(x));
  return flips ? -value : value;
}

/** Y_n(x), Bessel of the second kind: -Infinity at 0 (for n >= 0), NaN for x < 0. */
export function yn(n: number, x: number): number {
  if (!(Math.abs(n) <= BESSEL_ORDER_MAX) || Math.floor(n) !== n || !(x >= 0)) return NaN;
  const m = Math.abs(n);
  const sign = n < 0 && (m & 1) !== 0 ? -1 : 1;
  if (x === 0) return -sign * Infinity;
  if (x === Infinity) return 0;
  return sign * evaluate(big.besselY, m, x);
}

/** J_0(x), even. */
export function j0(x: number): number {
  return jn(0, x);
}

/** J_1(x), odd. */
export function j1(x: number): number {
  return jn(1, x);
}

/** Y_0(x), x > 0. */
export function y0(x: number): number {
  return yn(0, x);
}

/** Y_1(x), x > 0. */
export function y1(x: number): number {
  return yn(1, x);
}

function growing(n: number, x: number): number {
  if (x !== x) return NaN;
  const a = Math.abs(x);
  if (a > GROWING_MAX) return Infinity;
  if (a === 0) return n === 0 ? 1 : 0;
  return evaluate(big.besselI, n, a);
}

/** Modified I_0(x), even; Infinity from about 714. */
export function i0(x: number): number {
  return growing(0, x);
}

/** Modified I_1(x), odd. */
export function i1(x: number): number {
  return x < 0 ? -growing(1, x) : growing(1, x);
}

function falling(n: number, x: number): number {
  if (!(x >= 0)) return NaN;
  if (x === 0) return Infinity;
  return x > FALLING_MAX ? 0 : evaluate(big.besselK, n, x);
}

/** Modified K_0(x): Infinity at 0, NaN below. */
export function k0(x: number): number {
  return falling(0, x);
}

/** Modified K_1(x): Infinity at 0, NaN below. */
export function k1(x: number): number {
  return falling(1, x);
}
