/** Bonds, and transfer offers that were used. */
import { buckets } from "../records/buckets.js";
import type { Operation } from "../kv/kv.js";
import type { BondRecord, OfferRecord } from "../records/vault/records.js";
import { Table, type Reader } from "./table.js";

export class VaultOrderRepository {
  readonly #bonds: Table<readonly [account: string, bond: number], BondRecord>;
  readonly #offers: Table<readonly [from: string, nonce: string], OfferRecord>;

  constructor(store: Reader) {
    this.#bonds = new Table(store, buckets.bond);
    this.#offers = new Table(store, buckets.offer);
  }

  bond(account: string, bond: number): Promise<BondRecord | undefined> {
    return this.#bonds.get([account, bond]);
  }

  bondOps(record: BondRecord): readonly Operation[] {
    return this.#bonds.putOps([record.account, record.bond], record);
  }

  isSpent(from: string, nonce: string): Promise<boolean> {
    return this.#offers.has([from, nonce]);
  }

  spendOps(from: string, nonce: string, expiresCalcond: number): readonly Operation[] {
    return this.#offers.putOps([from, nonce], { expiresCalcond });
  }

  /** Forgets offers of an account that expired before a calcond, at most `limit`. */
  async expiredOps(from: string, calcond: number, limit: number): Promise<readonly Operation[]> {
    const operations: Operation[] = [];
    for await (const [key, { expiresCalcond }] of this.#offers.scan({ gte: [from, ""], limit })) {
      if (key[0] !== from) break;
      if (expiresCalcond < calcond) operations.push(this.#offers.del(key));
    }
    return operations;
  }
}
