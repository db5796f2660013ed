/**
 * Banded systems by Gaussian elimination, with row exchanges where the matrix is not diagonally
 * dominant.
 */
import { SingularMatrix } from "./singular.js";

/**
 * A square matrix of `n` rows with `lower` diagonals below and `upper` above the main one. Row i
 * holds columns i - lower to i + upper + lower (room for the fill of row exchanges) from i * width
 * on.
 */
export interface Banded {
  readonly n: number;
  readonly lower: number;
  readonly upper: number;
  readonly width: number;
  readonly data: Float64Array;
}

export function banded(n: number, lower: number, upper: number): Banded {
  const width = 2 * lower + upper + 1;
  return { n, lower, upper, width, data: new Float64Array(n * width) };
}

/** Adds to entry (row, column), which must lie in the band. */
export function addBanded(matrix: Banded, row: number, column: number, value: number): void {
  const at = row * matrix.width + column - row + matrix.lower;
  matrix.data[at] = matrix.data[at]! + value;
}

export interface BandedFactors extends Banded {
  /** Row exchanged with row i at step i. */
  readonly pivots: Int32Array;
}

/**
 * Factors in place, with partial pivoting; the matrix that is passed holds the factors afterwards.
 * @param poll called once a row; may throw to give up
 * @throws SingularMatrix where the matrix is singular to working precision
 */
export function factorBanded(matrix: Banded, poll: () => void = () => undefined): BandedFactors {
  const { data, lower, n, upper, width } = matrix;
  const pivots = new Int32Array(n);
  const reach = upper + lower;
  for (let k = 0; k < n; k += 1) {
    poll();
    const last = Math.min(n - 1, k + lower);
    let best = k;
    let size = Math.abs(data[k * width + lower]!);
    for (let i = k + 1; i <= last; i += 1) {
      const other = Math.abs(data[i * width + lower + k - i]!);
      if (other > size) {
        size = other;
        best = i;
      }
    }
    if (!(size > 0) || size - size !== 0)
      throw new SingularMatrix(`column ${k} of a banded matrix has no pivot`);
    pivots[k] = best;
    const end = Math.min(n - 1, k + reach) - k;
    const pivotAt = k * width + lower;
    if (best !== k) exchange(data, pivotAt, best * width + lower + k - best, end);
    const reciprocal = 1 / data[pivotAt]!;
    for (let i = k + 1; i <= last; i += 1) {
      const rowAt = i * width + lower + k - i;
      const factor = data[rowAt]! * reciprocal;
      data[rowAt] = factor;
      if (factor === 0) continue;
      for (let j = 1; j <= end; j += 1)
        data[rowAt + j] = data[rowAt + j]! - factor * data[pivotAt + j]!;
    }
  }
  return { ...matrix, pivots };
}

function exchange(data: Float64Array, a: number, b: number, length: number): void {
  for (let j = 0; j <= length; j += 1) {
    const kept = data[a + j]!;
    data[a + j] = data[b + j]!;
    data[b + j] = kept;
  }
}

/** Solves in place. */
export function solveBanded(
  { data, lower, n, pivots, upper, width }: BandedFactors,
  x: Float64Array,
): void {
  for (let k = 0; k < n; k += 1) {
    const other = pivots[k]!;
    const value = x[other]!;
    if (other !== k) {
      x[other] = x[k]!;
      x[k] = value;
    }
    const last = Math.min(n - 1, k + lower);
    for (let i = k + 1; i <= last; i += 1) x[i] = x[i]! - data[i * width + lower + k - i]! * value;
  }
  for (let k = n - 1; k >= 0; k -= 1) {
    const at = k * width + lower;
    const end = Math.min(n - 1, k + upper + lower) - k;
    let value = x[k]!;
    for (let j = 1; j <= end; j += 1) value -= data[at + j]! * x[k + j]!;
    x[k] = value / data[at]!;
  }
}

/**
 * Factors in place without row exchanges, for matrices whose pivots are known not to vanish. Row i
 * holds columns i - lower to i + upper from i * (lower + upper + 1) on.
 * @throws SingularMatrix where a pivot is zero or no number
 */
export function factorBandedPlain(
  data: Float64Array,
  n: number,
  lower: number,
  upper: number,
  poll: () => void = () => undefined,
): void {
  const width = lower + upper + 1;
  for (let k = 0; k < n; k += 1) {
    poll();
    const pivotAt = k * width + lower;
    const pivot = data[pivotAt]!;
    if (pivot === 0 || pivot - pivot !== 0)
      throw new SingularMatrix(`pivot ${k} of a banded matrix is ${pivot}`);
    const reciprocal = 1 / pivot;
    const last = Math.min(n - 1, k + lower);
    const end = Math.min(n - 1 - k, upper);
    for (let i = k + 1; i <= last; i += 1) {
      const rowAt = i * width + lower + k - i;
      const factor = data[rowAt]! * reciprocal;
      if (factor === 0) continue;
      data[rowAt] = factor;
      for (let a = pivotAt + 1, b = rowAt + 1; a <= pivotAt + end; a += 1, b += 1)
        data[b] = data[b]! - factor * data[a]!;
    }
  }
}

/** Solves in place with the factors of `factorBandedPlain`. */
export function solveBandedPlain(
  data: Float64Array,
  n: number,
  lower: number,
  upper: number,
  x: Float64Array,
): void {
  const width = lower + upper + 1;
  for (let i = 0; i < n; i += 1) {
    let value = x[i]!;
    for (let k = Math.max(0, i - lower); k < i; k += 1)
      value -= data[i * width + lower + k - i]! * x[k]!;
    x[i] = value;
  }
  for (let i = n - 1; i >= 0; i -= 1) {
    const at = i * width + lower;
    const end = Math.min(n - 1 - i, upper);
    let value = x[i]!;
    for (let j = 1; j <= end; j += 1) value -= data[at + j]! * x[i + j]!;
    x[i] = value / data[at]!;
  }
}
