/**
 * `when wet`, `with a hole in it`, `for a neutron`: a phrase behind all numbers, of which the law
 * uses no word. It says something of the case, and nobody knows what.
 */
import { lawStem } from "../lexicon/lawWords.js";
import type { Law } from "../lexicon/lexicon.js";
import type { Question, Token } from "../reading/reading.js";
import type { Open } from "./open.js";
import { CLOSED, GUARDED } from "./wordClasses.js";

const stems = (words: string): ReadonlySet<string> => new Set(words.split(" ").map(lawStem));

/** A clause of its own: it says a case wherever it stands. */
const CLAUSES = stems(
  "when while whilst whenever if once since until till unless though although after before",
);
/** They lead a noun phrase. */
const LEADS = stems(
  "with for by as in at on under inside within during against near along around through into onto " +
    "from towards toward past like via",
);
const ENDS = /[,;:.!?()\d]/;
/** What a law of bodies is in anyway. */
const NO_MEDIUM = /^(?:air|vacuum|vacuo|space)$/i;

/** @param isUsed whether the reading uses the word of this place */
export function idleAdjunct(question: Question, isUsed: (place: number) => boolean): Open | null {
  const { given, text, tokens } = question;
  const last = Math.max(0, ...given.map(({ span }) => span.at[1]));
  for (const [i, { at, stem }] of tokens.entries()) {
    const isClause = CLAUSES.has(stem);
    if (!isClause && (!LEADS.has(stem) || at[0] < last)) continue;
    const inside = phraseBehind(question, i, isClause);
    const content = inside.filter((j) => !CLOSED.has(tokens[j]!.stem));
    if (content.length === 0 && !isOfAnother(question, i, inside)) continue;
    if (
      !isOfAnother(question, i, inside) &&
      content.some((j) => isUsed(j) || isSaidBefore(tokens, j, at[0]))
    )
      continue;
    // `into vacuum` is where something goes.
    if (stem !== INTO && inside.some((j) => NO_MEDIUM.test(tokens[j]!.text))) continue;
    const end = tokens[inside.at(-1)!]!.at[1];
    const next = given.find(({ span }) => span.at[1] > at[0]);
    if (next !== undefined && !/[,;.!?]\s/.test(text.slice(end, next.span.at[0]))) continue;
    return {
      what: "word",
      at: [at[0], end],
      message: `"${text.slice(at[0], end)}" is used by nothing; leave it out, or say what it means`,
    };
  }
  return null;
}

/**
 * `for a moving one`, `for both`, `by weight`, `as a peak value`: another thing, more of them, a
 * share or another form, whatever words the law has.
 */
function isOfAnother(
  { given, text, tokens }: Question,
  lead: number,
  inside: readonly number[],
): boolean {
  const words = inside.map((j) => tokens[j]!);
  const [first, second] = words;
  const last = words.at(-1);
  if (first === undefined || last === undefined) return false;
  if (given.some(({ span }) => span.at[1] > first.at[0])) return false;
  const { stem } = tokens[lead]!;
  // `for one of them`
  if (stem === FOR && OF_THEM.test(text.slice(first.at[0]))) return true;
  // `the large one` is one of two that were said.
  if (/^ones?$/i.test(last.text))
    return second !== undefined && (first.stem !== THE || isOrder(second));
  if (stem === FOR)
    return (
      words.every((one) => CLOSED.has(one.stem) || COUNTS.has(one.stem)) &&
      words.some((one) => COUNTS.has(one.stem))
    );
  // `with a hole in it`, `with one turned off`
  if (stem === WITH)
    return IN_IT.test(text.slice(last.at[1])) || (/^one$/i.test(first.text) && words.length > 2);
  if (stem === BY) return second === undefined && SHARES.has(first.stem);
  return false;
}

const [FOR, BY, THE, WITH, INTO] = ["for", "by", "the", "with", "into"].map(lawStem);
const OF_THEM =
  /^(?:any\s+|only\s+|each\s+)?(?:one|each|any|some|none|most|both|all|either|neither)\s+of\s+(?:them|these|those)\b/i;
const IN_IT = /^\s+(?:in|on|through|inside|around)\s+(?:it|them)\b/i;
const isOrder = ({ stem }: Token): boolean => GUARDED.get(stem) === "order";
const COUNTS = stems("both each all pair pairs couple dozen whole several two three four five six");
const SHARES = stems("weight mass volume number area");

/** Places of the words up to the next mark, number, opener or lead. */
function phraseBehind(
  { text, tokens }: Question,
  start: number,
  isClause: boolean,
): readonly number[] {
  const found: number[] = [];
  for (let j = start + 1; j < tokens.length; j += 1) {
    const { at, isOpener, stem } = tokens[j]!;
    const between = text.slice(tokens[j - 1]!.at[1], at[0]);
    if (isOpener || ENDS.test(between) || CLAUSES.has(stem)) break;
    if (!isClause && found.length > 0 && LEADS.has(stem)) break;
    found.push(j);
  }
  return found;
}

function isSaidBefore(tokens: readonly Token[], place: number, start: number): boolean {
  const { stem } = tokens[place]!;
  return tokens.some((one) => one.stem === stem && one.at[1] <= start);
}

const OF_DIRECTIONS =
  /\b(?:in|along)\s+(?:one|each|both|two|every|either|a\s+single|only\s+one)\s+(?:direction|axis|axes|dimension)s?\b/i;

/** `in one direction`: a share of what goes in all of them, wherever it stands. */
export function ofDirections({ text }: Question, { entry: { record } }: Law): Open | null {
  const match = OF_DIRECTIONS.exec(text);
  if (match === null || /direction|dimension|axis/i.test(`${record.name} ${record.description}`))
    return null;
  return {
    what: "word",
    at: [match.index, match.index + match[0].length],
    message: `"${match[0]}" is used by nothing in ${record.name}; leave it out, or say what it means`,
  };
}
