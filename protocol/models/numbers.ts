/**
 * The numbers in a line of text, with the digits that are stated and the unit behind them. Every digit
 * of the text belongs to a number here, to a name (`NM21`, `m_1`), to the mark of a list or to a receipt
 * id.
 */
import { isUnit, parseUnit, type UnitValue } from "../units/index.js";
import { exact, exactOfText, multiplyExact, type Exact } from "../units/exact.js";

export interface StatedNumber {
  /** Of its first and behind its last character, the unit left out. */
  readonly start: number;
  readonly end: number;
  /** Null for one that is written in words or in other digits: it has no value here. */
  readonly value: Exact | null;
  /** Half of one in the last place that is stated. */
  readonly half: Exact;
  /** Digits from the first that is not zero; 0 for zero. */
  readonly significant: number;
  /** Where its unit ends. */
  readonly behind: number;
  /** Readings of what stands behind it, the longest first; null for none. */
  readonly units: readonly (UnitValue | null)[];
}

/** Of each line a state is handed on: marks of a list count up. */
export interface ListState {
  readonly mark: number;
}
export const NO_LIST: ListState = { mark: 0 };

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
/** Plain, no-break, thin and narrow no-break spaces stand between groups of digits, too. */
const MANTISSA = /(?:\d{1,3}(?:[, \u00a0\u2009\u202f'_]\d{3})+(?!\d)|\d+)(?:\.\d+)?|\.\d+/y;
const EXPONENT = /[eE]([+\-−]?\d{1,4})(?![\p{L}\p{N}_])/uy;
const GAP = "[ \\u00a0\\u2009\\u202f]";
const TIMES = String.raw`(?:[×xX*·⋅]|\\times|\\cdot)`;
const RAISED = String.raw`(?:\^\{?([+\-−]?\d{1,4})\}?|([⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,4}))`;
const TIMES_TEN = new RegExp(`${GAP}?${TIMES}${GAP}?10${RAISED}`, "y");
const POWER_OF_TEN = /10\^\{?([+\-−]?\d{1,4})\}?/y;
/** With the power that it is raised to: `s^2`. */
const NAME = /[\p{L}_][\p{L}\p{N}_]*(?:\^\{?[+\-−]?\d{1,2}\}?)?/uy;
const RECEIPT = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/y;
const MARK = /^[ \t]*(\d{1,3})[.)][ \t]+(?=\S)/;
const OTHER_DIGIT = /\p{N}/u;
const UNIT_RUN = /[ \u00a0\u2009\u202f]?([\p{L}°℃℉%‰′″Ωµ\\/[(1][^\n,;:!?|=<>"]{0,47})/uy;
/** In a unit digits are powers: any other one belongs to a number of its own. */
const BARE_DIGIT = /(?<!\^[+\-−]?|[\p{L}\d])\d/u;
const ANY_GAP = new RegExp(GAP);
/** Words that are units as well. */
const WORDS: ReadonlySet<string> = new Set(["in", "as", "at", "are", "am", "us", "pm"]);
const ONES = "zero|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve";
const TEENS = "(?:thir|four|fif|six|seven|eigh|nine)teen";
const TENS = "(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-[a-z]+)?";
const LARGE = "dozen|hundred|thousand|(?:m|b|tr)illion";
const NUMBER_WORD = new RegExp(`\\b(?:${ONES}|${TEENS}|${TENS}|${LARGE})s?\\b`, "giu");
const UNIT_WORDS_MAX = 4;
/** No sealed value has more: what is longer fits nothing. */
const DIGITS_MAX = 64;
const NO_VALUE: Exact = { num: 0n, den: 1n };

/** @param withWords whether numbers in English words count */
export function numbersOf(
  line: string,
  list: ListState,
  withWords: boolean,
): { readonly numbers: readonly StatedNumber[]; readonly list: ListState } {
  const numbers: StatedNumber[] = [];
  let at = 0;
  const mark = MARK.exec(line);
  const counted = Number(mark?.[1] ?? Number.NaN);
  const isMark = counted === 1 || counted === list.mark + 1;
  if (mark !== null && isMark) at = mark[0].length;
  while (at < line.length) {
    const name = match(RECEIPT, line, at) ?? match(NAME, line, at);
    if (name !== null) {
      at += name[0].length;
      continue;
    }
    const found = numberAt(line, at);
    if (found !== null) {
      numbers.push(found);
      at = found.behind;
      continue;
    }
    const character = String.fromCodePoint(line.codePointAt(at)!);
    if (OTHER_DIGIT.test(character)) numbers.push(valueless(at, at + character.length));
    at += character.length;
  }
  if (withWords)
    for (const word of line.matchAll(NUMBER_WORD))
      numbers.push(valueless(word.index, word.index + word[0].length));
  numbers.sort((a, b) => a.start - b.start);
  return { numbers, list: mark !== null && isMark ? { mark: counted } : list };
}

function valueless(start: number, end: number): StatedNumber {
  return { start, end, behind: end, value: null, half: NO_VALUE, significant: 0, units: [null] };
}

function numberAt(line: string, at: number): StatedNumber | null {
  const sign = signAt(line, at);
  const from = at + (sign === null ? 0 : 1);
  const power = match(POWER_OF_TEN, line, from);
  if (power !== null)
    return stated(line, {
      start: at,
      end: from + power[0].length,
      sign,
      digits: "1",
      decimals: 0,
      exponent: integerOf(power[1]!),
    });
  const mantissa = match(MANTISSA, line, from);
  if (mantissa === null) return null;
  const plain = mantissa[0].replaceAll(/[^\d.]/g, "");
  const point = plain.indexOf(".");
  const decimals = point < 0 ? 0 : plain.length - point - 1;
  let end = from + mantissa[0].length;
  const shown = match(EXPONENT, line, end) ?? match(TIMES_TEN, line, end);
  const exponent = shown === null ? 0 : integerOf(shown[1] ?? plainDigits(shown[2] ?? ""));
  end += shown?.[0].length ?? 0;
  return stated(line, { start: at, end, sign, digits: plain.replace(".", ""), decimals, exponent });
}

interface Written {
  readonly start: number;
  readonly end: number;
  readonly sign: "-" | "+" | null;
  readonly digits: string;
  readonly decimals: number;
  readonly exponent: number;
}

function stated(
  line: string,
  { decimals, digits, end, exponent, sign, start }: Written,
): StatedNumber {
  if (digits.length > DIGITS_MAX) return valueless(start, end);
  const place = exactOfText(`1e${exponent - decimals}`);
  const count = BigInt(digits) * (sign === "-" ? -1n : 1n);
  return {
    start,
    end,
    value: multiplyExact(exact(count), place),
    half: multiplyExact(place, exact(1n, 2n)),
    significant: digits.replace(/^0+/, "").length,
    ...unitsAt(line, end),
  };
}

/** A dash behind a digit or a letter stands between two things. */
function signAt(line: string, at: number): "-" | "+" | null {
  const character = line.charAt(at);
  if (!"+-−".includes(character) || character === "") return null;
  if (!/[\d.]/.test(line.charAt(at + 1))) return null;
  if (at > 0 && /[\p{L}\p{N})\]]/u.test(line.charAt(at - 1))) return null;
  return character === "+" ? "+" : "-";
}

function integerOf(text: string): number {
  return Number(text.replace("−", "-"));
}

function plainDigits(text: string): string {
  return text
    .split("")
    .map((one) => (one === "⁻" ? "-" : one === "⁺" ? "" : String(SUPERSCRIPTS.indexOf(one))))
    .join("");
}

/** The longest text behind a number that reads as a unit; a word at its end may be none. */
function unitsAt(line: string, at: number): Pick<StatedNumber, "behind" | "units"> {
  const found = match(UNIT_RUN, line, at);
  const run = found?.[1];
  if (found === null || run === undefined) return { behind: at, units: [null] };
  const from = at + found[0].length - run.length;
  const words = run.split(ANY_GAP).slice(0, UNIT_WORDS_MAX);
  for (let count = words.length; count > 0; count -= 1) {
    const text = words
      .slice(0, count)
      .join(" ")
      .replace(/[.)\]*_`]+$/, (end) => kept(end, words));
    for (const candidate of candidates(text)) {
      if (BARE_DIGIT.test(candidate.replace(/^1\//, "")) || !isUnit(candidate)) continue;
      const read = parseUnit(candidate);
      if (!read.ok) continue;
      const behind = from + candidate.length;
      const last = words[count - 1] ?? "";
      if (!WORDS.has(last) || from === at) return { behind, units: [read] };
      const shorter = words.slice(0, count - 1).join(" ");
      const rest = shorter === "" ? null : parseUnit(shorter);
      return { behind, units: rest === null ? [read, null] : rest.ok ? [read, rest] : [read] };
    }
  }
  return { behind: at, units: [null] };
}

/** A bracket may belong to the unit: `J/(kg K)`. */
function kept(end: string, words: readonly string[]): string {
  return words.join(" ").includes("(") && end.startsWith(")") ? ")" : "";
}

function candidates(text: string): readonly string[] {
  const open = text.replace(/\)$/, "");
  return open === text ? [text] : [text, open];
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
