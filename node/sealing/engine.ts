/**
 * Commit windows: one instant, the parts of all staged logs, one synced batch. The
 * next window is prepared while the disk has the one before; nothing of a window is shown to anyone
 * before its sync.
 */
import { instantOf, modulationAt } from "../../protocol/math/modulation.js";
import type { Clock, Crypto, Logger } from "../../protocol/ports.js";
import type { CoreInstant } from "../../protocol/seal/coreText.js";
import type { Operation } from "../../storage/kv/kv.js";
import type { LedgerHead } from "../../storage/records/ledgerRecords.js";
import type { Store } from "../../storage/store.js";
import { CLOCK_REMEDY, type ClockLine } from "../runtime/clockLine.js";
import type { OwnSpine } from "../spine/ownSpine.js";
import type { UnsealedReason } from "../spine/unsealed.js";
import { Books } from "./books.js";
import { EnvelopeLog } from "./envelopeLog.js";
import { EventLog } from "./eventLog.js";
import type { WindowOutcome } from "./outcome.js";
import {
  allRead,
  type OpenWindow,
  type StagedLog,
  type StagedPart,
  type WindowItem,
} from "./stagedLog.js";

interface EngineModules {
  readonly crypto: Crypto;
  readonly clock: Clock;
  /** Absent: steps of the clock are not looked for. */
  readonly line?: Pick<ClockLine, "expectedNs" | "hasStepped">;
  readonly store: Store;
  /** Loaded already. */
  readonly spine: OwnSpine;
  readonly log: Logger;
}

/** An item with what needs no window, or why that could not be done. */
export interface ReadyItem {
  readonly log: StagedLog;
  readonly ready: unknown;
  readonly failure: { readonly error: unknown } | null;
  /** As of the item; 0 for one of its own. */
  readonly group: number;
}

interface StagedWindow {
  readonly operations: readonly Operation[];
  /** Of each log, in the engine's order; null where its entries are refused. */
  readonly parts: readonly (StagedPart<unknown> | null)[];
  /** The staged ends behind it, in the same order. */
  readonly ends: readonly unknown[];
  /** Of its events; null where nothing is added to the spine. */
  readonly calcond: number | null;
}

/** A window that has been put together and waits for the disk. */
export interface PreparedWindow {
  readonly items: readonly ReadyItem[];
  /** Null when there is nothing to write. */
  readonly staged: StagedWindow | null;
  /** Why nothing is added to the spine, or null; other logs are written all the same. */
  readonly unsealed: UnsealedReason | null;
  readonly epoch: number;
}

export class SealEngine {
  readonly envelopeLog: EnvelopeLog;
  readonly eventLog: EventLog;
  readonly books: Books;
  #logs: readonly StagedLog[];
  readonly #modules: EngineModules;
  #blocked: UnsealedReason | null = null;
  /** Kind of the event that an empty spine begins with; null: with any. */
  #opening: string | null = null;
  /**
   * Moves when staged parts are rolled back: a window that was prepared before is prepared again.
   */
  #epoch = 0;

  constructor(options: { readonly proofKey: Uint8Array }, modules: EngineModules) {
    this.#modules = modules;
    this.books = new Books(modules);
    this.eventLog = new EventLog(modules.spine);
    this.envelopeLog = new EnvelopeLog(options, { ...modules, books: this.books });
    this.#logs = [this.envelopeLog, this.eventLog, this.books];
  }

  /**
   * Adds logs of capabilities, behind envelopes, spine and books. To be called before the start.
   */
  join(logs: readonly StagedLog[]): void {
    this.#logs = [...this.#logs, ...logs];
  }

