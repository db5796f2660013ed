/**
 * One quantity, read whole or refused at the place where reading stopped. No text gives a number for
 * a part of it.
 */
import { countWork } from "../../workCount.js";
import { dimensionless, equals } from "../dimension.js";
import { addExact, divideExact, exact, multiplyExact } from "../exact.js";
import type { Exact } from "../exact.js";
import type { UnitValue } from "../unit.js";
import { numberAt, type NumberRefusal, type ReadNumber } from "./number.js";
import { plain } from "./plain.js";
import { printReading } from "./print.js";
import type { Quantity, QuantityRefusal, Reading } from "./quantity.js";
import { refusal, shown, stoppedAt } from "./stopped.js";
import { unitAfter, type UnitAfter } from "./unitAfter.js";

/** Characters of a quantity. */
export const QUANTITY_CHARS_MAX = 200;
/** Work of reading a quantity, in all and for a character. */
const QUANTITY_WORK = 60;
const CHAR_WORK = 4;

export const NO_UNIT: UnitValue = {
  ok: true,
  dimension: dimensionless,
  factor: exact(1n),
  piPower: 0,
  text: "1",
};

/** Reads a text that is one quantity and nothing else. */
export function readQuantity(text: string): Quantity | QuantityRefusal {
  countWork(QUANTITY_WORK + CHAR_WORK * text.length);
  if (text.length > QUANTITY_CHARS_MAX)
    return refusal(
      [QUANTITY_CHARS_MAX, text.length],
      `a quantity has at most ${QUANTITY_CHARS_MAX} characters`,
    );
  const signs = plain(text);
  const start = signs.length - signs.trimStart().length;
  const end = signs.trimEnd().length;
  const whole = signs.slice(0, end);
  const found = quantityAt(whole, start, true);
  if (found === null) return refusal([start, end], noNumber(whole.slice(start)));
  if (!found.ok || found.at[1] === end) return found;
  return stoppedAt(whole, found);
}

function noNumber(text: string): string {
  return text === "" ? "nothing stands here" : `"${shown(text)}" does not begin with a number`;
}

/**
 * The quantity that begins at a place of a plain text: the longest that can be read there.
 * @returns null where no number begins there
 */
export function quantityAt(
  text: string,
  start: number,
  isWhole: boolean,
): Quantity | QuantityRefusal | null {
  const number = numberAt(text, start, isWhole);
  if (number === null) return null;
  if (!number.ok) return unreadable(text, number);
  const first = partAt(text, number, isWhole);
  return compoundAt(text, first, isWhole) ?? quantityOf(first);
}

function unreadable(text: string, { start, end, message }: NumberRefusal): QuantityRefusal {
  return refusal([start, end], `"${shown(text.slice(start, end))}": ${message}`);
}

/** A number with its unit. */
interface Part {
  readonly number: ReadNumber;
  readonly unit: UnitAfter;
}

function partAt(text: string, number: ReadNumber, isWhole: boolean): Part {
  // `half an hour`: the article stands between the number and its unit.
  const article = number.isWord ? /\s+(?:an?|of an?)\s+/y : null;
  if (article !== null) {
    article.lastIndex = number.end;
    const found = article.exec(text);
    const unit = found === null ? null : unitAfter(text, article.lastIndex, isWhole);
    if (unit !== null && unit.units.length > 0) return { number, unit };
  }
  return { number, unit: unitAfter(text, number.end, isWhole) };
}

function quantityOf({ number, unit }: Part): Quantity {
  const { piPower, spread, start, value } = number;
  const units = unit.units.length === 0 ? [NO_UNIT] : unit.units;
  const readings = units.map((one) => ({ number: value, piPower, unit: one }));
  return {
    ok: true,
    at: [start, unit.end === unit.start ? number.end : unit.end],
    readings,
    question: unit.question,
    spread,
    hasUnit: unit.units.length > 0,
    isWord: number.isWord,
    text: printReading(readings[0]!),
  };
}

