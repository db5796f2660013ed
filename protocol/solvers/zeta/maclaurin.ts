/**
 * What Euler and Maclaurin add to the first terms of the zeta function on the critical line.
 * Source: Edwards, Riemann's Zeta Function (1974), chapter 6.
 */
import { TWO_PI } from "../../math/constants.js";
/** Corrections by Bernoulli's numbers. */
const CORRECTIONS = 24;
/** B_2k/(2 k)!. */
const bernoulli = bernoulliTable();

/** The complex number that the last one takes, real and imaginary. */
export const factor = new Float64Array(2);

function bernoulliTable(): Float64Array {
  const numbers = new Float64Array(CORRECTIONS + 1);
  // |B_2k|/(2k)! = 2 zeta(2k)/(2 pi)^2k.
  let power = 1;
  for (let k = 1; k < numbers.length; k += 1) {
    power /= TWO_PI * TWO_PI;
    let zeta = 1;
    for (let n = 400; n >= 2; n -= 1) {
      let term = 1;
      for (let i = 0; i < k; i += 1) term /= n * n;
      zeta += term;
    }
    // The tail beyond 400 of the slow ones, by its integral and half its last term.
    if (k <= 3) {
      let last = 1;
      for (let i = 0; i < 2 * k; i += 1) last /= 400;
      zeta += last * (400 / (2 * k - 1) - 0.5 + (2 * k) / (12 * 400));
    }
    numbers[k] = (k % 2 === 1 ? 2 : -2) * zeta * power;
  }
  return numbers;
}

/**
 * Terms after which the corrections leave out less than 1e-15 of one: they fall with (t/(2 pi
 * n))^2.
 */
export function maclaurinTerms(t: number): number {
  return 36 + Math.floor(t / 3);
}

/**
 * All terms from the n-th on are n^(-1/2 - i t) times a complex number, which is left in `factor`.
 */
export function beyond(t: number, n: number): void {
  // n/(s - 1) + 1/2, s - 1 = -1/2 + i t.
  const d = 0.25 + t * t;
  let re = 0.5 - (0.5 * n) / d;
  let im = (-t * n) / d;
  // Corrections: B_2k/(2k)! s (s + 1) ... (s + 2 k - 2) n^(1 - 2 k).
  const over = 1 / n;
  const turn = t * over;
  let pr = 0.5 * over;
  let pi = turn;
  for (let k = 1; k <= CORRECTIONS; k += 1) {
    const b = bernoulli[k]!;
    re += b * pr;
    im += b * pi;
    const first = (2 * k - 0.5) * over;
    const qr = pr * first - pi * turn;
    const qi = pi * first + pr * turn;
    const second = first + over;
    pr = qr * second - qi * turn;
    pi = qi * second + qr * turn;
  }
  factor[0] = re;
  factor[1] = im;
}
