/** `there and back`: by a law of one way. */
import type { Law } from "../../lexicon/lexicon.js";
import type { Filled } from "../../filling/fillTypes.js";
import type { Question } from "../../reading/reading.js";
import type { Open } from "../open.js";

const BOTH_WAYS =
  /\b(?:(?:there|forth)\s+and\s+back|and\s+back(?:\s+again)?|to\s+and\s+fro|round[\s-]trip|both\s+ways)\b/giu;

/** Where it stands in what is asked, it is no way that a number is said of. */
export function bothWays({ text, tokens }: Question, law: Law, { target }: Filled): Open | null {
  if (new RegExp(BOTH_WAYS.source, "iu").test(`${target.about}. ${law.entry.record.name}`))
    return null;
  for (const match of text.matchAll(BOTH_WAYS)) {
    const sentence = sentenceAt(text, match.index);
    const opener = tokens.findLast(({ at, isOpener }) => isOpener && at[1] <= match.index);
    if (opener === undefined || opener.at[0] < sentence) continue;
    if (/\d|\bif\b|\bwhen\b/iu.test(text.slice(opener.at[1], match.index))) continue;
    return {
      what: "case",
      at: [match.index, match.index + match[0].length],
      message: `"${match[0]}" is asked about, and ${law.entry.record.name} gives ${target.about}`,
    };
  }
  return null;
}

const CLOSED_PATH = new RegExp(
  String.raw`\b(?:laps?|(?:a)?round\s+(?:a|the|its)\s+(?:\p{L}+\s+)?(?:track|circle|lake|field|block` +
    String.raw`|park|stadium|ring|course)|and\s+back|returns?|circular)\b`,
  "iu",
);
const VECTOR = /\b(?:velocity|displacement)\b/iu;

/** `average velocity of a runner round a track`: a law of the way along it gives a speed. */
export function closedPath({ text }: Question, law: Law, { target }: Filled): Open | null {
  const match = CLOSED_PATH.exec(text);
  const { description, name } = law.entry.record;
  if (match === null || !VECTOR.test(text) || VECTOR.test(target.about)) return null;
  if (!/speed|distance/.test(target.quantity) || CLOSED_PATH.test(`${name}. ${description}`))
    return null;
  return {
    what: "kind",
    at: [match.index, match.index + match[0].length],
    message: `"${match[0]}" leads back, and ${name} gives ${target.about} along the way, no velocity`,
  };
}

function sentenceAt(text: string, place: number): number {
  const marks = [...text.slice(0, place).matchAll(/[.;?!]\s/g)];
  return marks.at(-1)?.index ?? 0;
}
