/**
 * Changes of vaults: what moves, burns, is filed, locked or bonded, with the ledger's entry in the batch of the tokens. What one
 * batch takes is one batch. More is written down first, as an intent with its list and the answer, then carried out part by
 * part, each with how far it is: from then on it happens whole, whatever ends the process. In between every token has one owner.
 */
import { randomBytes } from "node:crypto";
import { ApiError } from "../../api/errors.js";
import { BURN_FREE, BURN_PAID, HOUSE, purseOf, type LedgerDelta } from "../../protocol/economy/accounts.js";
import { TOKEN_ID_BYTES } from "../../protocol/economy/transferOrder.js";
import type { JsonObject, Logger } from "../../protocol/ports.js";
import { BusyError } from "../../storage/errors.js";
import type { Operation } from "../../storage/kv.js";
import type { Store } from "../../storage/store.js";
import type { VaultEdit, VaultHead } from "../../storage/vault/edit.js";
import type { Leaf } from "../../storage/vault/leaf.js";
import type { IntentHead, VaultAction } from "../../storage/vault/records.js";
import { guardKey, VAULT_BATCH_TOKENS_MAX, type Vault } from "./vault.js";
import { PartWriter, type TokenList } from "./vaultParts.js";

/** Where the ledger books entries, in one batch with other operations. */
export interface LedgerPoster {
  post(
    posting: { readonly kind: string; readonly entries: readonly LedgerDelta[]; readonly note?: JsonObject },
    operations: readonly Operation[],
  ): Promise<{ readonly journal: number; readonly hash: string }>;
}

export interface VaultChangeModules {
  readonly store: Store;
  readonly vault: Vault;
  readonly ledger: LedgerPoster;
  readonly log: Logger;
  /** Tokens of one batch; for tests of what takes several. */
  readonly batchTokensMax?: number;
  /** Told before the work of a change of several batches begins. */
  readonly onLarge?: () => void;
}

/** Writes that share the batch of an effect, given the text of its answer. */
export type Also = (body: string) => readonly Operation[];

/** What a change came to. */
export interface Changed {
  /** Tokens that are other than before. */
  readonly count: number;
  readonly value: number;
  readonly listHash: string;
}

export interface Change {
  readonly account: string;
  readonly action: VaultAction;
  readonly note: Readonly<Record<string, string | number>>;
  /** Puts the list together, ascending, under the guard. */
  gather(parts: PartWriter): Promise<void>;
  /** The list was drawn from what the action takes: it need not be looked at before the first part is carried out. */
  readonly fits?: true;
  /** What else changes in the head of the vault. */
  readonly head?: Partial<VaultHead>;
  /** Text of the answer. */
  body(changed: Changed): string;
  /** Further writes of the first batch, the one that decides. */
  also(body: string): readonly Operation[];
}

interface Applied {
  readonly edits: readonly VaultEdit[];
  readonly deltas: readonly LedgerDelta[];
  readonly count: number;
  readonly value: number;
}

const INTENT_BYTES = 8;

export class VaultChanges {
  readonly #modules: VaultChangeModules;
  /** Intents that a failed write left half done, with the accounts they hold. */
  readonly #unfinished = new Map<string, readonly string[]>();

  constructor(modules: VaultChangeModules) {
    this.#modules = modules;
  }

