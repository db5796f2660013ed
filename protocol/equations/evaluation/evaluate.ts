/**
 * One equation, compiled once: names, units, operations and texts settled, so that an evaluation is
 * numbers only.
 */
import type { Dimension } from "../../units/dimension.js";
import type { Expr, Refusal } from "../reading/ast.js";
import { Binder } from "./bind.js";
import { isExactDecimal } from "../reading/bindExact.js";
import type { NameTable, Slot } from "../reading/bindNames.js";
import { valueFunction } from "./valueFunction.js";
import type { ValueFunction } from "./valueFunction.js";
import type { Node } from "./node.js";
import { EquationRefusal } from "../reading/refuse.js";
import type { BadInput, CarriedResult, Evaluation, Outcome, Refusing } from "./evaluation.js";
import { TextTemplate } from "./text.js";
import { isRefusal, judge } from "./gate.js";
import { Tape, halfUlp } from "./tape.js";
import type { AssumedValue } from "../reading/symbols.js";
import { NO_CONTRIBUTIONS, Propagation, withoutBound } from "./uncertainty.js";
import { hasEffect, widthsOf, withoutSlope } from "./withoutSlope.js";
import type { Spread } from "./uncertainty.js";

export { valueFunction };

/** Unit of the result: its text, or the names that leave it open. */
export interface ResultUnit {
  readonly unit: string | null;
  readonly unitUnknown: readonly string[];
  readonly dimension: Dimension | null;
}

/** An input of a compiled equation, for those who describe it. */
export interface InputInfo {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly unit: string | null;
  readonly description: string | null;
  /** Taken when the input is absent; null when it is required. */
  readonly fallback: AssumedValue | null;
}

/** What may be told of the inputs of an equation. */
export function inputsOf(slots: readonly Slot[]): InputInfo[] {
  return slots.map(({ aliases, description, fallback, name, unit }) => ({
    name,
    aliases,
    unit,
    description,
    fallback: fallback?.declared ?? null,
  }));
}

export type Uncertainties = Readonly<Record<string, number>>;
export type CarriedInputs = Readonly<Record<string, CarriedResult>>;

export interface CompiledEquation {
  readonly kind: "closed-form" | "implicit" | "ode";
  readonly subject: string | null;
  readonly canonical: string;
  /** The order of `value`'s slots. */
  readonly slotNames: readonly string[];
  readonly inputs: readonly InputInfo[];
  /** Unit of every result, where it does not depend on the inputs. */
  readonly result: ResultUnit;
  /** Value for slot values in SI, nothing checked: NaN or an infinity where there is none. */
  value(slots: Float64Array): number;
  evaluate(
    inputs: Readonly<Record<string, number>>,
    uncertainties?: Uncertainties,
    carried?: CarriedInputs,
  ): Outcome;
  /**
   * Whether an input or uncertainty under this key would be taken: a canonical name or an alias.
   */
  accepts(key: string): boolean;
  /** The figures of `evaluate` without its texts, where that is less work. */
  figures?(
    inputs: Readonly<Record<string, number>>,
    uncertainties?: Uncertainties,
  ): Figures | Unvalued;
}

/** What a row of a table says of a value. */
export interface Figures {
  readonly value: number;
  readonly unit: string | null;
  readonly uncertainty: number;
  readonly relativeBound: number;
}

/** Why there is no value. */
export type Unvalued = Exclude<Outcome, Evaluation>;

export interface Parts {
  readonly kind: "closed-form" | "implicit";
  readonly subject: string | null;
  readonly label: string | null;
  readonly expr: Expr;
  readonly root: Node;
  readonly names: NameTable;
  readonly canonical: string;
  readonly result: ResultUnit;
  /** Unit for given inputs, where it depends on them. */
  readonly resultFor: ((valueOf: (name: string) => number | undefined) => ResultUnit) | null;
  /** A statement about the value that must hold, as `0 <= G <= 1`; null when it does. */
  readonly check:
    | ((value: number, valueOf: (name: string) => number | undefined) => Refusal | null)
    | null;
}

export const NO_NOTES: readonly string[] = Object.freeze([]);
export const POOR_NOTES: readonly string[] = Object.freeze(["linear propagation is poor"]);
/**
 * Part of higher order of an input's effect, relative to the first, above which the answer says so.
 */
export const SECOND_ORDER_MAX = 0.1;

interface FirstOrder {
  readonly value: number;
  /** The uncertainty. */
  readonly first: number;
  /** df/dx of each slot. */
  readonly gradient: Float64Array;
}

/**
 * Whether what lies beyond the first order is no longer small beside its uncertainty: the even
 * part, f(x + u) + f(x - u) - 2 f(x), or the odd one, which is all there is of x^3 at 0.
 * @param slots inputs in slot order @param stated their uncertainties, zero where none is stated
 */
