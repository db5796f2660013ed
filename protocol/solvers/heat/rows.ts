/**
 * Explicit steps on the inner points of a plate or a bar: in vector instructions by
 * `wasm/source/plate.as`, and the same sums in the same order here. The first, third, ... point of
 * a row is summed apart from the others.
 */
import { plateBinary } from "../../wasm/binary/plate.js";
import { roomOfJob, type KernelCall, LANES_BYTES } from "../../wasm/kernel.js";

/** Places of a step's tally: the sum of the inner points, and the range so far. */
export const [SUM, LOW, HIGH] = [0, 1, 2] as const;
const TALLY = 3;

/** Two levels of temperature, of which a step goes from one to the other. */
export interface Levels {
  u: Float64Array;
  next: Float64Array;
  readonly tally: Float64Array;
  readonly rows: KernelCall | null;
  readonly bar: KernelCall | null;
}

/** @param u  is copied */
export function levelsOf(u: Float64Array): Levels {
  const room = roomOfJob(plateBinary, 2 * (u.length * 8 + LANES_BYTES) + TALLY * 8 + LANES_BYTES);
  const levels = {
    u: room.floats(u.length),
    next: room.floats(u.length),
    tally: room.floats(TALLY),
    rows: room.call("rows"),
    bar: room.call("bar"),
  };
  levels.u.set(u);
  levels.next.set(u);
  return levels;
}

export function resetTally(tally: Float64Array): void {
  tally[SUM] = 0;
  tally[LOW] = Number.POSITIVE_INFINITY;
  tally[HIGH] = Number.NEGATIVE_INFINITY;
}

/** The value, which widens the range. */
export function taken(value: number, tally: Float64Array): number {
  if (value < tally[LOW]!) tally[LOW] = value;
  if (value > tally[HIGH]!) tally[HIGH] = value;
  return value;
}

/** A sum, and after it the values of these places in their order; they widen the range. */
export function sumFrom(
  begun: number,
  u: Float64Array,
  from: number,
  to: number,
  tally: Float64Array,
): number {
  let sum = begun;
  let low = tally[LOW]!;
  let high = tally[HIGH]!;
  for (let at = from; at <= to; at += 1) {
    const value = u[at]!;
    sum += value;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  tally[LOW] = low;
  tally[HIGH] = high;
  return sum;
}

/**
 * New inner points, their sum and range. @param rx, ry  alpha dt / hx^2 and alpha dt / hy^2; ny is
 * 0 for a bar
 */
export function explicitRows(
  { bar, next, rows, tally, u }: Levels,
  nx: number,
  ny: number,
  rx: number,
  ry: number,
): void {
  const own = 1 - 2 * rx - (ny === 0 ? 0 : 2 * ry);
  if (rows !== null && bar !== null) {
    if (ny === 0) bar(u.byteOffset, next.byteOffset, nx, rx, own, tally.byteOffset);
    else rows(u.byteOffset, next.byteOffset, nx, ny, rx, ry, own, tally.byteOffset);
    return;
  }
  let [low, high] = [tally[LOW]!, tally[HIGH]!];
  const columns = nx + 1;
  for (let j = ny === 0 ? 0 : 1; j < Math.max(1, ny); j += 1) {
    let [line, other] = [0, 0];
    for (let at = j * columns + 1; at < j * columns + nx; at += 1) {
      const x = rx * (u[at - 1]! + u[at + 1]!);
      const one = (ny === 0 ? x : x + ry * (u[at - columns]! + u[at + columns]!)) + own * u[at]!;
      next[at] = one;
      [line, other] = [other, line + one];
      if (one < low) low = one;
      if (one > high) high = one;
    }
    tally[SUM] = tally[SUM]! + (line + other);
  }
  tally[LOW] = low;
  tally[HIGH] = high;
}
