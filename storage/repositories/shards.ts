/**
 * Which shared receipts this node holds, shard by shard: its own and those it keeps for others; and
 * its own that are new, until other nodes were told.
 */
import { buckets } from "../buckets.js";
import type { Operation } from "../kv.js";
import type { ClaimsRecord, HeldReceipt } from "../records.js";
import { del, put, read, scan } from "../table.js";
import type { Reader } from "../table.js";

export class ShardRepository {
  readonly #store: Reader;

  constructor(store: Reader) {
    this.#store = store;
  }

  /** A receipt that this node sealed as shared: held, and still to be told. */
  ownOps(shard: number, id: string): readonly Operation[] {
    return [
      put(buckets.shard, [shard, id], { bytes: 0, signer: null }),
      put(buckets.untold, id, ""),
    ];
  }

  /** A receipt kept for others, with its text. */
  keptOps(shard: number, id: string, text: string, held: HeldReceipt): readonly Operation[] {
    return [put(buckets.shard, [shard, id], held), put(buckets.blob, id, text)];
  }

  dropKeptOps(shard: number, id: string): readonly Operation[] {
    return [del(buckets.shard, [shard, id]), del(buckets.blob, id)];
  }

  held(shard: number, id: string): Promise<HeldReceipt | undefined> {
    return read(this.#store, buckets.shard, [shard, id]);
  }

  /** Everything held, by shard and id. */
  all(): AsyncIterable<readonly [key: readonly [shard: number, id: string], held: HeldReceipt]> {
    return scan(this.#store, buckets.shard);
  }

  /**
   * Receipts of a shard in the order of their ids, at most `limit`.
   * @param from first id, included
   */
  async page(
    shard: number,
    from: string,
    limit: number,
  ): Promise<readonly (readonly [id: string, held: HeldReceipt])[]> {
    const found: (readonly [string, HeldReceipt])[] = [];
    const range = { gte: [shard, from], lt: [shard + 1, FIRST_ID], limit } as const;
    for await (const [[, id], held] of scan(this.#store, buckets.shard, range)) {
      found.push([id, held]);
    }
    return found;
  }

  /** Own receipts nobody was told of, at most `limit`. */
  async untold(limit: number): Promise<readonly string[]> {
    const ids: string[] = [];
    for await (const [id] of scan(this.#store, buckets.untold, { limit })) ids.push(id);
    return ids;
  }

  toldOps(ids: readonly string[]): readonly Operation[] {
    return ids.map((id) => del(buckets.untold, id));
  }

  claimsOps(author: string, claims: ClaimsRecord): readonly Operation[] {
    return [put(buckets.claim, author, claims)];
  }

  async claims(): Promise<readonly (readonly [author: string, claims: ClaimsRecord])[]> {
    const found: (readonly [string, ClaimsRecord])[] = [];
    for await (const entry of scan(this.#store, buckets.claim)) found.push(entry);
    return found;
  }
}

const FIRST_ID = "0".repeat(64);
