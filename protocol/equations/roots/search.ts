/**
 * Real roots of a function of one variable on a fixed set of points: the same bits on every call.
 */
import { ULP } from "../../math/constants.js";
import { SOLVE_ROOTS_MAX } from "../../limits.js";
import { exp10, log2 } from "../../math/index.js";

/**
 * Points at which a sign is looked for; between two of them a turning point is searched as well.
 */
const POINTS = 512;
const DECADES = 12;
/**
 * Where nothing is found within the usual twelve decades about 1, the search goes on over these.
 */
const DECADES_WIDE = 150;
/** As many points more, so that a cell is a fraction of a decade there too. */
const WIDER = 4;
/** Past this ratio of its ends a positive range is divided logarithmically. */
const LOG_RATIO = 100;
const ITERATIONS_MAX = 200;
/** Ends of the domain of f that are searched up to. */
const EDGES_MAX = 16;

/** Halvings of the bracket of a turning point, until the sign beyond it is seen. */
const TURNING_STEPS = 48;
/** A turning point touches zero when its value is below this part of its neighbours'. */
const TOUCHING = 1e-9;
const GOLDEN = 0.6180339887498949;

type Scalar = (x: number) => number;
/** Whether a candidate is one more zero, and not a pole, rounding noise or one found before. */
type AcceptRoot = (candidate: number) => boolean;

/**
 * Zeros of f in [min, max], ascending, each to about 2 ulp; at most as many as are accepted before
 * the limit is reached.
 */
export function roots(
  f: Scalar,
  min: number,
  max: number,
  accept: AcceptRoot = () => true,
): number[] {
  const near = new Search(f, accept).run(grid(min, max, DECADES, POINTS));
  const isOpen = !Number.isFinite(min) || !Number.isFinite(max) || min === 0 || max === 0;
  if (near.length > 0 || !isOpen) return near;
  return new Search(f, accept).run(grid(min, max, DECADES_WIDE, WIDER * POINTS));
}

interface Point {
  readonly x: number;
  readonly f: number;
}

/** One walk over ascending points, with the two before in memory. */
class Search {
  readonly #f: Scalar;
  readonly #accept: AcceptRoot;
  readonly #found: number[] = [];
  #edges = 0;

  constructor(f: Scalar, accept: AcceptRoot) {
    this.#f = f;
    this.#accept = accept;
  }

  run(points: readonly number[]): number[] {
    let first: Point | null = null;
    let second: Point | null = null;
    for (const x of points) {
      const third = this.#at(x);
      if (third.f === 0) this.#offer(x);
      else if (second !== null) this.#step(first, second, third);
      if (this.#found.length >= SOLVE_ROOTS_MAX) break;
      first = second;
      second = third;
    }
    return this.#found;
  }

  #at(x: number): Point {
    return { x, f: this.#f(x) };
  }

  #offer(candidate: number): void {
    if (this.#found.length < SOLVE_ROOTS_MAX && this.#accept(candidate))
      this.#found.push(candidate);
  }

  #step(first: Point | null, second: Point, third: Point): void {
    const [hasSecond, hasThird] = [second.f === second.f, third.f === third.f];
    if (hasSecond && hasThird) {
      this.#between(second, third);
      if (first !== null) this.#turning(first, second, third);
    } else if (hasSecond !== hasThird && this.#edges < EDGES_MAX) {
      this.#edges += 1;
      const [inside, outside] = hasThird ? [third, second] : [second, third];
      const edge = this.#at(edgeOf(this.#f, inside.x, outside.x));
      if (edge.x < inside.x) this.#between(edge, inside);
      else this.#between(inside, edge);
    }
  }

