/** A closed basin on an f- or beta-plane: meshes and the answer. */
import type { z } from "zod";
import { checkedPoints } from "../execute.js";
import { Drift } from "../fields/drift.js";
import { isBroken } from "../fields/nodal.js";
import { shownField, withUnseen } from "../fields/unseen.js";
import { isCount, statedSteps } from "../fields/march.js";
import { pointsOfLevels, probeField } from "../fields/probe.js";
import { cellsAlong, lengthAxis } from "../fields/rectangle.js";
import {
  evenPoints,
  samplerOf,
  sampledField,
  type ProfileInput,
  type Sampler,
} from "../fields/sampler.js";
import { LIMIT_SLACK } from "../gate.js";
import type { Climbed } from "../ladder.js";
import { defineMarch, inSteps, type MarchAnswer, type Steps, type Watch } from "../march.js";
import { exact, type Quantities, type Readings } from "../reading.js";
import { badInput, exploded, need, stopIf, tooLarge, unstableStep } from "../refusal.js";
import type { Assumed, ErrorEstimate, TimeLevels } from "../solver.js";
import { packFloats, unpackFloats } from "../state.js";
import { CLIMATE_STEPS_MAX, type climateCard } from "./card.js";
import { Basin } from "./cgrid.js";

export type ClimateInputs = z.output<typeof climateCard.inputs>;

interface Mesh extends Steps {
  readonly nx: number;
  readonly ny: number;
}

interface BasinState {
  readonly nx: number;
  readonly ny: number;
  readonly t: number;
  readonly eta: Float64Array;
  readonly u: Float64Array;
  readonly v: Float64Array;
}

interface Problem {
  readonly depth: number;
  readonly f: number;
  readonly beta: number;
  readonly g: number;
  readonly lx: number;
  readonly ly: number;
  readonly tEnd: number;
  readonly start: { readonly eta: Sampler; readonly u: Sampler; readonly v: Sampler };
  readonly bed: Sampler;
  readonly probe: readonly [number, number];
  readonly deepest: number;
  readonly stated: Mesh | null;
  readonly from: BasinState | null;
  readonly assumed: readonly Assumed[];
}

interface Run {
  readonly mesh: Mesh;
  readonly basin: Basin;
  readonly volume: Drift;
  readonly energy: Drift;
  readonly timeLevels: TimeLevels | null;
}

const CELLS = 16;
const DOUBLINGS = 4;
/** Cells times steps of one level: what a minute computes. */
const LEVEL_WORK_MAX = 1_073_741_824;
const COURANT = 0.6;
const BYTES_PER_POINT = 240;

function problemOf(inputs: ClimateInputs): Problem {
  const assumed: Assumed[] = [];
  const depth = need(inputs.H, "H", "the depth at rest");
  const f = need(inputs.f, "f", "the Coriolis parameter (0 without rotation)");
  const g = need(inputs.g, "g", "gravity");
  const extent = need(inputs.extent, "extent", "the side of the basin, or [lx, ly]");
  const tEnd = need(inputs.t_end, "t_end", "the time that is computed");
  const [lx, ly] = typeof extent === "number" ? [extent, extent] : extent;
  for (const [name, given, taken] of [
    ["beta", inputs.beta, "an f-plane"],
    ["bed", inputs.bed, "a flat bed"],
  ] as const) {
    if (given === undefined)
      assumed.push({
        name,
        value: 0,
        unit: name === "beta" ? "1/(m s)" : "m",
        why: `${taken} unless given`,
      });
  }
  const { probe = [lx / 2, ly / 2] } = inputs;
  if (inputs.probe === undefined)
    assumed.push({
      name: "probe",
      value: [lx / 2, ly / 2],
      unit: "m",
      why: "the centre unless given",
    });
  if (typeof probe === "number" || probe.length !== 2)
    throw badInput("/probe", "give [x, y] in a basin");
  const [px = Number.NaN, py = Number.NaN] = probe;
  if (!(px >= 0 && px <= lx && py >= 0 && py <= ly))
    throw badInput("/probe", `the probe lies outside of ${lx} x ${ly}`);
  const from = inputs.initialState === undefined ? null : stateOf(inputs.initialState);
  const bed = samplerOf(inputs.bed ?? 0, ["x", "y"], "/bed", sampleGrid(inputs, lx, ly));
  let deepest = 0;
  for (let a = 0; a <= 64; a += 1)
    for (let b = 0; b <= 64; b += 1)
      deepest = Math.max(deepest, depth - bed.at((lx * a) / 64, (ly * b) / 64, 0));
  const base = {
    depth,
    f,
    beta: inputs.beta ?? 0,
    g,
    lx,
    ly,
    tEnd,
    bed,
    probe: [px, py] as const,
    deepest,
    from,
    assumed,
    start: startOf(inputs, lx, ly, from),
  };
  return { ...base, stated: statedMesh(inputs, base) };
}

