/** Two readings that are compared with each other: how far the first is from the second, or which share of it. */
import { dimensionsEqual } from "../../../units/index.js";
import type { Comparator, Condition } from "../condition/condition.js";
import { kindAtEnd } from "../kinds.js";
import type { Kind } from "../kinds.js";
import { isNoName } from "../nounPhrase.js";
import { unitOf as unitOfKind } from "../ratio.js";
import { WHEN_NOUN } from "../words.js";
import { words } from "./clauses.js";
import { CONTRADICTS } from "./compared.js";
import { doubt } from "./doubt.js";
import { DOWN, FARTHER, MAY, PLAIN, STRONG, UP, WEAK } from "./lexicon.js";
import { isNoun, MOVING } from "./names.js";
import { NOTHING, part } from "./parts.js";
import type { Lasting } from "./lasting.js";
import { isDenying, isSaying } from "./said.js";
import type { Sentence } from "./sentence.js";
import type { Stated } from "./stated.js";
import type { Token } from "./tokens.js";
import { unitOf } from "./units.js";

interface Pair {
  readonly first: string;
  readonly second: string;
  readonly tokens: readonly Token[];
}

interface Two extends Pair {
  readonly comparator: Comparator;
}

const NAME_WORDS = 5;
const DETERMINER = /^(?:the|my|our|its|their|his|her|that|a|an|this)$/u;
/** A second of these is no reading: what is right or was before, or a place. */
const NO_READING = new RegExp(
  "\\b(?:usual|normal|norm|limits?|threshold|average|mean|maximum|minimum|median|expected|allowed|before|previous" +
    "|last|rest|others?|forecast|rated|nominal|set-?point|setting|target|reference|design|baseline|plan" +
    "|ground|floor|sea|surface|deck|datum|keel|roof|bottom|zero|freezing|chart|nought|rail|kerb|sill|crest|it|that" +
    "|this|one|them|capacity|rating|full|value|mark|line)\\b",
  "u",
);
const INSTRUMENT = new RegExp(
  "^(?:bottom|surface|roof|deck|floor|ground|rail|mark) (?:\\w+ )?" +
    "(?:thermocouple|sensor|probe|gauge|thermometer|temperature|pressure|meter)$",
  "u",
);
const DIFFERENCE = /^(?:diff|differences?|differential|gap|mismatch|delta|spread|split)$/u;
const DIFFERS = /^(?:differs?|disagrees?|diverges?|apart|deviates?|differing)$/u;
const MORE = /^(?:more|over|exceeds?|exceeding|above|greater|larger|bigger|beyond|>|wider)$/u;
const NEVER = /^(?:must|mustn't|should|shouldn't|shall|shan't|may|can|cannot|can't|never)$/u;
/** Places of a pair: what stands behind a number with one of them is a reading. */
const PAIRED = new RegExp(
  "^(?:supply|return|inlet|outlet|ambient|indoor|outdoor|upstream|downstream|suction|discharge|feed|input" +
    "|output|left|right|upper|lower|primary|secondary)$",
  "u",
);
const NORM = /^(?:must|should|shall|keep|kept)$/u;
const LESS = /^(?:less|under|below|fewer|smaller|within)$/u;

/** Null where the number compares no two readings. @throws Doubtful where the second is none */
export function twoIn(
  sentence: Sentence,
  stated: Stated,
  lasting: () => Lasting,
): Condition | null {
  if (stated.amounts.length !== 1) return null;
  const near = nearIn(sentence, stated);
  const two: Two | null =
    near ??
    minusOf(stated) ??
    shareOf(stated) ??
    between(stated) ??
    behindNumber(stated) ??
    aheadOf(stated);
  if (two === null)
    return stated.before.some(({ word }, i) => isBetween(stated.before, word, i))
      ? doubt("of which two?")
      : null;
  const clause = sentence.clauses[stated.clause]!;
  const said = words(clause);
  const isMust = isMustBe(sentence, stated);
  // Must not differ by more than 5 K: they alert where they do.
  const isNever =
    clause.introducer === null &&
    two.comparator.startsWith("differs") &&
    said.filter(isDenying).length === 1 &&
    said.some((word) => NEVER.test(word)) &&
    sideOf(stated.before) === "more";
  const isDoubtful =
    near === null &&
    !isMust &&
    !isNever &&
    (sentence.isElse ||
      clause.introducer === "unless" ||
      said.some((word) =>
        /^(?:not|never|no|must|mustn't|should|shouldn't|may|can|cannot|can't|isn't|keep|within)$/u.test(
          word,
        ),
      ));
  if (isDoubtful) doubt("two readings that must stay near?");
  const isOrLess = stated.behind[0]?.word === "or" && LESS.test(stated.behind[1]?.word ?? "");
  if (isOrLess && !two.comparator.startsWith("is ")) doubt("no further than that?");
  if (sentence.asks.length === 0) doubt("nobody asks for an alarm");
  const { comparator, first, second, tokens } = two;
  if (first === second) doubt("which two readings?");
  sentence.use({ tokens }, stated);
  const { amounts } = stated;
  const isShare = comparator.startsWith("is ");
  const unit = isShare ? amounts[0]!.unit : unitOf(sentence, stated, amounts, false);
  const values = [amounts[0]!.value];
  const { average, hold } = lasting();
  if (average !== null) doubt("averages of two");
  const kind = isMust ? "allowed" : "alarm";
  if (isMust && hold !== null) doubt("at once, or after that time?");
  return {
    ...NOTHING,
    kind,
    hold,
    parts: [{ ...part(first), other: second, comparator, values, unit }],
  };
}

