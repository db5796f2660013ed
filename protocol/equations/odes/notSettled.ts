/** Integrations without a value: where grids break down, and what is said of those that do not settle. */
import type { NotConverged } from "../evaluation/evaluation.js";
import type { Ode, Refusal } from "../reading/ast.js";
import type { Run } from "./integrate.js";

/** A step that changes a component by more of its size does not follow the solution. */
export const STEP_CHANGE_MAX = 0.5;
/**
 * Grids that break down this near to each other, relative to the time passed, break down at one
 * place.
 */
const SAME_PLACE = 0.05;
/** Grids that must: a grid too coarse for its equation breaks down elsewhere each time. */
const BREAKDOWNS_MIN = 3;
/** Steps a grid must have come before its breakdown tells where one is. */
const BREAKDOWN_STEPS_MIN = 32;

export function brokenDown(ode: Ode, runs: readonly Run[], start: number): Refusal | null {
  const places = runs.slice(-BREAKDOWNS_MIN).map(({ breakdown }) => breakdown);
  const last = places.at(-1) ?? null;
  if (last === null || places.length < BREAKDOWNS_MIN || last.step < BREAKDOWN_STEPS_MIN)
    return null;
  const passed = Math.abs(last.at - start);
  const isThere = places.every(
    (place) => place !== null && Math.abs(place.at - last.at) <= SAME_PLACE * passed,
  );
  if (!isThere) return null;
  const where = `near ${ode.variable} = ${last.at.toPrecision(3)}`;
  return last.cause === "overflow"
    ? {
        kind: "divergent",
        message: `The solution ${ode.subject} grows beyond any bound ${where}: it has no value after that.`,
      }
    : {
        kind: "domain-error",
        message:
          `The solution ${ode.subject} leaves the domain of its equation ${where}: it has no ` +
          "value after that.",
      };
}

export function tooFast(ode: Ode, steps: number): NotConverged {
  return {
    status: "not-converged",
    difference: null,
    message:
      `The equation of ${ode.subject} changes with ${ode.variable} alone faster than ${steps} ` +
      "steps, the most that are taken, can follow.",
  };
}

export function unsettled(ode: Ode, fine: Run, relative: number): NotConverged {
  const known = Number.isFinite(relative);
  const what = known
    ? `halving the step still changes the value by ${relative.toPrecision(2)} relative`
    : "there is no finite value";
  const jumps = fine.change > STEP_CHANGE_MAX ? " and single steps do not follow the solution" : "";
  return {
    status: "not-converged",
    difference: known ? relative : null,
    message:
      `The integration of ${ode.subject} did not converge: with ${fine.steps} steps, the most ` +
      `that are tried, ${what}${jumps}.`,
  };
}
