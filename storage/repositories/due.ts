/** Entries due at a calcond, in the order of calcond, kind and key. */
import { buckets } from "../records/buckets.js";
import type { DueEntry } from "../records/dueRecords.js";
import type { CorruptRecordError } from "../kv/errors.js";
import type { Operation } from "../kv/kv.js";
import { del, keyBytes, put, readEach, scanKeys } from "../kv/table.js";
import type { Reader } from "../kv/table.js";

/** The same bytes order entries as the store does. */
export function dueOrder(entry: DueEntry): Buffer {
  return Buffer.from(keyBytes(buckets.due, entry));
}

export class DueRepository {
  readonly #store: Reader;

  constructor(store: Reader) {
    this.#store = store;
  }

  addOp(entry: DueEntry): Operation {
    return put(buckets.due, entry, "");
  }

  cancelOp(entry: DueEntry): Operation {
    return del(buckets.due, entry);
  }

  /**
   * At most `limit` entries, the first ones of before a calcond, damaged ones among them: their
   * keys say all.
   * @param after only those behind this one; from the first on for null
   */
  async before(calcond: number, limit: number, after: DueEntry | null): Promise<DueEntry[]> {
    const entries: DueEntry[] = [];
    const gte =
      after === null ? { calcond: 0, kind: "", key: "" } : { ...after, key: `${after.key}\u0000` };
    if (gte.calcond >= calcond) return entries;
    const lt = { calcond, kind: "", key: "" };
    for await (const entry of scanKeys(this.#store, buckets.due, { gte, lt })) {
      entries.push(entry);
      if (entries.length >= limit) break;
    }
    return entries;
  }

  /** The stored state of entries: "", nothing, or what is wrong with it. */
  readEach(
    entries: readonly DueEntry[],
  ): Promise<readonly (string | undefined | CorruptRecordError)[]> {
    return readEach(this.#store, buckets.due, entries);
  }

  /** The first entry from a calcond on, or null. */
  async next(calcond: number): Promise<DueEntry | null> {
    const gte = { calcond, kind: "", key: "" };
    const lt = { calcond: Number.MAX_SAFE_INTEGER, kind: "", key: "" };
    for await (const entry of scanKeys(this.#store, buckets.due, { gte, lt })) return entry;
    return null;
  }
}
