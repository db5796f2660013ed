/**
 * In which records an answer may stand, by the hash of its key: 12 bytes an answer, in memory. A key
 * that is not here has no answer, so a new one costs no read. One that is here may have none: only
 * the record says.
 */

/** Where a record may stand that has the answer. */
export interface AnswerCandidate {
  readonly calcond: number;
  /** The first four bytes of the first hash in the record. */
  readonly first: number;
}

const CELL_WORDS = 3;
const CELLS_MIN = 1 << 10;
/** Of all cells, those that may be used: more make the walk to an empty one long. */
const FILL_MAX = 0.7;
const NONE: readonly AnswerCandidate[] = [];

export class AnswerIndex {
  /** Each cell: tag, calcond + 1, first; a calcond of 0 stands in an empty one. */
  #cells = new Uint32Array(CELLS_MIN * CELL_WORDS);
  #mask = CELLS_MIN - 1;
  #used = 0;

  /** Cells in use, of answers that are over, too. */
  get size(): number {
    return this.#used;
  }

  /**
   * @param tag four bytes of the hash of an answer
   * @param horizon answers of an earlier calcond are over: their cells are given up
   */
  add(tag: number, { calcond, first }: AnswerCandidate, horizon: number): void {
    if (this.#used >= FILL_MAX * (this.#mask + 1)) this.trim(horizon);
    this.#enter(tag, calcond + 1, first);
  }

  /** Records that may have an answer, of those that are not over; the newest first, as the last one counts. */
  candidates(tag: number, horizon: number): readonly AnswerCandidate[] {
    let found: AnswerCandidate[] | null = null;
    const cells = this.#cells;
    for (let at = this.#cellOf(tag); cells[at + 1] !== 0; at = this.#after(at)) {
      const calcond = cells[at + 1]! - 1;
      if (cells[at] !== tag || calcond < horizon) continue;
      found ??= [];
      found.push({ calcond, first: cells[at + 2]! });
    }
    return found?.reverse().sort((one, other) => other.calcond - one.calcond) ?? NONE;
  }

  /** Gives up the cells of answers that are over, and has room for as many again as are left. */
  trim(horizon: number): void {
    const before = this.#cells;
    let live = 0;
    for (let at = 1; at < before.length; at += CELL_WORDS) if (before[at]! > horizon) live += 1;
    let cells = CELLS_MIN;
    while (cells * FILL_MAX < 2 * live) cells *= 2;
    this.#cells = new Uint32Array(cells * CELL_WORDS);
    this.#mask = cells - 1;
    this.#used = 0;
    for (let at = 0; at < before.length; at += CELL_WORDS)
      if (before[at + 1]! > horizon) this.#enter(before[at]!, before[at + 1]!, before[at + 2]!);
  }

  #enter(tag: number, calcond: number, first: number): void {
    const cells = this.#cells;
    let at = this.#cellOf(tag);
    while (cells[at + 1] !== 0) {
      if (cells[at] === tag && cells[at + 1] === calcond && cells[at + 2] === first) return;
      at = this.#after(at);
    }
    cells[at] = tag;
    cells[at + 1] = calcond;
    cells[at + 2] = first;
    this.#used += 1;
  }

  #cellOf(tag: number): number {
    return (tag & this.#mask) * CELL_WORDS;
  }

  #after(at: number): number {
    const next = at + CELL_WORDS;
    return next === this.#cells.length ? 0 : next;
  }
}
