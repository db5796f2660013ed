/** Moves of envelopes between nodes: orders out and in, what was heard of them, and where envelopes are. */
import { buckets } from "../buckets.js";
import type { Operation } from "../kv.js";
import type {
  MovedTokenRecord,
  TransferEventRecord,
  TransferInRecord,
  TransferOutRecord,
  TransferSaidRecord,
} from "../records/transferRecords.js";
import { Table, type Reader } from "./table.js";

const FIRST = "0".repeat(64);
const LAST = "f".repeat(64);

export type TransferSide = "out" | "in";

export class TransferRepository {
  readonly #out: Table<string, TransferOutRecord>;
  readonly #in: Table<string, TransferInRecord>;
  readonly #of: Table<readonly [account: string, id: string], string>;
  readonly #heard: Table<readonly [order: string, event: string], TransferEventRecord>;
  readonly #said: Table<string, TransferSaidRecord>;
  readonly #tokens: Table<string, MovedTokenRecord>;

  constructor(store: Reader) {
    this.#out = new Table(store, buckets.xferout);
    this.#in = new Table(store, buckets.xferin);
    this.#of = new Table(store, buckets.xferof);
    this.#heard = new Table(store, buckets.xferheard);
    this.#said = new Table(store, buckets.xfersaid);
    this.#tokens = new Table(store, buckets.xfertoken);
  }

  out(id: string): Promise<TransferOutRecord | undefined> {
    return this.#out.get(id);
  }
  outOps(id: string, record: TransferOutRecord): readonly Operation[] {
    return [this.#out.put(id, record), this.#of.put([record.account, id], "out")];
  }
  allOut(): AsyncGenerator<readonly [id: string, TransferOutRecord]> {
    return this.#out.scan();
  }

  in(id: string): Promise<TransferInRecord | undefined> {
    return this.#in.get(id);
  }
  inOps(id: string, record: TransferInRecord): readonly Operation[] {
    const { account } = record;
    const put = this.#in.put(id, record);
    return account === null ? [put] : [put, this.#of.put([account, id], "in")];
  }
  allIn(): AsyncGenerator<readonly [id: string, TransferInRecord]> {
    return this.#in.scan();
  }

  /** Orders of an account in the order of their ids, with the side on which this node is. */
  async of(account: string): Promise<readonly (readonly [id: string, side: TransferSide])[]> {
    const found: (readonly [string, TransferSide])[] = [];
    const range = { gte: [account, FIRST], lt: [account, LAST] } as const;
    for await (const [[, id], side] of this.#of.scan(range))
      found.push([id, side === "in" ? "in" : "out"]);
    return found;
  }

  heardOps(order: string, event: string, record: TransferEventRecord): readonly Operation[] {
    return this.#heard.putOps([order, event], record);
  }
  forgetHeardOps(order: string, event: string): readonly Operation[] {
    return this.#heard.delOps([order, event]);
  }
  allHeard(): AsyncGenerator<
    readonly [readonly [order: string, event: string], TransferEventRecord]
  > {
    return this.#heard.scan();
  }

  said(order: string): Promise<TransferSaidRecord | undefined> {
    return this.#said.get(order);
  }
  saidOps(order: string, record: TransferSaidRecord): readonly Operation[] {
    return this.#said.putOps(order, record);
  }
  forgetSaidOps(order: string): readonly Operation[] {
    return this.#said.delOps(order);
  }

  token(id: string): Promise<MovedTokenRecord | undefined> {
    return this.#tokens.get(id);
  }
  tokenOps(id: string, record: MovedTokenRecord): readonly Operation[] {
    return this.#tokens.putOps(id, record);
  }
}
