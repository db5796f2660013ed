/**
 * Flows in time: cavity from rest, Taylor-Green vortices, channel; the steady channel is its own
 * parabola on the grid.
 */
import { TWO_PI } from "../../math/constants.js";
import { exp, sinpi } from "../../math/index.js";
import { factorTridiagonal, solveTridiagonal } from "../../math/linear/thomas.js";
import { checkedPoints } from "../execute.js";
import { isCount, statedSteps } from "../fields/march.js";
import { lengthAxis } from "../fields/rectangle.js";
import { LIMIT_SLACK, numericalUncertainty } from "../gate.js";
import type { Climbed } from "../ladder.js";
import { defineMarch, inSteps, type MarchAnswer, type Steps, type Watch } from "../march.js";
import { exact, formula, remainder, type Readings } from "../reading.js";
import { badInput, exploded, SolverMissing, stopIf, tooLarge, unstableStep } from "../refusal.js";
import type { TimeLevels } from "../solver.js";
import { packFloats, unpackFloats } from "../state.js";
import { FLOW_STEPS_MAX } from "./card.js";
import { leastOf, type Minimum } from "./minimum.js";
import { settingOf, type FlowInputs, type Setting } from "./problem.js";
import { Staggered } from "./staggered.js";

interface FlowState {
  readonly nx: number;
  readonly ny: number;
  readonly t: number;
  readonly u: Float64Array;
  readonly v: Float64Array;
}

interface Problem extends Setting {
  readonly tEnd: number;
  readonly stated: Mesh | null;
  readonly from: FlowState | null;
}

interface Mesh extends Steps {
  readonly n: number;
}

interface Run {
  readonly mesh: Mesh;
  readonly cells: Staggered;
  readonly psi: Float64Array;
  readonly least: Minimum;
  readonly divergence: number;
  readonly timeLevels: TimeLevels | null;
}

const CELLS = 16;
const DOUBLINGS = 4;
const CHANNEL_COLUMNS = 4;
const COURANT = 0.4;
const COURANT_MAX = 1;
const DIFFUSION_NUMBER = 0.2;
const DIFFUSION_MAX = 0.5;
const BYTES_PER_POINT = 160;

function problemOf(inputs: FlowInputs): Problem {
  const setting = settingOf(inputs);
  const from = inputs.initialState === undefined ? null : stateOf(inputs.initialState);
  if (inputs.t_end === undefined && (setting.mode !== "channel" || from !== null)) {
    throw new SolverMissing("t_end", ["t_end"], "give t_end, the time that is computed");
  }
  const tEnd = inputs.t_end ?? 0;
  const n = inputs.n ?? from?.ny;
  const problem = { ...setting, tEnd, from, stated: null };
  if (n === undefined && inputs.dt === undefined) return problem;
  const cells = n ?? CELLS * 4;
  if (n === undefined)
    setting.assumed.push({
      name: "n",
      value: cells,
      unit: "1",
      why: "cells where only the step is stated",
    });
  if (from !== null && (from.ny !== cells || from.nx !== columnsOf(setting, cells)))
    throw badInput("/initialState", `the state has ${from.nx} x ${from.ny} cells`);
  if (tEnd === 0) return { ...problem, stated: { n: cells, steps: 0, dt: 0 } };
  const march = statedSteps(
    tEnd,
    inputs.dt,
    undefined,
    () => stepsFor(problem, cells),
    setting.assumed,
  );
  checkStable(problem, cells, march.dt);
  if (!(march.steps <= FLOW_STEPS_MAX)) throw tooLarge("steps", march.steps, FLOW_STEPS_MAX);
  return { ...problem, stated: { n: cells, ...march } };
}

function columnsOf({ mode }: Pick<Setting, "mode">, n: number): number {
  return mode === "channel" ? CHANNEL_COLUMNS : n;
}

