/** Receipts of other nodes, kept under their id once they were checked. */
import { buckets } from "../buckets.js";
import type { Operation } from "../kv.js";
import { put, read } from "../table.js";
import type { Reader } from "../table.js";

export class BlobRepository {
  readonly #store: Reader;

  constructor(store: Reader) {
    this.#store = store;
  }

  /** @param text canonical JSON of the receipt */
  putOps(id: string, text: string): readonly Operation[] {
    return [put(buckets.blob, id, text)];
  }

  get(id: string): Promise<string | undefined> {
    return read(this.#store, buckets.blob, id);
  }
}