export function isCurved(
  f: (slots: Float64Array) => number,
  slots: Float64Array,
  stated: Float64Array,
  { value, first, gradient }: FirstOrder,
): boolean {
  const at = Float64Array.from(slots);
  let beyond = 0;
  for (let i = 0; i < stated.length; i += 1) {
    const u = stated[i]!;
    if (u === 0) continue;
    const x = at[i]!;
    at[i] = x + u;
    const up = f(at);
    at[i] = x - u;
    const down = f(at);
    at[i] = x;
    const even = Math.abs(up - value + (down - value)) / 2;
    const odd = Math.abs((up - down) / 2 - gradient[i]! * u);
    beyond += Math.max(even, odd);
  }
  return !(beyond <= SECOND_ORDER_MAX * first);
}

/** A value within its bounds, and what its uncertainty follows from. */
interface Run {
  readonly value: number;
  readonly absolute: number;
  readonly relative: number;
  readonly stated: Float64Array | null;
  /** What uncertain inputs without a slope do; null where there is none. */
  readonly flat: Float64Array | null;
  readonly earlier: readonly (CarriedResult | null)[] | null;
}

export class CompiledClosedForm implements CompiledEquation {
  readonly kind: "closed-form" | "implicit";
  readonly subject: string | null;
  readonly canonical: string;
  readonly slotNames: readonly string[];
  readonly inputs: readonly InputInfo[];
  readonly result: ResultUnit;
  #generated: ValueFunction | null = null;
  readonly #parts: Parts;
  readonly #slots: readonly Slot[];
  readonly #binder: Binder;
  readonly #tape: Tape;
  readonly #propagation: Propagation;
  readonly #text: TextTemplate;
  /** Slot values of the last run, and how far each may be off as it is written. */
  readonly #loaded: { readonly values: Float64Array; readonly reaches: Float64Array };

  constructor(parts: Parts) {
    this.#parts = parts;
    this.kind = parts.kind;
    this.subject = parts.subject;
    this.canonical = parts.canonical;
    this.#slots = parts.names.slots;
    this.slotNames = this.#slots.map((slot) => slot.name);
    this.inputs = inputsOf(this.#slots);
    this.result = parts.result;
    this.#binder = new Binder(this.#slots);
    this.#tape = new Tape(parts.root, this.#slots.length);
    this.#propagation = new Propagation(this.#tape, this.#slots);
    this.#text = new TextTemplate(parts.label ?? parts.subject, parts.expr, parts.names);
    const size = this.#slots.length;
    this.#loaded = { values: new Float64Array(size), reaches: new Float64Array(size) };
  }

  /** Generated on first use: most equations of a registry are never asked for a bare value. */
  get value(): ValueFunction {
    return (this.#generated ??= valueFunction(this.#parts.root));
  }

  evaluate(
    inputs: Readonly<Record<string, number>>,
    uncertainties?: Uncertainties,
    carried?: CarriedInputs,
  ): Outcome {
    const run = this.#run(inputs, uncertainties, carried);
    if ("status" in run) return run;
    const { earlier, flat, stated } = run;
    const binder = this.#binder;
    const tape = this.#tape;
    const spread = this.#propagation.propagate(
      tape.adjoint,
      binder.given,
      stated,
      earlier,
      tape.steep,
      flat,
    );
    const ending = this.#ending(spread?.uncertainty ?? null);
    return "status" in ending ? ending : this.#evaluation(run, ending.result, spread);
  }

  figures(
    inputs: Readonly<Record<string, number>>,
    uncertainties?: Uncertainties,
  ): Figures | Unvalued {
    const run = this.#run(inputs, uncertainties, undefined);
    if ("status" in run) return run;
    const tape = this.#tape;
    const uncertainty = this.#propagation.uncertainty(
      tape.adjoint,
      this.#binder.given,
      run.stated,
      null,
      tape.steep,
      run.flat,
    );
    const ending = this.#ending(uncertainty);
    if ("status" in ending) return ending;
    return {
      value: run.value,
      unit: ending.result.unit,
      uncertainty: uncertainty ?? run.absolute,
      relativeBound: run.relative,
    };
  }

