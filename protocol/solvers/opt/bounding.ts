/**
 * Whether a box holds values below the best one that a search found: boxes are halved, and those
 * whose interval lies above it are left out. A needle between all points of a search is found so.
 * Ends of intervals are rounded to nearest: what is said holds but for rounding.
 */
import type { Node } from "../../equations/evaluation/node.js";
import { IntervalRun } from "../../equations/integrals/interval.js";
import { stopIf } from "../refusal.js";
import type { StopSignal } from "../solver.js";

/** Variables up to which boxes are halved. */
export const BOUNDED_VARIABLES_MAX = 6;
const BOXES_MAX = 60_000;
const POLL_BOXES = 2_048;
/** The part that a global search asks for. */
const GAP_PART = 1e-5;

export interface Bounded {
  /** Nothing in the bounds is lower than this, or null where the boxes did not settle it. */
  readonly least: number | null;
  /** The lowest middle of a box, where it is lower than the best value. */
  readonly below: Float64Array | null;
  readonly boxes: number;
}

export interface BoundOptions {
  /** Part of the value's size by which a lower one must be lower to count. */
  readonly part?: number;
  readonly boxesMax?: number;
}

interface Box {
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/**
 * @param sign 1 for the least value of the expression, -1 for the greatest
 */
export function boundBelow(
  root: Node,
  value: (x: Float64Array) => number,
  sign: 1 | -1,
  { high, low }: Box,
  best: number,
  stop: StopSignal,
  { boxesMax = BOXES_MAX, part = GAP_PART }: BoundOptions = {},
): Bounded {
  const run = new IntervalRun(root, { kinks: true });
  const gap = part * Math.max(1, Math.abs(best));
  const whole = high.map((end, i) => end - low[i]!);
  let open: Box[] = [{ low, high }];
  let [lowest, below, boxes]: [number, Float64Array | null, number] = [best - gap, null, 0];
  while (open.length > 0) {
    const next: Box[] = [];
    for (const box of open) {
      boxes += 1;
      if (boxes % POLL_BOXES === 0) stopIf(stop);
      run.unresolvedBox(box.low, box.high);
      const [from, to] = run.range;
      const bound = sign === 1 ? from : -to;
      // A range that is not known leaves everything open.
      if (bound >= best - gap) continue;
      const middle = box.low.map((start, i) => start + (box.high[i]! - start) / 2);
      const here = sign * value(middle);
      if (here < lowest) [lowest, below] = [here, middle];
      const halves = halved(box, middle, whole);
      if (halves !== null) next.push(...halves);
      else if (!(here >= best - gap)) return { least: null, below, boxes };
    }
    if (below !== null && next.length === 0) return { least: null, below, boxes };
    if (boxes + next.length > boxesMax) return { least: null, below, boxes };
    open = next;
  }
  return { least: below === null ? best - gap : null, below, boxes };
}

/** Across the side that is the longest part of the whole; null where it cannot be cut. */
function halved(
  { high, low }: Box,
  middle: Float64Array,
  whole: Float64Array,
): readonly [Box, Box] | null {
  let [longest, most] = [-1, 0];
  for (let i = 0; i < low.length; i += 1) {
    const part = (high[i]! - low[i]!) / whole[i]!;
    if (part > most && middle[i]! > low[i]! && middle[i]! < high[i]!) [longest, most] = [i, part];
  }
  if (longest < 0) return null;
  const [upper, lower] = [Float64Array.from(low), Float64Array.from(high)];
  upper[longest] = middle[longest]!;
  lower[longest] = middle[longest]!;
  return [
    { low, high: lower },
    { low: upper, high },
  ];
}
