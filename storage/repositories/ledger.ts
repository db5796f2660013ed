/**
 * The ledger: balances, the journal they follow from, and what the envelopes of each window cost.
 */
import { buckets } from "../buckets.js";
import type { Operation } from "../kv.js";
import type { BalanceRecord, ChargeRecord, LedgerHead } from "../ledgerRecords.js";
import { put, read, readMany, scan } from "../table.js";
import type { Reader } from "../table.js";

const HEAD = "head";

export class LedgerRepository {
  readonly #store: Reader;

  constructor(store: Reader) {
    this.#store = store;
  }

  /** Undefined before the first entry. */
  head(): Promise<LedgerHead | undefined> {
    return read(this.#store, buckets.ledger, HEAD);
  }

  headOps(head: LedgerHead): Operation {
    return put(buckets.ledger, HEAD, head);
  }

  balance(account: string): Promise<BalanceRecord | undefined> {
    return read(this.#store, buckets.balance, account);
  }

  /** In the order of the accounts. */
  balances(accounts: readonly string[]): Promise<readonly (BalanceRecord | undefined)[]> {
    return readMany(this.#store, buckets.balance, accounts);
  }

  balanceOps(account: string, balance: BalanceRecord): Operation {
    return put(buckets.balance, account, balance);
  }

  /** Canonical text of an entry. */
  entry(seq: number): Promise<string | undefined> {
    return read(this.#store, buckets.journal, seq);
  }

  entryOps(seq: number, text: string): Operation {
    return put(buckets.journal, seq, text);
  }

  /** Entries from one on, in order, at most `limit`. */
  entriesFrom(seq: number, limit: number): AsyncIterable<readonly [seq: number, text: string]> {
    return scan(this.#store, buckets.journal, { gte: seq, limit });
  }

  /** Entries before one, the last first, at most `limit`. */
  entriesBefore(seq: number, limit: number): AsyncIterable<readonly [seq: number, text: string]> {
    return scan(this.#store, buckets.journal, { lt: seq, limit, reverse: true });
  }

  /** What the envelopes of a window cost. */
  charges(window: number): Promise<ChargeRecord | undefined> {
    return read(this.#store, buckets.charge, window);
  }

  chargeOps(window: number, charges: ChargeRecord): Operation & { readonly type: "put" } {
    return put(buckets.charge, window, charges);
  }

  /** Balances in the order of their keys. */
  allBalances(): AsyncIterable<readonly [account: string, balance: BalanceRecord]> {
    return scan(this.#store, buckets.balance);
  }
}
