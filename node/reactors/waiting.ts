/** Who waits for the next step of a reactor: bounded, and told when it has come, or that it cannot. */
import { REACTOR_WAITING_MAX } from "../../protocol/limits.js";
import { BusyError } from "../../storage/kv/errors.js";
import type { Scheduler } from "../runtime/scheduler.js";

export class Waiting {
  readonly #scheduler: Scheduler;
  readonly #waiting = new Map<string, Set<() => void>>();
  #size = 0;

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  get size(): number {
    return this.#size;
  }

  /** Something about a reactor has changed. */
  tell(id: string): void {
    for (const wake of this.#waiting.get(id) ?? []) wake();
  }

  /**
   * Listens before `look` looks, so that nothing is missed between the two.
   * @param look what is waited for, or null where it is not there yet
   * @returns null when time ran out or the caller went away
   * @throws BusyError where too many wait; what `look` throws
   */
  async until<T>(
    id: string,
    { ms, signal }: { readonly ms: number; readonly signal: AbortSignal },
    look: () => Promise<T | null>,
  ): Promise<T | null> {
    let isOver = false;
    const over = new AbortController();
    const cancel = this.#scheduler.after(ms, () => over.abort());
    const abort = (): void => over.abort();
    signal.addEventListener("abort", abort, { once: true });
    over.signal.addEventListener("abort", () => (isOver = true), { once: true });
    try {
      for (;;) {
        const woken = this.#wake(id, over.signal);
        try {
          const found = await look();
          if (found !== null || ms <= 0 || isOver || signal.aborted) return found;
          await woken.promise;
        } finally {
          woken.forget();
        }
      }
    } finally {
      cancel();
      signal.removeEventListener("abort", abort);
    }
  }

  #wake(
    id: string,
    over: AbortSignal,
  ): { readonly promise: Promise<void>; readonly forget: () => void } {
    if (this.#size >= REACTOR_WAITING_MAX) throw new BusyError("those who wait for a step");
    let wake: () => void = () => undefined;
    const promise = new Promise<void>((resolve) => (wake = resolve));
    const waiting = this.#waiting.get(id) ?? new Set();
    this.#waiting.set(id, waiting);
    waiting.add(wake);
    this.#size += 1;
    over.addEventListener("abort", wake, { once: true });
    return {
      promise,
      forget: () => {
        over.removeEventListener("abort", wake);
        waiting.delete(wake);
        this.#size -= 1;
        if (waiting.size === 0 && this.#waiting.get(id) === waiting) this.#waiting.delete(id);
      },
    };
  }
}
