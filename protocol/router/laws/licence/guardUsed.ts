/** Whether a word that changes a question is used: by a number, by what is asked, or by the law's own words. */
import { isDimensionless, isUnit, parseUnit } from "../../../units/index.js";
import type { Filled, Use } from "../filling/fillTypes.js";
import { lawStem, lawStems } from "../lexicon/lawWords.js";
import { PLACE } from "../lexicon/profile.js";
import { rootOf } from "../lexicon/roots.js";
import type { Question, Token } from "../reading/reading.js";
import { CLOSED, FRAMES, GUARDED, isParticle, sameExtreme } from "./wordClasses.js";
import type { Context } from "./context.js";

/** An operation, a share or a count belongs to a name only where all of it is said. */
export const WHOLE: ReadonlySet<string> = new Set(["operation", "share", "count"]);

/** A word that changes a question is used by a number, by what is asked, or by the law's own words. */
export function isGuardUsed(kind: string, i: number, context: Context): boolean {
  const { filled, law, places, question, stems } = context;
  const stem = stems[i]!;
  const token = question.tokens[i]!;
  if (isParticle(stems, i)) return true;
  if (isEachAtEnd(i, context) || isShareOfAnother(kind, i, context)) return false;
  if (isOfOthers(kind, i, context) || isShareOfAll(i, context)) return false;
  if (isReciprocal(i, stems)) return hasAlikeUses(filled);
  if (stem === "other") return hasAlikeUses(filled) && isOtherOfTwo(token, context);
  if (stem === TIMES && isCountOfTimes(token, context)) return true;
  const isNear = kind === "share" || stem === "per";
  if (isOfNumber(token, stem, context, isNear) || isOfAsked(i, context)) return true;
  if (isCounted(kind, stem, context) || filled.stated.has(stem)) return true;
  const bits = places.get(rootOf(stem)) ?? 0;
  if (stem === "between") return bits !== 0 || hasAlikeUses(filled);
  if (stem === "after" && law.title.has(stems[i + 1] ?? "")) return true;
  if (stem === "away" && filled.uses.some(({ turn }) => (turn ?? null) !== null)) return true;
  if (stem === "rest") return isRestUsed(context);
  if (stem === "per") return isBetweenOwn(i, context);
  if (TOTALS.has(stem) && (bits !== 0 || hasAlikeUses(filled, filled.target.quantity))) return true;
  if (AFTERWARDS.has(stem) && hasBefore(context)) return !isAWhileLater(i, context);
  switch (kind) {
    case "extreme":
      return [...(sameExtreme(stem) ?? [])].some((one) => law.vocabulary.has(one));
    case "count":
      return (
        (bits & ~PLACE.description) !== 0 || (law.vocabulary.has(stem) && isOfOwnNoun(i, context))
      );
    case "direction":
    case "frame":
      return (
        (bits & ~PLACE.case) !== 0 && !(bits === PLACE.description && isDenied(token, context))
      );
    case "place":
      return (bits & ~(PLACE.case | PLACE.description)) !== 0;
    case "time":
      return stem === "until" && /time|period/.test(filled.target.quantity);
    case "share":
      return (
        (question.asked ?? []).includes(stem) &&
        filled.target.unit !== null &&
        isDimensionless(filled.target.unit.dimension) &&
        filled.target.unit.text !== "rad"
      );
    default:
      return false;
  }
}

const DENIED_BEFORE = /\b(?:non|not|un)[\s-]*$/i;

/** `damped`, where the law is of what is `without damping`; `noisy`, by a law of the noiseless. */
export function isDenied({ at, text }: Token, { law, question }: Context): boolean {
  if (DENIED_BEFORE.test(question.text.slice(0, at[0]))) return false;
  const { description, name } = law.entry.record;
  const root = text.toLowerCase().replace(/(?:ed|ing|y)$/, "");
  return new RegExp(
    String.raw`\b(?:without|no)\s+(?:\p{L}+\s+)?${root}|\b(?:un|non-?)${root}|\b${root}e?less\b`,
    "iu",
  ).test(`${name}. ${description}`);
}

const OF_THEM = /^\s+of\s+(?:them|these|those|it|such)\b/iu;

const FOR = /\bfor\s+(?:all\s+)?$/iu;

