/** The forms of a known solution, and which of them holds for given values. */
import type { Expr, Refusal } from "../reading/ast.js";
import { isExactDecimal } from "../reading/bindExact.js";
import { closures } from "../evaluation/valueFunction.js";
import { lower } from "../lowering/lower.js";
import type { Node } from "../evaluation/node.js";
import { binderOf } from "../evaluation/unit.js";
import { CompiledClosedForm } from "../evaluation/evaluate.js";
import type { CarriedInputs, Uncertainties } from "../evaluation/evaluate.js";
import type { Outcome } from "../evaluation/evaluation.js";
import { Tape, halfUlp } from "../evaluation/tape.js";
import type { OdeParts } from "./parts.js";
import type { ClosedSolution, Condition } from "./closed.js";
import { printExpr } from "../reading/print.js";
import { namesOf } from "../reading/walk.js";
import type { Work } from "../enclosures/run.js";
import { solutionsOf, type Solution, type Solutions } from "../roots/solutions.js";

/** Sign of an expression, as far as its rounding lets it be known. */
type Sign = "positive" | "negative" | "zero" | "unknown";

interface Form {
  readonly equation: CompiledClosedForm;
  readonly root: Node;
  readonly when: readonly {
    readonly sign: SignOf;
    readonly is: Condition["is"];
    readonly names: ReadonlySet<string>;
  }[];
  readonly exists: readonly SignOf[];
  readonly note: string;
}

class SignOf {
  readonly #tape: Tape;
  readonly #bare: (slots: Float64Array) => number;

  constructor(root: Node, slots: number) {
    this.#tape = new Tape(root, slots);
    this.#bare = closures(root);
  }

  of(values: Float64Array): Sign {
    const tape = this.#tape;
    for (let i = 0; i < tape.slotCount; i += 1) {
      tape.value[i] = values[i]!;
      tape.reach[i] = isExactDecimal(values[i]!) ? 0 : halfUlp(values[i]!);
    }
    const value = tape.forward();
    if (!tape.finite) return "unknown";
    tape.backward();
    const bound = tape.roundingPart + tape.inputPart;
    if (value === 0 && bound === 0) return "zero";
    return value > bound ? "positive" : value < -bound ? "negative" : "unknown";
  }

  /** The sign of the computed value, for an evaluation without bounds. */
  plain(values: Float64Array): Sign {
    const value = this.#bare(values);
    return value > 0 ? "positive" : value < 0 ? "negative" : value === 0 ? "zero" : "unknown";
  }
}

/** What a search asks for. */
export interface Wanted {
  /** Of the problem; that of the unknown is written over. */
  readonly slots: Float64Array;
  /** Slot of the unknown. */
  readonly at: number;
  readonly wanted: number;
  readonly min: number;
  readonly max: number;
  readonly enough: number;
  readonly work: Work;
}

function meets(sign: Sign, is: Condition["is"]): boolean {
  return is === "nonzero" ? sign === "positive" || sign === "negative" : sign === is;
}

export class ClosedForms {
  readonly #forms: readonly Form[];
  readonly #parts: OdeParts;

