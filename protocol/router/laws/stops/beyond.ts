/** What a question says of its case that a law of one thing, or of a source, does not know. */
import { lawStem } from "../lexicon/lawWords.js";
import type { Question } from "../reading/reading.js";
import type { Reading } from "../filling/readings.js";
import { stop, type Stop } from "./stop.js";

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
