/**
 * Ingests what was sealed while nobody waits for a seal, account by account. Anyone who lists a
 * vault finds little left to ingest: of a million envelopes it takes seconds.
 */
import type { Logger } from "../../protocol/ports.js";
import { CorruptRecordError } from "../../storage/errors.js";
import type { Store } from "../../storage/store.js";
import type { Following } from "../runtime/following.js";
import type { Vault } from "./vault.js";

/**
 * Sealed since an account was last looked at: fewer are ingested within some milliseconds when
 * somebody looks.
 */
export const FOLLOWED_LEAST = 128;
/**
 * At once: up to a second, with room for requests between its steps, which who lists this vault
 * meanwhile waits for.
 */
const FOLLOWED_TOKENS = 65_536;
/** In one run, so that other readings are not left behind. */
const RUN_TOKENS = 262_144;
const ACCOUNTS_MAX = 256;
/** Accounts left alone because a record of theirs is damaged. */
const DAMAGED_MAX = 1_024;
/** Fewer windows than there ever are. */
const NONE = -1;

export interface VaultFollowerModules {
  readonly store: Store;
  readonly vault: Pick<Vault, "follow">;
  readonly log: Logger;
  /** Moves with each window of seals. */
  readonly windows: () => number;
}

export class VaultFollower implements Following {
  readonly #modules: VaultFollowerModules;
  /** The account looked at last in this round through all of them; null at its beginning. */
  #last: string | null = null;
  /** The windows there were when this round, and the last whole one, began. */
  #round = NONE;
  #whole = NONE;
  readonly #damaged = new Set<string>();

  constructor(modules: VaultFollowerModules) {
    this.#modules = modules;
  }

  /** @returns 0 when everything was looked at that was sealed before the call, 1 else */
  async follow(goOn: () => boolean): Promise<number> {
    const { store, windows } = this.#modules;
    let left = RUN_TOKENS;
    for (let accounts = 0; accounts < ACCOUNTS_MAX && left > 0 && goOn(); accounts += 1) {
      if (this.#last === null) {
        if (this.#whole === windows()) return 0;
        this.#round = windows();
      }
      const account = await store.vault.minted.ownerAfter(this.#last);
      if (account === null) this.#whole = this.#round;
      else {
        let isDone = false;
        while (!isDone && left > 0 && goOn()) {
          const taken = await this.#take(account, goOn);
          isDone = taken === 0;
          left -= taken;
        }
        // Others are not to wait for one that goes on and on: what is left of it is for another
        // round.
        if (!isDone) this.#round = NONE;
      }
      this.#last = account;
    }
    return 1;
  }

  /** @returns how many, 0 where there were not enough to ingest */
  async #take(account: string, goOn: () => boolean): Promise<number> {
    if (this.#damaged.has(account)) return 0;
    try {
      return await this.#modules.vault.follow(account, FOLLOWED_LEAST, {
        tokensMax: FOLLOWED_TOKENS,
        goOn,
      });
    } catch (error) {
      if (!(error instanceof CorruptRecordError)) throw error;
      // Who lists the vault meets the same, and is answered with it.
      if (this.#damaged.size < DAMAGED_MAX) this.#damaged.add(account);
      this.#modules.log.warn("the vault of an account cannot follow what is sealed", {
        account,
        error: error.message,
      });
      return 0;
    }
  }
}
