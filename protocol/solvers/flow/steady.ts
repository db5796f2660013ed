/** The steady cavity: meshes, their flow, and the answer. */
import { measureOrClimb } from "../fields/levels.js";
import { probeField } from "../fields/probe.js";
import type { Rung } from "../ladder.js";
import { formula, remainder, type Quantities, type Reading, type Readings } from "../reading.js";
import { SolverRefusal, tooLarge } from "../refusal.js";
import type { Progress, SolverResult, StopSignal } from "../solver.js";
import { STEADY_CELLS_MAX } from "./card.js";
import { Cavity, cavityMesh, type CavityMesh } from "./cavity.js";
import { cavityPressure, pressureFloats, type CavityPressure } from "./cavityPressure.js";
import { leastOf, type Minimum } from "./minimum.js";
import { settingOf, type FlowInputs, type Setting } from "./problem.js";

interface Run {
  readonly cavity: Cavity;
  readonly least: Minimum;
  readonly pressure: CavityPressure | null;
}

const CELLS = 24;
const DOUBLINGS = 3;
/**
 * Reynolds number that Newton's iteration reaches from rest; larger ones are approached by
 * doubling.
 */
const FROM_REST = 100;
/**
 * Cells below which no flow is sought at high Reynolds numbers: the layers would fall between
 * points.
 */
const SPARE_CELLS = 32;

function steadyMemory(inputs: FlowInputs): number {
  const n = inputs.n ?? CELLS << DOUBLINGS;
  if (n > STEADY_CELLS_MAX)
    throw tooLarge("cells along a side of a steady cavity", n, STEADY_CELLS_MAX);
  return 8 * (n * n * (4 * n + 40) + pressureFloats(n));
}

function steadyWork(inputs: FlowInputs): bigint {
  const of = (n: number): bigint => BigInt(n) * BigInt(n) * BigInt(n) * BigInt(n) * 16n;
  return inputs.n === undefined
    ? of(CELLS) + of(CELLS * 2) + of(CELLS * 4)
    : (of(inputs.n) * 5n) / 4n;
}

/**
 * The flow on n cells: from a coarser one, or from rest through doubled Reynolds numbers where that
 * is too far away.
 */
function flowOn(n: number, re: number, from: Cavity | null, stop: StopSignal): Cavity {
  const mesh = cavityMesh(n);
  const nearby = from === null ? null : fromCoarser(mesh, re, from, stop);
  if (nearby !== null) return nearby;
  const psi = new Float64Array((n + 1) * (n + 1));
  for (let at = Math.min(re, FROM_REST); ; at = Math.min(re, 2 * at)) {
    const cavity = new Cavity(mesh, at, psi);
    cavity.solve(stop);
    if (at === re) return cavity;
  }
}

function fromCoarser(
  mesh: CavityMesh,
  re: number,
  { mesh: { n: m }, psi: coarse }: Cavity,
  stop: StopSignal,
): Cavity | null {
  const { n } = mesh;
  const psi = new Float64Array((n + 1) * (n + 1));
  for (let j = 1; j < n; j += 1) {
    for (let i = 1; i < n; i += 1)
      psi[j * (n + 1) + i] = probeField(coarse, m + 1, m + 1, (i * m) / n, (j * m) / n);
  }
  const cavity = new Cavity(mesh, re, psi);
  try {
    cavity.solve(stop);
    return cavity;
  } catch (error) {
    if (error instanceof SolverRefusal) return null;
    throw error;
  }
}

