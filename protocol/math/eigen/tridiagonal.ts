/**
 * Eigenvalues of a real symmetric tridiagonal matrix by Sturm sequences, and their vectors by
 * inverse iteration.
 * Source: Wilkinson, The Algebraic Eigenvalue Problem (1965), ch. 5; Barth, Martin and Wilkinson,
 * Numer. Math. 9 (1967) 386.
 */

import { ULP } from "../constants.js";
import { SingularMatrix } from "../linear/singular.js";

/** Order n: `diagonal` has n entries, `off` at least n - 1. */
export interface Tridiagonal {
  readonly diagonal: Float64Array;
  readonly off: Float64Array;
}

const INVERSE_STEPS = 3;
const SHIFTS = 4;
/** Sizes of a matrix whose squares are doubles with all their bits. */
const SIZE_MIN = 1e-151;
const SIZE_MAX = 1e152;

/** Squares of the off-diagonal, and the least pivot that keeps a quotient finite. */
export interface SturmForm {
  readonly diagonal: Float64Array;
  readonly squares: Float64Array;
  readonly pivotMin: number;
  /** All eigenvalues lie within (Gerschgorin). */
  readonly low: number;
  readonly high: number;
}

/** @throws SingularMatrix where squares of the entries leave the range of doubles */
export function sturmForm({ diagonal, off }: Tridiagonal): SturmForm {
  const n = diagonal.length;
  const squares = new Float64Array(n);
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  let largest = 0;
  for (let i = 0; i < n; i += 1) {
    const left = i > 0 ? Math.abs(off[i - 1]!) : 0;
    const right = i < n - 1 ? Math.abs(off[i]!) : 0;
    low = Math.min(low, diagonal[i]! - left - right);
    high = Math.max(high, diagonal[i]! + left + right);
    squares[i] = left * left;
    largest = Math.max(largest, squares[i]!);
  }
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (n > 0 && size !== 0 && !(size > SIZE_MIN && size < SIZE_MAX))
    throw new SingularMatrix(`the squares of eigenvalues near ${size} are no doubles`);
  const slack = 2 * ULP * n * size;
  return {
    diagonal,
    squares,
    pivotMin: Math.max(1e-300, largest * 1e-290),
    low: low - slack,
    high: high + slack,
  };
}

/** Number of eigenvalues below x. */
export function countBelow({ diagonal, pivotMin, squares }: SturmForm, x: number): number {
  const n = diagonal.length;
  let count = 0;
  let q = 1;
  for (let i = 0; i < n; i += 1) {
    q = diagonal[i]! - x - squares[i]! / q;
    if (Math.abs(q) < pivotMin) q = -pivotMin;
    if (q < 0) count += 1;
  }
  return count;
}

/** Counts below four points at once: the divisions of the four sequences overlap. */
function countFour(form: SturmForm, x: Float64Array, counts: Int32Array): void {
  const { diagonal, pivotMin, squares } = form;
  const n = diagonal.length;
  const x0 = x[0]!,
    x1 = x[1]!,
    x2 = x[2]!,
    x3 = x[3]!;
  let q0 = 1,
    q1 = 1,
    q2 = 1,
    q3 = 1;
  let c0 = 0,
    c1 = 0,
    c2 = 0,
    c3 = 0;
  for (let i = 0; i < n; i += 1) {
    const d = diagonal[i]!;
    const s = squares[i]!;
    q0 = d - x0 - s / q0;
    q1 = d - x1 - s / q1;
    q2 = d - x2 - s / q2;
    q3 = d - x3 - s / q3;
    if (Math.abs(q0) < pivotMin) q0 = -pivotMin;
    if (Math.abs(q1) < pivotMin) q1 = -pivotMin;
    if (Math.abs(q2) < pivotMin) q2 = -pivotMin;
    if (Math.abs(q3) < pivotMin) q3 = -pivotMin;
    if (q0 < 0) c0 += 1;
    if (q1 < 0) c1 += 1;
    if (q2 < 0) c2 += 1;
    if (q3 < 0) c3 += 1;
  }
  counts[0] = c0;
  counts[1] = c1;
  counts[2] = c2;
  counts[3] = c3;
}

/**
 * Newton steps from a bracket that holds one eigenvalue; more mean that it is no simple one, and
 * bisection goes on.
 */
const NEWTON_MAX = 12;

/**
 * The change of x by which Newton's method meets the nearest root of the characteristic polynomial
 * p: -p / p', from the pivots of the Sturm sequence and their derivatives.
 */
