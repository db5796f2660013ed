/**
 * Position, orientation and torsions of a ligand; its energy with the slope by each; and the way
 * down to a minimum.
 */
import { cos, sin } from "../../math/index.js";
import type { Landscape } from "./energy.js";
import type { Molecule } from "./pdbqt.js";

/** kcal/mol per square angstrom that an atom is outside the box. */
const WALL = 10;
const HALVINGS_MAX = 30;
/** Part of the promised descent that a step must keep. */
const DESCENT = 1e-4;
/** Largest change of a coordinate in one step: angstrom or radian. */
const STEP_MAX = 1;

export interface Pose {
  readonly origin: Float64Array;
  /** Quaternion, scalar first. */ readonly turn: Float64Array;
  readonly torsions: Float64Array;
}

export interface Box {
  readonly low: readonly number[];
  readonly high: readonly number[];
}

export function startPose({ at, bodies }: Molecule): Pose {
  return {
    origin: at.slice(0, 3),
    turn: Float64Array.of(1, 0, 0, 0),
    torsions: new Float64Array(bodies.length - 1),
  };
}

function rotation(
  w: number,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
  from: number,
): void {
  out[from] = 1 - 2 * (y * y + z * z);
  out[from + 1] = 2 * (x * y - w * z);
  out[from + 2] = 2 * (x * z + w * y);
  out[from + 3] = 2 * (x * y + w * z);
  out[from + 4] = 1 - 2 * (x * x + z * z);
  out[from + 5] = 2 * (y * z - w * x);
  out[from + 6] = 2 * (x * z - w * y);
  out[from + 7] = 2 * (y * z + w * x);
  out[from + 8] = 1 - 2 * (x * x + y * y);
}

/** The turn by a vector of angle, then `q`; of length one again. */
export function turned(q: Float64Array, x: number, y: number, z: number): Float64Array {
  const angle = Math.sqrt(x * x + y * y + z * z);
  const s = angle > 1e-12 ? sin(angle / 2) / angle : 0.5;
  const [a, b, c, d] = [cos(angle / 2), x * s, y * s, z * s];
  const [w, i, j, k] = [q[0]!, q[1]!, q[2]!, q[3]!];
  const rotated = Float64Array.of(
    a * w - b * i - c * j - d * k,
    a * i + b * w + c * k - d * j,
    a * j - b * k + c * w + d * i,
    a * k + b * j - c * i + d * w,
  );
  const size = Math.sqrt(
    rotated[0]! * rotated[0]! +
      rotated[1]! * rotated[1]! +
      rotated[2]! * rotated[2]! +
      rotated[3]! * rotated[3]!,
  );
  for (let i = 0; i < 4; i += 1) rotated[i]! /= size;
  return rotated;
}

/** A point turned by a quaternion about another. */
export function carried(
  q: Float64Array,
  point: ArrayLike<number>,
  about: ArrayLike<number>,
): Float64Array {
  const turn = new Float64Array(9);
  rotation(q[0]!, q[1]!, q[2]!, q[3]!, turn, 0);
  const vector = new Float64Array(3);
  for (let k = 0; k < 3; k += 1) {
    vector[k] = about[k]!;
    for (let j = 0; j < 3; j += 1) vector[k]! += turn[3 * k + j]! * (point[j]! - about[j]!);
  }
  return vector;
}

export class Ligand {
  readonly molecule: Molecule;
  readonly x: Float64Array;
  readonly force: Float64Array;
  readonly gradient: Float64Array;
  readonly freedoms: number;
  evaluations = 0;
  between = 0;
  within = 0;
  readonly #landscape: Landscape;
  readonly #box: Box | null;
  readonly #origins: Float64Array;
  readonly #turns: Float64Array;
  readonly #axes: Float64Array;
  readonly #axis = new Float64Array(3);
  readonly #own = new Float64Array(9);
  /** Sums of force and torque by body, the bodies beyond it included. */
  readonly #sums: Float64Array;

  constructor(molecule: Molecule, landscape: Landscape, box: Box | null) {
    this.molecule = molecule;
    this.#landscape = landscape;
    this.#box = box;
    this.x = molecule.at.slice();
    this.force = new Float64Array(3 * molecule.count);
    this.freedoms = 5 + molecule.bodies.length;
    this.gradient = new Float64Array(this.freedoms);
    this.#origins = new Float64Array(3 * molecule.bodies.length);
    this.#turns = new Float64Array(9 * molecule.bodies.length);
    this.#axes = new Float64Array(3 * molecule.bodies.length);
    this.#sums = new Float64Array(6 * molecule.bodies.length);
  }

