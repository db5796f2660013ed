/** A number as it is typed, alone or with its unit; anything else is refused with the form that is read. */
import {
  dimensionsEqual,
  formatDimension,
  fromSI,
  parseUnit,
  toSI,
  type UnitValue,
} from "../../protocol/units/index.js";
import { usage } from "./exitCodes.js";

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/;
const COMMAS = /^([+-]?\d+)((?:,\d+)+)((?:\.\d*)?(?:[eE][+-]?\d+)?)/;
const WORDS_OF_NO_NUMBER = /^[+-]?(?:inf(?:inity)?|nan)$/i;

/** Unit of an input by its name; null where nothing says it. */
export type UnitOf = (name: string) => string | null;

interface Quantity {
  readonly digits: string;
  readonly value: number;
  readonly unit: UnitValue;
  readonly unitText: string;
}

/**
 * @param what name of the input or option, for the message
 * @param unit of the value; null where nothing says it, and a unit cannot be converted
 * @throws CliError for what is no finite number, and for a unit of another kind
 */
export function numberOf(text: string, what: string, unit: string | null = null): number {
  const read = readNumber(text, what);
  return typeof read === "number" ? read : inUnit(read, what, unit);
}

/** The number in SI, and its unit where one was typed. @throws CliError as above */
export function quantityOf(
  text: string,
  what: string,
): { readonly value: number; readonly unit: string | null } {
  const read = readNumber(text, what);
  if (typeof read === "number") return { value: read, unit: null };
  return { value: finite(toSI(read.value, read.unit), what), unit: siUnit(read.unit) };
}

function readNumber(text: string, what: string): number | Quantity {
  const word = text.trim();
  refuseCommas(word, what);
  const [digits] = NUMBER.exec(word) ?? [];
  if (digits === undefined) throw noNumber(word, what);
  const value = finite(Number(digits), what, digits) + 0;
  const unitText = word.slice(digits.length).trim();
  if (unitText === "") return value;
  const unit = parseUnit(unitText);
  if (!unit.ok)
    throw usage(
      `${what}: ${JSON.stringify(word)} is not read: ${unit.message}`,
      `Write the number in SI and without a unit, as in ${what}=5.97e24.`,
    );
  return { digits, value, unit, unitText };
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

function noNumber(word: string, what: string) {
  if (word === "")
    return usage(`${what} has no value`, `Write a number behind it, as in ${what}=3.844e8.`);
  if (WORDS_OF_NO_NUMBER.test(word))
    return usage(`${what}: ${word} is no number to compute with`, "Give a finite number.");
  return usage(
    `${what}: ${JSON.stringify(word)} is not a number`,
    `Write it as in ${what}=5.97e24, in SI, or with its unit as in ${what}=30cm.`,
  );
}

function finite(value: number, what: string, digits = "it"): number {
  if (Number.isFinite(value)) return value;
  throw usage(
    `${what}: ${digits} is beyond the largest number a double can hold, 1.8e308`,
    "Give a smaller number.",
  );
}

function siUnit({ dimension }: UnitValue): string {
  return formatDimension(dimension);
}

function inUnit(
  { digits, unit, unitText, value }: Quantity,
  what: string,
  wanted: string | null,
): number {
  const si = finite(toSI(value, unit), what);
  const alone = `${what}=${String(si).replace("e+", "e")}`;
  const known = wanted === null || wanted === "" ? null : parseUnit(wanted);
  if (known === null || !known.ok)
    throw usage(
      `${what}: nothing here says in which unit ${what} is, so ${digits} ${unitText} is not converted`,
      `Write it without a unit, in SI: ${alone}${siUnit(unit) === "1" ? "" : ` for ${siUnit(unit)}`}.`,
    );
  if (!dimensionsEqual(known.dimension, unit.dimension))
    throw usage(
      `${what} is in ${wanted === "1" ? "no unit: it is a pure number" : wanted}, and ${unitText} is of another kind`,
      wanted === "1"
        ? `Write the number alone, as in ${what}=3.`
        : `Give it in ${wanted}, or without a unit.`,
    );
  return finite(fromSI(si, known), what);
}
