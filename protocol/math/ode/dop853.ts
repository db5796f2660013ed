/**
 * One step of the order 8(5,3) pair of Dormand and Prince, its error estimate and its interpolant.
 * Source: Hairer, Norsett and Wanner, Solving Ordinary Differential Equations I, 2nd edition
 * (1993), II.5 and II.6.
 */
import { twoSumError } from "../double.js";
import { ARGUMENTS, errorFive, errorThree, stepSlope, type Stages } from "./dop853Stages.js";
import { DENSE, NODES, STAGES, type SparseRow } from "./dop853Tableau.js";
import type { Rhs } from "./rhs.js";

const STEP_ROW = 12;
const STAGES_ALL = 16;
const DENSE_ROWS = 7;

/** State of an integration. Sums of y are compensated, so that many small steps lose nothing. */
export class Dop853 {
  readonly size: number;
  readonly y: Float64Array;
  /**
   * What the additions to `y` left out so far; part of the state of a run that is to be continued
   * bit for bit.
   */
  readonly carry: Float64Array;
  t = 0;
  readonly #rhs: Rhs;
  readonly #next: Float64Array;
  readonly #nextCarry: Float64Array;
  readonly #before: Float64Array;
  readonly #slopes: Float64Array;
  readonly #stages: readonly Float64Array[];
  readonly #argument: Float64Array;
  readonly #sums: Float64Array;
  readonly #sums3: Float64Array;
  readonly #from: Stages;
  readonly #dense: Float64Array;
  /**
   * Whether the first slope is that of the current point; after a step it still is that of the
   * step's start.
   */
  #fresh = true;
  #h = 0;
  #tBefore = 0;

