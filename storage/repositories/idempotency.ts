/**
 * Answers given to requests that carry an idempotency key, written in the batch of their effect, and listed by their age, so that those that
 * are over can be forgotten without reading any. Whoever writes an answer where there is one forgets that one before: each answer is listed once.
 */
import { createHash } from "node:crypto";
import { buckets } from "../buckets.js";
import type { Operation } from "../kv.js";
import type { IdempotencyRecord } from "../records.js";
import { del, put, read, scan } from "../table.js";
import type { Reader } from "../table.js";

function hashOf(key: string): string {
  return createHash("sha256").update(key, "utf8").digest("hex");
}

/** Below every key of the bucket. */
const FIRST_KEY = ["", "0".repeat(64)] as const;

interface Swept {
  readonly count: number;
  /** There is none before this calcond any more. */
  readonly reached: number;
  readonly operations: readonly Operation[];
}

export class IdempotencyRepository {
  readonly #store: Reader;

  constructor(store: Reader) {
    this.#store = store;
  }

  /** @param key the client's key, scoped to its account */
  putOps(account: string, key: string, record: IdempotencyRecord): readonly Operation[] {
    const place = [account, hashOf(key)] as const;
    return [put(buckets.idem, place, record), put(buckets.idemage, [record.calcond, place], "")];
  }

  get(account: string, key: string): Promise<IdempotencyRecord | undefined> {
    return read(this.#store, buckets.idem, [account, hashOf(key)]);
  }

  /** @param calcond of the answer there is */
  forgetOps(account: string, key: string, calcond: number): readonly Operation[] {
    const place = [account, hashOf(key)] as const;
    return [del(buckets.idem, place), del(buckets.idemage, [calcond, place])];
  }

  /**
   * Forgets at most `limit` of the answers given before a calcond, the oldest first.
   * @param from the calcond up to which all are forgotten already: what was deleted is not walked over again
   * @param before 0 or higher
   */
  async sweepOps(from: number, before: number, limit: number): Promise<Swept> {
    const operations: Operation[] = [];
    let [count, reached] = [0, from];
    for await (const [key] of scan(this.#store, buckets.idemage, { gte: [from, FIRST_KEY], lt: [before, FIRST_KEY], limit })) {
      operations.push(del(buckets.idem, key[1]), del(buckets.idemage, key));
      count += 1;
      reached = key[0];
    }
    return { count, reached, operations };
  }
}
