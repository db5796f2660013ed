/** Words cut down to what they share: a search finds `cooling` by `cooled`. Never used to compute. */
import kin from "./kin.json" with { type: "json" };
import { lawStem, plainWords } from "./lawWords.js";

/** Longest first, so that `ization` goes before `ation`. */
const ENDINGS: readonly string[] = [
  ..."izations isations ization isation ational ations ation ically izing ising ized ised izer".split(
    " ",
  ),
  ..."ments ment ively ings edly ing ion ions ical ally ance ence ness ity ive ers ors ed er or al ic ly es".split(
    " ",
  ),
  ..."ize ise e y".split(" "),
].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
const ROOT_CHARS_MIN = 4;

/** Words that a search takes as one, by the first of them. */
const first: ReadonlyMap<string, string> = new Map(
  kin.groups.flatMap((group) => {
    const [one, ...others] = group.split(" ").map((word) => cut(lawStem(word)));
    return others.map((other) => [other, one!] as const);
  }),
);

const roots = new Map<string, string>();
const ROOTS_MAX = 16_384;

/** The root of a word, or of the word that stands for all that mean the same. */
export function rootOf(word: string): string {
  const before = roots.get(word);
  if (before !== undefined) return before;
  const own = cut(lawStem(word));
  const root = first.get(own) ?? own;
  if (roots.size < ROOTS_MAX) roots.set(word, root);
  return root;
}

function cut(word: string): string {
  const ending = ENDINGS.find(
    (one) => word.endsWith(one) && word.length - one.length >= ROOT_CHARS_MIN,
  );
  const rest = ending === undefined ? word : word.slice(0, -ending.length);
  // "dropped" and "drop", "spinning" and "spin".
  return /([bdgmnprt])\1$/.test(rest) && ending !== undefined ? rest.slice(0, -1) : rest;
}

/** Roots of all words of a text. */
export function rootsOf(text: string): readonly string[] {
  return plainWords(text).map((word) => rootOf(word.toLowerCase()));
}
