/**
 * Exponential, logarithm and circular functions of balls: argument reduction, then a Taylor series
 * with a proven tail.
 */
import {
  add,
  ball,
  divide,
  divideInteger,
  fromInteger,
  multiply,
  nearestInteger,
  negate,
  ONE,
  shift,
  signOf,
  sqrt,
  square,
  subtract,
  top,
  Undecided,
  widen,
  ZERO,
  type Ball,
} from "./ball.js";
import { ln2, lnOf128ths, pi } from "./constants.js";
import { bitLength } from "../bits.js";

/** Exponents past this overflow or vanish in every use; callers answer such arguments before. */
const EXPONENT_BITS_MAX = 40;

/**
 * first + next(first, 1) + ...: terms that at least halve in size from one to the next, from term
 * `settled` on. Stops below 2^-p of the sum; what is left is at most the last term and widens the
 * radius.
 */
export function series(
  first: Ball,
  next: (term: Ball, n: number) => Ball,
  p: number,
  settled = 0,
): Ball {
  let total = first;
  let term = first;
  for (let n = 1; ; n += 1) {
    term = next(term, n);
    total = add(total, term, p);
    if (n >= settled && top(term) < top(total) - p) return widen(total, top(term) + 1);
  }
}

/** e^a - 1 for |a| < 1/2, with relative accuracy also for tiny a. */
function expm1Small(a: Ball, p: number): Ball {
  if (top(a) === -Infinity) return ZERO;
  return series(a, (term, n) => divideInteger(multiply(term, a, p), n + 1, p), p);
}

/** Halvings before the series: each saves terms and costs one multiplication. */
const EXP_HALVINGS = 8;

export function exp(a: Ball, p: number): Ball {
  const size = top(a);
  if (size > EXPONENT_BITS_MAX) throw new RangeError("exponent outside every caller's range");
  const w = p + 24 + Math.max(0, size);
  const k = nearestInteger(divide(a, ln2(w), w));
  const rest = subtract(a, multiply(fromInteger(k), ln2(w), w), w);
  let value = add(ONE, expm1Small(shift(rest, -EXP_HALVINGS), w), w);
  for (let i = 0; i < EXP_HALVINGS; i += 1) value = square(value, w);
  const { m, e, r } = ball(value.m, value.e, value.r, p);
  return { m, e: e + Number(k), r };
}

export function expm1(a: Ball, p: number): Ball {
  if (top(a) <= -2) return expm1Small(a, p + 8);
  return subtract(exp(a, p + 16), ONE, p);
}

/** 2 atanh(z) for |z| < 1/4. */
function twiceArtanhSmall(z: Ball, p: number): Ball {
  if (top(z) === -Infinity) return ZERO;
  const zz = square(z, p);
  let power = z;
  return shift(
    series(
      z,
      (_, n) => {
        power = multiply(power, zz, p);
        return divideInteger(power, 2 * n + 1, p);
      },
      p,
    ),
    1,
  );
}

/** ln a for a > 0. */
export function log(a: Ball, p: number): Ball {
  if (signOf(a) <= 0) throw new RangeError("logarithm of a number that is not positive");
  const w = p + 24;
  let k = bitLength(a.m) + a.e - 1;
  // Keep the remaining factor in [3/4, 3/2): then ln a and k ln 2 never cancel.
  let t = shift(a, -k);
  let n = Number(nearestInteger(shift(t, 7)));
  if (n > 192) {
    k += 1;
    t = shift(t, -1);
    n = Number(nearestInteger(shift(t, 7)));
  }
  const c: Ball = { m: BigInt(n), e: -7, r: 0n };
  const z = divide(subtract(t, c, 2 * w), add(t, c, w), w);
  const fine = twiceArtanhSmall(z, w);
  const coarse = n === 128 ? fine : add(fine, lnOf128ths(n, w), w);
  return k === 0 ? coarse : add(coarse, multiply(fromInteger(k), ln2(w + 16), w + 16), w);
}

/** ln(1 + a) for a > -1, with relative accuracy for tiny a. */
export function log1p(a: Ball, p: number): Ball {
  const w = p + 16;
  if (top(a) < -8) return twiceArtanhSmall(divide(a, add(fromInteger(2), a, w), w), w);
  return log(add(ONE, a, 2 * p + 64), p);
}

function sinSmall(a: Ball, p: number): Ball {
  if (top(a) === -Infinity) return ZERO;
  const aa = square(a, p);
  const next = (term: Ball, n: number): Ball =>
    negate(divideInteger(multiply(term, aa, p), 2 * n * (2 * n + 1), p));
  return series(a, next, p);
}

function cosSmall(a: Ball, p: number): Ball {
  if (top(a) === -Infinity) return ONE;
  const aa = square(a, p);
  const next = (term: Ball, n: number): Ball =>
    negate(divideInteger(multiply(term, aa, p), 2 * n * (2 * n - 1), p));
  return series(ONE, next, p);
}

export interface SinCos {
  readonly sin: Ball;
  readonly cos: Ball;
}

