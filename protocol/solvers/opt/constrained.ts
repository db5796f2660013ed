/**
 * Augmented Lagrangian over the bounded descent (Nocedal and Wright, Numerical Optimization, 2nd
 * ed., 17.4), and what shows that its answer is one: feasibility and the Karush-Kuhn-Tucker
 * residual.
 */
import { IntervalRun } from "../../equations/integrals/interval.js";
import { noSolution, notConverged } from "../refusal.js";
import type { StopSignal } from "../solver.js";
import { descend, projectedGradient, type Descent, type Problem } from "./descent.js";
import type { Constraint, Differentiable } from "./objective.js";

/** Violation that a descent to the least of them may leave. */
const VIOLATION_MAX = 1e-6;
/** Violation that the rounding of interval ends does not explain. */
const VIOLATION_SHOWN = 1e-6;

export interface Solved extends Descent {
  /** One for each constraint, not negative for inequalities. */
  readonly multipliers: Float64Array;
  readonly violation: number;
  readonly levels: readonly number[];
}

const OUTER_MAX = 60;
const INNER_MAX = 3_000;
const PENALTY_MAX = 1e12;
const FEASIBLE = 1e-9;

export function violationOf(constraints: readonly Constraint[], x: Float64Array): number {
  const scratch = new Float64Array(x.length);
  let worst = 0;
  for (const { equality, evaluate } of constraints) {
    const value = evaluate(x, scratch);
    worst = Math.max(worst, equality ? Math.abs(value) : value);
  }
  return worst;
}

/**
 * Gradient of the Lagrangian at x into g. @returns largest entry left after the bounds have taken
 * their share
 */
function kkt(
  problem: Problem,
  objective: Differentiable,
  constraints: readonly Constraint[],
  x: Float64Array,
  multipliers: Float64Array,
): number {
  const g = new Float64Array(x.length);
  const part = new Float64Array(x.length);
  objective(x, g);
  constraints.forEach(({ evaluate }, k) => {
    evaluate(x, part);
    for (let i = 0; i < g.length; i += 1) g[i]! += multipliers[k]! * part[i]!;
  });
  return projectedGradient(problem, x, g);
}

/** Constraints that a search did not meet, which shows nothing. */
function neverMet(constraints: readonly Constraint[], violation: number): Error {
  const which = constraints.length === 1 ? constraints[0]!.text : "all constraints";
  return notConverged(
    "budget",
    `no point that satisfies ${which} was found from the start: the least violation reached is ` +
      `${violation}. That there is none is not shown; state another start.`,
    { violation, proved: false },
  );
}

/** Whether intervals show that a constraint is violated everywhere within the bounds. */
function isNeverMet({ equality, written }: Constraint, { lower, upper }: Problem): boolean {
  if (written === undefined) return false;
  const run = new IntervalRun(written.root);
  run.unresolvedBox(lower, upper);
  const [low, high] = run.range;
  return low > VIOLATION_SHOWN || (equality && high < -VIOLATION_SHOWN);
}

/**
 * @throws SolverRefusal NO_SOLUTION where the constraints are shown to exclude each other,
 * DID_NOT_CONVERGE where no point that meets them was found
 */
