/**
 * What in a question must not be passed over: a number that cannot be read whole, a range, a bound,
 * a negation, or a word right behind a number that nothing took. Such a question is refused at that
 * place.
 */
import { dimensionsEqual, quantityDimension } from "../units/index.js";
import { CHANGES, NEUTRAL, PLAIN, THINGS, lawStem } from "./laws/lexicon/lawWords.js";
import type { FoundQuantity } from "./quantities.js";

/** A place of a question that stops it, and what to write instead. */
export interface Unread {
  readonly at: readonly [start: number, end: number];
  readonly message: string;
}

/** Words that say which way a length, a time or an amount lies. */
const EXTENTS: ReadonlySet<string> = new Set(
  (
    "long high wide tall deep thick apart away across old each total initially long-lived radius diameter length " +
    "height width depth thickness distance mass speed velocity temperature pressure time density force energy " +
    "power frequency voltage current resistance charge area volume duration later ago"
  ).split(" "),
);
const BOUND_BEFORE = /\b(?:between|over|under)\s*$/i;
const NEGATED_BEFORE = new RegExp(
  String.raw`\b(?:not|isn't|never|without|except|excluding|anything but|no)\s*(?:(?:an?|the|` +
    String.raw`any)\s+)?(?:[a-z]+\s+of\s+|equal to|=)?\s*$`,
  "i",
);
const SCALED = new RegExp(
  String.raw`\b(?:twice|double|triple|half|thrice)\s+(?:the|of|as|that|its|this)\b|\b(?:doubles|` +
    String.raw`doubled|triples|tripled|halves|halved|quadrupled)\b`,
  "i",
);
const SCALED_BEFORE = /\b(?:twice|double|triple|thrice|half|quarter|third)\s*$/i;
/** `2..3`, `2 kg ... 3 kg`: behind dots a number is no number to the reader of numbers. */
const DOTS_AFTER = /^\s*(?:\.\s*\.|…)/;
/** `2 kg per ball`: what a unit is per is a unit. */
const PER_AFTER = /^\s*per\s+[a-z]/i;
/** `2 kg (or lb)`. */
const OR_AFTER = /^\s*\(\s*or\b/i;
/** `2 and a half`, `3 quarters`. */
const PART_AFTER = /^\s*(?:and\s+)?(?:an?|one|two|three)?\s*(?:half|halves|thirds?|quarters?)\b/i;
/**
 * @param names words that the chosen computation knows: of its inputs and its cues
 * @returns the first place that stops the question; null where every number can be used
 */
export function unreadIn(
  text: string,
  found: readonly FoundQuantity[],
  names: (stem: string, at: readonly [number, number]) => boolean,
): Unread | null {
  for (const one of found) {
    const [start, end] = one.at;
    const written = text.slice(start, end);
    const [head, tail] = [text.slice(0, start), text.slice(end)];
    const stop = (message: string): Unread => ({ at: one.at, message: `"${written}": ${message}` });
    if (one.problem !== null) return stop(one.problem);
    if (DOTS_AFTER.test(tail)) return stop("this is a range; give one value, or ask once for each");
    if (OR_AFTER.test(tail)) return stop("this leaves its unit open; write one");
    if (PER_AFTER.test(tail)) return stop("what it is per is no unit");
    if (SCALED_BEFORE.test(head)) return stop("this changes a value; give the value itself");
    if (PART_AFTER.test(tail)) return stop("write the whole number in digits");
    if (BOUND_BEFORE.test(head) && !takesBound(head, one))
      return stop("this is a bound, not a value; give one value");
    if (NEGATED_BEFORE.test(head)) return stop("this says what the value is not; say what it is");
    const { after } = one;
    if (after === null || names(after.stem, after.at) || isOrdinary(after.text, one)) continue;
    return {
      at: [start, after.at[1]],
      message: `"${written} ${after.text}": "${after.text}" is no unit and no name that belongs here`,
    };
  }
  const scaled = SCALED.exec(text);
  if (scaled === null || found.length === 0) return null;
  return {
    at: [scaled.index, scaled.index + scaled[0].length],
    message: `"${scaled[0]}" changes a value; give the value itself`,
  };
}

/** A word that changes no value, as laws take it: the piece of `a 150 g piece`. */
function isOrdinary(text: string, { hasUnit }: FoundQuantity): boolean {
  const stem = lawStem(text);
  if (hasUnit && EXTENTS.has(text.toLowerCase())) return true;
  return !CHANGES.has(stem) && (NEUTRAL.has(stem) || THINGS.has(stem) || PLAIN.has(stem));
}

/** `over 3 hours` names a time and `under 2 kN` a load, not a bound. */
function takesBound(head: string, { dimension }: FoundQuantity): boolean {
  const quantities = /\bover\s*$/i.test(head)
    ? ["time"]
    : /\bunder\s*$/i.test(head)
      ? ["force", "pressure"]
      : [];
  return quantities.some((name) => {
    const wanted = quantityDimension(name);
    return wanted !== undefined && dimensionsEqual(wanted, dimension);
  });
}
