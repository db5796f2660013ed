/**
 * Public readings: the record of published computations, and snapshots of the supply. Both are
 * lists numbered without gaps, so that a page at any offset and a true total cost a few reads, and
 * both are derived: whatever is lost of them is read again from where it came.
 */
import { buckets } from "../buckets.js";
import type { Operation } from "../kv.js";
import type { PublicPlace, ReadingRecord, SnapshotRecord } from "../readings.js";
import { publicPositions } from "../records.js";
import { keyBytes, put, read, readMany, scan } from "../table.js";
import type { Reader } from "../table.js";

/** A list numbered from 0, whose entries never go back in time. */
interface Numbered<V extends { readonly calcond: number }> {
  size(): Promise<number>;
  /** Entries under these numbers, in their order. */
  at(numbers: readonly number[]): Promise<readonly V[]>;
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

  /** Published envelopes in the order of their seals; of one operator, those whose chain names it. */
  published(operator?: string): Numbered<PublicPlace> {
    const store = this.#store;
    if (operator === undefined) {
      return {
        size: async () => {
          for await (const [number] of scan(store, buckets.pub, { reverse: true, limit: 1 })) return number + 1;
          return 0;
        },
        at: async (numbers) => whole(await readMany(store, buckets.pub, numbers)),
      };
    }
    return {
      size: async () => {
        const newest = { gte: [operator, 0], lt: [operator, Number.MAX_SAFE_INTEGER], reverse: true, limit: 1 } as const;
        for await (const [[, number]] of scan(store, buckets.pubop, newest)) return number + 1;
        return 0;
      },
      at: async (numbers) =>
        whole(await readMany(store, buckets.pubop, numbers.map((number) => [operator, number] as const))),
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
   * @returns the window to go on with, envelopes in those looked at, windows looked at, what was found
   */
  async publicWindows(from: number, limit: number): Promise<{
    readonly next: number; readonly seen: number; readonly looked: number;
    readonly found: readonly (readonly [window: number, positions: readonly number[]])[];
  }> {
    const found: (readonly [number, readonly number[]])[] = [];
    let next = from;
    let [seen, looked] = [0, 0];
    const range = { gte: keyBytes(buckets.env, from), lt: Uint8Array.of(buckets.env.number + 1), limit };
    for await (const [key, value] of this.#store.range(range)) {
      const [window] = buckets.env.key.read(Buffer.from(key.buffer, key.byteOffset, key.byteLength), 1);
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
      size: async () => {
        for await (const [number] of scan(store, buckets.supply, { reverse: true, limit: 1 })) return number + 1;
        return 0;
      },
      at: async (numbers) => whole(await readMany(store, buckets.supply, numbers)),
    };
  }

  snapshotOps(number: number, snapshot: SnapshotRecord): Operation {
    return put(buckets.supply, number, snapshot);
  }
}

function whole<V>(values: readonly (V | undefined)[]): readonly V[] {
  return values.map((value) => {
    if (value === undefined) throw new Error("a list that is numbered without gaps has one");
    return value;
  });
}

/**
 * Number of the first entry of a list at a calcond or later; its size when there is none.
 * @param size of the list
 */
export async function firstFrom(
  list: Numbered<{ readonly calcond: number }>, size: number, calcond: number,
): Promise<number> {
  let [low, high] = [0, size];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [entry] = await list.at([middle]);
    if (entry!.calcond < calcond) low = middle + 1;
    else high = middle;
  }
  return low;
}
