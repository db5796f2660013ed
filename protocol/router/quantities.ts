/** Numbers of a question with their units, in SI, and the names they stand behind. */
import { isUnit, parseUnit, toSI } from "../units/index.js";
import type { Dimension } from "../units/index.js";
import { countWork } from "../workCount.js";
import { numbersIn } from "./numbers.js";
import { stemOf } from "./text.js";

export interface Reading {
  /** SI. */
  readonly value: number;
  /**
   * SI, where a difference is asked for: 5 degC is 5 K then. The same as `value` for most units.
   */
  readonly difference: number;
  /** As written; "1" where none was. */
  readonly unit: string;
  readonly dimension: Dimension;
}

export interface FoundQuantity extends Reading {
  /** What the same text means where a temperature is asked for: `20 C`. */
  readonly asTemperature: Reading | null;
  /** `alpha` of `alpha = 3`, by case; null where no equals sign stands before it. */
  readonly name: string | null;
  /** Lower-case words before it, the nearest first, up to the last comma. */
  readonly before: readonly string[];
  /** The word right behind it, lower case and stemmed; null where none follows at once. */
  readonly after: Follower | null;
  readonly at: readonly [start: number, end: number];
  /** Why its number cannot be used; null where it can. */
  readonly problem: string | null;
}

export interface Follower {
  readonly text: string;
  readonly stem: string;
  readonly at: readonly [start: number, end: number];
}

/** Work of a number of a question, in all and for a character before it. */
const NUMBER_WORK = 50;
const BEFORE_WORK = 0.3;

const NAMED = /([A-Za-z][A-Za-z0-9_']*)\s*[=:]\s*$/;
/** A unit as people write it: letters, powers, a slash; at most a few words. */
const UNIT_TEXT = /^\s*((?:1\/)?[A-Za-zΩµμ°%][A-Za-z0-9Ωµμ°%^*/·.() -]{0,40})/;
/** Words that follow numbers and are no units, though the reader of units would take them. */
const NO_UNITS: ReadonlySet<string> = new Set(
  (
    "a at in to is as and for by on of with or bit x y n d u are from the be if both after " +
    "item items count counts"
  ).split(" "),
);
const WORDS_BEFORE = 4;
/** A word right behind a number; a name with an equals sign begins the next input. */
const FOLLOWER = /^\s*-?\s*([A-Za-z]+)(?![A-Za-z0-9_']*\s*[=:])/;
/** How `C` and `F` are read where a temperature is asked for. */
const TEMPERATURES: Readonly<Record<string, string>> = { C: "degC", F: "degF" };

/** Left to right; overlapping readings do not occur. */
export function quantitiesIn(text: string): readonly FoundQuantity[] {
  const found: FoundQuantity[] = [];
  for (const number of numbersIn(text)) {
    const { start } = number;
    // The 2 of m^2 belongs to its unit.
    if (start < (found[found.length - 1]?.at[1] ?? 0)) continue;
    countWork(NUMBER_WORK + BEFORE_WORK * start);
    const { length, unit } = unitAfter(text.slice(number.end));
    const read = reading(number.value, unit);
    if (read === null) continue;
    const head = text.slice(0, start);
    const end = number.end + length;
    const temperature = TEMPERATURES[unit];
    found.push({
      ...read,
      asTemperature: temperature === undefined ? null : reading(number.value, temperature),
      name: NAMED.exec(head)?.[1] ?? null,
      before: wordsBefore(head),
      after: followerAt(text, end),
      at: [start, end],
      problem: number.problem,
    });
  }
  return found;
}

function reading(value: number, unit: string): Reading | null {
  const read = parseUnit(unit);
  if (!read.ok) return null;
  const { offset, ...scaled } = read;
  const si = toSI(value, read);
  const difference = offset === undefined ? si : toSI(value, scaled);
  return { value: si, difference, unit, dimension: read.dimension };
}

/** A temperature below the zero of all temperatures: no difference, and no value. */
export function isBelowZero({ difference, value }: Reading): boolean {
  return value < 0 && value !== difference;
}

function followerAt(text: string, end: number): Follower | null {
  const match = FOLLOWER.exec(text.slice(end));
  if (match === null) return null;
  const from = end + match[0].length - match[1]!.length;
  const word = match[1]!.toLowerCase();
  return { text: match[1]!, stem: stemOf(word), at: [from, end + match[0].length] };
}

/** The longest unit that follows, or "1". */
function unitAfter(rest: string): { readonly unit: string; readonly length: number } {
  const match = UNIT_TEXT.exec(rest);
  const space = match === null ? 0 : match[0].length - match[1]!.length;
  for (let text = match?.[1] ?? ""; text !== ""; text = shorter(text)) {
    const unit = readable(text.trim());
    // A unit ends where a word ends: the t of `t_end` is no tonne, and the H of `1 m H = 2` a name.
    if (unit !== null && !/^(?:[A-Za-z0-9_]|\s*[=:])/.test(rest.slice(space + text.length)))
      return { unit, length: space + text.trimEnd().length };
  }
  return { unit: "1", length: 0 };
}

/** Cut at the last place where a unit may end. */
function shorter(text: string): string {
  const cut = text.slice(0, -1);
  return cut.slice(0, Math.max(cut.search(/[\s.,;)]+\S*$/), 0)).trimEnd();
}

function readable(text: string): string | null {
  const bare = text
    .replace(/[.,;]+$/, "")
    .replace(/\bdegrees?\s+(?:C|celsius)\b/i, "degC")
    .replace(/\bdegrees?\s+(?:F|fahrenheit)\b/i, "degF")
    .replace(/\bdegrees?\s+(?:K|kelvin)\b/i, "K");
  if (
    bare === "" ||
    bare
      .toLowerCase()
      .split(/\s+/)
      .some((word) => NO_UNITS.has(word) && !/^[A-Z]$/.test(bare))
  )
    return null;
  if (bare === "%" || bare.toLowerCase() === "percent") return "%";
  for (const candidate of [bare, inWords(bare), inWords(bare.toLowerCase())]) {
    // A word of several letters that is no name of a unit must not be read as a product of symbols.
    if (
      isUnit(candidate) &&
      (candidate.length <= 2 || /[^a-z]/.test(candidate) || isName(candidate))
    )
      return candidate;
  }
  return null;
}

/** `cubic metres per second` as the reader of units has it. */
function inWords(text: string): string {
  return text
    .replace(/\s+per\s+/gi, "/")
    .replace(/\bsquare\s+([a-z]+)/gi, "$1^2")
    .replace(/\bcubic\s+([a-z]+)/gi, "$1^3")
    .replace(/([a-z]+)\s+squared\b/gi, "$1^2")
    .replace(/([a-z]+)\s+cubed\b/gi, "$1^3")
    .replace(/metres?\b|meters?\b/g, "metre")
    .replace(/\bhertz\b/i, "hertz")
    .replace(/([a-z]{3,})s\b/g, (word, stem: string) =>
      stem.endsWith("s") || word === "siemens" || word === "celsius" ? word : stem,
    );
}

/** `second`, `kelvin`: read alone; `barn` of a farm is as good a unit as any. */
function isName(text: string): boolean {
  return /^[a-z]{3,}$/.test(text);
}

function wordsBefore(head: string): readonly string[] {
  const clause = head.slice(Math.max(head.lastIndexOf(","), head.lastIndexOf(";")) + 1);
  return [...clause.toLowerCase().matchAll(/[a-z_]+/g)]
    .map(([word]) => word)
    .reverse()
    .slice(0, WORDS_BEFORE);
}
