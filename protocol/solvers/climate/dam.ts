/** A dam break: domain, meshes and the answer. */
import { FIELD_POINTS_MAX } from "../execute.js";
import { Drift } from "../fields/drift.js";
import { measureOrClimbMeshes, workOfMeshes } from "../fields/levels.js";
import { withUnseen } from "../fields/unseen.js";
import { statedSteps } from "../fields/march.js";
import { evenPoints, samplerOf, type Sampler } from "../fields/sampler.js";
import { LIMIT_SLACK } from "../gate.js";
import type { Rung } from "../ladder.js";
import { exact, widened, type Readings } from "../reading.js";
import { badInput, exploded, need, stopIf, tooLarge, unstableStep } from "../refusal.js";
import type { Assumed, Progress, SolverResult, StopSignal } from "../solver.js";
import type { ClimateInputs } from "./basin.js";
import { DamFlow } from "./riemann.js";

interface Mesh {
  readonly n: number;
  readonly steps: number;
  readonly dt: number;
}

interface Problem {
  readonly left: number;
  readonly right: number;
  readonly g: number;
  readonly tEnd: number;
  readonly probe: number;
  /** The line reaches from -half to half. */
  readonly half: number;
  readonly bed: Sampler;
  readonly deepest: number;
  readonly stated: Mesh | null;
  readonly assumed: readonly Assumed[];
}

interface Run {
  readonly mesh: Mesh;
  readonly flow: DamFlow;
  readonly drift: Drift;
  readonly before1: Float64Array;
  readonly before2: Float64Array;
}

const CELLS = 200;
const DOUBLINGS = 5;
const COURANT = 0.4;
const COURANT_MAX = 1;
/**
 * The line in parts of the way that the fastest wave can go, twice the speed of the deeper side.
 */
const REACH = 1.15;
const BYTES_PER_POINT = 200;

function problemOf(inputs: ClimateInputs): Problem {
  const assumed: Assumed[] = [];
  const left = need(inputs.h_left, "h_left", "the surface left of the dam");
  const right = need(inputs.h_right, "h_right", "the surface right of the dam");
  const g = need(inputs.g, "g", "gravity");
  const tEnd = need(inputs.t_end, "t_end", "the time that is computed");
  if (inputs.initialState !== undefined)
    throw badInput("/initialState", "a dam break is computed whole");
  if (inputs.bed === undefined)
    assumed.push({ name: "bed", value: 0, unit: "m", why: "flat unless given" });
  if (Array.isArray(inputs.bed))
    throw badInput("/bed", "give the bed of a dam as a number or an expression over x");
  const bed = samplerOf(inputs.bed ?? 0, ["x"], "/bed");
  const { probe } = inputs;
  const place = typeof probe === "number" ? probe : (probe?.[0] ?? 0);
  if (typeof probe !== "number" && probe !== undefined && probe.length !== 1)
    throw badInput("/probe", "give one number at a dam");
  if (probe === undefined)
    assumed.push({ name: "probe", value: 0, unit: "m", why: "the dam unless given" });
  const surface = Math.max(left, right);
  if (surface === 0) throw badInput("/h_left", "there is no water on either side");
  let deepest = 0;
  const first = REACH * 2 * Math.sqrt(g * surface) * tEnd;
  for (let k = -512; k <= 512; k += 1)
    deepest = Math.max(deepest, (k < 0 ? left : right) - bed.at((first * k) / 512, 0, 0));
  if (!(deepest > 0)) throw badInput("/bed", "the bed lies above the water everywhere");
  const half = Math.max(
    REACH * 2 * Math.sqrt(g * Math.max(deepest, surface)) * tEnd,
    Math.abs(place) * 1.05,
  );
  assumed.push({
    name: "extent",
    value: 2 * half,
    unit: "m",
    why: "a line that no wave reaches the end of",
  });
  const base = { left, right, g, tEnd, probe: place, half, bed, deepest, assumed };
  if (inputs.nx === undefined && inputs.dt === undefined) return { ...base, stated: null };
  const n = inputs.nx ?? CELLS * 4;
  const march = statedSteps(tEnd, inputs.dt, undefined, () => stepsFor(base, n), assumed);
  const [rate, dx] = [Math.sqrt(g * deepest), (2 * half) / n];
  if (!((march.dt * rate) / dx <= COURANT_MAX * (1 + LIMIT_SLACK))) {
    throw unstableStep(
      "C = sqrt(g h) dt / dx",
      (march.dt * rate) / dx,
      COURANT_MAX,
      (COURANT_MAX * dx) / rate,
    );
  }
  return { ...base, stated: { n, ...march } };
}