export function solveConstrained(
  problem: Problem,
  objective: Differentiable,
  constraints: readonly Constraint[],
  start: Float64Array,
  tolerance: number,
  stop: StopSignal,
): Solved {
  const impossible = constraints.find((one) => isNeverMet(one, problem));
  if (impossible !== undefined)
    throw noSolution(`no point within the bounds satisfies ${impossible.text}.`, {
      violation: violationOf(constraints, start),
      proved: true,
    });
  const multipliers = new Float64Array(constraints.length);
  let penalty = 10;
  let x: Float64Array = Float64Array.from(start);
  let last = Number.POSITIVE_INFINITY;
  const levels: number[] = [];
  let iterations = 0,
    evaluations = 0;
  for (let outer = 0; outer < OUTER_MAX; outer += 1) {
    const weight = penalty;
    const inner: Problem = {
      ...problem,
      evaluate: (at, g) => lagrangian(objective, constraints, multipliers, weight, at, g),
    };
    const done = descend(
      inner,
      x,
      Math.max(tolerance, 1e-3 / (1 + outer * outer * outer * outer)),
      INNER_MAX,
      stop,
    );
    iterations += done.iterations;
    evaluations += done.evaluations;
    if (done.unbounded) {
      // A fall that leaves the constraints behind says nothing of the points that meet them.
      const near = leastViolation(problem, constraints, done.x, stop);
      if (near > VIOLATION_MAX) throw neverMet(constraints, near);
      throw noSolution("the objective falls without bound over the feasible points.", {
        unbounded: true,
      });
    }
    x = done.x;
    const scratch = new Float64Array(x.length);
    constraints.forEach(({ equality, evaluate }, k) => {
      const moved = multipliers[k]! + weight * evaluate(x, scratch);
      multipliers[k] = equality ? moved : Math.max(0, moved);
    });
    const violation = violationOf(constraints, x);
    const f = objective(x, scratch);
    levels.push(f);
    const residual = kkt(problem, objective, constraints, x, multipliers);
    const size = 1 + Math.abs(f) + multipliers.reduce((s, v) => Math.max(s, Math.abs(v)), 0);
    if (violation <= FEASIBLE && residual <= Math.max(tolerance, 1e-7) * size) {
      return {
        x,
        f,
        gradient: scratch,
        optimality: residual / size,
        iterations,
        evaluations,
        unbounded: false,
        multipliers,
        violation,
        levels,
      };
    }
    // Below what is asked for violations are roundings, which no penalty lessens.
    if (violation > FEASIBLE && violation > 0.25 * last)
      penalty = Math.min(PENALTY_MAX, 10 * penalty);
    if (penalty >= PENALTY_MAX && violation > 1e-6 && violation > 0.9 * last)
      refuseInfeasible(problem, constraints, x, stop);
    last = violation;
  }
  const left = violationOf(constraints, x);
  if (left > 1e-6) refuseInfeasible(problem, constraints, x, stop);
  throw notConverged("budget", `${OUTER_MAX} rounds left the constraints violated by ${left}.`, {
    violation: left,
  });
}

/**
 * f + SUM lambda h + rho/2 h^2 over equalities, (max(0, lambda + rho g)^2 - lambda^2) / 2 rho over
 * inequalities.
 */
function lagrangian(
  objective: Differentiable,
  constraints: readonly Constraint[],
  multipliers: Float64Array,
  rho: number,
  x: Float64Array,
  g: Float64Array,
): number {
  let value = objective(x, g);
  const part = new Float64Array(x.length);
  constraints.forEach(({ equality, evaluate }, k) => {
    const c = evaluate(x, part);
    const lambda = multipliers[k]!;
    const pull = equality ? lambda + rho * c : Math.max(0, lambda + rho * c);
    value += equality
      ? lambda * c + 0.5 * rho * c * c
      : (pull * pull - lambda * lambda) / (2 * rho);
    if (pull !== 0) for (let i = 0; i < g.length; i += 1) g[i]! += pull * part[i]!;
  });
  return value;
}

/** The sum of squared violations is brought to a stationary point: the violation there. */
function leastViolation(
  problem: Problem,
  constraints: readonly Constraint[],
  from: Float64Array,
  stop: StopSignal,
): number {
  const squares: Problem = {
    ...problem,
    evaluate: (x, g) => {
      g.fill(0);
      const part = new Float64Array(x.length);
      let total = 0;
      for (const { equality, evaluate } of constraints) {
        const c = evaluate(x, part);
        const missed = equality ? c : Math.max(0, c);
        total += 0.5 * missed * missed;
        if (missed !== 0) for (let i = 0; i < g.length; i += 1) g[i]! += missed * part[i]!;
      }
      return total;
    },
  };
  const { x } = descend(squares, from, 1e-12, INNER_MAX, stop);
  return violationOf(constraints, x);
}

function refuseInfeasible(
  problem: Problem,
  constraints: readonly Constraint[],
  from: Float64Array,
  stop: StopSignal,
): never {
  const violation = leastViolation(problem, constraints, from, stop);
  if (violation > VIOLATION_MAX) {
    // Sums of squares of linear functions have one valley.
    if (constraints.every(({ linear }) => linear))
      throw noSolution(`no point satisfies all constraints: the least violation is ${violation}.`, {
        violation,
        proved: true,
      });
    throw neverMet(constraints, violation);
  }
  throw notConverged(
    "budget",
    `the penalty reached ${PENALTY_MAX} before the constraints were met.`,
    { violation },
  );
}
