/** LevelDB behind `KeyValueStore`. The only importer of `level`. */
import { Level, type Iterator as LevelIterator } from "level";
import { DirectReads } from "./directReads.js";
import { closedError, StoreCorruptError, StoreError, StoreLockedError } from "../kv/errors.js";
import type {
  BatchOptions,
  Entry,
  KeyValueStore,
  OpenBatch,
  Operation,
  RangeOptions,
} from "../kv/kv.js";

type Database = Level<Uint8Array, Uint8Array>;

interface CodedError {
  readonly code?: unknown;
  readonly cause?: unknown;
  readonly message?: unknown;
}

function coded(error: unknown): CodedError {
  return typeof error === "object" && error !== null ? error : { message: String(error) };
}

/** What LevelDB passes on of the system's words, and the code that the system has for each. */
const SYSTEM_WORDS: readonly (readonly [words: string, code: string])[] = [
  ["No space left on device", "ENOSPC"],
  ["Disk quota exceeded", "EDQUOT"],
  ["Read-only file system", "EROFS"],
  ["Permission denied", "EACCES"],
  ["Too many open files", "EMFILE"],
];

/**
 * A locked, a corrupt and a closed database share one code; only the cause tells them apart. A disk
 * that is full or read-only says nothing of the database, whatever file LevelDB was at.
 */
function openError(dir: string, error: unknown): StoreError {
  const cause = coded(coded(error).cause);
  const text = String(cause.message ?? coded(error).message);
  if (cause.code === "LEVEL_LOCKED") return new StoreLockedError(dir, error);
  const [words, code] = SYSTEM_WORDS.find(([said]) => text.includes(said)) ?? [];
  if (words !== undefined) {
    const system = Object.assign(new Error(text, { cause: error }), { code });
    return new StoreError("STORE_IO", `the database in ${dir} cannot be opened: ${words}`, system);
  }
  if (cause.code === "LEVEL_CORRUPTION" || /corrupt|checksum|MANIFEST|CURRENT/i.test(text)) {
    return new StoreCorruptError(`the database in ${dir} is damaged (${text})`, error);
  }
  return new StoreError("STORE_IO", `the database in ${dir} cannot be opened (${text})`, error);
}

function useError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const { code, message } = coded(error);
  if (code === "LEVEL_DATABASE_NOT_OPEN" || code === "LEVEL_ITERATOR_NOT_OPEN") {
    return closedError();
  }
  if (code === "LEVEL_CORRUPTION") {
    return new StoreCorruptError(`the database is damaged (${String(message)})`, error);
  }
  return new StoreError("STORE_IO", `the database failed (${String(message)})`, error);
}

class LevelStore implements Required<KeyValueStore> {
  readonly #db: Database;
  readonly #closed: () => void;
  readonly #direct = new DirectReads();

  constructor(db: Database, closed: () => void) {
    this.#db = db;
    this.#closed = closed;
  }

  async get(key: Uint8Array): Promise<Uint8Array | undefined> {
    try {
      const here = this.#direct.mayRead(1);
      if (typeof here === "boolean" ? here : await here)
        return this.#direct.read(() => this.#db.getSync(key));
      return await this.#db.get(key);
    } catch (error) {
      throw useError(error);
    }
  }

  async getMany(keys: readonly Uint8Array[]): Promise<readonly (Uint8Array | undefined)[]> {
    try {
      const isShort = keys.length <= CACHED_KEYS_MAX;
      const here = isShort && this.#direct.mayRead(keys.length);
      if (typeof here === "boolean" ? here : await here)
        return this.#direct.read(() => keys.map((key) => this.#db.getSync(key)));
      return await this.#db.getMany([...keys], { fillCache: isShort });
    } catch (error) {
      throw useError(error);
    }
  }

