/** Words about each number of a condition: its side, and whether it is an alarm or what must hold. */
import {
  AVERAGES,
  CLEARS,
  DENIALS,
  DOWN,
  FALLS,
  FARTHER,
  HIGH,
  INSIDE,
  LOW,
  MAXIMUM,
  MAY,
  MINIMUM,
  NEGATIONS,
  NORM,
  OUTSIDE,
  PLAIN,
  REACHES,
  RISES,
  SINKS,
  UP,
  VARIES,
} from "./lexicon.js";
import { alarmAt, words } from "./clauses.js";
import { isNoName } from "../nounPhrase.js";
import { WHEN_NOUN } from "../words.js";
import type { Clause } from "./clauses.js";
import type { Stated } from "./stated.js";
import type { Token } from "./tokens.js";

export type Way = "up" | "down";

export interface Side {
  readonly way: Way;
  readonly isIncluded: boolean;
  /** By a comparator, and not by an adjective or a verb alone. */
  readonly isSharp: boolean;
}

const SETS = [
  UP,
  DOWN,
  FARTHER,
  REACHES,
  SINKS,
  RISES,
  FALLS,
  VARIES,
  MAXIMUM,
  MINIMUM,
  OUTSIDE,
  NORM,
  MAY,
  DENIALS,
  AVERAGES,
];

/** A word that says something of a comparison, and names nothing. */
export function isSaying(word: string): boolean {
  return SETS.some((set) => set.has(word));
}

/** Verbs that say by how they begin on which side it is. */
const OVER =
  /^(?:over|out)(?:top|shoot|run|step|reach|grow|pace|do|strip|rank)(?:s|es|ed|ing|n)?$/u;
const UNDER = /^under(?:shoot|cut|run|perform|step)(?:s|ed|ing|n)?$/u;

/** Weights of what says a side; what is further away says less. */
const WEIGHTS = { sharp: 3, moved: 1.2, label: 2, adjective: 0.7 } as const;
const FADES = 0.15;
const BEHIND_MAX = 3;

interface Vote {
  readonly way: Way;
  readonly weight: number;
  readonly isIncluded: boolean;
}

function voteOf(word: string): Vote | null {
  const by = (way: Way, weight: number, isIncluded: boolean): Vote => ({ way, weight, isIncluded });
  if (UP.has(word)) return by("up", WEIGHTS.sharp, false);
  if (DOWN.has(word)) return by("down", WEIGHTS.sharp, false);
  if (REACHES.has(word) && word !== "from") return by("up", WEIGHTS.sharp, true);
  // Above for itself, and below where all else is.
  if (FARTHER.has(word)) return by("up", WEIGHTS.moved, false);
  if (SINKS.has(word)) return by("down", WEIGHTS.sharp, true);
  // The most that is allowed: what holds is at most that.
  if (MAXIMUM.has(word)) return by("down", WEIGHTS.sharp, true);
  if (MINIMUM.has(word)) return by("up", WEIGHTS.sharp, true);
  if (RISES.has(word)) return by("up", WEIGHTS.moved, true);
  if (FALLS.has(word)) return by("down", WEIGHTS.moved, true);
  if (OVER.test(word)) return by("up", WEIGHTS.sharp, false);
  if (UNDER.test(word)) return by("down", WEIGHTS.sharp, false);
  if (word === "plus") return by("up", WEIGHTS.sharp, true);
  if (HIGH.has(word)) return by("up", WEIGHTS.adjective, true);
  if (LOW.has(word)) return by("down", WEIGHTS.adjective, true);
  return null;
}

