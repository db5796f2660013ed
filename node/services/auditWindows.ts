/** The windows of a ledger in their order: what was kept of their prices beside what was kept of their envelopes. */
import type { Crypto } from "../../protocol/ports.js";
import { buckets, type Bucket } from "../../storage/buckets.js";
import type { Store } from "../../storage/store.js";
import { keyBytes } from "../../storage/table.js";
import { AuditStream } from "./auditStream.js";
import { windowFacts, type FoundRecord, type WindowFacts } from "./auditWindow.js";

/** Records in one step; between two steps others have their turn. */
export const STEP_RECORDS = 256;

/**
 * All windows that have either record, in lists, as of the call.
 * @param end only those before it; all if absent
 */
export function windowLists(store: Pick<Store, "inspect">, crypto: Pick<Crypto, "sha256Hex">, end?: number): AsyncIterable<readonly WindowFacts[]> {
  const opened = (bucket: Bucket<number, unknown>): Records =>
    new AuditStream(bucket, store.inspect(bucket, STEP_RECORDS, end === undefined ? undefined : keyBytes(bucket, end)));
  return lists(crypto, opened(buckets.charge), opened(buckets.env));
}

type Records = AuditStream<number, unknown>;

async function* lists(crypto: Pick<Crypto, "sha256Hex">, charges: Records, envelopes: Records): AsyncGenerator<readonly WindowFacts[]> {
  try {
    for (;;) {
      const list: WindowFacts[] = [];
      while (list.length < STEP_RECORDS) {
        if (!charges.isReady) await charges.fill();
        if (!envelopes.isReady) await envelopes.fill();
        const window = Math.min(windowOf(charges), windowOf(envelopes));
        if (window === NONE) break;
        list.push(windowFacts(crypto, window, taken(charges, window), taken(envelopes, window)));
      }
      if (list.length === 0) return;
      yield list;
    }
  } finally {
    await charges.close();
    await envelopes.close();
  }
}

/** Behind every window. */
const NONE = Infinity;

function windowOf(stream: Records): number {
  return stream.isReady ? stream.head.key : NONE;
}

function taken(stream: Records, window: number): FoundRecord | null {
  if (windowOf(stream) !== window) return null;
  const { value, fault } = stream.item;
  stream.skip();
  return { value, fault };
}
