/**
 * Accounts and their keys. A key is kept only as its hash and a 12-character prefix, and shown once.
 * Known keys are remembered in memory, so that a request costs one lookup instead of a disk read.
 */
import { createHmac, randomBytes } from "node:crypto";
import type { Principal } from "../../api/contract/call.js";
import { instantOf } from "../../protocol/kernel/modulation.js";
import type { Clock } from "../../protocol/ports.js";
import { buckets } from "../../storage/buckets.js";
import { CorruptRecordError } from "../../storage/errors.js";
import type { Operation } from "../../storage/kv.js";
import type { AccountRecord } from "../../storage/records.js";
import { keyHash, type FoundKey } from "../../storage/repositories/keys.js";
import type { Store } from "../../storage/store.js";
import { isWellFormedKey, keyFromEntropy, KEY_PREFIX_CHARS, makeAccountKey } from "./keyFormat.js";

export const OPERATOR_ACCOUNT = "operator";
/** Keys remembered; the least recently added goes first. */
const CACHED_KEYS_MAX = 10_000;
export const SHARED_DEMO_DAILY_LIMIT = 10;
const DEMO_PLAN = "demo";
/** Credits a free account may compute for in a day; stated, and not enforced while nothing is charged. */
const DEMO_DAILY_LIMIT = 128;

/** Writes that share the batch of an effect, given the text of its answer. */
type Also = (body: string) => readonly Operation[];
const NOTHING_ELSE: Also = () => [];

type Lookup = Principal | "malformed" | "unknown";

interface AccountModules { readonly store: Store; readonly clock: Clock; readonly proofKey: Uint8Array }

export class AccountExistsError extends Error {
  override readonly name = "AccountExistsError";
}

export class Accounts {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #cache = new Map<string, Principal>();
  readonly #visibility = new Map<string, AccountRecord["visibility"]>();
  /** Public by nature: everybody gets the same one, so nothing about it is stored. */
  readonly sharedDemoKey: string;
  readonly #shared: Principal;

