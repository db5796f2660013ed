/** Whether the law, a number or a turn of speech has a use for a word of the question. */
import { dimensionsEqual, isUnit, parseUnit } from "../../../units/index.js";
import type { Use } from "../filling/fillTypes.js";
import { isOfNone } from "../filling/none.js";
import { QUANTITY_STEMS, lawStem } from "../lexicon/lawWords.js";
import type { Law } from "../lexicon/lexicon.js";
import { rootOf } from "../lexicon/roots.js";
import type { Named, Question, Token } from "../reading/reading.js";
import {
  CLOSED,
  GUARDED,
  isCarrier,
  isOrdinary,
  isParticle,
  isAsking,
  isPlace,
} from "./wordClasses.js";
import { isInPhrase, phrasesOf } from "./vocabulary.js";
import type { Context } from "./context.js";
import { WHOLE, isGuardUsed, isBeforeNumber, isOfOneAlone, NEAR_CHARS } from "./guardUsed.js";

export function isLicensed(token: Token, i: number, context: Context): boolean {
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
  const { all, named } = phrasesOf(law);
  // `loss per cycle` is asked for, and an input alone is of a cycle.
  const phrases = stem === PER && isAskedBefore(i, context) ? named : all;
  if (isInPhrase(phrases, stems, i, WHOLE.has(GUARDED.get(stem) ?? ""))) return true;
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

const PER = "per";

/** The word before is one of what the law gives. */
function isAskedBefore(i: number, { filled: { target }, stems }: Context): boolean {
  return target.isResult && target.words.has(stems[i - 1] ?? "");
}

/** `cobalt-60`: the number is of the name before it. */
function isIsotope({ at, text }: Token, i: number, { question }: Context): boolean {
  const before = question.tokens[i - 1];
  if (before === undefined || !/^\d+$/.test(text)) return false;
  return /^[-\u2011]$/.test(question.text.slice(before.at[1], at[0]));
}

/** `infinitely` is cut to `infinite`, and that once more. */
export function rootsOfWord(stem: string): readonly string[] {
  const root = rootOf(stem);
  return [root, rootOf(root)];
}

/** They introduce a number, and its unit says what it is. */
const LEADING: ReadonlySet<string> = new Set(
  "under over against before after every above below initially up down near each add adds"
    .split(" ")
    .map(lawStem),
);

/** `over what distance`, `under which angle` */
function isBeforeAsking(i: number, { question: { tokens } }: Context): boolean {
  return tokens[i + 1]?.isOpener === true;
}

/** `frequency in kHz:`, `T, K`: the unit of the answer within the question. */
export function isUnitAsked(
  { at, text }: Token,
  { filled: { target }, question }: Context,
): boolean {
  const isSetApart =
    /(?:\bin\s+|,\s*|\()$/.test(question.text.slice(0, at[0])) ||
    /^\s*(?:[?:;,)]|$)/.test(question.text.slice(at[1]));
  // Why a word is no unit costs a comparison with all of them.
  if (!isSetApart || !isUnit(text)) return false;
  const unit = parseUnit(text);
  return unit.ok && target.unit !== null && dimensionsEqual(unit.dimension, target.unit.dimension);
}

export function isInWanted({ at }: Token, { text, wanted }: Question): boolean {
  if (wanted === null) return false;
  const start = text.lastIndexOf(wanted.text, wanted.at[1]);
  return start <= at[0] && at[1] <= wanted.at[1];
}

/** `decel`, `KE`: a beginning of a word of the law, or the initials of a phrase of it. */
export function isShort({ text }: Token, { law }: Context): boolean {
  const short = text.toLowerCase();
  if (short.length >= SHORT_CHARS_MIN && [...law.own].some((one) => one.startsWith(short)))
    return true;
  if (!/^[A-Z]{2,}$/.test(text)) return false;
  return phrasesOf(law).all.some((phrase) => phrase.map((one) => one.charAt(0)).join("") === short);
}

/** `diameter`, where the law takes a radius. */
export function isOfConverted({ at, text }: Token, { filled }: Context): boolean {
  return filled.uses.some(
    (use) =>
      Math.min(Math.abs(at[0] - use.at[1]), Math.abs(use.at[0] - at[1])) <= NEAR_CHARS &&
      use.rule.split(" ").includes(text.toLowerCase()),
  );
}

export function isSymbol({ text }: Token, { result, slots }: Law): boolean {
  return [result, ...slots].some(({ spellings }) => spellings.includes(text));
}

const SHORT_CHARS_MIN = 3;

/** A stated property of a body may differ from the known one by so much. */
export const PROPERTY_SHARE = 0.1;

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
  if (stated.length > 0)
    return isCase || isMediumApart(body, question) ? stated.some(isSaidAgain) : true;
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

/** `under water, n = 1.5`: what a thing is in, and the number behind the mark is of the thing. */
function isMediumApart({ at, tokens }: Named, question: Question): boolean {
  return isPlace(question, tokens[0]!) && /^\s*[,;]/.test(question.text.slice(at[1]));
}

const CASE_PROPERTY = /^(?:gm|gravity|charge|orbit)$/;
