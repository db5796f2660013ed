/**
 * What a node is doing for others: nothing, computing jobs, or trying something out, never two at
 * once. Only what was asked for is kept; the market for jobs asks here before it gives one.
 */
import type { Store } from "../../storage/store.js";
import type { VaultHead } from "../../storage/records/vault/head.js";
import type { Step } from "../ledger/effects.js";
import { guardKey } from "./vaultKeys.js";

export type ContributionMode = VaultHead["mode"];

export interface ModeSet {
  readonly mode: ContributionMode;
  /** What ran until now. */
  readonly preempted?: ContributionMode;
}

export class Contribution {
  readonly #store: Store;
  #onSet: (account: string, mode: ContributionMode) => void = () => undefined;

  constructor({ store }: { readonly store: Store }) {
    this.#store = store;
  }

  async mode(account: string): Promise<ContributionMode> {
    return (await this.#store.vault.head(account)).mode;
  }

  /** Told of each mode that was set. */
  onSet(listener: (account: string, mode: ContributionMode) => void): void {
    this.#onSet = listener;
  }

  /** What ran in another mode ends, and is told. */
  set(account: string, mode: ContributionMode): Step<ModeSet> {
    return {
      keys: [guardKey(account)],
      run: async (tx) => {
        const head = await this.#store.vault.head(account);
        tx.add(this.#store.vault.headOps(account, { ...head, mode, edition: head.edition + 1 }));
        tx.onSettled((isWritten) => {
          if (isWritten) this.#onSet(account, mode);
        });
        return { mode, ...preemptedBy(mode, head) };
      },
    };
  }
}

function preemptedBy(mode: ContributionMode, head: VaultHead): Pick<ModeSet, "preempted"> {
  return head.mode !== "idle" && head.mode !== mode ? { preempted: head.mode } : {};
}
