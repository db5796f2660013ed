/**
 * A posting to the ledger on its way to whoever writes the windows, as plain data, and what became
 * of it.
 */
import type { LedgerDelta } from "../../protocol/economy/accounts.js";
import type { JsonObject } from "../../protocol/ports.js";
import type { Operation } from "../../storage/kv.js";

/** A journal entry that is asked for, settled and balanced already. */
export interface Posting {
  readonly kind: string;
  readonly entries: readonly LedgerDelta[];
  readonly note: JsonObject | null;
}

/** A posting with the writes that are kept if and only if it is. */
export interface PostDraft {
  readonly post: Posting;
  readonly operations: readonly Operation[];
}

/** Where a posting stands in the journal. */
export interface Posted {
  readonly journal: number;
  readonly hash: string;
}

export type LedgerFault = "INSUFFICIENT" | "OVERFLOW" | "UNBALANCED";

/** Why nothing of a posting was written. */
export interface PostRefusal {
  readonly fault: LedgerFault;
  readonly message: string;
}

export type PostOutcome = Posted | PostRefusal;

const OPERATION_HEAD_BYTES = 9;
const PUT = 1;

/**
 * Operations in one piece of memory: each piece that crosses between threads is copied by itself.
 * Each: kind (1 byte), lengths of key and value (4 each), key, value.
 */
export function packOperations(operations: readonly Operation[]): Uint8Array<ArrayBuffer> {
  let size = 0;
  for (const operation of operations) {
    size +=
      OPERATION_HEAD_BYTES +
      operation.key.length +
      (operation.type === "put" ? operation.value.length : 0);
  }
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const operation of operations) {
    const { key } = operation;
    const value = operation.type === "put" ? operation.value : null;
    bytes[at] = value === null ? 0 : PUT;
    view.setUint32(at + 1, key.length);
    view.setUint32(at + 5, value?.length ?? 0);
    bytes.set(key, at + OPERATION_HEAD_BYTES);
    at += OPERATION_HEAD_BYTES + key.length;
    if (value !== null) {
      bytes.set(value, at);
      at += value.length;
    }
  }
  return bytes;
}

/** The same operations, as views of one memory. */
export function unpackOperations(bytes: Uint8Array): Operation[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const operations: Operation[] = [];
  for (let at = 0; at < bytes.length;) {
    const keyAt = at + OPERATION_HEAD_BYTES;
    const valueAt = keyAt + view.getUint32(at + 1);
    const end = valueAt + view.getUint32(at + 5);
    const key = Buffer.from(bytes.buffer, bytes.byteOffset + keyAt, valueAt - keyAt);
    operations.push(
      bytes[at] === PUT
        ? {
            type: "put",
            key,
            value: Buffer.from(bytes.buffer, bytes.byteOffset + valueAt, end - valueAt),
          }
        : { type: "del", key },
    );
    at = end;
  }
  return operations;
}