function runSteady(inputs: FlowInputs, stop: StopSignal, progress: Progress): SolverResult {
  const setting = settingOf(inputs);
  const { length, re, speed } = setting;
  let last: Cavity | null = null;
  let done = 0;
  const rung = (n: number, error?: number): Rung<Run> => {
    progress(done, DOUBLINGS + 3, done, error);
    last = flowOn(n, re, last, stop);
    done += 1;
    const least = leastOf(last.psi, n + 1, n + 1);
    return {
      run: { cavity: last, least, pressure: cavityPressure(last) },
      value: least.value * speed * length,
    };
  };
  const coarsest = (n: number): number => Math.max(8, n);
  const { error, quantities, run, value } = measureOrClimb<Run>(
    {
      start: CELLS,
      formalOrder: 2,
      scale: speed * length,
      doublings: DOUBLINGS,
      at: (n, _, error) => rung(n, error),
      readings: (flow) => readingsOf(setting, flow),
    },
    inputs.n === undefined
      ? null
      : {
          resolution: inputs.n,
          at: (part) => coarse(() => rung(coarsest(Math.round(inputs.n! * part))), part),
        },
  );
  progress(1, 1);
  return answer(setting, value, run, quantities, error);
}

/**
 * A mesh too coarse for the flow has none; the levels then say nothing, and the error is as large
 * as the value.
 */
function coarse(make: () => Rung<Run>, part: number): Rung<Run> {
  try {
    return make();
  } catch (error) {
    if (part === 1 || !(error instanceof SolverRefusal)) throw error;
    const cavity = new Cavity(
      cavityMesh(SPARE_CELLS),
      1,
      new Float64Array((SPARE_CELLS + 1) * (SPARE_CELLS + 1)),
    );
    return { run: { cavity, least: { value: 0, x: 0, y: 0 }, pressure: null }, value: 0 };
  }
}

/**
 * Velocities on faces, as differences of the stream function: columns of u at points of x, rows of
 * v at points of y.
 */
function velocities(
  { mesh: { n, x }, psi }: Cavity,
  speed: number,
): { u: Float64Array; v: Float64Array; divergence: number } {
  const w = n + 1;
  const u = new Float64Array(n * w);
  const v = new Float64Array(w * n);
  for (let j = 0; j < n; j += 1) {
    for (let i = 0; i <= n; i += 1)
      u[j * w + i] = (speed * (psi[(j + 1) * w + i]! - psi[j * w + i]!)) / (x[j + 1]! - x[j]!);
  }
  for (let j = 0; j <= n; j += 1) {
    for (let i = 0; i < n; i += 1)
      v[j * n + i] = (-speed * (psi[j * w + i + 1]! - psi[j * w + i]!)) / (x[i + 1]! - x[i]!);
  }
  let divergence = 0;
  for (let j = 0; j < n; j += 1) {
    for (let i = 0; i < n; i += 1) {
      const [hx, hy] = [x[i + 1]! - x[i]!, x[j + 1]! - x[j]!];
      const div =
        (u[j * w + i + 1]! - u[j * w + i]!) / hx + (v[(j + 1) * n + i]! - v[j * n + i]!) / hy;
      divergence = Math.max(divergence, (Math.abs(div) * Math.min(hx, hy)) / speed);
    }
  }
  return { u, v, divergence };
}

/**
 * Slope of psi along a line of points, by the parabola through three uneven ones. @param line psi
 * at places x
 */
function slopeAt(line: readonly number[], x: Float64Array, j: number): number {
  const [before, after] = [x[j]! - x[j - 1]!, x[j + 1]! - x[j]!];
  const [lower, upper] = [(line[j]! - line[j - 1]!) / before, (line[j + 1]! - line[j]!) / after];
  return (lower * after + upper * before) / (before + after);
}

/** Velocities on both lines through the middle: u upwards, v to the right. */
function centrelines(
  { mesh: { n, x }, psi }: Cavity,
  speed: number,
): { readonly u: Float64Array; readonly v: Float64Array } {
  const along = (at: (k: number) => number): number[] =>
    Array.from({ length: n + 1 }, (_, k) => at(k));
  const upwards = along((k) => probeField(psi, n + 1, n + 1, n / 2, k));
  const sideways = along((k) => probeField(psi, n + 1, n + 1, k, n / 2));
  const [u, v] = [new Float64Array(n + 1), new Float64Array(n + 1)];
  u[n] = speed;
  for (let j = 1; j < n; j += 1) {
    u[j] = speed * slopeAt(upwards, x, j);
    v[j] = -speed * slopeAt(sideways, x, j);
  }
  return { u, v };
}

