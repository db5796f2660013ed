/** How long a start may take: each step has a deadline, and a signal ends it at once. */
import type { Logger } from "../../protocol/ports.js";

/** A large database is read through in a part of this. */
export const STEP_DEADLINE_MS = 300_000;
/** A step that takes longer is worth a line of the log. */
const TOLD_AFTER_MS = 10_000;

interface Modules {
  readonly log: Logger;
  /** Ends the process where a step does not come to its end. */
  readonly giveUp: (why: string) => void;
}

export class StartWatch {
  readonly #modules: Modules;
  #step = "reading the configuration";
  #timers: readonly NodeJS.Timeout[] = [];

  constructor(modules: Modules) {
    this.#modules = modules;
  }

  get step(): string {
    return this.#step;
  }

  /** The start goes on with this. */
  enter(step: string): void {
    const { giveUp, log } = this.#modules;
    this.end();
    this.#step = step;
    this.#timers = [
      setTimeout(() => log.warn("the start takes long", { step }), TOLD_AFTER_MS),
      setTimeout(
        () => giveUp(`the start did not come past ${step} in ${STEP_DEADLINE_MS / 1_000} s`),
        STEP_DEADLINE_MS,
      ),
    ];
  }

  end(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
  }
}
