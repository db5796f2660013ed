/** An account's keys and those of its machines: listed, made, replaced, revoked. */
import type { Principal } from "../../protocol/identity/principal.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import { KEY_RECORDS_OF_ACCOUNT_MAX, KEYS_OF_ACCOUNT_MAX } from "../../protocol/limits.js";
import { buckets } from "../../storage/records/buckets.js";
import type { Transaction } from "../../storage/kv/guard.js";
import {
  keyHash,
  keyPrefix,
  type DamagedKey,
  type FoundKey,
  type KeysOfAccount,
  type NewKey,
} from "../../storage/repositories/keys.js";
import type { Store } from "../../storage/store.js";
import type { Accounts } from "./accounts.js";
import type { EffectTransaction, Step } from "../ledger/effects.js";
import type { Deadlines } from "../runtime/deadlines.js";
import { makeKey } from "../runtime/identity/keyFormat.js";
import type { RandomBytes } from "../runtime/random.js";
import { damagedKeyError } from "./damagedKey.js";

/**
 * Prefixes drawn before giving up: each is in use with a chance of less than one in ten thousand.
 */
const DRAWS_MAX = 16;

interface KeyModules {
  readonly store: Store;
  readonly deadlines: Deadlines;
  readonly accounts: Accounts;
  readonly random: RandomBytes;
}

export interface KeyRequest {
  readonly purpose: "compute" | "master";
  readonly label?: string;
}

/** A key that was just made: the only time that it is shown. */
export interface IssuedKey {
  readonly key: string;
  readonly prefix: string;
  readonly record: NewKey;
}

export class AccountKeys {
  readonly #modules: KeyModules;

  constructor(modules: KeyModules) {
    this.#modules = modules;
  }

  /**
   * Oldest first, so that a new one moves none; those that were revoked stay in the list for a
   * while.
   */
  async list(account: string): Promise<KeysOfAccount> {
    const { damaged, keys } = await this.#modules.store.keys.ofAccount(account);
    return {
      damaged,
      keys: [...keys].sort(
        (a, b) => a.createdCalcond - b.createdCalcond || (a.prefix < b.prefix ? -1 : 1),
      ),
    };
  }

  /** Whether a key is accepted now. */
  isLive({ revokedCalcond }: Pick<FoundKey, "revokedCalcond">): boolean {
    return revokedCalcond === null || revokedCalcond > this.#modules.deadlines.reckon();
  }

