/**
 * Ingests what was sealed while nobody waits for a seal, account by account. Anyone who lists a
 * vault finds little left to ingest: of a million envelopes it takes seconds.
 */
import type { Logger } from "../../protocol/ports.js";
import { CorruptRecordError } from "../../storage/kv/errors.js";
import type { Store } from "../../storage/store.js";
import type { Following } from "../runtime/following.js";
import type { Vault } from "./vault.js";

/**
 * Envelopes of an account that make it worth ingesting ahead: fewer take some milliseconds when its
 * vault is listed.
 */
export const FOLLOWED_LEAST = 128;
/**
 * Tokens that are ingested in one go, up to a second. Requests have turns in between, but a list of
 * this vault waits for the end.
 */
const FOLLOWED_TOKENS = 65_536;
/** Tokens of one run, so that other followers of the log have their turn. */
const RUN_TOKENS = 262_144;
const ACCOUNTS_MAX = 256;
/** Most accounts that are skipped because a record of theirs is damaged. */
const DAMAGED_MAX = 1_024;
/** Below every count of windows. */
const NONE = -1;

export interface VaultFollowerModules {
  readonly store: Store;
  readonly vault: Pick<Vault, "follow">;
  readonly log: Logger;
  /** Count of the windows sealed so far. */
  readonly windows: () => number;
}

export class VaultFollower implements Following {
  readonly #modules: VaultFollowerModules;
  /** The last account of the present round over all accounts; null when a round begins. */
  #last: string | null = null;
  /** Count of windows when this round began, and when the last complete round began. */
  #round = NONE;
  #whole = NONE;
  readonly #damaged = new Set<string>();

  constructor(modules: VaultFollowerModules) {
    this.#modules = modules;
  }

  /** @returns 0 when everything sealed before the call is ingested, else 1 */
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
