/** The demand on every way of solving: make both sides agree. */
import type { Expr, Implicit, Refusal } from "../reading/ast.js";
import { bindNames } from "../reading/bindNames.js";
import type { EquationContext, NameTable } from "../reading/bindNames.js";
import { PRECISION_BOUND, SOLVE_ROOTS_MAX } from "../../limits.js";
import { namesOf } from "../reading/walk.js";

export interface ImplicitQuestion {
  readonly left: Expr;
  readonly right: Expr;
  readonly classified: Implicit;
  readonly context: EquationContext;
}

/** What every name of the equation stands for, but for the unknown itself. */
export function namesBeside({ left, right, classified, context }: ImplicitQuestion): NameTable {
  const names = new Set([...namesOf(left), ...namesOf(right)]);
  names.delete(classified.subject);
  return bindNames([...names], context);
}

/** Least and greatest value the unknown may take. */
export function rangeOf({ classified, context }: ImplicitQuestion): readonly [number, number] {
  const range = context.symbols.get(classified.subject)?.range;
  return [range?.[0] ?? Number.NEGATIVE_INFINITY, range?.[1] ?? Number.POSITIVE_INFINITY];
}

/** Whether only integers solve it. */
export function isCounted({ classified, context }: ImplicitQuestion): boolean {
  return context.symbols.get(classified.subject)?.whole === true;
}

/** The invariant of every solution: put back, both sides agree within the gate. */
export function agree(left: number, right: number): boolean {
  return Math.abs(left - right) <= PRECISION_BOUND * Math.max(Math.abs(left), Math.abs(right));
}

/** Refusals whose values are all that solve the equation. */
const complete = new WeakSet<Refusal>();

export function withAllValues(refusal: Refusal): Refusal {
  complete.add(refusal);
  return refusal;
}

export function hasAllValues(refusal: Refusal): boolean {
  return complete.has(refusal);
}

export function multipleResults(subject: string, values: readonly number[]): Refusal {
  const sorted = [...values].sort((a, b) => a - b);
  const refusal: Refusal = {
    kind: "multi-result",
    message:
      `The equation has ${values.length >= SOLVE_ROOTS_MAX ? "at least " : ""}${values.length} results ` +
      `for ${subject}, an answer carries one: ${sorted.slice(0, -1).join(", ")} and ${sorted.at(-1)}; ` +
      `a range of ${subject} (min, max) chooses among them.`,
    values: sorted,
  };
  return values.length >= SOLVE_ROOTS_MAX ? refusal : withAllValues(refusal);
}

export function noSolution(subject: string, why: string): Refusal {
  return { kind: "no-solution", message: `No value of ${subject} makes both sides agree: ${why}.` };
}
