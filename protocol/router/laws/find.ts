/**
 * Operators that words of people mean, best first: by names, other names, quantities and
 * descriptions, each word by its rarity. The same words give the same order on every node: scores
 * are sums and quotients of integers, ties go by id.
 */
import type { OperatorEntry } from "../../operators/entry.js";
import type { Registry, SearchOptions, SearchResult } from "../../operators/registry.js";
import { meantAlone } from "../../operators/search.js";
import { wordsOfRecord } from "../../lexicon/words/recordWords.js";
import { isFitting } from "../../search/wordSearch.js";
import { countWork } from "../../workCount.js";
import { HOW, NEUTRAL, lawStem, wordsOfQuantity } from "./lexicon/lawWords.js";
import { rarityOf } from "./lexicon/rarity.js";
import { rootOf, rootsOf } from "./lexicon/roots.js";

/** What a word is worth where it stands. */
const IN_NAME = 5;
const IN_RESULT = 3;
const IN_INPUT = 3;
const IN_DESCRIPTION = 2;
/** A name that is said whole, beside its words. */
const NAME_FACTOR = 4;
/** `how fast` says a speed less surely than `speed` does. */
const HOW_SHARE = 0.5;
/** Results worth less than this share of the best are no answer. */
const CUT_OFF = 0.4;
const POSTING_WORK = 0.2;
const QUERY_ROOTS_MAX = 40;

interface Phrase {
  readonly law: number;
  /** Of the rarities of its words. */
  readonly total: number;
}

interface Index {
  readonly entries: readonly OperatorEntry[];
  readonly rarity: ReadonlyMap<string, number>;
  /** Records and what the word is worth there: record times 8 and the worth. */
  readonly postings: ReadonlyMap<string, Uint32Array>;
  readonly phrases: readonly Phrase[];
  readonly inPhrases: ReadonlyMap<string, Uint32Array>;
}

const indexes = new WeakMap<Registry, Index>();

function indexOf(registry: Registry): Index {
  const before = indexes.get(registry);
  if (before !== undefined) return before;
  const index = indexFrom(registry.entries);
  indexes.set(registry, index);
  return index;
}

const SMALL: ReadonlySet<string> = new Set(
  "a an the and or of at in on with for by from to as is are its per".split(" "),
);

function contentRoots(text: string): readonly string[] {
  return [...new Set(rootsOf(text))].filter((root) => !SMALL.has(root));
}

function namesOf({ record }: OperatorEntry): readonly string[] {
  const { name } = record;
  const words = wordsOfRecord(record.id);
  return [
    name.replace(/\(.*?\)/g, ""),
    ...name.split(":"),
    ...(words.names ?? []),
    ...(words.also ?? []),
  ];
}

function indexFrom(entries: readonly OperatorEntry[]): Index {
  const worth = new Map<string, Map<number, number>>();
  const named: { law: number; roots: readonly string[] }[] = [];
  entries.forEach((entry, law) => {
    const { record } = entry;
    const note = (roots: readonly string[], value: number): void => {
      for (const root of roots) {
        const list = worth.get(root) ?? new Map<number, number>();
        list.set(law, Math.max(list.get(law) ?? 0, value));
        worth.set(root, list);
      }
    };
    note(contentRoots(record.description), IN_DESCRIPTION);
    note(contentRoots(record.domain.replaceAll("_", " ")), IN_DESCRIPTION);
    for (const symbol of Object.values(record.symbols)) {
      note(contentRoots(symbol.name), IN_INPUT);
      note(wordsOfQuantity(symbol.quantity).map(rootOf), IN_INPUT);
    }
    if (record.result !== null)
      note(wordsOfQuantity(record.result.quantity).map(rootOf), IN_RESULT);
    for (const name of namesOf(entry)) {
      const roots = contentRoots(name);
      note(roots, IN_NAME);
      if (roots.length > 0) named.push({ law, roots });
    }
  });
  const rarity = new Map(
    [...worth].map(([root, list]) => [root, rarityOf(entries.length, list.size)] as const),
  );
  const inPhrases = new Map<string, number[]>();
  const phrases = named.map(({ law, roots }, at): Phrase => {
    let total = 0;
    for (const root of roots) {
      total += rarity.get(root)!;
      const list = inPhrases.get(root) ?? [];
      list.push(at);
      inPhrases.set(root, list);
    }
    return { law, total };
  });
  return {
    entries,
    rarity,
    postings: new Map(
      [...worth].map(([root, list]) => [
        root,
        Uint32Array.from([...list].map(([law, value]) => law * 8 + value)),
      ]),
    ),
    phrases,
    inPhrases: new Map([...inPhrases].map(([root, list]) => [root, Uint32Array.from(list)])),
  };
}

export interface FoundLaw {
  readonly entry: OperatorEntry;
  readonly score: number;
  /** Share of what the words weigh that it has, and how many of them. */
  readonly coverage: number;
  readonly matched: number;
}

