/**
 * Entries due at a calcond, in one queue in the store: ends, leases, challenge windows. An entry is
 * written in the batch of what creates it and deleted in the batch of its effect, so that it fires
 * once, whatever happens in between. One timer waits for the earliest; in memory is only when that
 * is, and which entries failed.
 */
import type { Clock, Logger } from "../../protocol/ports.js";
import { buckets } from "../../storage/records/buckets.js";
import type { DueEntry } from "../../storage/records/dueRecords.js";
import { CorruptRecordError, StoreError } from "../../storage/kv/errors.js";
import type { Transaction } from "../../storage/kv/guard.js";
import type { Operation } from "../../storage/kv/kv.js";
import { dueOrder } from "../../storage/repositories/due.js";
import type { Store } from "../../storage/store.js";
import type { Deadlines } from "./deadlines.js";
import { delayMs, LOOK_EVERY_CALCONDS, RETRY_CALCONDS } from "./delays.js";
import type { Cancel, Scheduler } from "./scheduler.js";

/** Entries read in one turn; requests come in between two turns. */
const READ_MAX = 256;
/**
 * Entries fired in one batch, which waits for the guards of all of them; of a kind that is short.
 */
const GROUP_MAX = 256;
/** Twice as long after each further failure of an entry, up to an hour. */
const RETRY_CALCONDS_MAX = 4_633;
/** Failed entries whose next try is known; others are tried with the next one. */
const FAILED_MAX = 4_096;
const KIND = /^[a-z]+(?:[.-][a-z]+)*$/;

/** What acts on the entries of one kind. */
export interface DueHandler {
  /** What the effect has to be alone with; who cancels an entry holds the same. */
  guards?(key: string): readonly string[];
  /** Entries that fit in one batch, where the writes of one are many. */
  readonly atOnceMax?: number;
  /**
   * Adds the writes of the effect to the batch that deletes the entry, and does nothing else: it is
   * called again where that batch was not written. It reads what the guards protect.
   */
  fire(tx: Transaction, entry: DueEntry): Promise<void> | void;
  /** After the batch is durable, but not after a crash in between: for caches and news. */
  fired?(entry: DueEntry): void;
}

interface DueModules {
  readonly store: Store;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly log: Logger;
  /** Never falls, so that nothing is due twice or too early. */
  readonly deadlines: Pick<Deadlines, "now" | "reckon" | "markOps">;
  readonly onFired?: (kind: string) => void;
  readonly onFailed?: (kind: string) => void;
}

interface Firing {
  readonly entry: DueEntry;
  readonly handler: DueHandler;
  readonly guards: readonly string[];
}

interface Failed {
  readonly tries: number;
  /** Calcond of the next try; null for as soon as it is met. */
  readonly again: number | null;
}

/** A handler, not the store, is why a batch was not written. */
class FiringError extends Error {
  readonly firing: Firing;

  constructor(firing: Firing, cause: unknown) {
    super(`what was due failed: ${String(cause)}`, { cause });
    this.firing = firing;
  }
}

function nameOf(entry: DueEntry): string {
  return dueOrder(entry).toString("latin1");
}

/** The same would be the end of all others. */
function isOfTheStore(error: unknown): boolean {
  return (
    error instanceof StoreError && (error.code === "STORE_IO" || error.code === "STORE_CLOSED")
  );
}

export class Due {
  readonly #modules: DueModules;
  readonly #kinds = new Map<string, DueHandler>();
  readonly #unknown = new Set<string>();
  readonly #failed = new Map<string, Failed>();
  /** The last entry that was looked at; null to begin with the first. */
  #after: DueEntry | null = null;
  /** When it was last begun with the first. */
  #wholeAt = 0;
  /** Moves with each entry that is written. */
  #puts = 0;
  /** When there is something to do: of the store as last read, and of what was written since. */
  #next = 0;
  #written = Infinity;
  /** After a turn that failed as a whole. */
  #restUntil = 0;
  #timer: Cancel | null = null;
  #running: Promise<void> | null = null;
  #isStarted = false;
  #isStopped = false;
  readonly #waiting: (() => void)[] = [];

