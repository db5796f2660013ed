/**
 * A field on the points of a mesh. Where it is smooth, its values there. Where it jumps or bends,
 * its means over the hats of the points. A cell in which it does so is shared among the four points
 * around, by the weights with which a cubic through them is read there, and with as much spread as
 * hats add on the mean. So they hold the heat, charge or load of the field, its centre and its
 * spread, wherever a piece begins and however narrow it is, and what is left falls with the square
 * of the cell as it does for smooth fields. Hats alone add to the spread by where in its cell a
 * piece begins, and levels that it is in meet by chance.
 */
import { polygon, sidesOfCurve } from "./cutPart.js";
import { badInput, notConverged } from "../refusal.js";
import type { Break, Breaks, Curves } from "./breakpoints.js";
import {
  addByCubic,
  addByHats,
  around,
  GAUSS_LOW,
  isInside,
  nodalMeans,
  nodalRule,
  type NodalRule,
} from "./nodalRule.js";
import { onGrid, type Sampler } from "./sampler.js";

/** Parts of a cell that may hold more places than are told apart. */
const OPEN_PARTS = 16;

/** Samples of a piece of a cell. */
const MEAN_PARTS = 8;

/**
 * Mean of a field over a cell: of samples between two places at which it jumps or bends.
 * @param breaks ascending, of the whole line
 */
export function meanOver(
  read: (x: number) => number,
  breaks: readonly Pick<Break, "at">[],
  low: number,
  high: number,
  parts = MEAN_PARTS,
): number {
  let [total, start] = [0, low];
  const ends = placesWithin(breaks, low, high).map(({ at }) => at);
  for (const end of [...ends, high]) {
    let sum = 0;
    for (let k = 0; k < parts; k += 1) sum += read(start + ((end - start) * (k + 0.5)) / parts);
    total += (sum / parts) * (end - start);
    start = end;
  }
  return total / (high - low);
}

/** Those strictly between two ends, of ascending ones. */
function placesWithin<P extends Pick<Break, "at">>(
  breaks: readonly P[],
  low: number,
  high: number,
): readonly P[] {
  let [first, end] = [0, breaks.length];
  while (first < end) {
    const middle = (first + end) >> 1;
    if (breaks[middle]!.at > low) end = middle;
    else first = middle + 1;
  }
  for (end = first; end < breaks.length && breaks[end]!.at < high;) end += 1;
  return breaks.slice(first, end);
}

export interface OnNodes {
  readonly data: Float64Array;
  /** Whether these are means: breaks between the points are seen, then. */
  readonly isAveraged: boolean;
}

/** Whether a field jumps or bends somewhere between these points. */
export function isBroken(sampler: Sampler, xs: Float64Array, ys: Float64Array): boolean {
  return !isSmooth(breaksAlong(sampler, "x", xs)) || !isSmooth(breaksAlong(sampler, "y", ys));
}

function isSmooth(one: Breaks | null): boolean {
  if (one === null) return true;
  return one.places.length === 0 && one.open === null && !one.moves && one.roots.length === 0;
}

function breaksAlong(sampler: Sampler, name: "x" | "y", points: Float64Array): Breaks | null {
  if (points.length < 2 || !sampler.varies(name)) return null;
  return sampler.breaks?.(name, points[0]!, points[points.length - 1]!) ?? null;
}

/**
 * A sampled function on every point of a mesh, its means where it jumps or bends.
 * @param ys one point of a line
 * @throws SolverRefusal INVALID_BODY where it is no finite number
 */
export function onNodes(
  sampler: Sampler,
  xs: Float64Array,
  ys: Float64Array,
  t: number,
  pointer: string,
): OnNodes {
  const [alongX, alongY] = [breaksAlong(sampler, "x", xs), breaksAlong(sampler, "y", ys)];
  if (isSmooth(alongX) && isSmooth(alongY))
    return { data: onGrid(sampler, xs, ys, t, pointer), isAveraged: false };
  const read: Read = (x, y) => {
    const value = sampler.at(x, y, t);
    if (value - value === 0) return value;
    const place = `x = ${x}${ys.length > 1 ? `, y = ${y}` : ""}`;
    throw badInput(pointer, `no finite number at ${place}`);
  };
  const rule = (points: Float64Array, found: typeof alongX): NodalRule => {
    const { open = null, places = [], roots = [] } = found ?? {};
    const parts = open === null ? {} : { parts: { of: OPEN_PARTS, from: open[0], to: open[1] } };
    return nodalRule(points, places, { ...parts, roots });
  };
  const x = rule(xs, alongX);
  if (ys.length === 1)
    return { data: nodalMeans(x, xs.length, (at) => read(at, ys[0]!)), isAveraged: true };
  const isCurved = alongX?.moves === true || alongY?.moves === true;
  const curves = isCurved ? (sampler.curves?.(xs, ys) ?? null) : null;
  return { data: plane(xs, ys, x, rule(ys, alongY), curves, read), isAveraged: true };
}

