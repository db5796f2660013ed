/** Questions that ask for no number: proofs, texts, facts about people and history. */
import type { Word } from "./text.js";

/** At the beginning of a question, these ask for something else than a computation. */
const OPENERS: ReadonlySet<string> = new Set([
  "prove",
  "disprove",
  "write",
  "translate",
  "summarize",
  "summarise",
  "explain",
  "describe",
  "who",
  "when",
  "why",
  "where",
  "recommend",
  "draw",
  "paint",
  "compose",
  "tell",
  "list",
  "define",
  "recipe",
  "delete",
  "remove",
  "send",
  "transfer",
  "pay",
  "buy",
  "sell",
  "cancel",
  "install",
  "restart",
  "upload",
  "download",
  "mail",
  "mint",
]);
/** A question that begins with one of these is answered by yes or no. */
const YES_OR_NO: ReadonlySet<string> = new Set([
  "is",
  "are",
  "was",
  "were",
  "does",
  "did",
  "do",
  "will",
  "should",
  "has",
  "have",
  "am",
]);
const ASKS: ReadonlySet<string> = new Set(["what", "which", "how"]);
/** Pairs that do so anywhere. */
const PAIRS: readonly (readonly [string, string])[] = [
  ["prove", "that"],
  ["proof", "of"],
  ["poem", "about"],
  ["essay", "about"],
  ["essay", "on"],
  ["story", "about"],
  ["history", "of"],
  ["song", "about"],
  ["joke", "about"],
  ["lyric", "of"],
  ["meaning", "of"],
  ["who", "invented"],
  ["who", "discovered"],
  ["what", "year"],
  ["book", "about"],
  ["prove", "the"],
  ["article", "about"],
  ["which", "day"],
  ["what", "day"],
  ["which", "date"],
  ["what", "date"],
  ["what", "did"],
];
/** Polite words before the verb. */
const POLITE: ReadonlySet<string> = new Set([
  "please",
  "can",
  "could",
  "would",
  "you",
  "kindly",
  "me",
  "i",
  "want",
  "to",
  "need",
  "help",
]);
/**
 * A question with one of these asks for a number whatever it begins with: "explain and compute".
 */
const COMPUTES: ReadonlySet<string> = new Set([
  "compute",
  "calculate",
  "simulate",
  "evaluate",
  "solve",
  "integrate",
  "price",
  "estimate",
  "minimise",
  "minimize",
  "maximise",
  "maximize",
  "optimise",
  "optimize",
  "find",
  "determine",
  "predict",
  "model",
]);

/** People and feelings whose power, work or attraction is none of physics. */
const ELSEWHERE: ReadonlySet<string> = new Set(
  (
    "senator parliament politic political politician politics government election minister democracy party lottery " +
    "horoscope zodiac love jealousy happiness friendship marriage soul"
  ).split(" "),
);

/** @param isMeasured a number with a unit is said: `a party balloon of 12 litres` is of physics */
export function refusesComputation(words: readonly Word[], isMeasured: boolean): boolean {
  const stems = words.map(({ stem }) => stem);
  if (!isMeasured && stems.some((stem) => ELSEWHERE.has(stem))) return true;
  const first = stems.find((stem) => !POLITE.has(stem));
  const isYesOrNo =
    stems[0] !== undefined &&
    YES_OR_NO.has(stems[0]) &&
    !stems.some((stem) => ASKS.has(stem) || COMPUTES.has(stem));
  if (isYesOrNo) return true;
  const opens = first !== undefined && OPENERS.has(first);
  const pair = stems.some((stem, i) => PAIRS.some(([a, b]) => stem === a && stems[i + 1] === b));
  if (!opens && !pair) return false;
  return pair || !stems.some((stem) => COMPUTES.has(stem));
}
