/**
 * Ranked search over operators by id, name, symbol, unit, quantity and words: an inverted index,
 * so that a query touches the words it names and not every record.
 */
import { editDistance, isMistyped } from "../search/nearest.js";
import { isFitting, isStop, rarity } from "../search/wordSearch.js";
import { countWork } from "../workCount.js";
import type { OperatorRecord } from "./schema.js";

/** What a hit in each place is worth: an id says most, a word of the description least. */
const WEIGHTS = {
  id: 40,
  name: 12,
  symbol: 8,
  quantity: 6,
  unit: 6,
  domain: 4,
  equation: 3,
  description: 2,
} as const;
type Place = keyof typeof WEIGHTS;
const PLACES: readonly Place[] = [
  "id",
  "name",
  "symbol",
  "quantity",
  "unit",
  "domain",
  "equation",
  "description",
];
const NAME_BIT = 1 << PLACES.indexOf("name");
const PLACE_WEIGHTS = PLACES.map((place) => WEIGHTS[place]);
const EXACT_ID_BONUS = 1_000;
/** For a name that is the query and nothing else; a longer name gets its share. */
const NAME_COVERED_BONUS = 30;
/** A word that only starts with the query counts a little less than the word itself. */
const PREFIX_SHARE = 0.6;
/** What a word that is written out may have behind it: feeds and feeding, but no feedback. */
const ENDING_CHARS_MAX = 3;
/** A word one or two letters off counts only where nothing else matches. */
const MISSPELT_SHARE = 0.4;
const MISSPELT_CHARS_MIN = 6;
/** Of an id, which is copied and not spelt. */
const MISCOPIED_CHARS_MIN = 4;
const TWO_ERRORS_CHARS_MIN = 8;
/** Words of a query beyond these are ignored: nobody types them, and each costs a look-up. */
const QUERY_TOKENS_MAX = 16;
const TOKEN_CHARS_MAX = 64;
/** Work of a word of a query, for a record; and of a record that is put in order. */
const RECORD_WORK = 0.3;
const SORTED_WORK = 2;

/** The law that a word means when it stands alone, before those that only have it in their names. */
const MEANT_ALONE: ReadonlyMap<string, string> = new Map(
  (
    "gravity nm21 force nm19 newton nm19 kinetic nm23 momentum nm26 torque nm29 coulomb es1 " +
    "capacitor es15 doppler wav16 photon pho27 bernoulli fl4 decay nuc1 pendulum osc2 " +
    "drag fl15 resistance cir1"
  )
    .split(" ")
    .flatMap((word, i, all) => (i % 2 === 0 ? [[word, all[i + 1]!] as const] : [])),
);
const MEANT_BONUS = 500;

/** Id of the law that a word means where it stands alone. */
export function meantAlone(word: string): string | null {
  return MEANT_ALONE.get(word.toLowerCase())?.toUpperCase() ?? null;
}

/** Letters and digits, lower case, in any script. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The words of a record by the place they stand in. */
function placedWords(record: OperatorRecord): readonly (readonly [Place, readonly string[]])[] {
  const symbols = Object.entries(record.symbols);
  const results = record.result === null ? [] : [record.result];
  const described = [...symbols.map(([, symbol]) => symbol), ...results];
  return [
    ["id", [record.id.toLowerCase(), ...wordsOf(record.id)]],
    ["name", wordsOf(record.name)],
    [
      "symbol",
      [
        ...symbols.flatMap(([name, symbol]) => [
          name.toLowerCase(),
          ...wordsOf(symbol.name),
          ...symbol.aliases.flatMap((alias) => [alias.toLowerCase(), ...wordsOf(alias)]),
        ]),
        ...results.map((result) => result.symbol.toLowerCase()),
      ],
    ],
    [
      "quantity",
      described.flatMap((item) => [item.quantity, ...wordsOf(item.quantity.replaceAll("_", " "))]),
    ],
    ["unit", described.map((item) => item.unit.toLowerCase())],
    ["domain", [record.domain, ...record.domain.split("_")]],
    ["equation", wordsOf(record.equation)],
    ["description", wordsOf(record.description)],
  ];
}

/**
 * A posting is a record a word stands in and the places there, one bit each, in one number: there
 * are more than a hundred thousand, and an object each would take megabytes.
 */
