/**
 * Whole solutions of (sigma - L) u = f on the points of a plate: the steady state, and the stages
 * of TR-BDF2.
 */
import { factorTridiagonal, solveTridiagonal } from "../../math/linear/thomas.js";
import {
  denseBasis,
  mirrorAtBasis,
  separableSolver,
  sineBasis,
  type AxisBasis,
  type AxisOperator,
} from "../../math/linear/separable.js";
import { hasWallSolver, wallSolver } from "../../math/linear/wallSolver.js";
import type { Plate } from "./plate.js";

/** Cells along x above which no full set of eigenvectors is made (its work grows with the cube). */
export const DENSE_CELLS_MAX = 1_024;

type Solve = (f: Float64Array) => void;

function block({ diagonal, lower, upper }: AxisOperator, from: number, to: number): AxisOperator {
  return {
    lower: lower.slice(from, to + 1),
    diagonal: diagonal.slice(from, to + 1),
    upper: upper.slice(from, to + 1),
  };
}

function basisOf(plate: Plate): AxisBasis {
  const {
    i0,
    i1,
    mesh: { hx, nx },
    sides: { left, right },
  } = plate;
  if (i0 === 1 && i1 === nx - 1) return sineBasis(nx - 1, hx);
  if (i0 === 0 && i1 === nx && left.film === 0 && right.film === 0)
    return mirrorAtBasis(nx + 1, hx);
  return denseBasis(block(plate.x, i0, i1));
}

/** Whether the direct solution expands a full matrix of eigenvectors along x. */
export function isDense({ left, right }: Plate["sides"]): boolean {
  return (
    !(left.fixed && right.fixed) &&
    !(!left.fixed && !right.fixed && left.film === 0 && right.film === 0)
  );
}

/** Neighbours along x stand `across` numbers apart, neighbours along y `down`. */
interface Inner {
  readonly data: Float64Array;
  readonly across: number;
  readonly down: number;
  readonly solve: () => void;
  readonly release: () => void;
}

/**
 * For the points that are computed. Sines go along an axis between two walls whose cells are a
 * power of two, the other axis is swept.
 */
function innerOf(plate: Plate, sigma: number): Inner {
  const {
    i0,
    i1,
    j0,
    j1,
    mesh: { hx, hy, nx, ny },
  } = plate;
  const [x, y] = [block(plate.x, i0, i1), block(plate.y, j0, j1)];
  if (ny > 0 && j0 === 1 && j1 === ny - 1 && hasWallSolver(ny - 1)) {
    const { block: data, release, solve, stride } = wallSolver(x, ny - 1, hy, sigma);
    return { data, across: 1, down: stride, solve, release };
  }
  if (ny > 0 && i0 === 1 && i1 === nx - 1 && hasWallSolver(nx - 1)) {
    const { block: data, release, solve, stride } = wallSolver(y, nx - 1, hx, sigma);
    return { data, across: stride, down: 1, solve, release };
  }
  const down = i1 - i0 + 1;
  const data = new Float64Array(down * (j1 - j0 + 1));
  const solve = ny === 0 ? barSolver(x, sigma) : separableSolver(basisOf(plate), y, sigma);
  return { data, across: 1, down, solve: () => solve(data), release: () => undefined };
}

/** Right-hand sides of the points that are computed; held neighbours move there. */
function gather(
  { i0, i1, j0, j1, mesh: { nx, ny }, x, y }: Plate,
  f: Float64Array,
  { across, data, down }: Inner,
): void {
  const columns = nx + 1;
  for (let j = j0; j <= j1; j += 1) {
    const row = j * columns;
    const first = (j - j0) * down;
    const last = first + (i1 - i0) * across;
    for (let i = i0, to = first; i <= i1; i += 1, to += across) data[to] = f[row + i]!;
    if (i0 === 1) data[first] = data[first]! + x.lower[1]! * f[row]!;
    if (i1 === nx - 1) data[last] = data[last]! + x.upper[nx - 1]! * f[row + nx]!;
    const below = j === 1 && j0 === 1 ? y.lower[1]! : 0;
    const above = ny > 0 && j === ny - 1 && j1 === ny - 1 ? y.upper[ny - 1]! : 0;
    if (below !== 0)
      for (let i = i0, to = first; i <= i1; i += 1, to += across)
        data[to] = data[to]! + below * f[row - columns + i]!;
    if (above !== 0)
      for (let i = i0, to = first; i <= i1; i += 1, to += across)
        data[to] = data[to]! + above * f[row + columns + i]!;
  }
}

function solveInner(plate: Plate, inner: Inner, f: Float64Array): void {
  const {
    i0,
    i1,
    j0,
    j1,
    mesh: { nx },
  } = plate;
  const { across, data, down } = inner;
  gather(plate, f, inner);
  inner.solve();
  for (let j = j0; j <= j1; j += 1) {
    const row = j * (nx + 1);
    for (let i = i0, from = (j - j0) * down; i <= i1; i += 1, from += across)
      f[row + i] = data[from]!;
  }
}

/**
 * (sigma - L) u = f, L the second differences of the plate without what the sides add; f holds
 * fixed sides' temperatures at their points and is overwritten by u.
 */
export function implicitSolver(plate: Plate, sigma: number): Solve {
  const inner = innerOf(plate, sigma);
  return (f) => solveInner(plate, inner, f);
}

