/**
 * Answers given to requests that carry an idempotency key, written in the batch of their effect.
 */
import { createHash } from "node:crypto";
import { buckets } from "../buckets.js";
import type { Operation } from "../kv.js";
import type { IdempotencyRecord } from "../records.js";
import { put, read } from "../table.js";
import type { Reader } from "../table.js";

function hashOf(key: string): string {
  return createHash("sha256").update(key, "utf8").digest("hex");
}

export class IdempotencyRepository {
  readonly #store: Reader;

  constructor(store: Reader) {
    this.#store = store;
  }

  /** @param key the client's key, scoped to its account */
  putOps(account: string, key: string, record: IdempotencyRecord): readonly Operation[] {
    return [put(buckets.idem, [account, hashOf(key)], record)];
  }

  get(account: string, key: string): Promise<IdempotencyRecord | undefined> {
    return read(this.#store, buckets.idem, [account, hashOf(key)]);
  }
}
