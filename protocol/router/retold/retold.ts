/**
 * A question that was turned down, told otherwise: a request in steps, a remark, a number in words, a
 * quantity in words of a scene. What is told otherwise is left open, so that it is never sealed
 * before the reading is sent back.
 */
import { asidesBy, type IsDenied } from "./asides.js";
import { askings } from "./asking.js";
import { numbers } from "./numbers.js";
import type { Retold } from "./rewrite.js";
import { inSteps } from "./steps.js";
import { things } from "./things.js";

/**
 * The question with all that can be told otherwise; null where nothing can.
 *
 * @param denied where a law found something denied that is no input of it; null for nowhere
 */
export function retold(text: string, denied: number | null): Retold | null {
  const isDenied: IsDenied = ([from, to]) => denied !== null && from <= denied && denied < to;
  const rewrites = [...numbers, ...asidesBy(isDenied), ...things, ...askings, ...inSteps];
  const retelling = rewrites.reduce<Retold>((one, rewrite) => rewrite(one), {
    text,
    notes: [],
    onTheWay: null,
  });
  return retelling.notes.length === 0 ? null : retelling;
}
