/** Where a function is read to be had on the points of a mesh, and which points share each place. */
import { GAUSS_WEIGHTS, KRONROD_NODES } from "../../equations/integrals/nodes.js";
import type { Break } from "./breakpoints.js";

/** Where to read a function, and how much of it each point of a mesh takes. */
export interface NodalRule {
  /** Places between two neighbours and between breaks. */
  readonly at: Float64Array;
  /** Lower of the two points that a place lies between. */
  readonly cell: Int32Array;
  /** First of the points that share a place. */
  readonly first: Int32Array;
  /** How many share one. */
  readonly sharing: number;
  /** Their shares, one place after the other; those of one point sum to 1. */
  readonly shares: Float64Array;
}

/** Points that share what lies in a cell with a break: those of a cubic. */
const CUBIC = 4;

export const GAUSS_LOW = 0.21132486540518713;
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

/** Points that share what lies in a cell, two or four, and the first of them. */
export interface Around {
  readonly first: number;
  readonly sharing: number;
}

export function around(points: Float64Array, cell: number): Around {
  const sharing = Math.min(CUBIC, points.length);
  const middle = cell + 1 - (sharing >> 1);
  return { sharing, first: Math.min(Math.max(middle, 0), points.length - sharing) };
}

/** Second moment that hats add to a cell on the mean, in squares of it, by the second differences of points. */
const SPREAD = 1 / 12;

/**
 * Adds what each of the points around a cell has of an amount at a place in it, by a cubic, and as
 * much spread as hats have on the mean of a cell. Over a whole cell these are the shares of hats.
 */
export function addByCubic(
  points: Float64Array,
  cell: number,
  { first, sharing }: Around,
  x: number,
  amount: number,
  shares: Float64Array,
): void {
  const along = (x - points[cell]!) / (points[cell + 1]! - points[cell]!);
  const add = (k: number, part: number): void => {
    shares[k] = shares[k]! + (part * amount) / massOf(points, first + k);
  };
  for (let k = 0; k < sharing; k += 1) {
    let part = 1;
    for (let j = 0; j < sharing; j += 1)
      if (j !== k) part *= (x - points[first + j]!) / (points[first + k]! - points[first + j]!);
    add(k, part);
  }
  // Around the ends of the cell, as far as these have neighbours on both sides.
  const last = sharing - 2;
  for (const [end, part] of [
    [cell - first, 1 - along],
    [cell + 1 - first, along],
  ] as const) {
    const middle = Math.min(Math.max(end, 1), last);
    add(middle - 1, SPREAD * part);
    add(middle, -2 * SPREAD * part);
    add(middle + 1, SPREAD * part);
  }
}

/** Whether four points lie around a cell, two on each side. */
export function isInside(points: Float64Array, cell: number): boolean {
  return cell > 0 && cell + 2 < points.length;
}

/** The same by the hats of the two ends of the cell. */
export function addByHats(
  points: Float64Array,
  cell: number,
  { first }: Around,
  x: number,
  amount: number,
  shares: Float64Array,
): void {
  const along = (x - points[cell]!) / (points[cell + 1]! - points[cell]!);
  const at = cell - first;
  shares[at] = shares[at]! + (amount * (1 - along)) / massOf(points, cell);
  shares[at + 1] = shares[at + 1]! + (amount * along) / massOf(points, cell + 1);
}

export function nodalRule(
  points: Float64Array,
  breaks: readonly Pick<Break, "at">[],
  { parts, roots = [] }: NodalOptions = {},
): NodalRule {
  const building = new Building(points);
  let next = 0;
  for (let i = 0; i + 1 < points.length; i += 1) {
    const [low, high] = [points[i]!, points[i + 1]!];
    const width = high - low;
    while (next < breaks.length && breaks[next]!.at <= low) next += 1;
    const ends: number[] = [];
    for (let k = next; k < breaks.length && breaks[k]!.at < high; k += 1) ends.push(breaks[k]!.at);
    const isOpen = parts !== undefined && low < parts.to && high > parts.from;
    if (isOpen) for (let k = 1; k < parts.of; k += 1) ends.push(low + (width * k) / parts.of);
    ends.sort((a, b) => a - b);
    const reach = ROOT_CELLS * width;
    const isSteep = roots.some((root) => root > low - reach && root < high + reach);
    const pieces = [...ends, high].flatMap((end, k) => {
      const start = k === 0 ? low : ends[k - 1]!;
      return isSteep ? steepRules(start, end, roots) : [[start, end, TWO] as const];
    });
    building.cell(i, pieces, ends.length > 0 || isSteep);
  }
  return building.rule();
}

type Piece = readonly [from: number, to: number, rule: Gauss];

class Building {
  readonly #points: Float64Array;
  readonly #at: number[] = [];
  readonly #cell: number[] = [];
  readonly #first: number[] = [];
  readonly #shares: number[] = [];

  constructor(points: Float64Array) {
    this.#points = points;
  }

  /**
   * Hats share a cell in which nothing happens. In the first and the last one of all they share the
   * line between the values at its ends, too, and four points what departs from it.
   */
  cell(i: number, pieces: readonly Piece[], isBroken: boolean): void {
    const points = this.#points;
    const near = around(points, i);
    const [low, high] = [points[i]!, points[i + 1]!];
    const isCubic = isBroken && near.sharing === CUBIC;
    const lines = [new Float64Array(near.sharing), new Float64Array(near.sharing)] as const;
    for (const [from, to, rule] of pieces) {
      const piece = to - from;
      if (!(piece > 0)) continue;
      for (const [part, weight] of rule) {
        const x = from + part * piece;
        const shares = new Float64Array(near.sharing);
        (isCubic ? addByCubic : addByHats)(points, i, near, x, weight * piece, shares);
        this.#push(x, i, near.first, shares);
        const along = (x - low) / (high - low);
        for (const [line, amount] of [
          [lines[0], weight * piece * (1 - along)],
          [lines[1], weight * piece * along],
        ] as const) {
          addByHats(points, i, near, x, amount, line);
          addByCubic(points, i, near, x, -amount, line);
        }
      }
    }
    if (!isCubic || isInside(points, i)) return;
    this.#push(low, i, near.first, lines[0]);
    this.#push(high, i, near.first, lines[1]);
  }

  #push(x: number, cell: number, first: number, shares: Float64Array): void {
    this.#at.push(x);
    this.#cell.push(cell);
    this.#first.push(first);
    this.#shares.push(...shares);
  }

  rule(): NodalRule {
    return {
      at: Float64Array.from(this.#at),
      cell: Int32Array.from(this.#cell),
      first: Int32Array.from(this.#first),
      sharing: Math.min(CUBIC, this.#points.length),
      shares: Float64Array.from(this.#shares),
    };
  }
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

/** A function of one variable on the points of a rule. */
export function nodalMeans(rule: NodalRule, n: number, f: (x: number) => number): Float64Array {
  const { at, first, shares, sharing } = rule;
  const means = new Float64Array(n);
  for (let k = 0; k < at.length; k += 1) {
    const value = f(at[k]!);
    const i = first[k]!;
    for (let p = 0; p < sharing; p += 1)
      means[i + p] = means[i + p]! + shares[k * sharing + p]! * value;
  }
  return means;
}
