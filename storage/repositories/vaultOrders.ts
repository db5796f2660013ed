/** Changes of vaults that earlier versions left under way, bonds, and used transfer offers. */
import { buckets } from "../buckets.js";
import { CorruptRecordError } from "../errors.js";
import type { Operation } from "../kv.js";
import { del, put, read, scan } from "../table.js";
import type { Reader } from "../table.js";
import type { BondRecord, IntentHead } from "../vault/records.js";

const ID_BYTES = 32;

export class VaultOrderRepository {
  readonly #store: Reader;

  constructor(store: Reader) {
    this.#store = store;
  }

  /** @param part that is carried out */
  doneOps(intent: string, head: IntentHead, part: number): readonly Operation[] {
    const spent = del(buckets.part, [intent, part] as const);
    return part === head.parts
      ? [spent, del(buckets.intent, intent)]
      : [spent, put(buckets.intent, intent, { ...head, done: part })];
  }

  intents(): AsyncIterable<readonly [intent: string, head: IntentHead]> {
    return scan(this.#store, buckets.intent);
  }

  intent(intent: string): Promise<IntentHead | undefined> {
    return read(this.#store, buckets.intent, intent);
  }

  /** @throws CorruptRecordError when the part is missing */
  async part(intent: string, part: number): Promise<Uint8Array> {
    const ids = await read(this.#store, buckets.part, [intent, part]);
    if (ids === undefined || ids.length % ID_BYTES !== 0) {
      throw new CorruptRecordError(
        buckets.part.name,
        `${intent}/${part}`,
        "a part of a change under way is missing",
      );
    }
    return ids;
  }

  /** Parts whose change was never begun: a crash came between them and its head. */
  async orphanOps(): Promise<readonly Operation[]> {
    const operations: Operation[] = [];
    for await (const [key] of scan(this.#store, buckets.part)) {
      if ((await this.intent(key[0])) === undefined) operations.push(del(buckets.part, key));
    }
    return operations;
  }

  bond(account: string, bond: number): Promise<BondRecord | undefined> {
    return read(this.#store, buckets.bond, [account, bond]);
  }

  bondOps(record: BondRecord): readonly Operation[] {
    return [put(buckets.bond, [record.account, record.bond], record)];
  }

  async isSpent(from: string, nonce: string): Promise<boolean> {
    return (await read(this.#store, buckets.offer, [from, nonce])) !== undefined;
  }

  spendOps(from: string, nonce: string, expiresCalcond: number): readonly Operation[] {
    return [put(buckets.offer, [from, nonce], { expiresCalcond })];
  }

  /** Forgets offers of an account that expired before a calcond, at most `limit`. */
  async expiredOps(from: string, calcond: number, limit: number): Promise<readonly Operation[]> {
    const operations: Operation[] = [];
    for await (const [key, { expiresCalcond }] of scan(this.#store, buckets.offer, {
      gte: [from, ""],
      limit,
    })) {
      if (key[0] !== from) break;
      if (expiresCalcond < calcond) operations.push(del(buckets.offer, key));
    }
    return operations;
  }
}
