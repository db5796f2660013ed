/** Peers met before, and the latest `node`, `digest` and `head` announcement of each author. */
import { buckets } from "../buckets.js";
import type { Operation } from "../kv.js";
import type { AnnouncementRecord, PeerRecord } from "../records.js";
import { del, put, read, scan } from "../table.js";
import type { Reader } from "../table.js";

export type AnnouncementKind = "node" | "digest" | "head";

export class PeerRepository {
  readonly #store: Reader;

  constructor(store: Reader) {
    this.#store = store;
  }

  putOps(peerId: string, peer: PeerRecord): readonly Operation[] {
    return [put(buckets.peer, peerId, peer)];
  }

  delOps(peerId: string): readonly Operation[] {
    return [del(buckets.peer, peerId)];
  }

  /** At most `limit` known peers, in the order of their ids. */
  async list(limit: number): Promise<readonly (readonly [peerId: string, peer: PeerRecord])[]> {
    const peers: (readonly [string, PeerRecord])[] = [];
    for await (const entry of scan(this.#store, buckets.peer, { limit })) peers.push(entry);
    return peers;
  }

  announcementOps(
    kind: AnnouncementKind,
    author: string,
    record: AnnouncementRecord,
  ): readonly Operation[] {
    return [put(buckets[kind], author, record)];
  }

  announcement(kind: AnnouncementKind, author: string): Promise<AnnouncementRecord | undefined> {
    return read(this.#store, buckets[kind], author);
  }

  async announcements(
    kind: AnnouncementKind,
    limit: number,
  ): Promise<readonly (readonly [author: string, record: AnnouncementRecord])[]> {
    const found: (readonly [string, AnnouncementRecord])[] = [];
    for await (const entry of scan(this.#store, buckets[kind], { limit })) found.push(entry);
    return found;
  }
}
