/** sinh, cosh, tanh and their inverses: the double nearest to the exact value. */
import {
  absolute,
  add,
  correctlyRounded,
  divide,
  fromDouble,
  multiply,
  ONE,
  shift,
  sqrt,
  square,
  subtract,
  top,
  type Ball,
} from "./ball/ball.js";
import * as big from "./ball/elementary.js";
import { powerOfTwo, scaleNormal } from "./bits.js";
import { addD, addDD, divDD, low, mulDD, productOf, sqrtDD } from "./double.js";
import {
  fastAcosh,
  fastAsinh,
  fastAtanh,
  fastCosh,
  fastSinh,
  fastTanh,
} from "./fast/hyperbolic.js";
import { decided } from "./pair/core.js";
import { EXP_ERROR, expm1Pair, expPair, scale } from "./pair/exponential.js";
import { LN2, log1pPair, LOG_ERROR, logPair } from "./pair/logarithm.js";

/** Below 2^-27 the cubic term is less than a quarter of the gap to the next double. */
const TINY = 7.450580596923828e-9;
/** From here e^-a is below 2^-115 of e^a. */
const ONE_SIDED = 40;
/** Sums and quotients of pairs lose a few more bits. */
const ERROR = EXP_ERROR * 256;

/** e^a / 2 rounded, for a from ONE_SIDED up; NaN when undecided. */
function halfExp(a: number): number {
  const h = expPair(a, 0);
  return scaleNormal(decided(h, low[0]!, h * ERROR), scale[0]! - 1);
}

/** sinh a for TINY <= a < ONE_SIDED, rounded or NaN. */
function sinhRounded(a: number): number {
  const uh = expm1Pair(a, 0);
  const ul = low[0]!;
  const vh = addD(uh, ul, 1);
  const qh = divDD(uh, ul, vh, low[0]!);
  const sh = addDD(uh, ul, qh, low[0]!);
  return decided(sh / 2, low[0]! / 2, sh * ERROR);
}

/** cosh a for 0 < a < ONE_SIDED, rounded or NaN. */
function coshRounded(a: number): number {
  const eh = expPair(a, 0);
  const el = low[0]!;
  const k = scale[0]!;
  const ih = divDD(1, 0, eh, el);
  const il = low[0]!;
  const up = powerOfTwo(k);
  const sh = addDD(eh * up, el * up, ih / up, il / up);
  return decided(sh / 2, low[0]! / 2, sh * ERROR);
}

/** tanh a for TINY <= a <= 22, rounded or NaN. */
function tanhRounded(a: number): number {
  const uh = expm1Pair(2 * a, 0);
  const ul = low[0]!;
  const vh = addD(uh, ul, 2);
  const qh = divDD(uh, ul, vh, low[0]!);
  return decided(qh, low[0]!, qh * ERROR);
}

/** Above ln(2^1025) both halves of the definition overflow. */
const OVERFLOW = 710.48;
/** Up to here the fast exponential scales normally. */
const FAST_MAX = 709;

/** e^a - 1 = u gives sinh a = (u + u/(u+1))/2, which keeps relative accuracy for small a. */
function sinhBall(a: Ball, p: number): Ball {
  const u = big.expm1(a, p + 16);
  return shift(add(u, divide(u, add(u, ONE, p + 16), p + 16), p + 16), -1);
}

function coshBall(a: Ball, p: number): Ball {
  const u = big.exp(a, p + 16);
  return shift(add(u, divide(ONE, u, p + 16), p + 16), -1);
}

/** Hyperbolic sine, odd. */
export function sinh(x: number): number {
  const m = Math.abs(x);
  if (m >= TINY && m < FAST_MAX) {
    const r = fastSinh(m);
    if (r === r) return x < 0 ? -r : r;
  }
  return sinhSlowly(x);
}

function sinhSlowly(x: number): number {
  if (x !== x || (x < TINY && x > -TINY)) return x;
  const m = Math.abs(x);
  if (m > OVERFLOW) return x < 0 ? -Infinity : Infinity;
  const r = m < ONE_SIDED ? sinhRounded(m) : halfExp(m);
  if (r === r) return x < 0 ? -r : r;
  const a = absolute(fromDouble(x));
  const value = correctlyRounded((p) => sinhBall(a, p));
  return x < 0 ? -value : value;
}

/** Hyperbolic cosine, even. */
export function cosh(x: number): number {
  const m = Math.abs(x);
  if (m < FAST_MAX) {
    const r = fastCosh(m);
    if (r === r) return r;
  }
  return coshSlowly(x);
}

function coshSlowly(x: number): number {
  if (x !== x) return NaN;
  const m = Math.abs(x);
  if (m > OVERFLOW) return Infinity;
  if (m < TINY) return 1;
  const r = m < ONE_SIDED ? coshRounded(m) : halfExp(m);
  if (r === r) return r;
  const a = absolute(fromDouble(x));
  return correctlyRounded((p) => coshBall(a, p));
}

/** Hyperbolic tangent, odd. */
export function tanh(x: number): number {
  const m = Math.abs(x);
  if (m >= TINY && m <= 22) {
    const r = fastTanh(m);
    if (r === r) return x < 0 ? -r : r;
  }
  return tanhSlowly(x);
}

