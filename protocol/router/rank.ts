/**
 * Cards ranked by their words (BM25): it names the nearest ones and breaks exact ties, never more.
 */
import { once } from "../once.js";
import { log } from "../math/index.js";
import { cues } from "./cues.js";
import { solverCards } from "../solvers/cards.js";
import { stemsOf, wordsOf, type Word } from "./text.js";

const K1 = 1.2;
const B = 0.75;

interface Document {
  readonly id: string;
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

const all = once((): readonly Document[] =>
  solverCards.map(({ id, primary, summary, title }) => {
    const own = cues.filter(({ solver }) => solver === id).map(({ phrase }) => phrase);
    const stems = stemsOf([title, summary, primary.name, primary.quantity, ...own].join(" "));
    const counts = new Map<string, number>();
    for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
    return { id, counts, length: stems.length };
  }),
);

/** Best first, ties by id; cards that share no word with the question come last, by id. */
export function nearestCards(
  words: readonly Word[],
  most: number,
): readonly { readonly id: string; readonly score: number }[] {
  const documents = all();
  let total = 0;
  for (const { length } of documents) total += length;
  const mean = total / Math.max(1, documents.length);
  const stems = [...new Set(words.map(({ stem }) => stem))].sort();
  return documents
    .map(({ counts, id, length }) => {
      let score = 0;
      for (const stem of stems) {
        const count = counts.get(stem) ?? 0;
        if (count === 0) continue;
        const holding = documents.filter((one) => one.counts.has(stem)).length;
        const rarity = log(1 + (documents.length - holding + 0.5) / (holding + 0.5));
        score += (rarity * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / mean));
      }
      return { id, score };
    })
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, most);
}

/** A card that shares less than this much of the best one's score is not meant. */
const FOUND_SHARE = 0.4;

/** Ids of the cards that a text in words asks for, the best first; none where no card shares a word. */
export function cardsFound(text: string, most: number): readonly string[] {
  const ranked = nearestCards(wordsOf(text), most);
  const least = FOUND_SHARE * (ranked[0]?.score ?? 0);
  return ranked.filter(({ score }) => score > 0 && score >= least).map(({ id }) => id);
}

/** Which of two the words speak for more; null when they do not. */
export function tieBreak(words: readonly Word[], first: string, second: string): string | null {
  const ranked = nearestCards(words, solverCards.length).filter(
    ({ id }) => id === first || id === second,
  );
  const [a, b] = ranked;
  return a !== undefined && b !== undefined && a.score > b.score ? a.id : null;
}
