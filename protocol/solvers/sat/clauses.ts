/**
 * Clauses in one arena: short ones of the formula listed by every literal, the others watched by
 * two of theirs each.
 */

/**
 * Words before the literals: size, level spread of a learned clause (0 of an original one), proof
 * id, activity, next place.
 */
export const HEADER = 5;
const SPREAD = 1;
export const ID = 2;
const ACTIVITY = 3;
const NEXT = 4;
const FIRST_WORDS = 16_384;
const FIRST_WATCHES = 16;
/** Literals up to which an original clause is listed whole. */
const SHORT_MAX = 3;
const DROPPED = -1;
/** Spread up to which a learned clause is never thrown away. */
const SPREAD_KEPT = 2;
const ACTIVITY_MAX = 1e20;
const DECAY = 0.999;
const NO_WATCHES = new Int32Array(0);

export class ClauseStore {
  arena: Int32Array;
  /** The same words as single precision, for activities. */
  #floats: Float32Array;
  #end = 0;
  /** Where the learned clauses begin: all behind it are learned. */
  #learnedFrom = 0;
  /** Learned clauses of a wider spread than those that are always kept. */
  droppable = 0;
  /** By literal code: pairs of a clause that watches it and another literal of that clause. */
  readonly watches: Int32Array[];
  readonly watchSizes: Int32Array;
  /**
   * From shortStarts[code] on: the other two literals of a short clause (of two: and one that is
   * always false), the clause.
   */
  readonly shortStarts: Int32Array;
  shorts = NO_WATCHES;
  #activityStep = 1;
  #keys = new Float64Array(512);

  constructor(variables: number, words: number) {
    this.arena = new Int32Array(words + FIRST_WORDS);
    this.#floats = new Float32Array(this.arena.buffer);
    this.watches = Array.from({ length: 2 * variables }, () => NO_WATCHES);
    this.watchSizes = new Int32Array(2 * variables);
    this.shortStarts = new Int32Array(2 * variables + 1);
  }

  /**
   * All original clauses come before the first learned one. @param spread 0 for an original clause
   * @returns where it stands
   */
  add(literals: Int32Array, from: number, size: number, id: number, spread: number): number {
    const at = this.#end;
    if (at + HEADER + size > this.arena.length) this.#grow(at + HEADER + size);
    const { arena } = this;
    arena[at] = size;
    arena[at + SPREAD] = spread;
    arena[at + ID] = id;
    arena[at + NEXT] = at;
    this.#floats[at + ACTIVITY] = 0;
    for (let i = 0; i < size; i += 1) arena[at + HEADER + i] = literals[from + i]!;
    this.#end = at + HEADER + size;
    if (spread > SPREAD_KEPT) this.droppable += 1;
    else if (spread === 0) this.#learnedFrom = this.#end;
    if (spread > 0 || size > SHORT_MAX) {
      this.watch(arena[at + HEADER]!, at, arena[at + HEADER + 1]!);
      this.watch(arena[at + HEADER + 1]!, at, arena[at + HEADER]!);
    }
    return at;
  }

