/** Membranes and strings: from a body to levels, and from a level to an answer. */
import type { z } from "zod";
import { FIELD_POINTS_MAX } from "../execute.js";
import { Drift } from "../fields/drift.js";
import { measureOrClimb } from "../fields/levels.js";
import { isCount, statedSteps } from "../fields/march.js";
import { probeField } from "../fields/probe.js";
import {
  evenPoints,
  samplerOf,
  sampledField,
  type ProfileInput,
  type Sampler,
} from "../fields/sampler.js";
import { withUnseen } from "../fields/unseen.js";
import { LIMIT_SLACK } from "../gate.js";
import type { Rung } from "../ladder.js";
import { exact, formula, remainder, widened, type Quantities } from "../reading.js";
import { acos, asin, sin } from "../../math/index.js";
import { badInput, exploded, need, stopIf, tooLarge, unstableStep } from "../refusal.js";
import type { Assumed, Progress, SolverResult, StopSignal } from "../solver.js";
import { packFloats, unpackFloats } from "../state.js";
import type { waveCard } from "./card.js";
import { Leapfrog, type WaveGrid } from "./leapfrog.js";

export type WaveInputs = z.output<typeof waveCard.inputs>;

interface Mesh {
  readonly nx: number;
  readonly ny: number;
  readonly steps: number;
  readonly dt: number;
}

interface Level {
  readonly nx: number;
  readonly ny: number;
  readonly dt: number;
  readonly t: number;
  readonly u: Float64Array;
  readonly before: Float64Array;
}

interface Problem {
  readonly c: number;
  readonly lx: number;
  readonly ly: number;
  readonly isString: boolean;
  readonly periodic: boolean;
  readonly tEnd: number;
  readonly initial: Sampler;
  readonly velocity: Sampler;
  readonly probe: readonly [number, number];
  readonly stated: Mesh | null;
  readonly from: Level | null;
  readonly assumed: readonly Assumed[];
}

interface Run {
  readonly mesh: Mesh;
  readonly frog: Leapfrog;
  readonly drift: Drift;
  readonly before2: Float64Array;
  readonly start: number;
}

const PI = acos(-1);
const MEMBRANE_CELLS = 16;
const STRING_CELLS = 64;
const ASPECT_MAX = 4;
const COURANT = 0.9;
const DOUBLINGS = 5;
const BYTES_PER_POINT = 64;
/**
 * Part of the greatest displacement that an edge held at zero may start with: tails of a pulse, not
 * a mistake.
 */
const EDGE_TAIL = 1e-3;

function rateOf(c: number, hx: number, hy: number, isString: boolean): number {
  return c * Math.sqrt(1 / (hx * hx) + (isString ? 0 : 1 / (hy * hy)));
}

export function waveProblem(inputs: WaveInputs): Problem {
  const assumed: Assumed[] = [];
  const isString = inputs.mode === "string" || inputs.dim === 1;
  if (inputs.mode === "string" && inputs.dim === 2)
    throw badInput("/dim", "a string has one dimension");
  if (inputs.mode === "membrane" && inputs.dim === 1)
    throw badInput("/dim", "a membrane has two dimensions");
  const c = need(inputs.c, "c", "the speed of waves");
  const tEnd = need(inputs.t_end, "t_end", "the time that is computed");
  const [lx, ly] = extents(inputs, isString, assumed);
  if (inputs.edges === "open")
    throw badInput("/edges", "open edges are for light; a membrane is fixed or periodic");
  if (inputs.edges === undefined)
    assumed.push({
      name: "edges",
      value: "fixed",
      unit: "",
      why: "held at zero unless said otherwise",
    });
  const periodic = inputs.edges === "periodic";
  const probe = probeOf(inputs, lx, ly, isString, assumed);
  const from = inputs.initialState === undefined ? null : levelOf(inputs.initialState);
  const stated = statedMesh(inputs, { c, lx, ly, tEnd, isString, from }, assumed);
  const names = isString ? (["x"] as const) : (["x", "y"] as const);
  const grid = (
    input: ProfileInput | undefined,
  ): { columns: number; rows: number; lx: number; ly: number; periodic: boolean } | undefined => {
    if (!Array.isArray(input)) return undefined;
    const more = periodic ? 0 : 1;
    if (isString) return { columns: input.length, rows: 1, lx, ly, periodic };
    if (stated === null) throw badInput("/nx", "give nx and ny beside samples");
    return { columns: stated.nx + more, rows: stated.ny + more, lx, ly, periodic };
  };
  const field = (input: ProfileInput, pointer: string): Sampler =>
    samplerOf(input, names, pointer, grid(input));
  const initial =
    from !== null
      ? held(from, lx, ly, periodic, isString)
      : field(need(inputs.initial, "initial", "the displacement at the start"), "/initial");
  const velocity =
    from !== null
      ? samplerOf(0, names, "/velocity")
      : field(
          need(inputs.velocity, "velocity", "the velocity at the start (0 from rest)"),
          "/velocity",
        );
  return { c, lx, ly, isString, periodic, tEnd, initial, velocity, probe, stated, from, assumed };
}

