/**
 * Numbers as people write them, each read whole and exactly or refused: sign, digits in groups, a
 * decimal point, powers of ten, fractions, multiples of pi, `million` and words.
 */
import { exact, exactOfText, multiplyExact, addExact, powerExact } from "../exact.js";
import type { Exact } from "../exact.js";
import { MULTIPLES, PARTS, wordsAt } from "./numberWords.js";

/** The number is `value` times pi^piPower. */
export interface ReadNumber {
  readonly ok: true;
  readonly value: Exact;
  readonly piPower: 0 | 1;
  /** Standard uncertainty of `6.674(15)`, in the same unit; null where none is stated. */
  readonly spread: Exact | null;
  readonly start: number;
  readonly end: number;
  /** It is written in words, without a digit. */
  readonly isWord: boolean;
}

export interface NumberRefusal {
  readonly ok: false;
  readonly start: number;
  readonly end: number;
  readonly message: string;
}

/** Digits before the point, in groups of three by one mark. */
const GROUPS = new RegExp(
  String.raw`(?:[1-9]\d{0,2}(?:,\d{3})+|\d{1,3}(?: \d{3})+|\d{1,3}(?:'\d{3})+|` +
    String.raw`\d{1,3}(?:_\d{3})+)(?![\d])|\d+`,
  "y",
);
/** Behind the point, `176 634` is one run of digits where the first group is whole. */
const FRACTION = new RegExp(
  String.raw`\.(?:\d{3}(?: \d{3})+(?: \d{1,2})?(?![\d.,:/])|\d{3} \d{1,2}(?=\s*(?:\(|` +
    String.raw`[x*]\s*10|[eE][+-]?\d))|\d+)`,
  "y",
);
const POINT_BEFORE_E = /\.(?=[eE][+-]?\d)/y;
const POINT_AT_END = /\.(?=$|[eE][+-]?\d|\s*[A-Za-z%°])/y;
/** `(15)` in units of the last digit, `(1.2)` with a point in those of the number. */
const SPREAD = /\((\d{1,6})\)|\((\d{0,6}\.\d{1,6})\)/y;
const EXPONENT = /[eE]([+-]?\d+)(?!\d|\.\d)/y;
const TIMES_TEN = new RegExp(
  String.raw`\s*(?:[x*]|times)\s*10(?:\s*(?:\^|\*\*)\s*(?:\(\s*([+-]?\d+)\s*\)|([+-]?\d+))|` +
    String.raw`([⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)|([+-]\d+)| to the (?:power (?:of )?)?((?:minus |` +
    String.raw`-)?\d+)(?:th)?)(?!\d|\.\d)`,
  "y",
);
const TEN_TO = new RegExp(
  String.raw`\s*(?:(?:\^|\*\*)\s*(?:\(\s*([+-]?\d+)\s*\)|([+-]?\d+))|([⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)|` +
    String.raw` to the (?:power (?:of )?)?((?:minus |-)?\d+)(?:th)?)(?!\d|\.\d)`,
  "y",
);
const SLASH = /\s?\/\s?(\d+)(?![\d.,]*\d|\s?\/\s?\d)/y;
const MIXED = / (\d+)\/(\d+)(?![\d.,]*\d|\s?\/\s?\d)/y;
const VULGAR = / ?([½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒])/y;
const VULGARS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "½": "1/2",
    "⅓": "1/3",
    "⅔": "2/3",
    "¼": "1/4",
    "¾": "3/4",
    "⅕": "1/5",
    "⅖": "2/5",
    "⅗": "3/5",
    "⅘": "4/5",
    "⅙": "1/6",
    "⅚": "5/6",
    "⅐": "1/7",
    "⅛": "1/8",
    "⅜": "3/8",
    "⅝": "5/8",
    "⅞": "7/8",
    "⅑": "1/9",
    "⅒": "1/10",
  }),
);
const PI = /\s*\*?\s*(?:π|pi(?![A-Za-z0-9_]))(?:\s?\/\s?(\d+)(?![\d.,]*\d))?/y;
const MULTIPLE = /[ -]?(hundred|thousand|million|billion|trillion|dozen)(?![A-Za-z0-9_])/iy;
/** The `k` of `4.7k`, behind a digit and before no unit: `4.7k ohm` is read as one in kilohms. */
const THOUSANDS = /(?<=\d)k(?![\p{L}\p{N}_]|\s?-?\s?(?:ohm|Ω|Ω|watt|volt))/uy;
const AND_A_PART = /\s+and\s+(?:an?|one)\s+(half|third|quarter)(?![A-Za-z0-9_])/iy;
/** What begins a number at a place; digits, a point, pi, or a letter of a number word. */
const BEGINS = /[+-]?(?:\.?\d|[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒]|π|pi(?![A-Za-z0-9_]))/y;
/** Digits right behind a number that it did not read: `3,5`, `1.2.3`, `5:30`, `3 x 10`. */
const LEFT_OVER = /[.,:_]\d|\s?[x*]\s?\d|\s?\*\*|\s?\^/y;
const COMMA = /,\d/y;
const EXPONENT_MAX = 400;
const DIGITS_MAX = 400;
/** Least and largest size that a double holds as a normal number. */
const SIZE_MAX = exactOfText("1.7976931348623157e308");
const SIZE_MIN = exactOfText("2.2250738585072014e-308");
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** A reader at one place of a text. */
class Cursor {
  readonly text: string;
  at: number;
  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found !== null) this.at += found[0].length;
    return found;
  }

  sees(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    return pattern.test(this.text);
  }
}

