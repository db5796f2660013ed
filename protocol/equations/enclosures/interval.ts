/**
 * Intervals of doubles that are certain to hold the real result: every end is rounded outwards,
 * and stays where it is when the operation was exact. An end may be infinite.
 */
import { divRemainder, twoProdError, twoSumError } from "../../math/index.js";

export interface Interval {
  readonly lo: number;
  readonly hi: number;
}

const INFINITY = Number.POSITIVE_INFINITY;
/** Between these the error-free transforms are exact. */
const TRANSFORM_MIN = 1e-280;
const TRANSFORM_MAX = 1e300;

/** Just over half a unit in the last place, relative (Rump, Ogita and Oishi 2008). */
const HALF_ULP = 1.1102230246251568e-16;

/** A double above x, the next or the one after it. */
export function up(x: number): number {
  if (x - x !== 0) return x === -INFINITY ? -Number.MAX_VALUE : x;
  return x + (Math.abs(x) * HALF_ULP + Number.MIN_VALUE);
}

/** A double below x, the next or the one before it. */
export function down(x: number): number {
  return -up(-x);
}

export const WHOLE: Interval = Object.freeze({ lo: -INFINITY, hi: INFINITY });
export const ZERO: Interval = Object.freeze({ lo: 0, hi: 0 });
export const ONE: Interval = Object.freeze({ lo: 1, hi: 1 });

export function interval(lo: number, hi: number): Interval {
  return lo === lo && hi === hi ? { lo, hi } : WHOLE;
}

export function point(x: number): Interval {
  return interval(x, x);
}

/** A value that a correctly rounded operation gave is off by less than `ulps` units. */
export function around(x: number, ulps = 1): Interval {
  return { lo: downBy(x, ulps), hi: upBy(x, ulps) };
}

function downBy(x: number, ulps: number): number {
  let low = x;
  for (let i = 0; i < ulps; i += 1) low = down(low);
  return low === low ? low : -INFINITY;
}

function upBy(x: number, ulps: number): number {
  let high = x;
  for (let i = 0; i < ulps; i += 1) high = up(high);
  return high === high ? high : INFINITY;
}

export function holdsZero({ lo, hi }: Interval): boolean {
  return lo <= 0 && hi >= 0;
}

/** -1, 0 for zero itself, 1; NaN where the sign is not settled. */
export function signOf({ lo, hi }: Interval): number {
  if (lo > 0) return 1;
  if (hi < 0) return -1;
  return lo === 0 && hi === 0 ? 0 : Number.NaN;
}

export function magnitude({ lo, hi }: Interval): number {
  return Math.max(Math.abs(lo), Math.abs(hi));
}

export function hull(a: Interval, b: Interval): Interval {
  return { lo: Math.min(a.lo, b.lo), hi: Math.max(a.hi, b.hi) };
}

/** What two enclosures of one number leave; the first where rounding parts them. */
export function meet(a: Interval, b: Interval): Interval {
  const lo = Math.max(a.lo, b.lo);
  const hi = Math.min(a.hi, b.hi);
  return lo <= hi ? { lo, hi } : a;
}

function addLow(a: number, b: number): number {
  const s = a + b;
  if (s - s !== 0) return overflowLow(s, a, b);
  return twoSumError(a, b, s) < 0 ? down(s) : s;
}

function addHigh(a: number, b: number): number {
  return -addLow(-a, -b);
}

/** A lower end that is no finite number. */
function overflowLow(value: number, a: number, b: number): number {
  if (value !== value) return -INFINITY;
  const isExact = a - a !== 0 || b - b !== 0;
  return value === INFINITY && !isExact ? Number.MAX_VALUE : value;
}

function mulLow(a: number, b: number): number {
  if (a === 0 || b === 0) return 0;
  const p = a * b;
  if (p - p !== 0) return overflowLow(p, a, b);
  const size = Math.abs(p);
  if (size < TRANSFORM_MIN || size > TRANSFORM_MAX) return down(p);
  return twoProdError(a, b, p) < 0 ? down(p) : p;
}

function mulHigh(a: number, b: number): number {
  return -mulLow(-a, b);
}

