/** Accounts, and the index by identity digest. */
import { buckets } from "../buckets.js";
import type { Operation } from "../kv.js";
import type { AccountRecord } from "../records.js";
import { faultOf, put, read } from "../table.js";
import type { Reader } from "../table.js";

const DIGEST = /^[0-9a-f]{32}$/;

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
    const account = await read(this.#store, buckets.cid, cid).catch(faultOf);
    if (account === undefined) return undefined;
    if (typeof account === "string") return this.get(account);
    // Nearly every account is named by its digest, which its own record says again.
    const found = await this.get(cid);
    if (found?.cid !== cid) throw account;
    return found;
  }

  /**
   * The name of the account that is named so, or has this identity digest; its own record may be
   * damaged.
   */
  async nameOf(named: string): Promise<string | undefined> {
    if ((await this.get(named).catch(faultOf)) !== undefined) return named;
    return DIGEST.test(named) ? read(this.#store, buckets.cid, named) : undefined;
  }
}