const JOINT = / *(?:, *)?(?:and +)?/y;
/** Units that are joined by a space, largest first. */
const FAMILIES: readonly (readonly string[])[] = [
  ["yr", "month", "week", "d", "h", "min", "s", "ms"],
  ["mi", "yd", "ft", "in"],
  ["km", "m", "cm", "mm"],
  ["st", "lb", "oz"],
  ["kg", "g"],
  ["deg", "arcmin", "arcsec"],
];
const TIMES = FAMILIES[0]!;

/** `5 ft 3 in`, `2 h 15 min`, `5° 30' 15"`: one quantity in the last of its units, or null. */
function compoundAt(text: string, first: Part, isWhole: boolean): Quantity | null {
  let [parts, last] = [[first], first];
  for (;;) {
    const next = nextPart(text, last, isWhole);
    const family = next === null ? null : familyOf([...parts, next]);
    if (next === null || family === null) break;
    parts = [...parts, next];
    last = next;
  }
  if (parts.length === 1) return null;
  const units = unitsOf(parts)!;
  const smallest = units[units.length - 1]!;
  let number: Exact = exact(0n);
  for (const [i, { number: count }] of parts.entries()) {
    const ratio = divideExact(units[i]!.factor, smallest.factor);
    const size = count.value.num < 0n ? multiplyExact(count.value, exact(-1n)) : count.value;
    number = addExact(number, multiplyExact(size, ratio));
  }
  if (first.number.value.num < 0n) number = multiplyExact(number, exact(-1n));
  const reading: Reading = { number, piPower: 0, unit: smallest };
  return {
    ok: true,
    at: [first.number.start, last.unit.end],
    readings: [reading],
    question: null,
    spread: null,
    hasUnit: true,
    isWord: false,
    text: printReading(reading),
  };
}

/** The next number with a unit, where nothing but a joint stands before it. */
function nextPart(text: string, { number, unit }: Part, isWhole: boolean): Part | null {
  const isCount = number.value.den === 1n && number.piPower === 0 && number.spread === null;
  if (unit.units.length === 0 || !isCount) return null;
  JOINT.lastIndex = unit.end;
  const joint = JOINT.exec(text)?.[0] ?? "";
  const at = unit.end + joint.length;
  if (!/[\d.½⅓⅔¼¾⅛⅜⅝⅞]/.test(text.charAt(at))) return null;
  const next = numberAt(text, at);
  if (next === null || !next.ok || next.piPower !== 0 || next.spread !== null) return null;
  const part = partAt(text, next, isWhole);
  if (part.unit.units.length === 0) return null;
  // Two lengths may stand in one sentence; two times in a row are one.
  const isTime = TIMES.includes(part.unit.units[0]!.text);
  return joint.trim() === "" || isTime ? part : null;
}

/** The family in which the parts descend, each below one of the part before it; null for none. */
function familyOf(parts: readonly Part[]): readonly string[] | null {
  const units = unitsOf(parts);
  if (units === null) return null;
  const family = FAMILIES.find((names) => units.every(({ text }) => names.includes(text)));
  if (family === undefined) return null;
  const isDescending = units.every((unit, i) => {
    const before = units[i - 1];
    if (before === undefined) return true;
    if (family.indexOf(unit.text) <= family.indexOf(before.text)) return false;
    const { value } = parts[i]!.number;
    const [part, one] = [multiplyExact(value, unit.factor), before.factor];
    return part.num * one.den < one.num * part.den;
  });
  return isDescending ? family : null;
}

/** One unit of each part, all of one dimension; marks are feet and inches unless degrees stand first. */
function unitsOf(parts: readonly Part[]): readonly UnitValue[] | null {
  for (const family of FAMILIES) {
    const units = parts.map(({ unit }) => unit.units.find(({ text }) => family.includes(text)));
    const [first] = units;
    if (first === undefined) continue;
    const found = units.flatMap((unit) => (unit === undefined ? [] : [unit]));
    if (found.length < parts.length) continue;
    if (found.every((unit) => equals(unit.dimension, first.dimension))) return found;
  }
  return null;
}
