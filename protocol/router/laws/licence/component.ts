/** `voltage across the resistor`: the part that is asked about is the one that the law speaks of. */
import { lawStem } from "../lexicon/lawWords.js";
import type { Law } from "../lexicon/lexicon.js";
import type { Question } from "../reading/reading.js";
import type { Open } from "./open.js";

const PARTS =
  "resistor|capacitor|inductor|coil|diode|lamp|bulb|load|source|battery|cell|generator|supply";
const OF_PART = new RegExp(
  String.raw`\b(?:voltage|current|power|energy|heat|charge|drop|losses|loss)\s+(?:\p{L}+\s+)?` +
    String.raw`(?:across|in|into|through|of|on|over|at|from|by)\s+(?:the|a|an|its)\s+(?:\p{L}+\s+)?(${PARTS})\b`,
  "giu",
);
const IS_PART = new RegExp(`^(?:${PARTS})s?$`, "i");
const SOURCES = /^(?:battery|cell|generator|supply|source)$/i;
/** A law of two parts or more has so many inputs of parts. */
const OF_PARTS = /resistance|capacitance|inductance|impedance/;

const STATE =
  /\b(?:short[\s-]circuit(?:ed|s)?|short(?:ed|ened)\s+out|shorted|open[\s-]circuit(?:ed)?|unplugged|disconnected)\b/iu;

/** `a short-circuited battery`: a state in which another law holds, or none. */
export function otherState({ text }: Question, law: Law): Open | null {
  const match = STATE.exec(text);
  const { description, name, validity = "" } = law.entry.record;
  if (match === null || /\b(?:short|open)\b/iu.test(`${name} ${description} ${validity}`))
    return null;
  const inputs = law.slots.map(({ about }) => about).join(" ");
  if (/\b(?:short|open)\b/iu.test(inputs)) return null;
  return {
    what: "case",
    at: [match.index, match.index + match[0].length],
    message: `"${match[0]}" is a state that ${name} does not speak of`,
  };
}

export function otherComponent({ given, text }: Question, law: Law): Open | null {
  const kinds = law.slots.filter(({ quantity }) => OF_PARTS.test(quantity));
  const { description, name } = law.entry.record;
  const [about = ""] = description.split(/[,;.:]/);
  const own = `${about} ${name}`.split(/[^\p{L}]+/u).find((word) => IS_PART.test(word));
  if (own === undefined) return null;
  for (const match of text.matchAll(OF_PART)) {
    const part = match[1]!;
    if (lawStem(own) === lawStem(part)) continue;
    // A source gives more than its load takes, in a law of one part too.
    if (kinds.length < 2 && !SOURCES.test(part)) continue;
    const at = [match.index, match.index + match[0].length] as const;
    // `12 V across the battery`: that is said, and not asked.
    if (given.some(({ span }) => /^\s*(?:is|=|of)?\s*$/.test(text.slice(at[1], span.at[0]))))
      continue;
    return {
      what: "case",
      at,
      message: `"${match[0]}" is asked for, and ${name} gives: ${about}`,
    };
  }
  return null;
}
