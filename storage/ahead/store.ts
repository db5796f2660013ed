/**
 * A database whose synced batches are made durable in files ahead of it. Writing over blocks of a
 * file that never grows takes a fifth of the time that the database's own growing log takes, and no
 * other thread. The database gets each batch behind that, unsynced, while the caller goes on:
 * nobody reads of it what is not durable yet, and whoever reads here, or counts on `progress`,
 * waits until it has what was acknowledged. Before a file is written over, what the database has of
 * it is synced. A database that refuses such a batch ends all reading and writing here: the next
 * start brings it in.
 *
 * While the disk takes longer than a thread of the pool to wake, such a thread waits for it, and
 * the caller's goes on; where that one has others to serve, always.
 *
 * Where the files cannot serve, batches go to the database with its own sync: until many were
 * written, when one is too large or writes what others write, too, when a file fails. What was
 * given to the database before is then synced first, so that it is never brought in over them.
 */
import { join } from "node:path";
import { buckets, nameOfKey } from "../buckets.js";
import { CheckedStore } from "../checked.js";
import { readAfter } from "../kv.js";
import type { BatchOptions, Entry, KeyValueStore, Operation, RangeOptions } from "../kv.js";
import { scan } from "../table.js";
import { Applier, type HoldBack } from "./applier.js";
import {
  AHEAD_FILE_BYTES,
  AHEAD_FILES,
  AheadFile,
  makeAheadFiles,
  readAhead,
  syncLogs,
} from "./files.js";
import { frameBytes, writeFrame } from "./frames.js";
import { Progress } from "./progress.js";
import { markOf } from "./recover.js";

export interface AheadOptions {
  /** Data directory: the files lie in it, the database in `database`. */
  readonly dir: string;
  readonly database: string;
  /** Whether nobody else writes other values to the keys of a batch. */
  readonly mayGoAhead: (operations: readonly Operation[]) => boolean;
  /** Told how far the database is behind. */
  readonly progress?: Progress;
  readonly fileBytes?: number;
  /** Synced batches after which the files are made: a node that seals little does without. */
  readonly afterBatches?: number;
  /** The thread that writes has others to serve: another one always waits for the disk. */
  readonly isPatient?: boolean;
  /**
   * Absent: the database gets each batch at once. Only where all who read wait by this handle or by
   * `progress` itself.
   */
  readonly held?: HoldBack | null;
  /** Absent: that of the process. */
  readonly nowMs?: () => number;
  readonly openFile?: (path: string, bytes: number) => AheadFile;
}

const AFTER_BATCHES = 64;
/**
 * Mean time of a write above which another thread waits for the disk: there and back a thread of
 * the pool takes a tenth of a millisecond, and longer where all cores are busy.
 */
const SLOW_MS = 0.3;
/** Weight of the last write in the mean. */
const MEAN_WEIGHT = 1 / 8;
/**
 * What the disk takes is only seen by waiting for it here: after so many batches it is looked at
 * again.
 */
const PATIENT_BATCHES = 256;
/**
 * To change between the two ways takes a sync more: whoever has to once stays for so many batches.
 */
const STAY_BATCHES = 16;
const FRAME_BYTES_MAX = 2_097_152;

/** The files while they serve. */
interface Files {
  readonly pair: readonly [AheadFile, AheadFile];
  readonly frame: Buffer;
  current: 0 | 1;
  /** Number of the next frame. */
  next: number;
  /** Of the file that is not the current one: true once it may be written over. */
  cleaned: Promise<boolean>;
}

export class AheadStore implements KeyValueStore {
  readonly #database: KeyValueStore;
  readonly #options: Required<AheadOptions>;
  readonly #applier: Applier;
  #files: Files | null = null;
  #making: Promise<void> | null = null;
  /** Not made again once they failed. */
  #isOff = false;
  #batches = 0;
  /** The database may have more than it has synced. */
  #unsynced = false;
  /** Of the writes that were waited for here, in ms. */
  #mean = 0;
  /** Batches left for which a thread of the pool waits. */
  #patient = 0;
  /** Batches left that go to the database. */
  #rest = 0;
  /**
   * Of a frame that may be whole though its batch failed: written with the next batch, it keeps the
   * frame from being brought in.
   */
  #owed: Operation | null = null;
  #last: Promise<void> | null = null;