/** Samples stand in the cells of the stated mesh. */
function sampleGrid(
  { nx, ny }: ClimateInputs,
  lx: number,
  ly: number,
): { columns: number; rows: number; lx: number; ly: number; x0: number; y0: number } | undefined {
  if (nx === undefined) return undefined;
  const rows = ny ?? nx;
  return {
    columns: nx,
    rows,
    lx: lx * (1 - 1 / nx),
    ly: ly * (1 - 1 / rows),
    x0: lx / (2 * nx),
    y0: ly / (2 * rows),
  };
}

function startOf(
  inputs: ClimateInputs,
  lx: number,
  ly: number,
  from: BasinState | null,
): Problem["start"] {
  const zero = samplerOf(0, [], "/initial");
  if (from !== null) {
    const { nx, ny } = from;
    const [hx, hy] = [lx / nx, ly / ny];
    const crop = (data: Float64Array, columns: number, rows: number): Float64Array =>
      Float64Array.from(
        { length: columns * rows },
        (_, at) => data[Math.floor(at / columns) * (nx + 1) + (at % columns)]!,
      );
    return {
      eta: sampledField(crop(from.eta, nx, ny), {
        columns: nx,
        rows: ny,
        lx: lx - hx,
        ly: ly - hy,
        x0: hx / 2,
        y0: hy / 2,
      }),
      u: sampledField(crop(from.u, nx + 1, ny), {
        columns: nx + 1,
        rows: ny,
        lx,
        ly: ly - hy,
        y0: hy / 2,
      }),
      v: sampledField(crop(from.v, nx, ny + 1), {
        columns: nx,
        rows: ny + 1,
        lx: lx - hx,
        ly,
        x0: hx / 2,
      }),
    };
  }
  const initial = need(inputs.initial, "initial", "the surface at the start");
  const grid = sampleGrid(inputs, lx, ly);
  const of = (input: ProfileInput | undefined, pointer: string): Sampler =>
    input === undefined ? zero : samplerOf(input, ["x", "y"], pointer, grid);
  if (typeof initial !== "object" || Array.isArray(initial))
    return { eta: of(initial, "/initial"), u: zero, v: zero };
  return {
    eta: of(initial.eta, "/initial/eta"),
    u: of(initial.u, "/initial/u"),
    v: of(initial.v, "/initial/v"),
  };
}

type Base = Omit<Problem, "stated">;

function rateOf({ deepest, g, lx, ly }: Base, nx: number, ny: number): number {
  return Math.sqrt(g * deepest) * Math.sqrt((nx / lx) * (nx / lx) + (ny / ly) * (ny / ly));
}

