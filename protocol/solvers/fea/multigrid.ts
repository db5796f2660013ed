/**
 * Geometric multigrid on logically rectangular meshes of bilinear elements: products element by
 * element, no assembled matrix but the coarsest; Galerkin coarse elements, Chebyshev smoothing, a
 * banded Cholesky factor at the bottom.
 */
import {
  addSymmetric,
  bandedCholesky,
  bandedSolve,
  bandedSymmetric,
  type BandedCholesky,
} from "../../math/linear/bandedCholesky.js";
import { DOFS } from "./element.js";
import type { Mesh } from "./mesh.js";

export type Grid = Pick<Mesh, "nx" | "ny" | "kinds" | "matrices" | "held">;

interface Level extends Grid {
  readonly inverseDiagonal: Float64Array;
  readonly largest: number;
  readonly x: Float64Array;
  readonly r: Float64Array;
  readonly d: Float64Array;
  readonly w: Float64Array;
}

export interface Hierarchy {
  readonly levels: readonly Level[];
  readonly bottom: BandedCholesky | null;
}

/** Unknowns times squared bandwidth that the bottom may cost. */
const BOTTOM_COST_MAX = 6e8;
/** Numbers of its factor. */
const BOTTOM_NUMBERS_MAX = 5e6;
const SMOOTHING = 3;
const POWER_STEPS = 12;
/** Eigenvalues from largest / this up are the smoother's part. */
const SMOOTH_RANGE = 10;

/** y = K x without the rows and columns of what is held. */
export function applyStiffness(
  { held, kinds, matrices, nx, ny }: Grid,
  x: Float64Array,
  y: Float64Array,
): void {
  y.fill(0);
  const column = 2 * (ny + 1);
  for (let i = 0; i < nx; i += 1) {
    for (let j = 0; j < ny; j += 1) {
      const k = 64 * kinds[i * ny + j]!;
      const a = i * column + 2 * j;
      const b = a + column;
      const u0 = x[a]!,
        u1 = x[a + 1]!,
        u6 = x[a + 2]!,
        u7 = x[a + 3]!;
      const u2 = x[b]!,
        u3 = x[b + 1]!,
        u4 = x[b + 2]!,
        u5 = x[b + 3]!;
      y[a]! += row(matrices, k, u0, u1, u2, u3, u4, u5, u6, u7);
      y[a + 1]! += row(matrices, k + 8, u0, u1, u2, u3, u4, u5, u6, u7);
      y[b]! += row(matrices, k + 16, u0, u1, u2, u3, u4, u5, u6, u7);
      y[b + 1]! += row(matrices, k + 24, u0, u1, u2, u3, u4, u5, u6, u7);
      y[b + 2]! += row(matrices, k + 32, u0, u1, u2, u3, u4, u5, u6, u7);
      y[b + 3]! += row(matrices, k + 40, u0, u1, u2, u3, u4, u5, u6, u7);
      y[a + 2]! += row(matrices, k + 48, u0, u1, u2, u3, u4, u5, u6, u7);
      y[a + 3]! += row(matrices, k + 56, u0, u1, u2, u3, u4, u5, u6, u7);
    }
  }
  for (let i = 0; i < y.length; i += 1) if (held[i] === 1) y[i] = 0;
}

function row(
  m: Float64Array,
  k: number,
  u0: number,
  u1: number,
  u2: number,
  u3: number,
  u4: number,
  u5: number,
  u6: number,
  u7: number,
): number {
  return (
    m[k]! * u0 +
    m[k + 1]! * u1 +
    m[k + 2]! * u2 +
    m[k + 3]! * u3 +
    m[k + 4]! * u4 +
    m[k + 5]! * u5 +
    m[k + 6]! * u6 +
    m[k + 7]! * u7
  );
}

/** Offsets of the unknowns of an element from that of its first node. */
function dofAt(ny: number, i: number, j: number, local: number): number {
  const corner = local >> 1;
  const di = corner === 1 || corner === 2 ? 1 : 0;
  const dj = corner >= 2 ? 1 : 0;
  return 2 * ((i + di) * (ny + 1) + j + dj) + (local & 1);
}

