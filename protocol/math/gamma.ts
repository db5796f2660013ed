/** gamma, lgamma, factorial, binomial: the double nearest to the exact value. */
import { correctlyRounded, fromDouble } from "./ball/ball.js";
import * as big from "./ball/gamma.js";
import { roundToDouble } from "./bits.js";

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
  const a = fromDouble(x);
  return correctlyRounded((p) => big.lgamma(a, p));
}

const factorials: bigint[] = [1n];

function factorialExactly(n: number): bigint {
  for (let i = factorials.length; i <= n; i += 1) factorials.push(factorials[i - 1]! * BigInt(i));
  return factorials[n]!;
}

/** n! for an integer n >= 0, rounded from the exact integer; Infinity from 171 on; NaN for any other n. */
export function factorial(n: number): number {
  if (!(n >= 0) || Math.floor(n) !== n) return NaN;
  return n > FACTORIAL_MAX ? Infinity : roundToDouble(factorialExactly(n), 0);
}

/**
 * n choose k for non-negative integers, rounded from the exact integer; 0 when k > n; Infinity on overflow;
 * NaN for anything else.
 */
export function binomial(n: number, k: number): number {
  if (!(n >= 0 && k >= 0) || Math.floor(n) !== n || Math.floor(k) !== k || n === Infinity) return NaN;
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
