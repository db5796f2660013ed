/**
 * What fields of a caller hide between the points of the finest mesh of a run: part of the
 * uncertainty, or a refusal where it is more than a gate lets pass.
 */
import { PRECISION_BOUND } from "../../limits.js";
import { notConverged } from "../refusal.js";
import type { ErrorEstimate } from "../solver.js";
import type { Sampler } from "./sampler.js";

export interface ShownField {
  readonly sampler: Pick<Sampler, "hidden">;
  readonly name: string;
  /** Greatest magnitude on the points of the mesh. */
  readonly size: number;
}

/**
 * @param xs,ys points of the finest mesh
 * @returns the estimate, widened by the hidden part of each field
 * @throws SolverRefusal DID_NOT_CONVERGE where a field hides more than 1e-4 of its size, averaged
 */
export function withUnseen(
  error: ErrorEstimate,
  fields: readonly ShownField[],
  xs: Float64Array,
  ys: Float64Array,
): ErrorEstimate {
  let part = 0;
  for (const { name, sampler, size } of fields) {
    const missed = sampler.hidden?.(xs, ys, 0) ?? 0;
    if (missed === 0) continue;
    const own = missed / size;
    if (!(own <= PRECISION_BOUND)) {
      throw notConverged(
        "gate",
        `${name} has structure between the points of the finest mesh, which no level shows: it hides ` +
          `${missed}, averaged. State a finer mesh, or a smoother field.`,
        { hidden: missed, points: xs.length * Math.max(1, ys.length) },
      );
    }
    part += own;
  }
  return part === 0 ? error : { ...error, relative: error.relative + part };
}
