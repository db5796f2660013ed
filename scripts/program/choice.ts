/** Which program runs a command line. Where the choice is wrong, the client says so itself. */
import { otherVerbNames } from "../cli/otherVerbNames.js";

const RECEIPT_ID = /^[0-9a-f]{64}$/;
/** `r=5km`, which needs the operators' units. */
const WITH_UNIT = /^[^=-][^=]*=.*[^-+.\deE]/;
/** And words that stand before a verb. */
const OF_ALL_VERBS: ReadonlySet<string> = new Set([
  ...otherVerbNames.flatMap(({ names }) => names),
  "help",
  "solver",
]);

/** Whether the client is enough: all that the words ask for is asked of a node. */
export function isForClient(words: readonly string[]): boolean {
  const [first = ""] = words;
  if (OF_ALL_VERBS.has(first)) return false;
  if (first === "verify") return words.some((word) => RECEIPT_ID.test(word));
  return first !== "compute" || !words.some((word) => WITH_UNIT.test(word));
}
