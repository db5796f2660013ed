/** A dam break: domain, meshes and the answer. */
import { checkedPoints } from "../execute.js";
import { Drift } from "../fields/drift.js";
import { statedSteps } from "../fields/march.js";
import { evenPoints, samplerOf, type Sampler } from "../fields/sampler.js";
import { isBroken, meanOver } from "../fields/nodal.js";
import { withUnseen } from "../fields/unseen.js";
import { LIMIT_SLACK } from "../gate.js";
import { defineMarch, inSteps, type MarchAnswer, type Steps, type Watch } from "../march.js";
import { exact, type Quantities, type Readings } from "../reading.js";
import { badInput, exploded, need, unstableStep } from "../refusal.js";
import type { Assumed, TimeLevels } from "../solver.js";
import type { ClimateInputs } from "./basin.js";
import { DamFlow } from "./riemann.js";
import { brokenDam } from "./stoker.js";

interface Mesh extends Steps {
  readonly n: number;
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
  readonly timeLevels: TimeLevels | null;
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

function march(problem: Problem, mesh: Mesh, watch: Watch): Run {
  const { bed, deepest, g, half, left, right, tEnd } = problem;
  const { dt, n, steps } = mesh;
  const dx = (2 * half) / n;
  const places = bed.breaks?.("x", -half, half).places ?? [];
  const read = (x: number): number => bed.at(x, 0, 0);
  const ground = Float64Array.from({ length: n }, (_, i) => {
    const low = -half + i * dx;
    const isCut = places.some(({ at }) => at > low && at < low + dx);
    return isCut ? meanOver(read, places, low, low + dx) : read(-half + (i + 0.5) * dx);
  });
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
  const way = { points: n, steps, tau: dt / tEnd };
  const surface = (): Float64Array => surfaceOf(flow);
  const timeLevels = inSteps(way, watch, surface, (k) => {
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
  });
  return { mesh, flow, drift, timeLevels };
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

/** Whether the bed jumps or bends. */
function isStepped(bed: Sampler, half: number): boolean {
  return isBroken(bed, Float64Array.of(-half, half), new Float64Array(1));
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

function answer(
  problem: Problem,
  { drift, flow, mesh }: Run,
  { quantities, value }: { readonly quantities: Quantities; readonly value: number },
): MarchAnswer {
  const { g, half, left, right, tEnd } = problem;
  const dx = (2 * half) / mesh.n;
  const axes = [{ name: "x", unit: "m", n: mesh.n, start: -half + dx / 2, step: dx }];
  const shape = [mesh.n];
  return {
    unit: "m",
    equations: [
      `h_t + (h u)_x = 0, (h u)_t + (h u^2 + ${g} h^2 / 2)_x = -${g} h b_x, b = ${problem.bed.text}`,
      `surface ${left} m for x < 0, ${right} m for x > 0, at rest; at x = ${problem.probe} m, t ` +
        `= ${tEnd} s: ${value} m`,
    ],
    outputs: { ...quantities, steps: exact(mesh.steps) },
    named: { mode: "dam", scheme: "hll-muscl", cells: [mesh.n], dt: mesh.dt },
    fields: [
      { name: "surface_height", unit: "m", shape, data: surfaceOf(flow), axes },
      { name: "depth", unit: "m", shape, data: flow.h, axes },
      { name: "velocity", unit: "m/s", shape, data: speeds(problem, flow), axes },
    ],
    invariants: [drift.invariant("volume")],
    notes: [],
  };
}

export const dam = defineMarch({
  // With shocks and the edges of fans in it, the scheme is of first order.
  order: 1,
  problemOf,
  levelMesh,
  partOf: ({ tEnd }, mesh, part) => {
    const steps = Math.max(1, Math.ceil(mesh.steps * part));
    return { n: Math.max(8, Math.round(mesh.n * part)), steps, dt: tEnd / steps };
  },
  resolutionOf: ({ n }) => n,
  doublingsOf: () => DOUBLINGS,
  memoryOf: (_, { n }) => checkedPoints("cells of the line", n) * BYTES_PER_POINT,
  workOf: (_, { n, steps }) => 20 * n * steps,
  ready: (problem) => ({ ...problem, scale: Math.max(problem.left, problem.right) }),
  march,
  valueOf: valueAt,
  readingsOf,
  // Where a bore or the edge of a fan lies in its cell differs from mesh to mesh.
  isUneven: ({ bed }) => bed.varies("x"),
  knownOf: ({ bed, g, left, probe, right, tEnd }) => {
    if (bed.varies("x")) return undefined;
    const ground = bed.at(0, 0, 0);
    const [high, low] = [Math.max(0, left - ground), Math.max(0, right - ground)];
    return ground + brokenDam(high, low, g, probe / tEnd);
  },
  seen: ({ bed, half, scale }, { error, run }) => {
    const taken = isStepped(bed, half) ? "means" : "values";
    const xs = evenPoints(run.mesh.n, 2 * half, -half);
    return withUnseen(
      error,
      [{ name: "bed", sampler: bed, size: scale, taken }],
      xs,
      new Float64Array(1),
    );
  },
  answer,
});
