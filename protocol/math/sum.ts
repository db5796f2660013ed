/** Sums in a stated order, so that every machine adds the same pairs. */
import { twoSumError } from "./double.js";

/**
 * Left to right in index order; 0 for an empty list. Relative error up to (n-1) 2^-53 of the sum of
 * magnitudes.
 */
export function sum(values: ArrayLike<number>): number {
  let total = 0;
  for (let i = 0; i < values.length; i += 1) total += values[i]!;
  return total;
}

/**
 * Left to right, with each rounding error summed beside it and added at the end (Kahan, Babuska,
 * Neumaier). Error about 2^-53 of the result plus n^2 2^-106 of the sum of magnitudes.
 */
export function compensatedSum(values: ArrayLike<number>): number {
  let total = 0;
  let lost = 0;
  for (let i = 0; i < values.length; i += 1) {
    const next = total + values[i]!;
    lost += twoSumError(total, values[i]!, next);
    total = next;
  }
  // An infinite total has a meaningless error term.
  return total - total === 0 ? total + lost : total;
}

/** Inner product in index order with products and sums compensated (Ogita, Rump, Oishi: Dot2). */
export { dot2 as compensatedDot } from "./double.js";
