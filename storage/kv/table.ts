/** Typed reads and writes of one bucket. */
import type { Bucket } from "./bucket.js";
import { bufferOf } from "./bytes.js";
import { CorruptRecordError } from "./errors.js";
import type { KeyValueStore, Operation } from "./kv.js";

export type Reader = Pick<KeyValueStore, "get" | "getMany" | "range">;

export function keyBytes<K, V>({ number, key: codec }: Bucket<K, V>, key: K): Uint8Array {
  const bytes = Buffer.allocUnsafe(1 + codec.size(key));
  bytes[0] = number;
  codec.write(key, bytes, 1);
  return bytes;
}

/** @throws CorruptRecordError */
export function keyOf<K, V>(bucket: Bucket<K, V>, bytes: Uint8Array): K {
  const from = bufferOf(bytes);
  const damaged = (cause?: unknown): CorruptRecordError =>
    new CorruptRecordError(bucket.name, from.toString("hex", 1), "its key does not fit", cause);
  let read: readonly [K, number];
  try {
    read = bucket.key.read(from, 1);
  } catch (error) {
    throw damaged(error);
  }
  if (read[1] !== from.length) throw damaged();
  return read[0];
}

/** @throws CorruptRecordError */
export function valueOf<K, V>(bucket: Bucket<K, V>, key: Uint8Array, bytes: Uint8Array): V {
  return decoded(bucket, key, bytes, (value) => bucket.value.decode(value));
}

function decoded<K, V, Part>(
  bucket: Bucket<K, V>,
  key: Uint8Array,
  bytes: Uint8Array,
  decode: (value: Uint8Array) => Part,
): Part {
  try {
    return decode(bytes);
  } catch (error) {
    const name = Buffer.from(key).toString("hex", 1);
    throw new CorruptRecordError(bucket.name, name, "its value cannot be read", error);
  }
}

export function put<K, V>(
  bucket: Bucket<K, V>,
  key: K,
  value: V,
): Operation & { readonly type: "put" } {
  return { type: "put", key: keyBytes(bucket, key), value: bucket.value.encode(value) };
}

export function del<K, V>(bucket: Bucket<K, V>, key: K): Operation {
  return { type: "del", key: keyBytes(bucket, key) };
}

/** @throws CorruptRecordError */
export async function read<K, V>(
  store: Pick<Reader, "get">,
  bucket: Bucket<K, V>,
  key: K,
): Promise<V | undefined> {
  const bytes = keyBytes(bucket, key);
  const value = await store.get(bytes);
  return value === undefined ? undefined : valueOf(bucket, bytes, value);
}

/** A part of a value, where all of it would take long. @throws CorruptRecordError */
export async function readPart<K, V, Part>(
  store: Pick<Reader, "get">,
  bucket: Bucket<K, V>,
  key: K,
  decode: (value: Uint8Array) => Part,
): Promise<Part | undefined> {
  const bytes = keyBytes(bucket, key);
  const value = await store.get(bytes);
  return value === undefined ? undefined : decoded(bucket, bytes, value, decode);
}

/** @throws CorruptRecordError */
export async function readMany<K, V>(
  store: Pick<Reader, "getMany">,
  bucket: Bucket<K, V>,
  keys: readonly K[],
): Promise<readonly (V | undefined)[]> {
  const bytes = keys.map((key) => keyBytes(bucket, key));
  const values = await store.getMany(bytes);
  return values.map((value, i) => value && valueOf(bucket, bytes[i]!, value));
}

/**
 * Values in the order of their keys; in the place of a damaged one what is wrong with it, so that
 * it hides no other.
 */
export async function readEach<K, V>(
  store: Pick<Reader, "get" | "getMany">,
  bucket: Bucket<K, V>,
  keys: readonly K[],
): Promise<readonly (V | undefined | CorruptRecordError)[]> {
  try {
    return await readMany(store, bucket, keys);
  } catch (error) {
    faultOf(error);
    return Promise.all(keys.map((key) => read(store, bucket, key).catch(faultOf)));
  }
}

/** @throws what is no damaged record */
export function faultOf(error: unknown): CorruptRecordError {
  if (error instanceof CorruptRecordError) return error;
  throw error;
}

export interface ScanOptions<K> {
  /** First key, included; from the start of the bucket if absent. */
  readonly gte?: K;
  /** End, excluded; to the end of the bucket if absent. */
  readonly lt?: K;
  readonly reverse?: boolean;
  readonly limit?: number;
}

/** Entries of a bucket in key order. @throws CorruptRecordError */
export async function* scan<K, V>(
  store: Pick<Reader, "range">,
  bucket: Bucket<K, V>,
  options: ScanOptions<K> = {},
): AsyncGenerator<readonly [K, V]> {
  const { gte, lt, reverse, limit } = options;
  const range = {
    gte: gte === undefined ? Uint8Array.of(bucket.number) : keyBytes(bucket, gte),
    lt: lt === undefined ? Uint8Array.of(bucket.number + 1) : keyBytes(bucket, lt),
    ...(reverse === undefined ? {} : { reverse }),
    ...(limit === undefined ? {} : { limit }),
  };
  for await (const [key, value] of store.range(range)) {
    yield [keyOf(bucket, key), valueOf(bucket, key, value)];
  }
}

interface Stretch<K> {
  readonly gte: K;
  readonly lt: K;
}

/**
 * Entries from `gte` to before `lt` in their order; in the place of a damaged value what is wrong
 * with it, so that it hides no other.
 * @throws CorruptRecordError for what is no such key
 */
export async function* scanEach<K, V>(
  store: Pick<Reader, "range">,
  bucket: Bucket<K, V>,
  { gte, lt }: Stretch<K>,
): AsyncGenerator<readonly [K, V | CorruptRecordError]> {
  const end = keyBytes(bucket, lt);
  let from = keyBytes(bucket, gte);
  for (;;) {
    let fault: CorruptRecordError;
    try {
      for await (const [key, value] of store.range({ gte: from, lt: end })) {
        const entry = [keyOf(bucket, key), valueOf(bucket, key, value)] as const;
        from = after(key);
        yield entry;
      }
      return;
    } catch (error) {
      fault = faultOf(error);
    }
    const key = Buffer.concat([Uint8Array.of(bucket.number), Buffer.from(fault.key, "hex")]);
    from = after(key);
    yield [keyOf(bucket, key), fault];
  }
}

/** The same without values. */
export async function* scanKeys<K, V>(
  store: Pick<Reader, "range">,
  bucket: Bucket<K, V>,
  stretch: Stretch<K>,
): AsyncGenerator<K> {
  for await (const [key] of scanEach(store, bucket, stretch)) yield key;
}

/** The first key behind one. */
function after(key: Uint8Array): Uint8Array {
  return Buffer.concat([key, Uint8Array.of(0)]);
}
