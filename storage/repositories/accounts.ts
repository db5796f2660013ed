/** Accounts, and the index by identity digest. */
import { buckets } from "../buckets.js";
import type { Operation } from "../kv.js";
import type { AccountRecord } from "../records.js";
import { put, read } from "../table.js";
import type { Reader } from "../table.js";

export class AccountRepository {
  readonly #store: Reader;

  constructor(store: Reader) {
    this.#store = store;
  }

  /** Creates or replaces; that a digest is not taken is checked by the caller, in its guard. */
  putOps(account: AccountRecord): readonly Operation[] {
    const record = put(buckets.acct, account.account, account);
    if (account.cid === null) return [record];
    return [record, put(buckets.cid, account.cid, account.account)];
  }

  get(account: string): Promise<AccountRecord | undefined> {
    return read(this.#store, buckets.acct, account);
  }

  async byCid(cid: string): Promise<AccountRecord | undefined> {
    const account = await read(this.#store, buckets.cid, cid);
    return account === undefined ? undefined : this.get(account);
  }
}
