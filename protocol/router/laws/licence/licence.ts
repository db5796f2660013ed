/**
 * Nothing of a question is passed over: each word is used by its reading, belongs to the closed
 * class, or stands in a sentence that says nothing of the case and is set aside. Any other word
 * leaves the reading open.
 */
import { dimensionsEqual, isDimensionless, isUnit, parseUnit } from "../../../units/index.js";
import type { Filled, Use } from "../filling/fillTypes.js";
import { isOfNone } from "../filling/none.js";
import { QUANTITY_STEMS, STATES, lawStem, lawStems } from "../lexicon/lawWords.js";
import type { Law } from "../lexicon/lexicon.js";
import { PLACE, type Profile } from "../lexicon/profile.js";
import { rootOf } from "../lexicon/roots.js";
import type { Named, Question, Token } from "../reading/reading.js";
import type { Open } from "./open.js";
import {
  CLOSED,
  FRAMES,
  GUARDED,
  POINTING,
  isCarrier,
  isOrdinary,
  isParticle,
  isAsking,
  isPlace,
  sameExtreme,
} from "./wordClasses.js";
import { idleAdjunct } from "./adjunct.js";
import { bodyNamed } from "./bodyNamed.js";
import { otherComponent } from "./component.js";
import {
  atCentre,
  contraryOf,
  cooledBy,
  countedTwice,
  namedOtherwise,
  otherShape,
} from "./contrary.js";
import { nearLight } from "./nearLight.js";
import { boundOfNumber, countOfOther, pressureOfGauge, unitInName } from "./numberOf.js";
import { bodyTwice, crossed, ofBodyMet, unordered, type ValueOf } from "./alike.js";
import { askedIsGiven, nounAsked, otherKind, otherShort, swapped, turnedRound } from "./asked.js";
import { otherCaseSaid, supposedCase, type KinSaying } from "./cases.js";
import { isInNounPhrase } from "./nounPhrase.js";
import { misgiven } from "./misgiven.js";
import { unitless } from "./unitless.js";
import { outside } from "./outside.js";
import { otherOrder } from "./precedence.js";
import { turnsIn } from "./turns.js";
import { isInPhrase, phrasesOf } from "./vocabulary.js";

/** What the reading does not use, and why it need not. */
export interface SetAside {
  readonly at: readonly [start: number, end: number];
  readonly text: string;
  readonly why: string;
}

export interface Licence {
  readonly open: readonly Open[];
  readonly setAside: readonly SetAside[];
}

/** Without accents, as words of records are held. */
function plainStem(stem: string): string {
  return stem.normalize("NFKD").replace(/[\u0300-\u036f]/g, "");
}

interface Context {
  readonly question: Question;
  readonly law: Law;
  readonly places: Profile["places"];
  readonly filled: Filled;
  readonly stems: readonly string[];
  readonly bodies: ReadonlyMap<number, Named>;
  readonly isKnownRoot: (root: string) => boolean;
  readonly isTelling: (root: string) => boolean;
  /** Whether a place is within a turn of speech. */
  readonly isTurn: ReturnType<typeof turnsIn>;
}

export interface Answer {
  readonly profile: Profile;
  readonly filled: Filled;
  readonly value: number;
  /** Other laws of the same kinds. */
  readonly kin: readonly Law[];
  readonly kinSaying: KinSaying;
  /** The value of the law for other inputs, or why there is none. */
  readonly valueOf: ValueOf;
  /** Whether a word, by its root, tells another law of what is asked. */
  readonly isTelling: (root: string) => boolean;
}

