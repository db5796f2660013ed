/**
 * Samples of Markov chains, doubled until three standard errors of their mean are within the bound,
 * or given up where no doubling that is left would bring them there.
 */
import { SAMPLING_BOUND } from "../limits.js";
import type { Statistics } from "./statistics.js";
import { notConverged } from "./refusal.js";
import type { Assumed, ErrorEstimate, Level } from "./solver.js";

/** Independent chains of a job; half of them begin hot. */
export const CHAINS = 8;
/** Measurements of each chain on the first level. */
export const SWEEPS_START = 256;
/** Sweeps of a chain before its first measurement. */
export const THERMALIZATION = 200;
/** What three standard errors of a level must be within for the doubling to end. */
const TARGET = 0.85 * SAMPLING_BOUND;
/** So many levels must be there before the errors of them are believed. */
const LEVELS_BELIEVED = 4;
/** An estimate of a standard error from few chains may be this far off. */
const MARGIN = 3;
/** Hot and cold chains that differ by more of their own errors have not met. */
const MEET_ERRORS = 5;
/** A mean farther from the exact one by more of its own errors has not seen all of it. */
const EXACT_ERRORS = 5;

/**
 * Whether the doublings that are left cannot bring three standard errors within the bound: twice
 * the samples take the square root of two off them.
 * @param error three standard errors, relative
 * @param level the last one that was run, from 0
 */
export function isOutOfReach(error: number, level: number, doublings: number): boolean {
  if (level + 1 < LEVELS_BELIEVED) return false;
  const left = doublings - level;
  return left > 0 && error > MARGIN * SAMPLING_BOUND * Math.sqrt(1 << left);
}

interface Sampling {
  /** Measurements of each chain that the caller stated. */
  readonly sweeps: number | undefined;
  readonly doublingsMax: number;
  /** No smaller mean is what its error is relative to. */
  readonly scale: number;
  /**
   * Measures each chain `add` times more.
   * @param error of the mean so far, relative; absent before there is one
   * @returns the measurements of a chain, all levels together
   */
  readonly measure: (add: number, level: number, doublings: number, error?: number) => number;
  readonly statistics: () => Statistics;
  /**
   * What the least excitation changes in one measurement; 0 where there is no least one. Chains that
   * met none may have missed it: one of them in all that was measured is the least error.
   */
  readonly excitation: number;
  /** The mean of this lattice where it is known. */
  readonly exact: { readonly value: number; readonly uncertainty: number } | null;
  /** What to say of hot and cold chains that differ; null where all began alike. */
  readonly apart: string | null;
}

export interface Sampled {
  /** The mean of the chains, or the exact one where they are frozen. */
  readonly value: number;
  readonly found: Statistics;
  readonly error: ErrorEstimate;
  readonly isFrozen: boolean;
}

/**
 * Chains that met no excitation tell nothing of it: where the mean is known, it is the answer.
 * @throws SolverRefusal where the samples that are allowed do not suffice, chains do not meet, or
 *   their mean is not the exact one
 */
export function sampled({
  apart,
  doublingsMax,
  exact,
  excitation,
  measure,
  scale,
  statistics,
  sweeps,
}: Sampling): Sampled {
  const levels: Level[] = [];
  const doublings = sweeps === undefined ? doublingsMax : 0;
  let add = sweeps ?? SWEEPS_START;
  let sofar: number | undefined;
  for (let level = 0; ; level += 1) {
    const length = measure(add, level, doublings, sofar);
    const unseen = excitation / (CHAINS * length);
    const found = floored(statistics(), unseen);
    const isFrozen = found.standardError === unseen && unseen > 0;
    add = length;
    levels.push({ resolution: CHAINS * length, value: found.mean });
    const size = Math.max(Math.abs(found.mean), scale);
    const error = (3 * found.standardError) / size;
    sofar = found.standardError / size;
    if (isOutOfReach(error, level, doublings)) throw tooFew(error, length, levels);
    const mayEnd = doublings === 0 || level >= 1;
    if ((error <= TARGET && mayEnd) || level >= doublings) {
      const isKnown = isFrozen && exact !== null;
      if (!isKnown && !(error <= SAMPLING_BOUND)) throw tooFew(error, length, levels);
      if (apart !== null) requireMeeting(found, apart);
      if (exact !== null) requireExact(found, exact);
      if (isKnown) {
        const relative = exact.uncertainty / Math.abs(exact.value);
        const { value } = exact;
        return {
          value,
          found,
          error: { relative, scale: 0, method: "rounding", levels },
          isFrozen,
        };
      }
      const relative = found.standardError / size;
      const estimate: ErrorEstimate = { relative, scale, method: "sampling", levels };
      return { value: found.mean, found, error: estimate, isFrozen };
    }
  }
}

function floored(found: Statistics, least: number): Statistics {
  return {
    ...found,
    standardError: Math.max(found.standardError, least),
    hotMinusColdError: Math.max(found.hotMinusColdError, least),
  };
}

function requireExact(
  { mean, standardError }: Statistics,
  { uncertainty, value: exact }: { readonly value: number; readonly uncertainty: number },
): void {
  if (Math.abs(mean - exact) <= EXACT_ERRORS * standardError + uncertainty) return;
  throw notConverged(
    "gate",
    `the mean of the chains, ${mean}, is more than ${EXACT_ERRORS} of its errors from the exact one, ` +
      `${exact}: they have not seen all of it; give more sweeps.`,
    { method: "sampling", mean, error: standardError, exact },
  );
}

/** What an answer says of chains that met too few excitations to tell how many there are. */
export const FROZEN_NOTE =
  "The chains met too few excitations: the value is the exact one, and they stand beside it.";

function tooFew(error: number, sweeps: number, levels: readonly Level[]): Error {
  const needed = Math.ceil(sweeps * (error / SAMPLING_BOUND) * (error / SAMPLING_BOUND) * 1.1);
  return notConverged(
    "gate",
    `three standard errors of ${sweeps} sweeps, ${error}, are above ${SAMPLING_BOUND}: about ` +
      `${needed} sweeps would do.`,
    {
      method: "sampling",
      error,
      bound: SAMPLING_BOUND,
      sweeps,
      sweeps_needed: needed,
      levels: levels.map((one) => ({ ...one })),
    },
  );
}

function requireMeeting({ hotMinusCold, hotMinusColdError }: Statistics, why: string): void {
  if (Math.abs(hotMinusCold) <= MEET_ERRORS * hotMinusColdError) return;
  throw notConverged(
    "gate",
    `chains from hot and cold starts differ by ${hotMinusCold}, more than ${MEET_ERRORS} of their errors: ` +
      why,
    { method: "sampling", hot_minus_cold: hotMinusCold, error: hotMinusColdError },
  );
}

interface Asked {
  readonly seed?: number | undefined;
  readonly sweeps?: number | undefined;
  readonly thermalization?: number | undefined;
  readonly initialState?: unknown;
}

export const SEED_ASSUMED: Assumed = {
  name: "seed",
  value: 0,
  unit: "1",
  why: "no seed was given",
};

/** What a job of chains takes where it is not told. @param sweeps that were measured */
export function assumedSweeps(asked: Asked, sweeps: number): readonly Assumed[] {
  const assumed: Assumed[] = [];
  if (asked.thermalization === undefined && asked.initialState === undefined)
    assumed.push({
      name: "thermalization",
      value: THERMALIZATION,
      unit: "1",
      why: "none was given",
    });
  if (asked.sweeps === undefined)
    assumed.push({
      name: "sweeps",
      value: sweeps,
      unit: "1",
      why: "doubled until three standard errors passed",
    });
  return assumed;
}
