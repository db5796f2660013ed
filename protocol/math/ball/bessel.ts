/**
 * Bessel functions of integer order and positive argument. Power series where they fit, with the
 * bits that cancel added beforehand; beyond, Hankel's expansions, whose remainders stay below the
 * first term left out once the index passes the order. Sources: DLMF 10.8, 10.17, 10.25, 10.31,
 * 10.40.
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
  sqrt,
  square,
  subtract,
  top,
  widen,
  ZERO,
  type Ball,
} from "./ball.js";
import { pi } from "./constants.js";
import { eulerGamma, nextHarmonic } from "./digamma.js";
import { exp, log, series, sinCos } from "./elementary.js";

/** A bound on the argument's size as a double; only used to choose precisions and lengths. */
export interface Sized {
  readonly ball: Ball;
  readonly size: number;
}

/** (x/2)^n / n!. */
function leading(n: number, half: Ball, w: number): Ball {
  let term: Ball = ONE;
  for (let k = 1; k <= n; k += 1) term = divideInteger(multiply(term, half, w), k, w);
  return term;
}

/** Terms after which k (k + n) exceeds twice (x/2)^2. */
function settledAfter(size: number): number {
  return Math.ceil(0.75 * size) + 2;
}

/** sum of (sign x^2/4)^k / (k! (k+n)!) times (x/2)^n: J_n for sign -1, I_n for sign 1. */
function powerSeries(n: number, x: Sized, sign: 1 | -1, w: number): Ball {
  const half = shift(x.ball, -1);
  const quarter = square(half, w);
  const q = sign < 0 ? negate(quarter) : quarter;
  const next = (term: Ball, k: number): Ball => divideInteger(multiply(term, q, w), k * (k + n), w);
  return series(leading(n, half, w), next, w, settledAfter(x.size));
}

/** Bits that may cancel in an alternating series whose terms reach e^x. */
function cancelling(size: number): number {
  return Math.ceil(1.45 * size) + 32;
}

interface Hankel {
  readonly even: Ball;
  readonly odd: Ball;
}

/**
 * Sums of a_k(n) / x^k over even and odd k, signs alternating in pairs (J, Y) or with each k (K).
 * Undefined when the terms start to grow before they are small enough.
 */
function hankel(n: number, x: Sized, p: number): Hankel | undefined {
  if (x.size < 0.4 * p + 2 * n) return undefined;
  const w = p + 32;
  const sums: [Ball, Ball] = [ONE, ZERO];
  const inverse = divide(ONE, shift(x.ball, 3), w);
  let term: Ball = ONE;
  for (let k = 1; ; k += 1) {
    if (k > 2 * x.size) return undefined;
    const factor = 4 * n * n - (2 * k - 1) * (2 * k - 1);
    term = divideInteger(multiplyInteger(multiply(term, inverse, w), factor, w), k, w);
    const signed = (k & 2) === 0 ? term : negate(term);
    const at = (k & 1) === 0 ? 0 : 1;
    sums[at] = add(sums[at], signed, w);
    if (k > n && top(term) < -w) {
      return { even: widen(sums[0], top(term)), odd: widen(sums[1], top(term)) };
    }
  }
}

/** J_n and Y_n from Hankel's expansion: sqrt(2/(pi x)) times a rotation by x - n pi/2 - pi/4. */
function fromHankel(n: number, x: Sized, { even, odd }: Hankel, p: number): { j: Ball; y: Ball } {
  const w = p + 32;
  const { sin, cos } = sinCos(x.ball, w);
  let s = sin;
  let c = cos;
  for (let i = 0; i < (n & 3); i += 1) [s, c] = [negate(c), s];
  const factor = divide(ONE, sqrt(multiply(pi(w), x.ball, w), w), w);
  const plus = add(c, s, w);
  const minus = subtract(s, c, w);
  return {
    j: multiply(factor, subtract(multiply(even, plus, w), multiply(odd, minus, w), w), w),
    y: multiply(factor, add(multiply(even, minus, w), multiply(odd, plus, w), w), w),
  };
}

/** J_n(x), n >= 0, x > 0. */
export function besselJ(n: number, x: Sized, p: number): Ball {
  const expansion = hankel(n, x, p);
  if (expansion !== undefined) return fromHankel(n, x, expansion, p).j;
  return powerSeries(n, x, -1, p + cancelling(x.size));
}