const AS_A = /\bas\s+an?\s+$/iu;

const OF_A_WHOLE =
  /^\s+of\s+(?:(?:the|its|their|all)\s+)?(?:total|whole|sum|all|others?|rest|full|original)\b/iu;

/** `for three of them` counts what was said, and `as a percentage of the total` asks for another number. */
function isOfOthers(kind: string, i: number, { question: { text, tokens } }: Context): boolean {
  const [from, to] = tokens[i]!.at;
  const behind = text.slice(to);
  const head = text.slice(0, from);
  if (kind === "count") return FOR.test(head) && OF_THEM.test(behind);
  return kind === "share" && AS_A.test(head) && OF_A_WHOLE.test(behind);
}

/** Words between a count and what it counts, and that itself. */
const COUNTED_WITHIN = 3;

/** `two parallel plates`: a count that a law speaks of, of a thing that it speaks of; no `three of them`. */
function isOfOwnNoun(i: number, { law, places, question: { tokens } }: Context): boolean {
  const { clause } = tokens[i]!;
  return tokens.slice(i + 1, i + 1 + COUNTED_WITHIN).some(({ clause: own, stem }) => {
    if (own !== clause || (CLOSED.has(stem) && !FRAMES.has(stem))) return false;
    return law.vocabulary.has(stem) || places.has(rootOf(stem));
  });
}

const EACH = "each";

/** `Which frequency do I hear each?`: at the end it is of what is asked, or of a number of which a law takes two. */
function isEachAtEnd(i: number, { filled, law, question: { text, tokens } }: Context): boolean {
  const { at, stem } = tokens[i]!;
  if (stem !== EACH || !/^[\s.?!]*$/u.test(text.slice(at[1]))) return false;
  const use = filled.uses.find(
    (one) => one.at[1] <= at[0] && !/\S/u.test(text.slice(one.at[1], at[0])),
  );
  if (use === undefined) return true;
  const alike = law.slots.filter(
    ({ isResult, quantity }) => !isResult && quantity === use.slot.quantity,
  );
  return alike.length < 2;
}

/** `half-life in hours at half load`: a share that is a word of the law, said once more of something else. */
function isShareOfAnother(kind: string, i: number, { filled, question, stems }: Context): boolean {
  if (kind !== "share") return false;
  // `gets rid of half of it every 6 hours`
  const { at } = question.tokens[i]!;
  if (filled.uses.some((use) => use.score !== undefined && use.at[0] >= at[1])) return false;
  const first = stems.indexOf(stems[i]!);
  return first !== i && stems[first + 1] !== stems[i + 1];
}

const TOTALS: ReadonlySet<string> = new Set(
  "mean average total combined overall equivalent".split(" ").map(lawStem),
);

const AFTERWARDS: ReadonlySet<string> = new Set(
  "after afterwards left remaining later eventually finally".split(" ").map(lawStem),
);

const A_WHILE = /\b(?:an?|one|the\s+next|another)\s+(?:\p{L}+\s+)?$/iu;

/** `a week later` is a time that nothing takes, and `what is left of the rate constant` is none. */
function isAWhileLater(i: number, { question: { text, tokens } }: Context): boolean {
  const [from, to] = tokens[i]!.at;
  const isLeftOf = /^left$/iu.test(tokens[i]!.text) && /^\s+of\s+the\b/iu.test(text.slice(to));
  return isLeftOf || A_WHILE.test(text.slice(0, from));
}

/** A number is introduced from so near. */
const LEAD_WORDS = 5;

/** They say where, and nothing of a number behind a mark. */
const PLACE_BEFORE: ReadonlySet<string> = new Set(lawStems("under over above below near"));

/** `under a tension of 80 N`: the next number of the clause is used, and nothing asks in between. */
export function isBeforeNumber(
  { at, clause, stem }: Token,
  { filled, question }: Context,
): boolean {
  const use = filled.uses
    .filter(({ at: [start], score }) => score !== undefined && start >= at[1])
    .sort((a, b) => a.at[0] - b.at[0])[0];
  if (use === undefined) return false;
  // `above its ground state, n = 3`
  if (PLACE_BEFORE.has(stem) && /[,;:]\s/.test(question.text.slice(at[1], use.at[0]))) return false;
  const between = question.tokens.filter((one) => one.at[0] >= at[1] && one.at[1] <= use.at[0]);
  return (
    between.length <= LEAD_WORDS && between.every((one) => one.clause === clause && !one.isOpener)
  );
}

