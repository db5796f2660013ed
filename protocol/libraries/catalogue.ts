/**
 * Libraries that are used next to this service: a reviewed list, searched by words. It is loaded
 * when somebody first asks.
 */
import file from "./libraries.json" with { type: "json" };
import { isMistyped } from "../search/nearest.js";
import { isFitting, isStop, WordSearch, wordsOf, type Hit } from "../search/wordSearch.js";

export interface LibraryCategory {
  readonly name: string;
  /** Other words for the field. */
  readonly words: string;
}

export interface Library {
  readonly name: string;
  readonly category: string;
  readonly language: string;
  /** An SPDX expression. */
  readonly license: string;
  readonly url: string;
  readonly oneLine: string;
  /** Operators and solvers of this service that answer questions of the same field. */
  readonly covers: readonly string[];
  /** Day on which name, licence and language were compared with the project's own files. */
  readonly checkedOn: string;
}

export interface LibraryFile {
  readonly version: number;
  readonly categories: readonly LibraryCategory[];
  readonly libraries: readonly Library[];
}

export interface FoundLibraries {
  /** The best first. */
  readonly hits: readonly Hit<Library>[];
  /** Where nothing was found: the categories whose names are most alike. */
  readonly nearest: readonly string[];
}

const NEAREST_MAX = 5;
/** Words that say that a library is wanted, not which. */
const IDLE: ReadonlySet<string> = new Set(
  (
    "library libraries package packages software tool tools toolkit code program programs project open source free" +
    " find search want use used using best good great recommend give show compute calculate" +
    " fast written work make way please am"
  ).split(" "),
);
/** Ways to write the same; each is read as the first. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/c\+\+|\bcplusplus\b/giu, "cpp"],
  [/\b(?:javascript|node\.?js)\b/giu, "javascript"],
  [/iz(?=(?:e|ed|er|ers|es|ing|ations?)\b)/giu, "is"],
  [/\bfactori[sz]ation/giu, "factorisation"],
  [/\b(meshe?s|meshing|mesher)\b/giu, "mesh"],
];
/** Words of a query that are compared with every word of the list. */
const CORRECTED_MAX = 8;
const CORRECTED_CHARS_MIN = 4;
const TWO_ERRORS_CHARS_MIN = 8;
const RELATED_NONE: ReadonlyMap<string, readonly string[]> = new Map();

export class LibraryCatalogue {
  readonly file: LibraryFile;
  readonly #categories: ReadonlyMap<string, LibraryCategory>;
  readonly #search: WordSearch<Library>;
  /** Sorted; what a misspelt word may have meant. */
  readonly #vocabulary: readonly string[];

  constructor(file: LibraryFile) {
    this.file = file;
    this.#categories = new Map(file.categories.map((one) => [one.name, one]));
    this.#search = new WordSearch(file.libraries, {
      idOf: ({ name }) => name,
      fieldsOf: (one) => this.#fieldsOf(one),
      related: RELATED_NONE,
    });
    const words = file.libraries.flatMap((one) =>
      this.#fieldsOf(one).flatMap(([text]) => wordsOf(text)),
    );
    this.#vocabulary = [...new Set(words)].filter((word) => !IDLE.has(word)).sort();
  }

  find(query: string, category?: string): FoundLibraries {
    const words = askedWords(query);
    const fits = (hits: readonly Hit<Library>[]) =>
      hits.filter(
        ({ coverage, entry, matched }) =>
          isFitting(words.length, { coverage, matched: matched.length }) &&
          (category === undefined || entry.category === category),
      );
    const exact = fits(this.#named(query, this.#search.find(words)));
    const hits = exact.length > 0 ? exact : fits(this.#search.find(this.#corrected(words)));
    return { hits, nearest: hits.length > 0 ? [] : this.#nearest(category ?? query) };
  }

  /** A query that is the name of a library means that one. */
  #named(query: string, hits: readonly Hit<Library>[]): readonly Hit<Library>[] {
    const said = query.trim();
    const entry = this.file.libraries.find(({ name }) => name.toLowerCase() === said.toLowerCase());
    if (entry === undefined) return hits;
    const own = hits.find((hit) => hit.entry === entry);
    const score = Math.max(own?.score ?? 0, hits[0]?.score ?? 1);
    const first = { entry, score, coverage: 1, matched: own?.matched ?? [said] };
    return [first, ...hits.filter((hit) => hit !== own)];
  }

  #fieldsOf({ category, language, name, oneLine }: Library) {
    const named = category.replaceAll("-", " ");
    const words = this.#categories.get(category)?.words ?? "";
    return [
      [spelt(name), 4],
      [spelt(language), 2],
      [spelt(oneLine), 2],
      [spelt(named), 3],
      [spelt(words), 1],
    ] as const;
  }

  /** With the nearest word of the list for each that may be misspelt. */
  #corrected(words: readonly string[]): readonly string[] {
    return words.slice(0, CORRECTED_MAX).map((word) => {
      if (word.length < CORRECTED_CHARS_MIN || this.#search.knows(word)) return word;
      const slips = word.length >= TWO_ERRORS_CHARS_MIN ? 2 : 1;
      const isMeant = (known: string): boolean =>
        known[0] === word[0] && isMistyped(known, word, slips);
      return this.#vocabulary.find(isMeant) ?? word;
    });
  }

  /** By pairs of letters that both have; by name where they are alike to the same degree. */
  #nearest(text: string): readonly string[] {
    const asked = pairsOf(text.slice(0, 100));
    return [...this.#categories.values()]
      .map(({ name, words }) => {
        const own = pairsOf(`${name} ${words}`);
        const shared = [...asked].filter((pair) => own.has(pair)).length;
        return { name, likeness: shared / (asked.size + own.size) };
      })
      .sort((a, b) => b.likeness - a.likeness || (a.name < b.name ? -1 : 1))
      .slice(0, NEAREST_MAX)
      .map(({ name }) => name);
  }
}

function spelt(text: string): string {
  return SPELLINGS.reduce((said, [pattern, one]) => said.replace(pattern, one), text);
}

function askedWords(query: string): readonly string[] {
  return wordsOf(spelt(query)).filter((word) => !IDLE.has(word) && !isStop(word));
}

function pairsOf(text: string): ReadonlySet<string> {
  const letters = text.toLowerCase();
  const pairs = new Set<string>();
  for (let i = 0; i + 1 < letters.length; i += 1) pairs.add(letters.slice(i, i + 2));
  return pairs;
}

export const libraries = new LibraryCatalogue(file);
