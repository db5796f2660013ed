/** All that an audit of the ledger reads, as of one instant. */
import { buckets } from "../../storage/buckets.js";
import type { BalanceRecord, LedgerHead } from "../../storage/ledgerRecords.js";
import type { Store } from "../../storage/store.js";
import type { Counts } from "../../storage/vault/counts.js";
import type { VaultHead } from "../../storage/vault/edit.js";
import type { Leaf } from "../../storage/vault/leaf.js";
import type { JournalRange } from "./auditJournal.js";
import { STEP_RECORDS } from "./auditRecords.js";
import { AuditStream } from "./auditStream.js";

/** Bookings may go on while a state is looked for in which everything can be read. */
const SNAPSHOT_TRIES_MAX = 10_000;

/** Everything as of one instant. */
export interface Snapshot {
  readonly head: LedgerHead | undefined;
  /** The journal and its windows up to their last ones, which are never written anew. */
  readonly journal: JournalRange;
  readonly balances: AuditStream<string, BalanceRecord>;
  readonly vaults: AuditStream<string, VaultHead>;
  readonly counts: AuditStream<readonly [readonly [string, string], number], Counts>;
  /** In the first of their places, and in the second. */
  readonly leaves: AuditStream<readonly [string, number], Leaf>;
  readonly leaves1: AuditStream<readonly [string, number], Leaf>;
}

/** @throws Error where entries come faster than the streams can be opened */
export async function snapshot(store: Store): Promise<Snapshot> {
  for (let tries = 0; tries < SNAPSHOT_TRIES_MAX; tries += 1) {
    const head = await store.ledger.head();
    const { settled } = store;
    // Each is as of its call; all of one state where no entry was written from before the first to after the last.
    const lasts = [buckets.journal, buckets.charge, buckets.env].map((bucket) =>
      new AuditStream<number, unknown>(bucket, store.inspectLast(bucket)));
    const streams = {
      balances: new AuditStream(buckets.balance, store.inspect(buckets.balance, STEP_RECORDS)),
      vaults: new AuditStream(buckets.vault, store.inspect(buckets.vault, STEP_RECORDS)),
      counts: new AuditStream(buckets.counts, store.inspect(buckets.counts, STEP_RECORDS)),
      leaves: new AuditStream(buckets.leaf, store.inspect(buckets.leaf, STEP_RECORDS)),
      leaves1: new AuditStream(buckets.leaf1, store.inspect(buckets.leaf1, STEP_RECORDS)),
    };
    // Where the database lacked something, they would be as of when they are first read.
    const areOfTheirCalls = settled !== null && store.settled === settled;
    const isOfOneState = areOfTheirCalls && (await store.ledger.head())?.entries === head?.entries;
    const [entries, charges, envelopes] = isOfOneState ? await endsOf(lasts) : [0, 0, 0];
    for (const last of lasts) await last.close();
    if (isOfOneState) {
      return { ...streams, head, journal: { entries: { from: 0, end: entries! }, windows: { from: 0, end: Math.max(charges!, envelopes!) } } };
    }
    await closeAll(streams);
  }
  throw new Error("the ledger changed faster than it could be read");
}

/** The number after the last record of each. */
async function endsOf(lasts: readonly AuditStream<number, unknown>[]): Promise<readonly number[]> {
  const ends: number[] = [];
  for (const last of lasts) ends.push(await last.fill() ? last.head.key + 1 : 0);
  return ends;
}

export async function closeAll(
  { balances, counts, leaves, leaves1, vaults }: Omit<Snapshot, "head" | "journal">,
): Promise<void> {
  for (const stream of [balances, vaults, counts, leaves, leaves1] satisfies readonly { close(): Promise<void> }[]) await stream.close();
}
