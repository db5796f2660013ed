/**
 * Tridiagonal systems whose matrix is used many times: factors once, then many right-hand sides. No
 * pivoting: the matrices of implicit diffusion are diagonally dominant.
 */
import { SingularMatrix } from "./singular.js";

export interface TridiagonalFactors {
  readonly n: number;
  /** Sub-diagonal; entry 0 is unused. */
  readonly lower: Float64Array;
  /** Super-diagonal of the unit upper factor; the last entry is unused. */
  readonly upper: Float64Array;
  /** Reciprocal pivots. */
  readonly inverse: Float64Array;
}

/** Rows that are swept together: their recurrences are independent, so none waits for another. */
const ROWS_TOGETHER = 4;

/**
 * @param lower, diagonal, upper  n entries each; lower[0] and upper[n - 1] are not read
 * @throws SingularMatrix where a pivot is zero or no finite number
 */
export function factorTridiagonal(
  lower: Float64Array,
  diagonal: Float64Array,
  upper: Float64Array,
): TridiagonalFactors {
  const n = diagonal.length;
  const unit = new Float64Array(n);
  const inverse = new Float64Array(n);
  let above = 0;
  for (let i = 0; i < n; i += 1) {
    const pivot = i === 0 ? diagonal[0]! : diagonal[i]! - lower[i]! * above;
    const reciprocal = 1 / pivot;
    if (pivot === 0 || reciprocal - reciprocal !== 0)
      throw new SingularMatrix(`pivot ${i} of a tridiagonal matrix is ${pivot}`);
    inverse[i] = reciprocal;
    above = i === n - 1 ? 0 : upper[i]! * reciprocal;
    unit[i] = above;
  }
  return { n, lower: lower.slice(), upper: unit, inverse };
}

/** Solves in place for the n entries from `offset` on, `stride` apart. */
export function solveTridiagonal(
  factors: TridiagonalFactors,
  x: Float64Array,
  offset = 0,
  stride = 1,
): void {
  const { inverse, lower, n, upper } = factors;
  let at = offset;
  let before = x[at]! * inverse[0]!;
  x[at] = before;
  for (let i = 1; i < n; i += 1) {
    at += stride;
    before = (x[at]! - lower[i]! * before) * inverse[i]!;
    x[at] = before;
  }
  for (let i = n - 2; i >= 0; i -= 1) {
    at -= stride;
    before = x[at]! - upper[i]! * before;
    x[at] = before;
  }
}

/**
 * The same matrix for every row of a row-major block: rows `from` to `to` - 1, each of n entries.
 * In place.
 */
export function solveRows(
  factors: TridiagonalFactors,
  x: Float64Array,
  from: number,
  to: number,
): void {
  const { n } = factors;
  let row = from;
  for (; row + ROWS_TOGETHER <= to; row += ROWS_TOGETHER) solveFour(factors, x, row * n);
  for (; row < to; row += 1) solveTridiagonal(factors, x, row * n);
}

function solveFour(
  { inverse, lower, n, upper }: TridiagonalFactors,
  x: Float64Array,
  offset: number,
): void {
  let a = offset;
  let b = a + n;
  let c = b + n;
  let d = c + n;
  let xa = x[a]! * inverse[0]!;
  let xb = x[b]! * inverse[0]!;
  let xc = x[c]! * inverse[0]!;
  let xd = x[d]! * inverse[0]!;
  x[a] = xa;
  x[b] = xb;
  x[c] = xc;
  x[d] = xd;
  for (let i = 1; i < n; i += 1) {
    const l = lower[i]!;
    const p = inverse[i]!;
    a += 1;
    b += 1;
    c += 1;
    d += 1;
    xa = (x[a]! - l * xa) * p;
    xb = (x[b]! - l * xb) * p;
    xc = (x[c]! - l * xc) * p;
    xd = (x[d]! - l * xd) * p;
    x[a] = xa;
    x[b] = xb;
    x[c] = xc;
    x[d] = xd;
  }
  for (let i = n - 2; i >= 0; i -= 1) {
    const u = upper[i]!;
    a -= 1;
    b -= 1;
    c -= 1;
    d -= 1;
    xa = x[a]! - u * xa;
    xb = x[b]! - u * xb;
    xc = x[c]! - u * xc;
    xd = x[d]! - u * xd;
    x[a] = xa;
    x[b] = xb;
    x[c] = xc;
    x[d] = xd;
  }
}

/**
 * The same matrix for every column of a row-major block of n rows and `columns` columns. The sweep
 * runs along rows, so memory is read in order. In place.
 */
export function solveColumns(
  { inverse, lower, n, upper }: TridiagonalFactors,
  x: Float64Array,
  columns: number,
): void {
  for (let j = 0; j < columns; j += 1) x[j] = x[j]! * inverse[0]!;
  for (let i = 1; i < n; i += 1) {
    const l = lower[i]!;
    const p = inverse[i]!;
    const row = i * columns;
    for (let at = row; at < row + columns; at += 1) x[at] = (x[at]! - l * x[at - columns]!) * p;
  }
  for (let i = n - 2; i >= 0; i -= 1) {
    const u = upper[i]!;
    const row = i * columns;
    for (let at = row; at < row + columns; at += 1) x[at] = x[at]! - u * x[at + columns]!;
  }
}
