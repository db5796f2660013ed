/** The fixed ladder of resolutions, and the estimate its levels give (Roache; ASME V&V 20). */
import { log2 } from "../math/index.js";
import { PARITY_VARIANCE_MAX, PRECISION_BOUND } from "../limits.js";
import { coveredWork } from "../economy/price.js";
import { calcondVariance } from "../math/shift.js";
import {
  FALL_MIN,
  isFalling,
  isGrowing,
  quantitiesOf,
  type Quantities,
  type Readings,
} from "./reading.js";
import { notConverged, type SolverRefusal } from "./refusal.js";
import type { ErrorEstimate, Level } from "./solver.js";

/** Doublings a ladder climbs beyond its first level. */
export const LADDER_DOUBLINGS_MAX = 5;
/** Observed and formal order may differ by this part for an extrapolate to be believed. */
const ORDER_TOLERANCE = 0.2;
/** Of the scatter of uneven levels: three of them may lie on one side of the value. */
const UNEVEN_FACTOR = 2;

/**
 * Doublings of a ladder whose levels double in work, so that all of them together do no more than
 * its price covers. Two are always paid for: the declared work is that of three levels.
 */
export function coveredDoublings(declared: bigint): number {
  const covered = coveredWork(declared);
  let doublings = 2;
  while (
    doublings < LADDER_DOUBLINGS_MAX &&
    declared * ((2n << BigInt(doublings + 1)) - 1n) <= 7n * covered
  )
    doublings += 1;
  return doublings;
}

/** Of what an extrapolate adds: as far as three levels know it where a lower order may be beside. */
const SINGULAR_PART = 0.5;
/**
 * The same of smooth data, as long as levels are so coarse that the first two extrapolates may meet by
 * chance: where what is added is more than a part of the size.
 */
const FIRST_PART = 1 / 64;
const COARSE = 1e-3;

export interface Rung<T> {
  readonly value: number;
  readonly run: T;
}

export interface LadderOptions<T> {
  /** First resolution: points, cells or steps. */
  readonly start: number;
  readonly formalOrder: number;
  /** Of the value, from the inputs alone; 0 where the value is its own scale. */
  readonly scale: number;
  /** @param error what the levels before estimate; absent where they are fewer than two */
  readonly at: (resolution: number, level: number, error?: number) => Rung<T>;
  /** Numbers of each run beside its value: their changes are their uncertainties. */
  readonly readings?: (run: T) => Readings;
  /** Part of its value that a run knows it loses to rounding, which finer levels do not mend. */
  readonly rounding?: (run: T) => number;
  readonly doublings?: number;
  /** The relative error at which the climb ends; the gate unless stated. */
  readonly target?: number;
  /** Which part of the answer is extrapolated away; false keeps the finest level as the value. */
  readonly extrapolate?: boolean;
  /**
   * Whether the factor of the error differs from level to level, as where data jump and the scheme
   * does not smooth them: an order is chance, then, and the scatter of the levels is the estimate.
   */
  readonly isUneven?: boolean;
  /**
   * Whether part of the error may be of a lower order, as beside the corners of a body: levels may
   * show the formal order by chance, then.
   */
  readonly isSingular?: boolean;
  /** Part of the last change that an extrapolate is not known to, as where data jump. */
  readonly jumpPart?: number;
  /** The value where it is known by other means: the levels state no less than what is between. */
  readonly known?: number;
}

export interface Climbed<T> {
  readonly value: number;
  /** What the finest level computed. */
  readonly run: T;
  readonly error: ErrorEstimate;
  /** The readings of the finest level. */
  readonly quantities: Quantities;
}

/**
 * Climbs h, h/2, h/4, ... until the estimate is within the target. With the observed order within
 * 20 percent of the formal one the value is the Richardson extrapolate and the error the change
 * between two extrapolates. Else the value is the finest level; changes that do not fall steadily
 * must both be small, and the error is the scatter of the last three levels. The caller's gate refuses
 * what did not get there.
 */
export function climb<T>(options: LadderOptions<T>): Climbed<T> {
  const { at, doublings = LADDER_DOUBLINGS_MAX, scale, start, target = PRECISION_BOUND } = options;
  const levels: Level[] = [];
  const readings: Readings[] = [];
  let isShifted = false;
  let recomputed = false;
  let sofar: number | undefined;
  for (let level = 0; ; level += 1) {
    const resolution = start * (1 << level);
    const { run, value } = at(resolution, level, sofar);
    levels.push({ resolution, value });
    readings.push(options.readings?.(run) ?? {});
    const estimate = beside(options, estimateOf(levels, options));
    if (level > 0) sofar = estimate.relative;
    const isBlind = level >= 2 && areGrowing(levels, scale, options.rounding?.(run));
    const isThere = level >= 2 && estimate.relative <= target && !isBlind;
    if (
      isThere &&
      !isShifted &&
      calcondVariance(
        levels.map((one) => one.value),
        scale,
      ) > PARITY_VARIANCE_MAX
    ) {
      // Levels that varied this much are answered by one finer level, whose shift is recorded.
      isShifted = true;
      if (level < doublings) {
        recomputed = true;
        continue;
      }
    }
    if (level >= doublings || isThere) {
      // Small changes that grow are those of levels that all miss what decides the value.
      if (isBlind && estimate.relative <= target) throw tooCoarse(levels);
      const { value: best, ...error } = estimate;
      return {
        value: best,
        run,
        error: { ...error, scale, method: "levels", levels, ...(recomputed ? { recomputed } : {}) },
        quantities: quantitiesOf(readings, options.formalOrder),
      };
    }
  }
}

