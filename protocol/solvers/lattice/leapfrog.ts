/**
 * phi_tt = lap phi - mu2 phi - lambda phi^3 on a periodic lattice of any dimension, one pass a step. The cube stands as
 * phi^2 times the mean of the levels around it, so that the two-level energy is conserved exactly, not only in the linear
 * part (Strauss and Vazquez, J. Comput. Phys. 28 (1978) 271, discuss such schemes; this one is solved site by site).
 */

export interface Lattice {
  readonly shape: readonly number[];
  readonly sites: number;
  readonly spacing: number;
  readonly mu2: number;
  readonly lambda: number;
  readonly dt: number;
}

/** Rows between two polls of a caller that may have gone away. */
const POLL_ROWS = 4_096;
/** With a negative coupling the field at which a step could leap over infinity; half of it has left every true solution. */
const RUNAWAY = -0.5;

export class Field {
  readonly lattice: Lattice;
  /** Levels n and n - 1. */
  now: Float64Array;
  before: Float64Array;
  private next: Float64Array;
  private readonly lap: Float64Array;
  /** Of every row: the rows above and below it along each slower axis. */
  private readonly rows: Int32Array;
  private readonly width: number;
  /** Least of half dt^2 lambda phi^2 in the step under way. */
  private least = 0;

  constructor(lattice: Lattice, now: Float64Array, before: Float64Array) {
    this.lattice = lattice;
    this.now = now;
    this.before = before;
    this.next = new Float64Array(lattice.sites);
    const { shape } = lattice;
    const slow = shape.length - 1;
    this.width = shape[slow]!;
    this.lap = new Float64Array(this.width);
    const count = lattice.sites / this.width;
    this.rows = new Int32Array(count * slow * 2);
    let stride = 1;
    for (let a = slow - 1; a >= 0; a -= 1) {
      const side = shape[a]!;
      for (let row = 0; row < count; row += 1) {
        const at = Math.floor(row / stride) % side;
        const up = at === side - 1 ? row - stride * (side - 1) : row + stride;
        const down = at === 0 ? row + stride * (side - 1) : row - stride;
        this.rows[(row * slow + a) * 2] = up * this.width;
        this.rows[(row * slow + a) * 2 + 1] = down * this.width;
      }
      stride *= side;
    }
  }

  /** Second differences of one row of `u` into `lap`, times the square of the spacing. */
  private difference(u: Float64Array, row: number): void {
    const { lap, rows, width } = this;
    const slow = this.lattice.shape.length - 1;
    const at = row * width;
    const middle = 2 * (slow + 1);
    const last = width - 1;
    lap[0] = u[at + last]! + u[at + 1]! - middle * u[at]!;
    for (let x = 1; x < last; x += 1) lap[x] = u[at + x - 1]! + u[at + x + 1]! - middle * u[at + x]!;
    lap[last] = u[at + last - 1]! + u[at]! - middle * u[at + last]!;
    for (let a = 0; a < slow; a += 1) {
      const up = rows[(row * slow + a) * 2]!;
      const down = rows[(row * slow + a) * 2 + 1]!;
      for (let x = 0; x < width; x += 1) lap[x] = lap[x]! + (u[up + x]! + u[down + x]!);
    }
  }

  /** lap phi - mu2 phi - lambda phi^3 at every site. */
  force(u: Float64Array): Float64Array {
    const { lap, lattice: { lambda, mu2, sites, spacing }, width } = this;
    const out = new Float64Array(sites);
    const inverse = 1 / (spacing * spacing);
    for (let row = 0; row * width < sites; row += 1) {
      this.difference(u, row);
      for (let x = 0; x < width; x += 1) {
        const value = u[row * width + x]!;
        out[row * width + x] = inverse * lap[x]! - value * (mu2 + lambda * value * value);
      }
    }
    return out;
  }

