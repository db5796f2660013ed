/**
 * A disk for runs of many thousand orders: it fails a batch or dies in the middle of one when it is
 * told to, forgets what was not synced, and is opened again without a copy of all it holds.
 */
import { closedError, StoreError } from "../../../../../storage/kv/errors.js";
import type {
  BatchOptions,
  Entry,
  KeyValueStore,
  Operation,
  RangeOptions,
} from "../../../../../storage/kv/kv.js";
import { SortedMap } from "../../../../../scripts/stores/sortedMap.js";

/** What becomes of a batch: written or not, and whether the process hears of it before it ends. */
export interface DiskPlan {
  readonly ends: "failed" | "dead";
  readonly written: boolean;
  /** Batches that go well before it. */
  readonly after: number;
}

type Undo = readonly (readonly [key: string, value: Uint8Array | undefined])[];

function textOf(key: Uint8Array): string {
  return Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString("latin1");
}

export class MoneyDisk implements KeyValueStore {
  /** By first byte: most keys come behind all others of their bucket. */
  readonly #maps: SortedMap[];
  #unsynced: Undo[] = [];
  #plan: { ends: DiskPlan["ends"]; written: boolean; after: number } | null = null;
  #state: "open" | "closed" | "dead" = "open";
  #die: () => void = () => undefined;
  readonly died = new Promise<void>((resolve) => {
    this.#die = resolve;
  });
  readonly #never = new Promise<never>(() => undefined);

  constructor(maps: SortedMap[] = Array.from({ length: 256 }, () => new SortedMap())) {
    this.#maps = maps;
  }

  get isDead(): boolean {
    return this.#state === "dead";
  }

  plan(plan: DiskPlan | null): void {
    this.#plan = plan === null ? null : { ...plan };
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
    const [from, to] = [textOf(gte), textOf(lt)];
    const found: (readonly [string, Uint8Array])[] = [];
    for (let first = gte[0] ?? 0; first <= (lt[0] ?? 255); first += 1) {
      const map = this.#maps[first]!;
      for (const key of map.size === 0 ? [] : map.keysBetween(from, to))
        found.push([key, map.get(key)!]);
    }
    if (reverse) found.reverse();
    return this.#walk(limit < 0 ? found : found.slice(0, limit));
  }

  async batch(operations: readonly Operation[], { sync }: BatchOptions): Promise<void> {
    if (this.#state === "closed") throw closedError();
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
    if (this.#state === "dead") return this.#never;
    const plan = this.#plan;
    const ends = plan !== null && plan.after === 0 ? plan.ends : null;
    if (plan !== null) plan.after -= 1;
    if (ends === null || plan!.written) this.#write(operations, sync);
    if (ends === "failed") throw new StoreError("STORE_IO", "this batch was to fail");
    if (ends === "dead") {
      this.kill();
      return this.#never;
    }
  }

  /** The process is gone: whoever waits for its disk waits for ever. */
  kill(): void {
    this.#state = "dead";
    this.#die();
  }

  /** Records found after the power came back: of what was not synced the oldest `kept` batches. */
  again(kept: number): MoneyDisk {
    this.kill();
    for (const undo of this.#unsynced.splice(kept).reverse()) {
      for (const [key, value] of undo.toReversed()) {
        const map = this.#maps[key.charCodeAt(0)]!;
        if (value === undefined) map.delete(key);
        else map.set(key, value);
      }
    }
    return new MoneyDisk(this.#maps);
  }

  async close(): Promise<void> {
    this.#state = "closed";
  }

  #write(operations: readonly Operation[], sync: boolean): void {
    const undo: (readonly [string, Uint8Array | undefined])[] = [];
    for (const operation of operations) {
      const key = textOf(operation.key);
      const map = this.#maps[operation.key[0]!]!;
      if (!sync) undo.push([key, map.get(key)]);
      if (operation.type === "put") map.set(key, new Uint8Array(operation.value));
      else map.delete(key);
    }
    // A sync also makes every earlier write durable.
    if (sync) this.#unsynced = [];
    else this.#unsynced.push(undo);
  }

  #value(key: string): Uint8Array | undefined {
    const value = this.#maps[key.charCodeAt(0)]!.get(key);
    return value && new Uint8Array(value);
  }

  async *#walk(entries: readonly (readonly [string, Uint8Array])[]): AsyncGenerator<Entry> {
    for (const [key, value] of entries) {
      await this.#readable();
      yield [Buffer.from(key, "latin1"), new Uint8Array(value)];
    }
  }

  #readable(): Promise<void> | void {
    if (this.#state === "dead") return this.#never;
    if (this.#state === "closed") throw closedError();
  }
}
