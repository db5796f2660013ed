/**
 * The wave equation on a disc held at its edge: rings of even width, trigonometric functions around
 * them, leapfrog in time. Each harmonic is a string of its own along the radius, whose second
 * difference is symmetric under the weight r.
 */
import { acos, twoSumError } from "../../math/index.js";
import { forwardFourier, fourierPlan } from "../../math/transform/fft.js";

/**
 * Harmonics up to twice the number of the ring, counted from its middle, are kept there: a regular
 * function's m-th harmonic goes with r^m, so that what is left out near the middle is of a higher
 * order than the rings, and the step need not shrink with the arcs between angles.
 */
const HARMONICS_PER_RING = 2;

export interface DiscGrid {
  readonly rings: number;
  /** Even; harmonics 0 ... angles / 2 - 1 are carried. */
  readonly angles: number;
  readonly radius: number;
}

/** Rows of harmonics: the cosine of 0, then cosine and sine of 1, 2, ... */
export function rowsOf({ angles }: DiscGrid): number {
  return angles - 1;
}

export function harmonicOf(row: number): number {
  return (row + 1) >> 1;
}

/** First ring that carries harmonic m. */
export function firstRing(m: number): number {
  return m <= 1 ? 0 : Math.ceil(m / HARMONICS_PER_RING - 0.5);
}

/**
 * Largest c dt / dr that is stable: Gerschgorin's bound on the second difference is (4 + 2^2) /
 * dr^2.
 */
export const DISC_COURANT = Math.sqrt(0.5);

/**
 * Entries of the second difference of harmonic m, times dr^2, ring by ring: outward, inward, and
 * what the angle adds.
 */
export interface RingWeights {
  readonly outward: Float64Array;
  readonly inward: Float64Array;
  readonly turning: Float64Array;
}

export function ringWeights(rings: number): RingWeights {
  const [outward, inward, turning] = [
    new Float64Array(rings),
    new Float64Array(rings),
    new Float64Array(rings),
  ];
  for (let i = 0; i < rings; i += 1) {
    const r = i + 0.5;
    outward[i] = (i + 1) / r;
    inward[i] = i / r;
    turning[i] = 1 / (r * r);
  }
  return { outward, inward, turning };
}

/**
 * The edge stands half a ring outside of the last: behind it stands the last ring's value with the
 * other sign, this many times, for at an edge at rest d2u/dr2 is -du/dr / radius.
 */
export function edgeMirror(rings: number): number {
  const bend = 1 / (4 * rings);
  return (1 - bend) / (1 + bend);
}

export class DiscLeapfrog {
  readonly grid: DiscGrid;
  /** Row length: a ghost before the rings and one behind them. */
  readonly width: number;
  u: Float64Array;
  before: Float64Array;
  readonly #outward: Float64Array;
  readonly #inward: Float64Array;
  readonly #turning: Float64Array;
  readonly #perStep: number;

  /**
   * @param u, before  padded rows of harmonics; `before` is not read until `start` or a
   * continuation has set it
   */
  constructor(grid: DiscGrid, c: number, dt: number, u: Float64Array, before: Float64Array) {
    const { radius, rings } = grid;
    this.grid = grid;
    this.width = rings + 2;
    this.u = u;
    this.before = before;
    const dr = radius / rings;
    const courant = (c * dt) / dr;
    const scaled = (weights: Float64Array): Float64Array =>
      weights.map((weight) => courant * courant * weight);
    const { inward, outward, turning } = ringWeights(rings);
    this.#outward = scaled(outward);
    this.#inward = scaled(inward);
    this.#turning = scaled(turning);
    // The angle's integral of a squared harmonic is pi, and twice that of the constant; r dr with r
    // in rings.
    this.#perStep = (0.5 * acos(-1) * dr * dr) / (dt * dt);
  }

  /**
   * First step from displacement and velocity: Taylor to second order. @returns the energy between
   * the two levels
   */
  start(velocity: Float64Array, dt: number): number {
    return this.#overRows((row, first, m2) => this.#startRow(velocity, dt, row, first, m2));
  }

  /**
   * One step. @returns 1/2 |(u+ - u)/dt|^2 + 1/2 c^2 <grad u+, grad u>, which the scheme keeps to
   * rounding
   */
  step(): number {
    return this.#overRows((row, first, m2) => this.#stepRow(this.u, this.before, row, first, m2));
  }

