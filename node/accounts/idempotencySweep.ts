/**
 * Forgets answers kept for idempotency keys when their day is over, a few at a time: each batch
 * waits for a sync that seals wait for, too, so the next one leaves them room.
 */
import type { Logger } from "../../protocol/ports.js";
import type { Idempotency } from "./idempotency.js";

/** Between two looks while nothing is over. */
const LOOK_EVERY_MS = 60_000;
const AT_ONCE_MAX = 256;
/** Between two batches: ten thousand answers a second can go, which is more than come. */
const PAUSE_MS = 20;

interface SweepModules {
  readonly idempotency: Pick<Idempotency, "sweep">;
  readonly log: Logger;
  /** Calls `f` once after `ms` milliseconds. @returns what cancels it */
  readonly after: (ms: number, f: () => void) => () => void;
}

export class IdempotencySweep {
  readonly #modules: SweepModules;
  #cancel: (() => void) | null = null;
  #running: Promise<void> | null = null;
  #stopped = false;

  constructor(modules: SweepModules) {
    this.#modules = modules;
  }

  /** What became old while the node was down is forgotten at once. */
  start(): void {
    this.#later(PAUSE_MS);
  }

  #later(ms: number): void {
    if (this.#stopped) return;
    this.#cancel = this.#modules.after(ms, () => {
      this.#cancel = null;
      this.#running = this.#batch();
    });
  }

  async #batch(): Promise<void> {
    const { idempotency, log } = this.#modules;
    let count = 0;
    try {
      const swept = await idempotency.sweep(AT_ONCE_MAX);
      count = swept.count;
      for (const { fault } of swept.damaged)
        log.warn("answers of yesterday stay: their list is damaged", { error: fault });
    } catch (error) {
      log.warn("answers of yesterday stay", { error: String(error) });
    }
    this.#running = null;
    this.#later(count < AT_ONCE_MAX ? LOOK_EVERY_MS : PAUSE_MS);
  }

  /** Idempotent; resolves when nothing is being forgotten any more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel?.();
    this.#cancel = null;
    await this.#running;
  }
}
