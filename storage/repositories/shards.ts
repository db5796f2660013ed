/**
 * Which shared receipts this node holds, shard by shard: its own and those it keeps for others; and
 * its own that are new, until other nodes were told.
 */
import { buckets } from "../records/buckets.js";
import type { Operation } from "../kv/kv.js";
import type { ClaimsRecord, HeldReceipt } from "../records/records.js";
import { Table, type Reader } from "./table.js";

type ShardKey = readonly [shard: number, id: string];

const FIRST_ID = "0".repeat(64);

export class ShardRepository extends Table<ShardKey, HeldReceipt> {
  readonly #untold: Table<string, string>;
  readonly #blobs: Table<string, string>;
  readonly #claims: Table<string, ClaimsRecord>;

  constructor(store: Reader) {
    super(store, buckets.shard);
    this.#untold = new Table(store, buckets.untold);
    this.#blobs = new Table(store, buckets.blob);
    this.#claims = new Table(store, buckets.claim);
  }

  /** A receipt that this node sealed as shared: held, and still to be told. */
  ownOps(shard: number, id: string): readonly Operation[] {
    return [this.put([shard, id], { bytes: 0, signer: null }), this.#untold.put(id, "")];
  }

  /** A receipt kept for others, with its text. */
  keptOps(shard: number, id: string, text: string, held: HeldReceipt): readonly Operation[] {
    return [this.put([shard, id], held), this.#blobs.put(id, text)];
  }

  dropKeptOps(shard: number, id: string): readonly Operation[] {
    return [this.del([shard, id]), this.#blobs.del(id)];
  }

  held(shard: number, id: string): Promise<HeldReceipt | undefined> {
    return this.get([shard, id]);
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
    const page = await this.list({ gte: [shard, from], lt: [shard + 1, FIRST_ID], limit });
    return page.map(([[, id], held]) => [id, held]);
  }

  /** Those kept for others. */
  async *kept(): AsyncGenerator<string> {
    for await (const [[, id], { signer }] of this.scan()) if (signer !== null) yield id;
  }

  /** Own receipts nobody was told of, at most `limit`. */
  async untold(limit: number): Promise<readonly string[]> {
    return (await this.#untold.list({ limit })).map(([id]) => id);
  }

  sharingOps(ids: readonly string[]): readonly Operation[] {
    return ids.map((id) => this.#untold.del(id));
  }

  claimsOps(author: string, claims: ClaimsRecord): readonly Operation[] {
    return this.#claims.putOps(author, claims);
  }

  claims(): Promise<readonly (readonly [author: string, claims: ClaimsRecord])[]> {
    return this.#claims.list();
  }
}
