/**
 * The scalar wave equation on a padded grid: one pass a step that also sums the conserved energy.
 * In vector instructions by `wasm/source/membrane.as`, and the same sums in the same order here:
 * the first, third, ... point of a row apart from the others, then both, row after row.
 */
import { twoSumError } from "../../math/index.js";
import { membraneBinary } from "../../wasm/binary/membrane.js";
import { roomOfJob, type KernelCall, LANES_BYTES } from "../../wasm/kernel.js";

export interface WaveGrid {
  /** Computed points along x and y: inner ones between fixed edges, all of a period. */
  readonly mx: number;
  readonly my: number;
  readonly hx: number;
  readonly hy: number;
  readonly periodic: boolean;
}

export class Leapfrog {
  readonly grid: WaveGrid;
  /** Row length with one ghost point at both ends. */
  readonly width: number;
  u: Float64Array;
  before: Float64Array;
  readonly #ax: number;
  readonly #ay: number;
  readonly #perStep: number;
  readonly #energies: Float64Array;
  readonly #rows: KernelCall | null;

  /**
   * @param u, before  padded levels, copied; `before` is not read until `start` or a continuation
   * has set it
   */
  constructor(grid: WaveGrid, c: number, dt: number, u: Float64Array, before: Float64Array) {
    this.grid = grid;
    this.width = grid.mx + 2;
    const room = roomOfJob(
      membraneBinary,
      (u.length + before.length + grid.my) * 8 + 3 * LANES_BYTES,
    );
    this.u = room.floats(u.length);
    this.before = room.floats(before.length);
    this.#energies = room.floats(grid.my);
    this.#rows = room.call("rows");
    this.u.set(u);
    this.before.set(before);
    const rx = (c * dt) / grid.hx;
    const ry = (c * dt) / grid.hy;
    this.#ax = rx * rx;
    this.#ay = grid.my === 1 ? 0 : ry * ry;
    this.#perStep = (0.5 * grid.hx * (grid.my === 1 ? 1 : grid.hy)) / (dt * dt);
  }

  /** Ghost points: copies of the other side, or zeros of the edge. */
  #wrap(u: Float64Array): void {
    const {
      grid: { mx, my, periodic },
      width,
    } = this;
    if (!periodic) return;
    for (let j = 1; j <= my; j += 1) {
      u[j * width] = u[j * width + mx]!;
      u[j * width + mx + 1] = u[j * width + 1]!;
    }
    if (my === 1) return;
    u.copyWithin(0, my * width, (my + 1) * width);
    u.copyWithin((my + 1) * width, width, 2 * width);
  }

  /**
   * First step from displacement and velocity: Taylor to second order. @returns the energy between
   * the two levels
   */
  start(velocity: Float64Array, dt: number): number {
    const {
      before: next,
      grid: { mx, my },
      u,
      width,
    } = this;
    const ax = this.#ax;
    const ay = this.#ay;
    this.#wrap(u);
    let kinetic = 0;
    let potential = 0;
    for (let j = 1; j <= my; j += 1) {
      for (let at = j * width + 1; at <= j * width + mx; at += 1) {
        const lap =
          ax * (u[at - 1]! - 2 * u[at]! + u[at + 1]!) +
          (ay === 0 ? 0 : ay * (u[at - width]! - 2 * u[at]! + u[at + width]!));
        const change = dt * velocity[at]! + 0.5 * lap;
        next[at] = u[at]! + change;
        kinetic += change * change;
        potential -= next[at]! * lap;
      }
    }
    this.before = u;
    this.u = next;
    return (kinetic + potential) * this.#perStep;
  }

  /**
   * One step. @returns 1/2 |(u+ - u)/dt|^2 + 1/2 c^2 <grad u+, grad u>, which the scheme keeps to
   * rounding; for the gradients are summed by parts.
   */
  step(): number {
    this.#wrap(this.u);
    const {
      before,
      grid: { mx, my },
      u,
    } = this;
    const ax = this.#ax;
    const ay = this.#ay;
    const energies = this.#energies;
    const rows = this.#rows;
    if (rows !== null) rows(u.byteOffset, before.byteOffset, mx, my, ax, ay, energies.byteOffset);
    else for (let j = 1; j <= my; j += 1) energies[j - 1] = this.#row(u, before, j);
    let total = 0;
    let lost = 0;
    for (let j = 0; j < my; j += 1) {
      const energy = energies[j]!;
      const next = total + energy;
      lost += twoSumError(total, energy, next);
      total = next;
    }
    this.before = u;
    this.u = before;
    return (total + lost) * this.#perStep;
  }

  /** A string has no second axis: the rows of ghosts beside it are and stay zero. */
  #row(u: Float64Array, before: Float64Array, j: number): number {
    const {
      grid: { mx },
      width,
    } = this;
    const ax = this.#ax;
    const ay = this.#ay;
    const out = 2 * (ax + ay);
    let [energy, other] = [0, 0];
    const end = j * width + mx;
    for (let at = j * width + 1; at <= end; at += 1) {
      const own = u[at]!;
      const lap =
        ax * (u[at - 1]! + u[at + 1]!) + ay * (u[at - width]! + u[at + width]!) - out * own;
      const next = own + own - before[at]! + lap;
      before[at] = next;
      const change = next - own;
      [energy, other] = [other, energy + (change * change - next * lap)];
    }
    return energy + other;
  }
}