/**
 * @param text plain
 * @param isWhole the text holds nothing else, so that `5.` ends with its point
 * @returns null where no number begins at the place
 */
export function numberAt(
  text: string,
  start: number,
  isWhole = false,
): ReadNumber | NumberRefusal | null {
  const cursor = new Cursor(text, start);
  if (!cursor.sees(BEGINS)) return inWords(text, start);
  const sign = cursor.take(/[+-]/y)?.[0] === "-" ? -1n : 1n;
  const refuse = (message: string): NumberRefusal => ({
    ok: false,
    start,
    end: Math.max(endOfDigits(text, start), cursor.at),
    message,
  });
  const body = bodyAt(cursor, isWhole);
  if (typeof body === "string") return refuse(body);
  const value = multiplyExact(exact(sign), body.value);
  if (cursor.sees(COMMA))
    return refuse("a comma may stand for a decimal point or between thousands: write a point");
  if (cursor.sees(LEFT_OVER))
    return refuse("its digits are read in part only: write one number with a decimal point");
  const size = value.num < 0n ? -value.num : value.num;
  if (size * SIZE_MAX.den > SIZE_MAX.num * value.den)
    return refuse("it is beyond the largest number a double can hold, 1.8e308");
  if (size !== 0n && size * SIZE_MIN.den < SIZE_MIN.num * value.den)
    return refuse("it is below the smallest number a double holds in full, 2.2e-308");
  return { ok: true, ...body, value, start, end: cursor.at, isWord: false };
}

type Body = Pick<ReadNumber, "piPower" | "spread" | "value">;

