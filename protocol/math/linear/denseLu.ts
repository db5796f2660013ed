/**
 * Dense matrices, row-major: LU factors with partial pivoting, in vector instructions by
 * `wasm/source/dense.as`, and what is done entry by entry.
 */
import { denseBinary } from "../../wasm/binary/dense.js";
import { benchOf } from "../../wasm/kernel.js";

/** Right-hand sides solved together. */
const ABREAST = 8;
/** Rows below which handing a matrix over costs more than it gains. */
const KERNEL_ROWS_MIN = 16;

export interface DenseLu {
  readonly n: number;
  readonly lu: Float64Array;
  readonly pivots: Int32Array;
}

/** @returns null for a matrix that is singular to the last bit of its pivots */
export function luFactor(a: Float64Array, n: number): DenseLu | null {
  let scale = 0;
  for (let i = 0; i < a.length; i += 1) scale = Math.max(scale, Math.abs(a[i]!));
  const least = scale * 1e-300;
  const pivots = new Int32Array(n);
  const factor = n < KERNEL_ROWS_MIN ? undefined : factorByKernel(a, n, least, pivots);
  if (factor !== undefined) return factor;
  const lu = Float64Array.from(a);
  for (let k = 0; k < n; k += 1) {
    let p = k;
    for (let i = k + 1; i < n; i += 1)
      if (Math.abs(lu[i * n + k]!) > Math.abs(lu[p * n + k]!)) p = i;
    pivots[k] = p;
    const pivot = lu[p * n + k]!;
    if (!(Math.abs(pivot) > least)) return null;
    if (p !== k) swapRows(lu, n, k, p);
    for (let i = k + 1; i < n; i += 1) {
      const m = lu[i * n + k]! / pivot;
      lu[i * n + k] = m;
      if (m === 0) continue;
      const own = i * n;
      const top = k * n;
      for (let j = k + 1; j < n; j += 1) lu[own + j] = lu[own + j]! - m * lu[top + j]!;
    }
  }
  return { n, lu, pivots };
}

/** Undefined where there are no vectors; null where there is no pivot. */
function factorByKernel(
  a: Float64Array,
  n: number,
  least: number,
  pivots: Int32Array,
): DenseLu | null | undefined {
  const bench = benchOf(denseBinary, n * n + n);
  const call = bench?.room.call("luFactor") ?? null;
  if (bench === null || call === null) return undefined;
  const { floats } = bench;
  floats.set(a);
  const places = new Int32Array(floats.buffer, floats.byteOffset + n * n * 8, n);
  if (call(floats.byteOffset, places.byteOffset, n, least) === 0) return null;
  pivots.set(places);
  return { n, lu: floats.slice(0, n * n), pivots };
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
  let c = n < KERNEL_ROWS_MIN || columns < ABREAST ? 0 : solveByKernel(lu, n, b, columns);
  for (; c + ABREAST <= columns; c += ABREAST) solveAbreast(lu, n, b, columns, c);
  for (; c < columns; c += 1) solveColumn(lu, n, b, columns, c);
  return b;
}

/** @returns columns that are solved; none where there are no vectors */
function solveByKernel(lu: Float64Array, n: number, b: Float64Array, columns: number): number {
  const second = n * n + (n & 1);
  const bench = benchOf(denseBinary, second + n * columns);
  const call = bench?.room.call("luSolve") ?? null;
  if (bench === null || call === null) return 0;
  const { floats } = bench;
  floats.set(lu);
  floats.set(b, second);
  call(floats.byteOffset, floats.byteOffset + second * 8, n, columns);
  b.set(floats.subarray(second, second + n * columns));
  return columns - (columns % ABREAST);
}

function solveColumn(
  lu: Float64Array,
  n: number,
  b: Float64Array,
  columns: number,
  c: number,
): void {
  for (let i = 0; i < n; i += 1) {
    let s = b[i * columns + c]!;
    for (let k = 0; k < i; k += 1) s -= lu[i * n + k]! * b[k * columns + c]!;
    b[i * columns + c] = s;
  }
  for (let i = n - 1; i >= 0; i -= 1) {
    let s = b[i * columns + c]!;
    for (let k = i + 1; k < n; k += 1) s -= lu[i * n + k]! * b[k * columns + c]!;
    b[i * columns + c] = s / lu[i * n + i]!;
  }
}

/** Eight columns at once, each in the order of `solveColumn`. */
function solveAbreast(
  lu: Float64Array,
  n: number,
  b: Float64Array,
  columns: number,
  c: number,
): void {
  for (let i = 0; i < n; i += 1) eliminate(lu, n, b, columns, c, i, 0, i);
  for (let i = n - 1; i >= 0; i -= 1) {
    eliminate(lu, n, b, columns, c, i, i + 1, n);
    const pivot = lu[i * n + i]!;
    const to = i * columns + c;
    for (let j = to; j < to + ABREAST; j += 1) b[j] = b[j]! / pivot;
  }
}

/** Row i less its multiples of rows `from` to `to` - 1. */
function eliminate(
  lu: Float64Array,
  n: number,
  b: Float64Array,
  columns: number,
  c: number,
  i: number,
  from: number,
  to: number,
): void {
  const own = i * columns + c;
  let s0 = b[own]!,
    s1 = b[own + 1]!,
    s2 = b[own + 2]!,
    s3 = b[own + 3]!;
  let s4 = b[own + 4]!,
    s5 = b[own + 5]!,
    s6 = b[own + 6]!,
    s7 = b[own + 7]!;
  const row = i * n;
  let at = from * columns + c;
  for (let k = from; k < to; k += 1) {
    const m = lu[row + k]!;
    s0 -= m * b[at]!;
    s1 -= m * b[at + 1]!;
    s2 -= m * b[at + 2]!;
    s3 -= m * b[at + 3]!;
    s4 -= m * b[at + 4]!;
    s5 -= m * b[at + 5]!;
    s6 -= m * b[at + 6]!;
    s7 -= m * b[at + 7]!;
    at += columns;
  }
  b[own] = s0;
  b[own + 1] = s1;
  b[own + 2] = s2;
  b[own + 3] = s3;
  b[own + 4] = s4;
  b[own + 5] = s5;
  b[own + 6] = s6;
  b[own + 7] = s7;
}

export function transpose(a: Float64Array, rows: number, columns: number): Float64Array {
  const out = new Float64Array(a.length);
  for (let i = 0; i < rows; i += 1)
    for (let j = 0; j < columns; j += 1) out[j * rows + i] = a[i * columns + j]!;
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
  let squares = 0;
  for (let i = 0; i < a.length; i += 1) squares += a[i]! * a[i]!;
  if (squares > 1e-280 && squares < 1e280) return Math.sqrt(squares);
  let largest = 0;
  for (let i = 0; i < a.length; i += 1) largest = Math.max(largest, Math.abs(a[i]!));
  if (!(largest > 0) || !Number.isFinite(largest)) return largest;
  squares = 0;
  for (let i = 0; i < a.length; i += 1) squares += (a[i]! / largest) * (a[i]! / largest);
  return largest * Math.sqrt(squares);
}

/** `frobenius` of a - b. */
export function distance(a: Float64Array, b: Float64Array): number {
  let squares = 0;
  for (let i = 0; i < a.length; i += 1) {
    const d = a[i]! - b[i]!;
    squares += d * d;
  }
  return squares > 1e-280 && squares < 1e280 ? Math.sqrt(squares) : frobenius(plus(a, b, -1));
}
