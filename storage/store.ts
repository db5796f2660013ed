/** The node's store: one directory, one lock, checked records, guarded writes, repositories. */
import { statfsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import {
  AcknowledgedFile,
  readAcknowledged,
  type Acknowledged,
  type After,
} from "./leveldb/acknowledged.js";
import { buckets, nameOfKey } from "./records/buckets.js";
import type { Bucket } from "./records/buckets.js";
import { CheckedStore } from "./kv/checked.js";
import type { Inspected } from "./kv/checked.js";
import type { CorruptRecordError } from "./kv/errors.js";
import { StoreCorruptError, StoreError, StoreLockedError } from "./kv/errors.js";
import { checkDatabaseFormat, checkVersionFile, prepareFormat } from "./records/format.js";
import { GroupCommit, systemTurn } from "./kv/groupCommit.js";
import type { Turn } from "./kv/groupCommit.js";
import { Guards } from "./kv/guard.js";
import { HeldFiles } from "./leveldb/heldFiles.js";
import type { Entry, KeyValueStore, Operation } from "./kv/kv.js";
import { WHOLE_RANGE } from "./kv/kv.js";
import { openLevel } from "./leveldb/level.js";
import { examineDatabase } from "./leveldb/examine.js";
import { mendLogs, type MendedBit } from "./leveldb/mendFiles.js";
import { TableScrub } from "./leveldb/tableScrub.js";
import { makeDirectory, makePrivate } from "./leveldb/makeDirectory.js";
import { NotedWrites } from "./leveldb/notedWrites.js";
import type { OnGap } from "./kv/pastDamage.js";
import { keyOf } from "./kv/table.js";
import { AccountRepository } from "./repositories/accounts.js";
import { BlobRepository } from "./repositories/blobs.js";
import { DueRepository } from "./repositories/due.js";
import { EnvelopeRepository } from "./repositories/envelopes.js";
import { EvidenceRepository } from "./repositories/evidence.js";
import { IdempotencyRepository } from "./repositories/idempotency.js";
import { KeyRepository } from "./repositories/keys.js";
import { LedgerRepository } from "./repositories/ledger.js";
import { ReactorRepository } from "./repositories/reactors.js";
import { ContractRepository } from "./repositories/contracts.js";
import { StreamRepository } from "./repositories/streams.js";
import { MachineLogRepository } from "./repositories/machineLogs.js";
import { MachineRepository } from "./repositories/machines.js";
import { MarketRepository } from "./repositories/market.js";
import { TransferRepository } from "./repositories/transfers.js";
import { MetaRepository } from "./repositories/meta.js";
import { NameRepository } from "./repositories/names.js";
import { CredentialRepository } from "./repositories/credentials.js";
import { MailRepository } from "./repositories/mail.js";
import { PageRepository } from "./repositories/pages.js";
import { PeerRepository } from "./repositories/peers.js";
import { ProjectionRepository } from "./repositories/projections.js";
import { FieldRepository } from "./repositories/fields.js";
import { OnceRepository } from "./repositories/once.js";
import { SessionRepository } from "./repositories/sessions.js";
import { RowRootRepository } from "./repositories/rowRoots.js";
import { SweptRowRepository } from "./repositories/sweptRows.js";
import { ShardRepository } from "./repositories/shards.js";
import { SpineRepository } from "./repositories/spine.js";
import { VaultRepository } from "./repositories/vault.js";
import { VaultOrderRepository } from "./repositories/vaultOrders.js";
import { WitnessRepository } from "./repositories/witness.js";
import { WorkRepository } from "./repositories/work.js";

export interface StoreOptions {
  /** Data directory; the database is `db` inside it. Created with mode 0700. */
  readonly dir: string;
  /** Absent: how far what was acknowledged goes is made durable as fast as the disk takes it. */
  readonly after?: After;
  /**
   * The directory is looked at, not run: that it was moved or copied stays to be told by its next
   * start.
   */
  readonly isVisit?: boolean;
  /** Told of each bit of a file that was found to be flipped and was flipped back. */
  readonly onMended?: OnMended;
}

type OnMended = (file: string, at: number, bit: number) => void;

interface StoreModules {
  readonly turn?: Turn;
  /** Where the database is, for other threads of this process. */
  readonly database?: string | null;
  /** Let go of before the database. */
  readonly files?: HeldFiles | null;
  readonly isNoted?: boolean;
  readonly trouble?: () => StoreTrouble | null;
  readonly tables?: TableScrub | null;
}

/** Why nothing can be written now: the disk has no room, or the last write failed. */
export type StoreTrouble = "disk" | "db";

/** Keys of one bucket. */
interface Between {
  readonly from?: Uint8Array;
  readonly below?: Uint8Array;
}

interface Inspection extends Between {
  readonly onGap?: OnGap | undefined;
}

const DATABASE_DIR = "db";

/** Buckets that hold the newest of something: many of one window are about the same few keys. */
const NEWEST: ReadonlySet<number> = new Set(
  [buckets.tip, buckets.node, buckets.digest, buckets.head].map(({ number }) => number),
);

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
  /** Where `viewDatabase` finds it; null where no other thread can. */
  readonly database: string | null;
  /**
   * Whether it was known how far what was acknowledged goes, when this was opened; false where that
   * note was lost.
   */
  readonly isNoted: boolean;
  /** Asked often; where it is over, it is mended. */
  readonly trouble: () => StoreTrouble | null;
  /** Finds flipped bits in the files; null where there are none, or where others have them open. */
  readonly tables: TableScrub | null;
  readonly spine: SpineRepository;
  readonly envelopes: EnvelopeRepository;
  readonly accounts: AccountRepository;
  readonly keys: KeyRepository;
  readonly meta: MetaRepository;
  readonly blobs: BlobRepository;
  readonly peers: PeerRepository;
  readonly evidence: EvidenceRepository;
  readonly names: NameRepository;
  readonly rowRoots: RowRootRepository;
  readonly sweptRows: SweptRowRepository;
  readonly shards: ShardRepository;
  readonly fields: FieldRepository;
  readonly projections: ProjectionRepository;
  readonly idempotency: IdempotencyRepository;
  readonly vault: VaultRepository;
  readonly vaultOrders: VaultOrderRepository;
  readonly witness: WitnessRepository;
  readonly work: WorkRepository;
  readonly machines: MachineRepository;
  readonly machineLogs: MachineLogRepository;
  readonly contracts: ContractRepository;
  readonly market: MarketRepository;
  readonly transfers: TransferRepository;
  readonly streams: StreamRepository;
  readonly pages: PageRepository;
  readonly credentials: CredentialRepository;
  readonly mail: MailRepository;
  readonly reactors: ReactorRepository;
  readonly sessions: SessionRepository;
  readonly once: OnceRepository;
  readonly ledger: LedgerRepository;
  readonly due: DueRepository;
  /** Writes that belong to no seal: each item is one caller's operations, kept together. */
  readonly commit: GroupCommit<readonly Operation[], void>;
  readonly guards: Guards;
  readonly #checked: CheckedStore;
  readonly #files: HeldFiles | null;

  /** @param raw any store; it gets its checksums here */
  constructor(
    raw: KeyValueStore,
    {
      turn = systemTurn,
      database = null,
      files = null,
      isNoted = true,
      trouble = () => null,
      tables = null,
    }: StoreModules = {},
  ) {
    const checked = new CheckedStore(
      raw,
      nameOfKey,
      tables === null ? null : (key, last) => tables.mendNow(key, last),
    );
    this.tables = tables;
    this.#checked = checked;
    this.#files = files;
    this.kv = checked;
    this.database = database;
    this.isNoted = isNoted;
    this.trouble = trouble;
    this.spine = new SpineRepository(checked);
    this.envelopes = new EnvelopeRepository(checked);
    this.accounts = new AccountRepository(checked);
    this.keys = new KeyRepository(checked);
    this.meta = new MetaRepository(checked);
    this.blobs = new BlobRepository(checked);
    this.peers = new PeerRepository(checked);
    this.evidence = new EvidenceRepository(checked);
    this.names = new NameRepository(checked);
    this.rowRoots = new RowRootRepository(checked);
    this.sweptRows = new SweptRowRepository(checked);
    this.shards = new ShardRepository(checked);
    this.fields = new FieldRepository(checked);
    this.projections = new ProjectionRepository(checked);
    this.idempotency = new IdempotencyRepository(checked);
    this.vault = new VaultRepository(checked);
    this.vaultOrders = new VaultOrderRepository(checked);
    this.witness = new WitnessRepository(checked);
    this.work = new WorkRepository(checked);
    this.machines = new MachineRepository(checked);
    this.contracts = new ContractRepository(checked);
    this.market = new MarketRepository(checked);
    this.transfers = new TransferRepository(checked);
    this.streams = new StreamRepository(checked);
    this.pages = new PageRepository(checked);
    this.credentials = new CredentialRepository(checked);
    this.mail = new MailRepository(checked);
    this.reactors = new ReactorRepository(checked);
    this.machineLogs = new MachineLogRepository(checked);
    this.sessions = new SessionRepository(checked);
    this.once = new OnceRepository(checked);
    this.ledger = new LedgerRepository(checked);
    this.due = new DueRepository(checked);
    this.commit = new GroupCommit(
      async (items) => {
        await checked.batch(lastOfEach(items.flat()), { sync: true });
        return items.map((): void => {});
      },
      { turn },
    );
    this.guards = new Guards(checked, (operations) => this.commit.submit(operations));
  }

  /** Writes operations, durable when it resolves; concurrent writes share a sync. */
  write(operations: readonly Operation[]): Promise<void> {
    return this.commit.submit(operations);
  }

  /**
   * Tells of each record of a bucket that is written through this store, when the write has ended,
   * well or not.
   */
  onPut<K, V>(bucket: Bucket<K, V>, listener: (key: K) => void): void {
    this.#checked.onPut(bucket.number, (key) => listener(keyOf(bucket, key)));
  }

  /** Every damaged record, by name. */
  scrub(): AsyncGenerator<CorruptRecordError> {
    return this.#checked.scrub(WHOLE_RANGE);
  }

  /**
   * Records of a bucket as of the call, in lists of at most `size`, damaged ones among them.
   * @param from only those of this key and higher ones; all if absent
   * @param below only those of lower keys; all if absent
   * @param onGap told of what the database cannot read; absent: that ends the scan
   */
  inspect(
    { number }: { readonly number: number },
    size: number,
    { from = Uint8Array.of(number), below = Uint8Array.of(number + 1), onGap }: Inspection = {},
  ): AsyncIterable<readonly Inspected[]> {
    return this.#checked.inspect({ gte: from, lt: below }, size, onGap);
  }

  /**
   * Everything that is kept, as of the call, in lists of at most `size`: keys and records with their
   * checksums, which nobody has looked at.
   */
  stored(size: number): AsyncIterable<readonly Entry[]> {
    return this.#checked.stored(WHOLE_RANGE, size);
  }

  /** As `CheckedStore` does. */
  foretold(from: Uint8Array, size: number): AsyncIterable<readonly Uint8Array[]> {
    return this.#checked.foretold(from, size);
  }

  /**
   * The last record of a bucket as of the call, in a list of its own, damaged or not; no list where
   * the bucket is empty.
   */
  inspectLast({ number }: { readonly number: number }): AsyncIterable<readonly Inspected[]> {
    return this.#checked.inspect(
      { gte: Uint8Array.of(number), lt: Uint8Array.of(number + 1), reverse: true, limit: 1 },
      1,
    );
  }

  /** Finishes what waits to be written, then lets go of the directory. Idempotent. */
  async close(): Promise<void> {
    await this.commit.close();
    await this.#files?.close();
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
 * A read-only view of the database that another thread of this process holds open.
 * It is closed before that thread closes the database.
 * @param database what that one's store says
 * @throws StoreCorruptError, StoreError STORE_IO
 */
export async function viewDatabase(database: string): Promise<Store> {
  return new Store(await openLevel(database));
}

/** Facts noted of a directory and what its database is, before any of it is touched. */
interface Examined {
  readonly wasUsed: boolean;
  readonly noted: Acknowledged | null;
  /** Null where there is no database yet. */
  readonly sequence: number | null;
}

/** A database that is in use changes while it is looked at: then it is looked at again. */
const LOOKS_MAX = 3;

/**
 * Reads, and writes nothing.
 * @throws StoreCorruptError where something is missing or damaged, StoreError FORMAT_NEWER |
 * FORMAT_OLDER | FORMAT_UNREADABLE | STORE_IO
 */
async function examine(dir: string): Promise<Examined> {
  const wasUsed = await checkVersionFile(dir);
  for (let look = 1; ; look += 1) {
    // First the note, then what it is held against: that only grows.
    const noted = await readAcknowledged(dir);
    try {
      const { sequence } = await examineDatabase(
        join(dir, DATABASE_DIR),
        wasUsed || noted !== null,
      );
      checkSequence(dir, { wasUsed, noted, sequence });
      return { wasUsed, noted, sequence };
    } catch (error) {
      if (!(error instanceof StoreCorruptError) || look === LOOKS_MAX) throw error;
    }
  }
}

function checkSequence(dir: string, { noted, sequence, wasUsed }: Examined): void {
  if (noted !== null && (sequence ?? 0) < noted.sequence) {
    throw new StoreCorruptError(
      `the database in ${dir} ends at operation ${sequence ?? 0}, and operation ${noted.sequence} was ` +
        "acknowledged: a part of its log is missing. Nothing in it was changed, and nothing is " +
        "signed after such a loss: restore a backup of the whole data directory, choose another one, or " +
        "see what `calc store accept-loss` would do",
    );
  }
  // A first start that ended early has written no more than which format it is.
  if (noted === null && !wasUsed && (sequence ?? 0) > 1) {
    throw new StoreCorruptError(
      `the database in ${dir} is of another program: there is no file VERSION beside it. Nothing in ` +
        "it was changed: choose another data directory",
    );
  }
}

/** The fault of a directory that `openStore` refuses. */
export interface Damage {
  readonly message: string;
  /** Acknowledged operations whose log is gone; null where that cannot be told. */
  readonly lost: number | null;
}

/**
 * Reads, and writes nothing. @returns null where all is there
 * @throws StoreError FORMAT_NEWER | FORMAT_OLDER | FORMAT_UNREADABLE | STORE_IO
 */
export async function damageOf(dir: string): Promise<Damage | null> {
  try {
    await examine(dir);
    return null;
  } catch (error) {
    if (!(error instanceof StoreCorruptError)) throw error;
    return { message: error.message, lost: await lostOf(dir) };
  }
}

async function lostOf(dir: string): Promise<number | null> {
  try {
    const noted = await readAcknowledged(dir);
    const { sequence } = await examineDatabase(join(dir, DATABASE_DIR), true);
    return noted === null || sequence === null ? null : noted.sequence - sequence;
  } catch (error) {
    if (error instanceof StoreCorruptError) return null;
    throw error;
  }
}

/**
 * Notes that what a directory still holds is all that it ever held, so that it can be read again.
 * Only for one that nobody will write to.
 */
export async function noteRest(dir: string): Promise<void> {
  const { sequence } = await examineDatabase(join(dir, DATABASE_DIR), true);
  const directory = await directoryName(dir);
  const file = await AcknowledgedFile.open(dir, { directory, sequence: sequence ?? 0 });
  await file.close();
}

/** The same, where a log or a manifest that is damaged in one bit is put right first. */
async function examineMending(
  dir: string,
  onMended?: OnMended,
): Promise<{ readonly examined: Examined; readonly mendedBits: number }> {
  const database = join(dir, DATABASE_DIR);
  const mended: MendedBit[] = [];
  const mend = async (isAll: boolean): Promise<boolean> => {
    const found = await mendLogs(database, isAll);
    for (const { file, at, bit } of found) onMended?.(file, at, bit);
    mended.push(...found);
    return found.length > 0;
  };
  // The end of a manifest is read as one that was cut, and the older state as the newest.
  await mend(false);
  for (;;) {
    try {
      return { examined: await examine(dir), mendedBits: mended.length };
    } catch (error) {
      if (!(error instanceof StoreCorruptError) || !(await mend(true))) throw error;
    }
  }
}

/** With less, LevelDB may not be able to write out what it has in memory. */
const ROOM_BYTES_MIN = 16_777_216;

/** Of tables that are looked at before anything is served: all of a small node's. */
const START_BYTES_MAX = 33_554_432;

function hasRoom(dir: string): boolean {
  const { bavail, bsize } = statfsSync(dir);
  return bavail * bsize >= ROOM_BYTES_MIN;
}

async function directoryName(dir: string): Promise<string> {
  return `inode-${(await stat(dir)).ino}`;
}

/**
 * Whether a directory is another one than that in which its store was last open: moved or copied.
 * Writes nothing.
 * @throws StoreCorruptError, StoreError STORE_IO
 */
export async function wasMoved(dir: string): Promise<boolean> {
  const noted = await readAcknowledged(dir);
  return noted !== null && noted.directory !== (await directoryName(dir));
}

/**
 * Opens, and creates if absent, the store in a data directory, and holds LevelDB's lock on it. What
 * is missing or damaged is found first, and the directory then left as it is.
 * @throws StoreLockedError, StoreCorruptError, CorruptRecordError, StoreError FORMAT_NEWER |
 * FORMAT_OLDER | FORMAT_UNREADABLE | STORE_IO
 */
export async function openStore({
  after,
  dir,
  isVisit = false,
  onMended,
}: StoreOptions): Promise<Store> {
  const { examined, mendedBits } = await examineMending(dir, onMended);
  const { noted, sequence, wasUsed } = examined;
  try {
    await makeDirectory(dir);
  } catch (error) {
    throw new StoreError("STORE_IO", `the data directory ${dir} cannot be made`, error);
  }
  const database = join(dir, DATABASE_DIR);
  // LevelDB makes files that others may read; the directory around them is for its owner alone.
  await makePrivate(database);
  let raw: NotedWrites | null = null;
  const tables = new TableScrub(
    {
      dir: database,
      refresh: () => raw?.refresh() ?? Promise.resolve(),
      ...(onMended === undefined ? {} : { onMended }),
    },
    mendedBits,
  );
  // Before it is open: LevelDB begins at once to merge tables, and would spread what is in them.
  await tables.step(START_BYTES_MAX);
  const level = await openLevel(database).catch((error: unknown) => {
    // Named by the directory that was asked for: it is what tells who holds it.
    throw error instanceof StoreLockedError ? new StoreLockedError(dir, error.cause) : error;
  });
  let file: AcknowledgedFile | null = null;
  let last = sequence ?? 0;
  const noting = new NotedWrites(
    { store: level, sequence: last },
    {
      hasRoom: () => hasRoom(dir),
      note: (now) => {
        last = now;
        file?.note(now);
      },
      reopen: async () => {
        const found = await examine(dir);
        return { store: await openLevel(database), sequence: found.sequence ?? 0 };
      },
      close: async () => file?.close(),
    },
  );
  raw = noting;
  const files = HeldFiles.start(database);
  try {
    const directory = isVisit && noted !== null ? noted.directory : await directoryName(dir);
    const store = new Store(noting, {
      database,
      files,
      isNoted: noted !== null || !wasUsed,
      tables,
      trouble: () => {
        if (!hasRoom(dir)) return "disk";
        noting.mend();
        return noting.isBroken ? "db" : null;
      },
    });
    const isNoted = await checkDatabaseFormat(dir, store.kv);
    await prepareFormat(dir, noting, store.kv, { isNoted, wasUsed });
    file = await AcknowledgedFile.open(dir, { directory, sequence: last }, after);
    return store;
  } catch (error) {
    await files.close();
    await noting.close();
    throw error;
  }
}
