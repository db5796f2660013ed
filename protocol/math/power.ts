/**
 * pow and powi: the double nearest to the exact power, special values as in IEEE 754-2019 section
 * 9.2.
 */
import { correctlyRounded, divide, fromDouble, multiply, ONE, type Ball } from "./ball/ball.js";
import * as big from "./ball/elementary.js";
import {
  bitLength,
  decompose,
  exponentOf,
  MIN_NORMAL,
  roundToDouble,
  scaleNormal,
} from "./bits.js";
import { divDD, low, mulD, mulDD } from "./double.js";
import { decided } from "./pair/core.js";
import { fastPow, fastPowi } from "./fast/power.js";
import { expPair, scale } from "./pair/exponential.js";
import { logPair } from "./pair/logarithm.js";

/** Largest |n| of `powi`; beyond it `pow` serves. */
export const POWI_EXPONENT_MAX = 64;

/**
 * x^y. x^0 and 1^y are 1 even for NaN; (-1)^(+-Infinity) is 1; a negative x with a y that is no
 * integer is NaN.
 */
export function pow(x: number, y: number): number {
  if (x >= MIN_NORMAL && x < Infinity && Math.abs(y) > Y_MIN && Math.abs(y) < Y_MAX) {
    if (y === 2) return x * x;
    if (y === -1) return 1 / x;
    const r = fastPow(x, y);
    if (r === r) return r;
  }
  return powSlowly(x, y);
}

/** Exponents whose product with a logarithm splits exactly. */
const Y_MIN = 1e-290;
const Y_MAX = 1e290;

function powSlowly(x: number, y: number): number {
  if (y === 0 || x === 1) return 1;
  if (x !== x || y !== y) return NaN;
  const integer = Math.abs(y) >= 9007199254740992 || Math.floor(y) === y;
  const odd = integer && Math.abs(y) < 9007199254740992 && Math.abs(y % 2) === 1;
  if (x === 0 || x === Infinity || x === -Infinity || y === Infinity || y === -Infinity) {
    return powerAtLimits(x, y, odd);
  }
  if (x < 0 && !integer) return NaN;
  if (y === 1) return x;
  if (y === 2) return x * x;
  if (y === -1) return 1 / x;
  // IEEE division and square root are correctly rounded; sqrt keeps -0, which only zero could give.
  if (y === 0.5) return Math.sqrt(x);
  const magnitude = powerOfPositive(Math.abs(x), y);
  return x < 0 && odd ? -magnitude : magnitude;
}

/** One of x, y is zero (x only) or infinite. */
function powerAtLimits(x: number, y: number, odd: boolean): number {
  if (y === Infinity || y === -Infinity) {
    const a = Math.abs(x);
    if (a === 1) return 1;
    return a > 1 === y > 0 ? Infinity : 0;
  }
  const large = (x === 0) === y < 0;
  if (!odd) return large ? Infinity : 0;
  const negative = x < 0 || Object.is(x, -0);
  if (large) return negative ? -Infinity : Infinity;
  return negative ? -0 : 0;
}

/** x^y for finite x > 0 other than 1 and finite y other than 0. */
function powerOfPositive(x: number, y: number): number {
  const e = exponentOf(x);
  // |log2 x| lies between |e| and |e + 1|: enough to see far overflow and underflow.
  if (Math.abs(y) >= 1.2e20) return x > 1 === y > 0 ? Infinity : 0;
  if (e >= 1 && y * e >= 1024) return Infinity;
  if (e >= 1 && y * e <= -1076) return 0;
  if (e <= -2 && y * (e + 1) >= 1024) return Infinity;
  if (e <= -2 && y * (e + 1) <= -1076) return 0;
  const fast = powerRounded(x, y);
  if (fast === fast) return fast;
  const exact = exactPower(x, y);
  if (exact !== undefined) return exact;
  const a = fromDouble(x);
  const b = fromDouble(y);
  return correctlyRounded((p) => {
    const exponent = multiply(b, big.log(a, p + 96), p + 96);
    return big.expClamped(exponent, p);
  });
}

/**
 * y ln x reaches 745 with a relative error near 2^-98, and all of it becomes relative error of the
 * power.
 */
const POWER_ERROR = 2.5849394142282115e-26; // 2^-85
const EXPONENT_MAX = 740;

