/** The discretised Hamiltonian, and the box in which a level is free of its walls. */
import {
  countBelow,
  eigenvalue,
  sturmForm,
  type Tridiagonal,
} from "../../math/eigen/tridiagonal.js";
import { exploded, noSolution, notConverged, stopIf } from "../refusal.js";
import type { StopSignal } from "../solver.js";
import { valuesOn, type Problem } from "./potential.js";

const SCAN_MIN = 1_024;
const SCAN_MAX = 65_536;
/**
 * Optical depth of the forbidden region before a wall: the wall moves the level by about exp(-2 *
 * 15).
 */
export const DEPTH_ENOUGH = 15;
export const DEPTH_TOO_MUCH = 45;
export const DEPTH_KEPT = 22;
export const ROUNDS_MAX = 60;
export const GROWTH_MAX = 256;

export interface Box {
  readonly from: number;
  readonly to: number;
  /** Largest phase over the box: its width times the largest wave number that the level reaches. */
  readonly phase: number;
}

export interface Hamiltonian extends Tridiagonal {
  readonly h: number;
  readonly v: Float64Array;
}

/**
 * -kinetic psi'' + V psi on N intervals with psi = 0 at both ends: second-order central
 * differences.
 */
export function hamiltonian(
  { kinetic, v }: Problem,
  { from, to }: Omit<Box, "phase">,
  intervals: number,
): Hamiltonian {
  const n = intervals - 1;
  const h = (to - from) / intervals;
  const bond = kinetic / (h * h);
  const values = valuesOn(v, from, h, n);
  const diagonal = new Float64Array(n);
  for (let i = 0; i < n; i += 1) diagonal[i] = 2 * bond + values[i]!;
  return { diagonal, off: new Float64Array(n).fill(-bond), h, v: values };
}

/** Integral of kappa = sqrt((V - E) / kinetic) from each end inwards to the first turning point. */
export function depths(
  { kinetic }: Problem,
  { h, v }: Hamiltonian,
  energy: number,
): readonly [number, number] {
  let left = 0;
  let right = 0;
  for (let i = 0; i < v.length && v[i]! > energy; i += 1)
    left += Math.sqrt((v[i]! - energy) / kinetic);
  for (let i = v.length - 1; i >= 0 && v[i]! > energy; i -= 1)
    right += Math.sqrt((v[i]! - energy) / kinetic);
  return [left * h, right * h];
}

function phaseOf({ kinetic }: Problem, { h, v }: Hamiltonian, energy: number): number {
  let lowest = energy;
  for (let i = 0; i < v.length; i += 1) lowest = Math.min(lowest, v[i]!);
  return Math.sqrt((energy - lowest) / kinetic) * h * (v.length + 1);
}

function trimmed(
  problem: Problem,
  { h, v }: Hamiltonian,
  energy: number,
  box: Box,
  side: "from" | "to",
): number {
  let turning = side === "from" ? 0 : v.length - 1;
  const inward = side === "from" ? 1 : -1;
  while (turning >= 0 && turning < v.length && v[turning]! > energy) turning += inward;
  let depth = 0;
  let i = turning;
  while (i > 0 && i < v.length - 1 && depth < DEPTH_KEPT) {
    i -= inward;
    depth += Math.sqrt(Math.max(v[i]! - energy, 0) / problem.kinetic) * h;
  }
  return box.from + (i + 1) * h;
}

/**
 * Moves open ends outwards until the forbidden region before them is deep enough, and inwards where
 * it is wastefully deep.
 * @throws SolverRefusal NO_SOLUTION where the potential has no such bound state
 */
export function fitBox(problem: Problem, n: number, stop: StopSignal): Box {
  const { hardFrom, hardTo } = problem;
  let from = problem.from;
  let to = problem.to;
  let width = to - from;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    stopIf(stop);
    const bare = { from, to };
    if (!Number.isFinite(to - from)) throw exploded(round, "the width of the box");
    const growth = Math.max(1, (to - from) / width);
    const scan = Math.min(SCAN_MAX, Math.ceil(Math.max(SCAN_MIN, 16 * (n + 2)) * growth));
    const matrix = hamiltonian(problem, bare, scan);
    const energy = eigenvalue(sturmForm(matrix), n);
    const box = { ...bare, phase: phaseOf(problem, matrix, energy) };
    const [left, right] = depths(problem, matrix, energy);
    const needsLeft = !hardFrom && left < DEPTH_ENOUGH;
    const needsRight = !hardTo && right < DEPTH_ENOUGH;
    if (!needsLeft && !needsRight) {
      const cutLeft = !hardFrom && left > DEPTH_TOO_MUCH;
      const cutRight = !hardTo && right > DEPTH_TOO_MUCH;
      if (!cutLeft && !cutRight) return box;
      const nextFrom = cutLeft ? trimmed(problem, matrix, energy, box, "from") : from;
      const nextTo = cutRight ? trimmed(problem, matrix, energy, box, "to") : to;
      if (nextFrom === from && nextTo === to) return box;
      from = nextFrom;
      to = nextTo;
      continue;
    }
    if (growth >= GROWTH_MAX) refuseUnbound(problem, box, matrix, n);
    const step = 0.35 * (to - from);
    if (needsLeft && !Number.isFinite(problem.v(from - step))) return walled(problem, box, "left");
    if (needsRight && !Number.isFinite(problem.v(to + step))) return walled(problem, box, "right");
    if (confines(problem, box, step)) width = to - from + step;
    if (needsLeft) from -= step;
    if (needsRight) to += step;
  }
  throw notConverged("budget", `no box was found in which the tail of level ${n} is negligible.`, {
    rounds: ROUNDS_MAX,
  });
}

