/** From a stationary point that is no minimum to one beside it where the function is lower. */
import { SolverRefusal } from "../refusal.js";
import type { StopSignal } from "../solver.js";
import { solveConstrained, violationOf, type Solved } from "./constrained.js";
import type { Descent, Problem } from "./descent.js";
import type { Constraint, Differentiable } from "./objective.js";
import { curvatureAt, CURVATURE_VARIABLES_MAX, type Curvature, type Order } from "./secondOrder.js";

/** What the second-order conditions said; `unknown` where there are too many variables. */
export type Shown = Order | "unknown";

/** Steps along a direction, relative to the size of x. */
const STEPS = [1e-3, 1e-2, 1e-1] as const;
const PAIRED_MAX = 12;
const LEAVES_MAX = 8;
/** Mixed directions that are tried where the function is flat. */
const MIXTURES = 64;
/** A slope or multiplier below this part of the value's size holds nothing. */
const WEAK = 1e-7;
const ACTIVE = 1e-7;
const LOOSE = 1e-7;
const TIGHT = 1e-10;

/** Directions, both ways, and for flat ones their sums and differences. */
function waysOf({ directions, order }: Curvature): Float64Array[] {
  const ways: Float64Array[] = [];
  const put = (d: Float64Array): void => {
    ways.push(
      d,
      d.map((v) => -v),
    );
  };
  for (const d of directions) put(d);
  if (order === "flat" && directions.length <= PAIRED_MAX) {
    const half = Math.sqrt(0.5);
    directions.forEach((a, i) => {
      for (const b of directions.slice(0, i)) {
        put(a.map((v, k) => half * (v + b[k]!)));
        put(a.map((v, k) => half * (v - b[k]!)));
      }
    });
    for (const mixed of mixtures(directions)) put(mixed);
  }
  return ways;
}

/** Unit vectors spread over flat directions: x y z falls along none of their pairs. */
function mixtures(directions: readonly Float64Array[]): Float64Array[] {
  const found: Float64Array[] = [];
  if (directions.length < 2) return found;
  for (let m = 1; m <= MIXTURES; m += 1) {
    const mixed = new Float64Array(directions[0]!.length);
    for (const [i, direction] of directions.entries()) {
      // Multiples of irrational numbers, of which no two are related.
      const turns = m * Math.sqrt((i + 1) * (i + 1) + 1);
      const part = 2 * (turns - Math.floor(turns)) - 1;
      for (let k = 0; k < mixed.length; k += 1) mixed[k]! += part * direction[k]!;
    }
    const size = Math.sqrt(mixed.reduce((sum, v) => sum + v * v, 0));
    if (size > 0) found.push(mixed.map((v) => v / size));
  }
  return found;
}

/** Points beside x at which `value` is lower, the lowest of each distance first. */
function lowerPoints(
  value: (x: Float64Array) => number,
  { lower, upper }: Problem,
  x: Float64Array,
  curvature: Curvature,
): Float64Array[] {
  const f = value(x);
  const slack = 1e-13 * Math.max(1, Math.abs(f));
  const size = x.reduce((most, v) => Math.max(most, Math.abs(v)), 1);
  const found: Float64Array[] = [];
  const ways = waysOf(curvature);
  for (const step of STEPS) {
    let best = f - slack;
    let lowest: Float64Array | null = null;
    for (const way of ways) {
      const at = x.map((v, i) =>
        Math.min(Math.max(v + step * size * way[i]!, lower[i]!), upper[i]!),
      );
      const there = value(at);
      if (there < best) [best, lowest] = [there, at];
    }
    if (lowest !== null) found.push(lowest);
  }
  return found;
}

/** Variables at a bound that the gradient presses them against. */
export function heldBy(problem: Problem, x: Float64Array, g: Float64Array, f: number): Uint8Array {
  const weak = WEAK * Math.max(1, Math.abs(f));
  return Uint8Array.from(x, (v, i) =>
    problem.lower[i] === problem.upper[i] ||
    (v <= problem.lower[i]! && g[i]! > weak) ||
    (v >= problem.upper[i]! && g[i]! < -weak)
      ? 1
      : 0,
  );
}

