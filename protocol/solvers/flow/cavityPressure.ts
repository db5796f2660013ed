/**
 * Pressure of a steady cavity, from its stream function and vorticity: the head p + |u|^2/2 whose
 * differences between cells are nearest to what momentum asks of them, u x omega - nu curl omega on
 * the faces. No wall needs a value of it.
 */
import { denseBasis, spectralSolver, type AxisBasis } from "../../math/linear/separable.js";
import { probeField } from "../fields/probe.js";
import type { Cavity } from "./cavity.js";

export interface CavityPressure {
  /** In cells, rows along y; unit U^2, zero in the middle of the cavity. */
  readonly cells: Float64Array;
  /** Along the lines through the middle: a wall, the centres of cells, the other wall. */
  readonly upwards: Float64Array;
  readonly sideways: Float64Array;
}

/** Memory in floats: two bases of n x n with their inverses, and the work of the transforms. */
export function pressureFloats(n: number): number {
  return 14 * n * n;
}

export function cavityPressure(cavity: Cavity): CavityPressure {
  const {
    mesh: { n, x },
  } = cavity;
  const cells = divergence(cavity);
  const basis = neumannBasis(x, n);
  spectralSolver(basis, basis, 0)(cells);
  takeDynamic(cavity, cells);
  const middle = n / 2 - 0.5;
  const datum = probeField(cells, n, n, middle, middle);
  for (let k = 0; k < cells.length; k += 1) cells[k] = cells[k]! - datum;
  const line = (at: (k: number) => number): Float64Array =>
    withWalls(
      Float64Array.from({ length: n }, (_, k) => at(k)),
      x,
    );
  return {
    cells,
    upwards: line((j) => probeField(cells, n, n, middle, j)),
    sideways: line((i) => probeField(cells, n, n, i, middle)),
  };
}

/** Less the divergence of what momentum asks of the head; through walls it asks nothing. */
function divergence({ mesh: { at, n, x }, nu, omega, psi }: Cavity): Float64Array {
  const w = n + 1;
  const out = new Float64Array(n * n);
  for (let j = 0; j < n; j += 1) {
    for (let i = 1; i < n; i += 1) {
      const [low, high] = [j * w + i, (j + 1) * w + i];
      const slope =
        ((psi[low + 1]! - psi[low - 1]! + psi[high + 1]! - psi[high - 1]!) * n) / (4 * at[i]!);
      const pull =
        (-slope * (omega[low]! + omega[high]!)) / 2 -
        (nu * (omega[high]! - omega[low]!)) / (x[j + 1]! - x[j]!);
      out[j * n + i - 1]! -= pull / (x[i]! - x[i - 1]!);
      out[j * n + i]! += pull / (x[i + 1]! - x[i]!);
    }
  }
  for (let j = 1; j < n; j += 1) {
    for (let i = 0; i < n; i += 1) {
      const [left, right] = [j * w + i, j * w + i + 1];
      const slope =
        ((psi[left + w]! - psi[left - w]! + psi[right + w]! - psi[right - w]!) * n) / (4 * at[j]!);
      const pull =
        (-slope * (omega[left]! + omega[right]!)) / 2 +
        (nu * (omega[right]! - omega[left]!)) / (x[i + 1]! - x[i]!);
      out[(j - 1) * n + i]! -= pull / (x[j]! - x[j - 1]!);
      out[j * n + i]! += pull / (x[j + 1]! - x[j]!);
    }
  }
  return out;
}

/**
 * Second differences between centres of cells, no slope at the walls; the constant is its kernel.
 */
function neumannBasis(x: Float64Array, n: number): AxisBasis {
  const [lower, diagonal, upper] = [new Float64Array(n), new Float64Array(n), new Float64Array(n)];
  for (let i = 0; i < n; i += 1) {
    const own = x[i + 1]! - x[i]!;
    if (i > 0) lower[i] = 2 / (own * (x[i + 1]! - x[i - 1]!));
    if (i + 1 < n) upper[i] = 2 / (own * (x[i + 2]! - x[i]!));
    diagonal[i] = -lower[i]! - upper[i]!;
  }
  const basis = denseBasis({ lower, diagonal, upper });
  const { values } = basis;
  let least = 0;
  for (let k = 1; k < n; k += 1) if (Math.abs(values[k]!) < Math.abs(values[least]!)) least = k;
  // Rounding leaves the constant a value of its own, by which it must not be divided.
  values[least] = 0;
  return basis;
}

/** Head to pressure: less half the square of the speed in each cell. */
function takeDynamic({ mesh: { n, x }, psi }: Cavity, head: Float64Array): void {
  const w = n + 1;
  for (let j = 0; j < n; j += 1) {
    for (let i = 0; i < n; i += 1) {
      const k = j * w + i;
      const u = (psi[k + w]! - psi[k]! + psi[k + w + 1]! - psi[k + 1]!) / (2 * (x[j + 1]! - x[j]!));
      const v = (psi[k]! - psi[k + 1]! + psi[k + w]! - psi[k + w + 1]!) / (2 * (x[i + 1]! - x[i]!));
      head[j * n + i]! -= (u * u + v * v) / 2;
    }
  }
}

/** Both ends added by the parabola through the three nearest centres. */
function withWalls(values: Float64Array, x: Float64Array): Float64Array {
  const n = values.length;
  const out = new Float64Array(n + 2);
  out.set(values, 1);
  const end = (k: number): void => {
    const at = [k, k === 0 ? 1 : k - 1, k === 0 ? 2 : k - 2];
    const place = at.map((i) => (x[i]! + x[i + 1]!) / 2);
    const wall = k === 0 ? 0 : x[n]!;
    const part = (a: number, b: number, c: number): number =>
      (((wall - place[b]!) * (wall - place[c]!)) /
        ((place[a]! - place[b]!) * (place[a]! - place[c]!))) *
      values[at[a]!]!;
    out[k === 0 ? 0 : n + 1] = part(0, 1, 2) + part(1, 0, 2) + part(2, 0, 1);
  };
  end(0);
  end(n - 1);
  return out;
}
