/** Roots over blocks of a table's rows, by the id of its receipt. */
import { buckets } from "../records/buckets.js";
import { Table, type Reader } from "./table.js";

export class RowRootRepository extends Table<string, Uint8Array> {
  constructor(store: Reader) {
    super(store, buckets.rowroots);
  }
}