function tanhSlowly(x: number): number {
  if (x !== x || (x < TINY && x > -TINY)) return x;
  const m = Math.abs(x);
  // 1 - 2 e^(-2x) is nearer to 1 than to the double below.
  if (m > 22) return x < 0 ? -1 : 1;
  const r = tanhRounded(m);
  if (r === r) return x < 0 ? -r : r;
  const a = absolute(fromDouble(x));
  const value = correctlyRounded((p) => {
    const u = big.expm1(shift(a, 1), p + 16);
    return divide(u, add(u, { m: 2n, e: 0, r: 0n }, p + 16), p);
  });
  return x < 0 ? -value : value;
}

/** From here 1/(4 a^2) is below 2^-120 of ln 2a. */
const FAR = 1152921504606846976; // 2^60
/** Twice this is still a double. */
const FAST_LOG_MAX = 1e300;
const INVERSE_ERROR = LOG_ERROR * 16;

/** ln 2a rounded, for a from FAR up; NaN when undecided. */
function logTwice(a: number): number {
  const lh = logPair(a, 0);
  const sh = addDD(lh, low[0]!, LN2[0]!, LN2[1]!);
  return decided(sh, low[0]!, sh * INVERSE_ERROR);
}

/** asinh a for a >= TINY, rounded or NaN. */
function asinhRounded(a: number): number {
  if (a >= FAR) return logTwice(a);
  const sh = productOf(a, a);
  const sl = low[0]!;
  const th = addD(sh, sl, 1);
  const rh = sqrtDD(th, low[0]!);
  const dh = addD(rh, low[0]!, 1);
  const qh = divDD(sh, sl, dh, low[0]!);
  const uh = addD(qh, low[0]!, a);
  const h = log1pPair(uh, low[0]!);
  return decided(h, low[0]!, h * INVERSE_ERROR);
}

/** acosh a for a > 1, rounded or NaN. */
function acoshRounded(a: number): number {
  if (a >= FAR) return logTwice(a);
  const th = addD(a, 0, -1);
  const tl = low[0]!;
  const vh = addD(a, 0, 1);
  const ph = mulDD(th, tl, vh, low[0]!);
  const rh = sqrtDD(ph, low[0]!);
  const uh = addDD(rh, low[0]!, th, tl);
  const h = log1pPair(uh, low[0]!);
  return decided(h, low[0]!, h * INVERSE_ERROR);
}

/** atanh a for TINY <= a < 1, rounded or NaN: ln(1 + 2a/(1-a))/2. */
function atanhRounded(a: number): number {
  const dh = addD(1, 0, -a);
  const qh = divDD(2 * a, 0, dh, low[0]!);
  const h = log1pPair(qh, low[0]!);
  return decided(h / 2, low[0]! / 2, h * INVERSE_ERROR);
}

/** Inverse hyperbolic sine, odd: ln(1 + a + a^2/(1 + sqrt(1 + a^2))). */
export function asinh(x: number): number {
  const m = Math.abs(x);
  if (m >= TINY && m < FAST_LOG_MAX) {
    const r = fastAsinh(m);
    if (r === r) return x < 0 ? -r : r;
  }
  return asinhSlowly(x);
}

function asinhSlowly(x: number): number {
  const m = Math.abs(x);
  if (!(m < Infinity) || m < TINY) return x;
  const r = asinhRounded(m);
  if (r === r) return x < 0 ? -r : r;
  const a = absolute(fromDouble(x));
  const value = correctlyRounded((p) => {
    const w = p + 32;
    const aa = square(a, w);
    const root = sqrt(add(ONE, aa, w), w);
    const u = add(a, divide(aa, add(ONE, root, w), w), w);
    return top(u) < 2 ? big.log1p(u, w) : big.log(add(a, root, w), w);
  });
  return x < 0 ? -value : value;
}

/** Inverse hyperbolic cosine of x >= 1: ln(1 + t + sqrt(t (x + 1))) with t = x - 1. */
export function acosh(x: number): number {
  if (x > 1 && x < FAST_LOG_MAX) {
    const r = fastAcosh(x);
    if (r === r) return r;
  }
  return acoshSlowly(x);
}

function acoshSlowly(x: number): number {
  if (!(x >= 1)) return NaN;
  if (x === Infinity) return Infinity;
  if (x === 1) return 0;
  const r = acoshRounded(x);
  if (r === r) return r;
  const a = fromDouble(x);
  return correctlyRounded((p) => {
    const w = p + 32;
    const t = subtract(a, ONE, 2 * w + 1100);
    const root = sqrt(multiply(t, add(a, ONE, w), w), w);
    return top(t) < 2 ? big.log1p(add(t, root, w), w) : big.log(add(a, root, w), w);
  });
}

/** Inverse hyperbolic tangent, odd; infinite at 1. */
export function atanh(x: number): number {
  const m = Math.abs(x);
  if (m >= TINY && m < 1) {
    const r = fastAtanh(m);
    if (r === r) return x < 0 ? -r : r;
  }
  return atanhSlowly(x);
}

function atanhSlowly(x: number): number {
  if (x !== x || (x < TINY && x > -TINY)) return x;
  const m = Math.abs(x);
  if (m >= 1) return m > 1 ? NaN : x * Infinity;
  const r = atanhRounded(m);
  if (r === r) return x < 0 ? -r : r;
  const a = absolute(fromDouble(x));
  const value = correctlyRounded((p) => {
    const w = p + 32;
    // ln((1+a)/(1-a)) = ln(1 + 2a/(1-a)).
    const u = divide(shift(a, 1), subtract(ONE, a, 2 * w + 64), w);
    return shift(big.log1p(u, w), -1);
  });
  return x < 0 ? -value : value;
}