  #grow(need: number): void {
    const grown = new Int32Array(2 * need);
    grown.set(this.arena.subarray(0, this.#end));
    this.arena = grown;
    this.#floats = new Float32Array(grown.buffer);
  }

  watch(code: number, clause: number, other: number): void {
    let list = this.watches[code]!;
    const n = this.watchSizes[code]!;
    if (n + 2 > list.length) {
      const grown = new Int32Array(Math.max(FIRST_WATCHES, 2 * n));
      grown.set(list);
      this.watches[code] = grown;
      list = grown;
    }
    list[n] = clause;
    list[n + 1] = other;
    this.watchSizes[code] = n + 2;
  }

  /** Lists the short clauses by their literals, in the order of the formula. */
  listShort(): void {
    const { arena, shortStarts } = this;
    const learnedFrom = this.#learnedFrom;
    const fill = shortStarts.subarray(1).fill(0);
    let words = 0;
    for (let at = 0; at < learnedFrom; at += HEADER + arena[at]!) {
      if (arena[at]! > SHORT_MAX) continue;
      for (let k = 0; k < arena[at]!; k += 1, words += 3) fill[arena[at + HEADER + k]!]! += 3;
    }
    let start = 0;
    for (let code = 0; code < fill.length; code += 1) {
      const count = fill[code]!;
      fill[code] = start;
      start += count;
    }
    const shorts = new Int32Array(words);
    const alwaysFalse = fill.length + 1;
    for (let at = 0; at < learnedFrom; at += HEADER + arena[at]!) {
      const size = arena[at]!;
      if (size > SHORT_MAX) continue;
      const base = at + HEADER;
      for (let k = 0; k < size; k += 1) {
        const code = arena[base + k]!;
        const to = fill[code]!;
        shorts[to] = arena[base + (k === 0 ? 1 : 0)]!;
        shorts[to + 1] = size === 2 ? alwaysFalse : arena[base + (k === 2 ? 1 : 2)]!;
        shorts[to + 2] = at;
        fill[code] = to + 3;
      }
    }
    this.shorts = shorts;
  }

  /** A learned clause took part in a conflict. */
  bump(clause: number): void {
    const raised = this.#floats[clause + ACTIVITY]! + this.#activityStep;
    this.#floats[clause + ACTIVITY] = raised;
    if (raised > ACTIVITY_MAX) {
      const { arena } = this;
      const end = this.#end;
      const floats = this.#floats;
      for (let at = this.#learnedFrom; at < end; at += HEADER + arena[at]!)
        floats[at + ACTIVITY] = floats[at + ACTIVITY]! / ACTIVITY_MAX;
      this.#activityStep /= ACTIVITY_MAX;
    }
  }

  decay(): void {
    this.#activityStep /= DECAY;
  }

  /** Drops the less active half of the droppable clauses that `isFree`; of equal ones the older. */
  dropInactive(isFree: (clause: number) => boolean, reason: Int32Array): void {
    const { arena } = this;
    const end = this.#end;
    const floats = this.#floats;
    const learnedFrom = this.#learnedFrom;
    if (this.#keys.length < this.droppable) this.#keys = new Float64Array(2 * this.droppable);
    const isOpen = (at: number): boolean => arena[at + SPREAD]! > SPREAD_KEPT && isFree(at);
    let n = 0;
    for (let at = learnedFrom; at < end; at += HEADER + arena[at]!) {
      if (!isOpen(at)) continue;
      this.#keys[n] = floats[at + ACTIVITY]!;
      n += 1;
    }
    const half = n >> 1;
    if (half === 0) return;
    const sorted = this.#keys.subarray(0, n).sort();
    const limit = sorted[half - 1]!;
    let equal = 0;
    while (equal < half && sorted[half - 1 - equal] === limit) equal += 1;
    this.#compact(
      learnedFrom,
      (at) => {
        const activity = floats[at + ACTIVITY]!;
        if (activity > limit || !isOpen(at)) return true;
        if (activity < limit) return false;
        equal -= 1;
        return equal < 0;
      },
      reason,
    );
  }

  /** Drops every clause that does not pass; no clause that is dropped may be a reason. */
  dropAll(keep: (clause: number) => boolean, reason: Int32Array): void {
    this.#compact(0, keep, reason);
    this.listShort();
  }

  /** Closes the gaps behind `from`; watches and reasons follow the clauses they name. */
  #compact(from: number, keep: (clause: number) => boolean, reason: Int32Array): void {
    const { arena } = this;
    const end = this.#end;
    const learnedFrom = this.#learnedFrom;
    let to = from;
    for (let at = from; at < end; at += HEADER + arena[at]!) {
      if (keep(at)) {
        arena[at + NEXT] = to;
        to += HEADER + arena[at]!;
      } else {
        arena[at + NEXT] = DROPPED;
      }
    }
    for (let code = 0; code < this.watches.length; code += 1)
      this.watchSizes[code] = this.#followed(code);
    for (let v = 0; v < reason.length; v += 1)
      if (reason[v]! >= 0) reason[v] = arena[reason[v]! + NEXT]!;
    this.droppable = 0;
    let original = from;
    for (let at = from; at < end;) {
      const words = HEADER + arena[at]!;
      const place = arena[at + NEXT]!;
      if (place >= 0) {
        if (at < learnedFrom) original = place + words;
        else if (arena[at + SPREAD]! > SPREAD_KEPT) this.droppable += 1;
        arena.copyWithin(place, at, at + words);
      }
      at += words;
    }
    this.#learnedFrom = from < learnedFrom ? original : learnedFrom;
    this.#end = to;
  }

  /** Watches of a literal after clauses moved. @returns words that are left */
  #followed(code: number): number {
    const { arena } = this;
    const list = this.watches[code]!;
    const n = this.watchSizes[code]!;
    let kept = 0;
    for (let i = 0; i < n; i += 2) {
      const place = arena[list[i]! + NEXT]!;
      if (place < 0) continue;
      list[kept] = place;
      list[kept + 1] = list[i + 1]!;
      kept += 2;
    }
    return kept;
  }
}
