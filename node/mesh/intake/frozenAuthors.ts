/** Authors of whom nothing is taken from some number on: two histories are proven, or a key has ended. */

interface SpineEnd {
  readonly seq: number;
  readonly id: string;
}

interface Frozen {
  /** First number that is in dispute, or behind the end of a key. */
  seq: number;
  /** Two histories are proven; else the key has ended. */
  isForked: boolean;
  /** The key that follows, where it has ended. */
  successor: string | null;
  /** The event before it, once read; null when there is none. */
  common: SpineEnd | null;
}

export class FrozenAuthors {
  readonly #authors = new Map<string, Frozen>();

  /** Whether what the author signed from this number on is in dispute. */
  has(author: string, seq = Number.MAX_SAFE_INTEGER): boolean {
    const frozen = this.#authors.get(author);
    return frozen !== undefined && seq >= frozen.seq;
  }

  /** First number in dispute, or null. */
  seqOf(author: string): number | null {
    return this.#authors.get(author)?.seq ?? null;
  }

  /** Of whom two histories are proven. */
  forked(): readonly string[] {
    return [...this.#authors].filter(([, { isForked }]) => isForked).map(([author]) => author);
  }

  isForked(author: string): boolean {
    return this.#authors.get(author)?.isForked === true;
  }

  /** How many events of a key stand, and which one follows it; null while it has not ended. */
  endOf(author: string): { readonly size: number; readonly successor: string } | null {
    const { seq: size, successor } = this.#authors.get(author) ?? { seq: 0, successor: null };
    return successor === null ? null : { size, successor };
  }

  /**
   * @param successor null: two histories are proven
   * @returns whether earlier events than before are in dispute
   */
  freeze(author: string, seq: number, successor: string | null): boolean {
    const before = this.#authors.get(author);
    const isForked = successor === null;
    if (before !== undefined) {
      before.isForked ||= isForked;
      before.successor ??= successor;
      if (before.seq <= seq) return false;
    }
    this.#authors.set(author, {
      seq,
      common: null,
      isForked: isForked || before?.isForked === true,
      successor: successor ?? before?.successor ?? null,
    });
    return true;
  }

  /** The last event that is beyond dispute has been read. */
  noteCommon(author: string, common: SpineEnd): void {
    const frozen = this.#authors.get(author);
    if (frozen !== undefined) frozen.common = common;
  }

  /** The end of a spine as far as it is beyond dispute; null where nothing is. */
  endWithin(author: string, tip: SpineEnd): SpineEnd | null {
    const frozen = this.#authors.get(author);
    return frozen === undefined || tip.seq < frozen.seq ? tip : frozen.common;
  }
}
