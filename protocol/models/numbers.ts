/**
 * The numbers in a line of text, with the digits that are stated and the unit behind them. Every digit
 * of the text belongs to a number here, to a name (`NM21`, `m_1`), to the mark of a list or to the id of
 * a receipt. What is written in a way that has two readings has no value: it fits nothing.
 */
import type { UnitValue } from "../units/index.js";
import { exact, exactOfText, multiplyExact, type Exact } from "../units/exact.js";
import { headingUnits, match, unitsAt, type UnitReading } from "./statedUnits.js";

export interface StatedNumber extends Omit<UnitReading, "scale"> {
  /** Of its first and behind its last character, the unit left out. */
  readonly start: number;
  readonly end: number;
  /** Null for one that is written in words, in other digits, or in a way that has two readings. */
  readonly value: Exact | null;
  /** Half of one in the last place that is stated. */
  readonly half: Exact;
  /** Digits from the first that is not zero; 0 for zero. */
  readonly significant: number;
  /** Units that the line or the table names ahead, for a number that has none of its own. */
  readonly ahead: readonly UnitValue[];
}

/** Of each line a state is handed on: marks of a list count up, a table has a head. */
export interface LineState {
  readonly mark: number;
  /** Units in the head of the table; null outside of one. */
  readonly table: readonly UnitValue[] | null;
}
export const NO_LINE: LineState = { mark: 0, table: null };

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const DASHES = "\\-−‒–﹣－⁻";
/** Plain, no-break, thin and narrow no-break spaces stand between groups of digits, too. */
const MANTISSA = /(?:\d{1,3}(?:[, \u00a0\u2009\u202f'’_]\d{3})+(?!\d)|\d+)(?:\.\d+)?|\.\d+/y;
/** As most of the world writes it; three digits behind the comma are a group. */
const DECIMAL_COMMA = /(?:0|[1-9]\d*),(?:\d{1,2}|\d{4,})(?![\d.]|,\d)|0,\d+(?![\d.]|,\d)/y;
const INTEGER = `[+${DASHES}]?\\d{1,4}`;
const EXPONENT = new RegExp(`[eE](${INTEGER})(?!\\d)`, "y");
const GAP = "[ \\u00a0\\u2009\\u202f]";
const TIMES = String.raw`(?:[×xX*·⋅]|\\times|\\cdot)`;
const RAISED =
  `(?:${GAP}?(?:\\^|\\*\\*)${GAP}?[({]?(${INTEGER})(?!\\d)[)}]?|<sup>(${INTEGER})</sup>` +
  "|([⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,4}))";
const TIMES_TEN = new RegExp(`${GAP}?${TIMES}${GAP}?10${RAISED}`, "y");
const POWER_OF_TEN = new RegExp(`10${RAISED}`, "y");
/** A mantissa whose power of ten cannot be read, or stands in the next line. */
const BROKEN_POWER = new RegExp(
  `${GAP}?${TIMES}${GAP}?(?:10(?![\\d.,])|\\s*$)|${GAP}[eEdD]${GAP}?[+${DASHES}]?\\d|\\(\\d`,
  "y",
);
/** Behind a number: what makes one of it and of the digits that follow. */
const GLUED = /[\p{Cf}\p{M}]+|[\p{Cf}\p{M}]*(?:[.,'’_·٫٬:/^]|\*\*)?(?=\p{N})/uy;
const COMMA_LIST = /,\d/y;
const BEHIND_DIGITS = /[\p{N}\p{M}\p{Cf}/^_'’]$/u;
const WORD = /[\p{L}_][\p{L}\p{N}\p{M}\p{Cf}_]*/uy;
const POWER = new RegExp(`\\^\\{?[+${DASHES}]?\\d{1,2}\\}?`, "y");
/**
 * Names that have digits: operators (`NM21`), symbols (`x2`, `m_1`, `T_10`, `v²`), formulas (`H2O`) and
 * two logarithms. In other names digits may say how much, as in `about42`.
 */
const SMALL_DIGITS = "[⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉]{1,2}";
const OPERATOR = String.raw`[A-Z]{2,4}\d{1,3}`;
const SYMBOL = String.raw`\p{L}{1,2}\d|\p{L}{1,2}_\p{L}*\d{1,2}\p{L}?|\p{L}+_\d|[\p{L}_]+${SMALL_DIGITS}`;
const FORMULA = String.raw`(?:[A-Z][a-z]?(?:\d{1,2}|${SMALL_DIGITS})?){2,}`;
const NAME = new RegExp(`^(?:${OPERATOR}|${SYMBOL}|${FORMULA}|log2|log10)$`, "u");
const RECEIPT = /(?<![\p{L}\p{N}_])[0-9a-f]{8,64}(?![\p{L}\p{N}_])/uy;
const RECEIPT_CHARS = 64;
const MARK = /^[ \t]*(\d{1,3})[.)][ \t]+(?=\S)/;
const OTHER_DIGIT = /\p{N}/u;
/** Text that is shown in another order than it is written. */
const REORDERED = /[\u202a-\u202e\u2066-\u2069]/;
const SIGN = new RegExp(`[+${DASHES}]`);
/** A sign that stands apart: behind an equals sign it belongs to the number. */
const SIGN_APART = new RegExp(`[=(≈~:<>]\\s*[${DASHES}]\\s+$|\\b(?:minus|negative)\\s+$`, "iu");
const SIGN_APART_CHARS = 16;
const ONES = "zero|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twice|thrice|half";
const TEENS = "(?:thir|four|fif|six|seven|eigh|nine)teen";
const TENS = "(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-[a-z]+)?";
const LARGE = "dozen|hundred|thousand|(?:m|b|tr)illion";
const NUMBER_WORD = new RegExp(`\\b(?:${ONES}|${TEENS}|${TENS}|${LARGE})s?\\b`, "giu");
/** No sealed value has more: what is longer fits nothing. */
const DIGITS_MAX = 64;
const NO_VALUE: Exact = { num: 0n, den: 1n };

export interface ReadingSettings {
  /** Whether numbers in English words count. */
  readonly withWords: boolean;
  /** Whether hexadecimal digits begin the id of a receipt that there is. */
  readonly isReceipt: (text: string) => boolean;
}

export interface ReadLine {
  readonly numbers: readonly StatedNumber[];
  readonly state: LineState;
}

export function numbersOf(line: string, before: LineState, options: ReadingSettings): ReadLine {
  const mark = MARK.exec(line);
  const counted = Number(mark?.[1] ?? Number.NaN);
  const isMark = mark !== null && (counted === 1 || counted === before.mark + 1);
  const own = headingUnits(line);
  const table = line.trimStart().startsWith("|") ? (before.table ?? own) : null;
  const read = new LineReader(line, [...own, ...(table ?? [])], options);
  const numbers = read.from(isMark ? mark[0].length : 0);
  if (options.withWords)
    for (const word of line.matchAll(NUMBER_WORD))
      numbers.push(valueless(word.index, word.index + word[0].length));
  numbers.sort((a, b) => a.start - b.start);
  const shown = REORDERED.test(line)
    ? numbers.map(({ end, start }) => valueless(start, end))
    : numbers;
  return { numbers: shown, state: { mark: isMark ? counted : before.mark, table } };
}

class LineReader {
  readonly #line: string;
  readonly #ahead: readonly UnitValue[];
  readonly #options: ReadingSettings;
  /** Where digits go on that belong to the number before. */
  #goesOn = -1;

  constructor(line: string, ahead: readonly UnitValue[], options: ReadingSettings) {
    this.#line = line;
    this.#ahead = ahead;
    this.#options = options;
  }

  from(start: number): StatedNumber[] {
    const line = this.#line;
    const numbers: StatedNumber[] = [];
    let at = start;
    while (at < line.length) {
      const found = this.#hex(at) ?? this.#word(at) ?? this.#number(at) ?? this.#digit(at);
      if (typeof found === "number") at = found;
      else {
        numbers.push(found);
        at = found.behind;
      }
    }
    return numbers;
  }

  /** The id of a receipt, or its beginning. */
  #hex(at: number): StatedNumber | number | null {
    const text = match(RECEIPT, this.#line, at)?.[0] ?? "";
    // Decimal digits alone are a number.
    if (!/[a-f]/.test(text)) return null;
    const end = at + text.length;
    if (this.#options.isReceipt(text)) return end;
    return text.length === RECEIPT_CHARS ? valueless(at, end) : null;
  }

  /** A word: passed over, unless digits in it say how much. */
  #word(at: number): StatedNumber | number | null {
    const line = this.#line;
    const text = match(WORD, line, at)?.[0] ?? "";
    if (text === "") return null;
    const end = at + text.length;
    const digit = text.search(/\p{N}/u);
    const isName = digit < 0 || (NAME.test(text) && !/^[.,'’]\d/.test(line.slice(end, end + 2)));
    if (!isName) return valueless(at + digit, end);
    return end + (match(POWER, line, end)?.[0].length ?? 0);
  }

  #digit(at: number): StatedNumber | number {
    const character = String.fromCodePoint(this.#line.codePointAt(at)!);
    const end = at + character.length;
    return OTHER_DIGIT.test(character) ? valueless(at, end) : end;
  }

  #number(at: number): StatedNumber | null {
    const line = this.#line;
    const sign = signAt(line, at);
    const from = at + (sign === null ? 0 : 1);
    const written = powerAt(line, from) ?? decimalAt(line, from);
    if (written === null) return null;
    const { end } = written;
    const broken = match(BROKEN_POWER, line, end);
    const glue = match(GLUED, line, end);
    const isList = written.decimals > 0 && match(COMMA_LIST, line, end) !== null;
    const isGlued = this.#goesOn === from || (glue !== null && !isList);
    this.#goesOn = glue === null || isList ? -1 : end + glue[0].length;
    const word = match(WORD, line, end)?.[0] ?? "";
    if (/\p{N}|^[xX]/u.test(word) && unitsAt(line, end).units.length === 0)
      return valueless(at, end + word.length);
    if (broken !== null || isGlued || BEHIND_DIGITS.test(line.slice(Math.max(at - 2, 0), at)))
      return valueless(at, end);
    const isNegative =
      sign === "-" || SIGN_APART.test(line.slice(Math.max(at - SIGN_APART_CHARS, 0), at));
    return this.#stated({ ...written, start: at, isNegative });
  }

  #stated({ decimals, digits, end, exponent, isNegative, start }: Signed): StatedNumber {
    if (digits.length > DIGITS_MAX) return valueless(start, end);
    const { behind, scale, units } = unitsAt(this.#line, end);
    const place = exactOfText(`1e${exponent - decimals + scale}`);
    const count = BigInt(digits) * (isNegative ? -1n : 1n);
    return {
      start,
      end,
      behind,
      units,
      ahead: this.#ahead,
      value: multiplyExact(exact(count), place),
      half: multiplyExact(place, exact(1n, 2n)),
      significant: digits.replace(/^0+/, "").length,
    };
  }
}

function valueless(start: number, end: number): StatedNumber {
  return {
    start,
    end,
    behind: end,
    value: null,
    half: NO_VALUE,
    significant: 0,
    units: [null],
    ahead: [],
  };
}

interface Written {
  readonly end: number;
  readonly digits: string;
  readonly decimals: number;
  readonly exponent: number;
}
interface Signed extends Written {
  readonly start: number;
  readonly isNegative: boolean;
}

function powerAt(line: string, from: number): Written | null {
  const power = match(POWER_OF_TEN, line, from);
  if (power === null) return null;
  const end = from + power[0].length;
  return { end, digits: "1", decimals: 0, exponent: raisedTo(power) };
}

function decimalAt(line: string, from: number): Written | null {
  const comma = match(DECIMAL_COMMA, line, from)?.[0].replace(",", ".");
  const text = comma ?? match(MANTISSA, line, from)?.[0];
  if (text === undefined) return null;
  const plain = text.replaceAll(/[^\d.]/g, "");
  const point = plain.indexOf(".");
  const decimals = point < 0 ? 0 : plain.length - point - 1;
  const end = from + text.length;
  const shown = match(EXPONENT, line, end) ?? match(TIMES_TEN, line, end);
  return {
    end: end + (shown?.[0].length ?? 0),
    digits: plain.replace(".", ""),
    decimals,
    exponent: shown === null ? 0 : raisedTo(shown),
  };
}

function raisedTo([, first, second, raised]: RegExpExecArray): number {
  return integerOf(first ?? second ?? plainDigits(raised ?? ""));
}

/** A dash behind a digit or a letter stands between two things. */
function signAt(line: string, at: number): "-" | "+" | null {
  const character = line.charAt(at);
  if (!SIGN.test(character)) return null;
  if (!/[\d.]/.test(line.charAt(at + 1))) return null;
  if (at > 0 && /[\p{L}\p{N})\]]/u.test(line.charAt(at - 1))) return null;
  return character === "+" ? "+" : "-";
}

function integerOf(text: string): number {
  return Number(text.replace(/^[^+\d]/, "-"));
}

function plainDigits(text: string): string {
  return text
    .split("")
    .map((one) => (one === "⁻" ? "-" : one === "⁺" ? "" : String(SUPERSCRIPTS.indexOf(one))))
    .join("");
}
