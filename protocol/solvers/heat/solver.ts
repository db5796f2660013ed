import { placing } from "../fields/placed.js";
import { pointsOfLevels, probeField } from "../fields/probe.js";
import { LIMIT_SLACK } from "../gate.js";
import { defineMarch } from "../march.js";
import { badInput, unstableStep } from "../refusal.js";
import { defineSolver } from "../solver.js";
import { readingsOf, answer } from "./answer.js";
import { hasBreaks } from "./breaks.js";
import { heatCard } from "./card.js";
import { settled, seen, firstSeen } from "./certainty.js";
import { type Run, march } from "./inTime.js";
import { type Mesh, levelMesh, doublingsOf, pointsOf, partOf, memoryOf } from "./levels.js";
import { heatProblem, type HeatInputs, type HeatProblem } from "./problem.js";
import { scaleOf } from "./range.js";
import { settle, undetermined } from "./steady.js";

/** The limit of stability of alpha dt (1/dx^2 + 1/dy^2). */
const EXPLICIT_MAX = 0.5;
/**
 * Part of the last change that an extrapolate of a steady plate is not known to, where data jump: its
 * first levels are coarse, and what is read between nodes differs more.
 */
const STEADY_PART = 0.25;

/** With the first level of the ladder whose points show the initial field. */
interface Problem extends HeatProblem {
  readonly first: number;
}

function checkSolvable(problem: HeatProblem): void {
  const { isBar, sides, steady } = problem;
  const all = isBar ? [sides.left, sides.right] : Object.values(sides);
  if (steady && all.every(({ film, fixed }) => !fixed && film === 0)) throw undetermined();
  if (steady && all.some(({ value }) => value.varies("t")))
    throw badInput("/boundary", "a steady state needs sides that do not change with t");
  if (problem.from !== null && problem.isHalfSpace)
    throw badInput("/initialState", "a half space is computed whole");
}

function checkStable(problem: HeatProblem, { dt, nx, ny }: Mesh): void {
  if (problem.scheme !== "explicit" || problem.steady) return;
  const rate =
    problem.alpha *
    ((nx / problem.lx) * (nx / problem.lx) +
      (problem.isBar ? 0 : (ny / problem.ly) * (ny / problem.ly)));
  if (!(dt * rate <= EXPLICIT_MAX * (1 + LIMIT_SLACK))) {
    throw unstableStep(
      "r = alpha dt (1/dx^2 + 1/dy^2)",
      dt * rate,
      EXPLICIT_MAX,
      EXPLICIT_MAX / rate,
    );
  }
}

function ready(problem: HeatProblem): Problem & { readonly scale: number } {
  checkSolvable(problem);
  if (problem.stated !== null) checkStable(problem, problem.stated);
  const scale = scaleOf(problem);
  const first = problem.stated === null ? firstSeen(problem, scale) : 0;
  return { ...problem, scale, first };
}

function valueOf(problem: HeatProblem, { mesh, plate }: Run): number {
  const [x, y] = problem.probe;
  const { hx, hy, ys } = plate.mesh;
  const points = pointsOfLevels(hasBreaks(problem));
  return probeField(plate.u, mesh.nx + 1, ys.length, x / hx, y / hy, false, points);
}

export const heat = defineSolver({
  card: heatCard,
  refused: placing(({ boundary, initial, length, lx, ly, probe, t_end: tEnd = 0 }: HeatInputs) => {
    const far = 4 * Math.abs(typeof probe === "number" ? probe : (probe?.[0] ?? 0));
    const long = lx ?? length ?? far;
    return {
      given: { initial, boundary },
      over: { x: [0, long], y: [0, ly ?? long], t: [0, tEnd] },
    };
  }),
  ...defineMarch({
    order: 2,
    problemOf: (inputs: HeatInputs): Problem => ({
      ...heatProblem(inputs),
      first: 0,
    }),
    levelMesh: (problem: Problem, level) => levelMesh(problem, problem.first + level),
    partOf,
    resolutionOf: ({ nx }) => nx,
    doublingsOf: (problem: Problem) =>
      Math.max(problem.isBar ? 3 : 2, doublingsOf(problem) - problem.first),
    memoryOf,
    workOf: (problem, mesh) =>
      pointsOf(problem, mesh) * Math.max(1, mesh.steps) * (problem.steady ? 64 : 4),
    ready,
    march: (problem, mesh, watch) =>
      problem.steady ? settle(problem, mesh, watch.stop) : march(problem, mesh, watch),
    valueOf,
    readingsOf,
    jumpPartOf: (problem) => (problem.steady && hasBreaks(problem) ? STEADY_PART : 0),
    settled,
    seen,
    answer,
  }),
});