/** @param poll  called now and then; may throw to give up */
export function hierarchyOf(mesh: Mesh, poll: () => void): Hierarchy {
  const levels: Level[] = [];
  let grid: Grid = mesh;
  for (;;) {
    const band = 2 * (Math.min(grid.nx, grid.ny) + 2);
    const n = 2 * (grid.nx + 1) * (grid.ny + 1);
    const last =
      (n * band * band <= BOTTOM_COST_MAX && n * band <= BOTTOM_NUMBERS_MAX) ||
      Math.max(grid.nx, grid.ny) <= 2;
    levels.push(levelOf(grid, last));
    if (last) break;
    grid = coarser(grid);
  }
  return { levels, bottom: bottomOf(grid, poll) };
}

/** @param last  solved directly: there nothing is smoothed, and the spectrum is not needed */
function levelOf(grid: Grid, last: boolean): Level {
  const { held, kinds, matrices, nx, ny } = grid;
  const n = 2 * (nx + 1) * (ny + 1);
  const diagonal = new Float64Array(n);
  for (let i = 0; i < nx; i += 1) {
    for (let j = 0; j < ny; j += 1) {
      for (let a = 0; a < DOFS; a += 1)
        diagonal[dofAt(ny, i, j, a)]! += matrices[64 * kinds[i * ny + j]! + 9 * a]!;
    }
  }
  const inverseDiagonal = new Float64Array(n);
  for (let i = 0; i < n; i += 1) inverseDiagonal[i] = held[i] === 1 ? 0 : 1 / diagonal[i]!;
  const level = {
    ...grid,
    inverseDiagonal,
    x: new Float64Array(n),
    r: new Float64Array(n),
    d: new Float64Array(n),
    w: new Float64Array(n),
  };
  return { ...level, largest: last ? 0 : 1.1 * powerMethod({ ...level, largest: 0 }) };
}

/** Largest eigenvalue of D^-1 K, from a start in which every wave number is present. */
function powerMethod(level: Level): number {
  const { inverseDiagonal, w, x } = level;
  let value = 1;
  for (let i = 0; i < x.length; i += 1)
    x[i] = inverseDiagonal[i] === 0 ? 0 : ((i * 0.6180339887498949) % 1) - 0.5;
  for (let step = 0; step < POWER_STEPS; step += 1) {
    applyStiffness(level, x, w);
    let top = 0;
    let bottom = 0;
    for (let i = 0; i < x.length; i += 1) {
      top += x[i]! * w[i]!;
      bottom += inverseDiagonal[i] === 0 ? 0 : (x[i]! * x[i]!) / inverseDiagonal[i]!;
    }
    value = bottom > 0 ? top / bottom : 1;
    let size = 0;
    for (let i = 0; i < x.length; i += 1) {
      x[i] = inverseDiagonal[i]! * w[i]!;
      size = Math.max(size, Math.abs(x[i]!));
    }
    if (size > 0) for (let i = 0; i < x.length; i += 1) x[i]! /= size;
  }
  x.fill(0);
  return value;
}

/**
 * Children of coarse element c along one direction of n fine ones: two, or one at the end of an odd
 * row.
 */
function childrenOf(c: number, n: number): number {
  return 2 * c + 1 < n ? 2 : 1;
}

/** Weight of coarse end `e` (0 or 1) at fine end `f` of child `k` of `children`. */
function weight(e: number, f: number, k: number, children: number): number {
  const at = (k + f) / children;
  return e === 1 ? at : 1 - at;
}

function coarser(fine: Grid): Grid {
  const nx = Math.ceil(fine.nx / 2);
  const ny = Math.ceil(fine.ny / 2);
  const kinds = new Int32Array(nx * ny);
  const nodes: number[] = [];
  const known = new Map<string, number>();
  for (let i = 0; i < nx; i += 1) {
    for (let j = 0; j < ny; j += 1) {
      const [cx, cy] = [childrenOf(i, fine.nx), childrenOf(j, fine.ny)];
      const parts: number[] = [];
      for (let a = 0; a < cx; a += 1)
        for (let b = 0; b < cy; b += 1) parts.push(fine.kinds[(2 * i + a) * fine.ny + 2 * j + b]!);
      const key = `${cx},${cy}:${parts.join(",")}`;
      let kind = known.get(key);
      if (kind === undefined) {
        kind = nodes.length / 64;
        known.set(key, kind);
        nodes.push(...galerkin(fine.matrices, parts, cx, cy));
      }
      kinds[i * ny + j] = kind;
    }
  }
  return { nx, ny, kinds, matrices: Float64Array.from(nodes), held: heldCoarse(fine, nx, ny) };
}

