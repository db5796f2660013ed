/**
 * Closing in reverse order of opening, each step with a time limit, the whole with a hard deadline.
 */
import type { Logger } from "../../protocol/ports.js";
import type { Cancel, Scheduler } from "./scheduler.js";

/** One step may take this long before the next begins. */
const STEP_DEADLINE_MS = 6_000;
/** After this the process ends, naming the step that is stuck. */
export const SHUTDOWN_DEADLINE_MS = 20_000;

interface Closer {
  readonly name: string;
  readonly close: () => Promise<void> | void;
}

/** Timers that keep the process alive: it must not end before its last step. */
const processTimer: Scheduler["after"] = (ms, f) => {
  const timer = setTimeout(f, ms);
  return () => {
    clearTimeout(timer);
  };
};

export class Closers {
  readonly #after: Scheduler["after"];
  readonly #closers: Closer[] = [];
  #closing: Promise<boolean> | null = null;
  #current = "";

  constructor(after: Scheduler["after"] = processTimer) {
    this.#after = after;
  }

  /** The step that is running, for the message of a forced end. */
  get current(): string {
    return this.#current;
  }

  add(name: string, close: () => Promise<void> | void): void {
    this.#closers.push({ name, close });
  }

  /** Runs every closer once, last added first. @returns whether all of them ended well. */
  closeAll(log: Logger): Promise<boolean> {
    this.#closing ??= this.#run(log);
    return this.#closing;
  }

  async #run(log: Logger): Promise<boolean> {
    let clean = true;
    for (const closer of this.#closers.reverse()) {
      this.#current = closer.name;
      try {
        await this.#withDeadline(Promise.resolve(closer.close()));
      } catch (error) {
        clean = false;
        log.error("a shutdown step failed", { step: closer.name, error: String(error) });
      }
    }
    return clean;
  }

  async #withDeadline(work: Promise<void>): Promise<void> {
    let cancel: Cancel = () => undefined;
    const late = new Promise<never>((_, reject) => {
      cancel = this.#after(STEP_DEADLINE_MS, () =>
        reject(new Error(`not done after ${STEP_DEADLINE_MS} ms`)),
      );
    });
    try {
      await Promise.race([work, late]);
    } finally {
      cancel();
    }
  }
}
