/** How the command line says one of the three verdicts: a word, a colour and an exit code. */
import { isObject } from "../../protocol/encoding/json.js";
import { isVerdict, type Verdict } from "../../protocol/seal/verdict.js";
import { EXIT, exitOfVerdict } from "./exitCodes.js";

const WORDS: Readonly<Record<Verdict, string>> = {
  valid: "valid",
  sound: "sound, VALUE NOT CHECKED",
  invalid: "NOT VALID",
};
/** Green, yellow and red of every terminal (ECMA-48, SGR). */
const COLOURS: Readonly<Record<Verdict, number>> = { valid: 32, sound: 33, invalid: 31 };

/** @param word in the place of the usual one, where a verdict is about more than a value */
export function verdictWord(
  verdict: Verdict,
  isColoured: boolean,
  word: string = WORDS[verdict],
): string {
  return isColoured ? `\u001b[${COLOURS[verdict]}m${word}\u001b[0m` : word;
}

/**
 * The verdict that an answer states, by itself or in what the node signed; null where it has none.
 */
export function statedVerdict(answer: unknown): Verdict | null {
  if (!isObject(answer)) return null;
  const { verdict } = answer;
  const stated = isObject(verdict) ? verdict["verdict"] : verdict;
  return isVerdict(stated) ? stated : null;
}

/** Exit code of an answer that is a verdict. */
export function exitOfAnswer(answer: unknown): number {
  const verdict = statedVerdict(answer);
  if (verdict !== null) return exitOfVerdict(verdict);
  return isObject(answer) && answer["valid"] !== true ? EXIT.notVerified : EXIT.ok;
}
