/** A bucket read from its first key to its last in lists, damaged records among the others. */
import type { Bucket } from "../../storage/buckets.js";
import type { Inspected } from "../../storage/checked.js";
import { keyOf } from "../../storage/table.js";

export interface AuditRecord<K> {
  readonly key: K;
  readonly value: Uint8Array;
  /** Why it cannot be used, or null. */
  readonly fault: string | null;
}

/** Records in the order of their keys. What is at hand is given without a wait. */
export class AuditStream<K, V> {
  readonly bucket: Bucket<K, V>;
  readonly #lists: AsyncIterator<readonly Inspected[]>;
  /** The list that is read while the one before is gone through. */
  #ahead: Promise<IteratorResult<readonly Inspected[]>> | null = null;
  #list: readonly Inspected[] = [];
  #at = 0;

  constructor(bucket: Bucket<K, V>, lists: AsyncIterable<readonly Inspected[]>) {
    this.bucket = bucket;
    this.#lists = lists[Symbol.asyncIterator]();
  }

  /** Whether there is one at hand, or there is none any more; false: wait for `fill`. */
  get isReady(): boolean { return this.#at < this.#list.length; }

  /** @returns whether there is another */
  async fill(): Promise<boolean> {
    while (this.#at >= this.#list.length) {
      const next = await (this.#ahead ?? this.#lists.next());
      this.#ahead = null;
      if (next.done === true) return false;
      this.#ahead = this.#lists.next();
      // Told to whoever asks for it.
      this.#ahead.catch(() => undefined);
      this.#list = next.value;
      this.#at = 0;
    }
    return true;
  }

  /** The next record, which stays the next one. Only where one is at hand. */
  get head(): AuditRecord<K> {
    const { key, value, fault } = this.#list[this.#at]!;
    return { key: keyOf(this.bucket, key), value, fault };
  }

  /** Goes past the next record. */
  skip(): void { this.#at += 1; }

  async close(): Promise<void> {
    await this.#ahead?.catch(() => undefined);
    await this.#lists.return?.();
  }
}
