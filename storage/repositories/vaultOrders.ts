/** Bonds, and transfer offers that were used. */
import { buckets } from "../buckets.js";
import type { Operation } from "../kv.js";
import { del, put, read, scan } from "../table.js";
import type { Reader } from "../table.js";
import type { BondRecord } from "../vault/records.js";

export class VaultOrderRepository {
  readonly #store: Reader;

  constructor(store: Reader) {
    this.#store = store;
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
