/** Digamma of balls, and Euler's constant from it. */
import {
  add,
  divide,
  divideInteger,
  fromInteger,
  multiply,
  negate,
  ONE,
  shift,
  square,
  subtract,
  top,
  widen,
  type Ball,
} from "./ball.js";
import { pi } from "./constants.js";
import { log, sinCosPi } from "./elementary.js";
import { bernoulliQuotient } from "./gamma.js";

/** ln z - 1/(2z) - sum B_2k/(2k z^2k), z large: the remainder is below the first term left out. */
function asymptotic(z: Ball, p: number): Ball {
  const w = p + 32;
  const inverse2 = divide(ONE, square(z, w), w);
  let total = subtract(log(z, w), divide(ONE, shift(z, 1), w), w);
  let power = inverse2;
  for (let k = 1; ; k += 1) {
    const term = negate(multiply(bernoulliQuotient(k, w), power, w));
    total = add(total, term, w);
    if (top(term) < -p - 8) return widen(total, top(term));
    power = multiply(power, inverse2, w);
  }
}

/** psi(a) of an exact a that is not zero or a negative integer. */
export function digamma(a: Ball, p: number): Ball {
  const w = p + 32;
  if (a.m < 0n) {
    const { sin, cos } = sinCosPi(a, w);
    const cotangent = divide(multiply(pi(w), cos, w), sin, w);
    return subtract(digamma(subtract(ONE, a, 2_200), w), cotangent, w);
  }
  const whole =
    top(a) > 40 ? Infinity : Number(a.e >= 0 ? a.m << BigInt(a.e) : a.m >> BigInt(-a.e));
  const steps = Math.max(0, Math.ceil(w / 4) + 8 - whole);
  let below: Ball = { m: 0n, e: 0, r: 0n };
  for (let i = 0; i < steps; i += 1) {
    below = add(below, divide(ONE, add(a, fromInteger(i), 2_200), w), w);
  }
  return subtract(asymptotic(add(a, fromInteger(steps), 2_200), w), below, w);
}

const known = new Map<number, Ball>();

/** Euler's constant, -psi(1). */
export function eulerGamma(p: number): Ball {
  let value = known.get(p);
  if (value === undefined) {
    value = negate(digamma(ONE, p));
    known.set(p, value);
  }
  return value;
}

/** 1 + 1/2 + ... + 1/n, for callers that sum as they go. */
export function nextHarmonic(before: Ball, n: number, p: number): Ball {
  return add(before, divideInteger(ONE, n, p), p);
}
