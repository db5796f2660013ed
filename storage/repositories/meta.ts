/** Named facts about the store and the node: small texts. */
import { buckets } from "../buckets.js";
import type { Operation } from "../kv.js";
import { del, put, read } from "../table.js";
import type { Reader } from "../table.js";

export class MetaRepository {
  readonly #store: Reader;

  constructor(store: Reader) {
    this.#store = store;
  }

  get(name: string): Promise<string | undefined> {
    return read(this.#store, buckets.meta, name);
  }

  putOps(name: string, value: string): readonly Operation[] {
    return [put(buckets.meta, name, value)];
  }

  delOps(name: string): readonly Operation[] {
    return [del(buckets.meta, name)];
  }
}
