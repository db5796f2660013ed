/**
 * Taylor series about the middles of cells, entered with an argument of 24 bits and a small rest. A
 * cell holds the value in two parts, the slope in at most 26 bits and the rest, and the terms of
 * h^2 to h^9.
 */
import { low } from "../double.js";
import { nearest, settle } from "./settle.js";

export const CELL_NUMBERS = 12;

/**
 * A + D1 (h + rest) + D2 (h + rest)^2 ... from the cell whose numbers begin at `at`, low part in
 * `low`, for h of 24 bits, so that its product with the 26 bits of the slope is exact, and not
 * larger than A unless that is zero.
 */
export function seriesAt(cells: Float64Array, at: number, h: number, rest: number): number {
  const t = h + rest;
  const value = cells[at]!;
  const slope = cells[at + 2]!;
  const p = slope * h;
  const s = value + p;
  const tt = t * t;
  const near = cells[at + 4]! + t * cells[at + 5]! + tt * (cells[at + 6]! + t * cells[at + 7]!);
  const far = cells[at + 8]! + t * cells[at + 9]! + tt * (cells[at + 10]! + t * cells[at + 11]!);
  low[0] =
    p -
    (s - value) +
    (cells[at + 1]! + (slope * rest + cells[at + 3]! * t + tt * (near + tt * tt * far)));
  return s;
}

/**
 * f(q + rest), low part in `low`, for q >= 0 of 24 bits and |rest| <= 2^-23 q. With c the next
 * multiple of 1/128, A = f(c), u = 2^-53: h = q - c is exact, has 24 bits and is at most 2^-8.
 * |f''(c)/2| <= c <= 1.28 A makes the terms from the quadratic one on at most 2^-15.4 A; they
 * round by 7.5u of that, the product with the rest, at most 2^-23 A, by 2u, three sums and the
 * rounding test by 5u 2^-15.4 A; left out is 2^-75.8 A: below 2^-64.7 A. The value is at least
 * 0.49 A, and below A the two largest terms oppose each other: below 2^-64.2 of it. Where c is 0
 * only the cubic term, at most 2^-17.5 h, and the rest round: below 2^-67 h.
 */
export function cellSeries(cells: Float64Array, q: number, rest: number): number {
  const kd = nearest(q * 128);
  return seriesAt(cells, CELL_NUMBERS * (kd | 0), q - kd * 0.0078125, rest);
}

/**
 * c1 + c2 - factor (s + low) for s >= 0, factor a small integer, |factor s| <= c1 or c1 and c2
 * zero; rounded, or NaN. The sum of low parts rounds by 2u 2^-14.4 s.
 */
export function settleLess(
  c1: number,
  c2: number,
  factor: number,
  s: number,
  relative: number,
): number {
  const a = factor * s;
  const h = c1 - a;
  return settle(h, c1 - h - a + (c2 - factor * low[0]!), (h + Math.abs(a)) * relative);
}