function extents(
  inputs: WaveInputs,
  isString: boolean,
  assumed: Assumed[],
): readonly [number, number] {
  if (isString) return [need(inputs.length ?? inputs.lx, "length", "the length of the string"), 1];
  if (inputs.length !== undefined && inputs.lx === undefined) {
    assumed.push({
      name: "lx, ly",
      value: inputs.length,
      unit: "m",
      why: "length alone is the side of a square membrane",
    });
    return [inputs.length, inputs.length];
  }
  return [need(inputs.lx, "lx", "the width"), need(inputs.ly, "ly", "the height")];
}

function probeOf(
  { probe }: WaveInputs,
  lx: number,
  ly: number,
  isString: boolean,
  assumed: Assumed[],
): readonly [number, number] {
  if (probe === undefined) {
    assumed.push({
      name: "probe",
      value: isString ? lx / 2 : [lx / 2, ly / 2],
      unit: "m",
      why: "the centre unless given",
    });
    return [lx / 2, isString ? 0 : ly / 2];
  }
  const place = typeof probe === "number" ? [probe] : probe;
  if (place.length !== (isString ? 1 : 2))
    throw badInput(
      "/probe",
      isString ? "give one number on a string" : "give [x, y] on a membrane",
    );
  const [x = Number.NaN, y = 0] = place;
  if (!(x >= 0 && x <= lx && y >= 0 && (isString || y <= ly)))
    throw badInput("/probe", "the probe lies outside");
  return [x, y];
}

/**
 * What a state describes, as samples of the coarser runs that measure the error of a continued one.
 */
function held(
  { nx, ny, u }: Level,
  lx: number,
  ly: number,
  periodic: boolean,
  isString: boolean,
): Sampler {
  const more = periodic ? 0 : 1;
  return sampledField(u, { columns: nx + more, rows: isString ? 1 : ny + more, lx, ly, periodic });
}

interface MeshContext {
  readonly c: number;
  readonly lx: number;
  readonly ly: number;
  readonly tEnd: number;
  readonly isString: boolean;
  readonly from: Level | null;
}

function statedMesh(inputs: WaveInputs, context: MeshContext, assumed: Assumed[]): Mesh | null {
  const { c, from, isString, lx, ly, tEnd } = context;
  const { dt, nx, ny, steps } = inputs;
  if (
    nx === undefined &&
    ny === undefined &&
    dt === undefined &&
    steps === undefined &&
    from === null
  )
    return null;
  const cells = nx ?? from?.nx ?? ny ?? (isString ? STRING_CELLS : MEMBRANE_CELLS) * 4;
  const rows = isString ? 0 : (ny ?? from?.ny ?? cells);
  if (nx === undefined)
    assumed.push({
      name: "nx",
      value: cells,
      unit: "1",
      why: "cells along x where only the step is stated",
    });
  if (from !== null && (from.nx !== cells || from.ny !== rows))
    throw badInput("/initialState", `the state has ${from.nx} x ${from.ny} cells`);
  const rate = rateOf(c, lx / cells, isString ? 1 : ly / rows, isString);
  const otherwise = (): number =>
    from === null
      ? Math.max(1, Math.ceil((tEnd * rate) / COURANT))
      : Math.max(1, Math.round(tEnd / from.dt));
  const march = statedSteps(
    tEnd,
    dt ?? (steps === undefined ? from?.dt : undefined),
    steps,
    otherwise,
    assumed,
  );
  if (from !== null && march.dt !== from.dt)
    throw badInput("/dt", `a leapfrog goes on with its own step, ${from.dt}`);
  if (!(march.dt * rate <= 1 + LIMIT_SLACK)) {
    throw unstableStep("C = c dt sqrt(1/dx^2 + 1/dy^2)", march.dt * rate, 1, 1 / rate);
  }
  return { nx: cells, ny: rows, ...march };
}

