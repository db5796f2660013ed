/**
 * Numbers of a sentence with their units, each read whole or named as what stops the sentence:
 * quantities, durations in words (`an hour`), counts, and times of the day.
 */
import { parseUnit, toSI } from "../../units/index.js";
import type { Dimension } from "../../units/index.js";
import { dimensionsEqual } from "../../units/index.js";
import { quantitiesIn } from "../../router/quantities.js";
import type { FoundQuantity } from "../../router/quantities.js";
import { PLUS_MINUS } from "../../units/quantity/index.js";
import { isMeasured } from "./measured.js";
import { CALL_WORDS, LESS_WORDS, MORE_WORDS, STATISTICS } from "./words.js";

export interface Quantity {
  readonly kind: "quantity";
  /** As it stands in the sentence. */
  readonly text: string;
  readonly at: readonly [start: number, end: number];
  /** In `unit`. */
  readonly value: number;
  /** "1" of a pure number. */
  readonly unit: string;
  readonly si: number;
  /** SI where a difference is meant: 5 degC is 5 K then. */
  readonly difference: number;
  readonly dimension: Dimension;
}

export interface TimeOfDay {
  readonly kind: "time";
  readonly text: string;
  readonly at: readonly [start: number, end: number];
  readonly hour: number;
  readonly minute: number;
  /** Only UTC is a zone here; none is not UTC. */
  readonly zone: "utc" | "none" | "other";
}

export type Span = Quantity | TimeOfDay;

/** A place that stops the sentence, and what to write instead. */
export interface Stop {
  readonly at: readonly [start: number, end: number];
  readonly message: string;
}

export interface Spans {
  readonly spans: readonly Span[];
  readonly stop: Stop | null;
}

const SECOND = unitOf("s");
const PURE = unitOf("1");
const KELVIN = unitOf("K");

export const ONE_NUMBER =
  "a reading is compared with one number: leave its uncertainty out, or add a dead band and its size";

const CLOCK = new RegExp(
  "\\b(?:([01]?\\d|2[0-3]):([0-5]\\d)(?::00)?(?:\\s*([ap])\\.?m\\b\\.?)?|" +
    "(1[0-2]|0?[1-9])\\s*([ap])\\.?m\\b\\.?|(noon|midnight)\\b|([01]?\\d|2[0-3]) o'?clock\\b)" +
    "(?:\\s*(utc|gmt|z)\\b)?",
  "gi",
);
const OTHER_ZONE =
  /^\s*(?:local(?: time)?|[a-z]+ time|ce?s?t|e[sd]t|p[sd]t|m[sd]t|cest|bst|ist|jst|aest|[+-]\d{1,2}(?::?\d\d)?)\b/i;
const NUMBER_WORDS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  "forty-five": 45,
  fifty: 50,
  sixty: 60,
  ninety: 90,
  hundred: 100,
  "half an": 0.5,
  "half a": 0.5,
  "a quarter of an": 0.25,
};
const WORD = Object.keys(NUMBER_WORDS)
  .sort((a, b) => b.length - a.length)
  .join("|");
/** `ten minutes`; `a second` is as often the next one, so it needs a number. */
const IN_WORDS = new RegExp(
  `\\b(${WORD})\\s+(?:(?:consecutive|full|whole|straight)\\s+)?` +
    "(seconds?|minutes?|hours?|days?|weeks?|months?|years?)\\b",
  "gi",
);
const COUNTED = new RegExp(
  "\\b(two|three|four|five|six|seven|eight|nine|ten|twelve|twenty)\\s+" +
    "(?=(?:(?:consecutive|successive|straight)(?!\\s+(?:second|minute|hour|day|week)s?\\b)|" +
    "readings?|samples?|measurements?|values?|events?|times?|" +
    "intervals?|shifts?|scans?|tests?|in a row)\\b)",
  "gi",
);
/** `more than three restarts`: a number of things in words, and of no unit. */
const THINGS = new RegExp(
  "(?<=\\b(?:more than|over|at least|exceeds?) )(?<number>two|three|four|five|six|seven|eight|nine|ten" +
    "|twelve|twenty) " +
    "(?:(?!full|whole|consecutive|straight)[a-z]{3,} )?(?<noun>[a-z]{3,}s)\\b(?! in a row)",
  "giu",
);
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
const TAG = /(?<![\p{L}\p{N}-])(?:[A-Z]{1,4}|[a-z]{1,14})-\d{1,5}[A-Z]?(?![\p{L}\p{N}]|-\d)/gu;
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

