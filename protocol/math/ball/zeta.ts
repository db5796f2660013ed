/** Riemann's zeta function of a real argument by Euler and Maclaurin. */
import {
  add,
  divide,
  divideInteger,
  fromInteger,
  multiply,
  multiplyInteger,
  negate,
  ONE,
  shift,
  subtract,
  top,
  widen,
  type Ball,
} from "./ball.js";
import { ln2, pi } from "./constants.js";
import { exp, log, sinCosPi } from "./elementary.js";
import { bernoulliQuotient, gamma } from "./gamma.js";

const logarithms = new Map<number, Ball[]>();

/** ln n, kept for each precision: a series of zetas asks for the same ones. */
export function lnOf(n: number, w: number): Ball {
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
    powers[n] =
      divisor * divisor <= n
        ? multiply(powers[divisor]!, powers[n / divisor]!, w)
        : exp(negate(multiply(s, lnOf(n, w), w)), w);
  }
  return powers;
}

const coefficients = new Map<number, Ball[]>();

/** B_2k/(2k)!, kept for each precision. */
function tailCoefficient(k: number, w: number): Ball {
  let table = coefficients.get(w);
  if (table === undefined) {
    table = [];
    coefficients.set(w, table);
  }
  if (table[k] === undefined) {
    let factorial = 1n;
    for (let n = 2; n < 2 * k; n += 1) factorial *= BigInt(n);
    table[k] = divide(bernoulliQuotient(k, w + 16), fromInteger(factorial), w);
  }
  return table[k];
}

function countFor(w: number): number {
  return Math.ceil(w / 6) + 4;
}

/**
 * zeta(s) for exact s >= 1/2, s not 1: sum to N, then N^(1-s)/(s-1) - N^-s/2 and Bernoulli terms,
 * whose remainder is below the first left out because x^-s is completely monotonic.
 * @param powers n^-s for n from 0, of which the last is for N
 */
function eulerMaclaurin(s: Ball, powers: readonly Ball[], p: number, w: number): Ball {
  const count = powers.length - 1;
  let total = fromInteger(0);
  for (let n = 1; n <= count; n += 1) total = add(total, powers[n]!, w);
  const last = powers[count]!;
  const tail = divide(multiplyInteger(last, count, w), subtract(s, ONE, 2_200), w);
  total = add(total, subtract(tail, shift(last, -1), w), w);
  // s (s+1) ... (s+2k-2) / N^(s+2k-1), B_2k/(2k)! beside it.
  let rising = multiply(s, divide(last, fromInteger(count), w), w);
  for (let k = 1; ; k += 1) {
    const term = multiply(rising, tailCoefficient(k, w), w);
    total = add(total, term, w);
    if (top(term) < -p - 16) return widen(total, top(term));
    const a = add(s, fromInteger(2 * k - 1), 2_200);
    const b = add(s, fromInteger(2 * k), 2_200);
    rising = divide(multiply(multiply(rising, a, w), b, w), fromInteger(count * count), w);
  }
}

function forwards(s: Ball, p: number): Ball {
  const w = p + 48;
  return eulerMaclaurin(s, inversePowers(s, countFor(w), w), p, w);
}

/**
 * zeta at s, s - 1, s - 2, ... for an exact s that is no integer: one table of powers serves them
 * all.
 */
export class ZetasBelow {
  readonly #known: Ball[] = [];
  readonly #s: Ball;
  readonly #p: number;
  readonly #w: number;
  /** n^-t of the last t. */
  #powers: Ball[] | null = null;
  #reflected: Reflected | null = null;

  constructor(s: Ball, p: number) {
    this.#s = s;
    this.#p = p;
    this.#w = p + 48;
  }

  /** zeta(s - k). */
  at(k: number): Ball {
    for (let next = this.#known.length; next <= k; next += 1) this.#known.push(this.#next(next));
    return this.#known[k]!;
  }

  #next(k: number): Ball {
    const t = subtract(this.#s, fromInteger(k), 2_200);
    if (!(t.m > 0n && top(t) >= 0)) return this.#mirrored(k, subtract(ONE, t, 2_200));
    this.#powers =
      this.#powers === null
        ? inversePowers(t, countFor(this.#w), this.#w)
        : this.#powers.map((power, n) => (n === 0 ? power : multiplyInteger(power, n, this.#w)));
    return eulerMaclaurin(t, this.#powers, this.#p, this.#w);
  }

  /** zeta(1 - t) = 2 (2 pi)^-t cos(pi t/2) gamma(t) zeta(t). */
  #mirrored(k: number, t: Ball): Ball {
    const w = this.#w;
    const before = this.#reflected;
    const twoPi = shift(pi(w), 1);
    // gamma(t + 1) (2 pi)^-(t + 1) from gamma(t) (2 pi)^-t.
    const here: Reflected =
      before === null
        ? {
            powers: inversePowers(t, countFor(w), w),
            front: multiply(gamma(t, w), exp(negate(multiply(t, log(twoPi, w), w)), w), w),
          }
        : {
            powers: before.powers.map((power, n) => (n === 0 ? power : divideInteger(power, n, w))),
            front: divide(multiply(before.front, subtract(t, ONE, 2_200), w), twoPi, w),
          };
    this.#reflected = here;
    const { sin } = sinCosPi(shift(subtract(this.#s, fromInteger(k), 2_200), -1), w);
    return shift(
      multiply(multiply(here.front, sin, w), eulerMaclaurin(t, here.powers, this.#p, w), w),
      1,
    );
  }
}

interface Reflected {
  readonly powers: readonly Ball[];
  readonly front: Ball;
}

/** zeta(s) for exact s other than 1; 2^s pi^(s-1) sin(pi s/2) gamma(1-s) zeta(1-s) below 1/2. */
export function zeta(s: Ball, p: number): Ball {
  if (s.m > 0n && top(s) >= 0) return forwards(s, p);
  const w = p + 64;
  const other = subtract(ONE, s, 2_200);
  const { sin } = sinCosPi(shift(s, -1), w);
  const exponent = subtract(multiply(s, ln2(w), w), multiply(other, log(pi(w), w), w), w);
  const product = multiply(multiply(exp(exponent, w), sin, w), gamma(other, w), w);
  return multiply(product, forwards(other, w), w);
}
