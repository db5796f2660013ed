/** exp, expm1, exp2, exp10: the double nearest to the exact value. */
import { correctlyRounded, fromDouble, multiply } from "./ball/ball.js";
import * as big from "./ball/elementary.js";
import { ln10, ln2 } from "./ball/constants.js";
import { powerOfTwo, roundToDouble, scaleNormal } from "./bits.js";
import { addD, low, mulD } from "./double.js";
import { decided, pairTable, TABLE_BITS } from "./pair/core.js";
import { fastExp, fastExp10, fastExp2, fastExpm1 } from "./fast/exponential.js";
import { EXP_ERROR, expm1Pair, expPair, scale } from "./pair/exponential.js";
import { LN2 } from "./pair/logarithm.js";

/** Above ln(2^1024) all overflows; below ln(2^-1075) all rounds to zero. */
const EXP_OVERFLOW = 709.79;
const EXP_UNDERFLOW = -745.14;

/** Between these the fast phase serves: its results are in the normal range. */
const FAST_MIN = -708;
const FAST_MAX = 709;

/** Below this the result may be subnormal, which takes a rounding of its own. */
const SCALE_MIN = -1021;

/** The rounded e^(h + l), or NaN when double-double does not decide it. */
function expOfPair(h: number, l: number): number {
  const e = expPair(h, l);
  const r = decided(e, low[0]!, e * EXP_ERROR);
  const k = scale[0]!;
  return k >= SCALE_MIN ? scaleNormal(r, k) : NaN;
}

/** e^x. */
export function exp(x: number): number {
  if (x > FAST_MIN && x < FAST_MAX) {
    const r = fastExp(x);
    if (r === r) return r;
  }
  return expSlowly(x);
}

function expSlowly(x: number): number {
  if (x !== x) return NaN;
  if (x > EXP_OVERFLOW) return Infinity;
  if (x < EXP_UNDERFLOW) return 0;
  const r = expOfPair(x, 0);
  return r === r ? r : expExactly(x);
}

function expExactly(x: number): number {
  if (x === 0) return 1;
  const a = fromDouble(x);
  return correctlyRounded((p) => big.exp(a, p));
}

const TINY = 5.551115123125783e-17; // 2^-54
/** A few bits cancel next to the first step of the table. */
const EXPM1_ERROR = EXP_ERROR * 128;

/** e^x - 1 without cancellation; -0 stays -0. */
export function expm1(x: number): number {
  if (x > -40 && x < FAST_MAX && Math.abs(x) >= TINY) {
    const r = fastExpm1(x);
    if (r === r) return r;
  }
  return expm1Slowly(x);
}

function expm1Slowly(x: number): number {
  if (x !== x || x === 0) return x;
  if (x > EXP_OVERFLOW) return Infinity;
  // The result lies nearer to -1 than to its neighbour from here on.
  if (x < -40) return -1;
  // x^2/2 is less than a quarter of the gap to the next double.
  if (x < TINY && x > -TINY) return x;
  if (x < 40) {
    const h = expm1Pair(x, 0);
    const r = decided(h, low[0]!, Math.abs(h) * EXPM1_ERROR);
    if (r === r) return r;
  } else {
    const e = expPair(x, 0);
    const k = scale[0]!;
    const h = addD(e, low[0]!, -powerOfTwo(-k));
    const r = scaleNormal(decided(h, low[0]!, h * EXP_ERROR), k);
    if (r === r) return r;
  }
  return expm1Exactly(x);
}

function expm1Exactly(x: number): number {
  const a = fromDouble(x);
  return correctlyRounded((p) => big.expm1(a, p));
}

/** 2^x; exact for integers. */
export function exp2(x: number): number {
  if (x > -1021 && x < 1023) {
    const r = fastExp2(x);
    if (r === r) return r;
  }
  return exp2Slowly(x);
}

function exp2Slowly(x: number): number {
  if (x !== x) return NaN;
  if (x >= 1024) return Infinity;
  if (x <= -1075) return 0;
  if (Math.floor(x) === x) return powerOfTwo(x);
  const h = mulD(LN2[0]!, LN2[1]!, x);
  const r = expOfPair(h, low[0]!);
  return r === r ? r : exp2Exactly(x);
}

function exp2Exactly(x: number): number {
  const a = fromDouble(x);
  return correctlyRounded((p) => big.exp(multiply(a, ln2(p + 32), p + 32), p));
}

const LN10 = pairTable(1, () => ln10(TABLE_BITS));
const TENS: bigint[] = [1n];

/** 10^n for 0 <= n <= 400. */
function tenTo(n: number): bigint {
  for (let i = TENS.length; i <= n; i += 1) TENS.push(TENS[i - 1]! * 10n);
  return TENS[n]!;
}

/** 10^22 is the last power of ten that is a double. */
export const TENS_EXACT_MAX = 22;
const SMALL_TENS = Array.from({ length: TENS_EXACT_MAX + 1 }, (_, n) => roundToDouble(tenTo(n), 0));

/** 10^x; integers are rounded from the exact power. */
export function exp10(x: number): number {
  if (x > -307 && x < 308 && Math.floor(x) !== x) {
    const r = fastExp10(x);
    if (r === r) return r;
  }
  return exp10Slowly(x);
}

function exp10Slowly(x: number): number {
  if (x !== x) return NaN;
  if (x > 308.26) return Infinity;
  if (x < -323.7) return 0;
  if (Math.floor(x) === x) {
    if (x >= 0 && x <= TENS_EXACT_MAX) return SMALL_TENS[x]!;
    return x >= 0 ? roundToDouble(tenTo(x), 0) : inverseOfTenTo(-x);
  }
  const h = mulD(LN10[0]!, LN10[1]!, x);
  const r = expOfPair(h, low[0]!);
  return r === r ? r : exp10Exactly(x);
}

function exp10Exactly(x: number): number {
  const a = fromDouble(x);
  return correctlyRounded((p) => big.exp(multiply(a, ln10(p + 32), p + 32), p));
}

/** 10^-n, from 1,300 bits of the quotient and whether a remainder is left. */
function inverseOfTenTo(n: number): number {
  const over = 1n << 1300n;
  const q = over / tenTo(n);
  return roundToDouble(q, -1300, q * tenTo(n) !== over);
}
