/** Ranked search over operators by id, name, symbol, unit, quantity and words. */
import type { OperatorRecord } from "./schema.js";

/** What a hit in each place is worth: an id says most, a word of the description least. */
const WEIGHTS = { id: 40, name: 12, symbol: 8, quantity: 6, unit: 6, domain: 4, equation: 3,
  description: 2 } as const;
type Place = keyof typeof WEIGHTS;
const EXACT_ID_BONUS = 1_000;
/** A word that only starts with the query counts a little less than the word itself. */
const PREFIX_SHARE = 0.6;

export interface SearchText { readonly id: string;
  readonly words: readonly (readonly [Place, readonly string[]])[] }

/** Letters and digits, lower case, in any script. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

export function searchText(record: OperatorRecord): SearchText {
  const symbols = Object.entries(record.symbols);
  const results = record.result === null ? [] : [record.result];
  const described = [...symbols.map(([, symbol]) => symbol), ...results];
  return {
    id: record.id.toLowerCase(),
    words: [
      ["id", [record.id.toLowerCase(), ...wordsOf(record.id)]],
      ["name", wordsOf(record.name)],
      ["symbol", [...symbols.flatMap(([name, symbol]) =>
        [name.toLowerCase(), ...wordsOf(symbol.name), ...symbol.aliases.flatMap(wordsOf)]),
        ...results.map((result) => result.symbol.toLowerCase())]],
      ["quantity", described.flatMap((item) =>
        [item.quantity, ...wordsOf(item.quantity.replaceAll("_", " "))])],
      ["unit", described.map((item) => item.unit.toLowerCase())],
      ["domain", [record.domain, ...record.domain.split("_")]],
      ["equation", wordsOf(record.equation)],
      ["description", wordsOf(record.description)],
    ],
  };
}

function scoreToken(token: string, text: SearchText): number {
  let total = text.id === token ? EXACT_ID_BONUS : 0;
  for (const [place, words] of text.words) {
    let share = 0;
    for (const word of words) {
      if (word === token) share = 1;
      else if (share < PREFIX_SHARE && token.length > 1
        && word.startsWith(token)) share = PREFIX_SHARE;
    }
    total += WEIGHTS[place] * share;
  }
  return total;
}

/** Blank-separated pieces as typed (units, ids) and the words inside them. */
function tokensOf(query: string): string[] {
  const pieces = query.toLowerCase().split(/\s+/).filter((piece) => piece.length > 0);
  return [...new Set(pieces.flatMap((piece) =>
    (/^[\p{L}\p{N}_^/]+$/u.test(piece) ? [piece] : wordsOf(piece))))];
}

/**
 * Scores of the texts that match, best first, ties by id. All words must be found; if no text has
 * them all,
 * texts with some of them are answered instead.
 */
export function rank(query: string, texts: readonly SearchText[]): string[] {
  const tokens = tokensOf(query);
  const scored = texts.map((text) => {
    const scores = tokens.map((token) => scoreToken(token, text));
    return { id: text.id, found: scores.filter((score) => score > 0).length,
      score: scores.reduce((a, b) => a + b, 0) };
  });
  const complete = scored.some((hit) => hit.found === tokens.length);
  return scored
    .filter((hit) => hit.found > 0 && (!complete || hit.found === tokens.length))
    .sort((a, b) => b.found - a.found || b.score - a.score || (a.id < b.id ? -1 : 1))
    .map((hit) => hit.id);
}