/** The number without its sign, or why it is none. */
function bodyAt(cursor: Cursor, isWhole: boolean): Body | string {
  const pi = cursor.take(PI);
  if (pi !== null) return withPi(exact(1n), pi);
  const [digits = ""] = cursor.take(GROUPS) ?? [];
  const vulgar = cursor.take(VULGAR);
  if (vulgar !== null) {
    if (/[, '_]/.test(digits)) return "a fraction stands behind one whole number";
    const part = exactOfText(VULGARS.get(vulgar[1]!)!);
    return scaled(cursor, { value: addExact(whole(digits), part), piPower: 0, spread: null });
  }
  if (/^0[, '_]/.test(digits)) return "a group of thousands does not begin with 0: write a point";
  const fraction = cursor.take(FRACTION)?.[0].replaceAll(" ", "") ?? "";
  if (digits === "" && fraction === "") return "no digit stands here";
  if (digits.length + fraction.length > DIGITS_MAX) return "it has too many digits";
  if (fraction === "") cursor.take(isWhole ? POINT_AT_END : POINT_BEFORE_E);
  const mark = cursor.take(SPREAD);
  const power = powerAt(cursor, digits + fraction);
  if (power === null) return "its power of ten is beyond what a double holds";
  const unit = powerExact(exact(10n), power.exponent);
  const mantissa = power.isBare ? exact(1n) : decimal(digits, fraction);
  const value = multiplyExact(mantissa, unit);
  if (mark !== null) {
    const size = multiplyExact(unit, multiplesAt(cursor));
    const spread = multiplyExact(spreadOf(mark, fraction), size);
    return { value: multiplyExact(mantissa, size), piPower: 0, spread };
  }
  if (power.isWritten || fraction !== "")
    return scaled(cursor, { value, piPower: 0, spread: null });
  return fractionAt(cursor, value, digits);
}

function spreadOf([, lastDigits, size]: RegExpExecArray, fraction: string): Exact {
  if (size !== undefined) return exactOfText(size.startsWith(".") ? `0${size}` : size);
  return exact(BigInt(lastDigits!), 10n ** BigInt(Math.max(fraction.length - 1, 0)));
}

/** `3/4` and `2 1/2`, behind a whole number. */
function fractionAt(cursor: Cursor, value: Exact, digits: string): Body | string {
  if (/^\d+$/.test(digits)) {
    const slash = cursor.take(SLASH);
    if (slash !== null) {
      const below = BigInt(slash[1]!);
      if (below === 0n) return "a fraction has no 0 below its line";
      const divided = multiplyExact(value, exact(1n, below));
      return scaled(cursor, { value: divided, piPower: 0, spread: null });
    }
    const mixed = cursor.take(MIXED);
    if (mixed !== null) {
      const [above, below] = [BigInt(mixed[1]!), BigInt(mixed[2]!)];
      if (above >= below) return "a mixed number ends in a fraction below one, as in 2 1/2";
      const sum = addExact(value, exact(above, below));
      return scaled(cursor, { value: sum, piPower: 0, spread: null });
    }
  }
  return scaled(cursor, { value, piPower: 0, spread: null });
}

/** Multiples behind a number: `million`, `dozen`, `and a half`, `pi`. */
function scaled(cursor: Cursor, body: Body): Body {
  let { value } = body;
  const part = value.den === 1n ? cursor.take(AND_A_PART) : null;
  if (part !== null) value = addExact(value, exact(1n, partOf(part[1]!)));
  value = multiplyExact(value, multiplesAt(cursor));
  if (cursor.take(THOUSANDS) !== null) value = multiplyExact(value, exact(1_000n));
  const pi = cursor.take(PI);
  return pi === null ? { ...body, value } : withPi(value, pi);
}

/** The product of `hundred thousand`; 1 where no multiple stands. */
function multiplesAt(cursor: Cursor): Exact {
  let product = exact(1n);
  for (;;) {
    const times = cursor.take(MULTIPLE);
    if (times === null) return product;
    product = multiplyExact(product, exact(MULTIPLES.get(times[1]!.toLowerCase()) ?? 1n));
  }
}

function partOf(word: string): bigint {
  return PARTS.get(word.toLowerCase()) ?? 1n;
}

function withPi(value: Exact, pi: RegExpExecArray): Body {
  const below = BigInt(pi[1] ?? "1");
  return {
    value: below === 0n ? value : multiplyExact(value, exact(1n, below)),
    piPower: 1,
    spread: null,
  };
}

interface Power {
  readonly exponent: number;
  readonly isWritten: boolean;
  /** `10^6` stands alone: its digits are the base. */
  readonly isBare: boolean;
}

/** Null for an exponent that no double has. */
function powerAt(cursor: Cursor, digits: string): Power | null {
  const e = cursor.take(EXPONENT);
  if (e !== null) return power(e[1]!, false);
  const ten = cursor.take(TIMES_TEN);
  if (ten !== null) return power(exponentText(ten), false);
  const bare = digits === "10" ? cursor.take(TEN_TO) : null;
  if (bare !== null) return power(exponentText(bare), true);
  return { exponent: 0, isWritten: false, isBare: false };
}

function power(text: string, isBare: boolean): Power | null {
  const exponent = Number(text);
  return Math.abs(exponent) > EXPONENT_MAX ? null : { exponent, isWritten: true, isBare };
}

function exponentText(match: RegExpExecArray): string {
  const text = match.slice(1).find((group) => group !== undefined) ?? "0";
  return text
    .replace("minus ", "-")
    .split("")
    .map((sign) => (sign === "⁻" ? "-" : sign === "⁺" ? "" : raisedDigit(sign)))
    .join("");
}

function raisedDigit(sign: string): string {
  const digit = SUPERSCRIPTS.indexOf(sign);
  return digit < 0 ? sign : String(digit);
}

function whole(digits: string): Exact {
  return digits === "" ? exact(0n) : exact(BigInt(digits));
}

function decimal(digits: string, fraction: string): Exact {
  return exactOfText(`${digits === "" ? "0" : digits.replace(/[, '_]/g, "")}${fraction}`);
}

/** Where the run of digits and marks ends that a refusal tells of. */
function endOfDigits(text: string, start: number): number {
  const run = /[+-]?[\d.,'_:]*\d/y;
  run.lastIndex = start;
  return run.exec(text) === null ? start + 1 : run.lastIndex;
}

function inWords(text: string, start: number): ReadNumber | null {
  const words = wordsAt(text, start);
  return words === null
    ? null
    : { ok: true, ...words, piPower: 0, spread: null, start, isWord: true };
}
