/** How far a reading may be from a number that is right: off 80 by more than 5, within 10 % of 230 V. */
import type { Comparator, Condition } from "../condition/condition.js";
import { doubt } from "./doubt.js";
import { words } from "./clauses.js";
import { CONTRADICTS } from "./compared.js";
import type { Lasting } from "./lasting.js";
import { nameOf } from "./names.js";
import { NOTHING, part } from "./parts.js";
import type { Sentence } from "./sentence.js";
import { changeOf, isDenying, sideOf as sideOfNumber } from "./said.js";
import { sizeOf } from "./stated.js";
import type { Stated } from "./stated.js";
import { unitOf } from "./units.js";

/** What a double adds in its last places is none of it. */
const DIGITS = 12;
const RIGHT = new RegExp(
  "^(?:nominal|target|set-?point|setting|normal|rated|rating|design|specified|reference|desired|usual" +
    "|baseline|capacity)$",
  "u",
);
const LEAVES = new RegExp(
  "^(?:off|strays?|straying|deviates?|deviating|departs?|drifts?|drifting|wanders?|moves?" +
    "|shifts?|differs?|from|away|out|varies|swings?)$",
  "u",
);
const ABOVE = /^(?:above|over|higher|more|past|beyond|exceeds?|upwards?)$/u;
const BELOW = /^(?:below|under|lower|less|beneath|short|downwards?)$/u;
const PLACES = /^(?:below|above|under|over|beyond|of|from|off|around|either|than)$/u;

/**
 * Two numbers: one that is right, and how far from it. Null where they are none.
 * @param ends which say where an alert ends, and have no place beside it
 */
export function nominalIn(
  sentence: Sentence,
  stated: readonly Stated[],
  lasting: (stated: Stated) => Lasting,
): Condition | null {
  const [one, other, third] = stated;
  if (one === undefined || other === undefined || third !== undefined) return null;
  if (one.amounts.length + other.amounts.length !== 2) return null;
  const found = offBehind(sentence, one, other) ?? offAhead(one, other);
  if (found === null) return null;
  const { isIncluded, off, right, side } = found;
  const name = nameOf(one, sentence.clauses) ?? doubt("what is watched?");
  for (const number of [one, other]) sentence.use(name, number);
  if (sentence.asks.length === 0) doubt("nobody asks for an alarm");
  if (!found.isShare) checkFar(sentence, off);
  else if (sentence.isElse) doubt("alarm or allowed?");
  const share = found.isShare ? shareOf(sentence, right, off) : null;
  const ends = share ?? endsOf(sentence, right, off);
  const comparator = share === null ? comparatorOf(side, isIncluded) : shareSide(off);
  const values =
    share !== null || side === "both" ? ends.values : [ends.values[side === "above" ? 1 : 0]!];
  const { average, hold } = lasting(off);
  sentence.suppose("limit", `${values.join(" and ")} ${ends.unit ?? ""}`.trim(), ends.why);
  const parts = [{ ...part(name.text), comparator, values, unit: ends.unit }];
  return { ...NOTHING, parts, hold, average };
}

/** The alarm is far from what is right: said so, or that it must be near; all else is in doubt. */
function checkFar({ clauses, isElse, text }: Sentence, { before, clause }: Stated): void {
  const denials = before.filter(({ word }) => isDenying(word)).length;
  // May vary by half a degree, and no more.
  const isAllowed = before.some(({ word }) => /^(?:may|can|allowed)$/u.test(word));
  const isNear = isAllowed || before.slice(-3).some(({ word }) => NEAR.test(word));
  const { introducer } = clauses[clause]!;
  const isNorm = isElse || (introducer === null && before.some(({ word }) => MUST.test(word)));
  if (denials > 1 || introducer === "unless") doubt("near it, or far from it?");
  const isSaidNear = isNear !== (denials === 1);
  if (isSaidNear !== isNorm) doubt("near it, or far from it?");
  if (isNorm && denials === 0 && CONTRADICTS.test(text)) doubt("alarm or allowed?");
}

const NEAR = /^(?:within|less|under|below|fewer|at-most|up-to)$/u;
const MUST =
  /^(?:must|mustn't|should|shouldn't|shall|shan't|may|can|cannot|can't|never|keep|kept)$/u;

interface Found {
  readonly right: Stated;
  readonly off: Stated;
  readonly side: "above" | "below" | "both";
  /** That far is far enough. */
  readonly isIncluded: boolean;
  /** 80 % of its rated 32 A. */
  readonly isShare: boolean;
}

/** The organ is fed at 80 mm, tell me if it is off that by more than 5 mm. */
function offBehind(sentence: Sentence, right: Stated, off: Stated): Found | null {
  const before = off.before.map(({ word }) => word);
  const said = words(sentence.clauses[off.clause]!);
  const isThat = said.some(
    (word, i) => isLeaving(word) && /^(?:that|this|it|there)$/u.test(said[i + 1] ?? ""),
  );
  // Is set at 300; if it is 10 percent below that.
  const [side, back] = off.behind.map(({ word }) => word);
  const isBelow =
    /^(?:above|below|under|over)$/u.test(side ?? "") && /^(?:that|this|it)$/u.test(back ?? "");
  if (isBelow && right.amounts.length === 1 && sideOfNumber(right) === null)
    return { right, off, side: sideOf([side!]), isIncluded: !isMore(before), isShare: false };
  const isRight =
    right.behind.some(({ word }) => RIGHT.test(word)) ||
    right.before.some(({ word }) => RIGHT.test(word));
  const isOff = isThat || (isRight && before.some(isLeaving)) || isAround(off, said);
  if (!isOff || !isMore(before)) return null;
  return { right, off, side: sideOf(said), isIncluded: false, isShare: false };
}

