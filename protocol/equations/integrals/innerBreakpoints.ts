/**
 * Where an integral inside another one meets a jump or a kink: the parts of the outer range over
 * which some place of the inner one is undecided. A disc of the plane is seen so however small it
 * is, where samples of the outer variable would pass it by.
 */
import type { Node } from "../evaluation/node.js";
import { kinksOf, reads } from "./breakpoints.js";
import { IntervalRun } from "./interval.js";

/** An integral of the integrand: its own integrand, and what its slots and limits are out here. */
export interface InnerIntegral {
  /** Its variable has the first slot. */
  readonly root: Node;
  readonly slots: number;
  readonly scalars: readonly { readonly slot: number; readonly node: Node }[];
  readonly limits: readonly [from: Node, to: Node];
}

/** The outer variable: its slot, its range, and what the other slots hold. */
export interface OuterRange {
  readonly variable: number;
  readonly slots: Float64Array;
  readonly from: number;
  readonly to: number;
}

/** Of the variable of the inner integral. */
const INNER_SLOT = 0;

type Interval = readonly [low: number, high: number];
interface Box {
  readonly x: Interval;
  readonly z: Interval;
}

/** Cells of either range at which a part is taken as found. */
const CELLS = 1 << 8;
/** A part of fewer cells is looked at again by itself. */
const FEW_CELLS = 8;
/** Times that a part is looked at again: it is then known to 2^-40 of the range. */
const LOOKS_MAX = 5;
/** The same for where a part begins and ends, each time a 32nd as wide. */
const END_LOOKS = 6;
/** Where a place passes a limit of the inner range it is known to this part of the outer one: 2^-44. */
const PASSING = 1 / 17_592_186_044_416;
/** Parts looked at for that: about 100 for each place. One that stays at a limit has no end. */
const PASSINGS_MAX = 4_096;
/** Kinks of which each two are looked at together. */
const CROSSING_KINKS_MAX = 4;
/** Boxes of one look: about 8 for each cell of a curve. */
const BOXES_MAX = 20_000;

/**
 * @returns ends of the parts, ascending; null where there are too many to be followed, and "lost"
 * where they are those of the outer variable alone, which samples of it may all miss
 */
export function innerBreakpoints(
  inner: InnerIntegral,
  outer: OuterRange,
): readonly number[] | "lost" | null {
  const ends = new Set<number>();
  const limits = inner.limits.map((node) => rangeOf(node, outer, [outer.from, outer.to]));
  const low = Math.min(limits[0]![0], limits[1]![0]);
  const high = Math.max(limits[0]![1], limits[1]![1]);
  if (!(low < high)) return [];
  const map = mapOf(low, high);
  for (const kink of kinksOf(inner.root)) {
    const search = new UndecidedParts([kink], inner, outer, map);
    const parts = search.within({ x: [outer.from, outer.to], z: map.range }, LOOKS_MAX);
    if (parts === null) return reads(kink, (slot) => slot === INNER_SLOT) ? null : "lost";
    for (const [from, to] of parts) ends.add(from).add(to);
    for (const limit of inner.limits) for (const x of search.passing(limit)) ends.add(x);
  }
  // Where two bands cross the inner integral holds something over the width of one.
  for (const pair of pairsOf(outermostKinks(inner.root))) {
    const search = new UndecidedParts(pair, inner, outer, map);
    const parts = search.within({ x: [outer.from, outer.to], z: map.range }, LOOKS_MAX);
    for (const [from, to] of parts ?? []) ends.add(from).add(to);
  }
  return [...ends].filter((x) => x > outer.from && x < outer.to).sort((a, b) => a - b);
}

/** Kinks that stand in no other, and depend on the inner variable. */
function outermostKinks(root: Node): readonly Node[] {
  const kinks = [...kinksOf(root)].filter((kink) => reads(kink, (slot) => slot === INNER_SLOT));
  const within = new Set(kinks.flatMap((kink) => [...kinksOf(kink)].filter((one) => one !== kink)));
  return kinks.filter((kink) => !within.has(kink)).slice(0, CROSSING_KINKS_MAX);
}

function pairsOf<T>(all: readonly T[]): readonly (readonly [T, T])[] {
  return all.flatMap((one, i) => all.slice(0, i).map((other) => [other, one] as const));
}

/** The inner variable by one with a finite range, which has cells. */
interface InnerMap {
  readonly range: Interval;
  readonly at: (t: number) => number;
}

/** An infinite end is t/(1 - t) away, two are t/(1 - t^2). */
function mapOf(low: number, high: number): InnerMap {
  const [isLow, isHigh] = [low > Number.NEGATIVE_INFINITY, high < Number.POSITIVE_INFINITY];
  if (isLow && isHigh) return { range: [low, high], at: (t) => t };
  if (isLow) return { range: [0, 1], at: (t) => low + t / (1 - t) };
  if (isHigh) return { range: [-1, 0], at: (t) => high + t / (1 + t) };
  return { range: [-1, 1], at: (t) => t / ((1 - t) * (1 + t)) };
}

/** The values that a node of the outer integrand takes over a part of the range. */
function rangeOf(node: Node, { slots, variable }: OuterRange, [from, to]: Interval): Interval {
  const run = new IntervalRun(node);
  const [low, high] = [Float64Array.from(slots), Float64Array.from(slots)];
  [low[variable], high[variable]] = [from, to];
  run.unresolvedBox(low, high);
  return run.range;
}

class UndecidedParts {
  readonly #kinks: readonly IntervalRun[];
  readonly #scalars: readonly { readonly slot: number; readonly run: IntervalRun }[];
  readonly #outer: OuterRange;
  readonly #low: Float64Array;
  readonly #high: Float64Array;
  readonly #outerLow: Float64Array;
  readonly #outerHigh: Float64Array;

