/** The finding as a result of the solver, with its error and what it shows. */
import { BOUNDED_VARIABLES_MAX } from "./bounding.js";
import { PHILOX_NAME } from "../../math/random/philox.js";
import { exact, remainder } from "../reading.js";
import { notConverged } from "../refusal.js";
import type { Assumed, SolverResult } from "../solver.js";
import { violationOf } from "./constrained.js";
import { doubtOf } from "./doubt.js";
import type { Descent } from "./descent.js";
import type { Hopping } from "./hopping.js";
import type { Shown } from "./leaving.js";
import { CURVATURE_VARIABLES_MAX } from "./secondOrder.js";
import type { Constraint } from "./objective.js";
import type { OptInputs, Posed } from "./posing.js";

/** Room that an inequality has left where it is no longer active. */
const INACTIVE = 1e-6;
/** Slope that may be left, relative to the size of the value. */
export const OPTIMALITY_MAX = 1e-4;

export interface Search {
  readonly descent: Descent;
  readonly levels: readonly number[];
  readonly multipliers: Float64Array | null;
  readonly hopping: Hopping | null;
  readonly shown: Shown;
  /** Whether values alone were asked for. */
  readonly polled?: boolean;
  /** By how much values beside the point that polls found may be lower. */
  readonly gap?: number;
  /** Nothing within the bounds is lower than this, as intervals show; null where they do not. */
  readonly least?: number | null;
}

export function answer(
  inputs: OptInputs,
  posed: Posed,
  {
    gap = 0,
    hopping,
    least = null,
    levels,
    descent,
    multipliers,
    polled: byValues = false,
    shown,
  }: Search,
  scale: number,
): SolverResult {
  const { constraints, names, sign, text } = posed;
  const value = sign * descent.f;
  const size = Math.max(Math.abs(value), scale);
  const violation = constraints.length === 0 ? 0 : violationOf(constraints, descent.x);
  const last =
    levels.length > 1 && (hopping === null || byValues)
      ? Math.abs(levels.at(-1)! - levels.at(-2)!)
      : 0;
  // What a quadratic model says is left to gain; never less than the change of the last hundredfold
  // tolerance.
  const left =
    Math.max(last, gap, descent.optimality * descent.optimality) +
    boughtBy(constraints, descent.x, multipliers);
  if (!(descent.optimality <= OPTIMALITY_MAX * Math.max(1, Math.abs(descent.f)))) {
    throw notConverged(
      "budget",
      `the gradient that the bounds leave is still ${descent.optimality}.`,
      { optimality: descent.optimality, iterations: descent.iterations },
    );
  }
  const active = names.filter(
    (_, i) => descent.x[i]! <= posed.problem.lower[i]! || descent.x[i]! >= posed.problem.upper[i]!,
  );
  const point =
    posed.rough || byValues ? null : doubtOf({ ...posed, x: descent.x, multipliers, shown });
  return {
    value,
    unit: "1",
    equations: [
      `${sign === 1 ? "min" : "max"} ${text} over ${names.length} variables`,
      ...constraints.map((constraint) => `subject to ${constraint.text}`),
    ],
    outputs: {
      gradient: remainder(descent.optimality),
      violation: remainder(violation),
      iterations: exact(descent.iterations),
      evaluations: exact(descent.evaluations),
      ...(hopping === null
        ? {}
        : {
            runs: exact(hopping.runs),
            runs_at_best: exact(hopping.found),
          }),
    },
    named: {
      minimiser: Object.fromEntries(names.map((name, i) => [name, descent.x[i]!])),
      x: [...descent.x],
      minimiser_uncertainty:
        point === null ? null : Object.fromEntries(names.map((name, i) => [name, point.x[i]!])),
      x_uncertainty: point === null ? null : [...point.x],
      optimality: shown === "saddle" ? "saddle" : "local",
      activeBounds: active,
      ...(multipliers === null
        ? {}
        : {
            multipliers: [...multipliers],
            multipliers_uncertainty: point === null ? null : [...point.multipliers],
          }),
    },
    fields: [],
    invariants:
      constraints.length === 0
        ? []
        : [
            {
              name: "violation of the constraints",
              first: 0,
              last: violation,
              driftPct: 100 * violation,
              boundPct: 1e-4,
            },
          ],
    error: {
      relative: left / size,
      scale,
      method: "residual",
      levels: levels.slice(-4).map((f, k) => ({ resolution: k + 1, value: sign * f })),
    },
    assumed: assumptions(inputs, hopping),
    ...(hopping === null ? {} : { prng: { name: PHILOX_NAME, seed: String(inputs.seed ?? 0) } }),
    notes: [
      hopping === null ? localNote(shown, byValues) : globalNote(posed, hopping, descent, least),
      ...(point === null ? [noPointDoubt(posed)] : []),
      ...(posed.symbolic
        ? []
        : ["Gradients are central differences: a function of the expression has no derivative."]),
    ],
  };
}