function levelOf(state: Readonly<Record<string, unknown>>): Level {
  const { before, dt, nx, ny, points, t, u } = state;
  if (
    !isCount(nx) ||
    !isCount(ny) ||
    !isCount(points) ||
    typeof t !== "number" ||
    typeof dt !== "number" ||
    !(dt > 0)
  ) {
    throw badInput("/initialState", "no state of this solver");
  }
  if (!(points <= FIELD_POINTS_MAX))
    throw tooLarge("points of the state", points, FIELD_POINTS_MAX);
  return {
    nx,
    ny,
    dt,
    t,
    u: unpackFloats(u, points, "/initialState/u"),
    before: unpackFloats(before, points, "/initialState/before"),
  };
}

export function levelMesh({ c, isString, lx, ly, tEnd }: Problem, level: number): Mesh {
  const base = isString ? STRING_CELLS : MEMBRANE_CELLS;
  const longer = (a: number, b: number): number =>
    Math.max(1, Math.min(ASPECT_MAX, Math.round(a / b)));
  const nx = base * (isString ? 1 : longer(lx, ly));
  const ny = isString ? 0 : base * longer(ly, lx);
  // Steps of the first level, doubled with the cells: the Courant number stays the same.
  const steps =
    Math.ceil((tEnd * rateOf(c, lx / nx, isString ? 1 : ly / ny, isString)) / COURANT) *
    (1 << level);
  return { nx: nx << level, ny: ny << level, steps, dt: tEnd / steps };
}

function gridOf({ isString, lx, ly, periodic }: Problem, { nx, ny }: Mesh): WaveGrid {
  const less = periodic ? 0 : 1;
  return {
    mx: nx - less,
    my: isString ? 1 : ny - less,
    hx: lx / nx,
    hy: isString ? 1 : ly / ny,
    periodic,
  };
}

/** Points of the returned field: edges included, a period once. */
function shapeOf({ isString, periodic }: Problem, { nx, ny }: Mesh): readonly [number, number] {
  const more = periodic ? 0 : 1;
  return [isString ? 1 : ny + more, nx + more];
}

/** Padded copy of a function on the computed points. */
function padded(problem: Problem, grid: WaveGrid, { at }: Sampler, pointer: string): Float64Array {
  const width = grid.mx + 2;
  const data = new Float64Array(width * (grid.my + 2));
  const shift = problem.periodic ? -1 : 0;
  // Cells along each axis: as many as points in a period, one more than points between edges.
  const cellsX = grid.mx + (problem.periodic ? 0 : 1);
  const cellsY = grid.my + (problem.periodic ? 0 : 1);
  const { lx, ly } = problem;
  for (let j = 1; j <= grid.my; j += 1) {
    for (let i = 1; i <= grid.mx; i += 1) {
      const value = at((lx * (i + shift)) / cellsX, (ly * (j + shift)) / cellsY, 0);
      if (value - value !== 0) throw badInput(pointer, `no finite number at point ${i}, ${j}`);
      data[j * width + i] = value;
    }
  }
  return data;
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
      if (!(value <= EDGE_TAIL * greatest))
        throw badInput(
          pointer,
          `an edge held at zero starts at ${value} at x = ${x!}${isString ? "" : `, y = ${y!}`}`,
        );
    }
  }
}

/** Copies between the padded levels and fields with their edges. */
function unpadded(problem: Problem, mesh: Mesh, grid: WaveGrid, level: Float64Array): Float64Array {
  const [rows, columns] = shapeOf(problem, mesh);
  const shift = problem.periodic ? 0 : 1;
  const field = new Float64Array(rows * columns);
  for (let j = 0; j < grid.my; j += 1) {
    const from = (j + 1) * (grid.mx + 2) + 1;
    field.set(
      level.subarray(from, from + grid.mx),
      (j + (problem.isString ? 0 : shift)) * columns + shift,
    );
  }
  return field;
}