  range({ gte, lt, reverse = false, limit = -1 }: RangeOptions): AsyncIterable<Entry> {
    try {
      return rethrowing(this.#db.iterator({ gte, lt, reverse, limit }));
    } catch (error) {
      throw useError(error);
    }
  }

  chunks(
    { gte, lt, reverse = false, limit = -1 }: RangeOptions,
    size: number,
  ): AsyncIterable<readonly Entry[]> {
    try {
      return listed(
        this.#db.iterator({ gte, lt, reverse, limit, highWaterMarkBytes: LIST_BYTES_MAX }),
        size,
      );
    } catch (error) {
      throw useError(error);
    }
  }

  valuesFrom(from: Uint8Array, size: number): AsyncIterable<readonly Uint8Array[]> {
    try {
      // The library makes something of every key, also where none is asked for: an empty text costs
      // least.
      const iterator = this.#db.iterator<string, Uint8Array>({
        gte: String.fromCharCode(from[0]!),
        lt: String.fromCharCode(from[0]! + 1),
        keys: false,
        keyEncoding: "utf8",
        highWaterMarkBytes: LIST_BYTES_MAX,
      });
      iterator.seek(from, { keyEncoding: "buffer" });
      return valuesOf(iterator, size);
    } catch (error) {
      throw useError(error);
    }
  }

  async batch(operations: readonly Operation[], { sync }: BatchOptions): Promise<void> {
    try {
      // Operation by operation: the array form costs three times the processor time, on the thread
      // that serves requests.
      const batch = this.#db.batch();
      for (const operation of operations) {
        if (operation.type === "put") batch.put(operation.key, operation.value);
        else batch.del(operation.key);
      }
      await batch.write({ sync });
    } catch (error) {
      throw useError(error);
    }
  }

  begin(): OpenBatch {
    const batch = this.#db.batch();
    return {
      put: (key, value) => {
        batch.put(key, value);
      },
      write: (options) =>
        batch.write(options).catch((error: unknown) => {
          throw useError(error);
        }),
      drop: () => batch.close(),
    };
  }

  async close(): Promise<void> {
    await this.#db.close();
    this.#closed();
  }
}

async function* listed<K>(
  iterator: LevelIterator<Database, K, Uint8Array>,
  size: number,
): AsyncGenerator<[key: K, value: Uint8Array][]> {
  try {
    for (;;) {
      const list = await iterator.nextv(size);
      if (list.length === 0) return;
      yield list;
    }
  } catch (error) {
    throw useError(error);
  } finally {
    await iterator.close();
  }
}

async function* valuesOf(
  iterator: LevelIterator<Database, string, Uint8Array>,
  size: number,
): AsyncGenerator<readonly Uint8Array[]> {
  for await (const list of listed(iterator, size)) yield list.map(([, value]) => value);
}

async function* rethrowing(source: AsyncIterable<[Uint8Array, Uint8Array]>): AsyncGenerator<Entry> {
  try {
    yield* source;
  } catch (error) {
    throw useError(error);
  }
}

/**
 * Of one list of records: by itself the library ends a list at 16 kB, and asking for the next costs
 * more than what is in it.
 */
const LIST_BYTES_MAX = 1_048_576;
/**
 * As much is in memory, up to twice while it is being written out, and read again from the log at a
 * start. A larger one makes fewer files to merge: with 4 MiB merging took a third of the processor
 * time of a sealed table.
 */
const WRITE_BUFFER_BYTES = 16_777_216;
/** Blocks of files, as they were read. The system keeps the files beneath it, compressed. */
const BLOCK_CACHE_BYTES = 2_097_152;

/** A longer list would push everything else out of the cache, and is not asked for again soon. */
const CACHED_KEYS_MAX = 64;

/**
 * Directories this thread holds. The library gives every thread of the process the same database,
 * so it is here that a second opening in one thread is refused.
 */
const held = new Set<string>();

/**
 * Opens, and creates if absent, the LevelDB in `dir`, and holds its lock until `close`. Another
 * thread of this process that opens the same path gets the same database, once each thread.
 * @throws StoreLockedError, StoreCorruptError, StoreError STORE_IO
 */
export async function openLevel(dir: string): Promise<Required<KeyValueStore>> {
  if (held.has(dir)) throw new StoreLockedError(dir);
  held.add(dir);
  const db: Database = new Level<Uint8Array, Uint8Array>(dir, {
    keyEncoding: "buffer",
    valueEncoding: "buffer",
    multithreading: true,
    writeBufferSize: WRITE_BUFFER_BYTES,
    cacheSize: BLOCK_CACHE_BYTES,
  });
  try {
    await db.open();
  } catch (error) {
    held.delete(dir);
    throw openError(dir, error);
  }
  return new LevelStore(db, () => held.delete(dir));
}