function stepsFor({ deepest, g, half, tEnd }: Omit<Problem, "stated">, n: number): number {
  return Math.max(4, Math.ceil((tEnd * 2 * Math.sqrt(g * deepest) * n) / (2 * half * COURANT)));
}

function levelMesh(problem: Problem, level: number): Mesh {
  const steps = stepsFor(problem, CELLS) << level;
  return { n: CELLS << level, steps, dt: problem.tEnd / steps };
}

function march(
  problem: Problem,
  mesh: Mesh,
  stop: StopSignal,
  report: (part: number) => void,
): Run {
  const { bed, deepest, g, half, left, right } = problem;
  const { dt, n, steps } = mesh;
  const dx = (2 * half) / n;
  const ground = Float64Array.from({ length: n }, (_, i) => bed.at(-half + (i + 0.5) * dx, 0, 0));
  if (ground.some((value) => value - value !== 0))
    throw badInput("/bed", "no finite number somewhere on the line");
  // A cell that the dam stands in holds the mean of both sides.
  const h = ground.map((b, i) => {
    const part = Math.min(1, Math.max(0, n / 2 - i));
    return part * Math.max(0, left - b) + (1 - part) * Math.max(0, right - b);
  });
  const flow = new DamFlow(h, new Float64Array(n), ground, g, dx, deepest);
  const drift = new Drift();
  const mass = (): number => {
    let total = 0;
    for (let i = 0; i < n; i += 1) total += h[i]!;
    return total * dx;
  };
  drift.sample(mass());
  let before1: Float64Array = h;
  let before2: Float64Array = h;
  const reportEvery = Math.max(1, Math.floor(steps / 16));
  for (let k = 0; k < steps; k += 1) {
    if (k % 16 === 0) stopIf(stop);
    if (k % reportEvery === 0) report(k / steps);
    if (k >= steps - 2) [before2, before1] = [before1, surfaceOf(flow)];
    const rate = flow.fastest();
    if (rate - rate !== 0) throw exploded(k, "a depth or discharge");
    if (!((rate * dt) / dx <= COURANT_MAX * (1 + LIMIT_SLACK))) {
      throw unstableStep(
        "C = (|u| + sqrt(g h)) dt / dx",
        (rate * dt) / dx,
        COURANT_MAX,
        (COURANT_MAX * dx) / rate,
      );
    }
    flow.step(dt);
    if (h.some((value) => !(value >= -1e-12 * deepest)))
      throw exploded(k + 1, "a depth below zero");
    drift.sample(mass());
  }
  return { mesh, flow, drift, before1, before2 };
}

function surfaceOf({ bed, h }: DamFlow): Float64Array {
  return h.map((value, i) => value + bed[i]!);
}

/** The surface at the probe, by a straight line between cell centres. */
function valueAt({ half, probe }: Problem, { flow, mesh }: Run): number {
  const surface = surfaceOf(flow);
  const place = Math.min(mesh.n - 1, Math.max(0, ((probe + half) * mesh.n) / (2 * half) - 0.5));
  const i = Math.min(mesh.n - 2, Math.floor(place));
  return surface[i]! + (place - i) * (surface[i + 1]! - surface[i]!);
}

