/** A law is of one thing, about one axis. */
import { wordsOfRecord } from "../../../lexicon/words/recordWords.js";
import type { Filled } from "../filling/fillTypes.js";
import { lawStems } from "../lexicon/lawWords.js";
import type { Law } from "../lexicon/lexicon.js";
import type { Question } from "../reading/reading.js";
import type { Open } from "./open.js";

const ABOUT = /\b(?:about|around)\s+(?:an?|its|the|one)\s+((?:\p{L}+\s+)?\p{L}+)/giu;

/** `moment of inertia about a tangent`, by a law of another axis. */
export function otherAxis({ text }: Question, law: Law, { target }: Filled): Open | null {
  if (target.quantity !== "moment_of_inertia") return null;
  const own = new Set(lawStems(writtenOf(law)));
  for (const match of text.matchAll(ABOUT)) {
    const [first = "", ...more] = lawStems(match[1]!);
    if (own.has(first) || first === AXIS || first === AXLE || (more[0] === AXIS && own.has(first)))
      continue;
    return {
      what: "case",
      at: [match.index, match.index + match[0].length],
      message: `"${match[0]}" is another axis than that of ${law.entry.record.name}`,
    };
  }
  return null;
}

const [AXIS, AXLE] = lawStems("axis axle");
const SEVERAL = new RegExp(
  String.raw`\b(?:of|on|in|by|for)\s+(?:(two|three|four|five|six|seven|eight|nine|ten|several)\s+` +
    String.raw`(?:\p{L}+\s+){0,2}?(\p{L}+[^\Ws]s)|(each)\s+(\p{L}{3,}))\b`,
  "giu",
);

/** `moment of inertia of two spheres`, `force on each wheel`: the law is of one, and takes no number of them. */
export function severalAsked({ text }: Question, law: Law): Open | null {
  const kinds = law.slots.map(({ quantity }) => quantity);
  const isOfMany =
    new Set(kinds).size < kinds.length ||
    law.slots.some(({ name }) => law.entry.record.symbols[name]?.whole === true);
  if (isOfMany) return null;
  const wordsIn = (said: string): readonly string[] => said.toLowerCase().split(/[^\p{L}]+/u);
  const { description, name } = law.entry.record;
  for (const match of text.matchAll(SEVERAL)) {
    const [all, several, noun = "", each] = match;
    const written = wordsIn(writtenOf(law).toLowerCase().replaceAll(FRACTION, ""));
    if (written.includes((several ?? each ?? "").toLowerCase())) continue;
    const described = wordsIn(`${name} ${description}`);
    if (several !== undefined && described.includes(noun.toLowerCase())) continue;
    return {
      what: "word",
      at: [match.index, match.index + all.length],
      message: `"${all}" counts them, and ${law.entry.record.name} is of one`,
    };
  }
  return null;
}

/** `two fifths` of a mass are no two masses. */
const FRACTION =
  /\b\p{L}+\s+(?:halves|thirds|quarters|fifths|sixths|sevenths|eighths|ninths|tenths|twelfths)\b/gu;

function writtenOf({ entry: { record } }: Law): string {
  const { also = [], cases = "", names = [] } = wordsOfRecord(record.id);
  return [record.name, record.description, cases, ...also, ...names].join(" ");
}
