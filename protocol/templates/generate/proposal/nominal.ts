/** How far a reading may be from a number that is right: off 80 by more than 5, within 10 % of 230 V. */
import type { Comparator, Condition } from "../condition/condition.js";
import { doubt } from "./doubt.js";
import { words } from "./clauses.js";
import type { Lasting } from "./lasting.js";
import { nameOf } from "./names.js";
import { NOTHING, part } from "./parts.js";
import type { Sentence } from "./sentence.js";
import { sizeOf } from "./stated.js";
import type { Stated } from "./stated.js";
import { unitOf } from "./units.js";

/** What a double adds in its last places is none of it. */
const DIGITS = 12;
const RIGHT =
  /^(?:nominal|target|set-?point|setting|normal|rated|rating|design|specified|reference|desired|usual)$/u;
const LEAVES =
  /^(?:off|strays?|straying|deviates?|deviating|departs?|drifts?|drifting|wanders?|moves?|shifts?|differs?|from|away|out|varies|swings?)$/u;
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
  const { isIncluded, isWithin, off, right, side } = found;
  const ends = endsOf(sentence, right, off);
  const name = nameOf(one, sentence.clauses) ?? doubt("what is watched?");
  for (const number of [one, other]) sentence.use(name, number);
  if (sentence.asks.length === 0) doubt("nobody asks for an alarm");
  if (sentence.isElse !== isWithin) doubt("near it, or far from it?");
  const kind = isWithin ? "allowed" : "alarm";
  const comparator = comparatorOf(side, isWithin, isIncluded);
  const values = side === "both" ? ends.values : [ends.values[side === "above" ? 1 : 0]!];
  const { average, hold } = lasting(off);
  sentence.suppose("limit", `${values.join(" and ")} ${ends.unit ?? ""}`.trim(), ends.why);
  const parts = [{ ...part(name.text), comparator, values, unit: ends.unit }];
  return { ...NOTHING, kind, parts, hold, average };
}

interface Found {
  readonly right: Stated;
  readonly off: Stated;
  readonly side: "above" | "below" | "both";
  /** That far is far enough. */
  readonly isIncluded: boolean;
  /** The words say where it must be. */
  readonly isWithin: boolean;
}

/** The organ is fed at 80 mm, tell me if it is off that by more than 5 mm. */
function offBehind(sentence: Sentence, right: Stated, off: Stated): Found | null {
  const before = off.before.map(({ word }) => word);
  const said = words(sentence.clauses[off.clause]!);
  const isThat = said.some(
    (word, i) => isLeaving(word) && /^(?:that|this|it|there)$/u.test(said[i + 1] ?? ""),
  );
  const isRight =
    right.behind.some(({ word }) => RIGHT.test(word)) ||
    right.before.some(({ word }) => RIGHT.test(word));
  const isOff = isThat || (isRight && before.some(isLeaving)) || isAround(off, said);
  if (!isOff || !isMore(before)) return null;
  return { right, off, side: sideOf(said), isIncluded: false, isWithin: false };
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
  const isBound = between!.slice(0, 2).join(" ") === "or more";
  const first = between![isBound ? 2 : 0] ?? "";
  const isPlain =
    between!.length <= 3 && PLACES.test(first) && (isRight || /^(?:from|of|off)$/u.test(first));
  if (!isPlain && !(isRight && PLACES.test(first))) return null;
  const isWithin = before!.at(-1) === "within" || before!.slice(-2).join(" ") === "less than";
  if (isWithin && !/^(?:of|from)$/u.test(first)) return null;
  // 80 % of its rated 32 A: a share, and no distance.
  if (first === "of" && !isWithin) return null;
  const side = ABOVE.test(first) ? "above" : BELOW.test(first) ? "below" : "both";
  return { right, off, side, isIncluded: isBound || !isMore(before!), isWithin };
}

function isLeaving(word: string): boolean {
  return LEAVES.test(word);
}

function isMore(before: readonly string[]): boolean {
  const near = before.slice(-3);
  return near.some((word) => /^(?:more|over|by|at-least|exceeds?|exceeding|beyond)$/u.test(word));
}

function sideOf(said: readonly string[]): Found["side"] {
  return said.some((word) => /^(?:above|higher|upwards?)$/u.test(word))
    ? "above"
    : said.some((word) => /^(?:below|lower|downwards?)$/u.test(word))
      ? "below"
      : "both";
}

function comparatorOf(side: Found["side"], isWithin: boolean, isIncluded: boolean): Comparator {
  if (side === "both") return isWithin ? "inside" : "outside";
  if (isWithin) doubt("on which side?");
  if (isIncluded) return side === "above" ? "at least" : "at most";
  return side;
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
