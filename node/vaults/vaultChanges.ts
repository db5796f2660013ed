/**
 * Changes of vaults: what moves, burns, is filed, locked or bonded, with the ledger's entry in the
 * batch that decides. What one batch takes is one batch. More is a sweep: the leaves are written
 * where nobody looks, as many batches as they take, and come into force with the entry. So a change
 * happens whole or not at all, whatever ends the process, and nobody sees it half done.
 */
import { Refusal } from "../../protocol/errors/refusal.js";
import { MINT_PAID, purseOf, type LedgerDelta } from "../../protocol/economy/accounts.js";
import { sumOfIds } from "../../protocol/economy/idSum.js";
import {
  TOKEN_ID_BYTES,
  tokenListHash,
  tokenListTag,
} from "../../protocol/economy/transferOrder.js";
import type { Crypto, JsonObject, Logger } from "../../protocol/ports.js";
import type { Store } from "../../storage/store.js";
import type { VaultHead } from "../../storage/records/vault/head.js";
import { NewTokens } from "../../storage/vault/newTokens.js";
import type { VaultAction } from "../../storage/records/vault/records.js";
import type { FoundTokens, SweepAction } from "../../storage/vault/sweep.js";
import type { VaultToken } from "../../storage/records/vault/tokenRow.js";
import type { EffectTransaction, Step } from "../ledger/effects.js";
import { SWEEP_BATCH_BYTES, VAULT_BATCH_TOKENS_MAX, type Vault } from "./vault.js";
import { guardKey, prefixOf } from "./vaultKeys.js";
import { applyTokens, deltasOf, endsHere, mark, notHeld, placeOf } from "./vaultApply.js";

export interface VaultChangeModules {
  readonly store: Store;
  readonly crypto: Crypto;
  readonly vault: Vault;
  readonly log: Logger;
  /** Tokens of a change that is one batch, and bytes of the batches of a larger one; for tests. */
  readonly batchTokensMax?: number;
  readonly sweepBatchBytes?: number;
  /** Told before the work of a change of several batches begins. */
  readonly onLarge?: () => void;
}

/** What a change came to. */
export interface Changed {
  /** Tokens that are other than before. */
  readonly count: number;
  readonly value: number;
  readonly listHash: string;
}

/** Which tokens a change is about. */
export type Tokens =
  /** Ascending, each once. */
  | { readonly ids: readonly string[] }
  /** Found leaf by leaf, in order; at most so many. */
  | { readonly atMost: number; found(): AsyncIterable<readonly FoundTokens[]> };

export interface Change {
  readonly account: string;
  readonly action: VaultAction;
  readonly note: Readonly<Record<string, string | number>>;
  readonly tokens: Tokens;
  /** What else changes in the head of the vault. */
  readonly head?: Partial<VaultHead>;
}

export class VaultChanges {
  readonly #modules: VaultChangeModules;

  constructor(modules: VaultChangeModules) {
    this.#modules = modules;
  }

  /**
   * A step that is alone with these vaults; `run` begins after everything sealed for the first
   * account was ingested.
   */
  guarded<T>(accounts: readonly string[], run: (tx: EffectTransaction) => Promise<T>): Step<T> {
    return {
      keys: accounts.map(guardKey),
      run: async (tx) => {
        await this.#modules.vault.settleGuarded(accounts[0]!);
        return run(tx);
      },
    };
  }

  /**
   * To be called within `guarded` of the accounts concerned, once: it reads what is durable.
   * @throws Refusal when the action does not take a token; nothing is changed then
   */
  async change(tx: EffectTransaction, change: Change): Promise<Changed> {
    const { batchTokensMax = VAULT_BATCH_TOKENS_MAX } = this.#modules;
    const { tokens } = change;
    const atMost = "ids" in tokens ? tokens.ids.length : tokens.atMost;
    return atMost > batchTokensMax ? this.#sweep(tx, change) : this.#atOnce(tx, change);
  }

  /**
   * Puts paid-funded envelopes that ended elsewhere into a vault, within `guarded` of its account.
   * @param kind of the entry, which names the sum of their ids
   * @throws RangeError for one that the account holds
   */
  async bring(
    tx: EffectTransaction,
    account: string,
    envelopes: readonly VaultToken[],
    {
      kind,
      note,
    }: { readonly kind: "move.in" | "move.back" | "move.lost"; readonly note: JsonObject },
  ): Promise<void> {
    const { crypto, store } = this.#modules;
    const tokens = new NewTokens();
    for (const token of envelopes) tokens.add(token);
    const leaves = [...tokens.groups()].flat();
    const edit = store.vault.edit(account, await store.vault.head(account));
    await edit.load(leaves.map(({ prefix }) => prefix));
    for (const { leaf, prefix } of leaves) edit.leaf(prefix).take(leaf);
    tx.add(await edit.finish());
    const ids = Buffer.from(
      envelopes
        .map(({ id }) => id)
        .sort()
        .join(""),
      "hex",
    );
    const value = envelopes.reduce((sum, token) => sum + token.value, 0);
    tx.book({
      kind,
      entries: [
        { account: purseOf("held", account), delta: value },
        { account: MINT_PAID, delta: -value },
      ],
      note: {
        ...note,
        listHash: tokenListHash(crypto, ids),
        count: envelopes.length,
        idSum: sumOfIds(ids).hex,
      },
    });
  }

