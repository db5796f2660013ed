/**
 * All eigenvalues and eigenvectors of a symmetric tridiagonal matrix, by the implicit QL iteration.
 */
import { ULP } from "../constants.js";
import { SingularMatrix } from "../linear/singular.js";

export interface TridiagonalBasis {
  /** In no particular order: vector k belongs to value k. */
  readonly values: Float64Array;
  /** Row k is the k-th orthonormal eigenvector, n entries. */
  readonly vectors: Float64Array;
}

/** Sweeps one eigenvalue may take; three is usual. */
const SWEEPS_MAX = 60;

/**
 * @param diagonal  n entries
 * @param off  entry i couples i and i + 1; n - 1 are read
 * @throws SingularMatrix where the iteration does not settle (entries that are no finite numbers)
 * Source: Bowdler, Martin, Reinsch and Wilkinson, "The QR and QL algorithms for symmetric
 * matrices", 1968.
 */
export function tridiagonalBasis(diagonal: Float64Array, off: Float64Array): TridiagonalBasis {
  const n = diagonal.length;
  const values = diagonal.slice();
  const e = new Float64Array(n);
  for (let i = 0; i + 1 < n; i += 1) e[i] = off[i]!;
  const vectors = new Float64Array(n * n);
  for (let i = 0; i < n; i += 1) vectors[i * n + i] = 1;
  for (let l = 0; l < n; l += 1) {
    for (let sweep = 0; ; sweep += 1) {
      let m = l;
      while (m + 1 < n && Math.abs(e[m]!) > ULP * (Math.abs(values[m]!) + Math.abs(values[m + 1]!)))
        m += 1;
      if (m === l) break;
      if (sweep === SWEEPS_MAX)
        throw new SingularMatrix(`eigenvalue ${l} did not settle in ${SWEEPS_MAX} sweeps`);
      qlSweep(values, e, vectors, n, l, m);
    }
  }
  return { values, vectors };
}

function qlSweep(
  d: Float64Array,
  e: Float64Array,
  vectors: Float64Array,
  n: number,
  l: number,
  m: number,
): void {
  let g = (d[l + 1]! - d[l]!) / (2 * e[l]!);
  let r = Math.sqrt(g * g + 1);
  g = d[m]! - d[l]! + e[l]! / (g + (g < 0 ? -r : r));
  let s = 1;
  let c = 1;
  let p = 0;
  for (let i = m - 1; i >= l; i -= 1) {
    const f = s * e[i]!;
    const b = c * e[i]!;
    r = Math.sqrt(f * f + g * g);
    e[i + 1] = r;
    if (r === 0) {
      d[i + 1] = d[i + 1]! - p;
      e[m] = 0;
      return;
    }
    s = f / r;
    c = g / r;
    g = d[i + 1]! - p;
    const t = (d[i]! - g) * s + 2 * c * b;
    p = s * t;
    d[i + 1] = g + p;
    g = c * t - b;
    rotate(vectors, i * n, (i + 1) * n, n, c, s);
  }
  d[l] = d[l]! - p;
  e[l] = g;
  e[m] = 0;
}

function rotate(
  vectors: Float64Array,
  a: number,
  b: number,
  n: number,
  c: number,
  s: number,
): void {
  for (let k = 0; k < n; k += 1) {
    const f = vectors[b + k]!;
    const h = vectors[a + k]!;
    vectors[b + k] = s * h + c * f;
    vectors[a + k] = c * h - s * f;
  }
}