  create(account: string, { label, purpose }: KeyRequest): Step<IssuedKey> {
    const { deadlines, store } = this.#modules;
    return guarded(account, async (tx) => {
      const of = await store.keys.ofAccount(account);
      const live = of.keys.filter((key) => key.machine === undefined && this.isLive(key));
      if (live.length >= KEYS_OF_ACCOUNT_MAX) {
        throw new Refusal(
          "CONFLICT",
          `an account has at most ${KEYS_OF_ACCOUNT_MAX} keys: revoke one first`,
        );
      }
      this.#prune(tx, of);
      return this.#add(tx, await this.#draw(tx, of, "account"), {
        account,
        purpose,
        createdCalcond: deadlines.now(),
        asked: true,
        ...(label === undefined ? {} : { label }),
      });
    });
  }

  /**
   * A new key in the place of one, which is accepted for `graceCalconds` more.
   * @param by whose call it is: a key without limits is replaced by one like it only
   * @throws Refusal NOT_FOUND, FORBIDDEN, CONFLICT, NOT_READY
   */
  rotate(
    { owner: account, unlimited }: Pick<Principal, "owner" | "unlimited">,
    prefix: string,
    graceCalconds: number,
  ): Step<IssuedKey> {
    const { deadlines, store } = this.#modules;
    return guarded(account, async (tx) => {
      const of = await store.keys.ofAccount(account);
      const old = this.#live(of, prefix);
      if (old.purpose === "master" && !unlimited) {
        throw new Refusal("FORBIDDEN", "only a key without limits replaces one");
      }
      checkEndless(old);
      if (graceCalconds > 0) this.#checkRoom(of.keys, old);
      this.#forget(tx, [old.hash]);
      const { label, machine, purpose } = old;
      const key = await this.#draw(tx, of, machine === undefined ? "account" : "machine");
      this.#end(tx, old, graceCalconds, key);
      this.#prune(tx, of);
      return this.#add(tx, key, {
        account,
        purpose,
        createdCalcond: deadlines.now(),
        asked: true,
        ...(label === undefined ? {} : { label }),
        ...(machine === undefined ? {} : { machine }),
      });
    });
  }

  /**
   * The same for the key of a machine; one that was revoked is replaced too. @throws Refusal
   * CONFLICT
   */
  rotateMachine(
    { id, owner }: { readonly id: string; readonly owner: string },
    graceCalconds: number,
  ): Step<IssuedKey> {
    const { deadlines, store } = this.#modules;
    return guarded(owner, async (tx) => {
      const of = await store.keys.ofAccount(owner);
      const live = of.keys.filter((one) => one.machine === id && this.isLive(one));
      const endless = live.find(({ revokedCalcond }) => revokedCalcond === null);
      if (graceCalconds > 0 && endless !== undefined) this.#checkRoom(of.keys, endless);
      const key = await this.#draw(tx, of, "machine");
      for (const old of live) this.#end(tx, old, graceCalconds, key);
      this.#forget(
        tx,
        live.map(({ hash }) => hash),
      );
      this.#prune(tx, of);
      return this.#add(tx, key, {
        account: owner,
        purpose: "compute",
        createdCalcond: deadlines.now(),
        asked: true,
        machine: id,
      });
    });
  }

  /** The keys of a machine end now. */
  endMachine({ id, owner }: { readonly id: string; readonly owner: string }): Step<void> {
    return guarded(owner, async (tx) => {
      const { keys } = await this.#modules.store.keys.ofAccount(owner);
      const live = keys.filter((one) => one.machine === id && this.isLive(one));
      for (const key of live) this.#end(tx, key, 0);
      this.#forget(
        tx,
        live.map(({ hash }) => hash),
      );
    });
  }

  /**
   * From now on the key is unknown; one that cannot be read is forgotten altogether.
   * @param by whose call it is: a key without limits is revoked by one like it only
   * @throws Refusal NOT_FOUND, FORBIDDEN
   */
  revoke(
    { owner: account, unlimited }: Pick<Principal, "owner" | "unlimited">,
    prefix: string,
  ): Step<void> {
    const { store } = this.#modules;
    return guarded(account, async (tx) => {
      const of = await store.keys.ofAccount(account);
      const damaged = of.damaged.find((key) => key.prefix === prefix);
      if (damaged !== undefined) {
        tx.add(store.keys.removeOps({ hash: damaged.hash, account }));
        this.#forget(tx, [damaged.hash]);
        return;
      }
      const key = this.#live(of, prefix);
      if (key.purpose === "master" && !unlimited)
        throw new Refusal("FORBIDDEN", "only a key without limits revokes one");
      this.#end(tx, key, 0);
      this.#forget(tx, [key.hash]);
    });
  }

  /** Memory of keys that end is forgotten once their end is written. */
  #forget(tx: EffectTransaction, hashes: readonly string[]): void {
    tx.onSettled((isWritten) => {
      if (isWritten) this.#modules.accounts.forget(hashes);
    });
  }

  /** @throws Refusal NOT_FOUND; NOT_READY for one that cannot be read */
  #live({ damaged, keys }: KeysOfAccount, prefix: string): FoundKey {
    const found = keys.find((key) => key.prefix === prefix && this.isLive(key));
    if (found !== undefined) return found;
    if (damaged.some((key: DamagedKey) => key.prefix === prefix)) throw damagedKeyError(prefix);
    throw new Refusal("NOT_FOUND", `there is no live key ${prefix}`);
  }

  /**
   * Whether a key may be accepted for a while after another has replaced it. @throws Refusal
   * CONFLICT
   */
  #checkRoom(keys: readonly FoundKey[], { machine }: FoundKey): void {
    const live = keys.filter((key) => key.machine === machine && this.isLive(key));
    if (machine === undefined) {
      if (live.length < KEYS_OF_ACCOUNT_MAX) return;
      throw new Refusal(
        "CONFLICT",
        `an account has at most ${KEYS_OF_ACCOUNT_MAX} keys, and with a grace there would be one more: ` +
          "rotate without a grace, or revoke one first",
      );
    }
    // A machine has one key, and for a while the one before.
    const ending = live.find(({ revokedCalcond }) => revokedCalcond !== null);
    if (ending === undefined) return;
    throw new Refusal(
      "CONFLICT",
      `the machine's key before, ${ending.prefix}, is accepted until calcond ${ending.revokedCalcond}: ` +
        "rotate without a grace, or revoke that one first",
      { members: { ending: ending.prefix } },
    );
  }

  /** @param by the key that takes its place */
  #end(tx: Transaction, key: FoundKey, graceCalconds: number, by?: string): void {
    const { deadlines, store } = this.#modules;
    const end = deadlines.now() + graceCalconds;
    // A key that was to end sooner still does.
    const revoked = key.revokedCalcond === null ? end : Math.min(end, key.revokedCalcond);
    const replacedBy = key.replacedBy ?? (by === undefined ? undefined : keyPrefix(by));
    tx.add(
      store.keys.revokeOps(
        { ...key, ...(replacedBy === undefined ? {} : { replacedBy }) },
        revoked,
      ),
    );
    tx.add(deadlines.markOps());
  }

  /** The oldest of those that ended are forgotten beyond a bound. */
  #prune(tx: Transaction, { damaged, keys }: KeysOfAccount): void {
    const over = keys.length + damaged.length + 1 - KEY_RECORDS_OF_ACCOUNT_MAX;
    if (over <= 0) return;
    const ended = keys
      .filter((key) => !this.isLive(key))
      .sort((a, b) => (a.revokedCalcond ?? 0) - (b.revokedCalcond ?? 0));
    for (const key of ended.slice(0, over)) tx.add(this.#modules.store.keys.removeOps(key));
  }

  /** A key that nobody has. @throws Refusal CONFLICT */
  async #draw(
    tx: Transaction,
    { damaged, keys }: KeysOfAccount,
    kind: "account" | "machine",
  ): Promise<string> {
    const taken = new Set([...keys, ...damaged].map(({ prefix }) => prefix));
    for (let draw = 0; draw < DRAWS_MAX; draw += 1) {
      const key = makeKey(kind, this.#modules.random);
      // Within an account a prefix names one key.
      if (!taken.has(keyPrefix(key)) && (await tx.get(buckets.key, keyHash(key))) === undefined)
        return key;
    }
    throw new Refusal("CONFLICT", "no prefix is free: forget keys that were revoked");
  }

  #add(tx: Transaction, key: string, record: NewKey): IssuedKey {
    tx.add(this.#modules.store.keys.addOps(key, record));
    return { key, prefix: keyPrefix(key), record };
  }
}

/** Keys are counted by account: changes of one account's wait for each other. */
function guarded<T>(account: string, run: (tx: EffectTransaction) => Promise<T>): Step<T> {
  return { keys: [`acct:${account}`], run };
}

/** @throws Refusal CONFLICT for a key that was replaced already: each has one successor */
function checkEndless({ prefix, replacedBy, revokedCalcond }: FoundKey): void {
  if (revokedCalcond === null) return;
  const ends = `${prefix} is accepted until calcond ${revokedCalcond} and no longer`;
  if (replacedBy === undefined)
    throw new Refusal("CONFLICT", `${ends}: rotate a key that has no end, or make one more`);
  throw new Refusal("CONFLICT", `${ends}: ${replacedBy} replaced it, and can be rotated`, {
    members: { replacedBy },
  });
}
