/**
 * Steps of an orbit: the symplectic composition with its action, and RK4 beside it. Springs,
 * centres and Henon and Heiles' plane go in vector instructions by `wasm/source/orbit.as`; every
 * other system, and those too where there are no vectors, here.
 */
import { driftsAndKicks } from "../../math/ode/composition.js";
import { FixedStepper } from "../../math/ode/rungeKutta4.js";
import { orbitBinary } from "../../wasm/binary/orbit.js";
import { roomOfJob, type KernelCall } from "../../wasm/kernel.js";
import {
  ACTION,
  ACTION_CARRY,
  beyond,
  BOOK,
  copyOf,
  copyStep,
  E0,
  ERROR,
  ERROR_RK4,
  partings,
  SIDE,
  SUMS,
  T,
  type State,
} from "./state.js";
import { PiecewiseStepper } from "./crossing.js";
import { Stepper, type Order, type Stepping } from "./stepper.js";
import { energyOf, type System } from "./systems.js";

/** Steps of a system, which end where its potential bends or jumps. */
export function stepperOf(system: System, order: Order): Stepping {
  return system.pieces === undefined
    ? new Stepper(system, order)
    : new PiecewiseStepper(system, system.pieces, order);
}

function reference(system: System): FixedStepper {
  const d = system.dimensions;
  const place = new Float64Array(d);
  const force = new Float64Array(d);
  return new FixedStepper(
    2 * d,
    (_t, y, out) => {
      for (let i = 0; i < d; i += 1) place[i] = y[i]!;
      system.force(place, force);
      for (let i = 0; i < d; i += 1) {
        out[i] = y[d + i]! * system.inverseMass;
        out[d + i] = force[i]!;
      }
    },
    "rk4",
  );
}

/** What ended an `advance` before its last step. */
export type Halt = "none" | "crossed" | "not finite";

export interface Way {
  /** With RK4. */
  readonly beside: boolean;
  /** q' and p' at the start. */
  readonly heading: Float64Array;
  /** Of which errors of the energy are parts. */
  readonly scale: number;
}

export interface March {
  readonly state: State;
  /** As it was before the last step, where a return is watched for. */
  readonly before: State;
  readonly halt: Halt;
  /**
   * Steps of one length. @param base  time is t0 + (base + n) h after n steps; below 0, h more with each
   * @returns steps done: fewer where the orbit passed its start, or its energy is no number
   */
  advance(steps: number, h: number, base: number, watch: boolean): number;
  /** The state with RK4's part brought up to date. */
  settle(): State;
}

export function marchFrom(system: System, order: Order, from: State, way: Way): March {
  if (system.kernel !== null) {
    const room = roomOfJob(orbitBinary, 8 * BLOCK + 16);
    const call = room.call("march");
    if (call !== null)
      return new KernelMarch(system, system.kernel, order, from, way, room.floats(BLOCK), call);
  }
  return new PlainMarch(system, order, from, way);
}

class PlainMarch implements March {
  readonly state: State;
  readonly before: State;
  halt: Halt = "none";
  readonly #system: System;
  readonly #way: Way;
  readonly #stepper: Stepping;
  readonly #rk4: FixedStepper;
  readonly #rk4Q: Float64Array;
  readonly #rk4P: Float64Array;
  readonly #t0: number;

  constructor(system: System, order: Order, from: State, way: Way) {
    this.#system = system;
    this.#way = way;
    this.state = copyOf(from);
    this.before = copyOf(from);
    this.#stepper = stepperOf(system, order);
    this.#rk4 = reference(system);
    this.#rk4.start(0, from.rk, from.rkCarry);
    this.#rk4Q = this.#rk4.y.subarray(0, system.dimensions);
    this.#rk4P = this.#rk4.y.subarray(system.dimensions);
    this.#t0 = from.book[T]!;
  }

  advance(steps: number, h: number, base: number, watch: boolean): number {
    const { before, state } = this;
    const rk4 = this.#rk4;
    const stepper = this.#stepper;
    const system = this.#system;
    const t0 = this.#t0;
    const way = this.#way;
    const { book, extent, p, q } = state;
    this.halt = "none";
    for (let n = 1; n <= steps; n += 1) {
      if (watch) copyStep(state, before);
      stepper.step(state, h);
      if (way.beside) rk4.step(h);
      const t = base < 0 ? book[T]! + h : t0 + (base + n) * h;
      const error = Math.abs(energyOf(system, q, p) - book[E0]!) / way.scale;
      if (!Number.isFinite(error)) {
        this.halt = "not finite";
        return n;
      }
      this.#note(t, error);
      const [ofQ, ofP] = partings(system, state);
      extent[0] = Math.max(extent[0]!, ofQ);
      extent[1] = Math.max(extent[1]!, ofP);
      book[T] = t;
      if (!watch) continue;
      const last = book[SIDE]!;
      const side = beyond(system, state, way.heading);
      book[SIDE] = side;
      if (last < 0 && side >= 0) {
        this.halt = "crossed";
        return n;
      }
    }
    return steps;
  }

