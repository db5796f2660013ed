/** How far a reading moves within a time. */
import type { Condition } from "../condition/condition.js";
import { doubt } from "./doubt.js";
import { SHARES } from "./possible.js";
import { isShort } from "./lasting.js";
import { nameOf } from "./names.js";
import { amountOf, NOTHING, part } from "./parts.js";
import { changeOf, isDenying, wayOf } from "./said.js";
import type { Way } from "./said.js";
import type { Sentence } from "./sentence.js";
import type { Stated } from "./stated.js";
import { unitOf } from "./units.js";

/** Null where the number is no change with one time. */
export function changeIn(
  sentence: Sentence,
  stated: Stated,
  times: readonly Stated[],
): Condition | null {
  const [time, other] = times;
  if (time === undefined || other !== undefined || stated.amounts.length !== 1) return null;
  if (!isBy(stated) || !isWithin(time)) return null;
  const way = changeOf(stated) ?? wayAhead(sentence, stated, time);
  if (way === null) return null;
  if (way === "both") doubt("does it rise or fall?");
  checkNorm(sentence, stated);
  const name = nameOf(stated, sentence.clauses) ?? doubt("what is watched?");
  sentence.use(name, stated);
  sentence.use(null, time);
  const [amount] = stated.amounts;
  const unit = unitOf(sentence, stated, [amount!], false);
  const comparator = `${way === "up" ? "rises" : "falls"} ${changedBy(stated, time)}` as const;
  // 20 % of a flow, or points of a share?
  if (unit === "%" && !SHARES.test(name.text)) doubt("a share of what?");
  const values = [amount!.value];
  return {
    ...NOTHING,
    parts: [{ ...part(name.text), comparator, values, unit, within: amountOf(time) }],
  };
}

/** A change that must not come; one that must is in doubt. */
function checkNorm(sentence: Sentence, stated: Stated): void {
  const isSlow = stated.before.slice(-3).some(({ word }) => /^(?:less|fewer|slower)$/u.test(word));
  const isLess = isSlow || isShort(stated);
  const clause = sentence.clauses[stated.clause]!;
  if (isLess || sentence.isMean || clause.introducer === "unless")
    doubt("a change that must come?");
  const isNorm =
    clause.introducer === null &&
    stated.before.some(({ word }) =>
      /^(?:must|may|should|shall|ought|mustn't|shouldn't|can't|cannot|never)$/u.test(word),
    );
  const denials = stated.before.filter(({ word }) => isDenying(word)).length;
  const isElse = sentence.isElse && !(isNorm && denials === 1);
  if (denials > 1 || (denials === 1) !== isNorm || isElse) doubt("a change that must come?");
  if (!isNorm && sentence.asks.length === 0) doubt("nobody asks for an alarm");
}

/** Anything quicker than 2 cm an hour: which way was said before. */
function wayAhead({ clauses }: Sentence, stated: Stated, time: Stated): Way | null {
  if (changedBy(stated, time) !== "faster than") return null;
  const ways = new Set(
    clauses
      .slice(0, stated.clause)
      .flatMap(({ tokens }) => tokens.flatMap(({ word }) => wayOf(word) ?? [])),
  );
  const [way, another] = ways;
  return way === undefined || way === "both" || another !== undefined ? null : way;
}

/** A speed, or a change with its amount or beyond it. */
function changedBy(
  { before, behind }: Stated,
  time: Stated,
): "by" | "by more than" | "faster than" {
  const said = before.slice(-4).map(({ word }) => word);
  const isSpeed = said.some((word) => /^(?:faster|quicker|slower)$/u.test(word));
  if (isSpeed || time.before.length === 0 || /^(?:per|each|every)$/u.test(time.before.at(-1)!.word))
    return "faster than";
  const isMore = said.some((word) => /^(?:more|over|exceeds?|exceeding|greater)$/u.test(word));
  return isMore && behind[0]?.word !== "or" ? "by more than" : "by";
}

function isWithin({ before }: Stated): boolean {
  const near = before.slice(-WITHIN).map(({ word }) => word);
  return (
    near.length === 0 ||
    near.some((word) => /^(?:in|within|inside|over|during|per|an?|each|every|any)$/u.test(word))
  );
}

/** In the space of. */
const WITHIN = 4;

/** By 5 K, more than 5 K: an amount, and no place. */
function isBy({ before }: Stated): boolean {
  const near = before.slice(-3).map(({ word }) => word);
  if (
    near.some((word) =>
      /^(?:above|below|under|beneath|to|at|past|beyond|down-to|up-to)$/u.test(word),
    )
  )
    return false;
  const isAmount = near.some((word) => /^(?:by|more|faster|at-least|over|quicker)$/u.test(word));
  return (
    isAmount || near.slice(near.at(-1) === "of" ? -2 : -1).some((word) => wayOf(word) !== null)
  );
}
