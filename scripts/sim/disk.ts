/**
 * A disk that forgets what was not synced. Batches are written one after the other; a batch is seen
 * by readers when its write returns, and is durable when it, or a later one, was synced. A crash
 * keeps what is durable and, of the rest, the oldest batches up to some point, each whole or not at
 * all: a torn record at the end of LevelDB's log is dropped with its batch.
 */
import { closedError, StoreError } from "../../storage/kv/errors.js";
import type {
  BatchOptions,
  Entry,
  KeyValueStore,
  Operation,
  RangeOptions,
} from "../../storage/kv/kv.js";
import type { SimLoop } from "./loop.js";
import type { SeededRandom } from "./random.js";
import { SortedMap } from "../stores/sortedMap.js";

/** Records on a disk, as of one moment. */
export type DiskImage = ReadonlyMap<string, Uint8Array>;

export interface DiskWeather {
  /** Longest usual write. */
  writeMsMax: number;
  /** Longest of the few slow ones. */
  slowMsMax: number;
  slowChance: number;
  /** Reads that take time at all. */
  readDelayChance: number;
  readMsMax: number;
  failChance: number;
}

export const FAIR_DISK: Readonly<DiskWeather> = {
  writeMsMax: 4,
  slowMsMax: 60,
  slowChance: 0.02,
  readDelayChance: 0.02,
  readMsMax: 3,
  failChance: 0,
};

/** A change as the disk keeps it: a copy, by the text of its key; undefined: the key is deleted. */
interface Change {
  readonly key: string;
  readonly value: Uint8Array | undefined;
}

interface Write {
  readonly changes: readonly Change[];
  readonly sync: boolean;
  /** Null: it will not fail. "after": it becomes durable, and is reported as failed. */
  readonly failure: "before" | "after" | null;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export interface DiskOptions {
  /** A planted fault: a write is reported as done before it is durable. */
  readonly acknowledgesEarly?: boolean;
  /** Another: numbers of buckets in which nothing is kept. */
  readonly forgets?: ReadonlySet<number>;
}

function textOf(key: Uint8Array): string {
  return Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString("latin1");
}

function changeOf(operation: Operation): Change {
  return {
    key: textOf(operation.key),
    value: operation.type === "put" ? new Uint8Array(operation.value) : undefined,
  };
}

/** Values are never changed, and given away as copies, so two maps may hold the same. */
function apply(target: Pick<SortedMap, "set" | "delete">, changes: readonly Change[]): void {
  for (const { key, value } of changes) {
    if (value === undefined) target.delete(key);
    else target.set(key, value);
  }
}

/** What outlives a process. */
export class SimDisk {
  readonly weather: DiskWeather = { ...FAIR_DISK };
  readonly #loop: SimLoop;
  readonly #random: SeededRandom;
  readonly #options: DiskOptions;
  /** In no order: it is read only when a process opens it. */
  #durable = new Map<string, Uint8Array>();
  /** Bytes of keys and values that have become durable, also of those that others replaced. */
  writtenBytes = 0;
  #open: SimStore | null = null;

  constructor(loop: SimLoop, random: SeededRandom, options: DiskOptions = {}) {
    this.#loop = loop;
    this.#random = random;
    this.#options = options;
  }

