/** Membranes and strings: from a body to levels, and from a level to an answer. */
import { PI } from "../../math/constants.js";
import { FIELD_POINTS_MAX } from "../execute.js";
import { Drift } from "../fields/drift.js";
import { measureOrClimbMeshes, workOfMeshes } from "../fields/levels.js";
import { probeField } from "../fields/probe.js";
import { evenPoints, type Sampler } from "../fields/sampler.js";
import { withUnseen } from "../fields/unseen.js";
import type { Rung } from "../ladder.js";
import { exact, formula, remainder, widened, type Quantities } from "../reading.js";
import { asin, sin } from "../../math/index.js";
import { badInput, tooLarge } from "../refusal.js";
import type { Progress, SolverResult, StopSignal } from "../solver.js";
import { packFloats } from "../state.js";
import { Leapfrog } from "./leapfrog.js";
import { leapTo } from "./leapfrogMarch.js";
import { type ModeFrequency, modeFrequency } from "./modes.js";
import {
  type Mesh,
  type Level,
  type Problem,
  rateOf,
  membraneProblem,
  held,
  levelMesh,
} from "./membraneProblem.js";
import type { WaveInputs } from "./card.js";
import { gridOf, shapeOf, padded, unpadded, repadded } from "./membraneGrid.js";

interface Run {
  readonly mesh: Mesh;
  readonly frog: Leapfrog;
  readonly drift: Drift;
  readonly before2: Float64Array;
  readonly start: number;
}

const DOUBLINGS = 5;
const BYTES_PER_POINT = 64;
/**
 * Part of the greatest displacement that an edge held at zero may start with: tails of a pulse, not
 * a mistake.
 */
const EDGE_TAIL = 1e-3;

function checkEdges(problem: Problem, sampler: Sampler, greatest: number, pointer: string): void {
  const { isString, lx, ly, periodic } = problem;
  if (periodic || greatest === 0) return;
  for (let n = 0; n <= 64; n += 1) {
    const places = isString
      ? [[n === 0 ? 0 : lx, 0]]
      : [
          [(lx * n) / 64, 0],
          [(lx * n) / 64, ly],
          [0, (ly * n) / 64],
          [lx, (ly * n) / 64],
        ];
    for (const [x, y] of places) {
      const value = Math.abs(sampler.at(x!, y!, 0));
      if (!(value <= EDGE_TAIL * greatest))
        throw badInput(
          pointer,
          `an edge held at zero starts at ${value} at x = ${x!}${isString ? "" : `, y = ${y!}`}`,
        );
    }
  }
}

function march(
  problem: Problem,
  mesh: Mesh,
  stop: StopSignal,
  report: (part: number) => void,
): Run {
  const grid = gridOf(problem, mesh);
  const { from } = problem;
  const goesOn = from !== null && from.nx === mesh.nx && from.ny === mesh.ny && from.dt === mesh.dt;
  const drift = new Drift();
  let frog: Leapfrog;
  let done = 0;
  if (goesOn) {
    frog = new Leapfrog(
      grid,
      problem.c,
      mesh.dt,
      repadded(problem, mesh, grid, from.u),
      repadded(problem, mesh, grid, from.before),
    );
  } else {
    const u = padded(problem, grid, problem.initial, "/initial");
    frog = new Leapfrog(grid, problem.c, mesh.dt, u, new Float64Array(u.length));
    const velocity =
      from === null
        ? padded(problem, grid, problem.velocity, "/velocity")
        : padded(problem, grid, rateField(problem, from), "/initialState");
    drift.sample(frog.start(velocity, mesh.dt));
    done = 1;
  }
  const before2 = leapTo(frog, { done, steps: mesh.steps, drift }, stop, report);
  return { mesh, frog, drift, before2, start: from?.t ?? 0 };
}

