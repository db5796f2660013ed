/**
 * phi_tt = lap phi - mu2 phi - lambda phi^3 on a periodic lattice of any dimension, one pass a
 * step. The cube stands as phi^2 times the mean of the levels around it, so that the two-level
 * energy is conserved exactly, not only in the linear part (Strauss and Vazquez, J. Comput. Phys.
 * 28 (1978) 271, discuss such schemes; this one is solved site by site). In vector instructions by
 * `wasm/source/leapfrog.as`, and the same sums in the same order here.
 */
import { leapfrogBinary } from "../../wasm/binary/leapfrog.js";
import { roomOfJob, type KernelCall, LANES_BYTES } from "../../wasm/kernel.js";

export interface Lattice {
  readonly shape: readonly number[];
  readonly sites: number;
  readonly spacing: number;
  readonly mu2: number;
  readonly lambda: number;
  readonly dt: number;
}

/**
 * With a negative coupling the field at which a step could leap over infinity; half of it has left
 * every true solution.
 */
const RUNAWAY = -0.5;
const LEVELS = 3;
/** Of a step: twice its energy and what that sum lost, and the least of half dt^2 lambda phi^2. */
const SUMS = 3;
const [TOTAL, LOST, LEAST] = [0, 1, 2] as const;

/**
 * Rows of a lattice: the fastest axis, and where the rows above and below each one begin along each
 * slower axis.
 */
interface Rows {
  readonly width: number;
  readonly slow: number;
  readonly near: Int32Array;
}

function rowsLength({ shape, sites }: Lattice): number {
  const slow = shape.length - 1;
  return (sites / shape[slow]!) * slow * 2;
}

function rowsOf(lattice: Lattice, near: Int32Array): Rows {
  const { shape, sites } = lattice;
  const slow = shape.length - 1;
  const width = shape[slow]!;
  const count = sites / width;
  let stride = 1;
  for (let a = slow - 1; a >= 0; a -= 1) {
    const side = shape[a]!;
    for (let row = 0; row < count; row += 1) {
      const at = Math.floor(row / stride) % side;
      near[(row * slow + a) * 2] =
        (at === side - 1 ? row - stride * (side - 1) : row + stride) * width;
      near[(row * slow + a) * 2 + 1] =
        (at === 0 ? row + stride * (side - 1) : row - stride) * width;
    }
    stride *= side;
  }
  return { width, slow, near };
}

/** Second differences of one row of `u` into `lap`, times the square of the spacing. */
function difference(
  { near, slow, width }: Rows,
  u: Float64Array,
  row: number,
  lap: Float64Array,
): void {
  const at = row * width;
  const middle = 2 * (slow + 1);
  const last = width - 1;
  lap[0] = u[at + last]! + u[at + 1]! - middle * u[at]!;
  for (let x = 1; x < last; x += 1) lap[x] = u[at + x - 1]! + u[at + x + 1]! - middle * u[at + x]!;
  lap[last] = u[at + last - 1]! + u[at]! - middle * u[at + last]!;
  for (let a = 0; a < slow; a += 1) {
    const up = near[(row * slow + a) * 2]!;
    const down = near[(row * slow + a) * 2 + 1]!;
    for (let x = 0; x < width; x += 1) lap[x] = lap[x]! + (u[up + x]! + u[down + x]!);
  }
}

/** lap phi - mu2 phi - lambda phi^3 at every site. */
export function forceOf(lattice: Lattice, u: Float64Array): Float64Array {
  const { lambda, mu2, sites, spacing } = lattice;
  const table = rowsOf(lattice, new Int32Array(rowsLength(lattice)));
  const { width } = table;
  const lap = new Float64Array(width);
  const out = new Float64Array(sites);
  const inverse = 1 / (spacing * spacing);
  for (let row = 0; row * width < sites; row += 1) {
    difference(table, u, row, lap);
    for (let x = 0; x < width; x += 1) {
      const value = u[row * width + x]!;
      out[row * width + x] = inverse * lap[x]! - value * (mu2 + lambda * value * value);
    }
  }
  return out;
}

export class Field {
  readonly lattice: Lattice;
  /** Levels n and n - 1. */
  now: Float64Array;
  before: Float64Array;
  #next: Float64Array;
  readonly #table: Rows;
  readonly #lap: Float64Array;
  readonly #sums: Float64Array;
  /** A step of all rows at once, where the engine has vectors. */
  readonly #leap: KernelCall | null;

