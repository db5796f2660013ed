/** Riemann's zeta function of a real argument by Euler and Maclaurin. */
import {
  add, divide, fromInteger, multiply, multiplyInteger, negate, ONE, shift, subtract, top, widen,
  type Ball,
} from "./ball.js";
import { ln2, pi } from "./constants.js";
import { exp, log, sinCosPi } from "./elementary.js";
import { bernoulli, gamma } from "./gamma.js";

const logarithms = new Map<number, Ball[]>();

/** ln n, kept for each precision: a series of zetas asks for the same ones. */
function lnOf(n: number, w: number): Ball {
  let table = logarithms.get(w);
  if (table === undefined) {
    table = [];
    logarithms.set(w, table);
  }
  return (table[n] ??= log(fromInteger(n), w));
}

/** n^-s for n from 1 to count: primes through logarithms, the rest as products. */
function inversePowers(s: Ball, count: number, w: number): Ball[] {
  const powers: Ball[] = [ONE, ONE];
  for (let n = 2; n <= count; n += 1) {
    let divisor = 2;
    while (divisor * divisor <= n && n % divisor !== 0) divisor += 1;
    powers[n] = divisor * divisor <= n
      ? multiply(powers[divisor]!, powers[n / divisor]!, w)
      : exp(negate(multiply(s, lnOf(n, w), w)), w);
  }
  return powers;
}

/**
 * zeta(s) for exact s >= 1/2, s not 1: sum to N, then N^(1-s)/(s-1) - N^-s/2 and Bernoulli terms,
 * whose remainder is below the first left out because x^-s is completely monotonic.
 */
function forwards(s: Ball, p: number): Ball {
  const w = p + 48;
  const count = Math.ceil(w / 6) + 4;
  const powers = inversePowers(s, count, w);
  let total = fromInteger(0);
  for (let n = 1; n <= count; n += 1) total = add(total, powers[n]!, w);
  const last = powers[count]!;
  const tail = divide(multiplyInteger(last, count, w), subtract(s, ONE, 2_200), w);
  total = add(total, subtract(tail, shift(last, -1), w), w);
  // s (s+1) ... (s+2k-2) / N^(s+2k-1), B_2k/(2k)! beside it.
  let rising = multiply(s, divide(last, fromInteger(count), w), w);
  let factorial = 2n;
  for (let k = 1; ; k += 1) {
    const { over, under } = bernoulli(k);
    const term = multiply(rising, divide(fromInteger(over), fromInteger(under * factorial), w), w);
    total = add(total, term, w);
    if (top(term) < -p - 16) return widen(total, top(term));
    const a = add(s, fromInteger(2 * k - 1), 2_200);
    const b = add(s, fromInteger(2 * k), 2_200);
    rising = divide(multiply(multiply(rising, a, w), b, w), fromInteger(count * count), w);
    factorial *= BigInt((2 * k + 1) * (2 * k + 2));
  }
}

/** zeta(s) for exact s other than 1; 2^s pi^(s-1) sin(pi s/2) gamma(1-s) zeta(1-s) below 1/2. */
export function zeta(s: Ball, p: number): Ball {
  if (s.m > 0n && top(s) >= 0) return forwards(s, p);
  const w = p + 64;
  const other = subtract(ONE, s, 2_200);
  const { sin } = sinCosPi(shift(s, -1), w);
  const exponent = subtract(
    multiply(s, ln2(w), w), multiply(other, log(pi(w), w), w), w);
  const product = multiply(multiply(exp(exponent, w), sin, w), gamma(other, w), w);
  return multiply(product, forwards(other, w), w);
}