/** A law of what there was before and what is there now. */
function hasBefore({ filled: { target }, law }: Context): boolean {
  return law.slots.some((slot) => slot !== target && slot.quantity === target.quantity);
}

/** Two inputs of a kind, or of that of what is given: no charges make a total cross-section. */
function hasAlikeUses({ uses }: Filled, kind?: string): boolean {
  if (uses.some(({ slot }) => slot.isDifference)) return true;
  return uses.some(
    (one) =>
      uses.some((other) => other !== one && other.slot.quantity === one.slot.quantity) &&
      (kind === undefined || kind === one.slot.quantity),
  );
}

/** `each other`, `one another` of two alike */
function isReciprocal(i: number, stems: readonly string[]): boolean {
  const [a, b, c] = [stems[i - 1], stems[i], stems[i + 1]];
  return (
    (b === "each" && c === "other") ||
    (a === "each" && b === "other") ||
    (a === "one" && b === "another")
  );
}

const NUMBER_OF = /^(?:total )?number of (?:the )?(\w+)/;

/** `the number of the mode` counts nothing. */
const COUNT_OF = /^(?:total )?number of (?!the\b)(\w+)/;

/** Whether a law takes the number of these. */
function isCountedIn({ uses }: Filled, form: RegExp, stem: string | undefined): boolean {
  return uses.some(({ slot }) => lawStem(form.exec(slot.about)?.[1] ?? "") === stem);
}

/** `energy per electron` of a law that takes the number of electrons and gives the energy of all. */
function isShareOfAll(i: number, { filled, stems }: Context): boolean {
  if (stems[i] !== "per" || filled.target.quantity.includes("_per_")) return false;
  const isWhole = filled.target.words.has(stems[i - 1] ?? "");
  const parts = stems.slice(i + 1, i + 3);
  return isWhole && parts.some((part) => isCountedIn(filled, NUMBER_OF, part));
}

const ONE_OF: ReadonlySet<string> = new Set(lawStems("each every one single any"));

/** Words between what is asked and whose it is: `torque on every turn`, `current for a single turn`. */
const ASKED_WITHIN = 3;

/** `torque of each turn`, of a law that gives that of all turns. */
export function isOfOneAlone(i: number, { filled, stems }: Context): boolean {
  if (!ONE_OF.has(stems[i]!) || !isCountedIn(filled, COUNT_OF, stems[i + 1])) return false;
  return stems
    .slice(Math.max(0, i - ASKED_WITHIN), i)
    .some((stem) => filled.target.words.has(stem));
}

/**
 * `bits per use`: of one clause, both words of the law. A `second` behind it is no second one, but a
 * unit, and stands below in what is asked for.
 */
function isBetweenOwn(i: number, { filled: { target }, law, places, question }: Context): boolean {
  const { tokens } = question;
  const own = [tokens[i - 1], tokens[i + 1]];
  const { stem = "", text = "" } = own[1] ?? {};
  const unit = GUARDED.has(stem) && isUnit(text) ? parseUnit(text) : null;
  // `acceleration per second` is no acceleration.
  const isWhole = target.quantity
    .split("_")
    .map(lawStem)
    .includes(own[0]?.stem ?? "");
  // `10 m/s per person`
  if (/\d/.test(question.text.slice(own[0]?.at[0] ?? 0, tokens[i]!.at[0]))) return false;
  if (unit?.ok === true && (isWhole || !isBelow(unit.text, target.unit?.text ?? ""))) return false;
  // `loss per cycle`, where an input alone is of a cycle.
  const bits = (places.get(rootOf(stem)) ?? 0) & ~PLACE.description;
  if (bits === PLACE.input && target.isResult && target.words.has(own[0]?.stem ?? "")) return false;
  return own.every(
    (one) => one !== undefined && one.clause === tokens[i]!.clause && law.vocabulary.has(one.stem),
  );
}

/** The `s` of `m/s`. */
function isBelow(symbol: string, unit: string): boolean {
  const [, below = ""] = unit.split("/");
  return below.split(/[() ^]/).includes(symbol);
}

const TIMES = lawStem("times");

