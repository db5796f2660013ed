/** The steps of a leapfrog on a membrane or a disc: as the caller states them, and their march. */
import type { Drift } from "../fields/drift.js";
import { statedSteps, type StatedSteps } from "../fields/march.js";
import { LIMIT_SLACK } from "../gate.js";
import { badInput, exploded, stopIf, unstableStep } from "../refusal.js";
import type { Watch } from "../march.js";
import type { Assumed } from "../solver.js";
import type { WaveInputs } from "./card.js";

/** Part of the stable step that is taken where none is stated. */
export const COURANT = 0.9;

export function isMeshStated({ dt, initialState, nx, ny, steps }: WaveInputs): boolean {
  return [nx, ny, dt, steps, initialState].some((given) => given !== undefined);
}

/**
 * @param rate     inverse of the greatest stable step, 1/s
 * @param fromDt   step of the state that is continued, s; null without one
 * @param courant  how the Courant number is defined, for the refusal of a greater step
 */
export function statedMarch(
  { dt, steps }: WaveInputs,
  context: { tEnd: number; rate: number; fromDt: number | null; courant: string },
  assumed: Assumed[],
): StatedSteps {
  const { courant, fromDt, rate, tEnd } = context;
  const march = statedSteps(
    tEnd,
    dt ?? (steps === undefined ? (fromDt ?? undefined) : undefined),
    steps,
    () =>
      Math.max(1, fromDt === null ? Math.ceil((tEnd * rate) / COURANT) : Math.round(tEnd / fromDt)),
    assumed,
  );
  if (fromDt !== null && march.dt !== fromDt)
    throw badInput("/dt", `a leapfrog goes on with its own step, ${fromDt}`);
  if (!(march.dt * rate <= 1 + LIMIT_SLACK))
    throw unstableStep(courant, march.dt * rate, 1, 1 / rate);
  return march;
}

interface Frog {
  /** The level before the present one, in an array that steps reuse. */
  readonly before: Float64Array;
  /** @returns the energy of the two levels */
  step(): number;
}

/** Goes on to the last of `steps`. @returns the level two steps before the last one */
export function leapTo(
  frog: Frog,
  { done, drift, steps }: { done: number; drift: Drift; steps: number },
  { report, stop }: Watch,
): Float64Array {
  let before2 = frog.before.slice();
  const reportEvery = Math.max(1, Math.floor(steps / 16));
  for (let n = done; n < steps; n += 1) {
    stopIf(stop);
    if (n === steps - 1) before2 = frog.before.slice();
    const energy = frog.step();
    if (energy - energy !== 0) throw exploded(n, "the energy");
    drift.sample(energy);
    if (n % reportEvery === 0) report(n / steps);
  }
  return before2;
}
