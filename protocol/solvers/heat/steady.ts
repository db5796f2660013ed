/** The steady state on one mesh. */
import { noSolution, stopIf } from "../refusal.js";
import type { Invariant, StopSignal } from "../solver.js";
import { implicitSolver, sideSource } from "./implicit.js";
import type { Run } from "./inTime.js";
import { type Mesh, pointsOf } from "./levels.js";
import { Plate } from "./plate.js";
import { meshOf, type HeatProblem } from "./problem.js";
import { dataRange, spreadOf } from "./range.js";

export function settle(problem: HeatProblem, mesh: Mesh, stop: StopSignal): Run {
  stopIf(stop);
  const grid = meshOf(problem, mesh.nx, mesh.ny);
  const u = new Float64Array(pointsOf(problem, mesh));
  const plate = new Plate(grid, problem.sides, 1, u);
  const source = new Float64Array(u.length);
  sideSource(plate, 0, source);
  plate.fix(0);
  for (let at = 0; at < u.length; at += 1) u[at] = u[at]! + source[at]!;
  try {
    implicitSolver(plate, 0)(u);
  } catch (error) {
    if (error instanceof RangeError) throw undetermined();
    throw error;
  }
  const edges = plate.edges(0);
  const inX = plate.flowX(u, edges);
  const inY = plate.flowY(u, edges);
  const range = dataRange(problem, plate, u);
  const spread = spreadOf(range, u);
  const size = Math.max(Math.abs(inX), Math.abs(inY), spread);
  const balance: Invariant = {
    name: "heat balance",
    first: 0,
    last: inX + inY,
    driftPct: inX + inY === 0 ? 0 : (100 * Math.abs(inX + inY)) / size,
    boundPct: 1e-6,
  };
  return { plate, mesh, invariants: [balance], excess: 0, timeLevels: null, t0: 0, stepsDone: 0 };
}

export function undetermined(): Error {
  return noSolution(
    "no side fixes the temperature: a steady state is determined only up to a constant, or does not exist.",
  );
}
