/**
 * A compiled initial value problem: by its solution in closed form where one is known, else
 * integrated.
 */
import { inputsOf } from "../evaluation/evaluate.js";
import { SOLVE_WORK_MAX } from "../../limits.js";
import type {
  CarriedInputs,
  CompiledEquation,
  InputInfo,
  ResultUnit,
  Uncertainties,
} from "../evaluation/evaluate.js";
import type { Outcome } from "../evaluation/evaluation.js";
import { metered } from "../evaluation/workMeter.js";
import { closedSolutions } from "./closed.js";
import { ClosedForms } from "./closedForms.js";
import type { OdeParts } from "./parts.js";
import { RungeKutta, SIZE_FLOOR } from "./rungeKutta.js";

/** Sums and integrals in the rates count for the work of the integration they are part of. */
function withinWork(evaluate: () => Outcome): Outcome {
  const { value, isSpent } = metered(SOLVE_WORK_MAX, evaluate);
  return isSpent
    ? {
        status: "refused",
        refusal: {
          kind: "budget",
          message: "The sums and integrals of the equation would be run too often.",
        },
      }
    : value;
}

export class CompiledOde implements CompiledEquation {
  readonly kind = "ode" as const;
  readonly subject: string;
  readonly canonical: string;
  readonly slotNames: readonly string[];
  readonly inputs: readonly InputInfo[];
  readonly result: ResultUnit;
  readonly #closed: ClosedForms | null;
  readonly #stepwise: RungeKutta;

  constructor(parts: OdeParts) {
    const { ode, problem, names } = parts;
    this.subject = ode.subject;
    this.canonical = parts.canonical;
    this.slotNames = names.slots.map(({ name }) => name);
    this.inputs = inputsOf(names.slots);
    this.result = parts.result;
    const solutions = closedSolutions(ode, problem);
    this.#closed = solutions.length === 0 ? null : new ClosedForms(solutions, parts);
    this.#stepwise = new RungeKutta(parts);
  }

  accepts(key: string): boolean {
    return this.#stepwise.binder.table.slotOf(key) >= 0;
  }

  /** Operations of one `rough` value. */
  get roughWork(): number {
    return this.#stepwise.roughWork;
  }

  /** Operations of all integrations so far. */
  get spent(): number {
    return this.#stepwise.spent;
  }

  /** The forms of a known solution; null where none is known. */
  get forms(): ClosedForms | null {
    return this.#closed;
  }

  /** A value for a search: on the first grid, where no solution in closed form is known. */
  rough(slots: Float64Array): number {
    const closed = this.#closed === null ? null : this.#closed.value(slots);
    return closed ?? this.#stepwise.roughAt(slots);
  }

  /** By Runge-Kutta on one grid of equal steps, also where a closed form is known. */
  onGrid(slots: Float64Array, steps: number): number {
    return this.#stepwise.onGrid(slots, steps);
  }

  value(slots: Float64Array): number {
    const closed = this.#closed === null ? null : this.#closed.value(slots);
    return closed ?? this.#stepwise.valueAt(slots);
  }

  /** As `evaluate`, with a value near zero held to the size of the solution on its way. */
  evaluateNearZero(
    inputs: Readonly<Record<string, number>>,
    uncertainties?: Uncertainties,
    carried?: CarriedInputs,
  ): Outcome {
    return this.#stepwise.evaluate(inputs, uncertainties, carried, SIZE_FLOOR);
  }

  evaluate(
    inputs: Readonly<Record<string, number>>,
    uncertainties?: Uncertainties,
    carried?: CarriedInputs,
  ): Outcome {
    return withinWork(
      () =>
        this.#closed?.evaluate(inputs, uncertainties, carried) ??
        this.#stepwise.evaluate(inputs, uncertainties, carried),
    );
  }
}
