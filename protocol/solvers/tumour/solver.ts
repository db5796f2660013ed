import type { z } from "zod";
import { placing } from "../fields/placed.js";
import { log } from "../../math/index.js";
import { FIELD_POINTS_MAX } from "../execute.js";
import { Drift } from "../fields/drift.js";
import { probeField } from "../fields/probe.js";
import { evenPoints, sampledField, samplerOf, type Sampler } from "../fields/sampler.js";
import { isBroken, meanOver } from "../fields/nodal.js";
import { withUnseen } from "../fields/unseen.js";
import { LIMIT_SLACK } from "../gate.js";
import type { Climbed } from "../ladder.js";
import { defineMarch, inSteps, type MarchAnswer, type Watch } from "../march.js";
import { exact, formula, type Readings } from "../reading.js";
import {
  badInput,
  exploded,
  need,
  noSolution,
  notConverged,
  tooLarge,
  unstableStep,
} from "../refusal.js";
import {
  defineSolver,
  type Assumed,
  type ErrorEstimate,
  type StopSignal,
  type TimeLevels,
} from "../solver.js";
import { packFloats, unpackFloats } from "../state.js";
import { tumourCard, TUMOUR_POINTS_MAX, TUMOUR_STEPS_MAX } from "./card.js";
import { DAMPED_STEPS, Growth, type TumourMesh } from "./scheme.js";

type TumourInputs = z.output<typeof tumourCard.inputs>;

interface TumourState {
  readonly u: Float64Array;
  readonly extent: number;
  readonly dt: number;
  readonly t0: number;
  readonly steps: number;
}

interface Problem {
  readonly d: number;
  readonly r: number;
  readonly tEnd: number;
  readonly t0: number;
  readonly window: readonly [number, number];
  readonly dimension: number;
  readonly explicit: boolean;
  /** Mean density of the interval [low, high]. */
  readonly start: (low: number, high: number) => number;
  /** What `start` averages; null of a state and of a step. */
  readonly sampler: Sampler | null;
  readonly text: string;
  readonly extent: number;
  readonly extentGiven: boolean;
  readonly stated: TumourMesh | null;
  readonly from: TumourState | null;
  readonly assumed: readonly Assumed[];
}

interface Run {
  readonly growth: Growth;
  readonly mesh: TumourMesh;
  readonly drift: Drift;
  readonly positions: Float64Array;
  readonly timeLevels: TimeLevels | null;
  readonly stepsDone: number;
}

/** Points per front width sqrt(D / r), and steps per growth time 1 / r, of the first level. */
const POINTS_PER_WIDTH = 4;
const STEPS_PER_TIME = 8;
const DOUBLINGS = 5;
/** Widths kept free ahead of a front; its tail falls by a factor e over each. */
const FREE_WIDTHS = 32;
/** Density below which the start counts as empty, and above which the wall has been met. */
const EMPTY = 1e-10;
/** Widths of a front in which a refusal looks for places. */
const SHOWN_WIDTHS = 64;
const MET = 1e-6;
const GROWTHS_MAX = 10;
/** Points times steps of one level, under which its cost stays below half a minute. */
const LEVEL_WORK_MAX = 1_073_741_824;
const RANGE_SLACK = 1e-12;
/** Places per cell where an initial density is averaged. */
const AVERAGED = 16;
/** Part of the last change that an extrapolate is not known to, where the density jumps. */
const JUMP_PART = 1 / 32;
const BYTES_PER_POINT = 120;