  /** The value with its bounds, or why there is none. */
  #run(
    inputs: Readonly<Record<string, number>>,
    uncertainties: Uncertainties | undefined,
    carried: CarriedInputs | undefined,
  ): Run | Unvalued {
    const binder = this.#binder;
    const tape = this.#tape;
    const parts = this.#parts;
    const problem = binder.bind(inputs);
    if (problem !== null) return problem;
    const stated = statedUncertainties(binder, this.#slots, uncertainties);
    if (stated !== null && "status" in stated) return stated;
    const earlier = carried === undefined ? null : this.#binder.bySlot(carried);
    this.#load(earlier);
    const value = tape.forward() + 0;
    if (tape.finite) tape.backward();
    const figures = judge(tape, value);
    if (isRefusal(figures)) return { status: "refused", refusal: figures };
    const refusal = parts.check === null ? null : parts.check(value, this.valueOf);
    if (refusal !== null) return { status: "refused", refusal };
    const { absolute, relative } = figures;
    const widths = widthsOf(stated, earlier);
    const flat =
      widths === null
        ? null
        : withoutSlope(this.value, binder.values, widths, { value, absolute }, tape);
    if (flat !== null && "kind" in flat) return { status: "refused", refusal: flat };
    return { value, absolute, relative, stated, flat, earlier };
  }

  /** The unit of a run's value, or why it is not given. */
  #ending(uncertainty: number | null): { readonly result: ResultUnit } | Refusing {
    const beyond = withoutBound(uncertainty, this.#tape.steep);
    if (beyond !== null) return { status: "refused", refusal: beyond };
    const result = this.#parts.resultFor === null ? this.#parts.result : this.#resultForInputs();
    return isRefusal(result) ? { status: "refused", refusal: result } : { result };
  }

  /** Slot values the inputs give, as a copy; or what is wrong with the inputs. */
  bound(inputs: Readonly<Record<string, number>>): Float64Array | Outcome {
    return this.#binder.bind(inputs) ?? Float64Array.from(this.#binder.values);
  }

  accepts(key: string): boolean {
    return this.#binder.table.slotOf(key) >= 0;
  }

  #evaluation(
    { absolute, flat, relative, stated, value }: Run,
    result: ResultUnit,
    spread: Spread | null,
  ): Evaluation {
    return {
      status: "value",
      value,
      unit: result.unit,
      unitUnknown: result.unitUnknown,
      dimension: result.dimension,
      uncertainty: spread === null ? absolute : spread.uncertainty,
      uncertaintySource: spread === null ? "numerical" : "gum",
      contributions: spread === null ? NO_CONTRIBUTIONS : spread.contributions,
      relativeBound: relative,
      absoluteBound: absolute,
      assumed: this.#binder.assumed(),
      bound: this.#binder.bound(),
      unused: this.#binder.unused,
      subject: this.subject,
      canonical: this.canonical,
      substituted: this.#text.fill(this.#binder.values),
      notes:
        hasEffect(flat) ||
        (stated !== null &&
          isCurved(this.value, this.#binder.values, stated, {
            value,
            first: spread?.uncertainty ?? 0,
            gradient: this.#tape.adjoint,
          }))
          ? POOR_NOTES
          : NO_NOTES,
    };
  }

  #load(earlier: readonly (CarriedResult | null)[] | null): void {
    const binder = this.#binder;
    const loaded = this.#loaded;
    const tape = this.#tape;
    const slots = this.#slots;
    for (let i = 0; i < slots.length; i += 1) {
      const value = binder.values[i]!;
      tape.value[i] = value;
      const before = earlier === null ? null : earlier[i]!;
      // A constant column is looked at once: the text of a number takes its time.
      if (value !== loaded.values[i]) {
        loaded.values[i] = value;
        loaded.reaches[i] = isExactDecimal(value) ? 0 : halfUlp(value);
      }
      tape.reach[i] = before !== null ? before.absoluteBound : loaded.reaches[i]!;
    }
  }

  /** Value of a name in the last evaluation. */
  readonly valueOf = (name: string): number | undefined => {
    const binding = this.#parts.names.bindings.get(name);
    if (binding === undefined) return undefined;
    return binding.kind === "constant" ? binding.value : this.#binder.values[binding.slot];
  };

  #resultForInputs(): ResultUnit | Refusal {
    try {
      return this.#parts.resultFor!(this.valueOf);
    } catch (error) {
      if (error instanceof EquationRefusal) return error.refusal;
      throw error;
    }
  }
}

/** Uncertainties by slot, zero where none is stated; null when there are none at all. */
export function statedUncertainties(
  binder: Binder,
  slots: readonly Slot[],
  uncertainties: Uncertainties | undefined,
): Float64Array | BadInput | null {
  if (uncertainties === undefined) return null;
  const names = Object.keys(uncertainties);
  if (names.length === 0) return null;
  const bySlot = new Float64Array(slots.length);
  const seen = new Uint8Array(slots.length);
  for (const name of names) {
    const slot = binder.table.slotOf(name);
    const u = uncertainties[name]!;
    if (slot < 0)
      return badUncertainty(
        name,
        "is not an input of this equation, so it has no uncertainty to state.",
      );
    if (typeof u !== "number" || !(u >= 0) || u - u !== 0) {
      return badUncertainty(name, "needs an uncertainty that is a finite number and not negative.");
    }
    if (seen[slot] === 1 && bySlot[slot] !== u) {
      return {
        ...badUncertainty(name, "has two different uncertainties under two of its names."),
        code: "DUPLICATE_INPUT",
      };
    }
    bySlot[slot] = u;
    seen[slot] = 1;
  }
  return bySlot;
}

function badUncertainty(name: string, why: string): BadInput {
  return { status: "bad-input", code: "INVALID_INPUT", message: `${name} ${why}`, name };
}
