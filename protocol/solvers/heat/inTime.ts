/** A run in time on one mesh. */
import { Drift } from "../fields/drift.js";
import { onNodes } from "../fields/nodal.js";
import { inSteps, type Watch } from "../march.js";
import { exploded } from "../refusal.js";
import type { Invariant, TimeLevels } from "../solver.js";
import { type Mesh, isFull } from "./levels.js";
import { Plate, type Content } from "./plate.js";
import { meshOf, type HeatProblem } from "./problem.js";
import { dataRange, spreadOf } from "./range.js";
import { WHOLE, stretchesOf, takenIn } from "./stretches.js";

export interface Run {
  readonly plate: Plate;
  readonly mesh: Mesh;
  readonly invariants: readonly Invariant[];
  readonly excess: number;
  readonly timeLevels: TimeLevels | null;
  readonly t0: number;
  readonly stepsDone: number;
}

export function march(problem: HeatProblem, mesh: Mesh, watch: Watch): Run {
  const { alpha, from, scheme } = problem;
  const grid = meshOf(problem, mesh.nx, mesh.ny);
  const u =
    from !== null && from.nx === mesh.nx && from.ny === mesh.ny
      ? from.u.slice()
      : onNodes(problem.initial, grid.xs, grid.ys, 0, "/initial").data;
  const plate = new Plate(grid, problem.sides, alpha, u);
  const sameClock = from !== null && from.dt === mesh.dt;
  const t0 = from === null ? 0 : sameClock ? from.t0 : from.t0 + from.steps * from.dt;
  const done = sameClock ? from.steps : 0;
  const stretches =
    problem.stated === null
      ? stretchesOf(problem, mesh)
      : [
          {
            ...WHOLE,
            from: t0,
            offset: done,
            steps: mesh.steps,
            dt: mesh.dt,
            damps: from === null,
          },
        ];
  plate.readBetween(stretches[0]!.low, stretches[0]!.high);
  if (from === null) plate.fix(t0);
  const range = dataRange(problem, plate, u);
  const balance = new Drift();
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  const sample = (step: number, content: Content): void => {
    if (content.heat - content.heat !== 0) throw exploded(step, "the temperature");
    balance.sample(content.heat - plate.inflow);
    if (step > 0) {
      low = Math.min(low, content.low);
      high = Math.max(high, content.high);
    }
  };
  sample(0, plate.content());
  // A full matrix of eigenvectors along x takes so many times what a point does.
  const points = u.length * (isFull(problem) ? mesh.nx : 1);
  const way = { points, steps: mesh.steps, tau: stretches.at(-1)!.dt / problem.tEnd };
  const level = (): Float64Array => plate.u.slice();
  const steps = takenIn(plate, scheme, stretches);
  const timeLevels = inSteps(way, watch, level, (n) => {
    sample(n + 1, steps() ?? plate.content());
  });
  const spread = spreadOf(range, plate.u);
  const excess =
    range === null || spread === 0 ? 0 : Math.max(0, high - range[1], range[0] - low) / spread;
  const area = problem.lx * (problem.isBar ? 1 : problem.ly);
  const largest = Math.max(
    Math.abs(range?.[0] ?? low),
    Math.abs(range?.[1] ?? high),
    Math.abs(low),
    Math.abs(high),
  );
  return {
    plate,
    mesh,
    excess,
    // The time of a run in pieces is no whole number of one step.
    ...(stretches.length === 1
      ? { t0, stepsDone: done + mesh.steps }
      : { t0: problem.tEnd, stepsDone: 0 }),
    invariants: [balance.invariant("heat balance", largest * area)],
    timeLevels,
  };
}
