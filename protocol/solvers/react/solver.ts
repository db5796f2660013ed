import type { z } from "zod";
import { placing } from "../fields/placed.js";
import { FIELD_POINTS_MAX } from "../execute.js";
import { Drift } from "../fields/drift.js";
import { isCount, statedSteps } from "../fields/march.js";
import { lengthAxis } from "../fields/rectangle.js";
import { shownField, withUnseen, type ShownField } from "../fields/unseen.js";
import {
  evenPoints,
  onGrid,
  sampledField,
  samplerOf,
  type ProfileInput,
  type SampleGrid,
} from "../fields/sampler.js";
import { LIMIT_SLACK } from "../gate.js";
import { inSteps, type Steps, type Watch } from "../march.js";
import {
  exact,
  FLOOR,
  formula,
  isRegular,
  restOf,
  widened,
  type Quantities,
  type Readings,
} from "../reading.js";
import { posedOnce } from "../posed.js";
import { badInput, exploded, need, tooLarge, unstableStep } from "../refusal.js";
import {
  defineSolver,
  type Assumed,
  type ErrorEstimate,
  type Axis,
  type SolverResult,
  type TimeLevels,
} from "../solver.js";
import { packFloats, unpackFloats } from "../state.js";
import { DIFFUSION_NUMBER_MAX, reactCard } from "./card.js";
import { ExponentialSteps, pad, unpad } from "./etd.js";
import {
  explicitStep,
  LEAST,
  pool,
  reactionRate,
  SUM_REACTION,
  SUM_U,
  SUM_V,
  wrap,
  type Kinetics,
  type Model,
  type Pool,
  type StepSums,
} from "./kinetics.js";

type ReactInputs = z.output<typeof reactCard.inputs>;

interface Problem {
  readonly kinetics: Kinetics;
  readonly nx: number;
  readonly ny: number;
  readonly dx: number;
  readonly periodic: boolean;
  readonly etd: boolean;
  readonly steps: number;
  readonly dt: number;
  readonly t0: number;
  readonly initialText: string;
  /** What the caller wrote, and the points on which it was read. */
  readonly doubts: readonly ShownField[];
  readonly points: readonly [Float64Array, Float64Array];
  /** Both species on a grid of these many points. */
  readonly start: (nx: number, ny: number) => readonly [Float64Array, Float64Array];
  readonly assumed: readonly Assumed[];
}

interface Run {
  readonly tank: Pool;
  readonly sums: StepSums;
  readonly drift: Drift;
  readonly timeLevels: TimeLevels | null;
  /** Mean size of the shown species at the start. */
  readonly begun: number;
  readonly front: readonly [number | null, number | null];
}

const EQUATIONS: Readonly<Record<Model, readonly [string, string] | readonly [string]>> = {
  "gray-scott": ["du/dt = Du lap u - u v^2 + F (1 - u)", "dv/dt = Dv lap v + u v^2 - (F + k) v"],
  "fitzhugh-nagumo": [
    "du/dt = Du lap u + u (1 - u)(u - a) - v",
    "dv/dt = Dv lap v + epsilon (u - gamma v)",
  ],
  nagumo: ["du/dt = Du lap u + r u (1 - u)(u - a)"],
};
/** Chosen D dt / dx^2 where the step is left open. */
const DIFFUSION_NUMBER = 0.2;
/** Side of the preset's square. */
const SQUARE_PART = 20 / 256;
/** Negative rounding around an empty species is no negative density. */
const NEGATIVE_SLACK = -1e-12;
const BYTES_PER_POINT = 160;
const SAFETY = 1.25;
/** What the error of the stencil falls by, from one mesh to the next. */
const SPACE_RATIO = 4;
const FRONT_LEVEL = 0.5;

function kineticsOf(inputs: ReactInputs): Kinetics {
  const model: Model =
    inputs.model ??
    (inputs.F !== undefined ? "gray-scott" : inputs.r !== undefined ? "nagumo" : "fitzhugh-nagumo");
  const du = need(inputs.Du, "Du", "the diffusion of the first species");
  const dv = model === "nagumo" ? 0 : need(inputs.Dv, "Dv", "the diffusion of the second species");
  if (model === "gray-scott")
    return {
      model,
      du,
      dv,
      p: [need(inputs.F, "F", "the feed rate"), need(inputs.k, "k", "the kill rate"), 0],
    };
  const a = need(inputs.a, "a", "the threshold of excitation");
  if (model === "nagumo")
    return { model, du, dv, p: [a, need(inputs.r, "r", "the rate of the reaction"), 0] };
  return {
    model,
    du,
    dv,
    p: [
      a,
      need(inputs.epsilon, "epsilon", "the rate of recovery"),
      need(inputs.gamma, "gamma", "the decay of recovery"),
    ],
  };
}