function problemOf(inputs: TumourInputs): Problem {
  const assumed: Assumed[] = [];
  const d = need(inputs.D, "D", "the diffusion of cells");
  const r = need(inputs.r, "r", "the growth rate");
  const tEnd = need(inputs.t_end, "t_end", "the time that is computed");
  const geometry = inputs.geometry ?? "line";
  if (inputs.geometry === undefined)
    assumed.push({
      name: "geometry",
      value: "line",
      unit: "",
      why: "a plane front unless said otherwise",
    });
  const dimension = geometry === "line" ? 1 : geometry === "disc" ? 2 : 3;
  const from = inputs.initialState === undefined ? null : stateOf(inputs.initialState);
  const t0 = from === null ? 0 : from.t0 + from.steps * from.dt;
  const window = inputs.window ?? [t0 + tEnd / 2, t0 + tEnd];
  if (inputs.window === undefined)
    assumed.push({
      name: "window",
      value: [...window],
      unit: "s",
      why: "the second half of the run",
    });
  if (
    !(
      window[0] >= t0 * (1 - 1e-12) &&
      window[1] <= (t0 + tEnd) * (1 + 1e-12) &&
      window[0] < window[1]
    )
  ) {
    throw badInput("/window", `the window must lie within [${t0}, ${t0 + tEnd}] and run forwards`);
  }
  const width = Math.sqrt(d / r);
  const { empty, sampler, start, text } = startOf(inputs, from, width);
  const reach = empty + 2 * Math.sqrt(r * d) * tEnd + FREE_WIDTHS * width;
  const extent = from?.extent ?? inputs.extent ?? reach;
  const stated = statedMesh(inputs, { d, r, tEnd, extent, from, width }, assumed);
  const explicit = inputs.scheme === "explicit";
  if (inputs.scheme === undefined)
    assumed.push({
      name: "scheme",
      value: "strang",
      unit: "",
      why: "splitting with the exact reaction",
    });
  if (stated !== null && explicit) checkStable(d, dimension, stated);
  return {
    d,
    r,
    tEnd,
    t0,
    window,
    dimension,
    explicit,
    start,
    sampler,
    text,
    extent,
    extentGiven: inputs.extent !== undefined || from !== null,
    stated,
    from,
    assumed,
  };
}

function checkStable(d: number, dimension: number, { dt, dx }: TumourMesh): void {
  const number = (d * dt) / (dx * dx);
  const bound = 1 / (2 * dimension);
  if (!(number <= bound * (1 + LIMIT_SLACK)))
    throw unstableStep("D dt / dx^2", number, bound, (bound * dx * dx) / d);
}

interface Start {
  readonly start: Problem["start"];
  readonly sampler: Sampler | null;
  readonly text: string;
  readonly empty: number;
}

function startOf(
  { extent, initial }: TumourInputs,
  from: TumourState | null,
  width: number,
): Start {
  if (from !== null) {
    const field = sampledField(from.u, { columns: from.u.length, rows: 1, lx: from.extent, ly: 1 });
    return {
      start: averaged(field, from.extent),
      sampler: null,
      text: "a state",
      empty: from.extent,
    };
  }
  const given = need(initial, "initial", "the density at the start");
  if (typeof given === "object" && !Array.isArray(given)) {
    const { step } = given;
    const start = (low: number, high: number): number =>
      Math.max(0, Math.min(high, step) - Math.min(low, step)) / (high - low);
    return { start, sampler: null, text: `1 up to ${step} m, 0 beyond`, empty: step };
  }
  const samples = Array.isArray(given)
    ? { columns: given.length, rows: 1, lx: need(extent, "extent", "where the samples end"), ly: 1 }
    : undefined;
  const sampler = samplerOf(given, ["x"], "/initial", samples);
  const empty = extent ?? emptyFrom(sampler, width);
  return {
    start: averaged(sampler, empty),
    sampler,
    text: sampler.text,
    empty,
  };
}

/** The mean over a cell, in pieces where the density jumps or bends in it. */
function averaged({ at, breaks }: Sampler, empty: number): Problem["start"] {
  const mean = (low: number, high: number): number => {
    let total = 0;
    for (let k = 0; k < AVERAGED; k += 1)
      total += at(low + ((high - low) * (k + 0.5)) / AVERAGED, 0, 0);
    return total / AVERAGED;
  };
  if (breaks === undefined) return mean;
  // A density that is smooth all over is asked once, not for each of its cells.
  const end = 2 * empty;
  const all = breaks("x", 0, end);
  const isSmooth = all.places.length === 0 && all.open === null && !all.moves;
  const isTold = all.open === null && !all.moves;
  return (low, high) => {
    if (isSmooth && low >= 0 && high <= end) return mean(low, high);
    const { places } = isTold && low >= 0 && high <= end ? all : breaks("x", low, high);
    const inside = places.filter((one) => one.at > low && one.at < high);
    if (inside.length === 0) return mean(low, high);
    const cut = meanOver((x) => at(x, 0, 0), inside, low, high, AVERAGED);
    // A mean of pieces that are full all over may exceed 1 by the rounding of their widths.
    return cut > 1 && cut <= 1 + RANGE_SLACK ? 1 : cut;
  };
}

