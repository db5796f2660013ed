/**
 * Unknowns that count something: what solves the equation is an answer only if it is a whole
 * number.
 */
import type { Refusal } from "../reading/ast.js";
import type { CompiledEquation } from "./evaluate.js";
import type { Evaluation, Outcome } from "./evaluation.js";
import { WrappedEquation } from "./wrappedEquation.js";

/** A value known no better than this does not tell one whole number from the next. */
const BOUND_MAX = 0.5;

/** Whether a value is a whole number as far as its numerical error lets anyone see. */
export function isWhole({ value, absoluteBound }: Evaluation): boolean {
  return Math.abs(value - Math.round(value)) <= absoluteBound;
}

/** Of several answers those that are whole numbers, if there are any. */
export function wholeAmong(found: readonly Evaluation[]): readonly Evaluation[] {
  const whole = found.filter(isWhole);
  return whole.length === 0 ? found : whole;
}

/** An equation whose result must be a whole number. */
export class WholeResult extends WrappedEquation {
  readonly #name: string;

  constructor(equation: CompiledEquation, name: string) {
    super(equation);
    this.#name = name;
  }

  protected override checked(outcome: Outcome): Outcome {
    if (outcome.status !== "value") return outcome;
    if (!isWhole(outcome))
      return refused({
        kind: "domain-error",
        message: `The result ${this.#name} = ${outcome.value} must be a whole number.`,
      });
    if (outcome.absoluteBound >= BOUND_MAX)
      return refused({
        kind: "precision-loss",
        message: `The whole number ${this.#name} is known only to within ${outcome.absoluteBound.toPrecision(2)}.`,
      });
    return this.#rounded(outcome, Math.round(outcome.value) + 0);
  }

  #rounded(outcome: Evaluation, value: number): Outcome {
    const ending = ` = ${outcome.value}`;
    const { substituted } = outcome;
    return {
      ...outcome,
      value,
      substituted: substituted.endsWith(ending)
        ? `${substituted.slice(0, -ending.length)} = ${value}`
        : substituted,
    };
  }
}

function refused(refusal: Refusal): Outcome {
  return { status: "refused", refusal };
}
