/** Channels of streams, how far they are, and their ticks. */
import { buckets } from "../records/buckets.js";
import type { Operation } from "../kv/kv.js";
import type { ChannelRecord, ChannelState, TickRecord } from "../records/streamRecords.js";
import { Table, type Reader } from "./table.js";

/** Sorts after every id, and bounds a range of keys from above. */
const ID_END = "~".repeat(30);

export interface StoredTick extends TickRecord {
  readonly seq: number;
}

export class StreamRepository {
  readonly #channels: Table<string, ChannelRecord>;
  readonly #states: Table<string, ChannelState>;
  readonly #of: Table<readonly [account: string, id: string], string>;
  readonly #ticks: Table<readonly [id: string, seq: number], TickRecord>;

  constructor(store: Reader) {
    this.#channels = new Table(store, buckets.chan);
    this.#states = new Table(store, buckets.chanstate);
    this.#of = new Table(store, buckets.chanof);
    this.#ticks = new Table(store, buckets.tick);
  }

  beginOps(channel: ChannelRecord, state: ChannelState): readonly Operation[] {
    const { id, owner } = channel;
    return [
      this.#channels.put(id, channel),
      this.#states.put(id, state),
      this.#of.put([owner, id], ""),
    ];
  }

  tickOps(id: string, seq: number, tick: TickRecord, state: ChannelState): readonly Operation[] {
    return [this.#ticks.put([id, seq], tick), this.#states.put(id, state)];
  }

  get(id: string): Promise<ChannelRecord | undefined> {
    return this.#channels.get(id);
  }
  state(id: string): Promise<ChannelState | undefined> {
    return this.#states.get(id);
  }
  tick(id: string, seq: number): Promise<TickRecord | undefined> {
    return this.#ticks.get([id, seq]);
  }

  /** Ids of an account's channels, in their order. */
  async ofAccount(account: string): Promise<readonly string[]> {
    const ids: string[] = [];
    for await (const [, id] of this.#of.keys({ gte: [account, ""], lt: [account, ID_END] }))
      ids.push(id);
    return ids;
  }

  /** Ticks behind a number, in their order. */
  async ticks(id: string, after: number, limit: number): Promise<readonly StoredTick[]> {
    const found = await this.#ticks.list({
      gte: [id, after + 1],
      lt: [id, Number.MAX_SAFE_INTEGER],
      limit,
    });
    return found.map(([[, seq], tick]) => ({ ...tick, seq }));
  }

  /** Every channel there is. */
  async *all(): AsyncGenerator<ChannelRecord> {
    for await (const [, channel] of this.#channels.scan()) yield channel;
  }
}
