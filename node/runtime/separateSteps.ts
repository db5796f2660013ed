/** Steps of what is under way: one that fails holds up no other, and is tried again later. */
import type { Logger } from "../../protocol/ports.js";

/** Steps of whose failure it is remembered that it was told. */
const FAILING_MAX = 10_000;

export class SeparateSteps {
  readonly #log: Logger;
  readonly #message: string;
  readonly #failing = new Set<string>();

  /** @param message told once of each step that fails, until it succeeds */
  constructor(log: Logger, message: string) {
    this.#log = log;
    this.#message = message;
  }

  /** @returns whether it succeeded */
  async run(step: string, work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      this.#failing.delete(step);
      return true;
    } catch (error) {
      this.#tell(step, error);
      return false;
    }
  }

  #tell(step: string, error: unknown): void {
    if (this.#failing.has(step)) return;
    if (this.#failing.size >= FAILING_MAX) this.#failing.clear();
    this.#failing.add(step);
    this.#log.warn(this.#message, { step, error: String(error) });
  }
}