function problemOf(inputs: ReactInputs): Problem {
  const assumed: Assumed[] = [];
  const kinetics = kineticsOf(inputs);
  const nx = need(inputs.n, "n", "the number of points");
  const line = inputs.dim === 1;
  if (line && inputs.ny !== undefined) throw badInput("/ny", "a line has no second axis");
  const ny = line ? 1 : (inputs.ny ?? nx);
  const dx = need(inputs.dx, "dx", "the distance of points");
  if (!(nx * ny <= FIELD_POINTS_MAX))
    throw tooLarge("points of the grid", nx * ny, FIELD_POINTS_MAX);
  const etd = inputs.scheme === "etd";
  if (inputs.scheme === undefined)
    assumed.push({
      name: "scheme",
      value: "explicit",
      unit: "",
      why: "the five-point stencil unless another is asked for",
    });
  if (inputs.edges === undefined)
    assumed.push({
      name: "edges",
      value: "periodic",
      unit: "",
      why: "periodic unless said otherwise",
    });
  const diffusion = Math.max(kinetics.du, kinetics.dv);
  const { dt, steps } = marchOf(
    inputs,
    etd,
    (dx * dx) / Math.max(diffusion, Number.MIN_VALUE),
    assumed,
  );
  const number = (diffusion * dt) / (dx * dx);
  if (!etd && !(number <= DIFFUSION_NUMBER_MAX * (1 + LIMIT_SLACK))) {
    throw unstableStep(
      "D dt / dx^2",
      number,
      DIFFUSION_NUMBER_MAX,
      (DIFFUSION_NUMBER_MAX * dx * dx) / diffusion,
    );
  }
  const periodic = inputs.edges !== "no-flux";
  const { start, t0, text, doubts = [] } = startOf(inputs, kinetics.model, nx, ny, dx, periodic);
  const points = [evenPoints(nx, nx * dx), evenPoints(ny, ny * dx)] as const;
  const base = { kinetics, nx, ny, dx, periodic, etd, steps, dt, t0, start, assumed };
  return { ...base, initialText: text, points, doubts };
}

function marchOf(
  { dt, steps, t_end: tEnd }: ReactInputs,
  etd: boolean,
  cell: number,
  assumed: Assumed[],
): { readonly dt: number; readonly steps: number } {
  if (tEnd !== undefined) {
    const chosen = Math.min(DIFFUSION_NUMBER * cell, 0.125);
    return statedSteps(
      tEnd,
      dt,
      steps,
      () => Math.max(1, Math.ceil(tEnd / (etd ? Math.min(0.0625, 2 * cell) : chosen))),
      assumed,
    );
  }
  return {
    dt: need(dt, "dt", "the time step"),
    steps: need(steps, "steps", "the number of steps, or t_end"),
  };
}

interface Start {
  readonly start: Problem["start"];
  readonly t0: number;
  readonly text: string;
  readonly doubts?: readonly ShownField[];
}

