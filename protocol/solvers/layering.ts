/** Ends of layers that meet every place at which a field jumps or bends, and means over them. */
import { ULP } from "../math/constants.js";
import type { Expression } from "./expression.js";
import { IntervalRun } from "../equations/integrals/interval.js";
import { CELL_REACH, hiddenBetween } from "./fields/hidden.js";

/** Layers of a piece, however narrow. */
const PIECE_LAYERS_MIN = 8;
const FEW = 1;
/** With more pieces than this, each has few. */
const PIECES_MANY = 64;

/**
 * Each piece between two places has layers in proportion to its length. On doubled resolutions
 * every layer is cut in half, so that errors fall regularly.
 * @param places ascending, within the range
 * @param resolution layers of the range, `first` times a power of 2
 */
export function layerEnds(
  [from, to]: readonly [number, number],
  places: Float64Array,
  first: number,
  resolution: number,
): Float64Array {
  const least = places.length > PIECES_MANY ? FEW : PIECE_LAYERS_MIN;
  const ends = [from];
  for (let i = 0; i <= places.length; i += 1) {
    const start = i === 0 ? from : places[i - 1]!;
    const width = (i === places.length ? to : places[i]!) - start;
    const own = Math.max(least, Math.round((first * width) / (to - from)));
    const count = Math.max(1, Math.round((own * resolution) / first));
    for (let k = 1; k < count; k += 1) ends.push(start + (width * k) / count);
    ends.push(start + width);
  }
  ends[ends.length - 1] = to;
  return Float64Array.from(ends);
}

/** Gauss' three points: exact where the function is a polynomial of degree 5. */
const OFF = 0.3872983346207417;

/** Mean over an interval in which the function is smooth. */
export function meanOver(f: (x: number) => number, from: number, to: number): number {
  const w = to - from;
  const sides = f(from + (0.5 - OFF) * w) + f(from + (0.5 + OFF) * w);
  return (5 * sides + 8 * f(from + 0.5 * w)) / 18;
}

/** Part of a layer that is left out beside a place, where the expression takes its other side. */
const BESIDE = 1e-7;
/** The same, relative to the range: so well a place is known. */
const PLACE = 4e-15;

function besideOf(layer: number, whole: number): number {
  return Math.min(0.25 * layer, Math.max(BESIDE * layer, PLACE * whole));
}

/** Part of its width that the narrowest piece is not known to: its ends are doubles. */
export function placeRounding([from, to]: readonly [number, number], places: Float64Array): number {
  let narrowest = to - from;
  for (let i = 1; i < places.length; i += 1)
    narrowest = Math.min(narrowest, places[i]! - places[i - 1]!);
  return places.length < 2 ? 0 : (ULP * Math.max(Math.abs(from), Math.abs(to))) / narrowest;
}

function indexFrom(ends: Float64Array, from: number, place: number): number {
  let at = from;
  while (at + 1 < ends.length && ends[at]! < place) at += 1;
  return at;
}

/**
 * A bound of what an expression of one place hides within layers, averaged over all of them; 0
 * where their ends show it.
 * @param slots values of all variables; the place has the first
 */
export function hiddenInLayers(
  { root, value }: Pick<Expression, "root" | "value">,
  slots: Float64Array,
  ends: Float64Array,
  places: Float64Array,
): number {
  const whole = ends[ends.length - 1]! - ends[0]!;
  let [hidden, from] = [0, 0];
  for (let i = 0; i <= places.length; i += 1) {
    const to =
      i === places.length ? ends.length - 1 : indexFrom(ends, from, places[i]! - PLACE * whole);
    const points = ends.slice(from, to + 1);
    if (points.length < 2) continue;
    const beside = besideOf(points[1]! - points[0]!, whole);
    const length = points[points.length - 1]! - points[0]!;
    points[0] = points[0]! + beside;
    points[points.length - 1] = points[points.length - 1]! - beside;
    hidden += (length / whole) * hiddenBetween(root, slots, [{ slot: 0, points }], value);
    from = to;
  }
  return hidden;
}

/**
 * The same of what the inverse of a positive expression hides: a narrow dip hardly lowers a mean,
 * but blocks what flows. Only where a layer does not show the expression, its least value counts.
 * steepest: the largest ratio of the values at the ends of such a layer.
 */
export function hiddenInverse(
  { root, value }: Pick<Expression, "root" | "value">,
  slots: Float64Array,
  ends: Float64Array,
): { readonly missed: number; readonly size: number; readonly steepest: number } {
  const run = new IntervalRun(root, { reach: CELL_REACH });
  const [low, high] = [Float64Array.from(slots), Float64Array.from(slots)];
  const whole = ends[ends.length - 1]! - ends[0]!;
  let [missed, size, steepest] = [0, 0, 1];
  for (let i = 1; i < ends.length; i += 1) {
    const beside = besideOf(ends[i]! - ends[i - 1]!, whole);
    low[0] = ends[i - 1]! + beside;
    high[0] = ends[i]! - beside;
    const share = (ends[i]! - ends[i - 1]!) / whole;
    const [a, b] = [value(low), value(high)];
    const inverse = Math.max(1 / a, 1 / b);
    size += share * inverse;
    if (!run.canHide || run.unresolvedBox(low, high) === 0) continue;
    steepest = Math.max(steepest, a / b, b / a);
    missed += share * Math.max(0, 1 / Math.max(run.range[0], 0) - inverse);
  }
  return { missed, size, steepest };
}
