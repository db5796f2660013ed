/**
 * Hardy's function Z(t): by Riemann and Siegel with a remainder of five terms, by Euler and
 * Maclaurin where t is small. Phases are kept in turns and in double-double, so that t ln n loses
 * nothing however large it is.
 */
import { SPLITTER } from "../../math/constants.js";
import { log } from "../../math/index.js";
import { addDD, divDD, low, mulD, mulDD, twoProdError } from "../../math/double.js";
import { PI } from "../../math/pair/circular.js";
import { logPair } from "../../math/pair/logarithm.js";
import { logarithmsTo, type Logarithms } from "./logarithms.js";
import { beyond, factor, maclaurinTerms } from "./maclaurin.js";
import { remainderSum } from "./remainder.js";
import { cosineOfTurns, sineOfHalf, wholeOf } from "./turns.js";

/** Below this the other formula is cheap enough for the sharper values that it gives. */
export const SIEGEL_FROM = 2_000;
/**
 * From here on the bounds on the remainder hold (Gabcke 1979), which do for a sign that is not too
 * near to zero.
 */
export const BOUNDS_FROM = 200;
const TWO_PI = 2 * PI[0]!;
/** Units of 2^-53 lost a term, in turns and in the sine. */
const LOSS = 1e-15;
/** The same of a wave that was turned up to sixteen times by one angle. */
const WAVE_LOSS = 1.2e-14;
/** Below it the slope of theta by its main term is not quite that. */
const LOW_GRAM = 200;
/** How far the other formula may be off. */
const MACLAURIN_ERROR = 2e-13;

/** Of the formula of Riemann and Siegel, with the remainder to C4. */
function siegelError(t: number, loss: number): number {
  const root = Math.sqrt(t);
  return 0.017 / (t * t * root * Math.sqrt(root)) + loss * 8 * Math.sqrt(root);
}

export class HardyZ {
  readonly #logarithms: Logarithms;
  readonly #twoPi: number;
  readonly #twoPiLow: number;
  /** No height above may be asked for. */
  readonly heightMax: number;
  evaluations = 0;
  terms = 0;

