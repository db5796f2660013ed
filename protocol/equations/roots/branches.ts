/**
 * An unknown that occurs once: each branch of the inverse is a closed form, and one of them must be
 * the answer.
 */
import type { Refusal } from "../reading/ast.js";
import { closures } from "../evaluation/valueFunction.js";
import type { ValueFunction } from "../evaluation/valueFunction.js";
import { lower } from "../lowering/lower.js";
import type {
  CarriedInputs,
  CompiledClosedForm,
  CompiledEquation,
  InputInfo,
  ResultUnit,
  Uncertainties,
} from "../evaluation/evaluate.js";
import type { Evaluation, Outcome } from "../evaluation/evaluation.js";
import { agree, isCounted, multipleResults, namesBeside, noSolution, rangeOf } from "./question.js";
import type { ImplicitQuestion } from "./question.js";
import { wholeAmong } from "../evaluation/wholeNumbers.js";

export class Branches implements CompiledEquation {
  readonly kind = "implicit" as const;
  readonly subject: string;
  readonly canonical: string;
  readonly slotNames: readonly string[];
  readonly inputs: readonly InputInfo[];
  readonly result: ResultUnit;
  private readonly branches: readonly CompiledClosedForm[];
  private readonly first: CompiledClosedForm;
  private readonly isCounted: boolean;
  private readonly min: number;
  private readonly max: number;
  private readonly sides: readonly [ValueFunction, ValueFunction];
  private readonly names: readonly string[];

  constructor(question: ImplicitQuestion, branches: readonly CompiledClosedForm[]) {
    const { left, right, classified } = question;
    const [first] = branches;
    if (first === undefined) throw new RangeError("A solved equation has at least one branch.");
    this.first = first;
    this.branches = branches;
    this.subject = classified.subject;
    this.canonical = first.canonical;
    this.slotNames = first.slotNames;
    this.inputs = first.inputs;
    this.result = first.result;
    [this.min, this.max] = rangeOf(question);
    this.isCounted = isCounted(question);
    const subject = classified.subject;
    const names = namesBeside(question);
    this.names = names.slots.map((slot) => slot.name);
    const at = this.names.length;
    const side = (expr: typeof left): ValueFunction =>
      closures(
        lower(expr, (name) =>
          name === subject ? { kind: "slot", slot: at } : names.bindings.get(name)!,
        ),
      );
    this.sides = [side(left), side(right)];
  }

  /**
   * Value of the one branch that solves the equation inside its range; NaN when none or several do.
   */
  value(slots: Float64Array): number {
    let found = Number.NaN;
    for (const branch of this.branches) {
      const value = branch.value(slots);
      if (!this.holds(value, (name) => slots[this.slotNames.indexOf(name)]!) || value === found)
        continue;
      if (found === found) return Number.NaN;
      found = value;
    }
    return found;
  }

  accepts(key: string): boolean {
    return this.first.accepts(key);
  }

  evaluate(
    inputs: Readonly<Record<string, number>>,
    uncertainties?: Uncertainties,
    carried?: CarriedInputs,
  ): Outcome {
    const found: Evaluation[] = [];
    let refusal: Refusal | null = null;
    for (const branch of this.branches) {
      const outcome = branch.evaluate(inputs, uncertainties, carried);
      if (outcome.status === "refused") {
        // A branch outside its domain is no branch; any other refusal concerns the answer itself.
        const ofInputs = outcome.refusal.span === undefined;
        if (outcome.refusal.kind !== "domain-error" || ofInputs || this.branches.length === 1)
          refusal ??= outcome.refusal;
        continue;
      }
      if (outcome.status !== "value") return outcome;
      const solves =
        this.holds(outcome.value, branch.valueOf) &&
        found.every(({ value }) => value !== outcome.value);
      if (solves) found.push(outcome);
    }
    if (refusal !== null) return { status: "refused", refusal };
    const kept = this.isCounted ? wholeAmong(found) : found;
    const [only] = kept;
    if (kept.length > 1)
      return { status: "refused", refusal: multipleResults(this.subject, kept.length) };
    return (
      only ?? {
        status: "refused",
        refusal: noSolution(this.subject, "none lies in the domain and range of the equation"),
      }
    );
  }

  private holds(value: number, valueOf: (name: string) => number | undefined): boolean {
    if (!(value >= this.min && value <= this.max)) return false;
    const slots = new Float64Array(this.names.length + 1);
    this.names.forEach((name, i) => {
      slots[i] = valueOf(name) ?? Number.NaN;
    });
    slots[this.names.length] = value;
    const [left, right] = this.sides.map((side) => side(slots));
    return agree(left!, right!);
  }
}
