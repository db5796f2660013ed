/** Challenges whose work was shown, how often addresses did what takes work, and claims. */
import { buckets } from "../records/buckets.js";
import type { Operation } from "../kv/kv.js";
import type { AccountClaimRecord, ClaimRecord, PaceRecord } from "../records/workRecords.js";
import { Table, type Reader } from "./table.js";

export interface ClaimOfDay extends ClaimRecord {
  /** Days since 1970, in UTC. */
  readonly day: number;
}

/** Below every digest. */
const FIRST_DIGEST = "0".repeat(64);

export class WorkRepository {
  readonly #spent: Table<readonly [expires: number, digest: string], string>;
  readonly #paces: Table<readonly [purpose: string, subject: string], PaceRecord>;
  readonly #claims: Table<readonly [machine: string, day: number], ClaimRecord>;
  readonly #accountClaims: Table<string, AccountClaimRecord>;

  constructor(store: Reader) {
    this.#spent = new Table(store, buckets.spent);
    this.#paces = new Table(store, buckets.pace);
    this.#claims = new Table(store, buckets.claimed);
    this.#accountClaims = new Table(store, buckets.claimday);
  }

  isSpent(expires: number, digest: string): Promise<boolean> {
    return this.#spent.has([expires, digest]);
  }

  /** When an address did it within the last hour or longer ago; oldest first. */
  async times(purpose: string, subject: string): Promise<readonly number[]> {
    return (await this.#paces.get([purpose, subject]))?.times ?? [];
  }

  /** Deletes of challenges that were good until before `calcond`. */
  async forgetSpentOps(calcond: number, limit: number): Promise<readonly Operation[]> {
    const over = await this.#spent.list({ lt: [calcond, FIRST_DIGEST], limit });
    return over.map(([key]) => this.#spent.del(key));
  }

  /** Addresses that did nothing since `calcond`, from one on. */
  async *idle(calcond: number): AsyncGenerator<readonly [string, string]> {
    for await (const [key, { times }] of this.#paces.scan()) {
      if ((times.at(-1) ?? 0) <= calcond) yield key;
    }
  }

  /** The newest claim of an account, with any of its machines. */
  lastClaimOf(account: string): Promise<AccountClaimRecord | undefined> {
    return this.#accountClaims.get(account);
  }

  /** The newest claim of a machine. */
  async lastClaim(machine: string): Promise<ClaimOfDay | null> {
    const [newest] = await this.#claims.list({
      gte: [machine, 0],
      lt: [machine, Number.MAX_SAFE_INTEGER],
      reverse: true,
      limit: 1,
    });
    return newest === undefined ? null : { ...newest[1], day: newest[0][1] };
  }
}
