/**
 * Changes to one account's vault, as the operations of one batch. Leaves are changed freely; what
 * is counted follows from each leaf as it was and as it is, so that counts and tokens cannot part.
 */
import { buckets } from "../records/buckets.js";
import type { Operation } from "../kv/kv.js";
import { del, put } from "../kv/table.js";
import type { Reader } from "../kv/table.js";
import { CountChanges } from "./countChanges.js";
import { ALL, MOVABLE, UNFILED, type Counts } from "../records/vault/counts.js";
import type { VaultHead } from "../records/vault/head.js";
import { Leaf } from "../records/vault/leaf.js";
import { leafBucket, readCounts, readLeaves } from "./places.js";

interface Tally {
  count: number;
  movable: number;
  unfiled: number;
  paid: number;
  free: number;
  readonly folders: Map<string, number>;
}

function tallyOf(leaf: Leaf): Tally {
  const tally: Tally = {
    count: leaf.size,
    movable: 0,
    unfiled: 0,
    paid: 0,
    free: 0,
    folders: new Map(),
  };
  for (let i = 0; i < leaf.size; i += 1) {
    if (leaf.isMovable(i)) tally.movable += 1;
    if (leaf.isFree(i)) tally.free += leaf.valueAt(i);
    else tally.paid += leaf.valueAt(i);
    const folder = leaf.folderAt(i);
    if (folder === "") tally.unfiled += 1;
    else tally.folders.set(folder, (tally.folders.get(folder) ?? 0) + 1);
  }
  return tally;
}

export class VaultEdit {
  readonly account: string;
  readonly #store: Reader;
  readonly #head: VaultHead;
  readonly #leaves = new Map<
    number,
    { readonly leaf: Leaf; readonly before: Tally; readonly place: 0 | 1 }
  >();
  /** Counts of all tokens, by first byte. */
  readonly #below = new Map<number, Counts>();

  constructor(store: Reader, account: string, head: VaultHead) {
    this.#store = store;
    this.account = account;
    this.#head = head;
  }

  /** Reads the leaves that are to be changed. @param prefixes first two bytes of ids */
  async load(prefixes: Iterable<number>): Promise<void> {
    const absent = [...new Set(prefixes)].filter((prefix) => !this.#leaves.has(prefix));
    const firsts = [...new Set(absent.map((prefix) => prefix >>> 8))].filter(
      (first) => !this.#below.has(first),
    );
    const below = await readCounts(
      this.#store,
      this.account,
      "",
      firsts.map((first) => first + 1),
    );
    firsts.forEach((first, i) => this.#below.set(first, below[i]!));
    const found = await readLeaves(this.#store, this.account, absent, (prefix) =>
      this.#below.get(prefix >>> 8)!,
    );
    found.forEach((placed, i) => {
      const { leaf, place } = placed ?? { leaf: new Leaf(), place: 0 };
      this.#leaves.set(absent[i]!, { leaf, before: tallyOf(leaf), place });
    });
  }

  /** A leaf that was loaded. */
  leaf(prefix: number): Leaf {
    return this.#leaves.get(prefix)!.leaf;
  }

  /** @param also what else changes in the head */
  async finish(also: Partial<VaultHead> = {}): Promise<readonly Operation[]> {
    const operations: Operation[] = [];
    const changes = new CountChanges(this.account);
    let { count, movable, paid, free } = this.#head;
    for (const [prefix, { leaf, before, place }] of this.#leaves) {
      const after = tallyOf(leaf);
      changes.add(prefix, ALL, after.count - before.count);
      changes.add(prefix, MOVABLE, after.movable - before.movable);
      changes.add(prefix, UNFILED, after.unfiled - before.unfiled);
      for (const folder of new Set([...before.folders.keys(), ...after.folders.keys()])) {
        changes.addToFolder(
          folder,
          prefix,
          (after.folders.get(folder) ?? 0) - (before.folders.get(folder) ?? 0),
        );
      }
      [count, movable] = [
        count + after.count - before.count,
        movable + after.movable - before.movable,
      ];
      [paid, free] = [paid + after.paid - before.paid, free + after.free - before.free];
      const key = [this.account, prefix] as const;
      if (leaf.size > 0) operations.push(put(leafBucket(place), key, leaf));
      else if (before.count > 0) operations.push(del(leafBucket(place), key));
    }
    for (const operation of await changes.operations(this.#store)) operations.push(operation);
    const head: VaultHead = {
      ...this.#head,
      ...also,
      count,
      movable,
      paid,
      free,
      edition: this.#head.edition + 1,
    };
    operations.push(put(buckets.vault, this.account, head));
    return operations;
  }
}
