/**
 * Real numbers as balls of integers: the value lies in [m - r, m + r] * 2^e. Every operation rounds
 * to p bits and widens the radius by all it may have lost, so a result's radius is a proof, not an
 * estimate.
 */
import { bitLength, decompose, roundToDouble } from "../bits.js";

export interface Ball {
  readonly m: bigint;
  readonly e: number;
  readonly r: bigint;
}

export const ZERO: Ball = { m: 0n, e: 0, r: 0n };
export const ONE: Ball = { m: 1n, e: 0, r: 0n };

const abs = (n: bigint): bigint => (n < 0n ? -n : n);

/**
 * At most p bits of mantissa; the floor of the shift costs less than one unit, the radius another.
 */
export function ball(m: bigint, e: number, r: bigint, p: number): Ball {
  const excess = bitLength(m) - p;
  if (excess <= 0) return { m, e, r };
  const shift = BigInt(excess);
  return { m: m >> shift, e: e + excess, r: (r >> shift) + 2n };
}

export function fromInteger(n: bigint | number): Ball {
  return { m: BigInt(n), e: 0, r: 0n };
}

/** Exact; x must be finite. */
export function fromDouble(x: number): Ball {
  const { m, e } = decompose(x);
  return { m, e, r: 0n };
}

/** Exponent just above the magnitude: |value| < 2^top. -Infinity for exact zero. */
export function top(a: Ball): number {
  const bound = abs(a.m) + a.r;
  return bound === 0n ? -Infinity : bitLength(bound) + a.e;
}

export function negate(a: Ball): Ball {
  return { m: -a.m, e: a.e, r: a.r };
}

export function absolute(a: Ball): Ball {
  return a.m < 0n ? negate(a) : a;
}

/** a * 2^k, exact. */
export function shift(a: Ball, k: number): Ball {
  return { m: a.m, e: a.e + k, r: a.r };
}

/** a with its radius widened by 2^t. */
export function widen(a: Ball, t: number): Ball {
  if (t <= a.e) return { m: a.m, e: a.e, r: a.r + 1n };
  return { m: a.m, e: a.e, r: a.r + (1n << BigInt(t - a.e)) };
}

export function add(a: Ball, b: Ball, p: number): Ball {
  if (a.m === 0n && a.r === 0n) return ball(b.m, b.e, b.r, p);
  if (b.m === 0n && b.r === 0n) return ball(a.m, a.e, a.r, p);
  const big = a.e >= b.e ? a : b;
  const small = a.e >= b.e ? b : a;
  const gap = big.e - small.e;
  const bitsSmall = bitLength(abs(small.m) + small.r);
  // Everything of the smaller one lies below one unit of the larger extended by p bits.
  if (gap > bitsSmall + p + 64) {
    const extra = BigInt(p);
    return ball(big.m << extra, big.e - p, (big.r << extra) + 1n, p);
  }
  const up = BigInt(gap);
  return ball((big.m << up) + small.m, small.e, (big.r << up) + small.r, p);
}

export function subtract(a: Ball, b: Ball, p: number): Ball {
  return add(a, negate(b), p);
}

export function multiply(a: Ball, b: Ball, p: number): Ball {
  const r = a.r === 0n && b.r === 0n ? 0n : abs(a.m) * b.r + abs(b.m) * a.r + a.r * b.r;
  return ball(a.m * b.m, a.e + b.e, r, p);
}

export function square(a: Ball, p: number): Ball {
  return multiply(a, a, p);
}

/** Thrown when a divisor's ball touches zero; the caller tries more bits. */
export class Undecided extends Error {
  constructor() {
    super("more bits are needed");
    this.name = "Undecided";
  }
}

export function divide(a: Ball, b: Ball, p: number): Ball {
  const divisor = abs(b.m);
  if (divisor <= b.r) throw new Undecided();
  const wanted = Math.max(0, p + 2 + bitLength(divisor) - bitLength(a.m));
  const up = BigInt(wanted);
  const q = (a.m << up) / b.m;
  const r =
    a.r === 0n && b.r === 0n
      ? 1n
      : ((a.r * divisor + abs(a.m) * b.r) << up) / (divisor * (divisor - b.r)) + 2n;
  return ball(q, a.e - b.e - wanted, r, p);
}