/** Below this part of U L an eddy in a corner is no more than rounding. */
const EDDY_LEAST = 1e-10;

/** Readings of an eddy, by its place in the list, stand in the table and not among the outputs. */
const EDDY = "eddy";

/** The main one first. */
function eddiesOf({ mesh: { n }, psi }: Cavity, least: Minimum): readonly Minimum[] {
  return [least, ...cornerEddies(psi, n)];
}

/** Centres of the eddies that turn the other way in both lower corners, places in points. */
function cornerEddies(psi: Float64Array, n: number): Minimum[] {
  const w = n + 1;
  const half = n >> 1;
  return [0, n - half].flatMap((from) => {
    // Upside down, so that the corner's greatest value is the least of all.
    const corner = new Float64Array(w * w);
    for (let j = 0; j <= half; j += 1)
      for (let i = from; i <= from + half; i += 1) corner[j * w + i] = -psi[j * w + i]!;
    const { value, x, y } = leastOf(corner, w, w);
    const inside = x > from && x < from + half && y > 0 && y < half;
    return inside && -value > EDDY_LEAST ? [{ value: -value, x, y }] : [];
  });
}

function answer(
  { assumed, length, nu, re, speed }: Setting,
  value: number,
  { cavity, least, pressure: found }: Run,
  quantities: Quantities,
  error: SolverResult["error"],
): SolverResult {
  const {
    mesh: { n, x },
    omega,
    psi,
  } = cavity;
  const { divergence, u, v } = velocities(cavity, speed);
  const middle = centrelines(cavity, speed);
  const pressure = found ?? cavityPressure(cavity);
  const places = [...x].map((s) => s * length);
  const centres = places.slice(1).map((s, i) => (s + places[i]!) / 2);
  const points = (name: string): SolverResult["fields"][number]["axes"][number] => ({
    name,
    unit: "m",
    n: n + 1,
    values: places,
  });
  const between = (name: string): SolverResult["fields"][number]["axes"][number] => ({
    name,
    unit: "m",
    n,
    values: centres,
  });
  const across = (name: string): SolverResult["fields"][number]["axes"][number] => ({
    name,
    unit: "m",
    n: n + 2,
    values: [0, ...centres, length],
  });
  const inUnits = (values: Float64Array): Float64Array => values.map((p) => p * speed * speed);
  const along = (place: number): number => length * probeField(x, n + 1, 1, place, 0);
  return {
    value,
    unit: "m^2/s",
    equations: [
      `(u . grad) omega = ${nu} lap omega, lap psi = -omega in [0, ${length}]^2, u = ${speed} ` +
        "on the lid, 0 on the walls",
      `Re = ${re}; min psi = ${value} m^2/s at (${along(least.x)}, ${along(least.y)})`,
    ],
    outputs: {
      ...Object.fromEntries(Object.entries(quantities).filter(([name]) => !name.startsWith(EDDY))),
      reynolds: formula(re, "1"),
      divergence: remainder(divergence),
      residual: remainder(cavity.imbalance()),
    },
    named: {
      mode: "cavity",
      scheme: "newton",
      cells: [n, n],
      vortices: eddiesOf(cavity, least).map((_, k) =>
        Object.fromEntries(
          ["x", "y", "psi"].flatMap((name) => {
            const { uncertainty, value: number } = quantities[`${EDDY} ${k} ${name}`]!;
            return [
              [name, number],
              [`${name}_uncertainty`, uncertainty],
            ];
          }),
        ),
      ),
    },
    fields: [
      {
        name: "stream_function",
        unit: "m^2/s",
        shape: [n + 1, n + 1],
        data: psi.map((p) => p * speed * length),
        axes: [points("y"), points("x")],
      },
      { name: "u", unit: "m/s", shape: [n, n + 1], data: u, axes: [between("y"), points("x")] },
      { name: "v", unit: "m/s", shape: [n + 1, n], data: v, axes: [points("y"), between("x")] },
      {
        name: "vorticity",
        unit: "1/s",
        shape: [n + 1, n + 1],
        data: omega.map((w) => (w * speed) / length),
        axes: [points("y"), points("x")],
      },
      { name: "u_centreline", unit: "m/s", shape: [n + 1], data: middle.u, axes: [points("y")] },
      {
        name: "pressure",
        unit: "m^2/s^2",
        shape: [n, n],
        data: inUnits(pressure.cells),
        axes: [between("y"), between("x")],
      },
      {
        name: "p_vertical",
        unit: "m^2/s^2",
        shape: [n + 2],
        data: inUnits(pressure.upwards),
        axes: [across("y")],
      },
      {
        name: "p_horizontal",
        unit: "m^2/s^2",
        shape: [n + 2],
        data: inUnits(pressure.sideways),
        axes: [across("x")],
      },
      { name: "v_centreline", unit: "m/s", shape: [n + 1], data: middle.v, axes: [points("x")] },
    ],
    invariants: [
      {
        name: "divergence",
        first: 0,
        last: divergence,
        driftPct: 100 * divergence,
        boundPct: 1e-8,
      },
    ],
    error,
    assumed,
    notes: [
      "the mesh is finer at the walls; pressure is over density, 0 in the middle, and without " +
        "bound at both corners of the lid",
    ],
  };
}

