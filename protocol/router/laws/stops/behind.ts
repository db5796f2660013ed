/** A word behind a number that is neither its unit nor a name that belongs there. */
import type { Use } from "../filling/fillTypes.js";
import type { Reading } from "../filling/readings.js";
import { isNumberOf } from "../filling/stated.js";
import { entities } from "../lexicon/entities.js";
import { BODIES, NEUTRAL, PLAIN, THINGS, lawStem, lawStems } from "../lexicon/lawWords.js";
import type { Law } from "../lexicon/lexicon.js";
import { PLACE } from "../lexicon/profile.js";
import { rootOf } from "../lexicon/roots.js";
import type { Given } from "../reading/reading.js";
import type { Check } from "./stop.js";

/** `2 foobars`, `3 kg blorps`. */
export const unknownBehind: Check = ({ given, text }, { filled, profile }, { isKnownRoot }) => {
  const { law, places } = profile;
  for (const one of given) {
    const { follower } = one.span;
    if (follower === null || isSymbolBehind(given, follower)) continue;
    const stem = lawStem(follower.text);
    if (((places.get(rootOf(stem)) ?? 0) & PLACE.case) !== 0) continue;
    if (isKnownBehind(law, one, stem, filled, isKnownRoot, text)) continue;
    const written = text.slice(one.span.at[0], follower.at[1]);
    return {
      at: [one.span.at[0], follower.at[1]],
      message: `"${written}": "${follower.text}" is no unit and no name that belongs here`,
      reason: "unknown unit",
    };
  }
  return null;
};

/** `LSL 9.95 USL 10.05`: the word behind a number is the symbol of the next one. */
function isSymbolBehind(
  given: readonly Given[],
  follower: NonNullable<Given["span"]["follower"]>,
): boolean {
  return given.some(
    ({ label, span: { at } }) =>
      label === follower.text && at[0] >= follower.at[1] && at[0] - follower.at[1] <= 1,
  );
}

export const ENTITY_WORDS: ReadonlySet<string> = new Set(
  entities.flatMap(({ stems }) => [...stems]),
);

const TIMES = lawStem("times");

const DONE_BEFORE = new RegExp(String.raw`\b(?:thrown|taken|done|run|drawn|\p{L}+ed)\b`, "iu");

/** Only where the law has one count, and nothing is multiplied. */
function isCountOfTimes(law: Law, { at }: Given["span"], text: string): boolean {
  const sentence =
    text
      .slice(0, at[0])
      .split(/[.;?!]\s/)
      .pop() ?? "";
  if (!DONE_BEFORE.test(sentence) || !/^\s+times\s*(?:[,.;:?!]|and\b|$)/i.test(text.slice(at[1])))
    return false;
  return law.slots.filter(({ name }) => isCount(law, name)).length === 1;
}

function isKnownBehind(
  law: Law,
  { span }: Given,
  stem: string,
  filled: Reading["filled"],
  isKnownRoot: (root: string) => boolean,
  text: string,
): boolean {
  if (NEUTRAL.has(stem) || law.vocabulary.has(stem) || ENTITY_WORDS.has(stem)) return true;
  if (law.adjectives.some(({ stems }) => stems.includes(stem))) return true;
  const [quantity] = span.quantities;
  // `weighed 16 times`: a count of what was done.
  if (stem === TIMES && quantity?.hasUnit === false) return isCountOfTimes(law, span, text);
  const use = "uses" in filled ? filled.uses.find(({ at }) => at === span.at) : undefined;
  if (use !== undefined && isOfNoun(law, use, text)) return true;
  // A number without a unit that is named takes the unit of its input: no word may stand for one.
  if (quantity?.hasUnit === false && use !== undefined && use.slot.unit?.text !== "1") return false;
  const isOrdinary = THINGS.has(stem) || PLAIN.has(stem) || BODIES.has(stem) || COMPARED.has(stem);
  // A bare number that no word gives to its input: the noun behind it would be passed over.
  if (quantity?.hasUnit === false && use !== undefined && isOrdinary && isCount(law, use.slot.name))
    return law.slots.filter(({ name }) => isCount(law, name)).length === 1;
  if (quantity?.hasUnit === false) return isOrdinary && (use?.score ?? 0) > 0;
  return isOrdinary || isKnownRoot(rootOf(stem));
}

const NOUN_BEHIND = /^\s+\p{Ll}+\s+(\p{Ll}+s)(?!\p{L})/u;

/** `1,000,000 inserted elements`: an adjective of what the input counts. */
function isOfNoun(law: Law, { at, slot }: Use, text: string): boolean {
  const noun = NOUN_BEHIND.exec(text.slice(at[1]))?.[1];
  return noun !== undefined && isNumberOf(law, slot) && slot.words.has(lawStem(noun));
}

function isCount({ entry: { record } }: Law, name: string): boolean {
  return record.symbols[name]?.whole === true;
}

const COMPARED: ReadonlySet<string> = new Set(
  lawStems(
    "longer shorter warmer cooler hotter colder higher lower wider deeper thicker heavier " +
      "lighter faster slower later earlier",
  ),
);
