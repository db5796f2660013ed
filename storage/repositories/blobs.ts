/** Receipts of other nodes as canonical JSON, kept under their id once they were checked. */
import { buckets } from "../records/buckets.js";
import { Table, type Reader } from "./table.js";

export class BlobRepository extends Table<string, string> {
  constructor(store: Reader) {
    super(store, buckets.blob);
  }
}