function isAround({ behind }: Stated, said: readonly string[]): boolean {
  const isEither = said.includes("either") && behind[0]?.word === "either";
  return isEither || /^(?:off|away|out)$/u.test(behind[0]?.word ?? "");
}

/** More than 10 % below its nominal 230 V; strays more than 5 mm from 80 mm; within 0.2 of 7.4. */
function offAhead(off: Stated, right: Stated): Found | null {
  if (off.clause !== right.clause) return null;
  const [before, between] = [off.before, right.before].map((tokens) =>
    tokens.map(({ word }) => word),
  );
  const isRight = between!.some((word) => RIGHT.test(word));
  const isBound = /^or (?:more|less|below|above|higher|lower|under|over)$/u.test(
    between!.slice(0, 2).join(" "),
  );
  const first = between![isBound ? 2 : 0] ?? "";
  // 90 % of its 160 kVA: a share of what is no share itself.
  const isOfOne = off.amounts[0]!.unit === "%" && (right.amounts[0]!.unit ?? "%") !== "%";
  const isPlain = between!.length === 1 || isRight || /^(?:from|of|off)$/u.test(first);
  if (!PLACES.test(first) || !isPlain || between!.length > BETWEEN_MAX) return null;
  const isNear = before!.slice(-3).some((word) => NEAR.test(word));
  // 80 % of its rated 32 A: a share, and no distance.
  const isRated =
    isRight ||
    right.behind.slice(0, 2).some(({ word }) => RIGHT.test(word)) ||
    (isOfOne && between!.length <= 3);
  const isShare = first === "of" && !before!.includes("within");
  if (isShare && (!isRated || off.amounts[0]!.unit !== "%")) return null;
  if (isBound && !isShare && /^(?:less|fewer)$/u.test(between![1]!)) doubt("no further than that?");
  const way = changeOf(off);
  const side =
    ABOVE.test(first) || way === "up"
      ? "above"
      : BELOW.test(first) || way === "down"
        ? "below"
        : "both";
  return { right, off, side, isIncluded: !isNear && (isBound || !isMore(before!)), isShare };
}

/** Words of a place, an article and a noun. */
const BETWEEN_MAX = 7;

function isLeaving(word: string): boolean {
  return LEAVES.test(word);
}

function isMore(before: readonly string[]): boolean {
  const near = before.slice(-3);
  return near.some((word) => /^(?:more|over|by|at-least|exceeds?|exceeding|beyond)$/u.test(word));
}

function sideOf(said: readonly string[]): Found["side"] {
  return said.some((word) => /^(?:above|over|higher|upwards?)$/u.test(word))
    ? "above"
    : said.some((word) => /^(?:below|under|lower|downwards?)$/u.test(word))
      ? "below"
      : "both";
}

function comparatorOf(side: Found["side"], isIncluded: boolean): Comparator {
  if (side === "both") return "outside";
  if (isIncluded) return side === "above" ? "at least" : "at most";
  return side;
}

/** Over 80 % of it, slips to 90 % or less of it. */
function shareSide(off: Stated): Comparator {
  const side = sideOfNumber(off);
  if (side === null || side === "contrary") return doubt("which side?");
  if (off.before.some(({ word }) => isDenying(word) || MUST.test(word))) doubt("which side?");
  return comparatorOf(side.way === "up" ? "above" : "below", side.isIncluded);
}

function shareOf(sentence: Sentence, right: Stated, off: Stated) {
  const [whole, part] = [right.amounts[0]!, off.amounts[0]!];
  const unit = unitOf(sentence, right, [whole], false);
  if (/^(?:deg[CF]|°[CF])$/u.test(unit ?? "")) doubt("a share of a temperature?");
  const value = Number(((whole.value * part.value) / 100).toPrecision(DIGITS));
  return { unit, values: [value], why: `${part.value} % of ${whole.value} ${unit ?? ""}`.trim() };
}

/** The two ends around what is right. */
function endsOf(sentence: Sentence, right: Stated, off: Stated) {
  const [middle, by] = [right.amounts[0]!, off.amounts[0]!];
  const unit = unitOf(sentence, right, [middle], false);
  const size = sizeOf(by, { ...middle, unit }) ?? doubt("how far, in which unit?");
  const values = [middle.value - size, middle.value + size].map((value) =>
    Number(value.toPrecision(DIGITS)),
  );
  const why = `${by.value} ${by.unit ?? ""} from ${middle.value} ${unit ?? ""}`.replace(
    / +/gu,
    " ",
  );
  return { unit, values, why: why.trim() };
}
