/** A quantity of which another unit alone is asked: nothing is computed of it. */
import { isUnit } from "../../units/index.js";
import { conversionAsked, convertQuantity } from "../../units/quantity/index.js";
import { convertedTo, type NamedConstant } from "./constants.js";
import { PLAIN_NOUNS, QUANTITY_STEMS, THINGS, lawStem } from "./lexicon/lawWords.js";
import { CLOSED, GUARDED } from "./licence/wordClasses.js";
import type { Question } from "./reading/reading.js";

/** Nothing but a unit is asked for: `What is that in °C?`, `In kilowatts?`, `How many litres?` */
const ASKS_UNIT = new RegExp(
  String.raw`(?:^|[.,;:?!]\s*)(?:(?:what(?:'s|\s+is)|how\s+much\s+is|and)\s+(?:that|it|this)\s+)?` +
    String.raw`in\s+[^.,;:?!]+\??\s*$|` +
    String.raw`\bhow\s+many\s+[^.,;:?!\d]+?(?:\s+(?:is|are)\s+(?:that|it|this))?\s*\??\s*$`,
  "iu",
);
/** `How many km/h is 45 knots?`, `how many seconds in a fortnight` */
const HOW_MANY =
  /^\s*how\s+many\s+([^.,;:?!\d]+?)\s+(?:is|are|in|make|makes|(?:are\s+)?there\s+(?:are\s+)?in)\s+(.+?)\s*\??\s*$/iu;
