/** What is read in lists, one after the other: a bucket from its first key to its last, damaged records among the others. */
import type { Bucket } from "../../storage/buckets.js";
import type { Inspected } from "../../storage/checked.js";
import { keyOf } from "../../storage/table.js";

export interface AuditRecord<K> {
  readonly key: K;
  readonly value: Uint8Array;
  /** Why it cannot be used, or null. */
  readonly fault: string | null;
}

/** Items of lists. What is at hand is given without a wait. */
export class ListStream<T> {
  readonly #lists: AsyncIterator<readonly T[]>;
  /** The list that is read while the one before is gone through. */
  #ahead: Promise<IteratorResult<readonly T[]>> | null = null;
  #list: readonly T[] = [];
  #at = 0;
  #isBegun = false;

  constructor(lists: AsyncIterable<readonly T[]>) {
    this.#lists = lists[Symbol.asyncIterator]();
  }

  /** Whether there is one at hand, or there is none any more; false: wait for `fill`. */
  get isReady(): boolean { return this.#at < this.#list.length; }

  /** @returns whether there is another */
  async fill(): Promise<boolean> {
    while (this.#at >= this.#list.length) {
      const next = await (this.#ahead ?? this.#read());
      this.#ahead = null;
      if (next.done === true) return false;
      this.#ahead = this.#read();
      this.#list = next.value;
      this.#at = 0;
    }
    return true;
  }

  #read(): Promise<IteratorResult<readonly T[]>> {
    this.#isBegun = true;
    const next = this.#lists.next();
    // Told to whoever asks for it.
    next.catch(() => undefined);
    return next;
  }

  /** The next one, which stays the next one. Only where one is at hand. */
  get item(): T { return this.#list[this.#at]!; }

  /** Goes past the next one. */
  skip(): void { this.#at += 1; }

  async close(): Promise<void> {
    // What was opened at its making is let go only by who has begun to read it.
    if (!this.#isBegun) this.#ahead = this.#read();
    await this.#ahead?.catch(() => undefined);
    await this.#lists.return?.();
  }
}

/** Records in the order of their keys. */
export class AuditStream<K, V> extends ListStream<Inspected> {
  readonly bucket: Bucket<K, V>;

  constructor(bucket: Bucket<K, V>, lists: AsyncIterable<readonly Inspected[]>) {
    super(lists);
    this.bucket = bucket;
  }

  /** The next record, as `item` is. */
  get head(): AuditRecord<K> {
    const { key, value, fault } = this.item;
    return { key: keyOf(this.bucket, key), value, fault };
  }
}