/** The first place, in doubling steps and then in widths, beyond which nothing is. */
function emptyFrom({ at }: Sampler, width: number): number {
  for (let far = 16; far <= 1_048_576; far *= 2) {
    let last = far;
    let isEmpty = true;
    for (let k = 0; k <= 512; k += 1)
      isEmpty &&= Math.abs(at(width * far * (1 + k / 512), 0, 0)) < EMPTY;
    if (!isEmpty) continue;
    for (let k = 4096; k >= 0 && Math.abs(at((width * far * k) / 4096, 0, 0)) < EMPTY; k -= 1)
      last = (far * k) / 4096;
    return width * last;
  }
  throw badInput(
    "/initial",
    "the density at the start does not fall to nothing: there is no front to follow",
  );
}

interface MeshContext {
  readonly d: number;
  readonly r: number;
  readonly tEnd: number;
  readonly extent: number;
  readonly from: TumourState | null;
  readonly width: number;
}

function statedMesh(
  { dt, dx }: TumourInputs,
  { d, extent, from, r, tEnd, width }: MeshContext,
  assumed: Assumed[],
): TumourMesh | null {
  if (dx === undefined && dt === undefined && from === null) return null;
  const n =
    from === null
      ? Math.max(4, Math.round(extent / (dx ?? width / (4 * POINTS_PER_WIDTH))))
      : from.u.length - 1;
  if (!(n < TUMOUR_POINTS_MAX)) throw tooLarge("points of the line", n + 1, TUMOUR_POINTS_MAX);
  const h = extent / n;
  if (from !== null && dx !== undefined && Math.abs(dx - h) > 1e-9 * h)
    throw badInput("/dx", `the state has dx = ${h}`);
  if (dx === undefined)
    assumed.push({ name: "dx", value: h, unit: "m", why: "a sixteenth of the width of the front" });
  const given = dt ?? from?.dt ?? Math.min(1 / (4 * STEPS_PER_TIME * r), (0.15 * h * h) / d);
  if (dt === undefined)
    assumed.push({ name: "dt", value: given, unit: "s", why: "short against growth and stable" });
  const ratio = tEnd / given;
  const whole = Math.max(1, Math.round(ratio));
  const steps = Math.abs(ratio - whole) <= 1e-9 * whole ? whole : Math.ceil(ratio);
  if (!(steps <= TUMOUR_STEPS_MAX)) throw tooLarge("steps", steps, TUMOUR_STEPS_MAX);
  return { n, dx: h, dt: steps === whole ? given : tEnd / steps, steps };
}

function stateOf(state: Readonly<Record<string, unknown>>): TumourState {
  const { dt, extent, points, steps, t0, u } = state;
  const numbers = [dt, extent, points, steps, t0].map(Number);
  if (numbers.some((x) => !(x >= 0)) || !(Number(points) <= FIELD_POINTS_MAX))
    throw badInput("/initialState", "no state of this solver");
  return {
    u: unpackFloats(u, Number(points), "/initialState/u"),
    extent: Number(extent),
    dt: Number(dt),
    t0: Number(t0),
    steps: Number(steps),
  };
}

function levelMesh(
  { d, dimension, explicit, extent, r, tEnd }: Problem,
  level: number,
): TumourMesh {
  const n = Math.ceil((extent / Math.sqrt(d / r)) * POINTS_PER_WIDTH) * (1 << level);
  const dx = extent / n;
  const base = Math.ceil(tEnd * r * STEPS_PER_TIME);
  const steps = explicit
    ? Math.ceil(
        ((tEnd * d * (1 << level) * (1 << level)) / (dx * dx * (1 << level) * (1 << level))) *
          2.5 *
          dimension,
      )
    : Math.max(16, base) * (1 << level);
  return { n, dx, dt: tEnd / steps, steps };
}

