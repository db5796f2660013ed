/** Shallow water on a turning sphere: meshes, the start, and the answer. */
import { PI } from "../../math/constants.js";
import { asin, sin } from "../../math/index.js";
import { checkedPoints } from "../execute.js";
import { Drift } from "../fields/drift.js";
import { shownField, withUnseen } from "../fields/unseen.js";
import { isCount, statedSteps } from "../fields/march.js";
import { evenPoints, samplerOf, type ProfileInput, type Sampler } from "../fields/sampler.js";
import { LIMIT_SLACK } from "../gate.js";
import type { Climbed } from "../ladder.js";
import { defineMarch, inSteps, type MarchAnswer, type Steps, type Watch } from "../march.js";
import { exact, type Quantities, type Readings } from "../reading.js";
import type { Spectrum } from "../../math/transform/harmonics.js";
import { badInput, exploded, need, stopIf, tooLarge, unstableStep } from "../refusal.js";
import type { Assumed, ErrorEstimate, SolverResult, TimeLevels } from "../solver.js";
import { packFloats, unpackFloats } from "../state.js";
import type { ClimateInputs } from "./basin.js";
import { CLIMATE_STEPS_MAX, COLUMNS_MAX } from "./card.js";
import { Globe, type GlobeOptions } from "./globe.js";

interface Mesh extends Steps {
  readonly nx: number;
}

interface SphereState {
  readonly nx: number;
  readonly t: number;
  readonly numbers: Float64Array;
}

interface Problem {
  readonly options: Omit<GlobeOptions, "columns">;
  readonly omega: number;
  readonly tEnd: number;
  readonly start: { readonly eta: Sampler; readonly u: Sampler; readonly v: Sampler };
  readonly bed: Sampler;
  readonly probe: readonly [number, number];
  readonly deepest: number;
  readonly scale: number;
  readonly stated: Mesh | null;
  readonly from: SphereState | null;
  readonly assumed: readonly Assumed[];
}

interface Run {
  readonly mesh: Mesh;
  readonly globe: Globe;
  readonly volume: Drift;
  readonly energy: Drift;
  readonly timeLevels: TimeLevels | null;
}

const COLUMNS = 32;
const DOUBLINGS = 4;
const COURANT = 0.45;
/** Of waves in classical Runge-Kutta steps. */
const WAVE_LIMIT = Math.sqrt(8);
const HALF_TURN = PI / 2;
/** Part of the depth below which heights are none: a lake at rest is known to its rounding. */
const REST = 1e-9;
/** Products of a step for one coefficient and latitude. */
const PRODUCTS = 4 * 40;
/**
 * Products of one level of the ladder: a sphere that would take more is answered by what it has, or
 * not at all.
 */
const LEVEL_WORK_MAX = 34_359_738_368;

function truncationOf(nx: number): number {
  return Math.floor((nx - 1) / 3);
}

/** Of the six parts of a state, each as many numbers as there are coefficients. */
function numbersOf(nx: number): number {
  const last = truncationOf(nx);
  return 6 * (((last + 1) * (last + 2)) / 2);
}

