/** API keys, known only by their hash: who reads the database cannot use them. */
import { hash as digestOf } from "node:crypto";
import { buckets } from "../records/buckets.js";
import type { Operation } from "../kv/kv.js";
import type { KeyRecord } from "../records/records.js";
import { CorruptRecordError } from "../kv/errors.js";
import { faultOf } from "../kv/table.js";
import { Table, type Reader } from "./table.js";

const PREFIX_CHARS = 12;

export type NewKey = Omit<KeyRecord, "prefix" | "revokedCalcond" | "replacedBy">;

export interface FoundKey extends KeyRecord {
  /** sha256 of the key, hex. */
  readonly hash: string;
}

/** A key whose record cannot be read: nobody gets in with it. */
export interface DamagedKey {
  readonly hash: string;
  /** Null where that cannot be read either. */
  readonly prefix: string | null;
}

export interface KeysOfAccount {
  /** By hash. */
  readonly keys: readonly FoundKey[];
  readonly damaged: readonly DamagedKey[];
}

export function keyHash(key: string): string {
  return digestOf("sha256", key);
}

/** First 12 characters: shown in lists, useless to log in with. */
export function keyPrefix(key: string): string {
  return key.slice(0, PREFIX_CHARS);
}

export class KeyRepository {
  readonly #keys: Table<string, KeyRecord>;
  /** The prefix of each key of an account, by its hash. */
  readonly #ofAccounts: Table<readonly [account: string, hash: string], string>;

  constructor(store: Reader) {
    this.#keys = new Table(store, buckets.key);
    this.#ofAccounts = new Table(store, buckets.keyacct);
  }

  /** The operations that let `key` in. The key itself is in none of them beyond its prefix. */
  addOps(key: string, newKey: NewKey): readonly Operation[] {
    const hash = keyHash(key);
    const prefix = keyPrefix(key);
    const record: KeyRecord = { ...newKey, prefix, revokedCalcond: null };
    return [this.#keys.put(hash, record), this.#ofAccounts.put([newKey.account, hash], prefix)];
  }

  revokeOps({ hash, ...record }: FoundKey, calcond: number): readonly Operation[] {
    return [this.#keys.put(hash, { ...record, revokedCalcond: calcond })];
  }

  /** Forgets a key: anyone who brings it is as unknown as with a revoked one. */
  removeOps({ hash, account }: Pick<FoundKey, "hash" | "account">): readonly Operation[] {
    return [this.#keys.del(hash), this.#ofAccounts.del([account, hash])];
  }

  /** The record of a key, revoked or not. */
  find(key: string): Promise<FoundKey | undefined> {
    return this.byHash(keyHash(key));
  }

  async byHash(hash: string): Promise<FoundKey | undefined> {
    const record = await this.#keys.get(hash);
    return record === undefined ? undefined : { hash, ...record };
  }

  /** All keys of an account; what one damaged record says is missing, and no other's. */
  async ofAccount(account: string): Promise<KeysOfAccount> {
    const hashes: string[] = [];
    const all = { gte: [account, "0".repeat(64)], lt: [account, "f".repeat(64)] } as const;
    for await (const [, hash] of this.#ofAccounts.keys(all)) hashes.push(hash);
    const records = await this.#keys.getEach(hashes);
    const keys: FoundKey[] = [];
    const damaged: DamagedKey[] = [];
    for (const [i, record] of records.entries()) {
      const hash = hashes[i]!;
      if (record instanceof CorruptRecordError)
        damaged.push({ hash, prefix: await this.#prefixOf(account, hash) });
      else if (record !== undefined) keys.push({ hash, ...record });
    }
    return { keys, damaged };
  }

  /** The prefix that the account's list has beside the record. */
  async #prefixOf(account: string, hash: string): Promise<string | null> {
    const listed = await this.#ofAccounts.get([account, hash]).catch(faultOf);
    return typeof listed === "string" ? listed : null;
  }
}
