/** log, log1p, log2, log10: the double nearest to the exact value. */
import { correctlyRounded, divide, fromDouble } from "./ball/ball.js";
import * as big from "./ball/elementary.js";
import { ln10, ln2 } from "./ball/constants.js";
import { decompose, MIN_NORMAL } from "./bits.js";
import { low, mulDD } from "./double.js";
import { exp10, TENS_EXACT_MAX } from "./exponential.js";
import { fastLog, fastLog10, fastLog1p, fastLog2 } from "./fast/logarithm.js";
import { decided } from "./pair/core.js";
import { INVERSE_LN10, INVERSE_LN2, log1pPair, LOG_ERROR, logPair } from "./pair/logarithm.js";

/** Natural logarithm: -Infinity at 0, NaN below. */
export function log(x: number): number {
  if (x >= MIN_NORMAL && x < Infinity) {
    const r = fastLog(x);
    if (r === r) return r;
  }
  return logSlowly(x);
}

function logSlowly(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : NaN;
  if (x === Infinity) return Infinity;
  if (x >= MIN_NORMAL) {
    const h = logPair(x, 0);
    const r = decided(h, low[0]!, Math.abs(h) * LOG_ERROR);
    if (r === r) return r;
  }
  return logExactly(x);
}

function logExactly(x: number): number {
  if (x === 1) return 0;
  const a = fromDouble(x);
  return correctlyRounded((p) => big.log(a, p));
}

const TINY = 5.551115123125783e-17; // 2^-54
const LOG1P_FAST_MAX = 1e300;

/** ln(1 + x) without cancellation; -0 stays -0, -Infinity at -1. */
export function log1p(x: number): number {
  if (x > -1 && x < LOG1P_FAST_MAX && Math.abs(x) >= TINY) {
    const r = fastLog1p(x);
    if (r === r) return r;
  }
  return log1pSlowly(x);
}

function log1pSlowly(x: number): number {
  if (x === 0 || x === Infinity) return x;
  if (!(x > -1)) return x === -1 ? -Infinity : NaN;
  // x^2/2 is less than a quarter of the gap to the next double.
  if (x < TINY && x > -TINY) return x;
  const h = log1pPair(x, 0);
  const r = decided(h, low[0]!, Math.abs(h) * LOG_ERROR);
  return r === r ? r : log1pExactly(x);
}

function log1pExactly(x: number): number {
  const a = fromDouble(x);
  return correctlyRounded((p) => big.log1p(a, p));
}

/** Logarithm to base 2; exact for powers of two. */
export function log2(x: number): number {
  if (x >= MIN_NORMAL && x < Infinity) {
    const r = fastLog2(x);
    if (r === r) return r;
  }
  return log2Slowly(x);
}

function log2Slowly(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : NaN;
  if (x === Infinity) return Infinity;
  if (x >= MIN_NORMAL && x !== 1) {
    const h = logPair(x, 0);
    const g = mulDD(h, low[0]!, INVERSE_LN2[0]!, INVERSE_LN2[1]!);
    const r = decided(g, low[0]!, Math.abs(g) * LOG_ERROR);
    if (r === r) return r;
  }
  return log2Exactly(x);
}

function log2Exactly(x: number): number {
  const { m, e } = decompose(x);
  if (m === 1n) return e;
  const a = fromDouble(x);
  return correctlyRounded((p) => divide(big.log(a, p + 16), ln2(p + 16), p));
}

/** Logarithm to base 10; exact for the powers of ten that are doubles. */
export function log10(x: number): number {
  if (x >= MIN_NORMAL && x < Infinity) {
    const r = fastLog10(x);
    if (r === r) return r;
  }
  return log10Slowly(x);
}

function log10Slowly(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : NaN;
  if (x === Infinity) return Infinity;
  if (x >= 1 && x <= 1e22) {
    const n = exactTens.get(x);
    if (n !== undefined) return n;
  }
  if (x >= MIN_NORMAL) {
    const h = logPair(x, 0);
    const g = mulDD(h, low[0]!, INVERSE_LN10[0]!, INVERSE_LN10[1]!);
    const r = decided(g, low[0]!, Math.abs(g) * LOG_ERROR);
    if (r === r) return r;
  }
  return log10Exactly(x);
}

function log10Exactly(x: number): number {
  const a = fromDouble(x);
  return correctlyRounded((p) => divide(big.log(a, p + 16), ln10(p + 16), p));
}

const exactTens = new Map<number, number>();
for (let n = 0; n <= TENS_EXACT_MAX; n += 1) exactTens.set(exp10(n), n);