  #note(t: number, error: number): void {
    const {
      state: { book },
    } = this;
    const rk4P = this.#rk4P;
    const rk4Q = this.#rk4Q;
    const system = this.#system;
    const way = this.#way;
    book[ERROR] = Math.max(book[ERROR]!, error);
    book[SUMS]! += 1;
    book[SUMS + 1]! += t;
    book[SUMS + 2]! += t * t;
    book[SUMS + 3]! += error;
    book[SUMS + 4]! += t * error;
    if (!way.beside) return;
    const off = Math.abs(energyOf(system, rk4Q, rk4P) - book[E0]!) / way.scale;
    const stated = Number.isFinite(off) ? off : Number.MAX_VALUE;
    book[ERROR_RK4] = Math.max(book[ERROR_RK4]!, stated);
    book[SUMS + 5]! += stated;
    book[SUMS + 6]! += t * stated;
  }

  settle(): State {
    this.state.rk.set(this.#rk4.y);
    this.state.rkCarry.set(this.#rk4.carry);
    return this.state;
  }
}

/** Places in the block of a kernel: four numbers for each of the coordinates' lists. */
const WIDTH = 4;
const AT = {
  q: 0,
  carryQ: 4,
  p: 8,
  carryP: 12,
  first: 16,
  heading: 24,
  rk: 32,
  rkCarry: 40,
  extent: 48,
  before: 50,
  action: 66,
  t: 68,
  status: 69,
  book: 70,
  drifts: 88,
  kicks: 106,
} as const;
const BLOCK = 124;
const HALTS: readonly Halt[] = ["none", "crossed", "not finite"];

class KernelMarch implements March {
  readonly state: State;
  readonly #block: Float64Array;
  readonly #call: KernelCall;
  readonly #system: System;
  readonly #id: number;
  readonly #strength: number;
  readonly #way: Way;
  readonly #steps: { readonly drifts: Float64Array; readonly kicks: Float64Array };
  readonly #t0: number;

  constructor(
    system: System,
    { id, strength }: { readonly id: number; readonly strength: number },
    order: Order,
    from: State,
    way: Way,
    block: Float64Array,
    call: KernelCall,
  ) {
    this.#system = system;
    [this.#id, this.#strength] = [id, strength];
    [this.#way, this.#block, this.#call] = [way, block, call];
    this.#steps = driftsAndKicks(order);
    this.#t0 = from.book[T]!;
    const d = system.dimensions;
    const part = (at: number, length: number): Float64Array => block.subarray(at, at + length);
    this.state = {
      ...copyOf(from),
      q: part(AT.q, d),
      carryQ: part(AT.carryQ, d),
      p: part(AT.p, d),
      carryP: part(AT.carryP, d),
      extent: part(AT.extent, 2),
      book: part(AT.book, BOOK),
    };
    copyStep(from, this.state);
    for (const [at, pair] of [
      [AT.first, from.first],
      [AT.heading, way.heading],
      [AT.rk, from.rk],
      [AT.rkCarry, from.rkCarry],
    ] as const) {
      block.set(pair.subarray(0, d), at);
      block.set(pair.subarray(d), at + WIDTH);
    }
  }

  get halt(): Halt {
    return HALTS[this.#block[AT.status]!]!;
  }

  get before(): State {
    const { state } = this;
    const block = this.#block;
    const { dimensions: d } = this.#system;
    const part = (k: number): Float64Array =>
      block.slice(AT.before + WIDTH * k, AT.before + WIDTH * k + d);
    const book = state.book.slice();
    [book[ACTION], book[ACTION_CARRY], book[T]] = [
      block[AT.action]!,
      block[AT.action + 1]!,
      block[AT.t]!,
    ];
    return {
      ...state,
      book,
      q: part(0),
      carryQ: part(1),
      p: part(2),
      carryP: part(3),
      extent: state.extent.slice(),
    };
  }

  advance(steps: number, h: number, base: number, watch: boolean): number {
    const block = this.#block;
    const id = this.#id;
    const { drifts, kicks } = this.#steps;
    const strength = this.#strength;
    const { inverseMass } = this.#system;
    const t0 = this.#t0;
    const way = this.#way;
    for (let s = 0; s < drifts.length; s += 1) block[AT.drifts + s] = drifts[s]! * h * inverseMass;
    for (let s = 0; s < kicks.length; s += 1) block[AT.kicks + s] = kicks[s]! * h;
    return this.#call(
      block.byteOffset,
      id,
      Number(watch),
      Number(way.beside),
      kicks.length,
      steps,
      h,
      t0,
      base,
      inverseMass,
      strength,
      way.scale,
    );
  }

  settle(): State {
    const { state } = this;
    const block = this.#block;
    const { dimensions: d } = this.#system;
    for (const [to, at] of [
      [state.rk, AT.rk],
      [state.rkCarry, AT.rkCarry],
    ] as const) {
      to.set(block.subarray(at, at + d));
      to.set(block.subarray(at + WIDTH, at + WIDTH + d), d);
    }
    return copyOf(state);
  }
}