/** @param again the descent from a point to a stationary one */
export function leaveSaddles(
  problem: Problem,
  first: Descent,
  again: (from: Float64Array) => Descent,
): { readonly descent: Descent; readonly shown: Shown } {
  let descent = first;
  if (problem.n > CURVATURE_VARIABLES_MAX) return { descent, shown: "unknown" };
  const scratch = new Float64Array(problem.n);
  for (let k = 0; ; k += 1) {
    const g = new Float64Array(problem.n);
    problem.evaluate(descent.x, g);
    const curvature = curvatureAt(
      problem.evaluate,
      descent.x,
      heldBy(problem, descent.x, g, descent.f),
      [],
    );
    if (curvature.order === "minimum" || k === LEAVES_MAX)
      return { descent, shown: curvature.order };
    const value = (x: Float64Array): number => problem.evaluate(x, scratch);
    const points = lowerPoints(value, problem, descent.x, curvature);
    // Where the curvature vanishes, slopes nearby are too small for a descent to begin there.
    const beside = curvature.order === "flat" ? points.at(-1) : points[0];
    if (beside === undefined) return { descent, shown: curvature.order };
    const lower = again(beside);
    if (lower.unbounded) return { descent: lower, shown: "unknown" };
    if (!(lower.f < descent.f)) return { descent, shown: curvature.order };
    descent = lower;
  }
}

/** The same on the surface of the constraints. */
export function leaveConstrainedSaddles(
  problem: Problem,
  objective: Differentiable,
  constraints: readonly Constraint[],
  first: Solved,
  stop: StopSignal,
): { readonly descent: Solved; readonly shown: Shown } {
  let descent = first;
  if (problem.n > CURVATURE_VARIABLES_MAX) return { descent, shown: "unknown" };
  for (let k = 0; ; k += 1) {
    const at = descent;
    const lagrangian = (x: Float64Array, g: Float64Array): number => {
      const part = new Float64Array(x.length);
      let value = objective(x, g);
      constraints.forEach(({ evaluate }, c) => {
        const lambda = at.multipliers[c]!;
        if (lambda === 0) return;
        value += lambda * evaluate(x, part);
        for (let i = 0; i < g.length; i += 1) g[i]! += lambda * part[i]!;
      });
      return value;
    };
    const g = new Float64Array(problem.n);
    lagrangian(at.x, g);
    const weak = WEAK * (1 + Math.abs(at.f));
    const normals = constraints.flatMap(({ equality, evaluate }, c) => {
      const normal = new Float64Array(problem.n);
      const value = evaluate(at.x, normal);
      const isActive = equality || (value > -ACTIVE && at.multipliers[c]! > weak);
      return isActive ? [normal] : [];
    });
    const curvature = curvatureAt(lagrangian, at.x, heldBy(problem, at.x, g, at.f), normals);
    if (curvature.order === "minimum" || k === LEAVES_MAX)
      return { descent, shown: curvature.order };
    const scratch = new Float64Array(problem.n);
    const points = lowerPoints((x) => lagrangian(x, scratch), problem, at.x, curvature);
    const lower = points
      .map((from) => solvedFrom(problem, objective, constraints, from, stop))
      .find((one) => one !== null && one.f < at.f - 1e-9 * Math.max(1, Math.abs(at.f)));
    if (lower === undefined || lower === null) return { descent, shown: curvature.order };
    descent = lower;
  }
}

function solvedFrom(
  problem: Problem,
  objective: Differentiable,
  constraints: readonly Constraint[],
  from: Float64Array,
  stop: StopSignal,
): Solved | null {
  try {
    const loose = solveConstrained(problem, objective, constraints, from, LOOSE, stop);
    return solveConstrained(problem, objective, constraints, loose.x, TIGHT, stop);
  } catch (error) {
    // Unbounded is an answer about the problem; a start that does not converge is none.
    if (error instanceof SolverRefusal && error.code === "DID_NOT_CONVERGE") return null;
    throw error;
  }
}

/** Infinite where a constraint is violated: polls never leave the feasible points. */
export function walled(problem: Problem, constraints: readonly Constraint[]): Problem {
  return {
    ...problem,
    evaluate: (x, g) => {
      const value = problem.evaluate(x, g);
      return violationOf(constraints, x) <= 1e-9 ? value : Number.POSITIVE_INFINITY;
    },
  };
}