function heldCoarse(fine: Grid, nx: number, ny: number): Uint8Array {
  const held = new Uint8Array(2 * (nx + 1) * (ny + 1));
  for (let i = 0; i <= nx; i += 1) {
    for (let j = 0; j <= ny; j += 1) {
      const node = Math.min(2 * i, fine.nx) * (fine.ny + 1) + Math.min(2 * j, fine.ny);
      for (let c = 0; c < 2; c += 1) held[2 * (i * (ny + 1) + j) + c] = fine.held[2 * node + c]!;
    }
  }
  return held;
}

const CORNER_I = [0, 1, 1, 0];
const CORNER_J = [0, 0, 1, 1];

function galerkin(
  matrices: Float64Array,
  parts: readonly number[],
  cx: number,
  cy: number,
): Float64Array {
  const out = new Float64Array(64);
  const w = new Float64Array(16);
  for (let a = 0; a < cx; a += 1) {
    for (let b = 0; b < cy; b += 1) {
      const k = 64 * parts[a * cy + b]!;
      for (let f = 0; f < 4; f += 1) {
        for (let c = 0; c < 4; c += 1) {
          w[4 * f + c] =
            weight(CORNER_I[c]!, CORNER_I[f]!, a, cx) * weight(CORNER_J[c]!, CORNER_J[f]!, b, cy);
        }
      }
      for (let f = 0; f < DOFS; f += 1) {
        for (let g = 0; g < DOFS; g += 1) {
          const value = matrices[k + f * DOFS + g]!;
          for (let c = 0; c < 4; c += 1) {
            const left = w[4 * (f >> 1) + c]! * value;
            if (left === 0) continue;
            for (let d = 0; d < 4; d += 1)
              out[(2 * c + (f & 1)) * DOFS + 2 * d + (g & 1)]! += left * w[4 * (g >> 1) + d]!;
          }
        }
      }
    }
  }
  return out;
}

/** Numbered along the shorter direction, what is held as a one on the diagonal. */
function bottomOf(
  { held, kinds, matrices, nx, ny }: Grid,
  poll: () => void,
): BandedCholesky | null {
  const n = 2 * (nx + 1) * (ny + 1);
  const order = new Int32Array(n);
  for (let i = 0; i <= nx; i += 1) {
    for (let j = 0; j <= ny; j += 1) {
      const node = nx < ny ? j * (nx + 1) + i : i * (ny + 1) + j;
      for (let c = 0; c < 2; c += 1) order[2 * (i * (ny + 1) + j) + c] = 2 * node + c;
    }
  }
  const matrix = bandedSymmetric(n, 2 * (Math.min(nx, ny) + 2) + 1, order);
  const own = new Int32Array(DOFS);
  for (let i = 0; i < nx; i += 1) {
    for (let j = 0; j < ny; j += 1) {
      const k = 64 * kinds[i * ny + j]!;
      for (let p = 0; p < DOFS; p += 1) {
        const at = dofAt(ny, i, j, p);
        own[p] = held[at] === 1 ? -1 : order[at]!;
      }
      for (let p = 0; p < DOFS; p += 1) {
        const row = own[p]!;
        for (let q = 0; q < DOFS; q += 1) {
          const column = own[q]!;
          if (column >= 0 && column <= row)
            addSymmetric(matrix, row, column, matrices[k + p * DOFS + q]!);
        }
      }
    }
  }
  for (let i = 0; i < n; i += 1) if (held[i] === 1) addSymmetric(matrix, order[i]!, order[i]!, 1);
  return bandedCholesky(matrix, poll);
}

/** z = V-cycle of r from zero: symmetric and positive definite. */
export function vCycle({ bottom, levels }: Hierarchy, r: Float64Array, z: Float64Array): void {
  cycle(levels, bottom!, 0, r, z);
}

