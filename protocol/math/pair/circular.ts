/** Sine and cosine of a double-double, and the reduction of any double by multiples of pi/2. */
import { once } from "../../once.js";
import { addD, addDD, low, mulD, mulDD, twoSumError } from "../double.js";
import { decompose, roundToDouble } from "../bits.js";
import { pi } from "../ball/constants.js";
import {
  divide,
  fromDouble,
  ONE,
  roundBall,
  shift,
  subtract,
  ZERO,
  type Ball,
} from "../ball/ball.js";
import { sinCos } from "../ball/elementary.js";
import { nearest, pairTable, polynomial, ratio, TABLE_BITS, tailOf } from "./core.js";
import { lazyTable } from "./lazyTable.js";

/** Relative error of the results here: 2^-102 in 20,000 measured. */
export const CIRCULAR_ERROR = 2.01948391736579e-28; // 2^-92

export const PI = pairTable(1, () => pi(TABLE_BITS));
export const HALF_PI = pairTable(1, () => shift(pi(TABLE_BITS), -1));

/** sin s = s + s^3 (-1/6 + s^2/120 ...), cos s = 1 + s^2 (-1/2 + s^2/24 ...). */
const SIN_TERMS = pairTable(6, (i) => ratio((i & 1) === 0 ? -1 : 1, factorialOf(2 * i + 3)));
const COS_TERMS = pairTable(7, (i) => ratio((i & 1) === 0 ? -1 : 1, factorialOf(2 * i + 2)));

function factorialOf(n: number): bigint {
  let product = 1n;
  for (let i = 2n; i <= BigInt(n); i += 1n) product *= i;
  return product;
}

const CELLS = 64;

/** sin and cos of i/64 up to just past pi/4. */
const at = (i: number): Ball => ({ m: BigInt(i), e: -6, r: 0n });
const cosineTable = lazyTable(52, (i) => (i === 0 ? ONE : sinCos(at(i), TABLE_BITS).cos));
const sineTable = lazyTable(52, (i) => (i === 0 ? ZERO : sinCos(at(i), TABLE_BITS).sin));

/** Results of `sinCosReduced`: sine pair, then cosine pair. */
export const found = new Float64Array(4);

/** Sine and cosine of rh + rl, |rh| < 0.79, into `found`, each with relative accuracy. */
export function sinCosReduced(rh: number, rl: number): void {
  const sign = rh < 0 ? -1 : 1;
  const i = nearest(Math.abs(rh) * CELLS);
  const s = i === 0 ? rh * sign : addD(rh * sign, rl * sign, -i / CELLS);
  const sl = i === 0 ? rl * sign : low[0]!;
  const qh = mulDD(s, sl, s, sl);
  const ql = low[0]!;
  let ph = polynomial(SIN_TERMS, 3, qh, ql, tailOf(SIN_TERMS, 3, 5, qh));
  ph = mulDD(ph, low[0]!, qh, ql);
  ph = mulDD(ph, low[0]!, s, sl);
  const smallSin = addDD(s, sl, ph, low[0]!);
  const smallSinLow = low[0]!;
  ph = polynomial(COS_TERMS, 3, qh, ql, tailOf(COS_TERMS, 3, 6, qh));
  ph = mulDD(ph, low[0]!, qh, ql);
  const smallCos = addD(ph, low[0]!, 1);
  const smallCosLow = low[0]!;
  if (i === 0) {
    found[0] = sign * smallSin;
    found[1] = sign * smallSinLow;
    found[2] = smallCos;
    found[3] = smallCosLow;
    return;
  }
  combine(i, sign, smallSin, smallSinLow, smallCos, smallCosLow);
}

/** Addition theorem with the table's angle i/64. */
function combine(i: number, sign: number, sh: number, sl: number, ch: number, cl: number): void {
  const cosines = cosineTable();
  const sines = sineTable();
  const th = sines[2 * i]!;
  const tl = sines[2 * i + 1]!;
  const uh = cosines[2 * i]!;
  const ul = cosines[2 * i + 1]!;
  let ah = mulDD(th, tl, ch, cl);
  let al = low[0]!;
  let bh = mulDD(uh, ul, sh, sl);
  ah = addDD(ah, al, bh, low[0]!);
  found[0] = sign * ah;
  found[1] = sign * low[0]!;
  ah = mulDD(uh, ul, ch, cl);
  al = low[0]!;
  bh = mulDD(th, tl, sh, sl);
  found[2] = addDD(ah, al, -bh, -low[0]!);
  found[3] = low[0]!;
}

