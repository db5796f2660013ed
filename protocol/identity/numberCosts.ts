/**
 * How many digits it takes to tell somebody a number of an equation, where that is fewer than it is
 * written with.
 */
import { factorials, floorRoot, recurrent } from "./knownDigits.js";

/** Digits that say which rule and which of its numbers is meant. */
const RULE_DIGITS = 1;
/** That a rule goes on. */
const GOES_ON_DIGITS = 0.3;
/**
 * In digits: people think of the same few dozen years, of the same days, and of small numbers
 * first.
 */
const YEAR_DIGITS = 1.2;
const DATE_DIGITS = 4;
const SMALL_DIGITS: readonly number[] = [0, 0.6, 1.2];
/** Below, a number is as long as what says which square or power it is. */
const FAMILY_CHARS_MIN = 8;
const BASES_MAX = 100n;
/** Numbers may be told in turn with others: exponents, numbers of terms. */
const STRIDES = [1, 2, 3] as const;

/** For each number, in digits; Infinity where nothing is known of it. */
export function numberCosts(runs: readonly string[]): readonly number[] {
  const numbers = runs.map((run) => BigInt(run));
  const strides = numbers.map((_, i) => predictedAt(numbers, i));
  return runs.map((run, i) =>
    Math.min(
      ruleCost(strides, i),
      SMALL_DIGITS[run.length] ?? Number.POSITIVE_INFINITY,
      dateCost(run),
      run.startsWith("0") ? Number.POSITIVE_INFINITY : familyCost(run, numbers[i]!),
    ),
  );
}

/** 1000 to 2099, and days with such a year, whichever way they are written. */
function dateCost(run: string): number {
  if (isYear(run)) return YEAR_DIGITS;
  if (run.length !== 8) return Number.POSITIVE_INFINITY;
  const [front, back] = [run.slice(0, 4), run.slice(4)];
  return (isYear(front) && isDay(back)) || (isYear(back) && isDay(front))
    ? DATE_DIGITS
    : Number.POSITIVE_INFINITY;
}

function isYear(text: string): boolean {
  return /^(?:1\d{3}|20\d{2})$/.test(text);
}

/** Month and day, or day and month. */
function isDay(text: string): boolean {
  const [one, two] = [Number(text.slice(0, 2)), Number(text.slice(2))];
  return one >= 1 && two >= 1 && ((one <= 12 && two <= 31) || (two <= 12 && one <= 31));
}

/**
 * Fibonacci's, Lucas's, factorials, powers, squares and cubes, and their neighbours: by which one
 * it is.
 */
function familyCost(run: string, n: bigint): number {
  if (run.length < FAMILY_CHARS_MIN) return Number.POSITIVE_INFINITY;
  let cost = Number.POSITIVE_INFINITY;
  for (const list of [recurrent(1n, 1n), recurrent(2n, 1n), factorials()])
    cost = Math.min(cost, placeIn(list, n));
  for (const near of [n, n + 1n, n - 1n])
    cost = Math.min(cost, powerCost(near), rootCost(near, 2n), rootCost(near, 3n));
  return cost + RULE_DIGITS;
}

function placeIn(list: Generator<bigint>, n: bigint): number {
  let place = 0;
  for (const one of list) {
    if (one >= n) return one === n ? String(place).length : Number.POSITIVE_INFINITY;
    place += 1;
  }
  return Number.POSITIVE_INFINITY;
}

function powerCost(n: bigint): number {
  for (let base = 2n; base <= BASES_MAX; base += 1n) {
    let [left, exponent] = [n, 0];
    while (left % base === 0n && left > 0n) {
      left /= base;
      exponent += 1;
    }
    if (left === 1n) return base.toString().length + String(exponent).length;
  }
  return Number.POSITIVE_INFINITY;
}

function rootCost(n: bigint, degree: 2n | 3n): number {
  const root = floorRoot(n, degree);
  return (degree === 2n ? root * root : root * root * root) === n
    ? root.toString().length
    : Number.POSITIVE_INFINITY;
}

function ruleCost(strides: readonly (number | null)[], i: number): number {
  const stride = strides[i]!;
  if (stride === null) return Number.POSITIVE_INFINITY;
  return strides[i - stride] === stride ? GOES_ON_DIGITS : RULE_DIGITS;
}

/** How far apart the numbers stand that it follows from, or null where it does not. */
function predictedAt(numbers: readonly bigint[], i: number): number | null {
  const n = numbers[i]!;
  return (
    STRIDES.find((stride) => {
      const before = (back: number): bigint | undefined => numbers[i - back * stride];
      return guesses(before(1), before(2), before(3), before(4)).includes(n);
    }) ?? null
  );
}

/** @param a the number before, `b` the one before that, ... */
function guesses(
  a: bigint | undefined,
  b: bigint | undefined,
  c: bigint | undefined,
  d: bigint | undefined,
): readonly bigint[] {
  if (a === undefined || b === undefined) return [];
  const found = [2n * a - b, a + b];
  if (b !== 0n && a % b === 0n) found.push(a * (a / b), a * (a / b + 1n));
  if (b !== 0n && (a * a) % b === 0n) found.push((a * a) / b);
  if (c === undefined) return found;
  found.push(3n * a - 3n * b + c, a + b + c);
  if (d === undefined) return found;
  found.push(4n * a - 6n * b + 4n * c - d);
  // a = p b + q c and b = p c + q d.
  const determinant = b * d - c * c;
  if (determinant !== 0n) {
    const [p, q] = [a * d - b * c, b * b - a * c];
    if ((p * a + q * b) % determinant === 0n) found.push((p * a + q * b) / determinant);
  }
  return found;
}
