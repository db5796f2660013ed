/**
 * Public readings: the record of published computations, and snapshots of the supply. Both are
 * lists numbered without gaps, so that a page at any offset and a true total cost a few reads, and
 * both are derived: whatever is lost of them is read again from where it came.
 */
import { buckets, type Bucket } from "../buckets.js";
import { CorruptRecordError } from "../errors.js";
import type { Operation } from "../kv.js";
import type { PublicPlace, ReadingRecord, SnapshotRecord } from "../readings.js";
import { publicPositions } from "../records.js";
import { del, keyBytes, keyOf, put, read, readMany, scan } from "../table.js";
import type { Reader } from "../table.js";

/** A list numbered from 0, whose entries never go back in time. */
interface Numbered<V extends { readonly calcond: number }> {
  /** Damaged entries are counted. */
  size(): Promise<number>;
  /** Entries under these numbers, in their order; null for one that is damaged or missing. */
  at(numbers: readonly number[]): Promise<readonly (V | null)[]>;
}

export type ReadingName = "record" | "supply";

export class ReadingRepository {
  readonly #store: Reader;

  constructor(store: Reader) {
    this.#store = store;
  }

  reading(name: ReadingName): Promise<ReadingRecord | undefined> {
    return read(this.#store, buckets.reading, name);
  }

  readingOps(name: ReadingName, record: ReadingRecord): readonly Operation[] {
    return [put(buckets.reading, name, record)];
  }

  /**
   * Published envelopes in the order of their seals; of one operator, those whose chain names it.
   */
  published(operator?: string): Numbered<PublicPlace> {
    const store = this.#store;
    if (operator === undefined) {
      return {
        size: () =>
          sizeOf(
            buckets.pub,
            scan(store, buckets.pub, { reverse: true, limit: 1 }),
            (number) => number,
          ),
        at: (numbers) => readable(store, buckets.pub, numbers),
      };
    }
    return {
      size: () => {
        const newest = {
          gte: [operator, 0],
          lt: [operator, Number.MAX_SAFE_INTEGER],
          reverse: true,
          limit: 1,
        } as const;
        return sizeOf(buckets.pubop, scan(store, buckets.pubop, newest), ([, number]) => number);
      },
      at: (numbers) =>
        readable(
          store,
          buckets.pubop,
          numbers.map((number) => [operator, number] as const),
        ),
    };
  }

  /** @param number behind the last one of the list */
  publishedOps(number: number, place: PublicPlace): Operation {
    return put(buckets.pub, number, place);
  }

  publishedByOps(operator: string, number: number, place: PublicPlace): Operation {
    return put(buckets.pubop, [operator, number], place);
  }

  /**
   * Windows from one on which hold something published, and how many were looked at: private ones
   * are passed over unread.
   * @param limit most windows to look at
   * @returns the window to go on with, envelopes in those looked at, windows looked at, what was
   * found
   */
  async publicWindows(
    from: number,
    limit: number,
  ): Promise<{
    readonly next: number;
    readonly seen: number;
    readonly looked: number;
    readonly found: readonly (readonly [window: number, positions: readonly number[]])[];
  }> {
    const found: (readonly [number, readonly number[]])[] = [];
    let next = from;
    let [seen, looked] = [0, 0];
    const range = {
      gte: keyBytes(buckets.env, from),
      lt: Uint8Array.of(buckets.env.number + 1),
      limit,
    };
    for await (const [key, value] of this.#store.range(range)) {
      const [window] = buckets.env.key.read(
        Buffer.from(key.buffer, key.byteOffset, key.byteLength),
        1,
      );
      const { count, positions } = publicPositions(value);
      if (positions.length > 0) found.push([window, positions]);
      seen += count;
      looked += 1;
      next = window + 1;
    }
    return { next, seen, looked, found };
  }

  /** One snapshot for each calcond in which something changed. */
  snapshots(): Numbered<SnapshotRecord> {
    const store = this.#store;
    return {
      size: () =>
        sizeOf(
          buckets.supply,
          scan(store, buckets.supply, { reverse: true, limit: 1 }),
          (number) => number,
        ),
      at: (numbers) => readable(store, buckets.supply, numbers),
    };
  }

  snapshotOps(number: number, snapshot: SnapshotRecord): Operation {
    return put(buckets.supply, number, snapshot);
  }

  dropSnapshotOps(number: number): Operation {
    return del(buckets.supply, number);
  }
}

/** @param newest the last entry of a list, if there is one */
async function sizeOf<K, V>(
  bucket: Bucket<K, V>,
  newest: AsyncIterable<readonly [K, V]>,
  numberOf: (key: K) => number,
): Promise<number> {
  try {
    for await (const [key] of newest) return numberOf(key) + 1;
    return 0;
  } catch (error) {
    if (!(error instanceof CorruptRecordError) || error.bucket !== bucket.name) throw error;
    return (
      numberOf(keyOf(bucket, Uint8Array.of(bucket.number, ...Buffer.from(error.key, "hex")))) + 1
    );
  }
}

async function readable<K, V>(
  store: Reader,
  bucket: Bucket<K, V>,
  keys: readonly K[],
): Promise<readonly (V | null)[]> {
  try {
    return (await readMany(store, bucket, keys)).map((value) => value ?? null);
  } catch (error) {
    if (!(error instanceof CorruptRecordError)) throw error;
  }
  // One by one: the others are not to be missed for a damaged one.
  return Promise.all(
    keys.map(async (key) => {
      try {
        return (await read(store, bucket, key)) ?? null;
      } catch (error) {
        if (error instanceof CorruptRecordError) return null;
        throw error;
      }
    }),
  );
}

/**
 * Number of the first entry of a list at a calcond or later; its size when there is none. A damaged
 * entry counts as being of the time of the one before it.
 * @param size of the list
 */
export async function firstFrom(
  list: Numbered<{ readonly calcond: number }>,
  size: number,
  calcond: number,
): Promise<number> {
  let [low, high] = [0, size];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    let [number, entry] = [middle, (await list.at([middle]))[0] ?? null];
    while (entry === null && number > low) {
      number -= 1;
      entry = (await list.at([number]))[0] ?? null;
    }
    if (entry === null || entry.calcond < calcond) low = middle + 1;
    else high = number;
  }
  return low;
}
