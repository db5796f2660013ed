/**
 * The least value of a convex objective in a box by planes that lie below it (Kelley, J. SIAM 8
 * (1960) 703). The planes show what no point of the box undercuts, so that the distance to the least
 * value is known and not only the last gain.
 */
import { ULP } from "../../math/constants.js";
import { SolverRefusal } from "../refusal.js";
import type { StopSignal } from "../solver.js";
import type { Plane } from "./convex.js";
import { solveProgram } from "./simplex.js";

export interface Lowest {
  readonly x: Float64Array;
  readonly f: number;
  /** Nothing in the box is lower. */
  readonly least: number;
  readonly evaluations: number;
}

interface Box {
  readonly low: Float64Array;
  readonly high: Float64Array;
}

interface Touching extends Plane {
  readonly x: Float64Array;
}

const PLANES_MAX = 160;
/** Part of the value's size at which the planes are close enough: what they round is below it. */
const CLOSE = 1e-12;
const ROUNDINGS = 64;

/** Null where a plane has no finite slope. */
export function lowestIn(
  planeAt: (x: Float64Array) => Plane,
  start: Float64Array,
  box: Box,
  stop: StopSignal,
): Lowest | null {
  const planes: Touching[] = [];
  let [best, least] = [{ x: start, f: Number.POSITIVE_INFINITY }, Number.NEGATIVE_INFINITY];
  let x = start;
  while (planes.length < PLANES_MAX) {
    const plane = planeAt(x);
    if (!Number.isFinite(plane.value) || !plane.slope.every(Number.isFinite)) return null;
    planes.push({ ...plane, x });
    if (plane.value < best.f) best = { x, f: plane.value };
    const next = below(planes, best, box, stop);
    if (next === null) break;
    least = Math.max(least, next.least);
    if (best.f - least <= CLOSE * Math.max(1, Math.abs(best.f))) break;
    x = next.x;
  }
  return {
    ...best,
    least: least - CLOSE * Math.max(1, Math.abs(best.f)),
    evaluations: planes.length,
  };
}

/**
 * Where the highest plane is lowest, and a bound by the planes' prices: a mean of planes is a plane
 * below the objective, whose least value lies in a corner of the box.
 */
function below(
  planes: readonly Touching[],
  best: { readonly x: Float64Array; readonly f: number },
  { high, low }: Box,
  stop: StopSignal,
): { readonly x: Float64Array; readonly least: number } | null {
  const n = low.length;
  const width = high.map((end, i) => end - low[i]!);
  // Heights at the lower corner, beside the best value, and the size of what slopes do in the box.
  const heights = planes.map(({ slope, value, x }) =>
    slope.reduce((sum, one, i) => sum + one * (low[i]! - x[i]!), value - best.f),
  );
  const size = planes.reduce(
    (most, { slope }) => Math.max(most, ...slope.map((one, i) => Math.abs(one * width[i]!))),
    Number.MIN_VALUE,
  );
  // Below all planes: the height over it is never 0, where it would hold the program in their place.
  const floor =
    planes.reduce(
      (most, { slope }, k) =>
        Math.max(
          most,
          slope.reduce((sum, one, i) => sum + Math.min(0, one * width[i]!), heights[k]!),
        ),
      Number.NEGATIVE_INFINITY,
    ) - size;
  const rows = planes.map(({ slope }) =>
    Float64Array.from({ length: n + 1 }, (_, i) => (i === n ? -1 : (slope[i]! * width[i]!) / size)),
  );
  const sides = Array.from(low, (_, i) => {
    const row = new Float64Array(n + 1);
    row[i] = 1;
    return row;
  });
  const cost = new Float64Array(n + 1);
  cost[n] = 1;
  const b = Float64Array.from([
    ...heights.map((one) => (floor - one) / size),
    ...sides.map(() => 1),
  ]);
  const solved = solvedOf(
    { c: cost, rows: [...rows, ...sides], b, equal: new Uint8Array(b.length) },
    stop,
  );
  if (solved === null) return null;
  const weights = planes.map((_, k) => Math.max(0, -solved.prices[k]!));
  const total = weights.reduce((sum, one) => sum + one, 0);
  if (!(total > 0)) return null;
  return {
    x: low.map((start, i) => Math.min(high[i]!, start + Math.max(0, solved.x[i]!) * width[i]!)),
    least: meanBelow(
      planes,
      weights.map((one) => one / total),
      best,
      { low, high },
    ),
  };
}

function solvedOf(
  program: Parameters<typeof solveProgram>[0],
  stop: StopSignal,
): ReturnType<typeof solveProgram> | null {
  try {
    return solveProgram(program, stop);
  } catch (error) {
    if (error instanceof SolverRefusal) return null;
    throw error;
  }
}

function meanBelow(
  planes: readonly Touching[],
  weights: readonly number[],
  best: { readonly x: Float64Array; readonly f: number },
  { high, low }: Box,
): number {
  const mean = new Float64Array(low.length);
  let [height, terms] = [0, Math.abs(best.f)];
  planes.forEach(({ slope, value, x }, k) => {
    const weight = weights[k]!;
    if (weight === 0) return;
    let here = value - best.f;
    slope.forEach((one, i) => {
      const rise = one * (best.x[i]! - x[i]!);
      here += rise;
      terms += weight * Math.abs(one) * (Math.abs(best.x[i]!) + Math.abs(x[i]!));
      mean[i] = mean[i]! + weight * one;
    });
    height += weight * here;
  });
  mean.forEach((one, i) => {
    height += Math.min(one * (low[i]! - best.x[i]!), one * (high[i]! - best.x[i]!));
  });
  return best.f + height - ROUNDINGS * ULP * terms;
}
