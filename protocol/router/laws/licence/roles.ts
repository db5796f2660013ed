/**
 * A word has one role. Before a quantity it says which one, before a number what it measures, and
 * behind `of` whose that is. A word that the law has not in its role makes another question of it.
 */
import { isUnit } from "../../../units/index.js";
import {
  BODIES,
  LAW_WORDS,
  NEUTRAL,
  QUANTITY_STEMS,
  THINGS,
  VERBS,
  lawStem,
  lawStems,
  plainWords,
} from "../lexicon/lawWords.js";
import { PLACE } from "../lexicon/profile.js";
import { rootOf } from "../lexicon/roots.js";
import { isQuantityNoun, nounsAsked } from "./asked.js";
import type { Given } from "../reading/reading.js";
import type { Context } from "./context.js";
import { GENERIC } from "./contraries/otherName.js";
import { isInWanted, isShort, isSymbol, rootsOfWord } from "./licensedWord.js";
import { SYMBOL } from "./heading.js";
import type { Open } from "./open.js";
import { isInPhrase, phrasesOf } from "./vocabulary.js";
import { CLOSED, GUARDED, PLACING, WHOLLY, isParticle, sameExtreme } from "./wordClasses.js";

const NAMED = PLACE.title | PLACE.result | PLACE.alias;
const OF_LAW = NAMED | PLACE.input | PLACE.case;
/** They say what was done, and `unusedAttribute` looks at them. */
const PARTICIPLE = /(?:ed|ing)$/iu;
/** `non-magnetic` */
const NON = lawStem("non");
/** `the lorry speeds up`, `my friend weighs`: no plural that a measure stands for. */
const INFLECTED = /[^sui]s$/u;
/** `does the load gain` */
const ASKS_DOING = /\b(?:does|do|did)\s+(?:an?|the|its|my)\s+$/iu;
const FINITE = /[^s]s$/iu;
const JOINED = /^(?:[\s\u2010\u2011-]+|['\u2019]s?\s+)$/u;
/** Words between one and the quantity that it stands before. */
const PHRASE_WORDS = 4;

export function otherRole(context: Context): Open | null {
  return (
    beforeQuantity(context) ?? beforeNumber(context) ?? ofAnother(context) ?? askedOfNone(context)
  );
}

const ASIDE = /^[^\d.;!?]*[.;!?]\s+\S/u;

/** `the rounds of the trolley`: the law has no word of what is asked. */
function askedOfNone(context: Context): Open | null {
  const { law, question } = context;
  for (const { at, text } of nounsAsked(question)) {
    const [start, end] = at;
    // `Greetings from Bogota.` asks nothing.
    if (question.openers === 0 && ASIDE.test(question.text.slice(end))) continue;
    const own = question.tokens.flatMap((one, i) =>
      start <= one.at[0] && one.at[1] <= end ? [i] : [],
    );
    if (own.some((i) => isOfLaw(i, context) || isDoing(i, context))) continue;
    return openAt(at, `"${text}" is asked for, and is no word of ${law.entry.record.name}`);
  }
  return null;
}

/** `the shell current`, `a rotational shock energy`: nobody knows which current that is. */
function beforeQuantity(context: Context): Open | null {
  const { law, question, stems } = context;
  const { tokens } = question;
  for (const [i, { at, text }] of tokens.entries()) {
    if (isOfLaw(i, context) || isDoing(i, context)) continue;
    const before = question.text.slice(0, at[0]);
    for (let j = i + 1; j <= i + PHRASE_WORDS && isJoined(j - 1, context); j += 1) {
      const stem = stems[j]!;
      if (isSmall(j, context) || (GUARDED.has(stem) && !law.vocabulary.has(stem))) break;
      const word = tokens[j]!.text.toLowerCase();
      if (INFLECTED.test(word) || (VERBS.has(word) && ASKS_DOING.test(before))) break;
      if (j === i + 1 && isBeside(stems[i]!, stem, law)) break;
      if (GUARDED.has(stem) || !isQuantityNoun(stem)) continue;
      const said = question.text.slice(at[0], tokens[j]!.at[1]);
      return openAt(at, `"${text}" of "${said}" is no word of ${law.entry.record.name}`);
    }
  }
  return null;
}

/** As the record writes it: `axial load`. */
function isBeside(one: string, next: string, { entry: { record } }: Context["law"]): boolean {
  const stems = lawStems(`${record.description} ${record.validity ?? ""}`);
  return stems.some((stem, i) => stem === one && stems[i + 1] === next);
}

/** `a hall of 1 foot`, `a recoil spring 1.05`: nobody knows what that measures. */
function beforeNumber(context: Context): Open | null {
  const { filled, question, stems } = context;
  const { given, text, tokens } = question;
  for (const { at, score, slot } of filled.uses) {
    const number = given.find(({ span }) => span.at === at);
    if (number === undefined || score === undefined || number.span.name !== null) continue;
    let i = tokens.findLastIndex((one) => one.at[1] <= at[0]);
    if (i < 0 || !/^:?\s+$/u.test(text.slice(tokens[i]!.at[1], at[0]))) continue;
    // `a part 16 times` counts what is behind it.
    if (COUNTS_BEHIND.test(text.slice(at[1])) && isBare(number)) continue;
    if (LINKS.has(tokens[i]!.text.toLowerCase()) && i > 0 && isJoined(i - 1, context)) i -= 1;
    const stem = stems[i]!;
    if (isOfLaw(i, context) || isDoing(i, context)) continue;
    if (bitsOf(i, context) !== 0 || NEUTRAL.has(stem) || isThing(i, context)) continue;
    if (QUANTITY_STEMS.has(stem)) continue;
    const said = text.slice(tokens[i]!.at[0], at[1]);
    return openAt(tokens[i]!.at, `"${said}" is taken for the ${slot.about}, and does not say so`);
  }
  return null;
}

const COUNTS_BEHIND = /^\s+\p{L}{3,}/u;
const isBare = ({ span: { quantities } }: Given): boolean =>
  quantities.every(({ hasUnit }) => !hasUnit);

const LINKS: ReadonlySet<string> = new Set(["of", "is", "was", "equals"]);

/** `kinetic energy of the daughter`, by a law of that of the alpha particle. */
function ofAnother(context: Context): Open | null {
  const { filled, law, question, stems } = context;
  if (!filled.target.isResult) return null;
  const { given, text, tokens } = question;
  const { name } = law.entry.record;
  const isSaid = (root: string): boolean => stems.some((stem) => rootOf(stem) === root);
  for (const { head, isThing: ofThing, lead, of } of wholesOf(name))
    for (const [i, token] of tokens.entries()) {
      const behindHead = tokens[i + 1]?.text.toLowerCase() ?? "";
      // `what energy does the electron take`
      const isDone = lead === "of" && DOES.has(behindHead);
      if (stems[i] !== head || !(isDone || behindHead === lead) || !isJoined(i, context)) continue;
      const phrase = phraseBehind(i + 1, context);
      const last = isDone ? phrase[0] : phrase.at(-1);
      if (last === undefined) continue;
      const isShared = (j: number): boolean => of.includes(rootOf(stems[j] ?? ""));
      if (phrase.some(isShared)) {
        // `the Fermat test`, `a square aperture`: the noun of the name, and not that one.
        const other = phrase.find(
          (j) => !isShared(j) && !isOfLaw(j, context) && !isThing(j, context),
        );
        if (other === undefined || of.every((root) => isSaid(root))) continue;
        const { at: place, text: word } = tokens[other]!;
        return openAt(place, `"${word}" is said, and ${name} is of another`);
      }
      const { at, text: word } = tokens[last]!;
      if (SYMBOL.test(word) || isUnit(word) || GUARDED.has(stems[last]!)) continue;
      const isBody = context.bodies.has(last) || isThing(last, context);
      // The electron, where the photon that the law is of is told of, too.
      const isBeside = isBody && ofThing && isSaid(of.at(-1)!) && !isShared(i - 1);
      const isOwn = context.bodies.has(last) || (bitsOf(last, context) & NAMED) !== 0;
      if ((isDone || isOwn) && !isBeside) continue;
      // `an angle of incidence of 30 deg`: another quantity that is given.
      const behind = given.find(({ span }) => span.at[0] >= at[1]);
      if (behind !== undefined && IS_GIVEN.test(text.slice(at[1], behind.span.at[0]))) continue;
      const said = text.slice(token.at[0], at[1]);
      return openAt([token.at[0], at[1]], `"${said}" is not what ${name} is of`);
    }
  return null;
}

const DOES: ReadonlySet<string> = new Set(["does", "do", "did", "has", "have", "will", "must"]);
const IS_GIVEN = /^\s*(?:(?:of|is|was|=|:)\s*)?$/u;
const LEADS: ReadonlySet<string> = new Set(["of", "on", "through", "under", "between"]);

interface Whole {
  /** Stem of the noun before the small word. */
  readonly head: string;
  readonly lead: string;
  /** Roots of what stands behind it. */
  readonly of: readonly string[];
  /** Its noun is no quantity. */
  readonly isThing: boolean;
}

/** `energy of the alpha particle`: in each part of a name, what is of what. */
function wholesOf(name: string): readonly Whole[] {
  return name.split(/[:(),]/).flatMap((part) => {
    const words = plainWords(part);
    const place = words.findIndex((word) => LEADS.has(word));
    if (place < 1) return [];
    const behind = words.slice(place + 1);
    const end = behind.findIndex((word, i) => i > 0 && PLACING.has(lawStem(word)));
    const content = (end < 0 ? behind : behind.slice(0, end)).filter(
      (word) => !CLOSED.has(lawStem(word)),
    );
    const noun = content.at(-1);
    if (noun === undefined) return [];
    const of = content.map((word) => rootOf(lawStem(word)));
    const isThing = !QUANTITY_STEMS.has(lawStem(noun)) && !PARTICIPLE.test(noun);
    return [{ head: lawStem(words[place - 1]!), lead: words[place]!, of, isThing }];
  });
}

/** Places of the words of a noun phrase, without the articles before it. */
function phraseBehind(lead: number, context: Context): readonly number[] {
  const found: number[] = [];
  for (let j = lead + 1; j < context.question.tokens.length && isJoined(j - 1, context); j += 1) {
    if (!isSmall(j, context)) found.push(j);
    else if (found.length > 0) break;
  }
  return found;
}

function bitsOf(i: number, { places, stems }: Context): number {
  return rootsOfWord(stems[i]!).reduce((bits, root) => bits | (places.get(root) ?? 0), 0);
}

function isSmall(i: number, { question: { tokens }, stems }: Context): boolean {
  return tokens[i]!.isOpener || CLOSED.has(stems[i]!) || PLACING.has(stems[i]!);
}

/** Nothing but a space or a hyphen stands between a word and the next. */
function isJoined(i: number, { question: { text, tokens } }: Context): boolean {
  const [one, next] = [tokens[i], tokens[i + 1]];
  if (one === undefined || next === undefined) return false;
  return JOINED.test(text.slice(one.at[1], next.at[0]));
}

/** A small word, one that another rule looks at, or one that the law has. */
function isOfLaw(i: number, context: Context): boolean {
  const { bodies, law, question, stems } = context;
  const token = question.tokens[i]!;
  const stem = stems[i]!;
  if (isSmall(i, context) || bodies.has(i) || GUARDED.has(stem) || SYMBOL.test(token.text))
    return true;
  if ((bitsOf(i, context) & OF_LAW) !== 0 || stem === NON) return true;
  if (GENERIC.has(stem) || LAW_WORDS.has(stem) || WHOLLY.has(stem) || sameExtreme(stem) !== null)
    return true;
  if (isInPhrase(phrasesOf(law).all, stems, i, false) || isShort(token, context)) return true;
  return isSymbol(token, law) || isInWanted(token, question) || isUnit(token.text);
}

function isThing(i: number, { stems }: Context): boolean {
  return THINGS.has(stems[i]!) || BODIES.has(stems[i]!);
}

/** `gives off`, `electrons set free`, `the energy stored` */
function isDoing(i: number, context: Context): boolean {
  const { question, stems } = context;
  const text = question.tokens[i]!.text.toLowerCase();
  if (PARTICIPLE.test(text) || isParticle(stems, i)) return true;
  if (!VERBS.has(text)) return false;
  return FINITE.test(text) || !isJoined(i - 1, context) || !LEADS_NOUN.has(stems[i - 1]!);
}

const LEADS_NOUN: ReadonlySet<string> = new Set(
  lawStems("a an the its my with of at in for by and relative mean"),
);

function openAt(at: Open["at"], what: string): Open {
  return { what: "word", at, message: `${what}; leave it out, or say what it means` };
}
