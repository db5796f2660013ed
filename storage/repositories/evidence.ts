/** Proofs of equivocation, kept for ever; the key is one for the same two histories. */
import { buckets } from "../records/buckets.js";
import type { EvidenceRecord } from "../records/records.js";
import { Table, type Reader } from "./table.js";

export class EvidenceRepository extends Table<string, EvidenceRecord> {
  constructor(store: Reader) {
    super(store, buckets.evid);
  }
}
