/** Membranes and strings: from a body to levels, and from a level to an answer. */
import { PI } from "../../math/constants.js";
import { checkedPoints } from "../execute.js";
import { Drift } from "../fields/drift.js";
import { pointsOfLevels, probeField } from "../fields/probe.js";
import { lengthAxis } from "../fields/rectangle.js";
import { evenPoints, type Sampler } from "../fields/sampler.js";
import { withUnseen } from "../fields/unseen.js";
import type { Climbed } from "../ladder.js";
import { defineMarch, type MarchAnswer, type Watch } from "../march.js";
import { exact, formula, remainder, type Quantities, type Readings } from "../reading.js";
import { asin, sin } from "../../math/index.js";
import { badInput } from "../refusal.js";
import type { ErrorEstimate, TimeLevels } from "../solver.js";
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
import type { Taken } from "../fields/hidden.js";
import { gridOf, isBrokenOn, shapeOf, padded, unpadded, repadded } from "./membraneGrid.js";

interface Run {
  readonly mesh: Mesh;
  readonly frog: Leapfrog;
  readonly drift: Drift;
  readonly timeLevels: TimeLevels | null;
}

/** With the greatest displacement and speed at the start. */
interface Ready extends Problem {
  readonly displacement: number;
  readonly speed: number;
  readonly scale: number;
}

const DOUBLINGS = 5;
const BYTES_PER_POINT = 64;
/**
 * Part of the greatest displacement that an edge held at zero may start with: tails of a pulse, not
 * a mistake.
 */
const EDGE_TAIL = 1e-3;

/** Places that lie on no mesh: a short wave may vanish at every point of one. */
const PLACES_BETWEEN = 64;
const GOLDEN = 0.618033988749895;
const PLASTIC = 0.7548776662466927;

function greatestBetween({ lx, ly }: Problem, sampler: Sampler): number {
  let greatest = 0;
  for (let k = 1; k <= PLACES_BETWEEN; k += 1) {
    const [a, b] = [k * GOLDEN, k * PLASTIC];
    const value = Math.abs(sampler.at(lx * (a - Math.floor(a)), ly * (b - Math.floor(b)), 0));
    greatest = Math.max(greatest, value);
  }
  return greatest;
}

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
      if (
        !(value <= EDGE_TAIL * greatest) &&
        !(value <= EDGE_TAIL * greatestBetween(problem, sampler))
      )
        throw badInput(
          pointer,
          `an edge held at zero starts at ${value} at x = ${x!}${isString ? "" : `, y = ${y!}`}`,
        );
    }
  }
}

function march(problem: Problem, mesh: Mesh, watch: Watch): Run {
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
  const before2 = leapTo(frog, { done, steps: mesh.steps, drift }, watch);
  const field = (level: Float64Array): Float64Array => unpadded(problem, mesh, grid, level);
  const timeLevels =
    mesh.steps < 2
      ? null
      : { before2: field(before2), before1: field(frog.before), tau: mesh.dt / problem.tEnd };
  return { mesh, frog, drift, timeLevels };
}

/** The velocity that two levels of a state show, for the coarser runs that measure the error. */
function rateField(problem: Problem, from: Level): Sampler {
  const rate = from.u.map((value, i) => (value - from.before[i]!) / from.dt);
  return held({ ...from, u: rate }, problem.lx, problem.ly, problem.periodic, problem.isString);
}

function pointsOf(problem: Problem, mesh: Mesh): number {
  const [rows, columns] = shapeOf(problem, mesh);
  return rows * columns;
}

function ready(problem: Problem): Ready {
  const { c, from, initial, isString, lx, ly, velocity } = problem;
  const grid = gridOf(problem, levelMesh(problem, 0));
  const greatest = (sampler: Sampler, pointer: string): number =>
    padded(problem, grid, sampler, pointer).reduce((a, b) => Math.max(a, Math.abs(b)), 0);
  const displacement = greatest(initial, "/initial");
  const speed = greatest(from === null ? velocity : rateField(problem, from), "/velocity");
  checkEdges(problem, initial, displacement, "/initial");
  const scale = displacement + (speed * (isString ? lx : Math.max(lx, ly))) / c;
  return { ...problem, displacement, speed, scale };
}

