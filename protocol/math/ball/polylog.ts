/**
 * Polylogarithm of real order and argument in [-1, 1]. Sources: DLMF 25.12.10 (series), 25.12.12
 * (expansion at 1), and the duplication formula for negative arguments.
 */
import {
  absolute,
  add,
  divide,
  divideInteger,
  fromInteger,
  multiply,
  negate,
  ONE,
  shift,
  subtract,
  top,
  widen,
  ZERO,
  type Ball,
} from "./ball.js";
import { ln2 } from "./constants.js";
import { nextHarmonic } from "./digamma.js";
import { exp, log, log1p } from "./elementary.js";
import { bernoulli, gamma } from "./gamma.js";
import { ZetasBelow, lnOf, zeta } from "./zeta.js";

/** Order as an exact ball, beside it as a double. */
export interface Order {
  readonly ball: Ball;
  readonly value: number;
}

const EXACT_BITS = 2_200;
/** Below this the precision is that of the first, quick phase. */
const QUICK_BITS = 128;

/**
 * A quick phase carries few bits more than asked for; later ones must outlast what cancels at
 * negative orders.
 */
function guarded(p: number, quick: number, full: number): number {
  return p + (p < QUICK_BITS ? quick : full);
}

/** k^-s: exact powers of integers for integer s, otherwise through logarithms of primes. */
function inversePower(s: Order, known: Ball[], k: number, w: number): Ball {
  if (k === 1) return ONE;
  let divisor = 2;
  while (divisor * divisor <= k && k % divisor !== 0) divisor += 1;
  if (divisor * divisor <= k) return multiply(known[divisor]!, known[k / divisor]!, w);
  if (Math.floor(s.value) !== s.value) {
    return exp(negate(multiply(s.ball, lnOf(k, w), w)), w);
  }
  let power: Ball = ONE;
  for (let i = 0; i < Math.abs(s.value); i += 1) power = multiply(power, fromInteger(k), w);
  return s.value > 0 ? divide(ONE, power, w) : power;
}

/**
 * sum of z^k k^-s for |z| <= 3/4. From `settled` on the ratio of terms is below 7/8, so that the
 * rest is below eight times the last.
 */
function directSeries(s: Order, z: Ball, p: number): Ball {
  const w = guarded(p, 24, 48);
  const settled = s.value < 0 ? Math.ceil(-7 * s.value) : 1;
  const powers: Ball[] = [ONE, ONE];
  let zk = z;
  let total = z;
  for (let k = 2; ; k += 1) {
    powers[k] = inversePower(s, powers, k, w);
    zk = multiply(zk, z, w);
    const term = multiply(zk, powers[k]!, w);
    total = add(total, term, w);
    if (k >= settled && top(term) < top(total) - p - 8) return widen(total, top(term) + 3);
  }
}

/** zeta(-m) = -B_(m+1)/(m+1) for an integer m > 0. */
function zetaAtNegative(m: number, w: number): Ball {
  if (m % 2 === 0) return ZERO;
  const { over, under } = bernoulli((m + 1) / 2);
  return divide(fromInteger(-over), fromInteger(under * BigInt(m + 1)), w);
}

/** zeta(s - k) where that is not the pole. */
function shiftedZeta(s: Order, k: number, w: number): Ball {
  if (s.value === k) return { m: -1n, e: -1, r: 0n };
  if (s.value < k && Math.floor(s.value) === s.value) return zetaAtNegative(k - s.value, w);
  return zeta(subtract(s.ball, fromInteger(k), EXACT_BITS), w);
}

type Zetas = (k: number) => Ball;

/** zeta(s - k) for every k but the pole's. */
function zetasOf(s: Order, w: number): Zetas {
  if (Math.floor(s.value) === s.value) return (k) => shiftedZeta(s, k, w);
  const below = new ZetasBelow(s.ball, w);
  return (k) => below.at(k);
}

/** The term that is not a power of mu: gamma(1-s) (-mu)^(s-1),
  or its limit at a positive integer s. */
function singularTerm(s: Order, mu: Ball, w: number): Ball {
  const lnMinus = log(negate(mu), w);
  const positiveInteger = s.value >= 1 && Math.floor(s.value) === s.value;
  if (!positiveInteger) {
    const less = subtract(s.ball, ONE, EXACT_BITS);
    return multiply(gamma(negate(less), w), exp(multiply(less, lnMinus, w), w), w);
  }
  let harmonic: Ball = ZERO;
  let factor: Ball = ONE;
  for (let i = 1; i < s.value; i += 1) {
    harmonic = nextHarmonic(harmonic, i, w);
    factor = divideInteger(multiply(factor, mu, w), i, w);
  }
  return multiply(factor, subtract(harmonic, lnMinus, w), w);
}

/** sum of zeta(s-k) mu^k / k! beside the singular term, mu = ln z, for 3/4 < z < 1. */
function nearOne(s: Order, z: Ball, zetas: Zetas, p: number): Ball {
  const w = guarded(p, 32, 64);
  const mu = log1p(subtract(z, ONE, EXACT_BITS), w);
  let total = singularTerm(s, mu, w);
  let factor: Ball = ONE;
  let before: Ball = ZERO;
  // |zeta(s-k)/k!| falls like (2 pi)^-k once k has passed s, and |mu| is below 0.3.
  for (let k = 0; ; k += 1) {
    if (k > 0) factor = divideInteger(multiply(factor, mu, w), k, w);
    if (s.value === k + 1) continue;
    const value = zetas(k);
    const term = multiply(factor, value, w);
    total = add(total, term, w);
    // zeta vanishes at every other negative integer: look at two terms, not at one. The next is
    // smaller still, by 0.3/(2 pi).
    const size = Math.max(top(term), top(before));
    before = term;
    if (k > Math.max(0, s.value) + 8 && size < top(total) - guarded(p, 8, 16))
      return widen(total, size + 1);
  }
}

/** Li_s(z) for 0 < |z| < 1, or z = -1. */
export function polylog(s: Order, z: Ball, p: number): Ball {
  return withZetas(s, z, zetasOf(s, guarded(p, 40, 112)), p);
}

function withZetas(s: Order, z: Ball, zetas: Zetas, p: number): Ball {
  const w = guarded(p, 12, 32);
  const size = absolute(z);
  if (subtract(size, { m: 3n, e: -2, r: 0n }, EXACT_BITS).m <= 0n) return directSeries(s, z, w);
  if (z.m > 0n) return nearOne(s, z, zetas, w);
  const twice = shift(exp(negate(multiply(s.ball, ln2(w), w)), w), 1);
  if (size.m === 1n && size.e === 0) {
    if (s.value === 1) return negate(ln2(w));
    // (1 - 2^(1-s)) zeta(s), and zeta(0) is -1/2.
    return multiply(subtract(twice, ONE, w), shiftedZeta(s, 0, w), w);
  }
  const doubled = multiply(twice, withZetas(s, multiply(z, z, EXACT_BITS), zetas, w), w);
  return subtract(doubled, nearOne(s, size, zetas, w), w);
}
