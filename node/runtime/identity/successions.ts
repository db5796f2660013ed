/** Which keys of nodes have ended, and which followed them: what all parts of a node read alike. */
import type { KeyEnded } from "../../../protocol/events/keyEnds.js";

export class Successions {
  readonly #ends = new Map<string, KeyEnded>();
  readonly #listeners = new Set<(ended: KeyEnded) => void>();

  /** Told of each key that ends, also of those that had ended before the start. */
  onEnded(listener: (ended: KeyEnded) => void): void {
    this.#listeners.add(listener);
    for (const ended of this.#ends.values()) listener(ended);
  }

  /**
   * Of two ends of one key the earlier one holds: a revocation may come behind a rotation.
   * @returns whether it is news
   */
  note(ended: KeyEnded): boolean {
    const before = this.#ends.get(ended.key);
    if (before !== undefined && before.size <= ended.size) return false;
    this.#ends.set(ended.key, ended);
    for (const listener of this.#listeners) listener(ended);
    return true;
  }

  /** How a key ended; null while it has not. */
  endOf(key: string): KeyEnded | null {
    return this.#ends.get(key) ?? null;
  }

  all(): Iterable<KeyEnded> {
    return this.#ends.values();
  }

  /** The newest key of the node that had this one. */
  newestOf(key: string): string {
    const seen = new Set([key]);
    let newest = key;
    for (;;) {
      const next = this.#ends.get(newest)?.successor;
      if (next === undefined || seen.has(next)) return newest;
      seen.add(next);
      newest = next;
    }
  }

  /** Whether two keys are of one node. */
  areOne(a: string, b: string): boolean {
    return a === b || this.newestOf(a) === this.newestOf(b);
  }

  /** Whether an event of a key stands behind its end. */
  isPast(key: string, seq: number): boolean {
    return seq >= (this.#ends.get(key)?.size ?? Infinity);
  }
}
