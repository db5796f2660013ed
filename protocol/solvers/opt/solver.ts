import { BOUNDED_VARIABLES_MAX, boundBelow } from "./bounding.js";
import type { z } from "zod";
import { PHILOX_NAME } from "../../math/random/philox.js";
import { cbrt } from "../../math/index.js";
import { exact, remainder } from "../reading.js";
import { badInput, noSolution, notConverged, SolverMissing, SolverRefusal } from "../refusal.js";
import {
  defineSolver,
  type Assumed,
  type Progress,
  type SolverResult,
  type StopSignal,
} from "../solver.js";
import { optCard } from "./card.js";
import { solveConstrained, violationOf } from "./constrained.js";
import { doubtOf } from "./doubt.js";
import { descend, type Descent, type Problem } from "./descent.js";
import { hop, type Hopping } from "./hopping.js";
import { leaveConstrainedSaddles, leaveSaddles, walled, type Shown } from "./leaving.js";
import { runProgram } from "./linear.js";
import { poll, POLL_VARIABLES_MAX } from "./polling.js";
import { CURVATURE_VARIABLES_MAX } from "./secondOrder.js";
import {
  constraintOf,
  functionOf,
  lennardJones,
  rastriginAbout,
  rosenbrock,
  type Constraint,
  type Differentiable,
  type Function1,
} from "./objective.js";

export type OptInputs = z.output<typeof optCard.inputs>;

const LOOSE = 1e-7;
const TIGHT = 1e-10;
const ITERATIONS_MAX = 20_000;
const SADDLES_MAX = 8;
/** Room that an inequality has left where it is no longer active. */
const INACTIVE = 1e-6;
/** Slope that may be left, relative to the size of the value. */
const OPTIMALITY_MAX = 1e-4;
const SADDLE_STEP = 1e-3;
const RUNS = 200;
const RUNS_OF_ATOM = 30;

function runsOf({ atoms, preset, runs }: OptInputs): number {
  return runs ?? (preset === "lennard-jones" ? Math.max(60, RUNS_OF_ATOM * (atoms ?? 10)) : RUNS);
}

function sizeOf({ atoms, preset, start, variables }: OptInputs): number {
  if (preset === "lennard-jones" && atoms !== undefined) return 3 * atoms;
  return variables?.length ?? (Array.isArray(start) ? start.length : 1);
}

export const opt = defineSolver({
  card: optCard,
  work: (inputs) => {
    if (inputs.lp !== undefined) {
      const m = BigInt((inputs.lp.A_ub?.length ?? 0) + (inputs.lp.A_eq?.length ?? 0) + 1);
      return m * m * BigInt(inputs.lp.c.length + 2) * 4n;
    }
    const n = BigInt(sizeOf(inputs));
    return (
      n *
      n *
      400n *
      (inputs.global === true || inputs.preset === "lennard-jones" ? BigInt(runsOf(inputs)) : 10n)
    );
  },
  memory: ({ lp, ...inputs }) =>
    lp === undefined
      ? sizeOf({ ...inputs, lp }) * 8 * 200 + 1e6
      : ((lp.A_ub?.length ?? 0) + (lp.A_eq?.length ?? 0) + lp.c.length + 2) *
          (lp.c.length * 2 +
            2 * (lp.A_ub?.length ?? 0) +
            2 * (lp.A_eq?.length ?? 0) +
            lp.c.length +
            8) *
          24 +
        1e6,
  run: (inputs, stop, progress) => {
    const given = [inputs.lp, inputs.objective, inputs.preset].filter(
      (part) => part !== undefined,
    ).length;
    if (given !== 1) throw badInput("/objective", "give one of objective, preset and lp");
    return inputs.lp === undefined
      ? search(inputs, stop, progress)
      : runProgram(inputs.lp, inputs.sense ?? "min", stop);
  },
});

interface Posed {
  readonly names: readonly string[];
  readonly objective: Differentiable;
  /** The objective with derivatives of half the accuracy, where they are differences. */
  readonly coarser: Differentiable | undefined;
  readonly text: string;
  readonly constraints: readonly Constraint[];
  readonly problem: Problem;
  readonly start: Float64Array | null;
  readonly sign: 1 | -1;
  readonly symbolic: boolean;
  readonly rough: boolean;
  /** The objective as the caller wrote it. */
  readonly written: Function1["written"];
}