  /**
   * Level n + 1 from n and n - 1.
   * @returns the energy density of the pair n, n + 1; NaN for a field that ran away from a potential without a floor
   */
  step(poll: () => void): number {
    const { before, lattice: { sites }, next, now, width } = this;
    const plane = this.lattice.shape.length === 2;
    this.least = 0;
    let total = 0;
    let lost = 0;
    for (let row = 0; row * width < sites; row += 1) {
      if (row % POLL_ROWS === 0) poll();
      const sum = plane ? this.advancePlane(now, before, next, row) : this.advance(now, before, next, row);
      const grown = total + sum;
      lost += Math.abs(total) >= Math.abs(sum) ? (total - grown) + sum : (sum - grown) + total;
      total = grown;
    }
    this.before = now;
    this.now = next;
    this.next = before;
    return this.least < RUNAWAY ? Number.NaN : 0.5 * (total + lost) / sites;
  }

  /** One row of the level ahead. @returns its part of twice the energy */
  private advance(now: Float64Array, before: Float64Array, next: Float64Array, row: number): number {
    const { lap, lattice: { dt, lambda, mu2, spacing }, width } = this;
    const inverse = 1 / (spacing * spacing);
    const dt2 = dt * dt;
    const halfCube = 0.5 * dt2 * lambda;
    this.difference(now, row);
    const at = row * width;
    let { least } = this;
    let sum = 0;
    for (let x = 0; x < width; x += 1) {
      const u = now[at + x]!;
      const linear = inverse * lap[x]! - mu2 * u;
      const cube = halfCube * u * u;
      if (cube < least) least = cube;
      // Solved for the level ahead: (1 + cube) next = 2 u - (1 + cube) old + dt^2 linear.
      const made = (2 * u + dt2 * linear) / (1 + cube) - before[at + x]!;
      next[at + x] = made;
      const rate = made - u;
      sum += rate * rate / dt2 - made * (linear - 0.5 * lambda * made * u * u);
    }
    this.least = least;
    return sum;
  }

  /** The same with the second differences of a plane taken on the way, in the order of `difference`. */
  private advancePlane(now: Float64Array, before: Float64Array, next: Float64Array, row: number): number {
    const { lattice: { dt, lambda, mu2, spacing }, rows, width } = this;
    const inverse = 1 / (spacing * spacing);
    const dt2 = dt * dt;
    const halfCube = 0.5 * dt2 * lambda;
    const at = row * width;
    const end = at + width;
    const above = rows[row * 2]! - at;
    const below = rows[row * 2 + 1]! - at;
    let { least } = this;
    let sum = 0;
    let west = now[end - 1]!;
    let u = now[at]!;
    for (let i = at; i < end; i += 1) {
      const east = now[i + 1 === end ? at : i + 1]!;
      const lap = west + east - 4 * u + (now[i + above]! + now[i + below]!);
      const linear = inverse * lap - mu2 * u;
      const cube = halfCube * u * u;
      if (cube < least) least = cube;
      const made = (2 * u + dt2 * linear) / (1 + cube) - before[i]!;
      next[i] = made;
      const rate = made - u;
      sum += rate * rate / dt2 - made * (linear - 0.5 * lambda * made * u * u);
      west = u;
      u = east;
    }
    this.least = least;
    return sum;
  }

  /**
   * Level 1 from the field and its rate: second order, and the same energy for the rates plus and minus.
   * @returns the energy density of the pair 0, 1
   */
  start(velocity: Float64Array): number {
    const { lattice: { dt, lambda, mu2, sites, spacing }, now } = this;
    const push = this.force(now);
    const next = new Float64Array(sites);
    for (let i = 0; i < sites; i += 1) next[i] = now[i]! + dt * velocity[i]! + 0.5 * dt * dt * push[i]!;
    let total = 0;
    const inverse = 1 / (spacing * spacing);
    for (let row = 0; row * this.width < sites; row += 1) {
      this.difference(now, row);
      for (let x = 0; x < this.width; x += 1) {
        const i = row * this.width + x;
        const [u, made] = [now[i]!, next[i]!];
        const rate = (made - u) / dt;
        total += rate * rate - made * (inverse * this.lap[x]! - mu2 * u - 0.5 * lambda * made * u * u);
      }
    }
    this.before = now;
    this.now = next;
    this.next = new Float64Array(sites);
    return 0.5 * total / sites;
  }
}