function problemOf(inputs: ClimateInputs): Problem {
  const assumed: Assumed[] = [];
  const depth = need(inputs.H, "H", "the depth at rest");
  const radius = need(inputs.radius, "radius", "the radius of the sphere");
  const omega = need(inputs.omega, "omega", "the rate of rotation (0 without)");
  const g = need(inputs.g, "g", "gravity");
  const tEnd = need(inputs.t_end, "t_end", "the time that is computed");
  for (const name of ["f", "beta", "extent", "h_left", "h_right"] as const) {
    if (inputs[name] !== undefined)
      throw badInput(`/${name}`, `${name} is no input of a sphere: it has omega and radius`);
  }
  if (inputs.tilt === undefined)
    assumed.push({ name: "tilt", value: 0, unit: "rad", why: "the sphere turns about its poles" });
  if (inputs.bed === undefined)
    assumed.push({ name: "bed", value: 0, unit: "m", why: "a smooth sphere unless given" });
  const { probe = [0, 0] } = inputs;
  if (inputs.probe === undefined)
    assumed.push({ name: "probe", value: [0, 0], unit: "rad", why: "where the equator starts" });
  if (typeof probe === "number" || probe.length !== 2)
    throw badInput("/probe", "give [longitude, latitude] in rad on a sphere");
  const [longitude = Number.NaN, latitude = Number.NaN] = probe;
  if (!(Math.abs(longitude) <= 2 * PI && Math.abs(latitude) <= HALF_TURN))
    throw badInput("/probe", "no longitude and latitude in rad");
  const from = inputs.initialState === undefined ? null : stateOf(inputs.initialState);
  const bed = fieldOf(inputs.bed, "/bed");
  const start = startOf(inputs, from);
  let [deepest, height, speed] = [0, 0, 0];
  for (let a = 0; a < 64; a += 1) {
    for (let b = 0; b <= 32; b += 1) {
      const [x, y] = [(PI * a) / 32, HALF_TURN * (b / 16 - 1)];
      const eta = start.eta.at(x, y, 0);
      const [u, v, ground] = [start.u.at(x, y, 0), start.v.at(x, y, 0), bed.at(x, y, 0)];
      if (!Number.isFinite(eta + u + v + ground))
        throw badInput("/initial", `no finite number at longitude ${x}, latitude ${y}`);
      deepest = Math.max(deepest, depth + eta - ground);
      height = Math.max(height, Math.abs(eta));
      speed = Math.max(speed, Math.abs(u), Math.abs(v));
    }
  }
  const options = { radius, g, turning: 2 * omega, tilt: inputs.tilt ?? 0, depth };
  // What goes on shows neither height nor speed of its start: the depth's thousandth stands for
  // them.
  const scale =
    from === null ? Math.max(height + speed * Math.sqrt(depth / g), REST * depth) : depth / 1_000;
  const base = {
    options,
    omega,
    tEnd,
    start,
    bed,
    probe: [longitude, latitude] as const,
    deepest,
    scale,
    from,
    assumed,
  };
  return { ...base, stated: statedMesh(inputs, base) };
}

function fieldOf(input: ProfileInput | undefined, pointer: string): Sampler {
  if (typeof input === "object")
    throw badInput(
      pointer,
      "give a number or an expression over longitude x and latitude y on a sphere",
    );
  return samplerOf(input ?? 0, ["x", "y"], pointer);
}

function startOf({ initial }: ClimateInputs, from: SphereState | null): Problem["start"] {
  const zero = fieldOf(0, "/initial");
  if (from !== null) {
    if (initial !== undefined) throw badInput("/initial", "a continued run starts from its state");
    return { eta: zero, u: zero, v: zero };
  }
  const given = need(initial, "initial", "the surface at the start");
  if (typeof given !== "object" || Array.isArray(given))
    return { eta: fieldOf(given, "/initial"), u: zero, v: zero };
  return {
    eta: fieldOf(given.eta, "/initial/eta"),
    u: fieldOf(given.u, "/initial/u"),
    v: fieldOf(given.v, "/initial/v"),
  };
}

type Base = Omit<Problem, "stated">;

/** Frequency of the fastest wave that a mesh holds, over the limit of the steps. */
function rateOf({ deepest, options: { g, radius, turning } }: Base, nx: number): number {
  const last = truncationOf(nx);
  return (
    Math.sqrt(turning * turning + (g * deepest * last * (last + 1)) / (radius * radius)) /
    WAVE_LIMIT
  );
}