export function licenceOf(
  question: Question,
  { filled, isTelling, kin, kinSaying, profile, value, valueOf }: Answer,
  isKnownRoot: (root: string) => boolean,
): Licence {
  const { tokens } = question;
  const context: Context = {
    question,
    law: profile.law,
    places: profile.places,
    filled,
    stems: tokens.map(({ stem }) => plainStem(stem)),
    bodies: new Map(question.named.flatMap((one) => one.tokens.map((i) => [i, one] as const))),
    isKnownRoot,
    isTelling,
    isTurn: turnsIn(question.text),
  };
  const unlicensed = tokens.flatMap((token, i) => (isLicensed(token, i, context) ? [] : [i]));
  const setAside: SetAside[] = [];
  const open: Open[] = [];
  const asides = sentencesOf(question).filter((sentence) => saysNothing(sentence, context));
  for (const at of asides)
    setAside.push({
      at,
      text: question.text.slice(...at).trim(),
      why: "says nothing of a number, a quantity, a case or a thing",
    });
  for (const i of unlicensed) {
    const { at, text } = tokens[i]!;
    if (asides.some(([from, to]) => from <= at[0] && at[1] <= to)) continue;
    if (!isOfOneAlone(i, context) && isAttribute(i, unlicensed, context)) {
      setAside.push({ at, text, why: "names nothing that a law of what is asked takes" });
      continue;
    }
    open.push({ what: "word", at, message: messageFor(text, tokens[i]!.stem, context) });
  }
  const { law } = profile;
  const doubts = [
    unknownName(context),
    idleAdjunct(question, (i) => isUsedWord(i, context)),
    bodyNamed(question, filled),
    otherComponent(question, law),
    nearLight(question, law, filled, value),
    countOfOther(question, filled),
    pressureOfGauge(question, law, filled),
    unitInName(question, filled),
    boundOfNumber(question, filled),
    askedIsGiven(question, law, filled),
    contraryOf(question, law),
    atCentre(question, law),
    namedOtherwise(question, law, filled),
    cooledBy(question, law, filled),
    countedTwice(question, filled),
    otherShape(question, law),
    otherKind(question, law, filled),
    otherShort(question, law, filled),
    turnedRound(question, law, filled),
    swapped(question, law, filled),
    outside(question, law, { uses: filled.uses, named: question.named }),
    misgiven(question, law, filled),
    unitless(question, filled),
    otherOrder(question, law),
    bodyTwice(question, filled),
    ofBodyMet(question, filled),
    crossed(question, law, filled),
    unordered(question, law, filled, value, valueOf),
    supposedCase(question, kin, law, filled),
    otherCaseSaid(question, profile, filled, kinSaying),
  ];
  open.push(...doubts.filter((one) => one !== null));
  return { open, setAside: setAside.filter(({ at }) => holdsOpen(at, unlicensed, tokens)) };
}

/**
 * `a research drone`, `flint glass`: a word within the name of a thing, which no law of what is
 * asked has. It names the thing and changes nothing.
 */
function isAttribute(i: number, unlicensed: readonly number[], context: Context): boolean {
  const { bodies, isTelling, question, stems } = context;
  const stem = stems[i]!;
  const { at, text } = question.tokens[i]!;
  if (GUARDED.has(stem) || bodies.has(i) || /^\d/.test(text)) return false;
  // `tension in a pendulum`, `reaction at the pulley`: what is asked for names no thing.
  const asked = nounAsked(question);
  if (QUANTITY_STEMS.has(stem) || (asked !== null && at[1] === asked.at[1])) return false;
  // `by Mosteller`: who found it says which law is meant.
  if (/^\p{Lu}/u.test(text) && /\b(?:by|using|after|via)\s+$/iu.test(question.text.slice(0, at[0])))
    return false;
  // `kinetic energy` is another kind of energy, and no thing with a name.
  if (isBeforeQuantity(i, question)) return false;
  // `a clipped sine`: what was done to a thing changes it.
  if (/[^e]ed$/.test(text) && CLOSED.has(stems[i - 1] ?? "")) return false;
  // A number is never used without the word behind it.
  if (question.given.some(({ span: { follower } }) => follower?.at[0] === at[0])) return false;
  return !isTelling(rootOf(stem)) && isInNounPhrase(question, stems, i, new Set(unlicensed));
}

/** The noun behind it is a quantity: `kinetic energy of`, and no `perfect heat engine`. */
function isBeforeQuantity(i: number, { text, tokens }: Question): boolean {
  const isJoined = (at: number): boolean =>
    tokens[at + 1] !== undefined &&
    /^[\s-]+$/.test(text.slice(tokens[at]!.at[1], tokens[at + 1]!.at[0]));
  if (!isJoined(i) || !QUANTITY_STEMS.has(tokens[i + 1]!.stem)) return false;
  return !isJoined(i + 1) || CLOSED.has(tokens[i + 2]!.stem);
}

