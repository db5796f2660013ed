/**
 * Jumps and bends that stand too near to each other for a mesh to cut its cells at each of them. Its
 * cells have means of samples there, and levels that all meet one phase of them agree.
 */
import type { Node } from "../../equations/evaluation/node.js";
import { reads } from "../../equations/integrals/breakpoints.js";
import { IntervalRun } from "../../equations/integrals/interval.js";
import { breakingNodes, undecided } from "./breakpoints.js";
import { CELL_REACH, type GridAxis } from "./hidden.js";

/** Boxes that are looked at. */
const BOXES_MAX = 1_024;
const HALVINGS_MAX = 40;

/** What a step counts the integers of. */
export interface Operand {
  readonly run: IntervalRun;
  readonly divisor: IntervalRun | null;
}

/** What floor, ceil or mod counts the integers of. */
export function steppingOperand(node: Node): Operand | null {
  if (node.op === "call1" && (node.rule.name === "floor" || node.rule.name === "ceil"))
    return { run: new IntervalRun(node.a), divisor: null };
  if (node.op === "call2" && node.rule.name === "mod")
    return { run: new IntervalRun(node.a), divisor: new IntervalRun(node.b) };
  return null;
}

/** Integers that an operand may take on a box. */
export function levelsOn({ divisor, run }: Operand, low: Float64Array, high: Float64Array): number {
  run.isCoarseOn(low, high);
  const [a, b] = run.range;
  if (divisor === null) return Math.floor(b) - Math.floor(a);
  divisor.isCoarseOn(low, high);
  const [p, q] = divisor.range;
  const ends = [a / p, a / q, b / p, b / q];
  return p * q > 0
    ? Math.floor(Math.max(...ends)) - Math.floor(Math.min(...ends))
    : Number.POSITIVE_INFINITY;
}

/** Whether an operation may jump or bend in more than one curve within a box. */
type Crowding = (low: Float64Array, high: Float64Array) => boolean;

function crowdingOf(node: Node): Crowding {
  const is = undecided(node);
  const stepping = steppingOperand(node);
  if (stepping !== null) return (low, high) => is(low, high) && levelsOn(stepping, low, high) > 1;
  const parts = "b" in node ? [node.a, node.b] : "a" in node ? [node.a] : [];
  const runs = parts.map((part) => new IntervalRun(part, { reach: CELL_REACH, stepsKnown: true }));
  return (low, high) => is(low, high) && runs.some((run) => run.unresolvedBox(low, high) > 0);
}

/**
 * What means over cells do not hold of a field, averaged: where more curves of jumps run than are
 * told apart, by what the field spans there.
 * @param slots values of all variables; those of `axes` are overwritten
 * @param isOpen whether places along one axis alone are not told apart
 */
export function crowdedBetween(
  root: Node,
  slots: Float64Array,
  axes: readonly GridAxis[],
  isOpen: (slot: number) => boolean,
): number {
  const long = axes.filter(({ points }) => points.length > 1);
  const varies = (node: Node): readonly number[] =>
    long.map(({ slot }) => slot).filter((slot) => reads(node, (one) => one === slot));
  const tests = [...breakingNodes(root)].flatMap((node) => {
    const of = varies(node);
    if (of.length > 1) return [crowdingOf(node)];
    return of.length === 1 && isOpen(of[0]!) ? [undecided(node)] : [];
  });
  if (tests.length === 0) return 0;
  return spanned(root, slots, long, (low, high) => tests.some((is) => is(low, high)));
}

interface Box {
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly part: number;
}

/** Boxes are halved until few places are in them, or there are too many. */
function spanned(
  root: Node,
  slots: Float64Array,
  axes: readonly GridAxis[],
  isCrowded: Crowding,
): number {
  const run = new IntervalRun(root);
  const [low, high] = [Float64Array.from(slots), Float64Array.from(slots)];
  for (const { points, slot } of axes)
    [low[slot], high[slot]] = [points[0]!, points[points.length - 1]!];
  const spanOf = (box: Box): number => {
    run.isCoarseOn(box.low, box.high);
    const [least, most] = run.range;
    return most > least ? most - least : 0;
  };
  let open: readonly Box[] = [{ low, high, part: 1 }];
  for (let halvings = 0; halvings < HALVINGS_MAX * axes.length; halvings += 1) {
    open = open.filter((box) => isCrowded(box.low, box.high) && spanOf(box) > 0);
    if (open.length === 0) return 0;
    if (open.length > BOXES_MAX) break;
    const { slot } = axes[halvings % axes.length]!;
    open = open.flatMap((box) => halved(box, slot));
  }
  return open.reduce((sum, box) => sum + box.part * spanOf(box), 0);
}

function halved({ high, low, part }: Box, slot: number): readonly Box[] {
  const middle = low[slot]! + (high[slot]! - low[slot]!) / 2;
  const [below, above] = [Float64Array.from(high), Float64Array.from(low)];
  [below[slot], above[slot]] = [middle, middle];
  return [
    { low, high: below, part: part / 2 },
    { low: above, high, part: part / 2 },
  ];
}
