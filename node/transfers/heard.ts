/** What other nodes said of moves that concern this node, until it is acted on. */
import { parseJson } from "../../protocol/encoding/json.js";
import { readHeader } from "../../protocol/seal/event.js";
import type { AcceptedEvent } from "../../protocol/mesh/judgement.js";
import { isTransferKind, TRANSFER_BODIES } from "../../protocol/transfers/bodies.js";
import type { XferBurnBody, XferVoidBody } from "../../protocol/transfers/bodies.js";
import { moveId } from "../../protocol/transfers/orderText.js";
import type { Crypto } from "../../protocol/ports.js";
import type { Operation } from "../../storage/kv/kv.js";
import type { StoredEvent } from "../../storage/repositories/spine.js";
import type { Store } from "../../storage/store.js";
import type { TransferEventRecord } from "../../storage/records/transferRecords.js";
import type { Deadlines } from "../runtime/deadlines.js";
import type { Successions } from "../runtime/identity/successions.js";

/** Events that wait, of all and of one author; what is beyond is read from its author's spine later. */
const WAITING_MAX = 10_000;
const WAITING_OF_AUTHOR_MAX = 2_000;
const READ_EVENTS = 256;

interface HeardEvent {
  readonly id: string;
  readonly author: string;
  readonly seq: number;
}
export interface HeardBurn extends HeardEvent {
  readonly kind: "xfer.burn";
  readonly body: XferBurnBody;
}
export interface HeardAnswer extends HeardEvent {
  readonly kind: "xfer.mint" | "xfer.void";
  readonly body: Omit<XferVoidBody, "why"> & { readonly why?: string };
}
type Heard = HeardBurn | HeardAnswer;

interface HeardModules {
  readonly crypto: Crypto;
  readonly store: Store;
  readonly publicKey: string;
  /** Keys that this node had before: an order may name one of them. */
  readonly earlierKeys: readonly string[];
  /** An order may name a key that its node has given up since. */
  readonly successions: Pick<Successions, "areOne" | "endOf" | "onEnded">;
  readonly deadlines: Pick<Deadlines, "reckon">;
  /** The node that an open order of this node's accounts goes to; null for any other order. */
  readonly destinationOf: (order: string) => string | null;
}

export class HeardMoves {
  readonly #modules: HeardModules;
  readonly #byOrder = new Map<string, Map<string, Heard>>();
  readonly #ofAuthor = new Map<string, number>();
  /** First number of an author's events that there was no room for. */
  readonly #missed = new Map<string, number>();
  /** Facts kept that are of no interest while it is not known whose keys follow whose. */
  readonly #unread = new Map<string, TransferEventRecord>();
  /** Keys that have ended, and since when that is known: their successors' spines are read once more. */
  readonly #ended = new Map<string, number>();
  /** Spines of successors for which there was no room: from which number on they are read again. */
  readonly #readTo = new Map<string, number>();
  #count = 0;

  constructor(modules: HeardModules) {
    this.#modules = modules;
    modules.successions.onEnded(({ key }) => {
      this.#ended.set(key, modules.deadlines.reckon());
    });
  }

  get size(): number {
    return this.#count;
  }

