/**
 * Limited-memory BFGS with bounds: directions over the variables that no bound holds, and a
 * projected line search for the strong Wolfe conditions, by bisection and extension (Nocedal and
 * Wright, Numerical Optimization, 2nd ed., 3.5, 7.2).
 */
import { stopIf } from "../refusal.js";
import type { StopSignal } from "../solver.js";

export interface Problem {
  readonly n: number;
  /** Value at x, the gradient into g; not finite outside the domain. */
  readonly evaluate: (x: Float64Array, g: Float64Array) => number;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** It has kinks or jumps: slopes that do not vanish end no descent, steps without gain do. */
  readonly rough?: boolean;
}

export interface Descent {
  readonly x: Float64Array;
  readonly f: number;
  readonly gradient: Float64Array;
  /** Largest entry of x - project(x - g). */
  readonly optimality: number;
  readonly iterations: number;
  readonly evaluations: number;
  /** Fell below every bound that a minimum could have. */
  readonly unbounded: boolean;
}

const MEMORY = 12;
const ARMIJO = 1e-4;
const CURVATURE = 0.9;
const TRIALS_MAX = 60;
const UNBOUNDED = -1e20;
/** Steps over which a rough function has to fall by this part of its size. */
const STEPS_OF_GAIN = 24;
const GAIN = 1e-10;

export function projectedGradient(
  { lower, n, upper }: Problem,
  x: Float64Array,
  g: Float64Array,
): number {
  let largest = 0;
  for (let i = 0; i < n; i += 1) {
    const moved = x[i]! - g[i]!;
    // Far out x swallows a small g: the difference is taken only where a bound cuts it.
    const step =
      moved < lower[i]!
        ? x[i]! - lower[i]!
        : moved > upper[i]!
          ? upper[i]! - x[i]!
          : Math.abs(g[i]!);
    largest = Math.max(largest, step);
  }
  return largest;
}

interface Point {
  readonly x: Float64Array;
  readonly g: Float64Array;
  f: number;
}

/**
 * A step and the change of the gradient along it, with the products that every direction asks for
 * again.
 */
interface Pair {
  readonly step: Float64Array;
  readonly change: Float64Array;
  product: number;
  square: number;
}

/** What one descent works in, so that its loops allocate nothing. */
class Workspace {
  readonly points: readonly [Point, Point, Point];
  readonly direction: Float64Array;
  readonly free: Uint8Array;
  /** Remembered pairs, oldest first. */
  readonly pairs: Pair[] = [];
  readonly #spares: Pair[] = [];
  readonly #n: number;

  constructor(n: number) {
    const point = (): Point => ({ x: new Float64Array(n), g: new Float64Array(n), f: 0 });
    this.#n = n;
    this.points = [point(), point(), point()];
    this.direction = new Float64Array(n);
    this.free = new Uint8Array(n);
  }

  forget(): void {
    this.#spares.push(...this.pairs.splice(0));
  }

  /** Keeps the pair of two points if the function bends upwards along it. */
  remember(from: Point, to: Point): void {
    const { free } = this;
    const n = this.#n;
    const pair = this.#spares.pop() ?? {
      step: new Float64Array(n),
      change: new Float64Array(n),
      product: 0,
      square: 0,
    };
    const { change, step } = pair;
    for (let i = 0; i < n; i += 1) {
      step[i] = to.x[i]! - from.x[i]!;
      change[i] = free[i] === 1 ? to.g[i]! - from.g[i]! : 0;
    }
    pair.product = inner(step, change);
    pair.square = inner(change, change);
    if (!(pair.product > 1e-14 * Math.sqrt(inner(step, step) * pair.square))) {
      this.#spares.push(pair);
      return;
    }
    this.pairs.push(pair);
    if (this.pairs.length > MEMORY) this.#spares.push(this.pairs.shift()!);
  }
}

/**
 * @param tolerance of the projected gradient, against the smaller of |f| here and at the start, and
 * 1
 */
export function descend(
  problem: Problem,
  start: Float64Array,
  tolerance: number,
  iterationsMax: number,
  stop: StopSignal,
): Descent {
  const { evaluate, lower, n, upper } = problem;
  const work = new Workspace(n);
  const { direction: d, free, pairs, points } = work;
  let here = points[0];
  for (let i = 0; i < n; i += 1) here.x[i] = Math.min(Math.max(start[i]!, lower[i]!), upper[i]!);
  here.f = evaluate(here.x, here.g);
  let evaluations = 1;
  // Not against a value that falls for ever: it would excuse every slope.
  const begun = Math.abs(here.f);
  let k = 0;
  let before = Number.POSITIVE_INFINITY;
  for (; k < iterationsMax && Number.isFinite(here.f); k += 1) {
    stopIf(stop);
    const { f, g, x } = here;
    if (problem.rough === true && k % STEPS_OF_GAIN === 0) {
      if (!(before - f > GAIN * Math.max(1, Math.abs(f)))) break;
      before = f;
    }
    if (
      projectedGradient(problem, x, g) <= tolerance * Math.max(1, Math.min(Math.abs(f), begun)) ||
      f < UNBOUNDED
    )
      break;
    markFree(problem, x, g, free);
    direct(g, free, pairs, d);
    let slope = inner(d, g);
    if (!(slope < 0)) {
      work.forget();
      direct(g, free, pairs, d);
      slope = inner(d, g);
    }
    const found = search(problem, here, points, d, slope, pairs.length === 0 ? firstStep(x, d) : 1);
    evaluations += found.evaluations;
    if (found.point === null) {
      if (pairs.length === 0) break;
      work.forget();
      continue;
    }
    work.remember(here, found.point);
    here = found.point;
  }
  const { f, g, x } = here;
  return {
    x,
    f,
    gradient: g,
    optimality: projectedGradient(problem, x, g),
    iterations: k,
    evaluations,
    unbounded: f < UNBOUNDED,
  };
}

