/**
 * The terms of the Master Equation, the Functional Equation and the propagator for a computed
 * field: a declared diagnostic of the field that was returned. It is no physics and claims no
 * accuracy; phase never enters, so its bits repeat.
 */
import { KO42_ALPHA } from "../limits.js";
import { compensatedSum, exp } from "../math/index.js";
import type { Lattice } from "./fieldLattice.js";
import { eulerCharacteristic, spectralPropagator } from "./propagator.js";
import type { Field, TimeLevels } from "./solver.js";

/** Points of an axis that the terms are taken on, at most. */
const AXIS_POINTS_MAX = 256;
const POLYNOMIALS = 42;
const PHI_42 = KO42_ALPHA / POLYNOMIALS;
/** Fewer points than this have no second difference. */
const AXIS_POINTS_MIN = 3;
const WEIGHT = 0.2;

export interface MasterTerms {
  readonly box_phi: number;
  readonly mu2_phi: number;
  readonly lambda_phi3: number;
  readonly decay: number;
  readonly ko42_coupling: number;
  readonly T: number;
}

export interface FunctionalTerms {
  readonly E: number;
  readonly P_phi: readonly number[];
  readonly Z: {
    readonly M: number;
    readonly R: number;
    readonly delta: number;
    readonly C: number;
    readonly X: number;
  };
  readonly propagator: { readonly spectral: number; readonly topological: number };
}

export interface FieldTerms {
  readonly terms: MasterTerms;
  /** box - mu2_phi - lambda_phi3 - decay + coupling - T: the source that closes the equation. */
  readonly total: number;
  readonly functional: FunctionalTerms;
}

/** @returns null for a field none of whose axes has three points */
export function fieldTerms(
  field: Field,
  levels: TimeLevels | undefined,
  gateRatio: number,
): FieldTerms | null {
  const lattice = latticeOf(field, levels);
  if (lattice === null) return null;
  const { phi } = lattice;
  const means = interiorMeans(lattice);
  const terms: MasterTerms = {
    box_phi: means[0]!,
    mu2_phi: means[1]!,
    lambda_phi3: means[2]!,
    decay: means[3]!,
    ko42_coupling: means[4]!,
    T: means[5]!,
  };
  const total = compensatedSum([
    terms.box_phi,
    -terms.mu2_phi,
    -terms.lambda_phi3,
    -terms.decay,
    terms.ko42_coupling,
    -terms.T,
  ]);
  const squares = phi.map((u) => u * u);
  const sumSquares = compensatedSum(squares);
  const sumFourths = compensatedSum(squares.map((u) => u * u));
  const Z = {
    M: compensatedSum(phi) / phi.length,
    R: sumSquares / phi.length,
    delta: gateRatio,
    C: terms.ko42_coupling / KO42_ALPHA,
    X: sumFourths === 0 ? 0 : (sumSquares * sumSquares) / (phi.length * sumFourths),
  };
  return {
    terms,
    total,
    functional: {
      E: WEIGHT * (Z.M + Z.R + Z.delta + Z.C + Z.X),
      P_phi: [WEIGHT, WEIGHT, WEIGHT, WEIGHT, WEIGHT],
      Z,
      propagator: {
        spectral: spectralPropagator(lattice, sumSquares),
        topological: eulerCharacteristic(lattice),
      },
    },
  };
}

function latticeOf({ axes, data, shape }: Field, levels: TimeLevels | undefined): Lattice | null {
  const skip = shape.map((n) => Math.max(1, Math.ceil(n / AXIS_POINTS_MAX)));
  const taken = shape.map((n, i) => Math.ceil(n / skip[i]!));
  const kept = taken.flatMap((n, i) => (n < AXIS_POINTS_MIN ? [] : [i]));
  if (kept.length === 0) return null;
  const sample = sampler(shape, skip, taken);
  const phi = sample(data);
  let largest = 0;
  for (let i = 0; i < phi.length; i += 1) largest = Math.max(largest, Math.abs(phi[i]!));
  const scaled = (values: Float64Array): Float64Array =>
    largest === 0 ? values.fill(0) : values.map((u) => u / largest);
  const periodic = axes.map((axis) => axis.periodic === true);
  return {
    shape: taken,
    strides: stridesOf(taken),
    periodic,
    kept,
    phi: scaled(phi),
    spacing: taken.map((n, i) => (periodic[i]! ? 1 / n : 1 / (n - 1))),
    before1: levels === undefined ? null : scaled(sample(levels.before1)),
    before2: levels === undefined ? null : scaled(sample(levels.before2)),
    tau: levels?.tau ?? 0,
  };
}

