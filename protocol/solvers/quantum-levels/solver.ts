import { placing } from "../fields/placed.js";
import { ULP } from "../../math/constants.js";
import { layerEigenvalue } from "../../math/eigen/layers.js";
import { eigenvalue, eigenvector, sturmForm } from "../../math/eigen/tridiagonal.js";
import type { JsonValue } from "../../ports.js";
import { climb } from "../ladder.js";
import { numericalUncertainty } from "../gate.js";
import { exact, joined, quantitiesOf, type Quantities, type Readings } from "../reading.js";
import { evenPoints } from "../fields/sampler.js";
import { hiddenInLayers, placeRounding } from "../layering.js";
import { noSolution, notConverged, SolverMissing, stopIf, tooLarge } from "../refusal.js";
import {
  defineSolver,
  type Assumed,
  type Field,
  type Progress,
  type SolverResult,
  type StopSignal,
} from "../solver.js";
import { onStated } from "../stated.js";
import { GRID_MAX, LISTED_MAX, quantumLevelsCard } from "./card.js";
import {
  boundStatesAtLeast,
  depths,
  fitBox,
  hamiltonian,
  type Box,
  type Hamiltonian,
} from "./hamiltonian.js";
import {
  fitLayers,
  layeredBoundStates,
  layeredDepths,
  layeredMoments,
  layeredWave,
  placesWithin,
  potentialLayers,
  type LayeredBox,
  type LayeredMoments,
  type LayeredPotential,
} from "./layered.js";
import { problemOf, type Problem, type QuantumInputs } from "./potential.js";

/** J, CODATA 2022, and its standard uncertainty. */
const HARTREE = 4.359744722206e-18;
const HARTREE_UNCERTAINTY = 4.8e-30;
const FIRST_GRID = 256;
/** Optical depth beyond which a further level of the same box is listed. */
const LISTED_DEPTH = 9;
const ORDER = 2;
const NOWHERE = new Float64Array(0);
/** Part of an energy, or of the depth of its potential, that some thousand layers lose. */
const LAYERED_ROUNDING = 64 * ULP;
/** Part of the energy that the potential may hide between the points, averaged over the box. */
const HIDDEN_MAX = 1e-4;

interface Run {
  readonly matrix: Hamiltonian;
  readonly energy: number;
  readonly intervals: number;
  /** What rounding leaves open in an eigenvalue, J. */
  readonly rounding: number;
}

function firstGrid({ grid, n = 0 }: QuantumInputs): number {
  if (grid !== undefined) return grid;
  let first = FIRST_GRID;
  while (first < 12 * (n + 2)) first *= 2;
  return first;
}

/**
 * Two points a radian, where the potential is deep against the level: the ladder starts in its
 * regular range.
 */
function startFor(inputs: QuantumInputs, { phase }: Box): number {
  let start = firstGrid(inputs);
  while (start < 2 * phase && start < GRID_MAX / 32) start *= 2;
  return start;
}

/** Sweeps of a bisection by fifths of 53 bits, and one elimination. */
const SWEEPS = 30;

export const quantumLevels = defineSolver({
  card: quantumLevelsCard,
  refused: placing(({ extent = 0, potential }: QuantumInputs) => ({
    given: { potential },
    over: { x: typeof extent === "number" ? [-extent / 2, extent / 2] : extent },
  })),
  work: (inputs) =>
    BigInt(firstGrid(inputs)) * BigInt(7 * SWEEPS * (1 + Math.min(inputs.n ?? 0, LISTED_MAX))),
  memory: () => 2 * GRID_MAX * 8 * 14,
  run,
});