export function divideInteger(a: Ball, n: number, p: number): Ball {
  return divide(a, fromInteger(n), p);
}

export function multiplyInteger(a: Ball, n: number, p: number): Ball {
  const k = BigInt(n);
  return ball(a.m * k, a.e, a.r * abs(k), p);
}

/** floor(sqrt(n)) for n >= 0, by Newton from above. */
export function integerSqrt(n: bigint): bigint {
  if (n < 2n) return n;
  let guess = 1n << BigInt((bitLength(n) + 1) >> 1);
  for (;;) {
    const next = (guess + n / guess) >> 1n;
    if (next >= guess) return guess;
    guess = next;
  }
}

/** floor(cbrt(n)) for n >= 0, by Newton from above. */
export function integerCbrt(n: bigint): bigint {
  if (n < 2n) return n;
  let guess = 1n << BigInt(Math.ceil(bitLength(n) / 3));
  for (;;) {
    const next = (2n * guess + n / (guess * guess)) / 3n;
    if (next >= guess) return guess;
    guess = next;
  }
}

/** Square root of a ball with m >= 0; exact zero gives zero. */
export function sqrt(a: Ball, p: number): Ball {
  if (a.m === 0n && a.r === 0n) return ZERO;
  if (a.m <= a.r) throw new Undecided();
  let up = Math.max(0, 2 * p + 4 - bitLength(a.m));
  if (((a.e - up) & 1) !== 0) up += 1;
  const m = a.m << BigInt(up);
  const root = integerSqrt(m);
  // sqrt(m) - sqrt(m - r) <= r / sqrt(m), the larger of the two sides.
  const r = (a.r << BigInt(up)) / root + 2n;
  return ball(root, (a.e - up) / 2, r, p);
}

/** -1, 0 or 1 for the sign of a ball that does not straddle zero. */
export function signOf(a: Ball): number {
  if (abs(a.m) > a.r) return a.m < 0n ? -1 : 1;
  if (a.m === 0n && a.r === 0n) return 0;
  throw new Undecided();
}

/** Nearest integer to the midpoint, ties upwards. */
export function nearestInteger(a: Ball): bigint {
  if (a.e >= 0) return a.m << BigInt(a.e);
  const down = BigInt(-a.e);
  return (a.m + (1n << (down - 1n))) >> down;
}

/** The double that every value in the ball rounds to, or undefined when they differ. */
export function roundBall(a: Ball): number | undefined {
  const below = roundToDouble(a.m - a.r, a.e);
  if (a.r === 0n) return below;
  const above = roundToDouble(a.m + a.r, a.e);
  // Opposite zeros compare equal, and callers own the sign of a zero.
  return below === above ? below : undefined;
}

const BITS_FIRST = 256;
const BITS_LAST = 32_768;

/**
 * The double nearest to a real number, from enclosures of it at rising precision.
 * @param enclose   gives a ball holding the exact value, the smaller the more bits it is given
 * @throws RangeError when 32,768 bits do not decide: the value would have to be a double or a
 *   midpoint, and those cases are answered before this is called.
 */
export function correctlyRounded(enclose: (p: number) => Ball): number {
  for (let p = BITS_FIRST; p <= BITS_LAST; p *= 2) {
    try {
      const rounded = roundBall(enclose(p));
      if (rounded !== undefined) return rounded;
    } catch (error) {
      if (!(error instanceof Undecided)) throw error;
    }
  }
  throw new RangeError("a correctly rounded result was not decided");
}

/**
 * The first decides all but one result in some thousands; a ball that decides is right at any
 * precision.
 */
const NEAREST_BITS = [64, 192, 384, 1_536];

/**
 * The double nearest to a real number whose value may also be a double or a midpoint: what 1,536
 * bits leave undecided is rounded from the middle of the ball, so the error is below half an ulp
 * and 2^-1000 more.
 */
export function nearlyRounded(enclose: (p: number) => Ball): number {
  let last: Ball | undefined;
  for (const p of NEAREST_BITS) {
    try {
      last = enclose(p);
    } catch (error) {
      if (!(error instanceof Undecided)) throw error;
      continue;
    }
    const rounded = roundBall(last);
    if (rounded !== undefined) return rounded;
  }
  return last === undefined ? NaN : roundToDouble(last.m, last.e);
}
