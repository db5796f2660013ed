/**
 * Numbers that go the other way than their input counts: what falls by so much, work done on a gas,
 * a source that moves away.
 */
import { keepingEach } from "../../../once.js";
import { valueInSI } from "../../../units/quantity/index.js";
import type { LawSlot } from "../lexicon/lexicon.js";
import type { Given, Question } from "../reading/reading.js";

export const FALLS_BY = new RegExp(
  String.raw`\b(?:falls?|fell|fallen|drop(?:s|ped)?|decreas\w*|reduc\w*|sinks?|sank|lower\w*|shr[iau]nk\w*|` +
    String.raw`los[et]s?|cool\w*|down)\s+by\s*$`,
  "i",
);
const DONE_ON = /\bdone\s+on\s+(?:it|the|a|this)\b|\bwork\s+on\s+(?:it|the|a|this)\b|\bcompress/i;
const GIVEN_OFF =
  /\b(?:giv(?:es?|ing)|gave)\s+(?:off|up|out|away)\b|\b(?:los(?:es?|t|ing)|releas\w*|reject\w*|emit\w*|expel\w*)\b/i;
const BRAKES = /\bbrak(?:es?|ed|ing)\b/i;
const AWAY = /\b(?:away|reced\w*|leav(?:es?|ing)|depart\w*|flee(?:s|ing)?|retreat\w*)\b/i;

/** `falls`: its size is the answer where the sign says no more. */
export type Turn = "falls" | "turned";

/** Whether a number is to be counted with the other sign; null where it is not. */
export function turnOf(slot: LawSlot, given: Given, question: Question): Turn | null {
  switch (wayOf(slot)) {
    case "change":
      return FALLS_BY.test(question.text.slice(0, given.span.at[0])) ? "falls" : null;
    case "acceleration":
      return isPositive(given) && BRAKES.test(rightAt(given, question)) ? "turned" : null;
    case "work":
      return DONE_ON.test(around(given, question)) ? "turned" : null;
    case "heat":
      return GIVEN_OFF.test(around(given, question)) ? "turned" : null;
    case "towards":
      return AWAY.test(rightAt(given, question)) ? "turned" : null;
    default:
      return null;
  }
}

type Way = "change" | "acceleration" | "work" | "heat" | "towards";

/** How an input counts that may go the other way; null for one that may not. Asked for each way to fill. */
const wayOf = keepingEach(({ about, isDifference, name, quantity }: LawSlot): Way | null => {
  if ((isDifference || name.startsWith("Delta_")) && !/decrease|fall|drop|loss/.test(about))
    return "change";
  if (quantity === "acceleration" && !/brak|decel/.test(about)) return "acceleration";
  if (/\bwork done by\b/.test(about)) return "work";
  if (/^heat taken up\b/.test(about)) return "heat";
  return /\btowards\b/.test(about) ? "towards" : null;
});

function isPositive({ span }: Given): boolean {
  const [quantity] = span.quantities;
  return quantity !== undefined && valueInSI(quantity.readings[0]!) > 0;
}

/** The words before a number since the last mark or number, and the next two behind it. */
function rightAt({ span }: Given, { given, text }: Question): string {
  const ends = given.map((one) => one.span.at[1]).filter((end) => end <= span.at[0]);
  const head =
    text
      .slice(Math.max(0, ...ends), span.at[0])
      .split(/[.;:?!,]\s/)
      .pop() ?? "";
  const behind = /^(?:\s+[a-z]+){1,2}/i.exec(text.slice(span.at[1]))?.[0] ?? "";
  return `${head} ${behind}`;
}

/** The words from the number or mark before to the number or mark behind. */
function around({ span }: Given, { given, text }: Question): string {
  const ends = given.map((one) => one.span.at[1]).filter((end) => end <= span.at[0]);
  const starts = given
    .map((one) => one.span.name?.at[0] ?? one.span.at[0])
    .filter((at) => at >= span.at[1]);
  const head =
    text
      .slice(Math.max(0, ...ends), span.at[0])
      .split(/[.;:?!,]\s/)
      .pop() ?? "";
  const tail =
    text.slice(span.at[1], Math.min(text.length, ...starts)).split(/[.;:?!,](?:\s|$)/)[0] ?? "";
  // `receives 300 J and does 100 J`: what stands behind `and` is of the next one.
  const own = starts.length === 0 ? tail : tail.split(/\b(?:and|while|but)\b/)[0]!;
  return `${head} ${own}`;
}
