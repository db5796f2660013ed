/**
 * Fetches from peers what a damaged part of a table held: events of anybody's spine and receipts that
 * are kept for others. The part is set aside first. Only buckets are mended in which a record is
 * written once, so no older one of the same name can come to light; what else is damaged is left.
 */
import { canonicalize } from "../../protocol/encoding/jcs.js";
import { utf8Length } from "../../protocol/encoding/utf8.js";
import { eventId, NO_HASH, readEvent, verifyEventSignature } from "../../protocol/seal/event.js";
import { SYNC_EVENTS_MAX } from "../../protocol/limits.js";
import type { Crypto, JsonValue, Logger } from "../../protocol/ports.js";
import { buckets, type Bucket } from "../../storage/records/buckets.js";
import type { Operation } from "../../storage/kv/kv.js";
import type { StoredEvent } from "../../storage/repositories/spine.js";
import type { Store } from "../../storage/store.js";
import { keyBytes, keyOf, put, read } from "../../storage/kv/table.js";
import type { KeyBounds, LostPart } from "../../storage/leveldb/tableScrub.js";

/** Events and receipts: each is named by its content, or follows from one that is. */
const MENDED: ReadonlySet<number> = new Set(
  [buckets.ev, buckets.body, buckets.id, buckets.blob].map(({ number }) => number),
);
const LIST_RECORDS = 512;

/** What peers hold of spines and receipts. */
export interface RecordHolders {
  peers(): readonly string[];
  /** Events from a number on, unchecked. */
  events(peer: string, author: string, from: number, count: number): Promise<readonly JsonValue[]>;
  /** Checked against its id; null where nobody has it. */
  receipt(id: string): Promise<string | null>;
}

interface Modules {
  readonly crypto: Crypto;
  readonly store: Store;
  readonly log: Logger;
  /** Eight digits. */
  readonly network: string;
}

export interface RepairFigures {
  /** Parts of tables that were set aside. */
  readonly setAside: number;
  /** Records that came from peers. */
  readonly fetched: number;
  /** Records that were made again from others. */
  readonly derived: number;
  /** Records that are known to be missing and that no peer gave, as of the last repair. */
  readonly missing: number;
}

/** Author, then numbers. */
type Wanted = Map<string, Set<number>>;

export class RecordRepair {
  readonly #modules: Modules;
  #figures = { setAside: 0, fetched: 0, derived: 0, missing: 0 };
  /** Parts whose records are not all there again; null before those of earlier starts were read. */
  #open: readonly KeyBounds[] | null = null;

  constructor(modules: Modules) {
    this.#modules = modules;
  }

  get figures(): RepairFigures {
    return this.#figures;
  }

  /** Whether records are known to be missing. */
  get isOpen(): boolean {
    return this.#open === null || this.#open.length > 0;
  }