type Read = (x: number, y: number) => number;

/** The same on a rectangle: cells that hold a curve are cut. */
function plane(
  xs: Float64Array,
  ys: Float64Array,
  x: NodalRule,
  y: NodalRule,
  curves: Curves | null,
  read: Read,
): Float64Array {
  const columns = xs.length;
  const means = new Float64Array(columns * ys.length);
  const isCurved = (i: number, j: number): boolean =>
    curves !== null && curves.cells?.has(j * (columns - 1) + i) !== false;
  for (let b = 0; b < y.at.length; b += 1) {
    const j = y.cell[b]!;
    for (let a = 0; a < x.at.length; a += 1) {
      const i = x.cell[a]!;
      if (isCurved(i, j)) continue;
      const value = read(x.at[a]!, y.at[b]!);
      for (let q = 0; q < y.sharing; q += 1) {
        const row = (y.first[b]! + q) * columns + x.first[a]!;
        const amount = value * y.shares[b * y.sharing + q]!;
        for (let p = 0; p < x.sharing; p += 1)
          means[row + p] = means[row + p]! + x.shares[a * x.sharing + p]! * amount;
      }
    }
  }
  if (curves !== null) {
    const cut = new CutCells(xs, ys, curves, read, means);
    for (let j = 0; j + 1 < ys.length; j += 1)
      for (let i = 0; i + 1 < columns; i += 1) if (isCurved(i, j)) cut.add(i, j);
    cut.finish();
  }
  return means;
}

/** Halvings of a cell that holds a curve, along both axes. */
const HALVINGS_MAX = 14;
/** Parts of all cells together: cells that hold a short curve are cut the finer. */
const PARTS_MAX = 8_000;
/** Parts beyond those, where curves meet. */
const CORNERS_MAX = 32_000;
/** Part of the size of a field that parts with more than one curve may leave open, averaged. */
const UNCUT = 1e-9;

interface Part {
  readonly i: number;
  readonly j: number;
  readonly x: Span;
  readonly y: Span;
}

/** Cells that hold a curve, cut into parts that do not, or into as small ones as are affordable. */
class CutCells {
  readonly #xs: Float64Array;
  readonly #ys: Float64Array;
  readonly #curves: Curves;
  readonly #read: Read;
  readonly #means: Float64Array;
  #open: Part[] = [];
  /** Values at the corners of the cell that was shared last. */
  #corners: { readonly i: number; readonly j: number; readonly values: readonly number[] } | null =
    null;
  /** What parts with more than one curve may hold besides. */
  #uncut = 0;
  #size = 0;

  constructor(xs: Float64Array, ys: Float64Array, curves: Curves, read: Read, means: Float64Array) {
    this.#xs = xs;
    this.#ys = ys;
    this.#curves = curves;
    this.#read = read;
    this.#means = means;
  }

