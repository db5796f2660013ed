/** One run of an orbit: the symplectic composition with its action, RK4 beside it, and the first return to the start. */
import { driftsAndKicks } from "../../math/ode/composition.js";
import { crossing } from "../../math/ode/event.js";
import { FixedStepper } from "../../math/ode/rungeKutta4.js";
import { twoSumError } from "../../math/double.js";
import { stepLength, stepsOf, Trace, type March } from "../marching.js";
import { exploded } from "../refusal.js";
import type { System } from "./systems.js";

const POLL_STEPS = 1_024;
/** How near to its start, in parts of its extent, an orbit counts as closed; with one coordinate every bounded one does. */
const CLOSED = 1e-3;
const CLOSED_LINE = 2e-2;

/** Numbers of a run beside its coordinates. */
const T = 0;
const E0 = 1;
const KINETIC0 = 2;
const ACTION = 3;
const ACTION_CARRY = 4;
const ERROR = 5;
const ERROR_RK4 = 6;
const RETURN_ACTION = 7;
const RETURN_TIME = 8;
const SIDE = 9;
/** Count, sums of t, t^2, e, t e, e of RK4, t e of RK4: what the slopes need. */
const SUMS = 10;
const BOOK = 17;

export interface State {
  readonly book: Float64Array;
  /** q, p and what their sums left out. */
  readonly q: Float64Array; readonly p: Float64Array; readonly carryQ: Float64Array; readonly carryP: Float64Array;
  /** q and p at the start of all, and the largest distances of each from there, whatever the axes. */
  readonly first: Float64Array; readonly extent: Float64Array;
  /** RK4: q and p together, and their carries. */
  readonly rk: Float64Array; readonly rkCarry: Float64Array;
}

export function floatsOf(dimensions: number): number {
  return BOOK + 10 * dimensions + 2;
}

export function packed(state: State): Float64Array {
  const { book, carryP, carryQ, extent, first, p, q, rk, rkCarry } = state;
  return Float64Array.from([...book, ...q, ...p, ...carryQ, ...carryP, ...first, ...extent, ...rk, ...rkCarry]);
}

export function unpacked(numbers: Float64Array, dimensions: number): State {
  let at = 0;
  const take = (n: number): Float64Array => {
    const part = numbers.slice(at, at + n);
    at += n;
    return part;
  };
  const d = dimensions;
  return { book: take(BOOK), q: take(d), p: take(d), carryQ: take(d), carryP: take(d), first: take(2 * d), extent: take(2), rk: take(2 * d), rkCarry: take(2 * d) };
}

function energyOf(system: System, q: Float64Array, p: Float64Array): number {
  return kineticOf(system, p) + system.potential(q);
}

function kineticOf({ inverseMass }: System, p: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < p.length; i += 1) sum += p[i]! * p[i]!;
  return sum * inverseMass / 2;
}

export function startState(system: System, q: Float64Array, p: Float64Array): State {
  const d = system.dimensions;
  const book = new Float64Array(BOOK);
  book[E0] = energyOf(system, q, p);
  book[KINETIC0] = kineticOf(system, p);
  const both = Float64Array.from([...q, ...p]);
  return { book, q: Float64Array.from(q), p: Float64Array.from(p), carryQ: new Float64Array(d), carryP: new Float64Array(d), first: both,
    extent: new Float64Array(2), rk: Float64Array.from(both), rkCarry: new Float64Array(2 * d) };
}

export interface Ran {
  readonly state: State;
  readonly t: number; readonly energy: number; readonly energy0: number;
  /** Largest relative errors of the energy. */
  readonly error: number; readonly errorRk4: number;
  /** Their growth with time, 1/s, by least squares. */
  readonly slope: number; readonly slopeRk4: number;
  /** J and the period; null where the orbit did not return. */
  readonly action: number | null; readonly period: number | null;
  readonly trace: Trace;
}

/** The composed step, in place; the action is the exact integral of p dq over its drifts. */
class Stepper {
  private readonly system: System;
  private readonly drifts: Float64Array;
  private readonly kicks: Float64Array;
  private readonly force: Float64Array;

