/**
 * Standard uncertainties that a question states behind its numbers: `m = 2.0 ± 0.1 kg`,
 * `5 kg ± 2 %`, `5.97(2)e24 kg`. They are taken out of the text before it is read, with blanks in
 * their place, and given to the inputs that took the numbers.
 */
import { once } from "../once.js";
import { equalExact, multiplyExact, roundToDouble } from "../units/exact.js";
import { equals } from "../units/dimension.js";
import { relativeSpreadOf } from "../units/constants.js";
import { scaleOf } from "../units/convert.js";
import {
  numberStarts,
  PLUS_MINUS,
  readMeasured,
  type Span,
  valueInSI,
  type Place,
  type Quantity,
  type Reading,
} from "../units/quantity/index.js";
import { numberAt } from "../units/quantity/number.js";
import { plain } from "../units/quantity/plain.js";
import { QUANTITY_CHARS_MAX, quantityAt } from "../units/quantity/read.js";
import type { Unread } from "./unread.js";

export interface StatedUncertainty {
  /** Where its number begins, and where the statement ends, in the text. */
  readonly at: Place;
  readonly quantity: Quantity;
  readonly spread: Quantity;
}

export interface WithoutUncertainties {
  /** As long as the text that was given, so that places stay. */
  readonly text: string;
  readonly stated: readonly StatedUncertainty[];
  /** The first statement that is not read whole with its number; null where there is none. */
  readonly unread: Unread | null;
}

/** A statement within a text: what is to be read, and the text with its number alone. */
interface Statement {
  readonly at: Place;
  readonly without: string;
  /** Where the number stands in that text. */
  readonly start: number;
}

