/**
 * Gives the database what is durable in the files ahead of it, in order, while whoever waited for
 * it goes on. What comes while one batch is under way goes together into the next. Each batch wakes
 * a thread: where it may be held back, some are given together a little later, or as soon as
 * anybody reads what may be among them.
 */
import type { KeyValueStore, Operation } from "../kv.js";
import { behindError, type Progress } from "./progress.js";

/** Frames that wait for the database: more would be kept in memory, and given to it all at once. */
const WAITING_BYTES_MAX = 1_048_576;
/** Batches held back. */
const HELD_MAX = 8;

export interface HoldBack {
  /**
   * Calls a task a little later; the sooner, the less a start has to bring in after a sudden end.
   */
  readonly later: (task: () => void) => void;
  /** Told once when the database refused what is durable: nobody may be waiting for it. */
  readonly refused: (error: Error) => void;
}

export class Applier {
  readonly #database: KeyValueStore;
  readonly #progress: Progress;
  readonly #held: HoldBack | null;
  #operations: Operation[] = [];
  #batches = 0;
  #bytes = 0;
  #isRunning = false;
  #isWanted = false;
  #isArmed = false;
  #failure: Error | null = null;

  /** @param held absent: nothing is held back */
  constructor(database: KeyValueStore, progress: Progress, held: HoldBack | null = null) {
    this.#database = database;
    this.#progress = progress;
    this.#held = held;
    if (held !== null) progress.whenWanted(() => this.#want());
  }

  /** Whether another batch may come before the database has those that wait. */
  get hasRoom(): boolean {
    return this.#failure === null && this.#bytes < WAITING_BYTES_MAX;
  }

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
    this.#advance();
  }

  /**
   * Resolves when the database has what was added until now; null where it has.
   * @throws StoreError STORE_IO (the promise) when it refused something of it: all that follows is
   * refused, too
   */
  caughtUp(): Promise<void> | null {
    return this.#failure === null ? this.#progress.caughtUp() : Promise.reject(this.#failure);
  }

  get #isDue(): boolean {
    return this.#held === null || this.#isWanted || this.#batches >= HELD_MAX;
  }

  #want(): void {
    if (this.#batches === 0) return;
    this.#isWanted = true;
    this.#advance();
  }

  #advance(): void {
    if (this.#isRunning || this.#batches === 0 || this.#failure !== null) return;
    if (this.#isDue) void this.#run();
    else if (!this.#isArmed) {
      this.#isArmed = true;
      this.#held!.later(() => {
        this.#isArmed = false;
        this.#want();
      });
    }
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#batches > 0 && this.#isDue) {
      const [operations, batches] = [this.#operations, this.#batches];
      this.#operations = [];
      this.#batches = 0;
      this.#bytes = 0;
      this.#isWanted = false;
      try {
        await this.#database.batch(operations, { sync: false });
      } catch (error) {
        // Not tried again, and nothing after it: nobody knows what the database has of it, and only
        // a start reads that from its marks.
        this.#failure = behindError(error);
        this.#progress.fail();
        this.#held?.refused(this.#failure);
        return;
      }
      this.#progress.apply(batches);
    }
    this.#isRunning = false;
    this.#advance();
  }
}
