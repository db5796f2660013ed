/** Moves of envelopes between nodes: orders out and in, what was heard of them, and where envelopes are. */
import { buckets } from "../records/buckets.js";
import type { Operation } from "../kv/kv.js";
import type {
  MovedTokenRecord,
  TransferEventRecord,
  TransferInRecord,
  TransferOutRecord,
  TransferSaidRecord,
} from "../records/transferRecords.js";
import { isInOver, isOutOver } from "../records/transferRecords.js";
import { Table, type Reader } from "./table.js";

const FIRST = "0".repeat(64);
const LAST = "f".repeat(64);
/** Behind every id and key of 64 digits: names are in the order of their lengths first. */
const BEHIND = "g".repeat(64);
/** Orders that are read at once. */
const READ_ORDERS = 256;
/** Orders that have not ended are listed; before that was so, all were read at a start. */
const OPEN_LISTED = "transfers.openListed";
/** Of a key that has ended: what its successor had said by then was read again. */
const FOLLOWED = "transfers.followed/";
/** Of a key of this node that has ended: what it said behind its end is said again. */
const SAID_AGAIN = "transfers.saidAgain/";
/** Of a key: credits in envelopes that came from its node and are or were live here. */
const CAME_FROM = "transfers.from/";

export type TransferSide = "out" | "in";

export class TransferRepository {
  readonly #out: Table<string, TransferOutRecord>;
  readonly #in: Table<string, TransferInRecord>;
  readonly #open: Table<readonly [side: string, id: string], string>;
  readonly #meta: Table<string, string>;
  readonly #of: Table<readonly [account: string, id: string], string>;
  readonly #heard: Table<readonly [order: string, event: string], TransferEventRecord>;
  readonly #said: Table<string, TransferSaidRecord>;
  readonly #tokens: Table<string, MovedTokenRecord>;

  constructor(store: Reader) {
    this.#out = new Table(store, buckets.xferout);
    this.#in = new Table(store, buckets.xferin);
    this.#open = new Table(store, buckets.xferopen);
    this.#meta = new Table(store, buckets.meta);
    this.#of = new Table(store, buckets.xferof);
    this.#heard = new Table(store, buckets.xferheard);
    this.#said = new Table(store, buckets.xfersaid);
    this.#tokens = new Table(store, buckets.xfertoken);
  }

  out(id: string): Promise<TransferOutRecord | undefined> {
    return this.#out.get(id);
  }
  outOps(id: string, record: TransferOutRecord): readonly Operation[] {
    return [
      this.#out.put(id, record),
      this.#of.put([record.account, id], "out"),
      this.#listOp("out", id, isOutOver(record)),
    ];
  }
  /** Those that have not ended. */
  openOut(): AsyncGenerator<readonly [id: string, TransferOutRecord]> {
    return this.#opened("out", this.#out);
  }

  in(id: string): Promise<TransferInRecord | undefined> {
    return this.#in.get(id);
  }
  inOps(id: string, record: TransferInRecord): readonly Operation[] {
    const { account } = record;
    const put = [this.#in.put(id, record), this.#listOp("in", id, isInOver(record))];
    return account === null ? put : [...put, this.#of.put([account, id], "in")];
  }
  /** Those of whose decision the mesh does not know. */
  openIn(): AsyncGenerator<readonly [id: string, TransferInRecord]> {
    return this.#opened("in", this.#in);
  }

  /** Operations that list what is open in a store from before there was the list; mostly none. */
  async listOpenOps(): Promise<readonly Operation[]> {
    if ((await this.#meta.get(OPEN_LISTED)) !== undefined) return [];
    const operations = [this.#meta.put(OPEN_LISTED, "")];
    for await (const [id, record] of this.#out.scan())
      if (!isOutOver(record)) operations.push(this.#open.put(["out", id], ""));
    for await (const [id, record] of this.#in.scan())
      if (!isInOver(record)) operations.push(this.#open.put(["in", id], ""));
    return operations;
  }

  #listOp(side: TransferSide, id: string, isOver: boolean): Operation {
    return isOver ? this.#open.del([side, id]) : this.#open.put([side, id], "");
  }

  async *#opened<Order>(
    side: TransferSide,
    orders: Table<string, Order>,
  ): AsyncGenerator<readonly [id: string, Order]> {
    const ids: string[] = [];
    for await (const [, id] of this.#open.keys({ gte: [side, FIRST], lt: [side, LAST] }))
      ids.push(id);
    for (let at = 0; at < ids.length; at += READ_ORDERS) {
      const part = ids.slice(at, at + READ_ORDERS);
      const records = await orders.getMany(part);
      for (const [i, record] of records.entries())
        if (record !== undefined) yield [part[i]!, record];
    }
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

  isFollowed(key: string): Promise<boolean> {
    return this.#meta.has(FOLLOWED + key);
  }
  followedOps(key: string): readonly Operation[] {
    return this.#meta.putOps(FOLLOWED + key, "");
  }

  isSaidAgain(key: string): Promise<boolean> {
    return this.#meta.has(SAID_AGAIN + key);
  }
  saidAgainOps(key: string): readonly Operation[] {
    return this.#meta.putOps(SAID_AGAIN + key, "");
  }

  async cameFrom(key: string): Promise<number> {
    return Number((await this.#meta.get(CAME_FROM + key)) ?? 0);
  }
  cameFromOps(key: string, credits: number): readonly Operation[] {
    return this.#meta.putOps(CAME_FROM + key, String(credits));
  }
  async cameFromAll(): Promise<readonly (readonly [key: string, credits: number])[]> {
    const found = await this.#meta.list({ gte: CAME_FROM + FIRST, lt: CAME_FROM + BEHIND });
    return found.map(([name, credits]) => [name.slice(CAME_FROM.length), Number(credits)]);
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
