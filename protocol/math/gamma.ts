/** gamma, lgamma, factorial, binomial: the double nearest to the exact value. */
import { correctlyRounded, fromDouble } from "./ball/ball.js";
import * as big from "./ball/gamma.js";
import { MIN_NORMAL, roundToDouble, scaleNormal } from "./bits.js";
import { addDD, divDD, low, mulDD, sumOf } from "./double.js";
import { found, PI, reduceHalfTurns } from "./pair/circular.js";
import { decided } from "./pair/core.js";
import { expPair, scale } from "./pair/exponential.js";
import { lgammaRaised, product, STIRLING_MIN } from "./pair/gamma.js";
import { logPair } from "./pair/logarithm.js";

/** An absolute error near 2^-93 of the logarithm becomes the relative error of gamma. */
const GAMMA_ERROR = 1.2924697071141057e-26; // 2^-86
/** Error of the logarithm, as a part of the largest term it is made of. */
const LGAMMA_ERROR = 2.524354896707238e-29; // 2^-95
/** Below, products with the argument may lose their low part. */
const SMALL = 1e-290;

/** |sin(pi x)| of a non-integer x as a pair in `sine`. */
const sine = new Float64Array(2);

function storeSine(x: number): void {
  const q = reduceHalfTurns(x % 2);
  const at = (q & 1) === 0 ? 0 : 2;
  const sign = found[at]! < 0 ? -1 : 1;
  sine[0] = sign * found[at]!;
  sine[1] = sign * found[at + 1]!;
}

/** gamma(x) for x in (0, 171.63), rounded, or NaN when undecided. */
function gammaRounded(x: number): number {
  const lh = lgammaRaised(x, 0);
  const eh = expPair(lh, low[0]!);
  const k = scale[0]!;
  const qh = divDD(eh, low[0]!, product[0]!, product[1]!);
  return scaleNormal(decided(qh, low[0]!, qh * GAMMA_ERROR), k);
}

/**
 * |gamma(x)| for non-integer x in (-190, 0) by reflection, rounded; NaN when undecided or maybe
 * subnormal.
 */
function gammaReflected(x: number): number {
  const zh = sumOf(1, -x);
  const lh = lgammaRaised(zh, low[0]!);
  const eh = expPair(lh, low[0]!);
  const el = low[0]!;
  const k = scale[0]!;
  storeSine(x);
  const nh = mulDD(PI[0]!, PI[1]!, product[0]!, product[1]!);
  const nl = low[0]!;
  const dh = mulDD(sine[0]!, sine[1]!, eh, el);
  const qh = divDD(nh, nl, dh, low[0]!);
  const value = scaleNormal(decided(qh, low[0]!, qh * GAMMA_ERROR), -k);
  return value > 4 * MIN_NORMAL ? value : NaN;
}

/** ln gamma(x) for x > 0, rounded, or NaN when undecided, as next to the zeros at 1 and 2. */
function lgammaRounded(x: number): number {
  const sh = lgammaRaised(x, 0);
  const sl = low[0]!;
  if (x >= STIRLING_MIN) return decided(sh, sl, sh * LGAMMA_ERROR);
  const ph = logPair(product[0]!, product[1]!);
  const size = sh + Math.abs(ph);
  const dh = addDD(sh, sl, -ph, -low[0]!);
  return decided(dh, low[0]!, size * LGAMMA_ERROR);
}

/**
 * ln |gamma(x)| for non-integer x < 0: ln(pi product / |sin pi x|) - ln gamma(1 - x + n), rounded
 * or NaN.
 */
function lgammaReflected(x: number): number {
  const zh = sumOf(1, -x);
  const sh = lgammaRaised(zh, low[0]!);
  const sl = low[0]!;
  storeSine(x);
  const nh = mulDD(PI[0]!, PI[1]!, product[0]!, product[1]!);
  const qh = divDD(nh, low[0]!, sine[0]!, sine[1]!);
  const lh = logPair(qh, low[0]!);
  const size = sh + Math.abs(lh);
  const dh = addDD(lh, low[0]!, -sh, -sl);
  return decided(dh, low[0]!, size * LGAMMA_ERROR);
}

const FACTORIAL_MAX = 170;

/** Gamma function: infinite at +-0 with the sign of x, NaN at negative integers and -Infinity. */
export function gamma(x: number): number {
  if (x !== x || x === Infinity) return x;
  if (x === 0) return 1 / x;
  if (Math.floor(x) === x) {
    if (x < 0) return NaN;
    return x > FACTORIAL_MAX + 1 ? Infinity : factorial(x - 1);
  }
  if (x === -Infinity) return NaN;
  if (x > 171.63) return Infinity;
  // |gamma| stays below 2^-1075 from here down, even next to the poles.
  if (x < -190) return Math.floor(x) % 2 === 0 ? 0 : -0;
  if (x > SMALL) {
    const r = gammaRounded(x);
    if (r === r) return r;
  } else if (x < -SMALL) {
    const r = gammaReflected(x);
    if (r === r) return Math.floor(x) % 2 === 0 ? r : -r;
  }
  const a = fromDouble(x);
  return correctlyRounded((p) => big.gamma(a, p));
}

/** ln |gamma(x)|: 0 at 1 and 2, +Infinity at 0, the negative integers and both infinities. */
export function lgamma(x: number): number {
  if (x !== x) return NaN;
  if (x === Infinity || x === -Infinity) return Infinity;
  if (x <= 0 && Math.floor(x) === x) return Infinity;
  if (x === 1 || x === 2) return 0;
  if (x > 2.56e305) return Infinity;
  if (x > SMALL || x < -SMALL) {
    const r = x > 0 ? lgammaRounded(x) : lgammaReflected(x);
    if (r === r) return r;
  }
  const a = fromDouble(x);
  return correctlyRounded((p) => big.lgamma(a, p));
}

const factorials: bigint[] = [1n];

function factorialExactly(n: number): bigint {
  for (let i = factorials.length; i <= n; i += 1) factorials.push(factorials[i - 1]! * BigInt(i));
  return factorials[n]!;
}

/**
 * n! for an integer n >= 0, rounded from the exact integer; Infinity from 171 on; NaN for any other
 * n.
 */
export function factorial(n: number): number {
  if (!(n >= 0) || Math.floor(n) !== n) return NaN;
  return n > FACTORIAL_MAX ? Infinity : roundToDouble(factorialExactly(n), 0);
}

/**
 * n choose k for non-negative integers, rounded from the exact integer; 0 when k > n; Infinity on
 * overflow; NaN for anything else.
 */
export function binomial(n: number, k: number): number {
  const whole = n >= 0 && k >= 0 && Math.floor(n) === n && Math.floor(k) === k;
  if (!whole || n === Infinity) return NaN;
  if (k > n) return 0;
  const steps = Math.min(k, n - k);
  let value = 1n;
  const top = BigInt(n);
  for (let i = 1n; i <= BigInt(steps); i += 1n) {
    value = (value * (top - i + 1n)) / i;
    // Coefficients only grow up to the middle.
    if (value >> 1024n !== 0n) return Infinity;
  }
  return roundToDouble(value, 0);
}
