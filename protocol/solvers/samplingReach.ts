/** Ends a run early whose samples, doubled as often as is allowed, would not reach the bound. */
import { SAMPLING_BOUND } from "../limits.js";

/** So many levels must be there before the errors of them are believed. */
const LEVELS_BELIEVED = 4;
/** An estimate of a standard error from few chains may be this far off. */
const MARGIN = 3;

/**
 * Whether the doublings that are left cannot bring three standard errors within the bound: twice
 * the samples take the square root of two off them.
 * @param error three standard errors, relative
 * @param level the last one that was run, from 0
 */
export function isOutOfReach(error: number, level: number, doublings: number): boolean {
  if (level + 1 < LEVELS_BELIEVED) return false;
  const left = doublings - level;
  return left > 0 && error > MARGIN * SAMPLING_BOUND * Math.sqrt(1 << left);
}