  /** Operations that keep an event, for the batch that stores it. */
  effect = ({ bodyText, event, id }: AcceptedEvent): readonly Operation[] => {
    const { author, kind, seq } = event.header;
    const found = this.#read(id, { kind, author, seq, body: bodyText });
    if (found === null) return [];
    if (!this.#hasRoom(author)) {
      this.#missed.set(author, Math.min(seq, this.#missed.get(author) ?? seq));
      return [];
    }
    return this.#modules.store.transfers.heardOps(found.order, id, {
      kind,
      author,
      seq,
      body: bodyText,
    });
  };

  /** Takes in an event that was kept. */
  take = ({ bodyText, event, id }: AcceptedEvent): void => {
    const { author, kind, seq } = event.header;
    if (seq < (this.#missed.get(author) ?? Infinity))
      this.#hold(id, { kind, author, seq, body: bodyText });
  };

  /** Takes in an event that is on its author's spine, as when it came. @returns whether it waits now */
  async again(event: StoredEvent): Promise<boolean> {
    const { store } = this.#modules;
    const record = recordOf(event);
    const found = this.#read(event.id, record);
    if (found === null) return false;
    await store.write(store.transfers.heardOps(found.order, event.id, record));
    this.#hold(event.id, record);
    return true;
  }

  /** Reads what there was no room for, once there is. */
  async readMissed(): Promise<void> {
    const { store } = this.#modules;
    for (const [author, from] of this.#missed) {
      const size = ((await store.spine.tip(author))?.seq ?? -1) + 1;
      let at = from;
      for (; at < size && this.#hasRoom(author); at += 1) {
        const part = await store.spine.range(author, at, READ_EVENTS);
        for (const event of part) {
          if (!this.#hasRoom(author)) break;
          await this.again(event);
          at = event.seq;
        }
        if (part.length === 0) break;
      }
      if (at >= size) this.#missed.delete(author);
      else this.#missed.set(author, at);
    }
  }

  async load(): Promise<void> {
    const { store } = this.#modules;
    for await (const [[order, id], record] of store.transfers.allHeard()) {
      if (this.#hold(id, record)) continue;
      if (this.#unread.size < WAITING_MAX) this.#unread.set(id, record);
      // It was of interest once, and nobody has asked for it since: its author's spine has it.
      else await store.write(store.transfers.forgetHeardOps(order, id));
    }
  }

  /** Whether a key has ended and its successor's events have not been read again. */
  get isFollowing(): boolean {
    return this.#ended.size > 0;
  }

  /**
   * A fact said under a key that follows another counts for nothing before that is known: it is
   * read then, once, when what was under way has been written.
   */
  async readFollowing(): Promise<void> {
    const { deadlines, store } = this.#modules;
    const due = [...this.#ended].filter(([, since]) => deadlines.reckon() > since);
    if (due.length === 0) return;
    for (const [id, record] of this.#unread) if (this.#hold(id, record)) this.#unread.delete(id);
    // Keys of one node share their successors: each spine is read once.
    const read = new Map<string, boolean>();
    for (const [key] of due) {
      let isWhole = true;
      if (!(await store.transfers.isFollowed(key))) {
        for (const successor of this.#successorsOf(key)) {
          if (!read.has(successor)) read.set(successor, await this.#readAgain(successor));
          isWhole &&= read.get(successor)!;
        }
        // The rest is read once there is room.
        if (!isWhole) continue;
        await store.write(store.transfers.followedOps(key));
      }
      this.#ended.delete(key);
    }
  }

  /** Keys that followed a key, one after the other. */
  #successorsOf(key: string): ReadonlySet<string> {
    const { successions } = this.#modules;
    const followed = new Set<string>();
    for (let end = successions.endOf(key); end !== null; end = successions.endOf(end.successor)) {
      if (end.successor === key || followed.has(end.successor)) break;
      followed.add(end.successor);
    }
    return followed;
  }

  /** @returns whether there was room for all that is of interest */
  async #readAgain(author: string): Promise<boolean> {
    const { store } = this.#modules;
    const size = ((await store.spine.tip(author))?.seq ?? -1) + 1;
    for (let at = this.#readTo.get(author) ?? 0; at < size; at += READ_EVENTS)
      for (const event of await store.spine.range(author, at, READ_EVENTS)) {
        const found = this.#read(event.id, recordOf(event));
        // A decision of before is not said again for it.
        if (found === null || (await store.transfers.in(found.order)) !== undefined) continue;
        const isHeld = this.#byOrder.get(found.order)?.has(event.id) === true;
        if (!isHeld && !this.#hasRoom(author)) {
          this.#readTo.set(author, event.seq);
          return false;
        }
        await this.again(event);
      }
    this.#readTo.delete(author);
    return true;
  }

  /** Orders of other nodes that burns are heard of. */
  *incoming(): Iterable<readonly [order: string, burns: readonly HeardBurn[]]> {
    for (const [order, events] of this.#byOrder) {
      const burns = [...events.values()].filter((one) => one.kind === "xfer.burn");
      if (burns.length > 0) yield [order, burns];
    }
  }

  /** What the destination answered, in the order in which it said so. */
  answers(order: string): readonly HeardAnswer[] {
    return [...(this.#byOrder.get(order)?.values() ?? [])]
      .filter((one) => one.kind !== "xfer.burn")
      .sort((a, b) => a.seq - b.seq);
  }

  /** Operations that drop what was heard of an order, for the batch that acts on it. */
  forgetOps(order: string): readonly Operation[] {
    return [...(this.#byOrder.get(order)?.keys() ?? [])].flatMap((id) =>
      this.#modules.store.transfers.forgetHeardOps(order, id),
    );
  }

  /** That batch is durable. */
  forget(order: string): void {
    const events = this.#byOrder.get(order)?.values() ?? [];
    for (const { author } of events) {
      this.#count -= 1;
      const left = (this.#ofAuthor.get(author) ?? 0) - 1;
      if (left > 0) this.#ofAuthor.set(author, left);
      else this.#ofAuthor.delete(author);
    }
    this.#byOrder.delete(order);
  }

  #hasRoom(author: string): boolean {
    return this.#count < WAITING_MAX && (this.#ofAuthor.get(author) ?? 0) < WAITING_OF_AUTHOR_MAX;
  }

  /** @returns whether it is a concern of this node */
  #hold(id: string, record: TransferEventRecord): boolean {
    const found = this.#read(id, record);
    if (found === null) return false;
    const events = this.#byOrder.get(found.order) ?? new Map<string, Heard>();
    if (!events.has(id)) {
      this.#count += 1;
      this.#ofAuthor.set(record.author, (this.#ofAuthor.get(record.author) ?? 0) + 1);
    }
    events.set(id, found.event);
    this.#byOrder.set(found.order, events);
    return true;
  }

  /** Null for what is no concern of this node. */
  #read(
    id: string,
    { author, body: text, kind, seq }: TransferEventRecord,
  ): { readonly order: string; readonly event: Heard } | null {
    if (!isTransferKind(kind) || kind === "xfer.refund") return null;
    const read = parseJson(text);
    const { crypto, destinationOf, successions } = this.#modules;
    if (!read.ok) return null;
    if (kind === "xfer.burn") {
      const body = TRANSFER_BODIES[kind].safeParse(read.value);
      if (!body.success || !this.#isOwn(body.data.order.destination)) return null;
      if (!successions.areOne(body.data.order.origin, author)) return null;
      const order = moveId(crypto, body.data.order);
      return { order, event: { id, kind, author, seq, body: body.data } };
    }
    const body = TRANSFER_BODIES[kind].safeParse(read.value);
    const destination = body.success ? destinationOf(body.data.order) : null;
    if (!body.success || destination === null || !successions.areOne(destination, author))
      return null;
    return { order: body.data.order, event: { id, kind, author, seq, body: body.data } };
  }

  #isOwn(key: string): boolean {
    const { earlierKeys, publicKey, successions } = this.#modules;
    return earlierKeys.includes(key) || successions.areOne(key, publicKey);
  }
}

function recordOf({ author, body, header, seq }: StoredEvent): TransferEventRecord {
  const read = parseJson(header);
  const kind = read.ok ? (readHeader(read.value)?.kind ?? "") : "";
  return { kind, author, seq, body: body ?? "" };
}