  constructor(solutions: readonly ClosedSolution[], parts: OdeParts) {
    const { names, ode } = parts;
    this.#parts = parts;
    const bind = binderOf(names);
    const sign = (expr: Expr): SignOf => new SignOf(lower(expr, bind), names.slots.length);
    this.#forms = solutions.map(({ expr, when, exists }) => ({
      equation: new CompiledClosedForm({
        kind: "closed-form",
        subject: ode.subject,
        label: ode.subject,
        expr,
        root: lower(expr, bind),
        names,
        canonical: parts.canonical,
        result: parts.result,
        resultFor: null,
        check: parts.check,
      }),
      root: lower(expr, bind),
      when: when.map((condition) => ({
        sign: sign(condition.expr),
        is: condition.is,
        names: new Set(namesOf(condition.expr)),
      })),
      exists: exists.map(sign),
      note: `in closed form: ${ode.subject} = ${printExpr(expr)}`,
    }));
  }

  /**
   * Every value of an unknown that leads to the value wanted, and whether these are all; null where
   * the forms do not tell. A form that holds for single values of the unknown alone adds none.
   */
  solutions(asked: Wanted): Solutions | null {
    const { at, enough, max, min, slots, wanted, work } = asked;
    const { names } = this.#parts;
    const unknown = names.slots[at]!.name;
    const found: Solution[] = [];
    const undecided: Solutions["undecided"][number][] = [];
    let [isComplete, isDrowned, reach]: [boolean, boolean, number | null] = [true, true, null];
    const holdsAt = (form: Form, x: number): boolean => {
      slots[at] = x;
      return (
        form ===
          this.#forms.find(({ when }) =>
            when.every(({ sign, is }) => meets(sign.plain(slots), is)),
          ) && form.exists.every((part) => part.plain(slots) === "positive")
      );
    };
    for (const form of this.#forms) {
      const isFixed = form.when.every(
        ({ sign, is, names: of }) => of.has(unknown) || meets(sign.plain(slots), is),
      );
      const isPoint = form.when.some(({ is, names: of }) => is === "zero" && of.has(unknown));
      if (!isFixed || isPoint) continue;
      const { expr } = form.root;
      const right: Node = { op: "constant", value: wanted, constant: null, exact: true, expr };
      const own = solutionsOf({
        left: form.root,
        right,
        unknown: at,
        values: slots,
        reaches: null,
        min,
        max,
        enough,
        work,
      });
      if (own.continuum !== null) return null;
      found.push(...own.found.filter(({ value }) => holdsAt(form, value)));
      undecided.push(...own.undecided);
      isComplete &&= own.isComplete;
      isDrowned &&= own.isDrowned || own.undecided.length === 0;
      reach = own.reach ?? reach;
    }
    return { found, undecided, isDrowned, continuum: null, isComplete, reach };
  }

  /** Null where no form is known to hold; NaN where the solution does not exist. */
  value(slots: Float64Array): number | null {
    const form = this.#forms.find(({ when }) =>
      when.every(({ sign, is }) => meets(sign.plain(slots), is)),
    );
    if (form === undefined) return null;
    return form.exists.every((part) => part.plain(slots) === "positive")
      ? form.equation.value(slots)
      : Number.NaN;
  }

  /**
   * Null where the forms do not decide, or lose their precision: the problem is then integrated.
   */
  evaluate(
    inputs: Readonly<Record<string, number>>,
    uncertainties?: Uncertainties,
    carried?: CarriedInputs,
  ): Outcome | null {
    const [first] = this.#forms;
    const values = first!.equation.bound(inputs);
    if (!(values instanceof Float64Array)) return values;
    const form = this.#forms.find(({ when }) =>
      when.every(({ sign, is }) => meets(sign.of(values), is)),
    );
    if (form === undefined) return null;
    const signs = form.exists.map((part) => part.of(values));
    if (signs.includes("negative") || signs.includes("zero"))
      return { status: "refused", refusal: this.#infinite(values) };
    if (signs.includes("unknown")) return null;
    const outcome = form.equation.evaluate(inputs, uncertainties, carried);
    if (outcome.status === "value")
      return { ...outcome, notes: [form.note, ...this.#parts.notes, ...outcome.notes] };
    if (outcome.status !== "refused") return outcome;
    const { kind, span } = outcome.refusal;
    // Without a span a domain error is an input outside its range, or the value outside what is
    // stated of it.
    const ofForm =
      kind === "precision-loss" ||
      ((kind === "domain-error" || kind === "overflow") && span !== undefined);
    return ofForm ? null : outcome;
  }

  #infinite(values: Float64Array): Refusal {
    const { ode, problem, names } = this.#parts;
    const at = (name: string): number =>
      values[names.slots.findIndex((slot) => slot.name === name)]!;
    return {
      kind: "divergent",
      message:
        `The solution ${ode.subject} becomes infinite between ${ode.variable} = ${at(problem.start)} ` +
        `and ${at(problem.end)}: it has no value there.`,
    };
  }
}
