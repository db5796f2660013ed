/**
 * Public projections: the record of published computations, and snapshots of the supply. Both are
 * derived: whatever is lost of them is read again from where it came.
 */
import { buckets } from "../records/buckets.js";
import type { Operation } from "../kv/kv.js";
import type { PublicPlace, ProjectionRecord, SnapshotRecord } from "../records/projections.js";
import { publicPositions } from "../records/records.js";
import { keyBytes } from "../kv/table.js";
import { NumberedTable, type Numbered } from "./numbered.js";
import { Table, type Reader } from "./table.js";

export type ProjectionName = "record" | "supply";

/** Numbers that are the keys themselves. */
const PLAIN = { of: (number: number) => number, numberIn: (number: number) => number } as const;

export class ProjectionRepository {
  readonly #store: Reader;
  readonly #projections: Table<string, ProjectionRecord>;
  readonly #published: NumberedTable<number, PublicPlace>;
  readonly #snapshots: NumberedTable<number, SnapshotRecord>;

  constructor(store: Reader) {
    this.#store = store;
    this.#projections = new Table(store, buckets.reading);
    this.#published = new NumberedTable(store, buckets.pub, PLAIN);
    this.#snapshots = new NumberedTable(store, buckets.supply, PLAIN);
  }

  projection(name: ProjectionName): Promise<ProjectionRecord | undefined> {
    return this.#projections.get(name);
  }

  projectionOps(name: ProjectionName, record: ProjectionRecord): readonly Operation[] {
    return this.#projections.putOps(name, record);
  }

  /**
   * Published envelopes in the order of their seals; of one operator, those whose chain names it.
   */
  published(operator?: string): Numbered<PublicPlace> {
    return operator === undefined ? this.#published : this.#publishedBy(operator);
  }

  /** @param number behind the last one of the list */
  publishedOps(number: number, place: PublicPlace): Operation {
    return this.#published.put(number, place);
  }

  publishedByOps(operator: string, number: number, place: PublicPlace): Operation {
    return this.#publishedBy(operator).put([operator, number], place);
  }

  #publishedBy(operator: string): NumberedTable<readonly [string, number], PublicPlace> {
    return new NumberedTable<readonly [string, number], PublicPlace>(this.#store, buckets.pubop, {
      of: (number) => [operator, number],
      numberIn: ([, number]) => number,
      within: { gte: [operator, 0], lt: [operator, Number.MAX_SAFE_INTEGER] },
    });
  }

  /**
   * Windows from one on which hold something published, and how many were looked at: private ones
   * are passed over unread.
   * @param limit most windows to look at
   * @returns the window to go on with, envelopes in those looked at, windows looked at, what was
   * found
   */
  async publicWindows(
    from: number,
    limit: number,
  ): Promise<{
    readonly next: number;
    readonly seen: number;
    readonly looked: number;
    readonly found: readonly (readonly [window: number, positions: readonly number[]])[];
  }> {
    const found: (readonly [number, readonly number[]])[] = [];
    let next = from;
    let [seen, looked] = [0, 0];
    const range = {
      gte: keyBytes(buckets.env, from),
      lt: Uint8Array.of(buckets.env.number + 1),
      limit,
    };
    for await (const [key, value] of this.#store.range(range)) {
      const [window] = buckets.env.key.read(
        Buffer.from(key.buffer, key.byteOffset, key.byteLength),
        1,
      );
      const { count, positions } = publicPositions(value);
      if (positions.length > 0) found.push([window, positions]);
      seen += count;
      looked += 1;
      next = window + 1;
    }
    return { next, seen, looked, found };
  }

  /** One snapshot for each calcond in which something changed. */
  snapshots(): Numbered<SnapshotRecord> {
    return this.#snapshots;
  }

  snapshotOps(number: number, snapshot: SnapshotRecord): Operation {
    return this.#snapshots.put(number, snapshot);
  }

  dropSnapshotOps(number: number): Operation {
    return this.#snapshots.del(number);
  }
}
