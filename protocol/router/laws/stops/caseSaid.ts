/** A case that a question says and the law has not, or the other way round. */
import { isOf } from "../filling/conversions.js";
import { CONDITIONS, lawStems } from "../lexicon/lawWords.js";
import { rootOf } from "../lexicon/roots.js";
import type { Check } from "./stop.js";

/** These change the sign of an acceleration, and nothing else. */
const SLOWING: ReadonlySet<string> = new Set(
  lawStems("decelerate decelerates decelerating deceleration decelerated slows slowing"),
);

/** `rough`, `relativistic`: a condition that the law knows nothing of. */
export const condition: Check = ({ given, tokens }, { profile: { law, places } }) => {
  const isSigned = given.some(({ span }) =>
    span.quantities.some((one) => isOf(one, "acceleration")),
  );
  const one = tokens.find(
    ({ stem }, i) =>
      CONDITIONS.has(stem) &&
      // `non-relativistic`
      tokens[i - 1]?.stem !== "non" &&
      !law.vocabulary.has(stem) &&
      !places.has(rootOf(stem)) &&
      (isSigned || !SLOWING.has(stem)),
  );
  if (one === undefined) return null;
  return {
    at: one.at,
    message: `"${one.text}" is no word of ${law.entry.record.name}`,
    reason: "word",
  };
};

/** How people say that parts are in series, or in parallel, without the word. */
const WIRINGS: readonly (readonly [RegExp, RegExp])[] = [
  [/\bin series\b/, /\bend[- ]to[- ]end\b|\bone (?:after|behind) (?:the other|another)\b/i],
  [/\bin parallel\b/, /\bnext to (?:each other|one another)\b|\bacross each other\b/i],
];

/** Why a law is stopped whose case nobody names. */
export const UNSAID = "case";

/** The law of a rod about its end, where no end is named. */
export const unsaid: Check = ({ text, tokens }, { profile: { law } }) => {
  if (law.needs.length === 0 || tokens.some(({ stem }) => law.needs.includes(stem))) return null;
  const { name } = law.entry.record;
  if (WIRINGS.some(([wiring, said]) => wiring.test(name) && said.test(text))) return null;
  return {
    at: [0, text.length],
    message: `nothing here says that ${name} is meant; name the case`,
    reason: UNSAID,
  };
};
