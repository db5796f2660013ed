/** A queue of what is due on a disk that fails, hangs and loses power, with a clock that jumps. */
import { Deadlines } from "../../../../node/runtime/deadlines.js";
import { Due, type DueHandler } from "../../../../node/runtime/due.js";
import type { Cancel, Scheduler } from "../../../../node/runtime/scheduler.js";
import type { Clock, Logger } from "../../../../protocol/ports.js";
import { buckets } from "../../../../storage/records/buckets.js";
import type { DueEntry } from "../../../../storage/records/dueRecords.js";
import { FaultyStore, type FaultPlan } from "../../../../scripts/stores/faulty.js";
import type { Transaction } from "../../../../storage/kv/guard.js";
import type {
  BatchOptions,
  Entry,
  KeyValueStore,
  Operation,
  RangeOptions,
} from "../../../../storage/kv/kv.js";
import { Store } from "../../../../storage/store.js";
import { scan } from "../../../../storage/kv/table.js";
import { VirtualTime } from "../../../kit/virtualTime.js";

const CALCOND_NS = 777_000_777n;
export const CALCOND_MS = 777.000777;
const ALL_BATCHES = Number.MAX_SAFE_INTEGER;

/** Of one life: which batch is written, or not, and never answered. */
export interface Hang {
  readonly batch: number;
  readonly isWritten: boolean;
}

class Disk implements KeyValueStore {
  readonly #inner: FaultyStore;
  readonly #hang: Hang | null;
  #batches = 0;
  #tellHung: () => void = () => undefined;
  readonly hung = new Promise<void>((resolve) => {
    this.#tellHung = resolve;
  });

  constructor(inner: FaultyStore, hang: Hang | null) {
    this.#inner = inner;
    this.#hang = hang;
  }

  get(key: Uint8Array): Promise<Uint8Array | undefined> {
    return this.#inner.get(key);
  }
  getMany(keys: readonly Uint8Array[]): Promise<readonly (Uint8Array | undefined)[]> {
    return this.#inner.getMany(keys);
  }
  range(options: RangeOptions): AsyncIterable<Entry> {
    return this.#inner.range(options);
  }
  async batch(operations: readonly Operation[], options: BatchOptions): Promise<void> {
    this.#batches += 1;
    if (this.#batches !== this.#hang?.batch) return this.#inner.batch(operations, options);
    if (this.#hang.isWritten) await this.#inner.batch(operations, options);
    this.#tellHung();
    await new Promise(() => undefined);
  }
  close(): Promise<void> {
    return this.#inner.close();
  }
  crash(plan: FaultPlan, kept: number): Promise<FaultyStore> {
    return this.#inner.crash(kept, plan);
  }
}

/** Timers of one life: none outlives it. */
class LifeTimers implements Scheduler {
  readonly #time: VirtualTime;
  #isDead = false;

  constructor(time: VirtualTime) {
    this.#time = time;
  }
  after(ms: number, f: () => void): Cancel {
    return this.#time.after(ms, () => {
      if (!this.#isDead) f();
    });
  }
  kill(): void {
    this.#isDead = true;
  }
}

/** What fired, as the disk knows it. */
export interface Fired {
  readonly name: string;
  readonly entry: DueEntry;
  /** Step of the test, and the highest calcond that its clock has shown. */
  readonly step: number;
  readonly highest: number;
}

export function nameOf({ calcond, kind, key }: DueEntry): string {
  return `${calcond}/${kind}/${key}`;
}

interface Life {
  readonly disk: Disk;
  readonly timers: LifeTimers;
  readonly store: Store;
  readonly deadlines: Deadlines;
  readonly due: Due;
}

export class DueWorld {
  readonly time = new VirtualTime();
  readonly said: string[] = [];
  step = 0;
  /** Kinds that are acted on, and what is done before an effect. */
  readonly kinds: readonly string[];
  before: (entry: DueEntry) => void = () => undefined;
  #offsetNs = 0n;
  #highest = 0;
  #life: Life | null = null;
  #inner = new FaultyStore();

  constructor(kinds: readonly string[]) {
    this.kinds = kinds;
  }

  readonly clock: Clock = {
    nowNs: () => {
      const ns = this.time.nowNs() + this.#offsetNs;
      this.#highest = Math.max(this.#highest, Number(ns / CALCOND_NS));
      return ns;
    },
  };

