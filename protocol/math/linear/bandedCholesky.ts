/** Cholesky factor of a symmetric positive definite banded matrix, rows contiguous, with an ordering of its unknowns. */

export interface BandedCholesky {
  readonly n: number;
  readonly band: number;
  /** Row i: entries i - band .. i; the diagonal holds reciprocals. */
  readonly rows: Float64Array;
  readonly order: Int32Array;
  readonly work: Float64Array;
}

/**
 * @param lower entry (i, j) of the ordered matrix, i - band <= j <= i, at `i * (band + 1) + i - j`
 * @param order place of unknown i in the ordered matrix
 * @returns null where the matrix is not positive definite
 */
export function bandedCholesky(lower: Float64Array, n: number, band: number, order: Int32Array): BandedCholesky | null {
  const width = band + 1;
  const rows = new Float64Array(n * width);
  for (let i = 0; i < n; i += 1) {
    // Column j of row i stands at i * width + band - (i - j): both rows of an inner product run upwards together.
    const first = Math.max(0, i - band);
    const base = i * width + band - i;
    let j = first;
    for (; j + 4 <= i; j += 4) fourEntries(lower, rows, band, i, j, first);
    for (; j < i; j += 1) {
      const other = j * width + band - j;
      let s = lower[i * width + i - j]!;
      for (let k = first; k < j; k += 1) s -= rows[base + k]! * rows[other + k]!;
      rows[base + j] = s * rows[other + j]!;
    }
    const diagonal = lower[i * width]!;
    let d = diagonal;
    for (let k = first; k < i; k += 1) d -= rows[base + k]! * rows[base + k]!;
    if (!(d > 1e-14 * diagonal)) return null;
    rows[base + i] = 1 / Math.sqrt(d);
  }
  return { n, band, rows, order, work: new Float64Array(n) };
}

/** Entries j to j + 3 of row i: four sums abreast, each in the order of its own. */
function fourEntries(lower: Float64Array, rows: Float64Array, band: number, i: number, j: number, first: number): void {
  const base = i * (band + 1) + band - i;
  const at = i * (band + 1) + i - j;
  const o0 = j * band + band;
  const o1 = o0 + band;
  const o2 = o1 + band;
  const o3 = o2 + band;
  let s0 = lower[at]!, s1 = lower[at - 1]!, s2 = lower[at - 2]!, s3 = lower[at - 3]!;
  for (let k = first; k < j; k += 1) {
    const r = rows[base + k]!;
    s0 -= r * rows[o0 + k]!;
    s1 -= r * rows[o1 + k]!;
    s2 -= r * rows[o2 + k]!;
    s3 -= r * rows[o3 + k]!;
  }
  const x0 = s0 * rows[o0 + j]!;
  s1 -= x0 * rows[o1 + j]!;
  const x1 = s1 * rows[o1 + j + 1]!;
  s2 -= x0 * rows[o2 + j]!;
  s2 -= x1 * rows[o2 + j + 1]!;
  const x2 = s2 * rows[o2 + j + 2]!;
  s3 -= x0 * rows[o3 + j]!;
  s3 -= x1 * rows[o3 + j + 1]!;
  s3 -= x2 * rows[o3 + j + 2]!;
  rows[base + j] = x0;
  rows[base + j + 1] = x1;
  rows[base + j + 2] = x2;
  rows[base + j + 3] = s3 * rows[o3 + j + 3]!;
}

/** x = A^-1 b, both by the unknowns' own numbers. */
export function bandedSolve({ band, n, order, rows, work }: BandedCholesky, b: Float64Array, x: Float64Array): void {
  const width = band + 1;
  for (let i = 0; i < n; i += 1) work[order[i]!] = b[i]!;
  for (let i = 0; i < n; i += 1) {
    const base = i * width + band - i;
    let s = work[i]!;
    for (let k = Math.max(0, i - band); k < i; k += 1) s -= rows[base + k]! * work[k]!;
    work[i] = s * rows[base + i]!;
  }
  for (let i = n - 1; i >= 0; i -= 1) {
    const base = i * width + band - i;
    const s = work[i]! * rows[base + i]!;
    work[i] = s;
    for (let k = Math.max(0, i - band); k < i; k += 1) work[k]! -= rows[base + k]! * s;
  }
  for (let i = 0; i < n; i += 1) x[i] = work[order[i]!]!;
}
