/**
 * A number as it is typed. What is no plain number is read by `typedNumbers.ts`: to load all units
 * takes longer than to ask a node.
 */
import { isPlainNumber, plainNumber } from "./plainNumbers.js";
import { isUncertainText, typedNumberOf } from "./typedNumbers.js";

export { isPlainNumber, type InputUnit, type UnitOf } from "./plainNumbers.js";

/**
 * Whether a text has an uncertainty, stated or of its unit: a solar mass is known to 22 ppm. The
 * node reads the number and its uncertainty together.
 */
export function isUncertain(text: string): boolean {
  return !isPlainNumber(text) && isUncertainText(text);
}

/**
 * @param what name of the input or option, for the message
 * @param unit of the value; null where nothing says it, and a unit cannot be converted
 * @throws CliError for what is no finite number, and for a unit of another kind
 */
export function numberOf(
  text: string,
  what: string,
  unit: string | null = null,
  isDifference = false,
): number {
  return isPlainNumber(text)
    ? plainNumber(text, what)
    : typedNumberOf(text, what, unit, isDifference);
}
