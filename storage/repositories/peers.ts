/**
 * Peers met before, who is banned or allowed, and the latest `node`, `digest` and `head`
 * announcement of each author.
 */
import { buckets } from "../records/buckets.js";
import type { Operation } from "../kv/kv.js";
import type { AnnouncementRecord, PeerRecord, PeerRuleRecord } from "../records/records.js";
import { Table, type Reader } from "./table.js";

export type AnnouncementKind = "node" | "digest" | "head";
type Announcements = Table<string, AnnouncementRecord>;

export class PeerRepository extends Table<string, PeerRecord> {
  /** Peer id or network -> whether it is banned or allowed. */
  readonly rules: Table<string, PeerRuleRecord>;
  readonly #announced: Readonly<Record<AnnouncementKind, Announcements>>;

  constructor(store: Reader) {
    super(store, buckets.peer);
    this.rules = new Table(store, buckets.peerrule);
    this.#announced = {
      node: new Table(store, buckets.node),
      digest: new Table(store, buckets.digest),
      head: new Table(store, buckets.head),
    };
  }

  announcementOps(
    kind: AnnouncementKind,
    author: string,
    record: AnnouncementRecord,
  ): readonly Operation[] {
    return this.#announced[kind].putOps(author, record);
  }

  /** Of all kinds. */
  dropAnnouncedOps(author: string): readonly Operation[] {
    return Object.values(this.#announced).flatMap((table) => table.delOps(author));
  }

  announcement(kind: AnnouncementKind, author: string): Promise<AnnouncementRecord | undefined> {
    return this.#announced[kind].get(author);
  }

  announcements(
    kind: AnnouncementKind,
    limit: number,
  ): Promise<readonly (readonly [author: string, record: AnnouncementRecord])[]> {
    return this.#announced[kind].list({ limit });
  }
}