function march(problem: Problem, mesh: TumourMesh, watch: Watch): Run {
  const { d, dimension, explicit, extent, from, r, tEnd } = problem;
  const { dx, n, steps } = mesh;
  const goesOn = from !== null && from.u.length === n + 1 && from.dt === mesh.dt;
  const u = goesOn
    ? from.u.slice()
    : Float64Array.from({ length: n + 1 }, (_, i) =>
        problem.start(Math.max(0, (i - 0.5) * dx), Math.min(extent, (i + 0.5) * dx)),
      );
  const outside = u.findIndex((x) => !(x >= 0 && x <= 1));
  if (outside >= 0)
    throw badInput(
      "/initial",
      `the density must stay within [0, 1]; its mean around x = ${outside * dx} is ${u[outside]!}`,
    );
  const growth = new Growth(u, mesh, dimension, d, r);
  const positions = new Float64Array(steps + 1);
  positions[0] = growth.front();
  const drift = new Drift();
  let moved = 0;
  drift.sample(0);
  const way = { points: n, steps, tau: mesh.dt / tEnd };
  const level = (): Float64Array => growth.u.slice();
  const timeLevels = inSteps(way, watch, level, (k) => {
    moved += explicit ? growth.explicit() : growth.strang(from === null && k < DAMPED_STEPS);
    drift.sample(moved);
    const [low, high] = growth.range;
    if (!(low >= -RANGE_SLACK && high <= 1 + RANGE_SLACK))
      throw exploded(k + 1, `a density of ${low < -RANGE_SLACK ? low : high}, outside of [0, 1],`);
    positions[k + 1] = growth.front();
  });
  const stepsDone = (goesOn ? from.steps : 0) + steps;
  return { growth, mesh, drift, positions, timeLevels, stepsDone };
}

function speedOf({ t0, window }: Problem, { mesh, positions }: Run): number {
  const at = (t: number): number =>
    probeField(positions, positions.length, 1, (t - t0) / mesh.dt, 0);
  const speed = (at(window[1]) - at(window[0])) / (window[1] - window[0]);
  if (speed - speed !== 0)
    throw noSolution(
      `no front of density 1/2 exists throughout ${window[0]} s to ${window[1]} s: nothing moves there.`,
    );
  return speed;
}

/**
 * How far the ladder goes: no level past its work. @throws SolverRefusal where not even three
 * levels fit
 */
function doublingsOf(problem: Problem): number {
  const of = (level: number): number => {
    const { n, steps } = levelMesh(problem, level);
    return n * steps;
  };
  if (!(of(2) <= LEVEL_WORK_MAX))
    throw tooLarge("points times steps of the third level", of(2), LEVEL_WORK_MAX);
  let doublings = 2;
  while (doublings < DOUBLINGS && of(doublings + 1) <= LEVEL_WORK_MAX) doublings += 1;
  return doublings;
}

/** In a domain whose wall the front does not feel; found on the first mesh. */
function roomy(problem: Problem, stop: StopSignal): Problem {
  let { extent } = problem;
  for (let growth = 0; growth < GROWTHS_MAX; growth += 1) {
    const wider = { ...problem, extent };
    const run = march(wider, levelMesh(wider, 0), { stop, report: () => undefined });
    if (run.growth.u[run.mesh.n]! <= MET) return wider;
    extent *= 1.6;
  }
  throw notConverged(
    "budget",
    "the front outran every domain that was tried: its start does not fall off fast enough.",
  );
}

function partOf({ explicit, extent, tEnd }: Problem, mesh: TumourMesh, part: number): TumourMesh {
  const n = Math.max(4, Math.round(mesh.n * part));
  const steps = Math.max(2, Math.ceil(mesh.steps * (explicit ? part * part : part)));
  return { n, dx: extent / n, dt: tEnd / steps, steps };
}

function memoryOf(_: Problem, { n, steps }: TumourMesh): number {
  if (!(n < TUMOUR_POINTS_MAX)) throw tooLarge("points of the line", n + 1, TUMOUR_POINTS_MAX);
  return n * BYTES_PER_POINT + 24 * steps;
}

/** Densities are averaged over each cell, and are parts of one. */
function seen({ extent, sampler }: Problem, { error, run }: Climbed<Run>): ErrorEstimate {
  if (sampler === null) return error;
  const places = evenPoints(AVERAGED * run.mesh.n, extent);
  const none = new Float64Array(1);
  const taken = isBroken(sampler, places, none) ? "means" : "values";
  return withUnseen(error, [{ name: "initial", sampler, size: 1, taken }], places, none);
}

/** Whether the density jumps, bends or is steep beside its range. */
function isRough({ extent, from, sampler }: Problem): boolean {
  if (sampler === null) return from === null;
  return isBroken(sampler, Float64Array.of(0, extent), new Float64Array(1));
}

function readingsOf({ dimension }: Problem, { growth, mesh, positions }: Run): Readings {
  return {
    front_position: { value: positions[mesh.steps]!, unit: "m" },
    mass: {
      value: growth.mass() * (dimension === 1 ? 1 : dimension === 2 ? 2 : 4),
      unit: dimension === 1 ? "m" : `m^${dimension}/pi`,
    },
    density_min: { value: growth.range[0], unit: "1" },
    density_max: { value: growth.range[1], unit: "1" },
    wall_density: { value: growth.u[mesh.n]!, unit: "1" },
  };
}

