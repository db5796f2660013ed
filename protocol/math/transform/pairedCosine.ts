/**
 * Cosines between points (DCT-II and its inverse) of many rows whose length is a power of two: by a radix-4 Fourier
 * transform of two rows as one, its bit order and scale folded into the passes before and after it. Kernels that have the
 * tables do the same sums, two pairs at a time.
 */
import { cospi, sinpi } from "../index.js";

/** Where tables stand: a kernel reads them from its own memory. */
export interface TableRoom {
  readonly floats: (length: number) => Float64Array;
  readonly integers: (length: number) => Int32Array;
}

/** Entries of the work of a kernel are two complex numbers. */
export const ENTRY_BYTES = 32;
const DOUBLE_BYTES = 8;
const TWIDDLES = 6;

export interface PairedCosine {
  /** Entries of one row: a power of two, at least 4. */
  readonly n: number;
  /** Which entry of a row comes first, second, ... into the transform, in bytes. */
  readonly gather: Int32Array;
  /** Where a kernel's entry k goes in bit order, in bytes. */
  readonly place: Int32Array;
  /** Where entry k of the inverse stands in its row, in bytes. */
  readonly scatter: Int32Array;
  /** Cosine and sine of the first, second and third multiple of each angle, stage after stage. */
  readonly twiddles: Float64Array;
  /** cos and sin of pi k / 2 n for k <= n / 2: halves of them, and those over n. */
  readonly forwards: Float64Array;
  readonly backwards: Float64Array;
  /** The complex row of the twin. */
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/** Bytes of the tables of one length. */
export function pairedCosineBytes(n: number): number {
  return 3 * 4 * n + DOUBLE_BYTES * (2 * TWIDDLES * n + 4 * n);
}

/** Order in which a row of n entries, `stride` apart from `first` on, enters the transform. */
function bitOrder(n: number, first: number, stride: number, out: number[]): void {
  if (n === 1) {
    out.push(first);
    return;
  }
  const radix = n === 2 ? 2 : 4;
  for (let q = 0; q < radix; q += 1) bitOrder(n / radix, first + q * stride, stride * radix, out);
}

function fill<T extends Float64Array | Int32Array>(target: T, values: readonly number[]): T {
  target.set(values);
  return target;
}

export function pairedCosine(n: number, { floats, integers }: TableRoom): PairedCosine {
  // Makhoul's order: even entries forwards, odd ones backwards.
  const makhoul = Array.from({ length: n }, (_, k) => (2 * k < n ? 2 * k : 2 * (n - k) - 1));
  const order: number[] = [];
  bitOrder(n, 0, 1, order);
  const places = order.map(() => 0);
  for (const [t, k] of order.entries()) places[k] = t * ENTRY_BYTES;
  const twiddles: number[] = [];
  for (let half = isOdd(n) ? 2 : 4; half < n; half *= 4) {
    for (let k = 0; k < half; k += 1) for (const m of [1, 2, 3]) twiddles.push(cospi((m * k) / (2 * half)), sinpi((m * k) / (2 * half)));
  }
  const weights = (scale: number): number[] => Array.from({ length: n + 2 }, (_, i) =>
    (i % 2 === 0 ? cospi : sinpi)((i >> 1) / (2 * n)) * scale);
  return { n, gather: fill(integers(n), order.map((k) => makhoul[k]! * DOUBLE_BYTES)), place: fill(integers(n), places),
    scatter: fill(integers(n), makhoul.map((k) => k * DOUBLE_BYTES)), twiddles: fill(floats(Math.max(1, twiddles.length)), twiddles),
    forwards: fill(floats(n + 2), weights(0.5)), backwards: fill(floats(n + 2), weights(1 / n)),
    re: new Float64Array(n), im: new Float64Array(n) };
}

/** Whether n is an odd power of two: its first stage takes two entries, all others four. */
function isOdd(n: number): boolean {
  return (31 - Math.clz32(n)) % 2 === 1;
}

/** Rows 0 to m - 1 of a row-major block, in place; two at a time, a last odd one beside itself. */
export function cosineForward(plan: PairedCosine, data: Float64Array, m: number): void {
  const { forwards, gather, im, n, re } = plan;
  for (let row = 0; row < m; row += 2) {
    const a = row * n;
    const b = Math.min(row + 1, m - 1) * n;
    for (let t = 0; t < n; t += 1) {
      const at = gather[t]! >> 3;
      re[t] = data[a + at]!;
      im[t] = data[b + at]!;
    }
    fourier(plan, re, im);
    data[a] = re[0]!;
    data[b] = im[0]!;
    for (let k = 1; 2 * k <= n; k += 1) {
      const [c, s] = [forwards[2 * k]!, forwards[2 * k + 1]!];
      const p = re[k]! + re[n - k]!;
      const q = im[k]! - im[n - k]!;
      const r = im[k]! + im[n - k]!;
      const d = re[n - k]! - re[k]!;
      data[a + n - k] = p * s - q * c;
      data[b + n - k] = r * s - d * c;
      data[a + k] = p * c + q * s;
      data[b + k] = r * c + d * s;
    }
  }
}

/** The exact inverse of `cosineForward`. */
export function cosineBackward(plan: PairedCosine, data: Float64Array, m: number): void {
  const { backwards, im, n, place, re, scatter } = plan;
  for (let row = 0; row < m; row += 2) {
    const a = row * n;
    const b = Math.min(row + 1, m - 1) * n;
    re[0] = data[a]! * backwards[0]!;
    im[0] = data[b]! * backwards[0]!;
    for (let k = 1; 2 * k <= n; k += 1) {
      const [c, s] = [backwards[2 * k]!, backwards[2 * k + 1]!];
      const [xa, ya, xb, yb] = [data[a + k]!, data[a + n - k]!, data[b + k]!, data[b + n - k]!];
      const aRe = xa * c + ya * s;
      const aIm = xa * s - ya * c;
      const bRe = xb * c + yb * s;
      const bIm = xb * s - yb * c;
      const to = place[k]! / ENTRY_BYTES;
      const back = place[n - k]! / ENTRY_BYTES;
      re[back] = aRe + bIm;
      im[back] = bRe - aIm;
      re[to] = aRe - bIm;
      im[to] = aIm + bRe;
    }
    // A transform of the parts in each other's place is the backward one.
    fourier(plan, im, re);
    for (let k = 0; k < n; k += 1) {
      const at = scatter[k]! >> 3;
      data[a + at] = re[k]!;
      data[b + at] = im[k]!;
    }
  }
}

function fourier({ n, twiddles }: PairedCosine, re: Float64Array, im: Float64Array): void {
  let half = 4;
  if (isOdd(n)) {
    half = 2;
    for (let i = 0; i < n; i += 2) {
      const [ar, ai, br, bi] = [re[i]!, im[i]!, re[i + 1]!, im[i + 1]!];
      re[i] = ar + br;
      im[i] = ai + bi;
      re[i + 1] = ar - br;
      im[i + 1] = ai - bi;
    }
  } else {
    for (let i = 0; i < n; i += 4) combine(re, im, i, 1, re[i + 1]!, im[i + 1]!, re[i + 2]!, im[i + 2]!, re[i + 3]!, im[i + 3]!);
  }
  let table = 0;
  for (; half < n; half *= 4) {
    for (let start = 0; start < n; start += 4 * half) {
      for (let k = 0; k < half; k += 1) {
        const w = table + TWIDDLES * k;
        const [c1, s1, c2] = [twiddles[w]!, twiddles[w + 1]!, twiddles[w + 2]!];
        const [s2, c3, s3] = [twiddles[w + 3]!, twiddles[w + 4]!, twiddles[w + 5]!];
        const [b, c, d] = [start + k + half, start + k + 2 * half, start + k + 3 * half];
        combine(re, im, start + k, half, re[b]! * c1 + im[b]! * s1, im[b]! * c1 - re[b]! * s1, re[c]! * c2 + im[c]! * s2,
          im[c]! * c2 - re[c]! * s2, re[d]! * c3 + im[d]! * s3, im[d]! * c3 - re[d]! * s3);
      }
    }
    table += TWIDDLES * half;
  }
}

/** Four entries `apart` from each other, the last three already turned. */
function combine(
  re: Float64Array, im: Float64Array, at: number, apart: number, br: number, bi: number, cr: number, ci: number, dr: number, di: number,
): void {
  const ar = re[at]!;
  const ai = im[at]!;
  const sr = ar + cr;
  const si = ai + ci;
  const tr = ar - cr;
  const ti = ai - ci;
  const pr = br + dr;
  const pi = bi + di;
  const qr = br - dr;
  const qi = bi - di;
  re[at] = sr + pr;
  im[at] = si + pi;
  re[at + apart] = tr + qi;
  im[at + apart] = ti - qr;
  re[at + 2 * apart] = sr - pr;
  im[at + 2 * apart] = si - pi;
  re[at + 3 * apart] = tr - qi;
  im[at + 3 * apart] = ti + qr;
}
