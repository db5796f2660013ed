/** Real rows of one period, as cosine and sine sums, two rows in one complex transform. */
import type { RowTransform } from "./cosine.js";
import { backwardFourier, forwardFourier, fourierPlan } from "./fft.js";

/**
 * Entry k <= n / 2 becomes the real part of the Fourier sum k, entry n - k its imaginary part;
 * `backward` is the exact inverse.
 */
export function fourierRows(n: number): RowTransform {
  const plan = fourierPlan(n);
  const re = new Float64Array(n);
  const im = new Float64Array(n);
  const forward = (data: Float64Array, a: number, b: number): void => {
    for (let k = 0; k < n; k += 1) {
      re[k] = data[a + k]!;
      im[k] = data[b + k]!;
    }
    forwardFourier(plan, re, im);
    for (let k = 0; 2 * k <= n; k += 1) {
      const o = k === 0 ? 0 : n - k;
      const ar = (re[k]! + re[o]!) / 2;
      const ai = (im[k]! - im[o]!) / 2;
      const br = (im[k]! + im[o]!) / 2;
      const bi = (re[o]! - re[k]!) / 2;
      data[a + k] = ar;
      data[b + k] = br;
      if (o !== k) {
        data[a + o] = ai;
        data[b + o] = bi;
      }
    }
  };
  const backward = (data: Float64Array, a: number, b: number): void => {
    for (let k = 0; 2 * k <= n; k += 1) {
      const o = k === 0 ? 0 : n - k;
      const ar = data[a + k]!;
      const br = data[b + k]!;
      const ai = o === k ? 0 : data[a + o]!;
      const bi = o === k ? 0 : data[b + o]!;
      re[k] = ar - bi;
      im[k] = ai + br;
      if (o !== k) {
        re[o] = ar + bi;
        im[o] = br - ai;
      }
    }
    backwardFourier(plan, re, im);
    for (let k = 0; k < n; k += 1) {
      data[a + k] = re[k]! / n;
      data[b + k] = im[k]! / n;
    }
  };
  const inPairs = (from: number, to: number, pair: (a: number, b: number) => void): void => {
    for (let row = from; row < to; row += 2) pair(row * n, Math.min(row + 1, to - 1) * n);
  };
  return {
    n,
    forward: (data, from, to) => inPairs(from, to, (a, b) => forward(data, a, b)),
    backward: (data, from, to) => inPairs(from, to, (a, b) => backward(data, a, b)),
  };
}

/**
 * `target` (columns by rows) becomes the transpose of `source` (rows by columns), in blocks that
 * fit the cache.
 */
export function transpose(
  source: Float64Array,
  rows: number,
  columns: number,
  target: Float64Array,
): void {
  const block = 16;
  for (let i0 = 0; i0 < rows; i0 += block) {
    const i1 = Math.min(rows, i0 + block);
    for (let j0 = 0; j0 < columns; j0 += block) {
      const j1 = Math.min(columns, j0 + block);
      for (let i = i0; i < i1; i += 1) {
        for (let j = j0; j < j1; j += 1) target[j * rows + i] = source[i * columns + j]!;
      }
    }
  }
}
