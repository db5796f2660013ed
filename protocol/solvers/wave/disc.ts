/** A circular membrane held at its edge: from a body to levels, and from a level to an answer. */
import { PI, ULP } from "../../math/constants.js";
import { asin, atan2, cos, cospi, hypot, sin, sinpi } from "../../math/index.js";
import { eigenvalue, sturmForm } from "../../math/eigen/tridiagonal.js";
import { jn } from "../../math/special/bessel.js";
import { checkedPoints } from "../execute.js";
import { Drift } from "../fields/drift.js";
import { shownField, withUnseen } from "../fields/unseen.js";
import { isCount } from "../fields/march.js";
import { evenPoints, samplerOf, type Sampler } from "../fields/sampler.js";
import { LIMIT_SLACK } from "../gate.js";
import type { Climbed } from "../ladder.js";
import { defineMarch, type MarchAnswer, type Steps, type Watch } from "../march.js";
import { exact, formula, remainder, type Quantities, type Readings } from "../reading.js";
import { badInput, need } from "../refusal.js";
import type { Assumed, ErrorEstimate, TimeLevels } from "../solver.js";
import { packFloats, unpackFloats } from "../state.js";
import { COURANT, isMeshStated, leapTo, statedMarch } from "./leapfrogMarch.js";
import type { WaveInputs } from "./card.js";
import { modeFrequency, type ModeFrequency } from "./modes.js";
import {
  DISC_COURANT,
  DiscLeapfrog,
  edgeMirror,
  firstRing,
  harmonicOf,
  harmonicsOf,
  onRings,
  ringWeights,
  rowsOf,
  type DiscGrid,
} from "./polar.js";

interface Mesh extends Steps {
  readonly rings: number;
  readonly angles: number;
}

/** Levels are padded rows of harmonics. */
interface Level {
  readonly rings: number;
  readonly angles: number;
  readonly dt: number;
  readonly t: number;
  readonly u: Float64Array;
  readonly before: Float64Array;
}

interface Problem {
  readonly c: number;
  readonly radius: number;
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
  readonly frog: DiscLeapfrog;
  readonly drift: Drift;
  readonly timeLevels: TimeLevels | null;
}

const RINGS = 16;
const ANGLES_PER_RING = 2;
const ANGLES_MIN = 8;
const DOUBLINGS = 5;
const BYTES_PER_POINT = 72;
/**
 * Part of the greatest displacement that the edge may start with: tails of a pulse, not a mistake.
 */
const EDGE_TAIL = 1e-3;
/** Angles at which the edge is looked at. */
const EDGE_ANGLES = 64;

export function isDisc({ mode, radius }: WaveInputs): boolean {
  return mode === "disc" || radius !== undefined;
}

function discProblem(inputs: WaveInputs): Problem {
  const assumed: Assumed[] = [];
  if (inputs.mode !== undefined && inputs.mode !== "disc" && inputs.mode !== "membrane")
    throw badInput("/radius", `a ${inputs.mode} has no radius`);
  if (inputs.dim === 1) throw badInput("/dim", "a disc has two dimensions");
  if (inputs.edges !== undefined && inputs.edges !== "fixed")
    throw badInput("/edges", "the edge of a disc is fixed");
  const c = need(inputs.c, "c", "the speed of waves");
  const radius = need(inputs.radius, "radius", "the radius of the disc");
  for (const name of ["lx", "ly", "length"] as const) {
    if (inputs[name] !== undefined) throw badInput(`/${name}`, "a disc has a radius and no sides");
  }
  const tEnd = need(inputs.t_end, "t_end", "the time that is computed");
  if (inputs.edges === undefined)
    assumed.push({
      name: "edges",
      value: "fixed",
      unit: "",
      why: "the edge of a disc is held at zero",
    });
  const probe = probeOf(inputs, radius, assumed);
  const from = inputs.initialState === undefined ? null : levelOf(inputs.initialState);
  const stated = statedMesh(inputs, { c, radius, tEnd, from }, assumed);
  const field = (
    input: WaveInputs["initial"],
    name: "initial" | "velocity",
    what: string,
  ): Sampler => samplerOf(from === null ? need(input, name, what) : 0, ["x", "y"], `/${name}`);
  return {
    c,
    radius,
    tEnd,
    probe,
    stated,
    from,
    assumed,
    initial: field(inputs.initial, "initial", "the displacement at the start"),
    velocity: field(inputs.velocity, "velocity", "the velocity at the start (0 from rest)"),
  };
}