function pose(inputs: OptInputs): Posed {
  const sign = inputs.sense === "max" ? -1 : 1;
  const { preset } = inputs;
  const names =
    inputs.variables ?? Array.from({ length: presetSize(inputs) }, (_, i) => `x${i + 1}`);
  if (new Set(names).size !== names.length) throw badInput("/variables", "a variable stands twice");
  const n = names.length;
  const plain =
    preset === undefined
      ? functionOf(inputs.objective!, names, "/objective")
      : {
          coarser: undefined,
          evaluate: presetOf(inputs, n),
          text: preset,
          symbolic: true,
          rough: false,
          written: undefined,
        };
  const signed = (evaluate: Differentiable): Differentiable =>
    sign === 1
      ? evaluate
      : (x, g) => {
          const value = evaluate(x, g);
          for (let i = 0; i < n; i += 1) g[i] = -g[i]!;
          return -value;
        };
  const objective = signed(plain.evaluate);
  const constraints = (inputs.constraints ?? []).map((text, k) =>
    constraintOf(text, names, `/constraints/${k}`),
  );
  const [lower, upper] = boundsOf(inputs, names);
  return {
    names,
    objective,
    coarser: plain.coarser === undefined ? undefined : signed(plain.coarser),
    text: plain.text,
    constraints,
    problem: { n, evaluate: objective, lower, upper },
    start: startOf(inputs, names),
    sign,
    symbolic: plain.symbolic && constraints.every(({ symbolic }) => symbolic),
    rough: plain.rough || constraints.some(({ rough }) => rough),
    written: plain.written,
  };
}

function presetSize(inputs: OptInputs): number {
  if (inputs.preset === "lennard-jones") {
    if (inputs.atoms === undefined)
      throw new SolverMissing("atoms", ["atoms"], "The number of atoms is absent.");
    return 3 * inputs.atoms;
  }
  if (!Array.isArray(inputs.start)) {
    if (inputs.preset !== undefined)
      throw new SolverMissing(
        "start",
        ["start", "x0"],
        "A list of numbers to start from is absent.",
      );
    throw new SolverMissing("variables", ["variables"], "The names of the variables are absent.");
  }
  return inputs.start.length;
}

function presetOf({ atoms, preset, shift }: OptInputs, n: number): Differentiable {
  if (atoms !== undefined && preset !== "lennard-jones")
    throw badInput("/atoms", "atoms belong to the preset lennard-jones");
  if (preset === "lennard-jones") return lennardJones;
  if (preset === "rosenbrock") {
    if (n < 2) throw badInput("/start", "rosenbrock has two variables at least");
    return rosenbrock;
  }
  if (shift !== undefined && shift.length !== n)
    throw badInput("/shift", `there are ${n} variables and ${shift.length} shifts`);
  return rastriginAbout(shift === undefined ? new Float64Array(n) : Float64Array.from(shift));
}

function boundsOf({ bounds }: OptInputs, names: readonly string[]): [Float64Array, Float64Array] {
  const lower = new Float64Array(names.length).fill(Number.NEGATIVE_INFINITY);
  const upper = new Float64Array(names.length).fill(Number.POSITIVE_INFINITY);
  const entries: [number, readonly [number | null, number | null]][] =
    bounds === undefined
      ? []
      : Array.isArray(bounds)
        ? bounds.map((pair, i) => [i, pair])
        : Object.entries(bounds).map(([name, pair]) => [names.indexOf(name), pair]);
  if (Array.isArray(bounds) && bounds.length !== names.length)
    throw badInput("/bounds", `there are ${names.length} variables and ${bounds.length} bounds`);
  for (const [i, [low, high]] of entries) {
    if (i < 0)
      throw badInput("/bounds", `a bound names no variable; the variables are ${names.join(", ")}`);
    if (low !== null) lower[i] = low;
    if (high !== null) upper[i] = high;
    if (lower[i]! > upper[i]!)
      throw noSolution(
        `the bounds of ${names[i]!} exclude each other: ${lower[i]!} to ${upper[i]!}.`,
        { variable: names[i]! },
      );
  }
  return [lower, upper];
}

