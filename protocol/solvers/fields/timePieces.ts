/** The time of a run in pieces: what drives it jumps and bends at their ends only. */
import { NO_BREAKS } from "./breakpoints.js";
import type { Sampler } from "./sampler.js";

export interface TimePiece {
  readonly from: number;
  readonly to: number;
  /** What drives the run is read between these times: what jumps lies outside of them. */
  readonly low: number;
  readonly high: number;
  /** Whether something jumps where it begins. */
  readonly jumps: boolean;
}

export interface TimePieces {
  readonly pieces: readonly TimePiece[];
  /** Whether all that jumps or bends in time does so at their ends. */
  readonly isWhole: boolean;
}

export interface Driver {
  readonly sampler: Sampler;
  /** Places that it is read at only. */
  readonly fixed: { readonly x?: number; readonly y?: number };
}

/** Pieces that a run is cut into. */
const PIECES_MAX = 512;

export function timePieces(drivers: readonly Driver[], from: number, to: number): TimePieces {
  let isWhole = true;
  const cuts: { readonly at: number; low: number; high: number; jumps: boolean }[] = [];
  const found = drivers.flatMap(({ fixed, sampler }) => {
    if (!sampler.varies("t")) return [];
    const { moves, open, places } = sampler.breaks?.("t", from, to, fixed) ?? NO_BREAKS;
    if (moves || open !== null) isWhole = false;
    return places;
  });
  for (const one of found.toSorted((a, b) => a.at - b.at)) {
    const last = cuts.at(-1);
    const jumps = one.kind === "jump";
    if (last !== undefined && one.from <= last.high) {
      last.high = Math.max(last.high, one.to);
      last.jumps ||= jumps;
    } else cuts.push({ at: one.at, low: one.from, high: one.to, jumps });
  }
  if (cuts.length >= PIECES_MAX) return { pieces: [wholeOf(from, to)], isWhole: false };
  const pieces: TimePiece[] = [];
  let [start, low, jumps] = [from, from, false];
  for (const cut of cuts) {
    pieces.push({ from: start, to: cut.at, low, high: cut.low, jumps });
    [start, low, jumps] = [cut.at, cut.high, cut.jumps];
  }
  pieces.push({ from: start, to, low, high: to, jumps });
  return { pieces, isWhole };
}

function wholeOf(from: number, to: number): TimePiece {
  return { from, to, low: from, high: to, jumps: false };
}

/** Steps of each piece, in proportion; each has a few. */
export function stepsOfPieces(
  pieces: readonly TimePiece[],
  steps: number,
  least: number,
): readonly number[] {
  if (pieces.length === 1) return [steps];
  const whole = pieces.at(-1)!.to - pieces[0]!.from;
  return pieces.map(({ from, to }) => Math.max(least, Math.ceil((steps * (to - from)) / whole)));
}
