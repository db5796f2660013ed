/** Numbers and durations that a sentence says in words, or by a word for a time: an hour, three restarts, hourly. */
import { parseUnit, toSI } from "../../../units/index.js";
import { STATISTICS } from "../words.js";
import type { Quantity, Span } from "./spanTypes.js";
import { unitOf } from "./writtenIn.js";

const PURE = unitOf("1");

const NUMBERS =
  "a 1, an 1, one 1, two 2, three 3, four 4, five 5, six 6, seven 7, eight 8, nine 9, ten 10, twelve 12, fifteen 15, " +
  "twenty 20, thirty 30, forty 40, forty-five 45, fifty 50, sixty 60, ninety 90, hundred 100, half an 0.5, " +
  "half a 0.5, a quarter of an 0.25";
export const NUMBER_WORDS: Readonly<Record<string, number>> = Object.fromEntries(
  NUMBERS.split(", ").map((said) => {
    const at = said.lastIndexOf(" ");
    return [said.slice(0, at), Number(said.slice(at + 1))] as const;
  }),
);

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

export function durationsInWords(text: string, times: readonly Span[]): readonly Quantity[] {
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
