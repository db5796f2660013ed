/**
 * Every number of a sentence, each with all of its quantity, as a span; with what stands around it
 * where that changes or ends it. A number that is not read whole is a span that no input takes.
 */
import { countWork } from "../../workCount.js";
import { equals } from "../dimension.js";
import { exact, multiplyExact } from "../exact.js";
import { nearBefore } from "./near.js";
import { plain } from "./plain.js";
import { printReading } from "./print.js";
import type { Place, Quantity, QuantityRefusal } from "./quantity.js";
import { quantityAt } from "./read.js";
import { HALF_A_UNIT, POWER_LEFT } from "./stopped.js";

/** What a number is in its sentence. Only `value` states one. */
export type SpanKind =
  | "value"
  /** `2-3 kg`, `between 2 and 3 kg`, `2 or 3 kg` */
  | "range"
  /** `from 20 degC to 80 degC`: a beginning and an end */
  | "from-to"
  /** `at most 3 kg`, `> 3 kg`, `3 kg or more` */
  | "bound"
  /** `not 3 kg`, `anything but 3 kg` */
  | "negated"
  /** `5.0 ± 0.1 kg`: the second is the uncertainty of the first */
  | "uncertain"
  /** `increased by 50 %`, `twice 3 kg`, `3 times the mass` */
  | "change"
  /** `3 * 4`, `5 km / 20 min` */
  | "arithmetic"
  /** It cannot be read whole. */
  | "unread";

/** A word right behind a quantity that is neither its unit nor a connective. */
export interface Follower {
  readonly text: string;
  readonly at: Place;
}

export interface Span {
  readonly kind: SpanKind;
  /** In the text as it was typed, with the words that make it what it is. */
  readonly at: Place;
  /** Quantities read: one for a value, two for a range; empty where nothing was read whole. */
  readonly quantities: readonly Quantity[];
  /** Why no value stands here; null for a value. */
  readonly message: string | null;
  /** Name before an equals sign or a colon: the `m` of `m = 3 kg`; null where none stands. */
  readonly name: { readonly text: string; readonly at: Place } | null;
  /**
   * Whoever takes the number must know this word; null where a connective, a mark or the end
   * follows.
   */
  readonly follower: Follower | null;
  /** `about 3 kg`: the value is said to be rough. */
  readonly isRough: boolean;
  /** `rises by 5 degC`: a temperature here is a difference. */
  readonly isDifference: boolean;
}

/** Work of a number of a sentence, in all and for a character of it. */
const SPAN_WORK = 50;
const CHAR_WORK = 0.3;

