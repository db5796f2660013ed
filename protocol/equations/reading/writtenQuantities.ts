/**
 * Numbers that stand in an equation with their units: the `5 km` of `v = 5 km/20 min`. A word right
 * behind a number is a unit only where it cannot be a name of the equation.
 */
import { constantsBySymbol } from "../../units/constants.js";
import { toSI } from "../../units/convert.js";
import { equals, formatDimension } from "../../units/dimension.js";
import { roundToDouble } from "../../units/exact.js";
import type { Exact } from "../../units/exact.js";
import { isUnit, parseUnit } from "../../units/parse.js";
import { alternativesOf } from "../../units/quantity/alternatives.js";
import { numberAt } from "../../units/quantity/number.js";
import { plain } from "../../units/quantity/plain.js";
import { valueInSI } from "../../units/quantity/slot.js";
import type { Reading } from "../../units/quantity/quantity.js";
import { quantityAt } from "../../units/quantity/read.js";
import { isSpelling } from "../../units/quantity/unitAfter.js";
import { countWork } from "../../workCount.js";
import { functionBySpelling, RECIPROCALS } from "./functions.js";
import { questionOf, subjectOf, type Placed } from "./quantityQuestions.js";
import { mayBeginQuantity } from "./quantityStart.js";
import { GREEK_NAMES } from "./tokens.js";

export interface WrittenQuantity {
  /** As it stands in the equation; the name by which its value is bound. */
  readonly text: string;
  readonly value: number;
  /** Standard uncertainty of `12(1) kg` in the same unit; 0 where none is stated. */
  readonly spread: number;
  readonly unit: string;
}

export type WrittenQuantities =
  | { readonly ok: true; readonly quantities: readonly WrittenQuantity[] }
  | { readonly ok: false; readonly text: string; readonly message: string };

