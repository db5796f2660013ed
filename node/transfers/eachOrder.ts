/** Work that is done order by order: one that fails holds up no other, and is tried again later. */
import type { Logger } from "../../protocol/ports.js";

/** Orders of whose failure it is remembered that it was told. */
const TOLD_MAX = 10_000;

export class EachOrder {
  readonly #log: Logger;
  readonly #told = new Set<string>();

  constructor(log: Logger) {
    this.#log = log;
  }

  async run(order: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.#told.delete(order);
    } catch (error) {
      if (this.#told.has(order)) return;
      if (this.#told.size >= TOLD_MAX) this.#told.clear();
      this.#told.add(order);
      this.#log.warn("a step of a move between nodes failed; it is tried again", {
        order,
        error: String(error),
      });
    }
  }
}
