/**
 * An initial value problem, compiled once: by a solution in closed form where one is known, else
 * integrated.
 */
import type { Expr, Ode } from "../reading/ast.js";
import { ODE_COMPONENTS_MAX, SOLVE_WORK_MAX } from "../../limits.js";
import { bindNames } from "../reading/bindNames.js";
import type { EquationContext, NameTable } from "../reading/bindNames.js";
import { compileChecks } from "../evaluation/compileChecks.js";
import type { ResultCheck } from "../evaluation/compileChecks.js";
import { refuse } from "../evaluation/compileLower.js";
import { declaredResult } from "../evaluation/compileUnit.js";
import { DimensionWalk, unitText } from "../dimensions/dimensions.js";
import type {
  CarriedInputs,
  CompiledEquation,
  InputInfo,
  ResultUnit,
  Uncertainties,
} from "../evaluation/evaluate.js";
import type { Outcome } from "../evaluation/evaluation.js";
import { binary, nameAt, number } from "../reading/expr.js";
import { rateName } from "./odeClassify.js";
import { closedSolutions } from "./odeClosed.js";
import { ClosedForms } from "./odeClosedForms.js";
import { SolvedOde } from "./odeSolve.js";
import { problemOf } from "./odeNames.js";
import type { Problem } from "./odeNames.js";
import { RungeKutta, SIZE_FLOOR } from "./odeRungeKutta.js";
import { printStatement } from "../reading/print.js";
import { metered } from "../evaluation/workMeter.js";

/** What both ways of solving need of one problem. */
export interface OdeParts {
  readonly ode: Ode;
  readonly problem: Problem;
  readonly names: NameTable;
  readonly canonical: string;
  readonly result: ResultUnit;
  readonly check: ResultCheck | null;
  readonly notes: readonly string[];
}

/** @param ode with its definitions written in. @throws EquationRefusal */
export function compileOde(ode: Ode, context: EquationContext): CompiledEquation {
  const problem = withProvenStart(ode, problemOf(ode, context), context);
  if (problem.components.length > ODE_COMPONENTS_MAX) {
    refuse(
      "budget",
      `A system has at most ${ODE_COMPONENTS_MAX} unknowns, first derivatives counted; this one has ${problem.components.length}.`,
    );
  }
  const names = bindNames([...problem.inputs, "pi"], problem.context);
  const parts: OdeParts = {
    ode,
    problem,
    names,
    canonical: printStatement(ode.statement),
    result: unitOf(ode, problem, names, ode.subject),
    check: compileChecks(ode.ranges, [ode.subject], names),
    notes: (context.fieldInputs ?? [])
      .filter((name) => names.bindings.has(name))
      .map((name) => `${name} was held constant over the interval.`),
  };
  const forward = new CompiledOde(parts);
  if (ode.unknown === null) return forward;
  const at = names.slots.findIndex(
    (slot) => slot.name === ode.unknown || slot.aliases.includes(ode.unknown!),
  );
  if (at < 0)
    refuse(
      "solve-for",
      `${ode.unknown} is no input of the differential equation of ${ode.subject}; inputs are ` +
        `${names.slots.map(({ name }) => name).join(", ")}.`,
    );
  return new SolvedOde(forward, parts, at, (unknown) => unitOf(ode, problem, names, unknown));
}

/**
 * The start is declared back in the unit the equation gives its variable, where nobody stated one.
 */
function withProvenStart(ode: Ode, problem: Problem, context: EquationContext): Problem {
  if ((problem.context.symbols.get(problem.start)?.unit ?? null) !== null) return problem;
  const proven = unitOf(ode, problem, bindNames(problem.inputs, problem.context), ode.variable);
  if (proven.unit === null) return problem;
  const variable = {
    name: ode.variable,
    aliases: [],
    unit: proven.unit,
    dimension: proven.dimension,
  };
  return problemOf(ode, {
    ...context,
    symbols: new Map([...context.symbols, [ode.variable, variable]]),
  });
}

/**
 * Both sides of every equation must have one dimension. @returns the unit of the name that is asked
 * for.
 */
