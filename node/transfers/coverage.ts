/** Whether what another node said counts: not from a fork on, and only under a quorum where one is asked for. */
import type { Store } from "../../storage/store.js";
import type { Successions } from "../runtime/identity/successions.js";
import type { Witnessing } from "../witness/createWitness.js";

export class Coverage {
  readonly #store: Store;
  readonly #witnessing: Witnessing;
  readonly #successions: Pick<Successions, "isPast">;

  constructor(store: Store, witnessing: Witnessing, successions: Pick<Successions, "isPast">) {
    this.#store = store;
    this.#witnessing = witnessing;
    this.#successions = successions;
  }

  /** Nothing counts from where two histories of an author are proven, or its key has ended. */
  async isParted(author: string, seq: number): Promise<boolean> {
    if (this.#successions.isPast(author, seq)) return true;
    for await (const [, { accused, seq: from }] of this.#store.evidence.scan())
      if (accused === author && from <= seq) return true;
    return false;
  }

  /**
   * Whether a quorum has cosigned a checkpoint that covers an event; always where none is asked for.
   * Where it has not, peers are asked meanwhile.
   */
  isCovered(author: string, seq: number): boolean {
    const { book } = this.#witnessing;
    const covered = book.of(author);
    if (!book.isOn || (covered !== null && seq < covered.size)) return true;
    this.#witnessing.seekSoon(author);
    return false;
  }
}