function answer(
  problem: Problem,
  run: Run,
  {
    quantities: { front_position, ...quantities },
    value,
  }: Pick<Climbed<Run>, "quantities" | "value">,
): MarchAnswer {
  const { d, dimension, explicit, extent, r, t0, window } = problem;
  const { drift, growth, mesh } = run;
  const density = growth.u.slice();
  const wall = density[mesh.n]!;
  if (problem.stated !== null && wall > MET) {
    throw notConverged(
      "budget",
      `the front met the wall at ${extent} m (density ${wall}); give a larger extent.`,
      { wall },
    );
  }
  const plane = 2 * Math.sqrt(r * d);
  const bramson =
    plane -
    (1.5 * Math.sqrt(d / r) * log(window[1] / Math.max(window[0], Number.MIN_VALUE))) /
      (window[1] - window[0]);
  const times = Float64Array.from(run.positions, (_, k) => t0 + k * mesh.dt);
  const stride = Math.max(1, Math.ceil(run.positions.length / 2048));
  const kept = [...run.positions.keys()].filter(
    (k) => k % stride === 0 && run.positions[k] === run.positions[k],
  );
  const space = dimension === 1 ? "u_xx" : `u_xx + ${dimension - 1} u_x / x`;
  return {
    unit: "m/s",
    equations: [
      `u_t = ${d} (${space}) + ${r} u (1 - u), u_x(0) = 0; u(0) = ${problem.text}`,
      `front u = 1/2 from t = ${window[0]} s to ${window[1]} s: ${value} m/s`,
    ],
    outputs: {
      front_position: front_position!,
      asymptotic_speed_formula: formula(plane, "m/s"),
      ...(window[0] > 0 ? { bramson_speed_formula: formula(bramson, "m/s") } : {}),
      ...quantities,
      steps: exact(mesh.steps),
    },
    named: {
      scheme: explicit ? "explicit" : "strang",
      geometry: dimension === 1 ? "line" : dimension === 2 ? "disc" : "radial",
      window: [...window],
      cells: [mesh.n],
      dt: mesh.dt,
      extent,
    },
    fields: [
      {
        name: "density_field",
        unit: "1",
        shape: [mesh.n + 1],
        data: density,
        axes: [{ name: "x", unit: "m", n: mesh.n + 1, start: 0, step: mesh.dx }],
      },
      ...(kept.length === 0
        ? []
        : [
            {
              name: "front_position",
              unit: "m",
              shape: [kept.length],
              data: Float64Array.from(kept, (k) => run.positions[k]!),
              axes: [{ name: "t", unit: "s", n: kept.length, values: kept.map((k) => times[k]!) }],
            },
          ]),
    ],
    state: {
      points: mesh.n + 1,
      extent,
      dt: mesh.dt,
      t0: problem.from !== null && problem.from.dt === mesh.dt ? problem.from.t0 : t0,
      steps: run.stepsDone,
      u: packFloats(growth.u),
    },
    invariants: [drift.invariant("mass through diffusion", growth.mass())],
    notes: [
      "the formula of the asymptotic speed stands beside the value and is not the value: at any " +
        "finite time a front from a step is slower",
    ],
  };
}

export const tumour = defineSolver({
  card: tumourCard,
  refused: placing(({ D = 0, extent, initial, r = 1 }: TumourInputs) => ({
    given: { initial },
    over: { x: [0, extent ?? SHOWN_WIDTHS * Math.sqrt(D / r)] },
  })),
  ...defineMarch({
    order: 2,
    problemOf,
    levelMesh,
    partOf,
    resolutionOf: ({ n }) => n,
    doublingsOf,
    memoryOf,
    workOf: (_, { n, steps }) => 3 * n * steps,
    ready: (problem, stop) => {
      const { d, extentGiven, r, stated } = problem;
      const own = stated !== null || extentGiven ? problem : roomy(problem, stop);
      return { ...own, scale: 2 * Math.sqrt(r * d) };
    },
    march,
    valueOf: speedOf,
    readingsOf,
    jumpPartOf: (problem) => (isRough(problem) ? JUMP_PART : 0),
    seen,
    answer,
  }),
});
