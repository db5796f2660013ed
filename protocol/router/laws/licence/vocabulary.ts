/** What a law is called, as whole phrases: a word that changes a question belongs to one, or stops it. */
import { wordsOfRecord } from "../../../lexicon/words/recordWords.js";
import { lawStems } from "../lexicon/lawWords.js";
import type { Law } from "../lexicon/lexicon.js";

export interface Phrases {
  readonly all: readonly (readonly string[])[];
  /** Of the law itself and of what it gives. */
  readonly named: readonly (readonly string[])[];
}

const phrasesByLaw = new WeakMap<Law, Phrases>();

/** Names of a law, of its inputs and of its result. */
export function phrasesOf(law: Law): Phrases {
  const before = phrasesByLaw.get(law);
  if (before !== undefined) return before;
  const { record } = law.entry;
  const names = [
    ...record.name.split(/[:(),]/),
    ...(wordsOfRecord(record.id).also ?? []),
    law.result.quantity.replaceAll("_", " "),
  ].map(lawStems);
  const inputs = law.slots.flatMap(({ about, quantity, spellings }) =>
    [about, quantity, ...spellings].map((one) => lawStems(one.replaceAll("_", " "))),
  );
  const isSaid = ({ length }: readonly string[]): boolean => length > 0;
  const named = [...names, ...law.phrases].filter(isSaid);
  const phrases = { all: [...named, ...inputs.filter(isSaid)], named };
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
  phrases: readonly (readonly string[])[],
  stems: readonly string[],
  at: number,
  isWhole: boolean,
): boolean {
  const stem = stems[at]!;
  const around = new Set([
    ...stems.slice(Math.max(0, at - NEAR_WORDS), at),
    ...stems.slice(at + 1, at + 1 + NEAR_WORDS),
  ]);
  return phrases.some((phrase) => {
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
