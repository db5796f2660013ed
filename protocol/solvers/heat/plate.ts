/**
 * Heat conduction on a rectangle of points, edges included: Peaceman-Rachford steps, whose first
 * two are four damped implicit half steps (Rannacher 1984) so that a jump in the data does not
 * ring, and explicit steps. A bar is a plate of one row.
 */
import { factorTridiagonal, solveRows, type TridiagonalFactors } from "../../math/linear/thomas.js";
import type { AxisOperator } from "../../math/linear/separable.js";
import { Alternating } from "./alternating.js";
import {
  explicitRows,
  HIGH,
  levelsOf,
  LOW,
  resetTally,
  SUM,
  sumFrom,
  taken,
  type Levels,
} from "./rows.js";
import { nodalMeans, type NodalRule } from "../fields/nodalRule.js";
import { alongSide, axisOperator, sideValue, type Side, type SideName } from "./sides.js";

export interface PlateMesh {
  readonly nx: number;
  /** 0 for a bar. */
  readonly ny: number;
  readonly hx: number;
  readonly hy: number;
  readonly xs: Float64Array;
  readonly ys: Float64Array;
}

export interface PlateSides {
  readonly left: Side;
  readonly right: Side;
  readonly bottom: Side;
  readonly top: Side;
}

/** Damped steps at the start of a run: implicit half steps, first order but positive. */
export const DAMPED_STEPS = 2;

/** Values along the four sides at one time. */
interface Edges {
  readonly left: Float64Array;
  readonly right: Float64Array;
  readonly bottom: Float64Array;
  readonly top: Float64Array;
}

/**
 * Heat held by the computed points, in K m^2 (K m for a bar), and their least and largest
 * temperature.
 */
export interface Content {
  readonly heat: number;
  readonly low: number;
  readonly high: number;
}

