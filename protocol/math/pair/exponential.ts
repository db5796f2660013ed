/**
 * e^x of a double-double: x = (k 64 + i) ln2/64 + r, then 2^k 2^(i/64) e^r with a Taylor series for
 * |r| < 2^-7.
 */
import { addD, addDD, fastTwoSumError, low, mulDD, twoSumError } from "../double.js";
import { ln2 } from "../ball/constants.js";
import {
  divideInteger,
  fromDouble,
  fromInteger,
  multiply,
  roundBall,
  subtract,
} from "../ball/ball.js";
import { exp as bigExp } from "../ball/elementary.js";
import { nearest, pairTable, polynomial, ratio, TABLE_BITS, tailOf } from "./core.js";
import { lazyTable } from "./lazyTable.js";

/** Binary exponent belonging to the last result of `expPair`. */
export const scale = new Int32Array(1);

/** Relative error of `expPair`: 2^-103 in 20,000 measured, and the wide margin costs nothing. */
export const EXP_ERROR = 2.5243548967072378e-29; // 2^-95

const STEPS = 64;
const step = divideInteger(ln2(TABLE_BITS), STEPS, TABLE_BITS);

/** value to 33 bits: times an integer of up to 20 bits it is still a double. */
function shortened(value: number): number {
  const big = value * 1048577; // 2^20 + 1
  return big - (big - value);
}

const STEP_1 = shortened(roundBall(step)!);
const rest1 = subtract(step, fromDouble(STEP_1), TABLE_BITS);
const STEP_2 = shortened(roundBall(rest1)!);
const rest2 = subtract(rest1, fromDouble(STEP_2), TABLE_BITS);
const STEP_3 = roundBall(rest2)!;
const STEPS_PER_UNIT = 92.33248261893237; // 64 / ln 2

/** 1/2!, 1/3!, ...: e^r - 1 = r + r^2 (1/2 + r (1/6 + ...)). */
const INVERSE_FACTORIALS = inverseFactorials();

function inverseFactorials(): Float64Array {
  let factorial = 1n;
  return pairTable(12, (i) => ratio(1n, (factorial *= BigInt(i + 2))));
}

const PAIRED_TERMS = 5;

/** 2^(i/64). */
const powerTable = lazyTable(STEPS, (i) =>
  i === 0 ? fromInteger(1) : bigExp(multiply(fromInteger(i), step, TABLE_BITS), TABLE_BITS - 20),
);

/** e^r - 1 for |r| <= 2^-7 as a pair, with relative accuracy. */
function expm1Reduced(rh: number, rl: number): number {
  const tail = tailOf(INVERSE_FACTORIALS, PAIRED_TERMS, 11, rh);
  const ph = polynomial(INVERSE_FACTORIALS, PAIRED_TERMS, rh, rl, tail);
  const pl = low[0]!;
  const qh = mulDD(rh, rl, ph, pl);
  const ql = low[0]!;
  const sh = mulDD(qh, ql, rh, rl);
  return addDD(rh, rl, sh, low[0]!);
}

const reduced = new Float64Array(2);

/** Splits off k/64 ln 2, leaving the remainder in `reduced`; |x| below 1,000. */
function reduce(xh: number, xl: number): number {
  const k = nearest(xh * STEPS_PER_UNIT);
  if (k === 0) {
    reduced[0] = xh;
    reduced[1] = xl;
    return 0;
  }
  const first = xh - k * STEP_1;
  const b = -k * STEP_2;
  const s = first + b;
  const e = twoSumError(first, b, s) + (xl - k * STEP_3);
  const hi = s + e;
  reduced[0] = hi;
  reduced[1] = fastTwoSumError(s, e, hi);
  return k;
}

/**
 * e^(xh + xl) / 2^scale[0] as a pair, |xh| below 1,000; relative error below EXP_ERROR when xl is
 * accurate to 2^-103.
 */
export function expPair(xh: number, xl: number): number {
  const k = reduce(xh, xl);
  const ph = expm1Reduced(reduced[0]!, reduced[1]!);
  const pl = low[0]!;
  const table = powerTable();
  const i = k & (STEPS - 1);
  scale[0] = (k - i) / STEPS;
  const th = table[2 * i]!;
  const tl = table[2 * i + 1]!;
  const mh = mulDD(th, tl, ph, pl);
  return addDD(th, tl, mh, low[0]!);
}

/** e^(xh + xl) - 1 as a pair with relative accuracy, |xh| below 40. */
export function expm1Pair(xh: number, xl: number): number {
  if (nearest(xh * STEPS_PER_UNIT) === 0) return expm1Reduced(xh, xl);
  const eh = expPair(xh, xl);
  const el = low[0]!;
  const up = powerOfTwoSmall(scale[0]!);
  return addD(eh * up, el * up, -1);
}

/** 2^k for |k| < 64. */
function powerOfTwoSmall(k: number): number {
  return k >= 0 ? shiftUp(k) : 1 / shiftUp(-k);
}

function shiftUp(k: number): number {
  return k < 31 ? 1 << k : (1 << 30) * shiftUp(k - 30);
}