  /**
   * Sets parts aside that can be mended, and fetches what is missing of them and of earlier ones.
   * @param holders null before the node has joined
   */
  async run(parts: readonly LostPart[], holders: RecordHolders | null): Promise<void> {
    const { store, log } = this.#modules;
    const mended = parts.filter(isMended);
    if (holders === null || store.tables === null || holders.peers().length === 0) return;
    if (mended.length > 0) {
      await store.tables.setAside(mended);
      this.#figures.setAside += mended.length;
    }
    this.#open = await store.tables.missing();
    if (this.#open.length === 0) return;
    const { operations, wanted } = await this.#lookForEvents();
    await store.write(operations);
    this.#figures.derived += operations.length;
    const receipts = await this.#lostReceipts();
    let missing = 0;
    for (const [author, seqs] of wanted)
      missing += await this.#fetchEvents(author, [...seqs], holders);
    for (const id of receipts) missing += await this.#fetchReceipt(id, holders);
    const isNew = missing !== this.#figures.missing;
    this.#figures.missing = missing;
    if (missing === 0) {
      await store.tables.restored();
      this.#open = [];
    }
    if (missing === 0 || isNew)
      log.warn("records of damaged parts were looked for at peers", { ...this.#figures });
  }

  #isLost(key: Uint8Array): boolean {
    return (this.#open ?? []).some(
      ({ first, last }) => Buffer.compare(key, first) >= 0 && Buffer.compare(key, last) <= 0,
    );
  }

  /** Reads all headers, and finds which events, bodies and places are not there. */
  async #lookForEvents(): Promise<{ operations: readonly Operation[]; wanted: Wanted }> {
    const { store } = this.#modules;
    const wanted: Wanted = new Map();
    const operations: Operation[] = [];
    const want = (author: string, seq: number): void => {
      wanted.set(author, (wanted.get(author) ?? new Set()).add(seq));
    };
    const next = new Map<string, number>();
    const onGap = (): void => undefined;
    for await (const list of store.inspect(buckets.ev, LIST_RECORDS, { onGap }))
      for (const { fault, key, value } of list) {
        const [author, seq] = keyOf(buckets.ev, key);
        for (let hole = next.get(author) ?? 0; hole < seq; hole += 1) want(author, hole);
        next.set(author, seq + 1);
        if (fault !== null) {
          want(author, seq);
          continue;
        }
        const { bodyHash, id } = buckets.ev.value.decode(value);
        if (await this.#lacks(buckets.body, bodyHash)) want(author, seq);
        if (await this.#lacks(buckets.id, id))
          operations.push(put(buckets.id, id, { author, seq }));
      }
    for (const author of await store.spine.authors()) {
      const { seq: last } = (await store.spine.tip(author))!;
      for (let hole = next.get(author) ?? 0; hole <= last; hole += 1) want(author, hole);
    }
    return { operations, wanted };
  }

  async #lacks<V>(bucket: Bucket<string, V>, key: string): Promise<boolean> {
    if (!this.#isLost(keyBytes(bucket, key))) return false;
    return (await read(this.#modules.store.kv, bucket, key)) === undefined;
  }

  async #lostReceipts(): Promise<readonly string[]> {
    const { store } = this.#modules;
    const lost: string[] = [];
    for await (const id of store.shards.kept())
      if (await this.#lacks(buckets.blob, id)) lost.push(id);
    return lost;
  }

  /** @returns events that no peer gave */
  async #fetchEvents(
    author: string,
    seqs: readonly number[],
    holders: RecordHolders,
  ): Promise<number> {
    const left = new Set(seqs);
    for (const peer of holders.peers()) {
      if (left.size === 0) break;
      // From the last on: each is named by the one behind it.
      for (const { from, count } of ranges([...left])) {
        const values = await holders.events(peer, author, from, count).catch(() => []);
        for (const value of values.toReversed()) {
          const event = await this.#checked(author, value);
          if (event === null || !left.has(event.seq)) continue;
          await this.#modules.store.write(this.#modules.store.spine.eventOps(event));
          left.delete(event.seq);
          this.#figures.fetched += 1;
        }
      }
    }
    return left.size;
  }

  /** An event that its author signed, and that is the one which stood here; null for any other. */
  async #checked(author: string, value: JsonValue): Promise<StoredEvent | null> {
    const { crypto, network } = this.#modules;
    const event = readEvent(value);
    if (event?.header.author !== author || event.header.net !== network || event.body === null)
      return null;
    const { header, sig } = event;
    const headerText = canonicalize({ ...header });
    const bodyText = canonicalize(event.body);
    const isSigned =
      header.body_len === utf8Length(bodyText) &&
      header.body_hash === crypto.sha256Hex(bodyText) &&
      verifyEventSignature(crypto, author, headerText, sig);
    const id = eventId(crypto, headerText);
    if (!isSigned || !(await this.#stoodHere(author, header.seq, id, header.prev))) return null;
    return {
      author,
      seq: header.seq,
      id,
      header: headerText,
      sig,
      bodyHash: header.body_hash,
      body: bodyText,
    };
  }

  /** The one behind names it, or it is the last: another history of the author does not fit. */
  async #stoodHere(author: string, seq: number, id: string, prev: string): Promise<boolean> {
    const { spine } = this.#modules.store;
    const tip = await spine.tip(author);
    if (tip === undefined || seq > tip.seq || (seq === tip.seq && tip.id !== id)) return false;
    const [before = null, own = null, behind = null] = await spine.around(author, seq);
    if (own !== null) return own.id === id;
    if (behind !== null) return prevOf(behind.header) === id;
    if (seq !== tip.seq) return false;
    return seq === 0 ? prev === NO_HASH : before === null || before.id === prev;
  }

  async #fetchReceipt(id: string, holders: RecordHolders): Promise<number> {
    const { store } = this.#modules;
    const text = await holders.receipt(id).catch(() => null);
    if (text === null) return 1;
    await store.write([put(buckets.blob, id, text)]);
    this.#figures.fetched += 1;
    return 0;
  }
}

/** Whether all that a part may have held is in buckets that are mended. */
function isMended({ first, last }: LostPart): boolean {
  const from = first[0] ?? 0;
  // A bound of one byte is no key: it is below all of its bucket.
  const to = (last[0] ?? 0) - (last.length === 1 ? 1 : 0);
  for (let bucket = from; bucket <= to; bucket += 1)
    if (!MENDED.has(bucket) && NUMBERS.has(bucket)) return false;
  return from > 0;
}

const NUMBERS: ReadonlySet<number> = new Set(Object.values(buckets).map(({ number }) => number));

/** Runs of numbers that follow each other, the last first. */
function ranges(seqs: readonly number[]): readonly { from: number; count: number }[] {
  const found: { from: number; count: number }[] = [];
  for (const seq of seqs.toSorted((a, b) => a - b)) {
    const last = found.at(-1);
    if (last !== undefined && seq === last.from + last.count && last.count < SYNC_EVENTS_MAX)
      last.count += 1;
    else found.push({ from: seq, count: 1 });
  }
  return found.reverse();
}

function prevOf(headerText: string): string {
  const header: unknown = JSON.parse(headerText);
  return typeof header === "object" && header !== null && "prev" in header
    ? String(header.prev)
    : "";
}