function statedMesh({ dt, nx, ny }: ClimateInputs, base: Base): Mesh | null {
  const { assumed, from, tEnd } = base;
  if (nx === undefined && ny === undefined && dt === undefined && from === null) return null;
  const cells = nx ?? from?.nx ?? ny ?? CELLS * 4;
  const rows = ny ?? from?.ny ?? cells;
  if (from !== null && (from.nx !== cells || from.ny !== rows))
    throw badInput("/initialState", `the state has ${from.nx} x ${from.ny} cells`);
  const rate = rateOf(base, cells, rows);
  const march = statedSteps(
    tEnd,
    dt,
    undefined,
    () => Math.max(2, Math.ceil((tEnd * rate) / COURANT)),
    [...assumed],
  );
  if (!(march.dt * rate <= 1 + LIMIT_SLACK))
    throw unstableStep("C = sqrt(g H) dt sqrt(1/dx^2 + 1/dy^2)", march.dt * rate, 1, 1 / rate);
  if (!(march.steps <= CLIMATE_STEPS_MAX)) throw tooLarge("steps", march.steps, CLIMATE_STEPS_MAX);
  return { nx: cells, ny: rows, ...march };
}

function stateOf(state: Readonly<Record<string, unknown>>): BasinState {
  const { eta, nx, ny, t, u, v } = state;
  if (!isCount(nx) || !isCount(ny) || typeof t !== "number")
    throw badInput("/initialState", "no state of this solver");
  const points = checkedPoints("points of the state", (nx + 1) * (ny + 1));
  return {
    nx,
    ny,
    t,
    eta: unpackFloats(eta, points, "/initialState/eta"),
    u: unpackFloats(u, points, "/initialState/u"),
    v: unpackFloats(v, points, "/initialState/v"),
  };
}

function levelMesh(problem: Problem, level: number): Mesh {
  const { lx, ly, tEnd } = problem;
  const [nx, ny] = cellsAlong(CELLS, lx, ly);
  const steps = Math.max(2, Math.ceil((tEnd * rateOf(problem, nx, ny)) / COURANT)) * (1 << level);
  return { nx: nx << level, ny: ny << level, steps, dt: tEnd / steps };
}

/** How far the ladder goes: three levels, and those whose work a minute holds. */
function doublingsOf(problem: Problem): number {
  let doublings = 2;
  while (doublings < DOUBLINGS && workAt(problem, doublings + 1) <= LEVEL_WORK_MAX) doublings += 1;
  return doublings;
}

function workAt(problem: Problem, level: number): number {
  const { nx, ny, steps } = levelMesh(problem, level);
  return nx * ny * steps;
}

function basinOf(problem: Problem, { nx, ny }: Mesh): Basin {
  const { bed, beta, depth, f, from, g, lx, ly, start } = problem;
  const [hx, hy] = [lx / nx, ly / ny];
  const w = nx + 1;
  const coriolis = Float64Array.from({ length: ny + 1 }, (_, j) => f + beta * (j * hy - ly / 2));
  const basin = new Basin({ nx, ny, hx, hy, g, f: coriolis });
  const {
    now: { eta, u, v },
    rest,
  } = basin;
  const put = (data: Float64Array, k: number, value: number): void => {
    if (value - value !== 0) throw badInput("/initial", "no finite number somewhere in the basin");
    data[k] = value;
  };
  for (let j = 0; j < ny; j += 1) {
    for (let i = 0; i < nx; i += 1) {
      const [x, y, k] = [(i + 0.5) * hx, (j + 0.5) * hy, j * w + i];
      put(rest, k, depth - bed.at(x, y, 0));
      if (!(rest[k]! > 0))
        throw badInput(
          "/bed",
          `the bed leaves no water at x = ${x}, y = ${y}; a basin with shores is not computed`,
        );
      put(eta, k, start.eta.at(x, y, 0));
      if (i > 0) put(u, k, start.u.at(i * hx, y, 0));
      if (j > 0) put(v, k, start.v.at(x, j * hy, 0));
    }
  }
  if (from !== null && from.nx === nx && from.ny === ny) {
    eta.set(from.eta);
    u.set(from.u);
    v.set(from.v);
  }
  return basin;
}