  #between(low: Point, high: Point): void {
    if (!(sign(low.f) * sign(high.f) < 0)) return;
    const root = refine(this.#f, low.x, high.x, sign(low.f), high.f);
    // At a pole the values grow towards the change of sign.
    if (Math.abs(this.#f(root)) <= Math.max(Math.abs(low.f), Math.abs(high.f))) this.#offer(root);
  }

  /**
   * Three points of one sign whose middle one is nearest to zero: two roots may lie between them,
   * or one where f only touches zero. The turning point is closed in on by golden sections.
   */
  #turning(first: Point, second: Point, third: Point): void {
    const side = sign(second.f);
    if (side === 0 || sign(first.f) !== side || sign(third.f) !== side) return;
    if (Math.abs(second.f) > Math.abs(first.f) || Math.abs(second.f) >= Math.abs(third.f)) return;
    let [low, middle, high] = [first, second, third];
    for (let i = 0; i < TURNING_STEPS; i += 1) {
      const inUpper = high.x - middle.x > middle.x - low.x;
      const end = inUpper ? high : low;
      const probe = this.#at(middle.x + (1 - GOLDEN) * (end.x - middle.x));
      if (probe.f !== probe.f || probe.x === middle.x || probe.x === end.x) break;
      if (sign(probe.f) !== side) {
        if (probe.f === 0) this.#offer(probe.x);
        const [below, above] = inUpper ? [middle, high] : [low, middle];
        this.#between(below, probe);
        this.#between(probe, above);
        return;
      }
      if (Math.abs(probe.f) < Math.abs(middle.f)) {
        if (inUpper) low = middle;
        else high = middle;
        middle = probe;
      } else if (inUpper) high = probe;
      else low = probe;
    }
    const scale = Math.min(Math.abs(first.f), Math.abs(third.f));
    if (Math.abs(middle.f) <= TOUCHING * scale) this.#offer(middle.x);
  }
}

/** Last point with a value on the way from one that has it to one that has none. */
function edgeOf(f: Scalar, inside: number, outside: number): number {
  let [a, b] = [inside, outside];
  for (let i = 0; i < ITERATIONS_MAX; i += 1) {
    const middle = a + (b - a) / 2;
    if (middle === a || middle === b) break;
    const value = f(middle);
    if (value === value) a = middle;
    else b = middle;
  }
  return a;
}

function sign(x: number): number {
  return x > 0 ? 1 : x < 0 ? -1 : x;
}

/** The points near 1 of a search. */
export function fixedPoints(min: number, max: number): readonly number[] {
  return grid(
    min <= -Number.MAX_VALUE ? Number.NEGATIVE_INFINITY : min,
    max >= Number.MAX_VALUE ? Number.POSITIVE_INFINITY : max,
    DECADES,
    POINTS,
  );
}

/** Ascending fixed points of a range whose ends may be infinite. */
function grid(min: number, max: number, decades: number, count: number): number[] {
  if (min >= max) return min === max ? [min] : [];
  if (Number.isFinite(min) && Number.isFinite(max) && !(min > 0 && max > LOG_RATIO * min)) {
    return Array.from({ length: count }, (_, i) =>
      i === count - 1 ? max : min + ((max - min) * i) / (count - 1),
    );
  }
  const half = count / 2;
  const positive = Array.from({ length: half }, (_, i) =>
    exp10((2 * decades * i) / (half - 1) - decades),
  );
  const reach = exp10(decades);
  if (min > 0)
    return logarithmic(
      min,
      Math.min(max, Math.max(min * reach * reach, reach), Number.MAX_VALUE),
      count,
    );
  if (max < 0)
    return grid(-max, -min, decades, count)
      .map((x) => -x)
      .reverse();
  const points = [...positive.map((x) => -x).reverse(), 0, ...positive].filter(
    (x) => x > min && x < max,
  );
  return [
    ...(Number.isFinite(min) ? [min] : []),
    ...points,
    ...(Number.isFinite(max) ? [max] : []),
  ];
}

function logarithmic(min: number, max: number, count: number): number[] {
  const octaves = log2(max / min);
  const points: number[] = [];
  for (let i = 0; i < count; i += 1) {
    points.push(
      i === count - 1 ? max : min * exp10((octaves * i) / ((count - 1) * 3.321928094887362)),
    );
  }
  return points;
}

/**
 * Bracketed root by the ITP method: at most one step more than bisection, superlinear on smooth
 * functions.
 * Source: Oliveira and Takahashi, ACM Trans. Math. Softw. 47 (2020) 5, with kappa_1 = 0.2/(b - a),
 * kappa_2 = 2, n_0 = 1.
 */
export function refine(f: Scalar, from: number, to: number, signFrom: number, fTo: number): number {
  let a = from;
  let b = to;
  let fa = f(a);
  let fb = fTo;
  const epsilon = Math.max(ULP * Math.max(Math.abs(a), Math.abs(b)), 5e-324);
  const kappa = 0.2 / (b - a);
  let radius = epsilon;
  for (let n = Math.ceil(log2((b - a) / (2 * epsilon))) + 1; n > 0; n -= 1) radius *= 2;
  for (let j = 0; j < ITERATIONS_MAX && b - a > 2 * epsilon; j += 1) {
    const x = nextPoint(a, b, fa, fb, kappa, radius - (b - a) / 2);
    radius /= 2;
    const fx = f(x);
    if (fx === 0) return x;
    if (fx !== fx) break;
    if (sign(fx) === signFrom) [a, fa] = [x, fx];
    else [b, fb] = [x, fx];
  }
  return Math.abs(fa) < Math.abs(fb) ? a : b;
}

function nextPoint(
  a: number,
  b: number,
  fa: number,
  fb: number,
  kappa: number,
  reach: number,
): number {
  const middle = a + (b - a) / 2;
  const secant = (fb * a - fa * b) / (fb - fa);
  if (secant !== secant) return middle;
  const side = sign(middle - secant);
  const shift = kappa * (b - a) * (b - a);
  const truncated = shift <= Math.abs(middle - secant) ? secant + side * shift : middle;
  const projected = Math.abs(truncated - middle) <= reach ? truncated : middle - side * reach;
  return projected > a && projected < b ? projected : middle;
}
