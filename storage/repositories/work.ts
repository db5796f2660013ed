/** Challenges whose work was shown, how often addresses did what takes work, and claims. */
import { buckets } from "../buckets.js";
import type { Operation } from "../kv.js";
import { del, read, scan } from "../table.js";
import type { Reader } from "../table.js";
import type { ClaimRecord } from "../workRecords.js";

export interface ClaimOfDay extends ClaimRecord {
  /** Days since 1970, in UTC. */
  readonly day: number;
}

export class WorkRepository {
  readonly #store: Reader;

  constructor(store: Reader) {
    this.#store = store;
  }

  async isSpent(expires: number, digest: string): Promise<boolean> {
    return (await read(this.#store, buckets.spent, [expires, digest])) !== undefined;
  }

  /** When an address did it within the last hour or longer ago; oldest first. */
  async times(purpose: string, subject: string): Promise<readonly number[]> {
    return (await read(this.#store, buckets.pace, [purpose, subject]))?.times ?? [];
  }

  /** Deletes of challenges that were good until before `calcond`. */
  async forgetSpentOps(calcond: number, limit: number): Promise<readonly Operation[]> {
    const operations: Operation[] = [];
    // The second part of the end is below every digest.
    const lt = [calcond, "0".repeat(64)] as const;
    for await (const [key] of scan(this.#store, buckets.spent, { lt, limit })) {
      operations.push(del(buckets.spent, key));
    }
    return operations;
  }

  /** Addresses that did nothing since `calcond`, from one on. */
  async *idle(calcond: number): AsyncGenerator<readonly [string, string]> {
    for await (const [key, { times }] of scan(this.#store, buckets.pace)) {
      if ((times.at(-1) ?? 0) <= calcond) yield key;
    }
  }

  /** The newest claim of a machine. */
  async lastClaim(machine: string): Promise<ClaimOfDay | null> {
    const range = {
      gte: [machine, 0],
      lt: [machine, Number.MAX_SAFE_INTEGER],
      reverse: true,
      limit: 1,
    } as const;
    for await (const [[, day], record] of scan(this.#store, buckets.claimed, range))
      return { ...record, day };
    return null;
  }
}
