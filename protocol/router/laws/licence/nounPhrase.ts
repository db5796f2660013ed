/** Where a noun stands, or what goes before it within its phrase. */
import { lawStem } from "../lexicon/lawWords.js";
import type { Question } from "../reading/reading.js";
import { ADJECTIVES, CLOSED, GUARDED, PLACING } from "./wordClasses.js";

/** A noun follows, with words that belong to it. */
const LEADS: ReadonlySet<string> = new Set(
  (
    "a an the my your his her our their its this that these those of at in on with for by to from into onto " +
    "through along via and or under over near inside outside around"
  )
    .split(" ")
    .map(lawStem),
);

/** `in a jar`, `full of honey`: where something is may change it. */
function isPlacing(stems: readonly string[], at: number): boolean {
  const before = stems[at - 1] ?? "";
  return PLACING.has(stems[at]!) || PLACING.has(before) || before === FULL;
}

const FULL = lawStem("full");
const WITH = lawStem("with");

/**
 * `my research drone`, `, geothermal steam`: only adjectives and other unknown words stand between
 * a word and what leads to its noun. Behind a noun that is known a word may be a verb.
 * @param unknown places of words that nothing is known of
 */
export function isInNounPhrase(
  { text, tokens }: Question,
  stems: readonly string[],
  at: number,
  unknown: ReadonlySet<number>,
): boolean {
  // `with friction`: what is there, and no name of a thing.
  const next = tokens[at + 1];
  const isLast = next === undefined || next.clause !== tokens[at]!.clause;
  if (isLast && stems[at - 1] === WITH) return false;
  for (let i = at - 1; i >= 0; i -= 1) {
    const between = text.slice(tokens[i]!.at[1], tokens[i + 1]!.at[0]);
    if (!/^[\s-]*$/.test(between)) return /^\s*[.:;,?(!][\s(]*$/.test(between);
    const stem = stems[i]!;
    if (LEADS.has(stem)) return !isPlacing(stems, i);
    const isInside = unknown.has(i) || ADJECTIVES.has(stem);
    if (GUARDED.has(stem) || CLOSED.has(stem) || !isInside) return false;
  }
  return true;
}
