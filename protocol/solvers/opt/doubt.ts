/**
 * How well a stationary point and its multipliers are known: what is left of the
 * Karush-Kuhn-Tucker equations, and their rounding, times the inverse of their Jacobian, entry by
 * entry.
 */
import { ULP } from "../../math/constants.js";
import { luFactor, luSolve } from "../../math/linear/denseLu.js";
import type { Problem } from "./descent.js";
import { heldBy, type Shown } from "./leaving.js";
import type { Constraint, Differentiable } from "./objective.js";
import { curvatureAt, CURVATURE_VARIABLES_MAX } from "./secondOrder.js";

export interface PointDoubt {
  /** One standard uncertainty a variable; 0 where a bound holds it. */
  readonly x: Float64Array;
  /** One a constraint; 0 where it is not active. */
  readonly multipliers: Float64Array;
}

export interface Stationary {
  readonly problem: Problem;
  readonly objective: Differentiable;
  /** The objective with derivatives of half the accuracy; absent where they are closed forms. */
  readonly coarser: Differentiable | undefined;
  readonly constraints: readonly Constraint[];
  readonly x: Float64Array;
  readonly multipliers: Float64Array | null;
  /** What the second-order conditions said of the objective alone at x. */
  readonly shown: Shown;
}

/** Distance of two gradients whose difference is a column of the Jacobian, relative. */
const DIFFERENCE = 1e-5;
/** Shifts of x by a few last bits, of which the largest departure of the equations is kept. */
const PROBES = 8;
/** Terms that cancel in an equation may be as many times larger than what is left of them. */
const ROUNDINGS = 4;
/** A multiplier below this part of the value's size holds nothing. */
const WEAK = 1e-7;
const ACTIVE = 1e-7;
/** Part of the equations that a step of Newton may leave. */
const NEWTON_LEFT = 0.25;

/** Null where no bound can be given: a flat direction, a doubtful active set, dependent normals. */
export function doubtOf(stationary: Stationary): PointDoubt | null {
  const { constraints, multipliers, objective, problem, shown, x } = stationary;
  const n = problem.n;
  if (n > CURVATURE_VARIABLES_MAX) return null;
  const lambda = multipliers ?? new Float64Array(constraints.length);
  const slopes = (at: Float64Array, prices: Float64Array, g: Float64Array): number => {
    const part = new Float64Array(n);
    const f = objective(at, g);
    constraints.forEach(({ evaluate }, k) => {
      if (prices[k] === 0) return;
      evaluate(at, part);
      for (let i = 0; i < n; i += 1) g[i]! += prices[k]! * part[i]!;
    });
    return f;
  };
  const slope = new Float64Array(n);
  const f = slopes(x, lambda, slope);
  const held = heldBy(problem, x, slope, f);
  const active = activeOf(constraints, lambda, x, f);
  if (active === null) return null;
  const normals = active.map((k) => normalOf(constraints[k]!, x));
  const gradient = (at: Float64Array, g: Float64Array): number => slopes(at, lambda, g);
  const isKnown = constraints.length === 0 && shown === "minimum";
  if (!isKnown && curvatureAt(gradient, x, held, normals).order !== "minimum") return null;
  const free = [...x.keys()].filter((i) => held[i] === 0);
  const size = free.length + active.length;
  const scratch = new Float64Array(n);
  const equationsAt = (at: Float64Array, prices = lambda): Float64Array => {
    const left = new Float64Array(size);
    slopes(at, prices, scratch);
    for (let r = 0; r < free.length; r += 1) left[r] = scratch[free[r]!]!;
    active.forEach((k, r) => {
      left[free.length + r] = constraints[k]!.evaluate(at, scratch);
    });
    return left;
  };
  const jacobian = jacobianAt(equationsAt, x, free, normals);
  const lu = luFactor(jacobian.slice(), size);
  if (lu === null) return null;
  const begun = equationsAt(x);
  const missed = begun.map(Math.abs);
  const rounding = roundingOf(equationsAt, jacobian, x, free, size);
  const cut = truncationOf(stationary, lambda, free);
  const known = new Float64Array(size);
  for (let column = 0; column < size; column += 1) {
    const unit = new Float64Array(size);
    unit[column] = 1;
    const inverse = luSolve(lu, unit);
    const amount = missed[column]! + rounding[column]! + (column < free.length ? cut[column]! : 0);
    for (let r = 0; r < size; r += 1) known[r]! += Math.abs(inverse[r]!) * amount;
  }
  if (known.some((value) => !Number.isFinite(value))) return null;
  // Where a step of Newton leaves much of what it solves, its length bounds nothing.
  const step = luSolve(lu, begun);
  const [at, prices] = [Float64Array.from(x), Float64Array.from(lambda)];
  free.forEach((i, r) => {
    at[i]! -= step[r]!;
  });
  active.forEach((k, r) => {
    prices[k]! -= step[free.length + r]!;
  });
  const isStraight = equationsAt(at, prices).every(
    (value, r) => Math.abs(value) <= NEWTON_LEFT * missed[r]! + 2 * rounding[r]!,
  );
  if (!isStraight) return null;
  const doubt = { x: new Float64Array(n), multipliers: new Float64Array(constraints.length) };
  free.forEach((i, r) => {
    doubt.x[i] = Math.max(known[r]!, ULP * Math.abs(x[i]!));
  });
  active.forEach((k, r) => {
    doubt.multipliers[k] = Math.max(known[free.length + r]!, ULP * Math.abs(lambda[k]!));
  });
  return doubt;
}

