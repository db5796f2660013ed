/** One number with what is compared with it: its reading, its side, and whether it is an alarm or what must hold. */
import type { Comparator, Condition } from "../condition/condition.js";
import { alarmAt, hasNumber, isControl, words } from "./clauses.js";
import type { Clause } from "./clauses.js";
import { doubt } from "./doubt.js";
import { DOWN, FARTHER, MAY, UP } from "./lexicon.js";
import { nameBetween, nameOf } from "./names.js";
import type { Name } from "./names.js";
import { isOther } from "./possible.js";
import {
  isBound,
  isDeniedBefore,
  isDenying,
  isDifference,
  isSaying,
  rangeSideOf,
  ruleOf,
  sideOf,
} from "./said.js";
import type { Rule, Side } from "./said.js";
import type { Sentence } from "./sentence.js";
import type { Stated } from "./stated.js";
import type { Token } from "./tokens.js";

export interface Compared {
  readonly stated: Stated;
  readonly comparator: Comparator;
  readonly kind: Condition["kind"];
  readonly name: Name | null;
}

/** Says of what must hold that it is the alarm. */
export const CONTRADICTS = new RegExp(
  "\\b(?:(?:if|when) (?:it|they|that) (?:does|do|is|are|happens)\\b(?! not|n't| anything| otherwise" +
    "| outside| out\\b)|in that case|(?:below" +
    "|above|over|under|than) that\\b|in there)",
  "iu",
);

/**
 * @param first the number before it
 * @param way where the alert is, by where it ends
 */
export function comparedOf(
  sentence: Sentence,
  stated: Stated,
  first: Compared | null,
  way: Side["way"] | null,
): Compared {
  const clause = sentence.clauses[stated.clause]!;
  const isRange = stated.amounts.length === 2;
  const { isElse } = sentence;
  const isBehind = first !== null && first.stated.clause === stated.clause;
  const said = ruleOf(stated, clause, { isElse, isEnded: isBound(stated), isRange });
  const back = first === null && !isRange ? anaphorOf(sentence, stated) : null;
  if (back !== null) return backTo(sentence, stated, said, back);
  const rule = said ?? doubt("alarm or allowed?");
  const kind = first?.kind ?? rule.kind;
  if (first !== null && !isBehind && rule.kind !== kind)
    doubt("one is an alarm, and one is allowed");
  const name = isBehind ? nameBetween(stated) : nameOf(stated, sentence.clauses);
  sentence.use(name, stated);
  if (isOther(stated) || isDifference(stated)) doubt("of another quantity");
  checkLead(sentence, stated, clause);
  if (kind === "allowed" && !rule.isTurned && CONTRADICTS.test(sentence.text))
    doubt("alarm or allowed?");
  const comparator = comparatorOf(sentence, stated, { kind, isTurned: rule.isTurned, first, way });
  if (kind === "allowed" && isSaidBad(sentence, stated, comparator)) doubt("alarm or allowed?");
  return { stated, kind, name, comparator };
}

/** At least 900 degC, alert if it reads more; 800 to 1200 ppm, inside of that message me: what holds is called bad. */
function isSaidBad({ clauses }: Sentence, { clause }: Stated, comparator: Comparator): boolean {
  const rest = clauses.slice(clause + 1).filter((one) => !hasNumber(one));
  return rest.some(({ tokens }) =>
    tokens.some(({ word }, i) => {
      const isOf = /^(?:that|this|it|of)$/u.test(tokens[i + 1]?.word ?? "");
      const isAlone = tokens[i + 1] === undefined || tokens[i - 1]?.word === "anything";
      if (/^(?:inside|within)$/u.test(word)) return comparator === "inside" && (isOf || isAlone);
      const isAny = tokens[i - 1]?.word === "anything";
      const isSided = isOf || isAny || /^(?:more|less|(?!over|under).*er)$/u.test(word);
      if (!isSided || tokens[i + 1]?.word === "than") return false;
      const isUp = /^(?:above|at least)$/u.test(comparator);
      const isDown = /^(?:below|at most)$/u.test(comparator);
      return (isUp && UP.has(word)) || (isDown && DOWN.has(word));
    }),
  );
}

