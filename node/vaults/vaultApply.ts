/** What actions do to tokens, and the entries of the ledger that follow. */
import { Refusal } from "../../protocol/errors/refusal.js";
import {
  BURN_FREE,
  BURN_PAID,
  HOUSE,
  purseOf,
  type LedgerDelta,
} from "../../protocol/economy/accounts.js";
import { TOKEN_ID_BYTES } from "../../protocol/economy/transferOrder.js";
import type { Store } from "../../storage/store.js";
import type { VaultEdit } from "../../storage/vault/edit.js";
import type { Leaf } from "../../storage/records/vault/leaf.js";
import type { VaultAction } from "../../storage/records/vault/records.js";

/** Tokens of one batch, changed but not written. */
export interface Applied {
  readonly edits: readonly VaultEdit[];
  readonly deltas: readonly LedgerDelta[];
  readonly count: number;
  readonly value: number;
}

/** What an owner gives away, for which envelopes have to be movable. */
const GIVEN_BY_OWNERS: ReadonlySet<VaultAction["kind"]> = new Set(["transfer", "burn", "move.out"]);
const ENDING: ReadonlySet<VaultAction["kind"]> = new Set(["burn", "slash", "move.out"]);

/** Whether envelopes are no longer live on this node after it. */
export function endsHere(
  action: VaultAction,
): action is Extract<VaultAction, { readonly kind: "burn" | "slash" | "move.out" }> {
  return ENDING.has(action.kind);
}

/** @throws Refusal for a token that the account does not hold or the action does not take */
export async function applyTokens(
  store: Store,
  account: string,
  action: VaultAction,
  ids: Uint8Array,
): Promise<Applied> {
  const groups = byPrefix(ids);
  const edit = store.vault.edit(account, await store.vault.head(account));
  await edit.load(groups.keys());
  const receiver =
    action.kind === "transfer"
      ? store.vault.edit(action.to, await store.vault.head(action.to))
      : null;
  await receiver?.load(groups.keys());
  const sums = { count: 0, paid: 0, free: 0 };
  for (const [prefix, group] of groups) {
    const leaf = edit.leaf(prefix);
    const places = group.map((id) => placeOf(leaf, id, action));
    if (action.kind === "transfer" || endsHere(action)) {
      for (const place of places) sums[leaf.isFree(place) ? "free" : "paid"] += leaf.valueAt(place);
      sums.count += places.length;
      const given = leaf.extract(places);
      receiver?.leaf(prefix).receive(given);
    } else for (const place of places) sums.count += mark(leaf, place, action) ? 1 : 0;
  }
  return {
    edits: receiver === null ? [edit] : [edit, receiver],
    deltas: deltasOf(account, action, sums),
    count: sums.count,
    value: sums.paid + sums.free,
  };
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

/** @throws Refusal for a token that the leaf does not hold or the action does not take */
export function placeOf(leaf: Leaf, id: Uint8Array, action: VaultAction): number {
  const place = leaf.indexOf(id);
  const token_id = Buffer.from(id).toString("hex");
  if (place < 0) throw notHeld(token_id);
  if (GIVEN_BY_OWNERS.has(action.kind) && !leaf.isMovable(place)) {
    throw new Refusal("NOT_MOVABLE", `${token_id} ${whyFixed(leaf, place)}; nothing was changed`, {
      members: { token_id },
    });
  }
  return place;
}

function whyFixed(leaf: Leaf, place: number): string {
  if (leaf.bondAt(place) !== 0) return "is part of a contribution bond";
  if (leaf.isLocked(place)) return "is locked for a vote";
  return "is soulbound: free credits paid for it";
}

/** Of somebody else's tokens the same is said as of those that do not exist. */
export function notHeld(token_id: string): Refusal {
  return new Refusal(
    "NOT_FOUND",
    `the account holds no envelope ${token_id}; nothing was changed`,
    { members: { token_id } },
  );
}

/** What leaves a token with its owner. */
export type MarkAction = Extract<VaultAction, { readonly kind: "folder" | "lock" | "bond" }>;

/** @returns whether it changed anything */
export function mark(leaf: Leaf, place: number, action: MarkAction): boolean {
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

export function deltasOf(
  account: string,
  action: VaultAction,
  { paid, free }: { readonly paid: number; readonly free: number },
): readonly LedgerDelta[] {
  const held = purseOf("held", account);
  if (action.kind === "transfer") {
    return [
      { account: held, delta: -paid },
      { account: purseOf("held", action.to), delta: paid },
    ];
  }
  if (!endsHere(action)) return [];
  const deltas = [
    { account: held, delta: -paid },
    { account: BURN_PAID, delta: paid },
    { account: HOUSE, delta: -free },
    { account: BURN_FREE, delta: free },
  ];
  return deltas.filter(({ delta }) => delta !== 0);
}
