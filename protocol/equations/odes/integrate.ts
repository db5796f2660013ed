/**
 * The classical Runge-Kutta method of fourth order on a fixed grid: the same bits, whoever
 * integrates.
 */
import type { ValueFunction } from "../evaluation/valueFunction.js";
import { countWork } from "../../workCount.js";

/** A first-order system whose variables stand in one array beside its parameters. */
export interface System {
  readonly rates: readonly ValueFunction[];
  /** Where the independent variable stands, and the first of the components. */
  readonly time: number;
  readonly first: number;
  /** Work of one evaluation of all rates. */
  readonly work: number;
}

/** `overflow`: values beyond any bound; `domain`: the rates have no value there. */
export interface Breakdown {
  readonly cause: "overflow" | "domain";
  readonly at: number;
  readonly step: number;
}

export interface Run {
  readonly steps: number;
  /** The first component at the end; NaN after a breakdown. */
  readonly value: number;
  /** Largest change of a component in one step, relative to its largest size on the way. */
  readonly change: number;
  /** Largest size of the first component on the way. */
  readonly size: number;
  readonly breakdown: Breakdown | null;
}

/** A state this large before the breakdown was growing, not leaving a domain. */
const GROWING = 1e100;

/** One stretch of the way, in so many equal steps. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  /** The variable is read between these only. */
  readonly low: number;
  readonly high: number;
}

/**
 * Sees every step of a run, and between which values of the components it read the rates: a stage may
 * lie beyond both ends of its step.
 */
export type Watch = (from: number, to: number, least: Float64Array, most: Float64Array) => void;

/**
 * Integrates along the stretches, each in `parts` equal steps; sums of increments are compensated
 * (Kahan), so that many small steps do not lose digits.
 * @param slots values of the parameters; its variables are overwritten
 */
export function integrate(
  system: System,
  slots: Float64Array,
  initial: Float64Array,
  stretches: readonly Stretch[],
  parts: number,
  watch?: Watch,
): Run {
  const state = new Stepper(system, slots, initial);
  const least = new Float64Array(initial.length);
  const most = new Float64Array(initial.length);
  let step = 0;
  for (const { from, high, low, to } of stretches) {
    const span = to - from;
    const h = span / parts;
    state.low = low;
    state.high = high;
    for (let k = 0; k < parts; k += 1) {
      const t = from + span * (k / parts);
      const half = from + span * ((k + 0.5) / parts);
      const next = k + 1 === parts ? to : from + span * ((k + 1) / parts);
      if (watch !== undefined) state.watchInto(least, most);
      const cause = state.step(t, half, next, h);
      if (cause !== null) {
        return {
          steps: stretches.length * parts,
          value: Number.NaN,
          change: Number.POSITIVE_INFINITY,
          size: state.largest[0]!,
          breakdown: { cause, at: next, step },
        };
      }
      if (watch !== undefined) {
        spanned(state.values, least, most);
        watch(t, next, least, most);
      }
      step += 1;
    }
  }
  return {
    steps: stretches.length * parts,
    value: state.values[0]! + 0,
    change: state.change(),
    size: state.largest[0]!,
    breakdown: null,
  };
}

export const EVALUATIONS_PER_STEP = 4;

/** Widens intervals so that these values lie in them. */
function spanned(values: Float64Array, least: Float64Array, most: Float64Array): void {
  for (let i = 0; i < values.length; i += 1) {
    least[i] = Math.min(least[i]!, values[i]!);
    most[i] = Math.max(most[i]!, values[i]!);
  }
}

class Stepper {
  readonly values: Float64Array;
  readonly largest: Float64Array;
  low = Number.NEGATIVE_INFINITY;
  high = Number.POSITIVE_INFINITY;
  readonly #system: System;
  readonly #slots: Float64Array;
  readonly #lost: Float64Array;
  readonly #changes: Float64Array;
  readonly #at: Float64Array;
  #seen: { readonly least: Float64Array; readonly most: Float64Array } | null = null;
  readonly #k1: Float64Array;
  readonly #k2: Float64Array;
  readonly #k3: Float64Array;
  readonly #k4: Float64Array;