function probeOf(
  { probe }: WaveInputs,
  radius: number,
  assumed: Assumed[],
): readonly [number, number] {
  if (probe === undefined) {
    assumed.push({ name: "probe", value: [0, 0], unit: "m", why: "the centre unless given" });
    return [0, 0];
  }
  if (typeof probe === "number" || probe.length !== 2)
    throw badInput("/probe", "give [x, y] on a disc");
  const [x, y] = [probe[0]!, probe[1]!];
  if (!(x * x + y * y <= radius * radius * (1 + LIMIT_SLACK)))
    throw badInput("/probe", "the probe lies outside");
  return [x, y];
}

function rateOf(c: number, radius: number, rings: number): number {
  return (c * rings) / (radius * DISC_COURANT);
}

function statedMesh(
  inputs: WaveInputs,
  { c, from, radius, tEnd }: Pick<Problem, "c" | "radius" | "tEnd" | "from">,
  assumed: Assumed[],
): Mesh | null {
  const { nx, ny } = inputs;
  if (!isMeshStated(inputs)) return null;
  const rings =
    nx ??
    from?.rings ??
    (ny === undefined ? 4 * RINGS : Math.max(3, Math.round(ny / ANGLES_PER_RING)));
  const angles = ny ?? from?.angles ?? Math.max(ANGLES_MIN, ANGLES_PER_RING * rings);
  if (nx === undefined)
    assumed.push({ name: "nx", value: rings, unit: "1", why: "rings where they are not stated" });
  if (ny === undefined)
    assumed.push({ name: "ny", value: angles, unit: "1", why: "angles where they are not stated" });
  if (angles % 2 !== 0 || angles < ANGLES_MIN)
    throw badInput("/ny", `angles are an even number of at least ${ANGLES_MIN}`);
  if (from !== null && (from.rings !== rings || from.angles !== angles))
    throw badInput("/initialState", `the state has ${from.rings} rings and ${from.angles} angles`);
  const rate = rateOf(c, radius, rings);
  const march = statedMarch(
    inputs,
    { tEnd, rate, fromDt: from?.dt ?? null, courant: "C = sqrt(2) c dt / dr" },
    assumed,
  );
  return { rings, angles, ...march };
}

function levelOf(state: Readonly<Record<string, unknown>>): Level {
  const { angles, before, dt, rings, t, u } = state;
  if (
    !isCount(rings) ||
    !isCount(angles) ||
    rings < 1 ||
    angles < ANGLES_MIN ||
    angles % 2 !== 0 ||
    typeof t !== "number" ||
    typeof dt !== "number" ||
    !(dt > 0)
  ) {
    throw badInput("/initialState", "no state of a disc");
  }
  checkedPoints("points of the state", rings * angles);
  const length = (angles - 1) * (rings + 2);
  return {
    rings,
    angles,
    dt,
    t,
    u: unpackFloats(u, length, "/initialState/u"),
    before: unpackFloats(before, length, "/initialState/before"),
  };
}

function levelMesh({ c, radius, tEnd }: Problem, level: number): Mesh {
  const steps = Math.ceil((tEnd * rateOf(c, radius, RINGS)) / COURANT) * (1 << level);
  return {
    rings: RINGS << level,
    angles: (ANGLES_PER_RING * RINGS) << level,
    steps,
    dt: tEnd / steps,
  };
}

function partOf({ c, radius, tEnd }: Problem, mesh: Mesh, part: number): Mesh {
  const rings = Math.max(3, Math.round(mesh.rings * part));
  const angles = Math.max(ANGLES_MIN, 2 * Math.round((mesh.angles * part) / 2));
  const steps = Math.max(
    2,
    Math.ceil(tEnd * rateOf(c, radius, rings)),
    Math.ceil(mesh.steps * part),
  );
  return { rings, angles, steps, dt: tEnd / steps };
}