function repadded(problem: Problem, mesh: Mesh, grid: WaveGrid, field: Float64Array): Float64Array {
  const [rows, columns] = shapeOf(problem, mesh);
  if (field.length !== rows * columns)
    throw badInput("/initialState/u", "the state is of another shape");
  const shift = problem.periodic ? 0 : 1;
  const level = new Float64Array((grid.mx + 2) * (grid.my + 2));
  for (let j = 0; j < grid.my; j += 1) {
    const from = (j + (problem.isString ? 0 : shift)) * columns + shift;
    level.set(field.subarray(from, from + grid.mx), (j + 1) * (grid.mx + 2) + 1);
  }
  return level;
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
  let before2 = frog.before.slice();
  const reportEvery = Math.max(1, Math.floor(mesh.steps / 16));
  for (let n = done; n < mesh.steps; n += 1) {
    stopIf(stop);
    if (n === mesh.steps - 1) before2 = frog.before.slice();
    const energy = frog.step();
    if (energy - energy !== 0) throw exploded(n, "the energy");
    drift.sample(energy);
    if (n % reportEvery === 0) report(n / mesh.steps);
  }
  return { mesh, frog, drift, before2, start: from?.t ?? 0 };
}

/** The velocity that two levels of a state show, for the coarser runs that measure the error. */
function rateField(problem: Problem, from: Level): Sampler {
  const rate = from.u.map((value, i) => (value - from.before[i]!) / from.dt);
  return held({ ...from, u: rate }, problem.lx, problem.ly, problem.periodic, problem.isString);
}

export function membraneMemory(inputs: WaveInputs): number {
  const problem = waveProblem(inputs);
  const [rows, columns] = shapeOf(problem, problem.stated ?? levelMesh(problem, DOUBLINGS));
  if (!(rows * columns <= FIELD_POINTS_MAX))
    throw tooLarge("points of the field", rows * columns, FIELD_POINTS_MAX);
  return rows * columns * BYTES_PER_POINT;
}

export function membraneWork(inputs: WaveInputs): bigint {
  const problem = waveProblem(inputs);
  const of = (mesh: Mesh): bigint => {
    const [rows, columns] = shapeOf(problem, mesh);
    return BigInt(Math.ceil(Math.min(Number.MAX_SAFE_INTEGER, rows * columns * mesh.steps)));
  };
  if (problem.stated !== null) return (of(problem.stated) * 5n) / 4n;
  return [0, 1, 2].reduce((total, level) => total + of(levelMesh(problem, level)), 0n);
}

export function runMembrane(
  inputs: WaveInputs,
  stop: StopSignal,
  progress: Progress,
): SolverResult {
  const problem = waveProblem(inputs);
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
    if (part === 1) return mesh;
    const nx = Math.max(3, Math.round(mesh.nx * part));
    const ny = isString ? 0 : Math.max(3, Math.round(mesh.ny * part));
    const stable = Math.ceil(tEnd * rateOf(c, lx / nx, isString ? 1 : ly / ny, isString));
    const steps = Math.max(2, stable, Math.ceil(mesh.steps * part));
    return { nx, ny, steps, dt: tEnd / steps };
  };
  const climbed = measureOrClimb<Run>(
    {
      start: first.nx,
      formalOrder: 2,
      scale,
      doublings: DOUBLINGS,
      at: (_, level) => rung(levelMesh(problem, level), level, DOUBLINGS + 1),
      readings: ({ drift }) => ({
        energy: {
          value: drift.invariant("discrete energy").last,
          unit: isString ? "m^3/s^2" : "m^4/s^2",
        },
      }),
    },
    stated === null
      ? null
      : {
          resolution: stated.nx,
          at: (part) => rung(partOf(stated, part), part === 1 ? 2 : part * 2, 3),
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

/** Of a mode: that of the membrane, that of the grid and step, and what rounding leaves of each. */
export interface ModeFrequency {
  readonly m: number;
  readonly n: number;
  readonly exact_Hz: number;
  readonly exact_Hz_uncertainty: number;
  readonly grid_Hz: number;
  readonly grid_Hz_uncertainty: number;
}

/** @param gridRelative what the frequency of the grid loses, where it is more than a closed form */
export function modeFrequency(
  m: number,
  n: number,
  exactHz: number,
  gridHz: number,
  gridRelative = 0,
): ModeFrequency {
  return {
    m,
    n,
    exact_Hz: exactHz,
    exact_Hz_uncertainty: formula(exactHz, "Hz").uncertainty,
    grid_Hz: gridHz,
    grid_Hz_uncertainty: formula(gridHz, "Hz", gridRelative * gridHz).uncertainty,
  };
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