const RISE_SAMPLES = 16;
const RISE_MIN = 1.5;

/**
 * Whether the potential rises without a pause from the middle to beyond its open ends: then a wider
 * box is no coarser look at the same thing, for there is nothing else inside it.
 */
function confines({ hardFrom, hardTo, v }: Problem, { from, to }: Box, step: number): boolean {
  const middle = from + 0.5 * (to - from);
  const rises = (end: number, beyond: number): boolean => {
    // Levelling off is no confinement: what binds must be looked at closely.
    if (!(v(beyond) - v(middle) >= RISE_MIN * (v(end) - v(middle)))) return false;
    for (let k = 1; k <= RISE_SAMPLES; k += 1) {
      const at = (part: number): number => v(middle + ((beyond - middle) * part) / RISE_SAMPLES);
      if (!(at(k) > at(k - 1))) return false;
    }
    return true;
  };
  return (hardFrom || rises(from, from - step)) && (hardTo || rises(to, to + step));
}

export function walled(problem: Problem, { from, to }: Box, side: string): never {
  throw noSolution(
    `the potential ${problem.text} ends at the ${side} end of [${from}, ${to}], where the level is not yet ` +
      "forbidden; state ends: walls if psi vanishes there.",
    {},
  );
}

function thresholdOf({ hardFrom, hardTo }: Problem, v: Float64Array): number {
  return Math.min(
    hardFrom ? Number.POSITIVE_INFINITY : v[0]!,
    hardTo ? Number.POSITIVE_INFINITY : v[v.length - 1]!,
  );
}

function freeEnds(
  problem: Problem,
  { diagonal: walls, h, v }: Hamiltonian,
): {
  readonly diagonal: Float64Array;
  readonly threshold: number;
} {
  const bond = problem.kinetic / (h * h);
  const diagonal = Float64Array.from(walls);
  if (!problem.hardFrom) diagonal[0]! -= bond;
  if (!problem.hardTo) diagonal[diagonal.length - 1]! -= bond;
  return { diagonal, threshold: thresholdOf(problem, v) };
}

/**
 * States below the lower end of the potential, counted with free (Neumann) ends: no fewer than
 * there are on the whole line, so a quantum number at or above it is proved to have no level.
 */
function boundStatesAtMost(problem: Problem, matrix: Hamiltonian): number {
  const { diagonal, threshold } = freeEnds(problem, matrix);
  return countBelow(sturmForm({ diagonal, off: matrix.off }), threshold);
}

/** States below the lower end that the walls of the box leave bound. */
export function boundStatesAtLeast(problem: Problem, matrix: Hamiltonian): number {
  return countBelow(sturmForm(matrix), thresholdOf(problem, matrix.v));
}

function refuseUnbound(problem: Problem, box: Box, matrix: Hamiltonian, n: number): never {
  const atMost = boundStatesAtMost(problem, matrix);
  const atLeast = boundStatesAtLeast(problem, matrix);
  const gap = gapBelowThreshold(problem, matrix, n);
  const finer = gapBelowThreshold(problem, hamiltonian(problem, box, 2 * (matrix.v.length + 1)), n);
  const doubt = Math.abs(finer - gap);
  // A half-bound state sits at the threshold itself: within the error of the mesh it is no level.
  if (n >= atMost || finer + (finer - gap) / 3 <= doubt) {
    throw noSolution(
      `the potential holds ${atLeast === 1 ? "one bound state" : `${atLeast} bound states`} that lie below ` +
        `its ends; there is no level n = ${n}.`,
      { bound_states: atLeast, n },
    );
  }
  throw notConverged(
    "gate",
    `level ${n} is bound so weakly that no box of ${GROWTH_MAX} extents holds its tail.`,
    { n, bound_states_at_most: atMost },
  );
}

/** How far the n-th state with free ends lies below the lower end of the potential. */
function gapBelowThreshold(problem: Problem, matrix: Hamiltonian, n: number): number {
  const { diagonal, threshold } = freeEnds(problem, matrix);
  return threshold - eigenvalue(sturmForm({ diagonal, off: matrix.off }), n);
}
