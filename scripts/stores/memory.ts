/** `KeyValueStore` in memory, for tests and simulations; the semantics are LevelDB's. */
import { closedError } from "../../storage/kv/errors.js";
import type {
  BatchOptions,
  Entry,
  KeyValueStore,
  Operation,
  RangeOptions,
} from "../../storage/kv/kv.js";
import { SortedMap } from "./sortedMap.js";

/** One character a byte: string order is byte order. */
function textOf(key: Uint8Array): string {
  return Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString("latin1");
}

function bytesOf(text: string): Uint8Array {
  return Buffer.from(text, "latin1");
}

export type Contents = ReadonlyMap<string, Uint8Array>;

export class MemoryStore implements KeyValueStore {
  readonly #values: SortedMap;
  #closed = false;

  constructor(contents: Contents = new Map()) {
    this.#values = new SortedMap(contents);
  }

  /** A copy that later writes leave alone; values are never changed in place. */
  contents(): Contents {
    return new Map(this.#values.entries());
  }

  async get(key: Uint8Array): Promise<Uint8Array | undefined> {
    this.#checkOpen();
    return this.#copy(key);
  }

  async getMany(keys: readonly Uint8Array[]): Promise<readonly (Uint8Array | undefined)[]> {
    this.#checkOpen();
    return keys.map((key) => this.#copy(key));
  }

  range(options: RangeOptions): AsyncIterable<Entry> {
    this.#checkOpen();
    return this.#walk(this.#slice(options));
  }

  async batch(operations: readonly Operation[], _options: BatchOptions): Promise<void> {
    this.#checkOpen();
    for (const operation of operations) {
      const key = textOf(operation.key);
      if (operation.type === "put") this.#values.set(key, new Uint8Array(operation.value));
      else this.#values.delete(key);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
  }

  /** Not `slice`: on a Buffer that is a view, not a copy. */
  #copy(key: Uint8Array): Uint8Array | undefined {
    const value = this.#values.get(textOf(key));
    return value && new Uint8Array(value);
  }

  #slice({
    gte,
    lt,
    reverse = false,
    limit = -1,
  }: RangeOptions): (readonly [string, Uint8Array])[] {
    const stretch = [textOf(gte), textOf(lt), limit < 0 ? Infinity : limit] as const;
    const keys = reverse ? this.#values.keysBack(...stretch) : this.#values.keysBetween(...stretch);
    return keys.map((key) => [key, this.#values.get(key)!]);
  }

  async *#walk(entries: readonly (readonly [string, Uint8Array])[]): AsyncGenerator<Entry> {
    for (const [key, value] of entries) {
      this.#checkOpen();
      yield [bytesOf(key), new Uint8Array(value)];
    }
  }

  #checkOpen(): void {
    if (this.#closed) throw closedError();
  }
}
