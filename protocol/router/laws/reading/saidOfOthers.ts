/**
 * Numbers that a question says by others: `p2/p1 = 6 with p1 = 1 bar`, `W/L = 20/1 um`, `the other twice as
 * heavy`, `one mole weighs 28 g`, and units beside the number: `0.23 1/d`, `97 mol%`, `C 0.18 Mn 1.35 (wt%)`.
 */
import {
  addExact,
  divideExact,
  exact,
  multiplyExact,
  subtractExact,
} from "../../../units/exact.js";
import { dimensionsEqual, isDimensionless, parseUnit } from "../../../units/index.js";
import type { Place, Reading, Span } from "../../../units/quantity/index.js";
import { isOfOneMole } from "./ofOneMole.js";
import { merged } from "./placedSpans.js";
import { plainValue, valueSpan, type Part, type Spans } from "./spanForms.js";
import { plainSpan } from "./unreadForms.js";

/** The numbers with what the question says of one by another. */
export function withSaidOfOthers(text: string, spans: Spans): Spans {
  const measured = withListedShares(
    text,
    spans.map((span) => inOwnUnit(text, span)),
  );
  const both = merged(measured, bothOfQuotients(text));
  return withOtherOnes(text, withOthersOfTwo(both));
}

const TAIL_CHARS = 24;
const RECIPROCAL = /^\s1\/([\p{L}µ]{1,3})(?![\p{L}\d^/])/u;
const SHARE = /^(?:mol|wt|vol|at)\s%$/u;

/** `0.23 1/d`, `97 mol%`, `one mole of it weighs 28 g` */
function inOwnUnit(text: string, span: Span): Span {
  const quantity = plainValue(span);
  if (quantity === null) return span;
  const { unit } = quantity.readings[0]!;
  if (!quantity.hasUnit || unit.text === "1") {
    const digits = /^\d[\d.]*(?:e[-+]?\d+)?/iu.exec(text.slice(...quantity.at))?.[0].length ?? 0;
    const behind = text.slice(quantity.at[0] + digits, quantity.at[0] + digits + TAIL_CHARS);
    const match = digits === 0 ? null : RECIPROCAL.exec(behind);
    const end = quantity.at[0] + digits + (match?.[0].length ?? 0);
    return match === null ? span : (inUnit(span, `1/${match[1]!}`, [span.at[0], end]) ?? span);
  }
  if (SHARE.test(unit.text)) return inUnit(span, "%", span.at) ?? span;
  if (!isOfOneMole(text, span)) return span;
  const own = inUnit(span, `${unit.text}/mol`, span.at);
  const part: Part | null = own === null ? null : { ...own, asIfSaid: ["molar", "mass"] };
  return part ?? span;
}

function inUnit(span: Span, written: string, at: Place): Span | null {
  const unit = parseUnit(written);
  const quantity = plainValue(span);
  if (!unit.ok || quantity === null) return null;
  const { number, piPower } = quantity.readings[0]!;
  return { ...valueSpan(span, at, [{ number, piPower, unit }]), at, follower: null };
}

const SHARES_BEFORE = new RegExp(
  String.raw`(?:^|\s)in\s+(?:mass|weight|mole|volume|wt|mol|vol)?[\s.-]?(?:per\s?cent|%)\s*:\s|` +
    String.raw`[[(](?:in\s+)?(?:wt|mass|mol|vol|at)[\s.-]?%[\])]\s*:\s`,
  "iu",
);
const SHARES_WITHIN =
  /[[(](?:all\s+)?(?:in\s+)?(?:wt|mass|mol|vol|at)[\s.-]?(?:%|per\s?cent)[\])]/iu;
