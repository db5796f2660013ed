/** Which receipt a computed field belongs to, by the digest of its samples. */
import { buckets } from "../records/buckets.js";
import type { FieldPlace } from "../records/records.js";
import { Table, type Reader } from "./table.js";

export class FieldRepository extends Table<string, FieldPlace> {
  constructor(store: Reader) {
    super(store, buckets.field);
  }
}
