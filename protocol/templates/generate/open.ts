/** What a sentence leaves open about its reading: a draft never holds a guess. */
import { dimensionsEqual, isDimensionless, parseUnit } from "../../units/index.js";
import { CHANGING } from "./changes.js";
import { comparedIn } from "./compared.js";
import { minusOpen } from "./difference.js";
import { hasDimension, kindAtEnd } from "./kinds.js";
import type { Kind } from "./kinds.js";
import type { Limit, Phrase, Reading } from "./reading.js";
import type { Asked } from "./slots.js";
import type { Quantity } from "./spans/spanTypes.js";
import { STATISTICS } from "./words.js";

/** Nouns behind a quantity that name the same one: the temperature sensor. */
const DEVICES =
  /^(?:sensors?|probes?|readings?|values?|meters?|gauges?|signals?|transmitters?|measurements?|rms)$/u;
const STATISTIC = new RegExp(
  `^(?:${STATISTICS}|peak|deviation|variance|median|logarithm|square|difference|change|rate)$`,
  "u",
);
/** Behind the reading: above 30 degC on average. */
const MEANS = /^(?:mean|average|median)$/u;
/** An operation on a reading, unless it is a word that things are called by. */
const PARTICIPLE = /(?:ed|ing)$/u;
const DEGREES = /degrees?\b|°(?! ?[CFK]\b)/iu;

export const KELVIN = (() => {
  const read = parseUnit("K");
  if (!read.ok) throw new Error(read.message);
  return read.dimension;
})();

const PLURAL =
  /^(?:are|were|have|make|use|draw|pull|consume|produce|generate|deliver|weigh|stay|remain|get|go|rise|fall|drop)\b/u;

/** `0.5 m/s per second`: a reading, or the change of one. */
const TWICE = /\/\S* (?:per|each|every|an?) /iu;

type Known = (word: string) => boolean;

/** The first thing that has to be answered before this is a draft; null where nothing is open. */
export function openIn(reading: Reading, limit: Limit, isKnown: Known): Asked | null {
  const { hold, isBare, isDemand, phrase, window } = reading;
  const { words } = limit;
  if (window?.fn === "count") return phrase.ok ? null : asked("input", phrase.message, phrase.stop);
  if (isBare) {
    const question = "is this when to alert, or what must hold? Write alert when, or must";
    return asked("limit", question, words);
  }
  if (isDemand && hold !== null) {
    const question = "is it an alert at once where this does not hold, or after that time?";
    return asked("hold", question, hold.words);
  }
  if (!phrase.ok) return asked("input", phrase.message, phrase.stop);
  if (reading.minus !== null) return degreesIn(reading, limit) ?? minusOpen(reading, limit);
  const never = limit.values.find(
    ({ dimension, si }) => si < 0 && dimensionsEqual(dimension, KELVIN),
  );
  if (never !== undefined)
    return asked("limit", `${never.text} is below absolute zero: which limit is meant?`, words);
  const twice = limit.values.find(({ text }) => TWICE.test(text));
  if (twice !== undefined && reading.rate === null) {
    const question = `is ${twice.text} read by itself, or is it how fast a reading changes?`;
    return asked("limit", question, words);
  }
  const other = reading.rate === null ? comparedIn(limit.values, words) : null;
  return degreesIn(reading, limit) ?? other ?? phraseOpen(phrase, reading, limit, isKnown);
}

/** Degrees are an angle only beside a noun of an angle. */
export function degreesIn({ phrase }: Reading, { values, words }: Limit): Asked | null {
  const isWritten = values.some(({ text, unit }) => unit === "deg" && DEGREES.test(text));
  if (!isWritten) return null;
  const kind = phrase.ok ? kindOf(phrase) : null;
  if (kind !== null && values.every((value) => hasDimension(kind, value))) return null;
  const question = "degrees of a temperature are degC or degF, of an angle deg: which of them?";
  return asked("limit", question, words);
}

function kindOf({ head }: Extract<Phrase, { ok: true }>): Kind | null {
  const isDevice = head.length > 1 && DEVICES.test(head.at(-1)!);
  return kindAtEnd(isDevice ? head.slice(0, -1) : head);
}

