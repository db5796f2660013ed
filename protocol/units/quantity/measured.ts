/** A quantity with its standard uncertainty as people write it: `384400 ± 20 km`, `5.97(2)e24 kg`. */
import { equalExact, exact, multiplyExact } from "../exact.js";
import type { Exact } from "../exact.js";
import { numberAt } from "./number.js";
import { plain } from "./plain.js";
import { printReading } from "./print.js";
import type { Place, Quantity, QuantityRefusal } from "./quantity.js";
import { readQuantity } from "./read.js";

export interface Measured {
  readonly ok: true;
  /** Without what it says of its uncertainty. */
  readonly quantity: Quantity;
  /** Its size, of the same kind as a difference of two such quantities; null where none is stated. */
  readonly spread: Quantity | null;
}

export const PLUS_MINUS = /\s*(?:±|\+\/?-|\bplus or minus\b|\bplus\/minus\b)\s*/gi;
/** Sign, digits in groups, a decimal point. */
const DIGITS = /^\s*[+-]?\d*(?:[ ,'_]\d{3})*(?:\.\d+)?(?![\d.])/;
/** Units of which an uncertainty is a part of its value. */
export const PARTS: ReadonlySet<string> = new Set(["%", "permille", "ppm", "ppb", "ppt"]);
/** The `% kg` of `2.5 ± 10 % kg`. */
const PART_OF_A_UNIT = /^(?:%|permille|pp[mbt])[ /]/;
/** What multiplies all digits before it: `million`, `e24`, `x 10^6`, `pi`. */
const MULTIPLIED = new RegExp(
  String.raw`hundred|thousand|million|billion|trillion|dozen|\dk$|π|\bpi\b|\de[+-]?\d|` +
    String.raw`\b10\s*(?:\^|\*\*|[⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹])|(?:[x*]|times)\s*10|to the`,
  "i",
);
const IN_PARENTHESES = /^\s*\(([^()]*)\)(.*)$/s;
const ONE_PLACE =
  "an uncertainty stands behind its number, as in 384400 ± 20 km or (5.97 ± 0.02)e24 kg";

/** Whether a text says how uncertain its number is; what it says may still be refused. */
export function statesUncertainty(text: string): boolean {
  return plain(text).search(PLUS_MINUS) >= 0 || /\d\((?:\d{1,6}|\d{0,6}\.\d{1,6})\)/.test(text);
}

/** Reads a text that is one quantity, or one with its uncertainty, and nothing else. */
export function readMeasured(text: string): Measured | QuantityRefusal {
  const signs = plain(text);
  const [head = "", tail, ...more] = signs.split(PLUS_MINUS);
  if (tail === undefined) return concise(text);
  if (more.length > 0) return refusal([0, text.length], ONE_PLACE);
  const [, inside, unit = ""] = IN_PARENTHESES.exec(signs) ?? [];
  const [value = "", spread] = inside?.split(PLUS_MINUS) ?? [];
  if (spread === undefined) return pairOf(head, tail, text.length);
  return numbersBefore(value, spread, unit, text.length);
}

/** `5.97(2)e24 kg` */
function concise(text: string): Measured | QuantityRefusal {
  const read = readQuantity(text);
  if (!read.ok) return read;
  const { spread } = read;
  const quantity = { ...read, spread: null };
  return { ok: true, quantity, spread: spread === null ? null : withNumber(quantity, spread) };
}

/** `(5.97 ± 0.02)e24 kg`: the power and the unit are those of both. */
function numbersBefore(
  value: string,
  spread: string,
  unit: string,
  end: number,
): Measured | QuantityRefusal {
  const bare = [value, spread].map((one) => readQuantity(one));
  const named = bare.find((one) => !one.ok || one.hasUnit || one.spread !== null);
  if (named !== undefined) return refusal([0, end], named.ok ? ONE_PLACE : named.message);
  return together(readQuantity(value.trim() + unit), readQuantity(spread.trim() + unit), end);
}

/** `384400 ± 20 km`, `5 km ± 20 m`, `5 kg ± 2 %` */
function pairOf(head: string, tail: string, end: number): Measured | QuantityRefusal {
  if (head.endsWith("(")) return refusal([0, end], ONE_PLACE);
  const [value, spread] = [readQuantity(head), readQuantity(tail)];
  if (!value.ok) return value;
  const from = end - tail.length;
  if (!spread.ok) return refusal([from + spread.at[0], from + spread.at[1]], spread.message);
  const part = spread.readings[0]!.unit;
  const isPart = PARTS.has(part.text);
  if (!value.hasUnit && isPart)
    return refusal(
      [from, end],
      `this may be a part of the number or its unit: write 5 ${part.text} ± 2 ${part.text}`,
    );
  if (!value.hasUnit && PART_OF_A_UNIT.test(part.text))
    return refusal([from, end], "a part of the number stands behind its unit: write 5 kg ± 2 %");
  if (!value.hasUnit && isScaledAlone(tail, spread, head, value))
    return refusal([0, end], ofBoth(head, tail));
  if (!value.hasUnit && spread.hasUnit) return behindBoth(head, tail, spread, end);
  if (value.hasUnit && !spread.hasUnit)
    return refusal([from, end], "an uncertainty has its unit behind it, as in 5 kg ± 0.1 kg");
  const { number: size, unit: own } = value.readings[0]!;
  if (!isPart || PARTS.has(own.text)) return together(value, spread, end);
  if (own.offset !== undefined)
    return refusal([from, end], "a part of a temperature with its own zero is no uncertainty");
  const relative = multiplyExact(spread.readings[0]!.number, part.factor);
  const number = multiplyExact(relative, positive(size));
  return together(value, { ...withNumber(value, number), at: spread.at }, end);
}

/** What to write for `2.5 ± 0.3 million kg`, which has two readings. */
function ofBoth(head: string, tail: string): string {
  const [digits = ""] = DIGITS.exec(tail) ?? [];
  if (digits.trim() === "") return ONE_PLACE;
  const both = `(${head.trim()} ± ${digits.trim()})${tail.slice(digits.length)}`;
  return `the multiple may be that of the uncertainty or of both: write ${both.trim()}`;
}

/** `384400 ± 20 km`: the unit of the uncertainty is that of the number. */
function behindBoth(
  head: string,
  tail: string,
  spread: Quantity,
  end: number,
): Measured | QuantityRefusal {
  const number = numberAt(tail, tail.length - tail.trimStart().length, true);
  const isOne =
    number !== null && number.ok && equalExact(number.value, spread.readings[0]!.number);
  if (!isOne) return refusal([0, end], ONE_PLACE);
  const value = readQuantity(head.trimEnd() + tail.slice(number.end));
  if (value.ok && value.readings.some(({ unit }, i) => unit.text !== spread.readings[i]?.unit.text))
    return refusal([0, end], ONE_PLACE);
  return together(value, spread, end);
}

/**
 * Whether an uncertainty is more than its digits and its number is not so, too: `0.02e24`,
 * `0.3 million`, `half a dozen`. Behind a bare number it means its own size to some, and to others
 * that of both: `5.97 ± 0.02e24`. A fraction is no multiple: `2½ ± 0.3 million`.
 */
function isScaledAlone(tail: string, spread: Quantity, head: string, value: Quantity): boolean {
  if (isMultiplied(tail)) return !isMultiplied(head);
  return !isDigits(tail, spread) && isDigits(head, value);
}

function isMultiplied(text: string): boolean {
  const start = text.length - text.trimStart().length;
  const number = numberAt(text, start, true);
  return number !== null && MULTIPLIED.test(text.slice(start, number.end));
}

function isDigits(text: string, { readings: [first] }: Quantity): boolean {
  const [digits] = DIGITS.exec(text) ?? [];
  const number = digits === undefined ? null : readQuantity(digits);
  return number !== null && number.ok && equalExact(number.readings[0]!.number, first!.number);
}

function together(
  quantity: Quantity | QuantityRefusal,
  spread: Quantity | QuantityRefusal,
  end: number,
): Measured | QuantityRefusal {
  const bad = [quantity, spread].find((one) => !one.ok);
  if (bad !== undefined && !bad.ok) return refusal([0, end], bad.message);
  if (!quantity.ok || !spread.ok) return refusal([0, end], ONE_PLACE);
  if (quantity.spread !== null || spread.spread !== null) return refusal([0, end], ONE_PLACE);
  if (spread.readings[0]!.number.num < 0n)
    return refusal([0, end], "an uncertainty is a size and has no minus");
  return { ok: true, quantity, spread };
}

function positive(number: Exact): Exact {
  return number.num < 0n ? multiplyExact(number, exact(-1n)) : number;
}

function withNumber(quantity: Quantity, number: Exact): Quantity {
  const readings = quantity.readings.map((one) => ({ ...one, number }));
  return { ...quantity, readings, spread: null, text: printReading(readings[0]!) };
}

function refusal(at: Place, message: string): QuantityRefusal {
  return { ok: false, at, message };
}
