/** Whether what another node said counts: not from a fork on, and only under a quorum where one is asked for. */
import type { Store } from "../../storage/store.js";
import type { Successions } from "../runtime/identity/successions.js";
import type { Witnessing } from "../witness/createWitness.js";

export class Coverage {
  readonly #store: Store;
  readonly #witnessing: Witnessing;
  readonly #successions: Pick<Successions, "isPast">;
  /** Authors of whom two histories are proven, or whose key has ended: the first number that does not count. */
  readonly #parted = new Map<string, number>();

  constructor(store: Store, witnessing: Witnessing, successions: Pick<Successions, "isPast">) {
    this.#store = store;
    this.#witnessing = witnessing;
    this.#successions = successions;
  }

  async load(): Promise<void> {
    for await (const [, { accused, seq }] of this.#store.evidence.scan()) this.part(accused, seq);
  }

  /** Two histories of an author are proven, which part at a number. */
  part(author: string, seq: number): void {
    this.#parted.set(author, Math.min(seq, this.#parted.get(author) ?? seq));
  }

  /**
   * Nothing counts from where two histories of an author are proven, or its key has ended.
   * @returns why, in words; null where it counts
   */
  whyParted(author: string, seq: number): string | null {
    if (this.#successions.isPast(author, seq)) return "its node had given up that key before";
    return seq >= (this.#parted.get(author) ?? Infinity)
      ? "its node has signed two histories"
      : null;
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