function unitOf(text: string) {
  const read = parseUnit(text);
  if (!read.ok) throw new Error(`${text} is no unit: ${read.message}`);
  return read;
}

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

function timesIn(text: string): readonly TimeOfDay[] {
  return [...text.matchAll(CLOCK)].map((match): TimeOfDay => {
    const [whole, h24, minutes, half, h12, half12, word, oclock, utc] = match;
    const end = match.index + whole.length;
    const written = Number(h24 ?? h12 ?? oclock ?? (word?.toLowerCase() === "noon" ? 12 : 0));
    const isHalved = (half ?? half12) !== undefined;
    const isAfternoon = (half ?? half12)?.toLowerCase() === "p";
    const hour = isHalved ? (written % 12) + (isAfternoon ? 12 : 0) : written;
    const isOther = utc === undefined && OTHER_ZONE.test(text.slice(end));
    return {
      kind: "time",
      text: whole,
      at: [match.index, end],
      hour,
      minute: Number(minutes ?? 0),
      zone: utc !== undefined ? "utc" : isOther ? "other" : "none",
    };
  });
}

/** `over the last minute`: one of them. */
const LAST = /\b(?:the|this) (?:last|past|previous) (second|minute|hour|day|week)\b/gi;

/** `more than 20 pump starts per hour`: what is counted has no unit. */
const PER = new RegExp(
  "(?<=\\b(?:more than|over|at least|exceeds?) \\d+ [a-z][a-z -]{0,40}s )(?:per|an?|each|every) " +
    "(?<unit>second|minute|hour|day|week)\\b",
  "giu",
);

/** `3 degC per hour`: degrees with a zero of their own are no part of a unit. */
const DEGREES_PER = new RegExp(
  "(?<=\\d ?(?:°|deg(?:rees?)?) ?(?:c|f|celsius|fahrenheit) ?)(?:per|\\/|each|every) ?" +
    "(?<unit>seconds?|minutes?|min|hours?|h|days?)\\b",
  "giu",
);

/** `2 NTU per hour`: scales that no table of units has. */
const SCALE_PER = new RegExp(
  "(?<=\\d ?(?:dB(?: ?\\(?A\\)?)?|NTU|FNU|FTU|pH(?: (?:units?|points?))?) ?)(?:per|\\/|each|every) ?" +
    "(?<unit>seconds?|minutes?|min|hours?|h|days?)\\b",
  "giu",
);

/** `hourly average`: the time of its window. */
const PERIODS: Readonly<Record<string, string>> = { hourly: "hour", daily: "day", weekly: "week" };
const PERIOD = new RegExp(`\\b(hourly|daily|weekly)\\s+(?=(?:${STATISTICS})\\b)`, "gi");

function durationsInWords(text: string, times: readonly Span[]): readonly Quantity[] {
  const durations = [...text.matchAll(IN_WORDS)].flatMap((match) => {
    const [whole, number = "", unit = ""] = match;
    const word = number.toLowerCase().replace(/\s+/g, " ");
    // A second pump, and a second one: the next, not a duration.
    if (/^seconds?$/i.test(unit) && /^an?$|^one$/.test(word)) return [];
    return [quantityAt(text, match.index, whole.length, NUMBER_WORDS[word]!, unit.toLowerCase())];
  });
  const counts = [...text.matchAll(COUNTED)].map((match) =>
    quantityAt(text, match.index, match[1]!.length, NUMBER_WORDS[match[1]!.toLowerCase()]!, "1"),
  );
  const things = [...text.matchAll(THINGS)].flatMap((match) => {
    const { noun = "", number = "" } = match.groups!;
    if (parseUnit(noun.toLowerCase()).ok) return [];
    const value = NUMBER_WORDS[number.toLowerCase()]!;
    return [quantityAt(text, match.index, number.length, value, "1")];
  });
  const periods = [...text.matchAll(PERIOD)].map((match) => {
    const word = match[1]!;
    return quantityAt(text, match.index, word.length, 1, PERIODS[word.toLowerCase()]!);
  });
  const per = [...text.matchAll(DEGREES_PER), ...text.matchAll(SCALE_PER)].map((match) => {
    const unit = match.groups!["unit"]!;
    return quantityAt(text, match.index + match[0].length - unit.length, unit.length, 1, unit);
  });
  const often = [...text.matchAll(PER)].map((match) => {
    const unit = match.groups!["unit"]!;
    const at = match.index + match[0].length - unit.length;
    return quantityAt(text, at, unit.length, 1, unit.toLowerCase());
  });
  const last = [...text.matchAll(LAST)].map((match) => {
    const unit = match[1]!;
    const at = match.index + match[0].length - unit.length;
    return quantityAt(text, at, unit.length, 1, unit.toLowerCase());
  });
  const isFree = ({ at }: Quantity): boolean =>
    !times.some((one) => at[0] < one.at[1] && one.at[0] < at[1]);
  const isOther = ({ at }: Quantity): boolean =>
    !durations.some((one) => at[0] < one.at[1] && one.at[0] < at[1]);
  const counted = [...periods, ...per, ...often, ...last].filter(isOther);
  return [...durations, ...counts, ...things, ...counted].filter(isFree);
}

