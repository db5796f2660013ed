/** Proofs of equivocation, kept for ever. */
import { buckets } from "../buckets.js";
import type { Operation } from "../kv.js";
import type { EvidenceRecord } from "../records.js";
import { put, read, scan } from "../table.js";
import type { Reader } from "../table.js";

export class EvidenceRepository {
  readonly #store: Reader;

  constructor(store: Reader) {
    this.#store = store;
  }

  /** @param key 64 hex digits: one for the same two histories */
  putOps(key: string, record: EvidenceRecord): readonly Operation[] {
    return [put(buckets.evid, key, record)];
  }

  get(key: string): Promise<EvidenceRecord | undefined> {
    return read(this.#store, buckets.evid, key);
  }

  /** All proofs, in the order of their keys. */
  async all(): Promise<readonly (readonly [key: string, record: EvidenceRecord])[]> {
    const found: (readonly [string, EvidenceRecord])[] = [];
    for await (const entry of scan(this.#store, buckets.evid)) found.push(entry);
    return found;
  }
}
