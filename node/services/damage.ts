/** A damaged record that something derived from it met: named, and in the way of what needs it alone. */
import { CorruptRecordError } from "../../storage/errors.js";
import type { DamagedRecord } from "../../storage/readings.js";

/** @throws the error itself when it says nothing of a record */
export function damagedRecord(error: unknown): DamagedRecord {
  if (!(error instanceof CorruptRecordError)) throw error;
  const { bucket, key, message } = error;
  return { bucket, key, fault: message };
}
