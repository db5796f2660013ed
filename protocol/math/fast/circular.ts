/**
 * x = k pi/256 + r, |r| <= pi/512 + 2^-50 < 2^-7.34: sines and cosines of the table's angles, short
 * Taylor polynomials for r, the addition theorem.
 */
import { low } from "../double.js";
import { SINES } from "./circularTable.js";
import { nearest, settle } from "./settle.js";

/** pi/256 in 33 + 33 + 53 bits: products of the first two with integers of 20 bits are exact. */
const STEP_1 = 0.012271846302610356;
const STEP_2 = 4.747734770549973e-13;
const STEP_3 = 1.5798955068718364e-23;
const STEPS_PER_UNIT = 81.48733086305042; // 256 / pi

/** Beyond, k has more than 20 bits. */
export const CIRCULAR_FAST_MAX = 12_800;

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

/** Remainder of the last reduction: h + rest, |rest| below 2^-33 where the angle is not tiny. */
const reduced = new Float64Array(2);

/**
 * Leaves x - k pi/256 in `reduced` and gives k, for |x| < CIRCULAR_FAST_MAX. The first two steps
 * are exact; k STEP_3 and the sum with it err by less than 2^-106.
 */
function reduce(x: number): number {
  const kd = nearest(x * STEPS_PER_UNIT);
  const a = x - kd * STEP_1;
  const b = kd * STEP_2;
  const h = a - b;
  const bb = h - a;
  reduced[0] = h;
  reduced[1] = ((a - (h - bb)) - (b + bb)) - kd * STEP_3;
  return kd | 0;
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
  const r2 = (h - r1) + rest;
  const at = 2 * (i & 511);
  const across = 2 * ((i + QUARTER) & 511);
  const sh = WHEEL[at]!;
  const sl = WHEEL[at + 1]!;
  const ch = WHEEL[across]!;
  const cl = WHEEL[across + 1]!;
  const rr = r * r;
  const sine = r * rr * (rr * (0.008333333333333333 - rr * 1.984126984126984e-4)
    - 0.16666666666666666);
  const cosine = rr * (rr * (0.041666666666666664 - rr * 0.001388888888888889) - 0.5);
  // 26 bits times 24: exact, and not larger than sh unless that is zero.
  const p = ch * r1;
  const s = sh + p;
  low[0] = (p - (s - sh))
    + (sl + ((cl * r1 + (ch + cl) * (r2 + sine)) + (sh + sl) * cosine));
  return s;
}

/** Relative and absolute parts of the error of `sineFrom`. */
const SINE_ERROR = 1.0842021724855044e-19; // 2^-63
const REDUCTION_ERROR = 2.465190328815662e-32; // 2^-105

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
  const rest = ((nh - q1 * d1) - q1 * (d - d1)) + (nl - q1 * dl);
  const a = Math.abs(q1);
  // Where the cosine is tiny, its absolute error weighs.
  return settle(q1, rest * inverse,
    a * TANGENT_ERROR + (1 + a * a) * (2 * absolute));
}

/** sin x rounded for 2^-27 <= |x| < CIRCULAR_FAST_MAX, or NaN when not decided. */
export function fastSin(x: number): number {
  return settleSine(reduce(x), REDUCTION_ERROR);
}

/** cos x rounded for |x| < CIRCULAR_FAST_MAX, or NaN. */
export function fastCos(x: number): number {
  return settleSine(reduce(x) + QUARTER, REDUCTION_ERROR);
}

/** tan x rounded for 2^-27 <= |x| < CIRCULAR_FAST_MAX, or NaN. */
export function fastTan(x: number): number {
  return settleTangent(reduce(x), REDUCTION_ERROR);
}

/** pi to 24 bits, and the rest. */
const PI_1 = 3.1415927410125732;
const PI_2 = -8.742278000372485e-8;

/**
 * The same for an angle of x half turns, |x| <= 2, and not below 2^-60: x = k/256 + f exactly; f
 * pi is an exact product of 24 + 24 bits and a sum below 2^-31 of the angle, which rounds by 3u.
 */
function reduceTurns(x: number): number {
  const kd = nearest(x * 256);
  const f = x - kd * 0.00390625;
  const f1 = Math.fround(f);
  reduced[0] = f1 * PI_1;
  reduced[1] = (f - f1) * PI_1 + f * PI_2;
  return kd | 0;
}

/** sin(pi x) rounded for 2^-60 < |x| <= 2, or NaN. */
export function fastSinpi(x: number): number {
  return settleSine(reduceTurns(x), 0);
}

/** cos(pi x) rounded for |x| <= 2, or NaN. */
export function fastCospi(x: number): number {
  return settleSine(reduceTurns(x) + QUARTER, 0);
}

/** tan(pi x) rounded for 2^-60 < |x| <= 2, no multiple of 1/2, or NaN. */
export function fastTanpi(x: number): number {
  return settleTangent(reduceTurns(x), 0);
}
