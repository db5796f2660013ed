/** The words of a question outside of its quantities, and the clauses that they stand in. */
import { lawStem } from "../lexicon/lawWords.js";
import type { Token } from "./question.js";

export const WORD = /[\p{L}][\p{L}\p{N}_]*|\d+/gu;
export const MARK = /[,;:.!?()]/;

export function tokensOf(
  text: string,
  covered: readonly (readonly [number, number])[],
  openers: readonly (readonly [number, number])[],
): readonly Token[] {
  const tokens: Token[] = [];
  let [last, clause] = [0, 0];
  for (const match of text.matchAll(WORD)) {
    const at = [match.index, match.index + match[0].length] as const;
    const between = text.slice(last, at[0]);
    if (MARK.test(between.replace(/\d[.,]\d/g, ""))) clause += 1;
    last = at[1];
    if (covered.some(([from, to]) => at[0] < to && from < at[1])) continue;
    const word = match[0];
    const isOpener = openers.some(([from, to]) => from <= at[0] && at[1] <= to);
    // "isn't" and "Ohm's": the letter behind the apostrophe is no word.
    if (/^[stdm]$|^ll$|^ve$|^re$/.test(word) && /['’]/.test(text.charAt(at[0] - 1))) {
      if (word === "t" && text.charAt(at[0] - 2) === "n")
        tokens.push({ stem: "not", text: word, at, clause, isOpener: false });
      continue;
    }
    tokens.push({ stem: lawStem(word), text: word, at, clause, isOpener });
  }
  return tokens;
}
