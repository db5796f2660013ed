/**
 * How well the place of a minimum is known: each freedom is nudged, the way down is taken anew, and
 * the ends that score the same are held against the pose.
 */
import { ULP } from "../../math/constants.js";
import { stopIf } from "../refusal.js";
import type { StopSignal } from "../solver.js";
import { minimise, moved, type Ligand, type Minimum } from "./pose.js";

export interface Reach {
  /** Largest distance of a coordinate at such an end, in angstrom. */
  readonly distance: number;
  /** What the lowest end lies below the pose, in kcal/mol. */
  readonly gain: number;
}

/** First of the nudges, in angstrom or radian. */
export const NUDGE = 0.01;
/** Steps down from one nudge. */
export const NUDGE_STEPS = 60;
/** Roundings of coordinates that turns and places make. */
const ROUNDINGS = 16;

/** @param same energies nearer than this are one, in kcal/mol */
export function reachOf(
  ligand: Ligand,
  { energy, pose }: Pick<Minimum, "energy" | "pose">,
  x: Float64Array,
  tolerance: number,
  same: number,
  stop: StopSignal,
): Reach {
  let distance = roundedBy(x);
  let gain = 0;
  for (let k = 0; k < ligand.freedoms; k += 1) {
    for (const nudge of [NUDGE, -NUDGE]) {
      stopIf(stop);
      const step = new Float64Array(ligand.freedoms);
      step[k] = nudge;
      const end = minimise(ligand, moved(pose, step, 1), NUDGE_STEPS, tolerance);
      if (!(end.energy <= energy + same)) continue;
      gain = Math.max(gain, energy - end.energy);
      ligand.energy(end.pose);
      for (let i = 0; i < x.length; i += 1)
        distance = Math.max(distance, Math.abs(ligand.x[i]! - x[i]!));
    }
  }
  return { distance, gain };
}

/** Of coordinates that are those of the input, placed again. */
export function roundedBy(x: Float64Array): number {
  return ROUNDINGS * ULP * x.reduce((most, value) => Math.max(most, Math.abs(value)), 1);
}
