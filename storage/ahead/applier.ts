/**
 * Gives the database what is durable in the files ahead of it, in order, while whoever waited for it goes on. What comes
 * while one batch is under way goes together into the next.
 */
import type { KeyValueStore, Operation } from "../kv.js";
import { behindError, type Progress } from "./progress.js";

/** Frames that wait for the database: more would be kept in memory, and given to it all at once. */
const WAITING_BYTES_MAX = 1_048_576;

export class Applier {
  readonly #database: KeyValueStore;
  readonly #progress: Progress;
  #operations: Operation[] = [];
  #batches = 0;
  #bytes = 0;
  #isRunning = false;
  #failure: Error | null = null;

  constructor(database: KeyValueStore, progress: Progress) {
    this.#database = database;
    this.#progress = progress;
  }

  /** Whether another batch may come before the database has those that wait. */
  get hasRoom(): boolean { return this.#failure === null && this.#bytes < WAITING_BYTES_MAX; }

  /**
   * @param operations of one batch, which is durable
   * @param mark that the database has it
   * @param bytes of its frame
   */
  add(operations: readonly Operation[], mark: Operation, bytes: number): void {
    this.#progress.give();
    for (const operation of operations) this.#operations.push(operation);
    this.#operations.push(mark);
    this.#batches += 1;
    this.#bytes += bytes;
    if (!this.#isRunning) void this.#run();
  }

  /**
   * Resolves when the database has what was added until now; null where it has.
   * @throws StoreError STORE_IO (the promise) when it refused something of it: all that follows is refused, too
   */
  caughtUp(): Promise<void> | null {
    return this.#failure === null ? this.#progress.caughtUp() : Promise.reject(this.#failure);
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#batches > 0) {
      const [operations, batches] = [this.#operations, this.#batches];
      this.#operations = [];
      this.#batches = 0;
      this.#bytes = 0;
      try {
        await this.#database.batch(operations, { sync: false });
      } catch (error) {
        // Not tried again, and nothing after it: nobody knows what the database has of it, and only a start reads that from its marks.
        this.#failure = behindError(error);
        this.#progress.fail();
        return;
      }
      this.#progress.apply(batches);
    }
    this.#isRunning = false;
  }
}