/** A place where a number may begin; digits within names (`NM21`, `H2O`, `C-14`) are none. */
const START = new RegExp(
  String.raw`(?<![\p{L}\p{N}_.^]|\p{L}-)(?:(?<![\p{L}\p{N})%‰°]\s?)[+-])?(?:\.?\d|` +
    String.raw`[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒])|(?<![\p{L}\p{N}_'-])(?:π|pi(?![\p{L}\p{N}_])|` +
    String.raw`[A-Za-z]+(?![\p{L}\p{N}_=]))`,
  "gu",
);
/** A colon with a blank behind it is a mark of the sentence: the words before it are words. */
const NAMED = /([\p{L}][\p{L}\p{N}_']*)\s*(?:(?:=|≈)\s*|:)$/u;
const FOLLOWER = /^\s*-?\s*([\p{L}]+)/u;
const NAME_FOLLOWS = /^\s*-?\s*[\p{L}][\p{L}\p{N}_']*\s*(?:=(?!>)|[:≈])/u;
/** A minus right before its number, or behind an equals sign. */
const MINUS_BEFORE = /(?:(?:^|[\s=(:])-|[=≈]\s*-\s+)$/;
/** A hyphen between blanks: a minus to some, a mark to others. An en dash is a mark. */
const DASH_BEFORE = /(?:^|\s)[-\u2212]\s+$/;
const DASHED = "a dash stands before it: write a minus right before the number, or a comma";
/** `5 m: 3`: the metre ends this quantity, or m names the next number. */
const NUMBER_NAMED = /^\s*:\s*[+-]?[\d.½⅓⅔¼¾]/;
const LAST_WORD = /(?:^|\s)([\p{L}][\p{L}\p{N}_]*)$/u;
const NAME_OR_UNIT =
  "its last word may be a unit or the name of the next number: write a comma between";
/** Words that join a quantity to what follows, and say nothing about it. */
const CONNECTIVES: ReadonlySet<string> = new Set(
  (
    "and at in with from for of on by over after during through into under as if when which that then while " +
    "along until is are was has have had the a an where what how find compute calculate give given using so its it " +
    "this these now please but to than per who whose will does do"
  ).split(" "),
);
const RANGE_GAP = /^\s*(?:-|--|—|\.\.+|…|to|or|through|up to)\s*$/i;
const PLUS_MINUS = /^\s*(?:±|\+\/?-|plus or minus|plus\/minus)\s*$/i;
const AND_GAP = /^\s*(?:,\s*)?and\s*$/i;
const ARITHMETIC_GAP = /^\s*(?:[*/+^×÷]|times|plus|minus|divided by|multiplied by)\s*$/i;
const BETWEEN = /\bbetween\s*$/i;
const FROM = /\bfrom\s*$/i;
/** `heats up to 45 degC` says where it ends. */
const REACHES = String.raw`(?:heat|warm|cool|speed|slow|ris|charg|pump)(?:s|es|ed|ing|e)?`;
const BOUND_BEFORE = new RegExp(
  String.raw`(?:\b(?:at least|at most|more than|less than|fewer than|greater than|` +
    String.raw`smaller than|larger than|higher than|lower than|no more than|no less than|` +
    String.raw`not more than|not less than|(?<!${REACHES}\s)up to|exceeding|below|above|max|min|maximum|minimum|` +
    String.raw`maximum of|minimum of|no greater than)|[<>≤≥]=?)\s*$`,
  "i",
);
const BOUND_AFTER = /^\s*(?:or|and)\s+(?:more|less|above|below|over|under|higher|lower|fewer)\b/i;
const NEGATED_BEFORE = new RegExp(
  String.raw`(?:\b(?:not|isn't|never|without|except|anything but|no|other than|instead of|` +
    String.raw`rather than)\s*(?:equal to|=)?|!=|≠)\s*$`,
  "i",
);
/** `pushed up by 20 N`, `lifted up by 2 m`: what pushes and how far, and no change of a value. */
const PUSHED =
  String.raw`(?<!\b(?:push|press|pull|lift|hoist|jack|buoy|held|hold|draw|borne|carri|weigh|slid|climb)` +
  String.raw`\p{L}*\s+(?:\p{L}+\s+)?)`;
const CHANGED_BEFORE = new RegExp(
  String.raw`\b(?:twice|double|triple|thrice|half of|(?:increase[sd]?|decrease[sd]?|` +
    String.raw`reduce[sd]?|raise[sd]?|lower(?:s|ed)?|grow[ns]?|grew|shrinks?|multiplied|` +
    String.raw`divided|scaled|larger|smaller|longer|shorter|${PUSHED}(?:up|down))\s+(?:by|by a factor of|` +
    String.raw`a factor of))\s*$`,
  "iu",
);
const CHANGED_AFTER = new RegExp(
  String.raw`^\s*(?:times|x)\s+(?:the|as|that|its|this|more|less|larger|greater|smaller|` +
    String.raw`faster|slower|heavier|longer)\b|^\s*(?:more|less|larger|greater|smaller|faster|` +
    String.raw`slower|heavier|lighter|longer|shorter|higher|lower)\b`,
  "i",
);
const ROUGH = /(?:\b(?:about|around|approximately|approx\.?|roughly|nearly|circa|some)|[~≈])\s*$/i;
const DIFFERENCE_BEFORE = new RegExp(
  String.raw`\b(?:by|rise of|rises|drop of|drops|fall of|change of|difference of|increase of|` +
    String.raw`decrease of|gradient of|delta ?T ?=|ΔT ?=)\s*$`,
  "i",
);

/** Left to right, without overlaps; places are those of the typed text. */
export function spansIn(text: string): readonly Span[] {
  countWork(CHAR_WORK * text.length);
  const spans = readSpans(text);
  countWork(SPAN_WORK * spans.length);
  return spans;
}

/** A question is read again in other forms, which have most numbers in common. */
const lastRead = new Map<string, readonly Span[]>();
const READ_MAX = 8;

function readSpans(text: string): readonly Span[] {
  const before = lastRead.get(text);
  if (before !== undefined) return before;
  const signs = plain(text);
  const spans = joined(signs, numbersIn(signs)).map((one) =>
    spanOf(signs, signed(text, signs, one)),
  );
  // The one that was read first goes.
  for (const first of lastRead.keys()) if (lastRead.size >= READ_MAX) lastRead.delete(first);
  lastRead.set(text, spans);
  return spans;
}

type Found = Quantity | QuantityRefusal;

/** Where a number may begin in a plain text. */
export function numberStarts(text: string): readonly number[] {
  return [...text.matchAll(START)].map(({ index }) => index);
}

function numbersIn(text: string): readonly Found[] {
  const found: Found[] = [];
  let end = 0;
  for (const index of numberStarts(text)) {
    if (index < end) continue;
    const one = quantityAt(text, index, false);
    if (one === null || isOnlyAWord(text, one)) continue;
    found.push(one);
    end = one.at[1];
  }
  return found;
}

/** `one` of `one of the bodies`: a number in words counts where a unit or an equals sign says so. */
function isOnlyAWord(text: string, one: Found): boolean {
  if (!one.ok || !one.isWord || one.hasUnit) return false;
  const [start, end] = one.at;
  // `half-life`, `two-body`: part of a word.
  if (/^-\p{L}/u.test(text.slice(end))) return true;
  return !NAMED.test(nearBefore(text, start)) && !/\s/.test(text.slice(start, end).trim());
}

/** One number, or two that belong together. */
interface Group {
  readonly kind: SpanKind;
  readonly found: readonly Found[];
  readonly message: string | null;
}

const GIVE_ONE = "this is a range; give one value, or ask once for each";
const NO_ARITHMETIC = "arithmetic between numbers is not read here; give the result";

function joined(text: string, found: readonly Found[]): readonly Group[] {
  const groups: Group[] = [];
  for (let i = 0; i < found.length; i += 1) {
    const [one, next] = [found[i]!, found[i + 1]];
    const pair = next === undefined ? null : pairOf(text, one, next);
    if (pair !== null && next !== undefined) {
      groups.push({
        ...pair,
        found: pair.kind === "arithmetic" ? [one, next] : sharing(one, next),
      });
      i += 1;
    } else groups.push({ kind: one.ok ? "value" : "unread", found: [one], message: null });
  }
  return groups;
}

function pairOf(text: string, one: Found, next: Found): Omit<Group, "found"> | null {
  const gap = text.slice(one.at[1], next.at[0]);
  // The minus of the first is read later.
  const head = nearBefore(text, one.at[0]).replace(/[-+]$/, "");
  const isBetween = BETWEEN.test(head);
  if (PLUS_MINUS.test(gap))
    return { kind: "uncertain", message: "it states an uncertainty; give that apart" };
  if (ARITHMETIC_GAP.test(gap)) return { kind: "arithmetic", message: NO_ARITHMETIC };
  if (FROM.test(head) && /^\s*to\s*$/i.test(gap) && alike(one, next))
    return { kind: "from-to", message: "this is a beginning and an end; give each with its name" };
  if (RANGE_GAP.test(gap) && (!/to|through/i.test(gap) || alike(one, next)))
    return { kind: "range", message: GIVE_ONE };
  if (isBetween && AND_GAP.test(gap)) return { kind: "range", message: GIVE_ONE };
  if (/^\s*$/.test(gap) && one.ok && !one.hasUnit)
    return { kind: "unread", message: "two numbers stand side by side; write each with its name" };
  return null;
}

/** `from 1 to 3 L`, `between 20 and 80 degC`: a bare number has the unit of the second. */
function sharing(one: Found, next: Found): readonly Found[] {
  if (!one.ok || !next.ok || one.hasUnit || !next.hasUnit) return [one, next];
  const { number, piPower } = one.readings[0]!;
  const readings = next.readings.map(({ unit }) => ({ number, piPower, unit }));
  return [{ ...one, readings, hasUnit: true, text: printReading(readings[0]!) }, next];
}

/** `from 2 m to 3 s` and `2 mA through 3 Ω` are two quantities. */
function alike(one: Found, next: Found): boolean {
  if (!one.ok || !next.ok || !one.hasUnit) return true;
  return one.readings.some(({ unit }) =>
    next.readings.some((other) => equals(unit.dimension, other.unit.dimension)),
  );
}

/** A number with the minus before it; refused where nobody can tell what a mark means. */
function signed(typed: string, text: string, group: Group): Group {
  const [one, ...others] = group.found;
  if (one === undefined || !one.ok) return group;
  const [start, end] = one.at;
  const unread = (message: string): Group => ({ ...group, kind: "unread", message });
  if (group.kind === "value" && POWER_LEFT.test(text.slice(end))) return unread(HALF_A_UNIT);
  if (group.kind === "value" && isNameOrUnit(text, one)) return unread(NAME_OR_UNIT);
  if (!MINUS_BEFORE.test(nearBefore(text, start)))
    return DASH_BEFORE.test(nearBefore(typed, start)) ? unread(DASHED) : group;
  const readings = one.readings.map((reading) => ({
    ...reading,
    number: multiplyExact(reading.number, exact(-1n)),
  }));
  const at = [text.lastIndexOf("-", start - 1), end] as const;
  const own = { ...one, at, readings, text: printReading(readings[0]!) };
  return { ...group, found: [own, ...others] };
}

function isNameOrUnit(text: string, { at: [start, end], hasUnit }: Quantity): boolean {
  if (!hasUnit || !NUMBER_NAMED.test(text.slice(end))) return false;
  const own = text.slice(start, end);
  const word = LAST_WORD.exec(own)?.[1];
  if (word === undefined) return false;
  // `6 hours: 5 m/s`: no input is named so, and no other unit stands before the word.
  const isFirst = /^[\d.,'+-]+$/.test(own.slice(0, -word.length).trim());
  return !isFirst || word.length < 3 || word === "second";
}

function spanOf(text: string, { found, kind, message }: Group): Span {
  const [first] = found;
  const last = found[found.length - 1]!;
  const [start, end] = [first!.at[0], last.at[1]];
  const head = nearBefore(text, start);
  const tail = text.slice(end);
  const around = kind === "value" ? aroundOf(head, tail) : null;
  const refused = found.find((one) => !one.ok);
  return {
    kind: refused !== undefined && kind === "value" ? "unread" : (around?.kind ?? kind),
    at: [start, end],
    quantities: found.flatMap((one) => (one.ok ? [one] : [])),
    message: refused !== undefined && !refused.ok ? refused.message : (around?.message ?? message),
    name: nameBefore(text, start),
    follower: followerOf(tail, end),
    isRough: ROUGH.test(head),
    isDifference: DIFFERENCE_BEFORE.test(head),
  };
}

/** The name of `m = 3 kg`, which ends at a place. */
function nameBefore(text: string, end: number): Span["name"] {
  const near = nearBefore(text, end);
  const found = NAMED.exec(near);
  if (found === null) return null;
  // A longer name begins before what is near.
  const whole = found.index > 0 ? found : NAMED.exec(text.slice(0, end))!;
  const start = found.index > 0 ? end - near.length + found.index : whole.index;
  return { text: whole[1]!, at: [start, start + whole[1]!.length] };
}

/** What the words around a value make of it; null where they leave it one. */
function aroundOf(
  head: string,
  tail: string,
): { readonly kind: SpanKind; readonly message: string } | null {
  if (BOUND_BEFORE.test(head) || BOUND_AFTER.test(tail))
    return { kind: "bound", message: "this is a bound, not a value; give one value" };
  if (NEGATED_BEFORE.test(head))
    return { kind: "negated", message: "this says what the value is not; say what it is" };
  if (CHANGED_BEFORE.test(head) || CHANGED_AFTER.test(tail))
    return { kind: "change", message: "this changes a value; give the value after the change" };
  if (/^\s*(?:[*/^+×÷]|-\s*\d)/.test(tail) || /[*/^×÷]\s*$/.test(head))
    return { kind: "arithmetic", message: NO_ARITHMETIC };
  return null;
}

function followerOf(tail: string, end: number): Follower | null {
  if (NAME_FOLLOWS.test(tail)) return null;
  const match = FOLLOWER.exec(tail);
  if (match === null || CONNECTIVES.has(match[1]!.toLowerCase())) return null;
  const stop = end + match[0].length;
  return { text: match[1]!, at: [stop - match[1]!.length, stop] };
}
