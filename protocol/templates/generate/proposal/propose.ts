/**
 * A draft to confirm: where the strict reader stops, each number of the sentence gets the role that its
 * nearest words say by their weights. A sentence that is doubtful about its side, or about whether it is an alarm, has
 * no draft at all; words that nothing took are shown with it.
 */
import { READINGS } from "../condition/condition.js";
import type { Amount, Comparator, Condition, Part } from "../condition/condition.js";
import { asksIn, isAverse } from "./asks.js";
import { clausesOf, hasNumber, isControl, merged, words } from "./clauses.js";
import type { Clause } from "./clauses.js";
import { ANGLES, AVERAGES, DENIALS, MAY, QUIET, STRONG, THERMAL, UNBUILT } from "./lexicon.js";
import { nameOf } from "./names.js";
import type { Name } from "./names.js";
import { isImpossible, isOther } from "./possible.js";
import {
  changeOf,
  isBound,
  isClear,
  isDifference,
  isSaying,
  rangeSideOf,
  ruleOf,
  sideOf,
  wayOf,
} from "./said.js";
import type { Side } from "./said.js";
import { settled } from "./labels.js";
import { statedIn } from "./stated.js";
import type { Stated } from "./stated.js";
import { tokensOf } from "./tokens.js";
import type { Amounted, Token } from "./tokens.js";
import { unreadIn } from "./unread.js";
import type { Unread } from "./unread.js";

export interface Supposed {
  readonly what: string;
  readonly value: string;
  readonly why: string;
}

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

/** @throws Doubtful with the reason why nothing is proposed */
export function proposed(text: string): Proposal {
  const read = tokensOf(text);
  if (read === null || !read.some(({ kind }) => kind === "number")) doubt("no number");
  const clauses = settled(text, clausesOf(merged(read)));
  if (UNBUILT.test(text) || SIGNS.test(text)) doubt("more than a condition says");
  const asks = asksIn(text, clauses) ?? doubt("no alarm is asked for");
  return new Reader(text, clauses, asks).whole();
}

/** An operation between readings, and the spread of a number. */
const SIGNS = /[×÷*]|[a-z] \+ [a-z]|\d\(\d+\)/u;
/** Says of what must hold that it is the alarm. */
const CONTRADICTS = new RegExp(
  "\\b(?:(?:if|when) (?:it|they|that) (?:does|do|is|are|happens)\\b(?! not|n't)|in that case|(?:below" +
    "|above|over|under|than) that\\b|in there)",
  "iu",
);

class Doubtful extends Error {}

function doubt(why: string): never {
  throw new Doubtful(why);
}

interface Compared {
  readonly stated: Stated;
  readonly comparator: Comparator;
  readonly kind: Condition["kind"];
  readonly name: Name | null;
}

class Reader {
  readonly #text: string;
  readonly #clauses: readonly Clause[];
  readonly #asks: readonly number[];
  readonly #supposed: Supposed[] = [];
  readonly #used = new Set<Token>();
  readonly #isElse: boolean;

