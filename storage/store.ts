/** The node's store: one directory, one lock, checked records, guarded writes, repositories. */
import { mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { buckets, nameOfKey } from "./buckets.js";
import { CheckedStore } from "./checked.js";
import type { Inspected } from "./checked.js";
import type { CorruptRecordError } from "./errors.js";
import { StoreError, StoreLockedError } from "./errors.js";
import { checkVersionFile, currentFormat, prepareFormat } from "./format.js";
import type { DataFormat } from "./format.js";
import { GroupCommit, systemTurn } from "./groupCommit.js";
import type { Turn } from "./groupCommit.js";
import { Guards } from "./guard.js";
import type { KeyValueStore, Operation } from "./kv.js";
import { WHOLE_RANGE } from "./kv.js";
import { openLevel } from "./level.js";
import { AccountRepository } from "./repositories/accounts.js";
import { BlobRepository } from "./repositories/blobs.js";
import { EnvelopeRepository } from "./repositories/envelopes.js";
import { EvidenceRepository } from "./repositories/evidence.js";
import { IdempotencyRepository } from "./repositories/idempotency.js";
import { KeyRepository } from "./repositories/keys.js";
import { LedgerRepository } from "./repositories/ledger.js";
import { MachineRepository } from "./repositories/machines.js";
import { MetaRepository } from "./repositories/meta.js";
import { NameRepository } from "./repositories/names.js";
import { PeerRepository } from "./repositories/peers.js";
import { ReadingRepository } from "./repositories/readings.js";
import { FieldRepository } from "./repositories/fields.js";
import { OnceRepository, SessionRepository } from "./repositories/sessions.js";
import { ShardRepository } from "./repositories/shards.js";
import { SpineRepository } from "./repositories/spine.js";
import { VaultRepository } from "./repositories/vault.js";
import { VaultOrderRepository } from "./repositories/vaultOrders.js";
import { WorkRepository } from "./repositories/work.js";

export interface StoreOptions {
  /** Data directory; the database is `db` inside it. Created with mode 0700. */
  readonly dir: string;
  readonly format?: DataFormat;
}

const DATABASE_DIR = "db";

/** Buckets that hold the newest of something: many of one window are about the same few keys. */
const NEWEST: ReadonlySet<number> =
  new Set([buckets.tip, buckets.node, buckets.digest, buckets.head].map(({ number }) => number));

/** Leaves out what a later operation of the same batch replaces. */
function lastOfEach(operations: readonly Operation[]): readonly Operation[] {
  const seen = new Set<string>();
  const kept: Operation[] = [];
  for (let i = operations.length - 1; i >= 0; i -= 1) {
    const operation = operations[i]!;
    const { key } = operation;
    if (NEWEST.has(key[0]!)) {
      const name = Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString("latin1");
      if (seen.has(name)) continue;
      seen.add(name);
    }
    kept.push(operation);
  }
  return kept.reverse();
}

export class Store {
  readonly kv: KeyValueStore;
  readonly spine: SpineRepository;
  readonly envelopes: EnvelopeRepository;
  readonly accounts: AccountRepository;
  readonly keys: KeyRepository;
  readonly meta: MetaRepository;
  readonly blobs: BlobRepository;
  readonly peers: PeerRepository;
  readonly evidence: EvidenceRepository;
  readonly names: NameRepository;
  readonly shards: ShardRepository;
  readonly fields: FieldRepository;
  readonly readings: ReadingRepository;
  readonly idempotency: IdempotencyRepository;
  readonly vault: VaultRepository;
  readonly vaultOrders: VaultOrderRepository;
  readonly work: WorkRepository;
  readonly machines: MachineRepository;
  readonly sessions: SessionRepository;
  readonly once: OnceRepository;
  readonly ledger: LedgerRepository;
  /** Writes that belong to no seal: each item is one caller's operations, kept together. */
  readonly commit: GroupCommit<readonly Operation[], void>;
  readonly guards: Guards;
  readonly #checked: CheckedStore;

  /** @param raw any store; it gets its checksums here */
  constructor(raw: KeyValueStore, { turn = systemTurn }: { readonly turn?: Turn } = {}) {
    const checked = new CheckedStore(raw, nameOfKey);
    this.#checked = checked;
    this.kv = checked;
    this.spine = new SpineRepository(checked);
    this.envelopes = new EnvelopeRepository(checked);
    this.accounts = new AccountRepository(checked);
    this.keys = new KeyRepository(checked);
    this.meta = new MetaRepository(checked);
    this.blobs = new BlobRepository(checked);
    this.peers = new PeerRepository(checked);
    this.evidence = new EvidenceRepository(checked);
    this.names = new NameRepository(checked);
    this.shards = new ShardRepository(checked);
    this.fields = new FieldRepository(checked);
    this.readings = new ReadingRepository(checked);
    this.idempotency = new IdempotencyRepository(checked);
    this.vault = new VaultRepository(checked);
    this.vaultOrders = new VaultOrderRepository(checked);
    this.work = new WorkRepository(checked);
    this.machines = new MachineRepository(checked);
    this.sessions = new SessionRepository(checked);
    this.once = new OnceRepository(checked);
    this.ledger = new LedgerRepository(checked);
    this.commit = new GroupCommit(async (items) => {
      await checked.batch(lastOfEach(items.flat()), { sync: true });
      return items.map((): void => {});
    }, { turn });
    this.guards = new Guards(checked, (operations) => this.commit.submit(operations));
  }

  /** Writes operations, durable when it resolves, sharing a sync with whoever else writes now. */
  write(operations: readonly Operation[]): Promise<void> {
    return this.commit.submit(operations);
  }

  /** Every damaged record, by name. */
  scrub(): AsyncGenerator<CorruptRecordError> {
    return this.#checked.scrub(WHOLE_RANGE);
  }

  /** All records of a bucket as of the call, in lists of at most `size`, damaged ones among them. */
  inspect({ number }: { readonly number: number }, size: number): AsyncIterable<readonly Inspected[]> {
    return this.#checked.inspect({ gte: Uint8Array.of(number), lt: Uint8Array.of(number + 1) }, size);
  }

  /** Finishes what waits to be written, then lets go of the directory. Idempotent. */
  async close(): Promise<void> {
    await this.commit.close();
    await this.kv.close();
  }
}

/** Bytes of the database files in a data directory. */
export async function databaseBytes(dir: string): Promise<number> {
  const folder = join(dir, DATABASE_DIR);
  let bytes = 0;
  for (const name of await readdir(folder)) {
    // LevelDB deletes files on its own; one that has just gone counts nothing.
    const { size } = await stat(join(folder, name)).catch(() => ({ size: 0 }));
    bytes += size;
  }
  return bytes;
}

/**
 * The store of a data directory that another thread of this process holds open already. The one who
 * opened it first closes it last.
 * @throws StoreCorruptError, StoreError STORE_IO
 */
export async function joinStore(dir: string): Promise<Store> {
  return new Store(await openLevel(join(dir, DATABASE_DIR)));
}

/**
 * Opens, and creates if absent, the store in a data directory, and holds LevelDB's lock on it.
 * @throws StoreLockedError, StoreCorruptError, CorruptRecordError, StoreError FORMAT_NEWER |
 * FORMAT_UNREADABLE | STORE_IO
 */
export async function openStore({ dir, format = currentFormat }: StoreOptions): Promise<Store> {
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new StoreError("STORE_IO", `the data directory ${dir} cannot be made`, error);
  }
  const named = await checkVersionFile(dir, format);
  const raw = await openLevel(join(dir, DATABASE_DIR)).catch((error: unknown) => {
    // Named by the directory that was asked for: it is what tells who holds it.
    throw error instanceof StoreLockedError ? new StoreLockedError(dir, error.cause) : error;
  });
  try {
    const store = new Store(raw);
    await prepareFormat(dir, raw, store.kv, named, format);
    return store;
  } catch (error) {
    await raw.close();
    throw error;
  }
}
