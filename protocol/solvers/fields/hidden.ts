/**
 * Whether a field has structure between the points of a grid that none of them shows. Levels that
 * all miss a spike, or all meet one phase of a wave, agree on a wrong value.
 */
import type { Node } from "../../equations/evaluation/node.js";
import { IntervalRun } from "../../equations/integrals/interval.js";

/** Part of the spans of a rule of 21 points that one cell may cover: less than half a wave. */
export const CELL_REACH = 0.25;
/** A jump counts as shown where the samples on its sides differ by this part of it. */
const SHOWN_PART = 0.25;
/** Boxes that are looked at: a grid that asks for more is bounded by the boxes it got to. */
const BOXES_MAX = 4_000_000;

/** Slot and points of an axis; one point stands for itself. */
export interface GridAxis {
  readonly slot: number;
  readonly points: Float64Array;
}

/**
 * What a mesh has of a field. values: those at its points, where a jump counts as shown between two
 * that differ. bare: the same, but a jump may lie anywhere between them. means: those over cells
 * that are cut where it jumps.
 */
export type Taken = "values" | "bare" | "means";

/** One expression, looked at cell by cell. */
export class Hiding {
  readonly #run: IntervalRun;
  readonly #value: (slots: Float64Array) => number;
  readonly #taken: Taken;

  constructor(root: Node, value: (slots: Float64Array) => number, taken: Taken = "values") {
    // Pieces are made of maxima: a bound has to get through them.
    const options = { reach: CELL_REACH, stepsKnown: taken === "means", kinks: taken === "bare" };
    this.#run = new IntervalRun(root, options);
    this.#value = value;
    this.#taken = taken;
  }

  /** Whether it can vary between samples more than they show. */
  get canHide(): boolean {
    return this.#run.canHide;
  }

  /** Bound of what lies within these corners and is not shown by them; 0 where they show it. */
  within(low: Float64Array, high: Float64Array): number {
    const missed = this.#run.missedOnBox(low, high);
    // A pole has no finite bound; what it does to a grid shows in the levels.
    if (missed === 0 || !Number.isFinite(missed)) return 0;
    const isShown =
      this.#taken !== "bare" &&
      Math.abs(this.#value(high) - this.#value(low)) >= SHOWN_PART * missed;
    return isShown ? 0 : Math.min(missed, this.#spanned);
  }

  /** Whether every cell of a box shows the expression: what a box shows, its parts do. */
  shows(low: Float64Array, high: Float64Array): boolean {
    return this.#run.unresolvedBox(low, high) === 0 || this.#spanned === 0;
  }

  /** What the expression spans on the box that was looked at: no more than that is hidden in it. */
  get #spanned(): number {
    const [least, most] = this.#run.range;
    return most - least >= 0 ? most - least : Number.POSITIVE_INFINITY;
  }
}

/**
 * Boxes of cells are halved until they are resolved, or one cell.
 * @param slots values of all variables; those of `axes` are overwritten
 * @returns a bound of what cells hide, averaged over the grid; 0 where every cell is resolved
 */
export function hiddenBetween(
  root: Node,
  slots: Float64Array,
  axes: readonly GridAxis[],
  value: (slots: Float64Array) => number,
  taken: Taken = "values",
): number {
  const hiding = new Hiding(root, value, taken);
  if (!hiding.canHide) return 0;
  const low = Float64Array.from(slots);
  const high = Float64Array.from(slots);
  const cells = axes.map(({ points }) => Math.max(1, points.length - 1));
  const total = cells.reduce((all, n) => all * n, 1);
  const queue: { readonly from: readonly number[]; readonly to: readonly number[] }[] = [
    { from: cells.map(() => 0), to: cells },
  ];
  let hidden = 0;
  for (let boxes = 0; queue.length > 0; boxes += 1) {
    const { from, to } = queue.pop()!;
    const size = from.reduce((all, start, a) => all * (to[a]! - start), 1);
    axes.forEach(({ points, slot }, a) => {
      low[slot] = points[from[a]!]!;
      high[slot] = points[Math.min(to[a]!, points.length - 1)]!;
    });
    if (size === 1 || boxes >= BOXES_MAX) {
      hidden += (hiding.within(low, high) * size) / total;
      continue;
    }
    if (hiding.shows(low, high)) continue;
    const longest = from.reduce((most, start, a) => {
      return to[a]! - start > to[most]! - from[most]! ? a : most;
    }, 0);
    const middle = (from[longest]! + to[longest]!) >> 1;
    queue.push(
      { from, to: to.map((end, a) => (a === longest ? middle : end)) },
      { from: from.map((start, a) => (a === longest ? middle : start)), to },
    );
  }
  return hidden;
}
