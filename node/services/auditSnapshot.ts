/** All that an audit of the ledger reads, as of one instant. */
import { buckets, type Bucket } from "../../storage/buckets.js";
import { CorruptRecordError } from "../../storage/errors.js";
import type { BalanceRecord, ChargeRecord, LedgerHead } from "../../storage/ledgerRecords.js";
import type { EnvelopeWindow } from "../../storage/records.js";
import type { Store } from "../../storage/store.js";
import type { Counts } from "../../storage/vault/counts.js";
import type { VaultHead } from "../../storage/vault/edit.js";
import type { Leaf } from "../../storage/vault/leaf.js";
import { keyBytes } from "../../storage/table.js";
import { AuditStream } from "./auditStream.js";

/** Records in one step; between two steps others have their turn. */
const STEP_RECORDS = 256;
/** Bookings may go on while a state is looked for in which everything can be read. */
const SNAPSHOT_TRIES_MAX = 10_000;

/** Everything as of one instant. */
export interface Streams {
  readonly head: LedgerHead | undefined;
  readonly journal: AuditStream<number, string>;
  readonly charges: AuditStream<number, ChargeRecord>;
  readonly windows: AuditStream<number, EnvelopeWindow>;
  readonly balances: AuditStream<string, BalanceRecord>;
  readonly vaults: AuditStream<string, VaultHead>;
  readonly counts: AuditStream<readonly [readonly [string, string], number], Counts>;
  /** In the first of their places, and in the second. */
  readonly leaves: AuditStream<readonly [string, number], Leaf>;
  readonly leaves1: AuditStream<readonly [string, number], Leaf>;
  /** One record, of those that are never written anew; null where there is none. */
  one<K>(bucket: Bucket<K, unknown>, key: K): Promise<{ readonly value: Uint8Array; readonly fault: null } | { readonly fault: string } | null>;
}

/** @throws Error where entries come faster than the streams can be opened */
export async function snapshot(store: Store): Promise<Streams> {
  for (let tries = 0; tries < SNAPSHOT_TRIES_MAX; tries += 1) {
    const head = await store.ledger.head();
    // Each is as of its call; all of one state where no entry was written from before the first to after the last.
    const streams: Streams = {
      head, journal: new AuditStream(buckets.journal, store.inspect(buckets.journal, STEP_RECORDS)),
      charges: new AuditStream(buckets.charge, store.inspect(buckets.charge, STEP_RECORDS)),
      windows: new AuditStream(buckets.env, store.inspect(buckets.env, STEP_RECORDS)),
      balances: new AuditStream(buckets.balance, store.inspect(buckets.balance, STEP_RECORDS)),
      vaults: new AuditStream(buckets.vault, store.inspect(buckets.vault, STEP_RECORDS)),
      counts: new AuditStream(buckets.counts, store.inspect(buckets.counts, STEP_RECORDS)),
      leaves: new AuditStream(buckets.leaf, store.inspect(buckets.leaf, STEP_RECORDS)),
      leaves1: new AuditStream(buckets.leaf1, store.inspect(buckets.leaf1, STEP_RECORDS)),
      one: (bucket, key) => oneOf(store, keyBytes(bucket, key)),
    };
    if ((await store.ledger.head())?.entries === head?.entries) return streams;
    await closeAll(streams);
  }
  throw new Error("the ledger changed faster than it could be read");
}

async function oneOf({ kv }: Store, key: Uint8Array): ReturnType<Streams["one"]> {
  try {
    const value = await kv.get(key);
    return value === undefined ? null : { value, fault: null };
  } catch (error) {
    if (error instanceof CorruptRecordError) return { fault: error.message };
    throw error;
  }
}

export async function closeAll({ balances, charges, counts, journal, leaves, leaves1, vaults, windows }: Streams): Promise<void> {
  for (const stream of [journal, charges, windows, balances, vaults, counts, leaves, leaves1]) await stream.close();
}
