/**
 * Search of a fixed list by words: BM25 over fields of unequal weight. A word that an entry does
 * not have counts for less by one that means nearly the same.
 */
import { countWork } from "../workCount.js";

const WORDS_MAX = 32;
/** Work of looking up a word in one entry that has it. */
const POSTING_WORK = 0.3;
/** Saturation and length of BM25, its usual values. */
const K1 = 1.2;
const B = 0.5;
/** Of a word that only means nearly the same. */
const RELATED = 0.45;
const STOPS: ReadonlySet<string> = new Set(
  (
    "a an the of in on at to for from by with when if as so is are was be has have do does" +
    " will can and or not it its that this " +
    "than then which who whose what where how into per tell tells me us you i we my our your" +
    " before after " +
    "between out off too much over under up down get gets got about could would may might" +
    " must should need needs because them they " +
    "their against near again two one more most from all any some there here"
  ).split(" "),
);

/** Words that say nothing about what is looked for. */
export function isStop(word: string): boolean {
  return STOPS.has(word);
}

/** Of so many words an entry that fits has each: water alone is no water hammer. */
const FEW_WORDS = 2;
/** Two words that are one thing stand so many words apart at most. */
const NEAR_WORDS = 3;
/** More than what means nearly the same, or is made of the same word. */
const HALF = 0.51;
/** Of more words, of which several may say nothing, it has two, and a third of what all weigh. */
const THIRD = 0.34;

/** Whether an entry fits a question. @param coverage share of what the words weigh that it has */
export function isFitting(
  words: number,
  { coverage, matched }: { readonly coverage: number; readonly matched: number },
): boolean {
  const least = words > FEW_WORDS ? THIRD : HALF;
  return coverage >= least && matched >= Math.min(words, FEW_WORDS);
}

/** Without those that have much less of a question than the best has. */
export function nearBest<T>(hits: readonly Hit<T>[]): readonly Hit<T>[] {
  const best = hits.reduce((most, { coverage }) => Math.max(most, coverage), 0);
  return hits.filter(({ coverage }) => coverage >= best * HALF);
}

export function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Words that are looked for, each stem once. */
export function contentOf(words: readonly string[]): readonly string[] {
  const stems = new Map(
    words.filter((word) => !STOPS.has(word)).map((word) => [stemOf(word), word]),
  );
  return [...stems.values()];
}

const ENDINGS = /(?:ations?|ings?|ages?|ments?|ness|ers?|ors?|ives?|als?|ions?|ed|ly|e)$/u;
const STEM_MIN = 4;
const STEM_MAX = 8;

/** Things, not what somebody does: a bearing is nothing that insulation bears. */
const OWN: ReadonlySet<string> = new Set([
  "bearing",
  "spring",
  "building",
  "coating",
  "casing",
  "winding",
]);

/** Endings off: a word in the plural, or made into a verb, is the same word. */
export function stemOf(word: string): string {
  const singular =
    word.length > 3 && /[^sui]s$/u.test(word)
      ? word.replace(/ies$/u, "y").replace(/s$/u, "")
      : word;
  if (OWN.has(singular)) return singular;
  const bare = singular.replace(ENDINGS, "");
  return (bare.length < STEM_MIN ? singular : bare).slice(0, STEM_MAX);
}

export interface Hit<T> {
  readonly entry: T;
  readonly score: number;
  /** Share of what the words weigh that this entry has, from 0 to 1. */
  readonly coverage: number;
  /** Words that it has, as they were asked for. */
  readonly matched: readonly string[];
}

/** A thing that is named by what it does, or all else: a transformer is no transform. */
const AGENT = 1;
const OTHER = 2;
const AGENTS = /[^aeiou](?:er|or)s?$/u;

function formOf(word: string): number {
  return AGENTS.test(word) ? AGENT : OTHER;
}

interface Posting {
  readonly at: number;
  readonly weight: number;
  /** Forms in which the entry has it. */
  readonly forms: number;
}

/** Words of an entry and what they weigh there. */
export type Field = readonly [text: string, weight: number];

export interface Searching<T> {
  readonly idOf: (entry: T) => string;
  readonly fieldsOf: (entry: T) => readonly Field[];
  /** Stems that mean nearly the same as a stem. */
  readonly related: ReadonlyMap<string, Iterable<string>>;
}

export class WordSearch<T> {
  readonly #entries: readonly T[];
  readonly #postings = new Map<string, Posting[]>();
  readonly #lengths: readonly number[];
  readonly #meanLength: number;
  readonly #related: Searching<T>["related"];
  readonly #idOf: Searching<T>["idOf"];

