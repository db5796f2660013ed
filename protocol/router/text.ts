/** A question as words with their places: whole words, a small fixed stemmer, no language model. */

/** Characters of a question. */
export const QUERY_CHARS_MAX = 2_000;

export interface Word {
  /** Lower case, without accents, stemmed. */
  readonly stem: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** `2½` is two and a half: without a blank its whole would join the digits of the fraction. */
const MIXED = /(?<=\d)[\u00bc-\u00be\u2150-\u215e\u2189]/g;

/**
 * Compatibility forms settled: a superscript is a power, a full-width letter a letter, a thin space
 * a space.
 */
export function normalized(query: string): string {
  if (!/[\u0080-\uffff]/.test(query)) return query.trim();
  return query
    .replace(MIXED, " $&")
    .replace(/[\u2070\u00b9\u00b2\u00b3\u2074-\u2079\u207a\u207b]+/g, "^$&")
    .normalize("NFKC")
    .replaceAll("\u2212", "-")
    .replaceAll("\u207b", "-")
    .replaceAll("\u2013", "-")
    .replaceAll("\u2019", "'")
    .trim();
}

/** Places are those of the normalized text. */
export function wordsOf(text: string): readonly Word[] {
  const plain = withoutAccents(text);
  const words: Word[] = [];
  for (const match of plain.matchAll(/[A-Za-z]+|\d+/g)) {
    const start = match.index;
    const end = start + match[0].length;
    words.push({ stem: stemOf(match[0].toLowerCase()), text: text.slice(start, end), start, end });
  }
  return words;
}

/** Letter by letter, so that places stay. */
function withoutAccents(text: string): string {
  return text.replace(/[\u0080-\uffff]/g, (letter) => letter.normalize("NFD").charAt(0));
}

const KEPT: ReadonlySet<string> = new Set([
  "is",
  "us",
  "bus",
  "gas",
  "lens",
  "plus",
  "axis",
  "basis",
  "this",
  "has",
  "was",
  "as",
]);

/**
 * Plurals and possessives only: a stemmer that does more merges words that mean different things.
 */
export function stemOf(word: string): string {
  if (
    word.length <= 3 ||
    KEPT.has(word) ||
    word.endsWith("ss") ||
    word.endsWith("us") ||
    word.endsWith("is")
  )
    return word;
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  if (word.endsWith("xes") || word.endsWith("ches") || word.endsWith("shes"))
    return word.slice(0, -2);
  return word.endsWith("s") ? word.slice(0, -1) : word;
}

export function stemsOf(phrase: string): readonly string[] {
  return wordsOf(phrase).map(({ stem }) => stem);
}
