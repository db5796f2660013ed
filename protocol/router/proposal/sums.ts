/** What two laws give of one kind, as a sum or a difference, where words say that it is one. */
import type { Law as BookLaw } from "../../derivation/laws.js";
import { keepingLast } from "../../once.js";
import type { LawSlot } from "../laws/lexicon/lexicon.js";
import type { Taker } from "./neighbours.js";

const SUM =
  /\b(?:then|altogether|in all|total|together|both|plus|sum|combined|overall|net|joint)\b/iu;
const DIFFERENCE =
  /\b(?:net|less|minus|difference|left|remain\w*|rest|resultant|still|hold|keep|effective|excess|more|under)\b/iu;

const saysIn = keepingLast((text: string) => ({
  sum: SUM.test(text),
  difference: DIFFERENCE.test(text),
}));

/** A conversion of three quantities of one kind. */
export function isSum({ isConversion, slots }: BookLaw): boolean {
  return isConversion && slots.length === 3 && slots.every(({ kind }) => kind === slots[0]!.kind);
}

/** Whether words may ask for what a sum of two gives: the sum, or one of the two. */
export function isSumSaid({ isResult }: LawSlot, text: string): boolean {
  const says = saysIn(text);
  return isResult ? says.sum : says.difference;
}

/** The other input of a sum. */
export function otherOf({ book, from, target }: Taker): BookLaw["slots"][number] {
  return book.slots.find(({ symbol }) => symbol !== from.symbol && symbol !== target.name)!;
}
