/** A number that an input took by its unit alone, while its words are of something else. */
import { wordsOfRecord } from "../../../lexicon/words/recordWords.js";
import type { Filled, Use } from "../filling/fillTypes.js";
import { lawStems } from "../lexicon/lawWords.js";
import type { Law } from "../lexicon/lexicon.js";
import type { Question } from "../reading/reading.js";
import type { Open } from "./open.js";

/** The rule of an input that no word gave. */
const BY_UNIT = "dimension";

export function misgiven(question: Question, law: Law, { target, uses }: Filled): Open | null {
  const unnamed = uses.filter(({ rule, score }) => score !== undefined && rule === BY_UNIT);
  for (const use of unnamed) {
    const { about, isOptional, name } = use.slot;
    if (isBehindSymbol(question, use)) continue;
    const said = question.text.slice(...use.at);
    // What has a standard value, or may be left out, is another only where it is named: `the lift
    // starts up at 1.3 m/s^2`, `to a stop in 1 s` is no reaction time.
    if (isOptional || law.assumes.has(name))
      return {
        what: "kind",
        at: use.at,
        message: `"${said}" may be another quantity; say that it is the ${about}, as in ${name} = ...`,
      };
    if (target !== law.result || !isOfResult(question, law, use)) continue;
    return {
      what: "kind",
      at: use.at,
      message: `"${said}" may be the ${law.result.about} itself; say that it is the ${about}, or what is asked`,
    };
  }
  return null;
}

/** `take g as 9.81 m/s^2`: so many words before a number its symbol stands. */
const SYMBOL_WORDS = 2;

function isBehindSymbol({ tokens }: Question, { at, slot }: Use): boolean {
  const before = tokens.filter((token) => token.at[1] <= at[0]).slice(-SYMBOL_WORDS);
  return before.some(({ text }) => slot.spellings.includes(text));
}

/** `3 beats per second`, given to a law of beats: the word in the number or right behind it. */
function isOfResult({ text, tokens }: Question, law: Law, { at, slot }: Use): boolean {
  const resultOf = new Set(lawStems(wordsOfRecord(law.id).result ?? ""));
  const next = tokens.find((token) => token.at[0] >= at[1]);
  const behind = next !== undefined && /^\s*$/.test(text.slice(at[1], next.at[0])) ? [next] : [];
  const words = tokens.filter((token) => at[0] <= token.at[0] && token.at[1] <= at[1]);
  return [...words, ...behind].some(({ stem }) => resultOf.has(stem) && !slot.words.has(stem));
}
