/**
 * Signed events of all authors: append-only, dense from 0, with their indexes in the same batch.
 */
import { buckets } from "../buckets.js";
import type { Operation } from "../kv.js";
import type { EventRecord, SpineTip } from "../records.js";
import { del, put, read, readMany, scan } from "../table.js";
import type { Reader } from "../table.js";

export interface StoredEvent extends EventRecord {
  readonly author: string;
  readonly seq: number;
  /** Canonical JSON of the body, or null once it is pruned. */
  readonly body: string | null;
}

export class SpineRepository {
  readonly #store: Reader;

  constructor(store: Reader) {
    this.#store = store;
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
    const event = put(buckets.ev, [author, seq], { id, bodyHash, sig, header });
    const place = put(buckets.id, id, { author, seq });
    return body === null ? [event, place] : [event, put(buckets.body, bodyHash, body), place];
  }

  tipOp(author: string, tip: SpineTip): Operation {
    return put(buckets.tip, author, tip);
  }

  tip(author: string): Promise<SpineTip | undefined> {
    return read(this.#store, buckets.tip, author);
  }

  async authors(): Promise<readonly string[]> {
    const authors: string[] = [];
    for await (const [author] of scan(this.#store, buckets.tip)) authors.push(author);
    return authors;
  }

  async event(author: string, seq: number): Promise<StoredEvent | undefined> {
    const record = await read(this.#store, buckets.ev, [author, seq]);
    if (record === undefined) return undefined;
    return (await this.#complete(author, [{ seq, ...record }]))[0];
  }

  async byId(id: string): Promise<StoredEvent | undefined> {
    const place = await read(this.#store, buckets.id, id);
    return place === undefined ? undefined : this.event(place.author, place.seq);
  }

  /** Whether the event is held; reads the index only. */
  async has(id: string): Promise<boolean> {
    return (await read(this.#store, buckets.id, id)) !== undefined;
  }

  /** At most `count` events from `from` on, in order. */
  async range(author: string, from: number, count: number): Promise<readonly StoredEvent[]> {
    const records: HeldEvent[] = [];
    const end = Math.min(from + count, Number.MAX_SAFE_INTEGER);
    const within = { gte: [author, from], lt: [author, end] } as const;
    for await (const [[, seq], record] of scan(this.#store, buckets.ev, within)) {
      records.push({ seq, ...record });
    }
    return this.#complete(author, records);
  }

  /** Ids at these numbers, null where none is held. */
  async idsAt(author: string, seqs: readonly number[]): Promise<readonly (string | null)[]> {
    const records = await readMany(
      this.#store,
      buckets.ev,
      seqs.map((seq) => [author, seq] as const),
    );
    return records.map((record) => record?.id ?? null);
  }

  /** @param text canonical event that cannot be linked yet */
  detachedOps(author: string, seq: number, text: string): readonly Operation[] {
    return [put(buckets.detached, [author, seq], text)];
  }

  dropDetachedOps(author: string, seq: number): readonly Operation[] {
    return [del(buckets.detached, [author, seq])];
  }

  /** Canonical texts of the events that wait for those before them, by author and number. */
  async detached(limit: number): Promise<readonly string[]> {
    const texts: string[] = [];
    for await (const [, text] of scan(this.#store, buckets.detached, { limit })) texts.push(text);
    return texts;
  }

  /** The same of one author. */
  async detachedOf(author: string): Promise<readonly string[]> {
    const texts: string[] = [];
    const all = { gte: [author, 0], lt: [author, Number.MAX_SAFE_INTEGER] } as const;
    for await (const [, text] of scan(this.#store, buckets.detached, all)) texts.push(text);
    return texts;
  }

  /**
   * The first sequence number below the tip that is missing, or null when the spine is dense: how
   * the loss of records shows, which a checksum on each cannot.
   */
  async firstHole(author: string): Promise<number | null> {
    const tip = await this.tip(author);
    let next = 0;
    const all = { gte: [author, 0], lt: [author, Number.MAX_SAFE_INTEGER] } as const;
    for await (const [[, seq]] of scan(this.#store, buckets.ev, all)) {
      if (seq !== next) return next;
      next += 1;
    }
    return tip !== undefined && tip.seq >= next ? next : null;
  }

  async #complete(author: string, events: readonly HeldEvent[]): Promise<readonly StoredEvent[]> {
    const hashes = events.map(({ bodyHash }) => bodyHash);
    const bodies = await readMany(this.#store, buckets.body, hashes);
    return events.map((event, i) => ({ author, ...event, body: bodies[i] ?? null }));
  }
}

interface HeldEvent extends EventRecord {
  readonly seq: number;
}
