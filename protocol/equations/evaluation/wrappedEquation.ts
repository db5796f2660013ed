/** An equation that looks at the outcome of another one, and is the same in all else. */
import type {
  CarriedInputs,
  CompiledEquation,
  InputInfo,
  ResultUnit,
  Uncertainties,
} from "./evaluate.js";
import type { Outcome } from "./evaluation.js";

export abstract class WrappedEquation implements CompiledEquation {
  readonly kind: CompiledEquation["kind"];
  readonly subject: string | null;
  readonly canonical: string;
  readonly slotNames: readonly string[];
  readonly inputs: readonly InputInfo[];
  readonly result: ResultUnit;
  /** Without what the wrapper demands. */
  readonly equation: CompiledEquation;

  constructor(equation: CompiledEquation) {
    this.equation = equation;
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

  evaluate(
    inputs: Readonly<Record<string, number>>,
    uncertainties?: Uncertainties,
    carried?: CarriedInputs,
  ): Outcome {
    return this.checked(this.equation.evaluate(inputs, uncertainties, carried), inputs);
  }

  /** The outcome for these inputs, or a refusal in its place. */
  protected checked(outcome: Outcome, _inputs: Readonly<Record<string, number>>): Outcome {
    return outcome;
  }
}
