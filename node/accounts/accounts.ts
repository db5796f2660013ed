/**
 * Who a call is from: account keys, keys of machines, tokens of sessions. Each is kept only as its
 * hash and a 12-character prefix, and shown once. Known ones are remembered in memory, so that a
 * request costs one lookup instead of a disk read.
 */
import { createHmac } from "node:crypto";
import type { Principal } from "../../protocol/identity/principal.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import { buckets } from "../../storage/records/buckets.js";
import { CorruptRecordError } from "../../storage/kv/errors.js";
import type { AccountRecord } from "../../storage/records/records.js";
import { keyHash, type FoundKey } from "../../storage/repositories/keys.js";
import type { FoundSession } from "../../storage/repositories/sessions.js";
import type { Store } from "../../storage/store.js";
import { OPERATOR_ACCOUNT } from "../../protocol/economy/accounts.js";
import { faultOf } from "../../storage/kv/table.js";
import { DamagedError } from "../runtime/damage.js";
import type { Step } from "../ledger/effects.js";
import type { Deadlines } from "../runtime/deadlines.js";
import { EndedKeys } from "./endedKeys.js";
import { KeyCache } from "./keyCache.js";
import {
  keyFromEntropy,
  KEY_PREFIX_CHARS,
  kindOfKey,
  makeKey,
} from "../runtime/identity/keyFormat.js";
import type { RandomBytes } from "../runtime/random.js";

/** Keys remembered; the least recently added goes first. */
const CACHED_KEYS_MAX = 10_000;

/** expired: a session that was good, and is over. */
export type Lookup = Principal | "malformed" | "unknown" | "expired";

interface AccountModules {
  readonly store: Store;
  readonly deadlines: Deadlines;
  readonly proofKey: Uint8Array;
  readonly random: RandomBytes;
}

export class Accounts {
  readonly #store: Store;
  readonly #deadlines: Deadlines;
  readonly #random: RandomBytes;
  readonly #cache = new KeyCache(CACHED_KEYS_MAX);
  /** Keys and sessions that end while something is open under them. */
  readonly ended: EndedKeys;
  readonly #visibility = new Map<string, AccountRecord["visibility"]>();
  /** Public by nature: everybody gets the same one, so nothing about it is stored. */
  readonly sharedDemoKey: string;
  readonly #shared: Principal;

