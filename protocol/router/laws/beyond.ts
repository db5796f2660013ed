/** What a question says of its case that a law of free bodies, or of one thing, does not know. */
import { lawStem } from "./lawWords.js";
import type { Question } from "./reading.js";
import type { Reading } from "./readings.js";
import { stop, type Stop } from "./stop.js";

const SEVERAL =
  /(?<![\p{L}-])(?:several|many|some|a\s+few)\s+(?:identical|equal|alike|similar|such)(?=\s+\p{L})/iu;
const AIR_DRAG = /\b(?:air|aerodynamic)\s+(?:drag|resistance|friction)\b/i;
const IS_NONE = new RegExp(
  String.raw`\b(?:no|not|without|zero|ignor\p{L}*|neglect\p{L}*|negligible|disregard\p{L}*|omit\p{L}*|` +
    String.raw`free\s+of|forget\p{L}*|little|apart\s+from|set\s+aside|leave\s+out|leaving\s+out)\b`,
  "iu",
);
const IS_THERE = /\b(?:not|never|cannot|can't)\s+(?:be\s+)?(?:neglect|ignor|negligible|disregard)/i;
const CHARGING =
  /\b(?:is|are|was)\s+(?:re)?charged\s+(?:by|with|at|from)\b|\bbeing\s+(?:re)?charged\b|\b(?:re)?charging\b/i;

/** A battery that is charged takes its current the other way. */
export function charging({ text }: Question, { profile: { law } }: Reading): Stop | null {
  const match = CHARGING.exec(text);
  const isSource = law.slots.some(({ about }) => about.includes("internal resistance"));
  if (match === null || !isSource || law.vocabulary.has(lawStem("charging"))) return null;
  return stop(
    match,
    text,
    `is no case of ${law.entry.record.name}, of a source that delivers`,
    "word",
  );
}

/** `air drag must not be neglected`, `several identical springs`. */
export function beyond({ text }: Question, { profile: { law } }: Reading): Stop | null {
  const many = SEVERAL.exec(text);
  if (many !== null) return stop(many, text, "says no number; say how many", "count");
  const drag = AIR_DRAG.exec(text);
  if (drag === null || law.vocabulary.has(lawStem("drag"))) return null;
  const clause = sentenceAround(text, drag.index);
  if (IS_NONE.test(clause) && !IS_THERE.test(clause)) return null;
  return stop(drag, text, `is nothing that ${law.id} knows of`, "condition");
}

function sentenceAround(text: string, at: number): string {
  const start = Math.max(...[". ", "; ", "? ", "! "].map((mark) => text.lastIndexOf(mark, at) + 1));
  const end = text.slice(at).search(/[.;?!](?:\s|$)/);
  return text.slice(start, end < 0 ? text.length : at + end);
}
