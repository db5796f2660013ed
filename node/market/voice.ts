/**
 * How the market says something: an event on this node's own spine, kept where the market reads it.
 * What a crash left on the spine alone is read from there at the next start.
 */
import { parseJson } from "../../protocol/encoding/json.js";
import { readEvent, type EncodedEvent } from "../../protocol/seal/event.js";
import { jobOf } from "../../protocol/market/facts.js";
import type { JsonObject } from "../../protocol/ports.js";
import { NO_JOB } from "../../storage/repositories/market.js";
import type { Store } from "../../storage/store.js";
import { MARKET_KINDS, type MarketBook } from "./book.js";

type Append = (kind: string, body: JsonObject) => Promise<EncodedEvent | null>;

interface PublisherModules {
  readonly store: Store;
  readonly book: MarketBook;
  readonly spine: { readonly author: { readonly publicKey: string }; readonly size: number };
}

const READ_EVENTS = 256;
const KINDS: ReadonlySet<string> = new Set(MARKET_KINDS);

export class MarketVoice {
  readonly #modules: PublisherModules;
  #append: Append = async () => null;
  /** An event may be on the spine although nobody said so. */
  #isInDoubt = false;
  #tail: Promise<unknown> = Promise.resolve();

  constructor(modules: PublisherModules) {
    this.#modules = modules;
  }

  use(append: Append): void {
    this.#append = append;
  }

  get isInDoubt(): boolean {
    return this.#isInDoubt;
  }

  /** Reads what the own spine says of the market since it was last read. */
  async readOwn(): Promise<void> {
    const { book, spine, store } = this.#modules;
    const from = await store.market.readUpTo();
    if (from === null) return;
    const { publicKey } = spine.author;
    const end = spine.size;
    for (let at = from; at < end; at += READ_EVENTS) {
      for (const { body, header, id, sig } of await store.spine.range(publicKey, at, READ_EVENTS)) {
        const read = parseJson(`{"body":${body ?? "null"},"header":${header},"sig":"${sig}"}`);
        const event = read.ok ? readEvent(read.value) : null;
        if (event === null || !KINDS.has(event.header.kind) || body === null) continue;
        const { author, calcond, kind } = event.header;
        const job = event.body === null ? null : (jobOf(kind, id, event.body) ?? NO_JOB);
        if (job === null) continue;
        const record = { kind, author, calcond, body, header, sig };
        await store.write(store.market.eventOps(job, id, record));
        book.take({ ...record, id }, true);
      }
    }
    await store.write(store.market.readUpToOps(end));
    this.#isInDoubt = false;
  }

  /**
   * Calls fall one after the other: the market says nothing twice because of itself.
   * @returns the event's id when it is durable; null when nothing may be written now
   */
  say(kind: string, body: JsonObject): Promise<string | null> {
    const said = this.#tail.then(() => this.#say(kind, body));
    this.#tail = said.catch(() => undefined);
    return said;
  }

  async #say(kind: string, body: JsonObject): Promise<string | null> {
    const { book, spine, store } = this.#modules;
    if (this.#isInDoubt) await this.readOwn();
    if ((await store.market.readUpTo()) === null)
      await store.write(store.market.readUpToOps(spine.size));
    this.#isInDoubt = true;
    const said = await this.#append(kind, body);
    if (said === null) {
      this.#isInDoubt = false;
      return null;
    }
    const { event, id } = said;
    const { author, calcond, seq } = event.header;
    const texts = partsOf(said);
    const record = { kind, author, calcond, ...texts };
    await store.write([
      ...store.market.eventOps(jobOf(kind, id, body) ?? NO_JOB, id, record),
      ...store.market.readUpToOps(seq + 1),
    ]);
    this.#isInDoubt = false;
    book.take({ ...record, id }, true);
    return id;
  }
}

function partsOf({ bodyText, event, headerText }: EncodedEvent) {
  return { body: bodyText, header: headerText, sig: event.sig };
}
