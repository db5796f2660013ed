/**
 * Dense symmetric matrices by Householder's reduction to tridiagonal form (Golub and Van Loan,
 * Matrix Computations, 8.3.1).
 */
import { eigenvalue, sturmForm, type Tridiagonal } from "./tridiagonal.js";

/**
 * @param matrix row-major, of which the lower triangle is read; left as it is @returns a similar
 * tridiagonal matrix
 */
export function tridiagonalOf(matrix: Float64Array, n: number): Tridiagonal {
  const a = Float64Array.from(matrix);
  const diagonal = new Float64Array(n);
  const off = new Float64Array(Math.max(0, n - 1));
  const v = new Float64Array(n);
  const p = new Float64Array(n);
  // The last row goes first: what is left is a leading block, whose rows are contiguous.
  for (let last = n - 1; last > 0; last -= 1) {
    const row = last * n;
    diagonal[last] = a[row + last]!;
    off[last - 1] = reflector(a, row, last, v);
    if (v[last] === 0) continue;
    applySymmetric(a, n, last, v, p);
  }
  if (n > 0) diagonal[0] = a[0]!;
  return { diagonal, off };
}

/**
 * Householder vector, entries 0 to m - 1 of v, that turns the row's first m entries into (0, ...,
 * 0, returned value); v[m] becomes 2 / v.v, 0 where nothing is to be turned.
 */
function reflector(a: Float64Array, row: number, m: number, v: Float64Array): number {
  let scale = 0;
  for (let j = 0; j < m - 1; j += 1) scale = Math.max(scale, Math.abs(a[row + j]!));
  const lead = a[row + m - 1]!;
  v[m] = 0;
  if (scale === 0) return lead;
  scale = Math.max(scale, Math.abs(lead));
  let rest = 0;
  for (let j = 0; j < m - 1; j += 1) {
    v[j] = a[row + j]! / scale;
    rest += v[j]! * v[j]!;
  }
  const first = lead / scale;
  const size = Math.sqrt(rest + first * first);
  const mirrored = first < 0 ? size : -size;
  v[m - 1] = first - mirrored;
  v[m] = 2 / (rest + v[m - 1]! * v[m - 1]!);
  return mirrored * scale;
}

/**
 * The leading m x m block, lower triangle, becomes H a H with H = I - beta v v^T: a rank-two
 * change.
 */
function applySymmetric(
  a: Float64Array,
  n: number,
  m: number,
  v: Float64Array,
  p: Float64Array,
): void {
  const beta = v[m]!;
  p.fill(0, 0, m);
  for (let i = 0; i < m; i += 1) {
    const vi = v[i]!;
    const row = i * n;
    let s = 0;
    for (let j = 0; j < i; j += 1) {
      s += a[row + j]! * v[j]!;
      p[j] = p[j]! + a[row + j]! * vi;
    }
    p[i] = p[i]! + s + a[row + i]! * vi;
  }
  let along = 0;
  for (let i = 0; i < m; i += 1) along += v[i]! * p[i]!;
  along *= 0.5 * beta * beta;
  for (let i = 0; i < m; i += 1) p[i] = beta * p[i]! - along * v[i]!;
  for (let i = 0; i < m; i += 1) {
    const row = i * n;
    const vi = v[i]!;
    const pi = p[i]!;
    for (let j = 0; j <= i; j += 1) a[row + j] = a[row + j]! - vi * p[j]! - pi * v[j]!;
  }
}

/** Least eigenvalue, to a small multiple of the rounding of the matrix' norm. */
export function leastEigenvalue(matrix: Float64Array, n: number): number {
  return eigenvalue(sturmForm(tridiagonalOf(matrix, n)), 0);
}
