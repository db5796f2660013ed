/** Where the ladder starts, and whether its finest points show the potential. */
import { hiddenInLayers } from "../layering.js";
import { notConverged } from "../refusal.js";
import { GRID_MAX } from "./card.js";
import type { Box } from "./hamiltonian.js";
import type { Problem, QuantumInputs } from "./potential.js";

const FIRST_GRID = 256;
/** Optical depth beyond which a further level of the same box is listed. */
export const LISTED_DEPTH = 9;
export const ORDER = 2;
/** Part of the energy that the potential may hide between the points, averaged over the box. */
const HIDDEN_MAX = 1e-4;

export function firstGrid({ grid, n = 0 }: QuantumInputs): number {
  if (grid !== undefined) return grid;
  let first = FIRST_GRID;
  while (first < 12 * (n + 2)) first *= 2;
  return first;
}

/**
 * Two points a radian, where the potential is deep against the level: the ladder starts in its
 * regular range.
 */
export function startFor(inputs: QuantumInputs, { phase }: Box): number {
  let start = firstGrid(inputs);
  while (start < 2 * phase && start < GRID_MAX / 32) start *= 2;
  return start;
}

/** A potential with structure between the points has levels that no grid here can know. */
export function requireSeen(
  { scale, written }: Problem,
  points: Float64Array,
  places: Float64Array,
  energy: number,
): void {
  if (written === undefined) return;
  const missed = hiddenInLayers(written.expression, written.slots, points, places);
  if (!(missed > HIDDEN_MAX * Math.max(Math.abs(energy), scale))) return;
  throw notConverged(
    "gate",
    `the potential has structure between the ${points.length} points of the finest grid: what ` +
      `it hides is ${missed}, averaged over the box. State a narrower extent or a finer grid.`,
    { hidden: missed, intervals: points.length - 1 },
  );
}