/** A word that the law or one of its numbers has a use for: no body, and no ordinary word, beside them. */
function isUsedWord(i: number, context: Context): boolean {
  const { bodies, filled, law, places, question, stems } = context;
  const token = question.tokens[i]!;
  const stem = stems[i]!;
  const body = bodies.get(i);
  if (body !== undefined && isBodyInUse(body, context)) return true;
  if (law.vocabulary.has(stem) || rootsOfWord(stem).some((root) => places.has(root))) return true;
  if (GUARDED.has(stem) && isLicensed(token, i, context)) return true;
  if (isOfNone(filled.uses, token.at) || filled.stated.has(stem) || context.isTurn(token.at))
    return true;
  return (
    isInWanted(token, question) ||
    isUnitAsked(token, context) ||
    isSymbol(token, law) ||
    isInStatement(token, question) ||
    isOfConverted(token, context) ||
    isOfNumber(token, stem, context, false)
  );
}

/** `as a black body`: a phrase that states the ideal case of a kind. */
function isInStatement({ at }: Token, { text }: Question): boolean {
  return STATES.some(([phrase]) => {
    const start = text.toLowerCase().indexOf(phrase);
    return start >= 0 && start <= at[0] && at[1] <= start + phrase.length;
  });
}

/** It gives a value, or one that the law has anyway, as the Earth gives its gravity. */
function isBodyInUse({ entity }: Named, { filled }: Context): boolean {
  return (
    filled.bodies.some((one) => one.entity === entity) ||
    filled.uses.some((use) => (use.body ?? use.said) === entity.name) ||
    filled.uses.some(({ slot, value }) => {
      const known = slot.property === null ? undefined : entity.properties.get(slot.property)?.[0];
      return known !== undefined && Math.abs(value - known) <= PROPERTY_SHARE * Math.abs(known);
    })
  );
}

/** A symbol of so few letters may stand for an input by its unit. */
const SYMBOL_CHARS_MAX = 3;

/** `A fnord = 1e13`: a name before an equals sign that no input has. */
function unknownName({ law, places, question }: Context): Open | null {
  const plain = (text: string): string => text.replaceAll("_", "").toLowerCase();
  for (const { span } of question.given) {
    if (span.name === null || span.name.text.length <= SYMBOL_CHARS_MAX) continue;
    const { at, text } = span.name;
    const isSpelling = [law.result, ...law.slots].some(({ spellings }) =>
      spellings.some((one) => plain(one) === plain(text)),
    );
    const isWord = lawStems(text.replaceAll("_", " ")).some(
      (stem) => law.vocabulary.has(stem) || places.has(rootOf(stem)) || CLOSED.has(stem),
    );
    if (isSpelling || isWord) continue;
    return { what: "word", at, message: `"${text}" is no input of ${law.entry.record.name}` };
  }
  return null;
}

function holdsOpen(
  [from, to]: readonly [number, number],
  unlicensed: readonly number[],
  tokens: readonly Token[],
): boolean {
  return unlicensed.some((i) => from <= tokens[i]!.at[0] && tokens[i]!.at[1] <= to);
}

function messageFor(text: string, stem: string, { law }: Context): string {
  const kind = GUARDED.get(stem);
  const { name } = law.entry.record;
  return kind === undefined
    ? `"${text}" is not used by ${name}; leave it out, or say what it means`
    : `"${text}" says something of ${KINDS[kind] ?? kind} that ${name} does not take`;
}

const KINDS: Readonly<Record<string, string>> = {
  denial: "what is not",
  share: "a part",
  operation: "a change or an operation",
  order: "an order",
  count: "a count",
  place: "a place",
  time: "a time",
  comparison: "a comparison",
  extreme: "an extreme",
  direction: "a direction",
  shape: "the shape",
  frame: "the case",
};

