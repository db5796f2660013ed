/**
 * Which witness of the genesis a key speaks for. A network's witnesses are fixed with its name, and a
 * node that changes its key stays the witness that it was; what an ended key says counts no more.
 */
import type { Successions } from "../runtime/identity/successions.js";

export class WitnessKeys {
  /** Keys of the genesis, hex. */
  readonly witnesses: readonly string[];
  readonly #successions: Pick<Successions, "areOne">;
  /** Of this node, which knows them before its mesh is there. */
  #own: readonly string[];

  constructor(
    witnesses: readonly string[],
    publicKey: string,
    successions: Pick<Successions, "areOne">,
  ) {
    this.witnesses = witnesses;
    this.#own = [publicKey];
    this.#successions = successions;
  }

  /** @param keys that this node had before */
  hadBefore(keys: readonly string[]): void {
    this.#own = [...this.#own, ...keys];
  }

  /** The witness that this node is, by its key in the genesis; null where it is none. */
  get own(): string | null {
    return this.witnesses.find((one) => this.#own.includes(one)) ?? null;
  }

  /** The key in the genesis of the witness that a key is of; null for a key of any other node. */
  readonly of = (key: string): string | null => {
    if (this.witnesses.includes(key)) return key;
    if (this.#own.includes(key)) return this.own;
    return this.witnesses.find((one) => this.#successions.areOne(one, key)) ?? null;
  };
}
