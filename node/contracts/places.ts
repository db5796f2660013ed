/**
 * Where the machines of contracts are. Those that were written last are kept in memory: a firing
 * would read one three times, and each reading of the database costs as much as a guard.
 */
import { buckets } from "../../storage/records/buckets.js";
import type { ContractProgress } from "../../storage/records/contractRecords.js";
import type { Store } from "../../storage/store.js";
import type { EffectTransaction } from "../ledger/effects.js";

const KEPT_MAX = 16_384;
/** One with a longer window is read from the store. */
const KEPT_WINDOW_MAX = 64;

export class Places {
  readonly #store: Store;
  /** As they are durable; the one that was written longest ago comes first. */
  readonly #kept = new Map<string, ContractProgress>();

  constructor(store: Store) {
    this.#store = store;
  }

  async find(id: string): Promise<ContractProgress | undefined> {
    return this.#kept.get(id) ?? this.#store.contracts.progress(id);
  }

  /** Under the guard of the contract, before the transaction writes one. */
  async read(tx: EffectTransaction, id: string): Promise<ContractProgress | undefined> {
    return this.#kept.get(id) ?? tx.get(buckets.contractstate, id);
  }

  /** Under the guard of the contract. */
  write(tx: EffectTransaction, id: string, progress: ContractProgress): void {
    tx.put(buckets.contractstate, id, progress);
    this.written(tx, id, progress);
  }

  /** What a transaction writes otherwise. Only writers keep: a reading may end behind a write. */
  written(tx: EffectTransaction, id: string, progress: ContractProgress): void {
    tx.onSettled((isWritten) => {
      this.#kept.delete(id);
      if (!isWritten || progress.at.window.items.length > KEPT_WINDOW_MAX) return;
      this.#kept.set(id, progress);
      if (this.#kept.size > KEPT_MAX) this.#kept.delete(this.#kept.keys().next().value!);
    });
  }
}
