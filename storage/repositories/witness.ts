/** Checkpoints: what this node cosigned last of each log, and what quorums are known to have cosigned. */
import { buckets } from "../records/buckets.js";
import type { CosignedRecord } from "../records/witnessRecords.js";
import { Table, type Reader } from "./table.js";

export class WitnessRepository {
  /** By the origin of the log. */
  readonly cosigned: Table<string, CosignedRecord>;
  /** By the author of the spine. */
  readonly witnessed: Table<string, CosignedRecord>;

  constructor(store: Reader) {
    this.cosigned = new Table(store, buckets.cosigned);
    this.witnessed = new Table(store, buckets.witnessed);
  }
}
