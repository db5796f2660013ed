/**
 * Nothing of a question is passed over: each word is used by its reading, belongs to the closed
 * class, or stands in a sentence that says nothing of the case and is set aside. Any other word
 * leaves the reading open.
 */
import { keepingLast } from "../../../once.js";
import type { Registry } from "../../../operators/registry.js";
import type { Place } from "../../../units/quantity/index.js";
import { isOfNone } from "../filling/none.js";
import { QUANTITY_STEMS, STATES, lawStems } from "../lexicon/lawWords.js";
import { rootOf } from "../lexicon/roots.js";
import type { Named, Question, Token } from "../reading/reading.js";
import { doubtsOf, type Answer } from "./doubts.js";
import type { Open } from "./open.js";
import { CLOSED, GUARDED, POINTING, isOrdinary } from "./wordClasses.js";
import { isAttribute } from "./attribute.js";
import { turnsIn } from "./turns.js";
import type { Context } from "./context.js";
import {
  isLicensed,
  rootsOfWord,
  isUnitAsked,
  isInWanted,
  isOfConverted,
  isSymbol,
  PROPERTY_SHARE,
} from "./licensedWord.js";
import { isOfOneAlone, isOfNumber } from "./guardUsed.js";

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

export function licenceOf(
  registry: Registry,
  question: Question,
  answer: Answer,
  isKnownRoot: (root: string) => boolean,
): Licence {
  const { filled, isTelling, profile } = answer;
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
    if (!isOfOneAlone(i, context) && isAttribute(i, unlicensed, context, registry)) {
      setAside.push({ at, text, why: "names nothing that a law of what is asked takes" });
      continue;
    }
    open.push({ what: "word", at, message: messageFor(text, tokens[i]!.stem, context) });
  }
  const unknown = unknownName(context);
  if (unknown !== null) open.push(unknown);
  open.push(...doubtsOf(registry, context, answer, (i) => isUsedWord(i, context)));
  return { open, setAside: setAside.filter(({ at }) => holdsOpen(at, unlicensed, tokens)) };
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
  return statementsIn(text).some(([from, to]) => from <= at[0] && at[1] <= to);
}

/** Asked for each word of a question. */
const statementsIn = keepingLast((text: string): readonly Place[] => {
  const lowered = text.toLowerCase();
  return STATES.flatMap(([phrase]) => {
    const start = lowered.indexOf(phrase);
    return start < 0 ? [] : [[start, start + phrase.length] as const];
  });
});

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
