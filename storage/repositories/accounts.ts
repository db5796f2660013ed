/** Accounts, and the index by identity digest. */
import { buckets } from "../records/buckets.js";
import type { Operation } from "../kv/kv.js";
import type { AccountRecord } from "../records/records.js";
import { faultOf } from "../kv/table.js";
import { Table, type Reader } from "./table.js";

const DIGEST = /^[0-9a-f]{32}$/;

export class AccountRepository {
  readonly #accounts: Table<string, AccountRecord>;
  readonly #byCid: Table<string, string>;

  constructor(store: Reader) {
    this.#accounts = new Table(store, buckets.acct);
    this.#byCid = new Table(store, buckets.cid);
  }

  /** Creates or replaces; that a digest is free is checked by the caller, in its guard. */
  putOps(account: AccountRecord): readonly Operation[] {
    const record = this.#accounts.put(account.account, account);
    return account.cid === null
      ? [record]
      : [record, this.#byCid.put(account.cid, account.account)];
  }

  get(account: string): Promise<AccountRecord | undefined> {
    return this.#accounts.get(account);
  }

  async byCid(cid: string): Promise<AccountRecord | undefined> {
    const account = await this.#byCid.get(cid).catch(faultOf);
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
    return DIGEST.test(named) ? this.#byCid.get(named) : undefined;
  }
}
