/**
 * Limited-memory BFGS with bounds: directions over the variables that no bound holds, and a projected line search for
 * the strong Wolfe conditions, by bisection and extension (Nocedal and Wright, Numerical Optimization, 2nd ed., 3.5, 7.2).
 */
import { stopIf } from "../refusal.js";
import type { StopSignal } from "../solver.js";

export interface Problem {
  readonly n: number;
  /** Value at x, the gradient into g; not finite outside the domain. */
  readonly evaluate: (x: Float64Array, g: Float64Array) => number;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
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

export function projectedGradient({ lower, n, upper }: Problem, x: Float64Array, g: Float64Array): number {
  let largest = 0;
  for (let i = 0; i < n; i += 1) {
    const moved = x[i]! - g[i]!;
    // Far out x swallows a small g: the difference is taken only where a bound cuts it.
    const step = moved < lower[i]! ? x[i]! - lower[i]! : moved > upper[i]! ? upper[i]! - x[i]! : Math.abs(g[i]!);
    largest = Math.max(largest, step);
  }
  return largest;
}

/** @param tolerance of the projected gradient, against the smaller of |f| here and at the start, and 1 */
export function descend(problem: Problem, start: Float64Array, tolerance: number, iterationsMax: number, stop: StopSignal): Descent {
  const { evaluate, lower, n, upper } = problem;
  let x: Float64Array = Float64Array.from(start, (v, i) => Math.min(Math.max(v, lower[i]!), upper[i]!));
  let g: Float64Array = new Float64Array(n);
  let f = evaluate(x, g);
  let evaluations = 1;
  // Not against a value that falls for ever: it would excuse every slope.
  const begun = Math.abs(f);
  const steps: Float64Array[] = [];
  const changes: Float64Array[] = [];
  let k = 0;
  for (; k < iterationsMax && Number.isFinite(f); k += 1) {
    stopIf(stop);
    if (projectedGradient(problem, x, g) <= tolerance * Math.max(1, Math.min(Math.abs(f), begun)) || f < UNBOUNDED) break;
    const free = freeOf(problem, x, g);
    let d = direction(g, free, steps, changes);
    let slope = inner(d, g);
    if (!(slope < 0)) {
      steps.length = 0;
      changes.length = 0;
      d = g.map((v, i) => free[i] === 1 ? -v : 0);
      slope = inner(d, g);
    }
    const found = search(problem, x, f, g, d, slope, steps.length === 0 ? firstStep(x, d) : 1);
    evaluations += found.evaluations;
    if (found.x === null) {
      if (steps.length === 0) break;
      steps.length = 0;
      changes.length = 0;
      continue;
    }
    const s = found.x.map((v, i) => v - x[i]!);
    const y = found.g.map((v, i) => free[i] === 1 ? v - g[i]! : 0);
    if (inner(s, y) > 1e-14 * Math.sqrt(inner(s, s) * inner(y, y))) {
      steps.push(s);
      changes.push(y);
      if (steps.length > MEMORY) {
        steps.shift();
        changes.shift();
      }
    }
    x = found.x;
    f = found.f;
    g = found.g;
  }
  return { x, f, gradient: g, optimality: projectedGradient(problem, x, g), iterations: k, evaluations, unbounded: f < UNBOUNDED };
}

function freeOf({ lower, upper }: Problem, x: Float64Array, g: Float64Array): Uint8Array {
  return Uint8Array.from(x, (v, i) => v <= lower[i]! && g[i]! > 0 || v >= upper[i]! && g[i]! < 0 ? 0 : 1);
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

/** Two loops over the remembered pairs, on the free variables. */
function direction(g: Float64Array, free: Uint8Array, steps: readonly Float64Array[], changes: readonly Float64Array[]): Float64Array {
  const d = g.map((v, i) => free[i] === 1 ? -v : 0);
  const alphas: number[] = [];
  for (let k = steps.length - 1; k >= 0; k -= 1) {
    const alpha = inner(steps[k]!, d) / inner(steps[k]!, changes[k]!);
    alphas[k] = alpha;
    for (let i = 0; i < d.length; i += 1) d[i]! -= alpha * changes[k]![i]!;
  }
  const last = steps.length - 1;
  if (last >= 0) {
    const scale = inner(steps[last]!, changes[last]!) / inner(changes[last]!, changes[last]!);
    for (let i = 0; i < d.length; i += 1) d[i]! *= scale;
  }
  for (let k = 0; k < steps.length; k += 1) {
    const beta = inner(changes[k]!, d) / inner(steps[k]!, changes[k]!);
    for (let i = 0; i < d.length; i += 1) d[i]! += steps[k]![i]! * (alphas[k]! - beta);
  }
  for (let i = 0; i < d.length; i += 1) if (free[i] === 0) d[i] = 0;
  return d;
}

interface Found { readonly x: Float64Array | null; readonly f: number; readonly g: Float64Array; readonly evaluations: number }

function search(
  { evaluate, lower, upper }: Problem, x: Float64Array, f: number, gradient: Float64Array, d: Float64Array, slope: number, first: number,
): Found {
  let low = 0;
  let high = Number.POSITIVE_INFINITY;
  let t = first;
  let best: Float64Array | null = null;
  let bestF = f;
  let bestG: Float64Array = new Float64Array(0);
  for (let trial = 1; trial <= TRIALS_MAX; trial += 1) {
    const at = x.map((v, i) => Math.min(Math.max(v + t * d[i]!, lower[i]!), upper[i]!));
    const g = new Float64Array(x.length);
    const value = evaluate(at, g);
    // Along the bent path the slope is that of the displacement it really makes.
    const gain = at.reduce((s, v, i) => s + gradient[i]! * (v - x[i]!), 0);
    const flat = Math.abs(value - f) <= 4e-16 * Math.abs(f) && gain <= 0;
    if (!(value <= f + ARMIJO * Math.min(gain, 0)) && !flat || !Number.isFinite(value)) {
      high = t;
      t = 0.5 * (low + high);
    } else {
      if (value < bestF || best === null) {
        best = at;
        bestF = value;
        bestG = g;
      }
      const there = inner(d, g);
      if (there < CURVATURE * slope && !flat) {
        low = t;
        t = high === Number.POSITIVE_INFINITY ? 2.5 * t : 0.5 * (low + high);
      } else if (there > -CURVATURE * slope && value >= bestF && best !== at) {
        high = t;
        t = 0.5 * (low + high);
      } else return { x: at, f: value, g, evaluations: trial };
    }
    if (high - low < 1e-16 * high) return { x: best, f: bestF, g: bestG, evaluations: trial };
  }
  return { x: best, f: bestF, g: bestG, evaluations: TRIALS_MAX };
}
