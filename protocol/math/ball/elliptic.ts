/** Complete elliptic integrals of parameter m by the arithmetic-geometric mean, and Lambert's W. */
import {
  add,
  divide,
  fromInteger,
  multiply,
  ONE,
  shift,
  signOf,
  sqrt,
  square,
  subtract,
  top,
  Undecided,
  widen,
  type Ball,
} from "./ball.js";
import { pi } from "./constants.js";
import { exp } from "./elementary.js";

interface Means {
  readonly mean: Ball;
  readonly squares: Ball;
}

/** agm(1, sqrt(1-m)) and the sum of 2^(n-1) c_n^2, c_n the half differences and c_0^2 = m. */
function means(m: Ball, w: number): Means {
  let a: Ball = ONE;
  let b = sqrt(subtract(ONE, m, 2_200), w);
  let squares = shift(m, -1);
  for (let n = 0; ; n += 1) {
    const c = shift(subtract(a, b, w), -1);
    [a, b] = [shift(add(a, b, w), -1), sqrt(multiply(a, b, w), w)];
    squares = add(squares, shift(square(c, w), n), w);
    // Convergence is quadratic: the mean lies within c^2 of a once c is small.
    if (top(c) < top(a) - w / 2) {
      return { mean: widen(a, 2 * top(c) - top(a) + 2), squares: widen(squares, top(squares) - w) };
    }
  }
}

/** K(m) for exact m < 1. */
export function ellipticK(m: Ball, p: number): Ball {
  const w = p + 32;
  return divide(pi(w), shift(means(m, w).mean, 1), w);
}

/** E(m) for exact m < 1. */
export function ellipticE(m: Ball, p: number): Ball {
  const w = p + 64;
  const { mean, squares } = means(m, w);
  return multiply(divide(pi(w), shift(mean, 1), w), subtract(ONE, squares, w), w);
}

const NEWTON_STEPS_MAX = 60;

/**
 * Principal W(x) from a first guess: Halley's steps, then a proof that the function w e^w - x
 * changes sign across the ball. Needs w > -1, where it rises.
 */
export function lambertW(x: Ball, guess: Ball, p: number): Ball {
  const w = p + 64;
  let root: Ball = guess;
  for (let i = 0; i < NEWTON_STEPS_MAX; i += 1) {
    const e = exp(root, w);
    const f = subtract(multiply(root, e, w), x, w);
    const next = add(root, ONE, w);
    const correction = divide(multiply(f, add(root, fromInteger(2), w), w), shift(next, 1), w);
    const step = divide(f, subtract(multiply(e, next, w), correction, w), w);
    const moved = subtract(root, step, w);
    root = { m: moved.m, e: moved.e, r: 0n };
    if (top(step) < top(root) - p - 8) break;
  }
  const margin: Ball = { m: 1n, e: top(root) - p, r: 0n };
  const excess = (at: Ball): number => signOf(subtract(multiply(at, exp(at, w), w), x, w));
  if (excess(add(root, margin, w)) <= 0 || excess(subtract(root, margin, w)) >= 0) {
    throw new Undecided();
  }
  return widen(root, top(root) - p);
}
