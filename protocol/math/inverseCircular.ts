/** asin, acos, atan, atan2 in radians: the double nearest to the exact value. */
import {
  absolute,
  add,
  correctlyRounded,
  fromDouble,
  multiply,
  ONE,
  shift,
  sqrt,
  subtract,
  type Ball,
} from "./ball/ball.js";
import * as big from "./ball/elementary.js";
import { pi } from "./ball/constants.js";
import { exponentOf, powerOfTwo } from "./bits.js";
import { addD, low, mulDD, sqrtDD, twoSumError } from "./double.js";
import { fastAcos, fastAngle, fastAsin, fastAtan } from "./fast/angle.js";
import { ANGLE_ERROR, anglePair } from "./pair/arctangent.js";
import { HALF_PI } from "./pair/circular.js";
import { decided } from "./pair/core.js";

/** Below 2^-27 the cubic term is less than a quarter of the gap to the next double. */
const TINY = 7.450580596923828e-9;
/** Quotients of the fast phase keep to the range of single precision. */
const FAST_MAX = 1e30;
const FAST_MIN = 1e-30;
const TINY_CUBED = TINY * TINY * TINY;

/** sqrt(1 - x^2) as a pair, from exact 1 - x and 1 + x. */
function complementPair(x: number): number {
  const u = 1 - x;
  const ul = twoSumError(1, -x, u);
  const v = 1 + x;
  const vl = twoSumError(1, x, v);
  const h = mulDD(u, ul, v, vl);
  return sqrtDD(h, low[0]!);
}

/** The rounded angle of two pairs, or NaN when double-double does not decide it. */
function angleRounded(yh: number, yl: number, xh: number, xl: number): number {
  const h = anglePair(yh, yl, xh, xl);
  return decided(h, low[0]!, h * ANGLE_ERROR);
}

/** 1 - a^2 as (1 - a)(1 + a), both factors exact. */
function complement(a: Ball, p: number): Ball {
  return multiply(subtract(ONE, a, 2300), add(ONE, a, 2300), p);
}

/** Arc sine in [-pi/2, pi/2]; NaN beyond 1, -0 stays -0. */
export function asin(x: number): number {
  const m = Math.abs(x);
  if (m < 1 && m >= TINY) {
    const r = fastAsin(m);
    if (r === r) return x < 0 ? -r : r;
  }
  return asinSlowly(x);
}

function asinSlowly(x: number): number {
  if (!(Math.abs(x) <= 1)) return NaN;
  if (x < TINY && x > -TINY) return x;
  const m = Math.abs(x);
  if (m < 1) {
    const c = complementPair(m);
    const r = angleRounded(m, 0, c, low[0]!);
    if (r === r) return x < 0 ? -r : r;
  }
  const a = absolute(fromDouble(x));
  const value = correctlyRounded((p) => big.angle(a, sqrt(complement(a, p + 32), p + 32), p));
  return x < 0 ? -value : value;
}

/** Arc cosine in [0, pi]; NaN beyond 1. */
export function acos(x: number): number {
  const m = Math.abs(x);
  if (m < 1 && m >= TINY) {
    const r = fastAcos(x);
    if (r === r) return r;
  }
  return acosSlowly(x);
}

function acosSlowly(x: number): number {
  if (!(Math.abs(x) <= 1)) return NaN;
  if (x === 1) return 0;
  if (x === -1) return quarters(4);
  if (x > TINY || x < -TINY) {
    const c = complementPair(x);
    const r = angleRounded(c, low[0]!, x, 0);
    if (r === r) return r;
  } else {
    const h = addD(HALF_PI[0]!, HALF_PI[1]!, -x);
    const r = decided(h, low[0]!, TINY_CUBED);
    if (r === r) return r;
  }
  const a = fromDouble(x);
  return correctlyRounded((p) => big.angle(sqrt(complement(a, p + 32), p + 32), a, p));
}

/** Arc tangent in [-pi/2, pi/2]; -0 stays -0. */
export function atan(x: number): number {
  const m = Math.abs(x);
  if (m >= TINY && m < FAST_MAX) {
    const r = fastAtan(m);
    if (r === r) return x < 0 ? -r : r;
  }
  return atanSlowly(x);
}

function atanSlowly(x: number): number {
  if (x !== x || (x < TINY && x > -TINY)) return x;
  const m = Math.abs(x);
  if (m < 1e100) {
    const r = angleRounded(m, 0, 1, 0);
    if (r === r) return x < 0 ? -r : r;
  }
  const a = absolute(fromDouble(Math.max(-1e300, Math.min(1e300, x))));
  const value = correctlyRounded((p) => big.atan(a, p));
  return x < 0 ? -value : value;
}

/**
 * Angle of the point (x, y) from the positive x axis, in [-pi, pi], with the signed zeros of IEEE
 * 754-2019.
 */
export function atan2(y: number, x: number): number {
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  if (ax < NEAR_MAX && ax > NEAR_MIN && ay < ax * FAST_MAX && ay > ax * FAST_MIN) {
    const r = fastAngle(ay, x);
    if (r === r) return y < 0 ? -r : r;
  }
  return atan2Slowly(y, x);
}

/** Between these, and the ratio in single range, neither coordinate needs a scaling. */
const NEAR_MAX = 1e60;
const NEAR_MIN = 1e-60;

function atan2Slowly(y: number, x: number): number {
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
  const gap = exponentOf(y) - exponentOf(x);
  if (gap < QUOTIENT_BITS && gap > -QUOTIENT_BITS) {
    const scaled = angleScaled(y, x);
    if (scaled === scaled) return scaled;
  }
  const a = fromDouble(y);
  const b = fromDouble(x);
  return correctlyRounded((p) => big.angle(a, b, p));
}

/**
 * Widest ratio, in bits, that the double-double phase takes: both numbers scale into the normal
 * range.
 */
const QUOTIENT_BITS = 400;

/** Both coordinates scaled by one power of two, which changes no angle. */
function angleScaled(y: number, x: number): number {
  const e = exponentOf(x);
  if (e > 400 || e < -400) {
    const half = powerOfTwo(-(e >> 1));
    const other = powerOfTwo(-(e - (e >> 1)));
    return angleRounded(y * half * other, 0, x * half * other, 0);
  }
  return angleRounded(y, 0, x, 0);
}

/** n pi/4 rounded. */
function quarters(n: number): number {
  return correctlyRounded((p) => shift(multiply(fromDouble(n), pi(p + 8), p), -2));
}
