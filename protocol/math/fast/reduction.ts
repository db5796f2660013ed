/** Any double as a multiple of pi/256 and a remainder h + rest, |h + rest| < 2^-7.34. */
import { SPLITTER } from "../constants.js";
import { twoSumError } from "../double.js";
import { INVERSE_TURN } from "./circularTable.js";
import { highWord, nearest, twoTo } from "./settle.js";

/** pi/256 in 33 + 33 + 53 bits: products of the first two with integers of 20 bits are exact. */
const STEP_1 = 0.012271846302610356;
const STEP_2 = 4.747734770549973e-13;
const STEP_3 = 1.5798955068718364e-23;
const STEPS_PER_UNIT = 81.48733086305042; // 256 / pi

/** Beyond, k has more than 20 bits. */
const STEPWISE_MAX = 12_800;

/** Remainder of the last reduction, h then rest; rest is below 2^-33 unless h is tiny. */
export const reduced = new Float64Array(2);

/** Absolute error of the remainder of `reduce`, for arguments below and above STEPWISE_MAX. */
const STEPWISE_ERROR = 2.465190328815662e-32; // 2^-105
const DIGITWISE_ERROR = 1.5777218104420236e-30; // 2^-99

/** The bound for the argument |x| = a. */
export function reductionError(a: number): number {
  return a < STEPWISE_MAX ? STEPWISE_ERROR : DIGITWISE_ERROR;
}

/**
 * Leaves x - k pi/256 in `reduced` and gives k, up to whole turns of 512. The first two steps are
 * exact; k STEP_3 and the sum with it err by less than 2^-106.
 */
export function reduce(x: number): number {
  if (!(Math.abs(x) < STEPWISE_MAX)) return reduceDigitwise(x);
  const kd = nearest(x * STEPS_PER_UNIT);
  const a = x - kd * STEP_1;
  const b = kd * STEP_2;
  const h = a - b;
  const bb = h - a;
  reduced[0] = h;
  reduced[1] = a - (h - bb) - (b + bb) - kd * STEP_3;
  return kd | 0;
}

/** pi to 24 bits, and the rest. */
const PI_1 = 3.1415927410125732;
const PI_2 = -8.742278000372485e-8;

/**
 * The same for an angle of x + low half turns, |x| < 8: x = k/256 + f exactly; f pi is an exact
 * product of 24 + 24 bits and a sum below 2^-23 of the angle, which rounds by 3u.
 */
export function reduceTurns(x: number, low: number): number {
  const kd = nearest(x * 256);
  const f = x - kd * 0.00390625;
  const f1 = Math.fround(f);
  reduced[0] = f1 * PI_1;
  reduced[1] = (f - f1) * PI_1 + (f * PI_2 + low * (PI_1 + PI_2));
  return kd | 0;
}

const DIGIT_BITS = 26;
/** 2^-26, 2^-52, ... */
const W1 = 1.4901161193847656e-8;
const W2 = W1 * W1;
const W3 = W2 * W1;
const W4 = W2 * W2;
const W5 = W4 * W1;
const W6 = W4 * W2;
const W7 = W4 * W3;
const W8 = W4 * W4;

function fraction(p: number): number {
  return p - Math.floor(p);
}

/**
 * Turns x/(2 pi) without the whole ones, after Payne and Hanek. |x| is scaled by a multiple of 26
 * bits to an integer y in [2^52, 2^78) and split into yh, of 26 bits and a multiple of 2^27, and
 * |yl| <= 2^51. Digits of weight 1 and more, and the first one after them with yh, give whole
 * turns. Every product has 52 bits; the first four are multiples of 2^-52, so their fractions add
 * exactly. The others, at most 1, 2^-26, 2^-52, ..., go to a pair, which errs by less than 2^-103
 * turns.
 */
function reduceDigitwise(x: number): number {
  const a = Math.abs(x);
  const q = Math.floor(((highWord(a) >> 20) - 1075) / DIGIT_BITS);
  const y = a * twoTo(-DIGIT_BITS * q);
  const big = SPLITTER * y;
  const yh = big - (big - y);
  const yl = y - yh;
  const at = q + 2;
  const d1 = INVERSE_TURN[at + 1]!;
  const d2 = INVERSE_TURN[at + 2]!;
  const d3 = INVERSE_TURN[at + 3]!;
  const d4 = INVERSE_TURN[at + 4]!;
  const d5 = INVERSE_TURN[at + 5]!;
  const d6 = INVERSE_TURN[at + 6]!;
  const whole = fraction(
    fraction(fraction(yl * W1 * INVERSE_TURN[at]!) + fraction(yh * W2 * d1)) +
      fraction(yl * W2 * d1),
  );
  const first = fraction(whole + fraction(yh * W3 * d2));
  const b1 = yh * W4 * d3;
  const b2 = yl * W3 * d2;
  const c1 = yh * W5 * d4;
  const c2 = yl * W4 * d3;
  const s1 = first + b1;
  const s2 = s1 + b2;
  const s3 = s2 + c1;
  const sum = s3 + c2;
  const rest =
    twoSumError(first, b1, s1) +
    twoSumError(s1, b2, s2) +
    (twoSumError(s2, c1, s3) + twoSumError(s3, c2, sum)) +
    (yh * W6 * d5 + yl * W5 * d4 + (yh * W7 * d6 + yl * W6 * d5 + yh * W8 * INVERSE_TURN[at + 7]!));
  const k = reduceTurns(2 * sum, 2 * rest);
  if (x > 0) return k;
  reduced[0] = -reduced[0]!;
  reduced[1] = -reduced[1]!;
  return -k;
}