function startOf(
  inputs: ReactInputs,
  model: Model,
  nx: number,
  ny: number,
  dx: number,
  periodic: boolean,
): Start {
  const [lx, ly] = [nx * dx, ny * dx];
  const half = periodic ? 0 : 0.5;
  const points = (n: number, length: number): Float64Array =>
    Float64Array.from({ length: n }, (_, i) => (length * (i + half)) / n);
  const samples: SampleGrid = periodic
    ? { columns: nx, rows: ny, lx, ly, periodic }
    : { columns: nx, rows: ny, lx: lx - dx, ly: Math.max(dx, ly - dx), x0: dx / 2, y0: dx / 2 };
  const state = inputs.initialState;
  if (state !== undefined) {
    const { t, u, v } = state;
    if (typeof t !== "number" || !isCount(state["nx"]) || state["nx"] !== nx || state["ny"] !== ny)
      throw badInput("/initialState", `no state of ${nx} x ${ny} points`);
    const both = [u, v].map((text, i) => unpackFloats(text, nx * ny, `/initialState/${"uv"[i]!}`));
    const fields = both.map((data) => sampledField(data, samples));
    return {
      t0: t,
      text: "a state",
      start: (mx, my) =>
        mx === nx && my === ny
          ? [both[0]!.slice(), both[1]!.slice()]
          : [
              onGrid(fields[0]!, points(mx, lx), points(my, ly), 0, "/initialState"),
              onGrid(fields[1]!, points(mx, lx), points(my, ly), 0, "/initialState"),
            ],
    };
  }
  const initial = need(inputs.initial, "initial", "both species at the start");
  if (initial === "square") {
    const inside = (i: number, n: number): boolean =>
      n === 1 || Math.abs((i + half) / n - 0.5) <= SQUARE_PART / 2 + 1e-12;
    const start: Problem["start"] = (mx, my) => {
      const place = (value: number, other: number): Float64Array =>
        Float64Array.from({ length: mx * my }, (_, at) =>
          inside(at % mx, mx) && inside(Math.floor(at / mx), my) ? value : other,
        );
      return [place(0.5, 1), place(0.25, 0)];
    };
    return { t0: 0, text: "u = 1, v = 0; (1/2, 1/4) in a central square", start };
  }
  const names = ny === 1 ? (["x"] as const) : (["x", "y"] as const);
  const of = (input: ProfileInput, pointer: string): ReturnType<typeof samplerOf> =>
    samplerOf(input, names, pointer, samples);
  const u = of(initial.u, "/initial/u");
  const v =
    model === "nagumo"
      ? of(0, "/initial/v")
      : of(need(initial.v, "initial.v", "the second species"), "/initial/v");
  const start: Problem["start"] = (mx, my) => [
    onGrid(u, points(mx, lx), points(my, ly), 0, "/initial/u"),
    onGrid(v, points(mx, lx), points(my, ly), 0, "/initial/v"),
  ];
  return {
    t0: 0,
    text: model === "nagumo" ? `u = ${u.text}` : `u = ${u.text}, v = ${v.text}`,
    start,
    doubts: [u, v].map((sampler, i) => {
      // Points alone are read: where a wall lies between two of them is not known.
      const [xs, ys] = [points(nx, lx), points(ny, ly)];
      return shownField(`initial.${"uv"[i]!}`, sampler, xs, ys, undefined, "bare");
    }),
  };
}

interface Mesh extends Steps {
  readonly nx: number;
  readonly ny: number;
}

/** What the sums must be after a step, from the sums before it. */
function expected(
  { model, p }: Kinetics,
  scheme: { etd: boolean; dt: number; points: number },
  { reaction, u, v }: { u: number; v: number; reaction: number },
): number {
  const { dt, etd, points } = scheme;
  if (etd || model === "nagumo") return u + v + dt * reaction;
  if (model === "gray-scott") return u + v + dt * (p[0] * (points - u) - (p[0] + p[1]) * v);
  return u + v + dt * reaction + dt * p[1] * (u - p[2] * v);
}

function march(problem: Problem, mesh: Mesh, watch: Watch): Run {
  const { etd, kinetics, periodic } = problem;
  const { dt, nx, ny, steps } = mesh;
  const tank = pool(nx, ny);
  const [u, v] = problem.start(nx, ny);
  pad(tank, u, tank.u);
  pad(tank, v, tank.v);
  const dx = (problem.dx * problem.nx) / nx;
  const densities = kinetics.model === "gray-scott";
  if (densities && (u.some((x) => x < 0) || v.some((x) => x < 0)))
    throw badInput("/initial", "a concentration is negative");
  const exponential = etd ? new ExponentialSteps(kinetics, nx, ny, dx, dt, periodic) : null;
  const { sums } = tank;
  sums.set([u.reduce((a, b) => a + b, 0), v.reduce((a, b) => a + b, 0)]);
  const drift = new Drift();
  drift.sample(0);
  let middle: number | null = null;
  let off = 0;
  const level = (): Float64Array => {
    const kept = new Float64Array(nx * ny);
    unpad(tank, shown(kinetics, tank), kept);
    return kept;
  };
  const way = { points: nx * ny, steps, tau: 1 / steps };
  const timeLevels = inSteps(way, watch, level, (n) => {
    if (n === steps >> 1) middle = frontOf(tank, dx, periodic);
    const [oldU, oldV] = [sums[SUM_U]!, sums[SUM_V]!];
    if (exponential !== null) exponential.step(tank, sums);
    else {
      wrap(tank.u, tank, periodic);
      wrap(tank.v, tank, periodic);
      explicitStep(kinetics, tank, dt, dx * dx);
    }
    const now = sums[SUM_U]! + sums[SUM_V]!;
    if (now - now !== 0) throw exploded(n + 1, "a concentration");
    if (densities && !(sums[LEAST]! >= NEGATIVE_SLACK))
      throw exploded(n + 1, `a concentration of ${sums[LEAST]!}`);
    const sumsBefore = { u: oldU, v: oldV, reaction: sums[SUM_REACTION]! };
    off += now - expected(kinetics, { etd, dt, points: nx * ny }, sumsBefore);
    drift.sample(off);
  });
  const begun = meanSize(kinetics.model === "nagumo" ? u : v);
  return { tank, sums, drift, timeLevels, begun, front: [middle, frontOf(tank, dx, periodic)] };
}