  /** Carries out what an earlier run of the node had begun. Nothing else may use the vaults yet. */
  async recover(): Promise<void> {
    const { store, log } = this.#modules;
    for await (const [intent, head] of store.vaultOrders.intents()) {
      log.info("a change of a vault that was under way is carried out", { parts: head.parts, done: head.done });
      // A node that may not write yet goes on with it when somebody needs these vaults.
      await this.#carryOut(intent, head).catch((error: unknown) => {
        log.warn("a change of a vault waits until this node can write", { error: String(error) });
      });
    }
    const orphans = await store.vaultOrders.orphanOps();
    if (orphans.length > 0) await store.write(orphans);
  }

  /** What a change needs to be alone with; `fn` runs after everything sealed for the first account was taken in. */
  async guarded<T>(accounts: readonly string[], fn: () => Promise<T>): Promise<T> {
    await this.#finishUnfinished(accounts);
    const { store, vault } = this.#modules;
    return store.guards.withGuard(accounts.map(guardKey), async () => {
      if (this.#blocking(accounts).length > 0) throw new BusyError("a change of this vault that is not finished");
      await vault.settleGuarded(accounts[0]!);
      return fn();
    });
  }

  /**
   * To be called within `guarded` of the accounts concerned. Resolves when all of it is durable.
   * @returns the text of the answer
   * @throws ApiError when the action does not take a token; nothing is changed then
   */
  async change(change: Change): Promise<string> {
    const { store, batchTokensMax = VAULT_BATCH_TOKENS_MAX } = this.#modules;
    const intent = randomBytes(INTENT_BYTES).toString("hex");
    const writer = new PartWriter(store, intent, batchTokensMax);
    try {
      await change.gather(writer);
      const list = await writer.end();
      return list.only === null ? await this.#inParts(intent, change, list) : await this.#atOnce(change, list, list.only);
    } catch (error) {
      await this.#dropParts(intent);
      throw error;
    }
  }

  async #atOnce(change: Change, { listHash }: TokenList, ids: Uint8Array): Promise<string> {
    const { account, action, note } = change;
    const applied = await this.#apply(account, action, ids);
    const body = change.body({ count: applied.count, value: applied.value, listHash });
    await this.#write(action, applied, { ...note, listHash, count: applied.count }, change.also(body), change.head);
    return body;
  }

  async #inParts(intent: string, change: Change, list: TokenList): Promise<string> {
    const { store, onLarge } = this.#modules;
    onLarge?.();
    const { account, action } = change;
    const { listHash, parts } = list;
    let [count, value] = [list.count, 0];
    if (change.fits !== true) {
      count = 0;
      for (let part = 1; part <= parts; part += 1) {
        const applied = await this.#apply(account, action, await store.vaultOrders.part(intent, part));
        [count, value] = [count + applied.count, value + applied.value];
      }
    }
    const head: IntentHead = { account, action, parts, done: 0, note: { ...change.note, listHash, count } };
    const body = change.body({ count, value, listHash });
    const vaultHead = await store.vault.head(account);
    const headOps = change.head === undefined ? []
      : store.vault.headOps(account, { ...vaultHead, ...change.head, edition: vaultHead.edition + 1 });
    // A write that is reported as failed may be kept all the same: then it happens whole, too.
    this.#unfinished.set(intent, holders(account, action));
    await store.write([...store.vaultOrders.intentOps(intent, head), ...headOps, ...change.also(body)]);
    await this.#carryOut(intent, head);
    return body;
  }

  /** The rest of an intent. Failing, it is kept for the next who needs its accounts, or for the next start. */
  async #carryOut(intent: string, head: IntentHead): Promise<void> {
    const { store, log } = this.#modules;
    const { account, action, parts, note } = head;
    this.#unfinished.set(intent, holders(account, action));
    for (let part = head.done + 1; part <= parts; part += 1) {
      try {
        const applied = await this.#apply(account, action, await store.vaultOrders.part(intent, part));
        await this.#write(action, applied, { ...note, part, parts }, store.vaultOrders.doneOps(intent, head, part));
      } catch (error) {
        log.error("a part of a change of a vault was not written; it will be", { part, parts, error: String(error) });
        throw error;
      }
    }
    this.#unfinished.delete(intent);
  }

  async #finishUnfinished(accounts: readonly string[]): Promise<void> {
    const { store } = this.#modules;
    for (const intent of this.#blocking(accounts)) {
      await store.guards.withGuard((this.#unfinished.get(intent) ?? []).map(guardKey), async () => {
        const head = await store.vaultOrders.intent(intent);
        if (head === undefined) this.#unfinished.delete(intent);
        else if (this.#unfinished.has(intent)) await this.#carryOut(intent, head);
      });
    }
  }

  #blocking(accounts: readonly string[]): readonly string[] {
    if (this.#unfinished.size === 0) return [];
    return [...this.#unfinished].filter(([, held]) => held.some((one) => accounts.includes(one))).map(([intent]) => intent);
  }

  /** Parts of a list that came to nothing. */
  async #dropParts(intent: string): Promise<void> {
    const { store, log } = this.#modules;
    if (await store.vaultOrders.intent(intent) !== undefined) return;
    this.#unfinished.delete(intent);
    const parts = await store.vaultOrders.partsOps(intent);
    if (parts.length === 0) return;
    await store.write(parts).catch((error: unknown) => {
      log.warn("a list that is not needed is kept up to the next start", { error: String(error) });
    });
  }

  async #write(
    action: VaultAction, { edits, deltas }: Applied, note: JsonObject, also: readonly Operation[], head?: Partial<VaultHead>,
  ): Promise<void> {
    const { store, ledger } = this.#modules;
    const operations: Operation[] = [];
    for (const [i, edit] of edits.entries()) operations.push(...await edit.finish(i === 0 ? head : {}));
    operations.push(...also);
    if (deltas.length === 0) await store.write(operations);
    else await ledger.post({ kind: action.kind, entries: deltas, note }, operations);
  }

  /** @throws ApiError for a token that the account does not hold or the action does not take */
  async #apply(account: string, action: VaultAction, ids: Uint8Array): Promise<Applied> {
    const { store } = this.#modules;
    const groups = byPrefix(ids);
    const edit = store.vault.edit(account, await store.vault.head(account));
    await edit.load(groups.keys());
    const receiver = action.kind === "transfer" ? store.vault.edit(action.to, await store.vault.head(action.to)) : null;
    await receiver?.load(groups.keys());
    const sums = { count: 0, paid: 0, free: 0 };
    for (const [prefix, group] of groups) {
      const leaf = edit.leaf(prefix);
      const places = group.map((id) => placeOf(leaf, id, action));
      if (action.kind === "transfer" || action.kind === "burn" || action.kind === "slash") {
        for (const place of places) sums[leaf.isFree(place) ? "free" : "paid"] += leaf.valueAt(place);
        sums.count += places.length;
        const given = leaf.extract(places);
        receiver?.leaf(prefix).receive(given);
      } else for (const place of places) sums.count += mark(leaf, place, action) ? 1 : 0;
    }
    return { edits: receiver === null ? [edit] : [edit, receiver], deltas: deltasOf(account, action, sums), count: sums.count,
      value: sums.paid + sums.free };
  }
}

