/**
 * Lowest eigenpairs of K x = lambda G x for symmetric banded K (positive definite) and G (positive
 * semi-definite): isolated by counting negative pivots of K - s G (Sylvester), refined by inverse
 * iteration.
 * Source: Parlett, The Symmetric Eigenvalue Problem (1980), ch. 3 and 15.
 */
import { ULP } from "../constants.js";

/**
 * Lower triangle by diagonals: entry (i, j), j <= i <= j + band, stands at `data[i * (band + 1) + i
 * - j]`.
 */
export interface SymmetricBanded {
  readonly n: number;
  readonly band: number;
  readonly data: Float64Array;
}

export function symmetricBanded(n: number, band: number): SymmetricBanded {
  return { n, band, data: new Float64Array(n * (band + 1)) };
}

/**
 * Adds to entry (i, j) of either triangle; what is outside the matrix is left out by the caller.
 */
export function addTo({ band, data }: SymmetricBanded, i: number, j: number, value: number): void {
  const row = Math.max(i, j);
  data[row * (band + 1) + row - Math.min(i, j)]! += value;
}

/** y = A x. */
function multiplyBanded(
  { band, data, n }: SymmetricBanded,
  x: Float64Array,
  y: Float64Array,
): void {
  y.fill(0);
  const width = band + 1;
  for (let i = 0; i < n; i += 1) {
    let s = data[i * width]! * x[i]!;
    for (let d = 1; d <= band && d <= i; d += 1) {
      const a = data[i * width + d]!;
      s += a * x[i - d]!;
      y[i - d]! += a * x[i]!;
    }
    y[i]! += s;
  }
}

interface Factor {
  readonly lower: Float64Array;
  readonly negative: number;
  readonly smallest: number;
}

/** L D L^T of K - s G without pivoting; D stands on the diagonal. */
function factorShift(k: SymmetricBanded, g: SymmetricBanded, s: number): Factor {
  const { band, n } = k;
  const width = band + 1;
  const lower = new Float64Array(n * width);
  let scale = 0;
  for (let i = 0; i < lower.length; i += 1) {
    lower[i] = k.data[i]! - s * g.data[i]!;
    scale = Math.max(scale, Math.abs(lower[i]!));
  }
  const tiny = scale * 1e-300 + 1e-300;
  let negative = 0;
  let smallest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < n; i += 1) {
    const first = Math.max(0, i - band);
    for (let j = first; j < i; j += 1) {
      let a = lower[i * width + i - j]!;
      for (let m = Math.max(first, j - band); m < j; m += 1) {
        a -= lower[i * width + i - m]! * lower[j * width + j - m]! * lower[m * width]!;
      }
      lower[i * width + i - j] = a / lower[j * width]!;
    }
    let d = lower[i * width]!;
    for (let m = first; m < i; m += 1) {
      const l = lower[i * width + i - m]!;
      d -= l * l * lower[m * width]!;
    }
    if (Math.abs(d) < tiny) d = -tiny;
    if (d < 0) negative += 1;
    smallest = Math.min(smallest, Math.abs(d));
    lower[i * width] = d;
  }
  return { lower, negative, smallest };
}

function solveFactor({ lower }: Factor, { band, n }: SymmetricBanded, x: Float64Array): void {
  const width = band + 1;
  for (let i = 0; i < n; i += 1) {
    let s = x[i]!;
    for (let d = 1; d <= band && d <= i; d += 1) s -= lower[i * width + d]! * x[i - d]!;
    x[i] = s;
  }
  for (let i = 0; i < n; i += 1) x[i]! /= lower[i * width]!;
  for (let i = n - 1; i >= 0; i -= 1) {
    const s = x[i]!;
    for (let d = 1; d <= band && d <= i; d += 1) x[i - d]! -= lower[i * width + d]! * s;
  }
}

/** Eigenvalues below s. */
export function pencilCount(k: SymmetricBanded, g: SymmetricBanded, s: number): number {
  return factorShift(k, g, s).negative;
}

export interface Eigenpair {
  readonly value: number;
  readonly vector: Float64Array;
  readonly residual: number;
  /** What the rounding of entries and products leaves unknown of the value, relative to it. */
  readonly rounding: number;
}

const BRACKET_WIDTH = 1e-3;
const STEPS_MAX = 40;
/** A last step this much shorter than the one before leaves less than a third of itself to come. */
const SHORTER = 4;
/** A residual that falls by less is what rounding leaves of it. */
const FALLING = 0.5;

/**
 * A bracket of one eigenvalue, `BRACKET_WIDTH` wide. Where the guess is that near, two counts find it.
 *
 * @returns null where there is none below `limit`, or none far enough above zero
 */