/** Hot aisle minus cold aisle bigger than 18 K. */
function minusOf({ before, behind }: Stated): Two | null {
  const at = before.findIndex(({ word }) => word === "minus");
  if (at < 1) return null;
  const rest = before.slice(at + 1);
  const end = rest.findIndex(
    ({ word }, i) => (isSaying(word) && !isNoun(rest, i)) || MOVING.test(word),
  );
  const side = sideOf(rest.slice(-3));
  if (end < 1 || side === null) return null;
  const pair = named(runOf(before.slice(0, at)), runOf(rest.slice(0, end)));
  if (pair === null) return null;
  const isMore = side === "more" && !isMoreBehind(behind);
  return {
    ...pair,
    comparator: `exceeds by ${side === "less" ? "less than" : isMore ? "more than" : "at least"}`,
  };
}

/** Exhaust pressure greater than inlet pressure: which of two is larger, without a number. */
export function whichIn(sentence: Sentence): Condition | null {
  const found = sentence.clauses.flatMap(({ introducer, tokens }) => {
    const at = tokens.findIndex(({ word }, i) => i > 0 && wayOf(word) !== null);
    const isOrdered =
      tokens[at + 1]?.word === "than" || tokens[at]?.word.startsWith("exceed") === true;
    const pair = at < 1 ? null : pairOf(tokens.slice(0, at), tokens.slice(at + 1), isOrdered);
    const isPlain = introducer !== "unless" && tokens.every(({ word }) => !isDenying(word));
    const next = tokens.slice(at + 1).find(({ word }) => !/^(?:than|the|my|our|its)$/u.test(word));
    if (pair === null || !pair.tokens.includes(next!)) return [];
    return [isPlain ? { pair, way: wayOf(tokens[at]!.word)! } : null];
  });
  const [one, other] = found;
  if (one === undefined || one === null || other !== undefined || sentence.isElse) return null;
  if (sentence.asks.length === 0 || sentence.clauses.some((clause) => words(clause).some(isMaybe)))
    return null;
  const { first, second, tokens } = one.pair;
  if (first === second) return null;
  sentence.use({ tokens }, null);
  const comparator: Comparator = `${one.way === "up" ? "exceeds" : "trails"} by more than`;
  const kind = [first, second]
    .map((name) => kindAtEnd(name.split(" ")))
    .find((one) => one !== null);
  const unit = kind === undefined ? null : unitOfKind(kind);
  return { ...NOTHING, parts: [{ ...part(first), other: second, comparator, values: [0], unit }] };
}

function isMaybe(word: string): boolean {
  return MAY.has(word) || NEVER.test(word) || NORM.test(word);
}

/** Has to be 15 Pa over the corridor, ring if not. */
function isMustBe(
  { clauses, isElse, text }: Sentence,
  { before, behind, clause }: Stated,
): boolean {
  const said = [...before, ...behind];
  const isNorm = isElse && before.some(({ word }) => NORM.test(word));
  const isSharp = said.some(({ word }) => isDenying(word)) || sideOf(before) === "less";
  return isNorm && !isSharp && clauses[clause]!.introducer === null && !CONTRADICTS.test(text);
}

/** Must stay within 5 K of the frame, or else: they differ by more. */
function nearIn({ clauses, isElse, text }: Sentence, stated: Stated): Two | null {
  const { before, behind, clause } = stated;
  if (before.at(-1)?.word !== "within" || behind[0]?.word !== "of") return null;
  const isNorm = isElse || before.some(({ word }) => NORM.test(word));
  const isDenied = before.some(({ word }) => isDenying(word));
  if (clauses[clause]!.introducer !== null || !isNorm || isDenied || CONTRADICTS.test(text))
    return null;
  const pair = pairOf(before.slice(0, -1), behind.slice(1));
  return pair === null ? null : { ...pair, comparator: "differs by" };
}

