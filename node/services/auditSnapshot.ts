/** All that an audit of the ledger reads, as of one instant. */
import type { Crypto } from "../../protocol/ports.js";
import { buckets, type Bucket } from "../../storage/buckets.js";
import { CorruptRecordError } from "../../storage/errors.js";
import type { BalanceRecord, LedgerHead } from "../../storage/ledgerRecords.js";
import type { Store } from "../../storage/store.js";
import type { Counts } from "../../storage/vault/counts.js";
import type { VaultHead } from "../../storage/vault/edit.js";
import type { Leaf } from "../../storage/vault/leaf.js";
import { keyBytes } from "../../storage/table.js";
import { AuditStream, ListStream } from "./auditStream.js";
import { windowListsOfThread } from "./auditThread.js";
import type { FoundRecord, WindowFacts } from "./auditWindow.js";
import { STEP_RECORDS, windowLists } from "./auditWindows.js";

/** Bookings may go on while a state is looked for in which everything can be read. */
const SNAPSHOT_TRIES_MAX = 10_000;

/** Everything as of one instant. */
export interface Streams {
  readonly head: LedgerHead | undefined;
  readonly journal: AuditStream<number, string>;
  readonly windows: ListStream<WindowFacts>;
  readonly balances: AuditStream<string, BalanceRecord>;
  readonly vaults: AuditStream<string, VaultHead>;
  readonly counts: AuditStream<readonly [readonly [string, string], number], Counts>;
  /** In the first of their places, and in the second. */
  readonly leaves: AuditStream<readonly [string, number], Leaf>;
  readonly leaves1: AuditStream<readonly [string, number], Leaf>;
  /** One record, of those that are never written anew; null where there is none. */
  one<K>(bucket: Bucket<K, unknown>, key: K): Promise<FoundRecord | null>;
}

/** A shorter ledger is read before a thread has started. */
const THREAD_ENTRIES_MIN = 20_000;

/**
 * @param threadFrom entries from which on windows are read in a thread of their own, where the store allows it
 * @throws Error where entries come faster than the streams can be opened
 */
export async function snapshot(store: Store, crypto: Crypto, threadFrom = THREAD_ENTRIES_MIN): Promise<Streams> {
  for (let tries = 0; tries < SNAPSHOT_TRIES_MAX; tries += 1) {
    const head = await store.ledger.head();
    const { settled } = store;
    // Each is as of its call; all of one state where no entry was written from before the first to after the last.
    const here = store.database === null || (head?.entries ?? 0) < threadFrom;
    const windows = here ? new ListStream(windowLists(store, crypto)) : null;
    const lasts = here ? [] : [buckets.charge, buckets.env].map((bucket) => new AuditStream<number, unknown>(bucket, store.inspectLast(bucket)));
    const streams = {
      head, journal: new AuditStream(buckets.journal, store.inspect(buckets.journal, STEP_RECORDS)),
      balances: new AuditStream(buckets.balance, store.inspect(buckets.balance, STEP_RECORDS)),
      vaults: new AuditStream(buckets.vault, store.inspect(buckets.vault, STEP_RECORDS)),
      counts: new AuditStream(buckets.counts, store.inspect(buckets.counts, STEP_RECORDS)),
      leaves: new AuditStream(buckets.leaf, store.inspect(buckets.leaf, STEP_RECORDS)),
      leaves1: new AuditStream(buckets.leaf1, store.inspect(buckets.leaf1, STEP_RECORDS)),
      one: <K>(bucket: Bucket<K, unknown>, key: K) => oneOf(store, keyBytes(bucket, key)),
    };
    // Where the database lacked something, they would be as of when they are first read.
    const areOfTheirCalls = settled !== null && store.settled === settled;
    const isOfOneState = areOfTheirCalls && (await store.ledger.head())?.entries === head?.entries;
    const end = isOfOneState ? await endOf(lasts) : 0;
    for (const last of lasts) await last.close();
    if (isOfOneState) return { ...streams, windows: windows ?? inThread(store.database!, end) };
    await closeAll({ ...streams, windows });
  }
  throw new Error("the ledger changed faster than it could be read");
}

/** The number after the last window. */
async function endOf(lasts: readonly AuditStream<number, unknown>[]): Promise<number> {
  let end = 0;
  for (const last of lasts) if (await last.fill()) end = Math.max(end, last.head.key + 1);
  return end;
}

function inThread(database: string, end: number): ListStream<WindowFacts> {
  const windows = new ListStream(windowListsOfThread({ database, end }));
  windows.begin();
  return windows;
}

async function oneOf({ kv }: Store, key: Uint8Array): ReturnType<Streams["one"]> {
  try {
    const value = await kv.get(key);
    return value === undefined ? null : { value, fault: null };
  } catch (error) {
    if (error instanceof CorruptRecordError) return { value: NO_BYTES, fault: error.message };
    throw error;
  }
}

const NO_BYTES = new Uint8Array(0);

type Closed = Omit<Streams, "head" | "one" | "windows"> & { readonly windows: Streams["windows"] | null };

export async function closeAll({ balances, counts, journal, leaves, leaves1, vaults, windows }: Closed): Promise<void> {
  for (const stream of [journal, windows, balances, vaults, counts, leaves, leaves1]) await stream?.close();
}