  add(i: number, j: number): void {
    const [xs, ys] = [this.#xs, this.#ys];
    this.#open.push({ i, j, x: [xs[i]!, xs[i + 1]!], y: [ys[j]!, ys[j + 1]!] });
  }

  finish(): void {
    for (let depth = 0, parts = 0, corners = 0; this.#open.length > 0; depth += 1) {
      const cut: Part[] = [];
      for (const part of this.#open) {
        const { x, y } = part;
        if (this.#curves.isCut(x[0], x[1], y[0], y[1])) cut.push(part);
        else this.#take(part);
      }
      parts += 4 * cut.length;
      const isDeepest = depth >= HALVINGS_MAX;
      // Parts with one curve from side to side are done; corners of curves are cut on.
      const isFine = isDeepest || parts > PARTS_MAX;
      const left = isFine ? cut.filter((part) => !this.#takeCut(part)) : cut;
      if (isFine) corners += 4 * left.length;
      const isLast = isDeepest || corners > CORNERS_MAX;
      if (isLast) left.forEach((part) => this.#takeUncut(part));
      this.#open = isLast ? [] : left.flatMap(quarters);
    }
    this.#check();
  }

  /** @returns the mean of what was read */
  #take({ i, j, x, y }: Part): number {
    const area = (x[1] - x[0]) * (y[1] - y[0]);
    let sum = 0;
    for (const b of [GAUSS_LOW, 1 - GAUSS_LOW])
      for (const a of [GAUSS_LOW, 1 - GAUSS_LOW]) {
        const place: Span = [x[0] + a * (x[1] - x[0]), y[0] + b * (y[1] - y[0])];
        const value = this.#read(...place);
        sum += value;
        this.#put(i, j, place, area / 4, value);
      }
    return sum / 4;
  }

  /** The mean of the corners says how far off the other one may be. */
  #takeUncut(part: Part): void {
    const { x, y } = part;
    const corners = x.flatMap((a) => y.map((b) => this.#read(a, b)));
    const other = corners.reduce((sum, one) => sum + one, 0) / 4;
    const mean = this.#take(part);
    this.#uncut += (x[1] - x[0]) * (y[1] - y[0]) * Math.abs(mean - other);
    this.#size = Math.max(this.#size, Math.abs(mean), ...corners.map(Math.abs));
  }

  /** @throws SolverRefusal where more of the field than rounding is left open */
  #check(): void {
    const [xs, ys] = [this.#xs, this.#ys];
    const area = (xs[xs.length - 1]! - xs[0]!) * (ys[ys.length - 1]! - ys[0]!);
    if (this.#uncut > UNCUT * area * this.#size)
      throw notConverged(
        "gate",
        "a field jumps or bends along more curves than cells are cut at: state a smoother field.",
        { left: this.#uncut / area },
      );
  }

  /** On both sides of a curve. @returns whether one curve runs through the part */
  #takeCut(part: Part): boolean {
    const sides = sidesOfCurve(part, this.#curves.sideOf);
    if (sides === null) return false;
    for (const corners of sides) {
      const { area, middle } = polygon(corners);
      if (area > 0) this.#put(part.i, part.j, middle, area, this.#read(...middle));
    }
    return true;
  }

  /** In cells at the edges, hats share what lies on the surface through their corners. */
  #put(i: number, j: number, [x, y]: Span, area: number, value: number): void {
    const [xs, ys] = [this.#xs, this.#ys];
    const [across, down] = [around(xs, i), around(ys, j)];
    const isEdge = !isInside(xs, i) || !isInside(ys, j);
    const level = isEdge ? this.#levelAt(i, j, x, y) : 0;
    for (const [add, amount] of [
      [addByHats, level * area],
      [addByCubic, (value - level) * area],
    ] as const) {
      if (amount === 0) continue;
      const [columns, rows] = [new Float64Array(across.sharing), new Float64Array(down.sharing)];
      add(xs, i, across, x, 1, columns);
      add(ys, j, down, y, amount, rows);
      this.#addTo(across.first, down.first, columns, rows);
    }
  }

  #addTo(left: number, low: number, columns: Float64Array, rows: Float64Array): void {
    const means = this.#means;
    for (let q = 0; q < rows.length; q += 1) {
      const row = (low + q) * this.#xs.length + left;
      for (let p = 0; p < columns.length; p += 1)
        means[row + p] = means[row + p]! + rows[q]! * columns[p]!;
    }
  }

  #levelAt(i: number, j: number, x: number, y: number): number {
    const [xs, ys] = [this.#xs, this.#ys];
    const [left, right] = [xs[i]!, xs[i + 1]!];
    const [low, high] = [ys[j]!, ys[j + 1]!];
    if (this.#corners?.i !== i || this.#corners.j !== j) {
      const read = this.#read;
      const values = [read(left, low), read(right, low), read(left, high), read(right, high)];
      this.#corners = { i, j, values };
    }
    const [a, b, c, d] = this.#corners.values;
    const [u, v] = [(x - left) / (right - left), (y - low) / (high - low)];
    return (1 - v) * ((1 - u) * a! + u * b!) + v * ((1 - u) * c! + u * d!);
  }
}

type Span = readonly [number, number];

function quarters({ x, y, ...cell }: Part): readonly Part[] {
  const [p, q] = [x[0] + (x[1] - x[0]) / 2, y[0] + (y[1] - y[0]) / 2];
  const [left, right, low, high]: readonly Span[] = [
    [x[0], p],
    [p, x[1]],
    [y[0], q],
    [q, y[1]],
  ] as const;
  return [
    { ...cell, x: left, y: low },
    { ...cell, x: right, y: low },
    { ...cell, x: left, y: high },
    { ...cell, x: right, y: high },
  ];
}
