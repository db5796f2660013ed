/**
 * A potential in pieces: layers end where it jumps or bends, and the wave is exact within each. How
 * far it reaches into a wall is no length that a mesh has to resolve.
 */
import { layerEigenvalue, layerMode, layersBelow, type Layers } from "../../math/eigen/layers.js";
import { layerEnds, meanOver } from "../layering.js";
import { placesOf } from "../places.js";
import { badInput, exploded, noSolution, notConverged, stopIf } from "../refusal.js";
import type { Field, StopSignal } from "../solver.js";
import {
  DEPTH_ENOUGH,
  DEPTH_KEPT,
  DEPTH_TOO_MUCH,
  GROWTH_MAX,
  ROUNDS_MAX,
  walled,
} from "./hamiltonian.js";
import type { Problem, Written } from "./potential.js";

/** Layers by which a box is fitted. */
const SCAN = 512;
const WIDEST = 1 << 24;

export interface LayeredBox {
  readonly from: number;
  readonly to: number;
  readonly places: Float64Array;
}

export interface LayeredPotential extends Layers {
  readonly ends: Float64Array;
}

/** Where the potential jumps or bends in a range. */
export function placesWithin(
  { expression, slots }: Written,
  from: number,
  to: number,
): Float64Array {
  return placesOf(expression, slots, [from, to], "potential");
}

/** @throws SolverRefusal INVALID_BODY where the potential is not finite */
export function potentialLayers(
  { kinetic, v }: Problem,
  { from, places, to }: LayeredBox,
  first: number,
  resolution: number,
): LayeredPotential {
  const ends = layerEnds([from, to], places, first, resolution);
  const n = ends.length - 1;
  const [thickness, q] = [new Float64Array(n), new Float64Array(n)];
  for (let i = 0; i < n; i += 1) {
    thickness[i] = ends[i + 1]! - ends[i]!;
    q[i] = meanOver(v, ends[i]!, ends[i + 1]!);
    if (!Number.isFinite(q[i]!))
      throw badInput("/potential", `the potential is not finite near x = ${ends[i]!}`);
  }
  // Psi vanishes at both ends: at walls, or deep in what is forbidden.
  return {
    ends,
    thickness,
    q,
    p: new Float64Array(n).fill(kinetic),
    w: new Float64Array(n).fill(1),
    isHeldLeft: true,
    isHeldRight: true,
  };
}

/** Integral of kappa = sqrt((V - E) / kinetic) from each end inwards to the first turning point. */
export function layeredDepths(
  { p, q, thickness }: Layers,
  energy: number,
): readonly [number, number] {
  let [left, right] = [0, 0];
  for (let i = 0; i < q.length && q[i]! > energy; i += 1)
    left += Math.sqrt((q[i]! - energy) / p[i]!) * thickness[i]!;
  for (let i = q.length - 1; i >= 0 && q[i]! > energy; i -= 1)
    right += Math.sqrt((q[i]! - energy) / p[i]!) * thickness[i]!;
  return [left, right];
}

/** Where an end is deep enough in what is forbidden. */
function trimmed(
  { ends, p, q, thickness }: LayeredPotential,
  energy: number,
  side: 1 | -1,
): number {
  const n = q.length;
  let i = side === 1 ? 0 : n - 1;
  while (i >= 0 && i < n && q[i]! > energy) i += side;
  let depth = 0;
  for (i -= side; i >= 0 && i < n; i -= side) {
    const kappa = Math.sqrt((q[i]! - energy) / p[i]!);
    const inner = side === 1 ? ends[i + 1]! : ends[i]!;
    if (depth + kappa * thickness[i]! >= DEPTH_KEPT)
      return inner - (side * (DEPTH_KEPT - depth)) / kappa;
    depth += kappa * thickness[i]!;
  }
  return side === 1 ? ends[0]! : ends[n]!;
}

/**
 * The box of a level, as for a grid: open ends are moved until what is forbidden before them is
 * deep enough.
 */
