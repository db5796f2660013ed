/**
 * Incompressible flow on a staggered grid: central differences that keep energy, third-order
 * Runge-Kutta steps, and an exact projection after each stage (Harlow and Welch 1965; Shu and Osher
 * 1988). Each axis ends at walls or is periodic. Stages are in vector instructions by
 * `wasm/source/flow.as`, and the same sums in the same order here.
 */
import { flowBinary } from "../../wasm/binary/flow.js";
import { KernelRoom, roomOfJob, type KernelCall, LANES_BYTES } from "../../wasm/kernel.js";
import type { FlowGrid } from "./flowGrid.js";
import { pressureBytes, pressureSolver } from "./projection.js";

interface Level {
  readonly u: Float64Array;
  readonly v: Float64Array;
}

interface Kernels {
  readonly advance: KernelCall;
  readonly divergence: KernelCall;
  readonly correct: KernelCall;
  readonly measures: KernelCall;
}

const LEVELS = 3;

function kernelsOf(room: KernelRoom): Kernels | null {
  const [advance, divergence, correct, measures] = [
    room.call("advance"),
    room.call("divergence"),
    room.call("correct"),
    room.call("measures"),
  ];
  return advance === null || divergence === null || correct === null || measures === null
    ? null
    : { advance, divergence, correct, measures };
}

/** Of one stage: shares of the start and of the step, the step, and what fluxes count along x and y. */
interface StageFactors {
  readonly keep: number;
  readonly take: number;
  readonly dt: number;
  readonly qx: number;
  readonly qy: number;
  readonly dx: number;
  readonly dy: number;
}

export class Staggered {
  readonly grid: FlowGrid;
  /**
   * One ghost around nx by ny cells. u at (i, j) stands on the right face of cell (i, j), v on its
   * upper face.
   */
  readonly width: number;
  readonly u: Float64Array;
  readonly v: Float64Array;
  /** Flows after the first two stages. */
  readonly #first: Level;
  readonly #second: Level;
  readonly #phi: Float64Array;
  /** Time that phi acts over. */
  #span = 1;
  readonly #found: Float64Array;
  readonly #kernels: Kernels | null;
  readonly #poisson: (data: Float64Array) => void;
  /** Last computed columns of u and rows of v: one fewer between walls. */
  readonly #lastU: number;
  readonly #lastV: number;

  constructor(grid: FlowGrid) {
    const { nx, ny, wallsX, wallsY } = grid;
    this.grid = grid;
    this.width = nx + 2;
    const points = (nx + 2) * (ny + 2);
    const room = roomOfJob(
      flowBinary,
      2 * LEVELS * (points * 8 + LANES_BYTES) + pressureBytes(grid),
    );
    this.#kernels = kernelsOf(room);
    const level = (): Level => ({ u: room.floats(points), v: room.floats(points) });
    const { u, v } = level();
    this.u = u;
    this.v = v;
    this.#first = level();
    this.#second = level();
    this.#phi = room.floats(nx * ny);
    this.#found = room.floats(2);
    this.#poisson = pressureSolver(grid, room);
    this.#lastU = wallsX ? nx - 1 : nx;
    this.#lastV = wallsY ? ny - 1 : ny;
  }

  /** Pressure over density in the cells by the last projection, its mean zero. */
  get pressure(): Float64Array {
    const mean = this.#phi.reduce((total, value) => total + value, 0) / this.#phi.length;
    return this.#phi.map((value) => (value - mean) / this.#span);
  }

  /** Ghost values: copies around a period, or what makes the wall's own speed the mean. */
  ghosts({ u, v }: Level = this): void {
    const {
      grid: { lid, nx, ny, wallsX, wallsY },
      width: w,
    } = this;
    for (let j = 0; j <= ny + 1; j += 1) {
      const row = j * w;
      u[row] = wallsX ? 0 : u[row + nx]!;
      if (wallsX) u[row + nx] = 0;
      u[row + nx + 1] = wallsX ? 0 : u[row + 1]!;
      v[row] = wallsX ? -v[row + 1]! : v[row + nx]!;
      v[row + nx + 1] = wallsX ? -v[row + nx]! : v[row + 1]!;
    }
    const top = ny * w;
    for (let i = 0; i <= nx + 1; i += 1) {
      u[i] = wallsY ? -u[w + i]! : u[top + i]!;
      u[top + w + i] = wallsY ? 2 * lid - u[top + i]! : u[w + i]!;
      v[i] = wallsY ? 0 : v[top + i]!;
      if (wallsY) v[top + i] = 0;
      v[top + w + i] = wallsY ? 0 : v[w + i]!;
    }
  }