function isLicensed(token: Token, i: number, context: Context): boolean {
  const { bodies, law, places, question, stems } = context;
  const { isOpener } = token;
  const stem = stems[i]!;
  if (isOfNone(context.filled.uses, token.at)) return true;
  if (isOfOneAlone(i, context)) return false;
  if ((isOpener && isAsking(stem)) || isInWanted(token, question) || isUnitAsked(token, context))
    return true;
  const body = bodies.get(i);
  if (body !== undefined) return isUsedBody(body, context);
  if (isIsotope(token, i, context)) return isLicensed(question.tokens[i - 1]!, i - 1, context);
  if (isInPhrase(phrasesOf(law), stems, i, WHOLE.has(GUARDED.get(stem) ?? ""))) return true;
  if (isOfConverted(token, context) || context.isTurn(token.at)) return true;
  if (LEADING.has(stem) && (isBeforeNumber(token, context) || isBeforeAsking(i, context)))
    return true;
  const kind = GUARDED.get(stem);
  if (kind !== undefined) return isGuardUsed(kind, i, context);
  if (CLOSED.has(stem) || context.filled.stated.has(stem)) return true;
  if (rootsOfWord(stem).some((root) => places.has(root))) return true;
  // Bounds that a record states in words use no quantity that its law has not.
  const isVerb = isParticle(stems, i + 1);
  if (law.vocabulary.has(stem) && (isVerb || !QUANTITY_STEMS.has(stem))) return true;
  if (isSymbol(token, law) || isShort(token, context)) return true;
  return (isOrdinary(stem) && !isPlace(question, i)) || isCarrier(stems, i);
}

/** `cobalt-60`: the number is of the name before it. */
function isIsotope({ at, text }: Token, i: number, { question }: Context): boolean {
  const before = question.tokens[i - 1];
  if (before === undefined || !/^\d+$/.test(text)) return false;
  return /^[-\u2011]$/.test(question.text.slice(before.at[1], at[0]));
}

/** An operation, a share or a count belongs to a name only where all of it is said. */
const WHOLE: ReadonlySet<string> = new Set(["operation", "share", "count"]);

/** `infinitely` is cut to `infinite`, and that once more. */
function rootsOfWord(stem: string): readonly string[] {
  const root = rootOf(stem);
  return [root, rootOf(root)];
}

