/**
 * What fields of a caller hide between the points of the finest mesh of a run: part of the
 * uncertainty, or a refusal where it is more than a gate lets pass.
 */
import { PRECISION_BOUND } from "../../limits.js";
import { notConverged } from "../refusal.js";
import type { ErrorEstimate } from "../solver.js";
import { isBroken } from "./nodal.js";
import type { Taken } from "./hidden.js";
import type { Sampler } from "./sampler.js";

export interface ShownField {
  readonly sampler: Pick<Sampler, "hidden">;
  readonly name: string;
  /** Greatest magnitude on the points of the mesh. */
  readonly size: number;
  /** What the mesh has of it; its values unless said. */
  readonly taken?: Taken;
}

/** What an input hides, averaged over the mesh, beside its greatest magnitude on it. */
export interface Hidden {
  readonly name: string;
  readonly missed: number;
  readonly size: number;
}

/**
 * A mesh that the caller stated is the problem, however coarse: what it hides widens the
 * uncertainty. A mesh that was chosen here must show what it is given.
 * @returns the estimate, widened by the hidden part of each input
 * @throws SolverRefusal DID_NOT_CONVERGE where an input hides more than 1e-4 of its size, averaged,
 * from a mesh that was chosen, or all of what it is from one that was stated
 */
export function withHidden(
  error: ErrorEstimate,
  inputs: readonly Hidden[],
  points: number,
): ErrorEstimate {
  let part = 0;
  for (const { missed, name, size } of inputs) {
    if (missed === 0) continue;
    const own = missed / size;
    if (!(own <= PRECISION_BOUND) && !(error.fixedByCaller === true && Number.isFinite(own))) {
      throw notConverged(
        "gate",
        `${name} has structure between the points of the finest mesh, which no level shows: it hides ` +
          `${missed}, averaged. State a finer mesh, or a smoother field.`,
        { hidden: missed, points },
      );
    }
    part += own;
  }
  return part === 0 ? error : { ...error, relative: error.relative + part };
}

/**
 * The same for fields on the points of a mesh. @param xs,ys points of the finest mesh
 * @param ts times of its steps; none where the fields are those of the start
 */
export function withUnseen(
  error: ErrorEstimate,
  fields: readonly ShownField[],
  xs: Float64Array,
  ys: Float64Array,
  ts: Float64Array = Float64Array.of(0),
): ErrorEstimate {
  const inputs = fields.map(({ name, sampler, size, taken }) => ({
    name,
    size,
    missed: sampler.hidden?.(xs, ys, ts, taken, size) ?? 0,
  }));
  return withHidden(error, inputs, xs.length * Math.max(1, ys.length));
}

/** Places at which the size of a field is looked for, along each axis. */
const SIZE_PLACES = 256;

/**
 * A field with its greatest magnitude on the points of a mesh.
 * @param taken what the mesh has of it: its values unless said, between which a jump may lie anywhere
 */
export function shownField(
  name: string,
  sampler: Sampler,
  xs: Float64Array,
  ys: Float64Array,
  ts: Float64Array = Float64Array.of(0),
  taken: Taken = isBroken(sampler, xs, ys) ? "bare" : "values",
): ShownField {
  if (sampler.hidden === undefined) return { name, sampler, size: 1 };
  const [x, y, t] = [xs, ys, ts].map((all, i) =>
    sampler.varies(AXES[i]!) ? thinned(all) : all.subarray(0, 1),
  );
  let size = 0;
  for (const c of t!)
    for (const b of y!)
      for (const a of x!) {
        const here = Math.abs(sampler.at(a, b, c));
        if (here > size) size = here;
      }
  return { name, sampler, size, taken };
}

const AXES = ["x", "y", "t"] as const;

function thinned(points: Float64Array): Float64Array {
  const stride = Math.ceil(points.length / SIZE_PLACES);
  return stride <= 1 ? points : points.filter((_, i) => i % stride === 0);
}

/** What the inputs of the sides of a plate hide along them, and from one step to the next. */
export function hiddenOnSides(
  sides: readonly { readonly name: string; readonly value: Sampler }[],
  xs: Float64Array,
  ys: Float64Array,
  ts: Float64Array = Float64Array.of(0),
  taken: Taken = "values",
): Hidden[] {
  const ends = (all: Float64Array, isLow: boolean): Float64Array =>
    isLow ? all.subarray(0, 1) : all.subarray(all.length - 1);
  return sides.map(({ name, value }) => {
    const isUpright = name === "left" || name === "right";
    const isLow = name === "left" || name === "bottom";
    const [x, y] = isUpright ? [ends(xs, isLow), ys] : [xs, ends(ys, isLow)];
    const { size } = shownField(name, value, x, y, ts);
    return { name: `the ${name} side`, size, missed: value.hidden?.(x, y, ts, taken, size) ?? 0 };
  });
}