  constructor(system: System, order: 4 | 6 | 8) {
    this.system = system;
    ({ drifts: this.drifts, kicks: this.kicks } = driftsAndKicks(order));
    this.force = new Float64Array(system.dimensions);
  }

  step({ book, carryP, carryQ, p, q }: State, h: number): void {
    const { drifts, force, kicks, system } = this;
    const stages = kicks.length;
    for (let s = 0; s <= stages; s += 1) {
      const by = drifts[s]! * h * system.inverseMass;
      let action = book[ACTION_CARRY]!;
      for (let i = 0; i < q.length; i += 1) {
        const change = by * p[i]!;
        action += change * p[i]!;
        add(q, carryQ, i, change);
      }
      const sum = book[ACTION]! + action;
      book[ACTION_CARRY] = twoSumError(book[ACTION]!, action, sum);
      book[ACTION] = sum;
      if (s === stages) break;
      system.force(q, force);
      for (let i = 0; i < p.length; i += 1) add(p, carryP, i, kicks[s]! * h * force[i]!);
    }
  }
}

function add(y: Float64Array, carry: Float64Array, i: number, by: number): void {
  const change = by + carry[i]!;
  const sum = y[i]! + change;
  carry[i] = twoSumError(y[i]!, change, sum);
  y[i] = sum;
}

function copyOf(state: State): State {
  const { book, carryP, carryQ, extent, first, p, q, rk, rkCarry } = state;
  return { book: book.slice(), q: q.slice(), p: p.slice(), carryQ: carryQ.slice(), carryP: carryP.slice(), first, extent: extent.slice(), rk: rk.slice(), rkCarry: rkCarry.slice() };
}

/** Signed distance beyond the start, along the way the orbit left it; scaled by extents, so that units do not matter. */
function beyond(system: System, { extent, first, p, q }: State, heading: Float64Array): number {
  const d = system.dimensions;
  let along = 0;
  let alongP = 0;
  for (let i = 0; i < d; i += 1) {
    along += unturned(system, q[i]! - first[i]!) * heading[i]!;
    alongP += (p[i]! - first[d + i]!) * heading[d + i]!;
  }
  return share(along, extent[0]! * extent[0]!) + share(alongP, extent[1]! * extent[1]!);
}

function share(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0;
}

/** Distances of q and p from the start. */
function partings(system: System, { first, p, q }: Pick<State, "first" | "p" | "q">): readonly [number, number] {
  const d = system.dimensions;
  let ofQ = 0;
  let ofP = 0;
  for (let i = 0; i < d; i += 1) {
    const dq = unturned(system, q[i]! - first[i]!);
    const dp = p[i]! - first[d + i]!;
    ofQ += dq * dq;
    ofP += dp * dp;
  }
  return [Math.sqrt(ofQ), Math.sqrt(ofP)];
}