function stridesOf(shape: readonly number[]): number[] {
  const strides = shape.map(() => 1);
  for (let i = shape.length - 2; i >= 0; i -= 1) strides[i] = strides[i + 1]! * shape[i + 1]!;
  return strides;
}

/** Every `skip`-th point of each axis, row-major. */
export function sampler(
  shape: readonly number[],
  skip: readonly number[],
  taken: readonly number[],
): (data: Float64Array) => Float64Array {
  const strides = stridesOf(shape);
  let count = 1;
  for (const n of taken) count *= n;
  return (data) => {
    const out = new Float64Array(count);
    const at = taken.map(() => 0);
    for (let i = 0; i < count; i += 1) {
      let from = 0;
      for (let a = 0; a < at.length; a += 1) from += at[a]! * skip[a]! * strides[a]!;
      out[i] = data[from]!;
      for (let a = at.length - 1; a >= 0; a -= 1) {
        at[a] = at[a]! + 1;
        if (at[a]! < taken[a]!) break;
        at[a] = 0;
      }
    }
    return out;
  };
}

/** Sum of the first 42 Chebyshev polynomials of the first kind, by their recurrence. */
function chebyshevSum(u: number): number {
  let before = 1;
  let last = u;
  let sum = u;
  for (let k = 2; k <= POLYNOMIALS; k += 1) {
    const next = 2 * u * last - before;
    sum += next;
    before = last;
    last = next;
  }
  return sum;
}

/** Means of the six terms over the interior, compensated, row-major. */
function interiorMeans(lattice: Lattice): number[] {
  const { before1, before2, kept, periodic, phi, shape, spacing, strides, tau } = lattice;
  const parts: number[][] = [[], [], [], [], [], []];
  const dimension = kept.length + 1;
  const at = shape.map(() => 0);
  for (let i = 0; i < phi.length; i += 1) {
    if (kept.every((a) => periodic[a]! || (at[a]! > 0 && at[a]! < shape[a]! - 1))) {
      const u = phi[i]!;
      let box = 0;
      let slope2 = 0;
      for (const a of kept) {
        const left = phi[at[a]! > 0 ? i - strides[a]! : i + (shape[a]! - 1) * strides[a]!]!;
        const right =
          phi[at[a]! < shape[a]! - 1 ? i + strides[a]! : i - (shape[a]! - 1) * strides[a]!]!;
        const h = spacing[a]!;
        box += (left - 2 * u + right) / (h * h);
        const slope = (right - left) / (2 * h);
        slope2 += slope * slope;
      }
      let rate2 = 0;
      if (before1 !== null && before2 !== null && tau > 0) {
        box -= (u - 2 * before1[i]! + before2[i]!) / (tau * tau);
        const rate = (u - before1[i]!) / tau;
        rate2 = rate * rate;
      }
      const cube = u * u * u;
      const potential = (u * u) / 2 + (u * cube) / 4;
      parts[0]!.push(box);
      parts[1]!.push(u);
      parts[2]!.push(cube);
      parts[3]!.push(exp(-u));
      parts[4]!.push(PHI_42 * chebyshevSum(u));
      parts[5]!.push((1 - dimension / 2) * (slope2 - rate2) - dimension * potential);
    }
    for (let a = at.length - 1; a >= 0; a -= 1) {
      at[a] = at[a]! + 1;
      if (at[a]! < shape[a]!) break;
      at[a] = 0;
    }
  }
  return parts.map((values) => compensatedSum(values) / values.length);
}
