/** A number that an input took by its unit alone, while its words are of something else. */
import { wordsOfRecord } from "../../../lexicon/words/recordWords.js";
import type { Filled, Use } from "../filling/fillTypes.js";
import { lawStems } from "../lexicon/lawWords.js";
import type { Law } from "../lexicon/lexicon.js";
import type { Question } from "../reading/reading.js";
import type { Open } from "./open.js";

/** The rule of an input that no word gave. */
const BY_UNIT = "dimension";

const OF_LENS = /\b(?:lens(?:es)?|mirrors?|objectives?|eyepieces?)\s+of\s+$/iu;

/** `a tin 15 cm long`: how long a thing is says nothing of how wide it is. */
const LENGTHWISE =
  /^\s*-?\s*(?:long|tall|high|deep|thick|in\s+(?:length|height|depth|thickness))\b/iu;

function lengthwise({ text }: Question, { uses }: Filled): Open | null {
  for (const { at, rule, score, slot } of uses) {
    if (score === undefined || rule === "named" || !/radius|diameter/u.test(slot.quantity))
      continue;
    const said = LENGTHWISE.exec(text.slice(at[1]))?.[0].trim();
    if (said === undefined) continue;
    const message = `"${text.slice(...at).trim()} ${said}" says no ${slot.about}; say how wide it is`;
    return { what: "kind", at, message };
  }
  return null;
}

export function misgiven(question: Question, law: Law, filled: Filled): Open | null {
  const { target, uses } = filled;
  const along = lengthwise(question, filled);
  if (along !== null) return along;
  const unnamed = uses.filter(({ rule, score }) => score !== undefined && rule === BY_UNIT);
  for (const use of unnamed) {
    const { about, isOptional, name, quantity } = use.slot;
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
    // A number without a unit says nothing of its kind: no share of a sample is a ratio of two parts.
    if (isBare(question, use) && law.entry.record.symbols[name]?.whole !== true)
      return {
        what: "kind",
        at: use.at,
        message: `"${said}" may be another number; say that it is the ${about}, as in ${name} = ...`,
      };
    // `a lens of 10 cm` is called by its focal length.
    if (OF_LENS.test(question.text.slice(0, use.at[0])) && quantity !== "focal_length")
      return {
        what: "kind",
        at: use.at,
        message: `"${said}" is the focal length where a lens is called by it; say that it is the ${about}`,
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

function isBare({ given }: Question, { at }: Use): boolean {
  return given.find(({ span }) => span.at === at)?.span.quantities[0]?.hasUnit === false;
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