function startOf({ start }: OptInputs, names: readonly string[]): Float64Array | null {
  if (start === undefined) return null;
  if (Array.isArray(start)) {
    if (start.length !== names.length)
      throw badInput("/start", `there are ${names.length} variables and ${start.length} numbers`);
    return Float64Array.from(start);
  }
  for (const name of Object.keys(start))
    if (!names.includes(name)) throw badInput(`/start/${name}`, `${name} is no variable`);
  return Float64Array.from(names, (name) => {
    const value = start[name];
    if (value === undefined)
      throw new SolverMissing(
        `start.${name}`,
        [`start.${name}`],
        `The start of ${name} is absent.`,
      );
    return value;
  });
}

function search(inputs: OptInputs, stop: StopSignal, progress: Progress): SolverResult {
  const posed = pose(inputs);
  const g = new Float64Array(posed.problem.n);
  const begun = posed.start === null ? Number.NaN : posed.objective(posed.start, g);
  if (posed.start !== null && !Number.isFinite(begun))
    throw badInput("/start", "the objective has no finite value at the start");
  const globally = inputs.global ?? inputs.preset === "lennard-jones";
  if (globally && posed.constraints.length > 0)
    throw badInput("/global", "a global search takes bounds, no further constraints");
  const scale = Number.isFinite(begun) ? Math.max(1, Math.abs(begun)) : 1;
  if (globally) return answer(inputs, posed, global(inputs, posed, stop, progress), scale);
  if (posed.start === null)
    throw new SolverMissing("start", ["start", "x0"], "A point to start from is absent.");
  if (posed.constraints.length > 0)
    return answer(inputs, posed, constrained(posed, posed.start, stop, progress), scale);
  let loose = descend(posed.problem, posed.start, LOOSE, ITERATIONS_MAX, stop);
  progress(1, 2);
  refuseUnbounded(loose);
  let tight = descend(posed.problem, loose.x, TIGHT, ITERATIONS_MAX, stop);
  refuseUnbounded(tight);
  const again = (from: Float64Array): Descent => {
    loose = descend(posed.problem, from, LOOSE, ITERATIONS_MAX, stop);
    const next = descend(posed.problem, loose.x, TIGHT, ITERATIONS_MAX, stop);
    // Beside a flat point the loose descent ends at once: it is no level to compare with.
    if (next.unbounded || Math.abs(next.f - loose.f) <= 1e-6 * Math.max(1, Math.abs(next.f)))
      return next;
    loose = next;
    return descend(posed.problem, next.x, TIGHT, ITERATIONS_MAX, stop);
  };
  for (let k = 0; k < SADDLES_MAX; k += 1) {
    const below = lowerBeside(posed.problem, tight);
    if (below === null) break;
    tight = again(below);
    refuseUnbounded(tight);
  }
  const { made, shown } = posed.rough
    ? { made: tight, shown: "unknown" as const }
    : leaveSaddles(posed.problem, tight, again);
  refuseUnbounded(made);
  const found = { made, levels: [loose.f, made.f], multipliers: null, hopping: null, shown };
  return answer(inputs, posed, polled(posed, posed.problem, found, stop), scale);
}

/** Slopes that do not vanish, or say nothing: a search that asks for values alone. */
function polled(posed: Posed, problem: Problem, found: Made, stop: StopSignal): Made {
  const { made } = found;
  const isStationary = made.optimality <= OPTIMALITY_MAX * Math.max(1, Math.abs(made.f));
  if (isStationary && !posed.rough) return found;
  if (problem.n > POLL_VARIABLES_MAX) return found;
  const lower = poll(problem, made.x, stop);
  refuseUnbounded(lower);
  if (isStationary && !(lower.f < made.f - 1e-9 * Math.max(1, Math.abs(made.f))))
    return { ...found, polled: true };
  if (!lower.settled)
    throw notConverged("budget", "polls for a lower value still found one when they were ended.", {
      evaluations: lower.evaluations,
    });
  return { ...found, made: lower, levels: [lower.before, lower.f], shown: "unknown", polled: true };
}

/**
 * A point beside a stationary one at which the function is lower: then it was a saddle, not a
 * minimum.
 */