  /** Loads the ends of all logs but the spine, which must be loaded already. */
  async start(): Promise<void> {
    for (const log of this.#logs) if (log !== this.eventLog) await log.reload();
  }

  /** Another one where a window that was prepared before has to be prepared again. */
  get epoch(): number {
    return this.#epoch;
  }
  /** Durable envelopes. */
  get envelopes(): number {
    return this.envelopeLog.count;
  }
  /** The durable end of the journal. */
  get ledger(): LedgerHead {
    return this.books.head;
  }
  /** Unix nanoseconds of the last durable seal; 0 before the first. */
  get lastSealNs(): bigint {
    return this.envelopeLog.lastSealNs;
  }

  /** Reads what has to be in memory for the items; null where all of it is there. */
  load(items: readonly WindowItem[]): Promise<void> | null {
    return allRead(
      this.#logs.map((log) => {
        const entries = items.filter((item) => item.log === log).map(({ entry }) => entry);
        return entries.length === 0 ? null : log.load(entries);
      }),
    );
  }

  /** To be called when nothing waits. */
  trim(): void {
    for (const log of this.#logs) log.trim();
  }

  /** Nothing more is added to the spine, for this reason; null opens it again. */
  block(reason: UnsealedReason | null): void {
    if (this.#blocked !== "STORE_READ_ONLY") this.#blocked = reason;
  }

  /**
   * An empty spine takes nothing before an event of this kind: what waits when sealing is allowed would
   * come before the opening otherwise, and no peer ever keeps such a spine.
   */
  beginWith(kind: string): void {
    this.#opening = kind;
  }

  /** How many of the items, from the first, may go into one window: an opening begins its own. */
  together(items: readonly ReadyItem[]): number {
    if (!this.#isUnopened) return items.length;
    const at = items.findIndex((item) => this.#isOpening(item));
    if (at !== 0) return at < 0 ? items.length : at;
    // Seals would come before it, which are staged first; events right behind it may come along.
    const other = items.findIndex(({ log }) => log !== this.eventLog);
    return other < 0 ? items.length : other;
  }

  get #isUnopened(): boolean {
    return this.#opening !== null && this.#modules.spine.next.seq === 0;
  }

  #isOpening({ log, ready }: ReadyItem): boolean {
    return log === this.eventLog && Object(ready).kind === this.#opening;
  }

  /** Why the items may not begin an empty spine; null where they may, or where none is empty. */
  #mayNotBegin([first]: readonly ReadyItem[]): UnsealedReason | null {
    const isWrong = this.#isUnopened && first !== undefined && !this.#isOpening(first);
    return isWrong ? "RESTORE_GUARD" : null;
  }

  /** Does for an item what needs no window: the best moment is while the disk is busy. */
  ready({ entry, group = 0, log }: WindowItem): ReadyItem {
    try {
      return { log, ready: log.ready(entry), failure: null, group };
    } catch (error) {
      return { log, ready: null, failure: { error }, group };
    }
  }

  /**
   * Puts a window together behind those prepared before it.
   * @param items at most as many as one seal covers
   * @throws what a window that cannot be put together fails with; nothing of it is staged then
   */
  prepare(items: readonly ReadyItem[]): PreparedWindow {
    const epoch = this.#epoch;
    for (const { failure } of items) if (failure !== null) throw failure.error;
    const read = this.#blocked ?? this.#mayNotBegin(items) ?? this.#readClock();
    if (typeof read === "bigint")
      return { items, staged: this.#stage(items, read, true), unsealed: null, epoch };
    const unsealed = read;
    const isWritten =
      unsealed !== "STORE_READ_ONLY" && items.some(({ log }) => log.isWrittenWhileBlocked);
    return {
      items,
      staged: isWritten ? this.#stage(items, this.#notBefore(), false) : null,
      unsealed,
      epoch,
    };
  }

  /**
   * Begins to write the oldest prepared window; nothing else may be being written.
   * @returns the window as it is written, and what comes true when it is durable.
   * @throws as `prepare`, for a window that had to be prepared again
   */
  write(prepared: PreparedWindow): {
    readonly window: PreparedWindow;
    readonly written: Promise<boolean>;
  } {
    if (this.#blocked !== null && prepared.staged !== null && prepared.unsealed === null)
      this.#takeBack();
    const window = prepared.epoch === this.#epoch ? prepared : this.prepare(prepared.items);
    const written = window.staged === null ? Promise.resolve(false) : this.#write(window.staged);
    return { window, written };
  }

  /** What each item becomes when the window is durable, in order. */
  came({ items, staged, unsealed }: PreparedWindow): readonly unknown[] {
    if (staged === null) return [];
    return this.#settleAll(items, (log, ready, i) =>
      staged.parts[i] === null ? log.refused(ready, unsealed!) : staged.parts[i]!.came(),
    );
  }

  /** The window is durable. */
  sealed(window: PreparedWindow, came: readonly unknown[]): WindowOutcome {
    const { items, staged, unsealed } = window;
    return {
      came,
      unsealed,
      refused:
        unsealed === null ? 0 : items.filter((item) => !item.log.isWrittenWhileBlocked).length,
      blocked: unsealed === null ? null : this.#ownBlock(unsealed),
      calcond: staged!.calcond,
      reloaded: false,
    };
  }

  /** The window is not durable. */
  refused({ items, staged, unsealed }: PreparedWindow): WindowOutcome {
    const reason = unsealed ?? "STORE_WRITE_FAILED";
    return {
      came: this.#settleAll(items, (log, ready) => log.refused(ready, reason)),
      unsealed: reason,
      refused: items.length,
      blocked: this.#ownBlock(reason),
      calcond: null,
      reloaded: unsealed === null || staged !== null,
    };
  }

  /**
   * What keeps on refusing by what is known here. Not what was set from outside: that may have been
   * lifted since the window was prepared.
   */
  #ownBlock(unsealed: UnsealedReason): UnsealedReason | null {
    return this.#blocked === "STORE_READ_ONLY" ? this.#blocked : blocking(unsealed);
  }

  /** Asks each log about its entries. @returns the answers in the order of the items */
  #settleAll(
    items: readonly ReadyItem[],
    ask: (log: StagedLog, ready: readonly unknown[], index: number) => readonly unknown[],
  ): readonly unknown[] {
    const replies: unknown[] = Array.from({ length: items.length });
    this.#logs.forEach((log, index) => {
      const places = items.flatMap((item, i) => (item.log === log ? [i] : []));
      if (places.length === 0) return;
      const answers = ask(
        log,
        places.map((i) => items[i]!.ready),
        index,
      );
      places.forEach((i, k) => {
        replies[i] = answers[k];
      });
    });
    return replies;
  }

  /**
   * All of a window or nothing: what a log staged and is not written must not be linked to.
   * @param isOpen whether events may be added to the spine
   */
  #stage(items: readonly ReadyItem[], ns: bigint, isOpen: boolean): StagedWindow {
    const { spine } = this.#modules;
    const before = this.#logs.map((log) => log.end);
    const { seq } = spine.next;
    const { calcond, phase } = instantOf(ns);
    const window = new Window({ R_t: modulationAt(phase), calcond, phase }, ns, this.#logs, items);
    const operations: Operation[] = [];
    try {
      const parts = this.#logs.map((log, i) => {
        if (!isOpen && !log.isWrittenWhileBlocked) return null;
        const part = log.stage(window.entriesOf(i), window);
        for (const operation of part.operations) operations.push(operation);
        return part;
      });
      const ends = this.#logs.map((log) => log.end);
      return { operations, parts, ends, calcond: spine.next.seq === seq ? null : calcond };
    } catch (error) {
      this.#logs.forEach((log, i) => log.discard(before[i]));
      throw error;
    }
  }

  /** Rows that were staged and are not being written are not going to be. */
  #takeBack(): void {
    for (const log of this.#logs) log.discard();
    this.#epoch += 1;
  }

  get #stagedNs(): bigint {
    return this.#logs.reduce((ns, log) => (log.notBeforeNs > ns ? log.notBeforeNs : ns), 0n);
  }

  /** For what is no seal: a clock that went back stands still. */
  #notBefore(): bigint {
    const { clock, line } = this.#modules;
    const ns = line?.expectedNs ?? clock.nowNs();
    const staged = this.#stagedNs;
    return ns > staged ? ns : staged;
  }

  /**
   * Never below the last instant sealed: a calcond that went back would let an older claim look
   * newer. Nor by a clock that was set: it would be behind its own seals once it is put right.
   */
  #readClock(): bigint | "CLOCK_BACKWARDS" | "CLOCK_SKEW" {
    const ns = this.#modules.clock.nowNs();
    const staged = this.#stagedNs;
    if (ns >= staged) return this.#modules.line?.hasStepped(staged) === true ? "CLOCK_SKEW" : ns;
    this.#modules.log.warn(
      "the clock is behind the last seal: nothing is sealed until it has caught up",
      { behindNs: (staged - ns).toString(), remedy: CLOCK_REMEDY },
    );
    return "CLOCK_BACKWARDS";
  }

  async #write({ operations, ends }: StagedWindow): Promise<boolean> {
    const { store, log } = this.#modules;
    try {
      await store.kv.batch(operations, { sync: true });
    } catch (error) {
      log.error("a commit window could not be written", { error: String(error) });
      await this.reload();
      return false;
    }
    this.#logs.forEach((one, i) => one.confirm(ends[i]));
    return true;
  }

  /**
   * Only the store knows whether a batch became durable; without that knowledge nothing may be
   * signed.
   */
  async reload(): Promise<void> {
    // Whatever is prepared meanwhile is prepared again, too.
    this.#epoch += 1;
    try {
      await this.eventLog.reload();
      await this.start();
      // A row prepared meanwhile stands behind a state that is partly the old one.
      for (const log of this.#logs) log.discard();
    } catch (error) {
      this.#modules.log.error("the end of a log could not be read again: sealing stops", {
        error: String(error),
      });
      this.#blocked = "STORE_READ_ONLY";
    }
    this.#epoch += 1;
  }
}

/** One window while its logs are staged, one after the other. */
class Window implements OpenWindow {
  readonly instant: CoreInstant;
  readonly ns: bigint;
  readonly #logs: readonly StagedLog[];
  readonly #entries: readonly unknown[][];
  #staging = -1;

  constructor(
    instant: CoreInstant,
    ns: bigint,
    logs: readonly StagedLog[],
    items: readonly ReadyItem[],
  ) {
    this.instant = instant;
    this.ns = ns;
    this.#logs = logs;
    this.#entries = logs.map((log) =>
      items.flatMap((item) => (item.log === log ? [item.ready] : [])),
    );
  }

  /** Of the log that is staged now. */
  entriesOf(index: number): readonly unknown[] {
    this.#staging = index;
    return this.#entries[index]!;
  }

  enter<Entry>(log: StagedLog<Entry>, entry: Entry): void {
    const index = this.#logs.indexOf(log);
    if (index <= this.#staging)
      throw new RangeError(`the log ${log.name} takes no entry of this window any more`);
    this.#entries[index]!.push(log.ready(entry));
  }
}

/** A clock that went back stays so until it has caught up. */
function blocking(reason: UnsealedReason): UnsealedReason | null {
  return reason === "CLOCK_BACKWARDS" ? reason : null;
}
