/** Levels of a potential that jumps or bends, in layers. */
import { ULP } from "../../math/constants.js";
import { layerEigenvalue } from "../../math/eigen/layers.js";
import { climb } from "../ladder.js";
import { placeRounding } from "../layering.js";
import { quantitiesOf, type Readings } from "../reading.js";
import { stopIf } from "../refusal.js";
import type { Progress, SolverResult, StopSignal } from "../solver.js";
import { onStated } from "../stated.js";
import { type Listed, answer } from "./answer.js";
import { LISTED_MAX } from "./card.js";
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
import type { Problem, QuantumInputs } from "./potential.js";
import { LISTED_DEPTH, ORDER, firstGrid, requireSeen } from "./start.js";

/** Part of an energy, or of the depth of its potential, that some thousand layers lose. */
const LAYERED_ROUNDING = 64 * ULP;

interface LayeredRun {
  readonly layers: LayeredPotential;
  readonly energy: number;
  readonly resolution: number;
}

/** A potential that jumps or bends is solved in layers. */
export function runLayered(
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