  constructor(entries: readonly T[], { fieldsOf, idOf, related }: Searching<T>) {
    this.#entries = entries;
    this.#related = related;
    this.#idOf = idOf;
    this.#lengths = entries.map((entry, at) => {
      const weights = weighed(fieldsOf(entry));
      let length = 0;
      for (const [stem, { forms, weight }] of weights) {
        length += weight;
        const all = this.#postings.get(stem);
        if (all === undefined) this.#postings.set(stem, [{ at, weight, forms }]);
        else all.push({ at, weight, forms });
      }
      return length;
    });
    this.#meanLength = this.#lengths.reduce((sum, one) => sum + one, 0) / entries.length;
  }

  knows(word: string): boolean {
    return wordsOf(word).every((one) => this.#postings.has(stemOf(one)));
  }

  /** How many entries have the word, or its stem. */
  having(word: string): number {
    return this.#postings.get(stemOf(word))?.length ?? 0;
  }

  /** The best first; those without any of the words are left out. */
  find(words: readonly string[]): readonly Hit<T>[] {
    const asked = new Map<string, string>();
    for (const word of words.flatMap(wordsOf)) {
      if (asked.size === WORDS_MAX) break;
      const stem = stemOf(word);
      if (!STOPS.has(word) && !asked.has(stem)) asked.set(stem, word);
    }
    const found = new Map<number, { score: number; covered: number; matched: string[] }>();
    let whole = 0;
    for (const [stem, word] of asked) {
      whole += this.#rarity(stem);
      for (const [at, share] of this.#sharesOf(stem, formOf(word))) {
        const one = found.get(at) ?? { score: 0, covered: 0, matched: [] };
        one.score += share.score;
        one.covered += share.covered;
        one.matched.push(word);
        found.set(at, one);
      }
    }
    return [...found]
      .map(([at, { covered, matched, score }]) => ({
        entry: this.#entries[at]!,
        score,
        coverage: covered / whole,
        matched,
      }))
      .sort((a, b) => b.score - a.score || (this.#idOf(a.entry) < this.#idOf(b.entry) ? -1 : 1));
  }

  /** Whether one of the texts has all of the words near each other, or words that mean nearly the same. */
  standTogether(words: readonly string[], texts: readonly string[]): boolean {
    const asked = words.flatMap(wordsOf).map(stemOf);
    return texts.some((text) => {
      const own = wordsOf(text)
        .filter((word) => !STOPS.has(word))
        .map(stemOf);
      const places = asked.map((stem) => {
        const alike = new Set([stem, ...(this.#related.get(stem) ?? [])]);
        return own.findIndex((one) => alike.has(one));
      });
      return !places.includes(-1) && Math.max(...places) - Math.min(...places) <= NEAR_WORDS;
    });
  }

  /** A word that stands nowhere is as rare as one that stands once. */
  #rarity(stem: string): number {
    return rarity(this.#entries.length, Math.max(1, this.#postings.get(stem)?.length ?? 0));
  }

  /** What one word gives to each entry, by itself or by a related one, whichever is more. */
  #sharesOf(
    stem: string,
    form: number,
  ): ReadonlyMap<number, { readonly score: number; readonly covered: number }> {
    const shares = new Map<number, { score: number; covered: number }>();
    const own = this.#rarity(stem);
    const add = (of: string, like: number): void => {
      const postings = this.#postings.get(of) ?? [];
      countWork(POSTING_WORK * postings.length);
      const rare = Math.min(this.#rarity(of), own);
      for (const { at, forms, weight } of postings) {
        const share = like === 1 && (forms & form) === 0 ? RELATED : like;
        const long = 1 - B + (B * this.#lengths[at]!) / this.#meanLength;
        const score = (share * rare * weight * (K1 + 1)) / (weight + K1 * long);
        if (score > (shares.get(at)?.score ?? 0)) shares.set(at, { score, covered: share * own });
      }
    };
    add(stem, 1);
    for (const other of this.#related.get(stem) ?? []) add(other, RELATED);
    return shares;
  }
}

/** Inverse document frequency as a rational function, by no logarithm. */
export function rarity(entries: number, having: number): number {
  return entries / (having + entries / 16);
}

function weighed(fields: readonly Field[]): ReadonlyMap<string, Omit<Posting, "at">> {
  const words = new Map<string, Omit<Posting, "at">>();
  for (const [text, weight] of fields) {
    for (const word of new Set(wordsOf(text))) {
      if (STOPS.has(word)) continue;
      const stem = stemOf(word);
      const before = words.get(stem);
      words.set(stem, {
        weight: (before?.weight ?? 0) + weight,
        forms: (before?.forms ?? 0) | formOf(word),
      });
    }
  }
  return words;
}