  /** @throws Error while another process has it */
  open(): SimStore {
    if (this.#open !== null) throw new Error("the disk is in use");
    this.#open = new SimStore(this, this.#loop, this.#random, this.#options);
    return this.#open;
  }

  /** The process is gone; its store never answers again. @returns batches lost */
  crash(): number {
    const store = this.#open;
    this.#open = null;
    return store?.crash() ?? 0;
  }

  /** The process has closed its store: all it wrote reaches the disk in time. */
  released(store: SimStore): void {
    if (this.#open === store) this.#open = null;
  }

  makeDurable(changes: readonly Change[]): void {
    for (const { key, value } of changes) this.writtenBytes += key.length + (value?.length ?? 0);
    apply(this.#durable, changes);
  }

  /** What a restart would find if all went well from here. */
  image(): DiskImage {
    return new Map(this.#durable);
  }

  /** An older copy is put back. @throws Error while a process has the disk */
  restore(image: DiskImage): void {
    if (this.#open !== null) throw new Error("the disk is in use");
    this.#durable = new Map(image);
  }
}

/** The disk as one process has it open. */
export class SimStore implements KeyValueStore {
  readonly #disk: SimDisk;
  readonly #loop: SimLoop;
  readonly #random: SeededRandom;
  readonly #acknowledgesEarly: boolean;
  readonly #forgets: ReadonlySet<number>;
  readonly #live: SortedMap;
  /** Written and seen, but not synced. */
  #unsynced: (readonly Change[])[] = [];
  #writing: Write[] = [];
  #whenIdle: (() => void)[] = [];
  #state: "open" | "closed" | "dead" = "open";

  constructor(
    disk: SimDisk,
    loop: SimLoop,
    random: SeededRandom,
    { acknowledgesEarly = false, forgets = new Set() }: DiskOptions,
  ) {
    this.#disk = disk;
    this.#loop = loop;
    this.#random = random;
    this.#acknowledgesEarly = acknowledgesEarly;
    this.#forgets = forgets;
    this.#live = new SortedMap(disk.image());
  }

  async get(key: Uint8Array): Promise<Uint8Array | undefined> {
    await this.#readable();
    return this.#value(textOf(key));
  }

  async getMany(keys: readonly Uint8Array[]): Promise<readonly (Uint8Array | undefined)[]> {
    await this.#readable();
    return keys.map((key) => this.#value(textOf(key)));
  }

  range({ gte, lt, reverse = false, limit = -1 }: RangeOptions): AsyncIterable<Entry> {
    this.#checkOpen();
    const stretch = [textOf(gte), textOf(lt), limit < 0 ? Infinity : limit] as const;
    const keys = reverse ? this.#live.keysBack(...stretch) : this.#live.keysBetween(...stretch);
    return this.#walk(keys.map((key) => [key, this.#live.get(key)!]));
  }

  batch(given: readonly Operation[], { sync }: BatchOptions): Promise<void> {
    const operations =
      this.#forgets.size === 0
        ? given
        : given.filter(({ type, key }) => type !== "put" || !this.#forgets.has(key[0]!));
    const changes = operations.map(changeOf);
    if (this.#state === "closed") return Promise.reject(closedError());
    if (this.#state === "dead") return new Promise(() => undefined);
    return new Promise((resolve, reject) => {
      this.#writing.push({ changes, sync, failure: this.#failure(), resolve, reject });
      if (this.#acknowledgesEarly) {
        apply(this.#live, changes);
        resolve();
      }
      if (this.#writing.length === 1) this.#writeNext();
    });
  }

  async close(): Promise<void> {
    if (this.#state !== "open") return;
    this.#state = "closed";
    if (this.#writing.length > 0) {
      await new Promise<void>((resolve) => {
        this.#whenIdle.push(resolve);
      });
    }
    this.#sync();
    this.#disk.released(this);
  }

  /** @returns batches lost */
  crash(): number {
    this.#state = "dead";
    const pending = [...this.#unsynced, ...this.#writing.map(({ changes }) => changes)];
    const kept = this.#random.int(pending.length + 1);
    for (const changes of pending.slice(0, kept)) this.#disk.makeDurable(changes);
    return pending.length - kept;
  }

  #value(key: string): Uint8Array | undefined {
    const value = this.#live.get(key);
    return value && new Uint8Array(value);
  }

  async *#walk(entries: readonly (readonly [string, Uint8Array])[]): AsyncGenerator<Entry> {
    await this.#readable();
    for (const [key, value] of entries) {
      if (this.#state === "dead") await new Promise(() => undefined);
      this.#checkOpen();
      yield [Buffer.from(key, "latin1"), new Uint8Array(value)];
    }
  }

  /** A process that is gone waits for its disk for ever. */
  async #readable(): Promise<void> {
    this.#checkOpen();
    const { readDelayChance, readMsMax } = this.#disk.weather;
    if (this.#random.chance(readDelayChance)) {
      await this.#loop.sleep(this.#random.between(0, readMsMax));
    }
    if (this.#state === "dead") await new Promise(() => undefined);
    this.#checkOpen();
  }

  #checkOpen(): void {
    if (this.#state === "closed") throw closedError();
  }

  #failure(): Write["failure"] {
    if (!this.#random.chance(this.#disk.weather.failChance)) return null;
    return this.#random.chance(0.5) ? "before" : "after";
  }

  #writeNext(): void {
    const { writeMsMax, slowMsMax, slowChance } = this.#disk.weather;
    const longest = this.#random.chance(slowChance) ? slowMsMax : writeMsMax;
    this.#loop.after(this.#random.between(0.1, longest), () => {
      if (this.#state !== "dead") this.#written();
    });
  }

  #written(): void {
    const { changes, sync, failure, resolve, reject } = this.#writing.shift()!;
    if (failure !== "before") {
      if (!this.#acknowledgesEarly) apply(this.#live, changes);
      this.#unsynced.push(changes);
      if (sync) this.#sync();
    }
    if (failure === null) resolve();
    else reject(new StoreError("STORE_IO", "the disk reports an error"));
    if (this.#writing.length > 0) this.#writeNext();
    else for (const idle of this.#whenIdle.splice(0)) idle();
  }

  #sync(): void {
    for (const changes of this.#unsynced.splice(0)) this.#disk.makeDurable(changes);
  }
}
