/** Exponential, sine and cosine integrals and complete elliptic ones; error below 0.51 ulp. */
import { fromDouble, nearlyRounded, type Ball } from "../ball/ball.js";
import type { Sized } from "../ball/bessel.js";
import { ellipticE, ellipticK } from "../ball/elliptic.js";
import * as big from "../ball/integrals.js";
import { acos, atan } from "../inverseCircular.js";

/** Ei overflows from 716.4 on, E1 vanishes from 738. */
const GROWING_MAX = 720;
const FALLING_MAX = 750;

function evaluate(enclose: (x: Sized, p: number) => Ball, x: number): number {
  const argument: Sized = { ball: fromDouble(x), size: x };
  return nearlyRounded((p) => enclose(argument, p));
}

/** Exponential integral Ei(x), the principal value for x > 0; -Infinity at 0, -E1(-x) below. */
export function ei(x: number): number {
  if (x !== x) return NaN;
  if (x === 0) return -Infinity;
  if (x < 0) return -e1(-x);
  return x > GROWING_MAX ? Infinity : evaluate(big.ei, x);
}

/** Exponential integral E1(x): Infinity at 0, NaN below, where it is not real. */
export function e1(x: number): number {
  if (!(x >= 0)) return NaN;
  if (x === 0) return Infinity;
  return x > FALLING_MAX ? 0 : evaluate(big.e1, x);
}

/** Sine integral Si(x), odd, tending to pi/2. */
export function si(x: number): number {
  if (x !== x || x === 0) return x;
  const a = Math.abs(x);
  const value = a === Infinity ? atan(Infinity) : evaluate(big.si, a);
  return x < 0 ? -value : value;
}

/** Cosine integral Ci(x): -Infinity at 0, NaN below. */
export function ci(x: number): number {
  if (!(x >= 0)) return NaN;
  if (x === 0) return -Infinity;
  return x === Infinity ? 0 : evaluate(big.ci, x);
}

/** Complete elliptic integral K of the parameter m = k^2: Infinity at 1, NaN beyond. */
export function ellipk(m: number): number {
  if (!(m <= 1)) return NaN;
  if (m === 1) return Infinity;
  if (m === -Infinity) return 0;
  const a = fromDouble(m);
  return nearlyRounded((p) => ellipticK(a, p));
}

/** Complete elliptic integral E of the parameter m = k^2: 1 at 1, NaN beyond. */
export function ellipe(m: number): number {
  if (!(m <= 1)) return NaN;
  if (m === 1) return 1;
  if (m === -Infinity) return Infinity;
  if (m === 0) return acos(0);
  const a = fromDouble(m);
  return nearlyRounded((p) => ellipticE(a, p));
}
