/**
 * A value on one stated mesh with its measured error, or on a ladder of meshes until the gate
 * passes.
 */
import {
  estimateOf,
  climb,
  tooCoarse,
  type Climbed,
  type LadderOptions,
  type Rung,
} from "../ladder.js";
import { isGrowing, quantitiesOf, restOf, type Readings } from "../reading.js";
import type { Level } from "../solver.js";

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
  const readings: Readings[] = [];
  const runAt = (part: number): Rung<T> => {
    const rung = stated.at(part);
    const resolution = Math.max(1, Math.round(stated.resolution * part));
    levels.push({ resolution, value: rung.value });
    readings.push(options.readings?.(rung.run) ?? {});
    return rung;
  };
  runAt(0.25);
  runAt(0.5);
  const { run, value } = runAt(1);
  const [first, second] = [levels[0]!.value, levels[1]!.value];
  const before = second - first;
  const change = value - second;
  const { order } = estimateOf(levels, { formalOrder, scale });
  const ratio = 1 << formalOrder;
  const size = Math.max(Math.abs(value), scale);
  const isBlind = isGrowing(before, change, size);
  // What the field's scale bounds is known to that scale at least.
  if (isBlind && scale === 0) throw tooCoarse(levels);
  const left = change === 0 && before === 0 ? 0 : restOf(before, change, ratio);
  const rest = isBlind ? Math.max(left, scale) : left;
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
    quantities: quantitiesOf(readings, formalOrder),
  };
}
