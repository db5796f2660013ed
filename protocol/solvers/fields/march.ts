/** The steps of a run whose mesh the caller stated. */
import { badInput } from "../refusal.js";
import type { Assumed } from "../solver.js";

const WHOLE_SLACK = 1e-9;

export interface StatedSteps {
  readonly steps: number;
  readonly dt: number;
}

/**
 * @param dt, steps  as given; with neither, `otherwise` steps are taken, and `why` says so
 * @returns dt as it was given where t_end is a whole number of it, so that a run may be continued
 * @throws SolverRefusal where both are given and contradict each other
 */
export function statedSteps(
  tEnd: number,
  dt: number | undefined,
  steps: number | undefined,
  otherwise: () => number,
  assumed: Assumed[],
  why = "a stable number for the mesh stated",
): StatedSteps {
  if (dt !== undefined && steps !== undefined) requireAgreement(tEnd, dt, steps);
  if (dt !== undefined) {
    const ratio = tEnd / dt;
    const whole = Math.max(1, Math.round(ratio));
    if (Math.abs(ratio - whole) <= WHOLE_SLACK * whole) return { steps: whole, dt };
    const more = Math.max(1, Math.ceil(ratio));
    assumed.push({
      name: "dt",
      value: tEnd / more,
      unit: "s",
      why: "t_end is no whole number of the steps stated",
    });
    return { steps: more, dt: tEnd / more };
  }
  const count = steps ?? otherwise();
  if (steps === undefined) assumed.push({ name: "steps", value: count, unit: "1", why });
  return { steps: count, dt: tEnd / count };
}

/** @throws SolverRefusal where step and number of steps do not make the time */
export function requireAgreement(tEnd: number, dt: number, steps: number): void {
  if (Math.abs(steps * dt - tEnd) > WHOLE_SLACK * tEnd)
    throw badInput("/steps", `steps dt = ${steps * dt} contradicts t_end = ${tEnd}`);
}

export function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
