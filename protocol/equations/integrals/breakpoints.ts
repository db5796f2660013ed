/**
 * Where an expression jumps or bends by its explicit variable: the places at which an integration
 * must end one piece and begin the next. Found by halving the range wherever a step, an absolute
 * value, a minimum or maximum is not decided on the interval.
 */
import { ROUGH_FUNCTIONS } from "../reading/functions.js";
import type { Node } from "../evaluation/node.js";
import { IntervalRun } from "./interval.js";

/** Intervals that are looked at: about 100 for each place. */
const INTERVALS_MAX = 400_000;
const POLL_INTERVALS = 4_096;
/** Width of a place, relative to the range or its distance from 0. */
const PLACE = 4e-16;

/** The jump lies inside; left of `from` and right of `to` the expression is smooth. */
export interface Breakpoint {
  readonly from: number;
  readonly to: number;
}

export interface Explicit {
  /** Slot of the variable. */
  readonly variable: number;
  /** Whether a slot keeps the value it has in `slots`. */
  readonly isFixed: (slot: number) => boolean;
  readonly slots: Float64Array;
  /** Range of the variable, ascending. */
  readonly from: number;
  readonly to: number;
  /** Intervals that are looked at, where more than usual may be. */
  readonly intervals?: number;
  /** Kinks at doubles are found as well. */
  readonly touching?: boolean;
  /** What lies at an end of the range is left out. */
  readonly inside?: boolean;
  /** Called every few thousand of them. */
  readonly poll?: () => void;
}

/** @returns ascending; null where there are too many to be found one by one */
export function breakpointsOf(
  roots: readonly Node[],
  explicit: Explicit,
): readonly Breakpoint[] | null {
  const { from, inside = false, intervals = INTERVALS_MAX, poll, slots, to, variable } = explicit;
  const { touching = false } = explicit;
  const kinks = new Set<Node>();
  for (const root of roots) collect(root, explicit, kinks);
  if (kinks.size === 0) return [];
  const found: Breakpoint[] = [];
  const low = Float64Array.from(slots);
  const high = Float64Array.from(slots);
  const least = (to - from) * PLACE;
  let left = intervals;
  for (const node of kinks) {
    const run = new IntervalRun(node, { kinks: true, touching });
    const open: (readonly [number, number])[] = [[from, to]];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      left -= 1;
      if (left < 0) return null;
      if (left % POLL_INTERVALS === 0) poll?.();
      [low[variable], high[variable]] = at;
      if (!run.isCoarseOn(low, high)) continue;
      const [a, b] = at;
      const middle = a + (b - a) / 2;
      const width = Math.max(least, PLACE * Math.max(Math.abs(a), Math.abs(b)));
      if (b - a <= width || middle <= a || middle >= b) found.push({ from: a, to: b });
      else open.push([middle, b], [a, middle]);
    }
  }
  if (!inside) return merged(found);
  // What lies at an end of the range ends nothing within it.
  const isInside = ({ from: a, to: b }: Breakpoint): boolean =>
    a > from + least && b < to - least && b > from && a < to;
  return merged(found).filter(isInside);
}

/** Operations of an expression that jump or bend. */
export function kinksOf(root: Node): ReadonlySet<Node> {
  const found = new Set<Node>();
  const visit = (node: Node): void => {
    if (node.op === "slot" || node.op === "constant") return;
    for (const part of partsOf(node)) visit(part);
    if ((node.op === "call1" || node.op === "call2") && ROUGH_FUNCTIONS.has(node.rule.name))
      found.add(node);
  };
  visit(root);
  return found;
}

function partsOf(node: Exclude<Node, { op: "slot" | "constant" }>): readonly Node[] {
  return node.op === "many" ? node.args : "b" in node ? [node.a, node.b] : [node.a];
}

/** Operations that jump or bend, where only the variable and fixed slots enter. */
function collect(node: Node, explicit: Explicit, into: Set<Node>): void {
  if (node.op === "slot" || node.op === "constant") return;
  for (const part of partsOf(node)) collect(part, explicit, into);
  const isKink =
    (node.op === "call1" || node.op === "call2") && ROUGH_FUNCTIONS.has(node.rule.name);
  if (isKink && isExplicit(node, explicit)) into.add(node);
}

/** Whether only the variable and fixed slots enter, the variable at least. */
export function isExplicit(node: Node, { isFixed, variable }: Explicit): boolean {
  return (
    reads(node, (slot) => slot === variable) &&
    !reads(node, (slot) => slot !== variable && !isFixed(slot))
  );
}

/** Whether a slot of this kind stands in the expression. */
export function reads(node: Node, which: (slot: number) => boolean): boolean {
  if (node.op === "slot") return which(node.slot);
  if (node.op === "constant") return false;
  if (node.op === "many") return node.args.some((arg) => reads(arg, which));
  return reads(node.a, which) || ("b" in node && reads(node.b, which));
}

/** Touching places are one. */
function merged(found: Breakpoint[]): Breakpoint[] {
  const sorted = found.toSorted((a, b) => a.from - b.from);
  const places: Breakpoint[] = [];
  for (const place of sorted) {
    const last = places.at(-1);
    if (last !== undefined && place.from <= last.to)
      places[places.length - 1] = { from: last.from, to: Math.max(last.to, place.to) };
    else places.push(place);
  }
  return places;
}
