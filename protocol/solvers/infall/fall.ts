/**
 * A particle's way: to a radius, to a proper time, from apsis to apsis. Lengths in GM/c^2, times in
 * GM/c^3.
 */
import { followMesh, integrate } from "../../math/ode/adaptive.js";
import { Dop853 } from "../../math/ode/dop853.js";
import { crossing } from "../../math/ode/event.js";
import { stepLength, stepsOf, Trace, type March } from "../marching.js";
import { exploded, noSolution, notConverged } from "../refusal.js";
import {
  barrierBeyondOne,
  centreRhs,
  conservedOf,
  DPHI,
  DT,
  DX,
  geodesic,
  PHI,
  rateOfTime,
  T,
  TS,
  X,
  type Conserved,
} from "./geodesic.js";

const RTOL = 1e-12;
const ATOL = 1e-14;
/** From here to the centre the root of the radius is the variable. */
const CENTRE = 1;
const HORIZON = 2;
const POLL_STEPS = 1_024;

export interface Orbit {
  readonly x: number;
  readonly dx: number;
  readonly e: number;
  readonly l: number;
}

export interface Way {
  /** Proper time, radius, angle, Painleve-Gullstrand's and Schwarzschild's time at the end. */
  readonly tau: number;
  readonly x: number;
  readonly phi: number;
  readonly T: number;
  readonly t: number | null;
  readonly horizonTau: number | null;
  /** Angle between the first two apsides of one kind; null if that was not asked for. */
  readonly turn: number | null;
  readonly y: Float64Array;
  readonly carry: Float64Array;
  /** Largest departures, relative. */
  readonly drift: Conserved;
  readonly trace: Trace;
  readonly mesh: readonly number[];
}

export interface Goal {
  /** Radius that ends the run; null where another does. */
  readonly to: number | null;
  readonly tau: number;
  /** Ends after this many changes of the sign of dr/dtau. */
  readonly apsides: number | null;
  /** Whether Schwarzschild's time is followed: never at or inside the horizon. */
  readonly outside: boolean;
}

/** State at the start. */
export function stateOf({ dx, e, l, x }: Orbit, outside: boolean): Float64Array {
  const y = new Float64Array(outside ? TS + 1 : TS);
  y[X] = x;
  y[DT] = rateOfTime(x, dx, e, l);
  y[DX] = dx;
  y[DPHI] = l / (x * x);
  return y;
}

/**
 * Whether a fall from x with these constants passes every radius down to `to`; a barrier in between
 * is a proof that it does not. @throws SolverRefusal NO_SOLUTION
 */
export function requireReach({ dx, e, l, x }: Orbit, to: number): void {
  if (to > x) throw noSolution("the motion starts inwards: r_to is farther out than r0");
  const l2 = l * l;
  const energy = dx * dx + barrierBeyondOne(x, l);
  const slack = 1e-14 * (dx * dx + 2 / x + l2 / (x * x));
  const blocked = (at: number): boolean => l2 > 0 && barrierBeyondOne(at, l) > energy + slack;
  let stopped = to > 0 && to < x * (1 - 1e-12) && blocked(to);
  if (l2 >= 12) {
    const top = (6 * l2) / (l2 + Math.sqrt(l2 * l2 - 12 * l2));
    if (top < x * (1 - 1e-9) && top > to) stopped ||= blocked(top);
  }
  // At rest in the radius: the side on which the barrier falls decides.
  if (dx === 0 && l2 * (x - 3) >= x * x * (1 - 1e-12)) stopped = true;
  if (stopped) {
    throw noSolution("the angular momentum keeps it out: the motion never reaches r_to", {
      E: e,
      L_over_GM_c: l,
    });
  }
}

class Watch {
  readonly trace = new Trace(3);
  horizonTau: number | null = null;
  turn: number | null = null;
  end: { readonly tau: number; readonly y: Float64Array } | null = null;
  readonly #goal: Goal;
  readonly #first: Conserved;
  #drifts = { energy: 0, momentum: 0, norm: 0 };
  readonly #probe: Dop853;
  readonly #before: Float64Array;
  #turns = 0;
  #firstTurn = 0;

  constructor(start: Float64Array, goal: Goal, tau0: number) {
    this.#goal = goal;
    this.#first = conservedOf(start);
    this.#before = Float64Array.from(start);
    this.#probe = new Dop853(start.length, geodesic);
    this.trace.take(0, tau0, false, start[X]!, start[PHI]!, start[T]!);
    if (start[DX] === 0) this.#turns = 1;
  }

  get drift(): Conserved {
    return this.#drifts;
  }