function gridOf({ radius }: Problem, { angles, rings }: Mesh): DiscGrid {
  return { angles, radius, rings };
}

/** Rows of harmonics of an input. */
function sampled(
  { radius }: Problem,
  grid: DiscGrid,
  { at }: Sampler,
  pointer: string,
): Float64Array {
  const { angles, rings } = grid;
  const turn = (of: (x: number) => number): Float64Array =>
    Float64Array.from({ length: angles }, (_, k) => of((2 * k) / angles));
  const [cosines, sines] = [turn(cospi), turn(sinpi)];
  return harmonicsOf(grid, (i, k) => {
    const r = (radius * (i + 0.5)) / rings;
    const value = at(r * cosines[k]!, r * sines[k]!, 0);
    if (value - value !== 0)
      throw badInput(pointer, `no finite number at x = ${r * cosines[k]!}, y = ${r * sines[k]!}`);
    return value;
  });
}

/**
 * Cubic through four of: rings mirrored at the middle, rings, the edge. @param r in ring widths
 * from the middle
 */
function alongRadius(
  rings: number,
  r: number,
): { readonly ring: number; readonly flips: boolean; readonly weight: number }[] {
  const place = (i: number): number => (i === rings ? rings : i + 0.5);
  const first = Math.min(Math.max(Math.floor(r - 0.5) - 1, -2), rings - 3);
  const four = [0, 1, 2, 3].map((k) => first + k);
  return four.map((i) => ({
    ring: i < 0 ? -1 - i : i,
    flips: i < 0,
    weight: four.reduce(
      (product, j) => (i === j ? product : (product * (r - place(j))) / (place(i) - place(j))),
      1,
    ),
  }));
}

/** Value of rows of harmonics at one place. */
function valueAt(grid: DiscGrid, rows: Float64Array, [x, y]: readonly [number, number]): number {
  const { radius, rings } = grid;
  const angle = atan2(y, x);
  const points = alongRadius(rings, (hypot(x, y) / radius) * rings);
  let total = 0;
  for (let n = 0; n < rowsOf(grid); n += 1) {
    const m = harmonicOf(n);
    const along = inRow(rows, n * (rings + 2), points, m);
    total += along * (m === 0 ? 1 : (n & 1) === 1 ? cos(m * angle) : sin(m * angle));
  }
  return total;
}

/** The value of a harmonic between its rings; rows hold the edge's zero behind the last. */
function inRow(
  rows: Float64Array,
  row: number,
  points: ReturnType<typeof alongRadius>,
  m: number,
): number {
  let total = 0;
  for (const { flips, ring, weight } of points) {
    const odd = flips && (m & 1) === 1;
    total += (odd ? -weight : weight) * rows[row + ring + 1]!;
  }
  return total;
}

/**
 * The harmonics of a state on fewer rings and angles, for the coarser runs that measure its error.
 */
function resampled(rows: Float64Array, from: DiscGrid, to: DiscGrid): Float64Array {
  const out = new Float64Array(rowsOf(to) * (to.rings + 2));
  for (let i = 0; i < to.rings; i += 1) {
    const points = alongRadius(from.rings, ((i + 0.5) * from.rings) / to.rings);
    for (let n = 0; n < Math.min(rowsOf(from), rowsOf(to)); n += 1) {
      const m = harmonicOf(n);
      if (i >= firstRing(m))
        out[n * (to.rings + 2) + i + 1] = inRow(rows, n * (from.rings + 2), points, m);
    }
  }
  return out;
}