/** The velocity that two levels of a state show, for the coarser runs that measure the error. */
function rateField(problem: Problem, from: Level): Sampler {
  const rate = from.u.map((value, i) => (value - from.before[i]!) / from.dt);
  return held({ ...from, u: rate }, problem.lx, problem.ly, problem.periodic, problem.isString);
}

export function membraneMemory(inputs: WaveInputs): number {
  const problem = membraneProblem(inputs);
  const [rows, columns] = shapeOf(problem, problem.stated ?? levelMesh(problem, DOUBLINGS));
  if (!(rows * columns <= FIELD_POINTS_MAX))
    throw tooLarge("points of the field", rows * columns, FIELD_POINTS_MAX);
  return rows * columns * BYTES_PER_POINT;
}

export function membraneWork(inputs: WaveInputs): bigint {
  const problem = membraneProblem(inputs);
  return workOfMeshes(
    problem.stated,
    (level) => levelMesh(problem, level),
    (mesh) => {
      const [rows, columns] = shapeOf(problem, mesh);
      return rows * columns * mesh.steps;
    },
  );
}

export function runMembrane(
  inputs: WaveInputs,
  stop: StopSignal,
  progress: Progress,
): SolverResult {
  const problem = membraneProblem(inputs);
  const { c, isString, lx, ly, probe, stated, tEnd } = problem;
  const first = levelMesh(problem, 0);
  const firstGrid = gridOf(problem, first);
  const greatest = (sampler: Sampler, pointer: string): number =>
    padded(problem, firstGrid, sampler, pointer).reduce((a, b) => Math.max(a, Math.abs(b)), 0);
  const displacement = greatest(problem.initial, "/initial");
  const speed = greatest(
    problem.from === null ? problem.velocity : rateField(problem, problem.from),
    "/velocity",
  );
  checkEdges(problem, problem.initial, displacement, "/initial");
  const scale = displacement + (speed * (isString ? lx : Math.max(lx, ly))) / c;
  const rung = (mesh: Mesh, from: number, of: number): Rung<Run> => {
    const run = march(problem, mesh, stop, (part) => progress(from + part, of));
    const [rows, columns] = shapeOf(problem, mesh);
    const field = unpadded(problem, mesh, gridOf(problem, mesh), run.frog.u);
    return {
      run,
      value: probeField(
        field,
        columns,
        rows,
        (probe[0] / lx) * mesh.nx,
        (probe[1] / ly) * mesh.ny,
        problem.periodic,
      ),
    };
  };
  const partOf = (mesh: Mesh, part: number): Mesh => {
    const nx = Math.max(3, Math.round(mesh.nx * part));
    const ny = isString ? 0 : Math.max(3, Math.round(mesh.ny * part));
    const stable = Math.ceil(tEnd * rateOf(c, lx / nx, isString ? 1 : ly / ny, isString));
    const steps = Math.max(2, stable, Math.ceil(mesh.steps * part));
    return { nx, ny, steps, dt: tEnd / steps };
  };
  const climbed = measureOrClimbMeshes<Mesh, Run>(
    {
      stated,
      levelMesh: (level) => levelMesh(problem, level),
      partOf,
      resolutionOf: ({ nx }) => nx,
      rung,
    },
    {
      formalOrder: 2,
      scale,
      doublings: DOUBLINGS,
      readings: ({ drift }) => ({
        energy: {
          value: drift.invariant("discrete energy").last,
          unit: isString ? "m^3/s^2" : "m^4/s^2",
        },
      }),
    },
  );
  progress(1, 1);
  const { mesh } = climbed.run;
  const error = withUnseen(
    climbed.error,
    [
      { name: "initial", sampler: problem.initial, size: displacement },
      { name: "velocity", sampler: problem.velocity, size: speed },
    ],
    evenPoints(mesh.nx, lx),
    evenPoints(Math.max(1, mesh.ny), ly),
  );
  const quantities = widened(climbed.quantities, error.relative - climbed.error.relative);
  return answer(problem, climbed.value, climbed.run, error, quantities);
}