const SENTENCE = /[:?.;]\s/u;
const LIST_MIN = 3;
const LABEL = /(?:^|[\s,;:(])\p{Lu}\p{Ll}?\s*=?\s*$/u;

/** `C 0.18 Mn 1.35 (wt%)`, `in mass percent: C 0.18, Mn 1.40`: each number under the sign of an element. */
function withListedShares(text: string, spans: Spans): Spans {
  const range = sharesRange(text);
  if (range === null) return spans;
  const isListed = (span: Span): boolean =>
    range[0] <= span.at[0] &&
    span.at[1] <= range[1] &&
    LABEL.test(text.slice(Math.max(0, span.at[0] - 8), span.at[0]));
  const isBare = (span: Span): boolean => plainValue(span)?.hasUnit === false;
  if (spans.filter(isListed).length < LIST_MIN) return spans;
  return spans.map((span) =>
    isListed(span) && isBare(span) ? (inUnit(span, "%", span.at) ?? span) : span,
  );
}

function sharesRange(text: string): Place | null {
  const before = SHARES_BEFORE.exec(text);
  if (before !== null) {
    const from = before.index + before[0].length;
    const end = SENTENCE.exec(text.slice(from));
    return [from, end === null ? text.length : from + end.index];
  }
  const within = SHARES_WITHIN.exec(text);
  if (within === null) return null;
  const from = text.lastIndexOf(". ", within.index) + 1;
  const end = SENTENCE.exec(text.slice(within.index));
  return [from, end === null ? text.length : within.index + end.index];
}

const NAME = String.raw`\p{L}[\p{L}\p{N}_]{0,4}`;
const NUMBER = String.raw`\d+(?:\.\d+)?`;
const QUOTIENT = new RegExp(
  String.raw`(?<![\p{L}\p{N}_.])(${NAME})\s?\/\s?(${NAME})\s*=?\s*(${NUMBER})\s?([\p{L}µ]{1,3})?\s?\/\s?` +
    String.raw`(${NUMBER})\s?([\p{L}µ]{1,3})(?![\p{L}\p{N}^/])`,
  "gu",
);

/** `W/L = 20/1 um`: both of the two are said. */
function bothOfQuotients(text: string): Spans {
  return [...text.matchAll(QUOTIENT)].flatMap((match) => {
    const [all, above = "", below = "", first = "", unit, second = "", last = ""] = match;
    const [one, other] = [readIn(unit ?? last, first), readIn(last, second)];
    if (one === null || other === null) return [];
    const start = match.index;
    const middle = start + all.lastIndexOf("/") + 1;
    const [from, to] = [
      start + all.indexOf(first, above.length + below.length),
      start + all.length,
    ];
    return [
      named(plainSpan([from, middle - 1], [one]), above, start),
      named(plainSpan([middle, to], [other]), below, start + all.indexOf(below, above.length)),
    ];
  });
}

function named(span: Span, text: string, from: number): Span {
  return { ...span, name: { text, at: [from, from + text.length] } };
}

function readIn(written: string, digits: string): Reading | null {
  const unit = parseUnit(written);
  if (!unit.ok || isDimensionless(unit.dimension)) return null;
  return { number: exactOf(digits), piPower: 0, unit };
}

function exactOf(digits: string) {
  const [whole = "0", part = ""] = digits.split(".");
  return exact(BigInt(whole + part), 10n ** BigInt(part.length));
}

const OF_TWO = /^(\p{L}[\p{L}\p{N}_]*)\s?([/+\u2212-])\s?(\p{L}[\p{L}\p{N}_]*)$/u;

/** `p2/p1 = 6` with `p1 = 1 bar`, `V_GS - V_T = 0.7 V` with `V_GS = 1.8 V`: the other one follows. */
function withOthersOfTwo(spans: Spans): Spans {
  return spans.map((span) => {
    const [, first = "", sign = "", second = ""] = OF_TWO.exec(span.name?.text ?? "") ?? [];
    const both = plainValue(span);
    if (sign === "" || both === null || both.hasUnit === (sign === "/")) return span;
    const [one, other] = [valueOf(spans, first), valueOf(spans, second)];
    const known = other ?? one;
    if (known === null || (one !== null && other !== null)) return span;
    const number = otherOf(sign, both.readings[0]!, known, other === null);
    if (number === null) return span;
    const text = other === null ? second : first;
    return {
      ...valueSpan(span, span.at, [{ ...known, number }]),
      name: { text, at: span.name!.at },
    };
  });
}

/** The other of two, in the unit of the one that is known; null where they are of two kinds. */
function otherOf(
  sign: string,
  both: Reading,
  known: Reading,
  isFirstKnown: boolean,
): Reading["number"] | null {
  if (sign === "/") {
    if (both.number.num === 0n) return null;
    return isFirstKnown
      ? divideExact(known.number, both.number)
      : multiplyExact(known.number, both.number);
  }
  if (!dimensionsEqual(both.unit.dimension, known.unit.dimension)) return null;
  const size = divideExact(multiplyExact(both.number, both.unit.factor), known.unit.factor);
  if (sign === "+") return subtractExact(size, known.number);
  return isFirstKnown ? subtractExact(known.number, size) : addExact(known.number, size);
}

function valueOf(spans: Spans, name: string): Reading | null {
  const span = spans.find((one) => one.name?.text === name);
  const quantity = span === undefined ? null : plainValue(span);
  const reading = quantity?.hasUnit === true ? quantity.readings[0]! : null;
  return reading === null || reading.unit.offset !== undefined ? null : reading;
}

const OTHER_ONE = new RegExp(
  String.raw`^(?:\s+\p{L}+){0,2},?\s+(?:and\s+|while\s+)?the\s+other(?:\s+one)?(?:\s+is)?\s+` +
    String.raw`(twice|thrice|half|(?:two|three|four|five)\s+times)\s+as\s+\p{L}+(?=\s*[.,;?!]|$)`,
  "iu",
);
const TIMES: ReadonlyMap<string, Reading["number"]> = new Map([
  ["twice", exact(2n)],
  ["thrice", exact(3n)],
  ["half", exact(1n, 2n)],
  ["two", exact(2n)],
  ["three", exact(3n)],
  ["four", exact(4n)],
  ["five", exact(5n)],
]);
const OTHER_CHARS = 80;

/** `one is 5 kg, the other twice as heavy` */
function withOtherOnes(text: string, spans: Spans): Spans {
  const others = spans.flatMap((span): Spans => {
    const quantity = plainValue(span);
    if (quantity?.hasUnit !== true) return [];
    const match = OTHER_ONE.exec(text.slice(span.at[1], span.at[1] + OTHER_CHARS));
    const factor = TIMES.get((match?.[1] ?? "").toLowerCase().split(/\s/u)[0]!);
    if (match === null || factor === undefined) return [];
    const at = span.at[1] + match[0].toLowerCase().indexOf(match[1]!.toLowerCase());
    const readings = quantity.readings
      .filter(({ unit }) => unit.offset === undefined)
      .map((one) => ({ ...one, number: multiplyExact(one.number, factor) }));
    return readings.length === 0 ? [] : [plainSpan([at, span.at[1] + match[0].length], readings)];
  });
  return merged(spans, others);
}
