/**
 * Keys that were looked up, so that a request costs one look into memory; one that is revoked is
 * gone from it at once.
 */
import type { Principal } from "../../protocol/identity/principal.js";

interface Known {
  readonly principal: Principal;
  /** First calcond at which it no longer holds; null for ever. */
  readonly untilCalcond: number | null;
}

export class KeyCache {
  readonly #known = new Map<string, Known>();
  readonly #keyOf = new Map<string, string>();
  readonly #entriesMax: number;
  #changes = 0;

  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax;
  }

  get size(): number {
    return this.#known.size;
  }

  /**
   * Counts what was forgotten: a look into the store that began before may have read what no longer
   * holds.
   */
  get changes(): number {
    return this.#changes;
  }

  get(key: string): Known | undefined {
    return this.#known.get(key);
  }

  /** @param since `changes` when the look into the store began */
  add(key: string, known: Known, since: number): void {
    if (since !== this.#changes) return;
    if (this.#known.size >= this.#entriesMax) {
      const oldest = this.#known.keys().next().value;
      if (oldest !== undefined) this.#drop(oldest);
    }
    this.#known.set(key, known);
    this.#keyOf.set(known.principal.keyHash, key);
  }

  /** Called when it was written that a key ends: the next request with it looks into the store. */
  forget(keyHashes: readonly string[]): void {
    this.#changes += 1;
    for (const hash of keyHashes) {
      const key = this.#keyOf.get(hash);
      if (key !== undefined) this.#drop(key);
    }
  }

  #drop(key: string): void {
    const known = this.#known.get(key);
    if (known === undefined) return;
    this.#known.delete(key);
    this.#keyOf.delete(known.principal.keyHash);
  }
}