/** The end of a number with its uncertainty in brackets. */
const CONCISE = /\d\((?:\d{1,6}|\d{0,6}\.\d{1,6})\)/g;
const BRACKETS = /^\((?:\d{1,6}|\d{0,6}\.\d{1,6})\)/;
const NUMBER_APART = /\d[^\d()=,;]*\($/;
const TWICE = "one number states its uncertainty twice; give the one that counts";
const IN_PART = "this states an uncertainty that is read in part only; give it apart";

export function withoutUncertainties(text: string): WithoutUncertainties {
  let left = text;
  const stated: StatedUncertainty[] = [];
  const unread: Unread[] = [];
  const signs = plain(text);
  for (const statement of [...behindSigns(signs, text), ...inBrackets(signs, text)]) {
    const { at, without } = statement;
    const found = stated.some((one) => at[0] < one.at[1] && one.at[0] < at[1])
      ? TWICE
      : read(signs, statement);
    if (typeof found === "string") unread.push({ at, message: `"${text.slice(...at)}": ${found}` });
    else {
      const [, end] = found.at;
      left = left.slice(0, at[0]) + without.slice(at[0], end) + left.slice(end);
      stated.push(found);
    }
  }
  return { text: left, stated, unread: unread[0] ?? null };
}

/** The number of a statement with its spread, or why it is not taken. */
function read(signs: string, { at, start, without }: Statement): StatedUncertainty | string {
  const quantity = quantityAt(plain(without), start, false);
  const end = Math.max(at[1], quantity?.at[1] ?? 0);
  const measured = readMeasured(signs.slice(at[0], end));
  if (!measured.ok) return measured.message;
  if (measured.spread === null || quantity === null || !quantity.ok) return IN_PART;
  const [one, other] = [quantity.readings[0]!, measured.quantity.readings[0]!];
  if (!equalExact(one.number, other.number) || one.unit.text !== other.unit.text) return IN_PART;
  return { at: [start, end], quantity, spread: measured.spread };
}

/** `384400 ± 20 km`, `(5.97 ± 0.02)e24 kg`, `5 kg ± 2 %` */
function behindSigns(signs: string, text: string): readonly Statement[] {
  const starts = once(() => numberStarts(signs));
  return [...signs.matchAll(PLUS_MINUS)].flatMap((sign) => {
    const place = [sign.index, sign.index + sign[0].length] as const;
    return (
      ofBracket(signs, text, place) ??
      ofPair(signs, text, place, starts) ??
      apart(signs, text, place) ??
      []
    );
  });
}

/** The number goes to the end of its brackets: what follows them belongs to it. */
function ofBracket(signs: string, text: string, [from, to]: Place): Statement | null {
  const open = signs.lastIndexOf("(", from - 1);
  const close = signs.indexOf(")", to);
  if (from === 0 || open < 0 || close < 0 || signs.lastIndexOf(")", from - 1) > open) return null;
  const value = signs.slice(open + 1, from);
  const bare = [value, signs.slice(to, close)].map((part) => {
    const number = numberAt(part.trim(), 0, true);
    return number?.ok === true && number.end === part.trim().length;
  });
  if (bare.includes(false)) return null;
  const number = value.trim().padStart(close + 1 - open);
  return {
    at: [open, close + 1],
    without: text.slice(0, open) + number + text.slice(close + 1),
    start: close + 1 - value.trim().length,
  };
}

/** The number stays where it is, and blanks lead to what both have as their unit. */
function ofPair(
  signs: string,
  text: string,
  [from, to]: Place,
  starts: () => readonly number[],
): Statement | null {
  const head = signs.slice(0, from);
  const near = starts().filter((at) => at < from && from - at <= QUANTITY_CHARS_MAX);
  const start = near.find((at) => {
    const found = quantityAt(head, at, false);
    return found?.ok === true && found.at[1] === head.length;
  });
  const value = start === undefined ? null : quantityAt(head, start, false);
  const spread = quantityAt(signs, to, false);
  if (start === undefined || value?.ok !== true || spread === null) return null;
  const end = spread.at[1];
  const number = numberAt(signs, to);
  const blank = value.hasUnit || number === null ? end : number.end;
  return {
    at: [start, end],
    without: text.slice(0, from) + " ".repeat(blank - from) + text.slice(blank),
    start,
  };
}

/** `5 (±0.1) kg` is of the number before it, and is not read so. */
function apart(signs: string, text: string, [from, to]: Place): Statement | null {
  if (signs.charAt(from - 1) !== "(") return null;
  const number = NUMBER_APART.exec(signs.slice(0, from));
  const close = signs.indexOf(")", to);
  if (number === null || close < 0) return null;
  return { at: [number.index, close + 1], without: text, start: number.index };
}

/** `5.97(2)e24 kg` */
function inBrackets(signs: string, text: string): readonly Statement[] {
  const starts = numberStarts(signs);
  return [...signs.matchAll(CONCISE)].flatMap(({ 0: mark, index }) => {
    const [open, close] = [index + 1, index + mark.length];
    const start = starts.find((at) => {
      if (at > index || index - at > QUANTITY_CHARS_MAX) return false;
      const one = numberAt(signs, at);
      return one?.ok === true && index < one.end;
    });
    const number = start === undefined ? null : numberAt(signs, start);
    if (number?.ok === true && number.spread !== null) {
      const { end, start } = number;
      const digits = text.slice(start, open) + text.slice(close, end);
      const without = text.slice(0, start) + digits.padEnd(end - start) + text.slice(end);
      return { at: [start, end], without, start };
    }
    // `5.97e24(2) kg`: its reason is that of the whole.
    const isBehind = number?.ok === true && BRACKETS.test(signs.slice(number.end));
    return isBehind ? { at: [number.start, close], without: text, start: number.start } : [];
  });
}

/** The uncertainty in SI of an input that took the number; null where it took another one. */
export function spreadFor({ quantity, spread }: StatedUncertainty, value: number): number | null {
  const taken = quantity.readings.find(
    (reading) => valueInSI(reading) === value || valueInSI(reading, true) === value,
  );
  const size = spread.readings.find(
    ({ unit }) => taken !== undefined && equals(unit.dimension, taken.unit.dimension),
  );
  return size === undefined ? null : sizeInSI(size);
}

/** A unit with its own zero counts by its size. */
function sizeInSI({ number, piPower, unit }: Reading): number {
  return roundToDouble(multiplyExact(number, scaleOf(unit, piPower)));
}

/** `1 M_sun`: what is not known of its unit is not known of the input. */
export function spreadsOfUnits(
  params: Readonly<Record<string, unknown>>,
  spans: readonly Span[],
): Readonly<Record<string, number>> {
  const readings = spans
    .flatMap(({ quantities }) => quantities)
    .flatMap(({ readings }) => readings)
    .filter(({ unit }) => relativeSpreadOf(unit) > 0);
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => {
      const measured = readings.find((reading) => valueInSI(reading) === value);
      return measured === undefined || typeof value !== "number"
        ? []
        : [[name, Math.abs(value) * relativeSpreadOf(measured.unit)] as const];
    }),
  );
}