const ASKS_WHOLE = /^\s*(?:please\s+)?(?:convert|what(?:'s|\s+is)|how\s+much\s+is)\s+/iu;
/** `Convert 30 psi of tyre pressure to bar.` */
const OF_SOMETHING = new RegExp(
  String.raw`^\s*(?:please\s+)?(?:convert|express|change)\s+(.+?)\s+of\s+` +
    String.raw`([\p{L}][\p{L} ]*?)\s+(?:to|into|in)\s+([^,;:?!]+?)[?.!]*\s*$`,
  "iu",
);

/** @param text as it was written */
export function conversionOf(question: Question, text: string): NamedConstant | null {
  const whole = wholeOf(text);
  if (whole !== null) return whole;
  const asksNoMore = ASKS_UNIT.test(text) || isApart(question);
  return asksNoMore && !namesQuantity(question) ? inAskedUnit(question, text) : null;
}

/** The only number of the question in the unit that is asked for. */
function inAskedUnit(question: Question, text: string): NamedConstant | null {
  const { given, tokens, wanted } = question;
  const [one, another] = given;
  if (one === undefined || another !== undefined || wanted === null) return null;
  const { follower, kind, name, quantities } = one.span;
  const [found] = quantities;
  if (kind !== "value" || name !== null || found === undefined || !found.hasUnit) return null;
  if (follower !== null && !isPlain(lawStem(follower.text)) && !isAtMark(text, follower.at[1]))
    return null;
  if (tokens.some(({ isOpener, stem }) => !isOpener && GUARDED.has(stem) && !EXTENTS.has(stem)))
    return null;
  if (isOfTwoThings(question, one.span.at)) return null;
  const read = convertQuantity(found.text, wanted.text);
  if (!read.ok) return null;
  // A level is a power by an exponential, which is rounded.
  const isLevel = /dB/u.test(text.slice(...one.span.at));
  return convertedTo({ ...read.conversion, exact: read.conversion.exact && !isLevel });
}

/** `grams of sugar in 2 kg of jam`: how much there is of one thing, and another number is of another. */
function isOfTwoThings(
  { text, wanted }: Question,
  [start, end]: readonly [number, number],
): boolean {
  if (wanted === null || start < wanted.at[0]) return false;
  const from = text.indexOf(wanted.text, wanted.at[0]) + wanted.text.length;
  const asked = OF_THING.exec(text.slice(from, start))?.[1];
  const given = OF_THING.exec(text.slice(end))?.[1];
  return asked !== undefined && given !== undefined && lawStem(asked) !== lawStem(given);
}

const OF_THING = /^\s*of\s+(?:the\s+|an?\s+|my\s+)?(\p{L}{2,})/iu;

/** `pressure is 120 mmHg`, `a mass of 5 kg` */
const IS_THE_NUMBER = /^\s*(?:of|is|was|=|:)?\s*$|\b(?:is|was|reads|shows)\s+(?:\p{L}+\s+)?$/iu;

/** `wavelength of a 64 cm string: metres?`: a quantity is named, and the number is of another. */
function namesQuantity({ given, text, tokens, wanted }: Question): boolean {
  const start = given[0]?.span.at[0] ?? 0;
  return tokens.some(({ at, isOpener, stem, text: word }) => {
    if (!QUANTITY_STEMS.has(stem) || CLOSED.has(stem) || isOpener || word === wanted?.text)
      return false;
    return at[0] > start || !IS_THE_NUMBER.test(text.slice(at[1], start));
  });
}

/** The same where no word but plain ones is said, so that no law can be meant. */
export function plainConversionOf(question: Question, text: string): NamedConstant | null {
  const { tokens, wanted } = question;
  const isSaid = tokens.every(
    ({ at, stem, text: word }) =>
      isPlain(stem) || (wanted !== null && isWithin(at, wanted.at)) || isUnit(word),
  );
  return isSaid ? (wholeOf(text) ?? inAskedUnit(question, text)) : null;
}

function isWithin([from, to]: readonly [number, number], [start, end]: readonly [number, number]) {
  return start <= from && to <= end;
}

function wholeOf(text: string): NamedConstant | null {
  const [, unit, quantity] = HOW_MANY.exec(text) ?? [];
  const asked = conversionAsked(text.replace(ASKS_WHOLE, ""));
  const [, amount, thing, to] = OF_SOMETHING.exec(text) ?? [];
  const pairs = [
    [quantity?.replace(/^(?:an?|one)\s+/iu, "1 "), unit],
    [asked?.quantity, asked?.to.replace(/[?.!]+$/, "")],
    [isNamedThing(thing) ? amount : undefined, to],
  ] as const;
  for (const [from, into] of pairs) {
    if (from === undefined || into === undefined) continue;
    const read = convertQuantity(from, into);
    if (read.ok) return convertedTo(read.conversion);
  }
  return null;
}

function isNamedThing(thing: string | undefined): boolean {
  return thing?.split(/\s+/u).every((word) => !GUARDED.has(lawStem(word))) === true;
}

const EXTENTS: ReadonlySet<string> = new Set(
  "tall long high wide deep thick old heavy far away".split(" ").map(lawStem),
);

/** A thing, and that it has a number; no doing, of which something else may be asked. */
function isPlain(stem: string): boolean {
  if (EXTENTS.has(stem) || STATES.has(stem)) return true;
  if (GUARDED.has(stem)) return false;
  if (CLOSED.has(stem)) return true;
  return !QUANTITY_STEMS.has(stem) && (THINGS.has(stem) || PLAIN_NOUNS.has(stem));
}

/** They say that a number is one. */
const STATES: ReadonlySet<string> = new Set(
  "says shows reads rated displays states weighs".split(" ").map(lawStem),
);

/** `120 mmHg systolic, ...`: the word that names it ends its clause. */
function isAtMark(text: string, end: number): boolean {
  return /^\s*[,.;:?!]/u.test(text.slice(end));
}

/** `Centimetres?`, `: metres per second?`: the unit is all that its clause says. */
function isApart({ text, wanted }: Question): boolean {
  return (
    wanted?.isInside === false &&
    /^\s*[,.;:?!]?\s*[^,.;:?!]+[?.!]*\s*$/u.test(text.slice(wanted.at[0])) &&
    /^[,.;:?!]|[,.;:?!]$/u.test(
      text.slice(Math.max(0, wanted.at[0] - 1), wanted.at[0] + 1).trim(),
    ) &&
    !/\s(?:in|as)\s/u.test(text.slice(wanted.at[0]))
  );
}
