/** Levels on a grid of even intervals. */
import { ULP } from "../../math/constants.js";
import { eigenvalue, eigenvector, sturmForm } from "../../math/eigen/tridiagonal.js";
import { quantitiesOf, type Quantities, type Readings } from "../reading.js";
import { stopIf, tooLarge } from "../refusal.js";
import type { Field, Progress, SolverResult, StopSignal } from "../solver.js";
import { type Listed, answer } from "./answer.js";
import { GRID_MAX, LISTED_MAX } from "./card.js";
import {
  boundStatesAtLeast,
  depths,
  hamiltonian,
  type Box,
  type Hamiltonian,
} from "./hamiltonian.js";
import type { Problem, QuantumInputs } from "./potential.js";
import { LISTED_DEPTH, ORDER } from "./start.js";

interface Run {
  readonly matrix: Hamiltonian;
  readonly energy: number;
  readonly intervals: number;
  /** What rounding leaves open in an eigenvalue, J. */
  readonly rounding: number;
}

export function levelAt(
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

export function gridAnswer(
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
