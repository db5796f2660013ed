/** A number that is typed without a unit, and what an input may be measured in. */
import { usage, type CliError } from "./exitCodes.js";

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** What an input is measured in. */
export interface InputUnit {
  readonly unit: string | null;
  /** A difference of temperatures, so that 5degC is 5 K. */
  readonly isDifference: boolean;
}

/** Of an input by its name; null where nothing says it. */
export type UnitOf = (name: string) => InputUnit | null;

/** Whether it is read without units: as it stands, in SI. */
export function isPlainNumber(text: string): boolean {
  return NUMBER.test(text.trim());
}

/** @throws CliError for a text of a plain number beyond all doubles */
export function plainNumber(text: string, what: string): number {
  const digits = text.trim();
  const value = Number(digits);
  if (!Number.isFinite(value)) throw beyondDoubles(what, digits);
  return value + 0;
}

export function beyondDoubles(what: string, digits = "it"): CliError {
  return usage(
    `${what}: ${digits} is beyond the largest number a double can hold, 1.8e308`,
    "Give a smaller number.",
  );
}
