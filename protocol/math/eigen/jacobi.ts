/**
 * Eigenvalues of a small dense symmetric matrix by cyclic Jacobi rotations (Golub and Van Loan,
 * 8.5).
 */

const SWEEPS_MAX = 60;

/** @returns eigenvalues in ascending order; row-major input is left as it is */
export function symmetricEigenvalues(matrix: Float64Array, n: number): Float64Array {
  const a = Float64Array.from(matrix);
  for (let sweep = 0; sweep < SWEEPS_MAX; sweep += 1) {
    let off = 0;
    let size = 0;
    for (let i = 0; i < n; i += 1) {
      size = Math.max(size, Math.abs(a[i * n + i]!));
      for (let j = 0; j < i; j += 1) off = Math.max(off, Math.abs(a[i * n + j]!));
    }
    if (off <= 1e-18 * size || off === 0) break;
    for (let p = 0; p < n; p += 1) for (let q = p + 1; q < n; q += 1) rotate(a, n, p, q);
  }
  const values = new Float64Array(n);
  for (let i = 0; i < n; i += 1) values[i] = a[i * n + i]!;
  return values.sort();
}

function rotate(a: Float64Array, n: number, p: number, q: number): void {
  const apq = a[p * n + q]!;
  if (apq === 0) return;
  const theta = (a[q * n + q]! - a[p * n + p]!) / (2 * apq);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (let k = 0; k < n; k += 1) {
    const x = a[k * n + p]!;
    const y = a[k * n + q]!;
    a[k * n + p] = c * x - s * y;
    a[k * n + q] = s * x + c * y;
  }
  for (let k = 0; k < n; k += 1) {
    const x = a[p * n + k]!;
    const y = a[q * n + k]!;
    a[p * n + k] = c * x - s * y;
    a[q * n + k] = s * x + c * y;
  }
}
