/**
 * Real roots of a function of one variable on a fixed set of points: the same bits, whoever asks.
 */
import { SOLVE_ROOTS_MAX } from "../limits.js";
import { exp10, log2 } from "../math/index.js";

/**
 * Points at which a sign is looked for; between two of them an even number of roots goes unseen.
 */
const POINTS = 512;
const DECADES = 12;
/** Where nothing is found within the usual twelve decades about 1, the search goes on over these. */
const DECADES_WIDE = 150;
/** An unknown without a range is looked for up to this size. */
export const SEARCH_MAX = 1e150;
/** Past this ratio of its ends a positive range is divided logarithmically. */
const LOG_RATIO = 100;
const ULP = 2.220446049250313e-16;
const ITERATIONS_MAX = 200;
/** Ends of the domain of f that are searched up to. */
const EDGES_MAX = 16;

type Scalar = (x: number) => number;

/**
 * Zeros of f in [min, max], ascending, each to about 2 ulp; a pole looks like one and must be told
 * apart by its value.
 */
export function roots(f: Scalar, min: number, max: number): number[] {
  const near = rootsOn(f, grid(min, max, DECADES));
  const isOpen = !Number.isFinite(min) || !Number.isFinite(max) || min === 0 || max === 0;
  return near.length > 0 || !isOpen ? near : rootsOn(f, grid(min, max, DECADES_WIDE));
}

function rootsOn(f: Scalar, points: readonly number[]): number[] {
  const found: number[] = [];
  let before = Number.NaN;
  let fBefore = Number.NaN;
  let edges = 0;
  const between = (a: number, fa: number, b: number, fb: number): void => {
    if (!(sign(fa) * sign(fb) < 0)) return;
    const root = refine(f, a, b, sign(fa), fb);
    // At a pole the values grow towards the change of sign.
    if (Math.abs(f(root)) <= Math.max(Math.abs(fa), Math.abs(fb))) found.push(root);
  };
  for (const x of points) {
    const fx = f(x);
    if (fx === 0) found.push(x);
    else if (fx === fx && fBefore === fBefore) between(before, fBefore, x, fx);
    else if (before === before && (fx === fx) !== (fBefore === fBefore) && edges < EDGES_MAX) {
      edges += 1;
      const inside = fx === fx ? x : before;
      const edge = edgeOf(f, inside, fx === fx ? before : x);
      const [low, high] = edge < inside ? [edge, inside] : [inside, edge];
      between(low, f(low), high, f(high));
    }
    if (found.length >= SOLVE_ROOTS_MAX) return found;
    before = x;
    fBefore = fx;
  }
  return found;
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

/** Ascending fixed points of a range whose ends may be infinite. */
function grid(min: number, max: number, decades: number): number[] {
  if (min >= max) return min === max ? [min] : [];
  if (Number.isFinite(min) && Number.isFinite(max) && !(min > 0 && max > LOG_RATIO * min)) {
    return Array.from({ length: POINTS },
      (_, i) => (i === POINTS - 1 ? max : min + ((max - min) * i) / (POINTS - 1)));
  }
  const half = POINTS / 2;
  const positive = Array.from({ length: half },
    (_, i) => exp10((2 * decades * i) / (half - 1) - decades));
  const reach = exp10(decades);
  if (min > 0) return logarithmic(min, Math.min(max, Math.max(min * reach * reach, reach), Number.MAX_VALUE));
  if (max < 0) return grid(-max, -min, decades).map((x) => -x).reverse();
  const points = [...positive.map((x) => -x).reverse(), 0, ...positive].filter((x) => x > min &&
    x < max);
  return [...(Number.isFinite(min) ? [min] : []), ...points,
    ...(Number.isFinite(max) ? [max] : [])];
}

function logarithmic(min: number, max: number): number[] {
  const octaves = log2(max / min);
  const points: number[] = [];
  for (let i = 0; i < POINTS; i += 1) {
    points.push(i === POINTS - 1 ? max :
      min * exp10((octaves * i) / ((POINTS - 1) * 3.321928094887362)));
  }
  return points;
}

/**
 * Bracketed root by the ITP method: at most one step more than bisection, superlinear on smooth
 * functions.
 * Source: Oliveira and Takahashi, ACM Trans. Math. Softw. 47 (2020) 5, with kappa_1 = 0.2/(b - a),
 * kappa_2 = 2, n_0 = 1.
 */
function refine(f: Scalar, from: number, to: number, signFrom: number, fTo: number): number {
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

function nextPoint(a: number, b: number, fa: number, fb: number, kappa: number,
  reach: number): number {
  const middle = a + (b - a) / 2;
  const secant = (fb * a - fa * b) / (fb - fa);
  if (secant !== secant) return middle;
  const side = sign(middle - secant);
  const shift = kappa * (b - a) * (b - a);
  const truncated = shift <= Math.abs(middle - secant) ? secant + side * shift : middle;
  const projected = Math.abs(truncated - middle) <= reach ? truncated : middle - side * reach;
  return projected > a && projected < b ? projected : middle;
}