function run(inputs: QuantumInputs, stop: StopSignal, progress: Progress): SolverResult {
  const { n, quantity = "level" } = inputs;
  if (n === undefined)
    throw new SolverMissing("n", ["n", "level"], "Which level? State n, the ground state being 0.");
  if (inputs.mass === undefined)
    throw new SolverMissing("mass", ["mass", "m"], "The mass of the particle is absent.");
  const problem = problemOf(inputs);
  const top = quantity === "splitting" ? n + 1 : n;
  const start = firstGrid(inputs);
  if (start - 1 <= top)
    throw tooLarge(`the level n = ${top} on a grid of ${start} intervals`, top + 2, start);
  if (isInPieces(problem, problem)) return runLayered(inputs, problem, stop, progress);
  const box = fitBox(problem, top, stop);
  if (isInPieces(problem, box)) return runLayered(inputs, problem, stop, progress);
  const first = inputs.grid ?? startFor(inputs, box);
  progress(1, 8, 0);
  const at = levelAt(problem, box, inputs, stop, progress);
  const scale = quantity === "splitting" ? 0 : problem.scale * problem.joule;
  const options = { formalOrder: ORDER, scale, at };
  const climbed =
    inputs.grid === undefined
      ? climb({ ...options, start: first })
      : onStated({ ...options, resolution: inputs.grid });
  if (inputs.grid === undefined && inputs.preset === undefined) {
    const points = evenPoints(climbed.run.intervals, box.to - box.from, box.from);
    requireSeen(problem, points, NOWHERE, climbed.run.energy);
  }
  // A splitting below the rounding of its levels is not known, however still it stands.
  const size = Math.max(Math.abs(climbed.value), scale);
  const rounding = size > 0 ? climbed.run.rounding / size : Number.POSITIVE_INFINITY;
  return gridAnswer(inputs, problem, box, stop, {
    ...climbed,
    error: { ...climbed.error, relative: climbed.error.relative + rounding },
  });
}

function isInPieces({ written }: Problem, { from, to }: Pick<Box, "from" | "to">): boolean {
  return written !== undefined && placesWithin(written, from, to).length > 0;
}

/** A potential with structure between the points has levels that no grid here can know. */
function requireSeen(
  { scale, written }: Problem,
  points: Float64Array,
  places: Float64Array,
  energy: number,
): void {
  if (written === undefined) return;
  const missed = hiddenInLayers(written.expression, written.slots, points, places);
  if (!(missed > HIDDEN_MAX * Math.max(Math.abs(energy), scale))) return;
  throw notConverged(
    "gate",
    `the potential has structure between the ${points.length} points of the finest grid: what ` +
      `it hides is ${missed}, averaged over the box. State a narrower extent or a finer grid.`,
    { hidden: missed, intervals: points.length - 1 },
  );
}

function levelAt(
  problem: Problem,
  box: Box,
  { n = 0, quantity }: QuantumInputs,
  stop: StopSignal,
  progress: Progress,
): (
  intervals: number,
  level: number,
  error?: number,
) => { readonly value: number; readonly run: Run } {
  let before: number | null = null;
  let change = Number.POSITIVE_INFINITY;
  return (intervals, level, error) => {
    stopIf(stop);
    progress(Math.min(1 + level, 7), 8, level, error);
    if (intervals > 2 * GRID_MAX) throw tooLarge("intervals of the grid", intervals, GRID_MAX);
    const matrix = hamiltonian(problem, box, intervals);
    const form = sturmForm(matrix);
    const guess =
      before !== null && Number.isFinite(change)
        ? { at: before, within: 2 * Math.abs(change) }
        : undefined;
    const energy = eigenvalue(form, n, guess);
    if (before !== null) change = energy - before;
    before = energy;
    const value = quantity === "splitting" ? eigenvalue(form, n + 1) - energy : energy;
    const rounding = 4 * ULP * Math.max(Math.abs(form.low), Math.abs(form.high)) * problem.joule;
    return { value: value * problem.joule, run: { matrix, energy, intervals, rounding } };
  };
}

interface Listed {
  readonly n: number;
  readonly energy: number;
  readonly uncertainty: number;
}

