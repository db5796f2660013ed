/** How well an answer is known, where data jump or hide between the points. */
import { evenPoints } from "../fields/sampler.js";
import { hiddenOnSides, shownField, withHidden, withUnseen } from "../fields/unseen.js";
import type { Climbed } from "../ladder.js";
import { notConverged } from "../refusal.js";
import type { ErrorEstimate } from "../solver.js";
import { hasBreaks, shortestAfterJump, hasShortPulse, CELLS_CROSSED, takenOf } from "./breaks.js";
import type { Run } from "./inTime.js";
import { levelMesh, doublingsOf } from "./levels.js";
import { meshOf, type HeatProblem } from "./problem.js";

const BAR_DOUBLINGS_MORE = 1;
/** Part of the scale that the initial field may hide between the points, averaged. */
const HIDDEN_MAX = 1e-4;
/** Part of the last change that an extrapolate is not known to, where data jump. */
const UNEVEN_PART = 1 / 256;

/**
 * Where data jump, the factor of the error differs a little from mesh to mesh: extrapolates that
 * nearly agree do so by chance.
 */
export function settled(problem: HeatProblem, { error, run }: Climbed<Run>): ErrorEstimate {
  const [before, last] = error.levels.slice(-2).map(({ value }) => value);
  if (!hasBreaks(problem) || before === undefined || last === undefined) return error;
  const of = hasShortPulse(problem, run.mesh) ? 1 : UNEVEN_PART;
  const part = of * Math.abs(last - before);
  const size = Math.max(Math.abs(last), error.scale);
  return part === 0 ? error : { ...error, relative: error.relative + part / size };
}

/** The estimate, widened by what sides and start hide between points and steps. */
export function seen(problem: HeatProblem, { error, run }: Climbed<Run>): ErrorEstimate {
  const { initial, isBar, sides, stated, steady, tEnd, time } = problem;
  const { mesh, t0 } = run;
  const { xs, ys } = meshOf(problem, mesh.nx, mesh.ny);
  const start = stated === null ? 0 : t0;
  const ts = steady ? Float64Array.of(0) : evenPoints(mesh.steps, tEnd, start);
  const named = isBar ? [sides.left, sides.right] : Object.values(sides);
  const unresolved = named.filter(({ held }) => !held);
  const taken = time.isWhole ? "means" : "bare";
  const shown = withHidden(
    error,
    hiddenOnSides(unresolved, xs, ys, ts, taken),
    xs.length * ts.length,
  );
  if (steady) return shown;
  const field = shownField(
    "initial",
    initial,
    xs,
    ys,
    Float64Array.of(0),
    takenOf(problem, xs, ys),
  );
  return withUnseen(shown, [field], xs, ys);
}

/**
 * The first level whose points show the initial field, and whose cells are no wider than heat gets
 * after a jump. @throws SolverRefusal where no level below the last three does
 */
export function firstSeen(problem: HeatProblem, scale: number): number {
  const { initial, isBar, steady } = problem;
  if (steady) return 0;
  // A bar is cheap enough for a few doublings more.
  const last = doublingsOf(problem) + (isBar ? BAR_DOUBLINGS_MORE : -2);
  const jump = shortestAfterJump(problem);
  if (initial.hidden === undefined && jump === null) return 0;
  const reach = jump === null ? Number.POSITIVE_INFINITY : Math.sqrt(problem.alpha * jump.time);
  let isShown = false;
  for (let level = 0; level <= last; level += 1) {
    const mesh = levelMesh(problem, level);
    const { hx, hy, xs, ys } = meshOf(problem, mesh.nx, mesh.ny);
    const taken = takenOf(problem, xs, ys);
    isShown = (initial.hidden?.(xs, ys, Float64Array.of(0), taken) ?? 0) <= HIDDEN_MAX * scale;
    const widest = isBar ? hx : Math.max(hx, hy);
    if (isShown && CELLS_CROSSED * widest <= reach) return level;
  }
  if (isShown)
    throw notConverged(
      "gate",
      `heat gets ${reach} m far, less than two cells of every mesh that is tried, in the ` +
        `${jump!.time} s after ${jump!.what}: ask for a longer time or a smaller body.`,
    );
  throw notConverged(
    "gate",
    "the initial field has structure between the points of every mesh that is tried: state a " +
      "finer mesh, or a smoother field.",
  );
}
