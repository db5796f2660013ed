/**
 * Fixed point of 192 bits for tables of doubles that are computed where the page loads: their digits do
 * not compress. Every number is the same double as in `protocol/math/fast`, which a test compares.
 */
const BITS = 192;
const P = BigInt(BITS);
export const ONE = 1n << P;
/** Both are exact for numbers of 53 bits between 2^-47 and 2^100. */
const SPLIT_BITS = 100;
const SPLIT = 2 ** SPLIT_BITS;

export const times = (a: bigint, b: bigint): bigint => (a * b) >> P;
export const over = (a: bigint, b: bigint): bigint => (a << P) / b;
/** The nearest double: a number from an integer is that. */
export const double = (a: bigint): number => Number(a) * 2 ** -BITS;
const exact = (a: number): bigint => BigInt(a * SPLIT) << BigInt(BITS - SPLIT_BITS);
export const pair = (a: bigint, high: number): readonly number[] => [high, double(a - exact(high))];

/** To the nearest multiple of 2^quantum. */
export function rounded(a: bigint, quantum: number): number {
  const shift = BigInt(BITS + quantum);
  return Number((a + (1n << (shift - 1n))) >> shift) * 2 ** quantum;
}

/** To the nearest number of so many significant bits, of one above 0. */
export const short = (a: bigint, bits: number): number =>
  rounded(a, a.toString(2).length - BITS - bits);

export function root(a: bigint): bigint {
  const square = a << P;
  let x = exact(Math.sqrt(double(a)));
  for (;;) {
    const next = (x + square / x) >> 1n;
    if (next === x || next === x + 1n || next === x - 1n) return next;
    x = next;
  }
}

/** x + x^3 c(1) + x^5 c(2) + ..., each c a quotient of the one before it. */
export function oddSeries(x: bigint, ratio: (k: bigint) => readonly [bigint, bigint]): bigint {
  const xx = times(x, x);
  let sum = 0n;
  let power = x;
  for (let k = 0n; power !== 0n && power !== -1n; k += 1n) {
    sum += power / (2n * k + 1n);
    const [above, below] = ratio(k);
    power = (times(power, xx) * above) / below;
  }
  return sum;
}
