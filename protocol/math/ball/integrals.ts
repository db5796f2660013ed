/**
 * Exponential, sine and cosine integrals of positive arguments. Sources: DLMF 6.6 (series), 6.12
 * (asymptotic expansions, remainders below the first term left out).
 */
import {
  add,
  divide,
  divideInteger,
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
import type { Sized } from "./bessel.js";
import { pi } from "./constants.js";
import { eulerGamma } from "./digamma.js";
import { exp, log, series, sinCos } from "./elementary.js";

/** sum of a^k / (k k!), k from 1. */
function exponentialSeries(a: Ball, size: number, w: number): Ball {
  let power = a;
  const next = (_: Ball, n: number): Ball => {
    power = divideInteger(multiply(power, a, w), n + 1, w);
    return divideInteger(power, n + 1, w);
  };
  return series(a, next, w, Math.ceil(2 * size) + 2);
}

/** gamma + ln x + the series at +-x. */
function exponentialIntegral(x: Sized, sign: 1 | -1, w: number): Ball {
  const a = sign < 0 ? negate(x.ball) : x.ball;
  return add(add(eulerGamma(w), log(x.ball, w), w), exponentialSeries(a, x.size, w), w);
}

/** Ei(x), x > 0. */
export function ei(x: Sized, p: number): Ball {
  return exponentialIntegral(x, 1, p + 32);
}

/** E1(x), x > 0. */
export function e1(x: Sized, p: number): Ball {
  if (x.size > 0.75 * p + 32) return farE1(x, p);
  // The result is about e^-x, the terms about e^x.
  return negate(exponentialIntegral(x, -1, p + Math.ceil(2.9 * x.size) + 32));
}

/** e^-x / x (1 - 1!/x + 2!/x^2 - ...). */
function farE1(x: Sized, p: number): Ball {
  const w = p + 32;
  const inverse = divide(ONE, x.ball, w);
  let term: Ball = ONE;
  let total: Ball = ONE;
  for (let k = 1; top(term) >= -p - 8; k += 1) {
    term = negate(multiplyInteger(multiply(term, inverse, w), k, w));
    total = add(total, term, w);
  }
  return multiply(multiply(exp(negate(x.ball), w), inverse, w), widen(total, top(term)), w);
}

/** (-1)^n x^(2n+1)/((2n+1)(2n+1)!) summed. */
function sineSeries(x: Sized, w: number): Ball {
  const q = negate(square(x.ball, w));
  let power = x.ball;
  const next = (_: Ball, n: number): Ball => {
    power = divideInteger(multiply(power, q, w), 2 * n * (2 * n + 1), w);
    return divideInteger(power, 2 * n + 1, w);
  };
  return series(x.ball, next, w, Math.ceil(x.size) + 2);
}

/** (-1)^n x^2n/(2n (2n)!) summed from n = 1. */
function cosineSeries(x: Sized, w: number): Ball {
  const q = negate(square(x.ball, w));
  let power = shift(q, -1);
  const next = (_: Ball, n: number): Ball => {
    power = divideInteger(multiply(power, q, w), (2 * n + 1) * (2 * n + 2), w);
    return divideInteger(power, 2 * n + 2, w);
  };
  return series(shift(power, -1), next, w, Math.ceil(x.size) + 2);
}

/** Auxiliary functions f and g: 1/x (1 - 2!/x^2 + ...) and 1/x^2 (1 - 3!/x^2 + ...). */
function auxiliary(x: Sized, w: number): { readonly f: Ball; readonly g: Ball } {
  const inverse = divide(ONE, x.ball, w);
  const inverse2 = negate(square(inverse, w));
  let f: Ball = ONE;
  let g: Ball = ONE;
  let even: Ball = ONE;
  let odd: Ball = ONE;
  for (let k = 1; top(odd) >= -w; k += 1) {
    even = multiplyInteger(multiply(even, inverse2, w), 2 * k * (2 * k - 1), w);
    odd = multiplyInteger(multiply(odd, inverse2, w), 2 * k * (2 * k + 1), w);
    f = add(f, even, w);
    g = add(g, odd, w);
  }
  return {
    f: multiply(widen(f, top(even)), inverse, w),
    g: multiply(widen(g, top(odd)), square(inverse, w), w),
  };
}

/** The expansions reach 2^-p where e^-x does. */
function isFar(x: Sized, w: number): boolean {
  return x.size > 0.75 * w + 16;
}

/** Si(x), x > 0. */
export function si(x: Sized, p: number): Ball {
  const w = p + 32;
  if (!isFar(x, w)) return sineSeries(x, w + Math.ceil(1.45 * x.size));
  const { f, g } = auxiliary(x, w);
  const { sin, cos } = sinCos(x.ball, w);
  const waves = add(multiply(f, cos, w), multiply(g, sin, w), w);
  return subtract(shift(pi(w), -1), waves, w);
}

/** Ci(x), x > 0. */
export function ci(x: Sized, p: number): Ball {
  const w = p + 32;
  if (!isFar(x, w)) {
    const wide = w + Math.ceil(1.45 * x.size);
    return add(add(eulerGamma(wide), log(x.ball, wide), wide), cosineSeries(x, wide), wide);
  }
  const { f, g } = auxiliary(x, w);
  const { sin, cos } = sinCos(x.ball, w);
  return subtract(multiply(f, sin, w), multiply(g, cos, w), w);
}