function march(problem: Problem, mesh: Mesh, watch: Watch): Run {
  const grid = gridOf(problem, mesh);
  const { c, from } = problem;
  const goesOn =
    from !== null &&
    from.rings === mesh.rings &&
    from.angles === mesh.angles &&
    from.dt === mesh.dt;
  const drift = new Drift();
  let frog: DiscLeapfrog;
  if (goesOn) frog = new DiscLeapfrog(grid, c, mesh.dt, from.u.slice(), from.before.slice());
  else {
    const held =
      from === null ? null : { radius: grid.radius, rings: from.rings, angles: from.angles };
    const u =
      held === null
        ? sampled(problem, grid, problem.initial, "/initial")
        : resampled(withoutEdge(from!.u, held), held, grid);
    const velocity =
      held === null
        ? sampled(problem, grid, problem.velocity, "/velocity")
        : resampled(
            withoutEdge(
              from!.u.map((value, i) => (value - from!.before[i]!) / from!.dt),
              held,
            ),
            held,
            grid,
          );
    frog = new DiscLeapfrog(grid, c, mesh.dt, u, new Float64Array(u.length));
    drift.sample(frog.start(velocity, mesh.dt));
  }
  const done = goesOn ? 0 : 1;
  const before2 = leapTo(frog, { done, steps: mesh.steps, drift }, watch);
  const timeLevels =
    mesh.steps < 2
      ? null
      : {
          before2: onRings(grid, before2),
          before1: onRings(grid, frog.before),
          tau: mesh.dt / problem.tEnd,
        };
  return { mesh, frog, drift, timeLevels };
}

/** Ghosts behind the last ring are of no function: interpolation reads the edge there. */
function withoutEdge(rows: Float64Array, { rings }: DiscGrid): Float64Array {
  const out = rows.slice();
  for (let at = rings + 1; at < out.length; at += rings + 2) out[at] = 0;
  return out;
}

function memoryOf(_: Problem, { angles, rings }: Mesh): number {
  checkedPoints("points of the field", angles * rings);
  return angles * (rings + 2) * BYTES_PER_POINT;
}

function ready(problem: Problem): Problem & { readonly scale: number } {
  const { displacement, speed } = scaleOf(problem);
  if (problem.from === null) checkEdge(problem, displacement);
  return { ...problem, scale: displacement + (speed * problem.radius) / problem.c };
}

function valueOf(problem: Problem, { frog, mesh }: Run): number {
  const grid = gridOf(problem, mesh);
  return valueAt(grid, withoutEdge(frog.u, grid), problem.probe);
}

function readingsOf(_: Problem, { drift }: Run): Readings {
  return { energy: { value: drift.invariant("discrete energy").last, unit: "m^4/s^2" } };
}

function seen({ initial, radius, velocity }: Problem, { error, run }: Climbed<Run>): ErrorEstimate {
  const { angles, rings } = run.mesh;
  // Squares as wide as the longer side of a cell at the edge.
  const cells = Math.ceil(Math.min(2 * rings, angles / PI));
  const places = evenPoints(cells, 2 * radius, -radius);
  const shown = [
    shownField("initial", initial, places, places),
    shownField("velocity", velocity, places, places),
  ];
  return withUnseen(error, shown, places, places);
}

/** Greatest displacement and speed at the start. */
function scaleOf(problem: Problem): { readonly displacement: number; readonly speed: number } {
  const { from } = problem;
  const greatest = (values: Float64Array): number =>
    values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (from !== null) {
    const grid = { angles: from.angles, radius: problem.radius, rings: from.rings };
    return {
      displacement: greatest(onRings(grid, from.u)),
      speed: greatest(
        onRings(
          grid,
          from.u.map((value, i) => (value - from.before[i]!) / from.dt),
        ),
      ),
    };
  }
  const grid = gridOf(problem, levelMesh(problem, 1));
  return {
    displacement: greatest(onRings(grid, sampled(problem, grid, problem.initial, "/initial"))),
    speed: greatest(onRings(grid, sampled(problem, grid, problem.velocity, "/velocity"))),
  };
}

function checkEdge({ initial, radius }: Problem, greatest: number): void {
  if (greatest === 0) return;
  for (let k = 0; k < EDGE_ANGLES; k += 1) {
    const [x, y] = [radius * cospi((2 * k) / EDGE_ANGLES), radius * sinpi((2 * k) / EDGE_ANGLES)];
    const value = Math.abs(initial.at(x, y, 0));
    if (!(value <= EDGE_TAIL * greatest))
      throw badInput(
        "/initial",
        `the edge, held at zero, starts at ${value} at x = ${x}, y = ${y}`,
      );
  }
}

/**
 * Frequencies of the lowest modes: by the zeros of Bessel functions, and of these rings and this
 * step.
 */