function partOf({ c, isString, lx, ly, tEnd }: Problem, mesh: Mesh, part: number): Mesh {
  const nx = Math.max(3, Math.round(mesh.nx * part));
  const ny = isString ? 0 : Math.max(3, Math.round(mesh.ny * part));
  const stable = Math.ceil(tEnd * rateOf(c, lx / nx, isString ? 1 : ly / ny, isString));
  const steps = Math.max(2, stable, Math.ceil(mesh.steps * part));
  return { nx, ny, steps, dt: tEnd / steps };
}

function valueOf(problem: Problem, { frog, mesh }: Run): number {
  const { lx, ly, periodic, probe } = problem;
  const [rows, columns] = shapeOf(problem, mesh);
  const field = unpadded(problem, mesh, gridOf(problem, mesh), frog.u);
  const [x, y] = [(probe[0] / lx) * mesh.nx, (probe[1] / ly) * mesh.ny];
  return probeField(field, columns, rows, x, y, periodic, pointsOfLevels(problem.isBroken));
}

function readingsOf({ isString }: Problem, { drift }: Run): Readings {
  const { last } = drift.invariant("discrete energy");
  return { energy: { value: last, unit: isString ? "m^3/s^2" : "m^4/s^2" } };
}

function seen(problem: Ready, { error, run: { mesh } }: Climbed<Run>): ErrorEstimate {
  const { displacement, initial, lx, ly, speed, velocity } = problem;
  const takenOf = (sampler: Sampler): Taken => (isBrokenOn(problem, sampler) ? "means" : "values");
  const shown = [
    { name: "initial", sampler: initial, size: displacement, taken: takenOf(initial) },
    { name: "velocity", sampler: velocity, size: speed, taken: takenOf(velocity) },
  ];
  return withUnseen(error, shown, evenPoints(mesh.nx, lx), evenPoints(Math.max(1, mesh.ny), ly));
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
  { drift, frog, mesh }: Run,
  { quantities, value }: { readonly quantities: Quantities; readonly value: number },
): MarchAnswer {
  const { c, from, isString, lx, ly, periodic, probe } = problem;
  const grid = gridOf(problem, mesh);
  const [rows, columns] = shapeOf(problem, mesh);
  const [u, before] = [frog.u, frog.before].map((level) => unpadded(problem, mesh, grid, level));
  const end = (from?.t ?? 0) + mesh.steps * mesh.dt;
  const energy = drift.invariant("discrete energy");
  const x = lengthAxis("x", columns, grid.hx, 0, periodic);
  const y = lengthAxis("y", rows, grid.hy, 0, periodic);
  const rate = mesh.dt * rateOf(c, grid.hx, grid.hy, isString);
  return {
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
        data: u!,
        axes: isString ? [x] : [y, x],
      },
    ],
    state: {
      nx: mesh.nx,
      ny: mesh.ny,
      points: u!.length,
      dt: mesh.dt,
      t: end,
      u: packFloats(u!),
      before: packFloats(before!),
    },
    invariants: [energy],
    notes: [],
  };
}

export const membrane = defineMarch({
  order: 2,
  problemOf: membraneProblem,
  levelMesh,
  partOf,
  resolutionOf: ({ nx }) => nx,
  doublingsOf: () => DOUBLINGS,
  memoryOf: (problem, mesh) =>
    checkedPoints("points of the field", pointsOf(problem, mesh)) * BYTES_PER_POINT,
  workOf: (problem, mesh) => pointsOf(problem, mesh) * mesh.steps,
  ready,
  march,
  valueOf,
  readingsOf,
  isUneven: ({ isBroken }) => isBroken,
  seen,
  answer,
});