  constructor({ store, clock, proofKey }: AccountModules) {
    this.#store = store;
    this.#clock = clock;
    this.sharedDemoKey = keyFromEntropy(createHmac("sha256", proofKey).update("calc-shared-demo-key/1").digest());
    this.#shared = { owner: "demo-shared", kind: "account",
      keyPrefix: this.sharedDemoKey.slice(0, KEY_PREFIX_CHARS), unlimited: false, spinUpOnly: true };
  }

  /** Keys remembered in memory. */
  get cached(): number { return this.#cache.size; }

  /** Mints the operator's master key of this start and revokes those of earlier ones, in one batch. */
  async mintOperatorKey(): Promise<string> {
    const calcond = this.#calcond();
    const key = makeAccountKey();
    await this.#store.guards.withGuard([`acct:${OPERATOR_ACCOUNT}`], async (tx) => {
      if (await this.#store.accounts.get(OPERATOR_ACCOUNT) === undefined) {
        tx.add(this.#store.accounts.putOps({ account: OPERATOR_ACCOUNT, cid: null, publicKey: null, plan: "operator",
          createdCalcond: calcond, visibility: "private" }));
      }
      for (const old of await this.#store.keys.ofAccount(OPERATOR_ACCOUNT)) {
        if (old.revokedCalcond === null) tx.add(this.#store.keys.revokeOps(old, calcond));
      }
      tx.add(this.#store.keys.addOps(key, { account: OPERATOR_ACCOUNT, purpose: "master", createdCalcond: calcond }));
    });
    return key;
  }

  /**
   * @param also further writes of the same batch, made from the answer's text.
   * @returns the answer's text, which shows the new key once. @throws AccountExistsError when the digest is taken.
   */
  async register(cid: string, publicKey: string, also: Also = NOTHING_ELSE): Promise<string> {
    const key = makeAccountKey();
    const body = JSON.stringify({ account: cid, cid, key });
    await this.#store.guards.withGuard([`uniq:cid/${cid}`], async (tx) => {
      if (await tx.get(buckets.cid, cid) !== undefined) throw new AccountExistsError(cid);
      tx.add(this.#store.accounts.putOps({ account: cid, cid, publicKey, plan: "free",
        createdCalcond: this.#calcond(), visibility: "private" }));
      tx.add(this.#store.keys.addOps(key, { account: cid, purpose: "compute", createdCalcond: this.#calcond() }));
      tx.add(also(body));
    });
    return body;
  }

  /** An account of its own for a visitor without an identity. @returns the answer's text, which shows the key once. */
  async mintDemoKey(also: Also = NOTHING_ELSE): Promise<string> {
    const key = makeAccountKey();
    const body = JSON.stringify({ key, plan: DEMO_PLAN, dailyLimit: DEMO_DAILY_LIMIT });
    const account = `demo_${randomBytes(16).toString("hex")}`;
    const createdCalcond = this.#calcond();
    await this.#store.write([
      ...this.#store.accounts.putOps({ account, cid: null, publicKey: null, plan: DEMO_PLAN, createdCalcond,
        visibility: "private" }),
      ...this.#store.keys.addOps(key, { account, purpose: "compute", createdCalcond }),
      ...also(body),
    ]);
    return body;
  }

  /** Who a key belongs to: at once when the key is known, else after a look into the store. */
  authenticate(key: string): Lookup | Promise<Lookup> {
    const known = this.#cache.get(key);
    if (known !== undefined) return known;
    if (!isWellFormedKey(key)) return "malformed";
    if (key === this.sharedDemoKey) return this.#shared;
    return this.#find(key);
  }

  async #find(key: string): Promise<Lookup> {
    // The index is by SHA-256: finding it takes the same time whatever prefix of a key is right.
    const found = await this.#store.keys.byHash(keyHash(key));
    if (found === undefined || found.revokedCalcond !== null) return "unknown";
    const principal = principalOf(found);
    if (this.#cache.size >= CACHED_KEYS_MAX) {
      const oldest = this.#cache.keys().next().value;
      if (oldest !== undefined) this.#cache.delete(oldest);
    }
    this.#cache.set(key, principal);
    return principal;
  }

  /** What an envelope of this account is when its request does not say: private where nothing is set or it cannot be read. */
  async defaultVisibility(account: string): Promise<AccountRecord["visibility"]> {
    const known = this.#visibility.get(account);
    if (known !== undefined) return known;
    const read = await this.#store.accounts.get(account).catch((error: unknown) => {
      if (error instanceof CorruptRecordError) return null;
      throw error;
    });
    if (read === null) return "private";
    // Set meanwhile: what was read may be older.
    return this.#visibility.get(account) ?? this.#remembered(account, read?.visibility ?? "private");
  }

  /** @returns false when there is no such account to keep it for; such an account's envelopes stay private. */
  async setDefaultVisibility(account: string, visibility: AccountRecord["visibility"]): Promise<boolean> {
    const kept = await this.#store.guards.withGuard([`acct:${account}`], async (tx) => {
      const record = await tx.get(buckets.acct, account);
      if (record === undefined) return false;
      tx.put(buckets.acct, account, { ...record, visibility });
      return true;
    });
    if (kept) this.#remembered(account, visibility);
    return kept;
  }

  #remembered(account: string, visibility: AccountRecord["visibility"]): AccountRecord["visibility"] {
    if (this.#visibility.size >= CACHED_KEYS_MAX) this.#visibility.clear();
    this.#visibility.set(account, visibility);
    return visibility;
  }

  /** The same without a wait, or undefined when it is not in memory yet. */
  knownVisibility(account: string): AccountRecord["visibility"] | undefined {
    return this.#visibility.get(account);
  }

  #calcond(): number { return instantOf(this.#clock.nowNs()).calcond; }
}

function principalOf(found: FoundKey): Principal {
  return { owner: found.account, kind: "account", keyPrefix: found.prefix,
    unlimited: found.purpose === "master", spinUpOnly: false };
}