/** Sine and cosine of rest + quadrant * pi/2, with |rest| at most about 0.8. */
function turned(rest: Ball, quadrant: number, p: number): SinCos {
  const s = sinSmall(rest, p);
  const c = cosSmall(rest, p);
  if (quadrant === 0) return { sin: s, cos: c };
  if (quadrant === 1) return { sin: c, cos: negate(s) };
  if (quadrant === 2) return { sin: negate(s), cos: negate(c) };
  return { sin: negate(c), cos: s };
}

/** Any magnitude: pi is taken to as many more bits as the argument has before its point. */
export function sinCos(a: Ball, p: number): SinCos {
  const w = p + 24;
  const size = top(a);
  if (size <= 0) return turned(a, 0, w);
  const wide = w + 2 * size + 64;
  const quarter = shift(pi(wide), -1);
  const k = nearestInteger(divide(a, quarter, wide));
  const rest = subtract(a, multiply(fromInteger(k), quarter, wide), wide);
  return turned(ball(rest.m, rest.e, rest.r, w), Number(((k % 4n) + 4n) % 4n), w);
}

/** Sine and cosine of pi * a, the reduction being exact for an exact a. */
export function sinCosPi(a: Ball, p: number): SinCos {
  const w = p + 24;
  const k = nearestInteger(shift(a, 1));
  const rest = subtract(a, { m: k, e: -1, r: 0n }, 4 * w + 2200);
  return turned(multiply(rest, pi(w + 8), w), Number(((k % 4n) + 4n) % 4n), w);
}

/** Series for atan on |z| at most about 1/16. */
function atanSmall(z: Ball, p: number): Ball {
  if (top(z) === -Infinity) return ZERO;
  const zz = negate(square(z, p));
  let power = z;
  return series(
    z,
    (_, n) => {
      power = multiply(power, zz, p);
      return divideInteger(power, 2 * n + 1, p);
    },
    p,
  );
}

const atanTables = new Map<number, (Ball | undefined)[]>();

/** atan(n/8) for 1 <= n <= 8, by halving the angle: atan c = 2 atan(c / (1 + sqrt(1 + c^2))). */
function atanOfEighths(n: number, p: number): Ball {
  let table = atanTables.get(p);
  if (table === undefined) {
    table = [];
    atanTables.set(p, table);
  }
  return (table[n] ??= shift(
    atanSmall(halvedTangent(halvedTangent({ m: BigInt(n), e: -3, r: 0n }, p + 16), p + 16), p + 16),
    2,
  ));
}

function halvedTangent(c: Ball, p: number): Ball {
  return divide(c, add(ONE, sqrt(add(ONE, square(c, p), p), p), p), p);
}

/** atan a for any a, in (-pi/2, pi/2). */
export function atan(a: Ball, p: number): Ball {
  if (a.m < 0n) return negate(atan(negate(a), p));
  const w = p + 24;
  if (top(a) > 1 || (top(a) === 1 && a.m > 1n << BigInt(Math.max(0, -a.e)))) {
    return subtract(shift(pi(w), -1), atan(divide(ONE, a, w), w), p);
  }
  if (top(a) < -3) return atanSmall(a, w);
  const n = Number(nearestInteger(shift(a, 3)));
  const c: Ball = { m: BigInt(n), e: -3, r: 0n };
  const z = divide(subtract(a, c, w), add(ONE, multiply(a, c, w), w), w);
  return n === 0 ? atanSmall(z, w) : add(atanSmall(z, w), atanOfEighths(n, w), w);
}

/** Angle of the point (x, y) from the positive x axis, for y >= 0, not both zero. */
export function angle(y: Ball, x: Ball, p: number): Ball {
  const w = p + 24;
  const sx = signOf(x);
  if (sx === 0) return shift(pi(w), -1);
  if (top(y) - top(x) > 2) return subtract(shift(pi(w), -1), atan(divide(x, y, w), w), w);
  if (sx > 0) return atan(divide(y, x, w), w);
  return add(pi(w), atan(divide(y, x, w), w), w);
}

/** a^b = exp(b ln a) for a > 0. */
export function power(a: Ball, b: Ball, p: number): Ball {
  const exponent = multiply(b, log(a, p + 64), p + 64);
  if (top(exponent) > EXPONENT_BITS_MAX) throw new Undecided();
  return exp(exponent, p);
}

/** Far past the range of doubles, and still cheap. */
const CLAMP = 2_000;

/** e^a, cut to 2^2100 or 2^-2200 where a is so large that no double can hold the result. */
export function expClamped(a: Ball, p: number): Ball {
  const limit = BigInt(CLAMP);
  if (top(a) > 12) {
    const whole = a.e >= 0 ? a.m << BigInt(Math.min(a.e, 64)) : a.m >> BigInt(-a.e);
    if (whole > limit) return { m: 1n, e: 2_100, r: 0n };
    if (whole < -limit) return { m: 1n, e: -2_200, r: 0n };
  }
  return exp(a, p);
}
