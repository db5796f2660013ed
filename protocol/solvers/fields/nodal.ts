/**
 * A field on the points of a mesh. Where it is smooth, its values there. Where it jumps or bends,
 * its means over the hats of the points: they hold the heat, charge or load of the field and its
 * centre exactly, wherever a piece begins and however narrow it is, so that what is left falls with
 * the square of the cell as it does for smooth fields.
 */
import { polygon, sidesOfCurve } from "./cutPart.js";
import { badInput, notConverged } from "../refusal.js";
import { GAUSS_WEIGHTS, KRONROD_NODES } from "../../equations/integrals/nodes.js";
import type { Break, Breaks, Curves } from "./breakpoints.js";
import { onGrid, type Sampler } from "./sampler.js";

/** Where to read a function, and how much of it each point of a mesh takes. */
export interface NodalRule {
  /** Places between two neighbours and between breaks, ascending. */
  readonly at: Float64Array;
  /** Lower of the two points that a place lies between. */
  readonly cell: Int32Array;
  /** Shares of that point and of the next one; those of one point sum to 1. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

const GAUSS_LOW = 0.21132486540518713;
/** Parts of a cell that may hold more places than are told apart. */
const OPEN_PARTS = 16;

/** Places of a rule on [0, 1] with their weights. */
type Gauss = readonly (readonly [at: number, weight: number])[];

const TWO: Gauss = [
  [GAUSS_LOW, 0.5],
  [1 - GAUSS_LOW, 0.5],
];
const TEN: Gauss = GAUSS_WEIGHTS.flatMap((weight, i) => {
  const half = KRONROD_NODES[2 * i + 1]! / 2;
  return [
    [0.5 - half, weight / 2],
    [0.5 + half, weight / 2],
  ] as const;
});
/** In the sixth root of the distance, a square root, a cube root and their moments are polynomials. */
const FROM_ROOT: Gauss = TEN.map(([u, weight]) => {
  const fifth = u * u * u * u * u;
  return [fifth * u, 6 * fifth * weight];
});
const TO_ROOT: Gauss = FROM_ROOT.map(([at, weight]) => [1 - at, weight]);
/** Cells beside a root that two places do not follow. */
const ROOT_CELLS = 8;

export interface NodalOptions {
  /** Parts into which each cell is cut beside its breaks, of the cells that are listed. */
  readonly parts?: { readonly of: number; readonly from: number; readonly to: number };
  /** Breaks, or ends of the points, at which the slope may have no bound. */
  readonly roots?: readonly number[];
}

export function nodalRule(
  points: Float64Array,
  breaks: readonly Pick<Break, "at">[],
  { parts, roots = [] }: NodalOptions = {},
): NodalRule {
  const cells = points.length - 1;
  const [at, cell, lower, upper]: number[][] = [[], [], [], []];
  let next = 0;
  for (let i = 0; i < cells; i += 1) {
    const [low, high] = [points[i]!, points[i + 1]!];
    const width = high - low;
    const [before, after] = [massOf(points, i), massOf(points, i + 1)];
    while (next < breaks.length && breaks[next]!.at <= low) next += 1;
    const ends: number[] = [];
    for (let k = next; k < breaks.length && breaks[k]!.at < high; k += 1) ends.push(breaks[k]!.at);
    const isOpen = parts !== undefined && low < parts.to && high > parts.from;
    if (isOpen) for (let k = 1; k < parts.of; k += 1) ends.push(low + (width * k) / parts.of);
    ends.sort((a, b) => a - b);
    const reach = ROOT_CELLS * width;
    const isSteep = roots.some((root) => root > low - reach && root < high + reach);
    let start = low;
    for (const end of [...ends, high]) {
      for (const [from, to, rule] of isSteep
        ? steepRules(start, end, roots)
        : [[start, end, TWO] as const]) {
        const piece = to - from;
        if (!(piece > 0)) continue;
        for (const [part, weight] of rule) {
          const x = from + part * piece;
          const along = (x - low) / width;
          at!.push(x);
          cell!.push(i);
          lower!.push((weight * piece * (1 - along)) / before);
          upper!.push((weight * piece * along) / after);
        }
      }
      start = end;
    }
  }
  return {
    at: Float64Array.from(at!),
    cell: Int32Array.from(cell!),
    lower: Float64Array.from(lower!),
    upper: Float64Array.from(upper!),
  };
}

/** How a piece is read that is near a root; between two of them in halves. */
function steepRules(
  start: number,
  end: number,
  roots: readonly number[],
): readonly (readonly [from: number, to: number, rule: Gauss])[] {
  const [begins, ends] = [roots.includes(start), roots.includes(end)];
  if (!begins && !ends) return [[start, end, TEN]];
  if (!ends) return [[start, end, FROM_ROOT]];
  if (!begins) return [[start, end, TO_ROOT]];
  const middle = start + (end - start) / 2;
  return [
    [start, middle, FROM_ROOT],
    [middle, end, TO_ROOT],
  ];
}

/** What the hat of a point covers: half of the cells on its sides. */
function massOf(points: Float64Array, i: number): number {
  const low = points[Math.max(0, i - 1)]!;
  const high = points[Math.min(points.length - 1, i + 1)]!;
  return (high - low) / 2;
}

/** Means of a function of one variable over the hats of the points of a rule. */
export function nodalMeans(rule: NodalRule, n: number, f: (x: number) => number): Float64Array {
  const { at, cell, lower, upper } = rule;
  const means = new Float64Array(n);
  for (let k = 0; k < at.length; k += 1) {
    const value = f(at[k]!);
    const i = cell[k]!;
    means[i] = means[i]! + lower[k]! * value;
    means[i + 1] = means[i + 1]! + upper[k]! * value;
  }
  return means;
}

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
      const at = j * columns + i;
      means[at] = means[at]! + x.lower[a]! * y.lower[b]! * value;
      means[at + 1] = means[at + 1]! + x.upper[a]! * y.lower[b]! * value;
      const up = at + columns;
      means[up] = means[up]! + x.lower[a]! * y.upper[b]! * value;
      means[up + 1] = means[up + 1]! + x.upper[a]! * y.upper[b]! * value;
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
        this.#put(i, j, place, (area / 4) * value);
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
      if (area > 0) this.#put(part.i, part.j, middle, area * this.#read(...middle));
    }
    return true;
  }

  #put(i: number, j: number, [x, y]: Span, amount: number): void {
    const [means, xs, ys] = [this.#means, this.#xs, this.#ys];
    const [right, up] = [
      (x - xs[i]!) / (xs[i + 1]! - xs[i]!),
      (y - ys[j]!) / (ys[j + 1]! - ys[j]!),
    ];
    for (const b of [0, 1])
      for (const a of [0, 1]) {
        const share = (a === 0 ? 1 - right : right) * (b === 0 ? 1 - up : up);
        const at = (j + b) * xs.length + i + a;
        means[at] = means[at]! + (share * amount) / (massOf(xs, i + a) * massOf(ys, j + b));
      }
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
