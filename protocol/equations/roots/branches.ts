/**
 * An unknown that occurs once: each branch of the inverse is a closed form, and one of them must be
 * the answer.
 */
import { ULP } from "../../math/constants.js";
import { NOWHERE } from "../enclosures/functions.js";
import { down, holdsZero, up } from "../enclosures/interval.js";
import { constantJet } from "../enclosures/jet.js";
import { EnclosureRun } from "../enclosures/run.js";
import type { Expr, Refusal } from "../reading/ast.js";
import { find } from "../reading/walk.js";
import { closures } from "../evaluation/valueFunction.js";
import type { ValueFunction } from "../evaluation/valueFunction.js";
import type { Node } from "../evaluation/node.js";
import { Tape, halfUlp } from "../evaluation/tape.js";
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
import { EquationRefusal } from "../reading/refuse.js";
import { once } from "../../once.js";
import { wholeAmong } from "../evaluation/wholeNumbers.js";

/** Where a side turns back. */
const isKink = (expr: Expr): boolean => expr.type === "call" && expr.fn === "abs";

/** What a closed form of a few operations may be off, where its own bound is not at hand. */
const VALUE_ULPS = 64;

/** Refusals of a branch that say nothing of the equation itself. */
const SEARCHED: ReadonlySet<string> = new Set(["precision-loss", "domain-error", "overflow"]);
const SETTLED: ReadonlySet<string> = new Set(["no-solution", "multi-result"]);

export class Branches implements CompiledEquation {
  readonly kind = "implicit" as const;
  readonly subject: string;
  readonly canonical: string;
  readonly slotNames: readonly string[];
  readonly inputs: readonly InputInfo[];
  readonly result: ResultUnit;
  readonly #branches: readonly CompiledClosedForm[];
  readonly #first: CompiledClosedForm;
  readonly #isCounted: boolean;
  readonly #min: number;
  readonly #max: number;
  readonly #sides: readonly ValueFunction[];
  /** Left side minus right side; the unknown has the last slot. */
  readonly #tape: Tape;
  /** The same as an enclosure, where a side turns back at a kink; null elsewhere. */
  readonly #enclosed: EnclosureRun | null;
  readonly #names: readonly string[];

  readonly #search: () => CompiledEquation;

