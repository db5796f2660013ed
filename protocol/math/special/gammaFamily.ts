/**
 * Digamma, beta, the regularised incomplete functions, zeta and Lambert's W; error below 0.51 ulp.
 */
import { fromDouble, nearlyRounded, ONE, subtract } from "../ball/ball.js";
import * as bigDigamma from "../ball/digamma.js";
import { lambertW } from "../ball/elliptic.js";
import * as big from "../ball/incomplete.js";
import { zeta as bigZeta } from "../ball/zeta.js";
import { sinpi } from "../circular.js";
import { exp } from "../exponential.js";
import { lgamma } from "../gamma.js";
import { log } from "../logarithm.js";

/**
 * psi(x) = gamma'(x)/gamma(x): infinite at zeros with the opposite sign, NaN at negative integers.
 */
export function digamma(x: number): number {
  if (x !== x || x === Infinity) return x;
  if (x === 0) return -1 / x;
  if (x === -Infinity || (x < 0 && Math.floor(x) === x)) return NaN;
  const a = fromDouble(x);
  return nearlyRounded((p) => bigDigamma.digamma(a, p));
}

/** B(a, b) = gamma(a) gamma(b) / gamma(a + b) for a, b > 0; NaN otherwise. */
export function beta(a: number, b: number): number {
  if (!(a > 0 && b > 0)) return NaN;
  if (a === Infinity || b === Infinity) return 0;
  const u = fromDouble(a);
  const v = fromDouble(b);
  return nearlyRounded((p) => big.beta(u, v, p));
}

/** Parameters beyond take too long. */
export const INCOMPLETE_PARAMETER_MAX = 1_000_000;
/** Where the complement falls below e^-45, the function rounds to 1. */
const COMPLEMENT_LN_MIN = -45;

/** ln of an upper bound of 1 - P(a, x), for x above a. */
function complementBound(a: number, x: number): number {
  return a * log(x) - x - lgamma(a) - log(Math.max(x - a + 1, 1)) + 1;
}

/**
 * Regularised lower incomplete gamma function P(a, x), rising from 0 to 1, for 0 < a <= 1,000,000
 * and x >= 0; NaN otherwise. The unregularised one is P(a, x) gamma(a).
 */
export function gammainc(a: number, x: number): number {
  if (!(a > 0 && a <= INCOMPLETE_PARAMETER_MAX && x >= 0)) return NaN;
  if (x === 0) return 0;
  if (x === Infinity || (x > a + 1 && complementBound(a, x) < COMPLEMENT_LN_MIN)) return 1;
  const u = fromDouble(a);
  const v = fromDouble(x);
  return nearlyRounded((p) => big.lowerGamma(u, v, x - a, p));
}

/**
 * Regularised incomplete beta function I_x(a, b), rising from 0 to 1 with x in [0, 1], for a and b
 * in (0, 1,000,000]; NaN otherwise. The unregularised one is I_x(a, b) B(a, b).
 */
export function betainc(a: number, b: number, x: number): number {
  const inside = a > 0 && b > 0 && a <= INCOMPLETE_PARAMETER_MAX && b <= INCOMPLETE_PARAMETER_MAX;
  if (!inside || !(x >= 0 && x <= 1)) return NaN;
  if (x === 0 || x === 1) return x;
  const u = fromDouble(a);
  const v = fromDouble(b);
  const t = fromDouble(x);
  const mirrored = x > (a + 1) / (a + b + 2);
  if (!mirrored) return nearlyRounded((p) => big.lowerBeta(u, v, t, p));
  const rest = subtract(ONE, t, 2_200);
  return nearlyRounded((p) => subtract(ONE, big.lowerBeta(v, u, rest, p), p + 32));
}

/** From here zeta(s) - 1 is below half the gap above 1. */
const ZETA_ONE = 60;
/** From here down |zeta(s)| overflows, unless s is an even integer. */
const ZETA_OVERFLOW = -300;

/** Riemann's zeta function of a real s: Infinity at 1, zero at the negative even integers. */
export function zeta(s: number): number {
  if (s !== s || s === -Infinity) return NaN;
  if (s === 1) return Infinity;
  if (s > ZETA_ONE) return 1;
  if (s === 0) return -0.5;
  if (s < 0 && s % 2 === 0) return 0;
  if (s < ZETA_OVERFLOW) return sinpi(s / 2) < 0 ? -Infinity : Infinity;
  const a = fromDouble(s);
  return nearlyRounded((p) => bigZeta(a, p));
}

/** 1/e is 0.36787944117144232 to 17 digits. */
const BRANCH = -0.36787944117144233;

/** A start for Halley's iteration, right to a digit or so. */
function lambertGuess(x: number): number {
  if (x > 3) {
    const l = log(x);
    return l - log(l);
  }
  if (x > -0.25) return Math.abs(x) < 1e-3 ? x : log(1 + x) * (x < 1 ? 1 : 0.8);
  const q = Math.sqrt(Math.max(0, 2 * (1 + x * exp(1))));
  return -1 + q - (q * q) / 3;
}

/** Principal branch of Lambert's W: w e^w = x; NaN below -1/e. */
export function lambertw(x: number): number {
  // The double nearest to -1/e lies below it.
  if (!(x > BRANCH)) return NaN;
  if (x === 0 || x === Infinity) return x;
  const a = fromDouble(x);
  const guess = fromDouble(lambertGuess(x));
  return nearlyRounded((p) => lambertW(a, guess, p));
}