  readonly #map: InnerMap;

  /** @param kinks all of which are to be undecided */
  constructor(kinks: readonly Node[], inner: InnerIntegral, outer: OuterRange, map: InnerMap) {
    this.#map = map;
    this.#kinks = kinks.map((kink) => new IntervalRun(kink, { kinks: true, touching: true }));
    this.#scalars = inner.scalars.map(({ node, slot }) => ({ slot, run: new IntervalRun(node) }));
    this.#outer = outer;
    this.#low = new Float64Array(Math.max(inner.slots, 1));
    this.#high = new Float64Array(this.#low.length);
    this.#outerLow = Float64Array.from(outer.slots);
    this.#outerHigh = Float64Array.from(outer.slots);
  }

  /** Parts of the outer range, each looked at again while it is only a few cells wide. */
  within(whole: Box, looks: number): readonly Interval[] | null {
    const boxes = this.#undecided(whole);
    if (boxes === null) return null;
    const cell = (whole.x[1] - whole.x[0]) / CELLS;
    const parts: Interval[] = [];
    for (const group of joined(boxes)) {
      const x = spanOf(group.map((box) => box.x));
      const isNarrow = x[1] - x[0] <= FEW_CELLS * cell && looks > 1;
      const isPoint = !(x[0] + (x[1] - x[0]) / CELLS > x[0]);
      if (!isNarrow || isPoint) {
        const z = spanOf(group.map((box) => box.z));
        parts.push([this.#end(x[0], z, cell, Math.min), this.#end(x[1], z, cell, Math.max)]);
        continue;
      }
      const finer = this.within({ x, z: spanOf(group.map((box) => box.z)) }, looks - 1);
      if (finer === null) return null;
      parts.push(...finer);
    }
    return parts;
  }

  /**
   * Where a place of the inner integrand passes a limit: a band along a diagonal is cut off there, and
   * what the inner integral holds changes within its width. None for a place that stays at the limit.
   */
  passing(limit: Node): readonly number[] {
    const run = new IntervalRun(limit);
    if (limit.op === "constant" && !Number.isFinite(limit.value)) return [];
    const { from, to } = this.#outer;
    const least = (to - from) * PASSING;
    const found: number[] = [];
    const open: Interval[] = [[from, to]];
    for (let x = open.pop(), looked = 0; x !== undefined; x = open.pop(), looked += 1) {
      if (looked > PASSINGS_MAX) return [];
      [this.#outerLow[this.#outer.variable], this.#outerHigh[this.#outer.variable]] = x;
      run.isCoarseOn(this.#outerLow, this.#outerHigh);
      if (!this.#isUndecided({ x, z: run.range })) continue;
      if (x[1] - x[0] <= least) found.push(...x);
      else open.push(...halves(x));
    }
    return found;
  }

  /** Where a part begins or ends, known to a cell, looked at again more closely. */
  #end(near: number, z: Interval, cell: number, outermost: typeof Math.min): number {
    let [at, width] = [near, cell];
    for (let look = 0; look < END_LOOKS; look += 1) {
      const boxes = this.#undecided({ x: [at - width, at + width], z });
      if (boxes === null || boxes.length === 0) return at;
      at = outermost(...spanOf(boxes.map((box) => box.x)));
      width /= CELLS / FEW_CELLS;
    }
    return at;
  }

  #undecided({ x, z }: Box): Box[] | null {
    const cell = { x: (x[1] - x[0]) / CELLS, z: (z[1] - z[0]) / CELLS };
    const found: Box[] = [];
    const open: Box[] = [{ x, z }];
    for (let box = open.pop(), looked = 0; box !== undefined; box = open.pop(), looked += 1) {
      if (looked > BOXES_MAX) return null;
      const z = [this.#map.at(box.z[0]), this.#map.at(box.z[1])] as const;
      if (!this.#isUndecided({ x: box.x, z })) continue;
      const [wide, tall] = [(box.x[1] - box.x[0]) / cell.x, (box.z[1] - box.z[0]) / cell.z];
      if (Math.max(wide, tall) <= 1) found.push(box);
      else if (wide >= tall) open.push(...halves(box.x).map((half) => ({ x: half, z: box.z })));
      else open.push(...halves(box.z).map((half) => ({ x: box.x, z: half })));
    }
    return found;
  }

  #isUndecided({ x, z }: Box): boolean {
    const high = this.#high;
    const low = this.#low;
    const outer = this.#outer;
    const outerHigh = this.#outerHigh;
    const outerLow = this.#outerLow;
    [outerLow[outer.variable], outerHigh[outer.variable]] = x;
    for (const { run, slot } of this.#scalars) {
      run.isCoarseOn(outerLow, outerHigh);
      [low[slot], high[slot]] = run.range;
    }
    [low[0], high[0]] = z;
    return this.#kinks.every((kink) => kink.isCoarseOn(low, high));
  }
}

function halves([low, high]: Interval): readonly Interval[] {
  const middle = low + (high - low) / 2;
  return [
    [middle, high],
    [low, middle],
  ];
}

function spanOf(intervals: readonly Interval[]): Interval {
  let [low, high] = intervals[0]!;
  for (const [from, to] of intervals) [low, high] = [Math.min(low, from), Math.max(high, to)];
  return [low, high];
}

/** Boxes whose parts of the outer range touch, as groups. */
function joined(boxes: readonly Box[]): Box[][] {
  const groups: Box[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const box of boxes.toSorted((a, b) => a.x[0] - b.x[0])) {
    if (box.x[0] > end) groups.push([]);
    groups.at(-1)!.push(box);
    end = Math.max(end, box.x[1]);
  }
  return groups;
}
