/** Whether a sentence asks for an alarm, or states what must hold; where that is doubtful nothing is proposed. */
import {
  alarmAt,
  denialsIn,
  hasNumber,
  isCry,
  isLedTo,
  isPast,
  isRemoval,
  words,
} from "./clauses.js";
import type { Clause } from "./clauses.js";
import { BEFORE_ACT, DOWN, PERSONS, QUIET, STRONG, UP, VOID, WEAK } from "./lexicon.js";
import { isSaying, wayOf } from "./said.js";

const ASKING = new RegExp(
  "^(?:(?:so|and|but|well|hey|hi|hello|please|ok|okay),? )*(?:is|are|was|were|do|does|did|has|have" +
    "|had|isn't|aren't|what|what's|which|who|why|how|where|should|shall|am|when (?:do|does|did|is|are" +
    "|should|was|will|can)|can|could|will|would|may|might)\\b",
  "iu",
);
const INTERROGATIVE = /^(?:what|what's|which|who|why|how|where)\b/iu;
/** Tell me how much that is: an answer, and no alarm. */
const TELLING =
  /\b(?:tell|show|ask|explain to) (?:me|us) (?:how (?:much|many|long|far|to)|what|which|who|why|whether|where)\b/iu;
const POLITE = new RegExp(
  "^(?:(?:so|and|but|well|hey|hi|hello|please|ok|okay),? )*(?:can|could|will|would|may" +
    "|might)\\b(?:.{0,60}\\b(?:you|me|us|i|we|somebody|someone|anybody)\\b)" +
    "|^is (?:it possible|there (?:a|any) way|there a chance)\\b.{0,40}\\b(?:receive|get|have|be|send)\\b",
  "iu",
);
const FLEETING = new RegExp(
  "\\b(?:alone|own|itself|single|blips?|spikes?|brief(?:ly)?|short|quick|momentary|moments?|peaks?" +
    "|glitch(?:es)?|dips?|bounces?)\\b",
  "u",
);
const FINE = new RegExp(
  "\\b(?:that's|that is|it's|it is|this is|which is|is|are|be|perfectly|totally|absolutely) (?:\\w+" +
    " )?(?:fine|ok|okay|normal|good|acceptable|allowed|safe|expected|harmless|intended)\\b",
  "u",
);
const UNNEEDED =
  /\b(?:need\w*|bother\w*|matters?|care|worry|disturb\w*|requir\w*|necessary|interested|want\w*)\b/u;

/** Places of the clauses that ask for an alarm; null where the sentence denies it, doubts it, or only tells. */
export function asksIn(text: string, clauses: readonly Clause[]): readonly number[] | null {
  if (VOID.test(text) || isQuestion(text)) return null;
  const asks: number[] = [];
  for (const [i, clause] of clauses.entries()) {
    const isAlarm = alarmAt(clause) >= 0;
    if (isPast(clause, text) && (isAlarm || hasNumber(clause))) return null;
    if (isAlarm && isOff(clause) && !isEnd(clauses, i)) return null;
    if (isAlarm && isDenied(clauses, i, text)) return null;
    if (isExcused(clause, i, clauses)) return null;
    const isAsked =
      isAlarm ||
      isCry(clause, clauses[i + 1]) ||
      isLedTo(clause, clauses[i - 1]) ||
      isCalling(clause, clauses[i - 1]);
    if (isAsked && !isOff(clause)) asks.push(i);
  }
  return isDeniedAhead(clauses, asks, text) ? null : asks;
}

/** Dialysis loop: page biomed at 5; behind a label the first word is an act. */
function isCalling(clause: Clause, before: Clause | undefined): boolean {
  const first = words(clause).find((word) => !BEFORE_ACT.has(word));
  return before?.end === ":" && clause.introducer === null && WEAK.has(first ?? "");
}

/** Whether a sentence only tells, asks about an alarm, or takes one off: whatever else reads it, there is no draft. */
export function isAverse(text: string, clauses: readonly Clause[]): boolean {
  return (
    isQuestion(text) ||
    clauses.every((clause) => alarmAt(clause) < 0 && isPast(clause, text)) ||
    clauses.some((clause, i) => alarmAt(clause) >= 0 && isOff(clause) && !isEnd(clauses, i))
  );
}

/** Each sentence by itself: a request is no question, and what is asked first may be a condition. */
function isQuestion(text: string): boolean {
  return text.split(/(?<=[.!?])\s+/u).some((said, i, all) => {
    // Is it hotter than 195? Then I want to be told.
    if (/^(?:then|if so|if yes|in that case)\b/iu.test(all[i + 1] ?? "")) return false;
    if (INTERROGATIVE.test(said) || TELLING.test(said)) return true;
    return said.trim().endsWith("?") && ASKING.test(said) && !POLITE.test(said);
  });
}

/** The alarm is the object of what is done. */
function isOff(clause: Clause): boolean {
  const all = words(clause);
  const joint = all.findIndex((word) => /^(?:and|then)$/u.test(word));
  const alarm = alarmAt(clause);
  if (joint >= 0 && joint < alarm) return false;
  const next = all[alarm + 1] ?? "";
  const isOver = next === "over" && clause.tokens[alarm + 2]?.kind !== "number";
  // Set the alarm off: it begins.
  const isBegun = next === "off" && all.some((word) => /^sets?$/u.test(word));
  return isRemoval(clause) || (next === "off" && !isBegun) || isOver;
}

/** What ends an alarm has another before it. */
function isEnd(clauses: readonly Clause[], at: number): boolean {
  const behind = clauses[at + 1];
  const isBehind = clauses.slice(0, at).some((one) => hasNumber(one));
  return isBehind && (hasNumber(clauses[at]!) || (behind !== undefined && hasNumber(behind)));
}

/** A denial in the clause of the alarm, and no number between them. */
function isDenied(clauses: readonly Clause[], at: number, text: string): boolean {
  const clause = clauses[at]!;
  const alarm = alarmAt(clause);
  return denialsIn(clause).some((denial) => {
    if (isQuiet(clause, text, denial) || isOther(clause, denial, alarm)) return false;
    const [from, to] = denial < alarm ? [denial, alarm] : [alarm, denial];
    const isBetween = clause.tokens.slice(from, to).some(({ kind }) => kind === "number");
    const isLater = clause.tokens.slice(0, denial).some(({ kind }) => kind === "number");
    const isAhead = denial < alarm && (clause.introducer === null || isLater);
    // Text me never above 5: nothing is named between.
    const isNext =
      denial > alarm &&
      clause.introducer === null &&
      clause.tokens.slice(alarm + 1, denial).every(({ word }) => PERSONS.has(word));
    const isBehind = denial > alarm && !isEnd(clauses, at) && (isNext || !hasNumber(clause));
    return !isBetween && (isAhead || isBehind) && !isFleeting(clauses, at);
  });
}

/** Stop pumping and tell me: another act than the alarm. */
function isOther({ tokens }: Clause, denial: number, alarm: number): boolean {
  const [word, act] = [tokens[denial]!.word, tokens[denial + 1]?.word ?? ""];
  const isJoined = tokens.slice(denial, alarm).some((token) => token.word === "and");
  const isOfAlarm =
    STRONG.has(act) || WEAK.has(act) || /^(?:sending|notifying|messaging|bothering)$/u.test(act);
  return word === "stop" && isJoined && (act.endsWith("ing") || act === "and") && !isOfAlarm;
}

/** With the clauses that no stop parts from it: a quick blip, while we pour. */
function saidWith(clauses: readonly Clause[], at: number): string {
  let from = at;
  while (from > 0 && clauses[from - 1]!.end === "" && !hasNumber(clauses[from - 1]!)) from -= 1;
  return clauses
    .slice(from, at + 1)
    .flatMap(words)
    .join(" ");
}

/** Spikes alone, said before the condition or behind it. */
function isFleeting(clauses: readonly Clause[], at: number): boolean {
  const isBut = clauses[at + 1]?.tokens[0]?.word === "but" || clauses.slice(0, at).some(hasNumber);
  return isBut && FLEETING.test(words(clauses[at]!).join(" ")) && !hasNumber(clauses[at]!);
}

/** Before any number somebody says no: what comes behind it is none. */
function isDeniedAhead(clauses: readonly Clause[], asks: readonly number[], text: string): boolean {
  const first = asks[0] ?? clauses.length;
  return clauses.slice(0, first).some((clause, i) => {
    const denials = denialsIn(clause).filter((denial) => !isQuiet(clause, text, denial));
    if (denials.length === 0 || clause.introducer !== null) return false;
    const isStated = hasNumber(clause);
    // 31 to 32 degrees, never outside of that: a norm.
    if (clauses.slice(0, i).some(hasNumber) && words(clause).some(isSaying)) return false;
    return !isStated && !isFleeting(clauses, i);
  });
}

/** Words behind a condition about it: that it is fine, or that nobody needs to know. */
function isExcused(clause: Clause, at: number, clauses: readonly Clause[]): boolean {
  // It is fine if: what stands behind it is.
  const isLed = clause.end === "" && (clauses[at + 1]?.introducer ?? null) !== null;
  if (isLed && !hasNumber(clause) && FINE.test(words(clause).join(" ")) && alarmAt(clause) < 0)
    return true;
  if (hasNumber(clause) || at === 0 || clause.tokens.length < 2) return false;
  const said = saidWith(clauses, at);
  if (FLEETING.test(said)) return false;
  const isNone = denialsIn(clause).length > 0 && UNNEEDED.test(said) && clause.introducer === null;
  // Below 8 degrees it is fine: that has its number beside it.
  const isTold =
    FINE.test(said) &&
    alarmAt(clause) < 0 &&
    clauses[at - 1]?.end !== "otherwise" &&
    !isContrary(clause, clauses.slice(0, at));
  return isNone || isTold;
}

/** Dropping is fine, said of an alarm at what climbs. */
function isContrary(clause: Clause, ahead: readonly Clause[]): boolean {
  const waysIn = (all: readonly Clause[]) => new Set(all.flatMap(words).flatMap(wayOfWord));
  const [own, others] = [waysIn([clause]), waysIn(ahead)];
  return own.size === 1 && others.size === 1 && ![...own].some((way) => others.has(way));
}

function wayOfWord(word: string): readonly string[] {
  const way = wayOf(word) ?? (UP.has(word) ? "up" : DOWN.has(word) ? "down" : null);
  return way === null ? [] : [way];
}

/** The denial says that nothing comes. */
function isQuiet({ tokens }: Clause, text: string, denial: number): boolean {
  // Send no message: for how long nothing comes stands beside it.
  if (!tokens.some(({ amount, kind }) => kind === "number" && amount?.sort === "time"))
    return false;
  const from = tokens[0]!.at[0];
  const quiet = QUIET.exec(text.slice(from, tokens.at(-1)!.at[1]));
  if (quiet === null) return false;
  const at = tokens[denial]!.at[0] - from;
  return quiet.index <= at && at < quiet.index + quiet[0].length;
}
