/**
 * A value on one stated mesh with its measured error, or on a ladder of meshes until the gate
 * passes.
 */
import { estimateOf, climb, type Climbed, type LadderOptions, type Rung } from "../ladder.js";
import type { Level } from "../solver.js";

/**
 * Above the plain estimate, because an observed order is itself uncertain (Roache's factor for
 * three meshes).
 */
const SAFETY = 1.25;

export interface StatedMesh<T> {
  readonly resolution: number;
  /** The job on a mesh of this part of the points: 1, 1/2 and 1/4, steps in proportion. */
  readonly at: (part: number) => Rung<T>;
}

/**
 * With the mesh stated by the caller, the value is that of the stated discrete problem; two coarser
 * runs measure how far it stands from the limit. With it left open, the ladder.
 */
export function measureOrClimb<T>(
  options: LadderOptions<T>,
  stated: StatedMesh<T> | null,
): Climbed<T> {
  if (stated === null) return climb(options);
  const { formalOrder, scale } = options;
  const levels: Level[] = [];
  for (const part of [0.25, 0.5]) {
    levels.push({
      resolution: Math.max(1, Math.round(stated.resolution * part)),
      value: stated.at(part).value,
    });
  }
  const { run, value } = stated.at(1);
  levels.push({ resolution: stated.resolution, value });
  const [first, second] = [levels[0]!.value, levels[1]!.value];
  const before = second - first;
  const change = value - second;
  const { order } = estimateOf(levels, { formalOrder, scale });
  const ratio = 1 << formalOrder;
  // Where the changes fall as the scheme says, the rest is a known part of the last one.
  const regular = change !== 0 && before / change > 0.75 * ratio && before / change < ratio / 0.75;
  const rest = (Math.abs(change) * SAFETY) / (regular ? ratio - 1 : 1);
  const size = Math.max(Math.abs(value), scale);
  return {
    value,
    run,
    error: {
      relative: rest === 0 ? 0 : rest / size,
      scale,
      method: "levels",
      levels,
      fixedByCaller: true,
      ...(order === undefined ? {} : { order }),
    },
  };
}