  constructor(size: number, rhs: Rhs) {
    const array = (n = size): Float64Array => new Float64Array(n);
    this.size = size;
    this.#rhs = rhs;
    this.y = array();
    this.carry = array();
    this.#next = array();
    this.#nextCarry = array();
    this.#before = array();
    this.#argument = array();
    this.#sums = array();
    this.#sums3 = array();
    this.#slopes = array(STAGES_ALL * size);
    this.#stages = Array.from({ length: STAGES_ALL }, (_, s) =>
      this.#slopes.subarray(s * size, (s + 1) * size),
    );
    this.#dense = array(DENSE_ROWS * size);
    this.#from = { k: this.#stages, y: this.y };
  }

  /** @param carry of an earlier run; zeros unless given */
  start(t: number, y: Float64Array, carry?: Float64Array): void {
    this.t = t;
    this.y.set(y);
    if (carry === undefined) this.carry.fill(0);
    else this.carry.set(carry);
    this.#rhs(t, this.y, this.#stages[0]!);
    this.#fresh = true;
  }

  /** Slope at the current point. */
  get slope(): Float64Array {
    return this.#stages[this.#fresh ? 0 : STEP_ROW]!;
  }

  /**
   * Computes the step of length h without taking it.
   * @returns the estimated error, divided by atol + rtol max(|y|, |next|), as a root mean square;
   * NaN if anything was
   */
  attempt(h: number, rtol: number, atol: Float64Array | null): number {
    this.#compute(h);
    const { size, y } = this;
    const next = this.#next;
    const stages = this.#stages;
    const sums = this.#sums;
    const sums3 = this.#sums3;
    errorFive(stages, sums);
    errorThree(stages, sums3);
    let e5 = 0;
    let e3 = 0;
    for (let i = 0; i < size; i += 1) {
      const scale =
        (atol === null ? 0 : atol[i]!) + rtol * Math.max(Math.abs(y[i]!), Math.abs(next[i]!));
      const a = sums[i]!;
      const b = sums3[i]!;
      if (a === 0 && b === 0) continue;
      e5 += (a / scale) * (a / scale);
      e3 += (b / scale) * (b / scale);
    }
    if (e5 === 0 && e3 === 0) return 0;
    return (Math.abs(h) * e5) / Math.sqrt((e5 + 0.01 * e3) * size);
  }

  /** Takes the step of the last `attempt`. @returns false if the new state is not finite */
  accept(): boolean {
    this.#before.set(this.y);
    this.#tBefore = this.t;
    this.y.set(this.#next);
    this.carry.set(this.#nextCarry);
    this.t += this.#h;
    this.#rhs(this.t, this.y, this.#stages[STEP_ROW]!);
    const { size, y } = this;
    this.#fresh = false;
    for (let i = 0; i < size; i += 1) if (!Number.isFinite(y[i]!)) return false;
    return true;
  }

  /** A step without error estimate. @returns as `accept` */
  step(h: number): boolean {
    this.#compute(h);
    return this.accept();
  }

  /** Interval of component i over the step of the last `attempt`, by the slopes of its stages. */
  rangeOf(i: number): readonly [low: number, high: number] {
    const { size, y } = this;
    const h = this.#h;
    const next = this.#next;
    const slopes = this.#slopes;
    let [least, most] = [0, 0];
    for (let s = 0; s < STEP_ROW; s += 1) {
      const change = h * slopes[s * size + i]!;
      least = Math.min(least, change);
      most = Math.max(most, change);
    }
    return [Math.min(y[i]! + least, next[i]!), Math.max(y[i]! + most, next[i]!)];
  }

  /**
   * |h lambda| of the step just taken, by the two slopes at its end: above about 6 stability, not
   * accuracy, bounds the steps (Hairer and Wanner II, IV.2).
   */
  get stiffness(): number {
    const { size, y } = this;
    const argument = this.#argument;
    const h = this.#h;
    const stages = this.#stages;
    const [before, after] = [stages[STEP_ROW - 1]!, stages[STEP_ROW]!];
    let slopes = 0;
    let places = 0;
    for (let i = 0; i < size; i += 1) {
      slopes += (after[i]! - before[i]!) * (after[i]! - before[i]!);
      places += (y[i]! - argument[i]!) * (y[i]! - argument[i]!);
    }
    return places > 0 ? Math.abs(h) * Math.sqrt(slopes / places) : 0;
  }

  /** The last slope becomes the first. */
  #advance(): void {
    if (this.#fresh) return;
    this.#stages[0]!.set(this.#stages[STEP_ROW]!);
    this.#fresh = true;
  }

  #compute(h: number): void {
    this.#advance();
    const { carry, size, t, y } = this;
    const argument = this.#argument;
    const from = this.#from;
    const next = this.#next;
    const nextCarry = this.#nextCarry;
    const stages = this.#stages;
    const sums = this.#sums;
    for (let s = 1; s < STEP_ROW; s += 1) {
      ARGUMENTS[s]!(from, h, argument);
      this.#rhs(t + NODES[s]! * h, argument, stages[s]!);
    }
    stepSlope(stages, sums);
    for (let i = 0; i < size; i += 1) {
      const change = h * sums[i]! + carry[i]!;
      const sum = y[i]! + change;
      next[i] = sum;
      nextCarry[i] = twoSumError(y[i]!, change, sum);
    }
    this.#h = h;
  }

  /** Prepares `at` for the step just taken: three more evaluations. */
  interpolate(): void {
    const { size, y } = this;
    const argument = this.#argument;
    const before = this.#before;
    const dense = this.#dense;
    const h = this.#h;
    const slopes = this.#slopes;
    const tBefore = this.#tBefore;
    for (let s = STEP_ROW + 1; s < STAGES_ALL; s += 1) {
      const row = STAGES[s]!;
      for (let i = 0; i < size; i += 1)
        argument[i] = before[i]! + h * weighted(row, slopes, size, i);
      this.#rhs(tBefore + NODES[s]! * h, argument, this.#stages[s]!);
    }
    for (let i = 0; i < size; i += 1) {
      const change = y[i]! - before[i]!;
      const first = slopes[i]!;
      const last = slopes[STEP_ROW * size + i]!;
      dense[i] = change;
      dense[size + i] = h * first - change;
      dense[2 * size + i] = 2 * change - h * (first + last);
      for (let r = 0; r < DENSE.length; r += 1)
        dense[(3 + r) * size + i] = h * weighted(DENSE[r]!, slopes, size, i);
    }
  }

  /** Component i at the part theta in [0, 1] of the last step, after `interpolate`. */
  at(theta: number, i: number): number {
    const { size } = this;
    const before = this.#before;
    const dense = this.#dense;
    const rest = 1 - theta;
    let sum = dense[6 * size + i]! * theta;
    sum = (sum + dense[5 * size + i]!) * rest;
    sum = (sum + dense[4 * size + i]!) * theta;
    sum = (sum + dense[3 * size + i]!) * rest;
    sum = (sum + dense[2 * size + i]!) * theta;
    sum = (sum + dense[size + i]!) * rest;
    return before[i]! + (sum + dense[i]!) * theta;
  }

  /** Start and length of the last step. */
  get lastStep(): { readonly from: number; readonly h: number } {
    return { from: this.#tBefore, h: this.#h };
  }
}

function weighted(
  { at, weight }: SparseRow,
  slopes: Float64Array,
  size: number,
  i: number,
): number {
  let sum = 0;
  for (let j = 0; j < at.length; j += 1) sum += weight[j]! * slopes[at[j]! * size + i]!;
  return sum;
}