const NONE: WrittenQuantities = { ok: true, quantities: [] };
/** Quantities of one equation, and numbers of it behind which a unit is looked for. */
const QUANTITIES_MAX = 20;
/** Characters of a unit behind a number. */
const UNIT_CHARS_MAX = 40;
/** Times that the equation is read again because a word turned out to be a name. */
const ROUNDS_MAX = 4;
/** Relative difference of a unit and the constant that it is. */
const SAME_SIZE = 1e-9;
/** Behind the inch of `3/4 in`; a range or a list follows the `in` of `x in 1..4`. */
const INCH_ENDS = /^\s*(?:$|[)\]*/^+,;=<>≤≥-])/;
/** To look for the unit behind a number. */
const LOOK_WORK = 4000;
const ANY = /\d\.?\s*[\p{L}°%‰′[(]/u;
const LITERAL = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const WORD = /[\p{L}][\p{L}\p{N}_']*/uy;
const BRACKETED = /\s*\[([^[\],;=]{1,60})\]/y;
const BEGINS_UNIT = /\s*[\p{L}°%‰[]/uy;
/** Behind digits in brackets no factor 1 stands: the unit of `2.0(1) 1/s`. */
const BEGINS_RATE = /\s1\s?\/\s?\p{L}/uy;
const FIRST_WORD = /\s*[\p{L}][\p{L}\p{N}_]*/uy;
const CALLED = /\(/y;
const RELATION = /[=<>≈~→≤≥≠]/;
const INTEGRAL = /INT|∫|\bint_/;
/** What words say about the form of an equation, and name nothing. */
const FORM_WORDS: ReadonlySet<string> = new Set(
  (
    "for where as in and or is if when otherwise else sum prod int lim SUM PROD INT Sum Int d partial to inf " +
    "infinity"
  ).split(" "),
);
/** Digits in brackets right behind a number: its uncertainty as an input, a factor elsewhere. */
const CONCISE = /(?:\d+\.?\d*|\.\d+)\((?:\d{1,6}|\d{0,6}\.\d{1,6})\)(?![\d(!^])/y;
/** One letter that people write for a unit behind a number. */
const SYMBOLS: ReadonlySet<string> = new Set("m s g h A K N J W V C T L l Ω".split(" "));
/** Two letters that nobody writes for a product of two names. */
const CLEAR: ReadonlySet<string> = new Set(
  (
    "kg km cm mm nm µm um dm Hz Pa eV kN MN kJ MJ GJ kW MW GW kV ft mi lb oz kΩ MΩ °C °F ly pc AU au " +
    "bar atm mol min rad deg in"
  ).split(" "),
);

/** Two letters that are a unit where the equation has no other names, and a product elsewhere. */
const CLEAR_ALONE: ReadonlySet<string> = new Set("eV Da ms ns ps".split(" "));

/**
 * @param given names that have a value, a unit or are sought: they are never units
 */
export function writtenQuantities(equation: string, given: ReadonlySet<string>): WrittenQuantities {
  if (!ANY.test(equation)) return NONE;
  const text = plain(equation);
  const names = new Set(given);
  const looked = new Map<string, Candidate | null>();
  // A word that stands elsewhere without a number is a name, and what it left may be one more.
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const found = scan(text, names, looked);
    if (found === null) return tooMany(equation);
    const refused = namesAmong(text, found, names);
    if (found.candidates.length > QUANTITIES_MAX) return tooMany(equation);
    if (refused.length === 0)
      return found.bare === null
        ? settled(equation, text, found.candidates)
        : productOrSpread(found.bare);
    for (const name of refused) names.add(name);
  }
  return NONE;
}

function productOrSpread(text: string): WrittenQuantities {
  const product = text.replace("(", "*").replace(")", "");
  const message =
    `${text} is a number with its uncertainty to some and a product to others: write ${product}, ` +
    "or give the number as an input.";
  return { ok: false, text, message };
}

function tooMany(equation: string): WrittenQuantities {
  const message = `An equation has at most ${QUANTITIES_MAX} numbers with a unit behind them.`;
  return { ok: false, text: equation.slice(0, 40), message };
}

interface Candidate extends Placed {
  readonly words: readonly string[];
}

interface Scan {
  readonly candidates: readonly Candidate[];
  /** Words outside the candidates that may be names. */
  readonly words: ReadonlySet<string>;
  /** `345.0(12)` without a unit, which is a product to some. */
  readonly bare: string | null;
}

/** @returns null where too many numbers have words behind them */
function scan(
  text: string,
  names: ReadonlySet<string>,
  looked: Map<string, Candidate | null>,
): Scan | null {
  const candidates: Candidate[] = [];
  const words = new Set<string>();
  let bare: string | null = null;
  const hasIntegral = INTEGRAL.test(text);
  for (let at = 0; at < text.length;) {
    const literal = matchAt(LITERAL, text, at);
    if (literal !== null) {
      const isFirst = !isSecondNumber(text, at) && mayBeginQuantity(text, at);
      const concise = isFirst ? conciseEnd(text, at) : null;
      const from = concise ?? at + literal.length;
      const begins = concise !== null && matchAt(BEGINS_RATE, text, from) !== null;
      const isLooked = isFirst && (begins || matchAt(BEGINS_UNIT, text, from) !== null);
      const candidate = isLooked ? candidateAt(text, at, from, names, hasIntegral, looked) : null;
      if (looked.size > 2 * QUANTITIES_MAX) return null;
      if (candidate !== null) candidates.push(candidate);
      else if (concise !== null) bare ??= text.slice(at, concise);
      at = candidate?.end ?? from;
      continue;
    }
    const word = matchAt(WORD, text, at);
    if (word !== null && mayBeAName(text, at, word)) words.add(word);
    at += word?.length ?? 1;
  }
  return { candidates, words, bare };
}

/** Where a number with the digits of its uncertainty ends: `5.97(2)e24`; null for others. */
function conciseEnd(text: string, at: number): number | null {
  if (matchAt(CONCISE, text, at) === null) return null;
  const number = numberAt(text, at);
  return number !== null && number.ok && number.spread !== null ? number.end : null;
}

/** The 000 of `1 000 km` is the end of a number that equations do not read. */
function isSecondNumber(text: string, at: number): boolean {
  return /\d\.?\s+$/.test(text.slice(Math.max(0, at - 12), at));
}

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

function isFunction(word: string): boolean {
  return functionBySpelling(word) !== undefined || RECIPROCALS.has(word) || word === "log";
}

function mayBeAName(text: string, at: number, word: string): boolean {
  if (FORM_WORDS.has(word) || isFunction(word)) return false;
  return !constantsBySymbol.has(word) && word !== "pi" && word !== "π" && text[at - 1] !== "_";
}

function candidateAt(
  text: string,
  start: number,
  from: number,
  names: ReadonlySet<string>,
  hasIntegral: boolean,
  looked: Map<string, Candidate | null>,
): Candidate | null {
  const bracketed = bracketedAt(text, start, from);
  if (bracketed !== null) return bracketed;
  const first = matchAt(FIRST_WORD, text, from)?.trim() ?? "";
  if (first !== "" && !isUnit(first) && alternativesOf(first).length === 0 && !isSpelling(first))
    return null;
  const cut = Math.min(cutAt(text, from, names, hasIntegral), lastWordEnd(text, from));
  if (cut === from || text.slice(from, cut).trim() === "") return null;
  const key = `${start} ${cut}`;
  const known = looked.get(key);
  if (known !== undefined) return known;
  const candidate = readAt(text.slice(0, cut), start, from);
  looked.set(key, candidate);
  return candidate;
}

/** Where the last whole word ends that a unit may hold. */
function lastWordEnd(text: string, from: number): number {
  let end = from + UNIT_CHARS_MAX;
  if (end >= text.length) return text.length;
  while (end > from && /[\p{L}\p{N}_]/u.test(text[end]!)) end -= 1;
  return end;
}

function readAt(head: string, start: number, from: number): Candidate | null {
  countWork(LOOK_WORK);
  const quantity = quantityAt(head, start, false);
  if (quantity === null || !quantity.ok || !quantity.hasUnit || quantity.at[1] <= from) return null;
  const written = head.slice(from, quantity.at[1]);
  return {
    start,
    end: quantity.at[1],
    quantity,
    words: written.match(/[\p{L}°%‰′″]+(?:_[\p{L}]+)*/gu) ?? [],
    isBracketed: false,
  };
}

/** `2 [m]` is two metres, whatever is called m. */
function bracketedAt(text: string, start: number, from: number): Candidate | null {
  BRACKETED.lastIndex = from;
  const match = BRACKETED.exec(text);
  if (match === null) return null;
  const quantity = quantityAt(`${text.slice(0, from)} ${match[1]!.trim()}`, start, true);
  if (quantity === null || !quantity.ok || !quantity.hasUnit) return null;
  if (!parseUnit(match[1]!).ok) return null;
  return { start, end: from + match[0].length, quantity, words: [], isBracketed: true };
}

/** Where a unit ends at the latest: at the first word behind the number that is a name. */
function cutAt(
  text: string,
  from: number,
  names: ReadonlySet<string>,
  hasIntegral: boolean,
): number {
  for (let at = from, isFirst = true; at < text.length;) {
    const word = matchAt(WORD, text, at);
    if (word === null) {
      at += 1;
      continue;
    }
    const isCalled = matchAt(CALLED, text, at + word.length) !== null;
    const isDifferential = hasIntegral && /^d[\p{L}]/u.test(word);
    if (isCalled || isDifferential || names.has(word) || GREEK_NAMES.has(word)) return at;
    if (isFunction(word) && /^\s*\(/.test(text.slice(at + word.length))) return at;
    if (isInCompound(text, at, word)) {
      at += word.length;
      continue;
    }
    const isInch = isFirst && word === "in" && INCH_ENDS.test(text.slice(at + word.length));
    if (FORM_WORDS.has(word) && word !== "d" && !isInch) return at;
    const isConstant = constantsBySymbol.has(word) && !isItsUnit(word);
    if (isConstant && (isFirst || !isBelow(text, at))) return at;
    isFirst = false;
    at += word.length;
  }
  return text.length;
}

/** Whether a constant is the unit of its name: the eV, the ly. */
function isItsUnit(word: string): boolean {
  const unit = parseUnit(word);
  if (!unit.ok || unit.offset !== undefined) return false;
  const { value } = constantsBySymbol.get(word)!;
  return Math.abs(toSI(1, unit) - value) <= SAME_SIZE * Math.abs(value);
}

/** The `in` of `5 ft 3 in` and the h of `2 h 15 min`. */
function isInCompound(text: string, at: number, word: string): boolean {
  if (word === "in") return /(?:ft|'|feet|foot)\s*\d+(?:\.\d+)?\s*$/.test(text.slice(0, at));
  return word === "h" && /^h\s*\d+(?:\.\d+)?\s*min/.test(text.slice(at, at + 20));
}

/** The h of `km/h` and of `kW h` is an hour, and that of `kg h` Planck's constant. */
function isBelow(text: string, at: number): boolean {
  return /(?:\/\s*|[WA]\s+)$/.test(text.slice(0, at));
}

/** Words of candidates that may as well be names of the equation, and so are. */
function namesAmong(
  text: string,
  { candidates, words }: Scan,
  names: ReadonlySet<string>,
): string[] {
  const own = candidates.filter(({ isBracketed }) => !isBracketed);
  const elsewhere = own.flatMap((one) => one.words.filter((word) => words.has(word)));
  if (elsewhere.length > 0) return elsewhere;
  const subject = subjectOf(text);
  const others = [...words, ...names].filter((word) => word !== subject && word !== "");
  const isOpen = others.length > 0;
  const isClear = own.some((one) => one.words.some(isClearWord));
  const refused = own.flatMap((one) => {
    if (one.quantity.spread !== null) return [];
    const [first = ""] = one.words;
    const unsure = one.words.filter((word) => !isClearWord(word) && !isSlashed(text, one, word));
    if (unsure.length === 0) return [];
    if (unsure.some((word) => word.length === 1 && !SYMBOLS.has(word))) return unsure;
    if (isProductOf(first, names)) return [first];
    if (isOpen) return unsure;
    const isAlone = unsure.every((word) => CLEAR_ALONE.has(word));
    return isClear || isAlone || !RELATION.test(text) ? [] : unsure;
  });
  return refused.filter((word) => !names.has(word));
}

/** In `9.81 m/s^2` the second is a unit where the first is. */
function isSlashed(text: string, one: Candidate, word: string): boolean {
  const written = text.slice(one.start, one.end);
  return one.words[0] !== word && new RegExp(`/\\s*${word}(?![\\p{L}])`, "u").test(written);
}

/** `as` is no attosecond where a and s are given. */
function isProductOf(word: string, names: ReadonlySet<string>): boolean {
  return word.length > 1 && word.split("").every((letter) => names.has(letter));
}

function isClearWord(word: string): boolean {
  return word.length > 2 || CLEAR.has(word) || /[°%‰′″Ωµ]/.test(word);
}

function settled(
  equation: string,
  text: string,
  candidates: readonly Candidate[],
): WrittenQuantities {
  const quantities = new Map<string, WrittenQuantity>();
  for (const candidate of candidates) {
    const typed = equation.slice(candidate.start, candidate.end);
    const message = questionOf(text, typed, candidate);
    if (message !== null) return { ok: false, text: typed, message };
    const { readings, spread } = candidate.quantity;
    quantities.set(typed, { text: typed, ...valueOf(readings[0]!, spread) });
  }
  return { ok: true, quantities: [...quantities.values()] };
}

/** In the unit as written where that has a name, so that its rounding is known; else in SI. */
function valueOf(
  reading: Reading,
  spread: Exact | null,
): Pick<WrittenQuantity, "spread" | "unit" | "value"> {
  const { number, piPower, unit } = reading;
  const named = parseUnit(unit.text);
  const size = spread === null ? null : { ...reading, number: spread };
  if (piPower === 0 && named.ok && equals(named.dimension, unit.dimension))
    return {
      value: roundToDouble(number),
      spread: spread === null ? 0 : roundToDouble(spread),
      unit: unit.text,
    };
  return {
    value: valueInSI(reading),
    spread: size === null ? 0 : valueInSI(size, true),
    unit: formatDimension(unit.dimension),
  };
}
