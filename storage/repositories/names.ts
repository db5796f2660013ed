/** Events about names, and how far this node's own spine was read for them. */
import { buckets } from "../buckets.js";
import type { Operation } from "../kv.js";
import type { NameEventRecord } from "../records.js";
import { put, read, scan } from "../table.js";
import type { Reader } from "../table.js";

const READ_TO = "names/own";

export class NameRepository {
  readonly #store: Reader;

  constructor(store: Reader) {
    this.#store = store;
  }

  putOps(id: string, record: NameEventRecord): readonly Operation[] {
    return [put(buckets.name, id, record)];
  }

  get(id: string): Promise<NameEventRecord | undefined> {
    return read(this.#store, buckets.name, id);
  }

  /** All of them, in the order of their ids. */
  all(): AsyncIterable<readonly [id: string, record: NameEventRecord]> {
    return scan(this.#store, buckets.name);
  }

  /** Number of the first event of the own spine that may say something not yet kept here. */
  async ownFrom(): Promise<number> {
    return Number(await read(this.#store, buckets.meta, READ_TO) ?? 0);
  }

  ownFromOps(seq: number): readonly Operation[] {
    return [put(buckets.meta, READ_TO, String(seq))];
  }
}