  constructor(modules: DueModules) {
    this.#modules = modules;
    modules.store.onPut(buckets.due, (entry) => this.#onWritten(entry));
  }

  /** @throws RangeError for a kind that somebody has, or that is none */
  register(kind: string, handler: DueHandler): void {
    if (!KIND.test(kind)) throw new RangeError(`not a kind of what is due: ${kind}`);
    if (this.#kinds.has(kind)) throw new RangeError(`two act on what is due as ${kind}`);
    this.#kinds.set(kind, handler);
  }

  /** For the batch of what creates the entry. The same entry twice is one. */
  opAdd(calcond: number, kind: string, key: string): Operation {
    return this.#modules.store.due.addOp({ calcond, kind, key });
  }

  /** For a batch that is written under the guards which the kind names. */
  opCancel(calcond: number, kind: string, key: string): Operation {
    return this.#modules.store.due.cancelOp({ calcond, kind, key });
  }

  /** Kinds that were met in the store and that nobody acts on: their entries stay. */
  get unknownKinds(): readonly string[] {
    return [...this.#unknown].sort();
  }

  /** Entries that failed and will be tried again. */
  get failing(): number {
    return this.#failed.size;
  }

  /** All kinds must be registered. What fell due while the node was down is fired at once. */
  start(): void {
    this.#isStarted = true;
    this.#arm();
  }

  /** Resolves when nothing is being fired and nothing is due that is not waiting for a retry. */
  settled(): Promise<void> {
    if (this.#isSettled()) return Promise.resolve();
    // Where the clock was set forward, the timer does not know yet.
    this.#arm();
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** Idempotent; resolves when the batch that is being written is. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#timer?.();
    this.#timer = null;
    await this.#running;
    this.#tellSettled();
  }

  #onWritten(entry: DueEntry): void {
    this.#puts += 1;
    this.#written = Math.min(this.#written, entry.calcond);
    if (this.#after !== null && entry.calcond <= this.#after.calcond) this.#after = null;
    if (entry.calcond < this.#next) this.#arm();
  }

  /** Calcond of the next thing to do. */
  #wakeAt(): number {
    let at = Math.min(this.#next, this.#written);
    for (const { again } of this.#failed.values()) at = Math.min(at, again ?? Infinity);
    return Math.max(at, this.#restUntil);
  }

  #arm(): void {
    if (!this.#isStarted || this.#isStopped || this.#running !== null) return;
    this.#timer?.();
    this.#timer = this.#modules.scheduler.after(delayMs(this.#wakeAt(), this.#modules), () => {
      this.#timer = null;
      this.#running = this.#turn().finally(() => {
        this.#running = null;
        this.#arm();
        this.#tellSettled();
      });
    });
  }

  async #turn(): Promise<void> {
    const { deadlines, log } = this.#modules;
    const now = deadlines.reckon();
    this.#written = Infinity;
    try {
      this.#next = await this.#fireSome(now);
    } catch (error) {
      if (this.#isStopped) return;
      this.#after = null;
      this.#next = now;
      this.#restUntil = now + RETRY_CALCONDS;
      log.warn("scheduled entries cannot be run now", { error: String(error) });
    }
  }

  /** @returns the calcond of the next entry, or this one where there may be more of it */
  async #fireSome(now: number): Promise<number> {
    const { due } = this.#modules.store;
    if (this.#retry(now) || now - this.#wholeAt >= LOOK_EVERY_CALCONDS) {
      this.#after = null;
      this.#wholeAt = now;
    }
    const puts = this.#puts;
    const entries = await due.before(now + 1, READ_MAX, this.#after);
    // A row written meanwhile may be before the last one that was read.
    if (puts === this.#puts) this.#after = entries.at(-1) ?? this.#after;
    for (const group of this.#groups(entries, now)) {
      if (this.#isStopped) return now;
      await this.#fire(group, now);
    }
    if (entries.length === READ_MAX) return now;
    // An entry that was to be tried again and was not met is there no more.
    for (const [name, { again }] of this.#failed) if (again === null) this.#failed.delete(name);
    return (await due.next(now + 1))?.calcond ?? Infinity;
  }

  /** @returns whether failed entries are to be tried again */
  #retry(now: number): boolean {
    let isTime = false;
    for (const [name, { again, tries }] of this.#failed) {
      if (again === null || again > now) continue;
      this.#failed.set(name, { tries, again: null });
      isTime = true;
    }
    return isTime;
  }

  /** Entries in their order, put together as long as none needs the guard of another. */
  *#groups(entries: readonly DueEntry[], now: number): Generator<readonly Firing[]> {
    let group: Firing[] = [];
    let [held, room] = [new Set<string>(), GROUP_MAX];
    for (const entry of entries) {
      const firing = this.#firing(entry, now);
      if (firing === null) continue;
      const { guards, handler } = firing;
      room = Math.min(room, handler.atOnceMax ?? GROUP_MAX);
      if (group.length > 0 && (group.length >= room || guards.some((guard) => held.has(guard)))) {
        yield group;
        [group, held] = [[], new Set()];
        room = handler.atOnceMax ?? GROUP_MAX;
      }
      group.push(firing);
      for (const guard of guards) held.add(guard);
    }
    if (group.length > 0) yield group;
  }

  #firing(entry: DueEntry, now: number): Firing | null {
    const { kind, key } = entry;
    const handler = this.#kinds.get(kind);
    if (handler === undefined) {
      if (!this.#unknown.has(kind))
        this.#modules.log.warn("a scheduled entry has no handler, and stays", { kind });
      this.#unknown.add(kind);
      return null;
    }
    if ((this.#failed.get(nameOf(entry))?.again ?? 0) > now) return null;
    return { entry, handler, guards: handler.guards?.(key) ?? [] };
  }

  /** One batch; where a handler fails, those before it, and then those behind it. */
  async #fire(group: readonly Firing[], now: number): Promise<void> {
    const left = [group];
    for (let some = left.pop(); some !== undefined; some = left.pop()) {
      if (some.length === 0) continue;
      try {
        await this.#commit(some);
      } catch (error) {
        if (!(error instanceof FiringError)) throw error;
        const at = some.indexOf(error.firing);
        this.#fail(error.firing.entry, error, now);
        left.push(some.slice(at + 1), some.slice(0, at));
      }
    }
  }

  async #commit(group: readonly Firing[]): Promise<void> {
    const { deadlines, log, onFired, store } = this.#modules;
    const fired: Firing[] = [];
    const keys = group.flatMap(({ guards }) => guards);
    await store.guards.withGuard(keys, async (tx) => {
      // One may have been cancelled before its guards were held.
      const found = await store.due.readEach(group.map(({ entry }) => entry));
      for (const [i, firing] of group.entries()) {
        const record = found[i];
        if (record === undefined) continue;
        if (record instanceof CorruptRecordError) throw new FiringError(firing, record);
        try {
          await firing.handler.fire(tx, firing.entry);
        } catch (error) {
          throw isOfTheStore(error) ? error : new FiringError(firing, error);
        }
        tx.del(buckets.due, firing.entry);
        fired.push(firing);
      }
      if (fired.length > 0) tx.add(deadlines.markOps());
    });
    for (const { entry, handler } of fired) {
      this.#failed.delete(nameOf(entry));
      onFired?.(entry.kind);
      try {
        handler.fired?.(entry);
      } catch (error) {
        log.error("a listener of scheduled entries failed", {
          kind: entry.kind,
          error: String(error),
        });
      }
    }
  }

  /** It stays in the store. */
  #fail(entry: DueEntry, { message }: FiringError, now: number): void {
    const { log, onFailed } = this.#modules;
    const name = nameOf(entry);
    const tries = (this.#failed.get(name)?.tries ?? 0) + 1;
    const wait = Math.min(RETRY_CALCONDS * 2 ** (tries - 1), RETRY_CALCONDS_MAX);
    const [oldest] = this.#failed.keys();
    if (oldest !== undefined && this.#failed.size >= FAILED_MAX) this.#failed.delete(oldest);
    this.#failed.set(name, { tries, again: now + wait });
    onFailed?.(entry.kind);
    log.warn("a scheduled entry failed", { kind: entry.kind, key: entry.key, error: message });
  }

  #isSettled(): boolean {
    if (!this.#isStarted || this.#isStopped) return this.#running === null;
    return this.#running === null && this.#wakeAt() > this.#modules.deadlines.now();
  }

  #tellSettled(): void {
    if (!this.#isSettled()) return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
