/** An account's keys and those of its machines: listed, made, replaced, revoked. */
import type { Principal } from "../../api/contract/call.js";
import { ApiError } from "../../api/errors.js";
import { KEY_RECORDS_OF_ACCOUNT_MAX, KEYS_OF_ACCOUNT_MAX } from "../../protocol/limits.js";
import { buckets } from "../../storage/buckets.js";
import type { Transaction } from "../../storage/guard.js";
import type { Operation } from "../../storage/kv.js";
import { keyHash, keyPrefix, type FoundKey, type NewKey } from "../../storage/repositories/keys.js";
import type { Store } from "../../storage/store.js";
import type { Accounts } from "./accounts.js";
import type { Deadlines } from "./deadlines.js";
import { makeKey } from "./keyFormat.js";

/** Prefixes drawn before giving up: each is taken with a chance of less than one in ten thousand. */
const DRAWS_MAX = 16;

interface KeyModules {
  readonly store: Store;
  readonly deadlines: Deadlines;
  readonly accounts: Accounts;
}

export interface KeyWish {
  readonly purpose: "compute" | "master";
  readonly label?: string;
}

/** A key that was just made: the only time that it is shown. */
export interface MadeKey {
  readonly key: string;
  readonly prefix: string;
  readonly record: NewKey;
}

type Answer = (made: MadeKey) => string;
type Also = (body: string) => readonly Operation[];
const NOTHING_ELSE: Also = () => [];

export class AccountKeys {
  readonly #modules: KeyModules;

  constructor(modules: KeyModules) {
    this.#modules = modules;
  }

  /** Oldest first, so that a new one moves none; those that were revoked stay in the list for a while. */
  async list(account: string): Promise<readonly FoundKey[]> {
    const keys = await this.#modules.store.keys.ofAccount(account);
    return [...keys].sort((a, b) => a.createdCalcond - b.createdCalcond || (a.prefix < b.prefix ? -1 : 1));
  }

  /** Whether a key is accepted now. */
  isLive({ revokedCalcond }: Pick<FoundKey, "revokedCalcond">): boolean {
    return revokedCalcond === null || revokedCalcond > this.#modules.deadlines.reckon();
  }