function lowerBeside(
  { evaluate, lower, n, upper }: Problem,
  { f, x }: Descent,
): Float64Array | null {
  const g = new Float64Array(n);
  const slack = 1e-13 * Math.max(1, Math.abs(f));
  for (let i = 0; i < n; i += 1) {
    for (const h of [SADDLE_STEP, -SADDLE_STEP]) {
      const at = Float64Array.from(x);
      at[i] = Math.min(Math.max(x[i]! + h * Math.max(1, Math.abs(x[i]!)), lower[i]!), upper[i]!);
      if (evaluate(at, g) < f - slack) return at;
    }
  }
  return null;
}

function refuseUnbounded({ f, unbounded }: Descent): void {
  if (unbounded)
    throw noSolution(`the objective falls without bound: it is ${f} already.`, { unbounded: true });
}

interface Made {
  readonly made: Descent;
  readonly levels: readonly number[];
  readonly multipliers: Float64Array | null;
  readonly hopping: Hopping | null;
  readonly shown: Shown;
  /** Whether values alone were asked for. */
  readonly polled?: boolean;
  /** Nothing within the bounds is lower than this, as intervals show; null where they do not. */
  readonly least?: number | null;
}

function constrained(
  posed: Posed,
  start: Float64Array,
  stop: StopSignal,
  progress: Progress,
): Made {
  const { constraints, objective, problem, rough } = posed;
  const walls = walled(problem, constraints);
  try {
    const loose = solveConstrained(problem, objective, constraints, start, LOOSE, stop);
    progress(1, 2);
    const tight = solveConstrained(problem, objective, constraints, loose.x, TIGHT, stop);
    const { made, shown } = rough
      ? { made: tight, shown: "unknown" as const }
      : leaveConstrainedSaddles(problem, objective, constraints, tight, stop);
    const levels = made === tight ? [loose.f, tight.f] : made.levels;
    return polled(
      posed,
      walls,
      { made, levels, multipliers: made.multipliers, hopping: null, shown },
      stop,
    );
  } catch (error) {
    // Multipliers that do not settle at a kink say nothing about the points that are allowed.
    const isLost = error instanceof SolverRefusal && error.code === "DID_NOT_CONVERGE";
    if (!isLost || !rough || violationOf(constraints, start) > 1e-9) throw error;
    const made = { ...poll(walls, start, stop), optimality: Number.POSITIVE_INFINITY };
    return polled(
      posed,
      walls,
      { made, levels: [made.f], multipliers: null, hopping: null, shown: "unknown" },
      stop,
    );
  }
}

function global(inputs: OptInputs, posed: Posed, stop: StopSignal, progress: Progress): Made {
  const runs = runsOf(inputs);
  const { problem, start } = posed;
  const { lower, n, upper } = problem;
  const cluster = inputs.preset === "lennard-jones";
  // A sphere that holds the atoms at about their distance.
  const radius = cluster ? 0.62 * cbrt(inputs.atoms!) + 0.3 : 0;
  if (
    !cluster &&
    (lower.some((v) => v === Number.NEGATIVE_INFINITY) ||
      upper.some((v) => v === Number.POSITIVE_INFINITY))
  ) {
    throw new SolverMissing(
      "bounds",
      ["bounds"],
      "A global search needs both bounds of every variable.",
    );
  }
  const hopping = hop(
    problem,
    {
      runs,
      seed: inputs.seed ?? 0,
      start,
      patience: cluster ? 10 * n : 4 * n + 20,
      temperature: cluster ? 0.8 : 1,
      fresh: (uniform) =>
        Float64Array.from({ length: n }, (_, i) =>
          cluster ? radius * (2 * uniform() - 1) : lower[i]! + (upper[i]! - lower[i]!) * uniform(),
        ),
      move: (x, step, uniform) =>
        x.map((v, i) =>
          cluster
            ? v + 0.4 * step * (2 * uniform() - 1)
            : Math.min(
                Math.max(
                  v + 0.15 * step * (upper[i]! - lower[i]!) * (2 * uniform() - 1),
                  lower[i]!,
                ),
                upper[i]!,
              ),
        ),
    },
    stop,
    (run) => {
      if (run % 8 === 0 || run === runs) progress(run, runs + 1);
    },
  );
  refuseUnbounded(hopping.best);
  const begun = { made: hopping.best, levels: hopping.levels };
  const { least, levels, made } = throughBoxes(posed, begun, stop);
  return polled(
    posed,
    problem,
    { made, levels, multipliers: null, hopping, shown: "unknown", least },
    stop,
  );
}

