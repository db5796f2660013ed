/**
 * Events that came before those they follow. They are shown to the application at once, as their
 * effects are sets and maxima that no gap disturbs; the chain takes them in when the gap is filled.
 */
import type { AcceptedEvent } from "../../../protocol/mesh/judgement.js";
import { encodeEvent } from "../../../protocol/seal/event.js";
import { DETACHED_BYTES_MAX, DETACHED_OF_AUTHOR_MAX } from "../../../protocol/limits.js";

interface Held {
  readonly message: AcceptedEvent;
  /** Canonical event. */
  readonly text: string;
  readonly bytes: number;
}

export class Detached {
  readonly #bytesMax: number;
  readonly #ofAuthorMax: number;
  readonly #authors = new Map<string, Map<number, Held>>();
  readonly #ids = new Set<string>();
  readonly #bytesOf = new Map<string, number>();
  #bytes = 0;

  constructor(bytesMax = DETACHED_BYTES_MAX, ofAuthorMax = DETACHED_OF_AUTHOR_MAX) {
    this.#bytesMax = bytesMax;
    this.#ofAuthorMax = ofAuthorMax;
  }

  get size(): number {
    return this.#ids.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Also where another author, of whom more waits, has to make room. */
  hasRoom(author: string, bytes: number): boolean {
    const held = this.#authors.get(author)?.size ?? 0;
    return held < this.#ofAuthorMax && (this.#fits(bytes) || this.#mostAfter(author, bytes));
  }

  /** Authors of whom most waits, as many as have to make room for so many bytes. */
  leaving(bytes: number): readonly string[] {
    if (this.#fits(bytes)) return [];
    const most = [...this.#bytesOf].sort(([, a], [, b]) => b - a);
    let left = this.#bytes;
    const leaving: string[] = [];
    for (const [author, of] of most) {
      if (left + bytes <= this.#bytesMax) break;
      leaving.push(author);
      left -= of;
    }
    return leaving;
  }

  #fits(bytes: number): boolean {
    return this.#bytes + bytes <= this.#bytesMax;
  }

  #mostAfter(author: string, bytes: number): boolean {
    const own = (this.#bytesOf.get(author) ?? 0) + bytes;
    return Math.max(0, ...this.#bytesOf.values()) > own;
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  at(author: string, seq: number): AcceptedEvent | null {
    return this.#authors.get(author)?.get(seq)?.message ?? null;
  }

  /** How many of the author's events wait. */
  of(author: string): number {
    return this.#authors.get(author)?.size ?? 0;
  }

  /** @returns the canonical text to be kept. The place must be free. */
  add(message: AcceptedEvent): string {
    const { author, seq } = message.event.header;
    const text = encodeEvent(message.event);
    const bytes = Buffer.byteLength(text);
    const events = this.#authors.get(author) ?? new Map<number, Held>();
    events.set(seq, { message, text, bytes });
    this.#authors.set(author, events);
    this.#ids.add(message.id);
    this.#bytes += bytes;
    this.#bytesOf.set(author, (this.#bytesOf.get(author) ?? 0) + bytes);
    return text;
  }

  /** Takes the event at a place out, if there is one. */
  take(author: string, seq: number): AcceptedEvent | null {
    const events = this.#authors.get(author);
    const held = events?.get(seq);
    if (events === undefined || held === undefined) return null;
    events.delete(seq);
    if (events.size === 0) this.#authors.delete(author);
    this.#ids.delete(held.message.id);
    this.#bytes -= held.bytes;
    const left = this.#bytesOf.get(author)! - held.bytes;
    if (left > 0) this.#bytesOf.set(author, left);
    else this.#bytesOf.delete(author);
    return held.message;
  }

  /** Numbers of the author's waiting events from `seq` on. */
  from(author: string, seq: number): readonly number[] {
    return [...(this.#authors.get(author)?.keys() ?? [])].filter((at) => at >= seq);
  }
}