  /** @param heightMax the largest t that will be asked for */
  constructor(heightMax: number, poll: () => void) {
    this.heightMax = heightMax;
    this.#logarithms = logarithmsTo(
      Math.max(maclaurinTerms(SIEGEL_FROM), Math.floor(Math.sqrt(heightMax / TWO_PI)) + 2),
      poll,
    );
    this.#twoPi = TWO_PI;
    this.#twoPiLow = 2 * PI[1]!;
  }

  /** theta(t)/(2 pi) as hi + lo, lo in `low`; t >= 3. */
  thetaTurns(t: number): number {
    const uh = divDD(t, 0, this.#twoPi, this.#twoPiLow);
    const ul = low[0]!;
    const gh = logPair(uh, ul);
    const fh = addDD(gh, low[0]!, -1, 0);
    const mh = mulDD(fh, low[0]!, uh * 0.5, ul * 0.5);
    const v = 1 / (t * t);
    const series =
      (1 / 48 +
        v *
          (7 / 5_760 +
            v *
              (31 / 80_640 +
                v *
                  (127 / 430_080 +
                    v *
                      (511 / 1_216_512 +
                        v * (1_414_477 / 1_476_034_560 + v * (8_191 / 2_555_904))))))) /
      t;
    return addDD(mh, low[0]!, series / this.#twoPi - 1 / 16, 0);
  }

  theta(t: number): number {
    const hi = this.thetaTurns(t);
    return mulDD(hi, low[0]!, this.#twoPi, this.#twoPiLow);
  }

  /** How far a value at height t may be off. */
  errorAt(t: number): number {
    return t < SIEGEL_FROM ? MACLAURIN_ERROR : siegelError(t, LOSS);
  }

  /** The same of `ofWaves`. */
  wavesErrorAt(t: number): number {
    return t < BOUNDS_FROM ? 2 * MACLAURIN_ERROR : 1.1 * siegelError(t, WAVE_LOSS);
  }

  /** theta(t) in turns, reduced. */
  #phase(t: number): number {
    const hi = this.thetaTurns(t);
    return hi - Math.round(hi) + low[0]!;
  }

  at(t: number): number {
    this.evaluations += 1;
    const phase = this.#phase(t);
    return t < SIEGEL_FROM ? this.#maclaurin(t, phase) : this.#siegel(t, phase);
  }

  /**
   * Z(t) where only its sign is to be sure: no nearer to zero than `errorAt`, unless the sharper
   * value is.
   */
  signed(t: number): number {
    if (t >= SIEGEL_FROM || t < BOUNDS_FROM) return this.at(t);
    this.evaluations += 1;
    const phase = this.#phase(t);
    const value = this.#siegel(t, phase);
    return Math.abs(value) > siegelError(t, LOSS) ? value : this.#maclaurin(t, phase);
  }

  /** Sum of n^(-1/2) cos(theta - t ln n), `from` to `to`. */
  #sum(t: number, phase: number, from: number, to: number): number {
    const { high, rest, upper, weight } = this.#logarithms;
    this.terms += to - from + 1;
    const c = SPLITTER * t;
    const th = c - (c - t);
    const tl = t - th;
    let sum = 0;
    for (let n = to; n >= from; n -= 1) {
      const h = high[n]!;
      const hh = upper[n]!;
      const hl = h - hh;
      const p = t * h;
      const error = th * hh - p + th * hl + tl * hh + tl * hl + t * rest[n]!;
      sum += weight[n]! * cosineOfTurns(phase - (p - wholeOf(p)) - error);
    }
    return sum;
  }

  #siegel(t: number, phase: number): number {
    const root = Math.sqrt(t / this.#twoPi);
    const n = Math.floor(root);
    return this.#withRemainder(this.#sum(t, phase, 1, n), root, n);
  }

  #withRemainder(sum: number, root: number, n: number): number {
    const remainder = remainderSum(root - n, 1 / root) / Math.sqrt(root);
    return 2 * sum + (n % 2 === 1 ? remainder : -remainder);
  }

  /** Turns of t ln n, reduced. */
  #turns(t: number, n: number): number {
    const { high, rest } = this.#logarithms;
    const p = t * high[n]!;
    return p - Math.round(p) + (twoProdError(t, high[n]!, p) + t * rest[n]!);
  }

  /** Re(exp(i theta) zeta(1/2 + i t)): the sum to N, the integral beyond it, and corrections. */
  #maclaurin(t: number, phase: number): number {
    const n = maclaurinTerms(t);
    return this.#withCorrections(this.#sum(t, phase, 1, n - 1), t, phase, n);
  }

  /** Every term beyond is exp(i theta) N^(-s) times a complex number. */
  #withCorrections(sum: number, t: number, phase: number, n: number): number {
    const at = phase - this.#turns(t, n);
    beyond(t, n);
    const weight = this.#logarithms.weight[n]!;
    const cosine = weight * cosineOfTurns(at);
    const sine = weight * cosineOfTurns(at - 0.25);
    return sum + cosine * factor[0]! - sine * factor[1]!;
  }

  /** Waves that every value from `low` to `high` is a sum of, by `waves` and `ofWaves`. */
  waveCount(from: number, to: number): number {
    return from < BOUNDS_FROM ? maclaurinTerms(to) - 1 : Math.floor(Math.sqrt(from / this.#twoPi));
  }

  /** ln n/(2 pi). */
  logarithmTurns(n: number): number {
    return this.#logarithms.high[n]!;
  }

  /** n^(-1/2) cos(t ln n) and n^(-1/2) sin(t ln n), n = 1 to `count`, from index 0 on. */
  waves(t: number, count: number, cosines: Float64Array, sines: Float64Array): void {
    const { high, rest, upper, weight } = this.#logarithms;
    const c = SPLITTER * t;
    const th = c - (c - t);
    const tl = t - th;
    for (let n = 1; n <= count; n += 1) {
      const h = high[n]!;
      const hh = upper[n]!;
      const hl = h - hh;
      const p = t * h;
      const error = th * hh - p + th * hl + tl * hh + tl * hl + t * rest[n]!;
      const turns = p - wholeOf(p) + error;
      const x = turns - wholeOf(turns);
      const w = weight[n]!;
      cosines[n - 1] = w * cosineOfTurns(x);
      sines[n - 1] = w * sineOfHalf(x);
    }
  }

  /**
   * Z(t) from the sums of `count` waves. @param from where the stretch begins that `waveCount` gave
   * the count for: it chooses
   *   the formula
   */
  ofWaves(t: number, from: number, count: number, cosines: number, sines: number): number {
    this.evaluations += 1;
    this.terms += count;
    const phase = this.#phase(t);
    const x = phase - wholeOf(phase);
    const sum = cosineOfTurns(x) * cosines + sineOfHalf(x) * sines;
    if (from < BOUNDS_FROM) return this.#withCorrections(sum, t, phase, count + 1);
    const root = Math.sqrt(t / this.#twoPi);
    const n = Math.floor(root);
    return this.#withRemainder(n > count ? sum + this.#sum(t, phase, count + 1, n) : sum, root, n);
  }

  /**
   * The n-th Gram point, where theta = n pi; from n = -1. @param near a height to begin at, not far
   * from it
   */
  gram(n: number, near?: number): number {
    let t = near ?? this.#roughGram(n);
    for (let i = 0; i < 8; i += 1) {
      const hi = this.thetaTurns(t);
      const miss = hi - 0.5 * n + low[0]!;
      // theta/(2 pi) = u/2 (ln u - 1) - 1/16 and theta' = ln(u)/2, u = t/(2 pi), but for less than
      // 1/(48 t).
      const step = (2 * this.#twoPi * miss) / ((2 * (hi + 0.0625) * this.#twoPi) / t + 1);
      t -= step;
      // What a step leaves is of the order of its square over t, where the slope is good enough.
      if (Math.abs(step) <= (t < LOW_GRAM ? 1e-13 : 1e-9) * t) break;
    }
    return t;
  }

  #roughGram(n: number): number {
    const target = n + 0.125;
    let u = n + 10;
    for (let i = 0; i < 60; i += 1) {
      const logarithm = log(u);
      const next = u - (u * (logarithm - 1) - target) / logarithm;
      const near = Math.abs(next - u) <= 1e-8 * u;
      u = next;
      if (near) break;
    }
    return Math.max(u * this.#twoPi, 9);
  }

  /** Angle in turns to a multiple of one half below: the index of the Gram point at or below t. */
  gramIndex(t: number): number {
    const hi = this.thetaTurns(t);
    const turns = mulD(hi, low[0]!, 2);
    const whole = Math.floor(turns);
    return turns === whole && low[0]! < 0 ? whole - 1 : whole;
  }
}
