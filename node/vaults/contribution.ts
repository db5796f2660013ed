/**
 * What a node is doing for others: nothing, computing jobs, or trying something out, never two at
 * once. Only what was asked for is kept; the market for jobs asks here before it gives one.
 */
import type { Store } from "../../storage/store.js";
import type { VaultHead } from "../../storage/vault/head.js";
import { guardKey } from "./vaultKeys.js";
import type { Also } from "./vaultChanges.js";

export type ContributionMode = VaultHead["mode"];

export class Contribution {
  readonly #store: Store;

  constructor({ store }: { readonly store: Store }) {
    this.#store = store;
  }

  async mode(account: string): Promise<ContributionMode> {
    return (await this.#store.vault.head(account)).mode;
  }

  /** What ran in another mode ends. @returns the text of the answer */
  set(account: string, mode: ContributionMode, also: Also): Promise<string> {
    return this.#store.guards.withGuard([guardKey(account)], async (tx) => {
      const head = await this.#store.vault.head(account);
      const preempted = head.mode !== "idle" && head.mode !== mode ? { preempted: head.mode } : {};
      const body = JSON.stringify({ mode, ...preempted });
      tx.add(this.#store.vault.headOps(account, { ...head, mode, edition: head.edition + 1 }));
      tx.add(also(body));
      return body;
    });
  }
}