function stepsFor({ length, nu, speed, tEnd }: Omit<Problem, "stated">, n: number): number {
  const h = length / n;
  return Math.max(
    1,
    Math.ceil(tEnd * Math.max((2 * speed) / (COURANT * h), (2 * nu) / (DIFFUSION_NUMBER * h * h))),
  );
}

function checkStable({ length, nu, speed }: Setting, n: number, dt: number): void {
  const h = length / n;
  const courant = (speed * dt) / h;
  if (!(courant <= COURANT_MAX * (1 + LIMIT_SLACK)))
    throw unstableStep("Courant number U dt / h", courant, COURANT_MAX, (COURANT_MAX * h) / speed);
  const diffusion = (2 * nu * dt) / (h * h);
  if (!(diffusion <= DIFFUSION_MAX * (1 + LIMIT_SLACK))) {
    throw unstableStep(
      "nu dt (1/dx^2 + 1/dy^2)",
      diffusion,
      DIFFUSION_MAX,
      (DIFFUSION_MAX * h * h) / (2 * nu),
    );
  }
}

function stateOf(state: Readonly<Record<string, unknown>>): FlowState {
  const { nx, ny, t, u, v } = state;
  if (!isCount(nx) || !isCount(ny) || typeof t !== "number")
    throw badInput("/initialState", "no state of this solver");
  const points = checkedPoints("points of the state", (nx + 2) * (ny + 2));
  return {
    nx,
    ny,
    t,
    u: unpackFloats(u, points, "/initialState/u"),
    v: unpackFloats(v, points, "/initialState/v"),
  };
}

/**
 * The n-th mesh of the ladder; steps grow with the square of the cells where diffusion limits them.
 */
function levelMesh(problem: Problem, level: number): Mesh {
  const n = CELLS << level;
  if (problem.tEnd === 0) return { n, steps: 0, dt: 0 };
  const steps = stepsFor(problem, n);
  return { n, steps, dt: problem.tEnd / steps };
}

function gridOf({ length, mode, nu, speed }: Setting, n: number): Staggered {
  const nx = columnsOf({ mode }, n);
  const h = length / n;
  const wallsX = mode === "cavity";
  const wallsY = mode !== "taylor-green";
  return new Staggered({
    nx,
    ny: n,
    hx: h,
    hy: h,
    wallsX,
    wallsY,
    nu,
    lid: mode === "cavity" ? speed : 0,
    force: mode === "channel" ? (8 * nu * speed) / (length * length) : 0,
  });
}

/** Velocities from the exact stream function at corners: free of divergence on the grid as well. */
function vortices(cells: Staggered, speed: number, length: number): void {
  const {
    grid: { hx, hy, nx, ny },
    u,
    v,
    width: w,
  } = cells;
  const height = (speed * length) / TWO_PI;
  const psi = (i: number, j: number): number => height * sinpi((2 * i) / nx) * sinpi((2 * j) / ny);
  for (let j = 1; j <= ny; j += 1) {
    for (let i = 1; i <= nx; i += 1) {
      u[j * w + i] = (psi(i, j) - psi(i, j - 1)) / hy;
      v[j * w + i] = -(psi(i, j) - psi(i - 1, j)) / hx;
    }
  }
  cells.ghosts();
}

/**
 * The steady channel solves its own difference equation; the profile is then no transcription of
 * the parabola.
 */
function steadyChannel(cells: Staggered): void {
  const {
    grid: { force, hy, nu, nx, ny },
    u,
    width: w,
  } = cells;
  const k = nu / (hy * hy);
  const f = new Float64Array(ny).fill(force);
  const off = new Float64Array(ny).fill(-k);
  const own = new Float64Array(ny).fill(2 * k);
  own[0] = 3 * k;
  own[ny - 1] = 3 * k;
  solveTridiagonal(factorTridiagonal(off, own, off), f);
  for (let j = 1; j <= ny; j += 1) for (let i = 1; i <= nx; i += 1) u[j * w + i] = f[j - 1]!;
  cells.ghosts();
}

