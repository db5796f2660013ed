/**
 * Hardy's function Z(t): by Riemann and Siegel with a remainder of five terms, by Euler and Maclaurin where t is small.
 * Phases are kept in turns and in double-double, so that t ln n loses nothing however large it is.
 */
import { log } from "../../math/index.js";
import { addDD, divDD, low, mulD, mulDD, twoProdError } from "../../math/double.js";
import { logPair } from "../../math/pair/logarithm.js";
import { PI } from "../../math/pair/circular.js";
import { remainderSum } from "./remainder.js";

/** Below this the other formula is cheap enough for the sharper values that it gives. */
const SIEGEL_FROM = 600;
/** From here on the bounds on the remainder hold (Gabcke 1979), which do for a sign that is not too near to zero. */
const BOUNDS_FROM = 200;
const SPLIT = 134_217_729;
const TWO_PI = 2 * PI[0]!;
/** Terms of the correction of Euler and Maclaurin. */
const CORRECTIONS = 16;
/** B_2k/(2 k)!, by its alternating recurrence with 1/(2 j + 1)!. */
const bernoulli = bernoulliTable();
/** (2 pi)^(2 k + 1)/(2 k + 1)! with signs: sin of turns. */
const sineTurns = sineTable();
const SINE_TERMS = 12;
/** Units of 2^-53 lost a term, in turns and in the sine. */
const LOSS = 1e-15;

function sineTable(): Float64Array {
  const made = new Float64Array(12);
  let c = TWO_PI;
  for (let k = 0; k < made.length; k += 1) {
    made[k] = c;
    c *= -TWO_PI * TWO_PI / ((2 * k + 2) * (2 * k + 3));
  }
  return made;
}

function bernoulliTable(): Float64Array {
  // x/2 coth(x/2) = sum of B_2k x^2k/(2k)!: a quotient of series that loses nothing at these lengths.
  const made = new Float64Array(CORRECTIONS + 2);
  made[0] = 1;
  // |B_2k|/(2k)! = 2 zeta(2k)/(2 pi)^2k.
  let power = 1;
  for (let k = 1; k < made.length; k += 1) {
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
      zeta += last * (400 / (2 * k - 1) - 0.5 + 2 * k / (12 * 400));
    }
    made[k] = (k % 2 === 1 ? 2 : -2) * zeta * power;
  }
  return made;
}

/** sin(2 pi y), |y| <= 1/4. */
function sineOfTurns(y: number): number {
  const s = y * y;
  let value = sineTurns[SINE_TERMS - 1]!;
  for (let k = SINE_TERMS - 2; k >= 0; k -= 1) value = value * s + sineTurns[k]!;
  return value * y;
}

/** cos(2 pi x), |x| <= 1. */
function cosineOfTurns(x: number): number {
  return sineOfTurns(0.25 - Math.abs(x - Math.round(x)));
}

export class HardyZ {
  /** ln n/(2 pi) in pairs, the high part split in halves, and n^(-1/2). */
  private readonly high: Float64Array;
  private readonly upper: Float64Array;
  private readonly rest: Float64Array;
  private readonly weight: Float64Array;
  private readonly twoPi: number;
  private readonly twoPiLow: number;
  evaluations = 0;
  terms = 0;

  /** @param heightMax the largest t that will be asked for */
  constructor(heightMax: number, poll: () => void) {
    const count = Math.max(SIEGEL_FROM + 60, Math.floor(Math.sqrt(heightMax / TWO_PI)) + 2);
    this.twoPi = TWO_PI;
    this.twoPiLow = 2 * PI[1]!;
    this.high = new Float64Array(count + 1);
    this.upper = new Float64Array(count + 1);
    this.rest = new Float64Array(count + 1);
    this.weight = new Float64Array(count + 1);
    for (let n = 1; n <= count; n += 1) {
      if (n % 8_192 === 0) poll();
      const logarithm = logPair(n, 0);
      const h = divDD(logarithm, low[0]!, this.twoPi, this.twoPiLow);
      this.high[n] = h;
      this.rest[n] = low[0]!;
      const c = SPLIT * h;
      this.upper[n] = c - (c - h);
      this.weight[n] = 1 / Math.sqrt(n);
    }
  }

  /** theta(t)/(2 pi) as hi + lo, lo in `low`; t >= 3. */
  thetaTurns(t: number): number {
    const uh = divDD(t, 0, this.twoPi, this.twoPiLow);
    const ul = low[0]!;
    const gh = logPair(uh, ul);
    const fh = addDD(gh, low[0]!, -1, 0);
    const mh = mulDD(fh, low[0]!, uh * 0.5, ul * 0.5);
    const v = 1 / (t * t);
    const series = (1 / 48 + v * (7 / 5_760 + v * (31 / 80_640 + v * (127 / 430_080 + v * (511 / 1_216_512
      + v * (1_414_477 / 1_476_034_560 + v * (8_191 / 2_555_904))))))) / t;
    return addDD(mh, low[0]!, series / this.twoPi - 1 / 16, 0);
  }

  theta(t: number): number {
    const hi = this.thetaTurns(t);
    return mulDD(hi, low[0]!, this.twoPi, this.twoPiLow);
  }

