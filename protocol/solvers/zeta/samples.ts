/**
 * Hardy's function between samples on an even grid. It is a sum of waves of which none turns faster
 * than theta'(t) = ln(t/2 pi)/2, so that a polynomial through the samples about a height comes as
 * near to it as they are: with steps in which the fastest wave turns by 3/4, 24 samples leave
 * 1e-11. All waves are set at the middle of a block of samples, and turned to each of them by
 * angles that all blocks share.
 */
import { TWO_PI } from "../../math/constants.js";
import { log } from "../../math/index.js";
import { sineOfHalf, cosineOfTurns, wholeOf } from "./turns.js";
import { BOUNDS_FROM, type HardyZ } from "./z.js";

/** Samples on either side of what a value is wanted at. */
const SIDE = 12;
/** Samples of a block, half of them before its middle. */
const HALF = 16;
const BLOCK = 2 * HALF;
/** Radians that the fastest wave turns in a step, at most. */
const TURN_MAX = 0.75;
/** Steps are multiples of this, so that heights of samples are doubles up to the highest. */
const GRAIN = 0.015625;
/** Samples lie above; lower, theta bends within the width of a polynomial. */
const LOWEST = 30;
/** A point asked for above has samples by Riemann and Siegel's formula only. */
const SIEGEL_ONLY = 300;
/**
 * An error of every sample enters so many times between the two in the middle of 24, and into
 * slopes a step.
 */
const ENTERS = 1.86;
const ENTERS_SLOPE = 3.5;
/**
 * ((2 m)!/(4^m m!))^2/(2 m)!, m = 12: of the 24th derivative, what the polynomial misses half a
 * step from a sample.
 */
const MISSED = 9.607e-9;
/**
 * theta bends, which adds to the derivatives of its cosine: by less than a half from `BOUNDS_FROM`
 * on.
 */
const BENT = 2;
/** Half the width, in steps, of what a slope is taken from. */
const SLOPE_WIDTH = 0.0001220703125;
/** Of a value between samples, by rounding. */
const LOST = 1e-15;
/** (-1)^i binomial(23, i). */
const binomials = binomialRow(2 * SIDE - 1);

function binomialRow(n: number): Float64Array {
  const row = new Float64Array(n + 1);
  let c = 1;
  for (let i = 0; i <= n; i += 1) {
    row[i] = i % 2 === 0 ? c : -c;
    c = (c * (n - i)) / (i + 1);
  }
  return row;
}

export class SampledZ {
  readonly #z: HardyZ;
  readonly #poll: () => void;
  readonly #step: number;
  /** Height of sample 0, the first of block 0. */
  readonly #base: number;
  readonly #low: number;
  readonly #high: number;
  readonly #missed: number;
  /** Of a slope, in units of Z a step. */
  readonly #slopeError: number;
  /** Bound on the second derivative of Z. */
  readonly curvature: number;
  /**
   * cos and sin of (k + 1/2) step ln n, k = 0 ... 15, n = 1 ... `turned`; one k after the other.
   */
  readonly #cosines: Float64Array;
  readonly #sines: Float64Array;
  readonly #room: number;
  #turned = 0;
  readonly #a: Float64Array;
  readonly #b: Float64Array;
  /** Samples of the blocks from `first` on. */
  #values = new Float64Array(0);
  #first = 0;
  #blocks = 0;

