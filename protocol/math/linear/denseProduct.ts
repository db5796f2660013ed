/**
 * Products of dense row-major matrices. Every entry is summed in the order of the inner index,
 * whatever the tiling, and in vector instructions by `wasm/source/dense.as`.
 */
import { denseBinary } from "../../wasm/binary/dense.js";
import { benchOf } from "../../wasm/kernel.js";

/** Part of entries other than zero below which rows are added up one by one, skipping the zeros. */
const SPARSE_PART = 0.25;
const TILE = 3;
/**
 * Of a tile of the kernel, and multiplications below which handing the matrices over costs more
 * than it gains.
 */
const KERNEL_TILE = 4;
const KERNEL_WORK_MIN = 4_096;

/** A (rows x inner) times B (inner x columns). */
export function multiply(
  a: Float64Array,
  b: Float64Array,
  rows: number,
  inner: number,
  columns: number,
): Float64Array {
  const sparse = isSparse(a);
  const product = byKernel(sparse ? "addRows" : "product", a, b, rows, inner, columns, false);
  if (product !== null) return product;
  const out = new Float64Array(rows * columns);
  if (columns < TILE || rows < TILE || sparse) addRows(a, b, out, rows, inner, columns);
  else for (let i = 0; i < rows; i += TILE) tileRow(a, b, out, rows, inner, columns, i, columns);
  return out;
}

/**
 * A (n x inner) times B (inner x n) where the product is symmetric: one half is summed, the other
 * is its mirror.
 */
export function symmetricProduct(
  a: Float64Array,
  b: Float64Array,
  n: number,
  inner: number,
): Float64Array {
  const sparse = isSparse(a);
  const out =
    byKernel(sparse ? "addRows" : "product", a, b, n, inner, n, true) ??
    halfOf(a, b, n, inner, sparse);
  for (let i = 0; i < n; i += 1) for (let j = 0; j < i; j += 1) out[j * n + i] = out[i * n + j]!;
  return out;
}

/** At least the lower half. */
function halfOf(
  a: Float64Array,
  b: Float64Array,
  n: number,
  inner: number,
  sparse: boolean,
): Float64Array {
  const out = new Float64Array(n * n);
  if (n < TILE || sparse) addRows(a, b, out, n, inner, n);
  else for (let i = 0; i < n; i += TILE) tileRow(a, b, out, n, inner, n, i, Math.min(n, i + TILE));
  return out;
}

/**
 * Null for what is small, or where there are no vectors. @param half  the upper half is of no use
 */
function byKernel(
  name: "addRows" | "product",
  a: Float64Array,
  b: Float64Array,
  rows: number,
  inner: number,
  columns: number,
  half: boolean,
): Float64Array | null {
  if (rows < KERNEL_TILE || columns < KERNEL_TILE || rows * inner * columns < KERNEL_WORK_MIN)
    return null;
  const [second, third] = [
    a.length + (a.length & 1),
    a.length + (a.length & 1) + b.length + (b.length & 1),
  ];
  const bench = benchOf(denseBinary, third + rows * columns);
  const product = bench?.room.call(name) ?? null;
  if (bench === null || product === null) return null;
  const { floats } = bench;
  floats.set(a);
  floats.set(b, second);
  const at = floats.byteOffset;
  product(at, at + second * 8, at + third * 8, rows, inner, columns, half ? 1 : 0);
  return floats.slice(third, third + rows * columns);
}

function isSparse(a: Float64Array): boolean {
  const enough = SPARSE_PART * a.length;
  let filled = 0;
  for (let i = 0; i < a.length; i += 1) {
    if (a[i] === 0) continue;
    filled += 1;
    if (filled >= enough) return false;
  }
  return filled < enough;
}

function addRows(
  a: Float64Array,
  b: Float64Array,
  out: Float64Array,
  rows: number,
  inner: number,
  columns: number,
): void {
  for (let i = 0; i < rows; i += 1) {
    const to = i * columns;
    for (let k = 0; k < inner; k += 1) {
      const m = a[i * inner + k]!;
      if (m === 0) continue;
      const from = k * columns;
      for (let j = 0; j < columns; j += 1) out[to + j] = out[to + j]! + m * b[from + j]!;
    }
  }
}

/**
 * Three rows of the product from row i on, columns 0 to `width`; a last, narrower tile overlaps the
 * one before.
 */
function tileRow(
  a: Float64Array,
  b: Float64Array,
  out: Float64Array,
  rows: number,
  inner: number,
  columns: number,
  i: number,
  width: number,
): void {
  const top = Math.min(i, rows - TILE);
  for (let j = 0; j < width; j += TILE)
    tile(a, b, out, inner, columns, top, Math.min(j, columns - TILE));
}

function tile(
  a: Float64Array,
  b: Float64Array,
  out: Float64Array,
  inner: number,
  columns: number,
  i: number,
  j: number,
): void {
  const a0 = i * inner;
  const a1 = a0 + inner;
  const a2 = a1 + inner;
  let at = j;
  let s00 = 0,
    s01 = 0,
    s02 = 0,
    s10 = 0,
    s11 = 0,
    s12 = 0,
    s20 = 0,
    s21 = 0,
    s22 = 0;
  for (let k = 0; k < inner; k += 1) {
    const x = b[at]!,
      y = b[at + 1]!,
      z = b[at + 2]!;
    at += columns;
    let m = a[a0 + k]!;
    s00 += m * x;
    s01 += m * y;
    s02 += m * z;
    m = a[a1 + k]!;
    s10 += m * x;
    s11 += m * y;
    s12 += m * z;
    m = a[a2 + k]!;
    s20 += m * x;
    s21 += m * y;
    s22 += m * z;
  }
  let to = i * columns + j;
  out[to] = s00;
  out[to + 1] = s01;
  out[to + 2] = s02;
  to += columns;
  out[to] = s10;
  out[to + 1] = s11;
  out[to + 2] = s12;
  to += columns;
  out[to] = s20;
  out[to + 1] = s21;
  out[to + 2] = s22;
}
