/**
 * Shallow water in a closed basin on a staggered (C) grid: the scheme of Sadourny (J. Atmos. Sci.
 * 32 (1975) 680) that keeps energy, in classical Runge-Kutta steps. Heights stand in cells, u on
 * their left and v on their lower sides. Stages are in vector instructions by
 * `wasm/source/basin.as`, and the same sums in the same order here.
 */
import { basinBinary } from "../../wasm/binary/basin.js";
import { roomOfJob, type KernelCall, LANES_BYTES } from "../../wasm/kernel.js";

export interface BasinGrid {
  readonly nx: number;
  readonly ny: number;
  readonly hx: number;
  readonly hy: number;
  readonly g: number;
  /** Coriolis parameter at the ny + 1 rows of corners. */
  readonly f: Float64Array;
}

/** Elevation and velocities, rows of nx + 1; views of one array, one after the other. */
interface State {
  readonly all: Float64Array;
  readonly eta: Float64Array;
  readonly u: Float64Array;
  readonly v: Float64Array;
}

/** Volume over rest, energy over rest, least depth and fastest wave. */
interface Measures {
  readonly volume: number;
  readonly energy: number;
  readonly least: number;
  readonly fastest: number;
}

const STATES = 3;
const WORKS = 6;
const FOUND = 4;

export class Basin {
  readonly grid: BasinGrid;
  readonly width: number;
  readonly now: State;
  readonly #size: number;
  readonly #stage: State;
  readonly #sum: State;
  readonly #depth: Float64Array;
  readonly #f: Float64Array;
  /** Depths, heads, fluxes of u and v, turnings across and along. */
  readonly #work: Float64Array;
  readonly #found: Float64Array;
  readonly #kernels: { readonly stage: KernelCall; readonly measures: KernelCall } | null;
  #started = false;

  constructor(grid: BasinGrid) {
    const { f, nx, ny } = grid;
    this.grid = grid;
    this.width = nx + 1;
    this.#size = (nx + 1) * (ny + 1);
    const size = this.#size;
    const room = roomOfJob(
      basinBinary,
      ((3 * STATES + WORKS + 1) * size + ny + 1 + FOUND) * 8 + (STATES + FOUND) * LANES_BYTES,
    );
    const state = (): State => {
      const all = room.floats(3 * size);
      return {
        all,
        eta: all.subarray(0, size),
        u: all.subarray(size, 2 * size),
        v: all.subarray(2 * size),
      };
    };
    this.now = state();
    this.#stage = state();
    this.#sum = state();
    this.#depth = room.floats(size);
    this.#work = room.floats(WORKS * size);
    this.#f = room.floats(ny + 1);
    this.#f.set(f);
    this.#found = room.floats(FOUND);
    const [stage, measures] = [room.call("stage"), room.call("measures")];
    this.#kernels = stage === null || measures === null ? null : { stage, measures };
  }

  /** Depths at rest, which are to be set before the first step. */
  get rest(): Float64Array {
    return this.#depth;
  }

  /** @param poll is asked before each stage: large basins take long for one */
  step(dt: number, poll: () => void): void {
    const { now } = this;
    const stage = this.#stage;
    const sum = this.#sum;
    // Velocities on walls are never written again.
    if (!this.#started) stage.all.set(now.all);
    this.#started = true;
    const ways = [
      [now, now, sum, 0.5, 1 / 6],
      [stage, sum, sum, 0.5, 1 / 3],
      [stage, sum, sum, 1, 1 / 3],
      [stage, sum, now, 0, 1 / 6],
    ] as const;
    for (const [from, total, to, next, weight] of ways) {
      poll();
      this.#goThrough(from, stage, total, to, next * dt, weight * dt);
    }
  }

  /** Rates at `from`: the start and `a` of them into `to`, `total` and `b` of them into `sum`. */
  #goThrough(from: State, to: State, total: State, sum: State, a: number, b: number): void {
    const {
      grid: { g, hx, hy, nx, ny },
      now,
    } = this;
    const depth = this.#depth;
    const f = this.#f;
    const kernels = this.#kernels;
    const size = this.#size;
    const work = this.#work;
    const [rx, ry] = [1 / hx, 1 / hy];
    if (kernels !== null) {
      kernels.stage(
        from.all.byteOffset,
        now.all.byteOffset,
        to.all.byteOffset,
        total.all.byteOffset,
        sum.all.byteOffset,
        depth.byteOffset,
        work.byteOffset,
        f.byteOffset,
        nx,
        ny,
        size,
        a,
        b,
        g,
        rx,
        ry,
      );
      return;
    }
    this.#heads(from);
    this.#turning(from, rx, ry);
    this.#tendencies(to, total, sum, a, b, rx, ry);
  }