/** The same once. */
export function solveOnce(plate: Plate, sigma: number, f: Float64Array): void {
  const inner = innerOf(plate, sigma);
  solveInner(plate, inner, f);
  inner.release();
}

function barSolver({ diagonal, lower, upper }: AxisOperator, sigma: number): Solve {
  const factors = factorTridiagonal(
    lower.map((a) => -a),
    diagonal.map((a) => sigma - a),
    upper.map((a) => -a),
  );
  return (f) => solveTridiagonal(factors, f);
}

/** What the sides add to the second differences at time t, on computed points; 0 elsewhere. */
export function sideSource(plate: Plate, t: number, out: Float64Array): void {
  const {
    i0,
    i1,
    j0,
    j1,
    mesh: { hx, hy, nx, ny },
  } = plate;
  const edges = plate.edges(t);
  const columns = nx + 1;
  out.fill(0);
  for (let j = j0; j <= j1; j += 1) {
    if (i0 === 0) out[j * columns] = (2 * edges.left[j]!) / hx;
    if (i1 === nx) out[j * columns + nx] = out[j * columns + nx]! + (2 * edges.right[j]!) / hx;
  }
  if (ny === 0) return;
  for (let i = i0; i <= i1; i += 1) {
    if (j0 === 0) out[i] = out[i]! + (2 * edges.bottom[i]!) / hy;
    if (j1 === ny) out[ny * columns + i] = out[ny * columns + i]! + (2 * edges.top[i]!) / hy;
  }
}

const GAMMA = 2 - Math.sqrt(2);

/**
 * Trapezoidal rule to t + gamma dt, then second-order backward differences to t + dt: L-stable,
 * both stages with one matrix for gamma = 2 - sqrt 2 (Bank et al. 1985).
 */
export class TrBdf2 {
  readonly #plate: Plate;
  readonly #solve: Solve;
  readonly #a: number;
  readonly #dt: number;
  readonly #stage: Float64Array;
  readonly #source: Float64Array;

  constructor(plate: Plate, dt: number) {
    this.#plate = plate;
    this.#dt = dt;
    this.#a = (plate.alpha * GAMMA * dt) / 2;
    this.#solve = implicitSolver(plate, 1 / this.#a);
    this.#stage = new Float64Array(plate.u.length);
    this.#source = new Float64Array(plate.u.length);
  }

  step(t: number): void {
    const a = this.#a;
    const dt = this.#dt;
    const plate = this.#plate;
    const source = this.#source;
    const stage = this.#stage;
    const { u } = plate;
    const before = u.slice();
    const mid = t + GAMMA * dt;
    sideSource(plate, t, source);
    const flow0 = plate.flowX(u, plate.edges(t)) + plate.flowY(u, plate.edges(t));
    this.#secondDifferences(u, stage);
    // (1/a - L) u* = u/a + L u + s(t) + s(t*)
    for (let at = 0; at < u.length; at += 1) stage[at] = u[at]! / a + stage[at]! + source[at]!;
    sideSource(plate, mid, source);
    for (let at = 0; at < u.length; at += 1) stage[at] = stage[at]! + source[at]!;
    this.#finish(stage, mid);
    u.set(stage);
    const flow1 = plate.flowX(u, plate.edges(mid)) + plate.flowY(u, plate.edges(mid));
    const w1 = 1 / (GAMMA * (2 - GAMMA));
    const w0 = ((1 - GAMMA) * (1 - GAMMA)) / (GAMMA * (2 - GAMMA));
    sideSource(plate, t + dt, source);
    for (let at = 0; at < u.length; at += 1)
      stage[at] = (w1 * u[at]! - w0 * before[at]!) / a + source[at]!;
    this.#finish(stage, t + dt);
    u.set(stage);
    const flow2 = plate.flowX(u, plate.edges(t + dt)) + plate.flowY(u, plate.edges(t + dt));
    plate.inflow += w1 * a * (flow0 + flow1) + a * flow2;
  }

  #finish(f: Float64Array, t: number): void {
    const plate = this.#plate;
    const kept = plate.u.slice();
    plate.fix(t);
    const {
      i0,
      i1,
      j0,
      j1,
      mesh: { nx, ny },
    } = plate;
    for (let j = 0; j <= ny; j += 1) {
      for (let i = 0; i <= nx; i += 1) {
        const at = j * (nx + 1) + i;
        if (i < i0 || i > i1 || j < j0 || j > j1) f[at] = plate.u[at]!;
      }
    }
    plate.u.set(kept);
    this.#solve(f);
  }

  #secondDifferences(u: Float64Array, out: Float64Array): void {
    const {
      i0,
      i1,
      j0,
      j1,
      mesh: { nx, ny },
      x,
      y,
    } = this.#plate;
    const columns = nx + 1;
    out.fill(0);
    for (let j = j0; j <= j1; j += 1) {
      for (let i = i0; i <= i1; i += 1) {
        const at = j * columns + i;
        out[at] =
          x.lower[i]! * (i > 0 ? u[at - 1]! : 0) +
          x.diagonal[i]! * u[at]! +
          x.upper[i]! * (i < nx ? u[at + 1]! : 0) +
          (ny === 0
            ? 0
            : y.lower[j]! * (j > 0 ? u[at - columns]! : 0) +
              y.diagonal[j]! * u[at]! +
              y.upper[j]! * (j < ny ? u[at + columns]! : 0));
      }
    }
  }
}
