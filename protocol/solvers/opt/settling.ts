/**
 * How far a point that polls found is from the least value beside it. Along a kink or a jump that lies
 * askew, hardly any direction leads down: polls end there early, and their last gain says nothing.
 */
import type { Node } from "../../equations/evaluation/node.js";
import { notConverged } from "../refusal.js";
import type { StopSignal } from "../solver.js";
import { boundBelow, BOUNDED_VARIABLES_MAX, type Bounded } from "./bounding.js";
import { planesBelow, type Plane } from "./convex.js";
import { lowestIn } from "./cutting.js";
import type { Problem } from "./descent.js";
import type { Constraint, Differentiable } from "./objective.js";
import { poll, type Polled } from "./polling.js";

/** The objective as the caller wrote it. */
interface Written {
  readonly root: Node;
  readonly value: (x: Float64Array) => number;
}

export interface Settled extends Polled {
  /** Nothing beside the point is lower by more than this. */
  readonly gap: number;
}

/** Half a box around the point, relative to the size of x. */
const REACH = 1e-2;
/** Gaps that are tried, relative to the value. */
const GAPS = [1e-4, 1e-5, 1e-6, 1e-7, 1e-8] as const;
const BOXES_MAX = 12_000;
const MOVES_MAX = 24;
/** Variables up to which planes below a convex objective are gathered. */
const PLANE_VARIABLES_MAX = 12;
/** How much wider a box is once its end was the lowest place. */
const WIDER = 4;
/** Polls with other bases: how many of them, one after the other, gain no more than a part of the value. */
const TURNS_MAX = 60;
const SILENT = 6;
const TURN_GAIN = 1e-9;

/**
 * Planes below a convex objective; else polls, from where boxes beside their end show something
 * lower, until none does. Intervals know no constraints, and no more than a few variables: there,
 * polls on other bases have to agree.
 * @param free whether every point of the bounds is allowed
 */
export function settle(
  problem: Problem,
  start: Float64Array,
  { free, sign, written }: { free: boolean; sign: 1 | -1; written: Written | undefined },
  stop: StopSignal,
): Settled {
  const isWritten = free && written !== undefined;
  const planes =
    isWritten && problem.n > 1 && problem.n <= PLANE_VARIABLES_MAX
      ? planesBelow(written.root, problem.n, sign)
      : null;
  const lowest = planes === null ? null : byPlanes(problem, start, planes, stop);
  if (lowest !== null) return lowest;
  const first = poll(problem, start, stop);
  // One variable has no direction but two.
  if (problem.n === 1 || first.unbounded) return { ...first, gap: 0 };
  return !isWritten || problem.n > BOUNDED_VARIABLES_MAX
    ? byTurns(problem, first, stop)
    : byBoxes(problem, first, written, sign, stop);
}

/**
 * A convex objective is least where it is least in a box around: the box follows the lowest place
 * until that is inside. Null where planes do not close on it.
 */
function byPlanes(
  problem: Problem,
  start: Float64Array,
  planes: (x: Float64Array) => Plane,
  stop: StopSignal,
): Settled | null {
  let [x, evaluations] = [start, 0];
  for (let move = 0, reach = REACH; move < MOVES_MAX; move += 1, reach *= WIDER) {
    const box = boxAbout(problem, x, reach);
    const found = lowestIn(planes, x, box, stop);
    if (found === null) return null;
    evaluations += found.evaluations;
    x = found.x;
    const isInside = x.every(
      (value, i) =>
        (value > box.low[i]! || value === problem.lower[i]) &&
        (value < box.high[i]! || value === problem.upper[i]),
    );
    if (!isInside) continue;
    const gradient = new Float64Array(problem.n);
    const f = problem.evaluate(x, gradient);
    const gap = Math.max(0, f - found.least);
    if (!(gap <= GAPS[0] * Math.max(1, Math.abs(f)))) return null;
    const done = { optimality: 0, unbounded: false, settled: true, before: f };
    return { ...done, x, f, gradient, iterations: move + 1, evaluations, gap };
  }
  return null;
}

function byBoxes(
  problem: Problem,
  first: Polled,
  { root, value }: Written,
  sign: 1 | -1,
  stop: StopSignal,
): Settled {
  let here = first;
  let gap = Number.POSITIVE_INFINITY;
  let moves = 0;
  for (const part of GAPS) {
    const look = (): Bounded => {
      const box = boxAbout(problem, here.x, REACH);
      return boundBelow(root, value, sign, box, here.f, stop, { boxesMax: BOXES_MAX, part });
    };
    let bounded = look();
    for (; bounded.below !== null && moves < MOVES_MAX; moves += 1) {
      const lower = poll(problem, bounded.below, stop);
      if (lower.unbounded) return { ...lower, gap: 0 };
      here = { ...lower, evaluations: here.evaluations + lower.evaluations };
      bounded = look();
    }
    if (bounded.least === null) break;
    gap = here.f - bounded.least;
  }
  if (gap === Number.POSITIVE_INFINITY)
    throw notConverged(
      "budget",
      `beside ${placeOf(here.x)}, where polls ended, intervals leave room for a lower value: the ` +
        "function jumps or bends along a line that the polls do not follow.",
      { evaluations: here.evaluations, at: [...here.x] },
    );
  return { ...here, gap };
}

function boxAbout(
  { lower, upper }: Problem,
  x: Float64Array,
  part: number,
): { readonly low: Float64Array; readonly high: Float64Array } {
  const reach = part * x.reduce((most, v) => Math.max(most, Math.abs(v)), 1);
  return {
    low: x.map((v, i) => Math.max(v - reach, lower[i]!)),
    high: x.map((v, i) => Math.min(v + reach, upper[i]!)),
  };
}

function byTurns(problem: Problem, first: Polled, stop: StopSignal): Settled {
  let here = first;
  let silent = 0;
  for (let turn = 1; turn <= TURNS_MAX; turn += 1) {
    const next = poll(problem, here.x, stop, turn);
    if (next.unbounded) return { ...next, gap: 0 };
    const gain = Math.max(0, here.f - next.f);
    if (next.f < here.f) here = { ...next, evaluations: here.evaluations + next.evaluations };
    silent = gain <= TURN_GAIN * Math.max(1, Math.abs(here.f)) ? silent + 1 : 0;
    if (silent === SILENT) return { ...here, gap: gain };
  }
  throw notConverged(
    "budget",
    `polls on other bases still found lower values, the last at ${placeOf(here.x)}.`,
    { evaluations: here.evaluations, at: [...here.x] },
  );
}

/** Digits of a place that are said. */
const DIGITS = 6;

function placeOf(x: Float64Array): string {
  return `(${Array.from(x, (value) => Number(value.toPrecision(DIGITS))).join(", ")})`;
}

/** What the little by which a point is beyond its constraints may buy: a step back, along their slopes. */
export function boughtBeyond(
  objective: Differentiable,
  constraints: readonly Constraint[],
  x: Float64Array,
): number {
  const [slope, scratch] = [new Float64Array(x.length), new Float64Array(x.length)];
  const here = objective(x, scratch);
  return constraints.reduce((sum, { equality, evaluate }) => {
    const beyond = evaluate(x, slope);
    const square = slope.reduce((all, part) => all + part * part, 0);
    if ((beyond <= 0 && !equality) || square === 0) return sum;
    const back = x.map((value, i) => value - (beyond * slope[i]!) / square);
    return sum + 2 * Math.abs(objective(back, scratch) - here);
  }, 0);
}