function newtonStep({ diagonal, pivotMin, squares }: SturmForm, x: number): number {
  const n = diagonal.length;
  let q = 1;
  // q' / q of the pivot before.
  let slope = 0;
  let sum = 0;
  for (let i = 0; i < n; i += 1) {
    const ratio = squares[i]! / q;
    q = diagonal[i]! - x - ratio;
    if (Math.abs(q) < pivotMin) q = -pivotMin;
    slope = (ratio * slope - 1) / q;
    sum += slope;
  }
  return -1 / sum;
}

/**
 * Newton's iteration within (low, high), which holds one eigenvalue; null where it leaves or does
 * not settle.
 */
function settled(
  form: SturmForm,
  from: number,
  low: number,
  high: number,
  floor: number,
): number | null {
  let x = from;
  let before = Number.POSITIVE_INFINITY;
  for (let i = 0; i < NEWTON_MAX; i += 1) {
    const step = newtonStep(form, x);
    const next = x + step;
    if (!(next > low && next < high)) return null;
    x = next;
    const size = Math.abs(step);
    // Quadratic at last, so a step this much smaller than the one before leaves nothing; or steps
    // that are rounding and no longer shrink.
    const last = i > 0 && size <= 1e-7 * before && size <= 1e-6 * (high - low);
    if (size <= floor || last || (size >= 0.5 * before && size <= 1e4 * floor)) return x;
    before = size;
  }
  return null;
}

/**
 * The eigenvalue with `index` others below it, to the last bits that the matrix determines: Sturm
 * counts until it is alone in its interval, then Newton's iteration, whose answer two counts have
 * to confirm.
 * @param guess where it is expected; a wrong guess costs time only
 */
export function eigenvalue(
  form: SturmForm,
  index: number,
  guess?: { readonly at: number; readonly within: number },
): number {
  if (!(index >= 0 && index < form.diagonal.length)) throw new RangeError(`no eigenvalue ${index}`);
  let { high, low } = form;
  let [countLow, countHigh] = [0, form.diagonal.length];
  const floor = 2 * ULP * Math.max(Math.abs(form.low), Math.abs(form.high));
  const x = new Float64Array(SHIFTS);
  const counts = new Int32Array(SHIFTS);
  let tried = false;
  if (guess !== undefined) {
    x.set([
      guess.at - guess.within,
      guess.at - guess.within / 8,
      guess.at + guess.within / 8,
      guess.at + guess.within,
    ]);
    for (let j = 0; j < SHIFTS; j += 1) x[j] = Math.min(Math.max(x[j]!, low), high);
    countFour(form, x, counts);
  }
  for (let sweep = 0; sweep < 600; sweep += 1) {
    if (sweep > 0 || guess === undefined) {
      const width = high - low;
      if (width <= Math.max(1e-3 * floor, 2 * ULP * Math.max(Math.abs(low), Math.abs(high)))) break;
      for (let j = 0; j < SHIFTS; j += 1) x[j] = low + (width / (SHIFTS + 1)) * (j + 1);
      countFour(form, x, counts);
    }
    const [lowBefore, highBefore] = [low, high];
    for (let j = 0; j < SHIFTS; j += 1) {
      if (counts[j]! <= index) [low, countLow] = [x[j]!, counts[j]!];
      else {
        [high, countHigh] = [x[j]!, counts[j]!];
        break;
      }
    }
    if (low === lowBefore && high === highBefore && (sweep > 0 || guess === undefined)) break;
    if (tried || countLow !== index || countHigh !== index + 1) continue;
    const root = settled(form, low + 0.5 * (high - low), low, high, floor);
    if (root === null) continue;
    tried = true;
    if (confirmed(form, root, index, floor)) return root;
  }
  return low + (high - low) * 0.5;
}

/**
 * Whether the eigenvalue is within the resolution of the matrix about `root`; where it is not,
 * bisection goes on.
 */
function confirmed(form: SturmForm, root: number, index: number, floor: number): boolean {
  const near = floor + 2 * ULP * Math.abs(root);
  return countBelow(form, root - near) <= index && countBelow(form, root + near) > index;
}

/**
 * A unit eigenvector (sum of squares 1) of an eigenvalue from `eigenvalue`; first entry that is not
 * negligible is positive. `against` holds unit vectors of neighbours to which it is made
 * orthogonal, in their order.
 */