/** The species whose field and mean are the answer. */
function shown({ model }: Kinetics, { u, v }: Pool): Float64Array {
  return model === "nagumo" ? u : v;
}

/** Where u falls through one half, on a line; null without exactly one such place. */
function frontOf({ nx, ny, u }: Pool, dx: number, periodic: boolean): number | null {
  if (ny !== 1 || periodic) return null;
  let found: number | null = null;
  for (let i = 1; i < nx; i += 1) {
    const [a, b] = [u[nx + 2 + i]! - FRONT_LEVEL, u[nx + 2 + i + 1]! - FRONT_LEVEL];
    if (a >= 0 === b >= 0) continue;
    if (found !== null) return null;
    found = dx * (i - 0.5 + a / (a - b));
  }
  return found;
}

function meanOf({ kinetics }: Problem, { sums, tank: { nx, ny } }: Run): number {
  return sums[kinetics.model === "nagumo" ? SUM_U : SUM_V]! / (nx * ny);
}

/** The means of both species, and how fast a front moved through the second half of the run. */
function readingsOf({ dt, kinetics, steps }: Problem, { front, sums, tank }: Run): Readings {
  const points = tank.nx * tank.ny;
  const [x1, x2] = front;
  return {
    mean_u: { value: sums[SUM_U]! / points, unit: "1" },
    ...(kinetics.model === "nagumo" ? {} : { mean_v: { value: sums[SUM_V]! / points, unit: "1" } }),
    ...(x1 === null || x2 === null
      ? {}
      : { front_speed: { value: (x2 - x1) / ((steps - (steps >> 1)) * dt), unit: "m/s" } }),
  };
}

/** What coarser meshes (half, a quarter, half with twice the step) say is left of a number. */
function leftOf(etd: boolean, value: number, [c, q, l]: readonly [number, number, number]): number {
  const [before, change] = [c - q, value - c];
  // Two meshes may agree by chance: the change before the last bounds what a small one says, too.
  const space = change === 0 && before === 0 ? 0 : restOf(before, change, SPACE_RATIO);
  const least = isRegular(before / change, SPACE_RATIO) ? 0 : SAFETY * Math.abs(change);
  // Twice the step on the coarse mesh shows one whole error of first order, three of second order.
  const time = (SAFETY * Math.abs(c - l)) / (etd ? 3 : 1);
  return Math.max(space, least) + time;
}

/** Coarser meshes with the same and with twice the step: what space and time each leave, added. */
function estimate(
  problem: Problem,
  finest: Run,
  { report, stop }: Watch,
): { readonly error: ErrorEstimate; readonly quantities: Quantities } {
  const { dt, etd, nx, ny, steps } = problem;
  const half = (n: number): number => (n === 1 ? 1 : Math.max(4, Math.round(n / 2)));
  const coarse: Mesh = { nx: half(nx), ny: half(ny), steps, dt };
  const quarter: Mesh = { nx: half(coarse.nx), ny: half(coarse.ny), steps, dt };
  const more = Math.max(1, Math.ceil(steps / 2));
  const long: Mesh = { ...coarse, steps: more, dt: (steps * dt) / more };
  const run = (mesh: Mesh, from: number): { value: number; readings: Readings } => {
    const run = march(problem, mesh, { stop, report: (part) => report(from + part / 3) });
    return { value: meanOf(problem, run), readings: readingsOf({ ...problem, ...mesh }, run) };
  };
  const runs = [run(coarse, 0), run(quarter, 1 / 3), run(long, 2 / 3)] as const;
  const value = meanOf(problem, finest);
  const [c, q, l] = [runs[0].value, runs[1].value, runs[2].value];
  const scale = finest.begun === 0 ? 1 : finest.begun;
  const relative = leftOf(etd, value, [c, q, l]) / Math.max(Math.abs(value), scale);
  const quantities = Object.fromEntries(
    Object.entries(readingsOf(problem, finest)).map(([name, reading]) => {
      const at = (i: 0 | 1 | 2): number => runs[i].readings[name]?.value ?? Number.NaN;
      const left = leftOf(etd, reading.value, [at(0), at(1), at(2)]);
      const size = Math.abs(reading.value);
      const uncertainty = left - left === 0 ? Math.max(left, FLOOR * size) : size;
      return [name, { ...reading, uncertainty }];
    }),
  );
  const error: ErrorEstimate = {
    relative,
    scale,
    method: "levels",
    fixedByCaller: true,
    levels: [
      { resolution: quarter.nx, value: q },
      { resolution: coarse.nx, value: c },
      { resolution: nx, value },
    ],
  };
  return { error, quantities };
}

