/** The steps of a run, in stretches between the times at which sides jump or bend. */
import { TrBdf2 } from "./implicit.js";
import type { Mesh } from "./levels.js";
import { DAMPED_STEPS, Plate, type Content } from "./plate.js";
import type { HeatProblem } from "./problem.js";

interface Stretch {
  readonly from: number;
  /** Steps before its first one, counted from `from`. */
  readonly offset: number;
  readonly steps: number;
  readonly dt: number;
  /** Sides are read between these times. */
  readonly low: number;
  readonly high: number;
  /** Whether the data jump where it begins: its first steps damp, then. */
  readonly damps: boolean;
}

export const WHOLE = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };

/** The steps between the times at which the sides jump or bend. */
export function stretchesOf({ time: { pieces } }: HeatProblem, mesh: Mesh): readonly Stretch[] {
  if (pieces.length === 1)
    return [{ ...WHOLE, from: 0, offset: 0, steps: mesh.steps, dt: mesh.dt, damps: true }];
  return pieces.map(({ from, high, jumps, low, to }, i) => {
    const steps = mesh.inPieces![i]!;
    return { from, offset: 0, steps, dt: (to - from) / steps, low, high, damps: i === 0 || jumps };
  });
}

/** @returns takes the next step; what the plate holds after it, where the step knows that */
export function takenIn(
  plate: Plate,
  scheme: HeatProblem["scheme"],
  stretches: readonly Stretch[],
): () => Content | null {
  let [at, k] = [0, 0];
  const trOf = ({ dt }: Stretch): TrBdf2 | null =>
    scheme === "tr-bdf2" ? new TrBdf2(plate, dt) : null;
  let trBdf2 = trOf(stretches[0]!);
  return () => {
    if (k === stretches[at]!.steps) {
      [at, k] = [at + 1, 0];
      trBdf2 = trOf(stretches[at]!);
      plate.readBetween(stretches[at]!.low, stretches[at]!.high);
      plate.fix(stretches[at]!.from);
    }
    const { damps, dt, from, offset } = stretches[at]!;
    const t = from + (offset + k) * dt;
    k += 1;
    if (trBdf2 !== null) trBdf2.step(t);
    else if (scheme === "explicit") return plate.explicitStep(t, dt);
    else if (damps && k <= DAMPED_STEPS) {
      plate.sweep(t, dt / 2, true);
      plate.sweep(t + dt / 2, dt / 2, true);
    } else plate.sweep(t, dt, false);
    return null;
  };
}
