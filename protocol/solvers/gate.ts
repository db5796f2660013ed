/**
 * The precision gate of an integrated value: decided from the run's own levels, never from a
 * constant.
 */
import { PRECISION_BOUND } from "../limits.js";
import type { ErrorEstimate, Invariant, Level, Method } from "./solver.js";
import { notConverged, type SolverRefusal } from "./refusal.js";

/** Three standard errors of a sampled value stay within this. */
export const SAMPLING_BOUND = 1e-3;
/** Drift of a conserved quantity, in percent. */
export const DRIFT_BOUND_PCT = 0.1;
/** Relative slack of comparisons with limits, so that equality passes. */
export const LIMIT_SLACK = 1e-12;

export type SealKind = "observable" | "observable-differential";

export interface Gate {
  readonly method: Method;
  /** Relative error that was measured; of sampling: three standard errors. */
  readonly error: number;
  readonly bound: number;
  readonly scale: number;
  readonly levels: readonly Level[];
  readonly order?: number;
  readonly systematic?: number;
  readonly passed: boolean;
  readonly sealKind: SealKind;
}

/** A caller's mesh may be coarse, an integral may not be under-sampled. */
export function gateOf(estimate: ErrorEstimate): Gate {
  const { fixedByCaller, levels, method, order, relative, scale, systematic } = estimate;
  const sampled = method === "sampling";
  const error = sampled ? 3 * relative : relative;
  const bound = sampled ? SAMPLING_BOUND : PRECISION_BOUND;
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
    levels,
    ...(order === undefined ? {} : { order }),
    ...(systematic === undefined ? {} : { systematic }),
    passed: within || differential,
    sealKind: differential ? "observable-differential" : "observable",
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
