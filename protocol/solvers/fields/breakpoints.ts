/**
 * Where a field that a caller wrote jumps or bends: the one finder of all solvers.
 *
 * The places follow from the operations of the expression by interval arithmetic, so that a piece
 * of any width is found; nothing is sampled. `{...}`, max, min, abs, floor, ceil, sign, heaviside
 * and mod are looked for, and poles, roots of a root, cuts of atan2.
 *
 * One variable, the others known or absent: `breaksOf`. Meshes put nodes there, cells integrate in
 * pieces between, steps in time end there. Where `open` is given, more places may lie within it: a
 * solver refuses, or bounds what its cells hide. Two variables in one condition (a disc, a front
 * that moves): `curvesOf` says which cells of a rectangle may hold such a curve.
 */
import type { Node } from "../../equations/evaluation/node.js";
import { branchOf } from "../../equations/evaluation/branches.js";
import {
  isExplicit,
  kinksOf,
  reads,
  type Explicit,
} from "../../equations/integrals/breakpoints.js";
import { IntervalRun } from "../../equations/integrals/interval.js";
import { restingOn } from "./resting.js";

export interface Break {
  readonly at: number;
  /** `at` lies within; left of `from` and right of `to` the field is smooth. */
  readonly from: number;
  readonly to: number;
  /** A jump has another value on either side, a kink another slope. */
  readonly kind: "jump" | "kink";
  /** Values beside the place. */
  readonly before: number;
  readonly after: number;
}

export interface Breaks {
  /** Ascending; what lies at an end of the range is left out. */
  readonly places: readonly Break[];
  /** Part of the range that may hold more of them, which are not told apart; null of none. */
  readonly open: readonly [from: number, to: number] | null;
  /** Whether a condition holds another variable, too: its places move with that one. */
  readonly moves: boolean;
  /**
   * Those of the places, and ends of the range, at which the slope may have no bound: where a root, a
   * power or a logarithm begins.
   */
  readonly roots: readonly number[];
}

/** The field along one variable: its slot, its range, and which other slots keep their value. */
export type Along = Omit<Explicit, "inside" | "intervals" | "touching" | "poll">;

export const NO_BREAKS: Breaks = { places: [], open: null, moves: false, roots: [] };
/** Intervals that are open at once: half of it in places. */
const OPEN_MAX = 8_192;
const HALVINGS_MAX = 64;
/** Width of a place, relative to the range or its distance from 0. */
const PLACE = 4e-16;
/** Places that are not told apart to this part of the range are no place. */
const WIDE = 1e-7;
/** How much farther out the field is looked at again, to tell a jump from a steep slope. */
const FARTHER = 64;
/** Rounding of a field beside its size. */
const ROUNDING = 1e-12;

/** Every place at which the field jumps or bends along one variable. */
export function breaksOf(root: Node, value: (slots: Float64Array) => number, along: Along): Breaks {
  const { from, to } = along;
  const found: [number, number][] = [];
  const steep: [number, number][] = [];
  let open: [number, number] | null = null;
  let moves = false;
  for (const node of breakingNodes(root)) {
    if (!reads(node, (slot) => slot === along.variable)) continue;
    if (!isExplicit(node, along)) {
      moves = true;
      continue;
    }
    for (const [a, b] of undecidedParts(node, along)) {
      if (b - a <= WIDE * (to - from)) {
        found.push([a, b]);
        if (isRoot(node)) steep.push([a, b]);
      } else open = open === null ? [a, b] : [Math.min(open[0], a), Math.max(open[1], b)];
    }
  }
  if (found.length === 0 && open === null && !moves) return NO_BREAKS;
  const least = (to - from) * PLACE;
  const inside = joined(found).filter(
    ([a, b]) => a > from + least && b < to - least && b > from && a < to,
  );
  const size = inside.length === 0 ? 0 : sizeOf(value, along);
  const places = inside.map((part) => judged(value, along, part, size));
  const roots = steep.flatMap(([a, b]) => {
    if (a <= from + least) return [from];
    if (b >= to - least) return [to];
    return places.filter((one) => one.from <= b && one.to >= a).map(({ at }) => at);
  });
  return { places, open, moves, roots: [...new Set(roots)] };
}

/** Whether a field can jump or bend at all. */
export function canBreak(root: Node): boolean {
  return breakingNodes(root).size > 0;
}

/** Functions that bend or end where their argument is 0. */
const ROOTS: ReadonlySet<string> = new Set(["sqrt", "cbrt", "log", "log2", "log10"]);
const ARCS: ReadonlySet<string> = new Set(["asin", "acos", "atanh", "acosh"]);

