/** Numbers of a question with their units, in SI, and the names they stand behind. */
import { parseUnit, toSI } from "../units/index.js";
import type { Dimension } from "../units/index.js";

export interface FoundQuantity {
  /** SI. */
  readonly value: number;
  /** As written; "1" where none was. */
  readonly unit: string;
  readonly dimension: Dimension;
  /** `alpha` of `alpha = 3`, by case; null where no equals sign stands before it. */
  readonly name: string | null;
  /** Lower-case words before it, the nearest first, up to the last comma. */
  readonly before: readonly string[];
  readonly at: readonly [start: number, end: number];
}

const NUMBER =
  /(?<![\w.])([+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(?:\s*[x×*]\s*10\s*\^?\s*([+-]?\d+))?(?![\d.]*\d)/g;
const NAMED = /([A-Za-z][A-Za-z0-9_']*)\s*[=:]\s*$/;
/** A unit as people write it: letters, powers, a slash; at most a few words. */
const UNIT_TEXT = /^\s?([A-Za-zΩµμ°%][A-Za-z0-9Ωµμ°%^*/·.() -]{0,28})/;
/** Words that follow numbers and are no units, though the reader of units would take them. */
const NO_UNITS: ReadonlySet<string> = new Set([
  "a",
  "at",
  "in",
  "to",
  "is",
  "as",
  "and",
  "for",
  "by",
  "on",
  "of",
  "with",
  "or",
  "bit",
  "x",
  "y",
  "n",
  "d",
  "u",
  "are",
  "from",
  "the",
  "per",
  "be",
  "if",
  "both",
  "after",
]);
const WORDS_BEFORE = 4;

/** Left to right; overlapping readings do not occur. */
export function quantitiesIn(text: string): readonly FoundQuantity[] {
  const found: FoundQuantity[] = [];
  for (const match of text.matchAll(NUMBER)) {
    const start = match.index;
    // The 2 of m^2 belongs to its unit.
    if (start < (found[found.length - 1]?.at[1] ?? 0)) continue;
    const power = match[2];
    const value = Number(power === undefined ? match[1] : `${match[1]}e${power}`);
    if (!Number.isFinite(value)) continue;
    const { length, unit } = unitAfter(text.slice(start + match[0].length));
    const read = parseUnit(unit);
    if (!read.ok) continue;
    const head = text.slice(0, start);
    found.push({
      value: toSI(value, read),
      unit,
      dimension: read.dimension,
      name: NAMED.exec(head)?.[1] ?? null,
      before: wordsBefore(head),
      at: [start, start + match[0].length + length],
    });
  }
  return found;
}

/** The longest unit that follows, or "1". */
function unitAfter(rest: string): { readonly unit: string; readonly length: number } {
  const match = UNIT_TEXT.exec(rest);
  const space = match === null ? 0 : match[0].length - match[1]!.length;
  for (let text = match?.[1] ?? ""; text !== ""; text = shorter(text)) {
    const unit = readable(text.trim());
    const follows = rest.charAt(space + text.length);
    if (unit !== null && !/[A-Za-z0-9]/.test(follows))
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
  const bare = text.replace(/[.,;]+$/, "");
  if (
    bare === "" ||
    bare
      .toLowerCase()
      .split(/\s+/)
      .some((word) => NO_UNITS.has(word))
  )
    return null;
  if (bare === "%" || bare.toLowerCase() === "percent") return "%";
  for (const candidate of [bare, singular(bare), singular(bare.toLowerCase())]) {
    // A word of several letters that is no name of a unit must not be read as a product of symbols.
    if (
      parseUnit(candidate).ok &&
      (candidate.length <= 2 || /[^a-z]/.test(candidate) || isName(candidate))
    )
      return candidate;
  }
  return null;
}

function singular(text: string): string {
  return text
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