function statedMesh({ dt, nx, ny }: ClimateInputs, base: Base): Mesh | null {
  const { assumed, from, tEnd } = base;
  if (nx === undefined && ny === undefined && dt === undefined && from === null) return null;
  const columns = nx ?? from?.nx ?? (ny === undefined ? COLUMNS * 4 : 2 * ny);
  if (columns % 4 !== 0 || columns < 16)
    throw badInput("/nx", "a sphere has a multiple of four longitudes, at least 16");
  if (columns > COLUMNS_MAX) throw tooLarge("longitudes", columns, COLUMNS_MAX);
  if (ny !== undefined && 2 * ny !== columns)
    throw badInput("/ny", `a sphere of ${columns} longitudes has ${columns / 2} latitudes`);
  if (from !== null && from.nx !== columns)
    throw badInput("/initialState", `the state has ${from.nx} longitudes`);
  const rate = rateOf(base, columns);
  const march = statedSteps(
    tEnd,
    dt,
    undefined,
    () => Math.max(2, Math.ceil((tEnd * rate) / COURANT)),
    [...assumed],
  );
  if (!(march.dt * rate <= 1 + LIMIT_SLACK)) {
    throw unstableStep(
      "C = dt sqrt((2 omega)^2 + g H n (n + 1) / radius^2) / sqrt(8)",
      march.dt * rate,
      1,
      1 / rate,
    );
  }
  if (!(march.steps <= CLIMATE_STEPS_MAX)) throw tooLarge("steps", march.steps, CLIMATE_STEPS_MAX);
  return { nx: columns, ...march };
}

function stateOf(state: Readonly<Record<string, unknown>>): SphereState {
  const { columns: nx, sphere, t } = state;
  if (!isCount(nx) || nx < 16 || typeof t !== "number" || !Number.isFinite(t))
    throw badInput("/initialState", "no state of a sphere");
  if (nx > COLUMNS_MAX) throw tooLarge("longitudes of the state", nx, COLUMNS_MAX);
  return { nx, t, numbers: unpackFloats(sphere, numbersOf(nx), "/initialState/sphere") };
}

function levelMesh(problem: Problem, level: number): Mesh {
  const steps =
    Math.max(2, Math.ceil((problem.tEnd * rateOf(problem, COLUMNS)) / COURANT)) * (1 << level);
  return { nx: COLUMNS << level, steps, dt: problem.tEnd / steps };
}

function partsOf({ now: { depth, divergence, vorticity } }: Globe): readonly Float64Array[] {
  return [vorticity.re, vorticity.im, divergence.re, divergence.im, depth.re, depth.im];
}

function globeOf(problem: Problem, { nx }: Mesh): Globe {
  const { bed, from, options, start } = problem;
  const globe = new Globe({ ...options, columns: nx });
  const { columns, mu, rows } = globe.harmonics;
  const grid = (): Float64Array => new Float64Array(rows * columns);
  const [u, v, depth, ground] = [grid(), grid(), grid(), grid()];
  for (let j = 0; j < rows; j += 1) {
    const y = asin(mu[j]!);
    const cosine = Math.sqrt((1 - mu[j]!) * (1 + mu[j]!));
    for (let i = 0; i < columns; i += 1) {
      const [x, k] = [(2 * PI * i) / columns, j * columns + i];
      ground[k] = bed.at(x, y, 0);
      depth[k] = options.depth + start.eta.at(x, y, 0) - ground[k];
      u[k] = cosine * start.u.at(x, y, 0);
      v[k] = cosine * start.v.at(x, y, 0);
      const sum = ground[k] + depth[k] + u[k] + v[k];
      if (sum - sum !== 0)
        throw badInput("/initial", `no finite number at longitude ${x}, latitude ${y}`);
      if (from === null && !(depth[k] > 0))
        throw badInput("/bed", `no water is left at longitude ${x}, latitude ${y}`);
    }
  }
  globe.set(u, v, depth, ground);
  if (from !== null) restore(globe, from, truncationOf(nx));
  return globe;
}

/** The coefficients of a state as far as both truncations go. */
function restore(globe: Globe, { numbers, nx }: SphereState, last: number): void {
  const had = truncationOf(nx);
  const size = numbers.length / 6;
  for (const [k, part] of partsOf(globe).entries()) {
    part.fill(0);
    let [to, at] = [0, k * size];
    for (let m = 0; m <= Math.min(last, had); m += 1) {
      part.set(numbers.subarray(at, at + Math.min(last, had) - m + 1), to);
      at += had - m + 1;
      to += last - m + 1;
    }
  }
}

