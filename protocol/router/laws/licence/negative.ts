/** A size is asked for, and the law gives a negative number: whose gain it counts is for the asker to say. */
import type { Filled } from "../filling/fillTypes.js";
import type { Law } from "../lexicon/lexicon.js";
import type { Question } from "../reading/reading.js";
import type { Open } from "./open.js";

/** Questions for how much there is of something, which a sign does not answer. */
const SIZE_ASKED = new RegExp(
  String.raw`\bhow\s+(?:much|many|big|large|great|far|long|wide|deep|high|tall|strong|fast|heavy|quickly)\b|` +
    String.raw`\b(?:binding|ionization|ionisation|dissociation|separation)\s+energy\b|` +
    String.raw`\b(?:energy|heat|work|power|speed|momentum|mass)\s+(?:is\s+|was\s+)?(?:lost|released|removed|` +
    String.raw`dissipated|given\s+off|given\s+up|emitted)\b|` +
    String.raw`\b(?:loss|fall|drop|decrease|reduction)\s+(?:of|in)\b|\b(?:heat|energy|pressure|power)\s+loss\b`,
  "iu",
);

/** A quantity that is called so counts negative: how it is said, and the name of the input. */
const NEGATIVES: readonly (readonly [RegExp, RegExp])[] = [
  [/\bvirtual\s+object\b/iu, /\bobject distance\b/iu],
  [/\bimage\s+(?:\p{L}+\s+){0,2}in\s+front\s+of\s+(?:the|a)\s+lens\b/iu, /\bimage distance\b/iu],
  [/\bmirror\b[^.;?]*\bimage\b[^.;?]*\bbehind\b/iu, /\bimage distance\b/iu],
  [/\b(?:spreads?|spreading|diverges?|diverging)\b/iu, /\bfocal length\b/iu],
];

/** `a virtual object at 20 cm`, `a lens that spreads the light`: the number goes without its sign. */
export function unsigned({ given, text }: Question, law: Law, { uses }: Filled): Open | null {
  for (const [said, input] of NEGATIVES) {
    const match = said.exec(text);
    const use = uses.find(({ slot, value }) => input.test(slot.about) && value > 0);
    if (match === null || use === undefined || !given.some(({ span }) => span.at === use.at))
      continue;
    return {
      what: "case",
      at: [match.index, match.index + match[0].length],
      message:
        `"${match[0]}": ${law.entry.record.name} counts the ${use.slot.about} negative there; give ` +
        `it with a minus`,
    };
  }
  return null;
}

export function negativeSize(
  { text }: Question,
  law: Law,
  { target }: Filled,
  value: number,
): Open | null {
  const asked = SIZE_ASKED.exec(text);
  if (asked === null || !target.isResult || !(value < 0)) return null;
  const { description } = law.entry.record;
  return {
    what: "case",
    at: [asked.index, asked.index + asked[0].length],
    message: `"${asked[0]}" asks for a size, and the value is negative here: ${description}`,
  };
}