/** Which side its words say, by their weights; null where none does, or where they contradict each other. */
export function sideOf({ before, behind, isFollowed }: Stated): Side | "contrary" | null {
  const isMoved = before.some(
    ({ word }) => RISES.has(word) || /^(?:gets?|goes|comes|creeps?)$/u.test(word),
  );
  const ahead = before.flatMap(({ word }, i): readonly Vote[] => {
    if (isPlace(before, i) || isCompound(before, i)) return [];
    // Warning from 35 degrees.
    const isFrom = word === "from" && i === before.length - 1 && !isFollowed;
    if (isFrom) return [{ way: "up", weight: WEIGHTS.moved, isIncluded: true }];
    // Should the metal get to 340.
    const isGot =
      word === "to" && i === before.length - 1 && /^gets?$/u.test(before[i - 1]?.word ?? "");
    if (isGot) return [{ way: "up", weight: WEIGHTS.adjective, isIncluded: true }];
    const vote = voteOf(word === "up-to" && !isMoved ? "at-most" : word);
    if (vote === null) return [];
    const weight = isLabelled(before, i) ? WEIGHTS.label : vote.weight;
    return [{ ...vote, weight: weight * faded(before.length - i - 1) }];
  });
  // Above 30 or below 5: the second word is of the second number.
  // 10 % LEL and up: of what it is stands between.
  const joint = behind.slice(0, 2).findIndex(({ word }) => /^(?:or|and)$/u.test(word));
  const last = behind.at(-1)?.word ?? "";
  const isNext = isFollowed && behind.length <= 3 && (last === "than" || voteOf(last) !== null);
  const isOr = joint >= 0 && !isNext;
  const after = behind.slice(0, BEHIND_MAX).flatMap(({ word }, i): readonly Vote[] => {
    // During minimum one hour: of what stands behind it.
    const isLast = isFollowed && i === behind.length - 1;
    const isBound = (MAXIMUM.has(word) || MINIMUM.has(word)) && !isLast;
    const isFirst = isOr
      ? i === joint + 1
      : i === 0 &&
        /^(?:falling|dropping|rising|climbing|upwards?|downwards?|plus|at-most|at-least)$/u.test(
          word,
        );
    const isAdjective = HIGH.has(word) || LOW.has(word);
    const vote = (isFirst || isBound) && !isAdjective ? voteOf(word) : null;
    // Five or more: the number itself counts.
    return vote === null ? [] : [{ ...vote, isIncluded: true, weight: WEIGHTS.sharp * faded(i) }];
  });
  return sumOf(ahead, after);
}

/** The leak sensor, the drain line: part of a name, though it may be a verb. */
function isCompound(before: readonly Token[], at: number): boolean {
  const [{ word }, next] = [before[at]!, before[at + 1]];
  // The dryer is a thing.
  const isThing = word.endsWith("er") && /^(?:the|an?|my|our)$/u.test(before[at - 1]?.word ?? "");
  if (isThing && next?.word !== "than" && next !== undefined) return true;
  const isBase = (RISES.has(word) || FALLS.has(word)) && !/(?:s|ing|ed)$/u.test(word);
  return isBase && next !== undefined && /^[a-z]{3,}$/u.test(next.word) && !isGrammar(next.word);
}

function isGrammar(word: string): boolean {
  return isSaying(word) || PLAIN.has(word) || isNoName(word) || CLEARS.has(word);
}

/** The water over the sill is less than: where something is, before what compares it. */
function isPlace(before: readonly Token[], at: number): boolean {
  const isPreposition = /^(?:above|below|over|under|beneath|past|beyond)$/u.test(before[at]!.word);
  const isThing = /^(?:the|my|our|its|a|an)$/u.test(before[at + 1]?.word ?? "");
  const isLater = before
    .slice(at + 2)
    .some(({ word }) => (voteOf(word)?.weight ?? 0) >= WEIGHTS.sharp);
  return isPreposition && isThing && isLater;
}

/** Too hot, a high alarm: an adjective that says the side itself. */
function isLabelled(before: readonly Token[], at: number): boolean {
  const { word } = before[at]!;
  if (!HIGH.has(word) && !LOW.has(word)) return false;
  const behind = before.slice(at + 1, at + 4).map((token) => token.word);
  return (
    before[at - 1]?.word === "too" || behind.some((one) => /^(?:alarm|alert|warning)$/u.test(one))
  );
}

function sumOf(ahead: readonly Vote[], after: readonly Vote[]): Side | "contrary" | null {
  const votes = [...ahead, ...after];
  const weightOf = (way: Way): number =>
    Math.max(0, ...votes.filter((vote) => vote.way === way).map(({ weight }) => weight));
  const [up, down] = [weightOf("up"), weightOf("down")];
  const most = Math.max(up, down);
  if (most === 0) return null;
  if (Math.min(up, down) >= CONTRARY * most) return "contrary";
  const way = up > down ? "up" : "down";
  const own = votes.filter((vote) => vote.way === way);
  const best = own.find(({ weight }) => weight === most)!;
  const isIncluded = best.isIncluded || after.some((vote) => vote.way === way);
  return { way, isIncluded, isSharp: most > WEIGHTS.moved };
}

