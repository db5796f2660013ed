/** What subscribers of a channel are sent: each tick as text, made once for all of them. */
import { STREAM_RING_TICKS } from "../../protocol/limits.js";
import type { StoredTick } from "../../storage/repositories/streams.js";
import type { Channel, Channels } from "./channels.js";
import { tickHeaders, type Ticks } from "./ticks.js";

/** A tick as it is sent, with its number. */
export interface TickMessage {
  readonly seq: number;
  readonly text: string;
}

export interface FeedListener {
  message(message: TickMessage): void;
  /** Who may read it may have changed. */
  changed(): void;
  ended(text: string): void;
}

/** Where a channel stands for its subscribers. */
class ChannelFeed {
  readonly id: string;
  readonly listeners = new Set<FeedListener>();
  head: number;

  constructor({ record, state }: Channel) {
    this.id = record.id;
    this.head = state.ticks;
  }

  /** Number of the oldest tick that is still sent. */
  get oldest(): number {
    return Math.max(1, this.head - STREAM_RING_TICKS + 1);
  }
}

export class Feeds {
  readonly #ticks: Ticks;
  /** Of channels that somebody listens to. */
  readonly #feeds = new Map<string, ChannelFeed>();

  constructor(channels: Channels, ticks: Ticks) {
    this.#ticks = ticks;
    ticks.listen({
      ticked: (id, { tick }) => {
        const feed = this.#feeds.get(id);
        if (feed === undefined) return;
        feed.head = tick.seq;
        const message = { seq: tick.seq, text: messageOf(tick) };
        for (const listener of feed.listeners) listener.message(message);
      },
    });
    channels.listen({
      changed: ({ record }) => this.#changed(record.id),
      closed: (id) => {
        const text = JSON.stringify({ type: "closed", reason: "the channel was closed" });
        for (const listener of this.#feeds.get(id)?.listeners ?? []) listener.ended(text);
      },
    });
  }

  #changed(id: string): void {
    for (const listener of this.#feeds.get(id)?.listeners ?? []) listener.changed();
  }

  /** Keys have ended: any subscriber may have come with one. */
  keysEnded(): void {
    for (const id of this.#feeds.keys()) this.#changed(id);
  }

  /** The one of all subscribers of a channel; `channel` may be older than it. */
  of(channel: Channel): ChannelFeed {
    const feed = this.#feeds.get(channel.record.id) ?? new ChannelFeed(channel);
    feed.head = Math.max(feed.head, channel.state.ticks);
    return feed;
  }

  /** @returns what stops it */
  listen(feed: ChannelFeed, listener: FeedListener): () => void {
    this.#feeds.set(feed.id, feed);
    feed.listeners.add(listener);
    return () => {
      feed.listeners.delete(listener);
      if (feed.listeners.size === 0) this.#feeds.delete(feed.id);
    };
  }

  /** Ticks behind a number, as they were sent. */
  async read(id: string, after: number, countMax: number): Promise<readonly TickMessage[]> {
    const ticks = await this.#ticks.after(id, after, countMax);
    return ticks.map((tick) => ({ seq: tick.seq, text: messageOf(tick) }));
  }
}

function messageOf(tick: StoredTick): string {
  const { body, calcond, contentType, seq } = tick;
  const fields = tickHeaders(tick);
  const headers: Record<string, string> = {};
  for (let i = 0; i < fields.length; i += 2) headers[fields[i]!] = fields[i + 1]!;
  return JSON.stringify({ type: "tick", seq, calcond, contentType, body, headers });
}