/** Operations that may jump, bend or end. */
export function breakingNodes(root: Node): ReadonlySet<Node> {
  const found = new Set(kinksOf(root));
  const visit = (node: Node): void => {
    if (node.op === "slot" || node.op === "constant") return;
    const parts = node.op === "many" ? node.args : "b" in node ? [node.a, node.b] : [node.a];
    parts.forEach(visit);
    if (isSingular(node)) found.add(node);
  };
  visit(root);
  return found;
}

function isSingular(node: Node): boolean {
  if (node.op === "div") return node.b.op !== "constant";
  if (node.op === "powi") return node.n < 0;
  if (node.op === "call2")
    return ["pow", "atan2", "hypot"].includes(node.rule.name) && node.a.op !== "constant";
  return isRoot(node) || (node.op === "call1" && node.rule.name === "tan");
}

/** Whether an operation is as steep as no line where its domain ends. */
function isRoot(node: Node): boolean {
  if (node.op === "call2") return node.rule.name === "pow" && node.a.op !== "constant";
  return node.op === "call1" && (ROOTS.has(node.rule.name) || ARCS.has(node.rule.name));
}

/** Whether an operation is not known to be smooth on a box. */
export function undecided(node: Node): (low: Float64Array, high: Float64Array) => boolean {
  const holds = (part: Node, ...values: readonly number[]): ReturnType<typeof undecided> => {
    const run = new IntervalRun(part, { kinks: true });
    return (low, high) => {
      run.isCoarseOn(low, high);
      const [from, to] = run.range;
      return values.some((one) => !(from > one || to < one));
    };
  };
  // A root of a clamp that rests at its end is as smooth as the clamp.
  const begins = (part: Node, ...values: readonly number[]): ReturnType<typeof undecided> => {
    const [meets, rests] = [holds(part, ...values), restingOn(part)];
    return (low, high) => meets(low, high) && !rests(low, high);
  };
  if (node.op === "div") return holds(node.b, 0);
  if (node.op === "powi" && node.n < 0) return holds(node.a, 0);
  if (node.op === "call1" && ROOTS.has(node.rule.name)) return begins(node.a, 0);
  if (node.op === "call1" && ARCS.has(node.rule.name)) return begins(node.a, -1, 1);
  if (node.op === "call2" && node.rule.name === "pow") return begins(node.a, 0);
  if (node.op === "call2" && (node.rule.name === "atan2" || node.rule.name === "hypot")) {
    const [a, b] = [holds(node.a, 0), holds(node.b, 0)];
    return node.rule.name === "atan2" ? a : (low, high) => a(low, high) && b(low, high);
  }
  const run = new IntervalRun(node, { kinks: true, touching: true });
  return (low, high) => {
    if (run.isCoarseOn(low, high)) return true;
    // An operand without a known range is not known to keep off the place.
    const [from, to] = run.range;
    return from !== from || to !== to;
  };
}

/** The parts of a range over which an operation is undecided, as narrow as doubles allow. */
export function undecidedParts(
  node: Node,
  { from, slots, to, variable }: Along,
): [number, number][] {
  const is = undecided(node);
  const [low, high] = [Float64Array.from(slots), Float64Array.from(slots)];
  const least = (to - from) * PLACE;
  const done: [number, number][] = [];
  let open: [number, number][] = [[from, to]];
  for (let n = 0; open.length > 0 && n < HALVINGS_MAX; n += 1) {
    const next: [number, number][] = [];
    for (const [a, b] of open) {
      [low[variable], high[variable]] = [a, b];
      if (!is(low, high)) continue;
      const middle = a + (b - a) / 2;
      const width = Math.max(least, PLACE * Math.max(Math.abs(a), Math.abs(b)));
      if (b - a <= width || middle <= a || middle >= b) done.push([a, b]);
      else next.push([a, middle], [middle, b]);
    }
    open = next;
    if (open.length > OPEN_MAX) break;
  }
  return joined([...done, ...open]);
}

/** Parts that touch are one. */
function joined(parts: readonly (readonly [number, number])[]): [number, number][] {
  const sorted = parts.toSorted((p, q) => p[0] - q[0]);
  const merged: [number, number][] = [];
  for (const [a, b] of sorted) {
    const last = merged.at(-1);
    if (last !== undefined && a <= last[1]) last[1] = Math.max(last[1], b);
    else merged.push([a, b]);
  }
  return merged;
}

/** Places at which the size of a field is looked for. */
const SIZE_PLACES = 32;

function sizeOf(
  value: (slots: Float64Array) => number,
  { from, slots, to, variable }: Along,
): number {
  const at = Float64Array.from(slots);
  let size = 0;
  for (let i = 0; i <= SIZE_PLACES; i += 1) {
    at[variable] = from + ((to - from) * i) / SIZE_PLACES;
    const here = Math.abs(value(at));
    if (here > size && here < Number.POSITIVE_INFINITY) size = here;
  }
  return size;
}

