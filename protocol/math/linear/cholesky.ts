/** Dense Cholesky factors, row-major. */

/** @returns the lower factor, zeros above; null where the matrix is not positive definite */
export function cholesky(a: Float64Array, n: number): Float64Array | null {
  const l = new Float64Array(n * n);
  for (let i = 0; i < n; i += 1) {
    for (let j = 0; j <= i; j += 1) {
      let s = a[i * n + j]!;
      for (let k = 0; k < j; k += 1) s -= l[i * n + k]! * l[j * n + k]!;
      if (i === j) {
        if (!(s > 0)) return null;
        l[i * n + i] = Math.sqrt(s);
      } else l[i * n + j] = s / l[j * n + j]!;
    }
  }
  return l;
}

/** Overwrites b, n rows of `columns`, with the solution of L L^T X = B. */
export function choleskySolve(l: Float64Array, n: number, b: Float64Array, columns = 1): Float64Array {
  for (let c = 0; c < columns; c += 1) {
    for (let i = 0; i < n; i += 1) {
      let s = b[i * columns + c]!;
      for (let k = 0; k < i; k += 1) s -= l[i * n + k]! * b[k * columns + c]!;
      b[i * columns + c] = s / l[i * n + i]!;
    }
    for (let i = n - 1; i >= 0; i -= 1) {
      let s = b[i * columns + c]!;
      for (let k = i + 1; k < n; k += 1) s -= l[k * n + i]! * b[k * columns + c]!;
      b[i * columns + c] = s / l[i * n + i]!;
    }
  }
  return b;
}