export class Plate {
  readonly mesh: PlateMesh;
  readonly sides: PlateSides;
  readonly alpha: number;
  /** Temperatures; an explicit step puts others in their place. */
  u: Float64Array;
  readonly x: AxisOperator;
  readonly y: AxisOperator;
  /** Columns and rows that are computed: all but fixed ends. */
  readonly i0: number;
  readonly i1: number;
  readonly j0: number;
  readonly j1: number;
  /**
   * Heat that came in through the sides so far, in K m^2 (K m for a bar), by the scheme's own
   * fluxes.
   */
  inflow = 0;
  /** Of alternating steps, from the first on. */
  #sweeps: Alternating | null = null;
  #tally: Float64Array = new Float64Array(3);
  /** Of explicit steps, from the first on. */
  #levels: Levels | null = null;
  readonly #constant: boolean;
  #cached: Edges | null = null;
  /** How the sides are read along them; null of one that is read at its points. */
  readonly #rules: { readonly [name in SideName]: NodalRule | null };
  /** Sides are read between these times only. */
  #readFrom = Number.NEGATIVE_INFINITY;
  #readTo = Number.POSITIVE_INFINITY;
  #factors: {
    readonly half: number;
    readonly x: TridiagonalFactors;
    readonly y: TridiagonalFactors;
  } | null = null;

  constructor(mesh: PlateMesh, sides: PlateSides, alpha: number, u: Float64Array) {
    this.mesh = mesh;
    this.sides = sides;
    this.alpha = alpha;
    this.u = u;
    this.x = axisOperator(mesh.nx, mesh.hx, sides.left, sides.right);
    this.y =
      mesh.ny === 0
        ? { lower: new Float64Array(1), diagonal: new Float64Array(1), upper: new Float64Array(1) }
        : axisOperator(mesh.ny, mesh.hy, sides.bottom, sides.top);
    this.i0 = sides.left.fixed ? 1 : 0;
    this.i1 = sides.right.fixed ? mesh.nx - 1 : mesh.nx;
    const isBar = mesh.ny === 0;
    this.j0 = !isBar && sides.bottom.fixed ? 1 : 0;
    this.j1 = isBar ? 0 : sides.top.fixed ? mesh.ny - 1 : mesh.ny;
    this.#constant = Object.values(sides).every(({ value }: Side) => !value.varies("t"));
    const { xs, ys } = mesh;
    this.#rules = {
      left: alongSide(sides.left, "y", ys, { x: xs[0]! }),
      right: alongSide(sides.right, "y", ys, { x: xs[mesh.nx]! }),
      bottom: isBar ? null : alongSide(sides.bottom, "x", xs, { y: ys[0]! }),
      top: isBar ? null : alongSide(sides.top, "x", xs, { y: ys[mesh.ny]! }),
    };
  }

  /** The sides jump outside of these times: they are read on one side of each jump. */
  readBetween(from: number, to: number): void {
    this.#readFrom = from;
    this.#readTo = to;
  }

  /** Fixed sides take their temperature at time t; a corner of two takes the mean. */
  fix(t: number): void {
    this.#writeEdges(this.u, this.edges(t));
  }

  edges(time: number): Edges {
    if (this.#constant && this.#cached !== null) return this.#cached;
    const t = Math.min(this.#readTo, Math.max(this.#readFrom, time));
    const { nx, ny, xs, ys } = this.mesh;
    const sides = {
      left: this.#along("left", ys, (y) => [xs[0]!, y], t),
      right: this.#along("right", ys, (y) => [xs[nx]!, y], t),
      bottom: this.#along("bottom", xs, (x) => [x, ys[0]!], t),
      top: this.#along("top", xs, (x) => [x, ys[ny]!], t),
    };
    this.#cached = sides;
    return sides;
  }

  /** Places along a side at which its range shows: in every piece of it. */
  placesAlong(name: SideName): readonly number[] {
    const { xs, ys } = this.mesh;
    const points = name === "bottom" || name === "top" ? xs : ys;
    return [...points, ...(this.#rules[name]?.at ?? [])];
  }

  /** Values of a side at its points, or its means about them. */
  #along(
    name: SideName,
    points: Float64Array,
    place: (along: number) => readonly [x: number, y: number],
    t: number,
  ): Float64Array {
    const side = this.sides[name];
    if (this.mesh.ny === 0 && (name === "bottom" || name === "top"))
      return new Float64Array(points.length);
    const read = (along: number): number => sideValue(side, ...place(along), t);
    const rule = this.#rules[name];
    return rule === null ? points.map(read) : nodalMeans(rule, points.length, read);
  }

  #writeEdges(u: Float64Array, { bottom, left, right, top }: Edges): void {
    const { nx, ny } = this.mesh;
    const columns = nx + 1;
    if (this.j0 === 1) u.set(bottom, 0);
    if (ny > 0 && this.j1 === ny - 1) u.set(top, ny * columns);
    for (let j = 0; j <= ny; j += 1) {
      const inBottom = this.j0 === 1 && j === 0;
      const inTop = ny > 0 && this.j1 === ny - 1 && j === ny;
      const end = inBottom || inTop;
      if (this.i0 === 1) u[j * columns] = end ? (u[j * columns]! + left[j]!) / 2 : left[j]!;
      if (this.i1 === nx - 1)
        u[j * columns + nx] = end ? (u[j * columns + nx]! + right[j]!) / 2 : right[j]!;
    }
  }

  /**
   * Second differences along x at computed points of row j of `from`, without what the sides add.
   */
  #alongX(from: Float64Array, j: number, i: number): number {
    const at = j * (this.mesh.nx + 1) + i;
    return (
      this.x.lower[i]! * (i > 0 ? from[at - 1]! : 0) +
      this.x.diagonal[i]! * from[at]! +
      this.x.upper[i]! * (i < this.mesh.nx ? from[at + 1]! : 0)
    );
  }

  /** The same along y. */
  #alongY(from: Float64Array, j: number, i: number): number {
    const columns = this.mesh.nx + 1;
    const at = j * columns + i;
    return (
      this.y.lower[j]! * (j > 0 ? from[at - columns]! : 0) +
      this.y.diagonal[j]! * from[at]! +
      this.y.upper[j]! * (j < this.mesh.ny ? from[at + columns]! : 0)
    );
  }

  /** What the sides add to the second difference at (i, j): along x, and along y. */
  #addedX({ left, right }: Edges, i: number, j: number): number {
    const { hx, nx } = this.mesh;
    return (
      (i === 0 && this.i0 === 0 ? (2 * left[j]!) / hx : 0) +
      (i === nx && this.i1 === nx ? (2 * right[j]!) / hx : 0)
    );
  }

  #addedY({ bottom, top }: Edges, i: number, j: number): number {
    const { hy, ny } = this.mesh;
    if (ny === 0) return 0;
    return (
      (j === 0 && this.j0 === 0 ? (2 * bottom[i]!) / hy : 0) +
      (j === ny && this.j1 === ny ? (2 * top[i]!) / hy : 0)
    );
  }

  /** work = u + e (Y u + added), on computed points. */
  #explicitY(sweeps: Alternating, e: number, edges: Edges): void {
    const columns = this.mesh.nx + 1;
    const {
      i0,
      i1,
      j0,
      j1,
      mesh: { ny },
      y,
    } = this;
    const {
      down: { above, below, own },
      u,
      work,
    } = sweeps;
    if (e === 0 || ny === 0) {
      work.set(u);
      return;
    }
    for (let j = j0; j <= j1; j += 1) {
      below[j] = e * y.lower[j]!;
      own[j] = 1 + e * y.diagonal[j]!;
      above[j] = e * y.upper[j]!;
    }
    sweeps.acrossRows(j0, j1, ny, i0, i1);
    for (const j of [0, ny]) {
      if (j < j0 || j > j1) continue;
      for (let i = i0; i <= i1; i += 1)
        work[j * columns + i] = work[j * columns + i]! + e * this.#addedY(edges, i, j);
    }
  }

  /** u = work + e (X work + added), on computed points. */
  #explicitX(sweeps: Alternating, e: number, edges: Edges): void {
    const { nx } = this.mesh;
    const columns = nx + 1;
    const { i0, i1, j0, j1, x } = this;
    const { u, work } = sweeps;
    sweeps.alongRows(e * x.lower[1]!, 1 + e * x.diagonal[1]!, j0, j1);
    // The points beside the ends have the operator's own rows.
    const ends = nx > 2 ? [0, 1, nx - 1, nx] : [0, 1, nx];
    for (const i of ends) {
      if (i < i0 || i > i1) continue;
      for (let j = j0; j <= j1; j += 1) {
        const at = j * columns + i;
        u[at] = work[at]! + e * (this.#alongX(work, j, i) + this.#addedX(edges, i, j));
      }
    }
  }

  /**
   * Temperatures of fixed columns between the sweeps: (1 - m Y) of the new ones, averaged with (1 +
   * e Y) of the old.
   */
  #between(
    work: Float64Array,
    column: number,
    [now, next]: readonly [Float64Array, Float64Array],
    { e, m, mid }: { e: number; m: number; mid: Edges },
  ): void {
    const { ny } = this.mesh;
    const columns = this.mesh.nx + 1;
    const { j0, j1, y } = this;
    for (let j = j0; j <= j1; j += 1) {
      const second = (g: Float64Array): number =>
        y.lower[j]! * (j > 0 ? g[j - 1]! : 0) +
        y.diagonal[j]! * g[j]! +
        y.upper[j]! * (j < ny ? g[j + 1]! : 0) +
        this.#addedY(mid, column, j);
      const implicit = next[j]! - m * second(next);
      work[j * columns + column] = e === 0 ? implicit : (implicit + now[j]! + e * second(now)) / 2;
    }
  }

  /**
   * One pair of sweeps over `dt`. Peaceman-Rachford: both sweeps implicit and explicit by half;
   * damped: implicit alone. The implicit part is `m` either way, so damped sweeps over half a step
   * use the factors of whole steps.
   */
  sweep(t: number, dt: number, damped: boolean): void {
    const {
      alpha,
      mesh: { nx, ny },
    } = this;
    const sweeps = this.#sweeps ?? this.#moveToSweeps();
    const { work } = sweeps;
    const m = alpha * (damped ? dt : dt / 2);
    const e = damped ? 0 : m;
    const factors = this.#factored(m);
    const before = this.#columnsOf(this.edges(t));
    const mid = this.edges(damped ? t + dt : t + dt / 2);
    const nextEdges = this.edges(t + dt);
    const after = this.#columnsOf(nextEdges);
    this.#explicitY(sweeps, e, mid);
    const flowY0 = e === 0 ? 0 : this.flowY(this.u, mid);
    this.#addSidesX(work, m, mid);
    if (this.i0 === 1) this.#between(work, 0, [before.left, after.left], { e, m, mid });
    if (this.i1 === nx - 1) this.#between(work, nx, [before.right, after.right], { e, m, mid });
    solveRows(factors.x, work, this.j0, this.j1 + 1);
    const flowX = this.flowX(work, mid);
    if (e === 0) this.u.set(work);
    else this.#explicitX(sweeps, e, mid);
    if (ny > 0) {
      this.#addSidesY(m, mid);
      this.#writeEdges(this.u, nextEdges);
      sweeps.downColumns(factors.y);
    }
    this.#writeEdges(this.u, nextEdges);
    this.inflow += m * flowX + e * (flowX + flowY0) + m * this.flowY(this.u, mid);
  }

  /** Temperatures go where a kernel can step them. */
  #moveToSweeps(): Alternating {
    this.#sweeps = new Alternating(this.u, this.mesh.nx + 1);
    this.u = this.#sweeps.u;
    return this.#sweeps;
  }

  #addSidesX(work: Float64Array, m: number, mid: Edges): void {
    const { nx } = this.mesh;
    for (let j = this.j0; j <= this.j1; j += 1) {
      for (const i of [0, nx]) {
        const at = j * (nx + 1) + i;
        work[at] = work[at]! + m * this.#addedX(mid, i, j);
      }
    }
  }

  #addSidesY(m: number, mid: Edges): void {
    const { nx, ny } = this.mesh;
    for (const j of [0, ny]) {
      for (let i = 0; i <= nx; i += 1) {
        const at = j * (nx + 1) + i;
        this.u[at] = this.u[at]! + m * this.#addedY(mid, i, j);
      }
    }
  }

  /**
   * One explicit step, which the caller has checked to be stable. @returns what the new
   * temperatures hold
   */
  explicitStep(t: number, dt: number): Content {
    const levels = this.#levels ?? this.#moveIn();
    const {
      alpha,
      mesh: { hx, hy, nx, ny },
    } = this;
    const tally = this.#tally;
    const { next, u } = levels;
    const edges = this.edges(t);
    const e = alpha * dt;
    this.inflow += e * (this.flowX(u, edges) + this.flowY(u, edges));
    resetTally(tally);
    const isBar = ny === 0;
    const [first, last] = isBar ? [0, 0] : [1, ny - 1];
    for (let j = this.j0; j <= this.j1; j += 1) {
      const stride = isBar || (j > 0 && j < ny) ? nx : 1;
      for (let i = 0; i <= nx; i += stride)
        if (i >= this.i0 && i <= this.i1) this.#explicitPoint(u, next, e, edges, i, j);
    }
    explicitRows(levels, nx, ny, e * this.x.lower[1]!, isBar ? 0 : e * this.y.lower[1]!);
    let heat = tally[SUM]!;
    for (const i of [0, nx])
      if (i >= this.i0 && i <= this.i1) heat += this.#columnContent(next, i, first, last);
    if (this.j0 < first) heat += this.#rowContent(next, this.j0);
    if (this.j1 > last) heat += this.#rowContent(next, this.j1);
    [levels.u, levels.next] = [next, u];
    this.u = next;
    this.#writeEdges(next, this.edges(t + dt));
    return { heat: heat * hx * (isBar ? 1 : hy), low: tally[LOW]!, high: tally[HIGH]! };
  }

  /** Temperatures go where a kernel can step them. */
  #moveIn(): Levels {
    const levels = levelsOf(this.u);
    this.#levels = levels;
    this.u = levels.u;
    this.#tally = levels.tally;
    return levels;
  }

  /** Half the sum of a column at an end; its temperatures widen the range. */
  #columnContent(u: Float64Array, i: number, first: number, last: number): number {
    const {
      mesh: { nx },
    } = this;
    const tally = this.#tally;
    let total = 0;
    for (let j = first; j <= last; j += 1) {
      const value = u[j * (nx + 1) + i]!;
      total += 0.5 * value;
      tally[LOW] = Math.min(tally[LOW]!, value);
      tally[HIGH] = Math.max(tally[HIGH]!, value);
    }
    return total;
  }

  #explicitPoint(
    u: Float64Array,
    next: Float64Array,
    e: number,
    edges: Edges,
    i: number,
    j: number,
  ): void {
    const at = j * (this.mesh.nx + 1) + i;
    next[at] =
      u[at]! +
      e *
        (this.#alongX(u, j, i) +
          this.#addedX(edges, i, j) +
          this.#alongY(u, j, i) +
          this.#addedY(edges, i, j));
  }

  #columnsOf({ bottom, left, right, top }: Edges): {
    readonly left: Float64Array;
    readonly right: Float64Array;
  } {
    const { nx, ny } = this.mesh;
    if (ny === 0) return { left, right };
    const withCorners = (side: Float64Array, i: number): Float64Array => {
      const column = side.slice();
      if (this.j0 === 1) column[0] = (column[0]! + bottom[i]!) / 2;
      if (this.j1 === ny - 1) column[ny] = (column[ny]! + top[i]!) / 2;
      return column;
    };
    return { left: withCorners(left, 0), right: withCorners(right, nx) };
  }

  #factored(m: number): { readonly x: TridiagonalFactors; readonly y: TridiagonalFactors } {
    if (this.#factors !== null && this.#factors.half === m) return this.#factors;
    const of = ({ diagonal, lower, upper }: AxisOperator): TridiagonalFactors =>
      factorTridiagonal(
        lower.map((a) => -m * a),
        diagonal.map((a) => 1 - m * a),
        upper.map((a) => -m * a),
      );
    this.#factors = { half: m, x: of(this.x), y: of(this.y) };
    return this.#factors;
  }

  #weightY(j: number): number {
    return this.mesh.ny > 0 && (j === 0 || j === this.mesh.ny) ? 0.5 : 1;
  }

  /** Heat over conductivity that enters through the left and right faces of the computed points. */
  flowX(u: Float64Array, edges: Edges): number {
    const { hx, hy, nx, ny } = this.mesh;
    const { j0, j1, sides } = this;
    const [isLeft, isRight] = [this.i0 === 1, this.i1 < nx];
    const [leftFilm, rightFilm] = [sides.left.film, sides.right.film];
    const { left: leftEdge, right: rightEdge } = edges;
    let total = 0;
    for (let j = j0; j <= j1; j += 1) {
      const row = j * (nx + 1);
      const end = row + nx;
      const left = isLeft ? (u[row]! - u[row + 1]!) / hx : leftEdge[j]! - leftFilm * u[row]!;
      const right = isRight ? (u[end]! - u[end - 1]!) / hx : rightEdge[j]! - rightFilm * u[end]!;
      const both = left + right;
      total += ny > 0 && (j === 0 || j === ny) ? 0.5 * both : both;
    }
    return ny === 0 ? total : total * hy;
  }

  /** Heat over conductivity that enters through the lower and upper faces. */
  flowY(u: Float64Array, edges: Edges): number {
    const { hx, hy, nx, ny } = this.mesh;
    if (ny === 0) return 0;
    const columns = nx + 1;
    const { i0, i1, sides } = this;
    const [isLow, isHigh] = [this.j0 === 1, this.j1 < ny];
    const [lowFilm, highFilm] = [sides.bottom.film, sides.top.film];
    const { bottom, top } = edges;
    let total = 0;
    for (let i = i0; i <= i1; i += 1) {
      const at = ny * columns + i;
      const low = isLow ? (u[i]! - u[columns + i]!) / hy : bottom[i]! - lowFilm * u[i]!;
      const high = isHigh ? (u[at]! - u[at - columns]!) / hy : top[i]! - highFilm * u[at]!;
      const both = low + high;
      total += i === 0 || i === nx ? 0.5 * both : both;
    }
    return total * hx;
  }

  /** Sum over the computed points of row j, weighted; its temperatures widen the range. */
  #rowContent(u: Float64Array, j: number): number {
    const {
      i0,
      i1,
      mesh: { nx },
    } = this;
    const row = j * (nx + 1);
    const tally = this.#tally;
    const [first, last] = [i0 === 0 ? 1 : i0, i1 === nx ? nx - 1 : i1];
    let line = i0 === 0 ? 0.5 * taken(u[row]!, tally) : 0;
    line = sumFrom(line, u, row + first, row + last, tally);
    if (i1 === nx) line += 0.5 * taken(u[row + nx]!, tally);
    return this.#weightY(j) * line;
  }

  /** What the computed points hold. */
  content(): Content {
    const { hx, hy, ny } = this.mesh;
    resetTally(this.#tally);
    let heat = 0;
    for (let j = this.j0; j <= this.j1; j += 1) heat += this.#rowContent(this.u, j);
    return {
      heat: heat * hx * (ny === 0 ? 1 : hy),
      low: this.#tally[LOW]!,
      high: this.#tally[HIGH]!,
    };
  }
}
