/** The mesh and steps of a leapfrog as the caller states them, on a membrane or a disc. */
import { statedSteps, type StatedSteps } from "../fields/march.js";
import { LIMIT_SLACK } from "../gate.js";
import { badInput, unstableStep } from "../refusal.js";
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
