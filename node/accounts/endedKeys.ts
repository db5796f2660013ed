/**
 * Keys and sessions that end while something is open under them: what leaves by that door asks here
 * for each message, without a wait.
 */
import type { Principal } from "../../protocol/identity/principal.js";
import type { Store } from "../../storage/store.js";
import type { Deadlines } from "../runtime/deadlines.js";

/** Ends that are remembered: those of a long run, the oldest given up first. */
const ENDS_MAX = 100_000;

interface EndedModules {
  readonly store: Pick<Store, "keys" | "sessions">;
  readonly deadlines: Pick<Deadlines, "reckon">;
}

export class EndedKeys {
  readonly #modules: EndedModules;
  /** First calcond at which a key no longer holds, by its hash. */
  readonly #until = new Map<string, number>();
  readonly #listeners = new Set<() => void>();

  constructor(modules: EndedModules) {
    this.#modules = modules;
  }

  /** Whether the key that somebody once showed is still good. */
  stands({ keyHash }: Pick<Principal, "keyHash">): boolean {
    const until = this.#until.get(keyHash);
    return until === undefined || this.#modules.deadlines.reckon() < until;
  }

  /** Told of each key that ends, now or at a time to come. */
  onEnd(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** @param untilCalcond null for a key without an end */
  note(keyHash: string, untilCalcond: number | null): void {
    if (untilCalcond === null) {
      this.#until.delete(keyHash);
      return;
    }
    if (this.#until.size >= ENDS_MAX) {
      const [oldest] = this.#until.keys();
      this.#until.delete(oldest!);
    }
    this.#until.set(keyHash, untilCalcond);
  }

  /** It was written that these end, or end otherwise than before. */
  async changed(keyHashes: readonly string[]): Promise<void> {
    const { keys, sessions } = this.#modules.store;
    for (const hash of keyHashes) {
      const [key, session] = await Promise.all([keys.byHash(hash), sessions.byHash(hash)]);
      if (key !== undefined) this.note(hash, key.revokedCalcond);
      else this.note(hash, session?.expiresCalcond ?? 0);
    }
    for (const listener of this.#listeners) listener();
  }
}
