/**
 * The sets of an account's tokens that are counted, so that any place in them is found without a
 * walk.
 */
import { ALL, MOVABLE, UNFILED, type Counts } from "../records/vault/counts.js";
import type { Leaf } from "../records/vault/leaf.js";

export type VaultSet =
  | { readonly kind: "all" }
  /** What may change its owner. */
  | { readonly kind: "movable" }
  /** What may not: soulbound, locked or bonded. */
  | { readonly kind: "fixed" }
  | { readonly kind: "unfiled" }
  | { readonly kind: "folder"; readonly folder: string };

export interface SetView {
  /** Under which name its counts are kept: a folder's own, or "" for all tokens. */
  readonly counts: string;
  /** Of its tokens below one byte. */
  count(counts: Counts, byte: number): number;
  holds(leaf: Leaf, i: number): boolean;
}

const VIEWS = {
  all: { counts: "", count: (counts, byte) => counts.at(byte, ALL), holds: () => true },
  movable: {
    counts: "",
    count: (counts, byte) => counts.at(byte, MOVABLE),
    holds: (leaf, i) => leaf.isMovable(i),
  },
  fixed: {
    counts: "",
    count: (counts, byte) => counts.at(byte, ALL) - counts.at(byte, MOVABLE),
    holds: (leaf, i) => !leaf.isMovable(i),
  },
  unfiled: {
    counts: "",
    count: (counts, byte) => counts.at(byte, UNFILED),
    holds: (leaf, i) => !leaf.isFiled(i),
  },
} as const satisfies Readonly<Record<Exclude<VaultSet["kind"], "folder">, SetView>>;

export function viewOf(set: VaultSet): SetView {
  if (set.kind !== "folder") return VIEWS[set.kind];
  const { folder } = set;
  return {
    counts: folder,
    count: (counts, byte) => counts.at(byte, 0),
    holds: (leaf, i) => leaf.folderAt(i) === folder,
  };
}
