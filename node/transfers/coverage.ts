/** Whether what another node said still counts. */
import type { Store } from "../../storage/store.js";

export class Coverage {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Nothing counts from where an author is proven to have signed two histories. */
  async isParted(author: string, seq: number): Promise<boolean> {
    for await (const [, { accused, seq: from }] of this.#store.evidence.scan())
      if (accused === author && from <= seq) return true;
    return false;
  }
}
