/**
 * Error function near 0 by its Maclaurin series; its complement elsewhere as e^(-x^2) times the
 * scaled function erfcx, which Taylor series on cells of width 1/8 give. A cell's coefficients are
 * made when it is first entered.
 */
import { countWork } from "../../workCount.js";
import { low, mulD, mulDD, productOf } from "../double.js";
import {
  add,
  divide,
  divideInteger,
  fromInteger,
  multiply,
  shift,
  square,
  subtract,
  type Ball,
} from "../ball/ball.js";
import { sqrtPi } from "../ball/constants.js";
import { exp as bigExp } from "../ball/elementary.js";
import { erfc as bigErfc } from "../ball/gamma.js";
import { expPair } from "./exponential.js";
import { polynomial, storePair, TABLE_BITS, tailOf } from "./core.js";
import { lazyTable } from "./lazyTable.js";

/** Relative error bound of both functions; measured below 2^-100. */
export const ERF_ERROR = 8.077935669463161e-28; // 2^-90

/** erf x = x (c0 + c1 x^2 + ...), c_n = 2/sqrt(pi) (-1)^n / (n! (2n+1)). */
const SERIES_TERMS = 23;
const SERIES_PAIRED = 12;
const seriesTable = lazyTable(SERIES_TERMS, (n) => {
  let factor: Ball = divide(fromInteger(2), sqrtPi(TABLE_BITS), TABLE_BITS);
  for (let k = 1; k <= n; k += 1) factor = divideInteger(factor, -k, TABLE_BITS);
  return divideInteger(factor, 2 * n + 1, TABLE_BITS);
});

/** erf x as a pair for |x| <= 1/2, with relative accuracy. */
export function erfSmallPair(x: number): number {
  const table = seriesTable();
  const zh = productOf(x, x);
  const zl = low[0]!;
  const tail = tailOf(table, SERIES_PAIRED, SERIES_TERMS - 1, zh);
  const ph = polynomial(table, SERIES_PAIRED, zh, zl, tail);
  return mulD(ph, low[0]!, x);
}

const CELLS_PER_UNIT = 8;
const FIRST_CENTRE = 0.5;
const CELLS = 217;
const CELL_TERMS = 23;
const CELL_PAIRED = 12;
/** The recurrence for the coefficients loses up to about 170 bits at the far end. */
const CELL_BITS = TABLE_BITS + 260;
const cells: (Float64Array | undefined)[] = Array.from({ length: CELLS }, () => undefined);

/** Some 4 ms: others wait while a cell is made. */
const CELL_WORK = 40_000;

/** Taylor coefficients of erfcx about a centre, from g' = 2 x g - 2/sqrt(pi). */
function makeCell(j: number): Float64Array {
  countWork(CELL_WORK);
  const c: Ball = { m: BigInt(FIRST_CENTRE * CELLS_PER_UNIT + j), e: -3, r: 0n };
  const pairs = new Float64Array(2 * CELL_TERMS);
  let before = multiply(bigErfc(c, CELL_BITS), bigExp(square(c, CELL_BITS), CELL_BITS), CELL_BITS);
  storePair(pairs, 0, before);
  const slope = divide(fromInteger(2), sqrtPi(CELL_BITS), CELL_BITS);
  let current = subtract(shift(multiply(c, before, CELL_BITS), 1), slope, CELL_BITS);
  storePair(pairs, 1, current);
  for (let n = 1; n < CELL_TERMS - 1; n += 1) {
    const both = add(multiply(c, current, CELL_BITS), before, CELL_BITS);
    before = current;
    current = divideInteger(shift(both, 1), n + 1, CELL_BITS);
    storePair(pairs, n + 1, current);
  }
  return pairs;
}

/** erfc x / 2^scale[0] as a pair, for 1/2 <= x <= 27.4; `scale` is the exponential's. */
export function erfcPair(x: number): number {
  const j = Math.round((x - FIRST_CENTRE) * CELLS_PER_UNIT);
  const table = (cells[j] ??= makeCell(j));
  const s = x - (FIRST_CENTRE + j / CELLS_PER_UNIT);
  const gh = polynomial(table, CELL_PAIRED, s, 0, tailOf(table, CELL_PAIRED, CELL_TERMS - 1, s));
  const gl = low[0]!;
  const qh = productOf(x, x);
  const eh = expPair(-qh, -low[0]!);
  return mulDD(eh, low[0]!, gh, gl);
}