function meanSize(species: Float64Array): number {
  let total = 0;
  for (let i = 0; i < species.length; i += 1) total += Math.abs(species[i]!);
  return total / species.length;
}

function answer(
  problem: Problem,
  run: Run,
  value: number,
  error: ErrorEstimate,
  quantities: Quantities,
): SolverResult {
  const { dt, dx, etd, kinetics, nx, ny, periodic, steps, t0 } = problem;
  const { drift, tank } = run;
  const points = nx * ny;
  const [u, v, rate] = [
    new Float64Array(points),
    new Float64Array(points),
    new Float64Array(points),
  ];
  unpad(tank, tank.u, u);
  unpad(tank, tank.v, v);
  for (let i = 0; i < points; i += 1) rate[i] = reactionRate(kinetics, u[i]!, v[i]!);
  const end = t0 + steps * dt;
  const start = periodic ? 0 : dx / 2;
  const axis = (name: string, n: number): Axis => lengthAxis(name, n, dx, start, periodic);
  const shape = ny === 1 ? [nx] : [ny, nx];
  const axes = ny === 1 ? [axis("x", nx)] : [axis("y", ny), axis("x", nx)];
  const field = (
    name: string,
    unit: string,
    data: Float64Array,
  ): SolverResult["fields"][number] => ({ name, unit, shape, data, axes });
  const single = kinetics.model === "nagumo";
  const [first, second, third] = kinetics.p;
  const numbers =
    kinetics.model === "gray-scott"
      ? `F = ${first}, k = ${second}`
      : single
        ? `a = ${first}, r = ${second}`
        : `a = ${first}, epsilon = ${second}, gamma = ${third}`;
  return {
    value,
    unit: "1",
    equations: [
      ...EQUATIONS[kinetics.model],
      `${numbers}, Du = ${kinetics.du}${single ? "" : `, Dv = ${kinetics.dv}`}; start: ${problem.initialText}`,
      `mean ${single ? "u" : "v"} at t = ${end} is ${value}`,
    ],
    outputs: {
      ...quantities,
      diffusion_number: formula((Math.max(kinetics.du, kinetics.dv) * dt) / (dx * dx), "1"),
      steps: exact(steps),
    },
    named: {
      model: kinetics.model,
      scheme: etd ? "etd" : "explicit",
      edges: periodic ? "periodic" : "no-flux",
      dt,
    },
    fields: [
      field("concentration_field", "1", single ? u : v),
      ...(single ? [] : [field("first_species_field", "1", u)]),
      field("reaction_rate_field", "1/s", rate),
    ],
    ...(run.timeLevels === null ? {} : { timeLevels: run.timeLevels }),
    state: { nx, ny, t: end, u: packFloats(u), v: packFloats(v) },
    invariants: [drift.invariant("mass balance", points)],
    error,
    assumed: problem.assumed,
    notes: [],
  };
}

const posed = posedOnce(problemOf);

export const react = defineSolver({
  card: reactCard,
  refused: placing((inputs: ReactInputs) => {
    const { points } = posed.look(inputs);
    const [x, y] = points.map((all) => [all[0] ?? 0, all.at(-1) ?? 0] as const);
    return { given: { initial: inputs.initial }, over: { x: x!, y: y! } };
  }),
  work: (inputs) => {
    const { nx, ny, steps } = posed.look(inputs);
    return BigInt(Math.ceil(Math.min(Number.MAX_SAFE_INTEGER, 3 * nx * ny * steps)));
  },
  memory: (inputs) => {
    const { nx, ny } = posed.look(inputs);
    return (nx + 2) * (ny + 2) * BYTES_PER_POINT;
  },
  run: (inputs, stop, progress) => {
    const problem = posed.take(inputs);
    const run = march(problem, problem, { stop, report: (part) => progress(part * 0.7, 1) });
    const value = meanOf(problem, run);
    const { error, quantities } = estimate(problem, run, {
      stop,
      report: (part) => progress(0.7 + 0.3 * part, 1),
    });
    progress(1, 1);
    const [xs, ys] = problem.points;
    const shown = withUnseen(error, problem.doubts, xs, ys);
    const outputs = widened(quantities, shown.relative - error.relative);
    return answer(problem, run, value, shown, outputs);
  },
});
