/**
 * The precision gate of an integrated value: decided from the run's own levels, never from a
 * constant.
 */
import { PRECISION_BOUND } from "../limits.js";
import { boundOfMethod } from "../precision.js";
import type { ErrorEstimate, Invariant, Level, Method } from "./solver.js";
import { notConverged, type SolverRefusal } from "./refusal.js";

/** Drift of a conserved quantity, in percent. */
export const DRIFT_BOUND_PCT = 0.1;
/** Relative slack of comparisons with limits, so that equality passes. */
export const LIMIT_SLACK = 1e-12;

export type SealKind = "observable" | "observable-differential";

/** What a relative figure is relative to. */
export type ScaleOf = "value" | "field";

/**
 * Part of a value that a run loses to rounding where its levels say nothing: two equal runs bound
 * nothing.
 */
const ROUNDING_FLOOR = 4.440892098500626e-16;

export interface Gate {
  readonly method: Method;
  /** Relative error that was measured; of sampling: three standard errors. */
  readonly error: number;
  readonly bound: number;
  /** A scale of the field from the inputs; 0 where the value is its own. */
  readonly scale: number;
  /** Whether `error` is relative to the value, or to the larger scale of its field. */
  readonly scaleOf: ScaleOf;
  readonly levels: readonly Level[];
  readonly order?: number;
  readonly systematic?: number;
  readonly passed: boolean;
  readonly sealKind: SealKind;
}

/**
 * One standard uncertainty of the numbers, in the unit of the value; a measured bias of the steps is
 * part of it.
 */
export function numericalUncertainty(
  { method, relative, scale, systematic = 0 }: ErrorEstimate,
  value: number,
): number {
  const size = Math.max(Math.abs(value), scale);
  const floor = method === "certificate" ? 0 : ROUNDING_FLOOR;
  const part =
    systematic === 0 ? relative : Math.sqrt(relative * relative + systematic * systematic);
  return size === 0 ? 0 : Math.max(part, floor) * size;
}

/**
 * A caller's mesh may be coarse, an integral may not be under-sampled. A value that is known to the
 * bound of its field's scale only, near a node or in a cold tail, is no observable of its own.
 */
export function gateOf(estimate: ErrorEstimate, value: number): Gate {
  const { fixedByCaller, levels, method, order, scale, systematic } = estimate;
  const sampled = method === "sampling";
  const bound = boundOfMethod(method);
  const size = Math.max(Math.abs(value), scale);
  const uncertainty = numericalUncertainty(estimate, value);
  const against = (of: number): number => {
    const relative = uncertainty === 0 ? 0 : uncertainty / of;
    return sampled ? 3 * relative : relative;
  };
  // Where there is no size, the estimate is what it is: it may be infinite.
  const ofSize = size === 0 ? (sampled ? 3 : 1) * estimate.relative : against(size);
  const ofValue = size === Math.abs(value) ? ofSize : against(Math.abs(value));
  const isOfValue = ofValue <= bound || ofValue === ofSize;
  const error = isOfValue ? ofValue : ofSize;
  const within = error <= bound && (systematic === undefined || systematic <= PRECISION_BOUND);
  const differential =
    !within &&
    fixedByCaller === true &&
    Number.isFinite(error) &&
    (method === "levels" || method === "step-halving");
  return {
    method,
    error,
    bound,
    scale,
    scaleOf: isOfValue ? "value" : "field",
    levels,
    ...(order === undefined ? {} : { order }),
    ...(systematic === undefined ? {} : { systematic }),
    passed: within || differential,
    sealKind: differential || !isOfValue ? "observable-differential" : "observable",
  };
}

export function gateFailure(gate: Gate): SolverRefusal {
  const { bound, error, levels, method, order, systematic } = gate;
  const by = method === "sampling" ? "three standard errors" : `the ${method} estimate`;
  const part =
    systematic !== undefined && systematic > PRECISION_BOUND
      ? ` (systematic part ${systematic})`
      : "";
  return notConverged(
    "gate",
    `${by}, ${error}, is above ${bound}${part}: nothing was sealed or charged.`,
    {
      method,
      error,
      bound,
      levels: levels.map(({ resolution, value }) => ({ resolution, value })),
      ...(order === undefined ? {} : { order }),
      ...(systematic === undefined ? {} : { systematic }),
    },
  );
}

/** @returns the first invariant that drifted past its bound, or null. */
export function brokenInvariant(invariants: readonly Invariant[]): Invariant | null {
  return invariants.find(({ boundPct, driftPct }) => !(driftPct <= boundPct)) ?? null;
}

export function invariantFailure({
  name,
  first,
  last,
  driftPct,
  boundPct,
}: Invariant): SolverRefusal {
  return notConverged(
    "invariant",
    `${name} drifted by ${driftPct} percent, more than ${boundPct}: nothing was sealed.`,
    { name, first, last, drift: driftPct, bound: boundPct },
  );
}
