/** All that an audit of the ledger reads, as of one instant. */
import { buckets, type Bucket } from "../../../storage/records/buckets.js";
import type { BalanceRecord, LedgerHead } from "../../../storage/records/ledgerRecords.js";
import { CorruptRecordError, StoreCorruptError } from "../../../storage/kv/errors.js";
import type { Store } from "../../../storage/store.js";
import type { Counts } from "../../../storage/records/vault/counts.js";
import type { VaultHead } from "../../../storage/records/vault/head.js";
import type { Leaf } from "../../../storage/records/vault/leaf.js";
import type { BondRecord, OfferRecord } from "../../../storage/records/vault/records.js";
import type { JournalRange } from "./journal.js";
import { AuditFindings } from "./findings.js";
import { AuditStream, streamOf } from "./stream.js";

/** Bookings may go on while a state is looked for in which everything can be read. */
const SNAPSHOT_TRIES_MAX = 10_000;

/** Everything as of one instant. */
export interface Snapshot extends Streams {
  readonly head: LedgerHead | undefined;
  /** Why it cannot be used, or null. */
  readonly headFault: string | null;
  /** The journal and its windows up to their last ones, which are never written anew. */
  readonly journal: JournalRange;
  /** What of the streams could not be read, filled while they are read. */
  readonly lost: AuditFindings;
}

interface Streams {
  readonly balances: AuditStream<string, BalanceRecord>;
  readonly vaults: AuditStream<string, VaultHead>;
  readonly counts: AuditStream<readonly [readonly [string, string], number], Counts>;
  /** In the first of their places, and in the second. */
  readonly leaves: AuditStream<readonly [string, number], Leaf>;
  readonly leaves1: AuditStream<readonly [string, number], Leaf>;
  readonly folders: AuditStream<readonly [string, string], { readonly count: number }>;
  readonly bonds: AuditStream<readonly [string, number], BondRecord>;
  readonly offers: AuditStream<readonly [string, string], OfferRecord>;
  readonly facts: AuditStream<string, string>;
}

/** @throws Error where entries come faster than the streams can be opened */
export async function snapshot(store: Store): Promise<Snapshot> {
  for (let tries = 0; tries < SNAPSHOT_TRIES_MAX; tries += 1) {
    const { head, fault: headFault } = await headOf(store);
    // Each is as of its call; all of one state where no entry was written from before the first to
    // after the last.
    const lasts = NUMBERED.map(
      (bucket) => new AuditStream<number, unknown>(bucket, store.inspectLast(bucket)),
    );
    const lost = new AuditFindings();
    const streams = streamsOf(store, lost);
    const isOfOneState = (await headOf(store)).head?.entries === head?.entries;
    const [entries, charges, envelopes] = isOfOneState ? await endsOf(store, lasts) : [0, 0, 0];
    for (const last of lasts) await last.close();
    if (isOfOneState) {
      const windows = { from: 0, end: Math.max(charges!, envelopes!) };
      return {
        ...streams,
        head,
        headFault,
        journal: { entries: { from: 0, end: entries! }, windows },
        lost,
      };
    }
    await closeAll(streams);
  }
  throw new Error("the ledger changed faster than it could be read");
}

const NUMBERED = [buckets.journal, buckets.charge, buckets.env] as const;

function streamsOf(store: Store, lost: AuditFindings): Streams {
  const open = <K, V>(bucket: Bucket<K, V>): AuditStream<K, V> =>
    streamOf(store, bucket, {
      onDamage: (key, fault) => {
        lost.add(bucket, key, fault);
      },
    });
  return {
    balances: open(buckets.balance),
    vaults: open(buckets.vault),
    counts: open(buckets.counts),
    leaves: open(buckets.leaf),
    leaves1: open(buckets.leaf1),
    folders: open(buckets.folder),
    bonds: open(buckets.bond),
    offers: open(buckets.offer),
    facts: open(buckets.meta),
  };
}

async function headOf(
  store: Store,
): Promise<{ readonly head: LedgerHead | undefined; readonly fault: string | null }> {
  try {
    return { head: await store.ledger.head(), fault: null };
  } catch (error) {
    if (error instanceof CorruptRecordError || error instanceof StoreCorruptError)
      return { head: undefined, fault: error.message };
    throw error;
  }
}

/** The number after the last record of each. */
async function endsOf(
  store: Store,
  lasts: readonly AuditStream<number, unknown>[],
): Promise<readonly number[]> {
  const ends: number[] = [];
  for (const last of lasts) {
    try {
      ends.push((await last.fill()) ? last.head.key + 1 : 0);
    } catch (error) {
      if (!(error instanceof CorruptRecordError || error instanceof StoreCorruptError)) throw error;
      ends.push(await endByWalk(store, last.bucket));
    }
  }
  return ends;
}

/** Where the last record cannot be read: the last one that can. */
async function endByWalk(store: Store, bucket: Bucket<number, unknown>): Promise<number> {
  const stream = streamOf(store, bucket, { onDamage: () => undefined });
  let end = 0;
  try {
    while (stream.isReady || (await stream.fill())) {
      end = stream.head.key + 1;
      stream.skip();
    }
  } finally {
    await stream.close();
  }
  return end;
}

export async function closeAll({
  balances,
  bonds,
  counts,
  facts,
  folders,
  leaves,
  leaves1,
  offers,
  vaults,
}: Streams): Promise<void> {
  const all: readonly { close(): Promise<void> }[] = [
    balances,
    vaults,
    counts,
    leaves,
    leaves1,
    folders,
    bonds,
    offers,
    facts,
  ];
  for (const stream of all) await stream.close();
}
