/**
 * Lists numbered from 0 without gaps, whose entries never go back in time: a page at any offset and
 * a true total cost a few reads.
 */
import type { Bucket } from "../records/buckets.js";
import { CorruptRecordError } from "../kv/errors.js";
import { keyOf } from "../kv/table.js";
import { Table, type Reader, type ScanOptions } from "./table.js";

export interface Numbered<V extends { readonly calcond: number }> {
  /** Damaged entries are counted. */
  size(): Promise<number>;
  /** Entries under these numbers, in their order; null for one that is damaged or missing. */
  at(numbers: readonly number[]): Promise<readonly (V | null)[]>;
}

interface Keys<K> {
  readonly of: (number: number) => K;
  readonly numberIn: (key: K) => number;
  /** Keys of the list, where it is not all of its bucket. */
  readonly within?: ScanOptions<K>;
}

/** A bucket, or some of its keys, as such a list. */
export class NumberedTable<K, V extends { readonly calcond: number }>
  extends Table<K, V>
  implements Numbered<V>
{
  readonly #list: Bucket<K, V>;
  readonly #keys: Keys<K>;

  constructor(store: Reader, bucket: Bucket<K, V>, keys: Keys<K>) {
    super(store, bucket);
    this.#list = bucket;
    this.#keys = keys;
  }

  async size(): Promise<number> {
    const { numberIn, within } = this.#keys;
    try {
      const [newest] = await this.list({ ...within, reverse: true, limit: 1 });
      return newest === undefined ? 0 : numberIn(newest[0]) + 1;
    } catch (error) {
      const { name, number } = this.#list;
      if (!(error instanceof CorruptRecordError) || error.bucket !== name) throw error;
      const key = keyOf(this.#list, Uint8Array.of(number, ...Buffer.from(error.key, "hex")));
      return numberIn(key) + 1;
    }
  }

  async at(numbers: readonly number[]): Promise<readonly (V | null)[]> {
    const found = await this.getEach(numbers.map((number) => this.#keys.of(number)));
    return found.map((value) =>
      value === undefined || value instanceof CorruptRecordError ? null : value,
    );
  }
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
