/** Readings that do not come, or that stay as they were. */
import type { Condition } from "../condition/condition.js";
import { doubt } from "./doubt.js";
import { QUIET, STUCK } from "./lexicon.js";
import { nameOf } from "./names.js";
import { NOTHING, part } from "./parts.js";
import type { Sentence } from "./sentence.js";
import type { Stated } from "./stated.js";
import type { Token } from "./tokens.js";

/** Whether it speaks of what does not come, or stays the same. */
export function isQuiet(text: string): boolean {
  return QUIET.test(text) || STUCK.test(text);
}

/** Null where the sentence speaks of neither. @param times stated with no other number */
export function silenceIn(sentence: Sentence, times: readonly Stated[]): Condition | null {
  const stuck = STUCK.exec(sentence.text);
  const quiet = stuck ?? QUIET.exec(sentence.text);
  const [time, other] = times;
  if (quiet === null || time === undefined || other !== undefined) return null;
  const { asks, clauses } = sentence;
  if (clauses.some(({ introducer }) => introducer === "unless")) doubt("unless nothing comes?");
  if (asks.length === 0) doubt("nobody asks for an alarm");
  const at = clauses.findIndex(({ tokens }) => tokens.at(-1)!.at[1] > quiet.index);
  const clause = clauses[at]!;
  const end = quiet.index + quiet[0].length;
  const outside = clause.tokens.filter(({ at: [from, to] }) => to <= quiet.index || from >= end);
  // No gas reading: what is silent stands within.
  const inside = clause.tokens.filter((token) => !outside.includes(token));
  const nameAt = (before: readonly Token[]) =>
    nameOf({ ...time, clause: at, before, behind: [] }, clauses);
  const name = nameAt(outside) ?? nameAt(inside) ?? doubt("what is silent?");
  sentence.use(name, time);
  sentence.use({ tokens: inside }, null);
  const { unit, value } = time.amounts[0]!;
  const comparator = stuck === null ? "silent for" : "unchanged for";
  return { ...NOTHING, parts: [{ ...part(name.text), comparator, values: [value], unit }] };
}
