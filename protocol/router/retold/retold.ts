/**
 * A question that was turned down, told otherwise: a remark, a number in words, a quantity in words of
 * a scene. What is told otherwise is left open, so that it is never sealed
 * before the reading is sent back.
 */
import { asidesBy, type IsDenied } from "./asides.js";
import { askings } from "./asking.js";
import { formulaForms, formulasAt, ownNumbersOf } from "./formulas.js";
import { digitsOfNames, nameForms, wordsBehind } from "./inNames.js";
import { membersFor } from "./jsonMembers.js";
import { listForms } from "./lists.js";
import { numbers } from "./numbers.js";
import { perNounForms } from "./perNouns.js";
import type { Retold } from "./rewrite.js";
import type { Stopped } from "./stopped.js";
import { symbolsOf } from "./symbols.js";
import { things } from "./things.js";

/** The question with all that can be told otherwise; null where nothing more can. */
export function retold(before: Retold, stopped: Stopped): Retold | null {
  const { at, entry, reason } = stopped;
  const denied = reason === "negated" && at !== null ? at[0] : null;
  const isDenied: IsDenied = ([from, to]) => denied !== null && from <= denied && denied < to;
  const rewrites = [
    membersFor(entry),
    ...perNounForms,
    ...nameForms,
    ...listForms,
    ...formulaForms,
    formulasAt(stopped),
    ownNumbersOf(stopped),
    ...numbers,
    symbolsOf(stopped),
    ...asidesBy(isDenied),
    digitsOfNames(stopped),
    wordsBehind(stopped),
    ...things,
    ...askings,
  ];
  const retelling = rewrites.reduce<Retold>((one, rewrite) => rewrite(one), before);
  return retelling === before ? null : retelling;
}