/** Levels whose tails the box holds, extrapolated from the finest grid and its half. */
function listLevels(
  problem: Problem,
  box: Box,
  { matrix, intervals }: Run,
  n: number,
  stop: StopSignal,
): Listed[] {
  const form = sturmForm(matrix);
  const half = sturmForm(hamiltonian(problem, box, Math.max(8, intervals >> 1)));
  const listed: Listed[] = [];
  let change = 0;
  for (let i = 0; i < LISTED_MAX && i < half.diagonal.length; i += 1) {
    stopIf(stop);
    const energy = eigenvalue(form, i);
    const [left, right] = depths(problem, matrix, energy);
    const held =
      (problem.hardFrom || left >= LISTED_DEPTH) && (problem.hardTo || right >= LISTED_DEPTH);
    if (!held && i > n) break;
    change =
      energy -
      eigenvalue(half, i, {
        at: energy - change,
        within: Math.max(8 * Math.abs(change), 1e-6 * Math.abs(energy)),
      });
    const gain = change / 3;
    listed.push({
      n: i,
      energy: (energy + gain) * problem.joule,
      uncertainty: Math.abs(gain) * problem.joule,
    });
  }
  return listed;
}

/**
 * null where the ends go on rising or falling as the box grows: infinitely many, or not to be told
 * from it.
 */
function boundStates(problem: Problem, box: Box): number | null {
  if (problem.hardTo && problem.hardFrom) return null;
  const width = box.to - box.from;
  const wide: Box = {
    ...box,
    from: problem.hardFrom ? box.from : box.from - width,
    to: problem.hardTo ? box.to : box.to + width,
  };
  const ends = (b: Box): number =>
    Math.min(
      problem.hardFrom ? Number.POSITIVE_INFINITY : problem.v(b.from),
      problem.hardTo ? Number.POSITIVE_INFINITY : problem.v(b.to),
    );
  const before = ends(box);
  const after = ends(wide);
  let lowest = Number.POSITIVE_INFINITY;
  for (let i = 1; i < 512; i += 1)
    lowest = Math.min(lowest, problem.v(box.from + (width * i) / 512));
  if (!(Math.abs(after - before) <= 1e-6 * (before - lowest))) return null;
  return boundStatesAtLeast(problem, hamiltonian(problem, wide, 8_192));
}

function waveField(problem: Problem, box: Box, psi: Float64Array, h: number): Field {
  const data = new Float64Array(psi.length + 2);
  const size = 1 / Math.sqrt(h * problem.metre);
  for (let i = 0; i < psi.length; i += 1) data[i + 1] = psi[i]! * size;
  return {
    name: "psi",
    unit: "m^-0.5",
    shape: [data.length],
    data,
    axes: [
      {
        name: "x",
        unit: "m",
        n: data.length,
        start: box.from * problem.metre,
        step: h * problem.metre,
      },
    ],
  };
}

interface Moments {
  readonly kinetic: number;
  readonly potential: number;
  readonly virial: number;
  readonly norm: number;
  readonly residual: number;
}

/** <T>, <V>, <x dV/dx> by central differences of V, and |H psi - E psi| against |E| + |V|. */
function moments(
  problem: Problem,
  box: Box,
  { energy, matrix }: Pick<Run, "energy" | "matrix">,
  psi: Float64Array,
): Moments {
  const { diagonal, h, off, v } = matrix;
  let potential = 0;
  let virial = 0;
  let norm = 0;
  let residual = 0;
  let size = 0;
  for (let i = 0; i < psi.length; i += 1) {
    const p = psi[i]! * psi[i]!;
    norm += p;
    potential += v[i]! * p;
    const slope =
      i === 0
        ? v[1]! - v[0]!
        : i === psi.length - 1
          ? v[i]! - v[i - 1]!
          : (v[i + 1]! - v[i - 1]!) / 2;
    virial += (((box.from + (i + 1) * h) * slope) / h) * p;
    const applied =
      diagonal[i]! * psi[i]! +
      (i > 0 ? off[i - 1]! * psi[i - 1]! : 0) +
      (i + 1 < psi.length ? off[i]! * psi[i + 1]! : 0);
    residual += (applied - energy * psi[i]!) * (applied - energy * psi[i]!);
    size = Math.max(size, Math.abs(diagonal[i]!));
  }
  return {
    kinetic: (energy - potential) * problem.joule,
    potential: potential * problem.joule,
    virial: virial * problem.joule,
    norm,
    residual: Math.sqrt(residual) / size,
  };
}

