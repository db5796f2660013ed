/**
 * Writes to a database one after the other, so that it is known how far those go that were
 * acknowledged, and notes it before anybody is told. LevelDB itself writes one batch at a time:
 * those that wait here would wait there.
 *
 * After a write that failed the log may end in a part of it, and LevelDB would write behind that
 * what cannot be read again. So nothing more is written until the database was opened anew.
 */
import type {
  BatchOptions,
  Entry,
  KeyValueStore,
  OpenBatch,
  Operation,
  RangeOptions,
} from "./kv.js";

/** A database that is open, and how many operations were ever written to it. */
export interface OpenedDatabase {
  readonly store: Required<KeyValueStore>;
  readonly sequence: number;
}

interface NotedOptions {
  /** Told before anybody is told of a durable write. */
  readonly note: (sequence: number) => void;
  /** Opens the database again after it was closed. */
  readonly reopen: () => Promise<OpenedDatabase>;
  readonly close: () => Promise<void>;
}

export class NotedWrites implements Required<KeyValueStore> {
  readonly #options: NotedOptions;
  #database: OpenedDatabase;
  #sequence: number;
  #isBroken = false;
  #tail: Promise<void> = Promise.resolve();
  #closing: Promise<void> | null = null;

  constructor(database: OpenedDatabase, options: NotedOptions) {
    this.#database = database;
    this.#sequence = database.sequence;
    this.#options = options;
  }

  get #store(): Required<KeyValueStore> {
    return this.#database.store;
  }

  get(key: Uint8Array): Promise<Uint8Array | undefined> {
    return this.#store.get(key);
  }
  getMany(keys: readonly Uint8Array[]): Promise<readonly (Uint8Array | undefined)[]> {
    return this.#store.getMany(keys);
  }
  range(options: RangeOptions): AsyncIterable<Entry> {
    return this.#store.range(options);
  }
  chunks(options: RangeOptions, size: number): AsyncIterable<readonly Entry[]> {
    return this.#store.chunks(options, size);
  }
  valuesFrom(from: Uint8Array, size: number): AsyncIterable<readonly Uint8Array[]> {
    return this.#store.valuesFrom(from, size);
  }

  batch(operations: readonly Operation[], options: BatchOptions): Promise<void> {
    return this.#after(operations.length, options, () => this.#store.batch(operations, options));
  }

  begin(): OpenBatch {
    const batch = this.#store.begin();
    let count = 0;
    return {
      put: (key, value) => {
        batch.put(key, value);
        count += 1;
      },
      write: (options) => this.#after(count, options, () => batch.write(options)),
      drop: () => batch.drop(),
    };
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#tail;
    await this.#store.close();
    await this.#options.close();
  }

  #after(count: number, options: BatchOptions, write: () => Promise<void>): Promise<void> {
    const written = this.#tail.then(() => this.#write(count, options, write));
    this.#tail = written.catch(() => undefined);
    return written;
  }

  async #write(count: number, { sync }: BatchOptions, write: () => Promise<void>): Promise<void> {
    if (this.#isBroken) await this.#mend();
    try {
      await write();
    } catch (error) {
      this.#isBroken = true;
      throw error;
    }
    this.#sequence += count;
    if (sync) this.#options.note(this.#sequence);
  }

  async #mend(): Promise<void> {
    await this.#store.close();
    this.#database = await this.#options.reopen();
    this.#sequence = this.#database.sequence;
    this.#isBroken = false;
  }
}
