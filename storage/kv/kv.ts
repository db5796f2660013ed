/** The one face of a store: ordered bytes to bytes, written in atomic batches. */

export type Operation =
  | { readonly type: "put"; readonly key: Uint8Array; readonly value: Uint8Array }
  | { readonly type: "del"; readonly key: Uint8Array };

export interface RangeOptions {
  /** First key, included. */
  readonly gte: Uint8Array;
  /** End, excluded. */
  readonly lt: Uint8Array;
  readonly reverse?: boolean;
  readonly limit?: number;
}

export interface BatchOptions {
  /** True: the promise resolves only after the bytes are on the disk. */
  readonly sync: boolean;
}

export type Entry = readonly [key: Uint8Array, value: Uint8Array];

/** A batch that is put together record by record. */
export interface OpenBatch {
  /** Both are copied: their memory may be used again. */
  put(key: Uint8Array, value: Uint8Array): void;
  write(options: BatchOptions): Promise<void>;
  /** Instead of `write`, where the batch is not to be written. Idempotent. */
  drop(): Promise<void>;
}

export interface KeyValueStore {
  get(key: Uint8Array): Promise<Uint8Array | undefined>;
  /** Values in the order of the keys. */
  getMany(keys: readonly Uint8Array[]): Promise<readonly (Uint8Array | undefined)[]>;
  /** Entries in key order (bytes, unsigned) as of the call; later writes are not seen. */
  range(options: RangeOptions): AsyncIterable<Entry>;
  /**
   * The same in lists of at most `size`, where a store has a faster way to many than one by one.
   */
  chunks?(options: RangeOptions, size: number): AsyncIterable<readonly Entry[]>;
  /**
   * Values alone, of the keys from one on that begin with the same byte, in lists of at most
   * `size`, as of the call: for who knows the keys. Where a store has a faster way than with them;
   * that byte is below 0x7f.
   */
  valuesFrom?(from: Uint8Array, size: number): AsyncIterable<readonly Uint8Array[]>;
  /** All operations or none, in their order: the last one on a key wins. */
  batch(operations: readonly Operation[], options: BatchOptions): Promise<void>;
  /** A batch of many records, where a store has a way to take them one by one. */
  begin?(): OpenBatch;
  /** Idempotent. */
  close(): Promise<void>;
}

/** Every key: bucket numbers stop below 0xff. */
export const WHOLE_RANGE = {
  gte: Uint8Array.of(),
  lt: Uint8Array.of(0xff),
} as const satisfies RangeOptions;

/** The smallest key above all keys that begin with `prefix`; the prefix is not all 0xff. */
export function prefixEnd(prefix: Uint8Array): Uint8Array {
  let length = prefix.length;
  while (length > 0 && prefix[length - 1] === 0xff) length -= 1;
  const end = new Uint8Array(prefix.subarray(0, length));
  end[length - 1] = (end[length - 1] ?? 0) + 1;
  return end;
}
