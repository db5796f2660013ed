/** Dense Cholesky factors, row-major; in vector instructions by `wasm/source/dense.as`. */
import { denseBinary } from "../../wasm/binary/dense.js";
import { benchOf } from "../../wasm/kernel.js";

/** Rows below which handing a matrix over costs more than it gains. */
const KERNEL_ROWS_MIN = 16;

/**
 * @param a of which the lower half is read. @returns the lower factor, zeros above; null where the
 * matrix is not positive definite
 */
export function cholesky(a: Float64Array, n: number): Float64Array | null {
  const factor = n < KERNEL_ROWS_MIN ? undefined : byKernel(a, n);
  if (factor !== undefined) return factor;
  const l = new Float64Array(n * n);
  for (let i = 0; i < n; i += 1) {
    const row = i * n;
    let j = 0;
    for (; j + 4 <= i; j += 4) fourEntries(a, l, n, row, j);
    for (; j <= i; j += 1) {
      let s = a[row + j]!;
      for (let k = 0; k < j; k += 1) s -= l[row + k]! * l[j * n + k]!;
      if (i === j) {
        if (!(s > 0)) return null;
        l[row + i] = Math.sqrt(s);
      } else l[row + j] = s / l[j * n + j]!;
    }
  }
  return l;
}

/**
 * Undefined where there are no vectors. The kernel works on the other half, so that lanes are
 * neighbours in memory.
 */
function byKernel(a: Float64Array, n: number): Float64Array | null | undefined {
  const bench = benchOf(denseBinary, n * n);
  const call = bench?.room.call("cholesky") ?? null;
  if (bench === null || call === null) return undefined;
  const { floats } = bench;
  for (let i = 0; i < n; i += 1) for (let j = 0; j <= i; j += 1) floats[j * n + i] = a[i * n + j]!;
  if (call(floats.byteOffset, n) === 0) return null;
  const l = new Float64Array(n * n);
  for (let i = 0; i < n; i += 1) for (let j = 0; j <= i; j += 1) l[i * n + j] = floats[j * n + i]!;
  return l;
}

/** Entries j to j + 3 of a row: four sums abreast, each in the order of its own. */
function fourEntries(a: Float64Array, l: Float64Array, n: number, row: number, j: number): void {
  const [o0, o1, o2, o3] = [j * n, (j + 1) * n, (j + 2) * n, (j + 3) * n];
  let s0 = a[row + j]!,
    s1 = a[row + j + 1]!,
    s2 = a[row + j + 2]!,
    s3 = a[row + j + 3]!;
  for (let k = 0; k < j; k += 1) {
    const x = l[row + k]!;
    s0 -= x * l[o0 + k]!;
    s1 -= x * l[o1 + k]!;
    s2 -= x * l[o2 + k]!;
    s3 -= x * l[o3 + k]!;
  }
  const x0 = s0 / l[o0 + j]!;
  s1 -= x0 * l[o1 + j]!;
  const x1 = s1 / l[o1 + j + 1]!;
  s2 -= x0 * l[o2 + j]!;
  s2 -= x1 * l[o2 + j + 1]!;
  const x2 = s2 / l[o2 + j + 2]!;
  s3 -= x0 * l[o3 + j]!;
  s3 -= x1 * l[o3 + j + 1]!;
  s3 -= x2 * l[o3 + j + 2]!;
  l[row + j] = x0;
  l[row + j + 1] = x1;
  l[row + j + 2] = x2;
  l[row + j + 3] = s3 / l[o3 + j + 3]!;
}

/** Overwrites b, n rows of `columns`, with the solution of L L^T X = B. */
export function choleskySolve(
  l: Float64Array,
  n: number,
  b: Float64Array,
  columns = 1,
): Float64Array {
  for (let i = 0; i < n; i += 1) {
    for (let k = 0; k < i; k += 1) lessRow(b, columns, i, k, l[i * n + k]!);
    overPivot(b, columns, i, l[i * n + i]!);
  }
  for (let i = n - 1; i >= 0; i -= 1) {
    for (let k = i + 1; k < n; k += 1) lessRow(b, columns, i, k, l[k * n + i]!);
    overPivot(b, columns, i, l[i * n + i]!);
  }
  return b;
}

/** Row i less m times row k. */
function lessRow(b: Float64Array, columns: number, i: number, k: number, m: number): void {
  let from = k * columns;
  for (let at = i * columns; at < (i + 1) * columns; at += 1, from += 1)
    b[at] = b[at]! - m * b[from]!;
}

function overPivot(b: Float64Array, columns: number, i: number, pivot: number): void {
  for (let at = i * columns; at < (i + 1) * columns; at += 1) b[at] = b[at]! / pivot;
}
