/**
 * The lesson from a conflict: its first unique implication point, minimised, with the clauses
 * it rests on.
 */
import { HEADER, ID, type ClauseStore } from "./clauses.js";
import type { ActivityOrder } from "./order.js";
import { NONE, type Trail } from "./trail.js";

/** Numbers up to which insertion sorts faster than the engine's own sort, which costs a call. */
const INSERTION_MAX = 96;

/** Descending, which is the order that most of the numbers come in. */
function sortDown(numbers: Int32Array, count: number): void {
  if (count > INSERTION_MAX) {
    numbers.subarray(0, count).sort().reverse();
    return;
  }
  for (let i = 1; i < count; i += 1) {
    const moved = numbers[i]!;
    let at = i;
    while (at > 0 && numbers[at - 1]! < moved) {
      numbers[at] = numbers[at - 1]!;
      at -= 1;
    }
    numbers[at] = moved;
  }
}

export class Analysis {
  /** The learned clause: the literal it asserts, then one of the level to go back to. */
  readonly learned: Int32Array;
  size = 0;
  /**
   * Ids of clauses, each unit under the negated learned clause when its turn comes, the violated
   * one last.
   */
  readonly hints: Int32Array;
  hintCount = 0;
  /** Number of decision levels in the learned clause. */
  spread = 0;

  readonly #trail: Trail;
  readonly #store: ClauseStore;
  readonly #order: ActivityOrder;
  readonly #seen: Uint8Array;
  readonly #marked: Int32Array;
  #markedCount = 0;
  readonly #stack: Int32Array;
  readonly #levelStamp: Int32Array;
  #stamp = 0;

  constructor(variables: number, trail: Trail, store: ClauseStore, order: ActivityOrder) {
    this.#trail = trail;
    this.#store = store;
    this.#order = order;
    this.learned = new Int32Array(variables + 1);
    this.hints = new Int32Array(variables + 1);
    this.#seen = new Uint8Array(variables);
    this.#marked = new Int32Array(variables);
    this.#stack = new Int32Array(variables + 1);
    this.#levelStamp = new Int32Array(variables + 1);
  }

  /** @returns the level to go back to */
  run(conflict: number): number {
    this.size = 1;
    this.hintCount = 0;
    this.#resolve(conflict);
    this.#stampLevels();
    let kept = 1;
    for (let i = 1; i < this.size; i += 1) {
      const code = this.learned[i]!;
      if (this.#trail.reason[code >> 1] !== NONE && this.#isRedundant(code >> 1)) continue;
      this.learned[kept] = code;
      kept += 1;
    }
    this.size = kept;
    for (let i = 0; i < this.#markedCount; i += 1) this.#seen[this.#marked[i]!] = 0;
    this.#markedCount = 0;
    this.#nameHints(conflict);
    this.spread = this.#stampLevels();
    return this.#backLevel();
  }

  #resolve(conflict: number): void {
    const { learned } = this;
    const order = this.#order;
    const seen = this.#seen;
    const store = this.#store;
    const trail = this.#trail;
    const { level, literals, position, reason } = trail;
    const { arena } = store;
    const current = trail.depth;
    let open = 0;
    let index = trail.size - 1;
    let clause = conflict;
    let pivot = NONE;
    for (;;) {
      if (arena[clause + 1]! > 0) store.bump(clause);
      const end = clause + HEADER + arena[clause]!;
      for (let k = clause + HEADER; k < end; k += 1) {
        const code = arena[k]!;
        const variable = code >> 1;
        if (seen[variable] === 1 || level[variable] === 0) continue;
        this.#mark(variable);
        order.bump(variable);
        if (level[variable] === current) {
          open += 1;
        } else {
          learned[this.size] = code;
          this.size += 1;
        }
      }
      while (seen[literals[index]! >> 1] === 0) index -= 1;
      pivot = literals[index]!;
      index -= 1;
      open -= 1;
      if (open === 0) break;
      clause = reason[pivot >> 1]!;
      this.#hint(position[pivot >> 1]!);
    }
    learned[0] = pivot ^ 1;
  }

  #mark(variable: number): void {
    this.#seen[variable] = 1;
    this.#marked[this.#markedCount] = variable;
    this.#markedCount += 1;
  }

  /**
   * The reason of the literal that stands there on the trail is needed; each is named once at most.
   */
  #hint(position: number): void {
    this.hints[this.hintCount] = position;
    this.hintCount += 1;
  }

  /**
   * Places on the trail become the ids of their reasons, in the order in which propagation meets
   * them.
   */
  #nameHints(conflict: number): void {
    const { hintCount, hints } = this;
    const { arena } = this.#store;
    const { literals, reason } = this.#trail;
    sortDown(hints, hintCount);
    for (let low = 0, high = hintCount - 1; low <= high; low += 1, high -= 1) {
      const last = hints[low]!;
      hints[low] = arena[reason[literals[hints[high]!]! >> 1]! + ID]!;
      hints[high] = arena[reason[literals[last]! >> 1]! + ID]!;
    }
    hints[hintCount] = arena[conflict + ID]!;
    this.hintCount += 1;
  }

  /** @returns how many levels the learned clause has */
  #stampLevels(): number {
    const { learned } = this;
    const levelStamp = this.#levelStamp;
    const { level } = this.#trail;
    this.#stamp += 1;
    let count = 0;
    for (let i = 0; i < this.size; i += 1) {
      const at = level[learned[i]! >> 1]!;
      if (levelStamp[at] === this.#stamp) continue;
      levelStamp[at] = this.#stamp;
      count += 1;
    }
    return count;
  }

  /**
   * Whether a literal of the learned clause follows from the others; if so, the clauses that show
   * it join the hints.
   */
  #isRedundant(variable: number): boolean {
    const levelStamp = this.#levelStamp;
    const marked = this.#marked;
    const seen = this.#seen;
    const stack = this.#stack;
    const stamp = this.#stamp;
    const { level, position, reason } = this.#trail;
    const { arena } = this.#store;
    const before = this.#markedCount;
    stack[0] = variable;
    let size = 1;
    while (size > 0) {
      size -= 1;
      const clause = reason[stack[size]!]!;
      const end = clause + HEADER + arena[clause]!;
      for (let k = clause + HEADER; k < end; k += 1) {
        const next = arena[k]! >> 1;
        if (seen[next] === 1 || level[next] === 0) continue;
        if (reason[next] === NONE || levelStamp[level[next]!] !== stamp) {
          for (let i = before; i < this.#markedCount; i += 1) seen[marked[i]!] = 0;
          this.#markedCount = before;
          return false;
        }
        this.#mark(next);
        stack[size] = next;
        size += 1;
      }
    }
    this.#hint(position[variable]!);
    for (let i = before; i < this.#markedCount; i += 1) this.#hint(position[marked[i]!]!);
    return true;
  }

  /** The highest level beside the current one, its literal moved to the second place. */
  #backLevel(): number {
    const { learned, size } = this;
    const { level } = this.#trail;
    if (size === 1) return 0;
    let at = 1;
    for (let i = 2; i < size; i += 1)
      if (level[learned[i]! >> 1]! > level[learned[at]! >> 1]!) at = i;
    const code = learned[at]!;
    learned[at] = learned[1]!;
    learned[1] = code;
    return level[code >> 1]!;
  }
}
