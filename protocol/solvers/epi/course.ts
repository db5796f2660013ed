/** The course of a deterministic epidemic: to a time, to its peak, to its end. */
import { log } from "../../math/index.js";
import { followMesh, integrate } from "../../math/ode/adaptive.js";
import { Dop853 } from "../../math/ode/dop853.js";
import { crossing } from "../../math/ode/event.js";
import type { Rhs } from "../../math/ode/rhs.js";
import { stepLength, stepsOf, Trace, type March } from "../marching.js";
import { exploded, notConverged } from "../refusal.js";
import type { Invariant } from "../solver.js";
import { C, COMPARTMENTS, E, I, R, rhsOf, S, totalOf, V, type Model } from "./model.js";

const RTOL = 1e-10;
/** Of the infections so far, what may still come when the epidemic counts as over. */
export const OVER = 1e-13;
const POLL_STEPS = 1_024;

export interface Course {
  readonly y: Float64Array;
  readonly carry: Float64Array;
  readonly t: number;
  /** Most infective at once, and when. */
  readonly peak: number;
  readonly peakTime: number;
  readonly trace: Trace;
  readonly mesh: readonly number[];
  readonly invariants: readonly Invariant[];
}

export interface CourseOptions {
  readonly model: Model;
  readonly start: Float64Array;
  readonly carry?: Float64Array;
  readonly t: number;
  /** Length of the run; Infinity until the epidemic is over. */
  readonly length: number;
  readonly poll: () => void;
}

/** Quantities watched at every step. */
class Watch {
  peak: number;
  peakTime: number;
  readonly trace = new Trace(4);
  readonly #model: Model;
  readonly #start: Float64Array;
  readonly #rhs: Rhs;
  readonly #probe: Dop853;
  readonly #before: Float64Array;
  #rising: boolean;
  #headsDrift = 0;
  #logDrift = 0;
  readonly #t0: number;

  constructor(model: Model, start: Float64Array, t: number) {
    this.#model = model;
    this.#start = start;
    this.#t0 = t;
    this.#rhs = rhsOf(model);
    this.#probe = new Dop853(start.length, this.#rhs);
    this.#before = Float64Array.from(start);
    this.peak = totalOf(start, I);
    this.peakTime = t;
    const slope = new Float64Array(start.length);
    this.#rhs(t, start, slope);
    this.#rising = totalOf(slope, I) > 0;
    this.#sample(0, t, start, false);
  }