  /** @returns the answer's text. */
  async create(account: string, { label, purpose }: KeyWish, answer: Answer, also: Also = NOTHING_ELSE): Promise<string> {
    const { deadlines, store } = this.#modules;
    return store.guards.withGuard([`acct:${account}`], async (tx) => {
      const keys = await store.keys.ofAccount(account);
      const live = keys.filter((key) => key.machine === undefined && this.isLive(key));
      if (live.length >= KEYS_OF_ACCOUNT_MAX) {
        throw new ApiError("CONFLICT", `an account has at most ${KEYS_OF_ACCOUNT_MAX} keys: revoke one first`);
      }
      this.#prune(tx, keys);
      return this.#add(tx, keys, {
        account, purpose, createdCalcond: deadlines.now(), asked: true, ...(label === undefined ? {} : { label }),
      }, answer, also);
    });
  }

  /**
   * A new key in the place of one, which is accepted for `graceCalconds` more.
   * @param by whose call it is: a key without limits is replaced by one like it only
   * @returns the answer's text. @throws ApiError NOT_FOUND, FORBIDDEN
   */
  async rotate(
    { owner: account, unlimited }: Pick<Principal, "owner" | "unlimited">, prefix: string, graceCalconds: number,
    answer: Answer, also: Also = NOTHING_ELSE,
  ): Promise<string> {
    const { accounts, deadlines, store } = this.#modules;
    let ended = "";
    const body = await store.guards.withGuard([`acct:${account}`], async (tx) => {
      const keys = await store.keys.ofAccount(account);
      const old = this.#live(keys, prefix);
      if (old.purpose === "master" && !unlimited) {
        throw new ApiError("FORBIDDEN", "only a key without limits replaces one");
      }
      ended = old.hash;
      this.#end(tx, old, graceCalconds);
      this.#prune(tx, keys);
      const { label, machine, purpose } = old;
      return this.#add(tx, keys, { account, purpose, createdCalcond: deadlines.now(), asked: true,
        ...(label === undefined ? {} : { label }), ...(machine === undefined ? {} : { machine }) }, answer, also);
    });
    accounts.forget([ended]);
    return body;
  }

  /** The same for the key of a machine; one that was revoked is replaced too. */
  async rotateMachine(
    { id, owner }: { readonly id: string; readonly owner: string }, graceCalconds: number, answer: Answer,
    also: Also = NOTHING_ELSE,
  ): Promise<string> {
    const { deadlines, store } = this.#modules;
    const ended: string[] = [];
    const body = await store.guards.withGuard([`acct:${owner}`], async (tx) => {
      const keys = await store.keys.ofAccount(owner);
      for (const key of keys.filter((one) => one.machine === id && this.isLive(one))) {
        ended.push(key.hash);
        this.#end(tx, key, graceCalconds);
      }
      this.#prune(tx, keys);
      return this.#add(tx, keys, { account: owner, purpose: "compute", createdCalcond: deadlines.now(), asked: true,
        machine: id }, answer, also);
    });
    this.#modules.accounts.forget(ended);
    return body;
  }

  /**
   * From now on the key is unknown.
   * @param by whose call it is: a key without limits is revoked by one like it only
   * @throws ApiError NOT_FOUND, FORBIDDEN
   */
  async revoke({ owner: account, unlimited }: Pick<Principal, "owner" | "unlimited">, prefix: string): Promise<FoundKey> {
    const { accounts, store } = this.#modules;
    const found = await store.guards.withGuard([`acct:${account}`], async (tx) => {
      const key = this.#live(await store.keys.ofAccount(account), prefix);
      if (key.purpose === "master" && !unlimited) throw new ApiError("FORBIDDEN", "only a key without limits revokes one");
      this.#end(tx, key, 0);
      return key;
    });
    accounts.forget([found.hash]);
    return found;
  }

  #live(keys: readonly FoundKey[], prefix: string): FoundKey {
    const found = keys.find((key) => key.prefix === prefix && this.isLive(key));
    if (found === undefined) throw new ApiError("NOT_FOUND", `there is no live key ${prefix}`);
    return found;
  }

  #end(tx: Transaction, key: FoundKey, graceCalconds: number): void {
    const { deadlines, store } = this.#modules;
    const end = deadlines.now() + graceCalconds;
    // A key that was to end sooner still does.
    const revoked = key.revokedCalcond === null ? end : Math.min(end, key.revokedCalcond);
    tx.add(store.keys.revokeOps(key, revoked));
    tx.add(deadlines.markOps());
  }

  /** The oldest of those that ended are forgotten beyond a bound. */
  #prune(tx: Transaction, keys: readonly FoundKey[]): void {
    const over = keys.length + 1 - KEY_RECORDS_OF_ACCOUNT_MAX;
    if (over <= 0) return;
    const ended = keys.filter((key) => !this.isLive(key))
      .sort((a, b) => (a.revokedCalcond ?? 0) - (b.revokedCalcond ?? 0));
    for (const key of ended.slice(0, over)) tx.add(this.#modules.store.keys.removeOps(key));
  }

  async #add(
    tx: Transaction, keys: readonly FoundKey[], record: NewKey, answer: Answer, also: Also,
  ): Promise<string> {
    const taken = new Set(keys.map(({ prefix }) => prefix));
    const kind = record.machine === undefined ? "account" : "machine";
    for (let draw = 0; draw < DRAWS_MAX; draw += 1) {
      const key = makeKey(kind);
      // Within an account a prefix names one key.
      if (taken.has(keyPrefix(key)) || await tx.get(buckets.key, keyHash(key)) !== undefined) continue;
      const body = answer({ key, prefix: keyPrefix(key), record });
      tx.add(this.#modules.store.keys.addOps(key, record));
      tx.add(also(body));
      return body;
    }
    throw new ApiError("CONFLICT", "no prefix is free: forget keys that were revoked");
  }
}
