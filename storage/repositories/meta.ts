/** Named facts about the store and the node: small texts. */
import { buckets } from "../records/buckets.js";
import { Table, type Reader } from "./table.js";

export class MetaRepository extends Table<string, string> {
  constructor(store: Reader) {
    super(store, buckets.meta);
  }
}
