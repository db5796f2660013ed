/**
 * The assignment: values, levels, reasons, in the order they came; and what follows from it by unit
 * propagation.
 */
import { HEADER, type ClauseStore } from "./clauses.js";
import type { ActivityOrder } from "./order.js";

/** No clause: a decision, a unit of the formula, or no conflict. */
export const NONE = -1;

export class Trail {
  /**
   * By literal code: 1 true, -1 false, 0 open. Behind the last one a literal that is always false,
   * for clauses of two.
   */
  readonly value: Int8Array;
  /** By variable. */
  readonly level: Int32Array;
  readonly reason: Int32Array;
  readonly position: Int32Array;
  /** Sign of the last value of each variable: 1 false. */
  readonly #phase: Uint8Array;
  readonly literals: Int32Array;
  size = 0;
  /** Where each decision level begins. */
  readonly #starts: Int32Array;
  /** The decision level. */
  depth = 0;
  propagations = 0;
  #head = 0;
  readonly #store: ClauseStore;
  readonly #order: ActivityOrder;

  constructor(variables: number, store: ClauseStore, order: ActivityOrder) {
    this.#store = store;
    this.#order = order;
    this.value = new Int8Array(2 * variables + 2);
    this.value[2 * variables + 1] = -1;
    this.level = new Int32Array(variables);
    this.reason = new Int32Array(variables).fill(NONE);
    this.position = new Int32Array(variables);
    this.#phase = new Uint8Array(variables).fill(1);
    this.literals = new Int32Array(variables);
    this.#starts = new Int32Array(variables + 1);
  }

  assign(code: number, reason: number): void {
    const variable = code >> 1;
    this.value[code] = 1;
    this.value[code ^ 1] = -1;
    this.level[variable] = this.depth;
    this.reason[variable] = reason;
    this.position[variable] = this.size;
    this.literals[this.size] = code;
    this.size += 1;
  }

  /** The value that a variable had last; false at first. */
  decide(variable: number): void {
    this.#starts[this.depth] = this.size;
    this.depth += 1;
    this.assign(2 * variable + this.#phase[variable]!, NONE);
  }

  /** The last literal is open again first. */
  backTo(level: number): void {
    if (this.depth <= level) return;
    const { literals, reason, value } = this;
    const order = this.#order;
    const phase = this.#phase;
    const from = this.#starts[level]!;
    for (let i = this.size - 1; i >= from; i -= 1) {
      const code = literals[i]!;
      const variable = code >> 1;
      value[code] = 0;
      value[code ^ 1] = 0;
      reason[variable] = NONE;
      phase[variable] = code & 1;
      order.insert(variable);
    }
    this.size = from;
    this.#head = from;
    this.depth = level;
  }

  /** @returns the clause that is violated, or NONE */
  propagate(): number {
    const { literals } = this;
    const from = this.#head;
    let conflict = NONE;
    let head = from;
    while (conflict === NONE && head < this.size) {
      const falsified = literals[head]! ^ 1;
      head += 1;
      conflict = this.#visitShort(falsified);
      if (conflict === NONE) conflict = this.#visit(falsified);
    }
    this.propagations += head - from;
    this.#head = conflict === NONE ? head : this.size;
    return conflict;
  }

  /**
   * Short clauses with a literal that became false: none moves, for each is listed under all its
   * literals.
   */
  #visitShort(falsified: number): number {
    const { value } = this;
    const store = this.#store;
    const { shorts } = store;
    const end = store.shortStarts[falsified + 1]!;
    for (let i = store.shortStarts[falsified]!; i < end; i += 3) {
      const one = shorts[i]!;
      const two = shorts[i + 1]!;
      // Two open ones, or one true: not negative. One false and one open: -1.
      const sum = value[one]! + value[two]!;
      if (sum >= 0) continue;
      if (sum < -1) return shorts[i + 2]!;
      this.assign(value[one] === 0 ? one : two, shorts[i + 2]!);
    }
    return NONE;
  }

  /**
   * Clauses that watch a literal which became false: each finds another, implies its last one, or
   * is violated.
   */
  #visit(falsified: number): number {
    const { value } = this;
    const store = this.#store;
    const { arena } = store;
    const list = store.watches[falsified]!;
    const n = store.watchSizes[falsified]!;
    let kept = 0;
    let conflict = NONE;
    let i = 0;
    while (i < n && conflict === NONE) {
      const clause = list[i]!;
      const blocker = list[i + 1]!;
      i += 2;
      if (value[blocker]! > 0) {
        list[kept] = clause;
        list[kept + 1] = blocker;
        kept += 2;
        continue;
      }
      const base = clause + HEADER;
      const other = arena[base]! ^ arena[base + 1]! ^ falsified;
      if (value[other]! <= 0) {
        const end = base + arena[clause]!;
        let k = base + 2;
        while (k < end && value[arena[k]!]! < 0) k += 1;
        if (k < end) {
          const code = arena[k]!;
          arena[base] = other;
          arena[base + 1] = code;
          arena[k] = falsified;
          store.watch(code, clause, other);
          continue;
        }
        if (value[other] === 0) this.assign(other, clause);
        else conflict = clause;
      }
      list[kept] = clause;
      list[kept + 1] = other;
      kept += 2;
    }
    if (kept === i) return conflict;
    for (; i < n; i += 1, kept += 1) list[kept] = list[i]!;
    store.watchSizes[falsified] = kept;
    return conflict;
  }
}