/** Descents from the middles of boxes in which intervals leave room below the best value. */
function throughBoxes(
  { problem, sign, written }: Posed,
  first: Pick<Made, "made" | "levels">,
  stop: StopSignal,
): Pick<Made, "made" | "levels" | "least"> {
  if (written === undefined || problem.n > BOUNDED_VARIABLES_MAX) return { ...first, least: null };
  const box = { low: problem.lower, high: problem.upper };
  let found = first;
  for (let k = 0; k < SADDLES_MAX; k += 1) {
    const bounded = boundBelow(written.root, written.value, sign, box, found.made.f, stop);
    if (bounded.below === null) return { ...found, least: bounded.least };
    const loose = descend(problem, bounded.below, LOOSE, ITERATIONS_MAX, stop);
    const tight = descend(problem, loose.x, TIGHT, ITERATIONS_MAX, stop);
    refuseUnbounded(tight);
    if (!(tight.f < found.made.f)) break;
    found = { made: tight, levels: [loose.f, tight.f] };
  }
  return { ...found, least: null };
}

function answer(
  inputs: OptInputs,
  posed: Posed,
  { hopping, least = null, levels, made, multipliers, polled: byValues = false, shown }: Made,
  scale: number,
): SolverResult {
  const { constraints, names, sign, text } = posed;
  const value = sign * made.f;
  const size = Math.max(Math.abs(value), scale);
  const violation = constraints.length === 0 ? 0 : violationOf(constraints, made.x);
  const last =
    levels.length > 1 && (hopping === null || byValues)
      ? Math.abs(levels.at(-1)! - levels.at(-2)!)
      : 0;
  // What a quadratic model says is left to gain; never less than the change of the last hundredfold
  // tolerance.
  const left =
    Math.max(last, made.optimality * made.optimality) + boughtBy(constraints, made.x, multipliers);
  if (!(made.optimality <= OPTIMALITY_MAX * Math.max(1, Math.abs(made.f)))) {
    throw notConverged(
      "budget",
      `the gradient that the bounds leave is still ${made.optimality}.`,
      { optimality: made.optimality, iterations: made.iterations },
    );
  }
  const active = names.filter(
    (_, i) => made.x[i]! <= posed.problem.lower[i]! || made.x[i]! >= posed.problem.upper[i]!,
  );
  const point = posed.rough || byValues ? null : doubtOf({ ...posed, x: made.x, multipliers });
  return {
    value,
    unit: "1",
    equations: [
      `${sign === 1 ? "min" : "max"} ${text} over ${names.length} variables`,
      ...constraints.map((constraint) => `subject to ${constraint.text}`),
    ],
    outputs: {
      gradient: remainder(made.optimality),
      violation: remainder(violation),
      iterations: exact(made.iterations),
      evaluations: exact(made.evaluations),
      ...(hopping === null
        ? {}
        : {
            runs: exact(hopping.runs),
            runs_at_best: exact(hopping.found),
          }),
    },
    named: {
      minimiser: Object.fromEntries(names.map((name, i) => [name, made.x[i]!])),
      x: [...made.x],
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
      hopping === null ? localNote(shown, byValues) : globalNote(posed, hopping, made, least),
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

/** What was looked at, and what that shows. */
function globalNote(
  { problem, sign, written }: Posed,
  hopping: Hopping,
  made: Descent,
  least: number | null,
): string {
  const found =
    made.f < hopping.best.f
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
  const made: Assumed[] = [];
  if (inputs.sense === undefined)
    made.push({ name: "sense", value: "min", unit: "", why: "the least value is asked for" });
  if (hopping !== null && inputs.seed === undefined)
    made.push({ name: "seed", value: 0, unit: "1", why: "of the displacements" });
  if (hopping !== null && inputs.runs === undefined)
    made.push({ name: "runs", value: hopping.runs, unit: "1", why: "descents of the search" });
  return made;
}
