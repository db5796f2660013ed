/**
 * How far the database is behind what was acknowledged, as the threads of a process see it: one
 * counts up what is durable in the files ahead and what the database has of it, the others wait
 * where they read what may still be missing.
 */
import { StoreError } from "../errors.js";

const GIVEN = 0;
const APPLIED = 1;
const FAILED = 2;
const COUNTERS = 3;

/** The database refused what was acknowledged already. */
export function behindError(cause?: unknown): StoreError {
  return new StoreError(
    "STORE_IO",
    "the database could not take what is durable in the files ahead of it: nothing is read or written until " +
      "the node is started again, which brings it in",
    cause,
  );
}

export class Progress {
  /** To be handed to the other threads. */
  readonly shared: SharedArrayBuffer;
  readonly #counters: Int32Array;
  #wanted: (() => void) | null = null;

  /** @param shared of the one who counts; absent: nothing is behind yet */
  constructor(shared = new SharedArrayBuffer(COUNTERS * Int32Array.BYTES_PER_ELEMENT)) {
    this.shared = shared;
    this.#counters = new Int32Array(shared);
  }

  /**
   * Called when somebody waits for what the database does not have yet; of this thread, by this
   * handle.
   */
  whenWanted(listener: () => void): void {
    this.#wanted = listener;
  }

  /** A batch is durable; to be called before anyone is told. */
  give(): void {
    Atomics.add(this.#counters, GIVEN, 1);
  }

  /** The database has so many batches more. */
  apply(count: number): void {
    Atomics.add(this.#counters, APPLIED, count);
    Atomics.notify(this.#counters, APPLIED);
  }

  /** The database will have no more of them. */
  fail(): void {
    Atomics.store(this.#counters, FAILED, 1);
    Atomics.notify(this.#counters, APPLIED);
  }

  /**
   * Resolves when the database has what was given until now; null where it has, which is told
   * without waiting a turn.
   * @throws StoreError STORE_IO when it never will
   */
  caughtUp(): Promise<void> | null {
    const given = Atomics.load(this.#counters, GIVEN);
    if (!this.#isBehind(given)) return null;
    this.#wanted?.();
    return this.#until(given);
  }

  /** How often something was given, where the database has all of it; else null. */
  get settled(): number | null {
    const given = Atomics.load(this.#counters, GIVEN);
    return this.#isBehind(given) ? null : given;
  }

  #isBehind(given: number): boolean {
    // Counters start again below zero when they are full; what counts is how far they are apart.
    return ((Atomics.load(this.#counters, APPLIED) - given) | 0) < 0;
  }

  async #until(given: number): Promise<void> {
    for (;;) {
      const applied = Atomics.load(this.#counters, APPLIED);
      if (!this.#isBehind(given)) return;
      if (Atomics.load(this.#counters, FAILED) !== 0) throw behindError();
      const { async, value } = Atomics.waitAsync(this.#counters, APPLIED, applied);
      if (async) await value;
    }
  }
}