  /** One stage from `from` into `to`, on inner faces. @param dt of a whole step */
  #advance(from: Level, to: Level, keep: number, take: number, dt: number): void {
    const {
      grid: { force, hx, hy, nu, nx, ny },
      u: u0,
      v: v0,
    } = this;
    const kernels = this.#kernels;
    const lastU = this.#lastU;
    const lastV = this.#lastV;
    const [qx, qy, dx, dy] = [1 / (4 * hx), 1 / (4 * hy), nu / (hx * hx), nu / (hy * hy)];
    if (kernels === null) {
      const factors = { keep, take, dt, qx, qy, dx, dy };
      this.#along(from, to.u, factors);
      this.#across(from, to.v, factors);
      return;
    }
    kernels.advance(
      from.u.byteOffset,
      from.v.byteOffset,
      u0.byteOffset,
      v0.byteOffset,
      to.u.byteOffset,
      to.v.byteOffset,
      nx,
      ny,
      lastU,
      lastV,
      keep,
      take,
      dt,
      qx,
      qy,
      dx,
      dy,
      force,
    );
  }

  #along(
    { u, v }: Level,
    next: Float64Array,
    { dt, dx, dy, keep, qx, qy, take }: StageFactors,
  ): void {
    const {
      grid: { force, ny },
      u: u0,
      width: w,
    } = this;
    const lastU = this.#lastU;
    const out = 2 * (dx + dy);
    for (let j = 1; j <= ny; j += 1) {
      for (let k = j * w + 1; k <= j * w + lastU; k += 1) {
        const own = u[k]!;
        const [east, west, north, south] = [u[k + 1]!, u[k - 1]!, u[k + w]!, u[k - w]!];
        const [ue, uw] = [own + east, own + west];
        const upper = (own + north) * (v[k]! + v[k + 1]!);
        const lower = (own + south) * (v[k - w]! + v[k - w + 1]!);
        const carried = qx * (ue * ue - uw * uw) + qy * (upper - lower);
        const spread = dx * (east + west) + dy * (north + south) - out * own;
        next[k] = keep * u0[k]! + take * (own + dt * (force - carried + spread));
      }
    }
  }

  #across(
    { u, v }: Level,
    next: Float64Array,
    { dt, dx, dy, keep, qx, qy, take }: StageFactors,
  ): void {
    const {
      grid: { nx },
      v: v0,
      width: w,
    } = this;
    const lastV = this.#lastV;
    const out = 2 * (dx + dy);
    for (let j = 1; j <= lastV; j += 1) {
      for (let k = j * w + 1; k <= j * w + nx; k += 1) {
        const own = v[k]!;
        const [east, west, north, south] = [v[k + 1]!, v[k - 1]!, v[k + w]!, v[k - w]!];
        const [vn, vs] = [own + north, own + south];
        const right = (own + east) * (u[k]! + u[k + w]!);
        const left = (own + west) * (u[k - 1]! + u[k + w - 1]!);
        const carried = qy * (vn * vn - vs * vs) + qx * (right - left);
        const spread = dx * (east + west) + dy * (north + south) - out * own;
        next[k] = keep * v0[k]! + take * (own + dt * (spread - carried));
      }
    }
  }

  /**
   * Takes the gradient out that makes the flow diverge. @param span of time that the pressure acts
   * over
   */
  #project(level: Level, span: number): void {
    const {
      grid: { hx, hy, nx, ny },
    } = this;
    const kernels = this.#kernels;
    const lastU = this.#lastU;
    const lastV = this.#lastV;
    const phi = this.#phi;
    const { u, v } = level;
    this.ghosts(level);
    const [rx, ry] = [1 / hx, 1 / hy];
    if (kernels === null) this.#divergenceOf(level, rx, ry);
    else kernels.divergence(u.byteOffset, v.byteOffset, phi.byteOffset, nx, ny, rx, ry);
    this.#poisson(phi);
    if (kernels === null) this.#correct(level, rx, ry);
    else kernels.correct(u.byteOffset, v.byteOffset, phi.byteOffset, nx, ny, lastU, lastV, rx, ry);
    this.#span = span;
    this.ghosts(level);
  }

  /** Minus the divergence of every cell, into phi. */
  #divergenceOf({ u, v }: Level, rx: number, ry: number): void {
    const {
      grid: { nx, ny },
      width: w,
    } = this;
    const phi = this.#phi;
    for (let j = 1; j <= ny; j += 1) {
      for (let i = 1; i <= nx; i += 1) {
        const k = j * w + i;
        phi[(j - 1) * nx + i - 1] = rx * (u[k - 1]! - u[k]!) + ry * (v[k - w]! - v[k]!);
      }
    }
  }

  #correct({ u, v }: Level, rx: number, ry: number): void {
    const {
      grid: { nx, ny },
      width: w,
    } = this;
    const lastU = this.#lastU;
    const lastV = this.#lastV;
    const phi = this.#phi;
    for (let j = 1; j <= ny; j += 1) {
      for (let i = 1; i <= lastU; i += 1) {
        const k = j * w + i;
        u[k] = u[k]! - rx * (phi[(j - 1) * nx + (i === nx ? 0 : i)]! - phi[(j - 1) * nx + i - 1]!);
      }
    }
    for (let j = 1; j <= lastV; j += 1) {
      const upper = (j === ny ? 0 : j) * nx;
      for (let i = 1; i <= nx; i += 1) {
        const k = j * w + i;
        v[k] = v[k]! - ry * (phi[upper + i - 1]! - phi[(j - 1) * nx + i - 1]!);
      }
    }
  }

  /** @param poll is asked before each stage and its pressure: large grids take long for one */
  step(dt: number, poll: () => void): void {
    const first = this.#first;
    const second = this.#second;
    // The last stage reads each place of the start before it writes there.
    for (const [from, to, keep, take] of [
      [this, first, 0, 1],
      [first, second, 0.75, 0.25],
      [second, this, 1 / 3, 2 / 3],
    ] as const) {
      poll();
      this.#advance(from, to, keep, take, dt);
      poll();
      this.#project(to, take * dt);
    }
  }

  /**
   * Largest |div u|, and the largest of dt-free CFL sums |u| / hx + |v| / hy; not a number where a
   * velocity is none.
   */
  measures(): { readonly divergence: number; readonly rate: number } {
    const {
      grid: { hx, hy, nx, ny },
      u,
      v,
      width: w,
    } = this;
    const found = this.#found;
    const kernels = this.#kernels;
    const [rx, ry] = [1 / hx, 1 / hy];
    if (kernels !== null) {
      kernels.measures(u.byteOffset, v.byteOffset, nx, ny, rx, ry, found.byteOffset);
      return { divergence: found[0]!, rate: found[1]! };
    }
    let [divergence, rate] = [0, 0];
    for (let j = 1; j <= ny; j += 1) {
      for (let k = j * w + 1; k <= j * w + nx; k += 1) {
        divergence = Math.max(
          divergence,
          Math.abs(rx * (u[k - 1]! - u[k]!) + ry * (v[k - w]! - v[k]!)),
        );
        rate = Math.max(rate, rx * Math.abs(u[k]!) + ry * Math.abs(v[k]!));
      }
    }
    return { divergence, rate };
  }

  /** Stream function on the (nx + 1) by (ny + 1) corners, zero at the first. */
  stream(): Float64Array {
    const {
      grid: { hx, hy, nx, ny },
      u,
      v,
      width: w,
    } = this;
    const psi = new Float64Array((nx + 1) * (ny + 1));
    for (let i = 1; i <= nx; i += 1) psi[i] = psi[i - 1]! - hx * v[i]!;
    for (let j = 1; j <= ny; j += 1) {
      for (let i = 0; i <= nx; i += 1)
        psi[j * (nx + 1) + i] = psi[(j - 1) * (nx + 1) + i]! + hy * u[j * w + i]!;
    }
    return psi;
  }

  energy(): number {
    const {
      grid: { hx, hy, nx, ny },
      u,
      v,
      width: w,
    } = this;
    let total = 0;
    for (let j = 1; j <= ny; j += 1) {
      for (let k = j * w + 1; k <= j * w + nx; k += 1) total += u[k]! * u[k]! + v[k]! * v[k]!;
    }
    return 0.5 * total * hx * hy;
  }
}
