/**
 * sin, cos, tan and their half-turn forms sinpi, cospi, tanpi: the double nearest to the exact
 * value.
 */
import { correctlyRounded, divide, fromDouble } from "./ball/ball.js";
import * as big from "./ball/elementary.js";
import { divDD, low } from "./double.js";
import {
  CIRCULAR_ERROR,
  found,
  reduceByHalfPi,
  reduceHalfTurns,
  remainder,
  sinCosReduced,
} from "./pair/circular.js";
import { fastCos, fastCospi, fastSin, fastSinpi, fastTan, fastTanpi } from "./fast/circular.js";
import { decided } from "./pair/core.js";

/** Below 2^-27 the cubic term is less than a quarter of the gap to the next double. */
const TINY = 7.450580596923828e-9;

/**
 * Entry of `found` holding the value of sin (turn 0) or cos (turn 1) after q quarter turns, rounded
 * or NaN.
 */
function quarterTurned(q: number): number {
  const at = (q & 1) === 0 ? 0 : 2;
  const h = found[at]!;
  const r = decided(h, found[at + 1]!, Math.abs(h) * CIRCULAR_ERROR);
  return (q & 2) === 0 ? r : -r;
}

/** Quotient of `found` for the tangent after q quarter turns, rounded or NaN. */
function tangentTurned(q: number): number {
  const swapped = (q & 1) !== 0;
  const h = swapped
    ? -divDD(found[2]!, found[3]!, found[0]!, found[1]!)
    : divDD(found[0]!, found[1]!, found[2]!, found[3]!);
  const l = swapped ? -low[0]! : low[0]!;
  return decided(h, l, Math.abs(h) * CIRCULAR_ERROR);
}

/** Sine of x radians; NaN at infinities, -0 stays -0. */
export function sin(x: number): number {
  const m = Math.abs(x);
  if (m < Infinity && m >= TINY) {
    const r = fastSin(x);
    if (r === r) return r;
  }
  return sinSlowly(x);
}

function sinSlowly(x: number): number {
  if (x - x !== 0) return NaN;
  if (x < TINY && x > -TINY) return x;
  const q = reduceByHalfPi(x);
  sinCosReduced(remainder[0]!, remainder[1]!);
  const r = quarterTurned(q);
  if (r === r) return r;
  const a = fromDouble(x);
  return correctlyRounded((p) => big.sinCos(a, p).sin);
}

/** Cosine of x radians. */
export function cos(x: number): number {
  if (Math.abs(x) < Infinity) {
    const r = fastCos(x);
    if (r === r) return r;
  }
  return cosSlowly(x);
}

function cosSlowly(x: number): number {
  if (x - x !== 0) return NaN;
  if (x < TINY && x > -TINY) return 1;
  const q = reduceByHalfPi(x);
  sinCosReduced(remainder[0]!, remainder[1]!);
  const r = quarterTurned(q + 1);
  if (r === r) return r;
  const a = fromDouble(x);
  return correctlyRounded((p) => big.sinCos(a, p).cos);
}

/** Tangent of x radians. */
export function tan(x: number): number {
  const m = Math.abs(x);
  if (m < Infinity && m >= TINY) {
    const r = fastTan(x);
    if (r === r) return r;
  }
  return tanSlowly(x);
}

function tanSlowly(x: number): number {
  if (x - x !== 0) return NaN;
  if (x < TINY && x > -TINY) return x;
  const q = reduceByHalfPi(x);
  sinCosReduced(remainder[0]!, remainder[1]!);
  const r = tangentTurned(q);
  if (r === r) return r;
  const a = fromDouble(x);
  return correctlyRounded((p) => {
    const { sin: s, cos: c } = big.sinCos(a, p);
    return divide(s, c, p + 8);
  });
}

/** The fast phase's reduction errs by an absolute amount, far below this. */
const FAST_TURN = 1e-17;
/** Below 2^-900 the low part of a product with pi may be lost. */
const SMALL_TURN = 1.1830521861667747e-271;

/** sin(pi x); every integer gives a zero with the sign of x. */
export function sinpi(x: number): number {
  // Exact: the remainder of doubles is always a double.
  const r = x % 2;
  if (Math.abs(r) > FAST_TURN) {
    const value = fastSinpi(r);
    if (value === value && Math.floor(r) !== r) return value;
  }
  return sinpiSlowly(x);
}

function sinpiSlowly(x: number): number {
  if (x - x !== 0) return NaN;
  if (Math.floor(x) === x) return x < 0 || Object.is(x, -0) ? -0 : 0;
  const r = x % 2;
  if (r === 0.5 || r === -1.5) return 1;
  if (r === -0.5 || r === 1.5) return -1;
  if (r > SMALL_TURN || r < -SMALL_TURN) {
    const value = quarterTurned(reduceHalfTurns(r));
    if (value === value) return value;
  }
  const a = fromDouble(r);
  return correctlyRounded((p) => big.sinCosPi(a, p).sin);
}

/** cos(pi x); +0 at every odd multiple of 1/2. */
export function cospi(x: number): number {
  const r = x % 2;
  const value = fastCospi(r);
  // Halves of odd integers give +0 without a sign of the fast phase's own.
  return value === value && value !== 0 ? value : cospiSlowly(x);
}

function cospiSlowly(x: number): number {
  if (x - x !== 0) return NaN;
  const r = Math.abs(x) % 2;
  if (r === 0) return 1;
  if (r === 1) return -1;
  if (r === 0.5 || r === 1.5) return 0;
  const value = quarterTurned(reduceHalfTurns(r) + 1);
  if (value === value) return value;
  const a = fromDouble(r);
  return correctlyRounded((p) => big.sinCosPi(a, p).cos);
}

/**
 * tan(pi x). Integers give zero, odd multiples of 1/2 an infinity, with the signs of sinpi/cospi in
 * IEEE 754-2019: an even integer keeps the sign of x, an odd one reverses it, n + 1/2 is +Infinity
 * for even n, else -Infinity.
 */
export function tanpi(x: number): number {
  const r = x % 2;
  if (Math.abs(r) > FAST_TURN && Math.floor(4 * r) !== 4 * r) {
    const value = fastTanpi(r);
    if (value === value) return value;
  }
  return tanpiSlowly(x);
}

function tanpiSlowly(x: number): number {
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
  if (a > SMALL_TURN) {
    const value = tangentTurned(reduceHalfTurns(r));
    if (value === value) return value;
  }
  const b = fromDouble(r);
  return correctlyRounded((p) => {
    const { sin: s, cos: c } = big.sinCosPi(b, p);
    return divide(s, c, p + 8);
  });
}
