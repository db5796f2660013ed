/**
 * Steady lid-driven cavity: Newton's iteration on the stream function, vorticity transport in
 * central differences on a mesh that is finer at the walls. Velocities are differences of the
 * stream function between its points, so what flows into a cell flows out of it.
 */
import { factorBandedPlain, solveBandedPlain } from "../../math/linear/banded.js";
import { acos, cospi, sinpi } from "../../math/index.js";
import { notConverged, stopIf } from "../refusal.js";
import type { StopSignal } from "../solver.js";

export interface CavityMesh {
  /** Cells along each side. */
  readonly n: number;
  /** Places of the n + 1 points in [0, 1]. */
  readonly x: Float64Array;
  /** Distances per unit of the even coordinate: at points, and between them. */
  readonly at: Float64Array;
  readonly between: Float64Array;
}

/** How much finer the mesh is at the walls: 0 even, 1 like Chebyshev points. */
const STRETCH = 0.7;
const NEWTON_MAX = 30;
const NEWTON_TOLERANCE = 1e-12;

export function cavityMesh(n: number): CavityMesh {
  // x = s - a sin(2 pi s) / 2 pi, whose slope is 1 - a cos(2 pi s).
  const twoPi = 2 * acos(-1);
  const place = (s: number): number => s - (STRETCH * sinpi(2 * s)) / twoPi;
  const slope = (s: number): number => 1 - STRETCH * cospi(2 * s);
  return {
    n,
    x: Float64Array.from({ length: n + 1 }, (_, i) => place(i / n)),
    at: Float64Array.from({ length: n + 1 }, (_, i) => slope(i / n)),
    between: Float64Array.from({ length: n }, (_, i) => slope((i + 0.5) / n)),
  };
}

/**
 * -omega at a point as weights of psi: [west, east, south, north, centre] inside; one inner
 * neighbour and the lid at a wall.
 */
interface Laplacian {
  readonly west: Float64Array;
  readonly east: Float64Array;
}

function second({ at, between, n }: CavityMesh): Laplacian {
  const [west, east] = [new Float64Array(n + 1), new Float64Array(n + 1)];
  for (let i = 0; i <= n; i += 1) {
    const low = i === 0 ? between[0]! : between[i - 1]!;
    const high = i === n ? between[n - 1]! : between[i]!;
    west[i] = (n * n) / (at[i]! * low);
    east[i] = (n * n) / (at[i]! * high);
  }
  return { west, east };
}

export class Cavity {
  readonly mesh: CavityMesh;
  /** Stream function on (n + 1)^2 points, rows along y; zero on the walls. Unit U L. */
  readonly psi: Float64Array;
  readonly omega: Float64Array;
  readonly nu: number;
  readonly #lap: Laplacian;

  constructor(mesh: CavityMesh, re: number, psi: Float64Array) {
    this.mesh = mesh;
    this.nu = 1 / re;
    this.psi = psi;
    this.omega = new Float64Array(psi.length);
    this.#lap = second(mesh);
  }

