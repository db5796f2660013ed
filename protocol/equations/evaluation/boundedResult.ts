/** An equation whose result can only lie in a range: a probability of 4 is no answer. */
import type { QuantityRange } from "../../units/quantityRanges.js";
import type { CompiledEquation } from "./evaluate.js";
import type { Outcome } from "./evaluation.js";
import { WrappedEquation } from "./wrappedEquation.js";

export class BoundedResult extends WrappedEquation {
  readonly #name: string;
  readonly #quantity: string;
  readonly #range: QuantityRange;

  /** @param quantity its name, as records have it */
  constructor(equation: CompiledEquation, name: string, quantity: string, range: QuantityRange) {
    super(equation);
    this.#name = name;
    this.#quantity = quantity;
    this.#range = range;
  }

  /** What lies beyond by no more than its own error is at the end of the range. */
  protected override checked(outcome: Outcome): Outcome {
    if (outcome.status !== "value") return outcome;
    const { absoluteBound, uncertainty, value } = outcome;
    const [min, max] = this.#range;
    const room = Math.max(absoluteBound, uncertainty);
    if (value >= min - room && value <= max + room) return outcome;
    const bounds =
      max === Number.POSITIVE_INFINITY ? `at least ${min}` : `between ${min} and ${max}`;
    return {
      status: "refused",
      refusal: {
        kind: "domain-error",
        message:
          `The result ${this.#name} = ${value} cannot be: ${withArticle(this.#quantity)} is ` +
          `${bounds}. The inputs contradict each other, or the equation does not hold for them.`,
      },
    };
  }
}

function withArticle(quantity: string): string {
  return `${/^[aeiou]/.test(quantity) ? "an" : "a"} ${quantity.replaceAll("_", " ")}`;
}