/** b is not 0. */
function divLow(a: number, b: number): number {
  if (a === 0) return 0;
  const q = a / b;
  // Infinity over infinity is any positive number.
  if (q !== q) return a > 0 === b > 0 ? 0 : -INFINITY;
  if (q - q !== 0) return overflowLow(q, a, b);
  if (b - b !== 0) return a > 0 === b > 0 ? 0 : down(0);
  const size = Math.abs(q);
  if (size < TRANSFORM_MIN || size > TRANSFORM_MAX || Math.abs(a) < TRANSFORM_MIN) return down(q);
  const rest = divRemainder(a, b, q);
  // Beside the largest double a part of q b may overflow, and nothing is known of the rest.
  if (rest - rest !== 0) return down(q);
  return rest !== 0 && rest < 0 === b > 0 ? down(q) : q;
}

function divHigh(a: number, b: number): number {
  return -divLow(-a, b);
}

export function neg({ lo, hi }: Interval): Interval {
  return { lo: -hi, hi: -lo };
}

export function add(a: Interval, b: Interval): Interval {
  return { lo: addLow(a.lo, b.lo), hi: addHigh(a.hi, b.hi) };
}

export function sub(a: Interval, b: Interval): Interval {
  return { lo: addLow(a.lo, -b.hi), hi: addHigh(a.hi, -b.lo) };
}

export function mul(a: Interval, b: Interval): Interval {
  if (a.lo >= 0 && b.lo >= 0) return { lo: mulLow(a.lo, b.lo), hi: mulHigh(a.hi, b.hi) };
  if ((a.lo === 0 && a.hi === 0) || (b.lo === 0 && b.hi === 0)) return ZERO;
  return {
    lo: Math.min(mulLow(a.lo, b.lo), mulLow(a.lo, b.hi), mulLow(a.hi, b.lo), mulLow(a.hi, b.hi)),
    hi: Math.max(
      mulHigh(a.lo, b.lo),
      mulHigh(a.lo, b.hi),
      mulHigh(a.hi, b.lo),
      mulHigh(a.hi, b.hi),
    ),
  };
}

export function square(a: Interval): Interval {
  const { lo, hi } = a;
  if (lo >= 0) return { lo: mulLow(lo, lo), hi: mulHigh(hi, hi) };
  if (hi <= 0) return { lo: mulLow(hi, hi), hi: mulHigh(lo, lo) };
  return { lo: 0, hi: Math.max(mulHigh(lo, lo), mulHigh(hi, hi)) };
}

/** Of a divisor that may hold 0: one-sided where 0 is an end, else everything. */
export function div(a: Interval, b: Interval): Interval {
  if (b.lo > 0 || b.hi < 0) {
    return {
      lo: Math.min(divLow(a.lo, b.lo), divLow(a.lo, b.hi), divLow(a.hi, b.lo), divLow(a.hi, b.hi)),
      hi: Math.max(
        divHigh(a.lo, b.lo),
        divHigh(a.lo, b.hi),
        divHigh(a.hi, b.lo),
        divHigh(a.hi, b.hi),
      ),
    };
  }
  if (a.lo === 0 && a.hi === 0) return ZERO;
  if (b.lo === 0 && b.hi > 0) {
    if (a.lo >= 0) return { lo: divLow(a.lo, b.hi), hi: INFINITY };
    if (a.hi <= 0) return { lo: -INFINITY, hi: divHigh(a.hi, b.hi) };
  }
  if (b.hi === 0 && b.lo < 0) {
    if (a.lo >= 0) return { lo: -INFINITY, hi: divHigh(a.lo, b.lo) };
    if (a.hi <= 0) return { lo: divLow(a.hi, b.lo), hi: INFINITY };
  }
  return WHOLE;
}

/** Ends of a rising function whose values are within `ulps` of the true ones. */
export function rising(f: (x: number) => number, { lo, hi }: Interval, ulps = 1): Interval {
  return interval(downBy(f(lo), ulps), upBy(f(hi), ulps));
}

export function falling(f: (x: number) => number, { lo, hi }: Interval, ulps = 1): Interval {
  return interval(downBy(f(hi), ulps), upBy(f(lo), ulps));
}

/** Clamped to what the function cannot leave. */
export function within(a: Interval, lo: number, hi: number): Interval {
  return { lo: Math.min(Math.max(a.lo, lo), hi), hi: Math.max(Math.min(a.hi, hi), lo) };
}

export function scaled(a: Interval, factor: number): Interval {
  return mul(a, { lo: factor, hi: factor });
}
