/**
 * Operators by numerical paths of their own: bisection of subject - equation, or Runge-Kutta on
 * halved steps.
 */
import { CompiledOde } from "../../equations/odes/compiled.js";
import type { CompiledEquation } from "../../equations/evaluation/evaluate.js";
import type { Evaluation, Outcome } from "../../equations/evaluation/evaluation.js";
import { ODE_STEPS_MAX } from "../../limits.js";
import type { ChainOperator } from "../../chains/plan.js";
import { badInput, notConverged, refusedQuestion, SolverMissing, stopIf } from "../refusal.js";
import type { Level, Method, StopSignal } from "../solver.js";

/** Relative width at which nothing more is asked of a bracket, and change at which of a grid. */
const SETTLED = 1e-11;
const SETTLED_GRID = 1e-10;
const LEVELS_SHOWN = 4;
const EXPONENT_MAX = 1_000;
const GRID_FIRST = 8;

export interface Numerical {
  readonly value: number;
  readonly relative: number;
  readonly method: Method;
  readonly iterations: number;
  readonly converged: boolean;
  readonly levels: readonly Level[];
}

export interface Solved {
  readonly numerical: Numerical;
  readonly evaluation: Evaluation;
  readonly equation: CompiledEquation;
}

/** Whether the value beside comes from a closed form, not from another integration. */
export function isClosed({ notes }: Evaluation): boolean {
  return !notes.some((note) => note.startsWith("NUMERICAL FALLBACK"));
}

/** @throws SolverMissing, SolverRefusal */
function valueOf(outcome: Outcome, operatorId: string, pointer: string): Evaluation {
  switch (outcome.status) {
    case "value":
      return outcome;
    case "missing": {
      const { accepts, message, missing } = outcome.inputError;
      throw new SolverMissing(
        missing,
        accepts.split(",").map((name) => name.trim()),
        message,
      );
    }
    case "refused":
      throw refusedQuestion(outcome.refusal, operatorId);
    case "bad-input":
      throw badInput(`${pointer}/${outcome.name}`, outcome.message);
    case "not-converged":
      throw notConverged("gate", outcome.message);
  }
}

/**
 * The equation that answers: the operator's own, or solved for the one input that is absent where
 * its result is given.
 */
function equationFor(
  operator: ChainOperator,
  inputs: Readonly<Record<string, number>>,
): {
  readonly equation: CompiledEquation;
  readonly outcome: Outcome;
} {
  const { compiled, id, refusal, resultSymbol, symbols } = operator;
  if (compiled === null) throw refusedQuestion(refusal!, id);
  const outcome = compiled.evaluate(inputs);
  if (
    outcome.status === "missing" &&
    resultSymbol !== null &&
    Object.hasOwn(inputs, resultSymbol) &&
    !symbols.has(resultSymbol)
  ) {
    const [unknown, another] = outcome.inputError.missing_all;
    if (unknown !== undefined && another === undefined) {
      const solved = operator.solvedFor(unknown);
      if (!("evaluate" in solved)) throw refusedQuestion(solved, id);
      return { equation: solved, outcome: solved.evaluate(inputs) };
    }
  }
  return { equation: compiled, outcome };
}

export function solveOperator(
  operator: ChainOperator,
  inputs: Readonly<Record<string, number>>,
  iterationsMax: number,
  stop: StopSignal,
): Solved {
  const { equation, outcome } = equationFor(operator, inputs);
  const evaluation = valueOf(outcome, operator.id, "/inputs");
  const slots = Float64Array.from(
    equation.slotNames,
    (name) => evaluation.bound[name] ?? evaluation.assumed[name]?.value ?? Number.NaN,
  );
  if (equation instanceof CompiledOde)
    return { equation, evaluation, numerical: onGrids(equation, slots, iterationsMax, stop) };
  const direct = equation.value(slots);
  // Sums over numbered inputs and bra-kets take their inputs from names that no slot stands for.
  const right = Number.isFinite(direct) ? direct : evaluation.value;
  return { equation, evaluation, numerical: bisectSubject((y) => y - right, iterationsMax) };
}

/** Fourth-order Runge-Kutta on grids of doubled steps: each iteration halves the step. */
function onGrids(
  equation: CompiledOde,
  slots: Float64Array,
  iterationsMax: number,
  stop: StopSignal,
): Numerical {
  const levels: Level[] = [];
  let steps = GRID_FIRST;
  let before = equation.onGrid(slots, steps);
  levels.push({ resolution: steps, value: before });
  let relative = Number.POSITIVE_INFINITY;
  let iterations = 0;
  while (iterations < iterationsMax && 2 * steps <= ODE_STEPS_MAX) {
    stopIf(stop);
    steps *= 2;
    iterations += 1;
    const now = equation.onGrid(slots, steps);
    const change = Math.abs(now - before) / 15;
    relative = Number.isFinite(now)
      ? change === 0
        ? 0
        : change / Math.abs(now)
      : Number.POSITIVE_INFINITY;
    levels.push({ resolution: steps, value: now });
    before = now;
    if (relative <= SETTLED_GRID) break;
  }
  return {
    value: before,
    relative,
    method: "step-halving",
    iterations,
    converged: relative <= 1e-4,
    levels: levels.slice(-LEVELS_SHOWN).filter(({ value }) => Number.isFinite(value)),
  };
}

/** The subject as the root of its equation's residual, from a bracket of one binary place. */
function bisectSubject(residual: (y: number) => number, iterationsMax: number): Numerical {
  const atZero = residual(0);
  if (atZero === 0)
    return {
      value: 0,
      relative: 0,
      method: "residual",
      iterations: 0,
      converged: true,
      levels: [{ resolution: 0, value: 0 }],
    };
  const sign = atZero < 0 ? 1 : -1;
  let high = 1;
  let tries = 0;
  while (sign * residual(sign * high) < 0 && tries < EXPONENT_MAX) {
    high *= 2;
    tries += 1;
  }
  while (sign * residual((sign * high) / 2) >= 0 && tries < EXPONENT_MAX) {
    high /= 2;
    tries += 1;
  }
  return bisect(residual, sign > 0 ? high / 2 : -high, sign > 0 ? high : -high / 2, iterationsMax);
}

/** Halves a bracket whose ends have different signs. */
export function bisect(
  residual: (y: number) => number,
  from: number,
  to: number,
  iterationsMax: number,
  scale = 0,
): Numerical {
  let [low, high] = [from, to];
  const below = residual(low) < 0;
  const levels: Level[] = [];
  let iterations = 0;
  let middle = low + (high - low) / 2;
  while (iterations < iterationsMax) {
    const value = residual(middle);
    iterations += 1;
    if (value === 0) [low, high] = [middle, middle];
    else if (value < 0 === below) low = middle;
    else high = middle;
    middle = low + (high - low) / 2;
    levels.push({ resolution: iterations, value: middle });
    if (high - low <= SETTLED * Math.max(Math.abs(middle), scale)) break;
  }
  const half = (high - low) / 2;
  const relative = half === 0 ? 0 : half / Math.max(Math.abs(middle), scale);
  return {
    value: middle,
    relative,
    method: "residual",
    iterations,
    converged: relative <= 1e-4,
    levels: levels.slice(-LEVELS_SHOWN),
  };
}