const PLACE_BITS = 8;
const PLACE_MASK = (1 << PLACE_BITS) - 1;

/** Blank-separated pieces as typed (units, ids) and the words inside them. */
function tokensOf(query: string): string[] {
  const pieces = query
    .toLowerCase()
    .split(/\s+/)
    .filter((piece) => piece.length > 0);
  const tokens = pieces.flatMap((piece) =>
    /^[\p{L}\p{N}_^/]+$/u.test(piece) ? [piece] : wordsOf(piece),
  );
  const said = tokens.filter((token) => !isStop(token) || token.length === 1);
  const looked = (said.length > 0 ? said : tokens).map((token) => token.slice(0, TOKEN_CHARS_MAX));
  return [...new Set(looked)].slice(0, QUERY_TOKENS_MAX);
}

function firstNotBelow(words: readonly string[], wanted: string): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (words[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * What stands where in a list of records; the build writes it down, since to collect it takes a
 * fifth of a start.
 */
export interface WordTable {
  /** Different words in the name of each record. */
  readonly nameLengths: readonly number[];
  /** Sorted, so that the words with one beginning are neighbours. */
  readonly words: readonly string[];
  /** How many postings each word has. */
  readonly counts: readonly number[];
  /** Postings of all words, one word after the other. */
  readonly postings: readonly number[];
}

export function wordTableOf(records: readonly OperatorRecord[]): WordTable {
  const lists = new Map<string, number[]>();
  for (const [index, record] of records.entries()) {
    for (const [place, words] of placedWords(record)) {
      for (const word of words) note(lists, word, index, 1 << PLACES.indexOf(place));
    }
  }
  const words = [...lists.keys()].sort();
  return {
    nameLengths: records.map((record) => new Set(wordsOf(record.name)).size),
    words,
    counts: words.map((word) => lists.get(word)!.length),
    postings: words.flatMap((word) => lists.get(word)!),
  };
}

export class SearchIndex {
  readonly #ids: readonly string[];
  readonly #nameLengths: readonly number[];
  readonly #words: readonly string[];
  readonly #postings: Uint32Array;
  /** Where the postings of each word begin. */
  readonly #starts: Uint32Array;

  /** @param table that of these records in this order */
  constructor(records: readonly OperatorRecord[], table: WordTable) {
    this.#ids = records.map((record) => record.id.toLowerCase());
    this.#nameLengths = table.nameLengths;
    this.#words = table.words;
    this.#postings = Uint32Array.from(table.postings);
    this.#starts = new Uint32Array(table.words.length + 1);
    for (const [at, count] of table.counts.entries())
      this.#starts[at + 1] = this.#starts[at]! + count;
  }

  /**
   * Positions of the records that match, best first, ties by position. All words must be found; if
   * no record has them all, records with most of what they weigh are answered instead.
   */
  rank(query: string): number[] {
    const whole = query.trim().toLowerCase();
    // A unit such as J/(kg K) is one word of the index, whatever blanks it holds.
    const tokens = whole.includes(" ") && this.#has(whole) ? [whole] : tokensOf(query);
    countWork(RECORD_WORK * this.#ids.length * (tokens.length + 1));
    const score = new Float64Array(this.#ids.length);
    const found = new Uint8Array(this.#ids.length);
    const named = new Uint8Array(this.#ids.length);
    const covered = new Float64Array(this.#ids.length);
    let asked = 0;
    for (const [place, token] of tokens.entries()) {
      const isTyped = place === tokens.length - 1;
      const hits = this.#scoreToken(token, isTyped, score, named);
      const weight = rarity(this.#ids.length, Math.max(1, hits.length));
      asked += weight;
      for (const at of hits) {
        found[at]! += 1;
        covered[at]! += weight;
      }
    }
    for (let i = 0; i < named.length; i += 1) {
      if (named[i]! > 0) score[i]! += (NAME_COVERED_BONUS * named[i]!) / this.#nameLengths[i]!;
    }
    const meant = tokens.length === 1 ? MEANT_ALONE.get(tokens[0]!) : undefined;
    const at = meant === undefined ? -1 : this.#ids.indexOf(meant);
    if (at >= 0) {
      found[at] = 1;
      covered[at] = asked;
      score[at]! += MEANT_BONUS;
    }
    let most = 0;
    for (const count of found) most = Math.max(most, count);
    if (most === 0) return [];
    const isWhole = most === tokens.length;
    const hits: number[] = [];
    for (let i = 0; i < found.length; i += 1)
      if (
        isWhole
          ? found[i] === most
          : isFitting(tokens.length, { coverage: covered[i]! / asked, matched: found[i]! })
      )
        hits.push(i);
    countWork(SORTED_WORK * hits.length);
    return hits.sort((a, b) => found[b]! - found[a]! || score[b]! - score[a]! || a - b);
  }

  /**
   * @param isTyped whether the word may go on: it is the last one
   * @returns the records that have it
   */
  #scoreToken(
    token: string,
    isTyped: boolean,
    score: Float64Array,
    named: Uint8Array,
  ): readonly number[] {
    const hits: number[] = [];
    const exact = new Uint8Array(this.#ids.length);
    const near = new Uint8Array(this.#ids.length);
    let share = PREFIX_SHARE;
    let matched = false;
    for (let i = firstNotBelow(this.#words, token); i < this.#words.length; i += 1) {
      const word = this.#words[i]!;
      if (word === token) this.#mark(exact, i);
      else if (token.length > 1 && word.startsWith(token)) {
        if (!isTyped && word.length > token.length + ENDING_CHARS_MAX) continue;
        this.#mark(near, i);
      } else break;
      matched = true;
    }
    if (!matched) {
      share = MISSPELT_SHARE;
      for (const at of this.#misspelt(token)) this.#mark(near, at);
    }
    for (let i = 0; i < exact.length; i += 1) {
      const places = exact[i]! | near[i]!;
      if (places === 0) continue;
      hits.push(i);
      if ((exact[i]! & NAME_BIT) !== 0) named[i]! += 1;
      let worth = this.#ids[i] === token ? EXACT_ID_BONUS : 0;
      for (let p = 0; p < PLACE_WEIGHTS.length; p += 1) {
        const bit = 1 << p;
        if ((exact[i]! & bit) !== 0) worth += PLACE_WEIGHTS[p]!;
        else if ((near[i]! & bit) !== 0) worth += share * PLACE_WEIGHTS[p]!;
      }
      score[i]! += worth;
    }
    return hits;
  }

  /** Words with the same first letter, one slip away; two in a long word. */
  #misspelt(token: string): number[] {
    const least = ID_LIKE.test(token) ? MISCOPIED_CHARS_MIN : MISSPELT_CHARS_MIN;
    if (token.length < least) return [];
    const errors = token.length >= TWO_ERRORS_CHARS_MIN ? 2 : 1;
    const first = token[0]!;
    const found: number[] = [];
    for (let i = firstNotBelow(this.#words, first); i < this.#words.length; i += 1) {
      const word = this.#words[i]!;
      if (word[0] !== first) break;
      if (isNear(word, token, errors)) found.push(i);
    }
    return found;
  }

  #has(word: string): boolean {
    return this.#words[firstNotBelow(this.#words, word)] === word;
  }

  #mark(into: Uint8Array, at: number): void {
    const end = this.#starts[at + 1]!;
    for (let i = this.#starts[at]!; i < end; i += 1) {
      const posting = this.#postings[i]!;
      into[posting >>> PLACE_BITS]! |= posting & PLACE_MASK;
    }
  }
}

const ID_LIKE = /\d|_/u;

/** An id is copied with any error; a word is mistyped as fingers do it. */
function isNear(known: string, token: string, errors: number): boolean {
  if (Math.abs(known.length - token.length) > errors) return false;
  if (ID_LIKE.test(known)) return editDistance(known, token) <= errors;
  return isMistyped(known, token, errors);
}

function note(lists: Map<string, number[]>, word: string, record: number, place: number): void {
  const posting = (record << PLACE_BITS) | place;
  const list = lists.get(word);
  if (list === undefined) {
    lists.set(word, [posting]);
    return;
  }
  // Records come in order, so a record that has the word already is the last one.
  const last = list.length - 1;
  if (list[last]! >>> PLACE_BITS === record) list[last]! |= place;
  else list.push(posting);
}