  /** @param search the equation by isolating its solutions, where no branch can be told */
  constructor(
    question: ImplicitQuestion,
    branches: readonly CompiledClosedForm[],
    search: () => CompiledEquation,
  ) {
    this.#search = once(search);
    const { left, right, classified } = question;
    const [first] = branches;
    if (first === undefined) throw new RangeError("A solved equation has at least one branch.");
    this.#first = first;
    this.#branches = branches;
    this.subject = classified.subject;
    this.canonical = first.canonical;
    this.slotNames = first.slotNames;
    this.inputs = first.inputs;
    this.result = first.result;
    [this.#min, this.#max] = rangeOf(question);
    this.#isCounted = isCounted(question);
    const subject = classified.subject;
    const names = namesBeside(question);
    this.#names = names.slots.map((slot) => slot.name);
    const at = this.#names.length;
    const side = (expr: typeof left): Node =>
      lower(expr, (name) =>
        name === subject ? { kind: "slot", slot: at } : names.bindings.get(name)!,
      );
    const [a, b] = [side(left), side(right)];
    this.#sides = [closures(a), closures(b)];
    const difference: Node = { op: "sub", a, b, expr: left };
    this.#tape = new Tape(difference, at + 1);
    const isKinked = [left, right].some((expr) => find(expr, isKink) !== null);
    this.#enclosed = isKinked
      ? new EnclosureRun(difference, { left: Number.POSITIVE_INFINITY })
      : null;
  }

  /**
   * Value of the one branch that solves the equation inside its range; NaN when none or several do.
   */
  value(slots: Float64Array): number {
    let found = Number.NaN;
    for (const branch of this.#branches) {
      const value = branch.value(slots);
      const given = (name: string): number => slots[this.slotNames.indexOf(name)]!;
      if (!this.#holds(value, VALUE_ULPS * ULP * Math.abs(value), given) || value === found)
        continue;
      if (found === found) return Number.NaN;
      found = value;
    }
    return found;
  }

  accepts(key: string): boolean {
    return this.#first.accepts(key);
  }

  evaluate(
    inputs: Readonly<Record<string, number>>,
    uncertainties?: Uncertainties,
    carried?: CarriedInputs,
  ): Outcome {
    const found: Evaluation[] = [];
    let refusal: Refusal | null = null;
    for (const branch of this.#branches) {
      const outcome = branch.evaluate(inputs, uncertainties, carried);
      if (outcome.status === "refused") {
        // A branch outside its domain is no branch; any other refusal concerns the answer itself.
        const ofInputs = outcome.refusal.span === undefined;
        if (outcome.refusal.kind !== "domain-error" || ofInputs || this.#branches.length === 1)
          refusal ??= outcome.refusal;
        continue;
      }
      if (outcome.status !== "value") return outcome;
      const solves =
        this.#holds(outcome.value, outcome.absoluteBound, branch.valueOf) &&
        found.every(({ value }) => value !== outcome.value);
      if (solves) found.push(outcome);
    }
    if (refusal !== null) {
      const other = SEARCHED.has(refusal.kind)
        ? this.#searched(inputs, uncertainties, carried)
        : null;
      return other ?? { status: "refused", refusal };
    }
    const kept = this.#isCounted ? wholeAmong(found) : found;
    const [only] = kept;
    if (kept.length > 1)
      return {
        status: "refused",
        refusal: multipleResults(
          this.subject,
          kept.map(({ value }) => value),
        ),
      };
    return (
      only ?? {
        status: "refused",
        refusal: noSolution(this.subject, "none lies in the domain and range of the equation"),
      }
    );
  }

  /** Null where a search does not settle it, either. */
  #searched(
    inputs: Readonly<Record<string, number>>,
    uncertainties?: Uncertainties,
    carried?: CarriedInputs,
  ): Outcome | null {
    try {
      const outcome = this.#search().evaluate(inputs, uncertainties, carried);
      const isSettled =
        outcome.status === "value" ||
        (outcome.status === "refused" && SETTLED.has(outcome.refusal.kind));
      return isSettled ? outcome : null;
    } catch (error) {
      if (error instanceof EquationRefusal) return null;
      throw error;
    }
  }

  /**
   * The invariant of every solution: put back, the sides differ by no more than their own rounding
   * and that of the solution.
   */
  #holds(value: number, bound: number, valueOf: (name: string) => number | undefined): boolean {
    if (!(value >= this.#min && value <= this.#max)) return false;
    const tape = this.#tape;
    this.#names.forEach((name, i) => {
      const given = valueOf(name) ?? Number.NaN;
      tape.value[i] = given;
      tape.reach[i] = halfUlp(given);
    });
    tape.value[this.#names.length] = value;
    tape.reach[this.#names.length] = bound + halfUlp(value);
    const residual = tape.forward();
    if (!tape.finite) return false;
    const reach = tape.reach[tape.root]!;
    if (reach - reach === 0) return Math.abs(residual) <= reach && this.#crosses();
    const slots = tape.value.subarray(0, tape.slotCount);
    const [left, right] = this.#sides.map((one) => one(slots));
    return agree(left!, right!);
  }

  /**
   * At a kink the sides can come as near as rounding without meeting: then the enclosure of their
   * difference, over all that the rounding leaves open, excludes zero.
   */
  #crosses(): boolean {
    if (this.#enclosed === null) return true;
    const { reach, slotCount, value } = this.#tape;
    const slots = Array.from({ length: slotCount }, (_, i) =>
      constantJet({ lo: down(value[i]! - reach[i]!), hi: up(value[i]! + reach[i]!) }),
    );
    const { domain, jet } = this.#enclosed.run(slots);
    return domain !== NOWHERE && holdsZero(jet.v);
  }
}