function bracketOf(
  k: SymmetricBanded,
  g: SymmetricBanded,
  index: number,
  guess: number,
  limit: number,
): readonly [low: number, high: number] | null {
  let low = 0;
  // The middle of the bracket is the shift: at the eigenvalue itself nothing but rounding is left.
  let high = guess * (1 + BRACKET_WIDTH / 4);
  if (pencilCount(k, g, high) > index) {
    const below = guess * (1 - (3 * BRACKET_WIDTH) / 4);
    if (pencilCount(k, g, below) <= index) low = below;
    else high = below;
  } else {
    do {
      low = high;
      high *= 4;
      if (!(high < limit)) return null;
    } while (pencilCount(k, g, high) <= index);
  }
  while (high - low > BRACKET_WIDTH * high) {
    const middle = low + (high - low) / 2;
    if (pencilCount(k, g, middle) <= index) low = middle;
    else high = middle;
    if (high < guess * 1e-18) return null;
  }
  return [low, high];
}

/**
 * @param index how many eigenvalues lie below it
 * @param guess near it, or any load: it is found from there
 * @returns the value as the Rayleigh quotient of the vector, the vector with largest entry 1, and
 * |K x - value G x|
 *   against |K x|; null where no finite eigenvalue with this index exists below `limit`
 */
export function pencilEigenpair(
  k: SymmetricBanded,
  g: SymmetricBanded,
  index: number,
  guess: number,
  limit: number,
): Eigenpair | null {
  const bracket = bracketOf(k, g, index, guess, limit);
  if (bracket === null) return null;
  const [low, high] = bracket;
  const { n } = k;
  const shift = low + (high - low) / 2;
  const factor = factorShift(k, g, shift);
  const x = new Float64Array(n);
  const gx = new Float64Array(n);
  const kx = new Float64Array(n);
  for (let i = 0; i < n; i += 1) x[i] = 0.5 + ((i * 0.6180339887498949) % 1);
  multiplyBanded(g, x, gx);
  let value = shift;
  let moved = 0;
  let rounding = 0;
  let residual = Number.POSITIVE_INFINITY;
  for (let step = 0; step < STEPS_MAX; step += 1) {
    x.set(gx);
    solveFactor(factor, k, x);
    largestToOne(x);
    const next = rayleigh(k, g, x, kx, gx);
    const before = moved;
    moved = Math.abs(next - value);
    value = next;
    rounding = roundingOf(k, x) / Math.abs(energyOf(x, kx));
    const residualBefore = residual;
    residual = residualOf(value, kx, gx);
    // A quotient that creeps, between two values of one bracket, is not at its end, nor is one whose
    // rounding is so large that its vector still turns.
    const isStill = moved <= rounding * Math.abs(next) && SHORTER * moved <= before;
    if (step > 1 && isStill && residual > FALLING * residualBefore) break;
  }
  return { value, vector: x, residual, rounding };
}

/** |K x - value G x| against |K x|. */
function residualOf(value: number, kx: Float64Array, gx: Float64Array): number {
  let miss = 0;
  let size = 0;
  for (let i = 0; i < kx.length; i += 1) {
    miss += (kx[i]! - value * gx[i]!) * (kx[i]! - value * gx[i]!);
    size += kx[i]! * kx[i]!;
  }
  return Math.sqrt(miss / size);
}

function energyOf(x: Float64Array, kx: Float64Array): number {
  let energy = 0;
  for (let i = 0; i < x.length; i += 1) energy += x[i]! * kx[i]!;
  return energy;
}

/** Root of the sum of squares of the roundings of all terms of x' K x, which cancel in a smooth x. */
function roundingOf({ band, data, n }: SymmetricBanded, x: Float64Array): number {
  let squares = 0;
  for (let i = 0; i < n; i += 1) {
    for (let d = 0; d <= band && d <= i; d += 1) {
      const term = (d === 0 ? 1 : 2) * data[i * (band + 1) + d]! * x[i]! * x[i - d]!;
      squares += term * term;
    }
  }
  return ULP * Math.sqrt(squares);
}

function rayleigh(
  k: SymmetricBanded,
  g: SymmetricBanded,
  x: Float64Array,
  kx: Float64Array,
  gx: Float64Array,
): number {
  multiplyBanded(k, x, kx);
  multiplyBanded(g, x, gx);
  let top = 0;
  let bottom = 0;
  for (let i = 0; i < x.length; i += 1) {
    top += x[i]! * kx[i]!;
    bottom += x[i]! * gx[i]!;
  }
  return top / bottom;
}

function largestToOne(x: Float64Array): void {
  let largest = 0;
  for (let i = 0; i < x.length; i += 1) if (Math.abs(x[i]!) > Math.abs(largest)) largest = x[i]!;
  for (let i = 0; i < x.length; i += 1) x[i]! /= largest;
}
