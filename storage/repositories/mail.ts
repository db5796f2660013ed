/** Mail: who has an address, sealed messages and where they stand, and attachments. */
import { buckets } from "../records/buckets.js";
import type { Operation } from "../kv/kv.js";
import type {
  KnownAddressRecord,
  MailAccountRecord,
  MailBlobRecord,
  MailEntryRecord,
  MailOfferRecord,
  MailOrderRecord,
  MailPlace,
  MailSentRecord,
  MailStateRecord,
  MailWrapRecord,
  StoredMessage,
} from "../records/mailRecords.js";
import { Table, type Reader } from "./table.js";

export type MailboxKey = readonly [account: string, mailbox: string];

const NUMBER_MAX = Number.MAX_SAFE_INTEGER;
const HASH_FIRST = "0".repeat(64);
const HASH_LAST = "f".repeat(64);

export class MailRepository {
  readonly accounts: Table<string, MailAccountRecord>;
  /** Accounts by local part. */
  readonly addresses: Table<string, string>;
  readonly wraps: Table<readonly [account: string, keyHash: string], MailWrapRecord>;
  readonly messages: Table<string, StoredMessage>;
  readonly entries: Table<readonly [MailboxKey, number], MailEntryRecord>;
  readonly places: Table<readonly [account: string, message: string], MailPlace>;
  readonly threads: Table<readonly [readonly [account: string, thread: string], number], string>;
  readonly states: Table<string, MailStateRecord>;
  readonly blobs: Table<string, MailBlobRecord>;
  readonly frames: Table<readonly [blob: string, index: number], Uint8Array>;
  readonly imageSenders: Table<readonly [account: string, hash: string], string>;
  /** Words of messages that follow one another, in sealed shards. */
  readonly finds: Table<
    readonly [readonly [account: string, segment: number], shard: number],
    Uint8Array
  >;
  readonly ends: Table<readonly [calcond: number, blob: string], string>;
  readonly sent: Table<readonly [account: string, message: string], MailSentRecord>;
  readonly orders: Table<readonly [node: string, id: string], MailOrderRecord>;
  readonly offers: Table<readonly [node: string, message: string], MailOfferRecord>;
  readonly pieces: Table<readonly [readonly [node: string, message: string], number], Uint8Array>;
  readonly known: Table<string, KnownAddressRecord>;
  readonly homes: Table<string, string>;

  constructor(store: Reader) {
    this.accounts = new Table(store, buckets.mailacct);
    this.addresses = new Table(store, buckets.mailaddr);
    this.wraps = new Table(store, buckets.mailwrap);
    this.messages = new Table(store, buckets.mailmsg);
    this.entries = new Table(store, buckets.mailbox);
    this.places = new Table(store, buckets.mailof);
    this.threads = new Table(store, buckets.mailthread);
    this.states = new Table(store, buckets.mailstate);
    this.blobs = new Table(store, buckets.mailblob);
    this.frames = new Table(store, buckets.mailframe);
    this.finds = new Table(store, buckets.mailfind);
    this.ends = new Table(store, buckets.mailend);
    this.imageSenders = new Table(store, buckets.mailimages);
    this.sent = new Table(store, buckets.mailsent);
    this.orders = new Table(store, buckets.mailout);
    this.offers = new Table(store, buckets.mailin);
    this.pieces = new Table(store, buckets.mailpiece);
    this.known = new Table(store, buckets.mailknown);
    this.homes = new Table(store, buckets.mailhome);
  }

  /**
   * Messages of a mailbox, the newest first.
   * @param before only those with a lower number
   */
  async *newest(
    mailbox: MailboxKey,
    before: number | undefined,
    limit: number,
  ): AsyncGenerator<readonly [number: number, entry: MailEntryRecord]> {
    const range = { gte: [mailbox, 0], lt: [mailbox, before ?? NUMBER_MAX] } as const;
    for await (const [[, number], entry] of this.entries.scan({ ...range, reverse: true, limit }))
      yield [number, entry];
  }

  /** Ids of a thread's messages that an account has, the oldest first. */
  async ofThread(account: string, thread: string, limit: number): Promise<readonly string[]> {
    const key = [account, thread] as const;
    const found = await this.threads.list({ gte: [key, 0], lt: [key, NUMBER_MAX], limit });
    return found.map(([, id]) => id);
  }

  /** Hashes of the keys that the secrets of an account are wrapped under. */
  async wrappedKeys(account: string): Promise<readonly string[]> {
    const hashes: string[] = [];
    const range = { gte: [account, HASH_FIRST], lt: [account, HASH_LAST] } as const;
    for await (const [, hash] of this.wraps.keys(range)) hashes.push(hash);
    return hashes;
  }

  /** How many senders an account has on the list, up to a bound. */
  async countImageSenders(account: string, limit: number): Promise<number> {
    let count = 0;
    const range = { gte: [account, HASH_FIRST], lt: [account, HASH_LAST], limit } as const;
    for await (const _key of this.imageSenders.keys(range)) count += 1;
    return count;
  }

  /** Attachments that end, or whose tombstones do, before a calcond. */
  async endingBefore(
    calcond: number,
    limit: number,
  ): Promise<readonly (readonly [number, string])[]> {
    const found = await this.ends.list({ lt: [calcond, ""], limit });
    return found.map(([key]) => key);
  }

  /** Frames of an attachment that are there, the first one first. */
  async countFrames(blob: string): Promise<number> {
    let count = 0;
    for await (const _key of this.frames.keys({ gte: [blob, 0], lt: [blob, NUMBER_MAX] }))
      count += 1;
    return count;
  }

  /** Pieces of a message that is coming. */
  async countPieces(node: string, message: string): Promise<number> {
    const key = [node, message] as const;
    let count = 0;
    for await (const _key of this.pieces.keys({ gte: [key, 0], lt: [key, NUMBER_MAX] })) count += 1;
    return count;
  }

  dropFrameOps(blob: string, frames: number): readonly Operation[] {
    return Array.from({ length: frames }, (_, index) => this.frames.del([blob, index]));
  }
}
