/**
 * A change of more tokens than one batch takes: each leaf is read once, in order, and written as it
 * will be to the place that is not in force, batch by batch, while the next ones are read. Nobody
 * sees any of it before the operations that `finish` gives are written, which change the counts,
 * and with them all places, at once. A sweep that ends before leaves nothing.
 */
import { createHash } from "node:crypto";
import { IdSum, sumOfIds } from "../../protocol/economy/idSum.js";
import type { CheckedStore } from "../kv/checked.js";
import type { Operation } from "../kv/kv.js";
import { RecordWriter } from "../kv/recordBatch.js";
import type { VaultHead } from "../records/vault/head.js";
import type { Leaf } from "../records/vault/leaf.js";
import { placedAhead, type PlacedLeaf } from "./places.js";
import { SweepSide, sumsOf, type Holder } from "./sweepSide.js";

/** Places of tokens in one leaf. */
export interface FoundTokens {
  /** First two bytes of their ids. */
  readonly prefix: number;
  readonly leaf: Leaf;
  /** Where the leaf stands. */
  readonly place: 0 | 1;
  /** Ascending. */
  readonly places: readonly number[];
}

export type SweepStore = Pick<CheckedStore, "get" | "getMany" | "beginSealed">;

/** What becomes of the tokens: they go to another account, or end, or are marked. */
export type SweepAction =
  | { readonly kind: "move"; readonly to: Holder }
  | { readonly kind: "remove" }
  /** @returns whether it changed the token at a place */
  | { readonly kind: "mark"; readonly mark: (leaf: Leaf, place: number) => boolean };

export interface SweepOptions {
  readonly from: Holder;
  readonly action: SweepAction;
  /** Size of one batch of leaves. */
  readonly batchBytes: number;
  /** Bytes that are hashed before the ids, so that no other hash has the same input. */
  readonly listTag: Uint8Array;
}

export interface Swept {
  /** Tokens that were changed; below, the face credits of those that left the account. */
  readonly count: number;
  readonly paid: number;
  readonly free: number;
  /** SHA-256 over the tag and the ids in ascending order, hex. */
  readonly listHash: string;
  /** Sum of the ids, as in `protocol/economy/idSum.ts`, hex. */
  readonly idSum: string;
}

type Group = readonly FoundTokens[];
type Ready = readonly [group: Group, taking: readonly PlacedLeaf[]];

const ID_BYTES = 32;

export class VaultSweep {
  readonly #store: SweepStore;
  readonly #action: SweepAction;
  readonly #from: SweepSide;
  readonly #to: SweepSide | null;
  readonly #writer: RecordWriter;
  readonly #listTag: Uint8Array;
  #changed = 0;
  #counted: readonly (readonly Operation[])[] = [];

  constructor(store: SweepStore, { from, action, batchBytes, listTag }: SweepOptions) {
    this.#store = store;
    this.#action = action;
    this.#from = new SweepSide(from, 0);
    this.#to = action.kind === "move" ? new SweepSide(action.to, 1) : null;
    this.#listTag = listTag;
    this.#writer = new RecordWriter(batchBytes, () => store.beginSealed());
  }

  /**
   * Resolves when all leaves are durable where they are not in force.
   * @param groups of leaves in ascending order, each leaf once
   * @throws what the groups throw, CorruptRecordError
   */
  async run(groups: AsyncIterable<Group>): Promise<Swept> {
    try {
      return await this.#run(groups);
    } catch (error) {
      await this.#writer.drop();
      throw error;
    }
  }

  async #run(groups: AsyncIterable<Group>): Promise<Swept> {
    const list = createHash("sha256").update(this.#listTag);
    const sum = new IdSum();
    for await (const [group, taking] of this.#ready(groups)) {
      const ids = idsOf(group);
      list.update(ids);
      sumOfIds(ids, sum);
      for (let i = 0; i < group.length; i += 1) {
        const disk = this.#change(group[i]!, taking[i] ?? null);
        if (disk !== undefined) await disk;
      }
    }
    // The counts are put together while the last leaves are being written.
    const [, ...counted] = await Promise.all([
      this.#writer.end(),
      this.#from.changes.operations(this.#store),
      this.#to?.changes.operations(this.#store) ?? [],
    ]);
    this.#counted = counted;
    const { paid, free } = this.#from;
    return {
      count: this.#changed,
      paid: 0 - paid,
      free: 0 - free,
      listHash: list.digest("hex"),
      idSum: sum.hex,
    };
  }

