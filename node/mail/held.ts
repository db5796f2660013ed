/** The outbox holds a message as a mailbox does: its bytes stay until it is delivered. */
import { buckets } from "../../storage/records/buckets.js";
import type { Transaction } from "../../storage/kv/guard.js";

/** @param count orders that hold it from now on. It is the caller who holds the message's guard */
export async function held(tx: Transaction, id: string, count: number): Promise<void> {
  const stored = await tx.get(buckets.mailmsg, id);
  if (stored !== undefined && count > 0)
    tx.put(buckets.mailmsg, id, { ...stored, copies: stored.copies + count });
}

/** One order less; with the last one that has it the message goes. */
export async function letGo(tx: Transaction, id: string): Promise<void> {
  const stored = await tx.get(buckets.mailmsg, id);
  if (stored === undefined) return;
  if (stored.copies <= 1) tx.del(buckets.mailmsg, id);
  else tx.put(buckets.mailmsg, id, { ...stored, copies: stored.copies - 1 });
}
