/**
 * A value and its negative both solve the equation: of a speed or an extension people mean the
 * size. Where one of them alone solves it, or others do as well, nothing is chosen.
 */
import type { CarriedInputs, CompiledEquation, Uncertainties } from "./evaluate.js";
import type { Outcome } from "./evaluation.js";
import { WrappedEquation } from "./wrappedEquation.js";

export class SizeWhereBoth extends WrappedEquation {
  readonly #size: CompiledEquation;

  /** @param size the same equation, solved among values that are not negative */
  constructor(signed: CompiledEquation, size: CompiledEquation) {
    super(signed);
    this.#size = size;
  }

  override evaluate(
    inputs: Readonly<Record<string, number>>,
    uncertainties?: Uncertainties,
    carried?: CarriedInputs,
  ): Outcome {
    const outcome = this.equation.evaluate(inputs, uncertainties, carried);
    if (outcome.status !== "refused" || outcome.refusal.kind !== "multi-result") return outcome;
    const [low, high, another] = outcome.refusal.values ?? [];
    if (low === undefined || high === undefined || another !== undefined || low !== -high)
      return outcome;
    return this.#size.evaluate(inputs, uncertainties, carried);
  }
}