export function eigenvector(
  matrix: Tridiagonal,
  lambda: number,
  against: readonly Float64Array[] = [],
): Float64Array {
  const { diagonal, off } = matrix;
  const n = diagonal.length;
  const lu = factorShifted(diagonal, off, lambda);
  const x = new Float64Array(n);
  // Low-discrepancy start: no smooth mode is orthogonal to it.
  for (let i = 0; i < n; i += 1) x[i] = 0.5 + ((i * 0.6180339887498949) % 1);
  for (let step = 0; step < INVERSE_STEPS; step += 1) {
    solveShifted(lu, x);
    for (const other of against) removePart(x, other);
    normalise(x);
  }
  for (const other of against) removePart(x, other);
  normalise(x);
  orient(x);
  return x;
}

interface ShiftedLu {
  readonly multiplier: Float64Array;
  readonly pivot: Float64Array;
  readonly upper1: Float64Array;
  readonly upper2: Float64Array;
  readonly swapped: Uint8Array;
}

function factorShifted(diagonal: Float64Array, off: Float64Array, lambda: number): ShiftedLu {
  const n = diagonal.length;
  const lu: ShiftedLu = {
    multiplier: new Float64Array(n),
    pivot: new Float64Array(n),
    upper1: new Float64Array(n),
    upper2: new Float64Array(n),
    swapped: new Uint8Array(n),
  };
  let largest = 0;
  for (let i = 0; i < n; i += 1)
    largest = Math.max(largest, Math.abs(diagonal[i]! - lambda), i < n - 1 ? Math.abs(off[i]!) : 0);
  const tiny = Math.max(1e-300, largest * ULP);
  let d = diagonal[0]! - lambda;
  let u = n > 1 ? off[0]! : 0;
  for (let i = 0; i < n - 1; i += 1) {
    const below = off[i]!;
    const nextD = diagonal[i + 1]! - lambda;
    const nextU = i + 2 < n ? off[i + 1]! : 0;
    if (Math.abs(below) > Math.abs(d)) {
      lu.swapped[i] = 1;
      const m = d / below;
      lu.multiplier[i] = m;
      lu.pivot[i] = below;
      lu.upper1[i] = nextD;
      lu.upper2[i] = nextU;
      d = u - m * nextD;
      u = -m * nextU;
    } else {
      if (Math.abs(d) < tiny) d = d < 0 ? -tiny : tiny;
      const m = below / d;
      lu.multiplier[i] = m;
      lu.pivot[i] = d;
      lu.upper1[i] = u;
      d = nextD - m * u;
      u = nextU;
    }
  }
  lu.pivot[n - 1] = Math.abs(d) < tiny ? (d < 0 ? -tiny : tiny) : d;
  return lu;
}

function solveShifted(
  { multiplier, pivot, swapped, upper1, upper2 }: ShiftedLu,
  x: Float64Array,
): void {
  const n = x.length;
  for (let i = 0; i < n - 1; i += 1) {
    if (swapped[i] === 1) {
      const kept = x[i]!;
      x[i] = x[i + 1]!;
      x[i + 1] = kept - multiplier[i]! * x[i]!;
    } else x[i + 1]! -= multiplier[i]! * x[i]!;
  }
  for (let i = n - 1; i >= 0; i -= 1) {
    let s = x[i]!;
    if (i + 1 < n) s -= upper1[i]! * x[i + 1]!;
    if (i + 2 < n) s -= upper2[i]! * x[i + 2]!;
    x[i] = s / pivot[i]!;
  }
}

function removePart(x: Float64Array, other: Float64Array): void {
  let part = 0;
  for (let i = 0; i < x.length; i += 1) part += x[i]! * other[i]!;
  for (let i = 0; i < x.length; i += 1) x[i]! -= part * other[i]!;
}

function normalise(x: Float64Array): void {
  let largest = 0;
  for (let i = 0; i < x.length; i += 1) largest = Math.max(largest, Math.abs(x[i]!));
  let squares = 0;
  for (let i = 0; i < x.length; i += 1) {
    x[i]! /= largest;
    squares += x[i]! * x[i]!;
  }
  const scale = 1 / Math.sqrt(squares);
  for (let i = 0; i < x.length; i += 1) x[i]! *= scale;
}

function orient(x: Float64Array): void {
  let largest = 0;
  for (let i = 0; i < x.length; i += 1) largest = Math.max(largest, Math.abs(x[i]!));
  let sign = 1;
  for (let i = 0; i < x.length; i += 1) {
    if (Math.abs(x[i]!) > 1e-6 * largest) {
      sign = x[i]! < 0 ? -1 : 1;
      break;
    }
  }
  if (sign < 0) for (let i = 0; i < x.length; i += 1) x[i] = -x[i]!;
}
