/** A least or greatest value: which search a request asks for, and the order of its steps. */
import { BOUNDED_VARIABLES_MAX, boundBelow } from "./bounding.js";
import { cbrt } from "../../math/index.js";
import { NO_FIELDS, placing, type WrittenFields } from "../fields/placed.js";
import { badInput, noSolution, notConverged, SolverMissing, SolverRefusal } from "../refusal.js";
import { defineSolver, type Progress, type SolverResult, type StopSignal } from "../solver.js";
import { optCard } from "./card.js";
import { solveConstrained, violationOf } from "./constrained.js";
import { descend, type Descent, type Problem } from "./descent.js";
import { hop } from "./hopping.js";
import { boughtBeyond, settle } from "./settling.js";
import { leaveConstrainedSaddles, leaveSaddles, walled } from "./leaving.js";
import { runProgram } from "./linear.js";
import { poll, POLL_VARIABLES_MAX } from "./polling.js";
import { type OptInputs, type Posed, pose } from "./posing.js";
import { OPTIMALITY_MAX, type Search, answer } from "./answer.js";

const LOOSE = 1e-7;
const TIGHT = 1e-10;
const ITERATIONS_MAX = 20_000;
const SADDLES_MAX = 8;

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
  refused: placing(writtenOf),
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

/** The objective over its bounds, or about the start where there are none. */
function writtenOf(inputs: OptInputs): WrittenFields {
  if (inputs.objective === undefined) return NO_FIELDS;
  const { names, problem, start } = pose(inputs);
  const over = names.map((name, i): [string, readonly [number, number]] => {
    const middle = start?.[i] ?? 0;
    const far = Math.max(1, Math.abs(middle));
    const [low, high] = [problem.lower[i]!, problem.upper[i]!];
    return [name, [Math.max(low, middle - far), Math.min(high, middle + far)]];
  });
  return { given: { objective: inputs.objective }, over: Object.fromEntries(over) };
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
  const { descent, shown } = posed.rough
    ? { descent: tight, shown: "unknown" as const }
    : leaveSaddles(posed.problem, tight, again);
  refuseUnbounded(descent);
  const found = {
    descent,
    levels: [loose.f, descent.f],
    multipliers: null,
    hopping: null,
    shown,
  };
  return answer(inputs, posed, polled(posed, posed.problem, found, stop), scale);
}

/** Slopes that do not vanish, or say nothing: a search that asks for values alone. */
function polled(posed: Posed, problem: Problem, found: Search, stop: StopSignal): Search {
  const { descent } = found;
  const isStationary = descent.optimality <= OPTIMALITY_MAX * Math.max(1, Math.abs(descent.f));
  if (isStationary && !posed.rough) return found;
  if (problem.n > POLL_VARIABLES_MAX) return found;
  const asked = { free: posed.constraints.length === 0, sign: posed.sign, written: posed.written };
  const lower = settle(problem, descent.x, asked, stop);
  refuseUnbounded(lower);
  const gap = lower.gap + boughtBeyond(posed.objective, posed.constraints, lower.x);
  if (isStationary && !(lower.f < descent.f - 1e-9 * Math.max(1, Math.abs(descent.f))))
    return { ...found, polled: true, gap };
  if (!lower.settled)
    throw notConverged("budget", "polls for a lower value still found one when they were ended.", {
      evaluations: lower.evaluations,
    });
  return {
    ...found,
    descent: lower,
    levels: [lower.before, lower.f],
    shown: "unknown",
    polled: true,
    gap,
  };
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

function constrained(
  posed: Posed,
  start: Float64Array,
  stop: StopSignal,
  progress: Progress,
): Search {
  const { constraints, objective, problem, rough } = posed;
  const walls = walled(problem, constraints);
  try {
    const loose = solveConstrained(problem, objective, constraints, start, LOOSE, stop);
    progress(1, 2);
    const tight = solveConstrained(problem, objective, constraints, loose.x, TIGHT, stop);
    const { descent, shown } = rough
      ? { descent: tight, shown: "unknown" as const }
      : leaveConstrainedSaddles(problem, objective, constraints, tight, stop);
    const levels = descent === tight ? [loose.f, tight.f] : descent.levels;
    return polled(
      posed,
      walls,
      { descent, levels, multipliers: descent.multipliers, hopping: null, shown },
      stop,
    );
  } catch (error) {
    // Multipliers that do not settle at a kink say nothing about the points that are allowed.
    const isLost = error instanceof SolverRefusal && error.code === "DID_NOT_CONVERGE";
    if (!isLost || !rough || violationOf(constraints, start) > 1e-9) throw error;
    const atWalls = { ...poll(walls, start, stop), optimality: Number.POSITIVE_INFINITY };
    return polled(
      posed,
      walls,
      { descent: atWalls, levels: [atWalls.f], multipliers: null, hopping: null, shown: "unknown" },
      stop,
    );
  }
}

function global(inputs: OptInputs, posed: Posed, stop: StopSignal, progress: Progress): Search {
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
  const begun = { descent: hopping.best, levels: hopping.levels };
  const { least, levels, descent } = throughBoxes(posed, begun, stop);
  return polled(
    posed,
    problem,
    { descent, levels, multipliers: null, hopping, shown: "unknown", least },
    stop,
  );
}

/** Descents from the middles of boxes in which intervals leave room below the best value. */
function throughBoxes(
  { problem, sign, written }: Posed,
  first: Pick<Search, "descent" | "levels">,
  stop: StopSignal,
): Pick<Search, "descent" | "levels" | "least"> {
  if (written === undefined || problem.n > BOUNDED_VARIABLES_MAX) return { ...first, least: null };
  const box = { low: problem.lower, high: problem.upper };
  let found = first;
  for (let k = 0; k < SADDLES_MAX; k += 1) {
    const bounded = boundBelow(written.root, written.value, sign, box, found.descent.f, stop);
    if (bounded.below === null) return { ...found, least: bounded.least };
    const loose = descend(problem, bounded.below, LOOSE, ITERATIONS_MAX, stop);
    const tight = descend(problem, loose.x, TIGHT, ITERATIONS_MAX, stop);
    refuseUnbounded(tight);
    if (!(tight.f < found.descent.f)) break;
    found = { descent: tight, levels: [loose.f, tight.f] };
  }
  return { ...found, least: null };
}
