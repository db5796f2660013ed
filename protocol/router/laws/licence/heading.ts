/**
 * `pressure drop at z = 2000 m`: a question that is no sentence tells no scene, so that each of its
 * words means something. One that the law has no use for leaves it open.
 */
import { isUnit } from "../../../units/index.js";
import { BODIES, LAW_WORDS, PLAIN_NOUNS, THINGS, VERBS, lawStem } from "../lexicon/lawWords.js";
import { PLACE } from "../lexicon/profile.js";
import type { Question } from "../reading/reading.js";
import type { Context } from "./context.js";
import { rootsOfWord } from "./licensedWord.js";
import type { Open } from "./open.js";
import {
  CLOSED,
  GUARDED,
  PLACING,
  POINTING,
  WHOLLY,
  isOrdinary,
  isParticle,
  sameExtreme,
} from "./wordClasses.js";

/** A sentence has one of them. */
const OF_SENTENCE: ReadonlySet<string> = new Set(
  (
    "is are was were be has have had does do did will would can could may might must should " +
    "i we you me my our your he she who that which let"
  )
    .split(" ")
    .map(lawStem),
);
/** What it says is a clause of its own. */
const CLAUSE = /\b(?:when|while|if|as|once|because)\b[^,;:]*/giu;
/** Shorter ones are symbols, as are those with capitals within. */
export const SYMBOL = /^\P{L}*\p{L}{0,2}$|_|\d|.\p{Lu}/u;
/** `energy stored`, `heat needed`: what the noun says anyway. */
const PARTICIPLE = /(?:ed|ing)$/iu;
const PER = "per";
const DETERMINER = /\b(?:an?|the|my|our|this)\s+$/iu;
const IRREGULAR = /(?:ght|ld|lt|wn)$/iu;
const FINITE = /[^s]s$/iu;
/** A verb stands behind them: `time to reach the ground`. */
const BEFORE_VERB = /\b(?:to|when|while|if)\s[^,;:]*$/iu;
/** A number's name has one word more. */
const OF_NUMBER = /^(?:\s+\p{L}+)?\s*$/u;
const NAMED = PLACE.title | PLACE.result | PLACE.alias | PLACE.case;
const MARK = /[,;:.?!()]/u;

export function unusedInHeading(
  { bodies, law, places, question, stems }: Context,
  isUsed: (place: number) => boolean,
): Open | null {
  if (!isHeading(question)) return null;
  const { given, text, tokens } = question;
  const isBegun = startsOf(question);
  for (const [i, { at, text: word }] of tokens.entries()) {
    if (isSmall(i) || isVerb(i) || isNumbers(at) || isAlone(i)) continue;
    const isDescribed = isBegun[i] === true && isOfOthers(bitsOf(i));
    if ((isUsed(i) && !isDescribed) || isThing(i) || isOfThing(i)) continue;
    return {
      what: "word",
      at,
      message: `"${word}" is not used by ${law.entry.record.name}; leave it out, or say what it means`,
    };
  }
  return null;

  /** The quantity asked for is no input of the law, and nothing that its description alone speaks of. */
  function isOfOthers(bits: number): boolean {
    return bits !== 0 && (bits & NAMED) === 0;
  }

  function bitsOf(i: number): number {
    return rootsOfWord(stems[i]!).reduce((bits, root) => bits | (places.get(root) ?? 0), 0);
  }

  function isSmall(i: number): boolean {
    const stem = stems[i]!;
    const { text: word } = tokens[i]!;
    if (CLOSED.has(stem) || PLACING.has(stem) || bodies.has(i)) return true;
    const isExtreme = sameExtreme(stem) !== null;
    if (isExtreme ? isOfOthers(bitsOf(i)) : GUARDED.has(stem)) return !isExtreme;
    if (LAW_WORDS.has(stem) || WHOLLY.has(stem)) return true;
    if (isExtreme) return true;
    return SYMBOL.test(word) || isUnit(word);
  }

  function isVerb(i: number): boolean {
    const { at, text: word } = tokens[i]!;
    if (isParticle(stems, i)) return true;
    const isFragment =
      MARK.test(text.slice(tokens[i - 1]?.at[1] ?? 0, at[0])) &&
      /^\s*[,;:]/u.test(text.slice(at[1]));
    if (PARTICIPLE.test(word)) return !isFragment;
    const isOne =
      FINITE.test(word) || IRREGULAR.test(word) || BEFORE_VERB.test(text.slice(0, at[0]));
    return isOne && VERBS.has(word.toLowerCase());
  }

  /** `0.2 nm apart`, `pressure drop 20 Pa` */
  function isNumbers([start, end]: readonly [number, number]): boolean {
    return given.some(({ span: { at, name } }) => {
      if (at[1] <= start) return /^[\s-]*$/u.test(text.slice(at[1], start));
      return name === null && end <= at[0] && OF_NUMBER.test(text.slice(end, at[0]));
    });
  }

  /** `decel`: it begins a word of the law. */
  function isAlone(i: number): boolean {
    const short = tokens[i]!.text.toLowerCase();
    return [...law.own].some((one) => one.startsWith(short)) && sameExtreme(stems[i]!) === null;
  }

  /** `of a red pendulum`, `in fresh water` */
  function isOfThing(i: number): boolean {
    const next = tokens[i + 1];
    if (next === undefined || isBegun[i] === true) return false;
    if (!/^[\s-]+$/u.test(text.slice(tokens[i]!.at[1], next.at[0])) || CLOSED.has(next.stem))
      return false;
    return isOrdinary(stems[i]!) || DETERMINER.test(text.slice(0, tokens[i]!.at[0]));
  }

  /** `of a stone`, `of a steel wire`, and no `buckling load` */
  function isThing(i: number): boolean {
    const stem = stems[i] ?? "";
    if (bodies.has(i)) return true;
    if (sameExtreme(stem) !== null) return false;
    if (!THINGS.has(stem) && !BODIES.has(stem) && !PLAIN_NOUNS.has(stem)) return false;
    if (isBegun[i] !== true || i === 0) return true;
    const isJoined = /^[\s-]+$/u.test(text.slice(tokens[i - 1]!.at[1], tokens[i]!.at[0]));
    return !isJoined || !isUsed(i - 1) || bodies.has(i - 1);
  }
}

/** Whether a word stands before all small words of its part: `plate buckling load of ...`. */
function startsOf({ given, text, tokens }: Question): readonly boolean[] {
  let isBegun = true;
  return tokens.map(({ at, stem }, i) => {
    const between = text.slice(tokens[i - 1]?.at[1] ?? 0, at[0]);
    const isBehind = given.some(({ span }) => span.at[1] <= at[0]);
    if (MARK.test(between) && !isBehind) isBegun = true;
    if (CLOSED.has(stem) || PLACING.has(stem) || stem === PER || isBehind) isBegun = false;
    return isBegun;
  });
}

function isHeading({ given, openers, text, tokens }: Question): boolean {
  if (openers > 0 || given.length === 0 || /[.;?!]\s+\S/u.test(text)) return false;
  const clauses = [...text.matchAll(CLAUSE)].map(({ index, 0: { length } }) => [
    index,
    index + length,
  ]);
  return !tokens.some(({ at, stem }) => {
    if (POINTING.has(stem)) return true;
    return OF_SENTENCE.has(stem) && !clauses.some(([from, to]) => from! <= at[0] && at[1] <= to!);
  });
}
