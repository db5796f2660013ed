/** A value with its unit and uncertainty, and how it is written. */
import { measuredText } from "../readable/measured.js";
import { ProblemError } from "./pages.js";
import type { Outcome } from "./outcome.js";

/** What answers with a number have. */
export interface Valued {
  readonly value?: number | null;
  readonly unit?: string | null;
  readonly uncertainty?: number | null;
  readonly uncertainty_source?: string;
}

export interface Quantity {
  readonly value: number;
  /** SI; null where a symbol has no known dimension. */
  readonly unit: string | null;
  /** Standard uncertainty (k = 1) in the unit; null where none is stated. */
  readonly uncertainty: number | null;
  /** As in 1.980559(45)e20 N. */
  toString(): string;
}

/** The quantity of an answer, or null where there is no number. */
export function quantityOf(answer: Valued): Quantity | null {
  const { uncertainty = null, uncertainty_source: source, unit = null, value } = answer;
  if (value === undefined || value === null) return null;
  const text = measuredText({ value, unit, uncertainty, isNumerical: source === "numerical" });
  return { value, unit, uncertainty, toString: () => text };
}

/** A question that was answered with a reason in the place of a number. */
export class RefusalError extends Error {
  readonly answer: unknown;

  constructor(message: string, answer: unknown) {
    super(message);
    this.name = "RefusalError";
    this.answer = answer;
  }
}

/** The value of a result. @throws ProblemError, or RefusalError where there is no number */
export function unwrap<T>(outcome: Outcome<T>): T {
  if (outcome.kind === "result") return outcome.value;
  if (outcome.kind === "problem") throw new ProblemError(outcome.problem);
  const { inputError, refusal } = Object(outcome.value);
  throw new RefusalError(String((refusal ?? inputError ?? {}).message), outcome.value);
}