function beside<E extends { readonly value: number; readonly relative: number }>(
  { known, scale }: Pick<LadderOptions<unknown>, "known" | "scale">,
  estimate: E,
): E {
  const { relative, value } = estimate;
  if (known === undefined || known === value) return estimate;
  const off = Math.abs(value - known) / Math.max(Math.abs(value), scale);
  return { ...estimate, relative: Math.max(relative, off) };
}

function areGrowing(levels: readonly Level[], scale: number, rounding?: number): boolean {
  const [first, second, last] = levels.slice(-3).map(({ value }) => value);
  return isGrowing(second! - first!, last! - second!, Math.max(Math.abs(last!), scale), rounding);
}

export function tooCoarse(levels: readonly Level[]): SolverRefusal {
  return notConverged(
    "gate",
    `the changes from ${levels.map(({ resolution }) => resolution).join(" to ")} do not fall: all ` +
      "of them are too coarse to tell how far the value is off. A finer one may.",
    { method: "levels", levels: levels.map(({ resolution, value }) => ({ resolution, value })) },
  );
}

/**
 * What may be left after two changes that do not fall as the scheme says. Where they fall steadily
 * all the same, a geometric series bounds it. Else two levels may agree by chance, and the scatter
 * of all three says how far they are from knowing.
 */
function irregularRest(before: number, change: number, ratio: number, size: number): number {
  const [last, fall] = [Math.abs(change), before / change];
  const isSteady = Math.abs(fall) >= FALL_MIN && Math.abs(fall) <= 2 * ratio;
  if (isSteady) return fall > 0 ? Math.max(last, last / (fall - 1)) : last;
  const scatter = scatterOf(before, change);
  return isFalling(before, change, size) ? scatter : 3 * scatter;
}

/** What may be left where the factor of the error differs from level to level. */
export function unevenRest(before: number, change: number): number {
  return UNEVEN_FACTOR * scatterOf(before, change);
}

/** How far the last three levels are apart. */
function scatterOf(before: number, change: number): number {
  return Math.max(Math.abs(change), Math.abs(before), Math.abs(change + before));
}

type EstimateOptions = Pick<
  LadderOptions<unknown>,
  "extrapolate" | "formalOrder" | "isSingular" | "isUneven" | "jumpPart" | "scale"
>;

/** @param levels of doubled resolution, finest last. */
export function estimateOf(
  levels: readonly Level[],
  {
    extrapolate = true,
    formalOrder,
    isSingular = false,
    isUneven = false,
    jumpPart = 0,
    scale,
  }: EstimateOptions,
): { readonly value: number; readonly relative: number; readonly order?: number } {
  const n = levels.length;
  const finest = levels[n - 1]!.value;
  if (n < 2) return { value: finest, relative: Number.POSITIVE_INFINITY };
  const size = (value: number): number => Math.max(Math.abs(value), scale);
  const change = finest - levels[n - 2]!.value;
  // Equal levels of an exactly represented result: there is nothing left to estimate.
  const plain = change === 0 ? 0 : Math.abs(change) / size(finest);
  if (n < 3) return { value: finest, relative: plain };
  const before = levels[n - 2]!.value - levels[n - 3]!.value;
  const order = change === 0 || before === 0 ? Number.NaN : log2(Math.abs(before / change));
  const regular =
    before / change > 0 && Math.abs(order - formalOrder) <= ORDER_TOLERANCE * formalOrder;
  const orderSeen = Number.isFinite(order) ? { order } : {};
  if (isUneven) {
    const scatter = unevenRest(before, change);
    return { value: finest, relative: scatter === 0 ? 0 : scatter / size(finest), ...orderSeen };
  }
  if (!regular) {
    const least = irregularRest(before, change, 1 << formalOrder, size(finest));
    return { value: finest, relative: least === 0 ? 0 : least / size(finest), ...orderSeen };
  }
  if (!extrapolate) return { value: finest, relative: plain, ...orderSeen };
  const gain = 1 / ((1 << formalOrder) - 1);
  const best = finest + change * gain;
  const previous = levels[n - 2]!.value + before * gain;
  // Two extrapolates may meet by chance: the one before them is counted, or part of the step to them.
  const met = Math.abs(best - previous);
  const fourth = levels[n - 4]?.value;
  let apart = 0;
  if (fourth !== undefined) {
    const third = levels[n - 3]!.value;
    const fall = 1 << (isSingular ? formalOrder + 1 : 2 * formalOrder);
    apart = Math.abs(previous - third - (third - fourth) * gain) / fall;
  } else {
    const added = Math.abs(change) * gain;
    const coarse = Math.min(1, added / size(best) / COARSE);
    apart = (isSingular ? SINGULAR_PART : FIRST_PART * coarse * coarse) * added;
  }
  const uneven = jumpPart * Math.abs(change);
  return { value: best, relative: Math.max(met, apart, uneven) / size(best), order };
}