  #sample(step: number, t: number, y: Float64Array, last: boolean): void {
    this.trace.take(step, t, last, totalOf(y, I), totalOf(y, S), totalOf(y, E), totalOf(y, R));
  }

  see(method: Dop853, steps: number, last: boolean): void {
    const { slope, t, y } = method;
    for (let i = 0; i < y.length; i += 1) {
      if (!Number.isFinite(y[i]!)) throw exploded(steps, "a compartment");
      if (y[i]! < -1e-12 * this.#model.total) {
        throw notConverged(
          "invariant",
          `a compartment became negative (${y[i]!}) in step ${steps}: the step is too long.`,
          { step: steps },
        );
      }
    }
    const rising = totalOf(slope, I) > 0;
    if (this.#rising && !rising) this.#locate(method);
    this.#rising = rising;
    if (totalOf(y, I) > this.peak) {
      this.peak = totalOf(y, I);
      this.peakTime = t;
    }
    this.#drift(t, y);
    this.#before.set(y);
    this.#sample(steps, t, y, last);
  }

  /** The peak within the last step: where the sum of the infective stops rising. */
  #locate({ lastStep: { from, h } }: Dop853): void {
    const probe = this.#probe;
    const growth = (length: number): number => {
      probe.start(from, this.#before);
      probe.step(length);
      return totalOf(probe.slope, I);
    };
    const at = crossing(growth, 0, Math.max(growth(0), 0), h, growth(h), 1e-9 * h);
    growth(at);
    const top = totalOf(probe.y, I);
    if (top >= this.peak) {
      this.peak = top;
      this.peakTime = from + at;
    }
  }

  /**
   * Heads, and ln S_g + nu t + (1/gamma) SUM_h F_gh R_h of each group, which the equations leave
   * unchanged.
   */
  #drift(t: number, y: Float64Array): void {
    const { force, gamma, sizes, total, vaccinationRate } = this.#model;
    const start = this.#start;
    let heads = 0;
    for (let g = 0; g < sizes.length; g += 1) {
      const at = g * COMPARTMENTS;
      heads += Math.abs(y[at + S]! + y[at + E]! + y[at + I]! + y[at + R]! + y[at + V]! - sizes[g]!);
      if (!(start[at + S]! > 0) || !(y[at + S]! > 0)) continue;
      let removed = 0;
      for (let h = 0; h < sizes.length; h += 1) {
        removed +=
          force[g * sizes.length + h]! * (y[h * COMPARTMENTS + R]! - start[h * COMPARTMENTS + R]!);
      }
      const change =
        log(y[at + S]! / start[at + S]!) + vaccinationRate * (t - this.#t0) + removed / gamma;
      this.#logDrift = Math.max(this.#logDrift, Math.abs(change));
    }
    this.#headsDrift = Math.max(this.#headsDrift, heads / total);
  }

  get invariants(): Invariant[] {
    const model = this.#model;
    return [
      {
        name: "S + E + I + R",
        first: model.total,
        last: model.total * (1 + this.#headsDrift),
        driftPct: 100 * this.#headsDrift,
        boundPct: 0.1,
      },
      {
        name: "ln S + R0 R / N",
        first: 0,
        last: this.#logDrift,
        driftPct: (100 * this.#logDrift) / Math.max(1, model.R0),
        boundPct: 0.1,
      },
    ];
  }
}

/** Whether what may still come no longer matters. */
function over({ gamma }: Model, { slope, y }: Dop853): boolean {
  const carriers = totalOf(y, I) + totalOf(y, E);
  if (carriers === 0) return true;
  const reproduction = totalOf(slope, C) / (gamma * carriers);
  return reproduction < 1 && carriers * reproduction <= OVER * (1 - reproduction) * totalOf(y, C);
}

function courseOf(method: Dop853, watch: Watch, mesh: readonly number[]): Course {
  const { invariants, peak, peakTime, trace } = watch;
  return { y: method.y, carry: method.carry, t: method.t, peak, peakTime, trace, mesh, invariants };
}

/** With steps chosen by their error. */
export function openCourse({ length, model, poll, start, t }: CourseOptions): Course {
  const watch = new Watch(model, start, t);
  const carriers = totalOf(start, I) + totalOf(start, E);
  const atol = new Float64Array(start.length).fill(1e-13 * carriers);
  const { mesh, method, status } = integrate({
    rhs: rhsOf(model),
    t,
    y: start,
    tEnd: t + length,
    rtol: RTOL,
    atol,
    onStep: (at, steps) => {
      if (steps % POLL_STEPS === 0) poll();
      const done = length === Number.POSITIVE_INFINITY && over(model, at);
      watch.see(at, steps, done || at.t === t + length);
      return done;
    },
  });
  if (status === "steps" || status === "collapsed") {
    throw notConverged("budget", `the epidemic was not over after ${mesh.length} steps.`, {
      steps: mesh.length,
    });
  }
  if (status === "explosion") throw exploded(mesh.length, "a compartment");
  return courseOf(method, watch, mesh);
}

/** Along the mesh of an earlier course, every step halved. */
export function halvedCourse(
  { model, poll, start, t }: CourseOptions,
  mesh: readonly number[],
): Course {
  const watch = new Watch(model, start, t);
  const { method } = followMesh({ rhs: rhsOf(model), t, y: start }, mesh, 2, (at, steps) => {
    if (steps % POLL_STEPS === 0) poll();
    watch.see(at, steps, steps === 2 * mesh.length);
  });
  return courseOf(method, watch, mesh);
}

/** At a stated step. */
export function statedCourse(
  { carry, model, poll, start, t }: CourseOptions,
  march: March,
): Course {
  const watch = new Watch(model, start, t);
  const method = new Dop853(start.length, rhsOf(model));
  method.start(t, start, carry);
  const steps = stepsOf(march);
  for (let i = 0; i < steps; i += 1) {
    if (i % POLL_STEPS === 0) poll();
    if (!method.step(stepLength(march, i))) throw exploded(i + 1, "a compartment");
    watch.see(method, i + 1, i + 1 === steps);
  }
  return courseOf(method, watch, []);
}
