/**
 * A draft to confirm: where the strict reader stops, each number of the sentence gets the role that its
 * nearest words say by their weights. A sentence that is doubtful about its side, or about whether it is an alarm, has
 * no draft at all; words that nothing took are shown with it.
 */
import { parseUnit } from "../../../units/index.js";
import type { Condition } from "../condition/condition.js";
import { isAverse } from "./asks.js";
import { changeIn } from "./changes.js";
import { clausesOf, merged, words } from "./clauses.js";
import type { Clause } from "./clauses.js";
import { comparedOf } from "./compared.js";
import { doubt, Doubtful } from "./doubt.js";
import { endOf, isEnd, wayOfEnd } from "./ends.js";
import { settled } from "./labels.js";
import { isLength, lastingOf } from "./lasting.js";
import { DENIALS, MAY, NORM, UNBUILT } from "./lexicon.js";
import { changeOf, sideOf } from "./said.js";
import { jointOf, partsOf } from "./pairs.js";
import { nominalIn } from "./nominal.js";
import { countIn } from "./counts.js";
import { NOTHING } from "./parts.js";
import { isImpossible } from "./possible.js";
import { isDemand, Sentence } from "./sentence.js";
import type { Supposed } from "./sentence.js";
import { isQuiet, silenceIn } from "./silences.js";
import { statedIn } from "./stated.js";
import type { Stated } from "./stated.js";
import { tokensOf } from "./tokens.js";
import { twoIn, whichIn } from "./two.js";
import type { Unread } from "./unread.js";

export interface Proposal {
  readonly condition: Condition;
  readonly supposed: readonly Supposed[];
  readonly unread: readonly Unread[];
}

/** Null where nothing is proposed. @param text as `plainly` settles it */
export function proposalOf(text: string): Proposal | null {
  try {
    return proposed(text);
  } catch (error) {
    if (error instanceof Doubtful) return null;
    throw error;
  }
}

/** Whether nothing is to be drafted of a sentence, however it is read. */
export function isUndraftable(text: string): boolean {
  const read = tokensOf(text);
  return read !== null && isAverse(text, settled(text, clausesOf(merged(read))));
}

/** An operation between readings, and the spread of a number. */
const SIGNS = /[×÷*]|[a-z] \+ [a-z]|\d\(\d+\)/u;

/** @throws Doubtful with the reason why nothing is proposed */
export function proposed(text: string): Proposal {
  const read = tokensOf(text);
  if (read === null) doubt("too long");
  if (UNBUILT.test(text) || SIGNS.test(text)) doubt("more than a condition says");
  const sentence = new Sentence(text, read);
  const condition = conditionOf(sentence);
  if (isImpossible(condition)) doubt("no such reading");
  return { condition, supposed: sentence.supposed, unread: sentence.unread };
}

function conditionOf(sentence: Sentence): Condition {
  const all = statedIn(sentence.clauses);
  if (all.length === 0) return whichIn(sentence) ?? doubt("no number");
  const [times, values] = parted(all, ({ amounts: [one] }) => one?.sort === "time");
  const silence = values.length === 0 ? silenceIn(sentence, times) : null;
  if (silence !== null) return silence;
  if (times.length > 0 && values.length > 0 && isQuiet(sentence.text))
    doubt("silence, or a number?");
  // A door that stands open: how long it does is read itself.
  if (values.length === 0 && !times.every(isLength)) doubt("what is compared?");
  return values.length > 0 ? limitsOf(sentence, values, times) : limitsOf(sentence, times, []);
}

