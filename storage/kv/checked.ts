/**
 * A checksum on every value. LevelDB reads a flipped bit back without a word, so each stored value
 * ends in crc32(key || value), four bytes big-endian; the key is covered so that a value cannot
 * turn up under another one.
 */
import { crc32 } from "node:zlib";
import { CorruptRecordError, StoreCorruptError } from "./errors.js";
import type {
  BatchOptions,
  Entry,
  KeyValueStore,
  OpenBatch,
  Operation,
  RangeOptions,
} from "./kv.js";
import { pastDamage, type OnGap } from "./pastDamage.js";

export const CHECKSUM_BYTES = 4;

export interface RecordName {
  readonly bucket: string;
  readonly key: string;
}

/** Up to here a table is faster than two calls into the library. */
const TABLE_BYTES_MAX = 128;
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc & 1) === 0 ? crc >>> 1 : (crc >>> 1) ^ 0xedb88320;
  return crc;
});

function addCrc(crc: number, bytes: Uint8Array): number {
  let sum = crc;
  for (let i = 0; i < bytes.length; i += 1) {
    sum = (sum >>> 8) ^ CRC_TABLE[(sum ^ bytes[i]!) & 0xff]!;
  }
  return sum;
}

/** What ends the record of a value under a key. */
export function checksum(key: Uint8Array, value: Uint8Array): number {
  if (key.length + value.length > TABLE_BYTES_MAX) {
    return crc32(
      value,
      key.length > TABLE_BYTES_MAX ? crc32(key) : ~addCrc(0xffff_ffff, key) >>> 0,
    );
  }
  return ~addCrc(addCrc(0xffff_ffff, key), value) >>> 0;
}

/** The record of a value, as it is stored under the key. */
export function checkedRecord(key: Uint8Array, value: Uint8Array): Uint8Array {
  const record = Buffer.allocUnsafe(value.length + CHECKSUM_BYTES);
  record.set(value, 0);
  record.writeUInt32BE(checksum(key, value), value.length);
  return record;
}

/** The value in a record, or null where its checksum is not that of this key and this value. */
export function valueUnder(key: Uint8Array, record: Uint8Array): Uint8Array | null {
  const length = record.length - CHECKSUM_BYTES;
  if (length < 0) return null;
  const value = record.subarray(0, length);
  // By hand: a view of the four bytes would be an object more for each record that is read.
  const kept =
    ((record[length]! << 24) |
      (record[length + 1]! << 16) |
      (record[length + 2]! << 8) |
      record[length + 3]!) >>>
    0;
  return kept === checksum(key, value) ? value : null;
}

/** One record as it was found. */
export interface Inspected {
  readonly key: Uint8Array;
  readonly value: Uint8Array;
  /** Why its value cannot be trusted, or null. */
  readonly fault: string | null;
}

async function* inLists(
  entries: AsyncIterable<Entry>,
  size: number,
): AsyncGenerator<readonly Entry[]> {
  let list: Entry[] = [];
  for await (const entry of entries) {
    list.push(entry);
    if (list.length < size) continue;
    yield list;
    list = [];
  }
  if (list.length > 0) yield list;
}

async function* valuesIn(
  lists: AsyncIterable<readonly Entry[]>,
): AsyncGenerator<readonly Uint8Array[]> {
  for await (const list of lists) yield list.map(([, value]) => value);
}

/** For stores that take a batch as a list. */
function collected(store: KeyValueStore): OpenBatch {
  const operations: Operation[] = [];
  return {
    put: (key, value) => {
      operations.push({ type: "put", key: new Uint8Array(key), value: new Uint8Array(value) });
    },
    write: (options) => store.batch(operations, options),
    drop: () => Promise.resolve(),
  };
}

/**
 * Told the key of what cannot be read, or the first and the last one of what may be it.
 * @returns whether anything was put right, so that it is worth reading again
 */
export type Mend = (key: Uint8Array, last?: Uint8Array) => Promise<boolean>;

