/**
 * Estimates beside the ladder's: of a resolution that a caller stated, and of levels that do not
 * fall regularly.
 */
import { PRECISION_BOUND } from "../limits.js";
import { LADDER_DOUBLINGS_MAX, type Climbed, type LadderOptions } from "./ladder.js";
import { quantitiesOf, type Readings } from "./reading.js";
import type { Level } from "./solver.js";
import type { Rung } from "./ladder.js";

export interface StatedOptions<T> {
  readonly resolution: number;
  readonly formalOrder: number;
  readonly scale: number;
  readonly at: (resolution: number, level: number) => Rung<T>;
  readonly readings?: (run: T) => Readings;
}

/**
 * The value is that of the stated discrete problem. Its distance from the continuous one is taken
 * from the extrapolate of the two levels at the formal order.
 */
export function onStated<T>(options: StatedOptions<T>): Climbed<T> {
  const { at, formalOrder, readings = () => ({}), resolution, scale } = options;
  const stated = at(resolution, 0);
  const finer = at(2 * resolution, 1);
  const change = finer.value - stated.value;
  const gain = 1 + 1 / ((1 << formalOrder) - 1);
  const size = Math.max(Math.abs(stated.value), scale);
  const levels: Level[] = [
    { resolution, value: stated.value },
    { resolution: 2 * resolution, value: finer.value },
  ];
  const relative = change === 0 ? 0 : (Math.abs(change) * gain) / size;
  return {
    value: stated.value,
    run: stated.run,
    error: { relative, scale, method: "levels", levels, fixedByCaller: true },
    // What the finer run changes is known on both sides of it.
    quantities: quantitiesOf([readings(finer.run), readings(stated.run)], formalOrder),
  };
}

/**
 * Jumps between the points leave an error of second order whose factor differs from grid to grid:
 * nothing can be extrapolated, and the larger of the last two changes, scaled by the order, is the
 * estimate.
 */
export function climbUneven<T>({
  at,
  formalOrder,
  readings = () => ({}),
  scale,
  start,
}: LadderOptions<T>): Climbed<T> {
  const levels: Level[] = [];
  const read: Readings[] = [];
  for (let level = 0; ; level += 1) {
    const resolution = start * (1 << level);
    const { run, value } = at(resolution, level);
    levels.push({ resolution, value });
    read.push(readings(run));
    if (level < 2) continue;
    const [before, middle] = [levels[level - 2]!.value, levels[level - 1]!.value];
    const relative =
      Math.max(Math.abs(value - middle), Math.abs(middle - before) / 4) /
      Math.max(Math.abs(value), scale);
    if (relative <= PRECISION_BOUND || level >= LADDER_DOUBLINGS_MAX) {
      return {
        value,
        run,
        error: { relative, scale, method: "levels", levels },
        quantities: quantitiesOf(read, formalOrder),
      };
    }
  }
}
