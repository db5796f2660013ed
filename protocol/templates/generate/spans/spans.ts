/**
 * Numbers of a sentence with their units, each read whole or named as what stops the sentence:
 * quantities, durations in words (`an hour`), counts, and times of the day.
 */
import { dimensionsEqual } from "../../../units/index.js";
import { quantitiesIn } from "../../../router/quantities.js";
import type { FoundQuantity } from "../../../router/quantities.js";
import { PLUS_MINUS } from "../../../units/quantity/index.js";
import { isMeasured } from "../measured.js";
import { CALL_WORDS, LESS_WORDS, MORE_WORDS } from "../words.js";
import type { Quantity, Span, Spans, Stop } from "./spanTypes.js";
import { unitOf, writtenIn } from "./writtenIn.js";
import { timesIn } from "./clock.js";
import { durationsInWords } from "./wordedNumbers.js";
import { withShares } from "./ratedShares.js";

const SECOND = unitOf("s");
const KELVIN = unitOf("K");

export const ONE_NUMBER =
  "a reading is compared with one number: leave its uncertainty out, or add a dead band and its size";

/** Words that join a quantity to the rest, and change nothing about it. */
const CONNECTIVES: ReadonlySet<string> = new Set(
  (
    "for within in over during and or at every each then when whenever if while with on of" +
    " to from until till " +
    "after before daily hourly weekly below above under as again please let alert warn notify" +
    " tell send is was " +
    "than so a an the since per mean average sum total maximum minimum median rolling running" +
    " moving straight " +
    "continuously long longer more less consecutive successive reading readings sample samples" +
    " measurement " +
    "measurements value values event events time times in row percent deep high wide thick" +
    " dead deadband band " +
    "hysteresis limit threshold window back by into through once rather instead but because" +
    " early already who " +
    "radius diameter length height width depth thickness tall wall across distance it that" +
    " this we i you they he she are has have clear clears resolve resolves watch raise away" +
    " apart any anymore averaged exceeds exceed full left" +
    " remaining either please call page wake ring gives means shall" +
    " between against compared relative together deserves warrants indicates suggests lasting because combined along" +
    " rises falls drops goes gets reaches stays lies must may should needs deserves requires warrants sustained" +
    " max min off without unless except only while whilst calls means triggers raises causes merits counts" +
    " sounds rating" +
    " rated capacity inside throughout"
  ).split(" "),
);
/** A tag, which states no number: letters, a hyphen, digits. */
export const TAG =
  /(?<![\p{L}\p{N}-])(?:[A-Z]{1,4}|[a-z]{1,14})-\d{1,5}[A-Z]?(?![\p{L}\p{N}]|-\d)/gu;
/** Verbs that call somebody begin another clause. */
const CALLING: ReadonlySet<string> = new Set(CALL_WORDS);
/** Behind a number they compare two readings: `5 bar lower than`. */
const COMPARATIVE: ReadonlySet<string> = new Set([
  ...MORE_WORDS.split("|"),
  ...LESS_WORDS.split("|"),
]);
/** A word behind it says nothing of the unit. */
const APART = /[,;:?!]|\s[-–—]+>?\s/u;
/** Scales that no table of units has: levels and counts on them are pure numbers, as in the templates. */
const SCALE = /^\s*-?\s*(?:db(?:\s*\([acz]\)|\s?[acz])?|ntu|fnu|ftu|ntus|lel|% ?lel|uel)(?![a-z])/i;
/** Of a share: the lower explosive limit has a share of its own. */
const OF_LIMIT = /^\s*(?:lel|uel)(?![a-z])/i;

/** Every number of the text, left to right. @param text normalized */
export function spansIn(text: string): Spans {
  const times = timesIn(text);
  const worded = durationsInWords(text, times);
  const tags = [...text.matchAll(TAG)].map(({ 0: { length }, index }) => ({
    at: [index, index + length] as const,
  }));
  const masked = maskedBy(text, [...times, ...worded, ...tags]);
  const read: Quantity[] = [];
  for (const found of quantitiesIn(masked)) {
    const one = isSpread(masked, found)
      ? { at: found.at, message: ONE_NUMBER }
      : quantityOf(text, masked, found);
    if ("message" in one) return { spans: [], stop: one };
    if (one.text !== "") read.push(one);
  }
  const all = [...times, ...worded, ...read].sort((a, b) => a.at[0] - b.at[0]);
  return { spans: withShares(text, joined(text, all)), stop: null };
}