/** I_n(x), n >= 0, x > 0: every term is positive. */
export function besselI(n: number, x: Sized, p: number): Ball {
  return powerSeries(n, x, 1, p + 32);
}

/** sum over k < n of (n-k-1)!/k! (sign x^2/4)^k, times (x/2)^-n. */
function finitePart(n: number, half: Ball, sign: 1 | -1, w: number): Ball {
  if (n === 0) return ZERO;
  const quarter = square(half, w);
  const q = sign < 0 ? negate(quarter) : quarter;
  let term: Ball = ONE;
  for (let k = 2; k < n; k += 1) term = multiplyInteger(term, k, w);
  let total = term;
  for (let k = 1; k < n; k += 1) {
    term = divideInteger(multiply(term, q, w), k * (n - k), w);
    total = add(total, term, w);
  }
  let power: Ball = ONE;
  for (let k = 0; k < n; k += 1) power = multiply(power, half, w);
  return divide(total, power, w);
}

/** (x/2)^n sum of (H_k + H_{k+n} - 2 gamma) (sign x^2/4)^k / (k! (k+n)!). */
function harmonicPart(n: number, x: Sized, sign: 1 | -1, w: number): Ball {
  const half = shift(x.ball, -1);
  const quarter = square(half, w);
  const q = sign < 0 ? negate(quarter) : quarter;
  let low: Ball = ZERO;
  let high: Ball = ZERO;
  for (let k = 1; k <= n; k += 1) high = nextHarmonic(high, k, w);
  const shared = shift(eulerGamma(w), 1);
  let factor = leading(n, half, w);
  const first = multiply(factor, subtract(add(low, high, w), shared, w), w);
  const next = (_: Ball, k: number): Ball => {
    factor = divideInteger(multiply(factor, q, w), k * (k + n), w);
    low = nextHarmonic(low, k, w);
    high = nextHarmonic(high, k + n, w);
    return multiply(factor, subtract(add(low, high, w), shared, w), w);
  };
  // The harmonic factor grows slower than 2 in 1, so that terms still halve a little later.
  return series(first, next, w, 2 * settledAfter(x.size) + 8);
}

/** Y_n(x), n >= 0, x > 0. */
export function besselY(n: number, x: Sized, p: number): Ball {
  const expansion = hankel(n, x, p);
  if (expansion !== undefined) return fromHankel(n, x, expansion, p).y;
  const w = p + cancelling(x.size);
  const half = shift(x.ball, -1);
  const logarithm = shift(multiply(log(half, w), powerSeries(n, x, -1, w), w), 1);
  const rest = add(finitePart(n, half, 1, w), harmonicPart(n, x, -1, w), w);
  return divide(subtract(logarithm, rest, w), pi(w), w);
}

/** K_n(x) for n of 0 or 1, x > 0. */
export function besselK(n: number, x: Sized, p: number): Ball {
  const far = x.size > 0.8 * p + 8 ? farK(n, x, p) : undefined;
  if (far !== undefined) return far;
  const w = p + 2 * cancelling(x.size);
  const half = shift(x.ball, -1);
  const logarithm = multiply(log(half, w), powerSeries(n, x, 1, w), w);
  const harmonic = shift(harmonicPart(n, x, 1, w), -1);
  const finite = shift(finitePart(n, half, -1, w), -1);
  const even = subtract(harmonic, logarithm, w);
  return add(finite, n === 0 ? even : negate(even), w);
}

/** sqrt(pi/(2x)) e^-x sum of a_k(n)/x^k. */
function farK(n: number, x: Sized, p: number): Ball | undefined {
  const w = p + 32;
  const inverse = divide(ONE, shift(x.ball, 3), w);
  let term: Ball = ONE;
  let total: Ball = ONE;
  for (let k = 1; ; k += 1) {
    if (k > 2 * x.size) return undefined;
    const factor = 4 * n * n - (2 * k - 1) * (2 * k - 1);
    term = divideInteger(multiplyInteger(multiply(term, inverse, w), factor, w), k, w);
    total = add(total, term, w);
    if (k > n && top(term) < -w) break;
  }
  const root = sqrt(divide(pi(w), shift(x.ball, 1), w), w);
  return multiply(multiply(root, exp(negate(x.ball), w), w), widen(total, top(term)), w);
}