/** `16 times`: the number is a count that the law takes. */
function isCountOfTimes({ at }: Token, { filled, law }: Context): boolean {
  return filled.uses.some(
    (use) =>
      use.score !== undefined &&
      use.at[1] <= at[0] &&
      at[0] - use.at[1] <= 1 &&
      law.entry.record.symbols[use.slot.name]?.whole === true,
  );
}

/** `one side at 20 degC, the other at 5 degC` */
function isOtherOfTwo(token: Token, context: Context): boolean {
  const isSaidBefore = /\b(?:one|first)\b/i.test(context.question.text.slice(0, token.at[0]));
  const isBehind = context.filled.uses.some(
    ({ at: [, end] }) => end <= token.at[0] && token.at[0] - end <= NEAR_CHARS,
  );
  return isSaidBefore && (isBehind || isBeforeNumber(token, context));
}

/** A speed that is nought, or a law about what starts from rest. */
function isRestUsed({ filled, law, places }: Context): boolean {
  return (
    filled.uses.some(({ slot, value }) => value === 0 && /speed|velocity/.test(slot.quantity)) ||
    law.vocabulary.has("rest") ||
    places.has("rest")
  );
}

const MARK = /[,;:.?!](?:\s|$)/;

/** Its words stand within so many of the number. */
export const NEAR_CHARS = 28;

/**
 * A word of the input that the nearest number is given to: `5 m above`. A share is of the same clause:
 * `half-life of 8 days, if it were half as heavy`.
 */
export function isOfNumber(
  { at }: Token,
  stem: string,
  { filled, question: { text } }: Context,
  isShare: boolean,
): boolean {
  const root = rootOf(stem);
  const near = (use: Use): boolean =>
    use.score !== undefined &&
    Math.min(Math.abs(at[0] - use.at[1]), Math.abs(use.at[0] - at[1])) <= NEAR_CHARS;
  return filled.uses.some(
    (use) =>
      near(use) &&
      (use.slot.words.has(stem) || use.slot.roots.has(root)) &&
      !(isShare && MARK.test(text.slice(Math.min(at[1], use.at[1]), Math.max(at[0], use.at[0])))),
  );
}

/** A word by which the quantity is asked for. */
function isOfAsked(i: number, { filled: { target }, question, stems }: Context): boolean {
  const stem = stems[i]!;
  // `how far behind the lens`
  if (question.how !== null && question.tokens[i - 1]?.isOpener === true) return true;
  const isAsked = (question.asked ?? []).includes(stem) && isInAsking(i, question);
  return isAsked && target.words.has(stem);
}

/** `what half-life has it, if it were half as heavy`: the second half is of another clause. */
function isInAsking(i: number, { tokens }: Question): boolean {
  const openers = tokens.filter(({ isOpener }) => isOpener);
  return openers.length === 0 || openers.some(({ clause }) => clause === tokens[i]!.clause);
}

const COUNTS: ReadonlyMap<string, number> = new Map(
  "one two three four five six seven eight nine ten eleven twelve"
    .split(" ")
    .map((word, i) => [lawStem(word), i + 1] as const),
);

const ORDERS: ReadonlyMap<string, number> = new Map(
  "first second third fourth fifth sixth seventh eighth ninth tenth"
    .split(" ")
    .map((word, i) => [lawStem(word), i + 1] as const),
);

/** So many alike inputs of a law, or the whole number that it counts by. */
function isCounted(kind: string, stem: string, { filled, law }: Context): boolean {
  if (kind === "order") {
    const value = ORDERS.get(stem);
    return filled.uses.some(
      (use) =>
        use.said === `number ${value}` ||
        (use.value === value && law.entry.record.symbols[use.slot.name]?.whole === true),
    );
  }
  if (
    kind !== "count" &&
    stem !== "both" &&
    stem !== "each" &&
    stem !== "another" &&
    stem !== "other"
  )
    return false;
  const count = COUNTS.get(stem) ?? 2;
  const kinds = new Map<string, number>();
  // Light of two intensities, before a polarizer and behind it, says nothing of two polarizers.
  for (const { isResult, quantity } of law.slots)
    if (!isResult) kinds.set(quantity, (kinds.get(quantity) ?? 0) + 1);
  return [...kinds.values()].some((n) => n === count);
}
