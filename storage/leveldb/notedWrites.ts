/**
 * Writes to a database one after the other, so that it is known how far those go that were
 * acknowledged, and notes it before anybody is told. LevelDB itself writes one batch at a time:
 * those that wait here would wait there.
 *
 * After a write that failed the log may end in a part of it, and LevelDB would write behind that
 * what cannot be read again. So nothing more is written until the database was opened anew.
 */
import { StoreError } from "../kv/errors.js";
import type {
  BatchOptions,
  Entry,
  KeyValueStore,
  OpenBatch,
  Operation,
  RangeOptions,
} from "../kv/kv.js";

/** A database that is open, and how many operations were ever written to it. */
export interface OpenedDatabase {
  readonly store: Required<KeyValueStore>;
  readonly sequence: number;
}

interface NotedOptions {
  /** Whether the disk has room enough to open the database again. */
  readonly hasRoom: () => boolean;
  /** Told before anybody is told of a durable write. */
  readonly note: (sequence: number) => void;
  /** Opens the database again after it was closed. @throws what keeps it from being opened */
  readonly reopen: () => Promise<OpenedDatabase>;
  readonly close: () => Promise<void>;
}

export class NotedWrites implements Required<KeyValueStore> {
  readonly #options: NotedOptions;
  #database: OpenedDatabase;
  #sequence: number;
  #isBroken = false;
  #isStale = false;
  #isMending = false;
  /** Lists that are read and batches that are filled: they end with the database that they were begun in. */
  #begun = 0;
  /** Times that the database was opened anew. */
  #openings = 0;
  #mending: Promise<void> | null = null;
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

