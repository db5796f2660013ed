/** The scalar wave equation on a padded grid: one pass a step that also sums the conserved energy. */
import { twoSumError } from "../../math/index.js";

export interface WaveGrid {
  /** Computed points along x and y: inner ones between fixed edges, all of a period. */
  readonly mx: number;
  readonly my: number;
  readonly hx: number;
  readonly hy: number;
  readonly periodic: boolean;
}

/** Rows of a membrane that go together. */
const ROWS = 2;

export class Leapfrog {
  readonly grid: WaveGrid;
  /** Row length with one ghost point at both ends. */
  readonly width: number;
  u: Float64Array;
  before: Float64Array;
  private readonly ax: number;
  private readonly ay: number;
  private readonly perStep: number;
  private readonly energies = new Float64Array(ROWS);

  /** @param u, before  padded levels; `before` is not read until `start` or a continuation has set it */
  constructor(grid: WaveGrid, c: number, dt: number, u: Float64Array, before: Float64Array) {
    this.grid = grid;
    this.width = grid.mx + 2;
    this.u = u;
    this.before = before;
    const rx = (c * dt) / grid.hx;
    const ry = (c * dt) / grid.hy;
    this.ax = rx * rx;
    this.ay = grid.my === 1 ? 0 : ry * ry;
    this.perStep = (0.5 * grid.hx * (grid.my === 1 ? 1 : grid.hy)) / (dt * dt);
  }

  /** Ghost points: copies of the other side, or zeros of the edge. */
  private wrap(u: Float64Array): void {
    const { grid: { mx, my, periodic }, width } = this;
    if (!periodic) return;
    for (let j = 1; j <= my; j += 1) {
      u[j * width] = u[j * width + mx]!;
      u[j * width + mx + 1] = u[j * width + 1]!;
    }
    if (my === 1) return;
    u.copyWithin(0, my * width, (my + 1) * width);
    u.copyWithin((my + 1) * width, width, 2 * width);
  }

  /** First step from displacement and velocity: Taylor to second order. @returns the energy between the two levels */
  start(velocity: Float64Array, dt: number): number {
    const { ax, ay, before: next, grid: { mx, my }, u, width } = this;
    this.wrap(u);
    let kinetic = 0;
    let potential = 0;
    for (let j = 1; j <= my; j += 1) {
      for (let at = j * width + 1; at <= j * width + mx; at += 1) {
        const lap = ax * (u[at - 1]! - 2 * u[at]! + u[at + 1]!)
          + (ay === 0 ? 0 : ay * (u[at - width]! - 2 * u[at]! + u[at + width]!));
        const change = dt * velocity[at]! + 0.5 * lap;
        next[at] = u[at]! + change;
        kinetic += change * change;
        potential -= next[at]! * lap;
      }
    }
    this.before = u;
    this.u = next;
    return (kinetic + potential) * this.perStep;
  }

  /**
   * One step. @returns 1/2 |(u+ - u)/dt|^2 + 1/2 c^2 <grad u+, grad u>, which the scheme keeps to rounding; for the
   * gradients are summed by parts.
   */
  step(): number {
    this.wrap(this.u);
    const { before, grid: { my }, u } = this;
    const { energies } = this;
    let total = 0;
    let lost = 0;
    for (let j = 1; j <= my; j += ROWS) {
      const rows = Math.min(ROWS, my + 1 - j);
      if (rows === ROWS && this.ay !== 0) this.rowsOfTwo(u, before, j);
      else for (let k = 0; k < rows; k += 1) energies[k] = this.ay === 0 ? this.row(u, before, j + k) : this.rowOfTwo(u, before, j + k);
      for (let k = 0; k < rows; k += 1) {
        const energy = energies[k]!;
        const next = total + energy;
        lost += twoSumError(total, energy, next);
        total = next;
      }
    }
    this.before = u;
    this.u = before;
    return (total + lost) * this.perStep;
  }

  private row(u: Float64Array, before: Float64Array, j: number): number {
    const { ax, grid: { mx }, width } = this;
    let energy = 0;
    const end = j * width + mx;
    for (let at = j * width + 1; at <= end; at += 1) {
      const own = u[at]!;
      const lap = ax * (u[at - 1]! - 2 * own + u[at + 1]!);
      const next = 2 * own - before[at]! + lap;
      before[at] = next;
      const change = next - own;
      energy += change * change - next * lap;
    }
    return energy;
  }

  /** Rows j and j + 1 at once: their two energies do not wait for each other. */
  private rowsOfTwo(u: Float64Array, before: Float64Array, j: number): void {
    const { ax, ay, energies, grid: { mx }, width } = this;
    const both = 2 * (ax + ay);
    let one = 0;
    let two = 0;
    const row = j * width;
    const end = row + mx;
    let west = u[row]!;
    let own = u[row + 1]!;
    let westUp = u[row + width]!;
    let ownUp = u[row + width + 1]!;
    for (let at = row + 1; at <= end; at += 1) {
      const east = u[at + 1]!;
      const eastUp = u[at + width + 1]!;
      const lap = ax * (west + east) + ay * (u[at - width]! + ownUp) - both * own;
      const lapUp = ax * (westUp + eastUp) + ay * (own + u[at + 2 * width]!) - both * ownUp;
      const next = 2 * own - before[at]! + lap;
      const nextUp = 2 * ownUp - before[at + width]! + lapUp;
      before[at] = next;
      before[at + width] = nextUp;
      const change = next - own;
      const changeUp = nextUp - ownUp;
      one += change * change - next * lap;
      two += changeUp * changeUp - nextUp * lapUp;
      west = own;
      own = east;
      westUp = ownUp;
      ownUp = eastUp;
    }
    energies[0] = one;
    energies[1] = two;
  }

  private rowOfTwo(u: Float64Array, before: Float64Array, j: number): number {
    const { ax, ay, grid: { mx }, width } = this;
    const both = 2 * (ax + ay);
    let energy = 0;
    const end = j * width + mx;
    for (let at = j * width + 1; at <= end; at += 1) {
      const own = u[at]!;
      const lap = ax * (u[at - 1]! + u[at + 1]!) + ay * (u[at - width]! + u[at + width]!) - both * own;
      const next = 2 * own - before[at]! + lap;
      before[at] = next;
      const change = next - own;
      energy += change * change - next * lap;
    }
    return energy;
  }
}
