/**
 * Runs of the bodies: symplectic at a stated step, order 8 with chosen steps; both watched at every
 * step.
 */
import {
  compositionOf,
  driftsAndKicks,
  type CompositionOrder,
} from "../../math/ode/composition.js";
import { integrate } from "../../math/ode/adaptive.js";
import type { Rhs } from "../../math/ode/rhs.js";
import { twoSumError } from "../../math/double.js";
import { stepLength, stepsOf, Trace, type March } from "../marching.js";
import { exploded, notConverged } from "../refusal.js";
import { CALCOND_NS } from "../../limits.js";
import { LightBodies, type LightDrift } from "./lightBodies.js";
import { accelerate, distanceFromCentre, energyOf, momentaOf, type Bodies } from "./gravity.js";

const CALCOND_S = Number(CALCOND_NS) / 1e9;
/** Bodies whose way is returned. */
export const TRACED_MAX = 8;
/** Tolerances of the two runs whose difference is the error: the second gives the value. */
export const OPEN_RTOLS = [1e-11, 1e-13] as const;
/** Pairs between two looks at the stop flag: a few milliseconds. */
const POLL_PAIRS = 200_000;
/** Of an open run: evaluations of all pairs, twelve a step. */
const OPEN_PAIRS_MAX = 500_000_000;
/** Bodies from which one evaluation alone takes as long. */
const MANY = 512;

export interface Phase {
  readonly t: number;
  readonly q: Float64Array;
  readonly v: Float64Array;
  readonly carryQ: Float64Array;
  readonly carryV: Float64Array;
}

/** What the whole run, with those it continues, started from. */
export interface Reference {
  readonly energy: number;
  readonly kinetic: number;
}

export interface Ran extends Phase {
  readonly energy: number;
  readonly driftPct: number;
  /** Drift at the last calcond boundary within the run. */
  readonly boundaryPct: number;
  readonly momentumPct: number;
  readonly angularPct: number;
  readonly trace: Trace;
  readonly steps: number;
  /** Of the light bodies, each for itself; absent where the error of each step is controlled. */
  readonly light: LightDrift | null;
}

export interface RunOptions {
  readonly bodies: Bodies;
  readonly start: Phase;
  readonly reference: Reference;
  readonly subject: number;
  readonly poll: () => void;
  readonly progress: (fraction: number) => void;
}

/** Follows energy and momenta, and remembers the way. */
class Watch {
  readonly trace: Trace;
  energy: number;
  driftPct = 0;
  boundaryPct = 0;
  momentumPct = 0;
  angularPct = 0;
  readonly #options: RunOptions;
  readonly #traced: number;
  readonly #first: ReturnType<typeof momentaOf>;

