/**
 * Closing in reverse order of opening, each step with a time limit, the whole with a hard deadline.
 */
import type { Logger } from "../../protocol/ports.js";

/** One step may take this long before the next begins. */
const STEP_DEADLINE_MS = 6_000;
/** After this the process ends, naming the step that is stuck. */
export const SHUTDOWN_DEADLINE_MS = 20_000;

interface Closer {
  readonly name: string;
  readonly close: () => Promise<void> | void;
}

export class Closers {
  readonly #closers: Closer[] = [];
  #closing: Promise<boolean> | null = null;
  #current = "";

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
        await withDeadline(Promise.resolve(closer.close()), STEP_DEADLINE_MS);
      } catch (error) {
        clean = false;
        log.error("a shutdown step failed", { step: closer.name, error: String(error) });
      }
    }
    return clean;
  }
}

async function withDeadline(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${ms} ms`)), ms);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
