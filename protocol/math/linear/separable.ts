/**
 * Direct solution of (sigma - X - Y) u = f on a rectangle, X and Y tridiagonal along the rows and
 * the columns: rows are expanded in eigenvectors of X, and one tridiagonal system along the columns
 * remains for each of them.
 * Source: Lynch, Rice and Thomas, "Direct solution of partial difference equations by tensor
 * product methods", 1964.
 */
import { cospi } from "../index.js";
import { tridiagonalBasis } from "../eigen/tridiagonalBasis.js";
import { cosineAt, cosineBetween, sineAt, type RowTransform } from "../transform/cosine.js";
import { fourierRows, transpose } from "../transform/fourierRows.js";
import { SingularMatrix } from "./singular.js";

/** Row i of a tridiagonal operator; lower[0] and upper[n - 1] are not read. */
export interface AxisOperator {
  readonly lower: Float64Array;
  readonly diagonal: Float64Array;
  readonly upper: Float64Array;
}

/** Eigenvectors of an operator along rows, and its eigenvalues in the same order. */
export interface AxisBasis extends RowTransform {
  readonly values: Float64Array;
}

/** Second difference over distance h between two walls of value zero: n inner points. */
export function sineBasis(n: number, h: number): AxisBasis {
  return { ...sineAt(n), values: secondDifferences(n, h, (k) => (k + 1) / (n + 1)) };
}

/** Second difference with mirrored ends at the first and last of n points. */
export function mirrorAtBasis(n: number, h: number): AxisBasis {
  return { ...cosineAt(n), values: secondDifferences(n, h, (k) => k / (n - 1)) };
}

/** Second difference with mirrors half a distance outside the first and last of n points. */
export function mirrorBetweenBasis(n: number, h: number): AxisBasis {
  return { ...cosineBetween(n), values: secondDifferences(n, h, (k) => k / n) };
}

/** Second difference around one period of n points. */
export function periodicBasis(n: number, h: number): AxisBasis {
  return {
    ...fourierRows(n),
    values: secondDifferences(n, h, (k) => (2 * Math.min(k, n - k)) / n),
  };
}

function secondDifferences(n: number, h: number, angle: (k: number) => number): Float64Array {
  return Float64Array.from({ length: n }, (_, k) => (2 * cospi(angle(k)) - 2) / (h * h));
}

/** Eigenvectors of any operator whose neighbours couple with one sign, as a full matrix. */
export function denseBasis({ diagonal, lower, upper }: AxisOperator): AxisBasis {
  const n = diagonal.length;
  // D X D^-1 is symmetric for D_i+1 / D_i = sqrt(upper_i / lower_i+1).
  const scale = new Float64Array(n);
  const off = new Float64Array(n);
  scale[0] = 1;
  for (let i = 0; i + 1 < n; i += 1) {
    scale[i + 1] = scale[i]! * Math.sqrt(upper[i]! / lower[i + 1]!);
    off[i] = Math.sqrt(upper[i]! * lower[i + 1]!);
  }
  const { values, vectors } = tridiagonalBasis(diagonal, off);
  const inward = new Float64Array(n * n);
  const outward = new Float64Array(n * n);
  for (let k = 0; k < n; k += 1) {
    for (let i = 0; i < n; i += 1) {
      inward[i * n + k] = vectors[k * n + i]! * scale[i]!;
      outward[k * n + i] = vectors[k * n + i]! / scale[i]!;
    }
  }
  const work = new Float64Array(n);
  return {
    n,
    values,
    forward: (data, from, to) => multiplyRows(data, from, to, inward, work),
    backward: (data, from, to) => multiplyRows(data, from, to, outward, work),
  };
}

function multiplyRows(
  data: Float64Array,
  from: number,
  to: number,
  matrix: Float64Array,
  work: Float64Array,
): void {
  const n = work.length;
  for (let row = from; row < to; row += 1) {
    work.fill(0);
    for (let i = 0; i < n; i += 1) {
      const value = data[row * n + i]!;
      if (value === 0) continue;
      const at = i * n;
      for (let k = 0; k < n; k += 1) work[k] = work[k]! + value * matrix[at + k]!;
    }
    data.set(work, row * n);
  }
}

/**
 * @param columns  along each column: one row of the block per row of the operator
 * @returns solves in place a row-major block of columns.diagonal.length rows of rows.n entries
 * @throws SingularMatrix where the operator is singular
 */
export function separableSolver(
  rows: AxisBasis,
  columns: AxisOperator,
  sigma: number,
): (data: Float64Array) => void {
  const m = columns.diagonal.length;
  const { n, values } = rows;
  const unit = new Float64Array(m * n);
  const inverse = new Float64Array(m * n);
  for (let k = 0; k < n; k += 1) {
    for (let j = 0; j < m; j += 1) {
      const own = sigma - values[k]! - columns.diagonal[j]!;
      const pivot = j === 0 ? own : own + columns.lower[j]! * unit[(j - 1) * n + k]!;
      const reciprocal = 1 / pivot;
      if (pivot === 0 || reciprocal - reciprocal !== 0)
        throw new SingularMatrix("the operator is singular");
      inverse[j * n + k] = reciprocal;
      unit[j * n + k] = j === m - 1 ? 0 : -columns.upper[j]! * reciprocal;
    }
  }
  return (data) => {
    rows.forward(data, 0, m);
    for (let k = 0; k < n; k += 1) data[k] = data[k]! * inverse[k]!;
    for (let j = 1; j < m; j += 1) {
      const below = columns.lower[j]!;
      for (let at = j * n; at < (j + 1) * n; at += 1)
        data[at] = (data[at]! + below * data[at - n]!) * inverse[at]!;
    }
    for (let j = m - 2; j >= 0; j -= 1) {
      for (let at = j * n; at < (j + 1) * n; at += 1)
        data[at] = data[at]! - unit[at]! * data[at + n]!;
    }
    rows.backward(data, 0, m);
  };
}

/**
 * Both axes expanded: for operators with a constant kernel (only mirrors and periods), whose mean
 * mode is left zero.
 * @returns solves (sigma - X - Y) u = f in place for a row-major block of columns.n rows of rows.n
 * entries
 */
export function spectralSolver(
  rows: AxisBasis,
  columns: AxisBasis,
  sigma: number,
): (data: Float64Array) => void {
  const { n } = rows;
  const m = columns.n;
  const turned = new Float64Array(n * m);
  const symbol = new Float64Array(n * m);
  for (let i = 0; i < n; i += 1) {
    for (let j = 0; j < m; j += 1) {
      const value = sigma - rows.values[i]! - columns.values[j]!;
      symbol[i * m + j] = value === 0 ? 0 : 1 / value;
    }
  }
  return (data) => {
    rows.forward(data, 0, m);
    transpose(data, m, n, turned);
    columns.forward(turned, 0, n);
    for (let at = 0; at < turned.length; at += 1) turned[at] = turned[at]! * symbol[at]!;
    columns.backward(turned, 0, n);
    transpose(turned, n, m, data);
    rows.backward(data, 0, m);
  };
}