function unturned({ turn }: System, angle: number): number {
  return turn === null ? angle : angle - turn * Math.round(angle / turn);
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

function reference(system: System): FixedStepper {
  const d = system.dimensions;
  const place = new Float64Array(d);
  const force = new Float64Array(d);
  return new FixedStepper(2 * d, (_t, y, out) => {
    for (let i = 0; i < d; i += 1) place[i] = y[i]!;
    system.force(place, force);
    for (let i = 0; i < d; i += 1) {
      out[i] = y[d + i]! * system.inverseMass;
      out[d + i] = force[i]!;
    }
  }, "rk4");
}

export function runOrbit(system: System, from: State, order: 4 | 6 | 8, march: March, poll: () => void): Ran {
  const state = copyOf(from);
  const { book, extent, first, p, q } = state;
  const d = system.dimensions;
  const stepper = new Stepper(system, order);
  const rk4 = reference(system);
  rk4.start(0, state.rk, state.rkCarry);
  const [rk4Q, rk4P] = [rk4.y.subarray(0, d), rk4.y.subarray(d)];
  const heading = headingOf(system, first);
  const scale = Math.abs(book[E0]!) > 0 ? Math.abs(book[E0]!) : book[KINETIC0]!;
  const trace = new Trace(1 + 2 * d);
  trace.take(0, book[T]!, false, book[ERROR]!, ...q, ...p);
  const steps = stepsOf(march);
  const t0 = book[T]!;
  for (let i = 0; i < steps; i += 1) {
    if (i % POLL_STEPS === 0) poll();
    const h = stepLength(march, i);
    const before = book[RETURN_TIME]! > 0 ? null : copyOf(state);
    stepper.step(state, h);
    rk4.step(h);
    const t = i < march.parts * march.whole ? t0 + (i + 1) * h : book[T]! + h;
    const energy = energyOf(system, q, p);
    const error = Math.abs(energy - book[E0]!) / scale;
    const errorRk4 = Math.abs(energyOf(system, rk4Q, rk4P) - book[E0]!) / scale;
    if (!Number.isFinite(error)) throw exploded(i + 1, "the energy");
    note(book, t, error, Number.isFinite(errorRk4) ? errorRk4 : Number.MAX_VALUE);
    const [ofQ, ofP] = partings(system, state);
    extent[0] = Math.max(extent[0]!, ofQ);
    extent[1] = Math.max(extent[1]!, ofP);
    if (before !== null) returned(system, state, { before, stepper, heading, h });
    book[T] = t;
    const end = i + 1 === steps;
    if (trace.wants(i + 1, end)) trace.take(i + 1, t, end, error, ...q, ...p);
  }
  state.rk.set(rk4.y);
  state.rkCarry.set(rk4.carry);
  return { state, t: book[T]!, energy: energyOf(system, q, p), energy0: book[E0]!, error: book[ERROR]!, errorRk4: book[ERROR_RK4]!, slope: slopeOf(book, 3, 4),
    slopeRk4: slopeOf(book, 5, 6), action: book[RETURN_TIME]! > 0 ? book[RETURN_ACTION]! : null, period: book[RETURN_TIME]! > 0 ? book[RETURN_TIME]! : null, trace };
}

interface LastStep { readonly before: State; readonly stepper: Stepper; readonly heading: Float64Array; readonly h: number }

/** Notes the first return to the start, within the step just taken. */
function returned(system: System, state: State, { before, heading, h, stepper }: LastStep): void {
  const { book } = state;
  const side = beyond(system, state, heading);
  const last = book[SIDE]!;
  book[SIDE] = side;
  if (!(last < 0 && side >= 0)) return;
  let probe = before;
  const at = (length: number): number => {
    probe = copyOf(before);
    probe.extent.set(state.extent);
    stepper.step(probe, length);
    return beyond(system, probe, heading);
  };
  const length = crossing(at, 0, at(0), h, side);
  at(length);
  if (miss(system, probe) > (system.dimensions > 1 ? CLOSED : CLOSED_LINE)) return;
  book[RETURN_ACTION] = probe.book[ACTION]! + probe.book[ACTION_CARRY]!;
  book[RETURN_TIME] = before.book[T]! + length;
}

function note(book: Float64Array, t: number, error: number, errorRk4: number): void {
  book[ERROR] = Math.max(book[ERROR]!, error);
  book[ERROR_RK4] = Math.max(book[ERROR_RK4]!, errorRk4);
  book[SUMS]! += 1;
  book[SUMS + 1]! += t;
  book[SUMS + 2]! += t * t;
  book[SUMS + 3]! += error;
  book[SUMS + 4]! += t * error;
  book[SUMS + 5]! += errorRk4;
  book[SUMS + 6]! += t * errorRk4;
}

function slopeOf(book: Float64Array, values: number, products: number): number {
  const n = book[SUMS]!;
  const t = book[SUMS + 1]!;
  const spread = n * book[SUMS + 2]! - t * t;
  return spread > 0 ? (n * book[SUMS + products]! - t * book[SUMS + values]!) / spread : 0;
}