/** Less than 90 % of the inlet flow, 1.5 times the other. */
function shareOf({ amounts: [amount], before, behind }: Stated): Two | null {
  const isShare = amount!.unit === "%" || amount!.unit === null;
  const [first, ...rest] = behind;
  if (!isShare || first === undefined) return null;
  if (!(amount!.unit === "%" ? first.word === "of" : first.word === "times")) return null;
  const side = sideOf(before);
  const pair = pairOf(before, rest);
  if (pair === null || side === null) return null;
  const kinds = [pair.first, pair.second].map((name) => kindAtEnd(name.split(" ")));
  const isOne = kinds.every((kind) => kind !== null) && isSame(kinds[0]!, kinds[1]!);
  // A scale with a zero of its own has no shares.
  if (!isOne || kinds[0]!.measures.some(({ unit }) => unit === "K")) doubt("a share of what?");
  return {
    ...pair,
    comparator: side === "more" ? "is a larger share than" : "is a smaller share than",
  };
}

/** The difference of two, and no differential of a strainer. */
function isBetween(before: readonly Token[], word: string, at: number): boolean {
  const [next, rest] = [before[at + 1]?.word ?? "", before.slice(at + 2)];
  // The difference in pressure across the filter: one reading.
  const isOfTwo = next === "between" || rest.some((one) => /^(?:and|to|versus)$/u.test(one.word));
  return DIFFERENCE.test(word) && /^(?:between|of|in)$/u.test(next) && isOfTwo;
}

function isSame(a: Kind, b: Kind): boolean {
  return a.measures.some(({ dimension }) =>
    b.measures.some((other) => dimensionsEqual(other.dimension, dimension)),
  );
}

/** The difference between A and B, A and B differ by, A differs from B by. */
function between({ before, behind }: Stated): Two | null {
  const at = before.findIndex(({ word }) => DIFFERENCE.test(word));
  const side = sideOf(before) ?? "least";
  const comparator =
    side === "more" && !isMoreBehind(behind) ? "differs by" : "differs by at least";
  const to = before.findIndex(({ word }, i) => i < at && /^(?:to|versus|vs)$/u.test(word));
  if (at >= 0 && to > 0 && side !== "less") {
    const pair = named(runOf(before.slice(0, to)), runOf(before.slice(to + 1, at)));
    if (pair !== null) return { ...pair, comparator };
  }
  if (at >= 0) {
    const and = before.findIndex(({ word }, i) => i > at && word === "and");
    const opens = before[at + 1]?.word;
    if (and < 0 || !/^(?:between|of|in)$/u.test(opens ?? "") || side === "less") return null;
    const pair = named(runOf(before.slice(at + 2, and)), runOf(before.slice(and + 1)));
    return pair === null ? null : { ...pair, comparator };
  }
  const differs = before.some(({ word }) => DIFFERS.test(word));
  const joint = behind.findIndex(({ word }) => word === "and");
  if (differs && behind[0]?.word === "between" && joint > 0 && side !== "less") {
    const pair = named(runOf(behind.slice(1, joint)), runOf(behind.slice(joint + 1)));
    if (pair !== null) return { ...pair, comparator };
  }
  const apart = behind.slice(0, 3).some(({ word }) => /^(?:apart|different)$/u.test(word));
  const verb = apart ? before.length : before.findIndex(({ word }) => DIFFERS.test(word));
  if (verb < 0 || side === "less") return null;
  const from = before.findIndex(({ word }, i) => i > verb && word === "from");
  const and = before.findIndex(({ word }, i) => i < verb && word === "and");
  const pair =
    from > 0
      ? named(runOf(before.slice(0, verb)), runOf(before.slice(from + 1)))
      : and > 0
        ? named(runOf(before.slice(0, and)), runOf(before.slice(and + 1, verb)))
        : null;
  return pair === null ? null : { ...pair, comparator };
}

