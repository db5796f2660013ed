/** Events about names, and how far this node's own spine was read for them. */
import { buckets } from "../buckets.js";
import type { Operation } from "../kv.js";
import type { NameEventRecord } from "../records.js";
import { del, put, read, scan } from "../table.js";
import type { Reader } from "../table.js";

const UNKEPT = "names/unkept";

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

  /**
   * Number from which the own spine may say what is not kept here: set while something is being
   * said, so that a crash in between loses nothing. Null: all is kept.
   */
  async unkeptFrom(): Promise<number | null> {
    const seq = await read(this.#store, buckets.meta, UNKEPT);
    return seq === undefined ? null : Number(seq);
  }

  unkeptFromOps(seq: number | null): readonly Operation[] {
    return [seq === null ? del(buckets.meta, UNKEPT) : put(buckets.meta, UNKEPT, String(seq))];
  }
}