  #heads({ eta, u, v }: State): void {
    const {
      grid: { g, nx, ny },
      width: w,
    } = this;
    const depth = this.#depth;
    const size = this.#size;
    const work = this.#work;
    const [head, fluxU, fluxV] = [size, 2 * size, 3 * size];
    for (let j = 0; j < ny; j += 1) {
      for (let k = j * w; k < j * w + nx; k += 1) {
        const [a, b, c, d] = [u[k]!, u[k + 1]!, v[k]!, v[k + w]!];
        work[k] = depth[k]! + eta[k]!;
        work[head + k] = g * eta[k]! + 0.25 * (a * a + b * b + (c * c + d * d));
      }
      for (let k = j * w + 1; k < j * w + nx; k += 1)
        work[fluxU + k] = 0.5 * u[k]! * (work[k - 1]! + work[k]!);
      if (j === 0) continue;
      for (let k = j * w; k < j * w + nx; k += 1)
        work[fluxV + k] = 0.5 * v[k]! * (work[k - w]! + work[k]!);
    }
  }

  /**
   * Potential vorticity at inner corners times the fluxes through them; nothing flows through
   * walls.
   */
  #turning({ u, v }: State, rx: number, ry: number): void {
    const {
      grid: { nx, ny },
      width: w,
    } = this;
    const f = this.#f;
    const size = this.#size;
    const h = this.#work;
    const [fluxU, fluxV, across, along] = [2 * size, 3 * size, 4 * size, 5 * size];
    for (let j = 1; j < ny; j += 1) {
      for (let k = j * w + 1; k < j * w + nx; k += 1) {
        const curl = rx * (v[k]! - v[k - 1]!) - ry * (u[k]! - u[k - w]!);
        const q = (2 * (f[j]! + curl)) / (h[k]! + h[k - 1]! + (h[k - w]! + h[k - w - 1]!));
        h[across + k] = q * (h[fluxV + k]! + h[fluxV + k - 1]!);
        h[along + k] = q * (h[fluxU + k]! + h[fluxU + k - w]!);
      }
    }
  }

  #tendencies(
    to: State,
    total: State,
    sum: State,
    a: number,
    b: number,
    rx: number,
    ry: number,
  ): void {
    const {
      grid: { nx, ny },
      now,
      width: w,
    } = this;
    const size = this.#size;
    const work = this.#work;
    const [head, fluxU, fluxV, across, along] = [size, 2 * size, 3 * size, 4 * size, 5 * size];
    const put = (k: number, rate: number): void => {
      const [start, added] = [now.all[k]!, total.all[k]! + b * rate];
      to.all[k] = start + a * rate;
      sum.all[k] = added;
    };
    for (let j = 0; j < ny; j += 1) {
      const row = j * w;
      for (let k = row; k < row + nx; k += 1) {
        put(
          k,
          rx * (work[fluxU + k]! - work[fluxU + k + 1]!) +
            ry * (work[fluxV + k]! - work[fluxV + k + w]!),
        );
      }
      for (let k = row + 1; k < row + nx; k += 1) {
        put(
          size + k,
          0.5 * (work[across + k]! + work[across + k + w]!) +
            rx * (work[head + k - 1]! - work[head + k]!),
        );
      }
      if (j === 0) continue;
      for (let k = row; k < row + nx; k += 1) {
        put(
          2 * size + k,
          -0.5 * (work[along + k]! + work[along + k + 1]!) +
            ry * (work[head + k - w]! - work[head + k]!),
        );
      }
    }
  }

  /** Not a number where a height or velocity is none. */
  measures(): Measures {
    const {
      grid: { g, hx, hy, nx, ny },
      now,
    } = this;
    const depth = this.#depth;
    const found = this.#found;
    const kernels = this.#kernels;
    const size = this.#size;
    if (kernels === null) this.#measure();
    else kernels.measures(now.all.byteOffset, depth.byteOffset, nx, ny, size, g, found.byteOffset);
    return {
      volume: found[0]! * hx * hy,
      energy: found[1]! * hx * hy,
      least: found[2]!,
      fastest: found[3]!,
    };
  }

  /** Cells of a row are summed the first, third, ... apart from the others. */
  #measure(): void {
    const {
      grid: { g, nx, ny },
      now: { eta, u, v },
      width: w,
    } = this;
    const depth = this.#depth;
    const found = this.#found;
    let [volume, energy, least, fastest] = [0, 0, Number.POSITIVE_INFINITY, 0];
    for (let j = 0; j < ny; j += 1) {
      let [volumes, otherVolumes, energies, otherEnergies] = [0, 0, 0, 0];
      for (let k = j * w; k < j * w + nx; k += 1) {
        const [e, a, b, c, d] = [eta[k]!, u[k]!, u[k + 1]!, v[k]!, v[k + w]!];
        const h = depth[k]! + e;
        const squares = 0.5 * (a * a + b * b + (c * c + d * d));
        [volumes, otherVolumes] = [otherVolumes, volumes + e];
        [energies, otherEnergies] = [otherEnergies, energies + 0.5 * (g * e * e + h * squares)];
        least = Math.min(least, h);
        fastest = Math.max(fastest, Math.abs(a) + Math.abs(c) + Math.sqrt(g * Math.max(0, h)));
      }
      volume += volumes + otherVolumes;
      energy += energies + otherEnergies;
    }
    found.set([volume, energy, least, fastest]);
  }
}