function isDamage(error: unknown): boolean {
  return error instanceof CorruptRecordError || error instanceof StoreCorruptError;
}

export class CheckedStore implements KeyValueStore {
  readonly #raw: KeyValueStore;
  readonly #nameOf: (key: Uint8Array) => RecordName;
  readonly #mend: Mend | null;
  /** Number of a bucket -> who is told of what is put into it. */
  readonly #putListeners = new Map<number, (key: Uint8Array) => void>();

  /** @param nameOf how an error names the record of a key */
  constructor(
    raw: KeyValueStore,
    nameOf: (key: Uint8Array) => RecordName,
    mend: Mend | null = null,
  ) {
    this.#raw = raw;
    this.#nameOf = nameOf;
    this.#mend = mend;
  }

  /** @throws CorruptRecordError */
  async get(key: Uint8Array): Promise<Uint8Array | undefined> {
    try {
      const record = await this.#raw.get(key);
      return record === undefined ? undefined : this.#open(key, record);
    } catch (error) {
      if (!(await this.#isMended(error, key))) throw error;
      const record = await this.#raw.get(key);
      return record === undefined ? undefined : this.#open(key, record);
    }
  }

  /** @throws CorruptRecordError if any of them is damaged */
  async getMany(keys: readonly Uint8Array[]): Promise<readonly (Uint8Array | undefined)[]> {
    try {
      const records = await this.#raw.getMany(keys);
      return records.map((record, i) => record && this.#open(keys[i]!, record));
    } catch (error) {
      if (this.#mend === null || !isDamage(error)) throw error;
    }
    // One by one, so that each that is damaged is looked for under its own key.
    const values: (Uint8Array | undefined)[] = [];
    for (const key of keys) values.push(await this.get(key));
    return values;
  }

  /** Whether what failed is worth another try. */
  async #isMended(error: unknown, key: Uint8Array, last = key): Promise<boolean> {
    return this.#mend !== null && isDamage(error) && (await this.#mend(key, last));
  }

  range(options: RangeOptions): AsyncIterable<Entry> {
    return this.#opened(options, this.#raw.range(options));
  }

  async batch(operations: readonly Operation[], options: BatchOptions): Promise<void> {
    const sealed = operations.map((operation): Operation =>
      operation.type === "put"
        ? { type: "put", key: operation.key, value: checkedRecord(operation.key, operation.value) }
        : operation,
    );
    if (this.#putListeners.size === 0) return this.#raw.batch(sealed, options);
    try {
      await this.#raw.batch(sealed, options);
    } finally {
      // Also where it failed: it may have been written nevertheless.
      for (const { type, key } of operations)
        if (type === "put") this.#putListeners.get(key[0]!)?.(key);
    }
  }

  /** Tells of the keys that are put into a bucket, when the batch has ended, well or not. */
  onPut(bucket: number, listener: (key: Uint8Array) => void): void {
    this.#putListeners.set(bucket, listener);
  }

  /** A batch for records that have their checksums. */
  beginSealed(): OpenBatch {
    return this.#raw.begin?.() ?? collected(this.#raw);
  }

  async close(): Promise<void> {
    return this.#raw.close();
  }

  /**
   * Lists of records in key order as of the call, damaged ones among them. Where the store has no
   * lists of its own, they are put together one by one.
   * @param onGap told of what the database cannot read; absent: that ends the reading
   */
  inspect(options: RangeOptions, size: number, onGap?: OnGap): AsyncIterable<readonly Inspected[]> {
    const read = (of: RangeOptions, count: number) =>
      this.#raw.chunks?.(of, count) ?? inLists(this.#raw.range(of), count);
    const lists = read(options, size);
    return this.#inspected(
      onGap === undefined ? lists : pastDamage(lists, { span: options, read, onGap }),
    );
  }

  /**
   * Lists of records with their checksums, byte for byte as they are kept, in key order as of the
   * call. @throws StoreCorruptError for what the database cannot read
   */
  stored(options: RangeOptions, size: number): AsyncIterable<readonly Entry[]> {
    return this.#raw.chunks?.(options, size) ?? inLists(this.#raw.range(options), size);
  }

  /**
   * Records without their keys, from one on to the end of its bucket, in lists of at most `size`,
   * as of the call: for who knows the keys. `valueUnder` tells whether a record is that of a key.
   */
  foretold(from: Uint8Array, size: number): AsyncIterable<readonly Uint8Array[]> {
    const range = { gte: from, lt: Uint8Array.of(from[0]! + 1) };
    return this.#raw.valuesFrom?.(from, size) ?? valuesIn(inLists(this.#raw.range(range), size));
  }

  async *#inspected(lists: AsyncIterable<readonly Entry[]>): AsyncGenerator<readonly Inspected[]> {
    for await (const list of lists) yield list.map(([key, record]) => this.#look(key, record));
  }

  #look(key: Uint8Array, record: Uint8Array): Inspected {
    try {
      return { key, value: this.#open(key, record), fault: null };
    } catch (error) {
      if (!(error instanceof CorruptRecordError)) throw error;
      return { key, value: record, fault: error.message };
    }
  }

  /** Reads everything and names each damaged record instead of stopping at the first. */
  async *scrub(options: RangeOptions): AsyncGenerator<CorruptRecordError> {
    for await (const [key, record] of this.#raw.range(options)) {
      try {
        this.#open(key, record);
      } catch (error) {
        if (!(error instanceof CorruptRecordError)) throw error;
        yield error;
      }
    }
  }

  /**
   * Begins again at a record that was damaged and is put right. What the database passes over it says
   * at the end alone: behind an entry that was read already it cannot be put in, and the reading fails.
   */
  async *#opened(options: RangeOptions, begun: AsyncIterable<Entry>): AsyncGenerator<Entry> {
    let isRead = false;
    try {
      for await (const entry of this.#recordsOf(options, begun)) {
        isRead = true;
        yield entry;
      }
      return;
    } catch (error) {
      const isMended =
        error instanceof StoreCorruptError &&
        (await this.#isMended(error, options.gte, options.lt));
      if (!isMended || isRead) throw error;
    }
    yield* this.#recordsOf(options, this.#raw.range(options));
  }

  async *#recordsOf(options: RangeOptions, begun: AsyncIterable<Entry>): AsyncGenerator<Entry> {
    let [rest, entries] = [options, begun];
    for (let tried: Uint8Array | null = null; ;) {
      let damaged: CorruptRecordError | null = null;
      let at: Uint8Array | null = null;
      let left = rest.limit;
      for await (const [key, record] of entries) {
        const value = valueUnder(key, record);
        if (value === null) {
          [damaged, at] = [this.#fault(key, record), key];
          break;
        }
        if (left !== undefined) left -= 1;
        yield [key, value];
      }
      if (at === null || damaged === null) return;
      const isTried = tried !== null && Buffer.compare(tried, at) === 0;
      if (isTried || !(await this.#isMended(damaged, at))) throw damaged;
      tried = at;
      const bound = options.reverse === true ? { lt: Uint8Array.of(...at, 0) } : { gte: at };
      rest = { ...rest, ...bound, ...(left === undefined ? {} : { limit: left }) };
      entries = this.#raw.range(rest);
    }
  }

  #open(key: Uint8Array, record: Uint8Array): Uint8Array {
    const value = valueUnder(key, record);
    if (value !== null) return value;
    throw this.#fault(key, record);
  }

  #fault(key: Uint8Array, record: Uint8Array): CorruptRecordError {
    return this.#damaged(
      key,
      record.length < CHECKSUM_BYTES ? "it is too short" : "its checksum does not match",
    );
  }

  #damaged(key: Uint8Array, why: string): CorruptRecordError {
    const name = this.#nameOf(key);
    return new CorruptRecordError(name.bucket, name.key, why);
  }
}