  get calcond(): number {
    return Number(this.clock.nowNs() / CALCOND_NS);
  }
  /** The highest calcond that the clock has shown. */
  get highest(): number {
    return Math.max(this.#highest, this.calcond);
  }
  get life(): Life {
    return this.#life!;
  }

  readonly log: Logger = {
    debug: () => undefined,
    info: () => undefined,
    warn: (message) => {
      this.said.push(message);
    },
    error: (message) => {
      this.said.push(message);
    },
    child: () => this.log,
  };

  jump(calconds: number): void {
    this.#offsetNs += BigInt(calconds) * CALCOND_NS;
  }

  /** A node starts on what the disk holds. @returns whether it could */
  async start(hang: Hang | null = null): Promise<boolean> {
    const disk = new Disk(this.#inner, hang);
    const timers = new LifeTimers(this.time);
    const store = new Store(disk);
    const { clock, log } = this;
    const deadlines = new Deadlines({ store, clock });
    const due = new Due({ store, clock, scheduler: timers, log, deadlines });
    for (const kind of this.kinds) due.register(kind, this.#handler());
    this.#life = { disk, timers, store, deadlines, due };
    const isLoaded = await deadlines.load().then(
      () => true,
      () => false,
    );
    if (isLoaded) due.start();
    return isLoaded;
  }

  /** The node is gone at once. @param kept of the batches that were not synced */
  async kill(plan: FaultPlan = {}, kept = 0): Promise<void> {
    this.life.timers.kill();
    this.#inner = await this.life.disk.crash(plan, kept);
  }

  /** The node ends in good order. */
  async stop(plan: FaultPlan = {}): Promise<void> {
    const { due, deadlines } = this.life;
    await Promise.race([due.stop().then(() => deadlines.stop()), this.life.disk.hung]);
    await this.kill(plan, ALL_BATCHES);
  }

  async pass(ms: number): Promise<void> {
    await this.time.pass(ms);
    await this.settled();
  }

  /** Nothing is being fired, or the disk has hung. */
  async settled(): Promise<void> {
    const { disk, due } = this.life;
    const end = { isDone: false };
    void Promise.race([due.settled(), disk.hung]).then(() => {
      end.isDone = true;
    });
    for (let turn = 0; !end.isDone; turn += 1) {
      if (turn > 10_000) throw new Error("the queue does not settle");
      // What has just become due may wait for the next millisecond.
      await this.time.pass(turn === 0 ? 0 : 0.01);
    }
  }

  async #all(prefix: string): Promise<readonly (readonly [string, string])[]> {
    const found: (readonly [string, string])[] = [];
    for await (const [key, value] of scan(this.life.store.kv, buckets.meta))
      if (key.startsWith(prefix)) found.push([key.slice(prefix.length), value]);
    return found;
  }

  /** In the order in which it fired. */
  async fired(): Promise<readonly Fired[]> {
    return (await this.#all("fired ")).map(([, value]) => {
      const [step = "", highest = "", calcond = "", kind = "", key = ""] = value.split(" ");
      const entry = { calcond: Number(calcond), kind, key };
      return { name: nameOf(entry), entry, step: Number(step), highest: Number(highest) };
    });
  }

  async cancelled(): Promise<ReadonlySet<string>> {
    return new Set((await this.#all("cancelled ")).map(([name]) => name));
  }

  async waiting(): Promise<readonly DueEntry[]> {
    return this.life.store.due.before(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, null);
  }

  /** @returns whether it was acknowledged */
  add({ calcond, kind, key }: DueEntry): Promise<boolean> {
    const { due, store } = this.life;
    return this.#acknowledged(store.write([due.opAdd(calcond, kind, key)]));
  }

  cancel(entry: DueEntry): Promise<boolean> {
    const { due, store } = this.life;
    const { calcond, kind, key } = entry;
    return this.#acknowledged(
      store.guards.withGuard([guardOf(key)], async (tx) => {
        if ((await tx.get(buckets.due, entry)) === undefined) return;
        tx.add([due.opCancel(calcond, kind, key)]);
        tx.put(buckets.meta, `cancelled ${nameOf(entry)}`, "");
      }),
    );
  }

  async #acknowledged(write: Promise<unknown>): Promise<boolean> {
    const end: { isWell: boolean | null } = { isWell: null };
    const settle = (isWell: boolean) => (): void => {
      end.isWell ??= isWell;
    };
    void write.then(settle(true), settle(false));
    void this.life.disk.hung.then(settle(false));
    while (end.isWell === null) await this.time.pass(0);
    return end.isWell;
  }

  #handler(): DueHandler {
    return {
      guards: (key) => [guardOf(key)],
      fire: async (tx, entry) => {
        this.before(entry);
        await this.#note(tx, entry);
      },
    };
  }

  /** One more each time, whoever else wrote one since. */
  async #note(tx: Transaction, entry: DueEntry): Promise<void> {
    const count = Number((await tx.get(buckets.meta, "count")) ?? 0);
    const { calcond, kind, key } = entry;
    const text = [this.step, this.highest, calcond, kind, key].join(" ");
    tx.put(buckets.meta, `fired ${String(count).padStart(8, "0")}`, text);
    tx.put(buckets.meta, "count", String(count + 1));
  }
}

/** Keys that begin alike are about one thing. */
function guardOf(key: string): string {
  return `thing:${key.slice(0, 1)}`;
}
