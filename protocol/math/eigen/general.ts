/**
 * Eigenvalues of a real general matrix: Householder reduction to Hessenberg form and the
 * double-shift QR iteration of Francis (Golub and Van Loan, Matrix Computations, 7.4 and 7.5), in
 * vector instructions by `wasm/source/dense.as`.
 */
import { ULP } from "../constants.js";
import { denseBinary } from "../../wasm/binary/dense.js";
import { benchOf, type KernelCall } from "../../wasm/kernel.js";

export interface Complex {
  readonly re: number;
  readonly im: number;
}

const ITERATIONS_MAX = 100;
/** Rows below which a kernel is not worth calling. */
const KERNEL_ROWS_MIN = 16;

/** @param matrix row-major, left as it is @returns null where the iteration does not settle */
export function eigenvaluesOf(matrix: Float64Array, n: number): Complex[] | null {
  const { chase, h } = hessenbergOf(matrix, n);
  const found: Complex[] = [];
  let high = n - 1;
  let tries = 0;
  while (high >= 0) {
    const low = splitPoint(h, n, high);
    if (low === high) {
      found.push({ re: h[high * n + high]!, im: 0 });
      high -= 1;
      tries = 0;
    } else if (low === high - 1) {
      found.push(
        ...pair(h[low * n + low]!, h[low * n + high]!, h[high * n + low]!, h[high * n + high]!),
      );
      high -= 2;
      tries = 0;
    } else {
      tries += 1;
      if (tries > ITERATIONS_MAX) return null;
      francisStep(h, n, low, high, tries % 11 === 0, chase);
    }
  }
  return found.sort((a, b) => modulus(b) - modulus(a) || b.re - a.re || b.im - a.im);
}

export function modulus({ im, re }: Complex): number {
  const x = Math.max(Math.abs(re), Math.abs(im));
  const y = Math.min(Math.abs(re), Math.abs(im));
  return x === 0 ? 0 : x * Math.sqrt(1 + (y / x) * (y / x));
}

/** @returns NaN where the iteration does not settle */
export function spectralRadius(matrix: Float64Array, n: number): number {
  const [largest] = eigenvaluesOf(matrix, n) ?? [];
  return largest === undefined ? Number.NaN : modulus(largest);
}

/**
 * In the memory of the kernel, which then also makes the steps that follow; `chase` is null where
 * there are no vectors.
 */
function hessenbergOf(
  matrix: Float64Array,
  n: number,
): { readonly h: Float64Array; readonly chase: KernelCall | null } {
  const bench = n < KERNEL_ROWS_MIN ? null : benchOf(denseBinary, n * n + 2 * n + 1);
  if (bench === null) {
    const h = Float64Array.from(matrix);
    toHessenberg(h, n);
    return { h, chase: null };
  }
  const { floats, room } = bench;
  floats.set(matrix);
  const end = floats.byteOffset + n * n * 8;
  room.call("hessenberg")?.(floats.byteOffset, n, end, end + n * 8);
  return { h: floats.subarray(0, n * n), chase: room.call("chase") };
}

function toHessenberg(h: Float64Array, n: number): void {
  const v = new Float64Array(n);
  const s = new Float64Array(n);
  for (let k = 0; k + 2 < n; k += 1) {
    let scale = 0;
    for (let i = k + 1; i < n; i += 1) scale = Math.max(scale, Math.abs(h[i * n + k]!));
    if (scale === 0) continue;
    let squares = 0;
    for (let i = k + 1; i < n; i += 1) {
      v[i] = h[i * n + k]! / scale;
      squares += v[i]! * v[i]!;
    }
    const root = (v[k + 1]! < 0 ? -1 : 1) * Math.sqrt(squares);
    squares += 2 * root * v[k + 1]! + root * root;
    v[k + 1] = v[k + 1]! + root;
    reflectRows(h, n, v, k, 2 / squares, s);
    reflectColumns(h, n, v, k, 2 / squares);
    for (let i = k + 2; i < n; i += 1) h[i * n + k] = 0;
  }
}

/** I - beta v v^T from the left, v being zero up to entry k; rows are read in order. */
function reflectRows(
  h: Float64Array,
  n: number,
  v: Float64Array,
  k: number,
  beta: number,
  s: Float64Array,
): void {
  s.fill(0);
  for (let i = k + 1; i < n; i += 1) {
    const row = i * n;
    const weight = beta * v[i]!;
    for (let j = k; j < n; j += 1) s[j] = s[j]! + weight * h[row + j]!;
  }
  for (let i = k + 1; i < n; i += 1) {
    const row = i * n;
    const weight = v[i]!;
    for (let j = k; j < n; j += 1) h[row + j] = h[row + j]! - weight * s[j]!;
  }
}