  /** Whether the last write failed, and none was written since. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Opens the database again after a write that failed, where there is room for it. */
  mend(): void {
    if (!this.#isBroken || this.#isMending || !this.#options.hasRoom()) return;
    this.#isMending = true;
    // Who writes next is told where this fails.
    this.#after(0, { sync: false }, () => Promise.resolve())
      .catch(() => undefined)
      .finally(() => {
        this.#isMending = false;
      });
  }

  /**
   * Opens the database anew, behind what is being written: its files were changed, and it has parts
   * of them in memory. While lists are read or a batch is filled it stays open, until these have ended.
   */
  refresh(): Promise<void> {
    this.#isStale = true;
    return this.#after(0, { sync: false }, () => Promise.resolve());
  }

  /** A record read while the database is opened again waits for that. */
  get(key: Uint8Array): Promise<Uint8Array | undefined> {
    return this.#read((store) => store.get(key));
  }
  getMany(keys: readonly Uint8Array[]): Promise<readonly (Uint8Array | undefined)[]> {
    return this.#read((store) => store.getMany(keys));
  }
  /** As of the call, unless the database is opened anew meanwhile: then it goes on behind that. */
  range(options: RangeOptions): AsyncIterable<Entry> {
    const openings = this.#openings;
    const begun = this.#mending === null ? this.#store.range(options) : null;
    return this.#ranged(options, begun, openings);
  }
  chunks(options: RangeOptions, size: number): AsyncIterable<readonly Entry[]> {
    return this.#whole((store) => store.chunks(options, size));
  }
  valuesFrom(from: Uint8Array, size: number): AsyncIterable<readonly Uint8Array[]> {
    return this.#whole((store) => store.valuesFrom(from, size));
  }

  batch(operations: readonly Operation[], options: BatchOptions): Promise<void> {
    return this.#after(operations.length, options, () => this.#store.batch(operations, options));
  }

  begin(): OpenBatch {
    const batch = this.#store.begin();
    let count = 0;
    let isOver = false;
    this.#begun += 1;
    const end = (): void => {
      if (!isOver) this.#end();
      isOver = true;
    };
    return {
      put: (key, value) => {
        batch.put(key, value);
        count += 1;
      },
      write: (options) => this.#after(count, options, () => batch.write(options)).finally(end),
      drop: () => batch.drop().finally(end),
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

  /** As of the call: the database is not opened anew meanwhile. */
  #whole<List>(read: (store: Required<KeyValueStore>) => AsyncIterable<List>): AsyncIterable<List> {
    const openings = this.#openings;
    return this.#listed(read, this.#mending === null ? read(this.#store) : null, openings);
  }

  async *#listed<List>(
    read: (store: Required<KeyValueStore>) => AsyncIterable<List>,
    begun: AsyncIterable<List> | null,
    openings: number,
  ): AsyncGenerator<List> {
    if (this.#mending !== null) await this.#mending;
    this.#begun += 1;
    try {
      yield* begun === null || openings !== this.#openings ? read(this.#store) : begun;
    } finally {
      this.#end();
    }
  }

  /** What waited for lists and batches to end is done. */
  #end(): void {
    this.#begun -= 1;
    // Where this fails, who writes next is told.
    if (this.#begun === 0 && this.#isStale) this.refresh().catch(() => undefined);
  }

  async *#ranged(
    options: RangeOptions,
    begun: AsyncIterable<Entry> | null,
    begunAt: number,
  ): AsyncGenerator<Entry> {
    let [rest, entries, openings] = [options, begun, begunAt];
    for (;;) {
      try {
        if (this.#mending !== null) await this.#mending;
        if (entries === null) {
          openings = this.#openings;
          entries = this.#store.range(rest);
        }
        for await (const entry of entries) {
          rest = behind(entry[0], rest);
          yield entry;
        }
        return;
      } catch (error) {
        if (!this.#isOfReopening(error, openings)) throw error;
        if (rest.limit === 0) return;
        entries = null;
      }
    }
  }

  #read<T>(read: (store: KeyValueStore) => Promise<T>): Promise<T> {
    if (this.#mending !== null) return this.#mending.then(() => this.#read(read));
    const openings = this.#openings;
    return read(this.#store).catch((error: unknown) => {
      if (!this.#isOfReopening(error, openings)) throw error;
      return this.#read(read);
    });
  }

  /** Whether something failed because the database was closed to be opened anew. */
  #isOfReopening(error: unknown, openings: number): boolean {
    if (!(error instanceof StoreError) || error.code !== "STORE_CLOSED") return false;
    return this.#closing === null && (this.#mending !== null || this.#openings !== openings);
  }

  #after(count: number, options: BatchOptions, write: () => Promise<void>): Promise<void> {
    const written = this.#tail.then(() => this.#write(count, options, write));
    this.#tail = written.catch(() => undefined);
    return written;
  }

  async #write(count: number, { sync }: BatchOptions, write: () => Promise<void>): Promise<void> {
    if (this.#isBroken || (this.#isStale && this.#begun === 0)) await this.#opened();
    try {
      await write();
    } catch (error) {
      this.#isBroken = true;
      throw error;
    }
    this.#sequence += count;
    if (sync) this.#options.note(this.#sequence);
  }

  /**
   * @throws StoreError where the write that failed is there after all: who writes now does not know
   * of it, and has to read again
   */
  async #opened(): Promise<void> {
    // A record that is read stays readable as long as the database is open.
    if (!this.#options.hasRoom()) throw new StoreError("STORE_IO", "the disk is full");
    const before = this.#sequence;
    this.#mending = this.#reopen().finally(() => {
      this.#mending = null;
    });
    await this.#mending;
    if (this.#sequence !== before) {
      throw new StoreError(
        "STORE_IO",
        "a write that was told to have failed is there: what follows from it is read again",
      );
    }
  }

  async #reopen(): Promise<void> {
    await this.#store.close();
    try {
      this.#database = await this.#options.reopen();
    } catch (error) {
      // Nothing can be read: that is told, and tried again.
      this.#isBroken = true;
      throw error;
    }
    this.#sequence = this.#database.sequence;
    this.#isBroken = false;
    this.#isStale = false;
    this.#openings += 1;
    this.#options.note(this.#sequence);
  }
}

/** The rest of a range behind a key. */
function behind(last: Uint8Array, { limit, ...rest }: RangeOptions): RangeOptions {
  const left = limit === undefined ? {} : { limit: limit - 1 };
  return rest.reverse === true
    ? { ...rest, ...left, lt: last }
    : { ...rest, ...left, gte: Uint8Array.of(...last, 0) };
}
