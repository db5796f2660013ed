/** One step of an orbit in a smooth potential. */
import { driftsAndKicks } from "../../math/ode/composition.js";
import { twoSumError } from "../../math/double.js";
import { ACTION, ACTION_CARRY, type State } from "./state.js";
import type { System } from "./systems.js";

export type Order = 4 | 6 | 8;

/** Steps in place. */
export interface Stepping {
  step(state: State, h: number): void;
}

/** The composed step, in place; the action is the exact integral of p dq over its drifts. */
export class Stepper implements Stepping {
  readonly #system: System;
  readonly #drifts: Float64Array;
  readonly #kicks: Float64Array;
  readonly #force: Float64Array;

  constructor(system: System, order: Order) {
    this.#system = system;
    ({ drifts: this.#drifts, kicks: this.#kicks } = driftsAndKicks(order));
    this.#force = new Float64Array(system.dimensions);
  }

  step({ book, carryP, carryQ, p, q }: State, h: number): void {
    const drifts = this.#drifts;
    const force = this.#force;
    const kicks = this.#kicks;
    const system = this.#system;
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