/** Of the heavier side; a high level below its limit is said with both. */
const CONTRARY = 0.25;

function faded(distance: number): number {
  return 1 / (1 + FADES * distance);
}

/** Where a value belongs: said behind it as well. */
const LIVES = /^(?:live|lives|belongs|wants|wanted|needed|required|tolerance|keep|kept|likes)$/u;

const UNFINE =
  /\b(?:not|isn't|aren't|never|hardly) (?:\w+ )?(?:fine|ok|okay|good|acceptable|normal|safe|right)\b/u;

export interface Rule {
  readonly kind: "alarm" | "allowed";
  /** The comparison is denied. */
  readonly isTurned: boolean;
}

/** Whether its clause says when to alert or what must hold; null where that is doubtful. */
export function ruleOf(
  stated: Stated,
  clause: Clause,
  {
    isElse,
    isEnded,
    isRange,
  }: { readonly isElse: boolean; readonly isEnded: boolean; readonly isRange: boolean },
): Rule | null {
  const before = stated.before.map(({ word }) => word);
  const all = words(clause);
  const { introducer } = clause;
  const alarm = alarmAt(clause);
  // Should trigger the alarm: of the alarm, and not of the reading.
  const isOfAct = (word: string): boolean =>
    alarm > all.indexOf(word) && alarm - all.indexOf(word) <= 3;
  // What must be done then stands behind the number, and is of the alarm.
  const norm = [
    ...before,
    ...(isRange || introducer === null ? all.filter((word) => LIVES.test(word)) : []),
  ].filter((word) => NORM.has(word) && !isOfAct(word));
  const may = all.filter(
    (word, i) =>
      MAY.has(word) && !isOfAct(word) && !/^an?$/u.test(all[i - 1] ?? "") && !isMonth(all, i),
  );
  const negations = before.filter((word) => NEGATIONS.has(word)).length;
  if (negations > 1) return null;
  // No climbing with wind past 50 mph: of what is done, and not of the comparison.
  const isNobody = before.some((word) => /^(?:nobody|none)$/u.test(word));
  if (isNobody && (introducer !== null || !before.includes("with"))) return null;
  const none = stated.before.findIndex(({ word }) => /^(?:no|nobody)$/u.test(word));
  const isOfThing =
    none >= 0 && !/(?:er|more|less)$/u.test(before[none + 1] ?? "") && introducer === null;
  if (isOfThing && sideOf(stated) !== null && alarm < 0) return { kind: "alarm", isTurned: false };
  const isTurned = negations === 1;
  // A minimum of one hour is for how long.
  const isLimit = clause.tokens.some(
    ({ word }, i) =>
      (MAXIMUM.has(word) || MINIMUM.has(word)) && clause.tokens[i + 1]?.amount?.sort !== "time",
  );
  if (introducer === "unless") return isElse ? null : { kind: "allowed", isTurned };
  if (introducer !== null && !isElse) {
    // In the event that it should fall short: a condition.
    const isNorm = norm.some((word) => /^(?:must|shouldn't|shall|ought)/u.test(word));
    if (isNorm || isLimit) return null;
    return { kind: "alarm", isTurned };
  }
  if (norm.length > 0 || isLimit) return { kind: "allowed", isTurned };
  if (may.length > 0 && UNFINE.test(all.join(" "))) return null;
  if (may.length > 0)
    return isRange || isTurned || isEnded || isElse ? { kind: "allowed", isTurned } : null;
  if (isElse) return introducer === null ? { kind: "allowed", isTurned } : null;
  // Sauna not over 95 degrees: without a verb it says what must hold.
  if (isTurned && /^(?:not|no|nor)$/u.test(before.at(-2) ?? "") && !before.some(isVerb))
    return { kind: "allowed", isTurned };
  // No higher than 55 degrees, said of a thing and beside its alarm.
  const isNoMore = stated.before.at(-1)?.isDenied === true && !before.some(isVerb);
  if (isNoMore && !isTurned) return { kind: "allowed", isTurned };
  if (isTurned || isEnded) return null;
  return { kind: "alarm", isTurned: false };
}

/** Between March and May. */
function isMonth(all: readonly string[], at: number): boolean {
  const isLast = at > 0 && at === all.length - 1;
  return (
    all[at] === "may" && (isLast || /^(?:to|until|till|since|through)$/u.test(all[at - 1] ?? ""))
  );
}

function isVerb(word: string): boolean {
  return /^(?:is|are|isn't|aren't|be|been|being|am|do|does|goes|go|gets?|stays?|has|have|was|were)$/u.test(
    word,
  );
}

/** 5 K above the outlet: a difference of two, and not the place of one. */
export function isDifference({ before, behind, isFollowed }: Stated): boolean {
  const [first, second] = behind.map(({ word }) => word);
  const isSided = (word: string | undefined): boolean =>
    word !== undefined &&
    (UP.has(word) || DOWN.has(word) || FARTHER.has(word)) &&
    !/^(?:up|down)wards?$/u.test(word) &&
    !(isFollowed && word === "over");
  const isOr = /^(?:or|and)$/u.test(first ?? "");
  // Over the weekend.
  if (first === "over" && behind.some(({ word }) => WHEN_NOUN.test(word))) return false;
  if (
    isOr
      ? isSided(second) &&
        behind.length > 2 &&
        !isFollowed &&
        /^(?:than|the)$/u.test(behind[2]!.word)
      : isSided(first)
  )
    return true;
  // Exceeds the outlet by 5 K.
  return before.slice(-3).some(({ word }) => word === "by");
}

/** It names an end that is included: what holds, or what to alert at, is open where nothing else says it. */
export function isBound({ before, behind }: Stated): boolean {
  return [...before, ...behind.slice(0, 1)].some(({ word }) =>
    /^(?:at-least|at-most|up-to)$/u.test(word),
  );
}

/** Whether it says where the alert ends. */
export function isClear(
  { before, behind }: Stated,
  clause: Clause,
  ahead: Clause | undefined,
): boolean {
  const said = [...before, ...behind.slice(0, 2)].map(({ word }) => word);
  const isAhead = ahead !== undefined && words(ahead).some((word) => CLEARS.has(word));
  return (
    said.some((word) => CLEARS.has(word)) ||
    (isAhead && (clause.introducer !== null || ahead.introducer === "until")) ||
    clause.introducer === "until"
  );
}

export type RangeSide = "inside" | "outside" | null;

/** How a range is spoken of. */
export function rangeSideOf(
  { before, behind }: Stated,
  clause: Clause,
  rest: readonly Clause[],
): RangeSide {
  const near = before.map(({ word }) => word);
  const isOutside = near.some((word) => OUTSIDE.has(word));
  if (isOutside) return "outside";
  if (near.some((word) => INSIDE.has(word))) return "inside";
  const said = [...behind.map(({ word }) => word), ...rest.flatMap((one) => words(one))];
  if (said.some((word) => OUTSIDE.has(word))) return "outside";
  return said.some((word) => /^(?:inside|within|window|band|range|zone)$/u.test(word))
    ? "inside"
    : null;
}

/** The way of a change, where a verb or an adverb of one leads to the number. */
export function changeOf({ before }: Stated): Way | "both" | null {
  const ways = before.flatMap(({ word }) => wayOf(word) ?? []);
  return ways.at(-1) ?? becomingOf(before);
}

/** Gets lighter by a kilo, becomes warmer in the room by three degrees. */
function becomingOf(before: readonly Token[]): Way | null {
  const by = before.findLastIndex(({ word }) => word === "by");
  const at = before.findIndex(({ word }) =>
    /^(?:gets?|becomes?|turns?|grows?|getting|becoming)$/u.test(word),
  );
  if (by < 0 || at < 0 || by < at) return null;
  const { word } = before[at + 1]!;
  return UP.has(word) ? "up" : DOWN.has(word) ? "down" : null;
}

const DENYING = /^(?:not|never|mustn't|shouldn't|can't|cannot|no|don't|doesn't|isn't)$/u;

/** It turns the change behind it. */
export function isDenying(word: string): boolean {
  return DENYING.test(word);
}

export function isDeniedBefore({ before }: Stated): boolean {
  return before.some(({ word }) =>
    /^(?:not|never|no|nothing|cannot|can't|mustn't|shouldn't|shan't|at-most|at-least)$/u.test(word),
  );
}

/** The way that a verb or an adverb of a change leads. */
export function wayOf(word: string): Way | "both" | null {
  if (RISES.has(word)) return "up";
  if (FALLS.has(word)) return "down";
  return VARIES.has(word) ? "both" : null;
}