/** x^y through double-double, rounded, or NaN when it does not decide. */
function powerRounded(x: number, y: number): number {
  if (x < MIN_NORMAL || Math.abs(y) > Y_MAX || Math.abs(y) < Y_MIN) return NaN;
  // Negative bases come here first with their magnitude.
  const fast = fastPow(x, y);
  if (fast === fast) return fast;
  const lh = logPair(x, 0);
  const th = mulD(lh, low[0]!, y);
  if (!(Math.abs(th) < EXPONENT_MAX)) return NaN;
  const eh = expPair(th, low[0]!);
  const k = scale[0]!;
  return k >= -1021 ? scaleNormal(decided(eh, low[0]!, eh * POWER_ERROR), k) : NaN;
}

/**
 * The rounded x^y where the exact value has at most 54 significant bits, the only ones that can be
 * a double or a midpoint. With x = m 2^e, m odd, and y = n 2^-j, n odd: rational only if m 2^e is a
 * perfect 2^j-th power, and a dyadic number only if then m = 1 or n > 0.
 */
function exactPower(x: number, y: number): number | undefined {
  let { m, e } = decompose(x);
  let fraction = y;
  while (Math.floor(fraction) !== fraction) {
    if (m > 1n) {
      const root = Math.sqrt(Number(m));
      if (Math.floor(root) !== root || BigInt(root) * BigInt(root) !== m) return undefined;
      m = BigInt(root);
    }
    if (e % 2 !== 0) return undefined;
    if (m === 1n && e === 0) return 1;
    e /= 2;
    fraction *= 2;
  }
  if (m === 1n) return roundToDouble(1n, Math.max(-4000, Math.min(4000, e * fraction)));
  if (fraction < 0 || fraction > 34 || (bitLength(m) - 1) * fraction >= 54) return undefined;
  let product = 1n;
  for (let i = 0; i < fraction; i += 1) product *= m;
  return bitLength(product) <= 54 ? roundToDouble(product, e * fraction) : undefined;
}

/**
 * x^n for an integer n.
 * @throws RangeError unless n is an integer with |n| <= 64.
 */
export function powi(x: number, n: number): number {
  if (!(Math.abs(n) <= POWI_EXPONENT_MAX) || Math.floor(n) !== n) {
    throw new RangeError("powi takes an integer exponent from -64 to 64");
  }
  if (n === 0) return 1;
  if (x !== x) return NaN;
  if (n === 1) return x;
  if (n === 2) return x * x;
  if (n === -1) return 1 / x;
  if (x === 0 || x === Infinity || x === -Infinity) return powerAtLimits(x, n, (n & 1) !== 0);
  const fast = fastPowi(x, n);
  if (fast === fast) return fast;
  const r = integerPowerRounded(x, n);
  return r === r ? r : integerPowerExactly(x, n);
}

/**
 * Seven squarings and seven products at most, each within 2^-103, the errors doubling with each
 * squaring.
 */
const INTEGER_POWER_ERROR = 8.077935669463161e-28; // 2^-90
const PRODUCT_MAX = 1e290;

/**
 * By squaring in double-double, rounded, or NaN when it does not decide or leaves the safe range.
 */
function integerPowerRounded(x: number, n: number): number {
  let left = Math.abs(n);
  let bh = x;
  let bl = 0;
  let ah = 1;
  let al = 0;
  for (;;) {
    if ((left & 1) !== 0) {
      ah = mulDD(ah, al, bh, bl);
      al = low[0]!;
    }
    left >>= 1;
    if (left === 0) break;
    bh = mulDD(bh, bl, bh, bl);
    bl = low[0]!;
    const m = Math.abs(bh);
    if (!(m < PRODUCT_MAX && m > 1 / PRODUCT_MAX)) return NaN;
  }
  const m = Math.abs(ah);
  if (!(m < PRODUCT_MAX && m > 1 / PRODUCT_MAX)) return NaN;
  if (n < 0) {
    ah = divDD(1, 0, ah, al);
    al = low[0]!;
  }
  return decided(ah, al, Math.abs(ah) * INTEGER_POWER_ERROR);
}

/** Through the exact integer power: at most 64 * 53 bits, decided at once for n > 0. */
function integerPowerExactly(x: number, n: number): number {
  const { m, e } = decompose(x);
  let product = 1n;
  for (let i = 0; i < Math.abs(n); i += 1) product *= m;
  if (n > 0) return roundToDouble(product, e * n);
  if (product === 1n || product === -1n) return roundToDouble(product, e * n);
  const denominator: Ball = { m: product, e: -e * n, r: 0n };
  return correctlyRounded((p) => divide(ONE, denominator, p));
}