/** 5 K above the outlet, 3 degrees warmer than the loft. */
function behindNumber({ before, behind, isFollowed }: Stated): Two | null {
  const [word, next] = behind.map((token) => token.word);
  if (word === undefined || /^(?:up|down)wards?$/u.test(word)) return null;
  const isOr = /^(?:or|and)$/u.test(word);
  const at = isOr ? 2 : 0;
  const order = behind[at]?.word ?? "";
  const way = isOr && !/^(?:more|less)$/u.test(next ?? "") ? null : wayOf(order);
  if (way === null || (isFollowed && order === "over")) return null;
  // Above 30 degrees over the weekend: it is compared already.
  if (
    /^(?:above|below|under|beyond|exceeds?|exceeding|past|[<>≤≥]=?)$/u.test(
      before.at(-1)?.word ?? "",
    )
  )
    return null;
  const pair = pairOf(before, behind.slice(at + 1));
  if (pair === null) return null;
  const side = sideOf(before);
  if (side === "less") return null;
  return ordered(pair, side === "more" && !isOr, way);
}

/** The inlet exceeds the outlet by 5 K, the loft is colder than the hall by more than 3 degrees. */
function aheadOf({ before, behind }: Stated): Two | null {
  const by = before.findLastIndex(({ word }) => word === "by");
  if (by < 0 || before.length - by > 3) return null;
  const at = before.findLastIndex(
    ({ word }, i) => i < by && wayOf(word) !== null && !isNoun(before, i),
  );
  if (at < 0) return null;
  const pair = pairOf(before.slice(0, at), before.slice(at + 1, by), true);
  const side = sideOf(before.slice(by));
  if (pair === null || side === "less") return null;
  const isMore = side === "more" && !isMoreBehind(behind);
  return ordered(pair, isMore, wayOf(before[at]!.word)!);
}

function ordered(pair: Pair, isMore: boolean, way: "up" | "down"): Two {
  const amount = isMore ? "by more than" : "by at least";
  return { ...pair, comparator: `${way === "up" ? "exceeds" : "trails"} ${amount}` };
}

function wayOf(word: string): "up" | "down" | null {
  if (FARTHER.has(word)) return null;
  return UP.has(word) || word === "ahead"
    ? "up"
    : DOWN.has(word) || word === "behind"
      ? "down"
      : null;
}

function sideOf(before: readonly Token[]): "more" | "less" | null {
  const near = before.slice(-3).map(({ word }) => word);
  if (near.some((word) => LESS.test(word))) return "less";
  return near.some((word) => MORE.test(word)) ? "more" : null;
}

function isMoreBehind(behind: readonly Token[]): boolean {
  return behind[0]?.word === "or";
}

/** The second begins with an article, or is a quantity of its own. */
function pairOf(
  before: readonly Token[],
  behind: readonly Token[],
  isOrdered = false,
): Pair | null {
  const rest = behind[0]?.word === "than" || behind[0]?.word === "of" ? behind.slice(1) : behind;
  const second = runOf(rest);
  const isArticle = DETERMINER.test(rest[0]?.word ?? "");
  const first = runOf(before);
  // Wet bulb below dry bulb.
  const isTwin = second.length > 1 && first.at(-1)?.word === second.at(-1)?.word;
  const isPaired = second.some(({ word }) => PAIRED.test(word));
  const isReading =
    isArticle ||
    isTwin ||
    isOrdered ||
    isPaired ||
    kindAtEnd(second.map(({ word }) => word)) !== null;
  return second.length === 0 || !isReading ? null : named(first, second);
}

function named(first: readonly Token[], second: readonly Token[]): Pair | null {
  const [a, b] = [first, second].map((run) =>
    run
      .map(({ word }) => word.replace(/['’]s?$/u, ""))
      .join(" ")
      .trim(),
  );
  if (WHEN_NOUN.test(b!.split(" ").at(-1)!)) return null;
  if (a === "" || b === "" || [a!, b!].some(isNoReading)) return null;
  return { first: a!, second: b!, tokens: [...first, ...second] };
}

/** The bottom thermocouple is read, and the bottom is not. */
function isNoReading(name: string): boolean {
  return NO_READING.test(name) && !INSTRUMENT.test(name);
}

/** A name of a reading: words that stand together. */
function runOf(tokens: readonly Token[]): readonly Token[] {
  const run: Token[] = [];
  for (const [i, token] of tokens.entries()) {
    const { amount, kind, word } = token;
    const isName =
      isNoun(tokens, i) ||
      (kind === "word" &&
        !PLAIN.has(word) &&
        !isSaying(word) &&
        !STRONG.has(word) &&
        !WEAK.has(word) &&
        (!isNoName(word) || /^(?:inside|outside)$/u.test(word) || amount !== null));
    if (isName) run.push(token);
    else if (run.length > 0 && !/^(?:of|the|at|in|on)$/u.test(word)) break;
  }
  return run.slice(0, NAME_WORDS);
}
