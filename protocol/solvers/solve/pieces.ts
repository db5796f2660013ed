/**
 * What a system says of its right-hand sides before they are integrated: the places at which they
 * jump by the time alone, and whether a step can hide a part of them between its stages.
 */
import { ULP } from "../../math/constants.js";
import type { Node } from "../../equations/evaluation/node.js";
import { breakpointsOf } from "../../equations/integrals/breakpoints.js";
import { IntervalRun } from "../../equations/integrals/interval.js";
import { breaksInWords } from "../fields/placed.js";
import { notConverged } from "../refusal.js";

/** Part of the spans of a rule of 21 points that the stages of one step follow. */
const STEP_REACH = 0.25;
/** Part of a variable's size that one step may hide. */
const HIDDEN_PART = 1e-10;
const LEAST = 1e-300;
/** Part of the whole time below which a step is taken as it is, and what it may hide is counted. */
const SHORTEST_PART = 1e-9;

/** Intervals that are looked at for places: some seconds. */
const INTERVALS_MAX = 2_000_000;
/** Halvings that find one place to the last bits of the time, two intervals each. */
const HALVINGS_A_PLACE = 100;

export interface Piece {
  readonly end: number;
  /** The right-hand sides are read between these times only: the jumps lie outside. */
  readonly from: number;
  readonly to: number;
}

/** Time is slot 0, the variables follow, then the parameters. */
export class RightSides {
  readonly pieces: readonly Piece[];
  /** What accepted steps may have hidden so far, for each variable. */
  readonly hidden: Float64Array;
  readonly #runs: readonly IntervalRun[];
  readonly #low: Float64Array;
  readonly #high: Float64Array;
  readonly #shortest: number;

  constructor(roots: readonly Node[], slots: Float64Array, tEnd: number, poll: () => void) {
    const n = roots.length;
    this.hidden = new Float64Array(n);
    this.#low = Float64Array.from(slots);
    this.#high = Float64Array.from(slots);
    this.#runs = roots.map((root) => new IntervalRun(root, { reach: STEP_REACH }));
    this.#shortest = SHORTEST_PART * tEnd;
    const places = breakpointsOf(roots, {
      variable: 0,
      isFixed: (slot) => slot > n,
      slots,
      from: 0,
      to: tEnd,
      intervals: INTERVALS_MAX,
      touching: true,
      poll,
    });
    if (places === null)
      throw notConverged(
        "budget",
        "the right-hand sides jump or bend, by the time alone, at more places than are followed one " +
          `by one: ${INTERVALS_MAX} halvings of the time did not separate them, which is enough for ` +
          `some ${Math.floor(INTERVALS_MAX / HALVINGS_A_PLACE)} places. ${placesIn(roots, slots, tEnd)}` +
          "Ask for a shorter time, or give the mean of what switches.",
        { halvings: INTERVALS_MAX, places: Math.floor(INTERVALS_MAX / HALVINGS_A_PLACE) },
      );
    this.pieces = piecesBetween(places, tEnd);
  }

  /** Whether any right-hand side can vary more than the stages of a step show. */
  get canHide(): boolean {
    return this.#runs.some((run) => run.canHide);
  }

  forgive(): void {
    this.hidden.fill(0);
  }

  /**
   * Where a forcing is short beside the time, the rounding of the time moves it.
   * @param change of the slopes over a step that ends at t
   */
  roundedTime(t: number, before: Float64Array, after: Float64Array): void {
    this.jumpBetween(before, after, ULP * Math.abs(t));
  }

  /** A jump is known to lie between two times: what the slopes on its sides differ by meanwhile. */
  jumpBetween(before: Float64Array, after: Float64Array, width: number): void {
    for (let i = 0; i < this.hidden.length; i += 1)
      this.hidden[i]! += width * Math.abs(after[i]! - before[i]!);
  }

  /**
   * Whether a step over these intervals shows what the right-hand sides do; what it may hide is
   * added up.
   */
  shows(
    from: number,
    to: number,
    h: number,
    rangeOf: (i: number) => readonly [low: number, high: number],
  ): boolean {
    const { hidden } = this;
    const high = this.#high;
    const low = this.#low;
    const runs = this.#runs;
    [low[0], high[0]] = [from, to];
    for (let i = 0; i < runs.length; i += 1) [low[i + 1], high[i + 1]] = rangeOf(i);
    const missed = runs.map((run) => {
      const bound = run.missedOnBox(low, high);
      return bound === 0 ? 0 : h * bound;
    });
    const isShown = missed.every(
      (part, i) =>
        part <= HIDDEN_PART * Math.max(Math.abs(low[i + 1]!), Math.abs(high[i + 1]!)) + LEAST,
    );
    if (!isShown && h > this.#shortest) return false;
    missed.forEach((part, i) => {
      hidden[i]! += part;
    });
    return true;
  }
}

function piecesBetween(
  places: readonly { readonly from: number; readonly to: number }[],
  tEnd: number,
): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  let to = tEnd;
  let begun = 0;
  for (const place of places) {
    // A jump at the very end is beyond what is asked for.
    if (place.to >= tEnd) to = place.from;
    else {
      const end = place.from + (place.to - place.from) / 2;
      if (place.from > begun) {
        pieces.push({ end, from, to: place.from });
        begun = end;
      }
      from = place.to;
    }
  }
  pieces.push({ end: tEnd, from, to });
  return pieces;
}

/** Where the first right-hand side that jumps or bends by the time does so, in words. */
function placesIn(roots: readonly Node[], slots: Float64Array, tEnd: number): string {
  const end = Float64Array.from(slots);
  end[0] = tEnd;
  const start = Float64Array.from(slots);
  start[0] = 0;
  for (const root of roots) {
    const words = breaksInWords(root, ["t"], start, end);
    if (words !== null) return `${words} `;
  }
  return "";
}
