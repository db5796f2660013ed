/**
 * Real transforms that diagonalise second differences between walls, by the Fourier transform, two
 * rows at a time: cosines between points (DCT-II and its inverse), cosines at points (DCT-I) and
 * sines at points (DST-I).
 */
import { cospi, sinpi } from "../index.js";
import { backwardFourier, forwardFourier, fourierPlan, type FourierPlan } from "./fft.js";

export interface RowTransform {
  /** Entries of one row. */
  readonly n: number;
  /** Rows from `from` to `to` - 1 of a row-major block, in place. */
  readonly forward: (data: Float64Array, from: number, to: number) => void;
  readonly backward: (data: Float64Array, from: number, to: number) => void;
}

interface Work {
  readonly plan: FourierPlan;
  readonly re: Float64Array;
  readonly im: Float64Array;
}

function workOf(length: number): Work {
  return { plan: fourierPlan(length), re: new Float64Array(length), im: new Float64Array(length) };
}

/** Rows in pairs; a last odd row goes with itself. */
function inPairs(from: number, to: number, pair: (a: number, b: number) => void): void {
  for (let row = from; row < to; row += 2) pair(row, Math.min(row + 1, to - 1));
}

/**
 * X_k = sum of x_j cos(pi k (2 j + 1) / 2 n); `backward` is its exact inverse. Makhoul's order: one
 * Fourier transform of the same length.
 */
export function cosineBetween(n: number): RowTransform {
  const { im, plan, re } = workOf(n);
  const c = Float64Array.from({ length: n }, (_, k) => cospi(k / (2 * n)));
  const s = Float64Array.from({ length: n }, (_, k) => sinpi(k / (2 * n)));
  const place = Int32Array.from({ length: n }, (_, k) => (2 * k < n ? 2 * k : 2 * (n - k) - 1));
  const forward = (data: Float64Array, rowA: number, rowB: number): void => {
    const a = rowA * n;
    const b = rowB * n;
    for (let k = 0; k < n; k += 1) {
      re[k] = data[a + place[k]!]!;
      im[k] = data[b + place[k]!]!;
    }
    forwardFourier(plan, re, im);
    for (let k = 0; k < n; k += 1) {
      const other = k === 0 ? 0 : n - k;
      const ar = (re[k]! + re[other]!) / 2;
      const ai = (im[k]! - im[other]!) / 2;
      const br = (im[k]! + im[other]!) / 2;
      const bi = (re[other]! - re[k]!) / 2;
      data[a + k] = ar * c[k]! + ai * s[k]!;
      data[b + k] = br * c[k]! + bi * s[k]!;
    }
  };
  const backward = (data: Float64Array, rowA: number, rowB: number): void => {
    const a = rowA * n;
    const b = rowB * n;
    for (let k = 0; k < n; k += 1) {
      // V_k = (X_k - i X_(n-k)) exp(i pi k / 2 n), with X_n = 0; both rows at once as V_a + i V_b.
      const xa = data[a + k]!;
      const ya = k === 0 ? 0 : -data[a + n - k]!;
      const xb = data[b + k]!;
      const yb = k === 0 ? 0 : -data[b + n - k]!;
      const vaRe = xa * c[k]! - ya * s[k]!;
      const vai = xa * s[k]! + ya * c[k]!;
      const vbr = xb * c[k]! - yb * s[k]!;
      const vbi = xb * s[k]! + yb * c[k]!;
      re[k] = vaRe - vbi;
      im[k] = vai + vbr;
    }
    backwardFourier(plan, re, im);
    for (let k = 0; k < n; k += 1) {
      data[a + place[k]!] = re[k]! / n;
      data[b + place[k]!] = im[k]! / n;
    }
  };
  return {
    n,
    forward: (data, from, to) => inPairs(from, to, (p, q) => forward(data, p, q)),
    backward: (data, from, to) => inPairs(from, to, (p, q) => backward(data, p, q)),
  };
}

/**
 * X_k = sum of x_j sin(pi (j + 1)(k + 1) / (n + 1)); its own inverse but for 2 / (n + 1), which
 * `backward` applies.
 */
export function sineAt(n: number): RowTransform {
  const length = 2 * (n + 1);
  const { im, plan, re } = workOf(length);
  const odd = (data: Float64Array, rowA: number, rowB: number, norm: number): void => {
    const a = rowA * n;
    const b = rowB * n;
    re[0] = 0;
    im[0] = 0;
    re[n + 1] = 0;
    im[n + 1] = 0;
    for (let j = 0; j < n; j += 1) {
      const xa = data[a + j]!;
      const xb = data[b + j]!;
      re[j + 1] = xa;
      re[length - 1 - j] = -xa;
      im[j + 1] = xb;
      im[length - 1 - j] = -xb;
    }
    forwardFourier(plan, re, im);
    // The transform of an odd real row is -2 i times its sine sums.
    for (let k = 0; k < n; k += 1) {
      data[a + k] = ((im[length - 1 - k]! - im[k + 1]!) / 4) * norm;
      data[b + k] = ((re[k + 1]! - re[length - 1 - k]!) / 4) * norm;
    }
  };
  return {
    n,
    forward: (data, from, to) => inPairs(from, to, (p, q) => odd(data, p, q, 1)),
    backward: (data, from, to) => inPairs(from, to, (p, q) => odd(data, p, q, 2 / (n + 1))),
  };
}

/**
 * X_k = x_0 / 2 + (-1)^k x_(n-1) / 2 + sum of x_j cos(pi j k / (n - 1)) over the inner j;
 * `backward` is its exact inverse. At least 2 points.
 */
export function cosineAt(n: number): RowTransform {
  const length = 2 * (n - 1);
  const { im, plan, re } = workOf(length);
  const even = (data: Float64Array, rowA: number, rowB: number, norm: number): void => {
    const a = rowA * n;
    const b = rowB * n;
    for (let j = 0; j < n; j += 1) {
      re[j] = data[a + j]!;
      im[j] = data[b + j]!;
      if (j > 0 && j < n - 1) {
        re[length - j] = re[j]!;
        im[length - j] = im[j]!;
      }
    }
    forwardFourier(plan, re, im);
    for (let k = 0; k < n; k += 1) {
      const other = k === 0 ? 0 : length - k;
      data[a + k] = ((re[k]! + re[other]!) / 4) * norm;
      data[b + k] = ((im[k]! + im[other]!) / 4) * norm;
    }
  };
  return {
    n,
    forward: (data, from, to) => inPairs(from, to, (p, q) => even(data, p, q, 1)),
    backward: (data, from, to) => inPairs(from, to, (p, q) => even(data, p, q, 2 / (n - 1))),
  };
}