/**
 * pi/2 in pieces of 33 bits, so that products with integers below 2^20 are exact, and a pair for
 * the rest.
 */
const PIECES = new Float64Array(3);
const HALF_PI_REST = pairTable(1, () => cutPieces(shift(pi(TABLE_BITS + 128), -1)));

/** Fills PIECES from the top and gives what is left. */
function cutPieces(whole: Ball): Ball {
  let rest = whole;
  for (let i = 0; i < PIECES.length; i += 1) {
    const top = roundBall(rest)!;
    const big = top * 1048577; // 2^20 + 1
    PIECES[i] = big - (big - top);
    rest = subtract(rest, fromDouble(PIECES[i]!), TABLE_BITS + 128);
  }
  return rest;
}

/** Up to here the pieces reduce; beyond, integers do. */
const PIECEWISE_MAX = 1_000_000;

/** Remainder of the last `reduceByHalfPi`, a pair. */
export const remainder = new Float64Array(2);

/** Leaves x - q pi/2 in `remainder`, within about +-pi/4, and gives q modulo 4. x is finite. */
export function reduceByHalfPi(x: number): number {
  if (Math.abs(x) <= 0.785) {
    remainder[0] = x;
    remainder[1] = 0;
    return 0;
  }
  if (Math.abs(x) > PIECEWISE_MAX) return reduceLarge(x);
  const k = nearest(x * 0.6366197723675814);
  const first = x - k * PIECES[0]!;
  const b = -k * PIECES[1]!;
  const s = first + b;
  const e = twoSumError(first, b, s);
  let h = addD(s, e, -k * PIECES[2]!);
  const l = low[0]!;
  const mh = mulD(HALF_PI_REST[0]!, HALF_PI_REST[1]!, -k);
  h = addDD(h, l, mh, low[0]!);
  remainder[0] = h;
  remainder[1] = low[0]!;
  return k & 3;
}

const FRACTION_BITS = 200;
const INVERSE_BITS = 1280;

/** 2/pi, in units of 2^-1280. */
const twoOverPi = once(() => {
  const inverse = divide(fromDouble(2), pi(INVERSE_BITS + 32), INVERSE_BITS + 16);
  return inverse.m >> BigInt(-inverse.e - INVERSE_BITS);
});

/**
 * Payne and Hanek with integers: the fraction of x 2/pi to 200 bits, of which at most 62 can
 * cancel.
 */
function reduceLarge(x: number): number {
  const { m, e } = decompose(Math.abs(x));
  // x 2/pi = m twoOverPi 2^(e - 1280); keep 200 bits below the point.
  const product = m * twoOverPi();
  const down = INVERSE_BITS - e - FRACTION_BITS;
  const fixed = down >= 0 ? product >> BigInt(down) : product << BigInt(-down);
  const half = 1n << BigInt(FRACTION_BITS - 1);
  let q = (fixed + half) >> BigInt(FRACTION_BITS);
  let fraction = fixed - (q << BigInt(FRACTION_BITS));
  if (x < 0) {
    q = -q;
    fraction = -fraction;
  }
  const hi = roundToDouble(fraction, -FRACTION_BITS);
  const rest = fraction - exactScaled(hi);
  const h = mulDD(hi, roundToDouble(rest, -FRACTION_BITS), HALF_PI[0]!, HALF_PI[1]!);
  remainder[0] = h;
  remainder[1] = low[0]!;
  return Number(((q % 4n) + 4n) % 4n);
}

/** hi 2^200 as an integer; hi is a rounded 200-bit fraction, so nothing lies below. */
function exactScaled(hi: number): bigint {
  const { m, e } = decompose(hi);
  const up = e + FRACTION_BITS;
  return up >= 0 ? m << BigInt(up) : m >> BigInt(-up);
}

/** Leaves sin and cos of pi r - q pi/2 in `found` and gives q, for |r| < 2 (exact). */
export function reduceHalfTurns(r: number): number {
  const q = Math.round(r * 2);
  const rest = r - q / 2;
  const h = mulD(PI[0]!, PI[1]!, rest);
  sinCosReduced(h, low[0]!);
  return q;
}
