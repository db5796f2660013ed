/**
 * Words before a noun. A name of a thing changes nothing; what was done to it, and what tells one law
 * from another, does.
 */
import { wordsOfRecord } from "../../../lexicon/words/recordWords.js";
import type { Registry } from "../../../operators/registry.js";
import {
  BODIES,
  OPINIONS,
  PLAIN_NOUNS,
  QUANTITY_STEMS,
  THINGS,
  VERBS,
  lawStem,
} from "../lexicon/lawWords.js";
import { PLACE } from "../lexicon/profile.js";
import { rootOf } from "../lexicon/roots.js";
import type { Question } from "../reading/reading.js";
import type { Context } from "./context.js";
import { nounAsked } from "./asked.js";
import { isDenied } from "./guardUsed.js";
import { isInNounPhrase } from "./nounPhrase.js";
import type { Open } from "./open.js";
import { ADJECTIVES, CLOSED, GUARDED, PLACING } from "./wordClasses.js";

/**
 * `a research drone`, `flint glass`: a word within the name of a thing, which no law of what is
 * asked has. It names the thing and changes nothing.
 */
export function isAttribute(
  i: number,
  unlicensed: readonly number[],
  context: Context,
  registry: Registry,
): boolean {
  const { bodies, isTelling, question, stems } = context;
  const stem = stems[i]!;
  const { at, text } = question.tokens[i]!;
  if (GUARDED.has(stem) || bodies.has(i) || /^\d/.test(text)) return false;
  // `tension in a pendulum`, `reaction at the pulley`: what is asked for names no thing.
  const asked = nounAsked(question);
  if (QUANTITY_STEMS.has(stem) || (asked !== null && at[1] === asked.at[1])) return false;
  // `the useful heat`, `an extra 75 kg`: it changes what is asked, or a number.
  if (asked !== null && asked.at[0] <= at[0] && at[1] <= asked.at[1]) return false;
  if (isOfNumber(i, question)) return false;
  // `entropy of the surroundings when heat flows into a body`: of one thing, while another is told of.
  if (asked !== null && stem === asked.of && WHILE.test(question.text.slice(at[1]))) return false;
  // `a bundle of wires`: more than one.
  if (OF_MANY.test(question.text.slice(at[1]))) return false;
  // `by Mosteller`: who found it says which law is meant.
  if (/^\p{Lu}/u.test(text) && /\b(?:by|using|after|via)\s+$/iu.test(question.text.slice(0, at[0])))
    return false;
  // `kinetic energy` is another kind of energy, and no thing with a name.
  if (isBeforeQuantity(i, question)) return false;
  // `a clipped sine`: what was done to a thing changes it.
  if (/[^e]ed$/.test(text) && CLOSED.has(stems[i - 1] ?? "")) return false;
  // A number is never used without the word behind it.
  if (question.given.some(({ span: { follower } }) => follower?.at[0] === at[0])) return false;
  // `coaxial cable`: it tells one law from another, whatever these give.
  if (isAttributive(i, question, stems) && modifiersOf(registry).has(text.toLowerCase()))
    return false;
  return !isTelling(rootOf(stem)) && isInNounPhrase(question, stems, i, new Set(unlicensed));
}

function isJoined(at: number, { text, tokens }: Question): boolean {
  return (
    tokens[at + 1] !== undefined &&
    /^[\s-]+$/.test(text.slice(tokens[at]!.at[1], tokens[at + 1]!.at[0]))
  );
}

/** The noun behind it is a quantity: `kinetic energy of`, and no `perfect heat engine`. */
function isBeforeQuantity(i: number, question: Question): boolean {
  const { tokens } = question;
  if (!isJoined(i, question) || !QUANTITY_STEMS.has(tokens[i + 1]!.stem)) return false;
  return !isJoined(i + 1, question) || CLOSED.has(tokens[i + 2]!.stem);
}

const WHILE = /^\s+(?:when|while|if|as|because|after|once)\s/i;
const OF_MANY = /^\s+of\s+(?:\p{L}+\s+)?\p{L}+[^s\s\P{L}]s\b/u;
const A_BEFORE = /\ban?\s+$/iu;
const SIZE_BEHIND = /^\s*(?:tall|long|wide|high|deep|thick|across|away)\b/iu;

/** `an extra 75 kg`, and no `palm 12 m tall` */
function isOfNumber(i: number, { given, text, tokens }: Question): boolean {
  const [start, end] = tokens[i]!.at;
  if (!A_BEFORE.test(text.slice(0, start))) return false;
  const next = given.find(({ span: { at } }) => at[0] >= end);
  return (
    next !== undefined &&
    /^\s+$/.test(text.slice(end, next.span.at[0])) &&
    !SIZE_BEHIND.test(text.slice(next.span.at[1]))
  );
}

