/**
 * erf by Taylor cells at the multiples of 1/128, erfc beyond 1 as e^(-x^2) times the scaled
 * function erfcx by cells of relative width 2^-6. A cell is made from double-double when it is
 * first entered.
 */
import { addD, addDD, divDD, low, mulD, mulDD } from "../double.js";
import { pairTable, TABLE_BITS } from "../pair/core.js";
import { erfcPair, erfSmallPair } from "../pair/errorFunction.js";
import { expPair, scale } from "../pair/exponential.js";
import { divide, fromInteger } from "../ball/ball.js";
import { sqrtPi } from "../ball/constants.js";
import { CELL_NUMBERS, cellSeries, seriesAt, settleLess } from "./cells.js";
import { exponent, expKernel } from "./exponential.js";
import {
  highWord,
  nearest,
  productError,
  settle,
  settleScaled,
  squareError,
  twoTo,
} from "./settle.js";

const ERF_CELLS = new Float64Array(CELL_NUMBERS * 769);
const ERFCX_CELLS = new Float64Array(CELL_NUMBERS * 304);

const SLOPE_AT_0 = pairTable(1, () => divide(fromInteger(2), sqrtPi(TABLE_BITS), TABLE_BITS));

/** A slope in 24 bits and the rest. */
function storeSlope(cells: Float64Array, at: number, h: number, l: number): void {
  const upper = Math.fround(h);
  cells[at + 2] = upper;
  cells[at + 3] = h - upper + l;
}

/**
 * Value, slope 2/sqrt(pi) e^(-c^2), and from y'' = -2 x y' the terms a_n+2 = -2 (c (n+1) a_n+1 + n
 * a_n) / ((n+1) (n+2)).
 */
function makeErfCell(i: number): void {
  const c = i / 128;
  const at = CELL_NUMBERS * i;
  if (c < 0.5) {
    ERF_CELLS[at] = erfSmallPair(c);
    ERF_CELLS[at + 1] = low[0]!;
  } else {
    const h = erfcPair(c);
    const down = twoTo(scale[0]!);
    ERF_CELLS[at] = addD(-h * down, -low[0]! * down, 1);
    ERF_CELLS[at + 1] = low[0]!;
  }
  const eh = expPair(-c * c, 0);
  const up = twoTo(scale[0]!);
  const slope = mulDD(eh * up, low[0]! * up, SLOPE_AT_0[0]!, SLOPE_AT_0[1]!);
  storeSlope(ERF_CELLS, at, slope, low[0]!);
  let before = 0;
  let term = slope;
  for (let n = 0; n < 8; n += 1) {
    const next = (-2 * (c * (n + 1) * term + n * before)) / ((n + 1) * (n + 2));
    ERF_CELLS[at + 4 + n] = next;
    before = term;
    term = next;
  }
}

/**
 * erfcx c = e^(c^2) erfc c, slope 2 c erfcx c - 2/sqrt(pi), and from it the terms a_n+1 = (2 c a_n
 * + 2 a_n-1)/(n+1), of which every one cancels by up to 2^10 more, but matters 2^7 less:
 * double-double holds enough.
 */
function makeErfcxCell(at: number, c: number): void {
  const fh = erfcPair(c);
  const fl = low[0]!;
  const eh = expPair(-c * c, 0);
  let bh = divDD(fh, fl, eh, low[0]!);
  let bl = low[0]!;
  ERFCX_CELLS[at] = bh;
  ERFCX_CELLS[at + 1] = bl;
  let ph = mulD(bh, bl, 2 * c);
  let ah = addDD(ph, low[0]!, -SLOPE_AT_0[0]!, -SLOPE_AT_0[1]!);
  let al = low[0]!;
  storeSlope(ERFCX_CELLS, at, ah, al);
  for (let n = 1; n < 9; n += 1) {
    ph = mulD(ah, al, 2 * c);
    const sh = addDD(ph, low[0]!, 2 * bh, 2 * bl);
    const next = divDD(sh, low[0]!, n + 1, 0);
    bh = ah;
    bl = al;
    ah = next;
    al = low[0]!;
    ERFCX_CELLS[at + 3 + n] = ah;
  }
}

/** erf a for 1e-30 < a < 6, low part in `low`. */
function erfKernel(a: number): number {
  const i = nearest(a * 128) | 0;
  // No slope is zero below 6.
  if (ERF_CELLS[CELL_NUMBERS * i + 2] === 0) makeErfCell(i);
  const q = Math.fround(a);
  return cellSeries(ERF_CELLS, q, a - q);
}

/**
 * Relative error of `erfKernel`, u = 2^-53: the terms from the quadratic one on are at most
 * 2^-15.7 of the middle's value and round by 16u, their own coefficients included; the value is at
 * least 0.49 of that: below 2^-63.7.
 */
const ERF_FAST_ERROR = 1.0842021724855044e-19; // 2^-63

/** erf a rounded for 1e-30 < a < 5.99, or NaN when not decided. */
export function fastErf(a: number): number {
  const s = erfKernel(a);
  return settle(s, low[0]!, s * ERF_FAST_ERROR);
}

/** From here the complement comes from e^(-x^2). */
const SPLIT = 1;
const SPLIT_WORD = 0x3ff00000;

/** erfc x rounded for 1e-30 < |x|, -5.99 < x < 26.5, or NaN. */
export function fastErfc(x: number): number {
  if (x < SPLIT) return settleLess(1, 0, x < 0 ? -1 : 1, erfKernel(Math.abs(x)), ERF_FAST_ERROR);
  return erfcFar(x);
}

/**
 * The series errs by 14u 2^-14 and leaves out 2^-70.2, e^(-x^2) errs by 2^-66, the product, of
 * which the high parts are exact, and the test round by 6u 2^-14: below 2^-62.3.
 */
const ERFC_FAR_ERROR = 4.336808689942018e-19; // 2^-61

/** erfc x rounded for 1 <= x < 26.5, or NaN. */
function erfcFar(x: number): number {
  const cell = (highWord(x) - SPLIT_WORD) >> 14;
  const at = CELL_NUMBERS * cell;
  const c = twoTo(cell >> 6) * (1 + ((cell & 63) + 0.5) / 64);
  if (ERFCX_CELLS[at + 2] === 0) makeErfcxCell(at, c);
  const q = Math.fround(x);
  const g = seriesAt(ERFCX_CELLS, at, q - c, x - q);
  const gl = low[0]!;
  const p = x * x;
  const e = expKernel(-p, -squareError(x, p));
  const el = low[0]!;
  const h = e * g;
  return settleScaled(
    h,
    productError(e, g, h) + (e * gl + el * (g + gl)),
    h * ERFC_FAR_ERROR,
    exponent[0]!,
  );
}