/** Energies of the state and how deep its tails are. */
function readingsOf(problem: Problem, run: Pick<Run, "energy" | "matrix">, m: Moments): Readings {
  const [left, right] = depths(problem, run.matrix, run.energy);
  return {
    kinetic_energy: { value: m.kinetic, unit: "J" },
    potential_energy: { value: m.potential, unit: "J" },
    virial: { value: m.virial, unit: "J" },
    tail_left: { value: Math.min(left, 1e6), unit: "1" },
    tail_right: { value: Math.min(right, 1e6), unit: "1" },
  };
}

/** The readings of the finest grid, beside those of its half. */
function measured(problem: Problem, box: Box, n: number, finest: Run, m: Moments): Quantities {
  const last = readingsOf(problem, finest, m);
  const matrix = hamiltonian(problem, box, Math.max(8, finest.intervals >> 1));
  const form = sturmForm(matrix);
  if (n >= form.diagonal.length) return quantitiesOf([last], ORDER);
  const half = { matrix, energy: eigenvalue(form, n) };
  const psi = eigenvector(matrix, half.energy);
  return quantitiesOf([readingsOf(problem, half, moments(problem, box, half, psi)), last], ORDER);
}

/** What a level is answered by, however its problem was cut up. */
interface Solved {
  readonly value: number;
  readonly error: SolverResult["error"];
  readonly listed: readonly Listed[];
  readonly number: number | null;
  readonly quantities: Quantities;
  readonly field: Field;
  readonly invariants: SolverResult["invariants"];
  readonly intervals: number;
}

function gridAnswer(
  inputs: QuantumInputs,
  problem: Problem,
  box: Box,
  stop: StopSignal,
  {
    error,
    run: finest,
    value,
  }: { readonly value: number; readonly run: Run; readonly error: SolverResult["error"] },
): SolverResult {
  const { n = 0 } = inputs;
  const { h } = finest.matrix;
  const listed = listLevels(
    problem,
    box,
    finest,
    inputs.quantity === "splitting" ? n + 1 : n,
    stop,
  );
  const neighbours: Float64Array[] = [];
  // A level nearer than the bisection resolves is kept orthogonal to the one below it.
  if (n > 0)
    neighbours.push(eigenvector(finest.matrix, eigenvalue(sturmForm(finest.matrix), n - 1)));
  const psi = eigenvector(finest.matrix, finest.energy);
  let overlap = 0;
  for (let i = 0; i < psi.length && neighbours.length > 0; i += 1)
    overlap += psi[i]! * neighbours[0]![i]!;
  const m = moments(problem, box, finest, psi);
  return answer(inputs, problem, box, {
    value,
    error,
    listed,
    number: boundStates(problem, box),
    quantities: measured(problem, box, n, finest, m),
    field: waveField(problem, box, psi, h),
    invariants: [
      {
        name: "norm",
        first: 1,
        last: m.norm,
        driftPct: 100 * Math.abs(m.norm - 1),
        boundPct: 1e-8,
      },
      {
        name: "orthogonality",
        first: 0,
        last: overlap,
        driftPct: 100 * Math.abs(overlap),
        boundPct: 1e-4,
      },
      {
        name: "eigenvector residual",
        first: 0,
        last: m.residual,
        driftPct: 100 * m.residual,
        boundPct: 1e-8,
      },
    ],
    intervals: finest.intervals,
  });
}

interface LayeredRun {
  readonly layers: LayeredPotential;
  readonly energy: number;
  readonly resolution: number;
}

