/** Where an alert ends. */
import type { Condition, Part } from "../condition/condition.js";
import { doubt } from "./doubt.js";
import { isClear, sideOf } from "./said.js";
import type { Way } from "./said.js";
import type { Sentence } from "./sentence.js";
import type { Stated } from "./stated.js";

/** Words before a number that say where an alert ends. */
const BESIDE = 3;

export function isEnd({ clauses }: Sentence, stated: Stated): boolean {
  return isClear(stated, clauses[stated.clause]!, clauses[stated.clause - 1]);
}

/** An alert that ends lower begins higher. */
export function wayOfEnd(begin: Stated, end: Stated | undefined): Way | null {
  const [a, b] = [begin.amounts[0], end?.amounts[0]];
  if (a === undefined || b === undefined || a.value === b.value) return null;
  if (begin.amounts.length + end!.amounts.length !== 2) return null;
  return (a.unit ?? b.unit) === (b.unit ?? a.unit) ? (a.value > b.value ? "up" : "down") : null;
}

export function endOf(
  sentence: Sentence,
  stated: Stated | undefined,
  [only]: readonly Part[],
  kind: Condition["kind"],
): number | null {
  if (stated === undefined) return null;
  const [amount] = stated.amounts;
  if (stated.amounts.length !== 1 || only!.values.length !== 1) doubt("where does it end?");
  const isUp = /^(?:above|at least)$/u.test(only!.comparator) === (kind === "alarm");
  const { unit, value } = amount!;
  const isOwn = unit === null || unit === only!.unit || unit === "deg";
  // Keep it up until it is back under 18.5: the words beside the number.
  const side = sideOf({ ...stated, before: stated.before.slice(-BESIDE) });
  if (side !== null && (side === "contrary" || (side.way === "up") === isUp))
    doubt("where does it end?");
  if (!isOwn || (isUp ? value >= only!.values[0]! : value <= only!.values[0]!))
    doubt("where does it end?");
  sentence.use(null, stated);
  return value;
}
