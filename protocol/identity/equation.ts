/**
 * Equations that are identities. What follows from one is only as hard to guess as the equation, so
 * clients make them out of random digits, and refuse those that show less than 128 bits. What is
 * measured is how long the digits are to tell to somebody who has the usual constants, lists of
 * numbers and rules at hand, and knows all the rest: words, letters and signs, which people choose
 * alike, count nothing. It finds what is weak for a reason that it knows of; no measure tells
 * chance from all that was chosen.
 */
import { EQUATION_BITS_MIN, EQUATION_CHARS_MAX } from "../limits.js";
import { once } from "../once.js";
import { knownDigits } from "./knownDigits.js";
import { numberCosts } from "./numberCosts.js";

/** log2(10), rounded down. */
const BITS_A_DIGIT = 3.3219;
const DIGITS_A_COEFFICIENT = 8;
const COEFFICIENTS = 6;
/**
 * Digits from which on counting, repeating and quoting are told from chance: fewer happen by
 * themselves.
 */
const COUNTED_DIGITS_MIN = 3;
const REPEAT_DIGITS_MIN = 4;
const KNOWN_DIGITS_MIN = 6;
/** Places from which on one has to say where a quotation begins. */
const WELL_KNOWN_PLACES = 50;

const EQUATION_RANDOM_BYTES = 20;

export interface EquationStrength {
  /** What its digits show, whole: at most so many are of chance. */
  readonly bits: number;
  /** Why it is refused as an identity, or null. */
  readonly weakness: string | null;
}

/**
 * An equation with at least 158 bits of chance in its coefficients.
 * @param random 20 bytes that nobody else knows
 */
export function makeEquation(random: Uint8Array): string {
  if (random.length !== EQUATION_RANDOM_BYTES)
    throw new RangeError(`${EQUATION_RANDOM_BYTES} random bytes are needed`);
  let number = 0n;
  for (const byte of random) number = (number << 8n) | BigInt(byte);
  const coefficients: string[] = [];
  const size = 100_000_000n;
  for (let i = 0; i < COEFFICIENTS; i += 1) {
    coefficients.push((number % size).toString().padStart(DIGITS_A_COEFFICIENT, "0"));
    number /= size;
  }
  const [a, b, c, d, e, f] = coefficients;
  return `y = ${a} x^3 + ${b} x^2 - ${c} x + ${d} sin(${e} t) - ${f} exp(-z)`;
}

/** Draws until chance does not look like a pattern, which it does once in some hundred times. */
export function drawEquation(random: (bytes: number) => Uint8Array): string {
  for (;;) {
    const equation = makeEquation(random(EQUATION_RANDOM_BYTES));
    if (equationStrength(equation).weakness === null) return equation;
  }
}

/** @param equation the text as it will be hashed. */
export function equationStrength(equation: string): EquationStrength {
  if (equation.length > EQUATION_CHARS_MAX) {
    return { bits: 0, weakness: `it is longer than ${EQUATION_CHARS_MAX} characters` };
  }
  const bits = Math.floor(digitBits(equation));
  return { bits, weakness: formFault(equation) ?? weaknessOf(bits) };
}

function weaknessOf(bits: number): string | null {
  if (bits >= EQUATION_BITS_MIN) return null;
  return (
    `it shows ${bits} bits of chance and ${EQUATION_BITS_MIN} are needed: ` +
    "an equation that others may think of can be guessed from its digest"
  );
}

/** Texts that a person could not write down and type again byte for byte. */
function formFault(equation: string): string | null {
  if (equation.trim() !== equation) return "it begins or ends with a space";
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(equation)) return "it has control characters or line ends";
  if (equation.normalize("NFC") !== equation) return "it is not in Unicode normal form C";
  return equation.includes("=") ? null : "it has no equals sign";
}

/** Runs of digits, points and separators inside a number left out. */
function digitRuns(equation: string): readonly string[] {
  return (equation.match(/\d(?:[.,_']?\d)*/g) ?? []).map((run) => run.replace(/[^\d]/g, ""));
}

/** How many digits, and how many it takes to tell them. */
type Piece = readonly [length: number, digits: number];
const LITERAL: Piece = [1, 1];
const allKnown = once(() => knownDigits().join("|"));

/** Bits of the shortest way that is found to tell somebody the digits: they are worth no more. */
function digitBits(equation: string): number {
  const runs = digitRuns(equation);
  const text = runs.join("");
  const numbers = numberCosts(runs);
  const starts = new Map<number, number>();
  let at = 0;
  for (const [i, run] of runs.entries()) {
    starts.set(at, i);
    at += run.length;
  }
  const cost = Array.from({ length: text.length + 1 }, () => 0);
  for (let i = text.length - 1; i >= 0; i -= 1) {
    let least = cost[i + 1]! + 1;
    for (const [length, digits] of [sequence(text, i), repeat(text, i), ...quotes(text, i)]) {
      least = Math.min(least, cost[i + length]! + digits);
    }
    const run = starts.get(i);
    if (run !== undefined) least = Math.min(least, cost[i + runs[run]!.length]! + numbers[run]!);
    cost[i] = least;
  }
  return cost[0]! * BITS_A_DIGIT;
}

/** Digits from `at` on that go up by one, down by one, or stay: which, and from where on. */
function sequence(text: string, at: number): Piece {
  const step = Number(text[at + 1]) - Number(text[at]);
  if (!(step >= -1 && step <= 1)) return LITERAL;
  let end = at + 1;
  while (end < text.length && Number(text[end]) - Number(text[end - 1]) === step) end += 1;
  const length = end - at;
  return length >= COUNTED_DIGITS_MIN ? [length, 2] : LITERAL;
}

/** Longest piece from `at` on that begins as an earlier one did, where that first stands. */
function repeat(text: string, at: number): Piece {
  const from = text.indexOf(text.slice(at, at + REPEAT_DIGITS_MIN));
  if (from >= at || at + REPEAT_DIGITS_MIN > text.length) return LITERAL;
  return [sharedLength(text, at, text, from), 1 + String(from).length];
}

/**
 * Pieces from `at` on that are quoted from what everybody has: how long, and how many digits say
 * where it is.
 */
function quotes(text: string, at: number): readonly Piece[] {
  const piece = text.slice(at, at + KNOWN_DIGITS_MIN);
  if (piece.length < KNOWN_DIGITS_MIN) return [];
  const found: Piece[] = [];
  const known = allKnown();
  for (let from = known.indexOf(piece); from >= 0; from = known.indexOf(piece, from + 1)) {
    const place = from - known.lastIndexOf("|", from) - 1;
    found.push([
      sharedLength(text, at, known, from),
      place < WELL_KNOWN_PLACES ? 2 : 2 + String(place).length,
    ]);
  }
  return found;
}

function sharedLength(text: string, at: number, other: string, from: number): number {
  let length = 0;
  while (at + length < text.length && text[at + length] === other[from + length]) length += 1;
  return length;
}
