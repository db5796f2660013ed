/**
 * Second-order conditions at a stationary point: the curvature of the Lagrangian along directions
 * that the active bounds and constraints leave free (Nocedal and Wright, Numerical Optimization,
 * 2nd ed., 12.5). Bounds and constraints with multiplier 0 hold nothing.
 */
import { symmetricEigenvalues } from "../../math/eigen/jacobi.js";
import { luFactor, luSolve } from "../../math/linear/denseLu.js";

/** Variables up to which the curvature is computed. */
export const CURVATURE_VARIABLES_MAX = 120;
/** Half the distance of the two gradients whose difference is a curvature. */
const DIFFERENCE = 1e-5;
/** Part of the largest curvature below which one counts as 0: rounding of the differences. */
const FLAT_PART = 1e-6;
/** Part of the matrix by which rounding may move an eigenvalue, or a pivot. */
const ROUNDING = 1e-12;
/** The curvature is looked at over a longer distance too: it may change by a part of the least. */
const WIDER = 8;
const GROWTH_MAX = 0.5;
/** Part of a normal that must be left beside the others for it to count. */
const INDEPENDENT = 1e-8;

export type Order = "minimum" | "flat" | "saddle";

export interface Curvature {
  /** Of the free directions: all bend upwards, some are flat, or one bends downwards. */
  readonly order: Order;
  /** Unit vectors along which the function bends least: down, or not at all. */
  readonly directions: readonly Float64Array[];
}

/**
 * @param gradient of the Lagrangian at x, into g
 * @param held variables that an active bound holds
 * @param normals gradients of the active constraints
 */
export function curvatureAt(
  gradient: (x: Float64Array, g: Float64Array) => void,
  x: Float64Array,
  held: Uint8Array,
  normals: readonly Float64Array[],
): Curvature {
  const basis = freeBasis(x.length, held, normals);
  const k = basis.length;
  if (k === 0) return { order: "minimum", directions: [] };
  const matrix = projected(gradient, x, basis);
  if (matrix.some((value) => value - value !== 0)) return { order: "flat", directions: basis };
  // A curvature that grows with the distance of the gradients is that of a higher power.
  const growth = (): number =>
    projected(gradient, x, basis, WIDER * DIFFERENCE).reduce(
      (far, value, i) => Math.max(far, Math.abs(value - matrix[i]!)),
      0,
    );
  if (isClearMinimum(matrix, k, growth)) return { order: "minimum", directions: [] };
  const values = Float64Array.from(symmetricEigenvalues(Float64Array.from(matrix), k)).sort();
  const least = values[0]!;
  const most = values.reduce((size, value) => Math.max(size, Math.abs(value)), 0);
  const order: Order =
    most === 0
      ? "flat"
      : least < -FLAT_PART * most
        ? "saddle"
        : least > FLAT_PART * most
          ? "minimum"
          : "flat";
  if (order === "minimum")
    return growth() <= GROWTH_MAX * least
      ? { order, directions: [] }
      : { order: "flat", directions: basis };
  const weak = values.filter((value) => value <= FLAT_PART * most);
  const found =
    most === 0 ? basis : [...weak].map((value) => eigenvector(matrix, k, value, most, basis));
  return { order, directions: found };
}

/**
 * Whether two factors of Cholesky show what all eigenvalues would: they cost a hundredth of them,
 * and nearly every point that is found is a clear minimum.
 */
function isClearMinimum(matrix: Float64Array, k: number, growth: () => number): boolean {
  const size = rowSum(matrix, k);
  if (size === 0) return false;
  const rounding = ROUNDING * k * size;
  return (
    bendsMoreThan(matrix, k, FLAT_PART * size + rounding) &&
    bendsMoreThan(matrix, k, growth() / GROWTH_MAX + rounding)
  );
}

/** The largest sum of a row's sizes: no eigenvalue is larger. */
function rowSum(matrix: Float64Array, k: number): number {
  let most = 0;
  for (let r = 0; r < k; r += 1) {
    let sum = 0;
    for (let c = 0; c < k; c += 1) sum += Math.abs(matrix[r * k + c]!);
    most = Math.max(most, sum);
  }
  return most;
}

/** Whether all eigenvalues are above a bound: the matrix less it has a factor of Cholesky. */
function bendsMoreThan(matrix: Float64Array, k: number, bound: number): boolean {
  const factor = new Float64Array(k * k);
  for (let r = 0; r < k; r += 1) {
    for (let c = 0; c <= r; c += 1) {
      let left = matrix[r * k + c]! - (r === c ? bound : 0);
      for (let i = 0; i < c; i += 1) left -= factor[r * k + i]! * factor[c * k + i]!;
      if (r !== c) factor[r * k + c] = left / factor[c * k + c]!;
      else if (left > 0) factor[r * k + r] = Math.sqrt(left);
      else return false;
    }
  }
  return true;
}

