/**
 * Guarded writes: read, check and write as one step. LevelDB has no conditional update; one process
 * holds its lock, so a queue per key gives the same: nobody else on those keys runs between the
 * check and the sync.
 */
import type { Bucket } from "./bucket.js";
import { BusyError } from "./errors.js";
import type { Operation } from "./kv.js";
import { del, keyBytes, put, read } from "./table.js";
import type { Reader } from "./table.js";

/** Guards that may wait for one key. */
export const GUARD_WAITING_MAX = 1_024;

/** Reads see the store and this transaction's own writes. */
export interface Transaction {
  get<K, V>(bucket: Bucket<K, V>, key: K): Promise<V | undefined>;
  put<K, V>(bucket: Bucket<K, V>, key: K, value: V): void;
  del<K, V>(bucket: Bucket<K, V>, key: K): void;
  /** Adds operations that a repository prepared. */
  add(operations: readonly Operation[]): void;
}

/** Joins the commit window; resolves after the sync. */
export type Submit = (operations: readonly Operation[]) => Promise<unknown>;

class BufferedTransaction implements Transaction {
  readonly operations: Operation[] = [];
  readonly #store: Reader;
  readonly #written = new Map<string, Uint8Array | undefined>();

  constructor(store: Reader) {
    this.#store = store;
  }

  get<K, V>(bucket: Bucket<K, V>, key: K): Promise<V | undefined> {
    const name = nameOf(keyBytes(bucket, key));
    if (!this.#written.has(name)) return read(this.#store, bucket, key);
    return read({ get: async () => this.#written.get(name) }, bucket, key);
  }

  put<K, V>(bucket: Bucket<K, V>, key: K, value: V): void {
    this.add([put(bucket, key, value)]);
  }

  del<K, V>(bucket: Bucket<K, V>, key: K): void {
    this.add([del(bucket, key)]);
  }

  add(operations: readonly Operation[]): void {
    for (const operation of operations) {
      this.operations.push(operation);
      const value = operation.type === "put" ? operation.value : undefined;
      this.#written.set(nameOf(operation.key), value);
    }
  }
}

function nameOf(key: Uint8Array): string {
  return Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString("latin1");
}

interface Queue {
  tail: Promise<void>;
  waiting: number;
}

export class Guards {
  readonly #store: Reader;
  readonly #submit: Submit;
  readonly #queues = new Map<string, Queue>();

  constructor(store: Reader, submit: Submit) {
    this.#store = store;
    this.#submit = submit;
  }

  /** Keys in use or waited for. */
  get size(): number {
    return this.#queues.size;
  }

  /**
   * Runs `fn` alone among all guards that share one of `keys` (`acct:...`, `uniq:...`), first come
   * first served. What it wrote joins one commit window when it returns; when it throws, nothing is
   * written. No network, computation or timer belongs inside.
   * @param submit another way into the commit window, for writes that go with a seal
   * @throws BusyError, what `fn` throws, or what the write failed with
   */
  async withGuard<T>(
    keys: readonly string[],
    fn: (tx: Transaction) => Promise<T> | T,
    submit: Submit = this.#submit,
  ): Promise<T> {
    const sorted = [...new Set(keys)].sort();
    if (sorted.some((key) => (this.#queues.get(key)?.waiting ?? 0) >= GUARD_WAITING_MAX)) {
      throw new BusyError("the queue of a guarded key");
    }
    const { turn, leave } = this.#enter(sorted);
    try {
      await turn;
      const tx = new BufferedTransaction(this.#store);
      const result = await fn(tx);
      if (tx.operations.length > 0) await submit(tx.operations);
      return result;
    } finally {
      leave();
    }
  }

  /**
   * Takes a place in all queues in one synchronous step, so that two guards never wait for each
   * other.
   */
  #enter(keys: readonly string[]): { readonly turn: Promise<unknown>; readonly leave: () => void } {
    let done: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => {
      done = resolve;
    });
    const before: Promise<void>[] = [];
    for (const key of keys) {
      const queue = this.#queues.get(key) ?? { tail: Promise.resolve(), waiting: 0 };
      before.push(queue.tail);
      queue.tail = queue.tail.then(() => finished);
      queue.waiting += 1;
      this.#queues.set(key, queue);
    }
    const leave = (): void => {
      for (const key of keys) {
        const queue = this.#queues.get(key);
        if (queue === undefined) continue;
        queue.waiting -= 1;
        if (queue.waiting === 0) this.#queues.delete(key);
      }
      done();
    };
    return { turn: Promise.all(before), leave };
  }
}