/** Whose vaults a change is about. */
function holders(account: string, action: VaultAction): readonly string[] {
  return action.kind === "transfer" ? [account, action.to] : [account];
}

function byPrefix(ids: Uint8Array): ReadonlyMap<number, readonly Uint8Array[]> {
  const groups = new Map<number, Uint8Array[]>();
  for (let at = 0; at < ids.length; at += TOKEN_ID_BYTES) {
    const id = ids.subarray(at, at + TOKEN_ID_BYTES);
    const prefix = id[0]! * 0x100 + id[1]!;
    const known = groups.get(prefix);
    if (known === undefined) groups.set(prefix, [id]);
    else known.push(id);
  }
  return groups;
}

function placeOf(leaf: Leaf, id: Uint8Array, action: VaultAction): number {
  const place = leaf.indexOf(id);
  const token_id = Buffer.from(id).toString("hex");
  if (place < 0) throw notHeld(token_id);
  if ((action.kind === "transfer" || action.kind === "burn") && !leaf.isMovable(place)) {
    throw new ApiError("NOT_MOVABLE", `${token_id} ${whyFixed(leaf, place)}; nothing was changed`, { members: { token_id } });
  }
  return place;
}

function whyFixed(leaf: Leaf, place: number): string {
  if (leaf.bondAt(place) !== 0) return "is part of a contribution bond";
  if (leaf.isLocked(place)) return "is locked for a vote";
  return "is soulbound: free credits paid for it";
}

/** Of somebody else's tokens the same is said as of those that do not exist. */
export function notHeld(token_id: string): ApiError {
  return new ApiError("NOT_FOUND", `the account holds no envelope ${token_id}; nothing was changed`, { members: { token_id } });
}

/** @returns whether it changed anything */
function mark(leaf: Leaf, place: number, action: Extract<VaultAction, { readonly kind: "folder" | "lock" | "bond" }>): boolean {
  switch (action.kind) {
    case "folder": {
      if (leaf.folderAt(place) === action.folder) return false;
      leaf.setFolder(place, action.folder);
      return true;
    }
    case "lock": {
      if (leaf.isLocked(place) === action.locked) return false;
      leaf.setLocked(place, action.locked);
      return true;
    }
    case "bond":
      leaf.setBond(place, action.bond);
      return true;
    default:
      return action satisfies never;
  }
}

function deltasOf(
  account: string, action: VaultAction, { paid, free }: { readonly paid: number; readonly free: number },
): readonly LedgerDelta[] {
  const held = purseOf("held", account);
  if (action.kind === "transfer") {
    return [{ account: held, delta: -paid }, { account: purseOf("held", action.to), delta: paid }];
  }
  if (action.kind !== "burn" && action.kind !== "slash") return [];
  const deltas = [{ account: held, delta: -paid }, { account: BURN_PAID, delta: paid },
    { account: HOUSE, delta: -free }, { account: BURN_FREE, delta: free }];
  return deltas.filter(({ delta }) => delta !== 0);
}