/** 0 where the ground is dry. */
function speeds({ deepest }: Problem, { h, q }: DamFlow): Float64Array {
  return q.map((flow, i) => (h[i]! > 1e-9 * deepest ? flow / h[i]! : 0));
}

function readingsOf(problem: Problem, { drift, flow }: Run): Readings {
  const fastest = speeds(problem, flow).reduce((a, b) => Math.max(a, Math.abs(b)), 0);
  return {
    speed_max: { value: fastest, unit: "m/s" },
    volume: { value: drift.invariant("volume").last, unit: "m^2" },
  };
}

export function damMemory(inputs: ClimateInputs): number {
  const { n } = problemOf(inputs).stated ?? { n: CELLS << DOUBLINGS };
  if (!(n <= FIELD_POINTS_MAX)) throw tooLarge("cells of the line", n, FIELD_POINTS_MAX);
  return n * BYTES_PER_POINT;
}

export function damWork(inputs: ClimateInputs): bigint {
  const problem = problemOf(inputs);
  return workOfMeshes(
    problem.stated,
    (level) => levelMesh(problem, level),
    ({ n, steps }) => 20 * n * steps,
  );
}

export function runDam(inputs: ClimateInputs, stop: StopSignal, progress: Progress): SolverResult {
  const problem = problemOf(inputs);
  const { g, half, left, right, stated, tEnd } = problem;
  const rung = (mesh: Mesh, from: number, of: number): Rung<Run> => {
    const run = march(problem, mesh, stop, (part) => progress(from + part, of));
    return { run, value: valueAt(problem, run) };
  };
  const partOf = (mesh: Mesh, part: number): Mesh => {
    const steps = Math.max(1, Math.ceil(mesh.steps * part));
    return { n: Math.max(8, Math.round(mesh.n * part)), steps, dt: tEnd / steps };
  };
  // With shocks and the edges of fans in it, the scheme is of first order.
  const {
    error: measured,
    quantities,
    run,
    value,
  } = measureOrClimbMeshes<Mesh, Run>(
    {
      stated,
      levelMesh: (level) => levelMesh(problem, level),
      partOf,
      resolutionOf: ({ n }) => n,
      rung,
    },
    {
      formalOrder: 1,
      scale: Math.max(left, right),
      doublings: DOUBLINGS,
      readings: (made) => readingsOf(problem, made),
    },
  );
  progress(1, 1);
  const { drift, flow, mesh } = run;
  const speed = speeds(problem, flow);
  const error = withUnseen(
    measured,
    [{ name: "bed", sampler: problem.bed, size: Math.max(left, right) }],
    evenPoints(mesh.n, 2 * half, -half),
    new Float64Array(1),
  );
  const dx = (2 * half) / mesh.n;
  const axes = [{ name: "x", unit: "m", n: mesh.n, start: -half + dx / 2, step: dx }];
  const shape = [mesh.n];
  return {
    value,
    unit: "m",
    equations: [
      `h_t + (h u)_x = 0, (h u)_t + (h u^2 + ${g} h^2 / 2)_x = -${g} h b_x, b = ${problem.bed.text}`,
      `surface ${left} m for x < 0, ${right} m for x > 0, at rest; at x = ${problem.probe} m, t ` +
        `= ${tEnd} s: ${value} m`,
    ],
    outputs: {
      ...widened(quantities, error.relative - measured.relative),
      steps: exact(mesh.steps),
    },
    named: { mode: "dam", scheme: "hll-muscl", cells: [mesh.n], dt: mesh.dt },
    fields: [
      { name: "surface_height", unit: "m", shape, data: surfaceOf(flow), axes },
      { name: "depth", unit: "m", shape, data: flow.h, axes },
      { name: "velocity", unit: "m/s", shape, data: speed, axes },
    ],
    ...(mesh.steps < 2
      ? {}
      : { timeLevels: { before1: run.before1, before2: run.before2, tau: mesh.dt / tEnd } }),
    invariants: [drift.invariant("volume")],
    error,
    assumed: problem.assumed,
    notes: [],
  };
}