const DETERMINERS: ReadonlySet<string> = new Set(
  "a an the my your his her our their its this that these those of with and or each every"
    .split(" ")
    .map(lawStem),
);
/** A participle: `heated`, `leaking`, and `bent` of the verbs that are known. */
const PARTICIPLE = /\p{L}{2}(?:[^e]ed|ing)$/iu;
const IRREGULAR = /(?:n|[^s]t)$/i;
const ADJECTIVE = /(?:al|ic|ar|ive|ous|oid|less|ary|gular)$/i;

/** `a bent wire`, `an accelerating car`, `a coaxial cable`: it says a case, and the law does not use it. */
export function unusedAttribute(
  context: Context,
  registry: Registry,
  isUsed: (place: number) => boolean,
): Open | null {
  const { law, question, stems } = context;
  for (const [i, { at, text }] of question.tokens.entries()) {
    const stem = stems[i]!;
    if (CLOSED.has(stem) || GUARDED.has(stem) || !isAttributive(i, question, stems)) continue;
    if (isNoun(i, context) && !ADJECTIVE.test(text)) continue;
    const isParticiple =
      PARTICIPLE.test(text) || (IRREGULAR.test(text) && VERBS.has(text.toLowerCase()));
    const isCase =
      isParticiple || (ADJECTIVE.test(text) && modifiersOf(registry).has(text.toLowerCase()));
    const isContrary = /[^e]y$/iu.test(text) && isDenied(question.tokens[i]!, context);
    if (!isCase && !isContrary) continue;
    // `an accelerating pendulum`: a law with an acceleration has no use for it.
    const bits = context.places.get(rootOf(stem)) ?? 0;
    const isOther = isParticiple && (bits & PLACE.input) !== 0 && !isWritten(text, law);
    // `a rotating black hole`, where the law is of one that is non-rotating.
    if (isUsed(i) && !isOther && !isDenied(question.tokens[i]!, context)) continue;
    return {
      what: "word",
      at,
      message: `"${text}" says something of the case that ${law.entry.record.name} does not take`,
    };
  }
  return null;
}

function isWritten(text: string, { entry: { record } }: Context["law"]): boolean {
  const { also = [], cases = "", names = [] } = wordsOfRecord(record.id);
  const all = [record.name, record.description, cases, ...also, ...names].join(" ").toLowerCase();
  return all.split(/[^\p{L}]+/u).includes(text.toLowerCase());
}

function isNoun(i: number, { bodies, stems }: Context): boolean {
  const stem = stems[i]!;
  return bodies.has(i) || THINGS.has(stem) || BODIES.has(stem) || PLAIN_NOUNS.has(stem);
}

/** Between what leads a noun phrase and its noun. */
function isAttributive(i: number, question: Question, stems: readonly string[]): boolean {
  const { given, text, tokens } = question;
  const { at } = tokens[i]!;
  // `a short-circuited 12 V battery`
  const number = given.find(({ span }) => /^\s+$/.test(text.slice(at[1], span.at[0])))?.span;
  const end = number?.at[1] ?? at[1];
  const next = tokens.find((one) => one.at[0] >= end);
  if (next === undefined || !/^[\s-]+$/.test(text.slice(end, next.at[0]))) return false;
  if (CLOSED.has(next.stem) || PLACING.has(next.stem)) return false;
  if (GUARDED.has(next.stem) || isVerb(next.text)) return false;
  if (i === 0) return false;
  if (!/^[\s-]+$/.test(text.slice(tokens[i - 1]!.at[1], at[0]))) return false;
  const before = stems[i - 1]!;
  return DETERMINERS.has(before) || (ADJECTIVES.has(before) && DETERMINERS.has(stems[i - 2] ?? ""));
}

/** `a compound starts` */
function isVerb(text: string): boolean {
  return /[^s]s$/.test(text) && VERBS.has(text.toLowerCase());
}

const modifiers = new WeakMap<Registry, ReadonlySet<string>>();
const SMALL: ReadonlySet<string> = new Set(
  "of and in on by with from to at for a the per an its as after under over through between near".split(
    " ",
  ),
);

/** Words that stand before a noun in the title of a law. */
function modifiersOf(registry: Registry): ReadonlySet<string> {
  const before = modifiers.get(registry);
  if (before !== undefined) return before;
  const found = new Set<string>();
  for (const { record } of registry.entries)
    for (const part of record.name.toLowerCase().split(/[:(),]/)) {
      const words = part.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
      words.forEach((word, i) => {
        const next = words[i + 1];
        if (
          next !== undefined &&
          !SMALL.has(next) &&
          !SMALL.has(word) &&
          !OPINIONS.has(lawStem(word))
        )
          found.add(word);
      });
    }
  modifiers.set(registry, found);
  return found;
}
