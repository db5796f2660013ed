/**
 * Estimates beside the ladder's: of a resolution that a caller stated, and of levels that do not
 * fall regularly.
 */
import { PRECISION_BOUND } from "../limits.js";
import { LADDER_DOUBLINGS_MAX, tooCoarse, type Climbed, type LadderOptions } from "./ladder.js";
import {
  isFalling,
  isGrowing,
  isRegular,
  quantitiesOf,
  restOf,
  type Quantities,
  type Readings,
} from "./reading.js";
import type { Level } from "./solver.js";
import type { Rung } from "./ladder.js";

export interface StatedOptions<T> {
  readonly resolution: number;
  readonly formalOrder: number;
  readonly scale: number;
  /** The stated resolution is level 0; a coarser one, that only measures, is level 0, too. */
  readonly at: (resolution: number, level: number) => Rung<T>;
  readonly readings?: (run: T) => Readings;
  /** Part of its value that a run knows it loses to rounding, which finer levels do not mend. */
  readonly rounding?: (run: T) => number;
  /** Coarser runs than this do not tell how changes fall. */
  readonly coarsest?: number;
  /** So fine a run may be where it takes more than two to see changes fall. */
  readonly finest?: number;
}

const COARSEST = 16;
const FINEST = 16_384;

/**
 * The value is that of the stated discrete problem, and the finer runs measure how far it stands
 * from the continuous one: from a second one at the formal order, where a third run shows that the
 * changes fall. Two runs that are both too coarse change little and know nothing, so where they do
 * not fall, finer ones are run until they do. @throws SolverRefusal where they never do
 */
export function onStated<T>(options: StatedOptions<T>): Climbed<T> {
  const { at, coarsest = COARSEST, formalOrder, readings = () => ({}), resolution } = options;
  const { scale, finest = Math.max(FINEST, 2 * resolution) } = options;
  const stated = at(resolution, 0);
  const finer = at(2 * resolution, 1);
  const levels: Level[] = [
    { resolution, value: stated.value },
    { resolution: 2 * resolution, value: finer.value },
  ];
  // What the finer runs change is known on both sides of it.
  const read = [readings(finer.run), readings(stated.run)];
  const size = Math.max(Math.abs(stated.value), scale);
  const ratio = 1 << formalOrder;
  const change = finer.value - stated.value;
  const climbed = (away: number): Climbed<T> => ({
    value: stated.value,
    run: stated.run,
    error: {
      relative: away === 0 ? 0 : away / size,
      scale,
      method: "levels",
      levels,
      fixedByCaller: true,
    },
    quantities: statedQuantities(read, formalOrder),
  });
  const isHalved = resolution % 2 === 0 && resolution / 2 >= coarsest;
  if (change === 0 && isHalved) return climbed(0);
  if (isHalved) {
    const { run, value: half } = at(resolution / 2, 0);
    const before = stated.value - half;
    const lost = [run, stated.run, finer.run].map((one) => size * (options.rounding?.(one) ?? 0));
    // Three runs that differ by their rounding alone are as fine as their arithmetic.
    const isRounding = [before, change].every((one, i) => Math.abs(one) <= lost[i]! + lost[i + 1]!);
    if (isRounding) return climbed(Math.abs(before) + Math.abs(change));
    const fallsAsStated = isRegular(before / change, ratio);
    if (fallsAsStated || isFalling(before, change, size)) {
      const rest = fallsAsStated ? Math.abs(change) / (ratio - 1) : restOf(before, change, ratio);
      return climbed(Math.abs(change) + rest);
    }
  }
  for (let level = 2; resolution * (1 << level) <= finest; level += 1) {
    const { run, value } = at(resolution << level, level);
    levels.push({ resolution: resolution << level, value });
    read.unshift(readings(run));
    const [first, second] = [levels[level - 2]!.value, levels[level - 1]!.value];
    const [before, last] = [second - first, value - second];
    if (isFalling(before, last, Math.max(Math.abs(value), scale)))
      return climbed(Math.abs(value - stated.value) + restOf(before, last, ratio));
  }
  throw tooCoarse(levels);
}

/** Readings of the stated run: what the finest changes of it, and what is left of that. */
function statedQuantities(read: readonly Readings[], order: number): Quantities {
  const stated = read.at(-1)!;
  const ascending = read.toReversed();
  const finest = quantitiesOf(ascending, order);
  const away = quantitiesOf([read[0]!, stated], order);
  return Object.fromEntries(
    Object.entries(away).map(([name, one]) => {
      const left = read.length > 2 ? (finest[name]?.uncertainty ?? 0) : 0;
      return [name, { ...one, uncertainty: one.uncertainty + left }];
    }),
  );
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
    const size = Math.max(Math.abs(value), scale);
    const [last, previous] = [Math.abs(value - middle), Math.abs(middle - before)];
    const counted = isFalling(previous, last, size) ? last : 3 * last;
    const relative = Math.max(counted, previous / 4) / size;
    const isBlind = isGrowing(previous, last, size);
    if (relative <= PRECISION_BOUND && isBlind && level >= LADDER_DOUBLINGS_MAX)
      throw tooCoarse(levels);
    if ((relative <= PRECISION_BOUND && !isBlind) || level >= LADDER_DOUBLINGS_MAX) {
      return {
        value,
        run,
        error: { relative, scale, method: "levels", levels },
        quantities: quantitiesOf(read, formalOrder),
      };
    }
  }
}