function streamOf(cells: Staggered, mode: Setting["mode"]): Float64Array {
  const psi = cells.stream();
  if (mode === "cavity") return psi;
  // Between walls zero stands at the upper one, so that the least value is minus the flow; around a
  // period the mean is zero.
  const {
    grid: { nx, ny },
  } = cells;
  let zero = psi[psi.length - 1]!;
  if (mode === "taylor-green") {
    zero = 0;
    for (let j = 0; j < ny; j += 1)
      for (let i = 0; i < nx; i += 1) zero += psi[j * (nx + 1) + i]! / (nx * ny);
  }
  return psi.map((value) => value - zero);
}

function march(problem: Problem, mesh: Mesh, watch: Watch): Run {
  const { from, length, mode, speed, tEnd } = problem;
  const cells = gridOf(problem, mesh.n);
  const goesOn = from !== null && from.ny === mesh.n;
  if (goesOn) {
    cells.u.set(from.u);
    cells.v.set(from.v);
  } else if (mode === "taylor-green") vortices(cells, speed, length);
  else if (tEnd === 0) steadyChannel(cells);
  cells.ghosts();
  let divergence = cells.measures().divergence;
  const poll = (): void => stopIf(watch.stop);
  const { dt, steps } = mesh;
  const { nx, ny } = cells.grid;
  const way = { points: nx * ny, steps, tau: dt / tEnd };
  const level = (): Float64Array => streamOf(cells, mode);
  const timeLevels = inSteps(way, watch, level, (n) => {
    cells.step(dt, poll);
    const measured = cells.measures();
    if (measured.rate - measured.rate !== 0) throw exploded(n + 1, "a velocity");
    if (!(measured.rate * dt <= 2 * COURANT_MAX * (1 + LIMIT_SLACK))) {
      throw unstableStep(
        "Courant number dt (|u|/dx + |v|/dy)",
        measured.rate * dt,
        2 * COURANT_MAX,
        (2 * COURANT_MAX) / measured.rate,
      );
    }
    divergence = Math.max(divergence, measured.divergence);
  });
  const psi = streamOf(cells, mode);
  return {
    mesh,
    cells,
    psi,
    least: leastOf(psi, nx + 1, ny + 1),
    divergence: (divergence * length) / (mesh.n * speed),
    timeLevels,
  };
}

function memoryOf(problem: Problem, { n }: Mesh): number {
  const points = (n + 2) * (columnsOf(problem, n) + 2);
  return checkedPoints("points of the grid", points) * BYTES_PER_POINT;
}

function partOf({ tEnd }: Problem, mesh: Mesh, part: number): Mesh {
  const n = Math.max(8, Math.round(mesh.n * part));
  if (mesh.steps === 0) return { n, steps: 0, dt: 0 };
  const steps = Math.max(1, Math.ceil(mesh.steps * part));
  return { n, steps, dt: tEnd / steps };
}

function readingsOf({ mode }: Problem, { cells, least }: Run): Readings {
  const { hx, hy, nx, ny } = cells.grid;
  const places: Readings =
    mode === "channel"
      ? {}
      : {
          vortex_x: { value: least.x * hx, unit: "m" },
          vortex_y: { value: least.y * hy, unit: "m" },
        };
  return {
    ...places,
    kinetic_energy: { value: cells.energy() / (nx * hx * ny * hy), unit: "m^2/s^2" },
  };
}

