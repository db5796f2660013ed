/** What a law is called, as whole phrases: a word that changes a question belongs to one, or stops it. */
import { wordsOfRecord } from "../../../lexicon/words/recordWords.js";
import { lawStems } from "../lexicon/lawWords.js";
import type { Law } from "../lexicon/lexicon.js";

export interface Phrases {
  readonly all: readonly (readonly string[])[];
}

const phrasesByLaw = new WeakMap<Law, Phrases>();

/** Names of a law, of its inputs and of its result. */
export function phrasesOf(law: Law): Phrases {
  const before = phrasesByLaw.get(law);
  if (before !== undefined) return before;
  const { record } = law.entry;
  const all = [
    ...record.name.split(/[:(),]/),
    ...(wordsOfRecord(record.id).also ?? []),
    ...law.slots.flatMap(({ about, quantity, spellings }) => [
      about,
      quantity.replaceAll("_", " "),
      ...spellings.map((one) => one.replaceAll("_", " ")),
    ]),
    law.result.quantity.replaceAll("_", " "),
  ].map(lawStems);
  const phrases = { all: [...all, ...law.phrases].filter(({ length }) => length > 0) };
  phrasesByLaw.set(law, phrases);
  return phrases;
}

const PER = "per";
/** Words of a phrase stand within so many of each other. */
const NEAR_WORDS = 3;
/** Small words of a phrase say nothing. */
const SMALL: ReadonlySet<string> = new Set(
  "of the a an in for by to and at on with from".split(" "),
);

/**
 * Whether a word stands with another of a phrase that has it, or is one alone.
 * @param isWhole all others must stand around it
 */
export function isInPhrase(
  { all }: Phrases,
  stems: readonly string[],
  at: number,
  isWhole: boolean,
): boolean {
  const stem = stems[at]!;
  const around = new Set([
    ...stems.slice(Math.max(0, at - NEAR_WORDS), at),
    ...stems.slice(at + 1, at + 1 + NEAR_WORDS),
  ]);
  return all.some((phrase) => {
    const place = phrase.indexOf(stem);
    if (place < 0) return false;
    // `mass per length` is no `frequency per length`.
    if (stem === PER)
      return stems.slice(Math.max(0, at - NEAR_WORDS), at).includes(phrase[place - 1] ?? "");
    const others = phrase.filter((one) => one !== stem && !SMALL.has(one));
    if (isWhole) return others.every((one) => around.has(one));
    return others.length === 0 || others.some((one) => around.has(one));
  });
}
