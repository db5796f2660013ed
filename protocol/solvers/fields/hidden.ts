/**
 * Whether a field has structure between the points of a grid that none of them shows. Levels that
 * all miss a spike, or all meet one phase of a wave, agree on a wrong value.
 */
import type { Node } from "../../equations/evaluation/node.js";
import { IntervalRun } from "../../equations/integrals/interval.js";
import { UNIT_ROUNDOFF } from "../../math/constants.js";

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

/**
 * How roots are read where they begin: to that place in cells along an axis, across it in parts that
 * a curve cuts, or as the points show them.
 */
export type Roots = "read" | "cut" | "shown";

/** One expression, looked at cell by cell. */
export class Hiding {
  readonly #run: IntervalRun;
  readonly #value: (slots: Float64Array) => number;
  readonly #taken: Taken;
  readonly #roots: Roots;

  constructor(
    root: Node,
    value: (slots: Float64Array) => number,
    taken: Taken = "values",
    roots: Roots = "shown",
  ) {
    // Pieces are made of maxima: a bound has to get through them.
    const options = {
      reach: CELL_REACH,
      stepsKnown: taken === "means",
      kinks: taken === "bare",
      rootsKnown: roots === "read",
    };
    this.#run = new IntervalRun(root, options);
    this.#value = value;
    this.#taken = taken;
    this.#roots = roots;
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
      !(this.#roots === "cut" && this.#run.isRootCoarse) &&
      Math.abs(this.#value(high) - this.#value(low)) >= SHOWN_PART * missed;
    return isShown ? 0 : Math.min(missed, this.spanned);
  }

  /** Whether every cell of a box shows the expression: what a box shows, its parts do. */
  shows(low: Float64Array, high: Float64Array): boolean {
    return this.#run.unresolvedBox(low, high) === 0 || this.spanned === 0;
  }

  /** What the expression spans on the box that was looked at: no more than that is hidden in it. */
  get spanned(): number {
    const [least, most] = this.#run.range;
    return most - least >= 0 ? most - least : Number.POSITIVE_INFINITY;
  }
}

/** How a grid is looked at, and the size of the expression on it: 0 looks into every box. */
export interface Look {
  readonly taken?: Taken | undefined;
  readonly roots?: Roots | undefined;
  readonly size?: number | undefined;
}

/** Part of the size of a field that no sum of doubles keeps. */
const NEGLIGIBLE = UNIT_ROUNDOFF / 128;

/**
 * Boxes of cells are halved until they are resolved, or one cell, or span too little to count: then
 * all they span counts as hidden.
 * @param slots values of all variables; those of `axes` are overwritten
 * @returns a bound of what cells hide, averaged over the grid; 0 where every cell is resolved
 */
export function hiddenBetween(
  root: Node,
  slots: Float64Array,
  axes: readonly GridAxis[],
  value: (slots: Float64Array) => number,
  { roots = "shown", size: whole = 0, taken = "values" }: Look = {},
): number {
  const hiding = new Hiding(root, value, taken, roots);
  if (!hiding.canHide) return 0;
  const low = Float64Array.from(slots);
  const high = Float64Array.from(slots);
  const cells = axes.map(({ points }) => Math.max(1, points.length - 1));
  const negligible = NEGLIGIBLE * whole;
  const total = cells.reduce((all, n) => all * n, 1);
  const count = axes.length;
  // Of a box its first cell and the one behind its last, by axis: some two boxes wait for each halving.
  const waiting: number[] = [...cells.map(() => 0), ...cells];
  let hidden = 0;
  for (let boxes = 0; waiting.length > 0; boxes += 1) {
    const from = waiting.length - 2 * count;
    const to = from + count;
    let size = 1;
    let longest = 0;
    for (let a = 0; a < count; a += 1) {
      const { points, slot } = axes[a]!;
      const [first, last] = [waiting[from + a]!, waiting[to + a]!];
      size *= last - first;
      if (last - first > waiting[to + longest]! - waiting[from + longest]!) longest = a;
      low[slot] = points[first]!;
      high[slot] = points[Math.min(last, points.length - 1)]!;
    }
    const isCounted = size === 1 || boxes >= BOXES_MAX;
    if (isCounted) hidden += (hiding.within(low, high) * size) / total;
    const isShown = !isCounted && hiding.shows(low, high);
    const isTiny = !isCounted && !isShown && hiding.spanned <= negligible;
    if (isTiny) hidden += (hiding.spanned * size) / total;
    if (isCounted || isShown || isTiny) {
      waiting.length = from;
      continue;
    }
    const middle = (waiting[from + longest]! + waiting[to + longest]!) >> 1;
    // The lower half stays where the whole was; the upper one is looked at first.
    for (let i = 0; i < 2 * count; i += 1) waiting.push(waiting[from + i]!);
    waiting[to + longest] = middle;
    waiting[to + count + longest] = middle;
  }
  return hidden;
}
