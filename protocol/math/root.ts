/** cbrt and hypot, decided with integers: a truncated root and whether anything is left over. */
import { integerCbrt, integerSqrt } from "./ball/ball.js";
import {
  bitLength,
  decompose,
  exponentOf,
  MIN_NORMAL,
  powerOfTwo,
  roundToDouble,
  scaleNormal,
} from "./bits.js";
import { addDD, low, mulD, productOf, sqrtDD, twoProdError } from "./double.js";
import { fastCbrt, fastHypot } from "./fast/root.js";
import { decided } from "./pair/core.js";

/** Relative error bound of the double-double phases here. */
const ERROR = 8.077935669463161e-28; // 2^-90

/** Cube root, odd; -0 stays -0. */
export function cbrt(x: number): number {
  const m = Math.abs(x);
  if (m >= MIN_NORMAL && m < Infinity) {
    const r = fastCbrt(m);
    if (r === r) return x < 0 ? -r : r;
  }
  return cbrtSlowly(x);
}

function cbrtSlowly(x: number): number {
  if (!(Math.abs(x) < Infinity) || x === 0) return x;
  const m = Math.abs(x);
  const r = cbrtRounded(m);
  const value = r === r ? r : cbrtExactly(m);
  return x < 0 ? -value : value;
}

/**
 * Cube root of t in [1, 8) through Newton steps, the last in double-double, then scaled; NaN when
 * undecided.
 */
function cbrtRounded(x: number): number {
  const e = exponentOf(x);
  if (e < -1022) return NaN;
  const third = Math.floor(e / 3);
  const t = scaleNormal(x, -3 * third);
  let y = 0.8 + t * (0.2 - 0.006 * t);
  for (let i = 0; i < 5; i += 1) y -= (y - t / (y * y)) / 3;
  // y^3 - t, of which about 50 bits cancel, then one more step of Newton's method.
  const sh = productOf(y, y);
  const ch = mulD(sh, low[0]!, y);
  const rest = ch - t + low[0]!;
  const step = -rest / (3 * sh);
  const h = y + step;
  // The next term of the expansion, step^2 / y, is below 2^-98.
  return scaleNormal(decided(h, step - (h - y), h * ERROR), third);
}

function cbrtExactly(x: number): number {
  const { m, e } = decompose(x);
  // At least 58 bits of root, and an exponent that three divides.
  let up = Math.max(0, 174 - bitLength(m));
  up += (((e - up) % 3) + 3) % 3;
  const scaled = m << BigInt(up);
  const root = integerCbrt(scaled);
  return roundToDouble(root, (e - up) / 3, root * root * root !== scaled);
}

/** Squares between these, and their errors, are normal. */
const FAST_MAX = 1e120;
const FAST_MIN = 1e-120;

/** sqrt(x^2 + y^2) without overflow on the way; infinite if either is, even beside NaN. */
export function hypot(x: number, y: number): number {
  const a = Math.abs(x);
  const b = Math.abs(y);
  if (a < FAST_MAX && a > FAST_MIN && b < FAST_MAX && b > FAST_MIN) {
    const r = fastHypot(a, b);
    if (r === r) return r;
  }
  return hypotSlowly(a, b);
}

function hypotSlowly(a: number, b: number): number {
  if (a === Infinity || b === Infinity) return Infinity;
  if (a !== a || b !== b) return NaN;
  if (a === 0) return b;
  if (b === 0) return a;
  // The smaller adds less than 2^-121 of the larger, which is a double: it cannot reach a midpoint.
  if (Math.abs(exponentOf(a) - exponentOf(b)) > 60) return Math.max(a, b);
  const r = hypotRounded(a, b);
  return r === r ? r : hypotExactly(a, b);
}

/**
 * Both scaled near 1, so that no square leaves the range; NaN when undecided or possibly subnormal.
 */
function hypotRounded(a: number, b: number): number {
  const e = exponentOf(Math.max(a, b));
  if (e < -900) return NaN;
  const u = e > 1000 ? a * powerOfTwo(-1000) * powerOfTwo(1000 - e) : a * powerOfTwo(-e);
  const v = e > 1000 ? b * powerOfTwo(-1000) * powerOfTwo(1000 - e) : b * powerOfTwo(-e);
  const p = u * u;
  const pl = twoProdError(u, u, p);
  const q = v * v;
  const h = addDD(p, pl, q, twoProdError(v, v, q));
  const r = sqrtDD(h, low[0]!);
  return scaleNormal(decided(r, low[0]!, r * ERROR), e);
}

function hypotExactly(a: number, b: number): number {
  const p = decompose(a);
  const q = decompose(b);
  const e = Math.min(p.e, q.e);
  const u = p.m << BigInt(p.e - e);
  const v = q.m << BigInt(q.e - e);
  const total = u * u + v * v;
  const up = Math.max(0, 116 - bitLength(total));
  const even = up + (up & 1);
  const scaled = total << BigInt(even);
  const root = integerSqrt(scaled);
  return roundToDouble(root, e - even / 2, root * root !== scaled);
}

/** Sums of squares between these have lost no part to the ends of the range that counts. */
const SQUARES_MIN = 1e-270;

/**
 * Root of a sum of squares, as independent parts of one uncertainty add up; scaled where the
 * squares leave the range of doubles.
 */
export function rootOfSquares(parts: Iterable<number>): number {
  const sizes = Array.from(parts, Math.abs);
  let squares = 0;
  for (const size of sizes) squares += size * size;
  if (squares > SQUARES_MIN && squares < Infinity) return Math.sqrt(squares);
  const largest = sizes.reduce((most, size) => (size > most || size !== size ? size : most), 0);
  if (!(largest > 0 && largest < Infinity)) return largest;
  squares = 0;
  for (const size of sizes) squares += (size / largest) * (size / largest);
  return largest * Math.sqrt(squares);
}
