/**
 * A question that was turned down, told otherwise: a remark, a number in words, a quantity in words of
 * a scene. What is told otherwise is left open: it is never sealed before the reading is sent back.
 */
import { arithmeticForms, ofChord } from "./arithmetic.js";
import { asidesBy, type IsDenied } from "./asides.js";
import { askings } from "./asking.js";
import { formulaForms, formulasAt, ownNumbersOf } from "./formulas.js";
import { digitsOfNames, nameForms, wordsBehind } from "./inNames.js";
import { membersFor } from "./jsonMembers.js";
import { listForms } from "./lists.js";
import { numbers } from "./numbers.js";
import { perEach } from "./perEach.js";
import { perNounForms, perNounsOf } from "./perNouns.js";
import { asAsked, type Retold, type Rewrite } from "./rewrite.js";
import { misleading, scenes } from "./scenes.js";
import { lastScenes } from "./lastWays.js";
import { SUPPOSES_UNIT, type Stopped } from "./stopped.js";
import { symbolsOf } from "./symbols.js";
import { things } from "./things.js";

/** A number was read as a part of the speed of light, where the law takes a pure number. */
function isOfLight(written: string): boolean {
  return /\d\s?c\s*$/u.test(written);
}

/** The question with all that can be told otherwise; null where nothing more can. */
export function retold(before: Retold, stopped: Stopped): Retold | null {
  const { at, entry, reason } = stopped;
  const denied = reason === "negated" && at !== null ? at[0] : null;
  const isDenied: IsDenied = ([from, to]) => denied !== null && from <= denied && denied < to;
  if (reason === SUPPOSES_UNIT) return rewritten(before, [symbolsOf(stopped)]);
  return rewritten(before, [
    membersFor(entry),
    ...perNounForms,
    perNounsOf(stopped),
    ...nameForms,
    ...listForms,
    ...arithmeticForms,
    ...formulaForms,
    formulasAt(stopped),
    ownNumbersOf(stopped),
    ...scenes,
    ...numbers,
    ...perEach,
    ...(at === null || !isOfLight(before.text.slice(...at)) ? [] : [ofChord]),
    symbolsOf(stopped),
    ...asidesBy(isDenied),
    digitsOfNames(stopped),
    wordsBehind(stopped),
    ...things,
    ...askings,
  ]);
}

/** The question with each of what is left out at last, where nothing else was enough. */
export function retoldAtLast(before: Retold): readonly Retold[] {
  return lastScenes.flatMap((rewrites) => rewritten(before, rewrites) ?? []);
}

/** The question without what no reader takes as it is meant; null where nothing of that kind stands. */
export function unmistakable(text: string): Retold | null {
  return rewritten(asAsked(text), misleading);
}

function rewritten(before: Retold, rewrites: readonly Rewrite[]): Retold | null {
  const after = rewrites.reduce<Retold>((one, rewrite) => rewrite(one), before);
  return after === before ? null : after;
}
