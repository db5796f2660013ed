/** Events about names, and how far this node's own spine was read for them. */
import { buckets } from "../records/buckets.js";
import type { Operation } from "../kv/kv.js";
import type { NameEventRecord } from "../records/records.js";
import { Table, type Reader } from "./table.js";

const UNKEPT = "names/unkept";

export class NameRepository extends Table<string, NameEventRecord> {
  readonly #meta: Table<string, string>;

  constructor(store: Reader) {
    super(store, buckets.name);
    this.#meta = new Table(store, buckets.meta);
  }

  /**
   * Number from which the own spine may say what is not kept here: set while something is being
   * said, so that a crash in between loses nothing. Null: all is kept.
   */
  async unkeptFrom(): Promise<number | null> {
    const seq = await this.#meta.get(UNKEPT);
    return seq === undefined ? null : Number(seq);
  }

  unkeptFromOps(seq: number | null): readonly Operation[] {
    return seq === null ? this.#meta.delOps(UNKEPT) : this.#meta.putOps(UNKEPT, String(seq));
  }
}
