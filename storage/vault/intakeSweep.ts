/**
 * Taking in more tokens than one batch takes: as other sweeps do, each leaf they belong to is read
 * once and written with them to the place that is not in force, and all of them come into force
 * with the operations that `finish` gives.
 */
import type { Operation } from "../kv/kv.js";
import { RecordWriter } from "../kv/recordBatch.js";
import type { VaultHead } from "../records/vault/head.js";
import type { Leaf } from "../records/vault/leaf.js";
import type { NewLeaf, NewTokens } from "./newTokens.js";
import { placedAhead, type PlacedLeaf } from "./places.js";
import type { SweepStore } from "./sweep.js";
import { sumsOf, SweepSide, type Holder } from "./sweepSide.js";

export interface IntakeSweepOptions {
  readonly to: Holder;
  /** Of one batch of leaves. */
  readonly batchBytes: number;
  /** Awaited between groups of leaves, each of which takes milliseconds. */
  readonly pause: () => Promise<void>;
}

type Ready = readonly [group: readonly NewLeaf[], placed: readonly PlacedLeaf[]];

export class IntakeSweep {
  readonly #store: SweepStore;
  readonly #side: SweepSide;
  readonly #writer: RecordWriter;
  readonly #pause: () => Promise<void>;
  #counted: readonly Operation[] = [];

  constructor(store: SweepStore, { to, batchBytes, pause }: IntakeSweepOptions) {
    this.#store = store;
    this.#side = new SweepSide(to, 0);
    this.#writer = new RecordWriter(batchBytes, () => store.beginSealed());
    this.#pause = pause;
  }

  /**
   * Resolves when all leaves are durable where they are not in force.
   * @param tokens in no folder
   * @throws CorruptRecordError, RangeError for a token that is held or comes twice
   */
  async run(tokens: NewTokens): Promise<void> {
    try {
      for await (const [group, placed] of this.#ready(tokens)) {
        for (let i = 0; i < group.length; i += 1) {
          const disk = this.#take(group[i]!, placed[i] ?? null);
          if (disk !== undefined) await disk;
        }
        await this.#pause();
      }
      [, this.#counted] = await Promise.all([
        this.#writer.end(),
        this.#side.changes.operations(this.#store),
      ]);
    } catch (error) {
      await this.#writer.drop();
      throw error;
    }
  }

  /**
   * What puts all of it in force, once `run` has ended. @param also what else changes in the head
   * of the account
   */
  finish(also: Partial<VaultHead>): readonly Operation[] {
    return [...this.#counted, this.#side.head(also)];
  }

  async *#ready(tokens: NewTokens): AsyncGenerator<Ready> {
    if (!this.#side.isEmpty) yield* placedAhead(this.#store, this.#side.account, tokens.groups());
    else for (const group of tokens.groups()) yield [group, []];
  }

  /** @returns a promise only where the disk has to be waited for */
  #take({ prefix, leaf }: NewLeaf, placed: PlacedLeaf): Promise<void> | void {
    this.#side.gain(prefix, 1, sumsOf(leaf, placesOf(leaf)));
    return this.#side.put(
      this.#writer,
      prefix,
      placed?.place ?? null,
      placed === null ? leaf : placed.leaf.with(leaf),
    );
  }
}

function placesOf({ size }: Leaf): readonly number[] {
  const places: number[] = [];
  for (let place = 0; place < size; place += 1) places.push(place);
  return places;
}
