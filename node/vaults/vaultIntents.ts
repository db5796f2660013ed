/**
 * Changes of several batches as earlier versions made them: written down first, as an intent with
 * its list, then carried out part by part. What such a version left under way when it ended is
 * carried out; nothing new is begun so.
 */
import type { Logger } from "../../protocol/ports.js";
import type { Store } from "../../storage/store.js";
import type { IntentHead } from "../../storage/vault/records.js";
import { guardKey } from "./vault.js";
import { applyTokens, holders, writeApplied, type LedgerPoster } from "./vaultApply.js";

interface IntentModules {
  readonly store: Store;
  readonly ledger: LedgerPoster;
  readonly log: Logger;
}

export class VaultIntents {
  readonly #modules: IntentModules;
  /** Intents that could not be carried out yet, with the accounts they hold. */
  readonly #unfinished = new Map<string, readonly string[]>();

  constructor(modules: IntentModules) {
    this.#modules = modules;
  }

  /** Nothing else may use the vaults yet. */
  async recover(): Promise<void> {
    const { store, log } = this.#modules;
    for await (const [intent, head] of store.vaultOrders.intents()) {
      log.info("a change of a vault that was under way is carried out", {
        parts: head.parts,
        done: head.done,
      });
      // A node that may not write yet goes on with it when somebody needs these vaults.
      await this.#carryOut(intent, head).catch((error: unknown) => {
        log.warn("a change of a vault waits until this node can write", { error: String(error) });
      });
    }
    const orphans = await store.vaultOrders.orphanOps();
    if (orphans.length > 0) await store.write(orphans);
  }

  /** Carries out what is left of intents about these accounts. The caller holds no guard. */
  async finish(accounts: readonly string[]): Promise<void> {
    const { store } = this.#modules;
    for (const intent of this.#blocking(accounts)) {
      await store.guards.withGuard((this.#unfinished.get(intent) ?? []).map(guardKey), async () => {
        const head = await store.vaultOrders.intent(intent);
        if (head === undefined) this.#unfinished.delete(intent);
        else if (this.#unfinished.has(intent)) await this.#carryOut(intent, head);
      });
    }
  }

  /** Whether any of these accounts is held by one that is not carried out. */
  holdsAny(accounts: readonly string[]): boolean {
    return this.#blocking(accounts).length > 0;
  }

  /**
   * The rest of an intent. Failing, it is kept for the next who needs its accounts, or for the next
   * start.
   */
  async #carryOut(intent: string, head: IntentHead): Promise<void> {
    const { store, log } = this.#modules;
    const { account, action, parts, note } = head;
    this.#unfinished.set(intent, holders(account, action));
    for (let part = head.done + 1; part <= parts; part += 1) {
      try {
        const applied = await applyTokens(
          store,
          account,
          action,
          await store.vaultOrders.part(intent, part),
        );
        await writeApplied(
          this.#modules,
          action.kind,
          applied,
          { ...note, part, parts },
          store.vaultOrders.doneOps(intent, head, part),
        );
      } catch (error) {
        log.error("a part of a change of a vault was not written; it will be", {
          part,
          parts,
          error: String(error),
        });
        throw error;
      }
    }
    this.#unfinished.delete(intent);
  }

  #blocking(accounts: readonly string[]): readonly string[] {
    if (this.#unfinished.size === 0) return [];
    return [...this.#unfinished]
      .filter(([, held]) => held.some((one) => accounts.includes(one)))
      .map(([intent]) => intent);
  }
}