/** When it says less than that, once it goes past this: the clause that comes back to a number. */
function anaphorOf({ asks, clauses }: Sentence, stated: Stated): Side["way"] | "farther" | null {
  const behind = clauses.slice(stated.clause + 1);
  const at = behind.findIndex(({ introducer, tokens }) =>
    tokens.some((_, i) => isBack(tokens, i) && (introducer !== null || i === 0)),
  );
  if (at < 0 || asks.length === 0 || behind.slice(0, at + 1).some(hasNumber)) return null;
  const { tokens } = behind[at]!;
  if (tokens.some(({ word }) => isDenying(word))) return null;
  const word = tokens[tokens.findIndex((_, i) => isBack(tokens, i))]!.word;
  return UP.has(word) ? "up" : DOWN.has(word) ? "down" : "farther";
}

function isBack(tokens: readonly Token[], at: number): boolean {
  const { word } = tokens[at]!;
  if (!UP.has(word) && !DOWN.has(word) && !FARTHER.has(word)) return false;
  const next = tokens[at + 1]?.word === "than" ? at + 2 : at + 1;
  if (!/^(?:that|this|it)$/u.test(tokens[next]?.word ?? "")) return false;
  const behind = tokens[next + 1]?.word;
  const isMark = /^(?:limit|value|mark|level|line|threshold|point|figure)$/u.test(behind ?? "");
  return (
    behind === undefined || isMark || (at === 0 && /^(?:i|we|i'd|i'll|please|you)$/u.test(behind))
  );
}

/** The alarm is where that clause says; a norm that says the other side is in doubt. */
function backTo(
  sentence: Sentence,
  stated: Stated,
  rule: Rule | null,
  back: Side["way"] | "farther",
): Compared {
  const name = nameOf(stated, sentence.clauses);
  sentence.use(name, stated);
  if (isOther(stated) || isDifference(stated)) doubt("of another quantity");
  const own = sideOf(stated);
  if (own === "contrary") doubt("two sides at once");
  const isAlarm = rule?.kind === "alarm";
  const isNorm = rule?.kind === "allowed";
  const isUp =
    own === null || rule === null ? null : (own.way === "up") === (isAlarm || rule.isTurned);
  const way =
    back === "farther" ? (isUp === null ? doubt("which side?") : isUp ? "up" : "down") : back;
  // Below 18 % before I spin it: to be told of is what is waited for.
  const isWish =
    isNorm && /\b(?:before|so that|ready to|until) (?:i|we|you|it|they)\b/iu.test(sentence.text);
  if (isUp !== null && isUp !== (way === "up") && !isWish) doubt("alarm or allowed?");
  return { stated, kind: "alarm", name, comparator: way === "up" ? "above" : "below" };
}

/** An act on something above 30 degrees, what is fine when, what comes before or behind. */
function checkLead({ asks, clauses }: Sentence, stated: Stated, clause: Clause): void {
  const ahead = clauses[stated.clause - 1];
  const first = clause.tokens[0]?.word ?? "";
  // Trip an alert at: what is done is the alarm.
  const isAlarm = [0, 1, 2].includes(alarmAt(clause));
  // Fill station CO above 5 ppm, and somebody is called: a name, or an act beside the alarm.
  const isElsewhere = asks.some((at) => at !== stated.clause);
  const isThing = !/^(?:the|an?|my|our|all|to|it|\d.*)$/u.test(clause.tokens[1]?.word ?? "");
  const isCalled = isElsewhere && isThing;
  const isAct =
    clause.introducer === null && isControl(first) && hasNumber(clause) && !isAlarm && !isCalled;
  const isFine =
    clause.introducer !== null &&
    ahead?.end === "" &&
    !asks.includes(stated.clause - 1) &&
    words(ahead).some((word) => MAY.has(word));
  const isAround = stated.before.slice(-2).some(({ word }) => /^(?:before|after)$/u.test(word));
  if (isAct || isFine || isAround) doubt("an act, or another time");
}