  constructor(system: System, slots: Float64Array, initial: Float64Array) {
    const n = initial.length;
    this.#system = system;
    this.#slots = slots;
    this.values = Float64Array.from(initial);
    this.largest = initial.map(Math.abs);
    this.#lost = new Float64Array(n);
    this.#changes = new Float64Array(n);
    this.#at = new Float64Array(n);
    [this.#k1, this.#k2, this.#k3, this.#k4] = [
      new Float64Array(n),
      new Float64Array(n),
      new Float64Array(n),
      new Float64Array(n),
    ];
  }

  /** The values at which the next step reads the rates widen these intervals. */
  watchInto(least: Float64Array, most: Float64Array): void {
    least.set(this.values);
    most.set(this.values);
    this.#seen = { least, most };
  }

  #stage(into: Float64Array, h: number, slopes: Float64Array): void {
    const { values } = this;
    const seen = this.#seen;
    const slots = this.#slots;
    const system = this.#system;
    for (let i = 0; i < values.length; i += 1) into[i] = values[i]! + h * slopes[i]!;
    slots.set(into, system.first);
    if (seen !== null) spanned(into, seen.least, seen.most);
  }

  /** @returns why there is no next state, or null. */
  step(t: number, half: number, next: number, h: number): Breakdown["cause"] | null {
    const { values } = this;
    const at = this.#at;
    const k1 = this.#k1;
    const k2 = this.#k2;
    const k3 = this.#k3;
    const k4 = this.#k4;
    const slots = this.#slots;
    const system = this.#system;
    const n = values.length;
    const { first } = system;
    countWork(EVALUATIONS_PER_STEP * system.work);
    for (let i = 0; i < n; i += 1) slots[first + i] = values[i]!;
    this.#rates(t, k1);
    this.#stage(at, h / 2, k1);
    this.#rates(half, k2);
    this.#stage(at, h / 2, k2);
    this.#rates(half, k3);
    this.#stage(at, h, k3);
    this.#rates(next, k4);
    let cause: Breakdown["cause"] | null = null;
    for (let i = 0; i < n; i += 1) {
      const increment = (h / 6) * (k1[i]! + 2 * k2[i]! + 2 * k3[i]! + k4[i]!);
      const before = values[i]!;
      const part = increment - this.#lost[i]!;
      const after = before + part;
      if (after - after !== 0) cause = this.#causeAt(cause, i);
      this.#lost[i] = after - before - part;
      values[i] = after;
      this.#changes[i] = Math.max(this.#changes[i]!, Math.abs(increment));
      this.largest[i] = Math.max(this.largest[i]!, Math.abs(after));
    }
    return cause;
  }

  /** Largest change of any component in one step, relative to its largest size. */
  change(): number {
    let largest = 0;
    for (let i = 0; i < this.values.length; i += 1) {
      if (this.largest[i]! > 0) largest = Math.max(largest, this.#changes[i]! / this.largest[i]!);
    }
    return largest;
  }

  #rates(t: number, into: Float64Array): void {
    const slots = this.#slots;
    const system = this.#system;
    slots[system.time] = Math.min(Math.max(t, this.low), this.high);
    for (let i = 0; i < into.length; i += 1) into[i] = system.rates[i]!(slots);
  }

  #causeAt(known: Breakdown["cause"] | null, i: number): Breakdown["cause"] {
    if (known === "overflow") return known;
    const infinite = [this.#k1, this.#k2, this.#k3, this.#k4].some((k) =>
      k.some((rate) => Math.abs(rate) === Number.POSITIVE_INFINITY),
    );
    return infinite ||
      this.largest.some((size) => size > GROWING) ||
      Math.abs(this.values[i]!) > GROWING
      ? "overflow"
      : "domain";
  }
}