/**
 * What the constraints' rounding buys of the value: each multiplier is the price of its constraint.
 */
function boughtBy(
  constraints: readonly Constraint[],
  x: Float64Array,
  multipliers: Float64Array | null,
): number {
  if (multipliers === null) return 0;
  const scratch = new Float64Array(x.length);
  return constraints.reduce((sum, { equality, evaluate }, k) => {
    const missed = evaluate(x, scratch);
    // A constraint that holds nothing has no price.
    return multipliers[k] === 0 || (!equality && missed < -INACTIVE)
      ? sum
      : sum + Math.abs(multipliers[k]! * missed);
  }, 0);
}

/** The aspect looked at, and what that shows. */
function globalNote(
  { problem, sign, written }: Posed,
  hopping: Hopping,
  descent: Descent,
  least: number | null,
): string {
  const found =
    descent.f < hopping.best.f
      ? `Boxes between the points of ${hopping.runs} descents held a lower value, which is this.`
      : `${hopping.found} of ${hopping.runs} descents ended at this value.`;
  const [worst, beyond] = sign === 1 ? ["lowest", "below"] : ["highest", "above"];
  if (least !== null)
    return `${found} Intervals, but for rounding, show nothing ${beyond} ${sign * least} within the bounds.`;
  const why =
    written === undefined || problem.n > BOUNDED_VARIABLES_MAX
      ? "no intervals were looked at"
      : "intervals do not settle it";
  return (
    `${found} A local optimum: that it is the ${worst} of all is not shown, ` +
    `since ${why}; a narrower one may be missed.`
  );
}

function localNote(shown: Shown, byValues: boolean): string {
  if (byValues)
    return (
      "The function has kinks, steps or no slope here: polls around the point, down to a part " +
      "in 1e12 of its size, found nothing lower. A local optimum, not shown to be the lowest."
    );
  switch (shown) {
    case "minimum":
      return "A descent shows a local optimum and no more: the curvature along every free direction is positive.";
    case "flat":
      return (
        "A descent shows a local optimum and no more: some free direction is flat, and steps " +
        "along it found nothing lower."
      );
    case "saddle":
      return "A saddle, not an optimum: the function bends downwards along a free direction.";
    case "unknown":
      return "A descent shows a local optimum and no more.";
  }
}

/** Why the point has no uncertainty of its own. */
function noPointDoubt({ problem, rough }: Posed): string {
  const why = rough
    ? "slopes say nothing at kinks and steps"
    : problem.n > CURVATURE_VARIABLES_MAX
      ? `there are more than ${CURVATURE_VARIABLES_MAX} variables`
      : "some free direction is flat, or the active constraints do not settle the multipliers";
  return `How far the point lies from the exact one is not known: ${why}. The uncertainty is that of the value.`;
}

function assumptions(inputs: OptInputs, hopping: Hopping | null): Assumed[] {
  const assumed: Assumed[] = [];
  if (inputs.sense === undefined)
    assumed.push({ name: "sense", value: "min", unit: "", why: "the least value is asked for" });
  if (hopping !== null && inputs.seed === undefined)
    assumed.push({ name: "seed", value: 0, unit: "1", why: "of the displacements" });
  if (hopping !== null && inputs.runs === undefined)
    assumed.push({ name: "runs", value: hopping.runs, unit: "1", why: "descents of the search" });
  return assumed;
}