function comparatorOf(
  sentence: Sentence,
  stated: Stated,
  {
    first,
    isTurned,
    kind,
    way,
  }: {
    readonly kind: Condition["kind"];
    readonly isTurned: boolean;
    readonly first: Compared | null;
    readonly way: Side["way"] | null;
  },
): Comparator {
  const { amounts, clause } = stated;
  if (amounts.length === 2) {
    const side = rangeSideOf(stated, sentence.clauses[clause]!, sentence.clauses.slice(clause + 1));
    if (kind === "allowed") {
      const isOut = side === "outside" && stated.before.some(({ word }) => word === "outside");
      return isOut !== isTurned ? "outside" : "inside";
    }
    if (side === null) doubt("inside or outside?");
    return (side === "outside") !== isTurned ? "outside" : "inside";
  }
  const side = sideIn(sentence, stated, way);
  // Must not go below 5 or above 12: one denial of both.
  const isBoth =
    first !== null &&
    kind === "allowed" &&
    isDeniedBefore(first.stated) &&
    first.stated.clause === clause;
  return ofSide(side, isTurned || isBoth);
}

function sideIn(sentence: Sentence, stated: Stated, ended: Side["way"] | null): Side {
  const own = sideOf(stated);
  if (own === "contrary") doubt("two sides at once");
  if (own !== null) return own;
  // A word beside the number, and not right before it, may be of something else.
  if (stated.behind.some(({ word }) => isSaying(word))) doubt("which side?");
  const ahead = sentence.clauses[stated.clause - 1];
  const isLabel = stated.before.length === 0 && ahead !== undefined && !hasNumber(ahead);
  const one = isLabel ? sideOf({ ...stated, before: ahead.tokens, behind: [] }) : null;
  if (one !== null && one !== "contrary" && !one.isSharp) {
    const side = one.way === "up" ? "at least" : "at most";
    sentence.suppose("side", side, "by a word beside the number");
    return { ...one, isIncluded: true };
  }
  const isAt = /^(?:at|on|@|from)$/u.test(stated.before.at(-1)?.word ?? "");
  const worse = one === null && ended === null ? worseSideOf(sentence, stated) : null;
  if (worse !== null) {
    sentence.suppose("side", worse === "up" ? "at least" : "at most", "where it is usually bad");
    return { way: worse, isIncluded: true, isSharp: true };
  }
  if (one !== null || ended === null || !isAt) doubt("which side?");
  const side = ended === "up" ? "at least" : "at most";
  sentence.suppose("side", side, "by where the alert ends");
  return { way: ended, isIncluded: true, isSharp: true };
}

/** Readings that are bad where there is much of them, and where there is little. */
const HARMS = new RegExp(
  "\\b(?:co2?|carbon (?:mon|di)oxide|radon|ammonia|h2s|dust|noise|vibration|smoke|turbidity|nitrates?|nitrites?" +
    "|methane|lel|particles?|vocs?|ozone|crosswind|gusts?|wind|disk|cpu|memory)\\b",
  "u",
);
const SERVES = /\b(?:battery|batteries|fuel|diesel|charge)\b/u;

/** 1500 ppm of CO2: at a number of what harms, where nothing says a side. */
function worseSideOf({ asks, clauses }: Sentence, { before, clause }: Stated): Side["way"] | null {
  if (!/^(?:at|on|@|from)$/u.test(before.at(-1)?.word ?? "")) return null;
  const said = clauses.flatMap(words);
  const isSaid = said.some((word) => sideOfWord(word)) || said.some((word) => MAY.has(word));
  const isNear = asks.some((at) => Math.abs(at - clause) <= 1);
  const own = words(clauses[clause]!).join(" ");
  if (isSaid || !isNear || HARMS.test(own) === SERVES.test(own)) return null;
  return HARMS.test(own) ? "up" : "down";
}

function sideOfWord(word: string): boolean {
  return isSaying(word) && !/^(?:in|at|of|on|for|want)$/u.test(word);
}

function ofSide({ isIncluded, way }: Side, isTurned: boolean): Comparator {
  const up = (way === "up") !== isTurned;
  const isEnd = isIncluded !== isTurned;
  if (up) return isEnd ? "at least" : "above";
  return isEnd ? "at most" : "below";
}
