/**
 * Search without gradients for objectives that have kinks, steps or no slope: polls on turned bases
 * whose step is halved when nothing lower is found (Audet and Dennis, SIAM J. Optim. 17 (2006)
 * 188).
 */
import { Philox } from "../../math/random/philox.js";
import { stopIf } from "../refusal.js";
import type { StopSignal } from "../solver.js";
import type { Descent, Problem } from "./descent.js";

/** Variables up to which polls are of use. */
export const POLL_VARIABLES_MAX = 60;
const EVALUATIONS_MAX = 400_000;
/** Bases tried at one step before it is halved. */
const BASES = 4;
const GAIN = 1e-3;
/** First and last step, relative to the size of x. */
const FIRST = 1;
const LAST = 1e-12;

export interface Polled extends Descent {
  /** Value before the step fell to a hundred times the last one. */
  readonly before: number;
  /** The steps fell to the last one within the evaluations. */
  readonly settled: boolean;
}

/** From a point with a finite value, to one beside which no poll finds a lower value. */
export function poll(problem: Problem, start: Float64Array, stop: StopSignal, seed = 0): Polled {
  const { evaluate, lower, n, upper } = problem;
  const g = new Float64Array(n);
  let x: Float64Array = start.map((value, i) => Math.min(Math.max(value, lower[i]!), upper[i]!));
  let f = evaluate(x, g);
  let evaluations = 1;
  let iterations = 0;
  let before = f;
  const random = new Philox(seed);
  const size = x.reduce((most, value) => Math.max(most, Math.abs(value)), 1);
  let ahead: Float64Array | null = null;
  let step = FIRST * size;
  const last = LAST * size;
  while (step > last && evaluations < EVALUATIONS_MAX) {
    stopIf(stop);
    iterations += 1;
    let isLower = false;
    // Where hardly any direction leads down, along a wall or a kink, the last that did goes on doing so.
    if (ahead !== null) {
      const at = along(x, ahead, step, problem);
      const value = evaluate(at, g);
      evaluations += 1;
      if (value < f - GAIN * step * step) {
        [x, f] = [at, value];
        isLower = true;
      }
    }
    for (let turn = 0; turn < BASES && !isLower; turn += 1) {
      // The first basis is that of the axes, the others are mirrored at random planes.
      const mirror = turn === 0 ? null : planeOf(n, random);
      for (let k = 0; k < 2 * n && !isLower; k += 1) {
        const at = moved(x, k >> 1, (k & 1) === 0 ? step : -step, mirror, problem);
        const value = evaluate(at, g);
        evaluations += 1;
        // A gain of second order at least, or rounding would be followed for ever.
        if (value < f - GAIN * step * step) {
          ahead = wayTo(x, at);
          [x, f] = [at, value];
          isLower = true;
        }
      }
    }
    if (isLower) step = Math.min(2 * step, FIRST * size);
    else step /= 2;
    if (step > 100 * last) before = f;
    if (f < -1e20) break;
  }
  return {
    x,
    f,
    gradient: g,
    optimality: 0,
    iterations,
    evaluations,
    unbounded: f < -1e20,
    before,
    settled: step <= last,
  };
}

function planeOf(n: number, random: Philox): Float64Array {
  const normal = Float64Array.from({ length: n }, () => 2 * random.uniform() - 1);
  const square = normal.reduce((sum, value) => sum + value * value, 0);
  return square > 0 ? normal.map((value) => value / Math.sqrt(square)) : normal;
}

/** The unit vector from one point to another. */
function wayTo(from: Float64Array, to: Float64Array): Float64Array {
  const way = to.map((value, i) => value - from[i]!);
  const size = Math.sqrt(way.reduce((sum, value) => sum + value * value, 0));
  return way.map((value) => value / size);
}

function along(
  x: Float64Array,
  way: Float64Array,
  step: number,
  { lower, upper }: Problem,
): Float64Array {
  return x.map((value, i) => Math.min(Math.max(value + step * way[i]!, lower[i]!), upper[i]!));
}

/** x moved along one vector of the basis, cut at the bounds. */
function moved(
  x: Float64Array,
  axis: number,
  step: number,
  mirror: Float64Array | null,
  { lower, upper }: Problem,
): Float64Array {
  return x.map((value, i) => {
    const along = (i === axis ? 1 : 0) - (mirror === null ? 0 : 2 * mirror[axis]! * mirror[i]!);
    return Math.min(Math.max(value + step * along, lower[i]!), upper[i]!);
  });
}
