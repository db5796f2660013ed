/** A database that somebody else opened and closes. */
import type { BatchOptions, Entry, KeyValueStore, Operation, RangeOptions } from "./kv.js";

export class SharedHandle implements KeyValueStore {
  readonly #database: KeyValueStore;

  constructor(database: KeyValueStore) {
    this.#database = database;
  }

  get(key: Uint8Array): Promise<Uint8Array | undefined> {
    return this.#database.get(key);
  }
  getMany(keys: readonly Uint8Array[]): Promise<readonly (Uint8Array | undefined)[]> {
    return this.#database.getMany(keys);
  }
  range(options: RangeOptions): AsyncIterable<Entry> {
    return this.#database.range(options);
  }
  batch(operations: readonly Operation[], options: BatchOptions): Promise<void> {
    return this.#database.batch(operations, options);
  }
  close(): Promise<void> {
    return Promise.resolve();
  }
}