  #locate(
    from: number,
    h: number,
    of: (y: Float64Array) => number,
  ): { readonly tau: number; readonly y: Float64Array } {
    const before = this.#before;
    const probe = this.#probe;
    const at = (length: number): number => {
      probe.start(from, before);
      if (length > 0) probe.step(length);
      return of(probe.y);
    };
    const length = crossing(at, 0, at(0), h, at(h));
    at(length);
    return { tau: from + length, y: Float64Array.from(probe.y) };
  }

  /** @returns true at the goal */
  see(method: Dop853, steps: number, last: boolean): boolean {
    const first = this.#first;
    const goal = this.#goal;
    const { y } = method;
    const { from, h } = method.lastStep;
    if (y[X]! > 0) {
      const now = conservedOf(y);
      this.#drifts = {
        energy: Math.max(
          this.#drifts.energy,
          Math.abs(now.energy - first.energy) / Math.max(1, first.energy),
        ),
        momentum: Math.max(
          this.#drifts.momentum,
          first.momentum === 0
            ? Math.abs(now.momentum)
            : Math.abs(now.momentum / first.momentum - 1),
        ),
        norm: Math.max(this.#drifts.norm, Math.abs(now.norm + 1)),
      };
    }
    if (this.horizonTau === null && this.#before[X]! > HORIZON && y[X]! <= HORIZON) {
      this.horizonTau = this.#locate(from, h, (at) => at[X]! - HORIZON).tau;
    }
    const stop = goal.to === null ? 0 : Math.max(goal.to, CENTRE);
    if (goal.to !== null && !(y[X]! > stop))
      this.end = this.#locate(from, h, (at) => at[X]! - stop);
    else if (goal.apsides !== null && this.#before[DX]! * y[DX]! <= 0 && this.#before[DX] !== 0)
      this.#apsis(from, h);
    this.#before.set(y);
    const kept = this.end ?? { tau: method.t, y };
    this.trace.take(
      steps,
      kept.tau,
      last || this.end !== null,
      kept.y[X]!,
      kept.y[PHI]!,
      kept.y[T]!,
    );
    return this.end !== null;
  }

  #apsis(from: number, h: number): void {
    const there = this.#locate(from, h, (at) => at[DX]!);
    this.#turns += 1;
    if (this.#turns === 1) this.#firstTurn = there.y[PHI]!;
    if (this.#turns === 3) {
      this.turn = there.y[PHI]! - this.#firstTurn;
      this.end = there;
    }
  }
}

/** The rest of a fall inside r = GM/c^2, to the radius `to`. */
function toCentre(
  y: Float64Array,
  to: number,
): { readonly tau: number; readonly phi: number; readonly T: number } {
  const { energy, momentum } = conservedOf(y);
  const { method, status } = integrate({
    rhs: centreRhs(energy, momentum),
    t: Math.sqrt(y[X]!),
    y: new Float64Array(3),
    tEnd: Math.sqrt(to),
    rtol: RTOL,
    atol: Float64Array.of(ATOL, ATOL, ATOL),
  });
  if (status !== "end") throw notConverged("budget", "the fall could not be followed to its end.");
  return { tau: method.y[0]!, phi: method.y[1]!, T: method.y[2]! };
}

function wayOf(
  start: Float64Array,
  goal: Goal,
  watch: Watch,
  method: Dop853,
  mesh: readonly number[],
): Way {
  const end = watch.end ?? { tau: method.t, y: method.y };
  const to = goal.to !== null && goal.to < CENTRE && end.y[X]! > goal.to ? goal.to : null;
  const inner = to === null ? { tau: 0, phi: 0, T: 0 } : toCentre(end.y, to);
  const { drift, horizonTau, trace, turn } = watch;
  if (to !== null)
    trace.take(0, end.tau + inner.tau, true, to, end.y[PHI]! + inner.phi, end.y[T]! + inner.T);
  return {
    tau: end.tau + inner.tau,
    x: to ?? end.y[X]!,
    phi: end.y[PHI]! + inner.phi,
    T: end.y[T]! + inner.T,
    t: start.length > TS ? end.y[TS]! : null,
    horizonTau,
    turn,
    y: end.y,
    carry: method.carry,
    drift,
    trace,
    mesh,
  };
}

function fellIn(tau: number): Error {
  return noSolution("the fall ends at the centre before the proper time asked for", {
    tau_end_over_GM_c3: tau,
  });
}

/** With steps chosen by their error, or along a given mesh with each step halved. */
export function follow(
  start: Float64Array,
  goal: Goal,
  poll: () => void,
  halved: readonly number[] | null,
): Way {
  const watch = new Watch(start, goal, 0);
  const see = (method: Dop853, steps: number): boolean => {
    if (steps % POLL_STEPS === 0) poll();
    return watch.see(method, steps, method.t === goal.tau);
  };
  if (halved !== null) {
    const { method, status } = followMesh({ rhs: geodesic, t: 0, y: start }, halved, 2, see);
    if (status === "explosion") throw exploded(2 * halved.length, "the radius");
    return wayOf(start, goal, watch, method, halved);
  }
  const { mesh, method, status } = integrate({
    rhs: geodesic,
    t: 0,
    y: start,
    tEnd: goal.tau,
    rtol: RTOL,
    // Times have the scale of the start's radius; the other components are of order one or
    // relative.
    atol: Float64Array.from(start, (_, i) => (i === T || i === TS ? ATOL * start[X]! : ATOL)),
    onStep: see,
  });
  if (status === "steps")
    throw notConverged("budget", `${mesh.length} steps did not reach the end.`, {
      steps: mesh.length,
    });
  if (status === "collapsed" || status === "explosion") throw fellIn(method.t);
  return wayOf(start, goal, watch, method, mesh);
}

/** At a stated step of proper time, from a state. */
export function stepped(
  tau0: number,
  start: Float64Array,
  carry: Float64Array | undefined,
  march: March,
  poll: () => void,
): Way {
  const goal: Goal = {
    to: null,
    tau: Number.POSITIVE_INFINITY,
    apsides: null,
    outside: start.length > TS,
  };
  const watch = new Watch(start, goal, tau0);
  const method = new Dop853(start.length, geodesic);
  method.start(tau0, start, carry);
  const steps = stepsOf(march);
  for (let i = 0; i < steps; i += 1) {
    if (i % POLL_STEPS === 0) poll();
    if (!method.step(stepLength(march, i)) || !(method.y[X]! > 0))
      throw exploded(i + 1, "the radius");
    watch.see(method, i + 1, i + 1 === steps);
  }
  return wayOf(start, goal, watch, method, []);
}