function surface(globe: Globe): Float64Array {
  const {
    bed,
    harmonics,
    now,
    options: { depth },
  } = globe;
  const sum: Spectrum = {
    re: now.depth.re.map((one, k) => one + bed.re[k]!),
    im: now.depth.im.map((one, k) => one + bed.im[k]!),
  };
  const grid = new Float64Array(harmonics.rows * harmonics.columns);
  harmonics.synthesise(sum, grid);
  return grid.map((one) => one - depth);
}

function march(problem: Problem, mesh: Mesh, watch: Watch): Run {
  const globe = globeOf(problem, mesh);
  const { columns, rows } = globe.harmonics;
  const { dt, steps } = mesh;
  const poll = (): void => stopIf(watch.stop);
  const [volume, energy] = [new Drift(), new Drift()];
  const measure = (n: number): void => {
    const measured = globe.measures();
    if (measured.energy - measured.energy !== 0) throw exploded(n, "a height or velocity");
    if (!(measured.least > 0)) throw exploded(n, `a depth of ${measured.least}`);
    volume.sample(measured.volume);
    energy.sample(measured.energy);
  };
  const way = { points: columns * rows, steps, tau: dt / problem.tEnd };
  const level = (): Float64Array => surface(globe);
  const timeLevels = inSteps(way, watch, level, (n) => {
    measure(n);
    globe.step(dt, poll);
  });
  measure(steps);
  return { mesh, globe, volume, energy, timeLevels };
}

function memoryOf(_: Problem, { nx }: Mesh): number {
  checkedPoints("points of the sphere", (nx * nx) / 2);
  const coefficients = numbersOf(nx) / 6;
  return coefficients * (nx / 4) * 16 + nx * (nx / 2) * 8 * 16 + coefficients * 16 * 16;
}

/** Products of a run. */
function productsOf({ nx, steps }: Mesh): number {
  return PRODUCTS * (numbersOf(nx) / 6) * (nx / 4) * steps;
}

/** How far the ladder goes: three levels at least, and no level past its work. */
function doublingsOf(problem: Problem): number {
  let doublings = 2;
  while (doublings < DOUBLINGS && productsOf(levelMesh(problem, doublings + 1)) <= LEVEL_WORK_MAX)
    doublings += 1;
  return doublings;
}

function valueOf(
  { options: { depth }, probe }: Problem,
  { globe: { bed, harmonics, now } }: Run,
): number {
  const mu = sin(probe[1]);
  return harmonics.at(now.depth, probe[0], mu) + harmonics.at(bed, probe[0], mu) - depth;
}

function partOf(problem: Problem, mesh: Mesh, part: number): Mesh {
  const nx = Math.max(16, 4 * Math.round((mesh.nx * part) / 4));
  const stable = Math.ceil(problem.tEnd * rateOf(problem, nx));
  const steps = Math.max(2, Math.ceil(mesh.steps * part), stable);
  return { nx, steps, dt: problem.tEnd / steps };
}

/**
 * Steps err by order 4, the truncation faster than any: an extrapolate of both is known to the part
 * that it took away.
 */
function settled({ scale }: Problem, { error, value }: Climbed<Run>): ErrorEstimate {
  const finest = error.levels.at(-1)!.value;
  const taken = Math.abs(value - finest) / Math.max(Math.abs(value), scale);
  return { ...error, relative: Math.max(error.relative, taken) };
}

/** Velocities on the points, from those that the harmonics carry. */
function winds(globe: Globe): readonly [Float64Array, Float64Array] {
  const {
    harmonics: { columns, mu },
  } = globe;
  globe.measures();
  const over = (data: Float64Array): Float64Array =>
    data.map(
      (one, k) =>
        one / Math.sqrt((1 - mu[Math.floor(k / columns)]!) * (1 + mu[Math.floor(k / columns)]!)),
    );
  return [over(globe.u), over(globe.v)];
}

function readingsOf(_: Problem, { energy, globe, volume }: Run): Readings {
  const [u, v] = winds(globe);
  const fastest = u.reduce(
    (most, one, k) => Math.max(most, Math.sqrt(one * one + v[k]! * v[k]!)),
    0,
  );
  return {
    volume: { value: volume.invariant("volume").last, unit: "m^3" },
    energy: { value: energy.invariant("energy").last, unit: "m^5/s^2" },
    speed_max: { value: fastest, unit: "m/s" },
  };
}

