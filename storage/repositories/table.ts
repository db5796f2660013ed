/**
 * One bucket of one store with the types of its key and value: what every repository is made of. A
 * repository of one bucket is a table; one of several has a table for each.
 */
import type { Bucket } from "../records/buckets.js";
import type { CorruptRecordError } from "../kv/errors.js";
import type { Operation } from "../kv/kv.js";
import {
  del,
  put,
  read,
  readEach,
  readMany,
  readPart,
  scan,
  scanEach,
  scanKeys,
  type Reader,
  type ScanOptions,
} from "../kv/table.js";

export type { Reader, ScanOptions };

export class Table<K, V> {
  protected readonly store: Reader;
  readonly #bucket: Bucket<K, V>;

  constructor(store: Reader, bucket: Bucket<K, V>) {
    this.store = store;
    this.#bucket = bucket;
  }

  /** @throws CorruptRecordError, as all that reads */
  get(key: K): Promise<V | undefined> {
    return read(this.store, this.#bucket, key);
  }

  async has(key: K): Promise<boolean> {
    return (await this.get(key)) !== undefined;
  }

  /** A part of a value, where all of it would take long. */
  getPart<Part>(key: K, decode: (value: Uint8Array) => Part): Promise<Part | undefined> {
    return readPart(this.store, this.#bucket, key, decode);
  }

  /** In the order of the keys. */
  getMany(keys: readonly K[]): Promise<readonly (V | undefined)[]> {
    return readMany(this.store, this.#bucket, keys);
  }

  /** The same; in the place of a damaged one what is wrong with it. */
  getEach(keys: readonly K[]): Promise<readonly (V | undefined | CorruptRecordError)[]> {
    return readEach(this.store, this.#bucket, keys);
  }

  put(key: K, value: V): Operation & { readonly type: "put" } {
    return put(this.#bucket, key, value);
  }

  del(key: K): Operation {
    return del(this.#bucket, key);
  }

  putOps(key: K, value: V): readonly Operation[] {
    return [this.put(key, value)];
  }

  delOps(key: K): readonly Operation[] {
    return [this.del(key)];
  }

  /** Entries in the order of their keys. */
  scan(options: ScanOptions<K> = {}): AsyncGenerator<readonly [key: K, value: V]> {
    return scan(this.store, this.#bucket, options);
  }

  /** The same; in the place of a damaged value what is wrong with it. */
  scanEach(stretch: {
    readonly gte: K;
    readonly lt: K;
  }): AsyncGenerator<readonly [key: K, value: V | CorruptRecordError]> {
    return scanEach(this.store, this.#bucket, stretch);
  }

  /** Keys alone, those of damaged values among them. */
  keys(stretch: { readonly gte: K; readonly lt: K }): AsyncGenerator<K> {
    return scanKeys(this.store, this.#bucket, stretch);
  }

  async list(options: ScanOptions<K> = {}): Promise<readonly (readonly [key: K, value: V])[]> {
    const entries: (readonly [K, V])[] = [];
    for await (const entry of this.scan(options)) entries.push(entry);
    return entries;
  }
}
