/**
 * Two readings of one kind, compared by themselves: their ratio (`the ratio of A to B`, `less than 90 % of B`),
 * or which of them is larger (`A is colder than B`, without a number).
 */
import { dimensionsEqual, isDimensionless, parseUnit, toSI } from "../../units/index.js";
import { AHEAD, END, FIRST, isPair, namesIn, NP, SECOND, SIDE } from "./difference.js";
import { kindAtEnd } from "./kinds.js";
import type { Kind } from "./kinds.js";
import { N } from "./masked.js";
import type { Masked, Taken } from "./masked.js";
import { KELVIN } from "./open.js";
import type { Limit, Minus } from "./reading.js";
import { pureNumber } from "./spans/wordedNumbers.js";
import { isTurned } from "./thresholds.js";
import { ABOVE, BELOW, LESS_WORDS, MORE_WORDS, MOVES, REACHES, SINKS } from "./words.js";

const BEYOND = `(?:${ABOVE}|${REACHES}|${BELOW}|${SINKS})`;
const A = `(?:the |an? |my |our )?(?<a>${NP})`;
const RATIOS: readonly string[] = [
  `\\b(?:the )?ratio (?:of|between) ${A} (?:to|and|over) ${SECOND}${AHEAD}`,
  `${FIRST} divided by ${SECOND}${AHEAD}`,
  `(?<=,|[|]) ?(?:the )?(?<a>${NP}) (?:divided by|over) ${SECOND} ?,${AHEAD}`,
];
/** `the outlet flow is less than 90 % of the inlet flow`. */
const SHARE =
  `${FIRST} (?:\\| )?(?:${MOVES} )?(?<more>${BEYOND}) (?<q>${N}) (?:of|times|as (?:large|high|big) as) ` +
  `(?:that of )?${SECOND}${END}`;
/** Which of two is larger. */
const THERMAL = "(?<hot>(?:hotter|warmer) than)|(?<cold>(?:colder|cooler) than)";
const ORDERS =
  `(?:${THERMAL}|(?<over>exceeds?|tops?|surpass(?:es)?|above|over|(?:${MORE_WORDS}) than|>)` +
  `|(?<under>below|under|falls? short of|(?:${LESS_WORDS}) than|<))`;
const WHICH = `${FIRST} (?:\\| )?(?:${MOVES} )?${ORDERS} (?<the>the |an? |my |our |its )?(?<b>${NP})${END}`;
/** A second of these is no reading, but what is right or was before. */
const NO_READING = new RegExp(
  "\\b(?:usual|normal|norm|limits?|thresholds?|average|mean|maximum|minimum|median|expected|expectation|allowed" +
    "|before|previous|last|rest|others?|forecast|should|rated|nominal)\\b",
  "u",
);

/** A ratio, taken out; its comparison stays. */
export function ratioIn(masked: Masked): Minus | null {
  for (const pattern of RATIOS) {
    const taken = masked.take(pattern, isOfOneKind);
    if (taken !== null) return pairOf(masked, taken, { isRatio: true });
  }
  const isShare = (taken: Taken): boolean => isOfOneKind(taken) && taken.quantities[0]!.si > 0;
  const share = masked.peek(SHARE, isShare);
  if (share === null) return null;
  masked.rewrite(SHARE, "| $<more> $<q> |");
  return pairOf(masked, share, { isRatio: true });
}

export interface Which {
  readonly minus: Minus;
  /** Nought, in the unit of both. */
  readonly limit: Limit;
}

/** Two readings without a number between them: which is larger says on which side of nought their difference is. */
export function whichIn(masked: Masked): Which | null {
  if (/\{[qn]\d+\}/u.test(masked.rest)) return null;
  const taken = masked.take(WHICH, isOrdered);
  if (taken === null) return null;
  const { cold, hot, under } = taken.groups;
  const unit =
    (hot ?? cold) ? "degC" : unitOf(kindOf(taken.groups["a"]!) ?? kindOf(taken.groups["b"]!)!);
  const read = parseUnit(unit);
  if (!read.ok) throw new Error(`${unit} is no unit`);
  const nought = { ...pureNumber(0, taken.words), unit, si: toSI(0, read), difference: 0 };
  const isUnder = (cold ?? under) !== undefined;
  return {
    // Their difference is turned, so that it is above nought.
    minus: { ...pairOf(masked, taken, { isRatio: false }), isTurned: isUnder },
    limit: {
      side: "above",
      isStrict: true,
      values: [{ ...nought, dimension: read.dimension }],
      words: taken.words,
      ...(isTurned(isUnder ? "below" : "above", taken.words) ? { isContrary: true as const } : {}),
    },
  };
}

function isOrdered(taken: Taken): boolean {
  const { a, b, cold, hot, the } = taken.groups;
  if (!isPair(taken) || NO_READING.test(b!)) return false;
  const [first, second] = [kindOf(a!), kindOf(b!)];
  // Return water and supply water: both have a name of their own.
  const [one, other] = [a!, b!].map((name) => name.split(" "));
  const isOneThing = one!.length > 1 && other!.length > 1 && one!.at(-1) === other!.at(-1);
  if ((hot ?? cold) !== undefined)
    return [first, second].every((kind, i) =>
      kind === null ? i === 0 || the !== undefined || isOneThing : isWarm(kind),
    );
  return first !== null && second !== null && isSame(first, second);
}

function isWarm({ measures }: Kind): boolean {
  return measures.some(({ dimension }) => dimensionsEqual(dimension, KELVIN));
}

/** Numbers of one unit: their ratio has none, and a scale with a zero of its own has no ratio. */
function isOfOneKind(taken: Taken): boolean {
  const { a, b } = taken.groups;
  if (!isPair(taken)) return false;
  const [first, second] = [kindOf(a!), kindOf(b!)];
  return first !== null && second !== null && isSame(first, second) && !isWarm(first);
}

function isSame(a: Kind, b: Kind): boolean {
  return a.measures.every(({ dimension }) =>
    b.measures.some((other) => dimensionsEqual(other.dimension, dimension)),
  );
}

function kindOf(words: string): Kind | null {
  const plain = words.replace(SIDE, "").split(" ");
  return kindAtEnd(plain.filter((word) => !/^(?:[a-z]|\d+)$/u.test(word)));
}

/** The unit of the kind that is not a pure number, where there is one. */
export function unitOf({ measures }: Kind): string {
  const { unit } = measures.find(({ dimension }) => !isDimensionless(dimension)) ?? measures[0]!;
  return unit === "K" ? "degC" : unit;
}

function pairOf(
  masked: Masked,
  { groups, words }: Taken,
  { isRatio }: { isRatio: boolean },
): Minus {
  const [first, second] = [namesIn(groups["a"]!), namesIn(groups["b"]!)];
  masked.give(first.join(" "));
  return { first, second, isAbsolute: false, isTurned: false, isRatio, unit: null, words };
}
