/**
 * ln n/(2 pi) in pairs, which every sum needs: made once, and longer where a greater height is
 * asked for.
 */
import { SPLITTER } from "../../math/constants.js";
import { addDD, divDD, low } from "../../math/double.js";
import { logPair } from "../../math/pair/logarithm.js";
import { PI } from "../../math/pair/circular.js";

export interface Logarithms {
  /** High parts by n, and the upper halves of them, whose products with a half are exact. */
  readonly high: Float64Array;
  readonly upper: Float64Array;
  readonly rest: Float64Array;
  /** n^(-1/2). */
  readonly weight: Float64Array;
}

const POLL_EVERY = 4_096;
const LENGTH_MIN = 1_024;

let table: Logarithms = {
  high: new Float64Array(2),
  upper: new Float64Array(2),
  rest: new Float64Array(2),
  weight: Float64Array.of(0, 1),
};

/** Least factor above 1 of each number. */
function leastFactors(count: number): Int32Array {
  const least = new Int32Array(count + 1);
  for (let n = 2; n <= count; n += 1) {
    if (least[n] !== 0) continue;
    for (let m = n; m <= count; m += n) if (least[m] === 0) least[m] = n;
  }
  return least;
}

/**
 * @returns arrays that hold 1 to `count`, and more where more were asked for before: the same
 * numbers
 */
export function logarithmsTo(count: number, poll: () => void): Logarithms {
  if (table.high.length > count) return table;
  const size = Math.max(LENGTH_MIN, count + 1);
  const high = new Float64Array(size);
  const upper = new Float64Array(size);
  const rest = new Float64Array(size);
  const weight = new Float64Array(size);
  const least = leastFactors(size - 1);
  weight[1] = 1;
  for (let n = 2; n < size; n += 1) {
    if (n % POLL_EVERY === 0) poll();
    const p = least[n]!;
    if (p === n) {
      const logarithm = logPair(n, 0);
      high[n] = divDD(logarithm, low[0]!, 2 * PI[0]!, 2 * PI[1]!);
    } else {
      // Of a product, by its factors: a sum of pairs loses 2^-104, far below what a height of 3e9
      // makes of it.
      high[n] = addDD(high[p]!, rest[p]!, high[n / p]!, rest[n / p]!);
    }
    rest[n] = low[0]!;
    const c = SPLITTER * high[n]!;
    upper[n] = c - (c - high[n]!);
    weight[n] = 1 / Math.sqrt(n);
  }
  table = { high, upper, rest, weight };
  return table;
}
