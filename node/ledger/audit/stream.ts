/**
 * Records read in lists, one after the other: a bucket from its first key to its last, damaged
 * records among the others.
 */
import type { Bucket } from "../../../storage/records/buckets.js";
import type { Inspected } from "../../../storage/kv/checked.js";
import { CorruptRecordError } from "../../../storage/kv/errors.js";
import type { Gap } from "../../../storage/kv/pastDamage.js";
import type { Store } from "../../../storage/store.js";
import { keyOf } from "../../../storage/kv/table.js";

/** Records in one list; between two lists others have their turn. */
export const STEP_RECORDS = 1_024;

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
  get isReady(): boolean {
    return this.#at < this.#list.length;
  }

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
    // Told to anyone who asks for it.
    next.catch(() => undefined);
    return next;
  }

  /** The next one, which stays the next one. Only where one is at hand. */
  get item(): T {
    return this.#list[this.#at]!;
  }

  /** Goes past the next one. */
  skip(): void {
    this.#at += 1;
  }

  async close(): Promise<void> {
    // A log opened at its making is let go only by who has begun to read it.
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

/** Told of what cannot be read or has no place among the records, and of where it is. */
export type OnDamage = (key: string, fault: string) => void;

interface StreamOptions {
  /** Only keys from one on and before another; all if absent. */
  readonly range?: { readonly from?: Uint8Array; readonly below?: Uint8Array };
  readonly onDamage: OnDamage;
}

/** Records of a bucket as of the call, past what the database cannot read. */
export function streamOf<K, V>(
  source: Pick<Store, "inspect">,
  bucket: Bucket<K, V>,
  { range = {}, onDamage }: StreamOptions,
): AuditStream<K, V> {
  const onGap = ({ after, before, why }: Gap): void => {
    onDamage(
      `${after === null ? "from the first" : `after ${keyWords(bucket, after)}`} ${
        before === null ? "to the last" : `and before ${keyWords(bucket, before)}`
      }`,
      `what is there cannot be read: ${why}`,
    );
  };
  return new AuditStream(
    bucket,
    placed(bucket, source.inspect(bucket, STEP_RECORDS, { ...range, onGap }), onDamage),
  );
}

/**
 * Without damaged records under keys that are none of the bucket's, or out of order: a key may be
 * what is damaged.
 */
async function* placed<K>(
  bucket: Bucket<K, unknown>,
  lists: AsyncIterable<readonly Inspected[]>,
  onDamage: OnDamage,
): AsyncGenerator<readonly Inspected[]> {
  let last: Uint8Array | null = null;
  for await (const list of lists) {
    const kept = list.every(({ fault }) => fault === null)
      ? list
      : list.filter(({ key, fault }, i) => {
          if (fault === null) return true;
          const next = list[i + 1]?.key;
          const before = list[i - 1]?.key ?? last;
          const isPlaced =
            fits(bucket, key) &&
            (before === null || Buffer.compare(before, key) < 0) &&
            (next === undefined || Buffer.compare(key, next) < 0);
          if (!isPlaced) onDamage(Buffer.from(key).toString("hex", 1), fault);
          return isPlaced;
        });
    last = list.at(-1)?.key ?? last;
    if (kept.length > 0) yield kept;
  }
}

function fits(bucket: Bucket<unknown, unknown>, key: Uint8Array): boolean {
  try {
    keyOf(bucket, key);
    return true;
  } catch (error) {
    if (error instanceof CorruptRecordError) return false;
    throw error;
  }
}

function keyWords(bucket: Bucket<unknown, unknown>, key: Uint8Array): string {
  return fits(bucket, key)
    ? [keyOf(bucket, key)].flat(Infinity).join("/")
    : Buffer.from(key).toString("hex", 1);
}