/**
 * Frequencies of the lowest modes: of the membrane, and of this grid and step by the scheme's
 * dispersion relation.
 */
function modesOf(
  { c, isString, lx, ly, periodic }: Problem,
  { dt, nx, ny }: Mesh,
): ModeFrequency[] {
  const half = PI / (periodic ? 1 : 2);
  const modes: ModeFrequency[] = [];
  for (const m of [1, 2, 3]) {
    for (const n of isString ? [0] : [1, 2, 3]) {
      const [kx, ky] = [(m * half) / nx, isString ? 0 : (n * half) / ny];
      const [sx, sy] = [(sin(kx) * nx) / lx, isString ? 0 : (sin(ky) * ny) / ly];
      const s = c * dt * Math.sqrt(sx * sx + sy * sy);
      const exact =
        (c * half * Math.sqrt((m / lx) * (m / lx) + (isString ? 0 : (n / ly) * (n / ly)))) / PI;
      modes.push(modeFrequency(m, n, exact, s <= 1 ? asin(s) / (PI * dt) : exact));
    }
  }
  return modes;
}

function answer(
  problem: Problem,
  value: number,
  run: Run,
  error: SolverResult["error"],
  quantities: Quantities,
): SolverResult {
  const { c, isString, lx, ly, periodic, probe } = problem;
  const { drift, frog, mesh, start } = run;
  const grid = gridOf(problem, mesh);
  const [rows, columns] = shapeOf(problem, mesh);
  const u = unpadded(problem, mesh, grid, frog.u);
  const before1 = unpadded(problem, mesh, grid, frog.before);
  const before2 = unpadded(problem, mesh, grid, run.before2);
  const end = start + mesh.steps * mesh.dt;
  const energy = drift.invariant("discrete energy");
  const axis = (
    name: string,
    n: number,
    step: number,
  ): SolverResult["fields"][number]["axes"][number] => ({
    name,
    unit: "m",
    n,
    start: 0,
    step,
    ...(periodic ? { periodic } : {}),
  });
  const rate = mesh.dt * rateOf(c, grid.hx, grid.hy, isString);
  return {
    value,
    unit: "m",
    equations: [
      `d2u/dt2 = ${c}^2 (d2u/dx2${isString ? "" : " + d2u/dy2"}) on [0, ` +
        `${lx}]${isString ? "" : ` x [0, ${ly}]`}, ${periodic ? "periodic" : "u = 0 at the edges"}`,
      `u(0) = ${problem.initial.text}, du/dt(0) = ${problem.velocity.text}`,
      `u(${isString ? probe[0] : probe.join(", ")}; t = ${end}) = ${value} m`,
    ],
    outputs: {
      courant: formula(rate, "1"),
      steps: exact(mesh.steps),
      ...quantities,
      energy_drift_percent: remainder(energy.driftPct),
    },
    named: {
      scheme: "leapfrog",
      cells: isString ? [mesh.nx] : [mesh.nx, mesh.ny],
      dt: mesh.dt,
      mode_frequencies: modesOf(problem, mesh).map((mode) => ({ ...mode })),
    },
    fields: [
      {
        name: "displacement_field",
        unit: "m",
        shape: isString ? [columns] : [rows, columns],
        data: u,
        axes: [...(isString ? [] : [axis("y", rows, grid.hy)]), axis("x", columns, grid.hx)],
      },
    ],
    ...(mesh.steps < 2 ? {} : { timeLevels: { before2, before1, tau: mesh.dt / problem.tEnd } }),
    state: {
      nx: mesh.nx,
      ny: mesh.ny,
      points: u.length,
      dt: mesh.dt,
      t: end,
      u: packFloats(u),
      before: packFloats(before1),
    },
    invariants: [energy],
    error,
    assumed: problem.assumed,
    notes: [],
  };
}
