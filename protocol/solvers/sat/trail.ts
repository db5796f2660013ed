/** The assignment: values, levels, reasons, in the order they came; and what follows from it by unit propagation. */
import { HEADER, type ClauseStore } from "./clauses.js";

/** No clause: a decision, a unit of the formula, or no conflict. */
export const NONE = -1;

export class Trail {
  /** By literal code: 1 true, -1 false, 0 open. */
  readonly value: Int8Array;
  /** By variable. */
  readonly level: Int32Array;
  readonly reason: Int32Array;
  readonly position: Int32Array;
  readonly literals: Int32Array;
  size = 0;
  /** Where each decision level begins. */
  readonly starts: number[] = [];
  propagations = 0;
  private head = 0;
  private readonly store: ClauseStore;

  constructor(variables: number, store: ClauseStore) {
    this.store = store;
    this.value = new Int8Array(2 * variables);
    this.level = new Int32Array(variables);
    this.reason = new Int32Array(variables).fill(NONE);
    this.position = new Int32Array(variables);
    this.literals = new Int32Array(variables);
  }

  assign(code: number, reason: number): void {
    const variable = code >> 1;
    this.value[code] = 1;
    this.value[code ^ 1] = -1;
    this.level[variable] = this.starts.length;
    this.reason[variable] = reason;
    this.position[variable] = this.size;
    this.literals[this.size] = code;
    this.size += 1;
  }

  decide(code: number): void {
    this.starts.push(this.size);
    this.assign(code, NONE);
  }

  /** @param freed called for each literal that is open again, the last first */
  backTo(level: number, freed: (code: number) => void): void {
    if (this.starts.length <= level) return;
    const from = this.starts[level]!;
    for (let i = this.size - 1; i >= from; i -= 1) {
      const code = this.literals[i]!;
      this.value[code] = 0;
      this.value[code ^ 1] = 0;
      freed(code);
    }
    this.size = from;
    this.head = from;
    this.starts.length = level;
  }

  /** @returns the clause that is violated, or NONE */
  propagate(): number {
    let conflict = NONE;
    while (conflict === NONE && this.head < this.size) {
      const falsified = this.literals[this.head]! ^ 1;
      this.head += 1;
      this.propagations += 1;
      conflict = this.visit(falsified);
    }
    if (conflict !== NONE) this.head = this.size;
    return conflict;
  }

  /** Clauses that watch a literal which became false: each finds another, implies its last one, or is violated. */
  private visit(falsified: number): number {
    const { store, value } = this;
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
      if (value[blocker] === 1) {
        list[kept] = clause;
        list[kept + 1] = blocker;
        kept += 2;
        continue;
      }
      const base = clause + HEADER;
      let other = arena[base]!;
      if (other === falsified) {
        other = arena[base + 1]!;
        arena[base] = other;
        arena[base + 1] = falsified;
      }
      if (value[other] !== 1) {
        const end = base + arena[clause]!;
        let k = base + 2;
        while (k < end && value[arena[k]!]! < 0) k += 1;
        if (k < end) {
          const code = arena[k]!;
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
    for (; i < n; i += 1, kept += 1) list[kept] = list[i]!;
    store.watchSizes[falsified] = kept;
    return conflict;
  }
}