  constructor(text: string, clauses: readonly Clause[], asks: readonly number[]) {
    this.#text = text;
    this.#clauses = clauses;
    this.#asks = asks;
    this.#isElse = isElseIn(clauses, asks);
    if (this.#isElse && asks.length > 1 && !clauses.some(isDemand)) doubt("which of two calls?");
  }

  whole(): Proposal {
    const all = statedIn(this.#clauses);
    const [times, values] = parted(all, ({ amounts: [one] }) => one?.sort === "time");
    const silence = values.length === 0 ? this.#silence(times) : null;
    const condition = silence ?? this.#compared(values, times);
    if (isImpossible(condition)) doubt("no such reading");
    const unread = unreadIn(this.#text, this.#clauses, this.#used);
    return { condition, supposed: this.#supposed, unread };
  }

  #suppose(what: string, value: string, why: string): void {
    this.#supposed.push({ what, value, why });
  }

  #said({ tokens }: Clause): string {
    return this.#text.slice(tokens[0]!.at[0], tokens.at(-1)!.at[1]);
  }

  /** Nothing came for a time. */
  #silence(times: readonly Stated[]): Condition | null {
    const quiet = QUIET.exec(this.#text);
    const [time, other] = times;
    if (quiet === null || time === undefined || other !== undefined) return null;
    if (this.#clauses.some(({ introducer }) => introducer === "unless"))
      doubt("unless nothing comes?");
    if (this.#asks.length === 0) doubt("nobody asks for an alarm");
    const at = this.#clauses.findIndex(({ tokens }) => tokens.at(-1)!.at[1] > quiet.index);
    const clause = this.#clauses[at]!;
    const quietEnd = quiet.index + quiet[0].length;
    const outside = clause.tokens.filter(
      ({ at: [start, end] }) => end <= quiet.index || start >= quietEnd,
    );
    const stated = { ...time, clause: at, before: outside, behind: [] };
    const name = nameOf(stated, this.#clauses) ?? doubt("what is silent?");
    this.#use(name, time);
    for (const token of clause.tokens) if (!outside.includes(token)) this.#used.add(token);
    const { unit, value } = time.amounts[0]!;
    return {
      ...NOTHING,
      parts: [{ ...part(name.text), comparator: "silent for", values: [value], unit }],
    };
  }

  #use(name: Name | null, stated: Stated | null): void {
    for (const token of [...(name?.tokens ?? []), ...(stated?.tokens ?? [])]) this.#used.add(token);
  }

  #compared(values: readonly Stated[], times: readonly Stated[]): Condition {
    // A door that stands open: how long it does is read itself.
    const main = values.length > 0 ? values : times;
    const rest = values.length > 0 ? times : [];
    if (main.some(({ amounts }) => amounts.length === 0)) doubt("a share of what?");
    if (values.length === 0 && !main.every(isLength)) doubt("what is compared?");
    const [clears, said] = parted(main, (one, i) => i > 0 && this.#isClear(one));
    const [first, second, third] = said;
    if (first === undefined || third !== undefined || clears.length > 1) doubt("what is compared?");
    const change = values.length > 0 && second === undefined ? this.#change(first, rest) : null;
    if (change !== null) return change;
    const one = this.#comparedOf(first);
    const both = second === undefined ? null : this.#comparedOf(second, one);
    const isBoth = both !== null && this.#isSame(one, both);
    const parts = this.#partsOf(one, both, isBoth);
    const { average, hold } = this.#lasting(rest, one, parts.length);
    const clear = this.#clearOf(clears[0], parts, one.kind);
    if (
      this.#asks.length === 0 &&
      !(one.kind === "allowed" && isDemand(this.#clauses[first.clause]!))
    )
      doubt("nobody asks for an alarm");
    return {
      ...NOTHING,
      kind: one.kind,
      parts,
      joined: parts.length === 2 ? this.#joint(one, both!) : null,
      hold,
      clear,
      average,
    };
  }

  #isClear(stated: Stated): boolean {
    return isClear(stated, this.#clauses[stated.clause]!, this.#clauses[stated.clause - 1]);
  }

  #comparedOf(stated: Stated, first: Compared | null = null): Compared {
    const clause = this.#clauses[stated.clause]!;
    const isRange = stated.amounts.length === 2;
    const [isElse, isEnded] = [this.#isElse, isBound(stated)];
    const isBehind = first !== null && first.stated.clause === stated.clause;
    const rule = ruleOf(stated, clause, { isElse, isEnded, isRange }) ?? doubt("alarm or allowed?");
    const kind = first?.kind ?? rule.kind;
    if (rule.kind !== kind && !isBehind) doubt("one is an alarm, and one is allowed");
    const name = nameOf(stated, isBehind ? [] : this.#clauses);
    this.#use(name, stated);
    if (isOther(stated) || isDifference(stated)) doubt("of another quantity");
    this.#checkLead(stated, clause);
    if (kind === "allowed" && !rule.isTurned && CONTRADICTS.test(this.#text))
      doubt("alarm or allowed?");
    const isTurned = rule.isTurned;
    return { stated, kind, name, comparator: this.#comparator(stated, kind, isTurned, first) };
  }

  /** An act on something above 30 degrees, what is fine when, what comes before or behind. */
  #checkLead(stated: Stated, clause: Clause): void {
    const ahead = this.#clauses[stated.clause - 1];
    const first = clause.tokens[0]?.word ?? "";
    const isAct = clause.introducer === null && isControl(first) && hasNumber(clause);
    const isFine =
      clause.introducer !== null &&
      ahead?.end === "" &&
      !this.#asks.includes(stated.clause - 1) &&
      words(ahead).some((word) => MAY.has(word));
    const isAround = stated.before.some(({ word }) => /^(?:before|after)$/u.test(word));
    if (isAct || isFine || isAround) doubt("an act, or another time");
  }

  #comparator(
    stated: Stated,
    kind: Condition["kind"],
    isTurned: boolean,
    first: Compared | null,
  ): Comparator {
    const { amounts, clause } = stated;
    if (amounts.length === 2) {
      const side = rangeSideOf(stated, this.#clauses[clause]!, this.#clauses.slice(clause + 1));
      if (kind === "allowed") {
        const isOut = side === "outside" && stated.before.some(({ word }) => word === "outside");
        return isOut !== isTurned ? "outside" : "inside";
      }
      if (side === null) doubt("inside or outside?");
      return (side === "outside") !== isTurned ? "outside" : "inside";
    }
    const side = this.#sideOf(stated);
    // Must not go below 5 or above 12: one denial of both.
    const isBoth =
      first !== null &&
      kind === "allowed" &&
      isDeniedBefore(first.stated) &&
      first.stated.clause === clause;
    return comparatorOf(side, isTurned || isBoth);
  }

  #sideOf(stated: Stated): Side {
    const own = sideOf(stated);
    if (own === "contrary") doubt("two sides at once");
    if (own !== null) return own;
    // A word beside the number, and not right before it, may be of something else.
    if (stated.behind.some(({ word }) => isSaying(word))) doubt("which side?");
    const ahead = this.#clauses[stated.clause - 1];
    const isLabel = stated.before.length === 0 && ahead !== undefined && !hasNumber(ahead);
    const one = isLabel ? sideOf({ ...stated, before: ahead.tokens, behind: [] }) : null;
    if (one === null || one === "contrary" || one.isSharp) doubt("which side?");
    this.#suppose("side", one.way === "up" ? "at least" : "at most", "by a word beside the number");
    return { ...one, isIncluded: true };
  }

  /** Both sides of one reading: under 33 or over 36. */
  #isSame(one: Compared, both: Compared): boolean {
    return both.name === null || one.name === null || both.name.text === one.name.text;
  }

  #partsOf(one: Compared, both: Compared | null, isBoth: boolean): readonly Part[] {
    if (one.name === null) doubt("what is watched?");
    if ([one, both].some((compared) => compared !== null && isTwo(compared)))
      doubt("of two, which?");
    if (both === null && /\b(?:either|both|neither)\b(?! side)/iu.test(this.#text))
      doubt("of two, which?");
    const name = one.name.text;
    if (both === null) return [this.#part(one, name, one.stated.amounts)];
    if (!isBoth) {
      if (this.#joint(one, both) === null || this.#isActBetween(one, both))
        doubt("how are two joined?");
      return [
        this.#part(one, name, one.stated.amounts),
        this.#part(both, both.name!.text, both.stated.amounts, one),
      ];
    }
    return [this.#rangeOf(one, both, name)];
  }

  #rangeOf(one: Compared, both: Compared, name: string): Part {
    const [a, b] = [one.stated.amounts[0]!, both.stated.amounts[0]!];
    const isDown = (comparator: Comparator): boolean => /^(?:below|at most)$/u.test(comparator);
    if (
      one.stated.amounts.length + both.stated.amounts.length !== 2 ||
      isDown(one.comparator) === isDown(both.comparator)
    )
      doubt("two numbers of one side");
    const [least, most] = a.value <= b.value ? [one, both] : [both, one];
    const joint = this.#joint(one, both);
    // Below the least or above the most; or above the least and below the most.
    const comparator = isDown(least.comparator) ? "outside" : "inside";
    const isAnd = joint === "and";
    if (
      joint === null ||
      isAnd !== (comparator === "inside") ||
      isDown(most.comparator) !== (comparator === "inside")
    )
      if (!(one.kind === "allowed" && comparator === "inside")) doubt("both sides at once");
    const unit = b.unit ?? a.unit;
    const amounts = [a, b].map((amount) => ({ ...amount, unit: amount.unit ?? unit }));
    return this.#part(
      { ...one, comparator },
      name,
      [...amounts].sort((x, y) => x.value - y.value),
    );
  }

  /** And open the valve when: two sentences in one. */
  #isActBetween(one: Compared, both: Compared): boolean {
    const [from, to] = [one.stated.tokens.at(-1)!.at[1], both.stated.tokens[0]!.at[0]];
    return this.#clauses.some(({ tokens }) =>
      tokens.some(
        ({ at: [start, end], word }) =>
          start >= from &&
          end <= to &&
          (isControl(word) ||
            DENIALS.has(word) ||
            MAY.has(word) ||
            STRONG.has(word) ||
            word === "call"),
      ),
    );
  }

  #joint(one: Compared, both: Compared): "and" | "or" | null {
    const [from, to] = [one.stated.tokens.at(-1)!.at[1], both.stated.tokens[0]!.at[0]];
    const between = this.#text.slice(from, to).toLowerCase();
    const isOr =
      /\bor\b(?! (?:more|less|higher|lower|above|below|over|under)\b ?(?:[,;.]|and\b|or\b))/u.test(
        between,
      );
    const isAnd = /\b(?:and|while|whilst|but|with|plus|when)\b|&/u.test(between);
    return isOr === isAnd ? null : isOr ? "or" : "and";
  }

  #part(
    compared: Compared,
    name: string,
    amounts: readonly Amounted[],
    first: Compared | null = null,
  ): Part {
    const { comparator, stated } = compared;
    const unit = this.#unitOf(stated, amounts, first);
    const values = amounts.map(({ value }) => value);
    return { ...part(name), comparator, values: sorted(values), unit };
  }

  /** The unit of a number that has none: of the one beside it, or of what is hot or cold. */
  #unitOf(stated: Stated, amounts: readonly Amounted[], first: Compared | null): string | null {
    const units = new Set(amounts.flatMap(({ unit }) => (unit === null ? [] : [unit])));
    const [unit = null, another] = units;
    if (another !== undefined) doubt("two units");
    if (unit !== null && unit !== "deg") return unit;
    const clause = this.#said(this.#clauses[stated.clause]!);
    if (unit === "deg") {
      if (ANGLES.test(this.#text)) return unit;
      this.#suppose("unit", "degC", "degrees: of which scale is not said");
      return "degC";
    }
    if (amounts.some(({ isNamed }) => isNamed)) return null;
    const isHot =
      THERMAL.test(first === null ? this.#text : clause) || amounts.some(({ value }) => value < 0);
    if (isHot) {
      this.#suppose("unit", "degC", "no unit is said: a temperature by the words beside it");
      return "degC";
    }
    const noun = [...stated.before, ...stated.behind.slice(0, 2)].some(({ word }) =>
      NUMBERS.test(word),
    );
    if (!noun) doubt("in which unit?");
    return null;
  }

  #clearOf(
    stated: Stated | undefined,
    [only]: readonly Part[],
    kind: Condition["kind"],
  ): number | null {
    if (stated === undefined) return null;
    const [amount] = stated.amounts;
    if (stated.amounts.length !== 1 || only!.values.length !== 1) doubt("where does it end?");
    const isUp = /^(?:above|at least)$/u.test(only!.comparator) === (kind === "alarm");
    const { unit, value } = amount!;
    const isOwn = unit === null || unit === only!.unit || unit === "deg";
    const side = sideOf(stated);
    if (side !== null && (side === "contrary" || (side.way === "up") === isUp))
      doubt("where does it end?");
    if (!isOwn || (isUp ? value >= only!.values[0]! : value <= only!.values[0]!))
      doubt("where does it end?");
    this.#use(null, stated);
    return value;
  }

  /** How long it lasts, or over which time it is averaged. */
  #lasting(times: readonly Stated[], { kind, stated }: Compared, parts: number) {
    const [time, other] = times;
    const isMean = this.#clauses.some((clause) => words(clause).some((word) => AVERAGES.has(word)));
    if (time === undefined)
      return isMean ? doubt("averaged over what?") : { hold: null, average: null };
    if (other !== undefined || parts !== 1) doubt("two times");
    this.#use(null, time);
    const amount = amountOf(time);
    if (isMean && amount.unit === READINGS) doubt("averaged over what?");
    if (isMean) return { hold: null, average: amount };
    if (amount.unit !== READINGS && !isHold(time)) doubt("what is that time?");
    if (kind === "allowed" && !isDeniedBefore(stated)) doubt("at once, or after that time?");
    return { hold: amount, average: null };
  }

  /** How far a reading moves within a time. */
  #change(stated: Stated, times: readonly Stated[]): Condition | null {
    const [time, other] = times;
    const way = changeOf(stated);
    if (time === undefined || other !== undefined || way === null || stated.amounts.length !== 1)
      return null;
    if (!isBy(stated) || !isWithin(time)) return null;
    if (way === "both") doubt("does it rise or fall?");
    const isLess = stated.before
      .slice(-3)
      .some(({ word }) => /^(?:less|fewer|under|below|slower)$/u.test(word));
    const isMean = this.#clauses.some((one) => words(one).some((word) => AVERAGES.has(word)));
    if (isLess || isMean || this.#clauses[stated.clause]!.introducer === "unless")
      doubt("a change that must come?");
    const clause = this.#clauses[stated.clause]!;
    const isNorm =
      clause.introducer === null &&
      stated.before.some(({ word }) =>
        /^(?:must|may|should|shall|ought|mustn't|shouldn't|can't|cannot|never)$/u.test(word),
      );
    const negations = stated.before.filter(({ word }) =>
      /^(?:not|never|mustn't|shouldn't|can't|cannot|no|don't|doesn't|isn't)$/u.test(word),
    ).length;
    if (negations > 1 || (negations === 1) !== isNorm || this.#isElse)
      doubt("a change that must come?");
    if (!isNorm && this.#asks.length === 0) doubt("nobody asks for an alarm");
    const name = nameOf(stated, this.#clauses) ?? doubt("what is watched?");
    this.#use(name, stated);
    this.#use(null, time);
    const [amount] = stated.amounts;
    const unit = this.#unitOf(stated, [amount!], null);
    const verb = way === "up" ? "rises" : "falls";
    const comparator = `${verb} ${changedBy(stated, time)}` as const;
    return {
      ...NOTHING,
      parts: [
        { ...part(name.text), comparator, values: [amount!.value], unit, within: amountOf(time) },
      ],
    };
  }
}

const NOTHING: Omit<Condition, "parts"> = {
  version: 1,
  kind: "alarm",
  joined: null,
  hold: null,
  clear: null,
  average: null,
};

function part(quantity: string): Part {
  return { quantity, other: null, comparator: "above", values: [], unit: null, within: null };
}

function amountOf({ amounts: [one] }: Stated): Amount {
  return { value: one!.value, unit: one!.unit ?? "1" };
}

function sorted(values: readonly number[]): readonly number[] {
  return [...values].sort((a, b) => a - b);
}

function parted(
  all: readonly Stated[],
  isOne: (stated: Stated, i: number) => boolean,
): readonly [readonly Stated[], readonly Stated[]] {
  return [all.filter((one, i) => isOne(one, i)), all.filter((one, i) => !isOne(one, i))];
}

function comparatorOf({ isIncluded, way }: Side, isTurned: boolean): Comparator {
  const up = (way === "up") !== isTurned;
  const isEnd = isIncluded !== isTurned;
  if (up) return isEnd ? "at least" : "above";
  return isEnd ? "at most" : "below";
}

function isDeniedBefore({ before }: Stated): boolean {
  return before.some(({ word }) =>
    /^(?:not|never|no|nothing|cannot|can't|mustn't|shouldn't|shan't|at-most|at-least)$/u.test(word),
  );
}

/** The inlet or outlet pressure: two readings before one comparison. */
function isTwo({ name, stated: { before } }: Compared): boolean {
  const at = before.findIndex(({ word }) => /^(?:and|or|nor)$/u.test(word));
  return (
    at > 0 && name !== null && before.slice(0, at).some((token) => name.tokens.includes(token))
  );
}

/** A speed, or a change with its amount or beyond it. */
function changedBy(
  { before, behind }: Stated,
  time: Stated,
): "by" | "by more than" | "faster than" {
  const said = before.slice(-4).map(({ word }) => word);
  const isSpeed = said.some((word) => /^(?:faster|quicker|slower)$/u.test(word));
  if (isSpeed || time.before.length === 0 || /^(?:per|each|every)$/u.test(time.before.at(-1)!.word))
    return "faster than";
  const isMore = said.some((word) => /^(?:more|over|exceeds?|exceeding|greater)$/u.test(word));
  return isMore && behind[0]?.word !== "or" ? "by more than" : "by";
}

/** More than 90 seconds: how long something takes is compared itself. */
function isLength({ before }: Stated): boolean {
  const [last, ahead] = [before.at(-1)?.word ?? "", before.at(-2)?.word ?? ""];
  return (
    /^(?:than|over|beyond|past|exceeds?|exceeding|at-least|at-most|above)$/u.test(last) &&
    !/^(?:for)$/u.test(ahead)
  );
}

/** What must hold is to be heard of where it does not, even if nobody says so. */
function isDemand(clause: Clause): boolean {
  return words(clause).some((word) =>
    /^(?:must|mustn't|should|shouldn't|shall|shan't|never|keep|kept|maintain)$/u.test(word),
  );
}

function isHold({ before, behind }: Stated): boolean {
  // For the day: a period, and nothing that lasts.
  if (/^(?:the|last|this|past|each|every|per|any)$/u.test(before.at(-1)?.word ?? "")) return false;
  const near = before.slice(-5).map(({ word }) => word);
  const isBefore = near.some((word) =>
    /^(?:for|longer|lasting|lasts|at-least|sustained|exceeding|straight|persists?|continuously)$/u.test(
      word,
    ),
  );
  return isBefore || /^(?:or|straight|continuously|solid|plus)$/u.test(behind[0]?.word ?? "");
}

function isWithin({ before }: Stated): boolean {
  const near = before.slice(-3).map(({ word }) => word);
  return (
    near.length === 0 ||
    near.some((word) => /^(?:in|within|inside|over|during|per|an?|each|every|any)$/u.test(word))
  );
}

/** By 5 K, more than 5 K: an amount, and no place. */
function isBy({ before }: Stated): boolean {
  const near = before.slice(-3).map(({ word }) => word);
  if (
    near.some((word) =>
      /^(?:above|below|under|beneath|to|at|past|beyond|down-to|up-to)$/u.test(word),
    )
  )
    return false;
  return (
    near.some((word) => /^(?:by|more|faster|at-least|over|quicker)$/u.test(word)) ||
    isMoving(near.at(-1))
  );
}

function isMoving(word: string | undefined): boolean {
  return word !== undefined && wayOf(word) !== null;
}

/** All else than this is an alarm. */
function isElseIn(clauses: readonly Clause[], asks: readonly number[]): boolean {
  return clauses.some((clause, i) => {
    const first = clause.tokens[0]?.word ?? "";
    const isOr =
      first === "or" && clause.introducer === null && !hasNumber(clause) && asks.includes(i);
    const isElse = isOr || words(clause).some((word) => /^(?:otherwise|else)$/u.test(word));
    return isElse && (asks.includes(i) || asks.includes(i - 1) || asks.includes(i + 1));
  });
}

/** Nouns of pure numbers. */
const NUMBERS = new RegExp(
  "^(?:ph|index|ratio|factor|score|counts?|counter|coefficient|magnitude|users|people|requests" +
    "|errors|jobs|messages|visitors|cars|connections|sessions|items|queue|number|uv)$",
  "u",
);