  /** @param database the only handle of this process through which the same keys are written */
  constructor(database: KeyValueStore, options: AheadOptions) {
    this.#database = database;
    this.#options = {
      fileBytes: AHEAD_FILE_BYTES,
      afterBatches: AFTER_BATCHES,
      progress: new Progress(),
      isPatient: false,
      held: null,
      nowMs: () => performance.now(),
      openFile: (path, bytes) => new AheadFile(path, bytes),
      ...options,
    };
    this.#applier = new Applier(database, this.#options.progress, this.#options.held);
  }

  /** Whether synced batches go to the files now. */
  get isAhead(): boolean {
    return this.#files !== null && this.#rest === 0;
  }

  /** Resolves when the files that are being made serve, or never will. */
  async settled(): Promise<void> {
    await this.#making;
  }

  async get(key: Uint8Array): Promise<Uint8Array | undefined> {
    await this.#applier.caughtUp();
    return this.#database.get(key);
  }

  async getMany(keys: readonly Uint8Array[]): Promise<readonly (Uint8Array | undefined)[]> {
    await this.#applier.caughtUp();
    return this.#database.getMany(keys);
  }

  range(options: RangeOptions): AsyncIterable<Entry> {
    const behind = this.#applier.caughtUp();
    const read = (): AsyncIterable<Entry> => this.#database.range(options);
    return behind === null ? read() : readAfter(behind, read);
  }

  caughtUp(): Promise<void> | null {
    return this.#applier.caughtUp();
  }

  batch(operations: readonly Operation[], { sync }: BatchOptions): Promise<void> {
    const before = this.#last;
    // Begun at once where nothing is under way: whoever asks goes on when the files have it.
    const writing =
      before === null
        ? this.#batch(operations, sync)
        : before.then(() => this.#batch(operations, sync));
    const last = writing
      .then(
        () => undefined,
        () => undefined,
      )
      .then(() => {
        if (this.#last === last) this.#last = null;
      });
    this.#last = last;
    return writing;
  }

  async close(): Promise<void> {
    await this.#last;
    await this.#making;
    // What the database refused stays in the files: the next start brings it in.
    const isWhole = await (this.#applier.caughtUp() ?? Promise.resolve()).then(
      () => true,
      () => false,
    );
    const files = this.#files;
    this.#files = null;
    this.#isOff = true;
    if (files !== null) {
      await files.cleaned;
      if (this.#unsynced && isWhole) await syncLogs(this.#options.database);
      for (const file of files.pair) file.close();
    }
    await this.#database.close();
  }

  async #batch(operations: readonly Operation[], sync: boolean): Promise<void> {
    if (!this.#applier.hasRoom) await this.#applier.caughtUp();
    if (!sync && this.#owed === null) {
      await this.#applier.caughtUp();
      this.#unsynced = true;
      await this.#database.batch(operations, { sync });
      return;
    }
    this.#count();
    if (this.#rest > 0) this.#rest -= 1;
    const may = this.#options.mayGoAhead(operations);
    if (!may && this.#unsynced) this.#rest = Math.max(this.#rest, STAY_BATCHES);
    const files = this.#rest > 0 || !may ? null : this.#files;
    const whole = files === null ? 0 : frameBytes(operations);
    if (files === null || whole > files.frame.length) {
      await this.#direct(operations);
      return;
    }
    if (!files.pair[files.current].hasRoom(whole) && !(await this.#turnOver(files))) {
      await this.#direct(operations);
      return;
    }
    await this.#ahead(files, operations, whole);
  }

  async #ahead(files: Files, operations: readonly Operation[], whole: number): Promise<void> {
    const { frame, pair, current } = files;
    const number = files.next;
    files.next += 1;
    const mark = markOf(number);
    try {
      const begin = this.#options.nowMs();
      const isPatient = this.#options.isPatient || this.#patient > 0;
      const durable = pair[current].append(
        frame,
        writeFrame(frame, number, operations),
        whole,
        isPatient,
      );
      if (durable === null) this.#judge(this.#options.nowMs() - begin);
      else {
        this.#patient = Math.max(0, this.#patient - 1);
        await durable;
      }
    } catch {
      this.#giveUp(files);
      this.#owed = mark;
      await this.#direct(operations);
      return;
    }
    this.#unsynced = true;
    this.#applier.add(operations, mark, whole);
  }

  #giveUp(files: Files): void {
    this.#isOff = true;
    this.#files = null;
    for (const file of files.pair) file.close();
  }

  /** With the database's own sync, once it has synced what it was given before. */
  async #direct(operations: readonly Operation[]): Promise<void> {
    await this.#applier.caughtUp();
    if (this.#unsynced) {
      await syncLogs(this.#options.database);
      this.#unsynced = false;
    }
    const owed = this.#owed;
    await this.#database.batch(owed === null ? operations : [...operations, owed], { sync: true });
    this.#owed = null;
  }

  /** @returns whether the other file may be written over now */
  async #turnOver(files: Files): Promise<boolean> {
    if (!(await files.cleaned)) {
      this.#giveUp(files);
      return false;
    }
    files.current = files.current === 0 ? 1 : 0;
    files.pair[files.current].rewind();
    // Everything in the full file is in the database's logs when it has what was given until now.
    files.cleaned = this.#clean().then(
      () => true,
      () => false,
    );
    return true;
  }

  async #clean(): Promise<void> {
    await this.#applier.caughtUp();
    await syncLogs(this.#options.database);
  }

  #judge(tookMs: number): void {
    this.#mean += MEAN_WEIGHT * (tookMs - this.#mean);
    if (this.#mean <= SLOW_MS) return;
    this.#mean = 0;
    this.#patient = PATIENT_BATCHES;
  }

  #count(): void {
    if (this.#isOff || this.#making !== null) return;
    this.#batches += 1;
    if (this.#batches <= this.#options.afterBatches) return;
    this.#making = this.#make().catch(() => {
      this.#isOff = true;
    });
  }

  async #make(): Promise<void> {
    const { dir, fileBytes, openFile } = this.#options;
    await makeAheadFiles(dir, fileBytes);
    const [first, second] = AHEAD_FILES;
    let highest = 0;
    for (const { inOrder, beyond } of await readAhead(dir)) {
      for (const { number } of [...inOrder, ...beyond]) highest = Math.max(highest, number);
    }
    const checked = new CheckedStore(this.#database, nameOfKey);
    for await (const [, number] of scan(checked, buckets.ahead))
      highest = Math.max(highest, number);
    if (this.#isOff) return;
    const pair = [
      openFile(join(dir, first), fileBytes),
      openFile(join(dir, second), fileBytes),
    ] as const;
    this.#files = {
      pair,
      frame: Buffer.allocUnsafeSlow(Math.min(FRAME_BYTES_MAX, fileBytes)),
      current: 0,
      next: highest + 1,
      cleaned: Promise.resolve(true),
    };
  }
}