/** Laws that fit, best first, cut off where they fit much less than the best. */
export function findLaws(registry: Registry, query: string): readonly FoundLaw[] {
  const index = indexOf(registry);
  const said = saidIn(query);
  const scores = new Float64Array(index.entries.length);
  const covered = new Float64Array(index.phrases.length);
  const touched: number[] = [];
  const had = new Float64Array(index.entries.length);
  const matched = new Uint8Array(index.entries.length);
  let whole = 0;
  for (const [root, share] of said) {
    const rarity = (index.rarity.get(root) ?? rarityOf(index.entries.length, 1)) * share;
    whole += rarity;
    const list = index.postings.get(root);
    if (list === undefined) continue;
    countWork(POSTING_WORK * list.length);
    for (const posting of list) {
      const law = posting >>> 3;
      scores[law]! += rarity * (posting & 7);
      had[law]! += rarity;
      matched[law]! += 1;
    }
    for (const at of index.inPhrases.get(root) ?? []) {
      if (covered[at] === 0) touched.push(at);
      covered[at]! += rarity;
    }
  }
  const best = new Float64Array(index.entries.length);
  for (const at of touched) {
    const { law, total } = index.phrases[at]!;
    const value = (covered[at]! * covered[at]!) / total;
    if (value > best[law]!) best[law] = value;
  }
  let top = 0;
  for (let law = 0; law < scores.length; law += 1) {
    scores[law]! += NAME_FACTOR * best[law]!;
    if (scores[law]! > top) top = scores[law]!;
  }
  if (top === 0) return [];
  const found: FoundLaw[] = [];
  scores.forEach((score, law) => {
    if (score < CUT_OFF * top) return;
    const coverage = had[law]! / whole;
    found.push({ entry: index.entries[law]!, score, coverage, matched: matched[law]! });
  });
  return found.sort(
    (a, b) => b.score - a.score || (a.entry.record.id < b.entry.record.id ? -1 : 1),
  );
}

/** Roots of the words that say something, each with its share. */
function saidIn(query: string): ReadonlyMap<string, number> {
  const said = new Map<string, number>();
  const words = [
    ...query
      .toLowerCase()
      .normalize("NFKD")
      .replace(/[\u0300-\u036f]/g, "")
      .matchAll(/[\p{L}\p{N}]+/gu),
  ].map(([word]) => word);
  words.forEach((word, i) => {
    if (said.size >= QUERY_ROOTS_MAX) return;
    if (words[i - 1] === "how") {
      for (const one of HOW.get(lawStem(word)) ?? []) {
        const root = rootOf(one);
        said.set(root, Math.max(said.get(root) ?? 0, HOW_SHARE));
      }
    }
    if (SMALL.has(word)) return;
    said.set(rootOf(word), NEUTRAL.has(lawStem(word)) ? HOW_SHARE : 1);
  });
  return said;
}

/** Two words are one thing, as a heat wave is, and stand in one name or sentence of what is of it. */
const PAIR = 2;
/** So many words apart at most, small ones not counted. */
const PAIR_WITHIN = 3;

function hasTogether(entry: OperatorEntry, roots: readonly string[]): boolean {
  const { description, result, symbols } = entry.record;
  const texts = [
    ...[...namesOf(entry), description].map(contentRoots),
    ...Object.values(symbols).map(({ name, quantity }) => [
      ...contentRoots(name),
      ...wordsOfQuantity(quantity).map(rootOf),
    ]),
    result === null ? [] : wordsOfQuantity(result.quantity).map(rootOf),
  ];
  return texts.some((own) => {
    const places = roots.map((root) => own.indexOf(root));
    return !places.includes(-1) && Math.max(...places) - Math.min(...places) <= PAIR_WITHIN;
  });
}

function areKnown(registry: Registry, roots: readonly string[]): boolean {
  const { rarity } = indexOf(registry);
  return roots.every((root) => rarity.has(root));
}

/** Words and nothing else: no id, symbol or unit. */
const WORDS_ONLY = /^[\p{L}\s'’.,:;?!-]+$/u;

/** Whether words find laws as a question does, by the index that is made here. */
export function isSearchOfWords(registry: Registry, query: string | undefined): query is string {
  const asked = query?.trim() ?? "";
  return WORDS_ONLY.test(asked) && registry.get(asked.toUpperCase()) === undefined;
}

/**
 * The search of every surface. Words find laws as a question does, cut off where they fit much less
 * than the best. One word keeps all that has it; an id, a symbol, a unit or a misspelt word is
 * looked up in the records.
 */
export function searchOperators(
  registry: Registry,
  query: string | undefined,
  options: SearchOptions = {},
): SearchResult {
  const asked = query?.trim() ?? "";
  if (!isSearchOfWords(registry, asked)) return registry.search(query, options);
  const meant = registry.get(meantAlone(asked) ?? "");
  const roots = [...saidIn(asked).keys()];
  const isMeant = (law: FoundLaw): boolean =>
    isFitting(roots.length, law) && (roots.length !== PAIR || hasTogether(law.entry, roots));
  const found = [
    ...(meant === undefined ? [] : [meant]),
    ...findLaws(registry, asked).flatMap((law) =>
      law.entry === meant || !isMeant(law) ? [] : [law.entry],
    ),
  ];
  // Words that records have are no misspelt ones.
  if (found.length === 0 && roots.length === PAIR && areKnown(registry, roots))
    return { total: 0, entries: [] };
  if (found.length === 0) return registry.search(query, options);
  const { domain, limit, offset = 0 } = options;
  const isOneWord = !/\s/.test(asked);
  const kept = new Set(found);
  const others = isOneWord
    ? registry.search(asked).entries.filter((entry) => !kept.has(entry))
    : [];
  const all = [...found, ...others].filter(
    (entry) => domain === undefined || entry.domain === domain,
  );
  return {
    total: all.length,
    entries: all.slice(offset, limit === undefined ? undefined : offset + limit),
  };
}