  /**
   * @param low, high  heights between which values will be wanted; beyond, they are found as
   * `HardyZ` finds them
   */
  constructor(z: HardyZ, low: number, high: number, poll: () => void) {
    this.#z = z;
    this.#poll = poll;
    this.#high = Math.min(1.01 * high + 40, z.heightMax);
    const fastest = 0.5 * log(Math.max(this.#high, BOUNDS_FROM) / TWO_PI);
    this.#step = Math.floor(TURN_MAX / fastest / GRAIN) * GRAIN;
    this.#base = Math.floor(Math.max(low, LOWEST)) - SIDE * this.#step;
    this.#low = low < SIEGEL_ONLY ? LOWEST : BOUNDS_FROM + (SIDE + BLOCK) * this.#step;
    // The last block may begin beyond the greatest height.
    const last = this.#high + SIDE * this.#step;
    this.#room = Math.max(
      z.waveCount(last, last),
      low < SIEGEL_ONLY ? z.waveCount(LOWEST, BOUNDS_FROM + BLOCK * this.#step) : 0,
    );
    this.#cosines = new Float64Array(HALF * this.#room);
    this.#sines = new Float64Array(HALF * this.#room);
    this.#a = new Float64Array(this.#room);
    this.#b = new Float64Array(this.#room);
    [this.#missed, this.#slopeError, this.curvature] = this.#bounds(fastest);
  }

  /**
   * @returns bounds by derivatives of all waves together: of what polynomials miss, slopes by
   * differences, and curvature
   */
  #bounds(fastest: number): readonly [number, number, number] {
    let [sum, squares, cubes, sizes] = [0, 0, 0, 0];
    for (let n = 1; n <= this.#room; n += 1) {
      const turn = this.#step * (fastest - log(n));
      if (turn <= 0) break;
      const size = 2 / Math.sqrt(n);
      const third = turn * turn * turn;
      const sixth = third * third;
      sum += sixth * sixth * sixth * sixth * size;
      squares += turn * turn * size;
      cubes += third * size;
      sizes += size;
    }
    return [
      BENT * MISSED * sum,
      (BENT * cubes * SLOPE_WIDTH * SLOPE_WIDTH) / 6 + (sizes * LOST) / SLOPE_WIDTH,
      (BENT * squares) / (this.#step * this.#step),
    ];
  }

  #has(t: number): boolean {
    return t >= this.#low && t <= this.#high;
  }

  /** How far `at` may be off. */
  errorAt(t: number): number {
    if (!this.#has(t)) return this.#z.errorAt(t);
    const below = t - SIDE * this.#step;
    return (
      ENTERS * Math.max(this.#z.wavesErrorAt(below), this.#z.wavesErrorAt(t + SIDE * this.#step)) +
      this.#missed
    );
  }

  at(t: number): number {
    return this.#has(t) ? this.#between(t, 0) : this.#z.at(t);
  }

  /** Z(t) for its sign, as `HardyZ.signed` gives it. */
  signed(t: number): number {
    if (!this.#has(t)) return this.#z.signed(t);
    const value = this.#between(t, 0);
    return Math.abs(value) > this.errorAt(t) ? value : this.#z.signed(t);
  }

  /** Z'(t), and how far it may be off; null where there are no samples. */
  slope(t: number): { readonly slope: number; readonly error: number } | null {
    if (!this.#has(t)) return null;
    const slope =
      (this.#between(t, SLOPE_WIDTH) - this.#between(t, -SLOPE_WIDTH)) /
      (2 * SLOPE_WIDTH * this.#step);
    return { slope, error: (ENTERS_SLOPE * this.errorAt(t) + this.#slopeError) / this.#step };
  }

  /** The polynomial of the 24 samples about t, so many steps beyond it. */
  #between(t: number, beyond: number): number {
    const x = (t - this.#base) / this.#step;
    const index = Math.floor(x);
    this.#cover(index - SIDE + 1, index + SIDE);
    const values = this.#values;
    const start = index - SIDE + 1 - this.#first * BLOCK;
    let d = x - index + beyond + (SIDE - 1);
    let above = 0;
    let below = 0;
    for (let i = 0; i < 2 * SIDE; i += 1) {
      if (d === 0) return values[start + i]!;
      const w = binomials[i]! / d;
      above += w * values[start + i]!;
      below += w;
      d -= 1;
    }
    return above / below;
  }

  #cover(from: number, to: number): void {
    const first = Math.floor(from / BLOCK);
    const last = Math.floor(to / BLOCK);
    if (first >= this.#first && last < this.#first + this.#blocks) return;
    const low = this.#blocks === 0 ? first : Math.min(first, this.#first);
    const high = this.#blocks === 0 ? last : Math.max(last, this.#first + this.#blocks - 1);
    if ((high - low + 1) * BLOCK > this.#values.length || low < this.#first) {
      // A long list asks for one block after the other.
      const room =
        low < this.#first
          ? this.#values.length + (this.#first - low) * BLOCK
          : 2 * this.#values.length;
      const grown = new Float64Array(Math.max((high - low + 1) * BLOCK, room));
      grown.set(
        this.#values.subarray(0, this.#blocks * BLOCK),
        this.#blocks === 0 ? 0 : (this.#first - low) * BLOCK,
      );
      this.#values = grown;
    }
    const [before, after] =
      this.#blocks === 0 ? [low, low] : [this.#first, this.#first + this.#blocks];
    this.#first = low;
    this.#blocks = high - low + 1;
    for (let block = low; block < before; block += 1) this.#fill(block);
    for (let block = after; block <= high; block += 1) this.#fill(block);
  }

  #fill(block: number): void {
    this.#poll();
    const a = this.#a;
    const b = this.#b;
    const base = this.#base;
    const room = this.#room;
    const step = this.#step;
    const z = this.#z;
    const middle = base + (block * BLOCK + HALF - 0.5) * step;
    const start = middle - (HALF - 0.5) * step;
    const count = z.waveCount(start, middle + (HALF - 0.5) * step);
    this.#turn(count);
    z.waves(middle, count, a, b);
    const at = (block - this.#first) * BLOCK;
    for (let k = 0; k < HALF; k += 1) {
      const cosines = this.#cosines.subarray(k * room, k * room + count);
      const sines = this.#sines.subarray(k * room, k * room + count);
      let [aa, bb, ab, ba] = [0, 0, 0, 0];
      for (let n = 0; n < count; n += 1) {
        const [c, s, x, y] = [cosines[n]!, sines[n]!, a[n]!, b[n]!];
        aa += x * c;
        bb += y * s;
        ab += x * s;
        ba += y * c;
      }
      const away = (k + 0.5) * step;
      this.#values[at + HALF + k] = z.ofWaves(middle + away, start, count, aa - bb, ba + ab);
      this.#values[at + HALF - 1 - k] = z.ofWaves(middle - away, start, count, aa + bb, ba - ab);
    }
  }

  /** Angles of further waves. */
  #turn(count: number): void {
    const cosines = this.#cosines;
    const room = this.#room;
    const sines = this.#sines;
    const step = this.#step;
    const z = this.#z;
    for (let n = this.#turned; n < count; n += 1) {
      const half = 0.5 * step * z.logarithmTurns(n + 1);
      const x = half - wholeOf(half);
      let [c, s] = [cosineOfTurns(x), sineOfHalf(x)];
      // Twice the half.
      const [p, q] = [1 - 2 * s * s, 2 * s * c];
      for (let k = 0; k < HALF; k += 1) {
        cosines[k * room + n] = c;
        sines[k * room + n] = s;
        [c, s] = [c * p - s * q, s * p + c * q];
      }
    }
    this.#turned = Math.max(this.#turned, count);
  }
}
