/** `in the last second of 5 s`: what happens in a part of a time, by a law of the whole of it. */
import type { Law } from "../../lexicon/lexicon.js";
import type { Question } from "../../reading/reading.js";
import type { Open } from "../open.js";

const PART_OF_TIME = new RegExp(
  String.raw`\b(?:in|during|over|within|for)\s+(?:the|its|his|her)\s+(?:very\s+)?(?:first|last|final|second|` +
    String.raw`third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d+(?:st|nd|rd|th))\s+(?:seconds?|minutes?|` +
    String.raw`hours?|days?|years?|halves|half|quarter|metres?|meters?)\b(?!\s+(?:order|harmonic|law))`,
  "iu",
);

export function partOfTime({ text }: Question, law: Law): Open | null {
  const match = PART_OF_TIME.exec(text);
  const { description, name } = law.entry.record;
  if (match === null || PART_OF_TIME.test(`${name}. ${description}`)) return null;
  return {
    what: "order",
    at: [match.index, match.index + match[0].length],
    message: `"${match[0]}" is a part, and ${name} counts from the beginning`,
  };
}
