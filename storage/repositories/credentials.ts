/** Credentials for providers of models, and what was used of each. */
import { buckets } from "../records/buckets.js";
import { CorruptRecordError } from "../kv/errors.js";
import type { Operation } from "../kv/kv.js";
import type { CredentialRecord, CredentialUse } from "../records/llmRecords.js";
import { Table, type Reader } from "./table.js";

export type CredentialKey = readonly [account: string, id: string];

/** Behind every id: shorter keys come first. */
const ID_END = "~".repeat(65);

export class CredentialRepository {
  readonly #credentials: Table<CredentialKey, CredentialRecord>;
  readonly #uses: Table<CredentialKey, CredentialUse>;

  constructor(store: Reader) {
    this.#credentials = new Table(store, buckets.llmcred);
    this.#uses = new Table(store, buckets.llmuse);
  }

  get(key: CredentialKey): Promise<CredentialRecord | undefined> {
    return this.#credentials.get(key);
  }

  use(key: CredentialKey): Promise<CredentialUse | undefined> {
    return this.#uses.get(key);
  }

  /** By id; null in the place of a record that is damaged. */
  async ofAccount(
    account: string,
  ): Promise<readonly (readonly [id: string, record: CredentialRecord | null])[]> {
    const keys: CredentialKey[] = [];
    for await (const key of this.#credentials.keys({ gte: [account, ""], lt: [account, ID_END] }))
      keys.push(key);
    return this.#each(keys);
  }

  /** Of all accounts. */
  async all(): Promise<readonly (readonly [CredentialKey, CredentialRecord | null])[]> {
    const keys: CredentialKey[] = [];
    const stretch = { gte: ["", ""], lt: [ID_END, ""] } as const;
    for await (const key of this.#credentials.keys(stretch)) keys.push(key);
    const records = await this.#credentials.getEach(keys);
    return records.map((record, i) => [keys[i]!, readable(record)] as const);
  }

  async #each(
    keys: readonly CredentialKey[],
  ): Promise<readonly (readonly [string, CredentialRecord | null])[]> {
    const records = await this.#credentials.getEach(keys);
    return records.map((record, i) => [keys[i]![1], readable(record)] as const);
  }

  putOps(key: CredentialKey, record: CredentialRecord): readonly Operation[] {
    return [this.#credentials.put(key, record)];
  }

  removeOps(key: CredentialKey): readonly Operation[] {
    return [this.#credentials.del(key), this.#uses.del(key)];
  }

  useOps(key: CredentialKey, use: CredentialUse): readonly Operation[] {
    return [this.#uses.put(key, use)];
  }
}

function readable(
  record: CredentialRecord | CorruptRecordError | undefined,
): CredentialRecord | null {
  return record === undefined || record instanceof CorruptRecordError ? null : record;
}