  constructor({ store, deadlines, proofKey, random }: AccountModules) {
    this.#random = random;
    this.#store = store;
    this.#deadlines = deadlines;
    this.ended = new EndedKeys({ store, deadlines });
    this.sharedDemoKey = keyFromEntropy(
      createHmac("sha256", proofKey).update("calc-shared-demo-key/1").digest(),
    );
    this.#shared = {
      owner: "demo-shared",
      kind: "account",
      machine: null,
      keyHash: keyHash(this.sharedDemoKey),
      keyPrefix: this.sharedDemoKey.slice(0, KEY_PREFIX_CHARS),
      unlimited: false,
      spinUpOnly: true,
    };
  }

  /** Keys remembered in memory. */
  get cached(): number {
    return this.#cache.size;
  }

  /**
   * Mints the operator's master key of this start and revokes those of earlier ones, in one batch.
   */
  async mintOperatorKey(): Promise<string> {
    const calcond = this.#deadlines.now();
    const key = makeKey("account", this.#random);
    await this.#store.guards.withGuard([`acct:${OPERATOR_ACCOUNT}`], async (tx) => {
      // One that is damaged keeps nobody from starting the node: its keys are records of their own.
      if ((await this.#store.accounts.get(OPERATOR_ACCOUNT).catch(faultOf)) === undefined) {
        tx.add(
          this.#store.accounts.putOps({
            account: OPERATOR_ACCOUNT,
            cid: null,
            publicKey: null,
            plan: "operator",
            createdCalcond: calcond,
            visibility: "private",
          }),
        );
      }
      for (const old of (await this.#store.keys.ofAccount(OPERATOR_ACCOUNT)).keys) {
        // Keys that the operator asked for hold until they are revoked, like anybody's.
        if (old.asked === undefined) tx.add(this.#store.keys.removeOps(old));
      }
      tx.add(
        this.#store.keys.addOps(key, {
          account: OPERATOR_ACCOUNT,
          purpose: "master",
          createdCalcond: calcond,
        }),
      );
    });
    return key;
  }

  /** Who a key belongs to: at once when the key is known, else after a look into the store. */
  authenticate(key: string): Lookup | Promise<Lookup> {
    const known = this.#cache.get(key);
    if (known !== undefined) {
      const { principal, untilCalcond } = known;
      if (untilCalcond === null || this.#deadlines.reckon() < untilCalcond) return principal;
      this.forget([principal.keyHash]);
    }
    const kind = kindOfKey(key);
    if (kind === null) return "malformed";
    if (key === this.sharedDemoKey) return this.#shared;
    return kind === "session" ? this.#findSession(key) : this.#findKey(key);
  }

  /** Has to be called when it was written that keys or sessions end, with sha256 of each. */
  forget(keyHashes: readonly string[]): void {
    this.#cache.forget(keyHashes);
    // What cannot be read says nothing of a key: the next request with it is told so.
    this.ended.changed(keyHashes).catch(() => undefined);
  }

  async #findKey(key: string): Promise<Lookup> {
    const since = this.#cache.changes;
    // The index is by SHA-256: finding it takes the same time whatever prefix of a key is right.
    const found = await this.#store.keys.byHash(keyHash(key));
    if (found === undefined) return "unknown";
    const { revokedCalcond: untilCalcond } = found;
    if (untilCalcond !== null && this.#deadlines.reckon() >= untilCalcond) return "unknown";
    const principal = principalOf(found);
    if (untilCalcond !== null) this.ended.note(principal.keyHash, untilCalcond);
    this.#cache.add(key, { principal, untilCalcond }, since);
    return principal;
  }

  async #findSession(token: string): Promise<Lookup> {
    const since = this.#cache.changes;
    const found = await this.#store.sessions.byHash(keyHash(token));
    if (found === undefined) return "unknown";
    const { expiresCalcond: untilCalcond } = found;
    if (this.#deadlines.reckon() >= untilCalcond) return "expired";
    const principal = sessionPrincipal(found);
    this.ended.note(principal.keyHash, untilCalcond);
    this.#cache.add(token, { principal, untilCalcond }, since);
    return principal;
  }

  /**
   * What an envelope of this account is when its request does not say: private where nothing is set
   * or it cannot be read.
   */
  async defaultVisibility(account: string): Promise<AccountRecord["visibility"]> {
    const known = this.#visibility.get(account);
    if (known !== undefined) return known;
    const read = await this.#store.accounts.get(account).catch(faultOf);
    if (read instanceof CorruptRecordError) return "private";
    // Set meanwhile: what was read may be older.
    return (
      this.#visibility.get(account) ?? this.#remembered(account, read?.visibility ?? "private")
    );
  }

  /**
   * @throws Refusal CONFLICT where there is no such account to keep it for; DamagedError where its
   * record is damaged: such an account's envelopes stay private
   */
  setDefaultVisibility(account: string, visibility: AccountRecord["visibility"]): Step<void> {
    return {
      keys: [`acct:${account}`],
      run: async (tx) => {
        const record = await tx.get(buckets.acct, account).catch(faultOf);
        if (record instanceof CorruptRecordError) {
          // The remembered state is not what can be read any more.
          this.#visibility.delete(account);
          throw new DamagedError(
            "the preference cannot be changed, and what is computed is private unless the request names a `visibility`",
            record,
          );
        }
        if (record === undefined)
          throw new Refusal("CONFLICT", "there is no account to keep a preference for");
        tx.put(buckets.acct, account, { ...record, visibility });
        tx.onSettled((isWritten) => {
          if (isWritten) this.#remembered(account, visibility);
        });
      },
    };
  }

  #remembered(
    account: string,
    visibility: AccountRecord["visibility"],
  ): AccountRecord["visibility"] {
    if (this.#visibility.size >= CACHED_KEYS_MAX) this.#visibility.clear();
    this.#visibility.set(account, visibility);
    return visibility;
  }

  /** The same without a wait, or undefined when it is not in memory yet. */
  knownVisibility(account: string): AccountRecord["visibility"] | undefined {
    return this.#visibility.get(account);
  }
}

function principalOf({ account, hash, machine, prefix, purpose }: FoundKey): Principal {
  return {
    owner: account,
    kind: machine === undefined ? "account" : "machine",
    machine: machine ?? null,
    keyHash: hash,
    keyPrefix: prefix,
    unlimited: purpose === "master",
    spinUpOnly: false,
  };
}

function sessionPrincipal({ account, hash, prefix }: FoundSession): Principal {
  return {
    owner: account,
    kind: "session",
    machine: null,
    keyHash: hash,
    keyPrefix: prefix,
    unlimited: false,
    spinUpOnly: false,
  };
}