  /**
   * What puts all of it in force, once `run` has ended. @param also what else changes in the head
   * of the account
   */
  finish(also: Partial<VaultHead> = {}): readonly Operation[] {
    const heads = [this.#from.head(also), ...(this.#to === null ? [] : [this.#to.head({})])];
    return [...this.#counted.flat(), ...heads];
  }

  /** Groups with what the other account has in their leaves. */
  async *#ready(groups: AsyncIterable<Group>): AsyncGenerator<Ready> {
    const to = this.#to;
    if (to === null || to.isEmpty) {
      for await (const group of groups) yield [group, []];
      return;
    }
    yield* placedAhead(this.#store, to.account, groups);
  }

  /** @returns a promise only where the disk has to be waited for */
  #change(found: FoundTokens, taking: PlacedLeaf): Promise<void> | void {
    const action = this.#action;
    if (action.kind === "mark") return this.#mark(found, action.mark);
    const { prefix, leaf, places } = found;
    const sums = sumsOf(leaf, places);
    this.#changed += sums.count;
    this.#from.gain(prefix, -1, sums);
    if (sums.unfiled < sums.count) {
      for (const place of places)
        if (leaf.isFiled(place)) this.#from.changes.addToFolder(leaf.folderAt(place), prefix, -1);
    }
    const kept = this.#keep(found);
    const to = this.#to;
    if (to === null) return kept;
    to.gain(prefix, 1, { ...sums, unfiled: sums.count });
    return kept === undefined
      ? this.#give(to, found, taking)
      : kept.then(() => this.#give(to, found, taking));
  }

  /** The rest of a leaf. */
  #keep({ prefix, leaf, place, places }: FoundTokens): Promise<void> | void {
    if (places.length === leaf.size) return;
    const from = this.#from;
    const next = from.next(prefix, place);
    return this.#writer.put(
      from.share(next),
      from.key(prefix, next),
      leaf.recordBytesMax,
      (into, at) => leaf.encodeWithout(places, into, at),
    );
  }

  #give(
    to: SweepSide,
    { prefix, leaf, places }: FoundTokens,
    taking: PlacedLeaf,
  ): Promise<void> | void {
    if (taking !== null)
      return to.put(this.#writer, prefix, taking.place, taking.leaf.withGiven(leaf, places));
    const next = to.next(prefix, null);
    return this.#writer.put(to.share(next), to.key(prefix, next), leaf.recordBytesMax, (into, at) =>
      leaf.encodeGiven(places, into, at),
    );
  }

  #mark(
    { prefix, leaf, place, places }: FoundTokens,
    mark: (leaf: Leaf, place: number) => boolean,
  ): Promise<void> | void {
    const { changes } = this.#from;
    const before = sumsOf(leaf, places);
    let changed = 0;
    for (const one of places) {
      const folder = leaf.folderAt(one);
      if (!mark(leaf, one)) continue;
      changed += 1;
      const now = leaf.folderAt(one);
      if (now === folder) continue;
      if (folder !== "") changes.addToFolder(folder, prefix, -1);
      if (now !== "") changes.addToFolder(now, prefix, 1);
    }
    if (changed === 0) return;
    this.#changed += changed;
    this.#from.gain(prefix, -1, before);
    this.#from.gain(prefix, 1, sumsOf(leaf, places));
    return this.#from.put(this.#writer, prefix, place, leaf);
  }
}

function idsOf(group: Group): Buffer {
  const ids = Buffer.allocUnsafe(
    ID_BYTES * group.reduce((sum, { places }) => sum + places.length, 0),
  );
  let at = 0;
  for (const { leaf, places } of group)
    for (const place of places) at = leaf.copyId(place, ids, at);
  return ids;
}
