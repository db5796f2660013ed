/**
 * Natural logarithm of a double-double: x = 2^k t, z = t inv(t) - 1 with |z| < 2^-6, then a series
 * in z.
 */
import { addDD, low, mulD, mulDD, renormalise, twoProdError, twoSumError } from "../double.js";
import { exponentOf, powerOfTwo } from "../bits.js";
import { ln10, ln2 } from "../ball/constants.js";
import { divide, fromDouble, negate, ONE, ZERO } from "../ball/ball.js";
import { log as bigLog } from "../ball/elementary.js";
import { pairTable, polynomial, ratio, TABLE_BITS, tailOf } from "./core.js";
import { lazyTable } from "./lazyTable.js";

/** Relative error of the logarithms here, 2^-103 in 20,000 measured, near 1 as well. */
export const LOG_ERROR = 2.01948391736579e-28; // 2^-92

export const LN2 = pairTable(1, () => ln2(TABLE_BITS));
/** 1/ln 2 and 1/ln 10. */
export const INVERSE_LN2 = pairTable(1, () => divide(ONE, ln2(TABLE_BITS), TABLE_BITS));
export const INVERSE_LN10 = pairTable(1, () => divide(ONE, ln10(TABLE_BITS), TABLE_BITS));

/** ln(1+z) = z + z^2 (-1/2 + z (1/3 - ...)). */
const TERMS = 17;
const COEFFICIENTS = pairTable(TERMS, (i) => ratio(i % 2 === 0 ? -1 : 1, i + 2));
const PAIRED_TERMS = 7;

const CELLS = 128;
/**
 * Reciprocals of the middles of [n/128, (n+1)/128), n from 96 to 191, short enough that products
 * split exactly. Either side of 1 the factor is 1, so that logarithms near 0 keep their relative
 * accuracy.
 */
const INVERSES = Float64Array.from({ length: 96 }, (_, j) =>
  j === 31 || j === 32 ? 1 : Math.round((128 / (96 + j + 0.5)) * 512) / 512,
);

/** Minus their logarithms. */
const logTable = lazyTable(96, (j) =>
  INVERSES[j] === 1 ? ZERO : negate(bigLog(fromDouble(INVERSES[j]!), TABLE_BITS)),
);

/** ln(1 + z) for |z| < 2^-6 as a pair, with relative accuracy. */
function log1pReduced(zh: number, zl: number): number {
  const tail = tailOf(COEFFICIENTS, PAIRED_TERMS, TERMS - 1, zh);
  const ph = polynomial(COEFFICIENTS, PAIRED_TERMS, zh, zl, tail);
  const pl = low[0]!;
  const qh = mulDD(zh, zl, ph, pl);
  const ql = low[0]!;
  const sh = mulDD(qh, ql, zh, zl);
  return addDD(zh, zl, sh, low[0]!);
}

/** ln(xh + xl) as a pair, xh a normal double. */
export function logPair(xh: number, xl: number): number {
  const table = logTable();
  let k = exponentOf(xh);
  let down = powerOfTwo(-k);
  if (k > 1022) down = powerOfTwo(-1022) * 2 * powerOfTwo(1021 - k);
  let th = xh * down;
  if (th >= 1.5) {
    th *= 0.5;
    down *= 0.5;
    k += 1;
  }
  const tl = xl * down;
  const j = Math.trunc(th * CELLS) - 96;
  const inverse = INVERSES[j]!;
  const p = th * inverse;
  const pe = twoProdError(th, inverse, p) + tl * inverse;
  const s = p - 1;
  const zh = renormalise(s, pe);
  const fh = log1pReduced(zh, low[0]!);
  const fl = low[0]!;
  if (k === 0 && inverse === 1) {
    low[0] = fl;
    return fh;
  }
  const gh = addDD(table[2 * j]!, table[2 * j + 1]!, fh, fl);
  if (k === 0) return gh;
  const gl = low[0]!;
  const kh = mulD(LN2[0]!, LN2[1]!, k);
  return addDD(kh, low[0]!, gh, gl);
}

/** ln(1 + xh + xl) as a pair with relative accuracy, for 1 + xh above 0. */
export function log1pPair(xh: number, xl: number): number {
  if (xh < 0.0078 && xh > -0.0078) return log1pReduced(xh, xl);
  const s = 1 + xh;
  const e = twoSumError(1, xh, s) + xl;
  const h = renormalise(s, e);
  return logPair(h, low[0]!);
}
