/** Gamma, its logarithm, and the error functions of balls. */
import {
  absolute,
  add,
  divide,
  divideInteger,
  fromInteger,
  multiply,
  multiplyInteger,
  negate,
  ONE,
  shift,
  square,
  subtract,
  top,
  widen,
  type Ball,
} from "./ball.js";
import { halfLnTwoPi, pi, sqrtPi } from "./constants.js";
import { exp, log, sinCosPi } from "./elementary.js";

/**
 * B_2k = tangentNumber(k) * 2k * (-1)^(k+1) / (4^k (4^k - 1)); tangent numbers are integers (Brent
 * and Harvey).
 */
const tangentNumbers: bigint[] = [];

function extendTangentNumbers(count: number): void {
  const t: bigint[] = [0n, 1n];
  for (let k = 2; k <= count; k += 1) t[k] = BigInt(k - 1) * t[k - 1]!;
  for (let k = 2; k <= count; k += 1) {
    for (let j = k; j <= count; j += 1) {
      t[j] = BigInt(j - k) * t[j - 1]! + BigInt(j - k + 2) * t[j]!;
    }
  }
  tangentNumbers.splice(0, tangentNumbers.length, ...t);
}

/** B_2k as an exact fraction. */
export function bernoulli(k: number): { readonly over: bigint; readonly under: bigint } {
  if (tangentNumbers.length <= k) extendTangentNumbers(Math.max(64, 2 * k));
  const power = 1n << BigInt(2 * k);
  const over = tangentNumbers[k]! * BigInt(2 * k);
  return { over: (k & 1) === 1 ? over : -over, under: power * (power - 1n) };
}

const quotients = new Map<number, Ball[]>();

/** B_2k/(2k), kept for each precision: every series of this family asks for the same ones. */
export function bernoulliQuotient(k: number, w: number): Ball {
  let table = quotients.get(w);
  if (table === undefined) {
    table = [];
    quotients.set(w, table);
  }
  return (table[k] ??= bernoulliQuotientFresh(k, w));
}

function bernoulliQuotientFresh(k: number, w: number): Ball {
  const { over, under } = bernoulli(k);
  return divide(fromInteger(over), fromInteger(under * BigInt(2 * k)), w);
}

/** Stirling's series needs z beyond about 0.11 p; a quarter keeps the number of terms low. */
function stirlingFrom(p: number): number {
  return Math.ceil(p / 4) + 8;
}

/**
 * ln gamma(z) for real z at least `stirlingFrom(p)`: the remainder is smaller than the first term
 * left out.
 */
function stirling(z: Ball, p: number): Ball {
  const w = p + 32 + Math.max(0, top(z));
  const main = subtract(multiply(subtract(z, { m: 1n, e: -1, r: 0n }, w), log(z, w), w), z, w);
  let total = add(main, halfLnTwoPi(w, log), w);
  const inverse = divide(ONE, z, w);
  const inverse2 = square(inverse, w);
  let power = inverse;
  for (let k = 1; ; k += 1) {
    const term = multiply(divideInteger(bernoulliQuotient(k, w), 2 * k - 1, w), power, w);
    total = add(total, term, w);
    if (top(term) < -p - 8) {
      return widen(total, top(term));
    }
    power = multiply(power, inverse2, w);
  }
}

/** a (a+1) ... (a+n-1). */
function rising(a: Ball, n: number, p: number): Ball {
  let product: Ball = ONE;
  for (let i = 0; i < n; i += 1) product = multiply(product, add(a, fromInteger(i), p), p);
  return product;
}

/** Steps that bring a up to Stirling's range. */
function stepsUp(a: Ball, p: number): number {
  const wanted = stirlingFrom(p);
  if (top(a) > 40) return 0;
  const whole = a.e >= 0 ? Number(a.m << BigInt(a.e)) : Number(a.m >> BigInt(-a.e));
  return Math.max(0, wanted - whole);
}

