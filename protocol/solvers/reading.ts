/**
 * Numbers that a run gives beside its value, and their uncertainty: the same estimate from levels as
 * the value has, unless the number is exact, a closed form, or a remainder that ought to vanish.
 */
import { ULP } from "../math/constants.js";
import type { Quantity } from "./solver.js";

/** Roundings of a sum over a run that its levels need not show. */
export const FLOOR = 8 * ULP;
/** Roundings of a closed form that calls a few elementary functions. */
const FORMULA = 32 * ULP;

/**
 * Above the plain estimate, because an observed order is itself uncertain (Roache's factor for
 * three meshes).
 */
const SAFETY = 1.25;

/** Least ratio of a change to the next one that bounds their sum: q / (q - 1) is 4. */
export const FALL_MIN = 4 / 3;
/** Below it what is left may be more than nine of the last change: x / (1 + x) at x = 1/4. */
const GROWTH = 0.6;
/** Relative changes that are roundings, or what iterations leave. */
const STILL = 1e-9;

/** A number of one run. */
export interface Reading {
  readonly value: number;
  readonly unit: string;
  /** Where the run states it itself; else the levels do. */
  readonly uncertainty?: number;
  /** Standard uncertainty from physical constants, in `unit`. */
  readonly physical?: number;
}

export type Readings = Readonly<Record<string, Reading>>;

export type Quantities = Readonly<Record<string, Quantity>>;

/** A count, what an input states, or a number that is exact by its definition. */
export function exact(value: number, unit = "1"): Quantity {
  return { value, unit, uncertainty: 0 };
}

/** A closed form of the inputs: known to its roundings, and to the constants in it. */
export function formula(value: number, unit: string, physical = 0): Quantity {
  return { value, unit, uncertainty: joined(FORMULA * Math.abs(value), physical) };
}

/** What ought to vanish: the rest that a run leaves is its own uncertainty. */
export function remainder(value: number, unit = "1"): Quantity {
  return { value, unit, uncertainty: Math.abs(value) };
}

/** Independent parts of one standard uncertainty. */
export function joined(...parts: readonly number[]): number {
  const most = parts.reduce((a, b) => Math.max(a, b), 0);
  if (!(most > 0) || most === Number.POSITIVE_INFINITY) return most;
  // The squares of large figures are beyond a double.
  return most * Math.sqrt(parts.reduce((sum, one) => sum + (one / most) * (one / most), 0));
}

/** The numbers of this name that runs have, those that are finite. */
function seenOf(runs: readonly Readings[], name: string): number[] {
  const seen: number[] = [];
  for (const run of runs) {
    if (!Object.hasOwn(run, name)) continue;
    const { value } = run[name]!;
    if (value - value === 0) seen.push(value);
  }
  return seen;
}

/**
 * The readings of the finest run, each with what is left of it after the last change. Two runs may
 * agree by accident: the change before them, fallen as the scheme says, is counted too.
 * @param runs readings of runs on doubled resolutions, the one that is answered last
 * @param order of the scheme
 */
export function quantitiesOf(runs: readonly Readings[], order: number): Quantities {
  const quantities: Record<string, Quantity> = {};
  for (const [name, { physical = 0, uncertainty, unit, value }] of Object.entries(runs.at(-1)!)) {
    const left = uncertainty ?? levelUncertainty(seenOf(runs, name), order);
    quantities[name] = {
      value,
      unit,
      uncertainty: physical === 0 && left >= 0 ? left : joined(left, physical),
    };
  }
  return quantities;
}

/**
 * What a constant does to the readings of a run, seen in a run with the constant changed.
 * @param part its relative standard uncertainty, over the relative change
 */
export function fromConstant(readings: Readings, changed: Readings, part: number): Readings {
  return Object.fromEntries(
    Object.entries(readings).map(([name, one]) => {
      const other = changed[name]?.value ?? Number.NaN;
      const physical = Math.abs(other - one.value) * part;
      return [name, physical > 0 ? { ...one, physical } : one];
    }),
  );
}

/** @param values of doubled resolutions, finest last; one alone is known to nothing but its size */
export function levelUncertainty(values: readonly number[], order: number): number {
  const value = values.at(-1)!;
  const second = values.at(-2);
  if (second === undefined) return Math.abs(value);
  const third = values.at(-3);
  const change = value - second;
  const ratio = 1 << Math.min(order, 20);
  const before = third === undefined ? 0 : second - third;
  const left = third === undefined ? Math.abs(change) : restOf(before, change, ratio);
  // Runs that are all too coarse know it to nothing but its size, as one alone does.
  const isBlind = third !== undefined && isGrowing(before, change, Math.abs(value));
  return Math.max(left, (isBlind ? 1 : FLOOR) * Math.abs(value));
}

/**
 * The residue after the last of two changes. Where they fall as the scheme says, a known part of
 * it; slower, what a geometric series leaves; faster, what the scheme leaves of the one before.
 * Where they hardly fall, three of the larger: that covers runs which begin to see what decides the
 * value. Who has to know more asks `isFalling` and `isGrowing`.
 */
export function restOf(before: number, change: number, ratio: number): number {
  const [last, fall] = [Math.abs(change), before / change];
  if (isRegular(fall, ratio)) return (last * SAFETY) / (ratio - 1);
  if (Math.abs(fall) < FALL_MIN) return 3 * Math.max(last, Math.abs(before));
  return Math.max(fall > 0 ? last / (fall - 1) : last, last, Math.abs(before) / ratio);
}

/**
 * Whether two changes fall, so that what follows is bounded by the last: by three of it. Changes as
 * small as the rounding of a run fall no further.
 * @param size what the numbers are measured by
 */
export function isFalling(before: number, change: number, size: number): boolean {
  const last = Math.abs(change);
  return last <= STILL * size || Math.abs(before) >= FALL_MIN * last;
}

/**
 * Whether changes grow: runs that are all too coarse change little, and say nothing.
 * @param rounding part of the size that a run loses, where it knows that
 */
export function isGrowing(before: number, change: number, size: number, rounding = 0): boolean {
  const last = Math.abs(change);
  return last > Math.max(STILL, rounding) * size && Math.abs(before) < GROWTH * last;
}

/** Whether changes fall as the scheme says: then the rest is a known part of the last one. */
export function isRegular(fall: number, ratio: number): boolean {
  return fall > 0.75 * ratio && fall < ratio / 0.75;
}

/** Widened by a relative part that no run shows, as the estimate of the value was. */
export function widened(quantities: Quantities, part: number): Quantities {
  if (!(part > 0)) return quantities;
  return Object.fromEntries(
    Object.entries(quantities).map(([name, { uncertainty, unit, value }]) => [
      name,
      {
        value,
        unit,
        uncertainty: uncertainty === 0 ? 0 : uncertainty + part * Math.abs(value),
      },
    ]),
  );
}
