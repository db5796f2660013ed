/** Work that waits for what was asked before it under the same key. */
import { GUARD_WAITING_MAX } from "../../storage/kv/guard.js";
import { BusyError } from "../../storage/kv/errors.js";

interface Waiting {
  tail: Promise<unknown>;
  waiting: number;
}

export class KeyedQueue {
  readonly #queues = new Map<string, Waiting>();
  readonly #name: string;

  /** @param name of a queue, as a full one is told */
  constructor(name: string) {
    this.#name = name;
  }

  /** @throws BusyError where too many wait */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(key) ?? { tail: Promise.resolve(), waiting: 0 };
    if (queue.waiting >= GUARD_WAITING_MAX) throw new BusyError(this.#name);
    this.#queues.set(key, queue);
    queue.waiting += 1;
    const done = queue.tail.then(work);
    queue.tail = done.then(
      () => undefined,
      () => undefined,
    );
    return done.finally(() => {
      queue.waiting -= 1;
      if (queue.waiting === 0) this.#queues.delete(key);
    });
  }
}
