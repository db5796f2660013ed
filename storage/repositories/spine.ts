/**
 * Signed events of all authors: append-only, dense from 0, with their indexes in the same batch.
 */
import { buckets } from "../records/buckets.js";
import { CorruptRecordError } from "../kv/errors.js";
import type { Operation } from "../kv/kv.js";
import type { EventPlace, EventRecord, SpineTip } from "../records/records.js";
import { Table, type Reader } from "./table.js";

/** Above every sequence number. */
const LAST = Number.MAX_SAFE_INTEGER;

export interface StoredEvent extends EventRecord {
  readonly author: string;
  readonly seq: number;
  /** Canonical JSON of the body, or null once it is pruned. */
  readonly body: string | null;
}

/** Canonical event, as it was signed. */
export function storedEventText({ body, header, sig }: StoredEvent): string {
  return `{"body":${body ?? "null"},"header":${header},"sig":"${sig}"}`;
}

export class SpineRepository {
  readonly #events: Table<readonly [author: string, seq: number], EventRecord>;
  readonly #bodies: Table<string, string>;
  readonly #places: Table<string, EventPlace>;
  readonly #tips: Table<string, SpineTip>;
  readonly #detached: Table<readonly [author: string, seq: number], string>;

  constructor(store: Reader) {
    this.#events = new Table(store, buckets.ev);
    this.#bodies = new Table(store, buckets.body);
    this.#places = new Table(store, buckets.id);
    this.#tips = new Table(store, buckets.tip);
    this.#detached = new Table(store, buckets.detached);
  }

  /** The operations that append one event: header, body, index by id, and the author's new tip. */
  appendOps(event: StoredEvent, tip: SpineTip): readonly Operation[] {
    if (tip.seq !== event.seq || tip.id !== event.id) {
      throw new RangeError("the tip must be the appended event");
    }
    return [...this.eventOps(event), this.tipOp(event.author, tip)];
  }

  /** The same without the tip, which of several events in one batch only the last has to write. */
  eventOps({ author, seq, id, header, sig, bodyHash, body }: StoredEvent): readonly Operation[] {
    const event = this.#events.put([author, seq], { id, bodyHash, sig, header });
    const place = this.#places.put(id, { author, seq });
    return body === null ? [event, place] : [event, this.#bodies.put(bodyHash, body), place];
  }

  tipOp(author: string, tip: SpineTip): Operation {
    return this.#tips.put(author, tip);
  }

  /**
   * Forgets a spine whole. Bodies stay: another event may have the same.
   * @param ids of its events, in order; null where one is not at hand
   */
  dropOps(author: string, ids: readonly (string | null)[]): readonly Operation[] {
    return [
      this.#tips.del(author),
      ...ids.flatMap((id, seq) => [
        this.#events.del([author, seq]),
        ...(id === null ? [] : [this.#places.del(id)]),
      ]),
    ];
  }

  /**
   * Forgets bodies by their hashes; headers, signatures and places stay. Whoever asks for it knows
   * that no other event has the same.
   */
  dropBodiesOps(hashes: Iterable<string>): readonly Operation[] {
    return [...hashes].map((hash) => this.#bodies.del(hash));
  }

  bodyOps(hash: string, body: string): readonly Operation[] {
    return [this.#bodies.put(hash, body)];
  }

  /** Those of the bodies that are held, by their hashes. */
  async bodies(hashes: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const texts = await this.#bodies.getMany(hashes);
    return new Map(hashes.flatMap((hash, i) => (texts[i] === undefined ? [] : [[hash, texts[i]]])));
  }

  hasBody(hash: string): Promise<boolean> {
    return this.#bodies.has(hash);
  }

  /** Headers of an author from a number on, without their bodies, in order. */
  async headers(author: string, from: number, count: number): Promise<readonly EventRecord[]> {
    const end = Math.min(from + count, LAST);
    const records = await this.#events.list({ gte: [author, from], lt: [author, end] });
    return records.map(([, record]) => record);
  }

  tip(author: string): Promise<SpineTip | undefined> {
    return this.#tips.get(author);
  }

  async authors(): Promise<readonly string[]> {
    return (await this.#tips.list()).map(([author]) => author);
  }

  async event(author: string, seq: number): Promise<StoredEvent | undefined> {
    const record = await this.#events.get([author, seq]);
    if (record === undefined) return undefined;
    return (await this.#complete(author, [{ seq, ...record }]))[0];
  }

  async byId(id: string): Promise<StoredEvent | undefined> {
    const place = await this.#places.get(id);
    return place === undefined ? undefined : this.event(place.author, place.seq);
  }

  /** Whether the event is held; reads the index only. */
  has(id: string): Promise<boolean> {
    return this.#places.has(id);
  }

  /** At most `count` events from `from` on, in order. */
  async range(author: string, from: number, count: number): Promise<readonly StoredEvent[]> {
    const end = Math.min(from + count, LAST);
    const records = await this.#events.list({ gte: [author, from], lt: [author, end] });
    return this.#complete(
      author,
      records.map(([[, seq], record]) => ({ seq, ...record })),
    );
  }

  /** Ids at these numbers, null where none is held. */
  async idsAt(author: string, seqs: readonly number[]): Promise<readonly (string | null)[]> {
    const records = await this.#events.getMany(seqs.map((seq) => [author, seq] as const));
    return records.map((record) => record?.id ?? null);
  }

  /** The records before, at and behind a number; null where there is none that can be read. */
  async around(author: string, seq: number): Promise<readonly (EventRecord | null)[]> {
    const found = await this.#events.getEach([
      [author, Math.max(0, seq - 1)],
      [author, seq],
      [author, seq + 1],
    ]);
    return found.map((record, i) => {
      if (record === undefined || record instanceof CorruptRecordError) return null;
      return i === 0 && seq === 0 ? null : record;
    });
  }

  /** @param text canonical event that cannot be linked yet */
  detachedOps(author: string, seq: number, text: string): readonly Operation[] {
    return [this.#detached.put([author, seq], text)];
  }

  dropDetachedOps(author: string, seq: number): readonly Operation[] {
    return [this.#detached.del([author, seq])];
  }

  /** Canonical texts of the events that wait for those before them, by author and number. */
  async detached(limit: number): Promise<readonly string[]> {
    return (await this.#detached.list({ limit })).map(([, text]) => text);
  }

  /** The same of one author. */
  async detachedOf(author: string): Promise<readonly string[]> {
    const all = await this.#detached.list({ gte: [author, 0], lt: [author, LAST] });
    return all.map(([, text]) => text);
  }

  /**
   * The first sequence number below the tip that is missing, or null when the spine is dense: how
   * the loss of records shows, which a checksum on each cannot.
   */
  async firstHole(author: string): Promise<number | null> {
    const tip = await this.tip(author);
    let next = 0;
    const all = { gte: [author, 0], lt: [author, LAST] } as const;
    for await (const [[, seq]] of this.#events.scan(all)) {
      if (seq !== next) return next;
      next += 1;
    }
    return tip !== undefined && tip.seq >= next ? next : null;
  }

  async #complete(author: string, events: readonly HeldEvent[]): Promise<readonly StoredEvent[]> {
    const hashes = events.map(({ bodyHash }) => bodyHash);
    const bodies = await this.#bodies.getMany(hashes);
    return events.map((event, i) => ({ author, ...event, body: bodies[i] ?? null }));
  }
}

interface HeldEvent extends EventRecord {
  readonly seq: number;
}
