/**
 * An initial value problem, compiled once: names bound, units proven.
 */
import type { Expr, Ode } from "../reading/ast.js";
import { ODE_COMPONENTS_MAX } from "../../limits.js";
import { bindNames } from "../reading/bindNames.js";
import type { EquationContext, NameTable } from "../reading/bindNames.js";
import { compileChecks } from "../lowering/checks.js";
import { refuse } from "../reading/refuse.js";
import { declaredResult } from "../evaluation/unit.js";
import { DimensionWalk, unitText } from "../dimensions/dimensions.js";
import type { CompiledEquation, ResultUnit } from "../evaluation/evaluate.js";
import { binary, nameAt, number } from "../reading/expr.js";
import { rateName } from "./read.js";
import { CompiledOde } from "./compiled.js";
import type { OdeParts } from "./parts.js";
import { SolvedOde } from "./solve.js";
import { problemOf } from "./names.js";
import type { Problem } from "./names.js";
import { printStatement } from "../reading/print.js";

/** @param ode with its definitions written in. @throws EquationRefusal */
export function compileOde(ode: Ode, context: EquationContext): CompiledEquation {
  const problem = withProvenStart(ode, problemOf(ode, context), context);
  if (problem.components.length > ODE_COMPONENTS_MAX) {
    refuse(
      "budget",
      `A system has at most ${ODE_COMPONENTS_MAX} unknowns, first derivatives counted; this one ` +
        `has ${problem.components.length}.`,
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