  #anchor(body: number): number {
    return body === 0 ? 0 : 3 * this.molecule.bodies[body]!.to;
  }

  /** Where a point of the file stands when it moves with a body. */
  #carry(body: number, from: number, out: Float64Array, to: number): void {
    const { at } = this.molecule;
    const a = this.#anchor(body);
    const [x, y, z] = [at[from]! - at[a]!, at[from + 1]! - at[a + 1]!, at[from + 2]! - at[a + 2]!];
    for (let k = 0; k < 3; k += 1) {
      const r = 9 * body + 3 * k;
      out[to + k] =
        this.#origins[3 * body + k]! +
        this.#turns[r]! * x +
        this.#turns[r + 1]! * y +
        this.#turns[r + 2]! * z;
    }
  }

  place({ origin, torsions, turn }: Pose): void {
    const { molecule, x } = this;
    const axes = this.#axes;
    const origins = this.#origins;
    const turns = this.#turns;
    origins.set(origin);
    rotation(turn[0]!, turn[1]!, turn[2]!, turn[3]!, turns, 0);
    const axis = this.#axis;
    const own = this.#own;
    for (let body = 1; body < molecule.bodies.length; body += 1) {
      const { from, parent, to } = molecule.bodies[body]!;
      this.#carry(parent, 3 * to, origins, 3 * body);
      this.#carry(parent, 3 * from, axis, 0);
      let size = 0;
      for (let k = 0; k < 3; k += 1) {
        axes[3 * body + k] = origins[3 * body + k]! - axis[k]!;
        size += axes[3 * body + k]! * axes[3 * body + k]!;
      }
      for (let k = 0; k < 3; k += 1) axes[3 * body + k] = axes[3 * body + k]! / Math.sqrt(size);
      const half = torsions[body - 1]! / 2;
      const s = sin(half);
      rotation(
        cos(half),
        s * axes[3 * body]!,
        s * axes[3 * body + 1]!,
        s * axes[3 * body + 2]!,
        own,
        0,
      );
      for (let i = 0; i < 9; i += 1) {
        const [row, column] = [i - (i % 3), i % 3];
        const p = 9 * parent + column;
        turns[9 * body + i] =
          own[row]! * turns[p]! + own[row + 1]! * turns[p + 3]! + own[row + 2]! * turns[p + 6]!;
      }
    }
    for (let i = 0; i < molecule.count; i += 1) this.#carry(molecule.body[i]!, 3 * i, x, 3 * i);
  }

  /** Energy of a pose in kcal/mol, walls of the box included; its slopes are left in `gradient`. */
  energy(pose: Pose): number {
    this.evaluations += 1;
    this.place(pose);
    this.force.fill(0);
    this.between = this.#landscape.between(this.molecule, this.x, this.force);
    this.within = this.#landscape.within(this.molecule, this.x, this.force);
    const wall = this.#wall();
    this.#collect();
    return this.between + this.within + wall;
  }

  #wall(): number {
    if (this.#box === null) return 0;
    let energy = 0;
    for (let i = 0; i < this.x.length; i += 1) {
      const outside =
        Math.max(0, this.x[i]! - this.#box.high[i % 3]!) +
        Math.min(0, this.x[i]! - this.#box.low[i % 3]!);
      energy += WALL * outside * outside;
      this.force[i] = this.force[i]! + 2 * WALL * outside;
    }
    return energy;
  }

  /** Slopes by atoms into slopes by position, orientation and torsions. */
  #collect(): void {
    const { force, gradient, molecule, x } = this;
    const origins = this.#origins;
    const sums = this.#sums;
    sums.fill(0);
    for (let i = 0; i < molecule.count; i += 1) {
      const b = 6 * molecule.body[i]!;
      const [fx, fy, fz] = [force[3 * i]!, force[3 * i + 1]!, force[3 * i + 2]!];
      // Torques about the origin of the axes; moved to each body's own point below.
      const [px, py, pz] = [x[3 * i]!, x[3 * i + 1]!, x[3 * i + 2]!];
      sums[b] = sums[b]! + fx;
      sums[b + 1] = sums[b + 1]! + fy;
      sums[b + 2] = sums[b + 2]! + fz;
      sums[b + 3] = sums[b + 3]! + py * fz - pz * fy;
      sums[b + 4] = sums[b + 4]! + pz * fx - px * fz;
      sums[b + 5] = sums[b + 5]! + px * fy - py * fx;
    }
    for (let body = molecule.bodies.length - 1; body >= 0; body -= 1) {
      const [b, o] = [6 * body, 3 * body];
      const [fx, fy, fz] = [sums[b]!, sums[b + 1]!, sums[b + 2]!];
      const tx = sums[b + 3]! - (origins[o + 1]! * fz - origins[o + 2]! * fy);
      const ty = sums[b + 4]! - (origins[o + 2]! * fx - origins[o]! * fz);
      const tz = sums[b + 5]! - (origins[o]! * fy - origins[o + 1]! * fx);
      if (body === 0) {
        gradient.set([fx, fy, fz, tx, ty, tz]);
        return;
      }
      gradient[5 + body] = this.#axes[o]! * tx + this.#axes[o + 1]! * ty + this.#axes[o + 2]! * tz;
      const p = 6 * molecule.bodies[body]!.parent;
      for (let k = 0; k < 6; k += 1) sums[p + k] = sums[p + k]! + sums[b + k]!;
    }
  }
}

