/**
 * The ledger: balances, the journal they follow from, and what the envelopes of each window cost.
 */
import { buckets } from "../records/buckets.js";
import type { Operation } from "../kv/kv.js";
import type { BalanceRecord, ChargeRecord, LedgerHead } from "../records/ledgerRecords.js";
import { Table, type Reader } from "./table.js";

const HEAD = "head";

export class LedgerRepository {
  readonly #heads: Table<string, LedgerHead>;
  readonly #balances: Table<string, BalanceRecord>;
  readonly #journal: Table<number, string>;
  readonly #charges: Table<number, ChargeRecord>;

  constructor(store: Reader) {
    this.#heads = new Table(store, buckets.ledger);
    this.#balances = new Table(store, buckets.balance);
    this.#journal = new Table(store, buckets.journal);
    this.#charges = new Table(store, buckets.charge);
  }

  /** Undefined before the first entry. */
  head(): Promise<LedgerHead | undefined> {
    return this.#heads.get(HEAD);
  }

  headOps(head: LedgerHead): Operation {
    return this.#heads.put(HEAD, head);
  }

  balance(account: string): Promise<BalanceRecord | undefined> {
    return this.#balances.get(account);
  }

  /** In the order of the accounts. */
  balances(accounts: readonly string[]): Promise<readonly (BalanceRecord | undefined)[]> {
    return this.#balances.getMany(accounts);
  }

  balanceOps(account: string, balance: BalanceRecord): Operation {
    return this.#balances.put(account, balance);
  }

  /** Canonical text of an entry. */
  entry(seq: number): Promise<string | undefined> {
    return this.#journal.get(seq);
  }

  entryOps(seq: number, text: string): Operation {
    return this.#journal.put(seq, text);
  }

  /** Entries from one on, in order, at most `limit`. */
  entriesFrom(seq: number, limit: number): AsyncIterable<readonly [seq: number, text: string]> {
    return this.#journal.scan({ gte: seq, limit });
  }

  /** Entries before one, the last first, at most `limit`. */
  entriesBefore(seq: number, limit: number): AsyncIterable<readonly [seq: number, text: string]> {
    return this.#journal.scan({ lt: seq, limit, reverse: true });
  }

  /** What the envelopes of a window cost. */
  charges(window: number): Promise<ChargeRecord | undefined> {
    return this.#charges.get(window);
  }

  chargeOps(window: number, charges: ChargeRecord): Operation & { readonly type: "put" } {
    return this.#charges.put(window, charges);
  }
}
