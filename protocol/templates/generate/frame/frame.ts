/**
 * The frame of a sentence: is its condition an alarm, or what must hold. A word of denial counts
 * only right before the comparator or the verb of a norm that it turns; any other is left over, and
 * what is left over stops the sentence.
 */
import type { Masked, Taken } from "../masked.js";
import { calledIn } from "../acts.js";
import { happensIn, otherwiseIn } from "./otherwise.js";
import { BOUNDS } from "../words.js";
import {
  AHEAD,
  CLAUSE,
  DEMANDED,
  DENIED,
  EVEN,
  EXPRESSION,
  FORBIDDEN,
  INTRODUCED,
  OPEN_BOUND,
  takeOne,
  TOLERANCE,
  WANTED,
} from "./norms.js";
import { takenIsFine, thereIn } from "./statedRanges.js";
import {
  FINE_BOUNDS,
  mayAsBounds,
  plainBounds,
  statedAsNorms,
  takenKeeper,
} from "./statedBounds.js";

export interface Frame {
  /** The condition says what must hold: it is bad where it does not. */
  readonly isInverted: boolean;
  /** The sentence says what must, may, or may not be. */
  readonly isNorm: boolean;
  /** It says by itself that the condition is an alarm. */
  readonly isAlarm: boolean;
  /** A comparison by its sign, and nothing else. */
  readonly isExpression: boolean;
  /** A bound that may be either, though an alarm is asked for. */
  readonly isOpen: boolean;
  /** What it says of a range, and no condition. */
  readonly aside: readonly string[];
  /** A word of denial stands before the comparator. */
  readonly isDenied: boolean;
  /** Who is to be called where it does not hold. */
  readonly recipients: readonly string[];
  /** Where it is bad, as a clause behind the norm says again. */
  readonly said: "above" | "below" | null;
}

/** Takes the words of norms and denials out. @returns what stops where two of them meet */
export function frameIn(
  masked: Masked,
): Frame | { readonly stop: string; readonly message: string } {
  plainBounds(masked);
  const otherwise = otherwiseIn(masked);
  const isElse = otherwise !== null;
  statedAsNorms(masked, otherwise);
  const there = thereIn(masked);
  const keeper = takenKeeper(masked);
  const isForbidden = takeOne(masked, FORBIDDEN);
  // The limit of a quantity is a norm by itself.
  const isLimit = masked.take(`(?<=[a-z] )limit(?= ?[|:]? ?(?:is )?(?:${BOUNDS})\\b)`) !== null;
  const isWanted = !isForbidden && masked.take(WANTED) !== null;
  if (isWanted) masked.take(`\\bto(?= (?:be|stay|remain|keep)${AHEAD})`);
  // A bound that stands first is one that must hold.
  const isBound = new RegExp(`^(?:please )?(?:${BOUNDS}) \\{`, "u").test(masked.rest);
  mayAsBounds(masked, isElse);
  const isStated = otherwise?.said === null && takenIsFine(masked);
  const isFine = isElse && FINE_BOUNDS.some(([words, bound]) => masked.rewrite(words, bound));
  const hasIntroducer = INTRODUCED.test(masked.rest);
  const isDemanded =
    takeOne(masked, DEMANDED) ||
    isLimit ||
    isWanted ||
    isBound ||
    isFine ||
    isStated ||
    (isElse && TOLERANCE.test(masked.rest)) ||
    (isElse && !isForbidden && !hasIntroducer && CLAUSE.test(masked.rest));
  const isUnless = !hasIntroducer && masked.take("\\bunless\\b(?=[^|,;]*\\{)") !== null;
  let again: Taken | null = null;
  if (isForbidden) {
    masked.take(`\\bto${AHEAD}`);
    again = happensIn(masked);
  }
  const isDenied =
    takeOne(masked, DENIED) || (isDemanded && masked.take(`\\bnever(?: ever)?${AHEAD}`) !== null);
  if (isDenied) masked.take("\\bany ?more\\b");
  const norms = [isForbidden, isDemanded, isUnless].filter(Boolean).length;
  if (norms > 1) {
    const message = "two things that must hold: write a sentence for each";
    return { stop: "", message };
  }
  if (norms === 1) {
    masked.take("\\bat all times\\b");
    masked.take(EVEN);
  }
  const isOtherwise = masked.take("(?<=^|[|,;:.] ?)(?:(?:or|and) )?otherwise\\b") !== null;
  if ((isElse || isOtherwise) && norms === 0) {
    const message = "nothing before it says what must hold: write what must be, or when to alert";
    return { stop: "", message };
  }
  const turns = [isDemanded, isUnless, isDenied].filter(Boolean).length;
  const recipients = [otherwise?.taken ?? null, again, there?.taken ?? null].flatMap((one) =>
    one === null ? [] : calledIn(one),
  );
  const isExpression = norms === 0 && EXPRESSION.test(masked.rest);
  return {
    isInverted: turns % 2 === 1,
    isNorm: norms > 0,
    isAlarm: there !== null || isExpression,
    isExpression,
    isOpen: norms === 0 && !hasIntroducer && OPEN_BOUND.test(masked.rest),
    isDenied,
    recipients,
    said: otherwise?.said ?? null,
    aside: [
      ...(there?.aside ?? []),
      ...(otherwise?.taken.groups["thing"] === undefined
        ? []
        : [otherwise.taken.groups["thing"].trim()]),
      ...(keeper === undefined ? [] : [keeper]),
    ],
  };
}
