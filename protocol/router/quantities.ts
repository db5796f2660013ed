/** Numbers of a question with their units, each with what stands around it. */
import { NO_UNIT } from "../units/quantity/read.js";
import {
  spansIn,
  valueFor,
  valueInSI,
  type Quantity,
  type Slot,
  type Span,
  type SpanKind,
} from "../units/quantity/index.js";
import type { Dimension } from "../units/index.js";
import { dimensionsEqual, fromSI, isCoherent } from "../units/index.js";
import { countWork } from "../workCount.js";
import { stemOf } from "./text.js";

export interface Reading {
  /** SI. */
  readonly value: number;
  /**
   * SI, where a difference is asked for: 5 degC is 5 K then. The same as `value` for most units.
   */
  readonly difference: number;
  /** Symbol; "1" where none was written. */
  readonly unit: string;
  readonly dimension: Dimension;
}

/** Its value is that of the usual reading; NaN where nothing was read whole. */
export interface FoundQuantity extends Reading {
  readonly kind: SpanKind;
  /** Null where nothing was read whole. */
  readonly quantity: Quantity | null;
  readonly hasUnit: boolean;
  /** What the same text may also mean: `20 C` is a charge or a temperature. */
  readonly others: readonly Reading[];
  /** `alpha` of `alpha = 3`, by case; null where no equals sign stands before it. */
  readonly name: string | null;
  /** Lower-case words before it, the nearest first, up to the last comma. */
  readonly before: readonly string[];
  /** The word right behind it, stemmed; null for a connective, and where none follows at once. */
  readonly after: Follower | null;
  readonly at: readonly [start: number, end: number];
  /** Why its number cannot be used; null where it can. */
  readonly problem: string | null;
}

export interface Follower {
  readonly text: string;
  readonly stem: string;
  readonly at: readonly [start: number, end: number];
}

/** Work of the words before a number, for a character. */
const BEFORE_WORK = 0.3;
const WORDS_BEFORE = 4;

/** A number that stands for itself: not the 1 of `m1`, and not the 2 of `m^2`. */
const DIGITS = /(?<![\p{L}\p{N}_.^])\d[\d.]*/gu;

/** `mode three`; the two of `two-body` is part of a word. */
const NUMBER_WORD = new RegExp(
  String.raw`(?<=\b(?:of|mode|level|order|number|is|at|after|to|with|by)\s)(?:two|three|four|five|six|` +
    String.raw`seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand)` +
    String.raw`(?![\p{L}\p{N}_-])`,
  "giu",
);

/** Left to right; both numbers of a range, and the digits that no span reads. */
export function quantitiesIn(text: string, spans = spansIn(text)): readonly FoundQuantity[] {
  const read = spans.flatMap((span) => {
    countWork(BEFORE_WORK * span.at[0]);
    const found = span.quantities.length === 0 ? [null] : span.quantities;
    return found.map((quantity, i) => foundIn(text, span, quantity, i === found.length - 1));
  });
  const left = [...text.matchAll(DIGITS), ...text.matchAll(NUMBER_WORD)].flatMap((match) => {
    const at = [match.index, match.index + match[0].length] as const;
    const isRead = spans.some(({ at: [start, end] }) => start < at[1] && at[0] < end);
    return isRead ? [] : [leftAt(text, at)];
  });
  return [...read, ...left].sort((a, b) => a.at[0] - b.at[0]);
}

/** The 3 of `x-3`: an expression, or part of a name. */
function leftAt(text: string, at: readonly [number, number]): FoundQuantity {
  return {
    ...UNREAD,
    kind: "unread",
    quantity: null,
    hasUnit: false,
    others: [],
    name: null,
    before: wordsBefore(text, at[0]),
    after: null,
    at,
    problem: /^\d/.test(text.slice(at[0]))
      ? "a name or an expression stands right before it; write each number apart"
      : "no unit stands behind it: write it in digits, with the name of its input",
  };
}

function foundIn(
  text: string,
  { at, follower, kind, message, name }: Span,
  quantity: Quantity | null,
  isLast: boolean,
): FoundQuantity {
  const [usual, ...others] = quantity?.readings.map(readingOf) ?? [];
  const place = quantity?.at ?? at;
  const after =
    follower === null || !isLast
      ? null
      : { ...follower, stem: stemOf(follower.text.toLowerCase()) };
  return {
    ...(usual ?? UNREAD),
    kind,
    quantity,
    hasUnit: quantity?.hasUnit === true,
    others,
    name: name?.text ?? null,
    before: wordsBefore(text, place[0]),
    after,
    at: place,
    problem: kind === "value" ? problemOf(quantity) : message,
  };
}

const UNREAD: Reading = { value: NaN, difference: NaN, unit: "1", dimension: NO_UNIT.dimension };

function problemOf(quantity: Quantity | null): string | null {
  return quantity?.spread == null ? null : "it states an uncertainty; give that apart";
}

function readingOf(reading: Quantity["readings"][number]): Reading {
  return {
    value: valueInSI(reading),
    difference: valueInSI(reading, true),
    unit: reading.unit.text,
    dimension: reading.unit.dimension,
  };
}

/** Whether one of its readings is of the dimension of a slot; a bare number is a pure one. */
export function fitsSlot({ dimension, others }: FoundQuantity, unit: Slot["unit"]): boolean {
  if (unit === null) return false;
  return [dimension, ...others.map((other) => other.dimension)].some((one) =>
    dimensionsEqual(one, unit.dimension),
  );
}

/** The value for a slot, in the unit that the slot states; a text tells why there is none. */
export function slotValue(found: FoundQuantity, slot: Slot): number | string {
  const { hasUnit, quantity, value } = found;
  if (quantity === null || !hasUnit) return value;
  const read = valueFor(quantity, slot);
  if (!read.ok) return read.message;
  return slot.unit === null || isCoherent(slot.unit) ? read.value : fromSI(read.value, slot.unit);
}

/** The words that end before a place, the nearest first. */
function wordsBefore(text: string, at: number): readonly string[] {
  const words: string[] = [];
  let end = at;
  while (end > 0 && words.length < WORDS_BEFORE) {
    let start = end;
    while (start > 0 && isWordLetter(text.charCodeAt(start - 1))) start -= 1;
    if (start < end) words.push(text.slice(start, end).toLowerCase());
    else if (text.charAt(end - 1) === "," || text.charAt(end - 1) === ";") break;
    end = start === end ? end - 1 : start;
  }
  return words;
}

/** One of `a` to `z` in either case, or an underscore. */
function isWordLetter(code: number): boolean {
  const small = code | 32;
  return (small >= 97 && small <= 122) || code === 95;
}