function answer(
  problem: Problem,
  { cells, divergence, mesh, psi }: Run,
  { error, quantities, value }: Pick<Climbed<Run>, "error" | "quantities" | "value">,
): MarchAnswer {
  const { from, length, mode, nu, re, speed, tEnd } = problem;
  const {
    grid: { force, hx, hy, nx, ny },
    width: w,
  } = cells;
  const end = (from?.t ?? 0) + mesh.steps * mesh.dt;
  const [u, v] = [new Float64Array(ny * (nx + 1)), new Float64Array((ny + 1) * nx)];
  for (let j = 1; j <= ny; j += 1)
    for (let i = 0; i <= nx; i += 1) u[(j - 1) * (nx + 1) + i] = cells.u[j * w + i]!;
  for (let j = 0; j <= ny; j += 1)
    for (let i = 1; i <= nx; i += 1) v[j * nx + i - 1] = cells.v[j * w + i]!;
  const [px, py] = [lengthAxis("x", nx + 1, hx), lengthAxis("y", ny + 1, hy)];
  const [cx, cy] = [lengthAxis("x", nx, hx, hx / 2), lengthAxis("y", ny, hy, hy / 2)];
  const middle = Float64Array.from({ length: ny }, (_, j) => cells.u[(j + 1) * w + (nx >> 1)]!);
  const at = mode === "taylor-green" ? { u: `${speed} sin(2 pi x/L) cos(2 pi y/L)` } : { u: "0" };
  return {
    unit: "m^2/s",
    equations: [
      `du/dt + (u . grad) u = -grad p + ${nu} lap u${force === 0 ? "" : ` + ${force} e_x`}, div ` +
        `u = 0; L = ${length} m, ${mode}`,
      tEnd === 0 ? "steady" : `u(0) = ${from === null ? at.u : "a state"}; t = ${end} s`,
      `Re = ${re}; min psi = ${value} m^2/s`,
    ],
    outputs: {
      ...(mode === "channel"
        ? {
            flow_rate: {
              value: -value,
              unit: "m^2/s",
              uncertainty: numericalUncertainty(error, value),
            },
          }
        : {}),
      ...quantities,
      reynolds: formula(re, "1"),
      divergence: remainder(divergence),
      steps: exact(mesh.steps),
      ...(mode === "taylor-green" && from === null
        ? {
            decay_formula: formula(-((speed * length) / TWO_PI) * decay(nu, length, end), "m^2/s"),
          }
        : {}),
    },
    named: { mode, scheme: tEnd === 0 ? "direct" : "rk3", cells: [nx, ny], dt: mesh.dt },
    fields: [
      {
        name: "stream_function",
        unit: "m^2/s",
        shape: [ny + 1, nx + 1],
        data: psi,
        axes: [py, px],
      },
      { name: "u", unit: "m/s", shape: [ny, nx + 1], data: u, axes: [cy, px] },
      { name: "v", unit: "m/s", shape: [ny + 1, nx], data: v, axes: [py, cx] },
      { name: "pressure", unit: "m^2/s^2", shape: [ny, nx], data: cells.pressure, axes: [cy, cx] },
      { name: "u_centreline", unit: "m/s", shape: [ny], data: middle, axes: [cy] },
    ],
    ...(tEnd === 0
      ? {}
      : { state: { nx, ny, t: end, u: packFloats(cells.u), v: packFloats(cells.v) } }),
    invariants: [
      {
        name: "divergence",
        first: 0,
        last: divergence,
        driftPct: 100 * divergence,
        boundPct: 1e-8,
      },
    ],
    notes:
      mode === "taylor-green"
        ? ["the formula of the decay stands beside the value and is not the value"]
        : [],
  };
}

/** exp(-8 pi^2 nu t / L^2). */
function decay(nu: number, length: number, t: number): number {
  const k = TWO_PI / length;
  return exp(-2 * nu * k * k * t);
}

export const flowInTime = defineMarch({
  order: 2,
  problemOf,
  levelMesh,
  partOf,
  resolutionOf: ({ n }) => n,
  doublingsOf: () => DOUBLINGS,
  memoryOf,
  workOf: (problem, { n, steps }) => n * columnsOf(problem, n) * Math.max(1, steps) * 30,
  ready: (problem) => ({ ...problem, scale: problem.speed * problem.length }),
  march,
  valueOf: (_, { least }) => least.value,
  readingsOf,
  isHalved: ({ from }) => from !== null,
  seen: (_, { error }) => error,
  answer,
});
