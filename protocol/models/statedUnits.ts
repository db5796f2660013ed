/**
 * What stands behind a number: a word of scale, a unit as text, LaTeX, markdown or a cell of a table has
 * it. What looks like a unit and cannot be read fits nothing: it is not left out.
 */
import { isUnit, parseUnit, type UnitValue } from "../units/index.js";

export interface UnitReading {
  /** Where the unit ends. */
  readonly behind: number;
  /**
   * Readings, the longest first; null for none. Without any reading the number fits nothing: its unit
   * cannot be read.
   */
  readonly units: readonly (UnitValue | null)[];
  /** Power of ten of a word such as million. */
  readonly scale: number;
}

/** Gaps of text, of LaTeX and of markdown, which show nothing. */
const GAPS = /(?:[ \u00a0\u2009\u202f~]|\\[,;:! ]|\\q?quad\b|[*_`$]{1,3}|\{\})*/y;
const SCALES: ReadonlyMap<string, number> = new Map([
  ["hundred", 2],
  ["thousand", 3],
  ["lakh", 5],
  ["million", 6],
  ["crore", 7],
  ["billion", 9],
  ["trillion", 12],
  ["quadrillion", 15],
]);
/** Words that change a number in another way, or in a way that languages disagree about. */
const SCALE_WORD = /(\p{L}+)s?(?![\p{L}\p{N}])/uy;
const OTHER_SCALE = /^(?:dozen|score|gross|mio|mrd|mill?i[oa]rd\p{L}*|million\p{L}+)$/iu;
const LATEX =
  /\\(?:mathrm|text|textrm|textbf|mathbf|operatorname|si|unit|rm)\s?\{([^{}\n]{1,48})\}/y;
const BRACKETS = /[[(]([^\])[(\n]{1,24})[\])]/y;
const CELL = /[ \t]*\|[ \t]*([^|\n]{1,24}?)[ \t]*\|/y;
const HYPHEN = /[-\u2010\u2011](?=\p{L})/uy;
const UNIT_RUN = /[\p{L}°℃℉%‰′″Ωµ\\/(1][^\n,;:!?|=<>"$`]{0,47}/uy;
const NEXT_WORD = /[\p{L}µΩ°%‰％﹪٪][^\s,;:!?|()[\]]*/uy;
const PREFIX_WORD =
  /^(?:kilo|mega|giga|tera|peta|exa|milli|mi[ck]ro|nano|pi[ck]o|femto|[cz]enti|de[cz]i|he[ck]to)/i;
/** In a unit digits are powers: any other one belongs to a number of its own. */
const BARE_DIGIT = /(?<!\^[+\-−]?|[\p{L}\d])\d/u;
const ANY_GAP = /[ \u00a0\u2009\u202f]/;
/** Words that are units as well. */
const WORDS: ReadonlySet<string> = new Set(["in", "as", "at", "are", "am", "us", "pm"]);
const UNIT_WORDS_MAX = 4;
const WORD_CHARS_MIN = 4;
/** Of a heading: `F (kN)`, `F [kN]`, `F/kN =`, `in kN:`. */
const HEADING = /[[(]([^\])[(\n]{1,24})[\])]|(?:\/|\bin )([^\s|:=()]{1,24}) *[|:=]/gu;

export function unitsAt(line: string, at: number): UnitReading {
  let from = behindOf(GAPS, line, at);
  const word = match(SCALE_WORD, line, from)?.[1] ?? "";
  if (OTHER_SCALE.test(word)) return unreadable(from + word.length);
  const scale = SCALES.get(word.toLowerCase().replace(/s$/, "")) ?? 0;
  if (scale > 0) from = behindOf(GAPS, line, behindOf(SCALE_WORD, line, from));
  return { ...reading(line, from, scale > 0 ? from : at), scale };
}

function unreadable(behind: number): UnitReading {
  return { behind, units: [], scale: 0 };
}

/** @param at where the number ends */
function reading(line: string, from: number, at: number): Pick<UnitReading, "behind" | "units"> {
  for (const pattern of [LATEX, BRACKETS, CELL]) {
    const found = match(pattern, line, from);
    if (found === null) continue;
    const unit = unitOf(plainLatex(found[1] ?? ""));
    if (unit !== null) return { behind: from + found[0].length, units: [unit] };
    if (pattern === LATEX && isUnitLike(plainLatex(found[1] ?? "")))
      return unreadable(from + found[0].length);
  }
  const hyphened = behindOf(HYPHEN, line, from);
  const run = match(UNIT_RUN, line, hyphened)?.[0] ?? "";
  const read = longest(run, hyphened, from === at);
  if (read !== null) return read;
  const next = match(NEXT_WORD, line, hyphened)?.[0] ?? "";
  // Letters at a digit are no word of the sentence.
  const isGlued = next !== "" && from === at && hyphened === from;
  return { behind: at, units: isGlued || isUnitLike(next) ? [] : [null] };
}

/** The longest text that reads as a unit; a word at its end may be none. */
function longest(
  run: string,
  from: number,
  isGlued: boolean,
): Pick<UnitReading, "behind" | "units"> | null {
  const words = run.split(ANY_GAP).slice(0, UNIT_WORDS_MAX);
  for (let count = words.length; count > 0; count -= 1) {
    const text = words
      .slice(0, count)
      .join(" ")
      .replace(/[.)\]*_`]+$/, (end) => kept(end, words));
    for (const candidate of [text, text.replace(/\)$/, "")]) {
      const read = unitOf(candidate);
      if (read === null) continue;
      const behind = from + candidate.length;
      if (!WORDS.has(words[count - 1] ?? "") || isGlued) return { behind, units: [read] };
      const shorter = words.slice(0, count - 1).join(" ");
      const rest = shorter === "" ? null : parseUnit(shorter);
      return { behind, units: rest === null ? [read, null] : rest.ok ? [read, rest] : [read] };
    }
  }
  return null;
}

/** A bracket may belong to the unit: `J/(kg K)`. */
function kept(end: string, words: readonly string[]): string {
  return words.join(" ").includes("(") && end.startsWith(")") ? ")" : "";
}

function unitOf(text: string): UnitValue | null {
  if (text === "" || BARE_DIGIT.test(text.replace(/^1\//, ""))) return null;
  for (const one of [text, lowered(text)]) {
    if (!isUnit(one)) continue;
    const read = parseUnit(one);
    if (read.ok) return read;
  }
  return null;
}

/** `Kelvin` as `kelvin`; a symbol keeps its case. */
function lowered(text: string): string {
  return /^\p{Lu}\p{Ll}+$/u.test(text) && text.length >= WORD_CHARS_MIN ? text.toLowerCase() : text;
}

function plainLatex(text: string): string {
  return text
    .replaceAll(/\\(?:cdot|times)\b|[⋅·]/g, " ")
    .replaceAll(/\\[,;:! ]|~/g, " ")
    .replaceAll(/ +/g, " ")
    .trim();
}

/** A unit in the wrong case, with a prefix as a word, or a sign of percent of another script. */
function isUnitLike(text: string): boolean {
  const word = text.replace(/[.*_`$]+$/, "");
  if (word === "") return false;
  if (/^[％﹪٪]/.test(word) || PREFIX_WORD.test(word)) return true;
  const other = word.toLowerCase();
  return other !== word && (isUnit(other) || isUnit(other.charAt(0) + word.slice(1)));
}

/** Units that a line names ahead of its numbers. */
export function headingUnits(text: string): readonly UnitValue[] {
  return [...text.matchAll(HEADING)].flatMap(([, inBrackets, behind]) => {
    const unit = unitOf(plainLatex(inBrackets ?? behind ?? ""));
    return unit === null ? [] : [unit];
  });
}

function behindOf(pattern: RegExp, text: string, at: number): number {
  return at + (match(pattern, text, at)?.[0].length ?? 0);
}

export function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
