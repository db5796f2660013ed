/**
 * x = k pi/256 + r, |r| <= pi/512 + 2^-50 < 2^-7.34: sines and cosines of the table's angles, short
 * Taylor polynomials for r, the addition theorem.
 */
import { low } from "../double.js";
import { SINES } from "./circularTable.js";
import { reduce, reduced, reduceTurns, reductionError } from "./reduction.js";
import { settle } from "./settle.js";

const QUARTER = 128;
const TURN = 512;

/** sin(i pi/256) over a whole turn, pairs, with the table's first quarter reflected. */
const WHEEL = new Float64Array(2 * TURN);
for (let i = 0; i < TURN; i += 1) {
  const half = i & 255;
  const at = 2 * (half <= QUARTER ? half : 256 - half);
  const sign = i < 256 ? 1 : -1;
  WHEEL[2 * i] = sign * SINES[at]!;
  WHEEL[2 * i + 1] = sign * SINES[at + 1]!;
}

/**
 * sin(i pi/256 + h + rest), low part in `low`. With S and C the table's sine and cosine, u =
 * 2^-53, |r| < 2^-7.34: S (cos r - 1), at most 2^-15.7 S, rounds by 7u of that, the term r^8/8! S
 * left out is 2^-74 S; C (sin r - r + r2), at most 2^-24.6, by 11u; the three sums of both and the
 * rounding test by 5u: 12u 2^-15.7 S + 16u 2^-24.6. The result is at least 0.49 S, and S is zero
 * or at least 2^-6.36: below 2^-63.8 of it. Where S is zero only r2 and r^3/6 round, by 12u
 * 2^-17.3 r < 2^-66.6 r.
 */
function sineFrom(i: number, h: number, rest: number): number {
  const r = h + rest;
  const r1 = Math.fround(h);
  const r2 = h - r1 + rest;
  const at = 2 * (i & 511);
  const across = 2 * ((i + QUARTER) & 511);
  const sh = WHEEL[at]!;
  const sl = WHEEL[at + 1]!;
  const ch = WHEEL[across]!;
  const cl = WHEEL[across + 1]!;
  const rr = r * r;
  const sine =
    r * rr * (rr * (0.008333333333333333 - rr * 1.984126984126984e-4) - 0.16666666666666666);
  const cosine = rr * (rr * (0.041666666666666664 - rr * 0.001388888888888889) - 0.5);
  // 26 bits times 24: exact, and not larger than sh unless that is zero.
  const p = ch * r1;
  const s = sh + p;
  low[0] = p - (s - sh) + (sl + (cl * r1 + (ch + cl) * (r2 + sine) + (sh + sl) * cosine));
  return s;
}

/** Relative part of the error of `sineFrom`; the reduction adds an absolute one. */
const SINE_ERROR = 1.0842021724855044e-19; // 2^-63

function settleSine(i: number, absolute: number): number {
  const s = sineFrom(i, reduced[0]!, reduced[1]!);
  return settle(s, low[0]!, Math.abs(s) * SINE_ERROR + absolute);
}

/** Twice the error of a sine, and the quotient's 2^-65. */
const TANGENT_ERROR = 3.2526065174565133e-19; // 1.5 * 2^-62

/**
 * Quotient of sine and cosine. With the cosine renormalised to d + dl and the upper 24 bits q1 of
 * the quotient, the products with both halves of d are exact, and the remainder, below 2^-15 of
 * the sine, rounds by 6u, the test included.
 */
function settleTangent(i: number, absolute: number): number {
  const nh = sineFrom(i, reduced[0]!, reduced[1]!);
  const nl = low[0]!;
  const wide = sineFrom(i + QUARTER, reduced[0]!, reduced[1]!);
  const d = wide + low[0]!;
  const dl = low[0]! - (d - wide);
  const inverse = 1 / d;
  const q1 = Math.fround(nh * inverse);
  const d1 = Math.fround(d);
  const rest = nh - q1 * d1 - q1 * (d - d1) + (nl - q1 * dl);
  const a = Math.abs(q1);
  // Where the cosine is tiny, its absolute error weighs.
  return settle(q1, rest * inverse, a * TANGENT_ERROR + (1 + a * a) * (2 * absolute));
}

/** sin x rounded for 2^-27 <= |x| < Infinity, or NaN when not decided. */
export function fastSin(x: number): number {
  return settleSine(reduce(x), reductionError(Math.abs(x)));
}

/** cos x rounded for |x| < Infinity, or NaN. */
export function fastCos(x: number): number {
  return settleSine(reduce(x) + QUARTER, reductionError(Math.abs(x)));
}

/** tan x rounded for 2^-27 <= |x| < Infinity, or NaN. */
export function fastTan(x: number): number {
  return settleTangent(reduce(x), reductionError(Math.abs(x)));
}

/** sin(pi x) rounded for 2^-60 < |x| <= 2, or NaN. */
export function fastSinpi(x: number): number {
  return settleSine(reduceTurns(x, 0), 0);
}

/** cos(pi x) rounded for |x| <= 2, or NaN. */
export function fastCospi(x: number): number {
  return settleSine(reduceTurns(x, 0) + QUARTER, 0);
}

/** tan(pi x) rounded for 2^-60 < |x| <= 2, no multiple of 1/2, or NaN. */
export function fastTanpi(x: number): number {
  return settleTangent(reduceTurns(x, 0), 0);
}