/** Whether a number is the uncertainty of the one before it: the 1 V of `12 ± 1 V`. */
function isSpread(text: string, { at: [start] }: FoundQuantity): boolean {
  const before = text.slice(0, start);
  return [...before.matchAll(PLUS_MINUS)].some((match) => match.index + match[0].length === start);
}

function maskedBy(text: string, spans: readonly Pick<Span, "at">[]): string {
  return spans.reduce(
    (all, { at: [start, end] }) => all.slice(0, start) + "~".repeat(end - start) + all.slice(end),
    text,
  );
}

function quantityOf(text: string, masked: string, found: FoundQuantity): Quantity | Stop {
  const [start, end] = found.at;
  const written = text.slice(start, end);
  // Bounds and ranges are what rules state; only what is not read whole stops here.
  const question = found.quantity === null ? null : found.quantity.question;
  if (found.kind === "unread" || found.quantity === null || question !== null)
    return { at: found.at, message: `${written} cannot be read: ${question ?? found.problem}` };
  if (found.quantity.spread !== null) return { at: found.at, message: ONE_NUMBER };
  const temperature = found.others.find(({ dimension }) =>
    dimensionsEqual(dimension, KELVIN.dimension),
  );
  const reading = temperature ?? found;
  const { difference, dimension, unit, value: si } = reading;
  const behind = masked.slice(end);
  const level = found.hasUnit ? (unit === "%" ? OF_LIMIT.exec(behind) : null) : SCALE.exec(behind);
  const whole = end + (level?.[0].length ?? 0);
  const value = writtenIn(si, unit);
  const isApart = found.after !== null && APART.test(masked.slice(end, found.after.at[0]));
  if (
    level === null &&
    found.after !== null &&
    !isApart &&
    !CONNECTIVES.has(found.after.text.toLowerCase()) &&
    !/[a-z]{3}ly$/u.test(found.after.text.toLowerCase()) &&
    !CALLING.has(found.after.text.toLowerCase()) &&
    !COMPARATIVE.has(found.after.text.toLowerCase())
  ) {
    // A counted thing stands behind a pure number; behind a unit a word would change its meaning.
    if (found.hasUnit && !isMeasured(found.after.text, { dimension, unit })) {
      return {
        at: found.after.at,
        message: `"${written} ${found.after.text}": the word behind the unit is not understood`,
      };
    }
  }
  return {
    kind: "quantity",
    text: text.slice(start, whole),
    at: [start, whole],
    value,
    unit,
    si,
    difference,
    dimension,
  };
}

/** `2 h 15 min` is one duration; `6 ft 2 in` one length. */
function joined(text: string, spans: readonly Span[]): readonly Span[] {
  const out: Span[] = [];
  for (const one of spans) {
    const last = out.at(-1);
    if (last?.kind === "quantity" && one.kind === "quantity" && isPart(text, last, one)) {
      out[out.length - 1] = sumOf(text, last, one);
    } else out.push(one);
  }
  return out;
}

function isPart(text: string, first: Quantity, next: Quantity): boolean {
  const between = text.slice(first.at[1], next.at[0]);
  const isDuration = dimensionsEqual(first.dimension, SECOND.dimension);
  const isLength = /^(?:ft|feet|foot)$/.test(first.unit);
  return (
    (isDuration ? /^\s+(?:and\s+)?$/ : /^\s+$/).test(between) &&
    (isDuration || isLength) &&
    dimensionsEqual(first.dimension, next.dimension) &&
    first.unit !== next.unit &&
    next.si < first.si / Math.max(first.value, 1)
  );
}

function sumOf(text: string, first: Quantity, second: Quantity): Quantity {
  const at = [first.at[0], second.at[1]] as const;
  const si = first.si + second.si;
  return {
    ...first,
    text: text.slice(...at),
    at,
    value: writtenIn(si, first.unit),
    si,
    difference: si,
  };
}