/** Where a line has its least and its greatest value. */
function extremes(line: Float64Array): readonly [number, number] {
  return line.reduce<readonly [number, number]>(
    ([low, high], entry, j) => [entry < line[low]! ? j : low, entry > line[high]! ? j : high],
    [0, 0],
  );
}

/**
 * Where and how fast the flow of a level turns; pressure is over density, in the middle of each wall
 * and at its extremes on the lines between them. Places of extremes are those of points.
 */
function readingsOf({ length, speed }: Setting, { cavity, least, pressure }: Run): Readings {
  const { n, x } = cavity.mesh;
  const middle = centrelines(cavity, speed);
  const [slowest] = extremes(middle.u);
  const [falling, rising] = extremes(middle.v);
  const along = (place: number): number => length * probeField(x, n + 1, 1, place, 0);
  const at = (k: number): Reading => ({
    value: length * x[k]!,
    unit: "m",
    // Half of a cell.
    uncertainty: (length * (x[Math.min(n, k + 1)]! - x[Math.max(0, k - 1)]!)) / 4,
  });
  const readings: Record<string, Reading> = {
    vortex_x: { value: along(least.x), unit: "m" },
    vortex_y: { value: along(least.y), unit: "m" },
    u_min_centreline: { value: middle.u[slowest]!, unit: "m/s" },
    u_min_height: at(slowest),
    v_min_centreline: { value: middle.v[falling]!, unit: "m/s" },
    v_min_place: at(falling),
    v_max_centreline: { value: middle.v[rising]!, unit: "m/s" },
    v_max_place: at(rising),
  };
  for (const [k, eddy] of eddiesOf(cavity, least).entries()) {
    readings[`${EDDY} ${k} x`] = { value: along(eddy.x), unit: "m" };
    readings[`${EDDY} ${k} y`] = { value: along(eddy.y), unit: "m" };
    readings[`${EDDY} ${k} psi`] = { value: eddy.value * speed * length, unit: "m^2/s" };
  }
  if (pressure !== null)
    for (const [name, value] of Object.entries(marks(pressure)))
      readings[`pressure_${name}`] = { value: value * speed * speed, unit: "m^2/s^2" };
  return readings;
}

function marks({ sideways, upwards }: CavityPressure): Readonly<Record<string, number>> {
  return {
    floor: upwards[0]!,
    lid: upwards.at(-1)!,
    left: sideways[0]!,
    right: sideways.at(-1)!,
    max_vertical: Math.max(...upwards),
    min_vertical: Math.min(...upwards),
    max_horizontal: Math.max(...sideways),
    min_horizontal: Math.min(...sideways),
  };
}

export const steadyCavity = { memory: steadyMemory, work: steadyWork, run: runSteady };
