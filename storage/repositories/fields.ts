/** Which receipt a computed field belongs to, by the digest of its samples. */
import { buckets } from "../buckets.js";
import type { Operation } from "../kv.js";
import type { FieldPlace } from "../records.js";
import { put, read } from "../table.js";
import type { Reader } from "../table.js";

export class FieldRepository {
  readonly #store: Reader;

  constructor(store: Reader) {
    this.#store = store;
  }

  putOps(digest: string, place: FieldPlace): readonly Operation[] {
    return [put(buckets.field, digest, place)];
  }

  get(digest: string): Promise<FieldPlace | undefined> {
    return read(this.#store, buckets.field, digest);
  }
}
