/**
 * Who holds which envelope now. Windows just sealed are ingested by anyone who looks, with a cursor
 * in the head of the vault.
 */
import { buckets } from "../records/buckets.js";
import type { CheckedStore } from "../kv/checked.js";
import type { Operation } from "../kv/kv.js";
import { VaultEdit } from "../vault/edit.js";
import { EMPTY_VAULT, type VaultHead } from "../records/vault/head.js";
import { IntakeSweep, type IntakeSweepOptions } from "../vault/intakeSweep.js";
import { MintedWindows } from "../vault/minted.js";
import { keptCounts, readCounts } from "../vault/places.js";
import { VaultReading } from "../vault/reading.js";
import { VaultSweep, type SweepOptions, type SweepStore } from "../vault/sweep.js";
import { Table, type Reader } from "./table.js";

type VaultStore = Reader & SweepStore & Pick<CheckedStore, "inspect">;

export class VaultRepository extends VaultReading {
  /** Envelopes sealed for an account, ingested or not. */
  readonly minted: MintedWindows;
  readonly #store: VaultStore;
  readonly #heads: Table<string, VaultHead>;
  readonly #folders: Table<readonly [account: string, folder: string], { readonly count: number }>;

  constructor(store: VaultStore) {
    super(store);
    this.#store = store;
    this.minted = new MintedWindows(store);
    this.#heads = new Table(store, buckets.vault);
    this.#folders = new Table(store, buckets.folder);
  }

  /** For one reading of one state, which reads no counts twice. */
  oneReading(): VaultReading {
    const store = this.#store;
    return new VaultReading(
      store,
      keptCounts((account, set, paths) => readCounts(store, account, set, paths)),
    );
  }

  async head(account: string): Promise<VaultHead> {
    return (await this.#heads.get(account)) ?? EMPTY_VAULT;
  }

  /** All accounts with a vault. */
  heads(): AsyncIterable<readonly [account: string, head: VaultHead]> {
    return this.#heads.scan();
  }

  headOps(account: string, head: VaultHead): readonly Operation[] {
    return this.#heads.putOps(account, head);
  }

  edit(account: string, head: VaultHead): VaultEdit {
    return new VaultEdit(this.#store, account, head);
  }

  /** A change of more tokens than one batch takes. */
  sweep(options: SweepOptions): VaultSweep {
    return new VaultSweep(this.#store, options);
  }

  /** Taking in more tokens than one batch takes. */
  intakeSweep(options: IntakeSweepOptions): IntakeSweep {
    return new IntakeSweep(this.#store, options);
  }

  /** Names of the folders that hold something, with their counts, by name. */
  async folders(
    account: string,
  ): Promise<readonly { readonly folder: string; readonly count: number }[]> {
    const found: { readonly folder: string; readonly count: number }[] = [];
    // Names are ordered by their length first: the account's end is past the longest that fits.
    for await (const [[owner, folder], { count }] of this.#folders.scan({ gte: [account, ""] })) {
      if (owner !== account) break;
      found.push({ folder, count });
    }
    return found.sort((a, b) => (a.folder < b.folder ? -1 : a.folder > b.folder ? 1 : 0));
  }
}
