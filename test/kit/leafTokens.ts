import type { Leaf } from "../../storage/records/vault/leaf.js";
import { NewTokens } from "../../storage/vault/newTokens.js";
import type { VaultToken } from "../../storage/records/vault/tokenRow.js";

/** Puts tokens into a leaf, whatever their ids begin with. */
export function insert(leaf: Leaf, tokens: readonly VaultToken[]): void {
  const added = new NewTokens();
  for (const token of tokens) added.add(token);
  for (const group of added.groups()) for (const { leaf: part } of group) leaf.take(part);
}