/** The same from the right. */
function reflectColumns(
  h: Float64Array,
  n: number,
  v: Float64Array,
  k: number,
  beta: number,
): void {
  for (let i = 0; i < n; i += 1) {
    const row = i * n;
    let even = 0;
    let odd = 0;
    let j = k + 1;
    for (; j + 1 < n; j += 2) {
      even += v[j]! * h[row + j]!;
      odd += v[j + 1]! * h[row + j + 1]!;
    }
    if (j < n) even += v[j]! * h[row + j]!;
    const weight = beta * (even + odd);
    for (j = k + 1; j < n; j += 1) h[row + j] = h[row + j]! - weight * v[j]!;
  }
}

function splitPoint(h: Float64Array, n: number, high: number): number {
  for (let i = high; i > 0; i -= 1) {
    const size = Math.abs(h[i * n + i]!) + Math.abs(h[(i - 1) * n + i - 1]!);
    if (Math.abs(h[i * n + i - 1]!) <= ULP * (size === 0 ? 1 : size)) {
      h[i * n + i - 1] = 0;
      return i;
    }
  }
  return 0;
}

/**
 * One double shift on the active block alone: what stands beside it has no part in the eigenvalues.
 */
function francisStep(
  h: Float64Array,
  n: number,
  low: number,
  high: number,
  exceptional: boolean,
  byKernel: KernelCall | null,
): void {
  const at = (i: number, j: number): number => h[i * n + j]!;
  let s = at(high - 1, high - 1) + at(high, high);
  let t = at(high - 1, high - 1) * at(high, high) - at(high - 1, high) * at(high, high - 1);
  if (exceptional) {
    const w = Math.abs(at(high, high - 1)) + Math.abs(at(high - 1, high - 2));
    s = 1.5 * w;
    t = w * w;
  }
  let x = at(low, low) * at(low, low) + at(low, low + 1) * at(low + 1, low) - s * at(low, low) + t;
  let y = at(low + 1, low) * (at(low, low) + at(low + 1, low + 1) - s);
  let z = at(low + 1, low) * at(low + 2, low + 1);
  for (let k = low; k < high; k += 1) {
    const three = k + 2 <= high;
    const scale = Math.max(Math.abs(x), Math.abs(y), three ? Math.abs(z) : 0);
    if (scale > 0) {
      const [left, bottom] = [Math.max(low, k - 1), Math.min(high, k + 3)];
      const [a, b, c] = [x / scale, y / scale, three ? z / scale : 0];
      if (byKernel === null) chase(h, n, { k, left, top: low, right: high, bottom }, a, b, c);
      else byKernel(h.byteOffset, n, k, left, high, low, bottom, a, b, c);
    }
    if (k > low) {
      h[(k + 1) * n + k - 1] = 0;
      if (three) h[(k + 2) * n + k - 1] = 0;
    }
    x = at(k + 1, k);
    y = k + 2 <= high ? at(k + 2, k) : 0;
    z = k + 3 <= high ? at(k + 3, k) : 0;
  }
}

interface Block {
  readonly k: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * Reflects (a, b, c) in rows and columns k to k + 2 onto its first entry; c = 0 at the end, where
 * there are two.
 */
function chase(
  h: Float64Array,
  n: number,
  { bottom, k, left, right, top }: Block,
  a: number,
  b: number,
  c: number,
): void {
  const lead = a + (a < 0 ? -1 : 1) * Math.sqrt(a * a + b * b + c * c);
  const beta = 2 / (lead * lead + b * b + c * c);
  const [wa, wb, wc] = [beta * lead, beta * b, beta * c];
  const row0 = k * n;
  const row1 = row0 + n;
  const third = k + 2 <= right;
  const row2 = third ? row1 + n : row1;
  for (let j = left; j <= right; j += 1) {
    const s = wa * h[row0 + j]! + wb * h[row1 + j]! + (third ? wc * h[row2 + j]! : 0);
    h[row0 + j] = h[row0 + j]! - s * lead;
    h[row1 + j] = h[row1 + j]! - s * b;
    if (third) h[row2 + j] = h[row2 + j]! - s * c;
  }
  for (let i = top; i <= bottom; i += 1) {
    const at = i * n + k;
    const s = wa * h[at]! + wb * h[at + 1]! + (third ? wc * h[at + 2]! : 0);
    h[at] = h[at]! - s * lead;
    h[at + 1] = h[at + 1]! - s * b;
    if (third) h[at + 2] = h[at + 2]! - s * c;
  }
}

function pair(a: number, b: number, c: number, d: number): Complex[] {
  const half = 0.5 * (a - d);
  const mean = 0.5 * (a + d);
  const disc = half * half + b * c;
  if (disc < 0) {
    const im = Math.sqrt(-disc);
    return [
      { re: mean, im },
      { re: mean, im: -im },
    ];
  }
  const root = Math.sqrt(disc);
  const far = mean + (mean < 0 ? -root : root);
  const near = far === 0 ? 0 : (a * d - b * c) / far;
  return [
    { re: far, im: 0 },
    { re: near, im: 0 },
  ];
}