function unitOf(ode: Ode, problem: Problem, names: NameTable, name: string): ResultUnit {
  const { context } = problem;
  const sought = ode.unknown === null ? ode.subject : ode.unknown;
  const stated = declaredResult(sought, true, context);
  const declared =
    sought === name ? stated : declaredResult(name, true, { ...context, resultUnit: null });
  const dimensions = new Map(names.dimensions);
  for (const { name } of problem.components)
    dimensions.set(name, context.symbols.get(name)?.dimension ?? null);
  dimensions.set(
    ode.variable,
    context.symbols.get(ode.variable)?.dimension ?? names.dimensions.get(problem.end) ?? null,
  );
  if (declared !== null) dimensions.set(name, declared.dimension);
  const walk = new DimensionWalk({
    dimensionOf: (name) => dimensions.get(name) ?? null,
    valueOf: () => undefined,
  });
  const agree = (left: Expr, right: Expr, what: string, whole: Expr): void => {
    walk.agree(left, walk.form(left), right, walk.form(right), what, whole);
  };
  for (const { name, order, rate } of ode.states) {
    const unknown = nameAt(name, rate);
    const variable = nameAt(ode.variable, rate);
    const below = order === 1 ? variable : binary("^", variable, number(order, rate));
    if (order === 2)
      agree(
        nameAt(rateName(name, ode.variable), rate),
        binary("/", unknown, variable),
        "first derivative",
        rate,
      );
    agree(binary("/", unknown, below), rate, `equation of ${name}`, rate);
  }
  const at = ode.states[0]!.rate;
  for (const { name, initial } of problem.components)
    agree(nameAt(initial, at), nameAt(name, at), "initial value", at);
  for (const name of [problem.start, problem.end])
    agree(nameAt(name, at), nameAt(ode.variable, at), "interval", at);
  const asked = nameAt(name, at);
  const answer = walk.answer(walk.form(asked), asked);
  return {
    dimension: answer.dimension,
    unitUnknown: answer.unknown,
    unit: answer.dimension === null ? null : unitText(answer.dimension, declared),
  };
}

/** Sums and integrals in the rates count for the work of the integration they are part of. */
export function withinWork(evaluate: () => Outcome): Outcome {
  const { value, isSpent } = metered(SOLVE_WORK_MAX, evaluate);
  return isSpent
    ? {
        status: "refused",
        refusal: {
          kind: "budget",
          message: "The sums and integrals of the equation would be run too often.",
        },
      }
    : value;
}

export class CompiledOde implements CompiledEquation {
  readonly kind = "ode" as const;
  readonly subject: string;
  readonly canonical: string;
  readonly slotNames: readonly string[];
  readonly inputs: readonly InputInfo[];
  readonly result: ResultUnit;
  private readonly closed: ClosedForms | null;
  private readonly stepwise: RungeKutta;

  constructor(parts: OdeParts) {
    const { ode, problem, names } = parts;
    this.subject = ode.subject;
    this.canonical = parts.canonical;
    this.slotNames = names.slots.map(({ name }) => name);
    this.inputs = names.slots.map((slot) => ({
      name: slot.name,
      aliases: slot.aliases,
      unit: slot.unit,
      description: slot.description,
      fallback: slot.fallback?.declared ?? null,
    }));
    this.result = parts.result;
    const solutions = closedSolutions(ode, problem);
    this.closed = solutions.length === 0 ? null : new ClosedForms(solutions, parts);
    this.stepwise = new RungeKutta(parts);
  }

  accepts(key: string): boolean {
    return this.stepwise.binder.table.slotOf(key) >= 0;
  }

  /** Operations of one `rough` value. */
  get roughWork(): number {
    return this.stepwise.roughWork;
  }

  /** A value for a search: on the first grid, where no solution in closed form is known. */
  rough(slots: Float64Array): number {
    const closed = this.closed === null ? null : this.closed.value(slots);
    return closed ?? this.stepwise.roughAt(slots);
  }

  /** By Runge-Kutta on one grid of equal steps, also where a closed form is known. */
  onGrid(slots: Float64Array, steps: number): number {
    return this.stepwise.onGrid(slots, steps);
  }

  value(slots: Float64Array): number {
    const closed = this.closed === null ? null : this.closed.value(slots);
    return closed ?? this.stepwise.valueAt(slots);
  }

  /** As `evaluate`, with a value near zero held to the size of the solution on its way. */
  evaluateNearZero(
    inputs: Readonly<Record<string, number>>,
    uncertainties?: Uncertainties,
    carried?: CarriedInputs,
  ): Outcome {
    return this.stepwise.evaluate(inputs, uncertainties, carried, SIZE_FLOOR);
  }

  evaluate(
    inputs: Readonly<Record<string, number>>,
    uncertainties?: Uncertainties,
    carried?: CarriedInputs,
  ): Outcome {
    return withinWork(
      () =>
        this.closed?.evaluate(inputs, uncertainties, carried) ??
        this.stepwise.evaluate(inputs, uncertainties, carried),
    );
  }
}