/** Orthonormal vectors over the variables that are not held, orthogonal to the normals. */
function freeBasis(n: number, held: Uint8Array, normals: readonly Float64Array[]): Float64Array[] {
  const against: Float64Array[] = [];
  for (const normal of normals) {
    const left = orthogonal(
      normal.map((value, i) => (held[i] === 1 ? 0 : value)),
      against,
    );
    if (left !== null) against.push(left);
  }
  const basis: Float64Array[] = [];
  for (let i = 0; i < n; i += 1) {
    if (held[i] === 1) continue;
    const unit = new Float64Array(n);
    unit[i] = 1;
    if (against.length === 0) {
      basis.push(unit);
      continue;
    }
    const left = orthogonal(unit, [...against, ...basis]);
    if (left !== null) basis.push(left);
  }
  return basis;
}

/** The rest of a vector beside others, of length 1; null where nothing is. */
function orthogonal(vector: Float64Array, others: readonly Float64Array[]): Float64Array | null {
  const left = Float64Array.from(vector);
  const size = norm(left);
  for (let pass = 0; pass < 2; pass += 1) {
    for (const other of others) {
      let product = 0;
      for (let i = 0; i < left.length; i += 1) product += left[i]! * other[i]!;
      for (let i = 0; i < left.length; i += 1) left[i]! -= product * other[i]!;
    }
  }
  const rest = norm(left);
  if (!(rest > INDEPENDENT * size)) return null;
  return left.map((value) => value / rest);
}

function norm(vector: Float64Array): number {
  let square = 0;
  for (const value of vector) square += value * value;
  return Math.sqrt(square);
}

/** The only place of a unit vector that is not 0, where that is 1; else -1. */
function axisOf(vector: Float64Array): number {
  const axis = vector.indexOf(1);
  return vector.every((value, i) => i === axis || value === 0) ? axis : -1;
}

function product(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += a[i]! * b[i]!;
  return sum;
}

function projected(
  gradient: (x: Float64Array, g: Float64Array) => void,
  x: Float64Array,
  basis: readonly Float64Array[],
  step = DIFFERENCE,
): Float64Array {
  const n = x.length;
  const k = basis.length;
  const size = x.reduce((most, value) => Math.max(most, Math.abs(value)), 1);
  const h = step * size;
  const [above, below, at] = [new Float64Array(n), new Float64Array(n), new Float64Array(n)];
  const matrix = new Float64Array(k * k);
  const axes = basis.map(axisOf);
  for (let c = 0; c < k; c += 1) {
    for (let i = 0; i < n; i += 1) at[i] = x[i]! + h * basis[c]![i]!;
    gradient(at, above);
    for (let i = 0; i < n; i += 1) at[i] = x[i]! - h * basis[c]![i]!;
    gradient(at, below);
    for (let i = 0; i < n; i += 1) above[i]! -= below[i]!;
    const isBounded = above.every((value) => value - value === 0);
    for (let r = 0; r < k; r += 1) {
      const sum = isBounded && axes[r]! >= 0 ? above[axes[r]!]! : product(basis[r]!, above);
      matrix[r * k + c]! += sum / (4 * h);
      matrix[c * k + r]! += sum / (4 * h);
    }
  }
  return matrix;
}

/** By inverse iteration, in the coordinates of x. */
function eigenvector(
  matrix: Float64Array,
  k: number,
  value: number,
  most: number,
  basis: readonly Float64Array[],
): Float64Array {
  const shifted = Float64Array.from(matrix);
  for (let i = 0; i < k; i += 1) shifted[i * k + i]! -= value + 1e-10 * most;
  const lu = luFactor(shifted, k);
  let y: Float64Array = Float64Array.from({ length: k }, (_, i) => 1 / (i + 1.37));
  for (let pass = 0; pass < 3; pass += 1) {
    const next = lu === null ? y : luSolve(lu, y);
    const size = norm(next);
    if (!Number.isFinite(size) || size === 0) break;
    y = next.map((v) => v / size);
  }
  const n = basis[0]!.length;
  const direction = new Float64Array(n);
  for (let c = 0; c < k; c += 1)
    for (let i = 0; i < n; i += 1) direction[i]! += y[c]! * basis[c]![i]!;
  return direction;
}
