/**
 * Records of a bucket by their numbers, as an audit reads them: those that it expects without their
 * keys, all others with them.
 */
import type { Bucket } from "../../../storage/records/buckets.js";
import { valueUnder } from "../../../storage/kv/checked.js";
import { StoreCorruptError } from "../../../storage/kv/errors.js";
import type { Store } from "../../../storage/store.js";
import { keyBytes } from "../../../storage/kv/table.js";
import {
  ListStream,
  STEP_RECORDS,
  streamOf,
  type AuditRecord,
  type AuditStream,
  type OnDamage,
} from "./stream.js";

/** From one number on and before another. */
export interface NumberRange {
  readonly from: number;
  readonly end: number;
}

export type RecordSource = Pick<Store, "foretold" | "inspect">;

/**
 * Anyone who knows which number comes next asks for it: to make the keys of a million records takes
 * as long as to check their values. A checksum covers its key, so it says whether the next record
 * is the one of that number. Once it is not, keys are read.
 */
export class NumberedRecords {
  readonly #source: RecordSource;
  readonly #bucket: Bucket<number, unknown>;
  readonly #onDamage: OnDamage;
  readonly #below: Uint8Array;
  /** Key that is asked for, its number changing. */
  readonly #key: Buffer;
  readonly #bare: ListStream<Uint8Array>;
  /** Null while keys are not read. */
  #keyed: AuditStream<number, unknown> | null = null;

  constructor(
    source: RecordSource,
    bucket: Bucket<number, unknown>,
    { from, end }: NumberRange,
    onDamage: OnDamage,
  ) {
    this.#source = source;
    this.#bucket = bucket;
    this.#onDamage = onDamage;
    this.#below = keyBytes(bucket, end);
    this.#key = Buffer.from(keyBytes(bucket, from));
    this.#bare = new ListStream(source.foretold(Buffer.from(this.#key), STEP_RECORDS));
  }

  /** Whether keys are read: `head` and `skip` are for then, `take` is for before. */
  get isKeyed(): boolean {
    return this.#keyed !== null;
  }

  /** Whether there is one at hand; false: wait for `fill`. */
  get isReady(): boolean {
    return (this.#keyed ?? this.#bare).isReady;
  }

  /**
   * What the database cannot read ends the reading without keys.
   * @param from first number that was not taken
   * @returns whether there is another, without keys perhaps one beyond the end
   */
  async fill(from: number): Promise<boolean> {
    if (this.#keyed === null) {
      try {
        return await this.#bare.fill();
      } catch (error) {
        if (!(error instanceof StoreCorruptError)) throw error;
        await this.readKeys(from);
      }
    }
    return this.#keyed!.fill();
  }

  /**
   * Value of the record at hand if it is the one of this number and sound, and goes past it; null
   * otherwise.
   */
  take(number: number): Uint8Array | null {
    const bare = this.#bare;
    this.#bucket.key.write(number, this.#key, 1);
    const value = valueUnder(this.#key, bare.item);
    if (value !== null) bare.skip();
    return value;
  }

  /** From now on keys are read. @param from first number that was not taken */
  async readKeys(from: number): Promise<void> {
    if (this.#keyed !== null) return;
    const range = { from: keyBytes(this.#bucket, from), below: this.#below };
    this.#keyed = streamOf(this.#source, this.#bucket, { range, onDamage: this.#onDamage });
    await this.#bare.close();
  }

  get head(): AuditRecord<number> {
    return this.#keyed!.head;
  }
  skip(): void {
    this.#keyed!.skip();
  }

  async close(): Promise<void> {
    await (this.#keyed ?? this.#bare).close();
  }
}