/** A word that changes a question is used by a number, by what is asked, or by the law's own words. */
function isGuardUsed(kind: string, i: number, context: Context): boolean {
  const { filled, law, places, question, stems } = context;
  const stem = stems[i]!;
  const token = question.tokens[i]!;
  if (isParticle(stems, i)) return true;
  if (isOfOthers(kind, i, context) || isShareOfAll(i, context)) return false;
  if (isReciprocal(i, stems)) return hasAlikeUses(filled);
  if (stem === "other") return hasAlikeUses(filled) && isOtherOfTwo(token, context);
  if (stem === TIMES && isCountOfTimes(token, context)) return true;
  if (isOfNumber(token, stem, context, kind === "share") || isOfAsked(i, context)) return true;
  if (isCounted(kind, stem, context) || filled.stated.has(stem)) return true;
  const bits = places.get(rootOf(stem)) ?? 0;
  if (stem === "between") return bits !== 0 || hasAlikeUses(filled);
  if (stem === "after" && law.title.has(stems[i + 1] ?? "")) return true;
  if (stem === "away" && filled.uses.some(({ turn }) => (turn ?? null) !== null)) return true;
  if (stem === "rest") return isRestUsed(context);
  if (stem === "per") return isBetweenOwn(i, context);
  if (TOTALS.has(stem) && (bits !== 0 || hasAlikeUses(filled))) return true;
  if (AFTERWARDS.has(stem) && hasBefore(context)) return true;
  switch (kind) {
    case "extreme":
      return [...(sameExtreme(stem) ?? [])].some((one) => law.vocabulary.has(one));
    case "count":
      return (
        (bits & ~PLACE.description) !== 0 || (law.vocabulary.has(stem) && isOfOwnNoun(i, context))
      );
    case "direction":
    case "frame":
      return (bits & ~PLACE.case) !== 0;
    case "place":
      return (bits & ~(PLACE.case | PLACE.description)) !== 0;
    case "time":
      return stem === "until" && /time|period/.test(filled.target.quantity);
    case "share":
      return (
        (question.asked ?? []).includes(stem) &&
        filled.target.unit !== null &&
        isDimensionless(filled.target.unit.dimension)
      );
    default:
      return false;
  }
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

const TOTALS: ReadonlySet<string> = new Set(
  "mean average total combined overall equivalent".split(" ").map(lawStem),
);
/** They introduce a number, and its unit says what it is. */
const LEADING: ReadonlySet<string> = new Set(
  "under over against before after every above below initially up down near each add adds"
    .split(" ")
    .map(lawStem),
);
const AFTERWARDS: ReadonlySet<string> = new Set(
  "after afterwards left remaining later eventually finally".split(" ").map(lawStem),
);
/** A number is introduced from so near. */
const LEAD_WORDS = 5;

/** `under a tension of 80 N`: the next number of the clause is used, and nothing asks in between. */
function isBeforeNumber({ at, clause }: Token, { filled, question }: Context): boolean {
  const use = filled.uses
    .filter(({ at: [start], score }) => score !== undefined && start >= at[1])
    .sort((a, b) => a.at[0] - b.at[0])[0];
  if (use === undefined) return false;
  const between = question.tokens.filter((one) => one.at[0] >= at[1] && one.at[1] <= use.at[0]);
  return (
    between.length <= LEAD_WORDS && between.every((one) => one.clause === clause && !one.isOpener)
  );
}

/** `over what distance`, `under which angle` */
function isBeforeAsking(i: number, { question: { tokens } }: Context): boolean {
  return tokens[i + 1]?.isOpener === true;
}

/** A law of what there was before and what is there now. */
function hasBefore({ filled: { target }, law }: Context): boolean {
  return law.slots.some((slot) => slot !== target && slot.quantity === target.quantity);
}

function hasAlikeUses({ uses }: Filled): boolean {
  if (uses.some(({ slot }) => slot.isDifference)) return true;
  return uses.some((one) =>
    uses.some((other) => other !== one && other.slot.quantity === one.slot.quantity),
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
function isOfOneAlone(i: number, { filled, stems }: Context): boolean {
  if (!ONE_OF.has(stems[i]!) || !isCountedIn(filled, COUNT_OF, stems[i + 1])) return false;
  return stems
    .slice(Math.max(0, i - ASKED_WITHIN), i)
    .some((stem) => filled.target.words.has(stem));
}

/**
 * `bits per use`: of one clause, both words of the law. A `second` behind it is no second one, but a
 * unit, and stands below in what is asked for.
 */
function isBetweenOwn(i: number, { filled: { target }, law, question }: Context): boolean {
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

/** `frequency in kHz:`, `T, K`: the unit of the answer within the question. */
function isUnitAsked({ at, text }: Token, { filled: { target }, question }: Context): boolean {
  const isSetApart =
    /(?:\bin\s+|,\s*|\()$/.test(question.text.slice(0, at[0])) ||
    /^\s*(?:[?:;,)]|$)/.test(question.text.slice(at[1]));
  // Why a word is no unit costs a comparison with all of them.
  if (!isSetApart || !isUnit(text)) return false;
  const unit = parseUnit(text);
  return unit.ok && target.unit !== null && dimensionsEqual(unit.dimension, target.unit.dimension);
}

function isInWanted({ at }: Token, { text, wanted }: Question): boolean {
  if (wanted === null) return false;
  const start = text.lastIndexOf(wanted.text, wanted.at[1]);
  return start <= at[0] && at[1] <= wanted.at[1];
}

/** `decel`, `KE`: a beginning of a word of the law, or the initials of a phrase of it. */
function isShort({ text }: Token, { law }: Context): boolean {
  const short = text.toLowerCase();
  if (short.length >= SHORT_CHARS_MIN && [...law.own].some((one) => one.startsWith(short)))
    return true;
  if (!/^[A-Z]{2,}$/.test(text)) return false;
  return phrasesOf(law).all.some((phrase) => phrase.map((one) => one.charAt(0)).join("") === short);
}

/** `diameter`, where the law takes a radius. */
function isOfConverted({ at, text }: Token, { filled }: Context): boolean {
  return filled.uses.some(
    (use) =>
      Math.min(Math.abs(at[0] - use.at[1]), Math.abs(use.at[0] - at[1])) <= NEAR_CHARS &&
      use.rule.split(" ").includes(text.toLowerCase()),
  );
}

function isSymbol({ text }: Token, { result, slots }: Law): boolean {
  return [result, ...slots].some(({ spellings }) => spellings.includes(text));
}

const SHORT_CHARS_MIN = 3;
const MARK = /[,;:.?!](?:\s|$)/;
/** Its words stand within so many of the number. */
const NEAR_CHARS = 28;

/**
 * A word of the input that the nearest number is given to: `5 m above`. A share is of the same clause:
 * `half-life of 8 days, if it were half as heavy`.
 */
function isOfNumber(
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
  for (const { quantity } of law.slots) kinds.set(quantity, (kinds.get(quantity) ?? 0) + 1);
  return [...kinds.values()].some((n) => n === count);
}

/** A stated property of a body may differ from the known one by so much. */
const PROPERTY_SHARE = 0.1;

/** A body gives a property, is what the law is called by, or carries a number of its kind. */
function isUsedBody(body: Named, { filled, law, question }: Context): boolean {
  const { name, properties, stems } = body.entity;
  const isGiver = (use: Use): boolean => use.body === name || use.said === name;
  const used = filled.bodies.map(({ entity }) => entity);
  if (filled.uses.some(isGiver)) return true;
  if (used.length === 1 && used[0]!.name === name) return true;
  const kinds = [...properties.keys()];
  const isCase = kinds.some((one) => CASE_PROPERTY.test(one));
  const own = law.slots.filter(({ property }) => property !== null && kinds.includes(property));
  const stated = own.flatMap((slot) =>
    filled.uses
      .filter((use) => use.slot === slot && use.score !== undefined)
      .map(({ value }) => ({ value, known: properties.get(slot.property!)![0] })),
  );
  // `the Moon, where g is 1.62 m/s^2` says it again; a car of 1500 kg is no electron.
  const isSaidAgain = ({ known, value }: { known: number; value: number }): boolean =>
    Math.abs(value - known) <= PROPERTY_SHARE * Math.abs(known);
  if (stated.length > 0) return isCase ? stated.some(isSaidAgain) : true;
  const isOther = filled.bodies.some(({ entity }) =>
    kinds.some((one) => entity.properties.has(one)),
  );
  if (isCase && isOther) return false;
  const all = phrasesOf(law).all;
  if (stems.every((stem) => law.vocabulary.has(stem) || all.some((one) => one.includes(stem))))
    return true;
  // What a body is in may change it, as oil does a pendulum.
  if (name !== "air" && isPlace(question, body.tokens[0]!)) return false;
  // A material carries what is said of a body; a particle or a planet is a case of its own.
  return own.length === 0 && !isCase;
}

const CASE_PROPERTY = /^(?:gm|gravity|charge|orbit)$/;

function sentencesOf({ text }: Question): readonly (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  let start = 0;
  for (const match of text.matchAll(/[.;!?](?=\s|$)/g)) {
    found.push([start, match.index + 1]);
    start = match.index + 1;
  }
  if (start < text.length) found.push([start, text.length]);
  return found;
}

/** No number, no quantity, no case and no thing. */
function saysNothing([from, to]: readonly [number, number], context: Context): boolean {
  const { bodies, law, question } = context;
  const { given, text, tokens, wanted } = question;
  if (/\d/.test(text.slice(from, to))) return false;
  if (given.some(({ span: { at } }) => at[0] < to && from < at[1])) return false;
  if (wanted !== null && wanted.at[0] < to && from < wanted.at[1]) return false;
  const own = tokens
    .map((token, i) => ({ token, i }))
    .filter(({ token: { at } }) => from <= at[0] && at[1] <= to);
  return own.every(
    ({ i, token: { isOpener, stem } }) =>
      !isOpener && !bodies.has(i) && !POINTING.has(stem) && (CLOSED.has(stem) || isOutside(stem)),
  );

  function isOutside(stem: string): boolean {
    return (
      !GUARDED.has(stem) &&
      !isOrdinary(stem) &&
      !QUANTITY_STEMS.has(stem) &&
      !law.own.has(stem) &&
      !context.isKnownRoot(rootOf(stem))
    );
  }
}
