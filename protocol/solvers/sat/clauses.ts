/** Clauses in one arena, watched by two of their literals each. */

/** Words before the literals: size, level spread of a learned clause (0 of an original one), proof id, activity. */
export const HEADER = 4;
const FIRST_WORDS = 1_024;
const MOVED = -1;

export class ClauseStore {
  arena: Int32Array;
  /** The same words as single precision, for activities. */
  private floats: Float32Array;
  end = 0;
  /** By literal code: pairs of a clause that watches it and another literal of that clause. */
  readonly watches: Int32Array[];
  readonly watchSizes: Int32Array;
  originals: number[] = [];
  learned: number[] = [];
  private activityStep = 1;

  constructor(variables: number, words: number) {
    this.arena = new Int32Array(Math.max(FIRST_WORDS, words));
    this.floats = new Float32Array(this.arena.buffer);
    this.watches = Array.from({ length: 2 * variables }, () => new Int32Array(8));
    this.watchSizes = new Int32Array(2 * variables);
  }

  /** @returns where the clause stands; its first two literals are watched */
  add(literals: Int32Array, from: number, size: number, id: number, spread: number): number {
    const at = this.end;
    if (at + HEADER + size > this.arena.length) this.grow(at + HEADER + size);
    const { arena } = this;
    arena[at] = size;
    arena[at + 1] = spread;
    arena[at + 2] = id;
    this.floats[at + 3] = 0;
    for (let i = 0; i < size; i += 1) arena[at + HEADER + i] = literals[from + i]!;
    this.end = at + HEADER + size;
    (spread > 0 ? this.learned : this.originals).push(at);
    this.watch(arena[at + HEADER]!, at, arena[at + HEADER + 1]!);
    this.watch(arena[at + HEADER + 1]!, at, arena[at + HEADER]!);
    return at;
  }

  private grow(need: number): void {
    let size = 2 * this.arena.length;
    while (size < need) size *= 2;
    const grown = new Int32Array(size);
    grown.set(this.arena.subarray(0, this.end));
    this.arena = grown;
    this.floats = new Float32Array(grown.buffer);
  }

  watch(code: number, clause: number, other: number): void {
    let list = this.watches[code]!;
    const n = this.watchSizes[code]!;
    if (n + 2 > list.length) {
      const grown = new Int32Array(2 * list.length);
      grown.set(list);
      this.watches[code] = grown;
      list = grown;
    }
    list[n] = clause;
    list[n + 1] = other;
    this.watchSizes[code] = n + 2;
  }

  /** A learned clause took part in a conflict. */
  bump(clause: number): void {
    const raised = this.floats[clause + 3]! + this.activityStep;
    this.floats[clause + 3] = raised;
    if (raised > 1e20) {
      for (const one of this.learned) this.floats[one + 3] = this.floats[one + 3]! * 1e-20;
      this.activityStep *= 1e-20;
    }
  }

  decay(): void {
    this.activityStep /= 0.999;
  }

  activityOf(clause: number): number {
    return this.floats[clause + 3]!;
  }

  /**
   * Throws away what `keep` does not want and closes the gaps.
   * @returns where a clause moved to; only for clauses that were kept
   */
  compact(keep: (clause: number) => boolean): (clause: number) => number {
    const before = this.arena;
    const beforeFloats = this.floats;
    const arena = new Int32Array(before.length);
    const floats = new Float32Array(arena.buffer);
    let end = 0;
    const move = (list: readonly number[]): number[] => {
      const moved: number[] = [];
      for (const clause of list) {
        if (!keep(clause)) continue;
        const words = HEADER + before[clause]!;
        for (let i = 0; i < words; i += 1) arena[end + i] = before[clause + i]!;
        floats[end + 3] = beforeFloats[clause + 3]!;
        moved.push(end);
        before[clause] = MOVED;
        before[clause + 1] = end;
        end += words;
      }
      return moved;
    };
    this.originals = move(this.originals);
    this.learned = move(this.learned);
    this.arena = arena;
    this.floats = floats;
    this.end = end;
    this.watchSizes.fill(0);
    for (const list of [this.originals, this.learned]) {
      for (const at of list) {
        this.watch(arena[at + HEADER]!, at, arena[at + HEADER + 1]!);
        this.watch(arena[at + HEADER + 1]!, at, arena[at + HEADER]!);
      }
    }
    return (clause) => before[clause + 1]!;
  }
}