function modesOf({ c, radius }: Problem, { dt, rings }: Mesh): ModeFrequency[] {
  const dr = radius / rings;
  const { inward, outward, turning } = ringWeights(rings);
  const modes: ModeFrequency[] = [];
  for (const m of [0, 1, 2]) {
    const first = firstRing(m);
    const count = rings - first;
    const wall = edgeMirror(rings) * outward[rings - 1]!;
    const diagonal = Float64Array.from({ length: count }, (_, k) => {
      const i = first + k;
      return outward[i]! + inward[i]! + m * m * turning[i]! + (i === rings - 1 ? wall : 0);
    });
    const off = Float64Array.from(
      { length: Math.max(0, count - 1) },
      (_, k) => -Math.sqrt(outward[first + k]! * inward[first + k + 1]!),
    );
    const form = sturmForm({ diagonal, off });
    for (let n = 1; n <= Math.min(3, count); n += 1) {
      const square = eigenvalue(form, n - 1);
      const k = Math.sqrt(square) / dr;
      const s = (c * dt * k) / 2;
      const exact = (c * besselZero(m, k * radius)) / (2 * PI * radius);
      // An eigenvalue is known to a part of the greatest, a frequency to half of that.
      const lost = (ULP * Math.max(Math.abs(form.low), Math.abs(form.high))) / square;
      modes.push(modeFrequency(m, n, exact, s <= 1 ? asin(s) / (PI * dt) : exact, lost));
    }
  }
  return modes;
}

/** The zero of J_m that Newton's iteration finds from one nearby. */
function besselZero(m: number, near: number): number {
  let x = near;
  for (let i = 0; i < 30; i += 1) {
    const value = jn(m, x);
    const step = value / ((m * value) / x - jn(m + 1, x));
    x -= step;
    if (Math.abs(step) <= 1e-14 * x) break;
  }
  return x;
}

function answer(
  problem: Problem,
  { drift, frog, mesh }: Run,
  { quantities, value }: { readonly quantities: Quantities; readonly value: number },
): MarchAnswer {
  const { c, from, probe, radius } = problem;
  const grid = gridOf(problem, mesh);
  const { angles, dt, rings, steps } = mesh;
  const start = from?.t ?? 0;
  const end = start + steps * dt;
  const energy = drift.invariant("discrete energy");
  return {
    unit: "m",
    equations: [
      `d2u/dt2 = ${c}^2 (d2u/dr2 + du/dr/r + d2u/dtheta2/r^2) in r < ${radius}, u = 0 at the edge`,
      from === null
        ? `u(0) = ${problem.initial.text}, du/dt(0) = ${problem.velocity.text}`
        : `u(${start}) = a state`,
      `u(${probe.join(", ")}; t = ${end}) = ${value} m`,
    ],
    outputs: {
      courant: formula(dt * rateOf(c, radius, rings), "1"),
      steps: exact(steps),
      ...quantities,
      energy_drift_percent: remainder(energy.driftPct),
    },
    named: {
      mode: "disc",
      scheme: "leapfrog",
      cells: [rings, angles],
      dt,
      mode_frequencies: modesOf(problem, mesh).map((mode) => ({ ...mode })),
    },
    fields: [
      {
        name: "displacement_field",
        unit: "m",
        shape: [rings, angles],
        data: onRings(grid, frog.u),
        axes: [
          { name: "r", unit: "m", n: rings, start: radius / (2 * rings), step: radius / rings },
          {
            name: "theta",
            unit: "rad",
            n: angles,
            start: 0,
            step: (2 * PI) / angles,
            periodic: true,
          },
        ],
      },
    ],
    state: { rings, angles, dt, t: end, u: packFloats(frog.u), before: packFloats(frog.before) },
    invariants: [energy],
    notes: [
      "x and y are counted from the middle of the disc; the field stands on rings and angles",
    ],
  };
}

export const disc = defineMarch({
  order: 2,
  problemOf: discProblem,
  levelMesh,
  partOf,
  resolutionOf: ({ rings }) => rings,
  doublingsOf: () => DOUBLINGS,
  memoryOf,
  workOf: (_, { angles, rings, steps }) => angles * rings * steps,
  ready,
  march,
  valueOf,
  readingsOf,
  seen,
  answer,
});