export function moved({ origin, torsions, turn }: Pose, step: Float64Array, scale: number): Pose {
  const [place, bonds] = [new Float64Array(3), new Float64Array(torsions.length)];
  for (let k = 0; k < 3; k += 1) place[k] = origin[k]! + scale * step[k]!;
  for (let k = 0; k < bonds.length; k += 1) bonds[k] = torsions[k]! + scale * step[6 + k]!;
  return {
    origin: place,
    turn: turned(turn, scale * step[3]!, scale * step[4]!, scale * step[5]!),
    torsions: bonds,
  };
}

export interface Minimum {
  readonly pose: Pose;
  readonly energy: number;
  readonly steps: number;
  readonly slope: number;
}

/**
 * BFGS over the freedoms, with halved steps. Ends when a step gains less than `tolerance` kcal/mol
 * twice in a row.
 */
export function minimise(
  ligand: Ligand,
  start: Pose,
  stepsMax: number,
  tolerance: number,
): Minimum {
  const n = ligand.freedoms;
  let inverse = identity(n);
  let pose = start;
  let energy = ligand.energy(pose);
  let gradient = ligand.gradient.slice();
  let idle = 0;
  let steps = 0;
  let isFirst = true;
  for (; steps < stepsMax && idle < 3; steps += 1) {
    const step = new Float64Array(n);
    let descent = 0;
    let largest = 0;
    for (let i = 0; i < n; i += 1) {
      for (let j = 0; j < n; j += 1) step[i] = step[i]! - inverse[n * i + j]! * gradient[j]!;
      descent += step[i]! * gradient[i]!;
      largest = Math.max(largest, Math.abs(step[i]!));
    }
    if (!(descent < 0)) {
      if (idle > 0) break;
      inverse = identity(n);
      isFirst = true;
      idle += 1;
      continue;
    }
    let scale = largest > STEP_MAX ? STEP_MAX / largest : 1;
    let next = moved(pose, step, scale);
    let reached = ligand.energy(next);
    for (let i = 0; i < HALVINGS_MAX && !(reached <= energy + DESCENT * scale * descent); i += 1) {
      scale /= 2;
      next = moved(pose, step, scale);
      reached = ligand.energy(next);
    }
    if (!(reached < energy)) {
      // At an edge of the function the model of it is worth nothing: begin anew, once.
      inverse = identity(n);
      isFirst = true;
      idle += 1;
      continue;
    }
    idle = energy - reached < tolerance ? idle + 1 : 0;
    update(inverse, n, step, scale, gradient, ligand.gradient, isFirst);
    isFirst = false;
    [pose, energy, gradient] = [next, reached, ligand.gradient.slice()];
  }
  return {
    pose,
    energy,
    steps,
    slope: gradient.reduce((most, g) => Math.max(most, Math.abs(g)), 0),
  };
}

function identity(n: number): Float64Array {
  const matrix = new Float64Array(n * n);
  for (let i = 0; i < n; i += 1) matrix[n * i + i] = 1;
  return matrix;
}

/** @param isFirst the matrix is still the identity, and takes the size of what the step met */
function update(
  inverse: Float64Array,
  n: number,
  step: Float64Array,
  scale: number,
  before: Float64Array,
  after: Float64Array,
  isFirst: boolean,
): void {
  const hy = new Float64Array(n);
  let sy = 0;
  let yhy = 0;
  if (isFirst) {
    let [along, square] = [0, 0];
    for (let i = 0; i < n; i += 1) {
      const y = after[i]! - before[i]!;
      along += scale * step[i]! * y;
      square += y * y;
    }
    if (along > 1e-12) for (let i = 0; i < n; i += 1) inverse[n * i + i] = along / square;
  }
  for (let i = 0; i < n; i += 1) {
    for (let j = 0; j < n; j += 1) hy[i] = hy[i]! + inverse[n * i + j]! * (after[j]! - before[j]!);
  }
  for (let i = 0; i < n; i += 1) {
    sy += scale * step[i]! * (after[i]! - before[i]!);
    yhy += hy[i]! * (after[i]! - before[i]!);
  }
  if (!(sy > 1e-12)) return;
  for (let i = 0; i < n; i += 1) {
    for (let j = 0; j < n; j += 1) {
      const [si, sj] = [scale * step[i]!, scale * step[j]!];
      inverse[n * i + j] =
        inverse[n * i + j]! + ((1 + yhy / sy) * si * sj) / sy - (hy[i]! * sj + si * hy[j]!) / sy;
    }
  }
}