/** @param numbers that are compared @param all times of all else */
function limitsOf(
  sentence: Sentence,
  numbers: readonly Stated[],
  all: readonly Stated[],
): Condition {
  if (numbers.some(({ amounts }) => amounts.length === 0)) doubt("a share of what?");
  const stated = numbers.filter((one) => numbers.length === 1 || !isRemark(sentence, one));
  const nominal = nominalIn(sentence, stated, (one) => lastingOf(sentence, all, "alarm", one, 1));
  if (nominal !== null) return nominal;
  const [ends, said] = parted(stated, (one, i) => i > 0 && isEnd(sentence, one));
  const [only, second, third] = said;
  const rate = only === undefined || second !== undefined ? null : perTime(only, all);
  const [first, times] = [rate ?? only, rate === null ? all : all.slice(1)];
  if (first === undefined || third !== undefined || ends.length > 1) doubt("what is compared?");
  const isOnly = second === undefined && ends.length === 0;
  const counted = isOnly ? countIn(sentence, first, times) : null;
  if (counted !== null) return counted;
  const change = second === undefined ? changeIn(sentence, first, times) : null;
  if (change !== null) return change;
  const two = isOnly
    ? twoIn(sentence, first, () => lastingOf(sentence, times, "alarm", first, 1))
    : null;
  if (two !== null) return two;
  if (/\bminus [a-z]/iu.test(sentence.text)) doubt("more than a condition says");
  const way = second === undefined ? wayOfEnd(first, ends[0]) : null;
  const one = comparedOf(sentence, first, null, way);
  const both = second === undefined ? null : comparedOf(sentence, second, one, null);
  const { kind } = one;
  if (second !== undefined && times.some((time) => isAhead(time, second)))
    doubt("a time of one of them?");
  const parts = partsOf(sentence, one, both);
  const { average, hold } = lastingOf(sentence, times, kind, first, parts.length);
  const clear = endOf(sentence, ends[0], parts, kind);
  const isAsked = sentence.asks.length > 0;
  if (!isAsked && !(kind === "allowed" && isState(sentence.clauses[first.clause]!)))
    doubt("nobody asks for an alarm");
  const joined = parts.length === 2 ? jointOf(sentence, one, both!) : null;
  return { ...NOTHING, kind, parts, joined, hold, clear, average };
}

/** What a reading must be, and nothing that somebody must do or use. */
function isState(clause: Clause): boolean {
  const said = words(clause);
  const at = said.findIndex((word) =>
    /^(?:must|mustn't|should|shouldn't|shall|shan't)$/u.test(word),
  );
  const act = said
    .slice(at + 1)
    .find((word) => !/^(?:not|never|ever|always|under|no|circumstances)$/u.test(word));
  const isAct =
    /^(?:use|have|support|provide|show|display|include|contain|offer|allow|take|accept|store)$/u;
  return isDemand(clause) && (at < 0 || !isAct.test(act ?? ""));
}

/** Pool's heated to 28. A sentence of its own, which compares nothing and asks for nothing. */
function isRemark({ asks, clauses }: Sentence, stated: Stated): boolean {
  const { clause, amounts } = stated;
  const own = clauses[clause]!;
  const isWhole = own.end === "." && (clause === 0 || /^[.!?]$/u.test(clauses[clause - 1]!.end));
  if (!isWhole || amounts.length !== 1 || own.introducer !== null || asks.includes(clause))
    return false;
  const said = words(own);
  return (
    !said.some((word) => NORM.has(word) || MAY.has(word) || DENIALS.has(word)) &&
    /^(?:at|to|around|about|is|of|has|holds)$/u.test(stated.before.at(-1)?.word ?? "") &&
    sideOf(stated) === null
  );
}

/** 900 metres a minute, of what does not change by that: a unit. */
function perTime(stated: Stated, times: readonly Stated[]): Stated | null {
  const [time] = times;
  const [amount, more] = stated.amounts;
  if (time === undefined || more !== undefined || amount === undefined) return null;
  const isNext =
    time.clause === stated.clause &&
    time.tokens[0]!.at[0] - stated.tokens.at(-1)!.at[1] <= PER_GAP &&
    time.before.every(({ word }) => /^(?:an?|per|each|every)$/u.test(word));
  const unit = `${amount.unit ?? "1"}/${time.amounts[0]!.unit}`;
  // A rate by a time is another quantity than its noun.
  const isRate = amount.unit?.includes("/") === true;
  const isOne = time.amounts[0]!.value === 1 && !isRate && parseUnit(unit).ok;
  if (!isNext || !isOne || changeOf(stated) !== null || isSpeed(stated)) return null;
  const tokens = [...stated.tokens, ...time.tokens];
  return { ...stated, tokens, amounts: [{ ...amount, unit }], behind: time.behind };
}

/** Signs of `per`, `every` between a number and its time. */
const PER_GAP = 7;

function isSpeed({ before }: Stated): boolean {
  return before.slice(-3).some(({ word }) => /^(?:faster|quicker|slower)$/u.test(word));
}

function isAhead({ tokens: [time] }: Stated, { tokens: [number] }: Stated): boolean {
  return time!.at[0] < number!.at[0];
}

function parted(
  all: readonly Stated[],
  isOne: (stated: Stated, i: number) => boolean,
): readonly [readonly Stated[], readonly Stated[]] {
  return [all.filter((one, i) => isOne(one, i)), all.filter((one, i) => !isOne(one, i))];
}
