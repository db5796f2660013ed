/**
 * Tridiagonal systems eliminated from both ends at once: two recurrences that do not wait for each
 * other, where one from end to end waits for every sum. No pivoting: the matrices of implicit
 * diffusion are diagonally dominant.
 */
import { SingularMatrix } from "./singular.js";

export interface TwistedFactors {
  readonly n: number;
  /** The row where both eliminations meet. */
  readonly middle: number;
  /**
   * Weight of the neighbour towards the nearer end, over the pivot; at the middle that of the one
   * before it.
   */
  readonly outward: Float64Array;
  /**
   * Weight of the neighbour towards the middle, over the pivot; at the middle that of the one after
   * it.
   */
  readonly inward: Float64Array;
  /** Reciprocal pivots. */
  readonly inverse: Float64Array;
}

/**
 * @param lower, diagonal, upper  n entries each; lower[0] and upper[n - 1] are not read
 * @param room  three arrays of n entries that are to hold the factors
 * @throws SingularMatrix where a pivot is zero or no finite number
 */
export function factorTwisted(
  lower: Float64Array,
  diagonal: Float64Array,
  upper: Float64Array,
  room: readonly [Float64Array, Float64Array, Float64Array],
): TwistedFactors {
  const n = diagonal.length;
  const middle = n >> 1;
  const [outward, inward, inverse] = room;
  const eliminate = (i: number, out: number, within: number, nearer: number): void => {
    const pivot = diagonal[i]! - (nearer < 0 || nearer >= n ? 0 : out * inward[nearer]!);
    inverse[i] = reciprocal(pivot, i);
    outward[i] = nearer < 0 || nearer >= n ? 0 : out * inverse[i];
    inward[i] = within * inverse[i];
  };
  for (let i = 0; i < middle; i += 1) eliminate(i, lower[i]!, upper[i]!, i - 1);
  for (let i = n - 1; i > middle; i -= 1) eliminate(i, upper[i]!, lower[i]!, i + 1);
  const before = middle > 0 ? lower[middle]! : 0;
  const after = middle < n - 1 ? upper[middle]! : 0;
  inverse[middle] = reciprocal(
    diagonal[middle]! -
      (middle > 0 ? before * inward[middle - 1]! : 0) -
      (middle < n - 1 ? after * inward[middle + 1]! : 0),
    middle,
  );
  outward[middle] = before * inverse[middle];
  inward[middle] = after * inverse[middle];
  return { n, middle, outward, inward, inverse };
}

function reciprocal(pivot: number, i: number): number {
  const value = 1 / pivot;
  if (pivot === 0 || value - value !== 0)
    throw new SingularMatrix(`pivot ${i} of a tridiagonal matrix is ${pivot}`);
  return value;
}

/** Solves in place for the n entries from `offset` on. */
export function solveTwisted(
  { inverse, inward, middle, n, outward }: TwistedFactors,
  x: Float64Array,
  offset = 0,
): void {
  let [low, high, a, b] = [0, n - 1, 0, 0];
  for (; high > middle; low += 1, high -= 1) {
    a = x[offset + low]! * inverse[low]! - outward[low]! * a;
    b = x[offset + high]! * inverse[high]! - outward[high]! * b;
    x[offset + low] = a;
    x[offset + high] = b;
  }
  for (; low < middle; low += 1) {
    a = x[offset + low]! * inverse[low]! - outward[low]! * a;
    x[offset + low] = a;
  }
  a = x[offset + middle]! * inverse[middle]! - outward[middle]! * a - inward[middle]! * b;
  x[offset + middle] = a;
  b = a;
  for (low = middle, high = middle; high < n - 1;) {
    low -= 1;
    high += 1;
    a = x[offset + low]! - inward[low]! * a;
    b = x[offset + high]! - inward[high]! * b;
    x[offset + low] = a;
    x[offset + high] = b;
  }
  while (low > 0) {
    low -= 1;
    a = x[offset + low]! - inward[low]! * a;
    x[offset + low] = a;
  }
}
