/**
 * Bare numbers that a proposal takes for an input with a unit: in that of the others of its kind, or in that of
 * the law.
 */
import { dimensionsEqual, type UnitValue } from "../../../units/index.js";
import type { LawSlot } from "../lexicon/lexicon.js";
import type { Question } from "../reading/reading.js";
import type { Use } from "./fillTypes.js";

export const IN_UNIT_OF_LAW = "its name, in the unit of the law";
export const IN_UNIT_OF_OTHERS = "in the unit of the others of its kind";

/** The unit that all others of the kind of an input have; null where none has one, or two differ. */
export function unitOfOthers({ given }: Question, { unit }: LawSlot): UnitValue | null {
  const [first, ...others] = given.flatMap(({ span: { quantities } }) => {
    const [quantity] = quantities;
    const own = quantity?.hasUnit === true ? quantity.readings[0]!.unit : null;
    const isOfKind =
      own !== null && unit !== null && dimensionsEqual(own.dimension, unit.dimension);
    return isOfKind ? [own] : [];
  });
  return first !== undefined && others.every(({ text }) => text === first.text) ? first : null;
}

/** The unit that a number is supposed to be in, as it is shown; null for one that supposes none. */
export function unitSupposedFor({ rule, slot }: Use, question: Question): string | null {
  if (rule === IN_UNIT_OF_OTHERS) return unitOfOthers(question, slot)?.text ?? null;
  return rule === IN_UNIT_OF_LAW ? (slot.unit?.text ?? null) : null;
}