  constructor(options: RunOptions) {
    const { bodies, start } = options;
    this.#options = options;
    this.#traced = Math.min(bodies.n, TRACED_MAX);
    this.trace = new Trace(1 + 3 * this.#traced);
    this.#first = momentaOf(bodies, start.q, start.v);
    this.energy = options.reference.energy;
    this.#sample(0, start.t, start.q, false);
  }

  #sample(step: number, t: number, q: Float64Array, last: boolean): void {
    this.trace.take(
      step,
      t,
      last,
      distanceFromCentre(this.#options.bodies, q, this.#options.subject),
      ...q.subarray(0, 3 * this.#traced),
    );
  }

  driftAt(q: Float64Array, v: Float64Array): number {
    const { bodies, reference } = this.#options;
    this.energy = energyOf(bodies, q, v).total;
    // Without energy there is no part of it to lose; the kinetic energy at the start stands in.
    const scale = reference.energy === 0 ? reference.kinetic : Math.abs(reference.energy);
    return this.energy === reference.energy
      ? 0
      : (100 * Math.abs(this.energy - reference.energy)) / scale;
  }

  see(step: number, t: number, q: Float64Array, v: Float64Array, last: boolean): void {
    const drift = this.driftAt(q, v);
    if (!Number.isFinite(drift)) throw exploded(step, "the energy");
    this.driftPct = Math.max(this.driftPct, drift);
    const { angular, angularScale, linear, linearScale } = momentaOf(this.#options.bodies, q, v);
    this.momentumPct = Math.max(
      this.momentumPct,
      parting(linear, this.#first.linear, Math.max(linearScale, this.#first.linearScale)),
    );
    this.angularPct = Math.max(
      this.angularPct,
      parting(angular, this.#first.angular, Math.max(angularScale, this.#first.angularScale)),
    );
    this.#sample(step, t, q, last);
  }

  /** The last calcond boundary lies within a step: `at` gives the state there. */
  seeBoundary(q: Float64Array, v: Float64Array): void {
    const energy = this.energy;
    this.boundaryPct = this.driftAt(q, v);
    this.driftPct = Math.max(this.driftPct, this.boundaryPct);
    this.energy = energy;
  }

  ran(phase: Phase, steps: number, light: LightDrift | null): Ran {
    const { angularPct, boundaryPct, driftPct, energy, momentumPct, trace } = this;
    return {
      ...phase,
      energy,
      driftPct,
      boundaryPct,
      momentumPct,
      angularPct,
      trace,
      steps,
      light,
    };
  }
}

function parting(now: Float64Array, first: Float64Array, scale: number): number {
  let square = 0;
  for (let i = 0; i < 3; i += 1) square += (now[i]! - first[i]!) * (now[i]! - first[i]!);
  return square === 0 ? 0 : (100 * Math.sqrt(square)) / scale;
}

/** The last calcond boundary at or before t, in s. */
function lastBoundary(t: number): number {
  return Math.floor((t / CALCOND_S) * (1 + 1e-15)) * CALCOND_S;
}

/** y += h f, with what rounding leaves out carried on. */
function advance(y: Float64Array, carry: Float64Array, f: Float64Array, h: number): void {
  for (let i = 0; i < y.length; i += 1) {
    const change = h * f[i]! + carry[i]!;
    const sum = y[i]! + change;
    carry[i] = twoSumError(y[i]!, change, sum);
    y[i] = sum;
  }
}

/** Drift-kick-drift composed to the order asked for, at a stated step. */
export function symplecticRun(options: RunOptions, order: CompositionOrder, march: March): Ran {
  const { bodies, poll, progress, start } = options;
  const { drifts, kicks } = driftsAndKicks(order);
  const q = Float64Array.from(start.q);
  const v = Float64Array.from(start.v);
  const carryQ = Float64Array.from(start.carryQ);
  const carryV = Float64Array.from(start.carryV);
  const a = new Float64Array(q.length);
  const watch = new Watch(options);
  const light = new LightBodies(bodies, q, v);
  const steps = stepsOf(march);
  const whole = march.parts * march.whole;
  const step = (h: number): void => {
    for (let s = 0; s < kicks.length; s += 1) {
      advance(q, carryQ, v, drifts[s]! * h);
      if (bodies.n > MANY) poll();
      accelerate(bodies, q, a);
      advance(v, carryV, a, kicks[s]! * h);
    }
    advance(q, carryQ, v, drifts[kicks.length]! * h);
  };
  const pairs = bodies.n * (bodies.n + 8) * compositionOf(order).length;
  const every = Math.max(1, Math.floor(POLL_PAIRS / pairs));
  const end = lastBoundary(start.t + march.whole * march.dt + march.rest);
  let t = start.t;
  for (let i = 0; i < steps; i += 1) {
    if (i % every === 0) {
      poll();
      progress(i / steps);
    }
    const h = stepLength(march, i);
    // Time is counted in steps from the start, so that it does not gather rounding.
    const next = i < march.parts * march.whole ? start.t + (i + 1) * h : t + h;
    if (end > t && end <= next) {
      const kept = [
        Float64Array.from(q),
        Float64Array.from(v),
        Float64Array.from(carryQ),
        Float64Array.from(carryV),
      ] as const;
      step(end - t);
      watch.seeBoundary(q, v);
      for (const [k, into] of [q, v, carryQ, carryV].entries()) into.set(kept[k]!);
    }
    step(h);
    t = next;
    watch.see(i + 1, t, q, v, i + 1 === steps);
    light.see(h, q, v, i + 1 === whole ? whole % 2 === 1 : i + 1 > whole);
  }
  return watch.ran({ t, q, v, carryQ, carryV }, steps, light.drift);
}

/** Position and velocity as one first-order system. */
function firstOrder(bodies: Bodies, poll: () => void): Rhs {
  const half = 3 * bodies.n;
  const a = new Float64Array(half);
  return (_t, y, out) => {
    if (bodies.n > MANY) poll();
    accelerate(bodies, y.subarray(0, half), a);
    for (let i = 0; i < half; i += 1) out[i] = y[half + i]!;
    out.set(a, half);
  };
}

function joined({ q, v }: Phase): Float64Array {
  const y = new Float64Array(2 * q.length);
  y.set(q);
  y.set(v, q.length);
  return y;
}

/** Order 8 with steps chosen by their error. @throws SolverRefusal where bodies meet */
export function openRun(options: RunOptions, length: number, rtol: number): Ran {
  const { bodies, poll, progress, start } = options;
  const half = 3 * bodies.n;
  const y = joined(start);
  const scales = [sizeOf(start.q), sizeOf(start.v)];
  const atol = Float64Array.from(
    y,
    (_, i) => 1e-2 * rtol * (i < half ? scales[0]! : Math.max(scales[1]!, scales[0]! / length)),
  );
  const watch = new Watch(options);
  const end = start.t + length;
  const boundary = lastBoundary(end);
  const { mesh, method, status } = integrate({
    rhs: firstOrder(bodies, poll),
    t: start.t,
    y,
    tEnd: end,
    rtol,
    atol,
    stepsMax: Math.ceil(OPEN_PAIRS_MAX / (12 * bodies.n * (bodies.n + 8))),
    onStep: (at, steps) => {
      if (steps % Math.max(1, Math.floor(POLL_PAIRS / (12 * bodies.n * (bodies.n + 8)))) === 0) {
        poll();
        progress((at.t - start.t) / length);
      }
      const { from, h } = at.lastStep;
      watch.see(steps, at.t, at.y.subarray(0, half), at.y.subarray(half), at.t === end);
      if (boundary > from && boundary <= at.t) {
        at.interpolate();
        const there = y.map((_, i) => at.at((boundary - from) / h, i));
        watch.seeBoundary(there.subarray(0, half), there.subarray(half));
      }
    },
  });
  if (status === "explosion") throw exploded(mesh.length, "a position");
  if (status !== "end") {
    throw notConverged(
      status === "steps" ? "budget" : "explosion",
      status === "steps"
        ? `${mesh.length} steps reached only t = ${method.t} s.`
        : `bodies meet at t = ${method.t} s: point masses have no motion beyond.`,
      { step: mesh.length, t: method.t },
    );
  }
  return watch.ran(phaseOf(method.t, method.y, method.carry, half), mesh.length, null);
}

function phaseOf(t: number, y: Float64Array, carry: Float64Array, half: number): Phase {
  return {
    t,
    q: y.slice(0, half),
    v: y.slice(half),
    carryQ: carry.slice(0, half),
    carryV: carry.slice(half),
  };
}

function sizeOf(vector: Float64Array): number {
  let most = 0;
  for (const value of vector) most = Math.max(most, Math.abs(value));
  return most;
}