  async #atOnce(tx: EffectTransaction, change: Change): Promise<Changed> {
    const { store, crypto } = this.#modules;
    const { account, action, tokens } = change;
    const ids =
      "ids" in tokens ? Buffer.from(tokens.ids.join(""), "hex") : await idsOf(tokens.found());
    const { count, deltas, edits, value } = await applyTokens(store, account, action, ids);
    const listHash = tokenListHash(crypto, ids);
    for (const [i, edit] of edits.entries()) tx.add(await edit.finish(i === 0 ? change.head : {}));
    book(tx, change, deltas, { listHash, idSum: sumOfIds(ids).hex, count });
    return { count, value, listHash };
  }

  /** All batches but the last are written on the way: nobody looks there before the last one. */
  async #sweep(tx: EffectTransaction, change: Change): Promise<Changed> {
    const { store, onLarge, sweepBatchBytes: batchBytes = SWEEP_BATCH_BYTES } = this.#modules;
    onLarge?.();
    const { account, action, tokens } = change;
    const from = { account, head: await store.vault.head(account) };
    const sweep = store.vault.sweep({
      from,
      action: await this.#swept(action),
      batchBytes,
      listTag: tokenListTag(),
    });
    const { count, paid, free, listHash, idSum } = await sweep.run(
      "ids" in tokens ? this.#named(account, action, tokens.ids) : tokens.found(),
    );
    tx.add(sweep.finish(change.head));
    book(tx, change, deltasOf(account, action, { paid, free }), { listHash, idSum, count });
    return { count, value: paid + free, listHash };
  }

  async #swept(action: VaultAction): Promise<SweepAction> {
    switch (action.kind) {
      case "burn":
      case "slash":
      case "move.out":
        return { kind: "remove" };
      case "transfer":
        return {
          kind: "move",
          to: { account: action.to, head: await this.#modules.store.vault.head(action.to) },
        };
      default:
        return { kind: "mark", mark: (leaf, place) => mark(leaf, place, action) };
    }
  }

  /** @throws Refusal for a token that the account does not hold or the action does not take */
  async *#named(
    account: string,
    action: VaultAction,
    ids: readonly string[],
  ): AsyncGenerator<readonly FoundTokens[]> {
    const byPrefix = new Map<number, string[]>();
    for (const id of ids) {
      const prefix = prefixOf(id);
      const known = byPrefix.get(prefix);
      if (known === undefined) byPrefix.set(prefix, [id]);
      else known.push(id);
    }
    for await (const group of this.#modules.store.vault.named(account, [...byPrefix.keys()])) {
      yield group.map(({ prefix, leaf, place }) => {
        const wanted = byPrefix.get(prefix)!;
        if (leaf === null) throw notHeld(wanted[0]!);
        return {
          prefix,
          leaf,
          place,
          places: wanted.map((id) => placeOf(leaf, Buffer.from(id, "hex"), action)),
        };
      });
    }
  }
}

/** Most of what leaves tokens with their owner is no entry. */
function book(
  tx: EffectTransaction,
  change: Change,
  deltas: readonly LedgerDelta[],
  came: Parameters<typeof noteOf>[1],
): void {
  if (deltas.length === 0) return;
  tx.book({ kind: change.action.kind, entries: deltas, note: noteOf(change, came) });
}

/**
 * For the journal. What ends there is named by the sum of its ids, so that an audit knows which
 * are left.
 */
function noteOf(
  { action, note }: Change,
  {
    count,
    idSum,
    listHash,
  }: { readonly count: number; readonly idSum: string; readonly listHash: string },
) {
  return { ...note, listHash, count, ...(endsHere(action) ? { idSum } : {}) };
}

async function idsOf(found: AsyncIterable<readonly FoundTokens[]>): Promise<Buffer> {
  const ids: Uint8Array[] = [];
  for await (const group of found) {
    for (const { leaf, places } of group) for (const place of places) ids.push(leaf.idAt(place));
  }
  return Buffer.concat(ids, TOKEN_ID_BYTES * ids.length);
}

/**
 * A list somebody wrote down. @param pointer where. @throws Refusal for an id that is named twice
 */
export function named(ids: readonly string[], pointer = "/token_ids"): Tokens {
  const sorted = [...ids].sort();
  for (const [i, id] of sorted.entries()) {
    if (id !== sorted[i - 1]) continue;
    const message = `${id} is named twice`;
    throw new Refusal("INVALID_INPUT", message, {
      errors: [{ pointer, code: "INVALID_INPUT", message }],
    });
  }
  return { ids: sorted };
}