/** Steep slopes on its sides explain what a kink rises by; a jump rises at once. */
function judged(
  value: (slots: Float64Array) => number,
  { from, slots, to, variable }: Along,
  [a, b]: readonly [number, number],
  fieldSize: number,
): Break {
  const at = Float64Array.from(slots);
  const valueAt = (x: number): number => {
    at[variable] = Math.min(to, Math.max(from, x));
    return value(at);
  };
  const step = Math.max((to - from) * PLACE, PLACE * Math.max(Math.abs(a), Math.abs(b)), b - a);
  const [before, after] = [valueAt(a - step), valueAt(b + step)];
  const rise = Math.abs(after - before);
  const slopes =
    Math.abs(valueAt(b + FARTHER * step) - after) + Math.abs(valueAt(a - FARTHER * step) - before);
  const size = Math.max(Math.abs(before), Math.abs(after), fieldSize);
  const isSmooth = rise <= ROUNDING * size || rise < slopes;
  return {
    at: a + (b - a) / 2,
    from: a,
    to: b,
    kind: isSmooth ? "kink" : "jump",
    before,
    after,
  };
}

/** Two variables of a field by their slots, and the corners of the cells of a mesh. */
export interface Over {
  readonly slots: Float64Array;
  readonly isFixed: (slot: number) => boolean;
  readonly x: { readonly slot: number; readonly points: Float64Array };
  readonly y: { readonly slot: number; readonly points: Float64Array };
}

/** Whether a rectangle may hold a curve of jumps or kinks. */
export type CurveTest = (x0: number, x1: number, y0: number, y1: number) => boolean;

export interface Curves {
  /** Cells that may hold one, row-major from the first of y; null of too many to be followed. */
  readonly cells: ReadonlySet<number> | null;
  readonly isIn: CurveTest;
  /** The same of lines along the axes, too. */
  readonly isCut: CurveTest;
  /** A number that differs where an operation takes another branch. */
  readonly sideOf: (x: number, y: number) => number;
}

/** Boxes that are looked at. */
const BOXES_MAX = 1_000_000;

/** Curves of jumps or kinks whose condition has both variables, and the cells they may lie in. */
export function curvesOf(root: Node, over: Over): Curves {
  const both = breakingIn(root, over, (reading) => reading === 2);
  const any = breakingIn(root, over, (reading) => reading > 0);
  const isIn = curveTest(both, over);
  const looks = { isIn, isCut: curveTest(any, over), sideOf: sidesOf(any, over) };
  const [xs, ys] = [over.x.points, over.y.points];
  const columns = xs.length - 1;
  const cells = new Set<number>();
  const open = [{ i: 0, j: 0, wide: columns, tall: ys.length - 1 }];
  for (let box = open.pop(), n = 0; box !== undefined; box = open.pop(), n += 1) {
    if (n > BOXES_MAX) return { cells: null, ...looks };
    const { i, j, tall, wide } = box;
    if (!isIn(xs[i]!, xs[i + wide]!, ys[j]!, ys[j + tall]!)) continue;
    const [w, t] = [wide >> 1, tall >> 1];
    if (wide === 1 && tall === 1) cells.add(j * columns + i);
    else if (wide >= tall) open.push({ ...box, wide: w }, { ...box, i: i + w, wide: wide - w });
    else open.push({ ...box, tall: t }, { ...box, j: j + t, tall: tall - t });
  }
  return { cells, ...looks };
}

/** Operations that may jump or bend where some number of the two variables moves, and no other. */
function breakingIn(
  root: Node,
  { isFixed, x, y }: Over,
  isAsked: (reading: number) => boolean,
): readonly Node[] {
  return [...breakingNodes(root)].filter((node) => {
    const of = [x.slot, y.slot].filter((one) => reads(node, (slot) => slot === one));
    const isAlone = !reads(node, (slot) => slot !== x.slot && slot !== y.slot && !isFixed(slot));
    return isAlone && isAsked(of.length);
  });
}

function curveTest(nodes: readonly Node[], { slots, x, y }: Over): CurveTest {
  const [low, high] = [Float64Array.from(slots), Float64Array.from(slots)];
  const tests = nodes.map(undecided);
  return (x0, x1, y0, y1) => {
    [low[x.slot], high[x.slot]] = [x0, x1];
    [low[y.slot], high[y.slot]] = [y0, y1];
    return tests.some((is) => is(low, high));
  };
}

/** Apart of the branches of one operation, and of those of any other few. */
const BRANCH = 1.618033988749895;

function sidesOf(nodes: readonly Node[], { slots, x, y }: Over): Curves["sideOf"] {
  const at = Float64Array.from(slots);
  const branches = nodes.flatMap((node) => branchOf(node) ?? []);
  return (px, py) => {
    [at[x.slot], at[y.slot]] = [px, py];
    let side = 0;
    for (const branch of branches) side = side * BRANCH + branch(at);
    return side;
  };
}
