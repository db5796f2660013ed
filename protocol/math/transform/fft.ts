/**
 * Discrete Fourier transforms of any length. Powers of two by the iterated radix-2 scheme, other
 * lengths as a convolution of a power of two (Bluestein 1970). Twiddle factors are correctly
 * rounded, the order of operations is fixed.
 */
import { cospi, sinpi } from "../index.js";

export interface FourierPlan {
  readonly n: number;
  /**
   * Bit-reversed order, cosines and sines of 2 pi k / n for k < n / 2; of the convolution where n
   * is no power of two.
   */
  readonly order: Int32Array;
  readonly cosine: Float64Array;
  readonly sine: Float64Array;
  readonly chirp: Chirp | null;
}

interface Chirp {
  readonly inner: FourierPlan;
  /** exp(-i pi k^2 / n). */
  readonly re: Float64Array;
  readonly im: Float64Array;
  /** Transform of the conjugate chirp, divided by the inner length. */
  readonly kernelRe: Float64Array;
  readonly kernelIm: Float64Array;
  readonly workRe: Float64Array;
  readonly workIm: Float64Array;
}

const plans = new Map<number, FourierPlan>();
/** Plans kept: a solver uses a handful of lengths. */
const PLANS_MAX = 64;

/** @param n  at least 1 */
export function fourierPlan(n: number): FourierPlan {
  const known = plans.get(n);
  if (known !== undefined) return known;
  const plan = (n & (n - 1)) === 0 ? powerPlan(n) : chirpPlan(n);
  if (plans.size >= PLANS_MAX) plans.delete(plans.keys().next().value!);
  plans.set(n, plan);
  return plan;
}

function powerPlan(n: number): FourierPlan {
  const order = new Int32Array(n);
  for (let i = 1, reversed = 0; i < n; i += 1) {
    let bit = n >> 1;
    for (; (reversed & bit) !== 0; bit >>= 1) reversed ^= bit;
    reversed |= bit;
    order[i] = reversed;
  }
  const half = Math.max(1, n >> 1);
  const cosine = new Float64Array(half);
  const sine = new Float64Array(half);
  for (let k = 0; k < half; k += 1) {
    cosine[k] = cospi((2 * k) / n);
    sine[k] = sinpi((2 * k) / n);
  }
  return { n, order, cosine, sine, chirp: null };
}

function chirpPlan(n: number): FourierPlan {
  let length = 1;
  while (length < 2 * n - 1) length *= 2;
  const inner = fourierPlan(length);
  const re = new Float64Array(n);
  const im = new Float64Array(n);
  const kernelRe = new Float64Array(length);
  const kernelIm = new Float64Array(length);
  for (let k = 0; k < n; k += 1) {
    // k^2 modulo 2 n keeps the angle exact.
    const angle = ((k * k) % (2 * n)) / n;
    re[k] = cospi(angle);
    im[k] = -sinpi(angle);
    kernelRe[k] = re[k]!;
    kernelIm[k] = -im[k]!;
    if (k > 0) {
      kernelRe[length - k] = re[k]!;
      kernelIm[length - k] = -im[k]!;
    }
  }
  powerTransform(inner, kernelRe, kernelIm);
  for (let k = 0; k < length; k += 1) {
    kernelRe[k] = kernelRe[k]! / length;
    kernelIm[k] = kernelIm[k]! / length;
  }
  const chirp = {
    inner,
    re,
    im,
    kernelRe,
    kernelIm,
    workRe: new Float64Array(length),
    workIm: new Float64Array(length),
  };
  return {
    n,
    order: new Int32Array(0),
    cosine: new Float64Array(0),
    sine: new Float64Array(0),
    chirp,
  };
}

/** sum over j of x_j exp(-2 pi i j k / n), in place; not normalised. Arrays have n entries. */
export function forwardFourier(plan: FourierPlan, re: Float64Array, im: Float64Array): void {
  if (plan.chirp === null) powerTransform(plan, re, im);
  else chirpTransform(plan.chirp, plan.n, re, im);
}

/** sum over k of X_k exp(+2 pi i j k / n), in place; not normalised: n times the inverse. */
export function backwardFourier(plan: FourierPlan, re: Float64Array, im: Float64Array): void {
  forwardFourier(plan, im, re);
}

function powerTransform(
  { cosine, n, order, sine }: FourierPlan,
  re: Float64Array,
  im: Float64Array,
): void {
  for (let i = 1; i < n; i += 1) {
    const j = order[i]!;
    if (j <= i) continue;
    const a = re[i]!;
    re[i] = re[j]!;
    re[j] = a;
    const b = im[i]!;
    im[i] = im[j]!;
    im[j] = b;
  }
  for (let i = 0; i + 1 < n; i += 2) {
    const a = re[i]!;
    const b = re[i + 1]!;
    re[i] = a + b;
    re[i + 1] = a - b;
    const c = im[i]!;
    const d = im[i + 1]!;
    im[i] = c + d;
    im[i + 1] = c - d;
  }
  for (let half = 2; half < n; half *= 2) {
    const stride = n / (2 * half);
    for (let start = 0; start < n; start += 2 * half) {
      for (let k = 0, at = start, w = 0; k < half; k += 1, at += 1, w += stride) {
        const c = cosine[w]!;
        const s = sine[w]!;
        const br = re[at + half]!;
        const bi = im[at + half]!;
        const tr = br * c + bi * s;
        const ti = bi * c - br * s;
        const ar = re[at]!;
        const ai = im[at]!;
        re[at] = ar + tr;
        im[at] = ai + ti;
        re[at + half] = ar - tr;
        im[at + half] = ai - ti;
      }
    }
  }
}

function chirpTransform(
  { im: ci, inner, kernelIm, kernelRe, re: cr, workIm, workRe }: Chirp,
  n: number,
  re: Float64Array,
  im: Float64Array,
): void {
  const { n: length } = inner;
  workRe.fill(0);
  workIm.fill(0);
  for (let k = 0; k < n; k += 1) {
    workRe[k] = re[k]! * cr[k]! - im[k]! * ci[k]!;
    workIm[k] = re[k]! * ci[k]! + im[k]! * cr[k]!;
  }
  powerTransform(inner, workRe, workIm);
  for (let k = 0; k < length; k += 1) {
    const a = workRe[k]!;
    const b = workIm[k]!;
    workRe[k] = a * kernelRe[k]! - b * kernelIm[k]!;
    workIm[k] = a * kernelIm[k]! + b * kernelRe[k]!;
  }
  powerTransform(inner, workIm, workRe);
  for (let k = 0; k < n; k += 1) {
    re[k] = workRe[k]! * cr[k]! - workIm[k]! * ci[k]!;
    im[k] = workRe[k]! * ci[k]! + workIm[k]! * cr[k]!;
  }
}
