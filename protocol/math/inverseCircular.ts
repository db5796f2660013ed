/** asin, acos, atan, atan2 in radians: the double nearest to the exact value. */
import {
  absolute, add, correctlyRounded, fromDouble, multiply, ONE, shift, sqrt, subtract, type Ball,
} from "./ball/ball.js";
import * as big from "./ball/elementary.js";
import { pi } from "./ball/constants.js";

/** 1 - a^2 as (1 - a)(1 + a), both factors exact. */
function complement(a: Ball, p: number): Ball {
  return multiply(subtract(ONE, a, 2300), add(ONE, a, 2300), p);
}

/** Arc sine in [-pi/2, pi/2]; NaN beyond 1, -0 stays -0. */
export function asin(x: number): number {
  if (!(Math.abs(x) <= 1)) return NaN;
  if (x === 0) return x;
  const a = absolute(fromDouble(x));
  const value = correctlyRounded((p) => big.angle(a, sqrt(complement(a, p + 32), p + 32), p));
  return x < 0 ? -value : value;
}

/** Arc cosine in [0, pi]; NaN beyond 1. */
export function acos(x: number): number {
  if (!(Math.abs(x) <= 1)) return NaN;
  if (x === 1) return 0;
  if (x === -1) return quarters(4);
  const a = fromDouble(x);
  return correctlyRounded((p) => big.angle(sqrt(complement(a, p + 32), p + 32), a, p));
}

/** Arc tangent in [-pi/2, pi/2]; -0 stays -0. */
export function atan(x: number): number {
  if (x !== x || x === 0) return x;
  const a = absolute(fromDouble(Math.max(-1e300, Math.min(1e300, x))));
  const value = correctlyRounded((p) => big.atan(a, p));
  return x < 0 ? -value : value;
}

/** Angle of the point (x, y) from the positive x axis, in [-pi, pi], with the signed zeros of IEEE 754-2019. */
export function atan2(y: number, x: number): number {
  if (x !== x || y !== y) return NaN;
  const negative = y < 0 || Object.is(y, -0);
  const value = angleAbove(Math.abs(y), x);
  return negative ? -value : value;
}

/** atan2 for y >= +0. */
function angleAbove(y: number, x: number): number {
  if (y === 0) return x < 0 || Object.is(x, -0) ? quarters(4) : 0;
  if (x === 0) return quarters(2);
  if (y === Infinity) {
    if (x === Infinity) return quarters(1);
    return x === -Infinity ? quarters(3) : quarters(2);
  }
  if (x === Infinity) return 0;
  if (x === -Infinity) return quarters(4);
  const a = fromDouble(y);
  const b = fromDouble(x);
  return correctlyRounded((p) => big.angle(a, b, p));
}

/** n pi/4 rounded. */
function quarters(n: number): number {
  return correctlyRounded((p) => shift(multiply(fromDouble(n), pi(p + 8), p), -2));
}