  /** Levels are copied. */
  constructor(lattice: Lattice, now: Float64Array, before: Float64Array) {
    this.lattice = lattice;
    const { shape, sites } = lattice;
    const near = rowsLength(lattice);
    const room = roomOfJob(
      leapfrogBinary,
      LEVELS * (8 * sites + LANES_BYTES) + 4 * near + 8 * SUMS + 2 * LANES_BYTES,
    );
    this.now = room.floats(sites);
    this.now.set(now);
    this.before = room.floats(sites);
    this.before.set(before);
    this.#next = room.floats(sites);
    this.#table = rowsOf(lattice, room.integers(near));
    this.#sums = room.floats(SUMS);
    this.#lap = new Float64Array(shape[shape.length - 1]!);
    this.#leap = room.call("leap");
  }

  /**
   * Level n + 1 from n and n - 1.
   * @returns the energy density of the pair n, n + 1; NaN for a field that ran away from a
   * potential without a floor
   */
  step(): number {
    const {
      before,
      lattice: { dt, lambda, mu2, shape, sites, spacing },
      now,
    } = this;
    const next = this.#next;
    const sums = this.#sums;
    const { near, slow, width } = this.#table;
    const [inverse, dt2] = [1 / (spacing * spacing), dt * dt];
    const [halfCube, halfLambda] = [0.5 * dt2 * lambda, 0.5 * lambda];
    sums.fill(0);
    if (this.#leap === null) {
      for (let row = 0; row * width < sites; row += 1)
        this.#advance(row, inverse, dt2, 1 / dt2, halfCube, halfLambda);
    } else {
      this.#leap(
        now.byteOffset,
        before.byteOffset,
        next.byteOffset,
        near.byteOffset,
        slow,
        width,
        sites / width,
        inverse,
        2 * shape.length,
        mu2,
        dt2,
        1 / dt2,
        halfCube,
        halfLambda,
        sums.byteOffset,
      );
    }
    this.before = now;
    this.now = next;
    this.#next = before;
    return sums[LEAST]! < RUNAWAY ? Number.NaN : (0.5 * (sums[TOTAL]! + sums[LOST]!)) / sites;
  }

  /** One row of the level ahead; the twin of the kernel, in whose order its ends come last. */
  #advance(
    row: number,
    inverse: number,
    dt2: number,
    perDt2: number,
    halfCube: number,
    halfLambda: number,
  ): void {
    const {
      before,
      lattice: { mu2 },
      now,
    } = this;
    const lap = this.#lap;
    const next = this.#next;
    const sums = this.#sums;
    const { width } = this.#table;
    difference(this.#table, now, row, lap);
    const at = row * width;
    let least = sums[LEAST]!;
    let [odd, even] = [0, 0];
    for (let k = 1; k <= width; k += 1) {
      const x = k === width ? 0 : k;
      const u = now[at + x]!;
      const linear = inverse * lap[x]! - mu2 * u;
      const square = u * u;
      const cube = halfCube * square;
      if (cube < least) least = cube;
      // Solved for the level ahead: (1 + cube) next = 2 u - (1 + cube) old + dt^2 linear.
      const ahead = (u + u + dt2 * linear) / (1 + cube) - before[at + x]!;
      next[at + x] = ahead;
      const rate = ahead - u;
      const part = rate * rate * perDt2 - ahead * (linear - halfLambda * ahead * square);
      if (x % 2 === 1) odd += part;
      else even += part;
    }
    const gained = odd + even;
    const total = sums[TOTAL]!;
    const grown = total + gained;
    sums[LOST] =
      sums[LOST]! +
      (Math.abs(total) >= Math.abs(gained) ? total - grown + gained : gained - grown + total);
    sums[TOTAL] = grown;
    sums[LEAST] = least;
  }

  /**
   * Level 1 from the field and its rate: second order, and the same energy for the rates plus and
   * minus.
   * @returns the energy density of the pair 0, 1
   */
  start(velocity: Float64Array): number {
    const { before, lattice, now } = this;
    const lap = this.#lap;
    const next = this.#next;
    const { width } = this.#table;
    const { dt, lambda, mu2, sites, spacing } = lattice;
    const push = forceOf(lattice, now);
    for (let i = 0; i < sites; i += 1)
      next[i] = now[i]! + dt * velocity[i]! + 0.5 * dt * dt * push[i]!;
    let total = 0;
    const inverse = 1 / (spacing * spacing);
    for (let row = 0; row * width < sites; row += 1) {
      difference(this.#table, now, row, lap);
      for (let x = 0; x < width; x += 1) {
        const i = row * width + x;
        const [u, ahead] = [now[i]!, next[i]!];
        const rate = (ahead - u) / dt;
        total += rate * rate - ahead * (inverse * lap[x]! - mu2 * u - 0.5 * lambda * ahead * u * u);
      }
    }
    this.before = now;
    this.now = next;
    this.#next = before;
    return (0.5 * total) / sites;
  }
}
