/**
 * Equations that are identities. What follows from one is only as hard to guess as the equation, so clients make them out of
 * random digits, and refuse those that show less than 128 bits. What is measured is a bound from below: digits count, unless
 * they are a pattern, a repetition or a constant of nature; words, letters and signs, which people choose alike, hardly do.
 */
import { EQUATION_BITS_MIN, EQUATION_CHARS_MAX } from "../limits.js";

/** log2(10), rounded down. */
const BITS_A_DIGIT = 3.3219;
/** A letter of running text: what is left when the words around it are known. */
const BITS_A_LETTER = 1;
const DIGITS_A_COEFFICIENT = 8;
const COEFFICIENTS = 6;
/** Digits from which on counting, repeating and quoting are told from chance: fewer happen by themselves. */
const COUNTED_DIGITS_MIN = 3;
const REPEAT_DIGITS_MIN = 4;
const KNOWN_DIGITS_MIN = 6;

const EQUATION_RANDOM_BYTES = 20;

/** Digits that anybody tries: constants as textbooks print them, without the point and the power of ten. */
const KNOWN_DIGITS: readonly string[] = [
  "31415926535897932384626433832795028841971693993751", "27182818284590452353602874713526624977572470936999",
  "16180339887498948482045868343656381177203091798057", "14142135623730950488016887242096980785696718753769",
  "17320508075688772935274463415058723669428052538103", "22360679774997896964091736687312762354406183596115",
  "05772156649015328606065120900824024310421593359399", "06931471805599453094172321214581765680755001343602",
  "299792458", "662607015", "6626070150", "1054571817", "1602176634", "1380649", "602214076", "8314462618",
  "667430", "96485332123310018", "54857990906516", "91093837139", "167262192595", "167492750056", "8854187818814",
  "125663706127", "72973525643", "137035999177", "105737315681", "5670374419", "2897771955", "980665", "101325", "27315",
  "15120", "525600", "3600", "86400", "31557600", "149597870700", "9460730472580800", "197327", "931494",
];

export interface EquationStrength {
  /** At least so many bits of chance, whole. */
  readonly bits: number;
  /** Why it is refused as an identity, or null. */
  readonly weakness: string | null;
}

/**
 * An equation with at least 158 bits of chance in its coefficients.
 * @param random 20 bytes that nobody else knows
 */
export function makeEquation(random: Uint8Array): string {
  if (random.length !== EQUATION_RANDOM_BYTES) throw new RangeError(`${EQUATION_RANDOM_BYTES} random bytes are needed`);
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

/** Draws until chance does not look like a pattern, which it does once in some thousand times. */
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
  const bits = Math.floor(digitBits(equation) + letterBits(equation));
  return { bits, weakness: formFault(equation) ?? weaknessOf(bits) };
}

function weaknessOf(bits: number): string | null {
  if (bits >= EQUATION_BITS_MIN) return null;
  return `it shows ${bits} bits of chance and ${EQUATION_BITS_MIN} are needed: `
    + "an equation that others may think of can be guessed from its digest";
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

function digitBits(equation: string): number {
  let seen = "";
  let digits = 0;
  for (const run of digitRuns(equation)) {
    digits += freshDigits(run, seen);
    seen += `|${run}`;
  }
  return digits * BITS_A_DIGIT;
}

/**
 * Digits of a run that do not follow from what stands before them: a known number, a repetition, and a sequence
 * counting up, counting down or standing still are one digit each.
 * @param seen earlier runs
 */
function freshDigits(run: string, seen: string): number {
  let count = 0;
  for (let at = 0; at < run.length;) {
    const skip = Math.max(sequenceLength(run, at), repeatLength(run, at, seen), knownLength(run, at), 1);
    at += skip;
    count += 1;
  }
  return count;
}

/** Digits from `at` on that go up by one, down by one, or stay. */
function sequenceLength(run: string, at: number): number {
  const step = Number(run[at + 1]) - Number(run[at]);
  if (!(step >= -1 && step <= 1)) return 1;
  let end = at + 1;
  while (end < run.length && Number(run[end]) - Number(run[end - 1]) === step) end += 1;
  const length = end - at;
  return length >= COUNTED_DIGITS_MIN ? length : 1;
}

/** Longest piece from `at` on that was there before. */
function repeatLength(run: string, at: number, seen: string): number {
  const before = `${seen}|${run.slice(0, at)}`;
  return longest(run, at, REPEAT_DIGITS_MIN, (piece) => before.includes(piece));
}

function knownLength(run: string, at: number): number {
  return longest(run, at, KNOWN_DIGITS_MIN, (piece) => KNOWN_DIGITS.some((known) => known.includes(piece)));
}

function longest(run: string, at: number, shortest: number, is: (piece: string) => boolean): number {
  let length = 1;
  for (let end = at + shortest; end <= run.length && is(run.slice(at, end)); end += 1) length = end - at;
  return length;
}

/** Words count once, and letter by letter only as much as running text does. */
function letterBits(equation: string): number {
  const words = new Set((equation.match(/\p{L}{3,}/gu) ?? []).map((word) => word.toLowerCase()));
  let bits = 0;
  for (const word of words) if (!KNOWN_WORDS.has(word)) bits += word.length * BITS_A_LETTER;
  return bits;
}

const KNOWN_WORDS: ReadonlySet<string> = new Set([
  "sin", "cos", "tan", "exp", "log", "sqrt", "sinh", "cosh", "tanh", "asin", "acos", "atan", "abs", "min", "max", "sum",
  "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "theta", "kappa", "lambda", "sigma", "omega", "phi", "psi", "rho", "tau",
  "integral", "derivative", "equation", "energy", "force", "mass",
]);
