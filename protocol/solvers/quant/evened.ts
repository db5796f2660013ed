/**
 * The value of a ladder whose error does not fall evenly: the boundary of exercise lies between the
 * points of a grid, elsewhere at each level, and two extrapolates can agree by chance.
 */
import { estimateOf, type Climbed } from "../ladder.js";

const FORMAL_ORDER = 2;

/**
 * @param climbed without extrapolation
 * @returns extrapolated where the levels fall by their order, and then trusted no further than by
 * what the extrapolation adds to the finest level
 */
export function evened<T>(climbed: Climbed<T>, scale: number): Climbed<T> {
  const estimate = estimateOf(climbed.error.levels, { formalOrder: FORMAL_ORDER, scale });
  const added = Math.abs(estimate.value - climbed.value);
  if (added === 0) return climbed;
  const size = Math.max(Math.abs(estimate.value), scale);
  const relative = Math.max(estimate.relative, added / size);
  return { ...climbed, value: estimate.value, error: { ...climbed.error, relative } };
}
