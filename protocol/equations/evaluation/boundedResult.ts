/** An equation whose result can only lie in a range: a probability of 4 is no answer. */
import type { QuantityRange } from "../../units/quantityRanges.js";
import type {
  CarriedInputs,
  CompiledEquation,
  InputInfo,
  ResultUnit,
  Uncertainties,
} from "./evaluate.js";
import type { Outcome } from "./evaluation.js";

export class BoundedResult implements CompiledEquation {
  readonly kind: CompiledEquation["kind"];
  readonly subject: string | null;
  readonly canonical: string;
  readonly slotNames: readonly string[];
  readonly inputs: readonly InputInfo[];
  readonly result: ResultUnit;
  /** Without the range. */
  readonly equation: CompiledEquation;
  private readonly name: string;
  private readonly quantity: string;
  private readonly range: QuantityRange;

  /** @param quantity its name, as records have it */
  constructor(equation: CompiledEquation, name: string, quantity: string, range: QuantityRange) {
    this.equation = equation;
    this.name = name;
    this.quantity = quantity;
    this.range = range;
    this.kind = equation.kind;
    this.subject = equation.subject;
    this.canonical = equation.canonical;
    this.slotNames = equation.slotNames;
    this.inputs = equation.inputs;
    this.result = equation.result;
  }

  value(slots: Float64Array): number {
    return this.equation.value(slots);
  }

  accepts(key: string): boolean {
    return this.equation.accepts(key);
  }

  /** What lies beyond by no more than its own error is at the end of the range. */
  evaluate(
    inputs: Readonly<Record<string, number>>,
    uncertainties?: Uncertainties,
    carried?: CarriedInputs,
  ): Outcome {
    const outcome = this.equation.evaluate(inputs, uncertainties, carried);
    if (outcome.status !== "value") return outcome;
    const { absoluteBound, uncertainty, value } = outcome;
    const [min, max] = this.range;
    const room = Math.max(absoluteBound, uncertainty);
    if (value >= min - room && value <= max + room) return outcome;
    const bounds =
      max === Number.POSITIVE_INFINITY ? `at least ${min}` : `between ${min} and ${max}`;
    return {
      status: "refused",
      refusal: {
        kind: "domain-error",
        message:
          `The result ${this.name} = ${value} cannot be: ${withArticle(this.quantity)} is ` +
          `${bounds}. The inputs contradict each other, or the equation does not hold for them.`,
      },
    };
  }
}

function withArticle(quantity: string): string {
  return `${/^[aeiou]/.test(quantity) ? "an" : "a"} ${quantity.replaceAll("_", " ")}`;
}