function markFree(
  { lower, upper }: Problem,
  x: Float64Array,
  g: Float64Array,
  free: Uint8Array,
): void {
  for (let i = 0; i < x.length; i += 1) {
    free[i] = (x[i]! <= lower[i]! && g[i]! > 0) || (x[i]! >= upper[i]! && g[i]! < 0) ? 0 : 1;
  }
}

function firstStep(x: Float64Array, d: Float64Array): number {
  const size = Math.sqrt(inner(d, d));
  return Math.min(1, Math.max(1e-3, 0.1 * Math.sqrt(inner(x, x))) / size);
}

function inner(a: Float64Array, b: Float64Array): number {
  let s = 0;
  for (let i = 0; i < a.length; i += 1) s += a[i]! * b[i]!;
  return s;
}

const alphas = new Float64Array(MEMORY);

/**
 * Two loops over the remembered pairs, on the free variables; each product is summed while what it
 * reads is written.
 */
function direct(g: Float64Array, free: Uint8Array, pairs: readonly Pair[], d: Float64Array): void {
  for (let i = 0; i < d.length; i += 1) d[i] = free[i] === 1 ? -g[i]! : 0;
  const count = pairs.length;
  if (count === 0) return;
  let product = inner(pairs[count - 1]!.step, d);
  for (let k = count - 1; k > 0; k -= 1) {
    const { change, product: own } = pairs[k]!;
    const alpha = product / own;
    alphas[k] = alpha;
    product = addAndMeet(d, -alpha, change, pairs[k - 1]!.step);
  }
  const alpha = product / pairs[0]!.product;
  alphas[0] = alpha;
  const first = pairs[0]!.change;
  for (let i = 0; i < d.length; i += 1) d[i] = d[i]! - alpha * first[i]!;
  const last = pairs[count - 1]!;
  const scale = last.product / last.square;
  for (let i = 0; i < d.length; i += 1) d[i] = d[i]! * scale;
  product = inner(first, d);
  for (let k = 0; k + 1 < count; k += 1) {
    const { product: own, step } = pairs[k]!;
    product = addAndMeet(d, alphas[k]! - product / own, step, pairs[k + 1]!.change);
  }
  const rest = alphas[count - 1]! - product / last.product;
  for (let i = 0; i < d.length; i += 1) d[i] = free[i] === 0 ? 0 : d[i]! + last.step[i]! * rest;
}

/** d += by a. @returns the product of `b` and the new d */
function addAndMeet(d: Float64Array, by: number, a: Float64Array, b: Float64Array): number {
  let s = 0;
  for (let i = 0; i < d.length; i += 1) {
    const sum = d[i]! + by * a[i]!;
    d[i] = sum;
    s += b[i]! * sum;
  }
  return s;
}

interface Found {
  readonly point: Point | null;
  readonly evaluations: number;
}

function search(
  { evaluate, lower, upper }: Problem,
  here: Point,
  points: readonly [Point, Point, Point],
  d: Float64Array,
  slope: number,
  first: number,
): Found {
  const { f, g: gradient, x } = here;
  let low = 0;
  let high = Number.POSITIVE_INFINITY;
  let t = first;
  let best: Point | null = null;
  for (let trial = 1; trial <= TRIALS_MAX; trial += 1) {
    // The first point that is neither where the search began nor the best that it found.
    const at: Point =
      points[0] !== here && points[0] !== best
        ? points[0]
        : points[1] !== here && points[1] !== best
          ? points[1]
          : points[2];
    // Along the bent path the slope is that of the displacement it really makes.
    let gain = 0;
    for (let i = 0; i < x.length; i += 1) {
      const moved = Math.min(Math.max(x[i]! + t * d[i]!, lower[i]!), upper[i]!);
      at.x[i] = moved;
      gain += gradient[i]! * (moved - x[i]!);
    }
    const value = evaluate(at.x, at.g);
    at.f = value;
    const flat = Math.abs(value - f) <= 4e-16 * Math.abs(f) && gain <= 0;
    if ((!(value <= f + ARMIJO * Math.min(gain, 0)) && !flat) || !Number.isFinite(value)) {
      high = t;
      t = 0.5 * (low + high);
    } else {
      if (best === null || value < best.f) best = at;
      const there = inner(d, at.g);
      if (there < CURVATURE * slope && !flat) {
        low = t;
        t = high === Number.POSITIVE_INFINITY ? 2.5 * t : 0.5 * (low + high);
      } else if (there > -CURVATURE * slope && value >= best.f && best !== at) {
        high = t;
        t = 0.5 * (low + high);
      } else return { point: at, evaluations: trial };
    }
    if (high - low < 1e-16 * high) return { point: best, evaluations: trial };
  }
  return { point: best, evaluations: TRIALS_MAX };
}
