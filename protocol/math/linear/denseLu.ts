/** Dense matrices, row-major: products, and LU factors with partial pivoting. */

export interface DenseLu { readonly n: number; readonly lu: Float64Array; readonly pivots: Int32Array }

/** @returns null for a matrix that is singular to the last bit of its pivots */
export function luFactor(a: Float64Array, n: number): DenseLu | null {
  const lu = Float64Array.from(a);
  const pivots = new Int32Array(n);
  let scale = 0;
  for (let i = 0; i < lu.length; i += 1) scale = Math.max(scale, Math.abs(lu[i]!));
  for (let k = 0; k < n; k += 1) {
    let p = k;
    for (let i = k + 1; i < n; i += 1) if (Math.abs(lu[i * n + k]!) > Math.abs(lu[p * n + k]!)) p = i;
    pivots[k] = p;
    const pivot = lu[p * n + k]!;
    if (!(Math.abs(pivot) > scale * 1e-300)) return null;
    if (p !== k) swapRows(lu, n, k, p);
    for (let i = k + 1; i < n; i += 1) {
      const m = lu[i * n + k]! / pivot;
      lu[i * n + k] = m;
      if (m === 0) continue;
      for (let j = k + 1; j < n; j += 1) lu[i * n + j]! -= m * lu[k * n + j]!;
    }
  }
  return { n, lu, pivots };
}

function swapRows(a: Float64Array, n: number, i: number, j: number): void {
  for (let c = 0; c < n; c += 1) {
    const kept = a[i * n + c]!;
    a[i * n + c] = a[j * n + c]!;
    a[j * n + c] = kept;
  }
}

/** Overwrites b, n rows of `columns`, with the solution of A X = B. */
export function luSolve({ lu, n, pivots }: DenseLu, b: Float64Array, columns = 1): Float64Array {
  for (let k = 0; k < n; k += 1) {
    const p = pivots[k]!;
    if (p === k) continue;
    for (let c = 0; c < columns; c += 1) {
      const kept = b[k * columns + c]!;
      b[k * columns + c] = b[p * columns + c]!;
      b[p * columns + c] = kept;
    }
  }
  for (let i = 0; i < n; i += 1) {
    for (let k = 0; k < i; k += 1) {
      const m = lu[i * n + k]!;
      if (m !== 0) for (let c = 0; c < columns; c += 1) b[i * columns + c]! -= m * b[k * columns + c]!;
    }
  }
  for (let i = n - 1; i >= 0; i -= 1) {
    for (let k = i + 1; k < n; k += 1) {
      const m = lu[i * n + k]!;
      if (m !== 0) for (let c = 0; c < columns; c += 1) b[i * columns + c]! -= m * b[k * columns + c]!;
    }
    for (let c = 0; c < columns; c += 1) b[i * columns + c]! /= lu[i * n + i]!;
  }
  return b;
}

/** A (rows x inner) times B (inner x columns). */
export function multiply(a: Float64Array, b: Float64Array, rows: number, inner: number, columns: number): Float64Array {
  const out = new Float64Array(rows * columns);
  for (let i = 0; i < rows; i += 1) {
    for (let k = 0; k < inner; k += 1) {
      const m = a[i * inner + k]!;
      if (m !== 0) for (let j = 0; j < columns; j += 1) out[i * columns + j]! += m * b[k * columns + j]!;
    }
  }
  return out;
}

export function transpose(a: Float64Array, rows: number, columns: number): Float64Array {
  const out = new Float64Array(a.length);
  for (let i = 0; i < rows; i += 1) for (let j = 0; j < columns; j += 1) out[j * rows + i] = a[i * columns + j]!;
  return out;
}

export function identity(n: number): Float64Array {
  const out = new Float64Array(n * n);
  for (let i = 0; i < n; i += 1) out[i * n + i] = 1;
  return out;
}

/** a + s b, entry by entry. */
export function plus(a: Float64Array, b: Float64Array, s = 1): Float64Array {
  const out = new Float64Array(a.length);
  for (let i = 0; i < a.length; i += 1) out[i] = a[i]! + s * b[i]!;
  return out;
}

/** Both triangles replaced by their mean. */
export function symmetrise(a: Float64Array, n: number): Float64Array {
  for (let i = 0; i < n; i += 1) {
    for (let j = 0; j < i; j += 1) {
      const mean = 0.5 * (a[i * n + j]! + a[j * n + i]!);
      a[i * n + j] = mean;
      a[j * n + i] = mean;
    }
  }
  return a;
}

/** Square root of the sum of squares of all entries. */
export function frobenius(a: Float64Array): number {
  let largest = 0;
  for (let i = 0; i < a.length; i += 1) largest = Math.max(largest, Math.abs(a[i]!));
  if (!(largest > 0) || !Number.isFinite(largest)) return largest;
  let squares = 0;
  for (let i = 0; i < a.length; i += 1) squares += (a[i]! / largest) * (a[i]! / largest);
  return largest * Math.sqrt(squares);
}