  /**
   * Vorticity everywhere: inside from psi, at walls from what sticks there (Thom 1933); the lid
   * moves with unit speed.
   */
  #vorticity(): void {
    const {
      mesh: { between, n },
      omega,
      psi,
    } = this;
    const { east, west } = this.#lap;
    const w = n + 1;
    for (let j = 1; j < n; j += 1) {
      for (let i = 1; i < n; i += 1) {
        const k = j * w + i;
        omega[k] = -(
          west[i]! * (psi[k - 1]! - psi[k]!) +
          east[i]! * (psi[k + 1]! - psi[k]!) +
          west[j]! * (psi[k - w]! - psi[k]!) +
          east[j]! * (psi[k + w]! - psi[k]!)
        );
      }
    }
    for (let k = 1; k < n; k += 1) {
      omega[k * w] = -2 * east[0]! * psi[k * w + 1]!;
      omega[k * w + n] = -2 * west[n]! * psi[k * w + n - 1]!;
      omega[k] = -2 * east[0]! * psi[w + k]!;
      omega[n * w + k] = -2 * west[n]! * psi[(n - 1) * w + k]! - (2 * n) / between[n - 1]!;
    }
  }

  /**
   * Weights of the vorticities around point (i, j) in its transport: diffusion less convection by
   * the present psi.
   */
  #weights(i: number, j: number, out: Float64Array): void {
    const {
      mesh: { at, n },
      nu,
      psi,
    } = this;
    const { east, west } = this.#lap;
    const w = n + 1;
    const k = j * w + i;
    const scale = (n * n) / (4 * at[i]! * at[j]!);
    const u = scale * (psi[k + w]! - psi[k - w]!);
    const v = -scale * (psi[k + 1]! - psi[k - 1]!);
    out[0] = nu * west[i]! + u;
    out[1] = nu * east[i]! - u;
    out[2] = nu * west[j]! + v;
    out[3] = nu * east[j]! - v;
    out[4] = -nu * (west[i]! + east[i]! + west[j]! + east[j]!);
  }

  /**
   * Newton's iteration. @returns steps taken and the last change of psi @throws SolverRefusal where
   * it does not settle
   */
  solve(stop: StopSignal): { readonly steps: number; readonly change: number } {
    const {
      mesh: { n },
      psi,
    } = this;
    const m = n - 1;
    const w = n + 1;
    const band = 2 * m;
    const size = m * m;
    const matrix = new Float64Array(size * (2 * band + 1));
    const f = new Float64Array(size);
    let before = Number.POSITIVE_INFINITY;
    for (let steps = 1; steps <= NEWTON_MAX; steps += 1) {
      this.#vorticity();
      const kept = before < 1e-4;
      this.#residual(f);
      // Close to the solution the last factors serve again; the error still falls by orders.
      if (!kept) {
        this.#jacobian(matrix, band);
        factorBandedPlain(matrix, size, band, band, () => stopIf(stop));
      }
      solveBandedPlain(matrix, size, band, band, f);
      let change = 0;
      for (let j = 1; j < n; j += 1) {
        for (let i = 1; i < n; i += 1) {
          const delta = f[(j - 1) * m + i - 1]!;
          psi[j * w + i] = psi[j * w + i]! - delta;
          change = Math.max(change, Math.abs(delta));
        }
      }
      if (change <= NEWTON_TOLERANCE) {
        this.#vorticity();
        return { steps, change };
      }
      if (!(change < 1e3)) break;
      before = change;
    }
    throw notConverged(
      "budget",
      `the steady flow was not found in ${NEWTON_MAX} Newton steps; at such a Reynolds number it may not be stable.`,
    );
  }

  #residual(f: Float64Array): void {
    const {
      mesh: { n },
      omega,
    } = this;
    const w = n + 1;
    const weights = new Float64Array(5);
    for (let j = 1; j < n; j += 1) {
      for (let i = 1; i < n; i += 1) {
        this.#weights(i, j, weights);
        const k = j * w + i;
        f[(j - 1) * (n - 1) + i - 1] =
          weights[0]! * omega[k - 1]! +
          weights[1]! * omega[k + 1]! +
          weights[2]! * omega[k - w]! +
          weights[3]! * omega[k + w]! +
          weights[4]! * omega[k]!;
      }
    }
  }

  /** Largest residual of the transport, recomputed from psi. */
  imbalance(): number {
    const f = new Float64Array((this.mesh.n - 1) * (this.mesh.n - 1));
    this.#vorticity();
    this.#residual(f);
    return f.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  }

  #jacobian(matrix: Float64Array, band: number): void {
    const {
      mesh: { at, n },
      omega,
    } = this;
    const { east, west } = this.#lap;
    const m = n - 1;
    const w = n + 1;
    const width = 2 * band + 1;
    matrix.fill(0);
    const weights = new Float64Array(5);
    const put = (row: number, i: number, j: number, value: number): void => {
      if (i < 1 || i > m || j < 1 || j > m) return;
      const k = row * width + (j - 1) * m + i - 1 - row + band;
      matrix[k] = matrix[k]! + value;
    };
    for (let j = 1; j < n; j += 1) {
      for (let i = 1; i < n; i += 1) {
        const row = (j - 1) * m + i - 1;
        const k = j * w + i;
        this.#weights(i, j, weights);
        for (const [a, b, weight] of [
          [i - 1, j, weights[0]!],
          [i + 1, j, weights[1]!],
          [i, j - 1, weights[2]!],
          [i, j + 1, weights[3]!],
          [i, j, weights[4]!],
        ] as const) {
          if (a === 0) put(row, 1, b, -2 * weight * east[0]!);
          else if (a === n) put(row, m, b, -2 * weight * west[n]!);
          else if (b === 0) put(row, a, 1, -2 * weight * east[0]!);
          else if (b === n) put(row, a, m, -2 * weight * west[n]!);
          else {
            put(row, a - 1, b, -weight * west[a]!);
            put(row, a + 1, b, -weight * east[a]!);
            put(row, a, b - 1, -weight * west[b]!);
            put(row, a, b + 1, -weight * east[b]!);
            put(row, a, b, weight * (west[a]! + east[a]! + west[b]! + east[b]!));
          }
        }
        const scale = (n * n) / (4 * at[i]! * at[j]!);
        const alongX = scale * (omega[k + 1]! - omega[k - 1]!);
        const alongY = scale * (omega[k + w]! - omega[k - w]!);
        put(row, i, j + 1, -alongX);
        put(row, i, j - 1, alongX);
        put(row, i + 1, j, alongY);
        put(row, i - 1, j, -alongY);
      }
    }
  }
}
