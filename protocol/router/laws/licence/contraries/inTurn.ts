/** `two tones heard one after the other`, by a law of what there is at once. */
import type { Law } from "../../lexicon/lexicon.js";
import type { Question } from "../../reading/reading.js";
import type { Open } from "../open.js";

const IN_TURN = new RegExp(
  String.raw`\b(?:one\s+(?:after|behind)\s+(?:the\s+other|another)|in\s+turn|in\s+succession|successively|` +
    String.raw`alternately|by\s+turns)\b`,
  "iu",
);
/** Laws of what is passed one after another. */
const OF_STEPS =
  /\b(?:series|success\w*|consecutive|cascade|stages?|second|then|first|layers?|steps?)\b/iu;

export function inTurn({ text }: Question, law: Law): Open | null {
  const match = IN_TURN.exec(text);
  const { description, name } = law.entry.record;
  if (match === null || OF_STEPS.test(name) || /\bseries\b/iu.test(description)) return null;
  return {
    what: "case",
    at: [match.index, match.index + match[0].length],
    message: `"${match[0]}" is not at once, and ${name} speaks of no order`,
  };
}
