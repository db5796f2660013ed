/** How far what another node said can no longer be taken back. */
import type { Store } from "../../storage/store.js";

interface CoverageModules {
  readonly store: Store;
  /** Cosignatures that are asked for; 0 asks for none. */
  readonly quorum: number;
  /** Events of an author that so many witnesses have cosigned. */
  readonly witnessed: (author: string, quorum: number) => Promise<number>;
}

export class Coverage {
  readonly #modules: CoverageModules;

  constructor(modules: CoverageModules) {
    this.#modules = modules;
  }

  get quorum(): number {
    return this.#modules.quorum;
  }

  /** Nothing counts from where an author is proven to have signed two histories. */
  async isParted(author: string, seq: number): Promise<boolean> {
    for await (const [, { accused, seq: from }] of this.#modules.store.evidence.scan())
      if (accused === author && from <= seq) return true;
    return false;
  }

  async covers(author: string, seq: number): Promise<boolean> {
    if (await this.isParted(author, seq)) return false;
    const { quorum, witnessed } = this.#modules;
    return quorum === 0 || (await witnessed(author, quorum)) > seq;
  }
}