function cycle(
  levels: readonly Level[],
  bottom: BandedCholesky,
  at: number,
  r: Float64Array,
  z: Float64Array,
): void {
  const level = levels[at]!;
  if (at === levels.length - 1) {
    bandedSolve(bottom, r, z);
    for (let i = 0; i < z.length; i += 1) if (level.held[i] === 1) z[i] = 0;
    return;
  }
  z.fill(0);
  smooth(level, r, z, true);
  applyStiffness(level, z, level.r);
  for (let i = 0; i < z.length; i += 1) level.r[i] = r[i]! - level.r[i]!;
  const next = levels[at + 1]!;
  const below = new Float64Array(next.x.length);
  restrict(level, next, level.r, below);
  cycle(levels, bottom, at + 1, below, next.x);
  prolong(level, next, next.x, z);
  smooth(level, r, z, false);
}

/** Chebyshev iteration on D^-1 K over the upper part of its spectrum. */
function smooth(level: Level, r: Float64Array, z: Float64Array, fromZero: boolean): void {
  const { d, inverseDiagonal, largest, w } = level;
  const theta = 0.5 * (largest + largest / SMOOTH_RANGE);
  const delta = 0.5 * (largest - largest / SMOOTH_RANGE);
  const sigma = theta / delta;
  let rho = 1 / sigma;
  if (fromZero) w.fill(0);
  else applyStiffness(level, z, w);
  for (let i = 0; i < z.length; i += 1) {
    d[i] = (inverseDiagonal[i]! * (r[i]! - w[i]!)) / theta;
    z[i]! += d[i]!;
  }
  for (let k = 1; k < SMOOTHING; k += 1) {
    const next = 1 / (2 * sigma - rho);
    applyStiffness(level, z, w);
    const a = next * rho;
    const b = (2 * next) / delta;
    for (let i = 0; i < z.length; i += 1) {
      d[i] = a * d[i]! + b * inverseDiagonal[i]! * (r[i]! - w[i]!);
      z[i]! += d[i]!;
    }
    rho = next;
  }
}

/** Coarse neighbours of fine index f: itself, or the two beside it with half weight each. */
function prolong(fine: Grid, coarse: Grid, x: Float64Array, z: Float64Array): void {
  for (let i = 0; i <= fine.nx; i += 1) {
    const [i0, i1, wi] = spread(i, fine.nx);
    for (let j = 0; j <= fine.ny; j += 1) {
      const [j0, j1, wj] = spread(j, fine.ny);
      for (let c = 0; c < 2; c += 1) {
        const f = 2 * (i * (fine.ny + 1) + j) + c;
        if (fine.held[f] === 1) continue;
        const a = wi * (wj * x[dof(coarse, i0, j0, c)]! + (1 - wj) * x[dof(coarse, i0, j1, c)]!);
        const b =
          (1 - wi) * (wj * x[dof(coarse, i1, j0, c)]! + (1 - wj) * x[dof(coarse, i1, j1, c)]!);
        z[f]! += a + b;
      }
    }
  }
}

function dof({ ny }: Grid, i: number, j: number, c: number): number {
  return 2 * (i * (ny + 1) + j) + c;
}

function spread(f: number, n: number): [number, number, number] {
  if (f % 2 === 0) return [f / 2, f / 2, 1];
  const low = (f - 1) / 2;
  // The last element of an odd row is its own coarse element: its end is a coarse node.
  return f === n ? [low + 1, low + 1, 1] : [low, low + 1, 0.5];
}

function restrict(fine: Grid, coarse: Grid, r: Float64Array, out: Float64Array): void {
  for (let i = 0; i <= fine.nx; i += 1) {
    const [i0, i1, wi] = spread(i, fine.nx);
    for (let j = 0; j <= fine.ny; j += 1) {
      const [j0, j1, wj] = spread(j, fine.ny);
      for (let c = 0; c < 2; c += 1) {
        const value = r[2 * (i * (fine.ny + 1) + j) + c]!;
        out[dof(coarse, i0, j0, c)]! += wi * wj * value;
        out[dof(coarse, i0, j1, c)]! += wi * (1 - wj) * value;
        out[dof(coarse, i1, j0, c)]! += (1 - wi) * wj * value;
        out[dof(coarse, i1, j1, c)]! += (1 - wi) * (1 - wj) * value;
      }
    }
  }
  for (let i = 0; i < out.length; i += 1) if (coarse.held[i] === 1) out[i] = 0;
}