export function fitLayers(
  problem: Problem,
  written: Written,
  n: number,
  stop: StopSignal,
): LayeredBox {
  const { hardFrom, hardTo } = problem;
  let { from, to } = problem;
  const width = to - from;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    stopIf(stop);
    if (!Number.isFinite(to - from)) throw exploded(round, "the width of the box");
    const box = { from, to, places: placesWithin(written, from, to) };
    const layers = potentialLayers(problem, box, SCAN, SCAN);
    const growth = (to - from) / width;
    if (growth >= GROWTH_MAX) refuseUnbound(problem, layers, n, growth);
    const energy = layerEigenvalue(layers, n);
    const [left, right] = layeredDepths(layers, energy);
    const needsLeft = !hardFrom && left < DEPTH_ENOUGH;
    const needsRight = !hardTo && right < DEPTH_ENOUGH;
    if (!needsLeft && !needsRight) {
      if (!hardFrom && left > DEPTH_TOO_MUCH) from = trimmed(layers, energy, 1);
      if (!hardTo && right > DEPTH_TOO_MUCH) to = trimmed(layers, energy, -1);
      return { from, to, places: box.places.filter((x) => x > from && x < to) };
    }
    const step = 0.35 * (to - from);
    const beyond = { ...box, phase: 0 };
    if (needsLeft && !Number.isFinite(problem.v(from - step))) walled(problem, beyond, "left");
    if (needsRight && !Number.isFinite(problem.v(to + step))) walled(problem, beyond, "right");
    if (needsLeft) from -= step;
    if (needsRight) to += step;
  }
  throw notConverged("budget", `no box was found in which the tail of level ${n} is negligible.`, {
    rounds: ROUNDS_MAX,
  });
}

/** The lower of the open ends of the potential. */
function thresholdOf({ hardFrom, hardTo }: Problem, { q }: Layers): number {
  return Math.min(
    hardFrom ? Number.POSITIVE_INFINITY : q[0]!,
    hardTo ? Number.POSITIVE_INFINITY : q[q.length - 1]!,
  );
}

export function layeredBoundStates(problem: Problem, layers: Layers): number {
  return layersBelow(layers, thresholdOf(problem, layers));
}

/** Counted with free ends: no fewer than there are on the whole line. */
function refuseUnbound(problem: Problem, layers: Layers, n: number, growth: number): void {
  const { hardFrom, hardTo } = problem;
  const free = { ...layers, isHeldLeft: hardFrom, isHeldRight: hardTo };
  const atMost = layersBelow(free, thresholdOf(problem, layers));
  if (n >= atMost) {
    const atLeast = layeredBoundStates(problem, layers);
    throw noSolution(
      `the potential holds ${atLeast === 1 ? "one bound state" : `${atLeast} bound states`} that lie below ` +
        `its ends; there is no level n = ${n}.`,
      { bound_states: atLeast, n },
    );
  }
  if (growth > WIDEST) {
    throw notConverged(
      "gate",
      `level ${n} is bound so weakly that no box of ${WIDEST} extents holds its tail.`,
      { n, bound_states_at_most: atMost },
    );
  }
}

export interface LayeredMoments {
  readonly kinetic: number;
  readonly potential: number;
  readonly virial: number;
  /** 2 <T> less the virial and the push of the walls, beside <T>. */
  readonly imbalance: number;
  /** What the energy is off by, beside the larger of it and the depth. */
  readonly residual: number;
}

/** Energies of a level of the layers; the slope of the potential is that of its steps. */
export function layeredMoments(
  { ends, p, q, thickness, ...layers }: LayeredPotential,
  energy: number,
): LayeredMoments & { readonly psi: Float64Array } {
  const { correction, flux, squares, u } = layerMode({ p, q, thickness, ...layers }, energy);
  const n = q.length;
  let [potential, virial, deepest] = [0, 0, Math.abs(energy)];
  for (let i = 0; i < n; i += 1) {
    potential += q[i]! * squares[i]!;
    if (i > 0) virial += ends[i]! * (q[i]! - q[i - 1]!) * u[i]! * u[i]!;
    deepest = Math.max(deepest, q[i]! < 0 ? -q[i]! : 0);
  }
  const kinetic = energy - potential;
  const push = (ends[n]! * flux[n]! * flux[n]! - ends[0]! * flux[0]! * flux[0]!) / p[0]!;
  return {
    kinetic,
    potential,
    virial,
    imbalance: Math.abs(2 * kinetic - virial - push) / Math.abs(kinetic),
    residual: Math.abs(correction) / deepest,
    psi: u,
  };
}

/** @param metre of one unit of length */
export function layeredWave(ends: Float64Array, psi: Float64Array, metre: number): Field {
  const size = 1 / Math.sqrt(metre);
  const data = psi.map((one) => one * size);
  const values = [...ends].map((x) => x * metre);
  return {
    name: "psi",
    unit: "m^-0.5",
    shape: [data.length],
    data,
    axes: [{ name: "x", unit: "m", n: data.length, values }],
  };
}
