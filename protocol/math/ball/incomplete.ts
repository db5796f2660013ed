/** Beta, and the regularised incomplete gamma and beta functions, of positive parameters. */
import {
  add,
  divide,
  fromInteger,
  multiply,
  multiplyInteger,
  negate,
  ONE,
  subtract,
  top,
  Undecided,
  widen,
  type Ball,
} from "./ball.js";
import { expClamped, log, log1p } from "./elementary.js";
import { lgamma } from "./gamma.js";

/** Sums of two doubles and small integers, exactly. */
const EXACT_BITS = 2_300;

/** ln B(a, b). */
function lnBeta(a: Ball, b: Ball, w: number): Ball {
  const both = add(lgamma(a, w), lgamma(b, w), w);
  return subtract(both, lgamma(add(a, b, EXACT_BITS), w), w);
}

/** Bits that the logarithm of a gamma function of this size has before its point. */
function integerBits(a: Ball): number {
  return Math.max(0, top(a)) + 12;
}

export function beta(a: Ball, b: Ball, p: number): Ball {
  const w = p + 32 + Math.max(integerBits(a), integerBits(b));
  return expClamped(lnBeta(a, b, w), p);
}

/** x^a e^-x / gamma(a + 1). */
function gammaFront(a: Ball, x: Ball, p: number): Ball {
  const w = p + 32 + Math.max(integerBits(a), integerBits(x));
  const exponent = subtract(multiply(a, log(x, w), w), x, w);
  return expClamped(subtract(exponent, lgamma(add(a, ONE, EXACT_BITS), w), w), p);
}

/**
 * P(a, x) = front (1 + x/(a+1) + x^2/((a+1)(a+2)) + ...). Past n = x - a the terms fall at least as
 * fast as a geometric series of ratio x/(a+n), which bounds what is left out. `excess` is x - a as
 * a double.
 */
export function lowerGamma(a: Ball, x: Ball, excess: number, p: number): Ball {
  const w = p + 32;
  let term: Ball = ONE;
  let total: Ball = ONE;
  for (let n = 1; ; n += 1) {
    const divisor = add(a, fromInteger(n), EXACT_BITS);
    term = divide(multiply(term, x, w), divisor, w);
    total = add(total, term, w);
    if (n > excess + 1 && top(term) < top(total) - w) {
      const rest = divide(multiply(term, x, w), subtract(divisor, x, EXACT_BITS), w);
      if (top(rest) < top(total) - p) {
        return multiply(gammaFront(a, x, w), widen(total, top(rest)), w);
      }
    }
  }
}

const FRACTION_STEPS_MAX = 65_536;

/** (1-x)^b x^a / (a B(a, b)). */
function betaFront(a: Ball, b: Ball, x: Ball, p: number): Ball {
  const w = p + 32 + Math.max(integerBits(a), integerBits(b));
  const powers = add(multiply(a, log(x, w), w), multiply(b, log1p(negate(x), w), w), w);
  return divide(expClamped(subtract(powers, lnBeta(a, b, w), w), w), a, w);
}

interface Quotient {
  readonly over: Ball;
  readonly under: Ball;
}

/** Coefficient d_j of the continued fraction 1/(1 + d1/(1 + d2/(1 + ...))): DLMF 8.17.23. */
function fractionTerm(a: Ball, b: Ball, x: Ball, j: number, w: number): Quotient {
  const m = j >> 1;
  const at = (n: number): Ball => add(a, fromInteger(n), EXACT_BITS);
  if ((j & 1) === 0) {
    return {
      over: multiply(multiplyInteger(subtract(b, fromInteger(m), EXACT_BITS), m, w), x, w),
      under: multiply(at(2 * m - 1), at(2 * m), w),
    };
  }
  return {
    over: negate(multiply(multiply(at(m), add(at(m), b, EXACT_BITS), w), x, w)),
    under: multiply(at(2 * m), at(2 * m + 1), w),
  };
}

/** 1/(1 + d1/(1 + ... d_steps)) from its end, which keeps errors from growing. */
function fraction(terms: readonly Quotient[], steps: number, w: number): Ball {
  let value: Ball = ONE;
  for (let j = steps; j >= 1; j -= 1) {
    const { over, under } = terms[j - 1]!;
    value = add(ONE, divide(over, multiply(under, value, w), w), w);
  }
  return divide(ONE, value, w);
}

/**
 * I_x(a, b) for x at most about (a+1)/(a+b+2). The fraction is cut after 16, 32, ... steps until
 * two cuts agree to 2^-(p+40). That is an observation, not a proof, which is why these bits are not
 * promised to be correctly rounded.
 */
export function lowerBeta(a: Ball, b: Ball, x: Ball, p: number): Ball {
  // The coefficients differ by squares of a: fewer guard bits never settle from a = 20,000 on.
  const w = p + 96;
  const terms: Quotient[] = [];
  const cut = (steps: number): Ball => {
    for (let j = terms.length + 1; j <= steps; j += 1) terms.push(fractionTerm(a, b, x, j, w));
    return fraction(terms, steps, w);
  };
  const first = p <= 96 ? 16 : 32;
  let before = cut(first);
  for (let steps = 2 * first; steps <= FRACTION_STEPS_MAX; steps *= 2) {
    const value = cut(steps);
    if (top(subtract(value, before, w)) < top(value) - p - 40) {
      return multiply(betaFront(a, b, x, w), value, p + 32);
    }
    before = value;
  }
  throw new Undecided();
}