function march(problem: Problem, mesh: Mesh, watch: Watch): Run {
  const basin = basinOf(problem, mesh);
  const { hx, hy, nx, ny } = basin.grid;
  const { dt, steps } = mesh;
  const [volume, energy] = [new Drift(), new Drift()];
  const measure = (n: number): void => {
    const measured = basin.measures();
    if (measured.energy - measured.energy !== 0) throw exploded(n, "a height or velocity");
    if (!(measured.least > 0)) throw exploded(n, `a depth of ${measured.least}`);
    const courant = measured.fastest * dt * Math.sqrt(1 / (hx * hx) + 1 / (hy * hy));
    // Water above rest runs a little faster than what the step was chosen for; the scheme itself
    // holds to twice that.
    if (!(courant <= 2))
      throw unstableStep(
        "C = (|u| + sqrt(g h)) dt sqrt(1/dx^2 + 1/dy^2)",
        courant,
        2,
        (2 * dt) / courant,
      );
    volume.sample(measured.volume);
    energy.sample(measured.energy);
  };
  const poll = (): void => stopIf(watch.stop);
  const way = { points: nx * ny, steps, tau: dt / problem.tEnd };
  const surface = (): Float64Array => cells(mesh, basin.now.eta);
  const timeLevels = inSteps(way, watch, surface, (n) => {
    measure(n);
    basin.step(dt, poll);
  });
  measure(steps);
  return { mesh, basin, volume, energy, timeLevels };
}

/** Cells of a padded array. */
function cells({ nx, ny }: Mesh, data: Float64Array, columns = nx, rows = ny): Float64Array {
  return Float64Array.from(
    { length: columns * rows },
    (_, at) => data[Math.floor(at / columns) * (nx + 1) + (at % columns)]!,
  );
}

/** Greatest height of the start, and what its greatest speed lifts. */
function scaleOf({ deepest, g, lx, ly, start }: Problem): number {
  let [height, speed] = [0, 0];
  for (let a = 0; a <= 64; a += 1) {
    for (let b = 0; b <= 64; b += 1) {
      const [x, y] = [(lx * a) / 64, (ly * b) / 64];
      height = Math.max(height, Math.abs(start.eta.at(x, y, 0)));
      speed = Math.max(speed, Math.abs(start.u.at(x, y, 0)), Math.abs(start.v.at(x, y, 0)));
    }
  }
  return height + speed * Math.sqrt(deepest / g);
}

function partOf(problem: Problem, mesh: Mesh, part: number): Mesh {
  const cellsOf = (n: number): number => Math.max(8, Math.round(n * part));
  const [nx, ny] = [cellsOf(mesh.nx), cellsOf(mesh.ny)];
  const stable = Math.ceil(problem.tEnd * rateOf(problem, nx, ny));
  const steps = Math.max(1, Math.ceil(mesh.steps * part), stable);
  return { nx, ny, steps, dt: problem.tEnd / steps };
}

function valueOf(problem: Problem, { basin, mesh }: Run): number {
  const { lx, ly, probe } = problem;
  const { nx, ny } = mesh;
  const [x, y] = [(probe[0] / lx) * nx - 0.5, (probe[1] / ly) * ny - 0.5];
  const points = pointsOfLevels(hasBreaks(problem));
  return probeField(cells(mesh, basin.now.eta), nx, ny, x, y, false, points);
}

function seen(problem: Problem, { error, run }: Climbed<Run>): ErrorEstimate {
  return shownOn(problem, run.mesh, error);
}

/** @throws SolverRefusal where a mesh hides what the water starts with, or its bed */
function shownOn(
  { bed, depth, lx, ly, start }: Problem,
  { nx, ny }: Mesh,
  error: ErrorEstimate,
): ErrorEstimate {
  const [xs, ys] = [evenPoints(nx, lx), evenPoints(ny, ly)];
  const shown = [
    shownField("initial", start.eta, xs, ys),
    shownField("initial.u", start.u, xs, ys),
    shownField("initial.v", start.v, xs, ys),
    { name: "bed", sampler: bed, size: depth },
  ];
  return withUnseen(error, shown, xs, ys);
}

/** Whether the bed, or what the water starts with, jumps or bends. */
function hasBreaks({ bed, lx, ly, start }: Problem): boolean {
  const ends = [Float64Array.of(0, lx), Float64Array.of(0, ly)] as const;
  return [bed, start.eta, start.u, start.v].some((one) => isBroken(one, ...ends));
}

