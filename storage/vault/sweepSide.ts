/**
 * What a sweep does to the vault of one account: its counts, its head, and the records of its
 * leaves.
 */
import { buckets } from "../records/buckets.js";
import type { Operation } from "../kv/kv.js";
import type { RecordWriter } from "../kv/recordBatch.js";
import { keyBytes, put } from "../kv/table.js";
import { CountChanges } from "./countChanges.js";
import { ALL, MOVABLE, UNFILED } from "../records/vault/counts.js";
import type { VaultHead } from "../records/vault/head.js";
import type { Leaf } from "../records/vault/leaf.js";
import { leafBucket } from "./places.js";

/** Whose vault, as it was when the sweep began. */
export interface Holder {
  readonly account: string;
  readonly head: VaultHead;
}

const PLACES = 2;

/** Of some tokens of a leaf. */
export interface Sums {
  readonly count: number;
  readonly movable: number;
  readonly unfiled: number;
  readonly paid: number;
  readonly free: number;
}

export function sumsOf(leaf: Leaf, places: readonly number[]): Sums {
  let [movable, unfiled, paid, free] = [0, 0, 0, 0];
  for (const place of places) {
    if (leaf.isMovable(place)) movable += 1;
    if (!leaf.isFiled(place)) unfiled += 1;
    if (leaf.isFree(place)) free += leaf.valueAt(place);
    else paid += leaf.valueAt(place);
  }
  return { count: places.length, movable, unfiled, paid, free };
}

/** Key of a leaf, of which only the end changes. */
class LeafKeys {
  readonly #keys: readonly [Buffer, Buffer];

  constructor(account: string) {
    const key = (place: number): Buffer => Buffer.from(keyBytes(leafBucket(place), [account, 0]));
    this.#keys = [key(0), key(1)];
  }

  /** Valid up to the next call. */
  at(place: 0 | 1, prefix: number): Buffer {
    const key = this.#keys[place];
    key.writeUInt16BE(prefix, key.length - 2);
    return key;
  }
}

/**
 * One account in a sweep: what it gains and loses leaf by leaf, and where its leaves are written.
 */
export class SweepSide {
  readonly account: string;
  readonly changes: CountChanges;
  readonly #head: VaultHead;
  readonly #keys: LeafKeys;
  readonly #first: number;
  movable = 0;
  count = 0;
  paid = 0;
  free = 0;

  /** @param nth of the accounts in the sweep */
  constructor({ account, head }: Holder, nth: number) {
    this.account = account;
    this.#first = PLACES * nth;
    this.changes = new CountChanges(account);
    this.#head = head;
    this.#keys = new LeafKeys(account);
  }

  get isEmpty(): boolean {
    return this.#head.count === 0;
  }

  /** Where a leaf is written to: the place that is not in force, or the first where none is. */
  next(prefix: number, place: 0 | 1 | null): 0 | 1 {
    const next = place === 0 ? 1 : 0;
    this.changes.stands(prefix, next);
    return next;
  }

  /** Valid up to the next call. */
  key(prefix: number, place: 0 | 1): Buffer {
    return this.#keys.at(place, prefix);
  }

  /** Records of one account and one place stand together in the database. */
  share(place: 0 | 1): number {
    return this.#first + place;
  }

  /** Tokens of one leaf that it has more, or, with the sign -1, fewer. */
  gain(prefix: number, sign: 1 | -1, { count, movable, paid, free, unfiled }: Sums): void {
    this.count += sign * count;
    this.movable += sign * movable;
    this.paid += sign * paid;
    this.free += sign * free;
    this.changes.add(prefix, ALL, sign * count);
    this.changes.add(prefix, MOVABLE, sign * movable);
    this.changes.add(prefix, UNFILED, sign * unfiled);
  }

  head(also: Partial<VaultHead>): Operation {
    const { count, movable, paid, free, edition } = this.#head;
    return put(buckets.vault, this.account, {
      ...this.#head,
      ...also,
      edition: edition + 1,
      count: count + this.count,
      movable: movable + this.movable,
      paid: paid + this.paid,
      free: free + this.free,
    });
  }

  /**
   * Writes a leaf as it will be.
   * @param place where it stands, or null where there is none
   * @returns a promise only where the disk has to be waited for
   */
  put(writer: RecordWriter, prefix: number, place: 0 | 1 | null, leaf: Leaf): Promise<void> | void {
    const bytes = leaf.encode();
    const next = this.next(prefix, place);
    return writer.put(this.share(next), this.key(prefix, next), bytes.length, (into, at) => {
      into.set(bytes, at);
      return at + bytes.length;
    });
  }
}
