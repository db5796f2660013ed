/** How long a condition lasts, or over which time its reading is averaged. */
import { READINGS } from "../condition/condition.js";
import type { Amount, Condition } from "../condition/condition.js";
import { doubt } from "./doubt.js";
import { amountOf } from "./parts.js";
import type { Sentence } from "./sentence.js";
import { isDeniedBefore } from "./said.js";
import type { Stated } from "./stated.js";
import type { Token } from "./tokens.js";

export interface Lasting {
  readonly hold: Amount | null;
  readonly average: Amount | null;
}

export function lastingOf(
  sentence: Sentence,
  times: readonly Stated[],
  kind: Condition["kind"],
  stated: Stated,
  parts: number,
): Lasting {
  const [time, other] = times;
  const { isMean } = sentence;
  if (time === undefined)
    return isMean ? doubt("averaged over what?") : { hold: null, average: null };
  if (other !== undefined || parts !== 1) doubt("two times");
  if (isShort(time)) doubt("no longer than that?");
  sentence.use(null, time);
  const amount = amountOf(time);
  // Mean arterial pressure below 60, sustained for fifteen minutes: it lasts, whatever it is called.
  const isLasting = time.before.some(({ word }) =>
    /^(?:sustained|straight|continuously)$/u.test(word),
  );
  if (isMean && !isLasting) return { hold: null, average: amount };
  if (amount.unit !== READINGS && !isHold(time)) doubt("what is that time?");
  // Flag any deviation lasting over 5 min: of what breaks it.
  const isOfBreach = time.clause > stated.clause && sentence.asks.includes(time.clause);
  if (kind === "allowed" && !isDeniedBefore(stated) && !isOfBreach)
    doubt("at once, or after that time?");
  return { hold: amount, average: null };
}

/** For less than an hour, or less. */
export function isShort({ before, behind }: Pick<Stated, "before" | "behind">): boolean {
  const isLess = ({ word }: Token): boolean =>
    /^(?:less|under|at-most|below|fewer|<|<=)$/u.test(word);
  const or = behind.slice(0, 2).findIndex(({ word }) => word === "or");
  const isOr = or >= 0 && behind[or + 1] !== undefined && isLess(behind[or + 1]!);
  return isOr || before.slice(-2).some(isLess);
}

function isHold({ before, behind }: Stated): boolean {
  // For the day: a period, and nothing that lasts.
  if (/^(?:the|last|this|past|each|every|per|any)$/u.test(before.at(-1)?.word ?? "")) return false;
  const near = before.slice(-5).map(({ word }) => word);
  const isBefore = near.some((word) =>
    /^(?:for|longer|lasting|lasts|at-least|sustained|exceeding|straight|persists?|continuously|during)$/u.test(
      word,
    ),
  );
  return isBefore || /^(?:or|straight|continuously|solid|plus)$/u.test(behind[0]?.word ?? "");
}

/** More than 90 seconds: how long something takes is compared itself. */
export function isLength({ before }: Stated): boolean {
  const [last, ahead] = [before.at(-1)?.word ?? "", before.at(-2)?.word ?? ""];
  return (
    /^(?:than|over|beyond|past|exceeds?|exceeding|at-least|at-most|above|>|>=)$/u.test(last) &&
    !/^(?:for)$/u.test(ahead)
  );
}