/** A potential that jumps or bends is solved in layers. */
function runLayered(
  inputs: QuantumInputs,
  problem: Problem,
  stop: StopSignal,
  progress: Progress,
): SolverResult {
  const { n = 0, quantity = "level" } = inputs;
  const written = problem.written!;
  const box = fitLayers(problem, written, quantity === "splitting" ? n + 1 : n, stop);
  progress(1, 8, 0);
  const first = firstGrid(inputs);
  let before: readonly (number | undefined)[] = [];
  const at = (
    resolution: number,
    level: number,
    error?: number,
  ): { value: number; run: LayeredRun } => {
    stopIf(stop);
    progress(Math.min(1 + level, 7), 8, level, error);
    const layers = potentialLayers(problem, box, first, resolution);
    const energy = layerEigenvalue(layers, n, before[0]);
    const next = quantity === "splitting" ? layerEigenvalue(layers, n + 1, before[1]) : undefined;
    before = [energy, next];
    const value = (next === undefined ? energy : next - energy) * problem.joule;
    return { value, run: { layers, energy, resolution } };
  };
  const scale = quantity === "splitting" ? 0 : problem.scale * problem.joule;
  const options = { formalOrder: ORDER, scale, at };
  const {
    error,
    run: finest,
    value,
  } = inputs.grid === undefined
    ? climb({ ...options, start: first })
    : onStated({ ...options, resolution: first });
  const { energy, layers } = finest;
  if (inputs.grid === undefined) requireSeen(problem, layers.ends, box.places, energy);
  const deepest = layers.q.reduce((most, one) => Math.min(most, one), 0);
  const lost = LAYERED_ROUNDING * (Math.abs(energy) - deepest) * problem.joule;
  const size = Math.max(Math.abs(value), scale);
  const rounding = size > 0 ? lost / size : Number.POSITIVE_INFINITY;
  return layeredAnswer(inputs, problem, box, {
    value,
    run: finest,
    error: {
      ...error,
      relative: error.relative + rounding + placeRounding([box.from, box.to], box.places),
    },
  });
}

function layeredAnswer(
  inputs: QuantumInputs,
  problem: Problem,
  box: LayeredBox,
  {
    error,
    run: { energy, layers, resolution },
    value,
  }: { readonly value: number; readonly run: LayeredRun; readonly error: SolverResult["error"] },
): SolverResult {
  const { n = 0, quantity } = inputs;
  const half = potentialLayers(problem, box, firstGrid(inputs), resolution / 2);
  const m = layeredMoments(layers, energy);
  const halfEnergy = layerEigenvalue(half, n, energy);
  const readings = layeredReadings(problem, layers, energy, m);
  const coarser = layeredReadings(problem, half, halfEnergy, layeredMoments(half, halfEnergy));
  const last = quantity === "splitting" ? n + 1 : n;
  return answer(inputs, problem, box, {
    value,
    error,
    listed: listLayered(problem, layers, half, last),
    number: layeredNumber(problem, box, layers),
    quantities: quantitiesOf([coarser, readings], ORDER),
    field: layeredWave(layers.ends, m.psi, problem.metre),
    invariants: [
      {
        name: "virial theorem",
        first: 0,
        last: m.imbalance,
        driftPct: 100 * m.imbalance,
        boundPct: 1e-2,
      },
      {
        name: "eigenfunction residual",
        first: 0,
        last: m.residual,
        driftPct: 100 * m.residual,
        boundPct: 1e-8,
      },
    ],
    intervals: layers.q.length,
  });
}

function layeredReadings(
  { joule }: Problem,
  layers: LayeredPotential,
  energy: number,
  m: LayeredMoments,
): Readings {
  const [left, right] = layeredDepths(layers, energy);
  return {
    kinetic_energy: { value: m.kinetic * joule, unit: "J" },
    potential_energy: { value: m.potential * joule, unit: "J" },
    virial: { value: m.virial * joule, unit: "J" },
    tail_left: { value: Math.min(left, 1e6), unit: "1" },
    tail_right: { value: Math.min(right, 1e6), unit: "1" },
  };
}

/** Levels whose tails the box holds, extrapolated from the finest layers and their half. */
function listLayered(
  { hardFrom, hardTo, joule }: Problem,
  layers: LayeredPotential,
  half: LayeredPotential,
  n: number,
): Listed[] {
  const listed: Listed[] = [];
  for (let i = 0; i < LISTED_MAX; i += 1) {
    const below = layerEigenvalue(half, i);
    const energy = layerEigenvalue(layers, i, below);
    const [left, right] = layeredDepths(layers, energy);
    const held = (hardFrom || left >= LISTED_DEPTH) && (hardTo || right >= LISTED_DEPTH);
    if (!held && i > n) break;
    const gain = (energy - below) / 3;
    const uncertainty = Math.max(Math.abs(gain), LAYERED_ROUNDING * Math.abs(energy));
    listed.push({ n: i, energy: (energy + gain) * joule, uncertainty: uncertainty * joule });
  }
  return listed;
}

