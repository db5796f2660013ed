/** A number as it is typed with its unit; anything else is refused with the form that is read. */
import type { Cell } from "../../protocol/table/written.js";
import { relativeSpreadOf } from "../../protocol/units/constants.js";
import { exactOfText } from "../../protocol/units/exact.js";
import {
  dimensionsEqual,
  formatDimension,
  fromSI,
  parseUnit,
  type UnitValue,
} from "../../protocol/units/index.js";
import {
  readQuantity,
  statesUncertainty,
  valueFor,
  valueInSI,
  type Quantity,
} from "../../protocol/units/quantity/index.js";
import { usage } from "./exitCodes.js";
import { beyondDoubles, isPlainNumber, plainNumber } from "./plainNumbers.js";

const COMMAS = /^([+-]?\d+)((?:,\d+)+)((?:\.\d*)?(?:[eE][+-]?\d+)?)/;
const WORDS_OF_NO_NUMBER = /^[+-]?(?:inf(?:inity)?|nan)$/i;

/** Of a text that is no plain number: as `isUncertain` of numbers. */
export function isUncertainText(text: string): boolean {
  if (statesUncertainty(text)) return true;
  const quantity = readQuantity(text);
  return quantity.ok && quantity.readings.some(({ unit }) => relativeSpreadOf(unit) > 0);
}

/** A typed text with unit: its meanings, the usual one first, and why none is usual. */
interface Typed {
  readonly text: string;
  readonly quantity: Quantity;
}

/** As `numberOf` of numbers. @throws CliError as that one does */
export function typedNumberOf(
  text: string,
  what: string,
  unit: string | null,
  isDifference: boolean,
): number {
  return cellOf(text, what, unit, isDifference).value;
}

/**
 * A number with what it was before it was rounded, and the unit that was typed.
 *
 * @throws CliError as above
 */
export function cellOf(
  text: string,
  what: string,
  unit: string | null,
  isDifference: boolean,
): Cell {
  const read = readNumber(text, what);
  if (typeof read !== "number") return inUnit(read, what, unit, isDifference);
  return { value: read, exact: exactOfText(String(read)), unit: null };
}

/**
 * The number in SI, and its unit where one was typed.
 *
 * @param isDifference of temperatures: its degrees are kelvins
 * @throws CliError as above
 */
export function quantityOf(
  text: string,
  what: string,
  isDifference = false,
): { readonly value: number; readonly unit: string | null } {
  const read = readNumber(text, what);
  if (typeof read === "number") return { value: read, unit: null };
  const { question, readings } = read.quantity;
  if (question !== null) throw usage(`${what}: ${question}`, "Write the unit that you mean.");
  const [reading] = readings;
  const value = finite(valueInSI(reading!, isDifference), what);
  return { value, unit: siUnit(reading!.unit) };
}

function readNumber(text: string, what: string): number | Typed {
  const word = text.trim();
  refuseCommas(word, what);
  if (isPlainNumber(word)) return plainNumber(word, what);
  if (word === "" || WORDS_OF_NO_NUMBER.test(word)) throw noNumber(word, what);
  const quantity = readQuantity(word);
  if (!quantity.ok) throw noNumber(word, what, quantity.message);
  if (quantity.spread !== null)
    throw usage(
      `${what}: ${JSON.stringify(word)} states an uncertainty`,
      `Give it apart, as in --uncertainties ${what}=0.1.`,
    );
  const { hasUnit, readings } = quantity;
  return hasUnit ? { text: word, quantity } : finite(valueInSI(readings[0]!), what, word);
}

function refuseCommas(word: string, what: string): void {
  const [whole, first = "", rest = "", end = ""] = COMMAS.exec(word) ?? [];
  if (whole === undefined) return;
  const groups = rest.slice(1).split(",");
  const point = `${first}.${groups.join("")}${end}`;
  const plain = `${first}${groups.join("")}${end}`;
  const isGrouped = groups.every((group) => group.length === 3);
  const meant =
    isGrouped && groups.length === 1 && end === ""
      ? `${what}=${point} or ${what}=${plain}`
      : `${what}=${isGrouped ? plain : point}`;
  throw usage(
    `${what}: ${JSON.stringify(word)} has a comma, which is read neither as a decimal point nor between thousands`,
    `Write ${meant}.`,
  );
}

function noNumber(word: string, what: string, why = "") {
  if (word === "")
    return usage(`${what} has no value`, `Write a number behind it, as in ${what}=3.844e8.`);
  if (WORDS_OF_NO_NUMBER.test(word))
    return usage(`${what}: ${word} is no number to compute with`, "Give a finite number.");
  const [, quoted] = /^["'](.*)["']$/.exec(word) ?? [];
  if (quoted !== undefined)
    return usage(
      `${what}: ${word} has quotes of its own`,
      `Write ${what}=${quoted}, or ${what}="${quoted} kg" with its unit.`,
    );
  if (why !== "" && /^[+-]?[\d.]/.test(word))
    return usage(
      `${what}: ${JSON.stringify(word)} is not read: ${why}`,
      `Write the number in SI and without a unit, as in ${what}=5.97e24, or with its unit as in ${what}=30cm.`,
    );
  return usage(
    `${what}: ${JSON.stringify(word)} is not a number`,
    `Write it as in ${what}=5.97e24, in SI, or with its unit as in ${what}=30cm.`,
  );
}

function finite(value: number, what: string, digits = "it"): number {
  if (Number.isFinite(value)) return value;
  throw beyondDoubles(what, digits);
}

function siUnit({ dimension }: UnitValue): string {
  return formatDimension(dimension);
}

function inUnit(
  { quantity, text }: Typed,
  what: string,
  wanted: string | null,
  isDifference: boolean,
): Cell {
  const { question, readings } = quantity;
  const [first] = readings;
  const known = wanted === null || wanted === "" ? null : parseUnit(wanted);
  if (known === null || !known.ok) {
    const alone = `${what}=${String(finite(valueInSI(first!), what)).replace("e+", "e")}`;
    const si = siUnit(first!.unit);
    throw usage(
      `${what}: nothing here says in which unit ${what} is, so ${text} is not converted`,
      `Write it without a unit, in SI: ${alone}${si === "1" ? "" : ` for ${si}`}.`,
    );
  }
  const fitting = readings.filter(({ unit }) => dimensionsEqual(known.dimension, unit.dimension));
  const [only, ...others] = fitting;
  const own = wanted === "1" ? "no unit: it is a pure number" : wanted;
  if (only === undefined)
    throw usage(
      `${what} is in ${own}, and ${first!.unit.text} is of another kind`,
      wanted === "1"
        ? `Write the number alone, as in ${what}=3.`
        : `Give it in ${wanted}, or without a unit.`,
    );
  if (others.length > 0 && question !== null)
    throw usage(`${what}: ${question}`, "Write the unit that you mean.");
  // Turns, differences and absolute zero are judged as they are over HTTP.
  const found = valueFor(quantity, { name: what, unit: known, isDifference });
  if (!found.ok) throw usage(found.message, "Write the unit that you mean.");
  const value = finite(fromSI(finite(found.value, what), known), what);
  return { value, exact: found.exact, unit: found.reading.unit };
}