/** Null where a constraint is neither clearly active nor clearly not. */
function activeOf(
  constraints: readonly Constraint[],
  lambda: Float64Array,
  x: Float64Array,
  f: number,
): number[] | null {
  const weak = WEAK * (1 + Math.abs(f));
  const active: number[] = [];
  for (const [k, { equality, evaluate }] of constraints.entries()) {
    const isTouched = evaluate(x, new Float64Array(x.length)) > -ACTIVE;
    const isPressed = lambda[k]! > weak;
    if (equality || (isTouched && isPressed)) active.push(k);
    else if (isTouched || lambda[k] !== 0) return null;
  }
  return active;
}

function normalOf({ evaluate }: Constraint, x: Float64Array): Float64Array {
  const normal = new Float64Array(x.length);
  evaluate(x, normal);
  return normal;
}

/** [H A'; A 0], row by row. */
function jacobianAt(
  left: (at: Float64Array) => Float64Array,
  x: Float64Array,
  free: readonly number[],
  normals: readonly Float64Array[],
): Float64Array {
  const size = free.length + normals.length;
  const matrix = new Float64Array(size * size);
  const reach = x.reduce((most, value) => Math.max(most, Math.abs(value)), 1);
  free.forEach((i, c) => {
    const h = DIFFERENCE * Math.max(Math.abs(x[i]!), 1e-3 * reach);
    const [above, below] = [x.slice(), x.slice()];
    above[i] = x[i]! + h;
    below[i] = x[i]! - h;
    const [up, down] = [left(above), left(below)];
    for (let r = 0; r < free.length; r += 1)
      matrix[r * size + c] = (up[r]! - down[r]!) / (above[i] - below[i]);
    normals.forEach((normal, k) => {
      matrix[(free.length + k) * size + c] = normal[i]!;
      matrix[c * size + free.length + k] = normal[i]!;
    });
  });
  return matrix;
}

/** By how much the equations depart from their linear course where x moves by a few last bits. */
function roundingOf(
  left: (at: Float64Array) => Float64Array,
  jacobian: Float64Array,
  x: Float64Array,
  free: readonly number[],
  size: number,
): Float64Array {
  const start = left(x);
  const rounding = new Float64Array(size);
  for (let r = 0; r < size; r += 1) {
    let terms = 0;
    free.forEach((i, c) => {
      terms += Math.abs(jacobian[r * size + c]! * x[i]!);
    });
    rounding[r] = ROUNDINGS * ULP * terms;
  }
  for (let probe = 1; probe <= PROBES; probe += 1) {
    const at = x.slice();
    free.forEach((i, c) => {
      const bits = ((probe * (2 * c + 3)) % 17) - 8;
      at[i] = x[i]! * (1 + bits * ULP);
    });
    const there = left(at);
    for (let r = 0; r < size; r += 1) {
      let course = start[r]!;
      free.forEach((i, c) => {
        course += jacobian[r * size + c]! * (at[i]! - x[i]!);
      });
      rounding[r] = Math.max(rounding[r]!, 2 * Math.abs(there[r]! - course));
    }
  }
  return rounding;
}

/** What central differences cut off, from those of the doubled distance. */
function truncationOf(
  { coarser, constraints, objective, x }: Stationary,
  lambda: Float64Array,
  free: readonly number[],
): Float64Array {
  const cut = new Float64Array(x.length);
  const put = (fine: Differentiable, coarse: Differentiable | undefined, weight: number): void => {
    if (coarse === undefined || weight === 0) return;
    const [near, far] = [new Float64Array(x.length), new Float64Array(x.length)];
    fine(x, near);
    coarse(x, far);
    for (let i = 0; i < x.length; i += 1) cut[i]! += weight * Math.abs(far[i]! - near[i]!);
  };
  put(objective, coarser, 1);
  constraints.forEach((one, k) => {
    put(one.evaluate, one.coarser, Math.abs(lambda[k]!));
  });
  return Float64Array.from(free, (i) => cut[i]!);
}