/** Gamma of an exact a that is not zero or a negative integer. */
export function gamma(a: Ball, p: number): Ball {
  if (a.m < 0n) {
    const w = p + 32;
    const { sin } = sinCosPi(a, w);
    return divide(pi(w), multiply(sin, gamma(subtract(ONE, a, 4 * w + 2200), w), w), p);
  }
  const w = p + 48;
  const steps = stepsUp(a, w);
  // Exact while a + i fits; a is a double, and 2,200 bits hold any sum of it with a small integer.
  const raised = add(a, fromInteger(steps), 2200);
  const value = exp(stirling(raised, w), w);
  return steps === 0 ? value : divide(value, rising(a, steps, w), p);
}

/** ln |gamma(a)| of an exact a that is not zero or a negative integer. */
export function lgamma(a: Ball, p: number): Ball {
  const w = p + 32;
  if (a.m < 0n) {
    const { sin } = sinCosPi(a, w);
    const reflected = lgamma(subtract(ONE, a, 4 * w + 2200), w);
    return subtract(log(absolute(divide(pi(w), sin, w)), w), reflected, w);
  }
  const steps = stepsUp(a, w);
  const value = stirling(add(a, fromInteger(steps), 2200), w);
  return steps === 0 ? value : subtract(value, log(rising(a, steps, w), w), w);
}

/**
 * erf a = 2/sqrt(pi) e^(-a^2) a sum (2a^2)^n / (1 3 5 ... (2n+1)): all terms positive, nothing
 * cancels.
 */
export function erf(a: Ball, p: number): Ball {
  if (a.m < 0n) return negate(erf(negate(a), p));
  const w = p + 32;
  const aa = square(a, 2 * w);
  const twice = shift(aa, 1);
  let term: Ball = a;
  let total: Ball = a;
  const past = top(twice) > 30 ? Infinity : Number(twice.m) * scaleOf(twice.e);
  for (let n = 1; ; n += 1) {
    term = divideInteger(multiply(term, twice, w), 2 * n + 1, w);
    total = add(total, term, w);
    // Beyond n = 2 a^2 each term is less than half the one before.
    if (2 * n + 1 > 2 * past && top(term) < top(total) - w) {
      total = widen(total, top(term) + 1);
      break;
    }
  }
  const factor = divide(shift(exp(negate(aa), w), 1), sqrtPi(w), w);
  return multiply(factor, total, w);
}

/** 2^e as a double; only the magnitude matters here. */
function scaleOf(e: number): number {
  let s = 1;
  for (let i = 0; i < Math.min(1100, Math.abs(e)); i += 1) s = e < 0 ? s / 2 : s * 2;
  return s;
}

/**
 * erfc a for a > 0: asymptotic where it is good enough, otherwise 1 - erf a with the bits that
 * cancel added.
 */
export function erfc(a: Ball, p: number): Ball {
  const w = p + 32;
  const aa = square(a, 2 * w + 128);
  const size = Number(aa.m >> BigInt(Math.max(0, -aa.e)));
  if (size > 0.75 * w) return erfcAsymptotic(a, aa, w);
  // e^(-a^2) falls below 2^-(1.4427 a^2): those bits cancel in 1 - erf a.
  const extra = Math.ceil(1.5 * size) + 64;
  return subtract(ONE, erf(a, w + extra), w);
}

/**
 * e^(-a^2)/(a sqrt(pi)) (1 - 1/(2a^2) + 3/(2a^2)^2 - ...): the error is below the first term left
 * out.
 */
function erfcAsymptotic(a: Ball, aa: Ball, w: number): Ball {
  const inverse = divide(ONE, shift(aa, 1), w);
  let term: Ball = ONE;
  let total: Ball = ONE;
  for (let n = 1; ; n += 1) {
    term = negate(multiply(multiplyInteger(term, 2 * n - 1, w), inverse, w));
    total = add(total, term, w);
    if (top(term) < -w) {
      total = widen(total, top(term));
      break;
    }
  }
  return divide(multiply(exp(negate(aa), w), total, w), multiply(a, sqrtPi(w), w), w);
}