/** The estimate, widened by what start and bed hide between the points of the sphere. */
function seen(
  { bed, options: { depth }, start }: Problem,
  { error, run: { globe } }: Climbed<Run>,
): ErrorEstimate {
  const { columns, mu } = globe.harmonics;
  const xs = evenPoints(columns, 2 * PI);
  const ys = Float64Array.from([-HALF_TURN, ...mu.map((one) => asin(one)), HALF_TURN]).sort();
  return withUnseen(
    error,
    [
      shownField("initial", start.eta, xs, ys),
      shownField("initial.u", start.u, xs, ys),
      shownField("initial.v", start.v, xs, ys),
      { name: "bed", sampler: bed, size: depth },
    ],
    xs,
    ys,
  );
}

function answer(
  problem: Problem,
  { energy, globe, mesh, volume }: Run,
  { quantities, value }: { readonly quantities: Quantities; readonly value: number },
): MarchAnswer {
  const {
    bed,
    from,
    omega,
    options: { depth, g, radius, tilt },
    probe,
    scale,
    start,
  } = problem;
  const {
    harmonics: { columns, mu, rows, truncation },
  } = globe;
  const end = (from?.t ?? 0) + mesh.steps * mesh.dt;
  const eta = surface(globe);
  const [u, v] = winds(globe);
  const axes = [
    { name: "latitude", unit: "rad", n: rows, values: Array.from(mu, (one) => asin(one)) },
    {
      name: "longitude",
      unit: "rad",
      n: columns,
      start: 0,
      step: (2 * PI) / columns,
      periodic: true,
    },
  ];
  const field = (
    name: string,
    unit: string,
    data: Float64Array,
  ): SolverResult["fields"][number] => ({ name, unit, shape: [rows, columns], data, axes });
  const state = new Float64Array(numbersOf(mesh.nx));
  for (const [k, part] of partsOf(globe).entries()) state.set(part, k * part.length);
  return {
    unit: "m",
    equations: [
      `dv/dt = -(f + zeta) k x v - grad(${g} eta + |v|^2 / 2), f = 2 (${omega}) sin(latitude ` +
        `from an axis tilted by ${tilt})`,
      `d eta/dt + div(h v) = 0, h = ${depth} + eta - b, b = ${bed.text}; a sphere of radius ` +
        `${radius} m; eta(0) = ${start.eta.text}`,
      `eta(${probe.join(", ")}; t = ${end}) = ${value} m`,
    ],
    outputs: { ...quantities, steps: exact(mesh.steps) },
    named: {
      mode: "sphere",
      scheme: "spherical-harmonics",
      cells: [columns, rows],
      truncation,
      dt: mesh.dt,
    },
    fields: [field("surface_elevation", "m", eta), field("u", "m/s", u), field("v", "m/s", v)],
    state: { columns: mesh.nx, t: end, sphere: packFloats(state) },
    invariants: [
      volume.invariant("volume"),
      energy.invariant("energy", energyScale(problem, scale)),
    ],
    notes: [
      "coordinates x and y of expressions are longitude and latitude in rad; bed and start are " +
        "taken within the truncation",
    ],
  };
}

/** Rounding of the volume moves the energy of a lake at rest: energies below this are none. */
function energyScale({ options: { depth, g, radius } }: Problem, scale: number): number {
  const height = Math.max(scale, REST * depth);
  return 2 * PI * radius * radius * g * height * height * 1e-3;
}

export const sphere = defineMarch({
  order: 4,
  problemOf,
  levelMesh,
  partOf,
  resolutionOf: ({ nx }) => nx,
  doublingsOf,
  memoryOf,
  workOf: (_, mesh) => productsOf(mesh),
  ready: (problem, stop) => {
    stopIf(stop);
    return problem;
  },
  march,
  valueOf,
  readingsOf,
  settled,
  seen,
  answer,
});
