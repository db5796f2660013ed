/** Tables of pairs that are made at their first use, or a row at a time before. */
import type { Ball } from "../ball/ball.js";
import { storePair } from "./core.js";

/** Of each table that is made at its first use, what makes its next row; false once it has all. */
const rowMakers: (() => boolean)[] = [];

export function lazyTable(count: number, value: (i: number) => Ball): () => Float64Array {
  const pairs = new Float64Array(2 * count);
  let rows = 0;
  const makeRow = (): boolean => {
    if (rows === count) return false;
    storePair(pairs, rows, value(rows));
    rows += 1;
    return true;
  };
  rowMakers.push(makeRow);
  return () => {
    if (rows < count) while (makeRow());
    return pairs;
  };
}

/** Makes what is not made of all tables, a row at a time: together they take a fifth of a second. */
export function* makeTables(): Generator<undefined> {
  for (const makeRow of rowMakers) while (makeRow()) yield undefined;
}