/** A number that the words say, without a unit. */
export function pureNumber(value: number, words: string): Quantity {
  return { ...quantityAt(words, 0, words.length, value, "1") };
}

function quantityAt(
  text: string,
  start: number,
  length: number,
  value: number,
  unit: string,
): Quantity {
  const read = unit === "1" ? PURE : unitOf(unit);
  const si = toSI(value, read);
  const at = [start, start + length] as const;
  const { dimension } = read;
  return {
    kind: "quantity",
    text: text.slice(...at),
    at,
    value,
    unit,
    si,
    difference: si,
    dimension,
  };
}

/** `80 % of its 32 A rating`: a number, and no share of a reading. */
function withShares(text: string, spans: readonly Span[]): readonly Span[] {
  return spans.flatMap((one, i): readonly Span[] => {
    const [before, next] = [spans[i - 1], spans[i + 1]];
    if (before !== undefined && shareAt(text, before, one) !== null) return [];
    return [(next === undefined ? null : shareAt(text, one, next)) ?? one];
  });
}

const RATED =
  /^ (?:rat(?:ing|ed (?:value|load|current|power|speed|pressure))|capacity|nominal|maximum|limit)\b/u;

/** What the share of a stated number is, in its unit; a scale with a zero of its own has no share. */
function shareAt(text: string, share: Span, whole: Span): Quantity | null {
  if (share.kind !== "quantity" || whole.kind !== "quantity" || share.unit !== "%") return null;
  const between = /^ of (?:its|the|their|a|an|our|my) (?:(?:rated|nominal|maximum|full) )?$/u;
  const behind = RATED.exec(text.slice(whole.at[1]));
  const read = parseUnit(whole.unit);
  const isOne = between.test(text.slice(share.at[1], whole.at[0])) && behind !== null;
  if (!isOne || !read.ok || read.offset !== undefined || whole.unit === "1") return null;
  const at = [share.at[0], whole.at[1] + behind[0].length] as const;
  const si = share.si * whole.si;
  const value = writtenIn(Number(si.toPrecision(15)), whole.unit);
  return {
    ...whole,
    text: text.slice(...at),
    at,
    value,
    si: toSI(value, read),
    difference: toSI(value, read),
  };
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

/** SI to a unit, without what a double adds in its last place. */
export function writtenIn(si: number, unit: string): number {
  const read = parseUnit(unit);
  if (!read.ok) throw new Error(`${unit} is no unit`);
  return shortest(si, (value) => toSI(value, read), fromSIOf(si, read));
}

function fromSIOf(si: number, read: ReturnType<typeof unitOf>): number {
  const scale = toSI(1, read) - toSI(0, read);
  return (si - toSI(0, read)) / scale;
}

/** The decimal with the fewest digits that is the same SI value. */
function shortest(si: number, back: (value: number) => number, near: number): number {
  for (let digits = 1; digits <= 17; digits += 1) {
    const value = Number(near.toPrecision(digits));
    if (back(value) === si) return value;
  }
  return near;
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