function phraseOpen(
  phrase: Extract<Phrase, { ok: true }>,
  { isExpression, window }: Reading,
  { values, words }: Limit,
  isKnown: Known,
): Asked | null {
  const { hasOf, head, words: all } = phrase;
  if (head.length === 0) return null;
  const kind = kindOf(phrase);
  const own = kind === null ? head : head.slice(0, head.length - kind.words);
  const statistic =
    own.find((word) => STATISTIC.test(word)) ??
    all.find((word) => MEANS.test(word) && !head.includes(word));
  if (statistic !== undefined) {
    const over = window === null ? "over what time or how many readings" : "of what";
    return asked("trigger.window", `${statistic} ${over}?`, statistic);
  }
  if (head.length === 1 && head[0] === "ratio" && hasOf) {
    const question =
      "a ratio is computed of two readings of one kind, as in the ratio of air flow to gas flow";
    return asked("input", question, all.join(" "));
  }
  if (kind === null && hasOf) {
    const question = `is "${head.join(" ")}" a reading? Name a quantity, as in the temperature of`;
    return asked("input", question, all.join(" "));
  }
  const past = kind === null ? null : neverRead(kind, values, own);
  if (past !== null) {
    const question = `${past.text} is no ${kind!.noun} that there is: which limit is meant?`;
    return asked("limit", question, words);
  }
  // Of a thing that does something faster it is the speed of a change; of one that is faster, its own.
  const isVerb = kind === null && head.length > 1 && /[^su]s$/u.test(head.at(-1)!);
  if (isVerb && /\b(?:faster|slower|quicker)\b/u.test(words)) {
    const question = `"${head.at(-1)!}": is it how fast a reading changes? Write what rises or falls faster`;
    return asked("limit", question, words);
  }
  // A plural verb says that the word before it is a noun: panels make less than.
  const isPlural = PLURAL.test(words) && own === head;
  const strange = strangeIn(isPlural ? own.slice(0, -1) : own, kind, isKnown);
  if (strange !== null) {
    const question = `"${strange}" is not understood: name the reading without it`;
    return asked("input", question, strange);
  }
  if (kind === null && !isExpression && isUnitless(head, values))
    return asked("limit", `in which unit is "${head.join(" ")}"?`, words);
  if (kind === null || values.every((value) => hasDimension(kind, value))) return null;
  // 75 dB: a scale that no table of units has.
  const isLevel = kind.noun.endsWith("level") && values.every(({ text }) => /\d ?dB/u.test(text));
  if (isLevel) return null;
  const isNumber = values.every(
    ({ dimension, unit }) => isDimensionless(dimension) && unit === "1",
  );
  const question = isNumber
    ? `in which unit is the ${kind.noun}?`
    : `${values[0].text} is no ${kind.noun}: what is read?`;
  return asked("limit", question, words);
}

/**
 * A word that could be more than a part of the reading's name: a verb ends in s, or stands behind
 * a noun that does.
 */
function strangeIn(own: readonly string[], kind: Kind | null, isKnown: Known): string | null {
  // Before a quantity any word may name what has it, but for one that does something to it.
  // The winding and the lubricating oil are things; a rising pressure is another condition.
  const isThing = (word: string): boolean => word.endsWith("ing") && !CHANGING.test(word);
  const isDoing = (word: string, i: number): boolean =>
    (PARTICIPLE.test(word) && !isThing(word) && !(kind === null && word.endsWith("ing"))) ||
    (kind === null && (THIRD.test(word) || THIRD.test(own[i - 1] ?? "")));
  return own.find((word, i) => !isKnown(word) && isDoing(word, i)) ?? null;
}

/** How a verb in the third person ends: no glass, no radius and no axis. */
const THIRD = /[^sui]s$/u;

/** Shares that are never beyond the whole. */
const SHARES =
  /^(?:relative )?humidity$|^moisture$|^(?:oxygen )?saturation$|^state of charge$|^probability$/u;
/** Quantities that are never below nought. */
const SIZES =
  /^(?:mass|frequency|concentration|density|thickness|diameter|radius|width|length|depth|illuminance)$/u;

function neverRead(
  { noun }: Kind,
  values: Limit["values"],
  own: readonly string[],
): Quantity | null {
  const isShare = SHARES.test(noun);
  const isSize = isShare || SIZES.test(noun) || own.includes("absolute");
  return values.find(({ si }) => (isShare && si > 1) || (isSize && si < 0)) ?? null;
}

/** Nouns of pure numbers; a plural is counted. */
const NUMBERS =
  /(?:index|ratio|number|factor|score|count(?:er)?|coefficient|exponent|magnitude|rate|level|quota|[^s]s)$/u;

function isUnitless(head: readonly string[], values: Limit["values"]): boolean {
  const isBare = values.every(({ text, unit }) => unit === "1" && !/[a-z]/iu.test(text));
  return isBare && !NUMBERS.test(head.at(-1) ?? "");
}

function asked(slot: string, question: string, words: string): Asked {
  return { slot, question, words };
}
