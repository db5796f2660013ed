/**
 * The KO42 modulation: a bounded, public stamp of *when* a result was sealed. It changes no result.
 * R(t) = S(t) [1 + alpha sin(2 pi f t + phi0)], phi0 = 0, and f T = 1 exactly, so 2 pi f t is 2 pi
 * phase.
 */
import { CALCOND_NS, KO42_ALPHA } from "../limits.js";
// Not by the index: a program that needs this function alone would load all of them.
import { sinpi } from "./circular.js";

export const PULSE_HZ = 1.287;
const CALCOND_NS_NUMBER = Number(CALCOND_NS);

interface CalcondInstant {
  /** Whole calconds since the Unix epoch. */
  readonly calcond: number;
  /** Fraction of the current calcond, in [0, 1). */
  readonly phase: number;
}

/** @param ns Unix nanoseconds, not negative. The division is the only rounding. */
export function instantOf(ns: bigint): CalcondInstant {
  return { calcond: Number(ns / CALCOND_NS), phase: Number(ns % CALCOND_NS) / CALCOND_NS_NUMBER };
}

/**
 * R(t)/S at a phase: within alpha of 1. The same bits on every node, because sinpi is correctly
 * rounded.
 */
export function modulationAt(phase: number): number {
  return 1 + KO42_ALPHA * sinpi(2 * phase);
}

/**
 * Samples of R(t)/S over one calcond, from which the calcond variance of a closed form is taken.
 */
export const PHASE_SAMPLES = 64;
export const MODULATION_SAMPLES: readonly number[] = Array.from({ length: PHASE_SAMPLES }, (_, k) =>
  modulationAt(k / PHASE_SAMPLES),
);