/** null where the ends go on rising or falling as the box grows, or are walls. */
function layeredNumber(
  problem: Problem,
  { from, to }: LayeredBox,
  { q }: LayeredPotential,
): number | null {
  const { hardFrom, hardTo, v } = problem;
  if (hardFrom && hardTo) return null;
  const width = to - from;
  const [low, high] = [hardFrom ? from : from - width, hardTo ? to : to + width];
  const ends = (a: number, b: number): number =>
    Math.min(hardFrom ? Number.POSITIVE_INFINITY : v(a), hardTo ? Number.POSITIVE_INFINITY : v(b));
  const lowest = q.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY);
  const before = ends(from, to);
  if (!(Math.abs(ends(low, high) - before) <= 1e-6 * (before - lowest))) return null;
  const places = placesWithin(problem.written!, low, high);
  const wide = potentialLayers(problem, { from: low, to: high, places }, q.length, q.length);
  return layeredBoundStates(problem, wide);
}

function answer(
  inputs: QuantumInputs,
  problem: Problem,
  box: Pick<Box, "from" | "to">,
  { error, field, intervals, invariants, listed, number, quantities, value }: Solved,
): SolverResult {
  const { n = 0 } = inputs;
  if (number !== null && n >= number) {
    throw noSolution(`the potential holds ${number} bound states; there is no level n = ${n}.`, {
      bound_states: number,
      n,
    });
  }
  const levels: JsonValue = listed.map((level) => ({
    n: level.n,
    value: level.energy,
    uncertainty: level.uncertainty,
    unit: "J",
  }));
  return {
    value,
    unit: "J",
    equations: [
      `-hbar^2/(2 m) psi'' + V(x) psi = E psi, V(x) = ${problem.text}`,
      `m = ${inputs.mass!}${inputs.units === "atomic" ? " m_e" : " kg"}, psi = 0 at x = ` +
        `${box.from * problem.metre} m and ${box.to * problem.metre} m, ${intervals} ` +
        `intervals, level n = ${n}`,
    ],
    outputs: {
      energy_hartree: {
        value: value / HARTREE,
        unit: "1",
        uncertainty: joined(
          numericalUncertainty(error, value) / HARTREE,
          (HARTREE_UNCERTAINTY * Math.abs(value)) / (HARTREE * HARTREE),
        ),
      },
      ...quantities,
      ...(number === null ? {} : { bound_states: exact(number) }),
    },
    named: {
      levels,
      bound_states: number,
      box: [box.from * problem.metre, box.to * problem.metre],
    },
    fields: [field],
    invariants,
    error,
    assumed: assumptions(inputs, error),
    notes: [...problem.notes],
  };
}

function assumptions(inputs: QuantumInputs, error: SolverResult["error"]): Assumed[] {
  const assumed: Assumed[] = [];
  if (inputs.grid === undefined) {
    assumed.push({
      name: "grid",
      value: error.levels.at(-1)!.resolution,
      unit: "1",
      why: "intervals at which the gate passed",
    });
  }
  if (inputs.quantity === undefined)
    assumed.push({ name: "quantity", value: "level", unit: "", why: "the value is E_n" });
  if (inputs.units === undefined)
    assumed.push({ name: "units", value: "si", unit: "", why: "every number is SI" });
  if (inputs.ends === undefined && inputs.preset === undefined) {
    assumed.push({
      name: "ends",
      value:
        Array.isArray(inputs.potential) || typeof inputs.potential === "number" ? "walls" : "open",
      unit: "",
      why: "an expression goes on beyond its extent; samples and constants end in walls",
    });
  }
  return assumed;
}
