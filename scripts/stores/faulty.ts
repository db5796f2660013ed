/** A store that misbehaves on request: failing operations, lost unsynced writes, flipped bits. */
import { closedError, StoreError } from "../../storage/kv/errors.js";
import type {
  BatchOptions,
  Entry,
  KeyValueStore,
  Operation,
  RangeOptions,
} from "../../storage/kv/kv.js";
import { MemoryStore } from "./memory.js";
import type { Contents } from "./memory.js";

/** "before": nothing was written. "after": the batch was written and the error came late. */
export type FailureMode = "before" | "after";

export interface FaultPlan {
  /** Which operation fails, counted from 1 over get, getMany, range and batch. */
  readonly failAt?: number;
  readonly mode?: FailureMode;
}

export class FaultyStore implements KeyValueStore {
  readonly #failAt: number;
  readonly #mode: FailureMode;
  #live: MemoryStore;
  #synced: MemoryStore;
  /** Whole batches since the last sync, oldest first. */
  #unsynced: (readonly Operation[])[] = [];
  #operations = 0;
  #failed = false;
  #closed = false;

  constructor({ failAt = 0, mode = "before" }: FaultPlan = {}, contents: Contents = new Map()) {
    this.#failAt = failAt;
    this.#mode = mode;
    this.#live = new MemoryStore(contents);
    this.#synced = new MemoryStore(contents);
  }

  /** Operations so far: a plan that spares a start fails a later one. */
  get operations(): number {
    return this.#operations;
  }

  /** Whether the planned failure has happened. */
  get failed(): boolean {
    return this.#failed;
  }

  async get(key: Uint8Array): Promise<Uint8Array | undefined> {
    this.#count();
    return this.#live.get(key);
  }

  async getMany(keys: readonly Uint8Array[]): Promise<readonly (Uint8Array | undefined)[]> {
    this.#count();
    return this.#live.getMany(keys);
  }

  range(options: RangeOptions): AsyncIterable<Entry> {
    this.#count();
    return this.#live.range(options);
  }

  async batch(operations: readonly Operation[], { sync }: BatchOptions): Promise<void> {
    const fails = this.#next();
    if (fails && this.#mode === "before") throw this.#failure();
    await this.#live.batch(operations, { sync });
    this.#unsynced.push(operations);
    if (sync) {
      // As in LevelDB's log: a sync also makes every earlier write durable.
      await this.#keep(this.#unsynced.length);
    }
    if (fails) throw this.#failure();
  }

  /**
   * The power goes: unsynced batches are lost, but for the oldest `kept` of them.
   * The store that comes back fails as planned, or not at all, and holds what the disk would.
   */
  async crash(kept = 0, plan: FaultPlan = {}): Promise<FaultyStore> {
    await this.#keep(Math.min(kept, this.#unsynced.length));
    this.#closed = true;
    return new FaultyStore(plan, this.#synced.contents());
  }

  /** Flips one bit of the stored value of `key`, as a failing disk does. */
  async flipBit(key: Uint8Array, bit: number): Promise<void> {
    const value = await this.#live.get(key);
    if (value === undefined) throw new StoreError("STORE_IO", "no such record to damage");
    const at = Math.floor(bit / 8) % value.length;
    value[at] = (value[at] ?? 0) ^ (1 << (bit % 8));
    await this.#live.batch([{ type: "put", key, value }], { sync: true });
    await this.#synced.batch([{ type: "put", key, value }], { sync: true });
  }

  async close(): Promise<void> {
    this.#closed = true;
  }

  async #keep(batches: number): Promise<void> {
    for (const operations of this.#unsynced.splice(0, batches)) {
      await this.#synced.batch(operations, { sync: true });
    }
  }

  #next(): boolean {
    if (this.#closed) throw closedError();
    this.#operations += 1;
    return this.#operations === this.#failAt;
  }

  #count(): void {
    if (this.#next()) throw this.#failure();
  }

  #failure(): StoreError {
    this.#failed = true;
    return new StoreError("STORE_IO", `planned failure of operation ${this.#operations}`);
  }
}