/** What jumps or bends is refused before the levels that no mesh of them resolves. */
function requireShown(problem: Problem): void {
  if (problem.stated !== null || !hasBreaks(problem)) return;
  const none: ErrorEstimate = { relative: 0, scale: 0, method: "levels", levels: [] };
  shownOn(problem, levelMesh(problem, doublingsOf(problem)), none);
}

function readingsOf(_: Problem, { basin: { now }, energy, volume }: Run): Readings {
  const speed = (data: Float64Array): number => data.reduce((a, b) => Math.max(a, Math.abs(b)), 0);
  return {
    volume: { value: volume.invariant("volume").last, unit: "m^3" },
    energy: { value: energy.invariant("energy").last, unit: "m^5/s^2" },
    speed_max: { value: Math.max(speed(now.u), speed(now.v)), unit: "m/s" },
  };
}

function answer(
  { bed, beta, depth, f, from, g, lx, ly, probe, scale, start }: Problem & { scale: number },
  { basin, energy, mesh, volume }: Run,
  { quantities, value }: { readonly quantities: Quantities; readonly value: number },
): MarchAnswer {
  const { grid, now } = basin;
  const { hx, hy } = grid;
  const { nx, ny } = mesh;
  const end = (from?.t ?? 0) + mesh.steps * mesh.dt;
  const [cx, cy] = [lengthAxis("x", nx, hx, hx / 2), lengthAxis("y", ny, hy, hy / 2)];
  return {
    unit: "m",
    equations: [
      `du/dt - (f + zeta) v = -d(${g} eta + |u|^2 / 2)/dx, dv/dt + (f + zeta) u = -d(${g} eta + ` +
        `|u|^2 / 2)/dy, f = ${f}${beta === 0 ? "" : ` + ${beta} (y - ${ly / 2})`} 1/s`,
      `d eta/dt + div(h u) = 0, h = ${depth} + eta - b, b = ${bed.text}; closed basin ${lx} m x ` +
        `${ly} m; eta(0) = ${start.eta.text}`,
      `eta(${probe.join(", ")}; t = ${end}) = ${value} m`,
    ],
    outputs: { ...quantities, steps: exact(mesh.steps) },
    named: { mode: "basin", scheme: "c-grid", cells: [nx, ny], dt: mesh.dt },
    fields: [
      {
        name: "surface_elevation",
        unit: "m",
        shape: [ny, nx],
        data: cells(mesh, now.eta),
        axes: [cy, cx],
      },
      {
        name: "u",
        unit: "m/s",
        shape: [ny, nx + 1],
        data: cells(mesh, now.u, nx + 1, ny),
        axes: [cy, lengthAxis("x", nx + 1, hx)],
      },
      {
        name: "v",
        unit: "m/s",
        shape: [ny + 1, nx],
        data: cells(mesh, now.v, nx, ny + 1),
        axes: [lengthAxis("y", ny + 1, hy), cx],
      },
    ],
    state: { nx, ny, t: end, eta: packFloats(now.eta), u: packFloats(now.u), v: packFloats(now.v) },
    invariants: [volume.invariant("volume", scale * (lx * ly)), energy.invariant("energy")],
    notes: ["the basin is closed: nothing flows through its walls, and water slips along them"],
  };
}

export const basin = defineMarch({
  order: 2,
  problemOf,
  levelMesh,
  partOf,
  resolutionOf: ({ nx }) => nx,
  doublingsOf,
  memoryOf: (_, { nx, ny }) =>
    checkedPoints("points of the grid", (nx + 1) * (ny + 1)) * BYTES_PER_POINT,
  workOf: (_, { nx, ny, steps }) => 20 * nx * ny * steps,
  ready: (problem) => {
    requireShown(problem);
    return { ...problem, scale: scaleOf(problem) };
  },
  march,
  valueOf,
  readingsOf,
  seen,
  answer,
});
