/**
 * One run of an orbit: the symplectic composition with its action, RK4 beside it, and the first
 * return to the start.
 */
import { crossing } from "../../math/ode/event.js";
import { stepLength, stepsOf, Trace, type March as Steps } from "../marching.js";
import { exploded } from "../refusal.js";
import { marchFrom, stepperOf, type March } from "./march.js";
import {
  ACTION,
  ACTION_CARRY,
  beyond,
  copyOf,
  E0,
  ERROR,
  ERROR_RK4,
  KINETIC0,
  partings,
  RETURN_ACTION,
  RETURN_TIME,
  share,
  SUMS,
  T,
  type State,
} from "./state.js";
import type { Order, Stepping } from "./stepper.js";
import { energyOf, type System } from "./systems.js";

const POLL_STEPS = 1_024;
/**
 * How near to its start, in parts of its extent, an orbit counts as closed; with one coordinate
 * every bounded one does.
 */
const CLOSED = 1e-3;
const CLOSED_LINE = 2e-2;

export interface Ran {
  readonly state: State;
  readonly t: number;
  readonly energy: number;
  readonly energy0: number;
  /** Largest relative errors of the energy. */
  readonly error: number;
  readonly errorRk4: number;
  /**
   * The first of them up to the return, or to the end without one; null where the orbit had
   * returned before this run.
   */
  readonly errorThen: number | null;
  /** Their growth with time, 1/s, by least squares. */
  readonly slope: number;
  readonly slopeRk4: number;
  /** J and the period; null where the orbit did not return. */
  readonly action: number | null;
  readonly period: number | null;
  readonly trace: Trace;
}

/** Largest part of its extent by which q or p misses its start. */
function miss(system: System, state: State): number {
  const [ofQ, ofP] = partings(system, state);
  return Math.max(share(ofQ, state.extent[0]!), share(ofP, state.extent[1]!));
}

/** q' and p' at the start. */
export function headingOf(system: System, first: Float64Array): Float64Array {
  const d = system.dimensions;
  const heading = new Float64Array(2 * d);
  const force = new Float64Array(d);
  system.force(first.subarray(0, d), force);
  for (let i = 0; i < d; i += 1) {
    heading[i] = first[d + i]! * system.inverseMass;
    heading[d + i] = force[i]!;
  }
  return heading;
}

/**
 * Whole: with RK4 and the way it went. Others serve to measure a whole one, to the end or to the
 * return.
 */
export type Extent = "whole" | "to the end" | "to the return";

export function runOrbit(
  system: System,
  from: State,
  order: Order,
  steps: Steps,
  extent: Extent,
  poll: () => void,
): Ran {
  const { book: start } = from;
  const scale = Math.abs(start[E0]!) > 0 ? Math.abs(start[E0]!) : start[KINETIC0]!;
  const whole = extent === "whole";
  const heading = headingOf(system, from.first);
  const march = marchFrom(system, order, from, { beside: whole, heading, scale });
  const { book, p, q } = march.state;
  const trace = new Trace(1 + 2 * system.dimensions);
  trace.take(0, book[T]!, false, book[ERROR]!, ...q, ...p);
  const [total, even] = [stepsOf(steps), steps.parts * steps.whole];
  const closing = stepperOf(system, order);
  let errorThen: number | null = null;
  const had = start[RETURN_TIME]! > 0;
  for (let i = 0; i < total;) {
    poll();
    const returned = book[RETURN_TIME]! > 0;
    if (returned && extent === "to the return") break;
    const h = stepLength(steps, i);
    const most = Math.min(
      POLL_STEPS,
      (i < even ? even : total) - i,
      whole ? trace.untilWanted(i) : POLL_STEPS,
    );
    i += march.advance(most, h, i < even ? i : -1, !returned);
    if (march.halt === "not finite") throw exploded(i, "the energy");
    if (march.halt === "crossed" && closed(system, march, closing, heading, h))
      errorThen = book[ERROR]!;
    if (whole && trace.wants(i, i === total))
      trace.take(i, book[T]!, i === total, lastError(system, march.state, scale), ...q, ...p);
  }
  const state = march.settle();
  return {
    state,
    t: book[T]!,
    energy: energyOf(system, q, p),
    energy0: book[E0]!,
    error: book[ERROR]!,
    errorRk4: book[ERROR_RK4]!,
    errorThen: had ? null : (errorThen ?? book[ERROR]!),
    slope: slopeOf(book, 3, 4),
    slopeRk4: slopeOf(book, 5, 6),
    action: book[RETURN_TIME]! > 0 ? book[RETURN_ACTION]! : null,
    period: book[RETURN_TIME]! > 0 ? book[RETURN_TIME]! : null,
    trace,
  };
}

function lastError(system: System, { book, p, q }: State, scale: number): number {
  return Math.abs(energyOf(system, q, p) - book[E0]!) / scale;
}

/** Notes the first return to the start, within the step just taken. @returns whether it was one */
function closed(
  system: System,
  { before, state }: March,
  stepper: Stepping,
  heading: Float64Array,
  h: number,
): boolean {
  let probe = before;
  const at = (length: number): number => {
    probe = copyOf(before);
    probe.extent.set(state.extent);
    stepper.step(probe, length);
    return beyond(system, probe, heading);
  };
  const length = crossing(at, 0, at(0), h, beyond(system, state, heading));
  at(length);
  if (miss(system, probe) > (system.dimensions > 1 ? CLOSED : CLOSED_LINE)) return false;
  state.book[RETURN_ACTION] = probe.book[ACTION]! + probe.book[ACTION_CARRY]!;
  state.book[RETURN_TIME] = before.book[T]! + length;
  return true;
}

function slopeOf(book: Float64Array, values: number, products: number): number {
  const n = book[SUMS]!;
  const t = book[SUMS + 1]!;
  const spread = n * book[SUMS + 2]! - t * t;
  return spread > 0 ? (n * book[SUMS + products]! - t * book[SUMS + values]!) / spread : 0;
}