  /** How far a value at height t may be off. */
  errorAt(t: number): number {
    return t < SIEGEL_FROM ? 2e-13 : this.siegelError(t);
  }

  private siegelError(t: number): number {
    const root = Math.sqrt(t);
    return 0.017 / (t * t * root * Math.sqrt(root)) + LOSS * 8 * Math.sqrt(root);
  }

  at(t: number): number {
    this.evaluations += 1;
    const hi = this.thetaTurns(t);
    const lo = low[0]!;
    const phase = (hi - Math.round(hi)) + lo;
    return t < SIEGEL_FROM ? this.maclaurin(t, phase) : this.siegel(t, phase);
  }

  /** Z(t) where only its sign is to be sure: no nearer to zero than `errorAt`, unless the sharper value is. */
  signed(t: number): number {
    if (t >= SIEGEL_FROM || t < BOUNDS_FROM) return this.at(t);
    this.evaluations += 1;
    const hi = this.thetaTurns(t);
    const lo = low[0]!;
    const phase = (hi - Math.round(hi)) + lo;
    const value = this.siegel(t, phase);
    return Math.abs(value) > this.siegelError(t) ? value : this.maclaurin(t, phase);
  }

  private siegel(t: number, phase: number): number {
    const { high, rest, upper, weight } = this;
    const u = t / this.twoPi;
    const root = Math.sqrt(u);
    const n = Math.floor(root);
    this.terms += n;
    const c = SPLIT * t;
    const th = c - (c - t);
    const tl = t - th;
    let sum = 0;
    for (let k = 1; k <= n; k += 1) {
      const h = high[k]!;
      const hh = upper[k]!;
      const hl = h - hh;
      const p = t * h;
      const error = ((th * hh - p) + th * hl + tl * hh) + tl * hl + t * rest[k]!;
      const x = phase - (p - Math.round(p)) - error;
      const s = 0.25 - Math.abs(x - Math.round(x));
      sum += weight[k]! * sineOfTurns(s);
    }
    const remainder = remainderSum(root - n, 1 / root) / Math.sqrt(root);
    return 2 * sum + (n % 2 === 1 ? remainder : -remainder);
  }

  /** Turns of t ln n, reduced. */
  private turns(t: number, n: number): number {
    const p = t * this.high[n]!;
    return (p - Math.round(p)) + (twoProdError(t, this.high[n]!, p) + t * this.rest[n]!);
  }

  /** Re(exp(i theta) zeta(1/2 + i t)): the sum to N, the integral beyond it, and corrections. */
  private maclaurin(t: number, phase: number): number {
    // What the corrections leave out falls with (t/(2 pi n))^33: below 1e-15 of a term.
    const n = 40 + Math.floor(t / 2);
    this.terms += n;
    let sum = 0;
    for (let k = n - 1; k >= 1; k -= 1) sum += this.weight[k]! * cosineOfTurns(phase - this.turns(t, k));
    // Every term beyond is exp(i theta) N^(-s) times a complex number.
    const at = phase - this.turns(t, n);
    const cosine = cosineOfTurns(at) * this.weight[n]!;
    const sine = cosineOfTurns(at - 0.25) * this.weight[n]!;
    // N/(s - 1), s - 1 = -1/2 + i t.
    const d = 0.25 + t * t;
    let re = 0.5 - 0.5 * n / d;
    let im = -t * n / d;
    // Corrections: B_2k/(2k)! s (s + 1) ... (s + 2 k - 2) N^(1 - 2 k).
    let pr = 0.5 / n;
    let pi = t / n;
    for (let k = 1; k <= CORRECTIONS; k += 1) {
      re += bernoulli[k]! * pr;
      im += bernoulli[k]! * pi;
      for (let j = 2 * k - 1; j <= 2 * k; j += 1) {
        const nr = (pr * (0.5 + j) - pi * t) / n;
        pi = (pi * (0.5 + j) + pr * t) / n;
        pr = nr;
      }
    }
    return sum + cosine * re - sine * im;
  }

  /** The n-th Gram point, where theta = n pi; from n = -1. */
  gram(n: number): number {
    const target = n + 0.125;
    let u = n + 10;
    for (let i = 0; i < 60; i += 1) {
      const logarithm = log(u);
      const next = u - (u * (logarithm - 1) - target) / logarithm;
      const near = Math.abs(next - u) <= 1e-8 * u;
      u = next;
      if (near) break;
    }
    let t = Math.max(u * this.twoPi, 9);
    for (let i = 0; i < 5; i += 1) {
      const hi = this.thetaTurns(t);
      const miss = 2 * ((hi - 0.5 * n) + low[0]!) * PI[0]!;
      const next = t - miss / (0.5 * log(t / this.twoPi));
      const near = Math.abs(next - t) <= 1e-12 * t;
      t = next;
      if (near) break;
    }
    return t;
  }

  /** Angle in turns to a multiple of one half below: the index of the Gram point at or below t. */
  gramIndex(t: number): number {
    const hi = this.thetaTurns(t);
    const turns = mulD(hi, low[0]!, 2);
    const whole = Math.floor(turns);
    return turns === whole && low[0]! < 0 ? whole - 1 : whole;
  }
}