  #startRow(velocity: Float64Array, dt: number, row: number, first: number, m2: number): number {
    const {
      before: next,
      grid: { rings },
      u,
    } = this;
    const inward = this.#inward;
    const outward = this.#outward;
    const turning = this.#turning;
    let energy = 0;
    for (let i = first, k = row + 1 + first; i < rings; i += 1, k += 1) {
      const lap =
        outward[i]! * (u[k + 1]! - u[k]!) +
        inward[i]! * (u[k - 1]! - u[k]!) -
        m2 * turning[i]! * u[k]!;
      const change = dt * velocity[k]! + 0.5 * lap;
      next[k] = u[k]! + change;
      energy += (i + 0.5) * (change * change - next[k]! * lap);
    }
    return energy;
  }

  #stepRow(u: Float64Array, before: Float64Array, row: number, first: number, m2: number): number {
    const {
      grid: { rings },
    } = this;
    const inward = this.#inward;
    const outward = this.#outward;
    const turning = this.#turning;
    let energy = 0;
    let k = row + 1 + first;
    let below = u[k - 1]!;
    let own = u[k]!;
    let r = first + 0.5;
    for (let i = first; i < rings; i += 1) {
      const above = u[k + 1]!;
      const a = outward[i]!;
      const b = inward[i]!;
      const lap = a * above + b * below - (a + b + m2 * turning[i]!) * own;
      const next = 2 * own - before[k]! + lap;
      before[k] = next;
      const change = next - own;
      energy += r * (change * change - next * lap);
      below = own;
      own = above;
      k += 1;
      r += 1;
    }
    return energy;
  }

  /** Every row from its first ring on, in order; then both levels change places. */
  #overRows(work: (row: number, first: number, m2: number) => number): number {
    const { grid, u, width } = this;
    const { rings } = grid;
    const mirrored = edgeMirror(rings);
    const rows = rowsOf(grid);
    let [total, lost] = [0, 0];
    for (let n = 0; n < rows; n += 1) {
      const row = n * width;
      const m = harmonicOf(n);
      u[row + rings + 1] = -mirrored * u[row + rings]!;
      const energy = (m === 0 ? 2 : 1) * work(row, firstRing(m), m * m);
      const next = total + energy;
      lost += twoSumError(total, energy, next);
      total = next;
    }
    this.u = this.before;
    this.before = u;
    return (total + lost) * this.#perStep;
  }
}

/**
 * Padded rows of harmonics of a function of place. @param at value at ring i and angle k of the
 * grid
 */
export function harmonicsOf(
  grid: DiscGrid,
  at: (ring: number, angle: number) => number,
): Float64Array {
  const { angles, rings } = grid;
  const width = rings + 2;
  const rows = new Float64Array(rowsOf(grid) * width);
  const plan = fourierPlan(angles);
  const [re, im] = [new Float64Array(angles), new Float64Array(angles)];
  for (let i = 0; i < rings; i += 1) {
    for (let k = 0; k < angles; k += 1) re[k] = at(i, k);
    im.fill(0);
    forwardFourier(plan, re, im);
    for (let n = 0; n < rowsOf(grid); n += 1) {
      const m = harmonicOf(n);
      if (i < firstRing(m)) continue;
      rows[n * width + i + 1] =
        ((m === 0 ? 1 : 2) * ((n & 1) === 0 && m > 0 ? -im[m]! : re[m]!)) / angles;
    }
  }
  return rows;
}

/** Values on rings and angles, ring by ring. */
export function onRings(grid: DiscGrid, rows: Float64Array): Float64Array {
  const { angles, rings } = grid;
  const width = rings + 2;
  const field = new Float64Array(rings * angles);
  const plan = fourierPlan(angles);
  const [re, im] = [new Float64Array(angles), new Float64Array(angles)];
  for (let i = 0; i < rings; i += 1) {
    im.fill(0);
    re.fill(0);
    // Re of sum (a - i b) exp(i m theta), as the forward transform of its conjugate.
    for (let n = 0; n < rowsOf(grid); n += 1) {
      const value = rows[n * width + i + 1]!;
      if ((n & 1) === 1 || n === 0) re[harmonicOf(n)] = value;
      else im[harmonicOf(n)] = value;
    }
    forwardFourier(plan, re, im);
    field.set(re, i * angles);
  }
  return field;
}
