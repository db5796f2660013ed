/** A number beside the name of another quantity than its input. */
import { NEUTRAL, QUANTITY_STEMS, lawStems } from "../lexicon/lawWords.js";
import type { LawSlot } from "../lexicon/lexicon.js";
import { rootOf } from "../lexicon/roots.js";
import type { Check } from "./stop.js";

const THING_BEHIND = /\b(?:in|through|on|across|inside|into|around)\s+(?:an?|the|this|its)\s+$/i;

const THROUGH = /\b(?:through|across|around|in|with|on|inside|of)\s+(?:an?|the|each)\s+$/i;

const THROUGH_CHARS = 24;

/** `pressure 300 K`: a number behind the name of another input. */
export const misnamed: Check = ({ given, text }, { filled, profile: { law }, target }) => {
  if (!("uses" in filled)) return null;
  for (const { at, score, slot } of filled.uses) {
    const number = given.find(({ span }) => span.at === at);
    if (number === undefined || score === undefined || number.span.name !== null) continue;
    // It stands alone before the number, as in a list of inputs.
    const ends = given.map(({ span }) => span.at[1]).filter((end) => end <= at[0]);
    const from = Math.max(0, ...ends);
    const head = text.slice(from, at[0]);
    if (from > 0 && !/[,;:(.]/.test(head)) continue;
    // `the current in a 2 H coil`: the number is of the thing behind it.
    if (THING_BEHIND.test(head) && /^\s+\p{L}/u.test(text.slice(at[1]))) continue;
    // `the temperature of 2 kg of water`
    if (/\bof\s+$/i.test(head) && /^\s+of\s+\p{L}/u.test(text.slice(at[1]))) continue;
    const [word, another] = number.before.filter((stem) => !NEUTRAL.has(stem));
    // `the flux through a 200-turn coil`
    if (THROUGH.test(text.slice(Math.max(0, at[0] - THROUGH_CHARS), at[0]))) continue;
    if (word === undefined || another !== undefined || !QUANTITY_STEMS.has(word)) continue;
    const isOther = law.slots.some((one) => one !== target && one.words.has(word));
    if (isKnownTo(slot, word) || isKnownTo(target, word) || !isOther) continue;
    return {
      at,
      message: `"${text.slice(...at)}" stands behind "${word}", which ${law.id} measures otherwise`,
      reason: "dimension",
    };
  }
  return null;
};

const SIZES: ReadonlySet<string> = new Set(
  lawStems("radius diameter circumference wavelength thickness depth height width"),
);

/** `60 m radius`: a number before the name of a size that its input is not. */
export const missized: Check = ({ given, text }, { filled, profile: { law }, target }) => {
  if (!("uses" in filled)) return null;
  for (const { at, score, slot } of filled.uses) {
    const number = given.find(({ span }) => span.at === at);
    const word = number?.after[0];
    if (number === undefined || score === undefined || number.span.name !== null) continue;
    if (word === undefined || !SIZES.has(word) || isKnownTo(slot, word)) continue;
    if (isKnownTo(target, word) || !text.slice(at[1]).startsWith(" ")) continue;
    return {
      at,
      message: `"${text.slice(...at)}" is a ${word}, which ${law.id} does not take there`,
      reason: "dimension",
    };
  }
  return null;
};

function isKnownTo({ made, roots, words }: LawSlot, stem: string): boolean {
  return words.has(stem) || made.has(stem) || roots.has(rootOf(stem));
}
